import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localStore } from '../device/store'
import { DataError } from '../errors'
import type { Queued } from '../outbox/kind'
import { createDataClient } from '../session/create-client'
import { sessionKeys } from '../session/keys'
import { discardUnsent, unsentThings } from '../sync/unsent'
import { anExercise, aRun, shownExercise } from '../testing/exercises'
import { parseExerciseVersion } from './edit-exercise'
import { filesProblem, isSameFiles, pathProblem } from './exercise-part'
import { parseRun } from './exercise-run'
import { handInRun, keepRefusedCode, showRun } from './hand-in-run'
import { codeDrafts } from './my-drafts'
import { type MyExercise, parseMyExercise } from './my-exercise'
import { exerciseKeys } from './my-keys'
import type { RunChange } from './queued-runs'
import { queuedRuns } from './queued-runs'

// The code of drafts listens to storage events, which Node does not have.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined))

const files = [{ path: 'main.js', text: 'let a' }]
const change: RunChange = {
  ...{ kind: 'run', lessonId: 'a', slug: 'js', title: 'Return a value' },
  ...{ files, claimed: 'PASS', operationId: 'o1' },
}
const queued = (at: number): Queued<RunChange> => ({ id: `q${at}`, user: 'ada', at, change })

function signedIn() {
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), { id: 'ada', email: null })
  return queries
}

afterEach(() => {
  vi.unstubAllGlobals()
  for (const key of localStore.keys()) localStore.removeItem(key)
})

describe('an exercise', () => {
  const { version, ...rest } = shownExercise
  const closed = {
    ...{ lesson_id: 'a', open: true, in_preparation: false, can_hand_in: true, can_write: true },
    ...{ solution_open: false, looked_at: null, failed_runs: 0, passed_at: null },
    ...{ draft: null, runs: [], version: null, language: null, files: null, tests: null },
    ...{ time_ms: null, hints: null, solution_after: null, practice: null },
  }

  it('is read with the version that the person works on', () => {
    expect(parseMyExercise({ ...closed, version, ...rest })).toEqual(anExercise())
    const draft = { files, revision: 'd1', updated_at: 'then', kept: [] }
    expect(parseMyExercise({ ...closed, version, ...rest, draft })).toEqual(anExercise({ draft }))
  })

  it('that is closed or in preparation contains no version', () => {
    expect(parseMyExercise({ ...closed, in_preparation: true })).toEqual(
      anExercise({ in_preparation: true, shown: null }),
    )
  })

  it('whose answer has an unexpected shape is refused', () => {
    expect(() => parseMyExercise({ ...closed, version, ...rest, files: [7] })).toThrow(DataError)
    expect(() => parseRun({ ...aRun(), verdict: 'MAYBE' } as never)).toThrow(DataError)
    expect(() => parseExerciseVersion({ version: 1, proof: { state: 'NONE' } })).toThrow(DataError)
  })
})

