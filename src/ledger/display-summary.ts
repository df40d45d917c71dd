import type { Ledger } from '../schema/ledger.ts'
import { hasMarker, speaksForUser } from './check/markers.ts'
import { sentencesOf } from './sentences.ts'

const LONGEST = 240

/**
 * Two sentences for people, about what was folded (B3): the model's if they can be shown and claim no person's words, otherwise the task
 * and where it stood. They are never part of a prompt.
 */
export function displaySummary(ledger: Ledger, offered: string | undefined): string {
  const told =
    offered === undefined || hasMarker(offered) ? [] : sentencesOf(offered).filter((sentence) => !speaksForUser(sentence))
  const [task] = ledger.items.filter((item) => item.kind === 'task' && item.status === 'active')
  const state = ledger.items.findLast(
    (item) => item.status === 'active' && ['state', 'decision', 'request', 'file'].includes(item.kind),
  )
  const own = [task, state === task ? undefined : state].flatMap((item) =>
    item === undefined ? [] : [sentencesOf(item.text)[0] ?? ''],
  )
  return (told.length > 0 ? told : own)
    .slice(0, 2)
    .map((sentence) => asSentence(sentence.replaceAll(/\s+/g, ' ')))
    .join(' ')
}

function asSentence(text: string): string {
  const short = text.length <= LONGEST ? text : `${text.slice(0, LONGEST).trimEnd()}…`.toWellFormed()
  return /[.!?…。！？]$/u.test(short) ? short : `${short}.`
}
