/** Requests and messages of version 7 of the AI SDK. Compiled against the packed package, never run. */
import {
  generateText,
  type LanguageModel,
  type ModelMessage,
  streamText,
  ToolLoopAgent,
  type ToolSet,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { type AiSdkRequest, createCompactor, type Prepared } from 'palimpsest'
import { palimpsest } from 'palimpsest/ai-sdk'
import { aiSdk, aiSdk as byDoor } from 'palimpsest/dialects/ai-sdk'

const thread = await createCompactor().thread('t')
declare const model: LanguageModel
declare const modelMessages: ModelMessage[]
declare const uiMessages: UIMessage[]
declare const agent: ToolLoopAgent

await thread.append(modelMessages) // ModelMessage[] of `ai`; UIMessage[] too
await thread.append(uiMessages)
await thread.append((await generateText({ model, prompt: 'hello' })).response.messages, { dialect: aiSdk })
const frozen: readonly Readonly<UIMessage<{ readonly sent: Date }>>[] = []
await thread.resend(frozen, { dialect: 'ai-sdk' })

const m = (await thread.prepare({ dialect: aiSdk })).request
await generateText({ model, ...m })
streamText({ model, ...m })
await agent.generate({ messages: m.messages })
const history: ModelMessage[] = m.messages

const named: Prepared<AiSdkRequest> = await thread.prepare({ dialect: 'ai-sdk', system: 'be brief' })
await generateText({ model, ...named.request })

const compacted = await thread.compact({ dialect: byDoor })
await generateText({ model, ...compacted.request })
const undone = await thread.undo({ dialect: 'ai-sdk' })
await generateText({ model, ...undone.request })
const smaller = await thread.overflowed({ dialect: aiSdk })
await generateText({ model, ...smaller.request })

await generateText({
  model,
  prompt: 'hello',
  prepareStep: async ({ messages }) => {
    await thread.resend(messages)
    const { request } = await thread.prepare({ dialect: aiSdk })
    return { messages: request.messages }
  },
})

const memory = palimpsest({ thread: 'support-4711' })
declare const tools: ToolSet
streamText({ ...memory.options(), model, messages: modelMessages, tools })
await generateText({ ...memory.options(), model, prompt: 'hello' })
await new ToolLoopAgent({ ...memory.options(), model, tools }).generate({ messages: modelMessages })
const { prepareStep } = memory.options()
streamText({
  model,
  messages: modelMessages,
  prepareStep: async (step) => ({ ...(await prepareStep(step)), toolChoice: 'auto' }),
})
declare const bare: Parameters<typeof wrapLanguageModel>[0]['model']
wrapLanguageModel({ model: bare, middleware: memory.middleware() })
const page: ReadableStream = memory.toUIMessageStream(streamText({ model, prompt: 'hello' }).toUIMessageStream())
page.getReader()

// @ts-expect-error A request of another format is none of this one.
history.push(...(await thread.prepare({ dialect: 'openai-chat' })).request.messages)
