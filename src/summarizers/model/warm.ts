import type { SentView, SummaryJob } from '../../schema/summary.ts'
import type { Again, AskedMessage } from '../asker.ts'
import { warmInstruction } from './prompt.ts'
import type { Settings } from './settings.ts'
import type { Shown } from './transcript.ts'
import { type Choice, chooseWay } from './ways.ts'

/** The request as the model saw it last, and one message behind it. */
interface WarmAsking {
  readonly system: undefined
  readonly again: Again
  readonly messages: readonly AskedMessage[]
}

interface Chosen extends Choice {
  /** Set if the way is `warm`. */
  readonly asking?: WarmAsking
}

/** Chooses how a model is asked; `undefined` if there is only one way, so that nothing need be said about it. */
export function wayOf(options: {
  readonly job: SummaryJob
  readonly settings: Settings
  /** A word that none of these texts contains. */
  readonly nonce: (texts: readonly string[]) => string
  readonly shown: readonly Shown[]
  /** Tokens that the new entries take with all that stands around them. */
  readonly usual: number
  readonly maxOutput: number
}): Chosen | undefined {
  const { job, settings, shown } = options
  const isAskedFor = settings.warm !== undefined && settings.warm !== false
  // What the request holds is for the model that has seen it (`SummaryJob.view`): another one gets it only if the host says so.
  if (settings.warm === false || !(isAskedFor || settings.isSelected)) return undefined
  const view = job.view?.()
  if (view === undefined) return { way: 'usual', why: 'the last request is not known' }
  const again = settings.asker.again(view)
  if (again.kind === 'not') return { way: 'usual', why: again.why }
  if (!isAskedFor && again.uncached !== undefined) return { way: 'usual', why: again.uncached }
  const nonce = options.nonce([JSON.stringify(again.request), JSON.stringify(job.ledger), job.instructions])
  const content = warmInstruction({ job, index: shown, profile: settings.profile, window: settings.window, nonce })
  const instruction = settings.tokenizer.count(content)
  const choice = chooseWay({
    ...{ view: withTokens(view, settings), instruction, usual: options.usual, output: options.maxOutput + (again.thoughts ?? 0) },
    ...{ window: settings.window, prices: settings.prices, isAskedFor },
  })
  if (choice.way === 'usual') return choice
  return { ...choice, asking: { system: undefined, again, messages: [{ role: 'user', content }] } }
}

function withTokens(view: SentView, { tokenizer }: Settings): SentView {
  return view.tokens === undefined ? { ...view, tokens: tokenizer.count(JSON.stringify(view.request)) } : view
}
