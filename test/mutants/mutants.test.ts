import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LAWS } from '../laws/all-laws.ts'
import type { LawsReport } from '../laws/judge/run-laws.ts'
import { type Mutant, mutants } from './mutants.ts'

/** A law test that no mutant can break asserts nothing. Each mutant runs in a process of its own; the tree is not touched. */
describe('each law notices when our own code is wrong', { concurrent: true }, () => {
  it.each(mutants)('$law notices that $name', { timeout: 120_000 }, async (mutant) => {
    expect(readFileSync(mutant.file, 'utf8')).toContain(mutant.find)
    const report = await runMutated(mutant)
    expect(report.breaches.map((breach) => breach.law)).toContain(mutant.law)
  })

  it('has a mutant for every law', () => {
    expect(LAWS.map((law) => law.name).filter((name) => !mutants.some((mutant) => mutant.law === name))).toEqual([])
  })
})

function runMutated(mutant: Mutant): Promise<LawsReport> {
  const hook = new URL('apply-mutant.ts', import.meta.url).href
  const seed = mutant.seed === undefined ? [] : ['--seed', String(mutant.seed)]
  const flags = ['--runs', '600', '--deep', '1', ...seed, '--workers', '1', '--law', mutant.law, '--stop', '--json']
  const child = spawn(process.execPath, ['--import', hook, 'scripts/laws.ts', ...flags], {
    env: { ...process.env, PALIMPSEST_MUTANT: JSON.stringify(mutant) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += String(data)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (printed === '' ? reject(new Error(`ended with ${code}`)) : resolve(JSON.parse(printed))))
  })
}
