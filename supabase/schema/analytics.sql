-- Figures for staff: learners and what is open to them, counted as it changes; the dashboard.
set check_function_bodies = off;

-- TABLES

create table private.learner_courses (
  user_id uuid not null,
  course_id uuid not null,
  completed integer not null default 0,
  last_at timestamptz not null default '-infinity'::timestamptz,
  granted_at timestamptz,
  open_until timestamptz,
  finished boolean not null default false,
  idle_since timestamptz generated always as (greatest(last_at, granted_at)) stored,
  constraint learner_courses_pkey primary key (user_id, course_id),
  constraint learner_courses_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  constraint learner_courses_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.learner_courses enable row level security;
create index learner_courses_completed_idx on private.learner_courses (course_id, completed, user_id) where (open_until is not null);
create index learner_courses_idle_idx on private.learner_courses (course_id, idle_since, user_id) include (open_until) where ((open_until is not null) and (not finished));
create index learner_courses_last_idx on private.learner_courses (course_id, last_at, user_id);
create index learner_courses_open_idx on private.learner_courses (course_id, open_until, user_id) where (open_until is not null);
comment on table private.learner_courses is 'One row for each person and course: how many of its present lessons the person completed, their last activity (-infinity: none), since when the course is granted and until when it is open (infinity: without end; null: not granted), and whether they have finished it. Triggers keep it up to date. No grants: read by functions.';
alter table private.learner_courses set (fillfactor = 85);

create table private.learners (
  user_id uuid not null,
  completed integer not null default 0,
  last_at timestamptz not null default '-infinity'::timestamptz,
  granted_at timestamptz,
  open_until timestamptz,
  idle_since timestamptz generated always as (greatest(last_at, granted_at)) stored,
  -- The list of people without an open course filters a hundred thousand people at once, so the last end of access is
  -- stored.
held_until timestamptz not null default '-infinity'::timestamptz,
  constraint learners_pkey primary key (user_id),
  constraint learners_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.learners enable row level security;
create index learners_completed_idx on private.learners (completed, user_id);
create index learners_held_idx on private.learners (held_until, user_id);
create index learners_idle_idx on private.learners (idle_since, user_id) include (open_until) where (open_until is not null);
create index learners_last_idx on private.learners (last_at, user_id);
comment on table private.learners is 'One row for each person, over all courses that count (published and not deleted): completed lessons, the last activity, and for unfinished courses, since when the first is granted and until when the last is open (null: none, or the account is disabled). Triggers keep it up to date. No grants: read by functions.';
comment on column private.learners.held_until is 'Until when the last of the person''s courses is open to them, also courses that do not count (-infinity: no grant at all).';
alter table private.learners set (fillfactor = 85);

-- FUNCTIONS

create or replace function private.check_analytics_rights()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('analytics', 'read', 'assigned') or not private.can('profiles', 'list', 'assigned') or not private.can('lesson_completions', 'read', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the analytics.';
  end if;
end
$function$;
comment on function private.check_analytics_rights() is 'Raises 42501 unless the caller may read analytics and completions, and list people: all, or those assigned to them.';

create or replace function private.drop_off_lessons()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    -- These are the people who became inactive last. Each stopped at the lesson after the last one that they completed.
    with quiet as materialized (
      select k.user_id from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now()
      order by k.idle_since desc limit 2000
    ), places as materialized (
      select c.course_id, c.completed, count(*) as learners
      from quiet join private.learner_courses c on c.user_id = quiet.user_id
      where c.open_until > now() and not c.finished and c.last_at > '-infinity'
      group by 1, 2 having count(*) >= 3
      order by 3 desc, 1, 2 limit 3
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'course_id', c.id, 'course', c.title,
      'learners', p.learners) order by p.learners desc, c.title, l.id), '[]')
    from places p join public.courses c on c.id = p.course_id and private.course_is_published(c.status, c.deleted_at)
    cross join lateral (
      select l.id, l.title from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = p.course_id and m.deleted_at is null and l.deleted_at is null
      order by m.index, m.id, l.index, l.id offset p.completed limit 1) l);
