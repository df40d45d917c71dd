import { describe, expect, it } from 'vitest'
import { langchain } from '../../../src/dialects/langchain/dialect.ts'
import { ALL_FORMATS } from '../../../src/formats/all.ts'
import { codex } from '../../../src/formats/codex/format.ts'
import { copilot } from '../../../src/formats/copilot/format.ts'
import { geminiCli } from '../../../src/formats/gemini-cli/format.ts'
import { jsonFormat } from '../../../src/formats/json-format.ts'
import { messageLines } from '../../../src/formats/message-lines/format.ts'
import { opencode } from '../../../src/formats/opencode/format.ts'
import { piSessions } from '../../../src/formats/pi/format.ts'
import { qwenCode } from '../../../src/formats/qwen-code/format.ts'
import { shareGpt } from '../../../src/formats/sharegpt/format.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { SAMPLE } from './claude-code-sample.ts'
import { lines, script, scripts } from './lines.ts'
import { CODEX, COPILOT, GEMINI, item, LANGCHAIN, OPENCODE, PI, QWEN } from './samples.ts'

const FILES: Readonly<Record<string, string>> = {
  'claude-code': lines(...SAMPLE),
  codex: lines(...CODEX),
  pi: lines(...PI),
  opencode: JSON.stringify(OPENCODE, null, 2),
  'gemini-cli': JSON.stringify(GEMINI, null, 2),
  'qwen-code': lines(...QWEN),
  copilot: lines(...COPILOT),
  sharegpt: JSON.stringify([{ id: 'x', conversations: [{ from: 'human', value: 'hi' }] }]),
  'message-lines': lines({ role: 'user', content: 'hi' }, { role: 'assistant', content: 'hello' }),
}

describe('session files', () => {
  it.each(Object.entries(FILES))('F13 · %s are known by themselves, and taken by no other format', (name, text) => {
    const sure = ALL_FORMATS.map((format) => [format.name, format.recognise({ text })] as const)
    const [best] = [...sure].sort((a, b) => b[1] - a[1])
    expect(best?.[0]).toBe(name)
    expect(sure.filter(([, value]) => value === best?.[1])).toHaveLength(1)
  })

  it.each(Object.entries(FILES))('F13 · %s cut off anywhere are read as far as they go, or refused in words', (name, text) => {
    const format = ALL_FORMATS.find((each) => each.name === name)
    for (let end = 0; end < text.length; end += Math.ceil(text.length / 40)) {
      try {
        const { transcripts } = format?.read({ text: text.slice(0, end) }) ?? { transcripts: [] }
        for (const { messages } of transcripts) expect(messages.every(({ blocks }) => Array.isArray(blocks))).toBe(true)
      } catch (error) {
        expect((error as Error).name).toBe('CompactionError')
      }
    }
  })
})

describe('a rollout of Codex', () => {
  it('F13 · is read whole, with the summary of a compaction in its place, and what the model saw behind it', () => {
    const { transcripts, faults } = codex.read({ text: lines(...CODEX) })
    expect(faults).toEqual([])
    expect(scripts(transcripts)).toEqual([
      '019f1111-d27a-7922-bc85-6667a164e1c3: user "Mend the shop." · assistant (Look first.) · assistant exec#c1 · tool #c1=shop.ts · assistant "It is the till." · user! *"The till counts in cents." · user "Go on." · assistant "Done."',
    ])
    expect(script(transcripts[0]?.seen ?? [])).toBe(
      'user "Mend the shop." · user! *"The till counts in cents." · user "Go on." · assistant "Done."',
    )
    expect(transcripts[0]?.about).toMatchObject({ folder: '/work/shop', model: 'gpt-5.5', compactions: 1 })
    expect(transcripts[0]?.messages[4]).toMatchObject({
      model: 'gpt-5.5',
      usage: { input: 20, cacheRead: 80, output: 7, cacheWrite: 0 },
    })
  })

  it('F13 · of an early version gives calls ids, and a bare summary keeps what people wrote', () => {
    const { transcripts } = codex.read({
      text: lines(
        { created_at: '2025-09-10T12:00:00Z', role: 'user', message: 'Translate hello' },
        { type: 'function_call', function: { name: 'translate' }, arguments: { text: 'hello' } },
        { type: 'function_result', name: 'translate', result: 'hola' },
        { role: 'assistant', content: 'hola' },
        { timestamp: '2025-09-10T12:00:00Z', type: 'compacted', payload: { message: 'hello is hola' } },
      ),
    })
    expect(script(transcripts[0]?.messages ?? [])).toBe(
      'user "Translate hello" · assistant translate#call_1 · tool #call_1=hola · assistant "hola" · user! *"hello is hola"',
    )
    expect(script(transcripts[0]?.seen ?? [])).toBe('user "Translate hello" · user! *"hello is hola"')
  })

  it('F13 · names items that it cannot read, and the threads that it belongs to', () => {
    const bad = codex.read({ text: lines(...CODEX.slice(0, 1), item({ type: 'message', role: 'robot', content: [] })) })
    expect(bad.faults).toEqual([{ line: 2, detail: 'role: expected system, developer, user or assistant, found "robot"' }])
    const meta = {
      timestamp: '2026-06-29T01:50:22.472Z',
      type: 'session_meta',
      payload: { id: 'child', cwd: '/', parent_thread_id: 'mother' },
    }
    expect(codex.read({ text: lines(meta) }).transcripts[0]?.origin).toEqual({ kind: 'child', of: 'mother' })
  })
})

