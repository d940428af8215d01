-- Why: staff who see only the people of their cohorts still reached those who had left: they reviewed their work, banned them, and read
-- their email. Leaving ends this at once (rules/cohorts#left).

create function private.leave_work(cohorts uuid[], people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  moved uuid[];
begin
  with changed as (
    update public.submissions s set cohort_id = null
    from unnest(cohorts, people) g (cohort_id, user_id)
    where s.cohort_id = g.cohort_id and s.user_id = g.user_id
    returning s.id
  )
  select array_agg(c.id) into moved from changed c;
  delete from public.review_claims c using public.submissions s
  where c.submission_id = any (moved) and s.id = c.submission_id and not private.person_may_review(c.reviewer_id, s);
  delete from private.review_offers o using public.submissions s
  where o.submission_id = any (moved) and s.id = o.submission_id and not private.person_may_review(o.reviewer_id, s);
  -- Others of the cohort read and answer what was asked for the cohort, so that it stays there.
  update public.questions q set cohort_id = null
  from unnest(cohorts, people) g (cohort_id, user_id)
  where q.cohort_id = g.cohort_id and q.author_id = g.user_id and q.audience <> 'COHORT';
end
$function$;
comment on function private.leave_work(uuid[],uuid[]) is 'Takes cohorts and, at the same places, people who have left them; their work and their questions no longer belong to the cohort, except questions for the cohort. Claims on this work, and offers of it, end for those who may no longer review it (rules/cohorts#left).';
revoke all on function private.leave_work(uuid[],uuid[]) from public;

create function private.follow_who_left()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.cohort_id), array_agg(o.user_id) into cohorts, people from old_rows o;
  else
    select array_agg(n.cohort_id), array_agg(n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where n.state = 'LEFT' and o.state <> 'LEFT';
  end if;
  if cohorts is not null then
    perform private.leave_work(cohorts, people);
  end if;
  if tg_op = 'DELETE' or not exists (select from old_rows o where o.state = 'LEFT') then
    return null;
  end if;
  -- Who is taken back has in the cohort again what they made while they were in it.
  with back as materialized (
    select o.cohort_id, o.user_id, o.joined_at, o.left_at
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where o.state = 'LEFT' and n.state <> 'LEFT'
  ), lesson as materialized (
    select b.*, l.id as lesson_id
    from back b join public.cohort_courses k on k.cohort_id = b.cohort_id
    join public.modules m on m.course_id = k.course_id join public.lessons l on l.module_id = m.id
  ), work as (
    update public.submissions s set cohort_id = b.cohort_id
    from lesson b
    where s.user_id = b.user_id and s.lesson_id = b.lesson_id and s.cohort_id is null and exists (
      select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.submitted_at between b.joined_at and b.left_at)
  )
  update public.questions q set cohort_id = b.cohort_id
  from lesson b
  where q.author_id = b.user_id and q.lesson_id = b.lesson_id and q.cohort_id is null and q.created_at between b.joined_at and b.left_at;
  return null;
end
$function$;
comment on function private.follow_who_left() is 'Statement trigger on memberships: takes the work and the questions of people who leave out of the cohort, and puts them back when these people are taken back (rules/cohorts#left).';
revoke all on function private.follow_who_left() from public;

create trigger cohort_members_work_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.follow_who_left();
create trigger cohort_members_work_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_who_left();

create function private.keep_in_cohort()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  now_is public.cohort_member_state;
begin
  -- The lock makes a removal wait, which then finds this row; or this waits for the removal.
  select m.state into now_is from public.cohort_members m
  where m.cohort_id = new.cohort_id and m.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid for share;
  if now_is = 'LEFT' then
    new.cohort_id := null;
  end if;
  return new;
end
$function$;
comment on function private.keep_in_cohort() is 'Row trigger; its argument is the column of the person: what a person makes does not belong to a cohort that they have left, also if they leave at the same moment (rules/cohorts#left).';
revoke all on function private.keep_in_cohort() from public;

create trigger submissions_in_cohort before insert on public.submissions
  for each row when (new.cohort_id is not null) execute function private.keep_in_cohort('user_id');
create trigger questions_in_cohort before insert on public.questions
  for each row when (new.cohort_id is not null) execute function private.keep_in_cohort('author_id');

do $$
declare
  cohorts uuid[];
  people uuid[];
begin
  select array_agg(m.cohort_id), array_agg(m.user_id) into cohorts, people from public.cohort_members m where m.state = 'LEFT';
  perform private.leave_work(cohorts, people);
end
$$;

create or replace function private.cohort_members_where(cohort uuid, query text, state text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select concat_ws(' and ', format('m.cohort_id = %L', cohort),
    case when state is null then 'm.state <> ''LEFT''' else format('m.state::text = %L', state) end,
    -- The caller may not read the email of people who left, and so may not find them by it.
    case when state = 'LEFT' and private.reach_is_narrowed() then (
        select string_agg(format('private.person_key(p.name, '''', null) like %L', pattern), ' and ')
        from unnest(private.person_patterns(coalesce(query, ''))) pattern)
      else private.found_by(query, 'p') end)
$function$;
comment on function private.cohort_members_where(uuid,text,text) is 'Takes a cohort, a search as members() does, and a state (null: all who did not leave); the condition on `public.cohort_members m join private.people p` that finds its people. Callers who see only people assigned to them find those who left by name alone.';

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
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', case when within.reach then f.email end, 'state', page.state,
        'joined_at', page.joined_at, 'left_at', page.left_at, 'removed_by_staff', page.removed_by_staff, 'shift_days', page.shift_days, 'open_all', page.open_all, 'paused_on', page.paused_on,
        'completed', case when within.reach then coalesce(done.completed, 0) end, 'lessons', lessons.total, 'last_at', case when within.reach then done.last_at end) order by page.place), '[]')
    from page cross join lessons join public.profiles f on f.id = page.user_id
    cross join lateral (select page.state <> 'LEFT' or private.reaches(f.id) as reach) within
    left join lateral (
      select sum(k.completed) as completed, nullif(max(k.last_at), '-infinity') as last_at
      from private.learner_courses k
      where k.user_id = page.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = page.cohort_id)
    ) done on true$sql$,
    people, condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, cohort_member_list.cohort_id) into rows;
  return jsonb_build_object('total', total, 'people', rows);
end
$function$;
comment on function public.cohort_member_list(uuid,text,text,text,integer,integer) is 'Takes a cohort, a search as members() does, a state (ACTIVE, PAUSED, GRADUATED, LEFT; null: all who did not leave), a sort (name, -name, joined, -joined), a page from 1 and its size (at most 100); gives {total, people: [{id, name, email, state, joined_at, left_at, removed_by_staff, shift_days, open_all, paused_on, completed and lessons of the cohort''s courses, last_at}]}; email, completed and last_at are null for people who left and whom the caller does not reach. Raises 42501 and PT404 NO_COHORT (rules/cohorts#left).';

create or replace function private.export_cohort_members(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  cohort constant uuid := nullif(filter ->> 'cohort', '')::uuid;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort);
  columns := array['id', 'name', 'email', 'state', 'joined', 'left', 'removed_by_staff', 'shift_days', 'open_all', 'paused_on', 'opened', 'opened_done', 'completed',
    'total', 'percent', 'last_activity', 'behind'];
  source := format($sql$
    with plan as materialized (
      select q.lesson_id, q.day, q.at_time from private.cohort_plan(%1$L) q
    ), size as materialized (
      select count(*) as lessons from plan
    ), behind as materialized (
      select b.user_id, string_agg(case b.reason when 'SILENT' then 'Silent' when 'NOT_STARTED' then 'Nothing completed' when 'MISSED_DUES' then 'Due dates missed'
          when 'RETURNED_TWICE' then 'Came back twice' else 'Question not answered' end || ' since ' || (v.facts ->> 'since') || coalesce(': ' || (
          select string_agg((f ->> 'title') || ' (' || (f ->> 'on') || ')', ', ') from jsonb_array_elements(v.facts -> 'facts') f), ''),
        '; ' order by b.days desc, b.reason) as text
      from public.cohorts c cross join lateral private.find_behind(c.id) b
      cross join lateral (select private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) as facts) v
      where c.id = %1$L
      group by b.user_id
    )
    select m.joined_at as at, m.user_id as key, (jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', initcap(m.state::text),
      'joined', m.joined_at, 'left', m.left_at, 'removed_by_staff', case when m.state = 'LEFT' then case when m.removed_by_staff then 'Yes' else 'No' end end, 'shift_days', m.shift_days, 'open_all', case when m.open_all then 'Yes' else 'No' end,
      'paused_on', m.paused_on, 'total', size.lessons,
      'behind', (select b.text from behind b where b.user_id = m.user_id), 'last_activity', (
        select nullif(max(k.last_at), '-infinity') from private.learner_courses k
        where k.user_id = m.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = m.cohort_id)))
      || (select jsonb_build_object('opened', count(*) filter (where t.is_open), 'opened_done', count(*) filter (where t.is_open and t.is_done),
          'completed', count(*) filter (where t.is_done), 'percent', private.progress_percent(count(*) filter (where t.is_done), size.lessons))
        from (
          select m.open_all or private.local_moment(c.starts_on + m.shift_days + q.day, q.at_time, c.time_zone) <= least(m.paused_at, now())
              or exists (select from unnest(m.reached_from, m.reached_at) r (first_day, at)
                where private.local_moment(r.first_day + q.day, q.at_time, c.time_zone) <= r.at) as is_open,
            exists (select from public.lesson_completions d where d.user_id = m.user_id and d.lesson_id = q.lesson_id) as is_done
          from plan q) t))
      -- Of a person who left and whom the caller does not reach, the name and the days remain.
      - case when m.state = 'LEFT' and not private.reaches(f.id)
        then '{email,shift_days,open_all,opened,opened_done,completed,total,percent,last_activity}' else '{}' end::text[] as row
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.profiles f on f.id = m.user_id
    join private.people p on p.id = f.id cross join size
    where %2$s$sql$,
    cohort, private.cohort_members_where(cohort, filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;

create or replace function public.person_cohorts(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
        'ends_on', c.ends_on, 'cohort_state', private.cohort_state(c), 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at,
        'shift_days', m.shift_days, 'open_all', m.open_all, 'paused_on', m.paused_on,
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, m.user_id) b),
        'cleared', (select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'at', x.cleared_at,
            'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = x.cleared_by_id)) order by x.cleared_at desc), '[]')
          from (select * from private.cohort_clearings k where k.cohort_id = c.id and k.user_id = m.user_id order by k.cleared_at desc limit 20) x))
      order by c.starts_on desc, c.id), '[]')
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = person_cohorts.user_id and (select private.reaches(person_cohorts.user_id))
      and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read'))));
end
$function$;
comment on function public.person_cohorts(uuid) is 'Takes a person; their cohorts that the caller may read, the newest first: [{id, slug, title, time_zone, starts_on, ends_on, cohort_state, state, joined_at, left_at, shift_days, open_all, paused_on, behind: as behind_view() shows it [{reason, days, usual, since, facts}], cleared: the newest 20 [{reason, note, at, by}]}]. None of a person whom the caller does not reach. Raises 42501.';
