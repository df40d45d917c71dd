import Anthropic from '@anthropic-ai/sdk'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { createCompactor, type Thread } from '../../src/index.ts'
import { palimpsest as forAiSdk } from '../../src/integrations/ai-sdk/memory.ts'
import { palimpsest as forAnthropic } from '../../src/integrations/anthropic.ts'
import { palimpsest as forLangchain } from '../../src/integrations/langchain/memory.ts'
import { palimpsest as forOpenai } from '../../src/integrations/openai.ts'
import { slowness } from './processor-time.ts'

const MESSAGES = 1_000
const STEPS = 40
const WINDOW = 1_000_000
/** Milliseconds of a step, beside what the engine takes for the same history. */
const MOST_MS = 1

type Content = string | { readonly type: 'text'; readonly text: string }[]

interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: Content
}
type Step = (history: readonly Said[]) => Promise<unknown>
type Handed = 'the same objects' | 'from the wire'

const said = (at: number): Said => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: ${'at the third valve, since the storm. '.repeat(6)}`,
})
const ANSWER = 'Dry.'
const BLOCKS: Content = [{ type: 'text', text: ANSWER }]
const USAGE = { input_tokens: 60_000, output_tokens: 2 }
const json = (body: object): Response => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const model = 'my-model'

const answering = async (): Promise<Response> =>
  json({ ...{ id: 'msg_1', type: 'message', role: 'assistant', model, content: [{ type: 'text', text: ANSWER }] }, usage: USAGE })
const completing = async (): Promise<Response> =>
  json({ id: 'c', object: 'chat.completion', model, choices: [{ index: 0, message: { role: 'assistant', content: ANSWER } }] })

interface Door {
  readonly step: Step
  readonly bare: Step
  readonly handed: Handed
  /** The answer as the SDK gives it, and as it stands in the next history. */
  readonly answer?: Content
}

/** A step as each SDK makes it, with our memory and without it. */
const DOORS: Readonly<Record<string, () => Door>> = {
  'AI SDK': () => {
    const { prepareStep, onStepFinish } = forAiSdk({ window: WINDOW, model }).options()
    const messages = [{ role: 'assistant', content: ANSWER }]
    return {
      handed: 'the same objects',
      bare: async () => undefined,
      async step(history) {
        await prepareStep({ model, messages: history, steps: [], initialMessages: history })
        await onStepFinish({ response: { messages }, usage: {} })
      },
    }
  },
  Anthropic: () => {
    const bare = new Anthropic({ apiKey: 'none', fetch: answering })
    const client = forAnthropic({ window: WINDOW }).wrap(bare)
    const asked = { model, max_tokens: 100 }
    return {
      ...{ handed: 'from the wire', answer: BLOCKS },
      step: (history) => client.messages.create({ ...asked, messages: [...history] }),
      bare: (history) => bare.messages.create({ ...asked, messages: [...history] }),
    }
  },
  'OpenAI Chat': () => {
    const bare = new OpenAI({ apiKey: 'none', fetch: completing })
    const client = forOpenai({ window: WINDOW }).wrap(bare)
    return {
      handed: 'from the wire',
      step: (history) => client.chat.completions.create({ model, messages: [...history] }),
      bare: (history) => bare.chat.completions.create({ model, messages: [...history] }),
    }
  },
  LangChain: () => {
    const { wrapModelCall } = forLangchain({ window: WINDOW, model }).middleware()
    // The state of an agent holds the same objects at every step.
    const made = new Map<Said, BaseMessage>()
    const messageOf = (each: Said): BaseMessage => {
      const message = made.get(each) ?? new (each.role === 'user' ? HumanMessage : AIMessage)(each.content)
      made.set(each, message)
      return message
    }
    return {
      handed: 'the same objects',
      step: (history) => wrapModelCall({ messages: history.map(messageOf) }, () => new AIMessage(ANSWER)),
      bare: async (history) => history.map(messageOf),
    }
  },
}

/** What the engine takes for a step in the door's dialect: the history, the request, the answer. */
async function engineStep(answer: Content, dialect: 'openai-chat' | 'anthropic'): Promise<Step> {
  const thread: Thread<'openai-chat' | 'anthropic'> = await createCompactor({ window: WINDOW, dialect, model }).thread('engine')
  return async (history) => {
    await thread.resend([...history])
    const { request } = await thread.prepare()
    await thread.resend([...history, { role: 'assistant', content: answer }])
    await thread.settle({ usage: USAGE })
    return request.messages
  }
}

/** Milliseconds of the processor for a step: the middle one of many, each with an answer and a question more. */
async function middle(step: Step, answer: Content, handed: Handed = 'the same objects'): Promise<number> {
  const history = Array.from({ length: MESSAGES - STEPS }, (_, at) => said(at))
  const times: number[] = []
  for (let at = 0; at < STEPS; at += 1) {
    const given: readonly Said[] = handed === 'the same objects' ? history : JSON.parse(JSON.stringify(history))
    const before = process.cpuUsage()
    await step(given)
    times.push(process.cpuUsage(before).user / 1_000)
    history.push({ role: 'assistant', content: answer }, said(2 * at))
  }
  return times.sort((one, other) => one - other)[STEPS / 2] ?? Number.NaN
}

describe('a step with nothing to compact, 1,000 messages', () => {
  it.each(Object.entries(DOORS))('D10 · %s: takes a millisecond more than the engine, at most', async (name, open) => {
    const { step, bare, handed, answer = ANSWER } = open()
    await middle(step, answer)
    const [ours, without] = [await middle(step, answer), await middle(bare, answer)]
    const engine = await middle(await engineStep(answer, name === 'Anthropic' ? 'anthropic' : 'openai-chat'), answer, handed)
    const over = ours - without - engine
    console.log(
      `${name}: ${ours.toFixed(2)} ms, without us ${without.toFixed(2)}, the engine ${engine.toFixed(2)}: ${over.toFixed(2)} ms over the engine`,
    )
    expect(over).toBeLessThan(MOST_MS * slowness())
  })
})
