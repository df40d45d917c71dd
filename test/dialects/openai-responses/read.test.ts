import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import type { BlockDraft } from '../../../src/schema/draft.ts'
import type { Json } from '../../../src/schema/json.ts'
import { caught } from '../../support/caught.ts'
import { entriesFrom } from '../../support/logs.ts'
import { CONVERSATION, EVERY_ITEM } from './items.ts'

const read = (item: Json) => {
  const [draft] = openaiResponses.readMessages([item])
  if (draft === undefined) throw new Error('nothing was read')
  return draft
}
const readNamed = (name: string) => read(EVERY_ITEM[name] as unknown as Json)
const blockOf = (name: string): BlockDraft => readNamed(name).blocks[0] as BlockDraft

describe('an item of the Responses API becomes', () => {
  it.each([
    ['an easy message', 'user', 'text'],
    ['an easy message of the model', 'assistant', 'text'],
    ['a developer message', 'system', 'text'],
    ['reasoning', 'assistant', 'reasoning'],
    ['function_call', 'assistant', 'tool-call'],
    ['custom_tool_call', 'assistant', 'tool-call'],
    ['local_shell_call', 'assistant', 'tool-call'],
    ['shell_call', 'assistant', 'tool-call'],
    ['apply_patch_call', 'assistant', 'tool-call'],
    ['computer_call', 'assistant', 'tool-call'],
    ['tool_search_call of a client', 'assistant', 'tool-call'],
    ['mcp_approval_request', 'assistant', 'tool-call'],
    ['function_call_output', 'tool', 'tool-result'],
    ['shell_call_output', 'tool', 'tool-result'],
    ['computer_call_output', 'tool', 'tool-result'],
    ['mcp_approval_response', 'tool', 'tool-result'],
    ['web_search_call', 'assistant', 'opaque'],
    ['mcp_call', 'assistant', 'opaque'],
    ['tool_search_call of the provider', 'assistant', 'opaque'],
    ['tool_search_output of the provider', 'assistant', 'opaque'],
    ['program_output', 'assistant', 'opaque'],
    ['compaction', 'assistant', 'opaque'],
    ['item_reference', 'assistant', 'opaque'],
    ['additional_tools', 'system', 'opaque'],
    ['compaction_trigger', 'user', 'opaque'],
  ])('%s: an entry of role %s and kind %s', (name, role, kind) => {
    expect(readNamed(name)).toMatchObject({ role, blocks: [{ kind }] })
  })

  it('a piece of an answer where the model or its provider put it out, and only there', () => {
    const pieces = Object.keys(EVERY_ITEM).filter((name) => readNamed(name).piece === true)
    expect(pieces).toEqual(Object.keys(EVERY_ITEM).filter((name) => readNamed(name).role === 'assistant'))
  })

  it('no words of a person where a program asks for something', () => {
    const entries = entriesFrom(openaiResponses, [
      EVERY_ITEM['compaction_trigger'],
      EVERY_ITEM['function_call_output'],
    ] as unknown as Json[])
    expect(entries.map((entry) => entry.author)).toEqual(['harness', 'tool'])
  })
})

