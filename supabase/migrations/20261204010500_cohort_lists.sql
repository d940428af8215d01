-- Why: each screen on which staff see cohorts asks one function, so that one answer fills it.

create function private.cohort_plan(cohort uuid)
  returns table (course_id uuid, course_place integer, module_id uuid, module_place integer, lesson_id uuid, lesson_place integer, day integer, at_time time)
language sql stable as $$
  select k.course_id, k.position, m.id, m.index, l.id, l.index,
    coalesce(own.day, whole.day, 0), coalesce(own.at_time, whole.at_time, '00:00')
  from public.cohort_courses k
  join public.courses c on c.id = k.course_id and c.deleted_at is null
  join public.modules m on m.course_id = c.id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null
  left join public.releases own on own.cohort_id = k.cohort_id and own.lesson_id = l.id
  left join public.releases whole on whole.cohort_id = k.cohort_id and whole.module_id = m.id
  where k.cohort_id = cohort
$$;
comment on function private.cohort_plan(uuid) is
  'Takes a cohort; its lessons, with the position of course, module and lesson, and the day and time at which each opens for people without a shift (rules/cohorts#schedule).';

create function private.cohort_row(c public.cohorts) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
    'ends_on', c.ends_on, 'access_ends_on', c.access_ends_on, 'seats', c.seats, 'state', private.cohort_state(c), 'draft', c.draft,
    'archived_at', c.archived_at, 'updated_at', c.updated_at,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT'),
    'courses', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug) order by k.position, o.title)
      from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id), '[]'),
    'staff', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email), 'duty', s.duty) order by s.duty, p.name, p.id)
      from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id), '[]'))
$$;
comment on function private.cohort_row(public.cohorts) is
  'Takes a cohort; what lists show of it: {id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, state, draft, archived_at, updated_at, people: how many did not leave, courses: [{id, title, slug}], staff: [{id, name, duty}]}.';
revoke all on function private.cohort_row(public.cohorts) from public;

create function public.cohort_list(query text default '', state text default null, sort text default 'newest', page integer default 1, page_size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant boolean := private.can('cohorts', 'read');
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition text := concat_ws(' and ',
    case when not everything then 'c.id in (select private.staffed_cohort_ids(''cohorts'', ''read''))' end,
    case when btrim(coalesce(cohort_list.query, '')) <> '' then
      format('lower(c.title || '' '' || c.slug) like %L', private.like_pattern(cohort_list.query)) end,
    -- Archived cohorts are shown only to callers who ask for them.
    case when cohort_list.state is null then 'c.archived_at is null' else format('private.cohort_state(c) = %L', cohort_list.state) end);
  ordered text := case cohort_list.sort when 'oldest' then 'c.starts_on, c.id' when 'title' then 'lower(c.title), c.id'
    when '-title' then 'lower(c.title) desc, c.id desc' else 'c.starts_on desc, c.id desc' end;
  total bigint;
  rows jsonb;
begin
  if not private.can('cohorts', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  execute format('select count(*) from public.cohorts c where %s', condition) into total;
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select c.id from public.cohorts c where %s order by %s limit %s offset %s) k
    )
    select coalesce(jsonb_agg(private.cohort_row(c) order by page.place), '[]') from page join public.cohorts c on c.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'cohorts', rows);
end
$$;
comment on function public.cohort_list(text, text, text, integer, integer) is
  'Takes a search over title and slug, a state (DRAFT, UPCOMING, RUNNING, ENDED, ARCHIVED; null: all but archived ones), a sort by first day (newest, oldest) or title (title, -title), a page from 1 and its size (at most 100); gives {total, cohorts: as cohort_row()}. All cohorts, or those that the caller looks after; raises 42501.';
revoke all on function public.cohort_list(text, text, text, integer, integer) from public;
grant execute on function public.cohort_list(text, text, text, integer, integer) to authenticated, service_role;

