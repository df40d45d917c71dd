import fc from 'fast-check'
import { isJsonObject, type Json } from '../../../src/schema/json.ts'
import {
  cleanTranscripts,
  DIALECTS,
  type DialectName,
  dirtyTranscripts,
  type GeneratedTranscript,
} from '../../../src/testing/transcripts/transcripts.ts'
import { countRequest } from './own-count.ts'

/** A transcript and everything that is decided about one run over it. */
export interface Trial {
  readonly transcript: GeneratedTranscript
  /** The dialect that requests are written in. */
  readonly target: DialectName
  readonly window: number
  readonly reserve: number
  /** A window that the thread is compacted to afterwards. */
  readonly laterWindow: number
  readonly policy: {
    readonly trigger: number
    readonly release: number
    readonly summaryRole: 'assistant' | 'user'
    /** Prices are known, and decide in place of the shares. */
    readonly priced?: true
  }
  readonly pins: readonly PinSpec[]
  /** Where the messages are cut into pieces that are appended one by one. */
  readonly cuts: readonly number[]
  /** System text handed in with each request. */
  readonly system: string | undefined
}

export interface PinSpec {
  readonly by: 'entry' | 'text'
  /** Which entry: taken modulo how many there are. */
  readonly at: number
}

interface TrialSpec {
  readonly transcript: GeneratedTranscript
  readonly target: DialectName | 'own'
  readonly share: number
  readonly laterShare: number
  /** The budget is the share of the messages, and system and tools come on top; otherwise they must share it. */
  readonly onTop: boolean
  readonly reserve: 'none' | 'tenth' | 'half' | 'all-but-one'
  readonly policy: Trial['policy']
  readonly pins: readonly PinSpec[]
  readonly cuts: readonly number[]
  readonly system: boolean
}

const FULL = { trigger: 1, release: 1, summaryRole: 'assistant' } as const
/** The window is the limit, and acting pays long before it. */
const PRICED = { ...FULL, priced: true } as const
const EARLY = { trigger: 0.9, release: 0.6, summaryRole: 'assistant' } as const

/** Percent of the messages' own size that the budget comes to: far too small, too small, or enough. */
const shares = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 2, max: 25 }) },
  { weight: 4, arbitrary: fc.integer({ min: 25, max: 95 }) },
  { weight: 1, arbitrary: fc.integer({ min: 95, max: 160 }) },
)

/** Trials over transcripts of all dialects, a third of them clean. */
export const trials: fc.Arbitrary<Trial> = fc
  .record<TrialSpec>({
    transcript: fc.oneof({ weight: 1, arbitrary: cleanTranscripts }, { weight: 2, arbitrary: dirtyTranscripts }),
    target: fc.constantFrom('own', 'own', 'own', ...DIALECTS),
    share: shares,
    laterShare: fc.integer({ min: 30, max: 170 }),
    onTop: fc.constantFrom(true, true, true, true, false),
    reserve: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom('none', 'tenth', 'half') },
      { weight: 1, arbitrary: fc.constant('all-but-one') },
    ),
    policy: fc.constantFrom<Trial['policy']>(FULL, FULL, EARLY, PRICED, { ...FULL, summaryRole: 'user' as const }),
    pins: fc.oneof(
      fc.constant([]),
      fc.array(fc.record({ by: fc.constantFrom('entry', 'text'), at: fc.nat({ max: 40 }) }), { minLength: 1, maxLength: 3 }),
    ),
    cuts: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
    system: fc.constantFrom(false, false, false, true),
  })
  .map(makeTrial)

const LEAST_LIMIT = 60
/** Frames of messages, which the plain count of a transcript leaves out. */
const FRAME = 6

function makeTrial(spec: TrialSpec): Trial {
  const { transcript } = spec
  const total = countRequest(transcript.input) + transcript.messages.length * FRAME
  const fixed = spec.onTop ? fixedTokens(transcript) : 0
  const limit =
    spec.reserve === 'all-but-one' ? 1 : fixed + Math.max(LEAST_LIMIT, Math.floor(((total - fixed) * spec.share) / 100))
  const reserve = { none: 0, tenth: Math.ceil(limit / 9), half: limit, 'all-but-one': total }[spec.reserve]
  const later = Math.max(LEAST_LIMIT, Math.floor((limit * spec.laterShare) / 100))
  return {
    transcript,
    target: spec.target === 'own' ? transcript.dialect : spec.target,
    window: limit + reserve,
    reserve,
    laterWindow: later + reserve,
    policy: spec.policy,
    pins: spec.pins,
    cuts: [...new Set(spec.cuts.map((cut) => cut % (transcript.messages.length + 1)))].sort((a, b) => a - b),
    system: spec.system ? 'You are a careful engineer.' : undefined,
  }
}

/** System text and tools. */
function fixedTokens({ input, messages }: GeneratedTranscript): number {
  const first = messages.findIndex((message) => !isSystem(message))
  const leading = messages.slice(0, first === -1 ? messages.length : first)
  return (
    countRequest([...leading]) + (isJsonObject(input) ? countRequest({ ...input, messages: [], contents: [], input: [] }) : 0)
  )
}

function isSystem(message: Json): boolean {
  return isJsonObject(message) && [message['role'], message['type']].some((name) => name === 'system' || name === 'developer')
}

/** Anything in order, cut where the trial says. */
export function piecesOf<Item>(trial: Trial, items: readonly Item[]): readonly (readonly Item[])[] {
  const cuts = [0, ...trial.cuts.map((cut) => Math.min(cut, items.length)), items.length]
  return cuts.slice(1).map((end, index) => items.slice(cuts[index], end))
}
