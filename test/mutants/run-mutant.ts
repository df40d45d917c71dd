import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Mutant, Noticed } from './mutants.ts'

const HOOK = new URL('apply-mutant.ts', import.meta.url).href
const JUDGE = fileURLToPath(new URL('judge.ts', import.meta.url))
const SEED = 20_261_115

/** Whether the law notices a mutant. Each runs in a process of its own; the tree is not touched. */
export async function isNoticed(mutant: Mutant): Promise<boolean> {
  const { breaches } = await judged(mutant)
  return breaches.some(({ law }) => law === mutant.law)
}

function judged(mutant: Mutant): Promise<Noticed> {
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64', '--import', HOOK]
  const child = spawn(process.execPath, [...flags, JUDGE, mutant.law, String(mutant.seed ?? SEED)], {
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
