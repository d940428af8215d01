-- Why: one role table says who may do what (decisions, section 3). Policies, menus, buttons and
-- guards all read it; there is no second place.

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
  ('profiles', '{read,set_role,disable,correct}'),
  ('entitlements', '{read,create,delete}'),
  ('lesson_completions', '{read}'),
  ('lesson_progress', '{read}'),
  ('analytics', '{read}'),
  ('invites', '{read,create,resend,cancel,give_role}'),
  ('purchases', '{read}'),
  ('audit_logs', '{read}'),
  ('communities', '{read,create,update,delete}'),
  ('community_members', '{read,create,update,delete}'),
  ('community_posts', '{read,create,update,delete}'),
  ('notifications', '{read,create,delete}'),
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
  ('MODERATOR', 'profiles', '{read}', 'any'),
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
  ('MEMBER', 'community_members', '{read,create,delete}', 'own'),
  ('MEMBER', 'community_posts', '{read,report}', 'assigned'),
  ('MEMBER', 'community_posts', '{create,update,delete}', 'own'),
  ('MEMBER', 'notifications', '{read,mark}', 'own')
) as r (role, resource, actions, scope)
cross join lateral unnest(r.actions::text[]) as a (action);

-- The caller ---------------------------------------------------------------------------------------

-- In plpgsql rather than SQL, like every helper that policies call often: its statements keep their
-- plans for as long as the connection lives, where an SQL function is planned anew at each call.

create function private.claims() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
comment on function private.claims() is 'The claims of the caller''s token, an empty object without one.';

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
  'The caller''s id, null without one. Unlike auth.uid() a malformed claim gives no rights and no error (sql.md, 15).';

create function private.assured() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not (select s.enable_two_factor from public.settings s)
    or coalesce(private.claims() ->> 'aal', '') = 'aal2';
end
$$;
comment on function private.assured() is
  'True when the session is strong enough for rights beyond one''s own rows: aal2 while the setting asks for it (decisions, section 10).';

create function private.active_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when p.role = 'CREATOR' and not s.creators_admin_panel then 'MEMBER' else p.role end
    from public.profiles p
    join auth.users u on u.id = p.id
    cross join public.settings s
    where p.id = private.uid()
      and p.disabled_at is null
      and (u.email_confirmed_at is not null or not s.require_email_verification)
      and (p.role = 'ADMIN' or not s.maintenance_mode)
  );
end
$$;
comment on function private.active_role() is
  'The caller''s role, read from the table at each request, or null when they may do nothing: no profile, disabled, unverified where that is required, not an administrator while in maintenance. A creator counts as a member while creators may not use the admin panel (decisions, sections 3 and 10).';

create function private.active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.active_role() is not null;
end
$$;
comment on function private.active() is 'The one gate (decisions, section 10).';

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

grant execute on function private.claims(), private.uid(), private.active(),
  private.can(text, text, public.permission_scope) to authenticated, service_role;

-- What the apps ask ---------------------------------------------------------------------------------

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
  'What the caller may do at this moment, as (resource, action, scope); nothing for visitors and for accounts that are not active. Feeds can() in both apps (decisions, section 3).';

create function public.my_account_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.uid() is null then null else (
    select case when p.id is null then jsonb_build_object('state', 'NO_PROFILE', 'id', private.uid())
      else jsonb_build_object(
        'state', case
          when p.disabled_at is not null then 'DISABLED'
          when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
          when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
          else 'ACTIVE' end,
        'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at,
        'aal_required', not private.assured() and p.role <> 'MEMBER')
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end
$$;
comment on function public.my_account_state() is
  'The caller''s own account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, NO_PROFILE), profile fields, and whether a second factor is still wanted. Null for visitors. Exempt from the gate: it is what tells people why they are not let in.';

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
  'The part of the settings that every visitor''s app needs. Exempt from the gate (decisions, section 10).';

create function public.boot() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'account', public.my_account_state(),
    'permissions', coalesce((select jsonb_agg(to_jsonb(p)) from public.my_permissions() p), '[]'),
    'settings', public.public_settings())
$$;
comment on function public.boot() is
  'Everything an app asks once when it opens: account, permissions and public settings, in one call (budgets: API calls that content waits for).';

grant execute on function public.my_permissions(), public.my_account_state(), public.public_settings(), public.boot()
  to anon, authenticated, service_role;

-- Policies of the tables that existed before the gate did --------------------------------------------

create policy settings_select on public.settings for select to authenticated
  using ((select private.can('settings', 'read')));
comment on policy settings_select on public.settings is 'Administrators read the whole row; everybody else asks public_settings().';
create policy settings_update on public.settings for update to authenticated
  using ((select private.can('settings', 'update'))) with check ((select private.can('settings', 'update')));
comment on policy settings_update on public.settings is 'Administrators turn the switches.';
grant select on public.settings to authenticated;
grant update (site_name, site_description, contact_email, allow_registration, require_email_verification,
  enable_two_factor, maintenance_mode, creators_admin_panel, terms_text, privacy_text)
  on public.settings to authenticated;

create policy profiles_select on public.profiles for select to authenticated
  using (
    (id = (select private.uid()) and (select private.can('profiles', 'read', 'own')))
    or (select private.can('profiles', 'read'))
  );
comment on policy profiles_select on public.profiles is 'One''s own profile; all of them for whom the role table says so.';
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select private.uid()) and (select private.can('profiles', 'update', 'own')))
  with check (id = (select private.uid()) and (select private.can('profiles', 'update', 'own')));
comment on policy profiles_update on public.profiles is 'One''s own; the column grant leaves nothing but the name to change.';
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
-- Not granted on purpose: insert and delete (the account's transaction does both), and role, e-mail,
-- phone and disabled_at, which only functions with their own checks change.
