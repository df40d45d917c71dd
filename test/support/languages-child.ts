/**
 * A process in which nobody has read anything yet: `node languages-child.ts <case>`. Prints what came of a conversation, and whether the languages with other
 * letters are loaded then. Without a case: what comes of each if they are loaded before.
 */
import { type CompactorOptions, createCompactor, memoryStore, type Thread } from '../../src/index.ts'
import { knowOtherLanguages, knowsOtherLanguages } from '../../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'
import type { SummaryAnswer } from '../../src/schema/summary.ts'

const RULES = '请始终使用制表符，不要修改 src/parser.ts。Никогда не меняй схему. 必ずテストを実行してください。'
const ANSWER: SummaryAnswer = {
  ...{ by: 'scripted', finish: 'stop', toolCalls: 0, usage: null, money: null, remarks: [] },
  content: {
    kind: 'operations',
    operations: [{ op: 'add', item: { kind: 'constraint', text: RULES, sources: [0], authority: 'user' } }],
  },
  attempts: [{ by: 'scripted', outcome: 'answered', detail: '', ms: 0 }],
}

const english = (at: number): object => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Step ${at} changes src/part${at}.ts 🚀 “so” – ✅. ${'Never push it without the tests, naïve as it is. '.repeat(8)}`,
})
const call = (at: number): readonly object[] => [
  {
    ...{ role: 'assistant', content: null },
    tool_calls: [
      {
        ...{ id: `c${at}`, type: 'function' },
        function: { name: 'bash', arguments: String.raw`{"command":"git commit -m '\u8bf7\u4f7f\u7528\u5236\u8868\u7b26'"}` },
      },
    ],
  },
  { role: 'tool', tool_call_id: `c${at}`, content: '[main 1a2b3c4] ok' },
]
const many = (from: number): readonly object[] => Array.from({ length: 60 }, (_, at) => english(from + at))

interface Case {
  readonly options?: CompactorOptions
  run(thread: Thread): Promise<unknown>
}

const writes = async (thread: Thread, said: readonly object[]): Promise<unknown> => {
  await thread.append([...many(0), ...said, ...many(60)] as never)
  return (await thread.prepare()).request
}

const CASES: Readonly<Record<string, Case>> = {
  english: { run: (thread) => writes(thread, []) },
  people: { run: (thread) => writes(thread, [{ role: 'user', content: RULES }]) },
  escaped: { run: (thread) => writes(thread, call(1)) },
  instructions: {
    run: async (thread) => {
      await writes(thread, [])
      return thread.compact({ instructions: RULES })
    },
  },
  before: {
    options: { hooks: { before: () => ({ summary: RULES, instructions: RULES }) } },
    run: async (thread) => {
      await writes(thread, [])
      await thread.append(many(120) as never)
      return (await thread.compact()).request
    },
  },
  hook: { options: { hooks: { summarize: () => RULES } }, run: (thread) => writes(thread, []) },
  brief: {
    run: async (thread) => {
      await writes(thread, [])
      const to = await thread.handoff({ goal: RULES, tokens: 500 })
      return [await thread.brief({ goal: RULES, tokens: 500 }), await to.messages()]
    },
  },
  undone: {
    options: { summarizer: { name: 'scripted', summarize: async () => ANSWER } },
    run: async (thread) => {
      await writes(thread, [])
      await thread.undo()
      await thread.redo()
      await thread.append(many(120) as never)
      return (await thread.compact()).request
    },
  },
}

async function outcome(name: string): Promise<unknown> {
  const { options = {}, run } = CASES[name] ?? { run: async () => `there is no case ${name}` }
  const made = createCompactor({ dialect: 'openai-chat', window: 4_000, store: memoryStore(), clock: () => 1, ...options })
  const result = await run(await made.thread('t'))
  await made.close()
  return JSON.parse(JSON.stringify(result ?? null))
}

const [name] = process.argv.slice(2)
if (name === undefined) {
  knowOtherLanguages(OTHER_LANGUAGES)
  for (const each of Object.keys(CASES)) console.log(JSON.stringify([each, await outcome(each)]))
} else {
  console.log(JSON.stringify({ made: await outcome(name), knows: knowsOtherLanguages() }))
}
