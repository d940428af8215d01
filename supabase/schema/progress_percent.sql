-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.progress_percent(completed bigint, total bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when coalesce(total, 0) <= 0 or coalesce(completed, 0) <= 0 then 0
    when completed >= total then 100
    else least(99, greatest(1, round(100.0 * completed / total)))
  end::integer
$function$;
comment on function private.progress_percent(bigint,bigint) is 'Takes completed lessons and the lessons there are; whole percent, never 100 before the last one and never 0 after the first (rules/learning#progress-percent).';
