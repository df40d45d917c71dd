import { balanced } from '../../src/plan/presets/balanced.ts'
import { claudeCode } from '../../src/plan/presets/claude-code.ts'
import type { Policy } from '../../src/schema/policy.ts'
import { play } from './play.ts'
import { SHEETS } from './sheets.ts'
import { onSizes } from './size-policies.ts'
import { makeTrace } from './traces.ts'
import { makeWorld } from './world.ts'

const SIZE = { width: 760, height: 300, left: 64, right: 20, top: 34, bottom: 40 } as const
const LINES = [
  { name: 'balanced', colour: '#0072b2', dash: '' },
  { name: 'at 95 % of the window', colour: '#d55e00', dash: '6 3' },
] as const
/** The policies that are drawn. */
export const PLOTTED: readonly Policy[] = [balanced(), claudeCode()]

/** One line: what a policy sent, and what that cost in dollars. */
export interface PlottedLine {
  readonly prompts: readonly number[]
  readonly dollars: number
  readonly compactions: number
}

/** The size of every prompt of a session of usual shape, under the default and under a share of the window: what each reads is the area. */
export function plotSession(seed: number, steps: number, window: number): string {
  const [anthropic] = SHEETS
  if (anthropic === undefined) throw new Error('there is no sheet')
  const world = makeWorld(makeTrace(seed, steps), anthropic, window)
  const lines = PLOTTED.map((policy): PlottedLine => {
    const { prompts, cost, compactions } = play(world, onSizes(policy))
    return { prompts, compactions, dollars: ((cost - compactions * world.loss) * anthropic.sheet.perMillion) / 1e6 }
  })
  return plotLines(lines, window)
}

/** Lines of the policies in `PLOTTED`, in their order. */
export function plotLines(given: readonly PlottedLine[], window: number): string {
  const played = given.map((line, index) => ({ ...line, ...(LINES[index] ?? LINES[0]) }))
  const steps = Math.max(...given.map(({ prompts }) => prompts.length))
  const most = Math.max(...played.flatMap(({ prompts }) => prompts))
  const x = (step: number): number => SIZE.left + (step / steps) * (SIZE.width - SIZE.left - SIZE.right)
  const y = (tokens: number): number => SIZE.height - SIZE.bottom - (tokens / most) * (SIZE.height - SIZE.top - SIZE.bottom)
  const lines = played.map(({ prompts, colour, dash }) => {
    const points = prompts.map((tokens, step) => `${x(step).toFixed(1)},${y(tokens).toFixed(1)}`).join(' ')
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.6" stroke-dasharray="${dash}"/>`
  })
  const legend = played.map(({ name, colour, dollars, compactions }, index) => {
    const words = `${name}: $${dollars.toFixed(2)}, ${compactions} compactions`
    return `<text x="${SIZE.left + index * 330}" y="20" fill="${colour}">${words}</text>`
  })
  const marks = [0, 0.5, 1].map((share) => {
    const tokens = most * share
    return `<text x="${SIZE.left - 8}" y="${y(tokens) + 4}" text-anchor="end">${Math.round(tokens / 1000)}k</text><line x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y(tokens)}" y2="${y(tokens)}" stroke="#ccc"/>`
  })
  const axis = `<text x="${SIZE.width / 2}" y="${SIZE.height - 10}" text-anchor="middle">tokens of the prompt over ${steps} calls, window ${window.toLocaleString('en')}</text>`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="13">`
  return `${[open, '<title>Prompt sizes of one session under two policies</title>', '<rect width="100%" height="100%" fill="#fff"/>', ...marks, ...lines, ...legend, axis].join('\n')}\n</svg>\n`
}
