import { isPicture } from '@rookies/data/files/file-types'
import { HEAD_BYTES, pictureSize } from '@rookies/data/files/picture-size'

/** Pixels that are unpacked, in millions: a small file may hold more than a computer has room for. */
const MEGAPIXELS = 100

/** Unpacks a picture, turned the way that its camera was held; null for what is none, or too large for that. */
async function unpack(file: File): Promise<ImageBitmap | null> {
  try {
    const stored = pictureSize(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
    if (!stored || stored.width * stored.height > MEGAPIXELS * 1_000_000) return null
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

/** In: a file, and its type. Out: how many pixels the picture has; null for what is none, or none that this browser reads. */
export async function measurePicture(
  file: File,
  type: string,
): Promise<{ width: number; height: number } | null> {
  if (!isPicture({ type })) return null
  const bitmap = await unpack(file)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/** High enough to know a picture again, in pixels. */
const SMALL = 160

/**
 * In: a picture. Out: a small copy as a data address, which the page's rules let it show; null where this browser cannot
 * read it.
 */
export async function smallPicture(file: File): Promise<string | null> {
  const bitmap = await unpack(file)
  if (!bitmap) return null
  try {
    const scale = Math.min(1, (SMALL * devicePixelRatio) / bitmap.height)
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
