import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const factorsOf = async (person: Person) =>
  (await db.owner('select status from auth.mfa_factors where user_id = $1', [person.id])).length
const sessionsOf = async (person: Person) =>
  (await db.owner('select id, aal from auth.sessions where user_id = $1 order by aal', [person.id]))
    .length
const make = (who: Person | 'visitor') => db.as(who, 'select public.make_recovery_codes() as codes')
const use = (who: Person | 'visitor', code: string) =>
  db.as(who, 'select public.use_recovery_code($1) as answer', [code])
const answerOf = async (who: Person, code: string) => (await use(who, code)).rows[0]?.answer
const reset = (who: Person | 'visitor', person: Person) =>
  db.as(who, 'select public.reset_factors($1)', [person.id])
const resetsOf = (person: Person) =>
  db.owner(
    `select user_id, target_type, after, user_agent, ip_address from public.audit_logs
     where action = 'user.factors_reset' and target_id = $1`,
    [person.id],
  )

/** Ada has a factor, ten codes, a session at aal1 and another at aal2. */
async function enrolled(options: Parameters<typeof db.person>[0] = {}) {
  const person = await db.person(options)
  await db.addFactor(person)
  const elsewhere = await db.signedIn(person, 'aal2')
  const codes = (await make(elsewhere)).rows[0]?.codes
  if (!Array.isArray(codes)) throw new Error('no codes were made')
  return { elsewhere, here: await db.signedIn(person), codes: codes.map(String) }
}

describe('recovery codes', () => {
  test('are created only at aal2, ten at a time, and stored as hashes', async () => {
    const ada = await db.person()
    expect(await make(ada)).toMatchObject({ code: 'PT403' })
    // The claim aal2 in a token is ignored for a person without a factor.
    expect(await make(await db.signedIn(ada, 'aal2'))).toMatchObject({ code: 'PT403' })
    await db.addFactor(ada, 'unverified')
    expect(await make(await db.signedIn(ada, 'aal2'))).toMatchObject({ code: 'PT403' })
    expect((await make('visitor')).code).toBe('42501')

    const { elsewhere, here, codes } = await enrolled()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/)
    expect(await make(here)).toMatchObject({ code: 'PT403' })
    const kept = JSON.stringify(
      await db.owner('select * from private.recovery_codes where user_id = $1', [elsewhere.id]),
    )
    expect(kept).not.toContain(codes[0]?.replaceAll('-', ''))
    expect(await db.value(elsewhere, 'select public.my_factors_state()')).toMatchObject({
      verified: 1,
      codes_left: 10,
      codes_made_at: expect.any(String),
    })
  })

  test('that are made again make the earlier ones invalid', async () => {
    const { elsewhere, here, codes } = await enrolled()
    const again = (await make(elsewhere)).rows[0]?.codes
    expect(await answerOf(here, codes[0] ?? '')).toMatchObject({ state: 'WRONG' })
    expect(Array.isArray(again) && (await answerOf(here, String(again[0])))).toMatchObject({
      state: 'RESET',
      codes_left: 9,
    })
  })

  test('remove the factors, end the other sessions and work once', async () => {
    const { elsewhere, here, codes } = await enrolled()
    await db.addFactor(here, 'unverified')
    const [first = '', second = ''] = codes
    // The code as a person types it from paper.
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect(await answerOf(here, typed)).toEqual({ state: 'RESET', codes_left: 9 })
    expect(await factorsOf(here)).toBe(0)
    expect(
      await db.owner('select id, aal from auth.sessions where user_id = $1', [here.id]),
    ).toEqual([{ id: here.session, aal: 'aal1' }])
    expect(await resetsOf(here)).toEqual([
      {
        user_id: here.id,
        target_type: 'user',
        after: { factors: 1, means: 'recovery_code' },
        user_agent: 'vitest',
        ip_address: '192.0.2.7',
      },
    ])
    expect(await make(elsewhere)).toMatchObject({ code: '42501' })
    // Without a factor no further code is used up; with a new factor the used code is invalid.
    expect(await answerOf(here, second)).toEqual({ state: 'NO_FACTOR' })
    await db.addFactor(here)
    expect(await answerOf(here, first)).toMatchObject({ state: 'WRONG' })
    expect(await answerOf(here, second)).toEqual({ state: 'RESET', codes_left: 8 })
  })

  test('that are used at aal2 lower that session to aal1', async () => {
    const { elsewhere, codes } = await enrolled()
    expect(await answerOf(elsewhere, codes[0] ?? '')).toMatchObject({ state: 'RESET' })
    expect(
      await db.owner(
        `select s.id, s.aal, array_agg(c.authentication_method) as methods
         from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
         where s.user_id = $1 group by s.id`,
        [elsewhere.id],
      ),
    ).toEqual([{ id: elsewhere.session, aal: 'aal1', methods: ['password'] }])
  })

  test('are refused after five wrong ones in fifteen minutes, also concurrent ones', async () => {
    const { here, codes } = await enrolled()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => answerOf(here, `00000-00000-00000-0000${i}`)),
    )
    const states = answers.map((answer) => JSON.stringify(answer))
    expect(states.filter((it) => it.includes('WRONG'))).toHaveLength(5)
    expect(states.filter((it) => it.includes('TOO_MANY'))).toHaveLength(3)
    expect(await answerOf(here, codes[0] ?? '')).toMatchObject({
      state: 'TOO_MANY',
      retry_at: expect.any(String),
    })
    expect(await factorsOf(here)).toBe(1)

    await db.owner(
      `update private.recovery_tries set tried_at = now() - interval '16 minutes' where user_id = $1`,
      [here.id],
    )
    expect(await answerOf(here, 'nonsense')).toEqual({ state: 'WRONG', tries_left: 4 })
    expect(await answerOf(here, codes[0] ?? '')).toMatchObject({ state: 'RESET' })
  })

  test('work only for one of two concurrent attempts', async () => {
    const { here, codes } = await enrolled()
    const answers = await Promise.all([
      answerOf(here, codes[0] ?? ''),
      answerOf(here, codes[0] ?? ''),
    ])
    expect(answers).toContainEqual({ state: 'RESET', codes_left: 9 })
    expect(answers).toContainEqual({ state: 'NO_FACTOR' })
    expect(await resetsOf(here)).toHaveLength(1)
  })

  test('are useless to other people', async () => {
    const { here, codes } = await enrolled()
    const mallory = await enrolled()
    expect(await answerOf(mallory.here, codes[0] ?? '')).toMatchObject({ state: 'WRONG' })
    expect((await use('visitor', codes[0] ?? '')).code).toBe('42501')
    expect(await factorsOf(here)).toBe(1)
    expect(await factorsOf(mallory.here)).toBe(1)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [here.id])
    expect((await use(here, codes[0] ?? '')).code).toBe('42501')
    expect((await db.as(here, 'select public.my_factors_state()')).code).toBe('42501')
    expect((await db.as('visitor', 'select public.my_factors_state()')).code).toBe('42501')
    expect(await factorsOf(here)).toBe(1)
  })

  test('cannot be read or written in their tables', async () => {
    const admin = await db.signedIn(await db.person({ role: 'ADMIN' }), 'aal2')
    for (const table of ['recovery_codes', 'recovery_tries']) {
      expect((await db.as(admin, `select * from private.${table}`)).code).toBe('42501')
      expect((await db.as(admin, `delete from private.${table}`)).code).toBe('42501')
    }
    const service: Person = { id: randomUUID(), email: '', claims: { role: 'service_role' } }
    expect((await db.as(service, 'select * from private.recovery_codes')).code).toBe('42501')
  })
})

