-- Why: what functions store as JSON was checked less strictly than the apps read it, so that a round with {"name": {}} for a file was
-- stored, and nobody could open the work. Each JSON column now states its schema. Rows from before are not checked, because what a
-- person handed in is not thrown away: the apps show it as unreadable (rules/data#stored-json, rules/assignments#unreadable).

create function private.matches_schema(given jsonb, schema jsonb)
  returns boolean
  language plpgsql
  immutable parallel safe
  set search_path to ''
as $function$
declare
  kind constant text := jsonb_typeof(given);
  part record;
  number numeric;
begin
  if given is null or schema = 'true' then
    return given is not null or null;
  elsif not (schema -> 'type' ? kind or kind = 'number' and schema -> 'type' ? 'integer') then
    return false;
  end if;
  case kind
    when 'string' then
      return case when schema ? 'enum' then schema -> 'enum' @> given else coalesce(char_length(given #>> '{}') <= (schema ->> 'maxLength')::int, false) end
        and (not schema ? 'pattern' or given #>> '{}' ~ (schema ->> 'pattern'));
    when 'number' then
      -- The range is checked first, because the digits of a number like 1e131071 take long to compute.
      number := given::numeric;
      return coalesce(number between (schema ->> 'minimum')::numeric and (schema ->> 'maximum')::numeric, false)
        and (schema -> 'type' ? 'number' or number = trunc(number)) and scale(number) <= 20;
    when 'array' then
      if (jsonb_array_length(given) between coalesce((schema ->> 'minItems')::int, 0) and (schema ->> 'maxItems')::int) is not true then
        return false;
      end if;
      for part in select e.value from jsonb_array_elements(given) e loop
        if private.matches_schema(part.value, schema -> 'items') is not true then
          return false;
        end if;
      end loop;
    when 'object' then
      if exists (select from jsonb_array_elements_text(schema -> 'required') r (key) where not given ? r.key)
        or not schema ? 'properties' and ((select count(*) from jsonb_object_keys(given)) <= (schema ->> 'maxProperties')::int) is not true then
        return false;
      end if;
      for part in select e.key, e.value, coalesce(schema -> 'properties' -> e.key, schema -> 'additionalProperties') as schema from jsonb_each(given) e loop
        if private.matches_schema(part.value, part.schema) is not true then
          return false;
        end if;
      end loop;
    else
  end case;
  return true;
end
$function$;
comment on function private.matches_schema(jsonb,jsonb) is
  'Takes JSON and a JSON Schema; true if the JSON matches. Null for SQL''s null. Knows type, enum, maxLength, pattern, minimum, maximum, minItems, maxItems, items, required, properties, additionalProperties and maxProperties. Stricter than the standard: everything needs its maximum, and a key that the schema does not name does not match.';
revoke all on function private.matches_schema(jsonb,jsonb) from public;
grant execute on function private.matches_schema(jsonb,jsonb) to authenticated, service_role;

create or replace function private.is_handed_files(files jsonb)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select case when private.matches_schema(files, '{"type": "array", "minItems": 1, "maxItems": 20, "items": {"type": "object", "required": ["path", "name", "bytes"], "properties": {"path": {"type": "string", "maxLength": 1000}, "name": {"type": "string", "maxLength": 255, "pattern": "\\S"}, "bytes": {"type": "integer", "minimum": 0, "maximum": 20971520}}}}') then (
    select bool_and(private.is_stored_file('work-files/' || (f ->> 'path'), 'work-files'))
    from jsonb_array_elements(files) f) else false end
$function$;
comment on function private.is_handed_files(jsonb) is 'Takes the files that were handed in; true if they are a list of one to twenty of {path, name, bytes: at most 20 MB}. Null for null.';

create or replace function private.plain_problems(problems jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(problems) = 'array' then coalesce((
    select jsonb_agg(jsonb_build_object('file', left(p.value ->> 'file', 100),
      'line', case when private.matches_schema(p.value -> 'line', '{"type": "integer", "minimum": 0, "maximum": 1000000}') then p.value -> 'line' end,
      'message', coalesce(left(p.value ->> 'message', 500), '')) order by p.place)
    from jsonb_array_elements(problems) with ordinality p (value, place) where p.place <= 20), '[]') else '[]' end
$function$;

create or replace function private.plain_results(results jsonb)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  most constant int := 131072;
  plain jsonb;
begin
  if jsonb_typeof(results) is distinct from 'array' then
    return '[]';
  end if;
  plain := (
    select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(left(t.value ->> 'name', 500), ''), 'ok', coalesce(t.value -> 'ok' = 'true', false))
        || case when t.value -> 'hidden' = 'true' then jsonb_build_object('hidden', true)
          when private.matches_schema(t.value -> 'problem', '{"type": "object", "required": [], "properties": {"message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "path": {"type": ["string", "null"], "maxLength": 1000}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "column": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}}}')
            then jsonb_build_object('problem', t.value -> 'problem') else '{}' end
      order by t.place), '[]')
    from jsonb_array_elements(results) with ordinality t (value, place) where t.place <= 200);
  if octet_length(plain::text) > most then
    plain := (select jsonb_agg(t.value - 'problem' order by t.place) from jsonb_array_elements(plain) with ordinality t (value, place));
  end if;
  return case when octet_length(plain::text) > most then '[]' else plain end;
end
$function$;

-- The functions of the database make these values, so that only a person with the service key can have stored others. They are made
-- readable, because a row that does not satisfy its constraint could not be changed when an account is erased.
update public.reviews r set levels = '{}' where not private.matches_schema(r.levels, '{"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 9}}');
update public.reviews r set rubric = '[]' where not private.matches_schema(r.rubric, '{"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "essential": {"type": "boolean"}, "levels": {"type": "array", "maxItems": 6, "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "minimum": 0, "maximum": 1000}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}}}}}');
update public.lesson_versions v set assignment = null where not private.matches_schema(v.assignment, '{"type": "object", "required": ["accepts", "due_day", "due_time", "late", "cutoff_days", "blind", "rubric"], "properties": {"accepts": {"type": "array", "maxItems": 5, "items": {"type": "string", "enum": ["TEXT", "CODE", "LINK", "REPOSITORY", "FILE"]}}, "due_day": {"type": ["integer", "null"], "minimum": 0, "maximum": 3650}, "due_time": {"type": ["string", "null"], "maxLength": 8}, "late": {"type": "string", "enum": ["MARKED", "SHUT"]}, "cutoff_days": {"type": ["integer", "null"], "minimum": 0, "maximum": 365}, "blind": {"type": "boolean"}, "rubric": {"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "essential": {"type": "boolean"}, "levels": {"type": "array", "maxItems": 6, "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "minimum": 0, "maximum": 1000}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}}}}}}}');
update public.exercise_runs r set results = private.plain_results(r.results) where not private.matches_schema(r.results, '{"type": "array", "maxItems": 200, "items": {"type": "object", "required": ["name", "ok"], "properties": {"name": {"type": "string", "maxLength": 500}, "ok": {"type": "boolean"}, "hidden": {"type": "boolean"}, "problem": {"type": "object", "required": [], "properties": {"message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "path": {"type": ["string", "null"], "maxLength": 1000}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "column": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}}}}}}');
update private.exercise_keys k set problems = private.plain_problems(k.problems) where not private.matches_schema(k.problems, '{"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["file", "line", "message"], "properties": {"file": {"type": ["string", "null"], "maxLength": 100}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "message": {"type": "string", "maxLength": 500}}}}');

alter table public.submission_rounds drop constraint submission_rounds_files_form;
alter table public.submission_rounds add constraint submission_rounds_files_form check (private.is_handed_files(files)) not valid;
alter table public.submission_drafts add constraint submission_drafts_body_form check (private.matches_schema(body, '{"type": "object", "required": [], "properties": {"text": {"type": "string", "maxLength": 524288}, "url": {"type": "string", "maxLength": 524288}, "repo_url": {"type": "string", "maxLength": 524288}, "note": {"type": "string", "maxLength": 524288}, "code": {"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["name", "body"], "properties": {"name": {"type": "string", "maxLength": 1000}, "body": {"type": "string", "maxLength": 524288}}}}, "files": {"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["path", "name", "bytes"], "properties": {"path": {"type": "string", "maxLength": 1000}, "name": {"type": "string", "maxLength": 255, "pattern": "\\S"}, "bytes": {"type": "integer", "minimum": 0, "maximum": 20971520}}}}}}')) not valid;
alter table public.submission_drafts add constraint submission_drafts_kept_form check (private.matches_schema(kept, '{"type": "array", "maxItems": 3, "items": {"type": "object", "required": ["body", "revision", "updated_at"], "properties": {"body": true, "revision": {"type": "string", "maxLength": 36}, "updated_at": {"type": "string", "maxLength": 64}}}}')) not valid;
alter table public.review_drafts add constraint review_drafts_body_form check (private.matches_schema(body, '{"type": "object", "required": [], "properties": {"verdict": {"type": ["string", "null"], "enum": ["PASS", "AGAIN"]}, "levels": {"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 9}}, "comment": {"type": ["string", "null"], "maxLength": 200000}, "remarks": {"type": "array", "maxItems": 1000, "items": {"type": "object", "required": ["body"], "properties": {"key": {"type": ["string", "null"], "maxLength": 200}, "path": {"type": ["string", "null"], "maxLength": 255}, "line_from": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000000}, "line_to": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000000}, "body": {"type": "string", "maxLength": 200000}}}}}}')) not valid;
alter table public.reviews add constraint reviews_levels_form check (private.matches_schema(levels, '{"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 9}}')) not valid;
alter table public.reviews add constraint reviews_rubric_form check (private.matches_schema(rubric, '{"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "essential": {"type": "boolean"}, "levels": {"type": "array", "maxItems": 6, "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "minimum": 0, "maximum": 1000}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}}}}}')) not valid;
alter table public.lesson_versions add constraint lesson_versions_assignment_form check (private.matches_schema(assignment, '{"type": "object", "required": ["accepts", "due_day", "due_time", "late", "cutoff_days", "blind", "rubric"], "properties": {"accepts": {"type": "array", "maxItems": 5, "items": {"type": "string", "enum": ["TEXT", "CODE", "LINK", "REPOSITORY", "FILE"]}}, "due_day": {"type": ["integer", "null"], "minimum": 0, "maximum": 3650}, "due_time": {"type": ["string", "null"], "maxLength": 8}, "late": {"type": "string", "enum": ["MARKED", "SHUT"]}, "cutoff_days": {"type": ["integer", "null"], "minimum": 0, "maximum": 365}, "blind": {"type": "boolean"}, "rubric": {"type": "array", "maxItems": 100, "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "essential": {"type": "boolean"}, "levels": {"type": "array", "maxItems": 6, "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "minimum": 0, "maximum": 1000}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}}}}}}}')) not valid;
alter table public.exercise_drafts add constraint exercise_drafts_kept_form check (private.matches_schema(kept, '{"type": "array", "maxItems": 3, "items": {"type": "object", "required": ["files", "revision", "updated_at"], "properties": {"files": {"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["path", "text"], "properties": {"path": {"type": "string", "maxLength": 100}, "text": {"type": "string", "maxLength": 204800}}}}, "revision": {"type": "string", "maxLength": 36}, "updated_at": {"type": "string", "maxLength": 64}}}}')) not valid;
alter table public.exercise_runs add constraint exercise_runs_results_form check (private.matches_schema(results, '{"type": "array", "maxItems": 200, "items": {"type": "object", "required": ["name", "ok"], "properties": {"name": {"type": "string", "maxLength": 500}, "ok": {"type": "boolean"}, "hidden": {"type": "boolean"}, "problem": {"type": "object", "required": [], "properties": {"message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "path": {"type": ["string", "null"], "maxLength": 1000}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "column": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}}}}}}')) not valid;
alter table private.exercise_keys add constraint exercise_keys_problems_form check (private.matches_schema(problems, '{"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["file", "line", "message"], "properties": {"file": {"type": ["string", "null"], "maxLength": 100}, "line": {"type": ["integer", "null"], "minimum": 0, "maximum": 1000000}, "message": {"type": "string", "maxLength": 500}}}}')) not valid;
