import { rulesFrom } from '../budget/careful-rules.ts'
import { rememberCounts } from '../budget/remember-counts.ts'
import type { AgentToolOptions, AgentTools } from '../schema/agent-tools.ts'
import { capableOf } from '../schema/capabilities.ts'
import { type CompactorEvent, EVENT_NAMES, type EventName, type EventOf } from '../schema/events.ts'
import { CompactionError } from '../schema/failures.ts'
import { freshCopy } from '../schema/fresh-copy.ts'
import { frozen, isFrozen } from '../schema/frozen.ts'
import { type TenantId, type ThreadId, tenantId, threadId } from '../schema/ids.ts'
import type { ModelTable } from '../schema/model-limits.ts'
import type { SearchFilters, SearchHit, SearchQuery } from '../schema/search.ts'
import type { ThreadCheck } from '../schema/thread-check.ts'
import { soundClock } from '../schema/whole-time.ts'
import type { AnyDialect, DialectChoice } from '../schema/wire/request-of.ts'
import { checkExpiring } from './check-expiring.ts'
import { checkName } from './check-name.ts'
import { checkPorts } from './check-ports.ts'
import type { EraseOptions, Erasure } from './erase.ts'
import { checkStream, eventStream, MOST_UNREAD } from './event-stream.ts'
import { type Events, eventsBy, type Scope } from './events.ts'
import type { Expired, ExpireOptions } from './expire.ts'
import { checkForgetting, type ForgetOptions } from './forget.ts'
import { guardedPort } from './guard-port.ts'
import { knowledge, nothingLearned } from './knowledge.ts'
import type { Learned } from './learned-records.ts'
import { checkOptions, expectOptions, type Kind } from './options.ts'
import { ownPolicy } from './own-policy.ts'
import type { EnginePorts, ModelSources } from './ports.ts'
import { type SharedKnowledge, sharedKnowledge } from './shared-knowledge.ts'
import type { Thread } from './thread.ts'
import { toolsOf } from './tools-of.ts'
import type { Unarchived } from './unarchive.ts'

interface SearchOptions extends SearchFilters, Pick<SearchQuery, 'limit'> {
  readonly tenant?: string
  readonly thread?: string
}

/** `Usual` is the dialect of all threads, if one was named. */
export interface Compactor<Usual extends DialectChoice = AnyDialect> {
  /** Opens a thread, or starts it. Names of threads and tenants may hold anything, and have 1 to 512 bytes. */
  thread(id: string, options?: { readonly tenant?: string }): Promise<Thread<Usual>>
  /** What a tenant's requests have taught about models. Hand it to the next run as `learned`, and nothing is learned twice. */
  learned(options?: { readonly tenant?: string }): Learned
  /**
   * Forgets what was learned about a model, at one address or at all: a limit that was a mistake, a server that was given more. Resolves to the
   * names of what is forgotten. Processes that run already forget it within a minute.
   */
  forget(what: ForgetOptions): Promise<readonly string[]>
  /** Removes an entry, a thread or a whole tenant for good. Threads that were open must be opened again. */
  erase(what: EraseOptions): Promise<Erasure>
  /**
   * A thread as one text, to be kept in a file: log, pins, commits with their receipts, requests, artifacts. It is checked first. What is
   * erased later is not erased in files.
   */
  archive(thread: string, options?: { readonly tenant?: string }): Promise<string>
  /**
   * Makes a thread of an archive, in any store and for any tenant: under the name that it had, or as `thread`. Everything is checked before
   * anything is written.
   */
  unarchive(archive: string, options?: { readonly tenant?: string; readonly thread?: string }): Promise<Unarchived>
  /** Erases threads that nothing was appended to since a time, each with its branches; if wanted, they are archived first. */
  expire(options: ExpireOptions): Promise<Expired>
  /** Finds entries by their words, best first: in one thread, or in all of a tenant. */
  search(text: string, options?: SearchOptions): Promise<readonly SearchHit[]>
  /**
   * Tools with which the agent of a thread looks up what was put away, for any dialect, with what carries them out. Put their definitions beside
   * your own tools, and hand calls for which `has(name)` is true to `execute(name, input)`.
   */
  tools(thread: Thread, options?: AgentToolOptions): AgentTools
  /** Names of a tenant's threads, branches and revisions among them. */
  threads(options?: { readonly tenant?: string }): Promise<readonly string[]>
  /**
   * Checks that a thread is what was appended to it, apart from what was erased, and says what was checked and what was not. Reads all of it,
   * and its artifacts.
   */
  verify(thread: string, options?: { readonly tenant?: string }): Promise<ThreadCheck>
  /**
   * Calls a listener for every event of a name, at once, in a tenant's threads or in one of them. Whatever the listener does, a thread goes
   * on; what it throws is told as `listener-failed`. Returns what ends it.
   */
  on<Name extends EventName>(name: Name, listener: (event: EventOf<Name>) => unknown, scope?: EventScope): () => void
  /** The same events one after another, from this call on, until the signal ends them, the reader leaves or the compactor is closed. */
  events(options?: StreamOptions): AsyncIterableIterator<CompactorEvent>
  close(): Promise<void>
}

