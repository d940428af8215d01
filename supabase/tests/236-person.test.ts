import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

type Answer = Record<string, unknown>

/** Returns the explanation for a course, or for one of its lessons. */
async function explain(
  who: Person,
  asked: { user_id: string; course_id: string; lesson_id?: string | null; at?: string },
): Promise<Answer | undefined> {
  const { course_id, lesson_id, ...args } = asked
  const answers = (
    lesson_id
      ? await db.answer(who, 'person_lessons', { ...args, course_id })
      : await db.answer(who, 'person_access', args)
  ) as Answer[]
  const found = answers.find(({ id }) => id === (lesson_id ?? course_id))
  if (!found) return undefined
  const { id, title, slug, module, ...answer } = found
  return answer
}

describe('a person’s page', () => {
  test('shows facts and counts to administrators, and some of them to moderators', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const ada = await db.person({ metadata: { name: 'Ada', phone: '+49 30 123' } })
    const [course, ended] = [await db.course(), await db.course()]
    await db.entitle(ada, course.id)
    await db.entitle(ada, ended.id, '-1 day')
    await db.owner(
      `insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref) values ($1, $2, 100, 'stripe', gen_random_uuid()::text)`,
      [ada.id, course.id],
    )
    await db.owner(
      'insert into public.invites (email, invited_by_id) values ($1, $2), (upper($1), $3)',
      [ada.email, admin.id, moderator.id],
    )
    const all = { purchases: 1, invites: 2, communities: 0, sessions: 1 }
    expect(await db.answer(admin, 'person', { user_id: ada.id })).toMatchObject({
      id: ada.id,
      name: 'Ada',
      email: ada.email,
      phone: '+49 30 123',
      role: 'MEMBER',
      verified: true,
      disabled_at: null,
      factors: 0,
      courses: 1,
      counts: all,
    })
    // A moderator reads the invites that they sent, but neither the phone, nor purchases or sessions.
    const seen = await db.answer(moderator, 'person', { user_id: ada.id })
    expect(seen).toMatchObject({
      id: ada.id,
      courses: 1,
      phone: null,
      factors: null,
      counts: { purchases: null, invites: 1, communities: null, sessions: null },
    })
    expect(JSON.stringify(seen)).not.toContain('+49')

    const invites = (who: Person) => db.answer(who, 'person_invites', { user_id: ada.id })
    expect(await invites(admin)).toHaveLength(2)
    expect(await invites(moderator)).toMatchObject([{ invited_by_id: moderator.id }])
    expect(JSON.stringify(await invites(admin))).not.toContain('token')
  })

  test('shows sessions and records to administrators only', async () => {
    const [admin, moderator, ada] = [
      await db.person({ role: 'ADMIN', name: 'Grace' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    await db.signedIn(ada)
    await db.authService(`update auth.sessions set not_after = now() where id = $1`, [ada.session])
    const sessions = await db.as(admin, 'select * from public.person_sessions($1)', [ada.id])
    expect(sessions.rows).toHaveLength(1)
    expect(Object.keys(sessions.rows[0] ?? {}).sort()).toEqual(
      ['active_at', 'created_at', 'id', 'ip_address', 'user_agent'].sort(),
    )
    for (const name of ['person_sessions', 'person_audit']) {
      for (const who of [moderator, ada]) {
        expect((await db.call(who, name, { user_id: ada.id })).code).toBe('42501')
      }
    }

    const course = await db.course({ title: 'Git' })
    const change = { user_id: ada.id, to_grant: [course.id], to_revoke: [] as string[] }
    await db.answer(admin, 'save_access', change)
    await db.owner(
      `update public.entitlements set expires_at = now() + interval '1 day' where user_id = $1`,
      [ada.id],
    )
    const records = async () =>
      (await db.answer(admin, 'person_audit', { user_id: ada.id })) as Record<string, unknown>[]
    expect(await records()).toMatchObject([
      { action: 'entitlement.end_change', who: null },
      { action: 'entitlement.grant', who: 'Grace', title: 'Git' },
    ])
    await db.answer(admin, 'save_access', { ...change, to_grant: [], to_revoke: [course.id] })
    await db.answer(admin, 'set_disabled', { user_id: ada.id, disabled: true })
    // Each record names the person, whose account is deleted by now.
    expect((await records()).map(({ action }) => action)).toEqual([
      'user.disable',
      'entitlement.revoke',
      'entitlement.end_change',
      'entitlement.grant',
    ])
  })

  test('is refused to members and creators, and for unknown people', async () => {
    const [admin, member, creator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person(),
      await db.person({ role: 'CREATOR' }),
    ]
    const calls: [string, Record<string, unknown>][] = [
      ['person', {}],
      ['person_invites', {}],
      ['person_sessions', {}],
      ['person_audit', {}],
      ['person_access', {}],
      ['person_lessons', { course_id: randomUUID() }],
    ]
    for (const [name, more] of calls) {
      for (const who of [member, creator]) {
        expect((await db.call(who, name, { user_id: member.id, ...more })).code).toBe('42501')
      }
      expect((await db.call(admin, name, { user_id: randomUUID(), ...more })).code).toBe('PT404')
    }
  })
})

describe('the courses and lessons that a person can open, with the reasons', () => {
  test('shows who granted it, until when, and what ended or was revoked', async () => {
    const moderator = await db.person({ role: 'MODERATOR', name: 'Mo' })
    const ada = await db.person()
    const course = await db.course()
    const asked = { user_id: ada.id, course_id: course.id }
    expect(await explain(moderator, asked)).toEqual({ open: false, reason: 'NEVER_GRANTED' })
    expect(await explain(moderator, { ...asked, lesson_id: course.preview })).toEqual({
      open: true,
      reason: 'PREVIEW',
    })
    expect(await explain(moderator, { ...asked, lesson_id: course.text })).toMatchObject({
      open: false,
    })

    const access = { user_id: ada.id, to_grant: [course.id], to_revoke: [] as string[] }
    await db.answer(moderator, 'save_access', access)
    await db.owner(
      `update public.entitlements set expires_at = now() + interval '3 days' where user_id = $1`,
      [ada.id],
    )
    expect(await explain(moderator, asked)).toMatchObject({
      open: true,
      reason: 'GRANTED',
      grant: { source: 'MANUAL', by: 'Mo' },
    })
    const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    expect(await explain(moderator, { ...asked, at: later(2) })).toMatchObject({ open: true })
    expect(await explain(moderator, { ...asked, at: later(4) })).toMatchObject({
      open: false,
      reason: 'ENDED',
      grant: { by: 'Mo' },
    })
    // For a past moment, the answer is the one for now.
    expect(await explain(moderator, { ...asked, at: later(-4) })).toMatchObject({ open: true })

    await db.answer(moderator, 'save_access', { ...access, to_grant: [], to_revoke: [course.id] })
    expect(await explain(moderator, asked)).toMatchObject({ reason: 'REVOKED', by: 'Mo' })

    const admin = await db.person({ role: 'ADMIN', name: 'Alma' })
    const { id } = (await db.answer(admin, 'record_purchase', {
      key: randomUUID(),
      user_id: ada.id,
      course_id: course.id,
      amount_cents: 4900,
      currency: 'EUR',
      kind: 'bank_transfer',
      reason: 'Transfer',
    })) as { id: string }
    await db.answer(admin, 'refund_purchase', { purchase_id: id, reason: 'Did not come' })
    expect(await explain(moderator, asked)).toMatchObject({ reason: 'REFUNDED', by: 'Alma' })
  })

  test('shows the account’s state, drafts, the bin and lessons of other courses', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const creator = await db.person({ role: 'CREATOR' })
    const [ada, off, unproven] = [
      await db.person(),
      await db.person(),
      await db.person({ verified: false }),
    ]
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [off.id])
    const [course, draft, gone] = [
      await db.course({ by: creator }),
      await db.course({ status: 'DRAFT' }),
      await db.course(),
    ]
    await db.owner('update public.courses set deleted_at = now() where id = $1', [gone.id])
    await db.entitle(ada, draft.id)
    const reason = async (person: Person, course_id: string, lesson_id: string | null = null) => {
      const answer = await explain(admin, { user_id: person.id, course_id, lesson_id })
      return answer && [answer.open, answer.reason]
    }
    expect(await reason(off, course.id)).toEqual([false, 'DISABLED'])
    expect(await reason(unproven, course.id)).toEqual([false, 'UNVERIFIED'])
    expect(await reason(ada, draft.id)).toEqual([false, 'DRAFT'])
    expect(await reason(ada, draft.id, draft.preview)).toEqual([false, 'DRAFT'])
    expect(await reason(ada, gone.id)).toBeUndefined()
    expect(await reason(ada, course.id, draft.text)).toBeUndefined()
    // A moderator learns that there is a draft, but not its content.
    const moderator = await db.person({ role: 'MODERATOR' })
    const asked = { user_id: ada.id, course_id: draft.id }
    expect(await explain(moderator, asked)).toMatchObject({ reason: 'DRAFT' })
    expect(await db.answer(moderator, 'person_lessons', asked)).toEqual([])
    expect(await reason(admin, draft.id, draft.text)).toEqual([true, 'ROLE'])
    expect(await reason(creator, course.id)).toEqual([false, 'NOT_LET_IN'])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await reason(creator, course.id, course.text)).toEqual([true, 'OWN_COURSE'])
    })
    await db.withSettings({ maintenance_mode: true }, async () => {
      expect(await reason(ada, course.id)).toEqual([false, 'MAINTENANCE'])
    })
  })
})
