import { CompactionError } from '../schema/failures.ts'
import type { Policy } from '../schema/policy.ts'
import type { Surroundings, ThreadKey } from '../schema/ports.ts'
import { type MakeSetting, settingMaker } from '../view/setting.ts'
import type { EnginePorts } from './ports.ts'

/** What a host may allow OpenAI: a name for each thread, by which it finds what it has kept, and to keep that for a day. */
export type PromptCache = 'off' | 'key' | '24h'

const CHOICES: readonly string[] = ['off', 'key', '24h'] satisfies readonly PromptCache[]

export function checkPromptCache({ promptCache }: Pick<EnginePorts, 'promptCache'>): void {
  if (CHOICES.includes(promptCache)) return
  const expected = "'off', 'key' or '24h'"
  const found = JSON.stringify(promptCache)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'promptCache', expected, found })
}

/** Makes the settings of a thread's requests. */
export function settingsOf(ports: EnginePorts, key: ThreadKey, policy: Policy): MakeSetting {
  return settingMaker(ports.tokenizer, policy, cacheOf(ports, key))
}

/** The name says nothing of tenant and thread, and no two threads share one. */
function cacheOf({ promptCache, hash }: EnginePorts, { tenant, thread }: ThreadKey): Surroundings['promptCache'] {
  if (promptCache === 'off') return undefined
  const key = hash(JSON.stringify(['prompt cache', tenant, thread])).slice(0, KEY_LENGTH)
  return { key, ...(promptCache === '24h' ? { retention: '24h' } : {}) }
}

/** OpenAI takes 64 characters. */
const KEY_LENGTH = 64
