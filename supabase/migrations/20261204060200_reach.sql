-- Why: a moderator who does not see everybody learns only of the cohorts that they look after, even if the access of one of
-- their people comes from another cohort (rules/access#moderators-see-everybody). And an open course can have lessons that the
-- schedule has not opened, so "What can they open?" says how many are open and when the next one opens (rules/members#why).

create function private.without_other_cohorts(answer jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place text[];
begin
  if not private.can('cohorts', 'read') then
    foreach place slice 1 in array array[array['cohort', null], array['grant', 'cohort'], array['schedule', 'cohort']] loop
      place := array_remove(place, null);
      if answer #> place is not null and (answer #>> (place || 'id'::text))::uuid not in (select private.staffed_cohort_ids('cohorts', 'read')) then
        answer := jsonb_set(answer, place, 'null');
      end if;
    end loop;
  end if;
  return answer;
end
$$;
comment on function private.without_other_cohorts(jsonb) is
  'Takes an answer of access_of(); the same answer without cohorts that the caller may not read.';
revoke all on function private.without_other_cohorts(jsonb) from public;

create or replace function public.member_access(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  reached uuid := (select member_access.user_id where private.reaches(member_access.user_id));
begin
  if not private.can('entitlements', 'read', 'assigned') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at,
        'cohorts', coalesce(k.cohorts, '[]')) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(private.grant_is_open(g.expires_at)) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = reached and g.course_id = c.id and g.cohort_id is null
    ) e on true
    left join lateral (
      select jsonb_agg(private.cohort_facts(g.cohort_id) || jsonb_build_object('expires_at', g.expires_at) order by g.created_at) as cohorts
      from public.entitlements g
      where g.user_id = reached and g.course_id = c.id and g.cohort_id is not null and private.grant_is_open(g.expires_at)
        and private.can_on_cohort('cohorts', 'read', g.cohort_id)
    ) k on true
    where c.deleted_at is null);
end
$function$;
comment on function public.member_access(uuid) is 'Takes a person; every course [{id, title, slug, status, granted, source, expires_at, cohorts: [{id, slug, title, time_zone, expires_at}]}] with whether it was granted to them, how they came to it and until when, and the cohorts that open it to them and that the caller may read. A person whom the caller does not reach has none. For callers who may read entitlements and list all courses; raises 42501.';

create or replace function public.person_access(user_id uuid, at timestamptz default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
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
        case when met.id is not null then private.without_other_cohorts(private.access_of(them, c.id, null, moment)
            || case when shut.course_id is not null then jsonb_build_object('schedule', jsonb_build_object('lessons', z.lessons,
              'shut', shut.lessons, 'opens_at', shut.opens_at, 'day', shut.day, 'cohort', private.cohort_facts(shut.cohort_id))) else '{}' end)
          when c.status <> 'PUBLISHED' then '{"open": false, "reason": "DRAFT"}'
          else '{"open": false, "reason": "NEVER_GRANTED"}' end)
      order by met.id is null, c.title, c.id), '[]')
    from public.courses c left join met on met.id = c.id
    left join shut on shut.course_id = c.id and shut.place = 1
    left join private.course_sizes z on z.course_id = c.id
    where c.deleted_at is null);
end
$function$;
comment on function public.person_access(uuid,timestamp with time zone) is 'Takes a person and a moment to come (null, or one that is past: now); every course [{id, title, slug, open, reason, schedule?, ...}] with the answer of private.access_of(); courses that were granted to the person or made by them come first. `schedule`, if a cohort has not opened all lessons of the course: {lessons and shut: how many, opens_at: when the next opens (null while the person pauses), day, cohort}. A cohort that the caller may not read is null. For callers who may list people and courses and read grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';

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
  moment timestamptz := greatest(coalesce(person_lessons.at, now()), now());
begin
  perform private.check_access_reading(person_lessons.user_id);
  return (
    with seen as materialized (
      select m.id as module_id, m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview, u.day, u.opens_at
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      left join private.unreleased_lessons(person_lessons.user_id, moment) u on u.lesson_id = l.id
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- Only people who may read a draft see its titles.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer depends on the course, on whether the lesson is a free preview, and on when the schedule opens it, so it
      -- is computed once for each combination of these.
      select k.free_preview, k.day, k.opens_at, 
        private.without_other_cohorts(private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment)) as answer
      from (select distinct on (s.free_preview, s.day, s.opens_at) s.free_preview, s.day, s.opens_at, s.id from seen s
        order by s.free_preview, s.day, s.opens_at, s.id) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module) || a.answer
      order by s.module_index, s.index), '[]')
    from seen s join answers a
      on (a.free_preview, a.day, a.opens_at) is not distinct from (s.free_preview, s.day, s.opens_at));
end
$function$;
comment on function public.person_lessons(uuid,uuid,timestamp with time zone) is 'As person_access(), for the lessons of one course: [{id, title, module, open, reason, ...}] in their order. None for a draft whose lessons the caller may not read. Raises 42501 and PT404 NO_PERSON (rules/members#why).';
