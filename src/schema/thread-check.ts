/** What a check of a thread found: it is whole as far as it was looked at, or the first thing that is wrong. */
export type ThreadCheck =
  | {
      readonly kind: 'whole'
      readonly length: number
      readonly hash: string
      /** Entries that were erased: of these the fingerprint is in the chain, and there is no content to check. */
      readonly erased: number
      readonly checked: Checked
    }
  | { readonly kind: 'broken'; readonly at: number; readonly detail: string }

/** What was held against what, and how much of it there was. */
export interface Checked {
  /** Entries: the content against its fingerprint, all fingerprints against the chain, the end of the chain against the thread's head. */
  readonly entries: number
  /** Commits: the spans of their plans against the chain. */
  readonly commits: number
  readonly spans: number
  /** Items of ledgers: what they rest on must be in the log. Their words are not compared. */
  readonly ledgerItems: number
  /** Pins: what is pinned must be in the log. */
  readonly pins: number
  /** Artifacts that plans point to: read back and compared with their entries. Those that are gone are counted; the log has their content. */
  readonly artifacts: { readonly whole: number; readonly missing: number } | null
  /** Entries that writers were told of, against the log; `null` if the store keeps no record of that. */
  readonly acknowledged: number | null
  /** What was not looked at. */
  readonly unchecked: readonly Unchecked[]
}

export type Unchecked =
  | 'what was acknowledged'
  | 'artifacts'
  | 'words of summaries'
  | 'receipts'
  | 'records of requests'
  | 'cached summaries'
  | 'the search index'
