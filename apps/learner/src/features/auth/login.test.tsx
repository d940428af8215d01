import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const refuse = (status: number, code: string, msg: string) => () => ({
  status,
  body: { code, error_code: code, msg },
})

async function logIn(email = 'member@rookies.test', password = 'rookies-demo') {
  const button = await screen.findByRole('button', { name: 'Log in' })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(button)
}

describe('signing in', () => {
  it('opens the library', async () => {
    portal = openPortal({ at: '/login', visitor: true })
    await logIn()
    expect(screen.getByRole('button', { name: 'Logging in...' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Courses Library' })).toBeTruthy()
    expect(location.pathname).toBe('/app/dashboard')
  })

  it('opens the address that the person requested before', async () => {
    portal = openPortal({ at: '/login?from=%2Fapp%2Fdashboard%3Fsort%3Dprogress', visitor: true })
    await logIn()
    await screen.findByRole('heading', { name: 'Courses Library' })
    expect(location.search).toBe('?sort=progress')
  })

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'does not redirect to %s',
    async (from) => {
      portal = openPortal({ at: `/login?from=${encodeURIComponent(from)}`, visitor: true })
      await logIn()
      await screen.findByRole('heading', { name: 'Courses Library' })
      expect(location.pathname).toBe('/app/dashboard')
    },
  )

  it('redirects a person who is already signed in', async () => {
    portal = openPortal({ at: '/login' })
    expect(await screen.findByRole('heading', { name: 'Courses Library' })).toBeTruthy()
  })
})

describe('a refused sign-in', () => {
  it("shows the provider's message in the form alone, and keeps what was typed", async () => {
    portal = openPortal({
      at: '/login',
      visitor: true,
      answers: { token: refuse(400, 'invalid_credentials', 'Invalid login credentials') },
    })
    await logIn('member@rookies.test', 'wrong')
    const form = (await screen.findByRole('button', { name: 'Log in' })).closest('form')
    const message = await screen.findByText('Invalid login credentials')
    expect(form?.contains(message)).toBe(true)
    expect(message.closest('[role="alert"]')).not.toBeNull()
    expect(screen.queryByRole('article')).toBeNull()
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect([email.value, password.value]).toEqual(['member@rookies.test', 'wrong'])
    expect(document.activeElement).toBe(password)
  })

  it('removes the message when the server answers again', async () => {
    let isUp = false
    const answer = () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return { body: null }
    }
    portal = openPortal({
      at: '/login',
      visitor: true,
      answers: { token: answer, my_account_state: answer },
    })
    await logIn()
    await screen.findByText('An unexpected error occurred')
    await waitFor(() => expect(portal.asked('my_account_state')).not.toHaveLength(0))
    isUp = true
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText('An unexpected error occurred')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('rookies-demo')
  })

  it('removes the message when the person changes to a code', async () => {
    portal = openPortal({
      at: '/login',
      visitor: true,
      answers: { token: refuse(400, 'invalid_credentials', 'Invalid login credentials') },
    })
    await logIn('member@rookies.test', 'wrong')
    await screen.findByText('Invalid login credentials')
    fireEvent.click(screen.getByRole('button', { name: 'Login with secure code' }))
    await waitFor(() => expect(screen.queryByText('Invalid login credentials')).toBeNull())
  })

  it('fills the typed email into the form that resets the password', async () => {
    portal = openPortal({ at: '/login', visitor: true })
    await screen.findByRole('button', { name: 'Log in' })
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'mia@rookies.test' } })
    fireEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }))
    await screen.findByRole('button', { name: 'Send Reset Link' })
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mia@rookies.test')
  })

  it('shows a general message if there is no better one', async () => {
    portal = openPortal({
      at: '/login',
      visitor: true,
      answers: {
        token: () => {
          throw new TypeError('fetch failed')
        },
      },
    })
    await logIn()
    await screen.findByText('An unexpected error occurred')
  })

  it('names the missing fields and sends nothing', async () => {
    portal = openPortal({ at: '/login', visitor: true })
    await logIn(' ', '')
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(portal.asked('token')).toEqual([])
  })
})

it('the sign-in form still asks for the mailed code after a reload', async () => {
  portal = openPortal({ at: '/login', visitor: true, answers: { otp: {} } })
  fireEvent.click(await screen.findByRole('button', { name: 'Login with secure code' }))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'mia@rookies.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByLabelText('Code')
  expect(history.state.usr).toEqual({ byCode: true, sentTo: 'mia@rookies.test' })
})
