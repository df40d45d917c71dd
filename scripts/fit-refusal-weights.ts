/* Fits the weights of marks by which a refusal for the size of a request is known to the labelled texts of the tests, and writes them into src/budget/refusals/weights-of-signs.ts. `--try` says how good weights are that were fitted to the other batches. */
import { readFileSync, writeFileSync } from 'node:fs'
import { evidenceIn, isName } from '../src/budget/refusals/evidence.ts'
import { marksOf } from '../src/budget/refusals/marks.ts'
import { wordsOf } from '../src/budget/refusals/weigh.ts'
import { type Body, bodiesOf, FAR } from '../test/budget/refusals/bodies.ts'
import { LOOK_ALIKES, OVERFLOWS } from '../test/budget/refusals/corpus.ts'

const TEXTS = new URL('../test/budget/refusals/', import.meta.url)
const WEIGHTS = new URL('../src/budget/refusals/weights-of-signs.ts', import.meta.url)
/** How strongly weights are held near zero, how often they are corrected, and by how much at first. */
const FIT = { pull: 1, rounds: 200, step: 0.05 } as const
/** Marks that are rarer or weigh less are left out. */
const FEWEST = 6
const LIGHTEST = 0.35
const FOLDS = 6
/** What programs put around what a provider said, which says nothing about it: every text is weighed as it is, and in one of these. */
const AROUND: readonly ((text: string) => string)[] = [
  (text) => `Error calling the model for user 118 (retry 2 of 3): ${text}`,
  (text) => `${text} Please try again later or contact support.`,
  (text) => `Task failed in workspace main: ${text}. See the logs of the worker.`,
  (text) => `LLM provider error [request id req_0a1, organization org-1]: ${text}`,
  (text) => `litellm.BadRequestError: ProviderException - ${text}. Received Model Group=default, Max Retries: 0`,
  (text) =>
    `An error occurred while generating a response. ${text} If it goes on, check your account, your plan or your API key.`,
  (text) => `File "/app/agent/run.py", line 88, in complete: ${text}`,
  (text) => `tool call failed, job 71 stopped at step 4 - ${text} (status 400, took 12 seconds)`,
]

interface Text {
  readonly isOverflow: boolean
  readonly batch: number
  readonly isWrapped: boolean
  readonly marks: readonly string[]
}

type Weights = ReadonlyMap<string, number>

