import type { CountRules } from '../../schema/count-rules.ts'
import { fitInto } from '../fit-image.ts'

/** What Anthropic documents: 346 tokens of instructions for tools with Claude 4, and an answer of 413 above 32 MB. */
export const ANTHROPIC_COUNTS: Partial<CountRules> = {
  ...{ toolPrompt: 346, byteLimit: 32_000_000 },
  /** A token for every 750 pixels, once the longer side fits 1,568; never more than about 1,600. */
  image(size = { width: 1_568, height: 1_568 }) {
    const { width, height } = fitInto(size, 1_568)
    return Math.min(1_600, Math.ceil((width * height) / 750))
  },
}
