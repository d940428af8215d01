-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.address_proven()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.address_proven() is 'True when the caller has opened a mail at the address that they have now, once or, where it was corrected, to begin this session. An account made while verification was not required has not (rules/accounts#address-proof).';

CREATE OR REPLACE FUNCTION private.audit_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, user_agent, ip_address)
  select p.id, case when p.id is null then session_user end,
    case tg_op when 'INSERT' then 'auth.login' else 'auth.logout' end, 'session', s.id::text,
    left(s.user_agent, 500), host(s.ip)
  from (select case tg_op when 'INSERT' then new.id else old.id end as id,
          case tg_op when 'INSERT' then new.user_id else old.user_id end as user_id,
          case tg_op when 'INSERT' then new.user_agent else old.user_agent end as user_agent,
          case tg_op when 'INSERT' then new.ip else old.ip end as ip) s
  left join public.profiles p on p.id = s.user_id
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
  return null;
end
$function$;
comment on function private.audit_session() is 'Trigger on auth.sessions: one record when a session begins and one when it ends.';
CREATE TRIGGER rookies_audit_login AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.audit_session();
CREATE TRIGGER rookies_audit_logout AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.audit_session();

CREATE OR REPLACE FUNCTION private.on_mailbox_proved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.give_invited_role(s.user_id, s.id)
  from auth.sessions s where s.id = new.session_id and private.session_is_of_address(s.id);
  return null;
end
$function$;
comment on function private.on_mailbox_proved() is 'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link proves the address, and an invited role that waited for that takes effect (rules/invites#role-needs-mailbox).';
CREATE TRIGGER rookies_mailbox_proved AFTER INSERT ON auth.mfa_amr_claims FOR EACH ROW WHEN ((new.authentication_method = ANY (ARRAY['otp'::text, 'magiclink'::text, 'recovery'::text, 'email/signup'::text]))) EXECUTE FUNCTION private.on_mailbox_proved();

CREATE OR REPLACE FUNCTION private.void_mailed_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.one_time_tokens t where t.user_id = new.id;
  return new;
exception when insufficient_privilege then
  -- A project that keeps this table to itself must still be able to change an address.
  return new;
end
$function$;
comment on function private.void_mailed_links() is 'Trigger on auth.users: links and codes that were mailed to the old address, to a new password for instance, are void once the address is another.';
CREATE TRIGGER rookies_void_mailed_links AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.void_mailed_links();

CREATE OR REPLACE FUNCTION public.boot()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
comment on function public.boot() is 'Everything an app asks once when it opens: account, permissions, public settings, whether there are communities to go to and how much is new in them, and the bell as notification_feed() gives it, in one call.';
grant execute on function public.boot() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.delete_my_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.delete_my_account() is 'Deletes the caller''s own account, disabled or not; purchases and audit stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT403 SECOND_FACTOR_NEEDED while it has not shown the account''s second factor, PT409 LAST_ADMIN for the last administrator (rules/accounts#delete-account).';
grant execute on function public.delete_my_account() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.end_session(session_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = private.uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'This device is signed out already.', hint = 'NO_SESSION';
  end if;
end
$function$;
comment on function public.end_session(uuid) is 'Takes a session of the caller''s own and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION for one that is gone, and for another person''s alike; 42501 for those who are not let in.';
grant execute on function public.end_session(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_open_invite()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite_token uuid;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  if not private.address_proven() then
    return null;
  end if;
  select i.token into invite_token
  from public.invites i
  where lower(i.email) = (select lower(u.email) from auth.users u where u.id = private.uid())
    and private.invite_state(i) = 'ACTIVE' and private.invite_admits(i)
  order by i.created_at desc, i.id
  limit 1;
  if invite_token is null then
    return null;
  end if;
  return public.invite_by_token(invite_token::text) || jsonb_build_object('token', invite_token);
end
$function$;
comment on function public.my_open_invite() is 'The newest invite that waits for the caller''s own, proven address, as its screen shows it, and its token; null without one. It is how an invite is offered that a second sign-up of the same address could not redeem (rules/invites#accept-signed-in). Raises 42501 for those who are not let in.';
grant execute on function public.my_open_invite() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, active_at timestamp with time zone, user_agent text, current boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    where s.user_id = private.uid() and (s.not_after is null or s.not_after > now())
    order by 5 desc, 3 desc, 1
    limit 50;
end
$function$;
comment on function public.my_sessions() is 'Where the caller is signed in: this session first, then the others by when they were last heard of, 50 at most. Raises 42501 for those who are not let in.';
grant execute on function public.my_sessions() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.record_session(event text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session text := private.claims() ->> 'session_id';
begin
  if private.uid() is null or session is null or event not in ('login', 'logout') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The end of a session is a fact of the auth service's, not of who reports it.
  if event = 'logout' and private.session_aal() is not null then
    raise exception using errcode = 'PT409', message = 'This session goes on.', hint = 'SESSION_OPEN';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  select p.id, 'auth.' || event, 'session', session, private.request_header('user-agent'), private.request_header('x-forwarded-for')
  from public.profiles p where p.id = private.uid()
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
end
$function$;
comment on function public.record_session(text) is 'Takes login or logout; records it once for the session of the caller''s token, however often it is called (rules/records#sign-in-records). Raises PT409 SESSION_OPEN for the sign-out of a session that goes on.';
grant execute on function public.record_session(text) to authenticated, service_role;
