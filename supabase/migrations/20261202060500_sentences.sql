-- Why: these sentences were hard to read: inverted, passive, or in words of the database. Each function is as it was but
-- for its sentences; the kinds of jobs get labels that say what a job does.

update private.due_kinds k set label = l.label
from (values
  ('address_mail', 'Ask a person to confirm their email'),
  ('exports', 'Delete an export'),
  ('failures', 'Notify administrators of failed jobs'),
  ('failures_mail', 'Email administrators about failed jobs'),
  ('invite_mail', 'Email an invite'),
  ('invites_ending', 'Notify senders that invites end'),
  ('invites_ending_mail', 'Email senders that invites end'),
  ('lesson_file', 'Remove a file that its lesson no longer uses'),
  ('purchase_address', 'Delete the email of a buyer without a member'),
  ('uploads', 'Remove uploads that nothing uses')
) l (kind, label)
where k.kind = l.kind;

create or replace function private.check_access_act(
  act text,
  course_ids uuid[],
  ends_at timestamptz
)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_access_rights();
  if act is null or act not in ('grant', 'revoke', 'end') or act = 'revoke' and ends_at is not null then
    raise exception using errcode = 'PT422', hint = 'BAD_ACT', message = 'Access cannot be changed in this way. Please open the list again.';
  end if;
  if act = 'end' or ends_at is not null then
    perform private.check_end(ends_at);
  end if;
  if coalesce(cardinality(course_ids), 0) not between 1 and 200 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  perform private.check_courses(course_ids, act = 'grant');
end
$function$;

create or replace function private.check_end(ends_at timestamptz)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'update') then
    raise exception using errcode = '42501', message = 'You may not change when access ends.';
  end if;
  if ends_at <= now() then
    raise exception using errcode = 'PT422', hint = 'END_PAST', message = 'Access cannot end in the past. Choose today or a later day.';
  end if;
  if ends_at > '9999-12-31' then
    raise exception using errcode = 'PT422', hint = 'END_FAR', message = 'This day is too far away. Remove the end date instead.';
  end if;
end
$function$;

