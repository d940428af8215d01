-- Why: my_week() and lesson_questions() were slow. my_week() read the title of every lesson of a person's cohorts, and the due date
-- of every assignment; it reads only those that it shows now. In lesson_questions(), PostgreSQL planned the helper functions again
-- at each call; they keep their plans now. Both functions return what they returned before.

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached_from, m.reached_at, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = me and m.state <> 'LEFT' and c.id in (select k from private.my_cohort_ids() k)
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock
          or exists (select from unnest(mine.reached_from, mine.reached_at) r (first_day, at)
            where private.local_moment(r.first_day + p.day, p.at_time, mine.time_zone) <= r.at)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) opening
    ), tally as (
      select q.cohort_id, count(*) as total, count(*) filter (where q.is_open) as open, count(*) filter (where q.is_done) as done,
        min(q.opens_at) filter (where not q.is_open) as changes_at
      from planned q group by q.cohort_id
    ), opened as (
      -- What opened within a week and is not completed, the newest first.
      select q.*, row_number() over (partition by q.cohort_id order by q.opens_at desc, q.course_place, q.module_place, q.lesson_place) as place
      from planned q where q.is_open and not q.is_done and q.opens_at > now() - interval '7 days' and q.opens_at <= now()
    ), ahead as (
      -- Lessons of one module that open at one moment are one line.
      select q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id, (array_agg(q.lesson_id))[1] as lesson_id, count(*) as lessons,
        row_number() over (partition by q.cohort_id order by q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q where not q.is_open
      group by q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id
    ), due as (
      -- What the person still has to hand in: the work does not wait for a review, has not passed, and is still accepted. What is
      -- due first comes first.
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, q.course, q.course_slug, s.state,
        row_number() over (partition by d.cohort_id order by d.due_at, q.course_place, q.module_place, q.lesson_place) as place
      from private.person_dues(me, now()) d
      join planned q on q.cohort_id = d.cohort_id and q.lesson_id = d.lesson_id
      left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
      -- A list, so that no dates of other lessons are worked out.
      where d.lesson_id = any (array(select o.lesson_id from planned o where o.is_open and not o.is_done)) and q.is_open and not q.is_done
        and d.due_at is not null and s.state is distinct from 'WAITING' and s.state is distinct from 'PASSED' and not coalesce(private.passed_second(d.shut_at), false)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone,
        'starts_on', c.starts_on, 'ends_on', c.ends_on, 'state', c.now_is, 'my_state', c.my_state,
        'day', private.local_day(now(), c.time_zone) - c.starts_on - c.shift_days,
        'community', (select k.slug from public.communities k where k.id = c.community_id),
        'total', coalesce(t.total, 0), 'open', coalesce(t.open, 0), 'done', coalesce(t.done, 0),
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, me) b),
        'changes_at', case when c.my_state <> 'PAUSED' then t.changes_at end,
        'opened', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.lesson_id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
            'course', o.course, 'slug', o.course_slug, 'opens_at', o.opens_at) order by o.place)
          -- `offset 0` makes the planner look up each lesson. Without it, it would read all lessons.
          from opened o cross join lateral (select k.title, k.content_type, k.duration_sec from public.lessons k where k.id = o.lesson_id offset 0) l
          where o.cohort_id = c.id and o.place <= 6), '[]'),
        'next', case when c.my_state = 'PAUSED' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('title', case when a.lessons = 1 then (select l.title from public.lessons l where l.id = a.lesson_id)
              else (select m.title from public.modules m where m.id = a.module_id) end,
            'lessons', a.lessons, 'course', a.course, 'slug', a.course_slug, 'opens_at', a.opens_at) order by a.place)
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end,
        'due', coalesce((
          select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', (select l.title from public.lessons l where l.id = d.lesson_id),
            'course', d.course, 'slug', d.course_slug, 'at', d.due_at, 'zone', d.time_zone, 'came_back', coalesce(d.state = 'RETURNED', false)) order by d.place)
          from due d where d.cohort_id = c.id and d.place <= 6), '[]'))
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c left join tally t on t.cohort_id = c.id);
end
$function$;

create or replace function private.cohort_of_asker(person uuid, course uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    select m.cohort_id
    from public.cohort_members m
    join public.cohorts c on c.id = m.cohort_id and not c.draft
    join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = cohort_of_asker.course
    where m.user_id = cohort_of_asker.person and m.state <> 'LEFT'
    order by m.joined_at desc, m.cohort_id limit 1);
end
$function$;

create or replace function private.is_banned_from_questions(person uuid, course uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select from private.question_bans b
    where b.course_id = is_banned_from_questions.course and b.user_id = is_banned_from_questions.person);
end
$function$;

-- Without a `set`, this becomes part of the queries that use it.
create or replace function private.question_state_now(state public.question_state, closes_at timestamptz)
  returns public.question_state
  language sql
  stable
as $function$
  select case when closes_at <= now() then 'CLOSED' else state end
$function$;

