import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

// Mail that bounced or was reported as spam ends (rules/due-work#ended-mail).
const db = useDatabase()

/** Reports that mail to an email bounced or was reported as spam, as the service role does after an event of the provider. */
async function event(address: string, reason = 'BOUNCED', ago = '1 minute'): Promise<unknown> {
  const [row] = await db.owner('select public.end_mail($1, $2, now() - $3::interval) as ended', [
    address,
    reason,
    ago,
  ])
  return row?.ended
}

const endedAt = async (reader: Person, person: Person) => {
  const answer = await db.answer(reader, 'person', { user_id: person.id })
  return (answer as { mail_ended: unknown }).mail_ended
}

/** Invites an email, and has the worker take the mail; returns the invite and how the job ended. */
async function invited(by: Person, email: string) {
  const [invite] = await db.owner(
    'insert into public.invites (email, invited_by_id) values ($1, $2) returning id',
    [email, by.id],
  )
  const job = async () => {
    await db.owner(
      'update private.due_work set due_at = now(), locked_until = null where subject_id = $1',
      [invite?.id],
    )
    await db.owner(
      'select private.claim_job(w) from private.due_work w where subject_id = $1 and done_at is null',
      [invite?.id],
    )
    const [row] = await db.owner(
      'select outcome, error from private.due_work where subject_id = $1',
      [invite?.id],
    )
    return row
  }
  return { id: String(invite?.id), job }
}

describe('mail to an email that bounced', () => {
  test('is not sent any more: its jobs are dropped with the reason, and the page of the person says since when', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const ada = await db.person()
    expect(await endedAt(admin, ada)).toBe(null)
    expect(await event(ada.email.toUpperCase())).toBe(true)
    expect(await endedAt(admin, ada)).toEqual({ reason: 'BOUNCED', at: expect.any(String) })
    // Moderators, who see the email but less of the page, read it, too.
    const moderator = await db.person({ role: 'MODERATOR' })
    expect(await endedAt(moderator, ada)).toMatchObject({ reason: 'BOUNCED' })
    expect(await db.answer(ada, 'my_account_state', {})).toMatchObject({ mail_ended: true })
    expect(await db.answer(admin, 'my_account_state', {})).toMatchObject({ mail_ended: false })

    const invite = await invited(admin, ada.email)
    expect(await db.answer(admin, 'claim_invite_mail', { invite_id: invite.id })).toEqual({
      state: 'ENDED',
    })
    expect(await invite.job()).toEqual({
      outcome: 'DROPPED',
      error: 'Not sent, because mail to this email bounced.',
    })
    // Mail to other emails is still sent.
    expect(await (await invited(admin, `${randomUUID()}@example.test`)).job()).toEqual({
      outcome: null,
      error: null,
    })
  })

  test('is not sent to an invited email without an account either, until somebody signs up with it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const id = randomUUID()
    const email = `${id}@example.test`
    expect(await event(email)).toBe(false)
    const invite = await invited(admin, email)
    expect(await event(email, 'COMPLAINED')).toBe(true)
    expect(await invite.job()).toEqual({
      outcome: 'DROPPED',
      error: 'Not sent, because mail to this email was reported as spam.',
    })
    await db.authService(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), '{"name": "Ada"}')`,
      [id, email],
    )
    expect(await endedAt(admin, { id, email })).toBe(null)
  })

  test('is sent again after the email changes, and no record of it stays when the account is deleted', async () => {
    const [ada, ben] = [await db.person(), await db.person()]
    const left = () =>
      db.owner('select address from private.ended_mail where address = any ($1)', [
        [ada.email, ben.email],
      ])
    await event(ada.email)
    await event(ben.email)
    await db.authService(`update auth.users set email = 'new-' || email where id = $1`, [ada.id])
    expect(await left()).toEqual([{ address: ben.email }])
    await db.authService('delete from auth.users where id = $1', [ben.id])
    expect(await left()).toEqual([])
  })

  test('is mentioned in the person’s own data', async () => {
    const ada = await db.person()
    await event(ada.email)
    expect(await db.answer(ada, 'my_data', {})).toMatchObject({
      profile: { mail_ended: { reason: 'BOUNCED' } },
    })
  })
})

describe('allowing mail again', () => {
  test('ignores earlier events that arrive late, but not later ones', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const ada = await db.person()
    await event(ada.email)
    await db.answer(admin, 'allow_mail', { user_id: ada.id })
    await db.answer(admin, 'allow_mail', { user_id: ada.id })
    expect(await endedAt(admin, ada)).toBe(null)
    expect(
      await db.owner(
        `select user_id, after from public.audit_logs where action = 'user.mail_allow' and target_id = $1`,
        [ada.id],
      ),
    ).toEqual([{ user_id: admin.id, after: null }])

    expect(await event(ada.email, 'COMPLAINED', '2 minutes')).toBe(false)
    expect(await endedAt(admin, ada)).toBe(null)
    // An event from the future, by a wrong clock of the provider, counts as one from now.
    expect(await event(ada.email, 'COMPLAINED', '-1 day')).toBe(true)
    const { reason, at } = (await endedAt(admin, ada)) as { reason: string; at: string }
    expect(reason).toBe('COMPLAINED')
    expect(Date.parse(at)).toBeLessThan(Date.now() + 60_000)
    expect(await event(ada.email, 'BOUNCED', '-2 days')).toBe(false)
    await db.answer(admin, 'allow_mail', { user_id: ada.id })
    expect(await endedAt(admin, ada)).toBe(null)
  })

  test('is allowed only for people who may correct an email', async () => {
    const ada = await db.person()
    await event(ada.email)
    const others = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
      ada,
      'visitor',
    ] as const
    for (const who of others) {
      expect((await db.call(who, 'allow_mail', { user_id: ada.id })).code).toBe('42501')
    }
    const admin = await db.person({ role: 'ADMIN' })
    expect(await endedAt(admin, ada)).toMatchObject({ reason: 'BOUNCED' })
    expect((await db.call(admin, 'allow_mail', { user_id: randomUUID() })).code).toBe('PT404')
  })
})

test('nobody can end mail through the API, or read to which emails it ended', async () => {
  const ada = await db.person()
  for (const who of [await db.person({ role: 'ADMIN' }), ada, 'visitor'] as const) {
    for (const sql of [
      `select public.end_mail('${ada.email}', 'BOUNCED', now())`,
      `select private.mail_ended('${ada.email}')`,
      'select * from private.ended_mail',
    ]) {
      expect((await db.as(who, sql)).code).toBe('42501')
    }
  }
  expect(await db.owner('select private.mail_ended($1) as ended', [ada.email])).toEqual([
    { ended: null },
  ])
  await expect(event(ada.email, 'DELAYED')).rejects.toThrow('ended_mail_reason_known')
})
