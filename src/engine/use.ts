import type { Policy } from '../schema/policy.ts'
import { dropAhead } from './ahead.ts'
import { checkOptions } from './options.ts'
import { ownPolicy, switchedOff } from './own-policy.ts'
import { settingsOf } from './prompt-cache.ts'
import { checkByteLimit, MODEL_OPTIONS, type ModelOptions } from './request-options.ts'
import type { ThreadState } from './thread-state.ts'

/** What a thread goes on with. */
export interface UseOptions extends ModelOptions {
  /** When to act and what to try; `off` to do nothing until another one is named. */
  readonly policy?: Policy | 'off' | undefined
}

/** Goes on with another policy or model. What is said of a model replaces all that was said of the one before, but for the compactor's dialect. */
export function use(state: ThreadState, given: UseOptions): void {
  checkOptions('use', given, { ...MODEL_OPTIONS, policy: 'name or object' })
  checkByteLimit(given)
  const { policy, ...model } = given
  const next = policy === undefined ? undefined : policyOf(state, policy)
  if (next !== undefined) {
    state.ports = { ...state.ports, policy: next }
    state.makeSetting = settingsOf(state.ports, state.key, next)
  }
  const said = Object.fromEntries(Object.entries(model).filter(([, value]) => value !== undefined))
  const { dialect } = state.ports.usual
  if (Object.keys(said).length > 0) state.usual = { ...(dialect === undefined ? {} : { dialect }), ...said }
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
  return overlaid(state, other)
}

/** The same thread with a few things about it otherwise, for one call. */
export function overlaid(state: ThreadState, other: Partial<ThreadState>): ThreadState {
  return new Proxy(state, { get: (target, name) => Reflect.get(Object.hasOwn(other, name) ? other : target, name) })
}

function policyOf({ ports }: ThreadState, policy: Policy | 'off'): Policy {
  return policy === 'off' ? switchedOff(ports.policy) : ownPolicy(policy)
}
