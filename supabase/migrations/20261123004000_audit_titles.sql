-- Why: "who changed this course, and when" is one question (rules/records#titles). Each record keeps what its
-- target was called at the time and the course that it belongs to, so that a record of a lesson that is gone can
-- still be read, and a course's records are found by one index.

alter table public.audit_logs add column title text, add column course_id uuid;
comment on column public.audit_logs.title is
  'What the target was called then; null for people, for what has no title, and in records from before titles were kept.';
comment on column public.audit_logs.course_id is 'The course that the target belongs to, or belonged to. It may be gone, so it references nothing.';
create index audit_logs_course_idx on public.audit_logs (course_id, created_at desc, id desc) where course_id is not null;

create function private.content_place(kind text, id uuid, out title text, out course_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  case content_place.kind
    when 'course' then
      select c.title, c.id into title, course_id from public.courses c where c.id = content_place.id;
    when 'module' then
      select m.title, m.course_id into title, course_id from public.modules m where m.id = content_place.id;
    when 'lesson' then
      select l.title, m.course_id into title, course_id
      from public.lessons l join public.modules m on m.id = l.module_id where l.id = content_place.id;
    else null;
  end case;
end
$$;
comment on function private.content_place(text, uuid) is
  'Takes course, module or lesson and its id; gives its title and its course, of deleted ones too. Nulls for another kind or id.';

create function private.audit_place(place jsonb, r jsonb, out title text, out course_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  if place ? 'of' then
    select p.title, p.course_id into title, course_id from private.content_place(place ->> 'of', (r ->> (place ->> 'in'))::uuid) p;
  end if;
  if place ? 'title' then
    title := r ->> (place ->> 'title');
  end if;
end
$$;
comment on function private.audit_place(jsonb, jsonb) is
  'Takes a table''s `place`, as audit_title() has it (null: none), and a row; gives what the audit calls it and the course it belongs to.';

create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  subject text := tg_argv[0];
  options jsonb := tg_argv[1];
  place jsonb := options -> 'place';
  key text := options ->> 'key';
  identity text[] := array(select jsonb_array_elements_text(options -> 'identity'));
  omitted text[] := array(select jsonb_array_elements_text(options -> 'omit'));
  shortened text := options ->> 'shorten';
  parent_type text := options #>> '{order,parent_type}';
  parent text := options #>> '{order,parent}';
  position text := options #>> '{order,position}';
  moving text[] := case when position is not null
    then array(select jsonb_array_elements_text(options #> '{order,moving}')) || array['updated_at'] end;
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
  by_whom text := case when caller is null then session_user end;
  agent text := private.request_header('user-agent');
  address text := private.request_header('x-forwarded-for');
begin
  if tg_op = 'INSERT' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
    select caller, by_whom, subject || '.' || (options ->> 'insert'), subject, n.row ->> key,
      private.audit_view(n.row, omitted, shortened), agent, address, p.title, p.course_id
    from (select to_jsonb(x) as row from new_rows x) n, private.audit_place(place, n.row) p;
  elsif tg_op = 'DELETE' then
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, user_agent, ip_address, title, course_id)
    select caller, by_whom, subject || '.' || (options ->> 'delete'), subject, o.row ->> key,
      private.audit_view(o.row, omitted, shortened), agent, address, p.title, p.course_id
    from (select to_jsonb(x) as row from old_rows x) o, private.audit_place(place, o.row) p;
  else
    insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, after, user_agent, ip_address, title, course_id)
    with change as (
      select o.row as b, n.row as a, private.audit_verb(options -> 'verbs', moving, o.row, n.row) as verb,
        private.audit_view(o.row, omitted, shortened) as seen_b, private.audit_view(n.row, omitted, shortened) as seen_a,
        (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(n.row) f
          where f.key <> 'updated_at' and o.row -> f.key is distinct from f.value) as fields
      from (select r.row, array(select r.row ->> c from unnest(identity) c) as id from (select to_jsonb(x) as row from old_rows x) r) o
      join (select r.row, array(select r.row ->> c from unnest(identity) c) as id from (select to_jsonb(x) as row from new_rows x) r) n
        on n.id = o.id
      where o.row - 'updated_at' <> n.row - 'updated_at'
    ), moved as (
      select m.course_id, c.a ->> key as id, c.b ->> 'module_id' as was_in, (c.b ->> 'index')::int as was_at,
        c.a ->> 'module_id' as is_in, (c.a ->> 'index')::int as is_at
      from change c join public.modules m on m.id = (c.a ->> 'module_id')::uuid
      where c.verb = 'reorder' and parent = 'module_id'
    ), across as (
      -- Courses in which lessons of more than one module moved.
      select moved.course_id from moved group by moved.course_id
      having count(distinct moved.is_in) > 1 or bool_or(moved.was_in <> moved.is_in)
    )
    select caller, by_whom, subject || '.' || verb, subject, a ->> key,
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_b) f where seen_a -> f.key is distinct from f.value),
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(seen_a) f where seen_b -> f.key is distinct from f.value)
        || jsonb_build_object('fields', fields),
      agent, address, p.title, p.course_id
    from change, private.audit_place(place, change.a) p where verb <> 'reorder'
    union all
    -- Lessons of several modules: one record of the course, with the order of each module.
    select caller, by_whom, subject || '.reorder', 'course', across.course_id::text,
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.was_in as module_id, jsonb_agg(moved.id order by moved.was_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      jsonb_build_object('order', (select jsonb_object_agg(o.module_id, o.lessons) from (
        select moved.is_in as module_id, jsonb_agg(moved.id order by moved.is_at) as lessons
        from moved where moved.course_id = across.course_id group by 1) o)),
      agent, address, p.title, p.course_id
    from across, private.content_place('course', across.course_id) p
    union all
    -- Moving is one act, however many rows it touches: one record for each parent, with the order before and after.
    select caller, by_whom, subject || '.reorder', parent_type, turned.parent_id, turned.was, turned.is, agent, address, p.title, p.course_id
    from (
      select change.a ->> parent as parent_id,
        jsonb_build_object('order', jsonb_agg(b ->> key order by (b ->> position)::int)) as was,
        jsonb_build_object('order', jsonb_agg(a ->> key order by (a ->> position)::int)) as is
      from change
      where verb = 'reorder' and not exists (
        select 1 from moved join across on across.course_id = moved.course_id where moved.id = change.a ->> key)
      group by 1) turned, private.content_place(parent_type, turned.parent_id::uuid) p;
  end if;
  return null;
end
$$;

create function private.audit_title(tbl regclass, place jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  audit record;
  args text[];
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = tbl and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Each argument ends with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    execute format('drop trigger %I on %s', audit.tgname, tbl);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      args[2]::jsonb || jsonb_build_object('place', audit_title.place));
  end loop;
end
$$;
comment on function private.audit_title(regclass, jsonb) is
  'For migrations: has the records of an audited table keep a title and a course. Takes the table and its place: `title`, the column with its title (left out: that of the content it belongs to), and `of` (course, module or lesson) with `in`, the column with that content''s id (left out: it belongs to no course).';

select private.audit_title('public.courses', '{"title": "title", "of": "course", "in": "id"}');
select private.audit_title('public.modules', '{"title": "title", "of": "course", "in": "course_id"}');
select private.audit_title('public.lessons', '{"title": "title", "of": "module", "in": "module_id"}');
select private.audit_title('public.lesson_attachments', '{"title": "title", "of": "lesson", "in": "lesson_id"}');
select private.audit_title('public.entitlements', '{"of": "course", "in": "course_id"}');
select private.audit_title('public.purchases', '{"of": "course", "in": "course_id"}');
select private.audit_title('public.communities', '{"title": "name"}');
select private.audit_title('public.notifications', '{"title": "title"}');

drop function public.audit_list(text, text, text, text, timestamptz, timestamptz, text, text, int);

create function public.audit_list(kind text default null, action text default null, target text default null, person text default null,
  since timestamptz default null, until timestamptz default null, after text default null, before text default null,
  page_size int default 50, course uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 10000;
  place constant text := '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$';
  people uuid[];
  targets text[];
  actions text[];
  source text := 'public.audit_logs l where true';
  here text[];
  direction text := 'desc';
  ids bigint[];
  counted bigint;
  answer jsonb;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  if btrim(audit_list.person) <> '' then
    people := private.audit_people(audit_list.person);
    if cardinality(people) > 10 then
      return jsonb_build_object('count', 0, 'more', false, 'records', '[]'::jsonb, 'newer', false, 'older', false, 'many_people', true);
    end if;
  end if;
  if audit_list.course is not null then
    -- The records of one course are few enough to be read in order and narrowed.
    source := concat_ws(' and ', 'public.audit_logs l where l.course_id = ' || quote_literal(audit_list.course),
      'l.user_id = any (' || quote_literal(people) || ')', 'private.audit_kind(l.action) = ' || quote_literal(audit_list.kind),
      'l.action = ' || quote_literal(audit_list.action), 'l.target_type = ' || quote_literal(audit_list.target));
    people := null;
  elsif people is not null or coalesce(audit_list.kind, audit_list.action, audit_list.target) is not null then
    select coalesce(array_agg(p.target_type), '{}'), coalesce(array_agg(p.action), '{}') into targets, actions
    from private.audit_pairs() p
    where (audit_list.kind is null or private.audit_kind(p.action) = audit_list.kind)
      and (audit_list.action is null or p.action = audit_list.action)
      and (audit_list.target is null or p.target_type = audit_list.target);
    source := 'public.audit_logs l where l.target_type = p.target_type and l.action = p.action';
    if people is not null then
      source := source || ' and l.user_id = u.id';
    end if;
  end if;
  source := concat_ws(' and ', source, 'l.created_at >= ' || quote_literal(since), 'l.created_at < ' || quote_literal(until));

  -- Read from one index in the order of time, once for each pair and person, and merged.
  counted := (private.audit_scan(source, null, bound + 1, people, targets, actions))[1];
  here := regexp_match(coalesce(before, after), place);
  if before is not null and here is not null then
    direction := 'asc';
  end if;
  ids := private.audit_scan(source || case when here is null then '' else
      format(' and (l.created_at, l.id) %s (%L, %L)', case direction when 'asc' then '>' else '<' end, here[1], here[2]) end,
    direction, size + 1, people, targets, actions);
  if direction = 'asc' and cardinality(ids) <= size then
    -- The beginning: a whole page of it.
    direction := 'desc';
    here := null;
    ids := private.audit_scan(source, direction, size + 1, people, targets, actions);
  end if;

  select jsonb_build_object('count', least(counted, bound), 'more', counted > bound, 'many_people', false,
    'newer', case direction when 'asc' then cardinality(ids) > size else here is not null end,
    'older', case direction when 'asc' then true else cardinality(ids) > size end,
    'records', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', coalesce(nullif(p.name, ''), p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'title', l.title, 'course_id', l.course_id, 'detailed', l.before is not null or l.after is not null)
      order by l.created_at desc, l.id desc), '[]')) into answer
  from public.audit_logs l left join public.profiles p on p.id = l.user_id
  where l.id = any (ids[1:size]);
  return answer;
