-- Sessions, the second factor with its recovery codes, and the first call of an app.
set check_function_bodies = off;

-- TABLES

create table private.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
comment on table private.recovery_codes is 'One-time codes that replace a lost second factor, as SHA-256 of person and code; a code has 80 random bits, so a slow hash is not needed. Only functions read and write it; no API role has a grant.';

create table private.recovery_tries (
  id bigint not null generated always as identity,
  user_id uuid not null,
  tried_at timestamptz not null default now(),
  constraint recovery_tries_pkey primary key (id)
);
alter table private.recovery_tries enable row level security;
create index recovery_tries_user_id_idx on private.recovery_tries (user_id, tried_at);
comment on table private.recovery_tries is 'Wrong recovery codes that a person entered within the last 15 minutes. No API role has a grant.';

-- FUNCTIONS

create or replace function private.factor_missing()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
      select 1 from auth.mfa_factors f where f.user_id = private.uid() and f.status = 'verified')
    and not private.strong_session();
end
$function$;
comment on function private.factor_missing() is 'True if the caller has a second factor that this session has not shown.';

-- Spaces, hyphens and capital letters are ignored, because people type codes by hand.
create or replace function private.recovery_hash(person uuid, code text)
  returns bytea
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return sha256(convert_to(person::text || ':' || regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8'));
end
$function$;
comment on function private.recovery_hash(uuid,text) is 'Takes a person and a recovery code as they typed it; returns the hash that the table stores.';

create or replace function private.remove_factors(person uuid, keep_session text, means text)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  removed integer := private.verified_factors(person);
begin
  -- One audit record, which is written below, stands for all deleted factors.
  perform private.record_at_once(true);
  delete from auth.mfa_factors f where f.user_id = person;
  perform private.record_at_once(false);
  -- This ends sessions that were opened with the lost factor, possibly by a person who found it.
  delete from auth.sessions s where s.user_id = person and s.id::text is distinct from keep_session;
  delete from auth.mfa_amr_claims c
  where c.authentication_method = 'totp' and c.session_id in (select s.id from auth.sessions s where s.user_id = person);
  update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = now() where s.user_id = person;
  perform private.record_act('user.factors_reset', person::text, jsonb_build_object('factors', removed, 'means', means));
  return removed;
end
$function$;
comment on function private.remove_factors(uuid,text,text) is 'Takes a person, the session that stays open (null: none) and the means (such as a recovery code or an administrator); removes the second factors of the person, ends their other sessions and writes an audit record. Returns how many verified factors there were. Callers have to check rights first.';

create or replace function private.session_aal()
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  session text := private.claims() ->> 'session_id';
begin
  -- inbox_of() runs for a person who is not signed in. Requests of clients run as one of the two roles, so they cannot
  -- use this setting.
  if current_setting('rookies.asked_for', true) = private.uid()::text and current_setting('role') not in ('anon', 'authenticated') then
    return 'aal2';
  end if;
  if session ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return (
      select coalesce(s.aal::text, 'aal1') from auth.sessions s
      where s.id = session::uuid and s.user_id = private.uid()
        and private.session_is_open(s.not_after));
  end if;
  return null;
end
$function$;
comment on function private.session_aal() is 'Returns the level of the caller''s session as the auth service stores it: aal1, or aal2 with a second factor; null if the session has ended, belongs to another person, or is not named in the token. The claim `aal` of the token is ignored. While inbox_of() runs, aal2.';

create or replace function private.session_is_open(not_after timestamptz)
  returns boolean
  language sql
  stable parallel safe
as $function$
  select not_after is null or not_after > now()
$function$;
comment on function private.session_is_open(timestamp with time zone) is 'Takes the end of a session (null: none); true if the session is open.';
grant execute on function private.session_is_open(timestamp with time zone) to authenticated, service_role;

create or replace function private.strong_session()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return coalesce(private.session_aal() = 'aal2', false);
end
$function$;
comment on function private.strong_session() is 'True if the caller''s session is open and has shown a second factor, by what the auth service stores. The claim `aal` of the token is ignored.';

create or replace function private.verified_factors(person uuid)
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (select count(*) from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end
$function$;
comment on function private.verified_factors(uuid) is 'Takes a person; returns how many verified second factors they have.';

create or replace function public.boot()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return jsonb_build_object(
    'account', public.my_account_state(),
    'permissions', coalesce((select jsonb_agg(to_jsonb(p)) from public.my_permissions() p), '[]'),
    'settings', public.public_settings(),
    'communities', public.has_communities(),
    'community_news', public.new_in_communities(),
    'bell', public.notification_feed());
end
$function$;
comment on function public.boot() is 'Returns everything that an app needs when it opens, in one call: account, permissions, public settings, whether the caller has communities and how many new posts these have, and the bell as notification_feed() returns it.';
grant execute on function public.boot() to anon, authenticated, service_role;

-- Policies of an ended session return no rows and raise no error: live changes are checked by the same policies, and an
-- error would stop them for everybody. So this function tells a request that its session has ended.
create or replace function public.check_session()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- A client of the API can choose the time zone of the database session, so it is set to UTC here, and no result
  -- depends on it.
  perform set_config('timezone', 'UTC', true);
  if private.uid() is not null
     and private.claims() ->> 'session_id' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
     and private.session_aal() is null
     -- record_session() is called after the session has ended, so it is allowed.
     and coalesce(current_setting('request.path', true), '') <> '/rpc/record_session' then
    raise exception using errcode = 'PT401', message = 'Not authenticated', hint = 'SESSION_OVER';
  end if;
end
$function$;
comment on function public.check_session() is 'PostgREST calls this function before each request. Sets the session''s time zone to UTC, whatever the request asks for. Raises PT401 SESSION_OVER (status 401) if the session in the caller''s token has ended: the app then tries once to refresh the token, gets the refusal of the auth service, and opens the sign-in page. Requests without a session, or of visitors, continue; row security gives them no rights.';
grant execute on function public.check_session() to anon, authenticated, service_role;

create or replace function public.end_session(session_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = private.uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'This device is already signed out.', hint = 'NO_SESSION';
  end if;
end
$function$;
comment on function public.end_session(uuid) is 'Takes a session of the caller and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION if it has ended already or belongs to another person, and 42501 for callers whom the gate refuses.';
grant execute on function public.end_session(uuid) to authenticated, service_role;

-- A session that has not shown its second factor may call the functions below, because they check admitted_role(), not
-- active().
create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  -- If two tabs request codes at the same moment, they wait for each other, and the later codes are valid.
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
$function$;
comment on function public.make_recovery_codes() is 'Makes ten recovery codes for the caller, which replace the earlier ones, and returns them; they cannot be read again. Raises PT403 SECOND_FACTOR_NEEDED unless the session is aal2, and 42501 for callers whom the gate refuses.';
grant execute on function public.make_recovery_codes() to authenticated, service_role;

create or replace function public.my_account_state()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform public.check_session();
  return case when private.uid() is null then null else (
    select case when p.id is null then jsonb_build_object('state', 'NO_PROFILE', 'id', private.uid())
      else jsonb_build_object(
        'state', case
          when p.disabled_at is not null then 'DISABLED'
          when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
          when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
          when private.factor_missing() then 'SECOND_FACTOR'
          else 'ACTIVE' end,
        'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at, 'time_zone', (select w.time_zone from public.preferences w where w.user_id = p.id),
        'mail_ended', private.mail_ended(p.email) is not null,
        'aal_required', private.admitted_role() <> 'MEMBER' and not private.meets_required_aal())
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end;
end
$function$;
comment on function public.my_account_state() is 'Returns the caller''s account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, the time zone that they chose (null: the browser''s), whether mail to their email has ended, and whether a setting requires a second factor that this session has not shown for rights of staff. SECOND_FACTOR: the account has a second factor, and this session has not shown it. Null for visitors. Raises PT401 SESSION_OVER for a session that has ended. Callable without passing the gate, because it tells people why the gate refuses them.';
grant execute on function public.my_account_state() to anon, authenticated, service_role;

create or replace function public.my_factors_state()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'verified', private.verified_factors(private.uid()),
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = private.uid() and c.used_at is null),
    'codes_made_at', (select min(c.created_at) from private.recovery_codes c where c.user_id = private.uid()));
end
$function$;
comment on function public.my_factors_state() is 'Returns what the profile shows of the caller''s two-factor sign-in: how many verified factors and unused recovery codes there are, and when the codes were made (null: never). Raises 42501 for callers whom the gate refuses.';
grant execute on function public.my_factors_state() to authenticated, service_role;

create or replace function public.my_sessions()
  returns table(
    id uuid,
    created_at timestamptz,
    active_at timestamptz,
    user_agent text,
    current boolean
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  return query
    select s.id, s.created_at,
      greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      left(s.user_agent, 500),
      s.id::text = coalesce(private.claims() ->> 'session_id', '')
    from auth.sessions s
    where s.user_id = private.uid() and private.session_is_open(s.not_after)
    order by 5 desc, 3 desc, 1
    limit 50;
end
$function$;
comment on function public.my_sessions() is 'Returns the caller''s open sessions: this session first, then the last active ones, at most 50. Raises 42501 for callers whom the gate refuses.';
grant execute on function public.my_sessions() to authenticated, service_role;

create or replace function public.reset_factors(user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'reset_factors') then
    perform private.refuse('You may not reset two-factor sign-in.');
  end if;
  perform private.check_not_self(reset_factors.user_id, 'Remove your own authenticator app from your profile.');
  if not exists (select 1 from public.profiles p where p.id = reset_factors.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  -- The codes are deleted, too, because a person who found the phone may also have found the codes.
  delete from private.recovery_codes c where c.user_id = reset_factors.user_id;
  delete from private.recovery_tries t where t.user_id = reset_factors.user_id;
  perform private.remove_factors(reset_factors.user_id, null, 'administrator');
end
$function$;
comment on function public.reset_factors(uuid) is 'Takes a person; removes their second factors and recovery codes and signs them out everywhere. Only for administrators, and not for their own account. Raises 42501, PT409 OWN_ACCOUNT or PT404 NO_PERSON.';
grant execute on function public.reset_factors(uuid) to authenticated, service_role;

create or replace function public.use_recovery_code(code text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('code', code, 1000);
  person uuid := private.uid();
  allowed constant integer := 5;
  wrong integer;
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- Attempts at the same moment wait for each other, so that each one counts the others.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_tries t where t.user_id = person and t.tried_at <= now() - interval '15 minutes';
  select count(*) into wrong from private.recovery_tries t where t.user_id = person;
  if wrong >= allowed then
    return jsonb_build_object('state', 'TOO_MANY', 'retry_at',
      (select min(t.tried_at) + interval '15 minutes' from private.recovery_tries t where t.user_id = person));
  end if;
  -- If another tab or an administrator has removed the factors already, no code is used.
  if private.verified_factors(person) = 0 then
    return jsonb_build_object('state', 'NO_FACTOR');
  end if;
  update private.recovery_codes c set used_at = now()
  where c.user_id = person and c.code_hash = private.recovery_hash(person, use_recovery_code.code) and c.used_at is null;
  if not found then
    -- The function returns instead of raising, because an exception would undo the count.
    insert into private.recovery_tries (user_id) values (person);
    return jsonb_build_object('state', 'WRONG', 'tries_left', allowed - wrong - 1);
  end if;
  delete from private.recovery_tries t where t.user_id = person;
  perform private.remove_factors(person, private.claims() ->> 'session_id', 'recovery_code');
  return jsonb_build_object('state', 'RESET', 'codes_left',
    (select count(*) from private.recovery_codes c where c.user_id = person and c.used_at is null));
end
$function$;
comment on function public.use_recovery_code(text) is 'Takes a recovery code of the signed-in caller. Returns RESET with codes_left if the code is right: it is used up, the second factors are removed and all other sessions end. Returns WRONG with tries_left, after five wrong codes within 15 minutes TOO_MANY with retry_at, and NO_FACTOR if there is no second factor. Raises 42501 for callers whom the gate refuses.';
grant execute on function public.use_recovery_code(text) to authenticated, service_role;
