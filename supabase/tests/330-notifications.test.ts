import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { type Feed, notifications, titles } from './scenes/notifications'

const db = useDatabase()

let admin: Person
beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
})
const { feed, send } = notifications(db, () => admin)

/** Counts notifications as a client would that reads the table. */
const unreadOverTable = (who: Person) =>
  db.value(
    who,
    `select count(*)::int from public.notifications n
     where (n.recipient_id = $1 or n.is_global) and not public.is_read(n)`,
    [who.id],
  )

describe('the bell', () => {
  test('shows the newest, the number of unread ones, and whether there are more, in one answer', async () => {
    const ada = await db.person()
    for (let n = 1; n <= 12; n++) await send({ recipient_id: ada.id, title: `No ${n}` })
    const bell = await feed(ada)
    expect(titles(bell).filter((title) => title.startsWith('No'))[0]).toBe('No 12')
    expect(bell.notifications).toHaveLength(10)
    expect(bell).toMatchObject({ more: true, muted: [] })
    expect(bell.unread).toBeGreaterThanOrEqual(12)
    expect(bell.notifications[0]).toMatchObject({ is_read: false, type: 'info' })
    expect((await feed(ada, 100)).more).toBe(false)
  })

  test('counts up to a hundred', async () => {
    const ada = await db.person()
    const add = (n: number) =>
      db.owner(
        `insert into public.notifications (title, message, recipient_id) select 'Many', 'M', $1 from generate_series(1, $2)`,
        [ada.id, n],
      )
    await add(99)
    expect([99, 100]).toContain((await feed(ada)).unread)
    await add(51)
    expect((await feed(ada)).unread).toBe(100)
    expect(await db.value(ada, 'select public.mark_all_notifications_read()')).toBeGreaterThan(149)
    expect((await feed(ada)).unread).toBe(0)
  })

  test('separates read and unread for each person', async () => {
    const [ada, grace] = [await db.person(), await db.person()]
    const id = await send({ title: 'For all' })
    const mine = async (who: Person) =>
      (await feed(who, 100)).notifications.find((item) => item.id === id)
    expect(await mine(ada)).toMatchObject({ is_global: true, is_read: false })
    const before = (await feed(grace)).unread
    await db.call(ada, 'mark_notification_read', { notification_id: id })
    expect(await mine(ada)).toMatchObject({ is_read: true })
    expect(await mine(grace)).toMatchObject({ is_read: false })
    expect((await feed(grace)).unread).toBe(before)
    const column = 'select public.is_read(n) as read from public.notifications n where n.id = $1'
    expect(await db.value(ada, column, [id])).toBe(true)
    expect(await db.value(grace, column, [id])).toBe(false)
  })

  test('shows a new person earlier notifications for everybody as read', async () => {
    const id = await send({ title: 'Of old' })
    const ada = await db.person()
    const bell = await feed(ada, 100)
    expect(bell.notifications.find((item) => item.id === id)).toMatchObject({ is_read: true })
    expect(bell.unread).toBe(0)
    expect(await unreadOverTable(ada)).toBe(0)
    expect(await db.value(ada, 'select public.mark_all_notifications_read()')).toBe(0)
  })

  test('leaves out notifications of muted types, but not important ones', async () => {
    const ada = await db.person()
    await send({ recipient_id: ada.id, title: 'Quiet', type: 'warning' })
    await send({ recipient_id: ada.id, title: 'Loud', type: 'warning', important: true })
    await send({ recipient_id: ada.id, title: 'Other', type: 'error' })
    const before = (await feed(ada)).unread
    expect(
      (await db.as(ada, `insert into public.notification_mutes (type) values ('warning')`)).code,
    ).toBeUndefined()
    const bell = await feed(ada)
    expect(titles(bell)).toEqual(expect.arrayContaining(['Loud', 'Other']))
    expect(titles(bell)).not.toContain('Quiet')
    expect(bell).toMatchObject({ muted: ['warning'], unread: before - 1 })
    expect(await unreadOverTable(ada)).toBe(bell.unread)
    const grace = await db.person()
    expect((await db.as(grace, 'select * from public.notification_mutes')).rows).toEqual([])
    await db.as(grace, 'delete from public.notification_mutes')
    expect((await feed(ada)).muted).toEqual(['warning'])
    await db.call(ada, 'mark_all_notifications_read', {})
    await db.as(ada, `delete from public.notification_mutes where type = 'warning'`)
    const back = await feed(ada)
    expect(titles(back)).toContain('Quiet')
    expect(back.unread).toBe(1)
  })

  test('shows scheduled notifications at their time, hides expired ones, and says when the next change comes', async () => {
    const ada = await db.person()
    const in1 = new Date(Date.now() + 3_600_000)
    const in2 = new Date(Date.now() + 7_200_000)
    const id = await send({
      recipient_id: ada.id,
      title: 'Later',
      publish_at: in1,
      expires_at: in2,
    })
    let bell = await feed(ada)
    expect(titles(bell)).not.toContain('Later')
    expect(new Date(bell.next_change_at ?? 0).getTime()).toBeLessThanOrEqual(in1.getTime())
    expect(
      (await db.as(ada, 'select id from public.notifications where id = $1', [id])).rows,
    ).toEqual([])
    const shift = (by: string) =>
      db.owner(
        `update public.notifications set created_at = created_at - $2::interval, publish_at = publish_at - $2::interval, expires_at = expires_at - $2::interval where id = $1`,
        [id, by],
      )
    await shift('1 hour 1 second')
    bell = await feed(ada)
    expect(titles(bell)[0]).toBe('Later')
    expect(bell.notifications[0]).toMatchObject({ is_read: false })
    expect(new Date(bell.next_change_at ?? 0).getTime()).toBeLessThanOrEqual(in2.getTime())
    await shift('1 hour')
    expect(titles(await feed(ada))).not.toContain('Later')
  })

  test('is part of boot(), and closed to people without access to the product', async () => {
    const ada = await db.person()
    await send({ recipient_id: ada.id, title: 'Hello' })
    const boot = (await db.value(ada, 'select public.boot()')) as { bell: Feed }
    expect(titles(boot.bell)).toContain('Hello')
    expect(await db.value('visitor', `select public.boot() ->> 'bell'`)).toBeNull()
    expect(await db.value('visitor', 'select public.notification_feed()')).toBeNull()
    await db.call(admin, 'set_disabled', { user_id: ada.id, disabled: true })
    expect(await db.value(ada, 'select public.notification_feed()')).toBeNull()
  })
})

