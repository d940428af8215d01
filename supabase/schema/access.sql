-- Access to courses: which courses are open to whom and until when, and granting, changing, and revoking access.
set check_function_bodies = off;

-- TABLES

create table private.bulk_pieces (
  operation_id uuid not null,
  piece integer not null,
  result jsonb not null,
  made_at timestamptz not null default now(),
  constraint bulk_pieces_pkey primary key (operation_id, piece),
  constraint bulk_pieces_result_size check (octet_length(result::text) <= 16777216)
);
alter table private.bulk_pieces enable row level security;
create index bulk_pieces_made_at_idx on private.bulk_pieces (made_at);
comment on table private.bulk_pieces is 'The result of each piece of a long operation, so that a client can send a piece again whose answer was lost. No grants: the functions that work in pieces write it.';

create table public.entitlements (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  course_id uuid not null,
  created_at timestamptz not null default now(),
  source public.entitlement_source not null default 'MANUAL',
  granted_by_id uuid default private.uid(),
  purchase_id uuid,
  invite_id uuid,
  expires_at timestamptz,
  cohort_id uuid,
  constraint entitlements_pkey primary key (id),
  constraint entitlements_expires_at_range check (
    expires_at >= '1970-01-01 00:00:00+00'::timestamptz
    and expires_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint entitlements_of_cohort check ((source = 'COHORT') = (cohort_id is not null)),
  -- A person has one grant of a course by hand or invite, one for each purchase, and one for each cohort. So a refund
  -- revokes only the grant of its own purchase.
  constraint entitlements_grant_key unique nulls not distinct (user_id, course_id, purchase_id, cohort_id)
);
alter table public.entitlements enable row level security;
create index entitlements_cohort_id_idx on public.entitlements (cohort_id);
create index entitlements_course_id_idx on public.entitlements (course_id);
create index entitlements_granted_by_id_idx on public.entitlements (granted_by_id);
create index entitlements_invite_id_idx on public.entitlements (invite_id);
create index entitlements_purchase_id_idx on public.entitlements (purchase_id);
grant delete, select on public.entitlements to authenticated;
grant insert (user_id, course_id, expires_at) on public.entitlements to authenticated;
grant delete, insert, select, update on public.entitlements to service_role;
comment on table public.entitlements is 'A person''s access to a course. After expires_at the access has ended.';
comment on column public.entitlements.cohort_id is 'The cohort whose membership grants the course. Only sync_cohort_grants() writes such rows (rules/cohorts#grants).';

-- FUNCTIONS

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
  later record;
  not_yet boolean := false;
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
    if found and lesson is not null then
      select u.opens_at, u.day, u.cohort_id into later from private.unreleased_lessons(person, moment) u where u.lesson_id = lesson;
      not_yet := found;
    end if;
    if fact.id is not null and not not_yet then
      return jsonb_build_object('open', true, 'reason', 'GRANTED', 'grant', private.grant_facts(fact));
    end if;
  end if;
  if of_lesson.free_preview and private.person_may(person, 'lessons', 'read', 'assigned')
     and exists (select 1 from private.modules_with_previews() m where m.id = of_lesson.module_id) then
    return jsonb_build_object('open', true, 'reason', 'PREVIEW');
  end if;
  if private.person_may(person, 'courses', 'read', 'assigned') and private.person_may(person, resource, 'read', 'assigned')
     and exists (select from private.staffed_course_ids(person) s (id) where s.id = subject.id) then
    return jsonb_build_object('open', true, 'reason', 'STAFF', 'cohort', (
      select private.cohort_facts(s.cohort_id)
      from public.cohort_staff s join public.cohort_courses k on k.cohort_id = s.cohort_id and k.course_id = subject.id
      where s.user_id = person order by s.added_at limit 1));
  end if;

  -- The lesson or course is closed. The reason that is returned names what would have to change first.
  if not_yet then
    return jsonb_build_object('open', false, 'reason', 'UNRELEASED', 'opens_at', later.opens_at, 'day', later.day,
      'cohort', private.cohort_facts(later.cohort_id), 'grant', private.grant_facts(fact));
  end if;
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
    return jsonb_build_object('open', false, 'at', taken.created_at,
      -- A refund revokes the access in its own transaction, so both audit records have the same time.
      'reason', case when exists (
        select 1 from public.audit_logs r
        where r.action = 'purchase.refund' and r.created_at = taken.created_at and r.course_id = course
          and coalesce(r.after, r.before) ->> 'user_id' = person::text) then 'REFUNDED' else 'REVOKED' end,
      'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = taken.user_id));
  end if;
  return jsonb_build_object('open', false, 'reason', 'NEVER_GRANTED');
end
$function$;
comment on function private.access_of(uuid,uuid,uuid,timestamp with time zone) is 'Takes a person, a course, a lesson of it or null, and a moment; says whether the policies let the person read it at that moment, and why: {open, reason, grant?, role?, at?, by?, opens_at?, day?, cohort?}. Reasons: NO_PROFILE, DISABLED, UNVERIFIED, MAINTENANCE, NO_COURSE, NO_LESSON, ROLE, OWN_COURSE, GRANTED, PREVIEW, STAFF (of a cohort), UNRELEASED (opens_at, null while the person pauses, on a day of a cohort), DRAFT, ENDED, NOT_LET_IN, REVOKED, REFUNDED, NEVER_GRANTED. The moment counts for grants and schedules; accounts and courses are as they are now (rules/members#why).';

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
    -- Rows are locked in the same order everywhere, so that two changes wait for each other instead of ending in a
    -- deadlock.
    select e.id from public.entitlements e
    where e.user_id = any (people) and e.course_id = any (course_ids)
      and e.cohort_id is null and private.grant_is_open(e.expires_at) and e.expires_at is distinct from change_ends.ends_at
    order by e.id for update
  ), ended as (
    update public.entitlements e set expires_at = change_ends.ends_at from held h where h.id = e.id
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct n.user_id, n.course_id from ended n) pairs;
  return changed;
end
$function$;
comment on function private.change_ends(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and a new end (null: none); sets it on every open grant between them, also on those of purchases and invites, not on those of cohorts, and returns how many pairs of person and course changed.';

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
comment on function private.check_access_act(text,uuid[],timestamp with time zone) is 'Takes an act (grant, revoke or end), courses and an end. Raises 42501 unless the caller may do this, and PT422 BAD_ACT, TOO_MANY (1 to 200 courses), NO_COURSE, END_PAST and END_FAR.';

create or replace function private.check_access_reading(user_id uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'read', 'assigned') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  perform private.check_person(check_access_reading.user_id);
end
$function$;
comment on function private.check_access_reading(uuid) is 'Raises 42501 unless the caller may list people and courses and read their grants, and PT404 NO_PERSON when there is no such person.';

create or replace function private.check_access_rights()
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'create', 'assigned') or not private.can('entitlements', 'delete', 'assigned') then
    raise exception using errcode = '42501', message = 'You may not change access.';
  end if;
end
$function$;
comment on function private.check_access_rights() is 'Raises 42501 unless the caller may grant and revoke, to everybody or to the people assigned to them.';

create or replace function private.check_courses(course_ids uuid[], to_give boolean)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- A course in the bin can be revoked but not granted.
  if exists (
    select from unnest(check_courses.course_ids) wanted (id)
    where not exists (select from public.courses c where c.id = wanted.id and (c.deleted_at is null or not to_give))) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE',
      message = 'One of these courses no longer exists. Nothing was changed. Please open the list again.';
  end if;
end
$function$;
comment on function private.check_courses(uuid[],boolean) is 'Takes courses and whether access to them is granted; raises PT422 NO_COURSE when one of them does not exist, or is in the bin and cannot be granted.';

create or replace function private.check_end(ends_at timestamptz)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'update', 'assigned') then
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
comment on function private.check_end(timestamp with time zone) is 'Takes an end of access (null: none); raises 42501 unless the caller may set it, PT422 END_PAST and END_FAR.';

