-- Why: the editor, versions, copies, exports and imports of a lesson include what makes it an assignment
-- (rules/assignments#assignment). They have it in one field of the lesson, `assignment`.

create function private.plain_levels(levels jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(levels) = 'array' then coalesce((
    select jsonb_agg(case when jsonb_typeof(v.value) = 'object' then jsonb_build_object('title', btrim(coalesce(v.value ->> 'title', '')),
      'points', coalesce(v.value -> 'points', 'null'), 'meaning', btrim(coalesce(v.value ->> 'meaning', ''))) else v.value end order by v.place)
    from jsonb_array_elements(levels) with ordinality v (value, place)), '[]') else levels end
$$;
comment on function private.plain_levels(jsonb) is 'Takes the levels of a criterion as a form or a folder gives them; returns them with every field of a level, and with texts trimmed. Values of other types are returned unchanged.';
revoke all on function private.plain_levels(jsonb) from public;
grant execute on function private.plain_levels(jsonb) to authenticated, service_role;

create function private.assignment_fields(lesson uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('accepts', a.accepts, 'due_day', a.due_day, 'due_time', to_char(a.due_time, 'HH24:MI'), 'late', a.late,
    'cutoff_days', a.cutoff_days, 'blind', a.blind, 'rubric', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', private.plain_levels(c.levels))
        order by c.position, c.title, c.id)
      from public.rubric_criteria c where c.lesson_id = a.lesson_id), '[]'))
  from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment_fields.lesson
$$;
comment on function private.assignment_fields(uuid) is
  'Takes a lesson; returns what makes it an assignment, {accepts, due_day, due_time: HH:MM, late, cutoff_days, blind, rubric: [{id, title, essential, levels}]}. Null for a lesson of another type. Runs as its caller.';
revoke all on function private.assignment_fields(uuid) from public;
grant execute on function private.assignment_fields(uuid) to authenticated, service_role;

create function private.assignment_part(lesson uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('assignment', f.fields || jsonb_build_object('rubric', coalesce((
      select jsonb_agg(c.value - 'id' order by c.place) from jsonb_array_elements(f.fields -> 'rubric') with ordinality c (value, place)), '[]')))
    from (select private.assignment_fields(assignment_part.lesson) as fields) f where f.fields is not null), '{}')
$$;
comment on function private.assignment_part(uuid) is
  'Takes a lesson; returns {assignment: its assignment_fields() without the ids of criteria} for an export. An empty object for a lesson of another type. Runs as its caller.';
revoke all on function private.assignment_part(uuid) from public;
grant execute on function private.assignment_part(uuid) to authenticated, service_role;

