import { expect, it, vi } from 'vitest'
import { encodeCover, MOST_COVER_BYTES } from './encode-cover'
import { COVER_SHAPE, coverSize, fit, movesAlong } from './fit'
import { coverRefusal } from './open-picture'
import { pictureSize } from './picture-size'

it.each([
  // Exactly the shape, wider, taller.
  [{ width: 500, height: 300 }, 0.5, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 0, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 0.5, { x: 250, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 1, { x: 500, y: 0, width: 500, height: 300 }],
  [{ width: 500, height: 900 }, 0.25, { x: 0, y: 150, width: 500, height: 300 }],
  // Nothing leads out of the picture, and nothing is left of none.
  [{ width: 500, height: 900 }, 7, { x: 0, y: 600, width: 500, height: 300 }],
  [{ width: 500, height: 900 }, -1, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1, height: 9000 }, 0.5, { x: 0, y: 4500, width: 1, height: 1 }],
  [{ width: 9000, height: 1 }, 0, { x: 0, y: 0, width: 2, height: 1 }],
])('of %o at %d the cut is %o', (size, offset, cut) => {
  expect(fit(size, COVER_SHAPE, offset)).toEqual(cut)
})

it('knows which way a cut can be moved', () => {
  expect(movesAlong({ width: 1000, height: 300 }, COVER_SHAPE)).toBe('across')
  expect(movesAlong({ width: 500, height: 900 }, COVER_SHAPE)).toBe('down')
  expect(movesAlong({ width: 1280, height: 768 }, COVER_SHAPE)).toBeNull()
})

it('stores a cut smaller, never larger', () => {
  expect(coverSize({ width: 5000, height: 3000 })).toEqual({ width: 1280, height: 768 })
  expect(coverSize({ width: 320, height: 192 })).toEqual({ width: 320, height: 192 })
  expect(coverSize({ width: 9000, height: 1 })).toEqual({ width: 1280, height: 1 })
})

const blob = (type: string, size: number) => new Blob([new Uint8Array(size)], { type })

it('steps down until a cover is small enough', async () => {
  const encode = vi.fn(async (scale: number, type: string, quality: number) =>
    blob(type, Math.round(MOST_COVER_BYTES * 1.5 * scale * quality)),
  )
  const { blob: cover, scale } = await encodeCover(encode)
  expect(cover.type).toBe('image/webp')
  expect(cover.size).toBeLessThanOrEqual(MOST_COVER_BYTES)
  expect(scale).toBe(1)
  // The finest that is small enough, not the smallest of all.
  expect(encode.mock.calls.at(-1)).toEqual([1, 'image/webp', 0.66])
  const wild = await encodeCover(async (share, type) => blob(type, MOST_COVER_BYTES * 1.3 * share))
  expect(wild.scale).toBe(0.75)
  await expect(encodeCover(async (_, type) => blob(type, 300_000))).rejects.toThrow('small enough')
  await expect(encodeCover(async () => null)).rejects.toThrow('small enough')
})

it('writes JPEG where the browser writes no WebP', async () => {
  const { blob: cover } = await encodeCover(async (_, type) =>
    blob(type === 'image/webp' ? 'image/png' : type, 10),
  )
  expect(cover.type).toBe('image/jpeg')
})

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )

it.each([
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 128, 0, 0, 1, 224])],
  ['GIF', bytes('GIF89a', [128, 2, 224, 1])],
  ['WebP', bytes('RIFF....WEBPVP8 ....', [0, 0, 0, 0x9d, 1, 0x2a, 128, 2, 224, 1])],
  ['large WebP', bytes('RIFF....WEBPVP8X....', [0, 0, 0, 0, 127, 2, 0, 223, 1, 0])],
  // 639 in fourteen bits, then 479.
  ['exact WebP', bytes('RIFF....WEBPVP8L....', [0x2f, 0x7f, 0xc2, 0x77, 0])],
  [
    'AVIF',
    bytes(
      '....ftypavif........',
      'ispe....',
      [0, 0, 0, 9, 0, 0, 0, 9],
      'ispe....',
      [0, 0, 2, 128, 0, 0, 1, 224],
      '........',
    ),
  ],
  [
    'JPEG',
    bytes(
      [0xff, 0xd8, 0xff, 0xe1, 0, 6],
      'Exif',
      [0xff, 0xc4, 0, 3, 0],
      [0xff, 0xc2, 0, 17, 8, 1, 224, 2, 128],
    ),
  ],
])('the size of a %s stands in its head', (_, head) => {
  expect(pictureSize(head)).toEqual({ width: 640, height: 480 })
  for (let end = 0; end < 10; end += 1) expect(pictureSize(head.slice(0, end))).toBeNull()
})

it('what is no picture has no size', () => {
  expect(pictureSize(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  expect(pictureSize(bytes('\x89PNG\r\n\x1a\n', Array(24).fill(0)))).toBeNull()
  expect(pictureSize(bytes([0xff, 0xd8, 0xff, 0xd9, 0, 2, 0, 0, 0]))).toBeNull()
})

it('says what is no cover by its name', () => {
  expect(coverRefusal({ name: 'a.png', type: 'image/png' })).toBeNull()
  expect(coverRefusal({ name: 'logo.svg', type: 'image/svg+xml' })).toMatch(/^logo.svg: SVG/)
  expect(coverRefusal({ name: 'notes.txt', type: 'text/plain' })).toMatch(/^notes.txt is not a/)
})
