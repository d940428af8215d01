import { describe, expect, test } from 'vitest'
import { run } from '../testing/run-support'
import { type RunInput, runExercise } from './run'

const SUM = 'export const sum = (a, b) => a + b'

const runFiles = (
  files: Record<string, string>,
  tests: string,
  language: RunInput['language'] = 'JS',
) =>
  runExercise({
    language,
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    tests,
    time_ms: 1000,
  })

describe('The names of tests', () => {
  test.each([
    `import { describe, expect, test, xtest } from '@jest/globals'`,
    `import { test, expect } from 'vitest'`,
    `import { test } from 'vitest'`,
    `import { test as test, expect as expect, vi as jest } from 'vitest'`,
    `import * as vitest from 'vitest'; const { test, expect } = vitest`,
    `import test from 'node:test'`,
    `import { test, expect, mock } from 'bun:test'`,
    `import { describe } from 'mocha'`,
    `import { expect } from 'expect'`,
    `const { test, expect } = require('@jest/globals')`,
    `const vi = 1, describe = 2, code = 3`,
    '',
  ])('come from where tests import them: %s', async (head) => {
    const { verdict, problem } = await runFiles(
      { 'sum.js': SUM },
      `${head}\nimport { sum } from './sum'\ntest('a', () => { expect(sum(1, 2)).toBe(3) })`,
    )
    expect(problem).toBeUndefined()
    expect(verdict).toBe('PASS')
  })

  test.each([
    [`import assert from 'node:assert'`, 'assert.strictEqual(sum(1, 2), 3)'],
    [`import assert from 'assert'`, 'assert(sum(1, 2) === 3)'],
    [`import { strict as assert } from 'node:assert'`, 'assert.deepEqual([sum(1, 2)], [3])'],
    [
      `import assert, { equal, deepStrictEqual } from 'node:assert/strict'`,
      'equal(sum(1, 2), 3); deepStrictEqual([1], [1]); assert.ok(1)',
    ],
    [`const assert = require('assert')`, 'assert.equal(sum(1, 2), 3)'],
    [`import { assert } from 'chai'`, 'assert.isAbove(sum(1, 2), 2)'],
    [`const { expect: that } = require('chai')`, 'that(sum(1, 2)).to.equal(3)'],
  ])('of assertions, too: %s', async (head, check) => {
    const { verdict, problem, tests } = await runFiles(
      { 'sum.js': SUM },
      `${head}\nimport { sum } from './sum.js'\ntest('a', () => { ${check} })`,
    )
    expect(problem ?? tests[0]?.problem).toBeUndefined()
    expect(verdict).toBe('PASS')
  })

  test('of chai make sentences', async () => {
    const { verdict, tests } = await runFiles(
      {},
      `import { expect } from 'chai'
       test('holds', () => {
         expect(1).to.equal(1); expect({ a: [1] }).to.deep.equal({ a: [1] }); expect([1, 2]).to.have.lengthOf(2); expect([1]).to.be.an('array').that.includes(1)
         expect('abc').to.include('b').and.to.match(/c$/); expect(true).to.be.true; expect(null).to.be.null; expect(undefined).to.not.exist; expect([]).to.be.empty
         expect({ a: { b: 1 } }).to.have.property('a').with.property('b', 1); expect({ a: 1, b: 2 }).to.include({ a: 1 }).and.have.all.keys('a', 'b')
         expect(5).to.be.above(4).and.below(6).and.within(1, 9); expect(0.3).to.be.closeTo(0.31, 0.02); expect([2, 1]).to.have.members([1, 2]); expect(2).to.be.oneOf([1, 2])
         expect(() => { throw new RangeError('small') }).to.throw(RangeError, 'small'); expect(() => {}).not.to.throw(); expect(new Map()).to.be.an.instanceof(Map); expect(4).to.satisfy((n) => n > 3); expect([1, 2]).to.include.members([1])
       })
       test('fails', () => { expect({ a: 1 }).to.not.have.property('a') })
       test('fails, too', () => { expect('a').to.be.a('number') })`,
    )
    expect(verdict).toBe('FAIL')
    expect(tests.map(({ ok, problem }) => [ok, problem?.message])).toEqual([
      [true, undefined],
      [false, `Expected not property 'a', but got { a: 1 }`],
      [false, `Expected a value of the kind number, but got string: 'a'`],
    ])
  })

  test.each([
    [
      `\nimport { bench } from 'vitest'`,
      /^vitest has no 'bench' in an exercise\. It has test, it,/,
    ],
    [`\nimport jest from '@jest/globals'`, /^@jest\/globals has no default export/],
    [`\nimport fs from 'node:fs'`, /imports 'node:fs'.*give the tested function its data/],
    [`\nimport _ from 'lodash'`, /imports 'lodash'.*Write the function in a file/],
    [`\nimport React from 'react'`, /without a framework/],
    [`\nimport sinon from 'sinon'`, /Use vi\.fn\(\)/],
    [`\nimport x from './nothing'`, /imports '\.\/nothing', which is not a file of this exercise/],
    [`\nconst x = require('./nothing')`, /requires '\.\/nothing'/],
    [`\nconst x = require(name)`, /require needs the path of a file in quotes/],
  ])('An import that cannot be had says what to write instead: %s', async (tests, message) => {
    const { verdict, problem } = await runFiles({ 'sum.js': SUM }, `${tests}\ntest('a', () => {})`)
    expect(verdict).toBe('ERROR')
    expect(problem).toMatchObject({ path: 'tests.js', line: 2 })
    expect(problem?.message).toMatch(message)
  })

  test('belong to tests alone', async () => {
    for (const name of ['vitest', '@jest/globals', 'node:test', 'node:assert', 'chai']) {
      const { problem } = await run(`import '${name}'`, `test('a', () => {})`)
      expect(problem?.message).toContain(`main.js imports '${name}'`)
      const old = await run(`const api = require('${name}')`, `test('a', () => {})`)
      expect(old.problem).toMatchObject({ path: 'main.js', line: 1 })
    }
  })
})

