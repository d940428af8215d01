-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION public.course_content(course_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index, 'updated_at', m.updated_at,
      'lessons', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'index', l.index,
            'content_type', l.content_type, 'video_provider', l.video_provider, 'duration_sec', l.duration_sec,
            'free_preview', l.free_preview, 'description', l.description) order by l.index)
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null), '[]')) order by m.index), '[]')
  from public.modules m
  where m.course_id = course_content.course_id and m.deleted_at is null
$function$;
comment on function public.course_content(uuid) is 'Takes a course; gives what the editor lists of it, in order, however much it is: [{id, title, index, updated_at, lessons: [{id, title, index, content_type, video_provider, duration_sec, free_preview, description}]}], never a text or a video id. Row security says what the caller sees: nothing where they may read no module (rules/courses#many-lessons).';
grant execute on function public.course_content(uuid) to authenticated, service_role;
