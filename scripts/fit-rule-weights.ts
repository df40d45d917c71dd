/* Fits the weights of marks by which rules are known to the labelled sentences, and writes them into src/ledger/rule-weights.ts, those of words that only other languages than English have into src/ledger/languages/other-weights.ts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ownSentences } from '../src/ledger/cues.ts'
import { knowLanguages } from '../src/ledger/languages/index.ts'
import { OTHER_LANGUAGES } from '../src/ledger/languages/other-languages.ts'
import { isPasted } from '../src/ledger/pasted.ts'
import { readSigns } from '../src/ledger/read-signs.ts'
import { markNames, marksOf, openingOf } from '../src/ledger/rule-marks.ts'
import { statementsOf } from '../src/ledger/statements.ts'

const LABELLED = new URL('../test/ledger/rule-sentences.txt', import.meta.url)
const WEIGHTS = new URL('../src/ledger/rule-weights.ts', import.meta.url)
const OTHER_WEIGHTS = new URL('../src/ledger/languages/other-weights.ts', import.meta.url)
/** How strongly weights are held near zero, how often they are corrected, and by how much at first. */
const FIT = { pull: 2, rounds: 300, step: 0.05 } as const
/** Marks that are rarer or weigh less are left out. */
const FEWEST = 3
const LIGHTEST = 0.15
/** A missed rule is worse than a request that is quoted twice. */
const LEANING = 0.2
const FOLDS = 8

interface Message {
  readonly isEnglish: boolean
  readonly isRule: boolean
  /** Of each of its sentences. */
  readonly marks: readonly (readonly string[])[]
}

type Weights = Map<string, number>

function readLabelled(): readonly Message[] {
  return readFileSync(LABELLED, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, language, sign, text = ''] = /^(\w\w) ([+-]) (.+)$/.exec(line) ?? []
      const sentences = statementsOf(text, { fewestWords: 1, fewestLetters: 6 }).filter((one) => !isPasted(one.text))
      const marks = sentences.flatMap((one) => ownSentences(one.text)).map((own) => ['', ...namesIn(own)])
      // Questions are not weighed.
      return { isEnglish: language === 'en', isRule: sign === '+', marks: marks.filter((own) => !own.includes('?')) }
    })
}

const NAMES = markNames()

/** The names of a sentence's marks, and of its words. */
function namesIn(sentence: string): ReadonlySet<string> {
  const read = readSigns(sentence)
  const first = read[openingOf(read)]?.mark
  const words = [...read.map(({ mark }) => mark), first === undefined ? first : `^${first}`]
  return new Set([...words, ...marksOf(sentence, read).map((mark) => NAMES[mark])].filter((name) => name !== undefined))
}

function scoreOf(marks: readonly string[], weights: Weights): number {
  return marks.reduce((sum, mark) => sum + (weights.get(mark) ?? 0), 0)
}

/** Logistic regression; of a message that holds a rule, the sentence that is most like one counts. */
function weigh(messages: readonly Message[], names: ReadonlySet<string>): Weights {
  const weights: Weights = new Map([...names].map((name) => [name, 0]))
  const speeds: Weights = new Map()
  for (let round = 0; round < FIT.rounds; round += 1) {
    const slopes: Weights = new Map()
    for (const { isRule, marks } of messages) {
      const counted = isRule ? [...marks].sort((a, b) => scoreOf(b, weights) - scoreOf(a, weights)).slice(0, 1) : marks
      for (const own of counted) {
        const error = 1 / (1 + Math.exp(-scoreOf(own, weights))) - (isRule ? 1 : 0)
        for (const mark of own) if (names.has(mark)) slopes.set(mark, (slopes.get(mark) ?? 0) + error)
      }
    }
    for (const [name, weight] of weights) {
      const slope = (slopes.get(name) ?? 0) + (name === '' ? 0 : FIT.pull * weight)
      const speed = 0.9 * (speeds.get(name) ?? 0) + 0.1 * slope * slope
      speeds.set(name, speed)
      const step = FIT.step * Math.max(0.05, 1 - round / FIT.rounds)
      weights.set(name, weight - (step * slope) / (Math.sqrt(speed) + 1e-6))
    }
  }
  return weights
}

function marksIn(messages: readonly Message[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const mark of messages.flatMap(({ marks }) => marks.flat())) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= FEWEST).map(([mark]) => mark))
}

/** All marks first, then again only those that weigh something. */
function fitTwice(messages: readonly Message[]): Weights {
  const first = weigh(messages, marksIn(messages))
  const heavy = [...first].filter(([name, weight]) => name === '' || Math.abs(weight) >= LIGHTEST).map(([name]) => name)
  const rounded = [...weigh(messages, new Set(heavy))].map(([name, weight]): [string, number] => [
    name,
    Math.round(10 * weight) / 10,
  ])
  return new Map(rounded.filter(([name, weight]) => name === '' || weight !== 0))
}

function sayHowGood(messages: readonly Message[]): void {
  const counts = { right: 0, wrong: 0, missed: 0 }
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fitTwice(messages.filter((_, at) => (at * 7_919) % FOLDS !== fold))
    for (const { isRule, marks } of messages.filter((_, at) => (at * 7_919) % FOLDS === fold)) {
      const isFound = marks.some((own) => scoreOf(own, weights) > -LEANING)
      if (isFound && isRule) counts.right += 1
      else if (isFound) counts.wrong += 1
      else if (isRule) counts.missed += 1
    }
  }
  const precision = counts.right / (counts.right + counts.wrong)
  const recall = counts.right / (counts.right + counts.missed)
  console.log(`weights fitted to the others: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
}

knowLanguages(OTHER_LANGUAGES)
const messages = readLabelled()
if (process.argv.includes('--try')) sayHowGood(messages)
else {
  const weights = fitTwice(messages)
  const start = Math.round(10 * ((weights.get('') ?? 0) + LEANING)) / 10
  const english = new Set(messages.flatMap(({ isEnglish, marks }) => (isEnglish ? marks.flat() : [])))
  const isOther = (name: string): boolean => /^\^?=/.test(name) && !english.has(name)
  writeFileSync(WEIGHTS, fileOf(start, groupsOf(new Map([...weights].filter(([name]) => !isOther(name))))))
  writeFileSync(OTHER_WEIGHTS, otherFileOf(groupsOf(new Map([...weights].filter(([name]) => isOther(name))))))
  console.log(`${weights.size - 1} weights`)
}

/** What weighs the same stands on one line. */
function groupsOf(weights: Weights): readonly string[] {
  const groups = new Map<number, string[]>()
  for (const [name, weight] of weights) if (name !== '') groups.set(weight, [...(groups.get(weight) ?? []), name])
  return [...groups].sort(([a], [b]) => a - b).map(([weight, names]) => `  [${weight}, ${quoted(names.sort().join(' | '))}],`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}

function otherFileOf(groups: readonly string[]): string {
  return `/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** What words that only other languages than English have add to the score of a sentence; \`=\` stands before a word. */
export const OTHER_WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
${groups.join('\n')}
]
`
}

function fileOf(start: number, groups: readonly string[]): string {
  return `/* Written by scripts/fit-rule-weights.ts, from the labelled sentences of the tests. */

/** Where the score of a sentence without any mark stands. Above zero it is a rule. */
export const START = ${start}

/** What marks of a sentence add to its score; \`=\` stands before a word. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
${groups.join('\n')}
]
`
}
