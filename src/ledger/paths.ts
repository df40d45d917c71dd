/** A path in a folder, without steps that lead nowhere; an absolute one is where it is. A folder of no name is wherever we are. */
export function joined(folder: string, path: string): string {
  const whole = folder === '' || /^[/~]/.test(path) ? path : `${folder}/${path}`
  if (!whole.includes('./') && !whole.includes('//') && !/[/.]$/.test(whole)) return whole
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue
    const above = parts.at(-1)
    if (part === '..' && above !== undefined && above !== '..') parts.pop()
    else parts.push(part)
  }
  return `${whole.startsWith('/') ? '/' : ''}${parts.join('/')}`
}

/** More folders than this above a file say nothing more about which file it is. */
const DEEPEST = 12

/** The ends of a path that have a folder in them: `b/c.ts` and `a/b/c.ts` of `/a/b/c.ts`. */
function endsOf(path: string): readonly string[] {
  const ends: string[] = []
  let at = path.lastIndexOf('/')
  for (let depth = 0; depth < DEEPEST && at > 0; depth += 1) {
    at = path.lastIndexOf('/', at - 1)
    if (at === -1) break
    ends.push(path.slice(at + 1))
  }
  return ends
}

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let at = path.lastIndexOf('/'); at > 0 && folders.length < DEEPEST; at = path.lastIndexOf('/', at - 1))
    folders.push(path.slice(0, at))
  return folders
}

/** Tells which paths are the same file: a relative one is the absolute one that ends so, if there is only one. */
interface PathNames {
  /** The name under which a file is known; `renamed` is called if it was known under a shorter one before. */
  nameOf(path: string, renamed: (before: string, now: string) => void): string
}

export function pathNames(): PathNames {
  /** By its ends, the absolute path; nothing if there are several. */
  const absolute = new Map<string, string | undefined>()
  const known = new Set<string>()
  return {
    nameOf(path, renamed) {
      if (known.has(path)) return path
      if (!path.startsWith('/')) {
        const full = absolute.get(path)
        if (full === undefined) known.add(path)
        return full ?? path
      }
      known.add(path)
      for (const end of endsOf(path)) {
        const isShared = absolute.has(end)
        absolute.set(end, isShared ? undefined : path)
        if (!isShared && known.delete(end)) renamed(end, path)
      }
      return path
    },
  }
}
