import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { CliError, EXIT } from '../exit.ts'
import { inDatabase } from '../input/in-database.ts'
import { readSession } from '../input/read-transcript.ts'
import { findSessions, type SessionFile } from './find-sessions.ts'

/** Which session is meant: by a file, by the beginning of its id, or by what was asked of it. */
interface SessionChoice {
  readonly latest?: true
  readonly project?: string
  readonly agent?: string
}

/** The file that is meant. A file that is there is taken as it is; otherwise a name is the beginning of an id of one session. */
export async function chooseSession(file: string | undefined, choice: SessionChoice): Promise<string> {
  if (file !== undefined && choice.latest !== true && choice.project === undefined)
    return file === '-' || existsSync(inDatabase(file)?.path ?? file) ? file : byId(file)
  if (file !== undefined) throw new CliError(EXIT.usage, `Either a file or --latest and --project, not both: ${file}.`)
  if (choice.latest !== true && choice.project === undefined)
    throw new CliError(
      EXIT.usage,
      'Expected a file, the beginning of a session id, or --latest; palimpsest sessions lists what there is.',
    )
  const sessions = findSessions().filter(({ agent }) => choice.agent === undefined || agent === choice.agent)
  const found = choice.project === undefined ? sessions[0] : await newestOf(sessions, choice.project)
  if (found !== undefined) return found.file
  const where = choice.project === undefined ? 'on this machine' : `of ${resolve(choice.project)}`
  throw new CliError(EXIT.input, `There is no session ${where}; palimpsest sessions lists what is known.`)
}

function byId(prefix: string): string {
  const found = /[/\\.]/.test(prefix) || prefix.length < SHORTEST ? [] : findSessions().filter(({ id }) => id.startsWith(prefix))
  const [first, ...others] = found
  if (first === undefined) return prefix // Reading it says that there is no such file.
  if (others.length === 0) return first.file
  const ids = found.slice(0, 4).map(({ id, agent }) => `${id} (${agent})`)
  throw new CliError(
    EXIT.usage,
    `${found.length} sessions begin with ${prefix}: ${ids.join(', ')}${found.length > 4 ? ', …' : ''}.`,
  )
}

/** A shorter beginning would be taken for a file that was misspelled. */
const SHORTEST = 3

/** The newest session whose agent worked in a folder, or below it. Newest first, so that few are read. */
async function newestOf(sessions: readonly SessionFile[], project: string): Promise<SessionFile | undefined> {
  for (const session of sessions) if (await isOf(session, project)) return session
  return undefined
}

async function isOf({ file, agent }: SessionFile, project: string): Promise<boolean> {
  try {
    const { transcripts } = await readSession(file, agent)
    return isBelow(transcripts[0]?.about?.folder, real(project))
  } catch {
    return false // One that cannot be read is of no project.
  }
}

export function isBelow(folder: string | undefined, project: string): boolean {
  return folder !== undefined && (folder === project || folder.startsWith(`${project}/`))
}

export function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder)
}
