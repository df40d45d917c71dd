/** What an edit takes away and puts in its place, without the lines that stay. */
interface Change {
  readonly gone: readonly string[]
  readonly come: readonly string[]
}

/**
 * The lines that differ between two texts, outside of what they have in common at head and tail, without the white space that all of them
 * begin with.
 */
export function changedLines(before: string, after: string): Change {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const stays = new Set(now)
  const was = new Set(old)
  const gone = old.slice(head, old.length - tail).filter((line) => line.trim() !== '' && !stays.has(line))
  const come = now.slice(head, now.length - tail).filter((line) => line.trim() !== '' && !was.has(line))
  return outdented({ gone, come })
}

function outdented({ gone, come }: Change): Change {
  const indents = [...gone, ...come].map((line) => line.length - line.trimStart().length)
  const common = Math.min(...indents)
  const cut = (line: string): string => line.slice(common)
  return Number.isFinite(common) ? { gone: gone.map(cut), come: come.map(cut) } : { gone, come }
}
