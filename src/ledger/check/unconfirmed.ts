import type { ItemDraft, ItemKind } from '../../schema/ledger.ts'
import type { FindingReason } from '../../schema/summary.ts'
import { faultInShape, type ItemScene, tellingScene } from './check-item.ts'
import { statementsIn, topicWords } from './clauses.ts'
import { identifiersIn, occursIn } from './identifiers.ts'
import { hasMarker, imitatesRole } from './markers.ts'
import { oppositesOf } from './opposites.ts'
import { isNegated } from './polarity.ts'
import { authorityOf } from './sources.ts'
import { faultInStatement, faultOfStatement, misquotes, type TellingScene } from './telling.ts'
import { deceptiveIn } from './unseen.ts'

const LONGEST = 1_200
const MOST_STATEMENTS = 12
/** Steps that nobody announced are orders. */
const NEVER: readonly ItemKind[] = ['step']

/**
 * Of what a model said, the statements beside `kept` that may stand as its word alone, marked as such: what neither its sources bear out nor the
 * log denies, about things that they name. What speaks for a person, plans or comes from tools alone is not among them.
 */
export function unconfirmedIn(draft: ItemDraft, kept: string, scene: ItemScene): string {
  const { text, sources, kind, authority } = draft
  const isQuoted = authority === 'user' || authority === 'system'
  if (isQuoted || NEVER.includes(kind) || text.length > LONGEST || faultInShape(draft, scene) !== undefined) return ''
  if (sources.every((seq) => authorityOf([scene.entries[seq] ?? []].flat()) === 'tool')) return ''
  const telling = tellingScene(draft, scene)
  return statementsIn(text)
    .slice(0, MOST_STATEMENTS)
    .map((statement) => statement.replace(/[.;]$/, ''))
    .filter((statement) => !kept.includes(statement) && mayStand(statement, telling))
    .map((statement) => `${statement}.`)
    .join(' ')
}

function mayStand(statement: string, scene: TellingScene): boolean {
  const { source, knows } = scene
  if (OF_PEOPLE.test(statement) && !SILENT.test(statement)) return false
  if (hasMarker(statement) || imitatesRole(statement) || deceptiveIn(statement).length > 0 || misquotes(statement, scene))
    return false
  const about = topicWords(statement.slice(0, 80))
  const fault = faultOfStatement(statement, scene, about)
  if (fault?.isContrary === true || !BELIEVABLE.has(fault?.reason ?? 'unsupported')) return false
  // That something was done would be seen; that it was not need not be.
  if (fault?.reason === 'negation-lost' && !isNegated(statement)) return false
  // A name or a number that is nowhere is believed, whatever stands beside it.
  const isKnown = NAMED.has(fault?.reason ?? 'unsupported') ? (name: string) => occursIn(source.text, name) : knows
  if (!identifiersIn(statement).every(isKnown)) return false
  // What the sources have as well as its opposite is open; if they have only that, it is false.
  const isOpen = fault === undefined || faultInStatement(statement, scene, about) === undefined
  return isOpen || oppositesOf(statement, source.plain()).every(({ text }) => faultInStatement(text, scene, about) !== undefined)
}

/** What people want, think or allow is for their own words; that they did not answer is not. */
const OF_PEOPLE = /\b(?:person|user|customer|human)\b/i
const SILENT = /\b(?:person|user|customer) (?:has |had |did )?(?:not|never) (?:answer|repl|comment|react)/i

/** Faults that need not be more than that the sources do not say so. */
const BELIEVABLE: ReadonlySet<FindingReason> = new Set([
  'negation-lost',
  'unsupported',
  'hypothesis-as-fact',
  'not-in-source',
  'numbers-swapped',
])
/** Of them, those about names and numbers. */
const NAMED: ReadonlySet<FindingReason> = new Set(['not-in-source', 'numbers-swapped'])
