-- Why: staff ask why a person can or cannot open something, today or on another day. An explanation that
-- is worked out beside the decision drifts away from it. So rights are worked out for a person and a moment,
-- and what the caller may do is these with the caller and now (rules/access#rights-of-a-person).
--
-- The functions of (person, moment) are one SQL query each, without a search path of their own: the planner then
-- puts them into the query that reads from them, and a policy costs what it cost before. Their callers fix
-- the search path, and every name in them is qualified. No API role may call them.

create function private.standings(person uuid) returns table (role public.user_role, state text)
language sql stable as $$
  select case when p.role = 'CREATOR' and not s.creators_admin_panel then 'MEMBER' else p.role end,
    case when p.disabled_at is not null then 'DISABLED'
      when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
      when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
      else 'ACTIVE' end
  from public.profiles p
  join auth.users u on u.id = p.id
  cross join public.settings s
  where p.id = person
$$;
comment on function private.standings(uuid) is
  'Takes a person; the role that counts for them (a creator who is not let in counts as a member) and the state of their account: DISABLED, UNVERIFIED, MAINTENANCE or ACTIVE. No row without a profile (rules/access#gate).';

create function private.rights_of(of_role public.user_role) returns setof public.role_permissions
language sql stable as $$
  select * from public.role_permissions rp where rp.role = 'MEMBER' or rp.role = of_role
$$;
comment on function private.rights_of(public.user_role) is
  'Takes a role; its rows of the role table, and those of a member, which everybody has (rules/access#four-roles).';

create function private.grants_open(person uuid, moment timestamptz) returns setof public.entitlements
language sql stable as $$
  select e.*
  from public.entitlements e join public.courses c on c.id = e.course_id
  where e.user_id = person
    and (e.expires_at is null or e.expires_at > moment)
    and c.status = 'PUBLISHED' and c.deleted_at is null
$$;
comment on function private.grants_open(uuid, timestamptz) is
  'Takes a person and a moment; their grants that open a published course at that moment (rules/learning#open-lessons).';

create function private.made_course_ids(person uuid) returns setof uuid
language sql stable as $$
  select c.id from public.courses c where c.created_by_id = person and c.deleted_at is null
$$;
comment on function private.made_course_ids(uuid) is 'Takes a person; the courses they made.';

create function private.modules_with_previews() returns setof public.modules
language sql stable as $$
  select m.*
  from public.modules m join public.courses c on c.id = m.course_id
  where m.deleted_at is null and c.status = 'PUBLISHED' and c.deleted_at is null
    and exists (select 1 from public.lessons l where l.module_id = m.id and l.free_preview and l.deleted_at is null)
$$;
comment on function private.modules_with_previews() is 'Modules of published courses that hold a free-preview lesson.';

create or replace function private.admitted_role() returns public.user_role
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_aal() is null then
    return null;
  end if;
  return (select st.role from private.standings(private.uid()) st where st.state = 'ACTIVE');
end
$$;

create or replace function private.can(resource text, action text, scope public.permission_scope default 'any') returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role public.user_role := private.active_role();
begin
  return caller_role is not null and exists (
    select 1
    from private.rights_of(caller_role) rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or private.assured())
  );
end
$$;

create function private.person_may(person uuid, resource text, action text, scope public.permission_scope default 'any') returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1
    from private.standings(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state = 'ACTIVE'
      and rp.resource = person_may.resource
      and rp.action = person_may.action
      and rp.scope in ('any', person_may.scope)
  );
end
$$;
comment on function private.person_may(uuid, text, text, public.permission_scope) is
  'can() for a person: true when they have the right once they have signed in, with a second factor where one is asked for. Sessions are not looked at.';

