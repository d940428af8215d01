import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const membership = {
  state: 'ACTIVE',
  cohort: {
    id: 'k1',
    slug: 'autumn',
    title: 'Autumn',
    time_zone: 'Europe/Vienna',
    starts_on: '2026-11-09',
    ends_on: '2027-01-29',
    community: { slug: 'autumn-talk', name: 'Autumn' },
  },
}
const mates = {
  people: ['Ada', 'Max', 'Max'],
  staff: [{ name: 'Grace', duty: 'LEAD' }],
}

function visit(answers: object = {}, at = '/app/cohorts/autumn') {
  portal = openPortal({
    at,
    answers: {
      cohort_members: [membership],
      cohort_mates: mates,
      my_calendar: null,
      my_cohort_schedule: { openings: [], dues: [], shift: 0, messages: [] },
      ...answers,
    },
  })
}
const button = (name: string) => screen.findByRole('button', { name })

it('the page of a cohort shows its days, its staff with their duties, the names of the other learners, and a link to its community', async () => {
  visit()
  await screen.findByRole('heading', { level: 1, name: 'Autumn' })
  expect(screen.getByText(/Vienna time/)).toBeTruthy()
  const staff = within(await screen.findByRole('region', { name: 'Who looks after you' }))
  expect(staff.getByRole('listitem').textContent).toContain('Grace')
  expect(staff.getByText('Lead')).toBeTruthy()
  const people = within(screen.getByRole('region', { name: 'Who learns with you' }))
  expect(people.getAllByRole('listitem')).toHaveLength(3)
  expect(people.getByText('3 people')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open the community' })
  expect(link.getAttribute('href')).toBe('/app/communities/autumn-talk')
})

it('the page of a cohort shows for each week what opens and what is due, and the messages of its staff', async () => {
  const lesson = { course: 'Knots', slug: 'knots', lessons: 1, done: 0 }
  visit({
    my_cohort_schedule: {
      shift: 7,
      openings: [
        {
          ...lesson,
          ...{ day: 0, opens_at: '2026-11-08T23:00:00Z', open: true },
          title: 'Reading',
          id: 'l1',
        },
        { ...lesson, ...{ day: 8, opens_at: null, open: false }, title: 'Splicing', id: 'l2' },
      ],
      dues: [
        {
          ...{
            id: 'l3',
            title: 'A bowline',
            course: 'Knots',
            slug: 'knots',
            zone: 'Europe/Vienna',
          },
          ...{ at: '2026-11-12T22:59:59Z', day: 3, open: true, state: 'PASSED' },
        },
      ],
      messages: [
        {
          ...{ id: 'm1', title: 'Welcome', message: 'Read https://knots.example first.' },
          ...{ created_at: '2026-11-09T08:00:00Z', sender: 'Grace' },
        },
      ],
    },
  })
  const first = within(await screen.findByRole('region', { name: 'Week 1' }))
  expect(first.getByRole('link', { name: 'Reading' }).getAttribute('href')).toContain('l1')
  // The person begins seven days after the cohort, so their weeks begin later too.
  expect(first.getByText('Mon 16 Nov to Sun 22 Nov')).toBeTruthy()
  expect(first.getByText(/Passed/).textContent).toBe('Knots · Passed')
  const second = within(screen.getByRole('region', { name: 'Week 2' }))
  expect(second.queryByRole('link', { name: 'Splicing' })).toBeNull()
  expect(second.getByText('Opens after your pause')).toBeTruthy()
  const messages = within(screen.getByRole('region', { name: 'Messages to the cohort' }))
  expect(messages.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(messages.getByRole('link', { name: 'https://knots.example' })).toBeTruthy()
})

it('a cohort to which the person does not belong looks like one that does not exist', async () => {
  visit({}, '/app/cohorts/spring')
  await screen.findByRole('heading', { name: 'Cohort not found' })
  expect(portal.asked('cohort_mates')).toEqual([])
})

it('the address of the calendar is shown once, and can be renewed and removed', async () => {
  visit({
    make_calendar_address: () => {
      portal.answer('my_calendar', { made_at: '2026-11-20T08:00:00Z' })
      return { body: { token: 'a1'.repeat(32), made_at: '2026-11-20T08:00:00Z' } }
    },
  })
  fireEvent.click(await button('Make an address'))
  const field = await screen.findByLabelText<HTMLInputElement>('Address')
  expect(field.value).toBe(`http://localhost:3000/functions/v1/calendar/${'a1'.repeat(32)}.ics`)
  fireEvent.click(await button('Renew the address'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Renew' }))
  await waitFor(() => expect(portal.asked('make_calendar_address')).toHaveLength(2))

  portal.answer('end_calendar', () => ({ status: 204 }))
  fireEvent.click(await button('Take it away'))
  portal.answer('my_calendar', null)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take it away' }))
  await button('Make an address')
  expect(screen.queryByLabelText('Address')).toBeNull()
})
