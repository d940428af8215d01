import { describe, expect, it } from 'vitest'
import { splitCode } from './post-code'

const parts = (text: string) => splitCode(text).map((part) => [part.kind, part.text])

describe('the code of a post', () => {
  it.each([
    ['no code', 'A plain *post*', [['text', 'A plain *post*']]],
    [
      'code in a line',
      'Use `git status` or ``a`b``.',
      [
        ['text', 'Use '],
        ['code', 'git status'],
        ['text', ' or '],
        ['code', 'a`b'],
        ['text', '.'],
      ],
    ],
    [
      'a block',
      'Look:\n```js\nconst a = `b`\n\n  return\n```\nWhy?',
      [
        ['text', 'Look:\n'],
        ['block', 'const a = `b`\n\n  return'],
        ['text', 'Why?'],
      ],
    ],
    [
      'a block to the end, also if its end was cut off',
      'Look:\n```\nls -l',
      [
        ['text', 'Look:\n'],
        ['block', 'ls -l'],
      ],
    ],
    ['fences inside a longer fence', '````\n```\na\n```\n````', [['block', '```\na\n```']]],
    ['an empty block', '```\n```', [['block', '']]],
    ['a single backtick', 'It`s a\nline`s end', [['text', 'It`s a\nline`s end']]],
    ['backticks alone', '`` ` ```', [['text', '`` ` ```']]],
    ['markup', '`<img src=x>`', [['code', '<img src=x>']]],
  ])('is found in a post with %s', (_name, text, expected) => {
    expect(parts(text)).toEqual(expected)
  })

  it('is found without losing other letters, and in little time even in hostile texts', () => {
    const started = performance.now()
    for (const text of ['`'.repeat(10_000), '`a'.repeat(5_000), '```\n'.repeat(3_000)])
      splitCode(text)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
