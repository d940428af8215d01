-- What the database computes does not depend on the time zone of the session, which a client of the API chooses
-- with `Prefer: timezone=`: parts of moments name their zone, limits count hours, and requests run in UTC
-- (rules/data#zones).

alter table private.question_acts alter column hour set default date_trunc('hour', now(), 'UTC');

create or replace function private.passed_second(moment timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select date_trunc('second', now(), 'UTC') > moment
$function$;

create or replace function private.rebuild_analytics()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  truncate private.course_sizes, private.learner_courses, private.learners;
  perform private.recount_course_sizes(array(select c.id from public.courses c));
  with place as materialized (
    select l.id, m.course_id, m.deleted_at is null and l.deleted_at is null as there
    from public.lessons l join public.modules m on m.id = l.module_id
  ), done as (
    select lc.user_id, p.course_id, count(*) filter (where p.there)::int as completed, max(lc.completed_at) as last_at
    from public.lesson_completions lc join place p on p.id = lc.lesson_id group by 1, 2
  ), watched as (
    select lp.user_id, p.course_id, max(date_trunc('minute', lp.updated_at, 'UTC')) as last_at
    from public.lesson_progress lp join place p on p.id = lp.lesson_id group by 1, 2
  ), given as (
    select e.user_id, e.course_id, min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e group by 1, 2
  )
  insert into private.learner_courses (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select user_id, course_id, coalesce(d.completed, 0), greatest(d.last_at, w.last_at, '-infinity'), g.granted_at, g.open_until,
    coalesce(d.completed, 0) >= s.lessons
  from done d full join watched w using (user_id, course_id) full join given g using (user_id, course_id)
  join private.course_sizes s using (course_id);
  perform private.recount_learners(array(select p.id from public.profiles p));
end
$function$;

create or replace function private.recount_pairs(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_learner_counts(people, courses);
  insert into private.learner_courses as k (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select p.id, c.id, done.completed, greatest(done.last_at, watched.last_at, '-infinity'),
    given.granted_at, given.open_until, done.completed >= s.lessons
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  -- People and courses that are being deleted are not counted.
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select count(*) filter (where m.deleted_at is null and l.deleted_at is null)::int as completed, max(lc.completed_at) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = p.id
    where m.course_id = c.id
  ) done
  cross join lateral (
    select max(date_trunc('minute', lp.updated_at, 'UTC')) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = p.id
    where m.course_id = c.id
  ) watched
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, finished = excluded.finished
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.finished)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.finished);
  perform private.recount_learners(people);
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
      'last_at', nullif(date_trunc('second', case when analytics.course_id is null then l.last_at else k.last_at end, 'UTC'), '-infinity'),
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
        'completed', k.completed, 'total', s.lessons, 'last_at', nullif(date_trunc('second', k.last_at, 'UTC'), '-infinity'),
        'access', case when k.open_until is null then 'REVOKED' when k.open_until > now() then 'OPEN' else 'ENDED' end,
        'expires_at', nullif(k.open_until, 'infinity'))
      order by k.open_until is null, k.open_until <= now(), k.last_at desc, c.title, c.id), '[]')
    from private.learner_courses k
    join private.course_sizes s on s.course_id = k.course_id
    join public.courses c on c.id = k.course_id and c.deleted_at is null
    where k.user_id = member_analytics.user_id and (select private.reaches(member_analytics.user_id)) and (k.open_until is not null or k.last_at > '-infinity'));
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
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at, 'UTC')) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    -- One scan gives the count and the page, unless the count is stored.
    case when total is null then 'materialized' else 'not materialized' end, people, condition, size,
    (greatest(coalesce(page, 1), 1) - 1)::bigint * size, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;

create or replace function private.refresh_counts_of_progress()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id))
  from new_rows n join old_rows o on o.user_id = n.user_id and o.lesson_id = n.lesson_id
  where date_trunc('minute', n.updated_at, 'UTC') <> date_trunc('minute', o.updated_at, 'UTC')
  having count(*) > 0;
  return null;
end
$function$;

