import { expect, it } from 'vitest'
import { changedPassages } from './round-changes'

it('shows the lines that changed, with those around them', () => {
  const [passage] = changedPassages('a\nb\nc', 'a\nB\nc')
  expect(passage?.lines).toEqual([' a', '-b', '+B', ' c'])
})

it('shows texts as replaced if comparing them takes too long', () => {
  const text = (word: string) => Array.from({ length: 400 }, (_, at) => `${word} ${at}`)
  const [before, after] = [text('old'), text('new')]
  expect(changedPassages(before.join('\n'), after.join('\n'), 0)).toEqual([
    {
      oldStart: 1,
      newStart: 1,
      lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
    },
  ])
})
