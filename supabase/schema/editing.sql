-- Building a course: the editor, copies, the order, and the bin.
set check_function_bodies = off;

-- FUNCTIONS

create or replace function private.can_on_course(resource text, action text, course_id uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can(resource, action)
    or (private.can(resource, action, 'own') and exists (
      select 1 from public.courses c where c.id = can_on_course.course_id and c.created_by_id = private.uid()));
end
$function$;
comment on function private.can_on_course(text,text,uuid) is 'Takes a resource, an action and a course, also a deleted one; true if the caller has this right for everything, or has it for their own content and made the course.';

create or replace function private.check_attachment()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('attachments', 'Attachment title is required'); end if;
  if char_length(new.title) > 100 then
    perform private.refuse_field('attachments', 'Attachment title must be less than 100 characters');
  end if;
  if not (private.is_web_link(new.url) or private.is_app_path(new.url) or private.is_stored_file(new.url, 'lesson-files')) then
    perform private.refuse_field('attachments', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_attachment() is 'Trigger: refuses an invalid attachment with the sentence of the form.';

create or replace function private.check_course()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if new.slug = '' then perform private.refuse_field('slug', 'Slug is required'); end if;
  if char_length(new.slug) > 50 then perform private.refuse_field('slug', 'Slug must be less than 50 characters'); end if;
  if not private.is_slug(new.slug) then
    perform private.refuse_field('slug', 'Slug can only contain lowercase letters, numbers, and hyphens');
  end if;
  if char_length(new.description) > 500 then
    perform private.refuse_field('description', 'Description must be less than 500 characters');
  end if;
  -- author_name may be null: an imported folder may name no author, and readers then see a default name.
  if btrim(new.author_name) = '' then perform private.refuse_field('author_name', 'Author name is required'); end if;
  if char_length(new.author_name) > 100 then
    perform private.refuse_field('author_name', 'Author name must be less than 100 characters');
  end if;
  if new.author_name <> private.visible_name(new.author_name) then
    perform private.refuse_field('author_name', 'Author name must not contain invisible characters');
  end if;
  if char_length(new.author_description) > 300 then
    perform private.refuse_field('author_description', 'Author description must be less than 300 characters');
  end if;
  -- A thumbnail can be a web link, a path of this origin, or an uploaded cover.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url) or private.is_stored_file(new.thumbnail_url, 'covers')) then
    perform private.refuse_field('thumbnail_url', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_course() is 'Trigger: refuses an invalid course with the sentence of the course form, because the error of a constraint has no such sentence (rules/courses#course-form).';

create or replace function private.check_lesson()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  -- The provider SERVER has no player, so the lesson is saved without a video.
  if new.video_provider::text = 'SERVER' then
    new.video_provider := 'NONE';
    new.video_asset_id := null;
    new.video_start_sec := 0;
  end if;
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Lesson title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if char_length(new.description) > 2000 then
    perform private.refuse_field('description', 'Description must be less than 2000 characters');
  end if;
  if char_length(new.content) > 500000 then
    perform private.refuse_field('content', 'Text must be less than 500,000 characters');
  end if;
  if not private.is_video_asset(new.video_provider, new.video_asset_id) then
    perform private.refuse_field('video_asset_id', 'No valid video URL provided');
  end if;
  if not private.is_web_link(new.external_url) then perform private.refuse_field('external_url', 'Please enter a valid URL'); end if;
  if new.duration_sec not between 0 and 864000 then
    perform private.refuse_field('duration_sec', 'Duration must be between 0 seconds and 10 days');
  end if;
  return new;
end
$function$;
comment on function private.check_lesson() is 'Trigger: refuses an invalid lesson with the sentence of the lesson dialog (rules/courses#lesson-form).';

create or replace function private.check_module()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  return new;
end
$function$;
comment on function private.check_module() is 'Trigger: refuses an invalid title of a module with its sentence.';

create or replace function private.copy_lessons(modules jsonb, paths boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
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
  perform private.copy_assignments(lessons);
  perform private.copy_exercises(lessons);
  perform private.carry_files(lessons);
  perform set_config('rookies.files_as_held', '', true);
end
$function$;
comment on function private.copy_lessons(jsonb,boolean) is 'Takes {module: its copy}, and whether to copy source paths (they are unique in a course); copies the lessons with their attachments and files, at the same positions. Links between the lessons lead to the copies. Runs as its caller.';
grant execute on function private.copy_lessons(jsonb,boolean) to authenticated, service_role;

create or replace function private.copy_slug(slug text)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  free text;
begin
  select n.slug into free
  from (
    select counted.no, rtrim(left(copy_slug.slug, 50 - char_length(counted.ending)), '-') || counted.ending as slug
    from (select i as no, case when i = 1 then '-copy' else '-copy-' || i end as ending from generate_series(1, 1000) i) counted
  ) n
  where not private.slug_taken(n.slug)
    -- Earlier slugs of other courses are not free, because they still lead to those courses.
    and not exists (select 1 from public.course_slugs s where s.slug = n.slug)
  order by n.no
  limit 1;
  return free;
end
$function$;
comment on function private.copy_slug(text) is 'Takes the slug of a course; returns a slug for its copy that no course has or had, of at most 50 characters. Null if a thousand candidates are taken.';
grant execute on function private.copy_slug(text) to authenticated, service_role;

create or replace function private.copy_title(title text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select rtrim(left(title, 93)) || ' (copy)'
$function$;
comment on function private.copy_title(text) is 'Takes a title; returns the title of a copy, of at most 100 characters.';
grant execute on function private.copy_title(text) to authenticated, service_role;

create or replace function private.course_order(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'lessons', coalesce((
        select jsonb_agg(l.id order by l.index) from public.lessons l where l.module_id = m.id and l.deleted_at is null), '[]'))
      order by m.index), '[]')
    from public.modules m where m.course_id = course_order.course_id and m.deleted_at is null);
