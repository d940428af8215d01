-- Why: an answer can be lost after its request was carried out. A person who sends the request again made the module,
-- the lesson, the copy or the invite a second time (rules/data#idempotent). Now each function that makes a row takes an
-- operation id, and the row's id is computed from it. The same request then finds the row and gives the same answer.

create or replace function private.made_under(operation_id uuid, act text)
  returns uuid
  language plpgsql
  set search_path to ''
as $function$
declare
  -- The caller is part of the id, so that nobody reaches what another person made under the same operation id.
  made uuid := md5(act || ' ' || operation_id::text || ' ' || coalesce(private.uid()::text, ''))::uuid;
begin
  -- A request that comes while the first one still runs waits for it.
  perform pg_advisory_xact_lock(hashtextextended('making ' || made::text, 0));
  return coalesce(made, gen_random_uuid());
end
$function$;
comment on function private.made_under(uuid,text) is 'Takes an operation id and what is made under it; gives the id of the row that the caller makes or has made so, a random one without an operation id. Locks it for the transaction (rules/data#idempotent).';
revoke all on function private.made_under(uuid,text) from public;
grant execute on function private.made_under(uuid,text) to authenticated, service_role;

create or replace function private.refuse_made()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was created already, and has been deleted since.';
end
$function$;
comment on function private.refuse_made() is 'Raises PT409 MADE_ALREADY, for an operation whose row the caller can no longer see (rules/data#idempotent).';
revoke all on function private.refuse_made() from public;
grant execute on function private.refuse_made() to authenticated, service_role;

drop function public.create_module(uuid,text);
create function public.create_module(course_id uuid, title text, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  own uuid := private.made_under(create_module.operation_id, 'module ' || create_module.course_id);
  made public.modules;
begin
  select m.* into made from public.modules m where m.id = own;
  if made.id is not null then
    update public.modules m set title = btrim(create_module.title) where m.id = own and m.title <> btrim(create_module.title);
    return jsonb_build_object('id', made.id, 'index', made.index);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('adding ' || create_module.course_id, 0));
  for attempt in 1..5 loop
    begin
      insert into public.modules (id, course_id, title, index)
      select own, create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when unique_violation then
      perform private.refuse_made();
    when exclusion_violation then
      -- The last place was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;

comment on function public.create_module(uuid,text,uuid) is 'Takes a course, a title, and an operation id; adds a module behind the last one and answers {id, index}. The same operation again makes nothing more; it gives the module the title. Row security decides. Raises 42501, PT422 with the title''s sentence, PT409 MADE_ALREADY (rules/data#idempotent).';
revoke all on function public.create_module(uuid,text,uuid) from public, anon;
grant execute on function public.create_module(uuid,text,uuid) to authenticated, service_role;

drop function public.save_lesson(jsonb,jsonb,timestamptz);
create function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
$function$;

comment on function public.save_lesson(jsonb,jsonb,timestamptz,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at that was read, and for a new lesson an operation id; writes all in one transaction and answers {id, module_id, updated_at}. The same operation again writes the lesson that it made. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, PT409 MADE_ALREADY, 42501 (rules/data#idempotent).';
revoke all on function public.save_lesson(jsonb,jsonb,timestamptz,uuid) from public, anon;
grant execute on function public.save_lesson(jsonb,jsonb,timestamptz,uuid) to authenticated, service_role;

drop function public.duplicate_course(uuid);
create function public.duplicate_course(course_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.courses;
  copy uuid := private.made_under(duplicate_course.operation_id, 'copy of ' || duplicate_course.course_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.courses x where x.id = copy);
  modules jsonb;
begin
  if made is not null then
    return made;
  end if;
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  perform private.record_copy('course', duplicate_course.course_id, copy, private.copy_title(original.title), duplicate_course.course_id);
  -- The lock makes moves and deletions wait, so that the copy shows the course at one moment.
  perform private.lock_course(duplicate_course.course_id);
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this course.');
  end if;
  for attempt in 1..5 loop
    begin
      insert into public.courses (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id)
      values (copy, private.copy_title(original.title), private.copy_slug(original.slug), original.description, original.author_name,
        original.author_description, original.thumbnail_url, original.category, private.uid());
      exit;
    exception when unique_violation then
      -- The slug was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  select coalesce(jsonb_object_agg(m.id, gen_random_uuid()), '{}') into modules
  from public.modules m where m.course_id = duplicate_course.course_id;
  insert into public.modules (id, course_id, title, index, source_path)
  select (modules ->> m.id::text)::uuid, copy, m.title, m.index, m.source_path
  from public.modules m where m.course_id = duplicate_course.course_id;
  perform private.copy_lessons(modules, true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

comment on function public.duplicate_course(uuid,uuid) is 'Takes a course and an operation id; makes a copy with all its modules, lessons and attachments: a draft of the caller, with a slug of its own, without learners, progress or purchases. Answers {id, title}. The same operation again answers the copy that it made. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
revoke all on function public.duplicate_course(uuid,uuid) from public, anon;
grant execute on function public.duplicate_course(uuid,uuid) to authenticated, service_role;

drop function public.duplicate_lesson(uuid);
create function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

comment on function public.duplicate_lesson(uuid,uuid) is 'Takes a lesson and an operation id; adds a copy with its attachments right after it, without progress, and answers {id, title}. The same operation again answers the copy that it made. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
revoke all on function public.duplicate_lesson(uuid,uuid) from public, anon;
grant execute on function public.duplicate_lesson(uuid,uuid) to authenticated, service_role;

drop function public.duplicate_module(uuid);
create function public.duplicate_module(module_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.modules;
  copy uuid := private.made_under(duplicate_module.operation_id, 'copy of ' || duplicate_module.module_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.modules x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
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

comment on function public.duplicate_module(uuid,uuid) is 'Takes a module and an operation id; adds a copy with all its lessons right after it and answers {id, title}. The same operation again answers the copy that it made. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
revoke all on function public.duplicate_module(uuid,uuid) from public, anon;
grant execute on function public.duplicate_module(uuid,uuid) to authenticated, service_role;

drop function public.create_invite(text,public.user_role,uuid[]);
create function public.create_invite(
  email text,
  role public.user_role default 'MEMBER',
  course_ids uuid[] default '{}'::uuid[],
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  address text := btrim(create_invite.email);
  gives uuid[] := (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}') from unnest(course_ids) wanted(id));
  own uuid := private.made_under(create_invite.operation_id, concat_ws(' ', 'invite', lower(address), role, gives));
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i where i.id = own and i.invited_by_id = private.uid();
  if invite.id is null then
    select i.* into invite from public.invites i
    where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
      and i.created_at > now() - interval '10 minutes'
      and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
           from public.invite_courses c where c.invite_id = i.id) = gives
    order by i.created_at desc limit 1;
  end if;
  if invite.id is null then
    insert into public.invites (id, email, role, invited_by_id)
    values (own, address, create_invite.role, private.uid())
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select invite.id, wanted.id from unnest(gives) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;

comment on function public.create_invite(text,public.user_role,uuid[],uuid) is 'Takes an email, a role to give, courses, and an operation id; makes an invite that lasts 48 hours and answers it with its token. The same again under the same operation id, or from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, 23514 for an invalid email.';
revoke all on function public.create_invite(text,public.user_role,uuid[],uuid) from public, anon;
grant execute on function public.create_invite(text,public.user_role,uuid[],uuid) to authenticated, service_role;
