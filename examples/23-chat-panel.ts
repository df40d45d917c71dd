/** A page that says "compacting …": a hook over `useState`, fed by the route that answers the page. Below it, a page and a model. */
import assert from 'node:assert/strict'
import { createOpenAI } from '@ai-sdk/openai'
import { convertToModelMessages, DefaultChatTransport, streamText, type UIMessage } from 'ai'
import type { CompactionData } from 'palimpsest/ai-sdk'
import { chatRoute } from 'palimpsest/chat'
import { scriptedModelServer, strictProvider } from 'palimpsest/testing'

/** `const { line, onData } = useCompaction(useState)`, and `useChat({ onData })`: what the page shows of a compaction, and what tells it. */
function useCompaction(useState: <State>(initial: State) => [State, (state: State) => void]) {
  const [compaction, setCompaction] = useState<CompactionData | null>(null)
  const onData = (part: { readonly type: string; readonly data?: unknown }) => {
    if (part.type === 'data-compaction' && isCompaction(part.data)) setCompaction(part.data)
  }
  return { onData, line: compaction === null ? '' : lineOf(compaction) }
}

function isCompaction(data: unknown): data is CompactionData {
  return typeof data === 'object' && data !== null && 'phase' in data
}

function lineOf({ phase, tokensBefore, tokensAfter, limit, reason }: CompactionData): string {
  if (phase === 'started') return `compacting ${tokensBefore} tokens …`
  return phase === 'done' ? `${tokensBefore} → ${tokensAfter} of ${limit} tokens` : `${phase}: ${reason}`
}

const provider = strictProvider({ window: 8_000, turn: () => ({ text: 'At the third valve.', calls: [] }) })
const server = await scriptedModelServer((request) => provider.answer(request))
const model = createOpenAI({ baseURL: server.openaiUrl, apiKey: 'none' }).chat('my-model')

const chat = chatRoute({ window: 8_000 })
const POST = (request: Request) =>
  chat<UIMessage>(request, async ({ options, messages, signal }) =>
    streamText({ ...options, model, messages: await convertToModelMessages(messages), abortSignal: signal }),
  )

// The page: the transport of `useChat`, and a state that prints what is rendered.
const lines: string[] = []
let state: unknown
const render = () =>
  useCompaction((initial) => [
    (state ?? initial) as typeof initial,
    (next) => {
      state = next
      lines.push(render().line)
    },
  ])
const fetch = (input: string | URL | Request, init?: RequestInit) => POST(new Request(input, init))
const page = new DefaultChatTransport<UIMessage>({ api: 'http://page.test/api/chat', fetch })
const messages = Array.from({ length: 41 }, (_, at): UIMessage => {
  const text = `${at}: ${'where does it leak, and since when? '.repeat(20)}`
  return { id: `m${at}`, role: at % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] }
})
const about = { chatId: 'chat', messages, trigger: 'submit-message' as const, messageId: undefined, abortSignal: undefined }
let answer = ''
for await (const chunk of await page.sendMessages(about)) {
  if (chunk.type.startsWith('data-')) render().onData(chunk)
  if (chunk.type === 'text-delta') answer += chunk.delta
}

for (const line of lines) console.log(line)
console.log(answer)
assert.equal(lines[0]?.startsWith('compacting'), true)
assert.deepEqual(provider.report().refused, [])
await server.close()
