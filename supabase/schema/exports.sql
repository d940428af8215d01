-- Exports of lists as files, and the copy of their own data that a person can download.
set check_function_bodies = off;

-- TABLES

create table private.export_lists (
  list text not null,
  resource text not null,
  personal text[] not null default '{}'::text[],
  action text not null default 'read',
  scope public.permission_scope default 'any',
  constraint export_lists_pkey primary key (list)
);
alter table private.export_lists enable row level security;
comment on table private.export_lists is 'What can be exported: the list''s name, the right that the export requires, and the keys of its filter that may contain a person''s name or email; the audit record only says that these keys were set. Written by migrations.';
comment on column private.export_lists.action is 'The action on the resource that the export requires.';
comment on column private.export_lists.scope is 'The scope of the right that the export requires: assigned if the list leaves out people whom the caller does not reach; null if any scope is enough, because the list contains only rows that the caller may read.';
insert into private.export_lists (list, resource, personal, action, scope) values
  ('analytics', 'analytics', '{search}', 'read', 'assigned'),
  ('audit_logs', 'audit_logs', '{person}', 'read', 'any'),
  ('cohort_members', 'cohort_members', '{search}', 'read', 'assigned'),
  ('cohorts', 'cohorts', '{}', 'read', 'assigned'),
  ('invites', 'invites', '{search}', 'read', 'any'),
  ('members', 'profiles', '{search}', 'list', 'assigned'),
  ('notifications', 'notifications', '{search}', 'read', 'any'),
  ('purchases', 'purchases', '{search}', 'read', 'any'),
  ('reviews', 'submissions', '{}', 'list', NULL);

create table private.exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  list text not null,
  filter jsonb not null,
  begun_at timestamptz not null default now(),
  constraint exports_pkey primary key (id),
  constraint exports_filter_size check (octet_length(filter::text) <= 10000),
  constraint exports_list_fkey foreign key (list) references private.export_lists(list) on delete cascade,
  constraint exports_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.exports enable row level security;
create index exports_begun_at_idx on private.exports (begun_at);
create index exports_list_idx on private.exports (list);
create index exports_user_id_idx on private.exports (user_id);
comment on table private.exports is 'Exports that were begun within the last hour: by whom, of which list, with which filter. No grants: written by begin_export(), read by export_rows().';

-- FUNCTIONS

create or replace function private.account_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'profile', (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
      'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
      'mail_ended', private.mail_ended(p.email),
      'last_sign_in_at', u.last_sign_in_at)
    from public.profiles p join auth.users u on u.id = p.id where p.id = person)
  union all
  select 'consent', (
    select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person)
  union all
  select 'sessions', (
    select jsonb_agg(jsonb_build_object('created_at', s.created_at,
      'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
    from auth.sessions s where s.user_id = person)
  union all
  select 'second_factors', (
    select jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'created_at', f.created_at)
      order by f.created_at)
    from auth.mfa_factors f where f.user_id = person)
  union all
  select 'recovery_codes', (
    select jsonb_agg(jsonb_build_object('created_at', c.created_at, 'used_at', c.used_at) order by c.created_at, c.used_at)
    from private.recovery_codes c where c.user_id = person)
$function$;
comment on function private.account_data(uuid) is 'Takes a person; returns their profile, consent, sessions, second factors and recovery codes, each by its name, without the secrets of factors and codes.';

create or replace function private.community_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'communities', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
      'joined_at', m.joined_at, 'left_at', m.left_at, 'seen_at', v.seen_at) order by m.joined_at)
    from public.community_members m join public.communities k on k.id = m.community_id
    left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
    where m.user_id = person)
  union all
  select 'posts', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
      'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
    from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person)
  union all
  select 'reports', (
    select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
    from public.community_post_reports r where r.reporter_id = person)
  union all
  select * from private.question_data(person)
$function$;
comment on function private.community_data(uuid) is 'Takes a person; returns lists by name (null: empty): their memberships, posts and reports in communities, and question_data().';

