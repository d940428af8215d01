-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION public.course_impact(course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people uuid[];
  begun bigint;
  midst bigint;
begin
  if not private.can_on_course('courses', 'update', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  people := private.learners_of(course_impact.course_id);
  select count(*), count(*) filter (where not k.finished and (k.user_id in (select u from unnest(people) u)) is true)
  into begun, midst
  from private.learner_courses k where k.course_id = course_impact.course_id and k.completed > 0;
  return (
    select jsonb_build_object(
      'open', c.status = 'PUBLISHED',
      'touched', private.named(people, private.may_name(true)),
      'modules', (select count(*) from public.modules m where m.course_id = c.id and m.deleted_at is null),
      'lessons', count(l.id),
      'learners', coalesce(cardinality(people), 0),
      'midst', midst,
      'communities', private.titled(array(
        select o.name from public.communities o where o.course_id = c.id and o.access_type = 'COURSE' order by o.name)),
      'learners_with_progress', begun)
    from public.courses c
    left join public.modules m on m.course_id = c.id and m.deleted_at is null
    left join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where c.id = course_impact.course_id
    group by c.id);
end
$function$;
comment on function public.course_impact(uuid) is 'Takes a course; whom it touches that it is published, unpublished or deleted: {open: whether it is published, touched: {count, names} of those to whom grants open it then, learners: how many, midst: of them those who began and have not finished, communities: {count, names} of those open to its holders, modules, lessons, learners_with_progress: who has completed something}. Raises 42501 (rules/members#touched).';
grant execute on function public.course_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.delete_course(course_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  moment timestamptz;
begin
  if not private.can_on_course('courses', 'delete', course_id) then
    perform private.refuse('You may not delete this course.');
  end if;
  perform private.lock_course(course_id);
  moment := clock_timestamp();
  update public.courses c set deleted_at = moment where c.id = delete_course.course_id and c.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this course.');
  end if;
  update public.lessons l set deleted_at = moment
  from public.modules m where m.id = l.module_id and m.course_id = delete_course.course_id and l.deleted_at is null;
  update public.modules m set deleted_at = moment where m.course_id = delete_course.course_id and m.deleted_at is null;
end
$function$;
comment on function public.delete_course(uuid) is 'Takes a course and marks it deleted with all that lies below. Raises 42501 (rules/courses#bin).';
grant execute on function public.delete_course(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.delete_lesson(lesson_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.can_on_course('lessons', 'delete', course) then
    perform private.refuse('You may not delete this lesson.');
  end if;
  perform private.lock_course(course);
  update public.lessons l set deleted_at = clock_timestamp() where l.id = delete_lesson.lesson_id and l.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this lesson.');
  end if;
end
$function$;
comment on function public.delete_lesson(uuid) is 'Takes a lesson and marks it deleted. Raises 42501.';
grant execute on function public.delete_lesson(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.delete_module(module_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  moment timestamptz;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.can_on_course('modules', 'delete', course) then
    perform private.refuse('You may not delete this module.');
  end if;
  perform private.lock_course(course);
  moment := clock_timestamp();
  update public.modules m set deleted_at = moment where m.id = delete_module.module_id and m.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this module.');
  end if;
  update public.lessons l set deleted_at = moment where l.module_id = delete_module.module_id and l.deleted_at is null;
end
$function$;
comment on function public.delete_module(uuid) is 'Takes a module and marks it deleted with its lessons. Raises 42501.';
grant execute on function public.delete_module(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.deleted_content(course_id uuid)
 RETURNS TABLE(kind text, id uuid, title text, module_title text, deleted_at timestamp with time zone, lessons bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can_on_course('modules', 'restore', course_id) or not private.can_on_course('lessons', 'restore', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  return query
  select * from (
    select 'module', m.id, m.title, null::text, m.deleted_at,
      (select count(*) from public.lessons l where l.module_id = m.id and l.deleted_at = m.deleted_at)
    from public.modules m
    where m.course_id = deleted_content.course_id and m.deleted_at > now() - interval '30 days'
    union all
    select 'lesson', l.id, l.title, m.title, l.deleted_at, 1::bigint
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where m.course_id = deleted_content.course_id and l.deleted_at > now() - interval '30 days'
  ) bin
  order by 5 desc
  limit 200;
end
$function$;
comment on function public.deleted_content(uuid) is 'Takes a course; its modules and lessons that can still be restored (30 days), the latest first. Lessons that went with their module come back with it and are not listed. Raises 42501.';
grant execute on function public.deleted_content(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.deleted_courses()
 RETURNS TABLE(id uuid, title text, slug text, deleted_at timestamp with time zone, lessons bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select c.id, c.title, c.slug, c.deleted_at,
    (select count(*) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = c.id and l.deleted_at = c.deleted_at)
  from public.courses c
  where c.deleted_at > now() - interval '30 days'
    and (private.can('courses', 'restore') or (c.created_by_id = private.uid() and private.can('courses', 'restore', 'own')))
  order by c.deleted_at desc
  limit 200;
end
$function$;
comment on function public.deleted_courses() is 'Courses that the caller may still restore (30 days), the latest first, with the lessons that come back with each.';
grant execute on function public.deleted_courses() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.lesson_impact(lesson_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if not private.can_on_course('lessons', 'update', course) then
    perform private.refuse('You may not read this lesson.');
  end if;
  return jsonb_build_object(
    'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
    'touched', private.named(private.learners_of(course), private.may_name(true)),
    'learners_with_progress', (select count(*) from public.lesson_completions c where c.lesson_id = lesson_impact.lesson_id));
end
$function$;
comment on function public.lesson_impact(uuid) is 'Takes a lesson; whom its deletion touches: {open: whether its course is published, touched: {count, names} of those to whom grants open the course then, learners_with_progress: who has completed it}. Raises 42501.';
grant execute on function public.lesson_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.module_impact(module_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  course uuid := private.course_of_module(module_id);
begin
  if not private.can_on_course('modules', 'update', course) then
    perform private.refuse('You may not read this module.');
  end if;
  return (
    select jsonb_build_object('lessons', count(*),
      'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
      'touched', private.named(private.learners_of(course), private.may_name(true)),
      'learners_with_progress', (select count(distinct c.user_id) from public.lesson_completions c where c.lesson_id = any(array_agg(l.id))))
    from public.lessons l where l.module_id = module_impact.module_id and l.deleted_at is null);
end
$function$;
comment on function public.module_impact(uuid) is 'Takes a module; whom its deletion touches: {lessons, open: whether its course is published, touched: {count, names} of those to whom grants open the course then, learners_with_progress: who has completed any of it}. Raises 42501.';
grant execute on function public.module_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.restore_course(course_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  moment timestamptz := (
    select c.deleted_at from public.courses c
    where c.id = restore_course.course_id and c.deleted_at > now() - interval '30 days');
begin
  if moment is null or not private.can_on_course('courses', 'restore', course_id) then
    perform private.refuse('You may not restore this course.');
  end if;
  if exists (
    select 1 from public.courses c join public.courses gone on gone.id = restore_course.course_id
    where c.slug = gone.slug and c.deleted_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Another course has this slug by now.', hint = 'SLUG_TAKEN';
  end if;
  update public.courses c set deleted_at = null where c.id = restore_course.course_id;
  update public.modules m set deleted_at = null where m.course_id = restore_course.course_id and m.deleted_at = moment;
  update public.lessons l set deleted_at = null
  from public.modules m where m.id = l.module_id and m.course_id = restore_course.course_id and l.deleted_at = moment;
end
$function$;
comment on function public.restore_course(uuid) is 'Takes a course deleted at most 30 days ago; brings it back with what was deleted at that moment. Raises 42501, or PT409 SLUG_TAKEN.';
grant execute on function public.restore_course(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.restore_lesson(lesson_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  gone public.lessons;
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.can_on_course('lessons', 'restore', course) then
    perform private.refuse('You may not restore this lesson.');
  end if;
  perform private.lock_course(course);
  select l.* into gone from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
  where l.id = restore_lesson.lesson_id and l.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this lesson.');
  end if;
  update public.lessons l set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.lessons x where x.module_id = gone.module_id and x.deleted_at is null)
  where l.id = gone.id;
end
$function$;
comment on function public.restore_lesson(uuid) is 'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back, last. Raises 42501.';
grant execute on function public.restore_lesson(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.restore_module(module_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  gone public.modules;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.can_on_course('modules', 'restore', course) then
    perform private.refuse('You may not restore this module.');
  end if;
  perform private.lock_course(course);
  select m.* into gone from public.modules m join public.courses c on c.id = m.course_id and c.deleted_at is null
  where m.id = restore_module.module_id and m.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this module.');
  end if;
  update public.modules m set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.modules x where x.course_id = gone.course_id and x.deleted_at is null)
  where m.id = gone.id;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$function$;
comment on function public.restore_module(uuid) is 'Takes a module deleted at most 30 days ago from a course that exists; brings it back, last, with the lessons deleted at that moment. Raises 42501.';
grant execute on function public.restore_module(uuid) to authenticated, service_role;
