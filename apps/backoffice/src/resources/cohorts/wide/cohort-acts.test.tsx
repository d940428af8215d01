import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  ada,
  alan,
  asModerator,
  bodies,
  COHORT_ID,
  details,
  openCohorts,
} from '../../../test/cohorts'
import { findDialog } from '../../../test/interact'
import { preparePage } from '../../../test/open-panel'

preparePage()

describe('moving a cohort', () => {
  const move = (days: number) => ({
    moves: 4,
    stays: 3,
    dues_move: 2,
    dues_stay: 0,
    begun: true,
    starts_on: '2026-09-07',
    ends_on: days > 0 ? '2026-12-25' : '2026-12-18',
    access_ends_on: null,
    people: 2,
  })

  it('the dialog shows what moves before the move is confirmed, and can be undone', async () => {
    const { sent } = openCohorts(
      `/moderator/cohorts/${COHORT_ID}`,
      {
        'rpc/move_cohort': ({ body }) => ({ body: move((body as { days: number }).days) }),
      },
      asModerator,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
    expect(
      await screen.findByText('4 openings and 2 due dates move, 3 lie in the past and stay.'),
    ).toBeDefined()
    const dialog = within(await findDialog('Move Cohort'))
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('Autumn now ends on Fri 25 Dec 2026')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The move was taken back')).toBeDefined()
    expect(bodies(sent, 'rpc/move_cohort')).toMatchObject([
      { days: 7, dry_run: true },
      { days: 7, dry_run: false },
      { days: -7, dry_run: false },
    ])
  })

  it('a moved cohort can be moved back later, with a preview', async () => {
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/move_cohort': ({ body }) => ({ body: move((body as { days: number }).days) }),
      'rpc/cohort': { body: { ...details, last_move: { days: 7, at: '2026-10-02T08:00:00Z' } } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
    const dialog = within(await findDialog('Move Cohort'))
    expect(dialog.getByText(/It was last moved by 7 days on Oct 2, 2026/)).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Move it back' }))
    await waitFor(() =>
      expect(bodies(sent, 'rpc/move_cohort').at(-1)).toMatchObject({ days: -7, dry_run: true }),
    )
  })

  it('a move cannot be confirmed if its preview was refused', async () => {
    const message = 'The last day would lie before the first.'
    openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/move_cohort': {
        status: 422,
        body: { code: 'PT422', hint: 'days', message, details: null },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
    expect(await screen.findByText(message)).toBeDefined()
    const dialog = within(await findDialog('Move Cohort'))
    expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true)
  })
})

describe('person who left a cohort', () => {
  it('a former member whom the reader sees nowhere else is shown as a name and a day with a single action', async () => {
    const left = {
      ...{ ...ada, state: 'LEFT', left_at: '2026-10-01T08:00:00Z', removed_by_staff: true },
      ...{ email: null, completed: null, last_at: null },
    }
    openCohorts(`/moderator/cohorts/${COHORT_ID}`, {
      'rpc/cohort_member_list': { body: { total: 1, people: [left] } },
    })
    expect(await screen.findByText(/taken out by staff/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Ada Okafor' })).toBeNull()
    expect(screen.queryByRole('progressbar')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Options for Ada Okafor' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Take Back In',
    ])
  })
})

describe('cohort that is created from another one', () => {
  it('the new cohort gets a proposed title, says what it takes over, and opens its page', async () => {
    const other = 'dc000000-0000-4000-8000-000000000302'
    const { sent, router } = openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/start_cohort_again': { body: { id: other, slug: 'autumn-2' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Start Again' }))
    expect(await screen.findByDisplayValue('autumn-2')).toBeDefined()
    expect(
      screen.getByText(/takes over 1 course, 4 openings, and 1 person of the staff/),
    ).toBeDefined()
    const dialog = within(await findDialog('Start Again'))
    fireEvent.click(dialog.getByRole('button', { name: 'Start Again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/cohorts/${other}`))
    expect(bodies(sent, 'rpc/start_cohort_again')).toMatchObject([
      { cohort_id: COHORT_ID, title: 'Autumn 2', slug: 'autumn-2' },
    ])
  })
})

describe('Staff tab of a cohort', () => {
  it('the Staff tab removes a person after the question is confirmed', async () => {
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}?tab=staff`, {
      cohort_staff: { body: [{ user_id: 's1' }] },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Grace Kim' }))
    const question = within(await findDialog('End this duty?'))
    fireEvent.click(question.getByRole('button', { name: 'End Duty' }))
    expect(await screen.findByText('Duty ended')).toBeDefined()
    const [request] = sent.filter(({ path }) => path === 'cohort_staff')
    expect(request).toMatchObject({ method: 'DELETE' })
    expect(request?.params.get('user_id')).toBe('eq.s1')
    expect(request?.params.get('cohort_id')).toBe(`eq.${COHORT_ID}`)
  })

  it('the Staff tab offers people who are not staff of the cohort yet, and says why others cannot be chosen', async () => {
    const person = {
      role: 'MODERATOR',
      created_at: '2026-09-10T08:00:00Z',
      disabled_at: null,
      courses: 0,
    }
    const members = [
      { ...person, id: 's1', name: 'Grace Kim', email: 'grace@example.org' },
      { ...person, id: 's2', name: 'Mo Idris', email: 'mo@example.org' },
    ]
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}?tab=staff`, {
      'rpc/members': { body: { total: 2, members } },
      cohort_staff: { body: [{ user_id: 's2' }] },
    })
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Add' }))
    const grace = await screen.findByRole('option', { name: /Grace Kim/ })
    expect(grace.textContent).toContain('looks after this cohort')
    fireEvent.click(grace)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Staff' }).disabled).toBe(
      true,
    )
    fireEvent.click(screen.getByRole('option', { name: /Mo Idris/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Add to Staff' }))
    await waitFor(() =>
      expect(bodies(sent, 'cohort_staff')).toMatchObject([{ user_id: 's2', duty: 'COACH' }]),
    )
  })

  it('moderators cannot change the staff of a cohort', async () => {
    openCohorts(`/moderator/cohorts/${COHORT_ID}?tab=staff`, {}, asModerator)
    expect(await screen.findByText('Grace Kim')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Remove|Add to Staff/ })).toBeNull()
  })
})

describe('Progress tab of a cohort', () => {
  const progress = {
    modules: [
      { id: 'm1', title: 'Begin', course: 'Web', lessons: 4 },
      { id: 'm2', title: 'Go on', course: 'Web', lessons: 8 },
    ],
    people: [
      { ...ada, opened: 12, opened_done: 9, done: [4, 5], last_at: null },
      { ...alan, opened: 4, opened_done: 0, done: [0, 0], last_at: null },
    ],
  }

  it('the Progress tab says how far each person is behind, and lists those furthest behind first', async () => {
    openCohorts(`/admin/cohorts/${COHORT_ID}?tab=progress&order=behind`, {
      'rpc/cohort_progress': { body: progress },
    })
    expect(await screen.findByText('3 of 12 open lessons left')).toBeDefined()
    expect(screen.getByText('2 people, 2 with open lessons left')).toBeDefined()
    const table = within(screen.getByRole('region', { name: 'Progress' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
      'Alan Byron',
      'Ada Okafor',
    ])
    expect(screen.getByTitle('Go on: 5 of 8 lessons').textContent).toBe('5/8')
  })
})
