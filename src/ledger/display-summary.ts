import type { ItemKind, Ledger, LedgerItem } from '../schema/ledger.ts'
import { contentWords } from './check/content-words.ts'
import { hasMarker, speaksForUser } from './check/markers.ts'
import { isProse } from './prose.ts'
import { sentencesOf } from './sentences.ts'

const LONGEST = 240

/**
 * Two sentences for people, about what was folded (B3): the model's if they can be shown and claim no person's words, otherwise the task
 * and where it stood. They are never part of a prompt.
 */
export function displaySummary(ledger: Ledger, offered: string | undefined): string {
  const told =
    offered === undefined || hasMarker(offered) ? [] : sentencesOf(offered).filter((sentence) => !speaksForUser(sentence))
  const active = ledger.items.filter(({ status }) => status === 'active')
  const task = active.filter(({ kind }) => kind === 'task').flatMap(saidIn)[0]
  const state = active
    .filter(({ kind }) => STANDING.includes(kind))
    .flatMap(saidIn)
    .at(-1)
  const own = [task, state === task ? undefined : state].flatMap((sentence) => sentence ?? [])
  return (told.length > 0 ? told : own)
    .slice(0, 2)
    .map((sentence) => asSentence(sentence.replaceAll(/\s+/g, ' ')))
    .join(' ')
}

/** Where the work stood, in the words of whoever said it. */
const STANDING: readonly ItemKind[] = ['state', 'decision', 'request', 'file']
/** What people paste is no sentence to be shown: a line of code, a record, the words before a list. */
const FEWEST_WORDS = 2

/** The first sentence of an item that tells somebody something. */
function saidIn({ text }: LedgerItem): readonly string[] {
  const told = sentencesOf(text).find(
    (sentence) => isProse(sentence) && !sentence.trimEnd().endsWith(':') && contentWords(sentence).size >= FEWEST_WORDS,
  )
  return told === undefined ? [] : [told]
}

function asSentence(text: string): string {
  const short = text.length <= LONGEST ? text : `${text.slice(0, LONGEST).trimEnd()}…`.toWellFormed()
  return /[.!?…。！？]$/u.test(short) ? short : `${short}.`
}
