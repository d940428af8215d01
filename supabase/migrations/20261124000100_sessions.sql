-- Why: an access token goes on saying who somebody is after they have signed out everywhere or chosen a
-- new password. Whether its session is still open the auth service's own table knows, and every right
-- asks it. And no single request may hold the database for longer than a screen needs.

-- Is the session still open ---------------------------------------------------------------------------

create function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  session text := private.claims() ->> 'session_id';
begin
  if session ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return (
      select coalesce(s.aal::text, 'aal1') from auth.sessions s
      where s.id = session::uuid and s.user_id = private.uid()
        and (s.not_after is null or s.not_after > now()));
  end if;
  return null;
end
$$;
comment on function private.session_aal() is
  'How strong the caller''s session is, as the auth service keeps it: aal1 or aal2; null when it is over, when it is another person''s, or when the token names none. What the token says of itself does not count.';

create or replace function private.strong_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.session_aal() = 'aal2', false);
end
$$;

create or replace function private.admitted_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_aal() is null then
    return null;
  end if;
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
  'The caller''s role, read from the table at each request, or null when they may do nothing: their session is over, no profile, disabled, unverified where that is required, not an administrator while in maintenance. A creator counts as a member while creators may not use the admin panel. Does not ask for a second factor: only for what leads to showing, replacing or losing one.';
comment on function private.active() is
  'The one gate: true while the caller''s session is open, their account may be used, and a second factor that they have has been shown.';

-- Saying so -------------------------------------------------------------------------------------------

-- Policies give no rights and raise nothing: live changes are checked by the same policies, and one that
-- raised would stop them for everybody. A request of its own is told that its token is void.
create function public.check_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.uid() is not null
     and private.claims() ->> 'session_id' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
     and private.session_aal() is null
     -- What tells the record that a session has ended comes after its end.
     and coalesce(current_setting('request.path', true), '') <> '/rpc/record_session' then
    raise exception using errcode = 'PT401', message = 'Not authenticated', hint = 'SESSION_OVER';
  end if;
end
$$;
comment on function public.check_session() is
  'The API calls it before each request. Raises PT401 SESSION_OVER, which is answered with 401, when the caller''s token names a session that is over: the apps then refresh it once, learn from the auth service that it has ended, and lead to signing in. Visitors, and tokens that name no session, pass; they have no rights.';
grant execute on function public.check_session() to anon, authenticated, service_role;

do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'public.check_session';
exception when insufficient_privilege or reserved_name then
  raise notice 'Requests of a session that is over are given no rights, and 401 by boot() alone: authenticator takes no settings here.';
end
$$;

create or replace function public.my_account_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
        'created_at', p.created_at,
        'aal_required', private.admitted_role() <> 'MEMBER' and not private.assured())
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end;
end
$$;
comment on function public.my_account_state() is
  'The caller''s own account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, and whether the setting still wants a second factor of this session for its rights as staff. SECOND_FACTOR: the account has one, and this session has not shown it. Null for visitors. Raises PT401 SESSION_OVER for a session that is over. Exempt from the gate: it is what tells people why they are not let in.';

-- What asks the session and not the gate --------------------------------------------------------------

create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.session_aal() is null then
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

comment on function public.end_session(uuid) is
  'Takes a session of the caller''s own and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION for one that is gone, and for another person''s alike; 42501 for those who are not let in.';

-- How long a request may take -------------------------------------------------------------------------

-- Anybody may filter what they may read by a pattern, and one pattern can keep a processor busy for
-- minutes. The longest question or act of a screen takes 0.4 s among 100,000 people; three times that,
-- and some room for a busy machine.
alter role authenticated set statement_timeout = '2s';
alter role anon set statement_timeout = '1s';

-- Longer takes what counts or copies everything of a course, with thousands of learners: the API gives
-- each of these the time that its definition names.
alter function public.delete_course(uuid) set statement_timeout = '30s';
alter function public.restore_course(uuid) set statement_timeout = '30s';
alter function public.delete_module(uuid) set statement_timeout = '30s';
alter function public.restore_module(uuid) set statement_timeout = '30s';
alter function public.delete_lesson(uuid) set statement_timeout = '30s';
alter function public.restore_lesson(uuid) set statement_timeout = '30s';
alter function public.save_lesson(jsonb, jsonb, timestamptz) set statement_timeout = '30s';
alter function public.create_module(uuid, text) set statement_timeout = '30s';
alter function public.reorder_course(uuid, jsonb, jsonb) set statement_timeout = '30s';
alter function public.save_access(uuid, uuid[], uuid[]) set statement_timeout = '30s';
alter function public.delete_my_account() set statement_timeout = '30s';
alter function public.my_data() set statement_timeout = '30s';

notify pgrst, 'reload config';
