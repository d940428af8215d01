import { describe, expect, it } from 'vitest'
import { lineIn, parseRepository, parseResult, verdictText } from './result'

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

describe('the link to a line that a message names', () => {
  const paths = ['src', 'main.py']
  const atCommit = 'https://github.com/mia/rotate/blob/a1'

  it.each([
    ['expected 1\n    at rotate (src/rotate.js:4:10)', 'src/rotate.js', 4],
    ['at tests/rotate.test.js:9:1\nat /repo/src/work/src/a/b.ts:7', 'src/a/b.ts', 7],
    ['  File "/repo/main.py", line 12, in turn', 'main.py', 12],
    ['C:\\repo\\src\\Main.java:3: error', 'src/Main.java', 3],
  ])('leads to the first line in the files of the learner: %j', (message, path, line) => {
    const link = { text: `${path}, line ${line}`, url: `${atCommit}/${path}#L${line}` }
    expect(lineIn(message, result, paths)).toEqual(link)
  })

  it.each(['at node:internal/process:95:5', 'at tests/src.js:3 and resrc/a.js:4', ''])(
    'is missing if the message names no file of the learner: %j',
    (message) => {
      expect(lineIn(message, result, paths)).toBeNull()
    },
  )

  it('encodes the path in the address', () => {
    expect(lineIn('File "src/a b.js", line 4', result, paths)).toEqual({
      ...{ text: 'src/a b.js, line 4', url: `${atCommit}/src/a%20b.js#L4` },
    })
  })
})

describe('results of tests (rules/repositories#results)', () => {
  it('say how many tests fail, and count missing tests as failed', () => {
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
