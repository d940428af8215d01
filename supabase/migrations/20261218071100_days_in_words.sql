-- Why: Days in bell rows are written in one form.

set check_function_bodies = off;

create or replace function private.day_words(day date)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select to_char(day::timestamp, 'FMDy FMDD Mon')
    || case when extract(year from day) <> extract(year from now()) then to_char(day::timestamp, ' YYYY') else '' end
$function$;

create or replace function public.give_extension(
  lesson_id uuid,
  user_id uuid,
  due_at timestamptz default null,
  reason text default null,
  days integer default null,
  answering boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  due record;
  wanted timestamptz := give_extension.due_at;
  zone text;
  given public.extensions;
begin
  perform private.check_extension(give_extension.user_id, give_extension.lesson_id);
  if (wanted is null) = (give_extension.days is null) then
    perform private.refuse_field('due_at', 'Choose when it is due.');
  end if;
  select d.* into due from private.due_of(give_extension.user_id, give_extension.lesson_id) d;
  if give_extension.days is not null then
    if due.due_at is null then
      perform private.refuse_field('days', 'This has no due date. Choose when it is due.');
    elsif give_extension.days not between 1 and 365 then
      perform private.refuse_field('days', 'Choose at most a year.');
    end if;
    -- Days are counted in the time zone of the due date, from today if the due date has passed.
    wanted := private.local_moment(greatest(due.day, private.local_day(now(), due.zone)) + give_extension.days, due.at_time, due.zone);
  end if;
  if wanted not between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00' then
    perform private.refuse_field('due_at', 'This day is too far away.');
  elsif wanted <= now() then
    perform private.refuse_field('due_at', 'More time cannot end in the past.');
  elsif char_length(give_extension.reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  zone := coalesce(due.zone, (select s.time_zone from public.settings s));
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  if found then
    perform private.tell_of_time(give_extension.user_id, give_extension.lesson_id, 'You were given more time',
      format('you have time until %s.', private.moment_words(wanted, zone, null)));
  elsif give_extension.answering then
    -- Two people who answer at once do not give the days twice.
    perform private.refuse_answered();
  end if;
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', zone);
end
$function$;

create or replace function private.cohort_begins(cohort public.cohorts)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select format(case private.cohort_state(cohort) when 'UPCOMING' then 'It begins on %s (%s). Its courses are in your library, and their lessons open on the days of its schedule.'
      when 'RUNNING' then 'It began on %s (%s). Its courses are in your library. Open one to begin.' end,
    private.day_words(cohort.starts_on), cohort.time_zone)
$function$;

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
      -- What opens as the cohort begins is a part of that.
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

comment on function private.day_words(date) is 'Takes a day; returns it in words, such as Fri 21 Nov, with its year if that is another one than this.';
