import { describe, expect, it } from 'vitest'
import { aCourse } from '../testing/courses'
import { type LibraryCourse, parseLibrary } from './library-query'
import { categoryPath, coursesIn, parseCourseSort, sortCourses } from './shown-courses'

const course = (change: Partial<LibraryCourse>) =>
  aCourse('git', {
    title: 'Git',
    total: 10,
    completed: 0,
    duration_sec: 600,
    next_lesson_id: 'l1',
    ...change,
  })

describe('sortCourses', () => {
  const courses = [
    course({ title: 'beta', entitled_at: '2026-02-01T00:00:00+00:00', completed: 2 }),
    course({ title: 'Alpha', entitled_at: '2026-03-01T00:00:00+00:00', completed: 9 }),
    course({ title: 'course 10', entitled_at: '2026-01-01T00:00:00+00:00', completed: 2 }),
    course({ title: 'course 9', entitled_at: '2026-04-01T00:00:00+00:00', total: 0 }),
  ]
  const titles = (sort: Parameters<typeof sortCourses>[1]) =>
    sortCourses(courses, sort).map((item) => item.title)

  it('keeps the order of the database by default', () => {
    expect(titles('default')).toEqual(['beta', 'Alpha', 'course 10', 'course 9'])
  })

  it('puts the course to which access was given last first', () => {
    expect(titles('recent')).toEqual(['course 9', 'Alpha', 'beta', 'course 10'])
  })

  it('puts the course with the most progress first, and keeps the order of equal courses', () => {
    expect(titles('progress')).toEqual(['Alpha', 'beta', 'course 10', 'course 9'])
  })

  it('sorts titles alphabetically, and numbers in them by value', () => {
    expect(titles('alphabetical')).toEqual(['Alpha', 'beta', 'course 9', 'course 10'])
  })

  it('does not change its argument', () => {
    const before = [...courses]
    sortCourses(courses, 'alphabetical')
    expect(courses).toEqual(before)
  })
})

describe('parseCourseSort', () => {
  it('accepts the known sorts, and returns the default for other values', () => {
    expect(parseCourseSort('progress')).toBe('progress')
    expect(parseCourseSort('price')).toBe('default')
    expect(parseCourseSort(null)).toBe('default')
  })
})

describe('categories', () => {
  it('have links to the library, whatever characters their names contain', () => {
    expect(categoryPath('Tools & more')).toBe('/app/dashboard?category=Tools+%26+more')
  })

  it('contain their courses in the order of the library, and all courses are shown without a category', () => {
    const courses = [
      course({ title: 'b', category: 'Web' }),
      course({}),
      course({ category: 'Web' }),
    ]
    expect(coursesIn(courses, 'Web')).toEqual([courses[0], courses[2]])
    expect(coursesIn(courses, 'web')).toEqual([])
    expect(coursesIn(courses, null)).toEqual(courses)
  })
})

describe('parseLibrary', () => {
  it('accepts the answer of the database', () => {
    const resume = {
      lesson_id: 'l2',
      title: 'Branches',
      type: 'VIDEO' as const,
      duration_sec: 1199,
      position_sec: 431.5,
    }
    const row = { ...course({}), resume }
    expect(parseLibrary([row])).toEqual([row])
  })

  it('refuses an answer of an unexpected shape', () => {
    expect(() => parseLibrary({})).toThrow()
    expect(() => parseLibrary([{ ...course({}), resume: null, total: '10' }])).toThrow()
    expect(() => parseLibrary([{ ...course({}), resume: { title: 'Branches' } }])).toThrow()
  })
})
