import { outputAsked } from '../../budget/output-tokens.ts'
import { type Compacted, modelSources, presets } from '../../index.ts'
import type { Entry } from '../../schema/entry.ts'
import type { PlanRecord } from '../../schema/plan.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Tokenizer } from '../../schema/ports.ts'
import { recordsOf } from '../../schema/stored-plan.ts'
import type { FileTranscript } from '../../schema/transcript-format.ts'
import { bpeTokenizer } from '../../tokenizers/bpe.ts'
import { explainRefusal } from './explain-refusal.ts'
import { onThread } from './on-thread.ts'
import { rememberCounts } from './remember-counts.ts'
import { requestFor, sessionModel } from './request-for.ts'
import type { CompactSettings } from './settings.ts'

/** Where the size of the window comes from: the flag, the model's name, that of a model which only the session names, or nothing. */
type WindowSource = 'flag' | 'model' | 'session' | 'default'

/** A compaction with all that can be told about it. */
export interface Compaction {
  readonly file: string
  /** Where the request goes, if to a file. */
  readonly out: string | undefined
  readonly from: string
  readonly to: string
  readonly windowSource: WindowSource
  /** What everything was counted with. */
  readonly tokenizer: Tokenizer
  readonly entries: readonly Entry[]
  readonly records: readonly PlanRecord[]
  readonly compacted: Compacted
}

/** One pass keeps nothing for later, so that the usual policy leaves no room unused. A preset is applied as it is. */
const WHOLE_BUDGET: Policy = presets.balanced({ trigger: 1, release: 1 })

/** Compacts a transcript as the preset that was named does by hand; without one, to the whole budget. */
export async function compactTranscript(transcript: FileTranscript, settings: CompactSettings): Promise<Compaction> {
  const request = requestFor(transcript, settings)
  const tokenizer = rememberCounts(bpeTokenizer())
  const ports = { policy: settings.preset ?? WHOLE_BUDGET, tokenizer, models: modelSources(settings.models) }
  const sourceIn = ({ limits }: Compacted): WindowSource => {
    if (settings.window !== undefined) return 'flag'
    if (limits.sources.window === 'fallback') return 'default'
    return sessionModel(transcript, settings) === undefined ? 'model' : 'session'
  }
  try {
    return await onThread(transcript, settings, ports, async (thread) => {
      for (const text of settings.pin) await thread.pin({ text })
      const { instructions } = settings
      const compacted = await thread.compact(instructions === undefined ? request : { ...request, instructions })
      const records = (await thread.commits()).slice(-1).flatMap(({ plan }) => recordsOf(plan))
      const entries = await thread.entries()
      const formats = { from: transcript.dialect, to: request.dialect }
      const { file, out } = settings
      return { file, out, ...formats, windowSource: sourceIn(compacted), tokenizer, entries, records, compacted }
    })
  } catch (error) {
    throw explainRefusal(error, { ...settings, output: outputAsked(transcript.envelope) })
  }
}
