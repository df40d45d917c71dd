import { defaultReserve } from '../../budget/allowance.ts'
import { type Failure, isFailure } from '../../schema/failures.ts'
import { CliError, EXIT } from '../exit.ts'
import { nameOf } from '../input/read-text.ts'
import { count } from '../picture/words.ts'
import type { CompactSettings } from './settings.ts'

type Asked = Pick<CompactSettings, 'file' | 'reserve' | 'pin'> & { readonly window: number }

/** Turns the engine's refusal into an account a person can act on: one number a line, and what would help. */
export function explainRefusal(error: unknown, asked: Asked): unknown {
  if (!isFailure(error, 'fixed-part-too-large')) return error
  return new CliError(EXIT.doesNotFit, itemise(error.failure, asked), { cause: error })
}

type DoesNotFit = Extract<Failure, { code: 'fixed-part-too-large' }>

function itemise(failure: DoesNotFit, asked: Asked): string {
  const { window } = asked
  const reserve = asked.reserve ?? defaultReserve(window)
  const rows = [
    ...failure.items.filter((item) => item.tokens > 0),
    { what: 'least that could be sent', tokens: failure.needed },
    { what: `budget (window ${count(window)} - reserve ${count(reserve)})`, tokens: failure.available },
  ]
  const widest = Math.max(...rows.map((row) => row.what.length))
  const lines = rows.map((row) => `  ${row.what.padEnd(widest)}  ${count(row.tokens).padStart(9)}`)
  return [
    `${nameOf(asked.file)}: the fixed part does not fit: it needs ${count(failure.needed)} tokens and ${count(failure.available)} are available.`,
    ...lines,
    `What would help: ${remedies(failure, asked, reserve).join('; ')}.`,
  ].join('\n')
}

function remedies(failure: DoesNotFit, asked: Asked, reserve: number): readonly string[] {
  const smallerReserve = asked.window - failure.needed
  return [
    `a larger window (--window ${leastWindow(failure.needed, asked.reserve)} or more)`,
    ...(smallerReserve >= 0 && smallerReserve < reserve ? [`a smaller reserve (--reserve ${smallerReserve} or less)`] : []),
    ...(asked.pin.length > 0 ? ['fewer or shorter pins'] : []),
    'a shorter system prompt or fewer tool definitions',
  ]
}

/** The smallest window whose budget holds `needed`: the default reserve is a quarter of it, up to its own limit. */
function leastWindow(needed: number, reserve: number | undefined): number {
  if (reserve !== undefined) return needed + reserve
  const byQuarter = Math.ceil((needed * 4) / 3)
  return Math.min(byQuarter, needed + defaultReserve(Number.MAX_SAFE_INTEGER))
}
