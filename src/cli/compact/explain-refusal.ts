import { scaleCount } from '../../budget/calibrate.ts'
import { type Failure, isFailure } from '../../schema/failures.ts'
import { CliError, EXIT } from '../exit.ts'
import { nameOf } from '../input/read-text.ts'
import { count } from '../picture/words.ts'
import type { CompactSettings } from './settings.ts'

type Asked = Pick<CompactSettings, 'file' | 'reserve'> & {
  readonly pin?: readonly string[]
  /** The answer's length that the request names. */
  readonly output: number | undefined
}

/** Turns the engine's refusal into an account a person can act on: one number a line, and what would help. */
export function explainRefusal(error: unknown, asked: Asked): unknown {
  if (!isFailure(error, 'fixed-part-too-large')) return error
  return new CliError(EXIT.doesNotFit, itemise(error.failure, asked), { cause: error })
}

type DoesNotFit = Extract<Failure, { code: 'fixed-part-too-large' }>

function itemise(failure: DoesNotFit, asked: Asked): string {
  const { window, reserve, scale } = failure.budget
  const margin = Math.round(scale.factor * (1 + scale.margin) * 100)
  const rows = [
    ...failure.items.filter((item) => item.tokens > 0),
    { what: 'least that could be sent', tokens: failure.needed },
    {
      what: `budget (window ${count(window)} - reserve ${count(reserve)}${margin === 100 ? '' : `, counted at ${margin} %`})`,
      tokens: failure.available,
    },
  ]
  const widest = Math.max(...rows.map((row) => row.what.length))
  const lines = rows.map((row) => `  ${row.what.padEnd(widest)}  ${count(row.tokens).padStart(9)}`)
  return [
    `${nameOf(asked.file)}: the fixed part does not fit: it needs ${count(failure.needed)} tokens and ${count(failure.available)} are available.`,
    ...lines,
    `What would help: ${remedies(failure, asked).join('; ')}.`,
  ].join('\n')
}

function remedies(failure: DoesNotFit, asked: Asked): readonly string[] {
  const { window, reserve, scale } = failure.budget
  const needed = scaleCount(failure.needed, scale).most
  const smallerReserve = window - needed
  return [
    `a larger window (--window ${leastWindow(needed, asked)} or more)`,
    ...(smallerReserve >= 0 && smallerReserve < reserve ? [`a smaller reserve (--reserve ${smallerReserve} or less)`] : []),
    ...((asked.pin?.length ?? 0) > 0 ? ['fewer or shorter pins'] : []),
    'a shorter system prompt or fewer tool definitions',
  ]
}

/** A window whose budget holds `needed`: an answer that was asked for takes half of it at most, any other a quarter. */
function leastWindow(needed: number, { reserve, output }: Asked): number {
  if (reserve !== undefined) return needed + reserve
  return output === undefined ? Math.ceil((needed * 4) / 3) : Math.min(2 * needed, needed + output)
}
