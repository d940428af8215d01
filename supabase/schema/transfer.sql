-- Courses as folders: export, import, and undoing an import.
set check_function_bodies = off;

-- TABLES

create table private.import_undos (
  course_id uuid not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  version text not null,
  before jsonb not null,
  constraint import_undos_pkey primary key (course_id),
  constraint import_undos_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  constraint import_undos_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null
);
alter table private.import_undos enable row level security;
create index import_undos_user_idx on private.import_undos (user_id);
comment on table private.import_undos is 'The latest import that changed a course, and the state before it, kept for 30 days (rules/courses#import). Only functions read and write it.';
comment on column private.import_undos.version is 'course_version() after the import. If the present version differs, the import cannot be undone.';
comment on column private.import_undos.before is 'The state before the import: {course: null if the import created it, modules, lessons: each with its place; those that the import changed with all their fields (was) and attachments}.';

create table private.sent_lessons (
  user_id uuid not null,
  sending uuid not null,
  module_no integer not null,
  place integer not null,
  listed jsonb not null,
  bytes integer not null,
  sent_at timestamptz not null default now(),
  constraint sent_lessons_pkey primary key (user_id, sending, module_no, place),
  constraint sent_lessons_listed_size check (
    char_length(listed ->> 'content') <= 500000
    and octet_length((listed - 'content')::text) <= 100000
  ),
  constraint sent_lessons_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.sent_lessons enable row level security;
create index sent_lessons_sent_at_idx on private.sent_lessons (sent_at);
comment on table private.sent_lessons is 'Lessons that were sent for an import, kept for a day: by whom, in which upload, at which position of the course. bytes is the length of their texts. No grants: written by send_lessons(), read by import_course().';

-- FUNCTIONS

create or replace function private.attachment_list(lesson_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
  from public.lesson_attachments a where a.lesson_id = attachment_list.lesson_id
$function$;
comment on function private.attachment_list(uuid) is 'Takes a lesson; returns its attachments in order, [{title, url}]. Runs as its caller.';
grant execute on function private.attachment_list(uuid) to authenticated, service_role;

create or replace function private.check_import(payload jsonb, missing text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  module_count int;
  lesson_count int;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if jsonb_typeof(payload -> 'modules') is distinct from 'array' or jsonb_typeof(payload -> 'course') is distinct from 'object' then
    raise exception using errcode = 'PT422', message = 'The import has no course or no modules.';
  end if;
  if missing is null or missing not in ('keep', 'bin') then
    raise exception using errcode = 'PT422', message = 'Lessons that are missing can only be kept or moved to the bin.';
  end if;
  module_count := jsonb_array_length(payload -> 'modules');
  lesson_count := (select count(*) from private.listed_lessons(payload) l where l.module_no between 1 and module_count);
  if payload ? 'sent' and lesson_count is distinct from (payload #>> '{sent,lessons}')::int then
    raise exception using errcode = 'PT422', hint = 'IMPORT_NOT_SENT',
      message = 'The lessons that were sent for this import are no longer there.';
  end if;
  if module_count > 1000 or lesson_count > 5000 then
    raise exception using errcode = 'PT422', message = 'A course has at most 1,000 modules and 5,000 lessons.';
  end if;
  if exists (select 1 from jsonb_array_elements(payload -> 'modules') m group by m.value ->> 'source_path' having count(*) > 1)
     or exists (select 1 from private.listed_lessons(payload) l group by l.source_path having count(*) > 1) then
    raise exception using errcode = 'PT422', message = 'The import names a path twice.';
  end if;
end
$function$;
comment on function private.check_import(jsonb,text) is 'Takes the arguments of import_course(). Raises 42501 unless the caller may create courses, PT422 for a payload that is incomplete, too large or has a path twice, and PT422 IMPORT_NOT_SENT if lessons that were sent are no longer stored.';
grant execute on function private.check_import(jsonb,text) to authenticated, service_role;

create or replace function private.course_before(course public.courses, plan jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object(
    'course', case when course.id is not null then jsonb_build_object('title', course.title,
      'description', course.description, 'author_name', course.author_name,
      'author_description', course.author_description, 'thumbnail_url', course.thumbnail_url,
      'category', course.category, 'status', course.status) end,
    'modules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index,
        'source_path', m.source_path)), '[]')
      from public.modules m where m.course_id = course.id),
    'lessons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'module_id', l.module_id, 'index', l.index,
        'source_path', l.source_path,
        'was', case when p.status = 'updated' then private.lesson_fields(l) || private.assignment_part(l.id) || private.exercise_part(l.id) end,
        'attachments', case when p.attachments then private.attachment_list(l.id) end)), '[]')
      from public.lessons l join public.modules m on m.id = l.module_id
      left join jsonb_to_recordset(plan -> 'lessons') as p (id uuid, status text, attachments boolean) on p.id = l.id
      where m.course_id = course.id))
$function$;
comment on function private.course_before(public.courses,jsonb) is 'Takes the course that an import changes (all null for a new one) and the plan of the import; returns the value for import_undos.before. Runs as its caller.';
grant execute on function private.course_before(public.courses,jsonb) to authenticated, service_role;

create or replace function private.course_version(course_id uuid)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  return (
    select coalesce(md5(string_agg(part, ' ' order by part)), 'new') from (
      select c.id || ' ' || c.updated_at as part from public.courses c where c.id = course_version.course_id
      union all
      select m.id || ' ' || m.updated_at from public.modules m where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || l.updated_at from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select a.lesson_id || ' ' || a.sort_order || ' ' || md5(a.title || ' ' || a.url)
      from public.lesson_attachments a join public.lessons l on l.id = a.lesson_id join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || md5(private.assignment_part(l.id)::text)
      from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id and l.content_type = 'ASSIGNMENT'
      union all
      select l.id || ' ' || md5(private.exercise_part(l.id)::text)
      from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id and l.content_type = 'EXERCISE') parts);
