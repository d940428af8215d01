-- Why: the columns of tests have check constraints that call these functions, so they come first
set check_function_bodies = off;

create type public.tests_do as enum ('SHOW', 'GATE', 'PASS');

create or replace function private.is_test_list(names text[])
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select cardinality(names) <= 500 and not exists (
      select from unnest(names) n where n is null or btrim(n) = '' or char_length(n) > 300)
    and cardinality(names) = (select count(distinct n) from unnest(names) n)
$function$;
comment on function private.is_test_list(text[]) is 'Takes names of tests; true if they are at most 500 different ones of at most 300 characters. Null for null.';
grant execute on function private.is_test_list(text[]) to authenticated, service_role;

create or replace function private.is_path_list(paths text[])
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  -- The steps of the grading workflow give these paths to Git, so a path has no character that Git or a shell interprets.
  select cardinality(paths) <= 50 and not exists (
    select from unnest(paths) p
    where p is null or char_length(p) > 200 or p !~ '^[A-Za-z0-9_.][A-Za-z0-9_. -]*(/[A-Za-z0-9_.][A-Za-z0-9_. -]*)*$'
      or p ~ '(^|/)\.{1,2}(/|$)' or p ~* '(^|/)\.git(/|$)')
$function$;
comment on function private.is_path_list(text[]) is 'Takes paths of a repository; true if they are at most 50 relative paths of at most 200 characters that stay in the repository and are not in .git. Null for null.';
grant execute on function private.is_path_list(text[]) to authenticated, service_role;

create or replace function private.is_grader(reference text)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select char_length(reference) <= 300
    and reference ~ '^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_.-]+/\.github/workflows/[A-Za-z0-9_.-]+\.ya?ml@[A-Za-z0-9_][A-Za-z0-9_./-]*$'
$function$;
comment on function private.is_grader(text) is 'Takes the reference of a grader; true if it has the form in which a workflow names another workflow: owner/repository/.github/workflows/name.yml@ref. Null for null.';
grant execute on function private.is_grader(text) to authenticated, service_role;
