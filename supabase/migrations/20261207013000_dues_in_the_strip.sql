-- Why: the schedule of a cohort shows openings and, next to them, the due dates of its assignments (rules/cohorts#schedule).

create or replace function public.cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  perform private.check_cohort_right('releases', 'read', cohort_schedule.cohort_id);
  return (
    select jsonb_build_object('starts_on', c.starts_on, 'ends_on', c.ends_on, 'time_zone', c.time_zone, 'today', private.local_day(now(), c.time_zone),
      'courses', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug, 'modules', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'release', private.release_facts(c, r), 'lessons', coalesce((
                select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
                  'free', l.free_preview, 'release', private.release_facts(c, x), 'due', case when l.content_type = 'ASSIGNMENT' then
                    jsonb_build_object('said', jsonb_build_object('day', a.due_day, 'at_time', to_char(a.due_time, 'HH24:MI')),
                      'own', case when d.lesson_id is not null then jsonb_build_object('day', d.day, 'at_time', to_char(d.at_time, 'HH24:MI')) end) end)
                  order by l.index)
                from public.lessons l left join public.releases x on x.cohort_id = c.id and x.lesson_id = l.id
                left join public.assignments a on a.lesson_id = l.id
                left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
                where l.module_id = m.id and l.deleted_at is null), '[]'))
              order by m.index)
            from public.modules m left join public.releases r on r.cohort_id = c.id and r.module_id = m.id
            where m.course_id = o.id and m.deleted_at is null), '[]'))
          order by k.position, o.title)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null
        where k.cohort_id = c.id), '[]'))
    from public.cohorts c where c.id = cohort_schedule.cohort_id);
end
$$;
comment on function public.cohort_schedule(uuid) is 'Takes a cohort; {starts_on, ends_on, time_zone, today: there, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release, due: {said: that of the assignment, own: that of the cohort, or null}, null for other types}]}]}]} in their order, `release` as release_facts() gives it, said and own as {day, at_time}. A null in own stands for the value in said, and a null in said for none. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';
