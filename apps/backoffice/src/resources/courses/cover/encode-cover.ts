import { PictureRefused } from './picture-refused'

/** Bytes that a cover has at most: a page of cards loads many. */
export const MOST_COVER_BYTES = 200_000

const QUALITIES = [0.86, 0.76, 0.66, 0.56, 0.46, 0.36]
/** Shares of the width, should the coarsest be too large still. */
const SCALES = [1, 0.75, 0.5]

/** What draws a cover at a share of its size, and packs it; null where the browser could not. */
export type Encode = (scale: number, type: string, quality: number) => Promise<Blob | null>

/**
 * The finest encoding of a cover that is small enough: WebP where the browser writes that, else JPEG.
 * Throws PictureRefused where the browser packs nothing, or nothing that is small enough.
 */
export async function encodeCover(encode: Encode): Promise<{ blob: Blob; scale: number }> {
  // A browser that writes no WebP answers with a PNG.
  const type = (await encode(0.1, 'image/webp', 0.5))?.type === 'image/webp' ? 'webp' : 'jpeg'
  for (const scale of SCALES) {
    for (const quality of QUALITIES) {
      const blob = await encode(scale, `image/${type}`, quality)
      if (blob && blob.size <= MOST_COVER_BYTES) return { blob, scale }
    }
  }
  throw new PictureRefused('This picture could not be made small enough.')
}
