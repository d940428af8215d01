import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../../test/open-panel'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../../test/wire'

preparePage()

const COHORT_ID = 'dc000000-0000-4000-8000-000000000301'
const cohort = {
  id: COHORT_ID,
  slug: 'spring',
  title: 'Spring',
  time_zone: 'Europe/Vienna',
  starts_on: '2026-03-16',
  ends_on: '2026-04-03',
  access_ends_on: null,
  seats: null,
  state: 'RUNNING',
  draft: false,
  archived_at: null,
  updated_at: '2026-03-01T08:00:00Z',
  people: 0,
  courses: [],
  staff: [],
  members: null,
  lessons: 3,
  openings: 1,
  community: null,
  my_duty: null,
}
const lesson = (id: string, title: string) => ({
  id,
  title,
  type: 'TEXT',
  sec: null,
  free: false,
  release: null,
  due: null,
})
const task = (id: string, title: string, day: number | null) => ({
  ...lesson(id, title),
  type: 'ASSIGNMENT',
  due: { said: { day, at_time: '18:00' }, own: null },
})
const schedule = (release: object | null) => ({
  starts_on: cohort.starts_on,
  ends_on: cohort.ends_on,
  time_zone: cohort.time_zone,
  today: '2026-03-24',
  courses: [
    {
      id: 'c',
      title: 'Web',
      slug: 'web',
      modules: [
        { id: 'm1', title: 'Begin', release: null, lessons: [lesson('l1', 'Hello')] },
        {
          id: 'm2',
          title: 'Go on',
          release,
          lessons: [lesson('l2', 'Further'), task('l3', 'A page', 8), task('l4', 'A shop', null)],
        },
      ],
    },
  ],
})
const release = { id: 'r', day: 6, at_time: '02:30', opens_at: '2026-03-22T01:30:00Z' }

function openSchedule(
  save: () => WireAnswer | Promise<WireAnswer> = () => ({ status: 204 }),
  rights: object[] = ALL_RIGHTS,
) {
  return openPanel(
    `/admin/cohorts/${COHORT_ID}?tab=schedule`,
    bootAnswer(rights),
    ({ path }: WireRequest) => {
      if (path === 'rpc/cohort') return { body: cohort }
      if (path === 'rpc/cohort_schedule') return { body: schedule(release) }
      return path === 'rpc/save_releases' || path === 'rpc/save_dues' ? save() : null
    },
  )
}

const week = async (name: string) => within(await screen.findByRole('region', { name }))
const saves = (sent: readonly WireRequest[]) =>
  sent.filter(({ path }) => path === 'rpc/save_releases').map(({ body }) => body)

it('the schedule shows each module in its week, and the lessons of an expanded module', async () => {
  openSchedule()
  const first = await week('Week 1')
  expect(first.getByText('Mon 16 Mar – Sun 22 Mar')).toBeDefined()
  expect(first.getByText('Begin')).toBeDefined()
  expect(first.getByText('Go on')).toBeDefined()
  const second = await week('Week 2')
  expect(second.getByText('This week')).toBeDefined()
  expect(second.getByText('Tue 24 Mar, today')).toBeDefined()
  expect(first.queryByText('Hello')).toBeNull()
  fireEvent.click(first.getByRole('button', { name: 'Lessons of Begin' }))
  expect(first.getByText('Hello')).toBeDefined()
})

it('the schedule moves a module by keyboard, shows its new day at once, and can undo the move', async () => {
  const { sent } = openSchedule()
  const first = await week('Week 1')
  const handle = first.getByRole('button', { name: 'Move Module Go on' })
  fireEvent.keyDown(handle, { key: ' ' })
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  const second = await week('Week 2')
  const moved = second.getByRole('button', { name: 'Move Module Go on' })
  expect(document.activeElement).toBe(moved)
  // On the last Sunday of March, clocks skip this hour.
  expect(second.getByText(/Clocks skip 02:30 on this day/)).toBeDefined()
  expect(saves(sent)).toEqual([])
  fireEvent.keyDown(moved, { key: ' ' })
  expect(await screen.findByText('1 opening moved')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saves(sent)).toHaveLength(2))
  expect(saves(sent)).toEqual([
    { cohort_id: COHORT_ID, changes: [{ module_id: 'm2', day: 13, at_time: '02:30' }] },
    { cohort_id: COHORT_ID, changes: [{ module_id: 'm2', day: 6, at_time: '02:30' }] },
  ])
})

it('Escape restores the schedule, and nothing moves before the first day', async () => {
  const { sent } = openSchedule()
  const first = await week('Week 1')
  const handle = () => first.getByRole('button', { name: 'Move Module Begin' })
  fireEvent.keyDown(handle(), { key: ' ' })
  fireEvent.keyDown(handle(), { key: 'ArrowLeft' })
  fireEvent.keyDown(handle(), { key: 'ArrowRight' })
  expect(first.getByRole('button', { name: 'Move Module Begin' })).toBeDefined()
  fireEvent.keyDown(handle(), { key: 'Escape' })
  expect(handle().getAttribute('aria-pressed')).toBe('false')
  expect(saves(sent)).toEqual([])
})

