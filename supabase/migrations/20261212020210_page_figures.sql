-- Why: nobody hands in a run of a page, so its figures are the people who completed it (rules/exercises#figures).

create or replace function public.course_exercise_figures(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  everybody constant boolean := private.can_on_course('exercise_runs', 'list', course_exercise_figures.course_id);
begin
  if not everybody
    and not (private.can('exercise_runs', 'list', 'assigned')
      and course_exercise_figures.course_id in (select private.my_staffed_course_ids())) then
    perform private.refuse('You may not read the runs of this course.');
  end if;
  return (
    select coalesce(jsonb_agg((public.exercise_figures(l.id) - 'people') || jsonb_build_object('title', l.title,
      'proved', x.version > 0, 'language', x.language, 'completed', (
        select count(*) from public.lesson_completions d
        where d.lesson_id = l.id and (everybody or d.user_id in (
          select p.user_id from public.cohort_staff f
          join public.cohort_courses k on k.cohort_id = f.cohort_id and k.course_id = course_exercise_figures.course_id
          join public.cohort_members p on p.cohort_id = f.cohort_id and p.state <> 'LEFT'
          where f.user_id = private.uid())))) order by m.index, l.index), '[]')
    from public.modules m
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'EXERCISE'
    join public.exercises x on x.lesson_id = l.id
    where m.course_id = course_exercise_figures.course_id and m.deleted_at is null);
end
$$;
comment on function public.course_exercise_figures(uuid) is 'Takes a course; returns its exercises in order, each as exercise_figures() returns it without the people, with {title, proved: whether learners have a version, language: of that version, completed: how many of these people completed the lesson}. Raises 42501 for callers who may read no runs of the course (rules/exercises#figures).';
