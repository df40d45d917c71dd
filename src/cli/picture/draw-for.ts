import { renderPrompt } from '../../render/render-prompt.ts'
import type { Role } from '../../schema/entry.ts'
import type { Compaction } from '../compact/compact-transcript.ts'
import { nameOf } from '../input/read-text.ts'
import { DIALECTS } from '../input/read-transcript.ts'
import { canvasFor, type Screen } from './canvas.ts'
import { drawPicture } from './draw-picture.ts'
import { factsOf } from './facts.ts'
import { tallyWith } from './tally.ts'

/** The picture of a compaction, drawn to fit a stream. */
export function drawFor(compaction: Compaction, screen: Screen): string {
  const { compacted, entries, records, tokenizer, from, to } = compaction
  const { receipt } = compacted
  const { traits } = DIALECTS.find((dialect) => dialect.traits.name === to) ?? DIALECTS[0]
  const { budget } = receipt.tokens
  const tally = tallyWith({
    entries,
    traits,
    tokenizer,
    outside: { system: receipt.inputs.system, tools: receipt.inputs.tools },
    budget,
  })
  // Without records no summary is rendered, so that its role does not matter.
  const summaryRole: Role = 'assistant'
  const picture = {
    title: `${nameOf(compaction.file)}: ${from === to ? from : `${from} -> ${to}`}`,
    before: tally(renderPrompt({ entries, records: [], traits, summaryRole }), []),
    after: tally(compacted.prompt, records),
    budget,
    entries,
    fates: receipt.fates,
    facts: factsOf(compaction),
  }
  return drawPicture(picture, canvasFor(screen, process.env))
}