describe('calls and their outputs say in words what they do', () => {
  it.each([
    ['function_call', 'read', '{"a": 1}', 'call_1'],
    ['custom_tool_call', 'patch', '*** Begin', 'call_2'],
    ['shell_call', 'shell', '{"commands":["ls","pwd"],"timeout_ms":null}', 'call_4'],
    ['apply_patch_call', 'apply_patch', '{"type":"update_file","path":"src/a.ts","diff":"@@\\n-a\\n+b"}', 'call_5'],
    ['computer_call', 'computer', '{"type":"click","button":"left","x":1,"y":2}', 'call_6'],
    [
      'mcp_approval_request',
      'mcp_approval_request',
      '{"server_label":"shop","name":"refund","arguments":"{\\"order\\":7}"}',
      'mcpr_1',
    ],
  ])('%s calls %s', (name, tool, input, callId) => {
    expect(blockOf(name)).toMatchObject({ kind: 'tool-call', tool, input, callId })
  })

  it.each([
    ['function_call_output of parts', 'seen\n[input_image]', undefined],
    ['local_shell_call_output', '{"output":"a"}', undefined],
    ['shell_call_output', 'a\nb\nno such\n[exit code 2]', 'failure'],
    ['apply_patch_call_output', 'no such line', 'failure'],
    ['computer_call_output', '[computer_screenshot]', undefined],
    ['mcp_approval_response', 'approved fine', undefined],
  ])('%s says %j', (name, text, outcome) => {
    expect(blockOf(name)).toMatchObject({ kind: 'tool-result', text, ...(outcome === undefined ? {} : { outcome }) })
  })

  it('and every output of a conversation finds its call', () => {
    const entries = entriesFrom(openaiResponses, CONVERSATION as unknown as Json[])
    const results = entries.filter((entry) => entry.kind === 'tool-result')
    expect(results.map((entry) => entry.answers.kind)).toEqual(results.map(() => 'call'))
    expect(results).toHaveLength(8)
  })

  it('case 16 · a question that waits for a person may stay open, and so may a call that runs on', () => {
    expect(blockOf('mcp_approval_request')).toMatchObject({ mayWait: true })
    expect(read({ type: 'function_call', call_id: 'c', name: 'f', arguments: '', async: true }).blocks[0]).toMatchObject({
      mayWait: true,
    })
    expect(blockOf('function_call')).not.toHaveProperty('mayWait')
  })
})

describe('reasoning', () => {
  it('case 42 · is sealed, whether it is encrypted or stored: it may not be cut', () => {
    expect(blockOf('reasoning')).toMatchObject({ text: 'Think of rain.\nRain is wet.', signature: 'gAAAAAB' })
    expect(read({ type: 'reasoning', id: 'rs_1', summary: [] }).blocks[0]).toMatchObject({ text: '', signature: '' })
  })
})

describe('parts of a message', () => {
  it('B15 · files are files in what the model was told', () => {
    const kinds = readNamed('an easy message of parts').blocks.map((block) =>
      block.kind === 'file' ? block.description : block.kind,
    )
    expect(kinds).toEqual(['text', 'https://example.org/a.png', 'file_1', 'a.pdf', 'https://example.org/b.pdf'])
  })

  it('B15 · and names of files in what it said, where the provider takes none', () => {
    const said = read({ role: 'assistant', content: [{ type: 'input_image', image_url: 'https://example.org/a.png' }] })
    expect(said.blocks).toMatchObject([{ kind: 'text', text: '[image: https://example.org/a.png]' }])
  })

  it('case 39 · a refusal is what the model said', () => {
    expect(readNamed('an output message').blocks).toMatchObject([
      { kind: 'text', text: 'It rains.' },
      { kind: 'text', text: 'More I may not say.' },
    ])
  })
})

describe('what cannot be read is refused with its place, what was expected and what was found', () => {
  it.each<readonly [Json, string]>([
    ['text', 'input: expected an object with input, or an array of items, found "text".'],
    [{}, 'input: expected a string or an array of items, found nothing.'],
    [{ input: 7 }, 'input: expected a string or an array of items, found 7.'],
    [[{ role: 'user', content: 'a' }, 'x'], 'input[1]: expected an item object, found "x".'],
    [[{ content: 'x' }], 'input[0].type: expected an item type, or a role, found nothing.'],
    [[{ role: 'tool', content: 'x' }], 'input[0].role: expected system, developer, user or assistant, found "tool".'],
    [
      [{ role: 'constructor', content: 'x' }],
      'input[0].role: expected system, developer, user or assistant, found "constructor".',
    ],
    [[{ type: 'message', content: 'x' }], 'input[0].role: expected system, developer, user or assistant, found nothing.'],
    [[{ role: 'user', content: 7 }], 'input[0].content: expected a string, an array of parts or null, found 7.'],
    [[{ role: 'user', content: [{ text: 'a' }] }], 'input[0].content[0].type: expected a part type, found nothing.'],
    [[{ role: 'user', content: [{ type: 'input_text' }] }], 'input[0].content[0].text: expected a string, found nothing.'],
  ])('%j: %s', (input, says) => {
    expect(caught(() => openaiResponses.read(input))).toMatchObject({ message: says, failure: { code: 'input-invalid' } })
  })
})
