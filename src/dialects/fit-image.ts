import type { ImageSize } from '../schema/count-rules.ts'

/** An image made smaller, so that its longer side fits. */
export function fitInto(size: ImageSize, side: number): ImageSize {
  return scaled(size, side / Math.max(size.width, size.height))
}

/** Made smaller, never larger; in whole pixels. */
export function scaled({ width, height }: ImageSize, scale: number): ImageSize {
  if (scale >= 1) return { width, height }
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
