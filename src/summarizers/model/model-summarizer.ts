import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { estimateText } from '../../budget/estimate-text.ts'
import { knowWork } from '../../ledger/known-work.ts'
import { knowLanguages } from '../../ledger/languages/index.ts'
import { CompactionError } from '../../schema/failures.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { Summarizer, Tokenizer } from '../../schema/ports.ts'
import type { SentView, SummaryJob } from '../../schema/summary.ts'
import type { Asker } from '../asker.ts'
import { checkProfile, general, type SummaryProfile } from '../profiles.ts'
import { summarizeByOperations } from './by-operations.ts'
import { expectedPrice } from './expected-price.ts'
import { summarizerFailed } from './failure.ts'
import { summarizeInProse } from './in-prose.ts'
import { QUOTED_KINDS, TOLD_KINDS } from './kinds.ts'
import { ENTRY_RULE, LEDGER_RULES, OPERATIONS_RULES, PROMPT_VERSION, PROSE_RULES, SYSTEM_RULES } from './prompt.ts'
import { readPage } from './read-page.ts'
import type { Settings, SummarizerOptions } from './settings.ts'
import { pricesFor } from './ways.ts'

/** How a client's models are asked. */
interface Door {
  readonly options: SummarizerOptions
  /** The name of the one model that is asked; absent if it is the model of the request. */
  readonly fixed: string | undefined
  asker(job: SummaryJob): Asker
}

/** A summarizer over any client. */
export function modelSummarizer({ options, fixed, asker }: Door): Summarizer {
  const { mode = 'operations', profile = general } = options
  checkProfile(profile)
  const isSelected = fixed === undefined
  checkOptions(options, isSelected)
  const verify = options.verify === true
  const suffix = `${mode}${verify ? ' verify' : ''} ${PROMPT_VERSION}-${promptPrint(mode, profile)}`
  const settingsFor = (job: SummaryJob): Settings => {
    const found = asker(job)
    return {
      window: (isSelected ? job.selected?.window : undefined) ?? 128_000,
      ...{ deadlineMs: 30_000, retries: 2, mostMoney: Number.POSITIVE_INFINITY, tokenizer: ESTIMATE },
      ...{ random: () => crypto.randomUUID(), clock: () => Date.now(), sleep },
      ...(isSelected ? { prices: pricesFor(job.selected?.prices, 0) } : {}),
      ...options,
      ...{ mode, profile, verify, asker: found, isSelected, name: `${found.name} ${suffix}` },
    }
  }
  return {
    name: `${fixed ?? 'selected'} ${suffix}`,
    asksSelected: isSelected,
    verifies: verify,
    summarize: async (given) => {
      const { OTHER_LANGUAGES } = await import('../../ledger/languages/other-languages.ts')
      knowLanguages(OTHER_LANGUAGES)
      const { WORK_READERS } = await import('../../ledger/work-readers.ts')
      knowWork(WORK_READERS)
      const { exam, ...job } = seenOnce(given)
      const settings = settingsFor(job)
      if (exam !== undefined) return readPage({ ...job, exam }, settings)
      return mode === 'prose' ? summarizeInProse(job, settings) : summarizeByOperations(job, settings)
    },
    priceOf: (given) => {
      const job = seenOnce(given)
      return expectedPrice(job, settingsFor(job))
    },
  }
}

/** The last request is put together when it is needed, and once. */
function seenOnce(job: SummaryJob): SummaryJob {
  let seen: SentView | undefined
  const { view } = job
  const once = (made: () => SentView) => (): SentView => {
    seen ??= made()
    return seen
  }
  return { ...job, view: view && once(view) }
}

/** The model of the request, as the request has it. */
export function selectedName({ selected }: SummaryJob): string {
  if (selected === undefined) throw summarizerFailed('selected', 'unavailable', 'the request names no model')
  return selected.name
}

/** The same as the provider knows it: what is known of a model may be known by another name. */
export function sentName(job: SummaryJob): string {
  const request = job.view?.().request
  const sent = isJsonObject(request) ? request['model'] : undefined
  return typeof sent === 'string' && sent !== '' ? sent : selectedName(job)
}

const ESTIMATE: Tokenizer = { name: 'estimate', count: estimateText }

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

function promptPrint(mode: Settings['mode'], profile: SummaryProfile): string {
  return fingerprint(
    [
      ...[PROMPT_VERSION, SYSTEM_RULES, ENTRY_RULE, mode === 'prose' ? PROSE_RULES : OPERATIONS_RULES],
      ...[JSON.stringify([TOLD_KINDS, QUOTED_KINDS, LEDGER_RULES]), JSON.stringify(profile)],
    ].join('\n'),
  )
}

function fingerprint(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 8)
}

function checkOptions(options: SummarizerOptions, isSelected: boolean): void {
  for (const field of ['window', 'deadlineMs', 'maxOutput', 'proseTokens'] as const) {
    const value = options[field]
    if (value !== undefined && !(value > 0)) refuse(field, value, 'a number above 0')
  }
  const { retries = 0, mostMoney = 0, prices } = options
  if (!(retries >= 0)) refuse('retries', retries, 'a number from 0 on')
  if (!(mostMoney >= 0)) refuse('mostMoney', mostMoney, 'a number from 0 on')
  const isLimited = options.mostMoney !== undefined && mostMoney < Number.POSITIVE_INFINITY
  if (isLimited && prices === undefined && !isSelected) refuse('mostMoney', mostMoney, 'prices to count it by')
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}
