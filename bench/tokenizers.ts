import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { medianOf } from './clock.ts'
import { seeded } from './random.ts'
import type { RunTime, TextSpeed, Tokenizers } from './report.ts'
import { type TextKind, writeCharacters } from './texts.ts'

const KINDS: readonly TextKind[] = ['prose', 'code', 'json', 'listing', 'chinese', 'base64', 'hex']
const SAMPLE = 10_000
/** Runs of one letter; the library's time is quadratic, and is not waited for beyond this. */
const RUNS = [8_000, 16_000, 32_000, 64_000] as const
const MOST_FOR_LIBRARY = 32_000

/** Ours against gpt-tokenizer: text that neither has seen, and one long run of a letter. */
export function compareTokenizers(options: {
  readonly samples: number
  readonly onProgress: (what: string, detail: string) => void
}): Tokenizers {
  const { samples, onProgress } = options
  const ours = bpeTokenizer()
  // Both read their vocabulary at the first count.
  for (const text of KINDS.map((kind) => writeCharacters(kind, SAMPLE, seeded(1)))) {
    if (ours.count(text) !== countTokens(text)) throw new Error('the two do not count the same')
  }
  const texts = KINDS.map((kind) => {
    onProgress('tokenizers', `new text, ${kind}`)
    return speedOf(kind, samples, [(text) => ours.count(text), countTokens])
  })
  const runs = RUNS.map((characters): RunTime => {
    onProgress('tokenizers', `${characters} times the same letter`)
    const text = 'a'.repeat(characters)
    clearMergeCache()
    const library = characters <= MOST_FOR_LIBRARY ? timeOf(() => countTokens(text)) : null
    return { characters, ours: timeOf(() => ours.count(text)), library }
  })
  return { texts, runs }
}

type Count = (text: string) => number

/** Each sample is counted once by each; they take turns to begin, since the second finds the text in the processor's cache. */
function speedOf(kind: TextKind, samples: number, [ours, library]: readonly [Count, Count]): TextSpeed {
  const times = { ours: [] as number[], library: [] as number[] }
  for (let seed = 2; seed < samples + 2; seed += 1) {
    const text = writeCharacters(kind, SAMPLE, seeded(seed))
    const byOurs = (): number => times.ours.push(timeOf(() => ours(text)))
    const byLibrary = (): number => times.library.push(timeOf(() => library(text)))
    for (const count of seed % 2 === 0 ? [byOurs, byLibrary] : [byLibrary, byOurs]) count()
  }
  return { kind, characters: SAMPLE, ours: medianOf(times.ours), library: medianOf(times.library) }
}

function timeOf(job: () => unknown): number {
  const started = performance.now()
  job()
  return performance.now() - started
}
