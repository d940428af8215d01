-- Why: lessons link to each other by the portal's paths, which name a lesson by its id. Files that come in together, a course
-- that is copied and one that is imported under another slug give their lessons other ids: the links go along
-- (rules/courses#links-inside).

create function private.with_lesson_links(content text, slug text, lessons jsonb) returns text
language plpgsql immutable set search_path = '' as $$
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
    -- What stays what it is keeps the slug it has, which leads here as well.
    where lessons ->> m[1] <> m[1]
  loop
    linked := regexp_replace(linked, replace(links, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', known),
      '/app/courses/' || slug || '/lesson/' || (lessons ->> known), 'g');
  end loop;
  return linked;
end
$$;
comment on function private.with_lesson_links(text, text, jsonb) is
  'Takes a lesson''s text, the slug of its course and {id in the text: the lesson''s id here}; gives the text with its links to those lessons leading there (rules/courses#links-inside).';
grant execute on function private.with_lesson_links(text, text, jsonb) to authenticated;

create function private.lesson_links(payload jsonb, planned jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(listed.id, p.id), '{}')
  from private.listed_lessons(payload) listed
  join jsonb_to_recordset(planned) as p (no int, id uuid) on p.no = listed.lesson_no
  where listed.id is not null
$$;
comment on function private.lesson_links(jsonb, jsonb) is
  'Takes what import_course() takes and its lessons as planned, [{no, id}]; gives {id that a lesson is listed with: its id here}.';
grant execute on function private.lesson_links(jsonb, jsonb) to authenticated;

drop function private.wanted_lesson(public.lessons, jsonb);
create function private.wanted_lesson(base public.lessons, listed jsonb, slug text default null, lessons jsonb default '{}') returns public.lessons
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.wanted_lesson(public.lessons, jsonb, text, jsonb) is
  'Takes a lesson, null for a new one, what a folder says of it, the course''s slug and {id in texts: id here}; gives the lesson as the folder wants it, its links to other lessons leading there. An empty text is none.';
grant execute on function private.wanted_lesson(public.lessons, jsonb, text, jsonb) to authenticated;

create or replace function private.plan_lessons(payload jsonb, course_id uuid, modules jsonb) returns jsonb
language sql stable set search_path = '' as $$
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
$$;

create or replace function private.write_lessons(course_id uuid, planned jsonb, payload jsonb) returns void
language plpgsql set search_path = '' as $$
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
$$;

create or replace function private.copy_lessons(modules jsonb, paths boolean) returns void
language plpgsql set search_path = '' as $$
declare
  lessons jsonb := (
    select coalesce(jsonb_object_agg(l.id, gen_random_uuid()), '{}')
    from public.lessons l
    where l.module_id in (select k::uuid from jsonb_object_keys(copy_lessons.modules) k));
  slug constant text := (
    select c.slug from public.modules m join public.courses c on c.id = m.course_id
    where m.id in (select v.value::uuid from jsonb_each_text(copy_lessons.modules) v) limit 1);
begin
  insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
    external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path)
  select (lessons ->> l.id::text)::uuid, (copy_lessons.modules ->> l.module_id::text)::uuid, l.title, l.index, l.content_type,
    l.video_provider, l.video_asset_id, l.video_start_sec, l.external_url, l.description,
    private.with_lesson_links(l.content, slug, lessons), l.file_key, l.file_name,
    l.file_size, l.duration_sec, l.free_preview, case when copy_lessons.paths then l.source_path end
  from public.lessons l
  where l.id in (select k::uuid from jsonb_object_keys(lessons) k);
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select (lessons ->> a.lesson_id::text)::uuid, a.title, a.url, a.sort_order
  from public.lesson_attachments a
  where a.lesson_id in (select k::uuid from jsonb_object_keys(lessons) k);
end
$$;
comment on function private.copy_lessons(jsonb, boolean) is
  'Takes {module: its copy} and whether the paths of an import go along, which a course holds once; copies the lessons with their attachments, in their places, their links among each other leading to the copies. Runs as its caller.';
