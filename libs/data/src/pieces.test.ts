import { expect, test } from 'vitest'
import { inPieces } from './pieces'

test('each part has at most the given number of items and less than a megabyte of JSON', () => {
  expect(inPieces([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inPieces([])).toEqual([])
  // Each of these characters takes three bytes.
  const items = Array.from({ length: 500 }, (_, n) => ({ n, alt: '語'.repeat(1_000) }))
  const pieces = inPieces(items, 500)
  expect(pieces.flat()).toEqual(items)
  expect(pieces).toHaveLength(2)
  for (const piece of pieces) {
    expect(new TextEncoder().encode(JSON.stringify(piece)).length).toBeLessThan(900_002)
  }
  expect(inPieces(['a', 'x'.repeat(1_000_000), 'b']).map((piece) => piece.length)).toEqual([
    1, 1, 1,
  ])
})
