import { describe, expect, it } from 'vitest'
import { lessonDuration, libraryDuration } from './duration'
import { instructorOf } from './instructor'
import { lessonAfter, lessonBefore, lessonById } from './lesson-order'
import { type CourseOutline, type OutlineLesson, parseOutline } from './outline'
import { lessonPath } from './paths'
import { previewedCourse, recordsProgress } from './preview'
import { viewerState } from './viewer-state'

const lesson = (id: string, change: Partial<OutlineLesson> = {}): OutlineLesson => ({
  id,
  title: `Lesson ${id}`,
  type: 'TEXT',
  provider: 'NONE',
  sec: 0,
  free: false,
  done: false,
  open: true,
  ...change,
})

const outline = (change: Partial<CourseOutline> = {}): CourseOutline => ({
  id: 'c',
  slug: 'git',
  title: 'Git',
  description: null,
  status: 'PUBLISHED',
  thumbnail_url: null,
  author_name: null,
  author_description: null,
  entitled: true,
  can_preview: false,
  ended: false,
  modules: [
    { id: 'm1', title: 'One', lessons: [lesson('a'), lesson('b')] },
    { id: 'm2', title: 'Empty', lessons: [] },
    { id: 'm3', title: 'Three', lessons: [lesson('c')] },
  ],
  ...change,
})

const shut = (...lessons: OutlineLesson[]): CourseOutline =>
  outline({ entitled: false, modules: [{ id: 'm', title: 'M', lessons }] })

describe('viewerState', () => {
  it('goes to the first lesson for a person who is entitled or may preview', () => {
    expect(viewerState(outline(), undefined)).toEqual({ kind: 'redirect', lessonId: 'a' })
    expect(viewerState(outline({ entitled: false, can_preview: true }), undefined)).toEqual({
      kind: 'redirect',
      lessonId: 'a',
    })
  })

  it('goes to the first free preview for everybody else', () => {
    const course = shut(lesson('a', { open: false }), lesson('b', { free: true }))
    expect(viewerState(course, undefined)).toEqual({ kind: 'redirect', lessonId: 'b' })
  })

  it('opens nothing when nothing is free', () => {
    expect(viewerState(shut(lesson('a', { open: false })), undefined)).toEqual({
      kind: 'no-access',
    })
  })

  it('shows the lesson that the address names, or why not', () => {
    expect(viewerState(outline(), 'c').kind).toBe('lesson')
    expect(viewerState(shut(lesson('a', { open: false })), 'a').kind).toBe('locked')
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
      { id: 'm', title: 'M', lessons: [lesson('a', { done: true }), lesson('b', { free: true })] },
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

  it('shows it without access as a stranger sees it', () => {
    const seen = previewedCourse({ ...mine, ended: true }, false)
    expect(opens(seen)).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(seen).toMatchObject({ entitled: false, ended: false })
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

  it('refuses a type it does not know', () => {
    const answer = JSON.parse(JSON.stringify(outline()))
    answer.modules[0].lessons[0].type = 'HOLOGRAM'
    expect(() => parseOutline(answer)).toThrow()
  })
})

it('builds paths that survive odd characters', () => {
  expect(lessonPath('a b', 'x/y')).toBe('/app/courses/a%20b/lesson/x%2Fy')
})
