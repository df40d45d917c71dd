import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { ItemDraft, ItemKind } from '../schema/ledger.ts'
import { statementsIn } from './check/clauses.ts'
import { type CommandFact, ended, plainCommand } from './command-facts.ts'
import type { ReadLog } from './read-log.ts'

/** Kinds that say how things are; what was decided, ruled out or went wrong stays so. */
const KINDS: readonly ItemKind[] = ['state', 'open', 'step', 'fact', 'outcome', 'file', 'artifact', 'command']

/** A statement of an item that a later step of the log has made untrue: a commit is gone, another is the newest, a check went otherwise. */
export function overtakenStatement({ kind, authority, text, sources }: ItemDraft, log: ReadLog): string | undefined {
  if (!KINDS.includes(kind) || authority === 'user' || authority === 'system') return undefined
  const last = Math.max(...sources)
  return statementsIn(text).find((statement) => hasOtherCommit(statement, last, log) || hasOtherOutcome(statement, last, log))
}

const HASH = /\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g
/** How git, and programs that call it, say that a commit is gone, or which one is the newest. */
const GONE = /\b(?:Removed|Undid|Undone|Dropped|Reverted|revert)\b:?\s(?:commit )?"?([0-9a-f]{7,40})\b/gi
const NEWEST = /^(?:Commit |HEAD is(?: now at)?:? |Now at:? |\[[^\]\n]{1,160}? (?=[0-9a-f]{7,40}\] ))([0-9a-f]{7,40})\b/gm
/** That a commit is the newest. */
const CLAIM = /\bHEAD\b|\b(?:latest|newest|current|last|most recent) commit\b|\b(?:now )?on top\b|\bstands? at\b/i

/** True if a statement names a commit that was taken back later, or calls one the newest behind which another was made. */
function hasOtherCommit(statement: string, last: number, log: ReadLog): boolean {
  const hashes = statement.match(HASH) ?? []
  if (hashes.length === 0) return false
  const texts = log.entries.slice(last + 1).flatMap(saidBy)
  const isNamed = (hash: string): boolean => hashes.some((own) => own.startsWith(hash) || hash.startsWith(own))
  if (texts.some((text) => namedIn(text, GONE).some(isNamed))) return true
  const newest = CLAIM.test(statement) ? texts.flatMap((text) => namedIn(text, NEWEST)).at(-1) : undefined
  return newest !== undefined && !isNamed(newest)
}

function namedIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.slice(0, LOOKED_AT).matchAll(pattern)].map(([, hash = '']) => hash)
}

/** What programs said, and what was asked of git. */
function saidBy(entry: Entry): readonly string[] {
  if (entry.kind === 'tool-result') return [entry.text]
  return entry.kind === 'tool-call' && /\bgit\b/.test(entry.input) ? [entry.input] : []
}

const LOOKED_AT = 20_000
const PASSES = /\b(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)?)\b/i
const FAILS = /\b(?:fail(?:s|ed|ing)?|broken|red)\b/i

/** True if a statement says how a command ended, and the same command ended otherwise later. */
function hasOtherOutcome(statement: string, last: number, log: ReadLog): boolean {
  const isPass = PASSES.test(statement)
  if (isPass === FAILS.test(statement)) return false
  const outcome = log.entries.slice(last + 1).reduce<CommandFact['outcome'] | undefined>((known, entry) => {
    const fact = entry.kind === 'tool-result' ? runOf(entry, log) : undefined
    return fact !== undefined && names(statement, fact.command) ? fact.outcome : known
  }, undefined)
  return outcome === (isPass ? 'failure' : 'success')
}

/** The command that a result answers, with how it ended. */
function runOf(result: ToolResultEntry, log: ReadLog): CommandFact | undefined {
  const call = 'seq' in result.answers ? log.entries[result.answers.seq] : undefined
  const command = call?.kind === 'tool-call' ? log.read(call).call?.command : undefined
  if (call === undefined || command === undefined) return undefined
  return ended({ command, outcome: 'unknown', seq: call.seq }, result, log.read(result))
}

const LEAST = 6

/** True if a statement names what was run: `npm run check` of "cd app && npm run check 2>&1 | tail -3". */
function names(statement: string, command: string): boolean {
  const [program = ''] = plainCommand(command).split(/&&|\|\||[|;]|\d?>/)
  const name = program.trim()
  return name.length >= LEAST && / /.test(name) && statement.includes(name)
}
