-- Why: one lesson leaves as the file that its course's export holds (rules/courses#export). Both read it by the same
-- function, so that the file comes back as the same lesson whichever way it left.

create function private.exported_lessons(course_id uuid, lesson_id uuid default null)
returns table (module_id uuid, place int, total int, lesson jsonb)
language sql stable set search_path = '' as $$
  select placed.module_id, placed.place::int, placed.total::int,
    to_jsonb(l) - array['module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']
      || jsonb_build_object('attachments', (
        select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
        from public.lesson_attachments a where a.lesson_id = l.id))
  from (
    select p.id, p.module_id, row_number() over (partition by p.module_id order by p.index) as place,
      count(*) over (partition by p.module_id) as total
    from public.lessons p join public.modules m on m.id = p.module_id
    where m.course_id = exported_lessons.course_id) placed
  join public.lessons l on l.id = placed.id
  where exported_lessons.lesson_id is null or placed.id = exported_lessons.lesson_id
$$;
comment on function private.exported_lessons(uuid, uuid) is
  'Takes a course, and a lesson of it (null: all); gives each as an export holds it, with all that the editor edits, its module, its place there from 1 and how many the module has. Runs as its caller: row security decides.';
grant execute on function private.exported_lessons(uuid, uuid) to authenticated;

drop function private.record_export(uuid);
create function private.record_export(course_id uuid, lesson_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subject constant text := case when lesson_id is null then 'course' else 'lesson' end;
  target constant uuid := coalesce(lesson_id, course_id);
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = record_export.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not export this %s.', subject));
  end if;
  -- Without the course: its history tells what was changed, and an export changes nothing.
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address, title)
  values (private.uid(), 'data.export', subject, target::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    (select p.title from private.content_place(subject, target) p));
end
$$;
comment on function private.record_export(uuid, uuid) is
  'Takes a course, and a lesson of it where that alone is meant; writes down that the caller exports it (rules/records#exports). Raises 42501 unless they may edit the course.';
grant execute on function private.record_export(uuid, uuid) to authenticated;

create or replace function public.export_course(course_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.record_export(course_id);
  return (
    select jsonb_build_object(
      'course', jsonb_build_object('title', c.title, 'slug', c.slug, 'description', c.description,
        'author_name', c.author_name, 'author_description', c.author_description,
        'thumbnail_url', c.thumbnail_url, 'category', c.category),
      'modules', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title,
          'lessons', coalesce(held.lessons, '[]')) order by m.index), '[]')
        from public.modules m
        left join (
          select e.module_id, jsonb_agg(e.lesson order by e.place) as lessons
          from private.exported_lessons(c.id) e group by e.module_id) held on held.module_id = m.id
        where m.course_id = c.id))
    from public.courses c where c.id = export_course.course_id);
end
$$;

create function public.export_lesson(lesson_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  course constant uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = export_lesson.lesson_id);
begin
  perform private.record_export(course, lesson_id);
  return (
    select jsonb_build_object('place', e.place, 'of', e.total, 'lesson', e.lesson)
    from private.exported_lessons(course, export_lesson.lesson_id) e);
end
$$;
comment on function public.export_lesson(uuid) is
  'Takes a lesson; gives {place: from 1 among the lessons of its module, of: how many there are, lesson: as export_course() has it}, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course (rules/courses#export).';
grant execute on function public.export_lesson(uuid) to authenticated;
