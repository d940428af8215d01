-- Files of lessons and covers: uploading them, who may fetch them, and when they are deleted.
set check_function_bodies = off;

-- TABLES

create table private.unheld_files (
  lesson_id uuid not null,
  path text not null,
  named_by_id uuid,
  left_at timestamptz,
  left_by_id uuid,
  constraint unheld_files_pkey primary key (lesson_id, path),
  constraint unheld_files_path_length check (char_length(path) <= 255),
  constraint unheld_files_left_by_id_fkey foreign key (left_by_id) references public.profiles(id) on delete set null,
  constraint unheld_files_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint unheld_files_named_by_id_fkey foreign key (named_by_id) references public.profiles(id) on delete set null
);
alter table private.unheld_files enable row level security;
create index unheld_files_left_by_id_idx on private.unheld_files (left_by_id);
create index unheld_files_named_by_id_idx on private.unheld_files (named_by_id);
comment on table private.unheld_files is 'Files that the text of a lesson names but that the lesson does not get, because the person who added the name may not add these files. No grants: written by sync_lesson_files().';
comment on column private.unheld_files.named_by_id is 'The person who added the name, whose rights are checked again at each save; null if it is not known who, as in a text that was copied or restored.';
comment on column private.unheld_files.left_at is 'When the name was removed from the lesson. Another person may still have the earlier text in an open dialog and save it. So for 30 days, the name counts as newly added only if the person who removed it adds it again.';
comment on column private.unheld_files.left_by_id is 'The person who removed the name.';

create table private.uploads (
  bucket text not null,
  path text not null,
  batch uuid not null,
  user_id uuid,
  name text not null,
  size bigint not null,
  type text not null,
  width integer,
  height integer,
  alt text not null,
  sha256 text,
  created_at timestamptz not null default now(),
  constraint uploads_pkey primary key (bucket, path),
  constraint uploads_texts_size check (
    char_length(name) <= 255
    and char_length(alt) <= 500
    and char_length(type) <= 255
    and char_length(path) <= 255
    and char_length(sha256) <= 128
  ),
  constraint uploads_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null
);
alter table private.uploads enable row level security;
create index uploads_batch_idx on private.uploads (batch);
create index uploads_sha256_idx on private.uploads (sha256);
create index uploads_user_id_idx on private.uploads (user_id, created_at);
comment on table private.uploads is 'Files that a person may upload, or has uploaded, to a path that the database chose. The row is deleted after 30 days, except for a cover that its course still has. If no lesson and no course names the file by then, the file is removed, too. No grants: written by begin_uploads().';

create table public.lesson_files (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  bucket text not null default 'lesson-files',
  path text not null,
  name text not null,
  size bigint not null,
  type text not null,
  width integer,
  height integer,
  alt text not null default '',
  sha256 text,
  created_at timestamptz not null default now(),
  created_by_id uuid default private.uid(),
  unused_since timestamptz,
  constraint lesson_files_pkey primary key (id),
  constraint lesson_files_alt_length check (char_length(alt) <= 500),
  constraint lesson_files_height_positive check (height > 0),
  constraint lesson_files_name_length check (btrim(name) <> '' and char_length(name) <= 255),
  constraint lesson_files_size_positive check (size >= 0),
  constraint lesson_files_width_positive check (width > 0),
  constraint lesson_files_created_by_id_fkey foreign key (created_by_id) references public.profiles(id) on delete set null,
  constraint lesson_files_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_files_once unique (lesson_id, path)
);
alter table public.lesson_files enable row level security;
create index lesson_files_created_by_id_idx on public.lesson_files (created_by_id);
create index lesson_files_path_idx on public.lesson_files (path);
create index lesson_files_sha256_idx on public.lesson_files (sha256);
-- Triggers insert and delete rows as lessons name files; people can change only name and alternative text.
grant select on public.lesson_files to authenticated;
grant update (name, alt) on public.lesson_files to authenticated;
grant delete, insert, select, update on public.lesson_files to service_role;
comment on table public.lesson_files is 'The files of a lesson: those that its text, its attachments or its file_key name. Several lessons may have the same path; the file is removed with the last of these rows.';
comment on column public.lesson_files.name is 'The name that learners see, and the name of a downloaded file.';
comment on column public.lesson_files.size is 'Bytes.';
comment on column public.lesson_files.alt is 'The text that describes a picture to people who do not see it, where the lesson''s text does not describe it.';
comment on column public.lesson_files.sha256 is 'The hash of the bytes in hexadecimal digits, as the sender gave it; an import recognizes a file by it.';
comment on column public.lesson_files.unused_since is 'Since when the lesson no longer names the file. It is removed 30 days later, unless a version of the text still names it.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('covers', 'covers', true, 1048576, array[
    'image/webp',
    'image/jpeg',
    'image/png'
  ]),
  ('lesson-files', 'lesson-files', false, 52428800, array[
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'application/pdf',
    'text/plain',
    'text/csv',
    'text/markdown',
    'application/json',
    'application/zip',
    'application/gzip',
    'application/x-7z-compressed',
    'application/octet-stream',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
    'application/epub+zip',
    'audio/mpeg',
    'audio/mp4',
    'audio/ogg',
    'audio/wav',
    'audio/flac',
    'video/mp4',
    'video/webm',
    'video/quicktime',
    'font/woff2',
    'application/vnd.rar',
    'application/x-tar',
    'application/rtf',
    'text/vtt'
  ]),
  -- People can hand in any type of file, so all of them are stored as plain bytes that browsers only download.
  ('work-files', 'work-files', false, 20971520, array[
    'application/octet-stream'
  ]);

