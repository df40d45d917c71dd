import { modelKeys } from '../budget/model-names.ts'
import type { HostName } from '../schema/hosts.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { ModelFacts, ModelTable } from '../schema/model-limits.ts'
import { trimEnd } from '../schema/trim-end.ts'

interface Host {
  /** Where it is unless told. */
  readonly baseUrl: string
  /** Where it tells what it serves, by the address that clients use. */
  list(baseUrl: string): string
  /** The models in what it tells, each with its name. */
  models(told: JsonObject): Json
  readonly name: string
  facts(model: JsonObject): ModelFacts
}

const beside = (path: string) => (baseUrl: string) => new URL(path, baseUrl).href
const under = (path: string) => (baseUrl: string) => `${trimEnd(baseUrl, '/')}${path}`

/** What is loaded says how much it was loaded with; what is not, nothing: a model can do more than its host serves. */
const HOSTS: Readonly<Record<HostName, Host>> = {
  ollama: {
    baseUrl: 'http://localhost:11434/v1',
    list: beside('/api/ps'),
    models: (told) => told['models'] ?? null,
    name: 'name',
    facts: ({ context_length: window = null }) => factsOf(window),
  },
  vllm: {
    baseUrl: 'http://localhost:8000/v1',
    list: under('/models'),
    models: (told) => told['data'] ?? null,
    name: 'id',
    facts: ({ max_model_len: window = null }) => factsOf(window),
  },
  'lm-studio': {
    baseUrl: 'http://localhost:1234/v1',
    list: beside('/api/v0/models'),
    models: (told) => told['data'] ?? null,
    name: 'id',
    facts: ({ loaded_context_length: window = null }) => factsOf(window),
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    list: under('/models'),
    models: (told) => told['data'] ?? null,
    name: 'id',
    facts({ context_length: window = null, top_provider: provider = null }) {
      if (!isJsonObject(provider)) return factsOf(window)
      return factsOf(provider['context_length'] ?? window, provider['max_completion_tokens'])
    },
  },
}

/** Milliseconds that a request waits for what a host tells; without it, what is known of the model counts. */
const PATIENCE_MS = 3_000

/** Where a host is, unless told. */
export function hostAddress(host: HostName): string {
  return HOSTS[host].baseUrl
}

/** True of a host that serves what it was started with, whatever a model can do elsewhere. */
export function isOwnMachine(host: HostName): boolean {
  return host !== 'openrouter'
}

/** Windows of what a host serves right now, as it tells them. */
export async function servedBy(name: HostName, baseUrl: string = hostAddress(name)): Promise<ModelTable> {
  const host = HOSTS[name]
  const response = await fetch(host.list(baseUrl), { signal: AbortSignal.timeout(PATIENCE_MS) })
  const told: unknown = response.ok ? await response.json() : null
  const models = isJsonObject(told) ? host.models(told) : null
  const listed = Array.isArray(models) ? models.filter(isJsonObject) : []
  return Object.fromEntries(listed.flatMap((model) => namesOf(model[host.name] ?? null).map((key) => [key, host.facts(model)])))
}

/** The most particular of its names alone: another model may share the others. */
function namesOf(name: Json): readonly string[] {
  return typeof name === 'string' ? modelKeys(name).slice(0, 1) : []
}

function factsOf(window: Json, maxOutput: Json = null): ModelFacts {
  return { ...(isCount(window) ? { window } : {}), ...(isCount(maxOutput) ? { maxOutput } : {}) }
}

function isCount(value: Json): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
