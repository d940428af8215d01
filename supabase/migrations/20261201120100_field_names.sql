-- Why: names and comments of the schema had to be read twice. Functions, and the table of row counts, now have the names
-- that the field uses, and comments are plain sentences. Grants, policies, triggers and what functions do are unchanged.
-- Only private.search_results() also looks up each lesson by its id: in tables that were never analysed, the planner chose
-- a plan that took ten times as long or more. see_community() remains as the earlier name of mark_community_seen(), because
-- apps that are open in a browser call it.

-- New names. Policies, triggers and constraints follow by themselves; functions that name another one are replaced below.

alter table private.tallies rename to row_counts;
alter index private.tallies_pkey rename to row_counts_pkey;
alter index private.tallies_part_idx rename to row_counts_part_idx;
alter sequence private.tallies_id_seq rename to row_counts_id_seq;
alter trigger community_members_tally_insert on public.community_members rename to community_members_row_counts_insert;
alter trigger community_members_tally_update on public.community_members rename to community_members_row_counts_update;
alter trigger community_members_tally_delete on public.community_members rename to community_members_row_counts_delete;
alter trigger invites_tally_insert on public.invites rename to invites_row_counts_insert;
alter trigger invites_tally_update on public.invites rename to invites_row_counts_update;
alter trigger invites_tally_delete on public.invites rename to invites_row_counts_delete;
alter trigger profiles_tally_insert on public.profiles rename to profiles_row_counts_insert;
alter trigger profiles_tally_update on public.profiles rename to profiles_row_counts_update;
alter trigger profiles_tally_delete on public.profiles rename to profiles_row_counts_delete;
alter function private.assured() rename to meets_required_aal;
alter function private.standings(uuid) rename to account_state;
alter function private.named(uuid[],boolean) rename to people_summary;
alter function private.titled(text[]) rename to titles_summary;
alter function private.stops() rename to drop_off_lessons;
alter function private.hold_courses(uuid[],boolean) rename to lock_course_counts;
alter function private.hold_learners(uuid[],uuid[]) rename to lock_learner_counts;
alter function private.bin_absent(jsonb) rename to trash_missing;
alter function private.put_due(text,text,timestamp with time zone,uuid,uuid) rename to enqueue_job;
alter function private.put_address_mail(uuid) rename to enqueue_address_mail;
alter function private.put_bin() rename to enqueue_bin_removal;
alter function private.put_export() rename to enqueue_export_removal;
alter function private.put_failures() rename to enqueue_failures;
alter function private.put_file_removal(text,timestamp with time zone) rename to enqueue_file_removal;
alter function private.put_invite_mail() rename to enqueue_invite_mail;
alter function private.put_invites_ending() rename to enqueue_invites_ending;
alter function private.put_purchase_notice(text,text,text,text[],text) rename to add_purchase_notice;
alter function private.due_ended(uuid,integer,text) rename to end_job;
alter function private.due_failed(uuid,integer,text,boolean) rename to fail_job;
alter function private.due_pause(integer) rename to retry_delay;
alter function private.motor_stopped() rename to worker_stopped;
alter function private.follow_completions() rename to refresh_counts_of_completions;
alter function private.follow_courses() rename to refresh_counts_of_courses;
alter function private.follow_durations() rename to refresh_counts_of_durations;
alter function private.follow_grants() rename to refresh_counts_of_grants;
alter function private.follow_learner_courses() rename to refresh_counts_of_learner_courses;
alter function private.follow_lessons() rename to refresh_counts_of_lessons;
alter function private.follow_modules() rename to refresh_counts_of_modules;
alter function private.follow_people() rename to refresh_counts_of_people;
alter function private.follow_progress() rename to refresh_counts_of_progress;
alter function private.follow_email() rename to sync_profile_email;
alter function private.follow_files(uuid) rename to sync_lesson_files;
alter function private.follow_person() rename to sync_people;
alter function private.follow_verification() rename to sync_confirmations;
alter function private.lesson_files_follow() rename to sync_files_of_changed_lesson;
alter function private.keep_tally(regclass,text,text) rename to keep_row_counts;
alter function private.tally() rename to update_row_counts;
alter function private.tallied(text,text[]) rename to row_count;
alter function private.rebuild_tallies() rename to rebuild_row_counts;
alter function private.people_tallied(public.user_role,text) rename to people_count;
alter function private.invites_tallied(text) rename to invites_count;
alter function public.see_community(text,timestamp with time zone) rename to mark_community_seen;

-- Access

