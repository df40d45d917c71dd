import { makeBudget } from '../budget/allowance.ts'
import { FALLBACK_WINDOW, windowOf } from '../budget/model-windows.ts'
import { resumeState } from '../ingest/resume.ts'
import { chainHashes, GENESIS } from '../log/chain.ts'
import { RENDER_VERSION } from '../render/placeholders.ts'
import { renderPrompt } from '../render/render-prompt.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import { commitId, type EntryId, entryId, type Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect, Surroundings, ThreadKey } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { PlanningInputs, Receipt } from '../schema/receipt.ts'
import type { RequestRecord } from '../schema/request-record.ts'
import type { EnginePorts } from './create-compactor.ts'
import { type Fitted, fitRequest } from './fit.ts'
import { fatesOf, recordLines } from './make-receipt.ts'
import { logKeeper } from './measured-log.ts'
import { serially } from './serially.ts'
import { type Sizes, sizesFor } from './sizes.ts'

/** What is known only when a request is made. */
export interface RequestOptions {
  /** System text besides what the log begins with. */
  readonly system?: string
  /** Tool definitions, in the dialect's own shape. */
  readonly tools?: readonly Json[]
  readonly model?: string
  /** Tokens the model can take in and give out; by default the model's own, or 128,000. */
  readonly window?: number
  /** Tokens kept free for the answer. */
  readonly reserve?: number
  /** Name of the format to write; by default the one the thread was written in. */
  readonly dialect?: string
  /** The request that came in, without its messages: what is written goes back into it. */
  readonly around?: Surroundings
}

export interface CompactOptions extends RequestOptions {
  readonly instructions?: string
}

export interface Prepared {
  /** The request in the dialect's own shape, checked by its validator. */
  readonly request: Json
  readonly prompt: Prompt
  readonly tokens: number
  /** The account of the compaction this request rests on; `null` where there was none. */
  readonly receipt: Receipt | null
  readonly record: RequestRecord
}

export interface Compacted extends Prepared {
  readonly receipt: Receipt
  /** False where everything fits as it is, or the same compaction was already made. */
  readonly changed: boolean
}

export type PinTarget = { readonly entry: EntryId } | { readonly text: string }

/** One conversation. */
export interface Thread {
  /** Adds messages at the end. Resolves to the log's new length. */
  append(messages: readonly Json[], options?: { readonly dialect?: string }): Promise<number>
  appendDrafts(drafts: readonly MessageDraft[]): Promise<number>
  /** Protects an entry, or every entry a person wrote that contains a text. Resolves to what is pinned by it. */
  pin(target: PinTarget): Promise<readonly EntryId[]>
  /** The next request: compacts first where the trigger says so. */
  prepare(options?: RequestOptions): Promise<Prepared>
  /** Compacts now, if it does not fit or a policy asks for less. */
  compact(options?: CompactOptions): Promise<Compacted>
  entries(): Promise<readonly Entry[]>
  commits(): Promise<readonly Commit[]>
}

const MOST_COMMIT_TRIES = 3

