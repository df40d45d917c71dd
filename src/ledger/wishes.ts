import { kindOfWish, laysDown } from './cues.ts'
import { type Origin, originsIn } from './pasted.ts'
import { isProse } from './prose.ts'
import type { Remark } from './read-entry.ts'
import { remarkOf } from './remark-of.ts'
import { mayBind, mayStand, setsRule } from './rule-sentences.ts'
import type { Statement } from './statements.ts'

/** What a person said; in a message that mostly says something else, fewer sentences are rules. */
export function wishes(statements: readonly Statement[], text: string): readonly Remark[] {
  const originAt = originsIn(text)
  const origins = statements.map(({ at }) => originAt(at))
  const all = statements.map((statement, at) => wished(statement, origins[at] ?? 'own'))
  const isOfRules = 2 * all.filter(mayStand).length >= all.length
  return all.map((remark, at) => {
    const origin = origins[at] ?? 'own'
    return setsRule(remark, origin === 'own' && !isOfRules ? 'beside' : origin) ? { ...remark, isRule: true } : remark
  })
}

function wished(statement: Statement, origin: Origin): Remark {
  // A line of code says what it says to a machine.
  const kind = isProse(statement.text) ? kindOfWish(statement.text, mayBind(statement.text, origin)) : 'request'
  const wish = remarkOf(statement, kind, 'user')
  return kind === 'rejected' && laysDown(statement.text) ? { ...wish, stands: true } : wish
}
