import { describe, expect, it } from 'vitest'
import { changeContext, type Piece, textPieces } from './text-pieces'

const side = (pieces: Piece[], left: Piece['kind']) =>
  pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

describe('the pieces of two texts', () => {
  it('are words within changed lines', () => {
    expect(
      textPieces('One\nIn a team of two, merge.\nEnd', 'One\nIn a team of ten, merge.\nEnd'),
    ).toEqual([
      { kind: 'same', text: 'One\nIn a team of ' },
      { kind: 'gone', text: 'two' },
      { kind: 'new', text: 'ten' },
      { kind: 'same', text: ', merge.\nEnd' },
    ])
  })

  it('join changed words that follow each other', () => {
    expect(textPieces('Why. Nobody remembers it.', 'Why. Link the issue.')).toEqual([
      { kind: 'same', text: 'Why. ' },
      { kind: 'gone', text: 'Nobody remembers it' },
      { kind: 'new', text: 'Link the issue' },
      { kind: 'same', text: '.' },
    ])
  })

  it('joined without the added or the removed ones, always give one of the texts', () => {
    const texts = [
      '',
      'one',
      'one\n',
      'a\nb\nc',
      'c\nb\na\n',
      'a b  c\n\nd',
      'a\nB\nc\nd',
      'one two three',
      '1 two 3 four',
    ]
    for (const before of texts) {
      for (const after of texts) {
        const pieces = textPieces(before, after)
        expect([side(pieces, 'new'), side(pieces, 'gone')]).toEqual([before, after])
      }
    }
  })

  it('are two, each a whole text, if comparing takes too long', () => {
    let time = 0
    const text = (seed: number) =>
      Array.from({ length: 4_000 }, (_, n) => `${(n * seed) % 7919}`).join('\n')
    const [before, after] = [text(31), text(77)]
    const late = () => {
      time += 1_000
      return time
    }
    expect(textPieces(before, after, late)).toEqual([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ])
  })
})

describe('the context of a change', () => {
  const lines = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight'
  const both = { afterChange: true, beforeChange: true }

  it('is the part of an unchanged piece that is next to a change', () => {
    expect(changeContext(lines, both)).toEqual({
      head: 'one\ntwo\nthree\n',
      gap: '…\n',
      tail: 'six\nseven\neight',
    })
    expect(changeContext(lines, { afterChange: false, beforeChange: true })).toEqual({
      head: '',
      gap: '…\n',
      tail: 'six\nseven\neight',
    })
    expect(changeContext(lines, { afterChange: true, beforeChange: false }).tail).toBe('')
  })

  it('is the whole piece if only a few letters would be left out', () => {
    expect(changeContext('one\ntwo\nthree', both)).toEqual({
      head: 'one\ntwo\nthree',
      gap: null,
      tail: '',
    })
  })

  it('is limited to a number of letters in a very long line', () => {
    const { head, gap, tail } = changeContext('word '.repeat(1_000), both)
    expect([head.length, gap, tail.length]).toEqual([240, ' … ', 240])
  })
})
