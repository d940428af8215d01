import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../supabase/local/src/config'
import { openScratchDatabase } from '../../supabase/local/src/scratch-database'
import { compareAddresses, compareSettings, ownersAuth, publicAuth } from './auth'
import { examine, motor } from './examine'
import { compareLists, differs, ok, report, unknown } from './finding'
import { compareSchemas, readSchema, type SchemaLists } from './schema'

const { auth } = readConfig(fileURLToPath(new URL('../../supabase/config.toml', import.meta.url)))

describe('a report', () => {
  test('says each finding on a line and counts them', () => {
    expect(report([ok('a', 'fine'), differs('longer', 'not fine'), unknown('b', 'no key')])).toBe(
      [
        'ok       a       fine',
        'differs  longer  not fine',
        'unknown  b       no key',
        '',
        '1 ok, 1 differ, 1 unknown',
      ].join('\n'),
    )
  })

  test('tells apart what is missing and what is too much, and does not go on for ever', () => {
    expect(compareLists('x', ['a', 'b'], ['b', 'a'])).toEqual(ok('x', '2 as expected'))
    expect(compareLists('x', ['a', 'b'], ['b', 'c'])).toEqual(
      differs('x', 'missing: a. not expected: c'),
    )
    const many = Array.from({ length: 8 }, (_, i) => `r${i}`)
    expect(compareLists('x', [], many).text).toBe('not expected: r0; r1; r2; r3; r4 and 3 more')
  })
})

describe('auth settings', () => {
  const good = {
    disable_signup: false,
    mailer_autoconfirm: false,
    external: { email: true, anonymous_users: false, phone: false },
  }

  test('that are right are one line', () => {
    expect(compareSettings('auth', publicAuth(auth), good)).toEqual([ok('auth', '5 as expected')])
  })

  test('that let strangers in are reported one by one', () => {
    const open = { ...good, mailer_autoconfirm: true, external: { ...good.external, phone: true } }
    expect(compareSettings('auth', publicAuth(auth), open)).toEqual([
      differs('auth', 'mailer_autoconfirm is true, expected false'),
      differs('auth', 'external.phone is true, expected false'),
    ])
    expect(compareSettings('auth', publicAuth(auth), null)).toHaveLength(5)
  })

  test('of the owner want the hook and the second factor', () => {
    expect(ownersAuth(auth)).toMatchObject({
      hook_before_user_created_enabled: true,
      hook_before_user_created_uri: 'pg-functions://postgres/public/before_user_created',
      mfa_totp_verify_enabled: true,
      mailer_autoconfirm: false,
    })
  })

  const site = 'https://learn.example.org'
  const hosted = { siteUrl: site, redirectUrls: [`${site}/login`, `${site}/reset-password`] }

  test.each([
    ['http://localhost:3000', '', 'differs'],
    [undefined, '', 'differs'],
    [site, `${site}/login`, 'differs'],
    [site, `${site}/login,${site}/reset-password,${site}/**`, 'differs'],
    [site, '**', 'differs'],
    [site, `${site}/reset-password, ${site}/login`, 'ok'],
  ])('mails of a project at %s with redirects to "%s": %s', (site_url, uri_allow_list, state) => {
    expect(compareAddresses('mails', hosted, { site_url, uri_allow_list }).state).toBe(state)
  })

  test('of a project without a block of its own would be set to this machine', () => {
    expect(compareAddresses('mails', auth, { site_url: site, uri_allow_list: '' })).toEqual(
      differs(
        'mails',
        'a push of config.toml would lead them to http://localhost:4300: give the project its block [remotes.*]',
      ),
    )
  })
})

describe('a database', () => {
  let database: Awaited<ReturnType<typeof openScratchDatabase>>
  let client: pg.Client
  let expected: SchemaLists

  beforeAll(async () => {
    database = await openScratchDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    expected = await readSchema(client)
  })
  afterAll(async () => {
    await client.end()
    await database.close()
  })

  /** What differs once the statement has run; it is taken back. */
  async function changedBy(statement: string): Promise<string[]> {
    await client.query('begin')
    try {
      await client.query(statement)
      const findings = compareSchemas(expected, await readSchema(client))
      return findings.filter(({ state }) => state === 'differs').map(({ about }) => about)
    } finally {
      await client.query('rollback')
    }
  }

  test('says when nothing does due work', async () => {
    expect((await motor(client)).state).toBe('ok')
    await client.query('begin')
    await client.query(`update private.motor set turned_at = now() - interval '11 minutes'`)
    expect(await motor(client)).toMatchObject({ state: 'differs', about: 'due work' })
    await client.query('rollback')
  })

  test('as the migrations make it is as expected, list by list', async () => {
    expect(await changedBy('select 1')).toEqual([])
    for (const [about, lines] of Object.entries(expected)) {
      expect(lines.length, about).toBeGreaterThan(2)
      expect(new Set(lines).size, about).toBe(lines.length)
    }
  })

  test.each([
    ['alter table public.lessons disable row level security', ['tables']],
    ['create table public.memos (id int)', ['tables']],
    ['drop policy lessons_select on public.lessons', ['policies']],
    ['alter policy lessons_select on public.lessons using (true)', ['policies']],
    ['grant select on public.profiles to anon', ['grants on tables', 'grants on columns']],
    ['grant update (role) on public.profiles to authenticated', ['grants on columns']],
    ['revoke update (name) on public.profiles from authenticated', ['grants on columns']],
    ['grant execute on function public.set_role to anon', ['grants on functions']],
    ['alter function private.active() security invoker', ['functions']],
    ['alter table public.courses disable trigger courses_guard_publish', ['triggers']],
    ['alter table public.courses drop constraint courses_thumbnail_url_safe', ['constraints']],
    ["alter role authenticated set statement_timeout = '8s'", ['settings of the API’s roles']],
    ["delete from public.role_permissions where role = 'MODERATOR'", ['role table']],
  ])('%s is found', async (statement, lists) => {
    expect(await changedBy(statement)).toEqual(lists)
  })

  test('does without a trigger that a hosted project may refuse, and without no other', () => {
    const without = (name: string) => ({
      ...expected,
      triggers: (expected.triggers ?? []).filter((line) => !line.startsWith(`${name} `)),
    })
    const triggers = (actual: SchemaLists) =>
      compareSchemas(expected, actual).find(({ about }) => about === 'triggers')
    expect(triggers(without('rookies_audit_login'))?.state).toBe('ok')
    expect(triggers(without('rookies_create_profile'))).toMatchObject({
      state: 'differs',
      text: expect.stringContaining('missing: rookies_create_profile on auth.users'),
    })
  })

  test('is examined whole: without an administrator, and with auth that cannot be seen', async () => {
    const examined = () => examine({ DATABASE_URL: database.url }, { dataDir: '', port: 1 })
    const findings = await examined()
    expect(findings.filter(({ state }) => state === 'differs').map(({ about }) => about)).toEqual([
      'administrators',
    ])
    expect(findings.filter(({ state }) => state === 'unknown')).toHaveLength(2)

    await client.query(`delete from supabase_migrations.schema_migrations where version in (
      select max(version) from supabase_migrations.schema_migrations)`)
    expect((await examined())[0]).toMatchObject({ state: 'differs', about: 'migrations' })
  })
})