create or replace function private.access_of(
  person uuid,
  course uuid,
  lesson uuid,
  moment timestamptz
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  resource text := case when lesson is null then 'courses' else 'lessons' end;
  standing record;
  subject public.courses;
  of_lesson public.lessons;
  fact public.entitlements;
  taken public.audit_logs;
begin
  select * into standing from private.account_state(person);
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_PROFILE');
  elsif standing.state <> 'ACTIVE' then
    return jsonb_build_object('open', false, 'reason', standing.state);
  end if;
  select c.* into subject from public.courses c where c.id = course and c.deleted_at is null;
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_COURSE');
  end if;
  if lesson is not null then
    select l.* into of_lesson
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where l.id = lesson and m.course_id = course and l.deleted_at is null;
    if not found then
      return jsonb_build_object('open', false, 'reason', 'NO_LESSON');
    end if;
  end if;

  -- These are the branches of the policies on courses and lessons, in the same order.
  if private.person_may(person, resource, 'read') then
    return jsonb_build_object('open', true, 'reason', 'ROLE', 'role', standing.role);
  end if;
  if exists (select 1 from private.made_course_ids(person) c (id) where c.id = subject.id) and private.person_may(person, resource, 'read', 'own') then
    return jsonb_build_object('open', true, 'reason', 'OWN_COURSE');
  end if;
  if private.person_may(person, 'courses', 'read', 'assigned') and private.person_may(person, resource, 'read', 'assigned') then
    select g.* into fact from private.grants_open(person, moment) g
    where g.course_id = course order by g.expires_at desc nulls first, g.created_at limit 1;
    if found then
      return jsonb_build_object('open', true, 'reason', 'GRANTED', 'grant', private.grant_facts(fact));
    end if;
  end if;
  if of_lesson.free_preview and private.person_may(person, 'lessons', 'read', 'assigned')
     and exists (select 1 from private.modules_with_previews() m where m.id = of_lesson.module_id) then
    return jsonb_build_object('open', true, 'reason', 'PREVIEW');
  end if;

  -- The lesson or course is closed. The reason is what would have to change first.
  select e.* into fact from public.entitlements e
  where e.user_id = person and e.course_id = course order by e.expires_at desc nulls first, e.created_at limit 1;
  if subject.status <> 'PUBLISHED' then
    return jsonb_build_object('open', false, 'reason', 'DRAFT', 'grant', private.grant_facts(fact));
  end if;
  if fact.id is not null then
    return jsonb_build_object('open', false, 'reason', 'ENDED', 'grant', private.grant_facts(fact));
  end if;
  if subject.created_by_id = person then
    return jsonb_build_object('open', false, 'reason', 'NOT_LET_IN');
  end if;
  select l.* into taken from public.audit_logs l
  where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = person::text
    and l.action = 'entitlement.revoke' and l.before ->> 'course_id' = course::text
  order by l.created_at desc, l.id desc limit 1;
  if found then
    return jsonb_build_object('open', false, 'reason', 'REVOKED', 'at', taken.created_at,
      'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = taken.user_id));
  end if;
  return jsonb_build_object('open', false, 'reason', 'NEVER_GRANTED');
end
$function$;

create or replace function private.admitted_role()
  returns public.user_role
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if private.session_aal() is null then
    return null;
  end if;
  return (select st.role from private.account_state(private.uid()) st where st.state = 'ACTIVE');
end
$function$;

create or replace function private.can(
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  caller_role public.user_role := private.active_role();
begin
  return caller_role is not null and exists (
    select 1
    from private.rights_of(caller_role) rp
    where rp.resource = can.resource
      and rp.action = can.action
      and rp.scope in ('any', can.scope)
      and (rp.role = 'MEMBER' or private.meets_required_aal())
  );
end
$function$;

create or replace function private.change_ends(
  people uuid[],
  course_ids uuid[],
  ends_at timestamptz
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  changed int;
begin
  perform private.lock_course_counts(course_ids, false);
  with held as materialized (
    -- Rows are locked in one order, so that two acts wait for each other instead of ending in a deadlock.
    select e.id from public.entitlements e
    where e.user_id = any (people) and e.course_id = any (course_ids)
      and private.grant_is_open(e.expires_at) and e.expires_at is distinct from change_ends.ends_at
    order by e.id for update
  ), ended as (
    update public.entitlements e set expires_at = change_ends.ends_at from held h where h.id = e.id
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct n.user_id, n.course_id from ended n) pairs;
  return changed;
end
$function$;

create or replace function private.grant_access(
  people uuid[],
  course_ids uuid[],
  ends_at timestamptz default null
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  changed int;
begin
  perform private.lock_course_counts(course_ids, false);
  -- An ended grant is deleted, so that the new one has an audit record.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id, expires_at)
  select p.id, c.id, private.uid(), ends_at
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- The course is open to the person already.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and private.grant_is_open(e.expires_at))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$function$;

create or replace function private.person_keeps(
  person uuid,
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select 1
    from private.account_state(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state in ('ACTIVE', 'MAINTENANCE')
      and rp.resource = person_keeps.resource
      and rp.action = person_keeps.action
      and rp.scope in ('any', person_keeps.scope)
  );
end
$function$;

create or replace function private.person_may(
  person uuid,
  resource text,
  action text,
  scope public.permission_scope default 'any'
)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select 1
    from private.account_state(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state = 'ACTIVE'
      and rp.resource = person_may.resource
      and rp.action = person_may.action
      and rp.scope in ('any', person_may.scope)
  );
end
$function$;

create or replace function private.revoke_access(people uuid[], course_ids uuid[])
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  changed int;
begin
  perform private.lock_course_counts(course_ids, false);
  with gone as (
    delete from public.entitlements e where e.user_id = any (people) and e.course_id = any (course_ids)
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct g.user_id, g.course_id from gone g) pairs;
  return changed;
end
$function$;

create or replace function public.count_access(
  act text,
  course_ids uuid[],
  ends_at timestamptz default null,
  people uuid[] default null,
  query text default null,
  role public.user_role default null,
  state text default null,
  course text default null,
  quiet text default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  courses uuid[] := array(select distinct c from unnest(course_ids) c);
  answer jsonb;
  first_three uuid[];
begin
  perform private.check_access_act(act, course_ids, ends_at);
  if coalesce(cardinality(people), 0) > 20000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  execute format($sql$
    with audience as materialized (%s), pair as (
      select e.user_id, e.course_id, bool_or(live.live) as open, bool_or(live.live and e.expires_at is distinct from $3) as differs
      from public.entitlements e
      cross join lateral (select private.grant_is_open(e.expires_at) as live) live
      where e.course_id = any ($2) and e.user_id in (select a.id from audience a)
      group by e.user_id, e.course_id
    ), person as (
      select k.user_id, count(*) filter (where k.open) as open, count(*) filter (where k.differs) as differs, count(*) as held
      from pair k group by k.user_id
    ), everyone as (
      select count(*) as people from audience
    ), maker as (
      -- People who can read a course because they made it.
      select distinct c.created_by_id as id from public.courses c
      where c.id = any ($2) and private.person_may(c.created_by_id, 'courses', 'read', 'own')
    ), first_three as (
      select a.id from audience a left join person k on k.user_id = a.id
      where case $1 when 'grant' then coalesce(k.open, 0) < cardinality($2) when 'revoke' then k.user_id is not null else k.differs > 0 end
      order by a.id limit 3
    )
    select case $1
      when 'grant' then jsonb_build_object('people', e.people,
        'touched', e.people - count(*) filter (where k.open = cardinality($2)), 'changes', e.people * cardinality($2) - coalesce(sum(k.open), 0))
      when 'revoke' then jsonb_build_object('people', e.people, 'touched', count(k.user_id), 'changes', coalesce(sum(k.held), 0),
        'ended', count(k.user_id) filter (where k.open = 0),
        'keeps', count(k.user_id) filter (where k.open > 0 and (p.role = any ($5) or k.user_id in (select m.id from maker m))))
      else jsonb_build_object('people', e.people, 'touched', count(*) filter (where k.differs > 0), 'changes', coalesce(sum(k.differs), 0)) end,
      array(select f.id from first_three f)
    from everyone e left join (person k join public.profiles p on p.id = k.user_id) on true group by e.people$sql$,
    case when people is not null then 'select p.id from public.profiles p where p.id = any ($4)'
      else format('select p.id from %s p where %s', private.people_from(query), private.people_where(query, role, state, course, quiet)) end)
    into answer, first_three using act, courses, ends_at, people, private.readers_of_all();
  return answer || jsonb_build_object('names', private.people_summary(first_three, private.may_name()) -> 'names');
end
$function$;

create or replace function public.my_permissions()
  returns table(resource text, action text, scope public.permission_scope)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  mine public.user_role := private.active_role();
begin
  if mine is not null then
    return query
      select distinct rp.resource, rp.action, rp.scope
      from public.role_permissions rp
      where rp.role = 'MEMBER' or (rp.role = mine and (select private.meets_required_aal()))
      order by 1, 2, 3;
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
    raise exception using errcode = 'PT422', message = 'A course is either granted or revoked.', hint = 'GRANT_AND_REVOKE';
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
      message = format('Somebody else has just changed access to "%s". Nothing was saved. Please look at it again.', stale);
  end if;
  revoked := private.revoke_access(array[save_access.user_id], save_access.to_revoke);
  granted := granted + private.grant_access(array[save_access.user_id], array(select unnest(save_access.to_grant) except select unnest(wanted)));
  return jsonb_build_object('revoked', revoked, 'granted', granted, 'changed', changed);
end
$function$;

comment on function private.admitted_role() is
  'The caller''s role, read from the table at each request, or null when they may do nothing: their session is over, they have no profile, their account is disabled or unverified where that is required, or they are not an administrator while the product is in maintenance. A creator counts as a member while creators may not use the admin panel. Does not ask for a second factor, so only what leads to showing, replacing or losing one may use it.';
comment on function private.meets_required_aal() is
  'True when the session is strong enough for rights beyond one''s own rows: it has to be aal2 while the setting asks for a second factor (rules/access#second-factor-for-staff).';
comment on function private.can(text,text,public.permission_scope) is
  'Takes a resource, an action and a scope; true when the caller''s role has that right in this scope or for any row. Policies ask for rights only through this function.';
comment on function private.change_ends(uuid[],uuid[],timestamp with time zone) is
  'Takes people, courses and a new end (null: none); sets it on every open grant between them, also on those of purchases and invites, and returns how many pairs of person and course changed.';
comment on function private.check_access_act(text,uuid[],timestamp with time zone) is
  'Takes an act (grant, revoke or end), courses and an end; raises 42501 unless the caller may do that, and PT422 BAD_ACT, TOO_MANY (1 to 200 courses), NO_COURSE, END_PAST and END_FAR.';
comment on function private.check_courses(uuid[],boolean) is
  'Takes courses and whether access to them is granted; raises PT422 NO_COURSE when one of them does not exist, or is in the bin and cannot be granted.';
comment on function private.check_new_end() is
  'Row trigger on new grants whose end is past or too far away: raises as check_end() does when a signed-in person makes the grant.';
comment on function private.grant_access(uuid[],uuid[],timestamp with time zone) is
  'Takes people, courses and an end (null: without end); grants each course to each person to whom it is not open, and returns how many grants it made. A grant that is open keeps its end.';
comment on function private.grant_is_open(timestamp with time zone,timestamp with time zone) is
  'Takes the end of a grant (null: none) and a moment; true if the grant is open at that moment (rules/members#entitlement-end).';
comment on function private.person_keeps(uuid,text,text,public.permission_scope) is
  'As person_may(), but without regard to maintenance, which is a pause: what staff have begun stays theirs. Sessions are not looked at.';
comment on function private.person_may(uuid,text,text,public.permission_scope) is
  'As can(), for any person: true when they have the right once they have signed in, with a second factor where one is required. Sessions are not looked at.';
comment on function private.revoke_access(uuid[],uuid[]) is
  'Takes people and courses; deletes every grant between them, also those of purchases, and returns how many pairs of person and course lost access. Progress stays.';
comment on function private.rights_of(public.user_role) is
  'Takes a role; returns its rows of the role table and those of MEMBER, which every role has (rules/access#four-roles).';
comment on function private.account_state(uuid) is
  'Takes a person; returns the role that counts for them (a creator counts as a member while creators may not use the admin panel) and the state of their account: DISABLED, UNVERIFIED, MAINTENANCE or ACTIVE. No row without a profile (rules/access#gate).';
comment on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) is
  'Counts what change_access() would do with the same act, courses, end and people; changes nothing. Gives {people: whom it is about, touched: those for whom something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, of a revocation also {ended: touched people to whom none of it was open any more, keeps: those who can open some of it afterwards, by their role or as its maker}. Raises as change_access() does (rules/members#touched).';
comment on policy entitlements_delete on public.entitlements is
  'Those who may revoke access.';
comment on table private.bulk_pieces is
  'The result of each piece of a long operation, so that a client can send a piece again whose answer was lost. No grants: the functions that work in pieces write it.';
comment on table public.entitlements is
  'A person''s access to a course. After expires_at the access has ended.';

-- Sessions

create or replace function private.remove_factors(person uuid, keep_session text, means text)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  removed integer := private.verified_factors(person);
begin
  -- The record below stands for all of them.
  perform private.record_at_once(true);
  delete from auth.mfa_factors f where f.user_id = person;
  perform private.record_at_once(false);
  -- This ends sessions that were opened with the lost factor, possibly by a person who found it.
  delete from auth.sessions s where s.user_id = person and s.id::text is distinct from keep_session;
  delete from auth.mfa_amr_claims c
  where c.authentication_method = 'totp' and c.session_id in (select s.id from auth.sessions s where s.user_id = person);
  update auth.sessions s set aal = 'aal1', factor_id = null, updated_at = now() where s.user_id = person;
  perform private.record_act('user.factors_reset', person::text, jsonb_build_object('factors', removed, 'means', means));
  return removed;
end
$function$;

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  person uuid := private.uid();
  codes text[];
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  if not private.strong_session() or private.verified_factors(person) = 0 then
    raise exception using errcode = 'PT403', message = 'Confirm with your authenticator app first.', hint = 'SECOND_FACTOR_NEEDED';
  end if;
  -- Two tabs that ask at the same moment wait for each other, and the later set of codes is valid.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_codes c where c.user_id = person;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '^(.{5})(.{5})(.{5})(.{5})$', '\1-\2-\3-\4'))
  into codes
  from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash)
  select person, private.recovery_hash(person, made.code) from unnest(codes) made(code);
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'user.recovery_codes', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return codes;
end
$function$;

create or replace function public.my_account_state()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform public.check_session();
  return case when private.uid() is null then null else (
    select case when p.id is null then jsonb_build_object('state', 'NO_PROFILE', 'id', private.uid())
      else jsonb_build_object(
        'state', case
          when p.disabled_at is not null then 'DISABLED'
          when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
          when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
          when private.factor_missing() then 'SECOND_FACTOR'
          else 'ACTIVE' end,
        'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at,
        'aal_required', private.admitted_role() <> 'MEMBER' and not private.meets_required_aal())
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end;
end
$function$;

create or replace function public.reset_factors(user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'reset_factors') then
    perform private.refuse('You may not reset two-factor sign-in.');
  end if;
  perform private.check_not_self(reset_factors.user_id, 'Remove your own authenticator app from your profile.');
  if not exists (select 1 from public.profiles p where p.id = reset_factors.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  -- A person who found the phone may have found the codes as well.
  delete from private.recovery_codes c where c.user_id = reset_factors.user_id;
  delete from private.recovery_tries t where t.user_id = reset_factors.user_id;
  perform private.remove_factors(reset_factors.user_id, null, 'administrator');
end
$function$;

create or replace function public.use_recovery_code(code text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  person uuid := private.uid();
  allowed constant integer := 5;
  wrong integer;
begin
  if private.admitted_role() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- Tries at the same moment wait for each other, so that all of them are counted.
  perform 1 from public.profiles p where p.id = person for update;
  delete from private.recovery_tries t where t.user_id = person and t.tried_at <= now() - interval '15 minutes';
  select count(*) into wrong from private.recovery_tries t where t.user_id = person;
  if wrong >= allowed then
    return jsonb_build_object('state', 'TOO_MANY', 'retry_at',
      (select min(t.tried_at) + interval '15 minutes' from private.recovery_tries t where t.user_id = person));
  end if;
  -- If another tab or an administrator has removed the factors already, no code is used up.
  if private.verified_factors(person) = 0 then
    return jsonb_build_object('state', 'NO_FACTOR');
  end if;
  update private.recovery_codes c set used_at = now()
  where c.user_id = person and c.code_hash = private.recovery_hash(person, use_recovery_code.code) and c.used_at is null;
  if not found then
    -- The function returns instead of raising, because an exception would undo the count.
    insert into private.recovery_tries (user_id) values (person);
    return jsonb_build_object('state', 'WRONG', 'tries_left', allowed - wrong - 1);
  end if;
  delete from private.recovery_tries t where t.user_id = person;
  perform private.remove_factors(person, private.claims() ->> 'session_id', 'recovery_code');
  return jsonb_build_object('state', 'RESET', 'codes_left',
    (select count(*) from private.recovery_codes c where c.user_id = person and c.used_at is null));
end
$function$;

comment on function private.recovery_hash(uuid,text) is
  'Takes a person and a recovery code as they typed it; returns the hash that the table stores.';
comment on function private.session_aal() is
  'How strong the caller''s session is, as the auth service keeps it: aal1 or aal2; null when it is over, when it is another person''s, or when the token names none. The claim `aal` of the token does not count.';
comment on function private.session_is_open(timestamp with time zone) is
  'Takes the end of a session (null: none); true if the session is open.';
comment on function private.strong_session() is
  'True when the caller''s session is open and has shown a second factor, as the auth service keeps it. The claim `aal` of the token does not count.';
comment on function public.boot() is
  'Everything an app needs when it opens, in one call: account, permissions, public settings, whether the caller has communities and how many new posts these have, and the bell as notification_feed() returns it.';
comment on function public.check_session() is
  'PostgREST calls this function before each request. Raises PT401 SESSION_OVER, which is answered with 401, if the session in the caller''s token is over: the app then tries to refresh the token once, learns from the auth service that the session has ended, and opens the sign-in page. Visitors, and tokens that name no session, pass; they have no rights.';
comment on function public.end_session(uuid) is
  'Takes a session of the caller''s own and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION for one that has ended, and for another person''s; 42501 for those who are not let in.';
comment on table private.recovery_codes is
  'One-time codes that replace a lost second factor, as SHA-256 of person and code; 80 random bits need no slow hash. Only functions read and write it; no API role holds a grant.';

-- People

create or replace function private.address_proven()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if private.session_aal() is null then
    return false;
  end if;
  return exists (
      select 1 from auth.users u
      where u.id = private.uid() and u.email_confirmed_at > 'epoch'
        -- The person who confirmed a corrected email may not be the one who knows the earlier password.
        and not exists (select 1 from private.corrected_addresses a where a.user_id = u.id))
    or (exists (select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
        where a ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup'))
      and private.session_is_of_address((private.claims() ->> 'session_id')::uuid));
end
$function$;

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := nullif(btrim(new.raw_user_meta_data ->> 'invite_token'), '');
begin
  perform private.check_sign_up(new.email, new.raw_user_meta_data);
  insert into public.profiles (id, name, email, phone, terms_accepted_at)
  values (new.id, nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), coalesce(new.email, ''),
    nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''),
    case when new.raw_user_meta_data ->> 'terms_accepted' = 'true' then now() end);
  -- An invite that gives nothing any more does not prevent the sign-up.
  if token is not null and private.invite_admits(private.invite_of_token(token)) then
    perform private.redeem_invite(token, new.id, new.email);
  end if;
  return new;
end
$function$;

create or replace function private.erase_from_auth(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from auth.flow_state f where f.user_id = person;
exception when insufficient_privilege then
  -- A hosted project may not allow access to this table. Its auth service deletes the rows within a day.
  return;
end
$function$;

create or replace function private.erase_from_files(person uuid, pattern text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  paths constant text[] := array(
    select f.path from public.lesson_files f where f.created_by_id = person
    union select u.path from private.uploads u where u.user_id = person);
  held constant uuid[] := array(select f.id from public.lesson_files f where f.path = any (paths));
  -- Files that were removed since are known only by their audit records. The record of a removal may name nobody, so
  -- the ids come from the records of what the person did.
  recorded constant text[] := held::text[] || array(
    select distinct l.target_id from public.audit_logs l where l.user_id = person and l.target_type = 'lesson_file');
  lessons constant uuid[] := array(select distinct f.lesson_id from public.lesson_files f where f.path = any (paths));
begin
  update public.lesson_files f set name = left(private.without_person(f.name, pattern), 255), alt = left(private.without_person(f.alt, pattern), 500)
  where f.id = any (held) and (f.name ~* pattern or f.alt ~* pattern);
  update private.uploads u set name = private.without_person(u.name, pattern), alt = private.without_person(u.alt, pattern)
  where u.user_id = person and (u.name ~* pattern or u.alt ~* pattern);
  update public.lessons l set file_name = private.without_person(l.file_name, pattern)
  where l.id = any (lessons) and l.file_key = any (paths) and l.file_name ~* pattern;
  update public.lesson_attachments a set title = left(private.without_person(a.title, pattern), 100)
  where a.lesson_id = any (lessons) and substr(a.url, 14) = any (paths) and a.title ~* pattern;
  update public.audit_logs l
  set title = case when l.target_type = 'lesson' then l.title else private.without_person(l.title, pattern) end,
    before = private.record_without_person(l.before, pattern, l.target_type), after = private.record_without_person(l.after, pattern, l.target_type)
  where (l.user_id = person and l.target_type in ('lesson_file', 'lesson_attachment', 'lesson')
      or l.target_type = 'lesson_file' and l.target_id = any (recorded))
    and concat_ws(' ', l.title, l.before, l.after) ~* pattern;
end
$function$;

create or replace function private.erase_from_purchases(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.audit_logs l set before = l.before - array['reason', 'refund_reason'], after = l.after - array['reason', 'refund_reason']
  where l.target_type = 'purchase' and l.target_id in (select p.id::text from public.purchases p where p.user_id = person)
    and (l.before ?| array['reason', 'refund_reason'] or l.after ?| array['reason', 'refund_reason']);
  -- A purchase by hand must have a reason.
  update public.purchases p
  set reason = case when p.reason is not null then 'Deleted account' end,
    refund_reason = case when p.refund_reason is not null then 'Deleted account' end
  where p.user_id = person and (p.reason is not null or p.refund_reason is not null);
  -- Nobody has proven that the email of an account that was never confirmed belongs to this person.
  update public.purchases p set buyer_email = null
  from public.profiles q join auth.users u on u.id = q.id
  where q.id = person and u.email_confirmed_at > 'epoch' and lower(p.buyer_email) = lower(q.email);
end
$function$;

create or replace function private.erase_person(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  them public.profiles;
  confirmed constant boolean := exists (select 1 from auth.users u where u.id = person and u.email_confirmed_at is not null);
  called text;
begin
  select * into them from public.profiles p where p.id = person;
  if not found then
    return;
  end if;
  perform private.record_act('user.delete', person::text, jsonb_build_object('role', them.role,
    'means', case when private.uid() = person then 'own' else 'administrator' end));
  foreach called in array array_remove(array[private.address_pattern(them.email), private.name_pattern(them.name)], null) loop
    perform private.erase_from_files(person, called);
    perform private.erase_from_courses(person, called);
  end loop;
  -- Nobody has proven that the email of an account that was never confirmed belongs to this person
  -- (rules/invites#free-again).
  perform private.erase_from_invites(person, case when confirmed then them.email end);
  if confirmed then
    perform private.erase_from_notifications(them.email);
  end if;
  perform private.erase_from_communities(person);
  perform private.erase_from_purchases(person);
  perform private.erase_from_auth(person);
  -- This comes last, because the functions above find audit records by the person. Browser and IP address are data
  -- about the person alone.
  update public.audit_logs l set user_id = null, user_agent = null, ip_address = null where l.user_id = person;
end
$function$;

create or replace function private.erase_row()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A profile is deleted with its account, which has been erased by then, or without it.
  if tg_table_name = 'users' or exists (select 1 from auth.users u where u.id = old.id) then
    perform private.record_at_once(true);
    perform private.erase_person(old.id);
  end if;
  return old;
end
$function$;

create or replace function private.sync_confirmations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.require_email_verification then
    update auth.users u set email_confirmed_at = null
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at = 'epoch';
    perform private.enqueue_address_mail(a.user_id) from private.corrected_addresses a;
  else
    update auth.users u set email_confirmed_at = 'epoch'
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at is null and a.account_confirmed;
  end if;
  return null;
end
$function$;

create or replace function private.is_email(address text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  -- Only ASCII letters are lowered, because some other letters would become ASCII letters.
  select octet_length(address) = char_length(address) and char_length(address) <= 254 and strpos(address, '@') <= 65
    and lower(address) ~ ('^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
      || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$')
$function$;

create or replace function private.on_address_set()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.email_confirmed_at > 'epoch' then
    delete from private.corrected_addresses a where a.user_id = new.id;
    return null;
  end if;
  insert into private.corrected_addresses as a (user_id, account_confirmed) values (new.id, old.email_confirmed_at is not null)
  on conflict (user_id) do update set since = excluded.since, account_confirmed = a.account_confirmed or excluded.account_confirmed;
  delete from auth.sessions s where s.user_id = new.id;
  perform private.enqueue_address_mail(new.id);
  begin
    -- Otherwise a link that was mailed to the old email and opened, but whose code was not exchanged yet, would open a
    -- session.
    delete from auth.flow_state f where f.user_id = new.id;
  exception when insufficient_privilege then
    -- A hosted project may not allow access to this table. Emails can be changed there all the same.
    null;
  end;
  return null;
end
$function$;

create or replace function private.enqueue_address_mail(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('address_mail', a.user_id || ':' || extract(epoch from a.since), now(), null, a.user_id)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id
  cross join public.settings s
  where a.user_id = person and s.require_email_verification
$function$;

create or replace function private.void_mailed_links()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from auth.one_time_tokens t where t.user_id = new.id;
  return new;
exception when insufficient_privilege then
  -- A hosted project may not allow access to this table. Emails can be changed there all the same.
  return new;
end
$function$;

create or replace function private.weigh_address()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The auth service makes a change that the person requested, after the mailed links were opened.
  if session_user = 'supabase_auth_admin' and new.email_change = '' and lower(new.email) = lower(old.email_change) then
    new.email_confirmed_at := now();
  elsif current_setting('rookies.confirmed', true) is distinct from new.id::text then
    new.email_confirmed_at := case
      when old.email_confirmed_at is not null and not (select s.require_email_verification from public.settings s) then 'epoch'::timestamptz end;
    -- Open links and codes were mailed to the earlier email, or requested from it.
    new.confirmation_token := '';
    new.recovery_token := '';
    new.reauthentication_token := '';
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
    new.email_change_confirm_status := 0;
  end if;
  return new;
end
$function$;

create or replace function public.delete_my_account()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  if private.session_aal() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The session must have been opened with the password a moment ago, because the app asks for it again.
  if not exists (
    select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
    where a ->> 'method' = 'password' and (a ->> 'timestamp')::bigint > extract(epoch from now() - interval '5 minutes')
  ) then
    raise exception using errcode = 'PT403', message = 'Please enter your password again.', hint = 'PASSWORD_NEEDED';
  end if;
  if private.factor_missing() then
    raise exception using errcode = 'PT403', message = 'Confirm with your authenticator app first.', hint = 'SECOND_FACTOR_NEEDED';
  end if;
  perform private.keep_an_administrator(private.uid());
  delete from auth.users u where u.id = private.uid();
end
$function$;

comment on function private.address_pattern(text) is
  'Takes an email; returns a pattern that finds the whole email in any text. Null for null.';
comment on function private.address_proven() is
  'True when the caller has opened a mail at their present email: at any time, or for a corrected email to begin this session. An account that was made while verification was not required has not proven its email (rules/accounts#address-proof).';
comment on function private.check_sign_up(text,jsonb) is
  'Takes the email and the metadata of a sign-up; raises PT422 with a whole sentence if it is refused: registration is closed and there is no usable invite, a name or phone is too long, a name has invisible characters, or the invite cannot be used.';
comment on function private.confirm_without_verification() is
  'Trigger on auth.users: while verification is not required, marks the email as confirmed when the account is made (rules/accounts#verification). The moment is 1970, which says that the email is not proven.';
comment on function private.delete_profile() is
  'Trigger on auth.users: deletes the profile of an account that the auth service only marks as deleted.';
comment on function private.due_address_mail(private.due_work) is
  'Job: returns {to}, the email to which the auth service is asked to send a confirmation. Null once the email is confirmed or changed, or the account is disabled.';
comment on function private.erase_from_auth(uuid) is
  'Takes a person; deletes their unfinished sign-ins. The auth service deletes the rest with the account.';
comment on function private.erase_from_communities(uuid) is
  'Takes a person; deletes the reports about their posts and replaces the text of these. The posts stay as deleted ones, so that other people''s replies keep their place.';
comment on function private.erase_from_courses(uuid,text) is
  'Takes a person and the pattern of their name; removes their name as author from courses that they made, and from the state that undoing an import would restore.';
comment on function private.erase_from_files(uuid,text) is
  'Takes a person and the pattern of their name or email; replaces it in the names of files that they added, in every lesson that has these, and in the audit records about them. Has to run while the audit records still name the person.';
comment on function private.erase_from_invites(uuid,text) is
  'Takes a person and their email, or null if nobody has proven that it is theirs; removes the email from invites that they accepted or that went to it, and cancels open ones.';
comment on function private.erase_from_notifications(text) is
  'Takes an email; removes it from notifications to others, such as those about invites that were not accepted.';
comment on function private.erase_from_purchases(uuid) is
  'Takes a person; removes the reasons for which their purchases were recorded or refunded by hand, there and in the audit records, and their email from purchases without a member.';
comment on function private.erase_person(uuid) is
  'Takes a person who is about to be deleted; writes an audit record, and erases or replaces what would continue to name them (rules/accounts#erasure).';
comment on function private.erase_row() is
  'Row trigger on auth.users and on profiles: erases the person before the row is deleted. One audit record stands for the whole erasure.';
comment on function private.sync_profile_email() is
  'Trigger on auth.users: copies the account''s email to the profile.';
comment on function private.sync_confirmations() is
  'Trigger on settings: when verification becomes required, corrected emails that are not confirmed lose their confirmation, and their owners are asked by mail to confirm; when it is no longer required, such accounts can be used again.';
comment on function private.is_email(text) is
  'True if an account can be made for an email: the form that the auth service and mail servers accept, as isEmail() of the apps checks it (rules/accounts#address). An existing account keeps an email of another form.';
comment on function private.last_administrator(uuid) is
  'Takes a person; true when they are the only active administrator. Locks out other callers until the transaction ends, so that two administrators cannot both count on each other.';
comment on function private.limit_metadata() is
  'Trigger on auth.users: refuses user metadata above 16 kB, because every token of the person carries them.';
comment on function private.name_pattern(text) is
  'Takes a name; returns a pattern that finds the whole name in any text, its words joined by a space, a dot, a dash, an underscore or nothing. Null for no name.';
comment on function private.on_address_set() is
  'Trigger on auth.users, which runs after weigh_address(): updates the list of corrected emails. A person whose email became unproven is signed out everywhere, and asked by mail to confirm it if that is required.';
comment on function private.on_mailbox_proved() is
  'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link proves the email, and an invited role that waited for that takes effect (rules/invites#role-needs-mailbox).';
comment on function private.enqueue_address_mail(uuid) is
  'Takes a person; schedules the mail that asks them to confirm a corrected email, if verification is required and they have not confirmed it.';
comment on function private.record_without_person(jsonb,text,text) is
  'Takes the before or after of a record, a pattern, and what the record is about; returns it without the person''s name or email in the names of files and attachments.';
comment on function private.session_is_of_address(uuid) is
  'Takes a session; false if it began before the account''s present email was set, because the mail that opened it went to an earlier email.';
comment on function private.visible_name(text) is
  'Takes a name; returns it without invisible characters and characters that change the direction of the text next to it.';
comment on function private.void_mailed_links() is
  'Trigger on auth.users: when the email changes, voids links and codes that were mailed to the earlier email, such as those for a new password.';
comment on function private.weigh_address() is
  'Trigger on auth.users: an email that is set without a mail to it loses the confirmation, or has it set to 1970 while verification is not required, so that the password still works. Two changes keep the confirmation: one that the person confirmed by mail, and one of a server with the secret key that confirms the email in the same transaction.';
comment on function private.without_person(text,text) is
  'Takes a text and a pattern of a name or email; returns the text with neutral words in place of each match.';
comment on function public.correct_person(uuid,text,text) is
  'Takes a person and a new email or phone; null leaves one as it is, an empty phone removes it. A new email is unproven: the person is signed out everywhere and asked by mail to confirm it, where verification is required; otherwise they sign in with it at once (rules/accounts#correct-person). Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN or LAST_ADMIN, PT422 EMAIL_FORM or PHONE_FORM.';
comment on table private.corrected_addresses is
  'Accounts whose email was set without a mail to it, for instance by an administrator''s correction, and since when. For such an account, a session that was opened with the earlier password does not prove the new email. The row is deleted when a change of the email is confirmed by mail, or when the earlier password ends. Kept by triggers on auth.users; no API role holds a grant.';
comment on table public.profiles is
  'A person. The transaction that creates an account creates its profile, so that no account is without one.';
comment on column private.corrected_addresses.account_confirmed is
  'Whether the account had been confirmed at an earlier email; then it keeps the invite that it was made with (rules/invites#free-again).';

-- Members

create or replace function private.found_by(query text, alias text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  patterns text[] := private.person_patterns(coalesce(query, ''));
  key text;
begin
  if cardinality(patterns) = 0 then
    return null;
  end if;
  -- A caller who may not read phone numbers must not be able to search for one.
  key := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
  return (select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ') from unnest(patterns) pattern);
end
$function$;

create or replace function private.learning_where(
  course text,
  quiet text,
  out source text,
  out condition text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  only_course uuid := nullif(nullif(course, ''), 'none')::uuid;
  still text := nullif(quiet, '');
begin
  if coalesce(course, '') = '' and still is null then
    return;
  end if;
  if coalesce(course, '') <> '' and not private.can('entitlements', 'read') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  if still is not null then
    perform private.check_analytics_rights();
    -- An unknown value must not make an act apply to more people.
    if still not in ('7', '14', '30', 'never') then
      raise exception using errcode = 'PT422', hint = 'BAD_FILTER', message = 'This filter is not known. Please open the list again.';
    end if;
  end if;
  source := case when only_course is null then 'private.learners k' else 'private.learner_courses k' end;
  condition := concat_ws(' and ',
    case when only_course is not null then format('k.course_id = %L and k.open_until > %L', only_course, now()) end,
    case when course = 'none' then format('k.held_until <= %L', now()) end,
    case when still is not null then (select w.condition from private.learners_where('', only_course, still) w) end);
end
$function$;

create or replace function private.people_total(
  role public.user_role,
  state text,
  course text,
  quiet text,
  out total bigint,
  out few boolean,
  out walked boolean
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_total.course, people_total.quiet);
  -- Most people are active members, so the others are counted and subtracted from all.
  others text := concat_ws(' or ', case when people_total.role = 'MEMBER' then 'p.role in (''ADMIN'', ''CREATOR'', ''MODERATOR'')' end,
    case when people_total.state = 'active' then 'p.disabled_at is not null' end);
  without bigint := 0;
begin
  few := false;
  walked := false;
  if coalesce(people_total.role, 'MEMBER') <> 'MEMBER' or people_total.state = 'disabled' then
    execute format('select count(*) from public.profiles p where %s',
      private.people_where(null, role, state, course, quiet)) into total;
    return;
  end if;
  -- Each row stands for one person, so no join is needed.
  execute format('select count(*) from %s where %s', learning.source, learning.condition) into total;
  few := total <= 2000;
  walked := not few and total <= 50000;
  if others <> '' then
    execute format('select count(*) from public.profiles p where (%s) and exists (select from %s where k.user_id = p.id and %s)',
      others, learning.source, learning.condition) into without;
    total := total - without;
  end if;
end
$function$;

create or replace function private.person_patterns(query text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return array(
    -- Almost every name contains any one or two letters, so they match only the beginning of a word.
    select case when char_length(t.word) < 3 then '% ' else '%' end
      || replace(replace(replace(t.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(extensions.unaccent('extensions.unaccent', normalize(left(person_patterns.query, 100), nfkc))), ' ') t (word)
    where t.word <> '' limit 6);
end
$function$;

create or replace function public.members(
  query text default '',
  role public.user_role default null,
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50,
  course text default null,
  quiet text default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(members.query, ''))) > 0;
  learning boolean := coalesce(members.course, '') || coalesce(members.quiet, '') <> '';
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  few boolean := false;
  walked boolean := false;
  total bigint;
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  condition text;
  rows jsonb;
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if learning and not searched then
    select t.total, t.few, t.walked into total, few, walked
    from private.people_total(members.role, members.state, members.course, members.quiet) t;
  elsif not searched then
    total := private.people_count(members.role, members.state);
  end if;
  condition := private.people_where(members.query, members.role, members.state, members.course, members.quiet, few or walked);
  if searched and not learning then
    execute format('select count(*) from private.people p where %s', condition) into total;
  end if;
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The ids of the page are read first, from the index alone, so that only its fifty rows are put together. A search
  -- with a course or inactivity has no index in the list's order: the people who match both are found once, for count
  -- and page.
  execute format($sql$
    with found as %7$s (
      select p.id, p.created_at, p.name from %6$s p where %1$s
    ), page as materialized (
      select p.id, p.created_at, p.name from found p order by %2$s limit %3$s offset %4$s
    )
    select coalesce(%8$L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(*) from private.learner_courses k where k.user_id = p.id and k.open_until > now()))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, start,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), case when searched then 'private.people' else 'public.profiles' end,
    case when searched and learning then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;

create or replace function public.person_access(user_id uuid, at timestamptz default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them uuid := person_access.user_id;
  moment timestamptz := greatest(coalesce(person_access.at, now()), now());
  -- The answer is the same for every course if the account is not active, or if the role may read all courses.
  for_all jsonb;
begin
  perform private.check_access_reading(them);
  select case when st.state <> 'ACTIVE' then jsonb_build_object('open', false, 'reason', st.state)
      when private.person_may(them, 'courses', 'read') then jsonb_build_object('open', true, 'reason', 'ROLE', 'role', st.role) end
  into for_all from private.account_state(them) st;
  return (
    with met as materialized (
      -- Courses that were granted to the person or made by them. All others were never granted.
      select e.course_id as id from public.entitlements e where e.user_id = them
      union select c.id from private.made_course_ids(them) c (id)
      union select (l.before ->> 'course_id')::uuid from public.audit_logs l
        where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = them::text and l.action = 'entitlement.revoke'
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) || coalesce(for_all,
        case when met.id is not null then private.access_of(them, c.id, null, moment)
          when c.status <> 'PUBLISHED' then '{"open": false, "reason": "DRAFT"}'
          else '{"open": false, "reason": "NEVER_GRANTED"}' end)
      order by met.id is null, c.title, c.id), '[]')
    from public.courses c left join met on met.id = c.id
    where c.deleted_at is null);
end
$function$;

create or replace function public.person_lessons(
  user_id uuid,
  course_id uuid,
  at timestamptz default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  moment timestamptz := greatest(coalesce(person_lessons.at, now()), now());
begin
  perform private.check_access_reading(person_lessons.user_id);
  return (
    with seen as materialized (
      select m.id as module_id, m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- Only people who may read a draft see its titles.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer depends on the course and on whether the lesson is a free preview, so it is computed once for each
      -- of the two kinds.
      select k.free_preview, private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment) as answer
      from (select distinct on (s.free_preview) s.free_preview, s.id from seen s order by s.free_preview, s.id) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module) || a.answer
      order by s.module_index, s.index), '[]')
    from seen s join answers a on a.free_preview = s.free_preview);
end
$function$;

comment on function private.sync_people() is
  'Trigger on profiles: updates private.people.';
comment on function private.invites_of(uuid) is
  'Takes a person; returns the invites to their email and those they accepted, as far as the caller may read them.';
comment on function private.learning_where(text,text) is
  'Takes a course''s id, `none` or nothing, and 7, 14, 30 (days), `never` or nothing; gives a table k and a condition, as SQL with every value quoted. The rows that meet it have, as k.user_id, the people to whom that course is open now, to whom none is, or who are inactive for so long, as in analytics(). Nulls if neither is given. Raises 42501 for callers who may not read what is asked for, PT422 BAD_FILTER, and 22P02 for what is no id.';
comment on function private.people_from(text) is
  'Takes a search; returns the table p to which the condition of people_where() applies: private.people for a search, else public.profiles.';
comment on function private.people_total(public.user_role,text,text,text) is
  'Takes what people_where() takes, without a search and with a course or a time of inactivity; returns how many people match, and how the list should be read: `few` if those whom learning_where() finds should be looked up one by one, or `walked` if the list should be read in its order until the page is full. Otherwise each row of the list is checked on the way.';
comment on function private.person_key(text,text,text) is
  'Returns the text by which a person is found: name without accents, email, and the digits of the phone, in small letters, with a space before each word and before each pair of a run. Called immutable, although a dictionary could be edited, so that an index can hold it.';
comment on function private.rebuild_people() is
  'Rebuilds private.people. For rows that were added without the trigger, as when a data set is loaded.';
comment on function public.member_by_address(text) is
  'Takes an email; returns the member who has it, as members() shows them, or null. Only for callers who may list people, because the answer reveals who has an account. Raises 42501.';
comment on function public.members(text,public.user_role,text,text,integer,integer,text,text) is
  'Takes a search over name and email, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; raises 42501, and what learning_where() raises.';
comment on function public.members_by_address(text[]) is
  'Takes at most 2,000 emails; returns [{address, id}] of those that members have, in small letters, once each. Only for callers who may list people, because the answer reveals who has an account. Raises 42501 and PT422 TOO_MANY.';
comment on function public.person_access(uuid,timestamp with time zone) is
  'Takes a person and a moment to come (null, or one that is past: now); every course [{id, title, slug, open, reason, ...}] with the answer of private.access_of(); courses that were granted to the person or made by them come first. For callers who may list people and courses and read all grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';
comment on function public.person_invites(uuid) is
  'Takes a person; returns the newest 50 invites to their email or accepted by them: [{id, email, role, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, state, withheld: as invite_withheld(), courses: titles}], never a token. Callers who may only read their own invites are shown those. Raises 42501 and PT404 NO_PERSON.';
comment on table private.people is
  'The texts by which people are found: search_key with the phone, name_key without it (see person_key()), and the columns that filter and sort lists of people. Kept by a trigger on profiles and deleted with them. No grants: read by functions, never shown.';

-- Impact

create or replace function private.learners_of(course uuid)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  readers public.user_role[] := private.readers_of_all();
  -- The maker can read the course without a grant, as long as their role allows it.
  maker uuid := (select c.created_by_id from public.courses c
    where c.id = course and private.person_may(c.created_by_id, 'courses', 'read', 'own'));
begin
  -- Starts from the learners of the course and removes the few who do not count. A join would read all people.
  return array(
    select k.user_id
    from private.learner_courses k
    where k.course_id = course and k.open_until > now() and k.user_id is distinct from maker
      and k.user_id not in (select p.id from public.profiles p where p.disabled_at is not null)
      and k.user_id not in (select p.id from public.profiles p where p.role = any (readers))
    order by k.user_id);
end
$function$;

create or replace function private.people_summary(people uuid[], names boolean)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('count', coalesce(cardinality(people_summary.people), 0), 'names', case when people_summary.names then (
    select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), 'Unnamed User') order by p.id), '[]')
    from public.profiles p where p.id = any (people_summary.people[1:3])) end)
$function$;

create or replace function private.rights_after(of_role public.user_role)
  returns table(resource text, action text, scope public.permission_scope)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select rp.resource, rp.action, s.scope
  from public.settings t
  cross join lateral private.rights_of(case when of_role = 'CREATOR' and not t.creators_admin_panel then 'MEMBER' else of_role end) rp
  -- A right to any row includes the right to one's own.
  cross join lateral (select rp.scope union select 'own' where rp.scope = 'any') s (scope)
$function$;

create or replace function private.titles_summary(titles text[])
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_build_object('count', coalesce(cardinality(titles_summary.titles), 0), 'names', to_jsonb(coalesce(titles_summary.titles[1:3], '{}')))
$function$;

create or replace function public.community_impact(community_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('communities', 'delete') then
    raise exception using errcode = '42501', message = 'You may not delete communities.';
  end if;
  if not exists (select 1 from public.communities c where c.id = community_impact.community_id) then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This community no longer exists.';
  end if;
  return jsonb_build_object(
    'touched', private.people_summary(array(
      select m.user_id from public.community_members m
      where m.community_id = community_impact.community_id and private.membership_is_active(m.left_at, m.banned) order by m.user_id), private.may_name()),
    'posts', (select count(*) from public.community_posts p where p.community_id = community_impact.community_id and p.deleted_at is null));
end
$function$;

create or replace function public.course_impact(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  people uuid[];
  begun bigint;
  midst bigint;
begin
  if not private.can_on_course('courses', 'update', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  people := private.learners_of(course_impact.course_id);
  select count(*), count(*) filter (where not k.finished and (k.user_id in (select u from unnest(people) u)) is true)
  into begun, midst
  from private.learner_courses k where k.course_id = course_impact.course_id and k.completed > 0;
  return (
    select jsonb_build_object(
      'open', c.status = 'PUBLISHED',
      'touched', private.people_summary(people, private.may_name(true)),
      'modules', (select count(*) from public.modules m where m.course_id = c.id and m.deleted_at is null),
      'lessons', count(l.id),
      'learners', coalesce(cardinality(people), 0),
      'midst', midst,
      'communities', private.titles_summary(array(
        select o.name from public.communities o where o.course_id = c.id and o.access_type = 'COURSE' order by o.name)),
      'learners_with_progress', begun)
    from public.courses c
    left join public.modules m on m.course_id = c.id and m.deleted_at is null
    left join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where c.id = course_impact.course_id
    group by c.id);
end
$function$;

create or replace function public.disable_impact(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them uuid := disable_impact.user_id;
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_person(them);
  return jsonb_build_object(
    'open', (select count(distinct g.course_id) from private.grants_open(them, now()) g),
    'sessions', (select count(*) from auth.sessions s where s.user_id = them and private.session_is_open(s.not_after)),
    'courses', private.titles_summary(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)),
    'communities', private.titles_summary(array(
      select c.name from public.community_members m join public.communities c on c.id = m.community_id
      where m.user_id = them and m.role = 'MODERATOR' and private.membership_is_active(m.left_at, m.banned) order by c.name)),
    'invites', private.open_invites_by(them));
end
$function$;

create or replace function public.lesson_impact(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if not private.can_on_course('lessons', 'update', course) then
    perform private.refuse('You may not read this lesson.');
  end if;
  return jsonb_build_object(
    'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
    'touched', private.people_summary(private.learners_of(course), private.may_name(true)),
    'learners_with_progress', (select count(*) from public.lesson_completions c where c.lesson_id = lesson_impact.lesson_id));
end
$function$;

create or replace function public.module_impact(module_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_module(module_id);
begin
  if not private.can_on_course('modules', 'update', course) then
    perform private.refuse('You may not read this module.');
  end if;
  return (
    select jsonb_build_object('lessons', count(*),
      'open', (select c.status = 'PUBLISHED' from public.courses c where c.id = course),
      'touched', private.people_summary(private.learners_of(course), private.may_name(true)),
      'learners_with_progress', (select count(distinct c.user_id) from public.lesson_completions c where c.lesson_id = any(array_agg(l.id))))
    from public.lessons l where l.module_id = module_impact.module_id and l.deleted_at is null);
end
$function$;

create or replace function public.role_impact(user_id uuid, role public.user_role)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  them uuid := role_impact.user_id;
  was public.user_role;
  builds boolean;
  will_build boolean;
  invites boolean;
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_person(them);
  was := (select p.role from public.profiles p where p.id = them);
  builds := exists (select 1 from private.rights_after(was) r where r.resource = 'courses' and r.action = 'update' and r.scope = 'own');
  will_build := exists (select 1 from private.rights_after(role_impact.role) r where r.resource = 'courses' and r.action = 'update' and r.scope = 'own');
  invites := exists (select 1 from private.rights_after(was) r where r.resource = 'invites' and r.action = 'cancel' and r.scope = 'own')
    and not exists (select 1 from private.rights_after(role_impact.role) r where r.resource = 'invites' and r.action = 'cancel' and r.scope = 'own');
  return jsonb_build_object(
    'gains', array(
      select r.resource || '.' || r.action || '.' || r.scope
      from (select * from private.rights_after(role_impact.role) except select * from private.rights_after(was)) r order by 1),
    'loses', array(
      select r.resource || '.' || r.action || '.' || r.scope
      from (select * from private.rights_after(was) except select * from private.rights_after(role_impact.role)) r order by 1),
    'courses', case when builds <> will_build then private.titles_summary(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)) end,
    'builds', will_build,
    'invites', case when invites then private.open_invites_by(them) else 0 end);
end
$function$;

comment on function private.learners_of(uuid) is
  'Takes a course; the people to whom their grants alone open it while it is published: without disabled people, and without those who may open it by their role or because they made it.';
comment on function private.people_summary(uuid[],boolean) is
  'Summarizes people. Takes people and whether the caller may read names; returns {count, names: of the first three, or null}.';
comment on function private.titles_summary(text[]) is
  'Summarizes titles. Takes titles; returns {count, names: the first three}.';

-- Catalogue

create or replace function public.free_previews()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'title', f.title, 'type', f.content_type, 'duration_sec', f.duration_sec,
        'slug', f.slug, 'course', f.course, 'thumbnail_url', f.thumbnail_url)
      order by f.created_at desc, f.course_id, f.module_index, f.index), '[]')
    from (
      select c.id as course_id, c.created_at, c.slug, c.title as course, c.thumbnail_url, free.*
      from (
        select o.* from public.courses o
        where private.course_is_published(o.status, o.deleted_at) and (select private.can('lessons', 'read', 'assigned'))
        order by o.created_at desc, o.id
      ) c
      cross join lateral (
        -- At most two lessons of a course, so that the list shows several courses.
        select l.id, l.title, l.content_type, l.duration_sec, l.index, m.index as module_index
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.free_preview and l.deleted_at is null
        where m.course_id = c.id and m.deleted_at is null
        order by m.index, l.index
        limit 2
      ) free
      limit 6
    ) f
  );
end
$function$;

comment on function private.course_is_published(public.course_status,timestamp with time zone) is
  'Takes the status of a course and when it was deleted; true if it is published and not in the bin.';
comment on function private.remember_slug() is
  'Trigger: keeps a slug that changed, so that it still leads to its course (rules/courses#slug-moves).';
comment on function public.course_learners(uuid) is
  'Takes a course, or none for all; id and name of its learners, for creators those of their own courses alone: no email, phone or role (rules/access#role-table).';
comment on function public.free_previews() is
  'Free previews for people who have no course: six at most, two of a course, newest courses first: [{id, title, type, duration_sec (seconds), slug and course (title) of their course, thumbnail_url}]. An empty list for people who may not use the product. Definer, because row security shows a course only to people who have it (rules/learning#free-previews).';
comment on policy courses_select on public.courses is
  'All courses, one''s own, or those one is entitled to. Moderators read titles through a function.';
comment on policy courses_update on public.courses is
  'All courses, or one''s own. The owner is not among the columns that may be changed.';
comment on policy lesson_attachments_select on public.lesson_attachments is
  'Those who may read the lesson: the lesson''s own policy decides.';
comment on policy lessons_select on public.lessons is
  'The whole row for those who may open the lesson: entitled people, everybody for a free preview of a published course, and staff who edit. The cheapest conditions come first, so that the last set is rarely computed.';
comment on policy modules_select on public.modules is
  'Those who may read the course.';
comment on table public.course_slugs is
  'Slugs that courses once had, so that old links still lead to them. Kept by a trigger and read by course_outline() alone: no grants, no policies.';
comment on table public.modules is
  'A module of a course. source_path is the folder from which it was imported; a second import finds the module by it.';

-- Editing

create or replace function private.check_course()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
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
  -- Null is allowed: an imported folder may name no author, and readers then see the fallback.
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

create or replace function private.copy_slug(slug text)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  free text;
begin
  select n.slug into free
  from (
    select counted.no, rtrim(left(copy_slug.slug, 50 - char_length(counted.ending)), '-') || counted.ending as slug
    from (select i as no, case when i = 1 then '-copy' else '-copy-' || i end as ending from generate_series(1, 1000) i) counted
  ) n
  where not private.slug_taken(n.slug)
    -- A slug that another course had before still leads to that course.
    and not exists (select 1 from public.course_slugs s where s.slug = n.slug)
  order by n.no
  limit 1;
  return free;
end
$function$;

create or replace function private.keep_lesson_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- A change locks the lesson's row, so that no two give a version the same number.
  latest int := (select max(v.no) from public.lesson_versions v where v.lesson_id = new.id);
begin
  if latest is null then
    latest := 1;
    -- The first version holds the texts from before the change, with the author if an audit record names them.
    insert into public.lesson_versions (lesson_id, no, created_at, author_id, title, description, content)
    select old.id, latest, coalesce(written.created_at, old.updated_at), written.user_id, old.title, old.description, old.content
    from (values (true)) first (kept)
    left join lateral (
      select a.created_at, a.user_id from public.audit_logs a
      where a.target_type = 'lesson' and a.target_id = old.id::text and a.created_at <= old.updated_at
        and (a.action in ('lesson.create', 'lesson.duplicate') or a.after -> 'fields' ?| array['title', 'description', 'content'])
      order by a.created_at desc, a.id desc limit 1) written on true;
  end if;

  insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, growth, restores)
  values (new.id, latest + 1, (select p.id from public.profiles p where p.id = private.uid()), new.title, new.description, new.content,
    array_remove(array[
      case when new.title is distinct from old.title then 'title' end,
      case when new.description is distinct from old.description then 'description' end,
      case when new.content is distinct from old.content then 'content' end], null),
    char_length(new.title) - char_length(old.title)
      + coalesce(char_length(new.description), 0) - coalesce(char_length(old.description), 0)
      + coalesce(char_length(new.content), 0) - coalesce(char_length(old.content), 0),
    nullif(current_setting('rookies.restores', true), '')::timestamptz);

  delete from public.lesson_versions v
  where v.lesson_id = new.id and v.created_at < now() - interval '1 year'
    and v.no < (
      select k.no from public.lesson_versions k where k.lesson_id = new.id order by k.no desc offset 49 limit 1);
  return null;
end
$function$;

create or replace function private.leads_inside(target text, course uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select 1
    from regexp_matches(target, '^/(?:app/)?courses/([a-z0-9-]+)(?:/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?') m
    join public.courses c on (c.slug = m[1] or c.id = (select s.course_id from public.course_slugs s where s.slug = m[1])) and c.deleted_at is null
    -- Links from a draft to itself work as soon as it is published.
    where (c.status = 'PUBLISHED' or c.id = leads_inside.course)
      and (m[2] is null or exists (
        select 1 from public.lessons l join public.modules d on d.id = l.module_id and d.deleted_at is null
        where l.id = m[2]::uuid and l.deleted_at is null and d.course_id = c.id)))
$function$;

create or replace function private.links_in(prose text)
  returns table(kind text, label text, target text)
  language sql
  immutable
  set search_path to ''
as $function$
  select case m[1] when '!' then 'image' else 'link' end, m[2], m[3]
  from regexp_matches(prose, '(!?)\[([^\[\]]*)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  -- A picture that is a link.
  select 'link', '', m[1] from regexp_matches(prose, '\]\([^()]*\)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  select 'link', '', m[1] from regexp_matches(prose, '^ {0,3}\[[^\[\]]+\]:\s*<?([^\s<>]+)', 'gn') m
  union all
  select case lower(m[1]) when 'img' then 'image' else 'link' end,
    coalesce(substring(m[2] from '(?i)\malt\s*=\s*["'']([^"'']*)'), ''), coalesce(substring(m[2] from '(?i)\m(?:href|src)\s*=\s*["'']([^"'']*)'), '')
  from regexp_matches(prose, '<(a|img)\s([^<>]*)>', 'gi') m
  union all
  select 'link', 'bare', rtrim(m[1], '.,:;!?') from regexp_matches(prose, '(?<![("''<=])(https?://(?:[^\s<>"''()\[\]]|\([^\s()<>"'']*\))+)', 'g') m
$function$;

create or replace function private.lock_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This lock does not conflict with the one that a foreign key takes, so that adding a module does not wait.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$function$;

create or replace function private.order_members(wanted jsonb)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  -- A malformed part becomes an id that no course has, so that the order never matches that of a course.
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

create or replace function private.enqueue_bin_removal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('bin', n.id || ':' || extract(epoch from n.deleted_at), n.deleted_at + interval '30 days', n.id)
  from new_rows n join old_rows o on o.id = n.id
  where n.deleted_at is not null and n.deleted_at is distinct from o.deleted_at
    -- Content that was deleted with its course or module is restored or removed with it, and needs no job.
    and case tg_table_name
      when 'modules' then not exists (
        select from public.modules m join public.courses c on c.id = m.course_id
        where m.id = n.id and c.deleted_at is not null)
      when 'lessons' then not exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = n.id and (m.deleted_at is not null or c.deleted_at is not null))
      else true end;
  return null;
end
$function$;

create or replace function private.record_copy(
  subject text,
  original uuid,
  copy uuid,
  title text,
  course_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A new course belongs to the person who makes it; other content is made in a course that exists.
  if not private.can_on_course(subject || 's', 'read', course_id)
     or not (case when subject = 'course' then private.can('courses', 'create', 'own')
       else private.can_on_course(subject || 's', 'create', course_id) end)
     or not exists (select 1 from public.courses c where c.id = record_copy.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not duplicate this %s.', subject));
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
  values (private.uid(), subject || '.duplicate', subject, record_copy.copy::text,
    jsonb_build_object('title', record_copy.title, 'copy_of', record_copy.original),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_copy.title, case when subject = 'course' then record_copy.copy else record_copy.course_id end);
end
$function$;

create or replace function private.save_attachments(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
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
  -- Attachments with an id that begins with temp-, and those that another editor has removed, are added.
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select save_attachments.lesson, coalesce(btrim(e.value ->> 'title'), ''), coalesce(btrim(e.value ->> 'url'), ''), e.ordinality::int - 1
  from jsonb_array_elements(wanted) with ordinality e
  where not exists (
    select 1 from public.lesson_attachments a where a.lesson_id = save_attachments.lesson and a.id::text = e.value ->> 'id');
end
$function$;

create or replace function public.course_history(course_id uuid, after text default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  place text[] := regexp_match(course_history.after, '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$');
  at timestamptz := coalesce(place[1]::timestamptz, 'infinity');
  at_id bigint := coalesce(place[2]::bigint, 0);
begin
  if not private.can_on_course('course_history', 'read', course_history.course_id) then
    raise exception using errcode = '42501', message = 'You may not read the history of this course.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'title', l.title, 'created_at', l.created_at,
        'who', nullif(p.name, ''), 'by', case when l.user_id is not null then 'PERSON' when l.actor is null then 'GONE' else 'SYSTEM' end, 'before', l.before, 'after', l.after,
        'lesson_id', v.lesson_id, 'version', v.id)
      order by l.created_at desc, l.id desc), '[]')
    from (
      select * from public.audit_logs a
      where a.course_id = course_history.course_id and a.target_type in ('course', 'module', 'lesson', 'lesson_attachment', 'lesson_file')
        and (a.created_at, a.id) < (at, at_id)
      order by a.created_at desc, a.id desc limit 50) l
    left join public.profiles p on p.id = l.user_id
    -- One transaction wrote both, so they have the same time. A lesson in the bin cannot be opened, so its versions are
    -- left out.
    left join lateral (
      select k.lesson_id, k.id from public.lesson_versions k join public.lessons s on s.id = k.lesson_id and s.deleted_at is null
      where l.action in ('lesson.update', 'lesson.restore_version')
        and k.lesson_id = l.target_id::uuid and k.created_at = l.created_at and k.fields <> '{}'
      order by k.no desc limit 1) v on true);
end
$function$;

create or replace function public.duplicate_course(course_id uuid)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.courses;
  copy uuid := gen_random_uuid();
  modules jsonb;
begin
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
    perform private.refuse('You may not restore this version, or it is kept no longer.');
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

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
  if attachments is not null then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$function$;

comment on function private.check_attachment() is
  'Trigger: refuses an invalid attachment with the sentence of the form.';
comment on function private.check_course() is
  'Trigger: refuses an invalid course with the sentence of the course form, before a constraint refuses it with its own (rules/courses#course-form).';
comment on function private.check_lesson() is
  'Trigger: refuses an invalid lesson with the sentence of the lesson dialog (rules/courses#lesson-form).';
comment on function private.check_module() is
  'Trigger: refuses an invalid title of a module with its sentence.';
comment on function private.copy_lessons(jsonb,boolean) is
  'Takes {module: its copy} and whether to copy the paths of an import, which are unique in a course; copies the lessons with their attachments and files, in the same places; links between the lessons lead to the copies. Runs as its caller.';
comment on function private.course_order(uuid) is
  'Takes a course; returns its modules in order, each {id, lessons: [ids in order]}, without deleted ones. Clients and functions exchange orders in this form.';
comment on function private.course_targets(uuid) is
  'Takes a course; the links and videos of its lessons: {module_id, lesson_id, kind: link, image, page, attachment or video, label, target: an address, of a video PROVIDER:id}.';
comment on function private.due_bin(private.due_work) is
  'Job: removes a course, module or lesson for good that was deleted 30 days ago, with all in it; purchases and audit records stay. Dropped if it was restored, or if it was deleted as a part of its course or module (rules/courses#bin).';
comment on function private.guard_publish() is
  'Row trigger: requires the right to publish, not the right to edit, for a change of a course''s status.';
comment on function private.keep_lesson_version() is
  'Row trigger: keeps the texts that a save changed, and before the first version also the texts that the save replaced. Removes versions that are older than a year and not among the newest 50 (rules/courses#versions).';
comment on function private.leads_inside(text,uuid) is
  'Takes a path of the portal and the course whose text has it; true when it leads to a course that learners can open, or to a lesson of one.';
comment on function private.links_in(text) is
  'Takes prose; its links and images: {kind: link or image, label: its text, target}.';
comment on function private.lock_course(uuid) is
  'Takes a course; locks it until the end of the transaction, and first waits for others who reorder, delete or restore anything in it. What was read before the lock has to be read again.';
comment on function private.order_members(jsonb) is
  'Takes an order as course_order() returns it; lists what is in it, sorted and with duplicates, so that two orders of the same modules and lessons give the same list.';
comment on function private.enqueue_bin_removal() is
  'Statement trigger: schedules the removal of what was deleted, for 30 days later.';
comment on function private.record_copy(text,uuid,uuid,text,uuid) is
  'Takes course, module or lesson, the original, the id of its copy, the copy''s title and the course of the original; writes an audit record that the caller duplicates it. Raises 42501 unless they may read the original as staff and create such content.';
comment on function public.check_course(uuid) is
  'Takes a course; what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address it is about}]}. For those who may build the course; raises 42501.';
comment on function public.delete_course(uuid) is
  'Takes a course and marks it deleted with all its modules and lessons. Raises 42501 (rules/courses#bin).';
comment on function public.duplicate_course(uuid) is
  'Takes a course; makes a copy with all its modules, lessons and attachments: a draft of the caller, with a slug of its own, without learners, progress or purchases. Answers {id, title}. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate).';
comment on function public.duplicate_lesson(uuid) is
  'Takes a lesson; adds a copy with its attachments right after it, without progress, and answers {id, title}. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate).';
comment on function public.duplicate_module(uuid) is
  'Takes a module; adds a copy with all its lessons right after it and answers {id, title}. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate).';
comment on function public.keep_link_states(jsonb) is
  'Takes [{target, state}] and stores how the addresses answered. Only for the service role, because a caller could report that a broken link works.';
comment on function public.restore_lesson_version(uuid,timestamp with time zone) is
  'Takes a version and the updated_at of the lesson that was read; saves its texts as save_lesson() does, which makes a new version, and records lesson.restore_version. Answers {lesson_id, updated_at, before: the version before it, which undoes this}. Raises PT409 STALE_LESSON, PT422 with the field''s sentence, 42501.';
comment on table private.link_checks is
  'When a person had links checked, kept for an hour and counted against their limit. No grants.';
comment on table private.link_states is
  'How an address answered its last check, kept for an hour. No grants: written by keep_link_states(), read by begin_link_check().';
comment on table public.lesson_versions is
  'The texts of a lesson after each save that changed them, and before the first such save. The newest version is the present text.';
comment on column public.lesson_versions.author_id is
  'The person who saved it; null if that was no person, or one whose account is deleted.';
comment on column public.lesson_versions.fields is
  'The fields that differ from the previous version: title, description, content. Empty for the first.';
comment on column public.lesson_versions.growth is
  'How many characters longer than the previous version it is; negative if it is shorter.';
comment on column public.lesson_versions.no is
  'The number of the version within its lesson, from 1; the newest has the highest.';
comment on column public.lesson_versions.restores is
  'created_at of the earlier version that this one restored; null for an ordinary save.';

-- Transfer

create or replace function private.import_target(slug text, dry_run boolean)
  returns public.courses
  language plpgsql
  set search_path to ''
as $function$
declare
  target public.courses;
begin
  select c.* into target from public.courses c where c.slug = import_target.slug and c.deleted_at is null;
  if (found and not (private.can('courses', 'update')
      or (target.created_by_id = private.uid() and private.can('courses', 'update', 'own'))))
    or (not found and private.slug_taken(import_target.slug)) then
    raise exception using errcode = '42501', hint = 'SLUG_NOT_YOURS', message = 'You may not change the course with this slug.';
  end if;
  if target.id is not null and not dry_run then
    -- The lock makes other moves, deletions and imports wait, and then the course is read again.
    perform private.lock_course(target.id);
    select c.* into target from public.courses c where c.id = target.id;
  end if;
  return target;
end
$function$;

create or replace function private.plan_import(payload jsonb, course_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  modules jsonb := private.plan_modules(payload, plan_import.course_id);
  lessons jsonb := private.plan_lessons(payload, plan_import.course_id, modules);
begin
  return jsonb_build_object('modules', modules, 'lessons', lessons,
    -- Only the order of those that stay is compared, because an addition or a removal moves nothing.
    'reordered', (
      select coalesce(array_agg(x.id order by x.index) <> array_agg(x.id order by p.no), false)
      from jsonb_to_recordset(modules) as p (no int, id uuid) join public.modules x on x.id = p.id),
    'reordered_modules', (
      select coalesce(jsonb_agg(s.module_id), '[]') from (
        select p.module_id from jsonb_to_recordset(lessons) as p (id uuid, module_id uuid, place int)
        join public.lessons x on x.id = p.id and x.module_id = p.module_id
        group by p.module_id having array_agg(x.id order by x.index) <> array_agg(x.id order by p.place)) s),
    'absent_modules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title) order by x.index), '[]')
      from public.modules x
      where x.course_id = plan_import.course_id and x.id not in (select p.id from jsonb_to_recordset(modules) as p (id uuid))),
    'absent_lessons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'source_path', x.source_path, 'title', x.title,
        'module_id', x.module_id) order by m.index, x.index), '[]')
      from public.lessons x join public.modules m on m.id = x.module_id
      where m.course_id = plan_import.course_id and x.id not in (select p.id from jsonb_to_recordset(lessons) as p (id uuid))));
end
$function$;

create or replace function private.put_back_modules(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform public.restore_module(b.id) from jsonb_to_recordset(before -> 'modules') as b (id uuid)
  where b.id not in (select m.id from public.modules m where m.course_id = put_back_modules.course_id);
  -- Two modules may not have the same path, not even between two statements.
  update public.modules m set source_path = null
  where m.course_id = put_back_modules.course_id and m.source_path is not null and not exists (
    select 1 from jsonb_to_recordset(before -> 'modules') as b (id uuid, source_path text)
    where b.id = m.id and b.source_path = m.source_path);
  update public.modules m set title = b.title, index = b.index, source_path = b.source_path
  from jsonb_to_recordset(before -> 'modules') as b (id uuid, title text, index int, source_path text)
  where m.id = b.id and (m.title, m.index, m.source_path) is distinct from (b.title, b.index, b.source_path);
end
$function$;

create or replace function private.record_export(course_id uuid, lesson_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  subject constant text := case when lesson_id is null then 'course' else 'lesson' end;
  target constant uuid := coalesce(lesson_id, course_id);
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = record_export.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not export this %s.', subject));
  end if;
  -- The record has no course, because a course's history shows changes and an export changes nothing.
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address, title)
  values (private.uid(), 'data.export', subject, target::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    (select p.title from private.content_place(subject, target) p));
end
$function$;

create or replace function private.wanted_lesson(
  base public.lessons,
  listed jsonb,
  slug text default null,
  lessons jsonb default '{}'::jsonb
)
  returns public.lessons
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- Fields that are not listed keep their values. The list cannot move the lesson.
  wanted public.lessons := jsonb_populate_record(base, listed
    - array['id', 'module_id', 'index', 'source_path', 'created_at', 'updated_at', 'deleted_at']);
begin
  wanted.description := nullif(wanted.description, '');
  wanted.content := nullif(wanted.content, '');
  if listed ? 'content' then
    wanted.content := private.with_lesson_links(wanted.content, wanted_lesson.slug, wanted_lesson.lessons);
  end if;
  wanted.video_start_sec := coalesce(wanted.video_start_sec, 0);
  wanted.duration_sec := coalesce(wanted.duration_sec, 0);
  wanted.free_preview := coalesce(wanted.free_preview, false);
  return wanted;
end
$function$;

create or replace function private.with_lesson_links(content text, slug text, lessons jsonb)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  links constant text := '/(?:app/)?courses/[a-z0-9-]+/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
  known text;
  linked text := content;
begin
  if linked is null or linked !~ links then
    return linked;
  end if;
  for known in
    select distinct m[1] from regexp_matches(content, links, 'g') m
    -- A link to a lesson that keeps its id also keeps its slug, which leads to this course as well.
    where lessons ->> m[1] <> m[1]
  loop
    linked := regexp_replace(linked, replace(links, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', known),
      '/app/courses/' || slug || '/lesson/' || (lessons ->> known), 'g');
  end loop;
  return linked;
end
$function$;

create or replace function private.write_modules(course_id uuid, planned jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  -- A module that is known by its id loses its path if another folder has it now.
  update public.modules x set source_path = null
  from jsonb_to_recordset(planned) as p (id uuid, source_path text)
  where x.course_id = write_modules.course_id and x.source_path = p.source_path and x.id <> p.id
    and x.id in (select q.id from jsonb_to_recordset(planned) as q (id uuid));
  insert into public.modules (id, course_id, title, index, source_path)
  select p.id, write_modules.course_id, p.title,
    (select coalesce(max(x.index), -1) from public.modules x where x.course_id = write_modules.course_id) + p.no, p.source_path
  from jsonb_to_recordset(planned) as p (no int, id uuid, source_path text, title text, status text)
  where p.status = 'created';
  update public.modules x set title = placed.title, index = placed.index
  from (
    select m.id, coalesce(p.title, m.title) as title, row_number() over (order by p.no nulls last, m.index)::int - 1 as index
    from public.modules m left join jsonb_to_recordset(planned) as p (no int, id uuid, title text) on p.id = m.id
    where m.course_id = write_modules.course_id) placed
  where x.id = placed.id and (x.title, x.index) is distinct from (placed.title, placed.index);
end
$function$;

create or replace function public.import_course(
  payload jsonb,
  dry_run boolean default true,
  missing text default 'keep',
  unchanged_since text default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '55s'
as $function$
declare
  wanted jsonb := payload -> 'course';
  publishing boolean := coalesce((payload #>> '{course,publish}')::boolean, false);
  target public.courses;
  as_wanted public.courses;
  version text;
  course_status text;
  plan jsonb;
  learners jsonb;
  changing boolean;
  before jsonb;
begin
  perform private.check_import(payload, missing);
  target := private.import_target(wanted ->> 'slug', dry_run);
  version := private.course_version(target.id);
  -- Fields that are not listed keep the values of the course.
  as_wanted := jsonb_populate_record(target, coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(wanted) f
    where f.key in ('title', 'description', 'author_name', 'author_description', 'thumbnail_url', 'category')), '{}'));
  course_status := case
    when target.id is null then 'created'
    when as_wanted is not distinct from target and (target.status = 'PUBLISHED' or not publishing) then 'unchanged'
    else 'updated' end;
  plan := private.plan_import(payload, target.id);
  learners := private.import_learners(target.id, plan);

  if not dry_run then
    changing := course_status <> 'unchanged' or (plan -> 'reordered')::boolean or plan -> 'reordered_modules' <> '[]'
      or exists (select 1 from jsonb_to_recordset((plan -> 'modules') || (plan -> 'lessons')) as p (status text, moved boolean)
        where p.status <> 'unchanged' or p.moved)
      or (missing = 'bin' and (plan -> 'absent_modules' <> '[]' or plan -> 'absent_lessons' <> '[]'));
    -- An import that is sent twice changes nothing the second time, which is no conflict.
    if changing and unchanged_since is not null and unchanged_since <> version then
      raise exception using errcode = 'PT409', hint = 'STALE_IMPORT',
        message = 'Someone else has changed this course since it was checked.';
    end if;

    before := private.course_before(target, plan);
    if target.id is null then
      insert into public.courses (title, slug, description, author_name, author_description, thumbnail_url, category)
      values (as_wanted.title, wanted ->> 'slug', as_wanted.description, as_wanted.author_name,
        as_wanted.author_description, as_wanted.thumbnail_url, as_wanted.category)
      returning * into target;
    elsif course_status = 'updated' then
      update public.courses c set title = as_wanted.title, description = as_wanted.description,
        author_name = as_wanted.author_name, author_description = as_wanted.author_description,
        thumbnail_url = as_wanted.thumbnail_url, category = as_wanted.category
      where c.id = target.id and c is distinct from as_wanted;
    end if;
    if publishing and target.status = 'DRAFT' then
      update public.courses c set status = 'PUBLISHED' where c.id = target.id;
    end if;
    perform private.write_modules(target.id, plan -> 'modules');
    perform private.write_lessons(target.id, plan -> 'lessons', payload);
    if missing = 'bin' then
      perform private.trash_missing(plan);
    end if;
    version := private.course_version(target.id);
    -- After an import that changes nothing, the import before it can still be undone.
    if changing then
      perform private.keep_undo(target.id, before, version);
    end if;
  end if;

  return jsonb_build_object(
    'course', jsonb_build_object('id', target.id, 'slug', wanted ->> 'slug', 'status', course_status, 'reordered', plan -> 'reordered'),
    'version', version,
    'modules', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status,
        'reordered', plan -> 'reordered_modules' ? p.id::text) order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'modules') as p (no int, id uuid, source_path text, status text)),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('source_path', p.source_path, 'status', p.status, 'moved', p.moved)
        order by p.no), '[]')
      from jsonb_to_recordset(plan -> 'lessons') as p (no int, source_path text, status text, moved boolean)),
    'absent', jsonb_build_object(
      'modules', plan -> 'absent_modules',
      'lessons', (select coalesce(jsonb_agg(a - 'module_id'), '[]') from jsonb_array_elements(plan -> 'absent_lessons') a)),
    'learners', learners);
end
$function$;

create or replace function public.send_lessons(sending uuid, lessons jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  long record;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if sending is null or jsonb_typeof(lessons) is distinct from 'array'
     or exists (select 1 from jsonb_array_elements(lessons) l where jsonb_typeof(l.value -> 'lesson') is distinct from 'object') then
    raise exception using errcode = 'PT422', message = 'There are no lessons to send.';
  end if;
  select l.module_no, l.place into long
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  where char_length(l.lesson ->> 'content') > 500000 or octet_length((l.lesson - 'content')::text) > 100000
  order by 1, 2 limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('Lesson %s of module %s is too long: a text has at most 500,000 characters, and all that stands around it 100 kB.',
        long.place + 1, long.module_no);
  end if;
  -- The pieces of one person wait for each other, so that two pieces never use the same room.
  perform pg_advisory_xact_lock(hashtextextended('send_lessons ' || private.uid()::text, 0));
  delete from private.sent_lessons s where s.sent_at < now() - interval '1 day';
  -- Two other uploads are kept, for two more tabs, so that there are never more than three courses.
  delete from private.sent_lessons s where s.user_id = private.uid() and s.sending <> send_lessons.sending
    and s.sending not in (
      select o.sending from private.sent_lessons o where o.user_id = private.uid() and o.sending <> send_lessons.sending
      group by o.sending order by max(o.sent_at) desc limit 2);
  insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes)
  select private.uid(), send_lessons.sending, l.module_no, l.place, l.lesson,
    coalesce(octet_length(l.lesson ->> 'content'), 0) + coalesce(octet_length(l.lesson ->> 'description'), 0)
      -- Titles, links and the like count as text above four kilobytes.
      + greatest(octet_length((l.lesson - '{content,description}'::text[])::text) - 4096, 0)
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  -- A piece whose answer was lost is sent again.
  on conflict do nothing;
  if (select sum(s.bytes) > 32 * 1024 * 1024 or count(*) > 5000 from private.sent_lessons s
      where s.user_id = private.uid() and s.sending = send_lessons.sending) then
    raise exception using errcode = 'PT422', message = 'A course has at most 5,000 lessons and 32 MB of text.';
  end if;
end
$function$;

create or replace function public.undo_import(course_id uuid)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '55s'
as $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  perform private.lock_course(course_id);
  -- If two people undo at once, the second one finds another version.
  undo := private.import_undo(course_id);
  if undo.version is distinct from private.course_version(course_id) then
    raise exception using errcode = 'PT409', hint = 'IMPORT_PAST',
      message = 'The course has changed since it was imported, or the import has been undone already.';
  end if;
  if undo.before -> 'course' = 'null' then
    perform public.delete_course(course_id);
  else
    perform set_config('rookies.files_as_held', 'on', true);
    -- A module or lesson that comes back may have the position of one that is removed only afterwards.
    set constraints public.modules_position_key, public.lessons_position_key deferred;
    perform private.put_back_modules(course_id, undo.before);
    perform private.put_back_lessons(course_id, undo.before);
    perform public.delete_module(m.id) from public.modules m
    where m.course_id = undo_import.course_id
      and m.id not in (select b.id from jsonb_to_recordset(undo.before -> 'modules') as b (id uuid));
    update public.courses c set title = w.title, description = w.description, author_name = w.author_name,
      author_description = w.author_description, thumbnail_url = w.thumbnail_url, category = w.category, status = w.status
    from public.courses old
    cross join lateral jsonb_populate_record(old, undo.before -> 'course') w
    where c.id = undo_import.course_id and old.id = c.id and c is distinct from w;
    perform set_config('rookies.files_as_held', '', true);
  end if;
end
$function$;

comment on function private.trash_missing(jsonb) is
  'Takes a plan; moves the modules and lessons that are missing from the folder to the bin.';
comment on function private.course_version(uuid) is
  'Takes a course; returns a text that changes with every change of anything in the course. Runs as its caller. Returns "new" for a course that does not exist.';
comment on function private.import_target(text,boolean) is
  'Takes a slug and whether nothing is to be written; returns the course that an import changes, locked until the end of the transaction, all null for a new one. Raises 42501 SLUG_NOT_YOURS.';
comment on function private.keep_undo(uuid,jsonb,text) is
  'Takes a course, its state before an import and the version after it; stores both in place of those of the previous import, and deletes those of imports that can no longer be undone. Raises 42501.';
comment on function private.lesson_links(jsonb,jsonb) is
  'Takes what import_course() takes and its lessons as planned, [{no, id}]; gives {id of a lesson in the payload: its id in the database}.';
comment on function private.listed_lessons(jsonb) is
  'Takes what import_course() takes; returns its lessons, both those in the modules and those that were sent before, numbered through the course, with their place in their module.';
comment on function private.my_sent_lessons(uuid) is
  'Takes the id of an upload; returns its lessons, if the caller sent them.';
comment on function private.plan_lessons(jsonb,uuid,jsonb) is
  'Takes what import_course() takes, the course and its modules as plan_modules() gives them; returns how each lesson changes, in order: [{no, id, source_path, module_id, place, moved, attachments: whether they change, status}].';
comment on function private.plan_modules(jsonb,uuid) is
  'Takes what import_course() takes and the course; returns how each module changes, in order: [{no, id, source_path, title, status}].';
comment on function private.put_back_lessons(uuid,jsonb) is
  'Takes a course whose modules are restored and its state before an import; restores the lessons to it, and moves the lessons that the import added to the bin.';
comment on function private.put_back_modules(uuid,jsonb) is
  'Takes a course and its state before an import; restores the modules to it, except those that the import added.';
comment on function private.record_export(uuid,uuid) is
  'Takes a course, and one of its lessons, or null for all; writes an audit record that the caller exports it (rules/records#exports). Raises 42501 unless they may edit the course.';
comment on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) is
  'Takes a lesson, null for a new one, the fields that a folder gives it, the course''s slug and {id in texts: id here}; returns the lesson with these fields and with its links leading to the lessons here. An empty text becomes null.';
comment on function private.with_lesson_links(text,text,jsonb) is
  'Takes a lesson''s text, the slug of its course and {id in the text: the lesson''s id here}; returns the text with its links leading to those lessons (rules/courses#links-inside).';
comment on function public.send_lessons(uuid,jsonb) is
  'Takes the random id of an upload, and some of its lessons, [{module_no from 1, place from 0, lesson}]; stores them for a day for import_course(). A lesson that is sent again is stored once; a fourth upload replaces the oldest one. Raises 42501 for callers who may not create courses, PT422 for more than a course can hold.';
comment on table private.import_undos is
  'The latest import that changed a course, and the state before it, kept for 30 days (rules/courses#import). Written and read by functions alone.';
comment on table private.sent_lessons is
  'Lessons sent for an import, kept for a day: by whom, in which upload, at which place in the course. bytes is the length of their texts. No grants: send_lessons() writes, import_course() reads.';
comment on column private.import_undos.before is
  'The state before the import: {course: null if the import created it, modules, lessons: each with its place; those that the import changed with all their fields (was) and attachments}.';
comment on column private.import_undos.version is
  'course_version() after the import. If the present version differs, the import cannot be undone.';

-- Learning

create or replace function private.check_note()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  new.updated_at := least(new.updated_at, now());
  select c.title, l.title into new.course_title, new.lesson_title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = new.lesson_id;
  -- The trigger runs before the policy, which refuses notes in another person's name. The count must not reveal how many
  -- notes that person has.
  if tg_op = 'INSERT' and new.user_id = coalesce(private.uid(), new.user_id) then
    -- Two notes at the same moment wait for each other, so that both are counted.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
    if (select count(*) from public.notes n where n.user_id = new.user_id) >= 5000 then
      raise exception using errcode = 'PT409', hint = 'TOO_MANY_NOTES',
        message = 'You have 5,000 notes, and there is no room for more. Delete some to add others.';
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.refresh_counts_of_durations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  courses uuid[];
begin
  select array_agg(distinct m.course_id) into courses
  from old_rows o join new_rows n on n.id = o.id join public.modules m on m.id = n.module_id
  where o.duration_sec <> n.duration_sec;
  if courses is not null then
    perform private.lock_course_counts(courses, true);
    perform private.recount_course_sizes(courses);
  end if;
  return null;
end
$function$;

create or replace function private.keep_undone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.undone_completions u
  where u.user_id in (select o.user_id from old_rows o) and u.undone_at < now() - interval '8 days';
  -- A completion that is deleted with its person or lesson does not count as undone.
  insert into private.undone_completions as u (user_id, lesson_id)
  select o.user_id, o.lesson_id from old_rows o
  join public.profiles p on p.id = o.user_id
  join public.lessons l on l.id = o.lesson_id
  on conflict (user_id, lesson_id) do update set undone_at = now();
  return null;
end
$function$;

create or replace function private.merge_progress()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
declare
  lesson record;
  begins boolean := tg_op = 'INSERT';
begin
  new.position_at := least(new.position_at, now());
  select private.video_of(l.video_provider, l.video_asset_id) as video, l.duration_sec, l.video_start_sec
  into lesson from public.lessons l where l.id = new.lesson_id;
  if found then
    if tg_op = 'INSERT' then
      new.video := coalesce(new.video, lesson.video);
    end if;
    if new.video is distinct from lesson.video then
      return null;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    begins := new.video is distinct from old.video;
    if begins then
      new.auto_completed_at := null;
    else
      new.watched := old.watched + new.watched;
    end if;
  end if;
  -- Nobody watches a video in more than a thousand separate pieces.
  if private.range_count(new.watched) > 1000 then
    new.watched := case when begins then '{}' else old.watched end;
  end if;
  if new.auto_completed_at is null
    and private.watched_share(new.watched, new.duration_sec, lesson.duration_sec, lesson.video_start_sec) >= 0.9 then
    new.auto_completed_at := now();
  end if;
  return new;
end
$function$;

create or replace function private.recount_lessons(people uuid[], lessons uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  held uuid[] := '{}';
  who uuid[];
  courses uuid[];
begin
  loop
    -- A lesson that was removed for good no longer names its course: then all courses of the person count.
    select array_agg(t.person), array_agg(coalesce(m.course_id, k.course_id)) into who, courses
    from unnest(people, lessons) t (person, lesson)
    left join public.lessons l on l.id = t.lesson
    left join public.modules m on m.id = l.module_id
    left join private.learner_courses k on m.course_id is null and k.user_id = t.person
    where coalesce(m.course_id, k.course_id) is not null;
    exit when courses is null or courses <@ held;
    perform private.lock_course_counts(courses, false);
    held := held || courses;
  end loop;
  if courses is not null then
    perform private.recount_pairs(who, courses);
  end if;
end
$function$;

create or replace function private.watched_share(
  watched int4multirange,
  duration_sec numeric,
  typed_sec integer,
  start_sec integer
)
  returns numeric
  language sql
  stable
  set search_path to ''
as $function$
  select least(1, sum(upper(piece) - lower(piece))::numeric / (film.seconds - film.start))
  from (
    -- Until the player reports the length, the one that the editor typed counts. A start behind the end does not count.
    select length.seconds, case when start_sec < length.seconds then start_sec else 0 end as start
    from (select nullif(floor(coalesce(nullif(duration_sec, 0), typed_sec)), 0) as seconds) length
  ) film
  cross join lateral unnest(watched * int4multirange(int4range(film.start, null))) piece
  where film.seconds > 0
  group by film.seconds, film.start
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
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You took that back later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$function$;

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', seen.entitled or seen.can_preview or l.free_preview)
                -- The field is often left out, because most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$function$;

create or replace function public.library()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), mine as materialized (
      select e.course_id, me.id as user_id,
        min(e.created_at) as entitled_at,
        bool_or(private.grant_is_open(e.expires_at)) as live,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id, me.id
    ), counted as materialized (
      select c.id, c.slug, c.title, c.description, c.thumbnail_url, c.author_name, c.category,
        mine.user_id, mine.entitled_at, mine.live, mine.expires_at,
        coalesce(s.lessons, 0) as total, coalesce(s.seconds, 0) as seconds, coalesce(k.completed, 0) as completed,
        coalesce(s.lessons, 0) > 0 and coalesce(k.completed, 0) >= s.lessons as finished,
        nullif(k.last_at, '-infinity') as last_at
      from mine
      join public.courses c on c.id = mine.course_id and private.course_is_published(c.status, c.deleted_at)
      left join private.course_sizes s on s.course_id = c.id
      left join private.learner_courses k on k.user_id = mine.user_id and k.course_id = c.id
    ), latest as (
      -- The counts store only the minute of watching. Within the last minute, the progress itself decides the order.
      select m.course_id, max(lp.updated_at) as at
      from public.lesson_progress lp
      join me on me.id = lp.user_id
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      where lp.updated_at >= (select date_trunc('minute', max(c.last_at)) from counted c)
      group by m.course_id
    ), ranked as materialized (
      select c.*, greatest(c.last_at, latest.at) as active_at,
        row_number() over (order by not c.live, c.finished, greatest(c.last_at, latest.at) desc nulls last,
          c.entitled_at desc, c.title) as place
      from counted c
      left join latest on latest.course_id = c.id
    ), way_in as materialized (
      select r.id, r.user_id, r.last_at from ranked r where r.live and not r.finished and r.total > 0 order by r.place limit 1
    ), last_watched as materialized (
      select r.id as course_id, r.user_id, lp.lesson_id, lp.updated_at
      from way_in r
      join public.lesson_progress lp on lp.user_id = r.user_id and lp.updated_at >= date_trunc('minute', r.last_at)
      order by lp.updated_at desc limit 1
    ), watched as materialized (
      -- The video that was watched last, if it is of that course and unfinished, and nothing was completed since.
      select w.lesson_id
      from last_watched w
      where (select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
          where l.id = w.lesson_id and l.deleted_at is null and m.deleted_at is null) = w.course_id
        and not exists (select 1 from public.lesson_completions d
          where d.user_id = w.user_id and (d.lesson_id = w.lesson_id or d.completed_at >= w.updated_at))
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'slug', c.slug, 'title', c.title, 'description', c.description,
        'thumbnail_url', c.thumbnail_url, 'author_name', c.author_name, 'category', c.category,
        'total', c.total, 'completed', c.completed, 'duration_sec', c.seconds,
        'next_lesson_id', next.id, 'resume', resumed.lesson,
        'entitled_at', c.entitled_at, 'last_activity_at', c.active_at,
        'expires_at', c.expires_at, 'ended', not c.live)
      order by c.place), '[]')
    from ranked c
    left join lateral (
      -- Reads module by module, up to the first unfinished lesson.
      select open.id
      from (
        select m.id, m.index from public.modules m
        where c.live and not c.finished and m.course_id = c.id and m.deleted_at is null
        order by m.index
      ) m
      cross join lateral (
        select l.id
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null
          -- All that the person has completed, read once for all courses.
          and l.id not in (select d.lesson_id from public.lesson_completions d where d.user_id = (select me.id from me))
        order by l.index limit 1
      ) open
      order by m.index limit 1
    ) next on true
    left join way_in on way_in.id = c.id
    left join lateral (
      select jsonb_build_object('lesson_id', l.id, 'title', l.title, 'type', l.content_type,
        'duration_sec', coalesce(nullif(lp.duration_sec, 0), l.duration_sec), 'position_sec', lp.position_sec) as lesson
      from public.lessons l
      left join public.lesson_progress lp on lp.user_id = c.user_id and lp.lesson_id = l.id
        and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
      where l.id = coalesce((select w.lesson_id from watched w), next.id) and way_in.id is not null
    ) resumed on true
  );