end
$function$;
comment on function private.course_order(uuid) is 'Takes a course; returns its modules in order, each {id, lessons: [ids in order]}, without deleted ones. Clients and functions exchange orders in this form.';

create or replace function private.due_bin(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  gone constant timestamptz := now() - interval '30 days';
begin
  delete from public.courses c where c.id = work.subject_id and c.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.modules m where m.id = work.subject_id and m.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.lessons l where l.id = work.subject_id and l.deleted_at <= gone;
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_bin(private.due_work) is 'Job: removes a course, module or lesson for good that was deleted 30 days ago, with everything in it; purchases and audit records stay. Dropped if it was restored, or if it was deleted together with its course or module (rules/courses#bin).';

create or replace function private.enqueue_bin_removal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('bin', n.id || ':' || extract(epoch from n.deleted_at), n.deleted_at + interval '30 days', n.id)
  from new_rows n join old_rows o on o.id = n.id
  where n.deleted_at is not null and n.deleted_at is distinct from o.deleted_at
    -- Content that was deleted with its course or module is restored or removed with it, and needs no job.
    and case tg_table_name
      when 'modules' then not exists (
        select from public.modules m join public.courses c on c.id = m.course_id
        where m.id = n.id and c.deleted_at is not null)
      when 'lessons' then not exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = n.id and (m.deleted_at is not null or c.deleted_at is not null))
      else true end;
  return null;
end
$function$;
comment on function private.enqueue_bin_removal() is 'Statement trigger: schedules the removal of deleted rows in 30 days.';

create or replace function private.free_places(taken integer[], wanted bigint)
  returns integer[]
  language sql
  immutable
  set search_path to ''
as $function$
  select array(select i from generate_series(0, wanted::int + cardinality(taken) - 1) i where i <> all (taken) order by i)
$function$;
comment on function private.free_places(integer[],bigint) is 'Takes the positions that are taken, and how many free ones are wanted; returns at least that many free positions, from 0.';

create or replace function private.guard_publish()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.uid() is not null and not private.can_on_course('courses', 'publish', new.id) then
    perform private.refuse('You may not publish this course.');
  end if;
  return new;
end
$function$;
comment on function private.guard_publish() is 'Row trigger: requires the right to publish, not the right to edit, for a change of a course''s status.';

create or replace function private.lock_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This lock does not conflict with the lock of a foreign key, so adding a module does not wait for it.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$function$;
comment on function private.lock_course(uuid) is 'Takes a course; locks it until the transaction ends, after transactions that reorder, delete or restore content of it. Callers have to read again what they read before the lock.';
grant execute on function private.lock_course(uuid) to authenticated, service_role;

create or replace function private.operation_row_id(operation_id uuid, act text)
  returns uuid
  language plpgsql
  set search_path to ''
