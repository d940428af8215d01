-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.check_access_reading(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('entitlements', 'read') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  perform private.check_person(check_access_reading.user_id);
end
$function$;
comment on function private.check_access_reading(uuid) is 'Raises 42501 unless the caller may list people and courses and read all grants, and PT404 NO_PERSON when there is no such person.';

CREATE OR REPLACE FUNCTION private.check_person(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = check_person.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function private.check_person(uuid) is 'Raises 42501 unless the caller may list people, and PT404 NO_PERSON when there is no such person.';

CREATE OR REPLACE FUNCTION private.invites_of(user_id uuid)
 RETURNS SETOF public.invites
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select i.* from public.invites i
    where i.id in (
        select a.id from public.invites a join public.profiles p on lower(a.email) = lower(p.email) where p.id = invites_of.user_id
        union select r.id from public.invites r where r.redeemed_by_id = invites_of.user_id)
      and ((select private.can('invites', 'read'))
        or (i.invited_by_id = private.uid() and (select private.can('invites', 'read', 'own'))));
end
$function$;
comment on function private.invites_of(uuid) is 'Takes a person; the invites to their address and those they accepted, as far as the caller may read them.';

CREATE OR REPLACE FUNCTION public.person(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at)), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and (s.not_after is null or s.not_after > now())) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$function$;
comment on function public.person(uuid) is 'Takes a person; {id, name, email, role, created_at, disabled_at, verified, courses: open ones, phone, factors: verified second factors, last_at: when they last learned, counts: {purchases, invites, communities, sessions}}. What the caller may not read is null. Raises 42501 and PT404 NO_PERSON (rules/members#person-page).';
grant execute on function public.person(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.person_access(user_id uuid, at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  them uuid := person_access.user_id;
  moment timestamptz := greatest(coalesce(person_access.at, now()), now());
  -- What decides for every course alike: the account, or a role that reads them all.
  for_all jsonb;
begin
  perform private.check_access_reading(them);
  select case when st.state <> 'ACTIVE' then jsonb_build_object('open', false, 'reason', st.state)
      when private.person_may(them, 'courses', 'read') then jsonb_build_object('open', true, 'reason', 'ROLE', 'role', st.role) end
  into for_all from private.standings(them) st;
  return (
    with met as materialized (
      -- Courses that had to do with them; all others were never granted.
      select e.course_id as id from public.entitlements e where e.user_id = them
      union select c.id from private.made_course_ids(them) c (id)
      union select (l.before ->> 'course_id')::uuid from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them::text and l.action = 'entitlement.revoke'
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) || coalesce(for_all,
        case when met.id is not null then private.access_of(them, c.id, null, moment)
          when c.status <> 'PUBLISHED' then '{"open": false, "reason": "DRAFT"}'
          else '{"open": false, "reason": "NEVER_GRANTED"}' end)
      order by met.id is null, c.title, c.id), '[]')
    from public.courses c left join met on met.id = c.id
    where c.deleted_at is null);
end
$function$;
comment on function public.person_access(uuid,timestamp with time zone) is 'Takes a person and a moment to come (null, or one that is past: now); every course [{id, title, slug, open, reason, ...}] with what private.access_of() says of it, those first that had to do with them. For callers who may list people and courses and read all grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';
grant execute on function public.person_access(uuid,timestamp with time zone) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.person_audit(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  them text := person_audit.user_id::text;
  ids bigint[];
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  perform private.check_person(person_audit.user_id);
  ids := array(
    select found.id from (
      (select l.id, l.created_at from public.audit_logs l where l.target_type = 'user' and l.target_id = them
        order by l.created_at desc, l.id desc limit 50)
      union
      (select l.id, l.created_at from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them
        order by l.created_at desc, l.id desc limit 50)
      union
      -- Older records of a change do not say whose grant it was.
      (select l.id, l.created_at from public.entitlements e
        join public.audit_logs l on l.target_type = 'entitlement' and l.target_id = e.id::text
        where e.user_id = person_audit.user_id order by l.created_at desc, l.id desc limit 50)) found
    order by found.created_at desc, found.id desc limit 50);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', coalesce(nullif(p.name, ''), p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'course_id', l.course_id, 'detailed', l.before is not null or l.after is not null,
        -- Records from before titles were kept name the course by its id alone.
        'title', coalesce(l.title, (select c.title from public.courses c where c.id::text = coalesce(l.after, l.before) ->> 'course_id')))
      order by l.created_at desc, l.id desc), '[]')
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where l.id = any (ids));
end
$function$;
comment on function public.person_audit(uuid) is 'Takes a person; the newest 50 records of what was done to their account and their access, as audit_list() has them, with the title that a course has now where none was kept. What they did themselves is audit_list() with the person. Raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_audit(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.person_invites(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_person(person_invites.user_id);
  return (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at desc, i.id desc), '[]')
    from (
      select i.id, i.email, i.role, i.created_at, i.expires_at, i.redeemed_at, i.cancelled_at, i.invited_by_id, i.redeemed_by_id,
        (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = i.invited_by_id) as inviter,
        private.invite_state(i) as state, private.invite_withheld(i) as withheld,
        (select coalesce(jsonb_agg(c.title order by c.title), '[]') from public.invite_courses ic
          join public.courses c on c.id = ic.course_id where ic.invite_id = i.id) as courses
      from private.invites_of(person_invites.user_id) i
      order by i.created_at desc, i.id desc limit 50) i);
end
$function$;
comment on function public.person_invites(uuid) is 'Takes a person; the newest 50 invites to their address or accepted by them: [{id, email, role, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, state, withheld: as invite_withheld(), courses: titles}], never a token. Callers who may only read their own invites are shown those. Raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_invites(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.person_lessons(user_id uuid, course_id uuid, at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := greatest(coalesce(person_lessons.at, now()), now());
begin
  perform private.check_access_reading(person_lessons.user_id);
  return (
    with seen as materialized (
      select m.id as module_id, m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- A draft's titles are for those who may read the draft.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer hangs on the course, and on whether the lesson is a free preview: one of each kind tells it for
      -- all, and is worked out once.
      select k.free_preview, private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment) as answer
      from (select distinct on (s.free_preview) s.free_preview, s.id from seen s order by s.free_preview, s.id) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module) || a.answer
      order by s.module_index, s.index), '[]')
    from seen s join answers a on a.free_preview = s.free_preview);
end
$function$;
comment on function public.person_lessons(uuid,uuid,timestamp with time zone) is 'As person_access(), for the lessons of one course: [{id, title, module, open, reason, ...}] in their order. None for a draft whose lessons the caller may not read. Raises 42501 and PT404 NO_PERSON (rules/members#why).';
grant execute on function public.person_lessons(uuid,uuid,timestamp with time zone) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.person_sessions(user_id uuid)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, active_at timestamp with time zone, user_agent text, ip_address text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('sessions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read sessions.';
  end if;
  perform private.check_person(person_sessions.user_id);
  return query
    select s.id, s.created_at, greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at), left(s.user_agent, 500), host(s.ip)
    from auth.sessions s
    where s.user_id = person_sessions.user_id and (s.not_after is null or s.not_after > now())
    order by 3 desc, 1
    limit 50;
end
$function$;
comment on function public.person_sessions(uuid) is 'Takes a person; where they are signed in, by when each session was last heard of, 50 at most; never a token. For callers who may read sessions; raises 42501 and PT404 NO_PERSON.';
grant execute on function public.person_sessions(uuid) to authenticated, service_role;
