import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// A cohort can be joined by a link that staff hand out (rules/cohorts#link).
const db = useDatabase()
const { cohort, join, change } = cohorts(db)

const admin = () => db.person({ role: 'ADMIN' })

async function link(options: Parameters<typeof cohort>[0] = {}, endsOn?: string) {
  const [who, id] = [await admin(), await cohort(options)]
  const made = (await db.answer(who, 'make_cohort_link', {
    cohort_id: id,
    ends_on: endsOn ?? null,
  })) as { token: string }
  return { who, id, token: made.token }
}

const state = async (token: string) => {
  const [row] = await db.owner(`select public.cohort_by_link($1) ->> 'state' as state`, [token])
  return row?.state
}

const joinBy = (person: Person, token: string) => db.call(person, 'join_by_link', { token })

/** Signs up as Auth does, with the secret of a link. */
async function signUp(token: string): Promise<Person> {
  const id = randomUUID()
  const email = `${id}@example.test`
  await db.authService(
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`,
    [id, email, JSON.stringify({ name: 'New Person', cohort_token: token })],
  )
  return { id, email }
}

const confirm = ({ id }: Person) =>
  db.authService('update auth.users set email_confirmed_at = now() where id = $1', [id])

const told = async ({ id }: Person) =>
  (
    await db.owner('select title, message from public.notifications where recipient_id = $1', [id])
  ).map(({ title, message }) => `${title}: ${message}`)

const memberships = ({ id }: Person) =>
  db.owner('select cohort_id, by_link from public.cohort_members where user_id = $1', [id])

describe('the link of a cohort', () => {
  test('adds a member who opens it once, and counts people who joined by it', async () => {
    const course = await db.course()
    const { who, id, token } = await link({ courses: [course] })
    const mia = await db.person()
    expect(await state(token)).toBe('OPEN')
    const { rows } = await joinBy(mia, token)
    expect(rows).toMatchObject([{ answer: { title: 'Autumn', courses: [{ slug: course.slug }] } }])
    expect((await joinBy(mia, token)).rows).toEqual(rows)
    expect(await db.answer(who, 'cohort_link', { cohort_id: id })).toMatchObject({ joined: 1 })
  })

  test('works until its last day, while it is on and there are seats', async () => {
    const mia = await db.person()
    const past = await link({}, '2020-01-01')
    expect(await joinBy(mia, past.token)).toMatchObject({ message: 'This link has ended.' })
    const off = await link()
    await db.answer(off.who, 'set_cohort_link', { cohort_id: off.id, active: false })
    expect(await joinBy(mia, off.token)).toMatchObject({
      message: 'This link has been switched off.',
    })
    const full = await link({ seats: 1 })
    await join(full.id, await db.person())
    expect(await joinBy(mia, full.token)).toMatchObject({
      message: 'This cohort has no seats left.',
    })
    expect(await Promise.all([past, off, full].map(({ token }) => state(token)))).toEqual([
      'ENDED',
      'OFF',
      'FULL',
    ])
  })

  test('is unknown for a draft, an archived cohort and a wrong secret, and after a renewal', async () => {
    const mia = await db.person()
    const [draft, archived, renewed] = [await link({ draft: true }), await link(), await link()]
    await db.owner('update public.cohorts set archived_at = now() where id = $1', [archived.id])
    await db.answer(renewed.who, 'make_cohort_link', { cohort_id: renewed.id })
    const tokens = [draft.token, archived.token, renewed.token, 'nonsense', '0'.repeat(64)]
    for (const token of tokens) {
      expect(await state(token)).toBe('UNKNOWN')
      expect(await joinBy(mia, token)).toMatchObject({ message: 'This link is not valid.' })
    }
  })

  test('can be made and changed only by people who may add people, and its secret is stored nowhere', async () => {
    const { id, token } = await link()
    const mia = await db.person()
    for (const [name, args] of [
      ['make_cohort_link', {}],
      ['set_cohort_link', { active: false }],
      ['cohort_link', {}],
    ] as const) {
      expect([name, (await db.call(mia, name, { cohort_id: id, ...args })).code]).toEqual([
        name,
        '42501',
      ])
    }
    expect((await db.call(mia, 'cohort_by_link', { token })).code).toBe('42501')
    const places = await db.owner(
      `select 'link' as place from private.cohort_links k where k::text like $1
       union all select 'record' from public.audit_logs a where a::text like $1`,
      [`%${token}%`],
    )
    expect(places).toEqual([])
  })
})

describe('a stranger', () => {
  test('can sign up by it while registration is off, as a member, and takes no seat before the email is confirmed', async () => {
    const { id, token } = await link({ seats: 1 })
    await db.withSettings({ allow_registration: false }, async () => {
      const person = await signUp(token)
      expect(await db.owner('select role from public.profiles where id = $1', [person.id])).toEqual(
        [{ role: 'MEMBER' }],
      )
      expect(await state(token)).toBe('OPEN')
      await confirm(person)
      expect((await joinBy(await db.signedIn(person), token)).code).toBeUndefined()
      expect(await state(token)).toBe('FULL')
      await expect(signUp(token)).rejects.toThrow('This cohort has no seats left.')
      await expect(signUp('0'.repeat(64))).rejects.toThrow('This link is not valid.')
    })
    expect(
      await db.owner('select state from public.cohort_members where cohort_id = $1', [id]),
    ).toHaveLength(1)
  })

  test('has no secret of the link in the new account', async () => {
    const { token } = await link()
    const person = await signUp(token)
    const [row] = await db.owner(
      'select raw_user_meta_data as data from auth.users where id = $1',
      [person.id],
    )
    expect(row?.data).toEqual({ name: 'New Person' })
  })

  test('whose email is not confirmed does not join, even if verification is not required', async () => {
    const { token } = await link()
    await db.withSettings({ require_email_verification: false }, async () => {
      const person = await db.signedIn(await signUp(token))
      expect(await joinBy(person, token)).toMatchObject({
        message: 'Please confirm your email first. Then open this link again.',
      })
    })
  })
})

describe('the cohort of a sign-up by a link', () => {
  test('is joined once the email is confirmed on any device, and the wish to join is deleted', async () => {
    const { id, token } = await link({ seats: 1 })
    const person = await signUp(token)
    expect(await memberships(person)).toEqual([])
    await confirm(person)
    expect(await memberships(person)).toEqual([{ cohort_id: id, by_link: true }])
    expect(await told(person)).toEqual([])
    expect(
      await db.owner('select 1 from private.awaited_joins where user_id = $1', [person.id]),
    ).toEqual([])
  })

  test('is joined once a mailed code opens a session, if verification is not required', async () => {
    const { token } = await link()
    await db.withSettings({ require_email_verification: false }, async () => {
      const person = await signUp(token)
      expect(await memberships(person)).toEqual([])
      const [session] = await db.owner(
        'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id',
        [person.id],
      )
      await db.authService(
        `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         values (gen_random_uuid(), $1, 'otp', now(), now())`,
        [session?.id],
      )
      expect(await memberships(person)).toHaveLength(1)
    })
  })

  test.each([
    ['the last seat was taken', 'This cohort has no seats left.', 'seat'],
    ['the link was switched off', 'This link has been switched off.', 'off'],
    ['the link has ended', 'This link has ended.', 'end'],
    [
      'the link was renewed',
      'The link by which you signed up was replaced, or the cohort takes no one at present.',
      'renew',
    ],
  ])(
    'is refused with its sentence if %s in the meantime, and the email is confirmed all the same',
    async (_, sentence, change) => {
      const { who, id, token } = await link({ seats: 1 })
      const person = await signUp(token)
      if (change === 'seat') await join(id, await db.person())
      if (change === 'off')
        await db.answer(who, 'set_cohort_link', { cohort_id: id, active: false })
      if (change === 'end')
        await db.answer(who, 'set_cohort_link', {
          cohort_id: id,
          active: true,
          ends_on: '2020-01-01',
        })
      if (change === 'renew') await db.answer(who, 'make_cohort_link', { cohort_id: id })
      await confirm(person)
      expect(await memberships(person)).toEqual([])
      expect(await told(person)).toEqual([
        `You could not join Autumn: ${sentence} Please ask the person who sent you the link.`,
      ])
      const [row] = await db.owner(
        'select email_confirmed_at is not null as confirmed from auth.users where id = $1',
        [person.id],
      )
      expect(row).toEqual({ confirmed: true })
    },
  )

  test('is not revealed: only the browser of the sign-up is told that the email was confirmed', async () => {
    const { token } = await link()
    const person = await signUp(token)
    const asked = (id: string) => db.answer('visitor', 'sign_up_confirmed', { sign_up: id })
    expect([await asked(person.id), await asked(randomUUID())]).toEqual([false, false])
    await confirm(person)
    expect(await asked(person.id)).toBe(true)
    await db.owner(
      `update public.profiles set created_at = now() - interval '2 days' where id = $1`,
      [person.id],
    )
    expect(await asked(person.id)).toBe(false)
  })
})

test('a person who left by themselves can come back by the link; a disabled person cannot', async () => {
  const { id, token } = await link()
  const mia = await db.person()
  await joinBy(mia, token)
  await change(id, mia, `state = 'LEFT'`)
  await change(id, mia, 'removed_by_staff = false')
  expect((await joinBy(mia, token)).code).toBeUndefined()
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
  expect((await joinBy(mia, token)).code).toBe('42501')
})

describe('a person whom staff removed', () => {
  const act = (who: Person, id: string, name: string, person: Person) =>
    db.answer(who, 'change_cohort_people', { cohort_id: id, people: `{${person.id}}`, act: name })

  const invite = async (who: Person, id: string, { email }: Person) =>
    ((await db.answer(who, 'create_invite', { email, cohort_id: id })) as { token: string }).token

  const accept = (person: Person, token: string) => db.call(person, 'accept_invite', { token })

  async function removed() {
    const coach = await db.person({ role: 'MODERATOR', name: 'Cora Coach' })
    const { who, id, token } = await link({ staff: [coach] })
    const mia = await db.person()
    const invited = await invite(coach, id, mia)
    await joinBy(mia, token)
    // A second request within ten minutes would return the first invite.
    await db.owner(
      `update public.invites set created_at = created_at - interval '1 hour' where token = $1`,
      [invited],
    )
    await act(who, id, 'leave', mia)
    return { who, id, token, mia, coach, invited }
  }

  const stateOf = async (id: string, person: Person) =>
    (
      await db.owner(
        'select state, removed_by_staff from public.cohort_members where cohort_id = $1 and user_id = $2',
        [id, person.id],
      )
    )[0]

  test('cannot come back by a link or an earlier invite, and is told whom to ask', async () => {
    const { who, id, token, mia, invited } = await removed()
    const message =
      'You were taken out of this cohort, and only its staff can add you again. Please ask Cora Coach.'
    const renewed = (await db.answer(who, 'make_cohort_link', { cohort_id: id })) as {
      token: string
    }
    expect((await joinBy(mia, token)).message).toBe('This link is not valid.')
    expect(await joinBy(mia, renewed.token)).toMatchObject({ code: 'PT422', message })
    expect(await accept(mia, invited)).toMatchObject({ code: 'PT422', message })
    expect(await stateOf(id, mia)).toEqual({ state: 'LEFT', removed_by_staff: true })
    // The person may not change the row, and no role may write the column.
    const column = `update public.cohort_members set removed_by_staff = false where user_id = $1`
    for (const person of [mia, who]) {
      expect((await db.as(person, column, [mia.id])).code).toBe('42501')
    }
  })

  test.each([
    ['taking them back', ({ who, id, mia }) => act(who, id, 'return', mia)],
    [
      'adding them',
      ({ who, id, mia }) =>
        db.answer(who, 'add_cohort_people', { cohort_id: id, people: `{${mia.id}}` }),
    ],
    [
      'a list of emails',
      async ({ who, id, mia }) => {
        const [row] = await db.owner('select slug from public.cohorts where id = $1', [id])
        return db.answer(who, 'create_invites', {
          operation_id: randomUUID(),
          piece: 0,
          lines: JSON.stringify([{ email: mia.email, cohort: row?.slug }]),
        })
      },
    ],
    ['a new invite', async ({ coach, id, mia }) => accept(mia, await invite(coach, id, mia))],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof removed>>) => Promise<unknown>][])(
    'is in again after staff lift it: %s',
    async (_, lift) => {
      const scene = await removed()
      await lift(scene)
      expect(await stateOf(scene.id, scene.mia)).toEqual({
        state: 'ACTIVE',
        removed_by_staff: false,
      })
    },
  )
})
