-- Why: a course is more than text. Pictures, files to download and covers lie in Supabase Storage; what they are, and which
-- lesson they belong to, is said here (rules/files#truth). A text names a file as `lesson-files/<path>`, a course's cover is
-- `covers/<path>`. A file comes to a lesson by being named in it: uploaded files first belong to the person alone who sent them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  -- Nothing that a browser would run as a page: no SVG, no HTML.
  ('lesson-files', 'lesson-files', false, 52428800, array[
    'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf', 'text/plain', 'text/csv', 'text/markdown',
    'application/json', 'application/zip', 'application/gzip', 'application/x-7z-compressed', 'application/octet-stream',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation', 'application/epub+zip',
    'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/flac', 'video/mp4', 'video/webm', 'video/quicktime', 'font/woff2']),
  ('covers', 'covers', true, 1048576, array['image/webp', 'image/jpeg', 'image/png'])
on conflict (id) do nothing;

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'lesson_files', 'read', 'any'),
  ('ADMIN', 'lesson_files', 'create', 'any'),
  ('ADMIN', 'lesson_files', 'update', 'any'),
  ('CREATOR', 'lesson_files', 'read', 'own'),
  ('CREATOR', 'lesson_files', 'create', 'own'),
  ('CREATOR', 'lesson_files', 'update', 'own'),
  ('MEMBER', 'lesson_files', 'read', 'assigned');

create function private.is_stored_file(link text, bucket text) returns boolean
language sql immutable set search_path = '' as $$
  select link ~ ('^' || bucket || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9])?$')
$$;
comment on function private.is_stored_file(text, text) is
  'Takes what stands for a file in a text or a field, and a bucket; true when it names a file of that bucket (rules/files#truth).';
grant execute on function private.is_stored_file(text, text) to authenticated;

-- What was sent and is named nowhere yet --------------------------------------------------------------------------

create table private.uploads (
  bucket text not null,
  path text not null,
  batch uuid not null,
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  size bigint not null,
  type text not null,
  width integer,
  height integer,
  alt text not null,
  sha256 text,
  created_at timestamptz not null default now(),
  primary key (bucket, path)
);
alter table private.uploads enable row level security;
create index uploads_user_id_idx on private.uploads (user_id, created_at);
create index uploads_batch_idx on private.uploads (batch);
create index uploads_sha256_idx on private.uploads (sha256);
comment on table private.uploads is
  'Files that a person may send, or has sent, under a path of the database''s choice. Goes after 30 days, but for a cover that its course has; what no lesson and no course named by then goes with it. No grants: written by begin_uploads().';

create table public.lesson_files (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  bucket text not null default 'lesson-files',
  path text not null,
  name text not null constraint lesson_files_name_length check (btrim(name) <> '' and char_length(name) <= 255),
  size bigint not null constraint lesson_files_size_positive check (size >= 0),
  type text not null,
  width integer constraint lesson_files_width_positive check (width > 0),
  height integer constraint lesson_files_height_positive check (height > 0),
  alt text not null default '' constraint lesson_files_alt_length check (char_length(alt) <= 500),
  sha256 text,
  created_at timestamptz not null default now(),
  created_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  unused_since timestamptz,
  constraint lesson_files_once unique (lesson_id, path)
);
alter table public.lesson_files enable row level security;
create index lesson_files_path_idx on public.lesson_files (path);
create index lesson_files_sha256_idx on public.lesson_files (sha256);
create index lesson_files_created_by_id_idx on public.lesson_files (created_by_id);
create policy lesson_files_select on public.lesson_files for select to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_files.lesson_id and (
      (select private.can('lesson_files', 'read'))
      or l.module_id in (select private.my_module_ids('lesson_files', 'read'))
      or ((select private.can('lesson_files', 'read', 'assigned'))
        and (l.free_preview or l.module_id in (select private.entitled_module_ids()))))));
comment on policy lesson_files_select on public.lesson_files is 'Follows the lesson, whose own policy is asked.';
create policy lesson_files_update on public.lesson_files for update to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_files.lesson_id and ((select private.can('lesson_files', 'update'))
      or l.module_id in (select private.my_module_ids('lesson_files', 'update')))))
  with check (exists (
    select 1 from public.lessons l
    where l.id = lesson_files.lesson_id and ((select private.can('lesson_files', 'update'))
      or l.module_id in (select private.my_module_ids('lesson_files', 'update')))));
comment on policy lesson_files_update on public.lesson_files is 'Under a lesson that the caller may build.';
-- Rows come and go with what names them; a person changes the words beside a file alone.
grant select on public.lesson_files to authenticated;
grant update (name, alt) on public.lesson_files to authenticated;
select private.audit_table('public.lesson_files', 'lesson_file', '{"omit": ["unused_since"]}');
select private.audit_title('public.lesson_files', '{"title": "name", "of": "lesson", "in": "lesson_id"}');
comment on table public.lesson_files is
  'The files of a lesson: what its text, its attachments or the lesson itself name. Several lessons may hold one path; the file goes when the last of them does.';
