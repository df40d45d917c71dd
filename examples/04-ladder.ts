/** Two conversations at smaller and smaller windows: every rung of the ladder, as docs/compaction.md shows it. */
import assert from 'node:assert/strict'
import { createCompactor, isFailure, presets } from 'palimpsest'

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly object[]
}

const start: readonly Message[] = [
  { role: 'system', content: 'You are a careful engineer.' },
  { role: 'user', content: 'Give the HTTP client a retry budget. Never touch src/legacy.' },
  ...step('c1', 'read_file', { path: 'src/client.ts' }, lines('client.ts', 500)),
  ...step('c2', 'bash', { command: 'npm test' }, `${lines('not ok', 400)}\nexit code: 1`),
  { role: 'assistant', content: 'The client retries for ever. I will cap it at three.' },
  { role: 'user', content: 'Good. Now log the retries, too.' },
]

/** A few large outputs. */
const large: readonly Message[] = [
  ...start,
  ...step('c3', 'edit_file', { path: 'src/client.ts', new: 'retry({ budget: 3, log })' }, 'ok'),
  ...step('c4', 'bash', { command: 'npm run build' }, `${lines('built', 900)}\nexit code: 0`),
  { role: 'assistant', content: 'Three retries, each of them logged; the build is clean.' },
  { role: 'user', content: 'Now write the changelog line.' },
  ...step('c5', 'read_file', { path: 'CHANGELOG.md' }, lines('changelog', 40)),
]

/** A long loop of small steps after the last thing a person said. */
const long: readonly Message[] = [
  ...start,
  { role: 'assistant', content: 'Every retry is logged now.' },
  { role: 'user', content: 'Make the whole suite pass, one file at a time.' },
  ...Array.from({ length: 12 }, (_, index) => [
    ...step(`e${index}`, 'edit_file', { path: `test/part-${index}.test.ts` }, 'ok'),
    ...step(`t${index}`, 'bash', { command: `npm test test/part-${index}.test.ts` }, `${lines('ok', 20)}\nexit code: 0`),
    { role: 'assistant', content: `Part ${index} passes. It needed the new option in its fixture.` },
  ]).flat(),
  ...step('last', 'bash', { command: 'npm test' }, `${lines('ok', 40)}\nexit code: 0`),
]

await show({ title: 'fits', messages: large, window: 10_000, strategy: 'include', look: [] })
await show({ title: 'clear', messages: large, window: 5_000, strategy: 'clear-tool-outputs', look: [3] })
await show({ title: 'shorten', messages: large, window: 3_000, strategy: 'shorten-oversized', look: [] })
await show({ title: 'summarize', messages: long, window: 2_400, strategy: 'summarize', look: [1, 2, 3] })
await show({ title: 'drop', messages: long, window: 400, strategy: 'drop', look: [] })
await show({ title: 'floor', messages: long, window: 300, strategy: 'drop', look: [5] })
await refuse(long, 150)

interface Showing {
  readonly title: string
  readonly messages: readonly Message[]
  readonly window: number
  readonly strategy: string
  /** Messages of the request that are worth reading. */
  readonly look: readonly number[]
}

/** Compacts to the whole of window − 100 and prints what became of the conversation. */
async function show({ title, messages, window, strategy, look }: Showing): Promise<void> {
  const thread = await open(messages)
  const { request, receipt } = await thread.compact({ dialect: 'openai-chat', window, reserve: 100 })
  const { before, after, budget } = receipt.tokens
  assert.equal(receipt.strategy, strategy)
  assert.ok(after <= budget)
  console.log(`${title}: ${before} -> ${after} of ${budget} tokens by ${strategy}`)
  for (const { action, from, to, tokens } of receipt.records)
    console.log(`  plan   ${action} ${range(from, to)}, ${tokens} tokens`)
  console.log(`  fates  ${receipt.fates.map(({ fate, from, to }) => `${fate} ${range(from, to)}`).join(' · ')}`)
  for (const { law, detail } of receipt.lawOverrides) console.log(`  ${law}     ${detail}`)
  for (const index of look)
    console.log(`--- ${title}, message ${index} (${request.messages[index]?.role})\n${request.messages[index]?.content}`)
  console.log()
}

/** A window too small for system text, pins and frontier, although everything that may be shortened is. */
async function refuse(messages: readonly Message[], window: number): Promise<void> {
  const thread = await open(messages)
  const error: unknown = await thread.compact({ window, reserve: 100 }).catch((thrown: unknown) => thrown)
  assert.ok(isFailure(error, 'fixed-part-too-large'))
  assert.deepEqual(await thread.commits(), [], 'nothing was changed')
  console.log(`refuse: ${error.failure.needed} needed, ${error.failure.available} available`)
  for (const { what, tokens } of error.failure.items) console.log(`  ${what}: ${tokens}`)
}

/** A thread that may use the whole budget, with the rule of the first message pinned. */
async function open(messages: readonly Message[]) {
  const compactor = createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }) })
  const thread = await compactor.thread('retry-budget')
  await thread.append(messages)
  await thread.pin({ text: 'Never touch src/legacy' })
  return thread
}

/** A call and its result. */
function step(id: string, name: string, input: object, output: string): readonly Message[] {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: output, ...{ tool_call_id: id } },
  ]
}

function lines(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}`).join('\n')
}

function range(from: number, to: number): string {
  return from === to ? `e${from}` : `e${from}–e${to}`
}
