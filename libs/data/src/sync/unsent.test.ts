import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_DRAFT } from '../assignments/my-draft'
import { localStore } from '../device/store'
import { codeDrafts } from '../exercises/my-drafts'
import { sessionKeys } from '../session/keys'
import type { Change } from './kinds'
import { ownOutbox } from './outbox-state'
import { discardUnsent, unsentThings } from './unsent'

// The outbox listens to storage events and reads `navigator.onLine`, which Node does not have.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
})
afterAll(() => vi.unstubAllGlobals())

const at = { lessonId: 'l1', slug: 'git' }
const title = 'Rebase'
const operationId = 'o1'
const words = { title, body: '', audience: 'STAFF' as const, at_seconds: null, at_heading: null }
const changes: Change[] = [
  { kind: 'watch', ...at, positionSec: 1, durationSec: null, ranges: [] },
  { kind: 'answer', ...at, questionId: 'q1', body: 'No.', operationId },
  { kind: 'question', ...at, words, operationId },
  { kind: 'run', ...at, title, files: [], claimed: null, operationId },
  {
    ...{ kind: 'work', ...at, title, work: EMPTY_DRAFT, operationId },
    ...{ draftRevision: null, secondOpinion: false },
  },
  { kind: 'completion', ...at, done: true, was: false },
]

// Other test files in this process may have stored data on the same simulated device.
beforeEach(() => {
  for (const key of localStore.keys()) localStore.removeItem(key)
})

it('names each kind of unsent change once, in a fixed order, and discards all of them', () => {
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), { id: 'ada', email: null })
  for (const change of changes) ownOutbox(queries)?.put(change)
  ownOutbox(queries)?.put({ kind: 'completion', ...at, lessonId: 'l2', done: true, was: false })
  codeDrafts.store(queries)?.put({ lessonId: 'l1', body: [], from: null })
  expect(unsentThings(queries)).toEqual([
    '2 completed lessons',
    '1 assignment that you handed in',
    '1 exercise that you handed in',
    '1 question',
    '1 answer',
    '1 draft of an exercise',
    'Your place in a video',
  ])
  discardUnsent(queries)
  expect(unsentThings(queries)).toEqual([])
  expect(localStore.keys()).toEqual([])
})
