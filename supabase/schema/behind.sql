-- People who have fallen behind: when they are looked for, what is stored about them, and what the bell tells them.
set check_function_bodies = off;

-- TABLES

create table private.behind_looks (
  cohort_id uuid not null,
  looked_on date not null,
  constraint behind_looks_pkey primary key (cohort_id),
  constraint behind_looks_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.behind_looks enable row level security;
comment on table private.behind_looks is 'The day, in the time zone of the cohort, on which find_all_behind() last looked for people who have fallen behind in it. A change of the cohort deletes the row, so that it is looked at again. No grants.';

create table private.behind_people (
  id uuid not null default gen_random_uuid(),
  cohort_id uuid not null,
  user_id uuid not null,
  reason text not null,
  usual numeric,
  since date not null,
  found_at timestamptz not null default now(),
  facts jsonb not null default '[]'::jsonb,
  newest_at timestamptz,
  constraint behind_people_pkey primary key (id),
  constraint behind_people_reason_length check (char_length(reason) <= 20),
  constraint behind_people_member foreign key (cohort_id, user_id) references public.cohort_members(cohort_id, user_id) on delete cascade,
  constraint behind_people_once unique (cohort_id, user_id, reason)
);
alter table private.behind_people enable row level security;
create index behind_people_found_idx on private.behind_people (found_at, id);
create index behind_people_user_id_idx on private.behind_people (user_id);
comment on table private.behind_people is 'The people who have fallen behind in running cohorts, as find_behind() found them on this day of the cohort. No grants: written by find_all_behind() and triggers.';
comment on column private.behind_people.facts is 'The facts that led to the reason, the earliest first, [{id: of an assignment or a question, at, times: for returned work}]. Titles are not stored, because they can change. Empty for SILENT and NOT_STARTED.';
comment on column private.behind_people.newest_at is 'The moment of the newest fact there has been, from which the version of the inbox row is made. It does not change when that fact ends. Null without facts.';

create table private.behind_told (
  user_id uuid not null,
  told_at timestamptz not null default now(),
  constraint behind_told_pkey primary key (user_id),
  constraint behind_told_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.behind_told enable row level security;
comment on table private.behind_told is 'When a person last got a notification that they fell behind; they get at most one within three days. Rows are kept for five days. No grants: written by tell_behind() and find_all_behind().';

-- FUNCTIONS

create or replace function private.account_disabled()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_people b where b.user_id = new.id;
  return null;
end
$function$;
comment on function private.account_disabled() is 'Row trigger: deletes the person from behind_people when the account is disabled.';

create or replace function private.behind_cleared()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_people b where b.cohort_id = new.cohort_id and b.user_id = new.user_id and b.reason = new.reason;
  return null;
end
$function$;
comment on function private.behind_cleared() is 'Row trigger: deletes a person from behind_people when staff clear the reason.';

create or replace function private.behind_keys(facts jsonb)
  returns text[]
  language sql
  stable
  set search_path to ''
as $function$
  select array(select (f ->> 'id') || ' ' || extract(epoch from (f ->> 'at')::timestamptz) from jsonb_array_elements(facts) f)
$function$;
comment on function private.behind_keys(jsonb) is 'Takes the facts of a reason as find_behind() returns them; returns a key for each fact. The key is a different one if the due date moved, the work was returned again, or the question waits again.';

-- The function has no `set` clause, so that PostgreSQL can inline it into queries.
create or replace function private.behind_version(b private.behind_people)
  returns text
  language sql
  stable
as $function$
  select coalesce(extract(epoch from b.newest_at)::text, b.since::text)
$function$;
comment on function private.behind_version(private.behind_people) is 'Takes a person who has fallen behind; returns the version of their inbox row, which changes when there is a new fact.';

create or replace function private.behind_view(
  reason text,
  days integer,
  usual numeric,
  since date,
  facts jsonb,
  zone text
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  shown jsonb := '[]';
begin
  if behind_view.facts <> '[]' then
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', coalesce(q.title, l.title), 'lesson_id', l.id, 'slug', c.slug,
      'on', private.local_day(f.at, behind_view.zone), 'times', f.times) order by f.at, f.id), '[]') into shown
    from jsonb_to_recordset(behind_view.facts) f (id uuid, at timestamptz, times int)
    left join public.questions q on behind_view.reason = 'NOT_ANSWERED' and q.id = f.id
    join public.lessons l on l.id = case when behind_view.reason = 'NOT_ANSWERED' then q.lesson_id else f.id end
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id;
  end if;
  return jsonb_build_object('reason', behind_view.reason, 'days', behind_view.days, 'usual', behind_view.usual, 'since', behind_view.since, 'facts', shown);
