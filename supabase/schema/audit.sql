-- The record of who did what.
set check_function_bodies = off;

-- TABLES

create table private.withheld_records (
  record_id bigint not null,
  submission_id uuid not null,
  record jsonb not null,
  constraint withheld_records_pkey primary key (record_id)
);
alter table private.withheld_records enable row level security;
create index withheld_records_submission_id_idx on private.withheld_records (submission_id);
comment on table private.withheld_records is 'The parts of audit records that are hidden while blind work waits, and that are added to the records when its review is published (rules/records#blind-records). record_id references nothing, so that the audit log can be emptied. No grants: written by withhold_records() and deleted by complete_records().';

create table public.audit_logs (
  id bigint not null generated always as identity,
  user_id uuid,
  actor text,
  action text not null,
  target_type text not null,
  target_id text,
  before jsonb,
  after jsonb,
  user_agent text,
  ip_address text,
  created_at timestamptz not null default now(),
  title text,
  course_id uuid,
  constraint audit_logs_pkey primary key (id),
  constraint audit_logs_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null
);
alter table public.audit_logs enable row level security;
create index audit_logs_course_idx on public.audit_logs (course_id, created_at desc, id desc) where (course_id is not null);
-- Records about a person's access are found by the person, even after the grant was deleted.
create index audit_logs_entitled_idx on public.audit_logs (((coalesce(after, before) ->> 'user_id')), created_at desc, id desc) where (target_type = 'entitlement');
create index audit_logs_newest_idx on public.audit_logs (created_at desc, id desc);
create index audit_logs_pair_idx on public.audit_logs (target_type, action, created_at desc, id desc);
create index audit_logs_person_idx on public.audit_logs (user_id, target_type, action, created_at desc, id desc);
-- Finds the records of a cohort whose target is something else, such as a membership.
create index audit_logs_cohort_idx on public.audit_logs (((coalesce(after, before) ->> 'cohort_id')), id desc) where (target_type = any (array['cohort_message', 'release']));
create unique index audit_logs_session_key on public.audit_logs (action, target_id) where (action = any (array['auth.login', 'auth.logout']));
create index audit_logs_target_idx on public.audit_logs (target_type, target_id);
grant select on public.audit_logs to authenticated;
grant select on public.audit_logs to service_role;
comment on table public.audit_logs is 'One record for each act: who did it, to what, and the values before and after. actor is the database user if no signed-in person did it. user_agent and ip_address come from the caller''s request, unverified.';
comment on column public.audit_logs.actor is 'The database user, if no signed-in person did it; HIDDEN while the record must not say whose blind work it is (rules/records#blind-records).';
comment on column public.audit_logs.title is 'The title of the target at that time; null for people, for targets without a title, and in records from before titles were kept.';
comment on column public.audit_logs.course_id is 'The course that the target belongs to, or belonged to. There is no foreign key, because the course may be deleted.';

-- FUNCTIONS