end
$function$;

create or replace function public.record_progress(
  lesson_id uuid,
  position_sec numeric,
  duration_sec numeric default null,
  ranges int4multirange default '{}'::int4multirange,
  age_sec numeric default 0,
  as_user uuid default null,
  video text default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
as $function$
#variable_conflict use_column
declare
  me uuid := private.uid();
  seen_at timestamptz := now()
    - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
begin
  if me is null or me <> coalesce(as_user, me) then
    raise exception using errcode = '42501', message = 'permission denied for function record_progress';
  end if;
  insert into public.lesson_progress as p (user_id, lesson_id, position_sec, position_at, duration_sec, watched, video)
  values (me, record_progress.lesson_id, record_progress.position_sec, seen_at,
    record_progress.duration_sec, coalesce(ranges, '{}'), record_progress.video)
  on conflict (user_id, lesson_id) do update set
    -- On a slow connection, the last position of a device may seem older than the one before it. So a position is late
    -- only if it is older than a message can take. The position in another video does not count.
    position_sec = case
      when excluded.video is distinct from p.video or excluded.position_at >= p.position_at - interval '30 seconds'
      then excluded.position_sec else p.position_sec end,
    position_at = case when excluded.video is distinct from p.video then excluded.position_at
      else greatest(excluded.position_at, p.position_at) end,
    duration_sec = case when excluded.video is distinct from p.video then excluded.duration_sec
      else coalesce(excluded.duration_sec, p.duration_sec) end,
    watched = excluded.watched,
    video = excluded.video;
  return jsonb_build_object('completed', exists (
    select 1 from public.lesson_completions c
    where c.user_id = me and c.lesson_id = record_progress.lesson_id));
end
$function$;

comment on function private.complete_watched() is
  'Row trigger: marks the lesson complete, in the person''s name, when auto_completed_at has just been set. It is set only once, so that a completion that the person took back does not return.';
comment on function private.refresh_counts_of_durations() is
  'Statement trigger on lessons: recounts how long a course takes.';
comment on function private.refresh_counts_of_progress() is
  'Statement trigger on progress: a new minute of watching counts as activity, so it recounts the person''s course.';
comment on function private.keep_undone() is
  'Statement trigger on completions: stores when they were taken back.';
comment on function private.lesson_place(uuid) is
  'Takes a lesson; returns the slug of its course and both titles. Definer, because a person who may open a free preview need not have the right to read its course. Callers pass only lessons that the person may open.';
comment on function private.merge_progress() is
  'Row trigger: adds watched seconds to the earlier ones of the same video, or starts again if the lesson has another video now; ignores a report about a video that the lesson does not have. Sets auto_completed_at the first time that 90 % of the part of the video that the lesson shows has been watched (rules/learning#watched).';
comment on function private.video_of(public.video_provider,text) is
  'Takes the provider and the id of a lesson''s video; returns the name of the video, as progress stores it; null without a video.';
comment on function private.watched_share(int4multirange,numeric,integer,integer) is
  'Takes watched seconds, the length that the player reported, the one that the editor typed, and the second at which the lesson''s video begins; returns which share of the video from there to the end was watched: 0 to 1, null if none of it was or the length is not known (rules/learning#watched).';
comment on function public.complete_late(uuid,numeric,uuid) is
  'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), if their access was open then and has ended by its own date since. The completion has that earlier time. It replaces neither a completion that exists nor a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with a hint: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, or NO_ACCESS for everything else, also for lessons that do not exist (rules/learning#completed-in-time).';
comment on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) is
  'Records where the caller is in a video: position and length in seconds, and the whole seconds played since. `age_sec` says how long ago that was, so that a late message does not move the caller back; `as_user` refuses what another person queued in the same browser; `video` names what was watched (its provider, a colon, its id), and a report about a video that the lesson does not have now is ignored. Seconds merge, so the same message may come twice. Answers whether the lesson is complete now (rules/learning#watched).';