comment on column public.lesson_files.name is 'What learners read, and what a download is called.';
comment on column public.lesson_files.size is 'Bytes.';
comment on column public.lesson_files.alt is 'What a picture shows, for who does not see it, where the text says nothing itself.';
comment on column public.lesson_files.sha256 is 'Of its bytes, in hexadecimal digits, as the sender says: what an import knows a file by.';
comment on column public.lesson_files.unused_since is 'Since when the lesson names it no more; removed 30 days later, unless a version of the text still does.';

-- Who may send, and fetch -----------------------------------------------------------------------------------------

create function private.my_uploads() returns table (bucket text, path text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select u.bucket, u.path from private.uploads u
  where u.user_id = private.uid() and private.can('lesson_files', 'create', 'own');
end
$$;
comment on function private.my_uploads() is 'What the caller has sent or may send, and no lesson names yet; nothing once they may build no course.';
grant execute on function private.my_uploads() to authenticated;

-- The storage service asks these as the caller. A file is never written over, and removed by the service role alone.
create policy rookies_objects_select on storage.objects for select to authenticated
  using (
    (bucket_id = 'lesson-files' and exists (select 1 from public.lesson_files f where f.path = objects.name))
    or (bucket_id, name) in (select u.bucket, u.path from private.my_uploads() u));
create policy rookies_objects_insert on storage.objects for insert to authenticated
  with check ((bucket_id, name) in (select u.bucket, u.path from private.my_uploads() u));

create function private.file_path(name text) returns text
language sql volatile set search_path = '' as $$
  select gen_random_uuid() || '/' || coalesce(nullif(btrim(left(plain.base, 80 - char_length(plain.ending)), '-.'), ''), 'file') || plain.ending
  from (
    select regexp_replace(lower(regexp_replace(file_path.name, '\.[A-Za-z0-9]{1,10}$', '')), '[^a-z0-9_]+', '-', 'g') as base,
      coalesce(lower(substring(file_path.name from '\.[A-Za-z0-9]{1,10}$')), '') as ending) plain
$$;
comment on function private.file_path(text) is
  'Takes a file''s name as people gave it; a new path for it: a random folder, and of the name what an address can hold. It leads to no other folder.';

create function public.begin_uploads(bucket text, files jsonb, course_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  answer jsonb := '[]';
begin
  if not private.can('lesson_files', 'create', 'own') or begin_uploads.bucket not in ('lesson-files', 'covers')
     or (begin_uploads.course_id is not null and not private.can_on_course('lesson_files', 'create', begin_uploads.course_id)) then
    perform private.refuse('You may not upload files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 1000 then
    perform private.refuse_field('files', 'At most 1,000 files are sent at once');
  end if;
  for wanted in select e.value from jsonb_array_elements(files) e loop
    -- One form for accents, and no folders.
    called := regexp_replace(normalize(coalesce(wanted ->> 'name', '')), '^.*[/\\]', '');
    if btrim(called) = '' or char_length(called) > 255 then
      perform private.refuse_field('files', 'A file needs a name of at most 255 characters');
    end if;
    if coalesce((wanted ->> 'size')::bigint, -1) < 0 or (wanted ->> 'size')::bigint > taken.file_size_limit then
      perform private.refuse_field('files', format('%s is larger than %s MB', called, taken.file_size_limit / 1048576));
    end if;
    if (wanted ->> 'type') <> all (taken.allowed_mime_types) then
      perform private.refuse_field('files', format('Files like %s are not taken', called));
    end if;
    known := null;
    if wanted ->> 'sha256' is not null then
      -- What is here already is not sent again: a file or the cover of the course, or what an attempt before has sent.
      select f.path into known from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
      where begin_uploads.bucket = 'lesson-files' and f.sha256 = wanted ->> 'sha256' and f.name = called and m.course_id = begin_uploads.course_id
      order by f.created_at limit 1;
      if known is null then
        select u.path into known from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
        where u.bucket = begin_uploads.bucket and u.sha256 = wanted ->> 'sha256'
          and ((u.user_id = private.uid() and u.name = called)
            or exists (select from public.courses c where c.id = begin_uploads.course_id and c.thumbnail_url = 'covers/' || u.path))
        order by u.created_at desc limit 1;
      end if;
    end if;
    if known is null then
      insert into private.uploads (bucket, path, batch, user_id, name, size, type, width, height, alt, sha256)
      values (begin_uploads.bucket, private.file_path(called), sending, private.uid(), called,
        (wanted ->> 'size')::bigint, wanted ->> 'type', nullif((wanted ->> 'width')::int, 0), nullif((wanted ->> 'height')::int, 0),
        left(coalesce(wanted ->> 'alt', ''), 500), wanted ->> 'sha256')
      returning answer || jsonb_build_object('path', path, 'known', false) into answer;
    else
      answer := answer || jsonb_build_object('path', known, 'known', true);
    end if;
  end loop;
  perform private.put_due('uploads', sending::text, now() + interval '30 days', sending)
  from private.uploads u where u.batch = sending limit 1;
  return answer;
end
$$;
comment on function public.begin_uploads(text, jsonb, uuid) is
  'Takes a bucket (lesson-files, covers), what is to be sent [{name, size: bytes, type, width?, height?, alt?, sha256?}], and the course it is for, if there is one; gives in the same order [{path: where to send it, known: it is there already}]. For those who may build a course; raises 42501, PT422 for what the bucket does not take (rules/files#send).';
grant execute on function public.begin_uploads(text, jsonb, uuid) to authenticated;
