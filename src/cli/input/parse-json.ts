import type { Json } from '../../schema/json.ts'
import { CliError, EXIT } from '../exit.ts'
import { shieldIntegers } from './big-integers.ts'
import { findJsonFault } from './find-json-fault.ts'

/** No transcript is nested like this; beyond a few thousand levels JSON can be read but not written. */
const MOST_LEVELS = 1_000

/** JSON, its long integers shielded, or an error that names line, column and the place in the value. */
export function parseJson(text: string, name: string): Json {
  const value = parse(text, name)
  if (isDeeperThan(value, MOST_LEVELS)) {
    throw new CliError(EXIT.input, `${name}: expected at most ${MOST_LEVELS} levels of brackets, found more.`)
  }
  return value
}

function parse(text: string, name: string): Json {
  try {
    const value: Json = JSON.parse(text)
    const shielded = shieldIntegers(text)
    return shielded === text ? value : JSON.parse(shielded)
  } catch (error) {
    throw new CliError(EXIT.input, `${name}${describeFault(text) ?? `: ${String(error)}`}`, { cause: error })
  }
}

function describeFault(text: string): string | undefined {
  const fault = findJsonFault(text)
  if (fault === undefined) return undefined
  const { line, column, path, expected, found } = fault
  const place = path === '' ? '' : ` (inside ${path})`
  return `: line ${line}, column ${column}${place}: expected ${expected}, found ${found}.${hintFor(fault.expected, found, line)}`
}

function hintFor(expected: string, found: string, line: number): string {
  if (found === 'the end of the file') return ' It looks cut off.'
  if (expected !== 'the end of the file') return ''
  return line > 1 && found === '"{"' ? ' It looks like JSON Lines; put the lines into one array: jq -s . FILE' : ''
}

/** Walks level by level, not by recursion, which is what would fail. */
function isDeeperThan(value: Json, levels: number): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