function readTexts(): readonly Text[] {
  const fresh = (file: string, isOverflow: boolean) =>
    readFileSync(new URL(file, TEXTS), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .flatMap(({ text, batch }) => textsOf(text, isOverflow, batch))
  const bodies = (file: string, isOverflow: boolean) =>
    // A limit in bytes is told apart.
    bodiesOf(file, FAR)
      .filter(({ says }) => says !== 'payload' && says !== 'chars')
      .flatMap(({ body }: Body, at) =>
        textsOf(typeof body === 'string' ? body : JSON.stringify(body), isOverflow, 100 + Math.floor(at / 100)),
      )
  return [
    ...OVERFLOWS.flatMap((text) => textsOf(text, true, 0)),
    ...LOOK_ALIKES.flatMap(({ text }) => textsOf(text, false, 0)),
    ...fresh('fresh-overflows.jsonl', true),
    ...fresh('fresh-look-alikes.jsonl', false),
    ...bodies('overflow-bodies.jsonl', true),
    ...bodies('look-alike-bodies.jsonl', false),
  ]
}

function textsOf(text: string, isOverflow: boolean, batch: number): readonly Text[] {
  const around = AROUND[text.length % AROUND.length] ?? String
  return [
    { isOverflow, batch, isWrapped: false, marks: marksIn(text) },
    { isOverflow, batch, isWrapped: true, marks: marksIn(around(text)) },
  ]
}

function marksIn(text: string): readonly string[] {
  const evidence = evidenceIn(new Error(text))
  const said = evidence.texts.every(isName) ? { ...evidence, texts: [...evidence.texts, ...evidence.asides] } : evidence
  return [...marksOf(wordsOf(said))]
}

/** Logistic regression. The weight of no mark is where every text starts. */
function weigh(texts: readonly Text[], names: readonly string[]): Weights {
  const places = new Map(['', ...names].map((name, at) => [name, at]))
  const [weights, slopes, speeds] = [0, 1, 2].map(() => new Float64Array(places.size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const rows = texts.map(({ marks, isOverflow }) => ({
    isOverflow,
    at: ['', ...marks].map((mark) => places.get(mark)).filter((place) => place !== undefined),
  }))
  for (let round = 0; round < FIT.rounds; round += 1) {
    slopes.fill(0)
    for (const { isOverflow, at } of rows) {
      const score = at.reduce((sum, place) => sum + (weights[place] ?? 0), 0)
      const error = 1 / (1 + Math.exp(-score)) - (isOverflow ? 1 : 0)
      for (const place of at) slopes[place] = (slopes[place] ?? 0) + error
    }
    const step = FIT.step * Math.max(0.05, 1 - round / FIT.rounds)
    for (const place of weights.keys()) {
      const weight = weights[place] ?? 0
      const slope = (slopes[place] ?? 0) + (place === 0 ? 0 : FIT.pull * weight)
      const speed = 0.9 * (speeds[place] ?? 0) + 0.1 * slope * slope
      speeds[place] = speed
      weights[place] = weight - (step * slope) / (Math.sqrt(speed) + 1e-6)
    }
  }
  return new Map([...places].map(([name, place]) => [name, weights[place] ?? 0]))
}

/** All marks first, then again only those that weigh something. */
function fitTwice(texts: readonly Text[]): Weights {
  const counts = new Map<string, number>()
  for (const mark of texts.flatMap(({ marks }) => marks)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const often = [...counts].filter(([, count]) => count >= FEWEST).map(([mark]) => mark)
  const heavy = [...weigh(texts, often)].filter(([name, weight]) => name !== '' && Math.abs(weight) >= LIGHTEST)
  const rounded = [
    ...weigh(
      texts,
      heavy.map(([name]) => name),
    ),
  ].map(([name, weight]): [string, number] => [name, Math.round(10 * weight) / 10])
  return new Map(rounded.filter(([name, weight]) => name === '' || weight !== 0))
}

function sayHowGood(texts: readonly Text[]): void {
  const scored = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const weights = fitTwice(texts.filter(({ batch }) => batch % FOLDS !== fold))
    return texts
      .filter(({ batch }) => batch % FOLDS === fold)
      .map(({ isOverflow, isWrapped, marks }) => ({
        isOverflow,
        isWrapped,
        score: marks.reduce((sum, mark) => sum + (weights.get(mark) ?? 0), weights.get('') ?? 0),
      }))
  })
  for (const least of [-3, -2, -1, 0, 1, 2, 3]) {
    const shareOf = (isOverflow: boolean, isWrapped: boolean): string => {
      const asked = scored.filter((text) => text.isOverflow === isOverflow && text.isWrapped === isWrapped)
      return `${((100 * asked.filter(({ score }) => score > least).length) / asked.length).toFixed(1)} %`
    }
    const [plain, wrapped] = [false, true].map(
      (isWrapped) => `${shareOf(true, isWrapped)} of overflows, ${shareOf(false, isWrapped)} of look-alikes`,
    )
    console.log(`above ${least}: ${plain}; with something around them ${wrapped}`)
  }
}

/** What weighs the same stands on one line. */
function fileOf(weights: Weights): string {
  const groups = new Map<number, string[]>()
  for (const [name, weight] of weights) if (name !== '') groups.set(weight, [...(groups.get(weight) ?? []), name])
  const lines = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([weight, names]) => `  [${weight}, '${names.sort().join('|').replaceAll("'", "\\'")}'],`)
  return `/* Written by scripts/fit-refusal-weights.ts, from the labelled texts of the tests. */

/** Where a text without any mark stands. */
export const START = ${weights.get('') ?? 0}

/** What marks of a text add; \`@\` stands before a role, \`%\` before what its sizes are like. */
export const WEIGHTS: readonly (readonly [weight: number, marks: string])[] = [
${lines.join('\n')}
]
`
}

const texts = readTexts()
if (process.argv.includes('--try')) sayHowGood(texts)
else {
  const weights = fitTwice(texts)
  writeFileSync(WEIGHTS, fileOf(weights))
  console.log(`${weights.size - 1} weights`)
}
