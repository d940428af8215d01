import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { serviceClient } from '../../wire/clients'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { expectations } from '../functions'
import { plantVictim, type Victim } from '../secrets'
import { useUnchangedRows } from '../unchanged-rows'

// Only staff of a cohort can read or change the cohort, its people, its schedule, its messages and its link
// (rules/cohorts#staff).
const db = useDatabase()
const { cohort, join } = cohorts(db)
const aal2 = { claims: { aal: 'aal2' } }

let victim: Victim
let mo: Person
let mos: string
let moToken: string
let adminToken: string

beforeAll(async () => {
  victim = await plantVictim(db)
  mo = await db.person({ role: 'MODERATOR', name: 'Mo' })
  moToken = await tokenFor(mo, aal2)
  adminToken = await tokenFor(await db.person({ role: 'ADMIN' }), aal2)
  mos = await cohort({ staff: [mo] })
  await join(mos, await db.person({ name: 'Inside' }))
})
// Only tables of cohorts, because some tests change settings, which adds audit records.
const watch = useUnchangedRows({ tables: /cohort|releases|entitlements|invites|community_members/ })

const call = (name: string, token: string | undefined, body: object) =>
  rest(`rpc/${name}`, { method: 'POST', token, body })

/** All functions that take the victim's cohort or a message to it. */
const onTheCohort = () =>
  Object.entries(expectations(victim)).filter(([, { args }]) =>
    Object.values(args).some((value) => value === victim.cohort || value === victim.cohortMessage),
  )

async function narrowed(work: () => Promise<void>): Promise<void> {
  const restore = await turnSwitches(db, {
    moderators_see_everybody: false,
    creators_admin_panel: true,
  })
  try {
    await work()
  } finally {
    await restore()
  }
}

const TABLES = [
  ['cohorts', 'id'],
  ['cohort_courses', 'cohort_id'],
  ['cohort_members', 'cohort_id'],
  ['cohort_staff', 'cohort_id'],
  ['cohort_messages', 'cohort_id'],
  ['releases', 'cohort_id'],
  ['entitlements', 'cohort_id'],
  ['invites', 'cohort_id'],
] as const
const CHANGES: Record<string, object> = {
  cohorts: { seats: 1000 },
  cohort_courses: { position: 3 },
  cohort_members: { shift_days: -9 },
  cohort_staff: { duty: 'COACH' },
  cohort_messages: { title: 'x' },
  releases: { day: 0 },
  entitlements: { expires_at: null },
  invites: { cohort_id: null },
}

/** Expects that a person neither reads nor writes anything of the cohort, by table or function. */
async function nothingFor(token: string | undefined): Promise<void> {
  const functions = onTheCohort()
  expect(functions.length).toBeGreaterThan(18)
  for (const [name, { args }] of functions) {
    expect([name, codeOf(await call(name, token, args))]).toEqual([name, '42501'])
  }
  for (const [table, key] of TABLES) {
    const path = `${table}?${key}=eq.${victim.cohort}`
    for (const request of [
      {},
      { method: 'DELETE', headers: { prefer: 'return=representation' } },
      { method: 'PATCH', headers: { prefer: 'return=representation' }, body: CHANGES[table] },
    ]) {
      const answer = await rest(path, { token, ...request })
      if (answer.status < 300) expect([path, answer.body]).toEqual([path, []])
      else expect([path, codeOf(answer)]).toEqual([path, '42501'])
    }
  }
  const [membership, own] = [
    { cohort_id: victim.cohort, user_id: mo.id },
    { cohort_id: victim.cohort },
  ]
  for (const [table, body] of [
    ['cohort_members', membership],
    ['cohort_staff', membership],
    ['cohort_courses', { ...own, course_id: victim.draft.course }],
    ['releases', { ...own, module_id: victim.course.module, day: 0 }],
  ] as const) {
    expect(codeOf(await rest(table, { method: 'POST', token, body }))).toBe('42501')
  }
}

