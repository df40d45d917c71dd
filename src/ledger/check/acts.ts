import type { Entry, ToolCallEntry } from '../../schema/entry.ts'
import { isQuestion } from '../last-sign.ts'
import { sentencesOf } from '../sentences.ts'
import { fileOperationOf, isCommandTool } from '../tool-knowledge.ts'
import { topicWords } from './clauses.ts'
import type { DeedWay } from './deeds.ts'

/** Something that the log shows to have been done, or said. */
export interface Act {
  readonly seq: number
  /** `make` if it makes something that was not there. */
  readonly ways: readonly (DeedWay | 'make')[]
  readonly text: string
  words(): ReadonlySet<string>
}

/** What an entry did: a call that did not fail, what the agent said, what a program around it reports. */
export function actsOf(
  entry: Entry,
  isFailed: (call: ToolCallEntry) => boolean,
  meant: (call: ToolCallEntry) => string,
  before: Entry | undefined,
): readonly Act[] {
  if (entry.kind === 'text' && entry.author === 'agent') return said(entry.seq, entry.text)
  if (entry.kind === 'tool-call') {
    if (isFailed(entry)) return []
    const words = meant(entry)
    return [act(entry.seq, waysOf(entry, words), `${entry.tool} ${words}\n${announced(before)}`), ...said(entry.seq, words)]
  }
  if (entry.kind !== 'tool-result' || entry.answers.kind === 'call') return []
  const reported = (entry.text.match(REPORTED) ?? []).map((line) => line.replace(/^Commit /, 'git commit '))
  // What was changed stands in the answer that the program has carried out.
  const edit = before?.kind === 'text' && before.author === 'agent' ? before.text : ''
  return reported.length === 0 ? [] : [act(entry.seq, ['change', 'git'], `${reported.join('\n')}\n${edit}`)]
}

/** What was said to come next is what the call then did: an edit is told in the words in which it was announced. */
export function announced(before: Entry | undefined): string {
  if (before?.kind !== 'text' || before.author !== 'agent') return ''
  const said = sentencesOf(before.text.slice(-LONGEST_ANNOUNCED)).at(-1) ?? ''
  return ANNOUNCING.test(said) ? said : ''
}

const ANNOUNCING = /\b(?:let me|let['’]?s|i['’]ll|we['’]ll|i will|we will|now|next|first|need to|going to)\b/i
const LONGEST_ANNOUNCED = 400

/** Each sentence by itself; what is asked is not said. */
function said(seq: number, text: string): readonly Act[] {
  return sentencesOf(text.slice(0, LONGEST)).flatMap((sentence) => (isQuestion(sentence) ? [] : [act(seq, ['say'], sentence)]))
}

/** How programs that change files without a call say what they did. */
const REPORTED = /^(?:Applied edit to|Commit [0-9a-f]{7,40}\b).{0,300}$/gm
const LONGEST = 20_000

function act(seq: number, ways: Act['ways'], said: string): Act {
  const text = said.slice(0, LONGEST)
  let words: ReadonlySet<string> | undefined
  return {
    ...{ seq, ways, text },
    words: () => {
      words ??= topicWords(text)
      return words
    },
  }
}

/** Commands that change files by themselves. */
const CHANGING =
  /(?:^|[\s"&|;(])(?:rm|mv|cp|mkdir|touch|sed -i|perl -\w*i|tee|git (?:rm|mv|checkout|restore|apply|revert|reset|stash))\b|<<\s?['"\\]{0,3}EOF|>\s?[\w./~-]{2}/

/** True if a call changes a file. */
export function isChange(entry: Entry): boolean {
  if (entry.kind !== 'tool-call') return false
  const operation = fileOperationOf(entry.tool)
  return isCommandTool(entry.tool) ? CHANGING.test(entry.input) : operation !== undefined && operation !== 'read'
}

/** How tools are called of which nothing else is known, by what they do. */
const LOOKING = /^(?:\w+__)?(?:get|list|search|find|read|fetch|query|view|think|calculate|grep|glob|ls|look)/i

function waysOf(call: ToolCallEntry, meant: string): Act['ways'] {
  const { tool } = call
  if (isCommandTool(tool))
    return [
      'run',
      'look',
      ...(isChange(call) ? (['change'] as const) : []),
      ...(MAKING.test(meant) ? (['make'] as const) : []),
      ...(GIT.test(meant) ? (['git'] as const) : []),
    ]
  const operation = fileOperationOf(tool)
  if (operation !== undefined) return operation === 'read' ? ['look'] : operation === 'created' ? ['change', 'make'] : ['change']
  return LOOKING.test(tool) ? ['look', 'run'] : ['change', 'run']
}

const MAKING = /^(?:cp|mkdir|touch)\b|[&;]\s{0,4}(?:cp|mkdir|touch)\b/m
const GIT = /\bgit\b[^|;&\n]{0,80} (?:commit|push|merge|add|rebase)\b/i