end
$function$;
comment on function private.behind_view(text,integer,numeric,date,jsonb,text) is 'Takes a reason with its facts as find_behind() returns it, and the time zone of the cohort; returns it as screens show it, {reason, days, usual, since, facts: [{id: of the assignment or question, title, lesson_id, slug: of the course, on: the day, times: how often the work came back}]}. Checks no rights.';

create or replace function private.behind_words(
  behind uuid,
  out title text,
  out message text,
  out path text,
  out label text
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select w.title, w.message, w.path, case when w.path is not null then w.label end
  from private.behind_people b
  join public.cohorts c on c.id = b.cohort_id
  cross join lateral (
    select (array_agg(f.lesson_id order by f.at, f.id))[1] as lesson_id, (array_agg(f.id order by f.at, f.id))[1] as fact_id,
      array_agg(format('"%s"', f.title) order by f.at, f.id) as named
    from (
      select x.id, x.at, l.id as lesson_id, l.title
      from jsonb_to_recordset(b.facts) x (id uuid, at timestamptz)
      left join public.questions q on b.reason = 'NOT_ANSWERED' and q.id = x.id
      join public.lessons l on l.id = case when b.reason = 'NOT_ANSWERED' then q.lesson_id else x.id end) f
  ) k
  cross join lateral (
    select array_to_string(s.parts[:s.size - 1], ', ') || case when s.size > 2 then ',' else '' end || case when s.size > 1 then ' and ' else '' end
      || s.parts[s.size] as titles
    from (
      select m.parts, cardinality(m.parts) as size
      from (select k.named[:3] || case when cardinality(k.named) > 3 then array[cardinality(k.named) - 3 || ' more'] end as parts) m) s
  ) n
  cross join lateral (
    select case when l.id is not null then
      format('/app/courses/%s/lesson/%s', o.slug, l.id) || case when b.reason = 'NOT_ANSWERED' then '?question=' || k.fact_id else '' end end as path
    from (select coalesce(k.lesson_id, private.lesson_to_go_on_with(b.user_id, b.cohort_id)) as lesson_id) g
    left join public.lessons l on l.id = g.lesson_id
    left join public.modules m on m.id = l.module_id
    left join public.courses o on o.id = m.course_id
  ) p
  cross join lateral (
    select p.path, to_char(b.since::timestamp, 'FMDD Mon') as since,
      case b.reason when 'NOT_STARTED' then 'A first lesson waits for you' when 'NOT_ANSWERED' then 'Your question is not forgotten'
        else 'A way to go on' end as title,
      case b.reason when 'NOT_ANSWERED' then 'Open the question' when 'SILENT' then 'Resume' else 'Open the lesson' end as label
  ) t
  cross join lateral (
    select t.title, t.path, t.label, case b.reason
      when 'NOT_STARTED' then format('"%s" began on %s. A first lesson is a good way in.', c.title, t.since)
      when 'SILENT' then format('You were last here on %s. One lesson is enough to be back.', t.since)
      when 'MISSED_DUES' then format('%s were due. Begin with one of them, or ask for more time there.', n.titles)
      when 'RETURNED_TWICE' then format('%s came back more than once. Take one remark after the other, and ask if one is not clear.', n.titles)
      when 'NOT_ANSWERED' then format('You asked in %s and have had no answer since %s. The people who look after your cohort see that.',
        n.titles, t.since) end as message
  ) w
  where b.id = behind_words.behind
    -- A person with no open lesson is not asked to take one.
    and case when b.reason in ('NOT_STARTED', 'SILENT') then w.path is not null else n.titles is not null end
$function$;
comment on function private.behind_words(uuid) is 'Takes a row of behind_people; returns the texts of the notification to the person, with a link to the lesson to go on with. They contain titles of lessons and of the cohort, but nothing else that people wrote. Nulls if there is no notification, because no lesson is open to the person.';

create or replace function private.due_behind(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Few cohorts at a time, because the job locks the counts of notifications, so that nobody gets another notification
  -- until it ends.
  most constant int := 20;
begin
  -- Another worker may have looked at the cohort before its change was committed. The cohort is locked first, as when
  -- it is deleted, so that the two cannot deadlock.
  delete from private.behind_looks k
  where k.cohort_id = any (array(select c.id from public.cohorts c where c.id = work.subject_id for key share skip locked));
  if private.find_all_behind(most) = most then
    perform private.enqueue_job('behind', 'after ' || work.id, now());
  end if;
  return 'DONE';
end
$function$;
comment on function private.due_behind(private.due_work) is 'Job: every hour, and after a change of a cohort, looks for people who have fallen behind in up to 20 cohorts in which a new day has begun or which changed. Enqueues another job if more cohorts may be left (rules/inbox#behind).';

create or replace function private.end_behind(ended uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if ended = '{}' then
    return;
  end if;
  perform private.lock_notification_sums();
  with free as materialized (
    select b.id from private.behind_people b where b.id = any (ended) for update skip locked
  ), told as materialized (
    select n.behind_id as id from public.notifications n where n.behind_id in (select f.id from free f) for update skip locked
  )
  delete from private.behind_people b
  where b.id in (select f.id from free f)
    and (b.id in (select t.id from told t) or not exists (select from public.notifications n where n.behind_id = b.id));
end
$function$;
comment on function private.end_behind(uuid[]) is 'Takes rows of behind_people whose reason has ended; deletes these rows with their notifications. Skips rows that another transaction has locked: that transaction deletes them, or the next search does.';

create or replace function private.find_all_behind(how_many integer)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[] := array(
    select c.id from public.cohorts c left join private.behind_looks k on k.cohort_id = c.id
    -- The days have a margin of one day, because the date depends on the time zone. cohort_state() then compares
    -- exactly.
    where c.starts_on <= private.local_day(now(), 'UTC') + 1 and c.ends_on >= private.local_day(now(), 'UTC') - 1 and private.cohort_state(c) = 'RUNNING'
      and k.looked_on is distinct from private.local_day(now(), c.time_zone)
    order by k.looked_on nulls first, c.id limit how_many for key share of c skip locked);
begin
  perform private.end_behind(array(
    select b.id from private.behind_people b join public.cohorts c on c.id = b.cohort_id where private.cohort_state(c) <> 'RUNNING'));
  perform private.refresh_behind(c) from unnest(cohorts) c;
  delete from private.behind_told t
  where t.user_id in (select k.user_id from private.behind_told k where k.told_at < now() - interval '5 days' for update skip locked);
  return cardinality(cohorts);
end
$function$;
comment on function private.find_all_behind(integer) is 'Takes how many cohorts to look at; looks for people who have fallen behind in running cohorts that were not looked at on the present day of the cohort. Returns how many cohorts it looked at.';

create or replace function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date, facts jsonb)
  language plpgsql
  stable security definer rows 20
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  return query
    with c as materialized (
      select k.*, private.local_day(now(), k.time_zone) as today
      from public.cohorts k where k.id = cohort and private.cohort_state(k) = 'RUNNING'
    ), plan as materialized (
      select p.* from c cross join lateral private.cohort_plan(c.id) p
    ), person as materialized (
      select m.*, greatest(c.starts_on + m.shift_days, private.local_day(m.joined_at, c.time_zone)) as first_day
      from c join public.cohort_members m on m.cohort_id = c.id and m.state = 'ACTIVE'
      join public.profiles f on f.id = m.user_id and f.disabled_at is null
      where only_person is null or m.user_id = only_person
    ), did as materialized (
      -- Reads all completions of each person, because the planner would look up every lesson of the cohort for each person.
      select p.user_id, d.lesson_id, d.completed_at from person p join public.lesson_completions d on d.user_id = p.user_id
    ), done as materialized (
      select d.user_id, d.lesson_id, private.local_day(d.completed_at, c.time_zone) as day
      from c cross join did d join plan l on l.lesson_id = d.lesson_id
    ), pace as materialized (
      select p.shift_days, p.open_all, p.reached_from, p.reached_at, array_agg(p.user_id) as people from person p group by 1, 2, 3, 4
    ), opened as materialized (
      select q.people, count(*) as lessons, array_agg(l.lesson_id) as ids
      from pace q cross join c cross join plan l
      where q.open_all or private.local_moment(c.starts_on + q.shift_days + l.day, l.at_time, c.time_zone) <= now()
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + l.day, l.at_time, c.time_zone) <= r.at)
      group by q.people
    ), waiting as (
      select p.user_id from person p join opened o on p.user_id = any (o.people)
      where o.lessons > (select count(*) from done d where d.user_id = p.user_id and d.lesson_id = any (o.ids))
    ), gap as (
      select t.user_id, t.day - lag(t.day) over (partition by t.user_id order by t.day) as days
      from (select distinct d.user_id, d.day from done d) t
    ), rhythm as materialized (
      -- The usual gap is the median of at least three gaps, for which a person needs completions on four days.
      select g.user_id, round(percentile_cont(0.5) within group (order by g.days)::numeric, 1) as usual
      from gap g where g.days is not null group by g.user_id having count(*) >= 3
    ), last_active as (
      select p.user_id, greatest(max(d.day), (
        select max(private.local_day(nullif(k.last_at, '-infinity'), c.time_zone))
        from private.learner_courses k join public.cohort_courses o on o.course_id = k.course_id and o.cohort_id = c.id
        where k.user_id = p.user_id)) as day
      from c cross join person p join done d on d.user_id = p.user_id
      where p.user_id in (select r.user_id from rhythm r)
      group by p.user_id, c.id, c.time_zone
    ), task as materialized (
      -- Blind assignments do not count, because a person who appears on the list or leaves it would be known as the
      -- owner of the work.
      select l.lesson_id, coalesce(d.day, a.due_day) as day, coalesce(d.at_time, a.due_time, '23:59:59') as at_time
      from c cross join plan l
      -- `offset 0` makes the planner look up each lesson instead of reading all assignments.
      cross join lateral (
        select k.due_day, k.due_time from public.assignments k join public.lessons s on s.id = k.lesson_id and s.content_type = 'ASSIGNMENT'
        where k.lesson_id = l.lesson_id and not k.blind
          and (select private.course_is_published(o.status, o.deleted_at) from public.courses o where o.id = l.course_id) offset 0) a
      left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.lesson_id
    ), who as materialized (
      select p.user_id, p.joined_at, array(select s.lesson_id from public.submissions s where s.user_id = p.user_id) as handed_in
      from person p where exists (select from task)
    ), extra as materialized (
      select x.user_id, x.lesson_id, x.due_at from person p join public.extensions x on x.user_id = p.user_id where exists (select from task)
    ), due as materialized (
      select o.people, t.lesson_id, private.local_moment(c.starts_on + q.shift_days + t.day, t.at_time, c.time_zone) as due_at
      from c cross join pace q join opened o on o.people = q.people join task t on t.lesson_id = any (o.ids)
    ), missing as materialized (
      -- Assignments that were due in this cohort and were not handed in.
      select n.user_id, n.lesson_id, n.due_at from (
        select p.user_id, d.lesson_id, coalesce(x.due_at, d.due_at) as due_at, count(*) over (partition by p.user_id) as times
        from due d join who p on p.user_id = any (d.people) and d.lesson_id <> all (p.handed_in)
        left join extra x on x.user_id = p.user_id and x.lesson_id = d.lesson_id
        where coalesce(x.due_at, d.due_at) < now() and coalesce(x.due_at, d.due_at) > p.joined_at
          and not exists (select from public.lesson_completions e where e.user_id = p.user_id and e.lesson_id = d.lesson_id)) n
      where n.times >= 2 and private.is_second_over(n.due_at)
    ), elsewhere as materialized (
      -- People who also take one of the courses in another cohort can have a later due date there, so person_dues()
      -- decides for them.
      select m.user_id, array_agg(m.lesson_id) as lessons
      from c cross join missing m
      -- A scalar subquery makes the planner look up the grants of each person instead of reading all grants.
      where (
        select true from public.entitlements e
        where e.user_id = m.user_id and e.cohort_id <> c.id and e.course_id in (select l.course_id from plan l) limit 1)
      group by m.user_id
    ), proof as (
      select m.user_id, 'MISSED_DUES' as reason, m.lesson_id as id, m.due_at as at, null::bigint as times
      from missing m where m.user_id not in (select e.user_id from elsewhere e)
      union all
      select m.user_id, 'MISSED_DUES', d.lesson_id, d.due_at, null
      from c cross join elsewhere m cross join lateral private.person_dues(m.user_id, now()) d
      where d.lesson_id = any (m.lessons) and d.cohort_id = c.id and private.is_second_over(d.due_at)
      union all
      select w.user_id, 'RETURNED_TWICE', w.lesson_id, r.at, r.times
      from c cross join who p
      cross join lateral (select s.* from public.submissions s where s.user_id = p.user_id and s.state = 'RETURNED' and s.round > 1 offset 0) w
      join task t on t.lesson_id = w.lesson_id
      cross join lateral (
        select count(*) as times, max(v.published_at) as at
        from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null and v.verdict = 'AGAIN'
        where o.submission_id = w.id) r
      where coalesce(w.cohort_id, c.id) = c.id and r.times > 1
      union all
      select p.user_id, 'NOT_ANSWERED', q.id, q.waiting_since, null
      from c cross join person p
      cross join lateral (
        select a.* from public.questions a
        where a.author_id = p.user_id and a.waiting_since <= now() - interval '1 day' and a.deleted_at is null and a.merged_into_id is null offset 0) q
      join plan l on l.lesson_id = q.lesson_id
      where q.cohort_id = c.id
    ), cleared as materialized (
      select x.user_id, x.reason, x.facts, private.local_day(x.cleared_at, c.time_zone) as day
      from c cross join person p join private.cohort_clearings x on x.cohort_id = c.id and x.user_id = p.user_id
    ), proved as (
      -- Staff clear each returned work and each question separately, but two missed due dates together.
      select f.user_id, f.reason, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'at', f.at, 'times', f.times)) order by f.at, f.id) as facts,
        (array_agg(f.at order by f.at))[case f.reason when 'MISSED_DUES' then 2 else 1 end] as since_at
      from (
        select n.*, exists (
          select from cleared x
          where x.user_id = n.user_id and x.reason = n.reason and n.id || ' ' || extract(epoch from n.at) = any (x.facts)) as is_cleared
        from proof n) f
      where f.reason = 'MISSED_DUES' or not f.is_cleared
      group by f.user_id, f.reason
      having f.reason <> 'MISSED_DUES' or count(*) >= 2 and not bool_and(f.is_cleared)
    ), found as (
      select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
      from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
      where c.today - a.day > 2 * r.usual
      union all
      select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
      from c cross join person p
      where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
    )
    select f.user_id, f.reason, f.days, f.usual, f.since, '[]'::jsonb
    from found f
    where f.user_id in (select w.user_id from waiting w)
      and not exists (select from cleared x where x.user_id = f.user_id and x.reason = f.reason and x.day >= f.since)
    union all
    select f.user_id, f.reason, c.today - s.since, null, s.since, f.facts
    from c cross join proved f cross join lateral (select private.local_day(f.since_at, c.time_zone) as since) s;