describe('sending', () => {
  test('with the same id happens once, even if it is requested again', async () => {
    const ada = await db.person()
    const send_id = randomUUID()
    const args = { recipient_id: ada.id, title: 'Once', message: 'M', send_id }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => db.call(admin, 'send_user_notification', args)),
    )
    expect(answers.map(({ rows }) => rows[0]?.answer)).toEqual(Array(5).fill(send_id))
    expect(titles(await feed(ada)).filter((title) => title === 'Once')).toHaveLength(1)
    const other = await db.call(admin, 'send_user_notification', { ...args, title: 'Twice' })
    expect(other.code).toBe('PT409')
    const second = await db.person({ role: 'ADMIN' })
    expect((await db.call(second, 'send_user_notification', args)).code).toBe('PT409')
  })

  test('refuses contradictory values', async () => {
    const past = new Date(Date.now() - 1000)
    const soon = new Date(Date.now() + 60_000)
    const refused = async (args: object) => {
      const answer = await db.call(admin, 'send_global_notification', {
        title: 'T',
        message: 'M',
        ...args,
      })
      return answer.code
    }
    expect(await refused({ title: ' ' })).toBe('23514')
    expect(await refused({ action_label: 'Go' })).toBe('PT422')
    expect(await refused({ expires_at: past })).toBe('PT422')
    expect(await refused({ publish_at: soon, expires_at: soon })).toBe('PT422')
    expect(await refused({ action_url: '//elsewhere.test' })).toBe('23514')
    const nobody = { recipient_id: randomUUID(), title: 'T', message: 'M' }
    expect((await db.call(admin, 'send_user_notification', nobody)).code).toBe('23503')
    const none = { recipient_id: null, title: 'T', message: 'M' }
    expect((await db.call(admin, 'send_user_notification', none)).code).toBe('PT422')
  })

  test('writes one row for everybody, and an edit changes that row', async () => {
    const ada = await db.person()
    const id = await send({ title: 'Tpyo', action_url: '/app/dashboard', action_label: 'Go' })
    const rows = 'select count(*)::int as n from public.notifications where title = any($1)'
    expect(await db.owner(rows, [['Tpyo']])).toEqual([{ n: 1 }])
    const edit = { notification_id: id, title: 'Typo', message: 'Mended', type: 'success' }
    for (const who of [ada, await db.person({ role: 'MODERATOR' }), 'visitor'] as const) {
      expect((await db.call(who, 'edit_notification', edit)).code).toBe('42501')
    }
    // A notification that was shown keeps its time.
    const later = new Date(Date.now() + 60_000)
    await db.call(admin, 'edit_notification', { ...edit, publish_at: later })
    expect((await feed(ada, 100)).notifications.find((item) => item.id === id)).toMatchObject({
      title: 'Typo',
      message: 'Mended',
      type: 'success',
      action_url: null,
    })
    const gone = { ...edit, notification_id: randomUUID() }
    expect((await db.call(admin, 'edit_notification', gone)).code).toBe('PT404')
    const acts = await db.owner(
      `select action from public.audit_logs where target_id = $1 order by id`,
      [id],
    )
    expect(acts.map(({ action }) => action)).toEqual(['notification.create', 'notification.update'])
  })

  test('a scheduled one can be moved until it has appeared', async () => {
    const ada = await db.person()
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const id = await send({ recipient_id: ada.id, title: 'Soon', publish_at: at(60) })
    const edit = { notification_id: id, title: 'Soon', message: 'M', type: 'info' }
    const begins = async () =>
      (await db.owner('select publish_at from public.notifications where id = $1', [id]))[0]
        ?.publish_at
    await db.call(admin, 'edit_notification', { ...edit, publish_at: at(30) })
    expect(Number(await begins())).toBeLessThan(at(31).getTime())
    await db.call(admin, 'edit_notification', edit)
    expect(titles(await feed(ada))).toContain('Soon')
    await db.call(admin, 'edit_notification', { ...edit, publish_at: at(30) })
    expect(titles(await feed(ada))).toContain('Soon')
  })
})