comment on policy lesson_completions_delete on public.lesson_completions is
  'One''s own.';
comment on policy lesson_completions_insert on public.lesson_completions is
  'For oneself, for lessons that one may open: the lessons'' own policy decides.';
comment on table private.undone_completions is
  'When a person last took a completion back. Kept for eight days and until their next undo, because a completion may arrive up to a week late. No grants: written by a trigger, read by complete_late().';
comment on column public.lesson_completions.received_at is
  'When the completion arrived. It is later than completed_at if it was made without a connection and the access has ended since.';
comment on column public.lesson_progress.video is
  'The video to which position and watched seconds belong. If the lesson has another video now, they do not count (rules/learning#watched).';

-- Analytics

create or replace function private.lock_learner_counts(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_course_counts(courses, false);
  -- One statement may create a course and grant it, and its triggers run in any order.
  perform private.recount_course_sizes(array(
    select c from unnest(courses) c where not exists (select 1 from private.course_sizes s where s.course_id = c)));
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
end
$function$;

create or replace function private.learners_found(
  condition text,
  ordered text,
  size integer,
  start bigint,
  out total bigint,
  out ids uuid[]
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- Few people are looked up one by one and sorted. For many, the list is read in its order until the page is full. A
  -- lookup costs about ten steps of that reading; if one person in n is found, a page takes n times as many steps.
  execute format($sql$
    with found as materialized (
      select p.id from private.people p where %1$s
    ), counted as materialized (
      select count(*) as people from found
    )
    select c.people, case when c.people * c.people * 10 <= (%4$s + %3$s)::bigint * %5$s
      then array(
        select k.user_id
        from found p cross join lateral (select k.* from private.learners k where k.user_id = p.id offset 0) k
        order by %2$s limit %3$s offset %4$s)
      else array(
        select k.user_id from private.learners k
        where (k.user_id in (select p.id from found p)) is true
        order by %2$s limit %3$s offset %4$s) end
    from counted c$sql$, condition, ordered, size, start, private.people_count(null, null)) into total, ids;
end
$function$;

create or replace function private.recount_courses(courses uuid[], lessons_changed boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  people uuid[];
  before jsonb;
begin
  perform private.lock_course_counts(courses, true);
  select jsonb_object_agg(s.course_id, s.live) into before from private.course_sizes s where s.course_id = any (courses);
  perform private.recount_course_sizes(courses);
  with changed as (
    update private.learner_courses k set completed = now_is.completed, finished = now_is.completed >= s.lessons
    from private.course_sizes s, (
      select c.user_id, c.course_id, case when lessons_changed then coalesce(n.completed, 0) else c.completed end as completed
      from private.learner_courses c
      left join (
        select m.course_id, lc.user_id, count(*)::int as completed
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.deleted_at is null
        join public.lesson_completions lc on lc.lesson_id = l.id
        where lessons_changed and m.course_id = any (courses) and m.deleted_at is null
        group by m.course_id, lc.user_id
      ) n on n.course_id = c.course_id and n.user_id = c.user_id
      where c.course_id = any (courses)
    ) now_is
    where k.user_id = now_is.user_id and k.course_id = now_is.course_id and s.course_id = k.course_id
      and (k.completed, k.finished) is distinct from (now_is.completed, now_is.completed >= s.lessons)
    returning k.user_id
  )
  select array_agg(distinct c.user_id) into people from changed c;
  -- When a course begins or ceases to count, the counts of everyone in it change.
  people := people || array(
    select c.user_id from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
    where c.course_id = any (courses) and s.live is distinct from (before ->> s.course_id::text)::boolean);
  if people <> '{}' then
    perform private.recount_learners(people);
  end if;
end
$function$;

create or replace function private.recount_grants(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_learner_counts(people, courses);
  insert into private.learner_courses as k (user_id, course_id, granted_at, open_until, finished)
  select p.id, c.id, given.granted_at, given.open_until, s.lessons = 0
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set granted_at = excluded.granted_at, open_until = excluded.open_until
  where (k.granted_at, k.open_until) is distinct from (excluded.granted_at, excluded.open_until);
  perform private.recount_learners(people);
end
$function$;

create or replace function private.recount_pairs(people uuid[], courses uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.lock_learner_counts(people, courses);
  insert into private.learner_courses as k (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select p.id, c.id, done.completed, greatest(done.last_at, watched.last_at, '-infinity'),
    given.granted_at, given.open_until, done.completed >= s.lessons
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  -- People and courses that are being deleted are not counted.
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select count(*) filter (where m.deleted_at is null and l.deleted_at is null)::int as completed, max(lc.completed_at) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = p.id
    where m.course_id = c.id
  ) done
  cross join lateral (
    select max(date_trunc('minute', lp.updated_at)) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = p.id
    where m.course_id = c.id
  ) watched
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, finished = excluded.finished
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.finished)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.finished);
  perform private.recount_learners(people);
end
$function$;

create or replace function private.drop_off_lessons()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    -- The people who became inactive last. They stopped at the lesson after those that they completed.
    with quiet as materialized (
      select k.user_id from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now()
      order by k.idle_since desc limit 2000
    ), places as materialized (
      select c.course_id, c.completed, count(*) as learners
      from quiet join private.learner_courses c on c.user_id = quiet.user_id
      where c.open_until > now() and not c.finished and c.last_at > '-infinity'
      group by 1, 2 having count(*) >= 3
      order by 3 desc, 1, 2 limit 3
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'course_id', c.id, 'course', c.title,
      'learners', p.learners) order by p.learners desc, c.title, l.id), '[]')
    from places p join public.courses c on c.id = p.course_id and private.course_is_published(c.status, c.deleted_at)
    cross join lateral (
      select l.id, l.title from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = p.course_id and m.deleted_at is null and l.deleted_at is null
      order by m.index, m.id, l.index, l.id offset p.completed limit 1) l);
end
$function$;

create or replace function private.to_do()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
begin
  if not private.can('dashboard', 'read') then
    return null;
  end if;
  return jsonb_build_object(
    'quiet', (select count(*) from (select from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now() limit most + 1) s),
    'ending', (select count(*) from (select from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day' limit most + 1) s),
    'pending', (select count(*) from (select from public.purchases p where p.status = 'PENDING' limit most + 1) s),
    'unassigned', (select count(*) from (select from public.purchases p where p.needs_member and p.status = 'COMPLETED' limit most + 1) s),
    'events', jsonb_build_object(
      'open', (select count(*) from (select from private.purchase_notices n where n.dealt_at is null limit most + 1) s),
      'newest', private.open_purchase_notices(3)),
    'reports', (
      select jsonb_build_object('posts', count(distinct r.post_id), 'communities', count(distinct p.community_id),
        'community_id', min(p.community_id::text))
      from (select r.post_id from public.community_post_reports r where r.resolved_at is null limit most + 1) r
      join public.community_posts p on p.id = r.post_id),
    'stops', private.drop_off_lessons(),
    'due', jsonb_build_object('stopped', private.worker_stopped(),
      'failed', (select count(*) from (select from private.due_work w where w.outcome = 'FAILED' limit most + 1) s)));
end
$function$;

create or replace function public.analytics(
  query text default '',
  course_id uuid default null,
  quiet text default null,
  sort text default 'active',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  by_name boolean := coalesce(analytics.sort in ('name', '-name'), false);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  whom text;
  total bigint;
  ids uuid[];
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id' when by_name then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null then
    if by_name then
      execute format('select count(*) from private.people p where %s', wanted.condition) into total;
    else
      select f.total, f.ids into total, ids from private.learners_found(wanted.condition, ordered, size, start) f;
    end if;
  elsif wanted.condition = 'true' then
    -- Every person has a row among the learners.
    total := private.people_count(null, null);
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if ids is null and total > 0 then
    execute format('select array(select k.user_id from %s %s where %s order by %s limit %s offset %s)',
      wanted.people, whom, wanted.condition, ordered, size, start) into ids;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'last_at', nullif(date_trunc('second', case when analytics.course_id is null then l.last_at else k.last_at end), '-infinity'),
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0))
    order by o.place), '[]')
  into rows
  from unnest(ids) with ordinality o (id, place)
  join public.profiles p on p.id = o.id
  join private.learners l on l.user_id = p.id
  left join private.learner_courses k on k.user_id = p.id and k.course_id = analytics.course_id
  left join private.learner_totals(ids, analytics.course_id) t on t.user_id = p.id;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;

comment on function private.refresh_counts_of_courses() is
  'Statement trigger on courses: counts a course while it is published and not deleted.';
comment on function private.refresh_counts_of_grants() is
  'Statement trigger on entitlements: recounts the learners whose access changed.';
comment on function private.refresh_counts_of_learner_courses() is
  'Statement trigger: recounts the learners of a course that was removed for good.';
comment on function private.refresh_counts_of_lessons() is
  'Statement trigger on lessons: recounts the courses whose lessons changed.';
comment on function private.refresh_counts_of_modules() is
  'Statement trigger on modules: recounts the courses of modules that were deleted or restored with their lessons.';
comment on function private.refresh_counts_of_people() is
  'Statement trigger on profiles: gives every person a row among the learners, and recounts people whose account was disabled or enabled.';
comment on function private.lock_course_counts(uuid[],boolean) is
  'Takes courses and locks their counts until the transaction ends: exclusively to change which lessons a course has, shared to count what a person did in it.';
comment on function private.lock_learner_counts(uuid[],uuid[]) is
  'Takes people and courses; locks the counts of both until the transaction ends.';
comment on function private.learner_totals(uuid[],uuid) is
  'Takes people, and a course or null; returns courses, ended, completed and total of each person who has any, for that course or for all courses that analytics() counts.';
comment on function private.rebuild_analytics() is
  'Recounts every course and every learner. For rows that were added without the triggers, as when a data set is loaded.';
comment on function private.recount_courses(uuid[],boolean) is
  'Takes courses that were changed, and whether lessons were deleted, restored or moved; recounts their lessons, and the people for whom that changes something.';
comment on function private.recount_grants(uuid[],uuid[]) is
  'As recount_pairs(), but only for the grants, which can be thousands at once. A person who did something in a course has a row there already.';
comment on function private.recount_pairs(uuid[],uuid[]) is
  'Takes people and, at the same places, courses; recounts what each person did in that course. Only the minute of watching counts, so that a player''s reports rarely change a row.';
comment on function private.drop_off_lessons() is
  'The lessons before which learners stopped, among the 2,000 who most recently became inactive: at most three lessons, each with three learners or more [{id, title, course_id, course, learners}], most learners first. Assumes that people take lessons in order.';
comment on function private.to_do() is
  'The tasks that wait for an administrator: learners without activity for 14 days, invites that end within a day, pending purchases, paid purchases of no known member, each counted to 1,001; the payment provider''s events that a person has to look at {open: how many, newest: three, as open_purchase_notices() returns them}; {posts, communities, community_id} with open reports; drop_off_lessons(); and the jobs {stopped: whether no worker runs, failed: how many were given up}. Null for callers who may not read the whole dashboard.';
comment on function public.analytics(text,uuid,text,text,integer,integer) is
  'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; in each case only people with an unfinished course that is open to them, whose account is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. Courses are those that are granted, published and not deleted, `ended` of which have ended; completed and total count the lessons that are there now, because nobody can complete others; last_at is the last completion or watched minute anywhere, also in a lesson that was deleted since, because an editor''s change must not make a learner inactive. Raises 42501 (rules/members#analytics).';
comment on table private.learner_courses is
  'What a person has done in a course: how many of its present lessons they completed, their last activity (-infinity: none), since when the course is granted and until when it is open (infinity: without end; null: not granted), and whether they have finished it. Kept by triggers. No grants: read by functions.';
comment on table private.learners is
  'What a person has done in all courses that count: completed lessons and the last activity; and over their unfinished courses, since when the first is granted and until when the last is open (null: none, or the account is disabled). Kept by triggers. No grants: read by functions.';
comment on column private.learners.held_until is
  'Until when the last of the person''s courses is open to them, also courses that do not count (-infinity: no grant at all).';

-- Search

create or replace function private.corrected_term(open uuid[], term text, is_last boolean)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  question tsquery := private.prefix_query(private.prefixes(term, false));
  near text;
  longest int := case when char_length(term) >= 7 then 2 else 1 end;
