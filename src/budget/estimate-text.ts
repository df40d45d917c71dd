/**
 * How often o200k parts two letters inside a word, in tenths: row is the first letter, column the second. `th` is never parted (0),
 * `qx` nearly always (9). Fitted by least squares over the words of English, code in ten languages, ten European languages, base64
 * and random letters, so that a word costs `WORD` plus its pairs; docs/counting.md says how.
 */
const PAIR_TENTHS: readonly string[] = [
  '41009306263001815010225304',
  '17550756226055168235178716',
  '17350970160359068040067825',
  '26821868066278278435388617',
  '14002115577121522001621035',
  '07750178076246167242187638',
  '46871831189254199224278727',
  '14861869068475077350158736',
  '32002107785110007510919381',
  '27750667476567257805486668',
  '36640836388774615824576858',
  '15610468198279159711146709',
  '02810988287125116923479758',
  '27011206263363138700238735',
  '31125217341200118021020545',
  '17730853377059016110269639',
  '78879988899389983777099879',
  '17200427093410064211346806',
  '37350671183679323400155607',
  '19450590197329209112293506',
  '11120618187000809010969566',
  '27760968086877378879877766',
  '07651671177682077337763446',
  '57474797399848939892779437',
  '79786989699454339825996876',
  '49871976498767688967586545',
]

/*
 * Tokens by what o200k makes of each kind of piece. All were measured on the texts of the table in docs/counting.md, and rounded up
 * until no text of that table came out more than a tenth too low.
 */

/** A word's first letter, with the blank before it. */
const WORD = 0.86
/** On top of its pair, for a capital that follows a capital: such words are rarer. */
const CAPITAL = 0.15
/** On top of its pair, for every letter after the twelfth: no vocabulary has words that long. */
const LONG_WORD = 0.3
const LONG_WORD_LETTERS = 12
/** A letter that stands there for the third time running. */
const REPEATED_LETTER = 0.5
/** A sign that opens a word: `.name` and `(name` are one token, `/name` and `"name` mostly two. */
const SOFT_PREFIX = 0.2
const HARD_PREFIX = 0.72
const SOFT_SIGNS = '._(\\'
/** Further signs of a run: the second, the third, later ones. `});` is one token, ten signs at random are six. */
const SECOND_SIGN = 0.05
const THIRD_SIGN = 0.45
const LATER_SIGN = 0.7
/** The same sign again: rules of `----` go by 64 to a token, runs of `}` by two. */
const RULE_SIGN = 0.07
const RULE_SIGNS = '-=*#._/~+!%:;'
const REPEATED_SIGN = 0.5
/** The first tab of a run of blanks, a later one, and a tab before a sign, which takes only spaces along. Any of many blanks. */
const TAB = 0.3
const TAB_OF_RUN = 0.07
const TAB_BEFORE_SIGN = 0.7
const BLANK_OF_RUN = 0.01
/** A line break after four others; a carriage return that nothing swallows. */
const REPEATED_BREAK = 0.07
const RETURN = 0.8
/** The first letter of a word that is not written in ASCII, besides the letter. */
const OTHER_WORD = 0.5
/** A character beyond ASCII that repeats the one before: no vocabulary has runs of them, but for lines of boxes. */
const REPEATED_OTHER = 1
const REPEATED_BOX = 0.08
const REPEATED_SYMBOL = 0.3

/** Tokens a character, by the first character of a stretch of Unicode. A stretch is a multiple of 16. */
const SCRIPTS: readonly (readonly [first: number, tokens: number])[] = [
  [0x0080, 0.7], // Latin with marks
  [0x0250, 2], // phonetic
  [0x02b0, 1], // marks
  [0x0370, 0.4], // Greek
  [0x0400, 0.26], // Cyrillic
  [0x0530, 0.7], // Armenian
  [0x0590, 0.32], // Hebrew
  [0x0600, 0.32], // Arabic
  [0x0700, 2],
  [0x0900, 0.42], // India, Thailand
  [0x0e80, 2], // Laos, Tibet
  [0x1000, 0.42], // Burma, Georgia
  [0x1100, 3], // single jamo
  [0x1200, 2],
  [0x1e00, 0.5], // Vietnamese
  [0x1f00, 2.2],
  [0x2000, 1.8], // symbols
  [0x2800, 3], // Braille
  [0x2900, 1.8],
  [0x3000, 0.9], // East Asian punctuation
  [0x3040, 0.66], // kana
  [0x3100, 2],
  [0x3400, 3],
  [0x4e00, 0.88], // Han
  [0xa000, 3],
  [0xac00, 0.78], // Hangul
  [0xd7b0, 3],
  [0xd800, 4], // first halves of pairs: rare scripts
  [0xd830, 2.6], // and emoji
  [0xd840, 4],
  [0xdc00, 0], // second halves
  [0xe000, 3],
  [0xfe00, 1], // variation selectors
  [0xfe10, 2],
  [0xff00, 0.9], // full width
]

/** Kinds of characters. */
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SIGN = 4
const BLANK = 5
const BREAK = 6
const CONTROL = 7
const OTHER = 8

const TAB_CODE = 9
const RETURN_CODE = 13
const LAST_LATIN = 0x24f
const FIRST_SYMBOL = 0x2000
const FIRST_BOX = 0x2500
const FIRST_SHAPE = 0x2580
const FIRST_EAST_ASIAN = 0x3000

