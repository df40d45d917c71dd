/**
 * What you need to write a part of your own: the types that stores, dialects, transcript formats, tokenizers, summarizers, artifact
 * stores, key providers and strategies are made of, and the few functions that they cannot do without. `docs/extending.md` shows each.
 */

/** For stores: the chain hash of an empty log, a search without an index, and what an erasure leaves. */
export { GENESIS } from './log/chain.ts'
export { erasedWith, eraseFromCommit, tombstoneOf } from './log/tombstone.ts'
export type { Candidate } from './recall/rank-hits.ts'
export { searchEntries } from './recall/search-entries.ts'
export type {
  ArtifactClass,
  ArtifactMetadata,
  ArtifactPermission,
  ArtifactShelf,
  DataKey,
  KeyProvider,
  Look,
  ManagedArtifacts,
  SecurityContext,
  Seen,
  Sensitivity,
  ShelfRow,
  Swept,
} from './schema/artifacts.ts'
export {
  type Capability,
  isCapable,
  type Leases,
  type RequestRecords,
  type StoreCapabilities,
  type StoreWith,
  type TenantSecrets,
  type ThreadList,
} from './schema/capabilities.ts'
export type { Commit } from './schema/commit.ts'
export type { CountRules, ImageSize } from './schema/count-rules.ts'
export type { BlockDraft, MessageDraft, Transcript } from './schema/draft.ts'
export type {
  AnsweredCall,
  Author,
  Determinism,
  Durability,
  Entry,
  EntryKind,
  Envelope,
  FileEntry,
  Hole,
  MessagePlace,
  MessageShell,
  OpaqueEntry,
  Outcome,
  ReasoningEntry,
  Role,
  TextEntry,
  ToolCallEntry,
  ToolResultEntry,
  TurnStartEntry,
  Usage,
} from './schema/entry.ts'
export { CompactionError, type Failure, type FailureCode, isFailure } from './schema/failures.ts'
export {
  type ArtifactId,
  type CommitId,
  type EntryId,
  type MessageId,
  type Seq,
  seqOf,
  type TenantId,
  type ThreadId,
} from './schema/ids.ts'
export type { GivenJson, Json, JsonObject } from './schema/json.ts'
export type { Authority, ItemDraft, ItemKind, ItemStatus, Ledger, LedgerItem, LedgerOperation } from './schema/ledger.ts'
export type { Meter } from './schema/meter.ts'
export type { Carried, Excerpt, SplitTurn } from './schema/plan.ts'
export type { SummarizerInput } from './schema/policy.ts'
export type {
  Artifact,
  ArtifactStore,
  Clock,
  Dialect,
  Erased,
  EraseTarget,
  Hash,
  Head,
  Lease,
  LogRow,
  Measure,
  Mended,
  MessagesCheck,
  SessionState,
  Standing,
  Store,
  Summarizer,
  SummaryCache,
  Surroundings,
  ThreadKey,
  Tokenizer,
  ValidationStart,
} from './schema/ports.ts'
export type { PrintProfile, ProfileSection } from './schema/print-profile.ts'
export type { DialectTraits, PromptMessage, PromptPart, Repair, Violation } from './schema/prompt.ts'
export { rangeAt, rangeOf, type SeqRange } from './schema/range.ts'
export type { LawOverride } from './schema/receipt.ts'
export type { KeptRequest, RequestParts, RequestRecord, SentRequest } from './schema/request-record.ts'
export type { SearchHit, SearchQuery } from './schema/search.ts'
export type {
  Circumstances,
  Frontier,
  Log,
  Order,
  Pointer,
  Prices,
  Proposal,
  Scene,
  Shortened,
  Strategy,
} from './schema/strategy.ts'
export type {
  Finding,
  FindingReason,
  SecondLook,
  SelectedModel,
  SentView,
  SummaryAnswer,
  SummaryAttempt,
  SummaryContent,
  SummaryExam,
  SummaryFault,
  SummaryJob,
  SummaryUsage,
  SummaryWay,
} from './schema/summary.ts'
export type { ReplayCost } from './schema/tool-policy.ts'
export type {
  FileFault,
  FileLog,
  FileReading,
  FileTranscript,
  TranscriptFile,
  TranscriptFormat,
} from './schema/transcript-format.ts'
export type { Adjustment } from './schema/trigger.ts'
