type ParsedTokens = { readonly kind: 'tokens'; readonly tokens: number } | { readonly kind: 'refused'; readonly expected: string }

const WORTH: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/** Reads a number of tokens as people write it: `8192`, `32k`, `1m`. Anything that could mean two things is refused. */
export function parseTokens(text: string, least: number): ParsedTokens {
  const [, digits, suffix] = /^(\d+)([km]?)$/i.exec(text) ?? []
  const tokens = Number(digits) * (WORTH[suffix?.toLowerCase() ?? ''] ?? Number.NaN)
  if (Number.isSafeInteger(tokens) && tokens >= least) return { kind: 'tokens', tokens }
  return { kind: 'refused', expected: `a whole number of tokens, at least ${least}, such as 8192, 32k or 1m` }
}
