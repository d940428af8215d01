-- Why: a school can want its moderators to see only the people of their own cohorts. While the setting "Moderators see everybody"
-- is off, a moderator does the same things as before, but only for those people. The role table stays as it is: rights_of() says
-- which scope a row of it has, and assigned_person_ids() gives the people (rules/access#moderators-see-everybody).

alter table public.settings add column moderators_see_everybody boolean not null default true;
comment on column public.settings.moderators_see_everybody is
  'While off, moderators reach only the people of the cohorts that they look after (rules/access#moderators-see-everybody).';
grant update (moderators_see_everybody) on public.settings to authenticated;

comment on table public.role_permissions is 'Who may do what. Scope: any row; own (made by the person, or about them); assigned (through an entitlement, a membership, a course they teach or a cohort they look after). Every role has the MEMBER rows too. A setting decides which scope a row of MODERATOR counts as: see private.rights_of(). Written by migrations alone: no API role holds a grant, service_role included.';

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

create or replace function private.watched_resources()
  returns setof text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select distinct rp.resource
    from private.rights_of((select private.active_role())) rp
    where rp.role <> 'MEMBER' and (select private.meets_required_aal())
      and rp.action in ('list', 'read')
      -- No list shows creators what is assigned to them.
      and (rp.scope <> 'assigned' or rp.role = 'MODERATOR');
end
$function$;
comment on function private.watched_resources() is 'The resources of which the caller''s role may list or read more than every member may: all rows, their own, or for a moderator those of the people of their cohorts. None for members.';

-- The people -----------------------------------------------------------------------------------------------------

create function private.assigned_person_ids() returns setof uuid
language plpgsql stable security definer rows 200 set search_path = '' as $$
begin
  return query
    select distinct m.user_id
    from public.cohort_staff s join public.cohort_members m on m.cohort_id = s.cohort_id and m.state <> 'LEFT'
    where s.user_id = private.uid();
end
$$;
comment on function private.assigned_person_ids() is
  'The people of the cohorts that the caller looks after, without those who left. Does not check the right: callers also ask can().';
revoke all on function private.assigned_person_ids() from public;
grant execute on function private.assigned_person_ids() to authenticated, service_role;

create function private.reach_is_narrowed() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.can('profiles', 'list');
end
$$;
comment on function private.reach_is_narrowed() is
  'Whether a caller who may list people reaches only those who are assigned to them. To such a caller, all others look as if they did not exist.';
revoke all on function private.reach_is_narrowed() from public;

create function private.reaches(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.reach_is_narrowed() or exists (
    select from public.cohort_members m join public.cohort_staff s on s.cohort_id = m.cohort_id and s.user_id = private.uid()
    where m.user_id = person and m.state <> 'LEFT');
end
$$;
comment on function private.reaches(uuid) is 'Takes a person; whether a caller who may list people reaches them, because the caller reaches everybody or they are among assigned_person_ids().';
revoke all on function private.reaches(uuid) from public;

alter policy entitlements_select on public.entitlements
  using ((user_id = (select private.uid()) and (select private.can('entitlements', 'read', 'own')))
    or (select private.can('entitlements', 'read'))
    or ((select private.can('entitlements', 'read', 'assigned')) and user_id in (select private.assigned_person_ids())));
comment on policy entitlements_select on public.entitlements is 'One''s own, all, or those of the people assigned to the caller.';
alter policy entitlements_insert on public.entitlements
  with check (
    ((select private.can('entitlements', 'create'))
      or ((select private.can('entitlements', 'create', 'assigned')) and user_id in (select private.assigned_person_ids())))
    and source = 'MANUAL'
    and granted_by_id = (select private.uid())
    and purchase_id is null
    and invite_id is null
  );
alter policy entitlements_delete on public.entitlements
  using (cohort_id is null and ((select private.can('entitlements', 'delete'))
    or ((select private.can('entitlements', 'delete', 'assigned')) and user_id in (select private.assigned_person_ids()))));
comment on policy entitlements_delete on public.entitlements is 'Those who may revoke the access of everybody or of the people assigned to them. A cohort''s grants end with the membership.';

alter policy cohort_members_insert on public.cohort_members
  with check ((select private.can('cohort_members', 'create'))
    or (cohort_id in (select private.staffed_cohort_ids('cohort_members', 'create')) and user_id in (select private.assigned_person_ids())));
comment on policy cohort_members_insert on public.cohort_members is 'Everybody into every cohort, or the people assigned to the caller into the cohorts that the caller looks after, so that a moderator cannot come to reach a person by adding them.';

alter policy lesson_completions_select on public.lesson_completions
  using ((user_id = (select private.uid()) and (select private.can('lesson_completions', 'read', 'own')))
    or (select private.can('lesson_completions', 'read'))
    or ((select private.can('lesson_completions', 'read', 'assigned')) and (
      lesson_id in (select l.id from public.lessons l where l.module_id in (select private.my_module_ids('lessons', 'read')))
      or user_id in (select private.assigned_person_ids()))));
comment on policy lesson_completions_select on public.lesson_completions is 'One''s own, all, those of the courses one made, or those of the people assigned to the caller.';

create or replace function private.check_person(user_id uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = check_person.user_id) or not private.reaches(check_person.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function private.check_person(uuid) is 'Raises 42501 unless the caller may list people, and PT404 NO_PERSON when there is no such person among those whom the caller reaches.';

create or replace function private.check_access_reading(user_id uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'read', 'assigned') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  perform private.check_person(check_access_reading.user_id);
end
$function$;
comment on function private.check_access_reading(uuid) is 'Raises 42501 unless the caller may list people and courses and read their grants, and PT404 NO_PERSON when there is no such person.';

create or replace function private.check_access_rights()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'create', 'assigned') or not private.can('entitlements', 'delete', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not change access.';
  end if;
end
$function$;
comment on function private.check_access_rights() is 'Raises 42501 unless the caller may grant and revoke, to everybody or to the people assigned to them.';

create or replace function private.check_end(ends_at timestamptz)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'update', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not change when access ends.';
  end if;
  if ends_at <= now() then
    raise exception using errcode = 'PT422', hint = 'END_PAST', message = 'Access cannot end in the past. Choose today or a later day.';
  end if;
  if ends_at > '9999-12-31' then
    raise exception using errcode = 'PT422', hint = 'END_FAR', message = 'This day is too far away. Remove the end date instead.';
  end if;
end
$function$;

create or replace function private.check_analytics_rights()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('analytics', 'read', 'assigned') or not private.can('profiles', 'list', 'assigned') or not private.can('lesson_completions', 'read', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the analytics.';
  end if;
end
$function$;
comment on function private.check_analytics_rights() is 'Raises 42501 unless the caller may read analytics and completions, and list people: all, or those assigned to them.';

create or replace function private.people_where(
  query text,
  role public.user_role,
  state text,
  course text default null,
  quiet text default null,
  few boolean default false
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_where.course, people_where.quiet);
begin
  return concat_ws(' and ', 'true', case when private.reach_is_narrowed() then 'p.id in (select private.assigned_person_ids())' end,
    private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end,
    case when learning.source is not null then format(case when few then 'p.id = any (array(select k.user_id from %s where %s))'
      else 'p.id in (select k.user_id from %s where %s)' end, learning.source, learning.condition) end);
end
$function$;
comment on function private.people_where(text,public.user_role,text,text,text,boolean) is 'Takes a search, a role, active or disabled (null: any), what learning_where() takes, and whether that finds so few that they are looked up one by one; gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index. It finds nobody whom the caller does not reach. Lists, exports and bulk acts ask it alike.';

create or replace function private.learning_where(
  course text,
  quiet text,
  out source text,
  out condition text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  only_course uuid := nullif(nullif(course, ''), 'none')::uuid;
  still text := nullif(quiet, '');
begin
  if coalesce(course, '') = '' and still is null then
    return;
  end if;
  if coalesce(course, '') <> '' and not private.can('entitlements', 'read', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  if still is not null then
    perform private.check_analytics_rights();
    -- An unknown value must not make an act apply to more people.
    if still not in ('7', '14', '30', 'never') then
      raise exception using errcode = 'PT422', hint = 'BAD_FILTER', message = 'This filter is not known. Please open the list again.';
    end if;
  end if;
  source := case when only_course is null then 'private.learners k' else 'private.learner_courses k' end;
  condition := concat_ws(' and ',
    case when only_course is not null then format('k.course_id = %L and k.open_until > %L', only_course, now()) end,
    case when course = 'none' then format('k.held_until <= %L', now()) end,
    case when still is not null then (select w.condition from private.learners_where('', only_course, still) w) end);
end
$function$;

create or replace function private.learners_where(
  query text,
  course_id uuid,
  quiet text,
  out people text,
  out condition text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  in_course boolean := learners_where.course_id is not null;
begin
  people := case when in_course then 'private.learner_courses k' else 'private.learners k' end;
  condition := concat_ws(' and ', 'true',
    case when private.reach_is_narrowed() then 'k.user_id in (select private.assigned_person_ids())' end,
    case when in_course then format('k.course_id = %L and k.open_until is not null', learners_where.course_id) end,
    case when learners_where.quiet in ('7', '14', '30', 'never') then concat_ws(' and ', format('k.open_until is not null and k.open_until > %L', now()),
      case when in_course then
        'not k.finished and not exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is not null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < %L', now() - make_interval(days => learners_where.quiet::int)) end) end,
    private.found_by(learners_where.query, 'p'));
end
$function$;
comment on function private.learners_where(text,uuid,text) is 'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted. It finds nobody whom the caller does not reach.';

create or replace function public.members(
  query text default '',
  role public.user_role default null,
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50,
  course text default null,
  quiet text default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(members.query, ''))) > 0;
  learning boolean := coalesce(members.course, '') || coalesce(members.quiet, '') <> '';
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  -- The stored counts are of everybody, so they are wrong for callers who reach only some people.
  narrowed boolean := private.reach_is_narrowed();
  few boolean := false;
  walked boolean := false;
  total bigint;
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  condition text;
  rows jsonb;
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if narrowed then
    null;
  elsif learning and not searched then
    select t.total, t.few, t.walked into total, few, walked
    from private.people_total(members.role, members.state, members.course, members.quiet) t;
  elsif not searched then
    total := private.people_count(members.role, members.state);
  end if;
  condition := private.people_where(members.query, members.role, members.state, members.course, members.quiet, few or walked);
  if searched and not learning and not narrowed then
    execute format('select count(*) from private.people p where %s', condition) into total;
  end if;
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The ids of the page are read first, from the index alone, so that only its fifty rows are put together. A search
  -- with a course or inactivity has no index in the list's order: the people who match both are found once, for count
  -- and page.
  execute format($sql$
    with found as %7$s (
      select p.id, p.created_at, p.name from %6$s p where %1$s
    ), page as materialized (
      select p.id, p.created_at, p.name from found p order by %2$s limit %3$s offset %4$s
    )
    select coalesce(%8$L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(*) from private.learner_courses k where k.user_id = p.id and k.open_until > now()))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, start,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), case when searched then 'private.people' else 'public.profiles' end,
    case when narrowed or searched and learning then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.members(text,public.user_role,text,text,integer,integer,text,text) is 'Takes a search over name and email, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people, and only with people whom they reach; raises 42501, and what learning_where() raises.';

create or replace function public.member_by_address(address text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)))
    from public.profiles p where lower(p.email) = lower(btrim(address)) and private.reaches(p.id) order by p.created_at limit 1);
end
$function$;
comment on function public.member_by_address(text) is 'Takes an email; returns the member who has it, as members() shows them, or null. Only for callers who may list people, and about those whom they reach, because the answer reveals who has an account. Raises 42501.';

create or replace function public.members_by_address(addresses text[])
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  narrowed boolean := private.reach_is_narrowed();
begin
  if not private.can('profiles', 'list', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if coalesce(cardinality(addresses), 0) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Up to 2,000 emails can be looked up.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', typed.address, 'id', found.id) order by typed.address), '[]')
    from (select distinct lower(btrim(a)) as address from unnest(addresses) a) typed
    cross join lateral (
      select p.id from public.profiles p where lower(p.email) = typed.address and (not narrowed or p.id in (select private.assigned_person_ids())) order by p.created_at limit 1) found);
end
$function$;
comment on function public.members_by_address(text[]) is 'Takes at most 2,000 emails; returns [{address, id}] of those that members have, in small letters, once each. Only for callers who may list people, and about those whom they reach, because the answer reveals who has an account. Raises 42501 and PT422 TOO_MANY.';

create or replace function public.person(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at)), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read', 'assigned')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and private.session_is_open(s.not_after)) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$function$;