-- A grant that a signed-in person makes must end in the future, by whichever function or request it is inserted. The
-- schema's owner and the service role may also insert grants that have ended.
create or replace function private.check_new_end()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.uid() is not null then
    perform private.check_end(new.expires_at);
  end if;
  return new;
end
$function$;
comment on function private.check_new_end() is 'Row trigger on new grants: if a signed-in person inserts the grant, raises as check_end() does for an end that is past or too far away.';

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
  -- An ended grant is deleted before the new one is inserted, so that the new one has its own audit record.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.cohort_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id, expires_at)
  select p.id, c.id, private.uid(), ends_at
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- People to whom the course is open get no second grant. A grant of a cohort does not count, because it opens the course
    -- only by a schedule.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and e.cohort_id is null and private.grant_is_open(e.expires_at))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$function$;
comment on function private.grant_access(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and an end (null: without end); grants each course to each person who has no open grant of it (grants of cohorts do not count), and returns how many grants it made. A grant that is open keeps its end.';

create or replace function private.grant_facts(fact public.entitlements)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case when fact.id is not null then jsonb_build_object('source', fact.source, 'created_at', fact.created_at, 'expires_at', fact.expires_at,
    'cohort', private.cohort_facts(fact.cohort_id), 'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = fact.granted_by_id)) end;
end
$function$;
comment on function private.grant_facts(public.entitlements) is 'Takes a grant; {source, created_at, expires_at, cohort, by}: how, when and by whom it was given, by which cohort, and until when. Null for none.';

create or replace function private.grant_is_open(
  expires_at timestamptz,
  moment timestamptz default now()
)
  returns boolean
  language sql
  stable parallel safe
as $function$
  select expires_at is null or expires_at > moment
$function$;
comment on function private.grant_is_open(timestamp with time zone,timestamp with time zone) is 'Takes the end of a grant (null: none) and a moment; true if the grant is open at that moment (rules/members#entitlement-end).';
grant execute on function private.grant_is_open(timestamp with time zone,timestamp with time zone) to authenticated, service_role;

create or replace function private.grants_open(person uuid, moment timestamptz)
  returns setof public.entitlements
  language sql
  stable
as $function$
  select e.*
  from public.entitlements e join public.courses c on c.id = e.course_id
  where e.user_id = person and e.created_at <= moment
    and private.grant_is_open(e.expires_at, moment)
    and private.course_is_published(c.status, c.deleted_at)
$function$;
comment on function private.grants_open(uuid,timestamp with time zone) is 'Takes a person and a moment; their grants that open a published course at that moment (rules/learning#open-lessons).';

create or replace function private.moment_of_work(person uuid, course uuid, made_at timestamptz)
  returns timestamptz
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when bool_or(private.grant_is_open(e.expires_at)) then now()
    -- Work that a person did offline while they had access is accepted for a week, like completions.
    when made_at > now() - interval '168 hours' and bool_or(e.created_at <= made_at and private.grant_is_open(e.expires_at, made_at)) then made_at end
  from public.entitlements e where e.user_id = person and e.course_id = course
$function$;
comment on function private.moment_of_work(uuid,uuid,timestamp with time zone) is 'Takes a person, a course, and when work was made (null: now). Returns the moment by which openings and due dates are worked out for this work: now while a grant is open, otherwise the moment at which the work was made, if a grant was open then and that was within a week. Null if the work is not accepted.';

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
    delete from public.entitlements e where e.user_id = any (people) and e.course_id = any (course_ids) and e.cohort_id is null
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct g.user_id, g.course_id from gone g) pairs;
  return changed;
end
$function$;
comment on function private.revoke_access(uuid[],uuid[]) is 'Takes people and courses; deletes every grant between them, also those of purchases, except those of cohorts, which end with the membership, and returns how many pairs of person and course lost access. Progress stays.';

create or replace function private.without_other_cohorts(answer jsonb)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  place text[];
begin
  if not private.can('cohorts', 'read') then
    foreach place slice 1 in array array[array['cohort', null], array['grant', 'cohort'], array['schedule', 'cohort']] loop
      place := array_remove(place, null);
      if answer #> place is not null and (answer #>> (place || 'id'::text))::uuid not in (select private.staffed_cohort_ids('cohorts', 'read')) then
        answer := jsonb_set(answer, place, 'null');
      end if;
    end loop;
  end if;
  return answer;
end
$function$;
comment on function private.without_other_cohorts(jsonb) is 'Takes an answer of access_of(); returns the same answer without the cohorts that the caller may not read.';

create or replace function public.change_access(
  operation_id uuid,
  piece integer,
  act text,
  course_ids uuid[],
  ends_at timestamptz default null,
  people uuid[] default null,
  query text default null,
  role public.user_role default null,
  state text default null,
  course text default null,
  quiet text default null,
  after uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('act', act, 1000)
    and private.at_most('course_ids', course_ids, 1000)
    and private.at_most('people', people, 20000)
    and private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('course', course, 1000)
    and private.at_most('quiet', quiet, 1000);
  -- At most 20,000 pairs a call.
  size int := 20000 / greatest(coalesce(cardinality(course_ids), 0), 1);
  batch uuid[];
  reached uuid[];
  result jsonb;
begin
  perform private.check_access_rights();
  if coalesce(cardinality(course_ids), 0) > 200 or coalesce(cardinality(people), 0) > size then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  -- The caller is part of the stored name, so that nobody else reads the result of this operation.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  perform private.check_access_act(act, course_ids, ends_at);
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state, course, quiet)) into batch using after, size;
  end if;
  reached := case when private.reach_is_narrowed()
    then array(select b from unnest(batch) b where b in (select private.assigned_person_ids())) else batch end;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case act when 'grant' then private.grant_access(reached, course_ids, ends_at)
      when 'revoke' then private.revoke_access(reached, course_ids) else private.change_ends(reached, course_ids, ends_at) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$function$;
