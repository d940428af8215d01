import { heicRefusal } from '@rookies/data/files/file-refusal'
import { HEAD_BYTES, isHeic, pictureSize } from '@rookies/data/files/picture-size'
import { formatNumber } from '@rookies/data/wording'
import { encodeCover } from './encode-cover'
import { COVER_SHAPE, coverSize, fit, type Size } from './fit'
import { PictureRefused } from './picture-refused'

/** Pixels that a picture may have, in millions: unpacked these are 400 MB. */
const MEGAPIXELS = 100

/** A picture that a cover is cut from, as large as the cover needs. Close the bitmap when it is not needed any more. */
export interface Picture extends Size {
  bitmap: ImageBitmap
  name: string
}

/** In: a file that somebody gave. Out: why it cannot be a cover, by its name and type alone; null where it may be. */
export function coverRefusal({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name)) {
    return `${name}: SVG pictures can run code, so they are not taken. Save it as a PNG.`
  }
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return heicRefusal(name)
  return type.startsWith('image/')
    ? null
    : `${name} is not a picture. Choose a PNG, JPEG, WebP, GIF or AVIF picture.`
}

/** Unpacks a picture, turned the way that its camera was held. Throws PictureRefused. */
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
    // Moving the cut draws it again and again: of a large picture that would take long.
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

/** Draws the part of a picture that a card would show, over all of a canvas. */
export function drawCut(canvas: HTMLCanvasElement, { bitmap, ...size }: Picture, offset: number) {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = fit(size, COVER_SHAPE, offset)
  // JPEG knows nothing of what shines through.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** The cover that is sent, with its size. Throws PictureRefused where the browser could not make it. */
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