describe('nobody reads or changes a cohort', () => {
  test('visitors, members, people of another cohort, and people who left', async () => {
    const [member, other, left] = [await db.person(), await db.person(), await db.person()]
    await join(mos, other)
    await join(victim.cohort, left)
    const token = await tokenFor(left)
    await db.owner(
      `update public.cohort_members set state = 'LEFT' where cohort_id = $1 and user_id = $2`,
      [victim.cohort, left.id],
    )
    await watch()
    for (const one of [undefined, await tokenFor(member), await tokenFor(other), token]) {
      await nothingFor(one)
    }
  })

  test('as a creator, even if they made its course', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.owner(`update public.profiles set role = 'CREATOR' where id = $1`, [victim.author.id])
    await watch()
    await narrowed(async () => {
      await nothingFor(await tokenFor(creator, aal2))
      await nothingFor(await tokenFor(victim.author, aal2))
    })
  })

  test('as a moderator of another cohort, while moderators do not see everybody', async () => {
    await narrowed(() => nothingFor(moToken))
  })

  test('as a former moderator of the cohort, who left its staff or lost the role', async () => {
    const [former, demoted] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'ADMIN' }),
    ]
    const tokens = [await tokenFor(former, aal2), await tokenFor(demoted, aal2)]
    for (const { id } of [former, demoted]) {
      await db.owner('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
        victim.cohort,
        id,
      ])
    }
    const reads = async (token: string) =>
      (await call('cohort', token, { cohort_id: victim.cohort })).status
    await narrowed(async () => {
      expect(await Promise.all(tokens.map(reads))).toEqual([200, 200])
      await db.owner('delete from public.cohort_staff where user_id = $1', [former.id])
      await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [demoted.id])
      await watch()
      for (const token of tokens) await nothingFor(token)
    })
  })
})

test('a moderator who sees everybody cannot create, archive or delete cohorts, or change their courses, seats and staff', async () => {
  expect((await call('cohort', moToken, { cohort_id: victim.cohort })).status).toBe(200)
  const { create_cohort, set_cohort_courses, start_cohort_again } = expectations(victim)
  for (const [name, args] of [
    ['create_cohort', create_cohort?.args],
    ['set_cohort_courses', set_cohort_courses?.args],
    ['start_cohort_again', start_cohort_again?.args],
  ] as const) {
    expect([name, codeOf(await call(name, moToken, args ?? {}))]).toEqual([name, '42501'])
  }
  const prefer = { prefer: 'return=representation' }
  for (const of of [mos, victim.cohort]) {
    for (const [path, method, body] of [
      [`cohorts?id=eq.${of}`, 'PATCH', { seats: 1000 }],
      [`cohorts?id=eq.${of}`, 'PATCH', { archived_at: '2026-01-01' }],
      [`cohorts?id=eq.${of}`, 'PATCH', { draft: true }],
      [`cohorts?id=eq.${of}`, 'DELETE', undefined],
      [`cohort_courses?cohort_id=eq.${of}`, 'DELETE', undefined],
      [`cohort_staff?cohort_id=eq.${of}`, 'DELETE', undefined],
      [`cohort_staff?cohort_id=eq.${of}`, 'PATCH', { duty: 'LEAD' }],
      [`cohort_members?cohort_id=eq.${of}`, 'DELETE', undefined],
      [`cohort_messages?cohort_id=eq.${of}`, 'DELETE', undefined],
    ] as const) {
      const answer = await rest(path, { method, token: moToken, body, headers: prefer })
      if (answer.status < 300) expect([path, answer.body]).toEqual([path, []])
      else expect([path, codeOf(answer)]).toEqual([path, '42501'])
    }
  }
})

describe('a grant of a cohort comes only from the membership', () => {
  test('nobody can insert such a grant, change its end, or revoke it', async () => {
    const path = `entitlements?user_id=eq.${victim.id}&cohort_id=eq.${victim.cohort}`
    const user_id = victim.id
    for (const token of [moToken, adminToken]) {
      for (const body of [
        { user_id, course_id: victim.draft.course, source: 'COHORT', cohort_id: victim.cohort },
        { user_id, course_id: victim.draft.course, cohort_id: victim.cohort },
        { user_id, course_id: victim.draft.course, source: 'COHORT' },
      ]) {
        const answer = await rest('entitlements', { method: 'POST', token, body })
        expect(codeOf(answer)).toBe('42501')
      }
      const prefer = { prefer: 'return=representation' }
      const gone = await rest(path, { method: 'DELETE', token, headers: prefer })
      expect([gone.status, gone.body]).toEqual([200, []])
      const body = { expires_at: '2090-01-01' }
      expect(codeOf(await rest(path, { method: 'PATCH', token, body }))).toBe('42501')
    }
    await db.owner(
      'delete from public.entitlements where user_id = $1 and course_id = $2 and cohort_id is null',
      [victim.id, victim.course.course],
    )
    await watch()
    const course_ids = [victim.course.course]
    const people = [victim.id]
    for (const [name, args] of [
      ['save_access', { user_id, to_grant: [], to_revoke: course_ids }],
      ['change_access', { act: 'revoke', piece: 0, course_ids, people }],
      ['change_access', { act: 'end', piece: 0, course_ids, people, ends_at: '2090-06-30' }],
    ] as const) {
      const operation = name === 'change_access' ? { operation_id: randomUUID() } : {}
      const { status } = await call(name, adminToken, { ...args, ...operation })
      expect([name, status]).toEqual([name, 200])
    }
  })
})

