import { freshCopy } from '../schema/fresh-copy.ts'
import { frozen } from '../schema/frozen.ts'
import type { AboutCompaction, BeforeAnswer, HookLine, HookName, Hooks } from '../schema/hooks.ts'
import type { Seq } from '../schema/ids.ts'
import { isJsonObject } from '../schema/json.ts'
import { wordsOf } from './events.ts'
import type { Run } from './run.ts'
import type { ThreadState } from './thread-state.ts'

/** What a hook is told, besides what all of them are told. */
type AboutFor<Name extends HookName> = Omit<Parameters<NonNullable<Hooks[Name]>>[0], 'signal'>

/** What a hook said, and how its line in the receipt ends. */
interface Said {
  readonly answer: unknown
  end(outcome: HookLine['outcome'], detail: string): void
}

const LATE = Symbol('late')

/**
 * Calls a hook, if there is one, and waits for it for a limited time, aside: the thread goes on meanwhile. `undefined` if it says nothing, or
 * nothing in time. Whatever it does, it leaves one line.
 */
export async function callHook<Name extends HookName>(
  state: ThreadState,
  run: Run,
  name: Name,
  about: () => AboutFor<Name>,
): Promise<Said | undefined> {
  const { ports } = state
  const { hooks, hookDeadlineMs, clock, events } = ports
  if (hooks?.[name] === undefined || run.isWithout) return undefined
  const told = about()
  const started = clock()
  const end: Said['end'] = (outcome, detail) => {
    const line = { hook: name, outcome, detail: detail.slice(0, 300).toWellFormed(), ms: clock() - started }
    run.hooks.push(line)
    events.tell(state.key, { kind: 'hook-called', ...run.of, ...line })
  }
  const stop = new AbortController()
  try {
    const answer = await state.aside(() =>
      during(state, () => inTime(hooks, name, { ...told, signal: stop.signal }, hookDeadlineMs)),
    )
    if (answer === LATE) end('passed-over', `it said nothing within ${hookDeadlineMs} ms`)
    else if (answer == null) end('heard', '')
    return answer === LATE || answer == null ? undefined : { answer: ownAnswer(answer), end }
  } catch (error) {
    end('passed-over', wordsOf(error))
    return undefined
  } finally {
    stop.abort()
  }
}

async function inTime(hooks: Hooks, name: HookName, about: object, ms: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, LATE)
  })
  const hook: unknown = Reflect.get(hooks, name)
  const said = Promise.resolve().then(() =>
    typeof hook === 'function' ? Reflect.apply(hook, hooks, [guarded(about)]) : undefined,
  )
  try {
    return await Promise.race([said, late])
  } finally {
    clearTimeout(timer)
    // What it throws later is nobody's business any more.
    said.catch(() => undefined)
  }
}

/** What a stranger's object says is asked once, here, where it may throw. */
function ownAnswer(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? freshCopy(Array.isArray(answer) ? answer : { ...answer }) : answer
}

/** A signal is no data, and cannot be frozen whole. */
function guarded<About extends object>(about: About): About {
  for (const value of Object.values(about)) if (!(value instanceof AbortSignal)) frozen(value)
  return Object.freeze(about)
}

/** While a hook of a thread is at work, compactions of the same thread call no hooks: one that compacts would never come to an end. */
async function during<Result>({ ports, key }: ThreadState, work: () => Promise<Result>): Promise<Result> {
  const name = nameOf(key)
  ports.hooked.add(name)
  try {
    return await work()
  } finally {
    ports.hooked.delete(name)
  }
}

export function isHooked({ ports, key }: ThreadState): boolean {
  return ports.hooked.has(nameOf(key))
}

function nameOf({ tenant, thread }: ThreadState['key']): string {
  return JSON.stringify([tenant, thread])
}

const AGREED: ReadonlySet<string> = new Set(['veto', 'preserve', 'instructions', 'summary'])

/** What a hook wants before a compaction, as far as it has the agreed shape. */
export function readBefore(answer: unknown): BeforeAnswer | undefined {
  if (!isJsonObject(answer) || Object.keys(answer).some((name) => !AGREED.has(name))) return undefined
  const { veto, preserve, instructions, summary } = answer
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
  if (!isText(veto) || !isText(instructions) || !isText(summary)) return undefined
  if (preserve !== undefined && !(Array.isArray(preserve) && preserve.every((id) => typeof id === 'string'))) return undefined
  return {
    ...(typeof veto === 'string' ? { veto } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(typeof summary === 'string' && summary.trim() !== '' ? { summary } : {}),
    ...(Array.isArray(preserve) ? { preserve: preserve.map(String) } : {}),
  }
}

/** Entries by their ids; what is not there cannot be kept. */
export function seqsOf({ log }: ThreadState, ids: readonly string[] = []): readonly Seq[] {
  const wanted = new Set(ids)
  return wanted.size === 0 ? [] : log.entries.flatMap(({ id, seq }) => (wanted.has(id) ? [seq] : []))
}

export type About = Omit<AboutCompaction, 'signal'>

/** What a hook said could not be done after all. */
export function overruled(run: Run, hook: HookName, detail: string): void {
  const at = run.hooks.findIndex((line) => line.hook === hook)
  const line = run.hooks[at]
  if (line !== undefined) run.hooks[at] = { ...line, outcome: 'overruled', detail }
}
