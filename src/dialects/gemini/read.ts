import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Role } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { inPlace, type Sides } from '../in-place.ts'
import { expectObject, refuseInput } from '../reading.ts'
import { type Carver, carve, shellOf, takeBlock } from '../shell.ts'
import { GEMINI } from './outline.ts'
import { readPart } from './parts.ts'

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  user: 'user',
  model: 'assistant',
  function: 'tool',
  tool: 'tool',
}

/** Code that the provider ran itself, and its other tools. */
const SIDES: Sides = { agent: /^(?:executable_?code|code_?execution_?result|tool_?call|tool_?response)$/i }

/**
 * Takes `contents` apart: one content or a list of them, and what the SDK takes besides, a string, a part, or a list of parts that
 * together are one content of the user's.
 */
export function readGeminiContents(contents: Json): readonly MessageDraft[] {
  if (!Array.isArray(contents)) return [readContent(contents, 'contents', 'user')]
  return isPartList(contents) ? [readContent(contents, 'contents', 'user')] : readGeminiMessages(contents)
}

/** Takes a list of contents apart. */
export function readGeminiMessages(contents: readonly Json[]): readonly MessageDraft[] {
  return contents.map((content, index) => {
    const at = `contents[${index}]`
    return Array.isArray(content) ? refuseInput(at, 'a content', content) : readContent(content, at, 'user')
  })
}

/** Takes a system instruction apart, in any of the shapes of a content. */
export function readGeminiSystem(system: Json | undefined, at: string): readonly MessageDraft[] {
  return system === undefined || system === null ? [] : [{ ...readContent(system, at, 'system'), role: 'system' }]
}

function isContent(value: Json): value is JsonObject {
  return isJsonObject(value) && (Object.hasOwn(value, 'parts') || Object.hasOwn(value, 'role'))
}

function isPartList(contents: readonly Json[]): boolean {
  return contents.length > 0 && !contents.some(isContent)
}

/** Without a role, a content is the user's. */
function readContent(content: Json, at: string, otherwise: Role): MessageDraft {
  const carver = carve(content)
  if (!isContent(content)) return { role: otherwise, blocks: takeParts(carver, [], content, at), shell: shellOf(GEMINI, carver) }
  const role = roleOf(content['role'] ?? null, `${at}.role`) ?? otherwise
  const parts = content['parts'] ?? null
  const blocks = parts === null ? [] : takeParts(carver, ['parts'], parts, `${at}.parts`)
  return { role, blocks: blocks.map((block) => inPlace(role, block, SIDES)), shell: shellOf(GEMINI, carver) }
}

function roleOf(role: Json, at: string): Role | undefined {
  if (role === null) return undefined
  const known = typeof role === 'string' && Object.hasOwn(ROLES, role) ? ROLES[role] : undefined
  return known ?? refuseInput(at, 'user, model, function, tool or system', role)
}

/** A list of parts, or one on its own. */
function takeParts(carver: Carver, path: readonly string[], parts: Json, at: string): readonly BlockDraft[] {
  if (!Array.isArray(parts)) return [takePart(carver, path, parts, at)]
  return parts.map((part, index) => takePart(carver, [...path, index], part, `${at}[${index}]`))
}

function takePart(carver: Carver, path: readonly (string | number)[], part: Json, at: string): BlockDraft {
  takeBlock(carver, path)
  if (typeof part === 'string') return { kind: 'text', raw: part, text: part }
  return readPart(expectObject(part, at, 'a string or a part'), at)
}
