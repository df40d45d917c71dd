/**
 * A process of its own for random histories: `node time-child.ts '<order as JSON>'`. It makes one move and kills itself on the way: before,
 * within or after the so-manieth thing that it asks of its store. Without that many, it ends by itself.
 */
import { createCompactor, type Json } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { openStoreAt, type StoreAt } from './light-engine.ts'

export type TimeStore = StoreAt | { readonly kind: 'files'; readonly path: string }

export type TimeMove =
  | { readonly kind: 'append'; readonly messages: readonly Json[] }
  | { readonly kind: 'compact' | 'undo' | 'redo'; readonly window: number }
  | { readonly kind: 'erase'; readonly entry: string }

export interface TimeOrder {
  readonly at: TimeStore
  readonly thread: string
  readonly move: TimeMove
  /** It dies at this call of its store, counted from the move on. */
  readonly call: number
  readonly phase: 'before' | 'within' | 'after'
}

export async function openTimeStore(at: TimeStore): Promise<Store> {
  return at.kind === 'files' ? openJsonlStore(at.path, { sync: 'never' }) : openStoreAt(at)
}

if (process.argv[1] === import.meta.filename) {
  const order: TimeOrder = JSON.parse(process.argv[2] ?? '')
  const opened = await openTimeStore(order.at)
  const fate = { left: Number.POSITIVE_INFINITY, phase: order.phase }
  const store = mortal(opened, fate)
  const compactor = createCompactor({ store, tokenizer: characterTokenizer(), clock: () => 1 })
  const thread = await compactor.thread(order.thread)
  fate.left = order.call
  const { move } = order
  if (move.kind === 'append') await thread.append(move.messages)
  else if (move.kind === 'erase') await compactor.erase({ thread: order.thread, entry: move.entry })
  else await thread[move.kind]({ window: move.window, system: 'Be brief.' }).catch(() => undefined)
  fate.left = Number.POSITIVE_INFINITY
  await opened.close()
}

/** A store whose so-manieth call is the last thing that its process does. */
function mortal<Part extends object>(part: Part, fate: { left: number; readonly phase: TimeOrder['phase'] }): Part {
  return new Proxy(part, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target)
      if (typeof found === 'object' && found !== null) return mortal(found, fate)
      if (typeof found !== 'function') return found
      return (...given: readonly unknown[]) => {
        fate.left -= 1
        if (fate.left !== 0) return Reflect.apply(found, target, given)
        if (fate.phase === 'before') end()
        const done: unknown = Reflect.apply(found, target, given)
        if (fate.phase === 'within') setImmediate(end)
        return Promise.resolve(done).finally(end)
      }
    },
  })
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
