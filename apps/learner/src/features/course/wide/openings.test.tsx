import { learnServerTime, serverNow } from '@rookies/data/server-clock'
import { aLesson, anOutline } from '@rookies/data/testing/outline'
import * as openings from '@rookies/data/time/openings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { visitCourse } from '../../../testing/open-course'

let portal: ReturnType<typeof visitCourse>
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
  learnServerTime(Date.now())
})

const OPENS = '2099-12-07T08:00:00Z'

/** A course whose second and third lesson are shut until a moment, or while the person pauses. */
const shutUntil = (opens_at: string | null) =>
  anOutline({
    changes_at: opens_at,
    time_zone: 'Asia/Kathmandu',
    modules: [
      {
        id: 'm1',
        title: 'First steps',
        lessons: [aLesson('a', { title: 'Rope' }), aLesson('b', { open: false, opens_at })],
      },
      { id: 'm2', title: 'Second', lessons: [aLesson('c', { open: false, opens_at })] },
    ],
  })

const visit = (at: string, outline: object) => {
  portal = visitCourse(at, { course_outline: outline })
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const inOutline = async () =>
  within((await screen.findAllByRole('navigation', { name: 'Lessons' }))[0] as HTMLElement)

it('the outline says when a lesson opens, in the time zone of the cohort and in the reader’s', async () => {
  visit('/app/courses/git/lesson/a', shutUntil(OPENS))
  await heading('Rope')
  const outline = await inOutline()
  const link = await outline.findByRole('link', { name: /Lesson b.*Locked.*Opens Mon/ })
  expect(link.textContent).toMatch(/Mon 7 Dec 2099, (?:13:45|1:45 PM) Kathmandu \(.* yours\)/)
  expect(outline.getByRole('link', { name: /Rope/ }).textContent).not.toContain('Opens')
})

it('the page of a lesson that is not open yet says when it opens, does not request it, and links to an open lesson', async () => {
  visit('/app/courses/git/lesson/b', shutUntil(OPENS))
  await heading('Lesson b')
  const main = within(screen.getByRole('main'))
  expect(main.getByText(/^Opens/).textContent).toContain('Kathmandu')
  expect(main.getByText('This page opens the lesson by itself then.')).toBeTruthy()
  expect(main.queryByText('Access required')).toBeNull()
  expect(portal.asked('lessons')).toEqual([])
  fireEvent.click(main.getByRole('link', { name: 'Continue with Rope' }))
  await heading('Rope')
})

it('while the person pauses, the page does not say when lessons open', async () => {
  visit('/app/courses/git/lesson/b', shutUntil(null))
  await heading('Lesson b')
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Opens after your pause')).toBeTruthy()
  expect(main.getByText(/^Nothing more opens while you pause/)).toBeTruthy()
})

it('no link leads to a lesson that is not open yet; the last open lesson says what opens next', async () => {
  visit('/app/courses/git/lesson/a', shutUntil(OPENS))
  await heading('Rope')
  await screen.findByRole('button', { name: 'Mark As Complete' })
  await screen.findByText('Next: Lesson b')
  expect(screen.queryByRole('link', { name: 'Next Lesson' })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Next:/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Complete and continue' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(location.pathname).toBe('/app/courses/git/lesson/a')
})

it('a course opens at its first lesson that is open', async () => {
  const outline = shutUntil(OPENS)
  visit('/app/courses/git', {
    ...outline,
    modules: outline.modules.toReversed(),
  })
  await heading('Rope')
})

it('at the moment of an opening the outline is requested once, and the lesson opens by itself', async () => {
  let opens = Number.POSITIVE_INFINITY
  const asked: string[] = []
  portal = visitCourse('/app/courses/git/lesson/b', {
    course_outline: () => {
      asked.push(`at ${Date.now()}, by the server ${serverNow()}, opens at ${opens}`)
      if (Date.now() >= opens) return { body: { ...anOutline(), changes_at: OPENS } }
      opens = Date.now() + 500
      return { body: shutUntil(new Date(opens).toISOString()) }
    },
  })
  await heading('Lesson b')
  await screen.findByText('About b')
  expect(asked, asked.join('\n')).toHaveLength(2)
})

it('if answers keep naming moments that have passed, the page pauses between its requests', async () => {
  const waits = vi.spyOn(openings, 'onOpening')
  let passed = Date.now() - 60_000
  portal = visitCourse('/app/courses/git/lesson/b', {
    course_outline: () => {
      passed += 1000
      return { body: { ...anOutline(), changes_at: new Date(passed).toISOString() } }
    },
  })
  await waitFor(() => expect(waits.mock.lastCall?.[1]).toBe(1))
  expect(portal.asked('course_outline')).toHaveLength(2)
})

it('the staff of a cohort can open everything, and their progress is not recorded', async () => {
  const outline = shutUntil(OPENS)
  visit('/app/courses/git', {
    ...outline,
    entitled: false,
    staff: true,
    modules: outline.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson, open: true })),
    })),
  })
  await heading('Rope')
  await screen.findByRole('link', { name: 'Next Lesson' })
  expect(screen.queryByRole('button', { name: 'Mark As Complete' })).toBeNull()
  await waitFor(() => expect(portal.asked('lesson_completions')).toEqual([]))
})
