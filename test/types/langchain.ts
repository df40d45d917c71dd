/** Requests and messages of LangChain. Compiled against the packed package, never run. */

import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, type BaseMessageLike, HumanMessage, type StoredMessage } from '@langchain/core/messages'
import { createCompactor, type LangchainRequest, type Prepared } from 'palimpsest'
import { langchain as byDoor, langchain } from 'palimpsest/dialects/langchain'

const thread = await createCompactor().thread('t')
declare const model: BaseChatModel
declare const messages: BaseMessage[]
declare const stored: StoredMessage[]

await thread.append(messages, { dialect: 'langchain' })
await thread.append(stored, { dialect: langchain })
await thread.resend([new HumanMessage('hi'), new AIMessage('hello')], { dialect: 'langchain' })

const { request } = await thread.prepare({ dialect: 'langchain' })
await model.invoke(request.messages)
const likes: BaseMessageLike[] = request.messages
const handed: Prepared<LangchainRequest> = await thread.prepare({ dialect: byDoor, system: 'be brief' })
await model.invoke(handed.request.messages)
const undone = await thread.undo({ dialect: 'langchain' })
await model.invoke(undone.request.messages)

for (const message of request.messages) if (message.type === 'ai') console.log(message.tool_calls?.length)
// @ts-expect-error A request of another format is none of this one.
likes.push(...(await thread.prepare({ dialect: 'gemini' })).request.contents)
