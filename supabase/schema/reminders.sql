-- Reminders of what is due, opens, or begins on the next day, and which ones were sent.
set check_function_bodies = off;

-- TABLES

create table private.reminder_looks (
  cohort_id uuid not null,
  look_at timestamptz not null,
  constraint reminder_looks_pkey primary key (cohort_id),
  constraint reminder_looks_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.reminder_looks enable row level security;
create index reminder_looks_look_at_idx on private.reminder_looks (look_at);
comment on table private.reminder_looks is 'When remind() checks a cohort next: as soon as one of its people is to be reminded, and twice a day while it runs. No grants.';

create table private.reminders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  cohort_id uuid not null,
  occurs_at timestamptz not null,
  told_at timestamptz not null default now(),
  constraint reminders_pkey primary key (id),
  constraint reminders_kind_known check (kind = any (array['DUE', 'OPENS', 'BEGINS'])),
  constraint reminders_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint reminders_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint reminders_once unique (user_id, kind, subject_id, occurs_at)
);
alter table private.reminders enable row level security;
create index reminders_cohort_id_idx on private.reminders (cohort_id, occurs_at);
create index reminders_occurs_at_idx on private.reminders (occurs_at);
comment on table private.reminders is 'The reminders that people got: of an assignment that is due, a module whose lessons open, or a cohort that begins, with the moment. A row is deleted a day after that moment, with its notification. No grants: written by remind() (rules/notifications#reminders).';

-- FUNCTIONS

create or replace function private.day_words(day date)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select to_char(day::timestamp, 'FMDy FMDD Mon')
    || case when to_char(day::timestamp, 'YYYY') <> to_char(now() at time zone 'UTC', 'YYYY') then to_char(day::timestamp, ' YYYY') else '' end
$function$;
comment on function private.day_words(date) is 'Takes a day; returns it as text, such as Fri 21 Nov, with its year if that is not the present one.';

create or replace function private.due_reminder_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient constant text := private.mail_address(work.user_id);
  day constant date := split_part(work.key, ':', 3)::date;
  zone text;
  ends timestamptz;
  things jsonb;
begin
  if recipient is null or not private.wants_mail(work.user_id, 'reminder_mails') then
    return null;
  end if;
  select r.zone, q.ends into zone, ends
  from private.reminder_hours(work.user_id, work.subject_id) r
  cross join lateral private.quiet_hours(now(), r.zone, r.quiet_from, r.quiet_to) q;
  if ends is not null then
    return jsonb_build_object('wait', ends);
  end if;
  select jsonb_agg(jsonb_build_object('kind', r.kind, 'title', r.title, 'place', r.place, 'lessons', r.lessons, 'when', r.at_words, 'path', r.path)
    order by r.occurs_at, r.title) into things
  from private.person_reminders(work.user_id) r
  where r.by_mail and (private.local_day(r.remind_at, zone) = day or exists (
    select from private.reminders t
    where t.user_id = work.user_id and t.kind = r.kind and t.subject_id = r.subject_id and t.occurs_at = r.occurs_at and private.local_day(t.told_at, zone) = day));
  return case when things is not null then
    jsonb_build_object('to', recipient, 'things', things, 'unsubscribe', private.make_unsubscribe_token(work.user_id, 'reminder_mails')) end;
end
$function$;
comment on function private.due_reminder_mail(private.due_work) is 'Job: returns the mail with all reminders of a day to a person, {to, things: [{kind: DUE, OPENS or BEGINS, title, place: the course, lessons: how many open, when: the moment as text, path}], unsubscribe: the secret that ends such mails for them}, the earliest first, with present dates and without the kinds that the person turned off. {wait} in their quiet hours. Null if no reminder is left, or if the person does not want such mails, is disabled, or has no confirmed email.';

