import { expect, it } from 'vitest'
import { colourLines } from './colour-lines'

const lines = async (name: string, code: string) =>
  (await colourLines(name, code))?.map((parts) => parts.map(({ text }) => text).join(''))

it('splits a comment of several lines into one part for each line', async () => {
  const code = 'let a /* one\n\n<b>two</b> */ = "x & y"'
  const coloured = await colourLines('main.js', code)
  expect(coloured?.map((line) => line.filter(({ kind }) => kind.includes('hljs-comment')))).toEqual(
    [
      [{ text: '/* one', kind: 'hljs-comment' }],
      [],
      [{ text: '<b>two</b> */', kind: 'hljs-comment' }],
    ],
  )
  expect(await lines('main.js', code)).toEqual(code.split('\n'))
})

it.each([
  ['index.html', '<script>\nalert("</b>")\n</script>\n'],
  ['query.sql', 'select 1\n'],
  ['Dockerfile', 'FROM node:24\n'],
  ['python', 'print(1)'],
])('colours %s without changing a character', async (name, code) => {
  expect(await lines(name, code)).toEqual(code.split('\n'))
})

it.each([
  ['notes.txt', 'plain'],
  ['what.unknown', 'plain'],
  ['constructor', 'plain'],
  ['long.js', 'a;'.repeat(40_000)],
])('leaves %s plain', async (name, code) => {
  expect(await colourLines(name, code)).toBeNull()
})
