import { leadingSystem } from '../log/rounds.ts'
import type { Determinism, Entry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { JsonObject } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Receipt } from '../schema/receipt.ts'
import { isRung } from '../schema/rung.ts'
import type { Circumstances } from '../schema/strategy.ts'
import type { ToolPolicies, ToolPolicy } from '../schema/tool-policy.ts'

/** What a host knows about results at the time of a request. */
export interface Sources {
  /** What the sources of results are now, by the id of the entry (C9). */
  readonly sources?: Readonly<Record<string, Determinism>>
  /** This turn brought back what was put away (C13). */
  readonly rehydrated?: boolean
}

/** What a plan depends on besides log, sizes and policy. */
export function circumstancesOf(options: {
  readonly entries: readonly Entry[]
  /** The plan in effect. */
  readonly records: readonly PlanRecord[]
  readonly given: Sources
  readonly why: Pick<Receipt, 'trigger'>
  readonly idleMs: number | undefined
  readonly withoutArtifacts: boolean
  readonly toolPolicies: ToolPolicies
}): Circumstances {
  const { given, entries, withoutArtifacts } = options
  const standing = options.records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  const policies = Object.entries(options.toolPolicies)
  const byTool = <Value>(pick: (policy: ToolPolicy) => Value | undefined): ReadonlyMap<string, Value> =>
    new Map(policies.flatMap(([tool, policy]) => (pick(policy) === undefined ? [] : [[tool, pick(policy) as Value] as const])))
  return {
    foldedTo: seqOf(Math.max(leadingSystem(entries), standing.at(-1)?.span.end ?? 0)),
    ...(standing.length === 0 ? {} : { standing }),
    asked: options.why.trigger === 'manual',
    rehydrated: given.rehydrated === true,
    withoutArtifacts,
    thresholds: byTool((policy) => policy.externalizeAbove),
    durabilities: byTool((policy) => policy.durability),
    replayCosts: byTool((policy) => policy.replayCost),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    ...(given.sources === undefined ? {} : { sources: sourcesBySeq(entries, given.sources) }),
  }
}

function sourcesBySeq(entries: readonly Entry[], given: Readonly<Record<string, Determinism>>): ReadonlyMap<Seq, Determinism> {
  const byId = new Map(Object.entries(given))
  return new Map(
    entries.flatMap((entry) => {
      const found = entry.kind === 'tool-result' ? byId.get(entry.id) : undefined
      return found === undefined ? [] : [[entry.seq, found] as const]
    }),
  )
}

/** What of the circumstances a policy looks at: with the same, the same plan comes out, so it is recorded and compared (L8). */
export function recordedCircumstances(policy: Policy, circumstances: Circumstances): JsonObject {
  const { asked, rehydrated, idleMs = 0, sources, thresholds, durabilities, replayCosts } = circumstances
  const tools = {
    ...recorded('thresholds', thresholds),
    ...recorded('durabilities', durabilities),
    ...recorded('costs', replayCosts),
  }
  const rungs = policy.ladder.filter(isRung)
  const isOwn = rungs.length < policy.ladder.length
  const coldAfter = rungs.flatMap((rung) => (rung.rung === 'prune-cold' ? [rung.idleMs] : []))
  return {
    // A strategy of the user's own may look at anything.
    ...(asked === true && (isOwn || rungs.some(({ rung }) => rung === 'summarize')) ? { asked } : {}),
    ...(rehydrated === true ? { rehydrated } : {}),
    ...(coldAfter.some((ms) => idleMs > ms) ? { cold: true } : {}),
    ...(sources === undefined ? {} : { sources: [...sources].map(([seq, source]) => [seq, { ...source }]) }),
    ...(Object.keys(tools).length === 0 ? {} : { tools }),
  }
}

function recorded(name: string, values: ReadonlyMap<string, string | number> | undefined): JsonObject {
  return values === undefined || values.size === 0 ? {} : { [name]: Object.fromEntries(values) }
}
