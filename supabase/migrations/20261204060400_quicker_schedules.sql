-- Why: with 2,000 cohorts, a person's calls spent most of their time on planning, and those of staff on reading openings and
-- completions lesson by lesson. The answers stay the same.

drop index public.releases_lesson_id_idx;
create index releases_lesson_id_idx on public.releases (lesson_id, cohort_id);
drop index public.releases_module_id_idx;
create index releases_module_id_idx on public.releases (module_id, cohort_id);

create or replace function private.unreleased_lesson_ids(person uuid, moment timestamptz)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  -- A quick answer: most people belong to no cohort.
  if exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return query select u.lesson_id from private.unreleased_lessons(person, moment) u;
  end if;
end
$function$;

create or replace function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date)
  language plpgsql
  stable security definer
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
      -- Only people with an open lesson that they have not completed can be behind.
      select p.user_id from person p join opened o on p.user_id = any (o.people)
      where o.lessons > (select count(*) from done d where d.user_id = p.user_id and d.lesson_id = any (o.ids))
    ), gap as (
      select t.user_id, t.day - lag(t.day) over (partition by t.user_id order by t.day) as days
      from (select distinct d.user_id, d.day from done d) t
    ), rhythm as materialized (
      -- Four days with a completion, so three gaps, are enough for a usual gap.
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
    ), found as (
      select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
      from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
      where c.today - a.day > 2 * r.usual
      union all
      select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
      from c cross join person p
      where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
    )
    select f.user_id, f.reason, f.days, f.usual, f.since
    from found f cross join c
    where f.user_id in (select w.user_id from waiting w)
      and not exists (
        select from private.cohort_clearings x
        where x.cohort_id = c.id and x.user_id = f.user_id and x.reason = f.reason and private.local_day(x.cleared_at, c.time_zone) >= f.since);
end
$function$;

create or replace function public.person_lessons(
  user_id uuid,
  course_id uuid,
  at timestamptz default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  all_cohorts constant boolean := private.can('cohorts', 'read');
  moment timestamptz := greatest(coalesce(person_lessons.at, now()), now());
begin
  perform private.check_access_reading(person_lessons.user_id);
  return (
    with seen as materialized (
      select m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview,
        u.lesson_id is not null as shut, u.day, u.opens_at, u.cohort_id
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      left join private.unreleased_lessons(person_lessons.user_id, moment) u on u.lesson_id = l.id
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- Only people who may read a draft see its titles.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer depends on the course, on whether the lesson is a free preview, and on whether the schedule has opened it,
      -- so it is computed once for each combination of these. The moment of the opening is added for each lesson.
      select k.free_preview, k.shut, case when all_cohorts then a.answer else private.without_other_cohorts(a.answer) end as answer
      from (select distinct on (s.free_preview, s.shut) s.free_preview, s.shut, s.id from seen s order by s.free_preview, s.shut, s.id) k
      cross join lateral (select private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment) as answer) a
    ), cohort as materialized (
      select k.cohort_id, case when private.can_on_cohort('cohorts', 'read', k.cohort_id) then private.cohort_facts(k.cohort_id) end as facts
      from (select distinct s.cohort_id from seen s where s.cohort_id is not null) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module)
      || a.answer || case when a.answer ->> 'reason' = 'UNRELEASED'
        then jsonb_build_object('opens_at', s.opens_at, 'day', s.day, 'cohort', h.facts) else '{}' end
      order by s.module_index, s.index), '[]')
    from seen s join answers a on (a.free_preview, a.shut) = (s.free_preview, s.shut)
    left join cohort h on h.cohort_id = s.cohort_id);
end
$function$;

create or replace function public.person_access(user_id uuid, at timestamptz default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  all_cohorts constant boolean := private.can('cohorts', 'read');
  them uuid := person_access.user_id;
  moment timestamptz := greatest(coalesce(person_access.at, now()), now());
  -- The answer is the same for every course if the account is not active, or if the role may read all courses.
  for_all jsonb;
begin
  perform private.check_access_reading(them);
  select case when st.state <> 'ACTIVE' then jsonb_build_object('open', false, 'reason', st.state)
      when private.person_may(them, 'courses', 'read') then jsonb_build_object('open', true, 'reason', 'ROLE', 'role', st.role) end
  into for_all from private.account_state(them) st;
  return (
    with shut as materialized (
      -- Free previews, and the courses of cohorts that the person looks after, are open regardless of the schedule.
      select u.course_id, u.opens_at, u.day, u.cohort_id, count(*) over (partition by u.course_id) as lessons,
        row_number() over (partition by u.course_id order by u.opens_at nulls last, u.day, u.lesson_id) as place
      from private.unreleased_lessons(them, moment) u
      join public.lessons l on l.id = u.lesson_id and not l.free_preview
      where u.course_id not in (select s.id from private.staffed_course_ids(them) s (id))
    ), met as materialized (
      -- Courses that were granted to the person, made by them, or of a cohort that they look after. All others were never granted.
      select e.course_id as id from public.entitlements e where e.user_id = them
      union select c.id from private.made_course_ids(them) c (id)
      union select s.id from private.staffed_course_ids(them) s (id)
      union select (l.before ->> 'course_id')::uuid from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them::text and l.action = 'entitlement.revoke'
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) || coalesce(for_all,
        case when met.id is not null then (
            select case when all_cohorts then a.answer else private.without_other_cohorts(a.answer) end
            from (select private.access_of(them, c.id, null, moment) || case when shut.course_id is not null then jsonb_build_object('schedule',
              jsonb_build_object('lessons', z.lessons, 'shut', shut.lessons, 'opens_at', shut.opens_at, 'day', shut.day,
                'cohort', private.cohort_facts(shut.cohort_id))) else '{}' end as answer) a)
          when c.status <> 'PUBLISHED' then '{"open": false, "reason": "DRAFT"}'
          else '{"open": false, "reason": "NEVER_GRANTED"}' end)
      order by met.id is null, c.title, c.id), '[]')
    from public.courses c left join met on met.id = c.id
    left join shut on shut.course_id = c.id and shut.place = 1
    left join private.course_sizes z on z.course_id = c.id
    where c.deleted_at is null);
end
$function$;
