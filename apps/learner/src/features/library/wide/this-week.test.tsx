import { learnServerTime } from '@rookies/data/server-clock'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aCourse } from '../../../testing/fixtures'
import { openPortal } from '../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
  learnServerTime(Date.now())
})

const OPENS = '2099-12-07T08:00:00Z'

const cohort = {
  id: 'k1',
  slug: 'autumn',
  title: 'Autumn',
  time_zone: 'Asia/Kathmandu',
  starts_on: '2099-11-16',
  ends_on: '2100-01-29',
  state: 'RUNNING',
  my_state: 'ACTIVE',
  day: 17,
  community: null,
  total: 12,
  open: 4,
  done: 3,
  behind: [{ reason: 'SILENT', days: 9, usual: 2, since: '2099-11-24' }],
  changes_at: OPENS,
  opened: [
    {
      id: 'l4',
      title: 'Knots',
      type: 'TEXT',
      sec: 300,
      course: 'Rope',
      slug: 'rope',
      opens_at: OPENS,
    },
  ],
  next: [{ title: 'Splices', lessons: 3, course: 'Rope', slug: 'rope', opens_at: OPENS }],
}
const waitingCourse = aCourse('Rope', {
  in_cohort: true,
  opens_at: OPENS,
  time_zone: 'Asia/Kathmandu',
})

function visit(week: unknown, library: unknown = [waitingCourse]) {
  portal = openPortal({ at: '/app/dashboard', answers: { library, my_week: week } })
}
const section = async () =>
  within(await screen.findByRole('region', { name: 'This week in Autumn' }))

it('the week is neither shown nor requested for a person without a cohort', async () => {
  visit([cohort], [aCourse('Rope')])
  await screen.findByRole('link', { name: 'Rope' })
  expect(screen.queryByRole('region', { name: /^This week/ })).toBeNull()
  expect(portal.asked('my_week')).toEqual([])
})

it('the week shows what opened, what opens next in both time zones, and the progress of the person', async () => {
  visit([cohort])
  const week = await section()
  expect(week.getByText('Week 3 of 11')).toBeTruthy()
  expect(week.getByRole('link', { name: 'Knots' }).getAttribute('href')).toBe(
    '/app/courses/rope/lesson/l4',
  )
  expect(week.getByText('Splices')).toBeTruthy()
  expect(week.getByText(/Kathmandu \(.* yours\), in/)).toBeTruthy()
  expect(week.getByText('You have done 3 of the 4 lessons that are open.')).toBeTruthy()
  const note = week.getByText(/^You have not been here for 9 days/)
  expect(within(note).getByRole('link', { name: 'Resume' })).toBeTruthy()
  expect(week.getByRole('link', { name: 'Autumn' }).getAttribute('href')).toBe(
    '/app/cohorts/autumn',
  )
})

it('while the person pauses, the week does not say when lessons open', async () => {
  visit([{ ...cohort, my_state: 'PAUSED', changes_at: null, next: [], behind: [] }])
  const week = await section()
  expect(week.getByText(/^You pause at the moment/)).toBeTruthy()
})

it('the week is requested once more when the next lesson opens', async () => {
  let opens = Number.POSITIVE_INFINITY
  visit(() => {
    if (Date.now() >= opens) return { body: [{ ...cohort, opened: [], next: [] }] }
    opens = Date.now() + 500
    return { body: [{ ...cohort, changes_at: new Date(opens).toISOString() }] }
  })
  await section()
  await waitFor(() => expect(screen.queryByText('Splices')).toBeNull())
  expect(portal.asked('my_week')).toHaveLength(2)
})

it('the week shows new dates of the cohort when the person returns to the page', async () => {
  visit([cohort])
  await section()
  portal.answer('my_week', [])
  portal.answer('library', [aCourse('Rope')])
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^This week/ })).toBeNull())
})

it('while the server does not answer, the week of the last answer is shown with its time, without numbers of days', async () => {
  visit([cohort])
  const week = await section()
  expect(week.queryByText(/^Saved on this device/)).toBeNull()
  portal.answer('my_week', () => {
    throw new TypeError('Failed to fetch')
  })
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  fireEvent(window, new Event('visibilitychange'))
  expect(await week.findByText(/^Saved on this device on .*\d\d:\d\d$/)).toBeTruthy()
  expect(week.getByRole('link', { name: 'Knots' })).toBeTruthy()
  expect(week.getByText('You have done 3 of the 4 lessons that are open.')).toBeTruthy()
  expect(week.queryByText(/^It has been/)).toBeNull()
  portal.answer('my_week', [cohort])
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(week.queryByText(/^Saved on this device/)).toBeNull())
})

it('if the week fails to load, the courses stay and it can be requested again', async () => {
  visit(() => ({ status: 400, body: { code: 'X', message: 'no' } }))
  await screen.findByText('Your week could not be loaded.', { exact: false })
  expect(screen.getByRole('link', { name: 'Rope' })).toBeTruthy()
  portal.answer('my_week', [cohort])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await section()
})

it('if no open lesson of a course is left, its card says when the next lesson opens', async () => {
  visit([], [{ ...waitingCourse, next_lesson_id: null }])
  await screen.findByText(/^Next lesson opens/)
  expect(screen.getByRole('link', { name: 'Review Rope' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Continue Rope' })).toBeNull()
  expect(screen.queryByText('Continue where you stopped')).toBeNull()
})

it('the week lists the assignments that are due, and says which work was returned', async () => {
  const due = {
    ...{ id: 'l9', title: 'Tea page', course: 'Rope', slug: 'rope', zone: 'Asia/Kathmandu' },
    ...{ at: OPENS, came_back: true },
  }
  visit([{ ...cohort, due: [due, { ...due, id: 'l8', title: 'Pot', at: '2020-01-01T00:00:00Z' }] }])
  const week = await section()
  expect(week.getByRole('heading', { name: 'To hand in' })).toBeTruthy()
  expect(week.getByRole('link', { name: 'Tea page' }).getAttribute('href')).toBe(
    '/app/courses/rope/lesson/l9',
  )
  expect(week.getAllByText(/Came back: Please go on/)).toHaveLength(2)
  expect(week.getByText(/^Was due/)).toBeTruthy()
})
