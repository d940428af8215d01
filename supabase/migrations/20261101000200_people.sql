-- Why: who a person is, and the switches that decide what everybody may do at all.

create table public.settings (
  id boolean primary key default true constraint settings_single_row check (id),
  site_name text not null default 'Rookies' constraint settings_site_name_length check (btrim(site_name) <> '' and char_length(site_name) <= 100),
  site_description text not null default '' constraint settings_site_description_length check (char_length(site_description) <= 500),
  contact_email text not null default '' constraint settings_contact_email_form check (contact_email = '' or (contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(contact_email) <= 320)),
  allow_registration boolean not null default true,
  require_email_verification boolean not null default true,
  enable_two_factor boolean not null default false,
  maintenance_mode boolean not null default false,
  creators_admin_panel boolean not null default false,
  terms_text text not null default '' constraint settings_terms_text_length check (char_length(terms_text) <= 100000),
  privacy_text text not null default '' constraint settings_privacy_text_length check (char_length(privacy_text) <= 100000),
  updated_at timestamptz not null default now()
);
alter table public.settings enable row level security;
comment on table public.settings is
  'One row of switches, enforced by the database. Visitors read what they need through public_settings(); only administrators read the row.';
insert into public.settings default values;
create trigger settings_touch before update on public.settings
  for each row execute function private.touch_updated_at();

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text constraint profiles_name_length check (char_length(name) <= 100),
  email text not null,
  phone text constraint profiles_phone_length check (char_length(phone) <= 40),
  role public.user_role not null default 'MEMBER',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  terms_accepted_at timestamptz
);
alter table public.profiles enable row level security;
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_name_idx on public.profiles (name, id);
create index profiles_role_idx on public.profiles (role);
create index profiles_email_trgm_idx on public.profiles using gin (email extensions.gin_trgm_ops);
create index profiles_name_trgm_idx on public.profiles using gin (name extensions.gin_trgm_ops);
create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();
comment on table public.profiles is
  'A person. Made by the transaction that creates the account, so that no account is ever without one.';

-- The address belongs to the auth service; profiles keep a copy so that lists can search it.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  full_name text := nullif(btrim(new.raw_user_meta_data ->> 'name'), '');
  phone_number text := nullif(btrim(new.raw_user_meta_data ->> 'phone'), '');
begin
  -- Only the auth service signs people up; whoever owns the database may still add accounts by hand.
  if session_user = 'supabase_auth_admin' and not (select s.allow_registration from public.settings s) then
    raise exception using errcode = 'PT422', message = 'Registration is closed. You need an invite to sign up.';
  end if;
  if char_length(full_name) > 100 then
    raise exception using errcode = 'PT422', message = 'Name must be less than 100 characters';
  end if;
  if char_length(phone_number) > 40 then
    raise exception using errcode = 'PT422', message = 'Phone must be less than 40 characters';
  end if;
  insert into public.profiles (id, name, email, phone)
  values (new.id, full_name, coalesce(new.email, ''), phone_number);
  return new;
end
$$;
comment on function private.create_profile() is
  'Trigger on auth.users: makes the profile, always a MEMBER, in the same transaction. Refuses with PT422 and a whole sentence, which the auth service passes on (decisions, section 10).';
create trigger rookies_create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.confirm_without_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null
     and not (select s.require_email_verification from public.settings s) then
    new.email_confirmed_at := now();
  end if;
  return new;
end
$$;
comment on function private.confirm_without_verification() is
  'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (decisions, section 10).';
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
