-- The inbox of staff: its rows, marking rows as done, snoozing and handing them over, and the morning mail.
set check_function_bodies = off;

-- TABLES

create table private.inbox_hand_overs (
  kind text not null,
  subject_id uuid not null,
  version text not null,
  to_id uuid not null,
  by_id uuid not null,
  note text not null default '',
  handed_at timestamptz not null default now(),
  constraint inbox_hand_overs_pkey primary key (kind, subject_id),
  constraint inbox_hand_overs_kind_length check (char_length(kind) <= 20),
  constraint inbox_hand_overs_note_length check (char_length(note) <= 500),
  constraint inbox_hand_overs_version_length check (char_length(version) <= 100),
  constraint inbox_hand_overs_by_id_fkey foreign key (by_id) references public.profiles(id) on delete cascade,
  constraint inbox_hand_overs_to_id_fkey foreign key (to_id) references public.profiles(id) on delete cascade
);
alter table private.inbox_hand_overs enable row level security;
create index inbox_hand_overs_by_id_idx on private.inbox_hand_overs (by_id);
create index inbox_hand_overs_subject_id_idx on private.inbox_hand_overs (subject_id);
create index inbox_hand_overs_to_id_idx on private.inbox_hand_overs (to_id);
comment on table private.inbox_hand_overs is 'The last time that each row of the inbox was handed over to a colleague, with a note. No grants: written by hand_over_inbox_row().';

