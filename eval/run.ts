import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import type { Contestant } from './contestants.ts'
import { type Score, scorePrompt, targetsOf, type Writing } from './score.ts'
import type { CutPoint } from './session.ts'
import { type StrictScore, scoreStrictly } from './strict.ts'

/** How many tokens a prompt gets: a share of what came before the cut, or as many as the product's own summary had. */
export const SIZES = ['10 %', '20 %', 'real'] as const
export type Size = (typeof SIZES)[number]

/** What one contestant scored at one cut. */
export interface Measured extends Score {
  readonly contestant: string
  readonly size: Size
  readonly writing: Writing
  readonly source: string
  readonly session: string
  readonly tokens: number
  readonly strict: StrictScore
}

const WRITINGS: readonly Writing[] = ['words', 'words and calls']
/** With fewer identifiers to find, a share says nothing. */
const LEAST_TARGETS = 5

const REAL: Contestant = { name: 'the product’s own summary', prompt: ({ realSummary }) => realSummary ?? '' }

/** Lets every contestant make a prompt at one cut, at every size that the cut allows. */
export async function measurePoint(point: CutPoint, contestants: readonly Contestant[]): Promise<readonly Measured[]> {
  const wanted = WRITINGS.map((writing) => ({ writing, targets: targetsOf(point, writing) })).filter(
    ({ targets }) => targets.length >= LEAST_TARGETS,
  )
  if (wanted.length === 0) return []
  const measured: Measured[] = []
  for (const { size, tokens } of sizesOf(point)) {
    for (const { name, prompt } of size === 'real' ? [...contestants, REAL] : contestants) {
      const text = await prompt(point, tokens)
      const { source, session } = point
      const shared = { contestant: name, size, source, session, tokens: bpeTokenizer().count(text) }
      for (const { writing, targets } of wanted)
        measured.push({ ...scorePrompt(targets, text), strict: scoreStrictly(targets, text), ...shared, writing })
    }
  }
  return measured
}

function sizesOf(point: CutPoint): readonly { readonly size: Size; readonly tokens: number }[] {
  if (point.realSummary !== undefined) return [{ size: 'real', tokens: bpeTokenizer().count(point.realSummary) }]
  return [
    { size: '10 %', tokens: Math.floor(point.tokens * 0.1) },
    { size: '20 %', tokens: Math.floor(point.tokens * 0.2) },
  ]
}
