import type { Sealer, ShelfRow } from '../../schema/artifacts.ts'
import { CompactionError, isFailure } from '../../schema/failures.ts'
import { type ArtifactHeader, boundText, decodeHeader, encodeHeader } from './header.ts'
import { bytesOf, textFrom } from './text-bytes.ts'

/** How content is turned into a row and back. */
export interface Packing {
  /** `undefined` if content is kept as it is. */
  readonly sealer: Sealer | undefined
  /** A fingerprint of bytes. */
  readonly digest: (bytes: Uint8Array) => string
}

/** What a header says before the content is turned into bytes. */
export type Label = Omit<ArtifactHeader, 'encoding' | 'bytes' | 'stored' | 'hash' | 'keyId' | 'keyCheck' | 'gone'>

/** Content as a row of the shelf: encoded, sealed if there is a sealer, with a header that vouches for it. */
export async function pack(label: Label, content: string, { sealer, digest }: Packing): Promise<ShelfRow> {
  const { encoding, bytes } = bytesOf(content)
  const bound = boundText({ ...label, encoding, bytes: bytes.length })
  const sealed = await sealer?.seal(label.tenant, bound, bytes)
  const body = sealed?.body ?? bytes
  const header: ArtifactHeader = {
    ...label,
    ...{ encoding, bytes: bytes.length, stored: body.length, hash: digest(together(bound, body)) },
    ...{ keyId: sealed?.keyId ?? null, keyCheck: sealed?.keyCheck ?? null, gone: null },
  }
  return { header: encodeHeader(header), body }
}

/** The content of a row, or a failure that says what is wrong with it. Nothing of damaged content is ever given out. */
export async function unpack(
  row: ShelfRow,
  at: Pick<ArtifactHeader, 'tenant' | 'id'>,
  { sealer, digest }: Packing,
): Promise<string> {
  const header = decodeHeader(row.header, at.tenant, at.id)
  const damaged = (expected: string, found: string, cause?: unknown): never => {
    throw new CompactionError<'artifact-damaged'>({ code: 'artifact-damaged', artifact: at.id, expected, found }, { cause })
  }
  if (row.body.length !== header.stored) damaged(`${header.stored} bytes`, `${row.body.length}`)
  const bound = boundText(header)
  if (digest(together(bound, row.body)) !== header.hash) damaged('bytes with the recorded hash', 'bytes with another')
  const { keyId, keyCheck } = header
  if (keyId !== null && sealer === undefined) {
    const expected = 'a key provider, because the content is sealed'
    throw new CompactionError<'key-unusable'>({ code: 'key-unusable', keyId, expected, found: 'none' })
  }
  const sealed = keyId === null ? null : { keyId, keyCheck: keyCheck ?? '', body: row.body }
  const plain = sealed === null || sealer === undefined ? row.body : await sealer.open(at.tenant, bound, sealed)
  try {
    return plain === null ? damaged('content that was sealed for this place', 'other content') : textFrom(plain, header.encoding)
  } catch (cause) {
    if (isFailure(cause, 'artifact-damaged')) throw cause
    return damaged(`text in ${header.encoding}`, 'bytes that are none', cause)
  }
}

function together(bound: string, body: Uint8Array): Uint8Array {
  const first = new TextEncoder().encode(`${bound}\n`)
  const all = new Uint8Array(first.length + body.length)
  all.set(first)
  all.set(body, first.length)
  return all
}
