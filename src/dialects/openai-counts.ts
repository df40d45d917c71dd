import type { CountRules } from '../schema/count-rules.ts'
import { fitInto, scaled } from './fit-image.ts'

/** What OpenAI counts, in both of its formats: its audio models hear ten tokens a second. */
export const OPENAI_COUNTS: Partial<CountRules> = {
  sound: 10,
  /** 85, and 170 for every square of 512 pixels, once the image fits 2,048 and its shorter side 768. Low detail is 85. */
  image(size = { width: 2_048, height: 768 }, detail) {
    if (detail === 'low') return 85
    const fitted = fitInto(size, 2_048)
    const { width, height } = scaled(fitted, 768 / Math.min(fitted.width, fitted.height))
    return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512)
  },
}
