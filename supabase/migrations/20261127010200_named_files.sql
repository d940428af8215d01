-- Why: a file belongs to the lessons that name it, however the name got there: typed, pasted, imported, copied with a lesson or
-- brought back with an old version. So one place follows what lessons say (rules/files#named), and what is named no more goes
-- after 30 days (rules/files#removal).

create function private.files_named(lesson public.lessons) returns setof text
language sql stable security definer set search_path = '' as $$
  select m[1] from regexp_matches(lesson.content, 'lesson-files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)', 'g') m
  union
  select lesson.file_key where private.is_stored_file('lesson-files/' || lesson.file_key, 'lesson-files')
  union
  select substr(a.url, 14) from public.lesson_attachments a
  where a.lesson_id = lesson.id and private.is_stored_file(a.url, 'lesson-files')
$$;
comment on function private.files_named(public.lessons) is
  'Takes a lesson; paths of the files that its text, the lesson itself and its attachments name.';

create function private.follow_files(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text[];
  changed record;
begin
  select array(select f.path from private.files_named(l) f (path)) into named from public.lessons l where l.id = follow_files.lesson_id;
  if not found then
    return;
  end if;
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
  on conflict on constraint lesson_files_once do nothing;
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
  'Takes a lesson; gives it the files that it names and the caller may give, and notes since when it names one no more (rules/files#named).';

create function private.lesson_files_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'lessons' then
    perform private.follow_files(new.id);
  else
    perform private.follow_files(case when tg_op = 'DELETE' then old.lesson_id else new.lesson_id end);
  end if;
  return null;
end
$$;
comment on function private.lesson_files_follow() is 'Row trigger on lessons and attachments: their files follow what they name.';
create trigger lessons_files_insert after insert on public.lessons for each row
  when (new.content like '%lesson-files/%' or new.file_key is not null) execute function private.lesson_files_follow();
create trigger lessons_files_update after update of content, file_key on public.lessons for each row
  when (old.content is distinct from new.content or old.file_key is distinct from new.file_key) execute function private.lesson_files_follow();
create trigger lesson_attachments_files_insert after insert on public.lesson_attachments for each row
  when (new.url like 'lesson-files/%') execute function private.lesson_files_follow();
create trigger lesson_attachments_files_update after update of url on public.lesson_attachments for each row
  when (old.url <> new.url) execute function private.lesson_files_follow();
create trigger lesson_attachments_files_delete after delete on public.lesson_attachments for each row
  when (old.url like 'lesson-files/%') execute function private.lesson_files_follow();

-- Where a stored file may stand instead of a link -----------------------------------------------------------------

alter table public.lesson_attachments drop constraint lesson_attachments_url_safe;
alter table public.lesson_attachments add constraint lesson_attachments_url_safe
  check (private.is_web_link(url) or private.is_app_path(url) or private.is_stored_file(url, 'lesson-files'));
alter table public.courses drop constraint courses_thumbnail_url_safe;
alter table public.courses add constraint courses_thumbnail_url_safe
  check (private.is_web_link(thumbnail_url) or private.is_app_path(thumbnail_url) or private.is_stored_file(thumbnail_url, 'covers'));

create or replace function private.check_attachment() returns trigger
language plpgsql set search_path = '' as $$
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
$$;

create or replace function private.check_course() returns trigger
language plpgsql set search_path = '' as $$
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
  -- Null is let through: an imported folder may name no author, and readers see the fallback.
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
  -- A thumbnail may also be a path of this origin, or a cover that was uploaded.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url) or private.is_stored_file(new.thumbnail_url, 'covers')) then
    perform private.refuse_field('thumbnail_url', 'Please enter a valid URL');
  end if;
  return new;
end
$$;

-- What goes, and when ---------------------------------------------------------------------------------------------

insert into private.due_kinds (kind, label, mail) values
  ('uploads', 'Remove uploads that nothing names', false),
  ('lesson_file', 'Remove a file that its lesson names no more', false),
  ('file_removal', 'Remove a file from storage', true);
comment on column private.due_kinds.mail is
  'Leaves the database, as a mail or as a file that storage removes: private.due_<kind>() gives what is wanted for that (jsonb; of a mail with `to`), {wait: a moment} where it may not leave before, or null where it matters no longer; claim_due_mails() hands it out.';

create function private.is_file_used(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.lesson_files f where 'lesson-files/' || f.path = file)
    or exists (select from public.courses c where c.thumbnail_url = file)
$$;
comment on function private.is_file_used(text) is
  'Takes bucket/path; true while a lesson holds the file or a course, in the bin too, has it as its cover.';
create index courses_thumbnail_url_idx on public.courses (thumbnail_url) where thumbnail_url like 'covers/%';

create function private.put_file_removal(file text, due_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  select private.put_due('file_removal', file || ':' || extract(epoch from now()), put_file_removal.due_at)
  where not private.is_file_used(file)
$$;
comment on function private.put_file_removal(text, timestamptz) is 'Takes bucket/path and a moment; the file is removed from storage then, unless it is used by then.';

create function private.due_uploads(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.due_uploads(private.due_work) is
  'Forgets what was sent in one go 30 days ago, and has removed what no lesson and no course named since.';

create function private.due_lesson_file(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.due_lesson_file(private.due_work) is
  'Takes a file from a lesson that has not named it for 30 days. Dropped where it is named again; put off while a version of the text names it.';

create function private.due_file_removal(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', split_part(file, '/', 1), 'path', substr(file, position('/' in file) + 1))
  from (select split_part(work.key, ':', 2) as file) f
  where not private.is_file_used(file)
$$;
comment on function private.due_file_removal(private.due_work) is 'What storage is to remove: {bucket, path}; null where the file is used again.';

create function private.lesson_file_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.put_file_removal('lesson-files/' || old.path, now());
  return null;
end
$$;
comment on function private.lesson_file_gone() is 'Row trigger: a file that no lesson holds any more is removed from storage.';
create trigger lesson_files_gone after delete on public.lesson_files for each row execute function private.lesson_file_gone();

create function private.cover_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The record of the course can bring it back until then.
  perform private.put_file_removal(old.thumbnail_url, now() + interval '30 days');
  return null;
end
$$;
comment on function private.cover_gone() is 'Row trigger: a cover that its course has no more is removed from storage in 30 days.';
create trigger courses_cover_update after update of thumbnail_url on public.courses for each row
  when (old.thumbnail_url like 'covers/%' and old.thumbnail_url is distinct from new.thumbnail_url) execute function private.cover_gone();
create trigger courses_cover_delete after delete on public.courses for each row
  when (old.thumbnail_url like 'covers/%') execute function private.cover_gone();

-- What a course has -----------------------------------------------------------------------------------------------

-- What they make of a text, its reader could make of it too.
grant execute on function private.prose(text), private.links_in(text) to authenticated;

create function public.course_files(course_id uuid) returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s' as $$
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
$$;
comment on function public.course_files(uuid) is
  'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, silent: the text shows it without words for it}], unused_since}]. Row security decides.';
grant execute on function public.course_files(uuid) to authenticated;

create function public.describe_file(course_id uuid, path text, alt text) returns integer
language plpgsql set search_path = '' as $$
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
$$;
comment on function public.describe_file(uuid, text, text) is
  'Takes a course, the path of a file of its lessons, and what the picture shows; gives at how many lessons that stands now. Row security decides; raises 42501.';
grant execute on function public.describe_file(uuid, text, text) to authenticated;
