/*
 * What programs write into messages of role user, word for word: known by its exact form, never by what it talks about.
 */

/** How programs begin the summary that a conversation goes on from: Claude Code, Codex (in two forms), pi, Gemini. */
const SUMMARY_OPENINGS: readonly string[] = [
  'This session is being continued from a previous conversation',
  'Another language model started to solve this problem and produced a summary of its thinking process.',
  'You were originally given instructions from a user over one or more turns. Here were the user messages:',
  'The conversation history before this point was compacted into the following summary:',
  'The following is a summary of a branch that this conversation came back from:',
  '<state_snapshot>',
]

/** Elements of notices: what stands in them is a program's, what stands beside them is not. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['system-reminder', 'task-notification', 'local-command-caveat', 'local-command-stdout', 'local-command-stderr'],
  ...['bash-input', 'bash-stdout', 'bash-stderr', 'user_shell_command', 'turn_aborted', 'subagent_notification'],
  ...['ide_opened_file', 'ide_closed_file', 'ide_selection', 'ide_diagnostics', 'new-diagnostics'],
  ...['user-prompt-submit-hook', 'session-start-hook', 'post-tool-use-hook', 'environment_context', 'environment_details'],
  ...['user_instructions', 'INSTRUCTIONS', 'skill', 'current_datetime'],
])
/** Of these, what programs also put behind a person's words. */
const BEHIND: readonly string[] = [
  'system-reminder',
  'environment_details',
  'ide_selection',
  'ide_opened_file',
  'ide_diagnostics',
]

/** What programs put a person's words into, behind what else they have to say (Cursor, Copilot), or alone (Cline, Roo Code). */
const BEHIND_OTHERS: readonly string[] = ['user_query', 'userRequest']
const ALONE: readonly string[] = ['task', 'user_message', 'feedback']
/** How Codex begins what an editor tells it, and the heading of what the person asked. */
const EDITOR_OPENING = '# Context from my IDE setup:'
const EDITOR_REQUEST = '## My request for Codex:'

/** How a command begins that has a template: the template comes next. A command to the client begins with its name. */
const COMMAND_OPENING = '<command-message>'

/** Where a tag stands if there is one: its name is short. */
const LOOKED_AT = 60
const TAG = /^<([A-Za-z][\w-]*)(?: [^<>]*)?>/

/** Whether a text is a summary that another program wrote, by the words that such programs always begin with. */
export function opensSummary(text: string): boolean {
  const start = text.slice(0, 200).trimStart()
  return SUMMARY_OPENINGS.some((opening) => start.startsWith(opening))
}

/** How OpenCode asks for the summary that it goes on from: what the agent answers is the summary. */
const SUMMARY_QUESTION = 'What did we do so far?'

/** Whether a text is the question that stands in front of a summary. */
export function asksForSummary(text: string): boolean {
  return text.length <= 2 * SUMMARY_QUESTION.length && text.trim() === SUMMARY_QUESTION
}

/** How programs say that a person has stopped the agent. */
const STOP_NOTICES: readonly string[] = ['[Request interrupted by user', '<turn_aborted>']
/** How programs let an agent go on, or begin, without a person's words. */
export const GO_ON: string = 'Continue if you have next steps'
const WORK_NOTICES: readonly string[] = [GO_ON, '<task-notification>', '<subagent_notification>']

/** How SWE-agent ends what its shell printed. */
export const SHELL_ENDING: RegExp = /\(Current directory: [^\n]*\)\n(?:\(Interactive session: [^\n]*\)\n)?bash-\$\s*$/

/** Whether a notice says that a person has stopped the agent. */
export function endsWork(text: string): boolean {
  const start = text.slice(0, LOOKED_AT).trimStart()
  return STOP_NOTICES.some((notice) => start.startsWith(notice))
}

/** Whether a program's text is one that the agent has to answer. */
export function startsWork(text: string): boolean {
  const start = text.slice(0, 200).trimStart()
  return opensSummary(text) || asksForSummary(text) || WORK_NOTICES.some((notice) => start.startsWith(notice))
}

/** Whether a text is a slash command whose template comes next. */
export function isTemplateCommand(text: string): boolean {
  return text.slice(0, 200).trimStart().startsWith(COMMAND_OPENING)
}

/**
 * Of a text of role user, what a person said: without notices in front and behind, without what was put around it, and of a slash command
 * its name and arguments. Empty if all of it is a program's.
 *
 *     <ide_opened_file>…</ide_opened_file>Fix the parser   →   Fix the parser
 */
export function personWords(text: string): string {
  const words = withoutBehind(withoutFront(text))
  const start = words.slice(0, LOOKED_AT).trimStart()
  if (start.startsWith(COMMAND_OPENING)) return commandWords(words)
  if (start.startsWith(EDITOR_OPENING) && words.includes(EDITOR_REQUEST))
    return words.slice(words.lastIndexOf(EDITOR_REQUEST) + EDITOR_REQUEST.length).trim()
  return start.startsWith('<') ? unwrapped(words) : words
}

function unwrapped(words: string): string {
  const end = words.slice(-LOOKED_AT).trimEnd()
  const tag = [...BEHIND_OTHERS, ...ALONE].find((name) => end.endsWith(`</${name}>`))
  const from = tag === undefined ? -1 : words.lastIndexOf(`<${tag}>`)
  if (tag === undefined || from === -1) return words
  const isAlone = words.slice(0, from).trim() === ''
  return isAlone || BEHIND_OTHERS.includes(tag) ? (elementIn(words.slice(from), tag) ?? words) : words
}

/** What a notice quotes may hold its closing tag: it ends with the last. */
function withoutFront(text: string): string {
  let rest = text
  for (let tag = noticeTag(rest); tag !== undefined; tag = noticeTag(rest)) {
    const close = `</${tag}>`
    const end = rest.lastIndexOf(close)
    if (end === -1) return ''
    rest = rest.slice(end + close.length).trim()
  }
  return rest
}

function noticeTag(text: string): string | undefined {
  const tag = TAG.exec(text.slice(0, 2 * LOOKED_AT).trimStart())?.[1]
  return tag !== undefined && ELEMENTS.has(tag) ? tag : undefined
}

function withoutBehind(text: string): string {
  const end = text.slice(-LOOKED_AT).trimEnd()
  if (!end.endsWith('>')) return text
  const tag = BEHIND.find((name) => end.endsWith(`</${name}>`))
  const from = tag === undefined ? -1 : text.indexOf(`<${tag}>`)
  return from <= 0 ? text : withoutBehind(text.slice(0, from).trimEnd())
}

function commandWords(text: string): string {
  const name = elementIn(text, 'command-name')
  if (name === undefined) return ''
  const args = elementIn(text, 'command-args') ?? ''
  const command = name.startsWith('/') ? name : `/${name}`
  return args === '' ? command : `${command} ${args}`
}

/** What stands between the first opening and the last closing tag. */
function elementIn(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`)
  const to = text.lastIndexOf(`</${tag}>`)
  return from === -1 || to < from ? undefined : text.slice(from + tag.length + 2, to).trim()
}
