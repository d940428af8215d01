import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { changePlace, readCourseHistory } from './course-history'

function answering(body: unknown) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(JSON.parse(await new Request(input, init).text()))
    return Response.json(body)
  })
  return { client: createDataClient({ url: 'http://x.test', key: 'k', ephemeral: true }), sent }
}

afterEach(() => vi.unstubAllGlobals())

const record = {
  id: 7,
  title: 'Rebase or merge',
  created_at: '2026-11-01T10:00:00+00:00',
  who: 'Ada Admin',
  by: 'PERSON',
}

describe('the history of a course', () => {
  it('contains the changed fields for an update, and no fields for other actions', async () => {
    const { client, sent } = answering([
      {
        ...record,
        action: 'lesson.update',
        before: { content: 'one', content_length: 3000, index: 1 },
        after: { content: 'two', content_length: 3001, index: 2, fields: ['content', 'index'] },
        lesson_id: 'l1',
        version: 'v2',
      },
      { ...record, id: 6, action: 'lesson.create', before: null, after: { title: 'Rebase' } },
    ])
    const changes = await readCourseHistory(
      client,
      { courseId: 'c1', after: null },
      new AbortController().signal,
    )
    expect(sent).toEqual([{ course_id: 'c1' }])
    expect(changes.map(({ changes }) => changes)).toEqual([
      [{ field: 'content', before: 'one', after: 'two' }],
      [],
    ])
    expect(changes[0]).toMatchObject({
      who: 'Ada Admin',
      by: 'PERSON',
      version: { lessonId: 'l1', id: 'v2' },
    })
    expect(changes[1]?.version).toBeNull()
  })

  it('reads the next page after a given change', async () => {
    const { client, sent } = answering([])
    const after = changePlace(record)
    await readCourseHistory(client, { courseId: 'c1', after }, new AbortController().signal)
    expect(sent).toEqual([{ course_id: 'c1', after: '2026-11-01T10:00:00+00:00,7' }])
  })
})
