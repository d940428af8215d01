-- Why: in a cohort, modules and lessons open on a day of the schedule, the first day being day 0, at a time of day. What is open
-- is worked out when it is read, so no job can be late for it. private.unreleased_lessons() narrows only what a grant of a
-- cohort opens, never what staff and authors open, or free previews (rules/cohorts#schedule).

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'releases', 'create', 'any'),
  ('ADMIN', 'releases', 'read', 'any'),
  ('ADMIN', 'releases', 'update', 'any'),
  ('ADMIN', 'releases', 'delete', 'any'),
  ('MODERATOR', 'releases', 'create', 'assigned'),
  ('MODERATOR', 'releases', 'read', 'assigned'),
  ('MODERATOR', 'releases', 'update', 'assigned'),
  ('MODERATOR', 'releases', 'delete', 'assigned');

create table public.releases (
  id uuid primary key default gen_random_uuid(),
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  module_id uuid references public.modules (id) on delete cascade,
  lesson_id uuid references public.lessons (id) on delete cascade,
  day integer not null default 0 constraint releases_day_range check (day between 0 and 3650),
  at_time time not null default '00:00',
  constraint releases_one_of check (num_nonnulls(module_id, lesson_id) = 1),
  constraint releases_module_once unique (cohort_id, module_id),
  constraint releases_lesson_once unique (cohort_id, lesson_id)
);
alter table public.releases enable row level security;
create index releases_module_id_idx on public.releases (module_id);
create index releases_lesson_id_idx on public.releases (lesson_id);
create policy releases_select on public.releases for select to authenticated
  using ((select private.can('releases', 'read')) or cohort_id in (select private.staffed_cohort_ids('releases', 'read')));
comment on policy releases_select on public.releases is 'All, or those of cohorts that the caller looks after. Members read through functions when their lessons open.';
create policy releases_insert on public.releases for insert to authenticated
  with check ((select private.can('releases', 'create')) or cohort_id in (select private.staffed_cohort_ids('releases', 'create')));
comment on policy releases_insert on public.releases is 'For every cohort, or for those that the caller looks after.';
create policy releases_update on public.releases for update to authenticated
  using ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')))
  with check ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')));
comment on policy releases_update on public.releases is 'Those who may change the schedule. Only day and time can be changed.';
create policy releases_delete on public.releases for delete to authenticated
  using ((select private.can('releases', 'delete')) or cohort_id in (select private.staffed_cohort_ids('releases', 'delete')));
comment on policy releases_delete on public.releases is 'Those who may change the schedule. Without its row, a lesson opens with its module, and a module as the first day begins.';
grant select, delete on public.releases to authenticated;
grant insert (cohort_id, module_id, lesson_id, day, at_time) on public.releases to authenticated;
grant update (day, at_time) on public.releases to authenticated;
grant select, insert, update, delete on public.releases to service_role;
comment on table public.releases is
  'The schedule of a cohort: on which of its days, and when, a module or a lesson opens. A lesson without a row takes that of its module; without either it opens as the first day begins (rules/cohorts#schedule).';
comment on column public.releases.day is 'Days after the first day of the cohort, which is day 0.';
comment on column public.releases.at_time is 'On the clocks of the cohort''s zone.';
select private.audit_table('public.releases', 'release', '{"verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]]}');
select private.audit_options('public.releases', '{"about": ["cohort_id", "module_id", "lesson_id"]}');
select private.signal_table('public.releases');

-- What is not open yet --------------------------------------------------------------------------------------------

create function private.unreleased_lessons(person uuid, moment timestamptz)
  returns table (lesson_id uuid, course_id uuid, opens_at timestamptz, cohort_id uuid, day integer)
