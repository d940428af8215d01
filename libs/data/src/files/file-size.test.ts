import { expect, it } from 'vitest'
import { fileFacts } from './file-size'

it.each([
  ['Slides.pdf', 1_234_000, 'PDF, 1.2 MB'],
  ['archive.tar.gz', 900, 'GZ, 900 bytes'],
  ['Makefile', 12_000, 'File, 12 kB'],
  ['__init__.py', 0, 'PY, 0 bytes'],
  ['cover.png', 1023, 'PNG, 1,023 bytes'],
  ['cover.png', 1024, 'PNG, 1 kB'],
  // The size limits of covers, of handed-in work, and of files in lessons.
  ['cover.png', 1024 * 1024 - 1, 'PNG, 1 MB'],
  ['work.zip', 20 * 1024 * 1024, 'ZIP, 20 MB'],
  ['film.mp4', 50 * 1024 * 1024, 'MP4, 50 MB'],
])('describes %s of %i bytes as "%s"', (name, size, facts) => {
  expect(fileFacts({ name, size })).toBe(facts)
})
