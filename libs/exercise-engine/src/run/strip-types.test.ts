import { expect, test } from 'vitest'
import { stripTypes } from './strip-types'

/** Code of which sucrase reads the rest again at each depth, so that its time doubles with each. */
const DOUBLING: [head: string, end: string][] = [
  ['async <a>(b = ', ')'],
  ['<T>(', ')'],
  ['<T>(a = ', ') => 1'],
  ['(a = ', ') => 1'],
  ['(a: T = ', '): T => 1'],
  ['async (a = ', ') => 1'],
  ['({ a = ', ' }) => 1'],
  ['([a = ', ']) => 1'],
  ['a ? (', ') : c => 1'],
  ['a ? (b) : c => ', ''],
]

const nested = (head: string, end: string, depth: number) =>
  `const one = 1\nconst x =\n${head.repeat(depth)}1${end.repeat(depth)}`

test.each(DOUBLING)('%s … %s is refused with its line if it is nested too deeply', (head, end) => {
  const problem = { message: 'The code is nested too deeply', path: 'main.ts', line: 3 }
  expect(stripTypes('main.ts', nested(head, end, 20))).toEqual(problem)
  expect(stripTypes('main.ts', nested(head, end, 5))).not.toEqual(problem)
})

test.each([
  ['(', ')'],
  ['a < ', ''],
  ['f<a>(', ')'],
  ['f(async <a>() => ', ')'],
  ['(a): T => ', ''],
  ['a ? (b) : ', ''],
])('%s … %s runs a hundred deep', (head, end) => {
  expect(stripTypes('main.ts', nested(head, end, 100))).toBeTypeOf('string')
})

test('Code that overflows the stack is refused with its line', () => {
  expect(stripTypes('main.ts', nested('[', ']', 50_000))).toEqual({
    message: 'The code is nested too deeply',
    path: 'main.ts',
    line: 3,
  })
})
