import { PictureRefused } from '../../../kit/picture/picture-refused'

/** Largest size of a cover in bytes. The limit is low, because a page of the catalogue loads many covers. */
export const MAX_COVER_BYTES = 200_000

const QUALITIES = [0.86, 0.76, 0.66, 0.56, 0.46, 0.36]
/** Scales that are tried in turn if the lowest quality is still too large. */
const SCALES = [1, 0.75, 0.5]

/** Draws a cover at a scale of its size and encodes it; null if the browser could not. */
export type Encode = (scale: number, type: string, quality: number) => Promise<Blob | null>

/**
 * Encodes a cover in the best quality that is small enough, as WebP if the browser can write it, else as JPEG.
 * Throws PictureRefused if nothing can be encoded, or nothing is small enough.
 */
export async function encodeCover(encode: Encode): Promise<{ blob: Blob; scale: number }> {
  // A browser without WebP returns a PNG.
  const type = (await encode(0.1, 'image/webp', 0.5))?.type === 'image/webp' ? 'webp' : 'jpeg'
  for (const scale of SCALES) {
    for (const quality of QUALITIES) {
      const blob = await encode(scale, `image/${type}`, quality)
      if (blob && blob.size <= MAX_COVER_BYTES) return { blob, scale }
    }
  }
  throw new PictureRefused('This picture could not be made small enough.')
}
