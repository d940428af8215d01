import { isPicture } from '@rookies/data/files/file-types'
import { HEAD_BYTES, pictureSize } from '@rookies/data/files/picture-size'

/** Largest picture in megapixels: a small file can decode to more than fits into memory. */
const MAX_MEGAPIXELS = 100

/** Decodes a picture and applies its EXIF orientation; null if the file is no picture or is too large. */
async function decodePicture(file: File): Promise<ImageBitmap | null> {
  try {
    const stored = pictureSize(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
    if (!stored || stored.width * stored.height > MAX_MEGAPIXELS * 1_000_000) return null
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

/** The size of a picture in pixels; null if the file is no picture or the browser cannot decode it. */
export async function measurePicture(
  file: File,
  type: string,
): Promise<{ width: number; height: number } | null> {
  if (!isPicture({ type })) return null
  const bitmap = await decodePicture(file)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/** Height of a thumbnail in pixels. */
const THUMBNAIL_HEIGHT = 160

/**
 * A thumbnail of a picture as a `data:` URL, which the page's security policy allows; null if the browser cannot
 * decode the picture.
 */
export async function makeThumbnail(file: File): Promise<string | null> {
  const bitmap = await decodePicture(file)
  if (!bitmap) return null
  try {
    const scale = Math.min(1, (THUMBNAIL_HEIGHT * devicePixelRatio) / bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp')
  } catch {
    return null
  } finally {
    bitmap.close()
  }
}
