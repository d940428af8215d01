-- Why: storage signs an address for as long as it is asked to, for everybody who may read the object. So nobody may, in either
-- bucket: the function sign-files asks here which files the caller may fetch, and has storage sign those for an hour
-- (rules/files#fetch). Covers are public and need no reader.

drop policy rookies_objects_select on storage.objects;

drop policy lesson_files_select on public.lesson_files;
create policy lesson_files_select on public.lesson_files for select to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_files.lesson_id and ((select private.can('lesson_files', 'read'))
      or l.module_id in (select private.my_module_ids('lesson_files', 'read'))
      or (lesson_files.unused_since is null and (select private.can('lesson_files', 'read', 'assigned'))
        and (l.free_preview or l.module_id in (select private.entitled_module_ids()))))));
comment on policy lesson_files_select on public.lesson_files is
  'Follows the lesson, whose own policy is asked; what the lesson names no more is for those who build it.';

create function public.readable_files(paths text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(f.path), '{}')
  from (
    select h.path from public.lesson_files h where h.path = any (readable_files.paths)
    union
    select u.path from private.my_uploads() u where u.bucket = 'lesson-files' and u.path = any (readable_files.paths)) f
$$;
comment on function public.readable_files(text[]) is
  'Takes paths of lessons'' files; gives those that the caller may fetch: what a lesson names that they may open, what a lesson held that they may build, and what they have sent themselves. Row security decides (rules/files#fetch).';
revoke execute on function public.readable_files(text[]) from public, anon;
grant execute on function public.readable_files(text[]) to authenticated, service_role;
