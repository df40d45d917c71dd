import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, type Policy, presets } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xYz012'].join('_')
const WINDOW = 8_000
const common = { redactionKey: 'a key', clock: () => 0 } as const

async function compacted(steps: readonly Step[], policy: Policy, { instructions = '', window = WINDOW } = {}) {
  const store = memoryStore()
  const thread = await createCompactor({ ...common, store, policy }).thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  const made = await thread.compact({ window, model: 'gpt-4o', instructions })
  return { thread, made, commits: JSON.stringify(await thread.commits()) }
}

const long = (first: string): readonly Step[] => [user(first), agent('yes'), ...finishedTurns(9, 1_200), user('go on')]

describe('a compaction', () => {
  it('F16, case 65 · keeps secrets out of summaries, and says what stood there', async () => {
    const { commits, made } = await compacted(long(`Use ${SECRET} for the API.`), presets.claudeCode())
    expect(made.changed).toBe(true)
    expect(commits).not.toContain(SECRET)
    expect(commits).toMatch(/Use \[redacted:github-token:[0-9a-f]{10}\] for the API/)
    expect(JSON.stringify(made.request)).not.toContain(SECRET)
  })

  it('case 65 · keeps half of a secret out where a text is cut in the middle of it', async () => {
    for (let before = 0; before < 1_400; before += 175) {
      const { commits } = await compacted(long(`${'x '.repeat(before)}${SECRET} ${prose(2_000)}`), presets.claudeCode())
      for (let at = 4; at + 12 <= SECRET.length; at += 1) expect(commits).not.toContain(SECRET.slice(at, at + 12))
    }
  })

  it('case 65 · keeps half of a secret out where it lies across the part of an output that is read', async () => {
    for (const at of [1_570, 1_590, 1_600, 1_639]) {
      const line = 'Error: src/login.ts was refused with'
      const padding = (length: number): string =>
        'x '
          .repeat(length)
          .slice(0, length - 1)
          .concat('\n')
      const head = `${padding(at - line.length - 7)}${line} token=${SECRET}\n`
      const tail = `${line} token=${SECRET}${' y'.repeat(400).slice(0, 2_390 - at)}`
      const steps = [calls(['c', 'bash', { command: 'login' }]), results(['c', `${head}${prose(4_000)}\n${tail}`]), agent('done')]
      const { commits } = await compacted(
        [user('log in'), ...steps, ...finishedTurns(9, 1_200), user('go')],
        presets.claudeCode(),
      )
      for (let from = 4; from + 8 <= SECRET.length; from += 1) expect(commits).not.toContain(SECRET.slice(from, from + 8))
    }
  })

  it('case 65 · keeps them out of everything that a summarizer is handed, cut or whole', async () => {
    const jobs: string[] = []
    const summarizer = {
      name: 'listener',
      summarize(job: SummaryJob): Promise<never> {
        jobs.push(JSON.stringify({ ...job, signal: undefined, view: undefined }))
        return Promise.reject(new Error('only listening'))
      },
    }
    const thread = await createCompactor({ ...common, summarizer, policy: presets.claudeCode() }).thread('t')
    const output = `${prose(3_000)} token=${SECRET} ${prose(3_000)}`
    const steps = [user(`use ${SECRET}`), calls(['c', 'bash', { command: `login ${SECRET}` }]), results(['c', output])]
    await thread.append(messagesFor('openai-chat', [...steps, agent('done'), ...finishedTurns(9, 600), user('go')]))
    await thread.compact({ window: WINDOW, model: 'gpt-4o', instructions: `mind ${SECRET}` })
    expect(jobs).toHaveLength(1)
    expect(jobs[0]).toContain('[redacted:github-token:')
    expect(jobs[0]).not.toContain(SECRET)
  })

  it('F16, case 65 · keeps them out of focus text in the receipt, commands, indexes of what is dropped and an earlier summary', async () => {
    const steps = [
      calls(['c', 'bash', { command: `curl -H "Authorization: Bearer ${SECRET}" https://example.org` }]),
      results(['c', 'ok']),
      agent('done'),
    ]
    const earlier = { role: 'user', content: [{ type: 'text', text: `Earlier: ${SECRET}` }], compactSummary: true }
    for (const policy of [presets.claudeCode(), presets.timeline(), presets.amp(), presets.codex()]) {
      const thread = await createCompactor({ ...common, policy }).thread('t')
      await thread.append([earlier] as readonly Json[], { dialect: 'neutral' })
      await thread.append(
        messagesFor('openai-chat', [user(`try ${SECRET}`), ...steps, ...finishedTurns(9, 1_200), user('go on')]),
      )
      const { receipt } = await thread.compact({ window: WINDOW, model: 'gpt-4o', instructions: `mind ${SECRET}` })
      expect(receipt.inputs.instructions).toMatch(/^mind \[redacted:/)
      const kept = JSON.stringify((await thread.commits()).map(({ receipt: { inputs }, plan }) => [inputs, plan.records]))
      expect(kept).not.toContain(SECRET)
    }
  })

  it('F16 · keeps them out of what is shown of content that was put away; the content itself is whole', async () => {
    const steps = Array.from({ length: 8 }, (_, turn) => [
      user(`read ${turn}`),
      calls([`c${turn}`, 'read_file', { path: `f${turn}` }]),
      results([`c${turn}`, `${'k '.repeat(turn * 20)}token=${SECRET}\n${prose(3_000, turn)}`]),
      agent('read'),
    ]).flat()
    const { thread, commits } = await compacted([...steps, user('go on')], presets.harness(), { window: 16_000 })
    const [, id = ''] = /"artifact":"(\w+)"/.exec(commits) ?? []
    expect(commits).toContain('[redacted:github-token:')
    expect(commits).not.toContain(SECRET.slice(4))
    expect(await thread.readArtifact(id)).toContain(SECRET)
  })

  it('L8 · is the same once more, with the same receipt', async () => {
    const { thread, made } = await compacted(long(`Use ${SECRET}`), presets.claudeCode(), { instructions: `mind ${SECRET}` })
    const again = await thread.compact({ window: WINDOW, model: 'gpt-4o', instructions: `mind ${SECRET}` })
    expect(again.changed).toBe(false)
    expect(again.receipt).toEqual(made.receipt)
  })

  it('leaves everything as it is where that is wanted', async () => {
    const thread = await createCompactor({ redact: 'off', policy: presets.claudeCode() }).thread('t')
    await thread.append(messagesFor('openai-chat', long(`Use ${SECRET} for it.`)))
    await thread.compact({ window: WINDOW, model: 'gpt-4o' })
    expect(JSON.stringify(await thread.commits())).toContain(SECRET)
  })
})

describe('entries', () => {
  const open = (tenant: string) => createCompactor({ ...common, redact: 'entries' }).thread('t', { tenant })
  const messages = messagesFor('openai-chat', [user(`Use ${SECRET} for it.`), agent('yes'), user('thanks')])

  it('F16 · are kept without secrets where the host asks for it, in every field, whichever way they come in', async () => {
    const [appended, resent] = [await open('acme'), await open('acme')]
    await appended.append(messages)
    await resent.resend(messages)
    for (const thread of [appended, resent]) expect(JSON.stringify(await thread.entries())).not.toContain(SECRET)
    expect(await resent.entries()).toEqual(await appended.entries())
  })

  it('F16 · are recognised when the client resends the secret, and nothing is appended twice', async () => {
    const thread = await open('acme')
    await thread.append(messages)
    const { reconciliation } = await thread.resend([...messages, ...messagesFor('openai-chat', [agent('more')])])
    expect(reconciliation.verdict.kind).toBe('continues')
    expect(await thread.entries()).toHaveLength(4)
  })

  it('L13 · of two tenants have different tokens for the same secret', async () => {
    const texts = []
    for (const tenant of ['acme', 'other']) {
      const thread = await open(tenant)
      await thread.append(messages)
      texts.push(JSON.stringify((await thread.entries())[0]).match(/\[redacted:[^\]]+\]/)?.[0])
    }
    expect(texts[0]).toBeDefined()
    expect(texts[0]).not.toBe(texts[1])
  })
})
