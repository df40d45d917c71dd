import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import type { Language, OtherCode } from './language.ts'
import { russian } from './russian.ts'

/** The languages that are known by their letters. */
export const OTHER_LANGUAGES: Readonly<Record<OtherCode, Language>> = {
  ja: japanese,
  zh: chinese,
  ko: korean,
  ru: russian,
  ar: arabic,
}
