import { memoryStore, type Thread } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import type { ScriptedTurn } from '../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { type StrictReport, strictProvider } from '../../src/testing/scripted-model/strict.ts'

/** An agent's world: a strict provider behind a real server, and parts to be read, one call each. */
export interface World {
  readonly server: ScriptedModelServer
  readonly store: Store
  /** What the caller believes the window to be. */
  readonly declared: number
  /** After so many steps the caller's patience ends, once: it stops the request and begins anew. */
  readonly stopAt: number
  /** Whether it is time to stop now. */
  isTimeToStop(): boolean
  report(): StrictReport
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
  let stopped = false
  return {
    ...{ server, store: memoryStore(), declared, stopAt, report: provider.report },
    isTimeToStop() {
      if (stopped || stopAt === 0 || provider.report().steps < stopAt) return false
      stopped = true
      return true
    },
  }
}

/** One call as a rule, three at once at every fifth step, words alone when everything is read. */
function turnOf(step: number, steps: number, lines: number): Pick<ScriptedTurn, 'text' | 'calls' | 'thinking'> {
  if (step > steps) return { text: `Done after ${step} steps.`, calls: [] }
  const calls = Array.from({ length: step % 5 === 0 ? 3 : 1 }, (_, at) => ({
    ...{ id: `call_${step}_${at}`, tool: 'read_part' },
    input: { part: step * 10 + at, lines },
  }))
  return { text: `Step ${step}: part ${step} exports handler${step}. Next I read on.`, calls }
}

/** What the tool gives: text that nobody else says. */
export function readPart({ part, lines }: { readonly part: number; readonly lines: number }): string {
  const line = (at: number): string =>
    `${at}\texport function handler${part}_${at}(request) { return helper${(part * 31 + at) % 97}(request, ${at * 7}) } // ${((part * 7919 + at * 104729) % 1e6).toString(36)}`
  return Array.from({ length: lines }, (_, at) => line(at)).join('\n')
}

export const TOOL = {
  name: 'read_part',
  description: 'Reads a part of the program.',
  schema: {
    type: 'object',
    properties: { part: { type: 'number' }, lines: { type: 'number' } },
    required: ['part', 'lines'],
    additionalProperties: false,
  },
} as const

/** What is wrong with what an agent has left behind: nothing, if all is well. */
export async function faultsOf({ report }: World, thread: Thread, steps: number): Promise<readonly string[]> {
  const { refused, overflows } = report()
  const entries = await thread.entries()
  const calls = entries.filter(({ kind }) => kind === 'tool-call').map((entry) => ('callId' in entry ? entry.callId : ''))
  const results = entries.filter(({ kind }) => kind === 'tool-result').length
  const wanted = steps + 2 * Math.floor(steps / 5)
  const texts = entries.map((entry) => ('text' in entry ? entry.text : ''))
  return [
    ...refused,
    ...(overflows > 1 ? [`${overflows} requests were too large`] : []),
    ...(new Set(calls).size === calls.length ? [] : ['a call is in the log twice']),
    ...(calls.length === wanted && results === wanted ? [] : [`${calls.length} calls and ${results} results of ${wanted}`]),
    ...(texts.some((text) => text.includes('[Previous conversation summary]')) ? ['a summary became history'] : []),
    ...(texts.at(-1) === `Done after ${steps + 1} steps.` ? [] : [`the last words are ${JSON.stringify(texts.at(-1))}`]),
  ]
}
