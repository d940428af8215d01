-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.export_lists (
  list text not null,
  resource text not null,
  personal text[] not null default '{}'::text[],
  action text not null default 'read'::text,
  constraint export_lists_pkey PRIMARY KEY (list)
);
alter table private.export_lists enable row level security;
comment on table private.export_lists is 'What can be exported: the list''s name, the resource that has to be readable in any scope, and the keys of its filter that may hold a person''s name or address, which the record keeps only as true. Written by migrations.';
comment on column private.export_lists.action is 'The action on any row of the resource that the export asks for.';

create table private.exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  list text not null,
  filter jsonb not null,
  begun_at timestamp with time zone not null default now(),
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_filter_size CHECK ((octet_length((filter)::text) <= 10000)),
  constraint exports_list_fkey FOREIGN KEY (list) REFERENCES private.export_lists(list) ON DELETE CASCADE,
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.exports enable row level security;
CREATE INDEX exports_begun_at_idx ON private.exports USING btree (begun_at);
CREATE INDEX exports_list_idx ON private.exports USING btree (list);
CREATE INDEX exports_user_id_idx ON private.exports USING btree (user_id);
CREATE TRIGGER exports_due AFTER INSERT ON private.exports FOR EACH ROW EXECUTE FUNCTION private.put_export();
comment on table private.exports is 'Exports under way, for an hour: whose, of which list, by which filter. No grants: begin_export() writes, export_rows() reads.';

CREATE OR REPLACE FUNCTION private.account_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'profile', (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
      'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
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
comment on function private.account_data(uuid) is 'Takes a person; their profile, consent, sessions, second factors and recovery codes (neither of which can be used by what is given), each by its name.';

CREATE OR REPLACE FUNCTION private.community_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.community_data(uuid) is 'Takes a person; what is kept about them in communities: memberships, posts, reports, each list by its name (null: empty).';

CREATE OR REPLACE FUNCTION private.export_source(list text, filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from private.export_lists l where l.list = export_source.list and private.can(l.resource, l.action)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$function$;
comment on function private.export_source(text,jsonb) is 'Takes a list and a filter; gives the columns that the caller may have, in order, and a query of (at, key, row): what rows are ordered by, newest first, and the row as an object. Raises 42501 for unknown lists and for those who may not read alike.';

CREATE OR REPLACE FUNCTION private.learning_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Not joined with the lesson, which a note outlives.
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
comment on function private.learning_data(uuid) is 'Takes a person; what is kept about their courses: access, completions, progress, notes, purchases, each list by its name (null: empty).';

CREATE OR REPLACE FUNCTION private.message_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select jsonb_agg(jsonb_build_object('email', i.email, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at) order by i.redeemed_at)
    from public.invites i where i.redeemed_by_id = person)
$function$;
comment on function private.message_data(uuid) is 'Takes a person; what they were sent: notifications, those they read, what they mute, and accepted invites, each list by its name (null: empty).';

CREATE OR REPLACE FUNCTION private.record_my_data(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today timestamptz[];
begin
  -- Requests at the same moment come one after the other, so that none escapes the count.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '1 day'
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
comment on function private.record_my_data(uuid) is 'Takes the caller; records that they export their data, which reads everything: once a minute, ten times a day. Raises PT429 TOO_SOON, TOO_MANY.';

CREATE OR REPLACE FUNCTION public.begin_export(list text, filter jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
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
comment on function public.begin_export(text,jsonb) is 'Takes a list and its filter; records data.export with list, filter and count, and gives {id, total, columns}: id is what export_rows() is asked by, columns are those that the caller may have. Raises 42501 (rules/records#exports).';
grant execute on function public.begin_export(text,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.export_rows(export_id uuid, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
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
comment on function public.export_rows(uuid,jsonb) is 'Takes an export of the caller''s own, begun within the hour, and behind which row to go on; gives {rows, next}: a thousand rows as objects, newest first, and the next `after`, null at the end. What may be read is asked again at each call. Raises 42501.';
grant execute on function public.export_rows(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$function$;
comment on function public.my_data() is 'Everything that is kept about the caller, in words rather than ids: profile, consent, second factors, access, completions, progress, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and what the record says of them; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
grant execute on function public.my_data() to authenticated, service_role;
