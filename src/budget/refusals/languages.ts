import { CHINESE_JAPANESE_KOREAN } from './languages/chinese-japanese-korean-signs.ts'
import { EASTERN } from './languages/eastern-signs.ts'
import { SOUTHERN } from './languages/southern-signs.ts'
import { WESTERN } from './languages/western-signs.ts'
import type { Words } from './languages/words.ts'

/** Words of most languages: what they have borrowed, and how they write a maximum. */
export const ANY_LANGUAGE: Words = {
  language: 'any language',
  what: /(?<![\w/-])[ck]onte(?:xt|kst|ks|st)(?!-)|контекст|(?<![\w/-])prompt|上下文|コンテキスト|컨텍스트|ba[gğ]lam|سياق|زمینه|संदर्भ|ngu canh|บริบท|הקשר|συμφραζ|πλαισι/iu,
  excess: [/(?:ma(?:x|ks|ss)[iy]m|limit)[^\n]{0,80}\d{3}/i, /(?<![\w.])\d{1,4} ?[km](?![a-z])/i],
}

/** All but English. */
export const LANGUAGES: readonly Words[] = [...CHINESE_JAPANESE_KOREAN, ...WESTERN, ...EASTERN, ...SOUTHERN, ANY_LANGUAGE]

/** What goes into a model, in words that most languages have borrowed. */
export const BORROWED: RegExp = /(?<![\w/-])[ck]onte(?:xt|kst|ks(?![a-z])|st)(?!-)|контекст|(?<![\w/-])(?:prompt|промпт|input\b)/i

export const TOKENS: RegExp =
  /(?<![a-z])token(?!i[sz])|(?<![a-z])tokn|\d ?tok\b|[zż]eton|jeton|belirte[cç]|markier|tocyn|токен|жетон|טוקנ|אסימונ|τοκεν|διακριτικ|トークン|토큰|令牌|权杖|權杖|词元|詞元|टोकन|टोकेन|টোকেন|டோக்கன்|టోకెన్|ಟೋಕನ್|ടോക്ക|ટોકન|ਟੋਕਨ|ଟୋକେନ|ටෝකන|โทเค|ໂທເຄ|ထိုကင်|တိုကင်|តូខឹន|ថូខឹន|ტოკენ|թոքեն|տոկեն|ቶከን|توکن|توكن|ٹوکن|رمز|رموز/i
