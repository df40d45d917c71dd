/** A setting: what it is called in files, in the environment and among flags, and what it may be. */
export interface Key {
  readonly name: string
  readonly environment: string
  /** The flag that it stands for, if it does. */
  readonly flag?: string
  readonly type: 'boolean' | 'tokens' | 'text'
  readonly description: string
}

export const KEYS: readonly Key[] = [
  {
    name: 'enabled',
    environment: 'PALIMPSEST_ENABLED',
    type: 'boolean',
    description: 'whether agents compact by themselves; commands do what they are asked, and explain and replay say it',
  },
  { name: 'window', environment: 'PALIMPSEST_WINDOW', flag: 'window', type: 'tokens', description: 'context window, in tokens' },
  {
    name: 'reserveTokens',
    environment: 'PALIMPSEST_RESERVE',
    flag: 'reserve',
    type: 'tokens',
    description: 'room kept for the answer',
  },
  {
    name: 'keepRecentTokens',
    environment: 'PALIMPSEST_KEEP_RECENT',
    flag: 'keepRecent',
    type: 'tokens',
    description: 'how much of the newest the presets pi and timeline keep; no other has such a number',
  },
  { name: 'model', environment: 'PALIMPSEST_MODEL', flag: 'model', type: 'text', description: 'model that requests are for' },
  { name: 'preset', environment: 'PALIMPSEST_PRESET', flag: 'preset', type: 'text', description: 'how to compact' },
  {
    name: 'store',
    environment: 'PALIMPSEST_STORE',
    flag: 'store',
    type: 'text',
    description: 'where threads are: a file, a folder or an address',
  },
  { name: 'tenant', environment: 'PALIMPSEST_TENANT', flag: 'tenant', type: 'text', description: 'tenant of the threads' },
]

/** The JSON schema of a settings file. */
export function configSchema(): object {
  const types = { boolean: { type: 'boolean' }, tokens: { type: 'integer', minimum: 0 }, text: { type: 'string', minLength: 1 } }
  const field = ({ name, type, description }: Key): readonly [string, object] => [name, { ...types[type], description }]
  const isPi = ({ name }: Key): boolean => ['enabled', 'reserveTokens', 'keepRecentTokens'].includes(name)
  const compaction = { type: 'object', additionalProperties: false, properties: Object.fromEntries(KEYS.filter(isPi).map(field)) }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'palimpsest.config.json',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, compaction, ...Object.fromEntries(KEYS.filter((key) => !isPi(key)).map(field)) },
  }
}
