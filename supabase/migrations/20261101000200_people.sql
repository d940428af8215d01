-- Why: who a person is, and what administrators change about them. The account belongs to the auth service;
-- its transaction makes the profile, so that no account is ever without one.
--
-- Roles, disabling and corrections are functions: no column grant can tell an administrator from a member
-- (rules/access#last-administrator).

create function private.visible_name(name text) returns text
language sql immutable set search_path = '' as $$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])',
    '', 'g')
$$;
comment on function private.visible_name(text) is
  'Takes a name; gives it without the characters that cannot be seen or that change the direction of what stands beside it.';

-- A constraint is checked as the person who changes the row, and people change their own name.
grant execute on function private.visible_name(text) to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text constraint profiles_name_length check (char_length(name) <= 100),
  email text not null,
  phone text constraint profiles_phone_length check (char_length(phone) <= 40),
  role public.user_role not null default 'MEMBER',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  terms_accepted_at timestamptz,
  constraint profiles_name_visible check (name = private.visible_name(name))
);
alter table public.profiles enable row level security;
comment on table public.profiles is
  'A person. Made by the transaction that creates the account, so that no account is ever without one.';
create index profiles_name_idx on public.profiles (name, id);
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
create index profiles_role_idx on public.profiles (role, created_at desc, id desc);
create index profiles_disabled_idx on public.profiles (created_at desc, id desc) where disabled_at is not null;

-- For lists of two thousand addresses.
create index profiles_address_idx on public.profiles (lower(email));

