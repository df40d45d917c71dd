/** What a tool does with a file, as far as its name tells. */
export type FileOperation = 'read' | 'created' | 'modified'

/** Names under which common agents (Claude Code, Codex, OpenCode, pi, OpenHands, SWE-agent) read and change files. */
const FILE_TOOLS: Readonly<Record<string, FileOperation>> = {
  read: 'read',
  read_file: 'read',
  view: 'read',
  open: 'read',
  open_file: 'read',
  cat: 'read',
  notebookread: 'read',
  write: 'created',
  write_file: 'created',
  create: 'created',
  create_file: 'created',
  edit: 'modified',
  edit_file: 'modified',
  multiedit: 'modified',
  str_replace: 'modified',
  str_replace_editor: 'modified',
  notebookedit: 'modified',
  apply_patch: 'modified',
  patch: 'modified',
  update_file: 'modified',
}

/** Names under which they run commands. */
const COMMAND_TOOLS = new Set([
  'bash',
  'shell',
  'shell_command',
  'exec',
  'exec_command',
  'local_shell',
  'run',
  'run_command',
  'execute_bash',
  'run_ipython',
  'execute_ipython_cell',
  'terminal',
  'powershell',
])

export function fileOperationOf(tool: string): FileOperation | undefined {
  const name = tool.toLowerCase()
  return Object.hasOwn(FILE_TOOLS, name) ? FILE_TOOLS[name] : undefined
}

export function isCommandTool(tool: string): boolean {
  return COMMAND_TOOLS.has(tool.toLowerCase())
}

export const PATH_ARGUMENTS: readonly string[] = ['file_path', 'path', 'filename', 'file', 'notebook_path', 'target_file']
export const COMMAND_ARGUMENTS: readonly string[] = ['command', 'cmd', 'code', 'script']
