import { CompactionError } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import { ITEM_KINDS, type ItemKind } from '../schema/ledger.ts'

/** What a summary in one domain should look out for (A10, A11). Plain data: write your own. */
export interface SummaryProfile {
  readonly name: string
  /** What to look for, by kind of item, in words for the model. */
  readonly lookFor: Readonly<Partial<Record<ItemKind, string>>>
  /** Headings of a summary in sentences, in order. */
  readonly sections: readonly string[]
}

/** Any conversation. */
export const general: SummaryProfile = frozen({
  name: 'general',
  // What is true of every conversation, the prompt says by itself.
  lookFor: {},
  sections: ['Accomplished', 'Current state', 'Preferences and rejected options', 'Next steps', 'Open questions', 'Errors'],
})

/** Work on code (D6, B22). */
export const coding: SummaryProfile = frozen({
  name: 'coding',
  lookFor: {
    ...general.lookFor,
    file: 'a file by its full path, with what was done to it or is in it now that its name does not tell',
    command: 'a command that matters later, exactly as it was run, with its exit status',
    decision: 'a technical decision, by whom, and why',
    fact: 'a name, version, port, number or cause that later work depends on',
  },
  sections: ['Completed work', 'Key technical decisions', 'Current state', 'Pending', 'Errors and resolutions'],
})

/** Work on a website's content (A10, A29). */
export const cms: SummaryProfile = frozen({
  name: 'cms',
  lookFor: {
    ...general.lookFor,
    artifact: 'pages, sections, posts, images and navigation entries, with their ids and slugs',
    fact: 'ids, slugs and addresses that later work depends on',
  },
  sections: ['Accomplished', 'Pages, sections, posts and images', 'Current state', 'Preferences', 'Next steps', 'Errors'],
})

/** How a summary in sentences is asked for. */
export interface ProseStyle {
  /** Most tokens of the summary, and of what the model may write. */
  readonly tokens: number
  readonly maxOutput: number
  readonly temperature?: number
  readonly profile: SummaryProfile
}

/** Summaries in sentences as the systems behind the presets ask for them (B13, D6, E6, A29); the part for a split turn has its own limit. */
export const proseStyles: Readonly<Record<'layer' | 'timeline' | 'cms' | 'pi', ProseStyle>> = frozen({
  layer: { tokens: 800, maxOutput: 1_000, temperature: 0.3, profile: coding },
  timeline: { tokens: 800, maxOutput: 1_000, profile: general },
  cms: { tokens: 2_000, maxOutput: 2_000, profile: cms },
  pi: { tokens: 13_107, maxOutput: 13_107, profile: coding },
})

/** Refuses a profile that names an unknown kind of item, and says which. */
export function checkProfile(profile: SummaryProfile): SummaryProfile {
  const unknown = Object.keys(profile.lookFor).find((kind) => !ITEM_KINDS.some((known) => known === kind))
  if (unknown === undefined) return profile
  throw new CompactionError<'input-invalid'>({
    ...{ code: 'input-invalid', at: `profile ${profile.name}, lookFor` },
    ...{ expected: `one of ${ITEM_KINDS.join(', ')}`, found: JSON.stringify(unknown) },
  })
}
