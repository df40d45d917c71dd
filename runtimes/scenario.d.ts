import type { createCompactor } from '../src/index.ts'

/** What came out of the conversation that every runtime has. */
export function scenario(palimpsest: { readonly createCompactor: typeof createCompactor }): Promise<{
  readonly messages: number
  readonly before: number
  readonly after: number
  readonly request: unknown
  readonly found: readonly number[]
  readonly archive: number
}>
