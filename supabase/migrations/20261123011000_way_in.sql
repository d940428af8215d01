-- Why: who comes back wants to go on where they stopped, at the second (rules/learning#way-in). The library knew the
-- first unfinished lesson of a course and no more; that of the course studied last now says which lesson, and where in it.

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
      -- Counts know watching by the minute only: within the last one, the latest comes first.
      select m.course_id, max(lp.updated_at) as at
      from public.lesson_progress lp
      join me on me.id = lp.user_id
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      where lp.updated_at >= (select date_trunc('minute', max(c.last_at)) from counted c)
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
      join public.lesson_progress lp on lp.user_id = r.user_id and lp.updated_at >= date_trunc('minute', r.last_at)
      order by lp.updated_at desc limit 1
    ), watched as materialized (
      -- The video watched last, when it is of that course and unfinished, and nothing was completed since.
      select w.lesson_id
      from last_watched w
      where (select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
          where l.id = w.lesson_id and l.deleted_at is null and m.deleted_at is null) = w.course_id
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
      order by c.place), '[]')
    from ranked c
    left join lateral (
      -- Module by module, each to its first unfinished lesson: what lies behind that is not read.
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
          -- All that they have completed, read once for all courses.
          and l.id not in (select d.lesson_id from public.lesson_completions d where d.user_id = (select me.id from me))
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
      where l.id = coalesce((select w.lesson_id from watched w), next.id) and way_in.id is not null
    ) resumed on true
  );
end
$$;
comment on function public.library() is
  'The caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson, and whether access has ended; of the first unfinished one also the lesson where the caller stopped, and at which second of its video. Durations in seconds. Definer, because ended courses are named too; the caller''s own rows alone (rules/learning#library).';
