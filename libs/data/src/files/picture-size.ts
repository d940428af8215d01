import { imageSize } from 'image-size'

/** The number of bytes in which a picture's size is expected. Cameras write a preview and colour profiles before it. */
export const HEAD_BYTES = 1024 * 1024

/** The largest picture that is decoded, in megapixels. It needs 400 MB of memory. */
export const MEGAPIXELS = 100

/** The accepted picture formats. */
const TYPES = ['png', 'jpg', 'gif', 'webp', 'avif']

/** Returns whether a file begins like a HEIC picture, the format of phones, whatever its name is. */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(String.fromCharCode(...head.subarray(4, 12)))

/**
 * Reads the size of a picture from its header without decoding the picture, because even a small file may contain more
 * pixels than fit into memory. Returns the stored width and height, ignoring a rotation; null if it is not a PNG, JPEG,
 * GIF, WebP or AVIF picture.
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, type = '' } = imageSize(head)
    return TYPES.includes(type) && width > 0 && height > 0 ? { width, height } : null
  } catch {
    // The file has another format, or ends before the size.
    return null
  }
}
