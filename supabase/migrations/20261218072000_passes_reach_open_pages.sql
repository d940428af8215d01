-- Why: Signal to a person that their work or exercise passed or came back, so that their open pages show it

set check_function_bodies = off;

create or replace function private.signal_submission()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('submission', array[new.user_id]);
  -- The week and the outline say what came back or passed. The person's own device knows what it handed in.
  if new.user_id is distinct from private.uid() then
    perform private.signal_people('dates', array[new.user_id]);
  end if;
  -- The places of the others in the queue have changed, too. In a long queue, only the first 100 people receive the signal.
  if tg_op = 'UPDATE' and (old.state = 'WAITING') <> (new.state = 'WAITING') then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s
      where s.state = 'WAITING' and s.user_id <> new.user_id
        and case when new.cohort_id is null then s.lesson_id = new.lesson_id and s.cohort_id is null else s.cohort_id = new.cohort_id end
      order by s.came_back desc, s.awaiting_since limit 100));
  end if;
  return null;
end
$function$;

create or replace function private.end_run(run uuid, verdict public.run_verdict, results jsonb)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  r public.exercise_runs;
begin
  -- This one statement decides which of two verifications settles the run.
  update public.exercise_runs x set verdict = end_run.verdict, results = private.plain_results(end_run.results), verified_at = now()
  where x.id = end_run.run and x.verdict = 'PENDING'
  returning x.* into r;
  if r.id is null then
    return false;
  end if;
  update private.exercise_standings s set
    failed_runs = s.failed_runs + case when r.verdict = 'PASS' then 0 else 1 end,
    passed_at = case when r.verdict = 'PASS' then coalesce(s.passed_at, now()) else s.passed_at end,
    runs_to_pass = case when r.verdict = 'PASS' then least(s.runs_to_pass, r.no) else s.runs_to_pass end
  where s.user_id = r.user_id and s.lesson_id = r.lesson_id;
  if r.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id, completed_at)
    select r.user_id, l.id, coalesce(r.made_at, now()) from public.lessons l where l.id = r.lesson_id and l.content_type = 'EXERCISE'
    on conflict do nothing;
    if found then
      perform private.signal_people('dates', array[r.user_id]);
    end if;
  end if;
  perform private.prune_runs(r.user_id, r.lesson_id);
  perform private.signal_people('exercise', array[r.user_id]);
  return true;
end
$function$;

comment on function private.signal_submission() is 'Row trigger: signals to a person that their work changed, and if somebody else changed it, that their week did. If an update makes the work join or leave the queue, the first 100 other people in the queue receive the signal too.';
