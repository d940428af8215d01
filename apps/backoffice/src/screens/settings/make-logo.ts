import { decodePicture } from '../../kit/picture/decode-picture'
import { PictureRefused } from '../../kit/picture/picture-refused'
import type { MadePicture } from '../../kit/picture/use-send-picture'

/** The largest width and height of a logo in pixels: enough for a sharp icon and for a header on any screen. */
const [WIDEST, HIGHEST] = [1024, 512]
const SMALLEST = 48
/** Largest size of a logo in bytes. The limit is low, because every page loads the logo. */
const MAX_BYTES = 500_000
/** Scales that are tried in turn while the logo has too many bytes. */
const SCALES = [1, 0.75, 0.5, 0.25]

interface Size {
  width: number
  height: number
}

/** The size at which a logo is stored, which is never larger than the picture. */
export function logoSizeFor({ width, height }: Size, share: number): Size {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height) * share
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Converts a picture to the school's logo: a PNG, which all mail programs can show. The file name contains its size
 * (rules/settings#logo). Throws PictureRefused.
 */
export async function makeLogo(file: File): Promise<MadePicture> {
  const bitmap = await decodePicture(file)
  try {
    if (Math.min(bitmap.width, bitmap.height) < SMALLEST) {
      throw new PictureRefused(
        `${file.name} is too small. Choose a picture of at least ${SMALLEST} by ${SMALLEST} pixels.`,
      )
    }
    for (const share of SCALES) {
      const size = logoSizeFor(bitmap, share)
      const canvas = Object.assign(document.createElement('canvas'), size)
      const context = canvas.getContext('2d')
      if (!context) break
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, size.width, size.height)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (blob && blob.size <= MAX_BYTES) {
        const name = `logo-${size.width}x${size.height}.png`
        return { file: new File([blob], name, { type: 'image/png' }), size }
      }
    }
    throw new PictureRefused('This picture could not be made small enough.')
  } finally {
    bitmap.close()
  }
}