create or replace function private.audit()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set enable_nestloop to 'off'
as $function$
declare
  subject text := tg_argv[0];
  options jsonb := tg_argv[1];
  place jsonb := options -> 'place';
  key text := options ->> 'key';
  identity text[] := array(select jsonb_array_elements_text(options -> 'identity'));
  omitted text[] := array(select jsonb_array_elements_text(options -> 'omit'));
  shortened text := options ->> 'shorten';
  parent_type text := options #>> '{order,parent_type}';
  parent text := options #>> '{order,parent}';
  position text := options #>> '{order,position}';
  -- Whether an update is recorded even if none of the verbs applies to it.
  unnamed boolean := options -> 'update' is distinct from 'null';
  about text[] := array(select jsonb_array_elements_text(options -> 'about'));
  moving text[] := case when position is not null
    then array(select jsonb_array_elements_text(options #> '{order,moving}')) || array['updated_at'] end;
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
  by_whom text := case when caller is null then session_user end;
  agent text := private.request_header('user-agent');
  address text := private.request_header('x-forwarded-for');
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
    select caller, by_whom, subject || '.' || (options ->> 'insert'), subject, n.row ->> key,
      private.audit_view(n.row, omitted, shortened), agent, address, p.title, p.course_id
    from (select to_jsonb(x) as row from new_rows x) n, private.audit_place(place, n.row) p;
  elsif tg_op = 'DELETE' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, user_agent, ip_address, title, course_id)
    select caller, by_whom, subject || '.' || (options ->> 'delete'), subject, o.row ->> key,
      private.audit_view(o.row, omitted, shortened), agent, address, p.title, p.course_id
    from (select to_jsonb(x) as row from old_rows x) o, private.audit_place(place, o.row) p;
  else
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, after, user_agent, ip_address, title, course_id)
    with change as (
      select o.row as b, n.row as a, private.audit_verb(options -> 'verbs', moving, o.row, n.row) as verb,
        private.audit_view(o.row, omitted, shortened) as seen_b, private.audit_view(n.row, omitted, shortened) as seen_a,
        (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(n.row) f
          where f.key <> 'updated_at' and o.row -> f.key is distinct from f.value) as fields
      from (select r.row, array(select r.row ->> c from unnest(identity) c) as id from (select to_jsonb(x) as row from old_rows x) r) o
      join (select r.row, array(select r.row ->> c from unnest(identity) c) as id from (select to_jsonb(x) as row from new_rows x) r) n
        on n.id = o.id
      where o.row - 'updated_at' <> n.row - 'updated_at'
    ), moved as (
      select m.course_id, c.a ->> key as id, c.b ->> 'module_id' as was_in, (c.b ->> 'index')::int as was_at,
        c.a ->> 'module_id' as is_in, (c.a ->> 'index')::int as is_at
      from change c join public.modules m on m.id = (c.a ->> 'module_id')::uuid
      where c.verb = 'reorder' and parent = 'module_id'
    ), across as (
      -- Courses in which lessons of more than one module moved.
      select moved.course_id from moved group by moved.course_id
      having count(distinct moved.is_in) > 1 or bool_or(moved.was_in <> moved.is_in)
    )
    select caller, by_whom, subject || '.' || verb, subject, a ->> key,
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_b) f where seen_a -> f.key is distinct from f.value),
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_a) f where seen_b -> f.key is distinct from f.value)
        || (select coalesce(jsonb_object_agg(k.name, a -> k.name), '{}') from unnest(about) k (name))
        || jsonb_build_object('fields', fields),
      agent, address, p.title, p.course_id
    from change, private.audit_place(place, change.a) p where verb <> 'reorder' and (unnamed or verb <> 'update')
    union all
    -- If lessons of several modules moved, the course gets one record, with the order of each module.
    select caller, by_whom, subject || '.reorder', 'course', across.course_id::text,
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.was_in as module_id, jsonb_agg(moved.id order by moved.was_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.is_in as module_id, jsonb_agg(moved.id order by moved.is_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      agent, address, p.title, p.course_id
    from across, private.content_place('course', across.course_id) p
    union all
    -- However many rows a move changes, each parent gets one record of it, with the order before and after.
    select caller, by_whom, subject || '.reorder', parent_type, turned.parent_id, turned.was, turned.is, agent, address, p.title, p.course_id
    from (
      select change.a ->> parent as parent_id,
        jsonb_build_object('order', jsonb_agg(b ->> key order by (b ->> position)::int)) as was,
        jsonb_build_object('order', jsonb_agg(a ->> key order by (a ->> position)::int)) as is
      from change
      where verb = 'reorder' and not exists (
        select 1 from moved join across on across.course_id = moved.course_id where moved.id = change.a ->> key)
      group by 1) turned, private.content_place(parent_type, turned.parent_id::uuid) p;
  end if;
  return null;
end
$function$;
comment on function private.audit() is 'Statement trigger on every audited table, attached by audit_table(). Arguments: the action''s first word, and options. Writes nothing while recorded_at_once() is true.';

create or replace function private.audit_factor()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- An owner removes a factor from a session that has shown it (aal2). The session becomes aal1 only after this
    -- trigger.
    perform private.record_own_act(old.user_id, 'user.factor_remove', case when exists (
      select 1 from auth.sessions s where s.user_id = old.user_id and s.aal = 'aal2' and private.session_is_open(s.not_after))
      then 'own' else 'administrator' end)
    where exists (select 1 from public.profiles p where p.id = old.user_id);
  else
    perform private.record_own_act(new.user_id, 'user.factor_add', 'own');
  end if;
  return null;
end
$function$;
comment on function private.audit_factor() is 'Trigger on auth.mfa_factors: writes one audit record when a second factor is confirmed, and one when a confirmed one is removed.';

create or replace function private.audit_kind(action text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select case split_part(action, '.', 2)
    when 'create' then 'CREATE' when 'grant' then 'CREATE' when 'join' then 'CREATE'
    when 'delete' then 'DELETE' when 'revoke' then 'DELETE' when 'leave' then 'DELETE' when 'cancel' then 'DELETE'
    when 'login' then 'LOGIN' when 'logout' then 'LOGOUT' when 'export' then 'EXPORT'
    else 'UPDATE' end
$function$;
comment on function private.audit_kind(text) is 'Takes an action; returns its kind: CREATE for an action that creates something (also a grant, or joining), DELETE for one that ends something (also a revoked grant or a cancelled invite), LOGIN, LOGOUT and EXPORT, and UPDATE for every other change (rules/records#audit-filters).';

create or replace function private.audit_options(tbl regclass, options jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  audit record;
  args text[];
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = tbl and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Trigger arguments are stored as bytes, each ending with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    execute format('drop trigger %I on %s', audit.tgname, tbl);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      args[2]::jsonb || audit_options.options);
  end loop;
end
$function$;
comment on function private.audit_options(regclass,jsonb) is 'For migrations: sets further options of a table''s audit; they replace earlier options of the same name. Besides those of audit_table(): `about`, columns that the record of an update always contains, because they tell which person or thing it is about; `update` null: updates to which no verb applies are not recorded; `place` as audit_title() has it, with `unless`, the column that, when it is set, leaves the title out.';

create or replace function private.audit_pairs(out target_type text, out action text)
  returns setof record
  language sql
  stable security definer
  set search_path to ''
as $function$
  with recursive pair as (
    (select a.target_type, a.action from public.audit_logs a order by a.target_type, a.action limit 1)
    union all
    select n.target_type, n.action
    from pair p cross join lateral (
      select a.target_type, a.action from public.audit_logs a
      where (a.target_type, a.action) > (p.target_type, p.action) order by a.target_type, a.action limit 1) n
  )
  select p.target_type, p.action from pair p
$function$;
comment on function private.audit_pairs() is 'Returns each pair of target type and action that occurs in the audit log.';

create or replace function private.audit_password()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Looks at how the session that made the change was opened, which is the newest session.
  opened_by text := (
    select c.authentication_method from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
    where s.user_id = new.id and private.session_is_open(s.not_after) and c.authentication_method <> 'totp'
    order by s.created_at desc, c.created_at limit 1);
begin
  perform private.record_own_act(new.id, 'user.password_change', case
    when opened_by in ('otp', 'magiclink', 'recovery', 'email/signup') then 'mail'
    when opened_by is not null then 'own'
    else 'administrator' end);
  return null;
end
$function$;
comment on function private.audit_password() is 'Trigger on auth.users: writes one audit record when the password of a confirmed account changes, and how: in a session that a mailed link opened (mail), in another session of the owner (own), or without a session (administrator). The password itself is not recorded.';

create or replace function private.audit_people(person text)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  digits text := replace(lower(btrim(person)), '-', '');
  found uuid[];
begin
  if digits ~ '^[0-9a-f]{8,32}$' then
    found := array(select p.id from public.profiles p
      where p.id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid order by p.id limit 11);
  end if;
  if digits ~ '@' then
    found := array(select p.id from public.profiles p where lower(p.email) = lower(btrim(person)) limit 11);
  end if;
  if coalesce(cardinality(found), 0) = 0 then
    execute format('select array(select p.id from %s p where %s limit 11)', private.people_from(person), private.people_where(person, null, null)) into found;
  end if;
  return found;
end
$function$;
comment on function private.audit_people(text) is 'Takes an id, its first eight characters or more, or words of a name or email; returns the people who match, at most eleven.';

create or replace function private.audit_place(
  place jsonb,
  r jsonb,
  out title text,
  out course_id uuid
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if place ? 'of' then
    select p.title, p.course_id into title, course_id from private.content_place(place ->> 'of', (r ->> (place ->> 'in'))::uuid) p;
  end if;
  if place ? 'title' and r ->> (place ->> 'unless') is null then
    title := r ->> (place ->> 'title');
  end if;
end
$function$;
comment on function private.audit_place(jsonb,jsonb) is 'Takes a table''s `place`, as audit_title() has it (null: none), and a row; returns its title in the audit log and the course it belongs to.';

create or replace function private.audit_scan(
  source text,
  direction text,
  size integer,
  people uuid[],
  targets text[],
  actions text[]
)
  returns bigint[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  result bigint[];
  -- The count has an order, too. Without one, the planner could read the index from the wrong end to find the rows of
  -- one day.
  ordered text := format('order by created_at %1$s, id %1$s', coalesce(direction, 'desc'));
  one text := format('select l.id, l.created_at from %s %s limit %s', source, ordered, size);
begin
  if targets is not null then
    one := format('select l.id, l.created_at from %s unnest($2, $3) p (target_type, action) cross join lateral (%s) l %s limit %s',
      case when people is not null then 'unnest($1) u (id) cross join' else '' end, one,
      case when direction is not null then ordered else '' end, size);
  end if;
  execute format(case when direction is null then 'select array[count(*)] from (%s) s' else 'select array(select s.id from (%s) s)' end, one)
    into result using people, targets, actions;
  return result;
end
$function$;
comment on function private.audit_scan(text,text,integer,uuid[],text[],text[]) is 'Takes a condition on audit_logs l, a direction, a limit, and the people and pairs of target type and action to which the search is limited; returns the ids in that direction, or without a direction only their count.';

create or replace function private.audit_session()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, user_agent, ip_address)
  select p.id, case when p.id is null then session_user end,
    case tg_op when 'INSERT' then 'auth.login' else 'auth.logout' end, 'session', s.id::text,
    left(s.user_agent, 500), host(s.ip)
  from (select case tg_op when 'INSERT' then new.id else old.id end as id,
          case tg_op when 'INSERT' then new.user_id else old.user_id end as user_id,
          case tg_op when 'INSERT' then new.user_agent else old.user_agent end as user_agent,
          case tg_op when 'INSERT' then new.ip else old.ip end as ip) s
  left join public.profiles p on p.id = s.user_id
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
  return null;
end
$function$;
comment on function private.audit_session() is 'Trigger on auth.sessions: one record when a session begins and one when it ends.';

create or replace function private.audit_table(
  tbl regclass,
  subject text,
  options jsonb default '{}'::jsonb
)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  name text := (select c.relname from pg_catalog.pg_class c where c.oid = tbl);
  filled jsonb := jsonb_build_object('key', 'id', 'identity', jsonb_build_array(coalesce(options ->> 'key', 'id')),
    'insert', 'create', 'delete', 'delete', 'omit', '[]'::jsonb, 'verbs', '[]'::jsonb) || options;
  event record;
begin
  filled := jsonb_set(filled, '{omit}', filled -> 'omit' || '["updated_at"]');
  for event in
    select * from (values ('insert', 'new table as new_rows'), ('delete', 'old table as old_rows'),
      ('update', 'old table as old_rows new table as new_rows')) e (name, rows)
    where e.name = 'update' or filled ->> e.name is not null
  loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function private.audit(%L, %L)',
      name || '_audit_' || event.name, event.name, tbl, event.rows, subject, filled);
  end loop;
end
$function$;
comment on function private.audit_table(regclass,text,jsonb) is 'For migrations: attaches the audit to a table. Takes the first word of its actions, which is the target type too, and options: `key`, the column of the target''s id (id); `identity`, the columns that tell rows apart (the key); `insert` and `delete`, the last words of those actions (create, delete; null: not recorded); `omit`, columns that no record holds; `shorten`, a column of which 2,000 characters are kept; `verbs`, [word, column, what it becomes: set, cleared, changed, or a value], of which the first that matches becomes the name of an update; `order`, {position, parent, parent_type, moving} of rows that are reordered, `moving` being the columns that change when a row only moves.';

create or replace function private.audit_title(tbl regclass, place jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  audit record;
  args text[];
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = tbl and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Trigger arguments are stored as bytes, each ending with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    execute format('drop trigger %I on %s', audit.tgname, tbl);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      args[2]::jsonb || jsonb_build_object('place', audit_title.place));
  end loop;
end
$function$;
comment on function private.audit_title(regclass,jsonb) is 'For migrations: gives the audit records of a table a title and a course. Takes the table and its place: `title`, the column with its title (left out: the title of the course, module or lesson that it belongs to), and `of` (course, module or lesson) with `in`, the column with that content''s id (left out: it belongs to no course).';

create or replace function private.audit_verb(verbs jsonb, moving text[], b jsonb, a jsonb)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(
    nullif(current_setting('rookies.verb', true), ''),
    (select v.verb ->> 0
     from jsonb_array_elements(verbs) with ordinality v (verb, place)
     cross join lateral (select b ->> (v.verb ->> 1) as was, a ->> (v.verb ->> 1) as now_is) field
     where case v.verb ->> 2
       when 'set' then field.was is null and field.now_is is not null
       when 'cleared' then field.was is not null and field.now_is is null
       when 'changed' then field.was <> field.now_is
       else field.was <> field.now_is and field.now_is = v.verb ->> 2 end
     order by v.place limit 1),
    case when b - moving = a - moving then 'reorder' end,
    'update')
$function$;
comment on function private.audit_verb(jsonb,text[],jsonb,jsonb) is 'Takes a table''s verbs as audit_table() has them, the columns that change when a row only moves (null: rows have no order), and a row before and after; gives the last word of the action''s name. A function can set another name for its own update, in the setting rookies.verb of its transaction.';

create or replace function private.audit_view(r jsonb, omitted text[], shortened text)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case
    when shortened is null or r ->> shortened is null then r - omitted
    when char_length(r ->> shortened) <= 2000 then r - omitted
    else r - omitted || jsonb_build_object(shortened, left(r ->> shortened, 2000), shortened || '_length', char_length(r ->> shortened)) end
$function$;
comment on function private.audit_view(jsonb,text[],text) is 'Takes a row, the columns to leave out and the one of which 2,000 characters are kept (null: none); returns the row without values that the audit log must not store: personal data, which has to be erasable, and tokens (rules/records#audit-without-people).';

create or replace function private.complete_records()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  with told as (
    delete from private.withheld_records w
    where w.submission_id = (select r.submission_id from public.submission_rounds r where r.id = new.round_id)
    returning w.record_id, w.record
  )
  update public.audit_logs l set user_id = f.user_id, actor = f.actor, user_agent = f.user_agent, ip_address = f.ip_address, after = f.after
  from told t, jsonb_populate_record(null::public.audit_logs, t.record) f
  where l.id = t.record_id and l.actor = 'HIDDEN';
  return null;
end
$function$;
comment on function private.complete_records() is 'Row trigger: completes the audit records of work when a review of it is published.';

create or replace function private.content_place(
  kind text,
  id uuid,
  out title text,
  out course_id uuid
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  case content_place.kind
    when 'course' then
      select c.title, c.id into title, course_id from public.courses c where c.id = content_place.id;
    when 'module' then
      select m.title, m.course_id into title, course_id from public.modules m where m.id = content_place.id;
    when 'lesson' then
      select l.title, m.course_id into title, course_id
      from public.lessons l join public.modules m on m.id = l.module_id where l.id = content_place.id;
    when 'community' then
      select c.name into title from public.communities c where c.id = content_place.id;
    when 'cohort' then
      select c.title into title from public.cohorts c where c.id = content_place.id;
    -- The course stays null, because the history of a course lists changes of its content, not work and questions.
    when 'submission' then
      select l.title into title from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = content_place.id;
    when 'round' then
      select l.title into title
      from public.submission_rounds r join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
      where r.id = content_place.id;
    when 'question' then
      select l.title into title from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = content_place.id;
    else null;
  end case;
end
$function$;
comment on function private.content_place(text,uuid) is 'Takes course, module, lesson, community, cohort, submission, round or question and its id; returns its title and its course, even if it is deleted; for work and questions, only the title of the lesson. Nulls for another kind or id.';

create or replace function private.export_audit_logs(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  people uuid[] := case when btrim(filter ->> 'person') <> '' then private.audit_people(filter ->> 'person') end;
begin
  if cardinality(people) > 10 then
    raise exception using errcode = 'PT422', hint = 'MANY_PEOPLE', message = 'Too many people match. Type more of the name, or an ID.';
  end if;
  columns := array['id', 'time', 'action', 'target_type', 'target_id', 'title', 'user_id', 'user', 'actor', 'ip_address', 'user_agent', 'before', 'after'];
  source := format($sql$
    select l.created_at as at, l.id as key, jsonb_build_object('id', l.id, 'time', l.created_at, 'action', l.action,
      'target_type', l.target_type, 'target_id', l.target_id, 'title', l.title, 'user_id', l.user_id, 'user', private.shown_name(p.name, p.email),
      'actor', l.actor, 'ip_address', l.ip_address, 'user_agent', l.user_agent, 'before', l.before, 'after', l.after) as row
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where %s$sql$, concat_ws(' and ', 'true',
      'private.audit_kind(l.action) = ' || quote_literal(nullif(filter ->> 'kind', '')),
      'l.action = ' || quote_literal(nullif(filter ->> 'action', '')),
      'l.target_type = ' || quote_literal(nullif(filter ->> 'target', '')),
      'l.course_id = ' || quote_literal(nullif(filter ->> 'course', '')::uuid),
      'l.user_id = any (' || quote_literal(people) || ')',
      'l.created_at >= ' || quote_literal((filter ->> 'since')::timestamptz),
      'l.created_at < ' || quote_literal((filter ->> 'until')::timestamptz)));
end
$function$;
comment on function private.export_audit_logs(jsonb) is 'Takes {kind, action, target, person, since, until} as audit_list() has them; gives columns and query of the audit log''s export, before and after included. Raises PT422 MANY_PEOPLE.';

create or replace function private.record_act(
  action text,
  target text,
  details jsonb default null,
  title text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address, title)
  values (caller, case when caller is null then session_user end, record_act.action, split_part(record_act.action, '.', 1),
    record_act.target, record_act.details, private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_act.title);
end
$function$;
comment on function private.record_act(text,text,jsonb,text) is 'Takes an action, whose first word is the target''s type, the target''s id, details and the target''s title; writes an audit record in the caller''s name. For actions that no trigger on a table can record, such as exports.';

create or replace function private.record_at_once(all_of_it boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  -- The setting contains the time of the statement. So it applies to triggers of the same statement, also those of
  -- cascades, which run last, and not to later statements of the transaction.
  perform set_config('rookies.recorded', case when all_of_it then extract(epoch from statement_timestamp())::text else '' end, true);
end
$function$;
comment on function private.record_at_once(boolean) is 'Takes whether the calling function writes one audit record itself; if so, audit triggers write no records for the other changes of this statement.';

create or replace function private.record_own_act(person uuid, action text, means text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- The auth service acts for a signed-in person or for administrators of the project, and its statements do not carry
  -- the request. So the means tells whether the person did it.
  doer uuid := case when record_own_act.means <> 'administrator' then record_own_act.person else private.uid() end;
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after)
  values (doer, case when doer is null then session_user end, record_own_act.action, 'user', record_own_act.person::text,
    jsonb_build_object('means', record_own_act.means));
end
$function$;
comment on function private.record_own_act(uuid,text,text) is 'Takes a person, an action on their account, and the means by which the auth service did it (administrator: without a session of that person); writes an audit record.';

create or replace function private.recorded_at_once()
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(current_setting('rookies.recorded', true) = extract(epoch from statement_timestamp())::text, false)
$function$;
comment on function private.recorded_at_once() is 'True if the calling function writes one audit record for the whole statement, so that triggers write none.';

create or replace function private.request_header(name text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return left(nullif(current_setting('request.headers', true), '')::jsonb ->> request_header.name, 500);
exception when invalid_text_representation then
  return null;
end
$function$;
comment on function private.request_header(text) is 'Takes the name of a header; returns its value in the caller''s request, cut at 500 characters; null outside a request.';

create or replace function private.withhold_new_records()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.withhold_records(array(select n.id from new_rows n));
  return null;
end
$function$;
comment on function private.withhold_new_records() is 'Statement trigger: removes from new audit records whose hidden work was handed in. It runs after the audit triggers, because PostgreSQL runs triggers in the order of their names.';

create or replace function private.withhold_records(rounds uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  with hidden as materialized (
    select r.id, r.submission_id
    from public.submission_rounds r
    join public.submissions s on s.id = r.submission_id and s.state = 'WAITING'
    join public.assignments a on a.lesson_id = s.lesson_id and a.blind
    where r.id = any (rounds)
  ), taken as (
    insert into private.withheld_records as w (record_id, submission_id, record)
    select l.id, h.submission_id, to_jsonb(l)
    from hidden h
    -- A lateral query, so that the planner looks up the records of each work instead of reading all records.
    cross join lateral (
      select o.* from public.audit_logs o
      where o.target_type = 'submission' and o.target_id = h.submission_id::text and o.action = 'submission.hand_in' and o.after ->> 'id' = h.id::text
      offset 0) l
    returning w.record_id
  )
  -- The id of a round is computed from the operation id and the person, so both ids together would reveal the person.
  update public.audit_logs l set user_id = null, actor = 'HIDDEN', user_agent = null, ip_address = null,
    after = jsonb_build_object('submission_id', l.after -> 'submission_id', 'round', l.after -> 'round')
  from taken t where l.id = t.record_id;
end
$function$;
comment on function private.withhold_records(uuid[]) is 'Takes rounds; reduces the audit records of hidden rounds to which work was handed in and when, and stores the removed parts for complete_records().';

create or replace function public.audit_choices()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    select jsonb_build_object('actions', coalesce(jsonb_agg(distinct p.action order by p.action), '[]'),
      'target_types', coalesce(jsonb_agg(distinct p.target_type order by p.target_type), '[]'))
    from private.audit_pairs() p);
end
$function$;
comment on function public.audit_choices() is 'Returns {actions, target_types}: all that occur in the audit log, for the filters. For callers who may read the audit log; raises 42501.';
grant execute on function public.audit_choices() to authenticated, service_role;

create or replace function public.audit_list(
  kind text default null,
  action text default null,
  target text default null,
  person text default null,
  since timestamptz default null,
  until timestamptz default null,
  after text default null,
  before text default null,
  page_size integer default 50,
  course uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('kind', kind, 1000)
    and private.at_most('action', action, 1000)
    and private.at_most('target', target, 1000)
    and private.at_most('person', person, 1000)
    and private.at_most('after', after, 1000)
    and private.at_most('before', before, 1000);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 10000;
  place constant text := '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$';
  people uuid[];
  targets text[];
  actions text[];
  source text := 'public.audit_logs l where true';
  here text[];
  direction text := 'desc';
  ids bigint[];
  counted bigint;
  answer jsonb;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  if btrim(audit_list.person) <> '' then
    people := private.audit_people(audit_list.person);
    if cardinality(people) > 10 then
      return jsonb_build_object('count', 0, 'more', false, 'records', '[]'::jsonb, 'newer', false, 'older', false, 'many_people', true);
    end if;
  end if;
  if audit_list.course is not null then
    -- A course has so few records that they are filtered while they are read in order.
    source := concat_ws(' and ', 'public.audit_logs l where l.course_id = ' || quote_literal(audit_list.course),
      'l.user_id = any (' || quote_literal(people) || ')', 'private.audit_kind(l.action) = ' || quote_literal(audit_list.kind),
      'l.action = ' || quote_literal(audit_list.action), 'l.target_type = ' || quote_literal(audit_list.target));
    people := null;
  elsif people is not null or coalesce(audit_list.kind, audit_list.action, audit_list.target) is not null then
    select coalesce(array_agg(p.target_type), '{}'), coalesce(array_agg(p.action), '{}') into targets, actions
    from private.audit_pairs() p
    where (audit_list.kind is null or private.audit_kind(p.action) = audit_list.kind)
      and (audit_list.action is null or p.action = audit_list.action)
      and (audit_list.target is null or p.target_type = audit_list.target);
    source := 'public.audit_logs l where l.target_type = p.target_type and l.action = p.action';
    if people is not null then
      source := source || ' and l.user_id = u.id';
    end if;
  end if;
  source := concat_ws(' and ', source, 'l.created_at >= ' || quote_literal(since), 'l.created_at < ' || quote_literal(until));

  -- For each pair of target type and action, and each person, the query reads one index in order of time, and then
  -- merges the results.
  counted := (private.audit_scan(source, null, bound + 1, people, targets, actions))[1];
  here := regexp_match(coalesce(before, after), place);
  if before is not null and here is not null then
    direction := 'asc';
  end if;
  ids := private.audit_scan(source || case when here is null then '' else
      format(' and (l.created_at, l.id) %s (%L, %L)', case direction when 'asc' then '>' else '<' end, here[1], here[2]) end,
    direction, size + 1, people, targets, actions);
  if direction = 'asc' and cardinality(ids) <= size then
    -- Fewer newer records exist than fill a page, so the first page is read from its beginning.
    direction := 'desc';
    here := null;
    ids := private.audit_scan(source, direction, size + 1, people, targets, actions);
  end if;

  select jsonb_build_object('count', least(counted, bound), 'more', counted > bound, 'many_people', false,
    'newer', case direction when 'asc' then cardinality(ids) > size else here is not null end,
    'older', case direction when 'asc' then true else cardinality(ids) > size end,
    'records', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', private.shown_name(p.name, p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'title', l.title, 'course_id', l.course_id, 'detailed', l.before is not null or l.after is not null)
      order by l.created_at desc, l.id desc), '[]')) into answer
  from public.audit_logs l left join public.profiles p on p.id = l.user_id
  where l.id = any (ids[1:size]);
  return answer;
end
$function$;
comment on function public.audit_list(text,text,text,text,timestamp with time zone,timestamp with time zone,text,text,integer,uuid) is 'Takes a kind (CREATE, UPDATE, DELETE, LOGIN, LOGOUT, EXPORT), an action, a target type, a person (id, the beginning of one, or words of name or email), from when and until before when, the record (`created_at,id`) after which (`after`: older ones) or before which (`before`: newer ones) the page begins, the size of the page (at most 100), and a course whose records alone are listed (null: all). Returns {count: exact up to 10,000, more: beyond that, newer, older: whether there are any, many_people: the person may mean more than ten, records: [{id, action, target_type, target_id, title, course_id, created_at, user_id, who, actor, ip_address, detailed}]}, newest first. Raises 42501 (rules/records#audit-filters).';
grant execute on function public.audit_list(text,text,text,text,timestamp with time zone,timestamp with time zone,text,text,integer,uuid) to authenticated, service_role;

create or replace function public.audit_names(ids uuid[])
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('ids', ids, 500);
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    select coalesce(jsonb_object_agg(n.id, n.name), '{}')
    from (
      select p.id, private.shown_name(p.name, p.email) as name from public.profiles p where p.id = any (ids)
      union all
      select c.id, c.title from public.courses c where c.id = any (ids)
      union all
      select m.id, m.title from public.modules m where m.id = any (ids)
      union all
      select l.id, l.title from public.lessons l where l.id = any (ids)
      union all
      select o.id, o.title from public.cohorts o where o.id = any (ids)
      union all
      select o.id, o.name from public.communities o where o.id = any (ids)) n);
end
$function$;
comment on function public.audit_names(uuid[]) is 'Takes at most 500 ids from audit records; returns {id: its present name or title} for people, courses, modules, lessons, cohorts and communities. Raises 42501 (rules/records#history).';
grant execute on function public.audit_names(uuid[]) to authenticated, service_role;

create or replace function public.cohort_history(cohort_id uuid, before bigint default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  it constant text := cohort_history.cohort_id::text;
  -- One act changes at most 2,000 people, so that the records of an act are never split between two pages.
  most constant int := 2500;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    with found as (
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort', 'cohort_course', 'cohort_member', 'cohort_staff', 'due') and l.target_id = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
      union all
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort_message', 'release') and coalesce(l.after, l.before) ->> 'cohort_id' = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
    ), act as (
      -- Records of one person, one action and one moment are one act, on several people or lessons.
      select max(f.id) as id, min(f.id) as first, f.action, f.created_at, f.user_id, count(*) as records,
        (array_agg(f.before order by f.id))[1] as before, (array_agg(f.after order by f.id))[1] as after,
        (array_agg(f.subject order by f.id) filter (where f.subject is not null))[1:5] as subjects
      from (
        select r.*, case when r.target_type <> 'cohort'
            then coalesce(v.row ->> 'user_id', v.row ->> 'lesson_id', v.row ->> 'module_id', v.row ->> 'course_id') end as subject
        from found r cross join lateral (select coalesce(r.after, r.before) as row) v) f
      group by f.action, f.created_at, f.user_id
      order by 1 desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'first', a.first, 'action', a.action, 'created_at', a.created_at,
        'user_id', a.user_id, 'who', private.shown_name(p.name, p.email), 'before', a.before, 'after', a.after,
        'records', a.records, 'subjects', coalesce(to_jsonb(a.subjects), '[]')) order by a.id desc), '[]')
    from act a left join public.profiles p on p.id = a.user_id);
end
$function$;
comment on function public.cohort_history(uuid,bigint) is 'Takes a cohort, and the id of an audit record before which to read (null: the newest); returns at most 50 acts on the cohort, its courses, people, staff, schedule, due dates and messages, newest first: [{id, first: the id of its oldest record, action, created_at, user_id, who, before, after: those of the oldest record, records: how many there are, subjects: the first five ids of the people, lessons, modules or courses that it changed}]. Raises 42501 (rules/records#history).';
grant execute on function public.cohort_history(uuid,bigint) to authenticated, service_role;

create or replace function public.person_audit(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them text := person_audit.user_id::text;
  ids bigint[];
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  perform private.check_person(person_audit.user_id);
  ids := array(
    select found.id from (
      (select l.id, l.created_at from public.audit_logs l where l.target_type = 'user' and l.target_id = them
        order by l.created_at desc, l.id desc limit 50)
      union
      (select l.id, l.created_at from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them
        order by l.created_at desc, l.id desc limit 50)
      union
      -- Older records of a change do not say whose grant it was.
      (select l.id, l.created_at from public.entitlements e
        join public.audit_logs l on l.target_type = 'entitlement' and l.target_id = e.id::text
        where e.user_id = person_audit.user_id order by l.created_at desc, l.id desc limit 50)) found
    order by found.created_at desc, found.id desc limit 50);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', private.shown_name(p.name, p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'course_id', l.course_id, 'detailed', l.before is not null or l.after is not null,
        -- Records that were written before titles were stored name the course only by its id.
        'title', coalesce(l.title, (select c.title from public.courses c where c.id::text = coalesce(l.after, l.before) ->> 'course_id')))
      order by l.created_at desc, l.id desc), '[]')
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where l.id = any (ids));
end
$function$;
comment on function public.person_audit(uuid) is 'Takes a person; the newest 50 records of what was done to their account and their access, as audit_list() has them, with the present title of a course where the record has none. audit_list() with the person returns what the person did. Raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_audit(uuid) to authenticated, service_role;