comment on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) is 'Opens courses to many people (grant, until ends_at or without end), closes them (revoke) or changes when the access ends (end; null: it no longer ends), in pieces of at most 20,000 pairs: to those named, whom the caller reaches, or to those whom members() finds for the search, role, state, course and quiet, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT422 TOO_MANY, NO_COURSE, BAD_ACT, BAD_FILTER, END_PAST and END_FAR; a refused piece has changed nothing.';
grant execute on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) to authenticated, service_role;

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
  bounded constant boolean := private.at_most('act', act, 1000)
    and private.at_most('course_ids', course_ids, 1000)
    and private.at_most('people', people, 20000)
    and private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('course', course, 1000)
    and private.at_most('quiet', quiet, 1000);
  courses uuid[] := array(select distinct c from unnest(course_ids) c);
  answer jsonb;
  first_three uuid[];
  narrowed boolean := private.reach_is_narrowed();
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
      where e.cohort_id is null and e.course_id = any ($2) and e.user_id in (select a.id from audience a)
      group by e.user_id, e.course_id
    ), person as (
      select k.user_id, count(*) filter (where k.open) as open, count(*) filter (where k.differs) as differs, count(*) as held
      from pair k group by k.user_id
    ), everyone as (
      select count(*) as people from audience
    ), maker as (
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
    case when people is not null then 'select p.id from public.profiles p where p.id = any ($4) and (not $6 or p.id in (select private.assigned_person_ids()))'
      else format('select p.id from %s p where %s', private.people_from(query), private.people_where(query, role, state, course, quiet)) end)
    into answer, first_three using act, courses, ends_at, people, private.readers_of_all(), narrowed;
  return answer || jsonb_build_object('names', private.people_summary(first_three, private.can('profiles', 'list', 'assigned')) -> 'names');
