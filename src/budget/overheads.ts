import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { type ImageSize, imageSize } from './image-size.ts'

/** Whose rules apply to what is not text. */
export type Provider = 'openai' | 'anthropic' | 'gemini' | 'unknown'

/** The AI SDK may stand in front of any provider. */
const DIALECTS: Readonly<Record<string, Provider>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  'ai-sdk': 'unknown',
}

/** The provider that a dialect is the language of. */
export function providerOf(dialect: string): Provider {
  return (Object.hasOwn(DIALECTS, dialect) ? DIALECTS[dialect] : undefined) ?? 'unknown'
}

/** What a provider puts into a request by itself. */
interface Overheads {
  /** The beginning of the answer, written for the model. */
  readonly priming: number
  /** Instructions that are added when there are tools. */
  readonly toolPrompt: number
}

/** Anthropic documents 346 for Claude 4; the others say nothing. */
const OVERHEADS: Readonly<Record<Provider, Overheads>> = {
  openai: { priming: 3, toolPrompt: 0 },
  anthropic: { priming: 3, toolPrompt: 346 },
  gemini: { priming: 3, toolPrompt: 0 },
  unknown: { priming: 3, toolPrompt: 0 },
}

/** Most bytes of a request, if a provider names a limit: Anthropic answers 413 above 32 MB, Gemini takes 20 MB with files inside. */
const BYTE_LIMITS: Readonly<Partial<Record<Provider, number>>> = { anthropic: 32_000_000, gemini: 20_000_000 }

/** `undefined` if it is unknown. */
export function byteLimitOf(provider: Provider): number | undefined {
  return BYTE_LIMITS[provider]
}

/** Tokens that the provider adds to every request. */
export function primingTokens(provider: Provider): number {
  return OVERHEADS[provider].priming
}

/** Tool definitions (C15): as the JSON they are sent as. Providers write them more tersely for the model, and do not say how. */
export function toolTokens(tools: readonly Json[], tokenizer: Tokenizer, provider: Provider): number {
  return tools.length === 0 ? 0 : tokenizer.count(JSON.stringify(tools)) + OVERHEADS[provider].toolPrompt
}

/** The price of a large image at Anthropic, and above OpenAI's largest. */
const UNKNOWN_IMAGE = 1_600

/** What an image costs by its size; by the worst case of the rule if the size is unknown. */
export function imageTokens(size: ImageSize | undefined, provider: Provider, detail?: string): number {
  switch (provider) {
    case 'openai':
      return openaiImage(size, detail)
    case 'anthropic':
      return anthropicImage(size)
    case 'gemini':
      return geminiImage(size)
    case 'unknown':
      return UNKNOWN_IMAGE
  }
}

/** 85, and 170 for every square of 512 pixels, once the image fits 2,048 and its shorter side 768. Low detail is 85. */
function openaiImage(size: ImageSize = { width: 2_048, height: 768 }, detail?: string): number {
  if (detail === 'low') return 85
  const fitted = fitInto(size, 2_048)
  const { width, height } = scaled(fitted, 768 / Math.min(fitted.width, fitted.height))
  return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512)
}

/** A token for every 750 pixels, once the longer side fits 1,568; never more than about 1,600. */
function anthropicImage(size: ImageSize = { width: 1_568, height: 1_568 }): number {
  const { width, height } = fitInto(size, 1_568)
  return Math.min(1_600, Math.ceil((width * height) / 750))
}

/** 258 up to 384 pixels a side, then 258 for every square of 768, once the image fits 3,072. */
function geminiImage(size: ImageSize = { width: 3_072, height: 3_072 }): number {
  if (size.width <= 384 && size.height <= 384) return 258
  const { width, height } = fitInto(size, 3_072)
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768)
}

function fitInto(size: ImageSize, side: number): ImageSize {
  return scaled(size, side / Math.max(size.width, size.height))
}

