-- Why: a folder of Markdown becomes a course in one transaction, and the same folder again updates it in place, so
-- that completions stay (rules/courses#import). Files that came out of an export name the lesson that
-- they are (`id`), so that moving files never makes a second lesson out of one; files without an id are
-- found by their path. What is imported is what was looked at: the version that a dry run gave is asked for.

create function private.slug_taken(slug text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.courses c where c.slug = slug_taken.slug and c.deleted_at is null);
end
$$;
comment on function private.slug_taken(text) is
  'Takes a slug; true when a course has it, one that the caller cannot see too.';
grant execute on function private.slug_taken(text) to authenticated;

create function private.record_export(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_touch('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = record_export.course_id and c.deleted_at is null) then
    perform private.refuse('You may not export this course.');
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (private.uid(), 'data.export', 'course', course_id::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$$;
comment on function private.record_export(uuid) is
  'Takes a course; writes down that the caller exports it (rules/records#exports). Raises 42501 unless they may edit it.';
grant execute on function private.record_export(uuid) to authenticated;

create function public.export_course(course_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.record_export(course_id);
  return (
    select jsonb_build_object(
      'course', jsonb_build_object('title', c.title, 'slug', c.slug, 'description', c.description,
        'author_name', c.author_name, 'author_description', c.author_description,
        'thumbnail_url', c.thumbnail_url, 'category', c.category),
      'modules', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', (
          select coalesce(jsonb_agg(to_jsonb(l)
            - array['module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']
            || jsonb_build_object('attachments', (
              select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
              from public.lesson_attachments a where a.lesson_id = l.id)) order by l.index), '[]')
          from public.lessons l where l.module_id = m.id)) order by m.index), '[]')
        from public.modules m where m.course_id = c.id))
    from public.courses c where c.id = export_course.course_id);
end
$$;
comment on function public.export_course(uuid) is
  'Takes a course; gives all of it that the editor edits, {course, modules: [{id, title, lessons: [{id, …, attachments}]}]}, in order, and records data.export. Row security decides what is read; raises 42501 for whoever may not edit the course.';
grant execute on function public.export_course(uuid) to authenticated;

create function private.course_version(course_id uuid) returns text
language plpgsql stable set search_path = '' as $$
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
      where m.course_id = course_version.course_id) parts);
end
$$;
comment on function private.course_version(uuid) is
  'Takes a course; a word that is another as soon as anything in the course has changed. Runs as its caller; "new" for a course that is not there.';
grant execute on function private.course_version(uuid) to authenticated;

create table private.sent_lessons (
  user_id uuid not null references public.profiles (id) on delete cascade,
  sending uuid not null,
  module_no int not null,
  place int not null,
  listed jsonb not null,
  bytes int not null,
  sent_at timestamptz not null default now(),
  primary key (user_id, sending, module_no, place)
);

create function private.my_sent_lessons(sending uuid) returns table (module_no int, place int, listed jsonb)
language sql stable security definer set search_path = '' as $$
  select s.module_no, s.place, s.listed from private.sent_lessons s
  where s.user_id = private.uid() and s.sending = my_sent_lessons.sending
$$;
comment on function private.my_sent_lessons(uuid) is 'Takes a sending; its lessons, if the caller sent them.';
grant execute on function private.my_sent_lessons(uuid) to authenticated;

create function private.listed_lessons(payload jsonb)
returns table (module_no integer, lesson_no integer, place integer, id uuid, source_path text, listed jsonb)
language sql stable set search_path = '' as $$
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
$$;
comment on function private.listed_lessons(jsonb) is
  'Takes what import_course() takes; its lessons, those in the modules and those that were sent before, numbered through the course, with their place in their module.';
grant execute on function private.listed_lessons(jsonb) to authenticated;

create function private.wanted_lesson(base public.lessons, listed jsonb) returns public.lessons
language plpgsql stable set search_path = '' as $$
declare
  -- What is not listed stays as it is; nothing listed says where the lesson lives.
  wanted public.lessons := jsonb_populate_record(base, listed
    - array['id', 'module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']);
begin
  wanted.description := nullif(wanted.description, '');
  wanted.content := nullif(wanted.content, '');
  wanted.video_start_sec := coalesce(wanted.video_start_sec, 0);
  wanted.duration_sec := coalesce(wanted.duration_sec, 0);
  wanted.free_preview := coalesce(wanted.free_preview, false);
  return wanted;