create function public.cohort(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
end
$$;
comment on function public.cohort(uuid) is
  'Takes a cohort; what cohort_list() says of it, and {members: how many by state, lessons and openings: how many, community: {id, name, slug}, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort(uuid) from public;
grant execute on function public.cohort(uuid) to authenticated, service_role;

create function public.cohort_member_list(
  cohort_id uuid, query text default '', state text default null, sort text default 'name', page integer default 1, page_size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  found constant text := private.found_by(cohort_member_list.query, 'p');
  condition text := concat_ws(' and ', format('m.cohort_id = %L', cohort_member_list.cohort_id),
    case when cohort_member_list.state is null then 'm.state <> ''LEFT''' else format('m.state::text = %L', cohort_member_list.state) end, found);
  people constant text := 'public.cohort_members m join private.people p on p.id = m.user_id';
  ordered text := case cohort_member_list.sort when '-name' then 'p.name desc, m.user_id desc'
    when 'joined' then 'm.joined_at desc, m.user_id desc' when '-joined' then 'm.joined_at, m.user_id' else 'p.name, m.user_id' end;
  total bigint;
  rows jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_member_list.cohort_id);
  execute format('select count(*) from %s where %s', people, condition) into total;
  execute format($sql$
    with page as materialized (
      select k.*, row_number() over () as place
      from (select m.* from %s where %s order by %s limit %s offset %s) k
    ), lessons as (
      select count(*) as total from private.cohort_plan(%L)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', page.state,
        'joined_at', page.joined_at, 'left_at', page.left_at, 'shift_days', page.shift_days, 'open_all', page.open_all, 'paused_on', page.paused_on,
        'completed', coalesce(done.completed, 0), 'lessons', lessons.total, 'last_at', done.last_at) order by page.place), '[]')
    from page cross join lessons join public.profiles f on f.id = page.user_id
    left join lateral (
      select sum(k.completed) as completed, nullif(max(k.last_at), '-infinity') as last_at
      from private.learner_courses k
      where k.user_id = page.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = page.cohort_id)
    ) done on true$sql$,
    people, condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, cohort_member_list.cohort_id) into rows;
  return jsonb_build_object('total', total, 'people', rows);
end
$$;
comment on function public.cohort_member_list(uuid, text, text, text, integer, integer) is
  'Takes a cohort, a search as members() does, a state (ACTIVE, PAUSED, GRADUATED, LEFT; null: all who did not leave), a sort (name, -name, joined, -joined), a page from 1 and its size (at most 100); gives {total, people: [{id, name, email, state, joined_at, left_at, shift_days, open_all, paused_on, completed and lessons of the cohort''s courses, last_at}]}. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort_member_list(uuid, text, text, text, integer, integer) from public;
grant execute on function public.cohort_member_list(uuid, text, text, text, integer, integer) to authenticated, service_role;

create function private.release_facts(c public.cohorts, r public.releases) returns jsonb
language sql stable set search_path = '' as $$
  select case when r.id is not null then jsonb_build_object('id', r.id, 'day', r.day, 'at_time', to_char(r.at_time, 'HH24:MI'),
    'opens_at', private.local_moment(c.starts_on + r.day, r.at_time, c.time_zone)) end
$$;
comment on function private.release_facts(public.cohorts, public.releases) is
  'Takes a cohort and an opening of it (null: none); {id, day, at_time: HH:MM in the cohort''s zone, opens_at: for people without a shift}, or null.';
revoke all on function private.release_facts(public.cohorts, public.releases) from public;

create function public.cohort_schedule(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('releases', 'read', cohort_schedule.cohort_id);
  return (
    select jsonb_build_object('starts_on', c.starts_on, 'ends_on', c.ends_on, 'time_zone', c.time_zone, 'today', private.local_day(now(), c.time_zone),
      'courses', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug, 'modules', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'release', private.release_facts(c, r), 'lessons', coalesce((
                select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
                  'free', l.free_preview, 'release', private.release_facts(c, x)) order by l.index)
                from public.lessons l left join public.releases x on x.cohort_id = c.id and x.lesson_id = l.id
                where l.module_id = m.id and l.deleted_at is null), '[]'))
              order by m.index)
            from public.modules m left join public.releases r on r.cohort_id = c.id and r.module_id = m.id
            where m.course_id = o.id and m.deleted_at is null), '[]'))
          order by k.position, o.title)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null
        where k.cohort_id = c.id), '[]'))
    from public.cohorts c where c.id = cohort_schedule.cohort_id);
end
$$;

comment on function public.cohort_schedule(uuid) is
  'Takes a cohort; {starts_on, ends_on, time_zone, today: there, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release}]}]}]} in their order, `release` as release_facts() gives it. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';
revoke all on function public.cohort_schedule(uuid) from public;
grant execute on function public.cohort_schedule(uuid) to authenticated, service_role;

create function public.save_releases(cohort_id uuid, changes jsonb) returns void
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.check_cohort_right('releases', 'update', save_releases.cohort_id);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Change fewer openings.';
  end if;
  delete from public.releases r
  using jsonb_to_recordset(changes) x (module_id uuid, lesson_id uuid, day integer)
  where r.cohort_id = save_releases.cohort_id and x.day is null and (r.module_id = x.module_id or r.lesson_id = x.lesson_id);
  insert into public.releases as r (cohort_id, module_id, day, at_time)
  select save_releases.cohort_id, x.module_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (module_id uuid, day integer, at_time time) where x.module_id is not null and x.day is not null
  on conflict on constraint releases_module_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
  insert into public.releases as r (cohort_id, lesson_id, day, at_time)
  select save_releases.cohort_id, x.lesson_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time) where x.lesson_id is not null and x.day is not null
  on conflict on constraint releases_lesson_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
end
$$;
comment on function public.save_releases(uuid, jsonb) is
  'Takes a cohort and changes of its schedule [{module_id or lesson_id, day, at_time}], 2,000 at most; a day that is null removes the opening. All or nothing; sent again it changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, 23514 for a day out of range (rules/cohorts#schedule).';
