import { itemAt } from '../schema/at.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Hole, MessageShell } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'

/** A block to keep, at its place in the message. */
export interface Kept {
  readonly place: number
  readonly block: BlockDraft
}

/**
 * A message with some of its blocks only, as if the others had never been in it. Gives the message itself if all of them stay. The part
 * gets an id of its own, because the whole may be in the log under the message's.
 */
export function partOfDraft(draft: MessageDraft, kept: readonly Kept[]): MessageDraft {
  const isWhole = kept.length === draft.blocks.length && kept.every(({ place, block }) => block === draft.blocks[place])
  if (isWhole) return draft
  const { id: _, ...rest } = draft
  return {
    ...rest,
    blocks: kept.map(({ block }) => block),
    shell: partOfShell(draft.shell, new Set(kept.map(({ place }) => place))),
  }
}

function partOfShell(shell: MessageShell, places: ReadonlySet<number>): MessageShell {
  const { dialect, raw, holes, twins = [] } = shell
  const cut = cutsOf([...holes, ...twins].filter((hole) => !places.has(hole.block)).map((hole) => hole.path))
  const stays = [...places].toSorted((one, other) => one - other)
  const left = (all: readonly Hole[]): readonly Hole[] =>
    all
      .filter((hole) => places.has(hole.block))
      .map((hole) => ({ path: shifted(hole.path, cut), block: stays.indexOf(hole.block) }))
  const said = left(twins)
  return { dialect, raw: without(raw, cut), holes: left(holes), ...(said.length === 0 ? {} : { twins: said }) }
}

/** Places to cut out of a value, as a tree. */
interface Cuts {
  readonly inside: Map<string | number, Cuts>
  /** Places of a list that go, ascending. */
  readonly places: number[]
  /** True if this place itself goes. */
  gone: boolean
}

function cutsOf(paths: readonly Hole['path'][]): Cuts {
  const root: Cuts = { inside: new Map(), places: [], gone: false }
  for (const path of paths) {
    let at = root
    for (const [depth, key] of path.entries()) {
      const next = at.inside.get(key) ?? { inside: new Map(), places: [], gone: false }
      at.inside.set(key, next)
      if (depth === path.length - 1 && typeof key === 'number') at.places.push(key)
      at = next
    }
    at.gone = true
  }
  ascend(root)
  return root
}

/** Holes come in the order of their blocks, twins in whatever order their list has. */
function ascend(cuts: Cuts): void {
  cuts.places.sort((one, other) => one - other)
  for (const inner of cuts.inside.values()) ascend(inner)
}

function without(value: Json, cuts: Cuts): Json {
  if (cuts.inside.size === 0) return value
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const cut = cuts.inside.get(index)
      if (cut === undefined) return [item]
      return cut.gone ? [] : [without(item, cut)]
    })
  }
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).filter(([key]) => cuts.inside.get(key)?.gone !== true)
  return Object.fromEntries(
    fields.map(([key, item]) => {
      const cut = cuts.inside.get(key)
      return [key, cut === undefined ? item : without(item, cut)]
    }),
  )
}

/** A path after the cuts: places in a list move up. */
function shifted(path: Hole['path'], cuts: Cuts): Hole['path'] {
  let at: Cuts | undefined = cuts
  return path.map((key) => {
    const here = at
    at = at?.inside.get(key)
    return typeof key === 'number' && here !== undefined ? key - countBelow(here.places, key) : key
  })
}

function countBelow(places: readonly number[], limit: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(places, middle) < limit) low = middle + 1
    else high = middle
  }
  return low
}
