import { isDue, type RequirementTable } from './table.ts'
import type { Title } from './titles.ts'

/** What is wrong with what titles carry, in words: something due that none of them carries, something that does not exist. */
export function faultsOfTitles(table: RequirementTable, titles: readonly Title[]): readonly string[] {
  const carried = new Set(titles.flatMap(({ ids }) => ids))
  const known = new Set(table.requirements.map(({ id }) => id))
  const due = table.requirements.filter((requirement) => isDue(table, requirement)).map(({ id }) => id)
  return [
    ...(due.length === 0 ? ['nothing is due: that cannot be right'] : []),
    ...due.filter((id) => !carried.has(id)).map((id) => `${id} is due and has no test`),
    ...[...carried].filter((id) => !known.has(id)).map((id) => `a title names ${id}, which docs/requirements.md does not have`),
  ]
}
