-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.can_on_course(resource text, action text, course_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.can(resource, action)
    or (private.can(resource, action, 'own') and exists (
      select 1 from public.courses c where c.id = can_on_course.course_id and c.created_by_id = private.uid()));
end
$function$;
comment on function private.can_on_course(text,text,uuid) is 'Takes a resource, an action and a course, a deleted one too; true when the caller may do that to everything, or to their own and the course is theirs.';

CREATE OR REPLACE FUNCTION private.check_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('attachments', 'Attachment title is required'); end if;
  if char_length(new.title) > 100 then
    perform private.refuse_field('attachments', 'Attachment title must be less than 100 characters');
  end if;
  if not (private.is_web_link(new.url) or private.is_app_path(new.url) or private.is_stored_file(new.url, 'lesson-files')) then
    perform private.refuse_field('attachments', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_attachment() is 'Trigger: the sentences of an attachment.';

CREATE OR REPLACE FUNCTION private.check_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  -- Null is let through: an imported folder may name no author, and readers see the fallback.
  if btrim(new.author_name) = '' then perform private.refuse_field('author_name', 'Author name is required'); end if;
  if char_length(new.author_name) > 100 then
    perform private.refuse_field('author_name', 'Author name must be less than 100 characters');
  end if;
  if new.author_name <> private.visible_name(new.author_name) then
    perform private.refuse_field('author_name', 'Author name must not contain invisible characters');
  end if;
  if char_length(new.author_description) > 300 then
    perform private.refuse_field('author_description', 'Author description must be less than 300 characters');
  end if;
  -- A thumbnail may also be a path of this origin, or a cover that was uploaded.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url) or private.is_stored_file(new.thumbnail_url, 'covers')) then
    perform private.refuse_field('thumbnail_url', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_course() is 'Trigger: the sentences of the course form (rules/courses#course-form), before the constraints speak in theirs.';

CREATE OR REPLACE FUNCTION private.check_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The provider SERVER has no player: such a lesson has no video.
  if new.video_provider::text = 'SERVER' then
    new.video_provider := 'NONE';
    new.video_asset_id := null;
    new.video_start_sec := 0;
  end if;
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
$function$;
comment on function private.check_lesson() is 'Trigger: the sentences of the lesson dialog (rules/courses#lesson-form).';

CREATE OR REPLACE FUNCTION private.check_module()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  return new;
end
$function$;
comment on function private.check_module() is 'Trigger: the sentences of a module''s title.';

CREATE OR REPLACE FUNCTION private.course_of_lesson(lesson_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
    where l.id = course_of_lesson.lesson_id);
end
$function$;
comment on function private.course_of_lesson(uuid) is 'The course of a lesson, a deleted one too; null for an unknown one.';

CREATE OR REPLACE FUNCTION private.course_of_module(module_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select m.course_id from public.modules m where m.id = course_of_module.module_id);
end
$function$;
comment on function private.course_of_module(uuid) is 'The course of a module, a deleted one too; null for an unknown one.';

CREATE OR REPLACE FUNCTION private.course_order(course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'lessons', coalesce((
        select jsonb_agg(l.id order by l.index) from public.lessons l where l.module_id = m.id and l.deleted_at is null), '[]'))
      order by m.index), '[]')
    from public.modules m where m.course_id = course_order.course_id and m.deleted_at is null);
end
$function$;
comment on function private.course_order(uuid) is 'Takes a course; its modules in order, each {id, lessons: [ids in order]}, without deleted ones. The form in which orders travel.';

CREATE OR REPLACE FUNCTION private.guard_publish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.uid() is not null and not private.can_on_course('courses', 'publish', new.id) then
    perform private.refuse('You may not publish this course.');
  end if;
  return new;
end
$function$;
comment on function private.guard_publish() is 'Row trigger: a course changes its status by the right to publish, not by the right to edit.';

