-- Why: to make a page of search results, the list of people was read in its order. Names in one script are together in that list,
-- so a search for Japanese names read all Latin names first.

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
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The ids of the page are read first, from the index alone, so that only its fifty rows are put together. The people whom a
  -- search finds are found once, for the count and the page, and then sorted. Many of them can be at the end of the list, and
  -- reading the list in its order would then read all of it.
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
    case when narrowed or searched then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
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
      -- As in members(), the people are found once, for the count and the page, and then sorted.
      execute format($sql$
        with found as materialized (select p.id, p.name from private.people p where %s)
        select (select count(*) from found), array(select p.id from found p order by %s limit %s offset %s)$sql$,
        wanted.condition, ordered, size, start) into total, ids;
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

create or replace function public.community_candidates(community_id uuid, query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  found text := private.found_by(community_candidates.query, 'p');
  rows jsonb;
begin
  perform private.check_community_rights('create');
  if found is null then
    return '[]';
  end if;
  execute format($sql$
    with found as materialized (
      select p.id, p.name from private.people p where p.disabled_at is null and %s
    ), few as materialized (
      select p.id from found p order by p.name, p.id limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email,
      'standing', case when m.banned then 'BANNED' when m.user_id is not null and m.left_at is null then 'MEMBER' else 'OUTSIDE' end)
      order by f.name, f.id), '[]')
    from few join public.profiles f on f.id = few.id left join public.community_members m on m.community_id = %L and m.user_id = f.id$sql$,
    found,
    community_candidates.community_id) into rows;
  return rows;
end
$function$;

create or replace function public.managed_members(
  community_id uuid,
  query text default '',
  state text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- A ban stays when the person leaves, so the person stays on the list.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  if found is null and coalesce(managed_members.state, '') not in ('banned', 'moderators') then
    total := private.row_count('community_members', array[managed_members.community_id::text]);
  end if;
  execute format($sql$
    with found as %s (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
    ), page as materialized (
      select * from found m order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(%L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at)) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    -- One scan gives the count and the page, unless the count is stored.
    case when total is null then 'materialized' else 'not materialized' end, people, condition, size,
    (greatest(coalesce(page, 1), 1) - 1)::bigint * size, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