describe('CommonJS', () => {
  const passes = async (files: Record<string, string>, tests: string) => {
    const { verdict, problem, tests: results } = await runFiles(files, tests)
    expect(problem ?? results.find(({ ok }) => !ok)?.problem).toBeUndefined()
    expect(verdict).toBe('PASS')
  }

  test('A file exports a value, or names', async () => {
    await passes(
      {
        'one.js': 'module.exports = (n) => n + 1',
        'names.js': 'const two = 2\nmodule.exports = { two, three: 3 } // the end',
        'more.js': `exports.four = 4; module.exports.five = 5; exports['six'] = 6`,
        'held.js': 'const all = { seven: 7 }; module.exports = all',
      },
      `const one = require('./one'); const { two, three } = require('./names.js')
       import main from './one.js'; import { two as second } from './names'; import { four, five, six } from './more'; import { seven } from './held'
       test('a', () => { expect([one(0), two, three, four, five, six, seven, main(1), second]).toEqual([1, 2, 3, 4, 5, 6, 7, 2, 2]) })`,
    )
  })

  test('Files of both kinds use each other', async () => {
    await passes(
      {
        'old.js': `const { twice } = require('./new'); module.exports = { four: twice(2) }`,
        'new.js': `import data from './data.json'; export const twice = (n) => n * data.factor`,
        'both.js': `const { four } = require('./old'); export const eight = four * 2`,
        'data.json': '{ "factor": 2 }',
      },
      `import data from './data.json' with { type: 'json' }
       const old = require('./old'); const { eight } = require('./both')
       test('a', () => { expect([old.four, eight, data.factor, require('./data.json').factor]).toEqual([4, 8, 2, 2]) })`,
    )
  })

  test('An export that asks first whether it can', async () => {
    await passes(
      {
        'sum.js': `const sum = (a, b) => a + b\nif (typeof module !== 'undefined') module.exports = sum`,
      },
      `const sum = require('./sum'); test('a', () => { expect(sum(1, 2)).toBe(3) })`,
    )
    await passes(
      {
        'sum.js': `export const sum = (a, b) => a + b\nif (typeof module !== 'undefined') module.exports = { sum }`,
      },
      `import { sum } from './sum'; test('a', () => { expect(sum(1, 2)).toBe(3) })`,
    )
  })

  test('Errors keep their lines and columns', async () => {
    const { tests } = await runFiles(
      {
        'name.js': `const { trim } = require('./trim'); module.exports = (user) => trim(user.first.last)`,
        'trim.js': 'exports.trim = (text) => text.trim()',
      },
      `const name = require('./name'); test('a', () => { expect(name({})).toBe(1) })`,
    )
    expect(tests[0]?.problem).toMatchObject({ path: 'name.js', line: 1, column: 79 })
  })

  test('JSON that cannot be read names its file', async () => {
    const { problem } = await runFiles(
      { 'a.json': '{ a: 1 }' },
      `import a from './a.json'; test('a', () => {})`,
    )
    expect(problem).toMatchObject({ path: 'a.json' })
    expect(problem?.message).toMatch(/^a\.json is not JSON/)
  })
})