test('a second read, by person and notification, is one row', async () => {
  const ada = await db.person()
  const id = await send({ title: 'Twice' })
  const mark = (conflict: string) =>
    db.as(
      ada,
      `insert into public.notification_reads (user_id, notification_id) values ($1, $2) ${conflict}`,
      [ada.id, id],
    )
  const ignored = 'on conflict (user_id, notification_id) do nothing'
  expect(await mark(ignored)).toEqual({ rows: [] })
  expect(await mark(ignored)).toEqual({ rows: [] })
  await db.call(ada, 'mark_notification_read', { notification_id: id })
  expect((await mark('')).code).toBe('23505')
  expect(
    await db.owner('select user_id from public.notification_reads where notification_id = $1', [
      id,
    ]),
  ).toEqual([{ user_id: ada.id }])
  const chosen = `insert into public.notification_reads (id, notification_id) values ($1, $1)`
  expect((await db.as(ada, chosen, [id])).code).toBe('42501')
})

test('deleting removes it for everyone, with its reads', async () => {
  const ada = await db.person()
  const id = await send({ title: 'Never mind' })
  await db.call(ada, 'mark_notification_read', { notification_id: id })
  const drop = 'delete from public.notifications where id = $1 returning id'
  expect((await db.as(ada, drop, [id])).rows).toEqual([])
  expect((await db.as(admin, drop, [id])).rows).toEqual([{ id }])
  expect(titles(await feed(ada, 100))).not.toContain('Never mind')
  expect(
    await db.owner('select 1 from public.notification_reads where notification_id = $1', [id]),
  ).toEqual([])
})
