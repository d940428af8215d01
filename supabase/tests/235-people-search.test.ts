import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const found = async (who: Person, query: string) => {
  const page = (await db.value(who, 'select public.members(query => $1)', [query])) as {
    total: number
    members: { id: string }[]
  }
  return [page.total, ...page.members.map(({ id }) => id)]
}
const word = () => `w${crypto.randomUUID().slice(0, 8)}`

test('people are found by their current name, however it was changed', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const [first, second, third] = [word(), word(), word()]
  const person = await db.person({ name: `Zoë ${first}` })
  expect(await found(admin, `zoe ${first}`)).toEqual([1, person.id])
  expect(
    (await db.as(person, 'update public.profiles set name = $1 where id = $2', [second, person.id]))
      .code,
  ).toBeUndefined()
  expect(await found(admin, first)).toEqual([0])
  expect(await found(admin, second)).toEqual([1, person.id])
  await db.owner('update public.profiles set email = $1, phone = $2 where id = $3', [
    `${third}@example.test`,
    '+49 30 5550-199',
    person.id,
  ])
  expect(await found(admin, third)).toEqual([1, person.id])
  expect(await found(admin, `${second} 305550199`)).toEqual([1, person.id])
  await db.owner(`update public.profiles set disabled_at = now() where id = $1`, [person.id])
  const disabled = await db.value(
    admin,
    `select public.members(query => $1, role => 'MEMBER', state => 'disabled') -> 'total'`,
    [second],
  )
  expect(disabled).toBe(1)
  const progress = await db.value(admin, 'select public.analytics(query => $1)', [second])
  expect(progress).toMatchObject({ total: 1, members: [{ id: person.id }] })
})

test('the search texts of all people are stored, readable for nobody, and deleted with them', async () => {
  const name = word()
  const person = await db.person({ name })
  const admin = await db.person({ role: 'ADMIN' })
  for (const who of [person, admin, 'visitor' as const]) {
    expect((await db.as(who, 'select search_key from private.people')).code).toBe('42501')
  }
  const keys = () =>
    db.owner('select id from private.people where search_key like $1', [`%${name}%`])
  expect(await keys()).toEqual([{ id: person.id }])
  const wrongTexts = `select count(*)::int as people from public.profiles p full join private.people k on k.id = p.id
    where (k.search_key, k.name_key, k.name, k.role, k.created_at, k.disabled_at)
      is distinct from (private.person_key(p.name, p.email, p.phone), private.person_key(p.name, p.email, null), p.name, p.role, p.created_at, p.disabled_at)`
  expect(await db.owner(wrongTexts)).toEqual([{ people: 0 }])
  const mine = JSON.stringify(await db.value(person, 'select public.my_data()'))
  expect(mine).not.toContain('search_key')
  await db.owner('delete from auth.users where id = $1', [person.id])
  expect(await keys()).toEqual([])
})

test('a search finds people before it sorts them, because they may be at the end of the sorted list', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const family = word()
  const names = ['Zoe', 'Amy', '花子'].map((name) => `${name} ${family}`)
  for (const name of names) await db.person({ name })
  const [community] = await db.owner(
    `insert into public.communities (name, slug, access_type) values ($1, $1, 'FREE') returning id`,
    [family],
  )
  for (const call of [
    `public.members(query => $1, sort => 'name') -> 'members'`,
    `public.analytics(query => $1, sort => 'name') -> 'members'`,
    `public.community_candidates('${community?.id}', $1)`,
  ]) {
    const { rows } = await db.as(
      admin,
      `with no_sort as materialized (select set_config('enable_sort', 'off', true)),
         found as materialized (select ${call} as people from no_sort)
       select jsonb_path_query_array(people, '$[*].name') as names,
         pg_stat_get_xact_numscans('private.people_name_idx'::regclass)::int as walks from found`,
      [family],
    )
    expect(rows[0]).toEqual({ names: [...names].sort(), walks: 0 })
  }
})
