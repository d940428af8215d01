-- The gate in front of every right, and the sets of rows that policies open.
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
comment on function private.active() is 'The one gate: true while the caller''s session is open, their account may be used, and a second factor that they have has been shown.';
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
comment on function private.active_role() is 'As admitted_role(), and null too while this session has not shown a second factor that the account has.';

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
comment on function private.admitted_role() is 'The caller''s role, read from the table at each request, or null when they may do nothing: their session is over, they have no profile, their account is disabled or unverified where that is required, or they are not an administrator while the product is in maintenance. A creator counts as a member while creators may not use the admin panel. Does not ask for a second factor, so only what leads to showing, replacing or losing one may use it.';

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
comment on function private.assigned_person_ids() is 'The people of the cohorts that the caller looks after, without those who left. Does not check the right: callers also ask can().';
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
comment on function private.can(text,text,public.permission_scope) is 'Takes a resource, an action and a scope; true when the caller''s role has that right in this scope or for any row. Policies ask for rights only through this function.';
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
comment on function private.claims() is 'The claims of the caller''s token, an empty object without one.';
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
comment on function private.entitled_course_ids() is 'Published courses the caller is entitled to at this moment.';
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
comment on function private.entitled_module_ids() is 'Modules of entitled_course_ids().';
grant execute on function private.entitled_module_ids() to authenticated, service_role;

create or replace function private.is_slug(slug text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$function$;
comment on function private.is_slug(text) is 'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

create or replace function private.is_stored_file(link text, bucket text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select link ~ ('^' || bucket || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9])?$')
$function$;
comment on function private.is_stored_file(text,text) is 'Takes the address of a file in a text or a field, and a bucket; true when it names a file of that bucket (rules/files#truth).';
grant execute on function private.is_stored_file(text,text) to authenticated, service_role;

create or replace function private.made_course_ids(person uuid)
  returns setof uuid
  language sql
  stable
as $function$
  select c.id from public.courses c where c.created_by_id = person and c.deleted_at is null
$function$;
comment on function private.made_course_ids(uuid) is 'Takes a person; the courses they made.';

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
comment on function private.meets_required_aal() is 'True when the session is strong enough for rights beyond one''s own rows: it has to be aal2 while the setting asks for a second factor (rules/access#second-factor-for-staff).';

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
comment on function private.my_course_ids(text,text) is 'Courses the caller made, when the role table gives them that right on their own.';
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
comment on function private.my_module_ids(text,text) is 'Modules of my_course_ids().';
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
comment on function private.my_staffed_course_ids() is 'Published courses of cohorts that the caller looks after: open to them regardless of the schedule (rules/cohorts#staff).';
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
comment on function private.my_staffed_module_ids() is 'Modules of my_staffed_course_ids().';
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
comment on function private.my_unreleased_lesson_ids() is 'unreleased_lesson_ids() for the caller, now.';
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
comment on function private.person_keeps(uuid,text,text,public.permission_scope) is 'As person_may(), but without regard to maintenance, which is a pause: what staff have begun stays theirs. Sessions are not looked at.';

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
comment on function private.person_may(uuid,text,text,public.permission_scope) is 'As can(), for any person: true when they have the right once they have signed in, with a second factor where one is required. Sessions are not looked at.';

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
comment on function private.preview_module_ids() is 'Modules of published courses that hold a free-preview lesson, for every active member (rules/learning#open-lessons).';
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
comment on function private.rights_of(public.user_role) is 'Takes a role; returns its rows of the role table and those of MEMBER, which every role has (rules/access#four-roles), each with the scope that it counts as: while moderators see everybody, the assigned rows of MODERATOR count as any; while they do not, its rows on people, their access, their completions and the analytics count as assigned (rules/access#moderators-see-everybody).';

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
comment on function private.uid() is 'The caller''s id, null without one. Unlike auth.uid() a malformed claim gives no rights and no error.';
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
comment on function public.my_permissions() is 'What the caller may do at this moment, as (resource, action, scope); nothing for visitors and for accounts that are not active. Feeds can() in both apps (rules/access#role-table).';
grant execute on function public.my_permissions() to anon, authenticated, service_role;
