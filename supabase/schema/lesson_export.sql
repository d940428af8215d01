-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.exported_lessons(course_id uuid, lesson_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(module_id uuid, place integer, total integer, lesson jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select placed.module_id, placed.place::int, placed.total::int,
    private.lesson_fields(l)
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
$function$;
comment on function private.exported_lessons(uuid,uuid) is 'Takes a course, and a lesson of it (null: all); gives each as an export holds it, with all that the editor edits, its module, its place there from 1 and how many the module has. Runs as its caller: row security decides.';
grant execute on function private.exported_lessons(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.export_lesson(lesson_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  course constant uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = export_lesson.lesson_id);
begin
  perform private.record_export(course, lesson_id);
  return (
    select jsonb_build_object('place', e.place, 'of', e.total, 'lesson', e.lesson)
    from private.exported_lessons(course, export_lesson.lesson_id) e);
end
$function$;
comment on function public.export_lesson(uuid) is 'Takes a lesson; gives {place: from 1 among the lessons of its module, of: how many there are, lesson: as export_course() has it}, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course (rules/courses#export).';
grant execute on function public.export_lesson(uuid) to authenticated, service_role;
