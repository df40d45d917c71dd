import { estimateText } from '../../budget/estimate-text.ts'
import { harmless } from '../harmless.ts'
import { readSession } from '../input/read-transcript.ts'
import { printOut } from '../output/print-out.ts'
import { type Column, drawTable } from '../output/table.ts'
import { canvasFor } from '../picture/canvas.ts'
import { count, counted } from '../picture/words.ts'
import { progressOn } from '../replay/progress.ts'
import { age } from './age.ts'
import { isBelow, real } from './choose-session.ts'
import { findSessions, type SessionFile } from './find-sessions.ts'
import { tilde } from './tilde.ts'

interface SessionsSettings {
  readonly project?: string
  readonly agent?: string
  readonly limit: number
  readonly json?: true
}

/** What a session holds, in numbers. */
interface Listed extends SessionFile {
  readonly folder: string | undefined
  readonly title: string | undefined
  readonly messages: number
  readonly tokens: number
  readonly compactions: number
  /** Why it could not be read, if it could not. */
  readonly fault?: string
}

/** `palimpsest sessions`: what is on this machine, newest first. Only those that are shown are read, one after another. */
export async function runSessions({ project, agent, limit, json }: SessionsSettings): Promise<void> {
  const found = findSessions().filter((session) => agent === undefined || session.agent === agent)
  const progress = progressOn(process.stderr)
  const within = project === undefined ? undefined : real(project)
  const listed: Listed[] = []
  for (const [index, session] of found.entries()) {
    if (listed.length === limit) break
    progress.tell(`session ${index + 1} of ${found.length}`)
    const each = await lookAt(session)
    if (within === undefined || isBelow(each.folder, within)) listed.push(each)
  }
  progress.clear()
  if (json) return printOut(`${JSON.stringify(listed)}\n`)
  const canvas = canvasFor(process.stdout, process.env)
  if (listed.length === 0)
    return printOut(
      'No sessions were found. Known are those of Claude Code, Codex, pi, OpenCode, Gemini CLI, Qwen Code and Copilot CLI.\n',
    )
  const lines = drawTable(COLUMNS, listed.map(cellsOf), canvas)
  const more =
    found.length > listed.length && within === undefined
      ? [`${counted(found.length - listed.length, 'more session')}; --limit shows them.`]
      : []
  await printOut(`${[...lines, ...more].join('\n')}\n`)
}

async function lookAt(session: SessionFile): Promise<Listed> {
  try {
    const { transcripts } = await readSession(session.file, session.agent)
    const [main] = transcripts
    const messages = transcripts.reduce((sum, each) => sum + each.messages.length, 0)
    const blocks = (main?.seen ?? main?.messages ?? []).flatMap((message) => message.blocks)
    const tokens = blocks.reduce(
      (sum, block) => sum + estimateText('text' in block ? block.text : block.kind === 'tool-call' ? block.input : ''),
      0,
    )
    const { folder, title, compactions = 0 } = main?.about ?? {}
    return { ...session, folder, title, messages, tokens, compactions }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return { ...session, folder: undefined, title: undefined, messages: 0, tokens: 0, compactions: 0, fault }
  }
}

const COLUMNS: readonly Column[] = [
  { title: 'id', side: 'left', rank: 9 },
  { title: 'agent', side: 'left', rank: 8 },
  { title: 'age', side: 'right', rank: 7 },
  { title: 'tokens', side: 'right', rank: 6 },
  { title: 'compacted', side: 'right', rank: 4 },
  { title: 'project', side: 'left', rank: 5 },
  { title: 'title', side: 'left', rank: 1 },
]

/** The beginning of an id is enough to name it. */
const SHOWN_ID = 8
const LONGEST_TITLE = 40

function cellsOf({ id, agent, changed, tokens, compactions, folder = '', title = '', fault }: Listed): readonly string[] {
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
  const size = fault === undefined ? `~${count(tokens)}` : 'unreadable'
  return [
    id.slice(0, SHOWN_ID),
    agent,
    age(Date.now() - changed),
    size,
    compactions === 0 ? '' : `${compactions}×`,
    tilde(folder),
    short,
  ].map(harmless)
}
