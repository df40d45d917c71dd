/** Context windows by the beginning of a model's name, most particular first. */
const WINDOWS: readonly (readonly [prefix: string, window: number])[] = [
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
  ['gpt-5', 400_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['claude-', 200_000],
  ['gemini-1.5-pro', 2_000_000],
  ['gemini-', 1_048_576],
  ['deepseek-', 128_000],
]

/** Where nobody names a window or a model we know. */
export const FALLBACK_WINDOW = 128_000

/** A model's context window; `undefined` for one we do not know. `openai/gpt-4o` and `gpt-4o` are the same model. */
export function windowOf(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return WINDOWS.find(([prefix]) => name.startsWith(prefix))?.[1]
}