begin
  -- Runs are not corrected, because their pairs of letters do not show typing errors.
  if char_length(term) < 3 or private.is_run(term) or term ~ '^[0-9]+$' or private.any_lesson_matches(open, question) or exists (
    select 1 from private.course_documents d where d.words @@ question and d.course_id = any (open)
  ) then
    return term;
  end if;
  -- The threshold is lower than the default, so that a word with two letters swapped is still found.
  perform set_config('pg_trgm.word_similarity_threshold', '0.2', true);
  -- The nearest word first, until one occurs in what the caller may open.
  for near in
    select k.word
    from (
      select c.word, least(
        extensions.levenshtein_less_equal(term, c.word, longest + 1),
        -- The last term may be unfinished, so that it is compared with the beginning of the word.
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term)), longest + 1) end,
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term) + 1), longest + 1) end,
        -- Two neighbouring letters that are swapped count as one error.
        case when char_length(c.word) = char_length(term) then (
          select 1 from generate_series(1, char_length(term) - 1) i
          where c.word = left(term, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) limit 1) end) as slips
      from (
        -- Two queries, because the index of trigrams answers the first.
        select w.word from private.known_words w where term operator(extensions.<%) w.word
        union
        select w.word from private.known_words w
        where char_length(term) < 5 and w.word collate "C" like left(term, 1) || '%' and char_length(w.word) <= 5
      ) c
    ) k
    where k.slips <= longest
    order by k.slips, extensions.similarity(term, k.word) desc, k.word
  loop
    if private.any_lesson_matches(open, quote_literal(near)::tsquery) or exists (
      select 1 from private.course_documents d
      where d.words @@ quote_literal(near)::tsquery and d.course_id = any (open)
    ) then
      return near;
    end if;
  end loop;
  return term;
end
$function$;

