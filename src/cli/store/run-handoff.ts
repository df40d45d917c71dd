import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { onStored } from './on-stored.ts'
import type { StoreFlags } from './open-store.ts'

interface HandoffFlags extends StoreFlags {
  readonly goal: string
  readonly name?: string
  readonly tokens?: number
  readonly json?: true
}

/** `palimpsest handoff`: a new thread that begins with what a goal needs of a thread. */
export async function runHandoff(thread: string, flags: HandoffFlags): Promise<void> {
  const { goal, name, tokens, json } = flags
  if (goal.trim() === '') throw new CliError(EXIT.usage, 'Expected what the new thread is for in --goal, in words.')
  const made = await onStored(thread, flags, async (open, compactor) => {
    const names = (): Promise<readonly string[]> => compactor.threads({ tenant: flags.tenant ?? 'default' })
    const taken = new Set(await names())
    if (name !== undefined && taken.has(name))
      throw new CliError(EXIT.usage, `There is a thread ${name} already; --name names a new one.`)
    const next = await open.handoff({ goal, id: name, tokens })
    const [begin] = await next.expand('e0')
    const own = (await names()).find((each) => !taken.has(each)) ?? `${thread}/handoff`
    return { thread: name ?? own, from: thread, goal, text: begin?.text ?? '' }
  })
  if (json) return printOut(`${JSON.stringify(made)}\n`)
  const text = made.text.split('\n').map(harmless).join('\n')
  await printOut(`${text}\n\n${harmless(`${made.thread} begins with this, and the goal: ${goal}`)}\n`)
}
