import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, NamedText } from '../../schema/transcript-format.ts'
import { numberIn, objectIn } from '../fields.ts'
import { parsed } from '../json-format.ts'
import type { OpencodeMessage } from './messages.ts'

/** A session of the storage with its messages. */
interface StoredSession {
  readonly info: JsonObject
  readonly messages: readonly OpencodeMessage[]
}

/**
 * Puts a session together from the files of the storage, and sessions of sub-agents behind it: `session/<project>/<session>.json`,
 * `message/<session>/<message>.json`, `part/<message>/<part>.json`. Old versions have all parts in one folder.
 */
export function gatherStorage(info: JsonObject, beside: readonly NamedText[], faults: FileFault[]): readonly StoredSession[] {
  const files = beside.flatMap(({ path, text }): readonly { readonly path: string; readonly value: JsonObject }[] => {
    const value = parsed(text)
    if (isJsonObject(value)) return [{ path, value }]
    faults.push({ line: 1, detail: 'it is not a JSON object', path })
    return []
  })
  const inFolder = (folder: string): typeof files => files.filter(({ path }) => path.startsWith(`${folder}/`))
  const parts = Map.groupBy(
    inFolder('part'),
    ({ path, value }) => stringField(value, 'messageID') ?? path.split('/').at(-2) ?? '',
  )
  const messages = Map.groupBy(
    inFolder('message'),
    ({ path, value }) => stringField(value, 'sessionID') ?? path.split('/').at(-2) ?? '',
  )
  const sessions = [info, ...inFolder('session').flatMap(({ value }) => (isBelow(value, info) ? [value] : []))]
  return sessions.map((session) => ({
    info: session,
    messages: (messages.get(stringField(session, 'id') ?? '') ?? [])
      .toSorted((a, b) => createdAt(a.value) - createdAt(b.value) || compare(a.path, b.path))
      .map(({ value }) => ({
        info: value,
        parts: (parts.get(stringField(value, 'id') ?? '') ?? [])
          .toSorted((a, b) => compare(a.path, b.path))
          .map((part) => part.value),
      })),
  }))
}

function isBelow(session: JsonObject, info: JsonObject): boolean {
  return session['parentID'] === info['id'] && session['id'] !== info['id']
}

function createdAt(message: JsonObject): number {
  return numberIn(objectIn(message, 'time'), 'created') ?? 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
