-- The outline says how much of an unfinished video was watched, so that a ring can stand beside its title.
create or replace function public.course_outline(slug text) returns jsonb
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
                -- Named where there is something to say: most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
            left join lateral (
              select 100 * sum(upper(piece) - lower(piece))
                / coalesce(nullif(lp.duration_sec, 0), nullif(l.duration_sec, 0)) as percent
              from unnest(lp.watched) piece
            ) watched on l.content_type = 'VIDEO'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$$;
comment on function public.course_outline(text) is
  'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened; never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';