end
$function$;
comment on function private.course_version(uuid) is 'Takes a course; returns a text that is a different one after every change of the course or its content. Runs as its caller. Returns "new" for a course that does not exist.';
grant execute on function private.course_version(uuid) to authenticated, service_role;

create or replace function private.exported_lessons(course_id uuid, lesson_id uuid default null)
  returns table(module_id uuid, place integer, total integer, lesson jsonb)
  language sql
  stable
  set search_path to ''
as $function$
  select placed.module_id, placed.place::int, placed.total::int,
    private.lesson_fields(l) || private.assignment_part(l.id) || private.exercise_part(l.id)
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
comment on function private.exported_lessons(uuid,uuid) is 'Takes a course, and a lesson of it (null: all); returns each as in an export, with all fields of the editor, its module, its position in it from 1, and how many lessons the module has. Runs as its caller: row security decides.';
grant execute on function private.exported_lessons(uuid,uuid) to authenticated, service_role;

create or replace function private.import_learners(course_id uuid, plan jsonb)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return case when import_learners.course_id is not null then jsonb_build_object(
    'with_access', public.course_impact(import_learners.course_id) -> 'learners',
    'completed_updated', (select count(distinct c.user_id) from public.lesson_completions c
      where c.lesson_id in (
        select p.id from jsonb_to_recordset(plan -> 'lessons') as p (id uuid, status text) where p.status = 'updated')),
    'completed_absent', (select count(distinct c.user_id) from public.lesson_completions c
      where c.lesson_id in (select p.id from jsonb_to_recordset(plan -> 'absent_lessons') as p (id uuid)))) end;
end
$function$;
comment on function private.import_learners(uuid,jsonb) is 'Takes a course and its plan; returns the counts {with_access, completed_updated, completed_absent}: learners with access, and learners who completed a lesson that the import changes, or that it does not contain. Null for a new course.';
grant execute on function private.import_learners(uuid,jsonb) to authenticated, service_role;

create or replace function private.import_target(slug text, dry_run boolean)
  returns public.courses
  language plpgsql
  set search_path to ''
as $function$
declare
  target public.courses;
begin
  select c.* into target from public.courses c where c.slug = import_target.slug and c.deleted_at is null;
  if (found and not (private.can('courses', 'update')
      or (target.created_by_id = private.uid() and private.can('courses', 'update', 'own'))))
    or (not found and private.slug_taken(import_target.slug)) then
    raise exception using errcode = '42501', hint = 'SLUG_NOT_YOURS', message = 'You may not change the course with this slug.';
  end if;
  if target.id is not null and not dry_run then
    -- The lock makes other moves, deletions and imports wait. The course is read again after it.
    perform private.lock_course(target.id);
    select c.* into target from public.courses c where c.id = target.id;
  end if;
  return target;
end
$function$;
comment on function private.import_target(text,boolean) is 'Takes a slug and whether this is a dry run; returns the course that an import changes, locked until the end of the transaction, all null for a new one. Raises 42501 SLUG_NOT_YOURS.';
grant execute on function private.import_target(text,boolean) to authenticated, service_role;

create or replace function private.import_undo(course_id uuid)
  returns private.import_undos
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = import_undo.course_id and c.deleted_at is null) then
    perform private.refuse('You may not change this course.');
  end if;
  return (
    select u from private.import_undos u
    where u.course_id = import_undo.course_id and u.created_at > now() - interval '30 days');
end
$function$;
comment on function private.import_undo(uuid) is 'Takes a course; returns its latest import of the last 30 days, as long as everything that the import deleted is still in the bin; all null if there is none. Raises 42501 unless the course exists and the caller may change it.';
grant execute on function private.import_undo(uuid) to authenticated, service_role;

