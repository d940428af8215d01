-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION public.readable_files(paths text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(f.path), '{}')
  from (
    select h.path from public.lesson_files h where h.path = any (readable_files.paths)
    union
    select u.path from private.my_uploads() u where u.bucket = 'lesson-files' and u.path = any (readable_files.paths)) f
$function$;
comment on function public.readable_files(text[]) is 'Takes paths of lessons'' files; gives those that the caller may fetch: what a lesson names that they may open, what a lesson held that they may build, and what they have sent themselves. Row security decides (rules/files#fetch).';
grant execute on function public.readable_files(text[]) to authenticated, service_role;
