import { PRESETS } from '../../plan/presets/index.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { presetTable } from './preset-table.ts'

/** `palimpsest presets`. */
export async function runPresets(): Promise<void> {
  const policies = [...PRESETS.values()].map((make) => make())
  await printOut(presetTable(policies, canvasFor(process.stdout, process.env)))
}
