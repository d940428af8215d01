-- Sessions, the second factor with its recovery codes, and what an app asks when it opens.
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
comment on table private.recovery_codes is 'One-time codes that replace a lost second factor, as SHA-256 of person and code; 80 random bits need no slow hash. Only functions read and write it; no API role holds a grant.';

create table private.recovery_tries (
  id bigint not null generated always as identity,
  user_id uuid not null,
  tried_at timestamptz not null default now(),
  constraint recovery_tries_pkey primary key (id)
);
alter table private.recovery_tries enable row level security;
create index recovery_tries_user_id_idx on private.recovery_tries (user_id, tried_at);
comment on table private.recovery_tries is 'Wrong recovery codes of the last 15 minutes, counted per person. No API role holds a grant.';

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
comment on function private.factor_missing() is 'True while the caller has a second factor that this session has not shown.';

-- Blanks, hyphens and capitals do not count: people copy codes by hand.
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
  -- The record below stands for all of them.
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
comment on function private.remove_factors(uuid,text,text) is 'Takes a person, the session that stays open (null for none) and by what means; removes their second factors, ends their other sessions and records it. Answers how many verified factors there were. Its callers have checked who asks.';

create or replace function private.session_aal()
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  session text := private.claims() ->> 'session_id';
begin
  -- inbox_of() asks for a person who is not signed in. Clients have one of these two roles.
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
comment on function private.session_aal() is 'How strong the caller''s session is, as the auth service keeps it: aal1 or aal2; null when it is over, when it is another person''s, or when the token names none. The claim `aal` of the token does not count. While inbox_of() asks for a person, aal2.';

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
comment on function private.strong_session() is 'True when the caller''s session is open and has shown a second factor, as the auth service keeps it. The claim `aal` of the token does not count.';

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
comment on function private.verified_factors(uuid) is 'How many verified second factors a person has.';

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
comment on function public.boot() is 'Everything an app needs when it opens, in one call: account, permissions, public settings, whether the caller has communities and how many new posts these have, and the bell as notification_feed() returns it.';
grant execute on function public.boot() to anon, authenticated, service_role;

-- Policies give no rights and raise nothing: live changes are checked by the same policies, and one that
-- raised would stop them for everyone. A request is told that its token is void.
create or replace function public.check_session()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- The client of the API chooses the time zone of its session, in which nothing is worked out.
  perform set_config('timezone', 'UTC', true);
  if private.uid() is not null
     and private.claims() ->> 'session_id' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
     and private.session_aal() is null
     -- The record of a session's end is written after it.
     and coalesce(current_setting('request.path', true), '') <> '/rpc/record_session' then
    raise exception using errcode = 'PT401', message = 'Not authenticated', hint = 'SESSION_OVER';
  end if;
end
$function$;
comment on function public.check_session() is 'PostgREST calls this function before each request. Sets the session''s time zone to UTC, whatever the request asks for. Raises PT401 SESSION_OVER, which is answered with 401, if the session in the caller''s token is over: the app then tries to refresh the token once, learns from the auth service that the session has ended, and opens the sign-in page. Visitors, and tokens that name no session, pass; they have no rights.';
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
comment on function public.end_session(uuid) is 'Takes a session of the caller''s own and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION for one that has ended, and for another person''s; 42501 for those who are not let in.';
grant execute on function public.end_session(uuid) to authenticated, service_role;

-- A session without its second factor may call these: they ask admitted_role(), not active().
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
  -- Two tabs that ask at the same moment wait for each other, and the later set of codes is valid.
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
comment on function public.make_recovery_codes() is 'Makes ten recovery codes for the caller, void the old ones, and answers them this once. Raises PT403 SECOND_FACTOR_NEEDED unless the session is aal2, 42501 for those who are not let in.';
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
comment on function public.my_account_state() is 'The caller''s own account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, the time zone that they chose (null: the browser''s), whether mail to their email has ended, and whether the setting still wants a second factor of this session for its rights as staff. SECOND_FACTOR: the account has one, and this session has not shown it. Null for visitors. Raises PT401 SESSION_OVER for a session that is over. Exempt from the gate: it is what tells people why they are not let in.';
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
comment on function public.my_factors_state() is 'What the profile shows of the caller''s two-factor sign-in: verified factors, unused recovery codes and when those were made (null for never). Raises 42501 for those who are not let in.';
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
comment on function public.my_sessions() is 'Where the caller is signed in: this session first, then the others by when they were last heard of, 50 at most. Raises 42501 for those who are not let in.';
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
  -- A person who found the phone may have found the codes as well.
  delete from private.recovery_codes c where c.user_id = reset_factors.user_id;
  delete from private.recovery_tries t where t.user_id = reset_factors.user_id;
  perform private.remove_factors(reset_factors.user_id, null, 'administrator');
end
$function$;
comment on function public.reset_factors(uuid) is 'Takes a person; removes their second factors and recovery codes and signs them out everywhere. Only administrators, never on themselves. Raises 42501, PT409 OWN_ACCOUNT or PT404 NO_PERSON.';
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
  -- Tries at the same moment wait for each other, so that all of them are counted.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_tries t where t.user_id = person and t.tried_at <= now() - interval '15 minutes';
  select count(*) into wrong from private.recovery_tries t where t.user_id = person;
  if wrong >= allowed then
    return jsonb_build_object('state', 'TOO_MANY', 'retry_at',
      (select min(t.tried_at) + interval '15 minutes' from private.recovery_tries t where t.user_id = person));
  end if;
  -- If another tab or an administrator has removed the factors already, no code is used up.
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
comment on function public.use_recovery_code(text) is 'Takes a recovery code of the signed-in caller. RESET with codes_left: it is used up, the second factors are gone and every other session is signed out. WRONG with tries_left, and after five wrong ones in 15 minutes TOO_MANY with retry_at. NO_FACTOR when there is none to remove. Raises 42501 for those who are not let in.';
grant execute on function public.use_recovery_code(text) to authenticated, service_role;
