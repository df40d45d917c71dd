import type { Tokenizer } from '../schema/ports.ts'

/** The tokenizer of `bpe.ts`, which loads its vocabulary (2 MB) before the first thread is opened: whoever opens none does without. */
export function laterBpe(): Tokenizer {
  let loaded: Tokenizer | undefined
  const known = (): Tokenizer => {
    if (loaded === undefined) throw new Error('tokens were counted before a thread was opened')
    return loaded
  }
  return {
    name: 'o200k_base',
    async load() {
      loaded ??= (await import('./bpe.ts')).bpeTokenizer()
    },
    count: (text) => known().count(text),
    quick: (text) => known().quick?.(text),
  }
}
