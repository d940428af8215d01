import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose, findDialog, type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

const writeText = vi.fn<Clipboard['writeText']>()

preparePage()
beforeEach(() => {
  writeText.mockResolvedValue()
  // jsdom has no clipboard, so the tests define one.
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})
afterEach(() => {
  writeText.mockReset()
  Reflect.deleteProperty(navigator, 'clipboard')
})

const TOKEN = 'dd000000-0000-4000-8000-000000000299'
const LINK = `${window.location.origin}/invite/${TOKEN}`
const MAIL = '/functions/v1/send-invite'

const course = {
  id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Git from the First Commit',
  slug: 'git',
  status: 'PUBLISHED',
}
const mia = {
  id: 'a1000000-0000-4000-8000-000000000001',
  name: 'Mia Member',
  email: 'mia@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  courses: 0,
}
const open = {
  id: 'd1000000-0000-4000-8000-000000000200',
  email: 'nora@example.org',
  role: 'MEMBER',
  state: 'ACTIVE',
  token: TOKEN,
  created_at: '2026-11-01T08:00:00Z',
  expires_at: '2099-11-03T08:00:00Z',
  redeemed_at: null,
  cancelled_at: null,
  invited_by_id: 'me',
  redeemed_by_id: null,
  inviter: 'Ada Lovelace',
  courses: [],
  withheld: null,
}

type Answer = WireAnswer | Promise<WireAnswer>
type Answers = Record<string, Answer | ((request: WireRequest) => Answer)>

function openInvites(path: string, answers: Answers, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/invite_list': { body: { total: 1, invites: [open] } },
    'rpc/members': { body: { total: 0, members: [] } },
    'rpc/member_by_address': { body: null },
    'rpc/course_titles': { body: [course] },
    'rpc/create_invite': ({ body }) => ({
      body: { id: 'i1', token: TOKEN, email: (body as { email: string }).email },
    }),
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}

const asModerator = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })

const NO_MAILER: WireAnswer = {
  status: 501,
  body: { code: 'NO_MAILER', message: "Email isn't set up." },
}

async function createInvite(email: string) {
  const field = await screen.findByRole('textbox', { name: 'Email' })
  const dialog = screen.getByRole('dialog', { name: 'Create Invite' })
  type(field, email)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Invite' }))
  return { dialog: within(dialog), field }
}

const sentTo = (sent: readonly WireRequest[], path: string) =>
  sent.filter((request) => request.path === path).map(({ body }) => body)

