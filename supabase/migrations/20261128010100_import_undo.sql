-- Why: who imports a folder over a course sees lesson by lesson what its texts become, before it is done, and takes
-- the whole import back as one act (rules/courses#import).

-- What it takes to undo the latest import of a course -------------------------------------------

create table private.import_undos (
  course_id uuid primary key references public.courses (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  version text not null,
  before jsonb not null
);
create index import_undos_user_idx on private.import_undos (user_id);
comment on table private.import_undos is
  'The latest import that changed a course, and what stood there before it, for 30 days (rules/courses#import). Written and read by functions alone.';
comment on column private.import_undos.version is 'course_version() after the import: what is another by now is not undone.';
comment on column private.import_undos.before is
  '{course: null where the import made it, modules, lessons: each with its place; of those that the import changed all (was), and their attachments}.';

create function private.lesson_fields(lesson public.lessons) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(lesson) - array['module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']
$$;
comment on function private.lesson_fields(public.lessons) is
  'Takes a lesson; gives its id and all that the editor edits but its attachments, as an export holds it.';
grant execute on function private.lesson_fields(public.lessons) to authenticated;

create or replace function private.exported_lessons(course_id uuid, lesson_id uuid default null)
returns table (module_id uuid, place int, total int, lesson jsonb)
language sql stable set search_path = '' as $$
  select placed.module_id, placed.place::int, placed.total::int,
    private.lesson_fields(l)
      || jsonb_build_object('attachments', (
        select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
        from public.lesson_attachments a where a.lesson_id = l.id))
  from (
    select p.id, p.module_id, row_number() over (partition by p.module_id order by p.index) as place,
      count(*) over (partition by p.module_id) as total
    from public.lessons p join public.modules m on m.id = p.module_id
    where m.course_id = exported_lessons.course_id) placed
  join public.lessons l on l.id = placed.id
  where exported_lessons.lesson_id is null or placed.id = exported_lessons.lesson_id
$$;

create function private.course_before(course public.courses, plan jsonb) returns jsonb
language sql stable set search_path = '' as $$
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
$$;
comment on function private.course_before(public.courses, jsonb) is
  'Takes the course that an import changes, all null for a new one, and its plan; gives what import_undos.before holds. Runs as its caller.';
grant execute on function private.course_before(public.courses, jsonb) to authenticated;

create function private.keep_undo(course_id uuid, before jsonb, version text) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.keep_undo(uuid, jsonb, text) is
  'Takes a course, what stood there before an import and the version after it; keeps both in the place of those of the import before, and takes away what no import can be undone with any more. Raises 42501.';
grant execute on function private.keep_undo(uuid, jsonb, text) to authenticated;

create function private.import_undo(course_id uuid) returns private.import_undos
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = import_undo.course_id and c.deleted_at is null) then
    perform private.refuse('You may not change this course.');
  end if;
  return (
    select u from private.import_undos u
    where u.course_id = import_undo.course_id and u.created_at > now() - interval '30 days');
end
$$;
comment on function private.import_undo(uuid) is
  'Takes a course; gives its latest import of the last 30 days, as long as the bin holds what that moved there; all null without one. Raises 42501 unless the caller may change the course and it is there.';
grant execute on function private.import_undo(uuid) to authenticated;

create function public.import_to_undo(course_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  if undo.version is distinct from private.course_version(course_id) then
    return null;
  end if;
  return jsonb_build_object('at', undo.created_at, 'made', undo.before -> 'course' = 'null',
    'who', (select p.name from public.profiles p where p.id = undo.user_id));
end
$$;
comment on function public.import_to_undo(uuid) is
  'Takes a course; gives {at, who: a name, null where the caller may not know it, made: whether the import made the course} of the latest import while the course is as that left it, else null (rules/courses#import). Raises 42501.';
grant execute on function public.import_to_undo(uuid) to authenticated;

-- Undoing ---------------------------------------------------------------------------------------

create function private.put_back_modules(course_id uuid, before jsonb) returns void
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.put_back_modules(uuid, jsonb) is
  'Takes a course and what stood there before an import; its modules are as they were, what the import added aside.';
grant execute on function private.put_back_modules(uuid, jsonb) to authenticated;

create function private.put_back_lessons(course_id uuid, before jsonb) returns void
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.put_back_lessons(uuid, jsonb) is
  'Takes a course whose modules are back and what stood there before an import; its lessons are as they were, what the import added is in the bin.';
grant execute on function private.put_back_lessons(uuid, jsonb) to authenticated;

create function public.undo_import(course_id uuid) returns void
language plpgsql set search_path = '' set statement_timeout = '55s' as $$
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
  end if;
end
$$;
comment on function public.undo_import(uuid) is
  'Takes a course; it is as it was before its latest import: texts, order, attachments, cover and status; what the import added goes to the bin, what it moved there comes back, and a course that it made goes there (rules/courses#import). One transaction, under the caller''s own policies. Raises 42501 for callers who may not, PT409 IMPORT_PAST when the course is no longer as the import left it, or without one.';
grant execute on function public.undo_import(uuid) to authenticated;

-- What an import would change -------------------------------------------------------------------

create function public.import_difference(payload jsonb, source_path text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
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
$$;
comment on function public.import_difference(jsonb, text) is
  'Takes what import_course() takes, and the path of a lesson in it; gives {before, after} as an export holds a lesson, null for a lesson that would be new. Writes nothing. Raises as import_course() does.';
grant execute on function public.import_difference(jsonb, text) to authenticated;

-- The import, which keeps what stood there ------------------------------------------------------

create or replace function public.import_course(payload jsonb, dry_run boolean default true, missing text default 'keep', unchanged_since text default null)
returns jsonb language plpgsql set search_path = '' set statement_timeout = '55s' as $$
declare
  wanted jsonb := payload -> 'course';
  publishing boolean := coalesce((payload #>> '{course,publish}')::boolean, false);
  target public.courses;
  as_wanted public.courses;
  version text;
  course_status text;
  plan jsonb;
  learners jsonb;
  changing boolean;
  before jsonb;
begin
  perform private.check_import(payload, missing);
  target := private.import_target(wanted ->> 'slug', dry_run);
  version := private.course_version(target.id);
  -- What is not listed keeps what the course has.
  as_wanted := jsonb_populate_record(target, coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(wanted) f
    where f.key in ('title', 'description', 'author_name', 'author_description', 'thumbnail_url', 'category')), '{}'));
  course_status := case
    when target.id is null then 'created'
    when as_wanted is not distinct from target and (target.status = 'PUBLISHED' or not publishing) then 'unchanged'
    else 'updated' end;
  plan := private.plan_import(payload, target.id);
  learners := private.import_learners(target.id, plan);

  if not dry_run then
    changing := course_status <> 'unchanged' or (plan -> 'reordered')::boolean or plan -> 'reordered_modules' <> '[]'
      or exists (select 1 from jsonb_to_recordset((plan -> 'modules') || (plan -> 'lessons')) as p (status text, moved boolean)
        where p.status <> 'unchanged' or p.moved)
      or (missing = 'bin' and (plan -> 'absent_modules' <> '[]' or plan -> 'absent_lessons' <> '[]'));
    -- Sent twice, the second time finds nothing left to change, which is no conflict.
    if changing and unchanged_since is not null and unchanged_since <> version then
      raise exception using errcode = 'PT409', hint = 'STALE_IMPORT',
        message = 'Someone else has changed this course since it was checked.';
    end if;

    before := private.course_before(target, plan);
    if target.id is null then
      insert into public.courses (title, slug, description, author_name, author_description, thumbnail_url, category)
      values (as_wanted.title, wanted ->> 'slug', as_wanted.description, as_wanted.author_name,
        as_wanted.author_description, as_wanted.thumbnail_url, as_wanted.category)
      returning * into target;
    elsif course_status = 'updated' then
      update public.courses c set title = as_wanted.title, description = as_wanted.description,
        author_name = as_wanted.author_name, author_description = as_wanted.author_description,
        thumbnail_url = as_wanted.thumbnail_url, category = as_wanted.category
      where c.id = target.id and c is distinct from as_wanted;
    end if;
    if publishing and target.status = 'DRAFT' then
      update public.courses c set status = 'PUBLISHED' where c.id = target.id;
    end if;
    perform private.write_modules(target.id, plan -> 'modules');
    perform private.write_lessons(target.id, plan -> 'lessons', payload);
    if missing = 'bin' then
      perform private.bin_absent(plan);
    end if;
    version := private.course_version(target.id);
    -- What changes nothing leaves the import before it to be undone.
    if changing then
      perform private.keep_undo(target.id, before, version);
    end if;
  end if;

  return jsonb_build_object(
    'course', jsonb_build_object('id', target.id, 'slug', wanted ->> 'slug', 'status', course_status, 'reordered', plan -> 'reordered'),
    'version', version,
    'modules', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status,
        'reordered', plan -> 'reordered_modules' ? p.id::text) order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'modules') as p (no int, id uuid, source_path text, status text)),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status, 'moved', p.moved)
        order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'lessons') as p (no int, source_path text, status text, moved boolean)),
    'absent', jsonb_build_object(
      'modules', plan -> 'absent_modules',
      'lessons', (select coalesce(jsonb_agg(a - 'module_id'), '[]') from jsonb_array_elements(plan -> 'absent_lessons') a)),
    'learners', learners);
end
$$;
