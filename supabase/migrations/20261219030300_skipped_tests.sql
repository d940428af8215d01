set check_function_bodies = off;

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
        || case when t.value ->> 'not_run' in ('SKIPPED', 'TODO') then jsonb_build_object('not_run', t.value -> 'not_run') else '{}' end
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

alter table public.exercise_runs drop constraint exercise_runs_results_form, add constraint exercise_runs_results_form CHECK (private.matches_schema(results, '{"type": "array", "items": {"type": "object", "required": ["name", "ok"], "properties": {"ok": {"type": "boolean"}, "name": {"type": "string", "maxLength": 500}, "hidden": {"type": "boolean"}, "not_run": {"enum": ["SKIPPED", "TODO"], "type": "string"}, "problem": {"type": "object", "required": [], "properties": {"line": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "path": {"type": ["string", "null"], "maxLength": 1000}, "actual": {"type": ["string", "null"], "maxLength": 131072}, "column": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 0}, "message": {"type": ["string", "null"], "maxLength": 131072}, "expected": {"type": ["string", "null"], "maxLength": 131072}}}}}, "maxItems": 200}'::jsonb));

comment on column public.exercise_runs.results is 'The results of the tests: [{name, ok, not_run, hidden, problem}]. Hidden tests have no problem. A test with not_run, SKIPPED or TODO, neither passed nor failed.';

comment on function public.settle_run(uuid,public.run_verdict,jsonb) is 'Takes a run, its verdict and the results of its tests [{name, ok, not_run, hidden, problem}]; settles the run once. Returns whether this call settled it. Only for the worker (rules/exercises#verdict).';

comment on function private.plain_results(jsonb) is 'Takes the results of a verified run; returns the first 200 as they are stored: [{name, ok, not_run, hidden, problem}]. Hidden tests lose their problem, and all lose it if they are too long (rules/exercises#secrets).';

comment on function private.run_facts(public.exercise_runs) is 'Takes a run; returns {id, no, version, created_at, verified_at, verdict, results: [{name, ok, not_run, hidden, problem}], claimed}, without its files.';
