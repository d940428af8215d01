-- Why: a corrected address counted as confirmed, because the account was, and took the invites that wait for it, up to
-- ADMIN's. That somebody has opened a mail is a fact about an address: where the address is set without one, the
-- confirmation goes (rules/accounts#address-proof).

-- Accounts whose address was set without a mail to it ------------------------------------------------

create table private.corrected_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null default clock_timestamp(),
  account_confirmed boolean not null
);
alter table private.corrected_addresses enable row level security;
comment on table private.corrected_addresses is
  'Accounts whose address was set without a mail to it, by an administrator''s correction for instance, and since when: what was opened with the password from before proves nothing of it. Gone with a change that is confirmed by mail, and with that password. Kept by triggers on auth.users; no API role holds a grant.';
comment on column private.corrected_addresses.account_confirmed is
  'Whether the account had been confirmed at an address before; then it keeps the invite it was made with (rules/invites#free-again).';

create function private.weigh_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A change that the person asked for is made by the auth service, once the mails of it were opened.
  if session_user = 'supabase_auth_admin' and new.email_change = '' and lower(new.email) = lower(old.email_change) then
    new.email_confirmed_at := now();
  elsif current_setting('rookies.confirmed', true) is distinct from new.id::text then
    new.email_confirmed_at := case
      when old.email_confirmed_at is not null and not (select s.require_email_verification from public.settings s) then 'epoch'::timestamptz end;
    -- What is under way was mailed to another address, or asked for from it.
    new.confirmation_token := '';
    new.recovery_token := '';
    new.reauthentication_token := '';
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
    new.email_change_confirm_status := 0;
  end if;
  return new;
end
$$;
comment on function private.weigh_address() is
  'Trigger on auth.users: an address that is set without a mail to it takes the confirmation away, or sets it to 1970 while verification is not required, so that the password goes on working. Two leave it: a change confirmed by mail, and a server with the secret key that confirms the address in the same transaction.';
-- Not where Auth deletes an account softly: the hash that it puts in place of the address is nobody's.
create trigger rookies_weigh_address before update of email on auth.users for each row
  when (lower(old.email) is distinct from lower(new.email) and new.deleted_at is null) execute function private.weigh_address();

insert into private.due_kinds (kind, label, mail) values ('address_mail', 'Ask to confirm an address', true);

