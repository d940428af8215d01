import { DataError } from '@rookies/data/errors'
import { expect, it, vi } from 'vitest'
import { pictureRefusal } from '../../../kit/picture/decode-picture'
import { PictureRefused } from '../../../kit/picture/picture-refused'
import { sendingError } from '../../../kit/picture/use-send-picture'
import { encodeCover, MAX_COVER_BYTES } from './encode-cover'
import { COVER_SHAPE, coverSize, cropDirection, fit } from './fit'

it.each([
  // Pictures with the exact shape, wider ones, taller ones.
  [{ width: 500, height: 300 }, 0.5, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 0, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 0.5, { x: 250, y: 0, width: 500, height: 300 }],
  [{ width: 1000, height: 300 }, 1, { x: 500, y: 0, width: 500, height: 300 }],
  [{ width: 500, height: 900 }, 0.25, { x: 0, y: 150, width: 500, height: 300 }],
  // Offsets outside of the range, and very small pictures.
  [{ width: 500, height: 900 }, 7, { x: 0, y: 600, width: 500, height: 300 }],
  [{ width: 500, height: 900 }, -1, { x: 0, y: 0, width: 500, height: 300 }],
  [{ width: 1, height: 9000 }, 0.5, { x: 0, y: 4500, width: 1, height: 1 }],
  [{ width: 9000, height: 1 }, 0, { x: 0, y: 0, width: 2, height: 1 }],
])('crops %o at offset %d to %o', (size, offset, cut) => {
  expect(fit(size, COVER_SHAPE, offset)).toEqual(cut)
})

it('cropDirection() says in which direction a crop can be moved', () => {
  expect(cropDirection({ width: 1000, height: 300 }, COVER_SHAPE)).toBe('across')
  expect(cropDirection({ width: 500, height: 900 }, COVER_SHAPE)).toBe('down')
  expect(cropDirection({ width: 1280, height: 768 }, COVER_SHAPE)).toBeNull()
})

it('coverSize() shrinks a large crop and never enlarges a small one', () => {
  expect(coverSize({ width: 5000, height: 3000 })).toEqual({ width: 1280, height: 768 })
  expect(coverSize({ width: 320, height: 192 })).toEqual({ width: 320, height: 192 })
  expect(coverSize({ width: 9000, height: 1 })).toEqual({ width: 1280, height: 1 })
})

const blob = (type: string, size: number) => new Blob([new Uint8Array(size)], { type })

it('encodeCover() lowers quality and then size until a cover is small enough', async () => {
  const encode = vi.fn(async (scale: number, type: string, quality: number) =>
    blob(type, Math.round(MAX_COVER_BYTES * 1.5 * scale * quality)),
  )
  const { blob: cover, scale } = await encodeCover(encode)
  expect(cover.type).toBe('image/webp')
  expect(cover.size).toBeLessThanOrEqual(MAX_COVER_BYTES)
  expect(scale).toBe(1)
  // The best quality that is small enough, not the lowest.
  expect(encode.mock.calls.at(-1)).toEqual([1, 'image/webp', 0.66])
  const wild = await encodeCover(async (share, type) => blob(type, MAX_COVER_BYTES * 1.3 * share))
  expect(wild.scale).toBe(0.75)
  await expect(encodeCover(async (_, type) => blob(type, 300_000))).rejects.toThrow('small enough')
  await expect(encodeCover(async () => null)).rejects.toThrow('small enough')
})

it('encodeCover() writes JPEG if the browser cannot write WebP', async () => {
  const { blob: cover } = await encodeCover(async (_, type) =>
    blob(type === 'image/webp' ? 'image/png' : type, 10),
  )
  expect(cover.type).toBe('image/jpeg')
})

it('a file of the wrong name or type is refused with a sentence', () => {
  expect(pictureRefusal({ name: 'a.png', type: 'image/png' })).toBeNull()
  expect(pictureRefusal({ name: 'logo.svg', type: 'image/svg+xml' })).toMatch(/^logo.svg: SVG/)
  expect(pictureRefusal({ name: 'notes.txt', type: 'text/plain' })).toMatch(/^notes.txt is not a/)
})

it('a failed upload is explained by a sentence of the product, not of the browser', () => {
  const again = 'The picture is still here. Check your connection and try again.'
  expect(sendingError(new PictureRefused('It is too long.'))).toBe('It is too long.')
  expect(sendingError(new DataError({ code: 'STORAGE_413', message: 'It is too large.' }))).toBe(
    'It is too large.',
  )
  expect(sendingError(new DataError({ code: 'NETWORK' }))).toBe(again)
  expect(sendingError(new TypeError('Failed to fetch dynamically imported module: a.js'))).toBe(
    again,
  )
})
