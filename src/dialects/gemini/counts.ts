import type { CountRules } from '../../schema/count-rules.ts'
import { fitInto } from '../fit-image.ts'

/** What Gemini documents: 258 tokens a page, 32 a second of sound, and 20 MB with files inside. */
export const GEMINI_COUNTS: Partial<CountRules> = {
  ...{ page: 258, sound: 32, byteLimit: 20_000_000 },
  /** 258 up to 384 pixels a side, then 258 for every square of 768, once the image fits 3,072. */
  image(size = { width: 3_072, height: 3_072 }) {
    if (size.width <= 384 && size.height <= 384) return 258
    const { width, height } = fitInto(size, 3_072)
    return 258 * Math.ceil(width / 768) * Math.ceil(height / 768)
  },
}
