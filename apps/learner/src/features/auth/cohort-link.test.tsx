import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal, session } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const TOKEN = 'c0'.repeat(32)
const cohort = {
  state: 'OPEN',
  slug: 'autumn-2026',
  title: 'Autumn 2026',
  starts_on: '2026-11-09',
  ends_on: '2027-01-29',
  time_zone: 'Europe/Vienna',
  seats_left: 3,
  courses: ['Git from Zero'],
}

const joined = {
  title: 'Autumn 2026',
  starts_on: '2026-11-09',
  time_zone: 'Europe/Vienna',
  courses: [],
}

function visit(link: unknown, { visitor = false, ...answers }: Record<string, unknown> = {}) {
  portal = openPortal({
    at: `/cohort/${TOKEN}`,
    visitor: visitor === true,
    answers: { 'cohort-link': link, ...answers },
  })
}
const button = (name: string) => screen.findByRole('button', { name })
const link = (name: string) => screen.findByRole('link', { name })

describe('the page of a join link', () => {
  it('shows days, courses and seats, and joins', async () => {
    visit(cohort, { join_by_link: joined })
    await screen.findByRole('heading', { name: 'Join Autumn 2026' })
    for (const text of [
      'Mon 9 Nov 2026',
      'Fri 29 Jan 2027',
      'Vienna',
      'Git from Zero',
      '3 seats left',
    ]) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    fireEvent.click(await button('Join'))
    await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
    expect(portal.asked('join_by_link').map(({ body }) => body)).toEqual([{ token: TOKEN }])
    expect(screen.getByText('You are in Autumn 2026.')).toBeTruthy()
  })

  it.each([
    ['UNKNOWN', 'This link is not valid.'],
    ['OFF', 'This link has been switched off.'],
    ['ENDED', 'This link has ended.'],
    ['FULL', 'This cohort has no seats left.'],
  ])('says of a link that is %s: %s', async (state, title) => {
    visit(state === 'UNKNOWN' ? { state } : { ...cohort, state, seats_left: 0 })
    await screen.findByRole('heading', { name: title })
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
    await link('Go to your library')
  })

  it.each(['OPEN', 'FULL'])(
    'links a person of the cohort to the library if it is %s',
    async (state) => {
      const mine = { id: 'c1', community: null, ...cohort }
      visit({ ...cohort, state }, { cohort_members: [{ cohort: mine }] })
      await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
      expect(screen.getByText('It begins on Mon 9 Nov 2026.')).toBeTruthy()
      expect(portal.asked('join_by_link')).toEqual([])
    },
  )

  it('signs up a visitor with its secret, also while registration is off, and returns to the page', async () => {
    visit(cohort, { visitor: true, signup: session() })
    fireEvent.click(await link('Create your account'))
    await button('Sign Up')
    for (const [label, value] of [
      ['Full Name', 'Nina New'],
      ['Email', 'member@rookies.test'],
      ['Phone', '030'],
      ['Password', 'abacus'],
      ['Confirm Password', 'abacus'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    fireEvent.click(screen.getByRole('checkbox'))
    portal.answer('boot', () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', role: 'MEMBER', email: 'member@rookies.test' },
        permissions: [],
        settings: { site_name: 'Rookies', allow_registration: false },
      },
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(location.pathname).toBe(`/cohort/${TOKEN}`))
    expect(portal.asked('signup')[0]?.body).toMatchObject({ data: { cohort_token: TOKEN } })
    await button('Join')
  })

  it('asks for a mailed code before the person gets a seat', async () => {
    visit(cohort, {
      join_by_link: () => ({
        status: 422,
        body: {
          code: 'PT422',
          hint: 'LINK_UNVERIFIED',
          message: 'Please confirm your email first.',
        },
      }),
      otp: {},
      verify: session(),
    })
    fireEvent.click(await button('Join'))
    fireEvent.click(await button('Send code'))
    const code = await screen.findByLabelText('Code')
    fireEvent.change(code, { target: { value: '123456' } })
    portal.answer('join_by_link', joined)
    fireEvent.click(await button('Confirm and join'))
    await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
    expect(portal.asked('join_by_link')).toHaveLength(2)
  })

  it('says why the person got no seat', async () => {
    visit(cohort, {
      join_by_link: () => ({
        status: 409,
        body: { code: 'PT409', hint: 'COHORT_FULL', message: 'This cohort has no seats left.' },
      }),
    })
    fireEvent.click(await button('Join'))
    expect((await screen.findAllByText('This cohort has no seats left.')).length).toBeGreaterThan(0)
    expect(location.pathname).toBe(`/cohort/${TOKEN}`)
  })
})

describe('the page behind the unsubscribe link of a mail', () => {
  const open = (answer: unknown) => {
    portal = openPortal({
      at: `/unsubscribe#${TOKEN}`,
      visitor: true,
      answers: { unsubscribe: answer },
    })
  }

  it('turns the mails off only when the person presses the button', async () => {
    open({ mail: 'cohort_mails', wanted: true })
    await button('Unsubscribe')
    portal.answer('unsubscribe', { mail: 'cohort_mails', wanted: false })
    fireEvent.click(await button('Unsubscribe'))
    await screen.findByRole('heading', {
      name: 'You get no more emails with messages to your cohorts.',
    })
    expect(portal.asked('unsubscribe').map(({ body }) => body)).toEqual([
      { token: TOKEN },
      { token: TOKEN, really: true },
    ])
  })

  it('says which mails the link turns off', async () => {
    open({ mail: 'review_mails', wanted: true })
    await screen.findByRole('heading', { name: 'No more emails about reviews of your work?' })
    await screen.findByText('They then reach you in the bell only.')
  })

  it('says that what morning emails list is still in the inbox', async () => {
    open({ mail: 'morning_mails', wanted: true })
    await screen.findByRole('heading', { name: 'No more morning emails about your inbox?' })
    await screen.findByText('What waits for you is in your inbox.')
  })

  it('says that the link is no longer valid', async () => {
    open(() => ({ status: 404, body: { code: 'UNKNOWN_ADDRESS', message: 'no' } }))
    await screen.findByRole('heading', { name: 'This link is not valid any more.' })
  })
})
