import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPortal, session } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  vi.useRealTimers()
  portal.leave()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function fillIn(): Promise<void> {
  await screen.findByRole('button', { name: 'Sign Up' })
  type('Full Name', 'Nina New')
  type('Phone', '030')
  type('Password', 'abacus')
  type('Confirm Password', 'abacus')
  fireEvent.click(screen.getByRole('checkbox'))
}

const invite = {
  state: 'ACTIVE',
  email: 'member@rookies.test',
  expires_at: '2026-01-03T00:00:00+00:00',
  inviter: 'Priya Raman',
  courses: ['Git from Zero'],
  mine: true,
}
describe('signing up', () => {
  it('opens the portal at once if the email needs no confirmation', async () => {
    portal = openPortal({ at: '/signup', visitor: true, answers: { signup: session() } })
    await fillIn()
    type('Email', 'member@rookies.test')
    portal.answer('boot', () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', role: 'MEMBER' },
        permissions: [],
        settings: { site_name: 'Rookies' },
      },
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText('Account created and logged in successfully!')).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
  })

  it('sends the email of the invite, whatever the field contains', async () => {
    portal = openPortal({
      at: '/signup?token=t1',
      visitor: true,
      answers: {
        invite_by_token: invite,
        signup: () => ({
          status: 422,
          body: { code: 422, error_code: 'unknown', msg: 'This invite has expired.' },
        }),
      },
    })
    await fillIn()
    type('Email', 'somebody@else.test')
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect((await screen.findAllByText('This invite has expired.')).length).toBeGreaterThan(0)
    expect(portal.asked('signup')[0]?.body).toMatchObject({
      email: 'member@rookies.test',
      data: { name: 'Nina New', phone: '030', terms_accepted: 'true', invite_token: 't1' },
    })
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Nina New')
  })
})