end
$$;
comment on function private.wanted_lesson(public.lessons, jsonb) is
  'Takes a lesson, null for a new one, and what a folder says of it; gives the lesson as the folder wants it. An empty text is none.';
grant execute on function private.wanted_lesson(public.lessons, jsonb) to authenticated;

create function private.attachment_list(lesson_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
  from public.lesson_attachments a where a.lesson_id = attachment_list.lesson_id
$$;
comment on function private.attachment_list(uuid) is 'A lesson''s attachments in order, [{title, url}]. Runs as its caller.';
grant execute on function private.attachment_list(uuid) to authenticated;

create function private.plain_attachments(listed jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', btrim(a.value ->> 'title'), 'url', btrim(a.value ->> 'url')) order by a.ordinality), '[]')
  from jsonb_array_elements(case jsonb_typeof(listed) when 'array' then listed else '[]' end) with ordinality a
$$;
comment on function private.plain_attachments(jsonb) is 'Attachments as a folder lists them, as save_attachments() stores them.';
grant execute on function private.plain_attachments(jsonb) to authenticated;

-- The largest course, 32 MB, is 18 s of work; longer than a minute no gateway waits for an answer.
create function public.import_course(payload jsonb, dry_run boolean default true, missing text default 'keep', unchanged_since text default null)
returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '55s' as $$
declare
  wanted jsonb := payload -> 'course';
  target public.courses;
  as_wanted public.courses;
  publishing boolean := coalesce((payload #>> '{course,publish}')::boolean, false);
  state text;
  course_status_word text;
  is_reordered boolean;
  plan_modules jsonb;
  plan_lessons jsonb;
  reordered jsonb;
  absent_modules jsonb;
  absent_lessons jsonb;
  learners jsonb;
  lesson_count int;
  row_id uuid;
  listed_attachments jsonb;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if jsonb_typeof(payload -> 'modules') is distinct from 'array' or jsonb_typeof(wanted) is distinct from 'object' then
    raise exception using errcode = 'PT422', message = 'The import has no course or no modules.';
  end if;
  if missing is null or missing not in ('keep', 'bin') then
    raise exception using errcode = 'PT422', message = 'What is missing is kept or moved to the bin.';
  end if;
  lesson_count := (select count(*) from private.listed_lessons(payload) l where l.module_no between 1 and jsonb_array_length(payload -> 'modules'));
  if payload ? 'sent' and lesson_count is distinct from (payload #>> '{sent,lessons}')::int then
    raise exception using errcode = 'PT422', hint = 'IMPORT_NOT_SENT',
      message = 'The lessons that were sent for this import are no longer there.';
  end if;
  if jsonb_array_length(payload -> 'modules') > 1000 or lesson_count > 5000 then
    raise exception using errcode = 'PT422', message = 'A course has at most 1,000 modules and 5,000 lessons.';
  end if;
  if exists (select 1 from jsonb_array_elements(payload -> 'modules') m group by m.value ->> 'source_path' having count(*) > 1)
     or exists (select 1 from private.listed_lessons(payload) l group by l.source_path having count(*) > 1) then
    raise exception using errcode = 'PT422', message = 'The import names a path twice.';
  end if;

  select c.* into target from public.courses c where c.slug = wanted ->> 'slug' and c.deleted_at is null;
  if (found and not (private.can('courses', 'update')
      or (target.created_by_id = private.uid() and private.can('courses', 'update', 'own'))))
    or (not found and private.slug_taken(wanted ->> 'slug')) then
    raise exception using errcode = '42501', hint = 'SLUG_NOT_YOURS', message = 'You may not change the course with this slug.';
  end if;
  if target.id is not null and not dry_run then
    -- Whoever else moves, deletes or imports waits; what was read before is read again.
    perform private.lock_course(target.id);
    select c.* into target from public.courses c where c.id = target.id;
  end if;
  state := private.course_version(target.id);

  -- What is not listed keeps what the course has.
  as_wanted := jsonb_populate_record(target, coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(wanted) f
    where f.key in ('title', 'description', 'author_name', 'author_description', 'thumbnail_url', 'category')), '{}'));
  course_status_word := case
    when target.id is null then 'created'
    when as_wanted is not distinct from target and (target.status = 'PUBLISHED' or not publishing) then 'unchanged'
    else 'updated' end;

  -- The plan is worked out before anything is written, so that a dry run says what the real one does.
  with listed as (
    select m.ordinality::int as no, m.value ->> 'source_path' as source_path, m.value ->> 'title' as title,
      case when pg_input_is_valid(m.value ->> 'id', 'uuid') then (m.value ->> 'id')::uuid end as id
    from jsonb_array_elements(payload -> 'modules') with ordinality m
  ), live as (
    select x.id, x.title, x.source_path from public.modules x where x.course_id = target.id
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
  into plan_modules
  from listed left join known on known.no = listed.no left join live e on e.id = known.id;

  with listed as (
    select l.* from private.listed_lessons(payload) l
  ), live as (
    select l.id, l.source_path, l.index from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = target.id
  ), by_id as (
    select distinct on (e.id) listed.lesson_no as no, e.id from listed join live e on e.id = listed.id order by e.id, listed.lesson_no
  ), known as (
    select by_id.no, by_id.id from by_id
    union all
    select * from (
      select distinct on (listed.lesson_no) listed.lesson_no, e.id from listed join live e on e.source_path = listed.source_path
      where listed.lesson_no not in (select by_id.no from by_id) and e.id not in (select by_id.id from by_id)
      order by listed.lesson_no, e.index) by_path
  )
  select coalesce(jsonb_agg(jsonb_build_object('no', listed.lesson_no, 'id', coalesce(e.id, gen_random_uuid()),
    'source_path', listed.source_path, 'module_id', p.id, 'place', listed.place,
    'moved', e.id is not null and e.module_id <> p.id,
    'attachments', files.changed,
    'status', case
      when e.id is null then 'created'
      when private.wanted_lesson(e, listed.listed) is not distinct from private.wanted_lesson(e, '{}') and not files.changed then 'unchanged'
      else 'updated' end) order by listed.lesson_no), '[]')
  into plan_lessons
  from listed
  join jsonb_to_recordset(plan_modules) as p (no int, id uuid) on p.no = listed.module_no
  left join known on known.no = listed.lesson_no
  left join public.lessons e on e.id = known.id
  cross join lateral (select jsonb_typeof(listed.listed -> 'attachments') is not distinct from 'array'
    and private.plain_attachments(listed.listed -> 'attachments') <> private.attachment_list(e.id) as changed) files;

  -- Order is compared among those that stay: what comes or goes moves nothing.
  select coalesce(array_agg(x.id order by x.index) <> array_agg(x.id order by p.no), false) into is_reordered
  from jsonb_to_recordset(plan_modules) as p (no int, id uuid) join public.modules x on x.id = p.id;
  select coalesce(jsonb_agg(s.module_id), '[]') into reordered from (
    select p.module_id from jsonb_to_recordset(plan_lessons) as p (id uuid, module_id uuid, place int)
    join public.lessons x on x.id = p.id and x.module_id = p.module_id
    group by p.module_id having array_agg(x.id order by x.index) <> array_agg(x.id order by p.place)) s;

  select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title) order by x.index), '[]')
  into absent_modules
  from public.modules x
  where x.course_id = target.id and x.id not in (select p.id from jsonb_to_recordset(plan_modules) as p (id uuid));
  select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title,
    'module_id', x.module_id) order by m.index, x.index), '[]')
  into absent_lessons
  from public.lessons x join public.modules m on m.id = x.module_id
  where m.course_id = target.id and x.id not in (select p.id from jsonb_to_recordset(plan_lessons) as p (id uuid));

  if target.id is not null then
    learners := jsonb_build_object(
      'with_access', public.course_weight(target.id) -> 'learners',
      'completed_updated', (select count(distinct c.user_id) from public.lesson_completions c
        where c.lesson_id in (select p.id from jsonb_to_recordset(plan_lessons) as p (id uuid, status text) where p.status = 'updated')),
      'completed_absent', (select count(distinct c.user_id) from public.lesson_completions c
        where c.lesson_id in (select p.id from jsonb_to_recordset(absent_lessons) as p (id uuid))));
  end if;

  if not dry_run then
    -- Sent twice, the second time finds nothing left to change, which is no conflict.
    if unchanged_since is not null and unchanged_since <> state and (
      course_status_word <> 'unchanged' or is_reordered or reordered <> '[]'
      or exists (select 1 from jsonb_to_recordset(plan_modules || plan_lessons) as p (status text, moved boolean)
        where p.status <> 'unchanged' or p.moved)
      or (missing = 'bin' and (absent_modules <> '[]' or absent_lessons <> '[]'))) then
      raise exception using errcode = 'PT409', hint = 'STALE_IMPORT',
        message = 'Somebody else has changed this course since it was checked.';
    end if;

    if target.id is null then
      insert into public.courses (title, slug, description, author_name, author_description, thumbnail_url, category)
      values (as_wanted.title, wanted ->> 'slug', as_wanted.description, as_wanted.author_name,
        as_wanted.author_description, as_wanted.thumbnail_url, as_wanted.category)
      returning * into target;
    elsif course_status_word = 'updated' then
      update public.courses c set title = as_wanted.title, description = as_wanted.description,
        author_name = as_wanted.author_name, author_description = as_wanted.author_description,
        thumbnail_url = as_wanted.thumbnail_url, category = as_wanted.category
      where c.id = target.id and c is distinct from as_wanted;
    end if;
    if publishing and target.status = 'DRAFT' then
      update public.courses c set status = 'PUBLISHED' where c.id = target.id;
    end if;

    -- What is known by its id gives up its path where another folder lies there now.
    update public.modules x set source_path = null
    from jsonb_to_recordset(plan_modules) as p (id uuid, source_path text)
    where x.course_id = target.id and x.source_path = p.source_path and x.id <> p.id
      and x.id in (select q.id from jsonb_to_recordset(plan_modules) as q (id uuid));
    insert into public.modules (id, course_id, title, index, source_path)
    select p.id, target.id, p.title,
      (select coalesce(max(x.index), -1) from public.modules x where x.course_id = target.id) + p.no, p.source_path
    from jsonb_to_recordset(plan_modules) as p (no int, id uuid, source_path text, title text, status text)
    where p.status = 'created';
    update public.modules x set title = placed.title, index = placed.index
    from (
      select m.id, coalesce(p.title, m.title) as title, row_number() over (order by p.no nulls last, m.index)::int - 1 as index
      from public.modules m left join jsonb_to_recordset(plan_modules) as p (no int, id uuid, title text) on p.id = m.id
      where m.course_id = target.id) placed
    where x.id = placed.id and (x.title, x.index) is distinct from (placed.title, placed.index);

    update public.lessons x set source_path = null
    from jsonb_to_recordset(plan_lessons) as p (id uuid, source_path text)
    where x.source_path = p.source_path and x.id <> p.id
      and x.id in (select q.id from jsonb_to_recordset(plan_lessons) as q (id uuid));
    insert into public.lessons (id, module_id, index, source_path, title, content_type, video_provider, video_asset_id,
      video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
    select p.id, p.module_id,
      (select coalesce(max(x.index), -1) from public.lessons x where x.module_id = p.module_id) + 1 + p.place,
      p.source_path, w.title, w.content_type, coalesce(w.video_provider, 'NONE'), w.video_asset_id, w.video_start_sec,
      w.external_url, w.description, w.content, w.file_key, w.file_name, w.file_size, w.duration_sec, w.free_preview
    from jsonb_to_recordset(plan_lessons) as p (no int, id uuid, module_id uuid, place int, source_path text, status text)
    join private.listed_lessons(payload) l on l.lesson_no = p.no
    cross join lateral private.wanted_lesson(null, l.listed) w
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
      join public.modules m on m.id = o.module_id and m.course_id = target.id
      left join jsonb_to_recordset(plan_lessons) as p (no int, id uuid, module_id uuid, place int, status text) on p.id = o.id
      left join private.listed_lessons(payload) l on l.lesson_no = p.no) placed
    join public.lessons old on old.id = placed.id
    cross join lateral private.wanted_lesson(old, coalesce(placed.listed, '{}')) w
    where x.id = placed.id
      and (placed.status = 'updated' or (x.module_id, x.index) is distinct from (placed.module_id, placed.index));

    for row_id, listed_attachments in
      select p.id, l.listed -> 'attachments' from jsonb_to_recordset(plan_lessons) as p (no int, id uuid, attachments boolean)
      join private.listed_lessons(payload) l on l.lesson_no = p.no where p.attachments
    loop
      perform private.save_attachments(row_id, listed_attachments);
    end loop;

    if missing = 'bin' then
      for row_id in select p.id from jsonb_to_recordset(absent_modules) as p (id uuid) loop
        perform public.delete_module(row_id);
      end loop;
      for row_id in
        select p.id from jsonb_to_recordset(absent_lessons) as p (id uuid, module_id uuid)
        where p.module_id not in (select q.id from jsonb_to_recordset(absent_modules) as q (id uuid))
      loop
        perform public.delete_lesson(row_id);
      end loop;
    end if;
  end if;

  return jsonb_build_object(
    'course', jsonb_build_object('id', target.id, 'slug', wanted ->> 'slug', 'status', course_status_word, 'reordered', is_reordered),
    'version', case when dry_run then state else private.course_version(target.id) end,
    'modules', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status,
        'reordered', reordered ? p.id::text) order by p.no), '[]')
      from jsonb_to_recordset(plan_modules) as p (no int, id uuid, source_path text, status text)),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status, 'moved', p.moved)
        order by p.no), '[]')
      from jsonb_to_recordset(plan_lessons) as p (no int, source_path text, status text, moved boolean)),
    'absent', jsonb_build_object(
      'modules', absent_modules,
      'lessons', (select coalesce(jsonb_agg(a - 'module_id'), '[]') from jsonb_array_elements(absent_lessons) a)),
    'learners', learners);
