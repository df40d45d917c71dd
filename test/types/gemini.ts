/** Requests and contents of the Google Gen AI SDK. Compiled against the packed package, never run. */
import { type Content, type GenerateContentParameters, type GenerateContentResponse, GoogleGenAI, type Tool } from '@google/genai'
import { createCompactor, type GeminiRequest, type Prepared } from 'palimpsest'
import { gemini as byDoor, gemini } from 'palimpsest/dialects/gemini'

const genai = new GoogleGenAI({})
const thread = await createCompactor().thread('t')
declare const model: string
declare const contents: Content[]
declare const answer: GenerateContentResponse
declare const tools: Tool[]
declare const params: GenerateContentParameters

await thread.append(contents) // Content[]
const { content } = answer.candidates?.[0] ?? {}
if (content !== undefined) await thread.append([content], { dialect: gemini, tools })
const frozen: readonly Readonly<Content>[] = contents
await thread.resend(frozen, { dialect: 'gemini' })

// System text and tools are beside the contents, as REST has them; the SDK takes them as its config.
const { contents: shown, ...config } = (await thread.prepare({ dialect: gemini, tools, system: 'be brief' })).request
await genai.models.generateContent({ model, contents: shown, config })
await genai.models.generateContentStream({ model, contents: shown, config })
const history: Content[] = shown

const named: Prepared<GeminiRequest> = await thread.prepare({ dialect: 'gemini' })
await genai.models.generateContent({ model, ...named.request })

const { contents: _, ...envelope } = params
const surrounded = await thread.compact({ dialect: byDoor, around: { dialect: 'gemini', envelope, tools } })
await genai.models.generateContent({ ...params, ...surrounded.request })
await genai.models.countTokens({ model, contents: surrounded.request.contents })

const undone = await thread.undo({ dialect: 'gemini' })
await genai.models.generateContent({ model, ...undone.request })
const smaller = await thread.overflowed({ dialect: gemini })
await genai.models.generateContent({ model, ...smaller.request })

// @ts-expect-error A request of Gemini has contents and no messages.
history.push(...smaller.request.messages)
