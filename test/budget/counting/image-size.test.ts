import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageSize } from '../../../src/budget/image-size.ts'
import { gif, jpeg, png, webp } from './images.ts'

describe('the size of an image', () => {
  it.each([
    ['PNG', png(1_920, 1_080)],
    ['GIF', gif(1_920, 1_080)],
    ['JPEG', jpeg(1_920, 1_080)],
    ['JPEG with what a camera wrote first', jpeg(1_920, 1_080, { before: 60_000 })],
    ['progressive JPEG', jpeg(1_920, 1_080, { marker: 0xc2 })],
    ['lossy WebP', webp(1_920, 1_080, 'VP8 ')],
    ['lossless WebP', webp(1_920, 1_080, 'VP8L')],
    ['extended WebP', webp(1_920, 1_080, 'VP8X')],
  ])('case 36 · is read from the first bytes of a %s', (_, image) => {
    expect(imageSize(image)).toEqual({ width: 1_920, height: 1_080 })
  })

  it('case 36 · is read whatever it is', () => {
    const side = fc.integer({ min: 1, max: 16_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        for (const image of [png(width, height), gif(width, height), jpeg(width, height), webp(width, height, 'VP8L')]) {
          expect(imageSize(image)).toEqual({ width, height })
        }
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['text', 'not base64 at all!'],
    ['a PNG without a size', png(1, 1).slice(0, 24)],
    ['a size of zero', png(0, 100)],
    ['a JPEG that ends before its frame', jpeg(10, 10, { before: 60_000 }).slice(0, 4_000)],
    ['a JPEG whose segment has no length', `${btoa('\xff\xd8\xff\xe0\0\0')}${'/'.repeat(1_000)}`],
    ['a JPEG of nothing but small segments', btoa(`\xff\xd8${'\xff\xe0\0\x02'.repeat(100_000)}`)],
    ['a WebP of an unknown kind', webp(10, 10, 'VP9 ')],
    ['another format', btoa('BM this is a bitmap, and its size is elsewhere')],
  ])('case 36 · is not known for %s', (_, image) => {
    expect(imageSize(image)).toBeUndefined()
  })

  it('case 36 · of anything at all: a size that makes sense, or none; never an error', () => {
    const start = fc.constantFrom('', 'iVBORw0KGgo', '/9j/', 'R0lGODlh', 'UklGRg')
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), fc.base64String(), (head, noise, base64) => {
        for (const image of [head + noise, head + base64]) {
          const size = imageSize(image)
          if (size !== undefined)
            expect(Number.isSafeInteger(size.width * size.height) && size.width * size.height > 0).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('case 36 · is the same however long the image is', () => {
    const image = png(640, 480) + 'A'.repeat(1_000_000)
    expect(imageSize(image)).toEqual({ width: 640, height: 480 })
  })
})