create table private.inbox_marks (
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  version text not null,
  until timestamptz,
  marked_at timestamptz not null default now(),
  constraint inbox_marks_pkey primary key (user_id, kind, subject_id),
  constraint inbox_marks_kind_length check (char_length(kind) <= 20),
  constraint inbox_marks_until_range check (
    until >= '1970-01-01 00:00:00+00'::timestamptz
    and until <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint inbox_marks_version_length check (char_length(version) <= 100),
  constraint inbox_marks_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.inbox_marks enable row level security;
create index inbox_marks_old_idx on private.inbox_marks (user_id, marked_at);
create index inbox_marks_subject_id_idx on private.inbox_marks (subject_id);
comment on table private.inbox_marks is 'The rows that a person has marked as done or snoozed in their inbox. No grants: written by finish_inbox_row(), snooze_inbox_row() and hand_over_inbox_row().';
comment on column private.inbox_marks.version is 'The version of the row when the person marked it. Once the row has another version, it is shown again.';
comment on column private.inbox_marks.until is 'Until when the row is snoozed; null: it is done.';

-- FUNCTIONS

create or replace function private.asked_version(q private.extension_requests)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select md5(concat_ws(' ', extract(epoch from q.asked_at), q.days, q.note))
$function$;
comment on function private.asked_version(private.extension_requests) is 'Takes a request for more time; returns the version of its row in the inbox, which changes when the person asks again or changes the request.';

create or replace function private.check_inbox()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('inbox', 'enter', 'own') and not private.can('inbox', 'enter', 'assigned') then
    perform private.refuse('You have no inbox.');
  end if;
end
$function$;
comment on function private.check_inbox() is 'Raises 42501 unless the caller has an inbox.';

create or replace function private.due_morning(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_morning_mails();
  return 'DONE';
end
$function$;
comment on function private.due_morning(private.due_work) is 'Job: plans the morning mails of each hour.';

create or replace function private.due_morning_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient constant text := private.mail_address(work.user_id);
  -- The person may have changed their time zone since the mail was planned. The day of the mail stays the same.
  zone constant text := coalesce((select w.time_zone from public.preferences w where w.user_id = work.user_id), 'UTC');
  morning record;
  inbox jsonb;
begin
  morning := private.morning_mail_times(split_part(work.key, ':', 3)::date, zone);
  if recipient is null or now() >= morning.ends or not private.wants_mail(work.user_id, 'morning_mails') then
    return null;
  end if;
  if now() < morning.begins then
    return jsonb_build_object('wait', morning.begins);
  end if;
  inbox := private.inbox_of(work.user_id);
  if inbox is null or inbox -> 'rows' = '[]' then
    return null;
  end if;
  return jsonb_build_object('to', recipient,
    -- If there are more rows than are counted, the number of their people is not known either.
    'counts', inbox -> 'counts' || case when (inbox #>> '{counts,BEHIND}')::int <= private.inbox_count_limit() then jsonb_build_object('BEHIND', inbox -> 'behind') else '{}' end,
    'rows', private.morning_rows(work.user_id, inbox, zone),
    'path', private.panel_path(work.user_id), 'unsubscribe', private.make_unsubscribe_token(work.user_id, 'morning_mails'));
end
$function$;
comment on function private.due_morning_mail(private.due_work) is 'Job: returns the mail that tells a person of staff what waits in their inbox, {to, counts: {kind: how many, counted to 1,001; for BEHIND, how many people}, rows: as morning_rows() has them, path: of the inbox, unsubscribe: the secret that ends such mails for them}. {wait} before 08:00 of the day in their time zone. Null after noon, if nothing waits, or if the person has no inbox, does not want such mails, is disabled, or has no confirmed email.';

-- A row that ended must leave no marks, and a note must not be kept about somebody whom the row no longer concerns.
create or replace function private.forget_inbox_row()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.inbox_marks k where k.subject_id = old.id;
  delete from private.inbox_hand_overs h where h.subject_id = old.id;
  return null;
end
$function$;
comment on function private.forget_inbox_row() is 'Row trigger: deletes the marks and hand-overs of an inbox row when its subject is deleted, or belongs to another person or to nobody.';

create or replace function private.inbox_rows_put_away(me uuid)
  returns setof private.inbox_marks
  language sql
  stable
as $function$
  select k.* from private.inbox_marks k where k.user_id = inbox_rows_put_away.me and (k.until is null or k.until > now())
$function$;
comment on function private.inbox_rows_put_away(uuid) is 'Takes the caller; returns the rows of the inbox that the caller has marked as done or that are still snoozed, each with the version that was marked. Checks no rights.';

create or replace function private.inbox_behind(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids constant uuid[] := private.inbox_behind_ids(rights);
begin
  return query
    select 'BEHIND', cardinality(ids), r.promise_at, b.id,
      private.inbox_row('BEHIND', 'CLEAR', b.id, r.version, private.shown_name(p.name, p.email),
        json_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'email', p.email),
        null, private.inbox_place(c.id, c.title), b.found_at, r.promise_at,
        private.behind_view(b.reason, private.local_day(now(), c.time_zone) - b.since, b.usual, b.since, b.facts, c.time_zone)::json, h.holder)
    from private.behind_people b
    cross join lateral (select private.behind_version(b) as version, b.found_at + private.inbox_promise() as promise_at) r
    join public.profiles p on p.id = b.user_id
    join public.cohorts c on c.id = b.cohort_id
    left join lateral private.inbox_holder('BEHIND', b.id, r.version, me) h on true
    where b.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_behind(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the people who have fallen behind in cohorts whose people the caller may change: the first 50, and how many there are, counted to 1,001.';

create or replace function private.inbox_behind_ids(rights text[])
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'cohort_members update any' = any (rights);
  cohorts constant uuid[] := case when not everywhere then array(select k from private.staffed_cohort_ids('cohort_members', 'update') k) end;
  -- Reads as many more people as the caller has put away, because these are left out below.
  most bigint;
begin
  if not everywhere and cardinality(cohorts) = 0 then
    return '{}';
  end if;
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'BEHIND');
  return array(
    select q.id from (
      (select b.id, b.found_at from private.behind_people b where everywhere order by b.found_at, b.id limit most)
      union all
      select w.id, w.found_at
      from unnest(cohorts) c (id) cross join lateral (
        select b.id, b.found_at from private.behind_people b where b.cohort_id = c.id order by b.found_at, b.id limit most) w
      where not everywhere) q
    where case when q.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'BEHIND') then not exists (
      select from private.inbox_rows_put_away(me) k join private.behind_people b on b.id = k.subject_id
      where k.kind = 'BEHIND' and k.subject_id = q.id and k.version = private.behind_version(b)) else true end
    order by q.found_at, q.id limit private.inbox_count_limit() + 1);
end
$function$;
comment on function private.inbox_behind_ids(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the rows of behind_people in cohorts whose people the caller may change, without those that the caller put away, in the order in which they were found, at most 1,001.';

create or replace function private.inbox_events(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'purchases dismiss any' <> all (rights) then
    return;
  end if;
  ids := array(
    select n.id from private.purchase_notices n
    where n.dealt_at is null and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'EVENT' and k.subject_id = n.id and k.version = md5(n.reasons::text))
    order by n.told_at, n.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'EVENT', cardinality(ids), r.promise_at, n.id,
      private.inbox_row('EVENT', 'DISMISS', n.id, r.version, n.event_id, null, null, null, n.told_at, r.promise_at,
        json_build_object('provider', n.provider, 'type', n.type, 'reasons', n.reasons, 'ref', n.ref, 'times', n.times), h.holder)
    from private.purchase_notices n
    cross join lateral (select md5(n.reasons::text) as version, n.told_at + private.inbox_promise() as promise_at) r
    left join lateral private.inbox_holder('EVENT', n.id, r.version, me) h on true
    where n.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_events(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the events of the payment provider that a person has to look at, for those who may dismiss them, the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_extensions(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'extensions give any' = any (rights);
  lessons uuid[];
  people uuid[];
  ids uuid[];
begin
  if not rights && array['extensions give any', 'extensions give own', 'extensions give assigned'] then
    return;
  end if;
  if not everywhere then
    -- Limits the requests to a few candidates, because extension_may_be_given() checks each of them.
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('extensions', 'give')));
    people := array(select p from private.assigned_person_ids() p);
  end if;
  ids := array(
    select q.id from private.open_extension_requests() q
    where q.user_id <> me and (everywhere or q.lesson_id = any (lessons) or q.user_id = any (people))
      and not exists (
        select from private.inbox_rows_put_away(me) k where k.kind = 'EXTENSION' and k.subject_id = q.id and k.version = private.asked_version(q))
      and private.extension_may_be_given(q.user_id, q.lesson_id)
    order by q.asked_at, q.id limit private.inbox_count_limit() + 1);
  return query
    select 'EXTENSION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('EXTENSION', 'GIVE', q.id, r.version, l.title, private.inbox_person(p.id, p.name, p.email), private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), q.asked_at, r.promise_at,
        json_build_object('lesson_id', l.id, 'days', q.days, 'note', q.note,
          'due', case when d.due_at is not null then json_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) end), h.holder)
    from private.extension_requests q
    cross join lateral (select private.asked_version(q) as version, q.asked_at + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = q.user_id
    left join lateral private.due_of(q.user_id, q.lesson_id) d on true
    left join public.cohorts k on k.id = d.cohort_id
    left join lateral private.inbox_holder('EXTENSION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_extensions(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the requests of others for more time that the caller may answer, the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_holder(kind text, subject uuid, version text, me uuid)
  returns table(holder json)
  language sql
  stable
as $function$
  select json_build_object('id', h.to_id, 'name', private.shown_name(t.name, t.email), 'by', private.shown_name(b.name, b.email),
    'mine', h.to_id = inbox_holder.me, 'note', case when inbox_holder.me in (h.to_id, h.by_id) then h.note end, 'at', h.handed_at)
  from private.inbox_hand_overs h
  join public.profiles t on t.id = h.to_id
  join public.profiles b on b.id = h.by_id
  where h.kind = inbox_holder.kind and h.subject_id = inbox_holder.subject and h.version = inbox_holder.version
$function$;
comment on function private.inbox_holder(text,uuid,text,uuid) is 'Takes kind, subject and version of a row of the inbox, and the caller; returns to whom the row was handed over, as staff_inbox() shows it. No row if it was not handed over.';

create or replace function private.inbox_invites(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'invites resend any' = any (rights);
  ids uuid[];
begin
  if not everywhere and 'invites resend own' <> all (rights) then
    return;
  end if;
  ids := array(
    select i.id from (
      select w.* from public.invites w where everywhere
      union all
      select w.* from public.invites w where not everywhere and w.invited_by_id = me) i
    where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day'
      and not exists (
        select from private.inbox_rows_put_away(me) k where k.kind = 'INVITE' and k.subject_id = i.id and k.version = extract(epoch from i.expires_at)::text)
    order by i.expires_at, i.id limit private.inbox_count_limit() + 1);
  return query
    select 'INVITE', cardinality(ids), i.expires_at, i.id,
      private.inbox_row('INVITE', 'RESEND', i.id, r.version, i.email, null, null, private.inbox_place(k.id, k.title), i.created_at, i.expires_at,
        json_build_object('by', case when p.id is not null then private.shown_name(p.name, p.email) end), h.holder)
    from public.invites i
    cross join lateral (select extract(epoch from i.expires_at)::text as version) r
    left join public.cohorts k on k.id = i.cohort_id
    left join public.profiles p on p.id = i.invited_by_id
    left join lateral private.inbox_holder('INVITE', i.id, r.version, me) h on true
    where i.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_invites(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the invites that end within a day and that the caller may resend, the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_jobs(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'due_work retry any' <> all (rights) then
    return;
  end if;
  ids := array(
    select w.id from private.due_work w
    where w.outcome = 'FAILED' and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'MAIL' and k.subject_id = w.id and k.version = extract(epoch from w.done_at)::text)
    order by w.done_at, w.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'MAIL', cardinality(ids), r.promise_at, w.id,
      private.inbox_row('MAIL', 'RETRY', w.id, r.version, d.label, private.inbox_person(p.id, p.name, p.email), null, null, w.done_at, r.promise_at,
        json_build_object('error', w.error, 'attempts', w.attempts), h.holder)
    from private.due_work w
    cross join lateral (select extract(epoch from w.done_at)::text as version, w.done_at + private.inbox_promise() as promise_at) r
    join private.due_kinds d on d.kind = w.kind
    left join public.profiles p on p.id = w.user_id
    left join lateral private.inbox_holder('MAIL', w.id, r.version, me) h on true
    where w.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_jobs(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the mails and other jobs that were given up, for callers who may retry them: the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_moderates(person uuid, q public.questions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.person_may(person, 'questions', 'moderate')
    or private.person_may(person, 'questions', 'moderate', 'own')
      and exists (select from public.courses c where c.id = private.course_of_lesson(q.lesson_id) and c.created_by_id = person)
    or private.person_may(person, 'questions', 'moderate', 'assigned')
      and exists (select from public.cohort_staff s where s.cohort_id = q.cohort_id and s.user_id = person);
end
$function$;
comment on function private.inbox_moderates(uuid,public.questions) is 'Takes a person and a question; like moderates_question(), but for any person. Sessions are not checked.';

create or replace function private.inbox_count_limit()
  returns integer
  language sql
  immutable
  set search_path to ''
as $function$ select 1000 $function$;
comment on function private.inbox_count_limit() is 'Returns the number up to which rows of one kind are counted.';

create or replace function private.inbox_of(person uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  inbox jsonb;
begin
  if private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned') then
    perform set_config('request.jwt.claims', jsonb_build_object('sub', person)::text, true), set_config('rookies.asked_for', person::text, true);
    -- If this raises an error, the rollback to the caller's transaction or savepoint resets both settings.
    inbox := public.staff_inbox()::jsonb || jsonb_build_object('behind', (
      select count(distinct b.user_id) from private.behind_people b
      where b.id = any (private.inbox_behind_ids(array(select concat_ws(' ', r.resource, r.action, r.scope) from public.my_permissions() r)))));
    perform set_config('request.jwt.claims', claims, true), set_config('rookies.asked_for', '', true);
  end if;
  return inbox;
end
$function$;
comment on function private.inbox_of(uuid) is 'Takes a person; returns what staff_inbox() would return to them once they are signed in, with a second factor if one is required, and `behind`: how many people the rows of BEHIND are about, because a person can have several. Null for a person without an inbox. No grants: only for jobs.';

create or replace function private.inbox_open_reports()
  returns table(question_id uuid, reports bigint, first_at timestamptz, last_at timestamptz)
  language plpgsql
  stable rows 10
  set search_path to ''
as $function$
begin
  return query
  select q.id, count(*), min(r.created_at), max(r.created_at)
  from (
    select o.created_at, coalesce(o.question_id, a.question_id) as question_id, o.question_id is null as of_answer
    from private.question_reports o
    -- `offset 0` makes the planner look up each row by its id, because it cannot estimate that there are only few open
    -- reports.
    left join lateral (select x.question_id from public.answers x where x.id = o.answer_id and x.deleted_at is null offset 0) a on true
    where o.resolved_at is null) r
  cross join lateral (
    select x.id from public.questions x
    where x.id = r.question_id and x.merged_into_id is null and (r.of_answer or x.deleted_at is null) offset 0) q
  group by q.id;
end
$function$;
comment on function private.inbox_open_reports() is 'Returns the questions with open reports of themselves or of their answers: how many, and when the first and the last report was made. Leaves out deleted and merged questions and deleted answers. Checks no rights.';

create or replace function private.inbox_person(id uuid, name text, email text)
  returns json
  language sql
  stable
as $function$
  select case when id is not null then json_build_object('id', id, 'name', private.shown_name(name, email)) end
$function$;
comment on function private.inbox_person(uuid,text,text) is 'Takes a person; returns {id, name} as rows of the inbox show it, or null without a person.';

create or replace function private.inbox_place(id uuid, title text)
  returns json
  language sql
  stable
as $function$
  select case when id is not null then json_build_object('id', id, 'title', title) end
$function$;
comment on function private.inbox_place(uuid,text) is 'Takes a course or a cohort; returns {id, title} as rows of the inbox show it, or null without one.';

create or replace function private.inbox_promise()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '24 hours' $function$;
comment on function private.inbox_promise() is 'Returns the time within which staff should act on a row of the inbox, if its kind has no other promised time (rules/inbox#order).';

create or replace function private.inbox_purchases(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  -- Reads as many more purchases as the caller has put away, because these are left out below.
  most bigint;
  ids uuid[];
begin
  if 'purchases assign any' <> all (rights) then
    return;
  end if;
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE');
  ids := array(
    select w.id from (
      (select p.id, p.created_at, p.status from public.purchases p where p.status = 'PENDING' order by p.created_at, p.id limit most)
      union all
      (select p.id, p.created_at, p.status from public.purchases p
       where p.needs_member and p.status = 'COMPLETED' order by p.created_at, p.id limit most)) w
    where case when w.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE') then not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE' and k.subject_id = w.id and k.version = w.status::text) else true end
    order by w.created_at, w.id limit private.inbox_count_limit() + 1);
  return query
    select 'PURCHASE', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('PURCHASE', case p.status when 'PENDING' then 'OPEN' else 'ASSIGN' end, p.id, p.status::text,
        coalesce(c.title, m.name, p.provider_ref), private.inbox_person(b.id, b.name, b.email), private.inbox_place(c.id, c.title), null,
        p.created_at, r.promise_at,
        json_build_object('status', p.status, 'item', coalesce(c.title, m.name), 'amount_cents', p.amount_cents, 'currency', p.currency,
          'ref', p.provider_ref, 'buyer_email', p.buyer_email), h.holder)
    from public.purchases p
    cross join lateral (select p.created_at + private.inbox_promise() as promise_at) r
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id
    left join public.profiles b on b.id = p.user_id
    left join lateral private.inbox_holder('PURCHASE', p.id, p.status::text, me) h on true
    where p.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_purchases(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the pending purchases, and paid purchases without a known member, for callers who may assign a purchase to a member: the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_question_reports(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  modules uuid[];
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    modules := array(select k from private.my_module_ids('questions', 'moderate') k);
    if cardinality(cohorts) + cardinality(modules) = 0 then
      return;
    end if;
  end if;
  ids := array(
    select q.id
    from private.inbox_open_reports() r
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    where (everywhere or q.cohort_id = any (cohorts) or l.module_id = any (modules))
      and not exists (
        select from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION_REPORT' and k.subject_id = q.id and k.version = extract(epoch from r.last_at)::text)
    order by r.first_at, q.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'QUESTION_REPORT', cardinality(ids), v.promise_at, q.id,
      private.inbox_row('QUESTION_REPORT', 'MODERATE', q.id, v.version, l.title, null, private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), r.first_at, v.promise_at,
        json_build_object('slug', c.slug, 'lesson_id', l.id, 'reports', r.reports), h.holder)
    from private.inbox_open_reports() r
    cross join lateral (select extract(epoch from r.last_at)::text as version, r.first_at + private.inbox_promise() as promise_at) v
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join lateral private.inbox_holder('QUESTION_REPORT', q.id, v.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_question_reports(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the questions that were reported, or whose answers were, and that the caller may moderate, the first 50, with how many there are, counted to 1,001. The rows contain neither texts nor authors nor reporters.';

create or replace function private.inbox_questions(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  lessons uuid[];
  binned uuid[];
  -- Reads as many more questions as the caller has put away, because these are left out below.
  most bigint;
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('questions', 'moderate')));
    if cardinality(cohorts) + cardinality(lessons) = 0 then
      return;
    end if;
  end if;
  binned := array(select b from private.binned_lesson_ids() b);
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION');
  ids := array(
    select q.id from (
      -- Each branch has its own index, which returns the questions that have waited longest first.
      (select w.id, w.waiting_since from private.inbox_waiting(me, binned) w where everywhere order by w.waiting_since, w.id limit most)
      union all (
        select w.id, w.waiting_since
        from unnest(cohorts) c (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.cohort_id = c.id order by x.waiting_since, x.id limit most) w
        where not everywhere
        union
        select w.id, w.waiting_since
        from unnest(lessons) l (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.lesson_id = l.id order by x.waiting_since, x.id limit most) w
        where not everywhere)) q
    where case when q.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION') then not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION' and k.subject_id = q.id and k.version = extract(epoch from q.waiting_since)::text) else true end
    order by q.waiting_since, q.id limit private.inbox_count_limit() + 1);
  return query
    select 'QUESTION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('QUESTION', 'ANSWER', q.id, r.version, q.title, private.inbox_person(p.id, p.name, p.email),
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), q.waiting_since, r.promise_at,
        json_build_object('lesson', l.title, 'slug', c.slug, 'lesson_id', l.id, 'audience', q.audience, 'body', left(q.body, 1000),
          'cut', char_length(q.body) > 1000, 'answers', q.answers), h.holder)
    from public.questions q
    cross join lateral (
      select extract(epoch from q.waiting_since)::text as version, q.waiting_since + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join public.profiles p on p.id = q.author_id
    left join lateral private.inbox_holder('QUESTION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_questions(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the questions of others that wait for an answer and that the caller may moderate, the first 50, with how many there are, counted to 1,001.';

create or replace function private.inbox_reports(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'community_posts delete any' = any (rights);
  communities constant uuid[] := case when not everywhere then array(select k from private.joined_community_ids('MODERATOR') k) end;
  ids uuid[];
begin
  if not everywhere and cardinality(communities) = 0 then
    return;
  end if;
  ids := array(
    select r.post_id
    from (select o.post_id, min(o.created_at) as first_at, count(*)::text as version
      from public.community_post_reports o where o.resolved_at is null group by 1) r
    join public.community_posts p on p.id = r.post_id and p.deleted_at is null
    where (everywhere or p.community_id = any (communities)) and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'REPORT' and k.subject_id = r.post_id and k.version = r.version)
    order by r.first_at, r.post_id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'REPORT', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('REPORT', 'MODERATE', p.id, r.reports::text, c.name, null, null, null, r.first_at, r.promise_at,
        json_build_object('community_id', c.id, 'slug', c.slug, 'reports', r.reports), h.holder)
    from public.community_posts p
    join public.communities c on c.id = p.community_id
    cross join lateral (
      select min(o.created_at) as first_at, min(o.created_at) + private.inbox_promise() as promise_at, count(*) as reports
      from public.community_post_reports o where o.post_id = p.id and o.resolved_at is null) r
    left join lateral private.inbox_holder('REPORT', p.id, r.reports::text, me) h on true
    where p.id = any (ids[1:50]);
end
$function$;
comment on function private.inbox_reports(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the reported posts whose reports the caller may resolve, the first 50, with how many there are, counted to 1,001. The rows contain neither the texts of the posts nor the reporters.';

create or replace function private.inbox_row(
  kind text,
  act text,
  subject_id uuid,
  version text,
  title text,
  person json,
  course json,
  cohort json,
  since timestamptz,
  promise_at timestamptz,
  facts json,
  holder json
)
  returns json
  language sql
  stable
as $function$
  select json_build_object('kind', kind, 'act', act, 'subject_id', subject_id, 'version', version, 'title', title, 'person', person,
    'course', course, 'cohort', cohort, 'since', since, 'promise_at', promise_at, 'facts', facts, 'holder', holder)
$function$;
comment on function private.inbox_row(text,text,uuid,text,text,json,json,json,timestamp with time zone,timestamp with time zone,json,json) is 'Takes what a row of the inbox shows; returns the row as staff_inbox() does.';

create or replace function private.inbox_row_words(kind text, subject uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case inbox_row_words.kind
    when 'WORK' then (select format('Work on "%s" waits for a review.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'APPEAL' then (select format('Work on "%s" needs a second opinion.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'QUESTION' then (select format('A question about "%s" waits for an answer.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'QUESTION_REPORT' then (select format('A question about "%s" was reported, or an answer to it.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'EXTENSION' then (select format('Somebody asks for more time for "%s".', l.title) from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'BEHIND' then (select format('Somebody has fallen behind in "%s".', c.title) from private.behind_people b join public.cohorts c on c.id = b.cohort_id where b.id = subject)
    when 'REPORT' then (select format('A post in "%s" was reported.', c.name) from public.community_posts p join public.communities c on c.id = p.community_id where p.id = subject)
    when 'PURCHASE' then 'A purchase needs attention.'
    when 'EVENT' then 'An event of the payment provider needs attention.'
    when 'MAIL' then 'A background job failed.'
    when 'INVITE' then 'An invite is about to end.' end
$function$;
comment on function private.inbox_row_words(text,uuid) is 'Takes the kind and the subject of a row of the inbox; returns a sentence about the row, without names of people.';

create or replace function private.inbox_version(kind text, subject uuid)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case
    when inbox_version.kind in ('WORK', 'APPEAL') then (select s.round::text from public.submissions s where s.id = subject)
    when inbox_version.kind = 'QUESTION' then (select extract(epoch from q.waiting_since)::text from public.questions q where q.id = subject)
    when inbox_version.kind = 'QUESTION_REPORT' then (
      select extract(epoch from r.last_at)::text from private.inbox_open_reports() r where r.question_id = subject)
    when inbox_version.kind = 'EXTENSION' then (select private.asked_version(q) from private.open_extension_requests() q where q.id = subject)
    when inbox_version.kind = 'BEHIND' then (select private.behind_version(b) from private.behind_people b where b.id = subject)
    when inbox_version.kind = 'REPORT' then (
      select nullif(count(*), 0)::text from public.community_post_reports r where r.post_id = subject and r.resolved_at is null)
    when inbox_version.kind = 'PURCHASE' then (select p.status::text from public.purchases p where p.id = subject)
    when inbox_version.kind = 'EVENT' then (select md5(n.reasons::text) from private.purchase_notices n where n.id = subject)
    when inbox_version.kind = 'MAIL' then (select extract(epoch from w.done_at)::text from private.due_work w where w.id = subject)
    when inbox_version.kind = 'INVITE' then (select extract(epoch from i.expires_at)::text from public.invites i where i.id = subject) end;
end
$function$;
comment on function private.inbox_version(text,uuid) is 'Takes a kind of row of the inbox and its subject; returns the present version of the row in staff_inbox(). Null if there is no such row now.';

create or replace function private.inbox_waiting(me uuid, binned uuid[])
  returns setof public.questions
  language sql
  stable
as $function$
  select q.* from public.questions q
  where q.waiting_since is not null and q.deleted_at is null and q.merged_into_id is null
    and q.author_id is distinct from inbox_waiting.me and q.lesson_id not in (select b from unnest(inbox_waiting.binned) b)
$function$;
comment on function private.inbox_waiting(uuid,uuid[]) is 'Takes the caller, and the lessons in the bin; returns the questions that wait for an answer, without the caller''s own and those under lessons in the bin. Checks no rights.';

create or replace function private.inbox_work(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 100
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  scope record;
  others uuid[];
  left_out bigint;
  work uuid[];
  appeals uuid[];
begin
  if not rights && array['submissions review any', 'submissions review own', 'submissions review assigned'] then
    return;
  end if;
  scope := private.queue_condition('{}');
  -- Other reviewers have only few pieces of work. A list of their ids costs less than joins.
  others := array(select c.submission_id from public.review_claims c where c.until > now() and c.reviewer_id <> me limit 1000)
    || array(select o.submission_id from private.review_offers o where o.until > now() and o.reviewer_id <> me limit 1000);
  -- Reads as many more pieces of work as are left out below.
  left_out := cardinality(others)
    + (select count(*) from (select from private.inbox_rows_put_away(me) k where k.kind in ('WORK', 'APPEAL') limit 1000) n);
  execute format($sql$
    select (array_agg(n.id) filter (where not n.appeal))[1:%4$s], (array_agg(n.id) filter (where n.appeal))[1:%4$s]
    from (
      select w.id, o.submission_id is not null and w.round > 1 as appeal
      from (
        select s.id, s.round, s.awaiting_since from public.submissions s
        where s.state = 'WAITING' and %1$s order by s.awaiting_since, s.id limit %3$s) w
      left join lateral (
        select o.submission_id, bool_or(o.not_by_id = %2$L) as not_mine from private.second_opinions o
        where o.submission_id = w.id and o.round = w.round group by o.submission_id) o on true
      where w.id not in (select x from unnest($4) x)
        and case when w.id in (select k.subject_id from private.inbox_rows_put_away(%2$L) k where k.kind in ('WORK', 'APPEAL')) then not exists (
          select from private.inbox_rows_put_away(%2$L) k
          where k.kind = case when o.submission_id is not null and w.round > 1 then 'APPEAL' else 'WORK' end
            and k.subject_id = w.id and k.version = w.round::text) else true end
        and case when o.not_mine then not private.is_for_another_reviewer(%2$L, (select s from public.submissions s where s.id = w.id)) else true end
      order by w.awaiting_since, w.id) n$sql$,
    scope.condition, me, private.inbox_count_limit() + 1 + left_out, private.inbox_count_limit() + 1)
  into work, appeals using scope.cohorts, scope.lessons, scope.others, others;
  return query
    select n.kind, cardinality(n.ids), r.promise_at, s.id,
      private.inbox_row(n.kind, 'REVIEW', s.id, s.round::text, l.title,
        -- Until a review is published, a blind assignment hides whose work it is.
        case when not a.blind then private.inbox_person(p.id, p.name, p.email) end,
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), s.awaiting_since, r.promise_at,
        json_build_object('round', s.round, 'late', coalesce(d.late, false)), h.holder)
    from (values ('WORK', work), ('APPEAL', appeals)) n (kind, ids)
    join public.submissions s on s.id = any (n.ids[1:50])
    cross join lateral (select s.awaiting_since + private.review_promise() as promise_at) r
    join public.lessons l on l.id = s.lesson_id
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = s.user_id
    left join public.cohorts k on k.id = s.cohort_id and not a.blind
    left join public.submission_rounds d on d.submission_id = s.id and d.round = s.round and not a.blind
    left join lateral private.inbox_holder(n.kind, s.id, s.round::text, me) h on true;
end
$function$;
comment on function private.inbox_work(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the work that waits for the caller, as WORK, or as APPEAL if a second opinion is wanted: the first 50 of each, and how many there are, counted to 1,001. The work is in the caller''s queue, is not claimed by or offered to others, and does not need a review by somebody else. Looks at the 1,001 pieces of work that have waited longest. Empty for callers who may not review.';

create or replace function private.morning_mail_times(
  day date,
  zone text,
  out begins timestamptz,
  out ends timestamptz
)
  returns record
  language sql
  immutable
  set search_path to ''
as $function$
  select private.local_moment(day, '08:00', zone), private.local_moment(day, '12:00', zone)
$function$;
comment on function private.morning_mail_times(date,text) is 'Takes a day and an IANA time zone; returns from when to when the morning mail of that day is sent in that time zone (rules/inbox#morning-mail).';

create or replace function private.morning_rows(person uuid, inbox jsonb, zone text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'title', k.title,
    'person', case when r.people = 1 then nullif(p.name, '') end, 'people', case when k.kind = 'BEHIND' then r.people else 1 end, 'reasons', r.reasons, 'place', coalesce(r.facts #>> '{course,title}', r.facts #>> '{cohort,title}'),
    'holder', case when r.holders = 1 and not coalesce((r.facts #>> '{holder,mine}')::boolean, true) then coalesce(nullif(h.name, ''), 'A colleague') end,
    'overdue_hours', case when w.promise <= now() then floor(extract(epoch from now() - w.promise) / 3600)::int end,
    'until', w.promise, 'zone', zone,
    'path', coalesce(case
      when k.kind in ('WORK', 'APPEAL') then format('%s/reviews/%s', i.panel, k.subject)
      when k.kind in ('QUESTION', 'QUESTION_REPORT') then format('/app/courses/%s/lesson/%s?question=%s', k.more ->> 'slug', k.more ->> 'lesson_id', k.subject)
      when k.kind = 'BEHIND' and r.people > 1 then format('%s/cohorts/%s', i.panel, r.facts #>> '{cohort,id}')
      when k.kind = 'BEHIND' then format('%s/members/%s', i.panel, p.id)
      when k.kind = 'REPORT' then case when private.person_may(person, 'communities', 'update')
        then format('/admin/communities/%s?view=reports', k.more ->> 'community_id') else format('/app/communities/%s', k.more ->> 'slug') end
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      -- Requests for more time are answered in the inbox itself.
      when k.kind = 'EXTENSION' then null
      when k.kind = 'INVITE' then private.invites_path(person) end, i.panel)) order by r.place), '[]')
  from (
    -- People who fell behind in the same cohort share one line.
    select (array_agg(o.facts order by o.place))[1] as facts, min(o.place) as place, count(distinct o.facts #> '{person,id}') as people,
      coalesce(jsonb_agg(o.facts #> '{facts,reason}' order by o.place) filter (where o.facts ->> 'kind' = 'BEHIND'), '[]') as reasons,
      count(distinct coalesce(o.facts #>> '{holder,id}', '')) as holders
    from jsonb_array_elements(inbox -> 'rows') with ordinality o (facts, place)
    group by case when o.facts ->> 'kind' = 'BEHIND' then o.facts #>> '{cohort,id}' else o.place::text end
    order by min(o.place) limit 10) r
  cross join lateral (select private.panel_path(person) as panel) i
  cross join lateral (select (r.facts ->> 'promise_at')::timestamptz as promise) w
  cross join lateral (
    select r.facts ->> 'kind' as kind, r.facts ->> 'subject_id' as subject, r.facts -> 'facts' as more,
      -- Other titles contain emails, names of a payment provider, or texts that people wrote. The mail must not contain these.
      case
        when r.facts ->> 'kind' in ('WORK', 'APPEAL', 'QUESTION_REPORT', 'EXTENSION', 'REPORT', 'MAIL') then r.facts ->> 'title'
        when r.facts ->> 'kind' = 'QUESTION' then r.facts #>> '{facts,lesson}'
        when r.facts ->> 'kind' = 'PURCHASE' then r.facts #>> '{facts,item}'
        when r.facts ->> 'kind' in ('BEHIND', 'EVENT', 'INVITE') then null end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
$function$;
comment on function private.morning_rows(uuid,jsonb,text) is 'Takes a person, their inbox as inbox_of() returns it, and their time zone; returns its first ten rows for a mail, with people who fell behind in the same cohort as one row, [{kind, title: null for some kinds, person: a name or null, people: how many fell behind, otherwise 1, reasons: the reason of each of their rows, place: a title or null, holder: the name of a colleague who has the row, or null, overdue_hours: null if it is not overdue, until: when it is promised, zone: of the person, path}]. It contains neither emails nor texts that people wrote.';

create or replace function private.panel_path(person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case (select p.role from public.profiles p where p.id = person) when 'MODERATOR' then '/moderator' else '/admin' end
$function$;
comment on function private.panel_path(uuid) is 'Takes a person of staff; returns the path of their inbox.';

create or replace function private.plan_morning_mails(moment timestamptz default now())
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('morning_mail', p.id || ':' || t.day, t.begins, null, p.id)
  from public.profiles p
  left join public.preferences w on w.user_id = p.id
  cross join lateral (select coalesce(w.time_zone, 'UTC') as zone) z
  cross join lateral (select private.local_day(moment + interval '1 hour', z.zone) as day) d
  cross join lateral (select d.day, m.begins, m.ends from private.morning_mail_times(d.day, z.zone) m) t
  where p.role <> 'MEMBER' and p.disabled_at is null and coalesce(w.morning_mails, true)
    and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'inbox' and rp.action = 'enter')
    and t.begins <= moment + interval '1 hour' and moment < t.ends
    -- A person who changed their time zone may have got the mail of another day shortly before.
    and not exists (
      select from private.due_work k
      where k.user_id = p.id and k.kind = 'morning_mail' and greatest(k.due_at, k.done_at) > t.begins - interval '12 hours')
$function$;
comment on function private.plan_morning_mails(timestamp with time zone) is 'Takes a moment; adds the jobs of the morning mails that are due within the hour after it, or were due this morning and were not planned yet. A person gets at most one for each day in their time zone, and at most one within 12 hours. The job of the mail finds out later whether anything waits.';

create or replace function private.put_away(
  kind text,
  subject uuid,
  version text,
  until timestamptz
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me constant uuid := private.uid();
begin
  insert into private.inbox_marks as k (user_id, kind, subject_id, version, until)
  values (me, put_away.kind, put_away.subject, left(put_away.version, 100), put_away.until)
  on conflict on constraint inbox_marks_pkey do update set version = excluded.version, until = excluded.until, marked_at = now();
  -- Old marks are deleted, so a row that still waits after 90 days is shown again.
  delete from private.inbox_marks k where k.user_id = me and k.marked_at < now() - interval '90 days';
  perform private.signal_people('inbox', array[me]);
end
$function$;
comment on function private.put_away(text,uuid,text,timestamp with time zone) is 'Takes a row of the caller''s inbox, its version, and until when it is snoozed (null: it is done); marks it as done or snoozed for the caller, and deletes marks of the caller that are older than 90 days.';

create or replace function private.can_have_inbox_row(person uuid, kind text, subject uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (private.person_may(person, 'inbox', 'enter') or private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned'))
    and case can_have_inbox_row.kind
      when 'WORK' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.is_for_another_reviewer(person, s))
      when 'APPEAL' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.is_for_another_reviewer(person, s))
      when 'EXTENSION' then exists (
        select from private.open_extension_requests() q where q.id = subject and private.person_may_give_time(person, q.user_id, q.lesson_id))
      when 'BEHIND' then exists (
        select from private.behind_people b where b.id = subject and (private.person_may(person, 'cohort_members', 'update')
          or private.person_may(person, 'cohort_members', 'update', 'assigned')
            and exists (select from public.cohort_staff s where s.cohort_id = b.cohort_id and s.user_id = person)))
      when 'QUESTION' then exists (
        select from public.questions q
        where q.id = subject and q.deleted_at is null and q.merged_into_id is null and q.author_id is distinct from person
          and private.inbox_moderates(person, q))
      when 'QUESTION_REPORT' then exists (
        select from public.questions q where q.id = subject and q.merged_into_id is null and private.inbox_moderates(person, q))
      when 'REPORT' then exists (
        select from public.community_posts p where p.id = subject and p.deleted_at is null and (private.person_may(person, 'community_posts', 'delete')
          or exists (select from public.community_members m where m.community_id = p.community_id and m.user_id = person and m.role = 'MODERATOR'
            and private.membership_is_active(m.left_at, m.banned))))
      when 'PURCHASE' then private.person_may(person, 'purchases', 'assign') and exists (select from public.purchases p where p.id = subject)
      when 'EVENT' then private.person_may(person, 'purchases', 'dismiss') and exists (select from private.purchase_notices n where n.id = subject)
      when 'MAIL' then private.person_may(person, 'due_work', 'retry') and exists (select from private.due_work w where w.id = subject)
      when 'INVITE' then exists (
        select from public.invites i where i.id = subject and (private.person_may(person, 'invites', 'resend')
          or private.person_may(person, 'invites', 'resend', 'own') and i.invited_by_id = person))
      else false end;
end
$function$;
comment on function private.can_have_inbox_row(uuid,text,uuid) is 'Takes a person, a kind of row of the inbox and its subject; true if the row can be in the inbox of this person, by the same rights and scopes as in staff_inbox().';

create or replace function private.signal_given_up()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_staff('inbox');
  return null;
end
$function$;
comment on function private.signal_given_up() is 'Row trigger: signals to staff that a job was given up or is retried.';

create or replace function public.finish_inbox_row(kind text, subject_id uuid, version text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000);
  perform private.check_inbox();
  if private.can_have_inbox_row(private.uid(), finish_inbox_row.kind, finish_inbox_row.subject_id) then
    perform private.put_away(finish_inbox_row.kind, finish_inbox_row.subject_id, finish_inbox_row.version, null);
  end if;
end
$function$;
comment on function public.finish_inbox_row(text,uuid,text) is 'Takes a row of the inbox and the version that the caller saw; marks the row as done for the caller until it has another version. Does nothing for a row that is not in their inbox. Raises 42501 (rules/inbox#done).';
grant execute on function public.finish_inbox_row(text,uuid,text) to authenticated, service_role;

create or replace function public.hand_over_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  to_id uuid,
  note text default '',
  held_by uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000)
    and private.at_most('note', note, 10000);
  me constant uuid := private.uid();
  note constant text := btrim(coalesce(hand_over_inbox_row.note, ''));
  -- Another colleague may have handed over a newer version than the one on the caller's screen.
  current text;
  held private.inbox_hand_overs;
begin
  perform private.check_inbox();
  -- If several people hand over the same row at the same moment, one of them succeeds.
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || hand_over_inbox_row.kind || hand_over_inbox_row.subject_id, 0));
  current := private.inbox_version(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id);
  if current is null or not private.can_have_inbox_row(me, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT404', hint = 'NO_ROW', message = 'This is no longer in your inbox.';
  end if;
  if char_length(note) > 500 then
    raise exception using errcode = 'PT422', hint = 'note', message = 'The note is too long. Use at most 500 characters.';
  end if;
  if hand_over_inbox_row.to_id = me or not private.can_have_inbox_row(hand_over_inbox_row.to_id, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id)
    or private.would_reveal_owner(hand_over_inbox_row.to_id, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT422', hint = 'to_id', message = 'This person cannot see it. Choose somebody else.';
  end if;
  select * into held from private.inbox_hand_overs h
  where h.kind = hand_over_inbox_row.kind and h.subject_id = hand_over_inbox_row.subject_id and h.version = current;
  if held.to_id = hand_over_inbox_row.to_id and held.by_id = me then
    return;
  end if;
  if held.to_id is distinct from held_by and held.to_id is not null then
    raise exception using errcode = 'PT409', hint = 'HANDED_OVER', message = format('%s has it now. Your note was not sent.',
      (select private.shown_name(p.name, p.email) from public.profiles p where p.id = held.to_id));
  end if;
  insert into private.inbox_hand_overs as h (kind, subject_id, version, to_id, by_id, note)
  values (hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, current, hand_over_inbox_row.to_id, me, note)
  on conflict on constraint inbox_hand_overs_pkey do update
    set version = excluded.version, to_id = excluded.to_id, by_id = excluded.by_id, note = excluded.note, handed_at = now();
  delete from private.inbox_marks k
  where k.user_id = hand_over_inbox_row.to_id and k.kind = hand_over_inbox_row.kind and k.subject_id = hand_over_inbox_row.subject_id;
  perform private.put_away(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, hand_over_inbox_row.version, null);
  perform private.signal_people('inbox', array_remove(array[hand_over_inbox_row.to_id, held.to_id], null));
  -- The hand-over has an audit record, so the notification gets none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  values ('Handed over to you', private.inbox_row_words(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id), 'info', me, hand_over_inbox_row.to_id,
    case (select p.role from public.profiles p where p.id = hand_over_inbox_row.to_id) when 'MODERATOR' then '/moderator' else '/admin' end, 'Open the inbox');
  perform private.record_at_once(false);
  perform private.record_act('inbox.hand_over', hand_over_inbox_row.subject_id::text,
    jsonb_build_object('kind', hand_over_inbox_row.kind, 'to_id', hand_over_inbox_row.to_id));
end
$function$;
comment on function public.hand_over_inbox_row(text,uuid,text,uuid,text,uuid) is 'Takes a row of the inbox, the version that the caller saw, a colleague, a note of 500 characters at most, and who had the row on the caller''s screen (null: nobody); hands the present version of the row to the colleague, notifies them, and marks the row as done for the caller. The same request again does nothing. Raises 42501, PT404 NO_ROW, PT409 HANDED_OVER if somebody else has got it since, PT422 with `to_id` or `note` as hint (rules/inbox#hand-over).';
grant execute on function public.hand_over_inbox_row(text,uuid,text,uuid,text,uuid) to authenticated, service_role;

create or replace function public.inbox_colleagues(kind text, subject_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000);
  perform private.check_inbox();
  if not private.can_have_inbox_row(private.uid(), inbox_colleagues.kind, inbox_colleagues.subject_id) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) order by p.name, p.id), '[]')
    from public.profiles p
    where p.role <> 'MEMBER' and p.id <> private.uid()
      and private.can_have_inbox_row(p.id, inbox_colleagues.kind, inbox_colleagues.subject_id)
      and not private.would_reveal_owner(p.id, inbox_colleagues.subject_id));
end
$function$;
comment on function public.inbox_colleagues(text,uuid) is 'Takes a row of the caller''s inbox; returns the other people to whom it can be handed over, because they can have it in their inbox, too, [{id, name}]; for blind work only people who may review all work of the assignment and do not take the course. Empty for a row that is not in it. Raises 42501.';
grant execute on function public.inbox_colleagues(text,uuid) to authenticated, service_role;

create or replace function public.restore_inbox_row(kind text, subject_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000);
  perform private.check_inbox();
  delete from private.inbox_marks k
  where k.user_id = private.uid() and k.kind = restore_inbox_row.kind and k.subject_id = restore_inbox_row.subject_id;
  if found then
    perform private.signal_people('inbox', array[private.uid()]);
  end if;
end
$function$;
comment on function public.restore_inbox_row(text,uuid) is 'Takes a row that the caller marked as done or snoozed; shows it again. Raises 42501.';
grant execute on function public.restore_inbox_row(text,uuid) to authenticated, service_role;

create or replace function public.snooze_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  until timestamptz
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000);
  perform private.check_inbox();
  if coalesce(until <= now() or until > now() + interval '31 days', true) then
    raise exception using errcode = 'PT422', hint = 'until', message = 'Choose a moment within the next month.';
  end if;
  if private.can_have_inbox_row(private.uid(), snooze_inbox_row.kind, snooze_inbox_row.subject_id) then
    perform private.put_away(snooze_inbox_row.kind, snooze_inbox_row.subject_id, snooze_inbox_row.version, snooze_inbox_row.until);
  end if;
end
$function$;
comment on function public.snooze_inbox_row(text,uuid,text,timestamp with time zone) is 'Takes a row of the inbox, the version that the caller saw, and a moment within 31 days; hides the row from the caller until then, or until it has another version. Raises 42501, PT422 with `until` as hint (rules/inbox#snooze).';
grant execute on function public.snooze_inbox_row(text,uuid,text,timestamp with time zone) to authenticated, service_role;

create or replace function public.staff_inbox()
  returns json
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  rights constant text[] := array(select concat_ws(' ', p.resource, p.action, p.scope) from public.my_permissions() p);
begin
  if not rights && array['inbox enter any', 'inbox enter own', 'inbox enter assigned'] then
    perform private.refuse('You have no inbox.');
  end if;
  return (
    with row as materialized (
      select * from private.inbox_work(rights)
      union all select * from private.inbox_questions(rights)
      union all select * from private.inbox_question_reports(rights)
      union all select * from private.inbox_extensions(rights)
      union all select * from private.inbox_behind(rights)
      union all select * from private.inbox_reports(rights)
      union all select * from private.inbox_purchases(rights)
      union all select * from private.inbox_events(rights)
      union all select * from private.inbox_jobs(rights)
      union all select * from private.inbox_invites(rights)
    )
    select json_build_object(
      'rows', (select coalesce(json_agg(row.shown order by row.promise_at, row.subject_id), '[]') from row),
      'counts', (
        select json_object_agg(k.kind, coalesce(t.total, 0))
        from unnest(array['WORK', 'APPEAL', 'QUESTION', 'QUESTION_REPORT', 'EXTENSION', 'BEHIND', 'REPORT', 'PURCHASE', 'EVENT', 'MAIL', 'INVITE']) k (kind)
        left join (select row.kind, max(row.total) as total from row group by row.kind) t on t.kind = k.kind),
      'changes_at', (select min(k.until) from private.inbox_marks k where k.user_id = me and k.until > now()),
      'stopped', 'due_work read any' = any (rights) and private.worker_stopped()));
end
$function$;
comment on function public.staff_inbox() is 'Returns what waits for the caller, {rows: [{kind: WORK, APPEAL, QUESTION, QUESTION_REPORT, EXTENSION, BEHIND, REPORT, PURCHASE, EVENT, MAIL or INVITE, act: REVIEW, ANSWER, GIVE, CLEAR, MODERATE, OPEN, ASSIGN, DISMISS, RETRY or RESEND, subject_id, version: changes when there is something new, title, person: {id, name} or null, course: {id, title} or null, cohort: {id, title} or null, since, promise_at, facts: more about it by kind, holder: to whom it was handed over {id, name, by: a name, mine, note: only for these two people, at} or null}], at most 50 of each kind, in the order of promise_at, counts: {kind: how many, counted to 1,001}, changes_at: when the next snoozed row is shown again, stopped: whether no worker does background jobs, for callers who may read jobs}. Each kind is returned only to callers who may do its act, in their scope. Rows that the caller put away are left out. Raises 42501 (rules/inbox#rows).';
grant execute on function public.staff_inbox() to authenticated, service_role;

-- TRIGGERS

create trigger due_work_forget_inbox_row after delete on private.due_work
  for each row execute function private.forget_inbox_row();

create trigger due_work_signal_given_up after update of outcome on private.due_work
  for each row
  when ((new.outcome = 'FAILED') is distinct from (old.outcome = 'FAILED') and ('FAILED' = new.outcome or 'FAILED' = old.outcome))
  execute function private.signal_given_up();

create trigger extension_requests_forget_inbox_row after delete on private.extension_requests
  for each row execute function private.forget_inbox_row();

create trigger invites_forget_changed_email after update of email on public.invites
  for each row
  when (new.email is distinct from old.email)
  execute function private.forget_inbox_row();

create trigger invites_forget_inbox_row after delete on public.invites
  for each row execute function private.forget_inbox_row();

create trigger questions_forget_deleted after update of deleted_at, author_id on public.questions
  for each row
  when (old.deleted_at is null and new.deleted_at is not null or new.author_id is distinct from old.author_id)
  execute function private.forget_inbox_row();

create trigger questions_forget_inbox_row after delete on public.questions
  for each row execute function private.forget_inbox_row();

create trigger submissions_forget_inbox_row after delete on public.submissions
  for each row execute function private.forget_inbox_row();

-- JOBS

-- The first hourly job. Each one enqueues the next.
select private.enqueue_job('morning', 'first', now());
