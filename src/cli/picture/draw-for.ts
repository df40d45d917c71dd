import type { Compaction } from '../compact/compact-transcript.ts'
import { nameOf } from '../input/read-text.ts'
import { tilde } from '../sessions/tilde.ts'
import { canvasFor, type Screen } from './canvas.ts'
import { drawPicture } from './draw-picture.ts'
import { factsOf } from './facts.ts'
import { tallyWithin } from './kinds.ts'

/** The picture of a compaction, drawn to fit a stream. */
export function drawFor(compaction: Compaction, screen: Screen): string {
  const { compacted, entries, from, to } = compaction
  const { kinds, tokens, fates } = compacted.receipt
  const picture = {
    title: `${tilde(nameOf(compaction.file))}: ${from === to ? from : `${from} -> ${to}`}`,
    before: tallyWithin(kinds?.before, tokens.budget),
    after: tallyWithin(kinds?.after, tokens.budget),
    budget: tokens.budget,
    entries,
    fates,
    facts: factsOf(compaction),
  }
  return drawPicture(picture, canvasFor(screen, process.env))
}
