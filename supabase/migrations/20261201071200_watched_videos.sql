-- What was watched counted for whatever video the lesson had later: 300 seconds of a film of ten minutes completed one
-- of two. And of a video that begins at a minute of its own, what lies before counted as not watched.
create function private.video_of(provider public.video_provider, asset_id text) returns text
language sql stable set search_path = '' as $$
  select provider || ':' || asset_id
$$;
comment on function private.video_of(public.video_provider, text) is
  'Takes a lesson''s provider and id; the name of its video, as progress keeps it; null without one.';
grant execute on function private.video_of(public.video_provider, text) to authenticated, service_role;

create function private.watched_share(
  watched int4multirange, duration_sec numeric, typed_sec integer, start_sec integer
) returns numeric
language sql stable set search_path = '' as $$
  select least(1, sum(upper(piece) - lower(piece))::numeric / (film.seconds - film.start))
  from (
    -- The length that the editor typed stands in until the player says it. A start behind the end is none.
    select length.seconds, case when start_sec < length.seconds then start_sec else 0 end as start
    from (select nullif(floor(coalesce(nullif(duration_sec, 0), typed_sec)), 0) as seconds) length
  ) film
  cross join lateral unnest(watched * int4multirange(int4range(film.start, null))) piece
  where film.seconds > 0
  group by film.seconds, film.start
$$;
comment on function private.watched_share(int4multirange, numeric, integer, integer) is
  'Takes watched seconds, the length that the player said, the one that was typed, and the second at which the lesson''s video begins; which share of what is shown, from there to the end, was watched: 0 to 1, null where that is nothing or the length is not known (rules/learning#watched).';
grant execute on function private.watched_share(int4multirange, numeric, integer, integer) to authenticated, service_role;

alter table public.lesson_progress add column video text;
alter table public.lesson_progress add constraint lesson_progress_video_length check (char_length(video) <= 300);
comment on column public.lesson_progress.video is
  'The video to which position and watched seconds belong. Where the lesson has another one by now, they are of no account (rules/learning#watched).';
grant insert (video), update (video) on public.lesson_progress to authenticated;

-- As is recorded already: neither activity nor completion follows from it.
alter table public.lesson_progress disable trigger user;
update public.lesson_progress p set video = private.video_of(l.video_provider, l.video_asset_id)
from public.lessons l where l.id = p.lesson_id and l.video_asset_id is not null;
alter table public.lesson_progress enable trigger user;

create or replace function private.merge_progress() returns trigger
language plpgsql set search_path = '' as $$
declare
  lesson record;
  begins boolean := tg_op = 'INSERT';
begin
  new.position_at := least(new.position_at, now());
  select private.video_of(l.video_provider, l.video_asset_id) as video, l.duration_sec, l.video_start_sec
  into lesson from public.lessons l where l.id = new.lesson_id;
  if found then
    if tg_op = 'INSERT' then
      new.video := coalesce(new.video, lesson.video);
    end if;
    if new.video is distinct from lesson.video then
      return null;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    begins := new.video is distinct from old.video;
    if begins then
      new.auto_completed_at := null;
    else
      new.watched := old.watched + new.watched;
    end if;
  end if;
  -- A film is not watched in more than a thousand separate pieces.
  if private.range_count(new.watched) > 1000 then
    new.watched := case when begins then '{}' else old.watched end;
  end if;
  if new.auto_completed_at is null
    and private.watched_share(new.watched, new.duration_sec, lesson.duration_sec, lesson.video_start_sec) >= 0.9 then
    new.auto_completed_at := now();
  end if;
  return new;
end
$$;
comment on function private.merge_progress() is
  'Row trigger: adds watched seconds to those known already of the same video, or begins with those of the video that the lesson has now; passes over what belongs to another video. Stamps auto_completed_at the first time that 90 % of what is shown of a video have been watched (rules/learning#watched).';

drop function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid);
create function public.record_progress(
  lesson_id uuid, position_sec numeric, duration_sec numeric default null, ranges int4multirange default '{}',
  age_sec numeric default 0, as_user uuid default null, video text default null
) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.uid();
  seen_at timestamptz := now()
    - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
begin
  if me is null or me <> coalesce(as_user, me) then
    raise exception using errcode = '42501', message = 'permission denied for function record_progress';
  end if;
  insert into public.lesson_progress as p (user_id, lesson_id, position_sec, position_at, duration_sec, watched, video)
  values (me, record_progress.lesson_id, record_progress.position_sec, seen_at,
    record_progress.duration_sec, coalesce(ranges, '{}'), record_progress.video)
  on conflict (user_id, lesson_id) do update set
    -- On a slow line the last position of a device seems older than the one before it. A position is late
    -- only when it is older than a message can take. What is known of another video says nothing of this one.
    position_sec = case
      when excluded.video is distinct from p.video or excluded.position_at >= p.position_at - interval '30 seconds'
      then excluded.position_sec else p.position_sec end,
    position_at = case when excluded.video is distinct from p.video then excluded.position_at
      else greatest(excluded.position_at, p.position_at) end,
    duration_sec = case when excluded.video is distinct from p.video then excluded.duration_sec
      else coalesce(excluded.duration_sec, p.duration_sec) end,
    watched = excluded.watched,
    video = excluded.video;
  return jsonb_build_object('completed', exists (
    select 1 from public.lesson_completions c
    where c.user_id = me and c.lesson_id = record_progress.lesson_id));
end
$$;
comment on function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid, text) is
  'Records where the caller is in a video: position and length in seconds, and the whole seconds played since. `age_sec` says how long ago that was, so that a late message does not move the caller back; `as_user` refuses what another person queued in the same browser; `video` names what was watched (its provider, a colon, its id), and what belongs to another video than the lesson has now is passed over. Seconds merge, so the same message may come twice. Answers whether the lesson is complete now (rules/learning#watched).';
revoke execute on function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid, text) from public, anon;
grant execute on function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid, text) to authenticated, service_role;

create or replace function public.course_outline(slug text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and (e.expires_at is null or e.expires_at > now())) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', seen.entitled or seen.can_preview or l.free_preview)
                -- Named where there is something to say: most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$function$;

create or replace function public.library()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
      where l.id = coalesce((select w.lesson_id from watched w), next.id) and way_in.id is not null
    ) resumed on true
  );
end
$function$;
