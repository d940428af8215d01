-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

create type public.course_status as enum ('DRAFT', 'PUBLISHED');

create type public.entitlement_source as enum ('MANUAL', 'INVITE', 'PURCHASE');

create type public.lesson_content_type as enum ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');

create type public.notification_type as enum ('success', 'warning', 'error', 'info');

create type public.permission_scope as enum ('any', 'own', 'assigned');

create type public.purchase_status as enum ('COMPLETED', 'PENDING', 'FAILED', 'REFUNDED');

create type public.user_role as enum ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER');

create type public.video_provider as enum ('NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER');

create table public.role_permissions (
  role public.user_role not null,
  resource text not null,
  action text not null,
  scope public.permission_scope not null,
  constraint role_permissions_pkey PRIMARY KEY (role, resource, action, scope)
);
alter table public.role_permissions enable row level security;
comment on table public.role_permissions is 'Who may do what. Scope: any row; own (made by the person, or about them); assigned (through an entitlement, a membership or a course they teach). Every role has the MEMBER rows too. Written by migrations alone: no API role holds a grant, service_role included.';

create table public.settings (
  id boolean not null default true,
  site_name text not null default 'Rookies'::text,
  site_description text not null default ''::text,
  contact_email text not null default ''::text,
  allow_registration boolean not null default true,
  require_email_verification boolean not null default true,
  enable_two_factor boolean not null default false,
  maintenance_mode boolean not null default false,
  creators_admin_panel boolean not null default false,
  terms_text text not null default ''::text,
  privacy_text text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  accent public.site_accent not null default 'green'::public.site_accent,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_contact_email_form CHECK (((contact_email = ''::text) OR ((contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text) AND (char_length(contact_email) <= 320)))),
  constraint settings_privacy_text_length CHECK ((char_length(privacy_text) <= 100000)),
  constraint settings_single_row CHECK (id),
  constraint settings_site_description_length CHECK ((char_length(site_description) <= 500)),
  constraint settings_site_name_length CHECK (((btrim(site_name) <> ''::text) AND (char_length(site_name) <= 100))),
  constraint settings_terms_text_length CHECK ((char_length(terms_text) <= 100000))
);
alter table public.settings enable row level security;
create policy settings_select on public.settings for select to authenticated
  using (( SELECT private.can('settings'::text, 'read'::text) AS can));
comment on policy settings_select on public.settings is 'Administrators read the whole row; everyone else asks public_settings().';
create policy settings_update on public.settings for update to authenticated
  using (( SELECT private.can('settings'::text, 'update'::text) AS can))
  with check (( SELECT private.can('settings'::text, 'update'::text) AS can));
comment on policy settings_update on public.settings is 'Administrators turn the switches.';
grant select on public.settings to authenticated;
grant update (site_name, site_description, contact_email, allow_registration, require_email_verification, enable_two_factor, maintenance_mode, creators_admin_panel, terms_text, privacy_text, accent) on public.settings to authenticated;
grant delete, insert, select, update on public.settings to service_role;
CREATE TRIGGER settings_audit_update AFTER UPDATE ON public.settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('settings', '{"key": "id", "omit": ["terms_text", "privacy_text", "contact_email", "updated_at"], "verbs": [], "delete": null, "insert": null, "identity": ["id"]}');
CREATE TRIGGER settings_follow_verification AFTER UPDATE OF require_email_verification ON public.settings FOR EACH ROW WHEN ((old.require_email_verification IS DISTINCT FROM new.require_email_verification)) EXECUTE FUNCTION private.follow_verification();
CREATE TRIGGER settings_signal_delete AFTER DELETE ON public.settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('settings');
CREATE TRIGGER settings_signal_insert AFTER INSERT ON public.settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('settings');
CREATE TRIGGER settings_signal_update AFTER UPDATE ON public.settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('settings');
CREATE TRIGGER settings_touch BEFORE UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.settings is 'One row of switches, enforced by the database. Visitors read what they need through public_settings(); only administrators read the row.';
comment on column public.settings.accent is 'The colour of the welcome and sign-in pages (rules/settings#accent).';

CREATE OR REPLACE FUNCTION private.active()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.active_role() is not null;
end
$function$;
comment on function private.active() is 'The one gate: true while the caller''s session is open, their account may be used, and a second factor that they have has been shown.';
grant execute on function private.active() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.active_role()
 RETURNS public.user_role
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when not private.factor_missing() then private.admitted_role() end;
end
$function$;
comment on function private.active_role() is 'As admitted_role(), and null too while this session has not shown a second factor that the account has.';