create or replace function private.fold(text text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if octet_length(fold.text) = char_length(fold.text) then
    -- The text has only ASCII characters, which need no table.
    return lower(fold.text collate "C");
  end if;
  return lower(extensions.unaccent('extensions.unaccent', normalize(fold.text, nfkc)));
end
$function$;

create or replace function private.highlighted(text text, pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  spoken text := normalize(translate(highlighted.text, E'\x02\x03', ''), nfc);
  run constant text := '[' || private.run_letters() || ']';
  piece constant text := '(' || run || '+|(?:(?!' || run || ')[[:alnum:]])+|(?:(?!' || run || ')[^[:alnum:]])+)';
  parts text[];
  folded text[];
begin
  -- Text without accents, which most is, is highlighted in one pass.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(substr(pattern, 2), '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, piece, 'g') m);
  folded := array(select m[1] from regexp_matches(private.search_fold(spoken), piece, 'g') m);
  -- A character that folds into several words makes the two lists differ in length; then nothing is highlighted.
  if cardinality(parts) <> cardinality(folded) then
    return spoken;
  end if;
  return (
    select string_agg(case
        -- In a run, a match may be anywhere, and the letters next to it belong to other words.
        when p ~ run then regexp_replace(p, '(' || substr(pattern, 2) || ')', E'\x02\\1\x03', 'g')
        when f ~ pattern then E'\x02' || p || E'\x03' else p end, '' order by n)
    from unnest(parts, folded) with ordinality u (p, f, n));
end
$function$;

create or replace function private.index_lessons(ids uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  delete from private.lesson_documents d using public.lessons l
  where l.id = d.lesson_id and l.id = any (ids) and l.deleted_at is not null;
  insert into private.lesson_documents (lesson_id, course_id, free_preview, title_words, words, body)
  select l.id, m.course_id, l.free_preview, t.words, t.words || private.search_vector(p.description, 'B') || private.search_vector(p.content, 'C'),
    btrim(p.description || ' ' || p.content)
  from public.lessons l
  join public.modules m on m.id = l.module_id
  cross join lateral (select private.search_vector(l.title, 'A') as words) t
  cross join lateral (
    select private.plain_text(coalesce(l.description, '')) as description, private.plain_text(coalesce(l.content, '')) as content
    -- `offset 0` keeps the planner from computing each text twice, which is most of the work.
    offset 0
  ) p
  where l.id = any (ids) and l.deleted_at is null
  on conflict (lesson_id) do update set course_id = excluded.course_id, free_preview = excluded.free_preview,
    title_words = excluded.title_words, words = excluded.words, body = excluded.body;
  perform private.add_known_words(array(select d.words from private.lesson_documents d where d.lesson_id = any (ids)));
end
$function$;

create or replace function private.pairs(folded text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  runs text;
begin
  if octet_length(pairs.folded) = char_length(pairs.folded) then
    return '{}';
  end if;
  select string_agg(m[1], ' ') into runs
  from regexp_matches(pairs.folded, '([' || private.run_letters() || ']+)', 'g') m;
  return array(
    select p.pair
    from (
      select s.c || coalesce(nullif(lead(s.c) over (order by s.n), ' '), '') as pair, s.n
      from string_to_table(runs, null) with ordinality s (c, n)
    ) p
    where p.pair not like ' %'
    group by p.pair
    order by min(p.n)
    -- A text with more pairs is not in one of these languages, and its entry in the index would become too large.
    limit 40000);
end
$function$;

create or replace function private.prefixes(term text, is_last boolean)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  stem text := (pg_catalog.ts_lexize('english_stem', term))[1];
begin
  -- A short word matches only itself; the last word may be unfinished.
  if char_length(term) < 2 or (char_length(term) = 2 and not is_last) then
    return array['=' || term];
  end if;
  if char_length(stem) < 3 or stem is null then
    return array[term];
  end if;
  return array[stem]
    || case when right(stem, 1) = 'i' then array[left(stem, -1) || 'y'] else '{}' end
    || case when starts_with(term, stem) then '{}' else array[term] end;
end
$function$;

create or replace function private.search_fold(text text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  folded text := private.fold(search_fold.text);
begin
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- Folding splits one vowel of Thai and Lao into two characters, which would move the positions in a text.
  return replace(replace(folded, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
end
$function$;

create or replace function private.search_results(
  open uuid[],
  library uuid[],
  terms text[],
  all_of_them boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  joined constant text := case when all_of_them then ' & ' else ' | ' end;
  begins text[] := '{}';
  in_names text;
  in_text text;
  literal text;
  pattern text;
  question tsquery;
  deep tsquery;
begin
  for i in 1 .. cardinality(terms) loop
    begins := begins || case when private.is_run(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    in_names := concat_ws(joined, in_names, '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')');
    -- Too many words in texts begin with the same two letters, so that there a term of two letters is a whole word.
    in_text := concat_ws(joined, in_text, '(' || private.term_query(terms[i], false)::text || ')');
    literal := concat_ws(joined, literal,
      case when private.is_run(terms[i]) then '(' || private.term_query(terms[i], false)::text || ')' else quote_literal(terms[i]) || ':*' end);
  end loop;
  question := in_names::tsquery;
  deep := in_text::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')'
  into pattern from unnest(begins) b;

  return (
    with course as (
      select c.slug, c.title, c.category, c.description,
        ts_rank(d.words, question) + case when d.words @@ literal::tsquery then 1 else 0 end as score
      from private.course_documents d join public.courses c on c.id = d.course_id
      where d.course_id = any (open) and c.deleted_at is null and d.words @@ question
      order by score desc, c.title, c.id limit 4
    ), category as (
      select c.category, count(*) as courses
      from public.courses c
      where c.id = any (library) and c.category is not null
        and private.search_vector(c.category, 'A') @@ question
      group by c.category order by courses desc, c.category limit 3
    ), hit as (
      (select w.id, true as in_title from private.lessons_titled(open, question) w (id) order by w.id limit 100)
      union all
      (select w.id, false from private.lessons_matching(open, deep) w (id) order by w.id limit 100)
    ), candidate as (
      select hit.id, bool_or(hit.in_title) as in_title from hit group by hit.id
    ), lesson as (
      select l.id, l.title, l.content_type, c.slug, c.title as course, d.body, m.index as module_index, l.index,
        ts_rank(d.words, question, 1) + case when candidate.in_title then 10 else 0 end
          + case when d.title_words @@ literal::tsquery then 5 else 0 end as score
      from candidate
      -- `offset 0` makes the planner look up each document and each lesson by its id: it cannot know how few they are,
      -- and would read all, above all in tables that were never analysed, as after a large import.
      cross join lateral (select * from private.lesson_documents o where o.lesson_id = candidate.id offset 0) d
      cross join lateral (
        select o.id, o.title, o.content_type, o.index, o.module_id, o.free_preview
        from public.lessons o where o.id = candidate.id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
      order by score desc, c.title, m.index, l.index, l.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.highlighted(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$function$;

create or replace function private.snippet(body text, begins text[], pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  width constant int := 150;
  lead constant int := 40;
  folded text := private.search_fold(snippet.body);
  run constant text := '[' || private.run_letters() || ']';
  at int := (select min(nullif(strpos(folded, ltrim(b, '=')), 0)) from unnest(begins) b);
  start int;
  cut text;
begin
  if snippet.body = '' then
    return null;
  end if;
  -- The slower search is needed only for a match in the middle of a word.
  if at > 1 and substr(folded, at - 1, 1) ~ '[[:alnum:]]' and substr(folded, at, 1) !~ run then
    at := regexp_instr(folded, '(?:\m|(?=' || run || '))' || replace(snippet.pattern, '$', '\M'));
  end if;
  start := greatest(1, at - lead);
  cut := substr(snippet.body, start, width);
  -- Words that were cut at either end are dropped; a part of a run remains readable.
  if start > 1 then
    cut := regexp_replace(cut, '^(?:(?!' || run || ')\S)*\s+', '');
  end if;
  if char_length(snippet.body) >= start + width then
    cut := regexp_replace(cut, '\s+(?:(?!' || run || ')\S)*$', '');
  end if;
  return case when start > 1 then '…' else '' end || private.highlighted(cut, '^' || snippet.pattern)
    || case when char_length(snippet.body) >= start + width then '…' else '' end;
end
$function$;

create or replace function private.term_query(term text, is_last boolean)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if not private.is_run(term) then
    return private.prefix_query(private.prefixes(term, is_last));
  end if;
  return (
    select string_agg(quote_literal(p.pair) || case when char_length(term) = 1 then ':*' else '' end, ' & ')::tsquery
    from unnest(private.pairs(term)) p (pair)
    -- pairs() also returns the last letter alone, which is the end of the term and need not be the end of a run.
    where char_length(term) = 1 or char_length(p.pair) = 2);
end
$function$;

comment on function private.add_known_words(tsvector[]) is
  'Takes the words of documents and adds those that are new.';
comment on function private.any_lesson_matches(uuid[],tsquery) is
  'As lessons_matching(), but only returns whether a lesson matches.';
comment on function private.corrected_term(uuid[],text,boolean) is
  'Takes the courses that are open to the caller, a term, and whether it is the last. Returns the term, or if nothing that they may open has it, the nearest word that something has: with one typing error, or two in words of seven letters and more.';
comment on function private.courses_changed() is
  'Trigger: updates the texts by which search finds a course.';
comment on function private.index_courses(uuid[]) is
  'Takes courses and writes the texts by which search finds them.';
comment on function private.index_lessons(uuid[]) is
  'Takes lessons and writes the texts by which search finds them; deletes those of deleted lessons.';
comment on function private.is_run(text) is
  'Takes a term of search_terms(); whether it is a run: a piece of text in a script that writes words without spaces.';
comment on function private.lessons_changed() is
  'Statement trigger: updates the texts by which search finds lessons.';
comment on function private.lessons_matching(uuid[],tsquery) is
  'Takes the courses that are open to the caller and a query of the index; returns the lessons of these courses, and the free previews of published courses, that match in title or text. It must not return any other lesson, because corrections of typing errors come from its result too.';
comment on function private.lessons_titled(uuid[],tsquery) is
  'As lessons_matching(), but searches titles only.';
comment on function private.note_key(text) is
  'Takes the text by which a note is found; returns its words and the pairs of its runs, with a space before each, for person_patterns().';
comment on function private.pairs(text) is
  'Takes a folded text; returns each pair of neighbouring letters in its runs once, and the last letter of each run alone, in order.';
comment on function private.plain_text(text) is
  'Takes Markdown; gives the first 100,000 characters of it as one line of text without its markup and addresses, with the texts of its footnotes.';
comment on function private.prefixes(text,boolean) is
  'Takes a term and whether it is the last of the query; gives prefixes of which a matching word has one. A prefix that begins with an equals sign is the whole word. The English stem of `queries` finds `query`.';
comment on function private.search_results(uuid[],uuid[],text[],boolean) is
  'Takes the courses that are open to the caller, those of their library, the terms, and whether all of them must be found or any will do. Gives the best four courses, three categories and twelve lessons. At most 100 lessons that match by title and 100 that match by text are ranked, because ranking reads whole documents.';
comment on function private.search_vector(text,"char") is
  'Takes a text and a weight (A to D); gives its folded words, and the pairs of its runs. Signs inside words separate them, so that `array.map` has a `map`.';
comment on function public.search(text) is
  'Takes a query, of which 100 characters and eight words count. Gives courses, categories and lessons that the caller may open (entitled to, free previews of published courses, or their own to edit), best first, 19 at most: in titles and snippets the characters 2 and 3 stand around what was found. `corrected` is the query that was used instead, if nothing has the words as typed. Definer, because row security keeps indexes of words from being used; it works out the caller''s courses first, and asks each lesson again (rules/learning#search).';
comment on table private.course_documents is
  'The texts by which search finds a course: title (A), category (B), teacher and description (C). No grants: read by search() alone.';
comment on table private.known_words is
  'Every word that a document ever had, for the correction of typing errors. A word that no document has any more does no harm, because search() suggests only words that occur in what the caller may open.';
comment on table private.lesson_documents is
  'The texts by which search finds a lesson: title (A), description (B) and content (C), and its plain text for snippets. No grants: read by search() alone.';

-- Invites

create or replace function private.due_invites_ending(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  path constant text := private.invites_path(work.user_id);
  ending constant text[] := private.invites_ending(work.user_id, work.due_at);
begin
  if path is null or cardinality(ending) = 0 then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, expires_at)
  values (
    case when cardinality(ending) = 1 then 'An invite ends soon' else cardinality(ending) || ' invites end soon' end,
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give two more days.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give two more days.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at) + interval '2 days');
  perform private.enqueue_job('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$function$;

create or replace function private.export_invites(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- The token is left out, because a person who has it can accept the invite.
  columns := array['id', 'email', 'role', 'status', 'courses', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', coalesce(nullif(btrim(s.name), ''), s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$function$;

create or replace function private.free_invite()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A corrected email is unconfirmed, although the account was confirmed before.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = old.id and a.account_confirmed) then
    update public.invites i set redeemed_at = null, redeemed_by_id = null where i.redeemed_by_id = old.id;
  end if;
  return old;
end
$function$;

create or replace function private.give_invited_role(person uuid, proving_session uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites;
  given boolean := false;
begin
  for invite in
    select i.* from public.invites i join auth.users u on u.id = person
    where i.redeemed_by_id = person and i.role <> 'MEMBER' and i.role_given_at is null
      -- A proven email gives only the role of an invite that was sent to it.
      and lower(i.email) = lower(u.email)
    order by i.redeemed_at
  loop
    if private.person_keeps(invite.invited_by_id, 'invites', 'give_role') then
      -- A member gets any role, and everyone else only ADMIN, because another change would take rights away.
      update public.profiles p set role = invite.role
      where p.id = person and (p.role = 'MEMBER' or (invite.role = 'ADMIN' and p.role <> 'ADMIN'));
      given := given or found;
    end if;
    update public.invites i set role_given_at = now() where i.id = invite.id;
  end loop;
  if given then
    -- Only this session has proven the email. The password and the other sessions may be another person's.
    update auth.users u set email_confirmed_at = now(), encrypted_password = ''
    where u.id = person
      and (u.email_confirmed_at <= 'epoch' or exists (select 1 from private.corrected_addresses a where a.user_id = u.id));
    if found then
      delete from private.corrected_addresses a where a.user_id = person;
      delete from auth.sessions s where s.user_id = person and s.id is distinct from proving_session;
    end if;
  end if;
end
$function$;

create or replace function private.invite_verdicts(act text, batch uuid[])
  returns table(id uuid, state text)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  any_invite boolean := private.can('invites', invite_verdicts.act);
  own_invite boolean := private.can('invites', invite_verdicts.act, 'own');
  any_role boolean := private.can('invites', 'give_role');
  any_course boolean := private.can('entitlements', 'create');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- As in resend_invite(), the caller needs the right to give now what the invite gives.
      when i.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
      when exists (
        select 1 from public.invite_courses ic
        where ic.invite_id = i.id and not exists (
          select 1 from public.courses c
          where c.id = ic.course_id and c.deleted_at is null
            and (any_course or c.id in (select private.my_course_ids('invites', 'create'))))
      ) then 'COURSE_DENIED'
      else 'READY' end
    from public.invites i
    where i.id = any (batch) and (any_invite or (own_invite and i.invited_by_id = me));
end
$function$;

create or replace function private.invited_course_ids(i public.invites)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- The rule is the same as in check_invite() for a person who sends an invite.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create')) or c.created_by_id = i.invited_by_id);
  end if;
end
$function$;

create or replace function private.on_address_verified()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- weigh_address() reads this setting: a server may confirm an email and set it, in this order, in one transaction.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- A corrected email is proven by the session that a mail to it opened, in on_mailbox_proved().
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id);
  end if;
  return new;
end
$function$;

create or replace function private.enqueue_invite_mail()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- After two minutes, a page that sends the mail itself has done so.
  perform private.enqueue_job('invite_mail', private.invite_mail_key(new.id, new.expires_at), now() + interval '2 minutes', new.id, new.invited_by_id);
  return null;
end
$function$;

create or replace function private.enqueue_invites_ending()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('invites_ending', d.invited_by_id || ':' || to_char(d.day, 'YYYY-MM-DD'),
    -- At seven in the morning of the day before, or now if that has passed.
    greatest(d.day at time zone 'UTC' + interval '7 hours', now()), null, d.invited_by_id)
  from (
    select distinct n.invited_by_id, (n.expires_at at time zone 'UTC')::date - 1 as day
    from new_rows n
    where n.invited_by_id is not null and private.invite_is_active(n.redeemed_at, n.cancelled_at, n.expires_at)
  ) d
  where d.day >= (now() at time zone 'UTC')::date;
  return null;
end
$function$;

create or replace function private.redeem_invite(token text, person uuid, address text)
  returns public.invites
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.usable_invite(token, address);
begin
  -- The invite stays open, so that a person who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- If two redeem at once, the second waits for the first and then finds the invite redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at);
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, g.id, 'INVITE', invite.id, invite.invited_by_id
  from private.invited_course_ids(invite) g (id)
  on conflict on constraint entitlements_grant_key do nothing;
  return invite;
end
$function$;

create or replace function private.validate_invites(lines jsonb, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  any_course boolean := private.can('entitlements', 'create');
  any_invite boolean := private.can('invites', 'read');
  any_person boolean := private.can('profiles', 'list');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- Room for 2,000 of the longest emails, with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when any_person and exists (select 1 from public.profiles p where lower(p.email) = r.address) then 'MEMBER'
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$function$;

create or replace function public.change_invites(
  operation_id uuid,
  piece integer,
  act text,
  invite_ids uuid[] default null,
  query text default null,
  state text default null,
  mine boolean default false,
  after uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  -- Every resent invite is mailed before the next piece begins.
  size int := case act when 'resend' then 100 else 2000 end;
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('change-invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  batch uuid[];
  result jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = change_invites.piece;
  if result is null then
    if cardinality(invite_ids) > size then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('At most %s invites at once, please.', size);
    end if;
    batch := private.invite_batch(act, invite_ids, query, change_invites.state, mine, after, size);
    -- Rows are locked in one order, so that two callers cannot deadlock. A redemption comes before or after.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then now() + interval '48 hours' else i.expires_at end,
      cancelled_at = case act when 'cancel' then now() else i.cancelled_at end,
      invited_by_id = case when act = 'resend' and private.invite_withheld(i) is not null then private.uid() else i.invited_by_id end
    from jsonb_array_elements(result -> 'verdicts') v
    where i.id = (v ->> 0)::uuid and v ->> 1 = 'DONE';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, change_invites.piece, result);
  end if;
  return result - 'verdicts' || jsonb_build_object('verdicts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'state', v ->> 1,
      'token', case when act = 'resend' and v ->> 1 = 'DONE' then i.token end) order by lower(i.email), i.id), '[]')
    from jsonb_array_elements(result -> 'verdicts') v join public.invites i on i.id = (v ->> 0)::uuid));
end
$function$;

create or replace function public.claim_invite_mail(invite_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
  mail_key constant text := private.invite_mail_key(invite.id, invite.expires_at);
  due private.due_work;
  wait jsonb;
begin
  -- The sender is locked before the email, so that two senders who invite the same person cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));
  -- The worker may be sending it at this moment, or have sent it.
  select * into due from private.due_work w where w.key = 'invite_mail:' || mail_key for update;
  if due.outcome = 'DONE' then
    return jsonb_build_object('state', 'SENT');
  end if;
  wait := private.invite_mail_wait(private.uid(), invite.email);
  if wait is not null then
    return jsonb_build_object('state', 'WAIT') || wait;
  end if;
  delete from private.invite_mails m
  where m.sender_id = private.uid() and m.sent_at <= clock_timestamp() - interval '1 hour';
  insert into private.invite_mails (sender_id, invite_id) values (private.uid(), invite.id);
  update private.due_work w set locked_until = now() + interval '2 minutes' where w.id = due.id and w.done_at is null;
  return jsonb_build_object('state', 'READY', 'key', 'invite_mail:' || mail_key);
end
$function$;

create or replace function public.create_invites(operation_id uuid, piece integer, lines jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- The lines are checked again, because people may have signed up or been invited since the dry run.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid()) else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.validate_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid()
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;

create or replace function public.invite_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  mine boolean default false,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and private.can('invites', 'read') then
    total := private.invites_count(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The ids of the page are read first, so that only its fifty rows are put together and none of those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id, 'withheld', private.invite_withheld(i),
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$function$;

create or replace function public.invite_mailed(invite_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.end_job(w.id, w.attempts + 1, 'DONE')
  from private.due_work w
  where w.key = 'invite_mail:' || private.invite_mail_key(invite.id, invite.expires_at) and w.done_at is null;
end
$function$;

comment on function private.check_invite(public.user_role,uuid[]) is
  'Raises 42501 unless the caller may send an invite that gives this role and these courses: creators their own courses, moderators and administrators any; a role only if the caller may give one (rules/access#role-table).';
comment on function private.due_invite_mail(private.due_work) is
  'Job: returns the mail of an invite, with what invite_by_token() returns, {to, token} and {wait}: the moment before which it must not leave. Null if the invite is closed or was sent again, or if its sender may no longer invite.';
comment on function private.due_invites_ending_mail(private.due_work) is
  'Job: returns the same message as a mail, {to, ending: the emails of invites that were not accepted, path: of the list of invites}; null if it is no longer needed.';
comment on function private.free_invite() is
  'Trigger on auth.users: makes an invite usable again when the account that redeemed it is deleted before its email was ever confirmed (rules/invites#free-again).';
comment on function private.give_invited_role(uuid,uuid) is
  'Takes a person whose email is proven, and the session that proved it, if only that session did; gives them the roles of the invites to that email that they redeemed. Accepting never lowers a role. If only a session proved it, the account is confirmed from then on, and its password and its other sessions end (rules/invites#role-needs-mailbox).';
comment on function private.invite_admits(public.invites) is
  'Takes an invite; true while its sender could still invite. An invite whose sender could no longer invite gives nothing.';
comment on function private.invite_is_active(timestamp with time zone,timestamp with time zone,timestamp with time zone) is
  'Takes when an invite was redeemed and when it was cancelled (null: never), and its end; true if it can be accepted (rules/invites#invite-status).';
comment on function private.invite_mail_key(uuid,timestamp with time zone) is
  'Takes an invite and its end; returns the key of its mail. An invite that is sent again has another end, and so another key.';
comment on function private.invite_mail_wait(uuid,text) is
  'Takes a sender and an email; returns why a mail of theirs to it has to wait, and until when: {for, until}, for ADDRESS when an invite was mailed there less than a minute ago, for SENDER when they have mailed 2,000 in the last hour. Null if it need not wait.';
comment on function private.invite_verdicts(text,uuid[]) is
  'Takes resend or cancel, and invites; returns for each invite that the caller may do this to: READY, REDEEMED or CANCELLED, and for resending ROLE_DENIED or COURSE_DENIED if the caller could no longer give its role or courses. Other invites are left out.';
comment on function private.invites_ending(uuid,timestamp with time zone) is
  'Takes a person and a morning; the emails of their invites that end on the day after it (UTC) and were not accepted, the first to end first.';
comment on function private.invites_where(text,text,boolean) is
  'Takes a part of an email, a derived status (null: any) and whether only one''s own are wanted; gives the condition on invites i as SQL, every value quoted. Callers who may not read all of them get their own in any case.';
comment on function private.my_invite(uuid,text) is
  'Takes an invite and an action; returns the invite if the caller may do that to it. Raises 42501 otherwise, also for an unknown invite.';
comment on function private.on_address_verified() is
  'Trigger on auth.users: gives the invited role once the email is confirmed.';
comment on function private.enqueue_invite_mail() is
  'Row trigger: schedules the mail of a new invite, and of one whose end was put off.';
comment on function private.enqueue_invites_ending() is
  'Statement trigger: schedules the message that tells a sender on the day before that an invite ends.';
comment on function private.redeem_invite(text,uuid,text) is
  'Takes a token, a person and their email; redeems the invite exactly once and grants those of its courses that its sender could still give. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN.';
comment on function private.usable_invite(text,text) is
  'Takes a token and an email; returns the invite if that email could redeem it at this moment, raises as refuse_invite does otherwise. Redeems nothing.';
comment on function public.accept_invite(text) is
  'Takes a token; redeems the invite for the signed-in caller, to whose email it must have been sent, and answers the courses it opened. Raises as redeem_invite does, and 42501 for visitors.';
comment on function public.cancel_invite(uuid) is
  'Takes an invite and cancels it. Raises 42501 for those who may not, PT409 INVITE_CLOSED when there is nothing to cancel.';
comment on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) is
  'Sends invites again (48 hours from now, under the same links; the edge function sends the mails) or cancels them, in pieces of 100 and of 2,000: those named, or those that invite_list() finds, in the order of their ids behind `after`. Gives {invites: how many it looked at, verdicts: [{id, email, state, token}], last}, state being DONE or why it was left as it was (see count_invites()), last the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (rules/members#bulk).';
comment on function public.claim_invite_mail(uuid) is
  'Called before an invite is mailed: counts that mail, and locks it against the worker for two minutes. Takes an invite; gives {state: READY, key: what the mail is known by}, {state: SENT} when it has left already, or {state: WAIT, for, until}: for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when the caller has e-mailed 2,000 in the last hour. Raises 42501 for those who may not send the invite again.';
comment on function public.create_invite(text,public.user_role,uuid[]) is
  'Takes an email, a role to give and courses; makes an invite that lasts 48 hours and answers it with its token. The same again from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, 23514 for an invalid email.';
comment on function public.invite_by_token(text) is
  'Takes a token. For an active one: email, inviter, titles of the courses it gives, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own email. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';
comment on function public.invite_list(text,text,text,boolean,integer,integer) is
  'Takes a part of an email, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses}]}, the token of active ones alone, courses as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';
comment on function public.invite_mailed(uuid) is
  'Takes an invite whose mail was sent; the worker does not send it again. Raises 42501 for those who may not send it.';
comment on function public.my_open_invite() is
  'The newest invite that waits for the caller''s own, proven email, as its screen shows it, and its token; null without one. So a person can accept an invite that a second sign-up with the same email could not redeem (rules/invites#accept-signed-in). Raises 42501 for those who are not let in.';
comment on function public.resend_invite(uuid) is
  'Takes an invite; gives it 48 hours from now under the same link. If its sender could no longer give all of it, the caller becomes its sender. Raises 42501 for those who may not, PT409 INVITE_CLOSED when it was used or cancelled.';
comment on policy invite_courses_select on public.invite_courses is
  'Those who may read the invite: its own policy decides.';
comment on policy invites_select on public.invites is
  'All invites, or those that one has sent. Nobody else can list tokens.';
comment on table private.invite_mails is
  'Mails of invites that were sent within the last hour. No grants: written by claim_invite_mail(), which deletes the caller''s older ones.';
comment on table public.invites is
  'An invite by mail. Its status is derived: redeemed, cancelled, expired or active (rules/invites#invite-status).';
comment on column public.invites.role_given_at is
  'When the invited role took effect, which needs a verified email and a sender who may still give the role.';

-- Communities

create or replace function private.limit_posting()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.uid() is not null then
    -- The lock makes posts that are sent at the same moment wait for each other, so that all of them are counted.
    perform pg_advisory_xact_lock(hashtextextended('community_posts ' || private.uid(), 0));
    if (select count(*) from (
        select 1 from public.community_posts p
        where p.author_id = private.uid() and p.created_at > now() - interval '1 minute' limit 10) recent) >= 10 then
      raise exception using errcode = 'PT429', hint = 'TOO_FAST',
        message = 'You are posting too fast. Please wait a minute and try again.';
    end if;
  end if;
  return new;
end
$function$;

create or replace function public.community_feed(
  slug text,
  before uuid default null,
  page_size integer default 20
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size integer := least(greatest(coalesce(page_size, 20), 1), 50);
  edge_at timestamptz := 'infinity';
  edge_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_membership(c.id) s
  where c.slug = community_feed.slug;
  if not found then
    return null;
  end if;
  if here.state = 'BANNED' or not here.reads then
    return jsonb_build_object('community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500));
  end if;
  if community_feed.before is not null then
    -- A post of another community ends the feed.
    select coalesce(max(p.created_at), '-infinity') into edge_at
    from public.community_posts p where p.id = community_feed.before and p.community_id = here.community_id;
    edge_id := community_feed.before;
  end if;
  return (
    with thread as materialized (
      select p.id, p.created_at, answer.total, answer.ids
      from public.community_posts p
      cross join lateral (
        select (select count(*)::int from public.community_posts r where r.parent_id = p.id and r.deleted_at is null) as total,
          array(select r.id from public.community_posts r where r.parent_id = p.id and r.deleted_at is null
            order by r.created_at desc, r.id desc limit 2) as ids
      ) answer
      where p.community_id = here.community_id and p.parent_id is null and (p.created_at, p.id) < (edge_at, edge_id)
        and (p.deleted_at is null or answer.total > 0)
      order by p.created_at desc, p.id desc
      limit size + 1
    ), drawn as (
      select t.id, t.created_at, opener.view || jsonb_build_object('replies', t.total, 'latest', (
          select coalesce(jsonb_agg(v.view order by v.view ->> 'at', v.id), '[]') from private.post_views(t.ids, 500, here.moderates) v)) as view
      from thread t cross join lateral private.post_views(array[t.id], 1000, here.moderates) opener
    ), weighed as (
      select d.*,
        row_number() over newest_first as place,
        sum(octet_length(d.view::text)) over newest_first as weight
      from drawn d window newest_first as (order by d.created_at desc, d.id desc)
    ), page as (
      select w.* from weighed w where w.place <= size and (w.place = 1 or w.weight <= 11000)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'threads', coalesce((select jsonb_agg(p.view order by p.place) from page p), '[]'),
      'next', case when (select count(*) from thread) > (select count(*) from page)
        then (select p.id from page p order by p.place desc limit 1) end,
      'as_of', now())
  );
end
$function$;

create or replace function public.community_people(slug text, skip integer default 0)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  first integer := greatest(coalesce(community_people.skip, 0), 0);
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_membership(c.id) s
  where c.slug = community_people.slug and s.moderates and s.state <> 'BANNED';
  if not found then
    return null;
  end if;
  return (
    with person as materialized (
      select m.user_id, p.name, m.role = 'MODERATOR' as leads, m.banned, m.joined_at,
        row_number() over (order by m.role = 'MODERATOR' desc, lower(p.name) nulls last, m.user_id) as place
      from public.community_members m join public.profiles p on p.id = m.user_id
      -- A ban stays when the person leaves, so the person stays on the list.
      where m.community_id = here.community_id and (m.left_at is null or m.banned)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'total', (select count(*)::int from person),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.name, 'leads', p.leads, 'banned', p.banned,
          'joined_at', p.joined_at, 'mine', p.user_id = private.uid()) order by p.place)
        from person p where p.place > first and p.place <= first + 50), '[]'))
  );
end
$function$;

create or replace function public.join_community(community_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('community_members', 'create', 'own')
     or join_community.community_id not in (select o.id from private.open_community_ids() as o (id)) then
    perform private.refuse('You may not join this community.');
  end if;
  -- A moderator who leaves loses their rights, and comes back as a member.
  insert into public.community_members as m (community_id, user_id) values (join_community.community_id, private.uid())
  on conflict on constraint community_members_pkey do update
    set left_at = null, joined_at = now(), role = 'MEMBER'
    where m.left_at is not null and not m.banned;
end
$function$;

create or replace function public.managed_members(
  community_id uuid,
  query text default '',
  state text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- A ban stays when the person leaves, so the person stays on the list.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  if found is null and coalesce(managed_members.state, '') not in ('banned', 'moderators') then
    total := private.row_count('community_members', array[managed_members.community_id::text]);
  else
    execute format('select count(*) from %s where %s', people, condition) into total;
  end if;
  execute format($sql$
    with page as materialized (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
      order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at)) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    people, condition, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;

create or replace function public.new_in_communities()
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select count(*)::int from (
      select 1
      from public.community_members m
      left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
      cross join lateral (
        -- The limit lets one look into the index of its feed answer for each community.
        select 1 from public.community_posts p
        where p.community_id = m.community_id and p.created_at > greatest(m.joined_at, v.seen_at)
          and p.deleted_at is null and p.author_id is distinct from m.user_id
        limit 10
      ) fresh
      where m.user_id = private.uid() and private.membership_is_active(m.left_at, m.banned)
        and m.community_id in (select private.open_community_ids())
      limit 10
    ) latest
  );
end
$function$;

create or replace function public.mark_community_seen(slug text, seen timestamptz)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into private.community_visits as v (user_id, community_id, seen_at)
  select private.uid(), c.id, least(mark_community_seen.seen, now())
  from public.communities c
  where c.slug = mark_community_seen.slug and c.id in (select private.joined_community_ids())
  -- Two pages may report in any order.
  on conflict (user_id, community_id) do update set seen_at = excluded.seen_at where v.seen_at < excluded.seen_at;
  return public.new_in_communities();
end
$function$;

comment on function private.community_header(uuid,text,boolean,boolean,integer) is
  'Takes a community, the caller''s membership and how much of its description to give; what a screen shows of it. A banned person sees only its name.';
comment on function private.community_membership(uuid) is
  'Takes a community, or null for all; returns the caller''s state in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (an administrator to whom it is not open), and whether they may read, moderate and post, by the same rules as the policies. No row for a community that the caller may not know of.';
comment on function private.is_thread(uuid,uuid) is
  'Takes a post and a community; true when the post is in that community, is not a reply, and can be answered.';
comment on function private.membership_is_active(timestamp with time zone,boolean) is
  'Takes when a member left a community and whether they are banned; true if they take part in it.';
comment on function public.community_news(text,timestamp with time zone) is
  'Takes a community''s slug and a moment; returns how many posts and replies of others came after it, 100 at most, 0 for those who may not read them. Definer, so that one index answers this frequent question.';
comment on function public.new_in_communities() is
  'How many posts and replies of others the caller''s communities hold since the caller last looked, ten at most; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';
comment on function public.restore_post(uuid) is
  'Takes a post that the caller deleted less than ten minutes ago and restores it with its reports. Raises 42501, also when another person deleted it.';
comment on function public.mark_community_seen(text,timestamp with time zone) is
  'Takes a community''s slug and the moment up to which the caller has seen its posts; marks earlier posts as seen, for members only. Returns new_in_communities(). Definer, because visits are granted to no one (rules/communities#news).';
comment on policy community_members_insert on public.community_members is
  'Oneself, in a community that is open to one; anybody, for administrators.';
comment on policy community_post_reports_insert on public.community_post_reports is
  'Reports by oneself of posts that one can see.';
comment on policy community_posts_update on public.community_posts is
  'Authors edit their own posts.';
comment on table private.community_visits is
  'The moment up to which a person has seen the posts of a community (rules/communities#news).';
comment on table public.communities is
  'A group in which people post: open to everybody, to a course''s learners, to buyers, or by invite (rules/communities#open-to).';
comment on column public.community_posts.deleted_by_id is
  'Who deleted the post: only this person may restore it.';

-- Purchases

create or replace function private.gone_back(
  provider text,
  ref text,
  out known boolean,
  out whole boolean,
  out cents numeric
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  with event as materialized (
    select e.kind, coalesce(e.about, e.event_id) as about, coalesce(e.amount_cents, 0) as cents, e.whole, e.occurred_at, e.received_at
    from private.purchase_events e where e.provider = gone_back.provider and e.ref = gone_back.ref
  ), failed as (
    select distinct on (e.about) e.cents, e.occurred_at, e.received_at
    from event e where e.kind = 'REFUND_FAILED' order by e.about, e.occurred_at, e.received_at
  ), refunded as (
    select e.*, row_number() over (order by e.occurred_at, e.received_at) = 1 as is_first from event e where e.kind = 'REFUND'
  ), standing as (
    -- Each refund event gives the sum so far, minus refunds that failed later. A refund that failed was made before, in
    -- whatever order the events arrive.
    select r.whole and f.cents is null as whole, r.cents - coalesce(f.cents, 0) as cents
    from refunded r cross join lateral (
      select sum(f.cents) as cents from failed f where r.is_first or (f.occurred_at, f.received_at) > (r.occurred_at, r.received_at)) f
  ), dispute as (
    select distinct on (e.about) e.kind, e.cents
    from event e where e.kind in ('DISPUTE_LOST', 'DISPUTE_WON') order by e.about, e.occurred_at desc, e.received_at desc
  )
  select exists (select from event e where e.kind in ('REFUND', 'DISPUTE_LOST')),
    coalesce((select bool_or(s.whole) from standing s), false),
    greatest(coalesce((select max(s.cents) from standing s), 0), 0)
      + coalesce((select sum(d.cents) from dispute d where d.kind = 'DISPUTE_LOST'), 0)
$function$;

create or replace function private.purchases_where(
  query text,
  status public.purchase_status,
  since timestamptz,
  until timestamptz
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return concat_ws(' and ', 'true',
    'p.status = ' || quote_literal(purchases_where.status),
    'p.created_at >= ' || quote_literal(since),
    'p.created_at < ' || quote_literal(until),
    -- Each part has its own index.
    case when btrim(query) <> '' then format($sql$p.id in (
      select r.id from public.purchases r where lower(r.provider_ref) like %1$L
      union all
      select w.id from public.purchases w where lower(w.buyer_email) like %1$L and w.buyer_email is not null
      union all
      select b.id from private.people u join public.purchases b on b.user_id = u.id where %2$s)$sql$,
      private.like_pattern(query),
      coalesce(private.found_by(query, 'u'), 'true')) end);
end
$function$;

create or replace function private.add_purchase_notice(
  provider text,
  event_id text,
  type text,
  reasons text[],
  ref text
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.purchase_notices as n (provider, event_id, type, reasons, ref)
  values (left(add_purchase_notice.provider, 40), left(add_purchase_notice.event_id, 255), left(add_purchase_notice.type, 100),
    add_purchase_notice.reasons, left(add_purchase_notice.ref, 255))
  on conflict on constraint purchase_notices_event_key do update set times = n.times + 1, reasons = excluded.reasons,
    dealt_at = case when n.reasons = excluded.reasons then n.dealt_at end
$function$;

create or replace function private.settle_purchase(purchase_id uuid, was public.purchase_status)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  p public.purchases;
  back record;
  all_back boolean;
  revived boolean;
  taken private.taken_grants;
begin
  select * into p from public.purchases t where t.id = settle_purchase.purchase_id;
  select * into back from private.gone_back(p.provider, p.provider_ref);
  if back.known then
    all_back := back.whole or (back.cents > 0 and back.cents >= p.amount_cents);
    revived := p.status = 'REFUNDED' and not all_back;
    perform set_config('rookies.verb', case when revived then 'refund_failed' else '' end, true);
    update public.purchases t
    set refunded_cents = case when back.whole then t.amount_cents else least(t.amount_cents, back.cents) end,
      -- Money that went back had been paid.
      status = case when all_back then 'REFUNDED' when revived then 'COMPLETED' else t.status end
    where t.id = p.id;
    perform set_config('rookies.verb', '', true);
    select * into p from public.purchases t where t.id = p.id;
  end if;

  if p.status = 'REFUNDED' then
    -- Only the grant of this purchase is deleted; progress stays (rules/purchases#refund).
    with gone as (delete from public.entitlements e where e.purchase_id = p.id returning e.id, e.created_at, e.expires_at)
    insert into private.taken_grants as g (purchase_id, grant_id, created_at, expires_at)
    select p.id, gone.id, gone.created_at, gone.expires_at from gone
    on conflict on constraint taken_grants_pkey
      do update set grant_id = excluded.grant_id, created_at = excluded.created_at, expires_at = excluded.expires_at, taken_at = now();
    if not found and (was is null or was in ('PENDING', 'FAILED')) and p.user_id is not null and p.course_id is not null then
      -- Nothing was granted, and nothing will be.
      insert into private.taken_grants (purchase_id, created_at) values (p.id, now()) on conflict do nothing;
    end if;
    return 'REFUNDED';
  end if;

  if revived then
    delete from private.taken_grants g where g.purchase_id = p.id returning * into taken;
    if taken.purchase_id is null then
      -- The refund took no grant: it had been revoked before, the purchase opened no course, or it has no member yet.
      return case when p.user_id is null and not p.needs_member then 'NOT_GIVEN_BACK' else 'RECORDED' end;
    end if;
    if p.user_id is null or p.course_id is null or exists (
      -- Somebody has revoked the access since.
      select from public.audit_logs a
      where a.target_type = 'entitlement' and coalesce(a.after, a.before) ->> 'user_id' = p.user_id::text and a.created_at > taken.taken_at
        and a.action = 'entitlement.revoke' and a.actor is null and a.before ->> 'course_id' = p.course_id::text) then
      return 'NOT_GIVEN_BACK';
    end if;
    insert into public.entitlements (id, user_id, course_id, source, purchase_id, granted_by_id, created_at, expires_at)
    values (coalesce(taken.grant_id, gen_random_uuid()), p.user_id, p.course_id, 'PURCHASE', p.id, null, taken.created_at, taken.expires_at)
    on conflict on constraint entitlements_grant_key do nothing;
    return 'GIVEN_BACK';
  end if;

  -- Access is granted only when the purchase becomes COMPLETED, so that access that was revoked by hand later stays
  -- revoked.
  if p.status = 'COMPLETED' and was is distinct from 'COMPLETED' and p.user_id is not null and p.course_id is not null then
    insert into public.entitlements (user_id, course_id, source, purchase_id, granted_by_id)
    values (p.user_id, p.course_id, 'PURCHASE', p.id, null)
    on conflict on constraint entitlements_grant_key do nothing;
    return 'GRANTED';
  end if;
  return 'RECORDED';
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
      raise exception using errcode = 'PT422', hint = 'NOT_PAID', message = 'This purchase is not paid any more. Nothing was changed.';
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

create or replace function public.purchase_list(
  query text default '',
  status public.purchase_status default null,
  since timestamptz default null,
  until timestamptz default null,
  page integer default 1,
  page_size integer default 50,
  unassigned boolean default false
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  -- The search runs once, for the sums and the page.
  searched constant boolean := btrim(coalesce(query, '')) <> '';
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  narrowed constant text := concat_ws(' and ', 'true', 'p.status = ' || quote_literal(purchase_list.status),
    case when unassigned then 'p.needs_member and p.status = ''COMPLETED''' end);
  answer jsonb;
begin
  if not private.can('purchases', 'read') then
    raise exception using errcode = '42501', message = 'You may not read purchases.';
  end if;
  execute format($sql$
    with found as %1$s (
      select p.id, p.status, p.currency, p.amount_cents, p.created_at, p.needs_member from public.purchases p where %2$s
    ), g as (%3$s), page as materialized (
      select p.id from found p where %4$s order by p.created_at desc, p.id desc limit %5$s offset %6$s
    ), row as (
      select p.created_at, p.id, jsonb_build_object(
        'id', p.id, 'amount_cents', p.amount_cents, 'refunded_cents', p.refunded_cents, 'currency', p.currency,
        'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status, 'created_at', p.created_at,
        'member', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end,
        'needs_member', p.needs_member, 'buyer_email', p.buyer_email,
        'item', coalesce(c.title, m.name), 'reason', p.reason, 'refund_reason', p.refund_reason) as fields
      from page join public.purchases p on p.id = page.id
      left join public.profiles u on u.id = p.user_id
      left join public.courses c on c.id = p.course_id
      left join public.communities m on m.id = p.community_id
    )
    select jsonb_build_object('found', %7$s,
      'total', coalesce(sum(g.n), 0),
      'completed', coalesce(sum(g.n) filter (where g.status = 'COMPLETED'), 0),
      'pending', coalesce(sum(g.n) filter (where g.status = 'PENDING'), 0),
      -- Amounts of different currencies are not added up.
      'revenue', coalesce(jsonb_agg(jsonb_build_object('currency', g.currency, 'cents', g.cents) order by g.cents desc, g.currency)
        filter (where g.status = 'COMPLETED'), '[]'),
      'purchases', (select coalesce(jsonb_agg(row.fields order by row.created_at desc, row.id desc), '[]') from row),
      'notices', private.open_purchase_notices(50))
    from g$sql$,
    case when searched then 'materialized' else 'not materialized' end,
    private.purchases_where(query, null, since, until),
    case when searched or since is not null or until is not null
      then 'select p.status, p.currency, count(*) as n, sum(p.amount_cents) as cents from found p group by p.status, p.currency'
      else 'select s.status, s.currency, s.purchases as n, s.cents from private.purchase_sums s where s.purchases > 0' end,
    narrowed,
    size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size,
    case when unassigned then format('(select count(*) from found p where %s)', narrowed)
      else format('coalesce(sum(g.n) filter (where %1$L is null or g.status = %1$L), 0)', purchase_list.status) end) into answer;
  return answer;
end
$function$;

create or replace function public.record_purchase(
  key uuid,
  user_id uuid,
  course_id uuid,
  amount_cents bigint,
  currency text,
  kind text,
  reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  why text;
  known public.purchases;
begin
  if not private.can('purchases', 'create') then
    raise exception using errcode = '42501', message = 'You may not record purchases.';
  end if;
  if not coalesce(private.by_hand(kind), false) or coalesce(amount_cents, -1) not between 0 and 9007199254740991
     or coalesce(currency, '') !~ '^[A-Z]{3}$' or key is null then
    raise exception using errcode = 'PT422', hint = 'BAD_PURCHASE', message = 'This purchase cannot be recorded: its amount, currency or kind is not one.';
  end if;
  why := private.check_reason(reason);
  -- This also covers two requests at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('purchase by hand ' || key, 0));
  select * into known from public.purchases p where p.provider in ('bank_transfer', 'scholarship', 'other') and p.provider_ref = key::text;
  if known.id is not null then
    if (known.user_id, known.course_id, known.amount_cents, known.currency, known.provider, known.reason)
       is distinct from (record_purchase.user_id, record_purchase.course_id, record_purchase.amount_cents, record_purchase.currency, kind, why) then
      raise exception using errcode = 'PT409', hint = 'RECORDED_ALREADY',
        message = 'This purchase was recorded already, with other values. Close this and look at it in the list.';
    end if;
    return jsonb_build_object('id', known.id, 'replayed', true);
  end if;
  if not exists (select 1 from public.profiles p where p.id = record_purchase.user_id) then
    raise exception using errcode = 'PT404', hint = 'NO_PERSON', message = 'This person no longer exists.';
  end if;
  perform private.lock_course_counts(array[record_purchase.course_id], false);
  if not exists (select 1 from public.courses c where c.id = record_purchase.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE', message = 'This course no longer exists. Nothing was recorded. Please choose another one.';
  end if;
  insert into public.purchases (user_id, course_id, amount_cents, currency, provider, provider_ref, status, reason)
  values (record_purchase.user_id, record_purchase.course_id, record_purchase.amount_cents, record_purchase.currency, kind, key::text, 'COMPLETED', why)
  returning * into known;
  perform private.settle_purchase(known.id, 'PENDING');
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$function$;

create or replace function public.record_purchase_event(
  provider text,
  event_id text,
  kind text,
  ref text,
  occurred_at timestamptz,
  session_ref text default null,
  member_id text default null,
  course text default null,
  community text default null,
  amount_cents bigint default null,
  currency text default null,
  whole boolean default false,
  about text default null,
  email text default null,
  type text default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sale boolean := record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED');
  wanted public.purchase_status := case when record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED')
    then record_purchase_event.kind::public.purchase_status end;
  uuid_form constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  address constant text := case when email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 254 then email end;
  buyer public.profiles;
  sold public.courses;
  place uuid;
  known public.purchases;
  -- Null if the sale is new, or if its member is known only now.
  was public.purchase_status;
  problems text[] := '{}';
  to_look_at text[];
  outcome text;
  answer jsonb;
  one text;
begin
  if kind not in ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'REFUND', 'REFUND_FAILED', 'DISPUTE', 'DISPUTE_LOST', 'DISPUTE_WON')
     or coalesce(provider, '') = '' or coalesce(event_id, '') = '' or coalesce(ref, '') = '' or occurred_at is null
     or coalesce(amount_cents, 0) not between 0 and 9007199254740991
     or (sale and (amount_cents is null or coalesce(currency, '') !~ '^[A-Z]{3}$')) then
    raise exception using errcode = 'PT422', hint = 'BAD_EVENT', message = 'This event cannot be recorded: its amount, currency or reference is not one.';
  end if;
  -- Events of the same sale wait for each other.
  for one in select distinct r from unnest(array[ref, session_ref]) r where r is not null order by r loop
    perform pg_advisory_xact_lock(hashtextextended('purchase ' || provider || ' ' || one, 0));
  end loop;
  select e.result into answer from private.purchase_events e
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  if answer is not null then
    return answer || '{"replayed": true}';
  end if;
  insert into private.purchase_events (provider, event_id, kind, ref, amount_cents, whole, occurred_at, about)
  values (provider, event_id, kind, ref, amount_cents, whole, occurred_at, about);

  -- Until a sale has a payment, its session identifies it.
  select * into known from public.purchases p
  where p.provider = record_purchase_event.provider and p.provider_ref in (ref, session_ref)
  order by p.provider_ref = ref desc limit 1 for update;
  was := known.status;

  if sale then
    if member_id ~ uuid_form then
      select * into buyer from public.profiles p where p.id = member_id::uuid;
    end if;
    if coalesce(course, '') <> '' then
      select * into sold from public.courses c
      where c.id = case when course ~ uuid_form then course::uuid end or c.slug = course limit 1;
    end if;
    if coalesce(community, '') <> '' then
      select m.id into place from public.communities m
      where m.id = case when community ~ uuid_form then community::uuid end or m.slug = community limit 1;
    end if;
    problems := array_remove(array[
      case when known.user_id is not null then null
        when coalesce(member_id, '') = '' then 'NO_MEMBER' when buyer.id is null then 'UNKNOWN_MEMBER' end,
      case when buyer.disabled_at is not null then 'MEMBER_DISABLED' end,
      case when coalesce(course, '') = '' and coalesce(community, '') = '' then 'NO_COURSE'
        when coalesce(course, '') <> '' and sold.id is null then 'UNKNOWN_COURSE'
        when sold.deleted_at is not null then 'COURSE_DELETED' end,
      case when coalesce(community, '') <> '' and place is null then 'UNKNOWN_COMMUNITY' end,
      case when known.amount_cents <> record_purchase_event.amount_cents or known.currency <> record_purchase_event.currency then 'AMOUNT_DIFFERS' end
    ], null);
    if known.id is null then
      insert into public.purchases (user_id, course_id, community_id, amount_cents, currency, provider, provider_ref, status, created_at,
        needs_member, buyer_email)
      values (buyer.id, sold.id, place, amount_cents, currency, provider, ref, wanted, occurred_at,
        buyer.id is null, case when buyer.id is null and wanted = 'COMPLETED' then address end)
      returning id into known.id;
    else
      if known.needs_member and buyer.id is not null then
        was := null;
      end if;
      update public.purchases p
      set user_id = coalesce(p.user_id, buyer.id), course_id = coalesce(p.course_id, sold.id), community_id = coalesce(p.community_id, place),
        needs_member = p.needs_member and buyer.id is null,
        buyer_email = case when not p.needs_member or buyer.id is not null then null
          when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then address else p.buyer_email end,
        provider_ref = record_purchase_event.ref,
        status = case when private.purchase_rank(wanted) > private.purchase_rank(p.status) then wanted else p.status end,
        -- The amount is what was paid, not the price.
        amount_cents = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.amount_cents else p.amount_cents end,
        currency = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.currency else p.currency end
      where p.id = known.id;
    end if;
    perform private.enqueue_job('purchase_address', p.id::text, now() + interval '90 days', p.id)
    from public.purchases p where p.id = known.id and p.buyer_email is not null;
  elsif kind = 'EXPIRED' then
    update public.purchases p set status = 'FAILED' where p.id = known.id and p.status = 'PENDING';
  end if;

  outcome := case when known.id is not null then private.settle_purchase(known.id, was)
    when kind in ('REFUND', 'DISPUTE_LOST') then 'WAITING' else 'NOTED' end;
  if outcome = 'NOT_GIVEN_BACK' or (
    -- The refund is from before events were stored, so it is not known what it took.
    kind = 'REFUND_FAILED' and outcome = 'REFUNDED' and not (select g.known from private.gone_back(provider, ref) g)) then
    outcome := 'RECORDED';
    problems := array_append(problems, 'NOT_GIVEN_BACK');
  end if;

  -- The list of purchases shows purchases without a member, and the access of a disabled member waits for them.
  to_look_at := array(select r from unnest(problems) r where r = 'NOT_GIVEN_BACK'
    or wanted = 'COMPLETED' and r not in ('NO_MEMBER', 'UNKNOWN_MEMBER', 'MEMBER_DISABLED'));
  if cardinality(to_look_at) > 0 then
    perform private.add_purchase_notice(provider, event_id, coalesce(type, kind), to_look_at, ref);
  else
    -- The event was refused before, and was recorded now.
    update private.purchase_notices n set dealt_at = now()
    where n.provider = record_purchase_event.provider and n.event_id = record_purchase_event.event_id and n.dealt_at is null;
  end if;

  answer := jsonb_build_object('outcome', outcome, 'problems', to_jsonb(problems));
  update private.purchase_events e set result = answer
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  return answer;
end
$function$;

create or replace function public.refund_purchase(purchase_id uuid, reason text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases;
  why text;
begin
  known := private.by_hand_for_refund(purchase_id, true);
  if known.status = 'REFUNDED' then
    return jsonb_build_object('id', known.id, 'replayed', true);
  end if;
  why := private.check_reason(reason);
  perform private.lock_course_counts(array[known.course_id], false);
  -- The refund is stored like a provider's event, so that settling reads one history.
  insert into private.purchase_events (provider, event_id, kind, ref, amount_cents, whole, occurred_at)
  values (known.provider, 'refund ' || known.id, 'REFUND', known.provider_ref, known.amount_cents, true, now())
  on conflict do nothing;
  update public.purchases p set status = 'REFUNDED', refunded_cents = p.amount_cents, refund_reason = why where p.id = known.id;
  perform private.settle_purchase(known.id, known.status);
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$function$;

create or replace function public.refuse_purchase_event(
  provider text,
  event_id text,
  type text,
  reason text,
  ref text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if coalesce(provider, '') = '' or coalesce(event_id, '') = '' or coalesce(type, '') = '' or coalesce(reason, '') !~ '^[A-Z_]{1,40}$' then
    raise exception using errcode = 'PT422', hint = 'BAD_EVENT', message = 'This event cannot be noted: it has no id, type or reason.';
  end if;
  perform private.add_purchase_notice(provider, event_id, type, array[reason], ref);
end
$function$;

comment on function private.by_hand(text) is
  'Takes a purchase''s provider; true if it is no payment provider, but a way of payment that an administrator entered.';
comment on function private.by_hand_for_refund(uuid,boolean) is
  'Takes a purchase and whether to lock it; returns it. Raises 42501 unless the caller may refund, PT404 NO_PURCHASE, and PT422 AT_PROVIDER for a purchase of a payment provider.';
comment on function private.count_purchases() is
  'Statement trigger on purchases: updates purchase_sums.';
comment on function private.due_purchase_address(private.due_work) is
  'Job: deletes the buyer''s email of a purchase that was given to no member within 90 days. Dropped if it was given to one (rules/purchases#without-member).';
comment on function private.gone_back(text,text) is
  'Takes a provider and a payment; returns what has gone back to the buyer and was not taken back, by its events in any order: whether any went back at all, whether all of it did, and the sum. A refund gives the sum so far, less what failed; a lost dispute its own amount, unless it was won later.';
comment on function private.purchase_rank(public.purchase_status) is
  'How far a status has progressed. The status of a purchase only rises, in whatever order its events arrive: a paid purchase does not fail later, and a refunded one does not return.';
comment on function private.purchases_where(text,public.purchase_status,timestamp with time zone,timestamp with time zone) is
  'Takes a search over the buyer''s name and email (of a purchase without a member too) and the Ref, a status, and from when until before when (null: any); gives the condition on purchases p as SQL, every value quoted.';
comment on function private.add_purchase_notice(text,text,text,text[],text) is
  'Takes a provider, its event''s id and type, why a person has to look at it, and the payment it is about (null: unknown). If the event is sent again, it is counted, and stays dealt with unless the reason is different.';
comment on function public.assign_purchase(uuid,uuid) is
  'Gives a paid purchase of no known member to a member, opens what it bought, and deletes the buyer''s email, in one transaction (rules/purchases#without-member). Takes the purchase and the person; gives {id, replayed: it is theirs already, and nothing was done, opened: false if the course or community no longer exists}. Raises 42501, PT404 NO_PURCHASE and NO_PERSON, PT409 HAS_MEMBER, PT422 NOT_PAID.';
comment on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) is
  'Takes a search over the buyer''s name and email and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100), and whether only paid ones of no known member are listed; gives {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, needs_member, buyer_email, item, reason, refund_reason}], notices: the 50 newest events to look at, as open_purchase_notices() gives them}, newest first. found counts what the list holds on all pages; the other counts and sums are of the search and the days, in any status; revenue is of what was COMPLETED, by currency. For callers who may read every purchase; raises 42501.';
comment on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) is
  'Records an event of a payment provider and does all that follows from it, in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that went back so far, whole when all of it; REFUND_FAILED: what of it failed; DISPUTE; DISPUTE_LOST: what was lost; DISPUTE_WON), the payment it is about, when it happened, the session under which the sale may be known so far, who bought which course or community (ids, or slugs of the latter), the refund or dispute it is about, the buyer''s email (kept only while no member is known) and the provider''s own name for it. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. An event counts once, in any order of events. Raises PT422 BAD_EVENT. For the service role alone, in maintenance too (rules/purchases#signed-events).';
comment on table private.purchase_events is
  'Every event of a payment provider, once, with its outcome. A refund that arrives before its purchase waits here. Holds nothing about the buyer. No grants.';
comment on table private.purchase_notices is
  'Events of a payment provider that a person has to look at, each once, however often it is sent: what the provider calls it, why, the payment it is about, how often it came, and when it was dealt with. Holds nothing about the buyer. No grants: add_purchase_notice() writes.';
comment on table private.purchase_sums is
  'How many purchases there are in each status and currency, and the sum of their amounts. No grants: kept by count_purchases().';
comment on table private.taken_grants is
  'The grant that a refund took from the buyer of its purchase, so that it can be given back. grant_id is null if the refund came before anything was granted. No grants: settle_purchase() writes.';
comment on column private.purchase_events.about is
  'The refund or dispute that the event reports, because several events may report the same one. Null for purchases, and in events from before the column existed.';
comment on column public.purchases.buyer_email is
  'The email that the payment provider reported, kept while no member is known; cleared when the purchase is given to a member, and after 90 days (due_purchase_address()). No audit record has it.';
comment on column public.purchases.needs_member is
  'Whether it was paid by a person who is not known as a member. False once the purchase was given to a member, also if that account was deleted later.';
comment on column public.purchases.reason is
  'Why it was recorded by hand; the audit record says by whom; null for those of a payment provider. Its buyer may read it.';

-- Notifications

create or replace function private.notifications_found(
  query text,
  type public.notification_type,
  audience text,
  size integer
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- If many rows have each of two words and none has both, reading a million rows in order of time takes seconds. So the
  -- newest rows tell how frequent the words are.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- A word that one row in twenty has is checked on the rows that the other words find: `|| ''` keeps the planner from
  -- searching the index for it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- If one row in a hundred matches, reading from the newest on is fastest. If fewer match, the index of trigrams is
  -- fastest: the added interval keeps the planner from reading in order of time.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$function$;

create or replace function private.send_notification(
  send_id uuid,
  notification public.notifications
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sent uuid;
begin
  if not private.can('notifications', 'create') then
    perform private.refuse('You may not send notifications.');
  end if;
  perform private.check_notification(notification.action_url, notification.action_label, notification.publish_at, notification.expires_at);
  insert into public.notifications (id, title, message, type, sender_id, recipient_id, is_global, action_url, action_label, important, publish_at, expires_at)
  values (coalesce(send_id, gen_random_uuid()), btrim(notification.title), btrim(notification.message), coalesce(notification.type, 'info'),
    private.uid(), notification.recipient_id, notification.is_global, nullif(btrim(notification.action_url), ''),
    nullif(btrim(notification.action_label), ''), coalesce(notification.important, false),
    -- A beginning that has passed is not stored.
    case when notification.publish_at > now() then notification.publish_at end, notification.expires_at)
  on conflict (id) do nothing
  returning id into sent;
  if sent is null then
    -- The same notification may be sent again after a lost answer or a second click, and is stored once. With another
    -- text, link or end it is refused, so that the sender does not believe that the new text was sent.
    select n.id into sent from public.notifications n
    where n.id = send_id and n.sender_id = private.uid() and n.recipient_id is not distinct from notification.recipient_id
      and n.title = btrim(notification.title) and n.message = btrim(notification.message)
      and n.type = coalesce(notification.type, 'info') and n.important = coalesce(notification.important, false)
      and n.action_url is not distinct from nullif(btrim(notification.action_url), '')
      and n.action_label is not distinct from nullif(btrim(notification.action_label), '')
      and n.expires_at is not distinct from notification.expires_at
      -- A beginning that has passed is stored, or was not stored because it had passed.
      and (n.publish_at is not distinct from notification.publish_at or coalesce(n.publish_at, notification.publish_at) <= now());
    if sent is null then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  end if;
  return sent;
end
$function$;

create or replace function private.unread_notifications(
  person uuid,
  joined timestamptz,
  muted public.notification_type[]
)
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return least(100, (
    -- Counts to a hundred, because the badge says 99+ from there on.
    select count(*) from (
      select 1 from public.notifications n
      where n.recipient_id = person
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) o)
    + (select count(*) from (
      select 1 from public.notifications n
      where n.is_global and coalesce(n.publish_at, n.created_at) >= joined
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) e))::int;
end
$function$;

create or replace function public.edit_notification(
  notification_id uuid,
  title text,
  message text,
  type public.notification_type,
  action_url text default null,
  action_label text default null,
  important boolean default false,
  publish_at timestamptz default null,
  expires_at timestamptz default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  old public.notifications;
begin
  if not private.can('notifications', 'update') then
    perform private.refuse('You may not edit notifications.');
  end if;
  select * into old from public.notifications n where n.id = edit_notification.notification_id for update;
  if old.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_NOTIFICATION', message = 'This notification is no longer there.';
  end if;
  -- The beginning of a visible notification cannot move to the future, because screens that have it would keep showing
  -- it.
  if old.publish_at is null or old.publish_at <= now() then
    publish_at := old.publish_at;
  elsif publish_at is null or publish_at <= now() then
    publish_at := now();
  end if;
  -- An end may be in the past if it is not changed.
  if expires_at is distinct from old.expires_at then
    perform private.check_notification(action_url, action_label, publish_at, expires_at);
  else
    perform private.check_notification(action_url, action_label, publish_at, null);
  end if;
  update public.notifications n set title = btrim(edit_notification.title), message = btrim(edit_notification.message),
    type = edit_notification.type, action_url = nullif(btrim(edit_notification.action_url), ''),
    action_label = nullif(btrim(edit_notification.action_label), ''), important = coalesce(edit_notification.important, false),
    publish_at = edit_notification.publish_at, expires_at = edit_notification.expires_at
  where n.id = old.id;
end
$function$;

create or replace function public.notification_feed(size integer default 10)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  asked int := least(greatest(coalesce(notification_feed.size, 10), 1), 100);
  joined timestamptz;
  muted public.notification_type[];
  answer jsonb;
begin
  if not private.can('notifications', 'read', 'own') or not private.can('notifications', 'read', 'assigned') then
    return null;
  end if;
  select p.created_at into joined from public.profiles p where p.id = me;
  muted := array(select m.type from public.notification_mutes m where m.user_id = me order by m.type);
  with own as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.recipient_id = me
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), global_ones as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.is_global
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), newest as (
    select * from (select * from own union all select * from global_ones) n order by n.sent_at desc, n.id desc limit asked + 1
  ), shown as (
    select * from newest n order by n.sent_at desc, n.id desc limit asked
  )
  select jsonb_build_object(
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
          'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
          'sent_at', n.sent_at, 'expires_at', n.expires_at,
          'is_read', (n.is_global and n.sent_at < joined)
            or exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id))
        order by n.sent_at desc, n.id desc)
      from shown n), '[]'),
    'more', (select count(*) from newest) > asked,
    'unread', private.unread_notifications(me, joined, muted),
    'muted', to_jsonb(muted),
    -- An index returns each of these first.
    'next_change_at', least(
      (select min(n.publish_at) from public.notifications n where n.recipient_id = me and n.publish_at > now()),
      (select min(n.publish_at) from public.notifications n where n.recipient_id is null and n.publish_at > now()),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id = me and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now())),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id is null and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now()))),
    'now', now())
  into answer;
  return answer;
end
$function$;

create or replace function public.notification_list(
  query text default '',
  type public.notification_type default null,
  audience text default null,
  after text default null,
  before text default null,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  condition text := private.notifications_where(query, notification_list.type, audience);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 1000;
  place text[] := regexp_match(coalesce(before, after),
    '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
  searched boolean := btrim(coalesce(query, '')) <> '';
  backwards boolean := before is not null and place is not null;
  found uuid[];
  counted bigint;
  ids uuid[];
  answer jsonb;
begin
  if not private.can('notifications', 'read') then
    raise exception using errcode = '42501', message = 'You may not read all notifications.';
  end if;
  if not searched then
    select coalesce(sum(s.notifications), 0) into counted from private.notification_sums s
    where (notification_list.type is null or s.type = notification_list.type)
      and (audience is null or audience not in ('global', 'specific') or s.is_global = (audience = 'global'));
  else
    found := private.notifications_found(query, notification_list.type, audience, bound + 1);
    counted := cardinality(found);
    -- The search found all matches, and the page is a part of them.
    if counted <= bound then
      condition := 'n.id = any ($1)';
    end if;
  end if;
  for attempt in 1..2 loop
    if searched and place is null then
      ids := found[1:size + 1];
    else
      execute format('select array(select n.id from public.notifications n where %s %s order by n.created_at %3$s, n.id %3$s limit %4$s)',
        condition,
        case when place is null then '' else format('and (n.created_at, n.id) %s (%L, %L)', case when backwards then '>' else '<' end, place[1], place[2]) end,
        case when backwards then 'asc' else 'desc' end, size + 1) into ids using found;
    end if;
    exit when not backwards or cardinality(ids) > size;
    -- The first page is reached, so it is read from its beginning and is full.
    backwards := false;
    place := null;
  end loop;
  select jsonb_build_object('total', case when searched then least(counted, bound) else counted end, 'bounded', searched and counted > bound,
    'newer', case when backwards then cardinality(ids) > size else place is not null end,
    'older', backwards or cardinality(ids) > size,
    'sums', (
      select jsonb_build_object('total', coalesce(sum(s.notifications), 0),
        'global', coalesce(sum(s.notifications) filter (where s.is_global), 0),
        'specific', coalesce(sum(s.notifications) filter (where not s.is_global), 0),
        'recent', (select count(*) from public.notifications r where r.created_at > now() - interval '24 hours'))
      from private.notification_sums s),
    'notifications', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
        'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
        'publish_at', n.publish_at, 'expires_at', n.expires_at, 'created_at', n.created_at, 'updated_at', n.updated_at,
        'recipient', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) end,
        'sender', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) end,
        -- For a global notification, this would mean to count all people.
        'read_at', case when not n.is_global then (select d.read_at from public.notification_reads d
          where d.user_id = n.recipient_id and d.notification_id = n.id) end)
      order by n.created_at desc, n.id desc), '[]'))
  into answer
  from public.notifications n
  left join public.profiles r on r.id = n.recipient_id
  left join public.profiles s on s.id = n.sender_id
  where n.id = any (ids[1:size]);
  return answer;
end
$function$;

comment on function private.count_notifications() is
  'Statement trigger on notifications: updates notification_sums.';
comment on function private.notification_is_visible(timestamp with time zone,timestamp with time zone) is
  'Takes when a notification appears (null: at once) and when it ends (null: never); true if its recipients see it now.';
comment on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) is
  'Takes a notification and all that it says from now on; open screens show the change, live. The recipients never change, nor does the moment at which it appeared once it has. Raises 42501; PT404 NO_NOTIFICATION; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; 23514 (rules/notifications#edit-and-delete).';
comment on function public.is_read(public.notifications) is
  'A computed column of each notification: false if the caller''s bell counts it as unread; true for notifications that they have read, for global ones from before they joined, and for types that they mute. A query has to name it, as in select=id,is_read.';
comment on function public.mark_all_notifications_read() is
  'Marks all notifications that the caller''s bell counts as unread, and returns how many. The bell counts neither muted types nor global ones from before the person joined (rules/notifications#since-joining).';
comment on function public.notification_feed(integer) is
  'Takes how many (10 unless told, 100 at most); gives the caller''s bell: {notifications: [{id, title, message, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, their own and global ones; more: whether there are older ones; unread: up to 100, which stands for more than 99; muted: [type]; next_change_at: when the next one appears or ends by its own date, null for never; now: the database''s clock}. Muted types are left out and not counted unless important; a global one from before the person joined counts as read. Null for those who are not let in (rules/notifications#bell).';
comment on policy notifications_select on public.notifications is
  'One''s own and global ones while they are visible; all of them for roles with that right.';
comment on column public.notification_reads.id is
  'A random key, because the key of a deleted row is sent to everybody who listens to the table. Callers cannot choose it.';

-- Audit

create or replace function private.audit()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set enable_nestloop to 'off'
as $function$
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
  -- Whether updates that no verb names are recorded.
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
    -- If lessons of several modules moved, the course gets one record, with the order of each module.
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
    -- A move is one act, however many rows it changes: it gets one record for each parent, with the order before and
    -- after.
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
$function$;

create or replace function private.audit_factor()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- The owner removes a factor from a session that has shown it (aal2), which becomes aal1 only afterwards.
    perform private.record_own_act(old.user_id, 'user.factor_remove', case when exists (
      select 1 from auth.sessions s where s.user_id = old.user_id and s.aal = 'aal2' and private.session_is_open(s.not_after))
      then 'own' else 'administrator' end)
    where exists (select 1 from public.profiles p where p.id = old.user_id);
  else
    perform private.record_own_act(new.user_id, 'user.factor_add', 'own');
  end if;
  return null;
end
$function$;

create or replace function private.audit_password()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- How the session was opened from which the change came: the newest one.
  opened_by text := (
    select c.authentication_method from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
    where s.user_id = new.id and private.session_is_open(s.not_after) and c.authentication_method <> 'totp'
    order by s.created_at desc, c.created_at limit 1);
begin
  perform private.record_own_act(new.id, 'user.password_change', case
    when opened_by in ('otp', 'magiclink', 'recovery', 'email/signup') then 'mail'
    when opened_by is not null then 'own'
    else 'administrator' end);
  return null;
end
$function$;

create or replace function private.audit_scan(
  source text,
  direction text,
  size integer,
  people uuid[],
  targets text[],
  actions text[]
)
  returns bigint[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  result bigint[];
  -- The count is ordered as well. Otherwise a plan could look for the rows of one day from the wrong end of the table.
  ordered text := format('order by created_at %1$s, id %1$s', coalesce(direction, 'desc'));
  one text := format('select l.id, l.created_at from %s %s limit %s', source, ordered, size);
begin
  if targets is not null then
    one := format('select l.id, l.created_at from %s unnest($2, $3) p (target_type, action) cross join lateral (%s) l %s limit %s',
      case when people is not null then 'unnest($1) u (id) cross join' else '' end, one,
      -- A count needs no order, only a limit.
      case when direction is not null then ordered else '' end, size);
  end if;
  execute format(case when direction is null then 'select array[count(*)] from (%s) s' else 'select array(select s.id from (%s) s)' end, one)
    into result using people, targets, actions;
  return result;
end
$function$;

create or replace function private.record_at_once(all_of_it boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  -- The setting holds the time of the statement. So it covers the statement's cascades, whose triggers run last, and no
  -- later statement of the transaction.
  perform set_config('rookies.recorded', case when all_of_it then extract(epoch from statement_timestamp())::text else '' end, true);
end
$function$;

create or replace function private.record_own_act(person uuid, action text, means text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- The auth service acts for a signed-in person or for the project's owners, and its statements do not carry the
  -- request. So the means tells whether the person did it.
  doer uuid := case when record_own_act.means <> 'administrator' then record_own_act.person else private.uid() end;
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after)
  values (doer, case when doer is null then session_user end, record_own_act.action, 'user', record_own_act.person::text,
    jsonb_build_object('means', record_own_act.means));
end
$function$;

create or replace function public.audit_list(
  kind text default null,
  action text default null,
  target text default null,
  person text default null,
  since timestamptz default null,
  until timestamptz default null,
  after text default null,
  before text default null,
  page_size integer default 50,
  course uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
    -- One course has so few records that they are read in order and filtered.
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

  -- The query reads one index in order of time, once for each pair and person, and merges the results.
  counted := (private.audit_scan(source, null, bound + 1, people, targets, actions))[1];
  here := regexp_match(coalesce(before, after), place);
  if before is not null and here is not null then
    direction := 'asc';
  end if;
  ids := private.audit_scan(source || case when here is null then '' else
      format(' and (l.created_at, l.id) %s (%L, %L)', case direction when 'asc' then '>' else '<' end, here[1], here[2]) end,
    direction, size + 1, people, targets, actions);
  if direction = 'asc' and cardinality(ids) <= size then
    -- The first page is reached, so it is read from its beginning and is full.
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
$function$;

create or replace function public.person_audit(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
        -- Records that were written before titles were stored name the course only by its id.
        'title', coalesce(l.title, (select c.title from public.courses c where c.id::text = coalesce(l.after, l.before) ->> 'course_id')))
      order by l.created_at desc, l.id desc), '[]')
    from public.audit_logs l left join public.profiles p on p.id = l.user_id
    where l.id = any (ids));
end
$function$;

create or replace function public.record_session(event text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  session text := private.claims() ->> 'session_id';
begin
  if private.uid() is null or session is null or event not in ('login', 'logout') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The auth service decides whether a session has ended, not the caller.
  if event = 'logout' and private.session_aal() is not null then
    raise exception using errcode = 'PT409', message = 'This session goes on.', hint = 'SESSION_OPEN';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  select p.id, 'auth.' || event, 'session', session, private.request_header('user-agent'), private.request_header('x-forwarded-for')
  from public.profiles p where p.id = private.uid()
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
end
$function$;

comment on function private.audit_factor() is
  'Trigger on auth.mfa_factors: writes one audit record when a second factor is confirmed, and one when a confirmed one is removed.';
comment on function private.audit_kind(text) is
  'Takes an action; gives its kind: an act that creates something is a CREATE (a grant, a joining), one that ends something is a DELETE (a revoked grant, a cancelled invite), any other change is an UPDATE; LOGIN, LOGOUT and EXPORT are their own (rules/records#audit-filters).';
comment on function private.audit_pairs() is
  'Returns each pair of target type and action that occurs in the audit log.';
comment on function private.audit_password() is
  'Trigger on auth.users: writes one audit record when the password of a confirmed account changes, with how: from a session that a mail opened (mail), from another session of its owner (own), or from none (administrator). The password itself is not recorded.';
comment on function private.audit_people(text) is
  'Takes an id, its first eight characters or more, or words of a name or email; gives the people whom it may mean, at most eleven.';
comment on function private.audit_place(jsonb,jsonb) is
  'Takes a table''s `place`, as audit_title() has it (null: none), and a row; returns its title in the audit log and the course it belongs to.';
comment on function private.audit_scan(text,text,integer,uuid[],text[],text[]) is
  'Takes a condition on audit_logs l, a direction, a limit, and the people and pairs of target type and action to which the search is limited; returns the ids in that direction, or without a direction only their count.';
comment on function private.audit_title(regclass,jsonb) is
  'For migrations: gives the audit records of a table a title and a course. Takes the table and its place: `title`, the column with its title (left out: that of the content it belongs to), and `of` (course, module or lesson) with `in`, the column with that content''s id (left out: it belongs to no course).';
comment on function private.audit_view(jsonb,text[],text) is
  'Takes a row, the columns to leave out and the one of which 2,000 characters are kept (null: none); returns the row as the audit log may store it, so that a person''s data can be erased and no token leaks (rules/records#audit-without-people).';
comment on function private.export_audit_logs(jsonb) is
  'Takes {kind, action, target, person, since, until} as audit_list() has them; gives columns and query of the audit log''s export, before and after included. Raises PT422 MANY_PEOPLE.';
comment on function private.record_act(text,text,jsonb,text) is
  'Takes an action, whose first word is the target''s type, the target''s id, details and the target''s title; writes an audit record in the caller''s name. For acts that no trigger of a table can see.';
comment on function private.record_at_once(boolean) is
  'Takes whether one audit record, which the calling function writes, stands for all further changes of this statement.';
comment on function private.record_own_act(uuid,text,text) is
  'Takes a person, an action on their account, and the means by which the auth service did it (administrator: without a session of that person); writes an audit record.';
comment on function private.recorded_at_once() is
  'Whether one audit record stands for all changes of this statement, so that triggers write none.';
comment on function public.audit_choices() is
  'Returns {actions, target_types}: all that occur in the audit log, for the filters. For callers who may read the audit log; raises 42501.';
comment on function public.audit_list(text,text,text,text,timestamp with time zone,timestamp with time zone,text,text,integer,uuid) is
  'Takes a kind (CREATE, UPDATE, DELETE, LOGIN, LOGOUT, EXPORT), an action, a target type, a person (id, the beginning of one, or words of name or email), from when and until before when, a place (`created_at,id`) behind which (`after`: older ones) or ahead of which (`before`: newer ones) to read, a page''s size (at most 100), and a course to whose records it is narrowed. Gives {count: exact up to 10,000, more: beyond that, newer, older: whether there are any, many_people: the person may mean more than ten, records: [{id, action, target_type, target_id, title, course_id, created_at, user_id, who, actor, ip_address, detailed}]}, newest first. Raises 42501 (rules/records#audit-filters).';
comment on function public.record_session(text) is
  'Takes login or logout; records it once for the session of the caller''s token, however often it is called (rules/records#sign-in-records). Raises PT409 SESSION_OPEN for the sign-out of a session that is still open.';
comment on policy audit_logs_select on public.audit_logs is
  'Administrators.';
comment on column public.audit_logs.title is
  'The title of the target at that time; null for people, for targets without a title, and in records from before titles were kept.';

-- Exports

create or replace function private.learning_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'entitlements', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
      'expires_at', e.expires_at) order by e.created_at)
    from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person)
  union all
  select 'completions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'completed_at', d.completed_at,
      'received_at', d.received_at) order by d.completed_at)
    from public.lesson_completions d join lesson l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'progress', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'position_sec', w.position_sec,
      'duration_sec', w.duration_sec, 'watched_sec', w.watched::text, 'updated_at', w.updated_at) order by w.updated_at)
    from public.lesson_progress w join lesson l on l.id = w.lesson_id where w.user_id = person)
  union all
  -- Notes are not joined with lessons, because a note outlives its lesson.
  select 'notes', (
    select jsonb_agg(jsonb_build_object('course', n.course_title, 'lesson', n.lesson_title, 'at_seconds', n.at_seconds,
      'quote', n.quote, 'body', n.body, 'created_at', n.created_at, 'updated_at', n.updated_at) order by n.created_at)
    from public.notes n where n.user_id = person)
  union all
  select 'purchases', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
      'reason', p.reason, 'refund_reason', p.refund_reason, 'created_at', p.created_at) order by p.created_at)
    from public.purchases p
    left join public.courses c on c.id = p.course_id
    left join public.communities k on k.id = p.community_id
    where p.user_id = person)