revoke all on function public.save_releases(uuid, jsonb) from public;
grant execute on function public.save_releases(uuid, jsonb) to authenticated, service_role;

create function public.cohort_progress(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_progress.cohort_id);
  return (
    with c as materialized (
      select * from public.cohorts k where k.id = cohort_progress.cohort_id
    ), plan as materialized (
      select * from private.cohort_plan(cohort_progress.cohort_id)
    ), module as materialized (
      select p.module_id, p.course_id, count(*) as lessons, row_number() over (order by min(p.course_place), p.course_id, min(p.module_place)) as place
      from plan p group by p.module_id, p.course_id
    ), person as materialized (
      select m.*, least(m.paused_at, now()) as clock
      from public.cohort_members m where m.cohort_id = cohort_progress.cohort_id and m.state <> 'LEFT'
      order by m.joined_at limit 1000
    ), pace as materialized (
      -- Openings are computed once for all people with the same shift and pauses, which are most of them.
      select distinct p.shift_days, p.open_all, p.reached, p.clock from person p
    ), opened as materialized (
      select q.*, p.lesson_id
      from pace q cross join c cross join plan p
      where q.open_all
        or private.local_moment(c.starts_on + q.shift_days + p.day, p.at_time, c.time_zone) <= q.clock
        or make_interval(days => p.day) + p.at_time::interval <= q.reached
    ), due as materialized (
      select o.shift_days, o.open_all, o.reached, o.clock, count(*) as lessons from opened o group by 1, 2, 3, 4
    ), done as materialized (
      select p.user_id, pl.module_id, d.lesson_id, p.shift_days, p.open_all, p.reached, p.clock
      from person p
      join public.lesson_completions d on d.user_id = p.user_id
      join plan pl on pl.lesson_id = d.lesson_id
    ), in_module as (
      select d.user_id, d.module_id, count(*) as lessons from done d group by 1, 2
    ), kept_up as (
      select d.user_id, count(*) as lessons
      from done d join opened o on o.lesson_id = d.lesson_id
        and (o.shift_days, o.open_all, o.reached, o.clock) is not distinct from (d.shift_days, d.open_all, d.reached, d.clock)
      group by 1
    )
    select jsonb_build_object(
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'course', o.title, 'lessons', t.lessons) order by t.place)
        from module t join public.modules m on m.id = t.module_id join public.courses o on o.id = t.course_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', p.state, 'shift_days', p.shift_days,
            'open_all', p.open_all, 'opened', coalesce(due.lessons, 0), 'opened_done', coalesce(k.lessons, 0),
            'done', (select coalesce(jsonb_agg(coalesce(i.lessons, 0) order by t.place), '[]')
              from module t left join in_module i on i.user_id = p.user_id and i.module_id = t.module_id),
            'last_at', (select nullif(max(lc.last_at), '-infinity') from private.learner_courses lc
              where lc.user_id = p.user_id and lc.course_id in (select cc.course_id from public.cohort_courses cc where cc.cohort_id = cohort_progress.cohort_id)))
          order by f.name, f.id)
        from person p join public.profiles f on f.id = p.user_id
        left join kept_up k on k.user_id = p.user_id
        left join due on (due.shift_days, due.open_all, due.reached, due.clock) is not distinct from (p.shift_days, p.open_all, p.reached, p.clock)), '[]')));
end
$$;
comment on function public.cohort_progress(uuid) is
  'Takes a cohort; {modules: [{id, title, course, lessons}] in their order, people: [{id, name, email, state, shift_days, open_all, opened: lessons that the schedule has opened to them, opened_done: those of them that they completed, done: completed lessons in each module, last_at}]}, 1,000 at most. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort_progress(uuid) from public;
grant execute on function public.cohort_progress(uuid) to authenticated, service_role;

create function private.cohort_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'shift_days', m.shift_days,
      'open_all', m.open_all, 'paused_on', m.paused_on) order by m.joined_at)
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.user_id = person)
  union all
  select 'cohort_duties', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'duty', s.duty, 'added_at', s.added_at) order by s.added_at)
    from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id where s.user_id = person)
$$;
comment on function private.cohort_data(uuid) is
  'Takes a person; the cohorts to which they belong or belonged, and those that they look after, each list by its name (null: empty).';
revoke all on function private.cohort_data(uuid) from public;

create or replace function public.my_data()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  person uuid := private.uid();
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  perform private.record_my_data(person);
  return (
    select jsonb_object_agg(d.list, coalesce(d.rows, '[]')) || jsonb_build_object('exported_at', now())
    from (
      select * from private.account_data(person)
      union all select * from private.learning_data(person)
      union all select * from private.cohort_data(person)
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$function$;
comment on function public.my_data() is 'Everything that is kept about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
grant execute on function public.my_data() to authenticated, service_role;
