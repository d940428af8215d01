-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.lesson_completions (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  completed_at timestamp with time zone not null default now(),
  received_at timestamp with time zone not null default now(),
  constraint lesson_completions_pkey PRIMARY KEY (user_id, lesson_id),
  constraint lesson_completions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint lesson_completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table public.lesson_completions enable row level security;
CREATE INDEX lesson_completions_lesson_id_idx ON public.lesson_completions USING btree (lesson_id);
create policy lesson_completions_delete on public.lesson_completions for delete to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_completions'::text, 'delete'::text, 'own'::public.permission_scope) AS can)));
comment on policy lesson_completions_delete on public.lesson_completions is 'Undoing one''s own.';
create policy lesson_completions_insert on public.lesson_completions for insert to authenticated
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_completions'::text, 'create'::text, 'own'::public.permission_scope) AS can) AND (EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE (l.id = lesson_completions.lesson_id)))));
comment on policy lesson_completions_insert on public.lesson_completions is 'For oneself, for lessons one may open (the lessons'' own policy is asked).';
create policy lesson_completions_select on public.lesson_completions for select to authenticated
  using ((((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_completions'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR ( SELECT private.can('lesson_completions'::text, 'read'::text) AS can) OR (( SELECT private.can('lesson_completions'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (lesson_id IN ( SELECT l.id
   FROM public.lessons l
  WHERE (l.module_id IN ( SELECT private.my_module_ids('lessons'::text, 'read'::text) AS my_module_ids)))))));
comment on policy lesson_completions_select on public.lesson_completions is 'One''s own, all, or those of the courses one made.';
grant delete, select on public.lesson_completions to authenticated;
grant insert (user_id, lesson_id) on public.lesson_completions to authenticated;
grant delete, insert, select, update on public.lesson_completions to service_role;
CREATE TRIGGER lesson_completions_count_delete AFTER DELETE ON public.lesson_completions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_completions();
CREATE TRIGGER lesson_completions_count_insert AFTER INSERT ON public.lesson_completions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_completions();
CREATE TRIGGER lesson_completions_undone AFTER DELETE ON public.lesson_completions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_undone();
comment on table public.lesson_completions is 'A lesson marked complete. At most one row for a person and a lesson, however often it is sent.';
comment on column public.lesson_completions.received_at is 'When it arrived: later than completed_at where it was made without a connection, and access had ended since.';

