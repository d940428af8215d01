-- Why: what the course editor writes is refused by the database with the sentence that its form says
-- (product, section 5); a lesson and its attachments are saved together; what is new goes last, however
-- many people add at once; and before something is deleted, its weight is told, and after it, where it can
-- be found again (decisions, section 5).

-- Sentences -----------------------------------------------------------------------------------------

create function private.refuse_field(field text, sentence text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', hint = refuse_field.field, message = refuse_field.sentence;
end
$$;
comment on function private.refuse_field(text, text) is
  'Raises PT422 with a form''s sentence; the hint names the field, beside which a form shows it.';

create function private.check_course() returns trigger
language plpgsql set search_path = '' as $$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if new.slug = '' then perform private.refuse_field('slug', 'Slug is required'); end if;
  if char_length(new.slug) > 50 then perform private.refuse_field('slug', 'Slug must be less than 50 characters'); end if;
  if not private.is_slug(new.slug) then
    perform private.refuse_field('slug', 'Slug can only contain lowercase letters, numbers, and hyphens');
  end if;
  if char_length(new.description) > 500 then
    perform private.refuse_field('description', 'Description must be less than 500 characters');
  end if;
  -- Null is let through: an imported folder may name nobody, and readers see the fallback (product, section 9).
  if btrim(new.author_name) = '' then perform private.refuse_field('author_name', 'Author name is required'); end if;
  if char_length(new.author_name) > 100 then
    perform private.refuse_field('author_name', 'Author name must be less than 100 characters');
  end if;
  if char_length(new.author_description) > 300 then
    perform private.refuse_field('author_description', 'Author description must be less than 300 characters');
  end if;
  if not private.is_web_link(new.thumbnail_url) then perform private.refuse_field('thumbnail_url', 'Please enter a valid URL'); end if;
  return new;
end
$$;
comment on function private.check_course() is 'Trigger: the sentences of the course form (product, section 5), before the constraints speak in theirs.';
create trigger courses_check before insert or update on public.courses
  for each row execute function private.check_course();

create function private.check_module() returns trigger
language plpgsql set search_path = '' as $$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  return new;
end
$$;
comment on function private.check_module() is 'Trigger: the sentences of a module''s title.';
create trigger modules_check before insert or update of title on public.modules
  for each row execute function private.check_module();

create function private.check_lesson() returns trigger
language plpgsql set search_path = '' as $$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Lesson title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if char_length(new.description) > 2000 then
    perform private.refuse_field('description', 'Description must be less than 2000 characters');
  end if;
  if char_length(new.content) > 500000 then
    perform private.refuse_field('content', 'Text must be less than 500,000 characters');
  end if;
  if not private.is_video_asset(new.video_provider, new.video_asset_id) then
    perform private.refuse_field('video_asset_id', 'No valid video URL provided');
  end if;
  if not private.is_web_link(new.external_url) then perform private.refuse_field('external_url', 'Please enter a valid URL'); end if;
  if new.duration_sec not between 0 and 864000 then
    perform private.refuse_field('duration_sec', 'Duration must be between 0 seconds and 10 days');
  end if;
  return new;
end
$$;
comment on function private.check_lesson() is 'Trigger: the sentences of the lesson dialog (product, section 5).';
create trigger lessons_check before insert or update on public.lessons
  for each row execute function private.check_lesson();

create function private.check_attachment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if btrim(new.title) = '' then perform private.refuse_field('attachments', 'Attachment title is required'); end if;
  if char_length(new.title) > 100 then
    perform private.refuse_field('attachments', 'Attachment title must be less than 100 characters');
  end if;
  if not (private.is_web_link(new.url) or private.is_app_path(new.url)) then
    perform private.refuse_field('attachments', 'Please enter a valid URL');
  end if;
  return new;
end
$$;
comment on function private.check_attachment() is 'Trigger: the sentences of an attachment.';
create trigger lesson_attachments_check before insert or update of title, url on public.lesson_attachments
  for each row execute function private.check_attachment();

-- Adding and saving ---------------------------------------------------------------------------------

create function public.create_module(course_id uuid, title text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made public.modules;
begin
  for attempt in 1..5 loop
    begin
      insert into public.modules (course_id, title, index)
      select create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when exclusion_violation then
      -- Somebody else took the last place in the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$$;
comment on function public.create_module(uuid, text) is
  'Takes a course and a title; adds a module behind the last one and answers {id, index}. Row security decides. Raises 42501, PT422 with the title''s sentence.';

create function private.save_attachments(lesson uuid, wanted jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 50 then
    perform private.refuse_field('attachments', 'A lesson has at most 50 attachments');
  end if;
  delete from public.lesson_attachments a
  where a.lesson_id = save_attachments.lesson
    and a.id::text not in (select e ->> 'id' from jsonb_array_elements(wanted) e where e ->> 'id' is not null);
  update public.lesson_attachments a set title = w.title, url = w.url, sort_order = w.sort_order
  from (select e.value ->> 'id' as id, btrim(e.value ->> 'title') as title, btrim(e.value ->> 'url') as url, e.ordinality::int - 1 as sort_order
        from jsonb_array_elements(wanted) with ordinality e) w
  where a.lesson_id = save_attachments.lesson and a.id::text = w.id
    and (a.title, a.url, a.sort_order) is distinct from (w.title, w.url, w.sort_order);
  -- Whatever is not there yet is new: what carries a temp- id, and what somebody else removed meanwhile.
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select save_attachments.lesson, coalesce(btrim(e.value ->> 'title'), ''), coalesce(btrim(e.value ->> 'url'), ''), e.ordinality::int - 1
  from jsonb_array_elements(wanted) with ordinality e
  where not exists (
    select 1 from public.lesson_attachments a where a.lesson_id = save_attachments.lesson and a.id::text = e.value ->> 'id');
end
$$;
comment on function private.save_attachments(uuid, jsonb) is
  'Takes a lesson and its wanted attachments [{id, title, url}] in order; removes those that are missing, updates the rest with sort_order as in the list, adds the new ones (product, section 5). Runs as its caller.';
grant execute on function private.save_attachments(uuid, jsonb) to authenticated;
grant execute on function private.refuse_field(text, text) to authenticated, service_role;
-- save_lesson() runs as its caller, so its refusal has to be theirs to raise.
grant execute on function private.refuse(text) to authenticated;

create function public.save_lesson(lesson jsonb, attachments jsonb default null, unchanged_since timestamptz default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
begin
  if wanted.id is null then
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
        raise exception using errcode = 'PT409', hint = 'STALE_LESSON', message = 'Somebody else has saved this lesson meanwhile.';
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
comment on function public.save_lesson(jsonb, jsonb, timestamptz) is
  'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, and the updated_at that was read; writes all in one transaction and answers {id, module_id, updated_at}. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, 42501.';

-- Weights and the bin -------------------------------------------------------------------------------

create function public.module_weight(module_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_touch('modules', 'update', private.course_of_module(module_id)) then
    perform private.refuse('You may not read this module.');
  end if;
  return (
    select jsonb_build_object('lessons', count(*),
      'learners_with_progress', (select count(distinct c.user_id) from public.lesson_completions c where c.lesson_id = any(array_agg(l.id))))
    from public.lessons l where l.module_id = module_weight.module_id and l.deleted_at is null);
end
$$;
comment on function public.module_weight(uuid) is
  'Takes a module; counts its lessons and the learners who have completed any, for what a screen says before it deletes. Raises 42501.';

create function public.lesson_weight(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_touch('lessons', 'update', private.course_of_lesson(lesson_id)) then
    perform private.refuse('You may not read this lesson.');
  end if;
  return jsonb_build_object('learners_with_progress',
    (select count(*) from public.lesson_completions c where c.lesson_id = lesson_weight.lesson_id));
end
$$;
comment on function public.lesson_weight(uuid) is 'Takes a lesson; counts the learners who have completed it. Raises 42501.';

create function public.deleted_courses() returns table (id uuid, title text, slug text, deleted_at timestamptz, lessons bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.id, c.title, c.slug, c.deleted_at,
    (select count(*) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = c.id and l.deleted_at = c.deleted_at)
  from public.courses c
  where c.deleted_at > now() - interval '30 days'
    and (private.can('courses', 'restore') or (c.created_by_id = private.uid() and private.can('courses', 'restore', 'own')))
  order by c.deleted_at desc
  limit 200;
end
$$;
comment on function public.deleted_courses() is
  'Courses that the caller may still restore (30 days), the latest first, with the lessons that come back with each.';

create function public.deleted_content(course_id uuid)
returns table (kind text, id uuid, title text, module_title text, deleted_at timestamptz, lessons bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_touch('modules', 'restore', course_id) or not private.may_touch('lessons', 'restore', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  return query
  select * from (
    select 'module', m.id, m.title, null::text, m.deleted_at,
      (select count(*) from public.lessons l where l.module_id = m.id and l.deleted_at = m.deleted_at)
    from public.modules m
    where m.course_id = deleted_content.course_id and m.deleted_at > now() - interval '30 days'
    union all
    select 'lesson', l.id, l.title, m.title, l.deleted_at, 1::bigint
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where m.course_id = deleted_content.course_id and l.deleted_at > now() - interval '30 days'
  ) bin
  order by 5 desc
  limit 200;
end
$$;
comment on function public.deleted_content(uuid) is
  'Takes a course; its modules and lessons that can still be restored (30 days), the latest first. Lessons that went with their module come back with it and are not listed. Raises 42501.';

grant execute on function public.create_module(uuid, text), public.save_lesson(jsonb, jsonb, timestamptz),
  public.module_weight(uuid), public.lesson_weight(uuid), public.deleted_courses(), public.deleted_content(uuid)
  to authenticated;
