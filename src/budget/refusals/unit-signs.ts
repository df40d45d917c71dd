/** What numbers count, in most languages: times and bytes are written in few ways. Each is read as one English word. */
const UNITS: readonly (readonly [name: string, written: RegExp])[] = [
  [
    'second',
    /(?<=\d )(?:s|ms|secs?|seconds?|sekund\p{L}*|segundos?|secondes?|secondi|секунд\p{L}*|сек|sekuntia|saniye\p{L}*|detik|giay|masodperc\p{L}*|δευτερ\p{L}*|ثوان\p{L}*|ثاني\p{L}*|ثانیه|שניות|सेकंड|วินาที|초|秒\p{L}{0,2})(?![\p{L}\d])/giu,
  ],
  [
    'minute',
    /(?<=\d )(?:mins?|minutes?|minuten?|minut\p{L}{0,2}|minutos?|минут\p{L}*|хвилин\p{L}*|dakika\p{L}*|menit|phut|λεπτα|دقائق|دقيقة|دقیقه|דקות|मिनट|นาที|분|分)(?![\p{L}\d])/giu,
  ],
  [
    'megabyte',
    /(?<=\d )(?:[kmg]i?b|bytes?|[кмг]б|байт\p{L}*|octets?|[kmg]o|bajt\p{L}*|megabyte\p{L}*|мегабайт\p{L}*|ميغابايت|بايت|מגה|ไบต์|바이트|字节|位元組|バイト)(?![\p{L}\d])/giu,
  ],
]

/** A text in which units of numbers have their English names: "12 МБ" is "12 megabyte", "60 שניות" is "60 second". */
export function namedUnits(text: string): string {
  const spaced = text.replace(/(?<=\d)(?=\p{L})/gu, ' ')
  return UNITS.reduce((said, [name, written]) => said.replace(written, name), spaced)
}
