/** A shape of key that a provider hands out: how it begins, and what may follow to the end of the word. */
interface KnownKey {
  readonly starts: readonly string[]
  readonly kind: string
  readonly rest: RegExp
}

/** More special beginnings stand before those that they begin with. */
const KNOWN: readonly KnownKey[] = [
  { starts: ['sk-ant-'], kind: 'anthropic-key', rest: /^[\w-]{20,}$/ },
  { starts: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], kind: 'openai-key', rest: /^[\w-]{20,}$/ },
  { starts: ['sk-or-v1-', 'sk-or-'], kind: 'openrouter-key', rest: /^[0-9a-f]{32,}$/ },
  { starts: ['sk-live-', 'sk-test-'], kind: 'secret-key', rest: /^[A-Za-z0-9]{16,}$/ },
  { starts: ['sk-lf-'], kind: 'langfuse-key', rest: /^[0-9a-f-]{32,}$/ },
  { starts: ['sk-'], kind: 'openai-key', rest: /^(?=.{20})(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9]+$/ },
  { starts: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], kind: 'stripe-key', rest: /^[A-Za-z0-9]{16,}$/ },
  { starts: ['whsec_'], kind: 'webhook-secret', rest: /^[A-Za-z0-9]{24,}$/ },
  { starts: ['sk_'], kind: 'elevenlabs-key', rest: /^[0-9a-f]{48}$/ },
  { starts: ['csk-'], kind: 'cerebras-key', rest: /^[a-z0-9]{40,}$/ },
  { starts: ['gsk_'], kind: 'groq-key', rest: /^[A-Za-z0-9]{40,}$/ },
  { starts: ['xai-'], kind: 'xai-key', rest: /^[A-Za-z0-9]{60,}$/ },
  { starts: ['pplx-'], kind: 'perplexity-key', rest: /^[A-Za-z0-9]{40,}$/ },
  { starts: ['hf_', 'api_org_'], kind: 'huggingface-key', rest: /^[A-Za-z0-9]{30,}$/ },
  { starts: ['r8_'], kind: 'replicate-key', rest: /^[A-Za-z0-9]{35,}$/ },
  { starts: ['nvapi-'], kind: 'nvidia-key', rest: /^[\w-]{50,}$/ },
  { starts: ['tvly-'], kind: 'tavily-key', rest: /^[\w-]{20,}$/ },
  { starts: ['lsv2_'], kind: 'langsmith-key', rest: /^(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}$/ },
  { starts: ['fw_'], kind: 'fireworks-key', rest: /^(?=[^0-9]*[0-9])[A-Za-z0-9]{20,30}$/ },
  { starts: ['AIza'], kind: 'google-key', rest: /^[\w-]{35}$/ },
  { starts: ['GOCSPX-'], kind: 'google-secret', rest: /^[\w-]{20,}$/ },
  { starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], kind: 'github-token', rest: /^[A-Za-z0-9]{30,}$/ },
  { starts: ['github_pat_'], kind: 'github-token', rest: /^\w{40,}$/ },
  { starts: ['glpat-', 'gldt-', 'glrt-', 'glptt-'], kind: 'gitlab-token', rest: /^[\w-]{20,}$/ },
  { starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], kind: 'aws-key', rest: /^[A-Z0-9]{16}$/ },
  {
    starts: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    kind: 'slack-token',
    rest: /^(?=[^0-9]*[0-9])[\w-]{10,}$/,
  },
  { starts: ['npm_'], kind: 'npm-token', rest: /^[A-Za-z0-9]{36}$/ },
  { starts: ['pypi-'], kind: 'pypi-token', rest: /^[\w-]{50,}$/ },
  { starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'], kind: 'digitalocean-token', rest: /^[0-9a-f]{64}$/ },
  { starts: ['shpat_', 'shpss_', 'shpca_', 'shppa_'], kind: 'shopify-token', rest: /^[0-9a-fA-F]{32}$/ },
  { starts: ['lin_api_'], kind: 'linear-key', rest: /^[A-Za-z0-9]{32,}$/ },
  { starts: ['ntn_', 'secret_'], kind: 'notion-key', rest: /^(?=.{40})(?=[^0-9]*[0-9])[A-Za-z0-9]+$/ },
  { starts: ['sbp_'], kind: 'supabase-key', rest: /^[0-9a-f]{40}$/ },
  { starts: ['sb_secret_'], kind: 'supabase-key', rest: /^[\w-]{20,}$/ },
  { starts: ['dapi'], kind: 'databricks-token', rest: /^[0-9a-f]{32}(?:-\d)?$/ },
  { starts: ['SK'], kind: 'twilio-key', rest: /^[0-9a-f]{32}$/ },
  { starts: ['key-'], kind: 'mailgun-key', rest: /^[0-9a-f]{32}$/ },
  { starts: ['PMAK-'], kind: 'postman-key', rest: /^[0-9a-f-]{50,}$/ },
  { starts: ['ATATT3'], kind: 'atlassian-token', rest: /^[\w-]{50,}$/ },
  { starts: ['figd_'], kind: 'figma-token', rest: /^[\w-]{35,}$/ },
  { starts: ['glsa_', 'glc_'], kind: 'grafana-token', rest: /^\w{35,}$/ },
  { starts: ['sntrys_', 'sntryu_'], kind: 'sentry-token', rest: /^\w{40,}$/ },
  { starts: ['AGE-SECRET-KEY-'], kind: 'age-key', rest: /^[A-Z0-9]{50,}$/ },
]

/** How the keys begin that are known by it. */
export const KNOWN_STARTS: readonly string[] = KNOWN.flatMap(({ starts }) => starts)

/** By the first two characters, so that nearly every word is let through after one look. */
const byStart = Map.groupBy(
  KNOWN.flatMap(({ starts, kind, rest }) => starts.map((start) => ({ start, kind, rest }))),
  ({ start }) => start.slice(0, 2),
)

/** The kind of key that a word is, or undefined. */
export function knownKey(word: string): string | undefined {
  const candidates = byStart.get(word.slice(0, 2))
  return candidates?.find(({ start, rest }) => word.startsWith(start) && rest.test(word.slice(start.length)))?.kind
}

/** Keys with dots in them, which are not words. Every run is bounded. */
export const DOTTED: RegExp =
  /\b(?:ya29\.[\w-]{20,512}|hv[sbr]\.[\w-]{20,512}|SG\.[\w-]{16,64}\.[\w-]{16,64}|dp\.[a-z]{2,6}\.[A-Za-z0-9]{40,64}|1\/\/0[\w-]{30,256})|(?<!\d)\d{8,10}:AA[\w-]{33}\b/g