end
$function$;
comment on function private.drop_off_lessons() is 'The lessons before which learners stopped, among the 2,000 who most recently became inactive: at most three lessons, each with three learners or more [{id, title, course_id, course, learners}], most learners first. Assumes that people take lessons in order.';

create or replace function private.export_analytics(
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
  course uuid := nullif(filter ->> 'course', '')::uuid;
  wanted record;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(filter ->> 'search', course, filter ->> 'quiet');
  columns := array['id', 'name', 'email', 'courses', 'ended', 'completed', 'total', 'percent', 'last_activity'];
  source := format($sql$
    select k.last_at as at, k.user_id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0),
      'percent', private.progress_percent(t.completed, t.total), 'last_activity', nullif(k.last_at, '-infinity')) as row
    from (select k.* from %s %s where %s) k join public.profiles p on p.id = k.user_id
    left join lateral private.learner_totals(array[k.user_id], %L) t on true$sql$, wanted.people,
    case when private.found_by(filter ->> 'search', 'p') is not null then 'join private.people p on p.id = k.user_id' end, wanted.condition, course);
end
$function$;
comment on function private.export_analytics(jsonb) is 'Takes {search, course, quiet} as analytics() has them; gives columns and query of its export, the latest activity first. Raises 42501.';

create or replace function private.hard_lessons(course uuid, only_cohorts uuid[])
  returns table(
    id uuid,
    title text,
    place bigint,
    stopped bigint,
    questions bigint,
    handed_in bigint,
    rounds numeric,
    criterion jsonb,
    passed bigint,
    failed_runs numeric,
    high text[]
  )
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  everybody constant boolean := only_cohorts is null;
  -- A figure about fewer people could reveal what one of them did.
  few constant int := 3;
  only_people constant uuid[] := array(
    select distinct m.user_id from public.cohort_members m where m.cohort_id = any (only_cohorts) and m.state <> 'LEFT');
begin
  return query
    with lesson as materialized (
      select l.id, l.title::text as title, l.content_type, row_number() over (order by m.index, m.id, l.index, l.id) as place
      from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where m.course_id = course and m.deleted_at is null
    ), stop as materialized (
      -- As in drop_off_lessons(), a person stopped at the lesson after the last one that they completed.
      select q.completed, count(*) as people
      from (
        select c.completed from private.learner_courses c
        where c.course_id = course and c.open_until > now() and not c.finished and c.last_at > '-infinity'
          and c.idle_since < now() - interval '14 days' and (everybody or c.user_id = any (only_people))
        order by c.idle_since desc limit 2000) q
      group by 1 having count(*) >= few
    ), figure as materialized (
      select l.id, l.title, l.place, s.people as stopped, q.questions, w.handed_in, w.rounds, c.criterion, x.passed, x.failed_runs
      from lesson l
      left join stop s on s.completed = l.place - 1
      cross join lateral (
        select count(*) as questions from (
          select from public.questions q
          where q.lesson_id = l.id and q.deleted_at is null and q.merged_into_id is null and (everybody or q.cohort_id = any (only_cohorts))
          limit 101) n) q
      left join lateral (
        select count(*) as handed_in, percentile_cont(0.5) within group (order by n.round)::numeric as rounds
        from (
          select h.round from public.submissions h
          where l.content_type = 'ASSIGNMENT' and h.lesson_id = l.id and (everybody or h.user_id = any (only_people)) limit 300) n
        having count(*) >= few) w on true
      left join lateral (
        -- A criterion fails when its level is the lowest one.
        select jsonb_build_object('title', n.title, 'judged', count(*), 'failed', count(*) filter (where n.level = 0)) as criterion
        from (
          select k.value ->> 'id' as id, k.value ->> 'title' as title, (v.levels ->> (k.value ->> 'id'))::int as level, v.submission_id
          from (
            select v.rubric, v.levels, r.submission_id
            from (
              select w.review_id from private.review_waits w
              where l.content_type = 'ASSIGNMENT' and w.lesson_id = l.id and w.reviewed_at >= now() - interval '90 days'
                and (everybody or w.cohort_id = any (only_cohorts))
              order by w.reviewed_at desc limit 50) w
            join public.reviews v on v.id = w.review_id
            join public.submission_rounds r on r.id = v.round_id) v
          cross join lateral jsonb_array_elements(v.rubric) k
          where v.levels ? (k.value ->> 'id')) n
        group by n.id, n.title
        having count(distinct n.submission_id) >= few and count(*) filter (where n.level = 0) > 0
        order by count(*) filter (where n.level = 0) desc, n.title limit 1) c on true
      left join lateral (
        select count(*) as passed, percentile_cont(0.5) within group (order by n.runs_to_pass - 1)::numeric as failed_runs
        from (
          select e.runs_to_pass from private.exercise_standings e
          where l.content_type = 'EXERCISE' and e.lesson_id = l.id and e.runs_to_pass is not null and (everybody or e.user_id = any (only_people)) limit 300) n
        having count(*) >= few) x on true
    )
    select f.*, array_remove(array[
      case when f.stopped is not null then 'stopped' end, case when f.questions >= 3 then 'questions' end, case when f.rounds >= 2 then 'rounds' end,
      case when (f.criterion ->> 'failed')::int * 2 >= (f.criterion ->> 'judged')::int then 'criterion' end,
      case when f.failed_runs >= 3 then 'failed_runs' end], null)
    from figure f;
