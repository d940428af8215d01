-- Runs of one person delay nobody else's: runs and mails have queues of their own, turns go round the persons, a person
-- whose runs had to be killed waits, and proofs have a limit and an end, as runs have.

alter table private.exercise_hours
  add column proofs timestamptz[] not null default '{}',
  add column killed timestamptz[] not null default '{}',
  add column turn_at timestamptz;
comment on table private.exercise_hours is 'What each person had run of late, deleted runs included. No grants: functions read and write it (rules/exercises#limits, rules/exercises#turns).';
comment on column private.exercise_hours.times is 'When the person handed in, within the last hour.';
comment on column private.exercise_hours.proofs is 'When the person had versions proved, within the last hour, and when those of an import will be.';
comment on column private.exercise_hours.killed is 'When runs of the person had to be killed, within the last day.';
comment on column private.exercise_hours.turn_at is 'When the worker last took a run of the person, or a proof that they asked for.';

alter table private.exercise_keys
  add column attempts integer not null default 0,
  add column next_at timestamptz;
comment on column private.exercise_keys.attempts is 'How often a proof was begun and did not settle.';
comment on column private.exercise_keys.next_at is 'No proof begins before this moment; null: at once.';

create function private.runs_code(kind text)
  returns boolean
  language sql
  immutable
  set search_path = ''
as $function$ select kind in ('run_check', 'exercise_proof') $function$;
comment on function private.runs_code(text) is 'Takes a kind of jobs; returns whether it runs code that people wrote. Such jobs have a queue of their own (rules/due-work#runs).';

create index due_work_runs_idx on private.due_work (user_id, due_at, id) where (done_at is null and private.runs_code(kind));

create function private.count_killed(person uuid)
  returns void
  language sql
  security definer
  set search_path = ''
as $function$
  insert into private.exercise_hours as h (user_id, killed)
  select p.id, array[clock_timestamp()] from public.profiles p where p.id = person
  on conflict on constraint exercise_hours_pkey do update
  set killed = array(select t from unnest(h.killed) t where t > now() - interval '1 day' order by t desc limit 100) || excluded.killed
$function$;
comment on function private.count_killed(uuid) is 'Takes a person; counts a run of theirs that had to be killed.';

create function private.waits_until(person uuid)
  returns timestamptz
  language sql
  stable security definer
  set search_path = ''
as $function$
  select max(t) + least(interval '30 seconds' * power(2, least(count(*) - 1, 10)), interval '1 hour')
  from private.exercise_hours h, unnest(h.killed) t
  where h.user_id = person and t > now() - interval '1 day'
$function$;
comment on function private.waits_until(uuid) is 'Takes a person; returns until when their runs wait, because runs of theirs were killed within a day: 30 seconds after the last one, and twice as long for each one before, up to an hour. Null if none was (rules/exercises#turns).';

