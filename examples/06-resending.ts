/** Clients hand in the whole history at every step. New messages are appended; old ones are recognised, even if they were changed a little. */
import assert from 'node:assert/strict'
import { createCompactor, type Resent } from 'palimpsest'

type Message = Readonly<Record<string, unknown>>

const compactor = createCompactor()
const thread = await compactor.thread('ferry')

// A conversation of forty turns, as any client has it, and a small window: most of it is folded.
const history: readonly Message[] = [
  { role: 'system', content: 'You keep the timetable of a ferry.' },
  ...Array.from({ length: 40 }, (_, turn) => [
    { role: 'user', content: `Question ${turn}: when does ferry ${turn} leave, and how long does it take to the other side?` },
    {
      role: 'assistant',
      content: `Answer ${turn}: at ${turn % 24}:${turn + 10}, and it takes ${20 + turn} minutes when the weather is fair.`,
    },
  ]).flat(),
]
const window = { window: 1_200, reserve: 0 }

await tell('the whole history, for the first time', history)
const { request } = await thread.prepare({ dialect: 'openai-chat', ...window })
const length = (await thread.entries()).length

await tell('the same, and a question', [...history, question('And the last one on Sunday?')])
assert.equal((await thread.entries()).length, length + 1)
await thread.append([{ role: 'assistant', content: 'At 23:50.' }])

await tell('without ids, without its head, with parts instead of strings', [
  ...history.slice(60).map((message) => ({ ...message, content: [{ type: 'text', text: message['content'] }] })),
  question('And the last one on Sunday?'),
  { role: 'assistant', content: 'At 23:50.' },
  question('Does it take bicycles?'),
])

// What we rendered comes back: the summary is ours, and is not taken for history.
await tell('our own request, handed back', [
  ...request.messages,
  question('And the last one on Sunday?'),
  { role: 'assistant', content: 'At 23:50.' },
  question('Does it take bicycles?'),
  { role: 'assistant', content: 'It does.' },
])

const now = [
  ...history,
  question('And the last one on Sunday?'),
  { role: 'assistant', content: 'At 23:50.' },
  question('Does it take bicycles?'),
  { role: 'assistant', content: 'It does.' },
]
await tell('an old message edited, which is folded', now.with(1, question('Question 0: when does the first ferry leave?')))
await tell('a message edited that the model sees', now.with(-2, question('Does it take dogs?')))
await tell('the last answer asked for again', now.slice(0, -1))
await tell('another conversation', [question('Write a poem about a river.')])

// The thread itself has every message once, whatever was handed in.
assert.equal((await thread.entries()).length, length + 4)
const revisions = await compactor.thread('ferry/revisions')
assert.deepEqual(
  (await revisions.entries()).map((entry) => entry.message.id),
  ['edited e1'],
)

async function tell(title: string, messages: readonly Message[]): Promise<Resent> {
  const resent = await thread.resend(messages)
  const { verdict, fates, append, revisions, omitted } = resent.reconciliation
  const at = 'at' in verdict ? ` at e${verdict.at}` : ''
  console.log(`${title}\n  ${verdict.kind}${at}${'why' in verdict ? `, ${verdict.why}` : ''} → ${resent.id}`)
  console.log(`  handed in  ${fates.map(({ fate, from, to }) => `${fate} ${range('', from, to)}`).join(' · ')}`)
  if (append.length > 0) console.log(`  appended   ${append.length}`)
  for (const { kind, seq, where } of revisions) console.log(`  recorded   ${kind} e${seq}, ${where}`)
  if (omitted.length > 0) console.log(`  left out   ${omitted.map(({ from, to }) => range('e', from, to)).join(', ')}`)
  console.log()
  return resent
}

function question(content: string): Message {
  return { role: 'user', content }
}

function range(prefix: string, from: number, to: number): string {
  return from === to ? `${prefix}${from}` : `${prefix}${from}–${prefix}${to}`
}
