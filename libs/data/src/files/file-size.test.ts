import { expect, it } from 'vitest'
import { fileFacts } from './file-size'

it.each([
  ['Slides.pdf', 1_234_000, 'PDF, 1.2 MB'],
  ['archive.tar.gz', 900, 'GZ, 900 bytes'],
  ['Makefile', 12_000, 'File, 12 kB'],
])('describes %s of %i bytes as "%s"', (name, size, facts) => {
  expect(fileFacts({ name, size })).toBe(facts)
})
