-- Why: Mail that bounces or is reported as spam ends, because a provider stops a sender that goes on

set check_function_bodies = off;

create table private.ended_mail (
  address text not null,
  reason text not null,
  ended_at timestamptz not null,
  allowed_at timestamptz,
  constraint ended_mail_pkey primary key (address),
  constraint ended_mail_address_plain check (address = lower(address) and char_length(address) <= 320),
  constraint ended_mail_reason_known check (reason = any (array['BOUNCED', 'COMPLAINED']))
);

alter table private.ended_mail enable row level security;

create or replace function public.end_mail(
  address text,
  reason text,
  happened_at timestamptz
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('address', address, 1000)
    and private.at_most('reason', reason, 1000);
  mailbox constant text := lower(btrim(end_mail.address));
begin
  if not exists (select from public.profiles p where lower(p.email) = mailbox)
     and not exists (select from public.invites i where lower(i.email) = mailbox) then
    return false;
  end if;
  insert into private.ended_mail as e (address, reason, ended_at) values (mailbox, end_mail.reason, least(happened_at, now()))
  on conflict on constraint ended_mail_pkey do update set reason = excluded.reason, ended_at = excluded.ended_at, allowed_at = null
  where e.allowed_at < excluded.ended_at;
  return found;
end
$function$;

create or replace function private.forget_ended_mail()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- old is null when a profile is inserted, and new when it is deleted.
  delete from private.ended_mail e where e.address in (lower(old.email), lower(new.email));
  return null;
end
$function$;

create or replace function private.mail_ended(email text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('reason', e.reason, 'at', e.ended_at) from private.ended_mail e
  where e.address = lower(mail_ended.email) and e.allowed_at is null
$function$;

create or replace function public.allow_mail(user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  mailbox text;
begin
  if not private.can('profiles', 'correct') then
    perform private.refuse('You may not correct accounts.');
  end if;
  select lower(p.email) into mailbox from public.profiles p where p.id = allow_mail.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  update private.ended_mail e set allowed_at = now() where e.address = mailbox and e.allowed_at is null;
  if found then
    perform private.record_act('user.mail_allow', allow_mail.user_id::text);
  end if;
end
$function$;

create or replace function private.claim_job(work private.due_work)
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
  -- The sender is locked before the email, so that two senders who invite the same person cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));
  -- The worker may be sending it at this moment, or have sent it.
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

create or replace function public.person(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'mail_ended', private.mail_ended(p.email),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at), 'UTC'), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read', 'assigned')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and private.session_is_open(s.not_after)) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$function$;

create or replace function private.account_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'profile', (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
      'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
      'mail_ended', private.mail_ended(p.email),
      'last_sign_in_at', u.last_sign_in_at)
    from public.profiles p join auth.users u on u.id = p.id where p.id = person)
  union all
  select 'consent', (
    select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person)
  union all
  select 'sessions', (
    select jsonb_agg(jsonb_build_object('created_at', s.created_at,
      'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
    from auth.sessions s where s.user_id = person)
  union all
  select 'second_factors', (
    select jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'created_at', f.created_at)
      order by f.created_at)
    from auth.mfa_factors f where f.user_id = person)
  union all
  select 'recovery_codes', (
    select jsonb_agg(jsonb_build_object('created_at', c.created_at, 'used_at', c.used_at) order by c.created_at, c.used_at)
    from private.recovery_codes c where c.user_id = person)
$function$;

grant EXECUTE on function public.allow_mail(uuid) to authenticated;

grant EXECUTE on function public.end_mail(text,text,timestamp with time zone) to service_role;

grant EXECUTE on function public.allow_mail(uuid) to service_role;

create trigger profiles_forget_ended_mail after insert or delete or update of email on public.profiles
  for each row execute function private.forget_ended_mail();

comment on table private.ended_mail is 'Emails, in small letters, at which mail bounced or was reported as spam, if they belong to an account or an invite (rules/due-work#ended-mail). No grants: written by end_mail() and allow_mail(), and deleted when an account gets or leaves the email.';

comment on column private.ended_mail.allowed_at is 'When an administrator allowed mail again, null while it has ended. Earlier events, which the provider may send late, no longer count.';

comment on function public.end_mail(text,text,timestamp with time zone) is 'Takes an email, BOUNCED or COMPLAINED, and when that happened; from now on the product sends no mail to it. Returns whether that changed something: not if the email belongs to no account and no invite, if mail to it has ended before, or was allowed since then. Only for the function that the mail provider calls (rules/due-work#ended-mail).';

comment on function private.forget_ended_mail() is 'Trigger on profiles: deletes what is recorded about mail to the old email and to the new one. A deleted account leaves no record, and a new one begins without one.';

comment on function private.mail_ended(text) is 'Takes an email; returns why and since when no mail is sent to it: {reason: BOUNCED or COMPLAINED, at}. Null if mail is sent.';

comment on function public.allow_mail(uuid) is 'Takes a person to whose email mail has ended; mail is sent to it again. Does nothing if it is sent already. Recorded as user.mail_allow. Raises 42501 for callers who may not correct accounts, and PT404 NO_PERSON (rules/due-work#ended-mail).';

comment on function public.claim_invite_mail(uuid) is 'Called before an invite is mailed: counts that mail, and locks it against the worker for two minutes. Takes an invite; gives {state: READY, key: what the mail is known by}, {state: SENT} when it has left already, {state: ENDED} when no mail is sent to this email any more (rules/due-work#ended-mail), or {state: WAIT, for, until}: for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when the caller has e-mailed 2,000 in the last hour. Raises 42501 for those who may not send the invite again.';

comment on function public.person(uuid) is 'Takes a person; {id, name, email, role, created_at, disabled_at, verified, mail_ended: as private.mail_ended(), courses: open ones, phone, factors: verified second factors, last_at: when they last learned, counts: {purchases, invites, communities, sessions}}. What the caller may not read is null. Raises 42501 and PT404 NO_PERSON (rules/members#person-page).';
