import { describePolicy } from '../../plan/describe-policy.ts'
import { PRESETS } from '../../plan/presets/index.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { presetTable } from './preset-table.ts'

/** `palimpsest presets`. */
export async function runPresets({ json }: { readonly json?: true }): Promise<void> {
  const policies = [...PRESETS.values()].map((make) => make())
  if (json) return printOut(`${JSON.stringify(policies.map((policy) => ({ ...policy, words: describePolicy(policy) })))}\n`)
  await printOut(presetTable(policies, canvasFor(process.stdout, process.env)))
}
