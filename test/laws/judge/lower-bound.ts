import { measureFile } from '../../../src/budget/measure.ts'
import type { Entry, ToolCallEntry } from '../../../src/schema/entry.ts'
import { isJsonObject, type Json } from '../../../src/schema/json.ts'
import type { Tokenizer } from '../../../src/schema/ports.ts'
import type { FlatBlock } from '../../../src/testing/provider-rules/flatten.ts'
import { rulesOf } from '../../support/count-rules.ts'
import type { Observation } from './observe.ts'
import { countNode, ownCount } from './own-count.ts'
import { extrasOf, ownFrontier } from './own-frontier.ts'
import type { Trial } from './trials.ts'

/** What a block may cost besides its own text: role, separators, a placeholder, the note of what was cut. */
const PER_BLOCK = 40
/** The message that stands in an empty conversation, or where a user must speak first. */
const FRAME = 20
/** Files have no text to count: they are priced by the engine's own documented rules. */
const counter: Tokenizer = { name: 'own', count: ownCount }
/** What a provider adds by itself if there are tools. */
const TOOL_PROMPT = 400

/**
 * What must stay, as tokens counted here: system text, tools, pins, and the frontier, either word for word or cut to the least. An upper
 * estimate on purpose. If even this is within the budget, the engine had no right to refuse (`least`), or to cut what people wrote last
 * (`verbatim`).
 */
export function fixedPart(trial: Trial, observation: Seen, frontier: 'verbatim' | 'least'): number {
  const { people, run, answers } = ownFrontier(trial.transcript)
  const pins = observation.pinned.reduce(
    (sum, entry) => sum + ownCount(JSON.stringify(entry.raw)) + filesOf(entry.raw, trial.transcript.dialect) + PER_BLOCK,
    0,
  )
  const missing = unanswered(observation).reduce(
    (sum, call) => sum + ownCount(call.callId) + ownCount(call.tool) * 2 + PER_BLOCK,
    0,
  )
  const companions = companionsOf(observation).reduce((sum, entry) => sum + companionTokens(entry, frontier, trial), 0)
  const blocks = [...people, ...run, ...answers.filter((block) => block !== undefined)]
  const messages = new Set(blocks.map((block) => block.message))
  // What stands for a result that never came names the tool, and has the call's id.
  const awaited = run.filter((block) => block.kind === 'call').filter((_, index) => answers[index] === undefined)
  return (
    FRAME +
    aroundTokens(trial, observation) +
    pins +
    missing +
    awaited.reduce((sum, { id, tool }) => sum + ownCount(id) + ownCount(tool) * 2 + PER_BLOCK, 0) +
    companions +
    blocks.reduce((sum, block) => sum + blockTokens(block, frontier, trial), 0) +
    [...messages].reduce((sum, message) => sum + ownCount(extrasOf(trial.transcript, message)), 0)
  )
}

/** What of an observation is looked at. */
type Seen = Pick<Observation, 'entries' | 'pinned'>

/** Pinned calls without a result: what stands in its place names the tool. */
function unanswered({ entries, pinned }: Seen): readonly ToolCallEntry[] {
  const answered = new Set(
    entries.flatMap((entry) => (entry.kind === 'tool-result' && entry.answers.kind === 'call' ? [entry.answers.seq] : [])),
  )
  return pinned.filter((entry) => entry.kind === 'tool-call').filter(({ seq }) => !answered.has(seq))
}

/** What pinned calls and results cannot stand without, unless it is pinned itself. */
function companionsOf({ entries, pinned }: Seen): readonly Entry[] {
  const seqs = new Set(pinned.map((entry) => entry.seq))
  // Reasoning is shown with its whole message or not at all.
  const whole = [...pinned, ...signedBehind(entries, pinned)]
    .filter((entry) => entry.kind === 'reasoning')
    .flatMap((entry) => ledTo(entries, entry))
  const named = new Set([...seqs, ...whole.map((entry) => entry.seq)])
  const calls = new Set([
    ...named,
    ...[...pinned, ...whole].flatMap((entry) =>
      entry.kind === 'tool-result' && entry.answers.kind === 'call' ? [entry.answers.seq] : [],
    ),
  ])
  const isTied = (entry: Entry): boolean =>
    calls.has(entry.seq) || (entry.kind === 'tool-result' && entry.answers.kind === 'call' && calls.has(entry.answers.seq))
  return entries.filter((entry) => isTied(entry) && !seqs.has(entry.seq))
}

