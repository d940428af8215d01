-- Why: a mail leaves the database, so that its effect and its end cannot be one transaction. Mails that are due are
-- claimed, sent by a process outside under an id made from their key, and settled (rules/due-work#mails).

alter table private.due_kinds add column mail boolean not null default false;
comment on column private.due_kinds.mail is
  'Leaves as a mail: private.due_<kind>() gives what its template wants (jsonb, with `to`), {wait: a moment} where it may not leave before, or null where it matters no longer; claim_due_mails() hands it out.';
alter table private.due_work add column mail boolean not null default false;
comment on column private.due_work.mail is 'Its kind''s, when it was put in.';
create index due_work_turn_idx on private.due_work (due_at, id) where done_at is null and not mail;
create index due_work_mails_idx on private.due_work (due_at, id) where done_at is null and mail;
alter table private.motor add column mailed_at timestamptz not null default now();
comment on table private.motor is 'When something last took due work out, and due mails; one row.';

create or replace function private.put_due(kind text, key text, due_at timestamptz, subject_id uuid default null, user_id uuid default null)
returns void language sql security definer set search_path = '' as $$
  insert into private.due_work (kind, key, due_at, subject_id, user_id, mail)
  values (put_due.kind, put_due.kind || ':' || put_due.key, put_due.due_at, put_due.subject_id, put_due.user_id,
    coalesce((select k.mail from private.due_kinds k where k.kind = put_due.kind), false))
  on conflict on constraint due_work_key_key do nothing
$$;

create function private.due_ended(work uuid, attempt integer, as_outcome text) returns void
language sql security definer set search_path = '' as $$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    locked_until = null, done_at = now(), outcome = as_outcome, error = null
  where w.id = work
$$;
comment on function private.due_ended(uuid, integer, text) is 'Takes a piece of due work, how often it was tried, and DONE or DROPPED; ends it.';

create function private.due_failed(work uuid, attempt integer, reason text, final boolean default false) returns void
language sql security definer set search_path = '' as $$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    error = left(reason, 500), locked_until = now() + private.due_pause(attempt - 1),
    done_at = case when final or w.first_tried_at < now() - interval '24 hours' then now() end,
    outcome = case when final or w.first_tried_at < now() - interval '24 hours' then 'FAILED' end
  where w.id = work
$$;
comment on function private.due_failed(uuid, integer, text, boolean) is
  'Takes a piece of due work, how often it was tried, why that failed and whether it will always do so; it is tried again after a pause, or given up a day after the first attempt (rules/due-work#failing).';

create or replace function private.run_due_work(how_many integer default 50) returns integer
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
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
    -- Its effect and its end are one: killed in between, both are as before.
    begin
      execute format('select private.%I($1)', 'due_' || work.kind) into answer using work;
      perform private.due_ended(work.id, work.attempts + 1, answer);
    exception when others then
      perform private.due_failed(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  delete from private.due_work w
  where w.id = any (array(
    select d.id from private.due_work d where d.done_at < now() - interval '30 days'
    order by d.done_at, d.id limit 500 for update skip locked));
  -- Last, so that motors do not wait for each other's work.
  update private.motor m set turned_at = now() where m.turned_at < now() - interval '10 seconds';
  return handled;
end
$$;
comment on function private.run_due_work(integer) is
  'Takes how many; does what is due and no mail, the longest due first, each in a savepoint of its own; gives how many it took. What fails is tried again with growing pauses and given up after a day, its reason kept. Rows that other motors hold are left to them. What ended 30 days ago is removed (rules/due-work#failing).';

create or replace function private.motor_stopped() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.motor m where least(m.turned_at, m.mailed_at) < now() - interval '10 minutes')
$$;
comment on function private.motor_stopped() is 'Whether nothing has taken due work, or due mails, out for ten minutes.';

-- Mails -----------------------------------------------------------------------------------------------------------

create function public.claim_due_mails(how_many integer default 10) returns jsonb
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  -- Longer than the sending of as many may take; then another motor tries.
  lease constant interval := '10 minutes';
  -- Never reached by what answers: a day has about thirty pauses.
  most_attempts constant int := 60;
  work private.due_work;
  content jsonb;
  taken int := 0;
  mails jsonb := '[]';
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
    order by w.due_at, w.id limit least(how_many, 10) for update skip locked
  loop
    taken := taken + 1;
    begin
      if work.attempts >= most_attempts then
        perform private.due_failed(work.id, work.attempts, 'What should send it does not come back.', true);
        continue;
      end if;
      execute format('select private.%I($1)', 'due_' || work.kind) into content using work;
      if content is null then
        perform private.due_ended(work.id, work.attempts + 1, 'DROPPED');
      elsif content ? 'wait' then
        update private.due_work w set locked_until = (content ->> 'wait')::timestamptz where w.id = work.id;
      else
        update private.due_work w set attempts = w.attempts + 1, first_tried_at = coalesce(w.first_tried_at, now()),
          locked_until = now() + lease
        where w.id = work.id;
        mails := mails || jsonb_build_object('id', work.id, 'attempt', work.attempts + 1, 'kind', work.kind, 'key', work.key, 'content', content);
      end if;
    exception when others then
      perform private.due_failed(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$$;
comment on function public.claim_due_mails(integer) is
  'Takes how many, at most 10; looks at the mails that are due, the longest due first, and gives {taken: at how many, mails: [{id, attempt, kind, key, content: what the template of that kind wants, with `to`}]}, which it keeps from other motors for ten minutes. For what sends mails alone (rules/due-work#mails).';
revoke execute on function public.claim_due_mails(integer) from public, anon, authenticated;
grant execute on function public.claim_due_mails(integer) to service_role;

create function public.settle_due_mail(work_id uuid, attempt integer, failed text default null, final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  work private.due_work;
begin
  select * into work from private.due_work w where w.id = work_id and w.mail and w.done_at is null for update;
  if not found then
    return;
  end if;
  if failed is null then
    perform private.due_ended(work.id, work.attempts, 'DONE');
  elsif work.attempts = attempt then
    -- Otherwise another motor has it by now, and says itself how it went.
    perform private.due_failed(work.id, work.attempts, failed, final);
  end if;
end
$$;
comment on function public.settle_due_mail(uuid, integer, text, boolean) is
  'Takes a mail that was claimed, by its id and attempt, why it did not leave (null: it has left) and whether it never will; ends it, or has it tried again after a pause. Does nothing where it has ended. For what sends mails alone.';
revoke execute on function public.settle_due_mail(uuid, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.settle_due_mail(uuid, integer, text, boolean) to service_role;

create function private.mail_address(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and p.disabled_at is null and u.email_confirmed_at is not null
$$;
comment on function private.mail_address(uuid) is 'Takes a person; where mails reach them, null where the account is disabled or its address not confirmed.';

-- Invites that end ------------------------------------------------------------------------------------------------

insert into private.due_kinds (kind, label, mail) values ('invites_ending_mail', 'Mail that invites end', true);

create function private.invites_ending(person uuid, morning timestamptz) returns text[]
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select array(
    select i.email from public.invites i
    where i.invited_by_id = person and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
      and i.expires_at >= date_trunc('day', morning) + interval '1 day' and i.expires_at < date_trunc('day', morning) + interval '2 days'
    order by i.expires_at, i.email)
$$;
comment on function private.invites_ending(uuid, timestamptz) is
  'Takes a person and a morning; the addresses of their invites that end on the day after it (UTC) without an answer, the first to end first.';

create or replace function private.due_invites_ending(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
declare
  path constant text := private.invites_path(work.user_id);
  ending constant text[] := private.invites_ending(work.user_id, work.due_at);
begin
  if path is null or cardinality(ending) = 0 then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, expires_at)
  values (
    case when cardinality(ending) = 1 then 'An invite ends soon' else cardinality(ending) || ' invites end soon' end,
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give two more days.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give two more days.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at) + interval '2 days');
  perform private.put_due('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$$;
comment on function private.due_invites_ending(private.due_work) is
  'Tells the sender, in the bell and by mail, which of their invites end on the next day (UTC) without an answer; once a day. Dropped when there are none left, or they may no longer look after them (rules/invites#ending).';

create function private.due_invites_ending_mail(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('to', a.address, 'ending', to_jsonb(e.ending), 'path', p.path)
  from private.mail_address(work.user_id) a (address), private.invites_path(work.user_id) p (path),
    private.invites_ending(work.user_id, work.due_at) e (ending)
  where a.address is not null and p.path is not null and cardinality(e.ending) > 0
$$;
comment on function private.due_invites_ending_mail(private.due_work) is
  'The same by mail: {to, ending: addresses that have not answered, path: of the list of invites}; null when it matters no longer.';

-- What was given up -----------------------------------------------------------------------------------------------

insert into private.due_kinds (kind, label, mail) values ('failures_mail', 'Mail what was given up', true);

create function private.given_up(morning timestamptz) returns table (label text, pieces bigint)
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select k.label, count(*) from private.due_work w join private.due_kinds k on k.kind = w.kind
  where w.outcome = 'FAILED' and w.done_at >= date_trunc('day', morning) - interval '1 day' and w.done_at < date_trunc('day', morning)
    -- Two days later it is read in the list alone.
    and now() < date_trunc('day', morning) + interval '2 days'
  group by k.label order by count(*) desc, k.label
$$;
comment on function private.given_up(timestamptz) is
  'Takes a morning; what was given up on the day before (UTC) and not tried again, by kind; nothing once two days have passed.';

create or replace function private.due_failures(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
declare
  failed bigint;
  kinds text;
  recipients uuid[];
begin
  select sum(g.pieces), string_agg(g.label || ' (' || g.pieces || ')', ', ') into failed, kinds from private.given_up(work.due_at) g;
  if failed is null then
    return 'DROPPED';
  end if;
  recipients := array(
    select p.id from public.profiles p
    where p.disabled_at is null
      and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any'));
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A piece of due work was given up' else failed || ' pieces of due work were given up' end,
    left(kinds || '. See why, and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Due work'
  from unnest(recipients) r (id);
  perform private.put_due('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$$;
comment on function private.due_failures(private.due_work) is
  'Tells those who may read due work, in the bell and by mail, what was given up on the day before (UTC). Dropped when all of it was tried again since, or two days have passed (rules/due-work#kinds).';

create function private.due_failures_mail(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('to', a.address, 'kinds', g.kinds, 'path', '/admin/due-work?state=FAILED')
  from private.mail_address(work.user_id) a (address),
    (select jsonb_agg(jsonb_build_object('label', g.label, 'pieces', g.pieces)) as kinds from private.given_up(work.due_at) g) g
  where a.address is not null and g.kinds is not null and private.person_may(work.user_id, 'due_work', 'read')
$$;
comment on function private.due_failures_mail(private.due_work) is
  'The same by mail: {to, kinds: [{label, pieces}], path: of the list of due work}; null when it matters no longer.';

drop trigger due_work_failures on private.due_work;
create trigger due_work_failures after update on private.due_work for each row
  -- Not of what tells of it, or a failure to tell would go on for ever.
  when (new.outcome = 'FAILED' and old.outcome is distinct from 'FAILED' and new.kind not in ('failures', 'failures_mail'))
  execute function private.put_failures();
