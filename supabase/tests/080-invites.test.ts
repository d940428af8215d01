import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { type Invite, inviting } from './scenes/invites'

const db = useDatabase()
const { address, invite, look, signUp, roleOf, coursesOf, verify } = inviting(db)

describe('sending', () => {
  test('only staff can invite, only administrators can give a role, and only people who may grant a course can give it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const moderator = await db.person({ role: 'MODERATOR' })
    const creator = await db.person({ role: 'CREATOR' })
    const [own, foreign] = [await db.course({ by: creator }), await db.course()]
    const attempt = async (who: Person | 'visitor', role: string, courses: string[]) =>
      (await db.as(who, 'select public.create_invite($1, $2, $3)', [address(), role, courses])).code
    expect(await attempt(admin, 'MODERATOR', [foreign.id])).toBeUndefined()
    expect(await attempt(moderator, 'MEMBER', [foreign.id])).toBeUndefined()
    expect(await attempt(moderator, 'CREATOR', [])).toBe('42501')
    expect(await attempt(await db.person(), 'MEMBER', [])).toBe('42501')
    expect(await attempt('visitor', 'MEMBER', [])).toBe('42501')
    expect(await attempt(creator, 'MEMBER', [own.id])).toBe('42501')
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await attempt(creator, 'MEMBER', [own.id])).toBeUndefined()
      expect(await attempt(creator, 'MEMBER', [own.id, foreign.id])).toBe('42501')
    })
    expect((await db.as(admin, `select public.create_invite('not an address')`)).code).toBe('PT422')
  })

  test('a repeated request after a lost answer returns the first invite', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const [course, other] = [await db.course(), await db.course()]
    const email = address()
    const first = await invite(moderator, email, 'MEMBER', [course.id, other.id])
    const again = await invite(moderator, email.toUpperCase(), 'MEMBER', [other.id, course.id])
    expect([again.id, again.token]).toEqual([first.id, first.token])
    const ids = [
      (await invite(moderator, email, 'MEMBER', [course.id])).id,
      (await invite(await db.person({ role: 'ADMIN' }), email, 'MEMBER', [course.id, other.id])).id,
    ]
    await db.owner(
      `update public.invites set created_at = now() - interval '1 hour' where id = $1`,
      [first.id],
    )
    ids.push((await invite(moderator, email, 'MEMBER', [course.id, other.id])).id)
    expect(new Set([first.id, ...ids]).size).toBe(4)
  })

  test('only the sender and administrators see, resend and cancel an invite', async () => {
    const [admin, moderator, other] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const sent = await invite(moderator, address())
    const list = 'select token from public.invites where id = $1'
    expect((await db.as(other, list, [sent.id])).rows).toEqual([])
    expect((await db.as(moderator, list, [sent.id])).rows).toHaveLength(1)
    expect((await db.as(admin, list, [sent.id])).rows).toHaveLength(1)
    for (const call of ['resend_invite', 'cancel_invite']) {
      expect((await db.as(other, `select public.${call}($1)`, [sent.id])).code).toBe('42501')
      expect((await db.as(admin, `select public.${call}($1)`, [sent.id])).code).toBeUndefined()
      expect((await db.as('visitor', `select public.${call}($1)`, [sent.id])).code).toBe('42501')
    }
    expect((await db.as(admin, 'select public.resend_invite($1)', [sent.id])).code).toBe('PT409')
    for (const sql of [
      `insert into public.invites (email) values ('a@b.c')`,
      'update public.invites set redeemed_at = null',
      'delete from public.invites',
    ]) {
      expect((await db.as(admin, sql)).code, sql).toBe('42501')
    }
  })

  test('resending keeps the link and adds 48 hours', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address())
    await db.owner(
      `update public.invites set expires_at = now() - interval '1 day' where id = $1`,
      [sent.id],
    )
    expect(await look(sent.token)).toEqual({ state: 'EXPIRED' })
    expect(await db.value(admin, 'select public.resend_invite($1)', [sent.id])).toMatchObject({
      token: sent.token,
    })
    expect(await look(sent.token)).toMatchObject({ state: 'ACTIVE', email: sent.email })
  })
})

describe('reading an invite', () => {
  test('works with its token only', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ida Inviter' })
    const course = await db.course({ title: 'Knots' })
    const sent = await invite(admin, address(), 'MEMBER', [course.id])
    expect(await look(sent.token)).toMatchObject({
      state: 'ACTIVE',
      email: sent.email,
      inviter: 'Ida Inviter',
      courses: ['Knots'],
      mine: false,
    })
    for (const wrong of [randomUUID(), 'x', '', "' or true --"]) {
      expect(await look(wrong)).toEqual({ state: 'UNKNOWN' })
    }
  })
})

