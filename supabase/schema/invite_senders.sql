-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.invite_admits(i public.invites)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.person_keeps(i.invited_by_id, 'invites', 'create', 'own')
$function$;
comment on function private.invite_admits(public.invites) is 'Takes an invite; true while its sender could still invite. One whose sender could not gives nothing.';

CREATE OR REPLACE FUNCTION private.invite_withheld(i public.invites)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  admits constant boolean := private.invite_admits(i);
  gives_role constant boolean := i.role = 'MEMBER' or (admits and private.person_keeps(i.invited_by_id, 'invites', 'give_role'));
  titles constant jsonb := (
    select coalesce(jsonb_agg(c.title order by c.title), '[]')
    from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
    where ic.invite_id = i.id and c.id not in (select private.invited_course_ids(i)));
begin
  if private.invite_state(i) not in ('ACTIVE', 'EXPIRED') or (admits and gives_role and titles = '[]') then
    return null;
  end if;
  return jsonb_build_object('all', not admits, 'role', case when not gives_role then i.role end, 'courses', titles);
end
$function$;
comment on function private.invite_withheld(public.invites) is 'Takes an invite; what it names and does not give any more, because its sender could not: {all: whether they may not invite at all, role: the one it named, courses: titles}. Null when it gives all, and when it was used or cancelled.';

CREATE OR REPLACE FUNCTION private.invited_course_ids(i public.invites)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As check_invite() decides for who sends one.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create')) or c.created_by_id = i.invited_by_id);
  end if;
end
$function$;
comment on function private.invited_course_ids(public.invites) is 'Takes an invite; the courses that it gives at this moment: those that its sender could still invite to.';

CREATE OR REPLACE FUNCTION private.person_keeps(person uuid, resource text, action text, scope public.permission_scope DEFAULT 'any'::public.permission_scope)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1
    from private.standings(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state in ('ACTIVE', 'MAINTENANCE')
      and rp.resource = person_keeps.resource
      and rp.action = person_keeps.action
      and rp.scope in ('any', person_keeps.scope)
  );
end
$function$;
comment on function private.person_keeps(uuid,text,text,public.permission_scope) is 'person_may(), maintenance aside: it is a pause, and takes nothing from what staff have begun. Sessions are not looked at.';
