/** Shorter stems say too little. */
const LEAST = 4
/** Stems that are remembered: most of a log is made of the same words. */
const MOST_REMEMBERED = 50_000

const LATIN = /^[a-z]+$/
const CYRILLIC = /^[а-яё]+$/
const ARABIC = /^[\u0621-\u065f\u0670-\u06d3]+$/
const HANGUL = /^[가-힣]+$/

// Endings, the longest that fits first. One list for all languages in Latin letters: a word does not tell its language, and a query of
// three words does not either. What two languages end alike, they may as well share.
const LATIN_ENDINGS = endings(
  'ization isation izing ising izer iser ized ised ize ise ation ating ator ated ate amento mento ment ness',
  'cione zioni zione coe cion cao able ible mente lich keit heit ungen ung ion ing edly ed er or ied iez ly',
  'ando endo iendo ado ada ido ida aient ait ent ez en em st e y a o i',
)
const CYRILLIC_ENDINGS = endings(
  'иями ями ами иях ого его ому ему ыми ими ией ения ение ений ость ости ать ять ить еть ует уют ают яют ется ится',
  'ах ях ам ям ов ев ой ей ий ый ая яя ое ее ые ие ых их ую юю ем им ом ет ит ут ют ал ил ла ло ли ть ся а я о е ы и у ю ь',
)
const ARABIC_PREFIX = /^(?:وال|بال|كال|فال|لل|ال|و(?=.{4}))/
const ARABIC_ENDINGS = endings('ها ان ات ون ين يه ية ه ة ي')
const HANGUL_ENDINGS = endings(
  '에서는 에서 에게 으로 까지 부터 처럼 하다 했다 합니다 입니다 은 는 이 가 을 를 의 에 로 와 과 도 만',
)

const known = new Map<string, string>()

/**
 * What forms of a word have in common, for the languages that summaries know; a word that has none is its own stem. It is no word:
 * `failing`, `failed` and `fails` are `fail`, `evaluate` and `evaluation` are `evalu`.
 */
export function stemOf(word: string): string {
  const found = known.get(word)
  if (found !== undefined) return found
  const stem = cut(word)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(word, stem)
  return stem
}

function cut(word: string): string {
  if (word.length < LEAST && !HANGUL.test(word)) return word
  if (LATIN.test(word)) return latin(word)
  if (CYRILLIC.test(word)) return without(word.replaceAll('ё', 'е'), CYRILLIC_ENDINGS, 3)
  if (ARABIC.test(word)) return arabic(word)
  if (HANGUL.test(word)) return without(word, HANGUL_ENDINGS, 2)
  const plain = word.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return LATIN.test(plain) ? latin(plain) : word
}

function latin(word: string): string {
  if (word.length < LEAST) return word
  if (/(?:ss|us|is)$/.test(word)) return word
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(?<=.{3})s$/, '')
    .replace(/our$/, 'or')
  const stem = without(one, LATIN_ENDINGS, LEAST)
  // Stopped, running, bigger: the consonant was doubled for the ending.
  const single = stem !== one && /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
  return single.length > LEAST ? single.replace(/(?<![eyi])[eyi]+$/, '') : single
}

function arabic(word: string): string {
  const plain = word
    .replaceAll(/[\u064b-\u065f\u0640\u0670]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll('ى', 'ي')
  const bare = plain.replace(ARABIC_PREFIX, '')
  return without(bare.length >= 3 ? bare : plain, ARABIC_ENDINGS, 3)
}

function without(word: string, all: readonly string[], least: number): string {
  const ending = all.find((each) => word.length - each.length >= least && word.endsWith(each))
  return ending === undefined ? word : word.slice(0, word.length - ending.length)
}

function endings(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' ')).sort((a, b) => b.length - a.length)
}
