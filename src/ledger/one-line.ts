import { boundaryAtOrBefore } from '../log/excerpt.ts'

/** A text on one line, cut where it is long. */
export function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, boundaryAtOrBefore(line, most))}…`
}
