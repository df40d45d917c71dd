import { globSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FormatName } from '../../formats/names.ts'
import { databaseSessions } from '../input/opencode-database.ts'
import { placesOf } from './places.ts'

/** A session on this machine, by its file: nothing of it was read. */
export interface SessionFile {
  readonly agent: FormatName
  readonly file: string
  readonly id: string
  /** When it was last written, in milliseconds since 1970, and how long it is. */
  readonly changed: number
  readonly bytes: number
}

/** Sessions of all agents on this machine, newest first. What cannot be looked at is passed over. */
export function findSessions(environment: Readonly<Record<string, string | undefined>> = process.env): readonly SessionFile[] {
  return placesOf(environment)
    .flatMap(({ agent, folder, patterns }) => filesIn(folder, patterns).flatMap((file) => sessionAt(agent, file)))
    .sort((a, b) => b.changed - a.changed || (a.file < b.file ? -1 : 1))
}

function filesIn(folder: string, patterns: readonly string[]): readonly string[] {
  try {
    return globSync([...patterns], { cwd: folder }).map((file) => join(folder, file))
  } catch {
    return [] // A folder that may not be read has no sessions for us.
  }
}

function sessionAt(agent: FormatName, file: string): readonly SessionFile[] {
  const name = basename(file)
  // Older versions of Claude Code keep sub-agents beside sessions.
  if (agent === 'claude-code' && name.startsWith('agent-')) return []
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile() || stats.size === 0) return []
  if (agent === 'opencode' && name.endsWith('.db')) return inItsDatabase(file, stats.size)
  return [{ agent, file, id: idOf(agent, file), changed: stats.mtimeMs, bytes: stats.size }]
}

function inItsDatabase(file: string, bytes: number): readonly SessionFile[] {
  try {
    return databaseSessions(file).map(({ id, changed }) => ({ agent: 'opencode', file: `${file}#${id}`, id, changed, bytes }))
  } catch {
    return [] // Named by itself, it says why it cannot be read.
  }
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

/** The name that its agent has for a session, as far as its file says it. */
function idOf(agent: FormatName, file: string): string {
  const name = basename(file).replace(/\.jsonl?(?:\.zst)?$/, '')
  if (agent === 'copilot' && name === 'events') return basename(dirname(file))
  return UUID.exec(name)?.[0] ?? name.replace(/^(?:session-|rollout-)/, '')
}
