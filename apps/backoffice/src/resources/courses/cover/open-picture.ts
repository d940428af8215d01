import { heicRefusal } from '@rookies/data/files/file-types'
import { HEAD_BYTES, isHeic, MEGAPIXELS, pictureSize } from '@rookies/data/files/picture-size'
import { formatNumber } from '@rookies/data/wording'
import { encodeCover } from './encode-cover'
import { COVER_SHAPE, coverSize, fit, type Size } from './fit'
import { PictureRefused } from './picture-refused'

/** A decoded picture, no larger than a cover needs. The caller has to close the bitmap. */
export interface Picture extends Size {
  bitmap: ImageBitmap
  name: string
}

/** Why a file cannot be a cover, judged by name and type alone; null if it may be one. */
export function coverRefusal({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name)) {
    return `${name}: SVG pictures can run code, so they aren't accepted. Save it as a PNG.`
  }
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return heicRefusal(name)
  return type.startsWith('image/')
    ? null
    : `${name} is not a picture. Choose a PNG, JPEG, WebP, GIF or AVIF picture.`
}

/** Decodes a picture and applies its EXIF orientation. Throws PictureRefused. */
export async function openPicture(file: File): Promise<Picture> {
  const refusal = coverRefusal(file)
  if (refusal) throw new PictureRefused(refusal)
  const broken = new PictureRefused(`${file.name} cannot be read as a picture. It may be broken.`)
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const stored = pictureSize(new Uint8Array(head))
  if (!stored)
    throw isHeic(new Uint8Array(head)) ? new PictureRefused(heicRefusal(file.name)) : broken
  const millions = (stored.width * stored.height) / 1_000_000
  if (millions > MEGAPIXELS) {
    throw new PictureRefused(
      `${file.name} has ${formatNumber(Math.round(millions))} million pixels, which is more than ${MEGAPIXELS}. Make it smaller first.`,
    )
  }
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw broken
  })
  const { width, height } = whole
  const cut = fit({ width, height }, COVER_SHAPE, 0)
  const scale = coverSize(cut).width / cut.width
  if (scale === 1) return { bitmap: whole, width, height, name: file.name }
  const small = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  try {
    // Moving the crop redraws the picture often, which would be slow for a large one.
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

/** Draws the part of a picture that a card would show over the whole canvas. */
export function drawCut(canvas: HTMLCanvasElement, { bitmap, ...size }: Picture, offset: number) {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = fit(size, COVER_SHAPE, offset)
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Crops and encodes the cover, and returns it with its size. Throws PictureRefused. */
export async function makeCover(
  picture: Picture,
  offset: number,
): Promise<{ file: File; size: Size }> {
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