create or replace function private.my_question_rights(
  course uuid,
  out reads boolean,
  out lists boolean,
  out moderates boolean,
  out listed uuid[],
  out moderated uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  caller_role constant public.user_role := private.active_role();
  made boolean := exists (select from public.courses c where c.id = my_question_rights.course and c.created_by_id = private.uid());
  strong boolean := private.meets_required_aal();
  staffed boolean[];
  cohorts uuid[] := '{}';
begin
  -- The page of a lesson needs all of these rights, so that they are read from the role table at once.
  select coalesce(bool_or(r.action = 'read'), false),
    coalesce(bool_or(r.action = 'list' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    coalesce(bool_or(r.action = 'moderate' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    array[coalesce(bool_or(r.action = 'list' and r.scope <> 'own'), false), coalesce(bool_or(r.action = 'moderate' and r.scope <> 'own'), false)]
  into reads, lists, moderates, staffed
  from private.rights_of(caller_role) r where caller_role is not null and r.resource = 'questions' and (r.role = 'MEMBER' or strong);
  if staffed[1] and not (lists and moderates) then
    cohorts := array(select s.cohort_id from public.cohort_staff s where s.user_id = private.uid());
  end if;
  listed := case when lists then '{}' else cohorts end;
  moderated := case when staffed[2] and not moderates then cohorts else '{}' end;
end
$function$;
comment on function private.my_question_rights(uuid) is 'Takes a course; returns the rights of the caller on its questions: whether they read by audience, list every question, and moderate every question, and otherwise the cohorts whose questions they list and moderate. The same rights as can_on_questions() returns one by one. None while the caller has no role.';

create or replace function public.lesson_questions(
  lesson_id uuid,
  before uuid default null,
  page_size integer default 20
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  size constant integer := least(greatest(coalesce(lesson_questions.page_size, 20), 1), 50);
  me uuid := private.uid();
  course uuid := private.course_of_lesson(lesson_questions.lesson_id);
  rights record;
  everywhere boolean;
  moderates boolean;
  staffed uuid[];
  moderated uuid[];
  mine uuid[];
  opens boolean;
  banned boolean;
  edge_at timestamptz := 'infinity';
  edge_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  select r.* into rights from private.my_question_rights(course) r;
  if not rights.reads then
    raise exception using errcode = '42501', message = 'permission denied for function lesson_questions';
  end if;
  everywhere := rights.lists;
  moderates := rights.moderates;
  staffed := rights.listed;
  moderated := rights.moderated;
  opens := private.opens_lesson(lesson_questions.lesson_id);
  if not opens and not everywhere and cardinality(staffed) = 0 then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This lesson is not open to you.';
  end if;
  banned := not everywhere and private.is_banned_from_questions(me, course);
  mine := case when everywhere then '{}' else array(select private.my_cohort_ids()) end;
  if lesson_questions.before is not null then
    -- If `before` is a question of another lesson, the page is empty.
    select coalesce(max(q.created_at), '-infinity') into edge_at
    from public.questions q where q.id = lesson_questions.before and q.lesson_id = lesson_questions.lesson_id;
    edge_id := lesson_questions.before;
  end if;
  return (
    with found as (
      -- Each branch has its own index, which returns the newest questions first.
      (select q.id, q.created_at from public.questions q
        where everywhere and q.lesson_id = lesson_questions.lesson_id and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
      union
      (select q.id, q.created_at from public.questions q
        where not everywhere and opens and not banned and q.lesson_id = lesson_questions.lesson_id and q.audience = 'EVERYONE'
          and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
      union
      (select q.id, q.created_at from unnest(mine) c (id) cross join lateral (
          select x.id, x.created_at from public.questions x
          where x.cohort_id = c.id and x.lesson_id = lesson_questions.lesson_id and x.audience = 'COHORT'
            and x.merged_into_id is null and (x.deleted_at is null or x.answers > 0)
            and (x.created_at, x.id) < (edge_at, edge_id) order by x.created_at desc, x.id desc limit size + 1) q
        where not everywhere and opens and not banned)
      union
      (select q.id, q.created_at from unnest(staffed) c (id) cross join lateral (
          select x.id, x.created_at from public.questions x
          where x.cohort_id = c.id and x.lesson_id = lesson_questions.lesson_id
            and x.merged_into_id is null and (x.deleted_at is null or x.answers > 0)
            and (x.created_at, x.id) < (edge_at, edge_id) order by x.created_at desc, x.id desc limit size + 1) q
        where not everywhere)
      union
      (select q.id, q.created_at from public.questions q
        where not everywhere and opens and not banned and q.author_id = me and q.lesson_id = lesson_questions.lesson_id
          and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
    ), page as (
      select f.id, f.created_at from found f order by f.created_at desc, f.id desc limit size + 1
    ), shown as (
      select p.id, p.created_at from page p order by p.created_at desc, p.id desc limit size
    )
    select jsonb_build_object(
      'can_ask', opens and not banned, 'banned', banned, 'moderates', moderates,
      'cohort', (select c.title from public.cohorts c where c.id = private.cohort_of_asker(me, course)),
      'questions', (
        select coalesce(jsonb_agg(v.view order by s.created_at desc, s.id desc), '[]')
        from private.question_views(array(select x.id from shown x), me, moderates, moderated, 280) v join shown s on s.id = v.id),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at, s.id limit 1) end)
  );
end
$function$;