create or replace function private.due_exports(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.exports e where e.id = work.subject_id and e.begun_at < now() - interval '1 hour';
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_exports(private.due_work) is 'Job: deletes an export after an hour, when nobody can read it any more (rules/records#exports).';

create or replace function private.enqueue_export_removal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.enqueue_job('exports', new.id::text, new.begun_at + interval '61 minutes', new.id, new.user_id);
  return null;
end
$function$;
comment on function private.enqueue_export_removal() is 'Row trigger: schedules the deletion of an export in an hour.';

create or replace function private.export_source(
  list text,
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not exists (
    select from private.export_lists l
    cross join unnest(enum_range(null::public.permission_scope)) s (scope)
    where l.list = export_source.list and s.scope = coalesce(l.scope, s.scope) and private.can(l.resource, l.action, s.scope)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$function$;
comment on function private.export_source(text,jsonb) is 'Takes a list and a filter; returns the columns that the caller may export, in order, and a query of (at, key, row): at and key are the sort order, newest first, and row is the row as an object. Raises 42501, both for unknown lists and for callers who may not read the list.';

create or replace function private.learning_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'entitlements', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
      'expires_at', e.expires_at) order by e.created_at)
    from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person)
  union all
  select 'completions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'completed_at', d.completed_at,
      'received_at', d.received_at) order by d.completed_at)
    from public.lesson_completions d join lesson l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'progress', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'position_sec', w.position_sec,
      'duration_sec', w.duration_sec, 'watched_sec', w.watched::text, 'updated_at', w.updated_at) order by w.updated_at)
    from public.lesson_progress w join lesson l on l.id = w.lesson_id where w.user_id = person)
  union all
  -- Notes are not joined with lessons, because a note outlives its lesson.
  select 'notes', (
    select jsonb_agg(jsonb_build_object('course', n.course_title, 'lesson', n.lesson_title, 'at_seconds', n.at_seconds,
      'quote', n.quote, 'body', n.body, 'created_at', n.created_at, 'updated_at', n.updated_at) order by n.created_at)
    from public.notes n where n.user_id = person)
  union all
  select 'purchases', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
      'reason', p.reason, 'refund_reason', p.refund_reason, 'created_at', p.created_at) order by p.created_at)
    from public.purchases p
    left join public.courses c on c.id = p.course_id
    left join public.communities k on k.id = p.community_id
    where p.user_id = person)
$function$;
comment on function private.learning_data(uuid) is 'Takes a person; returns lists by name (null: empty): their access to courses, completions, progress, notes and purchases.';

create or replace function private.made_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'courses_made', (
    select jsonb_agg(jsonb_build_object('title', c.title, 'author_name', c.author_name, 'author_description', c.author_description,
      'created_at', c.created_at, 'deleted_at', c.deleted_at) order by c.created_at)
    from (select * from public.courses c where c.created_by_id = person order by c.created_at desc limit 1000) c)
  union all
  select 'files', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'name', f.name, 'alt', f.alt, 'size', f.size,
      'type', f.type, 'created_at', f.created_at) order by f.created_at)
    from (select * from public.lesson_files f where f.created_by_id = person order by f.created_at desc limit 1000) f
    join lesson l on l.id = f.lesson_id)
  union all
  select 'files_sent', (
    select jsonb_agg(jsonb_build_object('name', u.name, 'alt', u.alt, 'size', u.size, 'type', u.type, 'created_at', u.created_at)
      order by u.created_at)
    from (select * from private.uploads u where u.user_id = person order by u.created_at desc limit 1000) u)
  union all
  select 'lesson_versions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', v.title, 'no', v.no, 'fields', v.fields, 'created_at', v.created_at)
      order by v.created_at)
    from (select * from public.lesson_versions v where v.author_id = person order by v.created_at desc limit 1000) v
    join lesson l on l.id = v.lesson_id)
  union all
  -- The email is left out, because it belongs to another person.
  select 'invites_sent', (
    select jsonb_agg(jsonb_build_object('role', i.role, 'state', private.invite_state(i), 'created_at', i.created_at,
      'expires_at', i.expires_at) order by i.created_at)
    from (select * from public.invites i where i.invited_by_id = person order by i.created_at desc, i.id desc limit 1000) i)
  union all
  select 'notifications_sent', (
    select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'is_global', n.is_global, 'created_at', n.created_at)
      order by n.created_at)
    from (select * from public.notifications n where n.sender_id = person order by n.created_at desc limit 1000) n)
$function$;
comment on function private.made_data(uuid) is 'Takes a person; returns what they made for others: courses, files, versions of lessons (without their texts, which belong to the course), invites without the email, and notifications, the newest 1,000 of each, each list by its name (null: empty).';