-- The few of a role by name, without reading all people.
create index profiles_role_name_idx on public.profiles (role, name, id);

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- The address belongs to the auth service; profiles keep a copy so that lists can search it.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  token text := nullif(btrim(new.raw_user_meta_data ->> 'invite_token'), '');
begin
  perform private.check_sign_up(new.email, new.raw_user_meta_data);
  insert into public.profiles (id, name, email, phone, terms_accepted_at)
  values (new.id, nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), coalesce(new.email, ''),
    nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''),
    case when new.raw_user_meta_data ->> 'terms_accepted' = 'true' then now() end);
  if token is not null then
    perform private.redeem_invite(token, new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.create_profile() is
  'Trigger on auth.users: makes the profile, always a MEMBER, in the same transaction. Refuses with PT422 and a whole sentence, which the auth service passes on (rules/accounts#sign-up-refusal).';

create trigger rookies_create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- An unproven account has to be told from one whose owner has opened a mail.
create function private.confirm_without_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null
     and not (select s.require_email_verification from public.settings s) then
    new.email_confirmed_at := 'epoch';
  end if;
  return new;
end
$$;
comment on function private.confirm_without_verification() is
  'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (rules/accounts#verification). The moment is 1970, which says that it is not proven.';

create trigger rookies_confirm_without_verification before insert on auth.users
  for each row execute function private.confirm_without_verification();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = coalesce(new.email, '') where p.id = new.id;
  return new;
end
$$;
comment on function private.follow_email() is 'Trigger on auth.users: the profile''s address follows the account''s.';

create trigger rookies_follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_email();

create policy profiles_select on public.profiles for select to authenticated
  using (
    (id = (select private.uid()) and (select private.can('profiles', 'read', 'own')))
    or (select private.can('profiles', 'read'))
  );
comment on policy profiles_select on public.profiles is
  'One''s own profile; all of them, phone numbers too, for administrators. Moderators read people through functions that leave the phone out.';

create policy profiles_update on public.profiles for update to authenticated
  using (id = (select private.uid()) and (select private.can('profiles', 'update', 'own')))
  with check (id = (select private.uid()) and (select private.can('profiles', 'update', 'own')));
comment on policy profiles_update on public.profiles is 'One''s own; the column grant leaves nothing but the name to change.';
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;

create table private.people (
  id uuid primary key references public.profiles (id) on delete cascade,
  search_key text not null,
  name text,
  role public.user_role not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  name_key text not null
);
alter table private.people enable row level security;
comment on table private.people is
  'What every person is found by: search_key with the phone, name_key without it (see person_key()), and what lists of people are narrowed and sorted by. Kept by a trigger on profiles, and gone with them. No grants: read by functions, never shown.';

-- Few people change, and every search would read through a list of pending entries.
create index people_search_idx on private.people using gin (search_key extensions.gin_trgm_ops) with (fastupdate = off);
create index people_newest_idx on private.people (created_at desc, id desc);
create index people_name_idx on private.people (name, id);
create index people_name_search_idx on private.people using gin (name_key extensions.gin_trgm_ops) with (fastupdate = off);

create function private.person_key(name text, email text, phone text) returns text
language sql immutable set search_path = '' as $$
  select ' ' || lower(extensions.unaccent('extensions.unaccent', normalize(coalesce(name, ''), nfkc))) || ' '
    || lower(email) || ' ' || coalesce(regexp_replace(phone, '[^0-9+]', '', 'g'), '')
$$;
comment on function private.person_key(text, text, text) is
  'What a person is found by: name without accents, address, and the digits of the phone, in small letters, each word behind a space. Called immutable, although a dictionary could be edited, so that an index can hold it.';
grant execute on function private.person_key(text, text, text) to authenticated, service_role;

create function private.person_patterns(query text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    -- One or two letters are in almost every name: they stand for the beginning of a word.
    select case when char_length(t.word) < 3 then '% ' else '%' end
      || replace(replace(replace(t.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(extensions.unaccent('extensions.unaccent', normalize(left(person_patterns.query, 100), nfkc))), ' ') t (word)
    where t.word <> '' limit 6);
end
$$;
comment on function private.person_patterns(text) is
  'Takes a search text; gives patterns for person_key(), all of which have to match: its first six words, taken literally.';

create function private.people_where(query text, role public.user_role, state text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true', private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end);
end
$$;
comment on function private.people_where(text, public.user_role, text) is
  'Takes a search, a role and active or disabled (null: any); gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index.';

create function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people as k (id, search_key, name_key, name, role, created_at, disabled_at)
  values (new.id, private.person_key(new.name, new.email, new.phone), private.person_key(new.name, new.email, null),
    new.name, new.role, new.created_at, new.disabled_at)
  on conflict (id) do update set search_key = excluded.search_key, name_key = excluded.name_key, name = excluded.name,
    role = excluded.role, created_at = excluded.created_at, disabled_at = excluded.disabled_at;
  return null;
end
$$;
comment on function private.follow_person() is 'Trigger on profiles: keeps private.people as the profile is.';

create trigger profiles_follow_person after insert or update of name, email, phone, role, created_at, disabled_at on public.profiles
  for each row execute function private.follow_person();

create function private.rebuild_people() returns void
language sql security definer set search_path = '' as $$
  delete from private.people;
  insert into private.people (id, search_key, name_key, name, role, created_at, disabled_at)
  select p.id, private.person_key(p.name, p.email, p.phone), private.person_key(p.name, p.email, null),
    p.name, p.role, p.created_at, p.disabled_at from public.profiles p;
$$;
comment on function private.rebuild_people() is
  'Rebuilds private.people, for rows that came past the trigger: when it was added, and when a data set was loaded without it.';

create function private.found_by(query text, alias text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- A phone number that the caller may not read must not be found by searching for it.
  key text := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
begin
  return (
    select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ')
    from unnest(private.person_patterns(coalesce(query, ''))) pattern);
end
$$;
comment on function private.found_by(text, text) is
  'Takes a search text and the alias of private.people in a query; gives the condition as SQL, every value quoted, or null for an empty text. Searches the phone only for callers who may read it.';

create function private.people_from(query text) returns text
language sql stable set search_path = '' as $$
  select case when private.found_by(query, 'p') is null then 'public.profiles' else 'private.people' end
$$;
comment on function private.people_from(text) is 'Takes a search; the table p that people_where() is about: with a search the one that has what people are found by.';

create function private.check_sign_up(address text, metadata jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
begin
  -- Only the auth service signs people up; the database's owner may still add accounts by hand.
  if token is null and session_user = 'supabase_auth_admin'
     and not (select s.allow_registration from public.settings s) then
    raise exception using errcode = 'PT422', message = 'Registration is closed. You need an invite to sign up.', hint = 'REGISTRATION_CLOSED';
  end if;
  if char_length(btrim(metadata ->> 'name')) > 100 then
    raise exception using errcode = 'PT422', message = 'Name must be less than 100 characters', hint = 'NAME_LENGTH';
  end if;
  if metadata ->> 'name' <> private.visible_name(metadata ->> 'name') then
    raise exception using errcode = 'PT422', message = 'Name must not contain invisible characters', hint = 'NAME_HIDDEN';
  end if;
  if char_length(btrim(metadata ->> 'phone')) > 40 then
    raise exception using errcode = 'PT422', message = 'Phone must be less than 40 characters', hint = 'PHONE_LENGTH';
  end if;
  if token is not null then
    perform private.usable_invite(token, address);
  end if;
end
$$;
comment on function private.check_sign_up(text, jsonb) is
  'Takes the address and the metadata of a sign-up; raises PT422 with a whole sentence when it is not to be: registration closed and no invite, a name or phone that is too long, a name with invisible characters, an invite that cannot be used.';

-- In public because the auth service's configuration names it there; the API roles hold no grant.
create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sentence text;
begin
  perform private.check_sign_up(event -> 'user' ->> 'email', event -> 'user' -> 'user_metadata');
  return '{}';
exception when sqlstate 'PT422' then
  get stacked diagnostics sentence = message_text;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', sentence));
end
$$;
comment on function public.before_user_created(jsonb) is
  'Hook of the auth service, asked before an account is made: {user: {email, user_metadata}} in, an empty object or {error: {http_code, message}} out. The checks are check_sign_up()''s. Only the auth service may call it.';
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

revoke execute on function public.before_user_created(jsonb) from service_role;
grant usage on schema public to supabase_auth_admin;

-- At least one administrator who can sign in must remain. The lock makes two who demote each other at the
-- same moment come one after the other.
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
