import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readLog } from '../../src/ledger/read-log.ts'
import { rulesIn } from '../../src/ledger/standing-rules.ts'
import type { TextEntry } from '../../src/schema/entry.ts'
import { neutralEntries } from './logs.ts'
import { says } from './worked-session.ts'

/** A sentence of a person, labelled by reading. */
interface Labelled {
  readonly language: string
  readonly isRule: boolean
  readonly text: string
  /** One half is looked at while words are chosen, the other only counted. */
  readonly half: 'looked at' | 'counted'
}

export const LABELLED: readonly Labelled[] = readFileSync(new URL('../ledger/rule-sentences.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [, language = '', sign, text = ''] = /^(\w\w) ([+-]) (.+)$/.exec(line) ?? []
    return { language, isRule: sign === '+', text, half: halfOf(text) }
  })

function halfOf(text: string): Labelled['half'] {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0 ? 'looked at' : 'counted'
}

/** Whether a message that says nothing else sets a rule. */
export function isFound({ text }: Labelled): boolean {
  const entries = neutralEntries([says('user', 'Build the report.'), says('user', text)])
  return rulesIn(entries.slice(1) as readonly TextEntry[], readLog(entries), () => true).length > 0
}

/** Of what was taken for a rule, the share that is one; of the rules, the share that was found. */
export function scoreOf(sentences: readonly Labelled[]): { readonly precision: number; readonly recall: number } {
  const found = sentences.filter(isFound)
  const right = found.filter(({ isRule }) => isRule)
  return { precision: right.length / found.length, recall: right.length / sentences.filter(({ isRule }) => isRule).length }
}
