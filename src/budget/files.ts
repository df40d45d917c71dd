import type { CountRules } from '../schema/count-rules.ts'
import { textField } from '../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import { FILE_TOKENS } from './careful-rules.ts'
import { imageSize } from './image-size.ts'

/** A file as a message carries it. */
interface FileContent {
  readonly media: 'image' | 'pdf' | 'audio' | 'video' | 'other'
  /** Base64 if the bytes are in the message; otherwise an address or an upload is named. */
  readonly data?: string | undefined
  /** OpenAI's wish for an image. */
  readonly detail?: string | undefined
}

/** What Gemini documents for a second of film; the others say nothing. */
const VIDEO_SECOND = 263
/** Bytes of a page (text with fonts; scans have more), and of a second: speech at 32 kbit/s, small video at 800 kbit/s. */
const PAGE_BYTES = 40_000
const SOUND_BYTES = 4_000
const VIDEO_BYTES = 100_000
/** What is taken for a document, a recording or a film behind an address. */
const UNSEEN_PAGES = 10
const UNSEEN_SECONDS = 60

/** What a file costs: an image by its size, anything else by how many pages or seconds its bytes are likely to hold. */
export function fileTokens({ media, data, detail }: FileContent, rules: CountRules): number {
  const units = (bytes: number, unseen: number): number => (data === undefined ? unseen : Math.ceil((data.length * 0.75) / bytes))
  switch (media) {
    case 'image':
      return rules.image(data === undefined ? undefined : imageSize(data), detail)
    case 'pdf':
      return rules.page * Math.max(1, units(PAGE_BYTES, UNSEEN_PAGES))
    case 'audio':
      return rules.sound * Math.max(1, units(SOUND_BYTES, UNSEEN_SECONDS))
    case 'video':
      return VIDEO_SECOND * Math.max(1, units(VIDEO_BYTES, UNSEEN_SECONDS))
    case 'other':
      return FILE_TOKENS
  }
}

/** The file of an image, document or sound part of OpenAI, Anthropic, Gemini or the AI SDK; `undefined` if a part is something else. */
export function fileOf(part: Json): FileContent | undefined {
  if (!isJsonObject(part)) return undefined
  const image = part['image_url']
  if (typeof image === 'string') return { ...fromUrl(image, 'image'), detail: stringField(part, 'detail') }
  if (isJsonObject(image)) return { ...fromUrl(textField(image, 'url'), 'image'), detail: stringField(image, 'detail') }
  if (isJsonObject(part['input_audio'])) return { media: 'audio', data: textField(part['input_audio'], 'data') }
  if (isJsonObject(part['file'])) return fromUrl(textField(part['file'], 'file_data'), 'pdf')
  const inline = part['inlineData'] ?? part['inline_data']
  if (isJsonObject(inline)) return fromSource(inline, 'other')
  // An image by its id.
  if (part['type'] === 'input_image') return { media: 'image', detail: stringField(part, 'detail') }
  if (part['type'] === 'computer_screenshot') return { media: 'image' }
  if (part['type'] === 'input_file') return fromUrl(textField(part, 'file_data') ?? textField(part, 'file_url'), 'pdf')
  if (part['type'] === 'image_generation_call') return { media: 'image', data: textField(part, 'result') }
  const uploaded = part['fileData'] ?? part['file_data']
  if (isJsonObject(uploaded)) return fromSource(uploaded, 'other')
  if (part['type'] === 'image' && !('image' in part)) return fromSource(part['source'], 'image')
  return part['type'] === 'document' ? fromSource(part['source'], 'pdf') : sdkFile(part)
}

/** The file of an image or file part of the AI SDK, in a message or in a result: an address, base64, or either with a tag. */
function sdkFile(part: JsonObject): FileContent | undefined {
  const type = stringField(part, 'type') ?? ''
  if (!/^(?:image|file|media|reasoning-file)(?:-|$)/.test(type)) return undefined
  const mime = stringField(part, 'mediaType') ?? stringField(part, 'mimeType')
  const media = mediaOf(mime, type.startsWith('image') || mime === 'image' ? 'image' : 'other')
  const given = part['image'] ?? part['data'] ?? part['url']
  const text = textField({ given: given ?? null }, 'given')
  if (text !== undefined || !isJsonObject(given)) return { ...fromUrl(text, media), media }
  return given['type'] === 'text' ? undefined : { ...fromUrl(textField(given, 'data') ?? textField(given, 'url'), media), media }
}

/** A data URL, bare base64, or the address of an unseen file. */
function fromUrl(url: string | undefined, media: FileContent['media']): FileContent {
  if (url === undefined || /^[a-z]+:\/\//i.test(url)) return { media }
  const [, mime] = /^data:([^;,]*)/i.exec(url) ?? []
  return { media: mediaOf(mime, media), data: mime === undefined ? url : url.slice(url.indexOf(',') + 1) }
}

/** Bytes with their type, as Anthropic and Gemini write them. A document of plain text does not count as a file. */
function fromSource(source: Json | undefined, media: FileContent['media']): FileContent | undefined {
  if (!isJsonObject(source)) return { media }
  if (source['type'] === 'text' || source['type'] === 'content') return undefined
  const mime = stringField(source, 'media_type') ?? stringField(source, 'mimeType') ?? stringField(source, 'mime_type')
  return { media: mediaOf(mime, media), data: textField(source, 'data') }
}

function mediaOf(mime: string | undefined, otherwise: FileContent['media']): FileContent['media'] {
  if (mime === 'application/pdf') return 'pdf'
  const [kind] = mime?.split('/') ?? []
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : otherwise
}
