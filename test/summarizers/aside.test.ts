import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Policy, presets } from '../../src/index.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import type { ConversationOptions } from '../../src/integrations/conversation.ts'
import type { Fetch } from '../../src/integrations/fetch/compacting-fetch.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { anthropicSummarizer } from '../../src/summarizers/anthropic.ts'
import { openaiSummarizer } from '../../src/summarizers/openai.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { says } from '../support/model-server.ts'
import { prose } from '../support/steps.ts'
import { add } from '../support/summaries.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const POLICY: Policy = {
  ...presets.balanced({ trigger: 0.5, release: 0.3 }),
  ladder: [{ rung: 'summarize', keep: { kind: 'messages', count: 4 } }],
}

/** A summarizer whose client is known only once the memory is there. */
function later(made: () => Summarizer): Summarizer {
  let own: Summarizer | undefined
  return {
    name: 'later',
    summarize: (job: SummaryJob) => {
      own ??= made()
      return own.summarize(job)
    },
  }
}

const talk = [
  { role: 'user' as const, content: 'Build the importer.' },
  ...Array.from({ length: 14 }, (_, at) => [
    { role: 'assistant' as const, content: `${at}: The importer reads src/import.ts. ${prose(300, at)}` },
    { role: 'user' as const, content: `Go on with part ${at}.` },
  ]).flat(),
]

interface Case {
  readonly send: () => Promise<unknown>
  readonly thread: () => ReturnType<ReturnType<typeof forOpenai>['thread']>
}

type Make = (options: ConversationOptions) => Case
const { openaiAt, anthropicAt } = {
  openaiAt: (fetch?: Fetch) =>
    new OpenAI({ baseURL: server.openaiUrl, apiKey: 'none', maxRetries: 0, ...(fetch === undefined ? {} : { fetch }) }),
  anthropicAt: (more: object = {}) =>
    new Anthropic({ baseURL: server.anthropicUrl.replace(/\/v1$/, ''), apiKey: 'none', maxRetries: 0, ...more }),
}

function overOpenai(how: (memory: ReturnType<typeof forOpenai>) => OpenAI): Make {
  return (options) => {
    const summarizer = later(() => openaiSummarizer({ client, model: 'small' }))
    const memory = forOpenai({ ...options, summarizer })
    const client = how(memory)
    return { send: () => client.chat.completions.create({ model: 'large', messages: talk }), thread: memory.thread }
  }
}

function overAnthropic(how: (memory: ReturnType<typeof forAnthropic>) => Anthropic): Make {
  return (options) => {
    const summarizer = later(() => anthropicSummarizer({ client, model: 'small' }))
    const memory = forAnthropic({ ...options, summarizer })
    const client = how(memory)
    const body = { model: 'large', max_tokens: 500, messages: talk }
    return { send: () => client.messages.create(body), thread: memory.thread }
  }
}

const CLIENTS: readonly (readonly [string, Make])[] = [
  ['OpenAI’s, wrapped', overOpenai((memory) => memory.wrap(openaiAt()))],
  ['OpenAI’s, with the memory’s fetch', overOpenai((memory) => openaiAt(memory.fetch))],
  ['OpenAI’s, with a fetch around it', overOpenai((memory) => openaiAt((input, init) => memory.fetch(input, init)))],
  ['Anthropic’s, wrapped', overAnthropic((memory) => memory.wrap(anthropicAt()))],
  ['Anthropic’s, with the memory’s fetch', overAnthropic((memory) => anthropicAt({ fetch: memory.fetch }))],
  ['Anthropic’s, with the memory’s middleware', overAnthropic((memory) => anthropicAt({ middleware: [memory.middleware] }))],
]

describe.each(CLIENTS)('a summarizer over the client of the conversation: %s', (_, make) => {
  it('B13 · asks beside the conversation: nothing of it is kept or compacted, and the provider is told nothing of that', async () => {
    server.play((request) =>
      request.text.includes('Now the JSON object.')
        ? says([add('decision', 'The importer reads src/import.ts.', [1])])
        : { kind: 'text', text: 'All right.' },
    )
    const { send, thread } = make({ thread: 'one', window: 40_000, policy: POLICY })
    await send()
    await (await thread()).compact({ window: 5_000 })
    const asked = server.requests.filter(({ text }) => text.includes('Now the JSON object.'))
    expect(asked).toHaveLength(1)
    expect(server.requests).toHaveLength(2)
    expect(asked[0]?.body).toMatchObject({ model: 'small' })
    for (const { headers } of server.requests) expect(Object.keys(headers).join()).not.toContain('palimpsest')
    const latest = await thread()
    expect(await latest.entries()).toHaveLength(talk.length + 1)
    const [commit] = await latest.commits()
    expect(commit?.receipt.summary?.by).toContain('/small operations')
  })
})

it('a client with nothing in between sends nothing but what its provider knows', async () => {
  server.play([says([add('decision', 'The importer reads src/import.ts.', [1])])])
  const summarizer = openaiSummarizer({ client: openaiAt(), model: 'small' })
  const memory = forOpenai({ thread: 'bare', window: 40_000, policy: POLICY, summarizer })
  await memory.wrap(openaiAt()).chat.completions.create({ model: 'large', messages: talk })
  await (await memory.thread()).compact({ window: 5_000 })
  expect(server.requests).toHaveLength(2)
  for (const { headers } of server.requests) expect(Object.keys(headers).join()).not.toContain('palimpsest')
})
