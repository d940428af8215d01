import { expect, test } from 'vitest'
import { CONDITIONS } from './conditions'
import { useDatabase } from './database'
import { REASONED_DEFINERS } from './reasoned-definers'

// Rules for every table, policy and function, checked in the catalogue of the database: each query lists
// violations.
const db = useDatabase()

const offenders = async (sql: string) =>
  (await db.owner(sql)).map((row) => Object.values(row).join(' '))

/**
 * Functions without their own search path, so that the planner inlines them: each is one SQL query and serves
 * only as a helper, whose callers set the path.
 */
const PUT_INTO_QUERIES = [
  'account_state',
  'binned_lesson_ids',
  'cohort_plan',
  'grants_open',
  'inbox_holder',
  'inbox_rows_put_away',
  'inbox_waiting',
  'learner_totals',
  'made_course_ids',
  'modules_with_previews',
  'open_extension_requests',
  'person_dues',
  'question_views',
  'questions_for',
  'rights_of',
  'staffed_course_ids',
  'unreleased_lessons',
]

const CONDITION_NAMES = Object.keys(CONDITIONS)

/** Functions of one expression that other functions call; the planner has to inline them. */
const EXPRESSIONS = [
  'behind_version',
  'inbox_person',
  'inbox_place',
  'inbox_row',
  'question_state_now',
  'shown_name',
]

/** All that a visitor may call. They may read no table at all. */
const VISITOR_FUNCTIONS = [
  'boot',
  'check_session',
  'has_communities',
  'invite_by_token',
  'legal_texts',
  'my_account_state',
  'my_permissions',
  'new_in_communities',
  'notification_feed',
  'public_settings',
  'sign_up_confirmed',
]

test('row security is on for every table', async () => {
  expect(
    await offenders(
      `select oid::regclass from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and relkind in ('r', 'p') and not relrowsecurity`,
    ),
  ).toEqual([])
})

test('every policy is permissive, for one role and one command, named after both, and described', async () => {
  expect(
    await offenders(
      `select p.tablename, p.policyname from pg_policies p
       where p.schemaname = 'public' and (
         p.permissive <> 'PERMISSIVE' or p.cmd = 'ALL' or p.roles not in ('{authenticated}', '{anon}')
         or p.policyname <> p.tablename || '_' || lower(p.cmd))
       union
       select c.relname, pol.polname from pg_policy pol join pg_class c on c.oid = pol.polrelid
       where c.relnamespace = 'public'::regnamespace and obj_description(pol.oid, 'pg_policy') is null`,
    ),
  ).toEqual([])
})

test('no policy is always true, each one checks the gate, and each one about the caller’s own rows checks a right', async () => {
  expect(
    await offenders(
      `select tablename, policyname from pg_policies, lateral (select concat(qual, ' ', with_check) as body) b
       where schemaname = 'public' and (
         b.body ~* '(^|[( ])true([) ]|$)'
         or b.body !~ 'private\\.(can|active)\\(')`,
    ),
  ).toEqual([])
  expect(
    await offenders(
      `select tablename, policyname from pg_policies, lateral (select concat(qual, ' ', with_check) as body) b
       where schemaname = 'public' and b.body ~ 'uid\\(' and b.body !~ 'private\\.can\\('`,
    ),
  ).toEqual([])
})

test('helpers in policies are wrapped, so that they run once for each statement', async () => {
  expect(
    await offenders(
      `select tablename, policyname from pg_policies, lateral (select concat(qual, ' ', with_check) as body) b
       where schemaname = 'public'
         and regexp_replace(b.body, 'SELECT (private|auth)\\.\\w+\\(|private\\.(${CONDITION_NAMES.join('|')})\\(', '', 'g')
           ~ '(private|auth)\\.(\\w+)\\('`,
    ),
  ).toEqual([])
})

test('inserts name their columns, because data of earlier versions have them in another order', async () => {
  expect(
    await offenders(
      `select oid::regprocedure from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc ~* 'insert into (public|private)\\.\\w+( as \\w+)?\\s+(select|values|table)\\M'`,
    ),
  ).toEqual([])
})

test('every foreign key has an index that starts with its columns', async () => {
  expect(
    await offenders(
      `select c.conrelid::regclass, c.conname from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
         select 1 from pg_index i where i.indrelid = c.conrelid and i.indpred is null
           and (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1] @> c.conkey)`,
    ),
  ).toEqual([])
})

test('every foreign key says what happens on delete', async () => {
  expect(
    await offenders(
      `select conrelid::regclass, conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype = 'a'`,
    ),
  ).toEqual([])
})

