-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.lesson_links(payload jsonb, planned jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(listed.id, p.id), '{}')
  from private.listed_lessons(payload) listed
  join jsonb_to_recordset(planned) as p (no int, id uuid) on p.no = listed.lesson_no
  where listed.id is not null
$function$;
comment on function private.lesson_links(jsonb,jsonb) is 'Takes what import_course() takes and its lessons as planned, [{no, id}]; gives {id that a lesson is listed with: its id here}.';
grant execute on function private.lesson_links(jsonb,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.with_lesson_links(content text, slug text, lessons jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  links constant text := '/(?:app/)?courses/[a-z0-9-]+/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
  known text;
  linked text := content;
begin
  if linked is null or linked !~ links then
    return linked;
  end if;
  for known in
    select distinct m[1] from regexp_matches(content, links, 'g') m
    -- What stays what it is keeps the slug it has, which leads here as well.
    where lessons ->> m[1] <> m[1]
  loop
    linked := regexp_replace(linked, replace(links, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', known),
      '/app/courses/' || slug || '/lesson/' || (lessons ->> known), 'g');
  end loop;
  return linked;
end
$function$;
comment on function private.with_lesson_links(text,text,jsonb) is 'Takes a lesson''s text, the slug of its course and {id in the text: the lesson''s id here}; gives the text with its links to those lessons leading there (rules/courses#links-inside).';
grant execute on function private.with_lesson_links(text,text,jsonb) to authenticated, service_role;