end
$$;
comment on function public.import_course(jsonb, boolean, text, text) is
  'Takes a course with its modules in order and their lessons, which stand in the modules or were sent before (sent: {sending, lessons: how many}), each known by its id or else by its source_path; whether only to say what would happen; whether lessons that are not listed are kept at the end or moved to the bin; and the version that a dry run gave. Gives the status (created, updated, unchanged) of the course, each module and each lesson, what moves, what is absent from the list, the course''s version, and how many learners have access or have completed what is changed or absent. One transaction, under the caller''s own policies. Raises 42501 for callers who may not, PT409 STALE_IMPORT when the course is no longer as it was, PT422 IMPORT_NOT_SENT when what was sent is gone or not whole, and the sentence or the constraint''s error for values that do not fit.';
grant execute on function public.import_course(jsonb, boolean, text, text) to authenticated;
alter table private.sent_lessons enable row level security;
comment on table private.sent_lessons is
  'Lessons that somebody sends for an import, for a day: whose, in which sending, where in the course they stand. bytes is the length of their texts. No grants: send_lessons() writes, import_course() reads.';
create index sent_lessons_sent_at_idx on private.sent_lessons (sent_at);

create function public.send_lessons(sending uuid, lessons jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if sending is null or jsonb_typeof(lessons) is distinct from 'array' then
    raise exception using errcode = 'PT422', message = 'There are no lessons to send.';
  end if;
  -- Pieces of one person one by one, or two at once would both find room.
  perform pg_advisory_xact_lock(hashtextextended('send_lessons ' || private.uid()::text, 0));
  delete from private.sent_lessons s where s.sent_at < now() - interval '1 day';
  -- Two sendings beside this one, for two more tabs: what lies there is never more than three courses.
  delete from private.sent_lessons s where s.user_id = private.uid() and s.sending <> send_lessons.sending
    and s.sending not in (
      select o.sending from private.sent_lessons o where o.user_id = private.uid() and o.sending <> send_lessons.sending
      group by o.sending order by max(o.sent_at) desc limit 2);
  insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes)
  select private.uid(), send_lessons.sending, l.module_no, l.place, l.lesson,
    coalesce(octet_length(l.lesson ->> 'content'), 0) + coalesce(octet_length(l.lesson ->> 'description'), 0)
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  -- A piece whose answer was lost is sent again.
  on conflict do nothing;
  if (select sum(s.bytes) > 32 * 1024 * 1024 or count(*) > 5000 from private.sent_lessons s
      where s.user_id = private.uid() and s.sending = send_lessons.sending) then
    raise exception using errcode = 'PT422', message = 'A course has at most 5,000 lessons and 32 MB of text.';
  end if;
end
$$;
comment on function public.send_lessons(uuid, jsonb) is
  'Takes the name of a sending, a random one, and some of its lessons, [{module_no from 1, place from 0, lesson}]; keeps them for a day for import_course(). A lesson sent again is kept once; a fourth sending takes the place of the oldest. Raises 42501 for callers who may not create courses, PT422 for more than a course can hold.';
grant execute on function public.send_lessons(uuid, jsonb) to authenticated;
