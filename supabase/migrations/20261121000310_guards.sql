-- Why: holes that were found by going through every guard as somebody who means harm, each with the test
-- that shows it closed.

-- An administrator who cannot sign in is nobody to be left with -------------------------------------

create or replace function private.keep_an_administrator(except_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('rookies.administrators'));
  if exists (select 1 from public.profiles p where p.id = except_person and p.role = 'ADMIN' and p.disabled_at is null)
     and not exists (
       select 1 from public.profiles p join auth.users u on u.id = p.id cross join public.settings s
       where p.id <> except_person and p.role = 'ADMIN' and p.disabled_at is null
         and (u.email_confirmed_at is not null or not s.require_email_verification)) then
    raise exception using errcode = 'PT409', message = 'The last active administrator can be neither demoted nor disabled.', hint = 'LAST_ADMIN';
  end if;
end
$$;

-- A corrected address is out of the old mailbox's reach ----------------------------------------------

create function private.void_mailed_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.one_time_tokens t where t.user_id = new.id;
  return new;
exception when insufficient_privilege then
  -- A project that keeps this table to itself must still be able to change an address.
  return new;
end
$$;
comment on function private.void_mailed_links() is
  'Trigger on auth.users: links and codes that were mailed to the old address, to a new password for instance, are void once the address is another.';
create trigger rookies_void_mailed_links after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.void_mailed_links();

-- An invited role, while nobody has to verify --------------------------------------------------------

-- Somebody who signed up while verification was switched off counts as confirmed from the start, so that
-- the moment of verifying never came, and with it the role. Signing in from the mailbox is that moment.
create function private.on_mailbox_proved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_invited_role(s.user_id) from auth.sessions s where s.id = new.session_id;
  return null;
end
$$;
comment on function private.on_mailbox_proved() is
  'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link proves the address, and an invited role that waited for that takes effect (decisions, section 4).';
do $$
begin
  create trigger rookies_mailbox_proved after insert on auth.mfa_amr_claims
    for each row when (new.authentication_method in ('otp', 'magiclink', 'recovery', 'email/signup'))
    execute function private.on_mailbox_proved();
exception when insufficient_privilege then
  raise notice 'Invited roles wait for a verified address or for accept_invite(): auth.mfa_amr_claims takes no triggers here.';
end
$$;

-- What somebody watched is a few stretches, not a way to fill the disk --------------------------------

create function private.stretches(watched int4multirange) returns integer
language sql immutable set search_path = '' as $$
  select count(*)::integer from unnest(watched)
$$;
comment on function private.stretches(int4multirange) is 'How many separate stretches of seconds there are.';
grant execute on function private.stretches(int4multirange) to authenticated, service_role;
alter table public.lesson_progress add constraint lesson_progress_watched_size check (private.stretches(watched) <= 5000);
