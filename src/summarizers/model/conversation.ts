import { faultInAnswer, faultInText } from '../../ledger/check-summary.ts'
import type { SummaryJob, SummaryWay } from '../../schema/summary.ts'
import type { Question, Said } from '../asker.ts'
import { summarizerFailed } from './failure.ts'
import { askPatiently, type Patience, type Tab, timeUp } from './patiently.ts'
import type { Settings } from './settings.ts'

/** A question, and in which of several ways it is asked. */
export interface Asking extends Pick<Question, 'system' | 'messages' | 'maxOutput' | 'again'> {
  readonly way?: SummaryWay
}

/** A model with its patience and its bill, for one job. */
export interface Conversation {
  readonly tab: Tab
  /** Asks, and throws if what comes back is not an answer at all. */
  ask(question: Asking): Promise<Said>
  /** A word that none of these texts contains. */
  nonce(texts: readonly string[]): string
}

export function converse(job: SummaryJob, settings: Settings): Conversation {
  const { name, clock, deadlineMs, asker, temperature, onText, tokenizer } = settings
  const tab: Tab = { attempts: [], usage: null, money: 0 }
  const patience: Patience = {
    ...{ asker, name, clock, retries: settings.retries, prices: settings.prices, sleep: settings.sleep },
    mostMoney: Math.min(settings.mostMoney, job.mostMoney ?? Number.POSITIVE_INFINITY) - (job.exam?.spent ?? 0),
    outer: job.signal,
    signal: AbortSignal.any([job.signal, timeUp(deadlineMs)]),
    deadline: clock() + deadlineMs,
  }
  return {
    tab,
    async ask({ way, ...given }) {
      const question = { ...given, temperature, onText, signal: patience.signal }
      const said = await askPatiently(question, tokenizer.count(textOf(given)), { ...patience, way }, tab)
      // Whatever it says: an answer that was cut short or refused, or that is an error, is not a summary.
      const fault = faultInAnswer({ ...said, content: { kind: 'prose', text: said.text } }) ?? faultInText(said.text)
      if (fault !== undefined) throw summarizerFailed(name, fault.fault, fault.detail, tab.attempts)
      return said
    },
    nonce(texts) {
      let word = settings.random()
      while (texts.some((text) => text.includes(word))) word = `${word}${settings.random()}`
      return word
    },
  }
}

function textOf({ system, messages, again }: Pick<Question, 'system' | 'messages' | 'again'>): string {
  const inFront = again === undefined ? (system ?? '') : JSON.stringify(again.request)
  return [inFront, ...messages.map(({ content }) => content)].join('\n')
}
