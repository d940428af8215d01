import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage()

const OFFER = /^You were writing here on /
const COURSE = {
  id: 'c1c1c1c1-0000-4000-8000-000000000001',
  title: 'Git',
  slug: 'git',
  description: 'Branches',
  author_name: null,
  author_description: null,
  thumbnail_url: null,
  category: null,
  status: 'DRAFT',
  created_by_id: 'me',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
}

/** Unmounts the page, as the end of a session does. */
function leave() {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
}

function open(
  path: string,
  account: object = {},
  answer: (request: WireRequest) => WireAnswer | null = () => null,
) {
  return openPanel(path, bootAnswer(ALL_RIGHTS, account), (request) => {
    const own = answer(request)
    if (own) return own
    if (request.path === 'rpc/managed_communities') {
      return { body: { found: 0, total: 0, communities: [] } }
    }
    if (request.path === 'courses' && request.method === 'GET') {
      return { body: request.params.get('id') ? [COURSE] : [], range: '*/0' }
    }
    return null
  })
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const button = (name: string) => screen.getByRole('button', { name })

it('a dialog offers to restore its unsaved changes after the session ended, with the focus on Restore', async () => {
  open('/admin/communities?new=community')
  type(await screen.findByLabelText('Name'), 'Study Hall')
  expect(screen.queryByText(OFFER)).toBeNull()
  leave()

  open('/admin/communities?new=community')
  await screen.findByText(OFFER)
  expect(document.activeElement).toBe(button('Restore'))
  const name = screen.getByLabelText('Name')
  expect(name).toHaveProperty('value', '')
  expect(name.closest('fieldset')).toHaveProperty('disabled', true)
  fireEvent.click(button('Restore'))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Study Hall'))
  expect(screen.queryByText(OFFER)).toBeNull()
  leave()

  open('/admin/communities?new=community')
  await screen.findByText(OFFER)
})

it('a dialog does not offer the unsaved changes of another person', async () => {
  open('/admin/communities?new=community')
  type(await screen.findByLabelText('Name'), 'Study Hall')
  leave()
  open('/admin/communities?new=community', { id: 'someone-else' })
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', '')
  expect(screen.queryByText(OFFER)).toBeNull()
})

it('a dialog does not offer changes that were discarded, in the offer or in the form', async () => {
  for (const press of [
    async () => {
      type(await screen.findByLabelText('Name'), 'Study Hall')
      leave()
      open('/admin/communities?new=community')
      fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    },
    async () => {
      type(await screen.findByLabelText('Name'), 'Study Hall')
      const dialog = within(screen.getByRole('dialog'))
      fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
      fireEvent.click(await dialog.findByRole('button', { name: 'Discard Changes' }))
    },
  ]) {
    open('/admin/communities?new=community')
    await press()
    leave()
    open('/admin/communities?new=community')
    await screen.findByLabelText('Name')
    expect(screen.queryByText(OFFER)).toBeNull()
    leave()
  }
})

it('a dialog does not offer saved changes, and creates a record once if the answer was lost', async () => {
  const answers: WireAnswer[] = [
    { status: 502, body: '<h1>Bad Gateway</h1>' },
    { status: 201, body: [{ id: 'c1' }] },
  ]
  const { sent } = open('/admin/communities?new=community', {}, ({ method, path }) =>
    method === 'POST' && path === 'communities' ? (answers.shift() ?? null) : null,
  )
  type(await screen.findByLabelText('Name'), 'Study Hall')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Create Community' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Try Again' }))
  await screen.findByText('Community created')
  const ids = sent
    .filter(({ method, path }) => method === 'POST' && path === 'communities')
    .map(({ body }) => Reflect.get(Object(body), 'id'))
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0]])
  leave()
  open('/admin/communities?new=community')
  await screen.findByLabelText('Name')
  expect(screen.queryByText(OFFER)).toBeNull()
})

it('a dialog offers unsaved changes of a record, and says that the record was saved since', async () => {
  const path = `/admin/courses/${COURSE.id}?tab=details`
  open(path)
  type(await screen.findByLabelText(/^Description/), 'Branches and merges')
  leave()

  open(path, {}, ({ path: asked, method, params }) =>
    asked === 'courses' && method === 'GET' && params.get('id')
      ? { body: [{ ...COURSE, description: 'Remotes', updated_at: '2026-11-02T00:00:00Z' }] }
      : null,
  )
  await screen.findByText(OFFER)
  expect(screen.getByText(/^This has been saved since/)).toBeDefined()
  expect(document.activeElement).toBe(button('Restore'))
  fireEvent.click(button('Restore'))
  await waitFor(() =>
    expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Branches and merges'),
  )
  expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Git')
})

it('a notification that was not sent is offered again, and a toast says so after signing in', async () => {
  open('/admin/notifications?new=notification')
  type(await screen.findByLabelText(/^Title/), 'Holidays')
  leave()
  sessionStorage.setItem('rookies-signing-in', '')
  open('/admin/notifications?new=notification')
  expect(await screen.findByText('What you typed is kept')).toBeDefined()
  await screen.findByText(OFFER)
  fireEvent.click(button('Restore'))
  await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Holidays'))
})

it('a list of people who were not invited yet is offered again until it is discarded', async () => {
  const path = '/admin/invites?new=many'
  const list = () => screen.findByLabelText('People to invite')
  open(path)
  type(await list(), 'ada@example.org')
  leave()

  open(path)
  await screen.findByText(OFFER)
  expect(document.activeElement).toBe(button('Restore'))
  expect((await list()).closest('fieldset')).toHaveProperty('disabled', true)
  fireEvent.click(button('Restore'))
  await waitFor(async () => expect(await list()).toHaveProperty('value', 'ada@example.org'))
  expect(button('Check List')).toHaveProperty('disabled', false)
  fireEvent.click(button('Cancel'))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard List' }))
  leave()

  open(path)
  await list()
  expect(screen.queryByText(OFFER)).toBeNull()
})