create or replace function public.library()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), mine as materialized (
      select e.course_id, me.id as user_id,
        min(e.created_at) as entitled_at,
        bool_or(private.grant_is_open(e.expires_at)) as live,
        bool_or(e.cohort_id is not null and private.grant_is_open(e.expires_at)) as by_cohort,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id, me.id
    ), counted as materialized (
      select c.id, c.slug, c.title, c.description, c.thumbnail_url, c.author_name, c.category,
        mine.user_id, mine.entitled_at, mine.live, mine.by_cohort, mine.expires_at,
        coalesce(s.lessons, 0) as total, coalesce(s.seconds, 0) as seconds, coalesce(k.completed, 0) as completed,
        coalesce(s.lessons, 0) > 0 and coalesce(k.completed, 0) >= s.lessons as finished,
        nullif(k.last_at, '-infinity') as last_at
      from mine
      join public.courses c on c.id = mine.course_id and private.course_is_published(c.status, c.deleted_at)
      left join private.course_sizes s on s.course_id = c.id
      left join private.learner_courses k on k.user_id = mine.user_id and k.course_id = c.id
    ), closed as materialized (
      select u.lesson_id, u.course_id, u.opens_at, u.cohort_id from me, private.unreleased_lessons(me.id, now()) u
    ), latest as (
      -- The counts store only the minute of watching. Within the last minute, the progress itself decides the order.
      select m.course_id, max(lp.updated_at) as at
      from public.lesson_progress lp
      join me on me.id = lp.user_id
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      where lp.updated_at >= (select date_trunc('minute', max(c.last_at), 'UTC') from counted c)
      group by m.course_id
    ), ranked as materialized (
      select c.*, greatest(c.last_at, latest.at) as active_at,
        row_number() over (order by not c.live, c.finished, greatest(c.last_at, latest.at) desc nulls last,
          c.entitled_at desc, c.title) as place
      from counted c
      left join latest on latest.course_id = c.id
    ), way_in as materialized (
      select r.id, r.user_id, r.last_at from ranked r where r.live and not r.finished and r.total > 0 order by r.place limit 1
    ), last_watched as materialized (
      select r.id as course_id, r.user_id, lp.lesson_id, lp.updated_at
      from way_in r
      join public.lesson_progress lp on lp.user_id = r.user_id and lp.updated_at >= date_trunc('minute', r.last_at, 'UTC')
      order by lp.updated_at desc limit 1
    ), watched as materialized (
      -- The video that was watched last, if it is of that course and unfinished, and nothing was completed since.
      select w.lesson_id
      from last_watched w
      where (select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
          where l.id = w.lesson_id and l.deleted_at is null and m.deleted_at is null) = w.course_id
        and w.lesson_id not in (select c.lesson_id from closed c)
        and not exists (select 1 from public.lesson_completions d
          where d.user_id = w.user_id and (d.lesson_id = w.lesson_id or d.completed_at >= w.updated_at))
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'slug', c.slug, 'title', c.title, 'description', c.description,
        'thumbnail_url', c.thumbnail_url, 'author_name', c.author_name, 'category', c.category,
        'total', c.total, 'completed', c.completed, 'duration_sec', c.seconds,
        'next_lesson_id', next.id, 'resume', resumed.lesson,
        'entitled_at', c.entitled_at, 'last_activity_at', c.active_at,
        'expires_at', c.expires_at, 'ended', not c.live)
        || case when c.by_cohort then jsonb_build_object(
          'in_cohort', exists (
            select from public.entitlements e join public.cohorts k on k.id = e.cohort_id
            where e.user_id = c.user_id and e.course_id = c.id and private.grant_is_open(e.expires_at)
              and private.cohort_state(k) in ('UPCOMING', 'RUNNING')))
          || coalesce((
            select jsonb_build_object('opens_at', o.opens_at, 'time_zone', k.time_zone)
            from closed o join public.cohorts k on k.id = o.cohort_id
            where o.course_id = c.id and o.opens_at is not null order by o.opens_at, k.id limit 1), '{}') else '{}' end
      order by c.place), '[]')
    from ranked c
    left join lateral (
      -- Reads module by module, up to the first unfinished lesson.
      select open.id
      from (
        select m.id, m.index from public.modules m
        where c.live and not c.finished and m.course_id = c.id and m.deleted_at is null
        order by m.index
      ) m
      cross join lateral (
        select l.id
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null
          -- All that the person has completed, read once for all courses.
          and l.id not in (select d.lesson_id from public.lesson_completions d where d.user_id = (select me.id from me))
          and l.id not in (select c.lesson_id from closed c)
        order by l.index limit 1
      ) open
      order by m.index limit 1
    ) next on true
    left join way_in on way_in.id = c.id
    left join lateral (
      select jsonb_build_object('lesson_id', l.id, 'title', l.title, 'type', l.content_type,
        'duration_sec', coalesce(nullif(lp.duration_sec, 0), l.duration_sec), 'position_sec', lp.position_sec) as lesson
      from public.lessons l
      left join public.lesson_progress lp on lp.user_id = c.user_id and lp.lesson_id = l.id
        and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
      where l.id = coalesce((select w.lesson_id from watched w), next.id) and way_in.id is not null
    ) resumed on true
  );
