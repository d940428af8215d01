import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

beforeAll(() => {
  // jsdom lacks these methods of the dialog element.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

const mia = {
  id: 'u1',
  name: 'Mia Member',
  email: 'member@rookies.test',
  phone: '030 123',
  role: 'MEMBER',
  created_at: '2026-01-05T12:00:00+00:00',
  disabled_at: null,
}
const device = (id: string, user_agent: string | null, current = false) => ({
  id,
  user_agent,
  current,
  created_at: '2026-01-05T12:00:00+00:00',
  active_at: '2026-01-06T12:00:00+00:00',
})
const sessions = [
  device('s1', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', true),
  device('s2', null),
]

function openProfile(answers: Record<string, unknown> = {}) {
  portal = openPortal({
    at: '/app/profile',
    answers: { profiles: [mia], my_sessions: sessions, ...answers },
  })
  return screen.findByLabelText<HTMLInputElement>('Full Name')
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typeIn = (place: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(place).getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const refusal = { status: 400, body: { code: 400, error_code: 'invalid_credentials', msg: 'no' } }

describe('My Profile', () => {
  it("shows the person's account", async () => {
    const name = await openProfile()
    expect(name.value).toBe('Mia Member')
    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('030 123')
    expect(screen.getByText('Member')).toBeTruthy()
    expect(screen.getByText('Jan 05, 2026')).toBeTruthy()
    expect(screen.getByText('Account Status').nextSibling?.textContent).toBe('Active')
    expect(document.title).toBe('My Profile · Rookies')
  })

  it('says that an account is disabled', async () => {
    await openProfile({ profiles: [{ ...mia, disabled_at: '2026-02-01T00:00:00+00:00' }] })
    expect(screen.getByText('Account Status').nextSibling?.textContent).toBe('Disabled')
  })

  it('says that there is no profile, and offers to sign out', async () => {
    portal = openPortal({ at: '/app/profile', answers: { profiles: [] } })
    expect(await screen.findByRole('heading', { name: 'Profile not found' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  })

  it('says that it could not be loaded, and tries again', async () => {
    portal = openPortal({
      at: '/app/profile',
      answers: { profiles: () => ({ status: 400, body: { code: 'XX000', message: 'boom' } }) },
    })
    await screen.findByRole('heading', { name: 'Failed to load profile data' })
    expect(screen.queryByRole('article')).toBeNull()
    portal.answer('profiles', [mia])
    press('Try Again')
    expect(await screen.findByLabelText('Full Name')).toBeTruthy()
  })

  it('opens from the avatar menu', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { profiles: [mia] } })
    await screen.findByText('MM')
    press('Account')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Profile' }))
    expect(await screen.findByRole('heading', { name: 'My Profile' })).toBe(document.activeElement)
    expect(location.pathname).toBe('/app/profile')
  })
})

describe('the full name', () => {
  it('is saved without other fields', async () => {
    await openProfile({
      profiles: ({ method }: { method: string }) => ({
        body: method === 'PATCH' ? [{ id: 'u1' }] : [{ ...mia }],
      }),
    })
    type('Full Name', ' Mia Mumble ')
    press('Save Changes')
    expect(await screen.findByText('Profile updated successfully.')).toBeTruthy()
    const patch = portal.requests.find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ name: 'Mia Mumble' })
    expect(patch?.query.get('id')).toBe('eq.u1')
  })

  it('stays in its field with a message if the database refuses it', async () => {
    await openProfile({
      profiles: ({ method }: { method: string }) => ({ body: method === 'PATCH' ? [] : [mia] }),
    })
    type('Full Name', 'Somebody')
    press('Save Changes')
    expect((await screen.findAllByText('Failed to update profile')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Somebody')
  })

  it('is not sent if it is too long', async () => {
    await openProfile()
    type('Full Name', 'n'.repeat(101))
    press('Save Changes')
    expect(await screen.findByText('Name must be less than 100 characters')).toBeTruthy()
    expect(portal.requests.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('that was not saved is still in the field when the person returns, with a note', async () => {
    await openProfile()
    type('Full Name', 'Mia Unsaved')
    expect(screen.getByText('You have unsaved changes.')).toBeTruthy()
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { name: 'Courses Library' })
    press('Account')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Profile' }))
    const name = await screen.findByLabelText<HTMLInputElement>('Full Name')
    expect(name.value).toBe('Mia Unsaved')
    press('Discard')
    expect(name.value).toBe('Mia Member')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })
})

describe('the password', () => {
  async function fillIn() {
    await openProfile({
      token: { access_token: 'b.b.b', refresh_token: 'r2', user: { id: 'u1' }, expires_in: 3600 },
      user: { id: 'u1', email: mia.email },
    })
    press('Change password')
    type('Current Password', 'old words')
    type('New Password', 'abacus')
    type('Confirm Password', 'abacus')
  }

  it('is changed after a second session has verified the current password', async () => {
    await fillIn()
    press('Change password')
    expect(await screen.findByText('Password changed')).toBeTruthy()
    expect(portal.asked('token')[0]?.body).toMatchObject({
      email: mia.email,
      password: 'old words',
    })
    const change = portal.asked('user').find(({ method }) => method === 'PUT')
    expect(change?.body).toMatchObject({ password: 'abacus' })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Change password' })).toBe(document.activeElement),
    )
    expect(localStorage.getItem('rookies-auth')).toContain('"token"')
  })

  it('is not changed if the current password is wrong', async () => {
    await fillIn()
    portal.answer('token', () => refusal)
    press('Change password')
    const message = 'This is not your current password. Please try again.'
    await screen.findByText(message)
    const current = screen.getByLabelText('Current Password')
    expect(current.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(String(current.getAttribute('aria-describedby')))).toBe(
      screen.getByText(message),
    )
    expect(portal.asked('user').filter(({ method }) => method === 'PUT')).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe('abacus')
  })

  it('needs a mailed code if Auth requires one', async () => {
    await fillIn()
    portal.answer('user', () => ({
      status: 400,
      body: { code: 400, error_code: 'reauthentication_needed', msg: 'x' },
    }))
    portal.answer('reauthenticate', {})
    press('Change password')
    expect(await screen.findByLabelText('Code')).toBe(document.activeElement)
    expect(portal.asked('reauthenticate')).toHaveLength(1)
    type('Code', '123456')
    portal.answer('user', { id: 'u1', email: mia.email })
    press('Change password')
    await screen.findByText('Password changed')
    const change = portal.asked('user').filter(({ method }) => method === 'PUT')
    expect(change.at(-1)?.body).toMatchObject({ nonce: '123456' })
  })
})

it.each([
  ['Off', 'Set up two-factor', []],
  ['On', 'Manage two-factor', [{ id: 'f1', factor_type: 'totp', status: 'verified' }]],
])('the profile says whether two-factor sign-in is on: %s', async (state, label, factors) => {
  await openProfile({
    user: { id: 'u1', email: mia.email, factors },
    my_factors_state: { verified: factors.length, codes_left: 0, codes_made_at: null },
  })
  const link = await screen.findByRole('link', { name: label })
  expect(screen.getByText(state)).toBeTruthy()
  expect(link.getAttribute('href')).toBe('/app/profile/two-factor')
})

describe('the list of devices', () => {
  it('names each device, and marks this one', async () => {
    await openProfile()
    const list = (await screen.findByText('Firefox on Linux')).closest('li')
    if (!list) throw new Error('no list')
    expect(within(list).getByText('This device')).toBeTruthy()
    expect(within(list).queryByRole('button')).toBeNull()
    expect(screen.getByText('Unknown device')).toBeTruthy()
  })

  it('signs out one device, or all others', async () => {
    await openProfile({ end_session: () => ({ status: 204 }) })
    fireEvent.click(await screen.findByRole('button', { name: /^Sign out Unknown device/ }))
    expect(await screen.findByText('The device has been signed out.')).toBeTruthy()
    expect(portal.asked('end_session')[0]?.body).toEqual({ session_id: 's2' })
    portal.answer('logout', () => ({ status: 204 }))
    press('Sign out other devices')
    expect(await screen.findByText('All other devices have been signed out.')).toBeTruthy()
    expect(portal.asked('logout')[0]?.query.get('scope')).toBe('others')
  })

  it('signs out all devices after a confirmation', async () => {
    await openProfile()
    press('Sign out everywhere')
    const question = screen.getByRole('dialog', { name: 'Sign out everywhere?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))
    await screen.findByRole('button', { name: 'Log in' })
    expect(location.pathname + location.search).toBe('/login')
    expect(portal.asked('logout')[0]?.query.get('scope')).toBe('global')
  })

  it('says when signing out failed', async () => {
    await openProfile({ end_session: () => ({ status: 503, body: {} }) })
    fireEvent.click(await screen.findByRole('button', { name: /^Sign out Unknown device/ }))
    expect(await screen.findByText('Failed to sign out')).toBeTruthy()
  })
})

it('a person downloads their data as a file', async () => {
  const made = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await openProfile({ my_data: { profile: { name: 'Mia' } } })
  press('Download my data')
  expect(await screen.findByText('Your data is ready')).toBeTruthy()
  expect(click).toHaveBeenCalledOnce()
  expect(await made.mock.calls[0]?.[0].text()).toContain('"name": "Mia"')
})

describe('deleting the account', () => {
  const session = {
    access_token: 'b.b.b',
    refresh_token: 'r2',
    user: { id: 'u1', email: mia.email },
    expires_in: 3600,
  }

  async function ask(answers: Record<string, unknown> = {}) {
    await openProfile({ token: () => ({ body: session }), ...answers })
    press('Delete my account')
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' })
    return {
      dialog,
      confirm: () =>
        fireEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' })),
    }
  }

  it('asks for the password and a typed word, and then opens the welcome page', async () => {
    const { confirm, dialog } = await ask({ delete_my_account: () => ({ status: 204 }) })
    confirm()
    expect(await screen.findByText('Password is required')).toBeTruthy()
    typeIn(dialog, 'Password', 'rookies-demo')
    confirm()
    expect(await screen.findByText('Please type DELETE')).toBeTruthy()
    expect(portal.asked('delete_my_account')).toEqual([])
    type('Type DELETE to confirm', 'delete')
    confirm()
    expect(await screen.findByText('Account deleted')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeTruthy()
    expect(location.pathname).toBe('/')
    await waitFor(() => expect(localStorage.getItem('rookies-auth')).toBeNull())
  })

  it('is refused to the last administrator, and the dialog says what to do first', async () => {
    const { confirm, dialog } = await ask({
      delete_my_account: () => ({
        status: 409,
        body: { code: 'PT409', message: 'The last administrator', hint: 'LAST_ADMIN' },
      }),
    })
    typeIn(dialog, 'Password', 'rookies-demo')
    type('Type DELETE to confirm', 'DELETE')
    confirm()
    const refusal = await within(dialog).findByRole('alert')
    expect(refusal.textContent).toMatch(/Make someone else an administrator first/)
    expect(screen.queryByRole('article')).toBeNull()
    expect(location.pathname).toBe('/app/profile')
    expect(localStorage.getItem('rookies-auth')).not.toBeNull()
  })

  it('asks for the authenticator app when the database does', async () => {
    const { confirm, dialog } = await ask({
      delete_my_account: () => ({ status: 403, body: { code: 'PT403', message: 'Confirm' } }),
    })
    typeIn(dialog, 'Password', 'rookies-demo')
    type('Type DELETE to confirm', 'DELETE')
    confirm()
    expect(await screen.findByLabelText('Code')).toBe(document.activeElement)
    confirm()
    expect(await screen.findByText('Code is required')).toBeTruthy()
  })
})
