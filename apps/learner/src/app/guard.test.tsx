import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPortal, session } from '../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  vi.useRealTimers()
  portal.leave()
})

const here = () => location.pathname + location.search
const unheard = () => Promise.reject(new TypeError('Failed to fetch'))

/** Lets the stored access token expire, so that the session must be refreshed. */
function expireSession() {
  const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
  localStorage.setItem('rookies-auth', JSON.stringify({ ...session, expires_at: 1 }))
}

describe('the guard', () => {
  it('sends a visitor to sign in and remembers the address that they wanted', async () => {
    portal = openPortal({ at: '/app/dashboard?sort=progress', visitor: true })
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(here()).toBe('/login?from=%2Fapp%2Fdashboard%3Fsort%3Dprogress')
    expect(portal.asked('library')).toEqual([])
  })

  it('says that the session is being checked', () => {
    portal = openPortal({ at: '/app/dashboard' })
    expect(screen.getByText('Verifying authentication...')).toBeTruthy()
  })

  it.each([
    ['DISABLED', 'Account Disabled'],
    ['UNVERIFIED', 'Verify Your Email'],
    ['MAINTENANCE', 'Down for Maintenance'],
  ])('refuses an account that is %s, and lets the person sign out', async (state, title) => {
    portal = openPortal({ at: '/app/dashboard', account: { state } })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  })

  const fails = (status: number, code: string) => () => ({ status, body: { code, message: 'no' } })
  it.each([
    ['has no profile', 'Profile Setup Required', { account: { state: 'NO_PROFILE' } }],
    ['finds no profile', 'Profile Setup Required', { answers: { boot: fails(406, 'PGRST116') } }],
    ['is answered 406', 'Authentication Error', { answers: { boot: fails(406, 'PGRST107') } }],
  ])(
    'sends a person whose account %s back to sign in, and says why',
    async (_what, title, visit) => {
      portal = openPortal({ at: '/app/dashboard', ...visit })
      expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
      expect(await screen.findByRole('article', { name: title })).toBeTruthy()
      expect(here()).toBe('/login')
      expect(localStorage.getItem('rookies-auth')).toBeNull()
    },
  )

  it('keeps a session that could not be checked, and checks it again when the person presses Retry', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    portal = openPortal({
      at: '/app/dashboard',
      expired: true,
      answers: { token: () => ({ status: 503, body: { message: 'upstream is away' } }) },
    })
    const stored = localStorage.getItem('rookies-auth')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(screen.getByRole('heading', { name: 'Connection Error' })).toBeTruthy()
    expect(here()).toBe('/app/dashboard')
    expect(localStorage.getItem('rookies-auth')).toBe(stored)

    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    fireEvent.click(retry)
    expect(await screen.findByRole('button', { name: 'Checking...' })).toBe(retry)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(retry.textContent).toBe('Retry')
    expect(document.activeElement).toBe(retry)

    portal.answer('token', () => ({ body: session() }))
    fireEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'Courses Library' })).toBeTruthy()
  })

  it('asks for the second factor first, then opens the address that the person wanted', async () => {
    portal = openPortal({ at: '/app/dashboard?sort=progress', account: { state: 'SECOND_FACTOR' } })
    expect(await screen.findByRole('heading', { name: "Confirm it's you" })).toBeTruthy()
    expect(here()).toBe('/login/two-factor?from=%2Fapp%2Fdashboard%3Fsort%3Dprogress')
    expect(screen.getByText(/Signing in as member@rookies.test/)).toBeTruthy()
  })

  it('checks the account again when the person presses the button', async () => {
    let state = 'MAINTENANCE'
    portal = openPortal({
      at: '/app/dashboard',
      answers: {
        boot: () => ({
          body: {
            account: { state, id: 'u1', role: 'MEMBER' },
            permissions: [],
            settings: { site_name: 'Rookies' },
          },
        }),
      },
    })
    await screen.findByRole('heading', { name: 'Down for Maintenance' })
    state = 'ACTIVE'
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('heading', { name: 'Courses Library' })).toBeTruthy()
  })

  it('links the support email for a disabled account', async () => {
    portal = openPortal({ at: '/app/dashboard', account: { state: 'DISABLED' } })
    await screen.findByRole('heading', { name: 'Account Disabled' })
    const support = within(screen.getByRole('main')).getByRole('link', {
      name: 'help@rookies.test',
    })
    expect(support.getAttribute('href')).toBe('mailto:help@rookies.test')
    expect(support.parentElement?.textContent).toBe(
      'Your account has been disabled. Please contact help@rookies.test.',
    )
  })

  it('sends the verification mail again, and reads the account again once the person has verified it', async () => {
    portal = openPortal({
      at: '/app/dashboard?sort=progress',
      account: { state: 'UNVERIFIED' },
      answers: { resend: {} },
    })
    const resend = await screen.findByRole('button', { name: 'Send the email again' })
    fireEvent.click(resend)
    expect(await screen.findByText('Email sent')).toBeTruthy()
    const [sent] = portal.asked('resend')
    expect(sent?.body).toMatchObject({ type: 'signup', email: 'member@rookies.test' })
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/login`)
    expect(resend.textContent).toMatch(/^Send the email again in \d+ s$/)
    const before = portal.asked('boot').length
    fireEvent.click(screen.getByRole('button', { name: 'I have verified it' }))
    await waitFor(() => expect(portal.asked('boot').length).toBeGreaterThan(before))
  })

  it.each([
    ['/app/dashboard', 'Courses Library'],
    ['/login', 'Welcome back'],
  ])('takes the notice about maintenance at %s back soon after its end', async (at, shows) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const visitor = at === '/login'
    let on = true
    portal = openPortal({
      at,
      visitor,
      answers: {
        boot: () => ({
          body: {
            account: visitor
              ? null
              : { state: on ? 'MAINTENANCE' : 'ACTIVE', id: 'u1', role: 'MEMBER' },
            permissions: [],
            settings: { site_name: 'Rookies', maintenance_mode: on },
          },
        }),
      },
    })
    const notice = await screen.findByText(/^Rookies is being worked on/)
    on = false
    await vi.advanceTimersByTimeAsync(8_000)
    await waitFor(() => expect(notice.isConnected).toBe(false))
    expect(await screen.findByRole('heading', { name: shows })).toBeTruthy()
  })

  it('shows a message after the person signed out, and does not lead back to the page they left', async () => {
    portal = openPortal({ at: '/app/dashboard' })
    await screen.findByText('MM')
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('button', { name: 'Log in' })
    expect(here()).toBe('/login')
    expect(screen.getByText('You have been signed out successfully')).toBeTruthy()
    expect(localStorage.getItem('rookies-auth')).toBeNull()
  })

  it('keeps the person signed in and says so when signing out fails', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { logout: () => ({ status: 500, body: { msg: 'down' } }) },
    })
    await screen.findByText('MM')
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByText('Failed to sign out')).toBeTruthy()
    expect(here()).toBe('/app/dashboard')
  })

  it.each([
    ['', () => undefined],
    [' and the session has run out', expireSession],
  ])(
    "removes the person's data on sign-out when the server cannot be reached%s",
    async (_, prepare) => {
      portal = openPortal({
        at: '/app/dashboard',
        answers: { logout: unheard, token: unheard },
      })
      await screen.findByText('MM')
      prepare()
      const others = vi.fn()
      const tab = new BroadcastChannel('rookies-auth')
      tab.onmessage = ({ data }) => others(data.event)
      fireEvent.click(screen.getByRole('button', { name: 'Account' }))
      fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
      await screen.findByRole('button', { name: 'Log in' })
      expect(here()).toBe('/login')
      expect(localStorage.getItem('rookies-auth')).toBeNull()
      await waitFor(() => expect(others).toHaveBeenCalledWith('SIGNED_OUT'))
      tab.close()
    },
  )

  it('sends the person to sign in when another tab signs out', async () => {
    portal = openPortal({ at: '/app/dashboard' })
    await screen.findByText('MM')
    new BroadcastChannel('rookies-auth').postMessage({ event: 'SIGNED_OUT', session: null })
    await screen.findByRole('button', { name: 'Log in' })
    expect(here()).toBe('/login?from=%2Fapp%2Fdashboard')
  })

  it('shows people who may enter the back-office a link to it', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      permissions: [{ resource: 'admin_panel', action: 'enter', scope: 'any' }],
    })
    await screen.findByText('MM')
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    const link = screen.getByRole('menuitem', { name: 'Back-office' })
    expect(link.getAttribute('href')).toBe('/admin')
  })
})

describe('addresses', () => {
  it('shows the not-found page at an unknown address', async () => {
    portal = openPortal({ at: '/nowhere', visitor: true })
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  })

  it('shows a visitor the welcome page', async () => {
    portal = openPortal({ at: '/', visitor: true })
    const start = await screen.findByRole('link', { name: 'Get Started' })
    expect(start.getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'View Programs' }).getAttribute('href')).toBe(
      '/app/dashboard',
    )
    await waitFor(() => expect(screen.getByText('help@rookies.test')).toBeTruthy())
  })

  it('shows a signed-in person the library at `/`, and never the welcome page before it', async () => {
    const seen: string[] = []
    const watch = new MutationObserver(() => seen.push(document.body.textContent))
    watch.observe(document.body, { childList: true, subtree: true })
    portal = openPortal({ at: '/' })
    await screen.findByRole('heading', { name: 'Courses Library' })
    watch.disconnect()
    expect(here()).toBe('/app/dashboard')
    expect(seen.join(' ')).not.toContain('Get Started')
  })

  it('redirects the public address of a course to the viewer', async () => {
    portal = openPortal({ at: '/courses/git' })
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(here()).toBe('/app/courses/git')
  })
})
