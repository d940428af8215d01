-- Counts of the people whom an action affects. The dialog that asks before the action shows these counts.
set check_function_bodies = off;

-- FUNCTIONS

create or replace function private.learners_of(course uuid)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  readers public.user_role[] := private.readers_of_all();
  -- The person who made the course can read it without a grant, if their role allows it.
  maker uuid := (select c.created_by_id from public.courses c
    where c.id = course and private.person_may(c.created_by_id, 'courses', 'read', 'own'));
begin
  -- The query starts from the learners of the course and removes the few who do not count. A join would read all
  -- people.
  return array(
    select k.user_id
    from private.learner_courses k
    where k.course_id = course and k.open_until > now() and k.user_id is distinct from maker
      and k.user_id not in (select p.id from public.profiles p where p.disabled_at is not null)
      and k.user_id not in (select p.id from public.profiles p where p.role = any (readers))
    order by k.user_id);
end
$function$;
comment on function private.learners_of(uuid) is 'Takes a course; returns the people to whom only a grant opens it while it is published: without disabled people, and without those who can open it by their role or because they made it.';

create or replace function private.may_name(own_course boolean default false)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can('profiles', 'list') or (own_course and private.can('profiles', 'read', 'assigned'));
end
$function$;
comment on function private.may_name(boolean) is 'Takes whether the people are learners of a course that the caller may edit; true if the caller may read the names of the people.';

create or replace function private.open_invites_by(person uuid)
  returns bigint
  language sql
  stable
  set search_path to ''
as $function$
  select count(*) from public.invites i
  where i.invited_by_id = person and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
$function$;
comment on function private.open_invites_by(uuid) is 'Takes a person; how many invites that they sent can still be accepted.';

create or replace function private.people_summary(people uuid[], names boolean)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('count', coalesce(cardinality(people_summary.people), 0), 'names', case when people_summary.names then (
    select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), 'Unnamed User') order by p.id), '[]')
    from public.profiles p where p.id = any (people_summary.people[1:3])) end)
$function$;
comment on function private.people_summary(uuid[],boolean) is 'Summarizes people. Takes people and whether the caller may read names; returns {count, names: of the first three, or null}.';

create or replace function private.readers_of_all()
  returns public.user_role[]
  language sql
  stable
  set search_path to ''
as $function$
  select array(select rp.role from public.role_permissions rp where rp.resource = 'courses' and rp.action = 'read' and rp.scope = 'any')
$function$;
comment on function private.readers_of_all() is 'Returns the roles that may read every course, whatever its status and without a grant.';

create or replace function private.rights_after(of_role public.user_role)
  returns table(resource text, action text, scope public.permission_scope)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select rp.resource, rp.action, s.scope
  from public.settings t
  cross join lateral private.rights_of(case when of_role = 'CREATOR' and not t.creators_admin_panel then 'MEMBER' else of_role end) rp
  -- A right to any row includes the right to own rows.
  cross join lateral (select rp.scope union select 'own' where rp.scope = 'any') s (scope)
$function$;
comment on function private.rights_after(public.user_role) is 'Takes a role; returns what a person with this role may do under the present settings. A right to any row is also listed as a right to own rows.';

create or replace function private.titles_summary(titles text[])
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('count', coalesce(cardinality(titles_summary.titles), 0), 'names', to_jsonb(coalesce(titles_summary.titles[1:3], '{}')))
$function$;
comment on function private.titles_summary(text[]) is 'Summarizes titles. Takes titles; returns {count, names: the first three}.';