/** Whose events are wanted: one tenant's, and of it one thread's. */
export interface EventScope {
  readonly tenant?: string | undefined
  readonly thread?: string | undefined
  /** Those of all tenants, for a host that watches its own process. */
  readonly everyTenant?: boolean | undefined
}

export interface StreamOptions extends EventScope {
  /** Only these; all by default. */
  readonly names?: readonly EventName[] | undefined
  readonly signal?: AbortSignal | undefined
  /** How many unread events are kept before the oldest is dropped; 1,000 by default. */
  readonly most?: number | undefined
}

function soundPorts(given: EnginePorts): EnginePorts {
  const ports = ownData(given)
  checkPorts(ports)
  return { ...ports, clock: soundClock(ports.clock) }
}

/** The engine over given ports. Most callers want `createCompactor` of the package, which has defaults for all of them. */
export function createEngine(given: EnginePorts): Compactor {
  const ports = soundPorts(given)
  const start = ports.learned ?? nothingLearned(ports.tokenizer.name)
  const { unknownModel } = ports.policy
  const models = unknownModel === undefined ? ports.models : { ...ports.models, fallback: unknownModel }
  const events = eventsBy(ports.clock)
  const made = { events, hooked: new Set<string>(), counting: rememberCounts(ports.tokenizer), rules: rulesFrom(ports.dialects) }
  const parts = { ...ports, ...made }
  const tenants = new Map<TenantId, SharedKnowledge>()
  const { clock } = ports
  const { learned: records } = ports.store
  const knowledgeOf = (tenant: TenantId): SharedKnowledge => {
    const known = tenants.get(tenant) ?? sharedKnowledge(knowledge(models, start), { records, tenant, clock })
    tenants.set(tenant, known)
    return known
  }
  return Object.freeze<Compactor>({
    ...archiving(ports),
    async thread(id, options = {}) {
      const key = { tenant: tenantIn('compactor.thread', options), thread: threadNamed(id) }
      const { openThread } = await import('./open-thread.ts')
      return openThread(key, parts, knowledgeOf(key.tenant))
    },
    learned: (options = {}) => frozen(knowledgeOf(tenantIn('compactor.learned', options)).learned()),
    async forget(what) {
      checkForgetting(what)
      return frozen(await knowledgeOf(tenantOf(what.tenant)).forget({ ...what }))
    },
    async erase(what) {
      const [tenant, kept] = [tenantOf(what.tenant), { ...what }]
      const { eraseFrom } = await import('./erase.ts')
      const erased = await eraseFrom(ports, tenant, kept)
      if ('everything' in kept) tenants.delete(tenant)
      return frozen(erased)
    },
    search: (text, options = {}) => searchAll(ports, text, options),
    tools: (thread, options = {}) => knownTools(thread)(options),
    async threads(options = {}) {
      const { threads } = capableOf(ports.store, 'threads', { needed: 'compactor.threads' })
      return frozen(await threads.of(tenantIn('compactor.threads', options)))
    },
    async verify(id, options = {}) {
      const key = { tenant: tenantIn('compactor.verify', options), thread: threadNamed(id) }
      const { verifyThread } = await import('./verify.ts')
      return frozen(await verifyThread(ports, key))
    },
    on(name, listener, scope = {}) {
      checkOptions('compactor.on', { [name]: listener ?? null }, LISTENERS)
      return events.on([name], listener, scopeOf(scope))
    },
    events: (options = {}) => streamOf(events, options),
    async close() {
      events.end()
      await ports.jobs.stop(() => true)
      return ports.store.close()
    },
  })
}