describe('a run', () => {
  const test = { name: 'adds', ok: false }

  it('is read with the problems of its tests, except hidden tests', () => {
    const problem = {
      message: 'No.',
      expected: '3',
      actual: '1',
      path: 'main.js',
      line: 2,
      column: 5,
    }
    const results = [
      { ...test, problem: { ...problem, other: 7 } },
      { ...test, hidden: true },
    ]
    expect(parseRun({ ...aRun(), results } as never).results).toEqual([
      { ...test, hidden: false, problem },
      { ...test, hidden: true, problem: null },
    ])
  })

  it('is shown only once, as the latest, after it was accepted', () => {
    const queries = signedIn()
    const key = exerciseKeys.mine('a')
    queries.setQueryData(key, anExercise({ runs: [aRun({ id: 'r0' })] }))
    for (let i = 0; i < 2; i++) showRun(queries, change, aRun())
    const shown = queries.getQueryData<MyExercise>(key)
    expect(shown?.runs.map(({ id }) => id)).toEqual(['r1', 'r0'])
    expect(
      queuedRuns([queued(1), { ...queued(2), change: { ...change, lessonId: 'b' } }], 'a'),
    ).toEqual([queued(1)])
  })

  it('is sent with its operation id, and with the time of its creation only if it was made offline', async () => {
    const sent: Record<string, unknown>[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      sent.push(JSON.parse(await new Request(input, init).text()))
      return Response.json(aRun())
    })
    const client = createDataClient({ url: 'http://x.test', key: 'k', ephemeral: true })
    const { signal } = new AbortController()
    await handInRun(client, queued(Date.now()), signal)
    await handInRun(
      client,
      { ...queued(Date.now() - 3_600_000), change: { ...change, claimed: null } },
      signal,
    )
    const same = { lesson_id: 'a', operation_id: 'o1', files, as_user: 'ada' }
    expect(sent).toEqual([
      { ...same, claimed: 'PASS' },
      { ...same, made_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
  })

  it('whose server refuses it becomes a draft with the reason, unless the person has written other code since', () => {
    const queries = signedIn()
    const error = new DataError({ code: 'PT422', message: 'Too large.' })
    keepRefusedCode(queries, change, error)
    expect(codeDrafts.store(queries)?.of('a')).toMatchObject({ body: files, refused: 'Too large.' })
    codeDrafts.store(queries)?.forget('a')
    const draft = { files, revision: 'd1', updated_at: 'then', kept: [] }
    queries.setQueryData(exerciseKeys.mine('a'), anExercise({ draft }))
    keepRefusedCode(queries, change, error)
    expect(codeDrafts.store(queries)?.of('a')).toMatchObject({
      ...{ body: files, basedOn: ['d1'], refused: 'Too large.' },
    })
    const later = [{ path: 'main.js', text: 'let b' }]
    codeDrafts.store(queries)?.put({ lessonId: 'a', body: later, from: 'd1' })
    keepRefusedCode(queries, change, error)
    expect(codeDrafts.store(queries)?.of('a')).toMatchObject({ body: later, refused: null })
    codeDrafts.store(queries)?.forget('a')
    queries.setQueryData(exerciseKeys.mine('a'), anExercise({ draft: { ...draft, files: later } }))
    keepRefusedCode(queries, change, error)
    expect(codeDrafts.store(queries)?.of('a')).toBeNull()
  })
})

describe('code that the server does not have', () => {
  it('is listed when the person signs out, and deleted when the person discards it', () => {
    const queries = signedIn()
    codeDrafts.store(queries)?.put({ lessonId: 'a', body: files, from: null })
    expect(unsentThings(queries)).toEqual(['1 draft of an exercise'])
    discardUnsent(queries)
    expect(unsentThings(queries)).toEqual([])
  })

  it('is not shown to another person on the same device', () => {
    const queries = signedIn()
    codeDrafts.store(queries)?.put({ lessonId: 'a', body: files, from: null })
    queries.setQueryData(sessionKeys.current(), { id: 'bob', email: null })
    expect(codeDrafts.queued(queries)).toEqual([])
  })
})

describe('the name of a file', () => {
  it.each(['main.js', 'a/b-c_d.ts', 'x.y.js'])('can be %s', (path) => {
    expect(pathProblem(path)).toBeNull()
  })

  it.each([
    '',
    ' ',
    '../a.js',
    '/a.js',
    'a//b.js',
    'a b.js',
    '.hidden',
    'tests.js',
    'Hidden.ts',
    'x'.repeat(101),
  ])('cannot be %j', (path) => {
    expect(pathProblem(path)).not.toBeNull()
  })

  it('must differ from other names in more than upper and lower case', () => {
    expect(pathProblem('Main.js', ['main.js'])).not.toBeNull()
    expect(filesProblem([...files, { path: 'MAIN.js', text: '' }])).toContain('MAIN.js')
  })
})

it("the total size of an exercise's files is limited, counted in bytes", () => {
  const file = (text: string) => [{ path: 'main.js', text }]
  expect(filesProblem(file('x'.repeat(204_800)))).toBeNull()
  expect(filesProblem(file('ä'.repeat(102_401)))).not.toBeNull()
  expect(
    filesProblem(Array.from({ length: 21 }, (_, i) => ({ path: `${i}.js`, text: '' }))),
  ).not.toBeNull()
})

it('two lists contain the same files only if their order is the same', () => {
  const other = { path: 'b.js', text: '' }
  expect(isSameFiles([...files, other], [...files, other])).toBe(true)
  expect(isSameFiles([...files, other], [other, ...files])).toBe(false)
  expect(isSameFiles(files, [...files, other])).toBe(false)
})
