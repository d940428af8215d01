-- The check that every right depends on, whether the account may enter, and the sets of rows that policies show.
set check_function_bodies = off;

-- TYPES

create type public.entitlement_source as enum ('MANUAL', 'INVITE', 'PURCHASE', 'COHORT');

-- FUNCTIONS

create or replace function private.account_state(person uuid)
  returns table(role public.user_role, state text)
  language sql
  stable
as $function$
  select case when p.role = 'CREATOR' and not s.creators_admin_panel then 'MEMBER' else p.role end,
    case when p.disabled_at is not null then 'DISABLED'
      when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
      when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
      else 'ACTIVE' end
  from public.profiles p
  join auth.users u on u.id = p.id
  cross join public.settings s
  where p.id = person
$function$;
comment on function private.account_state(uuid) is 'Takes a person; returns the role that counts for them (a creator counts as a member while creators may not use the admin panel) and the state of their account: DISABLED, UNVERIFIED, MAINTENANCE or ACTIVE. No row without a profile (rules/access#gate).';

create or replace function private.active()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.active_role() is not null;
end
$function$;
comment on function private.active() is 'True if the caller passes the gate: their session is open, their account may be used, and the session has shown the second factor if the account has one.';
grant execute on function private.active() to authenticated, service_role;

create or replace function private.active_role()
  returns public.user_role
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case when not private.factor_missing() then private.admitted_role() end;
end
$function$;
comment on function private.active_role() is 'Like admitted_role(), but also null while the account has a second factor that this session has not shown.';

create or replace function private.admitted_role()
  returns public.user_role
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if private.session_aal() is null then
    return null;
  end if;
  return (select st.role from private.account_state(private.uid()) st where st.state = 'ACTIVE');
end
$function$;
comment on function private.admitted_role() is 'Returns the role of the caller, or null if they may do nothing: their session is over, they have no profile, their account is disabled, or unverified while verification is required, or the product is in maintenance and they are not an administrator. A creator counts as a member while creators may not use the admin panel. The second factor is not checked, so only functions with which people show, replace or remove a second factor may call this.';

create or replace function private.assigned_person_ids()
  returns setof uuid
  language plpgsql
  stable security definer rows 200
  set search_path to ''
as $function$
begin
  return query
    select distinct m.user_id
    from public.cohort_staff s join public.cohort_members m on m.cohort_id = s.cohort_id and m.state <> 'LEFT'
    where s.user_id = private.uid();
end
$function$;
comment on function private.assigned_person_ids() is 'Returns the people of the cohorts that the caller looks after, without those who left. Checks no rights: callers also call can().';
grant execute on function private.assigned_person_ids() to authenticated, service_role;

create or replace function private.can(
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  caller_role public.user_role := private.active_role();
begin
  return caller_role is not null and exists (
    select 1
    from private.rights_of(caller_role) rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or private.meets_required_aal())
  );
end
$function$;
comment on function private.can(text,text,public.permission_scope) is 'Takes a resource, an action and a scope; true if the role of the caller has this right in this scope or for any row. Policies check rights only with this function.';
grant execute on function private.can(text,text,public.permission_scope) to authenticated, service_role;

create or replace function private.claims()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
end
$function$;
comment on function private.claims() is 'Returns the claims of the caller''s token, or an empty object without a token.';
grant execute on function private.claims() to authenticated, service_role;

create or replace function private.entitled_course_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select g.course_id
    from private.grants_open(private.uid(), now()) g
    where (select private.can('courses', 'read', 'assigned'));
end
$function$;
comment on function private.entitled_course_ids() is 'Returns the published courses to which the caller has access now.';
grant execute on function private.entitled_course_ids() to authenticated, service_role;

create or replace function private.entitled_module_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null and m.course_id in (select private.entitled_course_ids());
end
$function$;
comment on function private.entitled_module_ids() is 'Returns the modules of entitled_course_ids().';
grant execute on function private.entitled_module_ids() to authenticated, service_role;