describe('nobody can join', () => {
  const link = async (options: Parameters<typeof cohort>[0]) => {
    const id = await cohort(options)
    const { body } = await call('make_cohort_link', adminToken, { cohort_id: id })
    return { id, token: String(Object(body).token) }
  }

  test('by a link of a draft, an archived, a full or an ended cohort, or by a link that is off or was renewed', async () => {
    const mia = await tokenFor(await db.person())
    const [draft, archived, full, ended, off, renewed, good] = [
      await link({ draft: true }),
      await link({}),
      await link({ seats: 0 }),
      await link({}),
      await link({}),
      await link({}),
      await link({}),
    ]
    await db.owner('update public.cohorts set archived_at = now() where id = $1', [archived.id])
    await db.owner(
      'update private.cohort_links set ends_on = current_date - 2 where cohort_id = $1',
      [ended.id],
    )
    await call('set_cohort_link', adminToken, { cohort_id: off.id, active: false })
    await call('make_cohort_link', adminToken, { cohort_id: renewed.id })
    await watch()
    const verdicts = []
    for (const { token } of [draft, archived, full, ended, off, renewed]) {
      const answer = await call('join_by_link', mia, { token })
      verdicts.push(Object(answer.body).hint)
    }
    expect(verdicts).toEqual([
      ...['LINK_UNKNOWN', 'LINK_UNKNOWN', 'LINK_FULL', 'LINK_ENDED', 'LINK_OFF', 'LINK_UNKNOWN'],
    ])
    const unverified = await tokenFor(await db.person({ verified: false }))
    const disabled = await db.person()
    const disableds = await tokenFor(disabled)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    await watch()
    for (const token of [unverified, disableds, undefined]) {
      const answer = await call('join_by_link', token, { token: good.token })
      expect(['42501', 'PT422']).toContain(codeOf(answer))
    }
    // Only the service role can ask what the page of a link shows, and it learns nothing of drafts and archived
    // cohorts.
    const shown = async (token: string) =>
      (await serviceClient().rpc('cohort_by_link', { token })).data
    expect(await shown(draft.token)).toEqual({ state: 'UNKNOWN' })
    expect(await shown(archived.token)).toEqual({ state: 'UNKNOWN' })
    expect(await shown(good.token)).toMatchObject({ state: 'OPEN' })
  })

  test('by an invite to a cohort that the sender does not look after, which the sender cannot tell from an unknown one', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await watch()
    const email = `${randomUUID()}@example.test`
    const slug = `c-${victim.cohort}`
    await narrowed(async () => {
      for (const token of [moToken, await tokenFor(creator, aal2)]) {
        for (const cohort_id of [victim.cohort, randomUUID()]) {
          const answer = await call('create_invite', token, { email, cohort_id })
          expect(answer.body).toMatchObject({ message: 'You may not invite to this cohort.' })
        }
        for (const named of [slug, 'no-such-cohort']) {
          const lines = [{ email, cohort: named }]
          const { body } = await call('check_invites', token, { lines })
          expect(body).toMatchObject([{ state: 'UNKNOWN_COHORT', cohort: null }])
          const made = await call('create_invites', token, {
            ...{ operation_id: randomUUID(), piece: 0, lines },
          })
          expect(JSON.stringify(made.body)).not.toContain(victim.cohort)
        }
      }
    })
    expect(await db.owner('select 1 from public.invites where email = $1', [email])).toEqual([])
  })
})
