import { textField } from '../../schema/foreign-values.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'

/** What kind of file a part holds, by its media type: `mediaType`, in old messages `mimeType`. */
export function mediaOf(part: JsonObject): string {
  if (part['type'] === 'image') return 'image'
  const [kind = ''] = (stringField(part, 'mediaType') ?? stringField(part, 'mimeType') ?? '').split('/')
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document'
}

/** A name or an address by which a person would know the file. */
export function describeFile(part: JsonObject): string {
  const { data } = part
  const address = [
    textField(part, 'url'),
    textField(part, 'image'),
    textField(part, 'data'),
    isJsonObject(data) ? textField(data, 'url') : undefined,
  ].find((value) => value !== undefined && /^https?:\/\//.test(value))
  return stringField(part, 'filename') ?? address?.slice(0, 200) ?? 'attached'
}
