/** What keys, tokens and passwords look like. Each keeps what may be said and takes the rest. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ['private key', /^[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g],
  ['token', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g],
  ['key', /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g],
  ['key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['key', /\bAIza[\w-]{30,}/g],
  ['token', /\b(?:ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abposr]|npm|hf|dop_v1|shpat|pypi)[-_][A-Za-z0-9_-]{16,}/g],
  ['password', /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?=@)/gi],
  [
    'secret',
    /(?<=\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret)["']?\s*[:=]\s*["']?)[^\s"',;}]{6,200}/gi,
  ],
  ['token', /(?<=\bbearer\s{1,4})[\w.~+/=-]{16,}/gi],
]

export interface Redacted {
  readonly text: string
  /** How many secrets went. */
  readonly count: number
}

/** Takes out of a text what looks like a secret. It never throws and never refuses a text: at worst it leaves too little. */
export function redactSecrets(text: string): Redacted {
  let count = 0
  let left = text
  for (const [what, pattern] of SECRETS) {
    left = left.replaceAll(pattern, () => {
      count += 1
      return `[${what} removed]`
    })
  }
  return { text: left, count }
}