create or replace function public.community_impact(community_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('communities', 'delete') then
    raise exception using errcode = '42501', message = 'You may not delete communities.';
  end if;
  if not exists (select 1 from public.communities c where c.id = community_impact.community_id) then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This community no longer exists.';
  end if;
  return jsonb_build_object(
    'touched', private.people_summary(array(
      select m.user_id from public.community_members m
      where m.community_id = community_impact.community_id and private.membership_is_active(m.left_at, m.banned) order by m.user_id), private.may_name()),
    'posts', (select count(*) from public.community_posts p where p.community_id = community_impact.community_id and p.deleted_at is null));
end
$function$;
comment on function public.community_impact(uuid) is 'Takes a community; returns whom delete_community() affects: {touched: {count, names} of its members, posts: how many posts and replies are deleted with it}. Changes nothing; raises as delete_community() does (rules/members#touched).';
grant execute on function public.community_impact(uuid) to authenticated, service_role;

create or replace function public.course_impact(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  people uuid[];
  begun bigint;
  midst bigint;
begin
  if not private.can_on_course('courses', 'update', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  people := private.learners_of(course_impact.course_id);
  select count(*), count(*) filter (where not k.finished and (k.user_id in (select u from unnest(people) u)) is true)
  into begun, midst
  from private.learner_courses k where k.course_id = course_impact.course_id and k.completed > 0;
  return (
    select jsonb_build_object(
      'open', c.status = 'PUBLISHED',
      'touched', private.people_summary(people, private.may_name(true)),
      'modules', (select count(*) from public.modules m where m.course_id = c.id and m.deleted_at is null),
      'lessons', count(l.id),
      'learners', coalesce(cardinality(people), 0),
      'midst', midst,
      'communities', private.titles_summary(array(
        select o.name from public.communities o where o.course_id = c.id and o.access_type = 'COURSE' order by o.name)),
      'learners_with_progress', begun)
    from public.courses c
    left join public.modules m on m.course_id = c.id and m.deleted_at is null
    left join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where c.id = course_impact.course_id
    group by c.id);
end
$function$;
comment on function public.course_impact(uuid) is 'Takes a course; returns whom publishing, unpublishing or deleting it affects: {open: whether it is published, touched: {count, names} of people to whom grants open it while it is published, learners: how many, midst: how many of them began and have not finished, communities: {count, names} of communities that are open to people with the course, modules, lessons, learners_with_progress: how many people have completed something}. Raises 42501 (rules/members#touched).';
grant execute on function public.course_impact(uuid) to authenticated, service_role;

create or replace function public.disable_impact(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them uuid := disable_impact.user_id;
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_person(them);
  return jsonb_build_object(
    'open', (select count(distinct g.course_id) from private.grants_open(them, now()) g),
    'sessions', (select count(*) from auth.sessions s where s.user_id = them and private.session_is_open(s.not_after)),
    'courses', private.titles_summary(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)),
    'communities', private.titles_summary(array(
      select c.name from public.community_members m join public.communities c on c.id = m.community_id
      where m.user_id = them and m.role = 'MODERATOR' and private.membership_is_active(m.left_at, m.banned) order by c.name)),
    'invites', private.open_invites_by(them));
end
$function$;
comment on function public.disable_impact(uuid) is 'Takes a person; returns what set_disabled() affects: {open: courses that their grants open now, sessions: in how many they are signed in, courses: {count, names} that they made, communities: {count, names} that they moderate, invites: open ones that they sent}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';
grant execute on function public.disable_impact(uuid) to authenticated, service_role;

create or replace function public.lesson_impact(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if not private.can_on_course('lessons', 'update', course) then
    perform private.refuse('You may not read this lesson.');
  end if;
  return jsonb_build_object(
    'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
    'touched', private.people_summary(private.learners_of(course), private.may_name(true)),
    'learners_with_progress', (select count(*) from public.lesson_completions c where c.lesson_id = lesson_impact.lesson_id));
end
$function$;
comment on function public.lesson_impact(uuid) is 'Takes a lesson; returns whom its deletion affects: {open: whether its course is published, touched: {count, names} of people to whom grants open the course while it is published, learners_with_progress: how many people have completed the lesson}. Raises 42501.';
grant execute on function public.lesson_impact(uuid) to authenticated, service_role;

create or replace function public.module_impact(module_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_module(module_id);
begin
  if not private.can_on_course('modules', 'update', course) then
    perform private.refuse('You may not read this module.');
  end if;
  return (
    select jsonb_build_object('lessons', count(*),
      'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
      'touched', private.people_summary(private.learners_of(course), private.may_name(true)),
      'learners_with_progress', (select count(distinct c.user_id) from public.lesson_completions c where c.lesson_id = any(array_agg(l.id))))
    from public.lessons l where l.module_id = module_impact.module_id and l.deleted_at is null);
end
$function$;
comment on function public.module_impact(uuid) is 'Takes a module; returns whom its deletion affects: {lessons, open: whether its course is published, touched: {count, names} of people to whom grants open the course while it is published, learners_with_progress: how many people have completed any lesson of it}. Raises 42501.';
grant execute on function public.module_impact(uuid) to authenticated, service_role;

create or replace function public.refund_impact(purchase_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases := private.by_hand_for_refund(purchase_id, false);
begin
  return (
    select jsonb_build_object('status', known.status,
      'revokes', exists (select 1 from public.entitlements e where e.purchase_id = known.id and private.grant_is_open(e.expires_at)),
      'keeps', exists (select 1 from public.entitlements e where e.user_id = known.user_id and e.course_id = known.course_id
        and e.purchase_id is distinct from known.id and private.grant_is_open(e.expires_at))));
end
$function$;
comment on function public.refund_impact(uuid) is 'Takes a purchase by hand; returns what its refund would do: {status, revokes: whether its grant is open and would be revoked, keeps: whether the course stays open to the person by another grant}. Changes nothing. Raises as refund_purchase() does.';
grant execute on function public.refund_impact(uuid) to authenticated, service_role;

create or replace function public.role_impact(user_id uuid, role public.user_role)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
    'courses', case when builds <> will_build then private.titles_summary(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)) end,
    'builds', will_build,
    'invites', case when invites then private.open_invites_by(them) else 0 end);
end
$function$;
comment on function public.role_impact(uuid,public.user_role) is 'Takes a person and a role; returns what set_role() changes for the person: {gains, loses: rights as resource.action.scope, courses: {count, names} of courses that they made, builds: true if they can edit these from then on, false if they no longer can, null if that does not change, invites: how many of their open invites they can no longer manage}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';
grant execute on function public.role_impact(uuid,public.user_role) to authenticated, service_role;
