/** `node --import …/apply-mutant.ts …/judge.ts '<law>' '<seed>'`: looks at up to 600 transcripts, until one breaks the law. Prints the report. */
import { ALL_LAWS } from '../laws/all-laws.ts'
import { runLaws } from '../laws/judge/run-laws.ts'
import { ownEngine } from '../laws/judge/subject.ts'

const RUNS = 600

const [name, seed] = process.argv.slice(2)
const laws = ALL_LAWS.map((law) => law.name).filter((law) => law === name)
const report = await runLaws({ subject: ownEngine(), runs: RUNS, seed: Number(seed), laws, stopAtFirst: true })
console.log(JSON.stringify(report))
