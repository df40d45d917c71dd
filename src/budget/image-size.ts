import type { ImageSize } from '../schema/count-rules.ts'

/** One byte of a file, or `undefined` past its end. */
type Bytes = (at: number) => number | undefined

/**
 * The size of a PNG, JPEG, GIF or WebP, read from the first bytes of its base64. `undefined` for anything else: another format, a
 * header that is cut off or makes no sense, text that is not base64. Looks only at what it needs, however long the image is.
 */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes: Bytes = (at) => byteAt(base64, at)
  const size = pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes)
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

const SIXES = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((sign, six) => [sign, six]))

/** Three bytes stand in four signs of six bits. */
function byteAt(base64: string, at: number): number | undefined {
  const group = Math.floor(at / 3) * 4
  const place = at % 3
  const first = SIXES.get(base64.charAt(group + place))
  const second = SIXES.get(base64.charAt(group + place + 1))
  if (first === undefined || second === undefined) return undefined
  return ((first << (2 + 2 * place)) & 0xff) | (second >> (4 - 2 * place))
}

/** A number of several bytes, big-endian. */
function big(bytes: Bytes, at: number, length: number): number | undefined {
  let value = 0
  for (let index = 0; index < length; index += 1) {
    const byte = bytes(at + index)
    if (byte === undefined) return undefined
    value = value * 256 + byte
  }
  return value
}

/** The same, little-endian. */
function little(bytes: Bytes, at: number, length: number): number | undefined {
  return big((index) => bytes(2 * at + length - 1 - index), at, length)
}

function says(bytes: Bytes, at: number, text: string): boolean {
  return [...text].every((sign, index) => bytes(at + index) === sign.charCodeAt(0))
}

function sizeOf(width: number | undefined, height: number | undefined): ImageSize | undefined {
  return width === undefined || height === undefined ? undefined : { width, height }
}

function pngSize(bytes: Bytes): ImageSize | undefined {
  if (!says(bytes, 1, 'PNG') || !says(bytes, 12, 'IHDR')) return undefined
  return sizeOf(big(bytes, 16, 4), big(bytes, 20, 4))
}

function gifSize(bytes: Bytes): ImageSize | undefined {
  return says(bytes, 0, 'GIF8') ? sizeOf(little(bytes, 6, 2), little(bytes, 8, 2)) : undefined
}

/** Three kinds: lossy, lossless, and extended with a canvas. */
function webpSize(bytes: Bytes): ImageSize | undefined {
  if (!says(bytes, 0, 'RIFF') || !says(bytes, 8, 'WEBP')) return undefined
  const next = (value: number | undefined): number | undefined => (value === undefined ? undefined : value + 1)
  if (says(bytes, 12, 'VP8X')) return sizeOf(next(little(bytes, 24, 3)), next(little(bytes, 27, 3)))
  if (says(bytes, 12, 'VP8L')) {
    const packed = little(bytes, 21, 4)
    return packed === undefined ? undefined : { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  const [width, height] = [little(bytes, 26, 2), little(bytes, 28, 2)]
  if (!says(bytes, 12, 'VP8 ') || width === undefined || height === undefined) return undefined
  return { width: width & 0x3fff, height: height & 0x3fff }
}

/** Segments before the picture; real files have a dozen. */
const MOST_SEGMENTS = 500

/** A JPEG is a row of segments; the size stands in the one that starts a frame, behind whatever a camera wrote first. */
function jpegSize(bytes: Bytes): ImageSize | undefined {
  if (big(bytes, 0, 2) !== 0xffd8) return undefined
  for (let at = 2, segments = 0; segments < MOST_SEGMENTS; segments += 1) {
    const marker = bytes(at + 1)
    const length = big(bytes, at + 2, 2)
    if (bytes(at) !== 0xff || marker === undefined || length === undefined || length < 2) return undefined
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (startsFrame) return sizeOf(big(bytes, at + 7, 2), big(bytes, at + 5, 2))
    at += 2 + length
  }
  return undefined
}
