import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal } from '../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const mia = {
  id: 'u1',
  name: 'Mia Member',
  email: 'member@rookies.test',
  phone: '030 123',
  role: 'MEMBER',
  created_at: '2026-01-05T12:00:00+00:00',
  disabled_at: null,
}

function openProfile(
  answers: Record<string, unknown>,
  permissions: Parameters<typeof openPortal>[0]['permissions'] = [],
) {
  portal = openPortal({
    at: '/app/profile',
    permissions,
    answers: { profiles: [mia], my_sessions: [], ...answers },
  })
  return screen.findByLabelText<HTMLInputElement>('Full Name')
}

/** The preferences of a person who has not changed any. */
const stored = {
  time_zone: null,
  cohort_mails: true,
  review_mails: true,
  morning_mails: true,
  due_mails: true,
  opening_mails: true,
  start_mails: true,
  quiet_from: '22:00:00',
  quiet_to: '07:00:00',
}

const choice = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

describe('the choice of mails', () => {
  const cohort = {
    id: 'k1',
    slug: 'autumn',
    title: 'Autumn',
    time_zone: 'UTC',
    starts_on: '2026-09-01',
    ends_on: '2026-12-01',
    community: null,
  }

  it('saves each choice at once', async () => {
    const saved = { ...stored, review_mails: false }
    await openProfile({ preferences: [], cohort_members: [{ cohort }] })
    const reviews = await choice('Email me when my work is reviewed')
    expect(reviews.checked).toBe(true)
    portal.answer('preferences', [saved])
    fireEvent.click(reviews)
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(reviews.checked).toBe(false)
    expect((await choice('Email me the messages to my cohorts')).checked).toBe(true)
    expect(
      portal.asked('preferences').flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
    ).toEqual([{ review_mails: false }])
  })

  it.each([true, false])(
    'says that no mail is sent only if the person ended all mail: %s',
    async (mail_ended) => {
      portal = openPortal({
        at: '/app/profile',
        account: { mail_ended },
        answers: { profiles: [mia], my_sessions: [], preferences: [], cohort_members: [] },
      })
      await choice('Email me when my work is reviewed')
      const sentence = screen.queryByText(/^No emails are sent to member@rookies\.test, because/)
      expect(sentence !== null).toBe(mail_ended)
    },
  )

  it('saves a second change that is made before the first is saved', async () => {
    await openProfile({ preferences: [], cohort_members: [{ cohort }] })
    const [reviews, messages] = [
      await choice('Email me when my work is reviewed'),
      await choice('Email me the messages to my cohorts'),
    ]
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    portal.answer('preferences', async () => {
      await answered
      return { body: [{ ...stored, cohort_mails: false, review_mails: false }] }
    })
    fireEvent.click(reviews)
    await waitFor(() => expect(reviews.checked).toBe(false))
    fireEvent.click(messages)
    answer()
    await waitFor(() => expect(messages.checked).toBe(false))
    expect(
      portal.asked('preferences').flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
    ).toEqual([{ review_mails: false }, { cohort_mails: false }])
  })

  it('offers only mails about reviews to people without a cohort', async () => {
    await openProfile({ preferences: [], cohort_members: [] })
    await choice('Email me when my work is reviewed')
    expect(screen.queryByLabelText('Email me the messages to my cohorts')).toBeNull()
    expect(screen.queryByLabelText('Email me in the morning what waits in my inbox')).toBeNull()
    await choice('Time zone')
    expect(screen.queryByLabelText('Email me a day before work is due')).toBeNull()
  })

  const inbox = [{ resource: 'inbox', action: 'enter', scope: 'assigned' }]

  it('offers the morning mail with its zone to people with an inbox', async () => {
    await openProfile({ preferences: [], cohort_members: [] }, inbox)
    const morning = await choice('Email me in the morning what waits in my inbox')
    expect(morning.checked).toBe(true)
    await screen.findByText('Times are shown in this zone.')
    await screen.findByRole('option', { name: /^As in this browser/ })
    const saved = { ...stored, morning_mails: false }
    portal.answer('preferences', [saved])
    fireEvent.click(morning)
    await screen.findByText('Saved')
    portal.answer('preferences', [{ ...saved, time_zone: 'Asia/Tokyo' }])
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Asia/Tokyo' } })
    await screen.findByText(/the morning email comes at 08:00 in it\.$/)
    expect(screen.queryByRole('option', { name: /^As in this browser/ })).toBeNull()
    expect(
      portal.asked('preferences').flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
    ).toEqual([{ morning_mails: false }, { time_zone: 'Asia/Tokyo' }])
  })

  it('saves the kinds and the quiet hours of reminders', async () => {
    await openProfile({ preferences: [], cohort_members: [{ cohort }] })
    const opens = await choice('Email me a day before lessons open')
    expect([opens.checked, (await choice('until')).value]).toEqual([true, '07:00'])
    portal.answer('preferences', [{ ...stored, opening_mails: false }])
    fireEvent.click(opens)
    await waitFor(() => expect(opens.checked).toBe(false))
    portal.answer('preferences', [{ ...stored, opening_mails: false, quiet_from: '20:30:00' }])
    const from = await choice('No reminders from')
    fireEvent.change(from, { target: { value: '20:30' } })
    await waitFor(() => expect(from.value).toBe('20:30'))
    fireEvent.change(from, { target: { value: '' } })
    expect(
      portal.asked('preferences').flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
    ).toEqual([{ opening_mails: false }, { quiet_from: '20:30' }])
  })

  it('shows the zone once to people with an inbox and a cohort', async () => {
    await openProfile({ preferences: [], cohort_members: [{ cohort }] }, inbox)
    await choice('Email me in the morning what waits in my inbox')
    expect(await screen.findAllByLabelText('Time zone')).toHaveLength(1)
  })
})
