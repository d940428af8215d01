-- Why: what staff do to other people's posts, and what anybody does to the security of an account, is recorded like
-- everything else: who, what, and whom it concerns (rules/records#audit, #security-records). What is written to a person or
-- says who wrote a course stays out of the record, so that people can be erased (rules/records#audit-without-people).

create function private.record_act(action text, target text, details jsonb default null, title text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address, title)
  values (caller, case when caller is null then session_user end, record_act.action, split_part(record_act.action, '.', 1),
    record_act.target, record_act.details, private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_act.title);
end
$$;
comment on function private.record_act(text, text, jsonb, text) is
  'Takes an action, whose first word is the target''s type, the target''s id, details and what the target is called; writes down that the caller did it. For acts that no trigger of a table can tell.';

create function private.recorded_at_once() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('rookies.recorded', true) = extract(epoch from statement_timestamp())::text, false)
$$;
comment on function private.recorded_at_once() is
  'Whether one record stands for everything that happens in this statement, so that triggers write none.';

create function private.record_at_once(all_of_it boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- Named after the statement: what cascades from it fires its triggers last, and the next one of the same transaction
  -- is recorded again.
  perform set_config('rookies.recorded', case when all_of_it then extract(epoch from statement_timestamp())::text else '' end, true);
end
$$;
comment on function private.record_at_once(boolean) is
  'Takes whether one record, which its caller writes, stands for everything that happens from here on in this statement.';

create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = 'off' as $$
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
  -- Of an update that no verb names, where those are not recorded, nothing is left.
  unnamed boolean := options -> 'update' is distinct from 'null';
  about text[] := array(select jsonb_array_elements_text(options -> 'about'));
  moving text[] := case when position is not null
    then array(select jsonb_array_elements_text(options #> '{order,moving}')) || array['updated_at'] end;
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
  by_whom text := case when caller is null then session_user end;
  agent text := private.request_header('user-agent');
  address text := private.request_header('x-forwarded-for');
begin
  if private.recorded_at_once() then
    return null;
  end if;
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
        || (select coalesce(jsonb_object_agg(k.name, a -> k.name), '{}') from unnest(about) k (name))
        || jsonb_build_object('fields', fields),
      agent, address, p.title, p.course_id
    from change, private.audit_place(place, change.a) p where verb <> 'reorder' and (unnamed or verb <> 'update')
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

comment on function private.audit() is
  'Statement trigger on every audited table, attached by audit_table(). Arguments: the action''s first word, and options. Writes nothing where recorded_at_once().';

create or replace function private.audit_place(place jsonb, r jsonb, OUT title text, OUT course_id uuid) returns record
language plpgsql stable security definer set search_path = '' as $$
begin
  if place ? 'of' then
    select p.title, p.course_id into title, course_id from private.content_place(place ->> 'of', (r ->> (place ->> 'in'))::uuid) p;
  end if;
  if place ? 'title' and r ->> (place ->> 'unless') is null then
    title := r ->> (place ->> 'title');
  end if;
end
$$;

create or replace function private.content_place(kind text, id uuid, OUT title text, OUT course_id uuid) returns record
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
    when 'community' then
      select c.name into title from public.communities c where c.id = content_place.id;
    else null;
  end case;
end
$$;

comment on function private.content_place(text, uuid) is
  'Takes course, module, lesson or community and its id; gives its title and its course, of deleted ones too. Nulls for another kind or id.';

create function private.audit_options(tbl regclass, options jsonb) returns void
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
      args[2]::jsonb || audit_options.options);
  end loop;
end
$$;
comment on function private.audit_options(regclass, jsonb) is
  'For migrations: gives the audit of a table further options, in place of those of the same name. Besides those of audit_table(): `about`, columns that a record of an update holds whether they changed or not, because they say whom or what it concerns; `update` null, where updates that no verb names are not recorded; `place` as audit_title() has it, with `unless`, the column that, when it is set, leaves the title out.';

-- Whom an update concerns -----------------------------------------------------------------------

select private.audit_options('public.community_members', '{"about": ["user_id"]}');
select private.audit_options('public.entitlements', '{"about": ["user_id"]}');
select private.audit_options('public.purchases', '{"about": ["user_id"]}');

create or replace function public.person_audit(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  them text := person_audit.user_id::text;
  ids bigint[];
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  perform private.check_person(person_audit.user_id);
  ids := array(
    select found.id from (
      (select l.id, l.created_at from public.audit_logs l where l.target_type = 'user' and l.target_id = them
        order by l.created_at desc, l.id desc limit 50)
      union
      (select l.id, l.created_at from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them
        order by l.created_at desc, l.id desc limit 50)
      union
      -- Older records of a change do not say whose grant it was.
      (select l.id, l.created_at from public.entitlements e
        join public.audit_logs l on l.target_type = 'entitlement' and l.target_id = e.id::text
        where e.user_id = person_audit.user_id order by l.created_at desc, l.id desc limit 50)) found
    order by found.created_at desc, found.id desc limit 50);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
        'created_at', l.created_at, 'user_id', l.user_id, 'who', coalesce(nullif(p.name, ''), p.email), 'actor', l.actor,
        'ip_address', l.ip_address, 'course_id', l.course_id, 'detailed', l.before is not null or l.after is not null,
        -- Records from before titles were kept name the course by its id alone.
        'title', coalesce(l.title, (select c.title from public.courses c where c.id::text = coalesce(l.after, l.before) ->> 'course_id')))
      order by l.created_at desc, l.id desc), '[]')
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where l.id = any (ids));
end
$$;

