-- Why: who a person is. The account belongs to the auth service; its transaction makes the profile, so
-- that no account is ever without one.

create function private.visible_name(name text) returns text
language sql immutable set search_path = '' as $$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts, where they can be seen.
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

-- Two thousand addresses at once are looked up by it.
create index profiles_address_idx on public.profiles (lower(email));

-- The few of a role by name, without walking through everybody's.
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

-- An account that was let in unproven has to be told from one whose owner has opened a mail.
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
  'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (rules/accounts#verification). The moment is 1970, which says that nobody has proven it.';

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

-- Few people change; and what waits in a list of its own would be read through by every search.
create index people_search_idx on private.people using gin (search_key extensions.gin_trgm_ops) with (fastupdate = off);
create index people_newest_idx on private.people (created_at desc, id desc);
create index people_name_idx on private.people (name, id);
create index people_name_search_idx on private.people using gin (name_key extensions.gin_trgm_ops) with (fastupdate = off);

