import { readableLength } from '../../engine/readable-length.ts'
import { sessionOf } from '../../engine/session.ts'
import { capableOf } from '../../schema/capabilities.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { count } from '../picture/words.ts'
import { type StoreFlags, shown, withStore } from './open-store.ts'

/** `palimpsest threads`: what there is in a store, one line a thread. */
export async function runThreads(flags: StoreFlags & { readonly json?: true }): Promise<void> {
  const rows = await withStore(flags, async (store, tenant) => {
    const names = await capableOf(store, 'threads', { needed: 'palimpsest threads' }).threads.of(tenant)
    return Promise.all(
      names.map(async (thread) => {
        const { length, damage } = await readableLength(store, { tenant, thread })
        if (damage !== null) process.stderr.write(`palimpsest: ${harmless(damage.message)}\n`)
        return { thread, entries: length, ...(await sessionOf(store, { tenant, thread })) }
      }),
    )
  })
  if (flags.json) return printOut(`${JSON.stringify(rows)}\n`)
  const whose = flags.tenant === undefined ? '' : ` of tenant ${flags.tenant}`
  if (rows.length === 0) return printOut(`${harmless(`${shown(flags.store)} has no threads${whose}.`)}\n`)
  const last = rows.map(({ lastCompactionAt, currentlyCompacting }) =>
    currentlyCompacting ? 'now' : lastCompactionAt === null ? '–' : timeOf(lastCompactionAt),
  )
  const widest = Math.max(...last.map(({ length }) => length), LAST.length)
  // Names come last: they are as long as they are, and a line that is too long for a terminal breaks there.
  const lines = rows.map(({ thread, entries, compactionCount }, at) =>
    lineOf([count(entries), count(compactionCount), (last[at] ?? '').padEnd(widest), thread]),
  )
  await printOut(`${[lineOf(['entries', 'compactions', LAST.padEnd(widest), 'thread']), ...lines].map(harmless).join('\n')}\n`)
}

const LAST = 'last compacted'

function lineOf([entries = '', compactions = '', last = '', thread = '']: readonly string[]): string {
  return `${entries.padStart(7)}  ${compactions.padStart(11)}  ${last}  ${thread}`
}

/** A time in a form that reads the same everywhere, to the minute. */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
