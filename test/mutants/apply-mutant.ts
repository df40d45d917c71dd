/** `node --import …/apply-mutant.ts`: loads one source file with the change that `PALIMPSEST_MUTANT` names, and nothing else changed. */

import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Change {
  readonly file: string
  readonly find: string
  readonly replace: string
}

const change = JSON.parse(process.env['PALIMPSEST_MUTANT'] ?? 'null') as Change | null
const target = change === null ? '' : new URL(`../../${change.file}`, import.meta.url).href

registerHooks({
  load(url, context, nextLoad) {
    if (change === null || url !== target) return nextLoad(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    if (!source.includes(change.find)) throw new Error(`mutant: ${change.file} has no ${JSON.stringify(change.find)}`)
    return {
      format: 'module',
      shortCircuit: true,
      source: stripTypeScriptTypes(source.replace(change.find, () => change.replace)),
    }
  },
})
