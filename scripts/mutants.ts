/**
 * `npm run mutants -- [--workers N] [words of a name]`: our own code with one thing wrong, and the law that must notice. Fails if one of
 * them goes unnoticed. `npm test` tries a few of them.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Mutant, mutants } from '../test/mutants/mutants.ts'
import { isNoticed } from '../test/mutants/run-mutant.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: 'string', default: String(availableParallelism()) } },
})
const queue = mutants.filter(({ name }) => name.includes(positionals.join(' ')))
const chosen = queue.length
const unnoticed: string[] = []

await Promise.all(Array.from({ length: Number(values.workers) }, work))
console.log(`${chosen} mutants, ${unnoticed.length} unnoticed`)
for (const line of unnoticed) console.log(line)
process.exitCode = chosen > 0 && unnoticed.length === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) await judge(mutant)
}

async function judge(mutant: Mutant): Promise<void> {
  const noticed = await isNoticed(mutant)
  const line = `${mutant.law.padEnd(9)} ${noticed ? 'notices that' : 'DOES NOT NOTICE that'} ${mutant.name}`
  console.log(line)
  if (!noticed) unnoticed.push(line)
}
