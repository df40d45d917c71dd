import type { Policy } from '../../schema/policy.ts'
import { amp } from './amp.ts'
import { balanced } from './balanced.ts'
import { claudeCode } from './claude-code.ts'
import { cms } from './cms.ts'
import { codex } from './codex.ts'
import { harness } from './harness.ts'
import { layer } from './layer.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { timeline } from './timeline.ts'

/** The presets by the names they have in code. */
interface Presets {
  readonly balanced: typeof balanced
  readonly claudeCode: typeof claudeCode
  readonly codex: typeof codex
  readonly opencode: typeof opencode
  readonly amp: typeof amp
  readonly pi: typeof pi
  readonly cms: typeof cms
  readonly harness: typeof harness
  readonly layer: typeof layer
  readonly timeline: typeof timeline
}

export const presets: Presets = Object.freeze({
  ...{ balanced, claudeCode, codex, opencode, amp },
  ...{ pi, cms, harness, layer, timeline },
})

/** The presets by the names they have in the world, ours first. */
export const PRESETS: ReadonlyMap<string, () => Policy> = new Map(
  Object.values(presets).map((make: () => Policy) => [make().name, make]),
)
