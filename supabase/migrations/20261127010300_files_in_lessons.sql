-- Why: a lesson's dialog saves which file the lesson is, and the check of a course knows the files that are stored here: a name
-- that leads to none is a remark, and words that stand with the file count as a picture's description (rules/courses#check).

create or replace function public.save_lesson(lesson jsonb, attachments jsonb default null, unchanged_since timestamptz default null) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
begin
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- Who does not say which file leaves it.
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
  if attachments is not null then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$$;

create or replace function public.check_course(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
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
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type = 'TEXT' and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
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
