import type { ItemKind } from '../schema/ledger.ts'
import type { Layout, PrintProfile, ProfileSection } from '../schema/print-profile.ts'
import type { LanguageCode } from './languages/language.ts'
import { type Line, SECTIONS, type Section } from './page-line.ts'
import { headingIn } from './phrases.ts'

/** A section as a page prints it. */
export interface PageSection {
  /** With its marks; `undefined` if it is our own for these lines. */
  readonly heading: string
  /** Ours, which tells whose words stand below it. */
  readonly own?: Section
  readonly layout: Layout
  /** Printed if it has no lines. */
  readonly empty?: string
}

/** Which lines a page prints under which headings. */
export interface PageLayout {
  /** The first line behind the opening; empty if there is none. */
  readonly title: string
  readonly sections: readonly PageSection[]
  /** Where a line stands; `undefined` if it has no place. */
  sectionOf(line: Pick<Line, 'section' | 'kind' | 'isDone'>): PageSection | undefined
}

/** The kinds of items that the lines of a page are like, the likest first. */
const KINDS: Readonly<Record<Section, readonly ItemKind[]>> = {
  task: ['task', 'request'],
  earlier: ['task', 'request'],
  constraint: ['constraint', 'preference', 'rejected'],
  request: ['request', 'task'],
  step: ['step', 'open'],
  decision: ['decision', 'fact'],
  fact: ['fact', 'decision', 'outcome'],
  said: ['decision', 'fact', 'outcome'],
  error: ['error', 'open', 'fact'],
  outcome: ['outcome', 'fact', 'state'],
  file: ['file', 'artifact'],
  command: ['command', 'outcome', 'fact'],
  open: ['open', 'step'],
  state: ['state', 'task'],
}

/** What people said stands under our own headings if a profile has no place for it (L15). */
const ALWAYS: readonly Section[] = ['task', 'earlier', 'constraint', 'request']

/** The layout of a profile; our own if there is none. */
export function layoutOf(profile: PrintProfile | undefined, language: LanguageCode, round: number): PageLayout {
  const own = new Map(SECTIONS.map((section) => [section, ownSection(section, language)]))
  if (profile === undefined) return { title: '', sections: [...own.values()], sectionOf: ({ section }) => own.get(section) }
  const places = profile.sections.map((section) => ({ section, page: ofProfile(section, profile, language) }))
  const placeOf = ({ section, kind, isDone }: Pick<Line, 'section' | 'kind' | 'isDone'>): PageSection | undefined => {
    const kinds = kind === undefined ? KINDS[section] : [kind, ...KINDS[section]]
    const status = isDone === true ? 'done' : 'active'
    const isIts =
      (one: ItemKind) =>
      (place: { readonly section: ProfileSection }): boolean =>
        place.section.kinds.includes(one) && place.section.statuses.includes(status)
    const found = kinds.flatMap((one) => places.find(isIts(one)) ?? [])[0]
    if (found === undefined) return ALWAYS.includes(section) ? own.get(section) : undefined
    // Under our own headings, what the agent said and what another program wrote are no decisions and no task.
    return 'heading' in found.section.title && OTHERS.includes(section) ? own.get(section) : found.page
  }
  const others = [...ALWAYS, ...OTHERS].flatMap((section) => own.get(section) ?? [])
  const isUsed = (section: PageSection): boolean => section.own !== undefined && placeOf({ section: section.own }) === section
  return {
    title: profile.title.replace('{round}', String(round)),
    sections: [...new Set([...places.map(({ page }) => page), ...others.filter(isUsed)])],
    sectionOf: placeOf,
  }
}

const OTHERS: readonly Section[] = ['earlier', 'said']

function ownSection(section: Section, language: LanguageCode): PageSection {
  return { heading: `## ${headingIn(language, section)}`, own: section, layout: 'list' }
}

function ofProfile(
  { title, kinds, layout, empty }: ProfileSection,
  { marks }: PrintProfile,
  language: LanguageCode,
): PageSection {
  const text = 'own' in title ? title.own : headingIn(language, title.heading)
  const only = kinds.length === 1 && 'heading' in title ? SECTIONS.find((section) => section === title.heading) : undefined
  return {
    heading: `${marks} ${text}`,
    layout,
    ...(only === undefined ? {} : { own: only }),
    ...(empty === undefined ? {} : { empty }),
  }
}

const WHOSE = { person: 'a person', agent: 'the agent' } as const

/** What stands before a rule of a person's in a profile's own sections. */
export const PERSON_LABEL: string = `${WHOSE.person}, `

/** A line as its section prints it: with whose words they are if the heading does not tell (L12), with a box, or as a row. */
export function laidOut(line: Line, { own, layout }: PageSection): string {
  const { text, cells, whose, isDone } = line
  if (layout === 'table' && cells !== undefined) return `| ${cells.map(asCell).join(' | ')} |`
  const label = own === undefined && whose !== undefined ? `${WHOSE[whose]}, ` : ''
  const box = layout === 'checklist' && !/^- \[[ x~-]\] /.test(text) ? (isDone === true ? '[x] ' : '[ ] ') : ''
  return label === '' && box === '' ? text : text.replace(/^- /, `- ${box}${label}`)
}

/** A cell cannot close itself. */
function asCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
}

/** The head of a table of files. */
export const TABLE_HEAD: readonly string[] = ['| File/Component | Action | Description |', '| --- | --- | --- |']