end
$function$;
comment on function private.hard_lessons(uuid,uuid[]) is 'Takes a course, and cohorts (null: count everybody; otherwise only the people of these cohorts); returns for each lesson how many people stopped before it (of the 2,000 who became inactive last), questions (counted to 101), handed_in and rounds (the median, of 300 people at most), the criterion that fails most in the last 50 reviews of 90 days {title, judged, failed}, passed and failed_runs (the median of runs before the first pass, of 300 people at most), and high: which of these figures say that the lesson is hard. Figures about fewer than three people are null. Checks no rights.';

create or replace function private.learner_totals(people uuid[], course uuid)
  returns table(user_id uuid, courses bigint, ended bigint, completed bigint, total bigint)
  language sql
  stable
as $function$
  select c.user_id, count(*), count(*) filter (where c.open_until <= now()), sum(c.completed), sum(s.lessons)
  from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
  where c.user_id = any (learner_totals.people) and c.open_until is not null
    -- The figures of one course are shown even if it is not published.
    and case when learner_totals.course is null then s.live else c.course_id = learner_totals.course end
  group by c.user_id
$function$;
comment on function private.learner_totals(uuid[],uuid) is 'Takes people, and a course or null; returns courses, ended, completed and total of each person who has any, for that course or for all courses that analytics() counts.';

