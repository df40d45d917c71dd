import type { Entry, TextEntry } from '../schema/entry.ts'
import type { Remark } from './read-entry.ts'

/** Of a call, what its agent had not just said in the same words: some programs hand them on with the call. */
export function notHandedOn(entry: Entry, remarks: readonly Remark[], said: TextEntry | undefined): readonly Remark[] {
  return entry.kind === 'tool-call' && said !== undefined ? remarks.filter(({ text }) => !said.text.includes(text)) : remarks
}
