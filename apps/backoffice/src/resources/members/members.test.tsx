import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { choose, fillDay, type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage()

const ADA_ID = 'dd000000-0000-4000-8000-000000000100'
const COURSE_ID = 'c0000000-0000-4000-8000-000000000001'

const ada = {
  id: ADA_ID,
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  courses: 1,
}
const person = {
  ...ada,
  verified: true,
  phone: null,
  factors: 0,
  last_at: null,
  counts: { purchases: 0, invites: 1, communities: 0, sessions: 0 },
}
const course = {
  id: COURSE_ID,
  title: 'Git from the First Commit',
  slug: 'git',
  status: 'PUBLISHED',
}
const access = { ...course, granted: true, source: 'MANUAL', expires_at: null, cohorts: [] }

type Answers = Record<string, WireAnswer | ((request: WireRequest) => WireAnswer)>

function openMembers(path: string, answers: Answers = {}, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/members': { body: { total: 1, members: [ada] } },
    'rpc/member_access': { body: [access] },
    'rpc/count_access': {
      body: { people: 1, touched: 1, changes: 1, names: ['Ada Okafor'], ended: 0, keeps: 0 },
    },
    'rpc/person': { body: person },
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}

const asModerator = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })

async function manageAccess() {
  fireEvent.click(await screen.findByRole('button', { name: 'Manage Access of Ada Okafor' }))
  const toggle = await screen.findByRole('switch', { name: /^Git from the First Commit/ })
  return { toggle, dialog: within(screen.getByRole('dialog', { name: 'Manage Access' })) }
}

const saves = (sent: readonly WireRequest[]) =>
  sent.filter(({ path }) => path === 'rpc/save_access').map(({ body }) => body)

it('staff correct and remove a phone number, and an invalid number stays in the form until it is discarded', async () => {
  let phone: string | null = '+49 30 1'
  const { sent } = openMembers('/admin/members', {
    profiles: () => ({ body: [{ id: ADA_ID, email: ada.email, phone }] }),
    'rpc/correct_person': ({ body }) => {
      phone = (body as { phone: string }).phone || null
      return { status: 204 }
    },
  })
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'More about Ada Okafor' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Correct email or phone' }))
    return screen.findByLabelText('Phone (optional)')
  }
  const shown = () => screen.queryByLabelText('Phone (optional)')
  const field = await open()
  expect(field).toHaveProperty('value', '+49 30 1')
  type(field, 'thirty')
  fireEvent.submit(field)
  expect(await screen.findByText('Please enter a valid phone number')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/^You have unsaved changes\./)).toBeDefined()
  type(field, '+49 30 1234')
  fireEvent.submit(field)
  await waitFor(() => expect(shown()).toBeNull())

  const again = await open()
  await waitFor(() => expect(again).toHaveProperty('value', '+49 30 1234'))
  type(again, '')
  expect(await screen.findByText('Their phone number is taken away.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown()).toBeNull())
  expect(sent.filter(({ path }) => path === 'rpc/correct_person').map(({ body }) => body)).toEqual([
    { user_id: ADA_ID, phone: '+49 30 1234' },
    { user_id: ADA_ID, phone: '' },
  ])
})

describe("managing a member's access", () => {
  it('Manage Access reports a failed save, keeps the changed switches, and can be saved again', async () => {
    let broken = true
    const { sent } = openMembers('/admin/members', {
      'rpc/save_access': () => (broken ? { status: 503, body: {} } : { status: 204 }),
    })
    const { toggle, dialog } = await manageAccess()
    fireEvent.click(toggle)
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('Failed to update access')
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    broken = false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Course access updated.')).toBeDefined()
    expect(saves(sent)).toHaveLength(2)
    expect(saves(sent)[1]).toEqual(saves(sent)[0])
  })

  it("Manage Access shows a moderator a last day that another person has changed, before the moderator's own change is saved", async () => {
    let stored: string | null = null
    const { sent } = openMembers(
      '/moderator/members',
      {
        'rpc/member_access': () => ({ body: [{ ...access, expires_at: stored }] }),
        'rpc/save_access': ({ body }) => {
          const [{ was }] = (body as { ends: [{ was: string | null }] }).ends
          if (was === stored) return { status: 204 }
          const message = 'Somebody else has just changed access. Nothing was changed.'
          return {
            status: 409,
            body: { code: 'PT409', hint: 'STALE_END', message, details: null },
          }
        },
      },
      asModerator,
    )
    const { dialog } = await manageAccess()
    const day = () => dialog.getByLabelText(/^Last day of Git from the First Commit/)
    fillDay(day(), '2090-06-15')
    await dialog.findByText('1 end date to change')
    stored = '2091-03-15T12:00:00Z'
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('Somebody else has just changed access')
    expect(await dialog.findByText(/until Mar 15, 2091/)).toBeDefined()
    expect(day()).toHaveProperty('value', 'Jun 15, 2090')
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saves(sent)).toMatchObject([
      { ends: [{ course_id: COURSE_ID, was: null }] },
      { ends: [{ course_id: COURSE_ID, was: stored }] },
    ])
  })
})

