import type { Filling } from './bars.ts'
import { bold, type Canvas, onColour } from './canvas.ts'
import { KINDS, type KindStyle, totalOf } from './kinds.ts'
import { count, percent, roughly } from './words.ts'

const LABEL = 13
/** From here on there is room for a share beside every number. */
const ROOMY = 56
/** Below, there is room for one number only. */
const NARROW = 40

interface Column {
  readonly title: string
  readonly width: number
  cell(before: number, after: number): string
}

/** A table of the kinds: tokens before and after, with their share of the budget: what does not fit is more than 100%. */
export function drawLegend(filling: Filling, canvas: Canvas): readonly string[] {
  const { before, after } = filling
  const columns = columnsOf(filling.budget, canvas)
  const row = (name: string, old: number, now: number): string =>
    name + columns.map((column) => column.cell(old, now).padStart(column.width)).join('')
  const head = 'tokens'.padEnd(LABEL) + columns.map((column) => column.title.padStart(column.width)).join('')
  const shown = KINDS.filter(({ kind }) => before[kind] > 0 || after[kind] > 0)
  return [
    bold(head, canvas),
    ...shown.map((style) => row(nameOf(style, canvas), before[style.kind], after[style.kind])),
    bold(row('all'.padEnd(LABEL), totalOf(before), totalOf(after)), canvas),
  ]
}

function columnsOf(budget: number, canvas: Canvas): readonly Column[] {
  if (canvas.width < NARROW) return [{ title: 'after', width: canvas.width - LABEL, cell: (_, after) => roughly(after) }]
  const isRoomy = canvas.width >= ROOMY
  const [number, share, title] = isRoomy ? [11, 11, 'of budget'] : [10, 7, 'share']
  const columns: readonly Column[] = [
    { title: 'before', width: number, cell: (before) => count(before) },
    { title, width: share, cell: (before) => percent(before, budget) },
    { title: 'after', width: number, cell: (_, after) => count(after) },
    { title, width: share, cell: (_, after) => percent(after, budget) },
  ]
  return isRoomy ? columns : columns.filter((_, index) => index !== 1)
}

function nameOf({ letter, label, kind, colour }: KindStyle, canvas: Canvas): string {
  const swatch = kind === 'free' ? letter : onColour(letter, colour, canvas)
  return `${swatch} ${label.padEnd(LABEL - 2)}`
}
