import { homedir } from 'node:os'
import { harmless } from '../harmless.ts'
import { bold, type Canvas, onColour } from '../picture/canvas.ts'
import { KINDS } from '../picture/kinds.ts'
import { count, counted, percent, roughly, wrap } from '../picture/words.ts'
import type { Fill, Share } from './fill-of.ts'

/** Everything that `stats` tells. */
export interface Stats {
  readonly title: string
  readonly facts: readonly string[]
  readonly now: Fill
  /** All that was said, if the model no longer sees all of it. */
  readonly whole: Fill | undefined
  readonly window: number
  /** Tokens that a compaction would leave, about. */
  readonly after: number
  readonly advice: readonly string[]
}

const ROWS = 5

/** What fills a window, as a picture: bars for kinds, lists for tools, files and turns. No line is wider than the canvas. */
export function drawStats(stats: Stats, canvas: Canvas): string {
  const { now, window, after } = stats
  const most = Math.max(window, now.tokens)
  const blocks = [
    [
      ...wrap(harmless(stats.title), canvas.width).map((line) => bold(line, canvas)),
      ...stats.facts.flatMap((fact) => wrap(harmless(fact), canvas.width)),
    ],
    [...fillBar('now', now, most, canvas), ...plainBar('then', after, most, canvas)],
    kindRows(now, canvas),
    list('By tool', now.tools, now.tokens, canvas),
    list('By file', now.files.map(shortPath), now.tokens, canvas),
    list('By turn', now.turns, now.tokens, canvas),
    list(
      'Asked again',
      now.repeated.map(({ tool, name, times, tokens }) => ({ ...shortPath({ name: `${tool} ${name}`, times, tokens }) })),
      now.tokens,
      canvas,
    ),
    stats.advice.flatMap((line) => wrap(harmless(line), canvas.width)),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const LABEL = 6

/** One bar over the whole width: each kind by its letter, the free part of the window in dots. */
function fillBar(label: string, fill: Fill, most: number, canvas: Canvas): readonly string[] {
  const cells = Math.max(4, canvas.width - LABEL)
  const parts = KINDS.filter(({ kind }) => kind !== 'free').map((style) => ({
    ...style,
    tokens: style.kind === 'free' ? 0 : fill.kinds[style.kind],
  }))
  const widths = spread(
    parts.map(({ tokens }) => tokens),
    most,
    cells,
  )
  const bar = parts.map(({ letter, colour }, at) => onColour(letter.repeat(widths[at] ?? 0), colour, canvas)).join('')
  const used = widths.reduce((sum, width) => sum + width, 0)
  return [`${label.padEnd(LABEL)}${bar}${'.'.repeat(Math.max(0, cells - used))}`]
}

function plainBar(label: string, tokens: number, most: number, canvas: Canvas): readonly string[] {
  const cells = Math.max(4, canvas.width - LABEL)
  const full = Math.min(cells, Math.max(1, Math.round((tokens / most) * cells)))
  return [`${label.padEnd(LABEL)}${onColour('M'.repeat(full), 213, canvas)}${'.'.repeat(cells - full)}`]
}

/** Cells for each part: one at least for what is there, and together no more than there are. */
function spread(parts: readonly number[], most: number, cells: number): readonly number[] {
  const widths = parts.map((tokens) => (tokens === 0 ? 0 : Math.max(1, Math.round((tokens / most) * cells))))
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - cells; excess > 0; excess -= 1) {
    const largest = widths.indexOf(Math.max(...widths))
    widths[largest] = (widths[largest] ?? 1) - 1
  }
  return widths
}

function kindRows(fill: Fill, canvas: Canvas): readonly string[] {
  return KINDS.flatMap(({ kind, letter, label, colour }) => {
    const tokens = kind === 'free' ? 0 : fill.kinds[kind]
    return tokens === 0
      ? []
      : [row(`${onColour(letter, colour, canvas)} ${label}`, label.length + 2, tokens, fill.tokens, canvas)]
  })
}

/** A name on the left, tokens and share on the right, if there is room for both. */
function row(name: string, length: number, tokens: number, whole: number, { width }: Canvas): string {
  const share = percent(tokens, whole).padStart(5)
  const numbers = width >= NARROW ? `${count(tokens).padStart(10)}${share}` : roughly(tokens)
  return `${name}${' '.repeat(Math.max(1, Math.min(width, WIDEST_ROW) - length - numbers.length))}${numbers}`
}

const NARROW = 32
/** Numbers that stand too far from their names cannot be read. */
const WIDEST_ROW = 100

function list(title: string, shares: readonly Share[], whole: number, canvas: Canvas): readonly string[] {
  if (shares.length === 0) return []
  const room = Math.min(canvas.width, WIDEST_ROW) - (canvas.width >= NARROW ? 18 : 7)
  const rows = shares.slice(0, ROWS).map(({ name, times, tokens }) => {
    const often = times > 1 ? ` ${count(times)}×` : ''
    const short = cut(harmless(name), Math.max(6, room - often.length))
    return row(`${short}${often}`, short.length + often.length, tokens, whole, canvas)
  })
  const more = shares.length > ROWS ? [`  and ${counted(shares.length - ROWS, 'more')}`.replace(/mores$/, 'more')] : []
  return [bold(title, canvas), ...rows, ...more]
}

function cut(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, room - 1).trimEnd()}…`
}

/** The end of a path tells more than its beginning. */
function shortPath(share: Share): Share {
  const home = process.env['HOME'] ?? homedir()
  const name = share.name.replace(`${home}/`, '~/')
  return {
    ...share,
    name:
      name.length > LONGEST_PATH && name.includes('/') && !/[\s"]/.test(name)
        ? `…${name.slice(name.indexOf('/', name.length - LONGEST_PATH))}`
        : name,
  }
}

const LONGEST_PATH = 60
