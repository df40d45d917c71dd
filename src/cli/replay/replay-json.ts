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
    presets: replays.map(({ preset, window, compactions, sizes, faults, recall, dollars, spent, otherwise, stopped }) => ({
      preset,
      window,
      compactions,
      tokens: { last: sizes.at(-1) ?? 0, largest: largest(sizes), each: sizes },
      faults,
      recall,
      dollars: dollars ?? null,
      otherwise: dollars === undefined ? null : otherwise,
      spent,
      stopped: stopped === undefined ? null : { at: sizes.length + 1, code: stopped.failure.code, message: stopped.message },
    })),
  }
}