as $function$
declare
  -- The caller is part of the id, so that another person with the same operation id gets another row.
  made uuid := md5(act || ' ' || operation_id::text || ' ' || coalesce(private.uid()::text, ''))::uuid;
begin
  -- A second request with the same operation id waits for the first one.
  perform pg_advisory_xact_lock(hashtextextended('making ' || made::text, 0));
  return coalesce(made, gen_random_uuid());
end
$function$;
comment on function private.operation_row_id(uuid,text) is 'Takes an operation id and what the operation creates; returns the id of the row that the caller creates, or has created already, in this operation. A random id without an operation id. Locks the id until the transaction ends (rules/data#idempotent).';
grant execute on function private.operation_row_id(uuid,text) to authenticated, service_role;

create or replace function private.make_room_in_bin(course_id uuid, module_id uuid, behind integer)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course(case when module_id is null then 'modules' else 'lessons' end, 'update', course_id) then
    perform private.refuse('You may not change this course.');
  end if;
  if module_id is null then
    update public.modules m set index = m.index + 1
    where m.course_id = make_room_in_bin.course_id and m.deleted_at is not null and m.index > behind;
  else
    update public.lessons l set index = l.index + 1
    from public.modules m
    where l.module_id = make_room_in_bin.module_id and m.id = l.module_id and m.course_id = make_room_in_bin.course_id
      and l.deleted_at is not null and l.index > behind;
  end if;
end
$function$;
comment on function private.make_room_in_bin(uuid,uuid,integer) is 'Takes a course, one of its modules or null, and a position; moves deleted lessons of the module, or deleted modules of the course, from this position on by one. Raises 42501.';
grant execute on function private.make_room_in_bin(uuid,uuid,integer) to authenticated, service_role;

