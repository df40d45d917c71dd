import { loadConfig } from '../config/load-config.ts'
import { systemReason } from '../exit.ts'
import type { Finding } from './finding.ts'

/** Where a provider says which models it has, and how it is told who asks. */
interface Provider {
  readonly key: string
  readonly name: string
  readonly base: { readonly variable: string; readonly usual: string; readonly path: string }
  readonly headers: (key: string) => Readonly<Record<string, string>>
  /** Whether a model of this name is one of its. */
  readonly has: (model: string) => boolean
}

export const PROVIDERS: readonly Provider[] = [
  {
    key: 'ANTHROPIC_API_KEY',
    name: 'Anthropic',
    base: { variable: 'ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com', path: '/v1/models' },
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    has: (model) => model.startsWith('claude'),
  },
  {
    key: 'OPENAI_API_KEY',
    name: 'OpenAI',
    base: { variable: 'OPENAI_BASE_URL', usual: 'https://api.openai.com/v1', path: '/models' },
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    has: (model) => !/^(?:claude|gemini)/.test(model),
  },
  {
    key: 'GEMINI_API_KEY',
    name: 'Gemini',
    base: {
      variable: 'GOOGLE_GEMINI_BASE_URL',
      usual: 'https://generativelanguage.googleapis.com',
      path: '/v1beta/models',
    },
    headers: (key) => ({ 'x-goog-api-key': key }),
    has: (model) => model.startsWith('gemini'),
  },
]

const PATIENCE_MS = 10_000

/** Asks every provider that there is a key for whether it answers, and whether it has the model of the settings. Nothing is generated. */
export function reachModels(): Promise<readonly Finding[]> {
  const asked = PROVIDERS.filter(({ key }) => (process.env[key] ?? '') !== '')
  return Promise.all(asked.map(reach))
}

async function reach(provider: Provider): Promise<Finding> {
  const { key, name, base, headers } = provider
  const configured = modelOf(provider)
  const root = (process.env[base.variable] || base.usual).replace(/(?<!\/)\/+$/, '')
  const what = configured ?? `models of ${name}`
  const address = `${root}${base.path}${configured === undefined ? '' : `/${encodeURIComponent(configured)}`}`
  try {
    const { ok, status } = await fetch(address, {
      headers: headers(process.env[key] ?? ''),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (ok) return { what, state: 'ok', detail: `${name} answers at ${hostOf(root)}` }
    return { what, state: 'broken', detail: `${name} at ${hostOf(root)} answers ${status}`, mend: mendOf(status, provider) }
  } catch (error) {
    const detail = `${name} cannot be reached at ${hostOf(root)}: ${reasonOf(error)}`
    return { what, state: 'broken', detail, mend: `Look at the network and at ${base.variable}, if it is set.` }
  }
}

/** The model of the settings, if it is one of this provider's. */
function modelOf({ has }: Provider): string | undefined {
  try {
    const model = loadConfig().get('model')?.value
    return typeof model === 'string' && has(model) ? model : undefined
  } catch {
    return undefined // Said under settings.
  }
}

function mendOf(status: number, { key, name, base }: Provider): string {
  if (status === 401 || status === 403) return `It does not take ${key}: set a key that is valid there.`
  if (status === 404)
    return `It has no such model, or ${base.variable} leads elsewhere; palimpsest config model <id> names another.`
  return status === 429
    ? 'It asks to wait: too many requests, or no credit is left.'
    : `Try again later; ${name} has a page with its state.`
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that is none'
}

/** What `fetch` throws says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer in ${PATIENCE_MS / 1_000} seconds`
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return REASONS[String((cause as { readonly code?: unknown }).code)] ?? systemReason(cause)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'names cannot be looked up',
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection was ended',
}