create or replace function private.is_slug(slug text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$function$;
comment on function private.is_slug(text) is 'True if a text can be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

create or replace function private.is_stored_file(link text, bucket text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select link ~ ('^' || bucket || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9])?$')
$function$;
comment on function private.is_stored_file(text,text) is 'Takes the address of a file, as in a text or a field, and a bucket; true if it is the address of a file in this bucket (rules/files#truth).';
grant execute on function private.is_stored_file(text,text) to authenticated, service_role;

create or replace function private.made_course_ids(person uuid)
  returns setof uuid
  language sql
  stable
as $function$
  select c.id from public.courses c where c.created_by_id = person and c.deleted_at is null
$function$;
comment on function private.made_course_ids(uuid) is 'Takes a person; returns the courses that they made.';

create or replace function private.meets_required_aal()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return not (select s.enable_two_factor from public.settings s) or private.strong_session();
end
$function$;
comment on function private.meets_required_aal() is 'True if the session allows rights on rows of other people: while the setting requires a second factor, only a session of level aal2 does (rules/access#second-factor-for-staff).';

create or replace function private.my_course_ids(resource text, action text)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select c.id from private.made_course_ids(private.uid()) c (id)
    where (select private.can(my_course_ids.resource, my_course_ids.action, 'own'));
end
$function$;
comment on function private.my_course_ids(text,text) is 'Takes a resource and an action; returns the courses that the caller made, if the role table allows the action on their own.';
grant execute on function private.my_course_ids(text,text) to authenticated, service_role;

create or replace function private.my_module_ids(resource text, action text)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null
      and m.course_id in (select private.my_course_ids(my_module_ids.resource, my_module_ids.action));
end
$function$;
comment on function private.my_module_ids(text,text) is 'Returns the modules of my_course_ids().';
grant execute on function private.my_module_ids(text,text) to authenticated, service_role;

create or replace function private.my_staffed_course_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select s from private.staffed_course_ids(private.uid()) s
    where (select private.can('courses', 'read', 'assigned') and private.meets_required_aal());
end
$function$;
comment on function private.my_staffed_course_ids() is 'Returns the published courses of cohorts that the caller looks after, which are open to them regardless of the schedule (rules/cohorts#staff).';
grant execute on function private.my_staffed_course_ids() to authenticated, service_role;

create or replace function private.my_staffed_module_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.id from public.modules m where m.deleted_at is null and m.course_id in (select private.my_staffed_course_ids());
end
$function$;
comment on function private.my_staffed_module_ids() is 'Returns the modules of my_staffed_course_ids().';
grant execute on function private.my_staffed_module_ids() to authenticated, service_role;

create or replace function private.my_unreleased_lesson_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query select u from private.unreleased_lesson_ids(private.uid(), now()) u;
end
$function$;
comment on function private.my_unreleased_lesson_ids() is 'Returns unreleased_lesson_ids() for the caller at this moment.';
grant execute on function private.my_unreleased_lesson_ids() to authenticated, service_role;

create or replace function private.person_keeps(
  person uuid,
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select 1
    from private.account_state(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state in ('ACTIVE', 'MAINTENANCE')
      and rp.resource = person_keeps.resource
      and rp.action = person_keeps.action
      and rp.scope in ('any', person_keeps.scope)
  );
end
$function$;
comment on function private.person_keeps(uuid,text,text,public.permission_scope) is 'Like person_may(), but maintenance does not take the right away, so that invites and other acts that staff have begun stay valid. Sessions are not checked.';

create or replace function private.person_may(
  person uuid,
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select 1
    from private.account_state(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state = 'ACTIVE'
      and rp.resource = person_may.resource
      and rp.action = person_may.action
      and rp.scope in ('any', person_may.scope)
  );
end
$function$;
comment on function private.person_may(uuid,text,text,public.permission_scope) is 'Like can(), but for any person: true if they have this right once they are signed in, with a second factor if one is required. Sessions are not checked.';

create or replace function private.preview_module_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.id from private.modules_with_previews() m
    where (select private.can('lessons', 'read', 'assigned'));
end
$function$;
comment on function private.preview_module_ids() is 'Returns the modules of published courses that contain a free-preview lesson, if the caller is active (rules/learning#open-lessons).';
grant execute on function private.preview_module_ids() to authenticated, service_role;

create or replace function private.rights_of(of_role public.user_role)
  returns setof public.role_permissions
  language sql
  stable
as $function$
  select rp.role, rp.resource, rp.action,
    case
      when rp.role <> 'MODERATOR' then rp.scope
      when (select s.moderators_see_everybody from public.settings s) then case when rp.scope = 'assigned' then 'any' else rp.scope end
      when rp.scope = 'any' and rp.resource in ('profiles', 'entitlements', 'lesson_completions', 'analytics') then 'assigned'
      else rp.scope end
  from public.role_permissions rp where rp.role = 'MEMBER' or rp.role = of_role
$function$;
comment on function private.rights_of(public.user_role) is 'Takes a role; returns its rows of the role table and those of MEMBER, which every role has (rules/access#four-roles), each with the scope that applies now: while the setting lets moderators see everybody, rows of MODERATOR with the scope assigned apply as any; otherwise, its rows about people, their access, their completions and analytics apply as assigned (rules/access#moderators-see-everybody).';

create or replace function private.uid()
  returns uuid
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  sub text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
begin
  if sub ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return sub::uuid;
  end if;
  return null;
end
$function$;
comment on function private.uid() is 'Returns the id of the caller, or null for a visitor. Unlike auth.uid(), it returns null for a malformed claim instead of raising an error.';
grant execute on function private.uid() to authenticated, service_role;

create or replace function public.my_permissions()
  returns table(resource text, action text, scope public.permission_scope)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  mine public.user_role := private.active_role();
begin
  if mine is not null then
    return query
      select distinct rp.resource, rp.action, rp.scope
      from private.rights_of(mine) rp
      where rp.role = 'MEMBER' or (select private.meets_required_aal())
      order by 1, 2, 3;
  end if;
end
$function$;
comment on function public.my_permissions() is 'Returns what the caller may do now, as (resource, action, scope); nothing for visitors and for accounts that are not active. The function can() of both apps uses it (rules/access#role-table).';
grant execute on function public.my_permissions() to anon, authenticated, service_role;
