import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// Messages of staff to a cohort appear in everybody's bell, and are mailed to people who want that
// (rules/cohorts#messages).
const db = useDatabase()
const { cohort, join, change } = cohorts(db)

async function scene() {
  const [admin, mia, max, left] = [
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.person(),
    await db.person(),
  ]
  const id = await cohort()
  for (const person of [mia, max, left]) await join(id, person)
  await change(id, left, `state = 'LEFT'`)
  await db.as(max, 'insert into public.preferences (cohort_mails) values (false)')
  return { admin, mia, max, left, id }
}

const send = (who: Person, id: string, operation = randomUUID(), title = 'Room changed') =>
  db.call(who, 'send_cohort_message', {
    cohort_id: id,
    title,
    message: 'We meet in room 4.',
    operation_id: operation,
  })

/** Sends a message and returns its id. */
const sent = async (who: Person, id: string) => {
  const { rows } = await send(who, id)
  return (rows[0]?.answer as { id: string } | undefined)?.id
}

const bell = (person: Person) =>
  db.owner('select title from public.notifications where recipient_id = $1', [person.id])

const mails = async (id: unknown) =>
  (await db.owner(
    `select user_id, private.due_cohort_message_mail(w) as mail from private.due_work w where w.subject_id = $1`,
    [id],
  )) as { user_id: string; mail: { to: string; unsubscribe: string } | null }[]

test('the bell shows the sender and the cohort of a message, until the account of the sender is erased', async () => {
  const { mia, id } = await scene()
  const grace = await db.person({ role: 'ADMIN', name: 'Grace Kim' })
  await sent(grace, id)
  const source = async () =>
    (await db.owner('select source from public.notifications where recipient_id = $1', [mia.id]))[0]
      ?.source
  expect(await source()).toBe('Grace Kim · Autumn')
  await db.owner('delete from auth.users where id = $1', [grace.id])
  expect(await source()).toBeNull()
})

describe('a message to one person of a cohort', () => {
  test('is sent only to this person, and shown only to them on the page of the cohort', async () => {
    const { admin, mia, max, left, id } = await scene()
    const write = (who: Person, person: Person) =>
      db.call(who, 'send_cohort_message', {
        ...{ cohort_id: id, title: 'How are you?', message: 'Shall we talk?', user_id: person.id },
      })
    expect(
      await db.answer(admin, 'count_cohort_message', { cohort_id: id, user_id: mia.id }),
    ).toEqual({ people: 1, mails: 1 })
    expect((await write(admin, mia)).rows).toMatchObject([{ answer: { people: 1, mails: 1 } }])
    expect(await bell(mia)).toEqual([{ title: 'How are you?' }])
    expect(await bell(max)).toEqual([])
    const messages = async (who: Person) =>
      ((await db.answer(who, 'my_cohort_schedule', { cohort_id: id })) as { messages: object[] })
        .messages
    expect(await messages(mia)).toMatchObject([{ title: 'How are you?' }])
    expect(await messages(max)).toEqual([])
    expect(await db.answer(admin, 'cohort_message_list', { cohort_id: id })).toMatchObject({
      messages: [{ to: 'Test Person', people: 1 }],
    })
    for (const person of [left, await db.person()]) {
      expect(await write(admin, person)).toMatchObject({
        ...{ code: 'PT422', message: 'This person is not in the cohort any more.' },
      })
    }
    expect((await write(mia, max)).code).toBe('42501')
    expect((await write(await db.person({ role: 'CREATOR' }), mia)).code).toBe('42501')
  })
})