create or replace function private.due_run_check(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when w.until > now() then jsonb_build_object('wait', w.until) else jsonb_build_object('run_id', r.id, 'user_id', r.user_id) end
  from public.exercise_runs r, lateral (select greatest(r.tried_at + private.verification_lease(), private.waits_until(r.user_id)) as until) w
  where r.id = work.subject_id and r.verdict = 'PENDING'
$function$;
comment on function private.due_run_check(private.due_work) is 'Job: returns {run_id, user_id: whose it is} of a run that waits for its verdict; waits while another request verifies it, or its person has to. Null if it is settled (rules/exercises#verdict).';

create or replace function private.due_exercise_proof(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when w.until > now() then jsonb_build_object('wait', w.until)
    else jsonb_build_object('lesson_id', k.lesson_id, 'user_id', work.user_id) end
  from private.latest_key(work.subject_id) k, lateral (select greatest(k.next_at, private.waits_until(work.user_id)) as until) w
  where k.proof = 'PENDING'
$function$;
comment on function private.due_exercise_proof(private.due_work) is 'Job: returns {lesson_id, user_id: who asked} of an exercise whose newest version waits for its proof; waits while another request proves it, or its person has to. Otherwise null (rules/exercises#proof).';

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
  waits constant timestamptz := private.waits_until((select x.user_id from public.exercise_runs x where x.id = run_to_verify.run_id));
begin
  select x.* into r from public.exercise_runs x where x.id = run_to_verify.run_id for no key update;
  if r.id is null or r.verdict <> 'PENDING' then
    return null;
  end if;
  if r.tried_at > clock_timestamp() - private.verification_lease() then
    return jsonb_build_object('wait', r.tried_at + private.verification_lease());
  end if;
  select x.* into k from private.exercise_keys x where x.lesson_id = r.lesson_id and x.version = r.tests_version;
  if r.attempts < most and k.version is not null and waits > clock_timestamp() then
    return jsonb_build_object('wait', waits);
  end if;
  if r.attempts > 0 then
    -- The attempt before stopped the server, which therefore could not say so.
    perform private.count_killed(r.user_id);
  end if;
  if r.attempts >= most or k.version is null then
    perform private.end_run(r.id, 'ERROR', '[]');
    return null;
  end if;
  update public.exercise_runs x set attempts = x.attempts + 1, tried_at = clock_timestamp() where x.id = r.id;
  return jsonb_build_object('lesson_id', r.lesson_id, 'language', k.language, 'version', k.version, 'files', r.files,
    'tests', k.tests, 'hidden', k.hidden, 'time_ms', k.time_ms);
end
$function$;
comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled, and {wait: a moment} if another verification began less than 30 seconds before this moment, or if runs of this person were killed. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';

drop function public.exercise_to_prove(uuid);
create function public.exercise_to_prove(lesson_id uuid, person uuid default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 2;
  -- A proof is up to four runs.
  lease constant interval := '2 minutes';
  k private.exercise_keys;
  waits constant timestamptz := private.waits_until(person);
begin
  perform from public.exercises x where x.lesson_id = exercise_to_prove.lesson_id for no key update;
  k := private.latest_key(exercise_to_prove.lesson_id);
  if k.proof is distinct from 'PENDING' then
    return null;
  end if;
  if k.next_at > clock_timestamp() then
    return jsonb_build_object('wait', k.next_at);
  end if;
  if k.attempts < most and waits > clock_timestamp() then
    return jsonb_build_object('wait', waits);
  end if;
  if k.attempts > 0 then
    perform private.count_killed(person);
  end if;
  if k.attempts >= most then
    perform public.settle_proof(k.lesson_id, k.version, false, jsonb_build_array(jsonb_build_object('message',
      'The tests stopped the server twice. Does a built-in function take very long?')));
    return null;
  end if;
  update private.exercise_keys x set attempts = x.attempts + 1, next_at = clock_timestamp() + lease
  where x.lesson_id = k.lesson_id and x.version = k.version;
  return (private.key_fields(k) - array['hints', 'solution_after']) || jsonb_build_object('lesson_id', k.lesson_id, 'version', k.version);
end
$function$;
comment on function public.exercise_to_prove(uuid,uuid) is 'Takes an exercise whose proof is pending, and who asked for it (null: nobody known); begins a proof of its newest version and returns {lesson_id, version, language, files, tests, hidden, solution, time_ms}. Null if no proof is pending, and {wait: a moment} if another one began less than two minutes before this moment, if an import asked for more proofs than the limit, or if runs of this person were killed. If two proofs have begun and none has ended, the proof is refused. Only for the worker (rules/exercises#proof).';
revoke all on function public.exercise_to_prove(uuid,uuid) from public, anon, authenticated;
grant execute on function public.exercise_to_prove(uuid,uuid) to service_role;

create function public.count_killed_run(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$ select private.count_killed(person) $function$;
comment on function public.count_killed_run(uuid) is 'Takes a person; counts a run of theirs that had to be killed, so that their next ones wait. Only for the worker (rules/exercises#turns).';
revoke all on function public.count_killed_run(uuid) from public, anon, authenticated;
grant execute on function public.count_killed_run(uuid) to service_role;

create function public.forget_attempt(run_id uuid default null, lesson_id uuid default null)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update public.exercise_runs r set attempts = greatest(r.attempts - 1, 0), tried_at = null
  where r.id = forget_attempt.run_id and r.verdict = 'PENDING';
  update private.exercise_keys k set attempts = greatest(k.attempts - 1, 0), next_at = null
  where k.lesson_id = forget_attempt.lesson_id and k.proof = 'PENDING'
$function$;
comment on function public.forget_attempt(uuid,uuid) is 'Takes a run, or an exercise whose proof is pending; an attempt that was begun does not count, because the server was too busy for it. Only for the worker (rules/exercises#verdict).';
revoke all on function public.forget_attempt(uuid,uuid) from public, anon, authenticated;
grant execute on function public.forget_attempt(uuid,uuid) to service_role;

drop function private.ask_for_proof(private.exercise_keys);
create function private.ask_for_proof(k private.exercise_keys, may_wait boolean default false)
  returns private.exercise_keys
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 30;
  me constant uuid := private.uid();
  recent timestamptz[];
  moment timestamptz := now();
begin
  if k.proof not in ('NONE', 'REFUSED') then
    return k;
  end if;
  if me is not null then
    -- The requests of one person run one after the other, so that each counts the earlier ones.
    perform pg_advisory_xact_lock(hashtextextended('proofs ' || me, 0));
    recent := coalesce((
      select array(select t from unnest(h.proofs) t where t > now() - interval '1 hour' order by t) from private.exercise_hours h where h.user_id = me), '{}');
    if cardinality(recent) >= most then
      if not may_wait then
        raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have had 30 exercises tested within an hour. Please wait a little.';
      end if;
      moment := greatest(now(), recent[cardinality(recent) - most + 1] + interval '1 hour');
    end if;
    insert into private.exercise_hours as h (user_id, proofs) values (me, recent || moment)
    on conflict on constraint exercise_hours_pkey do update set proofs = excluded.proofs;
  end if;
  update private.exercise_keys x set proof = 'PENDING', problems = '[]', attempts = 0, next_at = moment
  where x.lesson_id = k.lesson_id and x.version = k.version;
  perform private.enqueue_job('exercise_proof', k.lesson_id || ' ' || k.version || ' ' || gen_random_uuid(), moment, k.lesson_id, me);
  return private.latest_key(k.lesson_id);
end
$function$;
comment on function private.ask_for_proof(private.exercise_keys,boolean) is 'Takes the newest version of an exercise, and whether its proof may wait; enqueues its proof, unless the version is proved or its proof is pending. Returns the version with its new state. Of more than 30 proofs within an hour, those that may wait are begun as soon as the limit allows it; others raise PT429 TOO_MANY (rules/exercises#limits).';
revoke all on function private.ask_for_proof(private.exercise_keys,boolean) from public, anon, authenticated;

create or replace function private.take_exercise(
  lesson uuid,
  listed jsonb,
  expected_version integer default null,
  proving boolean default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  saved private.exercise_keys := private.write_exercise(lesson, expected_version, listed);
begin
  if proving then
    perform private.ask_for_proof(saved, true);
  end if;
end
$function$;

comment on function public.prove_exercise(uuid) is 'Takes an exercise; enqueues the proof of its newest version, unless it is proved, as a saved page always is, and returns {version, proved_version, proof: {state, problems}}. Raises 42501, and PT429 TOO_MANY after 30 proofs in an hour (rules/exercises#proof).';

create function private.claim_job(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- This is longer than the sending of so many mails may take. Afterwards another worker tries.
  lease constant interval := '10 minutes';
  -- A worker that reports its failures never reaches this number: a day has about thirty pauses.
  most_attempts constant int := 60;
  content jsonb;
begin
  if work.attempts >= most_attempts then
    perform private.fail_job(work.id, work.attempts, 'The program that sends it stopped every time.', true);
    return '[]';
  end if;
  execute format('select private.%I($1)', 'due_' || work.kind) into content using work;
  if content is null then
    perform private.end_job(work.id, work.attempts + 1, 'DROPPED');
    return '[]';
  end if;
  if content ? 'wait' then
    update private.due_work w set locked_until = (content ->> 'wait')::timestamptz where w.id = work.id;
    return '[]';
  end if;
  update private.due_work w set attempts = w.attempts + 1, first_tried_at = coalesce(w.first_tried_at, now()),
    locked_until = now() + lease
  where w.id = work.id;
  return jsonb_build_array(jsonb_build_object('id', work.id, 'attempt', work.attempts + 1, 'kind', work.kind, 'key', work.key, 'content', content));
exception when others then
  perform private.fail_job(work.id, work.attempts + 1, sqlerrm);
  return '[]';
end
$function$;
comment on function private.claim_job(private.due_work) is 'Takes a due job that is done outside the database; locks it for ten minutes and returns [{id, attempt, kind, key, content}], or [] if it is not to be done now.';
revoke all on function private.claim_job(private.due_work) from public, anon, authenticated;

create or replace function public.claim_due_mails(
  how_many integer default 10,
  only_kinds text[] default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
declare
  bounded constant boolean := private.at_most('only_kinds', only_kinds, 100);
  work private.due_work;
  taken int := 0;
  mails jsonb := '[]';
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
      and not private.runs_code(w.kind) and (only_kinds is null or w.kind = any (only_kinds))
    order by w.due_at, w.id limit least(how_many, 10) for update skip locked
  loop
    taken := taken + 1;
    mails := mails || private.claim_job(work);
  end loop;
  -- A caller that takes only some kinds leaves other mails unsent, so it does not count as the worker of mails.
  if only_kinds is null then
    update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  end if;
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$function$;
comment on function public.claim_due_mails(integer,text[]) is 'Takes how many, at most 10, and of which kinds (null: all that run no code); takes the mails that are due, the longest due first, and returns {taken: how many it looked at, mails: [{id, attempt, kind, key, content: what the template of that kind needs, with `to`}]}. It locks them against other workers for ten minutes. Only for the function that sends mails (rules/due-work#mails).';

create function public.claim_due_runs(how_many integer default 10)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work private.due_work;
  taken int := 0;
  runs jsonb := '[]';
begin
  for work in
    select w.* from private.due_work w
    left join private.exercise_hours h on h.user_id = w.user_id
    where w.id in (
        select distinct on (coalesce(d.user_id, d.id)) d.id from private.due_work d
        where d.done_at is null and private.runs_code(d.kind) and d.due_at <= now() and coalesce(d.locked_until, d.due_at) <= now()
        order by coalesce(d.user_id, d.id), d.due_at, d.id)
    order by h.turn_at nulls first, w.due_at, w.id limit least(how_many, 10) for update of w skip locked
  loop
    taken := taken + 1;
    insert into private.exercise_hours as h (user_id, turn_at) select work.user_id, clock_timestamp() where work.user_id is not null
    on conflict on constraint exercise_hours_pkey do update set turn_at = excluded.turn_at;
    runs := runs || private.claim_job(work);
  end loop;
  return jsonb_build_object('taken', taken, 'mails', runs);
end
$function$;
comment on function public.claim_due_runs(integer) is 'Takes how many, at most 10; takes runs and proofs that wait, one of each person, and returns them as claim_due_mails() does. The person whose last turn is the longest ago comes first. Only for the function that has them verified (rules/due-work#runs).';
revoke all on function public.claim_due_runs(integer) from public, anon, authenticated;
grant execute on function public.claim_due_runs(integer) to service_role;
