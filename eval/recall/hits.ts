import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor } from '../../src/index.ts'
import { searchable } from '../../src/recall/terms.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { plainBm25 } from './plain-bm25.ts'
import { dice, mechanicalQuestion, type Question } from './questions.ts'
import type { Session } from './sessions.ts'

const MOST = 5
const MECHANICAL = 500
const KINDS: readonly Entry['kind'][] = ['text', 'tool-result', 'tool-call', 'reasoning']

/** A question as it is written down: what is asked, and texts of which an entry that answers it has one. */
interface WrittenQuestion {
  readonly session: string
  readonly question: string
  readonly answers: readonly string[]
  readonly half?: string
}

/** How often one of the first five hits answers, for questions made by a program and for those that were written; beside plain BM25. */
export async function measureHits(sessions: readonly Session[], written: string | undefined): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-recall-'))
  const store = await openSqliteStore(join(folder, 'recall.db'), { survives: 'crash' })
  const compactor = createCompactor({ store, clock: () => 0 })
  const entries = new Map<string, readonly Entry[]>()
  for (const { name, messages } of sessions) {
    const thread = await compactor.thread(name)
    await thread.appendDrafts(messages)
    entries.set(name, await thread.entries())
  }
  const plain = new Map([...entries].map(([name, log]) => [name, plainBm25(log)]))
  const ours = async ({ session, text }: Question): Promise<readonly number[]> =>
    (await (await compactor.thread(session)).recall(text, { limit: MOST })).map(({ seq }) => seq)
  const theirs = async ({ session, text }: Question): Promise<readonly number[]> => plain.get(session)?.(text, MOST) ?? []
  const lines: string[] = []
  const measure = async (what: string, questions: readonly Question[]): Promise<void> => {
    lines.push(await line(`${what}, recall`, questions, ours), await line(`${what}, plain BM25`, questions, theirs))
  }
  await measure(`${MECHANICAL} mechanical`, mechanical(entries))
  if (written !== undefined) {
    const questions = readQuestions(written, entries)
    await measure(`${questions.length} written`, questions)
    for (const half of new Set(questions.map((question) => question.half))) {
      const some = questions.filter((question) => question.half === half)
      if (half !== undefined) await measure(`of these ${some.length} ${half}`, some)
    }
  }
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  return lines
}

function mechanical(entries: ReadonlyMap<string, readonly Entry[]>): readonly Question[] {
  const roll = dice(20_261_118)
  const names = [...entries.keys()]
  const questions: Question[] = []
  for (let index = 0; questions.length < MECHANICAL && index < 20 * MECHANICAL; index += 1) {
    const name = names[index % names.length] ?? ''
    const kind = KINDS[(Math.floor(index / names.length) + index) % KINDS.length] ?? 'text'
    const question = mechanicalQuestion(name, entries.get(name) ?? [], roll, kind)
    if (question !== undefined) questions.push(question)
  }
  return questions
}

function readQuestions(file: string, entries: ReadonlyMap<string, readonly Entry[]>): readonly Question[] {
  const written = JSON.parse(readFileSync(file, 'utf8')) as readonly WrittenQuestion[]
  return written.flatMap(({ session, question, answers, half }): readonly Question[] => {
    const log = entries.get(session) ?? []
    const fits = log.filter((entry) => entry.role !== 'system' && answers.some((answer) => searchable(entry).includes(answer)))
    const [first] = fits
    if (first === undefined) return []
    const found = { session, text: question, answers: new Set(fits.map(({ seq }) => Number(seq))), kind: first.kind }
    return [half === undefined ? found : { ...found, half }]
  })
}

async function line(
  what: string,
  questions: readonly Question[],
  find: (question: Question) => Promise<readonly number[]>,
): Promise<string> {
  const kinds = new Map<string, { hit: number; of: number }>()
  for (const question of questions) {
    const isHit = (await find(question)).some((seq) => question.answers.has(seq))
    const count = kinds.get(question.kind) ?? { hit: 0, of: 0 }
    kinds.set(question.kind, { hit: count.hit + (isHit ? 1 : 0), of: count.of + 1 })
  }
  const counts = [...kinds.values()]
  const share = counts.reduce((sum, { hit }) => sum + hit, 0) / Math.max(1, questions.length)
  const byKind = [...kinds].map(([kind, { hit, of }]) => `${kind} ${hit}/${of}`).join(', ')
  return `${what.padEnd(36)} hit@5 ${share.toFixed(2)}   ${byKind}`
}
