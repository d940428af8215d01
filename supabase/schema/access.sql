-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.role_permissions (
  role public.user_role not null,
  resource text not null,
  action text not null,
  scope public.permission_scope not null,
  constraint role_permissions_pkey PRIMARY KEY (role, resource, action, scope)
);
alter table public.role_permissions enable row level security;
comment on table public.role_permissions is 'Who may do what. Scope: any row; own (made by the person, or about them); assigned (through an entitlement, a membership or a course they teach). Every role has the MEMBER rows too. Written by migrations alone: no API role holds a grant, service_role included.';

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
comment on function private.active_role() is 'As admitted_role(), and null besides for somebody whose second factor this session has not shown.';

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
    from public.role_permissions rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or (rp.role = caller_role and private.assured()))
  );
end
$function$;
comment on function private.can(text,text,public.permission_scope) is 'Takes a resource, an action and the scope that would do; true when the caller''s role has it, or has it for any row. The only way in which policies ask for rights.';
grant execute on function private.can(text,text,public.permission_scope) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.claims()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$function$;
comment on function private.claims() is 'The claims of the caller''s token, an empty object without one.';
grant execute on function private.claims() to authenticated, service_role;

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

CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS TABLE(resource text, action text, scope public.permission_scope)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct rp.resource, rp.action, rp.scope
  from public.role_permissions rp
  where (select private.active())
    and (rp.role = 'MEMBER' or (rp.role = (select private.active_role()) and (select private.assured())))
  order by 1, 2, 3
$function$;
comment on function public.my_permissions() is 'What the caller may do at this moment, as (resource, action, scope); nothing for visitors and for accounts that are not active. Feeds can() in both apps (rules/access#role-table).';
grant execute on function public.my_permissions() to anon, authenticated, service_role;