create function private.wanted_assignment(base jsonb, listed jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- A field that is not listed keeps its value.
  select base || (listed - 'rubric') || case when jsonb_typeof(listed -> 'rubric') = 'array' then jsonb_build_object('rubric', coalesce((
    select jsonb_agg(jsonb_build_object('title', btrim(coalesce(c.value ->> 'title', '')), 'essential', coalesce((c.value ->> 'essential')::boolean, false),
      'levels', private.plain_levels(c.value -> 'levels')) order by c.place)
    from jsonb_array_elements(listed -> 'rubric') with ordinality c (value, place)), '[]')) else '{}' end
$$;
comment on function private.wanted_assignment(jsonb, jsonb) is
  'Takes an assignment as assignment_part() returns it, and the fields that a folder lists; returns the assignment with these fields. A listed rubric replaces the whole rubric.';
revoke all on function private.wanted_assignment(jsonb, jsonb) from public;
grant execute on function private.wanted_assignment(jsonb, jsonb) to authenticated, service_role;

create function private.check_assignment(wanted jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(wanted) <> 'object' then
    perform private.refuse_field('assignment', 'This is no assignment.');
  end if;
  if wanted ? 'accepts' and (jsonb_typeof(wanted -> 'accepts') <> 'array' or jsonb_array_length(wanted -> 'accepts') = 0 or exists (
      select from jsonb_array_elements(wanted -> 'accepts') k where k #>> '{}' <> all (enum_range(null::public.work_kind)::text[]))) then
    perform private.refuse_field('accepts', 'Choose what people hand in.');
  end if;
  if jsonb_typeof(wanted -> 'due_day') <> 'null' and not (wanted ->> 'due_day' ~ '^\d{1,4}$' and (wanted ->> 'due_day')::int <= 3650) then
    perform private.refuse_field('due_day', 'A day is a number from 0 to 3,650.');
  end if;
  if jsonb_typeof(wanted -> 'due_time') <> 'null' and not wanted ->> 'due_time' ~ '^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$' then
    perform private.refuse_field('due_time', 'A time is written like 18:00.');
  end if;
  if jsonb_typeof(wanted -> 'cutoff_days') <> 'null' and not (wanted ->> 'cutoff_days' ~ '^\d{1,3}$' and (wanted ->> 'cutoff_days')::int <= 365) then
    perform private.refuse_field('cutoff_days', 'Choose at most a year.');
  end if;
  if coalesce(wanted ->> 'late', 'MARKED') not in ('MARKED', 'SHUT') then
    perform private.refuse_field('late', 'Late work is marked, or shut out.');
  end if;
  if wanted ? 'rubric' then
    if jsonb_typeof(wanted -> 'rubric') <> 'array' or jsonb_array_length(wanted -> 'rubric') > 20 then
      perform private.refuse_field('rubric', 'A rubric has at most 20 criteria');
    end if;
    if exists (select from jsonb_array_elements(wanted -> 'rubric') c
        where btrim(coalesce(c ->> 'title', '')) = '' or char_length(c ->> 'title') > 100) then
      perform private.refuse_field('rubric', 'A criterion needs a title of at most 100 characters');
    end if;
    if exists (select from jsonb_array_elements(wanted -> 'rubric') c where not private.is_rubric_levels(private.plain_levels(c -> 'levels'))) then
      perform private.refuse_field('rubric', 'A criterion has two to six levels with a title each');
    end if;
  end if;
end
$$;
comment on function private.check_assignment(jsonb) is
  'Takes an assignment as a form or a folder gives it; raises PT422 with the field as hint for a value that is not valid.';
revoke all on function private.check_assignment(jsonb) from public;
grant execute on function private.check_assignment(jsonb) to authenticated, service_role;

create function private.save_assignment(lesson uuid, wanted jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  was constant jsonb := private.assignment_fields(save_assignment.lesson);
  kept uuid[];
begin
  if was is null or wanted is null or jsonb_typeof(wanted) = 'null' then
    return;
  end if;
  perform private.check_assignment(wanted);
  -- The check constraint of the table would not give a sentence that a form can show.
  if coalesce((wanted ->> 'blind')::boolean, (was ->> 'blind')::boolean)
    and exists (select from jsonb_array_elements_text(coalesce(wanted -> 'accepts', was -> 'accepts')) k where k in ('LINK', 'REPOSITORY')) then
    perform private.refuse_field('blind', 'A blind assignment takes no link and no repository, because they name their owner.');
  end if;
  update public.assignments a set accepts = w.accepts, due_day = w.due_day, due_time = w.due_time, late = w.late, cutoff_days = w.cutoff_days, blind = w.blind
  from (
    select array(select k::public.work_kind from jsonb_array_elements_text(n.now_is -> 'accepts') k group by 1 order by 1) as accepts,
      (n.now_is ->> 'due_day')::int as due_day, (n.now_is ->> 'due_time')::time as due_time, (n.now_is ->> 'late')::public.late_rule as late,
      case when n.now_is ->> 'late' = 'SHUT' then (n.now_is ->> 'cutoff_days')::int end as cutoff_days, (n.now_is ->> 'blind')::boolean as blind
    from (select was || wanted as now_is) n) w
  where a.lesson_id = save_assignment.lesson
    and (a.accepts, a.due_day, a.due_time, a.late, a.cutoff_days, a.blind) is distinct from (w.accepts, w.due_day, w.due_time, w.late, w.cutoff_days, w.blind);
  if wanted ? 'rubric' then
    -- A criterion is identified by its id, or by its title if it comes without an id, as from a folder.
    kept := array(
      select coalesce(same.id, '00000000-0000-0000-0000-000000000000')
      from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)
      left join lateral (
        select c.id from public.rubric_criteria c
        where c.lesson_id = save_assignment.lesson and (c.id::text = e.value ->> 'id' or (not e.value ? 'id' and c.title = btrim(e.value ->> 'title')))
        order by c.position, c.id limit 1) same on true
      order by e.place);
    delete from public.rubric_criteria c where c.lesson_id = save_assignment.lesson and c.id <> all (kept);
    update public.rubric_criteria c set position = w.position, title = w.title, essential = w.essential, levels = w.levels
    from (
      select kept[e.place] as id, e.place::int - 1 as position, btrim(e.value ->> 'title') as title, coalesce((e.value ->> 'essential')::boolean, false) as essential,
        private.plain_levels(e.value -> 'levels') as levels
      from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)) w
    where c.lesson_id = save_assignment.lesson and c.id = w.id
      and (c.position, c.title, c.essential, c.levels) is distinct from (w.position, w.title, w.essential, w.levels);
    insert into public.rubric_criteria (lesson_id, position, title, essential, levels)
    select save_assignment.lesson, e.place - 1, btrim(e.value ->> 'title'), coalesce((e.value ->> 'essential')::boolean, false),
      private.plain_levels(e.value -> 'levels')
    from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)
    where kept[e.place] = '00000000-0000-0000-0000-000000000000'
      -- Of two listed criteria that match the same row, the second is a new criterion.
      or kept[e.place] = any (kept[1 : e.place::int - 1]);
  end if;
  if private.assignment_fields(save_assignment.lesson) is distinct from was then
    perform private.keep_assignment_version(save_assignment.lesson, was);
  end if;
end
$$;
comment on function private.save_assignment(uuid, jsonb) is
  'Takes a lesson and what makes it an assignment, as assignment_fields() returns it; changes the fields that are given, of which the rubric replaces the whole rubric, and keeps a version. Does nothing for a lesson of another type. Runs as its caller; raises PT422 with the field as hint (rules/assignments#rubric).';
revoke all on function private.save_assignment(uuid, jsonb) from public;
grant execute on function private.save_assignment(uuid, jsonb) to authenticated, service_role;

create function private.copy_assignments(copies jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.save_assignment(k.value::uuid, private.assignment_part(k.key::uuid) -> 'assignment')
  from jsonb_each_text(copies) k;
end
$$;
comment on function private.copy_assignments(jsonb) is 'Takes {lesson: its copy}; copies what makes each of these lessons an assignment to its copy. Runs as its caller.';
revoke all on function private.copy_assignments(jsonb) from public;
grant execute on function private.copy_assignments(jsonb) to authenticated, service_role;

-- Versions --------------------------------------------------------------------------------------------------------

alter table public.lesson_versions add column assignment jsonb;
comment on column public.lesson_versions.assignment is 'The assignment_fields() of this version; null: it was no assignment.';

create function private.keep_assignment_version(lesson uuid, was jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  latest public.lesson_versions;
  l public.lessons;
  now_is constant jsonb := private.assignment_fields(keep_assignment_version.lesson);
begin
  select x.* into l from public.lessons x where x.id = keep_assignment_version.lesson for no key update;
  if not private.can_on_course('lessons', 'update', private.course_of_lesson(l.id)) and private.uid() is not null then
    perform private.refuse('You may not change this lesson.');
  end if;
  select v.* into latest from public.lesson_versions v where v.lesson_id = l.id order by v.no desc limit 1;
  if latest.id is null then
    -- A lesson that this transaction made has no history.
    if l.created_at = now() then
      return;
    end if;
    insert into public.lesson_versions (lesson_id, no, created_at, title, description, content, assignment)
    values (l.id, 1, l.created_at, l.title, l.description, l.content, was) returning * into latest;
  end if;
  if latest.created_at = now() and latest.no > 1 then
    -- The same save has changed the texts, and has made a version for that.
    update public.lesson_versions v set assignment = now_is, fields = v.fields || '{assignment}' where v.id = latest.id and not v.fields @> '{assignment}';
  else
    insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, assignment, restores)
    values (l.id, latest.no + 1, (select p.id from public.profiles p where p.id = private.uid()), l.title, l.description, l.content, '{assignment}', now_is,
      nullif(current_setting('rookies.restores', true), '')::timestamptz);
  end if;
end
$$;
comment on function private.keep_assignment_version(uuid, jsonb) is
  'Takes a lesson whose assignment was changed, and its assignment_fields() before the change; adds the change to the version that the same save made, or to a new one. Raises 42501 unless the caller may change the lesson (rules/courses#versions).';
revoke all on function private.keep_assignment_version(uuid, jsonb) from public;
grant execute on function private.keep_assignment_version(uuid, jsonb) to authenticated, service_role;

create or replace function private.keep_lesson_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  -- A change locks the lesson's row, so that no two give a version the same number.
  latest int := (select max(v.no) from public.lesson_versions v where v.lesson_id = new.id);
begin
  if latest is null then
    latest := 1;
    -- The first version holds the texts from before the change, with the author if an audit record names them.
    insert into public.lesson_versions (lesson_id, no, created_at, author_id, title, description, content, assignment)
    select old.id, latest, coalesce(written.created_at, old.updated_at), written.user_id, old.title, old.description, old.content,
      private.assignment_fields(old.id)
    from (values (true)) first (kept)
    left join lateral (
      select a.created_at, a.user_id from public.audit_logs a
      where a.target_type = 'lesson' and a.target_id = old.id::text and a.created_at <= old.updated_at
        and (a.action in ('lesson.create', 'lesson.duplicate') or a.after -> 'fields' ?| array['title', 'description', 'content'])
      order by a.created_at desc, a.id desc limit 1) written on true;
  end if;

  insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, growth, restores, assignment)
  values (new.id, latest + 1, (select p.id from public.profiles p where p.id = private.uid()), new.title, new.description, new.content,
    array_remove(array[
      case when new.title is distinct from old.title then 'title' end,
      case when new.description is distinct from old.description then 'description' end,
      case when new.content is distinct from old.content then 'content' end], null),
    char_length(new.title) - char_length(old.title)
      + coalesce(char_length(new.description), 0) - coalesce(char_length(old.description), 0)
      + coalesce(char_length(new.content), 0) - coalesce(char_length(old.content), 0),
    nullif(current_setting('rookies.restores', true), '')::timestamptz, private.assignment_fields(new.id));

  delete from public.lesson_versions v
  where v.lesson_id = new.id and v.created_at < now() - interval '1 year'
    and v.no < (
      select k.no from public.lesson_versions k where k.lesson_id = new.id order by k.no desc offset 49 limit 1);
  return null;
end
$$;

create or replace function public.lesson_version(version_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $$
declare
  wanted public.lesson_versions;
  earlier jsonb;
begin
  select v.* into wanted from public.lesson_versions v where v.id = lesson_version.version_id;
  if wanted.id is null then
    perform private.refuse('You may not read this version, or it is no longer kept.');
  end if;
  select jsonb_build_object('title', v.title, 'description', v.description, 'content', v.content, 'assignment', v.assignment) into earlier
  from public.lesson_versions v where v.lesson_id = wanted.lesson_id and v.no < wanted.no order by v.no desc limit 1;
  return (
    select jsonb_build_object('id', wanted.id, 'lesson_id', wanted.lesson_id, 'created_at', wanted.created_at,
      'texts', jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content, 'assignment', wanted.assignment),
      'earlier', earlier,
      'now', jsonb_build_object('title', l.title, 'description', l.description, 'content', l.content, 'assignment', private.assignment_fields(l.id)),
      'updated_at', l.updated_at)
    from public.lessons l where l.id = wanted.lesson_id);
end
$$;
comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content, assignment: assignment_fields() or null}, earlier: those of the version before it, or null, now: those of the lesson, updated_at: of the lesson}. Row security decides; raises 42501.';

