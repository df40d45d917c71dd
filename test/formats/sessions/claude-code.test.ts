import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../../src/formats/claude-code/format.ts'
import { createCompactor } from '../../../src/index.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { answer, call, line, result, SAMPLE, text, user, uuid } from './claude-code-sample.ts'
import { lines, script, scripts } from './lines.ts'

const NAME = '11111111-2222-4333-8444-555555555555'
const read = (...values: readonly JsonObject[]) => claudeCode.read({ text: lines(...values) })

describe('a session of Claude Code', () => {
  it('F13 · is read whole: pieces of an answer as one message, forks as branches, what was compacted away, the summary marked', () => {
    const { transcripts, faults } = read(...SAMPLE)
    expect(faults).toEqual([])
    const start =
      'user "Mend the shop. Never touch the API." · assistant (Look first.) Read#toolu_1 Bash#toolu_2 · user #toolu_1=the shop · user #toolu_2=shop.ts · assistant "It is the till."'
    expect(scripts(transcripts)).toEqual([
      `${NAME}: ${start} · user "Use cents for money." · assistant "Cents it is." · user! *"This session is being continued from a previous conversation. The till counts in cents." · user "Now the receipts." · assistant "They are done."`,
      `${NAME}/branch-00000000 <${NAME} +5>: ${start} · user "Use floats for money." · assistant "Floats, then."`,
    ])
  })

  it('F13 · says what its model still saw', () => {
    const [main] = read(...SAMPLE).transcripts
    expect(script(main?.seen ?? [])).toBe(
      'user! *"This session is being continued from a previous conversation. The till counts in cents." · user "Now the receipts." · assistant "They are done."',
    )
    expect(main?.about).toMatchObject({ folder: '/work/shop', model: 'claude-opus-4-6', compactions: 1 })
    const usage = { input: 3, output: 5, cacheRead: 100, cacheWrite: 20 }
    expect(main?.messages[1]).toMatchObject({ id: 'msg_1', model: 'claude-opus-4-6', usage })
  })

  it('F13 · keeps what a boundary says is kept behind the summary', () => {
    const kept = {
      trigger: 'auto',
      preTokens: 9,
      preservedSegment: { headUuid: uuid('u2'), anchorUuid: uuid('s1'), tailUuid: uuid('a5') },
    }
    const [main] = read(
      ...SAMPLE.map((each) => ('compactMetadata' in each ? { ...each, compactMetadata: kept } : each)),
    ).transcripts
    expect(script(main?.seen ?? [])).toContain(
      'in cents." · user "Use cents for money." · assistant "Cents it is." · user "Now the receipts."',
    )
  })

  it('F13 · gives side chains, progress of agents and files of agents as children of the call that started them', () => {
    const task = call('toolu_9', 'Task', { prompt: 'Find the till.' })
    const side = (name: string, parent: string | null, value: JsonObject): JsonObject => ({
      ...value,
      ...line(name, parent, value),
      isSidechain: true,
    })
    const { transcripts } = claudeCode.read({
      text: lines(
        user('u1', null, 'Go.'),
        answer('a1', 'u1', 'msg_1', task),
        side('s1', null, { type: 'user', message: { role: 'user', content: 'Find the till.' } }),
        side('s2', 's1', { type: 'assistant', message: { role: 'assistant', id: 'msg_s', content: [text('Found.')] } }),
        line('p1', 'a1', {
          ...{ type: 'progress', toolUseID: 'agent_1', parentToolUseID: 'toolu_8' },
          data: {
            type: 'agent_progress',
            agentId: 'a7',
            message: { type: 'user', uuid: uuid('p'), message: { role: 'user', content: [text('Count it.')] } },
          },
        }),
        user('r1', 'a1', [result('toolu_9', 'done')], { toolUseResult: { agentId: 'b2' } }),
      ),
      beside: [
        { path: 'agent-b2.jsonl', text: lines({ ...user('x1', null, 'Read the till.'), isSidechain: true, agentId: 'b2' }) },
      ],
    })
    expect(scripts(transcripts)).toEqual([
      `${NAME}: user "Go." · assistant Task#toolu_9 · user #toolu_9=done`,
      `${NAME}/agent-b2 <${NAME} toolu_9>: user "Read the till."`,
      `${NAME}/agent-${uuid('s1')} <${NAME} toolu_9>: user "Find the till." · assistant "Found."`,
      `${NAME}/agent-a7 <${NAME} toolu_8>: user "Count it."`,
    ])
  })

  it('F13 · tells commands, shell input and templates from what a person wrote', async () => {
    const { transcripts } = read(
      user(
        'u1',
        null,
        '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the till</command-args>',
      ),
      user('u2', 'u1', [text('# Review\nLook at everything.')], { isMeta: true }),
      user('u3', 'u2', '<bash-input>ls</bash-input>'),
      user('u4', 'u3', '<bash-stdout>shop.ts</bash-stdout>'),
      user('u5', 'u4', 'Go on.'),
      line('t1', 'u5', {
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: 'And hurry.', commandMode: 'prompt' },
      }),
      line('t2', 't1', {
        type: 'attachment',
        attachment: { type: 'nested_memory', path: 'CLAUDE.md', content: { content: 'Use tabs.' } },
      }),
      line('t3', 't2', { type: 'attachment', attachment: { type: 'date_change', newDate: '2026-02-11' } }),
    )
    const thread = await createCompactor().thread('t')
    await thread.appendDrafts(transcripts[0]?.messages ?? [])
    const said = (await thread.entries()).map((entry) => [entry.author, entry.kind === 'text' ? entry.text.slice(0, 16) : ''])
    expect(said).toEqual([
      ['person', '<command-message'],
      ['harness', '# Review\nLook at'],
      ['harness', '<bash-input>ls</'],
      ['harness', '<bash-stdout>sho'],
      ['person', 'Go on.'],
      ['person', 'And hurry.'],
      ['harness', '<system-reminder'],
    ])
  })

  it('F13 · finds what was typed while the agent worked, if only the queue has it', () => {
    const queued = (operation: string, content?: string): JsonObject => ({
      ...{ type: 'queue-operation', operation, timestamp: '2026-02-10T03:00:00.000Z', sessionId: NAME },
      ...(content === undefined ? {} : { content }),
    })
    const { transcripts } = read(
      user('u1', null, 'Go.'),
      queued('enqueue', 'Stop at the till.'),
      answer('a1', 'u1', 'msg_1', call('toolu_1', 'Bash')),
      queued('remove'),
      user('r1', 'a1', [result('toolu_1', 'ok')]),
      queued('enqueue', 'Thanks.'),
      queued('dequeue'),
      user('u2', 'r1', 'Thanks.'),
    )
    expect(scripts(transcripts)).toEqual([
      `${NAME}: user "Go." · assistant Bash#toolu_1 · user "Stop at the till." · user #toolu_1=ok · user "Thanks."`,
    ])
  })

  it('F13 · reads what is there of damaged and drifted files, and names the lines', () => {
    const torn = lines(...SAMPLE)
      .trimEnd()
      .slice(0, -20)
    expect(claudeCode.read({ text: torn }).faults).toEqual([{ line: 16, detail: 'it is cut off; perhaps it is being written' }])
    const odd = `${lines(user('u1', null, 'Go.'))}nonsense\n[1]\n${lines(user('u2', 'u1', [{ type: 'text', text: 7 }]), user('u3', 'u2', 'Still here.'))}`
    const { transcripts, faults } = claudeCode.read({ text: odd })
    expect(scripts(transcripts)).toEqual([`${NAME}: user "Go." · user "Still here."`])
    expect(faults).toEqual([
      { line: 2, detail: 'it is not a JSON object' },
      { line: 3, detail: 'it is not a JSON object' },
      { line: 4, detail: 'content[0].text: expected a string, found 7' },
    ])
    const old = read(
      { type: 'user', sessionId: 's', message: { role: 'user', content: 'Open it' }, uuid: 'u1' },
      { type: 'tool_use', sessionId: 's', name: 'bash', input: { command: 'cat x' }, uuid: 't1' },
      { type: 'tool_result', sessionId: 's', name: 'bash', output: 'x', uuid: 'r1' },
      { type: 'from-the-future', sessionId: 's', uuid: 'f1', anything: true },
    )
    expect(scripts(old.transcripts)).toEqual(['s: user "Open it" · assistant bash#t1_1 · user #t1_1=x'])
  })

  it('is not doubled by lines that are there twice, and not led astray by circles', () => {
    const [u1, a1] = [user('u1', 'a1', 'Go.'), answer('a1', 'u1', 'msg_1', text('Gone.'))]
    expect(scripts(read(u1, a1, u1, a1).transcripts)).toEqual([`${NAME}: user "Go." · assistant "Gone."`])
  })
})
