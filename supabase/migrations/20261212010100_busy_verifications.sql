-- The answer of run_to_verify() was the same for a run that is settled and for one that another request verifies. A job
-- took both for done, so that a run whose other request then broke off never got a verdict (rules/exercises#verdict).

create or replace function public.run_to_verify(run_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 2;
  r public.exercise_runs;
  k private.exercise_keys;
begin
  select x.* into r from public.exercise_runs x where x.id = run_to_verify.run_id for no key update;
  if r.id is null or r.verdict <> 'PENDING' then
    return null;
  end if;
  if r.tried_at > clock_timestamp() - private.verification_lease() then
    return jsonb_build_object('wait', r.tried_at + private.verification_lease());
  end if;
  select x.* into k from private.exercise_keys x where x.lesson_id = r.lesson_id and x.version = r.tests_version;
  if r.attempts >= most or k.version is null then
    perform private.end_run(r.id, 'ERROR', '[]');
    return null;
  end if;
  update public.exercise_runs x set attempts = x.attempts + 1, tried_at = clock_timestamp() where x.id = r.id;
  return jsonb_build_object('lesson_id', r.lesson_id, 'language', k.language, 'version', k.version, 'files', r.files,
    'tests', k.tests, 'hidden', k.hidden, 'time_ms', k.time_ms);
end
$function$;
comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled, and {wait: a moment} if another verification began less than 30 seconds before this moment. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';
