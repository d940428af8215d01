-- Why: staff see how far each learner has come and who has gone quiet, sorted and searched among a hundred
-- thousand people (rules/members#analytics), and begin their day with a dashboard. Each is one answer,
-- computed where the rows are.

create function private.check_analytics_rights() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('analytics', 'read') or not private.can('profiles', 'list') or not private.can('lesson_completions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the analytics.';
  end if;
end
$$;
comment on function private.check_analytics_rights() is 'Raises 42501 unless the caller may read analytics and every completion, and list people.';

create function public.member_analytics(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    where k.user_id = member_analytics.user_id and (k.open_until is not null or k.last_at > '-infinity'));
end
$$;
comment on function public.member_analytics(uuid) is
  'Takes a person; their courses [{id, title, slug, published, completed, total, last_at, access, expires_at}], open ones first, then those whose access ENDED, then those whose access was REVOKED after they had done something there. Completed and total count the lessons that are there now; last_at is the last completion or watched minute in any lesson of it. A course that is not published counts for nothing else and says so; deleted ones are left out. Raises 42501 (rules/members#analytics).';
grant execute on function public.member_analytics(uuid) to authenticated;

create function public.analytics(query text default '', course_id uuid default null, quiet text default null,
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
  whom text;
  total bigint;
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id'
    when analytics.sort in ('name', '-name') then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null then
    -- Every person has a row among the learners, so counting the people found is enough.
    execute format('select count(*) from private.people p where %s', wanted.condition) into total;
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if total = 0 then
    return '{"total": 0, "members": []}';
  end if;
  -- The page's people first, out of an index; then what fifty of them have done.
  execute format($sql$
    with page as materialized (
      select k.user_id, k.last_at, row_number() over () as place
      from (select k.user_id, k.last_at from %1$s %2$s where %3$s order by %4$s limit %5$s offset %6$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
        'last_at', nullif(date_trunc('second', page.last_at), '-infinity')) || private.learner_totals(p.id, %7$L) order by page.place), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    wanted.people, whom, wanted.condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, analytics.course_id) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;
comment on function public.analytics(text, uuid, text, text, int, int) is
  'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; only who has an unfinished course that is open to them, and is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. Courses are those that are granted, published and not deleted, ended of them have ended; completed and total count the lessons that are there now, because no more can be done; last_at is the last completion or watched minute anywhere, in a lesson that is gone too, because an editor''s change makes no learner quiet. Raises 42501 (rules/members#analytics).';
grant execute on function public.analytics(text, uuid, text, text, int, int) to authenticated;

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
        'not k.finished and not exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is not null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < now() - interval ''%s days''', learners_where.quiet) end) end,
    private.found_by(learners_where.query, 'p'));
end
$$;
comment on function private.learners_where(text, uuid, text) is
  'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted.';

create function private.learner_totals(person uuid, course uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('courses', count(*), 'ended', count(*) filter (where c.open_until <= now()),
    'completed', coalesce(sum(c.completed), 0), 'total', coalesce(sum(s.lessons), 0))
  from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
  where c.user_id = learner_totals.person and c.open_until is not null
    -- One course is shown as it is, published or not.
    and case when learner_totals.course is null then s.live else c.course_id = learner_totals.course end
$$;
comment on function private.learner_totals(uuid, uuid) is
  'Takes a person, and a course or null; {courses, ended, completed, total} of that course, or of all that count (see the head of learner_counts).';

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
    from (select k.* from %s %s where %s) k join public.profiles p on p.id = k.user_id$sql$, course, wanted.people,
    case when private.found_by(filter ->> 'search', 'p') is not null then 'join private.people p on p.id = k.user_id' end, wanted.condition);
end
$$;
comment on function private.export_analytics(jsonb) is
  'Takes {search, course, quiet} as analytics() has them; gives columns and query of its export, the latest activity first. Raises 42501.';

create function public.dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
        and (everything or i.invited_by_id = me)),
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'who', coalesce(nullif(p.name, ''), p.email, a.actor), 'created_at', a.created_at)
        order by a.created_at desc, a.id desc), '[]')
      from (select * from public.audit_logs l order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id) end);
end
$$;
comment on function public.dashboard() is
  'Counts courses by status, members, creators and open invites, and gives the ten newest audit records; for those who hold it for their own alone: their courses and invites, with members and activity null (rules/access#role-table). Row security applies besides. Raises 42501.';
grant execute on function public.dashboard() to authenticated;
