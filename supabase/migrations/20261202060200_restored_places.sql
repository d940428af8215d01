-- Why: a module or lesson that was restored came last, and after an undo the course had another order than before. What is
-- in the bin keeps its place now: it is restored there, a new order gives the others the places that are free, and a copy
-- moves what is in the bin along (rules/courses#bin).

create function private.free_places(taken integer[], wanted bigint) returns integer[]
language sql immutable set search_path = '' as $$
  select array(select i from generate_series(0, wanted::int + cardinality(taken) - 1) i where i <> all (taken) order by i)
$$;
comment on function private.free_places(integer[], bigint) is
  'Takes places that are taken, and how many are wanted; gives at least as many of the others, from 0.';

create function private.make_room_in_bin(course_id uuid, module_id uuid, behind integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_on_course(case when module_id is null then 'modules' else 'lessons' end, 'update', course_id) then
    perform private.refuse('You may not change this course.');
  end if;
  if module_id is null then
    update public.modules m set index = m.index + 1
    where m.course_id = make_room_in_bin.course_id and m.deleted_at is not null and m.index > behind;
  else
    update public.lessons l set index = l.index + 1
    from public.modules m
    where l.module_id = make_room_in_bin.module_id and m.id = l.module_id and m.course_id = make_room_in_bin.course_id
      and l.deleted_at is not null and l.index > behind;
  end if;
end
$$;
comment on function private.make_room_in_bin(uuid, uuid, integer) is
  'Takes a course, one of its modules or null, and a place; moves what is in the bin of the module, or of the course''s modules, by one if its place is behind that. Raises 42501.';
grant execute on function private.make_room_in_bin(uuid, uuid, integer) to authenticated, service_role;

create or replace function public.reorder_course(course_id uuid, wanted jsonb, expected jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  current_order jsonb;
begin
  if not private.can_on_course('modules', 'update', course_id) or not private.can_on_course('lessons', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    perform private.refuse('You may not reorder this course.');
  end if;
  perform private.lock_course(course_id);
  current_order := private.course_order(course_id);
  -- The request was sent again because its answer was lost, and the order is the wanted one already.
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
    -- What is in the bin keeps its place, so that it can be restored there.
    update public.modules m set index = w.index
    from (
      select (e.value ->> 'id')::uuid as id, free.places[e.ordinality] as index
      from (
        select private.free_places(array(
          select m.index from public.modules m where m.course_id = reorder_course.course_id and m.deleted_at is not null),
          jsonb_array_length(wanted)) as places) free
      cross join lateral jsonb_array_elements(wanted) with ordinality e) w
    where m.id = w.id and m.index <> w.index;
    update public.lessons l set module_id = w.module_id, index = w.index
    from (
      select (e.value #>> '{}')::uuid as id, free.module_id, free.places[e.ordinality] as index
      from (
        select (m ->> 'id')::uuid as module_id, m -> 'lessons' as lessons, private.free_places(array(
          select l.index from public.lessons l where l.module_id = (m ->> 'id')::uuid and l.deleted_at is not null),
          jsonb_array_length(m -> 'lessons')) as places
        from jsonb_array_elements(wanted) m) free
      cross join lateral jsonb_array_elements(free.lessons) with ordinality e) w
    where l.id = w.id and (l.module_id, l.index) is distinct from (w.module_id, w.index);
  exception when exclusion_violation then
    -- A module or lesson was added in between, which takes no lock.
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end;
end
$function$;

create or replace function public.restore_lesson(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  gone public.lessons;
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.can_on_course('lessons', 'restore', course) then
    perform private.refuse('You may not restore this lesson.');
  end if;
  perform private.lock_course(course);
  select l.* into gone from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
  where l.id = restore_lesson.lesson_id and l.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this lesson.');
  end if;
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = gone.module_id and l.index >= gone.index and l.id <> gone.id and exists (
        select 1 from public.lessons x
        where x.module_id = gone.module_id and x.index = gone.index and x.deleted_at is null);
      update public.lessons l set deleted_at = null where l.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- A lesson was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;
comment on function public.restore_lesson(uuid) is
  'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back to its place. Raises 42501.';

create or replace function public.restore_module(module_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  gone public.modules;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.can_on_course('modules', 'restore', course) then
    perform private.refuse('You may not restore this module.');
  end if;
  perform private.lock_course(course);
  select m.* into gone from public.modules m join public.courses c on c.id = m.course_id and c.deleted_at is null
  where m.id = restore_module.module_id and m.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this module.');
  end if;
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = gone.course_id and m.index >= gone.index and m.id <> gone.id and exists (
        select 1 from public.modules x
        where x.course_id = gone.course_id and x.index = gone.index and x.deleted_at is null);
      update public.modules m set deleted_at = null where m.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- A module was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$function$;
comment on function public.restore_module(uuid) is
  'Takes a module deleted at most 30 days ago from a course that exists; brings it back to its place, with the lessons deleted at that moment. Raises 42501.';

create or replace function public.duplicate_lesson(lesson_id uuid)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := gen_random_uuid();
begin
  perform private.record_copy('lesson', duplicate_lesson.lesson_id, copy,
    private.copy_title((select l.title from public.lessons l where l.id = duplicate_lesson.lesson_id)), course);
  perform private.lock_course(course);
  select l.* into original from public.lessons l where l.id = duplicate_lesson.lesson_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this lesson.');
  end if;
  perform private.make_room_in_bin(course, original.module_id, original.index);
  perform set_config('rookies.files_as_held', 'on', true);
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = original.module_id and l.index > original.index;
      insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
        external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
      values (copy, original.module_id, private.copy_title(original.title), original.index + 1, original.content_type,
        original.video_provider, original.video_asset_id, original.video_start_sec, original.external_url, original.description,
        original.content, original.file_key, original.file_name, original.file_size, original.duration_sec, original.free_preview);
      exit;
    exception when exclusion_violation then
      -- A lesson was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select copy, a.title, a.url, a.sort_order from public.lesson_attachments a where a.lesson_id = original.id;
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

create or replace function public.duplicate_module(module_id uuid)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.modules;
  copy uuid := gen_random_uuid();
begin
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  perform private.record_copy('module', duplicate_module.module_id, copy, private.copy_title(original.title), original.course_id);
  perform private.lock_course(original.course_id);
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this module.');
  end if;
  perform private.make_room_in_bin(original.course_id, null, original.index);
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = original.course_id and m.index > original.index;
      insert into public.modules (id, course_id, title, index)
      values (copy, original.course_id, private.copy_title(original.title), original.index + 1);
      exit;
    exception when exclusion_violation then
      if attempt = 5 then raise; end if;
    end;
  end loop;
  perform private.copy_lessons(jsonb_build_object(original.id, copy), false);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
