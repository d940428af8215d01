-- Why: a token says how strong its session was when the token was made, and goes on saying so for an
-- hour. Whether it still is, the auth service's own table knows: a factor that was reset, a session that
-- was ended, lose aal2 at the next request. And whoever has a second factor is asked for it: with the
-- password alone such an account opens nothing, whatever the setting for staff says.

create function private.strong_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  session text := private.claims() ->> 'session_id';
begin
  if session ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return exists (
      select 1 from auth.sessions s
      where s.id = session::uuid and s.user_id = private.uid() and s.aal = 'aal2'
        and (s.not_after is null or s.not_after > now()));
  end if;
  return false;
end
$$;
comment on function private.strong_session() is
  'True when the caller''s session is open and has shown a second factor, as the auth service keeps it. What the token says of itself does not count.';

create or replace function private.assured() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not (select s.enable_two_factor from public.settings s) or private.strong_session();
end
$$;

create function private.admitted_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when p.role = 'CREATOR' and not s.creators_admin_panel then 'MEMBER' else p.role end
    from public.profiles p
    join auth.users u on u.id = p.id
    cross join public.settings s
    where p.id = private.uid()
      and p.disabled_at is null
      and (u.email_confirmed_at is not null or not s.require_email_verification)
      and (p.role = 'ADMIN' or not s.maintenance_mode)
  );
end
$$;
comment on function private.admitted_role() is
  'The caller''s role, read from the table at each request, or null when they may do nothing: no profile, disabled, unverified where that is required, not an administrator while in maintenance. A creator counts as a member while creators may not use the admin panel (decisions, sections 3 and 10). Does not ask for a second factor: only for what leads to showing, replacing or losing one.';

create function private.factor_missing() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select 1 from auth.mfa_factors f where f.user_id = private.uid() and f.status = 'verified')
    and not private.strong_session();
end
$$;
comment on function private.factor_missing() is
  'True while the caller has a second factor that this session has not shown.';

create or replace function private.active_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not private.factor_missing() then private.admitted_role() end;
end
$$;
comment on function private.active_role() is
  'As admitted_role(), and null besides for somebody whose second factor this session has not shown.';

create or replace function public.my_account_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.uid() is null then null else (
    select case when p.id is null then jsonb_build_object('state', 'NO_PROFILE', 'id', private.uid())
      else jsonb_build_object(
        'state', case
          when p.disabled_at is not null then 'DISABLED'
          when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
          when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
          when private.factor_missing() then 'SECOND_FACTOR'
          else 'ACTIVE' end,
        'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at,
        'aal_required', private.admitted_role() <> 'MEMBER' and not private.assured())
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end
$$;
comment on function public.my_account_state() is
  'The caller''s own account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, and whether the setting still wants a second factor of this session for its rights as staff. SECOND_FACTOR: the account has one, and this session has not shown it. Null for visitors. Exempt from the gate: it is what tells people why they are not let in.';

-- What leads out of that state: these ask who is admitted, not who is active.

create or replace function public.make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.uid();
  codes text[];
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  if not private.strong_session() or private.verified_factors(person) = 0 then
    raise exception using errcode = 'PT403', message = 'Confirm with your authenticator app first.', hint = 'SECOND_FACTOR_NEEDED';
  end if;
  -- Two tabs that ask at the same moment come one after the other, and the later set is the one that counts.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_codes c where c.user_id = person;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '^(.{5})(.{5})(.{5})(.{5})$', '\1-\2-\3-\4'))
  into codes
  from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash)
  select person, private.recovery_hash(person, made.code) from unnest(codes) made(code);
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'user.recovery_codes', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return codes;
end
$$;

create or replace function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.uid();
  allowed constant integer := 5;
  wrong integer;
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- Tries at the same moment come one after the other, so that none escapes the count.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_tries t where t.user_id = person and t.tried_at <= now() - interval '15 minutes';
  select count(*) into wrong from private.recovery_tries t where t.user_id = person;
  if wrong >= allowed then
    return jsonb_build_object('state', 'TOO_MANY', 'retry_at',
      (select min(t.tried_at) + interval '15 minutes' from private.recovery_tries t where t.user_id = person));
  end if;
  -- Another tab was quicker, or an administrator: no code is spent on nothing.
  if private.verified_factors(person) = 0 then
    return jsonb_build_object('state', 'NO_FACTOR');
  end if;
  update private.recovery_codes c set used_at = now()
  where c.user_id = person and c.code_hash = private.recovery_hash(person, use_recovery_code.code) and c.used_at is null;
  if not found then
    -- Answered, not raised: an exception would take the count back.
    insert into private.recovery_tries (user_id) values (person);
    return jsonb_build_object('state', 'WRONG', 'tries_left', allowed - wrong - 1);
  end if;
  delete from private.recovery_tries t where t.user_id = person;
  perform private.remove_factors(person, private.claims() ->> 'session_id', 'recovery_code');
  return jsonb_build_object('state', 'RESET', 'codes_left',
    (select count(*) from private.recovery_codes c where c.user_id = person and c.used_at is null));
end
$$;

create or replace function public.my_factors_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'verified', private.verified_factors(private.uid()),
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = private.uid() and c.used_at is null),
    'codes_made_at', (select min(c.created_at) from private.recovery_codes c where c.user_id = private.uid()));
end
$$;

-- An account with a second factor is not deleted with the password alone either.

create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.uid() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The password is asked again: the session must have been opened with it a moment ago.
  if not exists (
    select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
    where a ->> 'method' = 'password' and (a ->> 'timestamp')::bigint > extract(epoch from now() - interval '5 minutes')
  ) then
    raise exception using errcode = 'PT403', message = 'Please enter your password again.', hint = 'PASSWORD_NEEDED';
  end if;
  if private.factor_missing() then
    raise exception using errcode = 'PT403', message = 'Confirm with your authenticator app first.', hint = 'SECOND_FACTOR_NEEDED';
  end if;
  perform private.keep_an_administrator(private.uid());
  delete from auth.users u where u.id = private.uid();
end
$$;
comment on function public.delete_my_account() is
  'Deletes the caller''s own account, disabled or not; purchases and audit stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT403 SECOND_FACTOR_NEEDED while it has not shown the account''s second factor, PT409 LAST_ADMIN for the last administrator (decisions, section 7).';
