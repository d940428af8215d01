-- The library, the outline of a course, progress, completions and notes.
set check_function_bodies = off;

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.range_count(watched int4multirange)
  returns integer
  language sql
  immutable
  set search_path to ''
as $function$
  select count(*)::integer from unnest(watched)
$function$;
comment on function private.range_count(int4multirange) is 'Takes a set of ranges of seconds; returns how many separate ranges it has.';
grant execute on function private.range_count(int4multirange) to authenticated, service_role;

-- TABLES

-- Undoing a completion deletes its row. This table stores when that happened, so that an older completion that arrives
-- later is not stored.
create table private.undone_completions (
  user_id uuid not null,
  lesson_id uuid not null,
  undone_at timestamptz not null default now(),
  constraint undone_completions_pkey primary key (user_id, lesson_id),
  constraint undone_completions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint undone_completions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.undone_completions enable row level security;
create index undone_completions_lesson_id_idx on private.undone_completions (lesson_id);
comment on table private.undone_completions is 'When a person last undid a completion. A row is kept for at least eight days, because a completion may arrive up to a week late, and deleted at a later undo of the person. No grants: written by a trigger, read by complete_late().';

create table public.lesson_completions (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  completed_at timestamptz not null default now(),
  received_at timestamptz not null default now(),
  constraint lesson_completions_pkey primary key (user_id, lesson_id),
  constraint lesson_completions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_completions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.lesson_completions enable row level security;
create index lesson_completions_lesson_id_idx on public.lesson_completions (lesson_id);
grant delete, select on public.lesson_completions to authenticated;
grant insert (user_id, lesson_id) on public.lesson_completions to authenticated;
grant delete, insert, select, update on public.lesson_completions to service_role;
comment on table public.lesson_completions is 'Lessons that people completed. There is at most one row for a person and a lesson, even if the request is sent again.';
comment on column public.lesson_completions.received_at is 'When the completion arrived. It is later than completed_at if it was made without a connection and the access has ended since.';

create table public.lesson_progress (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  position_sec numeric(9,3) not null default 0,
  duration_sec numeric(9,3),
  watched int4multirange not null default '{}'::int4multirange,
  auto_completed_at timestamptz,
  updated_at timestamptz not null default now(),
  position_at timestamptz not null default now(),
  video text,
  constraint lesson_progress_pkey primary key (user_id, lesson_id),
  constraint lesson_progress_duration_sec_range check (
    duration_sec >= 0::numeric
    and duration_sec <= 864000::numeric
  ),
  constraint lesson_progress_position_at_range check (
    position_at >= '1970-01-01 00:00:00+00'::timestamptz
    and position_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint lesson_progress_position_sec_range check (
    position_sec >= 0::numeric
    and position_sec <= 864000::numeric
  ),
  constraint lesson_progress_video_length check (char_length(video) <= 300),
  constraint lesson_progress_watched_bounds check (watched <@ int4range(0, 864001)),
  constraint lesson_progress_watched_size check (private.range_count(watched) <= 5000),
  constraint lesson_progress_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_progress_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.lesson_progress enable row level security;
create index lesson_progress_lesson_id_idx on public.lesson_progress (lesson_id);
grant insert (user_id, lesson_id, position_sec, duration_sec, watched, position_at, video) on public.lesson_progress to authenticated;
grant select on public.lesson_progress to authenticated;
grant update (position_sec, duration_sec, watched, position_at, video) on public.lesson_progress to authenticated;
grant delete, insert, select, update on public.lesson_progress to service_role;
comment on table public.lesson_progress is 'The progress of a person in a video: position in seconds, watched seconds as ranges, and whether watching has completed the lesson before (rules/learning#watched).';
comment on column public.lesson_progress.position_at is 'When the person was at this position, which may be long before the report arrived.';
comment on column public.lesson_progress.video is 'The video to which position and watched seconds belong. They do not count if the lesson has another video now (rules/learning#watched).';

create table public.notes (
  user_id uuid not null default private.uid(),
  -- The browser makes the id, so that a note that is sent twice is stored once. Notes of two people can have the same
  -- id.
  id uuid not null,
  lesson_id uuid,
  -- The titles at the last save, which still tell the subject of the note after the lesson was deleted.
  course_title text not null default '',
  lesson_title text not null default '',
  at_seconds integer,
  quote text,
  body text not null,
  revision uuid not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint notes_pkey primary key (user_id, id),
  constraint notes_at_seconds_range check (at_seconds >= 0 and at_seconds <= 864000),
  constraint notes_body_length check (char_length(body) <= 10000 and body ~ '\S'),
  constraint notes_one_place check (at_seconds is null or quote is null),
  constraint notes_quote_length check (char_length(quote) >= 1 and char_length(quote) <= 1000),
  constraint notes_updated_at_range check (
    updated_at >= '1970-01-01 00:00:00+00'::timestamptz
    and updated_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint notes_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete set null,
  constraint notes_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.notes enable row level security;
create index notes_lesson_id_idx on public.notes (lesson_id);
create index notes_list_idx on public.notes (user_id, updated_at desc, id);
grant delete, select on public.notes to authenticated;
grant insert (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at) on public.notes to authenticated;
grant update (body, revision, updated_at) on public.notes to authenticated;
grant delete, insert, select, update on public.notes to service_role;
comment on table public.notes is 'Notes of people about a lesson, at a second of its video, at a quote of its text, or without a place. Only the writer can read a note, and no audit record is made of it (rules/learning#notes).';
comment on column public.notes.revision is 'Identifies the present text. The browser makes a new revision with each edit.';
comment on column public.notes.updated_at is 'When the person wrote this, which may be long before it arrived.';

-- FUNCTIONS

create or replace function private.check_note()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  new.updated_at := least(new.updated_at, now());
  select c.title, l.title into new.course_title, new.lesson_title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = new.lesson_id;
  -- The trigger runs before the policy, which refuses notes in another person's name. The count must not reveal how many
  -- notes that person has.
  if tg_op = 'INSERT' and new.user_id = coalesce(private.uid(), new.user_id) then
    -- Two notes at the same moment wait for each other, so that each one counts the other.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
    if (select count(*) from public.notes n where n.user_id = new.user_id) >= 5000 then
      raise exception using errcode = 'PT409', hint = 'TOO_MANY_NOTES',
        message = 'You have 5,000 notes, and there is no room for more. Delete some to add others.';
    end if;
  end if;
  return new;
end
$function$;
comment on function private.check_note() is 'Row trigger: stores the titles of lesson and course with a note, sets a time of editing in the future to now, and refuses the 5,001st note of a person with PT409 TOO_MANY_NOTES.';

create or replace function private.complete_watched()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' or old.auto_completed_at is null then
    insert into public.lesson_completions (user_id, lesson_id) values (new.user_id, new.lesson_id)
    on conflict do nothing;
  end if;
  return null;
end
$function$;
comment on function private.complete_watched() is 'Row trigger: marks the lesson complete, in the person''s name, when auto_completed_at has just been set. It is set only once, so that a completion that the person undid does not return.';

create or replace function private.keep_undone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.undone_completions u
  where u.user_id in (select o.user_id from old_rows o) and u.undone_at < now() - interval '8 days';
  -- A completion that is deleted with its person or lesson is not an undo.
  insert into private.undone_completions as u (user_id, lesson_id)
  select o.user_id, o.lesson_id from old_rows o
  join public.profiles p on p.id = o.user_id
  join public.lessons l on l.id = o.lesson_id
  on conflict (user_id, lesson_id) do update set undone_at = now();
  return null;
end
$function$;
comment on function private.keep_undone() is 'Statement trigger on completions: stores when they were undone.';

create or replace function private.lesson_place(
  lesson uuid,
  out slug text,
  out course_title text,
  out lesson_title text
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select c.slug, c.title, l.title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = lesson_place.lesson and (select private.active())
$function$;
comment on function private.lesson_place(uuid) is 'Takes a lesson; returns the slug of its course and both titles. Definer, because a person who may open a free preview need not have the right to read its course. Callers pass only lessons that the person may open.';
grant execute on function private.lesson_place(uuid) to authenticated, service_role;

create or replace function private.merge_progress()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
declare
  lesson record;
  begins boolean := tg_op = 'INSERT';
begin
  new.position_at := least(new.position_at, now());
  select private.video_of(l.video_provider, l.video_asset_id) as video, l.duration_sec, l.video_start_sec, l.content_type
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
  -- More than a thousand separate ranges are not plausible, so the report is ignored.
  if private.range_count(new.watched) > 1000 then
    new.watched := case when begins then '{}' else old.watched end;
  end if;
  if new.auto_completed_at is null and private.button_completes(lesson.content_type)
    and private.watched_share(new.watched, new.duration_sec, lesson.duration_sec, lesson.video_start_sec) >= 0.9 then
    new.auto_completed_at := now();
  end if;
  return new;
end
$function$;
comment on function private.merge_progress() is 'Row trigger: adds watched seconds to the earlier ones of the same video, or begins with new ones if the lesson has another video now; ignores a report about a video that the lesson does not have. Sets auto_completed_at the first time that 90 % of the part of the video that the lesson shows has been watched, if the button completes the type of the lesson (rules/learning#watched).';

create or replace function private.progress_percent(completed bigint, total bigint)
  returns integer
  language sql
  immutable
  set search_path to ''
as $function$
  select case
    when coalesce(total, 0) <= 0 or coalesce(completed, 0) <= 0 then 0
    when completed >= total then 100
    else least(99, greatest(1, round(100.0 * completed / total)))
  end::integer
$function$;
comment on function private.progress_percent(bigint,bigint) is 'Takes completed lessons and the lessons there are; returns whole percent: 100 only if all are completed, and 0 only if none is (rules/learning#progress-percent).';

create or replace function private.recount_lessons(people uuid[], lessons uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  held uuid[] := '{}';
  who uuid[];
  courses uuid[];
begin
  loop
    -- A lesson that was deleted for good has no course any more, so all courses of the person are recounted.
    select array_agg(t.person), array_agg(coalesce(m.course_id, k.course_id)) into who, courses
    from unnest(people, lessons) t (person, lesson)
    left join public.lessons l on l.id = t.lesson
    left join public.modules m on m.id = l.module_id
    left join private.learner_courses k on m.course_id is null and k.user_id = t.person
    where coalesce(m.course_id, k.course_id) is not null;
    exit when courses is null or courses <@ held;
    perform private.lock_course_counts(courses, false);
    held := held || courses;
  end loop;
  if courses is not null then
    perform private.recount_pairs(who, courses);
  end if;
end
$function$;
comment on function private.recount_lessons(uuid[],uuid[]) is 'Takes people and, at the same places, lessons in which they did something; recounts what each person did in the course of that lesson.';

create or replace function private.refresh_counts_of_completions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_lessons(array_agg(o.user_id), array_agg(o.lesson_id)) from old_rows o having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_completions() is 'Statement trigger on completions, and on progress that began or was deleted: recounts the courses of these people.';

create or replace function private.refresh_counts_of_durations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  courses uuid[];
begin
  select array_agg(distinct m.course_id) into courses
  from old_rows o join new_rows n on n.id = o.id join public.modules m on m.id = n.module_id
  where o.duration_sec <> n.duration_sec;
  if courses is not null then
    perform private.lock_course_counts(courses, true);
    perform private.recount_course_sizes(courses);
  end if;
  return null;
end
$function$;
comment on function private.refresh_counts_of_durations() is 'Statement trigger on lessons: recounts how long a course takes.';

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
comment on function private.refresh_counts_of_progress() is 'Statement trigger on progress: recounts the course of the person once for each minute of watching, because that is an activity.';

create or replace function private.video_of(provider public.video_provider, asset_id text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select provider || ':' || asset_id
$function$;
comment on function private.video_of(public.video_provider,text) is 'Takes the provider and the id of a lesson''s video; returns the name of the video, as progress stores it; null without a video.';
grant execute on function private.video_of(public.video_provider,text) to authenticated, service_role;

create or replace function private.watched_share(
  watched int4multirange,
  duration_sec numeric,
  typed_sec integer,
  start_sec integer
)
  returns numeric
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if watched is null or isempty(watched) then
    return null;
  end if;
  return (
    select least(1, sum(upper(piece) - lower(piece))::numeric / (film.seconds - film.start))
    from (
      -- Until the player reports a length, the length that the editor entered is used. A start after the end is
      -- ignored.
      select length.seconds, case when start_sec < length.seconds then start_sec else 0 end as start
      from (select nullif(floor(coalesce(nullif(duration_sec, 0), typed_sec)), 0) as seconds) length
    ) film
    cross join lateral unnest(watched * int4multirange(int4range(film.start, null))) piece
    where film.seconds > 0
    group by film.seconds, film.start);
end
$function$;
comment on function private.watched_share(int4multirange,numeric,integer,integer) is 'Takes watched seconds, the length that the player reported, the length that the editor entered, and the second at which the video of the lesson begins; returns the share of the video from this second to the end that was watched, 0 to 1; null if none was watched or the length is unknown (rules/learning#watched).';
grant execute on function private.watched_share(int4multirange,numeric,integer,integer) to authenticated, service_role;

create or replace function public.complete_late(
  lesson_id uuid,
  age_sec numeric,
  as_user uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  age numeric := greatest(coalesce(age_sec, 0), 0);
  done_at timestamptz;
  held record;
begin
  if me is null or me <> coalesce(as_user, me) or not private.can('lesson_completions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function complete_late';
  end if;
  if exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = complete_late.lesson_id) then
    return;
  end if;
  if age > 604800 then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_LONG_AGO',
      message = 'It was completed more than a week ago.';
  end if;
  done_at := now() - make_interval(secs => age::double precision);
  -- The row of a revoked grant is deleted, but the row of a grant that ended by its date still exists.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(e.created_at <= done_at and e.expires_at > done_at) as in_time
  into held
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  join public.entitlements e on e.course_id = c.id and e.user_id = me
  where l.id = complete_late.lesson_id and l.deleted_at is null
    and private.button_completes(l.id, l.content_type);
  if not held.ever then
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif exists (select from private.unreleased_lesson_ids(me, case when held.live then now() else done_at end) u
      where u = complete_late.lesson_id) then
    raise exception using errcode = 'PT403', hint = 'NOT_OPEN_YET', message = 'It is not open yet.';
  elsif held.live then
    done_at := now();
  elsif not held.in_time then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_OUTSIDE', message = 'It was not open to you when you completed it.';
  elsif exists (select from private.undone_completions u
      where u.user_id = me and u.lesson_id = complete_late.lesson_id and u.undone_at >= done_at) then
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You marked it as not complete later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$function$;
comment on function public.complete_late(uuid,numeric,uuid) is 'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), if they had access then and it has ended by its date since. The completion has that earlier time. It replaces neither a completion that exists nor a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with a hint: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, NOT_OPEN_YET where the schedule of a cohort had not opened it, or NO_ACCESS in every other case, also for lessons that do not exist (rules/learning#completed-in-time).';
grant execute on function public.complete_late(uuid,numeric,uuid) to authenticated, service_role;

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('slug', slug, 1000);
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
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled,
        course.id in (select private.my_staffed_course_ids()) as staff
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    ), closed as materialized (
      select u.* from seen, private.unreleased_lessons(seen.user_id, now()) u
      where seen.entitled and u.course_id = seen.id
    ), due as materialized (
      select d.lesson_id, d.due_at, d.time_zone
      from seen
      cross join lateral private.person_dues(seen.user_id, now()) d
      -- person_dues() runs only for courses with an assignment, which are few.
      where seen.entitled and d.course_id = seen.id and d.due_at is not null and exists (
        select from public.modules m join public.lessons l on l.module_id = m.id
        where m.course_id = seen.id and m.deleted_at is null and l.content_type = 'ASSIGNMENT' and l.deleted_at is null)
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'staff', seen.staff, 'in_cohort', exists (
        select from public.entitlements e where e.user_id = seen.user_id and e.course_id = seen.id and e.cohort_id is not null),
      'changes_at', (select min(c.opens_at) from closed c),
      'time_zone', (
        select k.time_zone from closed c join public.cohorts k on k.id = c.cohort_id order by c.opens_at nulls last, k.id limit 1),
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', (seen.entitled and closed.lesson_id is null) or seen.can_preview or seen.staff or l.free_preview)
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
                || case when closed.lesson_id is not null then jsonb_build_object('opens_at', closed.opens_at) else '{}' end
                || case when due.lesson_id is not null and lc.lesson_id is null
                  then jsonb_build_object('due', jsonb_build_object('at', due.due_at, 'zone', due.time_zone)) else '{}' end
                || case when l.content_type = 'EXERCISE' and coalesce(x.version, 0) = 0 then jsonb_build_object('in_preparation', true) else '{}' end
                || case when x.version > 0 and x.language = 'PAGE' then jsonb_build_object('page', true) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            left join closed on closed.lesson_id = l.id
            left join due on due.lesson_id = l.id
            left join public.exercises x on x.lesson_id = l.id and l.content_type = 'EXERCISE'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$function$;
comment on function public.course_outline(text) is 'Takes a slug, also an earlier one. Returns to any active person what the outline of a published course shows: for each lesson its title, type, seconds, completion, the whole percent that the caller watched of an unfinished video (left out if it is 0 or unknown), whether the caller may open it, `opens_at` if the schedule of a cohort has not opened it yet (null while the person pauses), `due` {at, zone} for an assignment with a due date that has not passed, `in_preparation` for an exercise of which no version is proved, and `page` for an exercise of the language PAGE, which people complete themselves. For the course, `in_cohort`: whether the caller takes it in a cohort; `changes_at`: when the next lesson opens, null for none; `time_zone`: of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never returns texts, video ids or links. Null both for unknown slugs and for drafts that the caller may not edit (rules/learning#outline).';
grant execute on function public.course_outline(text) to authenticated, service_role;

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
      -- The counts store the time of an activity without its seconds. Courses of the same minute are therefore sorted by
      -- the times in lesson_progress, which have seconds.
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
      -- The lesson whose video was watched last, if it is in this course and unfinished, and nothing was completed
      -- since.
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
      -- The modules are read one by one, up to the first unfinished lesson.
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
          -- The subquery reads all completions of the person once, for all courses.
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
comment on function public.library() is 'Returns the caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson that is open, whether access has ended, whether one of their cohorts with the course has not ended (`in_cohort`), and when the next lesson opens (`opens_at`, in the `time_zone` of its cohort); for the first unfinished course also the lesson where the caller stopped, and the second of its video. Durations are in seconds. Definer, because it also returns titles of courses whose access has ended; it reads only rows of the caller (rules/learning#library).';
grant execute on function public.library() to authenticated, service_role;

create or replace function public.my_notes(
  lesson uuid default null,
  query text default null,
  before jsonb default null,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
#variable_conflict use_column
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('before', before, 1000);
  me uuid := private.uid();
  patterns text[] := private.person_patterns(coalesce(query, ''));
  wanted integer := least(greatest(coalesce(page_size, 50), 1), 500);
begin
  if me is null or not private.can('notes', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function my_notes';
  end if;
  return (
    with page as materialized (
      select n.*
      from public.notes n
      where n.user_id = me
        and (my_notes.lesson is null or n.lesson_id = my_notes.lesson)
        and (before is null or (n.updated_at, n.id) < ((before ->> 'updated_at')::timestamptz, (before ->> 'id')::uuid))
        and (cardinality(patterns) = 0 or private.note_key(concat_ws(' ', n.body, n.quote, n.lesson_title, n.course_title)) like all (patterns))
      order by n.updated_at desc, n.id desc
      limit wanted + 1
    ), listed as materialized (
      select * from page order by updated_at desc, id desc limit wanted
    )
    select jsonb_build_object(
      'notes', coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'lesson_id', n.lesson_id, 'slug', p.slug,
        'course_title', coalesce(p.course_title, n.course_title), 'lesson_title', coalesce(p.lesson_title, n.lesson_title),
        'at_seconds', n.at_seconds, 'quote', n.quote, 'body', n.body, 'revision', n.revision,
        'updated_at', n.updated_at, 'created_at', n.created_at,
        'open', l.id is not null) order by n.updated_at desc, n.id desc), '[]'),
      'more', (select count(*) from page) > wanted)
    from listed n
    left join public.lessons l on l.id = n.lesson_id
    left join lateral private.lesson_place(l.id) p on l.id is not null
  );
end
$function$;
comment on function public.my_notes(uuid,text,jsonb,integer) is 'Returns the caller''s notes, the last edited first: those of a lesson, or all (null); only notes with the words of `query` in their text or titles; only notes older than `before` (`updated_at`, `id`); at most `page_size`, up to 500. `open`: whether the caller may open the lesson; if not, the note cannot be changed and has no `slug`. `more`: whether older notes follow. Raises 42501 (rules/learning#notes).';
grant execute on function public.my_notes(uuid,text,jsonb,integer) to authenticated, service_role;

create or replace function public.record_progress(
  lesson_id uuid,
  position_sec numeric,
  duration_sec numeric default null,
  ranges int4multirange default '{}'::int4multirange,
  age_sec numeric default 0,
  as_user uuid default null,
  video text default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
as $function$
#variable_conflict use_column
declare
  bounded constant boolean := private.at_most('video', video, 1000);
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
    -- The age that a device sends is not exact on a slow connection. So a position is ignored only if it is more than
    -- 30 seconds older than the stored one. A position in another video replaces the stored one.
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
comment on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) is 'Stores the caller''s progress in a video: position and length in seconds, and the whole seconds that were played since the last report. `age_sec` says how long ago that was, so that a late report does not move the caller back; `as_user` refuses a report that another person queued in the same browser; `video` identifies the video (provider, colon, id), and a report about a video that the lesson does not have now is ignored. Watched seconds are merged, so the same report may arrive twice. Returns whether the lesson is complete now (rules/learning#watched).';
grant execute on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) to authenticated, service_role;

create or replace function public.save_note(
  note uuid,
  lesson uuid,
  body text,
  revision uuid,
  based_on uuid[] default '{}'::uuid[],
  at_seconds integer default null,
  quote text default null,
  age_sec numeric default 0,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
as $function$
#variable_conflict use_column
declare
  bounded constant boolean := private.at_most('body', body, 100000)
    and private.at_most('based_on', based_on, 100)
    and private.at_most('quote', quote, 10000);
  me uuid := private.uid();
  edited timestamptz := now()
    - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.notes;
  copied uuid;
begin
  if me is null or me <> coalesce(as_user, me) then
    raise exception using errcode = '42501', message = 'permission denied for function save_note';
  end if;
  -- The lock makes two devices that send the same note wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('notes ' || me, 0));
  select n.* into stored from public.notes n where n.user_id = me and n.id = save_note.note;
  if stored.id is null then
    insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
    values (me, save_note.note, save_note.lesson, save_note.at_seconds, save_note.quote, save_note.body,
      save_note.revision, edited);
    return jsonb_build_object('revision', save_note.revision, 'copy', null);
  end if;
  if stored.revision = save_note.revision or stored.body = save_note.body then
    return jsonb_build_object('revision', stored.revision, 'copy', null);
  end if;
  if stored.revision = any (save_note.based_on) or edited >= stored.updated_at then
    if stored.revision <> all (save_note.based_on) then
      copied := md5(save_note.note || ':' || stored.revision)::uuid;
    end if;
    update public.notes n set body = save_note.body, revision = save_note.revision, updated_at = edited
    where n.user_id = me and n.id = save_note.note;
    if not found then
      raise exception using errcode = '42501', message = 'You may not change this note.';
    end if;
    if copied is not null then
      insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
      values (me, copied, stored.lesson_id, stored.at_seconds, stored.quote, stored.body, stored.revision, stored.updated_at)
      on conflict do nothing;
    end if;
    return jsonb_build_object('revision', save_note.revision, 'copy', copied);
  end if;
  copied := md5(save_note.note || ':' || save_note.revision)::uuid;
  insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
  values (me, copied, stored.lesson_id, stored.at_seconds, stored.quote, save_note.body, save_note.revision, edited)
  on conflict do nothing;
  return jsonb_build_object('revision', stored.revision, 'copy', copied);
end
$function$;
comment on function public.save_note(uuid,uuid,text,uuid,uuid[],integer,text,numeric,uuid) is 'Saves the caller''s note on a lesson. `revision` identifies this text, and `based_on` lists the revisions from which it was made. The same call can be sent again. If the stored text is none of these, two devices edited the note: the later edit is stored (`age_sec` says how many seconds ago this one was made), and the other becomes a separate note, whose id is `copy`. Returns the stored revision. `as_user` refuses what another person queued in the same browser. Raises 42501 for a lesson the caller may not open, PT409 TOO_MANY_NOTES, 23514 for a text that is empty or too long (rules/learning#notes).';
grant execute on function public.save_note(uuid,uuid,text,uuid,uuid[],integer,text,numeric,uuid) to authenticated, service_role;

-- TRIGGERS

create trigger lesson_completions_count_delete after delete on public.lesson_completions
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_completions();

create trigger lesson_completions_count_insert after insert on public.lesson_completions
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_completions();

create trigger lesson_completions_undone after delete on public.lesson_completions
  referencing old table as old_rows
  for each statement execute function private.keep_undone();

create trigger lesson_progress_complete after insert or update on public.lesson_progress
  for each row
  when (new.auto_completed_at is not null)
  execute function private.complete_watched();

create trigger lesson_progress_count_delete after delete on public.lesson_progress
  referencing old table as old_rows
  for each statement execute function private.refresh_counts_of_completions();

create trigger lesson_progress_count_insert after insert on public.lesson_progress
  referencing new table as new_rows
  for each statement execute function private.refresh_counts_of_completions();

create trigger lesson_progress_count_update after update on public.lesson_progress
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_progress();

create trigger lesson_progress_merge before insert or update on public.lesson_progress
  for each row execute function private.merge_progress();

create trigger lesson_progress_touch before update on public.lesson_progress
  for each row execute function private.touch_updated_at();

create trigger lessons_durations_update after update on public.lessons
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_counts_of_durations();

create trigger notes_check before insert or update of body, revision on public.notes
  for each row execute function private.check_note();

-- POLICIES

create policy lesson_completions_delete on public.lesson_completions
  for delete to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('lesson_completions', 'delete', 'own'))
    and not (lesson_id in (select private.my_earned_lesson_ids()))
  );
comment on policy lesson_completions_delete on public.lesson_completions is 'The caller''s own completions, of lessons that are completed with the button.';

create policy lesson_completions_insert on public.lesson_completions
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('lesson_completions', 'create', 'own'))
    and exists (
      select 1
      from public.lessons l
      where l.id = lesson_completions.lesson_id
        and private.button_completes(l.id, l.content_type)
    )
  );
comment on policy lesson_completions_insert on public.lesson_completions is 'Completions in the caller''s own name, of lessons that they may open by the policy on lessons and that are completed with the button.';

create policy lesson_completions_select on public.lesson_completions
  for select to authenticated
  using (
    (
      user_id = (select private.uid())
      and (select private.can('lesson_completions', 'read', 'own'))
    )
    or (select private.can('lesson_completions', 'read'))
    or (
      (select private.can('lesson_completions', 'read', 'assigned'))
      and (
        lesson_id in (
          select l.id
          from public.lessons l
          where l.module_id in (select private.my_module_ids('lessons', 'read'))
        )
        or user_id in (select private.assigned_person_ids())
      )
    )
  );
comment on policy lesson_completions_select on public.lesson_completions is 'The caller''s own completions, all, those in courses that the caller made, or those of people assigned to the caller.';

create policy lesson_progress_insert on public.lesson_progress
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('lesson_progress', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_progress.lesson_id)
  );
comment on policy lesson_progress_insert on public.lesson_progress is 'The caller''s own progress, in lessons that they may open.';

create policy lesson_progress_select on public.lesson_progress
  for select to authenticated
  using (
    (user_id = (select private.uid()) and (select private.can('lesson_progress', 'read', 'own')))
    or (select private.can('lesson_progress', 'read'))
  );
comment on policy lesson_progress_select on public.lesson_progress is 'The caller''s own progress, or all.';

create policy lesson_progress_update on public.lesson_progress
  for update to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('lesson_progress', 'update', 'own'))
  )
  with check (
    user_id = (select private.uid())
    and (select private.can('lesson_progress', 'update', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_progress.lesson_id)
  );
comment on policy lesson_progress_update on public.lesson_progress is 'The caller''s own progress, in lessons that they may still open.';

create policy notes_delete on public.notes
  for delete to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notes', 'delete', 'own'))
  );
comment on policy notes_delete on public.notes is 'The caller''s own notes, even if the lesson is no longer open.';

create policy notes_insert on public.notes
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('notes', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = notes.lesson_id)
  );
comment on policy notes_insert on public.notes is 'Notes in the caller''s own name, on lessons that they may open.';

create policy notes_select on public.notes
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notes', 'read', 'own'))
  );
comment on policy notes_select on public.notes is 'The caller''s own notes, even if the lesson is no longer open.';

create policy notes_update on public.notes
  for update to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notes', 'update', 'own'))
  )
  with check (
    user_id = (select private.uid())
    and (select private.can('notes', 'update', 'own'))
    and exists (select 1 from public.lessons l where l.id = notes.lesson_id)
  );
comment on policy notes_update on public.notes is 'The caller''s own notes, on lessons that they may still open.';
