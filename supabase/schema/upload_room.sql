-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.may_send_file(bucket text, path text, metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.can('lesson_files', 'create', 'own')
    and exists (
      select from private.uploads u
      where u.bucket = may_send_file.bucket and u.path = may_send_file.path and u.user_id = private.uid()
        and coalesce((metadata ->> 'size')::bigint, (metadata ->> 'contentLength')::bigint, 0) <= u.size)
    -- Not every storage service knows the size before the bytes have come.
    and (select w.arrived <= r.bytes from private.waiting_uploads() w, private.upload_room() r);
end
$function$;
comment on function private.may_send_file(text,text,jsonb) is 'Takes bucket, path and what storage knows of a file that is about to come; true when the caller has asked for that path, for a file of that size at least, and there is room for it.';
grant execute on function private.may_send_file(text,text,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.upload_room(OUT files integer, OUT bytes bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.upload_room() is 'How many files, and bytes, of the caller may wait for a lesson or a course that names them (rules/files#room).';

CREATE OR REPLACE FUNCTION private.waiting_uploads(OUT files integer, OUT bytes bigint, OUT arrived bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*), coalesce(sum(coalesce((o.metadata ->> 'size')::bigint, u.size)), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint), 0)
  from private.uploads u
  left join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
  where u.user_id = private.uid()
    and not exists (select from public.lesson_files f where u.bucket = 'lesson-files' and f.path = u.path)
    and not exists (select from public.courses c where u.bucket = 'covers' and c.thumbnail_url = 'covers/' || u.path)
$function$;
comment on function private.waiting_uploads() is 'What of the caller waits for a lesson or a course that names it: files that were begun, their bytes as storage found them or else as was said, and the bytes that have arrived.';
