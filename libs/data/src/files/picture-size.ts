import { imageSize } from 'image-size'

/** As much of a file as has its size in it, in bytes: cameras put a preview and colours before it. */
export const HEAD_BYTES = 1024 * 1024

/** What a picture of ours may be. */
const TYPES = ['png', 'jpg', 'gif', 'webp', 'avif']

/** Whether a file begins as a picture of a phone does, whatever it is called. */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(String.fromCharCode(...head.subarray(4, 12)))

/**
 * The size that the head of a picture tells, before anything is unpacked: a small file may hold more pixels than a
 * computer has room for.
 * In: the first bytes of a file. Out: pixels as they are stored, not turned yet; null for what is no PNG, JPEG, GIF,
 * WebP or AVIF picture.
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, type = '' } = imageSize(head)
    return TYPES.includes(type) && width > 0 && height > 0 ? { width, height } : null
  } catch {
    // It is something else, or ends before it has said its size.
    return null
  }
}
