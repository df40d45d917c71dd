import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files of real sessions next to the repository, if there are any. */
export function realSessions(): readonly string[] {
  const folder = fileURLToPath(new URL('../../../shared/sessions/neutral', import.meta.url))
  return existsSync(folder) ? globSync(`${folder}/**/*.json`).sort() : []
}
