/** For authors of a dialect, a strategy or an agent: transcripts as agents write them, and what providers refuse. Needs fast-check. */

export type { Fault } from './provider-rules/fault.ts'
export { providerFaults } from './provider-rules/provider-rules.ts'
export {
  cleanTranscripts,
  DIALECTS,
  type DialectName,
  dirtyTranscripts,
  type GeneratedTranscript,
} from './transcripts/transcripts.ts'