describe('an invite', () => {
  const all = { all: true, role: null, courses: ['Git from Zero'] }

  it('says which courses its sender can no longer give', async () => {
    const some = { ...all, all: false, courses: ['Knots'] }
    portal = openPortal({
      at: '/invite/t1',
      visitor: true,
      answers: { invite_by_token: { ...invite, mine: false, withheld: some } },
    })
    expect(await screen.findByText(/^No longer included.*: Knots\.$/)).toBeTruthy()
    expect(screen.getByText('Git from Zero')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create your account' })).toBeTruthy()
  })

  it('offers nothing to accept if its sender can give nothing, but lets a visitor sign up', async () => {
    const answers = { invite_by_token: { ...invite, courses: [], withheld: all } }
    portal = openPortal({ at: '/invite/t1', answers })
    expect(await screen.findByText(/no longer gives access/)).toBeTruthy()
    expect(screen.getByText('There is nothing left to accept.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept invite' })).toBeNull()
    portal.leave()
    portal = openPortal({ at: '/invite/t1', visitor: true, answers })
    expect(await screen.findByText('You can still sign up.')).toBeTruthy()
  })

  const cohort = {
    title: 'Autumn 2026',
    starts_on: '2026-11-09',
    time_zone: 'Europe/Vienna',
    courses: ['Knots'],
    full: false,
  }

  it('names its cohort with the first day, greets by name, and fills it in', async () => {
    portal = openPortal({
      at: '/invite/t1',
      visitor: true,
      answers: { invite_by_token: { ...invite, mine: false, name: 'Ada Lovelace', cohort } },
    })
    await screen.findByRole('heading', { name: /^Ada Lovelace, you're invited to/ })
    for (const text of ['Autumn 2026', 'Mon 9 Nov 2026', 'Knots', 'Git from Zero']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    fireEvent.click(screen.getByRole('link', { name: 'Create your account' }))
    await screen.findByRole('button', { name: 'Sign Up' })
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace')
  })

  it.each(['/invite/t1', '/signup?token=t1'])(
    'says before any form that its cohort is full: %s',
    async (at) => {
      portal = openPortal({
        at,
        visitor: true,
        answers: { invite_by_token: { ...invite, mine: false, cohort: { ...cohort, full: true } } },
      })
      await screen.findByRole('heading', { name: 'The cohort of this invite has no seats left.' })
      expect(screen.queryByRole('link', { name: /Sign up|Create/ })).toBeNull()
      expect(screen.queryByLabelText('Full Name')).toBeNull()
    },
  )

  it('is accepted by its recipient with one press', async () => {
    portal = openPortal({
      at: '/invite/t1',
      answers: { invite_by_token: invite, accept_invite: { courses: [] } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Accept invite' }))
    expect(await screen.findByText('Now in your library: Git from Zero')).toBeTruthy()
    expect(location.pathname).toBe('/app/dashboard')
    expect(portal.asked('accept_invite')[0]?.body).toEqual({ token: 't1' })
  })

  it('can be looked up again after the server did not answer', async () => {
    portal = openPortal({
      at: '/invite/t1',
      answers: { invite_by_token: () => ({ status: 503, body: {} }) },
    })
    const again = await screen.findByRole('button', { name: 'Try Again' })
    portal.answer('invite_by_token', invite)
    fireEvent.click(again)
    expect(await screen.findByText('Priya Raman')).toBeTruthy()
  })
})

describe('the mail of an invite', () => {
  const visit = (at: string, answers: Record<string, unknown> = {}) =>
    openPortal({
      at,
      visitor: true,
      settings: { require_email_verification: true },
      answers: {
        invite_by_token: { ...invite, mine: false, opens: 'git' },
        signup: session(),
        ...answers,
      },
    })
  const letIn = () =>
    portal.answer('boot', () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', role: 'MEMBER' },
        permissions: [],
        settings: { site_name: 'Rookies' },
      },
    }))

  it('leads to the account and its course, and shows the invite once', async () => {
    portal = visit('/invite/t1#proof=0a1b')
    expect(location.href).not.toContain('0a1b')
    expect(
      await screen.findByText('Accept to get your courses in your library at once.'),
    ).toBeTruthy()
    expect(screen.getByText('Priya Raman')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Create your account' }))
    await fillIn()
    expect(location.href).not.toContain('0a1b')
    expect(screen.queryByText('Priya Raman')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('member@rookies.test')
    letIn()
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(location.pathname).toBe('/app/courses/git'))
    expect(portal.asked('signup')[0]?.body).toMatchObject({
      data: { invite_token: 't1', invite_proof: '0a1b' },
    })
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('0a1b')
  })

  it('still confirms the email after a reload, and after a sign-up that was refused', async () => {
    portal = visit('/invite/t1#proof=0a1b')
    await screen.findByRole('link', { name: 'Create your account' })
    portal.leave()
    portal = visit('/signup?token=t1', {
      signup: () => ({ status: 422, body: { code: 422, error_code: 'unknown', msg: 'No.' } }),
    })
    await fillIn()
    // A person who opens the sign-up directly has not seen the invite on its own screen.
    expect(screen.getByText('Priya Raman')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(portal.asked('signup')).toHaveLength(1))
    await screen.findAllByText('No.')
    portal.answer('signup', session())
    letIn()
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    await waitFor(() => expect(location.pathname).toBe('/app/courses/git'))
    for (const { body } of portal.asked('signup')) {
      expect(body).toMatchObject({ data: { invite_proof: '0a1b' } })
    }
  })

  it('confirms the email, but after a copied link the sign-up still asks for a confirmation, and then leads to the course', async () => {
    portal = visit('/invite/t1', {
      signup: { id: 'u1', email: 'member@rookies.test' },
      token: () => ({ status: 400, body: { code: 400, error_code: 'email_not_confirmed' } }),
    })
    expect(await screen.findByText(/^Accept and confirm your email address/)).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Create your account' }))
    await fillIn()
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText(/^Account created!/)).toBeTruthy()
    expect(portal.asked('signup')[0]?.body).not.toMatchObject({ data: { invite_proof: '0a1b' } })
    expect(localStorage.getItem('rookies-way-back')).toMatch(/ \/app\/courses\/git$/)
  })
})

describe('a reset link', () => {
  it('is removed from the address and redeemed only when the person presses the button', async () => {
    portal = openPortal({
      at: '/reset-password/hash',
      visitor: true,
      answers: { verify: session() },
    })
    const button = await screen.findByRole('button', { name: 'Choose a new password' })
    expect(location.pathname).toBe('/reset-password')
    expect(portal.asked('verify')).toEqual([])
    fireEvent.click(button)
    expect(await screen.findByLabelText('New Password')).toBeTruthy()
    expect(sessionStorage.getItem('rookies-recovery')).not.toBeNull()
  })

  it('can be redeemed again after the server did not answer', async () => {
    portal = openPortal({
      at: '/reset-password/hash',
      visitor: true,
      answers: { verify: () => ({ status: 503, body: {} }) },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a new password' }))
    expect(await screen.findByText('Failed to process reset link. Please try again.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Choose a new password' })).toBeTruthy()
    expect(location.pathname).toBe('/reset-password')
  })

  it('that is invalid leads to the page for another one, which says so above its form', async () => {
    portal = openPortal({ at: '/reset-password', visitor: true })
    const refusal = (await screen.findByText('Invalid Reset Link')).closest('[role="alert"]')
    expect(refusal?.textContent).toContain('This password reset link is invalid or has expired.')
    expect(screen.queryByRole('article')).toBeNull()
    expect(location.pathname).toBe('/forgot-password')
  })
})

it('the resend button sends another mail only after a pause', async () => {
  portal = openPortal({ at: '/forgot-password', visitor: true, answers: { recover: {} } })
  await screen.findByRole('button', { name: 'Send Reset Link' })
  type('Email', 'member@rookies.test')
  fireEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  const again = await screen.findByRole('button', { name: /^Send it again/ })
  fireEvent.click(again)
  expect(again.textContent).toMatch(/ in \d+ s$/)

  portal.leave()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  portal = openPortal({ at: '/forgot-password', visitor: true, answers: { recover: {} } })
  await screen.findByRole('button', { name: 'Send Reset Link' })
  type('Email', 'member@rookies.test')
  fireEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  await screen.findByRole('button', { name: 'Send it again in 60 s' })
  for (let second = 0; second < 61; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  await waitFor(() => expect(portal.asked('recover')).toHaveLength(2))
})
