import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { notifications } from './scenes/notifications'

const db = useDatabase()

let admin: Person
beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
})
const { send, list } = notifications(db, () => admin)

describe('the search of notifications', () => {
  test('finds each word, in pages, and nothing if two words never occur together', async () => {
    const person = await db.person()
    const word = randomUUID().slice(0, 8)
    await db.owner(
      `insert into public.notifications (title, message, recipient_id, is_global, created_at)
       select case when n % 2 = 0 then 'Even' else 'Odd' end || $2, 'Message ' || n, $1, false, now() - n * interval '1 minute'
       from generate_series(1, 70) n`,
      [person.id, word],
    )
    const list = async (args: object) =>
      (await db.call(admin, 'notification_list', { page_size: 20, ...args })).rows[0]?.answer as {
        total: number
        newer: boolean
        older: boolean
        notifications: { id: string; message: string; created_at: string }[]
      }
    const said = ({ notifications }: { notifications: { message: string }[] }) =>
      notifications.map(({ message }) => Number(message.split(' ')[1]))
    const place = ({ id, created_at }: { id: string; created_at: string }) => `${created_at},${id}`
    const query = `EVEN${word} message`
    const first = await list({ query })
    expect(first).toMatchObject({ total: 35, newer: false, older: true })
    expect(said(first)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 2))
    const last = first.notifications.at(-1)
    const second = await list({ query, after: last && place(last) })
    expect(second).toMatchObject({ total: 35, newer: true, older: false })
    expect(said(second)).toEqual(Array.from({ length: 15 }, (_, n) => 2 * n + 42))
    const [begins] = second.notifications
    const back = await list({ query, before: begins && place(begins) })
    expect(back).toMatchObject({ newer: false, older: true })
    expect(said(back)).toEqual(said(first))
    const apart = await list({ query: `even${word} odd${word}` })
    expect(apart).toMatchObject({ total: 0, newer: false, older: false, notifications: [] })
    expect((await list({ query: word, type: 'error' })).total).toBe(0)
    expect((await list({ query: word, audience: 'specific' })).total).toBe(70)
    // One word is in many of the newest rows, the other in a single row.
    const rare = `gem${randomUUID().slice(0, 8)}`
    await db.owner(
      `update public.notifications set message = 'Message 70 ' || $2 where recipient_id = $1 and message = 'Message 70'`,
      [person.id, rare],
    )
    expect(said(await list({ query: `even${word} ${rare}` }))).toEqual([70])
    expect((await list({ query: `odd${word} ${rare}` })).total).toBe(0)
  })
})

describe('the administrators’ list', () => {
  test('is for administrators only', async () => {
    for (const who of [
      await db.person(),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
    ]) {
      expect((await db.call(who, 'notification_list', {})).code).toBe('42501')
    }
  })

  test('shows recipient, sender and reads, and can be filtered', async () => {
    const word = randomUUID()
    const ada = await db.person({ name: 'Ada' })
    const one = await send({ recipient_id: ada.id, title: `To ${word}`, type: 'success' })
    const all = await send({ title: 'To all', message: `Says 100% ${word}` })
    await db.call(ada, 'mark_notification_read', { notification_id: one })
    const found = await list({ query: word.toUpperCase() })
    expect(found).toMatchObject({ total: 2, bounded: false, newer: false, older: false })
    expect(found.notifications.map(({ id }) => id)).toEqual([all, one])
    expect(found.notifications[0]).toMatchObject({
      recipient: null,
      is_global: true,
      read_at: null,
      sender: { id: admin.id },
    })
    expect(found.notifications[1]).toMatchObject({
      recipient: { id: ada.id, name: 'Ada' },
      read_at: expect.any(String),
    })
    const ids = async (args: object) =>
      (await list({ query: word, ...args })).notifications.map(({ id }) => id)
    expect(await ids({ audience: 'global' })).toEqual([all])
    expect(await ids({ audience: 'specific' })).toEqual([one])
    expect(await ids({ type: 'success' })).toEqual([one])
    expect(await ids({ query: `100% ${word}` })).toEqual([all])
    expect(await ids({ query: `10_% ${word}` })).toEqual([])
  })

  test('is paged in both directions', async () => {
    const word = randomUUID()
    const ada = await db.person()
    for (let n = 1; n <= 5; n++) await send({ recipient_id: ada.id, title: `${n} ${word}` })
    const page = async (args: object) => {
      const answer = await list({ query: word, page_size: 2, ...args })
      return {
        ...answer,
        names: answer.notifications.map(({ title }) => title[0]).join(''),
        first: `${answer.notifications[0]?.created_at},${answer.notifications[0]?.id}`,
        last: `${answer.notifications.at(-1)?.created_at},${answer.notifications.at(-1)?.id}`,
      }
    }
    const first = await page({})
    expect(first).toMatchObject({ names: '54', newer: false, older: true, total: 5 })
    const second = await page({ after: first.last })
    expect(second).toMatchObject({ names: '32', newer: true, older: true })
    expect(await page({ after: second.last })).toMatchObject({
      names: '1',
      newer: true,
      older: false,
    })
    expect(await page({ before: second.first })).toMatchObject({ names: '54', newer: false })
  })

  test('shows its totals without counting', async () => {
    const counted = `select count(*)::int as total, (count(*) filter (where is_global))::int as global,
      (count(*) filter (where not is_global))::int as specific from public.notifications`
    const ada = await db.person()
    const before = (await list()).sums
    const id = await send({ recipient_id: ada.id, title: 'Counted' })
    await send({ title: 'Counted too' })
    const after = (await list()).sums
    expect(after).toEqual({
      total: before.total + 2,
      global: before.global + 1,
      specific: before.specific + 1,
      recent: before.recent + 2,
    })
    await db.as(admin, 'delete from public.notifications where id = $1', [id])
    // A deleted account removes its own notifications.
    await send({ recipient_id: ada.id, title: 'Gone with her' })
    await db.owner('delete from public.profiles where id = $1', [ada.id])
    const [truth] = await db.owner(counted)
    expect((await list()).sums).toMatchObject(truth ?? {})
  })

  test('is exported with its filter', async () => {
    const word = randomUUID()
    await send({ title: `=1+1 ${word}` })
    await send({ title: 'Another' })
    const begun = (
      await db.call(admin, 'begin_export', {
        list: 'notifications',
        filter: { search: word },
      })
    ).rows[0]?.answer as { id: string; total: number }
    expect(begun.total).toBe(1)
    const page = (await db.call(admin, 'export_rows', { export_id: begun.id })).rows[0]?.answer
    expect(page).toMatchObject({ next: null })
    expect((page as { rows: object[] }).rows).toEqual([
      expect.objectContaining({ recipient: 'All Members', read: null }),
    ])
  })
})
