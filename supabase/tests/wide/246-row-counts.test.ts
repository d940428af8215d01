import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { type Person, useDatabase } from '../database'

// The stored row counts of long lists equal the counted rows.
const db = useDatabase()

/** Compares the stored counts with the counted rows. */
const wrongCounts = () =>
  db.owner(
    `with counted as (
       select 'people' as list, role || case when disabled_at is null then ' active' else ' disabled' end as part, count(*) as rows
       from public.profiles group by 2
       union all
       select 'invites', case when redeemed_at is not null then 'REDEEMED' when cancelled_at is not null then 'CANCELLED' else 'OPEN' end, count(*)
       from public.invites group by 2
       union all
       select 'community_members', community_id::text, count(*) from public.community_members where left_at is null or banned group by 2
     ), kept as (
       select list, part, sum(rows) as kept from private.row_counts group by 1, 2 having sum(rows) <> 0
     )
     select * from counted full join kept using (list, part) where counted.rows is distinct from kept.kept`,
  )

const totals = async (who: Person, name: string, calls: Record<string, unknown>[]) => {
  const found: number[] = []
  for (const call of calls) {
    found.push(((await db.answer(who, name, call)) as { total: number }).total)
  }
  return found
}

const counts = async (...conditions: string[]) => {
  const [row] = await db.owner(
    `select array[${conditions.map((from) => `(select count(*) from ${from})::int`).join(', ')}] as found`,
  )
  return row?.found
}

async function community(members: Person[]) {
  const id = randomUUID()
  await db.owner(
    `insert into public.communities (id, name, slug, access_type) values ($1, 'Talk', $2, 'FREE')`,
    [id, `talk-${id.slice(0, 8)}`],
  )
  await db.owner(
    'insert into public.community_members (community_id, user_id) select $1, unnest($2::uuid[])',
    [id, members.map((member) => member.id)],
  )
  return id
}

/** Creates this number of invites in one statement. */
const invite = (many: number) =>
  db.owner(
    `insert into public.invites (email, expires_at)
     select gen_random_uuid() || '@example.test', now() + (n % 2 - 0.5) * interval '2 hours' from generate_series(1, $1::int) n returning id`,
    [many],
  )

test('lists show the stored counts, which are right after any change of their rows', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const people = await Promise.all(Array.from({ length: 4 }, () => db.person()))
  const [first, second, third, fourth] = people as [Person, Person, Person, Person]
  const talk = await community(people)
  const [redeemed, cancelled] = (await invite(6)) as { id: string }[]

  await db.owner(`update public.profiles set role = 'CREATOR', disabled_at = now() where id = $1`, [
    first.id,
  ])
  await db.owner('update public.profiles set disabled_at = now() where id = any ($1)', [
    [second.id, third.id],
  ])
  await db.owner(
    `update public.community_members set banned = user_id = $2, left_at = now() where community_id = $1 and user_id = any ($3)`,
    [talk, first.id, [first.id, second.id]],
  )
  await db.owner('update public.invites set redeemed_at = now() where id = $1', [redeemed?.id])
  await db.owner('update public.invites set cancelled_at = now() where id = $1', [cancelled?.id])
  await db.owner('delete from auth.users where id = $1', [fourth.id])
  expect(await wrongCounts()).toEqual([])

  const states = [null, 'active', 'disabled']
  const roles = [null, 'MEMBER', 'CREATOR']
  expect(
    await totals(
      admin,
      'members',
      roles.flatMap((role) => states.map((state) => ({ role, state }))),
    ),
  ).toEqual(
    await counts(
      ...roles.flatMap((role) =>
        ['true', 'disabled_at is null', 'disabled_at is not null'].map(
          (state) => `public.profiles where ${role ? `role = '${role}'` : 'true'} and ${state}`,
        ),
      ),
    ),
  )
  expect(await totals(admin, 'analytics', [{}, { quiet: 'none' }])).toEqual(
    await counts('public.profiles', 'private.learners'),
  )
  const open = 'public.invites where redeemed_at is null and cancelled_at is null'
  expect(
    await totals(
      admin,
      'invite_list',
      [null, 'REDEEMED', 'CANCELLED', 'ACTIVE', 'EXPIRED'].map((state) => ({ state })),
    ),
  ).toEqual(
    await counts(
      'public.invites',
      'public.invites where redeemed_at is not null',
      'public.invites where redeemed_at is null and cancelled_at is not null',
      `${open} and expires_at > now()`,
      `${open} and expires_at <= now()`,
    ),
  )
  // A banned person stays on the list; a person who left and a deleted account do not.
  expect(await totals(admin, 'managed_members', [{ community_id: talk }])).toEqual([2])

  await db.owner('delete from public.communities where id = $1', [talk])
  expect(await db.owner('select rows from private.row_counts where part = $1', [talk])).toEqual([])
})

test('people without access to the whole list get only their own count', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  await db.withSettings({ creators_admin_panel: true }, async () => {
    await invite(3)
    expect(await totals(creator, 'invite_list', [{}, { state: 'EXPIRED' }])).toEqual([0, 0])
  })
})

test('transactions that add rows do not wait for each other, and rolled-back rows are not counted', async () => {
  const open = new pg.Client({ connectionString: inject('databaseUrls').owner })
  await open.connect()
  try {
    const admin = await db.person({ role: 'ADMIN' })
    const [before] = (await totals(admin, 'members', [{}])) as [number]
    await open.query('begin')
    await open.query(
      `insert into auth.users (id, email) select id, id || '@example.test' from (select gen_random_uuid() as id from generate_series(1, 3)) n`,
    )
    // While the other transaction is open, this adds enough rows that they would be merged.
    for (let n = 0; n < 60; n += 1) await db.account()
    expect(await totals(admin, 'members', [{}])).toEqual([before + 60])
    await open.query('rollback')
    expect(await totals(admin, 'members', [{}])).toEqual([before + 60])
  } finally {
    await open.end()
  }
  expect(await wrongCounts()).toEqual([])
})

test('concurrent changes are counted too, in few rows', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => db.person()))
  const talk = await community(people)
  const worker = async (person: Person) => {
    for (let step = 0; step < 40; step += 1) {
      await db.owner(
        'update public.profiles set disabled_at = case when disabled_at is null then now() end where id = $1',
        [person.id],
      )
      await db.owner(
        `update public.community_members set left_at = case when left_at is null then now() end where community_id = $1 and user_id = $2`,
        [talk, person.id],
      )
      await invite(1)
    }
  }
  await Promise.all(people.map(worker))
  expect(await wrongCounts()).toEqual([])
  const [most] = await db.owner(
    'select max(rows)::int as rows from (select count(*) as rows from private.row_counts group by list, part) t',
  )
  expect(most?.rows).toBeLessThan(100)
})

test('a rebuild gives the same numbers, and nobody else can read them', async () => {
  await db.owner('select private.rebuild_row_counts()')
  expect(await wrongCounts()).toEqual([])
  const admin = await db.person({ role: 'ADMIN' })
  for (const sql of [
    'select rows from private.row_counts',
    'select private.rebuild_row_counts()',
  ]) {
    expect((await db.as(admin, sql)).code).toBe('42501')
  }
})
