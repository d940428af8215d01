import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'

const db = useDatabase()

describe('sending', () => {
  test('only administrators may send, and the sender is the caller', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const ada = await db.person()
    const toAll = `select public.send_global_notification(title => 'Hello', message => 'All', sender_id => $1) as id`
    const toOne = `select public.send_user_notification(recipient_id => $1, title => 'Hello', message => 'You', sender_id => $1) as id`
    for (const who of [ada, await db.person({ role: 'MODERATOR' }), 'visitor'] as const) {
      expect((await db.as(who, toAll, [ada.id])).code).toBe('42501')
      expect((await db.as(who, toOne, [ada.id])).code).toBe('42501')
    }
    for (const sql of [toAll, toOne]) {
      const id = (await db.as(admin, sql, [ada.id])).rows[0]?.id
      expect(
        await db.owner('select sender_id from public.notifications where id = $1', [id]),
      ).toEqual([{ sender_id: admin.id }])
    }
    expect(
      (
        await db.as(
          admin,
          `insert into public.notifications (title, message, is_global) values ('x', 'y', true)`,
        )
      ).code,
    ).toBe('42501')
    expect(
      (
        await db.as(
          admin,
          `select public.send_global_notification('T', 'M', action_url => 'javascript:alert(1)')`,
        )
      ).code,
    ).toBe('23514')
  })
})

describe('reading', () => {
  test('people read and mark only their own notifications', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [ada, grace] = [await db.person(), await db.person()]
    const send = async (sql: string, values: unknown[]) =>
      String((await db.as(admin, `select public.${sql} as id`, values)).rows[0]?.id)
    const personal = await send(`send_user_notification($1, 'For Ada', 'M')`, [ada.id])
    const global = await send(`send_global_notification('For all', 'M')`, [])
    const later = await send(
      `send_global_notification('Later', 'M', publish_at => now() + interval '1 hour')`,
      [],
    )
    const seen = async (who: typeof ada) =>
      (
        await db.as(who, 'select id from public.notifications where id = any($1)', [
          [personal, global, later],
        ])
      ).rows.map((row) => row.id)
    expect((await seen(ada)).sort()).toEqual([personal, global].sort())
    expect(await seen(grace)).toEqual([global])
    const mark = 'select public.mark_notification_read($1)'
    expect((await db.as(grace, mark, [personal])).code).toBe('42501')
    expect((await db.as(ada, mark, [global])).code).toBeUndefined()
    expect((await db.as(ada, mark, [global])).code).toBeUndefined()
    expect(
      await db.owner('select user_id from public.notification_reads where notification_id = $1', [
        global,
      ]),
    ).toEqual([{ user_id: ada.id }])
    expect(await db.value(ada, 'select public.mark_all_notifications_read()')).toBe(1)
    expect(await db.value(ada, 'select public.mark_all_notifications_read()')).toBe(0)
    await db.owner('delete from public.notifications where id = any($1)', [
      [personal, global, later],
    ])
  })
})
