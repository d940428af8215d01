import { describe, expect, it } from 'vitest'
import { comparedRows } from './comparison'

const sides = (before: string, after: string) =>
  comparedRows(before, after).map((row) => [row.before?.text ?? null, row.after?.text ?? null])

describe('two states of a file, side by side', () => {
  it('puts what was replaced beside what replaced it', () => {
    expect(sides('a\nb\nc\n', 'a\nB\nB2\nc')).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      [null, 'B2'],
      ['c', 'c'],
    ])
  })

  it('leaves the place of a removed line empty', () => {
    expect(sides('a\nb\nc\nd', 'a\nd')).toEqual([
      ['a', 'a'],
      ['b', null],
      ['c', null],
      ['d', 'd'],
    ])
    expect(sides('', 'a')).toEqual([[null, 'a']])
    expect(sides('a', '')).toEqual([['a', null]])
  })

  it('numbers the lines of each side, and gives each row its own key', () => {
    const rows = comparedRows('a\nb\nc\n', 'x\na\nc\ny')
    expect(rows.map(({ before, after }) => [before?.number, after?.number])).toEqual([
      [undefined, 1],
      [1, 2],
      [2, undefined],
      [3, 3],
      [undefined, 4],
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it('shows whole files that take too long to compare', () => {
    const many = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
    const rows = comparedRows(many('a'), many('b'), 0)
    expect(rows).toHaveLength(3000)
    expect(rows[7]).toMatchObject({ before: { text: 'a 7' }, after: { text: 'b 7' } })
  })
})
