-- Why: a page of analytics asked what each of its fifty people has done by a call of its own, which took longer than
-- finding them; and people with a common name were looked for twice, once to count them. Now those who are found are
-- found once, and what a page's people have done is one question.

drop function private.learner_totals(uuid, uuid);
create function private.learner_totals(people uuid[], course uuid)
returns table (user_id uuid, courses bigint, ended bigint, completed bigint, total bigint)
language sql stable as $$
  select c.user_id, count(*), count(*) filter (where c.open_until <= now()), sum(c.completed), sum(s.lessons)
  from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
  where c.user_id = any (learner_totals.people) and c.open_until is not null
    -- One course is shown as it is, published or not.
    and case when learner_totals.course is null then s.live else c.course_id = learner_totals.course end
  group by c.user_id
$$;
comment on function private.learner_totals(uuid[], uuid) is
  'Takes people, and a course or null; courses, ended, completed and total of that course, or of all that count (see the head of learner_counts), of those who have any.';

create function private.learners_found(condition text, ordered text, size int, start bigint, out total bigint, out ids uuid[])
language plpgsql stable set search_path = '' as $$
begin
  -- Few are looked up one by one and sorted. Of many the list is walked in its order until the page is full: a lookup
  -- costs about ten steps of that walk, and where one in n is found, a page of it takes n times as many steps.
  execute format($sql$
    with found as materialized (
      select p.id from private.people p where %1$s
    ), counted as materialized (
      select count(*) as people from found
    )
    select c.people, case when c.people * c.people * 10 <= (%4$s + %3$s)::bigint * %5$s
      then array(
        select k.user_id
        from found p cross join lateral (select k.* from private.learners k where k.user_id = p.id offset 0) k
        order by %2$s limit %3$s offset %4$s)
      else array(
        select k.user_id from private.learners k
        where (k.user_id in (select p.id from found p)) is true
        order by %2$s limit %3$s offset %4$s) end
    from counted c$sql$, condition, ordered, size, start, private.people_tallied(null, null)) into total, ids;
end
$$;
comment on function private.learners_found(text, text, int, bigint) is
  'Takes a condition on private.people p, an order of private.learners k, a page''s size and what lies before it; gives how many people that finds, and the page''s ids in that order. Every person has a row among the learners.';

create or replace function public.analytics(query text default '', course_id uuid default null, quiet text default null, sort text default 'active',
  page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
  if searched and analytics.course_id is null and analytics.quiet is null then
    if by_name then
      execute format('select count(*) from private.people p where %s', wanted.condition) into total;
    else
      select f.total, f.ids into total, ids from private.learners_found(wanted.condition, ordered, size, start) f;
    end if;
  elsif wanted.condition = 'true' then
    -- Every person has a row among the learners.
    total := private.people_tallied(null, null);
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
$$;

create or replace function private.export_analytics(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  course uuid := nullif(filter ->> 'course', '')::uuid;
  wanted record;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(filter ->> 'search', course, filter ->> 'quiet');
  columns := array['id', 'name', 'email', 'courses', 'ended', 'completed', 'total', 'percent', 'last_activity'];
  source := format($sql$
    select k.last_at as at, k.user_id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0),
      'percent', coalesce(round(100.0 * t.completed / nullif(t.total, 0)), 0), 'last_activity', nullif(k.last_at, '-infinity')) as row
    from (select k.* from %s %s where %s) k join public.profiles p on p.id = k.user_id
    left join lateral private.learner_totals(array[k.user_id], %L) t on true$sql$, wanted.people,
    case when private.found_by(filter ->> 'search', 'p') is not null then 'join private.people p on p.id = k.user_id' end, wanted.condition, course);
end
$$;

-- An empty search needs no right.
create or replace function private.found_by(query text, alias text) returns text
language plpgsql stable set search_path = '' as $$
declare
  patterns text[] := private.person_patterns(coalesce(query, ''));
  key text;
begin
  if cardinality(patterns) = 0 then
    return null;
  end if;
  -- A phone number that the caller may not read must not be found by searching for it.
  key := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
  return (select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ') from unnest(patterns) pattern);
end
$$;
