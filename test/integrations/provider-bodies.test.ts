import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/generators.ts'
import { cleanTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { observe } from '../laws/judge/observe.ts'
import { ownEngine } from '../laws/judge/subject.ts'
import { type Trial, trials } from '../laws/judge/trials.ts'
import { bodyOf, PACKAGES, type Package } from '../support/provider-bodies.ts'

const RUNS = 150
/** A session that ends with the agent's words is continued only if its caller asks for that: Anthropic and others take them as a beginning. */
const AGENT_LAST = 'requests do not end with a model turn'

describe(`bodies that the providers’ own packages build, for ${RUNS} generated sessions in their windows`, () => {
  it.each(PACKAGES)('B.4, C18 · the user speaks first in every body of %s', async (name) => {
    const bodies = await bodiesOf(name, fc.sample(trials, { seed: 16, numRuns: RUNS }))
    expect(bodies.length).toBeGreaterThan(RUNS)
    expect(bodies.map(firstRole).filter((role) => role !== 'user')).toEqual([])
  })

  it.each(PACKAGES)('L2 · %s refuses nothing of an undamaged session of any other dialect', async (name) => {
    const foreign = cleanTranscripts.filter(({ dialect }) => dialect !== 'ai-sdk')
    const clean = fc.tuple(trials, foreign).map(([trial, transcript]) => ({ ...trial, transcript }))
    const bodies = await bodiesOf(name, fc.sample(clean, { seed: 16, numRuns: RUNS }))
    expect(bodies.length).toBeGreaterThan(RUNS)
    expect(bodies.flatMap((body) => faultsOf(name, body))).toEqual([])
  })
})

async function bodiesOf(name: Package, given: readonly Trial[]): Promise<readonly Json[]> {
  const subject = ownEngine()
  const bodies: Json[] = []
  for (const trial of given) {
    const { first, later } = await observe(subject, { ...trial, target: 'ai-sdk' })
    for (const outcome of [first, later]) {
      const body = outcome.kind === 'made' ? await bodyOf(name, outcome.made.request) : undefined
      if (body !== undefined) bodies.push(body)
    }
  }
  return bodies
}

/** Who speaks first, by the words of each provider. */
function firstRole(body: Json): Json | undefined {
  return turnsOf(body).find((turn) => turn['role'] !== 'system')?.['role']
}

function turnsOf(body: Json): readonly JsonObject[] {
  const turns = isJsonObject(body) ? (body['messages'] ?? body['contents']) : undefined
  return Array.isArray(turns) ? turns.filter(isJsonObject) : []
}

function faultsOf(name: Package, body: Json): readonly string[] {
  switch (name) {
    case 'anthropic':
      return providerFaults('anthropic', body).map(({ rule }) => rule)
    case 'google':
      return providerFaults('gemini', body).flatMap(({ rule }) => (rule === AGENT_LAST ? [] : [rule]))
    case 'openai-compatible':
      return providerFaults('openai-chat', body).map(({ rule }) => rule)
    case 'bedrock':
      return bedrockFaults(turnsOf(body))
  }
}

/** Converse: "A conversation must alternate between user and assistant roles", and every `toolUse` is answered in the next message. */
function bedrockFaults(turns: readonly JsonObject[]): readonly string[] {
  return turns.flatMap((turn, index) => {
    const next = turns[index + 1]
    const asked = idsIn(turn, 'toolUse').toSorted()
    const answered = next === undefined ? [] : idsIn(next, 'toolResult').toSorted()
    return [
      ...(turn['role'] === next?.['role'] ? ['roles alternate'] : []),
      ...(String(asked) === String(answered) ? [] : ['calls are answered in the next message']),
    ]
  })
}

function idsIn(turn: JsonObject, key: string): readonly string[] {
  const blocks = Array.isArray(turn['content']) ? turn['content'] : []
  return blocks.flatMap((block) => {
    const found = isJsonObject(block) ? block[key] : undefined
    return isJsonObject(found) ? [String(found['toolUseId'])] : []
  })
}
