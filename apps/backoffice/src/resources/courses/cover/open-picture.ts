import { decodePicture } from '../../../kit/picture/decode-picture'
import type { MadePicture } from '../../../kit/picture/use-send-picture'
import { encodeCover } from './encode-cover'
import { COVER_SHAPE, coverSize, fit, type Size } from './fit'

/** A decoded picture, no larger than a cover needs. The caller has to close the bitmap. */
export interface Picture extends Size {
  bitmap: ImageBitmap
  name: string
}

/** Decodes a picture, and makes it as small as a cover allows. Throws PictureRefused. */
export async function openPicture(file: File): Promise<Picture> {
  const whole = await decodePicture(file)
  const { width, height } = whole
  const cut = fit({ width, height }, COVER_SHAPE, 0)
  const scale = coverSize(cut).width / cut.width
  if (scale === 1) return { bitmap: whole, width, height, name: file.name }
  const small = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  try {
    // Moving the crop redraws the picture often, which would be slow at full size.
    const bitmap = await createImageBitmap(whole, {
      resizeWidth: small.width,
      resizeHeight: small.height,
      resizeQuality: 'high',
    })
    return { bitmap, ...small, name: file.name }
  } finally {
    whole.close()
  }
}

/** Draws the part of a picture that a card would show, so that it fills the canvas. */
export function drawCut(canvas: HTMLCanvasElement, { bitmap, ...size }: Picture, offset: number) {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = fit(size, COVER_SHAPE, offset)
  // JPEG has no transparency, so transparent parts become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Crops and encodes the cover, and returns it with its size. Throws PictureRefused. */
export async function makeCover(picture: Picture, offset: number): Promise<MadePicture> {
  const full = coverSize(fit(picture, COVER_SHAPE, offset))
  const scaled = (scale: number): Size => ({
    width: Math.max(1, Math.round(full.width * scale)),
    height: Math.max(1, Math.round(full.height * scale)),
  })
  const { blob, scale } = await encodeCover((share, type, quality) => {
    const canvas = Object.assign(document.createElement('canvas'), scaled(share))
    drawCut(canvas, picture, offset)
    return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
  })
  const ending = blob.type === 'image/webp' ? 'webp' : 'jpg'
  const name = picture.name.replace(/\.[^.]*$/, '') || 'cover'
  return { file: new File([blob], `${name}.${ending}`, { type: blob.type }), size: scaled(scale) }
}
