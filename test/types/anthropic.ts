/** Requests and messages of the Anthropic SDK. Compiled against the packed package, never run. */
import Anthropic from '@anthropic-ai/sdk'
import { type AnthropicRequest, createCompactor, type Prepared } from 'palimpsest'
import { palimpsest } from 'palimpsest/anthropic'
import { anthropic, anthropic as byDoor } from 'palimpsest/dialects/anthropic'
import { anthropicSummarizer } from 'palimpsest/summarizers/anthropic'
import { coding } from 'palimpsest/summarizers/profiles'

const anthropicClient = new Anthropic()
const thread = await createCompactor().thread('t')
declare const model: Anthropic.Model
declare const messageParams: Anthropic.MessageParam[]
declare const messageParam: Anthropic.MessageParam
declare const answer: Anthropic.Message
declare const tools: Anthropic.ToolUnion[]
declare const params: Anthropic.MessageCreateParamsNonStreaming

await thread.append(messageParams) // Anthropic.MessageParam[]
await thread.append([messageParam, { role: 'user', content: 'and this' }], { dialect: anthropic, tools })
await thread.append([{ role: answer.role, content: answer.content }])
await thread.append([answer], { dialect: 'anthropic' })
const frozen: readonly Readonly<Anthropic.MessageParam>[] = messageParams
await thread.resend(frozen, { dialect: anthropic })

const a = (await thread.prepare({ dialect: anthropic })).request
await anthropicClient.messages.create({ model, max_tokens: 1024, ...a })
await anthropicClient.messages.create({ model, max_tokens: 1024, stream: true, ...a })
anthropicClient.messages.stream({ model, max_tokens: 1024, ...a })
await anthropicClient.messages.countTokens({ model, ...a })
const history: Anthropic.MessageParam[] = a.messages

const named: Prepared<AnthropicRequest> = await thread.prepare({ dialect: 'anthropic', tools, system: 'be brief' })
await anthropicClient.messages.create({ model, max_tokens: 1024, ...named.request })

const { messages: _, system: __, ...envelope } = params
const around = { dialect: 'anthropic', envelope, tools: params.tools ?? [] }
const surrounded = await thread.compact({ dialect: byDoor, around, instructions: 'keep the numbers' })
await anthropicClient.messages.create({ ...params, ...surrounded.request })

const undone = await thread.undo({ dialect: anthropic })
await anthropicClient.messages.create({ model, max_tokens: 1024, ...undone.request })
const smaller = await thread.overflowed({ limit: 200_000, dialect: anthropic })
await anthropicClient.messages.create({ model, max_tokens: 1024, ...smaller.request })

// @ts-expect-error A request of another format is none of this one.
history.push(...(await thread.prepare({ dialect: 'openai-chat' })).request.messages)
// @ts-expect-error What the sender adds is not in it.
await anthropicClient.messages.create({ ...a })

palimpsest({
  thread: 't',
  summarizer: anthropicSummarizer({ client: anthropicClient, model: 'claude-haiku-4-5', profile: coding }),
})
palimpsest({ thread: 't', summarizer: anthropicSummarizer({ client: palimpsest().wrap(anthropicClient), mode: 'prose' }) })
// @ts-expect-error Another provider's client has other methods.
anthropicSummarizer({ client: { chat: {} } })
