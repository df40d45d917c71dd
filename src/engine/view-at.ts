import { RENDER_VERSION } from '../render/placeholders.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { asGiven } from '../schema/foreign-values.ts'
import type { Json } from '../schema/json.ts'
import type { KeptRequest } from '../schema/request-record.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import { assembleRequest } from '../view/assemble.ts'
import { withEphemeral } from '../view/ephemeral.ts'
import { liveView } from '../view/live-view.ts'
import { type Around, aroundFrom, bytesHash } from '../view/request-parts.ts'
import { sizesFor } from '../view/sizes.ts'
import { readBy } from './reader.ts'
import { dialectNamed } from './taking.ts'
import { readLogUpTo } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { offersLookup } from './tools/offers-lookup.ts'

/** A request as the model saw it. */
export interface SeenRequest {
  readonly sent: KeptRequest
  /** The same bytes as JSON; it is the caller's own. */
  readonly request: Json
}

/**
 * What the model saw at a step: the request is put together again from the log as it was, the plan that held, and what stood around. It is
 * what was sent, or it is not given: a hash of everything it is made of says so.
 */
export async function viewAt(state: ThreadState, step: number): Promise<SeenRequest> {
  const { key, ports } = state
  const lost = (reason: string): never => {
    throw new CompactionError<'request-lost'>({ code: 'request-lost', thread: key.thread, step, reason })
  }
  const kept = (await ports.store.requests?.of(key)) ?? []
  const sent = kept.find((each) => each.step === step) ?? lost(whyNot(kept, step))
  const around = (await partsIn(state, sent)) ?? lost('it was recorded before requests could be put together again')
  const commit = await commitAt(state, sent)
  if (commit === undefined) return lost('the plan it was made with is gone')
  if (!ports.dialects.some(({ traits }) => traits.name === sent.dialect)) return lost(`there is no format ${sent.dialect}`)
  const { request, bytes } = await putTogether(state, sent, { around, commit })
  if (bytes !== sent.bytes) {
    return lost(
      sent.renderer === RENDER_VERSION ? 'it does not come out as it was' : 'it was written by another version of this package',
    )
  }
  return { sent, request: asGiven(request) }
}

function whyNot(kept: readonly KeptRequest[], step: number): string {
  const [first] = kept
  if (first === undefined) return 'no request is remembered'
  const last = kept.at(-1)?.step
  return step < first.step ? `only the latest are remembered, from step ${first.step} on` : `the last step is ${last}`
}

/** `undefined` if something of it is not kept. */
async function partsIn({ key, ports }: ThreadState, { system, tools, around }: KeptRequest): Promise<Around | undefined> {
  const { requests } = ports.store
  if (around === undefined || requests === undefined) return undefined
  const [first, second, third] = await Promise.all([system, tools, around].map((hash) => requests.part(key, hash)))
  if (typeof first !== 'string' || typeof second !== 'string' || typeof third !== 'string') return undefined
  return aroundFrom({ system: first, tools: second, around: third })
}

async function commitAt({ key, ports }: ThreadState, { commit: id }: KeptRequest): Promise<Commit | null | undefined> {
  return id === null ? null : (await ports.store.commits(key)).find((commit) => commit.id === id)
}

async function putTogether(
  state: ThreadState,
  { head, dialect: name, model }: KeptRequest,
  { around, commit }: { readonly around: Around; readonly commit: Commit | null },
): Promise<{ readonly request: Json; readonly bytes: string }> {
  const { key, ports } = state
  const own = await readLogUpTo(key, ports, head)
  const base = await dialectNamed(own, name)
  const unsealed = { log: own.log, commit, unsealed: 0 }
  const dialect = readBy(unsealed, base, model, around.sealedIn ?? 'everywhere', offersLookup(around.around.tools))
  const sizes = sizesFor(own.log, dialect.traits, ports.counting)
  const records = commit === null ? [] : recordsOf(commit.plan)
  const { summaryRole } = around
  const plain = liveView({ dialect, sizes, log: own.log, records, summaryRole, meter: ports.meter }).now()
  const view = around.ephemeral === undefined ? plain : (withEphemeral(plain, { dialect, sizes }, around.ephemeral) ?? plain)
  return { request: assembleRequest({ ...around, dialect }, view), bytes: bytesHash(around, view, ports.hash) }
}
