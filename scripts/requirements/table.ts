/** The parts of the work, in the order in which they are built. */
const PARTS: readonly string[] = [
  ...['1', '2', '3', '4', '5', '6', '6.1', '6.2', '6.5', '6.3', '6.4', '7', '14', '8', '9', '10', '11', '12', '13', '15'],
  'later',
]

export interface Requirement {
  readonly id: string
  /** The part it is due in; `later` if no part names it yet. */
  readonly part: string
  /** Through what it is proved, as the document says; `undefined` if it does not. */
  readonly door: string | undefined
}

export interface RequirementTable {
  readonly current: string
  readonly requirements: readonly Requirement[]
}

/** Reads docs/requirements.md. A row whose part is not in the list is an error, so that no requirement vanishes. */
export function readTable(text: string): RequirementTable {
  const current = /^Current part: (.*)$/m.exec(text)?.[1]?.trim() ?? 'not named'
  if (!PARTS.includes(current))
    throw new Error(`docs/requirements.md: the current part is ${current}; known: ${PARTS.join(', ')}`)
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:id\b|-)/.test(line))
  return { current, requirements: rows.map(requirementOf) }
}

/** Whether a requirement must have its proof by the current part. */
export function isDue({ current }: RequirementTable, { part }: Requirement): boolean {
  return PARTS.indexOf(part) <= PARTS.indexOf(current)
}

/** Cells of a row without the column of doors, with what lies outside its ends. */
const SHORT = 5

function requirementOf(row: string): Requirement {
  const cells = row.split('|').map((cell) => cell.trim())
  const [id = '', part = ''] = [cells[1], cells.at(-2)]
  if (!/^(?:case \d+|[A-Z]\d+)$/.test(id)) throw new Error(`docs/requirements.md: no id in the row ${row}`)
  if (!PARTS.includes(part)) throw new Error(`docs/requirements.md: the part "${part}" is not in the list, in the row ${row}`)
  return { id, part, door: cells.length > SHORT ? cells.at(-3) : undefined }
}
