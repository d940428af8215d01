-- Why: a folder of Markdown becomes a course in one transaction, and the same folder again updates it
-- in place, so that completions stay.

create function private.slug_taken(slug text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.courses c where c.slug = slug_taken.slug and c.deleted_at is null);
end
$$;
comment on function private.slug_taken(text) is
  'Takes a slug; true when a course has it, one that the caller cannot see too.';
grant execute on function private.slug_taken(text) to authenticated;

create function public.import_course(payload jsonb, dry_run boolean default true) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  wanted jsonb := payload -> 'course';
  target public.courses%rowtype;
  course_status_word text;
  plan_modules jsonb;
  plan_lessons jsonb;
  kept jsonb;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if jsonb_typeof(payload -> 'modules') is distinct from 'array' or wanted is null then
    raise exception using errcode = 'PT422', message = 'The import has no course or no modules.';
  end if;

  select c.* into target from public.courses c where c.slug = wanted ->> 'slug' and c.deleted_at is null;
  if (found and not (private.can('courses', 'update')
      or (target.created_by_id = private.uid() and private.can('courses', 'update', 'own'))))
    or (not found and private.slug_taken(wanted ->> 'slug')) then
    raise exception using errcode = '42501', message = 'You may not change the course with this slug.';
  end if;

  course_status_word := case
    when target.id is null then 'created'
    when target.title = wanted ->> 'title'
      and (not (wanted ? 'description') or target.description is not distinct from wanted ->> 'description')
      and (not (wanted ? 'author_name') or target.author_name is not distinct from wanted ->> 'author_name')
      and (not (wanted ? 'category') or target.category is not distinct from wanted ->> 'category')
      and (target.status = 'PUBLISHED' or not coalesce((wanted ->> 'publish')::boolean, false)) then 'unchanged'
    else 'updated' end;

  -- The plan is worked out before anything is written, so that a dry run says what the real one does.
  with listed as (
    select m.value ->> 'source_path' as source_path, m.value ->> 'title' as title
    from jsonb_array_elements(payload -> 'modules') m
  )
  select coalesce(jsonb_agg(jsonb_build_object('source_path', listed.source_path, 'id', e.id, 'status',
    case when e.id is null then 'created' when e.title = listed.title then 'unchanged' else 'updated' end)), '[]')
  into plan_modules
  from listed
  left join public.modules e on e.course_id = target.id and e.source_path = listed.source_path and e.deleted_at is null;

  with listed as (
    select l.* from jsonb_array_elements(payload -> 'modules') m
    cross join lateral jsonb_to_recordset(m.value -> 'lessons') as l (
      source_path text, title text, content_type public.lesson_content_type, video_provider public.video_provider,
      video_asset_id text, video_start_sec int, external_url text, description text, content text, duration_sec int, free_preview boolean)
  ), existing as (
    select l.* from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = target.id and m.deleted_at is null and l.deleted_at is null and l.source_path is not null
  )
  select
    coalesce(jsonb_agg(jsonb_build_object('source_path', listed.source_path, 'id', e.id, 'status', case
        when e.id is null then 'created'
        when (e.title, e.content_type, e.video_provider, e.video_asset_id, e.video_start_sec, e.external_url, e.description, e.content, e.duration_sec, e.free_preview)
          is not distinct from
          (listed.title, listed.content_type, listed.video_provider, listed.video_asset_id, listed.video_start_sec, listed.external_url, listed.description, listed.content, listed.duration_sec, listed.free_preview)
          then 'unchanged'
        else 'updated' end)) filter (where listed.source_path is not null), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('source_path', e.source_path, 'title', e.title)) filter (where listed.source_path is null), '[]')
  into plan_lessons, kept
  from listed full join existing e on e.source_path = listed.source_path;

  if not dry_run then
    if target.id is null then
      insert into public.courses (title, slug, description, author_name, category)
      values (wanted ->> 'title', wanted ->> 'slug', wanted ->> 'description', wanted ->> 'author_name', wanted ->> 'category')
      returning * into target;
    elsif course_status_word = 'updated' then
      update public.courses c set
        title = wanted ->> 'title',
        description = case when wanted ? 'description' then wanted ->> 'description' else c.description end,
        author_name = case when wanted ? 'author_name' then wanted ->> 'author_name' else c.author_name end,
        category = case when wanted ? 'category' then wanted ->> 'category' else c.category end
      where c.id = target.id;
    end if;
    if coalesce((wanted ->> 'publish')::boolean, false) and target.status = 'DRAFT' then
      update public.courses c set status = 'PUBLISHED' where c.id = target.id;
    end if;

    insert into public.modules (course_id, title, index, source_path)
    select target.id, m.value ->> 'title',
      (select coalesce(max(x.index), -1) from public.modules x where x.course_id = target.id and x.deleted_at is null) + m.ordinality::int,
      m.value ->> 'source_path'
    from jsonb_array_elements(payload -> 'modules') with ordinality m
    where not exists (select 1 from public.modules x
      where x.course_id = target.id and x.source_path = m.value ->> 'source_path' and x.deleted_at is null);

    with listed as (
      select m.ordinality, m.value ->> 'source_path' as source_path, m.value ->> 'title' as title
      from jsonb_array_elements(payload -> 'modules') with ordinality m
    ), placed as (
      select x.id, coalesce(listed.title, x.title) as title,
        row_number() over (order by listed.ordinality nulls last, x.index)::int - 1 as index
      from public.modules x left join listed on listed.source_path = x.source_path
      where x.course_id = target.id and x.deleted_at is null
    )
    update public.modules x set title = placed.title, index = placed.index
    from placed where x.id = placed.id and (x.title, x.index) is distinct from (placed.title, placed.index);

    insert into public.lessons (module_id, index, source_path, title, content_type, video_provider, video_asset_id,
      video_start_sec, external_url, description, content, duration_sec, free_preview)
    select mo.id,
      (select coalesce(max(x.index), -1) from public.lessons x where x.module_id = mo.id and x.deleted_at is null) + l.ordinality::int,
      l.value ->> 'source_path', l.value ->> 'title',
      (l.value ->> 'content_type')::public.lesson_content_type, (l.value ->> 'video_provider')::public.video_provider,
      l.value ->> 'video_asset_id', (l.value ->> 'video_start_sec')::int, l.value ->> 'external_url',
      l.value ->> 'description', l.value ->> 'content', (l.value ->> 'duration_sec')::int, (l.value ->> 'free_preview')::boolean
    from jsonb_array_elements(payload -> 'modules') m
    join public.modules mo on mo.course_id = target.id and mo.source_path = m.value ->> 'source_path' and mo.deleted_at is null
    cross join lateral jsonb_array_elements(m.value -> 'lessons') with ordinality l
    where not exists (
      select 1 from public.lessons x join public.modules xm on xm.id = x.module_id
      where xm.course_id = target.id and xm.deleted_at is null and x.source_path = l.value ->> 'source_path' and x.deleted_at is null);

    with listed as (
      select mo.id as module_id, l.ordinality, l.value as v
      from jsonb_array_elements(payload -> 'modules') m
      join public.modules mo on mo.course_id = target.id and mo.source_path = m.value ->> 'source_path' and mo.deleted_at is null
      cross join lateral jsonb_array_elements(m.value -> 'lessons') with ordinality l
    ), placed as (
      select x.id, listed.v,
        coalesce(listed.module_id, x.module_id) as module_id,
        row_number() over (partition by coalesce(listed.module_id, x.module_id) order by listed.ordinality nulls last, x.index)::int - 1 as index
      from public.lessons x
      join public.modules xm on xm.id = x.module_id and xm.course_id = target.id and xm.deleted_at is null
      left join listed on listed.v ->> 'source_path' = x.source_path
      where x.deleted_at is null
    ), wanted_row as (
      select x.id, placed.module_id, placed.index,
        case when placed.v is null then x.title else placed.v ->> 'title' end as title,
        case when placed.v is null then x.content_type else (placed.v ->> 'content_type')::public.lesson_content_type end as content_type,
        case when placed.v is null then x.video_provider else (placed.v ->> 'video_provider')::public.video_provider end as video_provider,
        case when placed.v is null then x.video_asset_id else placed.v ->> 'video_asset_id' end as video_asset_id,
        case when placed.v is null then x.video_start_sec else (placed.v ->> 'video_start_sec')::int end as video_start_sec,
        case when placed.v is null then x.external_url else placed.v ->> 'external_url' end as external_url,
        case when placed.v is null then x.description else placed.v ->> 'description' end as description,
        case when placed.v is null then x.content else placed.v ->> 'content' end as content,
        case when placed.v is null then x.duration_sec else (placed.v ->> 'duration_sec')::int end as duration_sec,
        case when placed.v is null then x.free_preview else (placed.v ->> 'free_preview')::boolean end as free_preview
      from placed join public.lessons x on x.id = placed.id
    )
    update public.lessons x set module_id = w.module_id, index = w.index, title = w.title, content_type = w.content_type,
      video_provider = w.video_provider, video_asset_id = w.video_asset_id, video_start_sec = w.video_start_sec,
      external_url = w.external_url, description = w.description, content = w.content,
      duration_sec = w.duration_sec, free_preview = w.free_preview
    from wanted_row w
    where x.id = w.id
      and (x.module_id, x.index, x.title, x.content_type, x.video_provider, x.video_asset_id, x.video_start_sec, x.external_url, x.description, x.content, x.duration_sec, x.free_preview)
        is distinct from
        (w.module_id, w.index, w.title, w.content_type, w.video_provider, w.video_asset_id, w.video_start_sec, w.external_url, w.description, w.content, w.duration_sec, w.free_preview);
  end if;

  return jsonb_build_object(
    'course', jsonb_build_object('id', target.id, 'slug', wanted ->> 'slug', 'status', course_status_word),
    'modules', (select coalesce(jsonb_agg(p - 'id'), '[]') from jsonb_array_elements(plan_modules) p),
    'lessons', (select coalesce(jsonb_agg(p - 'id'), '[]') from jsonb_array_elements(plan_lessons) p),
    'kept', kept);
end
$$;
comment on function public.import_course(jsonb, boolean) is
  'Takes a course with its modules and lessons in order, each known by its source_path, and whether only to say what would happen. Gives the status (created, updated, unchanged) of the course, each module and each lesson, and what an earlier import brought that is no longer listed: it is kept, at the end. One transaction, under the caller''s own policies. Raises 42501 for callers who may not, and the constraint''s error for values that do not fit.';
grant execute on function public.import_course(jsonb, boolean) to authenticated;
