import { sessionOf } from '../../engine/session.ts'
import { printPlan } from '../../plan/print-plan.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { counted } from '../picture/words.ts'
import { type StoreFlags, withThread } from './open-store.ts'
import { timeOf } from './run-threads.ts'

/** `palimpsest show`: where a thread stands, and what the model sees of it. */
export async function runShow(thread: string, flags: StoreFlags & { readonly json?: true }): Promise<void> {
  const { head, session, commit, pins } = await withThread(flags, thread, async (store, key) => ({
    head: await store.head(key),
    session: await sessionOf(store, key),
    commit: await store.latest(key),
    pins: await store.pins(key),
  }))
  if (flags.json) return printOut(`${JSON.stringify({ thread, head, session, pins, commit })}\n`)
  const { compactionCount, lastCompactionAt, currentlyCompacting } = session
  const last = lastCompactionAt === null ? '' : `, last at ${timeOf(lastCompactionAt)}`
  const lines = [
    `${thread}: ${counted(head.length, 'entry', 'entries')}, ${counted(compactionCount, 'compaction')}${last}`,
    ...(currentlyCompacting ? ['it is being compacted now'] : []),
    ...(pins.length === 0 ? [] : [`pinned: ${pins.map((seq) => `e${seq}`).join(', ')}`]),
    ...(head.erasures === undefined ? [] : [`erased from: ${counted(head.erasures, 'time')}`]),
    commit === null ? 'the model sees all of it' : `${commit.receipt.strategy}: ${commit.receipt.reason}`,
    ...(commit === null ? [] : printPlan(commit.plan).split('\n')),
  ]
  await printOut(`${lines.map(harmless).join('\n')}\n`)
}
