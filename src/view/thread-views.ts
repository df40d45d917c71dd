import type { EnginePorts } from '../engine/ports.ts'
import type { Setting } from '../engine/request.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect } from '../schema/ports.ts'
import { type LiveView, liveView, type View } from './live-view.ts'
import type { LogKeeper } from './measured-log.ts'
import { type Sizes, sizesFor } from './sizes.ts'

/** What a thread keeps for each dialect it is asked in: sizes, the log under no plan, and the log under the plan that holds. */
export interface ThreadViews {
  sizes(dialect: Dialect): Sizes
  /** The log as it stands, under no plan. It outlives commits: every compaction is measured against it. */
  whole(at: Setting): LiveView
  /** What the model sees under `records`. */
  view(at: Setting, records: readonly PlanRecord[] | undefined): View
  /** Goes on with a view that was made while planning. */
  keep(at: Setting, live: LiveView): void
  /** Another plan holds. */
  renew(): void
  /** Counts exactly from here on; true where that may have changed something. */
  sharpen(): boolean
}

export function threadViews(log: LogKeeper, ports: EnginePorts): ThreadViews {
  const sizes = new Map<string, Sizes>()
  const views = new Map<string, LiveView>()
  const wholes = new Map<string, LiveView>()
  const follow = (at: Setting, records: readonly PlanRecord[]): LiveView =>
    liveView({ ...at, log, records, summaryRole: ports.policy.summaryRole, meter: ports.meter })
  const whole = (at: Setting): LiveView => {
    const { name } = at.dialect.traits
    const live = wholes.get(name) ?? follow(at, [])
    wholes.set(name, live)
    return live
  }
  return {
    sizes({ traits }) {
      const size = sizes.get(traits.name) ?? sizesFor(log, traits, ports.tokenizer)
      sizes.set(traits.name, size)
      return size
    },
    whole,
    view(at, records) {
      const { name } = at.dialect.traits
      const live = views.get(name) ?? (records === undefined ? whole(at) : follow(at, records))
      views.set(name, live)
      return live.now()
    },
    keep: (at, live) => views.set(at.dialect.traits.name, live),
    renew: () => views.clear(),
    sharpen() {
      if (!log.sharpen()) return false
      for (const kept of [views, wholes]) kept.clear()
      return true
    },
  }
}