CREATE OR REPLACE FUNCTION private.lock_course(course_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Not the lock that a foreign key takes: adding a module need not wait.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$function$;
comment on function private.lock_course(uuid) is 'Takes a course; waits for others who reorder, delete or restore anything in it, and holds it until the end of the transaction. What was read before has to be read again after.';
grant execute on function private.lock_course(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.order_members(wanted jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- A malformed part becomes a name that no course has, and so never matches a course's order.
  return array(
    select member from (
      select 'module ' || coalesce(m ->> 'id', '') as member
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[null]' end) m
      union all
      select 'lesson ' || coalesce(l #>> '{}', '')
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[]' end) m
      cross join lateral jsonb_array_elements(case jsonb_typeof(m -> 'lessons') when 'array' then m -> 'lessons' else '[null]' end) l
    ) named order by member);
end
$function$;
comment on function private.order_members(jsonb) is 'Takes an order as course_order() gives it; lists what is in it, doubles twice, sorted, so that two orders of the same things list alike.';

CREATE OR REPLACE FUNCTION private.refuse(message text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = refuse.message;
end
$function$;
comment on function private.refuse(text) is 'Raises 42501 with the sentence: for rows the caller may not touch and for unknown ones alike.';
grant execute on function private.refuse(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse_field(field text, sentence text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT422', hint = refuse_field.field, message = refuse_field.sentence;
end
$function$;
comment on function private.refuse_field(text,text) is 'Raises PT422 with a form''s sentence; the hint names the field, beside which a form shows it.';
grant execute on function private.refuse_field(text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.save_attachments(lesson uuid, wanted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  -- New are attachments with a temp- id, and those that another editor has removed.
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select save_attachments.lesson, coalesce(btrim(e.value ->> 'title'), ''), coalesce(btrim(e.value ->> 'url'), ''), e.ordinality::int - 1
  from jsonb_array_elements(wanted) with ordinality e
  where not exists (
    select 1 from public.lesson_attachments a where a.lesson_id = save_attachments.lesson and a.id::text = e.value ->> 'id');
end
$function$;
comment on function private.save_attachments(uuid,jsonb) is 'Takes a lesson and its wanted attachments [{id, title, url}] in order; removes those that are missing, updates the rest with sort_order as in the list, adds the new ones (rules/courses#attachments). Runs as its caller.';
grant execute on function private.save_attachments(uuid,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.course_titles()
 RETURNS TABLE(id uuid, title text, slug text, status public.course_status)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select c.id, c.title, c.slug, c.status from public.courses c
  where c.deleted_at is null
    and ((select private.can('courses', 'list')) or c.id in (select private.my_course_ids('courses', 'list')))
  order by c.title;
end
$function$;
comment on function public.course_titles() is 'Id, title, slug and status of all courses for administrators and moderators, of their own for creators: what Manage Access and invites choose from (rules/access#role-table).';
grant execute on function public.course_titles() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.create_module(course_id uuid, title text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.create_module(uuid,text) is 'Takes a course and a title; adds a module behind the last one and answers {id, index}. Row security decides. Raises 42501, PT422 with the title''s sentence.';
grant execute on function public.create_module(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.reorder_course(course_id uuid, wanted jsonb, expected jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  current_order jsonb;
begin
  if not private.can_on_course('modules', 'update', course_id) or not private.can_on_course('lessons', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    perform private.refuse('You may not reorder this course.');
  end if;
  perform private.lock_course(course_id);
  current_order := private.course_order(course_id);
  -- Sent again because the answer was lost: it is done already.
  if current_order = wanted then
    return;
  end if;
  if current_order is distinct from expected
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end if;
  if private.order_members(wanted) is distinct from private.order_members(current_order) then
    raise exception using errcode = 'PT422', hint = 'ORDER_MISMATCH',
      message = 'An order names every module and every lesson of its course exactly once.';
  end if;
  begin
    update public.modules m set index = w.index
    from (select (e.value ->> 'id')::uuid as id, e.ordinality::int - 1 as index
          from jsonb_array_elements(wanted) with ordinality e) w
    where m.id = w.id and m.index <> w.index;
    update public.lessons l set module_id = w.module_id, index = w.index
    from (select e.value #>> '{}' as id, (m ->> 'id')::uuid as module_id, e.ordinality::int - 1 as index
          from jsonb_array_elements(wanted) m cross join lateral jsonb_array_elements(m -> 'lessons') with ordinality e) w
    where l.id = w.id::uuid and (l.module_id, l.index) is distinct from (w.module_id, w.index);
  exception when exclusion_violation then
    -- A module or lesson was added in between, which takes no lock.
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end;
end
$function$;
comment on function public.reorder_course(uuid,jsonb,jsonb) is 'Takes a course, the wanted order and the one it was made from, both [{id, lessons: [ids]}] over all that is not deleted; writes modules and lessons, also across modules, in one transaction. Sent twice it happens once. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when something is missing, doubled or foreign (rules/courses#reorder).';
grant execute on function public.reorder_course(uuid,jsonb,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_lesson(lesson jsonb, attachments jsonb DEFAULT NULL::jsonb, unchanged_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, and the updated_at that was read; writes all in one transaction and answers {id, module_id, updated_at}. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, 42501.';
grant execute on function public.save_lesson(jsonb,jsonb,timestamp with time zone) to authenticated, service_role;