describe('redeeming at sign-up', () => {
  test('grants the courses of the invite in any case of the email’s letters, and also while registration is closed', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const email = address()
    const sent = await invite(admin, email.toUpperCase(), 'MEMBER', [course.id])
    await db.withSettings({ allow_registration: false }, async () => {
      const person = await signUp(email, sent.token)
      expect(await coursesOf(person)).toEqual([{ course_id: course.id, source: 'INVITE' }])
    })
    expect(await look(sent.token)).toEqual({ state: 'REDEEMED' })
  })

  test('fails with its sentence for an unknown, foreign, used, expired or cancelled invite, and creates nothing', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [foreign, used, expired, cancelled] = [
      await invite(admin, address()),
      await invite(admin, address()),
      await invite(admin, address()),
      await invite(admin, address()),
    ]
    await signUp(used.email, used.token)
    await db.owner('update public.invites set expires_at = now() where id = $1', [expired.id])
    await db.as(admin, 'select public.cancel_invite($1)', [cancelled.id])
    const cases: [string, string, string][] = [
      [address(), randomUUID(), 'This invite is not valid.'],
      [address(), 'nonsense', 'This invite is not valid.'],
      [address(), foreign.token, 'This invite was sent to another email.'],
      [used.email.toUpperCase(), used.token, 'This invite has already been used.'],
      [expired.email, expired.token, 'This invite has expired.'],
      [cancelled.email, cancelled.token, 'This invite has been cancelled.'],
    ]
    for (const [email, token, message] of cases) {
      const users = await db.owner('select count(*) from auth.users where email = $1', [email])
      await expect(signUp(email, token), message).rejects.toMatchObject({ code: 'PT422', message })
      expect(await db.owner('select count(*) from auth.users where email = $1', [email])).toEqual(
        users,
      )
    }
  })

  test('works once, even if many people try at the same time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    // Each request spells the email differently, so that the invite, and not the unique index, lets only one succeed.
    const email = `abcdefgh-${address()}`
    const sent = await invite(admin, email)
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        signUp(`${email.slice(0, i).toUpperCase()}${email.slice(i)}`, sent.token),
      ),
    )
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') {
        expect(attempt.reason.message).toBe('This invite has already been used.')
      }
    }
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  })

  test('gives the role once the email is verified, not before', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address(), 'MODERATOR')
    const person = await signUp(sent.email, sent.token)
    expect(await roleOf(person)).toBe('MEMBER')
    await verify(person)
    expect(await roleOf(person)).toBe('MODERATOR')
  })

  test('does not give the role through the setting that makes verification unnecessary', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address(), 'ADMIN')
    await db.withSettings({ require_email_verification: false }, async () => {
      const person = await signUp(sent.email, sent.token)
      expect(await roleOf(person)).toBe('MEMBER')
    })
  })

  test('does not give a role that the sender may not give any more', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address(), 'MODERATOR')
    const person = await signUp(sent.email, sent.token)
    await db.owner(`update public.profiles set role = 'MODERATOR' where id = $1`, [admin.id])
    await verify(person)
    expect(await roleOf(person)).toBe('MEMBER')
  })

  test('does not give the role through the mailbox of another email that the account got since', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address(), 'MODERATOR')
    const person = await signUp(sent.email, sent.token)
    await db.answer(admin, 'correct_person', { user_id: person.id, email: address() })
    await verify(person)
    expect(await roleOf(person)).toBe('MEMBER')
    await db.answer(admin, 'correct_person', { user_id: person.id, email: sent.email })
    await verify(person)
    expect(await roleOf(person)).toBe('MEMBER')
    const { session } = await db.signedIn(person)
    await db.authService(
      `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), $1, 'otp', now(), now())`,
      [session],
    )
    expect(await roleOf(person)).toBe('MODERATOR')
  })

  test('is undone if the account is deleted before its confirmation', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address())
    const person = await signUp(sent.email, sent.token)
    await db.authService('delete from auth.users where id = $1', [person.id])
    expect(await look(sent.token)).toMatchObject({ state: 'ACTIVE' })
  })

  test.each([
    [true, 'REDEEMED'],
    [false, 'ACTIVE'],
  ])(
    'is undone too for an account with a corrected email, as it was confirmed before: %s',
    async (confirmed, state) => {
      const admin = await db.person({ role: 'ADMIN' })
      const sent = await invite(admin, address())
      const person = await signUp(sent.email, sent.token)
      if (confirmed) await verify(person)
      // After the second correction, there is no confirmed email left.
      for (const email of [address(), address()]) {
        await db.answer(admin, 'correct_person', { user_id: person.id, email })
      }
      await db.authService('delete from auth.users where id = $1', [person.id])
      expect(await look(sent.token)).toMatchObject({ state })
    },
  )
})

