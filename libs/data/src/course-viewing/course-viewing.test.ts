import { describe, expect, it } from 'vitest'
import { aLesson, anOutline } from '../testing/outline'
import { PERCENT_EXAMPLES } from '../testing/progress-examples'
import { lessonDuration, libraryDuration } from './duration'
import { milestoneOf } from './milestone'
import { firstUnfinished, nextOpening } from './next-opening'
import {
  type CourseOutline,
  instructorOf,
  lessonAfter,
  lessonBefore,
  lessonById,
  lessonMark,
  type OutlineLesson,
  parseOutline,
} from './outline'
import { lessonPath } from './paths'
import { progressPercent } from './progress-percent'
import { isCompletedByHand, previewedCourse, recordsProgress, viewerState } from './viewer-state'

const outline = (change: Partial<CourseOutline> = {}): CourseOutline =>
  anOutline({
    modules: [
      { id: 'm1', title: 'One', lessons: [aLesson('a'), aLesson('b')] },
      { id: 'm2', title: 'Empty', lessons: [] },
      { id: 'm3', title: 'Three', lessons: [aLesson('c')] },
    ],
    ...change,
  })

const shut = (...lessons: OutlineLesson[]): CourseOutline =>
  outline({ entitled: false, modules: [{ id: 'm', title: 'M', lessons }] })

const UNTIL = '2026-12-07T08:00:00Z'