end
$function$;
comment on function private.find_behind(uuid,uuid) is 'Takes a cohort and one person (null: everyone); the people who have fallen behind in it and are not cleared. They are SILENT for more than twice the usual days between days on which they completed something (`usual`, the median of at least three gaps), or NOT_STARTED, with nothing completed three days after their first day; neither if they have completed everything that is open to them. MISSED_DUES: two due dates, as person_dues() has them, passed since they joined, and nothing was handed in. RETURNED_TWICE: work came back at least twice and was not handed in again. NOT_ANSWERED: a question of theirs has waited for a day. `days`: for how many days; `since`: since which day; `facts`: as in behind_people. Only in running cohorts, for active people whose accounts are not disabled, and without blind assignments (rules/cohorts#behind).';

create or replace function private.lesson_to_go_on_with(person uuid, cohort uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    select l.lesson_id
    from private.cohort_plan(lesson_to_go_on_with.cohort) l
    where l.course_id in (
        select g.course_id from private.grants_open(person, now()) g
        join public.courses c on c.id = g.course_id and private.course_is_published(c.status, c.deleted_at))
      and l.lesson_id not in (select d.lesson_id from public.lesson_completions d where d.user_id = person)
      and l.lesson_id not in (select u.lesson_id from private.unreleased_lessons(person, now()) u)
    order by l.course_place, l.module_place, l.lesson_place
    limit 1);
