import { imageSize } from 'image-size'

/** The size is within this many bytes; cameras put a preview and colours before it. */
export const HEAD_BYTES = 1024 * 1024

/** The largest picture that is decoded, in megapixels; it takes 400 MB. */
export const MEGAPIXELS = 100

/** The accepted picture formats. */
const TYPES = ['png', 'jpg', 'gif', 'webp', 'avif']

/** Returns whether a file begins like a phone's picture, whatever its name is. */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(String.fromCharCode(...head.subarray(4, 12)))

/**
 * Reads the size from a picture's header without unpacking it, because a small file may contain more pixels than a
 * computer has memory for. Returns pixels as stored, not rotated; null if it is no PNG, JPEG, GIF, WebP or AVIF
 * picture.
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, type = '' } = imageSize(head)
    return TYPES.includes(type) && width > 0 && height > 0 ? { width, height } : null
  } catch {
    // It is another format, or ends before its size.
    return null
  }
}
