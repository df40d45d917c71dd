import type { Format } from '../compact/settings.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { readSession, tellFaults } from '../input/read-transcript.ts'
import { printOut } from '../output/print-out.ts'
import { counted } from '../picture/words.ts'
import { progressOn } from '../replay/progress.ts'
import { findSessions } from '../sessions/find-sessions.ts'
import { openOutput } from '../store/open-output.ts'
import { importer, importSession } from './import-session.ts'

interface ImportSettings {
  readonly files: readonly string[]
  readonly store: string
  readonly tenant: string
  readonly prefix?: string
  readonly schema?: string
  readonly from: Format
  readonly all?: true
  readonly json?: true
}

/** `palimpsest import`: sessions become threads, one after another, and no more than one of them is held at a time. */
export async function runImport(settings: ImportSettings): Promise<void> {
  const { files, tenant, from } = settings
  const sessions =
    settings.all === true
      ? findSessions().map(({ file, agent }) => ({ file, from: agent }))
      : files.map((file) => ({ file, from }))
  if (sessions.length === 0) throw new CliError(EXIT.usage, 'Expected a file or more, or --all for the sessions of this machine.')
  const store = await openOutput(settings.store, settings)
  const compactor = importer(store)
  const progress = progressOn(process.stderr)
  const sum = { sessions: 0, threads: 0, appended: 0, known: 0, left: 0 }
  const failed: { readonly file: string; readonly why: string }[] = []
  try {
    for (const [index, session] of sessions.entries()) {
      progress.tell(`session ${index + 1} of ${sessions.length}`)
      try {
        const read = await readSession(session.file, session.from)
        if (sessions.length === 1) tellFaults(read)
        const name =
          session.file
            .split(/[\\/]/)
            .at(-1)
            ?.replace(/\.jsonl?(?:\.zst)?$/, '') ?? session.file
        const imported = await importSession(compactor, read.transcripts, { tenant, name })
        sum.sessions += 1
        sum.threads += imported.threads
        sum.appended += imported.appended
        sum.known += imported.known
        sum.left += read.faults.length
      } catch (error) {
        if (!(error instanceof CliError)) throw error
        failed.push({ file: session.file, why: error.message })
      }
    }
  } finally {
    progress.clear()
    await compactor.close()
    await store.close()
  }
  if (settings.json) await printOut(`${JSON.stringify({ ...sum, failed })}\n`)
  else {
    const already = sum.known === 0 ? '' : `, ${counted(sum.known, 'message')} there already`
    const left = sum.left === 0 ? '' : `, ${counted(sum.left, 'line')} left out`
    await printOut(
      `${counted(sum.sessions, 'session')}: ${counted(sum.appended, 'message')} appended to ${counted(sum.threads, 'thread')}${already}${left}.\n`,
    )
  }
  if (failed.length === 0) return
  const lines = failed.slice(0, MOST_SHOWN).map(({ why }) => harmless(why))
  const more = failed.length > MOST_SHOWN ? [`and ${failed.length - MOST_SHOWN} more`] : []
  throw new CliError(
    EXIT.input,
    [`${failed.length} of ${sessions.length} sessions could not be read:`, ...lines, ...more].join('\n'),
  )
}

const MOST_SHOWN = 10
