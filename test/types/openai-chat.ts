/** Requests and messages of OpenAI's Chat Completions. Compiled against the packed package, never run. */
import OpenAI, { AzureOpenAI } from 'openai'
import { createCompactor, type OpenaiChatRequest, type Prepared } from 'palimpsest'
import { openaiChat as byDoor, openaiChat } from 'palimpsest/dialects/openai-chat'
import { palimpsest } from 'palimpsest/openai'
import { openaiSummarizer } from 'palimpsest/summarizers/openai'
import { coding } from 'palimpsest/summarizers/profiles'

const openaiClient = new OpenAI()
const thread = await createCompactor().thread('t')
declare const model: OpenAI.ChatModel
declare const chatMessages: OpenAI.ChatCompletionMessageParam[]
declare const answer: OpenAI.ChatCompletionMessage
declare const tools: OpenAI.ChatCompletionTool[]
declare const params: OpenAI.ChatCompletionCreateParamsNonStreaming

await thread.append(chatMessages) // OpenAI.ChatCompletionMessageParam[]
await thread.append([answer], { dialect: openaiChat, tools })
const frozen: readonly Readonly<OpenAI.ChatCompletionMessageParam>[] = chatMessages
await thread.resend(frozen, { dialect: 'openai-chat', client: 'browser' })

const o = (await thread.prepare({ dialect: 'openai-chat' })).request
await openaiClient.chat.completions.create({ model, ...o })
await openaiClient.chat.completions.create({ model, stream: true, ...o })
const history: OpenAI.ChatCompletionMessageParam[] = o.messages

const handed: Prepared<OpenaiChatRequest> = await thread.prepare({ dialect: byDoor, tools, system: 'be brief' })
await openaiClient.chat.completions.create({ model, ...handed.request })

const { messages: _, ...envelope } = params
const around = { dialect: 'openai-chat', envelope, tools: params.tools ?? [] }
const surrounded = await thread.compact({ dialect: openaiChat, around })
await openaiClient.chat.completions.create({ ...params, ...surrounded.request })

const undone = await thread.undo({ dialect: 'openai-chat' })
await openaiClient.chat.completions.create({ model, ...undone.request })
const smaller = await thread.overflowed({ dialect: 'openai-chat' })
await openaiClient.chat.completions.create({ model, ...smaller.request })

for (const message of history) if (message.role === 'assistant') console.log(message.tool_calls?.length)
// @ts-expect-error A request of another format is none of this one.
history.push(...(await thread.prepare({ dialect: 'anthropic' })).request.messages)

// Said once for all threads, the dialect gives requests their type.
const once = await createCompactor({ dialect: 'openai-chat', model, window: 8_000 }).thread('once')
await openaiClient.chat.completions.create({ model, ...(await once.prepare()).request })
await openaiClient.chat.completions.create({ model, ...(await once.compact()).request })
const { system }: { readonly system?: unknown } = (await once.prepare({ dialect: 'anthropic' })).request
console.log(system)

palimpsest({ thread: 't', summarizer: openaiSummarizer({ client: openaiClient, model: 'gpt-5-mini', profile: coding }) })
openaiSummarizer({ client: new AzureOpenAI({ apiVersion: 'v' }), api: 'responses', warm: true, maxOutput: 2_000 })
// @ts-expect-error It asks through a client.
openaiSummarizer({ model: 'gpt-5-mini' })