$function$;

create or replace function private.made_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'courses_made', (
    select jsonb_agg(jsonb_build_object('title', c.title, 'author_name', c.author_name, 'author_description', c.author_description,
      'created_at', c.created_at, 'deleted_at', c.deleted_at) order by c.created_at)
    from (select * from public.courses c where c.created_by_id = person order by c.created_at desc limit 1000) c)
  union all
  select 'files', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'name', f.name, 'alt', f.alt, 'size', f.size,
      'type', f.type, 'created_at', f.created_at) order by f.created_at)
    from (select * from public.lesson_files f where f.created_by_id = person order by f.created_at desc limit 1000) f
    join lesson l on l.id = f.lesson_id)
  union all
  select 'files_sent', (
    select jsonb_agg(jsonb_build_object('name', u.name, 'alt', u.alt, 'size', u.size, 'type', u.type, 'created_at', u.created_at)
      order by u.created_at)
    from (select * from private.uploads u where u.user_id = person order by u.created_at desc limit 1000) u)
  union all
  select 'lesson_versions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', v.title, 'no', v.no, 'fields', v.fields, 'created_at', v.created_at)
      order by v.created_at)
    from (select * from public.lesson_versions v where v.author_id = person order by v.created_at desc limit 1000) v
    join lesson l on l.id = v.lesson_id)
  union all
  -- The email is left out, because it is another person's.
  select 'invites_sent', (
    select jsonb_agg(jsonb_build_object('role', i.role, 'state', private.invite_state(i), 'created_at', i.created_at,
      'expires_at', i.expires_at) order by i.created_at)
    from (select * from public.invites i where i.invited_by_id = person order by i.created_at desc, i.id desc limit 1000) i)
  union all
  select 'notifications_sent', (
    select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'is_global', n.is_global, 'created_at', n.created_at)
      order by n.created_at)
    from (select * from public.notifications n where n.sender_id = person order by n.created_at desc limit 1000) n)
$function$;

create or replace function private.enqueue_export_removal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.enqueue_job('exports', new.id::text, new.begun_at + interval '61 minutes', new.id, new.user_id);
  return null;
end
$function$;

