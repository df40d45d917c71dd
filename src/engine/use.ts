import type { Policy } from '../schema/policy.ts'
import { dropAhead } from './ahead.ts'
import { checkOptions, type Kind } from './options.ts'
import { ownPolicy, switchedOff } from './own-policy.ts'
import { settingsOf } from './prompt-cache.ts'
import type { RequestOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'

type ModelOptions = Pick<RequestOptions, 'model' | 'baseUrl' | 'window' | 'reserve' | 'byteLimit' | 'dialect'>

/** What a thread goes on with. */
export interface UseOptions extends ModelOptions {
  /** When to act and what to try; `off` to do nothing until another one is named. */
  readonly policy?: Policy | 'off' | undefined
}

const USE: Readonly<Record<keyof UseOptions, Kind>> = {
  ...{ policy: 'name or object', model: 'text', baseUrl: 'text', dialect: 'name or object' },
  ...{ window: 'number', reserve: 'number', byteLimit: 'number' },
}

/** Goes on with another policy or model. What is said of a model replaces all that was said of the one before. */
export function use(state: ThreadState, given: UseOptions): void {
  checkOptions('use', given, USE)
  const { policy, ...model } = given
  const next = policy === undefined ? undefined : policyOf(state, policy)
  if (next !== undefined) {
    state.ports = { ...state.ports, policy: next }
    state.makeSetting = settingsOf(state.ports, state.key, next)
  }
  if (Object.values(model).some((value) => value !== undefined)) state.usual = { ...model }
  dropAhead(state, 'the thread goes on with another policy or model')
  const { name } = state.ports.policy
  state.ports.events.tell(state.key, {
    kind: 'switched',
    policy: policy === 'off' ? 'off' : name,
    model: state.usual.model ?? '',
  })
}

/** The same thread under another policy, for one call: everything else about it is shared. */
export function under(state: ThreadState, policy: Policy | 'off' | undefined): ThreadState {
  if (policy === undefined) return state
  const next = policyOf(state, policy)
  const other: Partial<ThreadState> = {
    ports: { ...state.ports, policy: next },
    makeSetting: settingsOf(state.ports, state.key, next),
  }
  return new Proxy(state, { get: (target, name) => Reflect.get(Object.hasOwn(other, name) ? other : target, name) })
}

function policyOf({ ports }: ThreadState, policy: Policy | 'off'): Policy {
  return policy === 'off' ? switchedOff(ports.policy) : ownPolicy(policy)
}
