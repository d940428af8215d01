import { expect, test } from 'vitest'
import { CONDITIONS } from './conditions'
import { useDatabase } from './database'

// Rules for every table, policy and function, checked in the catalogue of the database: each query lists
// violations.
const db = useDatabase()

const offenders = async (sql: string) =>
  (await db.owner(sql)).map((row) => Object.values(row).join(' '))

/** Functions that run with their owner's rights on purpose; each checks its caller first. */
const REASONED_DEFINERS = [
  'accept_invite', // redeems for the caller, whose address it must carry
  'add_cohort_people', // calls check_cohort_right(); adds people whose profiles row security hides
  'add_community_member', // calls check_community_rights(); left_at is granted to no one
  'analytics', // calls check_analytics_rights(); counts everyone, from tables that are granted to no one
  'assign_purchase', // calls can('purchases', 'assign'); purchases are granted to no one
  'audit_choices', // calls can('audit_logs', 'read'); walks an index past row security
  'audit_list', // the same; row security would keep the merge from its indexes
  'ban_member', // community moderator or administrator
  'before_user_created', // the auth service's alone; reads invites for people who have no account yet
  'begin_export', // calls export_source(); writes the record without which no row is given
  'begin_link_check', // calls can_on_course(); counts against the caller's limit, which is granted to no one
  'begin_uploads', // calls can('lesson_files', 'create', 'own'); what was sent is granted to no one
  'cancel_invite', // calls my_invite()
  'change_access', // calls check_access_rights(); writes many people's grants
  'change_cohort_people', // calls check_cohort_right(); keeps the answer of an operation, which is granted to no one
  'change_invites', // calls invite_batch() and invite_verdicts(); update of invites is granted to no one
  'check_course', // calls can_on_course(); looks where links to other courses lead
  'check_invites', // calls check_invite(); says what create_invites() would do
  'check_session', // yes or no, about the caller's own session; sessions belong to the auth service
  'claim_due_mails', // the service role's alone; the table has no grants
  'claim_invite_mail', // calls my_invite(); the counts are granted to no one
  'cohort', // calls check_cohort_right(); names staff, whose profiles row security hides
  'cohort_list', // calls can('cohorts', 'read', 'assigned') and restates the scope; the same
  'cohort_member_list', // calls check_cohort_right(); the same, of members
  'cohort_progress', // the same
  'cohort_schedule', // calls check_cohort_right(); moderators read no course row
  'community_candidates', // calls check_community_rights(); row security keeps text operators from their index
  'community_feed', // calls community_membership(); names authors, whose profiles row security hides
  'community_impact', // calls can('communities', 'delete'); says whom delete_community() touches
  'community_news', // calls community_membership(); counts
  'community_people', // for moderators; names people, by name alone
  'community_reports', // for moderators; names authors, not reporters
  'community_thread', // calls community_membership(); names authors
  'complete_late', // the caller's own; row security hides lessons whose access has ended
  'correct_person', // calls can('profiles', 'correct'); the address belongs to the auth service
  'count_access', // calls check_access_act(); says what change_access() would come to
  'count_invites', // calls invite_verdicts(); says what change_invites() would come to
  'course_history', // calls can_on_course(); the audit is administrators' alone, this leaves out addresses and people
  'course_impact', // calls can_on_course()
  'course_learners', // restates the scope; names id and name alone
  'course_outline', // names locked lessons, which row security hides
  'course_titles', // calls can('courses', 'list'); moderators read no course row
  'create_invite', // calls check_invite(); insert into invites is granted to no one
  'create_invites', // calls check_invite(); many at once
  'delete_community', // calls can('communities', 'delete'); may run longer than other calls
  'delete_course', // calls can_on_course(); marks a branch
  'delete_lesson', // calls can_on_course()
  'delete_module', // calls can_on_course()
  'delete_my_account', // the caller's own, after the password
  'delete_post', // author, community moderator or administrator
  'deleted_content', // calls can_on_course(); names deleted rows, which row security hides
  'deleted_courses', // calls can('courses', 'restore'); the same
  'disable_impact', // calls can('profiles', 'disable'); says whom set_disabled() touches
  'dismiss_purchase_notice', // calls can('purchases', 'dismiss'); the table has no grants
  'due_work_list', // calls can('due_work', 'read'); the table has no grants
  'edit_notification', // calls can('notifications', 'update'); who it goes to never changes
  'end_session', // deletes the caller's own alone; sessions belong to the auth service
  'export_rows', // the caller's own export alone; asks export_source() again
  'free_previews', // calls can('lessons', 'read', 'assigned'); names courses, which row security shows to holders alone
  'has_communities', // yes or no, about the caller
  'invite_by_token', // the token is the right
  'invite_list', // calls can('invites', 'read', 'own'); row security keeps text operators from their index
  'invite_mailed', // calls my_invite(); the table of due work has no grants
  'join_community', // calls open_community_ids(); left_at is granted to no one
  'keep_link_states', // the service role's alone; the states are granted to no one
  'leave_community', // stamps left_at, on one's own row
  'legal_texts', // two columns of a row that visitors may not read
  'lesson_impact', // calls can_on_course(); counts
  'lesson_version_list', // calls can_on_course(); names authors, whose profiles row security hides
  'library', // names courses whose access has ended
  'make_invite_proof', // the service role's alone; the table has no grants
  'make_recovery_codes', // the caller's own, at aal2; the codes are in private
  'managed_communities', // calls check_community_rights(); counts memberships and reports
  'managed_community', // the same
  'managed_members', // calls check_community_rights(); row security keeps text operators from their index
  'mark_community_seen', // joined communities alone; visits are granted to no one
  'member_access', // calls can('entitlements', 'read') and can('courses', 'list'); moderators read no course row
  'member_analytics', // calls check_analytics_rights(); moderators read no course row
  'member_by_address', // calls can('profiles', 'read'); an exact address, which no log of addresses holds
  'members', // calls can('profiles', 'read'); row security keeps text operators from their index
  'members_by_address', // the same; many exact addresses at once
  'module_impact', // calls can_on_course(); counts
  'move_cohort', // calls check_cohort_right(); writes the cohort for moderators who may change its schedule
  'my_account_state', // tells people why they are not let in
  'my_communities', // names communities that are closed to the caller or banned them
  'my_data', // the caller's own rows of every table
  'my_factors_state', // the caller's own; the factors belong to the auth service
  'my_open_invite', // the caller's own proven address; no one else lists a token
  'my_permissions', // the role table itself is granted to no one
  'my_sessions', // the caller's own; sessions belong to the auth service
  'new_in_communities', // the caller's own communities; visits are granted to no one
  'notification_feed', // the caller's own and everybody's, from indexes that row security keeps from being used
  'notification_list', // calls can('notifications', 'read'); row security keeps text operators from their index
  'person', // calls check_person(); moderators read no profile row
  'person_access', // calls check_access_reading(); works out another person's rights
  'person_audit', // calls can('audit_logs', 'read'); row security keeps the expression from its index
  'person_invites', // calls check_person(), restates the scope; row security keeps the address from its index
  'person_lessons', // the same
  'person_sessions', // calls can('sessions', 'read'); sessions belong to the auth service
  'public_settings', // the public part of a row that visitors may not read
  'purchase_list', // calls can('purchases', 'read'); row security keeps text operators from their index
  'record_purchase', // calls can('purchases', 'create'); purchases are granted to no one
  'record_purchase_event', // the service role's alone; writes purchase and grant in one transaction
  'record_session', // the caller's own session, once
  'refund_impact', // calls can('purchases', 'refund'); says what refund_purchase() would do
  'refund_purchase', // the same; purchases are granted to no one
  'refuse_purchase_event', // the service role's alone; the table has no grants
  'reorder_course', // calls can_on_course(); writes a whole order
  'resend_invite', // calls my_invite() and check_invite()
  'reset_factors', // calls can('profiles', 'reset_factors')
  'resolve_reports', // community moderator or administrator
  'restore_course', // calls can_on_course()
  'restore_lesson', // calls can_on_course()
  'restore_module', // calls can_on_course()
  'restore_post', // the person who deleted it
  'retry_due_work', // calls can('due_work', 'retry'); the table has no grants
  'role_impact', // calls can('profiles', 'set_role'); says what set_role() changes
  'save_access', // calls check_access_rights(); one difference in one transaction
  'search', // calls can('courses', 'read', 'assigned'); row security keeps indexes of words from being used
  'send_global_notification', // calls can('notifications', 'create'); the sender is the caller
  'send_lessons', // calls can('courses', 'create', 'own'); the pieces are granted to no one
  'send_user_notification', // the same
  'set_disabled', // calls can('profiles', 'disable')
  'set_role', // calls can('profiles', 'set_role')
  'settings_preview', // calls can('settings', 'update'); counts accounts of the auth service
  'settle_due_mail', // the service role's alone; the table has no grants
  'use_recovery_code', // the caller's own; tries are counted
]

/**
 * Functions without their own search path, so that the planner inlines them: each is one SQL query and serves
 * only as a helper, whose callers set the path.
 */
const PUT_INTO_QUERIES = [
  'account_state',
  'cohort_plan',
  'grants_open',
  'learner_totals',
  'made_course_ids',
  'modules_with_previews',
  'rights_of',
  'staffed_course_ids',
  'unreleased_lessons',
]

const CONDITION_NAMES = Object.keys(CONDITIONS)

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

test('no policy is always true, each one checks the gate, and each one about the caller asks for a right', async () => {
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
           and not (p.pronamespace = 'private'::regnamespace and p.proname = any ('{${[...PUT_INTO_QUERIES, ...CONDITION_NAMES]}}')))
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
         and p.proconfig is null and not p.prosecdef and p.prosrc !~ '\\mfrom\\M'
       order by 1`,
    ),
  ).toEqual(CONDITION_NAMES)
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
