import { describe, expect, it } from 'vitest'
import { lineUrl, parseRepository, parseResult, placeIn, verdictText } from './result'

const result = parseResult({
  ...{ id: 'r', verdict: 'FAIL', sha: 'a1', suite: 'rotate-node', tests: 3, failed: 1 },
  ...{ commit_url: 'https://github.com/mia/rotate/commit/a1', missing: ['keeps'] },
  results: [
    { name: 'turns', ok: true, ms: 2 },
    { name: 'stops', ok: false, message: 'No' },
    { name: 'later', ok: true, skipped: true },
  ],
  ...{ received_at: '2026-12-01T10:00:00Z', run_url: 'https://github.com/mia/rotate/actions' },
})

describe('a result', () => {
  it('is read with a missing time of the push', () => {
    expect(result).toMatchObject({ pushed_at: null, missing: ['keeps'] })
    expect(() => parseResult({ ...result, verdict: 'PENDING' })).toThrow()
    const asked = { owner: 'mia', name: 'rotate', url: 'https://github.com/mia/rotate' }
    expect(parseRepository(asked)).toEqual({ ...asked, connected_at: null, default_branch: null })
  })
})

describe('the place of a failure', () => {
  const paths = ['src', 'main.py']

  it.each([
    ['expected 1\n    at rotate (src/rotate.js:4:10)', { path: 'src/rotate.js', line: 4 }],
    [
      'at tests/rotate.test.js:9:1\nat /home/runner/src/work/src/a/b.ts:7',
      { path: 'src/a/b.ts', line: 7 },
    ],
    ['  File "/tmp/work/main.py", line 12, in turn', { path: 'main.py', line: 12 }],
    ['C:\\work\\src\\Main.java:3: error', { path: 'src/Main.java', line: 3 }],
    ['at node:internal/process:95:5', null],
    ['at tests/src.js:3 and resrc/a.js:4', null],
    ['', null],
  ])('is the first line in the files that people write: %j', (message, place) => {
    expect(placeIn(message, paths)).toEqual(place)
  })

  it('has an address at the commit', () => {
    expect(lineUrl(result, { path: 'src/a b.js', line: 4 })).toBe(
      'https://github.com/mia/rotate/blob/a1/src/a%20b.js#L4',
    )
  })
})

describe('results of tests (rules/repositories#results)', () => {
  it('say how many tests fail, of which a missing one is one', () => {
    const words = (verdict: 'PASS' | 'FAIL', tests: number, failed = 0, missing: string[] = []) =>
      verdictText({ verdict, tests, failed, missing })
    expect([
      words('PASS', 12),
      words('PASS', 1),
      words('FAIL', 12, 1),
      words('FAIL', 11, 2, ['boils']),
      words('FAIL', 0, 0, ['boils']),
    ]).toEqual([
      'All 12 tests pass',
      'The only test passes',
      '1 of 12 tests fails',
      '3 of 12 tests fail',
      'The only test fails',
    ])
  })
})
