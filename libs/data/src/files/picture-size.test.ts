import { expect, it } from 'vitest'
import { pictureSize } from './picture-size'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )

/** Builds a box of a container format from its name and its parts; its length comes first. */
const box = (name: string, ...parts: (string | number[])[]): number[] => {
  const content = [...bytes(name, ...parts)]
  return [0, 0, 0, content.length + 4, ...content]
}

it.each([
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 128, 0, 0, 1, 224])],
  ['GIF', bytes('GIF89a', [128, 2, 224, 1])],
  ['WebP', bytes('RIFF....WEBPVP8 ....', [0, 0, 0, 0x9d, 1, 0x2a, 128, 2, 224, 1])],
  ['large WebP', bytes('RIFF....WEBPVP8X....', [0, 0, 0, 0, 127, 2, 0, 223, 1, 0])],
  // The width minus one (639) in fourteen bits, then the height minus one (479).
  ['exact WebP', bytes('RIFF....WEBPVP8L....', [0x2f, 0x7f, 0xc2, 0x77, 0])],
  [
    'AVIF',
    bytes(
      box('ftyp', 'avif....'),
      box(
        'meta',
        '....',
        box('iprp', box('ipco', box('ispe', '....', [0, 0, 2, 128, 0, 0, 1, 224]))),
      ),
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
])('reads the size of a %s from its header', (_, head) => {
  expect(pictureSize(head)).toEqual({ width: 640, height: 480 })
  for (let end = 0; end < 10; end += 1) expect(pictureSize(head.slice(0, end))).toBeNull()
})

it('returns null for a file that is not a picture', () => {
  expect(pictureSize(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  expect(pictureSize(bytes('\x89PNG\r\n\x1a\n', Array(24).fill(0)))).toBeNull()
  expect(pictureSize(bytes([0xff, 0xd8, 0xff, 0xd9, 0, 2, 0, 0, 0]))).toBeNull()
})
