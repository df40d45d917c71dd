import type { PriceMarks } from '../schema/cache-mark.ts'
import type { Entry } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import type { Hash, Surroundings } from '../schema/ports.ts'
import type { PromptMessage } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'
import type { RequestParts, RequestRecord } from '../schema/request-record.ts'
import type { View } from './live-view.ts'
import type { Setting } from './setting.ts'

/** What a request is put together from besides the messages of the log. */
export type Around = Pick<Setting, 'system' | 'around' | 'cacheOffset' | 'priceMarks' | 'isResent'> &
  Pick<Policy, 'summaryRole'> & {
    /** Where the model could be shown what it had thought; everywhere if it is absent. */
    readonly sealedIn?: readonly SeqRange[] | undefined
    /** What stands at the end of this request and of no other. */
    readonly ephemeral?: string | undefined
    /** What of the log that quotes, by handle or id: it does not come back again at once, also in another process. */
    readonly brought?: readonly string[] | undefined
  }

/** The same in parts, each with its hash: parts that many requests have in common are kept once. */
interface PartedAround {
  readonly names: Required<Pick<RequestRecord, 'system' | 'tools' | 'around'>>
  readonly parts: RequestParts
}

/** Mostly a step asks for the same as the step before: then nothing is hashed again. */
const parted = new WeakMap<object, Map<string, PartedAround>>()
const hashed = new WeakMap<object, Part>()

interface Part {
  readonly hash: string
  readonly body: string
}

/** Parts of what stands around a request's messages. */
export function partsOf(at: Around, hash: Hash): PartedAround {
  const known = parted.get(at.around) ?? new Map<string, PartedAround>()
  parted.set(at.around, known)
  const system = partFrom(at.system, hash)
  // What is said once is not remembered.
  if (at.ephemeral !== undefined) return part(at, system, hash)
  const name = `${system.hash} ${at.cacheOffset} ${at.summaryRole} ${JSON.stringify([at.sealedIn, at.priceMarks, at.isResent])}`
  const made = known.get(name) ?? part(at, system, hash)
  known.set(name, made)
  return made
}

function part(at: Around, system: Part, hash: Hash): PartedAround {
  const { around, cacheOffset, priceMarks, isResent, summaryRole, sealedIn, ephemeral, brought } = at
  const tools = partFrom(around.tools, hash)
  const { envelope, ...hole } = withoutOwnTools(around.envelope, tools.body)
  const rest: Rest = {
    ...{ dialect: around.dialect, envelope, ...hole, summaryRole },
    ...(cacheOffset === undefined ? {} : { cacheOffset }),
    ...(priceMarks === undefined ? {} : { priceMarks }),
    ...(isResent ? { isResent } : {}),
    ...(around.promptCache === undefined ? {} : { promptCache: around.promptCache }),
    ...(sealedIn === undefined ? {} : { sealedIn }),
    ...(ephemeral === undefined ? {} : { ephemeral }),
    ...(brought === undefined ? {} : { brought }),
  }
  const body = JSON.stringify(rest)
  const names = { system: system.hash, tools: tools.hash, around: hash(body) }
  return { names, parts: { [system.hash]: system.body, [tools.hash]: tools.body, [names.around]: body } }
}

/** One hash of all that the bytes of a request are made of. Of messages that stay, nothing is looked at again. */
export function bytesHash(at: Around, { system, chain }: Pick<View, 'system' | 'chain'>, hash: Hash): string {
  const { names } = partsOf(at, hash)
  return hash(JSON.stringify([names.system, names.tools, names.around, textsIn(system), chain(hash)]))
}

/** What stands around, but for system text and tools. */
interface Rest {
  readonly dialect: string
  readonly envelope: Json
  /** The envelope has the tools, too. */
  readonly hasTools?: true
  readonly summaryRole: Policy['summaryRole']
  readonly cacheOffset?: number
  readonly priceMarks?: PriceMarks
  readonly isResent?: true
  readonly promptCache?: NonNullable<Surroundings['promptCache']>
  readonly sealedIn?: readonly SeqRange[]
  readonly ephemeral?: string
  readonly brought?: readonly string[]
}

/** What `partsOf` took apart, put together again. */
export function aroundFrom(parts: { readonly system: string; readonly tools: string; readonly around: string }): Around {
  const system: readonly PromptMessage[] = JSON.parse(parts.system)
  const tools: readonly Json[] = JSON.parse(parts.tools)
  const rest: Rest = JSON.parse(parts.around)
  const {
    dialect,
    envelope,
    hasTools,
    summaryRole,
    cacheOffset,
    priceMarks,
    isResent = false,
    sealedIn,
    ephemeral,
    brought,
  } = rest
  const filled: Json = hasTools === true && isJsonObject(envelope) ? { ...envelope, tools: [...tools] } : envelope
  const { promptCache } = rest
  const around: Surroundings = { dialect, envelope: filled, tools, ...(promptCache === undefined ? {} : { promptCache }) }
  return { system, around, summaryRole, cacheOffset, priceMarks, isResent, sealedIn, ephemeral, brought }
}

/** Tools that stand in the envelope as well leave a hole there: the order of its fields stays. */
function withoutOwnTools(envelope: Json, tools: string): Pick<Rest, 'envelope' | 'hasTools'> {
  if (!isJsonObject(envelope) || JSON.stringify(envelope['tools']) !== tools) return { envelope }
  return { envelope: { ...envelope, tools: null }, hasTools: true }
}

function partFrom(list: readonly unknown[], hash: Hash): Part {
  const known = hashed.get(list)
  if (known !== undefined) return known
  const body = JSON.stringify(list)
  const made = { hash: hash(body), body }
  hashed.set(list, made)
  return made
}

/** System text of the log, as it is shown. */
function textsIn(system: readonly PromptMessage[]): readonly string[] {
  return system.flatMap(({ parts }) =>
    parts.map((part) => (part.kind === 'entry' ? (part.text ?? entryText(part.entry)) : part.text)),
  )
}

function entryText(entry: Entry): string {
  return 'text' in entry ? entry.text : entry.kind
}