/** Made smaller, never larger; in whole pixels. */
function scaled({ width, height }: ImageSize, scale: number): ImageSize {
  if (scale >= 1) return { width, height }
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A file as a message carries it. */
export interface FileContent {
  readonly media: 'image' | 'pdf' | 'audio' | 'video' | 'other'
  /** Base64 if the bytes are in the message; otherwise an address or an upload is named. */
  readonly data?: string | undefined
  /** OpenAI's wish for an image. */
  readonly detail?: string | undefined
}

/**
 * What providers make of a page and of a second. Gemini documents 258 a page, 32 and 263 a second; OpenAI's audio models hear ten
 * tokens a second. A page at Anthropic and OpenAI is its text and its picture: 1,500 to 3,000.
 */
const PAGE: Readonly<Record<Provider, number>> = { openai: 3_000, anthropic: 3_000, gemini: 258, unknown: 3_000 }
const SOUND: Readonly<Record<Provider, number>> = { openai: 10, anthropic: 32, gemini: 32, unknown: 32 }
const VIDEO_SECOND = 263
/** Bytes of a page (text with fonts; scans have more), and of a second: speech at 32 kbit/s, small video at 800 kbit/s. */
const PAGE_BYTES = 40_000
const SOUND_BYTES = 4_000
const VIDEO_BYTES = 100_000
/** What is taken for a document, a recording or a film behind an address. */
const UNSEEN_PAGES = 10
const UNSEEN_SECONDS = 60

/** What a file costs: an image by its size, anything else by how many pages or seconds its bytes are likely to hold. */
export function fileTokens({ media, data, detail }: FileContent, provider: Provider): number {
  const units = (bytes: number, unseen: number): number => (data === undefined ? unseen : Math.ceil((data.length * 0.75) / bytes))
  switch (media) {
    case 'image':
      return imageTokens(data === undefined ? undefined : imageSize(data), provider, detail)
    case 'pdf':
      return PAGE[provider] * Math.max(1, units(PAGE_BYTES, UNSEEN_PAGES))
    case 'audio':
      return SOUND[provider] * Math.max(1, units(SOUND_BYTES, UNSEEN_SECONDS))
    case 'video':
      return VIDEO_SECOND * Math.max(1, units(VIDEO_BYTES, UNSEEN_SECONDS))
    case 'other':
      return UNKNOWN_IMAGE
  }
}

/** The file of an image, document or sound part of OpenAI, Anthropic, Gemini or the AI SDK; `undefined` if a part is something else. */
export function fileOf(part: Json): FileContent | undefined {
  if (!isJsonObject(part)) return undefined
  const image = part['image_url']
  if (typeof image === 'string') return { ...fromUrl(image, 'image'), detail: stringField(part, 'detail') }
  if (isJsonObject(image)) return { ...fromUrl(stringField(image, 'url'), 'image'), detail: stringField(image, 'detail') }
  if (isJsonObject(part['input_audio'])) return { media: 'audio', data: stringField(part['input_audio'], 'data') }
  if (isJsonObject(part['file'])) return fromUrl(stringField(part['file'], 'file_data'), 'pdf')
  const inline = part['inlineData'] ?? part['inline_data']
  if (isJsonObject(inline)) return fromSource(inline, 'other')
  // An image by its id.
  if (part['type'] === 'input_image') return { media: 'image', detail: stringField(part, 'detail') }
  if (part['type'] === 'computer_screenshot') return { media: 'image' }
  if (part['type'] === 'input_file') return fromUrl(stringField(part, 'file_data') ?? stringField(part, 'file_url'), 'pdf')
  if (part['type'] === 'image_generation_call') return { media: 'image', data: stringField(part, 'result') }
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
  if (!isJsonObject(given)) return { ...fromUrl(typeof given === 'string' ? given : undefined, media), media }
  return given['type'] === 'text'
    ? undefined
    : { ...fromUrl(stringField(given, 'data') ?? stringField(given, 'url'), media), media }
}

/** A data URL, bare base64, or the address of an unseen file. */
function fromUrl(url: string | undefined, media: FileContent['media']): FileContent {
  if (url === undefined || /^[a-z]+:\/\//i.test(url)) return { media }
  const [, mime] = /^data:([^;,]*)/i.exec(url) ?? []
  return { media: mediaOf(mime, media), data: mime === undefined ? url : url.slice(url.indexOf(',') + 1) }
}

/** Bytes with their type, as Anthropic and Gemini write them. A document of plain text is no file. */
function fromSource(source: Json | undefined, media: FileContent['media']): FileContent | undefined {
  if (!isJsonObject(source)) return { media }
  if (source['type'] === 'text' || source['type'] === 'content') return undefined
  const mime = stringField(source, 'media_type') ?? stringField(source, 'mimeType') ?? stringField(source, 'mime_type')
  return { media: mediaOf(mime, media), data: stringField(source, 'data') }
}

function mediaOf(mime: string | undefined, otherwise: FileContent['media']): FileContent['media'] {
  if (mime === 'application/pdf') return 'pdf'
  const [kind] = mime?.split('/') ?? []
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : otherwise
}
