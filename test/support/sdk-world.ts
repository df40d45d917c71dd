import { memoryStore, type Thread } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import type { ScriptedTurn } from '../../src/testing/scripted-model/script.ts'
import { scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { type StrictReport, strictProvider } from '../../src/testing/scripted-model/strict.ts'

/** An agent's world: a strict provider behind a real server, and parts to be read, one call each. */
export interface World {
  readonly openaiUrl: string
  readonly anthropicUrl: string
  readonly store: Store
  /** What the caller believes the window to be. */
  readonly declared: number
  readonly tool: WorldTool
  /** After some steps the caller's patience ends, once: it stops the request and begins anew. */
  isTimeToStop(): boolean
  report(): StrictReport
  close(): Promise<void>
}

/** The one tool there is. */
export interface WorldTool {
  readonly name: string
  readonly description: string
  readonly schema: {
    readonly type: 'object'
    readonly properties: Record<string, { readonly type: 'number' | 'string' }>
    readonly required: string[]
    readonly additionalProperties: false
  }
  work(input: unknown): string
}

export interface WorldOptions {
  readonly steps: number
  readonly window: number
  readonly declared?: number
  readonly stopAt?: number
  readonly lines?: number
}

export const TASK = 'Read every part and say what it exports. Never touch the valves.'
export const SYSTEM = 'You are careful, and you say what you do.'
/** The smallest picture there is. */
export const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export async function world({ steps, window, declared = window, stopAt = 0, lines = 12 }: WorldOptions): Promise<World> {
  const provider = strictProvider({ window, turn: (step) => turnOf(step, steps, lines) })
  const server = await scriptedModelServer((request) => provider.answer(request))
  const { openaiUrl, anthropicUrl, close } = server
  return {
    ...{ openaiUrl, anthropicUrl, close, store: memoryStore(), declared, report: provider.report, tool: READ_PART },
    isTimeToStop: onceAt(stopAt, () => provider.report().steps),
  }
}

/** True once: when so many steps are done. */
export function onceAt(stopAt: number, steps: () => number): () => boolean {
  let stopped = false
  return () => {
    if (stopped || stopAt === 0 || steps() < stopAt) return false
    stopped = true
    return true
  }
}

/** One call as a rule, three at once at every fifth step, words alone when everything is read. */
function turnOf(step: number, steps: number, lines: number): Pick<ScriptedTurn, 'text' | 'calls' | 'thinking'> {
  if (step > steps) return { text: `Done after ${step} steps.`, calls: [] }
  const calls = Array.from({ length: step % 5 === 0 ? 3 : 1 }, (_, at) => ({
    ...{ id: `call_${step}_${at}`, tool: READ_PART.name },
    input: { part: step * 10 + at, lines },
  }))
  const thinking = { text: `Part ${step} is next, and then part ${step + 1}.`, signature: `seal-${step}-${'x'.repeat(80)}` }
  return { text: `Step ${step}: part ${step} exports handler${step}. Next I read on.`, calls, thinking }
}

/** What the tool gives: text that nobody else says. */
export function textOfPart(part: number, lines: number): string {
  const line = (at: number): string =>
    `${at}\texport function handler${part}_${at}(request) { return helper${(part * 31 + at) % 97}(request, ${at * 7}) } // ${((part * 7919 + at * 104729) % 1e6).toString(36)}`
  return Array.from({ length: lines }, (_, at) => line(at)).join('\n')
}

export const READ_PART: WorldTool = {
  name: 'read_part',
  description: 'Reads a part of the program.',
  schema: {
    type: 'object',
    properties: { part: { type: 'number' }, lines: { type: 'number' } },
    required: ['part', 'lines'],
    additionalProperties: false,
  },
  work: (input) => textOfPart(numberIn(input, 'part'), numberIn(input, 'lines')),
}

function numberIn(input: unknown, name: string): number {
  return Number(typeof input === 'object' && input !== null ? Reflect.get(input, name) : Number.NaN)
}

/** What is wrong with what an agent has left behind: nothing, if all is well. `most` requests may have been too large. */
export async function faultsOf({ report }: World, thread: Thread, steps: number, most = 1): Promise<readonly string[]> {
  const { refused, overflows } = report()
  const entries = await thread.entries()
  const calls = entries.filter(({ kind }) => kind === 'tool-call').map((entry) => ('callId' in entry ? entry.callId : ''))
  const results = entries.filter(({ kind }) => kind === 'tool-result').length
  const wanted = steps + 2 * Math.floor(steps / 5)
  const texts = entries.map((entry) => ('text' in entry ? entry.text : ''))
  return [
    ...refused,
    ...(overflows > most ? [`${overflows} requests were too large`] : []),
    ...(new Set(calls).size === calls.length ? [] : ['a call is in the log twice']),
    ...(calls.length === wanted && results === wanted ? [] : [`${calls.length} calls and ${results} results of ${wanted}`]),
    ...(texts.some((text) => text.includes('[Previous conversation summary]')) ? ['a summary became history'] : []),
    ...(texts.at(-1) === `Done after ${steps + 1} steps.` ? [] : [`the last words are ${JSON.stringify(texts.at(-1))}`]),
  ]
}
