-- Why: staff export the list of cohorts, and the people of one with their progress, as files (rules/records#exports). List and
-- export use one condition, so that a file has what the screen shows.

create function private.cohorts_where(query text, state text) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ',
    case when private.can('cohorts', 'read') then 'true' else 'c.id in (select private.staffed_cohort_ids(''cohorts'', ''read''))' end,
    case when btrim(coalesce(query, '')) <> '' then
      format('lower(c.title || '' '' || c.slug) like %L', private.like_pattern(query)) end,
    -- Archived cohorts are shown only to callers who ask for them.
    case when state is null then 'c.archived_at is null' else format('private.cohort_state(c) = %L', state) end)
$$;
comment on function private.cohorts_where(text, text) is
  'Takes a search over title and slug, and a state (null: all but archived ones); the condition on `public.cohorts c` that finds those that the caller may read.';
revoke all on function private.cohorts_where(text, text) from public;

create function private.cohort_members_where(cohort uuid, query text, state text) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ', format('m.cohort_id = %L', cohort),
    case when state is null then 'm.state <> ''LEFT''' else format('m.state::text = %L', state) end, private.found_by(query, 'p'))
$$;
comment on function private.cohort_members_where(uuid, text, text) is
  'Takes a cohort, a search as members() does, and a state (null: all who did not leave); the condition on `public.cohort_members m join private.people p` that finds its people.';
revoke all on function private.cohort_members_where(uuid, text, text) from public;

create or replace function public.cohort_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohorts_where(cohort_list.query, cohort_list.state);
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
$function$;
revoke all on function public.cohort_list(text, text, text, integer, integer) from public;
grant execute on function public.cohort_list(text, text, text, integer, integer) to authenticated, service_role;

create or replace function public.cohort_member_list(
  cohort_id uuid,
  query text default '',
  state text default null,
  sort text default 'name',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohort_members_where(cohort_member_list.cohort_id, cohort_member_list.query, cohort_member_list.state);
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
$function$;
revoke all on function public.cohort_member_list(uuid, text, text, text, integer, integer) from public;
grant execute on function public.cohort_member_list(uuid, text, text, text, integer, integer) to authenticated, service_role;

insert into private.export_lists (list, resource, personal, action, scope) values
  ('cohorts', 'cohorts', '{}', 'read', 'assigned'),
  ('cohort_members', 'cohort_members', '{search}', 'read', 'assigned');

create function private.export_cohorts(filter jsonb, out columns text[], out source text) returns record
language plpgsql stable set search_path = '' as $$
begin
  columns := array['id', 'title', 'slug', 'state', 'time_zone', 'starts_on', 'ends_on', 'access_ends_on', 'seats', 'people', 'paused',
    'graduated', 'left', 'courses', 'staff'];
  source := format($sql$
    select c.starts_on as at, c.id as key, jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug,
      'state', initcap(private.cohort_state(c)), 'time_zone', c.time_zone, 'starts_on', c.starts_on, 'ends_on', c.ends_on,
      'access_ends_on', c.access_ends_on, 'seats', c.seats,
      'courses', (select string_agg(o.slug, ' ' order by k.position, o.slug)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id),
      'staff', (select string_agg(coalesce(nullif(p.name, ''), p.email), ', ' order by s.duty, p.name, p.id)
        from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id))
      || (select jsonb_build_object('people', count(*) filter (where m.state <> 'LEFT'), 'paused', count(*) filter (where m.state = 'PAUSED'),
          'graduated', count(*) filter (where m.state = 'GRADUATED'), 'left', count(*) filter (where m.state = 'LEFT'))
        from public.cohort_members m where m.cohort_id = c.id) as row
    from public.cohorts c where %s$sql$,
    private.cohorts_where(filter ->> 'search', nullif(filter ->> 'state', '')));
end
$$;
comment on function private.export_cohorts(jsonb) is
  'Takes {search, state} as cohort_list() has them; gives columns and query of the export of cohorts, those with the latest first day first.';
revoke all on function private.export_cohorts(jsonb) from public;

create function private.export_cohort_members(filter jsonb, out columns text[], out source text) returns record
language plpgsql stable set search_path = '' as $$
declare
  cohort constant uuid := nullif(filter ->> 'cohort', '')::uuid;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort);
  columns := array['id', 'name', 'email', 'state', 'joined', 'left', 'shift_days', 'open_all', 'paused_on', 'opened', 'opened_done', 'completed',
    'total', 'percent', 'last_activity'];
  source := format($sql$
    with plan as materialized (
      select q.lesson_id, q.day, q.at_time from private.cohort_plan(%1$L) q
    ), size as materialized (
      select count(*) as lessons from plan
    )
    select m.joined_at as at, m.user_id as key, jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', initcap(m.state::text),
      'joined', m.joined_at, 'left', m.left_at, 'shift_days', m.shift_days, 'open_all', case when m.open_all then 'Yes' else 'No' end,
      'paused_on', m.paused_on, 'total', size.lessons, 'last_activity', (
        select nullif(max(k.last_at), '-infinity') from private.learner_courses k
        where k.user_id = m.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = m.cohort_id)))
      || (select jsonb_build_object('opened', count(*) filter (where t.is_open), 'opened_done', count(*) filter (where t.is_open and t.is_done),
          'completed', count(*) filter (where t.is_done), 'percent', private.progress_percent(count(*) filter (where t.is_done), size.lessons))
        from (
          select m.open_all or private.local_moment(c.starts_on + m.shift_days + q.day, q.at_time, c.time_zone) <= least(m.paused_at, now())
              or exists (select from unnest(m.reached_from, m.reached_at) r (first_day, at)
                where private.local_moment(r.first_day + q.day, q.at_time, c.time_zone) <= r.at) as is_open,
            exists (select from public.lesson_completions d where d.user_id = m.user_id and d.lesson_id = q.lesson_id) as is_done
          from plan q) t) as row
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.profiles f on f.id = m.user_id
    join private.people p on p.id = f.id cross join size
    where %2$s$sql$,
    cohort, private.cohort_members_where(cohort, filter ->> 'search', nullif(filter ->> 'state', '')));
end
$$;
comment on function private.export_cohort_members(jsonb) is
  'Takes {cohort, search, state} as cohort_member_list() has them; gives columns and query of the export of a cohort''s people with their progress, the last who joined first. Raises 42501 and PT404 NO_COHORT.';
revoke all on function private.export_cohort_members(jsonb) from public;

create or replace function private.export_invites(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- The token is left out, because a person who has it can accept the invite.
  columns := array['id', 'email', 'role', 'status', 'courses', 'cohort', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', coalesce(nullif(btrim(s.name), ''), s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'cohort', (select k.slug from public.cohorts k where k.id = i.cohort_id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$function$;
