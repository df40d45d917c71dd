import { type CostState, costStateIn, type Spending, withSpending } from '../economy/sum-cost.ts'
import type { CostRecords } from '../schema/capabilities.ts'
import type { ThreadKey } from '../schema/ports.ts'

/** What a thread has cost, kept in its row. */
export interface CostAccount {
  /** As it was when something was last added or asked for; nothing before that. */
  readonly state: CostState
  /** Adds something that was spent, and writes it down. What cannot be written down now is, the next time. */
  add(spending: Spending): Promise<void>
  /** What the row says, with what could not be written down yet. */
  now(): Promise<CostState>
}

const MOST_TRIES = 5
/** What is not written down yet is remembered, but not for ever. */
const MOST_UNSAVED = 1_000

/**
 * Adds up in the row of the store, so that sums survive a restart and several processes may add to them. A store without such a row is done
 * without: sums then last as long as this process.
 */
export function costAccount(records: CostRecords | undefined, key: ThreadKey): CostAccount {
  let body: string | null = null
  let isRead = false
  let unsaved: Spending[] = []
  let state = costStateIn(null)

  async function read(): Promise<void> {
    if (records !== undefined) body = await records.of(key)
    isRead = true
    state = unsaved.reduce(withSpending, costStateIn(body))
  }

  async function save(): Promise<void> {
    if (records === undefined) {
      ;[body, unsaved] = [JSON.stringify(state), []]
      return
    }
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const wanted = JSON.stringify(state)
      const count = unsaved.length
      const isDone = (await records.put(key, body, wanted)) || (await records.of(key)) === wanted
      if (isDone) {
        ;[body, unsaved] = [wanted, unsaved.slice(count)]
        return
      }
      await read()
    }
  }

  async function add(spending: Spending): Promise<void> {
    unsaved = [...unsaved, spending].slice(-MOST_UNSAVED)
    try {
      if (isRead) state = withSpending(state, spending)
      else await read()
      await save()
    } catch {
      // An agent does not stop because a sum could not be written down.
      state = unsaved.reduce(withSpending, costStateIn(body))
    }
  }

  const inTurn = oneByOne()
  return {
    get state() {
      return state
    },
    add: (spending) => inTurn(() => add(spending)),
    now: () =>
      inTurn(async () => {
        await read()
        return state
      }),
  }
}

/** A summary in the background may end while a call is settled: one after another. */
function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
}
