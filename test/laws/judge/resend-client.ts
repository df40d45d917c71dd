import { itemAt } from '../../../src/schema/at.ts'
import type { Dice } from './dice.ts'

/** One thing that a client's history says. */
export interface Said {
  readonly who: 'person' | 'agent' | 'call' | 'result'
  /** Of a call and its result. */
  readonly id: string
  readonly text: string
}

/** What a client does to its own history before it sends it. */
const MOVES = [
  'ask',
  'ask',
  'ask',
  'ask again',
  'edit and cut off',
  'edit',
  'delete',
  'put in',
  'take back',
  'cut a result',
  'replace a result',
  'bring results back',
] as const
type Move = (typeof MOVES)[number]

export interface Speaker {
  question(): Said
  /** A text, now and then behind a call and its result. */
  answer(): readonly Said[]
  /** The same in other words. */
  edited(said: Said): Said
  /** A result as it was before a client cut it down. */
  whole(said: Said): Said
}

/** Says something new each time, and now and then what was said before. What is new begins with a number of its own, and is up to three times `length` phrases long. */
export function speaker(dice: Dice, length: number): Speaker {
  const outputs = new Map<string, Said>()
  let count = 0
  const next = (): number => {
    count += 1
    return count
  }
  const words = (kind: string): string =>
    `${kind} ${next()}: ${'some words about this matter '.repeat(dice.below(4) * length)}${count}`
  const reworded = (text: string): string => (dice.oneIn(2) ? words('Instead') : `${text}, edited ${next()}.`)
  return {
    question: () => ({ who: 'person', id: '', text: dice.oneIn(6) ? 'continue' : words('Question') }),
    answer() {
      const id = `call_${next()}`
      const output: Said = { who: 'result', id, text: words('Output') }
      outputs.set(id, output)
      const round: readonly Said[] = [{ who: 'call', id, text: JSON.stringify({ command: id }) }, output]
      return [...(dice.oneIn(3) ? round : []), { who: 'agent', id: '', text: dice.oneIn(8) ? 'ok' : words('Answer') }]
    },
    whole: (said) => outputs.get(said.who === 'result' ? said.id : '') ?? said,
    edited: (said) => ({ ...said, text: reworded(said.text) }),
  }
}

/** The history as a client sends it after a move; it always ends with something to answer. */
export function afterMove(history: readonly Said[], said: Speaker, dice: Dice, move: Move): readonly Said[] {
  const texts = history.flatMap(({ who }, index) => (who === 'person' || who === 'agent' ? [index] : []))
  const questions = texts.filter((index) => history[index]?.who === 'person')
  if (questions.length === 0) return [...history, said.question()]
  const question = dice.pick(questions)
  const text = dice.pick(texts)
  const rewordedAt = (at: number): Said => said.edited(itemAt(history, at))
  switch (move) {
    case 'ask':
      return [...history, said.question()]
    case 'ask again':
      return history.slice(0, (questions.at(-1) ?? 0) + 1)
    case 'edit and cut off':
      return [...history.slice(0, question), rewordedAt(question)]
    case 'edit':
      return [...history.with(text, rewordedAt(text)), said.question()]
    case 'delete':
      return [...history.toSpliced(text, 1), said.question()]
    case 'put in':
      return [...history.toSpliced(question, 0, said.question()), said.question()]
    case 'take back':
      return [...history.slice(0, question), said.question()]
    case 'cut a result':
      return [...withResult(history, dice, (text) => text.slice(0, dice.below(text.length) + 1).trimEnd()), said.question()]
    case 'replace a result':
      return [...withResult(history, dice, (text) => '[cleared]'.slice(0, text.length)), said.question()]
    case 'bring results back':
      return [...history.map((each) => said.whole(each)), said.question()]
  }
}

export function anyMove(dice: Dice): Move {
  return dice.pick(MOVES)
}

/** A history with another text in one of its results. */
function withResult(history: readonly Said[], dice: Dice, reword: (text: string) => string): readonly Said[] {
  const results = history.flatMap(({ who }, index) => (who === 'result' ? [index] : []))
  if (results.length === 0) return history
  const at = dice.pick(results)
  const result = itemAt(history, at)
  return history.with(at, { ...result, text: reword(result.text) })
}
