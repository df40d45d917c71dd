import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import type { Contestant } from './contestants.ts'
import { type Score, scorePrompt, targetsOf, type Writing } from './score.ts'
import type { CutPoint } from './session.ts'

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
}

const WRITINGS: readonly Writing[] = ['words', 'words and calls']
/** With fewer identifiers to find, a share says nothing. */
const LEAST_TARGETS = 5

/** Lets every contestant make a prompt at one cut, at every size that the cut allows. */
export function measurePoint(point: CutPoint, contestants: readonly Contestant[]): readonly Measured[] {
  const wanted = WRITINGS.map((writing) => ({ writing, targets: targetsOf(point, writing) })).filter(
    ({ targets }) => targets.length >= LEAST_TARGETS,
  )
  if (wanted.length === 0) return []
  return sizesOf(point).flatMap(({ size, tokens }) => {
    const prompts = contestants.map(({ name, prompt }) => ({ name, text: prompt(point, tokens) }))
    if (size === 'real') prompts.push({ name: 'the product’s own summary', text: point.realSummary ?? '' })
    return prompts.flatMap(({ name, text }) =>
      wanted.map(({ writing, targets }) => ({
        ...scorePrompt(targets, text),
        contestant: name,
        size,
        writing,
        source: point.source,
        session: point.session,
        tokens: bpeTokenizer().count(text),
      })),
    )
  })
}

function sizesOf(point: CutPoint): readonly { readonly size: Size; readonly tokens: number }[] {
  if (point.realSummary !== undefined) return [{ size: 'real', tokens: bpeTokenizer().count(point.realSummary) }]
  return [
    { size: '10 %', tokens: Math.floor(point.tokens * 0.1) },
    { size: '20 %', tokens: Math.floor(point.tokens * 0.2) },
  ]
}
