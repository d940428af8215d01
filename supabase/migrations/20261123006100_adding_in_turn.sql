-- Why: two people who add to one course at the same moment take the same place, and an exclusion constraint lets each
-- wait for the other until one of them fails (rules/courses#adding). So those who add take turns, and wait
-- for nobody who moves, deletes or imports.

create or replace function public.create_module(course_id uuid, title text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  made public.modules;
begin
  perform pg_advisory_xact_lock(hashtextextended('adding ' || create_module.course_id, 0));
  for attempt in 1..5 loop
    begin
      insert into public.modules (course_id, title, index)
      select create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when exclusion_violation then
      -- The last place was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$$;

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
          external_url, description, content, duration_sec, free_preview)
        select wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
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
      content = wanted.content, duration_sec = coalesce(wanted.duration_sec, 0), free_preview = coalesce(wanted.free_preview, false)
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