describe('reset by an administrator', () => {
  test('removes factors and codes and signs the person out on all devices', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { here, codes } = await enrolled()
    expect((await reset(admin, here)).code).toBeUndefined()
    expect(await factorsOf(here)).toBe(0)
    expect(await sessionsOf(here)).toBe(0)
    await db.addFactor(here)
    const again = await db.signedIn(here)
    expect(await answerOf(again, codes[0] ?? '')).toMatchObject({ state: 'WRONG' })
    expect(await resetsOf(here)).toMatchObject([
      { user_id: admin.id, after: { factors: 1, means: 'administrator' } },
    ])
  })

  test('can be done only by administrators, not for themselves, and only for existing people', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { here } = await enrolled()
    const moderator = await db.person({ role: 'MODERATOR' })
    for (const who of [moderator, await db.person({ role: 'CREATOR' }), here, 'visitor'] as const) {
      expect((await reset(who, here)).code).toBe('42501')
    }
    expect(await factorsOf(here)).toBe(1)
    expect((await reset(admin, admin)).code).toBe('PT409')
    expect((await reset(admin, { id: randomUUID(), email: '' })).code).toBe('PT404')
  })

  test('requires the administrator’s own second factor while the setting is on', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { here } = await enrolled()
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect((await reset(admin, here)).code).toBe('42501')
      expect(await factorsOf(here)).toBe(1)
      expect((await reset(await db.signedIn(admin, 'aal2'), here)).code).toBeUndefined()
    })
    expect(await factorsOf(here)).toBe(0)
  })
})
