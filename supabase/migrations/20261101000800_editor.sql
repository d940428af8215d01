-- Why: what the course editor writes. The database refuses a wrong field with the sentence that the form
-- says (rules/courses#course-form, rules/courses#lesson-form). A lesson and its attachments are saved together, what is
-- new goes last (rules/courses#last-place), and the order of a whole course is written in one transaction
-- (rules/courses#reorder).
--
-- Deleting marks a whole branch at one moment, and restoring takes back what was marked at that moment, so
-- that nothing deleted earlier comes back with it. Who reorders, deletes or restores takes turns at the
-- course; an order that was made from an older one is told so.

create function private.may_touch(resource text, action text, course_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can(resource, action)
    or (private.can(resource, action, 'own') and exists (
      select 1 from public.courses c where c.id = may_touch.course_id and c.created_by_id = private.uid()));
end
$$;
comment on function private.may_touch(text, text, uuid) is
  'Takes a resource, an action and a course, a deleted one too; true when the caller may do that to everything, or to their own and the course is theirs.';

create function private.refuse(message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = refuse.message;
end
$$;
comment on function private.refuse(text) is 'Raises 42501 with the sentence: for rows the caller may not touch and for unknown ones alike.';
grant execute on function private.refuse(text) to authenticated;

-- Deleting twice at the same moment stamped two moments on one branch, and restoring found nothing under
-- the later one. The second now finds it deleted.
create function public.delete_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  moment timestamptz;
begin
  if not private.may_touch('courses', 'delete', course_id) then
    perform private.refuse('You may not delete this course.');
  end if;
  perform private.lock_course(course_id);
  moment := clock_timestamp();
  update public.courses c set deleted_at = moment where c.id = delete_course.course_id and c.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this course.');
  end if;
  update public.lessons l set deleted_at = moment
  from public.modules m where m.id = l.module_id and m.course_id = delete_course.course_id and l.deleted_at is null;
  update public.modules m set deleted_at = moment where m.course_id = delete_course.course_id and m.deleted_at is null;
end
$$;
comment on function public.delete_course(uuid) is 'Takes a course and marks it deleted with all that lies below. Raises 42501 (rules/courses#bin).';
grant execute on function public.delete_course(uuid) to authenticated;

create function public.delete_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  moment timestamptz;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.may_touch('modules', 'delete', course) then
    perform private.refuse('You may not delete this module.');
  end if;
  perform private.lock_course(course);
  moment := clock_timestamp();
  update public.modules m set deleted_at = moment where m.id = delete_module.module_id and m.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this module.');
  end if;
  update public.lessons l set deleted_at = moment where l.module_id = delete_module.module_id and l.deleted_at is null;
end
$$;
comment on function public.delete_module(uuid) is 'Takes a module and marks it deleted with its lessons. Raises 42501.';
grant execute on function public.delete_module(uuid) to authenticated;

create function public.delete_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.may_touch('lessons', 'delete', course) then
    perform private.refuse('You may not delete this lesson.');
  end if;
  perform private.lock_course(course);
  update public.lessons l set deleted_at = clock_timestamp() where l.id = delete_lesson.lesson_id and l.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this lesson.');
  end if;
end
$$;
comment on function public.delete_lesson(uuid) is 'Takes a lesson and marks it deleted. Raises 42501.';
grant execute on function public.delete_lesson(uuid) to authenticated;

-- A position may have been taken meanwhile: what comes back goes to the end of its parent.
create function public.restore_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  moment timestamptz := (
    select c.deleted_at from public.courses c
    where c.id = restore_course.course_id and c.deleted_at > now() - interval '30 days');
begin
  if moment is null or not private.may_touch('courses', 'restore', course_id) then
    perform private.refuse('You may not restore this course.');
  end if;
  if exists (
    select 1 from public.courses c join public.courses gone on gone.id = restore_course.course_id
    where c.slug = gone.slug and c.deleted_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Another course has this slug by now.', hint = 'SLUG_TAKEN';
  end if;
  update public.courses c set deleted_at = null where c.id = restore_course.course_id;
  update public.modules m set deleted_at = null where m.course_id = restore_course.course_id and m.deleted_at = moment;
  update public.lessons l set deleted_at = null
  from public.modules m where m.id = l.module_id and m.course_id = restore_course.course_id and l.deleted_at = moment;
end
$$;
comment on function public.restore_course(uuid) is
  'Takes a course deleted at most 30 days ago; brings it back with what was deleted at that moment. Raises 42501, or PT409 SLUG_TAKEN.';
grant execute on function public.restore_course(uuid) to authenticated;

-- Two that came back at the same moment both took the last place, and one of them failed.
create function public.restore_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  gone public.modules;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.may_touch('modules', 'restore', course) then
    perform private.refuse('You may not restore this module.');
  end if;
  perform private.lock_course(course);
  select m.* into gone from public.modules m join public.courses c on c.id = m.course_id and c.deleted_at is null
  where m.id = restore_module.module_id and m.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this module.');
  end if;
  update public.modules m set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.modules x where x.course_id = gone.course_id and x.deleted_at is null)
  where m.id = gone.id;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$$;
comment on function public.restore_module(uuid) is
  'Takes a module deleted at most 30 days ago from a course that exists; brings it back, last, with the lessons deleted at that moment. Raises 42501.';
grant execute on function public.restore_module(uuid) to authenticated;

create function public.restore_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  gone public.lessons;
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.may_touch('lessons', 'restore', course) then
    perform private.refuse('You may not restore this lesson.');
  end if;
  perform private.lock_course(course);
  select l.* into gone from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
  where l.id = restore_lesson.lesson_id and l.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this lesson.');
  end if;
  update public.lessons l set deleted_at = null,
    index = (select coalesce(max(x.index) + 1, 0) from public.lessons x where x.module_id = gone.module_id and x.deleted_at is null)
  where l.id = gone.id;
end
$$;
comment on function public.restore_lesson(uuid) is
  'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back, last. Raises 42501.';
grant execute on function public.restore_lesson(uuid) to authenticated;

create function public.course_weight(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_touch('courses', 'update', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  return (
    select jsonb_build_object(
      'modules', (select count(*) from public.modules m where m.course_id = c.id and m.deleted_at is null),
      'lessons', count(l.id),
      'learners', (select count(distinct e.user_id) from public.entitlements e where e.course_id = c.id and (e.expires_at is null or e.expires_at > now())),
      'learners_with_progress', (select count(distinct lc.user_id) from public.lesson_completions lc where lc.lesson_id = any(array_agg(l.id))))
    from public.courses c
    left join public.modules m on m.course_id = c.id and m.deleted_at is null
    left join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where c.id = course_weight.course_id
    group by c.id);
end
$$;
comment on function public.course_weight(uuid) is
  'Takes a course; counts its modules, lessons, learners, and learners who have completed something, for what a screen says before it deletes or unpublishes. Raises 42501.';
grant execute on function public.course_weight(uuid) to authenticated;

create function public.course_titles() returns table (id uuid, title text, slug text, status public.course_status)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.id, c.title, c.slug, c.status from public.courses c
  where c.deleted_at is null
    and ((select private.can('courses', 'list')) or c.id in (select private.my_course_ids('courses', 'list')))
  order by c.title;
end
$$;
comment on function public.course_titles() is
  'Id, title, slug and status of all courses for administrators and moderators, of their own for creators: what Manage Access and invites choose from (rules/access#role-table).';
grant execute on function public.course_titles() to authenticated;

-- Rights that the database did not ask for.
create function private.guard_publish() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.uid() is not null and not private.may_touch('courses', 'publish', new.id) then
    perform private.refuse('You may not publish this course.');
  end if;
  return new;
end
$$;
comment on function private.guard_publish() is 'Row trigger: a course changes its status by the right to publish, not by the right to edit.';

create trigger courses_guard_publish before update of status on public.courses
  for each row when (old.status is distinct from new.status) execute function private.guard_publish();

create function private.lock_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Not the lock that a foreign key takes: somebody who adds a module meanwhile need not wait.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$$;
comment on function private.lock_course(uuid) is
  'Takes a course; waits until nobody else reorders, deletes or restores anything in it, and holds it until the end of the transaction. What was read before has to be read again after.';
grant execute on function private.lock_course(uuid) to authenticated;

create function private.course_of_module(module_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.course_id from public.modules m where m.id = course_of_module.module_id);
end
$$;
comment on function private.course_of_module(uuid) is 'The course of a module, a deleted one too; null for an unknown one.';

create function private.course_of_lesson(lesson_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
    where l.id = course_of_lesson.lesson_id);
end
$$;
comment on function private.course_of_lesson(uuid) is 'The course of a lesson, a deleted one too; null for an unknown one.';

create function private.course_order(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'lessons', coalesce((
        select jsonb_agg(l.id order by l.index) from public.lessons l where l.module_id = m.id and l.deleted_at is null), '[]'))
      order by m.index), '[]')
    from public.modules m where m.course_id = course_order.course_id and m.deleted_at is null);
end
$$;
comment on function private.course_order(uuid) is
  'Takes a course; its modules in order, each {id, lessons: [ids in order]}, without deleted ones. The form in which orders travel.';

create function private.order_members(wanted jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  -- Whatever is not of the form names something that no course has, and so is never a course's order.
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
$$;
comment on function private.order_members(jsonb) is
  'Takes an order as course_order() gives it; lists what is in it, doubles twice, sorted, so that two orders of the same things list alike.';

create function public.reorder_course(course_id uuid, wanted jsonb, expected jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  current_order jsonb;
begin
  if not private.may_touch('modules', 'update', course_id) or not private.may_touch('lessons', 'update', course_id)
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
      message = 'Somebody else has changed this course meanwhile. Look at its new order and move again.';
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
    -- Somebody added a module or a lesson in between, where nobody waits for a turn.
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Somebody else has changed this course meanwhile. Look at its new order and move again.';
  end;
end
$$;
comment on function public.reorder_course(uuid, jsonb, jsonb) is
  'Takes a course, the wanted order and the one it was made from, both [{id, lessons: [ids]}] over all that is not deleted; writes modules and lessons, also across modules, in one transaction. Sent twice it happens once. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when something is missing, doubled or foreign (rules/courses#reorder).';
grant execute on function public.reorder_course(uuid, jsonb, jsonb) to authenticated;

create function private.refuse_field(field text, sentence text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', hint = refuse_field.field, message = refuse_field.sentence;
end
$$;
comment on function private.refuse_field(text, text) is
  'Raises PT422 with a form''s sentence; the hint names the field, beside which a form shows it.';
-- save_lesson() runs as its caller, so its refusal has to be theirs to raise.
grant execute on function private.refuse_field(text, text) to authenticated, service_role;

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
  -- Null is let through: an imported folder may name nobody, and readers see the fallback.
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
  -- A picture may lie beside the application.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url)) then perform private.refuse_field('thumbnail_url', 'Please enter a valid URL'); end if;
  return new;
end
$$;
comment on function private.check_course() is 'Trigger: the sentences of the course form (rules/courses#course-form), before the constraints speak in theirs.';

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
  -- A video on one's own server has no player: such a lesson is one without a video.
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
$$;
comment on function private.check_lesson() is 'Trigger: the sentences of the lesson dialog (rules/courses#lesson-form).';

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

create function public.create_module(course_id uuid, title text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
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
grant execute on function public.create_module(uuid, text) to authenticated;

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
  'Takes a lesson and its wanted attachments [{id, title, url}] in order; removes those that are missing, updates the rest with sort_order as in the list, adds the new ones (rules/courses#attachments). Runs as its caller.';
grant execute on function private.save_attachments(uuid, jsonb) to authenticated;

create function public.save_lesson(lesson jsonb, attachments jsonb default null, unchanged_since timestamptz default null) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
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
grant execute on function public.save_lesson(jsonb, jsonb, timestamptz) to authenticated;

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
grant execute on function public.module_weight(uuid) to authenticated;

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
grant execute on function public.lesson_weight(uuid) to authenticated;

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
grant execute on function public.deleted_courses() to authenticated;

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
grant execute on function public.deleted_content(uuid) to authenticated;
