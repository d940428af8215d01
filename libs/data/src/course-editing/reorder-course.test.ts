import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { type CourseOrder, courseOrder, isSameOrder, moveLesson, moveModule } from './course-order'
import { isStaleOrder, reorderCourse } from './reorder-course'

const order: CourseOrder = [
  { id: 'a', lessons: ['a1', 'a2', 'a3'] },
  { id: 'b', lessons: [] },
  { id: 'c', lessons: ['c1'] },
]
const ids = (moved: CourseOrder) => moved.map(({ id }) => id).join(' ')
const lessons = (moved: CourseOrder) => moved.map((module) => module.lessons.join(' '))

describe('courseOrder', () => {
  it('sorts modules and lessons by position, not by the order of the rows', () => {
    const rows = [
      { id: 'b', index: 4, lessons: [] },
      {
        id: 'a',
        index: 1,
        lessons: [
          { id: 'a2', index: 7 },
          { id: 'a1', index: 0 },
        ],
      },
    ]
    expect(courseOrder(rows)).toEqual([
      { id: 'a', lessons: ['a1', 'a2'] },
      { id: 'b', lessons: [] },
    ])
  })
})

describe('moveModule', () => {
  it('moves a module to a position, and the other modules make room', () => {
    expect(ids(moveModule(order, 'a', 1))).toBe('b a c')
    expect(ids(moveModule(order, 'a', 99))).toBe('b c a')
    expect(ids(moveModule(order, 'c', -1))).toBe('c a b')
  })

  it('returns the same object if nothing moves', () => {
    expect(moveModule(order, 'b', 1)).toBe(order)
    expect(moveModule(order, 'z', 0)).toBe(order)
  })
})

describe('moveLesson', () => {
  it('moves a lesson within its module and to another module', () => {
    expect(lessons(moveLesson(order, 'a1', 'a', 1))).toEqual(['a2 a1 a3', '', 'c1'])
    expect(lessons(moveLesson(order, 'a2', 'b', 0))).toEqual(['a1 a3', 'a2', 'c1'])
    expect(lessons(moveLesson(order, 'a2', 'c', 9))).toEqual(['a1 a3', '', 'c1 a2'])
  })

  it('does not change its argument, and returns the same object if nothing moves', () => {
    const before = structuredClone(order)
    moveLesson(order, 'a1', 'c', 0)
    expect(order).toEqual(before)
    expect(moveLesson(order, 'a2', 'a', 1)).toBe(order)
    expect(moveLesson(order, 'z', 'a', 1)).toBe(order)
    expect(moveLesson(order, 'a1', 'z', 1)).toBe(order)
  })

  it('returns an order that differs from the previous order', () => {
    expect(isSameOrder(order, structuredClone(order))).toBe(true)
    expect(isSameOrder(order, moveLesson(order, 'c1', 'b', 0))).toBe(false)
  })
})

describe('reorderCourse', () => {
  afterEach(() => vi.unstubAllGlobals())
  const answering = (status: number, body: unknown) => {
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return new Response(body === null ? null : JSON.stringify(body), { status })
    })
    return { bodies, client: createDataClient({ url: 'http://project.test', key: 'k' }) }
  }
  const moved = moveModule(order, 'a', 1)

  it('sends the new order and the order that the person saw', async () => {
    const { client, bodies } = answering(204, null)
    await reorderCourse(client, 'course', moved, order)
    expect(bodies).toEqual([{ course_id: 'course', wanted: moved, expected: order }])
  })

  it.each([
    ['PT409', 'STALE_ORDER', true],
    ['PT409', 'OTHER', false],
    ['42501', null, false],
  ])('recognises an outdated order by code and hint: %s %s', async (code, hint, stale) => {
    const { client } = answering(409, {
      code,
      hint,
      message: 'You may not move it.',
      details: null,
    })
    const error = await reorderCourse(client, 'course', moved, order).catch((thrown) => thrown)
    expect(error).toMatchObject({ code, message: 'You may not move it.' })
    expect(isStaleOrder(error)).toBe(stale)
  })
})
