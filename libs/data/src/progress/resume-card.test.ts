import { describe, expect, it } from 'vitest'
import type { LibraryCourse } from '../library/library-query'
import type { Queued } from '../outbox/kind'
import type { Change } from '../sync/kinds'
import { aCourse } from '../testing/courses'
import { libraryWith } from './overlay'
import { cardAction, resumeCardData, waitsForOpening } from './resume-card'

const video = {
  lesson_id: 'l2',
  title: 'Branches',
  type: 'VIDEO',
  duration_sec: 1199,
  position_sec: 431.5,
} as const

const course = (slug: string, change: Partial<LibraryCourse> = {}) =>
  aCourse(slug, { total: 4, next_lesson_id: 'l2', ...change })

const waits = (change: Change, at = Date.parse('2026-03-01')): Queued => ({
  id: `${at}`,
  user: 'u',
  at,
  change,
})

const watched = (slug: string, lessonId: string, positionSec: number) =>
  waits({ kind: 'watch', slug, lessonId, positionSec, durationSec: 1200, ranges: [] })

const completed = (slug: string, lessonId: string) =>
  waits({ kind: 'completion', slug, lessonId, done: true, was: false })

/** Calls the function with the same arguments as the library. */
const way = (courses: LibraryCourse[], waiting: Queued[] = []) =>
  resumeCardData(libraryWith(courses, waiting), waiting)

describe('a course whose next lesson has not opened', () => {
  const waiting = (change: Partial<LibraryCourse> = {}) =>
    course('git', { in_cohort: true, next_lesson_id: null, completed: 2, ...change })

  it('is not offered to continue with, and its card leads to the lessons that are open', () => {
    expect(cardAction(waiting())).toEqual({ label: 'Review', path: '/app/courses/git' })
    expect(cardAction(waiting({ completed: 0 }))).toBeNull()
    expect(way([waiting()])).toBeNull()
    expect(way([waiting(), course('css')])?.course.slug).toBe('css')
  })

  it('is none that is finished, has ended, or has an open lesson', () => {
    for (const change of [{ completed: 4 }, { ended: true }, { next_lesson_id: 'l3' }]) {
      expect(waitsForOpening(waiting(change))).toBe(false)
    }
    // Outside a cohort, a course can also have no next lesson, namely after a completion was undone.
    expect(waitsForOpening(waiting({ in_cohort: false }))).toBe(false)
    expect(waitsForOpening(waiting({ in_cohort: false, opens_at: '2026-12-07T08:00Z' }))).toBe(true)
  })
})

describe('the resume card', () => {
  it('leads to the position in the video at which the person stopped', () => {
    expect(way([course('git', { resume: video })])).toMatchObject({
      label: 'Continue',
      path: '/app/courses/git/lesson/l2',
      lesson: 'Branches',
      positionSec: 431,
      durationSec: 1199,
      plays: true,
    })
  })

  it('leads to the beginning of a text, and of a video that was watched to its end', () => {
    const over = { ...video, position_sec: 1198 }
    expect(way([course('git', { resume: over })])?.positionSec).toBe(0)
    const text = { ...video, type: 'TEXT', position_sec: null } as const
    expect(way([course('git', { resume: text })])).toMatchObject({ positionSec: 0, plays: false })
  })

  it('leads to the unfinished course that the person studied most recently', () => {
    const old = course('old', { last_activity_at: '2026-01-01T00:00:00Z' })
    const latest = course('latest', { last_activity_at: '2026-02-02T00:00:00Z' })
    const done = course('done', { completed: 4, last_activity_at: '2026-02-03T00:00:00Z' })
    expect(way([done, old, latest])?.course.slug).toBe('latest')
  })

  it('leads to a course that was not begun, or to a review if all courses are finished', () => {
    const fresh = course('fresh', { completed: 0, resume: { ...video, position_sec: null } })
    expect(way([fresh])).toMatchObject({ label: 'Start', path: '/app/courses/fresh/lesson/l2' })
    const at = '2026-02-01T00:00:00Z'
    const begun = course('begun', { completed: 0, resume: video, last_activity_at: at })
    expect(way([begun])?.label).toBe('Continue')
    expect(way([course('done', { completed: 4, next_lesson_id: null })])).toMatchObject({
      label: 'Review',
      path: '/app/courses/done',
    })
  })

  it('is not shown if the person cannot open any course', () => {
    expect(way([])).toBeNull()
    expect(way([course('ended', { ended: true }), course('empty', { total: 0 })])).toBeNull()
  })
})

describe('a resume card with unsent changes', () => {
  it('shows the position, lesson and course of the unsent changes', () => {
    const git = course('git', { resume: video, last_activity_at: '2026-02-01T00:00:00Z' })
    expect(way([git], [watched('git', 'l2', 600)])).toMatchObject({
      lesson: 'Branches',
      positionSec: 600,
    })
    expect(way([git], [watched('git', 'l3', 5)])).toMatchObject({
      path: '/app/courses/git/lesson/l3',
      lesson: null,
      positionSec: 5,
      durationSec: 1200,
    })
    expect(way([git, course('sql')], [watched('sql', 'l7', 9)])?.path).toBe(
      '/app/courses/sql/lesson/l7',
    )
  })

  it('leads to the course after its lesson was completed, and to the next course after the last lesson', () => {
    const git = course('git', { resume: video, last_activity_at: '2026-02-01T00:00:00Z' })
    expect(way([git], [completed('git', 'l2')])).toMatchObject({
      path: '/app/courses/git',
      lesson: null,
    })
    const nearly = course('git', { completed: 3, resume: video })
    expect(way([nearly, course('sql')], [completed('git', 'l2')])?.course.slug).toBe('sql')
  })
})

describe('cardAction', () => {
  it('continues at the lesson whose video the person has watched in part', () => {
    const watched = course('git', {
      completed: 0,
      next_lesson_id: 'l1',
      last_activity_at: '2026-02-01T00:00:00Z',
    })
    expect(cardAction(watched)).toMatchObject({ path: '/app/courses/git/lesson/l1' })
    const lesson = { lesson_id: 'l3', title: 'Branches', type: 'VIDEO' as const }
    const resume = { ...lesson, duration_sec: 60, position_sec: 12 }
    expect(cardAction({ ...watched, resume })).toEqual({
      label: 'Continue',
      path: '/app/courses/git/lesson/l3',
    })
  })

  it('starts a new course, continues at the next lesson, and reviews a finished course', () => {
    expect(cardAction(course('git', { completed: 0 }))).toEqual({
      label: 'Start',
      path: '/app/courses/git',
    })
    expect(cardAction(course('git', { completed: 3, next_lesson_id: 'l4' }))).toEqual({
      label: 'Continue',
      path: '/app/courses/git/lesson/l4',
    })
    expect(cardAction(course('git', { completed: 4, next_lesson_id: null }))).toEqual({
      label: 'Review',
      path: '/app/courses/git',
    })
  })

  it('shows no button if access has ended or the course has no lessons', () => {
    expect(cardAction(course('git', { ended: true }))).toBeNull()
    expect(cardAction(course('git', { total: 0 }))).toBeNull()
  })
})
