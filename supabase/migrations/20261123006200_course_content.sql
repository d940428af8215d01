-- Why: PostgREST gives at most `max_rows` rows of a table, and as many of what is embedded in each. A module with more
-- lessons than that lost its last ones in the editor, and a course with more modules (rules/courses#many-lessons). One
-- answer holds them all, as they stood at one moment.

create function public.course_content(course_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index, 'updated_at', m.updated_at,
      'lessons', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'index', l.index,
            'content_type', l.content_type, 'video_provider', l.video_provider, 'duration_sec', l.duration_sec,
            'free_preview', l.free_preview, 'description', l.description) order by l.index)
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null), '[]')) order by m.index), '[]')
  from public.modules m
  where m.course_id = course_content.course_id and m.deleted_at is null
$$;
comment on function public.course_content(uuid) is
  'Takes a course; gives what the editor lists of it, in order, however much it is: [{id, title, index, updated_at, lessons: [{id, title, index, content_type, video_provider, duration_sec, free_preview, description}]}], never a text or a video id. Row security says what the caller sees: nothing where they may read no module (rules/courses#many-lessons).';
grant execute on function public.course_content(uuid) to authenticated;
