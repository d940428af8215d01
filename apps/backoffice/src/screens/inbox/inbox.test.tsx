import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hours, inboxRow, openInbox } from '../../test/inbox'
import { findDialog } from '../../test/interact'
import { stubMatchMedia } from '../../test/match-media'
import { ALL_RIGHTS, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer, type WireAnswer } from '../../test/wire'

preparePage()

const WORK = inboxRow('WORK', 'w1', 'Building a page', { person: { id: 'p1', name: 'Mia Wu' } })
const JOB = inboxRow('MAIL', 'j1', 'Email an invite', {
  facts: { error: 'No mailbox', attempts: 30 },
})
const ASKED = inboxRow('EXTENSION', 'x1', 'Building a page', {
  facts: {
    ...{ lesson_id: 'l1', days: 3, note: 'I was ill.' },
    due: { at: '2126-11-20T17:00:00Z', zone: 'Europe/Vienna', extended: false },
  },
  person: { id: 'p1', name: 'Mia Wu' },
})
const INVITE = inboxRow('INVITE', 'i1', 'ben@rookies.test', {
  ...{ facts: { by: 'Ada' }, promise_at: hours(3) },
})
describe('inbox', () => {
  it('the inbox lists rows in the order of the server, each with one main action', async () => {
    const { region, lines } = await openInbox([WORK, JOB, INVITE])
    await within(region).findByText('3 waiting, 2 overdue')
    expect(lines()).toHaveLength(3)
    expect(
      within(region).getByRole('link', { name: 'Review: Building a page, Mia Wu' }),
    ).toHaveProperty('pathname', '/admin/reviews/w1')
    within(region).getByRole('button', { name: 'Try Again: Email an invite' })
    within(region).getByRole('button', { name: 'Resend: ben@rookies.test' })
  })

  it('the inbox says so if it is empty', async () => {
    const { region } = await openInbox([])
    await within(region).findByText('Nobody waits for you')
    expect(within(region).getByRole('status').textContent).toBe('0 waiting')
  })

  it('the inbox offers another try if it could not be read', async () => {
    const failing: Record<string, WireAnswer> = { 'rpc/staff_inbox': { status: 503, body: {} } }
    const { region } = await openInbox([], { answers: failing })
    await within(region).findByText('Failed to load what waits for you')
    delete failing['rpc/staff_inbox']
    fireEvent.click(within(region).getByRole('button', { name: 'Try Again' }))
    await within(region).findByText('Nobody waits for you')
  })

  it('the inbox says that no background worker runs', async () => {
    const { region } = await openInbox([], { stopped: true })
    await within(region).findByText('No background job has run for ten minutes')
  })

  it('the inbox appears above the members in the moderators’ panel, with addresses of that panel', async () => {
    const boot = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })
    const { region } = await openInbox([WORK], { path: '/moderator', boot })
    const link = await within(region).findByRole('link', { name: /^Review:/ })
    expect(link).toHaveProperty('pathname', '/moderator/reviews/w1')
    await screen.findByRole('heading', { level: 1, name: 'Members' })
  })

  it('the inbox shows 20 rows at first', async () => {
    const many = Array.from({ length: 30 }, (_, i) => inboxRow('WORK', `w${i}`, `Page ${i}`))
    const { region, lines } = await openInbox(many)
    await within(region).findByText('Page 0')
    expect(lines()).toHaveLength(20)
    fireEvent.click(within(region).getByRole('button', { name: 'Show 10 More' }))
    expect(lines()).toHaveLength(30)
  })
})

