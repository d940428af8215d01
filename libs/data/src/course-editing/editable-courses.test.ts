import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Permission } from '../access/resources'
import { createDataClient } from '../session/create-client'
import { mapStorage } from '../testing/memory-storage'
import { readEditableCourses } from './editable-courses'

const ALL: Permission[] = [{ resource: 'courses', action: 'update', scope: 'any' }]
const OWN: Permission[] = [
  { resource: 'courses', action: 'read', scope: 'any' },
  { resource: 'courses', action: 'update', scope: 'own' },
]

const client = createDataClient({ url: 'http://server.test', key: 'key', storage: mapStorage() })

/** The slugs are in alphabetical order. The ids are not, so that sorting by id gives another order. */
const COURSES = Array.from({ length: 1234 }, (_, no) => ({
  id: `id-${String(no).padStart(4, '0')}`,
  slug: `slug-${9999 - no}`,
  title: `Course ${no}`,
}))

let asked: URLSearchParams[]
let status: number
/** The maximum number of rows in one answer of the server, whatever the request says. */
let most: number

beforeEach(() => {
  asked = []
  status = 200
  most = 1000
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const query = new URL(new Request(input).url).searchParams
    asked.push(query)
    const after = query.get('id')?.replace(/^gt\./, '') ?? ''
    const limit = Math.min(most, Number(query.get('limit')))
    const rows = COURSES.filter(({ id }) => id > after).slice(0, limit)
    return Response.json(status === 200 ? rows : { code: '42501', message: 'no' }, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([1000, 100])(
  'reads every course even if the server returns only %i rows at a time',
  async (limit) => {
    most = limit
    const courses = await readEditableCourses(client, ALL, 'me')
    expect(courses).toHaveLength(COURSES.length)
    expect(courses[0]).toEqual(COURSES.at(-1))
    expect(courses.at(-1)).toEqual(COURSES[0])
    expect(asked.every((query) => query.get('created_by_id') === null)).toBe(true)
  },
)

test('leaves out courses that the person may read but not edit', async () => {
  await readEditableCourses(client, OWN, 'me')
  expect(new Set(asked.map((query) => query.get('created_by_id')))).toEqual(new Set(['eq.me']))
})

test('throws an error instead of returning only some of the courses', async () => {
  status = 403
  await expect(readEditableCourses(client, ALL, 'me')).rejects.toMatchObject({ code: '42501' })
})