end
$function$;
comment on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) is 'Counts what change_access() would do with the same act, courses, end and people; changes nothing. Gives {people: how many were found, touched: for how many of them something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, for a revocation also {ended: how many touched people had no open grant of these courses any more, keeps: how many can still open some of the courses afterwards, by their role or because they made them}. Raises as change_access() does (rules/members#touched).';
grant execute on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) to authenticated, service_role;

create or replace function public.member_access(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  reached uuid := (select member_access.user_id where private.reaches(member_access.user_id));
begin
  if not private.can('entitlements', 'read', 'assigned') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at,
        'cohorts', coalesce(k.cohorts, '[]')) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(private.grant_is_open(g.expires_at)) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = reached and g.course_id = c.id and g.cohort_id is null
    ) e on true
    left join lateral (
      select jsonb_agg(private.cohort_facts(g.cohort_id) || jsonb_build_object('expires_at', g.expires_at) order by g.created_at) as cohorts
      from public.entitlements g
      where g.user_id = reached and g.course_id = c.id and g.cohort_id is not null and private.grant_is_open(g.expires_at)
        and private.can_on_cohort('cohorts', 'read', g.cohort_id)
    ) k on true
    where c.deleted_at is null);
end
$function$;
comment on function public.member_access(uuid) is 'Takes a person; every course [{id, title, slug, status, granted, source, expires_at, cohorts: [{id, slug, title, time_zone, expires_at}]}] with whether it was granted to them, how they came to it and until when, and the cohorts that open it to them and that the caller may read. A person whom the caller does not reach has none. For callers who may read entitlements and list all courses; raises 42501.';
grant execute on function public.member_access(uuid) to authenticated, service_role;

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
  bounded constant boolean := private.at_most('to_grant', to_grant, 5000)
    and private.at_most('to_revoke', to_revoke, 5000)
    and private.at_most('ends', ends, 1000000);
  one record;
  stale text;
  revoked int;
  granted int := 0;
  changed int := 0;
  wanted uuid[] := array(select x.course_id from jsonb_to_recordset(ends) x (course_id uuid));
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) or not private.reaches(save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke or wanted && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course cannot be granted and revoked at once.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are locked before the first one is counted, so that two calls cannot deadlock.
  perform private.lock_course_counts(save_access.to_grant || save_access.to_revoke || wanted, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke || wanted, false);
  perform 1 from public.entitlements e
  where e.user_id = save_access.user_id and e.course_id = any (wanted) and e.cohort_id is null order by e.id for update;
  for one in
    select x.course_id, x.expires_at, x.was, x.course_id = any (to_grant) as fresh, c.title, held.open is true as open, held.until
    from jsonb_to_recordset(ends) x (course_id uuid, expires_at timestamptz, was timestamptz)
    join public.courses c on c.id = x.course_id
    cross join lateral (
      select bool_or(private.grant_is_open(e.expires_at)) as open,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as until
      from public.entitlements e where e.user_id = save_access.user_id and e.course_id = x.course_id and e.cohort_id is null) held
    order by c.id
  loop
    -- The access ends as requested already, because the request was sent twice.
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
comment on function public.save_access(uuid,uuid[],uuid[],jsonb) is 'Takes a person, courses to open and courses to close to them, and ends of access [{course_id, expires_at, was}]: for a course that is opened, its end; for one that is open already, the new end and the end that the caller saw (null: none). Saves everything in one transaction and returns the counts {granted, revoked, changed}. The same call again changes nothing. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE, NO_COURSE, END_PAST and END_FAR, PT409 STALE_END when the stored end is not the one that the caller saw.';
grant execute on function public.save_access(uuid,uuid[],uuid[],jsonb) to authenticated, service_role;

-- TRIGGERS

create trigger entitlements_check_end before insert on public.entitlements
  for each row
  when (new.cohort_id is null and (new.expires_at <= now() or new.expires_at > '9999-12-31 00:00:00+00'::timestamptz))
  execute function private.check_new_end();

create trigger entitlements_signal_delete after delete on public.entitlements
  referencing old table as old_rows
  for each statement execute function private.signal_change('entitlements');

create trigger entitlements_signal_insert after insert on public.entitlements
  referencing new table as new_rows
  for each statement execute function private.signal_change('entitlements');

create trigger entitlements_signal_update after update on public.entitlements
  referencing new table as new_rows
  for each statement execute function private.signal_change('entitlements');

-- POLICIES

create policy entitlements_delete on public.entitlements
  for delete to authenticated
  using (
    cohort_id is null
    and (
      (select private.can('entitlements', 'delete'))
      or (
        (select private.can('entitlements', 'delete', 'assigned'))
        and user_id in (select private.assigned_person_ids())
      )
    )
  );
comment on policy entitlements_delete on public.entitlements is 'Callers who may revoke access: any grant, or grants of the people assigned to them. Grants of a cohort cannot be deleted here, because they end with the membership.';

create policy entitlements_insert on public.entitlements
  for insert to authenticated
  with check (
    (
      (select private.can('entitlements', 'create'))
      or (
        (select private.can('entitlements', 'create', 'assigned'))
        and user_id in (select private.assigned_person_ids())
      )
    )
    and source = 'MANUAL'
    and granted_by_id = (select private.uid())
    and purchase_id is null
    and invite_id is null
  );
comment on policy entitlements_insert on public.entitlements is 'Callers who may grant access can insert grants by hand, in their own name.';

create policy entitlements_select on public.entitlements
  for select to authenticated
  using (
    (user_id = (select private.uid()) and (select private.can('entitlements', 'read', 'own')))
    or (select private.can('entitlements', 'read'))
    or (
      (select private.can('entitlements', 'read', 'assigned'))
      and user_id in (select private.assigned_person_ids())
    )
  );
comment on policy entitlements_select on public.entitlements is 'Grants of the caller, all grants, or those of the people assigned to the caller.';