language sql stable as $$
  with held as materialized (
    select g.course_id, g.cohort_id, m.open_all, m.reached, m.shift_days, c.starts_on, c.time_zone, m.state = 'PAUSED' as paused,
      least(m.paused_at, moment) as clock
    from private.grants_open(person, moment) g
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    left join public.cohorts c on c.id = g.cohort_id
  ), narrowed as materialized (
    -- A grant without a cohort opens the whole course, and so does a membership with `open_all`.
    select h.*, count(*) over (partition by h.course_id) as cohorts
    from held h
    where not exists (select from held o where o.course_id = h.course_id and (o.cohort_id is null or o.open_all))
  ), rule as materialized (
    select n.cohort_id, r.module_id, r.lesson_id, r.day, r.at_time,
      private.local_moment(n.starts_on + n.shift_days + r.day, r.at_time, n.time_zone) as opens_at
    from (select distinct on (k.cohort_id) k.* from narrowed k) n join public.releases r on r.cohort_id = n.cohort_id
  ), closed as (
    select l.id, n.course_id, n.cohort_id, n.cohorts, case when not n.paused then opening.opens_at end as opens_at, opening.day
    from narrowed n
    join public.modules m on m.course_id = n.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null
    left join rule own on own.cohort_id = n.cohort_id and own.lesson_id = l.id
    left join rule whole on whole.cohort_id = n.cohort_id and whole.module_id = m.id
    cross join lateral (
      select coalesce(own.day, whole.day, 0) as day, coalesce(own.at_time, whole.at_time, '00:00') as at_time,
        coalesce(own.opens_at, whole.opens_at, private.local_moment(n.starts_on + n.shift_days, '00:00', n.time_zone)) as opens_at
    ) opening
    where opening.opens_at > n.clock
      -- What opened before an earlier pause stays open.
      and (n.reached is null or make_interval(days => opening.day) + opening.at_time::interval > n.reached)
  )
  -- The earliest opening counts: a lesson is shut only if every cohort that grants its course has it shut.
  select distinct on (c.id) c.id, c.course_id, c.opens_at, c.cohort_id, c.day
  from (select k.*, count(*) over (partition by k.id) as closed_in from closed k) c
  where c.closed_in = c.cohorts
    and not exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = c.id)
  order by c.id, c.opens_at nulls last
$$;
comment on function private.unreleased_lessons(uuid, timestamptz) is
  'Takes a person and a moment; the lessons that a grant of a cohort does not open to them yet at that moment, with when they open (null while the person pauses), by which cohort and on which of its days. Lessons that the person completed, or that a grant without a cohort opens, are left out (rules/cohorts#schedule).';

create function private.unreleased_lesson_ids(person uuid, moment timestamptz) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A quick answer: most people belong to no cohort.
  if exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return query select u.lesson_id from private.unreleased_lessons(person, moment) u;
  end if;
end
$$;
comment on function private.unreleased_lesson_ids(uuid, timestamptz) is
  'Takes a person and a moment; the ids of the lessons that are not open yet to them (rules/cohorts#schedule).';
revoke all on function private.unreleased_lesson_ids(uuid, timestamptz) from public;

create function private.my_unreleased_lesson_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select u from private.unreleased_lesson_ids(private.uid(), now()) u;
end
$$;
comment on function private.my_unreleased_lesson_ids() is 'unreleased_lesson_ids() for the caller, now.';
revoke all on function private.my_unreleased_lesson_ids() from public;
grant execute on function private.my_unreleased_lesson_ids() to authenticated, service_role;

create function private.staffed_course_ids(person uuid) returns setof uuid
language sql stable as $$
  select k.course_id
  from public.cohort_staff s
  join public.cohort_courses k on k.cohort_id = s.cohort_id
  join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
  where s.user_id = person
$$;
comment on function private.staffed_course_ids(uuid) is 'Takes a person; the published courses of cohorts that they look after.';

create function private.my_staffed_course_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s from private.staffed_course_ids(private.uid()) s
    where (select private.can('courses', 'read', 'assigned') and private.meets_required_aal());
