-- Why: an exercise is saved with its lesson, in one transaction. A course's export holds its exercises, and an import brings them
-- (rules/courses#export). The check of a course names those that are not proved (rules/courses#check).

create function private.exercise_part(lesson uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('exercise', private.key_fields(k))
    from public.lessons l cross join lateral private.latest_key(l.id) k
    where l.id = exercise_part.lesson and l.content_type = 'EXERCISE' and k.version is not null
      and private.can_on_course('exercises', 'update', private.course_of_lesson(l.id))), '{}')
$$;
comment on function private.exercise_part(uuid) is
  'Takes a lesson; returns {exercise: the key_fields() of its newest version} for an export. An empty object for a lesson of another type, and for callers who may not update it.';
revoke all on function private.exercise_part(uuid) from public;
grant execute on function private.exercise_part(uuid) to authenticated, service_role;

create function private.take_exercise(lesson uuid, listed jsonb, expected_version integer default null, proving boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  saved private.exercise_keys := private.write_exercise(lesson, expected_version, listed);
begin
  if proving then
    perform private.ask_for_proof(saved);
  end if;
end
$$;
comment on function private.take_exercise(uuid, jsonb, integer, boolean) is
  'Takes an exercise, the key_fields() that change, the version that was read (null: any), and whether the new version is to be proved; saves a version. Raises 42501 unless the caller may update the lesson, PT409 STALE_EXERCISE, and PT422 with the field as hint.';
revoke all on function private.take_exercise(uuid, jsonb, integer, boolean) from public;
grant execute on function private.take_exercise(uuid, jsonb, integer, boolean) to authenticated, service_role;

-- The functions below are the ones from before, with the exercise of a lesson beside its assignment.

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
  own uuid;
  again boolean := false;
begin
  if wanted.id is null then
    own := private.made_under(save_lesson.operation_id, 'lesson ' || wanted.module_id);
    -- What was made under this operation becomes what is sent now.
    select l.id into wanted.id from public.lessons l where l.id = own;
    again := wanted.id is not null;
  end if;
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select own, wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when unique_violation then
        perform private.refuse_made();
      when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- A caller that does not name a file keeps the one that the lesson has.
      file_key = case when lesson ? 'file_key' then wanted.file_key else l.file_key end,
      file_name = case when lesson ? 'file_key' then wanted.file_name else l.file_name end,
      file_size = case when lesson ? 'file_key' then wanted.file_size else l.file_size end,
      duration_sec = coalesce(wanted.duration_sec, 0), free_preview = coalesce(wanted.free_preview, false)
    where l.id = wanted.id and (unchanged_since is null or l.updated_at = unchanged_since)
    returning * into saved;
    if saved.id is null then
      if unchanged_since is not null and exists (select 1 from public.lessons l where l.id = wanted.id and l.updated_at <> unchanged_since) then
        raise exception using errcode = 'PT409', hint = 'STALE_LESSON', message = 'Someone else has saved this lesson.';
      end if;
      perform private.refuse('You may not change this lesson, or it has been deleted.');
    end if;
  end if;
  perform private.save_assignment(saved.id, lesson -> 'assignment');
  if saved.content_type = 'EXERCISE' and jsonb_typeof(lesson -> 'exercise') = 'object' then
    perform private.take_exercise(saved.id, lesson -> 'exercise', (lesson ->> 'exercise_version')::int);
  end if;
  -- Attachments of a new lesson come without ids, so they are compared by what they hold.
  if attachments is not null and (case when again and jsonb_typeof(attachments) = 'array' then (
      select jsonb_agg(jsonb_build_array(a.title, a.url) order by a.sort_order)
      from public.lesson_attachments a where a.lesson_id = saved.id)
    is distinct from (
      select jsonb_agg(jsonb_build_array(btrim(e.value ->> 'title'), btrim(e.value ->> 'url')) order by e.ordinality)
      from jsonb_array_elements(attachments) with ordinality e) else true end) then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$$;

create or replace function public.check_course(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  it uuid := check_course.course_id;
begin
  if not private.can_on_course('lessons', 'update', it)
     or not exists (select 1 from public.courses c where c.id = it and c.deleted_at is null) then
    perform private.refuse('You may not check this course.');
  end if;
  return (
    with module as (
      select m.id, m.title, m.index from public.modules m where m.course_id = it and m.deleted_at is null
    ), lesson as (
      select l.*, row_number() over (partition by l.module_id, lower(btrim(l.title)) order by l.index) as again
      from public.lessons l join module m on m.id = l.module_id where l.deleted_at is null
    ), target as materialized (
      select distinct t.* from private.course_targets(it) t
    ), remark (rule, module_id, lesson_id, detail) as (
      select 'no_lessons', null::uuid, null::uuid, null::text where not exists (select 1 from lesson)
      union all
      select 'empty_module', m.id, null, null from module m where not exists (select 1 from lesson l where l.module_id = m.id)
      union all
      select 'same_title', l.module_id, l.id, null from lesson l where l.again > 1
      union all
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type in ('TEXT', 'ASSIGNMENT', 'EXERCISE') and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
      union all
      select 'few_words', l.module_id, l.id, null from lesson l
      where l.content_type = 'TEXT' and cardinality(regexp_split_to_array(btrim(left(l.content, 2000), E' \t\r\n'), '\s+')) < 10
        and btrim(l.content, E' \t\r\n') <> ''
      union all
      select 'no_video', l.module_id, l.id, null from lesson l where l.content_type = 'VIDEO' and l.video_asset_id is null
      union all
      select 'no_length', l.module_id, l.id, null from lesson l where l.content_type in ('VIDEO', 'TEXT') and l.duration_sec = 0
      union all
      select 'no_address', l.module_id, l.id, null from lesson l where l.content_type = 'EXTERNAL_LINK' and l.external_url is null
      union all
      select 'not_proved', l.module_id, l.id, null from lesson l where l.content_type = 'EXERCISE'
        and not exists (select 1 from public.exercises x where x.lesson_id = l.id and x.version > 0)
      union all
      select 'no_rubric', l.module_id, l.id, null from lesson l where l.content_type = 'ASSIGNMENT'
        and not exists (select 1 from public.rubric_criteria c where c.lesson_id = l.id)
      union all
      -- A caller who may not read cohorts learns that this happens, but not in which cohort.
      select distinct 'due_early', l.module_id, l.id, case when private.can('cohorts', 'read') then c.title end
      from public.cohort_courses k
      join public.cohorts c on c.id = k.cohort_id and c.archived_at is null and c.ends_on >= private.local_day(now(), c.time_zone)
      cross join lateral private.cohort_due_days(c.id) d
      join private.cohort_plan(c.id) p on p.lesson_id = d.lesson_id
      join lesson l on l.id = d.lesson_id
      where k.course_id = it and d.due_at <= private.local_moment(c.starts_on + p.day, p.at_time, c.time_zone)
      union all
      select 'no_file', l.module_id, l.id, null from lesson l where l.content_type = 'FILE'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = l.id and f.path = l.file_key)
        and not exists (select 1 from public.lesson_attachments a where a.lesson_id = l.id)
      union all
      select 'no_description', t.module_id, t.lesson_id, left(t.target, 200) from target t where t.kind = 'image' and btrim(t.label) = ''
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target and f.alt <> '')
      union all
      select 'lost_file', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target like 'lesson-files/%'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target)
      union all
      select 'bad_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind <> 'video' and (t.target = '' or t.target ~* '^[a-z][a-z0-9+.-]*:'
        and case when t.target ~* '^https?:' then not private.is_web_link(t.target) else t.target !~* '^(mailto|tel):' end)
      union all
      select 'lost_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind in ('link', 'image') and t.target <> '' and t.target !~* '^([a-z][a-z0-9+.-]*:|[/#?]|lesson-files/)'
      union all
      select 'closed_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target ~ '^/(app/)?courses/' and not private.leads_inside(t.target, it)
    ), listed as (
      select r.*, row_number() over (order by m.index nulls first, l.index nulls first, r.rule, r.detail) as place, m.title as module, l.title as lesson
      from remark r left join module m on m.id = r.module_id left join lesson l on l.id = r.lesson_id
    )
    select jsonb_build_object(
      'lessons', (select count(*) from lesson),
      'links', (select count(distinct t.target) from target t where t.kind = 'video' or private.is_web_link(t.target)),
      'found', (select count(*) from listed),
      'remarks', (select coalesce(jsonb_agg(jsonb_build_object('rule', x.rule, 'module_id', x.module_id, 'module', x.module,
        'lesson_id', x.lesson_id, 'lesson', x.lesson, 'detail', x.detail) order by x.place), '[]') from listed x where x.place <= 300)));
