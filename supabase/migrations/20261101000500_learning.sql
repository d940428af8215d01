-- Why: what people have learnt, and the three answers the learner portal lives on.

create table public.lesson_completions (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  completed_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
alter table public.lesson_completions enable row level security;
create index lesson_completions_lesson_id_idx on public.lesson_completions (lesson_id);
comment on table public.lesson_completions is 'A lesson marked complete. At most one row for a person and a lesson, however often it is sent.';

create table public.lesson_progress (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  position_sec numeric(9, 3) not null default 0 constraint lesson_progress_position_sec_range check (position_sec between 0 and 864000),
  duration_sec numeric(9, 3) constraint lesson_progress_duration_sec_range check (duration_sec between 0 and 864000),
  watched int4multirange not null default '{}' constraint lesson_progress_watched_bounds check (watched <@ int4range(0, 864001)),
  auto_completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
alter table public.lesson_progress enable row level security;
create index lesson_progress_lesson_id_idx on public.lesson_progress (lesson_id);
create trigger lesson_progress_touch before update on public.lesson_progress
  for each row execute function private.touch_updated_at();
comment on table public.lesson_progress is
  'Where a person is in a video: position in seconds, the seconds watched as ranges, and whether watching has completed the lesson once already (decisions, section 5).';

create policy lesson_completions_select on public.lesson_completions for select to authenticated
  using (
    (user_id = (select private.uid()) and (select private.can('lesson_completions', 'read', 'own')))
    or (select private.can('lesson_completions', 'read'))
    or ((select private.can('lesson_completions', 'read', 'assigned')) and lesson_id in (
      select l.id from public.lessons l where l.module_id in (select private.my_module_ids('lessons', 'read')))));
comment on policy lesson_completions_select on public.lesson_completions is 'One''s own, all, or those of the courses one made.';
create policy lesson_completions_insert on public.lesson_completions for insert to authenticated
  with check (
    user_id = (select private.uid()) and (select private.can('lesson_completions', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_id));
comment on policy lesson_completions_insert on public.lesson_completions is 'For oneself, for lessons one may open (the lessons'' own policy is asked).';
create policy lesson_completions_delete on public.lesson_completions for delete to authenticated
  using (user_id = (select private.uid()) and (select private.can('lesson_completions', 'delete', 'own')));
comment on policy lesson_completions_delete on public.lesson_completions is 'Undoing one''s own.';
grant select, delete on public.lesson_completions to authenticated;
grant insert (user_id, lesson_id) on public.lesson_completions to authenticated;

create policy lesson_progress_select on public.lesson_progress for select to authenticated
  using (
    (user_id = (select private.uid()) and (select private.can('lesson_progress', 'read', 'own')))
    or (select private.can('lesson_progress', 'read')));
comment on policy lesson_progress_select on public.lesson_progress is 'One''s own, or all.';
create policy lesson_progress_insert on public.lesson_progress for insert to authenticated
  with check (
    user_id = (select private.uid()) and (select private.can('lesson_progress', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_id));
comment on policy lesson_progress_insert on public.lesson_progress is 'For oneself, for lessons one may open.';
create policy lesson_progress_update on public.lesson_progress for update to authenticated
  using (user_id = (select private.uid()) and (select private.can('lesson_progress', 'update', 'own')))
  with check (
    user_id = (select private.uid()) and (select private.can('lesson_progress', 'update', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_id));
comment on policy lesson_progress_update on public.lesson_progress is 'For oneself, for lessons one may still open.';
grant select on public.lesson_progress to authenticated;
grant insert (user_id, lesson_id, position_sec, duration_sec, watched) on public.lesson_progress to authenticated;
grant update (position_sec, duration_sec, watched) on public.lesson_progress to authenticated;

-- The library ----------------------------------------------------------------------------------------

create function public.library() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), mine as (
      select e.course_id,
        min(e.created_at) as entitled_at,
        bool_or(e.expires_at is null or e.expires_at > now()) as live,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id
    ), done as materialized (
      -- Read once and hashed: looking each lesson up in turn took a fifth longer at a hundred lessons a course.
      select lc.lesson_id, lc.completed_at from public.lesson_completions lc join me on lc.user_id = me.id
    ), watched as materialized (
      select lp.lesson_id, lp.updated_at as watched_at from public.lesson_progress lp join me on lp.user_id = me.id
    ), lesson as (
      select m.course_id, l.id, l.duration_sec, m.index as module_index, l.index, done.completed_at, watched.watched_at
      from mine
      join public.modules m on m.course_id = mine.course_id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      left join done on done.lesson_id = l.id
      left join watched on watched.lesson_id = l.id
    ), summary as (
      select course_id, count(*)::int as total, count(completed_at)::int as completed, sum(duration_sec)::int as duration_sec,
        (array_agg(id order by module_index, index) filter (where completed_at is null))[1] as next_lesson_id,
        greatest(max(completed_at), max(watched_at)) as last_activity_at
      from lesson group by course_id
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'slug', c.slug, 'title', c.title, 'description', c.description,
        'thumbnail_url', c.thumbnail_url, 'author_name', c.author_name, 'category', c.category,
        'total', coalesce(s.total, 0), 'completed', coalesce(s.completed, 0), 'duration_sec', coalesce(s.duration_sec, 0),
        'next_lesson_id', case when mine.live then s.next_lesson_id end,
        'entitled_at', mine.entitled_at, 'last_activity_at', s.last_activity_at,
        'expires_at', mine.expires_at, 'ended', not mine.live)
      order by not mine.live, coalesce(s.completed, 0) >= coalesce(s.total, 0) and coalesce(s.total, 0) > 0,
        s.last_activity_at desc nulls last, mine.entitled_at desc, c.title), '[]')
    from mine
    join public.courses c on c.id = mine.course_id and c.status = 'PUBLISHED' and c.deleted_at is null
    left join summary s on s.course_id = c.id
  );
end
$$;
comment on function public.library() is
  'The caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson, and whether access has ended. Durations in seconds. Definer, because ended courses are named too; the caller''s own rows alone (product, section 2; sql.md, 13).';

-- The outline ----------------------------------------------------------------------------------------

create function public.course_outline(slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$$;
comment on function public.course_outline(text) is
  'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, whether each lesson may be opened; never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (decisions, section 10).';

grant execute on function public.library(), public.course_outline(text) to authenticated;
