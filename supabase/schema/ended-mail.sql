-- Addresses to which the product sends no mail any more, because mail there bounced or was reported as spam.
set check_function_bodies = off;

-- TABLES

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
comment on table private.ended_mail is 'Emails, in small letters, at which mail bounced or was reported as spam, kept only if they belong to an account or an invite (rules/due-work#ended-mail). No grants: written by end_mail() and allow_mail(), and deleted when an account gets the email or no longer has it.';
comment on column private.ended_mail.allowed_at is 'When an administrator allowed mail again, null while no mail is sent. Earlier events, which the provider may send late, no longer count.';

-- FUNCTIONS

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
comment on function private.forget_ended_mail() is 'Trigger on profiles: deletes what is recorded about mail to the old email and to the new one. A deleted account leaves no record, and a new one begins without one.';

create or replace function private.mail_ended(email text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('reason', e.reason, 'at', e.ended_at) from private.ended_mail e
  where e.address = lower(mail_ended.email) and e.allowed_at is null
$function$;
comment on function private.mail_ended(text) is 'Takes an email; returns why and since when no mail is sent to it: {reason: BOUNCED or COMPLAINED, at}. Null if mail is sent.';

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
comment on function public.allow_mail(uuid) is 'Takes a person to whose email no mail is sent any more; allows mail to it again. Does nothing if mail is sent already. Recorded as user.mail_allow. Raises 42501 for callers who may not correct accounts, and PT404 NO_PERSON (rules/due-work#ended-mail).';
grant execute on function public.allow_mail(uuid) to authenticated, service_role;

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
comment on function public.end_mail(text,text,timestamp with time zone) is 'Takes an email, BOUNCED or COMPLAINED, and when that happened; from now on the product sends no mail to it. Returns whether that changed something: not if the email belongs to no account and no invite, if mail to it has ended before, or was allowed since then. Only for the function that the mail provider calls (rules/due-work#ended-mail).';
grant execute on function public.end_mail(text,text,timestamp with time zone) to service_role;

-- TRIGGERS

create trigger profiles_forget_ended_mail after insert or delete or update of email on public.profiles
  for each row execute function private.forget_ended_mail();
