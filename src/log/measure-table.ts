import type { Measure } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import { hexColumn, type TextColumn } from './hex-column.ts'

/** What is known of entries, by their numbers. Of an entry of which nothing is known, every number is 0. */
export interface Measures {
  has(seq: number): boolean
  tokens(seq: number): number
  /** The same with the frame of its message, on the first block. */
  cost(seq: number): number
  frame(seq: number): number
  bytes(seq: number): number
  /** When it was appended, if that is known. */
  time(seq: number): number | undefined
  /** Everything; put together anew each time. */
  get(seq: number): Measure | undefined
}

export interface MeasureTable extends Measures {
  set(seq: number, measure: Measure): void
}

/** Where the numbers of an entry stand, and how many bytes they take. */
const TOKENS = 0
const FRAME = 8
const TIME = 16
const BYTES = 24
const KIND = 28
const ROW = 32
/** Entries on one page: a list that grows leaves its former self behind, a page does not. */
const PAGE = 128

/**
 * Side by side: there is one for every block of a log, and an object for each would take three times the memory. `hashes` are the chain
 * hashes, where somebody keeps them already.
 */
export function measureTable(hashes: TextColumn = hexColumn()): MeasureTable {
  const fingerprints = hexColumn()
  const counters: string[] = []
  const pages: DataView[] = []
  const whole = (seq: number, field: number): number => pages[Math.floor(seq / PAGE)]?.getUint32((seq % PAGE) * ROW + field) ?? 0
  const fraction = (seq: number, field: number): number =>
    pages[Math.floor(seq / PAGE)]?.getFloat64((seq % PAGE) * ROW + field) ?? 0
  /** 0 if nothing is known; otherwise twice the counter's number, which is counted from 1, and one more if the count is exact. */
  const kindOf = (seq: number): number => whole(seq, KIND)
  const table: MeasureTable = {
    has: (seq) => kindOf(seq) > 0,
    tokens: (seq) => fraction(seq, TOKENS),
    cost: (seq) => fraction(seq, TOKENS) + fraction(seq, FRAME),
    frame: (seq) => fraction(seq, FRAME),
    bytes: (seq) => whole(seq, BYTES),
    time(seq) {
      const at = fraction(seq, TIME)
      return Number.isNaN(at) || !table.has(seq) ? undefined : at
    },
    get(seq) {
      const kind = kindOf(seq)
      if (kind === 0) return undefined
      const [counter = '', at] = [counters[Math.floor(kind / 2) - 1], table.time(seq)]
      const counts = { tokens: table.tokens(seq), bytes: table.bytes(seq), frame: table.frame(seq) }
      const known = { hash: hashes.get(seq), fingerprint: fingerprints.get(seq), ...(at === undefined ? {} : { at }) }
      return { exact: kind % 2 === 1, counter, ...counts, ...known }
    },
    set(seq, measure) {
      if (!counters.includes(measure.counter)) counters.push(measure.counter)
      const place = Math.floor(seq / PAGE)
      const page = pages[place] ?? new DataView(new ArrayBuffer(PAGE * ROW))
      pages[place] = page
      const row = (seq % PAGE) * ROW
      page.setFloat64(row + TOKENS, measure.tokens)
      page.setFloat64(row + FRAME, measure.frame)
      page.setFloat64(row + TIME, measure.at ?? Number.NaN)
      page.setUint32(row + BYTES, measure.bytes)
      page.setUint32(row + KIND, 2 * (counters.indexOf(measure.counter) + 1) + (measure.exact ? 1 : 0))
      hashes.set(seq, measure.hash)
      fingerprints.set(seq, measure.fingerprint)
    },
  }
  return table
}

/** What the entries of a range cost, as far as it is known. */
export function costIn(measures: Pick<Measures, 'cost'>, { from, end }: SeqRange): number {
  let sum = 0
  for (let seq: number = from; seq < end; seq += 1) sum += measures.cost(seq)
  return sum
}