end
$function$;
comment on function private.lesson_to_go_on_with(uuid,uuid) is 'Takes a person and a cohort; the first lesson of the cohort that is open to the person and that they have not completed, null for none.';

-- Locks are taken in this order: the person's row of behind_people, the notification about it, the sums of
-- notifications. A job that looks for people locks the sums first, and then only rows that nobody has locked, so that
-- it never waits for a person who waits for it.
create or replace function private.lock_notification_sums()
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.notification_sums as s (type, is_global, notifications) values ('info', false, 0)
  on conflict (type, is_global) do update set notifications = s.notifications
$function$;
comment on function private.lock_notification_sums() is 'Locks the rows of notification_sums that every notification to one person changes. Jobs that lock people who have fallen behind call it first.';

create or replace function private.look_again()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_look(new.id);
  return null;
end
$function$;
comment on function private.look_again() is 'Row trigger: plans a new search for people who have fallen behind in a cohort whose dates, time zone or state changed.';

create or replace function private.look_again_at_dues()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_look(coalesce(new.cohort_id, old.cohort_id));
  return null;
end
$function$;
comment on function private.look_again_at_dues() is 'Row trigger: plans a new search for people who have fallen behind in a cohort whose due dates moved, for everybody or for a person whose shift changed.';

create or replace function private.member_not_active()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_people b where b.cohort_id = new.cohort_id and b.user_id = new.user_id;
  return null;