it('the schedule moves several selected items together', async () => {
  const { sent } = openSchedule()
  const first = await week('Week 1')
  fireEvent.click(first.getByRole('checkbox', { name: 'Select Module Begin' }))
  fireEvent.click(first.getByRole('checkbox', { name: 'Select Module Go on' }))
  fireEvent.click(screen.getByRole('button', { name: 'One Day Later' }))
  expect(await screen.findByText('2 openings moved')).toBeDefined()
  expect(saves(sent)).toEqual([
    {
      cohort_id: COHORT_ID,
      changes: [
        { module_id: 'm1', day: 1, at_time: '00:00' },
        { module_id: 'm2', day: 7, at_time: '02:30' },
      ],
    },
  ])
})

it('the schedule shows its stored state again when a change was not saved', async () => {
  let refuse = () => {}
  const { sent } = openSchedule(
    () =>
      new Promise<WireAnswer>((answer) => {
        refuse = () => answer({ status: 503, body: {} })
      }),
  )
  const first = await week('Week 1')
  fireEvent.click(first.getByRole('checkbox', { name: 'Select Module Go on' }))
  fireEvent.click(screen.getByRole('button', { name: 'One Week Later' }))
  const second = await week('Week 2')
  expect(second.getByText('Go on')).toBeDefined()
  await waitFor(() => expect(saves(sent)).toHaveLength(1))
  refuse()
  expect(await screen.findByText('Failed to save schedule')).toBeDefined()
  await waitFor(() => expect(first.getByText('Go on')).toBeDefined())
})

it('the schedule sets day and time by fields, or lets a module open with the first day again', async () => {
  const { sent } = openSchedule()
  const first = await week('Week 1')
  fireEvent.click(first.getByRole('button', { name: 'Module Go on: change day and time' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Open on First Day' }))
  await waitFor(() =>
    expect(saves(sent)).toEqual([
      { cohort_id: COHORT_ID, changes: [{ module_id: 'm2', day: null, at_time: null }] },
    ]),
  )
})

it('the schedule cannot be changed by readers without the right', async () => {
  const readers = ALL_RIGHTS.filter(
    ({ resource, action }) => resource !== 'releases' || action === 'read',
  )
  openSchedule(undefined, readers)
  const first = await week('Week 1')
  expect(first.getByText('Go on')).toBeDefined()
  expect(first.queryByRole('checkbox')).toBeNull()
  expect(first.queryByRole('button', { name: /^Move/ })).toBeNull()
})

const dueSaves = (sent: readonly WireRequest[]) =>
  sent.filter(({ path }) => path === 'rpc/save_dues').map(({ body }) => body)

it('the schedule moves a due date by keyboard without moving openings, and takes the move back', async () => {
  const { sent } = openSchedule()
  const second = await week('Week 2')
  expect(second.getByText('due, 18:00, as the assignment says')).toBeDefined()
  const handle = second.getByRole('button', { name: 'Move Due date of A page' })
  fireEvent.keyDown(handle, { key: ' ' })
  fireEvent.keyDown(handle, { key: 'ArrowRight' })
  expect(screen.getByText('A page, due: Wed 25 Mar, 18:00, day 9')).toBeDefined()
  fireEvent.keyDown(second.getByRole('button', { name: 'Move Due date of A page' }), { key: ' ' })
  expect(await screen.findByText('1 due date moved')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(dueSaves(sent)).toHaveLength(2))
  expect(dueSaves(sent)).toEqual([
    // A due date without a time uses the time of the assignment.
    { cohort_id: COHORT_ID, changes: [{ lesson_id: 'l3', day: 9, at_time: null }] },
    { cohort_id: COHORT_ID, changes: [{ lesson_id: 'l3', day: null, at_time: null }] },
  ])
  expect(saves(sent)).toEqual([])
})

it('the schedule gives a due date to an assignment that has none', async () => {
  const { sent } = openSchedule()
  fireEvent.click(await screen.findByRole('button', { name: 'Set due date of A shop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Due Date' }))
  // The dialog suggests a week after the module opens.
  expect(dialog.getByText('Day 13 of the cohort.')).toBeDefined()
  const time = dialog.getByLabelText('At, in Vienna')
  fireEvent.change(time, { target: { value: '' } })
  fireEvent.blur(time)
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dueSaves(sent)).toEqual([
      { cohort_id: COHORT_ID, changes: [{ lesson_id: 'l4', day: 13, at_time: '23:59:59' }] },
    ]),
  )
})