create or replace function public.restore_lesson_version(
  version_id uuid,
  unchanged_since timestamptz
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  wanted public.lesson_versions;
  lesson public.lessons;
  saved timestamptz;
begin
  select v.* into wanted from public.lesson_versions v where v.id = restore_lesson_version.version_id;
  select l.* into lesson from public.lessons l where l.id = wanted.lesson_id;
  if lesson.id is null or not (private.can('lesson_versions', 'restore')
     or lesson.module_id in (select private.my_module_ids('lesson_versions', 'restore'))) then
    perform private.refuse('You may not restore this version, or it is no longer kept.');
  end if;
  saved := lesson.updated_at;
  -- The request was sent again because its answer was lost, and the order is the wanted one already.
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content)
    or wanted.assignment is distinct from private.assignment_fields(lesson.id) and wanted.assignment is not null then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content)
        || case when wanted.assignment is not null then jsonb_build_object('assignment', wanted.assignment) else '{}' end,
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
end
$$;

-- The editor and copies -------------------------------------------------------------------------------------------

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
  own uuid;
  again boolean := false;
begin
  if wanted.id is null then
    own := private.made_under(save_lesson.operation_id, 'lesson ' || wanted.module_id);
    -- What was made under this operation becomes what is sent now.
    select l.id into wanted.id from public.lessons l where l.id = own;
    again := wanted.id is not null;
  end if;
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select own, wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when unique_violation then
        perform private.refuse_made();
      when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- A caller that does not name a file keeps the one that the lesson has.
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
  perform private.save_assignment(saved.id, lesson -> 'assignment');
  -- Attachments of a new lesson come without ids, so they are compared by what they hold.
  if attachments is not null and (case when again and jsonb_typeof(attachments) = 'array' then (
      select jsonb_agg(jsonb_build_array(a.title, a.url) order by a.sort_order)
      from public.lesson_attachments a where a.lesson_id = saved.id)
    is distinct from (
      select jsonb_agg(jsonb_build_array(btrim(e.value ->> 'title'), btrim(e.value ->> 'url')) order by e.ordinality)
      from jsonb_array_elements(attachments) with ordinality e) else true end) then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$$;
comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at that was read, and for a new lesson an operation id; `assignment` of the lesson has the assignment_fields() that change; writes all in one transaction and answers {id, module_id, updated_at}. The same operation again writes the lesson that it made. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, PT409 MADE_ALREADY, 42501 (rules/data#idempotent).';

create or replace function private.copy_lessons(modules jsonb, paths boolean)
  returns void
  language plpgsql
  set search_path to ''
as $$
declare
  lessons jsonb := (
    select coalesce(jsonb_object_agg(l.id, gen_random_uuid()), '{}')
    from public.lessons l
    where l.module_id in (select k::uuid from jsonb_object_keys(copy_lessons.modules) k));
  slug constant text := (
    select c.slug from public.modules m join public.courses c on c.id = m.course_id
    where m.id in (select v.value::uuid from jsonb_each_text(copy_lessons.modules) v) limit 1);
begin
  perform set_config('rookies.files_as_held', 'on', true);
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
  perform private.copy_assignments(lessons);
  perform private.carry_files(lessons);
  perform set_config('rookies.files_as_held', '', true);
end
$$;

create or replace function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := private.made_under(duplicate_lesson.operation_id, 'copy of ' || duplicate_lesson.lesson_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.lessons x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
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
  perform private.copy_assignments(jsonb_build_object(original.id, copy));
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$$;

create or replace function public.check_course(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
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
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type in ('TEXT', 'ASSIGNMENT') and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
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
      select 'no_rubric', l.module_id, l.id, null from lesson l where l.content_type = 'ASSIGNMENT'
        and not exists (select 1 from public.rubric_criteria c where c.lesson_id = l.id)
      union all
      -- A caller who may not read cohorts learns that this happens, but not in which cohort.
      select distinct 'due_early', l.module_id, l.id, case when private.can('cohorts', 'read') then c.title end
      from public.cohort_courses k
      join public.cohorts c on c.id = k.cohort_id and c.archived_at is null and c.ends_on >= private.local_day(now(), c.time_zone)
      cross join lateral private.cohort_due_days(c.id) d
      join private.cohort_plan(c.id) p on p.lesson_id = d.lesson_id
      join lesson l on l.id = d.lesson_id
      where k.course_id = it and d.due_at <= private.local_moment(c.starts_on + p.day, p.at_time, c.time_zone)
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
comment on function public.check_course(uuid) is 'Takes a course; what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address it is about}]}. For those who may build the course; raises 42501.';

-- Exports and imports ---------------------------------------------------------------------------------------------

create or replace function private.exported_lessons(course_id uuid, lesson_id uuid default null)
  returns table(module_id uuid, place integer, total integer, lesson jsonb)
  language sql
  stable
  set search_path to ''
as $$
  select placed.module_id, placed.place::int, placed.total::int,
    private.lesson_fields(l) || private.assignment_part(l.id)
      || jsonb_build_object('attachments', (
        select coalesce(jsonb_agg(jsonb_build_object('title', a.title, 'url', a.url) order by a.sort_order), '[]')
        from public.lesson_attachments a where a.lesson_id = l.id))
  from (
    select p.id, p.module_id, row_number() over (partition by p.module_id order by p.index) as place,
      count(*) over (partition by p.module_id) as total
    from public.lessons p join public.modules m on m.id = p.module_id
    where m.course_id = exported_lessons.course_id) placed
  join public.lessons l on l.id = placed.id
  where exported_lessons.lesson_id is null or placed.id = exported_lessons.lesson_id
$$;

create or replace function private.course_before(course public.courses, plan jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
  select jsonb_build_object(
    'course', case when course.id is not null then jsonb_build_object('title', course.title,
      'description', course.description, 'author_name', course.author_name,
      'author_description', course.author_description, 'thumbnail_url', course.thumbnail_url,
      'category', course.category, 'status', course.status) end,
    'modules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index,
        'source_path', m.source_path)), '[]')
      from public.modules m where m.course_id = course.id),
    'lessons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'module_id', l.module_id, 'index', l.index,
        'source_path', l.source_path,
        'was', case when p.status = 'updated' then private.lesson_fields(l) || private.assignment_part(l.id) end,
        'attachments', case when p.attachments then private.attachment_list(l.id) end)), '[]')
      from public.lessons l join public.modules m on m.id = l.module_id
      left join jsonb_to_recordset(plan -> 'lessons') as p (id uuid, status text, attachments boolean) on p.id = l.id
      where m.course_id = course.id))
