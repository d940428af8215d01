-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.audit_place(place jsonb, r jsonb, OUT title text, OUT course_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if place ? 'of' then
    select p.title, p.course_id into title, course_id from private.content_place(place ->> 'of', (r ->> (place ->> 'in'))::uuid) p;
  end if;
  if place ? 'title' and r ->> (place ->> 'unless') is null then
    title := r ->> (place ->> 'title');
  end if;
end
$function$;
comment on function private.audit_place(jsonb,jsonb) is 'Takes a table''s `place`, as audit_title() has it (null: none), and a row; gives what the audit calls it and the course it belongs to.';

CREATE OR REPLACE FUNCTION private.audit_title(tbl regclass, place jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  audit record;
  args text[];
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = tbl and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Each argument ends with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    execute format('drop trigger %I on %s', audit.tgname, tbl);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      args[2]::jsonb || jsonb_build_object('place', audit_title.place));
  end loop;
end
$function$;
comment on function private.audit_title(regclass,jsonb) is 'For migrations: has the records of an audited table keep a title and a course. Takes the table and its place: `title`, the column with its title (left out: that of the content it belongs to), and `of` (course, module or lesson) with `in`, the column with that content''s id (left out: it belongs to no course).';

CREATE OR REPLACE FUNCTION private.content_place(kind text, id uuid, OUT title text, OUT course_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case content_place.kind
    when 'course' then
      select c.title, c.id into title, course_id from public.courses c where c.id = content_place.id;
    when 'module' then
      select m.title, m.course_id into title, course_id from public.modules m where m.id = content_place.id;
    when 'lesson' then
      select l.title, m.course_id into title, course_id
      from public.lessons l join public.modules m on m.id = l.module_id where l.id = content_place.id;
    when 'community' then
      select c.name into title from public.communities c where c.id = content_place.id;
    else null;
  end case;
end
$function$;
comment on function private.content_place(text,uuid) is 'Takes course, module, lesson or community and its id; gives its title and its course, of deleted ones too. Nulls for another kind or id.';
