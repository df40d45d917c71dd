import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { OtherLanguages } from './index.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import { OTHER_WEIGHTS } from './other-weights.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** All languages but English. */
export const OTHER_LANGUAGES: OtherLanguages = {
  latin: [german, french, spanish, portuguese, italian],
  byLetters: [japanese, chinese, korean, russian, arabic],
  weights: OTHER_WEIGHTS,
}