create table public.lesson_progress (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  position_sec numeric(9,3) not null default 0,
  duration_sec numeric(9,3),
  watched int4multirange not null default '{}'::int4multirange,
  auto_completed_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  position_at timestamp with time zone not null default now(),
  video text,
  constraint lesson_progress_pkey PRIMARY KEY (user_id, lesson_id),
  constraint lesson_progress_duration_sec_range CHECK (((duration_sec >= (0)::numeric) AND (duration_sec <= (864000)::numeric))),
  constraint lesson_progress_position_at_range CHECK (((position_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (position_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint lesson_progress_position_sec_range CHECK (((position_sec >= (0)::numeric) AND (position_sec <= (864000)::numeric))),
  constraint lesson_progress_video_length CHECK ((char_length(video) <= 300)),
  constraint lesson_progress_watched_bounds CHECK ((watched <@ int4range(0, 864001))),
  constraint lesson_progress_watched_size CHECK ((private.range_count(watched) <= 5000)),
  constraint lesson_progress_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint lesson_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table public.lesson_progress enable row level security;
CREATE INDEX lesson_progress_lesson_id_idx ON public.lesson_progress USING btree (lesson_id);
create policy lesson_progress_insert on public.lesson_progress for insert to authenticated
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_progress'::text, 'create'::text, 'own'::public.permission_scope) AS can) AND (EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE (l.id = lesson_progress.lesson_id)))));
comment on policy lesson_progress_insert on public.lesson_progress is 'For oneself, for lessons one may open.';
create policy lesson_progress_select on public.lesson_progress for select to authenticated
  using ((((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_progress'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR ( SELECT private.can('lesson_progress'::text, 'read'::text) AS can)));
comment on policy lesson_progress_select on public.lesson_progress is 'One''s own, or all.';
create policy lesson_progress_update on public.lesson_progress for update to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_progress'::text, 'update'::text, 'own'::public.permission_scope) AS can)))
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('lesson_progress'::text, 'update'::text, 'own'::public.permission_scope) AS can) AND (EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE (l.id = lesson_progress.lesson_id)))));
comment on policy lesson_progress_update on public.lesson_progress is 'For oneself, for lessons one may still open.';
grant insert (user_id, lesson_id, position_sec, duration_sec, watched, position_at, video) on public.lesson_progress to authenticated;
grant select on public.lesson_progress to authenticated;
grant update (position_sec, duration_sec, watched, position_at, video) on public.lesson_progress to authenticated;
grant delete, insert, select, update on public.lesson_progress to service_role;
CREATE TRIGGER lesson_progress_complete AFTER INSERT OR UPDATE ON public.lesson_progress FOR EACH ROW WHEN ((new.auto_completed_at IS NOT NULL)) EXECUTE FUNCTION private.complete_watched();
CREATE TRIGGER lesson_progress_count_delete AFTER DELETE ON public.lesson_progress REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_completions();
CREATE TRIGGER lesson_progress_count_insert AFTER INSERT ON public.lesson_progress REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_completions();
CREATE TRIGGER lesson_progress_count_update AFTER UPDATE ON public.lesson_progress REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_progress();
CREATE TRIGGER lesson_progress_merge BEFORE INSERT OR UPDATE ON public.lesson_progress FOR EACH ROW EXECUTE FUNCTION private.merge_progress();
CREATE TRIGGER lesson_progress_touch BEFORE UPDATE ON public.lesson_progress FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.lesson_progress is 'Where a person is in a video: position in seconds, the seconds watched as ranges, and whether watching has completed the lesson once already (rules/learning#watched).';
comment on column public.lesson_progress.position_at is 'When the person was at this position, which may be long before it arrived.';
comment on column public.lesson_progress.video is 'The video to which position and watched seconds belong. Where the lesson has another one by now, they are of no account (rules/learning#watched).';

CREATE OR REPLACE FUNCTION private.complete_watched()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or old.auto_completed_at is null then
    insert into public.lesson_completions (user_id, lesson_id) values (new.user_id, new.lesson_id)
    on conflict do nothing;
  end if;
  return null;
end
$function$;
comment on function private.complete_watched() is 'Row trigger: marks the lesson complete when auto_completed_at has just been stamped, as the person themselves. It is stamped once, so an undo is never undone.';

CREATE OR REPLACE FUNCTION private.follow_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_lessons(array_agg(o.user_id), array_agg(o.lesson_id)) from old_rows o having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.follow_completions() is 'Statement trigger on completions, and on progress that began or was deleted: recounts those people''s courses.';

CREATE OR REPLACE FUNCTION private.follow_durations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  courses uuid[];
begin
  select array_agg(distinct m.course_id) into courses
  from old_rows o join new_rows n on n.id = o.id join public.modules m on m.id = n.module_id
  where o.duration_sec <> n.duration_sec;
  if courses is not null then
    perform private.hold_courses(courses, true);
    perform private.recount_course_sizes(courses);
  end if;
  return null;
end
$function$;
comment on function private.follow_durations() is 'Statement trigger on lessons: how long a course takes.';

CREATE OR REPLACE FUNCTION private.follow_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id))
  from new_rows n join old_rows o on o.user_id = n.user_id and o.lesson_id = n.lesson_id
  where date_trunc('minute', n.updated_at) <> date_trunc('minute', o.updated_at)
  having count(*) > 0;
  return null;
end
$function$;
comment on function private.follow_progress() is 'Statement trigger on progress: a new minute of watching is activity.';

CREATE OR REPLACE FUNCTION private.merge_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.merge_progress() is 'Row trigger: adds watched seconds to those known already of the same video, or begins with those of the video that the lesson has now; passes over what belongs to another video. Stamps auto_completed_at the first time that 90 % of what is shown of a video have been watched (rules/learning#watched).';

CREATE OR REPLACE FUNCTION private.range_count(watched int4multirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer from unnest(watched)
$function$;
comment on function private.range_count(int4multirange) is 'How many separate stretches of seconds there are.';
grant execute on function private.range_count(int4multirange) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.recount_lessons(people uuid[], lessons uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held uuid[] := '{}';
  who uuid[];
  courses uuid[];
begin
  loop
    -- A lesson that was removed for good no longer names its course: then all courses of the person count.
    select array_agg(t.person), array_agg(coalesce(m.course_id, k.course_id)) into who, courses
    from unnest(people, lessons) t (person, lesson)
    left join public.lessons l on l.id = t.lesson
    left join public.modules m on m.id = l.module_id
    left join private.learner_courses k on m.course_id is null and k.user_id = t.person
    where coalesce(m.course_id, k.course_id) is not null;
    exit when courses is null or courses <@ held;
    perform private.hold_courses(courses, false);
    held := held || courses;
  end loop;
  if courses is not null then
    perform private.recount_pairs(who, courses);
  end if;
end
$function$;
comment on function private.recount_lessons(uuid[],uuid[]) is 'Takes people and, at the same places, lessons in which they did something; recounts what each did in that lesson''s course.';

CREATE OR REPLACE FUNCTION public.course_outline(slug text)
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
comment on function public.course_outline(text) is 'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened; never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';
grant execute on function public.course_outline(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.library()
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
comment on function public.library() is 'The caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson, and whether access has ended; of the first unfinished one also the lesson where the caller stopped, and at which second of its video. Durations in seconds. Definer, because ended courses are named too; the caller''s own rows alone (rules/learning#library).';
grant execute on function public.library() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.record_progress(lesson_id uuid, position_sec numeric, duration_sec numeric DEFAULT NULL::numeric, ranges int4multirange DEFAULT '{}'::int4multirange, age_sec numeric DEFAULT 0, as_user uuid DEFAULT NULL::uuid, video text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) is 'Records where the caller is in a video: position and length in seconds, and the whole seconds played since. `age_sec` says how long ago that was, so that a late message does not move the caller back; `as_user` refuses what another person queued in the same browser; `video` names what was watched (its provider, a colon, its id), and what belongs to another video than the lesson has now is passed over. Seconds merge, so the same message may come twice. Answers whether the lesson is complete now (rules/learning#watched).';
grant execute on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) to authenticated, service_role;
