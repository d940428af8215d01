import type { Permission } from '@rookies/data/access/resources'
import { INBOX_KINDS, type InboxKind } from '@rookies/data/inbox/inbox-kinds'
import { isAllowed } from '@rookies/data/refine/access-control'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { matchPath } from 'react-router-dom'
import { expect, it } from 'vitest'
import { canParams } from '../../app/may'
import { PersonLinks } from '../../app/person-link'
import { PANEL_RESOURCES } from '../../app/resources'
import { StaffInbox } from '../../app/staff-inbox'
import { inboxOf, inboxRow } from '../../test/inbox'
import { ALL_RIGHTS, openPart, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer } from '../../test/wire'

// Opens the inbox as each role and follows the links and actions of all rows. 487-where-rows-lead.test.ts checks the
// same for the links of the morning mail (rules/inbox#rows).
preparePage()

const place = { slug: 'tea', lesson_id: 'l1' }
const sold = { item: 'Tea', amount_cents: 900, currency: 'EUR', ref: 'pi_1', buyer_email: null }
const due = { at: '2126-11-20T17:00:00Z', zone: 'Europe/Vienna', extended: false }
const asked = { lesson_id: 'l1', note: '', due }
const round = { round: 1, late: false }

/** The facts of rows by kind: one row for each action that the kind can have. */
const FACTS: Record<InboxKind, object[]> = {
  WORK: [round],
  APPEAL: [round],
  QUESTION: [{ ...place, lesson: 'Tea', body: '', cut: false, audience: 'STAFF', answers: 0 }],
  QUESTION_REPORT: [{ ...place, reports: 1 }],
  EXTENSION: [
    { ...asked, days: 3 },
    { ...asked, days: null },
  ],
  BEHIND: [{ reason: 'SILENT', days: 9, usual: 2, since: '2026-11-18' }],
  REPORT: [{ community_id: 'c1', slug: 'tea', reports: 1 }],
  PURCHASE: [
    { ...sold, status: 'PENDING' },
    { ...sold, status: 'COMPLETED' },
  ],
  EVENT: [{ type: 'refund.failed', reasons: ['NOT_GIVEN_BACK'], ref: null, times: 1 }],
  MAIL: [{ error: null, attempts: 30 }],
  INVITE: [{ by: null }],
}

interface Reader {
  home: '/admin' | '/moderator'
  rights: Permission[]
  /** The kinds of rows that this role never has. */
  lacks: readonly InboxKind[]
}

const ADMINS = { rights: ALL_RIGHTS, lacks: [] }
const READERS: Record<string, Reader> = {
  ADMIN: { home: '/admin', ...ADMINS },
  'ADMIN among the moderators': { home: '/moderator', ...ADMINS },
  MODERATOR: {
    home: '/moderator',
    rights: ROLE_RIGHTS.MODERATOR,
    lacks: ['PURCHASE', 'EVENT', 'MAIL'],
  },
  CREATOR: {
    home: '/admin',
    rights: ROLE_RIGHTS.CREATOR,
    lacks: ['BEHIND', 'PURCHASE', 'EVENT', 'MAIL'],
  },
}

/** Whether the guards of the panels let a person with these rights open an address, or the portal has that page. */
function opens(permissions: Reader['rights'], { pathname }: URL): boolean {
  // The portal itself decides who can open a lesson, and shows a question even if the lesson is closed.
  if (/^\/app\/(courses\/.+\/lesson|communities)\//.test(pathname)) return true
  const found = PANEL_RESOURCES.find(({ screens }) =>
    screens.some(({ path }) => matchPath(path, pathname)),
  )
  if (!found) return false
  const subject = { personId: 'me', permissions }
  const enters = { resource: `${found.panel}_panel`, action: 'enter' }
  return isAllowed(subject, enters) && isAllowed(subject, canParams(found.need))
}

const linksIn = (part: HTMLElement) =>
  [...part.querySelectorAll('a')].map(({ href }) => new URL(href))

it.each(Object.entries(READERS))(
  'all rows in the inbox of the role %s lead to screens that this role may open',
  async (_role, { home, rights, lacks }) => {
    const rows = INBOX_KINDS.filter((kind) => !lacks.includes(kind)).flatMap((kind) =>
      FACTS[kind].map((facts, at) =>
        inboxRow(kind, `${kind}-${at}`, `Tea ${kind}-${at}`, {
          facts,
          person: { id: 'p1', name: 'Mia Wu', email: 'mia@rookies.test' },
          cohort: { id: 'k1', title: 'Autumn' },
        }),
      ),
    )
    const inbox = (
      <PersonLinks>
        <StaffInbox />
      </PersonLinks>
    )
    const { sent } = openPart(inbox, home, bootAnswer(rights), ({ path }) =>
      path === 'rpc/staff_inbox' ? { body: inboxOf(rows) } : null,
    )
    const region = await screen.findByRole('region', { name: 'Inbox' })
    const lines = await within(region).findAllByRole('listitem')
    expect(lines).toHaveLength(rows.length)
    for (const link of linksIn(region)) expect(opens(rights, link), link.pathname).toBe(true)

    for (const { subject_id } of rows) {
      const line = lines.find(({ textContent }) => textContent?.includes(subject_id))
      const act = line?.querySelector<HTMLElement>('[data-act]')
      if (!act) throw new Error(`${subject_id} has no act`)
      if (act.tagName === 'A') continue
      // A press on this button either sends a request or opens a dialog.
      const before = sent.length
      fireEvent.click(act)
      await waitFor(() =>
        expect(
          screen.queryByRole('dialog') ??
            sent.slice(before).find(({ method }) => method === 'POST'),
          subject_id,
        ).toBeTruthy(),
      )
      const dialog = screen.queryByRole('dialog')
      if (!dialog) continue
      for (const link of linksIn(dialog)) expect(opens(rights, link), link.pathname).toBe(true)
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  },
)
