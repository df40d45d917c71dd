import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createCompactor } from '../../../src/index.ts'
import { openSqliteStore } from '../../../src/stores/sqlite.ts'
import { diceFrom } from './dice.ts'
import { type Line, type Order, tagsIn } from './killed-child.ts'

/** What became of an agent whose processes were killed. */
export interface KilledReport {
  readonly lives: number
  readonly killed: number
  readonly compactions: number
  readonly refusals: number
  /** Models of which a refusal taught something. */
  readonly learned: number
  readonly wrong: readonly string[]
}

const CHILD = join(import.meta.dirname, 'killed-child.ts')
/** A life that does no step for so long is a dead thread. */
const SILENCE_MS = 120_000
const MOST_LIVES = 400

/** An agent of so many steps on SQLite, in processes that are killed at random about every hundred steps (L3, L9, L11, case 80). */
export async function playKilled(seed: number, steps: number, folder: string): Promise<KilledReport> {
  const dice = diceFrom(seed)
  const wrong: string[] = []
  let [lives, killed, done] = [0, 0, 0]
  while (done < steps && lives < MOST_LIVES && wrong.length === 0) {
    const most = done + 60 + dice.below(80)
    const ended = await oneLife({ folder, seed, life: lives, steps }, { isDue: (now) => now >= most, delay: dice.below(40) })
    lives += 1
    if (ended.wasKilled) killed += 1
    else if (ended.said !== '') wrong.push(`life ${lives}: ${ended.said}`)
    done = ended.wasKilled ? ended.done : steps
  }
  const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n').flatMap(lineOf)
  const { compactions, faults } = watched(lines)
  const refused = lines.flatMap((line) => (line.kind === 'refused' ? [`${line.model} ${line.window}`] : []))
  wrong.push(...faults, ...(await lostIn(folder, lines)))
  return { lives, killed, compactions, refusals: refused.length, learned: new Set(refused).size, wrong }
}

interface Killing {
  readonly isDue: (done: number) => boolean
  readonly delay: number
}

async function oneLife(order: Order, { isDue, delay }: Killing) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const errors: string[] = []
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)))
  let [done, isDying] = [0, false]
  const watch = setTimeout(() => {
    errors.push('no step for two minutes')
    child.kill('SIGKILL')
  }, SILENCE_MS)
  child.on('message', (now) => {
    watch.refresh()
    done = Number(now)
    if (isDying || !isDue(done)) return
    isDying = true
    void wait(delay).then(() => child.kill('SIGKILL'))
  })
  const [code, signal] = await once(child, 'close')
  clearTimeout(watch)
  const wasKilled = isDying && signal === 'SIGKILL'
  return { done, wasKilled, said: code === 0 ? '' : errors.join('').slice(0, 2_000) || `ended with ${code} ${signal}` }
}

/** The last line of a life may be torn. */
function lineOf(text: string): readonly Line[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

/** L9: without a commit in between, what was sent is the beginning of what is sent next. L11: no two compactions in a row for nothing. */
function watched(lines: readonly Line[]) {
  const faults: string[] = []
  let last: Extract<Line, { kind: 'sent' }> | undefined
  let [compactions, wasIdle] = [0, false]
  for (const line of lines) {
    if (line.kind !== 'sent') continue
    const isNew = line.commit !== (last?.commit ?? null)
    if (isNew && line.before !== null && line.after !== null) {
      const isIdle = line.after >= line.before
      if (isIdle && wasIdle) faults.push(`two compactions for nothing: ${line.before} to ${line.after}`)
      wasIdle = isIdle
      compactions += 1
    } else if (!isNew && last?.model === line.model && !last.messages.every((message, at) => message === line.messages[at]))
      faults.push(`the beginning of a request changed without a commit, after ${line.commit}`)
    last = line
  }
  return { compactions, faults }
}

/** What was appended and acknowledged stands in the log once; nothing stands there twice, and the log is whole. */
async function lostIn(folder: string, lines: readonly Line[]): Promise<readonly string[]> {
  const compactor = createCompactor({ store: await openSqliteStore(join(folder, 'agent.db')) })
  const thread = await compactor.thread('life')
  const tags = tagsIn(await thread.entries())
  const there = new Set(tags)
  const check = await compactor.verify('life')
  await compactor.close()
  const lost = lines.flatMap((line) => (line.kind === 'appended' && !there.has(line.tag) ? [line.tag] : []))
  return [
    ...(there.size === tags.length ? [] : ['an entry stands in the log twice']),
    ...(lost.length === 0 ? [] : [`lost: ${lost.join(', ')}`]),
    ...(check.kind === 'whole' ? [] : [`the log is broken at ${check.at}: ${check.detail}`]),
  ]
}