CREATE OR REPLACE FUNCTION private.assured()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not (select s.enable_two_factor from public.settings s) or private.strong_session();
end
$function$;
comment on function private.assured() is 'True when the session is strong enough for rights beyond one''s own rows: aal2 while the setting asks for it (rules/access#second-factor-for-staff).';

CREATE OR REPLACE FUNCTION private.can(resource text, action text, scope public.permission_scope DEFAULT 'any'::public.permission_scope)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_role public.user_role := private.active_role();
begin
  return caller_role is not null and exists (
    select 1
    from private.rights_of(caller_role) rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or private.assured())
  );
end
$function$;
comment on function private.can(text,text,public.permission_scope) is 'Takes a resource, an action and the scope that would do; true when the caller''s role has it, or has it for any row. The only way in which policies ask for rights.';
grant execute on function private.can(text,text,public.permission_scope) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.claims()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
end
$function$;
comment on function private.claims() is 'The claims of the caller''s token, an empty object without one.';
grant execute on function private.claims() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_app_path(link text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(link) <= 2000 and link ~ '^/(?![/\\])[^[:space:][:cntrl:]\\<>"]*$'
$function$;
comment on function private.is_app_path(text) is 'Takes a link; true when it is a route on this origin: one leading slash, never two (rules/courses#links).';
grant execute on function private.is_app_path(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$function$;
comment on function private.is_slug(text) is 'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_video_asset(provider public.video_provider, asset_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case provider
    when 'NONE' then asset_id is null
    when 'YOUTUBE' then asset_id ~ '^[A-Za-z0-9_-]{11}$'
    when 'VIMEO' then asset_id ~ '^[0-9]{1,12}(/[0-9a-f]{6,20})?$'
    when 'LOOM' then asset_id ~ '^[0-9a-f]{32}$'
    when 'CF' then asset_id ~ '^[A-Za-z0-9_-]{10,64}$'
    when 'MUX' then asset_id ~ '^[A-Za-z0-9]{10,128}$'
  end
$function$;
comment on function private.is_video_asset(public.video_provider,text) is 'Takes a provider and an id; true when the id has that provider''s form, so that no token or address can pose as one (rules/courses#video-providers).';
grant execute on function private.is_video_asset(public.video_provider,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_web_link(link text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(link) <= 2000
     and link ~* '^https?://[^[:space:][:cntrl:]/?#@:\\<>"]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\<>"]*)?$'
$function$;
comment on function private.is_web_link(text) is 'Takes a link; true when it is http(s) with a host, without user info, blanks or quotes, 2,000 characters at most (rules/courses#links).';
grant execute on function private.is_web_link(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;
comment on function private.touch_updated_at() is 'Row trigger: stamps updated_at.';

CREATE OR REPLACE FUNCTION private.uid()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  sub text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
begin
  if sub ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return sub::uuid;
  end if;
  return null;
end
$function$;
comment on function private.uid() is 'The caller''s id, null without one. Unlike auth.uid() a malformed claim gives no rights and no error.';
grant execute on function private.uid() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.legal_texts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('terms', s.terms_text, 'privacy', s.privacy_text) from public.settings s
$function$;
comment on function public.legal_texts() is 'The terms of use and the privacy policy as Markdown, each empty while none is written. Apart from public_settings(), which every visitor loads. Exempt from the gate: they are read before there is an account (rules/settings#legal-texts).';
grant execute on function public.legal_texts() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS TABLE(resource text, action text, scope public.permission_scope)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.user_role := private.active_role();
begin
  if mine is not null then
    return query
      select distinct rp.resource, rp.action, rp.scope
      from public.role_permissions rp
      where rp.role = 'MEMBER' or (rp.role = mine and (select private.assured()))
      order by 1, 2, 3;
  end if;
end
$function$;
comment on function public.my_permissions() is 'What the caller may do at this moment, as (resource, action, scope); nothing for visitors and for accounts that are not active. Feeds can() in both apps (rules/access#role-table).';
grant execute on function public.my_permissions() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.public_settings()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'accent', s.accent,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$function$;
comment on function public.public_settings() is 'The part of the settings that every visitor''s app needs. Exempt from the gate (rules/access#gate).';
grant execute on function public.public_settings() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.settings_preview()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at,
        u.email_confirmed_at is null or (u.email_confirmed_at = 'epoch'
          and exists (select 1 from private.corrected_addresses a where a.user_id = p.id)) as unverified,
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
$function$;
comment on function public.settings_preview() is 'Whom each switch of the settings would touch at this moment, disabled accounts left out: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (five at most), unverified, creators, creator_courses, recent_sign_ups (30 days), open_invites, me_without_factor, me_unverified}. For callers who may change the settings; raises 42501.';
grant execute on function public.settings_preview() to authenticated, service_role;