const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))
const PREFIXES: Float64Array = costsOf(SOFT_SIGNS, SOFT_PREFIX, HARD_PREFIX)
const REPEATS: Float64Array = costsOf(RULE_SIGNS, RULE_SIGN, REPEATED_SIGN)
/** By 32 × first letter + second letter, `a` being 1, whatever their case. */
const PAIRS: Float64Array = Float64Array.from({ length: 1024 }, (_, at) => pairCost((at >> 5) - 1, (at & 31) - 1))
/** By stretches of 16 characters. */
const OTHERS: Float64Array = Float64Array.from({ length: 4096 }, (_, stretch) => scriptCost(stretch << 4))

/**
 * About how many o200k tokens a text is, by one look at each character: for the step path, where exact counts cost too much. Follows
 * the encoding's own rules for cutting text into pieces and adds up what a piece of each kind costs on average.
 *
 * On the languages, code and data of docs/counting.md, 2,000 characters at a time, it is never more than a tenth below the exact
 * count, and about a tenth above it on English and code. What it gets wrong stands there, too.
 */
export function estimateText(text: string): number {
  let tokens = 0
  /** Kind and code of the last character that is not a blank, how many like it stand in its piece, and blanks since. */
  let before = 0
  let previous = 0
  let run = 0
  let blanks = 0
  /** A sign with no blank before it: a word that follows takes it along. */
  let opens = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (KINDS[code] as number) : OTHER
    if (kind === BLANK) {
      blanks += 1
      if (code === TAB_CODE) tokens += blanks === 1 ? TAB : TAB_OF_RUN
      continue
    }
    const joined = blanks === 0
    // All blanks of a run but the last are a piece; a line break swallows them.
    if (blanks > 1 && kind !== BREAK) tokens += 1 + blanks * BLANK_OF_RUN
    if (kind <= UPPER) {
      if (joined && (before === UPPER || (before === LOWER && kind === LOWER))) {
        run += 1
        tokens += letterCost(previous, code, run)
      } else {
        if (joined && opens) tokens += (PREFIXES[previous] as number) - 1
        run = 1
        tokens += WORD
      }
    } else if (kind === DIGIT) {
      run = joined && before === DIGIT ? run + 1 : 1
      // Three digits are a piece, and so is a blank before them.
      if (run % 3 === 1) tokens += joined ? 1 : 2
    } else if (kind === SIGN) {
      run = joined && before === SIGN ? run + 1 : 1
      tokens += run === 1 ? 1 : signCost(previous, code, run)
      if (!joined && text.charCodeAt(at - 1) === TAB_CODE) tokens += TAB_BEFORE_SIGN
    } else if (kind === BREAK) {
      run = before === BREAK ? run + 1 : 1
      // A sign takes the line breaks right after it along.
      tokens += joined && (before === BREAK || before === SIGN) ? swallowedBreak(code, run) : 1
    } else {
      tokens += kind === CONTROL ? 1 : joined && code === previous ? repeatCost(code) : (OTHERS[code >> 4] as number)
      if (kind === OTHER && (!joined || before !== OTHER)) tokens += wordStart(code, joined && before <= UPPER)
    }
    opens = kind === SIGN && run === 1 && joined
    before = kind
    previous = code
    blanks = 0
  }
  return Math.ceil(tokens + (blanks === 0 ? 0 : 1 + blanks * BLANK_OF_RUN))
}

function letterCost(previous: number, code: number, run: number): number {
  let cost = PAIRS[((previous & 31) << 5) | (code & 31)] as number
  if (code < 97) cost += CAPITAL
  if (run > LONG_WORD_LETTERS) cost += LONG_WORD
  return code === previous && run > 2 && cost < REPEATED_LETTER ? REPEATED_LETTER : cost
}

function signCost(previous: number, code: number, run: number): number {
  if (run === 2) return SECOND_SIGN
  if (code === previous) return REPEATS[code] as number
  return run === 3 ? THIRD_SIGN : LATER_SIGN
}

function swallowedBreak(code: number, run: number): number {
  if (code === RETURN_CODE) return RETURN
  return run > 4 ? REPEATED_BREAK : 0
}

function repeatCost(code: number): number {
  if (code >= FIRST_BOX && code < FIRST_SHAPE) return REPEATED_BOX
  if (code >= FIRST_SHAPE && code < FIRST_EAST_ASIAN) return REPEATED_SYMBOL
  return Math.max(REPEATED_OTHER, OTHERS[code >> 4] as number)
}

/** What beginning a piece costs; a marked letter inside a Latin word begins none, and East Asian writing has no words. */
function wordStart(code: number, inWord: boolean): number {
  if (code >= FIRST_SYMBOL || (code <= LAST_LATIN && inWord)) return 0
  return OTHER_WORD
}

function kindOf(code: number): number {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/\d/.test(character)) return DIGIT
  if (/[ \t]/.test(character)) return BLANK
  if (/[\r\n]/.test(character)) return BREAK
  return code < 32 || code === 127 ? CONTROL : SIGN
}

function costsOf(signs: string, inside: number, outside: number): Float64Array {
  return Float64Array.from({ length: 128 }, (_, code) => (signs.includes(String.fromCharCode(code)) ? inside : outside))
}

function pairCost(first: number, second: number): number {
  return Number(PAIR_TENTHS[first]?.[second] ?? 0) / 10
}

function scriptCost(code: number): number {
  return SCRIPTS.findLast(([first]) => first <= code)?.[1] ?? 0
}
