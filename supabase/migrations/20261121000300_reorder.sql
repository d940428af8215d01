-- Why: the order of a whole course is written in one transaction, by drag or by keyboard, and nothing is
-- lost when two people work on one course at the same moment: whoever reorders, deletes or restores takes
-- turns at the course, and an order that was made from an older one is told so instead of written over it
-- (decisions, section 2; sql.md, 10 and 11).

-- Taking turns --------------------------------------------------------------------------------------

create function private.lock_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Not the lock that a foreign key takes: somebody who adds a module meanwhile need not wait.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$$;
comment on function private.lock_course(uuid) is
  'Takes a course; waits until nobody else reorders, deletes or restores anything in it, and holds it until the end of the transaction. What was read before has to be read again after.';

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

-- Deleting twice at the same moment stamped two moments on one branch, and restoring found nothing under
-- the later one. The second now finds it deleted.
create or replace function public.delete_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

create or replace function public.delete_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

create or replace function public.delete_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

-- Two that came back at the same moment both took the last place, and one of them failed.
create or replace function public.restore_module(module_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

create or replace function public.restore_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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

-- Reordering ----------------------------------------------------------------------------------------

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
language plpgsql security definer set search_path = '' as $$
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
  'Takes a course, the wanted order and the one it was made from, both [{id, lessons: [ids]}] over all that is not deleted; writes modules and lessons, also across modules, in one transaction. Sent twice it happens once. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when something is missing, doubled or foreign (decisions, section 2).';
grant execute on function public.reorder_course(uuid, jsonb, jsonb) to authenticated;

-- The record of a move ------------------------------------------------------------------------------

-- As before, but for lessons of several modules that move at once: one record instead of one for each module.
create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  prefix text := tg_argv[0];
  target text := tg_argv[1];
  key text := tg_argv[2];
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
  by_whom text := case when caller is null then session_user end;
  agent text := private.request_header('user-agent');
  address text := private.request_header('x-forwarded-for');
begin
  if tg_op = 'INSERT' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address)
    select caller, by_whom, prefix || '.' || tg_argv[3], target, to_jsonb(n) ->> key,
      private.audit_view(tg_table_name, to_jsonb(n)), agent, address
    from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, user_agent, ip_address)
    select caller, by_whom, prefix || '.' || tg_argv[3], target, to_jsonb(o) ->> key,
      private.audit_view(tg_table_name, to_jsonb(o)), agent, address
    from old_rows o;
  else
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, after, user_agent, ip_address)
    with change as (
      select o.row as b, n.row as a, private.audit_update_action(tg_table_name, o.row, n.row) as verb,
        private.audit_view(tg_table_name, o.row) as seen_b, private.audit_view(tg_table_name, n.row) as seen_a,
        (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(n.row) f
          where f.key <> 'updated_at' and o.row -> f.key is distinct from f.value) as fields
      from (select to_jsonb(x) as row from old_rows x) o
      join (select to_jsonb(x) as row from new_rows x) n
        on n.row ->> key = o.row ->> key
        and (tg_table_name <> 'community_members' or n.row ->> 'user_id' = o.row ->> 'user_id')
      where o.row - 'updated_at' <> n.row - 'updated_at'
    ), moved as (
      select m.course_id, c.a ->> key as id, c.b ->> 'module_id' as was_in, (c.b ->> 'index')::int as was_at,
        c.a ->> 'module_id' as is_in, (c.a ->> 'index')::int as is_at
      from change c join public.modules m on m.id = (c.a ->> 'module_id')::uuid
      where c.verb = 'reorder' and tg_table_name = 'lessons'
    ), across as (
      -- Courses in which lessons of more than one module moved.
      select moved.course_id from moved group by moved.course_id
      having count(distinct moved.is_in) > 1 or bool_or(moved.was_in <> moved.is_in)
    )
    select caller, by_whom, prefix || '.' || verb, target, a ->> key,
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_b) f where seen_a -> f.key is distinct from f.value),
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_a) f where seen_b -> f.key is distinct from f.value)
        || jsonb_build_object('fields', fields),
      agent, address
    from change where verb <> 'reorder'
    union all
    -- Lessons of several modules: one record of the course, with the order of each module.
    select caller, by_whom, prefix || '.reorder', 'course', across.course_id::text,
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.was_in as module_id, jsonb_agg(moved.id order by moved.was_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.is_in as module_id, jsonb_agg(moved.id order by moved.is_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      agent, address
    from across
    union all
    -- Moving is one act, however many rows it touches: one record for each parent, with the order before and after.
    select caller, by_whom, prefix || '.reorder', parent.type, parent.id,
      jsonb_build_object('order', jsonb_agg(b ->> key order by (b ->> parent.position)::int)),
      jsonb_build_object('order', jsonb_agg(a ->> key order by (a ->> parent.position)::int)),
      agent, address
    from change
    cross join lateral (
      select case tg_table_name when 'modules' then 'course' when 'lessons' then 'module' else 'lesson' end as type,
        a ->> case tg_table_name when 'modules' then 'course_id' when 'lessons' then 'module_id' else 'lesson_id' end as id,
        case tg_table_name when 'lesson_attachments' then 'sort_order' else 'index' end as position
    ) parent
    where verb = 'reorder' and not exists (
      select 1 from moved join across on across.course_id = moved.course_id where moved.id = change.a ->> key)
    group by parent.type, parent.id;
  end if;
  return null;
end
$$;
