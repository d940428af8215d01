-- Why: a list says how many rows it has, and counting a hundred thousand took most of its time, at each look. How many
-- there are of each kind is kept here. It is kept by adding rows, never by changing one: those who write at the same
-- moment never wait for each other, however long their transactions are.

create table private.tallies (
  id bigint primary key generated always as identity,
  list text not null,
  part text not null,
  rows bigint not null
);
alter table private.tallies enable row level security;
comment on table private.tallies is
  'How many rows each part of a long list has, as the sum of what came (more) and went (less). No grants: kept by tally(), read by tallied().';
create index tallies_part_idx on private.tallies (list, part) include (rows);

create function private.tallied(list text, parts text[] default null) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(t.rows), 0) from private.tallies t
    where t.list = tallied.list and (tallied.parts is null or t.part = any (tallied.parts)));
end
$$;
comment on function private.tallied(text, text[]) is 'Takes a list and some of its parts (null: all); gives how many rows they have.';

create function private.tally() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  changed text[];
  one text;
begin
  execute format($sql$
    with made as (
      insert into private.tallies (list, part, rows)
      select %L, r.part, sum(r.rows) from (%s) r where r.part is not null group by r.part having sum(r.rows) <> 0
      returning part
    )
    select array_agg(m.part) from made m$sql$,
    tg_argv[0], concat_ws(' union all ',
      case when tg_op <> 'INSERT' then format('select %s as part, -1 as rows from old_rows r', tg_argv[1]) end,
      case when tg_op <> 'DELETE' then format('select %s as part, 1 as rows from new_rows r', tg_argv[1]) end))
  into changed;
  -- Many become one again. What another transaction is doing the same with is left to it.
  for one in
    select t.part from private.tallies t where t.list = tg_argv[0] and t.part = any (changed)
    group by t.part having count(*) > most or sum(t.rows) = 0
  loop
    with gone as (
      delete from private.tallies t
      where t.id in (select s.id from private.tallies s where s.list = tg_argv[0] and s.part = one for update skip locked)
      returning t.rows
    )
    insert into private.tallies (list, part, rows)
    select tg_argv[0], one, sum(g.rows) from gone g having sum(g.rows) <> 0;
  end loop;
  return null;
end
$$;
comment on function private.tally() is
  'Statement trigger: keeps the tallies of the list that its first argument names; the second says as SQL which part a row r is of, null for none.';

create function private.keep_tally(of regclass, list text, part text) returns void
language plpgsql set search_path = '' as $$
declare
  name text := (select c.relname from pg_class c where c.oid = keep_tally.of);
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_insert', of, list, part);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_update', of, list, part);
  execute format('create trigger %I after delete on %s referencing old table as old_rows for each statement execute function private.tally(%L, %L)',
    name || '_tally_delete', of, list, part);
end
$$;
comment on function private.keep_tally(regclass, text, text) is
  'Takes a table, the name of a list, and as SQL which part of it a row r is of (null: none); from now on its tallies are kept. For migrations, which call rebuild_tallies() for the rows that are there.';

create function private.rebuild_tallies() returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  delete from private.tallies;
  for one in
    select t.tgrelid::regclass as of, a.words[1] as list, a.words[2] as part
    from pg_trigger t
    cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as words) a
    where t.tgfoid = 'private.tally()'::regprocedure and t.tgname like '%\_tally\_insert'
  loop
    execute format('insert into private.tallies (list, part, rows) select %L, p.part, count(*) from (select %s as part from %s r) p where p.part is not null group by p.part',
      one.list, one.part, one.of);
  end loop;
end
$$;
comment on function private.rebuild_tallies() is
  'Counts everything anew, for rows that came past the triggers: when they were added, and when a data set was loaded without them.';

select private.keep_tally('public.profiles', 'people', $$r.role || case when r.disabled_at is null then ' active' else ' disabled' end$$);
select private.keep_tally('public.invites', 'invites',
  $$case when r.redeemed_at is not null then 'REDEEMED' when r.cancelled_at is not null then 'CANCELLED' else 'OPEN' end$$);
-- Whoever is in it, and banned people, who stay on its list.
select private.keep_tally('public.community_members', 'community_members',
  $$case when r.left_at is null or r.banned then r.community_id::text end$$);
select private.rebuild_tallies();

create function private.people_tallied(role public.user_role, state text) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return private.tallied('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_tallied.role is null or r = people_tallied.role)
      and case people_tallied.state when 'disabled' then s = ' disabled' when 'active' then s = ' active' else true end));
end
$$;
comment on function private.people_tallied(public.user_role, text) is 'Takes a role, and active or disabled (null: any); how many people that are.';

create function private.invites_tallied(state text) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  active bigint := 0;
begin
  if invites_tallied.state in ('REDEEMED', 'CANCELLED') then
    return private.tallied('invites', array[invites_tallied.state]);
  end if;
  -- Which of the open ones have ended is the clock's to say. Those that have not are of the last days, and few.
  if invites_tallied.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now());
  end if;
  return case invites_tallied.state when 'ACTIVE' then active when 'EXPIRED' then private.tallied('invites', '{OPEN}') - active
    else private.tallied('invites') end;
end
$$;
comment on function private.invites_tallied(text) is 'Takes a derived status (null: any), as invites_where() does; how many invites have it.';

create or replace function public.managed_members(community_id uuid, query text default '', state text default null,
  page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- A banned person stays on the list after leaving, as the ban does.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  if found is null and coalesce(managed_members.state, '') not in ('banned', 'moderators') then
    total := private.tallied('community_members', array[managed_members.community_id::text]);
  else
    execute format('select count(*) from %s where %s', people, condition) into total;
  end if;
  execute format($sql$
    with page as materialized (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
      order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at)) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    people, condition, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;

-- An accepted invite leads to the page of who accepted it; the count is the tallies' where they have it.
create or replace function public.invite_list(query text default '', state text default null, sort text default 'newest',
  mine boolean default false, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and private.can('invites', 'read') then
    total := private.invites_tallied(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The page's ids first; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id,
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$$;
comment on function public.invite_list(text, text, text, boolean, int, int) is
  'Takes a part of an address, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, courses}]}, the token of active ones alone, courses as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';

drop function public.members(text, public.user_role, text, text, int, int);
create function public.members(query text default '', role public.user_role default null, state text default null,
  sort text default 'newest', page int default 1, page_size int default 50, course text default null, quiet text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(members.query, ''))) > 0;
  learning boolean := coalesce(members.course, '') || coalesce(members.quiet, '') <> '';
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  few boolean := false;
  walked boolean := false;
  total bigint;
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  condition text;
  rows jsonb;
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if learning and not searched then
    select t.total, t.few, t.walked into total, few, walked
    from private.people_total(members.role, members.state, members.course, members.quiet) t;
  elsif not searched then
    total := private.people_tallied(members.role, members.state);
  end if;
  condition := private.people_where(members.query, members.role, members.state, members.course, members.quiet, few or walked);
  if searched and not learning then
    execute format('select count(*) from private.people p where %s', condition) into total;
  end if;
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The page's ids first, out of the index alone; then fifty rows and not all those before them. Of a search besides a
  -- course or quiet neither is in the list's order: those who meet both are found once, for count and page.
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
    case when searched and learning then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;
comment on function public.members(text, public.user_role, text, text, int, int, text, text) is
  'Takes a search over name and address, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; raises 42501, and what learning_where() raises.';
grant execute on function public.members(text, public.user_role, text, text, int, int, text, text) to authenticated;
