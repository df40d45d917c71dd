import type { Policy } from '../schema/policy.ts'
import type { PrintProfile } from '../schema/print-profile.ts'
import { profiles } from './profiles.ts'

/** The sections that the system behind a preset has (A10, B22, C6, D6). */
const OF_PRESETS: Readonly<Record<string, PrintProfile>> = {
  cms: profiles.cms,
  harness: profiles.harness,
  layer: profiles.layer,
  'claude-code': profiles.assistant,
  amp: profiles.assistant,
  codex: profiles.codex,
  opencode: profiles.opencode,
  pi: profiles.pi,
}

/** Under which headings a policy's summaries are printed; `undefined` if under our own. */
export function profileFor({ name, summaryProfile }: Pick<Policy, 'name' | 'summaryProfile'>): PrintProfile | undefined {
  if (typeof summaryProfile === 'object') return summaryProfile
  if (summaryProfile !== undefined) return profiles[summaryProfile]
  return Object.hasOwn(OF_PRESETS, name) ? OF_PRESETS[name] : undefined
}
