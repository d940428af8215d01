-- Why: People of a cohort see its whole schedule, due dates and messages.

set check_function_bodies = off;

create or replace function public.my_cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  c public.cohorts;
  shift int;
begin
  if my_cohort_schedule.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  select o.* into c from public.cohorts o where o.id = my_cohort_schedule.cohort_id;
  select m.shift_days into shift from public.cohort_members m where m.cohort_id = c.id and m.user_id = me;
  return (
    with planned as materialized (
      select p.*, o.title as course, o.slug, u.lesson_id is null as is_open, done.lesson_id is not null as is_done,
        -- While the person pauses, a lesson that is not open has no moment.
        case when u.lesson_id is null then private.local_moment(c.starts_on + shift + p.day, p.at_time, c.time_zone) else u.opens_at end as opens_at
      from private.cohort_plan(c.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join private.unreleased_lessons(me, now()) u on u.lesson_id = p.lesson_id
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
    ), opening as (
      -- Lessons of one module that open at one moment are one line.
      select q.day, q.opens_at, q.course, q.slug, q.module_id, (array_agg(q.lesson_id order by q.lesson_place))[1] as lesson_id,
        bool_and(q.is_open) as open, count(*) as lessons, count(*) filter (where q.is_done) as done,
        row_number() over (order by q.day, q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q group by q.day, q.opens_at, q.course, q.slug, q.module_id
    )
    select jsonb_build_object(
      'openings', coalesce((
        select jsonb_agg(jsonb_build_object('day', o.day, 'opens_at', o.opens_at, 'open', o.open, 'lessons', o.lessons, 'done', o.done,
          'title', case when o.lessons = 1 then l.title else m.title end, 'id', o.lesson_id, 'course', o.course, 'slug', o.slug) order by o.place)
        from opening o join public.lessons l on l.id = o.lesson_id join public.modules m on m.id = o.module_id), '[]'),
      'dues', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', l.title, 'course', q.course, 'slug', q.slug, 'at', d.due_at, 'zone', d.time_zone,
          'day', private.local_day(d.due_at, c.time_zone) - c.starts_on - shift, 'open', q.is_open, 'state', s.state) order by d.due_at, d.lesson_id)
        from private.person_dues(me, now()) d
        join planned q on q.lesson_id = d.lesson_id
        join public.lessons l on l.id = d.lesson_id
        left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
        where d.cohort_id = c.id and d.due_at is not null), '[]'),
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'created_at', n.created_at, 'sender', nullif(p.name, ''))
          order by n.created_at desc, n.id desc)
        from (select * from public.cohort_messages o where o.cohort_id = c.id order by o.created_at desc, o.id desc limit 50) n
        left join public.profiles p on p.id = n.sender_id), '[]')));
end
$function$;

grant EXECUTE on function public.my_cohort_schedule(uuid) to authenticated;

grant EXECUTE on function public.my_cohort_schedule(uuid) to service_role;

comment on function public.my_cohort_schedule(uuid) is 'Takes a cohort of the caller; returns {openings: in their order [{day: of the schedule, 0 is the first, opens_at: with the caller''s shift, null while they pause, open, lessons: how many, done, title: of the module, or of the only lesson, id: of the first lesson, course, slug: of the course}], dues: [{id, title, course, slug, at, zone, day, open, state: of the work, or null}], messages: the newest 50 [{id, title, message, created_at, sender: a name or null}]}. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#weeks).';
