-- Why: Say in a calendar that work is handed in, and leave passed work out

set check_function_bodies = off;

create or replace function public.calendar_of(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  person uuid;
begin
  if token ~ '^[0-9a-f]{64}$' then
    select a.user_id into person from private.calendar_addresses a where a.hash = sha256(decode(token, 'hex'));
  end if;
  if person is null or not private.person_keeps(person, 'cohorts', 'read', 'own') then
    return null;
  end if;
  return (
    with mine as materialized (
      select c.*, m.shift_days, m.open_all, m.paused_at, greatest(c.updated_at, m.updated_at, s.changed_at) as plan_changed_at
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      left join private.schedule_changes s on s.cohort_id = c.id
      where m.user_id = person and m.state <> 'LEFT' and not c.draft and c.archived_at is null
    ), opening as (
      -- Lessons of one module that open at one moment are one event. If one of them opens with its module, the event has the
      -- id of the module, so it stays the same when the opening moves. Otherwise it has the id of one of the lessons.
      select mine.id as cohort_id, p.module_id, t.opens_at, min(o.title) as course, min(o.slug) as slug, min(md.title) as module,
        count(*) as lessons, (array_agg(l.title order by p.lesson_place))[1:20] as titles, min(p.course_place) as course_place,
        min(p.module_place) as module_place,
        case when bool_or(own.id is null) then p.module_id else (array_agg(p.lesson_id order by p.lesson_id))[1] end as event_id,
        greatest(max(mine.plan_changed_at), max(o.updated_at), max(md.updated_at), max(l.updated_at)) as changed_at
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      join public.modules md on md.id = p.module_id
      join public.lessons l on l.id = p.lesson_id
      left join public.releases own on own.cohort_id = mine.id and own.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) t
      -- While a person pauses, it is not known when the next lessons open.
      where not mine.open_all and t.opens_at <= coalesce(mine.paused_at, 'infinity')
      group by mine.id, p.module_id, t.opens_at
    ), due as (
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, l.title, o.title as course, o.slug, s.state is not distinct from 'WAITING' as handed_in,
        greatest(mine.plan_changed_at, o.updated_at, l.updated_at, a.updated_at, x.given_at, w.changed_at) as changed_at
      from private.person_dues(person, now()) d
      join mine on mine.id = d.cohort_id
      join public.lessons l on l.id = d.lesson_id
      join public.assignments a on a.lesson_id = d.lesson_id
      join public.courses o on o.id = d.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.extensions x on x.lesson_id = d.lesson_id and x.user_id = person
      left join public.submissions s on s.lesson_id = d.lesson_id and s.user_id = person
      cross join lateral (
        select greatest(max(r.submitted_at), max(v.published_at), max(v.withdrawn_at)) as changed_at
        from public.submission_rounds r left join public.reviews v on v.round_id = r.id where r.submission_id = s.id) w
      where d.due_at is not null and s.state is distinct from 'PASSED'
    )
    select jsonb_build_object('cohorts', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on + c.shift_days,
        'ends_on', c.ends_on + c.shift_days, 'changed_at', c.plan_changed_at,
        'openings', coalesce((
          select jsonb_agg(jsonb_build_object('event_id', e.event_id, 'module_id', e.module_id, 'module', e.module, 'course', e.course,
            'slug', e.slug, 'opens_at', e.opens_at, 'lessons', e.lessons, 'titles', to_jsonb(e.titles), 'changed_at', e.changed_at)
            order by e.opens_at, e.course_place, e.module_place, e.event_id)
          from opening e where e.cohort_id = c.id), '[]'),
        'dues', coalesce((
          select jsonb_agg(jsonb_build_object('lesson_id', e.lesson_id, 'title', e.title, 'course', e.course, 'slug', e.slug, 'due_at', e.due_at,
            'time_zone', e.time_zone, 'handed_in', e.handed_in, 'changed_at', e.changed_at) order by e.due_at, e.lesson_id)
          from due e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$function$;

comment on function public.calendar_of(text) is 'Takes the secret of a calendar; the openings and due dates of its person''s cohorts, {cohorts: [{id, title, time_zone, starts_on, ends_on: less their shift, changed_at, openings: [{event_id: the same wherever the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}], dues: without those of passed work, [{lesson_id, title, course, slug, due_at, time_zone, handed_in: whether the work waits for a review, changed_at}]}]}. Null for an unknown secret and for an account that may not be used. Only for the edge function `calendar` (rules/cohorts#calendar).';
