import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// At least one administrator with full rights remains (rules/access#last-administrator).
const db = useDatabase()
let others: string[] = []

beforeEach(async () => {
  const rows = await db.owner(
    `update public.profiles set role = 'MEMBER' where role = 'ADMIN' returning id`,
  )
  others = rows.map(({ id }) => String(id))
})
afterEach(() => db.owner(`update public.profiles set role = 'ADMIN' where id = any($1)`, [others]))

const active = async (people: readonly Person[]) =>
  (
    await db.owner(
      `select id from public.profiles where id = any($1) and role = 'ADMIN' and disabled_at is null`,
      [people.map(({ id }) => id)],
    )
  ).length

interface Act {
  name: string
  args(target: Person): object
}
const demote: Act = {
  name: 'set_role',
  args: ({ id }) => ({ user_id: id, role: 'MEMBER' }),
}
const disable: Act = {
  name: 'set_disabled',
  args: ({ id }) => ({ user_id: id, disabled: true }),
}

describe('two administrators', () => {
  test.each([
    ['demote each other', demote, demote],
    ['disable each other', disable, disable],
    ['demote and disable each other', demote, disable],
  ])('who %s at the same time leave one administrator', async (_what, first, second) => {
    for (let round = 0; round < 15; round += 1) {
      const [ada, grace] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
      const [adas, graces] = [await tokenFor(ada), await tokenFor(grace)]
      const answers = await Promise.all([
        call(first.name, adas, first.args(grace)),
        call(second.name, graces, second.args(ada)),
      ])
      const verdicts = answers.map(verdict)
      // The other one is stopped by the guard, or is not an administrator any more.
      expect(verdicts.filter((said) => said === 'done')).toHaveLength(1)
      expect(['PT409 LAST_ADMIN', '42501']).toContain(verdicts.find((said) => said !== 'done'))
      expect(await active([ada, grace])).toBe(1)
      await db.owner(`update public.profiles set role = 'MEMBER' where id = any($1)`, [
        [ada.id, grace.id],
      ])
    }
  })
})

test('of ten administrators who demote each other in a ring, one remains', async () => {
  const people: Person[] = []
  for (let i = 0; i < 10; i += 1) people.push(await db.person({ role: 'ADMIN' }))
  const tokens = await Promise.all(people.map((person) => tokenFor(person)))
  const answers = await atOnce(10, (i) => {
    const target = people[(i + 1) % 10]
    return call('set_role', tokens[i], { user_id: target?.id, role: 'MEMBER' })
  })
  expect(await active(people)).toBeGreaterThanOrEqual(1)
  const done = tally(answers.map(verdict)).done ?? 0
  expect(await active(people)).toBe(10 - done)
  await db.owner(`update public.profiles set role = 'MEMBER' where id = any($1)`, [
    people.map(({ id }) => id),
  ])
})

test('the last administrator who can sign in remains one', async () => {
  const [ada, unverified] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'ADMIN', verified: false }),
  ]
  const password = { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] }
  const token = await tokenFor(ada, { claims: password })
  expect(verdict(await call('delete_my_account', token, {}))).toBe('PT409 LAST_ADMIN')
  const grace = await db.person({ role: 'ADMIN' })
  const graces = await tokenFor(grace)
  expect(verdict(await call('set_role', graces, demote.args(ada)))).toBe('done')
  expect(verdict(await call('set_role', graces, demote.args(unverified)))).toBe('done')
  await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [grace.id])
})
