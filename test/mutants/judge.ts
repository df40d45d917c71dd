/**
 * `node --import …/apply-mutant.ts …/judge.ts '<law>' '<seed>'`: looks at up to 600 transcripts, until one breaks the law, or at 300 games of a
 * saboteur, at 40 of an agent that works for a long time, at 12 of one that thinks, or at
 * random histories (`npm run time`) and agents that name what was put away. Prints the report.
 */

import { memoryStore } from '../../src/stores/memory.ts'
import { ALL_LAWS } from '../laws/all-laws.ts'
import { playLoad } from '../laws/judge/load-games.ts'
import { type LawsReport, runLaws } from '../laws/judge/run-laws.ts'
import { playSabotage } from '../laws/judge/sabotage-games.ts'
import { ownEngine } from '../laws/judge/subject.ts'
import { playThinking } from '../laws/judge/thinking-games.ts'
import { playRecall } from '../support/recall-games.ts'
import { playTime } from '../support/time-games.ts'
import type { Noticed } from './mutants.ts'

const RUNS = 600
const GAMES = 300
const [LOADS, TURNS] = [40, 40]
const [THINKERS, STEPS] = [12, 60]
const HISTORIES = 60
const [NAMING, NAMED] = [4, 30]

const [name, seed] = process.argv.slice(2)
if (name === 'saboteur') console.log(JSON.stringify(await sabotage()))
else if (name === 'load') console.log(JSON.stringify(await worked()))
else if (name === 'thinking') console.log(JSON.stringify(await thought()))
else if (name === 'time') console.log(JSON.stringify(await travelled()))
else if (name === 'recall') console.log(JSON.stringify(await recalled()))
else console.log(JSON.stringify(await judged()))

function judged(): Promise<LawsReport> {
  const laws = ALL_LAWS.map((law) => law.name).filter((law) => law === name)
  return runLaws({ subject: ownEngine(), runs: RUNS, seed: Number(seed), laws, stopAtFirst: true })
}

async function sabotage(): Promise<Noticed> {
  for (let game = 0; game < GAMES; game += 1) {
    const changed = await playSabotage(Number(seed) + game)
    if (changed !== undefined) return { breaches: [{ law: 'saboteur' }] }
  }
  return { breaches: [] }
}

async function worked(): Promise<Noticed> {
  for (let game = 0; game < LOADS; game += 1) {
    const { wrong } = await playLoad(Number(seed) + game, TURNS)
    if (wrong.length > 0) return { breaches: [{ law: 'load' }] }
  }
  return { breaches: [] }
}

async function thought(): Promise<Noticed> {
  for (let game = 0; game < THINKERS; game += 1) {
    const wrong = await playThinking(Number(seed) + game, STEPS)
    if (wrong.length > 0) return { breaches: [{ law: 'thinking' }] }
  }
  return { breaches: [] }
}

async function travelled(): Promise<Noticed> {
  for (let game = 0; game < HISTORIES; game += 1) {
    // What breaks a game off is noticed as well.
    const faults = await playTime(Number(seed) + game, memoryStore()).catch((error: unknown) => [String(error)])
    if (faults.length > 0) return { breaches: [{ law: 'time' }] }
  }
  return { breaches: [] }
}

async function recalled(): Promise<Noticed> {
  for (let game = 0; game < NAMING; game += 1) {
    const faults = await playRecall(Number(seed) + game, NAMED).catch((error: unknown) => [String(error)])
    if (faults.length > 0) return { breaches: [{ law: 'recall' }] }
  }
  return { breaches: [] }
}
