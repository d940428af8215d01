-- Why: one role table says who may do what. Policies, functions, menus, buttons and guards all read it
-- (rules/access#role-table), and one gate stands in front of every right (rules/access#gate).

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
-- plans for as long as the connection lives, where an SQL function is planned anew at each call.
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
  'As admitted_role(), and null besides for somebody whose second factor this session has not shown.';

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