describe('a message to a cohort', () => {
  test('appears once in the bell of each person of the cohort, and is mailed to those who want it', async () => {
    const { admin, mia, max, left, id } = await scene()
    expect(await db.answer(admin, 'count_cohort_message', { cohort_id: id })).toEqual({
      people: 2,
      mails: 1,
    })
    const operation = randomUUID()
    const [first, again] = [await send(admin, id, operation), await send(admin, id, operation)]
    expect(first.rows).toMatchObject([{ answer: { people: 2, mails: 1 } }])
    expect(again.rows).toEqual(first.rows)
    expect(await bell(mia)).toEqual([{ title: 'Room changed' }])
    expect(await bell(max)).toHaveLength(1)
    expect(await bell(left)).toEqual([])
    const message = (first.rows[0]?.answer as { id: string } | undefined)?.id
    expect(await mails(message)).toMatchObject([{ user_id: mia.id, mail: { to: mia.email } }])
    expect((await send(admin, id, operation, 'Another text')).code).toBe('PT409')
  })

  test('is not mailed to people who have left since, or who no longer want mail', async () => {
    const { admin, mia, id } = await scene()
    const message = await sent(admin, id)
    await db.as(mia, 'insert into public.preferences (cohort_mails) values (false)')
    expect(await mails(message)).toEqual([{ user_id: mia.id, mail: null }])
  })

  test('has one audit record, without its text', async () => {
    const { admin, id } = await scene()
    const message = await sent(admin, id)
    const records = await db.owner(
      `select action, target_id, after ->> 'message' as text, after ->> 'cohort_id' as cohort from public.audit_logs
       where user_id = $1 and action not like 'auth.%'`,
      [admin.id],
    )
    expect(records).toEqual([
      { action: 'cohort_message.send', target_id: message, text: null, cohort: id },
    ])
  })

  test('shows staff who has read it', async () => {
    const { admin, mia, max, id } = await scene()
    const message = await sent(admin, id)
    const [row] = await db.owner('select id from public.notifications where recipient_id = $1', [
      mia.id,
    ])
    await db.answer(mia, 'mark_notification_read', { notification_id: row?.id })
    expect(await db.answer(admin, 'cohort_message_list', { cohort_id: id })).toMatchObject({
      total: 1,
      messages: [{ id: message, people: 2, mails: 1, read: 1 }],
    })
    expect(await db.answer(admin, 'cohort_message_readers', { message_id: message })).toMatchObject(
      [{ id: mia.id }, { id: max.id, read_at: null }],
    )
  })

  test('of another cohort gets the same answer as one that does not exist', async () => {
    const { admin, id } = await scene()
    const [message, moderator] = [await sent(admin, id), await db.person({ role: 'MODERATOR' })]
    await cohort({ staff: [moderator] })
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const refusals = await Promise.all(
        [message, randomUUID()].map(async (one) => {
          const { code, message } = await db.call(moderator, 'cohort_message_readers', {
            message_id: one,
          })
          return [code, message]
        }),
      )
      expect(refusals[0]?.[0]).toBe('42501')
      expect(refusals[1]).toEqual(refusals[0])
    })
    const unknown = { message_id: randomUUID() }
    expect((await db.call(admin, 'cohort_message_readers', unknown)).code).toBe('PT404')
  })

  test('can be sent, and its figures read, only by staff', async () => {
    const { admin, mia, id } = await scene()
    const message = await sent(admin, id)
    for (const person of [mia, await db.person({ role: 'CREATOR' })]) {
      expect((await send(person, id)).code).toBe('42501')
      expect((await db.call(person, 'count_cohort_message', { cohort_id: id })).code).toBe('42501')
      expect((await db.call(person, 'cohort_message_list', { cohort_id: id })).code).toBe('42501')
      expect((await db.call(person, 'cohort_message_readers', { message_id: message })).code).toBe(
        '42501',
      )
      expect((await db.as(person, 'select from public.cohort_messages')).rows).toEqual([])
    }
  })
})

describe('the secret address in a mail', () => {
  const unsubscribe = async (token: string, really = false) => {
    const [row] = await db.owner('select public.unsubscribe($1, $2) as answer', [token, really])
    return row?.answer
  }

  test('ends mails with messages to cohorts; only opening it changes nothing', async () => {
    const { admin, mia, id } = await scene()
    const message = await sent(admin, id)
    const [mail] = await mails(message)
    const token = mail?.mail?.unsubscribe ?? ''
    expect(await unsubscribe(token)).toEqual({ mail: 'cohort_mails', wanted: true })
    expect(await unsubscribe(token)).toEqual({ mail: 'cohort_mails', wanted: true })
    expect(await unsubscribe(token, true)).toEqual({ mail: 'cohort_mails', wanted: false })
    expect(await db.answer(admin, 'count_cohort_message', { cohort_id: id })).toMatchObject({
      mails: 0,
    })
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
    expect(await unsubscribe(token)).toBeNull()
  })

  test('is stored as a hash, is valid for a year, and cannot be used by signed-in people', async () => {
    const mia = await db.person()
    const [row] = await db.owner(`select private.make_unsubscribe_token($1, 'cohort_mails') as t`, [
      mia.id,
    ])
    const token = String(row?.t)
    expect(
      await db.owner('select from private.unsubscribe_tokens u where u::text like $1', [
        `%${token}%`,
      ]),
    ).toEqual([])
    expect((await db.call(mia, 'unsubscribe', { token, really: true })).code).toBe('42501')
    expect((await db.call('visitor', 'unsubscribe', { token })).code).toBe('42501')
    await db.owner(
      `update private.unsubscribe_tokens set made_at = now() - interval '366 days' where user_id = $1`,
      [mia.id],
    )
    expect(await unsubscribe(token, true)).toBeNull()
    expect(await unsubscribe('nonsense')).toBeNull()
  })
})

