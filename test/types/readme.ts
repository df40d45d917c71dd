/** The blocks under "With your SDK" of the README, line by line. Compiled against the packed package, never run. */
import Anthropic from '@anthropic-ai/sdk'
import { type Content, GoogleGenAI, type Tool } from '@google/genai'
import { generateText, type LanguageModel, type ModelMessage, type ToolSet, type UIMessage } from 'ai'
import OpenAI from 'openai'
import { createCompactor } from 'palimpsest'

const openai = new OpenAI()
const anthropic = new Anthropic()
const genai = new GoogleGenAI({})
const thread = await createCompactor().thread('t')

export async function withOpenaiChat(
  model: string,
  messages: OpenAI.ChatCompletionMessageParam[],
  tools: OpenAI.ChatCompletionTool[],
): Promise<void> {
  await thread.append(messages) // OpenAI.ChatCompletionMessageParam[]
  const { request } = await thread.prepare({ dialect: 'openai-chat', model, tools })
  const answer = await openai.chat.completions.create({ model, ...request })
  await thread.settle({ usage: answer.usage })
}

export async function withOpenaiResponses(
  model: string,
  items: OpenAI.Responses.ResponseInputItem[],
  tools: OpenAI.Responses.Tool[],
): Promise<void> {
  await thread.append(items, { dialect: 'openai-responses' }) // OpenAI.Responses.ResponseInputItem[]
  const { request } = await thread.prepare({ dialect: 'openai-responses', model, tools })
  const answer = await openai.responses.create({ model, ...request })
  await thread.settle({ usage: answer.usage })
}

export async function withAnthropic(
  model: string,
  messages: Anthropic.MessageParam[],
  tools: Anthropic.ToolUnion[],
): Promise<void> {
  await thread.append(messages) // Anthropic.MessageParam[]
  const { request } = await thread.prepare({ dialect: 'anthropic', model, tools })
  const answer = await anthropic.messages.create({ model, max_tokens: 1024, ...request })
  await thread.settle({ usage: answer.usage })
}

export async function withGemini(model: string, contents: Content[], tools: Tool[]): Promise<void> {
  await thread.append(contents) // Content[] of @google/genai
  const { contents: shown, ...config } = (await thread.prepare({ dialect: 'gemini', model, tools })).request
  const answer = await genai.models.generateContent({ model, contents: shown, config })
  await thread.settle({ usage: answer.usageMetadata })
}

export async function withAiSdk(
  model: LanguageModel,
  messages: readonly ModelMessage[] | readonly UIMessage[],
  tools: ToolSet,
): Promise<void> {
  await thread.append(messages) // ModelMessage[] or UIMessage[] of ai
  const { request } = await thread.prepare({ dialect: 'ai-sdk', model: 'gpt-4o' })
  const answer = await generateText({ model, tools, ...request })
  await thread.settle({ usage: answer.usage })
}
