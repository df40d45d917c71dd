import type { ResponseInputItem } from 'openai/resources/responses/responses'

/**
 * Every kind of item that the Responses API takes as input, as the types of the provider's own client have it: what does not
 * compile here is not an item.
 */
export const EVERY_ITEM: Readonly<Record<string, ResponseInputItem>> = {
  'an easy message': { role: 'user', content: 'hello' },
  'an easy message of parts': {
    role: 'user',
    content: [
      { type: 'input_text', text: 'look', prompt_cache_breakpoint: { mode: 'explicit' } },
      { type: 'input_image', image_url: 'https://example.org/a.png', detail: 'low' },
      { type: 'input_image', file_id: 'file_1', detail: 'auto' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
      { type: 'input_file', file_url: 'https://example.org/b.pdf' },
    ],
  },
  'an easy message of the model': { role: 'assistant', content: 'I see.', phase: 'commentary' },
  'a developer message': {
    type: 'message',
    role: 'developer',
    content: [{ type: 'input_text', text: 'be brief' }],
    status: 'completed',
  },
  'a system message': { role: 'system', content: 'be kind' },
  'an output message': {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    phase: 'final_answer',
    content: [
      {
        type: 'output_text',
        text: 'It rains.',
        annotations: [{ type: 'url_citation', url: 'https://example.org', title: 'Weather', start_index: 0, end_index: 9 }],
        logprobs: [{ token: 'It', bytes: [73, 116], logprob: -0.1, top_logprobs: [] }],
      },
      { type: 'refusal', refusal: 'More I may not say.' },
    ],
  },
  reasoning: {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Think of rain.' }],
    content: [{ type: 'reasoning_text', text: 'Rain is wet.' }],
    encrypted_content: 'gAAAAAB',
    status: 'completed',
  },
  function_call: {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'read',
    arguments: '{"a": 1}',
    status: 'completed',
  },
  function_call_output: { type: 'function_call_output', call_id: 'call_1', output: 'text', status: null },
  'function_call_output of parts': {
    type: 'function_call_output',
    id: 'fco_1',
    call_id: 'call_1',
    output: [
      { type: 'input_text', text: 'seen' },
      { type: 'input_image', image_url: 'https://example.org/shot.png' },
    ],
  },
  custom_tool_call: { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_2', name: 'patch', input: '*** Begin' },
  custom_tool_call_output: { type: 'custom_tool_call_output', call_id: 'call_2', output: 'done' },
  local_shell_call: {
    type: 'local_shell_call',
    id: 'lsh_1',
    call_id: 'call_3',
    status: 'completed',
    action: { type: 'exec', command: ['ls', '-l'], env: { LANG: 'C' }, timeout_ms: 100 },
  },
  local_shell_call_output: { type: 'local_shell_call_output', id: 'call_3', output: '{"output":"a"}', status: 'completed' },
  shell_call: {
    type: 'shell_call',
    id: 'sh_1',
    call_id: 'call_4',
    action: { commands: ['ls', 'pwd'], timeout_ms: null },
    status: 'completed',
  },
  shell_call_output: {
    type: 'shell_call_output',
    call_id: 'call_4',
    max_output_length: 4096,
    output: [
      { stdout: 'a\nb', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
      { stdout: '', stderr: 'no such', outcome: { type: 'exit', exit_code: 2 } },
    ],
  },
  apply_patch_call: {
    type: 'apply_patch_call',
    id: 'apc_1',
    call_id: 'call_5',
    status: 'completed',
    operation: { type: 'update_file', path: 'src/a.ts', diff: '@@\n-a\n+b' },
  },
  apply_patch_call_output: { type: 'apply_patch_call_output', call_id: 'call_5', status: 'failed', output: 'no such line' },
  computer_call: {
    type: 'computer_call',
    id: 'cu_1',
    call_id: 'call_6',
    status: 'completed',
    pending_safety_checks: [],
    action: { type: 'click', button: 'left', x: 1, y: 2 },
  },
  computer_call_output: {
    type: 'computer_call_output',
    call_id: 'call_6',
    output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    acknowledged_safety_checks: [{ id: 's1' }],
  },
  'tool_search_call of a client': {
    type: 'tool_search_call',
    call_id: 'call_7',
    execution: 'client',
    arguments: { query: 'mail' },
    status: 'completed',
  },
  'tool_search_output of a client': { type: 'tool_search_output', call_id: 'call_7', execution: 'client', tools: [] },
  'tool_search_call of the provider': { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} },
  'tool_search_output of the provider': { type: 'tool_search_output', call_id: null, execution: 'server', tools: [] },
  mcp_list_tools: { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'shop', tools: [{ name: 'refund', input_schema: {} }] },
  mcp_approval_request: {
    type: 'mcp_approval_request',
    id: 'mcpr_1',
    server_label: 'shop',
    name: 'refund',
    arguments: '{"order":7}',
  },
  mcp_approval_response: { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true, reason: 'fine' },
  mcp_call: {
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 'shop',
    name: 'refund',
    arguments: '{"order":7}',
    approval_request_id: 'mcpr_1',
    output: 'refunded',
  },
  web_search_call: { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'rain' } },
  file_search_call: {
    type: 'file_search_call',
    id: 'fs_1',
    status: 'completed',
    queries: ['rain'],
    results: [{ file_id: 'file_1', text: 'wet', score: 0.5 }],
  },
  code_interpreter_call: {
    type: 'code_interpreter_call',
    id: 'ci_1',
    status: 'completed',
    code: 'print(1)',
    container_id: 'cntr_1',
    outputs: [{ type: 'logs', logs: '1' }],
  },
  image_generation_call: { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' },
  program: { type: 'program', id: 'prog_1', call_id: 'call_8', code: 'x()', fingerprint: 'f' },
  program_output: { type: 'program_output', id: 'po_1', call_id: 'call_8', result: '1', status: 'completed' },
  additional_tools: { type: 'additional_tools', role: 'developer', tools: [] },
  configuration_update: { type: 'configuration_update', reasoning: { effort: 'low' } },
  compaction: { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAAC' },
  compaction_trigger: { type: 'compaction_trigger' },
  item_reference: { type: 'item_reference', id: 'msg_9' },
  'an item_reference without a type': { id: 'msg_9' },
}

/** A legal conversation in which every item stands where the provider would have put it. */
export const CONVERSATION: readonly ResponseInputItem[] = [
  ...pick('an easy message of parts', 'a developer message'),
  ...pick('reasoning', 'web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call', 'mcp_list_tools'),
  ...pick('an output message', 'function_call', 'custom_tool_call', 'local_shell_call', 'shell_call', 'apply_patch_call'),
  ...pick('computer_call', 'tool_search_call of a client', 'mcp_approval_request'),
  ...pick('function_call_output of parts', 'custom_tool_call_output', 'local_shell_call_output', 'shell_call_output'),
  ...pick('apply_patch_call_output', 'computer_call_output', 'tool_search_output of a client', 'mcp_approval_response'),
  ...pick('mcp_call', 'tool_search_call of the provider', 'tool_search_output of the provider', 'compaction'),
  { role: 'user', content: 'And tomorrow?' },
]

function pick(...names: readonly string[]): readonly ResponseInputItem[] {
  return names.flatMap((name) => EVERY_ITEM[name] ?? [])
}
