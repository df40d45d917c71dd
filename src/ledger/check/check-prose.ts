import type { EntryKind } from '../../schema/entry.ts'
import type { Finding, FindingReason } from '../../schema/summary.ts'
import { piecesOf } from '../sentences.ts'
import type { ItemScene } from './check-item.ts'
import { hasMarker, speaksForUser } from './markers.ts'
import { faultInTelling } from './telling.ts'

interface CheckedProse {
  /** What is left of it, in its own lines. */
  readonly text: string
  readonly rejected: readonly Finding[]
  /** Of its sentences, the share that went. */
  readonly lost: number
}

/**
 * Goes through a summary in sentences and takes out what does not follow from the log. What people said is not left to it: that is
 * printed from the log beside it.
 */
export function checkProse(text: string, scene: ItemScene, known: string): CheckedProse {
  const all = Array.from({ length: scene.end - scene.start }, (_, index) => scene.start + index)
  const isOf = (seq: number, kinds: readonly EntryKind[]): boolean => kinds.some((kind) => scene.entries[seq]?.kind === kind)
  const said = scene.read(all.filter((seq) => isOf(seq, ['text'])))
  // Names may come from anywhere; what is retold is what people and the agent said, and there is far less of it.
  const source = {
    ...scene.read(all.filter((seq) => !isOf(seq, ['reasoning']))),
    sentences: said.sentences,
    evidence: said.evidence,
  }
  const rejected: Finding[] = []
  let sentences = 0
  const faultOf = (sentence: string): FindingReason | undefined => {
    if (!/[\p{L}\p{N}]/u.test(sentence)) return undefined
    sentences += 1
    if (hasMarker(sentence)) return 'marker'
    // What an earlier summary said was checked then.
    if (known.includes(sentence.trim())) return undefined
    if (isHeading(sentence)) return speaksForUser(sentence) ? 'speaks-for-user' : undefined
    return faultInTelling(sentence.replace(/^[\s\-*•\d.)]+/u, ''), {
      source,
      kind: 'fact',
      knows: () => false,
      heard: () => false,
      wrote: () => false,
    })?.reason
  }
  const lines = text.split('\n').map((line) =>
    piecesOf(line)
      .filter((sentence) => {
        const reason = faultOf(sentence)
        if (reason !== undefined) rejected.push({ reason, text: sentence.trim().slice(0, 120).toWellFormed() })
        return reason === undefined
      })
      .join(''),
  )
  const left = lines.filter((line, index) => line.trim() !== '' || text.split('\n')[index]?.trim() === '')
  return { text: left.join('\n').trim(), rejected, lost: sentences === 0 ? 0 : rejected.length / sentences }
}

function isHeading(sentence: string): boolean {
  return /^\s*(?:#{1,6}\s[^.!?]{1,60}$|\*\*[^*]{1,60}\*\*:?\s*$|[^.!?]{1,60}:\s*$)/.test(sentence)
}
