-- Why: roles, disabling and corrections are acts of administrators that no column grant can tell from
-- a member's; each is a function with its own checks (decisions, sections 3 and 7).

-- At least one administrator must be left who can do anything at all. The lock makes two
-- administrators who demote each other at the same moment come one after the other.
create function private.keep_an_administrator(except_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('rookies.administrators'));
  if exists (select 1 from public.profiles p where p.id = except_person and p.role = 'ADMIN' and p.disabled_at is null)
     and not exists (select 1 from public.profiles p where p.id <> except_person and p.role = 'ADMIN' and p.disabled_at is null) then
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
  'Takes a person and a role. Only administrators, never on themselves, and one active administrator is always left. Raises 42501, PT409 (OWN_ACCOUNT, LAST_ADMIN) or PT404 (decisions, section 3).';

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
  'Takes a person and whether their account is to be disabled. Raises as set_role does. A disabled person can read nothing from the next request on (decisions, section 2).';

create function public.correct_person(user_id uuid, email text default null, phone text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'correct') then
    raise exception using errcode = '42501', message = 'You may not correct accounts.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if correct_person.email is not null then
    if correct_person.email !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(correct_person.email) > 320 then
      raise exception using errcode = 'PT422', message = 'Please enter a valid e-mail address.', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = lower(correct_person.email) and u.id <> user_id) then
      raise exception using errcode = 'PT409', message = 'Another account has this e-mail address.', hint = 'EMAIL_TAKEN';
    end if;
    update auth.users u set email = lower(correct_person.email), updated_at = now() where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', lower(correct_person.email)), updated_at = now()
    where i.user_id = correct_person.user_id and i.provider = 'email';
  end if;
  if correct_person.phone is not null then
    update public.profiles p set phone = nullif(btrim(correct_person.phone), '') where p.id = user_id;
  end if;
end
$$;
comment on function public.correct_person(uuid, text, text) is
  'Takes a person and a new address or phone; null leaves one as it is, an empty phone takes it away. Raises 42501, PT404, PT409 EMAIL_TAKEN, PT422 EMAIL_FORM (decisions, section 7).';

create function public.delete_my_account() returns void
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
  perform private.keep_an_administrator(private.uid());
  delete from auth.users u where u.id = private.uid();
end
$$;
comment on function public.delete_my_account() is
  'Deletes the caller''s own account, disabled or not; purchases and audit stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT409 LAST_ADMIN for the last administrator (decisions, section 7).';

grant execute on function public.set_role(uuid, public.user_role), public.set_disabled(uuid, boolean),
  public.correct_person(uuid, text, text), public.delete_my_account() to authenticated;

-- Signing in and out ----------------------------------------------------------------------------------

create unique index audit_logs_session_key on public.audit_logs (action, target_id)
  where action in ('auth.login', 'auth.logout');

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
  'Takes login or logout; records it once for the session of the caller''s token, however often it is called (decisions, section 10, Audit).';
grant execute on function public.record_session(text) to authenticated;
