-- Why: who may build a course may send files before anything names them, which costs room that no course accounts for. So what
-- waits for a lesson is bounded for each person, by how many files and by their bytes (rules/files#room): by what they say that
-- they will send, and by what has arrived. What was begun and did not arrive is forgotten after a day, as long as an upload can be
-- gone on with.

create function private.upload_room(out files integer, out bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Who builds every course also brings whole ones back from a backup.
  if private.can('lesson_files', 'create') then
    files := 20000;
    bytes := 10 * 1024 ^ 3;
  else
    files := 2000;
    bytes := 1024 ^ 3;
  end if;
end
$$;
comment on function private.upload_room() is 'How many files, and bytes, of the caller may wait for a lesson or a course that names them (rules/files#room).';

create function private.waiting_uploads(out files integer, out bytes bigint, out arrived bigint)
language sql stable security definer set search_path = '' as $$
  select count(*), coalesce(sum(coalesce((o.metadata ->> 'size')::bigint, u.size)), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint), 0)
  from private.uploads u
  left join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
  where u.user_id = private.uid()
    and not exists (select from public.lesson_files f where u.bucket = 'lesson-files' and f.path = u.path)
    and not exists (select from public.courses c where u.bucket = 'covers' and c.thumbnail_url = 'covers/' || u.path)
$$;
comment on function private.waiting_uploads() is
  'What of the caller waits for a lesson or a course that names it: files that were begun, their bytes as storage found them or else as was said, and the bytes that have arrived.';

create function private.may_send_file(bucket text, path text, metadata jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can('lesson_files', 'create', 'own')
    and exists (
      select from private.uploads u
      where u.bucket = may_send_file.bucket and u.path = may_send_file.path and u.user_id = private.uid()
        and coalesce((metadata ->> 'size')::bigint, (metadata ->> 'contentLength')::bigint, 0) <= u.size)
    -- Not every storage service knows the size before the bytes have come.
    and (select w.arrived <= r.bytes from private.waiting_uploads() w, private.upload_room() r);
end
$$;
comment on function private.may_send_file(text, text, jsonb) is
  'Takes bucket, path and what storage knows of a file that is about to come; true when the caller has asked for that path, for a file of that size at least, and there is room for it.';
grant execute on function private.may_send_file(text, text, jsonb) to authenticated;

drop policy rookies_objects_insert on storage.objects;
-- Alone: storage asks nothing else of who sends a new file.
create policy rookies_objects_insert on storage.objects for insert to authenticated
  with check (private.may_send_file(bucket_id, name, metadata));

create or replace function public.begin_uploads(bucket text, files jsonb, course_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  begun text;
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
      order by f.created_at limit 1;
      if known is null then
        select u.path into known from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
        where u.bucket = begin_uploads.bucket and u.sha256 = wanted ->> 'sha256'
          and ((u.user_id = private.uid() and u.name = called)
            or exists (select from public.courses c where c.id = begin_uploads.course_id and c.thumbnail_url = 'covers/' || u.path))
        order by u.created_at desc limit 1;
      end if;
      if known is null then
        -- What an attempt before began and did not send keeps its place.
        update private.uploads u set batch = sending, created_at = now()
        where (u.bucket, u.path) = (
          select p.bucket, p.path from private.uploads p
          where p.user_id = private.uid() and p.bucket = begin_uploads.bucket and p.sha256 = wanted ->> 'sha256'
            and p.name = called and p.size = (wanted ->> 'size')::bigint and p.type = wanted ->> 'type'
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
$$;
comment on function public.begin_uploads(text, jsonb, uuid) is
  'Takes a bucket (lesson-files, covers), what is to be sent [{name, size: bytes, type, width?, height?, alt?, sha256?}], and the course it is for, if there is one; gives in the same order [{path: where to send it, known: it is there already}]. For those who may build a course; raises 42501, PT422 for what the bucket does not take (rules/files#send) and for more than may wait for a lesson (rules/files#room).';
revoke execute on function public.begin_uploads(text, jsonb, uuid) from public, anon;
grant execute on function public.begin_uploads(text, jsonb, uuid) to authenticated, service_role;