describe('inviting one person', () => {
  it('the invite form reports a failure, and keeps what was typed', async () => {
    openInvites('/admin/invites?new=invite', { 'rpc/create_invite': { status: 503, body: {} } })
    const { dialog, field } = await createInvite('person@example.org')
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('Failed to create invite')
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeDefined()
    expect(field).toHaveProperty('value', 'person@example.org')
  })

  it('the invite form shows and copies the link if no mailer is set up, because the person must pass it on', async () => {
    const { sent } = openInvites('/admin/invites?new=invite', { [MAIL]: NO_MAILER })
    await createInvite(' new@example.org ')
    const dialog = within(await findDialog('Invite created successfully'))
    expect(dialog.getByText(/^Email isn't set up, so nothing was sent/)).toBeDefined()
    expect(dialog.getByLabelText('Invite link')).toHaveProperty('value', LINK)
    fireEvent.click(dialog.getByRole('button', { name: 'Copy Link' }))
    expect(await screen.findByText('Invite link copied to clipboard')).toBeDefined()
    expect(writeText.mock.calls).toEqual([[LINK]])
    expect(sentTo(sent, 'rpc/create_invite')).toEqual([
      {
        email: 'new@example.org',
        role: 'MEMBER',
        course_ids: [],
        operation_id: expect.any(String),
      },
    ])
    expect(sentTo(sent, MAIL)).toEqual([{ invite_id: 'i1' }])
  })

  it('the invite form shows a moderator the link when the clipboard is not available', async () => {
    writeText.mockRejectedValue(new Error('forbidden'))
    openInvites('/moderator', { [MAIL]: { body: { sent: true } } }, asModerator)
    type(await screen.findByPlaceholderText('Invite email...'), 'new@example.org')
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
    const dialog = within(await findDialog('Invite created'))
    expect(dialog.getByText('The invite was emailed to new@example.org.')).toBeDefined()
    expect(dialog.getByLabelText('Invite link')).toHaveProperty('value', LINK)
    fireEvent.click(dialog.getByRole('button', { name: 'Copy Link' }))
    expect(await dialog.findByText(/could not be copied/)).toBeDefined()
  })

  it("the invite form asks before it invites somebody who is a member, and can open that member's access instead", async () => {
    // The list behind the dialogs is read once.
    const lists: Answer[] = [{ body: { total: 1, invites: [open] } }]
    const { sent } = openInvites('/admin/invites?new=invite', {
      'rpc/invite_list': () => lists.shift() ?? new Promise<WireAnswer>(() => {}),
      'rpc/member_by_address': { body: mia },
      'rpc/member_access': {
        body: [{ ...course, granted: false, source: null, expires_at: null, cohorts: [] }],
      },
      'rpc/save_access': { status: 204 },
    })
    const { field } = await createInvite('MIA@example.org')
    const question = within(await findDialog('Already a member'))
    expect(question.getByText('Mia Member')).toBeDefined()
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Already a member')).toBeNull())
    expect(field).toHaveProperty('value', 'MIA@example.org')

    await createInvite('MIA@example.org')
    const again = within(await findDialog('Already a member'))
    fireEvent.click(again.getByRole('button', { name: 'Manage Access' }))
    fireEvent.click(await screen.findByRole('switch', { name: /^Git from the First Commit/ }))
    const access = within(await findDialog('Manage Access'))
    expect(access.getByText('mia@example.org')).toBeDefined()
    const save = access.getByRole('button', { name: 'Save' })
    // The button is enabled after the change was rendered.
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    // The test looks for the toast before it waits for anything else, because the toast closes by itself.
    const told = screen.findByText('Course access updated.')
    fireEvent.click(save)
    await waitFor(() =>
      expect(sentTo(sent, 'rpc/save_access')).toMatchObject([{ user_id: mia.id }]),
    )
    expect(await told).toBeDefined()
    expect(sentTo(sent, 'rpc/save_access')).toHaveLength(1)
    expect(sentTo(sent, 'rpc/create_invite')).toEqual([])
  })
})

describe('resending an invite', () => {
  it('resending asks before it mails an invite that was mailed a moment ago, and offers its link', async () => {
    const until = new Date(2026, 10, 26, 9, 41, 7).toISOString()
    openInvites('/admin/invites', {
      'rpc/resend_invite': { body: { id: open.id, email: open.email, token: TOKEN } },
      [MAIL]: { body: { sent: false, for: 'RECIPIENT', until } },
    })
    fireEvent.click(
      await screen.findByRole('button', { name: `More about the invite for ${open.email}` }),
    )
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Resend' }))
    const dialog = within(await findDialog('The invite is open again'))
    expect(
      dialog.getByText(
        /less than a minute ago\. This one is sent automatically at 09:41:07\. You can also/,
      ),
    ).toBeDefined()
    expect(dialog.getByLabelText('Invite link')).toHaveProperty('value', LINK)
  })
})

describe('inviting many people', () => {
  /** The database's results for a list of valid lines. */
  const verdicts =
    (made: boolean) =>
    ({ body }: WireRequest) => ({
      body: (body as { lines: { email: string; role: string }[] }).lines.map((line, i) => ({
        line: i + 1,
        email: line.email,
        role: line.role,
        courses: [],
        unknown: [],
        state: made ? 'CREATED' : 'VALID',
        id: made ? `i${i}` : null,
        token: made ? TOKEN : null,
      })),
    })
  const lists: Answers = {
    'rpc/check_invites': verdicts(false),
    'rpc/create_invites': verdicts(true),
  }

  async function fillList(text: string) {
    const field = await screen.findByLabelText('People to invite')
    type(field, text)
    return { dialog: within(screen.getByRole('dialog', { name: 'Invite Many' })), field }
  }

  it('Invite Many gives the people of a pasted list the chosen role and courses, and Escape asks before the list is lost', async () => {
    const { sent } = openInvites('/admin/invites?new=many', { ...lists, [MAIL]: NO_MAILER })
    const { dialog, field } = await fillList('Ada <ada@example.org>, grace@example.org')
    await choose(dialog.getByLabelText('Role for lines without one'), 'Moderator')
    fireEvent.click(await dialog.findByRole('switch', { name: /^Git from the First Commit/ }))
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(await dialog.findByText(/^This list has not been sent\./)).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    expect(await dialog.findByText('2 ready')).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Invite 2 People' }))
    expect(await dialog.findByText(/^Done: 2 people invited\. Email isn't set up/)).toBeDefined()
    const line = { role: 'MODERATOR', courses: ['git'] }
    expect(sentTo(sent, 'rpc/create_invites')).toMatchObject([
      {
        lines: [
          { email: 'ada@example.org', ...line },
          { email: 'grace@example.org', ...line },
        ],
      },
    ])
  })

  it('Invite Many takes a roster of GitHub Classroom and says that the GitHub usernames are not stored', async () => {
    const { sent } = openInvites('/admin/invites?new=many', lists)
    const { dialog } = await fillList(
      'identifier,github_username,github_id,name\nada@example.org,ada-l,12,Ada\ngrace@example.org,,,Grace',
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    expect(await dialog.findByText('2 ready')).toBeDefined()
    expect(dialog.getByText(/the GitHub usernames are not stored/)).toBeDefined()
    const [checked] = sentTo(sent, 'rpc/check_invites')
    expect(checked).toMatchObject({ lines: [{ name: 'Ada' }, { name: 'Grace' }] })
    expect(JSON.stringify(checked)).not.toContain('ada-l')
  })

  it('Invite Many asks once for each text of a role column that is not the name of a role', async () => {
    const { sent } = openInvites('/admin/invites?new=many', { ...lists, [MAIL]: NO_MAILER })
    const { dialog } = await fillList(
      'Email,Roles\nada@example.org,Student\ngrace@example.org,student',
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    await choose(await dialog.findByLabelText('Which role do people with “Student” get?'), 'Member')
    fireEvent.click(dialog.getByRole('button', { name: 'Check List' }))
    expect(await dialog.findByText('2 ready')).toBeDefined()
    const [checked] = sentTo(sent, 'rpc/check_invites')
    expect(checked).toMatchObject({ lines: [{ role: 'MEMBER' }, { role: 'MEMBER' }] })
  })
})
