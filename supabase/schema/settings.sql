-- The settings of the site.
set check_function_bodies = off;

-- TYPES

create type public.site_accent as enum ('green', 'teal', 'blue', 'violet', 'plum', 'copper');
comment on type public.site_accent is 'Colours for the welcome and sign-in pages; the apps define the exact colours.';

-- TABLES

create table public.settings (
  id boolean not null default true,
  site_name text not null default 'Rookies',
  site_description text not null default '',
  contact_email text not null default '',
  allow_registration boolean not null default true,
  require_email_verification boolean not null default true,
  enable_two_factor boolean not null default false,
  maintenance_mode boolean not null default false,
  creators_admin_panel boolean not null default false,
  terms_text text not null default '',
  privacy_text text not null default '',
  updated_at timestamptz not null default now(),
  accent public.site_accent not null default 'green',
  moderators_see_everybody boolean not null default true,
  time_zone text not null default 'UTC',
  logo text not null default '',
  constraint settings_pkey primary key (id),
  constraint settings_contact_email_form check (
    contact_email = ''
    or (contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(contact_email) <= 320)
  ),
  constraint settings_logo_form check (
    logo = ''
    or (private.is_stored_file(logo, 'covers') and logo ~ '-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\.png$')
  ),
  constraint settings_privacy_text_length check (char_length(privacy_text) <= 100000),
  constraint settings_single_row check (id),
  constraint settings_site_description_length check (char_length(site_description) <= 500),
  constraint settings_site_name_length check (
    btrim(site_name) <> ''
    and char_length(site_name) <= 100
  ),
  constraint settings_terms_text_length check (char_length(terms_text) <= 100000),
  constraint settings_time_zone_length check (char_length(time_zone) <= 100)
);
alter table public.settings enable row level security;
grant select on public.settings to authenticated;
grant update (site_name, site_description, contact_email, allow_registration, require_email_verification, enable_two_factor, maintenance_mode, creators_admin_panel, terms_text, privacy_text, accent, moderators_see_everybody, time_zone, logo) on public.settings to authenticated;
grant delete, insert, select, update on public.settings to service_role;
comment on table public.settings is 'One row with all settings, which the database enforces. Visitors read the public ones through public_settings(); only administrators can read the row.';
comment on column public.settings.accent is 'The colour of the welcome and sign-in pages (rules/settings#accent).';
comment on column public.settings.logo is 'The school''s logo as covers/<path>; empty if it has none. The name of the file ends with its size in pixels, -<width>x<height>.png, so that pages can reserve space for it (rules/settings#logo).';
comment on column public.settings.moderators_see_everybody is 'If false, moderators reach only the people of the cohorts that they look after (rules/access#moderators-see-everybody).';
comment on column public.settings.time_zone is 'The school''s time zone, an IANA name, which applies to due dates of people without a cohort (rules/settings#time-zone).';
insert into public.settings default values;

-- FUNCTIONS

create or replace function public.legal_texts()
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('terms', s.terms_text, 'privacy', s.privacy_text) from public.settings s
$function$;
comment on function public.legal_texts() is 'Returns the terms of use and the privacy policy as Markdown, each empty if there is none. They are not part of public_settings(), because every visitor loads that. Callable without passing the gate, because people read them before they have an account (rules/settings#legal-texts).';
grant execute on function public.legal_texts() to anon, authenticated, service_role;

create or replace function public.public_settings()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'accent', s.accent,
      'logo', s.logo,
      'time_zone', s.time_zone,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$function$;
comment on function public.public_settings() is 'Returns the settings that the app of every visitor needs. Callable without passing the gate (rules/access#gate).';
grant execute on function public.public_settings() to anon, authenticated, service_role;

create or replace function public.settings_preview()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
        private.shown_name(p.name, p.email) as name,
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
        count(*) filter (where role = 'MODERATOR') as moderators,
        count(*) filter (where role = 'MODERATOR' and not exists (
          select from public.cohort_staff s where s.user_id = people.id)) as moderators_without_cohort,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$function$;
comment on function public.settings_preview() is 'Returns how many people each setting would affect now, without disabled accounts: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (at most five), unverified, creators, creator_courses, moderators, moderators_without_cohort (who look after none), recent_sign_ups (30 days), open_invites, me_without_factor and me_unverified (whether the caller would be affected)}. For callers who may change the settings; raises 42501.';
grant execute on function public.settings_preview() to authenticated, service_role;

-- TRIGGERS

create trigger settings_signal_delete after delete on public.settings
  referencing old table as old_rows
  for each statement execute function private.signal_change('settings');

create trigger settings_signal_insert after insert on public.settings
  referencing new table as new_rows
  for each statement execute function private.signal_change('settings');

create trigger settings_signal_update after update on public.settings
  referencing new table as new_rows
  for each statement execute function private.signal_change('settings');

-- POLICIES

create policy settings_select on public.settings
  for select to authenticated
  using ((select private.can('settings', 'read')));
comment on policy settings_select on public.settings is 'Administrators can read the whole row. Everybody else calls public_settings().';

create policy settings_update on public.settings
  for update to authenticated
  using ((select private.can('settings', 'update')))
  with check ((select private.can('settings', 'update')));
comment on policy settings_update on public.settings is 'Administrators.';
