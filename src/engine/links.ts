import { isCapable, type StoreWith } from '../schema/capabilities.ts'
import { type ThreadId, threadId } from '../schema/ids.ts'
import type { Link, LinkKind } from '../schema/links.ts'
import type { Store, ThreadKey } from '../schema/ports.ts'

/** Says that a thread belongs to another, if the store can remember it. */
export async function linkTo(store: Store, key: ThreadKey, kind: LinkKind, linked: ThreadId): Promise<void> {
  if (isCapable(store, 'links')) await store.links.add(key, { kind, linked })
}

/** The threads of one kind that belong to a thread. */
export async function linkedTo(store: StoreWith<'links'>, key: ThreadKey, kind: LinkKind): Promise<readonly ThreadId[]> {
  const links = await store.links.of(key)
  return links.flatMap((link) => (link.kind === kind && link.thread === key.thread ? [link.linked] : [])).sort()
}

/** Branches of a thread, and their branches, each before what it began with. */
export async function branchesOf(store: StoreWith<'links'>, key: ThreadKey): Promise<readonly ThreadId[]> {
  const found = await reached(store, key, ({ thread }, from) => thread === from)
  return found.slice(1).reverse()
}

/** A thread with everything that branched off it, and what it branched off. */
export async function familyOf(store: StoreWith<'links'>, key: ThreadKey): Promise<ReadonlySet<ThreadId>> {
  return new Set(await reached(store, key, () => true))
}

/** Every thread that links of branches lead to, nearest first. */
async function reached(
  store: StoreWith<'links'>,
  { tenant, thread }: ThreadKey,
  follows: (link: Link, from: ThreadId) => boolean,
): Promise<readonly ThreadId[]> {
  const found = new Set([thread])
  for (const from of found) {
    for (const link of await store.links.of({ tenant, thread: from })) {
      if (link.kind === 'branch' && follows(link, from)) found.add(link.thread).add(link.linked)
    }
  }
  return [...found]
}

/** A name that nobody has, or one of `own`. Names that others have given are theirs. */
export async function ownName(
  store: Store,
  { tenant }: ThreadKey,
  wanted: string,
  own: readonly ThreadId[] = [],
): Promise<ThreadId> {
  for (let tries = 1; ; tries += 1) {
    const name = threadId(tries === 1 ? wanted : `${wanted}-${tries}`)
    if (own.includes(name) || (await store.head({ tenant, thread: name })).length === 0) return name
  }
}