test('every function has a search path and a comment, and none is granted to all roles', async () => {
  expect(
    await offenders(
      `select p.oid::regprocedure from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and (
         (not coalesce(p.proconfig @> array['search_path=""'], false)
           and not (p.pronamespace = 'private'::regnamespace and p.proname = any ('{${[...PUT_INTO_QUERIES, ...CONDITION_NAMES, ...EXPRESSIONS]}}')))
         or obj_description(p.oid, 'pg_proc') is null
         or exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0))`,
    ),
  ).toEqual([])
})

test('the planner can inline the listed helpers, and no signed-in person may call one', async () => {
  expect(
    await offenders(
      `select p.proname from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'private'::regnamespace and l.lanname = 'sql' and p.proretset and p.provolatile = 's'
         and p.proconfig is null and not p.prosecdef and not has_function_privilege('authenticated', p.oid, 'execute')
       order by 1`,
    ),
  ).toEqual(PUT_INTO_QUERIES)
  expect(
    await offenders(
      `select p.proname from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'private'::regnamespace and l.lanname = 'sql' and not p.proretset and p.provolatile <> 'v'
         and p.proconfig is null and not p.prosecdef and regexp_replace(p.prosrc, 'extract\\(\\w+ from', '', 'g') !~ '\\mfrom\\M'
       order by 1`,
    ),
  ).toEqual([...CONDITION_NAMES, ...EXPRESSIONS].sort())
})

test('definer functions of the API are on the list with reasons', async () => {
  expect(
    await offenders(
      `select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`,
    ),
  ).toEqual(REASONED_DEFINERS)
})

test('views run with their caller’s rights', async () => {
  expect(
    await offenders(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions @> array['security_invoker=true'], false)`,
    ),
  ).toEqual([])
})

test('a visitor may call the listed functions and use nothing else', async () => {
  expect(
    await offenders(
      `select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
       and has_function_privilege('anon', p.oid, 'execute') order by 1`,
    ),
  ).toEqual(VISITOR_FUNCTIONS)
  expect(
    await offenders(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S', 'p', 'm')
       and (has_table_privilege('anon', c.oid, 'select, insert, update, delete') or (c.relkind <> 'S' and has_any_column_privilege('anon', c.oid, 'select, insert, update')))`,
    ),
  ).toEqual([])
  expect(
    await offenders(
      `select p.oid::regprocedure from pg_proc p where p.pronamespace = 'private'::regnamespace and has_function_privilege('anon', p.oid, 'execute')`,
    ),
  ).toEqual([])
})

test('signed-in people may insert and update single columns only, and not truncate', async () => {
  expect(
    await offenders(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and has_table_privilege('authenticated', oid, 'insert, update, truncate, references, trigger')`,
    ),
  ).toEqual([])
})

test('the service role may use every table but the role table and the audit log, and call every function but the hook', async () => {
  const withoutSome = (rights: string) =>
    offenders(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
         select from unnest(string_to_array('${rights}', ', ')) r where not has_table_privilege('service_role', c.oid, r)) order by 1`,
    )
  expect(await withoutSome('select')).toEqual(['role_permissions'])
  expect(await withoutSome('insert, update, delete')).toEqual([
    'audit_logs',
    'list_changes',
    'role_permissions',
  ])
  expect(
    await offenders(
      `select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not has_function_privilege('service_role', p.oid, 'execute')`,
    ),
  ).toEqual(['before_user_created'])
  expect(
    await offenders(
      `select c.oid::regclass from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and case c.relkind when 'S' then has_sequence_privilege('service_role', c.oid, 'usage, update')
         when 'r' then has_table_privilege('service_role', c.oid, 'truncate, references, trigger, maintain') end`,
    ),
  ).toEqual([])
})

test('storage has one policy, for uploads, because people who may read an object may sign it for any time', async () => {
  expect(
    await offenders(
      `select tablename, policyname, roles, cmd from pg_policies where schemaname = 'storage' order by policyname`,
    ),
  ).toEqual(['objects rookies_objects_insert {authenticated} INSERT'])
})

test('the key of a published table is one random id, because deletes reveal it to everybody', async () => {
  const published = `
    select c.oid, p.tablename, c.relrowsecurity, c.relreplident from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'`
  expect(await offenders(`select tablename from (${published}) t order by 1`)).toEqual([
    'list_changes',
    'notification_reads',
    'notifications',
  ])
  expect(
    await offenders(
      `select t.tablename from (${published}) t
       where not t.relrowsecurity or t.relreplident <> 'd' or not exists (
         select from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where i.indrelid = t.oid and i.indisprimary and i.indnkeyatts = 1
           and pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()'
           and not has_column_privilege('authenticated', t.oid, a.attnum, 'insert, update'))`,
    ),
  ).toEqual([])
})

test('every table is described', async () => {
  expect(
    await offenders(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid, 'pg_class') is null`,
    ),
  ).toEqual([])
})
