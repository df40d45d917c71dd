import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'

let calls = 0
function called(name: string, args: Json, output: string, more: object = {}): readonly Json[] {
  calls += 1
  const call = { type: 'tool_call', id: `call_${calls}`, name, arguments: JSON.stringify(args) }
  return [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ type: 'tool_result', tool_call_id: call.id, text: output, ...more }] },
  ]
}

const ran = (command: string, output: string, more: object = {}): readonly Json[] => called('Bash', { command }, output, more)
const said = (text: string): readonly Json[] => [{ role: 'assistant', content: [{ type: 'text', text }] }]
const asked = (text: string): readonly Json[] => [{ role: 'user', content: [{ type: 'text', text }] }]

/** A summary of these messages, which much else follows. */
async function summaryOf(...messages: readonly (readonly Json[])[]): Promise<string> {
  const thread = await createCompactor().thread('t')
  const rest = Array.from({ length: 12 }, (_, at) => [
    ...said(`Part ${at} has been looked at. ${'It is as it should be. '.repeat(40)}`),
    ...asked(`And part ${at + 1}?`),
  ]).flat()
  await thread.append([...asked('Mend the importer.'), ...messages.flat(), ...rest] as never, { dialect: 'neutral' })
  const { request } = await thread.compact({ window: 2_600, reserve: 0 })
  return JSON.stringify(request)
}

describe('what a reader of summaries took for false', () => {
  const failing = ran('go test ./... -run TestOldName', '--- FAIL: TestOldName\nFAIL', { is_error: true })

  it('F6 · a test that failed is open, until tests of another program pass or the work is committed', async () => {
    const open = /## Open[^#]*TestOldName/
    expect(await summaryOf(failing)).toMatch(open)
    expect(await summaryOf(failing, ran('mise run test:ci', 'ok all packages'))).not.toMatch(open)
    expect(await summaryOf(failing, ran('git commit -am "Rename it"', '[main 1a2b3c4] Rename it'))).not.toMatch(open)
    expect(await summaryOf(failing, ran('npm run lint', 'no problems'))).toMatch(open)
  })

  it('F6 · what a person interrupted has not failed', async () => {
    const summary = await summaryOf(ran('git push', '[Request interrupted by user for tool use]', { is_error: true }))
    expect(summary).toContain('“git push” → partial')
  })

  it('F6 · a program that refused its options did not succeed, though a pipe hides it', async () => {
    const summary = await summaryOf(
      ran('cat -A src/a.ts | head -5', 'cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]'),
    )
    expect(summary).toContain('→ failure: “cat: illegal option -- A”')
  })

  it('F6 · a file that a tool prints after it wrote it says nothing of what went wrong', async () => {
    const output = 'The file src/a.ts was written:\n1\tconsole.error("[Importer] Error: the import has failed", cause)'
    expect(await summaryOf(called('Write', { file_path: 'src/a.ts', content: 'x' }, output))).not.toContain(
      'the import has failed',
    )
  })

  it('F6 · a document declares nothing, whatever code it shows', async () => {
    const content = '# Plan\n\nexport function loadRows(): void {}\n'
    const summary = await summaryOf(called('Write', { file_path: 'docs/plan.md', content }, 'ok'))
    expect(summary).toContain('docs/plan.md: created')
    expect(summary).not.toContain('now with the')
  })

  it('F6 · a guess is not a finding', async () => {
    const guess = 'The runner is probably on the old commit of `src/importer.ts`.'
    const found = 'The runner merges with `main`, which has lint errors in `src/importer.ts`.'
    const summary = await summaryOf(said(guess), said(found))
    expect(summary).toContain('The runner merges with')
    expect(summary).not.toContain('probably on the old commit')
  })

  it('F6 · lines of a log that a person pasted are not what they asked for', async () => {
    const log = Array.from(
      { length: 30 },
      (_, at) =>
        `commit d49d2c3c${at + 10}\nAuthor: Jo <jo@example.com>\nCo-Authored-By: Bot <bot@example.com>\n\n    Touch src/part${at}.ts`,
    ).join('\n')
    const summary = await summaryOf(asked(`Here is the log of src/importer.ts.\n${log}`))
    expect(summary).not.toContain(': commit d49d2c3c')
    expect(summary).not.toMatch(/- e\d+: Co-Authored-By/)
  })

  it('L12 · a path or a line of code that a tool printed, too, leaves the words around it the agent’s', async () => {
    const code = 'const state = await store.load(context, sessionId)'
    const read = called('Read', { file_path: 'src/store.ts' }, `1\t${code}\n2\tawait store.save(state)`)
    const own = `The lock belongs around \`${code}\` in src/engine/session-phase-state-machine.ts, so that no write is lost.`
    expect(await summaryOf(read, said(own))).not.toContain('repeating')
  })
})
