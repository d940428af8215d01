import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { codeOf, type RawAnswer, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { demotedAdmin } from '../attackers'
import type { Ending, Expectation } from '../expectation'
import { expectations } from '../functions'
import { leakedSecrets, plantVictim, type Victim } from '../secrets'
import { useUnchangedRows } from '../unchanged-rows'

const db = useDatabase()
/** A sign-in that is too old for deleting the account. */
const amr = [{ method: 'password', timestamp: 1 }]
const unknown = '00000000-0000-4000-8000-000000000000'

let victim: Victim
let calls: [string, Expectation][]
let lastRecord: unknown

beforeAll(async () => {
  victim = await plantVictim(db)
  calls = Object.entries(expectations(victim))
})
const watch = useUnchangedRows()
beforeEach(async () => {
  lastRecord = (await db.owner('select max(id) as id from public.audit_logs'))[0]?.id
})
afterEach(async () => {
  const recorded = calls.flatMap(([, { records }]) => records ?? [])
  await db.owner('delete from public.audit_logs where action = any($1) and id > $2', [
    recorded,
    lastRecord,
  ])
})

function call(name: string, args: object, token: string | undefined): Promise<RawAnswer> {
  return rest(`rpc/${name}`, { method: 'POST', token, body: args })
}

function endingOf(answer: RawAnswer): Ending | string {
  if (answer.status >= 300) return codeOf(answer) === '42501' ? 'refused' : String(codeOf(answer))
  const { body } = answer
  const holdsNothing = body === null || body === 0 || (Array.isArray(body) && body.length === 0)
  return holdsNothing || answer.text === '' ? 'empty' : 'answers'
}

/** Calls every function. Returns the name and the ending of each, with what it leaked. */
async function endings(token: string | undefined): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, { args }] of calls) {
    const answer = await call(name, args, token)
    const leaked = leakedSecrets(victim, answer.text)
    found[name] = leaked.length > 0 ? `leaked ${leaked.join(', ')}` : endingOf(answer)
  }
  return found
}

function expected(who: 'visitor' | 'member' | 'disabled'): Record<string, string> {
  return Object.fromEntries(calls.map(([name, expectation]) => [name, expectation[who]]))
}

test('every function of the API has an expectation', async () => {
  const rows = await db.owner(
    `select distinct proname from pg_proc where pronamespace = 'public'::regnamespace
     and prorettype <> 'trigger'::regtype order by 1`,
  )
  expect(calls.map(([name]) => name).sort()).toEqual(rows.map(({ proname }) => proname))
})

test('a stranger gets nothing from any function', async () => {
  expect(await endings(undefined)).toEqual(expected('visitor'))
})

test('a member gets no data of others from any function', async () => {
  const person = await db.person()
  await watch()
  expect(await endings(await tokenFor(person, { claims: { amr } }))).toEqual(expected('member'))
})

test('a demoted administrator gets no data of others from any function', async () => {
  const { person, demote } = await demotedAdmin(db)
  const token = await tokenFor(person, { claims: { amr, app_metadata: { role: 'ADMIN' } } })
  expect(endingOf(await call('course_impact', { course_id: victim.course.course }, token))).toBe(
    'answers',
  )
  await demote()
  await watch()
  expect(await endings(token)).toEqual(expected('member'))
})

test('a disabled or unverified administrator gets nothing from any function', async () => {
  const disabled = await db.person({ role: 'ADMIN' })
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
  const unverified = await db.person({ role: 'ADMIN', verified: false })
  await watch()
  for (const person of [disabled, unverified]) {
    const token = await tokenFor(person, { claims: { amr, aal: 'aal2' } })
    expect(await endings(token)).toEqual(expected('disabled'))
  }
})

test('existing and missing rows get the same refusal', async () => {
  const token = await tokenFor(await db.person())
  await watch()
  for (const [name, { args }] of calls) {
    const guesses = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [key, key.endsWith('_id') ? unknown : value]),
    )
    if (JSON.stringify(guesses) === JSON.stringify(args)) continue
    const [hit, miss] = [await call(name, args, token), await call(name, guesses, token)]
    expect([hit.status, hit.body], name).toEqual([miss.status, miss.body])
  }
  const slugs = [victim.draft.slug, victim.deleted.slug, 'no-such-course']
  for (const slug of slugs) expect((await call('course_outline', { slug }, token)).body).toBeNull()
  for (const wrong of [unknown, 'no token', '', `${victim.inviteToken}x`]) {
    expect((await call('invite_by_token', { token: wrong }, token)).body).toEqual({
      state: 'UNKNOWN',
    })
  }
})

test('nobody can call a helper outside of the public schema', async () => {
  const token = await tokenFor(await db.person({ role: 'ADMIN' }))
  await watch()
  const helpers = await db.owner(
    `select distinct proname from pg_proc where pronamespace = 'private'::regnamespace order by 1`,
  )
  expect(helpers.length).toBeGreaterThan(30)
  // Only every twentieth helper is called, because the API takes long to look for similar names, and exposes either all
  // functions of a schema or none.
  for (const { proname } of helpers.filter((_, place) => place % 20 === 0)) {
    const name = String(proname)
    expect(codeOf(await call(name, {}, token)), name).toBe('PGRST202')
  }
  for (const name of [
    'pg_sleep',
    'current_setting',
    'set_config',
    'pg_read_file',
    'dblink',
    'uuid_generate_v4',
    'show_limit',
  ]) {
    expect((await call(name, {}, token)).status, name).toBe(404)
  }
})

test('a function that writes does not run for GET', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const token = await tokenFor(admin)
  await watch()
  for (const path of [
    `set_role?user_id=${victim.id}&role=ADMIN`,
    `set_disabled?user_id=${victim.id}&disabled=true`,
    `delete_course?course_id=${victim.course.course}`,
    'create_invite?email=x@example.test',
    'send_global_notification?title=x&message=x',
  ]) {
    const answer = await rest(`rpc/${path}`, { token })
    expect(answer.status, path).toBe(405)
    expect(codeOf(answer), path).toBe('25006')
  }
})
