import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Role } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { expectObject, refuseInput } from '../reading.ts'
import { carve, shellOf, takeBlock } from '../shell.ts'
import { describeFile, mediaOf } from './files.ts'
import { readModelPart, unsent } from './model-parts.ts'
import { AI_SDK } from './name.ts'
import { emptiedInvocation, invocationSteps, isInvocationPart, readInvocation } from './old-invocations.ts'
import { isToolPart, readToolPart } from './ui-tools.ts'

/** A block with the place in its message's parts where its raw value goes back. */
export interface Placed {
  readonly block: BlockDraft
  readonly path: readonly (string | number)[]
  /** The raw value holds some fields of what stands there, and not the whole of it. */
  readonly into?: true
}

/** Some blocks of a message that one model message would hold. */
export interface Piece {
  readonly role: Role
  readonly placed: Placed[]
}

/**
 * Takes a message for people apart. An answer of several steps becomes several messages, as a model sees them: what the agent said
 * and called, the results, what it said then.
 *
 *     parts: step-start · text · tool-read (with output) · step-start · text
 *     drafts: assistant: text, call │ tool: result │ assistant: text
 *
 * The first keeps the whole message around it; each other one keeps a list of the places its blocks go back to.
 */
export function readUiMessage(message: JsonObject, role: Exclude<Role, 'tool'>, at: string): readonly MessageDraft[] {
  const parts = Array.isArray(message['parts']) ? message['parts'] : []
  const pieces = role === 'assistant' ? stepsOf(parts, at) : [wholeOf(parts, role, at)]
  return draftsOf(message, pieces, {
    first: (placed) => wholeShell(message, parts, placed),
    other: (placed) => pieceShell(placed),
  })
}

/** Takes a message of version 4 with its tools' work beside the content apart in the same way. */
export function readOldUiMessage(message: JsonObject, at: string): readonly MessageDraft[] {
  const content = message['content'] === '' ? '' : null
  const raw = { ...message, content, toolInvocations: asList(message['toolInvocations']).map(() => null) }
  return draftsOf(message, invocationSteps(message, at), {
    first: (placed) => ({ dialect: AI_SDK, raw, holes: placed.map(({ path }, block) => ({ path, block })) }),
    other: (placed) => pieceShell(placed, 'message'),
  })
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function draftsOf(
  message: JsonObject,
  pieces: readonly Piece[],
  shells: Record<'first' | 'other', (placed: readonly Placed[]) => MessageDraft['shell']>,
): readonly MessageDraft[] {
  const id = stringField(message, 'id')
  return pieces.map(({ role, placed }, index) => {
    const named = id === undefined ? {} : { id: index === 0 ? id : `${id}/${index + 1}` }
    const shell = index === 0 ? shells.first(placed) : shells.other(placed)
    return { role, blocks: placed.map(({ block }) => block), shell, ...named }
  })
}

/** The message, with nothing where its parts were; holes only for the blocks of its first piece. */
function wholeShell(message: JsonObject, parts: readonly Json[], placed: readonly Placed[]): MessageDraft['shell'] {
  const raw = { ...message, parts: parts.map(emptied) }
  return {
    dialect: AI_SDK,
    raw,
    holes: placed.map(({ path }, block) => ({ path: ['parts', ...path], block })),
  }
}

/** What stays of a part once its blocks are taken out: nothing, but for a message inside the message. */
function emptied(part: Json): Json {
  const invocation = emptiedInvocation(part)
  if (invocation !== undefined) return invocation
  if (!isJsonObject(part) || part['type'] !== 'steering-message' || !Array.isArray(part['parts'])) return null
  return { ...part, parts: part['parts'].map(() => null) }
}

/** Places are in the parts of the message, or in the message itself. */
function pieceShell(placed: readonly Placed[], within?: 'message'): MessageDraft['shell'] {
  const where = within === undefined ? {} : { within }
  const carver = carve(
    placed.map(({ path, into, block }): Json => ({ path, ...(into === undefined ? {} : { into }), ...where, value: block.raw })),
  )
  for (const index of placed.keys()) takeBlock(carver, [index, 'value'])
  return shellOf(AI_SDK, carver)
}

function wholeOf(parts: readonly Json[], role: 'system' | 'user', at: string): Piece {
  return { role, placed: parts.map((part, index) => ({ block: readShown(part, role, `${at}.parts[${index}]`), path: [index] })) }
}

function stepsOf(parts: readonly Json[], at: string): readonly Piece[] {
  const pieces: Piece[] = [{ role: 'assistant', placed: [] }]
  let results: Placed[] = []
  const agent = (): Placed[] => {
    const last = pieces.at(-1)
    if (last?.role === 'assistant') return last.placed
    const next: Piece = { role: 'assistant', placed: [] }
    pieces.push(next)
    return next.placed
  }
  const endStep = (): void => {
    const last = pieces.at(-1)
    if (results.length > 0) pieces.push({ role: 'tool', placed: results })
    else if (last?.placed.some(({ block }) => !('unsent' in block))) pieces.push({ role: 'assistant', placed: [] })
    results = []
  }
  for (const [index, value] of parts.entries()) {
    const place = `${at}.parts[${index}]`
    const part = expectObject(value, place, 'a part')
    if (part['type'] === 'step-start' || part['type'] === 'steering-message') endStep()
    if (part['type'] === 'steering-message') pieces.push({ role: 'user', placed: readSteering(part, index, place) })
    else if (isInvocationPart(part)) {
      const { said, given } = readInvocation(part.toolInvocation, [index, 'toolInvocation'])
      agent().push(...said)
      results.push(...given)
    } else if (isToolPart(part)) {
      const { said, given } = readToolPart(part, index)
      for (const one of said) agent().push(one)
      for (const one of given) results.push(one)
    } else agent().push({ block: readShown(part, 'assistant', place), path: [index] })
  }
  endStep()
  return pieces.filter(({ placed }, index) => index === 0 || placed.length > 0)
}

/** What a person wrote while the agent was at work stands between its steps. */
function readSteering(part: JsonObject, index: number, at: string): Placed[] {
  const inner = Array.isArray(part['parts']) ? part['parts'] : []
  return inner.map((own, place) => ({ block: readShown(own, 'user', `${at}.parts[${place}]`), path: [index, 'parts', place] }))
}

/** A part that does not belong to a tool. */
function readShown(value: Json, role: 'system' | 'user' | 'assistant', at: string): BlockDraft {
  const part = expectObject(value, at, 'a part')
  const type = stringField(part, 'type') ?? refuseInput(`${at}.type`, 'a part type', part['type'])
  if (type === 'file') return { kind: 'file', raw: part, media: mediaOf(part), description: describeFile(part) }
  const isForModels = type === 'text' || (role === 'assistant' && ['reasoning', 'reasoning-file', 'custom'].includes(type))
  return isForModels ? readModelPart(part, at, { role, approvals: new Map() }) : unsent(part, type)
}
