import { verifyThread } from '../../engine/verify.ts'
import { sha256Hex } from '../../index.ts'
import { capableOf } from '../../schema/capabilities.ts'
import type { ThreadId } from '../../schema/ids.ts'
import type { Store, ThreadKey } from '../../schema/ports.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { counted } from '../picture/words.ts'
import { type StoreFlags, withStore, withThread } from './open-store.ts'

/** `palimpsest verify`: whether logs are what was appended to them. Fails at the end if one is not. */
export async function runVerify(thread: string | undefined, flags: StoreFlags): Promise<void> {
  const checked =
    thread === undefined
      ? await withStore(flags, async (store, tenant) => {
          const names = await capableOf(store, 'threads', { needed: 'palimpsest verify' }).threads.of(tenant)
          const found: Checked[] = []
          for (const name of names) found.push(await check(store, { tenant, thread: name }))
          return found
        })
      : [await withThread(flags, thread, check)]
  await printOut(checked.map(({ line }) => `${harmless(line)}\n`).join(''))
  const broken = checked.filter(({ isWhole }) => !isWhole).map((each) => each.thread)
  if (broken.length > 0)
    throw new CliError(EXIT.input, `${counted(broken.length, 'thread')} cannot be trusted: ${broken.join(', ')}.`)
}

interface Checked {
  readonly thread: ThreadId
  readonly isWhole: boolean
  readonly line: string
}

async function check(store: Store, key: ThreadKey): Promise<Checked> {
  const found = await verifyThread(store, key, sha256Hex)
  const { thread } = key
  if (found.kind === 'broken') return { thread, isWhole: false, line: `${thread}: broken at e${found.at}: ${found.detail}` }
  const erased = found.erased === 0 ? '' : `, ${found.erased} of them erased`
  return { thread, isWhole: true, line: `${thread}: whole, ${counted(found.length, 'entry', 'entries')}${erased}` }
}
