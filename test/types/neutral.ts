/** Our own format, formats that are not known at compile time, and a user's own. Compiled against the packed package, never run. */
import { createCompactor, type Json, type JsonObject, type NeutralRequest, type Prepared, type RequestOptions } from 'palimpsest'
import { neutral } from 'palimpsest/dialects/neutral'
import { openaiChat } from 'palimpsest/dialects/openai-chat'
import type { Dialect } from 'palimpsest/ports'

const thread = await createCompactor().thread('t')
const named: Prepared<NeutralRequest> = await thread.prepare({ dialect: 'neutral' })
const handed: Prepared<NeutralRequest> = await thread.prepare({ dialect: neutral })
for (const { role, content } of [...named.request.messages, ...handed.request.messages]) console.log(role, content)

// Without a dialect, or with one that is not known at compile time, a request is a JSON object.
const unnamed: JsonObject = (await thread.prepare()).request
const modelled: JsonObject = (await thread.prepare({ model: 'gpt-4o', window: 8_000 })).request
declare const name: string
declare const maybe: string | undefined
declare const options: RequestOptions
declare const anyDialect: Dialect
const other: JsonObject = (await thread.prepare({ dialect: name })).request
const perhaps: JsonObject = (await thread.prepare({ dialect: maybe })).request
const kept: JsonObject = (await thread.prepare(options)).request
const any: JsonObject = (await thread.compact({ dialect: anyDialect })).request
const settled: JsonObject | undefined = (await thread.settle())?.request
console.log(unnamed, modelled, other, perhaps, kept, any, settled)

// One of several: the request is one of theirs.
declare const either: 'neutral' | 'openai-chat'
const { messages } = (await thread.prepare({ dialect: either })).request
console.log(messages.length)

// A user's own dialect needs no cast, and its types come out.
interface Line {
  readonly who: string
}
const own: Dialect<Line, { readonly lines: readonly Line[] }> = {
  ...openaiChat,
  types: undefined,
  traits: { ...openaiChat.traits, name: 'lines' },
  assemble: (_, lines) => ({ lines }),
}
createCompactor({ dialects: [own, openaiChat] })
const first: string | undefined = (await thread.prepare({ dialect: own })).request.lines[0]?.who
console.log(first)

// Messages are lists of objects, or JSON.
declare const json: readonly Json[]
await thread.append(json)
await thread.append([])
await thread.append(JSON.parse('[]'))
// @ts-expect-error A text is no list of messages.
await thread.append('hello')
// @ts-expect-error Nor is a number.
await thread.append(5)
// @ts-expect-error Nor is a single message.
await thread.append({ role: 'user', content: 'hello' })
// @ts-expect-error Nor is a text a history.
await thread.resend('hello')
// @ts-expect-error A number names no dialect.
await thread.prepare({ dialect: 5 })
await thread.prepare({ tools: { read: {} } })
// @ts-expect-error Tools are a list, or an object of them by name.
await thread.prepare({ tools: 5 })
// @ts-expect-error There is no such option.
await thread.prepare({ windwo: 8_000 })
