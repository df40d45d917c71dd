import { verifyThread } from '../../engine/verify.ts'
import { sha256Hex } from '../../index.ts'
import { capableOf } from '../../schema/capabilities.ts'
import type { ThreadId } from '../../schema/ids.ts'
import type { Store, ThreadKey } from '../../schema/ports.ts'
import type { Checked } from '../../schema/thread-check.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { canvasFor } from '../picture/canvas.ts'
import { counted, wrap } from '../picture/words.ts'
import { type StoreFlags, withStore, withThread } from './open-store.ts'

/** `palimpsest verify`: whether logs are what was appended to them. Fails at the end if one is not. */
export async function runVerify(thread: string | undefined, flags: StoreFlags & { readonly json?: true }): Promise<void> {
  const checked =
    thread === undefined
      ? await withStore(flags, async (store, tenant) => {
          const names = await capableOf(store, 'threads', { needed: 'palimpsest verify' }).threads.of(tenant)
          const found: Line[] = []
          for (const name of names) found.push(await check(store, { tenant, thread: name }))
          return found
        })
      : [await withThread(flags, thread, check)]
  await printOut(flags.json ? `${JSON.stringify(checked)}\n` : inWords(checked))
  const broken = checked.filter(({ isWhole }) => !isWhole).map((each) => each.thread)
  if (broken.length > 0)
    throw new CliError(EXIT.input, `${counted(broken.length, 'thread')} cannot be trusted: ${broken.join(', ')}.`)
}

function inWords(checked: readonly Line[]): string {
  const unchecked = new Set(checked.flatMap((each) => each.unchecked))
  const last = unchecked.size === 0 ? [] : [`not checked: ${[...unchecked].join(', ')}`]
  const { width } = canvasFor(process.stdout, process.env)
  // For a program, a thread is a line; for a person, no word is broken.
  const lines = [...checked.map(({ line }) => line), ...last].map(harmless)
  const shown = process.stdout.isTTY ? lines.flatMap((line) => wrap(line, width)) : lines
  return shown.map((line) => `${line}\n`).join('')
}

interface Line {
  readonly thread: ThreadId
  readonly isWhole: boolean
  readonly line: string
  readonly unchecked: readonly string[]
}

async function check(store: Store, key: ThreadKey): Promise<Line> {
  const found = await verifyThread({ store, hash: sha256Hex }, key)
  const { thread } = key
  if (found.kind === 'broken')
    return { thread, isWhole: false, line: `${thread}: broken at e${found.at}: ${found.detail}`, unchecked: [] }
  const { checked, erased } = found
  const { unchecked } = checked
  return { thread, isWhole: true, line: `${thread}: whole: ${words(checked, erased)}`, unchecked }
}

/** What was checked, in words. */
function words({ entries, commits, spans, ledgerItems, pins, acknowledged }: Checked, erased: number): string {
  const gone = erased === 0 ? '' : ` (${erased} of them erased)`
  const told = acknowledged === null ? '' : ` and ${acknowledged} acknowledged`
  const plans = `${counted(commits, 'commit')} with ${counted(spans, 'span')} and ${counted(ledgerItems, 'ledger item')}`
  return `${counted(entries, 'entry', 'entries')}${gone} against the chain${told}, ${plans}, ${counted(pins, 'pin')}`
}
