import { fileType, isPicture } from '@rookies/data/files/file-types'

/** In: a file. Out: how many pixels the picture has; null for what is none, or none that this browser reads. */
export async function measurePicture(
  file: File,
): Promise<{ width: number; height: number } | null> {
  if (!isPicture({ type: fileType(file.name) })) return null
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return null
  }
}

/** High enough to know a picture again, in pixels. */
const SMALL = 160

/**
 * In: a picture. Out: a small copy as a data address, which the page's rules let it show; null where this browser cannot
 * read it.
 */
export async function smallPicture(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, (SMALL * devicePixelRatio) / bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas.toDataURL('image/webp')
  } catch {
    return null
  }
}
