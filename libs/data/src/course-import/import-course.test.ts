import { describe, expect, test, vi } from 'vitest'
import type { DataClient } from '../client'
import { createDataClient } from '../session/create-client'
import { importCourse } from './import-course'
import type { ImportedLesson, ImportedModule, ImportPayload } from './payload'
import { sendLessons } from './send-lessons'

function lesson(source_path: string, content = 'x'): ImportedLesson {
  return {
    ...{ source_path, title: source_path, description: null, content, content_type: 'TEXT' },
    ...{ video_provider: 'NONE', video_asset_id: null, video_start_sec: 0 },
    ...{ external_url: null, duration_sec: 0, free_preview: false },
  }
}

const COURSE: ImportPayload = {
  course: { title: 'Tea', slug: 'tea', publish: false },
  modules: [{ source_path: '.', title: 'Tea', lessons: [lesson('a.md')] }],
}

describe('importCourse', () => {
  const answer = {
    course: { id: null, slug: 'tea', status: 'created', reordered: false },
    version: 'new',
    modules: [{ source_path: '.', status: 'created', reordered: false }],
    lessons: [{ source_path: 'a.md', status: 'created', moved: false }],
    absent: { modules: [], lessons: [{ id: 'l2', source_path: null, title: 'B' }] },
    learners: null,
  }

  function clientThatAnswers(body: unknown, status = 200) {
    const client: DataClient = createDataClient({
      url: 'http://db.test',
      key: 'k',
      storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    })
    const fetch = vi.fn<typeof globalThis.fetch>(
      async () => new Response(JSON.stringify(body), { status }),
    )
    vi.stubGlobal('fetch', fetch)
    return { client, fetch }
  }

  const sent = { sending: 's', lessons: 1 }

  test('sends lessons in several requests, in order, and reports the progress', async () => {
    const { client, fetch } = clientThatAnswers(null)
    const long = 'x'.repeat(400_000)
    const huge = 'é'.repeat(500_000)
    const modules: ImportedModule[] = [
      { source_path: '.', title: 'Tea', lessons: [lesson('c.md')] },
      {
        ...{ source_path: 'a', title: 'A' },
        lessons: [lesson('a/1.md', long), lesson('a/2.md', `${long}.`)],
      },
      {
        ...{ source_path: 'b', title: 'B' },
        lessons: [lesson('b/3.md', long), lesson('b/4.md', huge)],
      },
    ]
    const onProgress = vi.fn()
    const result = await sendLessons(client, modules, onProgress)
    expect(result.lessons).toBe(5)
    const bodies = fetch.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
    expect(bodies.every(({ sending }) => sending === result.sending)).toBe(true)
    expect(
      bodies.map(({ lessons }) =>
        lessons.map(
          (each: { module_no: number; place: number; lesson: { source_path: string } }) => [
            each.module_no,
            each.place,
            each.lesson.source_path,
          ],
        ),
      ),
    ).toEqual([
      [
        [1, 0, 'c.md'],
        [2, 0, 'a/1.md'],
        [2, 1, 'a/2.md'],
      ],
      [[3, 0, 'b/3.md']],
      [[3, 1, 'b/4.md']],
    ])
    expect(onProgress.mock.calls.map(([{ done, total }]) => [done, total])).toEqual([
      [3, 5],
      [4, 5],
      [5, 5],
    ])
  })

  test('sends the course and the options, and returns the report', async () => {
    const { client, fetch } = clientThatAnswers(answer)
    expect(await importCourse(client, COURSE, sent, { dryRun: true })).toEqual(answer)
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(String(url)).toBe('http://db.test/rest/v1/rpc/import_course')
    const modules = [{ source_path: '.', title: 'Tea' }]
    expect(JSON.parse(String(init?.body))).toEqual({
      payload: { course: COURSE.course, modules, sent },
      dry_run: true,
      missing: 'keep',
    })
  })

  test('throws if the answer has an unexpected shape, and if the import is refused', async () => {
    const { client } = clientThatAnswers({ ...answer, lessons: [{ status: 'lost' }] })
    await expect(importCourse(client, COURSE, sent, { dryRun: false })).rejects.toMatchObject({
      code: 'MALFORMED',
    })
    const refused = clientThatAnswers(
      { code: '42501', message: 'You may not create courses.' },
      403,
    )
    await expect(
      importCourse(refused.client, COURSE, sent, { dryRun: false }),
    ).rejects.toMatchObject({
      code: '42501',
      message: 'You may not create courses.',
    })
  })
})
