/** Headers of images that have a size and no picture, as base64. */

const big = (value: number, length: number): readonly number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256)
const little = (value: number, length: number): readonly number[] => big(value, length).toReversed()
const signs = (text: string): readonly number[] => [...text].map((sign) => sign.charCodeAt(0))
const base64 = (...bytes: readonly (readonly number[])[]): string => Buffer.from(bytes.flat()).toString('base64')
const REST = Array<number>(32).fill(0)

export function png(width: number, height: number): string {
  return base64([0x89], signs('PNG\r\n\x1a\n'), big(13, 4), signs('IHDR'), big(width, 4), big(height, 4), REST)
}

export function gif(width: number, height: number): string {
  return base64(signs('GIF89a'), little(width, 2), little(height, 2), REST)
}

export function jpeg(
  width: number,
  height: number,
  options: { readonly before?: number; readonly marker?: number } = {},
): string {
  const { before = 14, marker = 0xc0 } = options
  const camera = [0xff, 0xe1, ...big(before + 2, 2), ...Array<number>(before).fill(0x55)]
  const frame = [0xff, marker, ...big(17, 2), 8, ...big(height, 2), ...big(width, 2), 3]
  // Tables come in between; they look like frames and are none.
  return base64([0xff, 0xd8], camera, [0xff, 0xc4, ...big(4, 2), 1, 2], frame, REST)
}

export function webp(width: number, height: number, kind: string): string {
  const start = [...signs('RIFF'), ...little(100, 4), ...signs('WEBP'), ...signs(kind), ...little(80, 4)]
  switch (kind) {
    case 'VP8X':
      return base64(start, little(0, 4), little(width - 1, 3), little(height - 1, 3), REST)
    case 'VP8L':
      return base64(start, [0x2f], little(width - 1 + (height - 1) * 2 ** 14, 4), REST)
    default:
      return base64(start, [0, 0, 0, 0x9d, 0x01, 0x2a], little(width, 2), little(height, 2), REST)
  }
}