end
$$;
comment on function public.audit_list(text, text, text, text, timestamptz, timestamptz, text, text, int, uuid) is
  'Takes a kind (CREATE, UPDATE, DELETE, LOGIN, LOGOUT, EXPORT), an action, a target type, a person (id, the beginning of one, or words of name or address), from when and until before when, a place (`created_at,id`) behind which (`after`: older ones) or ahead of which (`before`: newer ones) to read, a page''s size (at most 100), and a course to whose records it is narrowed. Gives {count: exact up to 10,000, more: beyond that, newer, older: whether there are any, many_people: the person may mean more than ten, records: [{id, action, target_type, target_id, title, course_id, created_at, user_id, who, actor, ip_address, detailed}]}, newest first. Raises 42501 (rules/records#audit-filters).';
grant execute on function public.audit_list(text, text, text, text, timestamptz, timestamptz, text, text, int, uuid) to authenticated;

create or replace function private.export_audit_logs(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  people uuid[] := case when btrim(filter ->> 'person') <> '' then private.audit_people(filter ->> 'person') end;
begin
  if cardinality(people) > 10 then
    raise exception using errcode = 'PT422', hint = 'MANY_PEOPLE', message = 'Many people are meant by this. Type more of the name, or an ID.';
  end if;
  columns := array['id', 'time', 'action', 'target_type', 'target_id', 'title', 'user_id', 'user', 'actor', 'ip_address', 'user_agent', 'before', 'after'];
  source := format($sql$
    select l.created_at as at, l.id as key, jsonb_build_object('id', l.id, 'time', l.created_at, 'action', l.action,
      'target_type', l.target_type, 'target_id', l.target_id, 'title', l.title, 'user_id', l.user_id, 'user', coalesce(nullif(p.name, ''), p.email),
      'actor', l.actor, 'ip_address', l.ip_address, 'user_agent', l.user_agent, 'before', l.before, 'after', l.after) as row
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where %s$sql$, concat_ws(' and ', 'true',
      'private.audit_kind(l.action) = ' || quote_literal(nullif(filter ->> 'kind', '')),
      'l.action = ' || quote_literal(nullif(filter ->> 'action', '')),
      'l.target_type = ' || quote_literal(nullif(filter ->> 'target', '')),
      'l.course_id = ' || quote_literal(nullif(filter ->> 'course', '')::uuid),
      'l.user_id = any (' || quote_literal(people) || ')',
      'l.created_at >= ' || quote_literal((filter ->> 'since')::timestamptz),
      'l.created_at < ' || quote_literal((filter ->> 'until')::timestamptz)));
end
$$;