describe('accepting while signed in', () => {
  test('works for the invited email only, once, and grants the courses', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [ada, grace] = [await db.person(), await db.person()]
    const course = await db.course({ title: 'Knots' })
    const sent = await invite(admin, ada.email, 'MODERATOR', [course.id])
    const accept = 'select public.accept_invite($1) as answer'
    expect(await db.as(grace, accept, [sent.token])).toMatchObject({
      code: 'PT422',
      message: 'This invite was sent to another email.',
    })
    expect((await db.as('visitor', accept, [sent.token])).code).toBe('42501')
    expect(await look(sent.token, ada)).toMatchObject({ mine: true })
    expect((await db.as(ada, accept, [sent.token])).rows).toEqual([
      { answer: { courses: [{ slug: course.slug, title: 'Knots' }] } },
    ])
    expect(await roleOf(ada)).toBe('MODERATOR')
    expect(await db.as(ada, accept, [sent.token])).toMatchObject({
      message: 'This invite has already been used.',
    })
  })

  test('never lowers a role', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const other = await db.person({ role: 'ADMIN' })
    const creator = await db.person({ role: 'CREATOR' })
    for (const person of [other, creator]) {
      const sent = await invite(admin, person.email, 'MODERATOR')
      await db.as(person, 'select public.accept_invite($1)', [sent.token])
    }
    expect(await roleOf(other)).toBe('ADMIN')
    expect(await roleOf(creator)).toBe('CREATOR')
  })
})

describe('mails of invites', () => {
  const claim = (who: Person | 'visitor', invite: Invite) =>
    db.as(who, 'select public.claim_invite_mail($1) as answer', [invite.id])
  const answer = async (who: Person, invite: Invite) =>
    (await claim(who, invite)).rows[0]?.answer as { state: string; for?: string; until: string }
  /** Moves everything that this sender has sent back in time. */
  const later = (sender: Person, span: string) =>
    db.owner(
      `update private.invite_mails set sent_at = sent_at - $2::interval where sender_id = $1`,
      [sender.id, span],
    )
  const secondsFromNow = (until: string) => (Date.parse(until) - Date.now()) / 1000

  test('are sent once a minute to an email, for all invites and senders', async () => {
    const [moderator, admin] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'ADMIN' }),
    ]
    const email = address()
    const [first, second] = [await invite(moderator, email), await invite(admin, email)]
    expect(await answer(moderator, first)).toMatchObject({ state: 'READY' })
    for (const [who, which] of [
      [moderator, first],
      [admin, first],
      [admin, second],
    ] as const) {
      const wait = await answer(who, which)
      expect(wait).toMatchObject({ state: 'WAIT', for: 'ADDRESS' })
      expect(secondsFromNow(wait.until)).toBeGreaterThan(30)
      expect(secondsFromNow(wait.until)).toBeLessThan(90)
    }
    await later(moderator, '1 minute')
    expect(await answer(admin, second)).toMatchObject({ state: 'READY' })
    await later(admin, '1 minute')
    expect(await answer(moderator, first)).toMatchObject({ state: 'READY' })
  })

  test('of one sender are limited to the longest list in an hour', async () => {
    const [moderator, other] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const sent = await invite(moderator, address())
    await db.owner(
      `insert into private.invite_mails (sender_id, invite_id, sent_at)
       select $1, $2, now() - interval '40 minutes' from generate_series(1, 1999)`,
      [moderator.id, sent.id],
    )
    expect(await answer(moderator, sent)).toMatchObject({ state: 'READY' })
    const next = await invite(moderator, address())
    const wait = await answer(moderator, next)
    expect(wait).toMatchObject({ state: 'WAIT', for: 'SENDER' })
    expect(secondsFromNow(wait.until) / 60).toBeCloseTo(20, 0)
    expect(await answer(other, await invite(other, address()))).toMatchObject({ state: 'READY' })
    await later(moderator, '20 minutes')
    expect(await answer(moderator, next)).toMatchObject({ state: 'READY' })
    const left = await db.owner(
      'select count(*)::int as mails from private.invite_mails where sender_id = $1',
      [moderator.id],
    )
    expect(left).toEqual([{ mails: 2 }])
  })

  test('are claimed only by people who may resend the invite', async () => {
    const [sender, other] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const sent = await invite(sender, address())
    for (const who of [other, await db.person(), 'visitor'] as const) {
      expect((await claim(who, sent)).code).toBe('42501')
    }
    expect(await answer(sender, sent)).toMatchObject({ state: 'READY' })
    for (const who of [other, await db.person(), 'visitor'] as const) {
      expect((await db.as(who, 'select public.invite_mailed($1)', [sent.id])).code).toBe('42501')
    }
  })

  test('are sent by the worker if no page has sent them, and only once', async () => {
    const sender = await db.person({ role: 'MODERATOR' })
    const sent = await invite(sender, address())
    const due = async () =>
      db.owner(
        `select key, outcome, extract(epoch from greatest(due_at, locked_until) - now())::int > 100 as later
         from private.due_work where kind = 'invite_mail' and subject_id = $1`,
        [sent.id],
      )
    const { key } = (await answer(sender, sent)) as unknown as { key: string }
    expect(await due()).toEqual([{ key, outcome: null, later: true }])
    await db.answer(sender, 'invite_mailed', { invite_id: sent.id })
    expect(await due()).toMatchObject([{ outcome: 'DONE' }])
    await later(sender, '2 minutes')
    expect(await answer(sender, sent)).toEqual({ state: 'SENT' })
    // Resending is another mail.
    await db.answer(sender, 'resend_invite', { invite_id: sent.id })
    expect(await due()).toHaveLength(2)
    expect(await answer(sender, sent)).toMatchObject({ state: 'READY' })
  })
})
