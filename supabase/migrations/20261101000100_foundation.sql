-- Why: what every other area stands on. A hosted project grants everything in `public` to every API role;
-- here nothing is granted by default, and each migration says what it gives, and to whom. Schema `public` is
-- what the API shows; `private` holds helpers and is not exposed.
--
-- One role table says who may do what. Policies, functions, menus, buttons and guards all read it
-- (rules/access#role-table), and one gate stands in front of every right (rules/access#gate). The switches of
-- the settings change what everyone may do (rules/settings#settings).

alter default privileges in schema public revoke all on tables from anon, authenticated, public;

alter default privileges in schema public revoke all on sequences from anon, authenticated, public;

alter default privileges in schema public revoke all on functions from anon, authenticated, public;

-- Executing a new function is PUBLIC's by a global default, which a per-schema rule cannot take away.
alter default privileges revoke execute on functions from public;

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists unaccent with schema extensions;

create extension if not exists fuzzystrmatch with schema extensions;

create schema private;
comment on schema private is
  'Helpers of policies and functions. Not exposed by the API; callers need usage because policies run as them.';
grant usage on schema private to anon, authenticated, service_role;

create type public.user_role as enum ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER');

create type public.permission_scope as enum ('any', 'own', 'assigned');

create type public.course_status as enum ('DRAFT', 'PUBLISHED');

create type public.lesson_content_type as enum ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');

create type public.video_provider as enum ('NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER');

create type public.entitlement_source as enum ('MANUAL', 'INVITE', 'PURCHASE');

create type public.purchase_status as enum ('COMPLETED', 'PENDING', 'FAILED', 'REFUNDED');

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

create type public.notification_type as enum ('success', 'warning', 'error', 'info');

-- Links that people type (rules/courses#links). Checked here because the browser is not to be trusted.
create function private.is_web_link(link text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(link) <= 2000
     and link ~* '^https?://[^[:space:][:cntrl:]/?#@:\\<>"]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\<>"]*)?$'
$$;
comment on function private.is_web_link(text) is
  'Takes a link; true when it is http(s) with a host, without user info, blanks or quotes, 2,000 characters at most (rules/courses#links).';
grant execute on function private.is_web_link(text) to authenticated, service_role;

create function private.is_app_path(link text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(link) <= 2000 and link ~ '^/(?![/\\])[^[:space:][:cntrl:]\\<>"]*$'
$$;
comment on function private.is_app_path(text) is
  'Takes a link; true when it is a route on this origin: one leading slash, never two (rules/courses#links).';
grant execute on function private.is_app_path(text) to authenticated, service_role;

create function private.is_slug(slug text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$$;
comment on function private.is_slug(text) is
  'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

create function private.is_video_asset(provider public.video_provider, asset_id text) returns boolean
language sql immutable set search_path = '' as $$
  select case provider
    when 'NONE' then asset_id is null
    when 'YOUTUBE' then asset_id ~ '^[A-Za-z0-9_-]{11}$'
    when 'VIMEO' then asset_id ~ '^[0-9]{1,12}(/[0-9a-f]{6,20})?$'
    when 'LOOM' then asset_id ~ '^[0-9a-f]{32}$'
    when 'CF' then asset_id ~ '^[A-Za-z0-9_-]{10,64}$'
    when 'MUX' then asset_id ~ '^[A-Za-z0-9]{10,128}$'
  end
$$;
comment on function private.is_video_asset(public.video_provider, text) is
  'Takes a provider and an id; true when the id has that provider''s form, so that no token or address can pose as one (rules/courses#video-providers).';
grant execute on function private.is_video_asset(public.video_provider, text) to authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Row trigger: stamps updated_at.';

create table public.role_permissions (
  role public.user_role not null,
  resource text not null,
  action text not null,
  scope public.permission_scope not null,
  primary key (role, resource, action, scope)
);
alter table public.role_permissions enable row level security;
comment on table public.role_permissions is
  'Who may do what. Scope: any row; own (made by the person, or about them); assigned (through an entitlement, a membership or a course they teach). Every role has the MEMBER rows too. Written by migrations alone: no API role holds a grant, service_role included.';

revoke all on public.role_permissions from service_role;

-- To list is to read what functions show, to read is to read the row. All signed-in people are one database
-- role, so a column cannot be kept from some of them: who may not read every column of a row reads none.
insert into public.role_permissions (role, resource, action, scope)
select 'ADMIN', r.resource, a.action, 'any'
from (values
  ('admin_panel', '{enter}'),
  ('moderator_panel', '{enter}'),
  ('dashboard', '{read}'),
  ('courses', '{list,read,create,update,delete,publish,restore}'),
  ('modules', '{read,create,update,delete,restore}'),
  ('lessons', '{read,create,update,delete,restore}'),
  ('lesson_attachments', '{read,create,update,delete}'),
  ('profiles', '{list,read,set_role,disable,correct,reset_factors}'),
  ('entitlements', '{read,create,delete}'),
  ('lesson_completions', '{read}'),
  ('lesson_progress', '{read}'),
  ('analytics', '{read}'),
  ('invites', '{read,create,resend,cancel,give_role}'),
  ('purchases', '{read}'),
  ('audit_logs', '{read}'),
  ('communities', '{read,create,update,delete}'),
  ('community_members', '{read,create,update,delete}'),
  ('community_posts', '{read,delete,report}'),
  ('notifications', '{read,create,update,delete}'),
  ('settings', '{read,update}'),
  ('logs', '{read,clear,statistics}')
) as r (resource, actions)
cross join lateral unnest(r.actions::text[]) as a (action);

insert into public.role_permissions (role, resource, action, scope)
select r.role::public.user_role, r.resource, a.action, r.scope::public.permission_scope
from (values
  ('CREATOR', 'admin_panel', '{enter}', 'any'),
  ('CREATOR', 'dashboard', '{read}', 'own'),
  ('CREATOR', 'courses', '{list,read,create,update,delete,publish,restore}', 'own'),
  ('CREATOR', 'modules', '{read,create,update,delete,restore}', 'own'),
  ('CREATOR', 'lessons', '{read,create,update,delete,restore}', 'own'),
  ('CREATOR', 'lesson_attachments', '{read,create,update,delete}', 'own'),
  ('CREATOR', 'profiles', '{read}', 'assigned'),
  ('CREATOR', 'lesson_completions', '{read}', 'assigned'),
  ('CREATOR', 'invites', '{read,create,resend,cancel}', 'own'),

  ('MODERATOR', 'admin_panel', '{enter}', 'any'),
  ('MODERATOR', 'moderator_panel', '{enter}', 'any'),
  ('MODERATOR', 'courses', '{list}', 'any'),
  ('MODERATOR', 'profiles', '{list}', 'any'),
  ('MODERATOR', 'entitlements', '{read,create,delete}', 'any'),
  ('MODERATOR', 'lesson_completions', '{read}', 'any'),
  ('MODERATOR', 'analytics', '{read}', 'any'),
  ('MODERATOR', 'invites', '{read,create,resend,cancel}', 'own'),

  ('MEMBER', 'courses', '{read}', 'assigned'),
  ('MEMBER', 'modules', '{read}', 'assigned'),
  ('MEMBER', 'lessons', '{read}', 'assigned'),
  ('MEMBER', 'lesson_attachments', '{read}', 'assigned'),
  ('MEMBER', 'profiles', '{read,update}', 'own'),
  ('MEMBER', 'entitlements', '{read}', 'own'),
  ('MEMBER', 'lesson_completions', '{read,create,delete}', 'own'),
  ('MEMBER', 'lesson_progress', '{read,create,update}', 'own'),
  ('MEMBER', 'purchases', '{read}', 'own'),
  ('MEMBER', 'communities', '{read}', 'assigned'),
  ('MEMBER', 'community_members', '{read}', 'assigned'),
  ('MEMBER', 'community_members', '{read,create,delete}', 'own'),
  ('MEMBER', 'community_posts', '{read,report}', 'assigned'),
  ('MEMBER', 'community_posts', '{create,update,delete}', 'own'),
  ('MEMBER', 'notifications', '{read,mark}', 'assigned'),
  ('MEMBER', 'notifications', '{read,mark}', 'own')
) as r (role, resource, actions, scope)
cross join lateral unnest(r.actions::text[]) as a (action);

-- In plpgsql rather than SQL, like every helper that policies call often: its statements keep their
-- plans for as long as the connection lives, where an SQL function is planned again at each call.
create function private.claims() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
comment on function private.claims() is 'The claims of the caller''s token, an empty object without one.';
grant execute on function private.claims() to authenticated, service_role;

create function private.uid() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  sub text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
begin
  if sub ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return sub::uuid;
  end if;
  return null;
end
$$;
comment on function private.uid() is
  'The caller''s id, null without one. Unlike auth.uid() a malformed claim gives no rights and no error.';
grant execute on function private.uid() to authenticated, service_role;

create function private.assured() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not (select s.enable_two_factor from public.settings s) or private.strong_session();
end
$$;
comment on function private.assured() is
  'True when the session is strong enough for rights beyond one''s own rows: aal2 while the setting asks for it (rules/access#second-factor-for-staff).';

create function private.active_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not private.factor_missing() then private.admitted_role() end;
end
$$;
comment on function private.active_role() is
  'As admitted_role(), and null too while this session has not shown a second factor that the account has.';

create function private.active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.active_role() is not null;
end
$$;
comment on function private.active() is
  'The one gate: true while the caller''s session is open, their account may be used, and a second factor that they have has been shown.';
grant execute on function private.active() to authenticated, service_role;

create function private.can(resource text, action text, scope public.permission_scope default 'any') returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role public.user_role := private.active_role();
begin
  return caller_role is not null and exists (
    select 1
    from public.role_permissions rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or (rp.role = caller_role and private.assured()))
  );
end
$$;
comment on function private.can(text, text, public.permission_scope) is
  'Takes a resource, an action and the scope that would do; true when the caller''s role has it, or has it for any row. The only way in which policies ask for rights.';
grant execute on function private.can(text, text, public.permission_scope) to authenticated, service_role;

create function public.my_permissions()
returns table (resource text, action text, scope public.permission_scope)
language sql stable security definer set search_path = '' as $$
  select distinct rp.resource, rp.action, rp.scope
  from public.role_permissions rp
  where (select private.active())
    and (rp.role = 'MEMBER' or (rp.role = (select private.active_role()) and (select private.assured())))
  order by 1, 2, 3
$$;
comment on function public.my_permissions() is
  'What the caller may do at this moment, as (resource, action, scope); nothing for visitors and for accounts that are not active. Feeds can() in both apps (rules/access#role-table).';
grant execute on function public.my_permissions() to anon, authenticated, service_role;

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

create function public.public_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'site_name', s.site_name,
    'site_description', s.site_description,
    'contact_email', s.contact_email,
    'allow_registration', s.allow_registration,
    'require_email_verification', s.require_email_verification,
    'enable_two_factor', s.enable_two_factor,
    'maintenance_mode', s.maintenance_mode,
    'creators_admin_panel', s.creators_admin_panel)
  from public.settings s
$$;
comment on function public.public_settings() is
  'The part of the settings that every visitor''s app needs. Exempt from the gate (rules/access#gate).';
grant execute on function public.public_settings() to anon, authenticated, service_role;

create policy settings_select on public.settings for select to authenticated
  using ((select private.can('settings', 'read')));
comment on policy settings_select on public.settings is 'Administrators read the whole row; everyone else asks public_settings().';

create policy settings_update on public.settings for update to authenticated
  using ((select private.can('settings', 'update'))) with check ((select private.can('settings', 'update')));
comment on policy settings_update on public.settings is 'Administrators turn the switches.';
grant select on public.settings to authenticated;
grant update (site_name, site_description, contact_email, allow_registration, require_email_verification,
  enable_two_factor, maintenance_mode, creators_admin_panel, terms_text, privacy_text)
  on public.settings to authenticated;

create function public.legal_texts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('terms', s.terms_text, 'privacy', s.privacy_text) from public.settings s
$$;
comment on function public.legal_texts() is
  'The terms of use and the privacy policy as Markdown, each empty while none is written. Apart from public_settings(), which every visitor loads. Exempt from the gate: they are read before there is an account (rules/settings#legal-texts).';
grant execute on function public.legal_texts() to anon, authenticated;

create function public.settings_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at, u.email_confirmed_at is null as unverified,
        coalesce(nullif(btrim(p.name), ''), p.email) as name,
        p.role <> 'MEMBER' and not exists (
          select 1 from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factor_missing
      from public.profiles p join auth.users u on u.id = p.id
      where p.disabled_at is null
    ), counted as (
      select count(*) filter (where role = 'ADMIN') as administrators,
        count(*) filter (where role <> 'ADMIN') as others,
        count(*) filter (where role <> 'MEMBER') as staff,
        count(*) filter (where factor_missing) as factor_missing,
        (array_agg(name order by role, name) filter (where factor_missing))[1:5] as factor_missing_names,
        count(*) filter (where unverified) as unverified,
        count(*) filter (where role = 'CREATOR') as creators,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$$;
comment on function public.settings_preview() is
  'Whom each switch of the settings would touch at this moment, disabled accounts left out: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (five at most), unverified, creators, creator_courses, recent_sign_ups (30 days), open_invites, me_without_factor, me_unverified}. For callers who may change the settings; raises 42501.';
grant execute on function public.settings_preview() to authenticated;