create or replace function private.learners_found(
  condition text,
  ordered text,
  size integer,
  start bigint,
  out total bigint,
  out ids uuid[]
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- A search that finds few people looks them up one by one and sorts them. One that finds many reads the list in its
  -- order until the page is full. One lookup costs as much as ten steps through the list.
  execute format($sql$
    with found as materialized (
      select p.id from private.people p where %1$s
    ), counted as materialized (
      select count(*) as people from found
    )
    select c.people, case when c.people * c.people * 10 <= (%4$s + %3$s)::bigint * %5$s
      then array(
        select k.user_id
        from found p cross join lateral (select k.* from private.learners k where k.user_id = p.id offset 0) k
        order by %2$s limit %3$s offset %4$s)
      else array(
        select k.user_id from private.learners k
        where (k.user_id in (select p.id from found p)) is true
        order by %2$s limit %3$s offset %4$s) end
    from counted c$sql$, condition, ordered, size, start, private.people_count(null, null)) into total, ids;
end
$function$;
comment on function private.learners_found(text,text,integer,bigint) is 'Takes a condition on private.people p, an order of private.learners k, the size of a page and how many rows to skip; returns how many people match, and the ids of the page in that order. Every person has a row in private.learners.';

create or replace function private.learners_where(
  query text,
  course_id uuid,
  quiet text,
  out people text,
  out condition text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  in_course boolean := learners_where.course_id is not null;
begin
  people := case when in_course then 'private.learner_courses k' else 'private.learners k' end;
  condition := concat_ws(' and ', 'true',
    case when private.reach_is_narrowed() then 'k.user_id in (select private.assigned_person_ids())' end,
    case when in_course then format('k.course_id = %L and k.open_until is not null', learners_where.course_id) end,
    case when learners_where.quiet in ('7', '14', '30', 'never') then concat_ws(' and ', format('k.open_until is not null and k.open_until > %L', now()),
      case when in_course then
        'not k.finished and not exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is not null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < %L', now() - make_interval(days => learners_where.quiet::int)) end) end,
    private.found_by(learners_where.query, 'p'));
end
$function$;
comment on function private.learners_where(text,uuid,text) is 'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted. The condition leaves out people whom the caller does not reach.';

create or replace function private.lock_course_counts(courses uuid[], exclusive boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  course uuid;
begin
  for course in select distinct c from unnest(courses) c where c is not null order by 1 loop
    if exclusive then
      perform pg_advisory_xact_lock(hashtextextended('learning ' || course, 0));
    else
      perform pg_advisory_xact_lock_shared(hashtextextended('learning ' || course, 0));
    end if;
  end loop;
end
$function$;
comment on function private.lock_course_counts(uuid[],boolean) is 'Takes courses and locks their counts until the transaction ends: exclusively to change which lessons a course has, shared to count what a person did in it.';

create or replace function private.lock_learner_counts(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_course_counts(courses, false);
  -- A course that was created and granted in one statement may have no row in course_sizes yet, because triggers run in
  -- any order.
  perform private.recount_course_sizes(array(
    select c from unnest(courses) c where not exists (select 1 from private.course_sizes s where s.course_id = c)));
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
end
$function$;
comment on function private.lock_learner_counts(uuid[],uuid[]) is 'Takes people and courses; locks the counts of both until the transaction ends.';

create or replace function private.own_courses()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'status', c.status, 'learners', k.learners, 'quiet', k.quiet)
      order by c.updated_at desc, c.id), '[]')
    from (select c.* from public.courses c where c.id in (select private.my_course_ids('courses', 'read'))
      order by c.updated_at desc, c.id limit 10) c
    cross join lateral (
      select count(*) as learners, count(*) filter (where not k.finished and k.idle_since < now() - interval '14 days') as quiet
      from private.learner_courses k where k.course_id = c.id and k.open_until > now()) k);
end
$function$;
comment on function private.own_courses() is 'The ten courses that the caller made and that changed last [{id, title, status, learners, quiet}]: to how many each is open, and how many of those have not finished it and did nothing for 14 days. Empty for callers who may not read such figures of their own courses.';
grant execute on function private.own_courses() to authenticated, service_role;

