-- The mails of invites, and the proof in such a mail that its reader owns the mailbox.
set check_function_bodies = off;

-- TABLES

create table private.invite_mails (
  id bigint not null generated always as identity,
  sender_id uuid not null,
  invite_id uuid not null,
  sent_at timestamptz not null default clock_timestamp(),
  constraint invite_mails_pkey primary key (id),
  constraint invite_mails_invite_id_fkey foreign key (invite_id) references public.invites(id) on delete cascade,
  constraint invite_mails_sender_id_fkey foreign key (sender_id) references public.profiles(id) on delete cascade
);
alter table private.invite_mails enable row level security;
create index invite_mails_invite_idx on private.invite_mails (invite_id, sent_at desc);
create index invite_mails_sender_idx on private.invite_mails (sender_id, sent_at desc);
comment on table private.invite_mails is 'Mails of invites that were sent within the last hour. No grants: written by claim_invite_mail(), which deletes the caller''s older ones.';

create table private.invite_proofs (
  invite_id uuid not null,
  expires_at timestamptz not null,
  hash bytea not null,
  constraint invite_proofs_pkey primary key (invite_id),
  constraint invite_proofs_hash_length check (octet_length(hash) = 32),
  constraint invite_proofs_invite_id_fkey foreign key (invite_id) references public.invites(id) on delete cascade
);
alter table private.invite_proofs enable row level security;
comment on table private.invite_proofs is 'The proof in the newest mail of an invite, as a SHA-256 hash. Deleted when an account is created with it. No grants: written by make_invite_proof(), read by use_invite_proof().';
comment on column private.invite_proofs.expires_at is 'The end of the invite when the mail was sent. An invite that is sent again has another end, which makes the proof invalid.';

-- FUNCTIONS

create or replace function private.drop_invite_proof()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  new.identity_data := new.identity_data - 'invite_proof';
  return new;
end
$function$;
comment on function private.drop_invite_proof() is 'Trigger on auth.identities: Auth copies the metadata of a sign-up to this table, so the proof of an invite is removed here, too.';

create or replace function private.due_invite_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites;
  content jsonb;
  wait jsonb;
begin
  select * into invite from public.invites i
  where i.id = work.subject_id and work.key = 'invite_mail:' || private.invite_mail_key(i.id, i.expires_at);
  content := public.invite_by_token(invite.token::text);
  if content ->> 'state' is distinct from 'ACTIVE' or not private.person_may(invite.invited_by_id, 'invites', 'resend', 'own') then
    return null;
  end if;
  wait := private.invite_mail_wait(invite.invited_by_id, invite.email);
  if wait is not null then
    return jsonb_build_object('wait', wait -> 'until');
  end if;
  insert into private.invite_mails (sender_id, invite_id) values (invite.invited_by_id, invite.id);
  return content || jsonb_build_object('to', invite.email, 'token', invite.token, 'proof', public.make_invite_proof(invite.id));
end
$function$;
comment on function private.due_invite_mail(private.due_work) is 'Job: returns the mail of an invite, with what invite_by_token() returns, {to, token, proof: from make_invite_proof()}, or {wait: the moment before which it must not be sent}. Null if the invite is closed or was sent again, or if its sender may no longer invite.';