-- Posts: what was written is nobody's business here; that it was taken off or put back is ---------

select private.audit_table('public.community_posts', 'community_post', '{"insert": null, "update": null, "delete": null,
  "omit": ["body", "edited_at", "deleted_by_id"], "about": ["author_id", "community_id"],
  "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]],
  "place": {"of": "community", "in": "community_id"}}');

create or replace function public.resolve_reports(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.community_posts;
  settled int;
begin
  select p.* into post from public.community_posts p
  where p.id = resolve_reports.post_id and (private.can('community_posts', 'delete')
    or p.community_id in (select private.joined_community_ids('MODERATOR')));
  if post.id is null then
    perform private.refuse('You may not settle these reports.');
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
$$;

-- Texts that are written to people or name them --------------------------------------------------

select private.audit_options('public.courses', '{"omit": ["author_name", "author_description", "updated_at"]}');
select private.audit_options('public.notifications', '{"omit": ["title", "message", "action_label", "updated_at"],
  "place": {"title": "title", "unless": "recipient_id"}}');
select private.audit_options('public.settings', '{"omit": ["terms_text", "privacy_text", "contact_email", "updated_at"]}');

update public.audit_logs l
set before = l.before - array['author_name', 'author_description'], after = l.after - array['author_name', 'author_description']
where l.target_type = 'course'
  and (l.before ?| array['author_name', 'author_description'] or l.after ?| array['author_name', 'author_description']);

update public.audit_logs l
set before = l.before - array['title', 'message', 'action_label'], after = l.after - array['title', 'message', 'action_label'],
  -- Records of a change do not say to whom it went.
  title = case when coalesce(l.after, l.before) -> 'is_global' = 'true' then l.title end
where l.target_type = 'notification';

update public.audit_logs l set before = l.before - 'contact_email', after = l.after - 'contact_email'
where l.target_type = 'settings' and (l.before ? 'contact_email' or l.after ? 'contact_email');

-- The second factor and the password -----------------------------------------------------------

create or replace function private.remove_factors(person uuid, keep_session text, means text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  removed integer := private.verified_factors(person);
begin
  -- One record for all of them, below.
  perform private.record_at_once(true);
  delete from auth.mfa_factors f where f.user_id = person;
  perform private.record_at_once(false);
  -- Sessions that were opened with the lost factor end, also those of its finder.
  delete from auth.sessions s where s.user_id = person and s.id::text is distinct from keep_session;
  delete from auth.mfa_amr_claims c
  where c.authentication_method = 'totp' and c.session_id in (select s.id from auth.sessions s where s.user_id = person);
  update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = now() where s.user_id = person;
  perform private.record_act('user.factors_reset', person::text, jsonb_build_object('factors', removed, 'means', means));
  return removed;
end
$$;

create function private.record_own_act(person uuid, action text, means text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- What the auth service does is done for a person who is signed in, or by hand of the project's owners. It tells no one
  -- for whom it works, and no request of theirs is known here.
  doer uuid := case when record_own_act.means <> 'administrator' then record_own_act.person else private.uid() end;
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after)
  values (doer, case when doer is null then session_user end, record_own_act.action, 'user', record_own_act.person::text,
    jsonb_build_object('means', record_own_act.means));
end
$$;
comment on function private.record_own_act(uuid, text, text) is
  'Takes a person, an action on their account, and by what means the auth service was brought to do it (administrator: by no session of theirs); writes it down.';

create function private.audit_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- Its owner takes it away from a session that has shown it, which goes down a step only afterwards.
    perform private.record_own_act(old.user_id, 'user.factor_remove', case when exists (
      select 1 from auth.sessions s where s.user_id = old.user_id and s.aal = 'aal2' and (s.not_after is null or s.not_after > now()))
      then 'own' else 'administrator' end)
    where exists (select 1 from public.profiles p where p.id = old.user_id);
  else
    perform private.record_own_act(new.user_id, 'user.factor_add', 'own');
  end if;
  return null;
end
$$;
comment on function private.audit_factor() is
  'Trigger on auth.mfa_factors: one record when a second factor counts, and one when it is taken away. A factor that was never confirmed is none.';

create function private.audit_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- How the session was opened from which it came: the newest one.
  opened_by text := (
    select c.authentication_method from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
    where s.user_id = new.id and (s.not_after is null or s.not_after > now()) and c.authentication_method <> 'totp'
    order by s.created_at desc, c.created_at limit 1);
begin
  perform private.record_own_act(new.id, 'user.password_change', case
    when opened_by in ('otp', 'magiclink', 'recovery', 'email/signup') then 'mail'
    when opened_by is not null then 'own'
    else 'administrator' end);
  return null;
end
$$;
comment on function private.audit_password() is
  'Trigger on auth.users: one record when the password of a confirmed account is another: from a session that a mail opened (mail), from any other of its owner''s (own), or from none (administrator). The password itself is nowhere.';

create trigger rookies_audit_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password <> '' and new.encrypted_password <> ''
    and old.encrypted_password is distinct from new.encrypted_password and old.email_confirmed_at is not null)
  execute function private.audit_password();

do $$
begin
  create trigger rookies_audit_factor_add after insert on auth.mfa_factors
    for each row when (new.status = 'verified') execute function private.audit_factor();
  create trigger rookies_audit_factor_verified after update of status on auth.mfa_factors
    for each row when (old.status <> 'verified' and new.status = 'verified') execute function private.audit_factor();
  create trigger rookies_audit_factor_remove after delete on auth.mfa_factors
    for each row when (old.status = 'verified') execute function private.audit_factor();
exception when insufficient_privilege then
  raise notice 'Second factors are recorded where they are reset alone: auth.mfa_factors takes no triggers here.';
end
$$;

create or replace function private.audit_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, user_agent, ip_address)
  select p.id, case when p.id is null then session_user end,
    case tg_op when 'INSERT' then 'auth.login' else 'auth.logout' end, 'session', s.id::text,
    left(s.user_agent, 500), host(s.ip)
  from (select case tg_op when 'INSERT' then new.id else old.id end as id,
          case tg_op when 'INSERT' then new.user_id else old.user_id end as user_id,
          case tg_op when 'INSERT' then new.user_agent else old.user_agent end as user_agent,
          case tg_op when 'INSERT' then new.ip else old.ip end as ip) s
  left join public.profiles p on p.id = s.user_id
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
  return null;
end
$$;

