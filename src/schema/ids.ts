declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type EntryId = Branded<'EntryId'>
export type MessageId = Branded<'MessageId'>
export type ThreadId = Branded<'ThreadId'>
export type TenantId = Branded<'TenantId'>
export type CommitId = Branded<'CommitId'>
export type ArtifactId = Branded<'ArtifactId'>

/** Position of an entry in its thread: dense, from 0. */
export type Seq = number

export const entryId = (text: string): EntryId => text as EntryId
export const messageId = (text: string): MessageId => text as MessageId
export const threadId = (text: string): ThreadId => text as ThreadId
export const tenantId = (text: string): TenantId => text as TenantId
export const commitId = (text: string): CommitId => text as CommitId
export const artifactId = (text: string): ArtifactId => text as ArtifactId

export const seqOf = (place: number): Seq => place

/** The handle printed in a prompt for entry number `seq`: `e57`. Recall resolves it. */
export const handleOf = (seq: Seq): string => `e${seq}`
