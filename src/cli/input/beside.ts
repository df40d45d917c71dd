import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { parsed } from '../../formats/json-format.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { NamedText } from '../../schema/transcript-format.ts'

/** Files that belong to a session which its program keeps in several; `undefined` if it is kept in one. */
export async function besideOf(format: string, file: string, text: string): Promise<readonly NamedText[] | undefined> {
  if (file === '-') return undefined
  if (format === 'claude-code') return subAgents(file)
  if (format === 'opencode') return storageOf(file, text)
  return undefined
}

/** `<session>.jsonl` has its sub-agents in `<session>/subagents/agent-<id>.jsonl`. */
async function subAgents(file: string): Promise<readonly NamedText[] | undefined> {
  const folder = join(dirname(file), basename(file, '.jsonl'), 'subagents')
  const found = await textsIn(folder, folder)
  return found.length === 0 ? undefined : found
}

/** `storage/session/<project>/<session>.json` has its messages and parts in other folders of the storage. */
async function storageOf(file: string, text: string): Promise<readonly NamedText[] | undefined> {
  const storage = dirname(dirname(dirname(file)))
  const [own] = idsIn(text)
  if (basename(dirname(dirname(file))) !== 'session' || own === undefined) return undefined
  const sessions = await textsIn(dirname(file), storage)
  const children = sessions.filter((session) => idsIn(session.text).some(({ parent }) => parent === own.id))
  const ids = [own, ...children.flatMap((child) => idsIn(child.text))].map(({ id }) => id)
  const messages = (await Promise.all(ids.map((id) => textsIn(join(storage, 'message', id), storage)))).flat()
  const said = messages.flatMap((message) => idsIn(message.text))
  const parts = (await Promise.all(said.map(({ id }) => textsIn(join(storage, 'part', id), storage)))).flat()
  // Old versions have the parts of all messages in one folder.
  const loose = parts.length > 0 ? [] : await textsIn(join(storage, 'part'), storage)
  return [...children, ...messages, ...parts, ...loose]
}

/** The id that a file of the storage has, if it can be the name of a file. */
function idsIn(text: string): readonly { readonly id: string; readonly parent: unknown }[] {
  const value = parsed(text)
  const id = isJsonObject(value) ? stringField(value, 'id') : undefined
  // The format names files that are damaged.
  if (!isJsonObject(value) || id === undefined || !/^[\w.-]+$/.test(id) || id.includes('..')) return []
  return [{ id, parent: value['parentID'] }]
}

/** Files of a folder, in the order of their names; none if there is no such folder. */
async function textsIn(folder: string, root: string): Promise<readonly NamedText[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /\.jsonl?$/.test(name)).sort()
  return Promise.all(
    files.map(async (name) => ({
      path: relative(root, join(folder, name)).split(sep).join('/'),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}
