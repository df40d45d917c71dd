import { homedir } from 'node:os'

/** A path with the person's own folder as `~`, as shells have it. */
export function tilde(path: string): string {
  const home = process.env['HOME'] ?? homedir()
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
