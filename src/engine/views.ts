import type { Json } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'
import { checkAround } from '../view/check-around.ts'
import { clearedIn } from '../view/cleared-log.ts'
import { toolsIn } from '../view/given.ts'
import { type LiveView, liveView, type View } from '../view/live-view.ts'
import type { Known, Setting } from '../view/setting.ts'
import { sizesFor } from '../view/sizes.ts'
import { mostHeld } from '../view/stretches.ts'
import { endpointOf } from './exchange.ts'
import { readBy, readerName } from './reader.ts'
import { type Prepared, prepared } from './request.ts'
import { checkRequestOptions, type RequestOptions } from './request-options.ts'
import { dialectNamed } from './taking.ts'
import type { ThreadState } from './thread-state.ts'
import { offersLookup } from './tools/offers-lookup.ts'

/** Everything about a request but the plan. Answers at once if the dialect is loaded and the model known, so that a step need not wait. */
export function settingOf(state: ThreadState, options: RequestOptions): Setting | Promise<Setting> {
  checkRequestOptions(options)
  const named = dialectNamed(state.own, options.dialect)
  return named instanceof Promise ? named.then((dialect) => settingIn(state, dialect, options)) : settingIn(state, named, options)
}

function settingIn(state: ThreadState, named: Dialect, options: RequestOptions): Setting | Promise<Setting> {
  const { tools, knowledge, views, log, ports } = state
  const dialect = readBy(state, named, options.model, undefined, offersLookup(toolsIn(options)))
  tools.declare(toolsIn(options))
  const name = readerName(dialect, options.model ?? '')
  const sizes = views.sizes.get(name) ?? sizesFor(log, dialect.traits, ports.counting)
  keep(views.sizes, name, sizes)
  const make = (known: Known): Setting => state.makeSetting(dialect, sizes, known, options, state.isResent)
  const endpoint = endpointOf(options)
  const known = knowledge.about(endpoint, state.scripts.excessFor(endpoint.model, state.commit))
  return known instanceof Promise ? known.then(make) : make(known)
}

/** The same setting once another plan is in effect: some models must no longer be shown what they thought before. */
export function afterCommit(state: ThreadState, at: Setting): Setting {
  const dialect = readBy(state, at.dialect, at.model)
  return dialect === at.dialect ? at : { ...at, dialect }
}

/** The log as it stands, under no plan; but for what a new context left behind. */
export function wholeView(state: ThreadState, at: Setting): LiveView {
  const { whole } = state.views
  const name = viewName(state, at)
  const live = roomy(whole.get(name), at) ?? liveView({ ...following(state, at), records: clearedIn(state.records) })
  keep(whole, name, live)
  return live
}

/** What the model sees now. */
export function viewOf(state: ThreadState, at: Setting): View {
  const { current } = state.views
  const name = viewName(state, at)
  const live = roomy(current.get(name), at) ?? (state.commit === null ? wholeView(state, at) : follow(state, at))
  keep(current, name, live)
  return live.now()
}

/** A view that holds all of what may be asked for now: where much more may be, it is made anew. */
function roomy(live: LiveView | undefined, { budget }: Setting): LiveView | undefined {
  return live !== undefined && live.holds >= Math.min(budget.limit, mostHeld()) ? live : undefined
}

/** Counts exactly from here on; true if that may have changed something. */
export function sharpenViews({ log, views }: ThreadState): boolean {
  if (!log.sharpen()) return false
  views.current.clear()
  views.whole.clear()
  return true
}

/** The request as it stands. */
export function packed(state: ThreadState, at: Setting): Prepared<Json> {
  const { commit, log, ports, views } = state
  const view = viewOf(state, at)
  // The same setting has the same surroundings, step after step.
  if (views.checked !== at) checkAround(at, view.system)
  views.checked = at
  const { summaryRole } = ports.policy
  return prepared({ at, view, commit, head: log.length, summaryRole, hash: ports.hash })
}

/** By what a view is kept: a policy may give summaries another role, and a model may not be shown what another one sealed. */
export function viewName({ ports }: ThreadState, { dialect, model }: Setting): string {
  return `${readerName(dialect, model)} ${ports.policy.summaryRole}`
}

/** Views hold the whole conversation: of a thread that goes from model to model, only a few are kept. */
const MOST_VIEWS = 8

function keep<Value>(kept: Map<string, Value>, name: string, value: Value): void {
  if (kept.size >= MOST_VIEWS && !kept.has(name)) kept.clear()
  kept.set(name, value)
}

function follow(state: ThreadState, at: Setting): LiveView {
  return liveView({ ...following(state, at), records: state.records })
}

function following({ log, ports }: ThreadState, at: Setting) {
  return { ...at, log, summaryRole: ports.policy.summaryRole, meter: ports.meter }
}
