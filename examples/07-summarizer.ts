/** A model can make summaries better and nothing worse: its answer is checked against the log before it is committed. */
import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createCompactor, type Receipt, sha256Hex } from 'palimpsest'
import { aiSdkSummarizer } from 'palimpsest/summarizers/ai-sdk'
import { cachedSummarizer, memorySummaryCache } from 'palimpsest/summarizers/cache'
import { summarizerChain } from 'palimpsest/summarizers/chain'
import { coding } from 'palimpsest/summarizers/profiles'
import { type ScriptedAnswer, scriptedModelServer } from 'palimpsest/testing'

// A server on this machine that plays the model. With a real one, only the next lines differ.
const server = await scriptedModelServer()
const model = createOpenAICompatible({ name: 'scripted', baseURL: server.openaiUrl, apiKey: 'none' })
const small = aiSdkSummarizer({ model: model('small'), profile: coding, deadlineMs: 20_000, retries: 0 })
const large = aiSdkSummarizer({ model: model('large'), profile: coding, deadlineMs: 20_000, retries: 0 })
const chain = summarizerChain([small, large], { deadlineMs: 40_000 })
const summarizer = cachedSummarizer(chain, memorySummaryCache(), sha256Hex)

const messages = [
  { role: 'user', content: 'Move the shop to the new database. Never write to the table orders_live.' },
  { role: 'assistant', content: 'The importer is in src/import.ts. It might be the index that makes it slow.' },
  ...Array.from({ length: 14 }, (_, step) => [
    { role: 'user', content: `Go on with table ${step}, and say how many rows it has when it is there.` },
    { role: 'assistant', content: `Table ${step} is moved, with ${1000 + step} rows, and its keys are the ones it had before.` },
  ]).flat(),
  { role: 'user', content: 'And now the last one.' },
]

// Some of what the model says is true, some is not.
const operations = [
  { op: 'add', item: { kind: 'constraint', text: 'Never write to the table orders_live.', sources: [0], authority: 'user' } },
  { op: 'add', item: { kind: 'file', text: 'The importer is in src/import.ts.', sources: [1], authority: 'assistant' } },
  { op: 'add', item: { kind: 'fact', text: 'The index makes it slow.', sources: [1], authority: 'assistant' } },
  { op: 'add', item: { kind: 'request', text: 'Delete the old shop.', sources: [0], authority: 'user' } },
  { op: 'add', item: { kind: 'constraint', text: 'write to the table orders_live.', sources: [0], authority: 'user' } },
]
const answer: ScriptedAnswer = {
  kind: 'text',
  text: JSON.stringify({ operations, display: 'Tables are being moved. One is left.' }),
}

say('a model that is right in part', await compact('a', [answer]))
say('the same once more: nothing is asked', await compact('b', [answer]))
say('the first model is down', await compact('c', [{ kind: 'status', status: 503 }, answer], 'keep the row counts'))
say('no model answers', await compact('d', [{ kind: 'status', status: 500 }], 'keep the names'))
await server.close()

async function compact(name: string, script: [ScriptedAnswer, ...ScriptedAnswer[]], instructions = ''): Promise<Receipt> {
  server.play(script)
  const thread = await createCompactor({ summarizer, clock: () => 0 }).thread(name)
  await thread.append(messages)
  const { receipt, request } = await thread.compact({ window: 900, reserve: 100, instructions })
  assert.ok(JSON.stringify(request).includes('Never write to the table orders_live.'))
  assert.ok(!JSON.stringify(request).includes('Delete the old shop'))
  return receipt
}

function say(title: string, { summary, summarizerCalls }: Receipt): void {
  console.log(`${title}:`)
  console.log(`  written by ${summary?.by.split(' ')[0]}, ${summarizerCalls} call(s)${summary?.cached ? ', from the cache' : ''}`)
  for (const { reason, text } of summary?.rejected ?? []) console.log(`  refused (${reason}) ${text}`)
  for (const { by, outcome } of summary?.attempts ?? []) console.log(`  ${by.split(' ')[0]}: ${outcome}`)
  if (summary?.fault !== undefined) console.log(`  no model’s summary: ${summary.fault.reason}`)
}
