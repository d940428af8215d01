-- Why: the page of a course shows the figures of all its exercises, with one call (rules/exercises#figures).

create function public.course_exercise_figures(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  if not private.can_on_course('exercise_runs', 'list', course_exercise_figures.course_id)
    and not (private.can('exercise_runs', 'list', 'assigned')
      and course_exercise_figures.course_id in (select private.my_staffed_course_ids())) then
    perform private.refuse('You may not read the runs of this course.');
  end if;
  return (
    select coalesce(jsonb_agg((public.exercise_figures(l.id) - 'people') || jsonb_build_object('title', l.title,
      'proved', x.version > 0) order by m.index, l.index), '[]')
    from public.modules m
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'EXERCISE'
    join public.exercises x on x.lesson_id = l.id
    where m.course_id = course_exercise_figures.course_id and m.deleted_at is null);
end
$$;
comment on function public.course_exercise_figures(uuid) is
  'Takes a course; returns its exercises in order, each as exercise_figures() returns it without the people, with {title, proved: whether learners have a version}. Raises 42501 for callers who may read no runs of the course (rules/exercises#figures).';
revoke all on function public.course_exercise_figures(uuid) from public;
grant execute on function public.course_exercise_figures(uuid) to authenticated, service_role;
