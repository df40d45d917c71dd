import { frozen } from '../schema/frozen.ts'
import type { ItemKind, ItemStatus } from '../schema/ledger.ts'
import type { SummaryProfileName } from '../schema/policy.ts'
import type { Layout, PrintProfile, ProfileSection } from '../schema/print-profile.ts'

const ACTIVE: readonly ItemStatus[] = frozen(['active'])
const ALL: readonly ItemStatus[] = frozen(['active', 'done'])

function ours(heading: ItemKind, kinds: readonly ItemKind[] = [heading], statuses = ACTIVE): ProfileSection {
  return { title: { heading }, kinds, statuses, layout: heading === 'step' ? 'checklist' : 'list' }
}

interface Own {
  readonly statuses?: readonly ItemStatus[]
  readonly layout?: Layout
  readonly empty?: string
}

function own(title: string, kinds: readonly ItemKind[], { statuses = ACTIVE, layout = 'list', empty }: Own = {}): ProfileSection {
  return { title: { own: title }, kinds, statuses, layout, ...(empty === undefined ? {} : { empty }) }
}

/** For any agent: everything, in the order of its kinds. */
const general: PrintProfile = {
  name: 'general',
  title: '',
  marks: '##',
  sections: [
    ...(['task', 'request', 'constraint', 'preference', 'rejected', 'decision', 'fact', 'open'] as const).map((kind) =>
      ours(kind),
    ),
    ours('step', ['step'], ALL),
    ...(['artifact', 'file', 'command', 'error', 'outcome', 'state'] as const).map((kind) => ours(kind)),
  ],
}

/** For agents that write code: rules and state first, then what was changed, run and broken. */
const coding: PrintProfile = {
  name: 'coding',
  title: '',
  marks: '##',
  sections: [
    ours('task'),
    ours('constraint', ['constraint', 'rejected', 'preference']),
    ours('request'),
    ours('state'),
    ours('step', ['step', 'open'], ALL),
    ours('decision'),
    ours('file', ['file', 'artifact'], ALL),
    ours('command'),
    ours('error', ['error'], ALL),
    ours('fact'),
    ours('outcome'),
  ],
}

/** For an agent that edits a web site (A10). */
const cms: PrintProfile = {
  name: 'cms',
  title: '',
  marks: '##',
  sections: [
    own(
      'What Was Accomplished: pages, sections, posts, images, navigation, with IDs and slugs',
      ['file', 'artifact', 'outcome', 'decision'],
      {
        statuses: ALL,
      },
    ),
    own('Current State', ['task', 'state', 'request']),
    own('User Preferences (Critical), rejected options included', ['constraint', 'preference', 'rejected']),
    own('What Comes Next', ['step', 'open'], { statuses: ALL, layout: 'checklist' }),
    own('Technical Context: IDs, error states, calls in progress', ['fact', 'error', 'command']),
  ],
}

/** The sections of the layer for an agent loop, and its table of completed work (D6). */
const layer: PrintProfile = {
  name: 'layer',
  title: '## Session Summary (Compaction Round {round})',
  marks: '###',
  sections: [
    own('Original Task', ['task'], { empty: 'Unknown task' }),
    own('Constraints', ['constraint', 'preference', 'rejected']),
    own('Completed Work', ['file', 'artifact'], { statuses: ALL, layout: 'table' }),
    own('Key Technical Decisions', ['decision', 'fact']),
    own('Current State', ['state', 'request', 'command', 'outcome']),
    own('Pending Work', ['step', 'open'], { statuses: ALL, layout: 'checklist' }),
    own('Errors & Resolutions', ['error'], { statuses: ALL }),
  ],
}

/** The production harness's structured summary (C6), as C18 prints it. */
const harness: PrintProfile = {
  name: 'harness',
  title: '',
  marks: '##',
  sections: [
    own('Facts', ['fact', 'constraint', 'preference', 'rejected', 'file', 'command']),
    own('Decisions', ['decision']),
    own('Open Items', ['open', 'request', 'error']),
    own('Artifacts', ['artifact']),
    own('Tool Outcomes', ['outcome']),
    own('Current Task', ['task', 'state']),
    own('Current Plan', ['step'], { statuses: ALL, layout: 'checklist' }),
  ],
}

/** What the summaries of Claude Code state (B22). */
const assistant: PrintProfile = {
  name: 'assistant',
  title: '',
  marks: '##',
  sections: [
    own('Key User Requests, Constraints and Preferences', ['task', 'request', 'constraint', 'preference', 'rejected']),
    own('What Was Done', ['decision', 'fact', 'outcome', 'command']),
    own('Current Work in Progress', ['state']),
    own('Files Involved', ['file', 'artifact'], { statuses: ALL }),
    own('Errors', ['error'], { statuses: ALL }),
    own('Next Steps', ['step', 'open'], { statuses: ALL, layout: 'checklist' }),
  ],
}

const ASKED = own('Task and Requests', ['task', 'request'])
const PROGRESS = own('Progress and Decisions', ['state', 'decision', 'fact', 'outcome'])
const WISHED = own('Constraints and Preferences', ['constraint', 'preference', 'rejected'])
const REMAINING = own('What Remains', ['step', 'open'], { statuses: ALL, layout: 'checklist' })

/** What those of Codex state: progress and decisions, constraints and preferences, what remains, critical data (B22). */
const codex: PrintProfile = {
  name: 'codex',
  title: '',
  marks: '##',
  sections: [
    ASKED,
    PROGRESS,
    WISHED,
    REMAINING,
    own('Critical Data and References', ['file', 'artifact', 'command', 'error'], { statuses: ALL }),
  ],
}

/** What those of OpenCode state: beside what Claude Code's do, technical decisions and why they were made (B22). */
const opencode: PrintProfile = {
  name: 'opencode',
  title: '',
  marks: '##',
  sections: [
    own('User Requests, Constraints and Preferences', ['task', 'request', 'constraint', 'preference', 'rejected']),
    own('What Was Done', ['outcome', 'fact', 'command']),
    own('What Is Being Worked On', ['state']),
    own('Files Being Modified', ['file', 'artifact'], { statuses: ALL }),
    own('What Comes Next', ['step', 'open'], { statuses: ALL, layout: 'checklist' }),
    own('Technical Decisions, and Why They Were Made', ['decision']),
    own('Errors', ['error'], { statuses: ALL }),
  ],
}

/** What those of pi state: as Codex's, and the files that were read or modified (B22). */
const pi: PrintProfile = {
  name: 'pi',
  title: '',
  marks: '##',
  sections: [
    ASKED,
    PROGRESS,
    WISHED,
    own('Files Read or Modified', ['file', 'artifact'], { statuses: ALL }),
    REMAINING,
    own('Critical Data and References', ['command', 'error'], { statuses: ALL }),
  ],
}

/** Layouts over the same items; your own is an object like these (A11). */
export const profiles: Readonly<Record<SummaryProfileName, PrintProfile>> = frozen({
  ...{ general, coding, cms, harness, layer },
  ...{ assistant, codex, opencode, pi },
})