create or replace function private.keep_undo(course_id uuid, before jsonb, version text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course('courses', 'update', course_id) then
    perform private.refuse('You may not change this course.');
  end if;
  delete from private.import_undos u where u.created_at <= now() - interval '30 days';
  insert into private.import_undos as u (course_id, user_id, version, before)
  values (keep_undo.course_id, private.uid(), keep_undo.version, keep_undo.before)
  on conflict on constraint import_undos_pkey do update
    set user_id = excluded.user_id, created_at = excluded.created_at, version = excluded.version, before = excluded.before;
end
$function$;
comment on function private.keep_undo(uuid,jsonb,text) is 'Takes a course, its state before an import and the version after it; stores both, in place of those of the previous import, and deletes rows of imports that can no longer be undone. Raises 42501.';
grant execute on function private.keep_undo(uuid,jsonb,text) to authenticated, service_role;

create or replace function private.lesson_fields(lesson public.lessons)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select to_jsonb(lesson) - array['module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']
$function$;
comment on function private.lesson_fields(public.lessons) is 'Takes a lesson; returns its id and all fields of the editor except attachments, as in an export.';
grant execute on function private.lesson_fields(public.lessons) to authenticated, service_role;

create or replace function private.lesson_links(payload jsonb, planned jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(jsonb_object_agg(listed.id, p.id), '{}')
  from private.listed_lessons(payload) listed
  join jsonb_to_recordset(planned) as p (no int, id uuid) on p.no = listed.lesson_no
  where listed.id is not null
$function$;
comment on function private.lesson_links(jsonb,jsonb) is 'Takes what import_course() takes and its lessons as planned, [{no, id}]; returns {id of a lesson in the payload: its id in the database}.';
grant execute on function private.lesson_links(jsonb,jsonb) to authenticated, service_role;

create or replace function private.listed_lessons(payload jsonb)
  returns table(
    module_no integer,
    lesson_no integer,
    place integer,
    id uuid,
    source_path text,
    listed jsonb
  )
  language sql
  stable
  set search_path to ''
as $function$
  select l.module_no, (row_number() over (order by l.module_no, l.place))::int, l.place,
    case when pg_input_is_valid(l.listed ->> 'id', 'uuid') then (l.listed ->> 'id')::uuid end,
    l.listed ->> 'source_path', l.listed
  from (
    select m.ordinality::int as module_no, l.ordinality::int - 1 as place, l.value as listed
    from jsonb_array_elements(payload -> 'modules') with ordinality m
    cross join lateral jsonb_array_elements(m.value -> 'lessons') with ordinality l
    union all
    select s.module_no, s.place, s.listed
    from private.my_sent_lessons(case when pg_input_is_valid(payload #>> '{sent,sending}', 'uuid')
      then (payload #>> '{sent,sending}')::uuid end) s
  ) l
$function$;
comment on function private.listed_lessons(jsonb) is 'Takes what import_course() takes; returns its lessons, both those in the payload and those that were sent before, numbered through the course, with their position in their module.';
grant execute on function private.listed_lessons(jsonb) to authenticated, service_role;

create or replace function private.my_sent_lessons(sending uuid)
  returns table(module_no integer, place integer, listed jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select s.module_no, s.place, s.listed from private.sent_lessons s
  where s.user_id = private.uid() and s.sending = my_sent_lessons.sending
$function$;
comment on function private.my_sent_lessons(uuid) is 'Takes the id of an upload; returns its lessons, if the caller sent them.';
grant execute on function private.my_sent_lessons(uuid) to authenticated, service_role;

create or replace function private.plain_attachments(listed jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('title', btrim(a.value ->> 'title'), 'url', btrim(a.value ->> 'url')) order by a.ordinality), '[]')
  from jsonb_array_elements(case jsonb_typeof(listed) when 'array' then listed else '[]' end) with ordinality a
$function$;
comment on function private.plain_attachments(jsonb) is 'Takes attachments as a folder lists them; returns them as save_attachments() stores them.';
grant execute on function private.plain_attachments(jsonb) to authenticated, service_role;

create or replace function private.plan_import(payload jsonb, course_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  modules jsonb := private.plan_modules(payload, plan_import.course_id);
  lessons jsonb := private.plan_lessons(payload, plan_import.course_id, modules);
begin
  return jsonb_build_object('modules', modules, 'lessons', lessons,
    -- Only the order of modules that stay is compared, because additions and removals move nothing.
    'reordered', (
      select coalesce(array_agg(x.id order by x.index) <> array_agg(x.id order by p.no), false)
      from jsonb_to_recordset(modules) as p (no int, id uuid) join public.modules x on x.id = p.id),
    'reordered_modules', (
      select coalesce(jsonb_agg(s.module_id), '[]') from (
        select p.module_id from jsonb_to_recordset(lessons) as p (id uuid, module_id uuid, place int)
        join public.lessons x on x.id = p.id and x.module_id = p.module_id
        group by p.module_id having array_agg(x.id order by x.index) <> array_agg(x.id order by p.place)) s),
    'absent_modules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title) order by x.index), '[]')
      from public.modules x
      where x.course_id = plan_import.course_id and x.id not in (select p.id from jsonb_to_recordset(modules) as p (id uuid))),
    'absent_lessons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title,
        'module_id', x.module_id) order by m.index, x.index), '[]')
      from public.lessons x join public.modules m on m.id = x.module_id
      where m.course_id = plan_import.course_id and x.id not in (select p.id from jsonb_to_recordset(lessons) as p (id uuid))));
end
$function$;
comment on function private.plan_import(jsonb,uuid) is 'Takes what import_course() takes and the course, null for a new one; returns the plan: {modules, lessons, reordered: whether the order of the modules changes, reordered_modules: ids of modules whose lessons change their order, absent_modules, absent_lessons}. Changes nothing.';
grant execute on function private.plan_import(jsonb,uuid) to authenticated, service_role;

create or replace function private.plan_lessons(payload jsonb, course_id uuid, modules jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  with listed as (
    select l.* from private.listed_lessons(payload) l
  ), live as (
    select l.id, l.source_path, l.index from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = plan_lessons.course_id
  ), by_id as (
    select distinct on (e.id) listed.lesson_no as no, e.id from listed join live e on e.id = listed.id order by e.id, listed.lesson_no
  ), known as (
    select by_id.no, by_id.id from by_id
    union all
    select * from (
      select distinct on (listed.lesson_no) listed.lesson_no, e.id from listed join live e on e.source_path = listed.source_path
      where listed.lesson_no not in (select by_id.no from by_id) and e.id not in (select by_id.id from by_id)
      order by listed.lesson_no, e.index) by_path
  ), planned as materialized (
    select listed.lesson_no as no, coalesce(known.id, gen_random_uuid()) as id from listed left join known on known.no = listed.lesson_no
  ), links as materialized (
    select private.lesson_links(payload, (select jsonb_agg(to_jsonb(p)) from planned p)) as lessons
  )
  select coalesce(jsonb_agg(jsonb_build_object('no', listed.lesson_no, 'id', planned.id,
    'source_path', listed.source_path, 'module_id', p.id, 'place', listed.place,
    'moved', e.id is not null and e.module_id <> p.id,
    'attachments', files.changed,
    'status', case
      when e.id is null then 'created'
      when private.wanted_lesson(e, listed.listed, payload #>> '{course,slug}', links.lessons)
        is not distinct from private.wanted_lesson(e, '{}') and not files.changed and not task.changed and not code.changed then 'unchanged'
      else 'updated' end) order by listed.lesson_no), '[]')
  from listed
  join planned on planned.no = listed.lesson_no
  join jsonb_to_recordset(modules) as p (no int, id uuid) on p.no = listed.module_no
  cross join links
  left join known on known.no = listed.lesson_no
  left join public.lessons e on e.id = known.id
  cross join lateral (select jsonb_typeof(listed.listed -> 'attachments') is not distinct from 'array'
    and private.plain_attachments(listed.listed -> 'attachments') <> private.attachment_list(e.id) as changed) files
  cross join lateral (select coalesce(jsonb_typeof(listed.listed -> 'assignment') = 'object' and private.assignment_fields(e.id) is not null
    and private.wanted_assignment(private.assignment_part(e.id) -> 'assignment', listed.listed -> 'assignment')
      <> private.assignment_part(e.id) -> 'assignment', false) as changed) task
  cross join lateral (select coalesce(jsonb_typeof(listed.listed -> 'exercise') = 'object'
    and (private.exercise_part(e.id) -> 'exercise') || (listed.listed -> 'exercise') <> private.exercise_part(e.id) -> 'exercise', false) as changed) code
$function$;
comment on function private.plan_lessons(jsonb,uuid,jsonb) is 'Takes what import_course() takes, the course and its modules as plan_modules() gives them; returns how each lesson changes, in order: [{no, id, source_path, module_id, place, moved, attachments: whether they change, status}].';
grant execute on function private.plan_lessons(jsonb,uuid,jsonb) to authenticated, service_role;

create or replace function private.plan_modules(payload jsonb, course_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  with listed as (
    select m.ordinality::int as no, m.value ->> 'source_path' as source_path, m.value ->> 'title' as title,
      case when pg_input_is_valid(m.value ->> 'id', 'uuid') then (m.value ->> 'id')::uuid end as id
    from jsonb_array_elements(payload -> 'modules') with ordinality m
  ), live as (
    select x.id, x.title, x.source_path from public.modules x where x.course_id = plan_modules.course_id
  ), by_id as (
    select distinct on (e.id) listed.no, e.id from listed join live e on e.id = listed.id order by e.id, listed.no
  ), known as (
    select by_id.no, by_id.id from by_id
    union all
    select listed.no, e.id from listed join live e on e.source_path = listed.source_path
    where listed.no not in (select by_id.no from by_id) and e.id not in (select by_id.id from by_id)
  )
  select coalesce(jsonb_agg(jsonb_build_object('no', listed.no, 'id', coalesce(e.id, gen_random_uuid()),
    'source_path', listed.source_path, 'title', listed.title, 'status',
    case when e.id is null then 'created' when e.title = listed.title then 'unchanged' else 'updated' end) order by listed.no), '[]')
  from listed left join known on known.no = listed.no left join live e on e.id = known.id
$function$;
comment on function private.plan_modules(jsonb,uuid) is 'Takes what import_course() takes and the course; returns how each module changes, in order: [{no, id, source_path, title, status}].';
grant execute on function private.plan_modules(jsonb,uuid) to authenticated, service_role;

create or replace function private.record_export(course_id uuid, lesson_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  subject constant text := case when lesson_id is null then 'course' else 'lesson' end;
  target constant uuid := coalesce(lesson_id, course_id);
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = record_export.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not export this %s.', subject));
  end if;
  -- The record names no course, because the history of a course lists changes, and an export changes nothing.
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address, title)
  values (private.uid(), 'data.export', subject, target::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    (select p.title from private.content_place(subject, target) p));
end
$function$;
comment on function private.record_export(uuid,uuid) is 'Takes a course, and one of its lessons, or null for all; writes an audit record that the caller exported it (rules/records#exports). Raises 42501 unless they may edit the course.';
grant execute on function private.record_export(uuid,uuid) to authenticated, service_role;

create or replace function private.restore_lessons_before_import(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  lesson uuid;
  attachments jsonb;
begin
  perform public.delete_lesson(l.id) from public.lessons l join public.modules m on m.id = l.module_id
  where m.course_id = restore_lessons_before_import.course_id
    and l.id not in (select b.id from jsonb_to_recordset(before -> 'lessons') as b (id uuid));
  perform public.restore_lesson(b.id) from jsonb_to_recordset(before -> 'lessons') as b (id uuid)
  where b.id not in (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = restore_lessons_before_import.course_id);
  update public.lessons x set module_id = b.module_id, index = b.index, source_path = b.source_path, title = w.title,
    content_type = w.content_type, video_provider = w.video_provider, video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, module_id uuid, index int, source_path text, was jsonb)
  join public.lessons old on old.id = b.id
  cross join lateral jsonb_populate_record(old, coalesce(b.was, '{}')) w
  where x.id = b.id and (b.was is not null
    or (x.module_id, x.index, x.source_path) is distinct from (b.module_id, b.index, b.source_path));

  perform private.save_assignment(b.id, b.was -> 'assignment')
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, was jsonb) where b.was ? 'assignment';

  perform private.take_exercise(b.id, b.was -> 'exercise')
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, was jsonb) where b.was ? 'exercise';

  for lesson, attachments in
    select b.id, b.attachments from jsonb_to_recordset(before -> 'lessons') as b (id uuid, attachments jsonb)
    where b.attachments is not null
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;
comment on function private.restore_lessons_before_import(uuid,jsonb) is 'Takes a course whose modules are restored already, and its state before an import; restores its lessons to that state, and moves the lessons that the import added to the bin.';
grant execute on function private.restore_lessons_before_import(uuid,jsonb) to authenticated, service_role;

create or replace function private.restore_modules_before_import(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform public.restore_module(b.id) from jsonb_to_recordset(before -> 'modules') as b (id uuid)
  where b.id not in (select m.id from public.modules m where m.course_id = restore_modules_before_import.course_id);
  -- Paths are removed first, because two modules must not have the same path, not even between two statements.
  update public.modules m set source_path = null
  where m.course_id = restore_modules_before_import.course_id and m.source_path is not null and not exists (
    select 1 from jsonb_to_recordset(before -> 'modules') as b (id uuid, source_path text)
    where b.id = m.id and b.source_path = m.source_path);
  update public.modules m set title = b.title, index = b.index, source_path = b.source_path
  from jsonb_to_recordset(before -> 'modules') as b (id uuid, title text, index int, source_path text)
  where m.id = b.id and (m.title, m.index, m.source_path) is distinct from (b.title, b.index, b.source_path);
end
$function$;
comment on function private.restore_modules_before_import(uuid,jsonb) is 'Takes a course and its state before an import; restores its modules to that state, except those that the import added.';
grant execute on function private.restore_modules_before_import(uuid,jsonb) to authenticated, service_role;

create or replace function private.slug_taken(slug text)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select 1 from public.courses c where c.slug = slug_taken.slug and c.deleted_at is null);
end
$function$;
comment on function private.slug_taken(text) is 'Takes a slug; true if a course has it, even one that the caller cannot see.';
grant execute on function private.slug_taken(text) to authenticated, service_role;

create or replace function private.trash_missing(plan jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform public.delete_module(m.id) from jsonb_to_recordset(plan -> 'absent_modules') as m (id uuid);
  perform public.delete_lesson(l.id) from jsonb_to_recordset(plan -> 'absent_lessons') as l (id uuid, module_id uuid)
  where l.module_id not in (select m.id from jsonb_to_recordset(plan -> 'absent_modules') as m (id uuid));
end
$function$;
comment on function private.trash_missing(jsonb) is 'Takes the plan of an import; moves modules and lessons that are not in the folder to the bin.';
grant execute on function private.trash_missing(jsonb) to authenticated, service_role;

create or replace function private.wanted_lesson(
  base public.lessons,
  listed jsonb,
  slug text default null,
  lessons jsonb default '{}'::jsonb
)
  returns public.lessons
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- Fields that are not listed keep their values. Position and ids cannot be set by the list.
  wanted public.lessons := jsonb_populate_record(base, listed
    - array['id', 'module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']);
begin
  wanted.description := nullif(wanted.description, '');
  wanted.content := nullif(wanted.content, '');
  if listed ? 'content' then
    wanted.content := private.with_lesson_links(wanted.content, wanted_lesson.slug, wanted_lesson.lessons);
  end if;
  wanted.video_start_sec := coalesce(wanted.video_start_sec, 0);
  wanted.duration_sec := coalesce(wanted.duration_sec, 0);
  wanted.free_preview := coalesce(wanted.free_preview, false);
  return wanted;
end
$function$;
comment on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) is 'Takes a lesson, null for a new one, the fields that a folder gives it, the slug of the course, and {id in texts: id in the database}; returns the lesson with these fields, and with links to the ids in the database. An empty text becomes null.';
grant execute on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) to authenticated, service_role;

create or replace function private.with_lesson_links(content text, slug text, lessons jsonb)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  links constant text := '/(?:app/)?courses/[a-z0-9-]+/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
  known text;
  linked text := content;
begin
  if linked is null or linked !~ links then
    return linked;
  end if;
  for known in
    select distinct m[1] from regexp_matches(content, links, 'g') m
    -- A link to a lesson that keeps its id is not changed: its slug leads to this course, too.
    where lessons ->> m[1] <> m[1]
  loop
    linked := regexp_replace(linked, replace(links, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', known),
      '/app/courses/' || slug || '/lesson/' || (lessons ->> known), 'g');
  end loop;
  return linked;
end
$function$;
comment on function private.with_lesson_links(text,text,jsonb) is 'Takes a lesson''s text, the slug of its course, and {id of a lesson in the text: its id in the database}; returns the text with its links changed to these ids (rules/courses#links-inside).';
grant execute on function private.with_lesson_links(text,text,jsonb) to authenticated, service_role;

create or replace function private.write_lessons(course_id uuid, planned jsonb, payload jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  slug constant text := payload #>> '{course,slug}';
  links constant jsonb := private.lesson_links(payload, planned);
  lesson uuid;
  attachments jsonb;
begin
  update public.lessons x set source_path = null
  from jsonb_to_recordset(planned) as p (id uuid, source_path text)
  where x.source_path = p.source_path and x.id <> p.id
    and x.id in (select q.id from jsonb_to_recordset(planned) as q (id uuid));
  insert into public.lessons (id, module_id, index, source_path, title, content_type, video_provider, video_asset_id,
    video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
  select p.id, p.module_id,
    (select coalesce(max(x.index), -1) from public.lessons x where x.module_id = p.module_id) + 1 + p.place,
    p.source_path, w.title, w.content_type, coalesce(w.video_provider, 'NONE'), w.video_asset_id, w.video_start_sec,
    w.external_url, w.description, w.content, w.file_key, w.file_name, w.file_size, w.duration_sec, w.free_preview
  from jsonb_to_recordset(planned) as p (no int, id uuid, module_id uuid, place int, source_path text, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  cross join lateral private.wanted_lesson(null, l.listed, slug, links) w
  where p.status = 'created';
  update public.lessons x set module_id = placed.module_id, index = placed.index, title = w.title,
    content_type = w.content_type, video_provider = coalesce(w.video_provider, 'NONE'), video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from (
    select o.id, coalesce(p.module_id, o.module_id) as module_id, coalesce(p.status, 'absent') as status, l.listed,
      row_number() over (partition by coalesce(p.module_id, o.module_id) order by p.place nulls last, o.index)::int - 1 as index
    from public.lessons o
    join public.modules m on m.id = o.module_id and m.course_id = write_lessons.course_id
    left join jsonb_to_recordset(planned) as p (no int, id uuid, module_id uuid, place int, status text) on p.id = o.id
    left join private.listed_lessons(payload) l on l.lesson_no = p.no) placed
  join public.lessons old on old.id = placed.id
  cross join lateral private.wanted_lesson(old, coalesce(placed.listed, '{}'), slug, links) w
  where x.id = placed.id
    and (placed.status = 'updated' or (x.module_id, x.index) is distinct from (placed.module_id, placed.index));

  perform private.save_assignment(p.id, l.listed -> 'assignment')
  from jsonb_to_recordset(planned) as p (no int, id uuid, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  where p.status in ('created', 'updated') and jsonb_typeof(l.listed -> 'assignment') = 'object';

  -- An import requests the proofs of its exercises itself.
  perform private.take_exercise(p.id, l.listed -> 'exercise', proving => true)
  from jsonb_to_recordset(planned) as p (no int, id uuid, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  join public.lessons x on x.id = p.id and x.content_type = 'EXERCISE'
  where p.status in ('created', 'updated') and jsonb_typeof(l.listed -> 'exercise') = 'object';

  for lesson, attachments in
    select p.id, l.listed -> 'attachments' from jsonb_to_recordset(planned) as p (no int, id uuid, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no where p.attachments
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;
comment on function private.write_lessons(uuid,jsonb,jsonb) is 'Takes a course, its lessons as plan_lessons() gives them, and the payload of import_course(); saves them and their attachments. Lessons that are not in the folder go to the end of their module.';
grant execute on function private.write_lessons(uuid,jsonb,jsonb) to authenticated, service_role;

create or replace function private.write_modules(course_id uuid, planned jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  -- If another module of the folder has the path of a module that was found by its id, that module loses its path
  -- first.
  update public.modules x set source_path = null
  from jsonb_to_recordset(planned) as p (id uuid, source_path text)
  where x.course_id = write_modules.course_id and x.source_path = p.source_path and x.id <> p.id
    and x.id in (select q.id from jsonb_to_recordset(planned) as q (id uuid));
  insert into public.modules (id, course_id, title, index, source_path)
  select p.id, write_modules.course_id, p.title,
    (select coalesce(max(x.index), -1) from public.modules x where x.course_id = write_modules.course_id) + p.no, p.source_path
  from jsonb_to_recordset(planned) as p (no int, id uuid, source_path text, title text, status text)
  where p.status = 'created';
  update public.modules x set title = placed.title, index = placed.index
  from (
    select m.id, coalesce(p.title, m.title) as title, row_number() over (order by p.no nulls last, m.index)::int - 1 as index
    from public.modules m left join jsonb_to_recordset(planned) as p (no int, id uuid, title text) on p.id = m.id
    where m.course_id = write_modules.course_id) placed
  where x.id = placed.id and (x.title, x.index) is distinct from (placed.title, placed.index);
end
$function$;
comment on function private.write_modules(uuid,jsonb) is 'Takes a course and its modules as plan_modules() gives them; saves them. Modules that are not in the folder go to the end.';
grant execute on function private.write_modules(uuid,jsonb) to authenticated, service_role;

create or replace function public.export_course(course_id uuid)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
$function$;
comment on function public.export_course(uuid) is 'Takes a course; returns all of it that can be edited, {course, modules: [{id, title, lessons: [{id, …, attachments}]}]}, in order, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course.';
grant execute on function public.export_course(uuid) to authenticated, service_role;

create or replace function public.export_lesson(lesson_id uuid)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
comment on function public.export_lesson(uuid) is 'Takes a lesson; returns {place: its position in the module, from 1, of: how many lessons the module has, lesson: as in export_course()}, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course (rules/courses#export).';
grant execute on function public.export_lesson(uuid) to authenticated, service_role;

create or replace function public.import_course(
  payload jsonb,
  dry_run boolean default true,
  missing text default 'keep',
  unchanged_since text default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '55s'
as $function$
declare
  bounded constant boolean := private.at_most('payload', payload, 16000000)
    and private.at_most('missing', missing, 1000)
    and private.at_most('unchanged_since', unchanged_since, 1000);
  wanted jsonb := payload -> 'course';
  publishing boolean := coalesce((payload #>> '{course,publish}')::boolean, false);
  target public.courses;
  as_wanted public.courses;
  version text;
  course_status text;
  plan jsonb;
  learners jsonb;
  changing boolean;
  before jsonb;
begin
  perform private.check_import(payload, missing);
  target := private.import_target(wanted ->> 'slug', dry_run);
  version := private.course_version(target.id);
  -- Fields that are not listed keep the values of the course.
  as_wanted := jsonb_populate_record(target, coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(wanted) f
    where f.key in ('title', 'description', 'author_name', 'author_description', 'thumbnail_url', 'category')), '{}'));
  course_status := case
    when target.id is null then 'created'
    when as_wanted is not distinct from target and (target.status = 'PUBLISHED' or not publishing) then 'unchanged'
    else 'updated' end;
  plan := private.plan_import(payload, target.id);
  learners := private.import_learners(target.id, plan);

  if not dry_run then
    changing := course_status <> 'unchanged' or (plan -> 'reordered')::boolean or plan -> 'reordered_modules' <> '[]'
      or exists (select 1 from jsonb_to_recordset((plan -> 'modules') || (plan -> 'lessons')) as p (status text, moved boolean)
        where p.status <> 'unchanged' or p.moved)
      or (missing = 'bin' and (plan -> 'absent_modules' <> '[]' or plan -> 'absent_lessons' <> '[]'));
    -- An import that is sent twice changes nothing the second time, so no conflict is raised for it.
    if changing and unchanged_since is not null and unchanged_since <> version then
      raise exception using errcode = 'PT409', hint = 'STALE_IMPORT',
        message = 'Someone else has changed this course since it was checked.';
    end if;

    before := private.course_before(target, plan);
    if target.id is null then
      insert into public.courses (title, slug, description, author_name, author_description, thumbnail_url, category)
      values (as_wanted.title, wanted ->> 'slug', as_wanted.description, as_wanted.author_name,
        as_wanted.author_description, as_wanted.thumbnail_url, as_wanted.category)
      returning * into target;
    elsif course_status = 'updated' then
      update public.courses c set title = as_wanted.title, description = as_wanted.description,
        author_name = as_wanted.author_name, author_description = as_wanted.author_description,
        thumbnail_url = as_wanted.thumbnail_url, category = as_wanted.category
      where c.id = target.id and c is distinct from as_wanted;
    end if;
    if publishing and target.status = 'DRAFT' then
      update public.courses c set status = 'PUBLISHED' where c.id = target.id;
    end if;
    perform private.write_modules(target.id, plan -> 'modules');
    perform private.write_lessons(target.id, plan -> 'lessons', payload);
    if missing = 'bin' then
      perform private.trash_missing(plan);
    end if;
    version := private.course_version(target.id);
    -- After an import that changes nothing, the import before it can still be undone.
    if changing then
      perform private.keep_undo(target.id, before, version);
    end if;
  end if;

  return jsonb_build_object(
    'course', jsonb_build_object('id', target.id, 'slug', wanted ->> 'slug', 'status', course_status, 'reordered', plan -> 'reordered'),
    'version', version,
    'modules', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status,
        'reordered', plan -> 'reordered_modules' ? p.id::text) order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'modules') as p (no int, id uuid, source_path text, status text)),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status, 'moved', p.moved)
        order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'lessons') as p (no int, source_path text, status text, moved boolean)),
    'absent', jsonb_build_object(
      'modules', plan -> 'absent_modules',
      'lessons', (select coalesce(jsonb_agg(a - 'module_id'), '[]') from jsonb_array_elements(plan -> 'absent_lessons') a)),
    'learners', learners);
end
$function$;
comment on function public.import_course(jsonb,boolean,text,text) is 'Takes a course with its modules in order and their lessons, which are part of the modules or were sent before (sent: {sending, lessons: how many}), each found by its id or otherwise by its source_path; whether this is a dry run; whether lessons that are not listed are kept at the end or moved to the bin; and the version that a dry run returned. Returns the status (created, updated, unchanged) of the course, each module and each lesson, what moves, what is not in the list, the version of the course, and how many learners have access or have completed lessons that change or are not in the list. Saves everything in one transaction, under the policies of the caller. Raises 42501 for callers who may not do this, PT409 STALE_IMPORT if the course has changed since the dry run, PT422 IMPORT_NOT_SENT if lessons that were sent are missing, and a sentence or the error of a constraint for values that are not valid.';
grant execute on function public.import_course(jsonb,boolean,text,text) to authenticated, service_role;

create or replace function public.import_difference(payload jsonb, source_path text)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('payload', payload, 16000000)
    and private.at_most('source_path', source_path, 1000);
  target public.courses;
  planned jsonb;
begin
  perform private.check_import(payload, 'keep');
  target := private.import_target(payload #>> '{course,slug}', true);
  planned := private.plan_lessons(payload, target.id, private.plan_modules(payload, target.id));
  return (
    select jsonb_build_object(
      'before', private.lesson_fields(e) || private.assignment_part(e.id) || private.exercise_part(e.id) || jsonb_build_object('attachments', private.attachment_list(e.id)),
      'after', private.lesson_fields(
          private.wanted_lesson(e, l.listed, payload #>> '{course,slug}', private.lesson_links(payload, planned)))
        || case when jsonb_typeof(l.listed -> 'assignment') = 'object' then jsonb_build_object('assignment', private.wanted_assignment(
          coalesce(private.assignment_part(e.id) -> 'assignment', '{}'), l.listed -> 'assignment')) else private.assignment_part(e.id) end
        || case when jsonb_typeof(l.listed -> 'exercise') = 'object' then jsonb_build_object('exercise',
          coalesce(private.exercise_part(e.id) -> 'exercise', '{}') || (l.listed -> 'exercise')) else private.exercise_part(e.id) end
        || jsonb_build_object('attachments', case when p.attachments
          then private.plain_attachments(l.listed -> 'attachments') else private.attachment_list(e.id) end))
    from jsonb_to_recordset(planned) as p (no int, id uuid, source_path text, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no
    join public.lessons e on e.id = p.id
    where p.source_path = import_difference.source_path);
end
$function$;
comment on function public.import_difference(jsonb,text) is 'Takes what import_course() takes, and the path of a lesson in it; returns {before: null for a new lesson, after}, both as in an export. Changes nothing. Raises as import_course() does.';
grant execute on function public.import_difference(jsonb,text) to authenticated, service_role;

create or replace function public.import_to_undo(course_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  if undo.version is distinct from private.course_version(course_id) then
    return null;
  end if;
  return jsonb_build_object('at', undo.created_at, 'made', undo.before -> 'course' = 'null',
    'who', (select p.name from public.profiles p where p.id = undo.user_id));
end
$function$;
comment on function public.import_to_undo(uuid) is 'Takes a course; returns its latest import, {at, who: a name, or null if the caller may not know it, made: whether the import created the course}. Null if the course has changed since (rules/courses#import). Raises 42501.';
grant execute on function public.import_to_undo(uuid) to authenticated, service_role;

create or replace function public.send_lessons(sending uuid, lessons jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lessons', lessons, 16000000);
  long record;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if sending is null or jsonb_typeof(lessons) is distinct from 'array'
     or exists (select 1 from jsonb_array_elements(lessons) l where jsonb_typeof(l.value -> 'lesson') is distinct from 'object') then
    raise exception using errcode = 'PT422', message = 'There are no lessons to send.';
  end if;
  select l.module_no, l.place into long
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  where char_length(l.lesson ->> 'content') > 500000 or octet_length((l.lesson - 'content')::text) > 100000
  order by 1, 2 limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('Lesson %s of module %s is too long: a text has at most 500,000 characters, and all that stands around it 100 kB.',
        long.place + 1, long.module_no);
  end if;
  -- Calls of one person wait for each other, so that two calls do not use the same free space.
  perform pg_advisory_xact_lock(hashtextextended('send_lessons ' || private.uid()::text, 0));
  delete from private.sent_lessons s where s.sent_at < now() - interval '1 day';
  -- Two other uploads are kept, for imports in two other tabs.
  delete from private.sent_lessons s where s.user_id = private.uid() and s.sending <> send_lessons.sending
    and s.sending not in (
      select o.sending from private.sent_lessons o where o.user_id = private.uid() and o.sending <> send_lessons.sending
      group by o.sending order by max(o.sent_at) desc limit 2);
  insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes)
  select private.uid(), send_lessons.sending, l.module_no, l.place, l.lesson,
    coalesce(octet_length(l.lesson ->> 'content'), 0) + coalesce(octet_length(l.lesson ->> 'description'), 0)
      -- All other fields of a lesson together count as text beyond four kilobytes.
      + greatest(octet_length((l.lesson - '{content,description}'::text[])::text) - 4096, 0)
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  -- Lessons that are sent again, because the answer was lost, are stored once.
  on conflict do nothing;
  if (select sum(s.bytes) > 32 * 1024 * 1024 or count(*) > 5000 from private.sent_lessons s
      where s.user_id = private.uid() and s.sending = send_lessons.sending) then
    raise exception using errcode = 'PT422', message = 'A course has at most 5,000 lessons and 32 MB of text.';
  end if;
end
$function$;
comment on function public.send_lessons(uuid,jsonb) is 'Takes the random id of an upload, and some of its lessons, [{module_no from 1, place from 0, lesson}]; stores them for a day for import_course(). A lesson that is sent again is stored once; a fourth upload replaces the oldest one. Raises 42501 for callers who may not create courses, PT422 for more than a course can hold.';
grant execute on function public.send_lessons(uuid,jsonb) to authenticated, service_role;

create or replace function public.undo_import(course_id uuid)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '55s'
as $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  perform private.lock_course(course_id);
  -- The version is compared after the lock: if two people undo at the same moment, the second one finds another
  -- version.
  undo := private.import_undo(course_id);
  if undo.version is distinct from private.course_version(course_id) then
    raise exception using errcode = 'PT409', hint = 'IMPORT_PAST',
      message = 'The course has changed since it was imported, or the import has been undone already.';
  end if;
  if undo.before -> 'course' = 'null' then
    perform public.delete_course(course_id);
  else
    perform set_config('rookies.files_as_held', 'on', true);
    -- A restored module or lesson may have the position of one that is removed only later.
    set constraints public.modules_position_key, public.lessons_position_key deferred;
    perform private.restore_modules_before_import(course_id, undo.before);
    perform private.restore_lessons_before_import(course_id, undo.before);
    perform public.delete_module(m.id) from public.modules m
    where m.course_id = undo_import.course_id
      and m.id not in (select b.id from jsonb_to_recordset(undo.before -> 'modules') as b (id uuid));
    update public.courses c set title = w.title, description = w.description, author_name = w.author_name,
      author_description = w.author_description, thumbnail_url = w.thumbnail_url, category = w.category, status = w.status
    from public.courses old
    cross join lateral jsonb_populate_record(old, undo.before -> 'course') w
    where c.id = undo_import.course_id and old.id = c.id and c is distinct from w;
    perform set_config('rookies.files_as_held', '', true);
  end if;
end
$function$;
comment on function public.undo_import(uuid) is 'Takes a course; restores its texts, order, attachments, cover and status from before its latest import. Content that the import added is moved to the bin, content that it moved there is restored, and a course that it created is moved to the bin (rules/courses#import). Saves everything in one transaction, under the policies of the caller. Raises 42501 for callers who may not do this, and PT409 IMPORT_PAST if the course has changed since the import, or there was none.';
grant execute on function public.undo_import(uuid) to authenticated, service_role;
