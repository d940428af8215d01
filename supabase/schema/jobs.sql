-- Jobs: mails and other work that is done later, and the functions by which workers do it.
set check_function_bodies = off;

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.runs_code(kind text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$ select kind in ('run_check', 'exercise_proof') $function$;
comment on function private.runs_code(text) is 'Takes a kind of jobs; true if jobs of this kind run code that people wrote. Such jobs have a queue of their own (rules/due-work#runs).';

-- TABLES

create table private.due_kinds (
  kind text not null,
  label text not null,
  mail boolean not null default false,
  hourly boolean not null default false,
  constraint due_kinds_pkey primary key (kind)
);
alter table private.due_kinds enable row level security;
comment on table private.due_kinds is 'The kinds of jobs, with the label that administrators read. The function private.due_<kind>(private.due_work) does a job and returns DONE, or DROPPED if it is no longer needed; an error is tried again. Written by migrations.';
comment on column private.due_kinds.mail is 'Whether the work is done outside the database, such as sending a mail or removing a file from storage. Then private.due_<kind>() returns what the worker needs (jsonb; for a mail with `to`), {wait: a moment} if it must not be done earlier, or null if it is no longer needed; workers get it from claim_due_mails().';
comment on column private.due_kinds.hourly is 'Whether a job of this kind is done each hour. run_due_work() adds the next one.';
insert into private.due_kinds (kind, label, mail, hourly) values
  ('address_mail', 'Ask a person to confirm their email', 'true', 'false'),
  ('behind', 'Find people who fell behind', 'false', 'true'),
  ('bin', 'Empty the bin', 'false', 'false'),
  ('cohort_added_mail', 'Email a person that they are in a cohort', 'true', 'false'),
  ('cohort_message_mail', 'Email a message to a cohort', 'true', 'false'),
  ('exercise_proof', 'Prove an exercise', 'true', 'false'),
  ('exports', 'Delete an export', 'false', 'false'),
  ('failures', 'Notify administrators of failed jobs', 'false', 'false'),
  ('failures_mail', 'Email administrators about failed jobs', 'true', 'false'),
  ('file_removal', 'Remove a file from storage', 'true', 'false'),
  ('invite_mail', 'Email an invite', 'true', 'false'),
  ('invites_ending', 'Notify senders that invites end', 'false', 'false'),
  ('invites_ending_mail', 'Email senders that invites end', 'true', 'false'),
  ('lesson_file', 'Remove a file that its lesson no longer uses', 'false', 'false'),
  ('morning', 'Plan the morning mails of staff', 'false', 'true'),
  ('morning_mail', 'Email staff what waits for them', 'true', 'false'),
  ('purchase_address', 'Delete the email of a buyer without a member', 'false', 'false'),
  ('reminder_mail', 'Email a person what comes', 'true', 'false'),
  ('reminders', 'Remind people of what comes', 'false', 'true'),
  ('review_mail', 'Email a person that their work was reviewed', 'true', 'false'),
  ('round_commit', 'Look up the commit of a repository', 'true', 'false'),
  ('run_check', 'Verify a run of an exercise', 'true', 'false'),
  ('uploads', 'Remove uploads that nothing uses', 'false', 'false');

create table private.due_work (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  key text not null,
  subject_id uuid,
  user_id uuid,
  due_at timestamptz not null,
  attempts integer not null default 0,
  first_tried_at timestamptz,
  locked_until timestamptz,
  done_at timestamptz,
  outcome text,
  error text,
  created_at timestamptz not null default now(),
  mail boolean not null default false,
  constraint due_work_pkey primary key (id),
  constraint due_work_outcome_at_end check ((done_at is null) = (outcome is null)),
  constraint due_work_outcome_known check (outcome = any (array['DONE', 'DROPPED', 'FAILED'])),
  constraint due_work_kind_fkey foreign key (kind) references private.due_kinds(kind) on delete cascade,
  constraint due_work_key_key unique (key)
);
alter table private.due_work enable row level security;
create index due_work_done_idx on private.due_work (done_at, id) where (done_at is not null);
create index due_work_failed_idx on private.due_work (done_at, id) where (outcome = 'FAILED');
create index due_work_kind_idx on private.due_work (kind);
create index due_work_mails_idx on private.due_work (due_at, id) where ((done_at is null) and mail);
create index due_work_open_idx on private.due_work (due_at, id) where (done_at is null);
create index due_work_open_kind_idx on private.due_work (kind) where ((done_at is null) and (not mail));
create index due_work_runs_idx on private.due_work (user_id, due_at, id) where ((done_at is null) and private.runs_code(kind));
create index due_work_turn_idx on private.due_work (due_at, id) where ((done_at is null) and (not mail));
create index due_work_user_id_idx on private.due_work (user_id);
comment on table private.due_work is 'Jobs: mails and other work that is done at a later moment, once for each key (rules/due-work#once). No grants: enqueue_job() writes them, run_due_work() does them, due_work_list() shows them.';
comment on column private.due_work.locked_until is 'The job is not tried before this moment. Set by a worker that takes a mail, and after an attempt that failed.';
comment on column private.due_work.mail is 'The value of due_kinds.mail when the job was added.';

create table private.motor (
  id boolean not null default true,
  turned_at timestamptz not null,
  mailed_at timestamptz not null default now(),
  constraint motor_pkey primary key (id),
  constraint motor_single_row check (id)
);
alter table private.motor enable row level security;
comment on table private.motor is 'One row: when a worker last took jobs, and when one last took mails.';
insert into private.motor (turned_at) values (now());

-- FUNCTIONS

create or replace function private.claim_job(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- Sending so many mails takes less time than this. After that time, another worker takes the job.
  lease constant interval := '10 minutes';
  -- A job whose failures are reported never reaches this number, because pauses grow and only about thirty attempts fit
  -- in a day.
  most_attempts constant int := 60;
  content jsonb;
  ended jsonb;
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
  ended := private.mail_ended(content ->> 'to');
  if ended is not null then
    perform private.end_job(work.id, work.attempts + 1, 'DROPPED');
    update private.due_work w set error = case ended ->> 'reason' when 'BOUNCED' then 'Not sent, because mail to this email bounced.'
      else 'Not sent, because mail to this email was reported as spam.' end
    where w.id = work.id;
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
comment on function private.claim_job(private.due_work) is 'Takes a due job that is done outside the database; locks it for ten minutes and returns [{id, attempt, kind, key, content}], or [] if it is not done now.';

create or replace function private.due_failures(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  failed bigint;
  kinds text;
  recipients uuid[];
begin
  select sum(g.pieces), string_agg(g.label || ' (' || g.pieces || ')', ', ') into failed, kinds from private.jobs_given_up(work.due_at) g;
  if failed is null then
    return 'DROPPED';
  end if;
  recipients := array(
    select p.id from public.profiles p
    where p.disabled_at is null
      and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any'));
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A background job failed' else failed || ' background jobs failed' end,
    left(kinds || '. See why and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Background jobs'
  from unnest(recipients) r (id);
  perform private.enqueue_job('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$function$;
comment on function private.due_failures(private.due_work) is 'Job: tells those who may read jobs, in the bell and by mail, which jobs were given up on the day before (UTC). Dropped if all of them have been retried, or after two days (rules/due-work#kinds).';

create or replace function private.due_failures_mail(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('to', a.address, 'kinds', g.kinds, 'path', '/admin/due-work?state=FAILED')
  from private.mail_address(work.user_id) a (address),
    (select jsonb_agg(jsonb_build_object('label', g.label, 'pieces', g.pieces)) as kinds from private.jobs_given_up(work.due_at) g) g
  where a.address is not null and g.kinds is not null and private.person_may(work.user_id, 'due_work', 'read')
$function$;
comment on function private.due_failures_mail(private.due_work) is 'Job: returns the same message as a mail, {to, kinds: [{label, pieces}], path: of the list of jobs}; null if it is no longer needed.';

create or replace function private.end_job(work uuid, attempt integer, as_outcome text)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    locked_until = null, done_at = now(), outcome = as_outcome, error = null
  where w.id = work
$function$;
comment on function private.end_job(uuid,integer,text) is 'Takes a job, how often it was tried, and DONE or DROPPED; ends the job with this outcome.';

create or replace function private.enqueue_failures()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('failures', to_char(now() at time zone 'UTC', 'YYYY-MM-DD'),
    date_trunc('day', now(), 'UTC') + interval '1 day 7 hours');
  return null;
end
$function$;
comment on function private.enqueue_failures() is 'Row trigger: schedules one message to administrators for the next morning about all jobs that were given up on a day.';

create or replace function private.enqueue_job(
  kind text,
  key text,
  due_at timestamptz,
  subject_id uuid default null,
  user_id uuid default null
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.due_work (kind, key, due_at, subject_id, user_id, mail)
  values (enqueue_job.kind, enqueue_job.kind || ':' || enqueue_job.key, enqueue_job.due_at, enqueue_job.subject_id, enqueue_job.user_id,
    coalesce((select k.mail from private.due_kinds k where k.kind = enqueue_job.kind), false))
  on conflict on constraint due_work_key_key do nothing
$function$;
comment on function private.enqueue_job(text,text,timestamp with time zone,uuid,uuid) is 'Takes a kind, a key within that kind, a moment, and the subject and the person of the job; adds the job. A job runs once for each key, however often it is added.';

create or replace function private.fail_job(
  work uuid,
  attempt integer,
  reason text,
  final boolean default false
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    error = left(reason, 500), locked_until = now() + private.retry_delay(attempt - 1),
    done_at = case when final or w.first_tried_at < now() - interval '24 hours' then now() end,
    outcome = case when final or w.first_tried_at < now() - interval '24 hours' then 'FAILED' end
  where w.id = work
$function$;
comment on function private.fail_job(uuid,integer,text,boolean) is 'Takes a job, how often it was tried, the error, and whether another attempt is useless; schedules another attempt after a pause, or gives the job up a day after the first attempt (rules/due-work#failing).';

create or replace function private.jobs_given_up(morning timestamptz)
  returns table(label text, pieces bigint)
  language sql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
  select k.label, count(*) from private.due_work w join private.due_kinds k on k.kind = w.kind
  where w.outcome = 'FAILED' and w.done_at >= date_trunc('day', morning) - interval '1 day' and w.done_at < date_trunc('day', morning)
    -- After two days, only the list of jobs shows them.
    and now() < date_trunc('day', morning) + interval '2 days'
  group by k.label order by count(*) desc, k.label
$function$;
comment on function private.jobs_given_up(timestamp with time zone) is 'Takes a morning; returns how many jobs of each kind were given up on the day before (UTC) and not retried; none after two days.';

create or replace function private.mail_address(person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select u.email from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and p.disabled_at is null and u.email_confirmed_at is not null
$function$;
comment on function private.mail_address(uuid) is 'Takes a person; returns the email to which mails for them go, null if the account is disabled or the email not confirmed.';

create or replace function private.retry_delay(attempts integer)
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$
  select least(interval '1 minute' * power(2, least(attempts, 10)), interval '1 hour')
$function$;
comment on function private.retry_delay(integer) is 'Takes how many attempts failed before; returns how long to wait after the next failure: one minute, two, four, and so on up to an hour.';

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
    -- A job and the update that ends it are in one savepoint, so that an error undoes both.
    begin
      execute format('select private.%I($1)', 'due_' || work.kind) into answer using work;
      perform private.end_job(work.id, work.attempts + 1, answer);
    exception when others then
      perform private.fail_job(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  -- Each hourly kind gets its next job, even if the last one failed.
  perform private.enqueue_job(k.kind, to_char(next_hour, 'YYYY-MM-DD HH24'), next_hour) from private.due_kinds k
  where k.hourly and not exists (select from private.due_work w where w.kind = k.kind and w.done_at is null and not w.mail);
  delete from private.due_work w
  where w.id = any (array(
    select d.id from private.due_work d where d.done_at < now() - interval '30 days'
    order by d.done_at, d.id limit 500 for update skip locked));
  -- This update comes last, because it locks the row that all workers update.
  update private.motor m set turned_at = now() where m.turned_at < now() - interval '10 seconds';
  return handled;
end
$function$;
comment on function private.run_due_work(integer) is 'Takes how many jobs to do; does jobs that are due and are done in the database, the longest due first, each in its own savepoint; returns how many it took. A job that fails is tried again with growing pauses, and given up after a day with its reason. Jobs that other workers have locked are skipped. Adds the job of the next hour for each hourly kind without an open job (rules/due-work#hourly). Jobs that ended 30 days ago are deleted (rules/due-work#failing).';

create or replace function private.worker_stopped()
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (select from private.motor m where least(m.turned_at, m.mailed_at) < now() - interval '10 minutes')
$function$;
comment on function private.worker_stopped() is 'True if no worker has taken jobs, or none has taken mails, for ten minutes.';

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
  -- Only a caller that takes all kinds counts as a worker, because others leave mails unsent.
  if only_kinds is null then
    update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  end if;
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$function$;
comment on function public.claim_due_mails(integer,text[]) is 'Takes how many, at most 10, and of which kinds (null: all that run no code); claims jobs that are done outside the database and are due, the longest due first, and returns {taken: how many it looked at, mails: [{id, attempt, kind, key, content: what the template of that kind needs, with `to`}]}. It locks them against other workers for ten minutes. Only for the function that sends mails (rules/due-work#mails).';
grant execute on function public.claim_due_mails(integer,text[]) to service_role;

create or replace function public.claim_due_runs(how_many integer default 10)
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
comment on function public.claim_due_runs(integer) is 'Takes how many, at most 10; claims runs and proofs that wait, one of each person, and returns them as claim_due_mails() does. The person whose last turn is the longest ago comes first. Only for the function that has them verified (rules/due-work#runs).';
grant execute on function public.claim_due_runs(integer) to service_role;

create or replace function public.due_work_list(
  state text default 'OPEN',
  kind text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('state', state, 1000)
    and private.at_most('kind', kind, 1000);
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state has its own index: open jobs are sorted by when they are due, the others by when they ended.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null and w.outcome <> ''FAILED''' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read background jobs.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email, s.title, a.title, o.title),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.cohort_messages s on s.id = w.subject_id
        left join public.submission_rounds r on r.id = w.subject_id
        left join public.submissions h on h.id = r.submission_id
        left join public.lessons a on a.id = h.lesson_id
        left join public.cohorts o on o.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.worker_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;
comment on function public.due_work_list(text,text,integer,integer) is 'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended and not given up), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title, or an invited email; for a round, the title of its assignment, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether no worker runs}. Raises 42501.';
grant execute on function public.due_work_list(text,text,integer,integer) to authenticated, service_role;

create or replace function public.retry_due_work(work_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('due_work', 'retry') then
    perform private.refuse('You may not retry background jobs.');
  end if;
  update private.due_work w set attempts = 0, first_tried_at = null, locked_until = null, done_at = null, outcome = null
  where w.id = retry_due_work.work_id and w.error is not null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This job is already done.', hint = 'DONE_ALREADY';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (private.uid(), 'due_work.retry', 'due_work', work_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;
comment on function public.retry_due_work(uuid) is 'Takes a job that failed; the worker tries it again as soon as possible, and then for a day. Recorded as due_work.retry. Raises 42501, or PT404 if the job has been done since.';
grant execute on function public.retry_due_work(uuid) to authenticated, service_role;

create or replace function public.settle_due_mail(
  work_id uuid,
  attempt integer,
  failed text default null,
  final boolean default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('failed', failed, 100000);
  work private.due_work;
begin
  select * into work from private.due_work w where w.id = work_id and w.mail and w.done_at is null for update;
  if not found then
    return;
  end if;
  if failed is null then
    perform private.end_job(work.id, work.attempts, 'DONE');
  elsif work.attempts = attempt then
    -- If the number of attempts differs, another worker has taken the job since, and that worker will report the
    -- result.
    perform private.fail_job(work.id, work.attempts, failed, final);
  end if;
end
$function$;
comment on function public.settle_due_mail(uuid,integer,text,boolean) is 'Takes a claimed mail by its id and attempt, the error (null: it was sent), and whether another attempt is useless; ends the job, or schedules another attempt after a pause. Does nothing if the job has ended. Only for the function that sends mails.';
grant execute on function public.settle_due_mail(uuid,integer,text,boolean) to service_role;

-- TRIGGERS

create trigger due_work_failures after update on private.due_work
  for each row
  when (new.outcome = 'FAILED' and old.outcome is distinct from 'FAILED' and (new.kind <> all (array['failures', 'failures_mail'])))
  execute function private.enqueue_failures();
