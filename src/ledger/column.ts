/**
 * Numbers that are added one after another, hundreds of thousands in a long log. A list of them would take two to three times the memory,
 * and leave its former self behind whenever it grows. What stands in `values` from `length` on means nothing.
 */
export interface Column<Values extends Int32Array | Float64Array = Int32Array> {
  readonly values: Values
  readonly length: number
}

export interface GrowingColumn<Values extends Int32Array | Float64Array = Int32Array> extends Column<Values> {
  values: Values
  length: number
}

const FIRST = 32

/** Whole numbers. */
export function newColumn(): GrowingColumn {
  return { values: new Int32Array(FIRST), length: 0 }
}

/** Numbers of any kind. */
export function newFractions(): GrowingColumn<Float64Array> {
  return { values: new Float64Array(FIRST), length: 0 }
}

export function addWhole(column: GrowingColumn, value: number): void {
  if (column.length === column.values.length) {
    const longer = new Int32Array(roomFor(column.length))
    longer.set(column.values)
    column.values = longer
  }
  column.values[column.length] = value
  column.length += 1
}

export function addFraction(column: GrowingColumn<Float64Array>, value: number): void {
  if (column.length === column.values.length) {
    const longer = new Float64Array(roomFor(column.length))
    longer.set(column.values)
    column.values = longer
  }
  column.values[column.length] = value
  column.length += 1
}

function roomFor(length: number): number {
  return Math.ceil(length * 1.5)
}

/** The place of the first number of a rising column that is at least `least`. */
export function firstAtLeast({ values, length }: Column, least: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