test('only their owner can use preferences, and the time zone must exist', async () => {
  const [mia, max] = [await db.person(), await db.person()]
  await db.as(mia, `insert into public.preferences (time_zone) values ('Europe/Vienna')`)
  expect((await db.as(max, 'select from public.preferences')).rows).toEqual([])
  expect(
    (await db.as(max, `update public.preferences set cohort_mails = false returning user_id`)).rows,
  ).toEqual([])
  expect(
    (await db.as(max, 'insert into public.preferences (user_id) values ($1)', [mia.id])).code,
  ).toBe('42501')
  expect(
    await db.as(mia, `update public.preferences set time_zone = 'Mars/Olympus'`),
  ).toMatchObject({ code: 'PT422', message: 'There is no such time zone.' })
})

describe('people whom staff add', () => {
  const add = (who: Person, id: string, people: Person[]) =>
    db.answer(who, 'add_cohort_people', {
      cohort_id: id,
      people: `{${people.map((one) => one.id)}}`,
    })

  const bells = async (person: Person) =>
    (
      await db.owner(
        'select title, message, action_url from public.notifications where recipient_id = $1',
        [person.id],
      )
    ).map(({ title, message, action_url }) => ({ title, message, action_url }))

  const addedMails = async (id: string) =>
    (await db.owner(
      `select user_id, private.due_cohort_added_mail(w) as mail from private.due_work w where w.subject_id = $1 and w.kind = 'cohort_added_mail'`,
      [id],
    )) as { user_id: string; mail: object | null }[]

  async function upcoming(options: Parameters<typeof cohort>[0] = {}) {
    const [admin, mia, max] = [
      await db.person({ role: 'ADMIN' }),
      await db.person(),
      await db.person(),
    ]
    const id = await cohort(options)
    await db.owner(
      `update public.cohorts set starts_on = '2199-12-02', ends_on = '2199-12-30', time_zone = 'Europe/Vienna' where id = $1`,
      [id],
    )
    const [row] = await db.owner('select slug from public.cohorts where id = $1', [id])
    return { admin, mia, max, id, page: `/app/cohorts/${row?.slug}` }
  }

  test('are notified once, in the bell and by mail, with the first day and what to do', async () => {
    const { admin, mia, max, id, page } = await upcoming()
    await db.as(max, 'insert into public.preferences (cohort_mails) values (false)')
    await add(admin, id, [mia, max, admin])
    await add(admin, id, [mia, max])
    const begins =
      'It begins on Mon 2 Dec 2199 (Europe/Vienna). Its courses are in your library, and their lessons open on the days of its schedule.'
    expect(await bells(mia)).toEqual([
      { title: 'You are in Autumn', message: begins, action_url: page },
    ])
    expect(await bells(max)).toHaveLength(1)
    expect(await bells(admin)).toEqual([])
    expect(await addedMails(id)).toMatchObject([
      { user_id: mia.id, mail: { to: mia.email, cohort: 'Autumn', begins, path: page } },
    ])
    await change(id, mia, `state = 'LEFT'`)
    expect(await addedMails(id)).toMatchObject([{ mail: null }])
  })

  test('from a list of emails are notified, too, but people who joined by an invite or a link are not', async () => {
    const { admin, mia, max, id } = await upcoming()
    const [row] = await db.owner('select slug from public.cohorts where id = $1', [id])
    await db.answer(admin, 'create_invites', {
      operation_id: randomUUID(),
      piece: 0,
      lines: JSON.stringify([{ email: mia.email, cohort: row?.slug }]),
    })
    expect(await bells(mia)).toHaveLength(1)
    const { token } = (await db.answer(admin, 'create_invite', {
      email: max.email,
      cohort_id: id,
    })) as { token: string }
    await db.answer(max, 'accept_invite', { token })
    const joiner = await db.person()
    const link = (await db.answer(admin, 'make_cohort_link', { cohort_id: id })) as {
      token: string
    }
    await db.answer(joiner, 'join_by_link', { token: link.token })
    expect([await bells(max), await bells(joiner)]).toEqual([[], []])

    const newcomer = { id: randomUUID(), email: `${randomUUID()}@example.test` }
    const invite = (await db.answer(admin, 'create_invite', {
      email: newcomer.email,
      cohort_id: id,
    })) as { token: string }
    await db.authService(
      'insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)',
      [newcomer.id, newcomer.email, JSON.stringify({ name: 'Nina', invite_token: invite.token })],
    )
    expect(await bells(newcomer)).toEqual([])
  })

  test('are notified about a draft once it is published, and never about a cohort that has ended', async () => {
    const { admin, mia, id } = await upcoming({ draft: true })
    await add(admin, id, [mia])
    expect(await bells(mia)).toEqual([])
    for (const draft of [false, true, false]) {
      await db.owner('update public.cohorts set draft = $2 where id = $1', [id, draft])
    }
    expect(await bells(mia)).toHaveLength(1)
    const { max } = await upcoming()
    const ended = await cohort()
    await db.owner(
      `update public.cohorts set starts_on = '2020-01-01', ends_on = '2020-02-01' where id = $1`,
      [ended],
    )
    await add(admin, ended, [max])
    expect(await bells(max)).toEqual([])
  })
})
