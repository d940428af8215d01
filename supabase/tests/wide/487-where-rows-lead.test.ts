import { INBOX_KINDS, type InboxKind } from '@rookies/data/inbox/inbox-kinds'
import { expect, test } from 'vitest'
import { useDatabase } from '../database'

// In the morning mail, each row of each role leads to a screen that this role may open (rules/inbox#morning-mail).
const db = useDatabase()

/** The kinds of rows that a role can have, and the screens that it may open. */
const ROLES = {
  ADMIN: { lacks: [], opens: /^\/(admin|app)(\/|\?|$)/ },
  MODERATOR: {
    lacks: ['PURCHASE', 'EVENT', 'MAIL'],
    opens: /^\/(moderator($|\/(members|reviews)[/?])|app\/(courses|communities)\/)/,
  },
  CREATOR: {
    lacks: ['BEHIND', 'PURCHASE', 'EVENT', 'MAIL'],
    opens: /^\/(admin($|\/(invites|reviews)[/?])|app\/(courses|communities)\/)/,
  },
} as const satisfies Record<string, { lacks: readonly InboxKind[]; opens: RegExp }>

test.each(Object.entries(ROLES))('%s', async (role, { lacks, opens }) => {
  await db.withSettings({ creators_admin_panel: true }, async () => {
    const who = await db.person({ role: role as keyof typeof ROLES })
    const facts = {
      slug: 'tea',
      lesson_id: 'l1',
      community_id: 'c1',
      status: 'PENDING',
      ref: 'pi_1',
    }
    const row = { subject_id: who.id, title: 'Tea', person: { id: who.id }, facts }
    for (const kind of INBOX_KINDS.filter((one) => !lacks.some((lacked) => lacked === one))) {
      const inbox = { rows: [{ ...row, kind, promise_at: '2026-11-27T09:00:00Z' }] }
      const [answer] = await db.owner(
        `select private.morning_rows($1, $2, 'UTC') -> 0 ->> 'path' as path`,
        [who.id, JSON.stringify(inbox)],
      )
      expect(answer?.path, kind).toMatch(opens)
    }
  })
})
