import type { Json } from '../schema/json.ts'

/** Something of everything that a dialect is asked to write, in the neutral shape: files, reasoning, parallel calls, odd ids, damage. */
export const TALK: readonly Json[] = [
  { role: 'system', content: [{ type: 'text', text: 'You are careful.' }] },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is in this picture? \ud800' },
      { type: 'image', note: 'a lamp' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'I should look closer.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', id: 'call 1 / odd', name: 'look at', arguments: '{"path":"lamp.png"}' },
      { type: 'tool_call', id: 'x'.repeat(90), name: 'list', arguments: 'not JSON' },
    ],
  },
  result('x'.repeat(90), 'lamp.png'),
  result('call 1 / odd', 'there is no such file', true),
  says('assistant', ' \n'),
  says('user', 'Try again.'),
  calls('c1', 'read', '{"path":"a"}'),
  result('c1', ''),
  says('assistant', 'It is empty.'),
  says('user', 'And the other one?'),
  // The same id again, a result that never came, and one without a call.
  calls('c1', 'read', '{"path":"b"}'),
  says('user', 'Stop.'),
  result('nobody', 'too late'),
  says('assistant', 'Stopped.'),
  says('system', 'The day is over.'),
  says('user', 'Good night.'),
]

/** A talk of many turns, each with a call and a long result. */
export function longTalk(turns: number): readonly Json[] {
  return Array.from({ length: turns }, (_, turn) => [
    says('user', `Read file ${turn}, and keep its name in mind.`),
    calls(`read_${turn}`, 'read', `{"path":"src/file-${turn}.ts"}`),
    result(`read_${turn}`, `line of file ${turn}\n`.repeat(40)),
    says('assistant', `File ${turn} exports one function.`),
  ]).flat()
}

function says(role: string, text: string): Json {
  return { role, content: [{ type: 'text', text }] }
}

function calls(id: string, name: string, input: string): Json {
  return { role: 'assistant', content: [{ type: 'tool_call', id, name, arguments: input }] }
}

function result(id: string, text: string, failed = false): Json {
  return { role: 'tool', content: [{ type: 'tool_result', tool_call_id: id, text, ...(failed ? { is_error: true } : {}) }] }
}
