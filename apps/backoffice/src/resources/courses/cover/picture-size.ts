import type { Size } from './fit'

/** As much of a file as has its size in it, in bytes: cameras put a preview and colours before it. */
export const HEAD_BYTES = 1024 * 1024

/**
 * The size that the head of a picture tells, before anything is unpacked: a small file may hold more pixels than a
 * computer has room for.
 * In: the first bytes of a file. Out: pixels as they are stored, not turned yet; null for what is no PNG, JPEG, GIF,
 * WebP or AVIF picture.
 */
export function pictureSize(head: Uint8Array): Size | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? avif(view) ?? jpeg(view)
  } catch (error) {
    // It ends before it has said its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

const says = (view: DataView, at: number, text: string) =>
  Array.from(text, (letter) => letter.charCodeAt(0)).every(
    (code, i) => at + i < view.byteLength && view.getUint8(at + i) === code,
  )

function sized(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

function png(view: DataView): Size | null {
  return says(view, 0, '\x89PNG') ? sized(view.getUint32(16), view.getUint32(20)) : null
}

function gif(view: DataView): Size | null {
  return says(view, 0, 'GIF8') ? sized(view.getUint16(6, true), view.getUint16(8, true)) : null
}

function webp(view: DataView): Size | null {
  if (!says(view, 0, 'RIFF') || !says(view, 8, 'WEBP')) return null
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  if (says(view, 12, 'VP8X')) return sized(three(24) + 1, three(27) + 1)
  if (says(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
}

/** The largest of the pictures that one holds: a preview may stand before it. */
function avif(view: DataView): Size | null {
  if (!says(view, 4, 'ftypavi')) return null
  let found: Size | null = null
  for (let at = 8; at < Math.min(view.byteLength - 16, 16_384); at += 1) {
    if (!says(view, at, 'ispe')) continue
    const size = sized(view.getUint32(at + 8), view.getUint32(at + 12))
    if (size && (!found || size.width * size.height > found.width * found.height)) found = size
  }
  return found
}

function jpeg(view: DataView): Size | null {
  if (!says(view, 0, '\xff\xd8\xff')) return null
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // What begins a frame, but for the tables that are numbered among them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return sized(view.getUint16(at + 7), view.getUint16(at + 5))
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}
