import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { differences } from './call'
import { CALLS } from './calls'
import { describeUnmatched, findFunctions } from './find-functions'
import { section, summary } from './report'

describe('finding functions', () => {
  test('functions are the folders with an index.ts, without the shared code', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['tick', '_shared', 'join', 'begun']) mkdirSync(join(folder, name))
    for (const name of ['tick', 'join']) writeFileSync(join(folder, name, 'index.ts'), '')
    writeFileSync(join(folder, 'begun', 'begun.ts'), '')
    writeFileSync(join(folder, 'index.ts'), '')
    expect(findFunctions(folder)).toEqual(['join', 'tick'])
  })

  test('functions without calls are reported, and so are calls without a function', () => {
    expect(describeUnmatched(['join', 'tick'], ['tick', 'join'])).toEqual([])
    expect(describeUnmatched(['join', 'tick'], ['tick', 'gone'])).toEqual([
      'supabase/functions/join has no calls in scripts/check-functions/calls.',
      'scripts/check-functions/calls has calls for gone, which is no function.',
    ])
  })

  test('every function of this project has calls', () => {
    const folder = fileURLToPath(new URL('../../supabase/functions', import.meta.url))
    expect(describeUnmatched(findFunctions(folder), Object.keys(CALLS))).toEqual([])
  })
})

describe('comparing an answer', () => {
  test.each([
    [200, 200],
    [null, null],
    ['sent', 'sent'],
    [/^s.nt$/, 'sent'],
    [{ code: '42501' }, { code: '42501', message: 'more than was asked for' }],
    [
      [{ a: 1 }, /b/],
      [{ a: 1, c: 3 }, 'abc'],
    ],
    [{}, { any: 'thing' }],
    [[], []],
  ])('an answer of the form %j may be %j', (expected, came) => {
    expect(differences(expected, came)).toEqual([])
  })

  test.each([
    [200, 201, 'it is 201 instead of 200'],
    [200, '200', 'it is "200" instead of 200'],
    [null, undefined, 'it is missing instead of null'],
    [/^s/, 'tent', 'it is "tent" instead of /^s/'],
    [/1/, 1, 'it is 1 instead of /1/'],
    [{ code: 'A' }, { code: 'B' }, 'code is "B" instead of "A"'],
    [{ code: 'A' }, {}, 'code is missing instead of "A"'],
    [{ code: 'A' }, null, 'it is null instead of {"code":"A"}'],
    [{}, [], 'it is [] instead of {}'],
    [{ a: [{ b: 1 }, 2] }, { a: [{ b: 3 }, 2] }, 'a[0].b is 3 instead of 1'],
    [['a'], ['a', 'b'], 'it is ["a","b"] instead of ["a"]'],
    [[], {}, 'it is {} instead of []'],
    [{ toString: 'own' }, {}, 'toString is missing instead of "own"'],
  ])('an answer of the form %j may not be %j', (expected, came, sentence) => {
    expect(differences(expected, came)).toEqual([sentence])
  })

  test('each difference of an answer is reported with its place and in a short form', () => {
    expect(differences({ a: 1, b: 2, c: 3 }, { a: 0, b: 2, c: 0 }, 'the body')).toEqual([
      'the body.a is 0 instead of 1',
      'the body.c is 0 instead of 3',
    ])
    const [long = ''] = differences('short', 'x'.repeat(10_000))
    expect(long.length).toBeLessThan(400)
  })
})

test('the report shows the result of each call, and the reason of each failure', () => {
  const outcomes = [
    { name: 'a call', came: '200', differences: [] },
    { name: 'another', came: '403 42501', differences: ['the status is 403 instead of 401'] },
  ]
  expect(section('tick', outcomes)).toBe(
    [
      'tick',
      '  ✓ a call   200',
      '  ✗ another  403 42501',
      '      the status is 403 instead of 401',
    ].join('\n'),
  )
  expect(summary(1, outcomes)).toBe('2 calls of one function, 1 wrong')
  expect(summary(3, [])).toBe('0 calls of 3 functions, 0 wrong')
})