create or replace function public.person_access(user_id uuid, at timestamptz default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them uuid := person_access.user_id;
  moment timestamptz := greatest(coalesce(person_access.at, now()), now());
  -- The answer is the same for every course if the account is not active, or if the role may read all courses.
  for_all jsonb;
begin
  perform private.check_access_reading(them);
  select case when st.state <> 'ACTIVE' then jsonb_build_object('open', false, 'reason', st.state)
      when private.person_may(them, 'courses', 'read') then jsonb_build_object('open', true, 'reason', 'ROLE', 'role', st.role) end
  into for_all from private.account_state(them) st;
  return (
    with met as materialized (
      -- Courses that were granted to the person, made by them, or of a cohort that they look after. All others were never granted.
      select e.course_id as id from public.entitlements e where e.user_id = them
      union select c.id from private.made_course_ids(them) c (id)
      union select s.id from private.staffed_course_ids(them) s (id)
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
comment on function public.person_access(uuid,timestamp with time zone) is 'Takes a person and a moment to come (null, or one that is past: now); every course [{id, title, slug, open, reason, ...}] with the answer of private.access_of(); courses that were granted to the person or made by them come first. For callers who may list people and courses and read grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';

create or replace function public.member_access(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  reached uuid := (select member_access.user_id where private.reaches(member_access.user_id));
begin
  if not private.can('entitlements', 'read', 'assigned') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at,
        'cohorts', coalesce(k.cohorts, '[]')) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(private.grant_is_open(g.expires_at)) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = reached and g.course_id = c.id and g.cohort_id is null
    ) e on true
    left join lateral (
      select jsonb_agg(private.cohort_facts(g.cohort_id) || jsonb_build_object('expires_at', g.expires_at) order by g.created_at) as cohorts
      from public.entitlements g
      where g.user_id = reached and g.course_id = c.id and g.cohort_id is not null and private.grant_is_open(g.expires_at)
    ) k on true
    where c.deleted_at is null);
end
$function$;
comment on function public.member_access(uuid) is 'Takes a person; every course [{id, title, slug, status, granted, source, expires_at, cohorts: [{id, slug, title, time_zone, expires_at}]}] with whether it was granted to them, how they came to it and until when, and the cohorts that open it to them. A person whom the caller does not reach has none. For callers who may read entitlements and list all courses; raises 42501.';

create or replace function public.save_access(
  user_id uuid,
  to_grant uuid[],
  to_revoke uuid[],
  ends jsonb default '[]'::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  one record;
  stale text;
  revoked int;
  granted int := 0;
  changed int := 0;
  wanted uuid[] := array(select x.course_id from jsonb_to_recordset(ends) x (course_id uuid));
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) or not private.reaches(save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke or wanted && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course cannot be granted and revoked at once.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are locked before the first is counted.
  perform private.lock_course_counts(save_access.to_grant || save_access.to_revoke || wanted, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke || wanted, false);
  perform 1 from public.entitlements e
  where e.user_id = save_access.user_id and e.course_id = any (wanted) and e.cohort_id is null order by e.id for update;
  for one in
    select x.course_id, x.expires_at, x.was, x.course_id = any (to_grant) as fresh, c.title, held.open is true as open, held.until
    from jsonb_to_recordset(ends) x (course_id uuid, expires_at timestamptz, was timestamptz)
    join public.courses c on c.id = x.course_id
    cross join lateral (
      select bool_or(private.grant_is_open(e.expires_at)) as open,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as until
      from public.entitlements e where e.user_id = save_access.user_id and e.course_id = x.course_id and e.cohort_id is null) held
    order by c.id
  loop
    -- The end is as requested already: the request was sent twice.
    continue when one.open and one.until is not distinct from one.expires_at;
    perform private.check_end(one.expires_at);
    if one.fresh and one.open or not one.fresh and (not one.open or one.until is distinct from one.was) then
      stale := one.title;
      exit;
    end if;
    if one.fresh then
      granted := granted + private.grant_access(array[save_access.user_id], array[one.course_id], one.expires_at);
    else
      changed := changed + private.change_ends(array[save_access.user_id], array[one.course_id], one.expires_at);
    end if;
  end loop;
  if stale is not null then
    raise exception using errcode = 'PT409', hint = 'STALE_END',
      message = format('Someone else has just changed access to "%s". Nothing was saved. Please check it and try again.', stale);
  end if;
  revoked := private.revoke_access(array[save_access.user_id], save_access.to_revoke);
  granted := granted + private.grant_access(array[save_access.user_id], array(select unnest(save_access.to_grant) except select unnest(wanted)));
  return jsonb_build_object('revoked', revoked, 'granted', granted, 'changed', changed);
end
$function$;

create or replace function public.change_access(
  operation_id uuid,
  piece integer,
  act text,
  course_ids uuid[],
  ends_at timestamptz default null,
  people uuid[] default null,
  query text default null,
  role public.user_role default null,
  state text default null,
  course text default null,
  quiet text default null,
  after uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  -- At most 20,000 pairs a call.
  size int := 20000 / greatest(coalesce(cardinality(course_ids), 0), 1);
  batch uuid[];
  reached uuid[];
  result jsonb;
begin
  perform private.check_access_rights();
  if coalesce(cardinality(course_ids), 0) > 200 or coalesce(cardinality(people), 0) > size then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  -- The caller is part of the name, so that no other caller reads the operation's result.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  perform private.check_access_act(act, course_ids, ends_at);
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state, course, quiet)) into batch using after, size;
  end if;
  reached := case when private.reach_is_narrowed()
    then array(select b from unnest(batch) b where b in (select private.assigned_person_ids())) else batch end;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case act when 'grant' then private.grant_access(reached, course_ids, ends_at)
      when 'revoke' then private.revoke_access(reached, course_ids) else private.change_ends(reached, course_ids, ends_at) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$function$;
comment on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) is 'Opens courses to many people (grant, until ends_at or without end), closes them (revoke) or changes when they end (end; null takes it away), in pieces of at most 20,000 pairs: to those named, whom the caller reaches, or to those whom members() finds for the search, role, state, course and quiet, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, NO_COURSE, BAD_ACT, BAD_FILTER, END_PAST and END_FAR; a refused piece has changed nothing.';