$$;

create or replace function private.course_version(course_id uuid)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $$
begin
  return (
    select coalesce(md5(string_agg(part, ' ' order by part)), 'new') from (
      select c.id || ' ' || c.updated_at as part from public.courses c where c.id = course_version.course_id
      union all
      select m.id || ' ' || m.updated_at from public.modules m where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || l.updated_at from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select a.lesson_id || ' ' || a.sort_order || ' ' || md5(a.title || ' ' || a.url)
      from public.lesson_attachments a join public.lessons l on l.id = a.lesson_id join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || md5(private.assignment_part(l.id)::text)
      from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id and l.content_type = 'ASSIGNMENT') parts);
end
$$;

create or replace function public.import_difference(payload jsonb, source_path text)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  target public.courses;
  planned jsonb;
begin
  perform private.check_import(payload, 'keep');
  target := private.import_target(payload #>> '{course,slug}', true);
  planned := private.plan_lessons(payload, target.id, private.plan_modules(payload, target.id));
  return (
    select jsonb_build_object(
      'before', private.lesson_fields(e) || private.assignment_part(e.id) || jsonb_build_object('attachments', private.attachment_list(e.id)),
      'after', private.lesson_fields(
          private.wanted_lesson(e, l.listed, payload #>> '{course,slug}', private.lesson_links(payload, planned)))
        || case when jsonb_typeof(l.listed -> 'assignment') = 'object' then jsonb_build_object('assignment', private.wanted_assignment(
          coalesce(private.assignment_part(e.id) -> 'assignment', '{}'), l.listed -> 'assignment')) else private.assignment_part(e.id) end
        || jsonb_build_object('attachments', case when p.attachments
          then private.plain_attachments(l.listed -> 'attachments') else private.attachment_list(e.id) end))
    from jsonb_to_recordset(planned) as p (no int, id uuid, source_path text, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no
    join public.lessons e on e.id = p.id
    where p.source_path = import_difference.source_path);
end
$$;

create or replace function private.plan_lessons(payload jsonb, course_id uuid, modules jsonb)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
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
        is not distinct from private.wanted_lesson(e, '{}') and not files.changed and not task.changed then 'unchanged'
      else 'updated' end) order by listed.lesson_no), '[]')
  from listed
  join planned on planned.no = listed.lesson_no
  join jsonb_to_recordset(modules) as p (no int, id uuid) on p.no = listed.module_no
  cross join links
  left join known on known.no = listed.lesson_no
  left join public.lessons e on e.id = known.id
  cross join lateral (select jsonb_typeof(listed.listed -> 'attachments') is not distinct from 'array'
    and private.plain_attachments(listed.listed -> 'attachments') <> private.attachment_list(e.id) as changed) files
  cross join lateral (select coalesce(jsonb_typeof(listed.listed -> 'assignment') = 'object' and private.assignment_fields(e.id) is not null
    and private.wanted_assignment(private.assignment_part(e.id) -> 'assignment', listed.listed -> 'assignment')
      <> private.assignment_part(e.id) -> 'assignment', false) as changed) task
$$;

create or replace function private.write_lessons(course_id uuid, planned jsonb, payload jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $$
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

  perform private.save_assignment(p.id, l.listed -> 'assignment')
  from jsonb_to_recordset(planned) as p (no int, id uuid, status text)
  join private.listed_lessons(payload) l on l.lesson_no = p.no
  where p.status in ('created', 'updated') and jsonb_typeof(l.listed -> 'assignment') = 'object';

  for lesson, attachments in
    select p.id, l.listed -> 'attachments' from jsonb_to_recordset(planned) as p (no int, id uuid, attachments boolean)
    join private.listed_lessons(payload) l on l.lesson_no = p.no where p.attachments
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$$;

create or replace function private.put_back_lessons(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $$
declare
  lesson uuid;
  attachments jsonb;
begin
  perform public.delete_lesson(l.id) from public.lessons l join public.modules m on m.id = l.module_id
  where m.course_id = put_back_lessons.course_id
    and l.id not in (select b.id from jsonb_to_recordset(before -> 'lessons') as b (id uuid));
  perform public.restore_lesson(b.id) from jsonb_to_recordset(before -> 'lessons') as b (id uuid)
  where b.id not in (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = put_back_lessons.course_id);
  update public.lessons x set module_id = b.module_id, index = b.index, source_path = b.source_path, title = w.title,
    content_type = w.content_type, video_provider = w.video_provider, video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, module_id uuid, index int, source_path text, was jsonb)
  join public.lessons old on old.id = b.id
  cross join lateral jsonb_populate_record(old, coalesce(b.was, '{}')) w
  where x.id = b.id and (b.was is not null
    or (x.module_id, x.index, x.source_path) is distinct from (b.module_id, b.index, b.source_path));

  perform private.save_assignment(b.id, b.was -> 'assignment')
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, was jsonb) where b.was ? 'assignment';

  for lesson, attachments in
    select b.id, b.attachments from jsonb_to_recordset(before -> 'lessons') as b (id uuid, attachments jsonb)
    where b.attachments is not null
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$$;
