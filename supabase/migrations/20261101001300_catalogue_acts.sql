-- Why: deleting marks a whole branch at one moment and restoring takes back what was marked at that
-- moment, so that nothing that was deleted before comes back with it, and every completion stays
-- (decisions, section 5). Both write many rows, and so are functions (sql.md, 10).

create function private.may_touch(resource text, action text, course_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can(resource, action)
    or (private.can(resource, action, 'own') and exists (
      select 1 from public.courses c where c.id = may_touch.course_id and c.created_by_id = private.uid()));
end
$$;
comment on function private.may_touch(text, text, uuid) is
  'Takes a resource, an action and a course, a deleted one too; true when the caller may do that to everything, or to their own and the course is theirs.';

create function private.refuse(message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = refuse.message;
end
$$;
comment on function private.refuse(text) is 'Raises 42501 with the sentence: for rows the caller may not touch and for unknown ones alike.';

create function public.delete_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
begin
  if not private.may_touch('courses', 'delete', course_id)
     or not exists (select 1 from public.courses c where c.id = delete_course.course_id and c.deleted_at is null) then
    perform private.refuse('You may not delete this course.');
  end if;
  update public.lessons l set deleted_at = moment
  from public.modules m where m.id = l.module_id and m.course_id = delete_course.course_id and l.deleted_at is null;
  update public.modules m set deleted_at = moment where m.course_id = delete_course.course_id and m.deleted_at is null;
  update public.courses c set deleted_at = moment where c.id = delete_course.course_id;
end
$$;
comment on function public.delete_course(uuid) is 'Takes a course and marks it deleted with all that lies below. Raises 42501 (decisions, section 5).';

create function public.delete_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  course uuid := (select m.course_id from public.modules m where m.id = delete_module.module_id and m.deleted_at is null);
begin
  if course is null or not private.may_touch('modules', 'delete', course) then
    perform private.refuse('You may not delete this module.');
  end if;
  update public.lessons l set deleted_at = moment where l.module_id = delete_module.module_id and l.deleted_at is null;
  update public.modules m set deleted_at = moment where m.id = delete_module.module_id;
end
$$;
comment on function public.delete_module(uuid) is 'Takes a module and marks it deleted with its lessons. Raises 42501.';

create function public.delete_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  course uuid := (
    select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
    where l.id = delete_lesson.lesson_id and l.deleted_at is null);
begin
  if course is null or not private.may_touch('lessons', 'delete', course) then
    perform private.refuse('You may not delete this lesson.');
  end if;
  update public.lessons l set deleted_at = clock_timestamp() where l.id = delete_lesson.lesson_id;
end
$$;
comment on function public.delete_lesson(uuid) is 'Takes a lesson and marks it deleted. Raises 42501.';

-- A position may have been taken meanwhile: what comes back goes to the end of its parent.
create function public.restore_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := (
    select c.deleted_at from public.courses c
    where c.id = restore_course.course_id and c.deleted_at > now() - interval '30 days');
begin
  if moment is null or not private.may_touch('courses', 'restore', course_id) then
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
$$;
comment on function public.restore_course(uuid) is
  'Takes a course deleted at most 30 days ago; brings it back with what was deleted at that moment. Raises 42501, or PT409 SLUG_TAKEN.';

create function public.restore_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone public.modules;
begin
  select m.* into gone from public.modules m join public.courses c on c.id = m.course_id and c.deleted_at is null
  where m.id = restore_module.module_id and m.deleted_at > now() - interval '30 days';
  if gone.id is null or not private.may_touch('modules', 'restore', gone.course_id) then
    perform private.refuse('You may not restore this module.');
  end if;
  update public.modules m set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.modules x where x.course_id = gone.course_id and x.deleted_at is null)
  where m.id = gone.id;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$$;
comment on function public.restore_module(uuid) is
  'Takes a module deleted at most 30 days ago from a course that exists; brings it back, last, with the lessons deleted at that moment. Raises 42501.';

create function public.restore_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone public.lessons;
  course uuid;
begin
  select l.* into gone from public.lessons l where l.id = restore_lesson.lesson_id and l.deleted_at > now() - interval '30 days';
  select m.course_id into course from public.modules m where m.id = gone.module_id and m.deleted_at is null;
  if course is null or not private.may_touch('lessons', 'restore', course) then
    perform private.refuse('You may not restore this lesson.');
  end if;
  update public.lessons l set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.lessons x where x.module_id = gone.module_id and x.deleted_at is null)
  where l.id = gone.id;
end
$$;
comment on function public.restore_lesson(uuid) is
  'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back, last. Raises 42501.';

create function public.course_weight(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_touch('courses', 'update', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  return (
    select jsonb_build_object(
      'modules', (select count(*) from public.modules m where m.course_id = c.id and m.deleted_at is null),
      'lessons', count(l.id),
      'learners', (select count(distinct e.user_id) from public.entitlements e where e.course_id = c.id and (e.expires_at is null or e.expires_at > now())),
      'learners_with_progress', (select count(distinct lc.user_id) from public.lesson_completions lc where lc.lesson_id = any(array_agg(l.id))))
    from public.courses c
    left join public.modules m on m.course_id = c.id and m.deleted_at is null
    left join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where c.id = course_weight.course_id
    group by c.id);
end
$$;
comment on function public.course_weight(uuid) is
  'Takes a course; counts its modules, lessons, learners, and learners who have completed something, for what a screen says before it deletes or unpublishes. Raises 42501.';

create function public.course_titles() returns table (id uuid, title text, slug text, status public.course_status)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.id, c.title, c.slug, c.status from public.courses c
  where c.deleted_at is null
    and ((select private.can('courses', 'list')) or c.id in (select private.my_course_ids('courses', 'list')))
  order by c.title;
end
$$;
comment on function public.course_titles() is
  'Id, title, slug and status of all courses for administrators and moderators, of their own for creators: what Manage Access and invites choose from (decisions, section 3).';

grant execute on function public.delete_course(uuid), public.delete_module(uuid), public.delete_lesson(uuid),
  public.restore_course(uuid), public.restore_module(uuid), public.restore_lesson(uuid),
  public.course_weight(uuid), public.course_titles() to authenticated;
