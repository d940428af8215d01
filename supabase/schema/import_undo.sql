-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.import_undos (
  course_id uuid not null,
  user_id uuid,
  created_at timestamp with time zone not null default now(),
  version text not null,
  before jsonb not null,
  constraint import_undos_pkey PRIMARY KEY (course_id),
  constraint import_undos_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint import_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table private.import_undos enable row level security;
CREATE INDEX import_undos_user_idx ON private.import_undos USING btree (user_id);
comment on table private.import_undos is 'The latest import that changed a course, and what stood there before it, for 30 days (rules/courses#import). Written and read by functions alone.';
comment on column private.import_undos.version is 'course_version() after the import: what is another by now is not undone.';
comment on column private.import_undos.before is '{course: null where the import made it, modules, lessons: each with its place; of those that the import changed all (was), and their attachments}.';

CREATE OR REPLACE FUNCTION private.course_before(course public.courses, plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'course', case when course.id is not null then jsonb_build_object('title', course.title,
      'description', course.description, 'author_name', course.author_name,
      'author_description', course.author_description, 'thumbnail_url', course.thumbnail_url,
      'category', course.category, 'status', course.status) end,
    'modules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index,
        'source_path', m.source_path)), '[]')
      from public.modules m where m.course_id = course.id),
    'lessons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'module_id', l.module_id, 'index', l.index,
        'source_path', l.source_path,
        'was', case when p.status = 'updated' then private.lesson_fields(l) end,
        'attachments', case when p.attachments then private.attachment_list(l.id) end)), '[]')
      from public.lessons l join public.modules m on m.id = l.module_id
      left join jsonb_to_recordset(plan -> 'lessons') as p (id uuid, status text, attachments boolean) on p.id = l.id
      where m.course_id = course.id))
$function$;
comment on function private.course_before(public.courses,jsonb) is 'Takes the course that an import changes, all null for a new one, and its plan; gives what import_undos.before holds. Runs as its caller.';
grant execute on function private.course_before(public.courses,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.import_undo(course_id uuid)
 RETURNS private.import_undos
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = import_undo.course_id and c.deleted_at is null) then
    perform private.refuse('You may not change this course.');
  end if;
  return (
    select u from private.import_undos u
    where u.course_id = import_undo.course_id and u.created_at > now() - interval '30 days');
