-- Why: a second factor that is lost must not lock its owner out, and must not be a way in for somebody
-- else. The auth service keeps the factors; recovery codes are ours, because it has none for authenticator
-- apps, and so is the reset by an administrator (decisions, sections 2 and 7).

insert into public.role_permissions (role, resource, action, scope)
values ('ADMIN', 'profiles', 'reset_factors', 'any');

create table private.recovery_codes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
comment on table private.recovery_codes is
  'One-time codes that stand in for a lost second factor, as SHA-256 of person and code: 80 random bits need no slow hash. Read and written by functions alone; no API role holds a grant.';

create table private.recovery_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  tried_at timestamptz not null default now()
);
alter table private.recovery_tries enable row level security;
create index recovery_tries_user_id_idx on private.recovery_tries (user_id, tried_at);
comment on table private.recovery_tries is
  'Wrong recovery codes of the last 15 minutes, counted per person. No API role holds a grant.';

revoke all on private.recovery_codes, private.recovery_tries from anon, authenticated, service_role;

-- How people write a code down is not how it was shown: blanks, hyphens and capitals do not count.
create function private.recovery_hash(person uuid, code text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  return sha256(convert_to(person::text || ':' || regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8'));
end
$$;
comment on function private.recovery_hash(uuid, text) is
  'Takes a person and a recovery code as they typed it; gives what the table keeps of it.';

create function private.verified_factors(person uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end
$$;
comment on function private.verified_factors(uuid) is 'How many verified second factors a person has.';

create function private.remove_factors(person uuid, keep_session text, means text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  removed integer := private.verified_factors(person);
begin
  delete from auth.mfa_factors f where f.user_id = person;
  -- What was opened with the lost factor, or by whoever has it now, ends.
  delete from auth.sessions s where s.user_id = person and s.id::text is distinct from keep_session;
  delete from auth.mfa_amr_claims c
  where c.authentication_method = 'totp' and c.session_id in (select s.id from auth.sessions s where s.user_id = person);
  update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = now() where s.user_id = person;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address)
  values (private.uid(), 'user.factors_reset', 'user', person::text,
    jsonb_build_object('factors', removed, 'means', means),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return removed;
end
$$;
comment on function private.remove_factors(uuid, text, text) is
  'Takes a person, the session that stays open (null for none) and by what means; removes their second factors, ends their other sessions and records it. Answers how many verified factors there were. Its callers have checked who asks.';

create function public.make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.uid();
  codes text[];
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  if coalesce(private.claims() ->> 'aal', '') <> 'aal2' or private.verified_factors(person) = 0 then
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
comment on function public.make_recovery_codes() is
  'Makes ten recovery codes for the caller, void the old ones, and answers them this once. Raises PT403 SECOND_FACTOR_NEEDED unless the session is aal2, 42501 for those who are not let in.';

create function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.uid();
  allowed constant integer := 5;
  wrong integer;
begin
  if not private.active() then
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
comment on function public.use_recovery_code(text) is
  'Takes a recovery code of the signed-in caller. RESET with codes_left: it is used up, the second factors are gone and every other session is signed out. WRONG with tries_left, and after five wrong ones in 15 minutes TOO_MANY with retry_at. NO_FACTOR when there is none to remove. Raises 42501 for those who are not let in.';

create function public.reset_factors(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'reset_factors') then
    perform private.refuse('You may not reset two-factor sign-in.');
  end if;
  perform private.check_not_self(reset_factors.user_id, 'Remove your own authenticator app from your profile.');
  if not exists (select 1 from public.profiles p where p.id = reset_factors.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  -- Whoever found the phone may have found the codes.
  delete from private.recovery_codes c where c.user_id = reset_factors.user_id;
  delete from private.recovery_tries t where t.user_id = reset_factors.user_id;
  perform private.remove_factors(reset_factors.user_id, null, 'administrator');
end
$$;
comment on function public.reset_factors(uuid) is
  'Takes a person; removes their second factors and recovery codes and signs them out everywhere. Only administrators, never on themselves. Raises 42501, PT409 OWN_ACCOUNT or PT404 NO_PERSON.';

create function public.my_factors_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'verified', private.verified_factors(private.uid()),
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = private.uid() and c.used_at is null),
    'codes_made_at', (select min(c.created_at) from private.recovery_codes c where c.user_id = private.uid()));
end
$$;
comment on function public.my_factors_state() is
  'What the profile shows of the caller''s two-factor sign-in: verified factors, unused recovery codes and when those were made (null for never). Raises 42501 for those who are not let in.';

grant execute on function public.make_recovery_codes(), public.use_recovery_code(text),
  public.reset_factors(uuid), public.my_factors_state() to authenticated;
