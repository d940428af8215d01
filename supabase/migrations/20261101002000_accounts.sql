-- Why: roles, disabling and corrections are acts of administrators that no column grant can tell from a
-- member's; each is a function with its own checks (rules/access#last-administrator). Beside them stands
-- what people do with their own account: see where they are signed in, take their data along
-- (rules/accounts#my-data), delete it (rules/accounts#delete-account).

-- At least one administrator must be left who can do anything at all. The lock makes two
-- administrators who demote each other at the same moment come one after the other.
create function private.keep_an_administrator(except_person uuid) returns void
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
comment on function private.keep_an_administrator(uuid) is
  'Takes the person who is about to stop being an active administrator; raises PT409 LAST_ADMIN when no other would be left.';

create function private.check_not_self(person uuid, sentence text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if person = private.uid() then
    raise exception using errcode = 'PT409', message = sentence, hint = 'OWN_ACCOUNT';
  end if;
end
$$;
comment on function private.check_not_self(uuid, text) is 'Raises PT409 OWN_ACCOUNT with the sentence when the person is the caller.';

create function public.set_role(user_id uuid, role public.user_role) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_not_self(user_id, 'Nobody changes their own role.');
  if set_role.role <> 'ADMIN' then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p set role = set_role.role where p.id = set_role.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$$;
comment on function public.set_role(uuid, public.user_role) is
  'Takes a person and a role. Only administrators, never on themselves, and one active administrator is always left. Raises 42501, PT409 (OWN_ACCOUNT, LAST_ADMIN) or PT404 (rules/access#last-administrator).';
grant execute on function public.set_role(uuid, public.user_role) to authenticated;

create function public.set_disabled(user_id uuid, disabled boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_not_self(user_id, 'Nobody disables their own account.');
  if disabled then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p
  set disabled_at = case when disabled then coalesce(p.disabled_at, now()) end
  where p.id = set_disabled.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$$;
comment on function public.set_disabled(uuid, boolean) is
  'Takes a person and whether their account is to be disabled. Raises as set_role does. A disabled person can read nothing from the next request on (rules/access#disabled).';
grant execute on function public.set_disabled(uuid, boolean) to authenticated;

create function public.correct_person(user_id uuid, email text default null, phone text default null) returns void
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
  if address is not null then
    if address !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(address) > 320 then
      raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = address and u.id <> user_id) then
      raise exception using errcode = 'PT409', message = 'Another account has this email address', hint = 'EMAIL_TAKEN';
    end if;
    update auth.users u set email = address, updated_at = now() where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', address), updated_at = now()
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
  'Takes a person and a new address or phone; null leaves one as it is, an empty phone takes it away. The person signs in with the new address from then on. Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN, PT422 EMAIL_FORM or PHONE_FORM.';
grant execute on function public.correct_person(uuid, text, text) to authenticated;

-- An account with a second factor is not deleted with the password alone either.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
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
comment on function public.delete_my_account() is
  'Deletes the caller''s own account, disabled or not; purchases and audit stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT403 SECOND_FACTOR_NEEDED while it has not shown the account''s second factor, PT409 LAST_ADMIN for the last administrator (rules/accounts#delete-account).';
grant execute on function public.delete_my_account() to authenticated;

create function private.audit_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
$$;
comment on function private.audit_session() is 'Trigger on auth.sessions: one record when a session begins and one when it ends.';

-- A hosted project may keep its session table to itself; the apps report their own sessions besides.
do $$
begin
  create trigger rookies_audit_login after insert on auth.sessions for each row execute function private.audit_session();
  create trigger rookies_audit_logout after delete on auth.sessions for each row execute function private.audit_session();
exception when insufficient_privilege then
  raise notice 'Sign-in and sign-out are recorded by the apps alone: auth.sessions takes no triggers here.';
end
$$;

create function public.record_session(event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  session text := private.claims() ->> 'session_id';
begin
  if private.uid() is null or session is null or event not in ('login', 'logout') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  select p.id, 'auth.' || event, 'session', session, private.request_header('user-agent'), private.request_header('x-forwarded-for')
  from public.profiles p where p.id = private.uid()
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
end
$$;
comment on function public.record_session(text) is
  'Takes login or logout; records it once for the session of the caller''s token, however often it is called (rules/records#sign-in-records).';
grant execute on function public.record_session(text) to authenticated;

create function private.address_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from auth.users u where u.id = private.uid() and u.email_confirmed_at > 'epoch')
    or exists (select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
      where a ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup'));
end
$$;
comment on function private.address_proven() is
  'True when the caller has opened a mail at their address, once or to begin this session. An account made while verification was not required has not.';

create function public.my_open_invite() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    and private.invite_state(i) = 'ACTIVE'
  order by i.created_at desc, i.id
  limit 1;
  if invite_token is null then
    return null;
  end if;
  return public.invite_by_token(invite_token::text) || jsonb_build_object('token', invite_token);
end
$$;
comment on function public.my_open_invite() is
  'The newest invite that waits for the caller''s own, proven address, as its screen shows it, and its token; null without one. It is how an invite is offered that a second sign-up of the same address could not redeem (rules/invites#accept-signed-in). Raises 42501 for those who are not let in.';
grant execute on function public.my_open_invite() to authenticated;

create function public.my_sessions()
returns table (id uuid, created_at timestamptz, active_at timestamptz, user_agent text, current boolean)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.my_sessions() is
  'Where the caller is signed in: this session first, then the others by when they were last heard of, 50 at most. Raises 42501 for those who are not let in.';
grant execute on function public.my_sessions() to authenticated;

create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = private.uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'This device is signed out already.', hint = 'NO_SESSION';
  end if;
end
$$;
comment on function public.end_session(uuid) is
  'Takes a session of the caller''s own and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION for one that is gone, and for another person''s alike; 42501 for those who are not let in.';
grant execute on function public.end_session(uuid) to authenticated;

-- What is kept about a person, with what they mute.
create function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  person uuid := private.uid();
  -- One download a minute, ten a day: it reads everything, and each is on record.
  today timestamptz[];
  answer jsonb;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  -- Requests at the same moment come one after the other, so that none escapes the count.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '1 day'
    order by a.created_at desc);
  if today[1] > clock_timestamp() - interval '1 minute' then
    raise exception using errcode = 'PT429', hint = 'TOO_SOON',
      message = 'You downloaded your data a moment ago. Please try again in a minute.';
  end if;
  if cardinality(today) >= 10 then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY',
      message = 'You have downloaded your data ten times in a day. Please try again tomorrow.';
  end if;
  select jsonb_build_object(
    'exported_at', now(),
    'profile', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
        'last_sign_in_at', u.last_sign_in_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = person),
    'consent', (
      select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person),
    'entitlements', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
        'expires_at', e.expires_at) order by e.created_at)
      from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person), '[]'),
    'completions', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'completed_at', lc.completed_at)
        order by lc.completed_at)
      from public.lesson_completions lc
      join public.lessons l on l.id = lc.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lc.user_id = person), '[]'),
    'progress', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'position_sec', lp.position_sec,
        'duration_sec', lp.duration_sec, 'watched_sec', lp.watched::text, 'updated_at', lp.updated_at)
        order by lp.updated_at)
      from public.lesson_progress lp
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lp.user_id = person), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
        'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
        'created_at', p.created_at) order by p.created_at)
      from public.purchases p
      left join public.courses c on c.id = p.course_id
      left join public.communities k on k.id = p.community_id
      where p.user_id = person), '[]'),
    'communities', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
        'joined_at', m.joined_at, 'left_at', m.left_at) order by m.joined_at)
      from public.community_members m join public.communities k on k.id = m.community_id where m.user_id = person), '[]'),
    'posts', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
        'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
      from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
      from public.community_post_reports r where r.reporter_id = person), '[]'),
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'created_at', n.created_at)
        order by n.created_at)
      from public.notifications n
      where n.recipient_id = person and (n.publish_at is null or n.publish_at <= now())), '[]'),
    'notification_reads', coalesce((
      select jsonb_agg(jsonb_build_object('notification', n.title, 'read_at', r.read_at) order by r.read_at)
      from public.notification_reads r join public.notifications n on n.id = r.notification_id where r.user_id = person), '[]'),
    'notification_mutes', coalesce((
      select jsonb_agg(jsonb_build_object('type', m.type, 'created_at', m.created_at) order by m.created_at)
      from public.notification_mutes m where m.user_id = person), '[]'),
    'invites_accepted', coalesce((
      select jsonb_agg(jsonb_build_object('email', i.email, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at)
        order by i.redeemed_at)
      from public.invites i where i.redeemed_by_id = person), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at,
        'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
        'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = person), '[]'))
  into answer;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return answer;
end
$$;
comment on function public.my_data() is
  'Everything that is kept about the caller, in words rather than ids: profile, consent, access, completions, progress, purchases, communities, posts, reports, notifications, what they mute, invites and sessions; lists are empty, never missing. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
grant execute on function public.my_data() to authenticated;

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
  'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link proves the address, and an invited role that waited for that takes effect (rules/invites#role-needs-mailbox).';

do $$
begin
  create trigger rookies_mailbox_proved after insert on auth.mfa_amr_claims
    for each row when (new.authentication_method in ('otp', 'magiclink', 'recovery', 'email/signup'))
    execute function private.on_mailbox_proved();
exception when insufficient_privilege then
  raise notice 'Invited roles wait for a verified address or for accept_invite(): auth.mfa_amr_claims takes no triggers here.';
end
$$;