-- FUNCTIONS

create or replace function private.carry_files(copies jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.carry_files(jsonb) is 'Takes {lesson: its copy}; gives each copy the files that its lesson has and names. Raises 42501 unless the caller may add files to lessons of both courses.';
grant execute on function private.carry_files(jsonb) to authenticated, service_role;

create or replace function private.check_upload(wanted jsonb, bucket storage.buckets)
  returns text
  language plpgsql
  set search_path to ''
as $function$
declare
  -- Accents are normalized, and folders are removed from the name.
  called constant text := regexp_replace(normalize(coalesce(wanted ->> 'name', '')), '^.*[/\\]', '');
begin
  if btrim(called) = '' or char_length(called) > 255 then
    perform private.refuse_field('files', 'A file needs a name of at most 255 characters');
  end if;
  if coalesce((wanted ->> 'size')::bigint, -1) < 0 or (wanted ->> 'size')::bigint > bucket.file_size_limit then
    perform private.refuse_field('files', format('%s is larger than %s MB', called, bucket.file_size_limit / 1048576));
  end if;
  if coalesce(wanted ->> 'type', '') <> all (bucket.allowed_mime_types) then
    perform private.refuse_field('files', format('Files like %s aren''t accepted', called));
  end if;
  return called;
end
$function$;
comment on function private.check_upload(jsonb,storage.buckets) is 'Takes a file that is to be sent, {name, size: bytes, type}, and its bucket; returns the name as it is stored. Raises PT422 with hint files if the bucket does not accept the file.';

create or replace function private.cover_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- In these 30 days, an administrator can restore the picture from the audit record.
  perform private.enqueue_file_removal(to_jsonb(old) ->> tg_argv[0], now() + interval '30 days');
  return null;
end
$function$;
comment on function private.cover_gone() is 'Row trigger: its argument is the column of a cover or logo. Schedules the removal of the former picture in 30 days.';

create or replace function private.due_file_removal(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('bucket', split_part(file, '/', 1), 'path', substr(file, position('/' in file) + 1))
  from (select split_part(work.key, ':', 2) as file) f
  where not private.is_file_used(file)
$function$;
comment on function private.due_file_removal(private.due_work) is 'Job: returns the file that has to be removed from storage, {bucket, path}; null if the file is in use again.';

create or replace function private.due_lesson_file(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  file public.lesson_files;
begin
  select f.* into file from public.lesson_files f where f.id = work.subject_id and f.unused_since <= now() - interval '30 days' for update;
  if not found then
    return 'DROPPED';
  end if;
  if exists (
    select from public.lesson_versions v where v.lesson_id = file.lesson_id and position('lesson-files/' || file.path in v.content) > 0) then
    -- The version will be deleted later, so another job checks the file again.
    perform private.enqueue_job('lesson_file', file.id || ':' || extract(epoch from now()), now() + interval '30 days', file.id);
    return 'DROPPED';
  end if;
  delete from public.lesson_files f where f.id = file.id;
  return 'DONE';
end
$function$;
comment on function private.due_lesson_file(private.due_work) is 'Job: removes a file from a lesson that has not named it for 30 days. Dropped if the lesson names it again; postponed while a version of the text names it.';

create or replace function private.due_uploads(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  gone text[];
begin
  with forgotten as (
    delete from private.uploads u
    where u.batch = work.subject_id and u.created_at <= now() - interval '30 days'
      -- The rows of covers in use stay, because an import finds a known cover by its row.
      and not (u.bucket = 'covers' and private.is_file_used('covers/' || u.path))
    returning u.bucket || '/' || u.path as file
  )
  select array_agg(f.file) into gone from forgotten f;
  perform private.enqueue_file_removal(f, now()) from unnest(gone) f;
  return case when gone is null then 'DROPPED' else 'DONE' end;
end
$function$;
comment on function private.due_uploads(private.due_work) is 'Job: deletes the uploads that were begun together 30 days ago, and schedules the removal of files that no lesson and no course names.';

create or replace function private.enqueue_file_removal(file text, due_at timestamptz)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('file_removal', file || ':' || extract(epoch from now()), enqueue_file_removal.due_at)
  where not private.is_file_used(file)
$function$;
comment on function private.enqueue_file_removal(text,timestamp with time zone) is 'Takes bucket/path and a moment; schedules the removal of the file from storage at that moment, unless it is in use then.';

create or replace function private.file_path(name text)
  returns text
  language sql
  set search_path to ''
as $function$
  select gen_random_uuid() || '/' || coalesce(nullif(btrim(left(plain.base, 80 - char_length(plain.ending)), '-.'), ''), 'file') || plain.ending
  from (
    select regexp_replace(lower(regexp_replace(file_path.name, '\.[A-Za-z0-9]{1,10}$', '')), '[^a-z0-9_]+', '-', 'g') as base,
      coalesce(lower(substring(file_path.name from '\.[A-Za-z0-9]{1,10}$')), '') as ending) plain
$function$;
comment on function private.file_path(text) is 'Takes the name that a person gave a file; returns a new path for it: a random folder, and the part of the name that an address may contain. The path cannot lead to another folder.';

create or replace function private.files_named(lesson public.lessons)
  returns setof text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select m[1] from regexp_matches(lesson.content, 'lesson-files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)', 'g') m
  union
  select lesson.file_key where private.is_stored_file('lesson-files/' || lesson.file_key, 'lesson-files')
  union
  select substr(a.url, 14) from public.lesson_attachments a
  where a.lesson_id = lesson.id and private.is_stored_file(a.url, 'lesson-files')
$function$;
comment on function private.files_named(public.lessons) is 'Takes a lesson; returns the paths of files that its text, its file_key and its attachments name.';

create or replace function private.forget_old_uploads()
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  -- Calls of one person wait for each other, so that two calls do not use the same free space.
  perform pg_advisory_xact_lock(hashtextextended('begin_uploads ' || private.uid()::text, 0));
  delete from private.uploads u
  where u.user_id = private.uid() and u.created_at < now() - interval '1 day'
    and not exists (select from storage.objects o where o.bucket_id = u.bucket and o.name = u.path);
end
$function$;
comment on function private.forget_old_uploads() is 'Deletes uploads that the caller began more than a day ago and never sent. Other calls of the same person wait until the transaction ends.';

create or replace function private.is_file_used(file text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (select from public.lesson_files f where 'lesson-files/' || f.path = file)
    or exists (select from public.courses c where c.thumbnail_url = file)
    or exists (select from public.settings s where s.logo = file)
    or exists (select from private.work_files w where 'work-files/' || w.path = file)
$function$;
comment on function private.is_file_used(text) is 'Takes bucket/path; true while a lesson has the file, a course (also in the bin) has it as its cover, the school has it as its logo, or a round has it.';

create or replace function private.lesson_file_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.enqueue_file_removal('lesson-files/' || old.path, now());
  return null;
end
$function$;
comment on function private.lesson_file_gone() is 'Row trigger: schedules the removal of a file when the last lesson loses it.';

create or replace function private.may_send_file(bucket text, path text, metadata jsonb)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (private.can('lesson_files', 'create', 'own') or may_send_file.bucket = 'work-files' and private.can('submissions', 'create', 'own'))
    and exists (
      select from private.uploads u
      where u.bucket = may_send_file.bucket and u.path = may_send_file.path and u.user_id = private.uid()
        and coalesce((metadata ->> 'size')::bigint, (metadata ->> 'contentLength')::bigint, 0) <= u.size)
    -- The size is compared with the free space here, because some storage services know it only after the bytes have
    -- arrived.
    and (select w.arrived <= r.bytes from private.waiting_uploads() w, private.upload_room() r);
end
$function$;
comment on function private.may_send_file(text,text,jsonb) is 'Takes bucket, path and the metadata that storage has of a file before it arrives; true if the caller has asked for this path and for a file of at least this size, and has enough free space.';
grant execute on function private.may_send_file(text,text,jsonb) to authenticated, service_role;

create or replace function private.my_uploads()
  returns table(bucket text, path text)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
  select u.bucket, u.path from private.uploads u
  where u.user_id = private.uid() and private.can('lesson_files', 'create', 'own');
end
$function$;
comment on function private.my_uploads() is 'Returns uploads that the caller has sent or may send, and that no lesson names yet. None if the caller may no longer edit any course.';
grant execute on function private.my_uploads() to authenticated, service_role;

create or replace function private.sync_files_of_changed_lesson()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_table_name = 'lessons' then
    perform private.sync_lesson_files(new.id);
  else
    perform private.sync_lesson_files(case when tg_op = 'DELETE' then old.lesson_id else new.lesson_id end);
  end if;
  return null;
end
$function$;
comment on function private.sync_files_of_changed_lesson() is 'Row trigger on lessons and attachments: updates the lesson''s files to those that it names.';

create or replace function private.sync_lesson_files(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  named text[];
  -- While a function restores or copies a lesson, it sets this setting, and the lesson gets no other files than it had.
  asks constant boolean := coalesce(current_setting('rookies.files_as_held', true), '') = '';
  changed record;
begin
  select array(select f.path from private.files_named(l) f (path)) into named from public.lessons l where l.id = sync_lesson_files.lesson_id;
  if not found then
    return;
  end if;
  delete from private.unheld_files u
  where u.lesson_id = sync_lesson_files.lesson_id
    -- A save deletes and inserts attachments, so names that this same save removed are kept.
    and ((u.left_at < now() and (u.left_by_id = private.uid() or u.left_at < now() - interval '30 days'))
      or (asks and u.path = any (named) and u.named_by_id = private.uid()));
  update private.unheld_files u set left_at = case when u.path = any (named) then null else now() end,
    left_by_id = case when u.path = any (named) then null else private.uid() end
  where u.lesson_id = sync_lesson_files.lesson_id and (u.path = any (named)) = (u.left_at is not null);
  insert into public.lesson_files (lesson_id, path, name, size, type, width, height, alt, sha256)
  select sync_lesson_files.lesson_id, n.path, source.name, source.size, source.type, source.width, source.height, source.alt, source.sha256
  from unnest(named) n (path)
  cross join lateral (
    -- Either a file that the caller has uploaded, with size and type as the storage service found them,
    select u.name, coalesce((o.metadata ->> 'size')::bigint, u.size) as size, coalesce(o.metadata ->> 'mimetype', u.type) as type,
      u.width, u.height, u.alt, u.sha256
    from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
    where u.bucket = 'lesson-files' and u.path = n.path and u.user_id = private.uid()
    union all
    -- or a file of another lesson that the caller may edit.
    select f.name, f.size, f.type, f.width, f.height, f.alt, f.sha256
    from public.lesson_files f
    where f.path = n.path and private.can_on_course('lesson_files', 'create', private.course_of_lesson(f.lesson_id))
    limit 1) source
  where asks and not exists (
    select from private.unheld_files u where u.lesson_id = sync_lesson_files.lesson_id and u.path = n.path)
  on conflict on constraint lesson_files_once do nothing;
  insert into private.unheld_files (lesson_id, path, named_by_id)
  select sync_lesson_files.lesson_id, n.path, case when asks then private.uid() end
  from unnest(named) n (path)
  where not exists (select from public.lesson_files f where f.lesson_id = sync_lesson_files.lesson_id and f.path = n.path)
  on conflict do nothing;
  for changed in
    update public.lesson_files f set unused_since = case when f.path = any (named) then null else now() end
    where f.lesson_id = sync_lesson_files.lesson_id and (f.path = any (named)) = (f.unused_since is not null)
    returning f.id, f.unused_since
  loop
    if changed.unused_since is not null then
      perform private.enqueue_job('lesson_file', changed.id || ':' || extract(epoch from changed.unused_since), changed.unused_since + interval '30 days', changed.id);
    end if;
  end loop;
end
$function$;
comment on function private.sync_lesson_files(uuid) is 'Takes a lesson; adds the files that its texts newly name and that the caller may add, and stores which of its files it no longer names (rules/files#named). While the setting rookies.files_as_held is on, adds none.';

create or replace function private.upload_room(out files integer, out bytes bigint)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- A person who may edit every course may also import whole courses from a backup.
  if private.can('lesson_files', 'create') then
    files := 20000;
    bytes := 10 * 1024 ^ 3;
  elsif private.can('lesson_files', 'create', 'own') then
    files := 2000;
    bytes := 1024 ^ 3;
  else
    files := 100;
    bytes := 200 * 1024 ^ 2;
  end if;
end
$function$;
comment on function private.upload_room() is 'Returns how many files, and how many bytes, the caller may upload before a lesson, a course or a round names them (rules/files#room).';

create or replace function private.waiting_uploads(
  out files integer,
  out bytes bigint,
  out arrived bigint
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*), coalesce(sum(coalesce((o.metadata ->> 'size')::bigint, u.size)), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint), 0)
  from private.uploads u
  left join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
  where u.user_id = private.uid()
    and not exists (select from public.lesson_files f where u.bucket = 'lesson-files' and f.path = u.path)
    and not exists (select from public.courses c where u.bucket = 'covers' and c.thumbnail_url = 'covers/' || u.path)
    and not exists (select from public.settings s where u.bucket = 'covers' and s.logo = 'covers/' || u.path)
    and not exists (select from private.work_files w where u.bucket = 'work-files' and w.path = u.path)
$function$;
comment on function private.waiting_uploads() is 'Returns figures of the caller''s uploads that no lesson, course, round or setting names yet: how many were begun, their bytes as storage measured them or as the caller announced them, and the bytes that have arrived.';

create or replace function public.begin_uploads(
  bucket text,
  files jsonb,
  course_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('bucket', bucket, 1000)
    and private.at_most('files', files, 1000000);
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  begun text;
  given text[] := '{}';
  -- An array of jsonb, because appending to one jsonb would copy it for each file.
  answer jsonb[] := '{}';
begin
  if not private.can('lesson_files', 'create', 'own') or begin_uploads.bucket not in ('lesson-files', 'covers')
     or (begin_uploads.course_id is not null and not private.can_on_course('lesson_files', 'create', begin_uploads.course_id)) then
    perform private.refuse('You may not upload files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 1000 then
    perform private.refuse_field('files', 'At most 1,000 files are sent at once');
  end if;
  perform private.forget_old_uploads();
  for wanted in select e.value from jsonb_array_elements(files) e loop
    called := private.check_upload(wanted, taken);
    known := null;
    begun := null;
    if wanted ->> 'sha256' is not null then
      -- A file need not be sent again if the course has it already, also as its cover, or if an earlier attempt sent
      -- it.
      select f.path into known from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
      where begin_uploads.bucket = 'lesson-files' and f.sha256 = wanted ->> 'sha256' and f.name = called and m.course_id = begin_uploads.course_id
      -- Several lessons may have the same picture; the row of the same lesson is preferred.
      order by coalesce(l.id::text = wanted ->> 'lesson_id', false) desc, coalesce(l.source_path = wanted ->> 'source_path', false) desc,
        f.path = any (given), f.created_at, f.path limit 1;
      if known is null then
        select u.path into known from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
        where u.bucket = begin_uploads.bucket and u.sha256 = wanted ->> 'sha256'
          and ((u.user_id = private.uid() and u.name = called)
            or exists (select from public.courses c where c.id = begin_uploads.course_id and c.thumbnail_url = 'covers/' || u.path))
        order by u.path = any (given), u.created_at desc, u.path limit 1;
      end if;
      if known is null then
        -- A file that an earlier attempt began and did not send keeps its path.
        update private.uploads u set batch = sending, created_at = now()
        where (u.bucket, u.path) = (
          select p.bucket, p.path from private.uploads p
          where p.user_id = private.uid() and p.bucket = begin_uploads.bucket and p.sha256 = wanted ->> 'sha256'
            and p.path <> all (given) and p.name = called and p.size = (wanted ->> 'size')::bigint and p.type = wanted ->> 'type'
            and not exists (select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path)
          limit 1)
        returning u.path into begun;
      end if;
    end if;
    if known is null and begun is null then
      insert into private.uploads (bucket, path, batch, user_id, name, size, type, width, height, alt, sha256)
      values (begin_uploads.bucket, private.file_path(called), sending, private.uid(), called,
        (wanted ->> 'size')::bigint, wanted ->> 'type', nullif((wanted ->> 'width')::int, 0), nullif((wanted ->> 'height')::int, 0),
        left(coalesce(wanted ->> 'alt', ''), 500), wanted ->> 'sha256')
      returning path into begun;
    end if;
    answer := answer || jsonb_build_object('path', coalesce(known, begun), 'known', known is not null);
    given := given || coalesce(known, begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', (
      select format('At most %s files, and %s GB, can wait for the lessons that use them. Save those lessons first, or try again tomorrow',
        to_char(r.files, 'FM999,999'), r.bytes / 1073741824)
      from private.upload_room() r));
  end if;
  perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending)
  from private.uploads u where u.batch = sending limit 1;
  return to_jsonb(answer);
end
$function$;
comment on function public.begin_uploads(text,jsonb,uuid) is 'Takes a bucket (lesson-files, covers), the files to send [{name, size: bytes, type, width?, height?, alt?, sha256?, lesson_id?, source_path?: of the lesson that names it}], and the course for which they are (null: none); returns in the same order [{path: where to send the file, known: whether it is stored already}]. For callers who may edit a course; raises 42501, PT422 for files that the bucket does not accept (rules/files#send).';
grant execute on function public.begin_uploads(text,jsonb,uuid) to authenticated, service_role;

create or replace function public.course_files(course_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set statement_timeout to '30s'
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
    'height', f.height, 'alt', f.alt, 'lessons', f.lessons, 'unused_since', f.unused_since) order by lower(f.name), f.path), '[]')
  from (
    select f.path, min(f.name) as name, min(f.size) as size, min(f.type) as type, min(f.width) as width, min(f.height) as height, min(f.alt) as alt,
      -- A file is in use while at least one lesson uses it.
      case when bool_and(f.unused_since is not null) then max(f.unused_since) end as unused_since,
      jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'module_id', l.module_id, 'used', f.unused_since is null,
        'said', shown.said, 'silent', shown.silent)
        order by m.index, l.index) as lessons
    from public.lesson_files f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    cross join lateral (
      select coalesce(bool_or(btrim(p.label) <> ''), false) as said, coalesce(bool_or(btrim(p.label) = ''), false) as silent
      from private.links_in(private.prose(case when l.content ~ '(!\[|<img\s)' then l.content end)) p
      where p.kind = 'image' and p.target = 'lesson-files/' || f.path) shown
    where m.course_id = course_files.course_id
    group by f.path) f
$function$;
comment on function public.course_files(uuid) is 'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, said: whether the text shows it with a text alternative, silent: whether the text shows it without one}], unused_since}]. Row security decides what the caller may read.';
grant execute on function public.course_files(uuid) to authenticated, service_role;

create or replace function public.describe_file(course_id uuid, path text, alt text)
  returns integer
  language plpgsql
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('path', path, 1000)
    and private.at_most('alt', alt, 10000);
  changed integer;
begin
  update public.lesson_files f set alt = btrim(describe_file.alt)
  where f.path = describe_file.path and f.lesson_id in (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = describe_file.course_id);
  get diagnostics changed = row_count;
  if changed = 0 then
    perform private.refuse('You may not change this file.');
  end if;
  return changed;
end
$function$;
comment on function public.describe_file(uuid,text,text) is 'Takes a course, the path of a file of its lessons, and what the picture shows; stores this as the alternative text in all lessons of the course that have the picture, and returns how many these are. Row security decides what the caller may change; raises 42501.';
grant execute on function public.describe_file(uuid,text,text) to authenticated, service_role;

create or replace function public.readable_files(paths text[])
  returns text[]
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(array_agg(f.path), '{}')
  from (
    select h.path from public.lesson_files h where h.path = any (readable_files.paths)
    union
    select u.path from private.my_uploads() u where u.bucket = 'lesson-files' and u.path = any (readable_files.paths)) f
  where private.at_most('paths', paths, 1000)
$function$;
comment on function public.readable_files(text[]) is 'Takes paths of lesson files; returns those that the caller may fetch: files that a lesson names which they may open, files of a lesson that they may edit, even if it no longer names them, and files that they have uploaded. Row security decides (rules/files#fetch).';
grant execute on function public.readable_files(text[]) to authenticated, service_role;

-- TRIGGERS

create trigger courses_cover_delete after delete on public.courses
  for each row
  when (old.thumbnail_url ~~ 'covers/%')
  execute function private.cover_gone('thumbnail_url');

create trigger courses_cover_update after update of thumbnail_url on public.courses
  for each row
  when (old.thumbnail_url ~~ 'covers/%' and old.thumbnail_url is distinct from new.thumbnail_url)
  execute function private.cover_gone('thumbnail_url');

create trigger lesson_attachments_files_delete after delete on public.lesson_attachments
  for each row
  when (old.url ~~ 'lesson-files/%')
  execute function private.sync_files_of_changed_lesson();

create trigger lesson_attachments_files_insert after insert on public.lesson_attachments
  for each row
  when (new.url ~~ 'lesson-files/%')
  execute function private.sync_files_of_changed_lesson();

create trigger lesson_attachments_files_update after update of url on public.lesson_attachments
  for each row
  when (old.url <> new.url)
  execute function private.sync_files_of_changed_lesson();

create trigger lesson_files_audit_delete after delete on public.lesson_files
  referencing old table as old_rows
  for each statement execute function private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_files_audit_insert after insert on public.lesson_files
  referencing new table as new_rows
  for each statement execute function private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_files_audit_update after update on public.lesson_files
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_files_gone after delete on public.lesson_files
  for each row execute function private.lesson_file_gone();

create trigger lessons_files_insert after insert on public.lessons
  for each row
  when (new.content ~~ '%lesson-files/%' or new.file_key is not null)
  execute function private.sync_files_of_changed_lesson();

create trigger lessons_files_update after update of content, file_key on public.lessons
  for each row
  when (old.content is distinct from new.content or old.file_key is distinct from new.file_key)
  execute function private.sync_files_of_changed_lesson();

create trigger settings_logo_update after update of logo on public.settings
  for each row
  when (old.logo <> '' and old.logo <> new.logo)
  execute function private.cover_gone('logo');

-- POLICIES

create policy lesson_files_select on public.lesson_files
  for select to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_files.lesson_id
        and (
          (select private.can('lesson_files', 'read'))
          or l.module_id in (select private.my_module_ids('lesson_files', 'read'))
          or (
            lesson_files.unused_since is null
            and (select private.can('lesson_files', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy lesson_files_select on public.lesson_files is 'Files of lessons that the caller may read by the policy on lessons. Files that the lesson no longer names only for callers who may edit it.';

create policy lesson_files_update on public.lesson_files
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_files.lesson_id
        and (
          (select private.can('lesson_files', 'update'))
          or l.module_id in (select private.my_module_ids('lesson_files', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_files.lesson_id
        and (
          (select private.can('lesson_files', 'update'))
          or l.module_id in (select private.my_module_ids('lesson_files', 'update'))
        )
    )
  );
comment on policy lesson_files_update on public.lesson_files is 'Files of a lesson that the caller may edit.';

-- The only policy for uploads: the storage service checks nothing else about the sender of a new file.
create policy rookies_objects_insert on storage.objects
  for insert to authenticated
  with check (private.may_send_file(bucket_id, name, metadata));