create or replace function public.save_access(
  user_id uuid,
  to_grant uuid[],
  to_revoke uuid[],
  ends jsonb default '[]'::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  one record;
  stale text;
  revoked int;
  granted int := 0;
  changed int := 0;
  wanted uuid[] := array(select x.course_id from jsonb_to_recordset(ends) x (course_id uuid));
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke or wanted && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course cannot be granted and revoked at once.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are locked before the first is counted.
  perform private.lock_course_counts(save_access.to_grant || save_access.to_revoke || wanted, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke || wanted, false);
  perform 1 from public.entitlements e
  where e.user_id = save_access.user_id and e.course_id = any (wanted) order by e.id for update;
  for one in
    select x.course_id, x.expires_at, x.was, x.course_id = any (to_grant) as fresh, c.title, held.open is true as open, held.until
    from jsonb_to_recordset(ends) x (course_id uuid, expires_at timestamptz, was timestamptz)
    join public.courses c on c.id = x.course_id
    cross join lateral (
      select bool_or(private.grant_is_open(e.expires_at)) as open,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as until
      from public.entitlements e where e.user_id = save_access.user_id and e.course_id = x.course_id) held
    order by c.id
  loop
    -- The end is as requested already: the request was sent twice.
    continue when one.open and one.until is not distinct from one.expires_at;
    perform private.check_end(one.expires_at);
    if one.fresh and one.open or not one.fresh and (not one.open or one.until is distinct from one.was) then
      stale := one.title;
      exit;
    end if;
    if one.fresh then
      granted := granted + private.grant_access(array[save_access.user_id], array[one.course_id], one.expires_at);
    else
      changed := changed + private.change_ends(array[save_access.user_id], array[one.course_id], one.expires_at);
    end if;
  end loop;
  if stale is not null then
    raise exception using errcode = 'PT409', hint = 'STALE_END',
      message = format('Someone else has just changed access to "%s". Nothing was saved. Please check it and try again.', stale);
  end if;
  revoked := private.revoke_access(array[save_access.user_id], save_access.to_revoke);
  granted := granted + private.grant_access(array[save_access.user_id], array(select unnest(save_access.to_grant) except select unnest(wanted)));
  return jsonb_build_object('revoked', revoked, 'granted', granted, 'changed', changed);
end
$function$;

create or replace function private.export_audit_logs(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  people uuid[] := case when btrim(filter ->> 'person') <> '' then private.audit_people(filter ->> 'person') end;
begin
  if cardinality(people) > 10 then
    raise exception using errcode = 'PT422', hint = 'MANY_PEOPLE', message = 'Too many people match. Type more of the name, or an ID.';
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
$function$;

create or replace function private.check_community_rights(action text)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('communities', 'read') or not private.can('community_members', check_community_rights.action) then
    raise exception using errcode = '42501', message = 'You may not manage communities.';
  end if;
end
$function$;

create or replace function public.resolve_reports(post_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  post public.community_posts;
  settled int;
begin
  select p.* into post from public.community_posts p
  where p.id = resolve_reports.post_id and (private.can('community_posts', 'delete')
    or p.community_id in (select private.joined_community_ids('MODERATOR')));
  if post.id is null then
    perform private.refuse('You may not resolve these reports.');
  end if;
  update public.community_post_reports r set resolved_at = now(), resolved_by_id = private.uid()
  where r.post_id = resolve_reports.post_id and r.resolved_at is null;
  get diagnostics settled = row_count;
  if settled > 0 then
    perform private.record_act('community_post.settle', post.id::text,
      jsonb_build_object('author_id', post.author_id, 'community_id', post.community_id, 'reports', settled),
      (select p.title from private.content_place('community', post.community_id) p));
  end if;
end
$function$;

create or replace function public.lesson_version(version_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  wanted public.lesson_versions;
  earlier jsonb;
begin
  select v.* into wanted from public.lesson_versions v where v.id = lesson_version.version_id;
  if wanted.id is null then
    perform private.refuse('You may not read this version, or it is no longer kept.');
  end if;
  select jsonb_build_object('title', v.title, 'description', v.description, 'content', v.content) into earlier
  from public.lesson_versions v where v.lesson_id = wanted.lesson_id and v.no < wanted.no order by v.no desc limit 1;
  return (
    select jsonb_build_object('id', wanted.id, 'lesson_id', wanted.lesson_id, 'created_at', wanted.created_at,
      'texts', jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content),
      'earlier', earlier,
      'now', jsonb_build_object('title', l.title, 'description', l.description, 'content', l.content),
      'updated_at', l.updated_at)
    from public.lessons l where l.id = wanted.lesson_id);
end
$function$;

create or replace function public.restore_lesson_version(
  version_id uuid,
  unchanged_since timestamptz
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content) then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content),
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
end
$function$;

create or replace function public.begin_uploads(
  bucket text,
  files jsonb,
  course_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  begun text;
  given text[] := '{}';
  answer jsonb := '[]';
begin
  if not private.can('lesson_files', 'create', 'own') or begin_uploads.bucket not in ('lesson-files', 'covers')
     or (begin_uploads.course_id is not null and not private.can_on_course('lesson_files', 'create', begin_uploads.course_id)) then
    perform private.refuse('You may not upload files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 1000 then
    perform private.refuse_field('files', 'At most 1,000 files are sent at once');
  end if;
  -- The calls of one person wait for each other, so that two calls never use the same room.
  perform pg_advisory_xact_lock(hashtextextended('begin_uploads ' || private.uid()::text, 0));
  delete from private.uploads u
  where u.user_id = private.uid() and u.created_at < now() - interval '1 day'
    and not exists (select from storage.objects o where o.bucket_id = u.bucket and o.name = u.path);
  for wanted in select e.value from jsonb_array_elements(files) e loop
    -- Accents get one form, and folders are cut off.
    called := regexp_replace(normalize(coalesce(wanted ->> 'name', '')), '^.*[/\\]', '');
    if btrim(called) = '' or char_length(called) > 255 then
      perform private.refuse_field('files', 'A file needs a name of at most 255 characters');
    end if;
    if coalesce((wanted ->> 'size')::bigint, -1) < 0 or (wanted ->> 'size')::bigint > taken.file_size_limit then
      perform private.refuse_field('files', format('%s is larger than %s MB', called, taken.file_size_limit / 1048576));
    end if;
    if (wanted ->> 'type') <> all (taken.allowed_mime_types) then
      perform private.refuse_field('files', format('Files like %s aren''t accepted', called));
    end if;
    known := null;
    begun := null;
    if wanted ->> 'sha256' is not null then
      -- A file is not sent again if it is a file or the cover of the course, or was sent by an earlier attempt.
      select f.path into known from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
      where begin_uploads.bucket = 'lesson-files' and f.sha256 = wanted ->> 'sha256' and f.name = called and m.course_id = begin_uploads.course_id
      -- The same picture may be in several lessons; the one of the same lesson comes first.
      order by coalesce(l.id::text = wanted ->> 'lesson_id', false) desc, coalesce(l.source_path = wanted ->> 'source_path', false) desc,
        f.path = any (given), f.created_at, f.path limit 1;
      if known is null then
        select u.path into known from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
        where u.bucket = begin_uploads.bucket and u.sha256 = wanted ->> 'sha256'
          and ((u.user_id = private.uid() and u.name = called)
            or exists (select from public.courses c where c.id = begin_uploads.course_id and c.thumbnail_url = 'covers/' || u.path))
        order by u.path = any (given), u.created_at desc, u.path limit 1;
      end if;
      if known is null then
        -- A file that an earlier attempt began and did not send keeps its path.
        update private.uploads u set batch = sending, created_at = now()
        where (u.bucket, u.path) = (
          select p.bucket, p.path from private.uploads p
          where p.user_id = private.uid() and p.bucket = begin_uploads.bucket and p.sha256 = wanted ->> 'sha256'
            and p.path <> all (given) and p.name = called and p.size = (wanted ->> 'size')::bigint and p.type = wanted ->> 'type'
            and not exists (select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path)
          limit 1)
        returning u.path into begun;
      end if;
    end if;
    if known is null and begun is null then
      insert into private.uploads (bucket, path, batch, user_id, name, size, type, width, height, alt, sha256)
      values (begin_uploads.bucket, private.file_path(called), sending, private.uid(), called,
        (wanted ->> 'size')::bigint, wanted ->> 'type', nullif((wanted ->> 'width')::int, 0), nullif((wanted ->> 'height')::int, 0),
        left(coalesce(wanted ->> 'alt', ''), 500), wanted ->> 'sha256')
      returning path into begun;
    end if;
    answer := answer || jsonb_build_object('path', coalesce(known, begun), 'known', known is not null);
    given := given || coalesce(known, begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', (
      select format('At most %s files, and %s GB, can wait for the lessons that use them. Save those lessons first, or try again tomorrow',
        to_char(r.files, 'FM999,999'), r.bytes / 1073741824)
      from private.upload_room() r));
  end if;
  perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending)
  from private.uploads u where u.batch = sending limit 1;
  return answer;
end
$function$;

create or replace function private.refuse_invite(state text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'INVITE_' || state,
    message = case state
      when 'UNKNOWN' then 'This invite is not valid.'
      when 'OTHER_ADDRESS' then 'This invite was sent to another email.'
      when 'REDEEMED' then 'This invite has already been used.'
      when 'CANCELLED' then 'This invite has been cancelled.'
      when 'WITHDRAWN' then 'This invite is no longer valid: the person who sent it can no longer invite people.'
      else 'This invite has expired.' end;
end
$function$;

create or replace function private.due_failures(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  failed bigint;
  kinds text;
  recipients uuid[];
begin
  select sum(g.pieces), string_agg(g.label || ' (' || g.pieces || ')', ', ') into failed, kinds from private.given_up(work.due_at) g;
  if failed is null then
    return 'DROPPED';
  end if;
  recipients := array(
    select p.id from public.profiles p
    where p.disabled_at is null
      and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any'));
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A background job failed' else failed || ' background jobs failed' end,
    left(kinds || '. See why and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Background jobs'
  from unnest(recipients) r (id);
  perform private.enqueue_job('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$function$;

create or replace function public.claim_due_mails(
  how_many integer default 10,
  only_kinds text[] default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
declare
  -- This is longer than the sending of so many mails may take. Afterwards another worker tries.
  lease constant interval := '10 minutes';
  -- A worker that reports its failures never reaches this number: a day has about thirty pauses.
  most_attempts constant int := 60;
  work private.due_work;
  content jsonb;
  taken int := 0;
  mails jsonb := '[]';
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
      and (only_kinds is null or w.kind = any (only_kinds))
    order by w.due_at, w.id limit least(how_many, 10) for update skip locked
  loop
    taken := taken + 1;
    begin
      if work.attempts >= most_attempts then
        perform private.fail_job(work.id, work.attempts, 'The program that sends it stopped every time.', true);
        continue;
      end if;
      execute format('select private.%I($1)', 'due_' || work.kind) into content using work;
      if content is null then
        perform private.end_job(work.id, work.attempts + 1, 'DROPPED');
      elsif content ? 'wait' then
        update private.due_work w set locked_until = (content ->> 'wait')::timestamptz where w.id = work.id;
      else
        update private.due_work w set attempts = w.attempts + 1, first_tried_at = coalesce(w.first_tried_at, now()),
          locked_until = now() + lease
        where w.id = work.id;
        mails := mails || jsonb_build_object('id', work.id, 'attempt', work.attempts + 1, 'kind', work.kind, 'key', work.key, 'content', content);
      end if;
    exception when others then
      perform private.fail_job(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  -- A caller that takes only some kinds leaves other mails unsent, so it does not count as the worker of mails.
  if only_kinds is null then
    update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  end if;
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$function$;

create or replace function public.due_work_list(
  state text default 'OPEN',
  kind text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state has its own index: open jobs by when they are due, others by when they ended.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read background jobs.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.worker_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;

create or replace function public.retry_due_work(work_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('due_work', 'retry') then
    perform private.refuse('You may not retry background jobs.');
  end if;
  update private.due_work w set attempts = 0, first_tried_at = null, locked_until = null, done_at = null, outcome = null
  where w.id = retry_due_work.work_id and w.error is not null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This job is already done.', hint = 'DONE_ALREADY';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (private.uid(), 'due_work.retry', 'due_work', work_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;

create or replace function public.complete_late(
  lesson_id uuid,
  age_sec numeric,
  as_user uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  age numeric := greatest(coalesce(age_sec, 0), 0);
  done_at timestamptz;
  held record;
begin
  if me is null or me <> coalesce(as_user, me) or not private.can('lesson_completions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function complete_late';
  end if;
  if exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = complete_late.lesson_id) then
    return;
  end if;
  if age > 604800 then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_LONG_AGO',
      message = 'It was completed more than a week ago.';
  end if;
  done_at := now() - make_interval(secs => age::double precision);
  -- A revoked grant is deleted; one that ended by its own date still exists.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(e.created_at <= done_at and e.expires_at > done_at) as in_time
  into held
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  join public.entitlements e on e.course_id = c.id and e.user_id = me
  where l.id = complete_late.lesson_id and l.deleted_at is null
    -- The button completes lessons of these types only.
    and l.content_type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');
  if not held.ever then
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif held.live then
    done_at := now();
  elsif not held.in_time then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_OUTSIDE', message = 'It was not open to you when you completed it.';
  elsif exists (select from private.undone_completions u
      where u.user_id = me and u.lesson_id = complete_late.lesson_id and u.undone_at >= done_at) then
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You marked it as not complete later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$function$;

create or replace function public.members_by_address(addresses text[])
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if coalesce(cardinality(addresses), 0) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Up to 2,000 emails can be looked up.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', typed.address, 'id', found.id) order by typed.address), '[]')
    from (select distinct lower(btrim(a)) as address from unnest(addresses) a) typed
    cross join lateral (
      select p.id from public.profiles p where lower(p.email) = typed.address order by p.created_at limit 1) found);
end
$function$;

create or replace function private.check_notification(
  action_url text,
  action_label text,
  publish_at timestamptz,
  expires_at timestamptz
)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if btrim(coalesce(action_label, '')) <> '' and btrim(coalesce(action_url, '')) = '' then
    raise exception using errcode = 'PT422', hint = 'LABEL_WITHOUT_LINK', message = 'A button needs a link.';
  end if;
  if expires_at <= now() then
    raise exception using errcode = 'PT422', hint = 'ENDED', message = 'The end must be in the future.';
  end if;
  if expires_at <= publish_at then
    raise exception using errcode = 'PT422', hint = 'ENDS_FIRST', message = 'The end must be after the start.';
  end if;
end
$function$;

create or replace function public.correct_person(
  user_id uuid,
  email text default null,
  phone text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  address text := lower(btrim(correct_person.email));
  number text := btrim(correct_person.phone);
begin
  if not private.can('profiles', 'correct') then
    raise exception using errcode = '42501', message = 'You may not correct accounts.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if address is not null and not exists (select 1 from auth.users u where u.id = user_id and lower(u.email) = address) then
    if not private.is_email(btrim(correct_person.email)) then
      raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = address) then
      raise exception using errcode = 'PT409', message = 'Another account has this email address', hint = 'EMAIL_TAKEN';
    end if;
    if (select s.require_email_verification from public.settings s) and private.last_administrator(user_id) then
      raise exception using errcode = 'PT409', hint = 'LAST_ADMIN',
        message = 'Until this email is confirmed, there would be no active administrator. Make someone else an administrator first.';
    end if;
    update auth.users u
    set email = address, updated_at = now(),
      raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('email', address, 'email_verified', false)
    where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', address, 'email_verified', false), updated_at = now()
    where i.user_id = correct_person.user_id and i.provider = 'email';
  end if;
  if number is not null then
    if number <> '' and (number !~ '^[0-9+(][0-9+ ()./#x-]*$' or number !~ '([0-9].*){3}' or char_length(number) > 40) then
      raise exception using errcode = 'PT422', message = 'Please enter a valid phone number', hint = 'PHONE_FORM';
    end if;
    update public.profiles p set phone = nullif(number, '') where p.id = user_id;
  end if;
end
$function$;

create or replace function public.set_disabled(user_id uuid, disabled boolean)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_not_self(user_id, 'You cannot disable your own account.');
  if disabled then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p
  set disabled_at = case when disabled then coalesce(p.disabled_at, now()) end
  where p.id = set_disabled.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;

create or replace function public.set_role(user_id uuid, role public.user_role)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_not_self(user_id, 'You cannot change your own role.');
  if set_role.role <> 'ADMIN' then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p set role = set_role.role where p.id = set_role.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;

create or replace function private.by_hand_for_refund(purchase_id uuid, holding boolean)
  returns public.purchases
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases;
begin
  if not private.can('purchases', 'refund') then
    raise exception using errcode = '42501', message = 'You may not refund purchases.';
  end if;
  if holding then
    select * into known from public.purchases p where p.id = purchase_id for update;
  else
    select * into known from public.purchases p where p.id = purchase_id;
  end if;
  if known.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_PURCHASE', message = 'This purchase no longer exists.';
  end if;
  if not private.by_hand(known.provider) then
    raise exception using errcode = 'PT422', hint = 'AT_PROVIDER',
      message = 'The payment provider took this payment and has to return it. Refund it there. When the provider reports the refund, the purchase is marked as refunded here and its access ends.';
  end if;
  return known;
end
$function$;

create or replace function public.assign_purchase(purchase_id uuid, user_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases;
  replayed boolean;
begin
  if not private.can('purchases', 'assign') then
    raise exception using errcode = '42501', message = 'You may not give purchases to members.';
  end if;
  select * into known from public.purchases p where p.id = assign_purchase.purchase_id for update;
  if known.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_PURCHASE', message = 'This purchase no longer exists.';
  end if;
  replayed := coalesce(known.user_id = assign_purchase.user_id, false);
  if not replayed then
    if not known.needs_member then
      raise exception using errcode = 'PT409', hint = 'HAS_MEMBER', message = 'This purchase was given to another member already. Nothing was changed.';
    end if;
    if known.status <> 'COMPLETED' then
      raise exception using errcode = 'PT422', hint = 'NOT_PAID', message = 'This purchase is no longer paid. Nothing was changed.';
    end if;
    if not exists (select from public.profiles p where p.id = assign_purchase.user_id) then
      raise exception using errcode = 'PT404', hint = 'NO_PERSON', message = 'This person no longer exists.';
    end if;
    perform private.lock_course_counts(array[known.course_id], false);
    update public.purchases p set user_id = assign_purchase.user_id, needs_member = false, buyer_email = null where p.id = known.id;
    -- The purchase is settled as if it were paid now, because it has granted nothing yet.
    perform private.settle_purchase(known.id, null);
  end if;
  return jsonb_build_object('id', known.id, 'replayed', replayed,
    'opened', known.community_id is not null or exists (select from public.entitlements e where e.purchase_id = known.id));
end
$function$;

create or replace function public.dismiss_purchase_notice(notice_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  notice private.purchase_notices;
begin
  if not private.can('purchases', 'dismiss') then
    raise exception using errcode = '42501', message = 'You may not dismiss purchase events.';
  end if;
  update private.purchase_notices n set dealt_at = now() where n.id = notice_id and n.dealt_at is null returning * into notice;
  if notice.id is null then
    if exists (select from private.purchase_notices n where n.id = notice_id) then
      return;
    end if;
    raise exception using errcode = 'PT404', hint = 'NO_NOTICE', message = 'This event is no longer on record.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, title, user_agent, ip_address)
  values (private.uid(), 'purchase_notice.dismiss', 'purchase_notice', notice.id, notice.event_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;

create or replace function public.end_session(session_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = private.uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'This device is already signed out.', hint = 'NO_SESSION';
  end if;
end
$function$;

create or replace function private.check_import(payload jsonb, missing text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  module_count int;
  lesson_count int;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if jsonb_typeof(payload -> 'modules') is distinct from 'array' or jsonb_typeof(payload -> 'course') is distinct from 'object' then
    raise exception using errcode = 'PT422', message = 'The import has no course or no modules.';
  end if;
  if missing is null or missing not in ('keep', 'bin') then
    raise exception using errcode = 'PT422', message = 'Lessons that are missing can only be kept or moved to the bin.';
  end if;
  module_count := jsonb_array_length(payload -> 'modules');
  lesson_count := (select count(*) from private.listed_lessons(payload) l where l.module_no between 1 and module_count);
  if payload ? 'sent' and lesson_count is distinct from (payload #>> '{sent,lessons}')::int then
    raise exception using errcode = 'PT422', hint = 'IMPORT_NOT_SENT',
      message = 'The lessons that were sent for this import are no longer there.';
  end if;
  if module_count > 1000 or lesson_count > 5000 then
    raise exception using errcode = 'PT422', message = 'A course has at most 1,000 modules and 5,000 lessons.';
  end if;
  if exists (select 1 from jsonb_array_elements(payload -> 'modules') m group by m.value ->> 'source_path' having count(*) > 1)
     or exists (select 1 from private.listed_lessons(payload) l group by l.source_path having count(*) > 1) then
    raise exception using errcode = 'PT422', message = 'The import names a path twice.';
  end if;
end
$function$;