describe('a session of pi', () => {
  it('F13, B11 · is read whole with branches, and says what its model still sees', () => {
    const { transcripts } = piSessions.read({ text: lines(...PI) })
    const prefix =
      'Another language model worked on this task and produced a summary. Use this to continue the work without duplicating effort:\n'
    expect(scripts(transcripts)).toEqual([
      `s1: user "one" · assistant "two" · user "three" · assistant "four" · user! *"${prefix}one and two" · user "five"`,
      's1/branch-1 <s1 +2>: user "one" · assistant "two" · user "instead"',
    ])
    expect(script(transcripts[0]?.seen ?? [])).toBe(
      `user! *"${prefix}one and two" · user "three" · assistant "four" · user "five"`,
    )
  })

  it('F13 · of a newer version says so, and is read as far as it is understood', () => {
    const { transcripts, faults } = piSessions.read({ text: lines({ type: 'session', version: 9, id: 's' }, ...PI.slice(1, 3)) })
    expect(faults).toEqual([
      { line: 1, detail: 'version 9 is newer than 3, the newest that is known: what is new in it is missing' },
    ])
    expect(transcripts[0]?.messages).toHaveLength(2)
  })
})

describe('a session of OpenCode', () => {
  const stored = (message: (typeof OPENCODE)['messages'][number], index: number) => [
    { path: `message/ses_1/msg_${index}.json`, text: JSON.stringify(message.info) },
    ...message.parts.map((part, place) => ({ path: `part/${message.info.id}/prt_${place}.json`, text: JSON.stringify(part) })),
  ]

  it('F13 · is read alike from its export and from its storage', () => {
    const exported = opencode.read({ text: JSON.stringify(OPENCODE) })
    const beside = OPENCODE.messages.flatMap(stored)
    const storage = opencode.read({ text: JSON.stringify(OPENCODE.info), beside })
    expect(scripts(exported.transcripts)).toEqual([
      'ses_1: user "Mend the shop." · assistant (Look first.) read#c1 bash#c2 · tool #c1=the shop #c2=failed? · assistant "It is the till." · user !"What did we do so far?" · assistant! *"We found the till." · user "Go on." !"(queued)"',
    ])
    expect(scripts(storage.transcripts)).toEqual(scripts(exported.transcripts))
    const broken = opencode.read({
      text: JSON.stringify(OPENCODE.info),
      beside: [...beside, { path: 'part/m1/x.json', text: '{' }],
    })
    expect(broken.faults).toEqual([{ line: 1, detail: 'it is not a JSON object', path: 'part/m1/x.json' }])
  })

  it('F13 · shows what its model still saw, pruned results as the program shows them', () => {
    const [main] = opencode.read({ text: JSON.stringify(OPENCODE) }).transcripts
    expect(script(main?.seen ?? [])).toBe(
      'user !"What did we do so far?" · assistant! *"We found the till." · user "Go on." !"(queued)"',
    )
    const pruned = { ...OPENCODE, messages: OPENCODE.messages.slice(0, 2) }
    const [short] = opencode.read({ text: JSON.stringify(pruned) }).transcripts
    expect(script(short?.seen ?? [])).toContain('#c1=[Old tool result content cleared] #c2=failed?')
  })
})

