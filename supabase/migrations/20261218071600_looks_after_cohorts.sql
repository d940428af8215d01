-- Why: Lock a cohort before its looks, so that the worker and a deletion of the cohort do not wait for each other

set check_function_bodies = off;

create or replace function private.due_behind(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Few, because nobody can get another notification before the transaction of this job ends.
  most constant int := 20;
begin
  -- Another worker may have looked at the cohort before its change was committed. A cohort is locked first, as its deletion does, so
  -- that neither waits for the other.
  delete from private.behind_looks k
  where k.cohort_id = any (array(select c.id from public.cohorts c where c.id = work.subject_id for key share skip locked));
  -- A day begins in some time zone every hour.
  if private.find_all_behind(most) = most then
    perform private.enqueue_job('behind', 'after ' || work.id, now());
  end if;
  return 'DONE';
end
$function$;

create or replace function private.find_all_behind(how_many integer)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[] := array(
    select c.id from public.cohorts c left join private.behind_looks k on k.cohort_id = c.id
    -- A day of margin, because the day depends on the zone. cohort_state() then decides.
    where c.starts_on <= private.local_day(now(), 'UTC') + 1 and c.ends_on >= private.local_day(now(), 'UTC') - 1 and private.cohort_state(c) = 'RUNNING'
      and k.looked_on is distinct from private.local_day(now(), c.time_zone)
    order by k.looked_on nulls first, c.id limit how_many for key share of c skip locked);
begin
  -- Nobody is behind in a cohort that no longer runs.
  perform private.end_behind(array(
    select b.id from private.behind_people b join public.cohorts c on c.id = b.cohort_id where private.cohort_state(c) <> 'RUNNING'));
  perform private.refresh_behind(c) from unnest(cohorts) c;
  delete from private.behind_told t
  where t.user_id in (select k.user_id from private.behind_told k where k.told_at < now() - interval '5 days' for update skip locked);
  return cardinality(cohorts);
end
$function$;

create or replace function private.due_reminders(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Few, because nobody can get another notification between what this job writes and the end of its transaction.
  most constant int := 20;
  -- A cohort is locked together with its look and before what else the worker locks of it, as its deletion does, so that neither
  -- waits for the other.
  cohorts constant uuid[] := array(
    select k.cohort_id from private.reminder_looks k join public.cohorts c on c.id = k.cohort_id
    where k.look_at <= now() order by k.look_at, k.cohort_id limit most for update of k skip locked for key share of c skip locked);
begin
  perform private.remind(cohorts || array(select c.id from public.cohorts c where c.id = work.subject_id for key share skip locked));
  if cardinality(cohorts) = most then
    perform private.enqueue_job('reminders', 'after ' || work.id, now());
  end if;
  return 'DONE';
end
$function$;
