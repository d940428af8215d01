import { heicRefusal } from '@rookies/data/files/file-types'
import { HEAD_BYTES, isHeic, MEGAPIXELS, pictureSize } from '@rookies/data/files/picture-size'
import { formatNumber } from '@rookies/data/wording'
import { PictureRefused } from './picture-refused'

/** Returns why a file cannot be used as a picture, by its name and type; null if it may be one. */
export function pictureRefusal({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (type === 'image/svg+xml' || /\.svgz?$/i.test(name)) {
    return `${name}: SVG pictures can run code, so they aren't accepted. Save it as a PNG.`
  }
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return heicRefusal(name)
  return type.startsWith('image/')
    ? null
    : `${name} is not a picture. Choose a PNG, JPEG, WebP, GIF or AVIF picture.`
}

/** Decodes a picture and applies its EXIF orientation. The caller must close the bitmap. Throws PictureRefused. */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  const refusal = pictureRefusal(file)
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
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw broken
  })
}
