import type { ThreadId } from '../schema/ids.ts'

/** Characters that are compared of what a text says where it was found; what is shorter is never taken for the same. */
const COMPARED = 600
const LEAST = 200
/** Numbers of lines that tools put in front of them. */
const LINE_NUMBERS = /^[ \t]{0,20}\d{1,9}[→:|-]/gm

interface Found {
  readonly thread: ThreadId
  readonly text: string
  /** Where what was found begins. */
  readonly from: number
}

/**
 * The first of a list, `most` of them, each with those behind it that say the same where they were found: an agent that read a file
 * three times has one hit, and two more handles.
 */
export function alikeOf<Each extends Found>(
  all: readonly Each[],
  most: number,
): readonly { readonly found: Each; readonly alike: readonly Each[] }[] {
  const groups: { readonly found: Each; readonly alike: Each[] }[] = []
  const named = new Map<string, Each[]>()
  for (const found of all) {
    const name = nameOf(found)
    const alike = named.get(name)
    if (alike !== undefined) alike.push(found)
    if (alike !== undefined || groups.length >= most) continue
    const group = { found, alike: [] }
    groups.push(group)
    if (name !== '') named.set(name, group.alike)
  }
  return groups
}

/** What it says where it was found, without what differs from one reading to the next; empty if that is little. */
function nameOf({ thread, text, from }: Found): string {
  const passage = text
    .slice(from, from + COMPARED)
    .replaceAll(LINE_NUMBERS, '')
    .replaceAll(/\s+/g, ' ')
  return passage.length < LEAST ? '' : `${thread}\n${passage}`
}
