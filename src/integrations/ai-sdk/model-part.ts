import { toBase64 } from '../../schema/base64.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { AnyModel, Part } from './shapes.ts'

/** How a model takes the content of a file: by itself (version 6), or with the name of what it is (version 7). */
export type FileForm = 'plain' | 'tagged'

export function fileFormOf(model: Pick<AnyModel, 'modelId'>): FileForm {
  const version = 'specificationVersion' in model ? String(model.specificationVersion) : ''
  return version === 'v2' || version === 'v3' ? 'plain' : 'tagged'
}

/**
 * A part of a message as a model takes it, if the SDK has not converted that part for this call: it was folded when the SDK was called, and is shown again by
 * what is sent now. Nothing is fetched: an address stays one.
 *
 *     image data:image/png;base64,iVBO…   →   file image/png iVBO…
 */
export function modelPart(part: Part, form: FileForm): Part {
  if (part.type === 'image' && 'image' in part) return filePart(part, part.image, form)
  if ((part.type === 'file' || part.type === 'reasoning-file') && 'data' in part) return filePart(part, part.data, form)
  if (part.type !== 'tool-result' || !('output' in part) || !isJsonObject(part.output)) return part
  const { value } = part.output
  if (!Array.isArray(value)) return part
  const output = { ...part.output, value: value.map((item) => (isJsonObject(item) ? resultItem(item, form) : item)) }
  const made = { ...part, output }
  return made
}

/** What a file holds: bytes or base64, an address, what a provider calls it, or text. */
type Content =
  | { readonly type: 'data'; readonly data: unknown; readonly mediaType?: string | undefined }
  | { readonly type: 'url'; readonly url: unknown }
  | { readonly type: 'reference' | 'text' }

function filePart(part: Part & { readonly image?: unknown; readonly mediaType?: unknown }, given: unknown, form: FileForm): Part {
  const { image: _, ...rest } = part
  const content = contentOf(given)
  const made = {
    ...rest,
    type: part.type === 'image' ? 'file' : part.type,
    mediaType: mediaTypeOf(content, part.mediaType, form),
    data: form === 'tagged' ? content : untagged(content),
  }
  return made
}

function contentOf(given: unknown): Content {
  if (isTagged(given)) return given
  if (given instanceof URL) return addressed(given)
  if (given instanceof Uint8Array) return { type: 'data', data: given }
  if (given instanceof ArrayBuffer) return { type: 'data', data: new Uint8Array(given) }
  const address = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  return address === undefined ? { type: 'data', data: given } : addressed(address)
}

function isTagged(given: unknown): given is Content {
  return typeof given === 'object' && given !== null && 'type' in given && typeof given.type === 'string'
}

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*?;base64,(.*)$/s

function addressed(url: URL): Content {
  const [, mediaType, data] = (url.protocol === 'data:' && DATA_URL.exec(url.href)) || []
  return data === undefined ? { type: 'url', url } : { type: 'data', data, mediaType }
}

/** An address that cannot be read as one goes on as it is: the provider says what it thinks of it. */
function addressOf(url: unknown): Content {
  return typeof url === 'string' && URL.canParse(url) ? addressed(new URL(url)) : { type: 'url', url }
}

function untagged(content: Content): unknown {
  if (content.type === 'data') return content.data
  return content.type === 'url' ? content.url : content
}

/** How files of pictures begin, in base64. */
const BEGINNINGS = { iVBORw0KGgo: 'image/png', '/9j/': 'image/jpeg', R0lGOD: 'image/gif', UklGR: 'image/webp' }

/** What a picture is, by how it begins; else what is said of it. */
function mediaTypeOf(content: Content, said: unknown, form: FileForm): unknown {
  const any = form === 'tagged' ? 'image' : 'image/*'
  if (content.type !== 'data') return said ?? any
  const beginning = content.data instanceof Uint8Array ? toBase64(content.data.slice(0, 12)) : String(content.data).slice(0, 16)
  const known = Object.entries(BEGINNINGS).find(([start]) => beginning.startsWith(start))
  return known?.[1] ?? content.mediaType ?? said ?? any
}

/** The same of a result: version 6 has a kind for each, version 7 files only. */
function resultItem(item: Readonly<Record<string, unknown>>, form: FileForm): object {
  const { type, data, url, mediaType, ...rest } = item
  const isPicture = String(type).startsWith('image') || String(mediaType).startsWith('image')
  const any = isPicture ? 'image' : 'application/octet-stream'
  switch (type) {
    case 'media':
    case 'file-data':
    case 'image-data':
      if (form === 'plain') return type === 'media' ? { ...item, type: isPicture ? 'image-data' : 'file-data' } : item
      return { ...rest, type: 'file', mediaType: mediaType ?? any, data: { type: 'data', data } }
    case 'file-url':
    case 'image-url':
      if (form === 'plain') return item
      return { ...rest, type: 'file', mediaType: mediaType ?? any, data: addressOf(url) }
    case 'file':
      return form === 'plain' ? item : filePart({ ...item, type }, data, form)
    default:
      return item
  }
}