create or replace function private.message_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'notifications', (
    select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'created_at', n.created_at) order by n.created_at)
    from public.notifications n
    where n.recipient_id = person and (n.publish_at is null or n.publish_at <= now()))
  union all
  select 'notification_reads', (
    select jsonb_agg(jsonb_build_object('notification', n.title, 'read_at', r.read_at) order by r.read_at)
    from public.notification_reads r join public.notifications n on n.id = r.notification_id where r.user_id = person)
  union all
  select 'notification_mutes', (
    select jsonb_agg(jsonb_build_object('type', m.type, 'created_at', m.created_at) order by m.created_at)
    from public.notification_mutes m where m.user_id = person)
  union all
  select 'invites_accepted', (
    select jsonb_agg(jsonb_build_object('email', i.email, 'name', i.name, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at) order by i.redeemed_at)
    from public.invites i where i.redeemed_by_id = person)
  union all
  select 'inbox_put_away', (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'until', k.until, 'marked_at', k.marked_at) order by k.marked_at)
    from private.inbox_marks k where k.user_id = person)
  union all
  -- The colleague is left out, because exports contain no data of other people.
  select 'inbox_handed_over', (
    select jsonb_agg(jsonb_build_object('kind', h.kind, 'given', h.by_id = person, 'note', h.note, 'handed_at', h.handed_at) order by h.handed_at)
    from private.inbox_hand_overs h where person in (h.by_id, h.to_id))
$function$;
comment on function private.message_data(uuid) is 'Takes a person; returns lists by name (null: empty): notifications to them, which they have read, which types they mute, invites that they accepted, and inbox rows that they put away, handed over, or were given.';

create or replace function private.record_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'records_of_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'target_type', r.target_type, 'title', r.title, 'created_at', r.created_at,
      'user_agent', r.user_agent, 'ip_address', r.ip_address) order by r.created_at, r.id)
    from (select * from public.audit_logs a where a.user_id = person order by a.created_at desc, a.id desc limit 1000) r)
  union all
  -- The author is left out, because exports contain no data of other people.
  select 'records_about_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'title', r.title, 'created_at', r.created_at) order by r.created_at, r.id)
    from (
      select * from public.audit_logs a
      where (a.target_type = 'user' and a.target_id = person::text
          or a.target_type = 'entitlement' and coalesce(a.after, a.before) ->> 'user_id' = person::text)
        and a.user_id is distinct from person
      order by a.created_at desc, a.id desc limit 1000) r)
$function$;
comment on function private.record_data(uuid) is 'Takes a person; returns the audit records of what they did, and of what others did to their account and their access: the newest 1,000 of each, each list by its name (null: empty).';

create or replace function private.record_my_data(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  today timestamptz[];
begin
  -- Requests at the same moment wait for each other, so that each one counts the others.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '24 hours'
    order by a.created_at desc);
  if today[1] > clock_timestamp() - interval '1 minute' then
    raise exception using errcode = 'PT429', hint = 'TOO_SOON',
      message = 'You downloaded your data a moment ago. Please try again in a minute.';
  end if;
  if cardinality(today) >= 10 then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY',
      message = 'You have downloaded your data ten times in a day. Please try again tomorrow.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;
comment on function private.record_my_data(uuid) is 'Takes the caller; records that they export their data. Because an export reads everything, it is limited to one a minute and ten a day: raises PT429 TOO_SOON, TOO_MANY.';

create or replace function private.work_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'work', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'state', s.state, 'passed_at', s.passed_at, 'rounds', (
        select jsonb_agg(private.round_facts(r) - 'id' order by r.round) from public.submission_rounds r where r.submission_id = s.id)) order by c.title, m.index, l.index)
    from public.submissions s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'work_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.submission_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'extensions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at) order by x.given_at)
    from public.extensions x join public.lessons l on l.id = x.lesson_id where x.user_id = person)
  union all
  select 'extension_requests', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'note', q.note, 'days', q.days, 'asked_at', q.asked_at, 'answered_at', q.answered_at,
      'declined_because', q.declined_because) order by q.asked_at)
    from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.user_id = person)
  union all
  select 'repositories', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'line', private.repository_line(p.lesson_id, person), 'asked_at', p.asked_at) || private.repository_facts(p)
      order by p.asked_at)
    from public.repositories p join public.lessons l on l.id = p.lesson_id where p.user_id = person)
  union all
  select 'repository_results', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'ref', t.ref, 'trial', t.trial) || private.result_facts(t) - 'id' order by t.received_at)
    from public.repository_results t join public.lessons l on l.id = t.lesson_id where t.user_id = person)
  union all
  select 'saved_replies', (
    select jsonb_agg(jsonb_build_object('title', r.title, 'body', r.body) order by r.position, r.title) from public.saved_replies r where r.user_id = person)
  union all
  -- The owner of the work is left out, because exports contain no data of other people.
  select 'reviews_given', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'verdict', v.verdict, 'comment', v.comment, 'published_at', v.published_at, 'withdrawn_at', v.withdrawn_at,
      'remarks', (select coalesce(jsonb_agg(k.body order by k.line_from, k.id), '[]') from public.review_remarks k where k.review_id = v.id)) order by v.published_at)
    from (select * from public.reviews v where v.reviewer_id = person order by v.published_at desc limit 1000) v
    join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id)
  union all
  select 'review_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'updated_at', d.updated_at) order by d.updated_at)
    from public.review_drafts d
    join public.submission_rounds r on r.id = d.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
    where d.reviewer_id = person)