create or replace function public.record_session(event text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('event', event, 1000);
  session text := private.claims() ->> 'session_id';
begin
  if private.uid() is null or session is null or event not in ('login', 'logout') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The auth service decides whether a session has ended, not the caller.
  if event = 'logout' and private.session_aal() is not null then
    raise exception using errcode = 'PT409', message = 'This session goes on.', hint = 'SESSION_OPEN';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  select p.id, 'auth.' || event, 'session', session, private.request_header('user-agent'), private.request_header('x-forwarded-for')
  from public.profiles p where p.id = private.uid()
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
end
$function$;
comment on function public.record_session(text) is 'Takes login or logout; records it once for each session, even if it is called again (rules/records#sign-in-records). Raises PT409 SESSION_OPEN for the sign-out of a session that is still open.';
grant execute on function public.record_session(text) to authenticated, service_role;

-- TRIGGERS

create trigger entitlements_audit_delete after delete on public.entitlements
  referencing old table as old_rows
  for each statement execute function private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');

create trigger entitlements_audit_insert after insert on public.entitlements
  referencing new table as new_rows
  for each statement execute function private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');

create trigger entitlements_audit_update after update on public.entitlements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');

create trigger profiles_audit_update after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('user', '{"key": "id", "omit": ["name", "email", "phone", "updated_at"], "verbs": [["role_change", "role", "changed"], ["disable", "disabled_at", "set"], ["enable", "disabled_at", "cleared"]], "delete": null, "insert": null, "identity": ["id"]}');

create trigger settings_audit_update after update on public.settings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('settings', '{"key": "id", "omit": ["terms_text", "privacy_text", "contact_email", "updated_at"], "verbs": [], "delete": null, "insert": null, "identity": ["id"]}');

-- A hosted project may allow no triggers here.
do $$
begin
  create trigger rookies_audit_factor_add after insert on auth.mfa_factors
    for each row
    when (new.status = 'verified'::auth.factor_status)
    execute function private.audit_factor();
  create trigger rookies_audit_factor_remove after delete on auth.mfa_factors
    for each row
    when (old.status = 'verified'::auth.factor_status)
    execute function private.audit_factor();
  create trigger rookies_audit_factor_verified after update of status on auth.mfa_factors
    for each row
    when (old.status <> 'verified'::auth.factor_status and new.status = 'verified'::auth.factor_status)
    execute function private.audit_factor();
exception when insufficient_privilege then
  raise notice 'Second factors are recorded only where they are reset: auth.mfa_factors takes no triggers here.';
end
$$;

-- A hosted project may allow no triggers here; the apps report their own sessions as well.
do $$
begin
  create trigger rookies_audit_login after insert on auth.sessions
    for each row execute function private.audit_session();
  create trigger rookies_audit_logout after delete on auth.sessions
    for each row execute function private.audit_session();
exception when insufficient_privilege then
  raise notice 'Sign-in and sign-out are recorded by the apps alone: auth.sessions takes no triggers here.';
end
$$;

create trigger rookies_audit_password after update of encrypted_password on auth.users
  for each row
  when (old.encrypted_password::text <> '' and new.encrypted_password::text <> '' and old.encrypted_password::text is distinct from new.encrypted_password::text and old.email_confirmed_at is not null)
  execute function private.audit_password();

-- POLICIES

create policy audit_logs_select on public.audit_logs
  for select to authenticated
  using ((select private.can('audit_logs', 'read')));
comment on policy audit_logs_select on public.audit_logs is 'Administrators can read all records.';