create or replace function private.due_invites_ending(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give it more time.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give them more time.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at, 'UTC') + interval '48 hours');
  perform private.enqueue_job('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$function$;
comment on function private.due_invites_ending(private.due_work) is 'Job: once a day, tells the sender of invites, in the bell and by mail, which of them end on the next day (UTC) without having been accepted. Dropped if there are none, or if the sender may no longer manage them (rules/invites#ending).';

create or replace function private.due_invites_ending_mail(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('to', a.address, 'ending', to_jsonb(e.ending), 'path', p.path)
  from private.mail_address(work.user_id) a (address), private.invites_path(work.user_id) p (path),
    private.invites_ending(work.user_id, work.due_at) e (ending)
  where a.address is not null and p.path is not null and cardinality(e.ending) > 0
$function$;
comment on function private.due_invites_ending_mail(private.due_work) is 'Job: returns the same message as a mail, {to, ending: the emails of invites that were not accepted, path: of the list of invites}; null if it is no longer needed.';

create or replace function private.enqueue_invite_mail()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The page that made the invite sends the mail itself. The job sends it two minutes later if the page did not.
  perform private.enqueue_job('invite_mail', private.invite_mail_key(new.id, new.expires_at), now() + interval '2 minutes', new.id, new.invited_by_id);
  return null;
end
$function$;
comment on function private.enqueue_invite_mail() is 'Row trigger: schedules the mail of a new invite, and of one whose end was put off.';

create or replace function private.enqueue_invites_ending()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('invites_ending', d.invited_by_id || ':' || to_char(d.day, 'YYYY-MM-DD'),
    -- At 07:00 UTC on the day before, or now if that has passed.
    greatest(d.day at time zone 'UTC' + interval '7 hours', now()), null, d.invited_by_id)
  from (
    select distinct n.invited_by_id, (n.expires_at at time zone 'UTC')::date - 1 as day
    from new_rows n
    where n.invited_by_id is not null and private.invite_is_active(n.redeemed_at, n.cancelled_at, n.expires_at)
  ) d
  where d.day >= (now() at time zone 'UTC')::date;
  return null;
end
$function$;
comment on function private.enqueue_invites_ending() is 'Statement trigger: schedules the message to the sender on the day before an invite ends.';

create or replace function private.invite_mail_key(invite uuid, expires_at timestamptz)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select invite || ':' || extract(epoch from expires_at)
$function$;
comment on function private.invite_mail_key(uuid,timestamp with time zone) is 'Takes an invite and its end; returns the key of its mail. An invite that is sent again has another end, and so another key.';

create or replace function private.invite_mail_wait(sender uuid, address text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  -- check_invites() takes the same number of lines.
  hourly constant int := 2000;
  free_at timestamptz;
begin
  select max(m.sent_at) + interval '1 minute' into free_at
  from private.invite_mails m join public.invites i on i.id = m.invite_id
  where lower(i.email) = lower(address);
  if free_at > clock_timestamp() then
    return jsonb_build_object('for', 'ADDRESS', 'until', free_at);
  end if;
  select m.sent_at + interval '1 hour' into free_at
  from private.invite_mails m
  where m.sender_id = sender and m.sent_at > clock_timestamp() - interval '1 hour'
  order by m.sent_at desc offset hourly - 1 limit 1;
  return case when found then jsonb_build_object('for', 'SENDER', 'until', free_at) end;
end
$function$;
comment on function private.invite_mail_wait(uuid,text) is 'Takes a sender and an email; returns why a mail of theirs to it has to wait, and until when: {for: ADDRESS if an invite was mailed to this email less than a minute ago, SENDER if this person has mailed 2,000 in the last hour, until}. Null if it can be sent now.';

create or replace function private.invite_withheld(i public.invites)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  admits constant boolean := private.invite_admits(i);
  gives_role constant boolean := i.role = 'MEMBER' or (admits and private.person_keeps(i.invited_by_id, 'invites', 'give_role'));
  titles constant jsonb := (
    select coalesce(jsonb_agg(c.title order by c.title), '[]')
    from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
    where ic.invite_id = i.id and c.id not in (select private.invited_course_ids(i))
      and not exists (select from public.cohort_courses k where k.cohort_id = i.cohort_id and k.course_id = c.id));
  withheld_cohort constant text := case when (private.invited_cohort(i)).id is null then (select c.title from public.cohorts c where c.id = i.cohort_id) end;
begin
  if private.invite_state(i) not in ('ACTIVE', 'EXPIRED') or (admits and gives_role and titles = '[]' and withheld_cohort is null) then
    return null;
  end if;
  return jsonb_build_object('all', not admits, 'role', case when not gives_role then i.role end, 'courses', titles, 'cohort', withheld_cohort);
end
$function$;
comment on function private.invite_withheld(public.invites) is 'Takes an invite; returns which of its contents the invite no longer gives, because its sender may no longer give them: {all: whether the sender may not invite at all, role, courses: titles, cohort: title}. Null if it gives everything, and if it was used or cancelled.';

create or replace function private.invites_ending(person uuid, morning timestamptz)
  returns text[]
  language sql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
  select array(
    select i.email from public.invites i
    where i.invited_by_id = person and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and i.expires_at >= date_trunc('day', morning) + interval '1 day' and i.expires_at < date_trunc('day', morning) + interval '2 days'
    order by i.expires_at, i.email)
$function$;
comment on function private.invites_ending(uuid,timestamp with time zone) is 'Takes a person and a day; returns the emails of their invites that end on the day after (UTC) and were not accepted, the first to end first.';

create or replace function private.invites_path(person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case
    when not private.person_may(person, 'invites', 'resend', 'own') then null
    when private.person_may(person, 'dashboard', 'read', 'own') then '/admin/invites?status=ACTIVE&sort=ending'
    else '/moderator/members?view=invites' end
$function$;
comment on function private.invites_path(uuid) is 'Takes a person; returns the path in the back-office of the invites that they sent, or null if they may not manage invites.';

create or replace function private.on_address_verified()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- reset_email_confirmation() reads this setting: a server may confirm an email and then change it, in one
  -- transaction.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- A corrected email is not confirmed here: on_mailbox_proved() does this for a session that a mail to this email
  -- opened.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id), private.join_as_signed_up(new.id);
  end if;
  return new;
end
$function$;
comment on function private.on_address_verified() is 'Trigger on auth.users: when an email is confirmed, gives the person the invited role, and adds them to the cohort by whose link they signed up.';

create or replace function private.take_invite_proof()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' and private.use_invite_proof(
       new.raw_user_meta_data ->> 'invite_token', new.raw_user_meta_data ->> 'invite_proof', new.email) then
    new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'invite_proof';
  return new;
end
$function$;
comment on function private.take_invite_proof() is 'Trigger on auth.users: marks the email of a new account as confirmed if the metadata contain the proof of an invite to this email, and removes the proof from the metadata. It also runs on updates, because Auth writes the metadata of a sign-up again after the insert.';

create or replace function private.use_invite_proof(token text, proof text, address text)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.invite_of_token(btrim(token));
begin
  if proof ~ '^[0-9a-f]{64}$' and lower(invite.email) = lower(address)
     and private.invite_state(invite) = 'ACTIVE' and private.invite_admits(invite) then
    -- If two requests use the proof at the same moment, the second waits for the first and then finds it used.
    delete from private.invite_proofs p
    where p.invite_id = invite.id and p.expires_at = invite.expires_at and p.hash = sha256(decode(proof, 'hex'));
    return found;
  end if;
  return false;
end
$function$;
comment on function private.use_invite_proof(text,text,text) is 'Takes the token of an invite, a proof and an email; deletes the proof if it is the one in the newest mail of this open invite to this email, and returns whether it was.';

create or replace function public.claim_invite_mail(invite_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
  mail_key constant text := private.invite_mail_key(invite.id, invite.expires_at);
  due private.due_work;
  wait jsonb;
begin
  -- The lock on the sender is taken before the lock on the email, so that two senders who invite the same person cannot
  -- deadlock.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));
  -- The worker may be sending this mail now, or may have sent it.
  select * into due from private.due_work w where w.key = 'invite_mail:' || mail_key for update;
  if due.outcome = 'DONE' then
    return jsonb_build_object('state', 'SENT');
  end if;
  if private.mail_ended(invite.email) is not null then
    return jsonb_build_object('state', 'ENDED');
  end if;
  wait := private.invite_mail_wait(private.uid(), invite.email);
  if wait is not null then
    return jsonb_build_object('state', 'WAIT') || wait;
  end if;
  delete from private.invite_mails m
  where m.sender_id = private.uid() and m.sent_at <= clock_timestamp() - interval '1 hour';
  insert into private.invite_mails (sender_id, invite_id) values (private.uid(), invite.id);
  update private.due_work w set locked_until = now() + interval '2 minutes' where w.id = due.id and w.done_at is null;
  return jsonb_build_object('state', 'READY', 'key', 'invite_mail:' || mail_key);
end
$function$;
comment on function public.claim_invite_mail(uuid) is 'Takes an invite that is about to be mailed; counts this mail for the limits, and keeps the worker from sending it for two minutes. Returns {state: READY, key: the key of the mail}, {state: SENT} if it was sent already, {state: ENDED} when no mail is sent to this email any more (rules/due-work#ended-mail), or {state: WAIT, for: ADDRESS if an invite was mailed to this email less than a minute ago, SENDER if the caller has mailed 2,000 in the last hour, until}. Raises 42501 for callers who may not send the invite again.';
grant execute on function public.claim_invite_mail(uuid) to authenticated, service_role;

create or replace function public.invite_mailed(invite_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.end_job(w.id, w.attempts + 1, 'DONE')
  from private.due_work w
  where w.key = 'invite_mail:' || private.invite_mail_key(invite.id, invite.expires_at) and w.done_at is null;
end
$function$;
comment on function public.invite_mailed(uuid) is 'Takes an invite whose mail was sent; the worker does not send it again. Raises 42501 for callers who may not send it.';
grant execute on function public.invite_mailed(uuid) to authenticated, service_role;

create or replace function public.make_invite_proof(invite_id uuid)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  proof constant bytea := extensions.gen_random_bytes(32);
begin
  insert into private.invite_proofs as p (invite_id, expires_at, hash)
  select i.id, i.expires_at, sha256(proof) from public.invites i
  where i.id = make_invite_proof.invite_id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
  on conflict on constraint invite_proofs_pkey do update set expires_at = excluded.expires_at, hash = excluded.hash;
  return case when found then encode(proof, 'hex') end;
end
$function$;
comment on function public.make_invite_proof(uuid) is 'Takes an invite whose mail is about to be sent; returns the proof for the link in that mail, which replaces the earlier one. Null if the invite is closed. Only for the functions that send mails: a person who has the proof can sign up without a confirmation (rules/invites#invite-proof).';
grant execute on function public.make_invite_proof(uuid) to service_role;

-- TRIGGERS

create trigger invites_ending_insert after insert on public.invites
  referencing new table as new_rows
  for each statement execute function private.enqueue_invites_ending();

create trigger invites_ending_update after update on public.invites
  referencing new table as new_rows
  for each statement execute function private.enqueue_invites_ending();

create trigger invites_mail_insert after insert on public.invites
  for each row
  when (private.invite_is_active(new.redeemed_at, new.cancelled_at, new.expires_at))
  execute function private.enqueue_invite_mail();

create trigger invites_mail_update after update of expires_at on public.invites
  for each row
  when (new.expires_at is distinct from old.expires_at and private.invite_is_active(new.redeemed_at, new.cancelled_at, new.expires_at))
  execute function private.enqueue_invite_mail();

-- A hosted project may allow no triggers here.
do $$
begin
  create trigger rookies_drop_proof before insert or update of identity_data on auth.identities
    for each row
    when ((new.identity_data -> 'invite_proof') is not null)
    execute function private.drop_invite_proof();
exception when insufficient_privilege then
  raise notice 'Used proofs of invites and secrets of links stay in auth.identities, which takes no triggers here. They open nothing.';
end
$$;

-- The name sorts before rookies_confirm_without_verification, which leaves a confirmed email alone.
create trigger rookies_accept_proof before insert or update of raw_user_meta_data on auth.users
  for each row
  when ((new.raw_user_meta_data -> 'invite_proof') is not null)
  execute function private.take_invite_proof();

create trigger rookies_address_verified after update of email_confirmed_at on auth.users
  for each row
  when (old.email_confirmed_at is distinct from new.email_confirmed_at and new.email_confirmed_at > '1970-01-01 00:00:00+00'::timestamptz)
  execute function private.on_address_verified();