end
$function$;
comment on function private.import_undo(uuid) is 'Takes a course; gives its latest import of the last 30 days, as long as the bin holds what that moved there; all null without one. Raises 42501 unless the caller may change the course and it is there.';
grant execute on function private.import_undo(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_undo(course_id uuid, before jsonb, version text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can_on_course('courses', 'update', course_id) then
    perform private.refuse('You may not change this course.');
  end if;
  delete from private.import_undos u where u.created_at <= now() - interval '30 days';
  insert into private.import_undos as u (course_id, user_id, version, before)
  values (keep_undo.course_id, private.uid(), keep_undo.version, keep_undo.before)
  on conflict on constraint import_undos_pkey do update
    set user_id = excluded.user_id, created_at = excluded.created_at, version = excluded.version, before = excluded.before;
end
$function$;
comment on function private.keep_undo(uuid,jsonb,text) is 'Takes a course, what stood there before an import and the version after it; keeps both in the place of those of the import before, and takes away what no import can be undone with any more. Raises 42501.';
grant execute on function private.keep_undo(uuid,jsonb,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.lesson_fields(lesson public.lessons)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(lesson) - array['module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']
$function$;
comment on function private.lesson_fields(public.lessons) is 'Takes a lesson; gives its id and all that the editor edits but its attachments, as an export holds it.';
grant execute on function private.lesson_fields(public.lessons) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.put_back_lessons(course_id uuid, before jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lesson uuid;
  attachments jsonb;
begin
  perform public.delete_lesson(l.id) from public.lessons l join public.modules m on m.id = l.module_id
  where m.course_id = put_back_lessons.course_id
    and l.id not in (select b.id from jsonb_to_recordset(before -> 'lessons') as b (id uuid));
  perform public.restore_lesson(b.id) from jsonb_to_recordset(before -> 'lessons') as b (id uuid)
  where b.id not in (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = put_back_lessons.course_id);
  update public.lessons x set module_id = b.module_id, index = b.index, source_path = b.source_path, title = w.title,
    content_type = w.content_type, video_provider = w.video_provider, video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, module_id uuid, index int, source_path text, was jsonb)
  join public.lessons old on old.id = b.id
  cross join lateral jsonb_populate_record(old, coalesce(b.was, '{}')) w
  where x.id = b.id and (b.was is not null
    or (x.module_id, x.index, x.source_path) is distinct from (b.module_id, b.index, b.source_path));

  for lesson, attachments in
    select b.id, b.attachments from jsonb_to_recordset(before -> 'lessons') as b (id uuid, attachments jsonb)
    where b.attachments is not null
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;
comment on function private.put_back_lessons(uuid,jsonb) is 'Takes a course whose modules are back and what stood there before an import; its lessons are as they were, what the import added is in the bin.';
grant execute on function private.put_back_lessons(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.put_back_modules(course_id uuid, before jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.restore_module(b.id) from jsonb_to_recordset(before -> 'modules') as b (id uuid)
  where b.id not in (select m.id from public.modules m where m.course_id = put_back_modules.course_id);
  -- No two may have one path, not for a moment.
  update public.modules m set source_path = null
  where m.course_id = put_back_modules.course_id and m.source_path is not null and not exists (
    select 1 from jsonb_to_recordset(before -> 'modules') as b (id uuid, source_path text)
    where b.id = m.id and b.source_path = m.source_path);
  update public.modules m set title = b.title, index = b.index, source_path = b.source_path
  from jsonb_to_recordset(before -> 'modules') as b (id uuid, title text, index int, source_path text)
  where m.id = b.id and (m.title, m.index, m.source_path) is distinct from (b.title, b.index, b.source_path);
end
$function$;
comment on function private.put_back_modules(uuid,jsonb) is 'Takes a course and what stood there before an import; its modules are as they were, what the import added aside.';
grant execute on function private.put_back_modules(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.import_difference(payload jsonb, source_path text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  target public.courses;
  planned jsonb;
begin
  perform private.check_import(payload, 'keep');
  target := private.import_target(payload #>> '{course,slug}', true);
  planned := private.plan_lessons(payload, target.id, private.plan_modules(payload, target.id));
  return (
    select jsonb_build_object(
      'before', private.lesson_fields(e) || jsonb_build_object('attachments', private.attachment_list(e.id)),
      'after', private.lesson_fields(
          private.wanted_lesson(e, l.listed, payload #>> '{course,slug}', private.lesson_links(payload, planned)))
        || jsonb_build_object('attachments', case when p.attachments
          then private.plain_attachments(l.listed -> 'attachments') else private.attachment_list(e.id) end))
    from jsonb_to_recordset(planned) as p (no int, id uuid, source_path text, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no
    join public.lessons e on e.id = p.id
    where p.source_path = import_difference.source_path);
end
$function$;
comment on function public.import_difference(jsonb,text) is 'Takes what import_course() takes, and the path of a lesson in it; gives {before, after} as an export holds a lesson, null for a lesson that would be new. Writes nothing. Raises as import_course() does.';
grant execute on function public.import_difference(jsonb,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.import_to_undo(course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  if undo.version is distinct from private.course_version(course_id) then
    return null;
  end if;
  return jsonb_build_object('at', undo.created_at, 'made', undo.before -> 'course' = 'null',
    'who', (select p.name from public.profiles p where p.id = undo.user_id));
end
$function$;
comment on function public.import_to_undo(uuid) is 'Takes a course; gives {at, who: a name, null where the caller may not know it, made: whether the import made the course} of the latest import while the course is as that left it, else null (rules/courses#import). Raises 42501.';
grant execute on function public.import_to_undo(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.undo_import(course_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '55s'
AS $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  perform private.lock_course(course_id);
  -- Of two who undo at once the second finds another version.
  undo := private.import_undo(course_id);
  if undo.version is distinct from private.course_version(course_id) then
    raise exception using errcode = 'PT409', hint = 'IMPORT_PAST',
      message = 'The course has changed since it was imported, or the import has been undone already.';
  end if;
  if undo.before -> 'course' = 'null' then
    perform public.delete_course(course_id);
  else
    perform set_config('rookies.files_as_held', 'on', true);
    -- What comes back may stand where what goes still does.
    set constraints public.modules_position_key, public.lessons_position_key deferred;
    perform private.put_back_modules(course_id, undo.before);
    perform private.put_back_lessons(course_id, undo.before);
    perform public.delete_module(m.id) from public.modules m
    where m.course_id = undo_import.course_id
      and m.id not in (select b.id from jsonb_to_recordset(undo.before -> 'modules') as b (id uuid));
    update public.courses c set title = w.title, description = w.description, author_name = w.author_name,
      author_description = w.author_description, thumbnail_url = w.thumbnail_url, category = w.category, status = w.status
    from public.courses old
    cross join lateral jsonb_populate_record(old, undo.before -> 'course') w
    where c.id = undo_import.course_id and old.id = c.id and c is distinct from w;
    perform set_config('rookies.files_as_held', '', true);
  end if;
end
$function$;
comment on function public.undo_import(uuid) is 'Takes a course; it is as it was before its latest import: texts, order, attachments, cover and status; what the import added goes to the bin, what it moved there comes back, and a course that it made goes there (rules/courses#import). One transaction, under the caller''s own policies. Raises 42501 for callers who may not, PT409 IMPORT_PAST when the course is no longer as the import left it, or without one.';
grant execute on function public.undo_import(uuid) to authenticated, service_role;
