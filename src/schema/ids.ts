declare const flavour: unique symbol
declare const brand: unique symbol
/** A string, and any string will do; but an id of one kind is not an id of another. */
type Flavoured<Name extends string> = string & { readonly [flavour]?: Name }

export type EntryId = Flavoured<'EntryId'>
export type MessageId = Flavoured<'MessageId'>
export type ThreadId = Flavoured<'ThreadId'>
export type TenantId = Flavoured<'TenantId'>
export type CommitId = Flavoured<'CommitId'>
export type ArtifactId = Flavoured<'ArtifactId'>

/**
 * Position of an entry in its thread: dense, from 0; or of what would come next. It reads and compares like any number, but not every
 * number is one. Doors take plain numbers.
 */
export type Seq = number & { readonly [brand]: 'Seq' }

export const entryId = (text: string): EntryId => text
export const messageId = (text: string): MessageId => text
export const threadId = (text: string): ThreadId => text
export const tenantId = (text: string): TenantId => text
export const commitId = (text: string): CommitId => text
export const artifactId = (text: string): ArtifactId => text

export const seqOf = (position: number): Seq => position as Seq
export const after = (seq: Seq): Seq => seqOf(seq + 1)
export const before = (seq: Seq): Seq => seqOf(seq - 1)

/** The handle printed in a prompt for entry number `seq`: `e57`. Recall resolves it. */
export const handleOf = (seq: number): string => `e${seq}`
