-- Why: a text names files that its author may not give. Who saves it again, restores, copies or imports it has read it for a
-- typo, not for the files; so a name that leads to nothing goes on doing so, and only what is new in a save is
-- asked with the saver's rights (rules/files#named). What brings an earlier state back, or makes a copy, asks
-- nobody: it has what the lesson held.

create table private.unheld_files (
  lesson_id uuid not null references public.lessons on delete cascade,
  path text not null constraint unheld_files_path_length check (char_length(path) <= 255),
  named_by_id uuid references public.profiles on delete set null,
  left_at timestamptz,
  left_by_id uuid references public.profiles on delete set null,
  primary key (lesson_id, path)
);
alter table private.unheld_files enable row level security;
create index unheld_files_named_by_id_idx on private.unheld_files (named_by_id);
create index unheld_files_left_by_id_idx on private.unheld_files (left_by_id);
-- No grants: follow_files() keeps it.
comment on table private.unheld_files is
  'Files that a lesson names and does not hold: who put the name there may not give them. No grants: written by follow_files().';
comment on column private.unheld_files.named_by_id is
  'Who put the name there, for whom it is asked again; null where nobody is known, as in a text that was copied or brought back.';
comment on column private.unheld_files.left_at is
  'When the lesson named it no more. Somebody may still hold the text of before, in a dialog that is open: for 30 days only who took the name out puts a new one in.';
comment on column private.unheld_files.left_by_id is 'Who took it out.';

create or replace function private.follow_files(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text[];
  -- Set by what brings back an earlier state or copies one.
  asks constant boolean := coalesce(current_setting('rookies.files_as_held', true), '') = '';
  changed record;
begin
  select array(select f.path from private.files_named(l) f (path)) into named from public.lessons l where l.id = follow_files.lesson_id;
  if not found then
    return;
  end if;
  delete from private.unheld_files u
  where u.lesson_id = follow_files.lesson_id
    -- Not what this save itself took out, from an attachment that it makes again.
    and ((u.left_at < now() and (u.left_by_id = private.uid() or u.left_at < now() - interval '30 days'))
      or (asks and u.path = any (named) and u.named_by_id = private.uid()));
  update private.unheld_files u set left_at = case when u.path = any (named) then null else now() end,
    left_by_id = case when u.path = any (named) then null else private.uid() end
  where u.lesson_id = follow_files.lesson_id and (u.path = any (named)) = (u.left_at is not null);
  insert into public.lesson_files (lesson_id, path, name, size, type, width, height, alt, sha256)
  select follow_files.lesson_id, n.path, source.name, source.size, source.type, source.width, source.height, source.alt, source.sha256
  from unnest(named) n (path)
  cross join lateral (
    -- What the caller has sent; size and type as the storage service found them.
    select u.name, coalesce((o.metadata ->> 'size')::bigint, u.size) as size, coalesce(o.metadata ->> 'mimetype', u.type) as type,
      u.width, u.height, u.alt, u.sha256
    from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
    where u.bucket = 'lesson-files' and u.path = n.path and u.user_id = private.uid()
    union all
    -- Or what another lesson holds that the caller may build.
    select f.name, f.size, f.type, f.width, f.height, f.alt, f.sha256
    from public.lesson_files f
    where f.path = n.path and private.can_on_course('lesson_files', 'create', private.course_of_lesson(f.lesson_id))
    limit 1) source
  where asks and not exists (
    select from private.unheld_files u where u.lesson_id = follow_files.lesson_id and u.path = n.path)
  on conflict on constraint lesson_files_once do nothing;
  insert into private.unheld_files (lesson_id, path, named_by_id)
  select follow_files.lesson_id, n.path, case when asks then private.uid() end
  from unnest(named) n (path)
  where not exists (select from public.lesson_files f where f.lesson_id = follow_files.lesson_id and f.path = n.path)
  on conflict do nothing;
  for changed in
    update public.lesson_files f set unused_since = case when f.path = any (named) then null else now() end
    where f.lesson_id = follow_files.lesson_id and (f.path = any (named)) = (f.unused_since is not null)
    returning f.id, f.unused_since
  loop
    if changed.unused_since is not null then
      perform private.put_due('lesson_file', changed.id || ':' || extract(epoch from changed.unused_since), changed.unused_since + interval '30 days', changed.id);
    end if;
  end loop;
end
$$;
comment on function private.follow_files(uuid) is
  'Takes a lesson; gives it the files that it names since this save and the caller may give, and notes since when it names one no more (rules/files#named). While the setting rookies.files_as_held is on, it gives none.';

create function private.carry_files(copies jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (
      select distinct m.course_id
      from jsonb_each_text(carry_files.copies) c
      cross join lateral (values (c.key::uuid), (c.value::uuid)) both_of (lesson_id)
      join public.lessons l on l.id = both_of.lesson_id
      join public.modules m on m.id = l.module_id) course
    where not private.can_on_course('lesson_files', 'create', course.course_id)) then
    perform private.refuse('You may not copy the files of this lesson.');
  end if;
  insert into public.lesson_files (lesson_id, path, name, size, type, width, height, alt, sha256)
  select c.value::uuid, f.path, f.name, f.size, f.type, f.width, f.height, f.alt, f.sha256
  from jsonb_each_text(carry_files.copies) c
  join public.lesson_files f on f.lesson_id = c.key::uuid
  where f.unused_since is null
  on conflict on constraint lesson_files_once do nothing;
  delete from private.unheld_files u
  using jsonb_each_text(carry_files.copies) c, public.lesson_files f
  where u.lesson_id = c.value::uuid and f.lesson_id = u.lesson_id and f.path = u.path;
end
$$;
comment on function private.carry_files(jsonb) is
  'Takes {lesson: its copy}; each copy holds the files that its lesson holds and names. Raises 42501 unless the caller may give files to lessons of both courses.';
grant execute on function private.carry_files(jsonb) to authenticated;

create or replace function private.copy_lessons(modules jsonb, paths boolean) returns void
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.copy_lessons(jsonb, boolean) is
  'Takes {module: its copy} and whether the paths of an import go along, which a course holds once; copies the lessons with their attachments and files, in their places, their links among each other leading to the copies. Runs as its caller.';

create or replace function public.duplicate_lesson(lesson_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
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
$$;

create or replace function public.restore_lesson_version(version_id uuid, unchanged_since timestamptz) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted public.lesson_versions;
  lesson public.lessons;
  saved timestamptz;
begin
  select v.* into wanted from public.lesson_versions v where v.id = restore_lesson_version.version_id;
  select l.* into lesson from public.lessons l where l.id = wanted.lesson_id;
  if lesson.id is null or not (private.can('lesson_versions', 'restore')
     or lesson.module_id in (select private.my_module_ids('lesson_versions', 'restore'))) then
    perform private.refuse('You may not restore this version, or it is kept no longer.');
  end if;
  saved := lesson.updated_at;
  -- Sent again because the answer was lost: it is done already.
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content) then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content),
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
end
$$;

create or replace function public.undo_import(course_id uuid) returns void
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
$$;

-- What lessons name today and do not hold: nobody is known who put it there.
insert into private.unheld_files (lesson_id, path)
select l.id, n.path
from public.lessons l
cross join lateral private.files_named(l) n (path)
where (l.content like '%lesson-files/%' or l.file_key is not null
    or exists (select from public.lesson_attachments a where a.lesson_id = l.id and a.url like 'lesson-files/%'))
  and not exists (select from public.lesson_files f where f.lesson_id = l.id and f.path = n.path);
