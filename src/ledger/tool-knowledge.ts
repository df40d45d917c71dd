/** What became of a file; `restored` if changes were taken back. */
export type FileOperation = 'read' | 'created' | 'modified' | 'deleted' | 'moved' | 'restored'
/** What a call does with a file, as far as its name and arguments tell; the last four with a folder, or with all that is not committed. */
export type FileDeed = FileOperation | 'emptied' | 'committed' | 'stashed' | 'unstashed'

/**
 * Names under which common agents read and change files, in small letters: Claude Code, Codex, OpenCode, pi, OpenHands, SWE-agent, Copilot,
 * Gemini. A name that several agents use stands once.
 */
const FILE_TOOLS: Readonly<Record<string, FileOperation>> = {
  // Claude Code: Read, Write, Edit, MultiEdit, NotebookRead, NotebookEdit. OpenCode and pi: read, write, edit, patch.
  read: 'read',
  write: 'created',
  edit: 'modified',
  multiedit: 'modified',
  notebookread: 'read',
  notebookedit: 'modified',
  patch: 'modified',
  // Codex
  apply_patch: 'modified',
  view_image: 'read',
  // OpenHands and the editor tool of Anthropic; sub-commands say more.
  str_replace: 'modified',
  str_replace_editor: 'modified',
  str_replace_based_edit_tool: 'modified',
  edit_file: 'modified',
  insert: 'modified',
  // SWE-agent
  open: 'read',
  create: 'created',
  goto: 'read',
  // Others
  read_file: 'read',
  read_many_files: 'read',
  readfile: 'read',
  view: 'read',
  open_file: 'read',
  cat: 'read',
  write_file: 'created',
  write_to_file: 'created',
  create_file: 'created',
  replace: 'modified',
  replace_in_file: 'modified',
  replace_string_in_file: 'modified',
  insert_edit_into_file: 'modified',
  update_file: 'modified',
  delete_file: 'deleted',
  remove_file: 'deleted',
  move_file: 'moved',
  rename_file: 'moved',
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
  'execute_command',
  'ipython',
  'terminal',
  'powershell',
  'run_in_terminal',
  'run_shell_command',
  'run_terminal_cmd',
  'write_stdin',
  // SWE-agent without function calling: the command is all of its input.
  'action',
])

/** Commands of SWE-agent's own shell that name a file. */
export const SHELL_FILE_COMMANDS: Readonly<Record<string, FileOperation>> = { open: 'read', create: 'created' }

/** How it edits lines of the file that is open. */
export const EDIT_OF_LINES: RegExp = /^edit\s+\d+:\d+\b/

