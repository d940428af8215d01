-- Why: the jobs of each hour added the job of the next hour themselves. If one of them was given up, none followed until
-- somebody pressed Try Again.

alter table private.due_kinds add column hourly boolean not null default false;
comment on column private.due_kinds.hourly is 'Whether a job of this kind is done each hour. run_due_work() adds the next one.';
update private.due_kinds k set hourly = true where k.kind in ('behind', 'morning');

create index due_work_open_kind_idx on private.due_work (kind) where done_at is null and not mail;

create or replace function private.run_due_work(how_many integer default 50)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
declare
  next_hour constant timestamptz := date_trunc('hour', now(), 'UTC') + interval '1 hour';
  work private.due_work;
  answer text;
  handled int := 0;
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and not w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
    order by w.due_at, w.id limit how_many for update skip locked
  loop
    handled := handled + 1;
    -- The job's effect and its end are in one savepoint, so that an interruption undoes both.
    begin
      execute format('select private.%I($1)', 'due_' || work.kind) into answer using work;
      perform private.end_job(work.id, work.attempts + 1, answer);
    exception when others then
      perform private.fail_job(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  -- However the last job of an hourly kind ended, another one follows.
  perform private.enqueue_job(k.kind, to_char(next_hour, 'YYYY-MM-DD HH24'), next_hour) from private.due_kinds k
  where k.hourly and not exists (select from private.due_work w where w.kind = k.kind and w.done_at is null and not w.mail);
  delete from private.due_work w
  where w.id = any (array(
    select d.id from private.due_work d where d.done_at < now() - interval '30 days'
    order by d.done_at, d.id limit 500 for update skip locked));
  -- This update comes last, so that workers do not wait for each other.
  update private.motor m set turned_at = now() where m.turned_at < now() - interval '10 seconds';
  return handled;
end
$function$;
comment on function private.run_due_work(integer) is 'Takes how many; does the jobs that are due and are not mails, the longest due first, each in its own savepoint; returns how many it took. A job that fails is tried again with growing pauses, and given up after a day with its reason. Jobs that other workers have locked are skipped. Adds the job of the next hour for each hourly kind without an open job (rules/due-work#hourly). Jobs that ended 30 days ago are deleted (rules/due-work#failing).';

create or replace function private.due_behind(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 100;
begin
  -- A day begins in some time zone every hour.
  if private.find_all_behind(most) = most then
    perform private.enqueue_job('behind', 'after ' || work.id, now());
  end if;
  return 'DONE';
end
$function$;
comment on function private.due_behind(private.due_work) is 'Job of each hour: looks for people who have fallen behind in up to 100 cohorts whose day has begun. Enqueues another job if there may be more (rules/inbox#behind).';

create or replace function private.due_morning(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.plan_morning_mails();
  return 'DONE';
end
$function$;
comment on function private.due_morning(private.due_work) is 'Job of each hour: plans the morning mails of the hour.';
