import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { inboxes } from './scenes/inbox'

// Tests how a job asks for the inbox of a person who is not signed in (rules/inbox#morning-mail).
const db = useDatabase()
const { inbox, rowOf, handOver, longWaiting, silentPerson } = inboxes(db)

const admin = () => db.person({ role: 'ADMIN' })

describe('inbox_of() for a person', () => {
  test('equals staff_inbox() as that person, for every role and scope', async () => {
    await db.withSettings(
      { moderators_see_everybody: false, creators_admin_panel: true },
      async () => {
        const creator = await db.person({ role: 'CREATOR' })
        const { coach, id } = await longWaiting({ by: creator })
        const silent = await silentPerson()
        const [ada, other] = [await admin(), await admin()]
        const row = await rowOf(ada, id)
        if (!row) throw new Error('The work is not in the inbox.')
        await handOver(ada, row, other, { note: 'For you' })
        for (const person of [ada, other, creator, coach, silent.coach]) {
          const [asked] = await db.owner('select private.inbox_of($1) as inbox', [person.id])
          expect(asked?.inbox).toEqual({ ...(await inbox(person)), behind: expect.any(Number) })
          expect((await inbox(person)).rows.length).toBeGreaterThan(0)
        }
        const [none] = await db.owner('select private.inbox_of($1) as inbox', [
          (await db.person()).id,
        ])
        expect(none?.inbox).toBeNull()
      },
    )
  })

  test('does not change who the caller is afterwards', async () => {
    const [ada, mia] = [await admin(), await db.person()]
    const rows = await db.owner(
      `select private.uid() as before, private.inbox_of($1) is not null as found, private.uid() as after,
         current_setting('rookies.asked_for', true) as asked`,
      [ada.id],
    )
    expect(rows).toEqual([{ before: null, found: true, after: null, asked: '' }])
    const [failed] = await db.owner(
      `select set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true) <> '' as set, private.inbox_of($2) is not null as found, private.uid() as after`,
      [mia.id, ada.id],
    )
    expect(failed).toEqual({ set: true, found: true, after: mia.id })
  })

  test('cannot be called by signed-in people, who cannot set its settings to act as another person either', async () => {
    const [ada, mallory] = [await admin(), await db.person()]
    expect((await db.as(ada, 'select private.inbox_of($1)', [ada.id])).code).toBe('42501')
    for (const name of [
      'due_morning_mail(null)',
      'plan_morning_mails()',
      `morning_rows(null, null, 'UTC')`,
    ]) {
      expect((await db.as(ada, `select private.${name}`)).code).toBe('42501')
    }
    const forged = `select set_config('rookies.asked_for', $1, true), set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true)`
    expect(
      (
        await db.as(
          mallory,
          `with f as materialized (${forged}) select public.staff_inbox() from f`,
          [ada.id],
        )
      ).code,
    ).toBe('42501')
  })
})
