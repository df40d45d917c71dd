import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files of real sessions next to the repository, where somebody has put them; none otherwise. */
export function realSessions(): readonly string[] {
  const folder = fileURLToPath(new URL('../../../shared/sessions/neutral', import.meta.url))
  return existsSync(folder) ? globSync(`${folder}/**/*.json`).sort() : []
}
