import { describe, expect, it } from 'vitest'
import { formatRanges, mergeRanges, parseRanges, totalSeconds } from './ranges'

describe('mergeRanges', () => {
  it('sorts ranges, joins overlapping and adjacent ones, and removes empty ones', () => {
    expect(
      mergeRanges([
        [20, 30],
        [0, 10],
        [10, 12],
        [25, 28],
        [40, 40],
        [50, 45],
      ]),
    ).toEqual([
      [0, 12],
      [20, 30],
    ])
  })

  it('contains each second of the ranges exactly once', () => {
    expect(
      totalSeconds(
        mergeRanges([
          [0, 10],
          [5, 15],
        ]),
      ),
    ).toBe(15)
    expect(totalSeconds([])).toBe(0)
  })
})

it('ranges are parsed and formatted in the syntax of PostgreSQL', () => {
  const text = '{[0,180),[195,432)}'
  expect(formatRanges(parseRanges(text))).toBe(text)
  expect(parseRanges('{}')).toEqual([])
  expect(parseRanges(null)).toEqual([])
  expect(formatRanges([])).toBe('{}')
})