describe('analytics of a member', () => {
  const progress = (title: string, values: object) => ({
    id: crypto.randomUUID(),
    title,
    slug: title,
    published: true,
    completed: 0,
    total: 3,
    last_at: null,
    access: 'OPEN',
    expires_at: null,
    ...values,
  })

  async function openAnalytics() {
    fireEvent.click(await screen.findByRole('button', { name: 'Analytics of Ada Okafor' }))
    return within(await screen.findByRole('dialog', { name: 'Member Analytics' }))
  }

  it('the analytics show ended and revoked access, and access that was restored since the last visit', async () => {
    let git = progress('Git', { completed: 2, last_at: '2026-11-20T08:00:00Z' })
    openMembers('/admin/members', {
      'rpc/member_analytics': () => ({
        body: [
          git,
          progress('HTML', { access: 'ENDED', expires_at: '2026-10-01T00:00:00Z' }),
          progress('Unix', { access: 'REVOKED', completed: 1, last_at: '2026-11-02T08:00:00Z' }),
        ],
      }),
    })
    const dialog = await openAnalytics()
    const line = async (title: string) => {
      const heading = await dialog.findByRole('heading', { name: title })
      return heading.closest('li')?.textContent
    }
    expect(await line('Git')).toContain('2 of 3 lessons')
    expect(await line('HTML')).toContain('Access ended')
    expect(await line('HTML')).toContain('Not started')
    expect(await line('Unix')).toContain('Access revoked')
    expect(await line('Unix')).toContain('1 of 3 lessons')
    expect(dialog.getByText('All 2 courses')).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    git = { ...git, completed: 1, total: 2 }
    const again = await openAnalytics()
    expect(await again.findByText('1 of 2 lessons')).toBeDefined()
  })

  it('the analytics can be read again after a failure, and say that a person has no course', async () => {
    let broken = true
    openMembers(
      '/moderator/members',
      {
        'rpc/member_analytics': () =>
          broken ? { status: 400, body: { code: 'P0001', message: 'refused' } } : { body: [] },
      },
      asModerator,
    )
    const dialog = await openAnalytics()
    expect(await dialog.findByText('Failed to load analytics')).toBeDefined()
    broken = false
    fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    expect(await dialog.findByText('No courses assigned')).toBeDefined()
  })
})

