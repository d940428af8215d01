-- Why: a course is often given for a time, and that time changes: for one person, for many, for those on a
-- list. So an end is given with a grant and changed later (rules/members#entitlement-end), the people whom a bulk
-- act is about are found by what they may open and by how long they have been quiet
-- (rules/members#member-filters), and an act is counted before it is done (rules/members#bulk).

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'entitlements', 'update', 'any'),
  ('MODERATOR', 'entitlements', 'update', 'any');

drop trigger entitlements_audit_insert on public.entitlements;
drop trigger entitlements_audit_update on public.entitlements;
drop trigger entitlements_audit_delete on public.entitlements;
select private.audit_table('public.entitlements', 'entitlement', '{"insert": "grant", "delete": "revoke",
  "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]]}');

-- Who has no course is asked of a hundred thousand people at once, so until when anything is open is kept.
alter table private.learners add column held_until timestamptz not null default '-infinity';
comment on column private.learners.held_until is
  'Until when the last course is open to them, whether it counts or not (-infinity: no grant at all).';

create or replace function private.recount_learners(people uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
  insert into private.learners as k (user_id, completed, last_at, granted_at, open_until, held_until)
  select p.id, coalesce(sum(c.completed) filter (where c.open_until is not null and s.live), 0)::int,
    coalesce(max(c.last_at), '-infinity'),
    min(c.granted_at) filter (where s.live and not c.finished and p.disabled_at is null),
    max(c.open_until) filter (where s.live and not c.finished and p.disabled_at is null),
    coalesce(max(c.open_until), '-infinity')
  from public.profiles p
  left join private.learner_courses c on c.user_id = p.id
  left join private.course_sizes s on s.course_id = c.course_id
  where p.id = any (people)
  group by p.id
  on conflict (user_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, held_until = excluded.held_until
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.held_until)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.held_until);
end
$$;

update private.learners l set held_until = c.held_until
from (select k.user_id, max(k.open_until) as held_until from private.learner_courses k group by k.user_id) c
where c.user_id = l.user_id and c.held_until is not null;

create index learners_held_idx on private.learners (held_until, user_id);
create index learner_courses_open_idx on private.learner_courses (course_id, open_until, user_id) where open_until is not null;

create function private.learning_where(course text, quiet text, out source text, out condition text)
language plpgsql stable set search_path = '' as $$
declare
  only_course uuid := nullif(nullif(course, ''), 'none')::uuid;
  still text := nullif(quiet, '');
begin
  if coalesce(course, '') = '' and still is null then
    return;
  end if;
  if coalesce(course, '') <> '' and not private.can('entitlements', 'read') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  if still is not null then
    perform private.check_analytics_rights();
    -- A word that is not known must not widen whom an act is about.
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
$$;
comment on function private.learning_where(text, text) is
  'Takes a course''s id, `none` or nothing, and 7, 14, 30 (days), `never` or nothing; gives the table k in which those to whom that course is open now, to whom none is, or who have been quiet for so long as analytics() means it stand as k.user_id, and the condition, as SQL with every value quoted; nulls without either. Raises 42501 for callers who may not read what is asked for, PT422 BAD_FILTER, and 22P02 for what is no id.';

drop function private.people_where(text, public.user_role, text);
create function private.people_where(query text, role public.user_role, state text, course text default null, quiet text default null,
  few boolean default false) returns text
language plpgsql stable set search_path = '' as $$
declare
  learning record := private.learning_where(people_where.course, people_where.quiet);
begin
  return concat_ws(' and ', 'true', private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end,
    case when learning.source is not null then format(case when few then 'p.id = any (array(select k.user_id from %s where %s))'
      else 'p.id in (select k.user_id from %s where %s)' end, learning.source, learning.condition) end);
end
$$;
comment on function private.people_where(text, public.user_role, text, text, text, boolean) is
  'Takes a search, a role, active or disabled (null: any), what learning_where() takes, and whether that finds so few that they are looked up one by one; gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index. Lists, exports and bulk acts ask it alike.';

create function private.people_total(role public.user_role, state text, course text, quiet text,
  out total bigint, out few boolean, out walked boolean)
language plpgsql stable set search_path = '' as $$
declare
  learning record := private.learning_where(people_total.course, people_total.quiet);
  -- Most people are members whose account is open: the others are counted, and taken from all.
  others text := concat_ws(' or ', case when people_total.role = 'MEMBER' then 'p.role in (''ADMIN'', ''CREATOR'', ''MODERATOR'')' end,
    case when people_total.state = 'active' then 'p.disabled_at is not null' end);
  without bigint := 0;
begin
  few := false;
  walked := false;
  if coalesce(people_total.role, 'MEMBER') <> 'MEMBER' or people_total.state = 'disabled' then
    execute format('select count(*) from public.profiles p where %s',
      private.people_where(null, role, state, course, quiet)) into total;
    return;
  end if;
  -- Every row there is a person's: nothing has to be joined.
  execute format('select count(*) from %s where %s', learning.source, learning.condition) into total;
  few := total <= 2000;
  walked := not few and total <= 50000;
  if others <> '' then
    execute format('select count(*) from public.profiles p where (%s) and exists (select from %s where k.user_id = p.id and %s)',
      others, learning.source, learning.condition) into without;
    total := total - without;
  end if;
end
$$;
comment on function private.people_total(public.user_role, text, text, text) is
  'Takes what people_where() takes, without a search and with a course or quiet; how many people that finds, and whether those whom learning_where() finds are few, to be looked up one by one, or so many that the list is walked in its order until the page is full. Of more than these each is asked for on the way.';

-- The members of a course of thousands are not read whole and sorted for one page.
create function private.page_in_order(condition text, ordered text, size int, start bigint) returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set jit = off as $$
declare
  ids uuid[];
begin
  execute format('select array(select p.id from public.profiles p where %s order by %s limit %s offset %s)', condition, ordered, size, start)
  into ids;
  return ids;
end
$$;
comment on function private.page_in_order(text, text, int, bigint) is
  'Takes a condition on profiles p as people_where() gives it, an order that an index has, a page''s size and what lies before it; gives the page''s ids. The list is walked in its order by that index, and not sorted whole, though the planner may think this shorter.';

create or replace function private.export_members(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  phone boolean := private.can('profiles', 'read');
begin
  columns := array['id', 'name', 'email'] || case when phone then array['phone'] else '{}' end
    || array['role', 'status', 'joined', 'courses'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email %s,
      'role', p.role, 'status', case when p.disabled_at is null then 'Active' else 'Disabled' end, 'joined', p.created_at,
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now()))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role,
      filter ->> 'state', filter ->> 'course', filter ->> 'quiet'));
end
$$;
comment on function private.export_members(jsonb) is
  'Takes {search, role, state, course, quiet} as members() has them; gives columns and query of the members'' export. The phone is for those who may read it.';

create function public.members_by_address(addresses text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if coalesce(cardinality(addresses), 0) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Up to 2,000 addresses can be looked up.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', typed.address, 'id', found.id) order by typed.address), '[]')
    from (select distinct lower(btrim(a)) as address from unnest(addresses) a) typed
    cross join lateral (
      select p.id from public.profiles p where lower(p.email) = typed.address order by p.created_at limit 1) found);
end
$$;
comment on function public.members_by_address(text[]) is
  'Takes at most 2,000 addresses; [{address, id}] of those that members have, in small letters, once each. For callers who may list people alone: addresses could be probed by it. Raises 42501 and PT422 TOO_MANY.';
grant execute on function public.members_by_address(text[]) to authenticated;