describe('row of the inbox', () => {
  it('a row that is marked as done disappears at once, and comes back with Undo', async () => {
    const { region, lines, calls, becomes } = await openInbox([WORK, JOB])
    await within(region).findByText('Building a page')
    becomes([JOB])
    fireEvent.click(within(region).getByRole('button', { name: 'Done: Building a page, Mia Wu' }))
    expect(lines()).toHaveLength(1)
    await waitFor(() =>
      expect(calls('finish_inbox_row')).toEqual([{ kind: 'WORK', subject_id: 'w1', version: '1' }]),
    )
    becomes([WORK, JOB])
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await within(region).findByText('Building a page')
    expect(calls('restore_inbox_row')).toEqual([{ kind: 'WORK', subject_id: 'w1' }])
  })

  it('the toast of a row brings the row back after another row was done', async () => {
    // On a phone, only one toast fits; this window is wider.
    stubMatchMedia(false)
    const { region, calls, becomes } = await openInbox([WORK, JOB])
    await within(region).findByText('Building a page')
    becomes([])
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Building/ }))
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Email/ }))
    await waitFor(() => expect(calls('finish_inbox_row')).toHaveLength(2))
    await screen.findByText('Email an invite')
    const first = (await screen.findByText('Building a page, Mia Wu')).closest('.toast')
    fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(calls('restore_inbox_row')).toEqual([{ kind: 'WORK', subject_id: 'w1' }]),
    )
  })

  it('Undo in the last toast brings all rows back if there is only room for one toast', async () => {
    const { region, calls, becomes } = await openInbox([WORK, JOB])
    await within(region).findByText('Building a page')
    becomes([JOB])
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Building/ }))
    await screen.findByText('Building a page, Mia Wu')
    becomes([])
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Email/ }))
    await screen.findByText('Email an invite, and 1 more')
    await waitFor(() => expect(screen.queryByText('Building a page, Mia Wu')).toBeNull())
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(calls('restore_inbox_row')).toEqual([
        { kind: 'MAIL', subject_id: 'j1' },
        { kind: 'WORK', subject_id: 'w1' },
      ]),
    )
  })

  it('the second click of a double click does not mark the row that has moved up', async () => {
    const { region, calls, lines } = await openInbox([WORK, JOB])
    await within(region).findByText('Building a page')
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Building/ }), { detail: 1 })
    fireEvent.click(within(region).getByRole('button', { name: /^Done: Email/ }), { detail: 2 })
    await waitFor(() => expect(calls('finish_inbox_row')).toHaveLength(1))
    expect(lines()).toHaveLength(1)
  })

  it('a row appears again with the reason when marking it as done fails', async () => {
    const { region, lines } = await openInbox([WORK], {
      answers: { 'rpc/finish_inbox_row': { status: 500, body: { message: 'x' } } },
    })
    fireEvent.click(await within(region).findByRole('button', { name: /^Done:/ }))
    await screen.findByText('Failed to mark as done')
    expect(lines()).toHaveLength(1)
  })

  it('a row with news appears again, although its earlier version is done', async () => {
    const { region, becomes, router } = await openInbox([WORK])
    await within(region).findByText('Building a page')
    becomes([{ ...WORK, version: '2' }])
    fireEvent.click(within(region).getByRole('button', { name: /^Done:/ }))
    await within(region).findByText('Building a page')
    expect(router.state.location.pathname).toBe('/admin')
  })

  it('a failed job can be tried again with one press', async () => {
    const { region, calls, becomes } = await openInbox([JOB])
    const button = await within(region).findByRole('button', { name: /^Try Again:/ })
    becomes([])
    fireEvent.click(button)
    await within(region).findByText('Nobody waits for you')
    expect(calls('retry_due_work')).toEqual([{ work_id: 'j1' }])
  })

  it('a request for more time is granted with one press', async () => {
    const { region, calls, becomes } = await openInbox([ASKED], {
      answers: {
        'rpc/give_extension': { body: { due_at: '2126-11-23T17:00:00Z', zone: 'Europe/Vienna' } },
      },
    })
    const button = await within(region).findByRole('button', { name: /^Give 3 Days: Building/ })
    becomes([])
    fireEvent.click(button)
    await within(region).findByText('Nobody waits for you')
    const of = { lesson_id: 'l1', user_id: 'p1' }
    expect(calls('give_extension')).toEqual([{ ...of, days: 3, reason: '', answering: true }])
    await screen.findByText(/^Mia Wu has time until Sat 23 Nov 2126/)
  })

  it('a request for more time can be declined with a sentence, or given another time', async () => {
    const { region, calls, becomes } = await openInbox([ASKED], {
      answers: { 'rpc/decline_extension': { status: 204, body: null } },
    })
    fireEvent.click(await within(region).findByRole('button', { name: /^Other…:/ }))
    expect(await screen.findByLabelText('3 days')).toHaveProperty('checked', true)
    fireEvent.click(within(await findDialog('Give More Time')).getByText('Cancel'))
    fireEvent.click(await within(region).findByRole('button', { name: /^Decline…:/ }))
    const why = await screen.findByLabelText('Why')
    const dialog = within(await findDialog('Decline More Time'))
    fireEvent.click(dialog.getByRole('button', { name: 'Decline' }))
    await dialog.findByText('Please say why')
    fireEvent.change(why, { target: { value: 'We talk on Monday.' } })
    becomes([])
    fireEvent.click(dialog.getByRole('button', { name: 'Decline' }))
    await within(region).findByText('Nobody waits for you')
    const of = { lesson_id: 'l1', user_id: 'p1' }
    expect(calls('decline_extension')).toEqual([{ ...of, reason: 'We talk on Monday.' }])
  })

  it('a row is snoozed with two presses', async () => {
    const { region, calls, becomes } = await openInbox([WORK])
    fireEvent.click(await within(region).findByRole('button', { name: /^Snooze:/ }))
    becomes([])
    fireEvent.click(await screen.findByRole('button', { name: 'For 3 Hours' }))
    await within(region).findByText('Nobody waits for you')
    const [sent] = calls('snooze_inbox_row') as { until: string }[]
    expect(Date.parse(sent?.until ?? '') - Date.now()).toBeGreaterThan(2.9 * 3_600_000)
    becomes([WORK])
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await within(region).findByText('Building a page')
    expect(calls('restore_inbox_row')).toEqual([{ kind: 'WORK', subject_id: 'w1' }])
  })

  it('a snoozed row comes back in an open tab, even if nothing in it has changed', async () => {
    const { region, calls, becomes } = await openInbox([WORK, JOB])
    fireEvent.click(
      await within(region).findByRole('button', { name: 'Snooze: Building a page, Mia Wu' }),
    )
    becomes([JOB])
    fireEvent.click(await screen.findByRole('button', { name: 'For 3 Hours' }))
    await waitFor(() => expect(within(region).queryByText('Building a page')).toBeNull())
    await waitFor(() => expect(calls('staff_inbox')).toHaveLength(2))
    becomes([WORK])
    fireEvent.click(within(region).getByRole('button', { name: /^Try Again:/ }))
    await within(region).findByText('Building a page')
    await within(region).findByText('1 waiting, 1 overdue')
  })

  it('a row says to whom it was handed over, and shows the note to that person', async () => {
    const { region } = await openInbox([
      {
        ...WORK,
        holder: {
          ...{ id: 'me', name: 'Ada', by: 'Bert', mine: true },
          note: 'You know tea.',
          at: hours(-1),
        },
      },
      {
        ...JOB,
        holder: {
          ...{ id: 'x', name: 'Cora', by: 'Bert', mine: false },
          note: null,
          at: hours(-1),
        },
      },
    ])
    await within(region).findByText('Handed over by Bert: You know tea.')
    within(region).getByText('Cora has it, from Bert.')
  })

  it('the row about a reported question links to the question in the portal', async () => {
    const reported = inboxRow('QUESTION_REPORT', 'q1', 'Tea', {
      facts: { slug: 'tea', lesson_id: 'l1', reports: 2 },
    })
    const { region } = await openInbox([reported])
    const link = await within(region).findByRole('link', { name: 'Look at Reports: Tea' })
    expect(link.getAttribute('href')).toBe('/app/courses/tea/lesson/l1?question=q1')
    within(region).getByText('2 reports.')
  })

  it.each([
    ['/admin', ALL_RIGHTS, '/admin/communities/c1?view=reports'],
    ['/moderator', ROLE_RIGHTS.MODERATOR, '/app/communities/tea'],
  ] as const)(
    'the row about a reported post links from %s to the screen where staff can settle the report',
    async (path, rights, to) => {
      const reported = inboxRow('REPORT', 'p1', 'Tea', {
        facts: { community_id: 'c1', slug: 'tea', reports: 1 },
      })
      const { region } = await openInbox([reported], { path, boot: bootAnswer(rights) })
      const link = await within(region).findByRole('link', { name: 'Look at Reports: Tea' })
      expect(link.getAttribute('href')).toBe(to)
    },
  )

  it('the dialog says that a row cannot be handed over if no colleague may handle it', async () => {
    const { region } = await openInbox([WORK], {
      answers: { 'rpc/inbox_colleagues': { body: [] } },
    })
    fireEvent.click(await within(region).findByRole('button', { name: /^Hand over:/ }))
    await screen.findByText('Nobody else may do this.')
  })
})

