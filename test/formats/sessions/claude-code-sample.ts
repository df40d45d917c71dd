import type { JsonObject } from '../../../src/schema/json.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'

/** An id that looks like the program's, from a short name. */
export function uuid(name: string): string {
  const hex = [...name]
    .map((sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padEnd(12, '0')
    .slice(0, 12)
  return `00000000-0000-4000-8000-${hex}`
}

/** A line of a session: its id, its parent, and the rest. */
export function line(name: string, parent: string | null, rest: JsonObject): JsonObject {
  return {
    ...{
      parentUuid: parent === null ? null : uuid(parent),
      isSidechain: false,
      userType: 'external',
      cwd: '/work/shop',
      sessionId: SESSION,
    },
    ...{
      version: '2.1.33',
      gitBranch: 'main',
      ...rest,
      uuid: uuid(name),
      timestamp: `2026-02-10T03:00:${String(name.length).padStart(2, '0')}.000Z`,
    },
  }
}

export function user(name: string, parent: string | null, content: JsonObject['content'], rest: JsonObject = {}): JsonObject {
  return line(name, parent, { type: 'user', message: { role: 'user', content: content ?? '' }, ...rest })
}

export function answer(name: string, parent: string, id: string, block: JsonObject): JsonObject {
  const usage = { input_tokens: 3, cache_creation_input_tokens: 20, cache_read_input_tokens: 100, output_tokens: 5 }
  const message = {
    model: 'claude-opus-4-6',
    id,
    type: 'message',
    role: 'assistant',
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  return line(name, parent, { type: 'assistant', message, requestId: 'req_1' })
}

export const text = (words: string): JsonObject => ({ type: 'text', text: words })
export const call = (id: string, name: string, input: JsonObject = {}): JsonObject => ({ type: 'tool_use', id, name, input })
export const result = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content })

/** A session with two calls at once, the second written after the first result, an edit that was taken back, and a compaction. */
export const SAMPLE: readonly JsonObject[] = [
  {
    type: 'file-history-snapshot',
    messageId: uuid('u1'),
    snapshot: { messageId: uuid('u1'), trackedFileBackups: {}, timestamp: '2026-02-10T03:00:00.000Z' },
    isSnapshotUpdate: false,
  },
  user('u1', null, 'Mend the shop. Never touch the API.'),
  answer('a1', 'u1', 'msg_1', { type: 'thinking', thinking: 'Look first.', signature: 'sealed' }),
  answer('a2', 'a1', 'msg_1', call('toolu_1', 'Read', { file_path: 'shop.ts' })),
  user('r1', 'a2', [result('toolu_1', 'the shop')]),
  answer('a3', 'a2', 'msg_1', call('toolu_2', 'Bash', { command: 'ls' })),
  user('r2', 'a3', [result('toolu_2', 'shop.ts')]),
  answer('a4', 'r2', 'msg_2', text('It is the till.')),
  user('left', 'a4', 'Use floats for money.'),
  answer('leftb', 'left', 'msg_3', text('Floats, then.')),
  user('u2', 'a4', 'Use cents for money.'),
  answer('a5', 'u2', 'msg_4', text('Cents it is.')),
  line('b1', null, {
    ...{
      logicalParentUuid: uuid('a5'),
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
    },
    ...{ level: 'info', compactMetadata: { trigger: 'auto', preTokens: 1000 } },
  }),
  user('s1', 'b1', 'This session is being continued from a previous conversation. The till counts in cents.', {
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
  }),
  user('u3', 's1', 'Now the receipts.'),
  answer('a6', 'u3', 'msg_5', text('They are done.')),
]
