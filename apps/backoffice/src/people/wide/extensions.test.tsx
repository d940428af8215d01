import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADA_ID, ada, bodies, COHORT_ID, openCohorts } from '../../test/cohorts'
import { findDialog } from '../../test/interact'
import { preparePage } from '../../test/open-panel'
import type { WireRequest } from '../../test/wire'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'
const row = {
  lesson: { id: LESSON, title: 'A page about tea' },
  course: { id: 'c1', title: 'Web', slug: 'web' },
  person: { id: ADA_ID, name: 'Ada Okafor' },
  request: { note: 'I was ill.', days: 5, asked_at: '2026-11-15T08:00:00Z', answered_at: null },
  extension: null,
  due: { at: '2126-11-20T17:00:00Z', zone: 'Europe/Vienna', extended: false },
}
const given = {
  ...row,
  request: null,
  extension: {
    due_at: '2126-11-23T17:00:00Z',
    reason: 'Ill for a week',
    given_at: '2026-11-16T08:00:00Z',
    by: 'Grace Kim',
  },
}

const lists = (asked: object[], had: object[]) => ({
  'rpc/extension_list': ({ body }: WireRequest) => {
    const rows = (body as { filter: { given: boolean } }).filter.given ? had : asked
    return { body: { total: rows.length, rows } }
  },
})

const openTab = (answers: object) =>
  openCohorts(`/admin/cohorts/${COHORT_ID}?tab=extensions`, {
    'rpc/give_extension': { body: { due_at: '2126-11-23T17:00:00Z', zone: 'Europe/Vienna' } },
    'rpc/decline_extension': { status: 204, body: null },
    'rpc/end_extension': { status: 204, body: null },
    ...answers,
  })

describe('extensions of a cohort (rules/assignments#extension)', () => {
  it('the list of extensions gives the requested number of days in one press', async () => {
    const { sent } = openTab(lists([row], []))
    fireEvent.click(
      await screen.findByRole('button', { name: 'Give 5 Days: A page about tea, Ada Okafor' }),
    )
    expect(await screen.findByText(/^Ada Okafor has time until Sat 23 Nov 2126/)).toBeDefined()
    expect(bodies(sent, 'rpc/give_extension')).toEqual([
      { lesson_id: LESSON, user_id: ADA_ID, days: 5, reason: '', answering: true },
    ])
  })

  it('the list of extensions gives another time in three presses, and says until when the person has time', async () => {
    const { sent } = openTab(lists([row], []))
    const asked = within(await screen.findByRole('region', { name: '1 request for more time' }))
    expect(asked.getByText('I was ill.')).toBeDefined()
    fireEvent.click(asked.getByRole('button', { name: 'Other…: A page about tea, Ada Okafor' }))
    expect(await screen.findByText(/^Then it is due Mon 25 Nov 2126, .* Vienna/)).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: '3 days' }))
    fireEvent.click(screen.getByRole('button', { name: 'Give' }))
    expect(await screen.findByText(/^Ada Okafor has time until Sat 23 Nov 2126/)).toBeDefined()
    expect(bodies(sent, 'rpc/give_extension')).toEqual([
      { lesson_id: LESSON, user_id: ADA_ID, days: 3, reason: '', answering: true },
    ])
    expect(bodies(sent, 'rpc/extension_list')[0]).toEqual({
      filter: { given: false, cohort_id: COHORT_ID },
      page_size: 100,
    })
  })

  it('the list of extensions declines a request with a sentence, and ends an extension after a question', async () => {
    const { sent } = openTab(lists([row], [given]))
    fireEvent.click(
      await screen.findByRole('button', { name: 'Decline…: A page about tea, Ada Okafor' }),
    )
    fireEvent.change(await screen.findByLabelText('Why'), { target: { value: 'It is enough.' } })
    const dialog = within(await findDialog('Decline More Time'))
    fireEvent.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('Request declined')).toBeDefined()
    const of = { lesson_id: LESSON, user_id: ADA_ID }
    expect(bodies(sent, 'rpc/decline_extension')).toEqual([{ ...of, reason: 'It is enough.' }])
    const had = within(screen.getByRole('region', { name: 'Extensions (1)' }))
    expect(had.getByText('Ill for a week')).toBeDefined()
    expect(had.getByText(/Until Sat 23 Nov 2126, .* Vienna.*, given by Grace Kim/)).toBeDefined()
    fireEvent.click(
      had.getByRole('button', { name: 'End extension of Ada Okafor, A page about tea' }),
    )
    const question = within(await findDialog('End extension?'))
    fireEvent.click(question.getByRole('button', { name: 'End Extension' }))
    await waitFor(() => expect(bodies(sent, 'rpc/end_extension')).toEqual([of]))
  })

  it('the list of extensions offers no number of days for an assignment without a due date', async () => {
    const { sent } = openTab(lists([{ ...row, due: null }], []))
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Give More Time: A page about tea, Ada Okafor',
      }),
    )
    expect(await screen.findByRole('radio', { name: 'Until…' })).toBeDefined()
    expect(screen.queryByRole('radio', { name: '3 days' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Give' }))
    expect(await screen.findByText('Choose until when')).toBeDefined()
    expect(bodies(sent, 'rpc/give_extension')).toEqual([])
  })

  it('the list of extensions says that there are no extensions', async () => {
    openTab(lists([], []))
    expect(await screen.findByText('No extensions')).toBeDefined()
  })

  it('the list of extensions gives more time, from the menu of a person, without a request', async () => {
    const task = (id: string, title: string, day: number | null) => ({
      ...{ id, title, type: 'ASSIGNMENT', sec: null, free: false, release: null },
      due: { said: { day, at_time: '18:00' }, own: null },
    })
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/cohort_member_list': { body: { total: 1, people: [ada] } },
      'rpc/give_extension': { body: { due_at: '2126-11-23T17:00:00Z', zone: 'Europe/Vienna' } },
      'rpc/cohort_schedule': {
        body: {
          ...{ starts_on: '2026-09-07', ends_on: '2026-12-18', today: '2026-09-20' },
          time_zone: 'Europe/Vienna',
          courses: [
            {
              ...{ id: 'c', title: 'Web', slug: 'web' },
              modules: [
                {
                  ...{ id: 'm', title: 'Begin', release: null },
                  lessons: [
                    task('past', 'Past', 3),
                    task('next', 'Next', 20),
                    task('none', 'None', null),
                  ],
                },
              ],
            },
          ],
        },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Options for Ada Okafor' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Give More Time…' }))
    const give = await screen.findByRole('button', { name: 'Give' })
    fireEvent.click(give)
    // The dialog preselects the assignment with the next due date.
    await waitFor(() =>
      expect(bodies(sent, 'rpc/give_extension')).toEqual([
        { lesson_id: 'next', user_id: ADA_ID, days: 3, reason: '', answering: false },
      ]),
    )
  })
})
