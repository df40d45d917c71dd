import type { Entry } from '../schema/entry.ts'
import { type Remark, readEntry } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import { takesBack, topicOf } from './supersession.ts'

interface TopicIndex {
  /** The last remark of a log about each topic. */
  readonly latest: Map<string, Candidate>
  length: number
  last: Entry | undefined
}

const indexes = new WeakMap<readonly Entry[], TopicIndex>()

/** Whether the log says otherwise later: what was taken back is not said again, also where the model sees the later words anyway. */
export function isTakenBack(entries: readonly Entry[], { remark, seq }: Candidate): boolean {
  if (!isSpoken(remark)) return false
  const { key } = topicOf(remark.text)
  const later = key === '' ? undefined : topicIndex(entries).latest.get(key)
  if (later === undefined || later.seq <= seq || later.remark.authority !== remark.authority) return false
  return takesBack(later.remark.text, remark.text)
}

/** The topics of a log, brought up to date: only entries that came since the last time are read. */
function topicIndex(entries: readonly Entry[]): TopicIndex {
  const known = indexes.get(entries)
  // A list that was changed behind our back is another list.
  const isGrown = known !== undefined && known.length <= entries.length && entries[known.length - 1] === known.last
  const index = isGrown ? known : { latest: new Map<string, Candidate>(), length: 0, last: undefined }
  if (!isGrown) indexes.set(entries, index)
  if (index.length === entries.length) return index
  for (let seq = index.length; seq < entries.length; seq += 1) {
    for (const remark of readEntry(entries[seq] as Entry).remarks) {
      const key = isSpoken(remark) ? topicOf(remark.text).key : ''
      if (key !== '') index.latest.set(key, { seq, remark })
    }
  }
  index.length = entries.length
  index.last = entries.at(-1)
  return index
}

function isSpoken({ authority, isWritten }: Remark): boolean {
  return (authority === 'user' || authority === 'assistant') && isWritten !== true
}
