import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { OpenaiChatMessage } from '../../src/schema/wire/openai-chat.ts'

/** What people said in a conversation, by the language that they speak: a task, rules, and something that is none. */
const SAID = {
  English: ['Fix the login page.', 'Never touch config.ts.', 'Always run the tests before you commit.', 'It fails again.'],
  German: [
    'Repariere die Anmeldung.',
    'Fass config.ts niemals an.',
    'Immer erst die Tests laufen lassen.',
    'Es geht wieder nicht.',
  ],
  Chinese: ['请修复登录页面的错误。', '不要修改 config.ts。', '必须先运行测试。', '又失败了。'],
}

/** A round in which the agent does something. */
const WORK: readonly OpenaiChatMessage[] = [
  {
    role: 'assistant',
    content: 'I run the tests to see which one fails:',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"npm test"}' } }],
  },
  {
    role: 'tool',
    tool_call_id: 'c1',
    content: 'FAIL test/login.test.ts\nError: expected 200 to be 401\nTests 1 failed | 41 passed',
  },
  { role: 'assistant', content: 'The test of the login fails, because the session is not written.' },
  { role: 'user', content: 'Go on, and look at src/session.ts.' },
]

/** Compacts a conversation, once more if something was done afterwards, and says what the model would see. */
async function pageOf(make: typeof createCompactor, said: readonly string[], work: readonly OpenaiChatMessage[]): Promise<Json> {
  const thread = await make({ dialect: 'openai-chat', window: 3_000, clock: () => 0 }).thread('languages')
  const words = 'I looked at the form and at the session that it writes. '.repeat(20)
  const talk = said
    .concat(said.slice(0, 1))
    .flatMap((content, at): OpenaiChatMessage[] => [
      { role: 'user', content },
      ...Array.from({ length: 5 }, (_, step): OpenaiChatMessage => ({ role: 'assistant', content: `${at}.${step} ${words}` })),
    ])
  await thread.append([...talk, { role: 'user', content: 'ok' }])
  const first = await thread.compact()
  if (work.length > 0) await thread.append([...work, ...talk, { role: 'user', content: 'ok' }])
  const { request } = work.length > 0 ? await thread.compact() : first
  return JSON.parse(JSON.stringify(request)) as Json
}

interface Anew {
  readonly page: Json
  /** Whether it knows other languages than English afterwards, and what reads calls. */
  readonly languages: boolean
  readonly work: boolean
}

/** The same in a process that has seen nothing else, and loads as a page does: where modules lie on a disk, all languages are loaded. */
function anew(...given: readonly [said: readonly string[], work: readonly OpenaiChatMessage[]]): Anew {
  const source = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const program = `
    delete globalThis.process
    const { createCompactor } = await import(${source('index.ts')})
    const { knowsLanguages } = await import(${source('ledger/languages/index.ts')})
    const { knownWork } = await import(${source('ledger/known-work.ts')})
    const pageOf = ${pageOf.toString()}
    const page = await pageOf(createCompactor, ...${JSON.stringify(given)})
    console.log(JSON.stringify({ page, languages: knowsLanguages(), work: knownWork() !== undefined }))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })) as Anew
}

describe('L7 · a conversation is read alike by a process that has loaded nothing before, and by one that has loaded all', () => {
  it.each(['English', 'German', 'Chinese'] as const)('in %s', async (spoken) => {
    const { page, languages, work } = anew(SAID[spoken], [])
    expect(page).toEqual(await pageOf(createCompactor, SAID[spoken], []))
    expect(JSON.stringify(page)).toContain('config.ts')
    expect({ languages, work }).toEqual({ languages: spoken !== 'English', work: false })
  })

  it('in which nothing was done before it was folded', async () => {
    const { page, languages, work } = anew(SAID.English, WORK)
    expect(page).toEqual(await pageOf(createCompactor, SAID.English, WORK))
    expect(JSON.stringify(page)).toContain('npm test')
    expect({ languages, work }).toEqual({ languages: false, work: true })
  })
})