end
$function$;
comment on function private.member_not_active() is 'Row trigger: deletes people who pause, leave or graduate from behind_people.';

create or replace function private.no_longer_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_people b
  where b.user_id = new.user_id and (b.reason = 'SILENT' or b.reason = 'NOT_STARTED' and new.completed > 0)
    and exists (select from public.cohort_courses k where k.cohort_id = b.cohort_id and k.course_id = new.course_id);
  return null;
end
$function$;
comment on function private.no_longer_behind() is 'Row trigger on the progress of a person in a course: any activity ends the reason SILENT, and a completed lesson ends NOT_STARTED.';

create or replace function private.plan_look(cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.behind_looks k
  where k.cohort_id in (select o.cohort_id from private.behind_looks o where o.cohort_id = plan_look.cohort for update skip locked);
  -- A job that a worker has begun does not see this change, so another job is needed. The lock keeps workers from
  -- beginning the open job before this change is committed.
  perform from private.due_work w
  where w.kind = 'behind' and w.subject_id = plan_look.cohort and w.done_at is null and not w.mail and coalesce(w.locked_until, w.due_at) <= now()
  limit 1 for share skip locked;
  if not found then
    perform private.enqueue_job('behind', 'changed ' || gen_random_uuid(), now(), plan_look.cohort);
  end if;
  perform private.plan_reminders(plan_look.cohort);
end
$function$;
comment on function private.plan_look(uuid) is 'Takes a cohort that changed; plans its reminders, and adds a job that looks for people who have fallen behind in it once the change is committed, unless such a job waits already (rules/due-work#again).';

create or replace function private.question_not_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.recheck_behind(old.author_id);
  return null;
end
$function$;
comment on function private.question_not_behind() is 'Row trigger: checks the reason NOT_ANSWERED again when a question was answered, deleted or merged.';

create or replace function private.recheck_behind(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  listed record;
  changed uuid[];
begin
  for listed in
    select b.cohort_id, array_agg(b.reason) as reasons from private.behind_people b
    where b.user_id = person and b.reason in ('MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED') group by 1
  loop
    with found as materialized (
      select f.reason, f.since, f.facts from private.find_behind(listed.cohort_id, person) f where f.reason = any (listed.reasons)
    ), gone as (
      delete from private.behind_people b
      where b.cohort_id = listed.cohort_id and b.user_id = person and b.reason = any (listed.reasons)
        and not exists (select from found f where f.reason = b.reason)
    ), fewer as (
      update private.behind_people b set since = f.since, facts = f.facts
      from found f
      where b.cohort_id = listed.cohort_id and b.user_id = person and b.reason = f.reason and b.facts is distinct from f.facts
      returning b.id
    )
    select array_agg(f.id) into changed from fewer f;
    if changed is not null then
      perform private.retell_behind(changed);
    end if;
  end loop;
end
$function$;
comment on function private.recheck_behind(uuid) is 'Takes a person; deletes the person''s reasons for having fallen behind that their work and questions no longer give, with the notifications. For people without such a reason, this costs one lookup.';

create or replace function private.refresh_behind(cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  ended uuid[];
begin
  -- If two workers do this at the same time, the second one waits here.
  perform private.lock_notification_sums();
  insert into private.behind_looks as k (cohort_id, looked_on)
  select c.id, private.local_day(now(), c.time_zone) from public.cohorts c where c.id = refresh_behind.cohort
  on conflict on constraint behind_looks_pkey do update set looked_on = excluded.looked_on;
  with found as materialized (
    select b.user_id, b.reason, b.usual, b.since, b.facts, (b.facts -> -1 ->> 'at')::timestamptz as newest_at from private.find_behind(refresh_behind.cohort) b
  ), free as materialized (
    -- Only rows that change are locked, because people of the other rows may become active at this moment.
    select o.id from private.behind_people o join found f on f.user_id = o.user_id and f.reason = o.reason
    where o.cohort_id = refresh_behind.cohort and (o.usual, o.since, o.facts) is distinct from (f.usual, f.since, f.facts)
    for update of o skip locked
  ), changed as (
    update private.behind_people b set usual = f.usual, since = f.since, facts = f.facts, newest_at = greatest(b.newest_at, f.newest_at)
    from found f
    where b.id in (select e.id from free e) and b.user_id = f.user_id and b.reason = f.reason
  ), made as (
    insert into private.behind_people (cohort_id, user_id, reason, usual, since, facts, newest_at)
    select refresh_behind.cohort, f.user_id, f.reason, f.usual, f.since, f.facts, f.newest_at from found f
    where not exists (
      select from private.behind_people b where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason)
    on conflict on constraint behind_people_once do nothing
  )
  select array(
    select o.id from private.behind_people o
    where o.cohort_id = refresh_behind.cohort and not exists (select from found f where f.user_id = o.user_id and f.reason = o.reason)) into ended;
  perform private.end_behind(ended);
  perform private.tell_behind(refresh_behind.cohort);
end
$function$;
comment on function private.refresh_behind(uuid) is 'Takes a cohort; stores who has fallen behind in it now, records that the cohort was looked at today, and notifies people (rules/inbox#behind). A person who stays behind keeps their row.';

create or replace function private.retell_behind(told uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  perform private.record_at_once(true);
  with words as materialized (
    select n.id, w.* from public.notifications n cross join lateral private.behind_words(n.behind_id) w
    where n.behind_id = any (told)
      and (n.title, n.message, n.action_url, n.action_label) is distinct from (w.title, w.message, w.path, w.label)
  ), changed as (
    update public.notifications n set title = w.title, message = w.message, action_url = w.path, action_label = w.label
    from words w where n.id = w.id and w.title is not null
  )
  delete from public.notifications n using words w where n.id = w.id and w.title is null;
  perform private.record_at_once(recorded);
end
$function$;
comment on function private.retell_behind(uuid[]) is 'Takes rows of behind_people; rewrites their notifications if the text is no longer true, and deletes those that have no text any more. A notification that was read stays read.';

create or replace function private.tell_behind(cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  zone constant text := (select c.time_zone from public.cohorts c where c.id = tell_behind.cohort);
  recorded constant boolean := private.recorded_at_once();
begin
  perform private.retell_behind(array(
    select n.behind_id from public.notifications n join private.behind_people b on b.id = n.behind_id
    where b.cohort_id = tell_behind.cohort
      -- A notification of the reason that a person has done nothing stays true as long as its lesson is open. This
      -- check is cheaper than to find the lesson again, which takes 5 ms.
      and (b.reason not in ('NOT_STARTED', 'SILENT') or not exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = substring(n.action_url from '/lesson/([0-9a-f-]{36})')::uuid and l.deleted_at is null and m.deleted_at is null
          and private.course_is_published(c.status, c.deleted_at)
          and c.id in (select g.course_id from private.grants_open(b.user_id, now()) g)))
    for update of n skip locked));
  -- No person sends these notifications, so the audit log gets no records of them.
  perform private.record_at_once(true);
  with free as materialized (
    select b.id, b.user_id, b.reason, b.since from private.behind_people b
    where b.cohort_id = tell_behind.cohort
      and not exists (select from public.notifications n where n.recipient_id = b.user_id and n.behind_id is not null)
      and not exists (
        select from private.behind_told t
        where t.user_id = b.user_id and private.local_day(now(), zone) - private.local_day(t.told_at, zone) < 3)
    for key share skip locked
  ), told as (
    insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, behind_id)
    -- A person with several reasons gets a notification about one: the reason that makes it clearest what to do next.
    select distinct on (f.user_id) w.title, w.message, null::uuid, f.user_id, w.path, w.label, f.id
    from free f cross join lateral private.behind_words(f.id) w
    where w.title is not null
    order by f.user_id, array_position(array['MISSED_DUES', 'RETURNED_TWICE', 'NOT_STARTED', 'SILENT', 'NOT_ANSWERED'], f.reason), f.since, f.id
    returning recipient_id
  )
  insert into private.behind_told as k (user_id) select t.recipient_id from told t
  on conflict on constraint behind_told_pkey do update set told_at = excluded.told_at;
  perform private.record_at_once(recorded);
end
$function$;
comment on function private.tell_behind(uuid) is 'Takes a cohort; rewrites notifications about having fallen behind that are no longer true, and notifies people who have none, about one reason each, unless they got such a notification within three days.';

create or replace function private.untell_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  -- The foreign key would also delete the notification, but then the audit log would name the person as the one who
  -- deleted it.
  perform private.record_at_once(true);
  delete from public.notifications n where n.recipient_id = old.user_id and n.behind_id = old.id;
  perform private.record_at_once(recorded);
  return old;
end
$function$;
comment on function private.untell_behind() is 'Row trigger: deletes the notification about a reason for having fallen behind when that reason ends.';

create or replace function private.work_not_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Blind work does not count, and a change of the list at this moment would reveal whose work it is.
  if not exists (select from public.assignments a where a.lesson_id = coalesce(new.lesson_id, old.lesson_id) and a.blind) then
    perform private.recheck_behind(coalesce(new.user_id, old.user_id));
  end if;
  return null;
end
$function$;
comment on function private.work_not_behind() is 'Row trigger: checks the reasons of a person again who handed in work or got more time.';

-- TRIGGERS

create trigger behind_people_forget_inbox_row after delete on private.behind_people
  for each row execute function private.forget_inbox_row();

create trigger behind_people_signal_delete after delete on private.behind_people
  referencing old table as old_rows
  for each statement execute function private.signal_change('inbox');

-- Open inboxes are told of these changes; the other tables that they show have signals already.
create trigger behind_people_signal_insert after insert on private.behind_people
  referencing new table as new_rows
  for each statement execute function private.signal_change('inbox');

create trigger behind_people_untell before delete on private.behind_people
  for each row execute function private.untell_behind();

create trigger cohort_clearings_cleared after insert on private.cohort_clearings
  for each row execute function private.behind_cleared();

create trigger cohort_dues_look_again after insert or delete or update on public.cohort_dues
  for each row execute function private.look_again_at_dues();

create trigger cohort_members_look_again after update of shift_days on public.cohort_members
  for each row
  when (new.shift_days <> old.shift_days)
  execute function private.look_again_at_dues();

create trigger cohort_members_not_active after update of state on public.cohort_members
  for each row
  when (new.state <> 'ACTIVE')
  execute function private.member_not_active();

create trigger cohorts_look_again after insert or update of starts_on, ends_on, time_zone, draft, archived_at on public.cohorts
  for each row execute function private.look_again();

create trigger extensions_not_behind after insert or delete or update on public.extensions
  for each row execute function private.work_not_behind();

create trigger profiles_not_behind after update of disabled_at on public.profiles
  for each row
  when (new.disabled_at is not null and old.disabled_at is null)
  execute function private.account_disabled();

create trigger questions_gone_not_behind after delete on public.questions
  for each row
  when (old.waiting_since is not null and old.author_id is not null)
  execute function private.question_not_behind();

create trigger questions_not_behind after update of waiting_since, deleted_at, merged_into_id, author_id on public.questions
  for each row
  when (old.waiting_since is not null and old.author_id is not null)
  execute function private.question_not_behind();

create trigger submissions_not_behind after insert or update of state, round on public.submissions
  for each row execute function private.work_not_behind();

-- JOBS

-- The first hourly job. Each one enqueues the next.
select private.enqueue_job('behind', 'first', now());