/** Opens a thread over a store: reads what is there, keeps it in memory, measures only what is new. */
export async function openThread(key: ThreadKey, ports: EnginePorts): Promise<Thread> {
  const { store, tokenizer, hash, policy } = ports
  const log = logKeeper(tokenizer, hash)
  let commit = await store.latest(key)
  let lastDialect = ports.dialects[0].traits.name
  const pins = new Set<Seq>(commit?.receipt.inputs.pins ?? [])
  const inTurn = serially()
  const sizesByDialect = new Map<string, { readonly length: number; readonly sizes: Sizes }>()
  await catchUp()

  async function catchUp(): Promise<void> {
    const { length } = await store.head(key)
    if (length <= log.entries.length) return
    const entries = await store.read(key, log.entries.length, length)
    const hashes = chainHashes(log.hashes.at(-1) ?? GENESIS, entries, hash)
    log.accept({ entries, hashes, state: resumeState([...log.entries, ...entries]) })
    lastDialect = entries.at(-1)?.message.dialect ?? lastDialect
  }

  function dialectNamed(name: string): Dialect {
    const found = ports.dialects.find((dialect) => dialect.traits.name === name)
    if (found !== undefined) return found
    const known = ports.dialects.map((dialect) => dialect.traits.name)
    throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
  }

  async function appendDrafts(drafts: readonly MessageDraft[]): Promise<number> {
    const before = log.head().length
    const addition = log.prepare(drafts)
    const head = { length: before + addition.entries.length, hash: addition.hashes.at(-1) ?? log.head().hash }
    await store.append(key, before, addition.entries, head)
    log.accept(addition)
    lastDialect = drafts.at(-1)?.shell.dialect ?? lastDialect
    return head.length
  }

  function sizesOf(dialect: Dialect): Sizes {
    const name = dialect.traits.name
    const cached = sizesByDialect.get(name)
    if (cached?.length === log.entries.length) return cached.sizes
    const sizes = sizesFor(log, dialect.traits, tokenizer)
    sizesByDialect.set(name, { length: log.entries.length, sizes })
    return sizes
  }

  /** Everything about a request that does not depend on a plan. */
  function setting(options: CompactOptions) {
    const dialect = dialectNamed(options.dialect ?? lastDialect)
    const sizes = sizesOf(dialect)
    const tools = options.tools ?? options.around?.tools ?? []
    const around = options.around ?? {
      dialect: dialect.traits.name,
      envelope: options.tools === undefined ? {} : { tools },
      tools,
    }
    const systemTokens = options.system === undefined ? 0 : sizes.system([systemMessage(options.system)])
    const toolTokens = tools.length === 0 ? 0 : tokenizer.count(JSON.stringify(tools))
    const model = options.model ?? ''
    const window = options.window ?? windowOf(model) ?? FALLBACK_WINDOW
    const budget = makeBudget({ window, reserve: options.reserve, system: systemTokens, tools: toolTokens })
    const inputs: PlanningInputs = {
      head: log.head().length,
      hash: log.head().hash,
      dialect: dialect.traits.name,
      model,
      window,
      reserve: budget.reserve,
      policy: JSON.stringify(policy),
      instructions: options.instructions ?? '',
      pins: [...pins].sort((a, b) => a - b),
      system: systemTokens,
      tools: toolTokens,
      tokenizer: tokenizer.name,
    }
    return { dialect, sizes, around, tools, budget, inputs, outside: systemTokens + toolTokens, system: options.system }
  }
  type Setting = ReturnType<typeof setting>

  function render(at: Setting, records: readonly PlanRecord[]): Prompt {
    return renderPrompt({ entries: log.entries, records, traits: at.dialect.traits, summaryRole: policy.summaryRole })
  }

  function write(at: Setting, prompt: Prompt): Json {
    const whole = at.system === undefined ? prompt : { ...prompt, system: [systemMessage(at.system), ...prompt.system] }
    const request = at.dialect.write(whole, at.around)
    const violations = at.dialect.validate(request)
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    return request
  }

  function prepared(at: Setting, prompt: Prompt, tokens: number): Prepared {
    const request = write(at, prompt)
    const record: RequestRecord = {
      commit: commit?.id ?? null,
      head: log.head().length,
      dialect: at.dialect.traits.name,
      system: hash(at.system ?? ''),
      tools: hash(JSON.stringify(at.tools)),
      renderer: RENDER_VERSION,
      bytes: hash(JSON.stringify(request)),
      stable: prompt.stable,
    }
    return { request, prompt, tokens, receipt: commit?.receipt ?? null, record }
  }

  const viewRecords = (): readonly PlanRecord[] => commit?.plan.records ?? []
  const countOf = (at: Setting, prompt: Prompt): number => at.outside + at.sizes.prompt(prompt)

  async function prepare(options: RequestOptions): Promise<Prepared> {
    await catchUp()
    const at = setting(options)
    const prompt = render(at, viewRecords())
    const tokens = countOf(at, prompt)
    if (tokens <= Math.floor(at.budget.limit * policy.trigger)) return prepared(at, prompt, tokens)
    const { changed: _, ...compacted } = await compactNow(options, 'window')
    return compacted
  }

  async function compactNow(options: CompactOptions, trigger: Receipt['trigger']): Promise<Compacted> {
    const at = setting(options)
    if (commit !== null && JSON.stringify(commit.receipt.inputs) === JSON.stringify(at.inputs)) {
      const prompt = render(at, viewRecords())
      return { ...prepared(at, prompt, countOf(at, prompt)), receipt: commit.receipt, changed: false }
    }
    const whole = render(at, [])
    const before = countOf(at, whole)
    const bytesBefore = byteLength(at.dialect.write(whole, at.around))
    const nothing: Fitted = { strategy: 'include', records: [], warnings: [], overrides: [], prompt: whole, tokens: before }
    const fitted =
      before <= Math.floor(at.budget.limit * policy.release)
        ? nothing
        : fitRequest({ ...at, log, pins, policy, traits: at.dialect.traits, tokenizer })
    const request = write(at, fitted.prompt)
    const createdAt = ports.clock()
    const receipt: Receipt = {
      trigger,
      inputs: at.inputs,
      at: createdAt,
      tokens: { before, after: fitted.tokens, budget: at.budget.limit },
      bytes: { before: bytesBefore, after: byteLength(request) },
      utilisation: Math.min(1, fitted.tokens / at.budget.limit),
      strategy: fitted.strategy,
      records: recordLines(fitted.records),
      fates: fatesOf({ entries: log.entries, records: fitted.records, ...fitted.prompt }),
      repairs: fitted.prompt.repairs,
      losses: fitted.prompt.losses,
      violations: [],
      lawOverrides: fitted.overrides,
      summarizerCalls: 0,
    }
    const changed = fitted.records.length > 0 || viewRecords().length > 0
    if (changed) await take(fitted, receipt, createdAt)
    return { ...prepared(at, fitted.prompt, fitted.tokens), receipt, changed }
  }

  /** Makes a plan the view, unless somebody else was faster. */
  async function take(fitted: Fitted, receipt: Receipt, createdAt: number): Promise<void> {
    const plan = {
      thread: key.thread,
      version: log.head().length,
      createdAt,
      originalTokens: receipt.tokens.before,
      compactedTokens: receipt.tokens.after,
      records: fitted.records,
      warnings: fitted.warnings,
    }
    const parent = commit?.id ?? null
    const made: Commit = { id: commitId(hash(JSON.stringify([parent, plan]))), parent, plan, receipt }
    await store.commit(key, parent, made)
    commit = made
  }

  /** A commit that lost the race is thrown away; the winner's view is taken over and looked at again. */
  async function withLatest<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!isCommitConflict(error) || tries >= MOST_COMMIT_TRIES) throw error
        commit = await store.latest(key)
      }
    }
  }

  function findPins(target: PinTarget): readonly Entry[] {
    if ('entry' in target) return log.entries.filter((entry) => entry.id === target.entry)
    return log.entries.filter((entry) => entry.kind === 'text' && entry.author === 'person' && entry.text.includes(target.text))
  }

  return {
    append: (messages, options = {}) =>
      inTurn(() => appendDrafts(dialectNamed(options.dialect ?? lastDialect).readMessages(messages))),
    appendDrafts: (drafts) => inTurn(() => appendDrafts(drafts)),
    pin: (target) =>
      inTurn(async () => {
        await catchUp()
        const found = findPins(target)
        if (found.length === 0 || ('text' in target && target.text === '')) {
          throw new CompactionError<'pin-not-found'>({
            code: 'pin-not-found',
            text: 'entry' in target ? target.entry : target.text,
          })
        }
        for (const entry of found) pins.add(entry.seq)
        return found.map((entry) => entryId(entry.id))
      }),
    prepare: (options = {}) => inTurn(() => withLatest(() => prepare(options))),
    compact: (options = {}) =>
      inTurn(() =>
        withLatest(async () => {
          await catchUp()
          return compactNow(options, 'manual')
        }),
      ),
    entries: () => inTurn(async () => [...log.entries]),
    commits: () => store.commits(key),
  }
}

function systemMessage(text: string) {
  return { role: 'system', parts: [{ kind: 'synthetic', text }] } as const
}

function byteLength(value: Json): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

function isCommitConflict(error: unknown): boolean {
  return error instanceof CompactionError && error.failure.code === 'commit-conflict'
}
