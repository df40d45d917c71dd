import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { count, counted } from '../picture/words.ts'
import { onStored } from './on-stored.ts'
import type { StoreFlags } from './open-store.ts'

type Flags = StoreFlags & { readonly json?: true }

/** Prints an object as JSON, or in words. */
function tell(flags: Flags, value: unknown, words: readonly string[]): Promise<void> {
  return printOut(flags.json ? `${JSON.stringify(value)}\n` : `${words.map(harmless).join('\n')}\n`)
}

/** `palimpsest undo`: the model sees what it saw before the last compaction. */
export async function runUndo(thread: string, flags: Flags): Promise<void> {
  const { tokens, receipt } = await onStored(thread, flags, (open) => open.undo())
  await tell(flags, { tokens, receipt }, [
    `${thread}: the last compaction is undone; the next request has ${count(tokens)} tokens. palimpsest redo brings it back.`,
  ])
}

/** `palimpsest redo`: takes the last undo back. */
export async function runRedo(thread: string, flags: Flags): Promise<void> {
  const { tokens, receipt } = await onStored(thread, flags, (open) => open.redo())
  await tell(flags, { tokens, receipt }, [
    `${thread}: the compaction is there again; the next request has ${count(tokens)} tokens.`,
  ])
}

/** `palimpsest diff`: what the model sees otherwise under two commits; without names, since the last one. */
export async function runDiff(thread: string, commits: readonly string[], flags: Flags): Promise<void> {
  const difference = await onStored(thread, flags, async (open) => {
    const all = await open.commits()
    const [from, to] = commits.map((name) =>
      name === 'none'
        ? null
        : commitLike(
            all.map(({ id }) => id),
            name,
          ),
    )
    const last = all.at(-1)?.id ?? null
    return commits.length === 0
      ? open.diff(all.at(-2)?.id ?? null, last)
      : open.diff(from ?? null, commits.length === 1 ? last : (to ?? null))
  })
  const { runs, shown, hidden } = difference
  const entry = ({ from, to }: { readonly from: number; readonly to: number }): string =>
    from === to ? `e${from}` : `e${from}-e${to}`
  await tell(flags, difference, [
    ...runs.map((run) => `${entry(run).padEnd(14)} ${run.before} -> ${run.after}`),
    runs.length === 0
      ? 'Nothing is shown differently.'
      : `${counted(shown, 'entry', 'entries')} came back into the request, ${count(hidden)} left it; the log has all of them.`,
  ])
}

function commitLike(ids: readonly string[], name: string): string {
  const found = ids.filter((id) => id.startsWith(name))
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return first
  const what = first === undefined ? `there is no commit ${name}` : `${found.length} commits begin with ${name}`
  throw new CliError(EXIT.usage, `${what}; known are ${ids.map((id) => id.slice(0, 12)).join(', ') || 'none'}.`)
}

/** `palimpsest branch`: a thread that goes on from an entry; without one, the places where it can. */
export async function runBranch(
  thread: string,
  flags: Flags & { readonly at?: string; readonly include?: true; readonly name?: string },
): Promise<void> {
  const { at, include, name } = flags
  if (at === undefined) {
    const said = await onStored(thread, flags, async (open) =>
      (await open.entries()).filter((entry) => entry.kind === 'text' && entry.author === 'person'),
    )
    const places = said.map((entry) => ({
      entry: entry.id,
      text: entry.kind === 'text' ? entry.text.replaceAll(/\s+/g, ' ').slice(0, 100) : '',
    }))
    return tell(flags, places, [
      ...places.map((place) => `${place.entry.padEnd(8)} ${place.text}`),
      `--at ${places[0]?.entry ?? 'e0'} begins a branch before that message.`,
    ])
  }
  const made = await onStored(thread, flags, async (open, compactor) => {
    const before = new Set(await compactor.threads({ tenant: flags.tenant ?? 'default' }))
    await open.branch({ at, ...(include === undefined ? {} : { include }), ...(name === undefined ? {} : { id: name }) })
    const after = await compactor.threads({ tenant: flags.tenant ?? 'default' })
    return name ?? after.find((each) => !before.has(each)) ?? thread
  })
  await tell(flags, { thread: made }, [`${made} goes on from ${at}${include === true ? '' : ', without it'}.`])
}

/** `palimpsest expand`: what entries say, all of it. */
export async function runExpand(thread: string, handle: string, flags: Flags): Promise<void> {
  const entries = await onStored(thread, flags, (open) => open.expand(handle))
  if (flags.json) return printOut(`${JSON.stringify(entries)}\n`)
  const only = entries.length === 1 ? entries[0] : undefined
  // One entry alone comes out as it is, so that it can be piped on.
  await printOut(
    only === undefined
      ? entries.map(({ entry, text }) => `${entry.id} ${entry.role} ${entry.kind}\n${text}\n`).join('\n')
      : `${only.text}\n`,
  )
}

/** `palimpsest artifact`: content that was put away. */
export async function runArtifact(thread: string, id: string, flags: Flags): Promise<void> {
  const content = await onStored(thread, flags, (open) => open.readArtifact(id))
  if (content === null)
    throw new CliError(EXIT.usage, `${thread} has put away nothing under ${id}; palimpsest show ${thread} lists what it has.`)
  await printOut(flags.json ? `${JSON.stringify({ id, content })}\n` : `${content}\n`)
}

/** `palimpsest pin`: keeps an entry, or what a person wrote with some words, byte for byte. */
export async function runPin(thread: string, flags: Flags & { readonly entry?: string; readonly text?: string }): Promise<void> {
  const { entry, text } = flags
  if ((entry === undefined) === (text === undefined)) throw new CliError(EXIT.usage, 'Expected --entry or --text, one of them.')
  const pinned = await onStored(thread, flags, (open) => open.pin(entry === undefined ? { text: text ?? '' } : { entry }))
  await tell(flags, { pinned }, [`pinned: ${pinned.join(', ')}`])
}

/** `palimpsest erase`: removes an entry or a thread for good. */
export async function runErase(thread: string, flags: Flags & { readonly entry?: string; readonly yes?: true }): Promise<void> {
  const { entry, tenant = 'default' } = flags
  const what = entry === undefined ? `all of ${thread}` : `${entry} of ${thread}`
  if (flags.yes !== true)
    throw new CliError(
      EXIT.usage,
      `This removes ${what} for good, with everything that was made of it; --yes says that it is meant.`,
    )
  const erased = await onStored(thread, flags, (_, compactor) =>
    compactor.erase({ tenant, thread, ...(entry === undefined ? {} : { entry }) }),
  )
  const left =
    erased.sharedWith === undefined
      ? ''
      : ` ${erased.sharedWith.join(', ')} still ${erased.sharedWith.length === 1 ? 'has' : 'have'} entries of it.`
  await tell(flags, erased, [`${what} is erased: ${counted(erased.entries, 'entry', 'entries')}.${left}`])
}

/** `palimpsest recall`: what a thread has put away about something, best first. */
export async function runRecall(thread: string, words: string, flags: Flags): Promise<void> {
  const hits = await onStored(thread, flags, (open) => open.recall(words))
  await tell(flags, hits, hits.length === 0 ? ['Nothing was found.'] : hits.flatMap((hit) => [`${hit.handle}  ${hit.snippet}`]))
}