end
$$;
comment on function private.my_staffed_course_ids() is
  'Published courses of cohorts that the caller looks after: open to them regardless of the schedule (rules/cohorts#staff).';
revoke all on function private.my_staffed_course_ids() from public;
grant execute on function private.my_staffed_course_ids() to authenticated, service_role;

create function private.my_staffed_module_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id from public.modules m where m.deleted_at is null and m.course_id in (select private.my_staffed_course_ids());
end
$$;
comment on function private.my_staffed_module_ids() is 'Modules of my_staffed_course_ids().';
revoke all on function private.my_staffed_module_ids() from public;
grant execute on function private.my_staffed_module_ids() to authenticated, service_role;

-- The gate --------------------------------------------------------------------------------------------------------

alter policy courses_select on public.courses
  using (deleted_at is null and (
    (select private.can('courses', 'read'))
    or (created_by_id = (select private.uid()) and (select private.can('courses', 'read', 'own')))
    or id in (select private.entitled_course_ids())
    or id in (select private.my_staffed_course_ids())));
comment on policy courses_select on public.courses is
  'All courses, one''s own, those one is entitled to, or those of cohorts the caller looks after. Moderators read titles through a function.';

alter policy modules_select on public.modules
  using (deleted_at is null and (
    (select private.can('modules', 'read'))
    or ((select private.can('modules', 'read', 'assigned'))
      and (course_id in (select private.entitled_course_ids()) or course_id in (select private.my_staffed_course_ids())))
    or course_id in (select private.my_course_ids('modules', 'read'))));

alter policy lessons_select on public.lessons
  using (deleted_at is null and (
    (select private.can('lessons', 'read'))
    or ((select private.can('lessons', 'read', 'assigned'))
      and module_id in (select private.entitled_module_ids())
      and id not in (select private.my_unreleased_lesson_ids()))
    or module_id in (select private.my_module_ids('lessons', 'read'))
    or (free_preview and module_id in (select private.preview_module_ids()))
    or ((select private.can('lessons', 'read', 'assigned')) and module_id in (select private.my_staffed_module_ids()))));
comment on policy lessons_select on public.lessons is
  'The whole row for those who may open the lesson: entitled people once the schedule of their cohort has opened it, everybody for a free preview of a published course, the staff of the course''s cohorts, and staff who edit. The cheapest conditions come first, so that the last sets are rarely computed.';

alter policy lesson_attachments_select on public.lesson_attachments
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_attachments.lesson_id and (
      (select private.can('lesson_attachments', 'read'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'read'))
      or ((select private.can('lesson_attachments', 'read', 'assigned'))
        and (l.free_preview or l.module_id in (select private.entitled_module_ids()) or l.module_id in (select private.my_staffed_module_ids()))))));

alter policy lesson_files_select on public.lesson_files
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_files.lesson_id and (
      (select private.can('lesson_files', 'read'))
      or l.module_id in (select private.my_module_ids('lesson_files', 'read'))
      or (lesson_files.unused_since is null
        and (select private.can('lesson_files', 'read', 'assigned'))
        and (l.free_preview or l.module_id in (select private.entitled_module_ids()) or l.module_id in (select private.my_staffed_module_ids()))))));

create function private.cohort_facts(cohort uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone) from public.cohorts c where c.id = cohort
$$;
comment on function private.cohort_facts(uuid) is 'Takes a cohort; {id, slug, title, time_zone}, null for none.';
revoke all on function private.cohort_facts(uuid) from public;

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

  -- The lesson or course is closed. The reason is what would have to change first.
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
      -- A refund takes the access in its own transaction.
      'reason', case when exists (
        select 1 from public.audit_logs r
        where r.action = 'purchase.refund' and r.created_at = taken.created_at and r.course_id = course
          and coalesce(r.after, r.before) ->> 'user_id' = person::text) then 'REFUNDED' else 'REVOKED' end,
      'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = taken.user_id));
  end if;
  return jsonb_build_object('open', false, 'reason', 'NEVER_GRANTED');
