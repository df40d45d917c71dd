import { bold, type Canvas, onColour } from './canvas.ts'
import { EMPTY_TALLY, KINDS, type Kind, type KindStyle, type Tally, totalOf } from './kinds.ts'
import { count, wrap } from './words.ts'

export interface Filling {
  readonly before: Tally
  readonly after: Tally
  readonly budget: number
}

const LABEL = 8
const NUMBER = 10
/** A session many times the budget would leave no room for what is kept of it: the bar is cut off here. */
const MOST_BUDGETS = 3

/** Two stacked bars to one scale, before and after, and where the budget ends. */
export function drawBars(filling: Filling, canvas: Canvas): readonly string[] {
  const cells = canvas.width - LABEL - NUMBER
  const scale = Math.min(Math.max(totalOf(filling.before), filling.budget), filling.budget * MOST_BUDGETS)
  const bar = (label: string, tally: Tally): string => {
    const number = count(totalOf(tally)).padStart(NUMBER)
    return `${label.padEnd(LABEL)}${drawBar(tally, { tokens: scale, cells }, canvas)}${bold(number, canvas)}`
  }
  const end = LABEL + Math.round((filling.budget / scale) * cells)
  return [
    bar('before', filling.before),
    bar('after', filling.after),
    ...markAt(end, `budget ${count(filling.budget)} tokens`, canvas),
  ]
}

interface Scale {
  /** Tokens that fill all cells. */
  readonly tokens: number
  readonly cells: number
}

function drawBar(tally: Tally, scale: Scale, canvas: Canvas): string {
  const total = totalOf(tally)
  const isCut = total > scale.tokens
  // A bar that is cut off still shows how its whole is made up.
  const share = shareCells(tally, isCut ? { ...scale, tokens: total } : scale)
  const bar = KINDS.map((style) => drawSegment(style, share[style.kind], canvas)).join('')
  return isCut ? `${withoutLast(bar, canvas)}>` : bar + ' '.repeat(scale.cells - totalOf(share) - share.free)
}

/** Cells for each kind: by its tokens, but one at least, so that what is there is seen. The largest pay for that. */
function shareCells(tally: Tally, { tokens, cells }: Scale): Tally {
  const share: Record<Kind, number> = { ...EMPTY_TALLY }
  for (const { kind } of KINDS) share[kind] = tally[kind] === 0 ? 0 : Math.max(1, Math.round((tally[kind] / tokens) * cells))
  let excess = totalOf(share) + share.free - Math.round(((totalOf(tally) + tally.free) / tokens) * cells)
  while (excess !== 0) {
    const [largest] = KINDS.map(({ kind }) => kind).sort((a, b) => share[b] - share[a] || tally[a] - tally[b])
    if (largest === undefined) break
    share[largest] -= Math.sign(excess)
    excess -= Math.sign(excess)
  }
  return share
}

function drawSegment({ letter, kind, colour }: KindStyle, cells: number, canvas: Canvas): string {
  if (cells <= 0) return ''
  if (!canvas.colour || kind === 'free') return letter.repeat(cells)
  return onColour(letter.padEnd(cells), colour, canvas)
}

/** Makes room for the mark that says "and so on". */
function withoutLast(bar: string, canvas: Canvas): string {
  const reset = '\u001b[0m'
  return canvas.colour && bar.endsWith(reset) ? bar.slice(0, -reset.length - 1) + reset : bar.slice(0, -1)
}

/** An arrow under the place where the budget ends, with its text on the side that has room. */
function markAt(end: number, text: string, canvas: Canvas): readonly string[] {
  const place = end - 1
  if (place + 2 + text.length <= canvas.width) return [`${' '.repeat(place)}^ ${text}`]
  return text.length + 2 <= canvas.width ? [`${text} ^`.padStart(place + 1)] : wrap(text, canvas.width)
}