/** What these need is loaded when they are called, as what threads need is: most processes open threads, and pages perhaps none. */
function archiving(ports: EnginePorts): Pick<Compactor, 'archive' | 'unarchive' | 'expire'> {
  return {
    async archive(id, options = {}) {
      const key = { tenant: tenantIn('compactor.archive', options), thread: threadNamed(id) }
      const { archiveOf } = await import('./archive.ts')
      return archiveOf(ports, key)
    },
    async unarchive(text, options = {}) {
      checkOptions('compactor.unarchive', options, { ...OF_TENANT, thread: 'anything' })
      const given = { text, key: { tenant: tenantOf(options.tenant) }, name: options.thread }
      const { unarchive } = await import('./unarchive.ts')
      return frozen(await unarchive(ports, given))
    },
    async expire(options) {
      const kept = { ...options, before: checkExpiring(options) }
      const tenant = tenantOf(kept.tenant)
      const { expire } = await import('./expire.ts')
      return frozen(await expire(ports, tenant, kept))
    },
  }
}

/**
 * What a host may go on using for other things is copied; strategies of its own are code, and stay what they are. What its ports are handed
 * and give cannot be changed behind our back.
 */
function ownData(given: EnginePorts): EnginePorts {
  const { policy, artifacts } = given
  return {
    ...given,
    store: guardedPort(given.store, ['leases', 'threads', 'requests', 'links', 'learned', 'costs']),
    artifacts: artifacts === null ? null : guardedPort(artifacts),
    policy: ownPolicy(policy),
    toolPolicies: freshCopy(given.toolPolicies),
    models: ownModels(given.models),
    learned: freshCopy(given.learned),
  }
}

/** The data package is read once for all tenants; what could not be read is tried again. */
function ownModels(given: ModelSources): ModelSources {
  const served = given.served === undefined ? {} : { served: readOnce(async () => (await given.served?.()) ?? {}) }
  return { ...freshCopy(given), data: readOnce(() => given.data()), ...served }
}

function readOnce(read: () => Promise<ModelTable>): () => Promise<ModelTable> {
  let table: Promise<ModelTable> | undefined
  const load = async (): Promise<ModelTable> => {
    try {
      const given = await read()
      return isFrozen(given) ? given : frozen(freshCopy(given))
    } catch (error) {
      table = undefined
      throw error
    }
  }
  return () => {
    table ??= load()
    return table
  }
}

/** Searches a tenant's threads, or one of them. */
async function searchAll(ports: EnginePorts, text: string, options: SearchOptions): Promise<readonly SearchHit[]> {
  checkOptions('compactor.search', options, {
    ...{ ...OF_TENANT, thread: 'anything', kinds: 'anything', limit: 'anything' },
    ...{ tools: 'anything', authors: 'anything', file: 'anything' },
  })
  const { tenant, thread, ...rest } = options
  const store = capableOf(ports.store, 'search', { needed: 'compactor.search' })
  const where = thread === undefined ? {} : { thread: threadNamed(thread) }
  return frozen(await store.search(tenantOf(tenant), { text, ...where, ...rest }))
}

function knownTools(thread: Thread): NonNullable<ReturnType<typeof toolsOf>> {
  const make = toolsOf(thread)
  if (make !== undefined) return make
  const found = thread === null ? 'null' : typeof thread
  throw new CompactionError<'input-invalid'>({
    ...{ code: 'input-invalid', at: 'compactor.tools', expected: 'a thread of this compactor', found },
  })
}

/** A tenant that is misspelled must not become the default one; what a name may be is checked where it is used. */
const OF_TENANT: Readonly<Record<string, Kind>> = { tenant: 'anything' }
const LISTENERS: Readonly<Record<string, Kind>> = Object.fromEntries(EVENT_NAMES.map((name) => [name, 'function']))
function tenantIn(call: string, options: { readonly tenant?: string }): TenantId {
  checkOptions(call, options, OF_TENANT)
  return tenantOf(options.tenant)
}

/** The default only if none is given: any other value that is not a name is a mistake by a host that has tenants. */
function tenantOf(name: string | undefined): TenantId {
  return tenantId(name === undefined ? 'default' : checkName(name, 'tenant'))
}

function streamOf(events: Events, given: StreamOptions): AsyncIterableIterator<CompactorEvent> {
  expectOptions('events', given)
  const { names, signal, most = MOST_UNREAD, ...scope } = given
  checkStream({ names, signal, most })
  return eventStream(events, scopeOf(scope), { names, signal, most })
}

function scopeOf(given: EventScope): Scope {
  checkOptions('events', given, { tenant: 'text', thread: 'text', everyTenant: 'flag' })
  const { tenant, thread, everyTenant = false } = given
  return {
    tenant: everyTenant ? undefined : tenantOf(tenant),
    thread: thread === undefined ? undefined : threadNamed(thread),
  }
}

function threadNamed(name: string): ThreadId {
  return threadId(checkName(name, 'thread'))
}