/** How agents are told that a person did not let a call happen. */
export const REFUSED: RegExp =
  /\bthe tool use was rejected\b|\b(?:user|person) (?:rejected|declined|denied|did not (?:allow|approve)|doesn['’]t want to (?:proceed|take this action))\b|\b(?:rejected|declined|denied) by (?:the )?user\b/i
/** Behind this, in the same place, stands what the person said instead. */
export const SAID_INSTEAD: RegExp = /\bthe user said:\s*/i

/** How the rules of a project begin that agents are given in a message: the file that they stand in, or a tag. */
export const INSTRUCTIONS: RegExp =
  /^\s*(?:#+ *(?:AGENTS|CLAUDE|GEMINI)\.md\b|<(?:user_instructions|INSTRUCTIONS|project_instructions|rules)>|Contents of \S+(?:AGENTS|CLAUDE|GEMINI)\.md\b)/

/** Lines that agents put around the output of tools, and tools' ways of saying no more than that a call was carried out. */
export const FRAME_LINE: RegExp =
  /^(?:Chunk ID|Wall time|Original token count|Total output lines): .{0,60}$|^Process (?:exited|running) with .{0,40}$|^The file \S+ has been (?:updated|edited|created)|^File created successfully|^Successfully (?:replaced|wrote|edited|created|updated)\b|^Success\. Updated|^Edited \S+: \d+ replacement|^Here['’]s the result of running `cat|^Tokens: [\d.,]+k? sent\b|^You can use \/undo to\b|^\((?:Open file|Current directory|Interactive session): /i

/** Names under which they look after what runs on: Codex, Claude Code in several versions, Copilot. */
const LOOK_AFTER_TOOLS = new Set([
  ...['write_stdin', 'bashoutput', 'taskoutput', 'agentoutputtool', 'killshell', 'killbash', 'taskstop'],
  ...['read_bash', 'write_bash', 'stop_bash'],
])

/** Names under which they keep a list of what is to do, always the whole of it. */
const PLAN_TOOLS = new Set(['todowrite', 'todo_write', 'update_plan', 'manage_todo_list', 'task_tracker', 'write_todos'])

/** Names under which they add to such a list or change one line of it. */
const STEP_TOOLS = new Set(['taskcreate', 'taskupdate'])

export function fileOperationOf(tool: string): FileOperation | undefined {
  const name = tool.toLowerCase()
  return Object.hasOwn(FILE_TOOLS, name) ? FILE_TOOLS[name] : undefined
}

export function isCommandTool(tool: string): boolean {
  return COMMAND_TOOLS.has(tool.toLowerCase())
}

/** True if a call is about a command that was started before and runs on. */
export function isLookAfterTool(tool: string): boolean {
  return LOOK_AFTER_TOOLS.has(tool.toLowerCase())
}

/** True if every call states the whole list of steps. */
export function isPlanTool(tool: string): boolean {
  return PLAN_TOOLS.has(tool.toLowerCase())
}

/** True if a call adds one step or changes one. */
export function isStepTool(tool: string): boolean {
  return STEP_TOOLS.has(tool.toLowerCase())
}

/** Names under which they ask people. A tool that asks another program (`ask_question`) is none of them. */
const QUESTION_TOOLS = new Set([
  ...['askuserquestion', 'ask_user_question', 'request_user_input', 'ask_followup_question', 'ask_user', 'askuser'],
  ...['question', 'ask_human', 'request_input', 'vscode_askquestions'],
])
/** Names under which they show a plan and wait until a person approves of it. */
const APPROVAL_TOOLS = new Set(['exitplanmode', 'exit_plan_mode', 'exit_plan', 'plan_exit'])

/** True if a call asks a person, and the result is what they said. */
export function isQuestionTool(tool: string): boolean {
  return QUESTION_TOOLS.has(tool.toLowerCase())
}

/** True if a call waits for a person to approve of it. */
export function isApprovalTool(tool: string): boolean {
  return APPROVAL_TOOLS.has(tool.toLowerCase())
}

/** True if more is known of a tool than its name. */
export function isKnownTool(tool: string): boolean {
  return (
    fileOperationOf(tool) !== undefined ||
    isCommandTool(tool) ||
    isPlanTool(tool) ||
    isStepTool(tool) ||
    isQuestionTool(tool) ||
    isApprovalTool(tool)
  )
}

export const PATH_ARGUMENTS: readonly string[] = [
  ...['file_path', 'path', 'filePath', 'filename', 'file', 'notebook_path', 'target_file', 'absolute_path'],
]
/** Arguments that say what a file is called before and after it is moved. */
export const SOURCE_ARGUMENTS: readonly string[] = ['source', 'old_path', 'source_path', 'from']
export const TARGET_ARGUMENTS: readonly string[] = ['destination', 'new_path', 'destination_path', 'to', 'target', 'new_name']
/** Arguments that say in which folder a command is run. */
export const FOLDER_ARGUMENTS: readonly string[] = ['workdir', 'cwd', 'directory']
/** Arguments that name what runs on. */
export const RUNNING_ID_ARGUMENTS: readonly string[] = [
  ...['session_id', 'task_id', 'bash_id', 'shell_id', 'sessionId', 'agentId'],
]
export const COMMAND_ARGUMENTS: readonly string[] = ['command', 'cmd', 'code', 'script', 'chars']
/** Arguments that hold a list of steps, what a step is called there, and how far it is. */
export const STEP_LIST_ARGUMENTS: readonly string[] = ['todos', 'plan', 'todoList', 'task_list', 'items']
export const STEP_NAME_ARGUMENTS: readonly string[] = ['content', 'step', 'title', 'subject']
export const STEP_TEXT_ARGUMENTS: readonly string[] = [...STEP_NAME_ARGUMENTS, 'description']
/** Arguments in which an agent says in its own words what a call is for. */
export const OWN_WORDS_ARGUMENTS: readonly string[] = [
  'description',
  'explanation',
  'justification',
  'message',
  'title',
  'thought',
]
