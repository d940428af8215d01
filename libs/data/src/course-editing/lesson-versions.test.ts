import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import {
  changedTexts,
  growthText,
  readLessonVersion,
  readLessonVersions,
  restoreLessonVersion,
} from './lesson-versions'

function answering(body: unknown) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(JSON.parse(await new Request(input, init).text()))
    return Response.json(body)
  })
  return { client: createDataClient({ url: 'http://x.test', key: 'k', ephemeral: true }), sent }
}

afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()
const texts = {
  title: 'Rebase',
  description: null,
  content: 'one',
  assignment: null,
  exercise: null,
}

describe('the versions of a lesson', () => {
  it('are read newest first, and the next page begins after a given version', async () => {
    const version = {
      id: 'v2',
      no: 2,
      created_at: '2026-11-01T10:00:00+00:00',
      who: null,
      fields: ['content'],
      growth: -3,
      restores: null,
    }
    const { client, sent } = answering([version])
    expect(await readLessonVersions(client, { lessonId: 'l1', before: null }, signal)).toEqual([
      version,
    ])
    await readLessonVersions(client, { lessonId: 'l1', before: 2 }, signal)
    expect(sent).toEqual([{ lesson_id: 'l1' }, { lesson_id: 'l1', before: 2 }])
  })

  it('are compared with the previous version, and the first version with nothing', async () => {
    const row = { id: 'v1', lesson_id: 'l1', created_at: 'then', updated_at: 'since', texts }
    const { client } = answering({ ...row, earlier: null, now: { ...texts, content: 'two' } })
    expect(await readLessonVersion(client, { id: 'v1' }, signal)).toEqual({
      id: 'v1',
      lessonId: 'l1',
      created_at: 'then',
      texts,
      earlier: null,
      now: { ...texts, content: 'two' },
      unchangedSince: 'since',
    })
  })

  it('are restored only if the lesson has not changed since, and the answer contains what an undo needs', async () => {
    const { client, sent } = answering({ lesson_id: 'l1', before: 'v2', updated_at: 'then' })
    expect(await restoreLessonVersion(client, { id: 'v1', unchangedSince: 'since' })).toEqual({
      before: 'v2',
      unchangedSince: 'then',
    })
    expect(sent).toEqual([{ version_id: 'v1', unchanged_since: 'since' }])
  })
})

describe('the differences between two versions', () => {
  it('are listed in the order of the form, and an empty text is the same as none', () => {
    expect(
      changedTexts({ ...texts, description: '' }, { ...texts, content: 'two', title: 'Merge' }),
    ).toEqual(['title', 'content'])
  })

  it('contain the assignment only if the later version has one', () => {
    const now = { ...texts, assignment: 'Accepts: Text' }
    expect(changedTexts(texts, now)).toEqual(['assignment'])
    expect(changedTexts(now, texts)).toEqual([])
  })

  it('are formatted as a number of characters', () => {
    expect([1, 1200, 0, -2].map(growthText)).toEqual([
      '1 character more',
      '1,200 characters more',
      'same length',
      '2 characters fewer',
    ])
  })
})