create or replace function private.my_course_ids(resource text, action text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select c.id from private.made_course_ids(private.uid()) c (id)
    where (select private.can(my_course_ids.resource, my_course_ids.action, 'own'));
end
$$;

create or replace function private.entitled_course_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select g.course_id
    from private.grants_open(private.uid(), now()) g
    where (select private.can('courses', 'read', 'assigned'));
end
$$;

create or replace function private.preview_module_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id from private.modules_with_previews() m
    where (select private.can('lessons', 'read', 'assigned'));
end
$$;

create function private.access_of(person uuid, course uuid, lesson uuid, moment timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  resource text := case when lesson is null then 'courses' else 'lessons' end;
  standing record;
  subject public.courses;
  of_lesson public.lessons;
  fact public.entitlements;
  taken public.audit_logs;
begin
  select * into standing from private.standings(person);
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_PROFILE');
  elsif standing.state <> 'ACTIVE' then
    return jsonb_build_object('open', false, 'reason', standing.state);
  end if;
  select c.* into subject from public.courses c where c.id = course and c.deleted_at is null;
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_COURSE');
  end if;
  if lesson is not null then
    select l.* into of_lesson
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where l.id = lesson and m.course_id = course and l.deleted_at is null;
    if not found then
      return jsonb_build_object('open', false, 'reason', 'NO_LESSON');
    end if;
  end if;

  -- The branches of the policies on courses and lessons, one by one.
  if private.person_may(person, resource, 'read') then
    return jsonb_build_object('open', true, 'reason', 'ROLE', 'role', standing.role);
  end if;
  if exists (select 1 from private.made_course_ids(person) c (id) where c.id = subject.id) and private.person_may(person, resource, 'read', 'own') then
    return jsonb_build_object('open', true, 'reason', 'OWN_COURSE');
  end if;
  if private.person_may(person, 'courses', 'read', 'assigned') and private.person_may(person, resource, 'read', 'assigned') then
    select g.* into fact from private.grants_open(person, moment) g
    where g.course_id = course order by g.expires_at desc nulls first, g.created_at limit 1;
    if found then
      return jsonb_build_object('open', true, 'reason', 'GRANTED', 'grant', private.grant_facts(fact));
    end if;
  end if;
  if of_lesson.free_preview and private.person_may(person, 'lessons', 'read', 'assigned')
     and exists (select 1 from private.modules_with_previews() m where m.id = of_lesson.module_id) then
    return jsonb_build_object('open', true, 'reason', 'PREVIEW');
  end if;

  -- Closed. What is said is what would have to change first.
  select e.* into fact from public.entitlements e
  where e.user_id = person and e.course_id = course order by e.expires_at desc nulls first, e.created_at limit 1;
  if subject.status <> 'PUBLISHED' then
    return jsonb_build_object('open', false, 'reason', 'DRAFT', 'grant', private.grant_facts(fact));
  end if;
  if fact.id is not null then
    return jsonb_build_object('open', false, 'reason', 'ENDED', 'grant', private.grant_facts(fact));
  end if;
  if subject.created_by_id = person then
    return jsonb_build_object('open', false, 'reason', 'NOT_LET_IN');
  end if;
  select l.* into taken from public.audit_logs l
  where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = person::text
    and l.action = 'entitlement.revoke' and l.before ->> 'course_id' = course::text
  order by l.created_at desc, l.id desc limit 1;
  if found then
    return jsonb_build_object('open', false, 'reason', 'REVOKED', 'at', taken.created_at,
      'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = taken.user_id));
  end if;
  return jsonb_build_object('open', false, 'reason', 'NEVER_GRANTED');
end
$$;
comment on function private.access_of(uuid, uuid, uuid, timestamptz) is
  'Takes a person, a course, a lesson of it or null, and a moment; says whether the policies let the person read it at that moment, and why: {open, reason, grant?, role?, at?, by?}. Reasons: NO_PROFILE, DISABLED, UNVERIFIED, MAINTENANCE, NO_COURSE, NO_LESSON, ROLE, OWN_COURSE, GRANTED, PREVIEW, DRAFT, ENDED, NOT_LET_IN, REVOKED, NEVER_GRANTED. The moment counts for grants; accounts and courses are as they are now (rules/members#why).';

create function private.grant_facts(fact public.entitlements) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when fact.id is not null then jsonb_build_object('source', fact.source, 'created_at', fact.created_at, 'expires_at', fact.expires_at,
    'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = fact.granted_by_id)) end;
end
$$;
comment on function private.grant_facts(public.entitlements) is
  'Takes a grant; {source, created_at, expires_at, by}: how, when and by whom it was given, and until when. Null for none.';

-- What was done to a person's access is found by the person, also when the grant is gone.
create index audit_logs_entitled_idx on public.audit_logs ((coalesce(after, before) ->> 'user_id'), created_at desc, id desc)
  where target_type = 'entitlement';
