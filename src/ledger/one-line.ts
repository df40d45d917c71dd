import { boundaryAtOrBefore } from '../log/excerpt.ts'

/** Characters looked at for each that is shown: the others are white space. */
const LONGEST = 4

/** A text on one line, cut if it is long. */
export function oneLine(text: string, most: number): string {
  // A long text is not looked at to its end.
  const looked = text.length > LONGEST * most ? text.slice(0, LONGEST * most) : text
  const line = looked.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most && looked.length === text.length ? line : `${line.slice(0, boundaryAtOrBefore(line, most))}…`
}
