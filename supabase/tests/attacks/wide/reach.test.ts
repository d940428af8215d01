import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRITABLE } from '../../agreement/columns'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { expectations } from '../functions'
import { plantVictim, type Victim } from '../secrets'
import { useUnchangedRows } from '../unchanged-rows'

// If moderators do not see everybody, every function and table answers about a person outside of their cohorts as about
// one who does not exist, and none of that person's rows change (rules/access#moderators-see-everybody).
const db = useDatabase()
const { cohort, join } = cohorts(db)
const hidden = `hidden-${randomUUID()}`

let victim: Victim
let mo: Person
let token: string
let restore: () => Promise<unknown>

beforeAll(async () => {
  victim = await plantVictim(db)
  // Courses have the victim's word in their titles, which moderators may read.
  await db.owner('update public.profiles set name = $2 where id = $1', [victim.id, hidden])
  mo = await db.person({ role: 'MODERATOR', name: 'Mo' })
  await join(await cohort({ staff: [mo] }), await db.person({ name: 'Inside' }))
  // The sign-in is too old to delete the account, which one of the functions does.
  const amr = [{ method: 'password', timestamp: 1 }]
  token = await tokenFor(mo, { claims: { aal: 'aal2', amr } })
  restore = await turnSwitches(db, { moderators_see_everybody: false })
})
afterAll(() => restore())

const secrets = () => [
  ...[hidden, victim.id, victim.email, victim.cohort, victim.cohortMessage],
  ...[victim.invite, victim.inviteToken, victim.session, victim.purchase, victim.note],
]

// Checks after each test that no row with the victim or their cohort changed.
useUnchangedRows({ about: () => [victim.id, victim.cohort] })

/** The same arguments with ids of a person, a cohort and a message that do not exist. */
function ofNobody(args: Record<string, unknown>): Record<string, unknown> {
  let text = JSON.stringify(args)
  for (const id of [victim.id, victim.cohort, victim.cohortMessage, victim.author.id]) {
    text = text.replaceAll(id, randomUUID())
  }
  return JSON.parse(text.replaceAll(victim.email, `${randomUUID()}@example.test`))
}

const call = (name: string, args: object) =>
  rest(`rpc/${name}`, { method: 'POST', token, body: args })

/** An answer without the ids of the call, which some answers repeat. */
const plain = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(@example\.test)?/g, 'ID')

test('every function answers about the victim as about a person who does not exist', async () => {
  let asked = 0
  for (const [name, { args }] of Object.entries(expectations(victim))) {
    const nobody = ofNobody(args)
    const answer = await call(name, args)
    const repeated = secrets().filter((secret) => JSON.stringify(args).includes(secret))
    const told = secrets().filter(
      (secret) => answer.text.includes(secret) && !repeated.includes(secret),
    )
    expect([name, told]).toEqual([name, []])
    if (JSON.stringify(nobody) === JSON.stringify(args) || 'operation_id' in args) continue
    asked += 1
    const missing = await call(name, nobody)
    expect([name, answer.status, plain(answer.text)]).toEqual([
      name,
      missing.status,
      plain(missing.text),
    ])
  }
  expect(asked).toBeGreaterThan(40)
})

test('no table shows or changes a row of the victim', async () => {
  const columns = await db.owner(
    `select table_name, column_name from information_schema.columns c where c.table_schema = 'public' and c.data_type = 'uuid'
       and c.column_name in ('id', 'user_id', 'author_id', 'reporter_id', 'recipient_id', 'sender_id', 'invited_by_id', 'redeemed_by_id', 'cohort_id')`,
  )
  expect(columns.length).toBeGreaterThan(40)
  const names = Object.keys(WRITABLE)
  for (const { table_name: table, column_name: column } of columns) {
    if (!names.includes(String(table))) continue
    const values = column === 'cohort_id' ? [victim.cohort] : [victim.id, victim.cohort]
    for (const value of values) {
      const path = `${table}?${column}=eq.${value}`
      const answer = await rest(path, { token })
      if (answer.status === 200) expect([path, answer.body]).toEqual([path, []])
      else expect([path, codeOf(answer)]).toEqual([path, '42501'])
      const prefer = { prefer: 'return=representation' }
      const gone = await rest(path, { method: 'DELETE', token, headers: prefer })
      if (gone.status < 300) expect([path, gone.body]).toEqual([path, []])
      else expect([path, codeOf(gone)]).toEqual([path, '42501'])
      for (const set of WRITABLE[table as keyof typeof WRITABLE].update) {
        const body = { [set]: null }
        const headers = { prefer: 'return=representation' }
        const changed = await rest(`${path}&select=${column}`, {
          ...{ method: 'PATCH', token, headers, body },
        })
        if (changed.status < 300) expect([path, set, changed.body]).toEqual([path, set, []])
        else expect([path, set, codeOf(changed)]).toEqual([path, set, '42501'])
      }
    }
  }
})

test('lists, counts and searches do not reveal how many other people there are', async () => {
  for (const [name, args] of [
    ['members', {}],
    ['members', { query: hidden }],
    ['members', { query: victim.email }],
    ['members', { course: victim.course.course }],
    ['analytics', {}],
    ['analytics', { query: hidden }],
    ['analytics', { course_id: victim.course.course }],
    ['cohort_list', {}],
    ['cohort_list', { query: victim.cohort }],
    ['invite_list', {}],
  ] as const) {
    const answer = await call(name, args)
    expect([name, answer.status]).toEqual([name, 200])
    expect([name, Object(answer.body).total <= 1]).toEqual([name, true])
    expect(secrets().filter((secret) => answer.text.includes(secret))).toEqual([])
  }
  const everybody = { act: 'revoke', course_ids: [victim.course.course] }
  expect((await call('count_access', everybody)).body).toMatchObject({ people: 1, touched: 0 })
  for (const table of ['profiles', 'entitlements', 'lesson_completions', 'cohort_members']) {
    const { headers } = await rest(table, { token, headers: { prefer: 'count=exact' } })
    expect([table, headers.get('content-range')]).toMatchObject([table, /^(\*|0-0)\/[01]$/])
  }
})
