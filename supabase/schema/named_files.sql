-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.cover_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The record of the course can bring it back until then.
  perform private.put_file_removal(old.thumbnail_url, now() + interval '30 days');
  return null;
end
$function$;
comment on function private.cover_gone() is 'Row trigger: a cover that its course has no more is removed from storage in 30 days.';

CREATE OR REPLACE FUNCTION private.due_file_removal(work private.due_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bucket', split_part(file, '/', 1), 'path', substr(file, position('/' in file) + 1))
  from (select split_part(work.key, ':', 2) as file) f
  where not private.is_file_used(file)
$function$;
comment on function private.due_file_removal(private.due_work) is 'What storage is to remove: {bucket, path}; null where the file is used again.';

CREATE OR REPLACE FUNCTION private.due_lesson_file(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.lesson_files;
begin
  select f.* into file from public.lesson_files f where f.id = work.subject_id and f.unused_since <= now() - interval '30 days' for update;
  if not found then
    return 'DROPPED';
  end if;
  if exists (
    select from public.lesson_versions v where v.lesson_id = file.lesson_id and position('lesson-files/' || file.path in v.content) > 0) then
    -- The version goes one day; it is looked at again.
    perform private.put_due('lesson_file', file.id || ':' || extract(epoch from now()), now() + interval '30 days', file.id);
    return 'DROPPED';
  end if;
  delete from public.lesson_files f where f.id = file.id;
  return 'DONE';
end
$function$;
comment on function private.due_lesson_file(private.due_work) is 'Takes a file from a lesson that has not named it for 30 days. Dropped where it is named again; put off while a version of the text names it.';

CREATE OR REPLACE FUNCTION private.due_uploads(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
begin
  with forgotten as (
    delete from private.uploads u
    where u.batch = work.subject_id and u.created_at <= now() - interval '30 days'
      -- What an import knows a cover by.
      and not (u.bucket = 'covers' and private.is_file_used('covers/' || u.path))
    returning u.bucket || '/' || u.path as file
  )
  select array_agg(f.file) into gone from forgotten f;
  perform private.put_file_removal(f, now()) from unnest(gone) f;
  return case when gone is null then 'DROPPED' else 'DONE' end;
end
$function$;
comment on function private.due_uploads(private.due_work) is 'Forgets what was sent in one go 30 days ago, and has removed what no lesson and no course named since.';

CREATE OR REPLACE FUNCTION private.files_named(lesson public.lessons)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m[1] from regexp_matches(lesson.content, 'lesson-files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)', 'g') m
  union
  select lesson.file_key where private.is_stored_file('lesson-files/' || lesson.file_key, 'lesson-files')
  union
  select substr(a.url, 14) from public.lesson_attachments a
  where a.lesson_id = lesson.id and private.is_stored_file(a.url, 'lesson-files')
$function$;
comment on function private.files_named(public.lessons) is 'Takes a lesson; paths of the files that its text, the lesson itself and its attachments name.';

CREATE OR REPLACE FUNCTION private.follow_files(lesson_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.follow_files(uuid) is 'Takes a lesson; gives it the files that it names since this save and the caller may give, and notes since when it names one no more (rules/files#named). While the setting rookies.files_as_held is on, it gives none.';

CREATE OR REPLACE FUNCTION private.is_file_used(file text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.lesson_files f where 'lesson-files/' || f.path = file)
    or exists (select from public.courses c where c.thumbnail_url = file)
$function$;
comment on function private.is_file_used(text) is 'Takes bucket/path; true while a lesson holds the file or a course, in the bin too, has it as its cover.';

CREATE OR REPLACE FUNCTION private.lesson_file_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.put_file_removal('lesson-files/' || old.path, now());
  return null;
end
$function$;
comment on function private.lesson_file_gone() is 'Row trigger: a file that no lesson holds any more is removed from storage.';

CREATE OR REPLACE FUNCTION private.lesson_files_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'lessons' then
    perform private.follow_files(new.id);
  else
    perform private.follow_files(case when tg_op = 'DELETE' then old.lesson_id else new.lesson_id end);
  end if;
  return null;
end
$function$;
comment on function private.lesson_files_follow() is 'Row trigger on lessons and attachments: their files follow what they name.';

CREATE OR REPLACE FUNCTION private.put_file_removal(file text, due_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.put_due('file_removal', file || ':' || extract(epoch from now()), put_file_removal.due_at)
  where not private.is_file_used(file)
$function$;
comment on function private.put_file_removal(text,timestamp with time zone) is 'Takes bucket/path and a moment; the file is removed from storage then, unless it is used by then.';

CREATE OR REPLACE FUNCTION public.course_files(course_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
    'height', f.height, 'alt', f.alt, 'lessons', f.lessons, 'unused_since', f.unused_since) order by lower(f.name), f.path), '[]')
  from (
    select f.path, min(f.name) as name, min(f.size) as size, min(f.type) as type, min(f.width) as width, min(f.height) as height, min(f.alt) as alt,
      -- Used while one lesson uses it.
      case when bool_and(f.unused_since is not null) then max(f.unused_since) end as unused_since,
      jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'module_id', l.module_id, 'used', f.unused_since is null,
        -- Pictures that the text shows without saying what they show.
        'silent', case when l.content ~ '(!\[\s*\]\(\s*<?|<img\s[^<>]*)lesson-files/' then exists (
          select from private.links_in(private.prose(l.content)) p
          where p.kind = 'image' and p.target = 'lesson-files/' || f.path and btrim(p.label) = '') else false end)
        order by m.index, l.index) as lessons
    from public.lesson_files f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    where m.course_id = course_files.course_id
    group by f.path) f
$function$;
comment on function public.course_files(uuid) is 'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, silent: the text shows it without words for it}], unused_since}]. Row security decides.';
grant execute on function public.course_files(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.describe_file(course_id uuid, path text, alt text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
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
comment on function public.describe_file(uuid,text,text) is 'Takes a course, the path of a file of its lessons, and what the picture shows; gives at how many lessons that stands now. Row security decides; raises 42501.';
grant execute on function public.describe_file(uuid,text,text) to authenticated, service_role;
