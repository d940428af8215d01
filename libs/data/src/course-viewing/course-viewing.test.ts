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

describe('lessons that the schedule of a cohort has not opened', () => {
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
          // Staff and authors can open this lesson, although its opening is in the future.
          aLesson('f', { open: true, opens_at: UNTIL }),
        ],
      },
    ],
  })

  it('are skipped by the links to the next, the previous, and the first lesson', () => {
    expect(lessonAfter(course, 'b')?.id).toBe('e')
    expect(lessonBefore(course, 'e')?.id).toBe('b')
    expect(lessonBefore(course, 'b')).toBeNull()
    expect(lessonAfter(course, 'e')?.id).toBe('f')
    expect(viewerState(course, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
    expect(viewerState(course, 'a').kind).toBe('locked')
  })

  it('open one after another, and the person continues at the first that is open and not completed', () => {
    expect(nextOpening(course)?.id).toBe('a')
    expect(nextOpening(outline())).toBeNull()
    expect(firstUnfinished(course)?.id).toBe('b')
  })

  it('lead a person who cannot open any of them to the first, which shows when it opens', () => {
    const none = outline({ modules: [{ id: 'm', title: 'M', lessons: [aLesson('a', waits)] }] })
    expect(viewerState(none, undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
    expect(firstUnfinished(none)).toBeNull()
  })

  it('contain the moment of their opening, except while the person has paused', () => {
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

it('recordsProgress() is false for staff of a cohort, unless they have access to the course themselves', () => {
  expect(recordsProgress(outline({ entitled: false, staff: true }))).toBe(false)
  expect(recordsProgress(outline({ staff: true }))).toBe(true)
  expect(viewerState(outline({ entitled: false, staff: true }), undefined).kind).toBe('redirect')
})

describe('viewerState', () => {
  it('redirects a person with access or with a preview to the first lesson', () => {
    expect(viewerState(outline(), undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
    expect(viewerState(outline({ entitled: false, can_preview: true }), undefined)).toEqual({
      kind: 'redirect',
      lessonId: 'a',
    })
  })

  it('redirects everybody else to the first free preview', () => {
    const course = shut(aLesson('a', { open: false }), aLesson('b', { free: true }))
    expect(viewerState(course, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
  })

  it('shows no lesson if the person has no access and no preview is free', () => {
    expect(viewerState(shut(aLesson('a', { open: false })), undefined)).toEqual({
      kind: 'no-access',
    })
  })

  it('shows the lesson in the address, or why it cannot be opened', () => {
    expect(viewerState(outline(), 'c').kind).toBe('lesson')
    expect(viewerState(shut(aLesson('a', { open: false })), 'a').kind).toBe('locked')
  })

  it('shows a welcome if the lesson in the address belongs to another course', () => {
    expect(viewerState(outline(), 'elsewhere')).toEqual({ kind: 'welcome' })
  })

  it('distinguishes a course without modules from one without lessons', () => {
    expect(viewerState(outline({ modules: [] }), 'a')).toEqual({ kind: 'no-modules' })
    expect(viewerState(shut(), undefined)).toEqual({ kind: 'no-lessons' })
  })
})

describe('the preview of a course', () => {
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

  it('shows the course as a person with access sees it, whether it is published or not', () => {
    const seen = previewedCourse(mine, true)
    expect(opens(seen)).toEqual([
      ['a', true],
      ['b', true],
    ])
    expect(viewerState(seen, undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
  })

  it('shows the course as a person without access sees it', () => {
    const seen = previewedCourse({ ...mine, ended: true, staff: true }, false)
    expect(opens(seen)).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(seen).toMatchObject({ entitled: false, staff: false, ended: false })
    expect(viewerState(seen, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
    expect(viewerState(seen, 'a').kind).toBe('locked')
  })

  it('stores no progress, and is available to people who may edit the course', () => {
    expect(recordsProgress(previewedCourse(mine, true))).toBe(false)
    expect(recordsProgress({ ...mine, entitled: true })).toBe(false)
    expect(recordsProgress(outline())).toBe(true)
    expect(recordsProgress(outline({ entitled: false }))).toBe(true)
    expect(previewedCourse(mine, true).modules[0]?.lessons[0]?.done).toBe(false)
  })
})

describe('the order of lessons', () => {
  it('continues in the next module, and skips empty modules', () => {
    expect(lessonAfter(outline(), 'a')?.id).toBe('b')
    expect(lessonAfter(outline(), 'b')?.id).toBe('c')
    expect(lessonAfter(outline(), 'c')).toBeNull()
    expect(lessonAfter(outline(), 'elsewhere')).toBeNull()
  })

  it('is the same for the previous lesson', () => {
    expect(lessonBefore(outline(), 'c')?.id).toBe('b')
    expect(lessonBefore(outline(), 'b')?.id).toBe('a')
    expect(lessonBefore(outline(), 'a')).toBeNull()
    expect(lessonBefore(outline(), 'elsewhere')).toBeNull()
  })

  it('contains each lesson by its id', () => {
    expect(lessonById(outline(), 'c')?.title).toBe('Lesson c')
    expect(lessonById(outline(), 'z')).toBeNull()
  })
})

describe('lessonMark', () => {
  it('is a tick, a lock, a ring with the watched share, or null', () => {
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

  it('is the end of a module if all its other lessons, before and after, are complete', () => {
    const end = { kind: 'module', title: 'One', lessons: 2, modules: 1, seconds: 120 }
    expect(milestoneOf(course('a'), 'b')).toMatchObject(end)
    expect(milestoneOf(course('a', 'b'), 'b')).toMatchObject(end)
    expect(milestoneOf(course(), 'b')).toBeNull()
  })

  it('continues with later unfinished lessons, and then with earlier ones', () => {
    expect(milestoneOf(course('a'), 'b')?.next).toMatchObject({
      module: { title: 'Three' },
      lesson: { id: 'c' },
    })
    expect(milestoneOf(course('a', 'c'), 'b')?.next?.lesson.id).toBe('d')
    expect(milestoneOf(course('a', 'c', 'd'), 'e')?.next?.lesson.id).toBe('b')
  })

  it('does not continue with a lesson that the person cannot open', () => {
    const lessons = [aLesson('a', { done: true }), aLesson('b')]
    const modules = [
      { id: 'm1', title: 'Free', lessons },
      { id: 'm2', title: 'Shut', lessons: [aLesson('c', { open: false })] },
    ]
    expect(milestoneOf(outline({ modules }), 'b')).toMatchObject({ kind: 'module', next: null })
  })

  it('is null for a module with only one lesson', () => {
    expect(milestoneOf(course(), 'c')).toBeNull()
  })

  it('is the end of the course if its last unfinished lesson is completed, wherever that lesson is', () => {
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
  it('are shown in hours and minutes in the library', () => {
    expect(libraryDuration(0)).toBeNull()
    expect(libraryDuration(20)).toBe('1m')
    expect(libraryDuration(59 * 60 + 59)).toBe('59m')
    expect(libraryDuration(3600)).toBe('1h 0m')
    expect(libraryDuration(2 * 3600 + 5 * 60)).toBe('2h 5m')
  })

  it('are shown in minutes and seconds in the viewer', () => {
    expect(lessonDuration(0)).toBeNull()
    expect(lessonDuration(7)).toBe('00:07')
    expect(lessonDuration(305)).toBe('05:05')
    expect(lessonDuration(75 * 60)).toBe('75:00')
  })
})

describe('instructorOf', () => {
  it('returns a default text for each missing field', () => {
    expect(instructorOf({ author_name: ' ', author_description: null })).toEqual({
      name: 'Course Instructor',
      description: 'Expert Instructor',
    })
    expect(instructorOf({ author_name: 'Ada', author_description: 'Wrote it' }).name).toBe('Ada')
  })
})

describe('parseOutline', () => {
  it('reads a course, and null if there is none', () => {
    expect(parseOutline(null)).toBeNull()
    const answer = JSON.parse(JSON.stringify(outline()))
    expect(parseOutline(answer)).toEqual(outline())
  })

  it('reads a missing watched share as 0', () => {
    const answer = JSON.parse(JSON.stringify(outline()))
    delete answer.modules[0].lessons[0].watched
    answer.modules[0].lessons[1].watched = 34
    expect(parseOutline(answer)?.modules[0]?.lessons.map(({ watched }) => watched)).toEqual([0, 34])
  })

  it('refuses an unknown lesson type', () => {
    const answer = JSON.parse(JSON.stringify(outline()))
    answer.modules[0].lessons[0].type = 'HOLOGRAM'
    expect(() => parseOutline(answer)).toThrow()
  })
})

it('paths of lessons encode special characters', () => {
  expect(lessonPath('a b', 'x/y')).toBe('/app/courses/a%20b/lesson/x%2Fy')
})

describe('progressPercent', () => {
  it.each(PERCENT_EXAMPLES)(
    'returns, for %i of %i completed lessons, %i',
    (completed, total, percent) => {
      expect(progressPercent(completed, total)).toBe(percent)
    },
  )
})

it('isCompletedByHand() is false for assignments and exercises, except for pages', () => {
  const course = anOutline()
  const byHand = (change: object) => isCompletedByHand(course, aLesson('a', change))
  expect(byHand({ type: 'TEXT' })).toBe(true)
  expect(byHand({ type: 'ASSIGNMENT' })).toBe(false)
  expect(byHand({ type: 'EXERCISE' })).toBe(false)
  expect(byHand({ type: 'EXERCISE', page: true })).toBe(true)
  const preview = previewedCourse({ ...course, can_preview: true }, true)
  expect(isCompletedByHand(preview, aLesson('a', { page: true }))).toBe(false)
})
