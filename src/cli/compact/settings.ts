import type { ModelTable } from '../../schema/model-limits.ts'

export type Format = 'auto' | 'openai-chat' | 'anthropic' | 'neutral'

/** What was asked for on the command line, already checked for form. */
export interface CompactSettings {
  /** A path, or `-` for standard input. */
  readonly file: string
  readonly from: Format
  readonly to: Format
  readonly model?: string
  readonly window?: number
  readonly reserve?: number
  /** A user's own numbers about models. */
  readonly models?: ModelTable
  readonly pin: readonly string[]
  readonly json?: true
  readonly out?: string
}
