import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'

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

type Spoken = keyof typeof SAID

/** Compacts a conversation, and says what the model would see. */
async function pageOf(make: typeof createCompactor, said: readonly string[]): Promise<Json> {
  const thread = await make({ dialect: 'openai-chat', window: 3_000, clock: () => 0 }).thread('languages')
  const work = 'I looked at the form and at the session that it writes. '.repeat(20)
  const messages = said
    .concat(said.slice(0, 1))
    .flatMap((content, at) => [
      { role: 'user' as const, content },
      ...Array.from({ length: 5 }, (_, step) => ({ role: 'assistant' as const, content: `${at}.${step} ${work}` })),
    ])
  await thread.append([...messages, { role: 'user', content: 'ok' }])
  return JSON.parse(JSON.stringify((await thread.compact()).request)) as Json
}

/** The same in a process that has seen nothing else, and whether it knows other languages than English afterwards. */
function anew(spoken: Spoken): { readonly page: Json; readonly knows: boolean } {
  const program = `
    const { createCompactor } = await import(${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)})
    const { knowsLanguages } = await import(${JSON.stringify(new URL('../../src/ledger/languages/index.ts', import.meta.url).href)})
    const pageOf = ${pageOf.toString()}
    console.log(JSON.stringify({ page: await pageOf(createCompactor, ${JSON.stringify(SAID[spoken])}), knows: knowsLanguages() }))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })) as ReturnType<
    typeof anew
  >
}

describe('L7 · a conversation', () => {
  it.each(['English', 'German', 'Chinese'] as const)(
    'in %s is read alike by a process that knew no other language before, and by one that knew all',
    async (spoken) => {
      const { page, knows } = anew(spoken)
      expect(page).toEqual(await pageOf(createCompactor, SAID[spoken]))
      expect(JSON.stringify(page)).toContain('config.ts')
      expect(knows).toBe(spoken !== 'English')
    },
  )
})
