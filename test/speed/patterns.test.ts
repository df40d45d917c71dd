import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { cueOf } from '../../src/ledger/languages/cue.ts'
import { english } from '../../src/ledger/languages/english.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'
import { worstCases } from '../support/worst-case.ts'
import { processorTime, slowness } from './processor-time.ts'

interface Found {
  readonly where: string
  readonly pattern: RegExp
}

const FILES = globSync('src/**/*.ts').sort()

/** Every pattern that is written out in the source. */
function written(): readonly Found[] {
  return FILES.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return literalsIn(parseAst(text, { lang: 'ts' })).map(({ pattern, flags, start }) => ({
      where: `${path}:${text.slice(0, start).split('\n').length}`,
      pattern: new RegExp(pattern, flags),
    }))
  })
}

interface Literal {
  readonly pattern: string
  readonly flags: string
  readonly start: number
}

function literalsIn(node: unknown): readonly Literal[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  if (typeof node !== 'object' || node === null) return []
  if ('regex' in node && 'start' in node) return [{ ...(node.regex as Omit<Literal, 'start'>), start: Number(node.start) }]
  return Object.values(node).flatMap(literalsIn)
}

/** Every pattern that modules put together when they are loaded, and the cues of all languages. */
async function built(): Promise<readonly Found[]> {
  const found: Found[] = []
  const Original = globalThis.RegExp
  for (const path of FILES.filter((file) => readFileSync(file, 'utf8').includes('new RegExp('))) {
    globalThis.RegExp = new Proxy(Original, {
      construct(target, given) {
        const pattern = Reflect.construct(target, given) as RegExp
        found.push({ where: path, pattern })
        return pattern
      },
    })
    // Under another name, so that it is loaded anew, whoever loaded it before.
    await import(/* @vite-ignore */ `../../${path}?patterns`).finally(() => {
      globalThis.RegExp = Original
    })
  }
  const names = [
    ...new Set([english, ...OTHER_LANGUAGES.latin, ...OTHER_LANGUAGES.byLetters].flatMap(({ cues }) => typedKeys(cues))),
  ]
  const cues = names.map((name) => ({ name, cue: cueOf(name) }))
  const whole = cues.flatMap(({ name, cue }) =>
    [cue.english, cue.latin(), cue.other()].map((pattern) => ({ where: `the cue ${name}`, pattern })),
  )
  return [...found, ...whole]
}

function typedKeys<Value extends object>(value: Value): readonly (keyof Value)[] {
  return Object.keys(value) as (keyof Value)[]
}

/** Each time eight times as long. A pattern that takes its time grows faster than the text, and is not tried on a longer one. */
const LENGTHS = [50, 400, 3_200, 25_600]
const TOO_LONG_MS = 40 * slowness()

/** The length of text on which a pattern takes too long, if there is one. In proportion, the longest takes less than a millisecond. */
function failsAt({ pattern }: Found): string | undefined {
  const work = (text: string): unknown => (pattern.global ? text.replaceAll(pattern, '') : pattern.test(text))
  for (const length of LENGTHS) {
    for (const text of worstCases(pattern, length)) {
      const ms = processorTime(() => void work(text), 1)
      if (ms > TOO_LONG_MS && processorTime(() => void work(text), 2) > TOO_LONG_MS)
        return `${length} characters ${JSON.stringify(text.slice(0, 40))} take ${Math.round(ms)} ms`
    }
  }
  return undefined
}

describe('patterns', () => {
  it('each pattern of the source takes time in proportion on its own worst case', async () => {
    const all = [...written(), ...(await built())]
    expect(all.length).toBeGreaterThan(400)
    const slow = all.flatMap((found) => {
      const fails = failsAt(found)
      return fails === undefined ? [] : [`${found.where} ${String(found.pattern).slice(0, 120)}: ${fails}`]
    })
    expect(slow).toEqual([])
  })
})