create or replace function private.record_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'records_of_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'target_type', r.target_type, 'title', r.title, 'created_at', r.created_at,
      'user_agent', r.user_agent, 'ip_address', r.ip_address) order by r.created_at, r.id)
    from (select * from public.audit_logs a where a.user_id = person order by a.created_at desc, a.id desc limit 1000) r)
  union all
  -- The author is left out, because it is another person.
  select 'records_about_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'title', r.title, 'created_at', r.created_at) order by r.created_at, r.id)
    from (
      select * from public.audit_logs a
      where (a.target_type = 'user' and a.target_id = person::text
          or a.target_type = 'entitlement' and coalesce(a.after, a.before) ->> 'user_id' = person::text)
        and a.user_id is distinct from person
      order by a.created_at desc, a.id desc limit 1000) r)
$function$;

create or replace function private.record_my_data(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  today timestamptz[];
begin
  -- Requests at the same moment wait for each other, so that all of them are counted.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '1 day'
    order by a.created_at desc);
  if today[1] > clock_timestamp() - interval '1 minute' then
    raise exception using errcode = 'PT429', hint = 'TOO_SOON',
      message = 'You downloaded your data a moment ago. Please try again in a minute.';
  end if;
  if cardinality(today) >= 10 then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY',
      message = 'You have downloaded your data ten times in a day. Please try again tomorrow.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;

comment on function private.account_data(uuid) is
  'Takes a person; their profile, consent, sessions, second factors and recovery codes (neither of which the answer lets anybody use), each by its name.';
comment on function private.due_exports(private.due_work) is
  'Job: deletes an export after its hour, when nobody can read it any more (rules/records#exports).';
comment on function private.made_data(uuid) is
  'Takes a person; returns what they made for others: courses, files, versions of lessons (without their texts, which belong to the course), invites without the email, and notifications, the newest 1,000 of each, each list by its name (null: empty).';
comment on function private.enqueue_export_removal() is
  'Row trigger: schedules the deletion of an export after its hour.';
comment on function private.record_data(uuid) is
  'Takes a person; returns the audit records of what they did, and of what others did to their account and their access: the newest 1,000 of each, each list by its name (null: empty).';
comment on function public.export_rows(uuid,jsonb) is
  'Takes an export of the caller''s own, begun within the hour, and behind which row to go on; gives {rows, next}: a thousand rows as objects, newest first, and the next `after`, null at the end. Each call checks again what the caller may read. Raises 42501.';
comment on function public.my_data() is
  'Everything that is kept about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
comment on table private.export_lists is
  'What can be exported: the list''s name, the resource that has to be readable in any scope, and the keys of its filter that may have a person''s name or email, of which the audit record only says that they were set. Written by migrations.';

-- Files

create or replace function private.cover_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Until then, an administrator can restore the cover from the audit record of the course.
  perform private.enqueue_file_removal(old.thumbnail_url, now() + interval '30 days');
  return null;
end
$function$;

create or replace function private.due_lesson_file(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  file public.lesson_files;
begin
  select f.* into file from public.lesson_files f where f.id = work.subject_id and f.unused_since <= now() - interval '30 days' for update;
  if not found then
    return 'DROPPED';
  end if;
  if exists (
    select from public.lesson_versions v where v.lesson_id = file.lesson_id and position('lesson-files/' || file.path in v.content) > 0) then
    -- The version will be deleted one day, so another job checks the file again.
    perform private.enqueue_job('lesson_file', file.id || ':' || extract(epoch from now()), now() + interval '30 days', file.id);
    return 'DROPPED';
  end if;
  delete from public.lesson_files f where f.id = file.id;
  return 'DONE';
end
$function$;

create or replace function private.due_uploads(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  gone text[];
begin
  with forgotten as (
    delete from private.uploads u
    where u.batch = work.subject_id and u.created_at <= now() - interval '30 days'
      -- An import recognizes a cover by this row.
      and not (u.bucket = 'covers' and private.is_file_used('covers/' || u.path))
    returning u.bucket || '/' || u.path as file
  )
  select array_agg(f.file) into gone from forgotten f;
  perform private.enqueue_file_removal(f, now()) from unnest(gone) f;
  return case when gone is null then 'DROPPED' else 'DONE' end;
end
$function$;

create or replace function private.sync_lesson_files(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  named text[];
  -- The setting is on while a function restores or copies a state; then the lesson holds only what it held.
  asks constant boolean := coalesce(current_setting('rookies.files_as_held', true), '') = '';
  changed record;
begin
  select array(select f.path from private.files_named(l) f (path)) into named from public.lessons l where l.id = sync_lesson_files.lesson_id;
  if not found then
    return;
  end if;
  delete from private.unheld_files u
  where u.lesson_id = sync_lesson_files.lesson_id
    -- What this save removed itself stays, because it makes that attachment again.
    and ((u.left_at < now() and (u.left_by_id = private.uid() or u.left_at < now() - interval '30 days'))
      or (asks and u.path = any (named) and u.named_by_id = private.uid()));
  update private.unheld_files u set left_at = case when u.path = any (named) then null else now() end,
    left_by_id = case when u.path = any (named) then null else private.uid() end
  where u.lesson_id = sync_lesson_files.lesson_id and (u.path = any (named)) = (u.left_at is not null);
  insert into public.lesson_files (lesson_id, path, name, size, type, width, height, alt, sha256)
  select sync_lesson_files.lesson_id, n.path, source.name, source.size, source.type, source.width, source.height, source.alt, source.sha256
  from unnest(named) n (path)
  cross join lateral (
    -- A file that the caller has uploaded, with size and type as the storage service found them.
    select u.name, coalesce((o.metadata ->> 'size')::bigint, u.size) as size, coalesce(o.metadata ->> 'mimetype', u.type) as type,
      u.width, u.height, u.alt, u.sha256
    from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
    where u.bucket = 'lesson-files' and u.path = n.path and u.user_id = private.uid()
    union all
    -- Or a file of another lesson that the caller may edit.
    select f.name, f.size, f.type, f.width, f.height, f.alt, f.sha256
    from public.lesson_files f
    where f.path = n.path and private.can_on_course('lesson_files', 'create', private.course_of_lesson(f.lesson_id))
    limit 1) source
  where asks and not exists (
    select from private.unheld_files u where u.lesson_id = sync_lesson_files.lesson_id and u.path = n.path)
  on conflict on constraint lesson_files_once do nothing;
  insert into private.unheld_files (lesson_id, path, named_by_id)
  select sync_lesson_files.lesson_id, n.path, case when asks then private.uid() end
  from unnest(named) n (path)
  where not exists (select from public.lesson_files f where f.lesson_id = sync_lesson_files.lesson_id and f.path = n.path)
  on conflict do nothing;
  for changed in
    update public.lesson_files f set unused_since = case when f.path = any (named) then null else now() end
    where f.lesson_id = sync_lesson_files.lesson_id and (f.path = any (named)) = (f.unused_since is not null)
    returning f.id, f.unused_since
  loop
    if changed.unused_since is not null then
      perform private.enqueue_job('lesson_file', changed.id || ':' || extract(epoch from changed.unused_since), changed.unused_since + interval '30 days', changed.id);
    end if;
  end loop;
end
$function$;

create or replace function private.lesson_file_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.enqueue_file_removal('lesson-files/' || old.path, now());
  return null;
end
$function$;

create or replace function private.sync_files_of_changed_lesson()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_table_name = 'lessons' then
    perform private.sync_lesson_files(new.id);
  else
    perform private.sync_lesson_files(case when tg_op = 'DELETE' then old.lesson_id else new.lesson_id end);
  end if;
  return null;
end
$function$;

create or replace function private.may_send_file(bucket text, path text, metadata jsonb)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can('lesson_files', 'create', 'own')
    and exists (
      select from private.uploads u
      where u.bucket = may_send_file.bucket and u.path = may_send_file.path and u.user_id = private.uid()
        and coalesce((metadata ->> 'size')::bigint, (metadata ->> 'contentLength')::bigint, 0) <= u.size)
    -- Some storage services know the size only after the bytes have arrived.
    and (select w.arrived <= r.bytes from private.waiting_uploads() w, private.upload_room() r);
end
$function$;

create or replace function private.enqueue_file_removal(file text, due_at timestamptz)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('file_removal', file || ':' || extract(epoch from now()), enqueue_file_removal.due_at)
  where not private.is_file_used(file)
$function$;

create or replace function private.upload_room(out files integer, out bytes bigint)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- A person who may edit every course may also import whole courses from a backup.
  if private.can('lesson_files', 'create') then
    files := 20000;
    bytes := 10 * 1024 ^ 3;
  else
    files := 2000;
    bytes := 1024 ^ 3;
  end if;
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
      perform private.refuse_field('files', format('Files like %s are not taken', called));
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

create or replace function public.course_files(course_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set statement_timeout to '30s'
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
    'height', f.height, 'alt', f.alt, 'lessons', f.lessons, 'unused_since', f.unused_since) order by lower(f.name), f.path), '[]')
  from (
    select f.path, min(f.name) as name, min(f.size) as size, min(f.type) as type, min(f.width) as width, min(f.height) as height, min(f.alt) as alt,
      -- A file is in use while at least one lesson uses it.
      case when bool_and(f.unused_since is not null) then max(f.unused_since) end as unused_since,
      jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'module_id', l.module_id, 'used', f.unused_since is null,
        -- Whether the text shows the picture without a text alternative.
        'silent', case when l.content ~ '(!\[\s*\]\(\s*<?|<img\s[^<>]*)lesson-files/' then exists (
          select from private.links_in(private.prose(l.content)) p
          where p.kind = 'image' and p.target = 'lesson-files/' || f.path and btrim(p.label) = '') else false end)
        order by m.index, l.index) as lessons
    from public.lesson_files f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    where m.course_id = course_files.course_id
    group by f.path) f
$function$;

comment on function private.cover_gone() is
  'Row trigger: schedules the removal of a cover that its course no longer has, in 30 days.';
comment on function private.due_file_removal(private.due_work) is
  'Job: returns the file that storage has to remove, {bucket, path}; null if the file is in use again.';
comment on function private.due_lesson_file(private.due_work) is
  'Job: removes a file from a lesson that has not named it for 30 days. Dropped if the lesson names it again; put off while a version of the text names it.';
comment on function private.due_uploads(private.due_work) is
  'Job: deletes the uploads that were begun together 30 days ago, and schedules the removal of files that no lesson and no course named since.';
comment on function private.file_path(text) is
  'Takes the name that a person gave a file; returns a new path for it: a random folder, and the part of the name that an address may contain. The path cannot lead to another folder.';
comment on function private.sync_lesson_files(uuid) is
  'Takes a lesson; gives it the files that its texts newly name and that the caller may give, and notes which of its files it no longer names (rules/files#named). While the setting rookies.files_as_held is on, it gives none.';
comment on function private.is_stored_file(text,text) is
  'Takes the address of a file in a text or a field, and a bucket; true when it names a file of that bucket (rules/files#truth).';
comment on function private.lesson_file_gone() is
  'Row trigger: schedules the removal of a file that no lesson has any more.';
comment on function private.sync_files_of_changed_lesson() is
  'Row trigger on lessons and attachments: updates the lesson''s files to those that it names.';
comment on function private.my_uploads() is
  'Uploads that the caller has sent or may send, and that no lesson names yet. None if they may no longer edit any course.';
comment on function private.enqueue_file_removal(text,timestamp with time zone) is
  'Takes bucket/path and a moment; schedules the removal of the file from storage at that moment, unless it is in use then.';
comment on function private.waiting_uploads() is
  'The caller''s uploads that no lesson and no course names yet: how many were begun, their bytes as storage measured them or else as the caller announced them, and the bytes that have arrived.';
comment on function public.course_files(uuid) is
  'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, silent: the text shows it without a text alternative}], unused_since}]. Row security decides.';
comment on function public.describe_file(uuid,text,text) is
  'Takes a course, the path of a file of its lessons, and what the picture shows; sets it as the picture''s text and returns how many lessons have it. Row security decides; raises 42501.';
comment on function public.readable_files(text[]) is
  'Takes paths of lessons'' files; gives those that the caller may fetch: files that are named by a lesson that they may open, files of a lesson that they may edit, also ones that it no longer names, and files that they have uploaded. Row security decides (rules/files#fetch).';
comment on policy lesson_files_select on public.lesson_files is
  'Those who may read the lesson: its own policy decides. Files that the lesson no longer names are visible to those who build it.';
comment on table private.unheld_files is
  'Files that a lesson names and does not have, because the person who put the name there may not give them. No grants: written by sync_lesson_files().';
comment on table private.uploads is
  'Files that a person may send, or has sent, under a path that the database chose. The row is deleted after 30 days, except for a cover that its course still has; a file that no lesson and no course names by then is removed with it. No grants: written by begin_uploads().';
comment on table public.lesson_files is
  'The files of a lesson: those that its text, its attachments or the lesson itself name. Several lessons may have the same path; the file is removed with the last of them.';
comment on column private.unheld_files.left_at is
  'When the name was removed from the lesson. Another person may still have the earlier text in an open dialog: for 30 days, the name counts as new only if the person who removed it adds it again.';
comment on column private.unheld_files.left_by_id is
  'The person who removed the name.';
comment on column private.unheld_files.named_by_id is
  'The person who put the name there, whose rights are checked again at each save; null if nobody is known, as in a text that was copied or restored.';
comment on column public.lesson_files.alt is
  'The text that describes a picture to people who do not see it, where the lesson''s text does not describe it.';
comment on column public.lesson_files.name is
  'The name that learners read, and the name of a downloaded file.';
comment on column public.lesson_files.sha256 is
  'The hash of the bytes in hexadecimal digits, as the sender gave it; an import recognizes a file by it.';
comment on column public.lesson_files.unused_since is
  'Since when the lesson no longer names the file. It is removed 30 days later, unless a version of the text still names it.';

-- Jobs

create or replace function private.fail_job(
  work uuid,
  attempt integer,
  reason text,
  final boolean default false
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    error = left(reason, 500), locked_until = now() + private.retry_delay(attempt - 1),
    done_at = case when final or w.first_tried_at < now() - interval '24 hours' then now() end,
    outcome = case when final or w.first_tried_at < now() - interval '24 hours' then 'FAILED' end
  where w.id = work
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
  select case when failed = 1 then 'A piece of due work was given up' else failed || ' pieces of due work were given up' end,
    left(kinds || '. See why, and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Due work'
  from unnest(recipients) r (id);
  perform private.enqueue_job('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$function$;

create or replace function private.given_up(morning timestamptz)
  returns table(label text, pieces bigint)
  language sql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
  select k.label, count(*) from private.due_work w join private.due_kinds k on k.kind = w.kind
  where w.outcome = 'FAILED' and w.done_at >= date_trunc('day', morning) - interval '1 day' and w.done_at < date_trunc('day', morning)
    -- After two days, only the list shows them.
    and now() < date_trunc('day', morning) + interval '2 days'
  group by k.label order by count(*) desc, k.label
$function$;

create or replace function private.enqueue_job(
  kind text,
  key text,
  due_at timestamptz,
  subject_id uuid default null,
  user_id uuid default null
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.due_work (kind, key, due_at, subject_id, user_id, mail)
  values (enqueue_job.kind, enqueue_job.kind || ':' || enqueue_job.key, enqueue_job.due_at, enqueue_job.subject_id, enqueue_job.user_id,
    coalesce((select k.mail from private.due_kinds k where k.kind = enqueue_job.kind), false))
  on conflict on constraint due_work_key_key do nothing
$function$;

create or replace function private.enqueue_failures()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('failures', to_char(now() at time zone 'UTC', 'YYYY-MM-DD'),
    date_trunc('day', now(), 'UTC') + interval '1 day 7 hours');
  return null;
end
$function$;

create or replace function private.run_due_work(how_many integer default 50)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
declare
  work private.due_work;
  answer text;
  handled int := 0;
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and not w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
    order by w.due_at, w.id limit how_many for update skip locked
  loop
    handled := handled + 1;
    -- The job's effect and its end are in one savepoint, so that an interruption undoes both.
    begin
      execute format('select private.%I($1)', 'due_' || work.kind) into answer using work;
      perform private.end_job(work.id, work.attempts + 1, answer);
    exception when others then
      perform private.fail_job(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  delete from private.due_work w
  where w.id = any (array(
    select d.id from private.due_work d where d.done_at < now() - interval '30 days'
    order by d.done_at, d.id limit 500 for update skip locked));
  -- This update comes last, so that workers do not wait for each other.
  update private.motor m set turned_at = now() where m.turned_at < now() - interval '10 seconds';
  return handled;
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
        perform private.fail_job(work.id, work.attempts, 'What should send it does not come back.', true);
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
    perform private.refuse('You may not read due work.');
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

create or replace function public.settle_due_mail(
  work_id uuid,
  attempt integer,
  failed text default null,
  final boolean default false
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work private.due_work;
begin
  select * into work from private.due_work w where w.id = work_id and w.mail and w.done_at is null for update;
  if not found then
    return;
  end if;
  if failed is null then
    perform private.end_job(work.id, work.attempts, 'DONE');
  elsif work.attempts = attempt then
    -- Otherwise another worker has taken it since, and reports its result.
    perform private.fail_job(work.id, work.attempts, failed, final);
  end if;
end
$function$;

comment on function private.end_job(uuid,integer,text) is
  'Takes a job, how often it was tried, and DONE or DROPPED; ends it.';
comment on function private.fail_job(uuid,integer,text,boolean) is
  'Takes a job, how often it was tried, why that failed and whether it will always fail; schedules another attempt after a pause, or gives the job up a day after the first attempt (rules/due-work#failing).';
comment on function private.due_failures(private.due_work) is
  'Job: tells those who may read jobs, in the bell and by mail, which jobs were given up on the day before (UTC). Dropped if all of them were tried again since, or after two days (rules/due-work#kinds).';
comment on function private.due_failures_mail(private.due_work) is
  'Job: returns the same message as a mail, {to, kinds: [{label, pieces}], path: of the list of jobs}; null if it is no longer needed.';
comment on function private.given_up(timestamp with time zone) is
  'Takes a morning; returns the jobs that were given up on the day before (UTC) and not tried again, by kind; none once two days have passed.';
comment on function private.mail_address(uuid) is
  'Takes a person; returns the email to which mails for them go, null if the account is disabled or the email not confirmed.';
comment on function private.worker_stopped() is
  'Whether no worker has taken jobs, or mails, for ten minutes.';
comment on function private.enqueue_job(text,text,timestamp with time zone,uuid,uuid) is
  'Takes a kind, a key within that kind, a moment, and what and whom the job is about; adds the job. A job runs once for each key, however often it is added.';
comment on function private.enqueue_failures() is
  'Row trigger: schedules one message to administrators for the next morning about all jobs that were given up on a day.';
comment on function private.run_due_work(integer) is
  'Takes how many; does the jobs that are due and are not mails, the longest due first, each in its own savepoint; returns how many it took. A job that fails is tried again with growing pauses, and given up after a day with its reason. Jobs that other workers have locked are skipped. Jobs that ended 30 days ago are deleted (rules/due-work#failing).';
comment on function public.claim_due_mails(integer,text[]) is
  'Takes how many, at most 10, and of which kinds (null: all); takes the mails that are due, the longest due first, and returns {taken: how many it looked at, mails: [{id, attempt, kind, key, content: what the template of that kind needs, with `to`}]}. It locks them against other workers for ten minutes. Only for the function that sends mails (rules/due-work#mails).';
comment on function public.due_work_list(text,text,integer,integer) is
  'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended, given up or not), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title or an invited address, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether no worker runs}. Raises 42501.';
comment on function public.retry_due_work(uuid) is
  'Takes a job that failed; the worker tries it again at its next run, and for a day from then. Recorded as due_work.retry. Raises 42501, or PT404 if the job was done since.';
comment on function public.settle_due_mail(uuid,integer,text,boolean) is
  'Takes a claimed mail by its id and attempt, why it was not sent (null: it was sent) and whether it never will be; ends the job, or schedules another attempt after a pause. Does nothing if the job has ended. Only for the function that sends mails.';
comment on table private.due_kinds is
  'The kinds of jobs, with the label that administrators read. The function private.due_<kind>(private.due_work) does a job and returns DONE, or DROPPED if it is no longer needed; an error is tried again. Written by migrations.';
comment on table private.due_work is
  'Jobs: what is sent or done at a later moment, once for each key (rules/due-work#once). No grants: enqueue_job() writes them, run_due_work() does them, due_work_list() shows them.';
comment on table private.motor is
  'The worker: when one last took jobs, and when one last took mails. One row.';
comment on column private.due_kinds.mail is
  'Whether the work is done outside the database, as sending a mail or removing a file from storage. Then private.due_<kind>() returns what is needed for it (jsonb; of a mail with `to`), {wait: a moment} if it must not leave earlier, or null if it is no longer needed; claim_due_mails() hands it out.';
comment on column private.due_work.locked_until is
  'The job is not tried before this moment. Set by a worker that takes a mail, and after an attempt that failed.';
comment on column private.due_work.mail is
  'The value of due_kinds.mail when the job was added.';

-- Settings

comment on function public.legal_texts() is
  'The terms of use and the privacy policy as Markdown, each empty while none is written. They are not part of public_settings(), which every visitor loads. Exempt from the gate: they are read before there is an account (rules/settings#legal-texts).';
comment on policy settings_select on public.settings is
  'Administrators read the whole row; everyone else calls public_settings().';
comment on policy settings_update on public.settings is
  'Administrators.';
comment on type public.site_accent is
  'Colours for the welcome and sign-in pages; the applications define what they look like.';

-- Shared

create or replace function private.invites_count(state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  active bigint := 0;
begin
  if invites_count.state in ('REDEEMED', 'CANCELLED') then
    return private.row_count('invites', array[invites_count.state]);
  end if;
  -- The row counts hold all open invites, because no trigger sees an invite end. Active ones are from the last days,
  -- and few.
  if invites_count.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at));
  end if;
  return case invites_count.state when 'ACTIVE' then active when 'EXPIRED' then private.row_count('invites', '{OPEN}') - active
    else private.row_count('invites') end;
end
$function$;

create or replace function private.keep_row_counts(of regclass, list text, part text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  name text := (select c.relname from pg_class c where c.oid = keep_row_counts.of);
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_insert', of, list, part);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_update', of, list, part);
  execute format('create trigger %I after delete on %s referencing old table as old_rows for each statement execute function private.update_row_counts(%L, %L)',
    name || '_row_counts_delete', of, list, part);
end
$function$;

create or replace function private.people_count(role public.user_role, state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return private.row_count('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_count.role is null or r = people_count.role)
      and case people_count.state when 'disabled' then s = ' disabled' when 'active' then s = ' active' else true end));
end
$function$;

create or replace function private.rebuild_row_counts()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  one record;
begin
  delete from private.row_counts;
  for one in
    select t.tgrelid::regclass as of, a.words[1] as list, a.words[2] as part
    from pg_trigger t
    cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as words) a
    where t.tgfoid = 'private.update_row_counts()'::regprocedure and t.tgname like '%\_row\_counts\_insert'
  loop
    execute format('insert into private.row_counts (list, part, rows) select %L, p.part, count(*) from (select %s as part from %s r) p where p.part is not null group by p.part',
      one.list, one.part, one.of);
  end loop;
end
$function$;

create or replace function private.signal_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- The setting ends with the transaction, and a rollback to a savepoint resets it, as it removes the row.
  signalled text := coalesce(current_setting('rookies.signalled', true), '');
  changed boolean;
begin
  if tg_argv[0] = any (string_to_array(signalled, ' ')) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    changed := exists (select from old_rows);
  else
    changed := exists (select from new_rows);
  end if;
  if not changed then
    return null;
  end if;
  perform set_config('rookies.signalled', signalled || ' ' || tg_argv[0], true);
  insert into public.list_changes (resource) values (tg_argv[0]);
  delete from public.list_changes c
  where c.id = any (array(
    select o.id from public.list_changes o where o.at < now() - interval '5 minutes'
    order by o.at limit 20 for update skip locked));
  return null;
end
$function$;

create or replace function private.row_count(list text, parts text[] default null)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return (
    select coalesce(sum(t.rows), 0) from private.row_counts t
    where t.list = row_count.list and (row_count.parts is null or t.part = any (row_count.parts)));
end
$function$;

create or replace function private.update_row_counts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 50;
  changed text[];
  one text;
begin
  execute format($sql$
    with made as (
      insert into private.row_counts (list, part, rows)
      select %L, r.part, sum(r.rows) from (%s) r where r.part is not null group by r.part having sum(r.rows) <> 0
      returning part
    )
    select array_agg(m.part) from made m$sql$,
    tg_argv[0], concat_ws(' union all ',
      case when tg_op <> 'INSERT' then format('select %s as part, -1 as rows from old_rows r', tg_argv[1]) end,
      case when tg_op <> 'DELETE' then format('select %s as part, 1 as rows from new_rows r', tg_argv[1]) end))
  into changed;
  -- Many rows of one part are merged into one. Rows that another transaction is merging are skipped.
  for one in
    select t.part from private.row_counts t where t.list = tg_argv[0] and t.part = any (changed)
    group by t.part having count(*) > most or sum(t.rows) = 0
  loop
    with gone as (
      delete from private.row_counts t
      where t.id in (select s.id from private.row_counts s where s.list = tg_argv[0] and s.part = one for update skip locked)
      returning t.rows
    )
    insert into private.row_counts (list, part, rows)
    select tg_argv[0], one, sum(g.rows) from gone g having sum(g.rows) <> 0;
  end loop;
  return null;
end
$function$;

create or replace function private.watched_resources()
  returns setof text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select distinct rp.resource
    from public.role_permissions rp
    where rp.role = (select private.active_role()) and rp.role <> 'MEMBER' and (select private.meets_required_aal())
      and rp.action in ('list', 'read') and rp.scope in ('any', 'own');
end
$function$;

comment on function private.keep_row_counts(regclass,text,text) is
  'Takes a table, the name of a list, and SQL that returns the part of the list to which a row r belongs (null: none); starts counting its rows. For migrations, which then call rebuild_row_counts() to count the rows that exist already.';
comment on function private.page_in_order(text,text,integer,bigint) is
  'Takes a condition on profiles p as people_where() gives it, an order that an index has, a page''s size and what lies before it; gives the page''s ids. The list is read in its order by that index instead of being sorted, even if the planner estimates that sorting is cheaper.';
comment on function private.rebuild_row_counts() is
  'Recounts the rows of every list. For rows that were added without the triggers, as when a data set is loaded.';
comment on function private.refuse(text) is
  'Raises 42501 with the sentence, both for rows that the caller may not change and for unknown ones.';
comment on function private.refuse_field(text,text) is
  'Raises PT422 with a form''s sentence; the hint names the field at which the form shows it.';
comment on function private.signal_change() is
  'Statement trigger: adds one signal for its argument in this transaction, if any row changed, and deletes up to 20 old ones.';
comment on function private.signal_table(regclass) is
  'For migrations: makes changes of this table add signals under its name. Not for tables that learners change all day, because each watched lesson would make lists read again.';
comment on function private.update_row_counts() is
  'Statement trigger: updates the row counts of the list that its first argument names; its second argument is SQL that returns the part to which a row r belongs, null for none.';
comment on function private.watched_resources() is
  'The resources of which the caller''s role may list or read all rows, or their own, beyond the rights of every member; none for members.';
comment on policy list_changes_select on public.list_changes is
  'Staff, for the resources that they may read.';
comment on table private.row_counts is
  'Row counts for each part of a long list: each row adds or subtracts, and their sum is the count. No grants: written by update_row_counts(), read by row_count().';
comment on table public.list_changes is
  'Signals: at the moment `at`, a transaction changed rows of `resource`. Kept for five minutes, which is longer than any request may run, and published.';

-- The earlier name

create function public.see_community(slug text, seen timestamptz)
  returns integer
  language sql
  set search_path to ''
as $function$
  select public.mark_community_seen(see_community.slug, see_community.seen)
$function$;
comment on function public.see_community(text, timestamp with time zone) is
  'The earlier name of mark_community_seen(), for apps that were opened before it was renamed. Removed in 1.0.';
revoke execute on function public.see_community(text, timestamp with time zone) from public, anon;
grant execute on function public.see_community(text, timestamp with time zone) to authenticated, service_role;
