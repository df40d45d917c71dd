import type { DialectName } from '../../dialects/names.ts'
import { ALL_FORMATS } from '../../formats/all.ts'
import { SESSION_OUTPUTS } from '../../formats/names.ts'
import type { Thread } from '../../index.ts'
import type { Json } from '../../schema/json.ts'
import type { FileLog } from '../../schema/transcript-format.ts'
import { dialectOf } from '../compact/request-for.ts'
import { messagesOf, viewOf } from '../compact/view-of.ts'
import type { ExportTarget } from './export-targets.ts'
import { onStored } from './on-stored.ts'
import type { StoreFlags } from './open-store.ts'

/** No thread reaches it. */
const WIDE = 1_000_000_000

/** A thread in another form: all of its messages in a dialect, everything that is known of it, or a session that another program goes on with. */
export function exportAs(thread: string, to: Exclude<ExportTarget, 'as-it-came'>, flags: StoreFlags): Promise<string> {
  return onStored(thread, flags, async (open) => {
    const [entries, commits] = [await open.entries(), await open.commits()]
    const log = { id: thread, at: Date.now(), entries, commits }
    if (to === 'palimpsest') return written('palimpsest', log)
    const dialect = dialectOf(to)
    const session = SESSION_OUTPUTS.find((name) => name === to)
    if (session === undefined) return `${JSON.stringify({ messages: await everything(open, dialect) })}\n`
    const isFolded = (commits.at(-1)?.plan.records.length ?? 0) > 0
    const shown = isFolded ? await open.prepare({ dialect, window: WIDE, reserve: 0 }) : undefined
    const view =
      shown === undefined ? {} : { view: { ...viewOf(shown.request), tokens: { before: shown.tokens, after: shown.tokens } } }
    return written(session, { ...log, commits: [], history: await everything(open, dialect), ...view })
  })
}

function written(name: string, log: FileLog): string {
  const format = ALL_FORMATS.find((each) => each.name === name)
  if (format?.write === undefined) throw new Error(`${name} is listed as a form that can be written, and cannot`)
  return format.write(log)
}

/** Everything that was said, with nothing folded, as messages of a dialect. */
async function everything(thread: Thread, dialect: DialectName): Promise<readonly Json[]> {
  const { createCompactor } = await import('../../index.ts')
  const { draftsOf } = await import('../../formats/palimpsest/drafts.ts')
  const copy = await createCompactor().thread('everything')
  await copy.use({ policy: 'off' })
  await copy.appendDrafts(draftsOf(await thread.entries()))
  return messagesOf((await copy.prepare({ dialect, window: WIDE, reserve: 0 })).request)
}
