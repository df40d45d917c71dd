/** One thing that was looked at. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'missing' | 'broken'
  readonly detail: string
  /** How to mend it. */
  readonly mend?: string
}
