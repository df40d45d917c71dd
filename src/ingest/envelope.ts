import { holdsSecret } from '../redact/redact.ts'
import type { BlockDraft } from '../schema/draft.ts'
import type { Envelope, Outcome } from '../schema/entry.ts'
import { graphemesIn } from '../schema/graphemes.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import type { ToolPolicies, ToolPolicy } from '../schema/tool-policy.ts'
import { isUnfinished } from '../schema/unfinished.ts'

type ResultDraft = Extract<BlockDraft, { kind: 'tool-result' }>

/** What is known of the call that a result answers. */
export interface CallFacts {
  readonly tool: string
  readonly input: string
}

/** Wraps a tool result in what must survive it: the tool, how it ended, and the few values by which it can be found again. */
export function envelopeFor(result: ResultDraft, call: CallFacts | undefined, policies: ToolPolicies = {}): Envelope {
  const named = result.tool ?? call?.tool ?? 'tool'
  const tool = named === '' ? 'tool' : named
  const policy = Object.hasOwn(policies, tool) ? policies[tool] : undefined
  // A host's own settings go before what the tool declared (C10).
  const durability = policy?.durability ?? result.durability
  const { callId, determinism, startedAt, endedAt } = result
  const outcome = result.outcome ?? outcomeOf(result.text, tool)
  const keyFields = withoutSecrets({
    ...(result.keyFields ?? keyFieldsOf(call?.input ?? '')),
    ...preserved(policy, result, call),
  })
  // Made at once: what is added to an object afterwards takes more memory, and there is one for every result of a log.
  if (durability === undefined && determinism === undefined && startedAt === undefined && endedAt === undefined)
    return { tool, callId, outcome, keyFields }
  return {
    ...{ tool, callId, outcome, keyFields },
    ...(durability === undefined ? {} : { durability }),
    ...(determinism === undefined ? {} : { determinism }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
  }
}

/** Key fields stand in plans, in jobs and beside cleared outputs: one that holds a secret names nothing (F16). */
function withoutSecrets(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields).filter(([name, value]) => typeof value !== 'string' || !holdsSecret(name, value))
  return entries.length === 0 ? NO_FIELDS : Object.fromEntries(entries)
}

/** Most results have none: one object does for all. */
const NO_FIELDS: JsonObject = Object.freeze({})

/** The fields that a tool's policy names, from the result if that is a JSON object, otherwise from the call's arguments. */
function preserved(policy: ToolPolicy | undefined, result: ResultDraft, call: CallFacts | undefined): JsonObject {
  if (policy?.preserve === undefined || policy.preserve.length === 0) return {}
  const places = [parseObject(result.text), parseObject(call?.input ?? '')]
  const found = policy.preserve.flatMap((name) => {
    const place = places.find((candidate) => candidate !== undefined && Object.hasOwn(candidate, name))
    const value = place === undefined ? null : fieldValue(place[name] ?? null)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

function fieldValue(value: Json): Json {
  return typeof value === 'boolean' ? value : shortValue(value)
}

const EXIT_CODE = /\b(?:exit(?:ed)?(?: with)?(?: code| status)|exit_code|returncode)["'>]?\s*(?:[:=]\s*)?(-?\d{1,5})\b/i
const INTERRUPTED = /^(?:\[Request interrupted|The user doesn't want to proceed|Command timed out|\[?Interrupted)/i

const SAYS_ERROR = /^\s*(?:error\b|<tool_use_error>|traceback \(most recent call last\))/i
/** A stack trace at the very end. */
const ENDS_IN_ERROR = /^Traceback \(most recent call last\):[\s\S]*\n[A-Za-z_.]*(?:Error|Exception)\b[^\n]*\s*$/m
const SHELL_TROUBLE =
  /^\S[^\n:]{0,200}: .{0,300}(?:No such file or directory|command not found|Permission denied|Is a directory|Not a directory)\s*$/i

/** True if a program says nothing but that it failed. */
function isShellTrouble(text: string): boolean {
  let isTrouble = false
  for (let from = 0; text.length <= 1_000 && from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    from += line.length + 1
    if (line.trim() === '') continue
    if (!SHELL_TROUBLE.test(line)) return false
    isTrouble = true
  }
  return isTrouble
}

/** How programs around agents begin a result if a person did not let the call happen, and no flag says so. */
const DENIED = /^The (?:user|person) (?:denied|rejected|declined)\b/i

/** How a result ended, by what it says itself: an exit status near either end, or an opening that tools use for errors. */
export function outcomeOf(text: string, tool = ''): Outcome {
  // Only the ends: an exit status in the middle of a long output is part of what was printed.
  const ends = text.length <= 1200 ? text : `${text.slice(0, 600)}\n${text.slice(-600)}`
  if (INTERRUPTED.test(ends) || isUnfinished(text)) return 'partial'
  if (DENIED.test(ends) || changedNothing(tool, text)) return 'failure'
  const status = EXIT_CODE.exec(ends)?.[1]
  if (status !== undefined) return Number(status) === 0 ? 'success' : 'failure'
  return SAYS_ERROR.test(ends) || isShellTrouble(text) || ENDS_IN_ERROR.test(ends) ? 'failure' : 'success'
}

/** Argument names under which agents' tools say what a call was about. */
const KEY_NAMES: readonly string[] = [
  'file_path',
  'path',
  'filename',
  'notebook_path',
  'command',
  'cmd',
  'url',
  'query',
  'pattern',
  'description',
  'id',
  'order_id',
  'user_id',
  'task_id',
  'name',
]
const MAX_KEY_FIELDS = 3
const MAX_KEY_LENGTH = 160
const MAX_LOOKED_AT = 1_000

/** The arguments by which a result can be recognised after its content is gone. */
export function keyFieldsOf(input: string): JsonObject {
  const args = parseObject(input)
  if (args === undefined) return {}
  const found = KEY_NAMES.filter((name) => Object.hasOwn(args, name)).map(
    (name) => [name, shortValue(args[name] ?? null)] as const,
  )
  return Object.fromEntries(found.filter(([, value]) => value !== null).slice(0, MAX_KEY_FIELDS))
}

function parseObject(text: string): JsonObject | undefined {
  // Arguments of megabytes are content, not a description of the call.
  if (text.length > 200_000) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined // Not JSON: models write broken arguments. There is nothing to name then.
  }
}

function shortValue(value: Json): Json {
  const text = Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(' ') : value
  if (typeof text === 'number') return text
  if (typeof text !== 'string' || text === '') return null
  if (text.length <= MAX_KEY_LENGTH) return text.toWellFormed()
  // Half a secret is one, too.
  if (holdsSecret('', text.slice(0, MAX_LOOKED_AT))) return null
  const end = graphemesIn(text.slice(0, 2 * MAX_KEY_LENGTH)).containing(MAX_KEY_LENGTH)?.index
  return `${text.slice(0, end).toWellFormed()}…`
}
