-- Why: the inbox lists the people who have fallen behind in all running cohorts, which find_behind() works out cohort by cohort,
-- in too much time for a list (rules/inbox#behind). Falling behind is counted in days of the cohort, so it is found once on each
-- day of each cohort. What ends it, an activity or a note of staff, removes the person at once.

create table private.behind_people (
  id uuid primary key default gen_random_uuid(),
  cohort_id uuid not null,
  user_id uuid not null,
  reason text not null constraint behind_people_reason_length check (char_length(reason) <= 20),
  usual numeric,
  since date not null,
  found_at timestamptz not null default now(),
  constraint behind_people_member foreign key (cohort_id, user_id) references public.cohort_members (cohort_id, user_id) on delete cascade,
  constraint behind_people_once unique (cohort_id, user_id, reason)
);
alter table private.behind_people enable row level security;
create index behind_people_user_id_idx on private.behind_people (user_id);
create index behind_people_found_idx on private.behind_people (found_at, id);
comment on table private.behind_people is
  'The people who have fallen behind in running cohorts, as find_behind() found them on this day of the cohort. No grants: kept by find_all_behind() and triggers.';

create table private.behind_looks (
  cohort_id uuid primary key references public.cohorts (id) on delete cascade,
  looked_on date not null
);
alter table private.behind_looks enable row level security;
comment on table private.behind_looks is
  'On which day, in its time zone, find_all_behind() last looked at a running cohort. A change of the cohort deletes the row. No grants.';

create function private.refresh_behind(cohort uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two workers that look at one cohort wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('behind ' || refresh_behind.cohort, 0));
  insert into private.behind_looks as k (cohort_id, looked_on)
  select c.id, private.local_day(now(), c.time_zone) from public.cohorts c where c.id = refresh_behind.cohort
  on conflict on constraint behind_looks_pkey do update set looked_on = excluded.looked_on;
  with found as materialized (
    select b.user_id, b.reason, b.usual, b.since from private.find_behind(refresh_behind.cohort) b
  ), gone as (
    delete from private.behind_people b
    where b.cohort_id = refresh_behind.cohort and not exists (select from found f where f.user_id = b.user_id and f.reason = b.reason)
  ), changed as (
    -- Rows that stay as they are must not be locked: their people may become active at this moment.
    update private.behind_people b set usual = f.usual, since = f.since
    from found f
    where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason
      and (b.usual, b.since) is distinct from (f.usual, f.since)
  )
  insert into private.behind_people (cohort_id, user_id, reason, usual, since)
  select refresh_behind.cohort, f.user_id, f.reason, f.usual, f.since from found f
  where not exists (
    select from private.behind_people b where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason)
  on conflict on constraint behind_people_once do nothing;
end
$$;
comment on function private.refresh_behind(uuid) is
  'Takes a cohort; stores who has fallen behind in it now, and that it was looked at today. A person who stays behind keeps their row.';
revoke all on function private.refresh_behind(uuid) from public;

create function private.find_all_behind(how_many int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cohorts uuid[] := array(
    select c.id from public.cohorts c left join private.behind_looks k on k.cohort_id = c.id
    -- A day of margin, because the day depends on the zone. cohort_state() then decides.
    where c.starts_on <= current_date + 1 and c.ends_on >= current_date - 1 and private.cohort_state(c) = 'RUNNING'
      and k.looked_on is distinct from private.local_day(now(), c.time_zone)
    order by k.looked_on nulls first, c.id limit how_many);
begin
  -- Nobody is behind in a cohort that no longer runs.
  delete from private.behind_people b using public.cohorts c where c.id = b.cohort_id and private.cohort_state(c) <> 'RUNNING';
  perform private.refresh_behind(c) from unnest(cohorts) c;
  return cardinality(cohorts);
end
$$;
comment on function private.find_all_behind(int) is
  'Takes how many; looks for people who have fallen behind in so many running cohorts that were not looked at on this day of theirs, and returns in how many it looked.';
revoke all on function private.find_all_behind(int) from public;

insert into private.due_kinds (kind, label) values ('behind', 'Find people who fell behind');

create function private.due_behind(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 100;
begin
  if private.find_all_behind(most) = most then
    perform private.enqueue_job('behind', 'after ' || work.id, now());
  end if;
  -- A day begins in some time zone every hour.
  perform private.enqueue_job('behind', to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24'), date_trunc('hour', now(), 'UTC') + interval '1 hour');
  return 'DONE';
end
$$;
comment on function private.due_behind(private.due_work) is
  'Job: looks for people who have fallen behind where a day of a cohort has begun, and plans the next look. Looks at 100 cohorts, and at the others in jobs of their own (rules/inbox#behind).';
revoke all on function private.due_behind(private.due_work) from public;

create function private.look_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_looks k where k.cohort_id = new.id;
  perform private.enqueue_job('behind', 'changed ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), now());
  return null;
end
$$;
comment on function private.look_again() is
  'Row trigger: a cohort that begins, ends, or counts its days otherwise is looked at again, once for all that change within a minute.';
create trigger cohorts_look_again after insert or update of starts_on, ends_on, time_zone, draft, archived_at on public.cohorts
  for each row execute function private.look_again();

create function private.no_longer_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_people b
  where b.user_id = new.user_id and (b.reason <> 'NOT_STARTED' or new.completed > 0)
    and exists (select from public.cohort_courses k where k.cohort_id = b.cohort_id and k.course_id = new.course_id);
  return null;
end
$$;
comment on function private.no_longer_behind() is
  'Row trigger on what a person did in a course: whoever is active is no longer silent, and whoever completed a lesson has started.';
create trigger learner_courses_no_longer_behind after update of last_at, completed on private.learner_courses
  for each row when (new.last_at > old.last_at or new.completed > old.completed) execute function private.no_longer_behind();
create trigger learner_courses_begun after insert on private.learner_courses
  for each row when (new.last_at > '-infinity') execute function private.no_longer_behind();

create function private.member_not_active() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_people b where b.cohort_id = new.cohort_id and b.user_id = new.user_id;
  return null;
end
$$;
comment on function private.member_not_active() is 'Row trigger: nobody is behind who pauses, has left or has graduated.';
create trigger cohort_members_not_active after update of state on public.cohort_members
  for each row when (new.state <> 'ACTIVE') execute function private.member_not_active();

create function private.account_disabled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_people b where b.user_id = new.id;
  return null;
end
$$;
comment on function private.account_disabled() is 'Row trigger: nobody is behind whose account is disabled.';
create trigger profiles_not_behind after update of disabled_at on public.profiles
  for each row when (new.disabled_at is not null and old.disabled_at is null) execute function private.account_disabled();

create function private.behind_cleared() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.behind_people b where b.cohort_id = new.cohort_id and b.user_id = new.user_id and b.reason = new.reason;
  return null;
end
$$;
comment on function private.behind_cleared() is 'Row trigger: a person whom staff cleared is no longer listed.';
create trigger cohort_clearings_cleared after insert on private.cohort_clearings
  for each row execute function private.behind_cleared();

select private.enqueue_job('behind', 'first', now());
