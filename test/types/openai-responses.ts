/** Requests and items of OpenAI's Responses. Compiled against the packed package, never run. */
import OpenAI from 'openai'
import { createCompactor, type OpenaiResponsesRequest, type Prepared } from 'palimpsest'
import { openaiResponses as byDoor, openaiResponses } from 'palimpsest/dialects/openai-responses'

const openaiClient = new OpenAI()
const thread = await createCompactor().thread('t')
declare const model: OpenAI.ResponsesModel
declare const inputItems: OpenAI.Responses.ResponseInputItem[]
declare const answer: OpenAI.Responses.Response
declare const tools: OpenAI.Responses.Tool[]
declare const params: OpenAI.Responses.ResponseCreateParamsNonStreaming

await thread.append(inputItems, { dialect: 'openai-responses' }) // OpenAI.Responses.ResponseInputItem[]
await thread.append(answer.output, { dialect: openaiResponses, tools })
const frozen: readonly Readonly<OpenAI.Responses.ResponseInputItem>[] = inputItems
await thread.resend(frozen, { dialect: openaiResponses })

const r = (await thread.prepare({ dialect: openaiResponses })).request
await openaiClient.responses.create({ model, ...r })
await openaiClient.responses.create({ model, stream: true, ...r })
const items: OpenAI.Responses.ResponseInputItem[] = r.input

const named: Prepared<OpenaiResponsesRequest> = await thread.prepare({ dialect: 'openai-responses', tools, system: 'be brief' })
await openaiClient.responses.create({ model, ...named.request })

const { input: _, instructions: __, ...envelope } = params
const around = { dialect: 'openai-responses', envelope, tools: params.tools ?? [] }
const surrounded = await thread.compact({ dialect: byDoor, around })
await openaiClient.responses.create({ ...params, ...surrounded.request })

const undone = await thread.undo({ dialect: 'openai-responses' })
await openaiClient.responses.create({ model, ...undone.request })
const smaller = await thread.overflowed({ dialect: openaiResponses })
await openaiClient.responses.create({ model, ...smaller.request })

// @ts-expect-error A request of Chat Completions has messages and no input.
items.push(...(await thread.prepare({ dialect: 'openai-chat' })).request.input)