describe('Modules that tests replace', () => {
  const files = {
    'main.js': `import { send } from './mail'; import log from './log.js'; export const greet = (name) => { log(name); return send('Hello ' + name) }`,
    'mail.js': `export const send = () => 'sent'\nexport const other = 1`,
    'log.js': 'export default () => {}',
  }
  test('give the learner’s files the mocks of the tests', async () => {
    const { tests, problem } = await runFiles(
      files,
      `import { greet } from './main'; import { send } from './mail'; import log from './log'
       vi.mock('./mail', () => ({ send: vi.fn(() => 'kept') }))
       jest.mock('./log.js')
       afterEach(() => { vi.clearAllMocks() })
       test('a', () => { expect(greet('Ada')).toBe('kept'); expect(send).toHaveBeenCalledWith('Hello Ada'); expect(log).toHaveBeenCalledTimes(1) })
       test('b', () => { send.mockReturnValueOnce('late'); expect(greet('Bo')).toBe('late'); expect(send).toHaveBeenCalledTimes(1) })`,
    )
    expect(problem ?? tests.find(({ ok }) => !ok)?.problem).toBeUndefined()
    expect(tests).toHaveLength(2)
  })

  test.each([
    [`\nvi.mock('./nothing')`, /needs the path of a file of this exercise/],
    [`\nvi.mock('./mail', async () => ({}))`, /is not async here/],
    [`\nvi.mock('./mail', (original) => ({}))`, /gets nothing/],
    [`\ndescribe('a', () => { vi.mock('./mail') })`, /stand outside of describe/],
  ])('tell what cannot be replaced: %s', async (tests, message) => {
    const { problem } = await runFiles(files, `${tests}\ntest('a', () => {})`)
    expect(problem).toMatchObject({ path: 'tests.js', line: 2 })
    expect(problem?.message).toMatch(message)
  })
})

test('Tests read the learner’s code as text', async () => {
  const { verdict } = await runFiles(
    { 'main.js': 'const name = "x" // const\n', 'other.js': 'let a' },
    `test('a', () => { assert.match(code, /^const /, 'Use const'); expect(files['other.js']).toBe('let a'); expect(code).not.toContain('var') })`,
  )
  expect(verdict).toBe('PASS')
  const typed = await runFiles(
    { 'main.ts': 'const name: string = "x"' },
    `test('a', () => { expect(code).toContain(': string') })`,
    'TS',
  )
  expect(typed.verdict).toBe('PASS')
})
