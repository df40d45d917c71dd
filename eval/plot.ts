import type { Row } from './report.ts'

const WIDTH = 720
const BAR = 14
const GAP = 10
const LABEL = 190
const COLOURS = { useful: '#2f6f4f', grounded: '#b9c8bf' } as const

/** Bars of one table: what was useful, before what was merely there with its words. */
export function plotRows(title: string, rows: readonly Row[]): string {
  const height = 60 + rows.length * (2 * BAR + GAP)
  const scale = (value: number): number => Math.round(value * (WIDTH - LABEL - 60))
  const bars = rows.flatMap((row, index) => {
    const top = 44 + index * (2 * BAR + GAP)
    return [
      text(LABEL - 8, top + BAR + 4, row.contestant, 'end'),
      bar(top, scale(row.useful), COLOURS.useful),
      text(LABEL + scale(row.useful) + 6, top + 11, row.useful.toFixed(2)),
      bar(top + BAR, scale(row.grounded), COLOURS.grounded),
      text(LABEL + scale(row.grounded) + 6, top + BAR + 11, row.grounded.toFixed(2)),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    text(8, 18, title),
    text(8, 34, 'dark: useful, light: grounded'),
    ...bars,
    '</svg>',
    '',
  ].join('\n')
}

function bar(top: number, width: number, colour: string): string {
  return `<rect x="${LABEL}" y="${top}" width="${Math.max(1, width)}" height="${BAR - 2}" fill="${colour}"/>`
}

function text(x: number, y: number, words: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
