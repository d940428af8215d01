import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { recordedDuring } from '../scenes/act'
import { communities } from '../scenes/communities'
import { ERASURE_EFFECTS, type ErasureEffect } from '../scenes/erasure-effects'
import { type PersonTraces, tracesOf } from '../scenes/traces'

// A deleted account leaves no trace of its person anywhere, however it was deleted (rules/accounts#erasure).
const db = useDatabase()
const { community, admit, post } = communities(db)
const everywhere = tracesOf(db)
const during = recordedDuring(db)

/** Columns of these schemas that can contain a text, an id, a network address or a document, by table. */
const wordy = (schemas: string[]) =>
  db.owner(
    `select n.nspname || '.' || c.relname as table, array_agg(a.attname::text order by a.attname) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and t.typcategory not in ('N', 'D', 'T', 'B', 'E', 'R') group by 1 order by 1`,
    [schemas],
  ) as Promise<{ table: string; columns: string[] }[]>

/** The path of a file contains its name, and stays in texts that are kept. So it is searched for separately. */
const PATH = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9._-]+'

/** Returns where the database contains a person's name, email, id or network address, as `table.column name`. */
async function traced(person: PersonTraces): Promise<string[]> {
  const found: string[] = []
  for (const { table, columns } of await wordy(['public', 'private', 'auth', 'storage'])) {
    const places = columns.map((name) => `('${name}', "${name}"::text, lower("${name}"::text))`)
    const hits = await db.owner(
      `select distinct p.place, w.what from ${table}
       cross join lateral (values ${places}) p (place, text, lowered)
       join unnest($1::text[], $2::text[]) w (what, word) on position(lower(w.word) in p.lowered) > 0
         and position(lower(w.word) in lower(regexp_replace(p.text, '${PATH}', 'a file', 'g'))) > 0`,
      [Object.keys(person), Object.values(person)],
    )
    found.push(...hits.map(({ place, what }) => `${table}.${place} ${what}`))
  }
  return found
}

const columnsOf = (effect: ErasureEffect) =>
  Object.entries(ERASURE_EFFECTS).flatMap(([table, effects]) =>
    (effects[effect] ?? '').split(' ').flatMap((column) => (column ? [`${table}.${column}`] : [])),
  )

describe('each column that can say something of a person', () => {
  test('is listed with what happens to it', async () => {
    const listed = Object.keys(ERASURE_EFFECTS).flatMap((table) =>
      Object.values(ERASURE_EFFECTS[table] ?? {}).flatMap((names) =>
        names.split(' ').map((column) => `${table}.${column}`),
      ),
    )
    const there = (await wordy(['public', 'private'])).flatMap(({ table, columns }) =>
      columns.map((column) => `${table}.${column}`),
    )
    expect(listed.sort()).toEqual(there.sort())
  })

  test('that is not deleted is explained in the rule', () => {
    const page = readFileSync(new URL('../../../docs/rules/accounts.md', import.meta.url), 'utf8')
    // `| table column, column; table column | what happens | why |`
    const documented = [...page.matchAll(/^\| (`\w+` .*?) \| +\S.*? \| +\S.*? \|$/gm)].flatMap(
      ([, place = '']) =>
        [...place.matchAll(/`(\w+)` ([\w, ]+)/g)].flatMap(([, table, columns = '']) =>
          columns.split(',').map((column) => `${table}.${column.trim()}`),
        ),
    )
    const left = (['CLEARED', 'REPLACED', 'KEPT'] as const)
      .flatMap(columnsOf)
      .map((place) => place.replace(/^(public|private)\./, ''))
    expect(documented.sort()).toEqual(left.sort())
  })
})

/** Everything that may remain of a deleted person. */
const LEFT = [
  // Ids that lead to no person.
  'public.audit_logs.after id',
  'public.audit_logs.before id',
  'public.audit_logs.target_id id',
  // A single word in the dictionary of the search.
  'private.known_words.word name',
  // The parts of a file's path.
  'storage.objects.path_tokens name',
]

describe('a person who has left something everywhere', () => {
  const ways: [string, (person: Person) => Promise<unknown>][] = [
    [
      'themselves',
      (person) =>
        db.answer(
          {
            ...person,
            claims: {
              ...person.claims,
              amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
            },
          },
          'delete_my_account',
          {},
        ),
    ],
    [
      'by the auth service',
      ({ id }) => db.authService('delete from auth.users where id = $1', [id]),
    ],
    [
      'by their profile alone',
      ({ id }) => db.owner('delete from public.profiles where id = $1', [id]),
    ],
    [
      'softly',
      ({ id }) =>
        db.authService(
          `update auth.users set deleted_at = now(), email = md5(email), raw_user_meta_data = '{}' where id = $1`,
          [id],
        ),
    ],
  ]

  test.each(ways)('is found nowhere once they are deleted %s', async (way, remove) => {
    const { person, traces, course } = await everywhere()
    const before = await traced(traces)
    // Before the deletion, the person must be found in this column. Otherwise the test would not check it.
    for (const place of [...columnsOf('CLEARED'), ...columnsOf('REPLACED')]) {
      expect(
        before.some((found) => found.startsWith(`${place} `)),
        place,
      ).toBe(true)
    }
    await remove(person)
    const after = await traced(traces)
    const rest = after.filter((found) => !LEFT.includes(found) && !ofAuth(way, found))
    expect(rest).toEqual([])

    expect(
      await db.owner(
        'select title, author_name, author_description from public.courses where id = $1',
        [course],
      ),
    ).toEqual([{ title: 'A course', author_name: null, author_description: null }])
    const names = await db.owner(
      `select f.name from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
       where m.course_id = $1`,
      [course],
    )
    expect(names).toEqual([{ name: 'deleted account-notes.png' }])
  })
})

