import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asModerator, bodies, COHORT_ID, openCohorts } from '../../../test/cohorts'
import { findDialog } from '../../../test/interact'
import { preparePage } from '../../../test/open-panel'

preparePage()

const MESSAGES = `/moderator/cohorts/${COHORT_ID}?tab=messages`

const sentBefore = {
  id: 'm1',
  title: 'Office hours',
  message: 'Fridays at four.',
  created_at: '2026-11-20T08:00:00Z',
  sender: 'Grace Kim',
  people: 30,
  mails: 12,
  read: 7,
}
const open = (answers: Parameters<typeof openCohorts>[1]) =>
  openCohorts(
    MESSAGES,
    {
      'rpc/cohort_message_list': { body: { total: 1, messages: [sentBefore] } },
      'rpc/count_cohort_message': { body: { people: 30, mails: 12 } },
      ...answers,
    },
    asModerator,
  )

async function writing() {
  await screen.findByLabelText('Title')
  return findDialog('Write to Autumn')
}

describe('Messages tab of a cohort', () => {
  it('the Messages tab says how many people each message reached, and who has read it', async () => {
    open({
      'rpc/cohort_message_readers': {
        body: [
          { id: 'ada', name: 'Ada Okafor', read_at: '2026-11-20T09:00:00Z' },
          { id: 'alan', name: 'Alan Byron', read_at: null },
        ],
      },
    })
    expect(await screen.findByText('30 people, 12 of them by email, too')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /^Who has read “Office hours”/ }))
    expect(await screen.findByText('Read by 1 of 2 people')).toBeDefined()
    const dialog = within(await findDialog('Who Has Read It'))
    expect(dialog.getByText('Not yet')).toBeDefined()
  })

  it('the Messages tab shows how many people a message will reach, and sends it once under one operation id', async () => {
    let refused = true
    const { sent } = open({
      'rpc/send_cohort_message': () => {
        const answer = refused
          ? { status: 503, body: { message: 'unavailable' } }
          : { body: { id: 'm2', people: 30, mails: 12 } }
        refused = false
        return answer
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Write Message' }))
    const dialog = within(await writing())
    expect(
      await dialog.findByText(
        'It goes to 30 people, 12 of them by email, too. It cannot be taken back.',
      ),
    ).toBeDefined()
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: ' Exam ' } })
    fireEvent.change(dialog.getByLabelText('Message'), { target: { value: 'On Monday.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Send to 30 People' }))
    await waitFor(() => expect(bodies(sent, 'rpc/send_cohort_message')).toHaveLength(1))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Send to 30 People' })).toHaveProperty(
        'disabled',
        false,
      ),
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Send to 30 People' }))
    expect(await screen.findByText('Sent to 30 people, 12 of them by email, too')).toBeDefined()
    const [first, again] = bodies(sent, 'rpc/send_cohort_message')
    expect(first).toMatchObject({ cohort_id: COHORT_ID, title: 'Exam', message: 'On Monday.' })
    expect(again).toEqual(first)
  })

  it('the Messages tab sends nothing to a cohort without people', async () => {
    open({ 'rpc/count_cohort_message': { body: { people: 0, mails: 0 } } })
    fireEvent.click(await screen.findByRole('button', { name: 'Write Message' }))
    const dialog = within(await writing())
    expect(await dialog.findByText('Nobody is in this cohort yet.')).toBeDefined()
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Exam' } })
    expect(dialog.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  })
})