create or replace function public.count_access(
  act text,
  course_ids uuid[],
  ends_at timestamptz default null,
  people uuid[] default null,
  query text default null,
  role public.user_role default null,
  state text default null,
  course text default null,
  quiet text default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  courses uuid[] := array(select distinct c from unnest(course_ids) c);
  answer jsonb;
  first_three uuid[];
  narrowed boolean := private.reach_is_narrowed();
begin
  perform private.check_access_act(act, course_ids, ends_at);
  if coalesce(cardinality(people), 0) > 20000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  execute format($sql$
    with audience as materialized (%s), pair as (
      select e.user_id, e.course_id, bool_or(live.live) as open, bool_or(live.live and e.expires_at is distinct from $3) as differs
      from public.entitlements e
      cross join lateral (select private.grant_is_open(e.expires_at) as live) live
      where e.cohort_id is null and e.course_id = any ($2) and e.user_id in (select a.id from audience a)
      group by e.user_id, e.course_id
    ), person as (
      select k.user_id, count(*) filter (where k.open) as open, count(*) filter (where k.differs) as differs, count(*) as held
      from pair k group by k.user_id
    ), everyone as (
      select count(*) as people from audience
    ), maker as (
      -- People who can read a course because they made it.
      select distinct c.created_by_id as id from public.courses c
      where c.id = any ($2) and private.person_may(c.created_by_id, 'courses', 'read', 'own')
    ), first_three as (
      select a.id from audience a left join person k on k.user_id = a.id
      where case $1 when 'grant' then coalesce(k.open, 0) < cardinality($2) when 'revoke' then k.user_id is not null else k.differs > 0 end
      order by a.id limit 3
    )
    select case $1
      when 'grant' then jsonb_build_object('people', e.people,
        'touched', e.people - count(*) filter (where k.open = cardinality($2)), 'changes', e.people * cardinality($2) - coalesce(sum(k.open), 0))
      when 'revoke' then jsonb_build_object('people', e.people, 'touched', count(k.user_id), 'changes', coalesce(sum(k.held), 0),
        'ended', count(k.user_id) filter (where k.open = 0),
        'keeps', count(k.user_id) filter (where k.open > 0 and (p.role = any ($5) or k.user_id in (select m.id from maker m))))
      else jsonb_build_object('people', e.people, 'touched', count(*) filter (where k.differs > 0), 'changes', coalesce(sum(k.differs), 0)) end,
      array(select f.id from first_three f)
    from everyone e left join (person k join public.profiles p on p.id = k.user_id) on true group by e.people$sql$,
    case when people is not null then 'select p.id from public.profiles p where p.id = any ($4) and (not $6 or p.id in (select private.assigned_person_ids()))'
      else format('select p.id from %s p where %s', private.people_from(query), private.people_where(query, role, state, course, quiet)) end)
    into answer, first_three using act, courses, ends_at, people, private.readers_of_all(), narrowed;
  return answer || jsonb_build_object('names', private.people_summary(first_three, private.can('profiles', 'list', 'assigned')) -> 'names');
end
$function$;

create or replace function public.analytics(
  query text default '',
  course_id uuid default null,
  quiet text default null,
  sort text default 'active',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  by_name boolean := coalesce(analytics.sort in ('name', '-name'), false);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  whom text;
  total bigint;
  ids uuid[];
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id' when by_name then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null and not private.reach_is_narrowed() then
    if by_name then
      execute format('select count(*) from private.people p where %s', wanted.condition) into total;
    else
      select f.total, f.ids into total, ids from private.learners_found(wanted.condition, ordered, size, start) f;
    end if;
  elsif wanted.condition = 'true' then
    -- Every person has a row among the learners.
    total := private.people_count(null, null);
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if ids is null and total > 0 then
    execute format('select array(select k.user_id from %s %s where %s order by %s limit %s offset %s)',
      wanted.people, whom, wanted.condition, ordered, size, start) into ids;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'last_at', nullif(date_trunc('second', case when analytics.course_id is null then l.last_at else k.last_at end), '-infinity'),
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0))
    order by o.place), '[]')
  into rows
  from unnest(ids) with ordinality o (id, place)
  join public.profiles p on p.id = o.id
  join private.learners l on l.user_id = p.id
  left join private.learner_courses k on k.user_id = p.id and k.course_id = analytics.course_id
  left join private.learner_totals(ids, analytics.course_id) t on t.user_id = p.id;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.analytics(text,uuid,text,text,integer,integer) is 'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; in each case only people with an unfinished course that is open to them, whose account is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. Courses are those that are granted, published and not deleted, `ended` of which have ended; completed and total count the lessons that are there now, because nobody can complete others; last_at is the last completion or watched minute anywhere, also in a lesson that was deleted since, because an editor''s change must not make a learner inactive. Callers see only those whom they reach. Raises 42501 (rules/members#analytics).';

