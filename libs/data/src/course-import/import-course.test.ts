import { describe, expect, test, vi } from 'vitest'
import type { DataClient } from '../client'
import { createDataClient } from '../client'
import { courseProblems } from './course-problems'
import { importCourse } from './import-course'
import type { ImportPayload } from './payload'
import { readCourseFolder } from './read-course-folder'
import { sendLessons } from './send-lessons'

function course(options = {}, texts: Record<string, string> = { 'a.md': 'x' }): ImportPayload {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea', ...options }).course
}

describe('courseProblems', () => {
  test('finds none in a valid course', () => {
    expect(courseProblems(course())).toEqual([])
  })

  test.each([
    [{ title: 't'.repeat(101) }, 'Title must be less than 100 characters.'],
    [{ title: ' ' }, 'Title is required.'],
    [{ title: '茶' }, 'Slug is required.'],
    [{ slug: 'Tea Time' }, 'Slug can only contain lowercase letters, numbers, and hyphens.'],
    [{ description: 'd'.repeat(501) }, 'Description must be less than 500 characters.'],
    [{ author_name: '' }, 'Author name is required.'],
    [{ category: 'c'.repeat(61) }, 'Category must be less than 60 characters.'],
  ])('%o: %s', (options, sentence) => {
    expect(courseProblems(course(options))).toContain(sentence)
  })

  test('accepts a course of a thousand lessons', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`${index}.md`, `${index}${'x'.repeat(9000)}`]),
    )
    expect(courseProblems(course({}, texts))).toEqual([])
  })

  test('refuses a course without lessons', () => {
    expect(courseProblems(course({}, { 'a.png': '' }))).toEqual([
      'There is no lesson in this folder.',
    ])
  })
})

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

  test('sends lessons in pieces, in order, and reports the progress', async () => {
    const { client, fetch } = clientThatAnswers(null)
    const long = 'x'.repeat(400_000)
    const huge = 'é'.repeat(500_000)
    const { modules } = course(
      {},
      { 'a/1.md': long, 'a/2.md': `${long}.`, 'b/3.md': long, 'b/4.md': huge, 'c.md': 'x' },
    )
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

  test('sends the course and the mode, and returns the report', async () => {
    const { client, fetch } = clientThatAnswers(answer)
    const payload = course()
    expect(await importCourse(client, payload, sent, { dryRun: true })).toEqual(answer)
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(String(url)).toBe('http://db.test/rest/v1/rpc/import_course')
    const modules = [{ source_path: '.', title: 'Tea' }]
    expect(JSON.parse(String(init?.body))).toEqual({
      payload: { course: payload.course, modules, sent },
      dry_run: true,
      missing: 'keep',
    })
  })

  test('throws for an answer of another shape and for a refusal', async () => {
    const { client } = clientThatAnswers({ ...answer, lessons: [{ status: 'lost' }] })
    await expect(importCourse(client, course(), sent, { dryRun: false })).rejects.toMatchObject({
      code: 'MALFORMED',
    })
    const refused = clientThatAnswers(
      { code: '42501', message: 'You may not create courses.' },
      403,
    )
    await expect(
      importCourse(refused.client, course(), sent, { dryRun: false }),
    ).rejects.toMatchObject({
      code: '42501',
      message: 'You may not create courses.',
    })
  })
})