describe('keys of the inbox', () => {
  const key = (name: string) =>
    act(async () => {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      )
    })
  const focused = () => document.activeElement?.getAttribute('aria-label')

  it('keys move between rows, and act on the focused row', async () => {
    const { region, calls, becomes, lines } = await openInbox([WORK, JOB, INVITE])
    await within(region).findByText('Building a page')
    await key('j')
    expect(focused()).toBe('Review: Building a page, Mia Wu')
    await key('j')
    expect(focused()).toBe('Try Again: Email an invite')
    await key('k')
    expect(focused()).toBe('Review: Building a page, Mia Wu')
    becomes([JOB, INVITE])
    await key('e')
    expect(lines()).toHaveLength(2)
    expect(focused()).toBe('Try Again: Email an invite')
    await waitFor(() => expect(calls('finish_inbox_row')).toHaveLength(1))
    await key('s')
    await screen.findByRole('dialog', { name: 'Snooze' })
  })

  it('keys continue at the next row after an action in a dialog or in the list', async () => {
    const { region, becomes } = await openInbox([WORK, JOB, INVITE])
    await within(region).findByText('Building a page')
    await key('j')
    await key('s')
    becomes([JOB, INVITE])
    fireEvent.click(await screen.findByRole('button', { name: 'For 3 Hours' }))
    await waitFor(() => expect(focused()).toBe('Try Again: Email an invite'))
    becomes([INVITE])
    fireEvent.click(within(region).getByRole('button', { name: /^Try Again:/ }))
    await waitFor(() => expect(focused()).toBe('Resend: ben@rookies.test'))
  })

  it('keys do not act on rows while another control of the page has the focus', async () => {
    const { region, calls, lines } = await openInbox([WORK])
    await within(region).findByText('Building a page')
    within(region).getByRole('button', { name: 'Keyboard Shortcuts' }).focus()
    await key('e')
    await key('s')
    expect(lines()).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls('finish_inbox_row')).toEqual([])
  })

  it('keys act on the first row before any row has the focus', async () => {
    const { region, router } = await openInbox([WORK])
    await within(region).findByText('Building a page')
    await key('Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/reviews/w1'))
  })

  it('a question mark opens the list of keys', async () => {
    const { region } = await openInbox([WORK])
    await within(region).findByText('Building a page')
    await key('?')
    await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' })
  })
})
