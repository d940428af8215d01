-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

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
  created_at timestamp with time zone not null default now(),
  constraint uploads_pkey PRIMARY KEY (bucket, path),
  constraint uploads_texts_size CHECK (((char_length(name) <= 255) AND (char_length(alt) <= 500) AND (char_length(type) <= 255) AND (char_length(path) <= 255) AND (char_length(sha256) <= 128))),
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table private.uploads enable row level security;
CREATE INDEX uploads_batch_idx ON private.uploads USING btree (batch);
CREATE INDEX uploads_sha256_idx ON private.uploads USING btree (sha256);
CREATE INDEX uploads_user_id_idx ON private.uploads USING btree (user_id, created_at);
comment on table private.uploads is 'Files that a person may send, or has sent, under a path of the database''s choice. Goes after 30 days, but for a cover that its course has; what no lesson and no course named by then goes with it. No grants: written by begin_uploads().';

create table public.lesson_files (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  bucket text not null default 'lesson-files'::text,
  path text not null,
  name text not null,
  size bigint not null,
  type text not null,
  width integer,
  height integer,
  alt text not null default ''::text,
  sha256 text,
  created_at timestamp with time zone not null default now(),
  created_by_id uuid default private.uid(),
  unused_since timestamp with time zone,
  constraint lesson_files_pkey PRIMARY KEY (id),
  constraint lesson_files_alt_length CHECK ((char_length(alt) <= 500)),
  constraint lesson_files_height_positive CHECK ((height > 0)),
  constraint lesson_files_name_length CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 255))),
  constraint lesson_files_size_positive CHECK ((size >= 0)),
  constraint lesson_files_width_positive CHECK ((width > 0)),
  constraint lesson_files_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint lesson_files_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint lesson_files_once UNIQUE (lesson_id, path)
);
alter table public.lesson_files enable row level security;
CREATE INDEX lesson_files_created_by_id_idx ON public.lesson_files USING btree (created_by_id);
CREATE INDEX lesson_files_path_idx ON public.lesson_files USING btree (path);
CREATE INDEX lesson_files_sha256_idx ON public.lesson_files USING btree (sha256);
create policy lesson_files_select on public.lesson_files for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_files.lesson_id) AND (( SELECT private.can('lesson_files'::text, 'read'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_files'::text, 'read'::text) AS my_module_ids)) OR ((lesson_files.unused_since IS NULL) AND ( SELECT private.can('lesson_files'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (l.free_preview OR (l.module_id IN ( SELECT private.entitled_module_ids() AS entitled_module_ids)))))))));
comment on policy lesson_files_select on public.lesson_files is 'Follows the lesson, whose own policy is asked; what the lesson names no more is for those who build it.';
create policy lesson_files_update on public.lesson_files for update to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_files.lesson_id) AND (( SELECT private.can('lesson_files'::text, 'update'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_files'::text, 'update'::text) AS my_module_ids)))))))
  with check ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_files.lesson_id) AND (( SELECT private.can('lesson_files'::text, 'update'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_files'::text, 'update'::text) AS my_module_ids)))))));
comment on policy lesson_files_update on public.lesson_files is 'Under a lesson that the caller may build.';
grant select on public.lesson_files to authenticated;
grant update (name, alt) on public.lesson_files to authenticated;
grant delete, insert, select, update on public.lesson_files to service_role;
CREATE TRIGGER lesson_files_audit_delete AFTER DELETE ON public.lesson_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_files_audit_insert AFTER INSERT ON public.lesson_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_files_audit_update AFTER UPDATE ON public.lesson_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_file', '{"key": "id", "omit": ["unused_since", "updated_at"], "place": {"in": "lesson_id", "of": "lesson", "title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_files_gone AFTER DELETE ON public.lesson_files FOR EACH ROW EXECUTE FUNCTION private.lesson_file_gone();
comment on table public.lesson_files is 'The files of a lesson: what its text, its attachments or the lesson itself name. Several lessons may hold one path; the file goes when the last of them does.';
comment on column public.lesson_files.name is 'What learners read, and what a download is called.';
comment on column public.lesson_files.size is 'Bytes.';
comment on column public.lesson_files.alt is 'What a picture shows, for who does not see it, where the text says nothing itself.';
comment on column public.lesson_files.sha256 is 'Of its bytes, in hexadecimal digits, as the sender says: what an import knows a file by.';
comment on column public.lesson_files.unused_since is 'Since when the lesson names it no more; removed 30 days later, unless a version of the text still does.';

CREATE OR REPLACE FUNCTION private.file_path(name text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select gen_random_uuid() || '/' || coalesce(nullif(btrim(left(plain.base, 80 - char_length(plain.ending)), '-.'), ''), 'file') || plain.ending
  from (
    select regexp_replace(lower(regexp_replace(file_path.name, '\.[A-Za-z0-9]{1,10}$', '')), '[^a-z0-9_]+', '-', 'g') as base,
      coalesce(lower(substring(file_path.name from '\.[A-Za-z0-9]{1,10}$')), '') as ending) plain
$function$;
comment on function private.file_path(text) is 'Takes a file''s name as people gave it; a new path for it: a random folder, and of the name what an address can hold. It leads to no other folder.';

CREATE OR REPLACE FUNCTION private.is_stored_file(link text, bucket text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select link ~ ('^' || bucket || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9])?$')
$function$;
comment on function private.is_stored_file(text,text) is 'Takes what stands for a file in a text or a field, and a bucket; true when it names a file of that bucket (rules/files#truth).';
grant execute on function private.is_stored_file(text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.my_uploads()
 RETURNS TABLE(bucket text, path text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select u.bucket, u.path from private.uploads u
  where u.user_id = private.uid() and private.can('lesson_files', 'create', 'own');
end
$function$;
comment on function private.my_uploads() is 'What the caller has sent or may send, and no lesson names yet; nothing once they may build no course.';
grant execute on function private.my_uploads() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.begin_uploads(bucket text, files jsonb, course_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  begun text;
  given text[] := '{}';
  answer jsonb := '[]';
begin
  if not private.can('lesson_files', 'create', 'own') or begin_uploads.bucket not in ('lesson-files', 'covers')
     or (begin_uploads.course_id is not null and not private.can_on_course('lesson_files', 'create', begin_uploads.course_id)) then
    perform private.refuse('You may not upload files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 1000 then
    perform private.refuse_field('files', 'At most 1,000 files are sent at once');
  end if;
  -- One person's calls come one after the other, so that two never share the same room.
  perform pg_advisory_xact_lock(hashtextextended('begin_uploads ' || private.uid()::text, 0));
  delete from private.uploads u
  where u.user_id = private.uid() and u.created_at < now() - interval '1 day'
    and not exists (select from storage.objects o where o.bucket_id = u.bucket and o.name = u.path);
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
    begun := null;
    if wanted ->> 'sha256' is not null then
      -- What is here already is not sent again: a file or the cover of the course, or what an attempt before has sent.
      select f.path into known from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
      where begin_uploads.bucket = 'lesson-files' and f.sha256 = wanted ->> 'sha256' and f.name = called and m.course_id = begin_uploads.course_id
      -- The same picture may be there twice: each is the one of its own lesson.
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
        -- What an attempt before began and did not send keeps its place.
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
  perform private.put_due('uploads', sending::text, now() + interval '30 days', sending)
  from private.uploads u where u.batch = sending limit 1;
  return answer;
end
$function$;
comment on function public.begin_uploads(text,jsonb,uuid) is 'Takes a bucket (lesson-files, covers), what is to be sent [{name, size: bytes, type, width?, height?, alt?, sha256?, lesson_id?, source_path?: of the lesson that names it}], and the course it is for, if there is one; gives in the same order [{path: where to send it, known: it is there already}]. For those who may build a course; raises 42501, PT422 for what the bucket does not take (rules/files#send).';
grant execute on function public.begin_uploads(text,jsonb,uuid) to authenticated, service_role;
