import { writeFile } from 'node:fs/promises'
import { CliError, EXIT, systemReason } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { progressOn } from '../replay/progress.ts'
import { openOutput } from '../store/open-output.ts'
import { migrateRows, type UnreadRow } from './migrate-rows.ts'
import { rowsIn, sizeOf } from './rows.ts'

interface MigrateSettings {
  readonly json?: true
  readonly input: string
  readonly output: string
  readonly tenant: string
  readonly thread: string
  /** What the names of its tables begin with, and their schema. */
  readonly prefix?: string
  readonly schema?: string
  /** A file for the list of rows that could not be read. */
  readonly report?: string
}

const BAR = 24
/** So many rows that could not be read are shown; a report has them all. */
const SHOWN = 20

/** `palimpsest migrate`: old rows become threads. Fails at the end if a row could not be read. */
export async function runMigrate(settings: MigrateSettings): Promise<void> {
  const size = await sizeOf(settings.input)
  const store = await openOutput(settings.output, settings)
  const progress = progressOn(process.stderr)
  const tell = ({ number, bytes }: { readonly number: number; readonly bytes: number }): void =>
    progress.tell(`${bar(bytes / Math.max(1, size))} row ${number}`)
  const migrated = await migrateRows(rowsIn(settings.input), { ...settings, store, tell }).finally(progress.clear)
  await store.close()
  const { rows, appended, known, threads, unread } = migrated
  if (settings.report !== undefined) await writeReport(settings.report, unread)
  const already = known === 0 ? '' : `, ${known} were there already`
  const told = `${rows} rows: ${appended} messages appended to ${threads} threads${already}, ${unread.length} rows could not be read.`
  const json = { rows, appended, known, threads, unread }
  await printOut(`${settings.json ? JSON.stringify(json) : told}\n`)
  if (unread.length === 0) return
  const lines = unread.slice(0, SHOWN).map(({ row, detail }) => `row ${row}: ${harmless(detail)}`)
  const more = unread.length > SHOWN ? [`and ${unread.length - SHOWN} more; --report has them all`] : []
  throw new CliError(EXIT.input, [`${unread.length} of ${rows} rows could not be read:`, ...lines, ...more].join('\n'))
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}

async function writeReport(file: string, unread: readonly UnreadRow[]): Promise<void> {
  const text = unread.map((row) => `${JSON.stringify(row)}\n`).join('')
  await writeFile(file, text).catch((error) => {
    throw new CliError(EXIT.output, `${file}: cannot be written: ${systemReason(error)}.`, { cause: error })
  })
}
