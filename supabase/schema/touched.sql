-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.learners_of(course uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readers public.user_role[] := private.readers_of_all();
  -- Who made it reads it in any case, as long as their role lets them.
  maker uuid := (select c.created_by_id from public.courses c
    where c.id = course and private.person_may(c.created_by_id, 'courses', 'read', 'own'));
begin
  -- From the course's holders, less the few who are not meant: as a join, all people were looked through.
  return array(
    select k.user_id
    from private.learner_courses k
    where k.course_id = course and k.open_until > now() and k.user_id is distinct from maker
      and k.user_id not in (select p.id from public.profiles p where p.disabled_at is not null)
      and k.user_id not in (select p.id from public.profiles p where p.role = any (readers))
    order by k.user_id);
end
$function$;
comment on function private.learners_of(uuid) is 'Takes a course; the people to whom their grants alone open it while it is published: neither disabled nor let in by their role or as its maker.';

CREATE OR REPLACE FUNCTION private.may_name(own_course boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.can('profiles', 'list') or (own_course and private.can('profiles', 'read', 'assigned'));
end
$function$;
comment on function private.may_name(boolean) is 'Takes whether it is about learners of a course that the caller may build; true when they may read people''s names.';

CREATE OR REPLACE FUNCTION private.named(people uuid[], names boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', coalesce(cardinality(named.people), 0), 'names', case when named.names then (
    select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), 'Unnamed User') order by p.id), '[]')
    from public.profiles p where p.id = any (named.people[1:3])) end)
$function$;
comment on function private.named(uuid[],boolean) is 'Takes people and whether the caller may read names; {count, names: of the first three, or null}.';

CREATE OR REPLACE FUNCTION private.open_invites_by(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from public.invites i
  where i.invited_by_id = person and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
$function$;
comment on function private.open_invites_by(uuid) is 'Takes a person; how many invites that they sent can still be accepted.';

CREATE OR REPLACE FUNCTION private.readers_of_all()
 RETURNS public.user_role[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select rp.role from public.role_permissions rp where rp.resource = 'courses' and rp.action = 'read' and rp.scope = 'any')
$function$;
comment on function private.readers_of_all() is 'Roles that read every course, whatever its status and without a grant.';

CREATE OR REPLACE FUNCTION private.rights_after(of_role public.user_role)
 RETURNS TABLE(resource text, action text, scope public.permission_scope)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select rp.resource, rp.action, s.scope
  from public.settings t
  cross join lateral private.rights_of(case when of_role = 'CREATOR' and not t.creators_admin_panel then 'MEMBER' else of_role end) rp
  -- A right to any row is one to one's own.
  cross join lateral (select rp.scope union select 'own' where rp.scope = 'any') s (scope)
$function$;
comment on function private.rights_after(public.user_role) is 'Takes a role; what a person of it may do under the settings as they are, rights to any row counted as rights to one''s own too.';

CREATE OR REPLACE FUNCTION private.titled(titles text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', coalesce(cardinality(titled.titles), 0), 'names', to_jsonb(coalesce(titled.titles[1:3], '{}')))
$function$;
comment on function private.titled(text[]) is 'Takes titles of things; {count, names: the first three}.';

CREATE OR REPLACE FUNCTION public.community_impact(community_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('communities', 'delete') then
    raise exception using errcode = '42501', message = 'You may not delete communities.';
  end if;
  if not exists (select 1 from public.communities c where c.id = community_impact.community_id) then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This community no longer exists.';
  end if;
  return jsonb_build_object(
    'touched', private.named(array(
      select m.user_id from public.community_members m
      where m.community_id = community_impact.community_id and m.left_at is null and not m.banned order by m.user_id), private.may_name()),
    'posts', (select count(*) from public.community_posts p where p.community_id = community_impact.community_id and p.deleted_at is null));
end
$function$;
comment on function public.community_impact(uuid) is 'Takes a community; whom delete_community() touches: {touched: {count, names} of its members, posts: posts and replies that go with it}. Changes nothing; raises as delete_community() does (rules/members#touched).';
grant execute on function public.community_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.disable_impact(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  them uuid := disable_impact.user_id;
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_person(them);
  return jsonb_build_object(
    'open', (select count(distinct g.course_id) from private.grants_open(them, now()) g),
    'sessions', (select count(*) from auth.sessions s where s.user_id = them and (s.not_after is null or s.not_after > now())),
    'courses', private.titled(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)),
    'communities', private.titled(array(
      select c.name from public.community_members m join public.communities c on c.id = m.community_id
      where m.user_id = them and m.role = 'MODERATOR' and m.left_at is null and not m.banned order by c.name)),
    'invites', private.open_invites_by(them));
end
$function$;
comment on function public.disable_impact(uuid) is 'Takes a person; what set_disabled() touches: {open: courses that their grants open now, sessions: where they are signed in, courses: {count, names} that they made, communities: {count, names} that they moderate, invites: open ones that they sent}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';
grant execute on function public.disable_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.role_impact(user_id uuid, role public.user_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  them uuid := role_impact.user_id;
  was public.user_role;
  builds boolean;
  will_build boolean;
  invites boolean;
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_person(them);
  was := (select p.role from public.profiles p where p.id = them);
  builds := exists (select 1 from private.rights_after(was) r where r.resource = 'courses' and r.action = 'update' and r.scope = 'own');
  will_build := exists (select 1 from private.rights_after(role_impact.role) r where r.resource = 'courses' and r.action = 'update' and r.scope = 'own');
  invites := exists (select 1 from private.rights_after(was) r where r.resource = 'invites' and r.action = 'cancel' and r.scope = 'own')
    and not exists (select 1 from private.rights_after(role_impact.role) r where r.resource = 'invites' and r.action = 'cancel' and r.scope = 'own');
  return jsonb_build_object(
    'gains', array(
      select r.resource || '.' || r.action || '.' || r.scope
      from (select * from private.rights_after(role_impact.role) except select * from private.rights_after(was)) r order by 1),
    'loses', array(
      select r.resource || '.' || r.action || '.' || r.scope
      from (select * from private.rights_after(was) except select * from private.rights_after(role_impact.role)) r order by 1),
    'courses', case when builds <> will_build then private.titled(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)) end,
    'builds', will_build,
    'invites', case when invites then private.open_invites_by(them) else 0 end);
end
$function$;
comment on function public.role_impact(uuid,public.user_role) is 'Takes a person and a role; what set_role() changes for them: {gains, loses: rights as resource.action.scope, courses: {count, names} of their own that they can build from then on, or no longer (builds says which; null when that stays), invites: open ones of theirs that they can no longer look after}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';
grant execute on function public.role_impact(uuid,public.user_role) to authenticated, service_role;
