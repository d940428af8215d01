import { describe, expect, it } from 'vitest'
import { changedPassages, changeRows, linesIn, rowsByKind } from './compare'

const shown = (before: string, after: string) =>
  changeRows(linesIn(before), linesIn(after)).map((row) => `${row.before}|${row.after}|${row.kind}`)

describe('lines side by side', () => {
  it('show a new line beside the line that it replaces', () => {
    expect(shown('a\nb\nc', 'a\nB\nc')).toEqual(['1|1|same', '2|2|changed', '3|3|same'])
  })

  it('show an empty side beside a line that was added or removed', () => {
    expect(shown('a\nb\nc\nd', 'a\nd\ne')).toEqual([
      '1|1|same',
      '2|null|changed',
      '3|null|changed',
      '4|2|same',
      'null|3|changed',
    ])
    expect(shown('a\nb\nc', 'a\nx\ny\nz\nc')).toEqual([
      '1|1|same',
      '2|2|changed',
      'null|3|changed',
      'null|4|changed',
      '3|5|same',
    ])
  })

  it('contain every line of both texts once, in order', () => {
    const before = Array.from({ length: 60 }, (_, at) => `line ${(at * 7) % 11}`)
    const after = Array.from({ length: 55 }, (_, at) => `line ${(at * 5) % 13}`)
    const rows = changeRows(before, after)
    const numbers = (side: 'before' | 'after') => rows.map((row) => row[side]).filter(Boolean)
    expect(numbers('before')).toEqual(before.map((_, at) => at + 1))
    expect(numbers('after')).toEqual(after.map((_, at) => at + 1))
    for (const row of rows) {
      if (row.kind !== 'same') continue
      expect(before[(row.before ?? 0) - 1]).toBe(after[(row.after ?? 0) - 1])
    }
  })
})

describe('lines', () => {
  it('end with a line break or with the text', () => {
    expect(['', 'a', 'a\n', '\n', 'a\n\n'].map(linesIn)).toEqual([
      [],
      ['a'],
      ['a'],
      [''],
      ['a', ''],
    ])
  })

  it('are all shown as replaced if comparing takes too long', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`)
    const rows = changeRows(many('a'), many('b'), 0)
    expect(rows).toHaveLength(3000)
    expect(rows[7]).toEqual({ before: 8, after: 8, kind: 'changed' })
  })
})

describe('rows', () => {
  const rows = (kinds: string) =>
    [...kinds].map((kind, at) => ({
      ...{ before: at + 1, after: at + 1 },
      kind: kind === '=' ? ('same' as const) : ('changed' as const),
    }))
  const numbers = (groups: ReturnType<typeof rowsByKind>) =>
    groups.map((group) => group.map(({ after }) => after))

  it('that follow each other are grouped by whether they changed', () => {
    expect(numbers(rowsByKind(rows('=--=')))).toEqual([[1], [2, 3], [4]])
  })

  it('that changed form one passage with three unchanged rows around them, and seven unchanged rows separate two passages', () => {
    expect(numbers(changedPassages(rows('====-======-')))).toEqual([
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ])
    expect(numbers(changedPassages(rows('-=======-')))).toEqual([
      [1, 2, 3, 4],
      [6, 7, 8, 9],
    ])
    expect(changedPassages(rows('==='))).toEqual([])
  })
})
