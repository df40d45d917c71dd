import type { Content } from './block-key.ts'

/**
 * Whether call ids can be relied on. They are lost if the log knows none of a client's ids: the client has made its own. They are doubtful
 * before the first one that the log knows: the log may have taken it over from the client.
 */
export type CallIds = 'kept' | 'lost' | 'doubtful'

/** A call or a result, in the log or in what was handed in. */
export type Named = Extract<Content, { readonly callId: string }>

export function isNamed(content: Content): content is Named {
  return content.kind === 'tool-call' || content.kind === 'tool-result'
}

/** The id that tells a call or a result from others: none if it came without one, whatever we call it. */
export function ownId(named: Named): string | undefined {
  return named.callId === '' || named.inventedId === true ? undefined : named.callId
}

/**
 * True if nothing in their ids tells two calls, or two results, apart. A missing id is no contradiction, but a call whose id is ours still
 * has its tool: a result of another tool is another result.
 *
 *     log     read, without an id · its result, under the call's          given    read, id 7 · its result, id 7
 */
export function mayBeSame(a: Named, b: Named, ids: CallIds): boolean {
  if (a.callId === b.callId) return true
  if (isInvented(a, b)) return isSameTool(toolOf(a), toolOf(b))
  return ids !== 'kept' || a.callId === '' || b.callId === ''
}

/** True if one of two came without an id, and has one of ours. */
export function isInvented(a: Named, b: Named): boolean {
  return a.inventedId === true || b.inventedId === true
}

export function toolOf(named: Named): string {
  if (named.kind === 'tool-call') return named.tool
  return ('envelope' in named ? named.envelope.tool : named.tool) ?? ''
}

function isSameTool(a: string, b: string): boolean {
  return a === b || a === '' || b === ''
}
