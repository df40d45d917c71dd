import type { Determinism, Durability, ToolResultEntry } from '../schema/entry.ts'
import type { Scene } from '../schema/strategy.ts'

/**
 * Whether what a tool declared about its results lets this one be cleared (C8). It binds every policy; if nothing was declared,
 * `undeclared` says what the policy takes it for.
 *
 *     ephemeral        cleared freely
 *     anchoring        cleared, because the placeholder keeps outcome and key fields
 *     replayable       cleared if the source is provably as it was
 *     non-replayable   never cleared: it is put away whole, folded into a summary, or stays
 */
export function isClearable(scene: Scene, entry: ToolResultEntry, undeclared: Durability = 'anchoring'): boolean {
  switch (durabilityIn(scene, entry, undeclared)) {
    case 'ephemeral':
    case 'anchoring':
    case 'replayable':
      return true
    case 'non-replayable':
      return false
  }
}

/** What a result counts as now: a replayable one whose source has changed, or cannot be checked, is non-replayable (C9). */
export function durabilityIn(scene: Scene, entry: ToolResultEntry, undeclared: Durability): Durability {
  const { determinism, tool } = entry.envelope
  const durability = entry.envelope.durability ?? scene.durabilities?.get(tool) ?? undeclared
  if (durability !== 'replayable') return durability
  return isUnchanged(determinism, scene.sources?.get(entry.seq)) ? 'replayable' : 'non-replayable'
}

const COMPARED = ['contentHash', 'etag', 'mtime', 'version'] as const

/** Compared by the first of these that both have: hash, etag, time, version. What cannot be verified has changed. */
export function isUnchanged(then: Determinism | undefined, now: Determinism | undefined): boolean {
  const field = COMPARED.find((name) => then?.[name] !== undefined && now?.[name] !== undefined)
  return field !== undefined && then?.[field] === now?.[field]
}
