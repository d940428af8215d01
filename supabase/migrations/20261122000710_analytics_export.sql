-- Why: what the analytics screen finds leaves the house as a file, by the one way that there is for lists.
-- The screen and the file ask by the same condition, which therefore stands in one place from now on.

create function private.learners_where(query text, course_id uuid, quiet text, out people text, out condition text)
language plpgsql stable set search_path = '' as $$
declare
  in_course boolean := learners_where.course_id is not null;
begin
  people := case when in_course then 'private.learner_courses k' else 'private.learners k' end;
  condition := concat_ws(' and ', 'true',
    case when in_course then format('k.course_id = %L and k.open_until is not null', learners_where.course_id) end,
    case when learners_where.quiet in ('7', '14', '30', 'never') then concat_ws(' and ', 'k.open_until is not null and k.open_until > now()',
      case when in_course then
        'not k.finished and exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < now() - interval ''%s days''', learners_where.quiet) end) end,
    (select string_agg(format('private.person_key(p.name, p.email, p.phone) like %L', pattern), ' and ')
      from unnest(private.person_patterns(coalesce(learners_where.query, ''))) pattern));
end
$$;
comment on function private.learners_where(text, uuid, text) is
  'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on profiles p, as SQL with every value quoted.';

create function private.learner_totals(person uuid, course uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('courses', count(*), 'ended', count(*) filter (where c.open_until <= now()),
    'completed', coalesce(sum(c.completed), 0), 'total', coalesce(sum(s.lessons), 0))
  from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
  where c.user_id = learner_totals.person and c.open_until is not null
    -- Whoever asks for one course asks for it as it is, published or not.
    and case when learner_totals.course is null then s.live else c.course_id = learner_totals.course end
$$;
comment on function private.learner_totals(uuid, uuid) is
  'Takes a person, and a course or null; {courses, ended, completed, total} of that course, or of all that count (see the head of 20261122000100_analytics.sql).';

create or replace function public.analytics(query text default '', course_id uuid default null, quiet text default null,
  sort text default 'active', page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  total bigint;
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  execute format('select count(*) from %s %s where %s', wanted.people,
    case when searched then 'join public.profiles p on p.id = k.user_id' end, wanted.condition) into total;
  -- The page's people first, out of an index; then what fifty of them have done.
  execute format($sql$
    with page as materialized (
      select k.user_id, k.last_at, row_number() over () as place
      from (select k.user_id, k.last_at from %1$s %2$s where %3$s order by %4$s limit %5$s offset %6$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
        'last_at', nullif(date_trunc('second', page.last_at), '-infinity')) || private.learner_totals(p.id, %7$L) order by page.place), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    wanted.people, case when searched or analytics.sort in ('name', '-name') then 'join public.profiles p on p.id = k.user_id' end,
    wanted.condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, analytics.course_id) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;

create function private.export_analytics(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  course uuid := nullif(filter ->> 'course', '')::uuid;
  wanted record;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(filter ->> 'search', course, filter ->> 'quiet');
  columns := array['id', 'name', 'email', 'courses', 'ended', 'completed', 'total', 'percent', 'last_activity'];
  source := format($sql$
    select k.last_at as at, k.user_id as key, (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'last_activity', nullif(k.last_at, '-infinity'),
          'percent', coalesce(round(100.0 * (t.sums ->> 'completed')::int / nullif((t.sums ->> 'total')::int, 0)), 0)) || t.sums
      from (select private.learner_totals(p.id, %L) as sums) t) as row
    from %s join public.profiles p on p.id = k.user_id where %s$sql$, course, wanted.people, wanted.condition);
end
$$;
comment on function private.export_analytics(jsonb) is
  'Takes {search, course, quiet} as analytics() has them; gives columns and query of its export, the latest activity first. Raises 42501.';
insert into private.export_lists (list, resource, personal) values ('analytics', 'analytics', '{search}');
