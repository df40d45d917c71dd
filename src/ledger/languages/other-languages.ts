import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import type { OtherLanguages } from './index.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import { russian } from './russian.ts'

/** The languages that are known by their letters. They are loaded for the first text that has some of these. */
export const OTHER_LANGUAGES: OtherLanguages = { ja: japanese, zh: chinese, ko: korean, ru: russian, ar: arabic }