create or replace function public.member_analytics(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_analytics_rights();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'published', s.live,
        'completed', k.completed, 'total', s.lessons, 'last_at', nullif(date_trunc('second', k.last_at), '-infinity'),
        'access', case when k.open_until is null then 'REVOKED' when k.open_until > now() then 'OPEN' else 'ENDED' end,
        'expires_at', nullif(k.open_until, 'infinity'))
      order by k.open_until is null, k.open_until <= now(), k.last_at desc, c.title, c.id), '[]')
    from private.learner_courses k
    join private.course_sizes s on s.course_id = k.course_id
    join public.courses c on c.id = k.course_id and c.deleted_at is null
    where k.user_id = member_analytics.user_id and (select private.reaches(member_analytics.user_id)) and (k.open_until is not null or k.last_at > '-infinity'));
end
$function$;
comment on function public.member_analytics(uuid) is 'Takes a person; their courses [{id, title, slug, published, completed, total, last_at, access, expires_at}], open ones first, then those whose access ENDED, then those whose access was REVOKED after they had done something there. Completed and total count the lessons that are there now; last_at is the last completion or watched minute in any lesson of it. A course that is not published counts for nothing else and says so; deleted ones are left out. A person whom the caller does not reach has none. Raises 42501 (rules/members#analytics).';

