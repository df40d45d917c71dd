import { sumOf } from './replay-chart.ts'
import type { Replayed } from './replay-preset.ts'
import { largest } from './sparkline.ts'

/** What `replay --json` prints: the table's columns by name, and the tokens of every request that was made. */
export function replayJson(
  replays: readonly Replayed[],
  about: { readonly file: string; readonly calls: number; readonly dialect: string },
): object {
  const { calls: requests, ...rest } = about
  return {
    ...rest,
    requests,
    presets: replays.map(({ preset, window, compactions, sizes, dollars, otherwise, faults, stopped }) => ({
      preset,
      window,
      compactions,
      tokens: { last: sizes.at(-1) ?? 0, largest: largest(sizes), each: sizes },
      dollars: dollars.length === 0 ? null : { all: sumOf(dollars), each: dollars, ...otherwise },
      faults,
      stopped: stopped === undefined ? null : { at: sizes.length + 1, code: stopped.failure.code, message: stopped.message },
    })),
  }
}
