-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.any_lesson_matches(open uuid[], question tsquery)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
begin
  return exists (
    select from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null))));
end
$function$;
comment on function private.any_lesson_matches(uuid[],tsquery) is 'As lessons_matching(): whether there is any.';

CREATE OR REPLACE FUNCTION private.notification_patterns(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(left(notification_patterns.query, 100)), ' ') w (word) where w.word <> '' limit 6);
end
$function$;
comment on function private.notification_patterns(text) is 'Takes words; gives patterns of the first six, taken literally, all of which title and message of a notification have to match in small letters.';
