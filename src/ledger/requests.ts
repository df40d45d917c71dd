import type { Entry, TextEntry } from '../schema/entry.ts'
import { isTemplateCommand, personWords } from '../schema/notices.ts'
import { earlierAt } from './earlier-summary.ts'

/** What a person said in a message: without what programs put around it. */
export function requestWords({ text }: Pick<TextEntry, 'text'>): string {
  return personWords(text)
}

export function isOfPerson(entry: Entry): entry is TextEntry {
  return entry.kind === 'text' && entry.author === 'person'
}

/** Made once: it is asked of every message, at every compaction. */
const SAYS_SOMETHING = /\S/

/** Whether a person said something to the agent. */
export function isRequest(entry: Entry): entry is TextEntry {
  if (!isOfPerson(entry) || !SAYS_SOMETHING.test(entry.text)) return false
  return isTemplateCommand(entry.text) || !isForClient(requestWords(entry))
}

/** A word to the program that the agent runs in, and nothing else. */
const CLIENT_COMMAND = /^\s*\/[a-z][\w:-]{0,40}\s*$/i
/** Commands of clients that ask nothing of the agent whatever stands behind them: aider, Claude Code, Codex, OpenCode, pi. */
const CLIENT_COMMANDS =
  /^\/(?:add|drop|read-only|ls|run|test|lint|git|commit|clear|reset|undo|redo|diff|tokens|model|models|mode|theme|editor|map|web|paste|voice|config|login|logout|mcp|cd|resume|rename|export|share|unshare|save|load|settings|memory|agents|status|cost|context|compact|exit|quit|new|name|tree|fork|approvals|permissions|add-dir)(?: |$)/

/** A longer message is no command to a client. */
const LONGEST_COMMAND = 2_000

function isForClient(words: string): boolean {
  if (words === '' || CLIENT_COMMAND.test(words)) return true
  if (!words.trimStart().startsWith('/') || words.length > LONGEST_COMMAND) return false
  const lines = words.split('\n').map((line) => line.trim())
  return lines.every((line) => line === '' || CLIENT_COMMANDS.test(line))
}

/** What people asked for: the task, and everything after it. */
interface Asked {
  readonly task: TextEntry | undefined
  readonly later: readonly TextEntry[]
}

/** If the agent has made so many calls before anybody spoke, the log begins in the middle: what is asked then is not the task. */
const CALLS_OF_WORK = 3

/**
 * What was asked in a stretch of a log. The first request is the task, unless it is a command without arguments that was stopped before the
 * agent did anything, or a summary from before has the task.
 */
export function askedIn(requests: readonly TextEntry[], entries: readonly Entry[], from: number): Asked {
  const earlier = earlierAt(entries, from)
  if (earlier !== undefined && earlier.seq < (requests[0]?.seq ?? 0)) return { task: undefined, later: requests }
  const before = entries.slice(from, requests[0]?.seq ?? from).filter(({ kind }) => kind === 'tool-call')
  if (before.length >= CALLS_OF_WORK) return { task: undefined, later: requests }
  const at = Math.max(
    0,
    requests.findIndex((request, index) => !isStopped(request, requests[index + 1], entries)),
  )
  return { task: requests[at], later: requests.filter((_, index) => index !== at) }
}

function isStopped(request: TextEntry, next: TextEntry | undefined, entries: readonly Entry[]): boolean {
  if (next === undefined || !isTemplateCommand(request.text) || /\s/.test(requestWords(request))) return false
  return entries.slice(request.seq, next.seq).every(({ author }) => author !== 'agent')
}
