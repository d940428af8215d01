import { describe, expect, test, vi } from 'vitest'
import type { DataClient } from '../client'
import { createDataClient } from '../client'
import { courseProblems } from './course-problems'
import { importCourse } from './import-course'
import type { ImportPayload } from './payload'
import { readCourseFolder } from './read-course-folder'

function course(options = {}, texts: Record<string, string> = { 'a.md': 'x' }): ImportPayload {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea', ...options }).course
}

describe('problems', () => {
  test('a good course has none', () => {
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

  test('a course needs a lesson', () => {
    expect(courseProblems(course({}, { 'a.png': '' }))).toEqual([
      'There is no lesson in this folder.',
    ])
  })

  test('8 MB is the most', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`${index}.md`, `${index}${'x'.repeat(450_000)}`]),
    )
    expect(courseProblems(course({}, texts))[0]).toMatch(/^The course is 8\.6 MB of text; 8 MB is/)
  })
})

describe('importing', () => {
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

  test('sends the course and whether to change anything, and gives the report', async () => {
    const { client, fetch } = clientThatAnswers(answer)
    const payload = course()
    expect(await importCourse(client, payload, { dryRun: true })).toEqual(answer)
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(String(url)).toBe('http://db.test/rest/v1/rpc/import_course')
    expect(JSON.parse(String(init?.body))).toEqual({ payload, dry_run: true, missing: 'keep' })
  })

  test('an answer of another shape and a refusal are errors', async () => {
    const { client } = clientThatAnswers({ ...answer, lessons: [{ status: 'lost' }] })
    await expect(importCourse(client, course(), { dryRun: false })).rejects.toMatchObject({
      code: 'MALFORMED',
    })
    const refused = clientThatAnswers(
      { code: '42501', message: 'You may not create courses.' },
      403,
    )
    await expect(importCourse(refused.client, course(), { dryRun: false })).rejects.toMatchObject({
      code: '42501',
      message: 'You may not create courses.',
    })
  })
})
