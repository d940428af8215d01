-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.attachment_list(lesson_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
  from public.lesson_attachments a where a.lesson_id = attachment_list.lesson_id
$function$;
comment on function private.attachment_list(uuid) is 'A lesson''s attachments in order, [{title, url}]. Runs as its caller.';
grant execute on function private.attachment_list(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.bin_absent(plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.delete_module(m.id) from jsonb_to_recordset(plan -> 'absent_modules') as m (id uuid);
  perform public.delete_lesson(l.id) from jsonb_to_recordset(plan -> 'absent_lessons') as l (id uuid, module_id uuid)
  where l.module_id not in (select m.id from jsonb_to_recordset(plan -> 'absent_modules') as m (id uuid));
end
$function$;
comment on function private.bin_absent(jsonb) is 'Takes a plan; moves the modules and lessons that the folder does not have to the bin.';
grant execute on function private.bin_absent(jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.check_import(payload jsonb, missing text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    raise exception using errcode = 'PT422', message = 'What is missing is kept or moved to the bin.';
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
comment on function private.check_import(jsonb,text) is 'Takes what import_course() takes. Raises 42501 unless the caller may create courses, PT422 for a payload that is not whole, too large or names a path twice, and PT422 IMPORT_NOT_SENT when what was sent is gone.';
grant execute on function private.check_import(jsonb,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.import_learners(course_id uuid, plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
comment on function private.import_learners(uuid,jsonb) is 'Takes a course and its plan; counts {with_access, completed_updated, completed_absent}: learners, and those who completed a lesson that is changed or absent. Null for a new course.';
grant execute on function private.import_learners(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.import_target(slug text, dry_run boolean)
 RETURNS public.courses
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    -- Others who move, delete or import wait; what was read before is read again.
    perform private.lock_course(target.id);
    select c.* into target from public.courses c where c.id = target.id;
  end if;
  return target;
end
$function$;
comment on function private.import_target(text,boolean) is 'Takes a slug and whether nothing is to be written; gives the course that an import changes, held until the end of the transaction, all null for a new one. Raises 42501 SLUG_NOT_YOURS.';
grant execute on function private.import_target(text,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.plain_attachments(listed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('title', btrim(a.value ->> 'title'), 'url', btrim(a.value ->> 'url')) order by a.ordinality), '[]')
  from jsonb_array_elements(case jsonb_typeof(listed) when 'array' then listed else '[]' end) with ordinality a
$function$;
comment on function private.plain_attachments(jsonb) is 'Attachments as a folder lists them, as save_attachments() stores them.';
grant execute on function private.plain_attachments(jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.plan_import(payload jsonb, course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  modules jsonb := private.plan_modules(payload, plan_import.course_id);
  lessons jsonb := private.plan_lessons(payload, plan_import.course_id, modules);
begin
  return jsonb_build_object('modules', modules, 'lessons', lessons,
    -- Order is compared among those that stay: what comes or goes moves nothing.
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
comment on function private.plan_import(jsonb,uuid) is 'Takes what import_course() takes and the course, null for a new one; gives the plan: {modules, lessons, reordered: whether the modules are, reordered_modules: ids of those whose lessons are, absent_modules, absent_lessons}. Writes nothing.';
grant execute on function private.plan_import(jsonb,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.plan_lessons(payload jsonb, course_id uuid, modules jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
        is not distinct from private.wanted_lesson(e, '{}') and not files.changed then 'unchanged'
      else 'updated' end) order by listed.lesson_no), '[]')
  from listed
  join planned on planned.no = listed.lesson_no
  join jsonb_to_recordset(modules) as p (no int, id uuid) on p.no = listed.module_no
  cross join links
  left join known on known.no = listed.lesson_no
  left join public.lessons e on e.id = known.id
  cross join lateral (select jsonb_typeof(listed.listed -> 'attachments') is not distinct from 'array'
    and private.plain_attachments(listed.listed -> 'attachments') <> private.attachment_list(e.id) as changed) files
$function$;
comment on function private.plan_lessons(jsonb,uuid,jsonb) is 'Takes what import_course() takes, the course and its modules as plan_modules() gives them; gives what becomes of each lesson, in order: [{no, id, source_path, module_id, place, moved, attachments: whether they change, status}].';
grant execute on function private.plan_lessons(jsonb,uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.plan_modules(payload jsonb, course_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
comment on function private.plan_modules(jsonb,uuid) is 'Takes what import_course() takes and the course; gives what becomes of each module, in order: [{no, id, source_path, title, status}].';
grant execute on function private.plan_modules(jsonb,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.wanted_lesson(base public.lessons, listed jsonb, slug text DEFAULT NULL::text, lessons jsonb DEFAULT '{}'::jsonb)
 RETURNS public.lessons
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- What is not listed stays as it is; no list says where the lesson lives.
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
comment on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) is 'Takes a lesson, null for a new one, what a folder says of it, the course''s slug and {id in texts: id here}; gives the lesson as the folder wants it, its links to other lessons leading there. An empty text is none.';
grant execute on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.write_lessons(course_id uuid, planned jsonb, payload jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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

  for lesson, attachments in
    select p.id, l.listed -> 'attachments' from jsonb_to_recordset(planned) as p (no int, id uuid, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no where p.attachments
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;
comment on function private.write_lessons(uuid,jsonb,jsonb) is 'Takes a course, its lessons as plan_lessons() gives them, and what import_course() takes; writes them and their attachments, the absent ones last in their module.';
grant execute on function private.write_lessons(uuid,jsonb,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.write_modules(course_id uuid, planned jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A module known by its id gives up its path where another folder has it now.
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
comment on function private.write_modules(uuid,jsonb) is 'Takes a course and its modules as plan_modules() gives them; writes them, the absent ones last.';
grant execute on function private.write_modules(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.import_course(payload jsonb, dry_run boolean DEFAULT true, missing text DEFAULT 'keep'::text, unchanged_since text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '55s'
AS $function$
declare
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
  -- What is not listed keeps what the course has.
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
    -- Sent twice, the second time finds nothing left to change, which is no conflict.
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
      perform private.bin_absent(plan);
    end if;
    version := private.course_version(target.id);
    -- What changes nothing leaves the import before it to be undone.
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
comment on function public.import_course(jsonb,boolean,text,text) is 'Takes a course with its modules in order and their lessons, which stand in the modules or were sent before (sent: {sending, lessons: how many}), each known by its id or else by its source_path; whether only to say what would happen; whether lessons that are not listed are kept at the end or moved to the bin; and the version that a dry run gave. Gives the status (created, updated, unchanged) of the course, each module and each lesson, what moves, what is absent from the list, the course''s version, and how many learners have access or have completed what is changed or absent. One transaction, under the caller''s own policies. Raises 42501 for callers who may not, PT409 STALE_IMPORT when the course is no longer as it was, PT422 IMPORT_NOT_SENT when what was sent is gone or not whole, and the sentence or the constraint''s error for values that do not fit.';
grant execute on function public.import_course(jsonb,boolean,text,text) to authenticated, service_role;
