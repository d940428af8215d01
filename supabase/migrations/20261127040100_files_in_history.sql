-- Why: who gave a lesson a file, described it or let it go is a change of the course as any other (rules/courses#history).

create or replace function public.course_history(course_id uuid, after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place text[] := regexp_match(course_history.after, '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$');
  at timestamptz := coalesce(place[1]::timestamptz, 'infinity');
  at_id bigint := coalesce(place[2]::bigint, 0);
begin
  if not private.can_on_course('course_history', 'read', course_history.course_id) then
    raise exception using errcode = '42501', message = 'You may not read the history of this course.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'title', l.title, 'created_at', l.created_at,
        'who', nullif(p.name, ''), 'by', case when l.user_id is not null then 'PERSON' when l.actor is null then 'GONE' else 'SYSTEM' end, 'before', l.before, 'after', l.after,
        'lesson_id', v.lesson_id, 'version', v.id)
      order by l.created_at desc, l.id desc), '[]')
    from (
      select * from public.audit_logs a
      where a.course_id = course_history.course_id and a.target_type in ('course', 'module', 'lesson', 'lesson_attachment', 'lesson_file')
        and (a.created_at, a.id) < (at, at_id)
      order by a.created_at desc, a.id desc limit 50) l
    left join public.profiles p on p.id = l.user_id
    -- Both were written by one transaction. A lesson in the bin has nothing to be opened.
    left join lateral (
      select k.lesson_id, k.id from public.lesson_versions k join public.lessons s on s.id = k.lesson_id and s.deleted_at is null
      where l.action in ('lesson.update', 'lesson.restore_version')
        and k.lesson_id = l.target_id::uuid and k.created_at = l.created_at and k.fields <> '{}'
      order by k.no desc limit 1) v on true);
end
$$;
comment on function public.course_history(uuid, text) is
  'Takes a course, and a place (`created_at,id`) behind which to read; gives the newest 50 records of it, its modules, lessons, attachments and files [{id, action, title, created_at, who: a name, by: PERSON, GONE (a person whose account was deleted) or SYSTEM, before, after, lesson_id, version: the version of that lesson which the change made, or null}]. For those who may read every course''s history, or that of their own; raises 42501.';
