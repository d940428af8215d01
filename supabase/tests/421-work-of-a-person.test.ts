import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments } from './scenes/assignments'

// What staff see of a person's work on the person's page (rules/assignments#queue, rules/assignments#blind).
const db = useDatabase()
const { waiting, handIn, review } = assignments(db)

const workSeenBy = (who: Person, person: Person) =>
  db.answer(who, 'person_work', { user_id: person.id }) as Promise<{ lesson: { id: string } }[]>

describe('the work of a person', () => {
  test('is listed with its state for those who may review it', async () => {
    const { coach, mia, lesson, round, id } = await waiting()
    expect(await workSeenBy(coach, mia)).toMatchObject([
      { submission_id: id, state: 'WAITING', round: 1, lesson: { id: lesson } },
    ])
    await review(coach, round.id)
    expect(await workSeenBy(await db.person({ role: 'ADMIN' }), mia)).toMatchObject([
      { submission_id: id, state: 'PASSED', person: { name: 'Mia Wu' } },
    ])
  })

  test('is hidden from moderators of other cohorts if they see only their own people', async () => {
    const { mia } = await waiting()
    const other = (await waiting()).coach
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await workSeenBy(other, mia)).toEqual([])
    })
  })

  test('does not contain work of a blind assignment until it is reviewed', async () => {
    const { coach, mia, round } = await waiting({ blind: true })
    expect(await workSeenBy(coach, mia)).toEqual([])
    await review(coach, round.id, { verdict: 'AGAIN' })
    expect(await workSeenBy(coach, mia)).toHaveLength(1)
  })

  test('excludes the caller’s own work, and is refused to members', async () => {
    const { mia, lesson } = await waiting()
    expect((await db.call(mia, 'person_work', { user_id: mia.id })).code).toBe('42501')
    await handIn(mia, lesson)
    await db.owner(`update public.profiles set role = 'ADMIN' where id = $1`, [mia.id])
    expect(await workSeenBy(mia, mia)).toEqual([])
  })
})