create or replace function private.rebuild_analytics()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  truncate private.course_sizes, private.learner_courses, private.learners;
  perform private.recount_course_sizes(array(select c.id from public.courses c));
  with place as materialized (
    select l.id, m.course_id, m.deleted_at is null and l.deleted_at is null as there
    from public.lessons l join public.modules m on m.id = l.module_id
  ), done as (
    select lc.user_id, p.course_id, count(*) filter (where p.there)::int as completed, max(lc.completed_at) as last_at
    from public.lesson_completions lc join place p on p.id = lc.lesson_id group by 1, 2
  ), watched as (
    select lp.user_id, p.course_id, max(date_trunc('minute', lp.updated_at, 'UTC')) as last_at
    from public.lesson_progress lp join place p on p.id = lp.lesson_id group by 1, 2
  ), given as (
    select e.user_id, e.course_id, min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e group by 1, 2
  )
  insert into private.learner_courses (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select user_id, course_id, coalesce(d.completed, 0), greatest(d.last_at, w.last_at, '-infinity'), g.granted_at, g.open_until,
    coalesce(d.completed, 0) >= s.lessons
  from done d full join watched w using (user_id, course_id) full join given g using (user_id, course_id)
  join private.course_sizes s using (course_id);
  perform private.recount_learners(array(select p.id from public.profiles p));
end
$function$;
comment on function private.rebuild_analytics() is 'Recounts every course and every learner. Call it after rows were added without triggers, for example when a data set was loaded.';

create or replace function private.recount_course_sizes(courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  insert into private.course_sizes as k (course_id, lessons, seconds, live)
  select c.id, there.lessons, there.seconds, private.course_is_published(c.status, c.deleted_at)
  from public.courses c
  cross join lateral (
    select count(*)::int as lessons, coalesce(sum(l.duration_sec), 0)::int as seconds
    from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where m.course_id = c.id and m.deleted_at is null) there
  where c.id = any (courses)
  on conflict (course_id) do update set lessons = excluded.lessons, seconds = excluded.seconds, live = excluded.live
  where (k.lessons, k.seconds, k.live) is distinct from (excluded.lessons, excluded.seconds, excluded.live);
end
$function$;
comment on function private.recount_course_sizes(uuid[]) is 'Takes courses; recounts their lessons and seconds, and whether they count: published and not deleted.';

create or replace function private.recount_courses(courses uuid[], lessons_changed boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  people uuid[];
  before jsonb;
begin
  perform private.lock_course_counts(courses, true);
  select jsonb_object_agg(s.course_id, s.live) into before from private.course_sizes s where s.course_id = any (courses);
  perform private.recount_course_sizes(courses);
  with changed as (
    update private.learner_courses k set completed = now_is.completed, finished = now_is.completed >= s.lessons
    from private.course_sizes s, (
      select c.user_id, c.course_id, case when lessons_changed then coalesce(n.completed, 0) else c.completed end as completed
      from private.learner_courses c
      left join (
        select m.course_id, lc.user_id, count(*)::int as completed
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.deleted_at is null
        join public.lesson_completions lc on lc.lesson_id = l.id
        where lessons_changed and m.course_id = any (courses) and m.deleted_at is null
        group by m.course_id, lc.user_id
      ) n on n.course_id = c.course_id and n.user_id = c.user_id
      where c.course_id = any (courses)
    ) now_is
    where k.user_id = now_is.user_id and k.course_id = now_is.course_id and s.course_id = k.course_id
      and (k.completed, k.finished) is distinct from (now_is.completed, now_is.completed >= s.lessons)
    returning k.user_id
  )
  select array_agg(distinct c.user_id) into people from changed c;
  -- When a course is published or unpublished, the counts of everybody in it change.
  people := people || array(
    select c.user_id from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
    where c.course_id = any (courses) and s.live is distinct from (before ->> s.course_id::text)::boolean);
  if people <> '{}' then
    perform private.recount_learners(people);
  end if;
end
$function$;
comment on function private.recount_courses(uuid[],boolean) is 'Takes courses that were changed, and whether lessons were deleted, restored or moved; recounts their lessons, and the people for whom that changes something.';

create or replace function private.recount_grants(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_learner_counts(people, courses);
  insert into private.learner_courses as k (user_id, course_id, granted_at, open_until, finished)
  select p.id, c.id, given.granted_at, given.open_until, s.lessons = 0
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set granted_at = excluded.granted_at, open_until = excluded.open_until
  where (k.granted_at, k.open_until) is distinct from (excluded.granted_at, excluded.open_until);
  perform private.recount_learners(people);
end
$function$;
comment on function private.recount_grants(uuid[],uuid[]) is 'Like recount_pairs(), but only for changed grants, which can be thousands at once. It does not read what people did, because a person who did something in a course has a row already.';

create or replace function private.recount_learners(people uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
  insert into private.learners as k (user_id, completed, last_at, granted_at, open_until, held_until)
  select p.id, coalesce(sum(c.completed) filter (where c.open_until is not null and s.live), 0)::int,
    coalesce(max(c.last_at), '-infinity'),
    min(c.granted_at) filter (where s.live and not c.finished and p.disabled_at is null),
    max(c.open_until) filter (where s.live and not c.finished and p.disabled_at is null),
    coalesce(max(c.open_until), '-infinity')
  from public.profiles p
  left join private.learner_courses c on c.user_id = p.id
  left join private.course_sizes s on s.course_id = c.course_id
  where p.id = any (people)
  group by p.id
  on conflict (user_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, held_until = excluded.held_until
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.held_until)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.held_until);
end
$function$;
comment on function private.recount_learners(uuid[]) is 'Takes people; rebuilds their rows from what they did in each course.';

create or replace function private.recount_pairs(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_learner_counts(people, courses);
  insert into private.learner_courses as k (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select p.id, c.id, done.completed, greatest(done.last_at, watched.last_at, '-infinity'),
    given.granted_at, given.open_until, done.completed >= s.lessons
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  -- The joins leave out people and courses that are being deleted.
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select count(*) filter (where m.deleted_at is null and l.deleted_at is null)::int as completed, max(lc.completed_at) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = p.id
    where m.course_id = c.id
  ) done
  cross join lateral (
    select max(date_trunc('minute', lp.updated_at, 'UTC')) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = p.id
    where m.course_id = c.id
  ) watched
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, finished = excluded.finished
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.finished)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.finished);
  perform private.recount_learners(people);
end
$function$;
comment on function private.recount_pairs(uuid[],uuid[]) is 'Takes people and, at the same places, courses; recounts what each person did in that course. Stores the last activity to the minute, so that the reports of a video player rarely change a row.';

create or replace function private.refresh_counts_of_courses()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_courses(array_agg(n.id), false) from new_rows n having count(*) > 0;
  else
    perform private.recount_courses(array_agg(n.id), false)
    from old_rows o join new_rows n on n.id = o.id
    where o.status <> n.status or (o.deleted_at is null) <> (n.deleted_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_courses() is 'Statement trigger on courses: counts a course while it is published and not deleted.';

create or replace function private.refresh_counts_of_grants()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_grants(array_agg(n.user_id), array_agg(n.course_id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_grants(array_agg(o.user_id), array_agg(o.course_id)) from old_rows o having count(*) > 0;
    if tg_op = 'UPDATE' then
      perform private.recount_grants(array_agg(n.user_id), array_agg(n.course_id)) from new_rows n having count(*) > 0;
    end if;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_grants() is 'Statement trigger on entitlements: recounts the learners whose access changed.';

create or replace function private.refresh_counts_of_learner_courses()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.recount_learners(array_agg(distinct o.user_id)) from old_rows o having count(*) > 0;
  return null;
end
$function$;
comment on function private.refresh_counts_of_learner_courses() is 'Statement trigger: recounts the learners of a course that was removed for good.';

create or replace function private.refresh_counts_of_lessons()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  people uuid[];
  courses uuid[];
begin
  if tg_op = 'INSERT' then
    perform private.recount_courses(array_agg(distinct m.course_id), false)
    from new_rows n join public.modules m on m.id = n.module_id having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform private.recount_courses(array_agg(distinct m.course_id), true)
    from old_rows o join public.modules m on m.id = o.module_id having count(*) > 0;
  else
    perform private.recount_courses(array_agg(distinct c.id), true)
    from old_rows o join new_rows n on n.id = o.id
    join public.modules f on f.id = o.module_id join public.modules t on t.id = n.module_id
    cross join lateral (values (f.course_id), (t.course_id)) c (id)
    where (o.deleted_at is null) <> (n.deleted_at is null) or f.course_id <> t.course_id
    having count(*) > 0;
    -- When a lesson moves to another course, its completions count there.
    select array_agg(w.user_id), array_agg(c.id) into people, courses
    from old_rows o join new_rows n on n.id = o.id
    join public.modules f on f.id = o.module_id join public.modules t on t.id = n.module_id and t.course_id <> f.course_id
    cross join lateral (
      select lc.user_id from public.lesson_completions lc where lc.lesson_id = n.id
      union select lp.user_id from public.lesson_progress lp where lp.lesson_id = n.id
    ) w
    cross join lateral (values (f.course_id), (t.course_id)) c (id);
    if people is not null then
      perform private.recount_pairs(people, courses);
    end if;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_lessons() is 'Statement trigger on lessons: recounts the courses whose lessons changed.';

create or replace function private.refresh_counts_of_modules()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'DELETE' then
    perform private.recount_courses(array_agg(distinct o.course_id), true) from old_rows o having count(*) > 0;
  else
    perform private.recount_courses(array_agg(distinct n.course_id), true)
    from old_rows o join new_rows n on n.id = o.id
    where (o.deleted_at is null) <> (n.deleted_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_modules() is 'Statement trigger on modules: recounts the courses of modules that were deleted or restored with their lessons.';

create or replace function private.refresh_counts_of_people()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_learners(array_agg(n.id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_learners(array_agg(n.id))
    from old_rows o join new_rows n on n.id = o.id
    where (o.disabled_at is null) <> (n.disabled_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_people() is 'Statement trigger on profiles: gives every person a row among the learners, and recounts people whose account was disabled or enabled.';

create or replace function private.to_do()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
begin
  if not private.can('dashboard', 'read') then
    return null;
  end if;
  return jsonb_build_object(
    'quiet', (select count(*) from (select from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now() limit most + 1) s),
    'stops', private.drop_off_lessons());
end
$function$;
comment on function private.to_do() is 'Returns which learners stopped: how many had no activity for 14 days, counted to 1,001, and drop_off_lessons(). Null for callers who may not read the whole dashboard. Tasks for administrators are in staff_inbox().';
grant execute on function private.to_do() to authenticated, service_role;

create or replace function public.analytics(
  query text default '',
  course_id uuid default null,
  quiet text default null,
  sort text default 'active',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('quiet', quiet, 1000)
    and private.at_most('sort', sort, 1000);
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  by_name boolean := coalesce(analytics.sort in ('name', '-name'), false);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  whom text;
  total bigint;
  ids uuid[];
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id' when by_name then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null and not private.reach_is_narrowed() then
    if by_name then
      -- As in members(), the search runs once, for both the count and the page, and its result is then sorted.
      execute format($sql$
        with found as materialized (select p.id, p.name from private.people p where %s)
        select (select count(*) from found), array(select p.id from found p order by %s limit %s offset %s)$sql$,
        wanted.condition, ordered, size, start) into total, ids;
    else
      select f.total, f.ids into total, ids from private.learners_found(wanted.condition, ordered, size, start) f;
    end if;
  elsif wanted.condition = 'true' then
    -- Every person has a row in private.learners, so the number of people is the total.
    total := private.people_count(null, null);
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if ids is null and total > 0 then
    execute format('select array(select k.user_id from %s %s where %s order by %s limit %s offset %s)',
      wanted.people, whom, wanted.condition, ordered, size, start) into ids;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'last_at', nullif(date_trunc('second', case when analytics.course_id is null then l.last_at else k.last_at end, 'UTC'), '-infinity'),
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0))
    order by o.place), '[]')
  into rows
  from unnest(ids) with ordinality o (id, place)
  join public.profiles p on p.id = o.id
  join private.learners l on l.user_id = p.id
  left join private.learner_courses k on k.user_id = p.id and k.course_id = analytics.course_id
  left join private.learner_totals(ids, analytics.course_id) t on t.user_id = p.id;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.analytics(text,uuid,text,text,integer,integer) is 'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; in each case only people with an unfinished course that is open to them, whose account is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. `courses` counts courses that are granted, published and not deleted, and `ended` those of them whose access has ended. `completed` and `total` count lessons that exist now, because nobody can complete deleted ones. `last_at` is the last completion or watched minute, even in a lesson that was deleted since, because an editor''s change must not make a learner inactive. Callers see only people whom they reach. Raises 42501 (rules/members#analytics).';
grant execute on function public.analytics(text,uuid,text,text,integer,integer) to authenticated, service_role;

create or replace function public.dashboard()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name),
        'fields', case when jsonb_typeof(a.after -> 'fields') = 'array' then a.after -> 'fields' else '[]' end,
        'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' when a.actor = 'HIDDEN' then 'HIDDEN' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$function$;
comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles, the names of changed fields and who did them (`by`: PERSON, GONE, SYSTEM, or HIDDEN while blind work waits); callers who have this right only for their own courses get their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies, too. Raises 42501.';
grant execute on function public.dashboard() to authenticated, service_role;

create or replace function public.member_analytics(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_analytics_rights();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'published', s.live,
        'completed', k.completed, 'total', s.lessons, 'last_at', nullif(date_trunc('second', k.last_at, 'UTC'), '-infinity'),
        'access', case when k.open_until is null then 'REVOKED' when k.open_until > now() then 'OPEN' else 'ENDED' end,
        'expires_at', nullif(k.open_until, 'infinity'))
      order by k.open_until is null, k.open_until <= now(), k.last_at desc, c.title, c.id), '[]')
    from private.learner_courses k
    join private.course_sizes s on s.course_id = k.course_id
    join public.courses c on c.id = k.course_id and c.deleted_at is null
    where k.user_id = member_analytics.user_id and (select private.reaches(member_analytics.user_id)) and (k.open_until is not null or k.last_at > '-infinity'));
end
$function$;
comment on function public.member_analytics(uuid) is 'Takes a person; their courses [{id, title, slug, published, completed, total, last_at, access, expires_at}], open ones first, then those whose access ENDED, then those whose access was REVOKED after they had done something there. Completed and total count the lessons that are there now; last_at is the last completion or watched minute in any lesson of it. A course that is not published is listed with published false, but counts in no other figure; deleted courses are left out. A person whom the caller does not reach has none. Raises 42501 (rules/members#analytics).';
grant execute on function public.member_analytics(uuid) to authenticated, service_role;

create or replace function public.where_course_is_hard(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  only_cohorts uuid[];
begin
  if not private.can_on_course('submissions', 'list', where_course_is_hard.course_id) then
    only_cohorts := private.my_cohorts_where_allowed('submissions', 'list', where_course_is_hard.course_id);
    if only_cohorts is null then
      perform private.refuse('You may not read these figures.');
    elsif only_cohorts = '{}' then
      return jsonb_build_object('nobody', true);
    end if;
  end if;
  return (
    with lesson as materialized (
      select * from private.hard_lessons(where_course_is_hard.course_id, only_cohorts)
    ), row as (
      select * from lesson l
      where l.questions > 0 or num_nonnulls(l.stopped, l.rounds, l.criterion, l.failed_runs) > 0
      order by cardinality(l.high) desc, l.stopped desc nulls last, l.questions desc, l.place limit 100
    )
    select jsonb_build_object(
      'slug', (select c.slug from public.courses c where c.id = where_course_is_hard.course_id),
      'lessons', (select count(*) from lesson),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by cardinality(r.high) desc, r.stopped desc nulls last, r.questions desc, r.place), '[]') from row r)));
end
$function$;
comment on function public.where_course_is_hard(uuid) is 'Takes a course; returns {slug, lessons: how many it has, rows: the lessons about which there is any figure, at most 100 [{id, title, stopped, questions, handed_in, rounds, criterion, passed, failed_runs, high: as hard_lessons() returns them}], the hardest first: by how many figures are high, then by the people who stopped, then by questions, then in the order of the course}. Moderators see the figures of the people assigned to them, and {nobody: true} if none of their cohorts takes the course. Raises 42501 (rules/courses#where-hard).';
grant execute on function public.where_course_is_hard(uuid) to authenticated, service_role;

-- TRIGGERS

create trigger learner_courses_begun after insert on private.learner_courses
  for each row
  when (new.last_at > '-infinity'::timestamptz)
  execute function private.no_longer_behind();

create trigger learner_courses_count_delete after delete on private.learner_courses
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_learner_courses();

create trigger learner_courses_no_longer_behind after update of last_at, completed on private.learner_courses
  for each row
  when (new.last_at > old.last_at or new.completed > old.completed)
  execute function private.no_longer_behind();

create trigger courses_count_insert after insert on public.courses
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_courses();

create trigger courses_count_update after update on public.courses
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_courses();

create trigger entitlements_count_delete after delete on public.entitlements
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_grants();

create trigger entitlements_count_insert after insert on public.entitlements
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_grants();

create trigger entitlements_count_update after update on public.entitlements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_grants();

create trigger lessons_count_delete after delete on public.lessons
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_lessons();

create trigger lessons_count_insert after insert on public.lessons
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_lessons();

create trigger lessons_count_update after update on public.lessons
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_lessons();

create trigger modules_count_delete after delete on public.modules
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_modules();

create trigger modules_count_update after update on public.modules
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_modules();

create trigger profiles_count_insert after insert on public.profiles
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_people();

create trigger profiles_count_update after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_people();