/** Auth itself removes an account without a profile, and a softly deleted one. */
const ofAuth = (way: string, found: string) =>
  (way === 'by their profile alone' || way === 'softly') && found.startsWith('auth.')

describe('what remains', () => {
  test('other people’s replies remain under a deleted post', async () => {
    const [author, other] = [await db.person(), await db.person()]
    const place = await community()
    for (const who of [author, other]) await admit(who, place)
    const thread = await post(author, place)
    await post(other, place, { answers: thread })
    await db.authService('delete from auth.users where id = $1', [author.id])
    expect(await db.answer(other, 'community_thread', { post_id: thread })).toMatchObject({
      post: { id: thread, gone: true },
      total: 1,
    })
  })

  test('the posts, files and courses of a namesake remain', async () => {
    const [one, namesake] = [await db.person({ name: 'Ada' }), await db.person({ name: 'Ada' })]
    const [own, foreign] = [await db.course({ by: one }), await db.course({ by: namesake })]
    await db.owner(`update public.courses set author_name = 'Ada' where id = any ($1)`, [
      [own.id, foreign.id],
    ])
    await db.owner(
      `insert into public.lesson_files (lesson_id, path, name, size, type, created_by_id)
       values ($1, gen_random_uuid() || '/a.pdf', 'ada.pdf', 1, 'application/pdf', $3),
         ($1, gen_random_uuid() || '/b.pdf', 'Canada.pdf', 1, 'application/pdf', $2),
         ($1, gen_random_uuid() || '/c.pdf', 'ada.pdf', 1, 'application/pdf', $2)`,
      [own.text, one.id, namesake.id],
    )
    await db.authService('delete from auth.users where id = $1', [one.id])
    expect(
      await db.owner(
        `select name from public.lesson_files where lesson_id = $1 order by split_part(path, '/', 2)`,
        [own.text],
      ),
    ).toEqual([{ name: 'ada.pdf' }, { name: 'Canada.pdf' }, { name: 'deleted account.pdf' }])
    expect(
      await db.owner('select author_name from public.courses where id = $1', [foreign.id]),
    ).toEqual([{ author_name: 'Ada' }])
  })

  test('an email that only ends with theirs remains', async () => {
    const [person, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    const others = [`x${person.email}`, `${person.email}.org`]
    await db.owner(
      `insert into public.notifications (title, message, recipient_id) values ('Ends', $1, $2)`,
      [`${person.email}, ${others.join(', ')}`, admin.id],
    )
    await db.authService('delete from auth.users where id = $1', [person.id])
    expect(
      await db.owner('select message from public.notifications where recipient_id = $1', [
        admin.id,
      ]),
    ).toEqual([{ message: `deleted account, ${others[0]}, ${person.email}.org` }])
  })

  test('deleting an account that was never confirmed makes its invite usable again, and cancels no invite to its email', async () => {
    const email = `${randomUUID()}@example.test`
    const [open] = await db.owner('insert into public.invites (email) values ($1) returning id', [
      email,
    ])
    const id = randomUUID()
    await db.withSettings({ require_email_verification: true }, () =>
      db.authService('insert into auth.users (id, email) values ($1, $2)', [id, email]),
    )
    await db.authService('delete from auth.users where id = $1', [id])
    expect(
      await db.owner('select email, cancelled_at from public.invites where id = $1', [open?.id]),
    ).toEqual([{ email, cancelled_at: null }])
  })
})

describe('the audit log', () => {
  test('contains one record of a deleted account, however it was deleted', async () => {
    const [admin, own, theirs, soft, bare] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'CREATOR' }),
      await db.person(),
      await db.person(),
      await db.person(),
    ]
    const course = await db.course({ by: own })
    for (const person of [own, theirs, soft, bare]) {
      await db.addFactor(person)
      await db.entitle(person, course.id)
    }
    const recent = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    await db.authService(`update auth.sessions set aal = 'aal2' where user_id = $1`, [own.id])
    const left = await during(async () => {
      await db.answer({ ...own, claims: { ...own.claims, amr: recent } }, 'delete_my_account', {})
      await db.authService('delete from auth.users where id = $1', [theirs.id])
      await db.authService('update auth.users set deleted_at = now() where id = $1', [soft.id])
      await db.owner('delete from public.profiles where id = $1', [bare.id])
    })
    expect(left).toMatchObject([
      {
        ...{ action: 'user.delete', target_id: own.id, user_id: null, actor: null },
        ...{ after: { role: 'CREATOR', means: 'own' }, user_agent: null, ip_address: null },
      },
      {
        ...{ action: 'user.delete', target_id: theirs.id, actor: 'supabase_auth_admin' },
        after: { role: 'MEMBER', means: 'administrator' },
      },
      { action: 'user.delete', target_id: soft.id, actor: 'supabase_auth_admin' },
      { action: 'user.delete', target_id: bare.id, actor: 'postgres' },
    ])
    // Later actions are recorded again.
    const next = await during(() =>
      db.as(admin, `update public.courses set title = 'Next' where id = $1`, [course.id]),
    )
    expect(next).toMatchObject([{ action: 'course.update' }])
  })

  test('contains one record for each of several accounts that are deleted at once', async () => {
    const people = [await db.person(), await db.person(), await db.person()]
    const course = await db.course()
    for (const person of people) await db.entitle(person, course.id)
    const left = await during(() =>
      db.authService('delete from auth.users where id = any ($1)', [people.map(({ id }) => id)]),
    )
    expect(left.map(({ action }) => action)).toEqual(Array(3).fill('user.delete'))
  })
})
