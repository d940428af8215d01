import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

/** Signs a person in on another device, and returns the session's id. */
async function signIn(person: Person, agent = 'A browser', ago = '1 minute'): Promise<string> {
  const id = randomUUID()
  await db.authService(
    `insert into auth.sessions (id, user_id, user_agent, ip, created_at, updated_at, refreshed_at)
     values ($1, $2, $3, '192.0.2.9', now() - interval '9 days', now() - interval '9 days', (now() - $4::interval) at time zone 'utc')`,
    [id, person.id, agent, ago],
  )
  return id
}

const inSession = (person: Person, session: string): Person => ({
  ...person,
  claims: { ...person.claims, session_id: session },
})

/** Returns a disabled person, an unverified person and a visitor. */
async function shutOut(): Promise<(Person | 'visitor')[]> {
  const disabled = await db.person()
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
  return [disabled, await db.person({ verified: false }), 'visitor']
}

describe('the legal texts', () => {
  test('visitors read them, and no other settings', async () => {
    const before = (await db.owner('select terms_text, privacy_text from public.settings'))[0]
    await db.owner(`update public.settings set terms_text = '# Terms', privacy_text = '# Privacy'`)
    try {
      for (const who of ['visitor', await db.person(), ...(await shutOut())] as const) {
        expect(await db.value(who, 'select public.legal_texts()')).toEqual({
          terms: '# Terms',
          privacy: '# Privacy',
        })
      }
      expect((await db.as('visitor', 'select terms_text from public.settings')).code).toBe('42501')
    } finally {
      await db.owner('update public.settings set terms_text = $1, privacy_text = $2', [
        before?.terms_text,
        before?.privacy_text,
      ])
    }
  })
})

describe('an open invite', () => {
  const mine = 'select public.my_open_invite()'

  async function invite(email: string, change = ''): Promise<string> {
    const inviter = await db.person({ role: 'MODERATOR', name: 'Priya' })
    const course = await db.course({ title: 'An invited course' })
    const [row] = await db.owner(
      `insert into public.invites (email, invited_by_id) values ($1, $2) returning id, token`,
      [email, inviter.id],
    )
    await db.owner('insert into public.invite_courses (invite_id, course_id) values ($1, $2)', [
      row?.id,
      course.id,
    ])
    if (change) await db.owner(`update public.invites set ${change} where id = $1`, [row?.id])
    return String(row?.token)
  }

  test('is offered to the person who has confirmed its email, and can be accepted once', async () => {
    const person = await db.person()
    const token = await invite(person.email.toUpperCase())
    expect(await db.value(person, mine)).toMatchObject({
      state: 'ACTIVE',
      token,
      inviter: 'Priya',
      courses: ['An invited course'],
      mine: true,
    })
    expect((await db.as(person, 'select public.accept_invite($1)', [token])).code).toBeUndefined()
    expect(await db.value(person, mine)).toBeNull()
  })

  test('is offered to nobody else', async () => {
    const [person, other, admin] = [
      await db.person(),
      await db.person(),
      await db.person({ role: 'ADMIN' }),
    ]
    await invite(person.email)
    expect(await db.value(other, mine)).toBeNull()
    expect(await db.value(admin, mine)).toBeNull()
    for (const who of await shutOut()) expect((await db.as(who, mine)).code).toBe('42501')
  })

  test.each([
    ['cancelled', 'cancelled_at = now()'],
    ['expired', `expires_at = now() - interval '1 minute'`],
    ['used', 'redeemed_at = now()'],
  ])('is not offered when it was %s', async (_, change) => {
    const person = await db.person()
    await invite(person.email, change)
    expect(await db.value(person, mine)).toBeNull()
  })

  test('is not offered to a person until they opened a mail there', async () => {
    await db.withSettings({ require_email_verification: false }, async () => {
      const impostor = await db.person({ verified: false })
      await invite(impostor.email)
      expect(await db.value(impostor, mine)).toBeNull()
      const byCode = {
        ...impostor,
        claims: { ...impostor.claims, amr: [{ method: 'otp', timestamp: 1 }] },
      }
      expect(await db.value(byCode, mine)).toMatchObject({ state: 'ACTIVE' })
    })
  })
})

