import { createCompactor, presets } from '../../src/index.ts'
import type { Session } from './sessions.ts'

const COMPACTIONS = 20
const FACTS = 200
const WINDOW = 16_384
const THINGS = ['gateway', 'harbour', 'ledger', 'printer', 'courier', 'beacon', 'archive', 'turbine', 'orchard', 'switchboard']
const PLACES = ['north', 'south', 'upper', 'lower', 'inner', 'outer', 'eastern', 'western', 'old', 'new']
const MEASURES = ['retry limit', 'voltage', 'serial number', 'opening hour', 'storage quota']

/** What is left to reach of a long session after many compactions: every entry by handle and range, and facts by one call of a tool. */
export async function measureReach(session: Session): Promise<readonly string[]> {
  const compactor = createCompactor({ policy: presets.balanced(), clock: () => 0 })
  const thread = await compactor.thread('reach')
  const facts = Array.from({ length: FACTS }, (_, index) => factAt(index))
  const each = Math.ceil(session.messages.length / COMPACTIONS)
  let told = 0
  for (let step = 0; step < COMPACTIONS; step += 1) {
    await thread.appendDrafts(session.messages.slice(step * each, (step + 1) * each))
    const some = facts.slice(told, told + FACTS / COMPACTIONS)
    told += some.length
    const noted = [...some.map(({ said }) => ({ role: 'user', content: said })), { role: 'assistant', content: 'Noted.' }]
    await thread.append(noted, { dialect: 'openai-chat' })
    await thread.compact({ window: WINDOW })
  }
  const entries = await thread.entries()
  let reached = 0
  for (const entry of entries) {
    const [opened] = await thread.expand(`e${entry.seq}`)
    if (JSON.stringify(opened?.entry) === JSON.stringify(entry)) reached += 1
  }
  const whole = await thread.expand({ from: 0, to: entries.length - 1 })
  const tools = compactor.tools(thread)
  let found = 0
  for (const { question, value } of facts) {
    const { text } = await tools.execute('recall', { query: question })
    if (text.includes(value)) found += 1
  }
  const { length } = await thread.commits()
  return [
    `${session.name}: ${length} commits, ${entries.length} entries, ${reached} of them opened by handle, ${whole.length} by one range`,
    `${found} of ${FACTS} seeded facts found in one call of the tool recall`,
  ]
}

function factAt(index: number): { readonly said: string; readonly question: string; readonly value: string } {
  const thing = `${PLACES[index % 10]} ${THINGS[Math.floor(index / 10) % 10]}`
  const measure = MEASURES[(index + Math.floor(index / 100)) % 5] ?? ''
  const value = `${1_000 + index * 37}-${index}`
  return {
    said: `By the way, the ${measure} of the ${thing} is ${value}.`,
    question: `What ${measure} does the ${thing} have?`,
    value,
  }
}
