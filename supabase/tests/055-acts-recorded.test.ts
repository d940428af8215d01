import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { type RecordedAct, recordedDuring, SECRET_NAME } from './scenes/act'
import { acts } from './scenes/acts'
import { UNRECORDED, UNRECORDED_TABLES } from './scenes/unrecorded'

// Every act of staff, and every act on the security of an account, leaves a record of who did what to whom
// (rules/records#audit, rules/records#security-records).
const db = useDatabase()
const ACTS = acts(db)
const during = recordedDuring(db)

describe('each function that writes', () => {
  test('is recorded, or has a reason why it is not', async () => {
    const rows = await db.owner(
      `select distinct p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
         and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
    )
    expect(rows.map(({ proname }) => proname)).toEqual(
      [...Object.keys(ACTS), ...Object.keys(UNRECORDED)].sort(),
    )
  })

  test.each(Object.entries(ACTS))('%s records who did what to whom', async (name, prepare) => {
    const { who, args, names, records } = await prepare()
    const left = await during(() => db.answer(who, name, args))
    expect(left.map(({ action }) => action).sort()).toEqual([...records].sort())
    for (const row of left) {
      // The record of an ended session names its owner and its device.
      if (row.target_type !== 'session') {
        expect(row).toMatchObject({ user_id: who.id, actor: null, ip_address: '192.0.2.7' })
      }
      expect(row.target_id, row.action).not.toBeNull()
    }
    const text = JSON.stringify(left)
    for (const id of names) expect(text).toContain(id)
    expect(text).not.toContain(SECRET_NAME)
    expect(text).not.toMatch(/@example\.test/)
  })

  test.each(Object.keys(UNRECORDED))('%s has a reason why it is not recorded', (name) => {
    expect(UNRECORDED[name]).toMatch(/\.$/)
  })
})

test('each table that signed-in people write is audited, or has a reason why it is not', async () => {
  const rows = await db.owner(
    `select c.relname || ' ' || w.act as write, exists (
       select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.audit()'::regprocedure
         and (t.tgtype & w.bit) <> 0) as audited
     from pg_class c cross join (values ('insert', 4), ('update', 16), ('delete', 8)) w (act, bit)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and case when w.act = 'delete' then has_table_privilege('authenticated', c.oid, 'delete')
         else has_any_column_privilege('authenticated', c.oid, w.act) end`,
  )
  const silent = rows.filter(({ audited }) => !audited).map(({ write }) => write)
  expect(silent.sort()).toEqual(Object.keys(UNRECORDED_TABLES).sort())
})

describe('a post', () => {
  test('is recorded when its author deletes it, and not when they edit it', async () => {
    const author = await db.person()
    const [place] = await db.owner(
      `insert into public.communities (name, slug) values ('The Study', 'p-' || gen_random_uuid()) returning id`,
    )
    await db.owner('insert into public.community_members (community_id, user_id) values ($1, $2)', [
      place?.id,
      author.id,
    ])
    const [post] = (
      await db.as(
        author,
        `insert into public.community_posts (community_id, body) values ($1, 'Secret words') returning id`,
        [place?.id],
      )
    ).rows
    const left = await during(async () => {
      await db.as(author, `update public.community_posts set body = 'Other words' where id = $1`, [
        post?.id,
      ])
      await db.answer(author, 'delete_post', { post_id: post?.id })
    })
    expect(left).toMatchObject([
      {
        action: 'community_post.delete',
        user_id: author.id,
        target_id: post?.id,
        title: 'The Study',
        after: { author_id: author.id, community_id: place?.id, fields: expect.anything() },
      },
    ])
    expect(JSON.stringify(left)).not.toContain('words')
  })

  test('whose reports are settled a second time adds no record', async () => {
    const { who, args } = await (ACTS.resolve_reports ?? fail)()
    expect(await during(() => db.answer(who, 'resolve_reports', args))).toHaveLength(1)
    expect(await during(() => db.answer(who, 'resolve_reports', args))).toEqual([])
  })
})

describe('the security of an account', () => {
  const shown = (rows: RecordedAct[]) =>
    rows.map(({ user_id, actor, action, target_id, after }) => ({
      ...{ user_id, actor, action, target_id, means: after?.means },
    }))
  const setPassword = (person: Person, hash: string) =>
    db.authService('update auth.users set encrypted_password = $2 where id = $1', [person.id, hash])

  test('a second factor is recorded once when it is added, and once when it is removed', async () => {
    const person = await db.person()
    const begun = await during(() => db.addFactor(person, 'unverified'))
    expect(begun).toEqual([])
    const confirm = () =>
      db.authService(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [
        person.id,
      ])
    const own = { user_id: person.id, actor: null, target_id: person.id, means: 'own' }
    expect(shown(await during(confirm))).toEqual([{ ...own, action: 'user.factor_add' }])
    expect(await during(confirm)).toEqual([])
    await db.signedIn(person, 'aal2')
    const remove = () =>
      db.authService('delete from auth.mfa_factors where user_id = $1', [person.id])
    expect(shown(await during(remove))).toEqual([{ ...own, action: 'user.factor_remove' }])
    await db.addFactor(person, 'unverified')
    expect(await during(remove)).toEqual([])
  })

  test('a factor that is removed without a session at aal2 was removed by somebody else', async () => {
    const person = await db.person()
    await db.addFactor(person)
    const left = await during(() =>
      db.authService('delete from auth.mfa_factors where user_id = $1', [person.id]),
    )
    expect(shown(left)).toEqual([
      {
        user_id: null,
        actor: 'supabase_auth_admin',
        action: 'user.factor_remove',
        target_id: person.id,
        means: 'administrator',
      },
    ])
  })

  test('a changed password is recorded with its cause, and never with its value', async () => {
    const person = await db.account()
    expect(await during(() => setPassword(person, 'hash-0'))).toEqual([])
    const asked = async (hash: string) => {
      const left = await during(() => setPassword(person, hash))
      expect(JSON.stringify(left)).not.toContain('hash')
      return shown(left)
    }
    const act = { action: 'user.password_change', target_id: person.id }
    const own = { user_id: person.id, actor: null, ...act }
    expect(await asked('hash-1')).toEqual([
      { user_id: null, actor: 'supabase_auth_admin', ...act, means: 'administrator' },
    ])
    await db.signedIn(person)
    expect(await asked('hash-2')).toEqual([{ ...own, means: 'own' }])
    expect(await asked('hash-2')).toEqual([])
    const { session } = await db.signedIn(person)
    await db.authService(
      `update auth.mfa_amr_claims set authentication_method = 'otp' where session_id = $1`,
      [session],
    )
    expect(await asked('hash-3')).toEqual([{ ...own, means: 'mail' }])
  })
})

function fail(): never {
  throw new Error('there is no such act')
}