describe('lessons that a schedule keeps shut', () => {
  const waits = { open: false, opens_at: UNTIL }
  const course = outline({
    modules: [
      {
        id: 'm',
        title: 'M',
        lessons: [
          aLesson('a', waits),
          aLesson('b'),
          aLesson('c', { open: false, opens_at: null }),
          aLesson('d', waits),
          aLesson('e', { done: true }),
          // Open to staff and authors, though its moment lies ahead.
          aLesson('f', { open: true, opens_at: UNTIL }),
        ],
      },
    ],
  })

  it('are passed over on the way to the next, the previous and the first lesson', () => {
    expect(lessonAfter(course, 'b')?.id).toBe('e')
    expect(lessonBefore(course, 'e')?.id).toBe('b')
    expect(lessonBefore(course, 'b')).toBeNull()
    expect(lessonAfter(course, 'e')?.id).toBe('f')
    expect(viewerState(course, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
    expect(viewerState(course, 'a').kind).toBe('locked')
  })

  it('open one after another; the first that is open and not done is the one to continue with', () => {
    expect(nextOpening(course)?.id).toBe('a')
    expect(nextOpening(outline())).toBeNull()
    expect(firstUnfinished(course)?.id).toBe('b')
  })

  it('lead a person for whom nothing is open yet to the first of them, which says when it opens', () => {
    const none = outline({ modules: [{ id: 'm', title: 'M', lessons: [aLesson('a', waits)] }] })
    expect(viewerState(none, undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
    expect(firstUnfinished(none)).toBeNull()
  })

  it('are read with their moment, which is missing while the person pauses', () => {
    const answer = (opens_at?: string | null) => {
      const lesson = { ...aLesson('a'), ...(opens_at !== undefined && { opens_at }) }
      const json = { ...outline(), modules: [{ id: 'm', title: 'M', lessons: [lesson] }] }
      return parseOutline(json)?.modules[0]?.lessons[0]
    }
    expect(answer(UNTIL)?.opens_at).toBe(UNTIL)
    expect(answer(null)?.opens_at).toBeNull()
    expect(answer()).not.toHaveProperty('opens_at')
  })
})

it('nothing is recorded for the staff of a cohort, unless the course was granted to them', () => {
  expect(recordsProgress(outline({ entitled: false, staff: true }))).toBe(false)
  expect(recordsProgress(outline({ staff: true }))).toBe(true)
  expect(viewerState(outline({ entitled: false, staff: true }), undefined).kind).toBe('redirect')
})

describe('viewerState', () => {
  it('goes to the first lesson for a person who is entitled or may preview', () => {
    expect(viewerState(outline(), undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
    expect(viewerState(outline({ entitled: false, can_preview: true }), undefined)).toEqual({
      kind: 'redirect',
      lessonId: 'a',
    })
  })

  it('goes to the first free preview for everybody else', () => {
    const course = shut(aLesson('a', { open: false }), aLesson('b', { free: true }))
    expect(viewerState(course, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
  })

  it('opens nothing when nothing is free', () => {
    expect(viewerState(shut(aLesson('a', { open: false })), undefined)).toEqual({
      kind: 'no-access',
    })
  })

  it('shows the lesson that the address names, or why not', () => {
    expect(viewerState(outline(), 'c').kind).toBe('lesson')
    expect(viewerState(shut(aLesson('a', { open: false })), 'a').kind).toBe('locked')
  })

  it('welcomes a person whose address names a lesson of another course', () => {
    expect(viewerState(outline(), 'elsewhere')).toEqual({ kind: 'welcome' })
  })

  it('tells a course without modules from one without lessons', () => {
    expect(viewerState(outline({ modules: [] }), 'a')).toEqual({ kind: 'no-modules' })
    expect(viewerState(shut(), undefined)).toEqual({ kind: 'no-lessons' })
  })
})

describe('preview', () => {
  const mine = outline({
    entitled: false,
    can_preview: true,
    status: 'DRAFT',
    modules: [
      {
        id: 'm',
        title: 'M',
        lessons: [aLesson('a', { done: true }), aLesson('b', { free: true })],
      },
    ],
  })
  const opens = (course: CourseOutline) =>
    course.modules.flatMap((module) => module.lessons).map(({ id, open }) => [id, open])

  it('shows a course with access, whatever its status', () => {
    const seen = previewedCourse(mine, true)
    expect(opens(seen)).toEqual([
      ['a', true],
      ['b', true],
    ])
    expect(viewerState(seen, undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
  })

  it('shows the course without access like to a person without access', () => {
    const seen = previewedCourse({ ...mine, ended: true, staff: true }, false)
    expect(opens(seen)).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(seen).toMatchObject({ entitled: false, staff: false, ended: false })
    expect(viewerState(seen, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
    expect(viewerState(seen, 'a').kind).toBe('locked')
  })

  it('records nothing, and is for people who may update the course', () => {
    expect(recordsProgress(previewedCourse(mine, true))).toBe(false)
    expect(recordsProgress({ ...mine, entitled: true })).toBe(false)
    expect(recordsProgress(outline())).toBe(true)
    expect(recordsProgress(outline({ entitled: false }))).toBe(true)
    expect(previewedCourse(mine, true).modules[0]?.lessons[0]?.done).toBe(false)
  })
})

describe('lesson order', () => {
  it('goes on into the next module and past empty ones', () => {
    expect(lessonAfter(outline(), 'a')?.id).toBe('b')
    expect(lessonAfter(outline(), 'b')?.id).toBe('c')
    expect(lessonAfter(outline(), 'c')).toBeNull()
    expect(lessonAfter(outline(), 'elsewhere')).toBeNull()
  })

  it('goes back the same way', () => {
    expect(lessonBefore(outline(), 'c')?.id).toBe('b')
    expect(lessonBefore(outline(), 'b')?.id).toBe('a')
    expect(lessonBefore(outline(), 'a')).toBeNull()
    expect(lessonBefore(outline(), 'elsewhere')).toBeNull()
  })

  it('finds a lesson by its id', () => {
    expect(lessonById(outline(), 'c')?.title).toBe('Lesson c')
    expect(lessonById(outline(), 'z')).toBeNull()
  })
})

describe('lessonMark', () => {
  it('is a tick, a lock, a ring as far as it was watched, or nothing', () => {
    expect(lessonMark(aLesson('a', { done: true, watched: 40, open: false }))).toEqual({
      kind: 'done',
    })
    expect(lessonMark(aLesson('a', { watched: 40, open: false }))).toEqual({ kind: 'locked' })
    expect(lessonMark(aLesson('a', { watched: 40 }))).toEqual({ kind: 'watched', percent: 40 })
    expect(lessonMark(aLesson('a'))).toBeNull()
  })
})

describe('milestoneOf', () => {
  const done = { done: true, sec: 60 }
  const course = (...ids: string[]): CourseOutline => {
    const lesson = (id: string) => aLesson(id, ids.includes(id) ? done : { sec: 60 })
    return outline({
      modules: [
        { id: 'm1', title: 'One', lessons: [lesson('a'), lesson('b')] },
        { id: 'm2', title: 'Empty', lessons: [] },
        { id: 'm3', title: 'Three', lessons: [lesson('c')] },
        { id: 'm4', title: 'Four', lessons: [lesson('d'), lesson('e')] },
      ],
    })
  }

  it('is the end of a module when all its other lessons are complete, before and after', () => {
    const end = { kind: 'module', title: 'One', lessons: 2, modules: 1, seconds: 120 }
    expect(milestoneOf(course('a'), 'b')).toMatchObject(end)
    expect(milestoneOf(course('a', 'b'), 'b')).toMatchObject(end)
    expect(milestoneOf(course(), 'b')).toBeNull()
  })

  it('goes on with what is unfinished after it, then with what was left out before', () => {
    expect(milestoneOf(course('a'), 'b')?.next).toMatchObject({
      module: { title: 'Three' },
      lesson: { id: 'c' },
    })
    expect(milestoneOf(course('a', 'c'), 'b')?.next?.lesson.id).toBe('d')
    expect(milestoneOf(course('a', 'c', 'd'), 'e')?.next?.lesson.id).toBe('b')
  })

  it('never goes on with what does not open', () => {
    const lessons = [aLesson('a', { done: true }), aLesson('b')]
    const modules = [
      { id: 'm1', title: 'Free', lessons },
      { id: 'm2', title: 'Shut', lessons: [aLesson('c', { open: false })] },
    ]
    expect(milestoneOf(outline({ modules }), 'b')).toMatchObject({ kind: 'module', next: null })
  })

  it('makes nothing of a module of one lesson', () => {
    expect(milestoneOf(course(), 'c')).toBeNull()
  })

  it('is the end of the course, wherever the last lesson stands', () => {
    expect(milestoneOf(course('b', 'c', 'd', 'e'), 'a')).toEqual({
      kind: 'course',
      title: 'Git from Zero',
      lessons: 5,
      modules: 3,
      seconds: 300,
      next: null,
    })
  })

  it('is null for a lesson of another course', () => {
    expect(milestoneOf(course('a'), 'elsewhere')).toBeNull()
  })
})

describe('durations', () => {
  it('are hours and minutes in the library', () => {
    expect(libraryDuration(0)).toBeNull()
    expect(libraryDuration(20)).toBe('1m')
    expect(libraryDuration(59 * 60 + 59)).toBe('59m')
    expect(libraryDuration(3600)).toBe('1h 0m')
    expect(libraryDuration(2 * 3600 + 5 * 60)).toBe('2h 5m')
  })

  it('are minutes and seconds in the viewer', () => {
    expect(lessonDuration(0)).toBeNull()
    expect(lessonDuration(7)).toBe('00:07')
    expect(lessonDuration(305)).toBe('05:05')
    expect(lessonDuration(75 * 60)).toBe('75:00')
  })
})

describe('instructorOf', () => {
  it('falls back for what is missing', () => {
    expect(instructorOf({ author_name: ' ', author_description: null })).toEqual({
      name: 'Course Instructor',
      description: 'Expert Instructor',
    })
    expect(instructorOf({ author_name: 'Ada', author_description: 'Wrote it' }).name).toBe('Ada')
  })
})

describe('parseOutline', () => {
  it('reads a course, and null for none', () => {
    expect(parseOutline(null)).toBeNull()
    const answer = JSON.parse(JSON.stringify(outline()))
    expect(parseOutline(answer)).toEqual(outline())
  })

  it('counts a missing watched share as 0', () => {
    const answer = JSON.parse(JSON.stringify(outline()))
    delete answer.modules[0].lessons[0].watched
    answer.modules[0].lessons[1].watched = 34
    expect(parseOutline(answer)?.modules[0]?.lessons.map(({ watched }) => watched)).toEqual([0, 34])
  })

  it('refuses a type it does not know', () => {
    const answer = JSON.parse(JSON.stringify(outline()))
    answer.modules[0].lessons[0].type = 'HOLOGRAM'
    expect(() => parseOutline(answer)).toThrow()
  })
})

it('builds paths that survive odd characters', () => {
  expect(lessonPath('a b', 'x/y')).toBe('/app/courses/a%20b/lesson/x%2Fy')
})

describe('progressPercent', () => {
  it.each(PERCENT_EXAMPLES)('of %i completed lessons of %i is %i', (completed, total, percent) => {
    expect(progressPercent(completed, total)).toBe(percent)
  })
})

it('has a button to complete all lessons but assignments and exercises, and pages', () => {
  const course = anOutline()
  const byHand = (change: object) => isCompletedByHand(course, aLesson('a', change))
  expect(byHand({ type: 'TEXT' })).toBe(true)
  expect(byHand({ type: 'ASSIGNMENT' })).toBe(false)
  expect(byHand({ type: 'EXERCISE' })).toBe(false)
  expect(byHand({ type: 'EXERCISE', page: true })).toBe(true)
  const preview = previewedCourse({ ...course, can_preview: true }, true)
  expect(isCompletedByHand(preview, aLesson('a', { page: true }))).toBe(false)
})