create or replace function private.due_reminders(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Few cohorts at a time, because the job locks the counts of notifications, so that nobody gets another notification
  -- until it ends.
  most constant int := 20;
  -- A cohort is locked together with its row of reminder_looks and before other rows of it, in the same order as when
  -- it is deleted, so that the two cannot deadlock.
  cohorts constant uuid[] := array(
    select k.cohort_id from private.reminder_looks k join public.cohorts c on c.id = k.cohort_id
    where k.look_at <= now() order by k.look_at, k.cohort_id limit most for update of k skip locked for key share of c skip locked);
begin
  perform private.remind(cohorts || array(select c.id from public.cohorts c where c.id = work.subject_id for key share skip locked));
  if cardinality(cohorts) = most then
    perform private.enqueue_job('reminders', 'after ' || work.id, now());
  end if;
  return 'DONE';
end
$function$;
comment on function private.due_reminders(private.due_work) is 'Job: every hour, when somebody is to be reminded, and after a change of a cohort (its subject), reminds the people of up to 20 cohorts that are due by reminder_looks. Enqueues another job if more cohorts may be left.';

create or replace function private.handed_in_before_due()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  perform private.record_at_once(true);
  delete from public.notifications n
  where n.reminder_id in (select r.id from private.reminders r where r.user_id = new.user_id and r.kind = 'DUE' and r.subject_id = new.lesson_id);
  perform private.record_at_once(recorded);
  return null;
end
$function$;
comment on function private.handed_in_before_due() is 'Row trigger: deletes the notification that reminds a person of work when they hand it in.';

create or replace function private.moment_words(moment timestamptz, zone text, own text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select private.day_words(private.local_day(moment, zone)) || to_char(moment at time zone zone, ', HH24:MI ') || replace(regexp_replace(zone, '^.*/', ''), '_', ' ')
    || case when moment at time zone own <> moment at time zone zone then ' ('
      || case when private.local_day(moment, own) <> private.local_day(moment, zone) then private.day_words(private.local_day(moment, own)) || ', ' else '' end
      || to_char(moment at time zone own, 'HH24:MI yours)') else '' end
$function$;
comment on function private.moment_words(timestamp with time zone,text,text) is 'Takes a moment, the time zone that applies to it, and that of the reader (null: not known); returns it as text, such as Fri 21 Nov, 18:00 Vienna (12:00 yours).';

create or replace function private.person_reminders(person uuid)
  returns table(
    kind text,
    subject_id uuid,
    cohort_id uuid,
    occurs_at timestamptz,
    remind_at timestamptz,
    title text,
    place text,
    lessons integer,
    path text,
    at_words text,
    by_mail boolean
  )
  language plpgsql
  stable security definer rows 5
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  until constant timestamptz := private.reminders_until();
begin
  return query
    with mine as materialized (
      select c.id, c.title, c.slug, c.time_zone, private.local_moment(c.starts_on + m.shift_days, '00:00', c.time_zone) as begins_at, w.*
      from public.cohort_members m
      join public.cohorts c on c.id = m.cohort_id
      join public.profiles p on p.id = m.user_id and p.disabled_at is null
      cross join lateral private.reminder_hours(person, c.id) w
      where m.user_id = person and m.state = 'ACTIVE' and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), thing as (
      select 'DUE' as kind, d.lesson_id as subject_id, d.cohort_id, d.due_at as at, l.title, c.title as place, null::int as lessons,
        format('/app/courses/%s/lesson/%s', c.slug, l.id) as path
      from private.person_dues(person, now()) d
      join public.lessons l on l.id = d.lesson_id
      join public.courses c on c.id = d.course_id and private.course_is_published(c.status, c.deleted_at)
      where d.due_at > now() and d.due_at <= until and d.cohort_id in (select k.id from mine k)
        and not exists (select from public.submissions s where s.user_id = person and s.lesson_id = d.lesson_id)
        and not exists (select from public.lesson_completions e where e.user_id = person and e.lesson_id = d.lesson_id)
        and not exists (select from private.unreleased_lessons(person, d.due_at) u where u.lesson_id = d.lesson_id)
      union all
      select 'OPENS', m.id, u.cohort_id, u.opens_at, case when count(*) = 1 then min(l.title) else min(m.title) end, min(c.title), count(*)::int,
        format('/app/courses/%s', min(c.slug))
      from private.unreleased_lessons(person, now()) u
      join mine k on k.id = u.cohort_id
      join public.lessons l on l.id = u.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
      -- Lessons that open when the cohort begins have no reminder of their own.
      where u.opens_at <= until and u.opens_at <> k.begins_at
      group by m.id, u.cohort_id, u.opens_at
      union all
      select 'BEGINS', k.id, k.id, k.begins_at, k.title, null, null, format('/app/cohorts/%s', k.slug)
      from mine k where k.begins_at > now() and k.begins_at <= until
    )
    select t.kind, t.subject_id, t.cohort_id, t.at, coalesce(q.begins - interval '1 hour', d.before), t.title, t.place, t.lessons, t.path,
      case t.kind when 'BEGINS' then private.day_words(private.local_day(t.at, k.time_zone)) else private.moment_words(t.at, k.time_zone, k.own_zone) end,
      case t.kind when 'DUE' then k.due_mails when 'OPENS' then k.opening_mails when 'BEGINS' then k.start_mails end
    from thing t
    join mine k on k.id = t.cohort_id
    cross join lateral (select (t.at at time zone k.zone - interval '1 day') at time zone k.zone as before) d
    cross join lateral private.quiet_hours(d.before, k.zone, k.quiet_from, k.quiet_to) q;
end
$function$;
comment on function private.person_reminders(uuid) is 'Takes a person; returns the reminders that apply to them until reminders_until(): assignments of their cohorts that are due and not handed in, lessons that open (those of one module at one moment together), and cohorts that begin, each with the cohort that decides the moment. `remind_at`: a day before, or if that is in quiet hours, an hour before these begin; `at_words`: the moment as text; `by_mail`: whether the person wants such mails. Leaves out cohorts in which the person is not active, courses that are closed to them, and assignments that no longer accept work when they are due (rules/notifications#reminders).';

create or replace function private.plan_reminders(cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into private.reminder_looks (cohort_id, look_at)
  select c.id, now() from public.cohorts c where c.id = plan_reminders.cohort
  on conflict on constraint reminder_looks_pkey do nothing;
  -- As in plan_look(), a job that has begun does not see this change, so another job is needed.
  perform from private.due_work w
  where w.kind = 'reminders' and w.subject_id = plan_reminders.cohort and w.done_at is null and not w.mail and coalesce(w.locked_until, w.due_at) <= now()
  limit 1 for share skip locked;
  if not found then
    perform private.enqueue_job('reminders', 'changed ' || gen_random_uuid(), now(), plan_reminders.cohort);
  end if;
end
$function$;
comment on function private.plan_reminders(uuid) is 'Takes a cohort that changed; adds a job that reminds its people once the change is committed, unless such a job waits already (rules/due-work#again).';

create or replace function private.plan_reminders_of_lesson()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_reminders(k.cohort_id)
  from public.lessons l
  join public.modules m on m.id = l.module_id
  join public.cohort_courses k on k.course_id = m.course_id
  join public.cohorts c on c.id = k.cohort_id
  where l.id = new.lesson_id and private.cohort_state(c) in ('UPCOMING', 'RUNNING');
  return null;
end
$function$;
comment on function private.plan_reminders_of_lesson() is 'Row trigger: when the due date of an assignment changes, plans the reminders of all cohorts that take its course.';

create or replace function private.plan_reminders_of_member()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_reminders(m.cohort_id)
  from public.cohort_members m
  where m.user_id = coalesce(new.user_id, old.user_id) and m.cohort_id = coalesce((to_jsonb(new) ->> 'cohort_id')::uuid, m.cohort_id);
  return null;
end
$function$;
comment on function private.plan_reminders_of_member() is 'Row trigger: when a person joins, pauses, comes back or leaves, or gets another due date, plans the reminders of their cohorts.';

create or replace function private.quiet_hours(
  moment timestamptz,
  zone text,
  quiet_from time without time zone,
  quiet_to time without time zone,
  out begins timestamptz,
  out ends timestamptz
)
  returns record
  language sql
  immutable
  set search_path to ''
as $function$
  select case when q.quiet then private.local_moment(q.day, quiet_from, zone) end,
    case when q.quiet then private.local_moment(q.day + case when quiet_to < quiet_from then 1 else 0 end, quiet_to, zone) end
  from (
    -- The times are shifted so that the quiet hours begin at 00:00, because quiet hours can include midnight.
    select time '00:00' + ((moment at time zone zone)::time - quiet_from) < time '00:00' + (quiet_to - quiet_from) as quiet,
      (moment at time zone zone - quiet_from::interval)::date as day) q
$function$;
comment on function private.quiet_hours(timestamp with time zone,text,time without time zone,time without time zone) is 'Takes a moment, a time zone, and the times of day between which a person gets no reminder; returns when the quiet hours around the moment begin and end, nulls if the moment is not in quiet hours.';

create or replace function private.remind(cohorts uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
  found jsonb;
  mails jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('user_id', p.user_id, 'day', private.local_day(now(), w.zone))), '[]') into found
  from private.reminder_people(cohorts) p
  cross join lateral private.person_reminders(p.user_id) r
  cross join lateral private.reminder_hours(p.user_id, r.cohort_id) w
  where r.cohort_id = any (cohorts);
  -- From here on, other workers wait, and so does everybody who gets a notification. So the lock is taken as late as
  -- possible.
  perform private.lock_notification_sums();
  perform private.record_at_once(true);
  delete from public.notifications n
  where n.id in (
    select o.id from private.reminders r join public.notifications o on o.reminder_id = r.id
    where r.cohort_id = any (cohorts) and r.occurs_at > now() and not exists (
      select from jsonb_to_recordset(found) f (user_id uuid, kind text, subject_id uuid, occurs_at timestamptz)
      where f.user_id = r.user_id and f.kind = r.kind and f.subject_id = r.subject_id and f.occurs_at = r.occurs_at)
    for update skip locked);
  delete from private.reminders r
  where r.id in (select o.id from private.reminders o where o.occurs_at < now() - interval '1 day' order by o.occurs_at limit 1000 for update skip locked);
  with f as materialized (
    select * from jsonb_to_recordset(found) f (user_id uuid, kind text, subject_id uuid, cohort_id uuid, occurs_at timestamptz, remind_at timestamptz,
      title text, place text, lessons int, path text, at_words text, by_mail boolean, day date)
    where f.remind_at <= now()
  ), told as (
    insert into private.reminders (user_id, kind, subject_id, cohort_id, occurs_at)
    select f.user_id, f.kind, f.subject_id, f.cohort_id, f.occurs_at from f
    on conflict on constraint reminders_once do nothing
    returning id, user_id, kind, subject_id, occurs_at
  ), new as materialized (
    select t.id, f.* from told t join f using (user_id, kind, subject_id, occurs_at)
  ), rung as (
    insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, expires_at, reminder_id)
    select w.title, w.message, null, n.user_id, n.path, w.label, n.occurs_at, n.id
    from new n cross join lateral private.reminder_words(n.kind, n.title, n.place, n.lessons, n.at_words) w
  )
  select coalesce(jsonb_agg(o), '[]') into mails
  from (select distinct on (n.user_id) n.user_id, n.cohort_id, n.day from new n where n.by_mail order by n.user_id, n.cohort_id) o;
  perform private.enqueue_job('reminder_mail', format('%s:%s:%s', n.user_id, n.day, gen_random_uuid()), now(), n.cohort_id, n.user_id)
  from jsonb_to_recordset(mails) n (user_id uuid, cohort_id uuid, day date)
  where private.mail_address(n.user_id) is not null
    -- All reminders of a day are in one mail.
    and not exists (
      select from private.due_work w
      where w.user_id = n.user_id and w.kind = 'reminder_mail' and w.outcome is distinct from 'DROPPED'
        and starts_with(w.key, format('reminder_mail:%s:%s:', n.user_id, n.day)));
  perform private.record_at_once(recorded);
  update private.reminder_looks k set look_at = least(
      (select min(f.remind_at) from jsonb_to_recordset(found) f (cohort_id uuid, remind_at timestamptz) where f.cohort_id = k.cohort_id and f.remind_at > now()),
      case private.cohort_state(c) when 'RUNNING' then now() + interval '12 hours'
        when 'UPCOMING' then greatest(private.local_moment(c.starts_on, '00:00', c.time_zone) - interval '5 days', now() + interval '12 hours')
        else 'infinity' end)
  from public.cohorts c where c.id = k.cohort_id and k.cohort_id = any (cohorts);
  perform private.enqueue_job('reminders', 'at ' || extract(epoch from k.look_at), k.look_at)
  from (select distinct o.look_at from private.reminder_looks o where o.cohort_id = any (cohorts) and o.look_at < 'infinity') k;
end
$function$;
comment on function private.remind(uuid[]) is 'Takes cohorts; sends their people the notifications of reminders that are due, each once, plans the mail of the day for those who want it, deletes notifications about things that were done or moved, or of people who paused or left, and adds the next jobs for these cohorts.';

create or replace function private.reminder_hours(
  person uuid,
  cohort uuid,
  out own_zone text,
  out zone text,
  out quiet_from time without time zone,
  out quiet_to time without time zone,
  out due_mails boolean,
  out opening_mails boolean,
  out start_mails boolean
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select w.time_zone, coalesce(w.time_zone, c.time_zone), coalesce(w.quiet_from, '22:00'), coalesce(w.quiet_to, '07:00'),
    coalesce(w.due_mails, true), coalesce(w.opening_mails, true), coalesce(w.start_mails, true)
  from public.cohorts c left join public.preferences w on w.user_id = person
  where c.id = cohort
$function$;
comment on function private.reminder_hours(uuid,uuid) is 'Takes a person and their cohort; returns the time zone of the person (null: not known), the time zone for reminders (that of the person, otherwise that of the cohort), the times of day between which they get none, and which kinds they want by mail.';

create or replace function private.reminder_people(cohorts uuid[])
  returns table(user_id uuid)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with pace as materialized (
    select c.id, c.starts_on + m.shift_days as first_day, m.shift_days, c.time_zone, array_agg(m.user_id) as people
    from public.cohorts c join public.cohort_members m on m.cohort_id = c.id and m.state = 'ACTIVE'
    where c.id = any (cohorts) and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    group by c.id, m.shift_days
  )
  select u from pace p cross join unnest(p.people) u
  where private.local_moment(p.first_day, '00:00', p.time_zone) between now() and private.reminders_until()
    or exists (
      select from private.cohort_plan(p.id) l
      where private.local_moment(p.first_day + l.day, l.at_time, p.time_zone) between now() and private.reminders_until())
    or exists (
      -- One hour more, because there may be a clock change in between.
      select from private.cohort_due_days(p.id) d
      where d.due_at + make_interval(days => p.shift_days) between now() - interval '1 hour' and private.reminders_until() + interval '1 hour')
  union
  select u from pace p cross join unnest(p.people) u
  join public.extensions x on x.user_id = u and x.due_at between now() and private.reminders_until()
$function$;
comment on function private.reminder_people(uuid[]) is 'Takes cohorts; returns their active people for whom something may be due, open or begin until reminders_until(). person_reminders() then decides exactly.';

create or replace function private.reminder_words(
  kind text,
  about text,
  place text,
  lessons integer,
  at_words text,
  out title text,
  out message text,
  out label text
)
  returns record
  language sql
  immutable
  set search_path to ''
as $function$
  select case kind when 'DUE' then 'Work is due soon' when 'OPENS' then 'Lessons open soon' when 'BEGINS' then 'Your cohort begins soon' end,
    case kind
      when 'DUE' then format('"%s" in %s is due %s.', about, place, at_words)
      when 'OPENS' then case when lessons = 1 then format('"%s" in %s opens %s.', about, place, at_words)
        else format('%s lessons of "%s" in %s open %s.', lessons, about, place, at_words) end
      when 'BEGINS' then format('"%s" begins %s.', about, at_words) end,
    case kind when 'DUE' then 'Open the assignment' when 'OPENS' then 'Open the course' when 'BEGINS' then 'Open the cohort' end
$function$;
comment on function private.reminder_words(text,text,text,integer,text) is 'Takes a reminder as person_reminders() returns it; returns the texts of the notification.';

create or replace function private.reminders_until()
  returns timestamptz
  language sql
  stable
  set search_path to ''
as $function$ select now() + interval '3 days' $function$;
comment on function private.reminders_until() is 'Returns until when remind() looks ahead: a day, plus quiet hours before it, plus the time until its next check.';

-- TRIGGERS

create trigger assignments_plan_reminders after update of due_day, due_time on public.assignments
  for each row
  when ((new.due_day, new.due_time) is distinct from (old.due_day, old.due_time))
  execute function private.plan_reminders_of_lesson();

create trigger cohort_members_plan_reminders after insert or update of state, open_all on public.cohort_members
  for each row execute function private.plan_reminders_of_member();

create trigger extensions_plan_reminders after insert or delete or update of due_at on public.extensions
  for each row execute function private.plan_reminders_of_member();

create trigger submissions_handed_in_before_due after insert on public.submissions
  for each row execute function private.handed_in_before_due();

-- JOBS

-- The first hourly job. Each one enqueues the next.
select private.enqueue_job('reminders', 'first', now());