end
$function$;
comment on function private.access_of(uuid,uuid,uuid,timestamp with time zone) is 'Takes a person, a course, a lesson of it or null, and a moment; says whether the policies let the person read it at that moment, and why: {open, reason, grant?, role?, at?, by?, opens_at?, day?, cohort?}. Reasons: NO_PROFILE, DISABLED, UNVERIFIED, MAINTENANCE, NO_COURSE, NO_LESSON, ROLE, OWN_COURSE, GRANTED, PREVIEW, STAFF (of a cohort), UNRELEASED (opens_at, null while the person pauses, on a day of a cohort), DRAFT, ENDED, NOT_LET_IN, REVOKED, REFUNDED, NEVER_GRANTED. The moment counts for grants and schedules; accounts and courses are as they are now (rules/members#why).';

create or replace function private.grant_facts(fact public.entitlements)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case when fact.id is not null then jsonb_build_object('source', fact.source, 'created_at', fact.created_at, 'expires_at', fact.expires_at,
    'cohort', private.cohort_facts(fact.cohort_id), 'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = fact.granted_by_id)) end;
end
$function$;
comment on function private.grant_facts(public.entitlements) is 'Takes a grant; {source, created_at, expires_at, cohort, by}: how, when and by whom it was given, by which cohort, and until when. Null for none.';

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
      select m.id as module_id, m.title as module, m.index as module_index, l.id, l.title, l.index, l.free_preview, u.day, u.opens_at
      from public.courses c
      join public.modules m on m.course_id = c.id and m.deleted_at is null
      join public.lessons l on l.module_id = m.id and l.deleted_at is null
      left join private.unreleased_lessons(person_lessons.user_id, moment) u on u.lesson_id = l.id
      where c.id = person_lessons.course_id and c.deleted_at is null
        -- Only people who may read a draft see its titles.
        and (c.status = 'PUBLISHED' or (select private.can('lessons', 'read')))
    ), answers as materialized (
      -- The answer depends on the course, on whether the lesson is a free preview, and on when the schedule opens it, so it
      -- is computed once for each combination of these.
      select k.free_preview, k.day, k.opens_at, private.access_of(person_lessons.user_id, person_lessons.course_id, k.id, moment) as answer
      from (select distinct on (s.free_preview, s.day, s.opens_at) s.free_preview, s.day, s.opens_at, s.id from seen s
        order by s.free_preview, s.day, s.opens_at, s.id) k
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'module', s.module) || a.answer
      order by s.module_index, s.index), '[]')
    from seen s join answers a
      on (a.free_preview, a.day, a.opens_at) is not distinct from (s.free_preview, s.day, s.opens_at));
