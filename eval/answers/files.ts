import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isJsonObject, type Json, stringField } from '../../src/schema/json.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import { readOperations } from '../../src/summarizers/model/read-answer.ts'
import { isForeignSummary, messagesIn, plainTextIn } from '../session.ts'

/** What a model answered about messages `from` up to `to` of a session. */
export interface AnswerFile {
  readonly name: string
  readonly session: string
  /** What was appended. */
  readonly messages: readonly Json[]
  /** What came after it, without what the product wrote for itself. */
  readonly after: readonly Json[]
  readonly operations: readonly LedgerOperation[]
  /** Parts of the answer that could not be read. */
  readonly remarks: readonly string[]
  /** What the product itself wrote when it compacted here. */
  readonly realSummary: string | undefined
  /** The window in which it was asked for. */
  readonly window: number
}

export const USUAL_WINDOW = 8_000

/** The answers of a folder; their sessions lie in `sessions`. */
export function answerFiles(folder: string, sessions: string): readonly AnswerFile[] {
  return globSync('*.json', { cwd: folder })
    .sort()
    .map((file) => readAnswerFile(join(folder, file), sessions))
}

function readAnswerFile(file: string, sessions: string): AnswerFile {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Json
  const session = isJsonObject(value) ? stringField(value, 'session') : undefined
  if (!isJsonObject(value) || session === undefined) throw new Error(`${file} names no session`)
  const { from, to, answer, window } = value
  if (typeof from !== 'number' || typeof to !== 'number') throw new Error(`${file} does not say which messages it is about`)
  const messages = messagesIn(JSON.parse(readFileSync(join(sessions, `${session}.json`), 'utf8')) as Json)
  const read = readOperations(typeof answer === 'string' ? answer : JSON.stringify(answer ?? null))
  if (read.kind === 'unreadable') throw new Error(`${file}: ${read.detail}`)
  const written = messages.slice(to).find(isForeignSummary)
  return {
    ...{ name: basename(file, '.json'), session, messages: messages.slice(from, to) },
    after: messages.slice(to).filter((message) => !isForeignSummary(message)),
    ...{ operations: read.operations, remarks: read.remarks },
    realSummary: written === undefined ? undefined : plainTextIn(written),
    window: typeof window === 'number' ? window : USUAL_WINDOW,
  }
}
