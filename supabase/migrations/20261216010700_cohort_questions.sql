-- Why: Staff read the questions of a cohort that wait for an answer.

set check_function_bodies = off;

create or replace function public.cohort_questions(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_cohort('questions', 'moderate', cohort_questions.cohort_id) then
    perform private.refuse('You may not read the questions of this cohort.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'title', q.title, 'lesson_id', q.lesson_id, 'lesson', l.title, 'slug', c.slug,
        'author', case when p.id is not null then jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) end,
        'waiting_since', q.waiting_since, 'answers', q.answers) order by q.waiting_since, q.id), '[]')
    from (
      select o.* from public.questions o
      where o.cohort_id = cohort_questions.cohort_id and o.waiting_since is not null and o.deleted_at is null and o.merged_into_id is null
      order by o.waiting_since, o.id limit 100) q
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    left join public.profiles p on p.id = q.author_id);
end
$function$;

grant EXECUTE on function public.cohort_questions(uuid) to authenticated;

grant EXECUTE on function public.cohort_questions(uuid) to service_role;

comment on function public.cohort_questions(uuid) is 'Takes a cohort; returns its questions that wait for an answer, at most 100, those that have waited longest first: [{id, title, lesson_id, lesson, slug: of the course, author: {id, name} or null, waiting_since, answers}]. For those who moderate questions there; raises 42501 (rules/questions#of-a-cohort).';
