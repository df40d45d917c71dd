import type { Entry } from '../../schema/entry.ts'
import type { FateRun } from '../../schema/receipt.ts'
import { harmless } from '../harmless.ts'
import { drawBars, type Filling } from './bars.ts'
import { bold, type Canvas } from './canvas.ts'
import { drawLegend } from './legend.ts'
import { drawStrip } from './strip.ts'
import { wrap } from './words.ts'

/** All that is in the picture of one compaction. */
export interface Picture extends Filling {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly fates: readonly FateRun[]
  readonly facts: readonly string[]
}

/** What fills the window before and after, what became of each entry, and the facts. No line is wider than the canvas. */
export function drawPicture(picture: Picture, canvas: Canvas): string {
  const blocks = [
    wrap(harmless(picture.title), canvas.width).map((line) => bold(line, canvas)),
    drawBars(picture, canvas),
    drawLegend(picture, canvas),
    drawStrip(picture, canvas),
    picture.facts.flatMap((fact) => wrap(harmless(fact), canvas.width)),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
