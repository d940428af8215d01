-- Why: the library is asked more often than anything else, and put each course together from all of its
-- lessons. What a person has done in a course is counted already, for the analytics; with a course's length
-- beside its size, the library reads one row a course and looks for nothing but the next lesson.

alter table private.course_sizes add column seconds integer not null default 0;
comment on table private.course_sizes is
  'How many lessons a course has, how many seconds they take, and whether it counts: published and not deleted. Kept by triggers. No grants: read by functions.';

create or replace function private.know_courses(courses uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.course_sizes as k (course_id, lessons, seconds, live)
  select c.id, there.lessons, there.seconds, c.status = 'PUBLISHED' and c.deleted_at is null
  from public.courses c
  cross join lateral (
    select count(*)::int as lessons, coalesce(sum(l.duration_sec), 0)::int as seconds
    from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where m.course_id = c.id and m.deleted_at is null) there
  where c.id = any (courses)
  on conflict (course_id) do update set lessons = excluded.lessons, seconds = excluded.seconds, live = excluded.live
  where (k.lessons, k.seconds, k.live) is distinct from (excluded.lessons, excluded.seconds, excluded.live);
end
$$;
comment on function private.know_courses(uuid[]) is 'Takes courses; counts their lessons and seconds anew, and whether they count.';

create function private.follow_durations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  courses uuid[];
begin
  select array_agg(distinct m.course_id) into courses
  from old_rows o join new_rows n on n.id = o.id join public.modules m on m.id = n.module_id
  where o.duration_sec <> n.duration_sec;
  if courses is not null then
    perform private.hold_courses(courses, true);
    perform private.know_courses(courses);
  end if;
  return null;
end
$$;
comment on function private.follow_durations() is 'Statement trigger on lessons: how long a course takes.';
create trigger lessons_durations_update after update on public.lessons referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_durations();

create or replace function private.rebuild_analytics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  truncate private.course_sizes, private.learner_courses, private.learners;
  perform private.know_courses(array(select c.id from public.courses c));
  with place as materialized (
    select l.id, m.course_id, m.deleted_at is null and l.deleted_at is null as there
    from public.lessons l join public.modules m on m.id = l.module_id
  ), done as (
    select lc.user_id, p.course_id, count(*) filter (where p.there)::int as completed, max(lc.completed_at) as last_at
    from public.lesson_completions lc join place p on p.id = lc.lesson_id group by 1, 2
  ), watched as (
    select lp.user_id, p.course_id, max(date_trunc('minute', lp.updated_at)) as last_at
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
$$;
select private.know_courses(array(select c.id from public.courses c));

create or replace function public.library() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), mine as materialized (
      select e.course_id, me.id as user_id,
        min(e.created_at) as entitled_at,
        bool_or(e.expires_at is null or e.expires_at > now()) as live,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id, me.id
    ), counted as materialized (
      select c.id, c.slug, c.title, c.description, c.thumbnail_url, c.author_name, c.category,
        mine.user_id, mine.entitled_at, mine.live, mine.expires_at,
        coalesce(s.lessons, 0) as total, coalesce(s.seconds, 0) as seconds, coalesce(k.completed, 0) as completed,
        coalesce(s.lessons, 0) > 0 and coalesce(k.completed, 0) >= s.lessons as finished,
        nullif(k.last_at, '-infinity') as last_at
      from mine
      join public.courses c on c.id = mine.course_id and c.status = 'PUBLISHED' and c.deleted_at is null
      left join private.course_sizes s on s.course_id = c.id
      left join private.learner_courses k on k.user_id = mine.user_id and k.course_id = c.id
    ), latest as (
      -- Watching is counted by the minute: within the last one, what was watched last comes first.
      select m.course_id, max(lp.updated_at) as at
      from public.lesson_progress lp
      join me on me.id = lp.user_id
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      where lp.updated_at >= (select date_trunc('minute', max(c.last_at)) from counted c)
      group by m.course_id
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'slug', c.slug, 'title', c.title, 'description', c.description,
        'thumbnail_url', c.thumbnail_url, 'author_name', c.author_name, 'category', c.category,
        'total', c.total, 'completed', c.completed, 'duration_sec', c.seconds,
        'next_lesson_id', next.id,
        'entitled_at', c.entitled_at, 'last_activity_at', greatest(c.last_at, latest.at),
        'expires_at', c.expires_at, 'ended', not c.live)
      order by not c.live, c.finished, greatest(c.last_at, latest.at) desc nulls last, c.entitled_at desc, c.title), '[]')
    from counted c
    left join latest on latest.course_id = c.id
    left join lateral (
      select l.id
      from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where c.live and not c.finished and m.course_id = c.id and m.deleted_at is null
        and not exists (select 1 from public.lesson_completions d where d.user_id = c.user_id and d.lesson_id = l.id)
      order by m.index, l.index limit 1
    ) next on true
  );
end
$$;
comment on function public.library() is
  'The caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson, and whether access has ended. Durations in seconds. Definer, because ended courses are named too; the caller''s own rows alone (product, section 2; sql.md, 13).';