end
$function$;
comment on function public.person_lessons(uuid,uuid,timestamp with time zone) is 'As person_access(), for the lessons of one course: [{id, title, module, open, reason, ...}] in their order. None for a draft whose lessons the caller may not read. Raises 42501 and PT404 NO_PERSON (rules/members#why).';
grant execute on function public.person_lessons(uuid,uuid,timestamp with time zone) to authenticated, service_role;

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
  elsif exists (select from private.unreleased_lesson_ids(me, case when held.live then now() else done_at end) u
      where u = complete_late.lesson_id) then
    raise exception using errcode = 'PT403', hint = 'NOT_OPEN_YET', message = 'It is not open yet.';
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
comment on function public.complete_late(uuid,numeric,uuid) is 'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), if their access was open then and has ended by its own date since. The completion has that earlier time. It replaces neither a completion that exists nor a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with a hint: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, NOT_OPEN_YET where the schedule of a cohort had not opened it, or NO_ACCESS for everything else, also for lessons that do not exist (rules/learning#completed-in-time).';
grant execute on function public.complete_late(uuid,numeric,uuid) to authenticated, service_role;

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
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled,
        course.id in (select private.my_staffed_course_ids()) as staff
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    ), closed as materialized (
      select u.* from seen, private.unreleased_lessons(seen.user_id, now()) u
      where seen.entitled and u.course_id = seen.id
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'staff', seen.staff, 'changes_at', (select min(c.opens_at) from closed c),
      'time_zone', (select k.time_zone from closed c join public.cohorts k on k.id = c.cohort_id limit 1),
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', (seen.entitled and closed.lesson_id is null) or seen.can_preview or seen.staff or l.free_preview)
                -- The field is often left out, because most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
                || case when closed.lesson_id is not null then jsonb_build_object('opens_at', closed.opens_at) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            left join closed on closed.lesson_id = l.id
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$function$;
comment on function public.course_outline(text) is 'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened, and where the schedule of a cohort has not opened it yet, `opens_at` (null while the person pauses). `changes_at`: when the next lesson opens, null for none; `time_zone`: that of its cohort; `staff`: whether the caller looks after a cohort with this course. Never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';
grant execute on function public.course_outline(text) to authenticated, service_role;

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
        bool_or(e.cohort_id is not null and private.grant_is_open(e.expires_at)) as in_cohort,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id, me.id
    ), counted as materialized (
      select c.id, c.slug, c.title, c.description, c.thumbnail_url, c.author_name, c.category,
        mine.user_id, mine.entitled_at, mine.live, mine.in_cohort, mine.expires_at,
        coalesce(s.lessons, 0) as total, coalesce(s.seconds, 0) as seconds, coalesce(k.completed, 0) as completed,
        coalesce(s.lessons, 0) > 0 and coalesce(k.completed, 0) >= s.lessons as finished,
        nullif(k.last_at, '-infinity') as last_at
      from mine
      join public.courses c on c.id = mine.course_id and private.course_is_published(c.status, c.deleted_at)
      left join private.course_sizes s on s.course_id = c.id
      left join private.learner_courses k on k.user_id = mine.user_id and k.course_id = c.id
    ), closed as materialized (
      select u.lesson_id, u.course_id, u.opens_at from me, private.unreleased_lessons(me.id, now()) u
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
        and w.lesson_id not in (select c.lesson_id from closed c)
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
        || case when c.in_cohort then jsonb_build_object('in_cohort', true, 'opens_at', (
          select min(o.opens_at) from closed o where o.course_id = c.id)) else '{}' end
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
          and l.id not in (select c.lesson_id from closed c)
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
comment on function public.library() is 'The caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson, and whether access has ended; the next unfinished lesson is one that is open, and courses of a cohort say when the next one opens (`opens_at`); of the first unfinished one also the lesson where the caller stopped, and at which second of its video. Durations in seconds. Definer, because ended courses are named too; the caller''s own rows alone (rules/learning#library).';
grant execute on function public.library() to authenticated, service_role;

drop function private.lessons_matching(uuid[],tsquery);
create or replace function private.lessons_matching(open uuid[], closed uuid[], question tsquery)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      and d.lesson_id <> all (closed);
end
$function$;
comment on function private.lessons_matching(uuid[],uuid[],tsquery) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, and a query of the index; returns the lessons that match in title or text: of these courses without those lessons, and free previews of published courses. It must not return any other lesson, because corrections of typing errors come from its result too.';
revoke all on function private.lessons_matching(uuid[],uuid[],tsquery) from public;

drop function private.lessons_titled(uuid[],tsquery);
create or replace function private.lessons_titled(open uuid[], closed uuid[], question tsquery)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.title_words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      and d.lesson_id <> all (closed);
end
$function$;
comment on function private.lessons_titled(uuid[],uuid[],tsquery) is 'As lessons_matching(), but only in titles and headings.';
revoke all on function private.lessons_titled(uuid[],uuid[],tsquery) from public;

drop function private.any_lesson_matches(uuid[],tsquery);
create or replace function private.any_lesson_matches(open uuid[], closed uuid[], question tsquery)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return exists (
    select from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      and d.lesson_id <> all (closed));
end
$function$;
comment on function private.any_lesson_matches(uuid[],uuid[],tsquery) is 'As lessons_matching(), but only returns whether a lesson matches.';
revoke all on function private.any_lesson_matches(uuid[],uuid[],tsquery) from public;

drop function private.corrected_term(uuid[],text,boolean);
create or replace function private.corrected_term(
  open uuid[],
  closed uuid[],
  term text,
  is_last boolean
)
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
  if char_length(term) < 3 or private.is_run(term) or term ~ '^[0-9]+$' or private.any_lesson_matches(open, closed, question) or exists (
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
    if private.any_lesson_matches(open, closed, quote_literal(near)::tsquery) or exists (
      select 1 from private.course_documents d
      where d.words @@ quote_literal(near)::tsquery and d.course_id = any (open)
    ) then
      return near;
    end if;
  end loop;
  return term;
end
$function$;
comment on function private.corrected_term(uuid[],uuid[],text,boolean) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, a term, and whether it is the last. Returns the term, or if nothing that they may open has it, the nearest word that something has: with one typing error, or two in words of seven letters and more.';
revoke all on function private.corrected_term(uuid[],uuid[],text,boolean) from public;

drop function private.search_results(uuid[],uuid[],text[],boolean);
create or replace function private.search_results(
  open uuid[],
  library uuid[],
  closed uuid[],
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
      (select w.id, true as in_title from private.lessons_titled(open, closed, question) w (id) order by w.id limit 100)
      union all
      (select w.id, false from private.lessons_matching(open, closed, deep) w (id) order by w.id limit 100)
    ), candidate as (
      select hit.id, bool_or(hit.in_title) as in_title from hit group by hit.id
    ), lesson as (
      select l.id, l.title, l.content_type, c.slug, c.title as course, d.body, m.index as module_index, l.index,
        l.content,
        ts_rank(d.words, question, 1)
          + case when not candidate.in_title then 0 when ts_filter(d.title_words, '{a}') @@ question then 10 else 5 end
          + case when ts_filter(d.title_words, '{a}') @@ literal::tsquery then 5 else 0 end as score
      from candidate
      -- `offset 0` makes the planner look up each document and each lesson by its id: it cannot know how few they are,
      -- and would read all, above all in tables that were never analysed, as after a large import.
      cross join lateral (select * from private.lesson_documents o where o.lesson_id = candidate.id offset 0) d
      cross join lateral (
        select o.id, o.title, o.content, o.content_type, o.index, o.module_id, o.free_preview
        from public.lessons o where o.id = candidate.id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
      order by score desc, c.title, m.index, l.index, l.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern, null)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.highlighted(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern, (
          select h.heading from unnest(private.headings(content)) with ordinality h (heading, n)
          where private.search_vector(private.plain_text(h.heading), 'B') @@ question order by h.n limit 1)))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$function$;
comment on function private.search_results(uuid[],uuid[],uuid[],text[],boolean) is 'Takes the courses that are open to the caller, those of their library, lessons that the schedule of a cohort has not opened yet, the terms, and whether all of them must be found or any will do. Gives the best four courses, three categories and twelve lessons. At most 100 lessons that match by title and 100 that match by text are ranked, because ranking reads whole documents.';
revoke all on function private.search_results(uuid[],uuid[],uuid[],text[],boolean) from public;

create or replace function public.search(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  library uuid[];
  open uuid[];
  to_all uuid[];
  closed uuid[];
  terms text[] := private.search_terms(query);
  corrected text[];
  nothing constant jsonb := '{"courses": [], "categories": [], "lessons": []}';
  found jsonb;
begin
  if not private.can('courses', 'read', 'assigned') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return nothing || '{"corrected": null}';
  end if;
  library := array(select private.entitled_course_ids());
  to_all := array(
    select c.id from public.courses c
    where c.deleted_at is null and private.can('courses', 'update') and private.can('lessons', 'read')
    union
    select o.id from private.my_course_ids('courses', 'update') o (id) where private.can('lessons', 'read', 'own')
    union
    select s from private.my_staffed_course_ids() s);
  open := library || to_all;
  closed := array(
    select u.lesson_id from private.unreleased_lessons(private.uid(), now()) u join public.lessons l on l.id = u.lesson_id
    where u.course_id <> all (to_all) and not l.free_preview);

  found := private.search_results(open, library, closed, terms, true);
  if found = nothing then
    corrected := array(
      select private.corrected_term(open, closed, t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
    if corrected <> terms then
      found := private.search_results(open, library, closed, corrected, true);
    end if;
    if found = nothing and cardinality(corrected) > 1 then
      found := private.search_results(open, library, closed, corrected, false);
    end if;
  end if;
  return found || jsonb_build_object('corrected', case when found <> nothing and corrected <> terms then array_to_string(corrected, ' ') end);
end
$function$;
comment on function public.search(text) is 'Takes a query, of which 100 characters and eight words count. Gives courses, categories and lessons that the caller may open (entitled to and opened by the schedule of their cohort, free previews of published courses, those of cohorts they look after, or their own to edit), best first, 19 at most: in titles and snippets the characters 2 and 3 stand around what was found. `corrected` is the query that was used instead, if nothing has the words as typed. Definer, because row security keeps indexes of words from being used; it works out the caller''s courses first, and asks each lesson again (rules/learning#search).';
grant execute on function public.search(text) to authenticated, service_role;

-- Grants by hand ---------------------------------------------------------------------------------------------------

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
comment on function private.grant_access(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and an end (null: without end); grants each course to each person who does not hold it already, or holds it only by a cohort, and returns how many grants it made. A grant that is open keeps its end.';

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
      where e.cohort_id is null and e.course_id = any ($2) and e.user_id in (select a.id from audience a)
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
comment on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) is 'Counts what change_access() would do with the same act, courses, end and people; changes nothing. Gives {people: whom it is about, touched: those for whom something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, of a revocation also {ended: touched people to whom none of it was open any more, keeps: those who can open some of it afterwards, by their role or as its maker}. Raises as change_access() does (rules/members#touched).';
grant execute on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) to authenticated, service_role;

create or replace function public.member_access(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('entitlements', 'read') or not private.can('courses', 'list') then
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
      from public.entitlements g where g.user_id = member_access.user_id and g.course_id = c.id and g.cohort_id is null
    ) e on true
    left join lateral (
      select jsonb_agg(private.cohort_facts(g.cohort_id) || jsonb_build_object('expires_at', g.expires_at) order by g.created_at) as cohorts
      from public.entitlements g
      where g.user_id = member_access.user_id and g.course_id = c.id and g.cohort_id is not null and private.grant_is_open(g.expires_at)
    ) k on true
    where c.deleted_at is null);
end
$function$;
comment on function public.member_access(uuid) is 'Takes a person; every course [{id, title, slug, status, granted, source, expires_at, cohorts: [{id, slug, title, time_zone, expires_at}]}] with whether it was granted to them, how they came to it and until when, and the cohorts that open it to them. For callers who may read all entitlements and list all courses; raises 42501.';
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
comment on function public.save_access(uuid,uuid[],uuid[],jsonb) is 'Takes a person, courses to open and courses to close to them, and ends [{course_id, expires_at, was}]: of a course that is opened until when, of one that is open the new end and the one that was seen (null: none); does it in one transaction, all or nothing, and counts {granted, revoked, changed}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE, NO_COURSE, END_PAST and END_FAR, PT409 STALE_END when the end is no longer what was seen.';
grant execute on function public.save_access(uuid,uuid[],uuid[],jsonb) to authenticated, service_role;