-- Exports ---------------------------------------------------------------------------------------------------------

alter table private.export_lists add column scope public.permission_scope not null default 'any';
comment on column private.export_lists.scope is 'The scope in which the export asks for the right; assigned if the list leaves out people whom the caller does not reach.';
update private.export_lists set scope = 'assigned' where list in ('members', 'analytics');

create or replace function private.export_source(
  list text,
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not exists (
    select 1 from private.export_lists l where l.list = export_source.list and private.can(l.resource, l.action, l.scope)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$function$;

-- Invites: inviting stays as it is, for an invite is about nobody's account yet -------------------------------------

create or replace function private.check_invite(role public.user_role, course_ids uuid[])
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('invites', 'create', 'own') then
    raise exception using errcode = '42501', message = 'You may not invite people.';
  end if;
  if role <> 'MEMBER' and not private.can('invites', 'give_role') then
    raise exception using errcode = '42501', message = 'You may not give a role.';
  end if;
  if exists (
    select 1 from unnest(course_ids) wanted(id)
    where not exists (
      select 1 from public.courses c
      where c.id = wanted.id and c.deleted_at is null
        and (private.can('entitlements', 'create', 'assigned') or c.id in (select private.my_course_ids('invites', 'create'))))
  ) then
    raise exception using errcode = '42501', message = 'You may not invite to this course.';
  end if;
end
$function$;

create or replace function private.invite_verdicts(act text, batch uuid[])
  returns table(id uuid, state text)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  any_invite boolean := private.can('invites', invite_verdicts.act);
  own_invite boolean := private.can('invites', invite_verdicts.act, 'own');
  any_role boolean := private.can('invites', 'give_role');
  any_course boolean := private.can('entitlements', 'create', 'assigned');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- As in resend_invite(), the caller needs the right to give now what the invite gives.
      when i.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
      when exists (
        select 1 from public.invite_courses ic
        where ic.invite_id = i.id and not exists (
          select 1 from public.courses c
          where c.id = ic.course_id and c.deleted_at is null
            and (any_course or c.id in (select private.my_course_ids('invites', 'create'))))
      ) then 'COURSE_DENIED'
      when i.cohort_id is not null and not private.can_on_cohort('cohort_members', 'create', i.cohort_id) then 'COHORT_DENIED'
      else 'READY' end
    from public.invites i
    where i.id = any (batch) and (any_invite or (own_invite and i.invited_by_id = me));
end
$function$;

create or replace function private.invited_course_ids(i public.invites)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- The rule is the same as in check_invite() for a person who sends an invite.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        -- The membership gives these, by the schedule of the cohort.
        and not exists (select from public.cohort_courses k where k.cohort_id = i.cohort_id and k.course_id = ic.course_id)
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create', 'assigned')) or c.created_by_id = i.invited_by_id);
  end if;
end
$function$;

create or replace function private.validate_invites(lines jsonb, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  any_course boolean := private.can('entitlements', 'create', 'assigned');
  any_invite boolean := private.can('invites', 'read');
  lists_people boolean := private.can('profiles', 'list', 'assigned');
  narrowed boolean := private.reach_is_narrowed();
  any_cohort boolean := private.can('cohort_members', 'create');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- Room for 2,000 of the longest emails, with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs,
        lower(nullif(btrim(t.entry ->> 'cohort'), '')) as cohort_slug
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, h.id as cohort_id, h.title as cohort, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
      left join public.cohorts h on h.slug = s.cohort_slug and h.archived_at is null
        and (any_cohort or h.id in (select private.staffed_cohort_ids('cohort_members', 'create')))
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'cohort_id', r.cohort_id, 'cohort', r.cohort,
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when r.cohort_slug is not null and r.cohort_id is null then 'UNKNOWN_COHORT'
        when lists_people and exists (select 1 from public.profiles p where lower(p.email) = r.address
          and (not narrowed or p.id in (select private.assigned_person_ids()))) then
          case when r.cohort_id is null then 'MEMBER'
            when exists (select 1 from public.profiles p join public.cohort_members m on m.user_id = p.id and m.state <> 'LEFT'
              where lower(p.email) = r.address and m.cohort_id = r.cohort_id) then 'IN_COHORT'
            else 'JOINS' end
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$function$;
comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs, cohort: slug}] and how many are allowed; says of each what would come of it. It tells no caller what they may not read: another''s course is an unknown one to a creator, and only those who may list people learn that a person whom they reach has an account, and only those who may read all invites learn of an invite of another sender. Raises 42501, PT422 TOO_MANY.';

-- Others ------------------------------------------------------------------------------------------------------------

create or replace function public.community_reports(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with open_report as materialized (
      select r.post_id, min(r.created_at) as first_at, count(*)::int as reports,
        (array_agg(left(r.reason, 300) order by r.created_at) filter (where btrim(r.reason) <> ''))[1:3] as reasons
      from public.communities c
      cross join lateral private.community_membership(c.id) s
      join public.community_posts p on p.community_id = c.id and p.deleted_at is null
      join public.community_post_reports r on r.post_id = p.id and r.resolved_at is null
      where c.slug = community_reports.slug and s.moderates and s.state <> 'BANNED'
      group by r.post_id
    ), page as (
      select o.* from open_report o order by o.first_at, o.post_id limit 8
    )
    select jsonb_build_object('total', (select count(*)::int from open_report),
      'items', jsonb_agg(jsonb_build_object('post', v.view, 'reasons', to_jsonb(coalesce(p.reasons, '{}')),
          'author_id', case when (select private.can('profiles', 'list', 'assigned')) and private.reaches(w.author_id) then w.author_id end)
        order by p.first_at, p.post_id))
    from page p
    join public.community_posts w on w.id = p.post_id
    join private.post_views(array(select q.post_id from page q), 500, true) v on v.id = p.post_id
    having count(*) > 0
  );
end
$function$;
comment on function public.community_reports(text) is 'Takes a community''s slug; for its moderators and for administrators the eight posts that were reported first and not dealt with, with up to three of the reasons; not who reported them. Null when there is none, and for everyone else. Definer, because it names authors: by name, and for those who may list people, of people whom they reach, by id.';

create or replace function public.add_cohort_people(cohort_id uuid, people uuid[])
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  known uuid[] := people;
  joined uuid[];
begin
  perform private.check_cohort_right('cohort_members', 'create', add_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  if private.reach_is_narrowed() then
    known := array(select k from unnest(people) k where k in (select private.assigned_person_ids()));
  end if;
  joined := private.join_cohort(add_cohort_people.cohort_id, known);
  return jsonb_build_object('added', cardinality(joined), 'people', (select count(distinct p.id) from public.profiles p where p.id = any (known)));
end
$function$;
comment on function public.add_cohort_people(uuid,uuid[]) is 'Takes a cohort and people, 2,000 at most; those whom the caller reaches and who are not in it join. Gives {added, people: how many of them there are}; sent again it adds nobody. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 TOO_MANY.';

create or replace function public.settings_preview()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at,
        u.email_confirmed_at is null or (u.email_confirmed_at = 'epoch'
          and exists (select 1 from private.corrected_addresses a where a.user_id = p.id)) as unverified,
        coalesce(nullif(btrim(p.name), ''), p.email) as name,
        p.role <> 'MEMBER' and not exists (
          select 1 from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factor_missing
      from public.profiles p join auth.users u on u.id = p.id
      where p.disabled_at is null
    ), counted as (
      select count(*) filter (where role = 'ADMIN') as administrators,
        count(*) filter (where role <> 'ADMIN') as others,
        count(*) filter (where role <> 'MEMBER') as staff,
        count(*) filter (where factor_missing) as factor_missing,
        (array_agg(name order by role, name) filter (where factor_missing))[1:5] as factor_missing_names,
        count(*) filter (where unverified) as unverified,
        count(*) filter (where role = 'CREATOR') as creators,
        count(*) filter (where role = 'MODERATOR') as moderators,
        count(*) filter (where role = 'MODERATOR' and not exists (
          select from public.cohort_staff s where s.user_id = people.id)) as moderators_without_cohort,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$function$;
comment on function public.settings_preview() is 'Whom each switch of the settings would touch at this moment, disabled accounts left out: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (five at most), unverified, creators, creator_courses, moderators, moderators_without_cohort (who look after none), recent_sign_ups (30 days), open_invites, me_without_factor, me_unverified}. For callers who may change the settings; raises 42501.';
