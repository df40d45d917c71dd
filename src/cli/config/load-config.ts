import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import { CliError, EXIT, systemReason } from '../exit.ts'
import { KEYS, type Key } from './keys.ts'

/** A value, and where it was said. */
interface Setting {
  readonly key: Key
  readonly value: string | number | boolean
  readonly from: string
}

type Environment = Readonly<Record<string, string | undefined>>

const FILE = 'palimpsest.config.json'

/** The settings file of this person. */
export function userFile(environment: Environment): string {
  return join(environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config'), 'palimpsest', FILE)
}

/** The settings file of the project that a folder is in: the nearest on the way up. */
export function projectFile(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, FILE))) return join(at, FILE)
    if (dirname(at) === at) return join(folder, FILE)
  }
}

/**
 * What is set, by key. Later sources win: pi's own settings, the person's file, the project's file, the environment. Flags come last, and are
 * not known here.
 */
export function loadConfig(environment: Environment = process.env, folder: string = process.cwd()): ReadonlyMap<string, Setting> {
  const piSettings = join(
    environment['PI_CODING_AGENT_DIR'] || join(environment['HOME'] ?? homedir(), '.pi', 'agent'),
    'settings.json',
  )
  const found = [
    ...inFile(piSettings, (json) => compactionOf(json)),
    ...inFile(userFile(environment), flat),
    ...inFile(projectFile(folder), flat),
    ...inEnvironment(environment),
  ]
  return new Map(found.map((setting) => [setting.key.name, setting]))
}

function inFile(file: string, pick: (json: JsonObject) => JsonObject): readonly Setting[] {
  const values = pick(readConfig(file))
  return KEYS.flatMap((key) => {
    const value = values[key.name]
    return value === undefined ? [] : [{ key, value: checked(key, value, file), from: file }]
  })
}

/** A settings file as it is; empty if there is none. */
export function readConfig(file: string): JsonObject {
  try {
    const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    if (isJsonObject(value)) return value
    throw new CliError(EXIT.input, `${file}: expected an object of settings, found something else.`)
  } catch (error) {
    if (error instanceof CliError) throw error
    const reason = error instanceof SyntaxError ? `it is not JSON: ${error.message}` : systemReason(error)
    throw new CliError(EXIT.input, `${file}: cannot be read: ${reason}.`, { cause: error })
  }
}

function flat(json: JsonObject): JsonObject {
  const known = new Set([...KEYS.map(({ name }) => name), 'compaction', '$schema'])
  const strange = Object.keys(json).find((key) => !known.has(key))
  if (strange !== undefined)
    throw new CliError(EXIT.input, `${FILE}: ${strange} is no setting; known are ${KEYS.map(({ name }) => name).join(', ')}.`)
  return { ...json, ...compactionOf(json) }
}

/** pi and we keep these under `compaction`. */
function compactionOf(json: JsonObject): JsonObject {
  return isJsonObject(json['compaction']) ? json['compaction'] : {}
}

function inEnvironment(environment: Environment): readonly Setting[] {
  const off = /^(?:1|true)$/i.test(environment['OPENCODE_DISABLE_AUTOCOMPACT'] ?? '')
  const enabled = KEYS.find(({ name }) => name === 'enabled')
  return [
    ...(off && enabled !== undefined ? [{ key: enabled, value: false, from: 'OPENCODE_DISABLE_AUTOCOMPACT' }] : []),
    ...KEYS.flatMap((key) => {
      const text = environment[key.environment]
      return text === undefined || text === '' ? [] : [{ key, value: parsed(key, text, key.environment), from: key.environment }]
    }),
  ]
}

/** A value that came as text. */
export function parsed(key: Key, text: string, from: string): Setting['value'] {
  if (key.type === 'text') return checked(key, text, from)
  if (key.type === 'boolean')
    return checked(key, /^(?:1|true|on|yes)$/i.test(text) ? true : /^(?:0|false|off|no)$/i.test(text) ? false : text, from)
  const [, digits = '', unit = ''] = /^(\d+)([km]?)$/i.exec(text) ?? []
  return checked(key, digits === '' ? text : Number(digits) * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1), from)
}

function checked(key: Key, value: unknown, from: string): Setting['value'] {
  if (key.type === 'boolean' && typeof value === 'boolean') return value
  if (key.type === 'tokens' && typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  if (key.type === 'text' && typeof value === 'string' && value !== '') return value
  const expected = { boolean: 'true or false', tokens: 'a whole number of tokens', text: 'some text' }[key.type]
  throw new CliError(EXIT.input, `${from}: ${key.name}: expected ${expected}, found ${JSON.stringify(value)}.`)
}
