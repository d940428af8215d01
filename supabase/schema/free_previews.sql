-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION public.free_previews()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'title', f.title, 'type', f.content_type, 'duration_sec', f.duration_sec,
        'slug', f.slug, 'course', f.course, 'thumbnail_url', f.thumbnail_url)
      order by f.created_at desc, f.course_id, f.module_index, f.index), '[]')
    from (
      select c.id as course_id, c.created_at, c.slug, c.title as course, c.thumbnail_url, free.*
      from (
        select o.* from public.courses o
        where o.status = 'PUBLISHED' and o.deleted_at is null and (select private.can('lessons', 'read', 'assigned'))
        order by o.created_at desc, o.id
      ) c
      cross join lateral (
        -- The first two of a course: a handful shows several courses.
        select l.id, l.title, l.content_type, l.duration_sec, l.index, m.index as module_index
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.free_preview and l.deleted_at is null
        where m.course_id = c.id and m.deleted_at is null
        order by m.index, l.index
        limit 2
      ) free
      limit 6
    ) f
  );
end
$function$;
comment on function public.free_previews() is 'Free previews to begin with for who holds no course: six at most, two of a course, newest courses first: [{id, title, type, duration_sec (seconds), slug and course (title) of their course, thumbnail_url}]. An empty list for who is not let in. Definer, because row security shows a course to its holders alone (rules/learning#free-previews).';
grant execute on function public.free_previews() to authenticated, service_role;