create or replace function private.order_members(wanted jsonb)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  -- A malformed part becomes an empty id, so that the order never equals that of a course.
  return array(
    select member from (
      select 'module ' || coalesce(m ->> 'id', '') as member
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[null]' end) m
      union all
      select 'lesson ' || coalesce(l #>> '{}', '')
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[]' end) m
      cross join lateral jsonb_array_elements(case jsonb_typeof(m -> 'lessons') when 'array' then m -> 'lessons' else '[null]' end) l
    ) named order by member);
end
$function$;
comment on function private.order_members(jsonb) is 'Takes an order as course_order() returns it; returns its modules and lessons as a sorted list with duplicates, so that two orders of the same content give the same list.';

create or replace function private.record_copy(
  subject text,
  original uuid,
  copy uuid,
  title text,
  course_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A copy of a course needs the right to create own courses; a copy of other content needs a right on the course.
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
comment on function private.record_copy(text,uuid,uuid,text,uuid) is 'Takes course, module or lesson, the original, the id of its copy, the copy''s title and the course of the original; writes an audit record that the caller duplicated it. Raises 42501 unless they may read the original as staff and create such content.';
grant execute on function private.record_copy(text,uuid,uuid,text,uuid) to authenticated, service_role;

create or replace function private.refuse_made()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was created already, and has been deleted since.';
end
$function$;
comment on function private.refuse_made() is 'Raises PT409 MADE_ALREADY, if the operation created a row before that the caller can no longer see (rules/data#idempotent).';
grant execute on function private.refuse_made() to authenticated, service_role;

create or replace function private.save_attachments(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 50 then
    perform private.refuse_field('attachments', 'A lesson has at most 50 attachments');
  end if;
  delete from public.lesson_attachments a
  where a.lesson_id = save_attachments.lesson
    and a.id::text not in (select e ->> 'id' from jsonb_array_elements(wanted) e where e ->> 'id' is not null);
  update public.lesson_attachments a set title = w.title, url = w.url, sort_order = w.sort_order
  from (select e.value ->> 'id' as id, btrim(e.value ->> 'title') as title, btrim(e.value ->> 'url') as url, e.ordinality::int - 1 as sort_order
        from jsonb_array_elements(wanted) with ordinality e) w
  where a.lesson_id = save_attachments.lesson and a.id::text = w.id
    and (a.title, a.url, a.sort_order) is distinct from (w.title, w.url, w.sort_order);
  -- Attachments without a stored id are added: new ones, whose id begins with temp-, and those that another editor has
  -- removed.
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select save_attachments.lesson, coalesce(btrim(e.value ->> 'title'), ''), coalesce(btrim(e.value ->> 'url'), ''), e.ordinality::int - 1
  from jsonb_array_elements(wanted) with ordinality e
  where not exists (
    select 1 from public.lesson_attachments a where a.lesson_id = save_attachments.lesson and a.id::text = e.value ->> 'id');
end
$function$;
comment on function private.save_attachments(uuid,jsonb) is 'Takes a lesson and its wanted attachments [{id, title, url}] in order; removes those that are missing, updates the rest with sort_order as in the list, adds the new ones (rules/courses#attachments). Runs as its caller.';
grant execute on function private.save_attachments(uuid,jsonb) to authenticated, service_role;

create or replace function public.create_module(
  course_id uuid,
  title text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000);
  own uuid := private.operation_row_id(create_module.operation_id, 'module ' || create_module.course_id);
  made public.modules;
begin
  select m.* into made from public.modules m where m.id = own;
  if made.id is not null then
    update public.modules m set title = btrim(create_module.title) where m.id = own and m.title <> btrim(create_module.title);
    return jsonb_build_object('id', made.id, 'index', made.index);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('adding ' || create_module.course_id, 0));
  for attempt in 1..5 loop
    begin
      insert into public.modules (id, course_id, title, index)
      select own, create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when unique_violation then
      perform private.refuse_made();
    when exclusion_violation then
      -- Another transaction took the last position at the same moment; the next attempt finds a free one.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;
comment on function public.create_module(uuid,text,uuid) is 'Takes a course, a title, and an operation id; adds a module after the last one and returns {id, index}. The same operation again adds no other module, but gives it the new title. Row security decides. Raises 42501, PT422 with the title''s sentence, PT409 MADE_ALREADY (rules/data#idempotent).';
grant execute on function public.create_module(uuid,text,uuid) to authenticated, service_role;

-- The lock keeps two deletions at the same moment from setting two different times, after which restoring would miss
-- content. The second deletion finds the course deleted.
create or replace function public.delete_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
comment on function public.delete_course(uuid) is 'Takes a course and marks it deleted with all its modules and lessons. Raises 42501 (rules/courses#bin).';
grant execute on function public.delete_course(uuid) to authenticated, service_role;

create or replace function public.delete_lesson(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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

create or replace function public.delete_module(module_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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

create or replace function public.deleted_content(course_id uuid)
  returns table(
    kind text,
    id uuid,
    title text,
    module_title text,
    deleted_at timestamptz,
    lessons bigint
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function public.deleted_content(uuid) is 'Takes a course; returns its modules and lessons that can still be restored (30 days), the latest first. Lessons that were deleted with their module are not listed, because they are restored with it. Raises 42501.';
grant execute on function public.deleted_content(uuid) to authenticated, service_role;

create or replace function public.deleted_courses()
  returns table(id uuid, title text, slug text, deleted_at timestamptz, lessons bigint)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function public.deleted_courses() is 'Returns the courses that the caller may still restore (30 days), the latest first, with the lessons that are restored with each.';
grant execute on function public.deleted_courses() to authenticated, service_role;

create or replace function public.duplicate_course(course_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.courses;
  copy uuid := private.operation_row_id(duplicate_course.operation_id, 'copy of ' || duplicate_course.course_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.courses x where x.id = copy);
  modules jsonb;
begin
  if made is not null then
    return made;
  end if;
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  perform private.record_copy('course', duplicate_course.course_id, copy, private.copy_title(original.title), duplicate_course.course_id);
  -- The lock makes moves and deletions wait, so that the copy has the state of one moment.
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
      -- Another transaction took the slug at the same moment; the next attempt finds a free one.
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
comment on function public.duplicate_course(uuid,uuid) is 'Takes a course and an operation id; creates a copy with all its modules, lessons and attachments: a draft that belongs to the caller, with a slug of its own, without learners, progress or purchases. Returns {id, title}. The same operation again returns the same copy. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_course(uuid,uuid) to authenticated, service_role;

create or replace function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := private.operation_row_id(duplicate_lesson.operation_id, 'copy of ' || duplicate_lesson.lesson_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.lessons x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  perform private.record_copy('lesson', duplicate_lesson.lesson_id, copy,
    private.copy_title((select l.title from public.lessons l where l.id = duplicate_lesson.lesson_id)), course);
  perform private.lock_course(course);
  select l.* into original from public.lessons l where l.id = duplicate_lesson.lesson_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this lesson.');
  end if;
  perform private.make_room_in_bin(course, original.module_id, original.index);
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
      -- Adding a lesson takes no lock, so another transaction may have taken the position meanwhile.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select copy, a.title, a.url, a.sort_order from public.lesson_attachments a where a.lesson_id = original.id;
  perform private.copy_assignments(jsonb_build_object(original.id, copy));
  perform private.copy_exercises(jsonb_build_object(original.id, copy));
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_lesson(uuid,uuid) is 'Takes a lesson and an operation id; adds a copy with its attachments right after it, without progress, and returns {id, title}. The same operation again returns the same copy. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_lesson(uuid,uuid) to authenticated, service_role;

create or replace function public.duplicate_module(module_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.modules;
  copy uuid := private.operation_row_id(duplicate_module.operation_id, 'copy of ' || duplicate_module.module_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.modules x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  perform private.record_copy('module', duplicate_module.module_id, copy, private.copy_title(original.title), original.course_id);
  perform private.lock_course(original.course_id);
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this module.');
  end if;
  perform private.make_room_in_bin(original.course_id, null, original.index);
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
comment on function public.duplicate_module(uuid,uuid) is 'Takes a module and an operation id; adds a copy with all its lessons right after it and returns {id, title}. The same operation again returns the same copy. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_module(uuid,uuid) to authenticated, service_role;

create or replace function public.reorder_course(course_id uuid, wanted jsonb, expected jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('wanted', wanted, 2000000)
    and private.at_most('expected', expected, 2000000);
  current_order jsonb;
begin
  if not private.can_on_course('modules', 'update', course_id) or not private.can_on_course('lessons', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    perform private.refuse('You may not reorder this course.');
  end if;
  perform private.lock_course(course_id);
  current_order := private.course_order(course_id);
  -- If the request was sent again because its answer was lost, the order is the wanted one already.
  if current_order = wanted then
    return;
  end if;
  if current_order is distinct from expected
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end if;
  if private.order_members(wanted) is distinct from private.order_members(current_order) then
    raise exception using errcode = 'PT422', hint = 'ORDER_MISMATCH',
      message = 'An order names every module and every lesson of its course exactly once.';
  end if;
  begin
    -- Deleted content keeps its position, so that it can be restored there.
    update public.modules m set index = w.index
    from (
      select (e.value ->> 'id')::uuid as id, free.places[e.ordinality] as index
      from (
        select private.free_places(array(
          select m.index from public.modules m where m.course_id = reorder_course.course_id and m.deleted_at is not null),
          jsonb_array_length(wanted)) as places) free
      cross join lateral jsonb_array_elements(wanted) with ordinality e) w
    where m.id = w.id and m.index <> w.index;
    update public.lessons l set module_id = w.module_id, index = w.index
    from (
      select (e.value #>> '{}')::uuid as id, free.module_id, free.places[e.ordinality] as index
      from (
        select (m ->> 'id')::uuid as module_id, m -> 'lessons' as lessons, private.free_places(array(
          select l.index from public.lessons l where l.module_id = (m ->> 'id')::uuid and l.deleted_at is not null),
          jsonb_array_length(m -> 'lessons')) as places
        from jsonb_array_elements(wanted) m) free
      cross join lateral jsonb_array_elements(free.lessons) with ordinality e) w
    where l.id = w.id and (l.module_id, l.index) is distinct from (w.module_id, w.index);
  exception when exclusion_violation then
    -- Adding a module or lesson takes no lock, so another transaction may have taken a position meanwhile.
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end;
end
$function$;
comment on function public.reorder_course(uuid,jsonb,jsonb) is 'Takes a course, the wanted order, and the order from which it was made, both [{id, lessons: [ids]}] with everything that is not deleted; saves the order of modules and lessons, also moves between modules, in one transaction. The same call again changes nothing. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when a module or lesson is missing, listed twice, or of another course (rules/courses#reorder).';
grant execute on function public.reorder_course(uuid,jsonb,jsonb) to authenticated, service_role;

-- If the old position of a restored module or lesson is taken, it goes to the end of its parent.
create or replace function public.restore_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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

create or replace function public.restore_lesson(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = gone.module_id and l.index >= gone.index and l.id <> gone.id and exists (
        select 1 from public.lessons x
        where x.module_id = gone.module_id and x.index = gone.index and x.deleted_at is null);
      update public.lessons l set deleted_at = null where l.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- Adding a lesson takes no lock, so another transaction may have taken the position meanwhile.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;
comment on function public.restore_lesson(uuid) is 'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back to its place. Raises 42501.';
grant execute on function public.restore_lesson(uuid) to authenticated, service_role;

create or replace function public.restore_module(module_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = gone.course_id and m.index >= gone.index and m.id <> gone.id and exists (
        select 1 from public.modules x
        where x.course_id = gone.course_id and x.index = gone.index and x.deleted_at is null);
      update public.modules m set deleted_at = null where m.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- Adding a module takes no lock, so another transaction may have taken the position meanwhile.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$function$;
comment on function public.restore_module(uuid) is 'Takes a module deleted at most 30 days ago from a course that exists; brings it back to its place, with the lessons deleted at that moment. Raises 42501.';
grant execute on function public.restore_module(uuid) to authenticated, service_role;

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lesson', lesson, 4000000)
    and private.at_most('attachments', attachments, 1000000);
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
  own uuid;
  again boolean := false;
begin
  if wanted.id is null then
    own := private.operation_row_id(save_lesson.operation_id, 'lesson ' || wanted.module_id);
    -- If this operation created a lesson before, that lesson is updated to what is sent now.
    select l.id into wanted.id from public.lessons l where l.id = own;
    again := wanted.id is not null;
  end if;
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select own, wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when unique_violation then
        perform private.refuse_made();
      when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- If the caller sends no file_key, the lesson keeps its file.
      file_key = case when lesson ? 'file_key' then wanted.file_key else l.file_key end,
      file_name = case when lesson ? 'file_key' then wanted.file_name else l.file_name end,
      file_size = case when lesson ? 'file_key' then wanted.file_size else l.file_size end,
      duration_sec = coalesce(wanted.duration_sec, 0), free_preview = coalesce(wanted.free_preview, false)
    where l.id = wanted.id and (unchanged_since is null or l.updated_at = unchanged_since)
    returning * into saved;
    if saved.id is null then
      if unchanged_since is not null and exists (select 1 from public.lessons l where l.id = wanted.id and l.updated_at <> unchanged_since) then
        raise exception using errcode = 'PT409', hint = 'STALE_LESSON', message = 'Someone else has saved this lesson.';
      end if;
      perform private.refuse('You may not change this lesson, or it has been deleted.');
    end if;
  end if;
  perform private.save_assignment(saved.id, lesson -> 'assignment');
  if saved.content_type = 'EXERCISE' and jsonb_typeof(lesson -> 'exercise') = 'object' then
    perform private.take_exercise(saved.id, lesson -> 'exercise', (lesson ->> 'exercise_version')::int);
  end if;
  -- If an operation is repeated, attachments are compared by title and address, because new ones were sent without ids.
  if attachments is not null and (case when again and jsonb_typeof(attachments) = 'array' then (
      select jsonb_agg(jsonb_build_array(a.title, a.url) order by a.sort_order)
      from public.lesson_attachments a where a.lesson_id = saved.id)
    is distinct from (
      select jsonb_agg(jsonb_build_array(btrim(e.value ->> 'title'), btrim(e.value ->> 'url')) order by e.ordinality)
      from jsonb_array_elements(attachments) with ordinality e) else true end) then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$function$;
comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at of the lesson as the caller read it, and for a new lesson an operation id; in the lesson, `assignment` has the assignment_fields() that change, `exercise` the key_fields() that change, and `exercise_version` the version of the exercise that the caller read. Saves everything in one transaction and returns {id, module_id, updated_at}. The same operation again saves the lesson that it created. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, STALE_EXERCISE and MADE_ALREADY, 42501 (rules/data#idempotent).';
grant execute on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) to authenticated, service_role;

-- TRIGGERS

create trigger courses_bin after update on public.courses
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.enqueue_bin_removal();

create trigger courses_check before insert or update on public.courses
  for each row execute function private.check_course();

create trigger courses_guard_publish before update of status on public.courses
  for each row
  when (old.status is distinct from new.status)
  execute function private.guard_publish();

create trigger lesson_attachments_check before insert or update of title, url on public.lesson_attachments
  for each row execute function private.check_attachment();

create trigger lessons_bin after update on public.lessons
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.enqueue_bin_removal();

create trigger lessons_check before insert or update on public.lessons
  for each row execute function private.check_lesson();

create trigger modules_bin after update on public.modules
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.enqueue_bin_removal();

create trigger modules_check before insert or update of title on public.modules
  for each row execute function private.check_module();