$function$;
comment on function private.work_data(uuid) is 'Takes a person; returns lists by name (null: empty): what they handed in, with its reviews, their drafts, the extensions that they asked for and were given, their repositories and the results of the tests, their saved replies, and the newest 1,000 reviews that they gave.';

create or replace function public.begin_export(list text, filter jsonb default '{}'::jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('list', list, 1000)
    and private.at_most('filter', filter, 10000);
  what record;
  personal text[] := (select l.personal from private.export_lists l where l.list = begin_export.list);
  export uuid;
  total bigint;
begin
  select * into what from private.export_source(list, filter);
  execute format('select count(*) from (%s) s', what.source) into total;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address)
  values (private.uid(), 'data.export', 'list', list,
    jsonb_build_object('rows', total, 'columns', to_jsonb(what.columns), 'filter', (
      select coalesce(jsonb_object_agg(f.key, case when f.key = any (personal) then 'true'::jsonb else to_jsonb(left(f.value, 100)) end), '{}')
      from jsonb_each_text(coalesce(filter, '{}')) f where f.value <> '')),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  insert into private.exports (user_id, list, filter) values (private.uid(), list, coalesce(filter, '{}')) returning id into export;
  return jsonb_build_object('id', export, 'total', total, 'columns', to_jsonb(what.columns));
end
$function$;
comment on function public.begin_export(text,jsonb) is 'Takes a list and its filter; records data.export with list, filter and count, and returns {id: for export_rows(), total, columns: those that the caller may export}. Raises 42501 (rules/records#exports).';
grant execute on function public.begin_export(text,jsonb) to authenticated, service_role;

create or replace function public.export_rows(export_id uuid, after jsonb default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('after', after, 1000);
  export private.exports;
  what record;
  answer jsonb;
begin
  select * into export from private.exports e
  where e.id = export_id and e.user_id = private.uid() and e.begun_at > now() - interval '1 hour';
  if export.id is null then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  select * into what from private.export_source(export.list, export.filter);
  execute format($sql$
    with page as (
      select s.at, s.key, s.row from (%s) s where %s order by s.at desc, s.key desc limit 1000
    )
    select jsonb_build_object(
      'rows', coalesce((select jsonb_agg(p.row order by p.at desc, p.key desc) from page p), '[]'),
      'next', case when (select count(*) from page) = 1000 then (
        select jsonb_build_array(p.at, p.key) from page p order by p.at, p.key limit 1) end)$sql$,
    what.source,
    case when jsonb_typeof(after) = 'array' then format('(s.at, s.key) < (%L, %L)', after ->> 0, after ->> 1) else 'true' end) into answer;
  return answer;
end
$function$;
comment on function public.export_rows(uuid,jsonb) is 'Takes an export that the caller began within the last hour, and the row after which to read; returns {rows, next}: a thousand rows as objects, newest first, and the `after` of the next call, null at the end. Each call checks the rights of the caller again. Raises 42501.';
grant execute on function public.export_rows(uuid,jsonb) to authenticated, service_role;

create or replace function public.my_data()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  person uuid := private.uid();
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  perform private.record_my_data(person);
  return (
    select jsonb_object_agg(d.list, coalesce(d.rows, '[]')) || jsonb_build_object('exported_at', now())
    from (
      select * from private.account_data(person)
      union all select * from private.learning_data(person)
      union all select * from private.cohort_data(person)
      union all select * from private.work_data(person)
      union all select * from private.exercise_data(person)
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$function$;
comment on function public.my_data() is 'Returns everything that is stored about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, work handed in, exercises, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing; lists of what staff create have the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
grant execute on function public.my_data() to authenticated, service_role;

-- TRIGGERS

create trigger exports_due after insert on private.exports
  for each row execute function private.enqueue_export_removal();
