import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal, session } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const button = (name: string) => screen.findByRole('button', { name })

/** A token of the form that auth-js reads. */
function jwt() {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ exp: Date.now() / 1000 + 3600, sub: 'u1' })}.c2ln`
}

describe('the page after a sign-up', () => {
  const unconfirmed = () => ({
    status: 400,
    body: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
  })

  async function signUp(answers: Record<string, unknown>) {
    portal = openPortal({
      at: '/signup',
      visitor: true,
      answers: {
        signup: { id: 'u1', email: 'member@rookies.test' },
        token: unconfirmed,
        sign_up_confirmed: false,
        ...answers,
      },
    })
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
    fireEvent.click(await button('Sign Up'))
    await screen.findByRole('heading', { name: 'One more step' })
  }

  const confirmed = () => {
    portal.answer('boot', () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', role: 'MEMBER', email: 'member@rookies.test' },
        permissions: [],
        settings: { site_name: 'Rookies' },
      },
    }))
    portal.answer('token', session())
    portal.answer('sign_up_confirmed', true)
  }

  it('signs in by itself once the email was confirmed on another device', async () => {
    await signUp({})
    confirmed()
    // The browser fires this event when the person returns to the page.
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
    expect(portal.asked('sign_up_confirmed')[0]?.query.get('sign_up')).toBe('u1')
    expect(portal.asked('token').at(-1)?.body).toMatchObject({ password: 'abacus' })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('abacus')
  })

  it('says that the email is not confirmed yet, and why a password is not accepted', async () => {
    await signUp({})
    fireEvent.click(await button('I have verified it'))
    await screen.findAllByText(/Your email address is not verified yet/)
    portal.answer('token', () => ({
      status: 400,
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    }))
    fireEvent.click(await button('I have verified it'))
    await screen.findAllByText(/somebody signed up with this email more than once/)
  })
})

describe('the link of a confirmation mail', () => {
  const visit = (answers: Record<string, unknown>) => {
    portal = openPortal({ at: '/confirm-email/pkce_12ab', visitor: true, answers })
  }
  const opened = () => ({ ...session(), access_token: jwt() })

  it('confirms the email when the person presses the button, on any device, and does not sign in', async () => {
    visit({ verify: opened() })
    const press = await button('Confirm my email')
    expect(location.pathname).toBe('/confirm-email')
    expect(portal.asked('verify')).toEqual([])
    fireEvent.click(press)
    await screen.findByRole('heading', { name: 'Your email is confirmed' })
    expect(portal.asked('verify')[0]?.body).toMatchObject({
      type: 'signup',
      token_hash: 'pkce_12ab',
    })
    expect(portal.asked('logout')).toHaveLength(1)
    expect(localStorage.getItem('rookies-auth')).toBeNull()
  })

  it('signs in on the device on which the person signed up', async () => {
    visit({ verify: opened(), user: session().user })
    localStorage.setItem('rookies-sign-up', 'u1')
    const press = await button('Confirm my email')
    portal.answer('boot', () => ({
      body: {
        account: { state: 'ACTIVE', id: 'u1', role: 'MEMBER', email: 'member@rookies.test' },
        permissions: [],
        settings: { site_name: 'Rookies' },
      },
    }))
    fireEvent.click(press)
    await waitFor(() => expect(location.pathname).toBe('/app/dashboard'))
    expect(portal.asked('logout')).toEqual([])
  })

  it('keeps the link after a failed request, and says when it is used up', async () => {
    visit({ verify: () => ({ status: 503, body: {} }) })
    fireEvent.click(await button('Confirm my email'))
    await screen.findByRole('alert')
    portal.answer('verify', () => ({
      status: 403,
      body: { code: 403, error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
    }))
    fireEvent.click(await button('Confirm my email'))
    await screen.findByRole('heading', { name: 'This link is invalid or has expired.' })
  })
})