/** A provider refuses a call without the thinking that it has signed: the thinking in front of pinned calls and of calls whose result is pinned. */
function signedBehind(entries: readonly Entry[], pinned: readonly Entry[]): readonly Entry[] {
  return pinned.flatMap((pin) => {
    const call = pin.kind === 'tool-result' && pin.answers.kind === 'call' ? entries[pin.answers.seq] : pin
    if (call?.kind !== 'tool-call') return []
    return entries
      .slice(call.seq - call.message.block, call.seq)
      .filter((entry) => entry.kind === 'reasoning' && entry.signature !== undefined)
  })
}

/** The message of reasoning, or the pieces of an answer from it to the first that is something else. */
function ledTo(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const first = entry.seq - entry.message.block
  const next = entries[first + entry.message.blocks]
  const own = entries.slice(first, first + entry.message.blocks)
  if (next?.message.piece !== 'later') return own
  return [...own, ...(next.kind === 'reasoning' ? ledTo(entries, next) : [next])]
}

function companionTokens(entry: Entry, frontier: 'verbatim' | 'least', { transcript }: Trial): number {
  const names = 'callId' in entry ? ownCount(entry.callId) * 2 + ownCount('tool' in entry ? entry.tool : '') * 2 : 0
  return (
    names + PER_BLOCK + (frontier === 'least' ? 0 : ownCount(JSON.stringify(entry.raw)) + filesOf(entry.raw, transcript.dialect))
  )
}

/** System text and tool definitions. */
function aroundTokens({ transcript, system }: Trial, { entries }: Seen): number {
  const first = entries.findIndex((entry) => entry.role !== 'system')
  const leading = entries.slice(0, first === -1 ? entries.length : first)
  const tools = isJsonObject(transcript.input) ? (transcript.input['tools'] ?? null) : null
  const definitions = tools === null ? 0 : Object.keys(tools).length * 24 + ownCount(JSON.stringify(tools)) + TOOL_PROMPT
  const texts = leading.reduce(
    (sum, entry) => sum + ownCount('text' in entry ? entry.text : JSON.stringify(entry.raw)) + PER_BLOCK,
    0,
  )
  return texts + definitions + (system === undefined ? 0 : ownCount(system) + PER_BLOCK)
}

/** A block that cannot be cut is counted whole. */
function blockTokens(block: FlatBlock, frontier: 'verbatim' | 'least', { transcript }: Trial): number {
  const names = ownCount(block.id) * 2 + ownCount(block.tool) * 2
  const canBeCut = block.kind === 'text' || block.kind === 'call' || block.kind === 'result'
  if (frontier === 'least' && canBeCut) return names + PER_BLOCK
  const files = filesOf(block.json, transcript.dialect)
  if (block.kind === 'other') return ownCount(JSON.stringify(block.json)) + files + PER_BLOCK
  return Math.max(ownCount(block.text), countNode(block.json)) + files + names + PER_BLOCK
}

/** A file, or the files inside a result. */
function filesOf(json: Json, dialect: string): number {
  const response = isJsonObject(json) ? json['functionResponse'] : undefined
  const output = isJsonObject(json) ? json['output'] : undefined
  const own = isJsonObject(output) ? output['value'] : isJsonObject(json) ? (json['content'] ?? output) : undefined
  const content = isJsonObject(response) ? response['parts'] : own
  const parts = Array.isArray(content) ? content : [json]
  return parts.reduce<number>((sum, part) => sum + (isFile(part) ? measureFile(part, rulesOf(dialect), counter) : 0), 0)
}

const FILES = ['image', 'image_url', 'document', 'file', 'input_audio', 'audio', 'input_image', 'input_file', 'image-url']

function isFile(part: Json): boolean {
  if (isJsonObject(part) && ('inlineData' in part || 'fileData' in part)) return true
  return isJsonObject(part) && FILES.includes(String(part['type']))
}