create function private.put_address_mail(person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.put_due('address_mail', a.user_id || ':' || extract(epoch from a.since), now(), null, a.user_id)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id
  cross join public.settings s
  where a.user_id = person and s.require_email_verification
$$;
comment on function private.put_address_mail(uuid) is
  'Takes a person; the mail that asks them to confirm a corrected address is due, where verification is required and they have not.';

create function private.due_address_mail(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('to', u.email)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id and p.disabled_at is null
  where work.key = 'address_mail:' || a.user_id || ':' || extract(epoch from a.since) and a.user_id = work.user_id
$$;
comment on function private.due_address_mail(private.due_work) is
  'The auth service is asked to mail a confirmation to that address: {to}. Null once it is confirmed or another one, or the account is disabled.';

create function private.on_address_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at > 'epoch' then
    delete from private.corrected_addresses a where a.user_id = new.id;
    return null;
  end if;
  insert into private.corrected_addresses as a (user_id, account_confirmed) values (new.id, old.email_confirmed_at is not null)
  on conflict (user_id) do update set since = excluded.since, account_confirmed = a.account_confirmed or excluded.account_confirmed;
  delete from auth.sessions s where s.user_id = new.id;
  perform private.put_address_mail(new.id);
  begin
    -- A link of the old address that was followed, and whose code was not exchanged yet, would open a session.
    delete from auth.flow_state f where f.user_id = new.id;
  exception when insufficient_privilege then
    -- A project that keeps this table to itself must still be able to change an address.
    null;
  end;
  return null;
end
$$;
comment on function private.on_address_set() is
  'Trigger on auth.users, behind weigh_address(): keeps the list of corrected addresses. Whose address became unproven is signed out everywhere, and asked by mail to confirm it where that is required.';
create trigger rookies_address_set after update of email on auth.users for each row
  when (lower(old.email) is distinct from lower(new.email) and new.deleted_at is null) execute function private.on_address_set();

-- Turned on, the switch asks those too whose address was set while it was off.
create function private.follow_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.require_email_verification then
    update auth.users u set email_confirmed_at = null
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at = 'epoch';
    perform private.put_address_mail(a.user_id) from private.corrected_addresses a;
  else
    update auth.users u set email_confirmed_at = 'epoch'
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at is null and a.account_confirmed;
  end if;
  return null;
end
$$;
comment on function private.follow_verification() is
  'Trigger on settings: corrected addresses that are not confirmed have to be, and their owners are asked by mail, when verification becomes required; they shut no one out any more when it ceases to be.';
create trigger settings_follow_verification after update of require_email_verification on public.settings for each row
  when (old.require_email_verification is distinct from new.require_email_verification)
  execute function private.follow_verification();

-- What proves an address -----------------------------------------------------------------------------

create function private.session_is_of_address(session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s left join private.corrected_addresses a on a.user_id = s.user_id
    where s.id = session and (a.since is null or s.created_at > a.since))
$$;
comment on function private.session_is_of_address(uuid) is
  'Takes a session; false when it began before the account''s address was set: a mail that opened it went to another one.';

create or replace function private.address_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_aal() is null then
    return false;
  end if;
  return exists (
      select 1 from auth.users u
      where u.id = private.uid() and u.email_confirmed_at > 'epoch'
        -- Who confirmed a corrected address need not be who has the password from before.
        and not exists (select 1 from private.corrected_addresses a where a.user_id = u.id))
    or (exists (select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
        where a ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup'))
      and private.session_is_of_address((private.claims() ->> 'session_id')::uuid));
end
$$;
comment on function private.address_proven() is
  'True when the caller has opened a mail at the address that they have now, once or, where it was corrected, to begin this session. An account made while verification was not required has not (rules/accounts#address-proof).';

drop function private.give_invited_role(uuid);
create function private.give_invited_role(person uuid, proving_session uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites;
  given boolean := false;
begin
  for invite in
    select i.* from public.invites i join auth.users u on u.id = person
    where i.redeemed_by_id = person and i.role <> 'MEMBER' and i.role_given_at is null
      -- A mailbox proves the role that was sent to it, and no other's.
      and lower(i.email) = lower(u.email)
    order by i.redeemed_at
  loop
    if private.person_keeps(invite.invited_by_id, 'invites', 'give_role') then
      -- Up from MEMBER, or to the top; never sideways or down, which would take rights away.
      update public.profiles p set role = invite.role
      where p.id = person and (p.role = 'MEMBER' or (invite.role = 'ADMIN' and p.role <> 'ADMIN'));
      given := given or found;
    end if;
    update public.invites i set role_given_at = now() where i.id = invite.id;
  end loop;
  if given then
    -- Only this session has shown the mailbox: the password may be another person's, and so may the other sessions.
    update auth.users u set email_confirmed_at = now(), encrypted_password = ''
    where u.id = person
      and (u.email_confirmed_at <= 'epoch' or exists (select 1 from private.corrected_addresses a where a.user_id = u.id));
    if found then
      delete from private.corrected_addresses a where a.user_id = person;
      delete from auth.sessions s where s.user_id = person and s.id is distinct from proving_session;
    end if;
  end if;
end
$$;
comment on function private.give_invited_role(uuid, uuid) is
  'Takes a person whose address is proven, and the session that proved it where that is not known of the account; gives them the roles of the invites to that address that they redeemed. Accepting never lowers a role. Where that session alone proved it, the account is confirmed from then on, and its password and its other sessions end (rules/invites#role-needs-mailbox).';

drop function private.person_can(uuid, text, text);

create or replace function private.on_address_verified() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Read by weigh_address(), for a server that confirms an address and sets it, in this order.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- Of a corrected address the session proves it that the mail has opened.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id);
  end if;
  return new;
end
$$;
comment on function private.on_address_verified() is
  'Trigger on auth.users: once the address is confirmed, an invited role takes effect.';
create or replace trigger rookies_address_verified after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is distinct from new.email_confirmed_at and new.email_confirmed_at > 'epoch'::timestamptz)
  execute function private.on_address_verified();

create or replace function private.on_mailbox_proved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_invited_role(s.user_id, s.id)
  from auth.sessions s where s.id = new.session_id and private.session_is_of_address(s.id);
  return null;
end
$$;

create or replace function public.accept_invite(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller auth.users;
  invite public.invites;
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  select u.* into caller from auth.users u where u.id = private.uid();
  invite := private.redeem_invite(token, caller.id, caller.email);
  if private.address_proven() then
    perform private.give_invited_role(caller.id, (private.claims() ->> 'session_id')::uuid);
  end if;
  return jsonb_build_object('courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by c.title), '[]')
    from private.invited_course_ids(invite) g (id)
    join public.courses c on c.id = g.id and c.status = 'PUBLISHED' and c.deleted_at is null));
end
$$;

create or replace function private.free_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A correction takes the confirmation away from an account that has been confirmed all the same.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = old.id and a.account_confirmed) then
    update public.invites i set redeemed_at = null, redeemed_by_id = null where i.redeemed_by_id = old.id;
  end if;
  return old;
end
$$;

-- Correcting a person --------------------------------------------------------------------------------

create function private.last_administrator(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('rookies.administrators'));
  return exists (select 1 from public.profiles p where p.id = person and p.role = 'ADMIN' and p.disabled_at is null)
    and not exists (
      select 1 from public.profiles p join auth.users u on u.id = p.id cross join public.settings s
      where p.id <> person and p.role = 'ADMIN' and p.disabled_at is null
        and (u.email_confirmed_at is not null or not s.require_email_verification));
end
$$;
comment on function private.last_administrator(uuid) is
  'Takes a person; true when they are the only active administrator. Holds off until the transaction ends who else asks, so that two do not each see the other.';

create or replace function private.keep_an_administrator(except_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.last_administrator(except_person) then
    raise exception using errcode = 'PT409', message = 'The last active administrator can be neither demoted nor disabled.', hint = 'LAST_ADMIN';
  end if;
end
$$;

create or replace function public.correct_person(user_id uuid, email text default null, phone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(btrim(correct_person.email));
  number text := btrim(correct_person.phone);
begin
  if not private.can('profiles', 'correct') then
    raise exception using errcode = '42501', message = 'You may not correct accounts.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if address is not null and not exists (select 1 from auth.users u where u.id = user_id and lower(u.email) = address) then
    if address !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(address) > 320 then
      raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = address) then
      raise exception using errcode = 'PT409', message = 'Another account has this email address', hint = 'EMAIL_TAKEN';
    end if;
    if (select s.require_email_verification from public.settings s) and private.last_administrator(user_id) then
      raise exception using errcode = 'PT409', hint = 'LAST_ADMIN',
        message = 'Until this address is confirmed there would be no active administrator. Make another one first.';
    end if;
    update auth.users u
    set email = address, updated_at = now(),
      raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('email', address, 'email_verified', false)
    where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', address, 'email_verified', false), updated_at = now()
    where i.user_id = correct_person.user_id and i.provider = 'email';
  end if;
  if number is not null then
    if number <> '' and (number !~ '^[0-9+(][0-9+ ()./#x-]*$' or number !~ '([0-9].*){3}' or char_length(number) > 40) then
      raise exception using errcode = 'PT422', message = 'Please enter a valid phone number', hint = 'PHONE_FORM';
    end if;
    update public.profiles p set phone = nullif(number, '') where p.id = user_id;
  end if;
end
$$;
comment on function public.correct_person(uuid, text, text) is
  'Takes a person and a new address or phone; null leaves one as it is, an empty phone takes it away. A new address is unproven: the person is signed out everywhere and asked by mail to confirm it, where verification is required; otherwise they sign in with it at once (rules/accounts#correct-person). Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN or LAST_ADMIN, PT422 EMAIL_FORM or PHONE_FORM.';

-- Screens say what is so -----------------------------------------------------------------------------

-- An address that nobody was asked to confirm is not a confirmed one.
create or replace function public.person(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at)), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and (s.not_after is null or s.not_after > now())) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$$;

create or replace function public.settings_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at,
        u.email_confirmed_at is null or (u.email_confirmed_at = 'epoch'
          and exists (select 1 from private.corrected_addresses a where a.user_id = p.id)) as unverified,
        coalesce(nullif(btrim(p.name), ''), p.email) as name,
        p.role <> 'MEMBER' and not exists (
          select 1 from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factor_missing
      from public.profiles p join auth.users u on u.id = p.id
      where p.disabled_at is null
    ), counted as (
      select count(*) filter (where role = 'ADMIN') as administrators,
        count(*) filter (where role <> 'ADMIN') as others,
        count(*) filter (where role <> 'MEMBER') as staff,
        count(*) filter (where factor_missing) as factor_missing,
        (array_agg(name order by role, name) filter (where factor_missing))[1:5] as factor_missing_names,
        count(*) filter (where unverified) as unverified,
        count(*) filter (where role = 'CREATOR') as creators,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$$;