describe('sessions', () => {
  const list = 'select id, user_agent, current from public.my_sessions()'
  const end = 'select public.end_session($1)'

  test('are listed to their owner: this one first, then by last use', async () => {
    const [person, other] = [await db.account(), await db.account()]
    const old = await signIn(person, 'An old telephone', '8 days')
    const here = await signIn(person, 'This browser', '5 days')
    const recent = await signIn(person, 'A tablet', '1 hour')
    await signIn(other, 'Somebody else’s')
    expect((await db.as(inSession(person, here), list)).rows).toEqual([
      { id: here, user_agent: 'This browser', current: true },
      { id: recent, user_agent: 'A tablet', current: false },
      { id: old, user_agent: 'An old telephone', current: false },
    ])
    const [, seen] = (
      await db.as(inSession(person, here), 'select active_at from public.my_sessions()')
    ).rows
    const hours = (Date.now() - Number(seen?.active_at)) / 3_600_000
    expect(hours).toBeGreaterThan(0.9)
    expect(hours).toBeLessThan(1.1)
    for (const who of await shutOut()) expect((await db.as(who, list)).code).toBe('42501')
  })

  test('are ended only by their owner', async () => {
    const [person, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    const session = await signIn(person)
    const left = () => db.owner('select 1 from auth.sessions where id = $1', [session])
    for (const who of [await db.person(), admin]) {
      expect(await db.as(who, end, [session])).toMatchObject({
        code: 'PT404',
        message: 'This device is already signed out.',
      })
    }
    for (const who of await shutOut()) {
      expect((await db.as(who, end, [session])).code).toBe('42501')
    }
    expect(await left()).toHaveLength(1)
    expect((await db.as(person, end, [session])).code).toBeUndefined()
    expect(await left()).toEqual([])
    expect((await db.as(person, end, [session])).code).toBe('PT404')
  })
})

describe('a person’s data', () => {
  test('include what they created for others and records about them, without other people', async () => {
    const [admin, staff, invited] = [
      await db.person({ role: 'ADMIN', name: 'Alma' }),
      await db.person({ role: 'CREATOR', name: 'Cleo' }),
      `${randomUUID()}@example.test`,
    ]
    await db.addFactor(staff)
    const strong = await db.signedIn(staff, 'aal2')
    await db.answer(strong, 'make_recovery_codes', {})
    const course = await db.course({ by: staff, title: 'Of Cleo' })
    await db.owner('insert into public.invites (email, invited_by_id) values ($1, $2)', [
      invited,
      staff.id,
    ])
    await db.owner(
      `insert into public.lesson_files (lesson_id, path, name, size, type, created_by_id) values ($1, 'x/y.png', 'y.png', 4, 'image/png', $2)`,
      [course.text, staff.id],
    )
    await db.owner(
      `insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt) values ('covers', $1::text, $1::text::uuid, $2, 'z.png', 4, 'image/png', '')`,
      [randomUUID(), staff.id],
    )
    await db.owner(
      `insert into public.notifications (title, message, is_global, sender_id) values ('Hear', 'All', true, $1)`,
      [staff.id],
    )
    await db.withSettings({ creators_admin_panel: true }, () =>
      db.as(strong, `update public.lessons set content = 'New' where id = $1`, [course.text]),
    )
    await db.answer(admin, 'set_role', { user_id: staff.id, role: 'MODERATOR' })

    const data = await db.value(strong, 'select public.my_data()')
    expect(data).toMatchObject({
      second_factors: [{ type: 'totp', status: 'verified' }],
      recovery_codes: Array(10).fill({ used_at: null }),
      courses_made: [{ title: 'Of Cleo' }],
      files: [{ course: 'Of Cleo', lesson: 'Reading', name: 'y.png' }],
      files_sent: [{ name: 'z.png' }],
      lesson_versions: [{ course: 'Of Cleo', lesson: 'Reading', fields: ['content'] }],
      invites_sent: [{ state: 'ACTIVE', role: 'MEMBER' }],
      notifications_sent: [{ title: 'Hear', message: 'All' }],
      // The fixture has changed the role once already.
      records_about_me: Array(2).fill({ action: 'user.role_change' }),
    })
    const { records_of_me } = data as { records_of_me: { action: string }[] }
    expect(records_of_me.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['auth.login', 'user.factor_add', 'lesson.update', 'data.export']),
    )
    for (const other of [admin.id, 'Alma', invited, 'SECRET']) {
      expect(JSON.stringify(data)).not.toContain(other)
    }
  })

  test('include the newest thousand rows of lists that can grow without limit', async () => {
    const person = await db.person()
    await db.owner(
      `insert into public.audit_logs (user_id, action, target_type, created_at)
       select $1, 'course.update', 'course', now() - n * interval '1 second' from generate_series(1, 1500) n`,
      [person.id],
    )
    const data = await db.value(person, 'select public.my_data()')
    const { records_of_me } = data as { records_of_me: { action: string }[] }
    expect(records_of_me).toHaveLength(1000)
    expect(records_of_me.at(-1)).toMatchObject({ action: 'data.export' })
  })

  test('contain only data of the person, and every export is recorded in the audit log', async () => {
    const [mia, other] = [await db.account({ name: 'Mia' }), await db.account({ name: 'Otto' })]
    const person = inSession(mia, await signIn(mia, `Browser of ${mia.id}`))
    const course = await db.course({ title: 'A course of mine' })
    const [community] = await db.owner(
      `insert into public.communities (name, slug) values ('A club', $1) returning id`,
      [`club-${randomUUID()}`.slice(0, 40)],
    )
    for (const who of [person, other]) {
      await db.entitle(who, course.id)
      await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
        who.id,
        course.text,
      ])
      await db.owner(
        'insert into public.lesson_progress (user_id, lesson_id, position_sec) values ($1, $2, 7)',
        [who.id, course.preview],
      )
      await db.owner(
        `insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref) values ($1, $2, 4900, 'stripe', $3)`,
        [who.id, course.id, `ref-${who.id}`],
      )
      await db.owner(
        'insert into public.community_members (community_id, user_id) values ($1, $2)',
        [community?.id, who.id],
      )
      await db.owner(
        'insert into private.community_visits (user_id, community_id, seen_at) values ($1, $2, now())',
        [who.id, community?.id],
      )
      await db.owner(
        'insert into public.community_posts (community_id, author_id, body) values ($1, $2, $3)',
        [community?.id, who.id, `Words of ${who.id}`],
      )
      const [sent] = await db.owner(
        `insert into public.notifications (title, message, recipient_id) values ('For you', $1, $2) returning id`,
        [`Hello ${who.id}`, who.id],
      )
      await db.owner(
        'insert into public.notification_reads (user_id, notification_id) values ($1, $2)',
        [who.id, sent?.id],
      )
      await db.owner(`insert into public.notification_mutes (user_id, type) values ($1, 'info')`, [
        who.id,
      ])
    }
    await db.owner('update public.profiles set terms_accepted_at = now() where id = $1', [
      person.id,
    ])

    const data = await db.value(person, 'select public.my_data()')
    expect(data).toMatchObject({
      profile: { name: 'Mia', email: person.email, role: 'MEMBER' },
      consent: { terms_accepted_at: expect.any(String) },
      entitlements: [{ course: 'A course of mine', source: 'MANUAL' }],
      completions: [{ course: 'A course of mine', lesson: 'Reading' }],
      progress: [{ lesson: 'Watching', position_sec: 7 }],
      purchases: [{ amount_cents: 4900, provider_ref: `ref-${person.id}` }],
      communities: [{ community: 'A club', role: 'MEMBER', seen_at: expect.any(String) }],
      posts: [{ community: 'A club', body: `Words of ${person.id}` }],
      reports: [],
      notifications: [{ message: `Hello ${person.id}` }],
      notification_reads: [{ notification: 'For you' }],
      notification_mutes: [{ type: 'info' }],
      invites_accepted: [],
      sessions: [{ user_agent: `Browser of ${person.id}`, ip_address: '192.0.2.9' }],
    })
    expect(JSON.stringify(data)).not.toContain(other.id)
    expect(
      await db.owner(
        `select action, target_type, target_id, user_agent from public.audit_logs where user_id = $1 and action = 'data.export'`,
        [person.id],
      ),
    ).toEqual([
      { action: 'data.export', target_type: 'user', target_id: person.id, user_agent: 'vitest' },
    ])
  })

  test('are returned once a minute and ten times a day, also for concurrent requests', async () => {
    const [person, eager] = [await db.person(), await db.person()]
    const recorded = (who: Person, times: number, ago: string) =>
      db.owner(
        `insert into public.audit_logs (user_id, action, target_type, created_at)
         select $1, 'data.export', 'user', now() - $3::interval from generate_series(1, $2)`,
        [who.id, times, ago],
      )
    const records = async () =>
      (
        await db.owner('select id from public.audit_logs where user_id = $1 and action = $2', [
          person.id,
          'data.export',
        ])
      ).length
    const ask = (who: Person) => db.as(who, 'select public.my_data()')

    await recorded(person, 9, '61 seconds')
    await recorded(person, 5, '25 hours')
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(person)))
    expect(answers.filter(({ code }) => !code)).toHaveLength(1)
    expect(answers.find(({ code }) => code)).toMatchObject({
      code: 'PT429',
      message: 'You downloaded your data a moment ago. Please try again in a minute.',
    })
    expect(await records()).toBe(15)

    await recorded(eager, 10, '23 hours')
    expect(await ask(eager)).toMatchObject({
      code: 'PT429',
      message: 'You have downloaded your data ten times in a day. Please try again tomorrow.',
    })
  })

  test('are not returned to people without access to the product', async () => {
    for (const who of await shutOut()) {
      expect((await db.as(who, 'select public.my_data()')).code).toBe('42501')
    }
  })
})