describe('list of members', () => {
  it('the list of members stores the chosen columns and saved filters in this browser', async () => {
    openMembers('/admin/members')
    const head = (name: string) => screen.queryByRole('columnheader', { name })
    await screen.findByRole('columnheader', { name: 'Joined' })
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const columns = within(await screen.findByRole('dialog', { name: 'Columns' }))
    fireEvent.click(columns.getByRole('checkbox', { name: 'Joined' }))
    await waitFor(() => expect(head('Joined')).toBeNull())
    // The panel does not block the page, and Escape closes the panel.
    expect(document.getElementById('root')?.inert).not.toBe(true)
    fireEvent.keyDown(columns.getByRole('checkbox', { name: 'Joined' }), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }))

    expect(screen.queryByRole('button', { name: 'Saved Filters' })).toBeNull()
    await choose(screen.getByLabelText('Role'), 'Moderators')
    await waitFor(() => expect(window.location.search).toBe('?role=MODERATOR'))
    fireEvent.click(await screen.findByRole('button', { name: 'Saved Filters' }))
    const saving = within(await screen.findByRole('dialog', { name: 'Saved Filters' }))
    const nameField = saving.getByLabelText('Name for the current filters')
    type(nameField, 'Our moderators')
    fireEvent.keyDown(nameField, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Saved Filters' })).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Saved Filters' }))
    const again = within(await screen.findByRole('dialog', { name: 'Saved Filters' }))
    expect(again.getByLabelText('Name for the current filters')).toHaveProperty(
      'value',
      'Our moderators',
    )
    fireEvent.click(again.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Our moderators' })
    cleanup()

    openMembers('/admin/members')
    await screen.findByRole('columnheader', { name: 'Courses' })
    expect(head('Joined')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Saved Filters' }))
    const saved = within(await screen.findByRole('dialog', { name: 'Saved Filters' }))
    fireEvent.click(saved.getByRole('button', { name: 'Our moderators' }))
    await waitFor(() => expect(window.location.search).toBe('?role=MODERATOR'))
    fireEvent.click(await screen.findByRole('button', { name: 'Our moderators' }))
    const kept = within(await screen.findByRole('dialog', { name: 'Saved Filters' }))
    fireEvent.click(kept.getByRole('button', { name: 'Remove Our moderators' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Our moderators' })).toBeNull())

    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const all = within(await screen.findByRole('dialog', { name: 'Columns' }))
    fireEvent.click(all.getByRole('button', { name: 'Show All' }))
    await waitFor(() => expect(head('Joined')).not.toBeNull())
  })
})

describe('page of a person', () => {
  it.each([ADA_ID, 'nobody'])(
    "a person's page says that there is no such person, with a link back: %s",
    async (id) => {
      openMembers(`/admin/members/${id}`, {
        'rpc/person': { status: 404, body: { code: 'PT404', hint: 'NO_PERSON', message: 'Gone.' } },
      })
      await screen.findByText('There is no such person')
      fireEvent.click(screen.getByRole('link', { name: 'Back to Members' }))
      await screen.findByRole('link', { name: 'Ada Okafor' })
      expect(window.location.pathname).toBe('/admin/members')
    },
  )

  it("a person's page tells what the person can open on a future day, after a grant has ended", async () => {
    const grant = {
      source: 'MANUAL',
      created_at: '2026-10-03T08:00:00Z',
      expires_at: '2090-01-10T12:00:00Z',
      by: null,
    }
    const { sent } = openMembers(`/admin/members/${ADA_ID}`, {
      'rpc/person_access': ({ params }) => {
        const open = !(params.get('at') ?? '').startsWith('2090-01-2')
        return { body: [{ ...course, open, reason: open ? 'GRANTED' : 'ENDED', grant }] }
      },
    })
    expect(await screen.findByText(/^Yes: granted on/)).toBeDefined()
    fillDay(screen.getByLabelText('On'), 'Jan 20, 2090')
    expect(await screen.findByText(/^No: access ended on Jan 10, 2090/)).toBeDefined()
    expect(window.location.search).toBe('?day=2090-01-20')
    expect(sent.filter(({ path }) => path === 'rpc/person_access')).toHaveLength(2)
  })
})

describe('name of a person in another list', () => {
  const admin = { id: 'me', name: 'Alex Admin', email: 'alex@example.org' }
  const invite = {
    id: 'd1000000-0000-4000-8000-000000000200',
    email: ada.email,
    role: 'MEMBER',
    state: 'REDEEMED',
    token: null,
    created_at: '2026-11-01T08:00:00Z',
    expires_at: '2026-11-03T08:00:00Z',
    redeemed_at: '2026-11-02T08:00:00Z',
    cancelled_at: null,
    invited_by_id: admin.id,
    redeemed_by_id: ADA_ID,
    inviter: admin.name,
    courses: [],
    withheld: null,
  }
  const toAda = {
    id: 'd3000000-0000-4000-8000-000000000200',
    title: 'Yours alone',
    message: 'For you',
    type: 'info',
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    publish_at: null,
    expires_at: null,
    created_at: '2026-11-01T08:00:00Z',
    updated_at: '2026-11-01T08:00:00Z',
    recipient: { id: ADA_ID, name: ada.name, email: ada.email },
    sender: admin,
    read_at: null,
  }
  const record = {
    id: 1,
    action: 'auth.login',
    target_type: 'session',
    target_id: null,
    title: null,
    course_id: null,
    created_at: '2026-11-09T08:30:00+00:00',
    user_id: ADA_ID,
    who: ada.name,
    actor: null,
    ip_address: null,
    detailed: false,
  }
  const progress = { ...ada, ended: 0, completed: 0, total: 0, last_at: null }

  it.each([
    ['/admin/invites', 'rpc/invite_list', { total: 1, invites: [invite] }, ada.email, ADA_ID],
    [`/admin/members/${ADA_ID}?tab=invites`, 'rpc/person_invites', [invite], admin.name, 'me'],
    ['/admin/analytics', 'rpc/analytics', { total: 1, members: [progress] }, ada.name, ADA_ID],
    [
      '/admin/notifications',
      'rpc/notification_list',
      {
        total: 1,
        bounded: false,
        newer: false,
        older: false,
        notifications: [toAda],
        sums: { total: 1, global: 0, specific: 1, recent: 0 },
      },
      ada.name,
      ADA_ID,
    ],
    [
      '/admin/audit-logs',
      'rpc/audit_list',
      { count: 1, more: false, newer: false, older: false, many_people: false, records: [record] },
      ada.name,
      ADA_ID,
    ],
  ])("links to the person's page: %s", async (path, call, body, name, id) => {
    openMembers(path, { [call]: { body } })
    const closed = (text: string) => text.replaceAll(' ', '')
    const link = await screen.findByRole('link', {
      name: (said) => closed(said) === closed(name),
    })
    expect(link.getAttribute('href')).toBe(`/admin/members/${id}`)
  })
})
