const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g
const ACCENTS = /(?<=[a-zA-Zα-ωΑ-Ω])[\u0300-\u036f]+/g

/** A text as the tables of languages spell it: Latin and Greek letters without accents, nothing that cannot be seen. */
export function folded(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFD').replace(ACCENTS, '').normalize('NFC').replace(/[łđ]/gi, plain)
}

/** Letters that Unicode takes for letters of their own. */
function plain(letter: string): string {
  return letter.toLowerCase() === 'ł' ? 'l' : 'd'
}

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Bengali, and so on, and those as wide as a Chinese letter. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0x1810],
  0xff10,
]
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu
const OTHER_SEPARATOR = /(?<=\d)[\u066c\uff0c](?=\d{3})/g

/** "۱۴۰۲۳۳" is 140233. */
export function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGIT, plainDigit).replace(OTHER_SEPARATOR, ',')
}

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
