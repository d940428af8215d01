import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { community } from '../../test/rows'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage()

interface Read {
  path: string
  call: string
  failed: string
  answer: object
  /** A text that the list shows once it has been read. */
  shows: string
}

const READS: Read[] = [
  {
    path: '/admin/analytics',
    call: 'rpc/analytics',
    failed: 'Failed to load analytics',
    answer: { total: 0, members: [] },
    shows: 'No members found',
  },
  {
    path: '/admin/audit-logs',
    call: 'rpc/audit_list',
    failed: 'Failed to load audit logs',
    answer: {
      count: 10_000,
      more: true,
      newer: false,
      older: false,
      many_people: false,
      records: [
        {
          id: 1,
          action: 'auth.login',
          target_type: 'session',
          target_id: null,
          title: null,
          course_id: null,
          created_at: '2026-11-09T08:30:00+00:00',
          user_id: null,
          who: null,
          actor: null,
          ip_address: null,
          detailed: false,
        },
      ],
    },
    shows: 'More than 10,000 records',
  },
  {
    path: '/admin/communities',
    call: 'rpc/managed_communities',
    failed: 'Failed to load communities',
    answer: { total: 0, communities: [] },
    shows: 'No communities yet',
  },
  {
    path: `/admin/communities/${community.id}`,
    call: 'rpc/managed_members',
    failed: 'Failed to load members',
    answer: { total: 0, members: [] },
    shows: 'No members yet',
  },
  {
    path: '/admin/notifications',
    call: 'rpc/notification_list',
    failed: 'Failed to load notifications',
    answer: {
      total: 0,
      bounded: false,
      newer: false,
      older: false,
      notifications: [],
      sums: { total: 7, global: 0, specific: 7, recent: 0 },
    },
    shows: 'Total Sent',
  },
  {
    path: '/admin/purchases',
    call: 'rpc/purchase_list',
    failed: 'Failed to load purchases',
    answer: {
      found: 0,
      total: 0,
      completed: 0,
      pending: 0,
      revenue: [],
      purchases: [],
      notices: [],
    },
    shows: 'Total Revenue',
  },
]

describe('a list that cannot be read', () => {
  it.each(READS)(
    'says so in its place and in a toast titled Error, and can be retried: $path',
    async ({ path, call, failed, answer, shows }) => {
      let broken = true
      const { sent } = openPanel(path, bootAnswer(ALL_RIGHTS), (request) => {
        if (request.path === 'rpc/managed_community') return { body: community }
        if (request.path !== call) return null
        // The error is permanent, because a read with a temporary error is tried again first.
        if (broken) return { status: 400, body: { code: 'P0001', message: 'refused' } }
        return { body: answer }
      })
      expect(await screen.findByRole('heading', { name: failed })).toBeDefined()
      expect(screen.queryByText(shows)).toBeNull()
      const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
      const toast = within(await toasts.findByRole('alert'))
      expect(toast.getByText('Error')).toBeDefined()
      expect(toast.getByText(failed)).toBeDefined()

      broken = false
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
      expect(await screen.findByText(shows)).toBeDefined()
      await waitFor(() => expect(screen.queryByRole('heading', { name: failed })).toBeNull())
      expect(sent.filter((request) => request.path === call)).toHaveLength(2)
    },
  )
})

it.each([true, false])(
  'the audit log asks for a longer name, and offers no export, if many people have it: %s',
  async (many_people) => {
    const { sent } = openPanel(
      '/admin/audit-logs?person=Herd',
      bootAnswer(ALL_RIGHTS),
      ({ path }) =>
        path === 'rpc/audit_list'
          ? {
              body: {
                count: 0,
                more: false,
                newer: false,
                older: false,
                many_people,
                records: [],
              },
            }
          : null,
    )
    const title = many_people ? 'Too many people match' : 'No records found'
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Export CSV' }) === null).toBe(many_people)
    expect(sent.find(({ path }) => path === 'rpc/audit_list')?.body).toMatchObject({
      person: 'Herd',
    })
  },
)

const notification = {
  id: 'd3000000-0000-4000-8000-000000000200',
  title: 'A short break',
  message: 'On Wednesday',
  type: 'warning',
  is_global: true,
  important: false,
  action_url: null,
  action_label: null,
  publish_at: null,
  expires_at: null,
  created_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-01T08:00:00Z',
  recipient: null,
  sender: null,
  read_at: null,
}
const page = {
  total: 1,
  bounded: false,
  newer: false,
  older: false,
  notifications: [notification],
  sums: { total: 1, global: 1, specific: 0, recent: 0 },
}

function openNotifications(path: string) {
  return openPanel(path, bootAnswer(ALL_RIGHTS), (request) => {
    if (request.path === 'rpc/notification_list') return { body: page }
    if (request.path === 'rpc/members') return { body: { total: 0, members: [] } }
    return null
  })
}

it('a notification stays in the list if the person has lost the right to delete it', async () => {
  // Without the right, row security deletes no row, and the answer has no rows.
  const { sent } = openNotifications('/admin/notifications')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete A short break' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Notification' }))
  expect(await screen.findByText('Failed to delete notification')).toBeDefined()
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Delete A short break' })).toBeDefined()
})

const paul = {
  id: 'dd000000-0000-4000-8000-000000000100',
  name: 'Paul Poster',
  email: 'paul@example.org',
  role: 'MEMBER',
  banned: false,
  joined_at: '2026-11-01T08:00:00Z',
}

/** Opens the page of a community; `write` answers the requests that change it or its members. */
function openCommunity(write: (request: WireRequest) => WireAnswer) {
  return openPanel(`/admin/communities/${community.id}`, bootAnswer(ALL_RIGHTS), (request) => {
    if (request.method === 'PATCH') return write(request)
    if (request.path === 'rpc/managed_community') return { body: community }
    if (request.path === 'rpc/managed_members') return { body: { total: 1, members: [paul] } }
    return null
  })
}

describe('a community', () => {
  it("shows the error of a taken slug at its field, and does not overwrite another person's save", async () => {
    const { sent } = openCommunity(({ body }) =>
      Object(body).slug === 'taken'
        ? { status: 409, body: { code: '23505', message: 'duplicate', details: null, hint: null } }
        : { body: [] },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const slug = await screen.findByLabelText('Slug')
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Community' }))
    const save = () => dialog.getByRole('button', { name: 'Save Community' })
    type(slug, 'taken')
    fireEvent.click(save())
    expect(await dialog.findByText('This slug is already in use')).toBeDefined()

    type(slug, 'git-2')
    fireEvent.click(save())
    expect(await dialog.findByText(/^Someone else saved or deleted this community/)).toBeDefined()
    expect(slug).toHaveProperty('value', 'git-2')
    const writes = sent.filter(({ method }) => method === 'PATCH')
    expect(writes.map(({ params }) => params.get('updated_at'))).toEqual([
      `eq.${community.updated_at}`,
      `eq.${community.updated_at}`,
    ])
  })

  it('shows the error of a failed ban, and lets the person try again', async () => {
    const { sent } = openCommunity(() => ({ status: 503, body: {} }))
    fireEvent.click(await screen.findByRole('button', { name: 'Ban Paul Poster' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Ban Member' }))
    expect(await screen.findByText('Failed to ban member')).toBeDefined()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Ban Paul Poster' })).toHaveProperty(
        'disabled',
        false,
      ),
    )
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ banned: true })
  })
})