end
$function$;

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
      'last_at', (select nullif(date_trunc('second', max(k.last_at), 'UTC'), '-infinity') from private.learner_courses k
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

create or replace function private.due_invites_ending(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  path constant text := private.invites_path(work.user_id);
  ending constant text[] := private.invites_ending(work.user_id, work.due_at);
begin
  if path is null or cardinality(ending) = 0 then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, expires_at)
  values (
    case when cardinality(ending) = 1 then 'An invite ends soon' else cardinality(ending) || ' invites end soon' end,
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give two more days.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give two more days.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at, 'UTC') + interval '48 hours');
  perform private.enqueue_job('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$function$;

create or replace function private.find_all_behind(how_many integer)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[] := array(
    select c.id from public.cohorts c left join private.behind_looks k on k.cohort_id = c.id
    -- A day of margin, because the day depends on the zone. cohort_state() then decides.
    where c.starts_on <= private.local_day(now(), 'UTC') + 1 and c.ends_on >= private.local_day(now(), 'UTC') - 1 and private.cohort_state(c) = 'RUNNING'
      and k.looked_on is distinct from private.local_day(now(), c.time_zone)
    order by k.looked_on nulls first, c.id limit how_many);
begin
  -- Nobody is behind in a cohort that no longer runs.
  perform private.end_behind(array(
    select b.id from private.behind_people b join public.cohorts c on c.id = b.cohort_id where private.cohort_state(c) <> 'RUNNING'));
  perform private.refresh_behind(c) from unnest(cohorts) c;
  delete from private.behind_told t
  where t.user_id in (select k.user_id from private.behind_told k where k.told_at < now() - interval '5 days' for update skip locked);
  return cardinality(cohorts);
end
$function$;

create or replace function private.behind_words(
  behind uuid,
  out title text,
  out message text,
  out path text,
  out label text
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select w.title, w.message, w.path, case when w.path is not null then w.label end
  from private.behind_people b
  join public.cohorts c on c.id = b.cohort_id
  cross join lateral (
    select (array_agg(f.lesson_id order by f.at, f.id))[1] as lesson_id, (array_agg(f.id order by f.at, f.id))[1] as fact_id,
      array_agg(format('"%s"', f.title) order by f.at, f.id) as named
    from (
      select x.id, x.at, l.id as lesson_id, l.title
      from jsonb_to_recordset(b.facts) x (id uuid, at timestamptz)
      left join public.questions q on b.reason = 'NOT_ANSWERED' and q.id = x.id
      join public.lessons l on l.id = case when b.reason = 'NOT_ANSWERED' then q.lesson_id else x.id end) f
  ) k
  cross join lateral (
    select array_to_string(s.parts[:s.size - 1], ', ') || case when s.size > 2 then ',' else '' end || case when s.size > 1 then ' and ' else '' end
      || s.parts[s.size] as titles
    from (
      select m.parts, cardinality(m.parts) as size
      from (select k.named[:3] || case when cardinality(k.named) > 3 then array[cardinality(k.named) - 3 || ' more'] end as parts) m) s
  ) n
  cross join lateral (
    select case when l.id is not null then
      format('/app/courses/%s/lesson/%s', o.slug, l.id) || case when b.reason = 'NOT_ANSWERED' then '?question=' || k.fact_id else '' end end as path
    from (select coalesce(k.lesson_id, private.lesson_to_go_on_with(b.user_id, b.cohort_id)) as lesson_id) g
    left join public.lessons l on l.id = g.lesson_id
    left join public.modules m on m.id = l.module_id
    left join public.courses o on o.id = m.course_id
  ) p
  cross join lateral (
    select p.path, to_char(b.since::timestamp, 'FMDD Mon') as since,
      case b.reason when 'NOT_STARTED' then 'A first lesson waits for you' when 'NOT_ANSWERED' then 'Your question is not forgotten'
        else 'A way to go on' end as title,
      case b.reason when 'NOT_ANSWERED' then 'Open the question' when 'SILENT' then 'Resume' else 'Open the lesson' end as label
  ) t
  cross join lateral (
    select t.title, t.path, t.label, case b.reason
      when 'NOT_STARTED' then format('"%s" began on %s. A first lesson is a good way in.', c.title, t.since)
      when 'SILENT' then format('You were last here on %s. One lesson is enough to be back.', t.since)
      when 'MISSED_DUES' then format('%s were due. Begin with one of them, or ask for more time there.', n.titles)
      when 'RETURNED_TWICE' then format('%s came back more than once. Take one remark after the other, and ask if one is not clear.', n.titles)
      when 'NOT_ANSWERED' then format('You asked in %s and have had no answer since %s. The people who look after your cohort see that.',
        n.titles, t.since) end as message
  ) w
  where b.id = behind_words.behind
    -- Do not ask people to take a lesson if they can open none.
    and case when b.reason in ('NOT_STARTED', 'SILENT') then w.path is not null else n.titles is not null end
$function$;

create or replace function private.course_version(course_id uuid)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  return (
    select coalesce(md5(string_agg(part, ' ' order by part)), 'new') from (
      select c.id || ' ' || c.updated_at as part from public.courses c where c.id = course_version.course_id
      union all
      select m.id || ' ' || m.updated_at from public.modules m where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || l.updated_at from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select a.lesson_id || ' ' || a.sort_order || ' ' || md5(a.title || ' ' || a.url)
      from public.lesson_attachments a join public.lessons l on l.id = a.lesson_id join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || md5(private.assignment_part(l.id)::text)
      from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id and l.content_type = 'ASSIGNMENT'
      union all
      select l.id || ' ' || md5(private.exercise_part(l.id)::text)
      from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id and l.content_type = 'EXERCISE') parts);
end
$function$;

create or replace function private.record_my_data(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  today timestamptz[];
begin
  -- Requests at the same moment wait for each other, so that all of them are counted.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '24 hours'
    order by a.created_at desc);
  if today[1] > clock_timestamp() - interval '1 minute' then
    raise exception using errcode = 'PT429', hint = 'TOO_SOON',
      message = 'You downloaded your data a moment ago. Please try again in a minute.';
  end if;
  if cardinality(today) >= 10 then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY',
      message = 'You have downloaded your data ten times in a day. Please try again tomorrow.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;

create or replace function private.inbox_promise()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '24 hours' $function$;

create or replace function private.review_promise()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '48 hours' $function$;

create or replace function private.refresh_question(question uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  silence constant interval := interval '168 hours';
  q public.questions;
  written record;
  answered boolean;
begin
  select x.* into q from public.questions x where x.id = refresh_question.question;
  select count(*)::int as answers, max(a.created_at) as latest,
    max(a.created_at) filter (where a.staff and a.created_at > coalesce(q.reopened_at, '-infinity')) as by_staff,
    max(a.created_at) filter (where a.author_id = q.author_id) as by_asker
  into written
  from public.answers a where a.question_id = q.id and a.deleted_at is null;
  -- If the asker writes after staff did, the question waits again.
  answered := q.answer_id is not null or coalesce(written.by_staff > coalesce(written.by_asker, '-infinity'), false);
  update public.questions x set answers = written.answers,
    state = case when x.merged_into_id is not null then 'CLOSED' when answered then 'ANSWERED' else 'OPEN' end::public.question_state,
    waiting_since = case when not answered and x.merged_into_id is null then coalesce(x.waiting_since, now()) end,
    closes_at = case when answered and written.by_staff is not null then written.latest + silence end
  where x.id = q.id
  returning x.* into q;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
  return q;
end
$function$;

create or replace function public.check_session()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- The client of the API chooses the time zone of its session, in which nothing is worked out.
  perform set_config('timezone', 'UTC', true);
  if private.uid() is not null
     and private.claims() ->> 'session_id' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
     and private.session_aal() is null
     -- The record of a session's end is written after it.
     and coalesce(current_setting('request.path', true), '') <> '/rpc/record_session' then
    raise exception using errcode = 'PT401', message = 'Not authenticated', hint = 'SESSION_OVER';
  end if;
end
$function$;

comment on function public.check_session() is 'PostgREST calls this function before each request. Sets the session''s time zone to UTC, whatever the request asks for. Raises PT401 SESSION_OVER, which is answered with 401, if the session in the caller''s token is over: the app then tries to refresh the token once, learns from the auth service that the session has ended, and opens the sign-in page. Visitors, and tokens that name no session, pass; they have no rights.';