describe('other sessions', () => {
  it('F13 · of Gemini CLI, as JSON and as lines with messages that were taken back', () => {
    const said = 'user "Run it" · assistant (Think. First.) sh#c1 · user #c1=done · assistant "It ran."'
    expect(scripts(geminiCli.read({ text: JSON.stringify(GEMINI) }).transcripts)).toEqual([`g1: ${said}`])
    const { messages, ...about } = GEMINI
    const rewound = lines(
      about,
      ...messages,
      { $set: { lastUpdated: '2026-01-01T00:00:09Z' } },
      { $rewindTo: 'm4' },
      { id: 'm5', type: 'user', content: [{ text: 'Again' }] },
    )
    expect(scripts(geminiCli.read({ text: rewound }).transcripts)).toEqual([
      'g1: user "Run it" · assistant (Think. First.) sh#c1 · user #c1=done · user "Again"',
      `g1/branch-1 <g1 +3>: ${said}`,
    ])
    const old = {
      history: [
        { role: 'user', parts: [{ text: 'Look:' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
        { role: 'gemini', parts: [{ text: 'I see.' }] },
      ],
    }
    expect(scripts(geminiCli.read({ text: JSON.stringify(old) }).transcripts)).toEqual([
      '-: user "Look:" [attached] · assistant "I see."',
    ])
  })

  it('F13 · of Qwen Code: a tree, answers written in pieces, hooks, glued lines and its own compression', () => {
    const { transcripts, faults } = qwenCode.read({ text: lines(...QWEN).replace('}\n{"uuid":"q3"', '}{"uuid":"q3"') })
    expect(faults).toEqual([])
    expect(scripts(transcripts)).toEqual([
      'q: user "Go" !"<qwen:hook>x</qwen:hook>" · assistant (Hm.) read#c1 · user #c1=ok · user! *"<state_snapshot>read it</state_snapshot>" · user! "done in the background"',
      'q/branch-1 <q +1>: user "Go" !"<qwen:hook>x</qwen:hook>" · assistant "Left behind."',
    ])
    expect(script(transcripts[0]?.seen ?? [])).toBe(
      'user! *"<state_snapshot>read it</state_snapshot>" · assistant "Good." · user! "done in the background"',
    )
  })

  it('F13 · of Copilot CLI, sub-agents as children of their calls', () => {
    expect(scripts(copilot.read({ text: lines(...COPILOT) }).transcripts)).toEqual([
      'cp: user "Go <ctx/>" [a.ts] · assistant (Hm.) task#t1 · tool #t1=ran? · user! *"It ran." · user! "The agent is done."',
      'cp/agent-t1 <cp t1>: assistant "On it." · assistant bash#b1 · tool #b1=ok',
    ])
  })

  it('F13 · of LangChain, stored in three ways', () => {
    const said = 'system "Be kind." · user "hi" · assistant "let me look" read#c1 · tool #c1=found?'
    const format = jsonFormat(langchain)
    const scriptOf = (value: unknown): string =>
      script(format.read({ text: JSON.stringify(value) }).transcripts[0]?.messages ?? [])
    const stored = LANGCHAIN.map(({ id, kwargs }) => ({ type: KIND[id.at(-1) ?? ''] ?? '', data: kwargs }))
    const plain = stored.map(({ type, data }) => ({ type, ...data }))
    expect([LANGCHAIN, { messages: stored }, plain].map(scriptOf)).toEqual([said, said, said])
    expect(() => scriptOf([...plain, { type: 'robot' }])).toThrow(/messages\[4\]\.type/)
  })

  it('F13 · of ShareGPT, one, several or a line each, calls and observations paired', () => {
    const one: JsonObject = {
      conversations: [
        { from: 'system', value: 's' },
        { from: 'human', value: 'hi' },
        { from: 'function_call', value: '{"name":"look","arguments":{"at":1}}' },
        { from: 'observation', value: 'seen' },
        { from: 'gpt', value: 'ok' },
      ],
    }
    const said = 'system "s" · user "hi" · assistant look#call_1 · tool #call_1=seen · assistant "ok"'
    expect(scripts(shareGpt.read({ text: JSON.stringify(one) }).transcripts)).toEqual([`-: ${said}`])
    expect(scripts(shareGpt.read({ text: lines(one, one) }).transcripts)).toEqual([`1: ${said}`, `2: ${said}`])
    expect(shareGpt.read({ text: JSON.stringify({ conversations: [{ from: 'ghost', value: 'boo' }] }) }).faults).toEqual([
      { line: 1, detail: 'turn 1 is of nobody that is known' },
    ])
  })

  it('F13 · a message a line, in whatever dialect they are', () => {
    const chat = lines(
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    )
    const { transcripts, faults } = messageLines.read({ text: `${chat}{"role":"ro` })
    expect([transcripts[0]?.dialect, script(transcripts[0]?.messages ?? [])]).toEqual([
      'openai-chat',
      'user "hi" · assistant f#a · tool #a=x',
    ])
    expect(faults).toEqual([{ line: 4, detail: 'it is cut off; perhaps it is being written' }])
    const claude = lines(
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      { role: 'assistant', content: 'y' },
    )
    expect(messageLines.read({ text: claude }).transcripts[0]?.dialect).toBe('anthropic')
  })
})

const KIND: Readonly<Record<string, string>> = {
  SystemMessage: 'system',
  HumanMessage: 'human',
  AIMessage: 'ai',
  ToolMessage: 'tool',
}
