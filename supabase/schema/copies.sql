-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.copy_lessons(modules jsonb, paths boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lessons jsonb := (
    select coalesce(jsonb_object_agg(l.id, gen_random_uuid()), '{}')
    from public.lessons l
    where l.module_id in (select k::uuid from jsonb_object_keys(copy_lessons.modules) k));
  slug constant text := (
    select c.slug from public.modules m join public.courses c on c.id = m.course_id
    where m.id in (select v.value::uuid from jsonb_each_text(copy_lessons.modules) v) limit 1);
begin
  perform set_config('rookies.files_as_held', 'on', true);
  insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
    external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path)
  select (lessons ->> l.id::text)::uuid, (copy_lessons.modules ->> l.module_id::text)::uuid, l.title, l.index, l.content_type,
    l.video_provider, l.video_asset_id, l.video_start_sec, l.external_url, l.description,
    private.with_lesson_links(l.content, slug, lessons), l.file_key, l.file_name,
    l.file_size, l.duration_sec, l.free_preview, case when copy_lessons.paths then l.source_path end
  from public.lessons l
  where l.id in (select k::uuid from jsonb_object_keys(lessons) k);
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select (lessons ->> a.lesson_id::text)::uuid, a.title, a.url, a.sort_order
  from public.lesson_attachments a
  where a.lesson_id in (select k::uuid from jsonb_object_keys(lessons) k);
  perform private.carry_files(lessons);
  perform set_config('rookies.files_as_held', '', true);
end
$function$;
comment on function private.copy_lessons(jsonb,boolean) is 'Takes {module: its copy} and whether the paths of an import go along, which a course holds once; copies the lessons with their attachments and files, in their places, their links among each other leading to the copies. Runs as its caller.';
grant execute on function private.copy_lessons(jsonb,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.copy_slug(slug text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free text;
begin
  select n.slug into free
  from (
    select counted.no, rtrim(left(copy_slug.slug, 50 - char_length(counted.ending)), '-') || counted.ending as slug
    from (select i as no, case when i = 1 then '-copy' else '-copy-' || i end as ending from generate_series(1, 1000) i) counted
  ) n
  where not private.slug_taken(n.slug)
    -- A slug that a course once had goes on leading there.
    and not exists (select 1 from public.course_slugs s where s.slug = n.slug)
  order by n.no
  limit 1;
  return free;
end
$function$;
comment on function private.copy_slug(text) is 'Takes a slug; gives one for a copy that no course has or had, 50 characters at most; null when a thousand are taken.';
grant execute on function private.copy_slug(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.copy_title(title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select rtrim(left(title, 93)) || ' (copy)'
$function$;
comment on function private.copy_title(text) is 'Takes a title; gives that of a copy, 100 characters at most.';
grant execute on function private.copy_title(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.record_copy(subject text, original uuid, copy uuid, title text, course_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A new course is its maker's own; everything else is made inside a course that is there.
  if not private.can_on_course(subject || 's', 'read', course_id)
     or not (case when subject = 'course' then private.can('courses', 'create', 'own')
       else private.can_on_course(subject || 's', 'create', course_id) end)
     or not exists (select 1 from public.courses c where c.id = record_copy.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not duplicate this %s.', subject));
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
  values (private.uid(), subject || '.duplicate', subject, record_copy.copy::text,
    jsonb_build_object('title', record_copy.title, 'copy_of', record_copy.original),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_copy.title, case when subject = 'course' then record_copy.copy else record_copy.course_id end);
end
$function$;
comment on function private.record_copy(text,uuid,uuid,text,uuid) is 'Takes course, module or lesson, the original, its copy to be, the copy''s title and the course of the original; writes down that the caller duplicates it. Raises 42501 unless they may read the original as staff and create the like of it.';
grant execute on function private.record_copy(text,uuid,uuid,text,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.duplicate_course(course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  original public.courses;
  copy uuid := gen_random_uuid();
  modules jsonb;
begin
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  perform private.record_copy('course', duplicate_course.course_id, copy, private.copy_title(original.title), duplicate_course.course_id);
  -- What is moved or deleted meanwhile waits, so that the copy is of one moment.
  perform private.lock_course(duplicate_course.course_id);
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this course.');
  end if;
  for attempt in 1..5 loop
    begin
      insert into public.courses (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id)
      values (copy, private.copy_title(original.title), private.copy_slug(original.slug), original.description, original.author_name,
        original.author_description, original.thumbnail_url, original.category, private.uid());
      exit;
    exception when unique_violation then
      -- The slug was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  select coalesce(jsonb_object_agg(m.id, gen_random_uuid()), '{}') into modules
  from public.modules m where m.course_id = duplicate_course.course_id;
  insert into public.modules (id, course_id, title, index, source_path)
  select (modules ->> m.id::text)::uuid, copy, m.title, m.index, m.source_path
  from public.modules m where m.course_id = duplicate_course.course_id;
  perform private.copy_lessons(modules, true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_course(uuid) is 'Takes a course; makes its like with all its modules, lessons and attachments: a draft of the caller, with a slug of its own, without learners, progress or purchases. Answers {id, title}. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate).';
grant execute on function public.duplicate_course(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.duplicate_lesson(lesson_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := gen_random_uuid();
begin
  perform private.record_copy('lesson', duplicate_lesson.lesson_id, copy,
    private.copy_title((select l.title from public.lessons l where l.id = duplicate_lesson.lesson_id)), course);
  perform private.lock_course(course);
  select l.* into original from public.lessons l where l.id = duplicate_lesson.lesson_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this lesson.');
  end if;
  perform set_config('rookies.files_as_held', 'on', true);
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = original.module_id and l.index > original.index;
      insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
        external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
      values (copy, original.module_id, private.copy_title(original.title), original.index + 1, original.content_type,
        original.video_provider, original.video_asset_id, original.video_start_sec, original.external_url, original.description,
        original.content, original.file_key, original.file_name, original.file_size, original.duration_sec, original.free_preview);
      exit;
    exception when exclusion_violation then
      -- A lesson was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select copy, a.title, a.url, a.sort_order from public.lesson_attachments a where a.lesson_id = original.id;
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_lesson(uuid) is 'Takes a lesson; adds its like with attachments right after it, without anybody''s progress, and answers {id, title}. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate).';
grant execute on function public.duplicate_lesson(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.duplicate_module(module_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  original public.modules;
  copy uuid := gen_random_uuid();
begin
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  perform private.record_copy('module', duplicate_module.module_id, copy, private.copy_title(original.title), original.course_id);
  perform private.lock_course(original.course_id);
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this module.');
  end if;
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = original.course_id and m.index > original.index;
      insert into public.modules (id, course_id, title, index)
      values (copy, original.course_id, private.copy_title(original.title), original.index + 1);
      exit;
    exception when exclusion_violation then
      if attempt = 5 then raise; end if;
    end;
  end loop;
  perform private.copy_lessons(jsonb_build_object(original.id, copy), false);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_module(uuid) is 'Takes a module; adds its like with all its lessons right after it and answers {id, title}. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate).';
grant execute on function public.duplicate_module(uuid) to authenticated, service_role;