end
$$;

create or replace function private.course_before(course public.courses, plan jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
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
$$;

create or replace function private.course_version(course_id uuid)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $$
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
$$;

create or replace function private.exported_lessons(course_id uuid, lesson_id uuid default null)
  returns table(module_id uuid, place integer, total integer, lesson jsonb)
  language sql
  stable
  set search_path to ''
as $$
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
$$;

create or replace function private.plan_lessons(payload jsonb, course_id uuid, modules jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
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
$$;

create or replace function private.restore_lessons_before_import(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $$
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
$$;

create or replace function private.write_lessons(course_id uuid, planned jsonb, payload jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $$
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

  -- An imported exercise reaches learners without another act, once it is proved.
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
$$;

create or replace function public.import_difference(payload jsonb, source_path text)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
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
$$;

create or replace function public.exercise_to_edit(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
declare
  k private.exercise_keys;
begin
  -- A lesson keeps its exercise while it has another type.
  k := private.latest_key(exercise_to_edit.lesson_id);
  if k.version is null or not private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_to_edit.lesson_id))
    or not exists (
      select from public.lessons l join public.modules m on m.id = l.module_id
      where l.id = exercise_to_edit.lesson_id and l.deleted_at is null and m.deleted_at is null) then
    perform private.refuse('You may not change this exercise, or it has been deleted.');
  end if;
  return private.key_fields(k) || private.key_facts(k) || jsonb_build_object('lesson_id', k.lesson_id);
end
$$;

comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at that was read, and for a new lesson an operation id; `assignment` of the lesson has the assignment_fields() that change, `exercise` the key_fields() that change, and `exercise_version` the version of the exercise that was read; writes all in one transaction and answers {id, module_id, updated_at}. The same operation again writes the lesson that it made. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, STALE_EXERCISE and MADE_ALREADY, 42501 (rules/data#idempotent).';
