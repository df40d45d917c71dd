import type { Compactor } from '../engine/create-compactor.ts'
import type { CompactorEvent, EventOf } from '../schema/events.ts'

type Attributes = Record<string, string | number | boolean>

/** The part of `@opentelemetry/api` that is used: hand in the package itself. */
export interface TelemetryApi {
  readonly trace: {
    getTracer(name: string): Tracer
    setSpan(context: unknown, span: TelemetrySpan): unknown
  }
  readonly metrics: { getMeter(name: string): Meter }
  readonly context: { active(): unknown }
}

interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Attributes }, context?: unknown): TelemetrySpan
}

interface TelemetrySpan {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  end(): void
}

interface Meter {
  createCounter(name: string, options?: Described): { add(value: number, attributes?: Attributes): void }
  createHistogram(name: string, options?: Described): { record(value: number, attributes?: Attributes): void }
}

interface Described {
  unit?: string
  description?: string
}

/** Numbers of OpenTelemetry's own enumerations. */
const CLIENT = 2
const ERROR = 2
const NAME = 'palimpsest'

/**
 * Spans and metrics of all tenants' compactions: a span each, within it one for the model that writes the summary, named as the conventions
 * for generative AI name it. Without an api, `@opentelemetry/api` is loaded if it is installed; if it is not, or nobody has set up a provider,
 * nothing is recorded. Resolves to what ends it.
 */
export async function telemetry(compactor: Pick<Compactor, 'on'>, api?: TelemetryApi): Promise<() => void> {
  const given = api ?? (await installed())
  if (given === undefined) return () => undefined
  const recorder = recorderFor(given)
  const scope = { everyTenant: true }
  const offs = [
    compactor.on('compaction-started', recorder.started, scope),
    compactor.on('compaction-progress', recorder.progress, scope),
    compactor.on('compaction-done', recorder.ended, scope),
    compactor.on('compaction-skipped', recorder.ended, scope),
    compactor.on('compaction-failed', recorder.ended, scope),
  ]
  return () => {
    for (const off of offs) off()
  }
}

async function installed(): Promise<TelemetryApi | undefined> {
  try {
    // Not written as a name: bundlers need not find it.
    const name = '@opentelemetry/api'
    return await import(name)
  } catch {
    return undefined
  }
}

interface Open {
  readonly span: TelemetrySpan
  readonly model: string
  asked?: TelemetrySpan
}

function recorderFor({ trace, metrics, context }: TelemetryApi) {
  const tracer = trace.getTracer(NAME)
  const meter = metrics.getMeter(NAME)
  const usage = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' })
  const duration = meter.createHistogram('gen_ai.client.operation.duration', { unit: 's' })
  const compactions = meter.createCounter('palimpsest.compactions', { description: 'Compactions by how they ended' })
  const freed = meter.createHistogram('palimpsest.tokens.freed', { unit: '{token}' })
  const took = meter.createHistogram('palimpsest.compaction.duration', { unit: 's' })
  const open = new Map<string, Open>()

  return {
    started(event: EventOf<'compaction-started'>): void {
      const { thread, tenant, model, policy, occasion, tokens, reason } = event
      const attributes = {
        ...{ 'gen_ai.conversation.id': thread, 'palimpsest.tenant': tenant, 'palimpsest.policy': policy },
        ...{ 'palimpsest.occasion': occasion, 'palimpsest.reason': reason },
        ...{ 'palimpsest.tokens.before': tokens.before, 'palimpsest.tokens.limit': tokens.limit },
        ...(model === '' ? {} : { 'gen_ai.request.model': model }),
      }
      open.set(keyOf(event), { span: tracer.startSpan('palimpsest.compact', { attributes }), model })
    },
    progress(event: EventOf<'compaction-progress'>): void {
      const found = open.get(keyOf(event))
      const { step } = event
      if (found === undefined || step.kind === 'planned') return
      if (step.kind === 'asked') {
        const attributes = { ...chat(step.summarizer), 'gen_ai.conversation.id': event.thread }
        const within = trace.setSpan(context.active(), found.span)
        found.asked = tracer.startSpan(`chat ${step.summarizer}`, { kind: CLIENT, attributes }, within)
        return
      }
      const about = chat(step.by)
      if (step.usage !== null) {
        usage.record(step.usage.input, { ...about, 'gen_ai.token.type': 'input' })
        usage.record(step.usage.output, { ...about, 'gen_ai.token.type': 'output' })
      }
      duration.record(step.ms / 1000, step.fault === undefined ? about : { ...about, 'error.type': step.fault })
      found.asked?.setAttributes({ 'gen_ai.response.model': step.by, 'palimpsest.calls': step.calls, ...usageOf(step.usage) })
      if (step.fault !== undefined) fail(found.asked, step.fault)
      found.asked?.end()
      delete found.asked
    },
    ended(event: EventOf<'compaction-done' | 'compaction-skipped' | 'compaction-failed'>): void {
      const key = keyOf(event)
      const found = open.get(key)
      open.delete(key)
      const outcome = event.kind.slice('compaction-'.length)
      compactions.add(1, { 'palimpsest.outcome': outcome, 'palimpsest.occasion': event.occasion })
      if (event.kind !== 'compaction-skipped') took.record(event.ms / 1000, { 'palimpsest.outcome': outcome })
      if (event.kind === 'compaction-done') freed.record(Math.max(0, event.tokens.before - event.tokens.after))
      if (found === undefined) return
      found.asked?.end()
      found.span.setAttributes({ 'palimpsest.outcome': outcome, ...endAttributes(event) })
      if (event.kind === 'compaction-failed') fail(found.span, event.code, event.message)
      found.span.end()
    },
  }
}

/** A compaction within its thread. */
function keyOf(event: CompactorEvent & { readonly compaction: number }): string {
  return JSON.stringify([event.tenant, event.thread, event.compaction])
}

function chat(model: string): Attributes {
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': NAME, 'gen_ai.request.model': model }
}

function usageOf(usage: { readonly input: number; readonly output: number } | null): Attributes {
  return usage === null ? {} : { 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }
}

function endAttributes(event: EventOf<'compaction-done' | 'compaction-skipped' | 'compaction-failed'>): Attributes {
  if (event.kind !== 'compaction-done') return event.kind === 'compaction-skipped' ? { 'palimpsest.reason': event.reason } : {}
  const { strategy, tokens, messages, summarizerCalls, money } = event
  return {
    ...{ 'palimpsest.strategy': strategy, 'palimpsest.tokens.after': tokens.after, 'palimpsest.messages': messages },
    ...{ 'palimpsest.summarizer.calls': summarizerCalls, ...(money === null ? {} : { 'palimpsest.money': money }) },
  }
}

function fail(span: TelemetrySpan | undefined, type: string, message = type): void {
  span?.setAttributes({ 'error.type': type })
  span?.setStatus({ code: ERROR, message })
}
