import type { Seq } from '../schema/ids.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import type { Head } from '../schema/ports.ts'
import type { PlanningInputs } from '../schema/receipt.ts'
import type { Circumstances } from '../schema/strategy.ts'
import type { Setting } from '../view/setting.ts'
import { recordedCircumstances } from './circumstances.ts'

/** Everything that decides a plan besides the log. The same inputs give the same plan, so they are compared before planning (L8). */
export function planningInputs(options: {
  readonly at: Setting
  readonly head: Head
  readonly pins: ReadonlySet<Seq>
  /** What a hook wants left alone. */
  readonly preserved: readonly Seq[]
  readonly instructions: string
  readonly policy: Policy
  readonly tokenizer: { readonly name: string }
  readonly summarizer: { readonly name: string } | undefined
  readonly circumstances: Circumstances
  /** Where a compaction that was taken back left the request. */
  readonly restored: number | undefined
}): PlanningInputs {
  const { at, head, policy, summarizer, restored } = options
  const { preserved } = options
  const { sheet } = at.priced
  const recorded = recordedCircumstances(policy, options.circumstances)
  const circumstances = preserved.length === 0 ? recorded : { ...recorded, preserved }
  return {
    head: head.length,
    hash: head.hash,
    dialect: at.dialect.traits.name,
    model: at.model,
    window: at.budget.window,
    reserve: at.budget.reserve,
    policy: JSON.stringify(policy),
    instructions: options.instructions,
    pins: [...options.pins].sort((a, b) => a - b),
    system: at.budget.system,
    tools: at.budget.tools,
    tokenizer: options.tokenizer.name,
    scale: at.budget.scale,
    byteLimit: at.byteLimit ?? null,
    ...(sheet === undefined || policy.release.kind !== 'kept' ? {} : { prices: sheet.steps.map((rates) => ({ ...rates })) }),
    ...(summarizer === undefined ? {} : { summarizer: summarizer.name }),
    ...(JSON.stringify(circumstances) === '{}' ? {} : { circumstances }),
    ...(restored === undefined ? {} : { restored }),
  }
}

/** A compaction was asked for, and the policy has something that acts only then. */
export function isAskedFor({ circumstances = null }: PlanningInputs): boolean {
  return isJsonObject(circumstances) && circumstances['asked'] === true
}
