import { CompactionError } from '../schema/failures.ts'
import { ITEM_KINDS } from '../schema/ledger.ts'
import { HEADINGS, type PrintProfile, type ProfileSection } from '../schema/print-profile.ts'

/** Refuses a profile that could not be printed, naming the place: it may come from a file. */
export function checkProfile(profile: PrintProfile, at = 'profile'): void {
  for (const field of ['name', 'title', 'marks'] as const)
    if (typeof profile[field] !== 'string') refuse(`${at}.${field}`, 'a text', typeof profile[field])
  if (!Array.isArray(profile.sections)) refuse(`${at}.sections`, 'a list of sections', typeof profile.sections)
  for (const [index, section] of profile.sections.entries()) checkSection(section, `${at}.sections[${index}]`)
}

function checkSection(section: ProfileSection, at: string): void {
  if (typeof section !== 'object' || section === null) refuse(at, 'a section', typeof section)
  checkAll(`${at}.kinds`, section.kinds, ITEM_KINDS)
  checkAll(`${at}.statuses`, section.statuses, ['active', 'done', 'superseded'])
  if (!LAYOUTS.includes(section.layout)) refuse(`${at}.layout`, LAYOUTS.join(', '), JSON.stringify(section.layout))
  const { own, heading }: { readonly own?: unknown; readonly heading?: unknown } = Object(section.title)
  if (typeof own === 'string' || HEADINGS.some((known) => known === heading)) return
  refuse(`${at}.title`, `{ own: a text } or { heading: ${HEADINGS.join(' | ')} }`, JSON.stringify(section.title) ?? 'nothing')
}

const LAYOUTS: readonly unknown[] = ['list', 'checklist', 'table']

function checkAll(at: string, given: readonly unknown[], known: readonly unknown[]): void {
  if (!Array.isArray(given)) refuse(at, 'a list', typeof given)
  const unknown = given.find((one) => !known.includes(one))
  if (unknown !== undefined) refuse(at, `some of ${known.join(', ')}`, JSON.stringify(unknown))
}

function refuse(at: string, expected: string, found: string): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}
