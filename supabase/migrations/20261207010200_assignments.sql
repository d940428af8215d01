-- Why: an assignment is a lesson that also says what it accepts and has a rubric and a due date (rules/assignments#assignment).
-- Its row is added when the lesson gets this type and stays when the type changes, so that nothing is lost. Due dates are
-- computed when they are read, as openings are (rules/assignments#due).

-- Tables ----------------------------------------------------------------------------------------------------------

create table public.assignments (
  lesson_id uuid primary key references public.lessons (id) on delete cascade,
  accepts public.work_kind[] not null default '{TEXT}',
  due_day integer constraint assignments_due_day_range check (due_day between 0 and 3650),
  due_time time default '18:00',
  late public.late_rule not null default 'MARKED',
  cutoff_days integer constraint assignments_cutoff_days_range check (cutoff_days between 0 and 365),
  blind boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint assignments_accepts_something check (cardinality(accepts) between 1 and 5),
  constraint assignments_cutoff_when_shut check (late = 'SHUT' or cutoff_days is null),
  constraint assignments_blind_without_owners check (not blind or not accepts && '{LINK,REPOSITORY}'::public.work_kind[])
);
alter table public.assignments enable row level security;
create policy assignments_select on public.assignments for select to authenticated
  using ((select private.can('assignments', 'read')) or exists (
    select 1 from public.lessons l
    where l.id = assignments.lesson_id
      and (l.module_id in (select private.my_module_ids('assignments', 'read'))
        or ((select private.can('assignments', 'read', 'assigned'))
          and (l.free_preview or l.module_id in (select private.entitled_module_ids()) or l.module_id in (select private.my_staffed_module_ids()))))));
comment on policy assignments_select on public.assignments is 'Staff who may read all of them, and everybody who may read the lesson, which the lesson''s own policy decides.';
create policy assignments_update on public.assignments for update to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = assignments.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))))
  with check (exists (
    select 1 from public.lessons l
    where l.id = assignments.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))));
comment on policy assignments_update on public.assignments is 'Those who may build the lesson.';
grant select on public.assignments to authenticated;
grant update (accepts, due_day, due_time, late, cutoff_days, blind) on public.assignments to authenticated;
grant select, insert, update, delete on public.assignments to service_role;
comment on table public.assignments is 'What an assignment accepts and when it is due. The row is added when a lesson gets this type, and stays when the type changes (rules/assignments#assignment).';
comment on column public.assignments.due_day is 'Days after the first day of the cohort, which is day 0; null: no due date, unless a cohort sets one.';
comment on column public.assignments.due_time is 'The time of day in the cohort''s time zone; null: the last second of the day.';
comment on column public.assignments.late is 'MARKED: late work is accepted and marked. SHUT: nothing is accepted after cutoff_days.';
comment on column public.assignments.cutoff_days is 'How many days after the due date the assignment shuts, at the end of that day; null: at the end of the day on which it is due.';
comment on column public.assignments.blind is 'Whether reviewers learn whose work it is only when they have published their review (rules/assignments#blind).';
create trigger assignments_touch before update on public.assignments for each row execute function private.touch_updated_at();

create function private.is_rubric_levels(levels jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) between 2 and 6 then (
    select bool_and(jsonb_typeof(v) = 'object'
      and coalesce(jsonb_typeof(v -> 'title') = 'string' and btrim(v ->> 'title') <> '' and char_length(v ->> 'title') <= 60, false)
      and case jsonb_typeof(v -> 'points') when 'number' then (v ->> 'points')::numeric between 0 and 1000 when 'null' then true else not v ? 'points' end
      and case jsonb_typeof(v -> 'meaning') when 'string' then char_length(v ->> 'meaning') <= 500 when 'null' then true else not v ? 'meaning' end
      and v - array['title', 'points', 'meaning'] = '{}'::jsonb)
    from jsonb_array_elements(levels) v) else false end
$$;
comment on function private.is_rubric_levels(jsonb) is
  'Takes the levels of a criterion; true if they are a list of two to six of {title: at most 60 characters, points: 0 to 1,000, meaning: at most 500 characters}. Points and meaning can be null or missing.';
revoke all on function private.is_rubric_levels(jsonb) from public;
grant execute on function private.is_rubric_levels(jsonb) to authenticated, service_role;

create table public.rubric_criteria (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.assignments (lesson_id) on delete cascade,
  position integer not null default 0 constraint rubric_criteria_position_range check (position between 0 and 1000),
  title text not null constraint rubric_criteria_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  levels jsonb not null constraint rubric_criteria_levels_form check (private.is_rubric_levels(levels)),
  essential boolean not null default false
);
alter table public.rubric_criteria enable row level security;
create index rubric_criteria_lesson_id_idx on public.rubric_criteria (lesson_id, position);
create policy rubric_criteria_select on public.rubric_criteria for select to authenticated
  using ((select private.can('assignments', 'read')) or exists (
    select 1 from public.lessons l
    where l.id = rubric_criteria.lesson_id
      and (l.module_id in (select private.my_module_ids('assignments', 'read'))
        or ((select private.can('assignments', 'read', 'assigned'))
          and (l.free_preview or l.module_id in (select private.entitled_module_ids()) or l.module_id in (select private.my_staffed_module_ids()))))));
comment on policy rubric_criteria_select on public.rubric_criteria is 'Staff who may read all of them, and everybody who may read the lesson, which the lesson''s own policy decides.';
create policy rubric_criteria_insert on public.rubric_criteria for insert to authenticated
  with check (exists (
    select 1 from public.lessons l
    where l.id = rubric_criteria.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))));
comment on policy rubric_criteria_insert on public.rubric_criteria is 'Under a lesson that the caller may build.';
create policy rubric_criteria_update on public.rubric_criteria for update to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = rubric_criteria.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))))
  with check (exists (
    select 1 from public.lessons l
    where l.id = rubric_criteria.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))));
comment on policy rubric_criteria_update on public.rubric_criteria is 'Under a lesson that the caller may build.';
create policy rubric_criteria_delete on public.rubric_criteria for delete to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = rubric_criteria.lesson_id
      and ((select private.can('assignments', 'update')) or l.module_id in (select private.my_module_ids('assignments', 'update')))));
comment on policy rubric_criteria_delete on public.rubric_criteria is 'Under a lesson that the caller may build.';
grant select, delete on public.rubric_criteria to authenticated;
grant insert (lesson_id, position, title, levels, essential) on public.rubric_criteria to authenticated;
grant update (position, title, levels, essential) on public.rubric_criteria to authenticated;
grant select, insert, update, delete on public.rubric_criteria to service_role;
comment on table public.rubric_criteria is 'The criteria by which an assignment is judged, in order. A review stores its own copy (rules/assignments#rubric).';
comment on column public.rubric_criteria.levels is 'The levels, from the lowest to the highest: [{title, points, meaning}].';
comment on column public.rubric_criteria.essential is 'Whether work cannot pass if it is at the lowest level of this criterion.';

create table public.cohort_dues (
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  day integer constraint cohort_dues_day_range check (day between 0 and 3650),
  at_time time,
  primary key (cohort_id, lesson_id),
  constraint cohort_dues_says_something check (num_nonnulls(day, at_time) > 0)
);
alter table public.cohort_dues enable row level security;
create index cohort_dues_lesson_id_idx on public.cohort_dues (lesson_id);
create policy cohort_dues_select on public.cohort_dues for select to authenticated
  using ((select private.can('releases', 'read')) or cohort_id in (select private.staffed_cohort_ids('releases', 'read')));
comment on policy cohort_dues_select on public.cohort_dues is 'All, or those of cohorts that the caller looks after. Members read through functions when their work is due.';
create policy cohort_dues_insert on public.cohort_dues for insert to authenticated
  with check ((select private.can('releases', 'create')) or cohort_id in (select private.staffed_cohort_ids('releases', 'create')));
comment on policy cohort_dues_insert on public.cohort_dues is 'For every cohort, or for those that the caller looks after.';
create policy cohort_dues_update on public.cohort_dues for update to authenticated
  using ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')))
  with check ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')));
comment on policy cohort_dues_update on public.cohort_dues is 'Those who may change the schedule. Only day and time can be changed.';
create policy cohort_dues_delete on public.cohort_dues for delete to authenticated
  using ((select private.can('releases', 'delete')) or cohort_id in (select private.staffed_cohort_ids('releases', 'delete')));
comment on policy cohort_dues_delete on public.cohort_dues is 'Those who may change the schedule. Without its row, the due date of the assignment applies.';
grant select, delete on public.cohort_dues to authenticated;
grant insert (cohort_id, lesson_id, day, at_time) on public.cohort_dues to authenticated;
grant update (day, at_time) on public.cohort_dues to authenticated;
grant select, insert, update, delete on public.cohort_dues to service_role;
comment on table public.cohort_dues is 'When an assignment is due in one cohort. Overrides the due date of the assignment (rules/assignments#due).';
comment on column public.cohort_dues.day is 'Days after the first day of the cohort, which is day 0; null: the day of the assignment.';
comment on column public.cohort_dues.at_time is 'The time of day in the cohort''s time zone; null: the time of the assignment.';

create table public.extensions (
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  due_at timestamptz not null constraint extensions_due_at_range check (due_at between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  reason text not null default '' constraint extensions_reason_length check (char_length(reason) <= 500),
  given_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  given_at timestamptz not null default now(),
  primary key (lesson_id, user_id)
);
alter table public.extensions enable row level security;
create index extensions_user_id_idx on public.extensions (user_id);
create index extensions_given_by_id_idx on public.extensions (given_by_id);
create policy extensions_select on public.extensions for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('extensions', 'read', 'own')));
comment on policy extensions_select on public.extensions is 'One''s own. Staff read them through functions.';
grant select on public.extensions to authenticated;
grant select, insert, update, delete on public.extensions to service_role;
comment on table public.extensions is 'When an assignment is due for one person. Overrides the due dates of their cohorts (rules/assignments#extension).';

select private.audit_table('public.assignments', 'assignment', '{"key": "lesson_id", "insert": null, "delete": null}');
select private.audit_title('public.assignments', '{"of": "lesson", "in": "lesson_id"}');
select private.audit_table('public.extensions', 'extension', '{"key": "lesson_id", "insert": "give", "delete": "end", "identity": ["lesson_id", "user_id"], "about": ["lesson_id", "user_id"], "omit": ["reason"]}');
select private.audit_title('public.extensions', '{"of": "lesson", "in": "lesson_id"}');
select private.audit_table('public.rubric_criteria', 'rubric_criterion', '{"about": ["lesson_id"], "order": {"position": "position", "parent": "lesson_id", "parent_type": "lesson", "moving": ["position"]}}');
select private.audit_title('public.rubric_criteria', '{"of": "lesson", "in": "lesson_id", "title": "title"}');
select private.audit_table('public.cohort_dues', 'due', '{"key": "cohort_id", "identity": ["cohort_id", "lesson_id"], "about": ["cohort_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]]}');
create trigger cohort_dues_signal_insert after insert on public.cohort_dues
  referencing new table as new_rows for each statement execute function private.signal_change('releases');
create trigger cohort_dues_signal_update after update on public.cohort_dues
  referencing new table as new_rows for each statement execute function private.signal_change('releases');
create trigger cohort_dues_signal_delete after delete on public.cohort_dues
  referencing old table as old_rows for each statement execute function private.signal_change('releases');

-- Lessons that are assignments ------------------------------------------------------------------------------------

create function private.add_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assignments (lesson_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
comment on function private.add_assignment() is 'Row trigger on lessons that become assignments: adds the row that the type needs, unless the lesson has one from before.';
revoke all on function private.add_assignment() from public;
create trigger lessons_assignment_insert after insert on public.lessons for each row
  when (new.content_type = 'ASSIGNMENT') execute function private.add_assignment();
create trigger lessons_assignment_update after update of content_type on public.lessons for each row
  when (new.content_type = 'ASSIGNMENT') execute function private.add_assignment();

create function private.button_completes(type public.lesson_content_type) returns boolean
language sql immutable parallel safe as $$
  select type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK')
$$;
comment on function private.button_completes(public.lesson_content_type) is
  'Takes the type of a lesson; true if people complete lessons of this type themselves. A lesson of another type is completed when its work passes (rules/assignments#completion).';
revoke all on function private.button_completes(public.lesson_content_type) from public;
grant execute on function private.button_completes(public.lesson_content_type) to authenticated, service_role;

create function private.my_earned_lesson_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.lesson_id from public.lesson_completions d join public.lessons l on l.id = d.lesson_id
    where d.user_id = private.uid() and not private.button_completes(l.content_type)
      and (select private.can('lesson_completions', 'read', 'own'));
end
$$;
comment on function private.my_earned_lesson_ids() is
  'The lessons that the caller completed and whose type the button does not complete. The caller cannot revert these completions.';
revoke all on function private.my_earned_lesson_ids() from public;
grant execute on function private.my_earned_lesson_ids() to authenticated, service_role;

alter policy lesson_completions_insert on public.lesson_completions
  with check (user_id = (select private.uid()) and (select private.can('lesson_completions', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_completions.lesson_id and private.button_completes(l.content_type)));
comment on policy lesson_completions_insert on public.lesson_completions is
  'For oneself, for lessons that one may open, which the lessons'' own policy decides, and whose type the button completes.';
alter policy lesson_completions_delete on public.lesson_completions
  using (user_id = (select private.uid()) and (select private.can('lesson_completions', 'delete', 'own'))
    and lesson_id not in (select private.my_earned_lesson_ids()));
comment on policy lesson_completions_delete on public.lesson_completions is 'One''s own, of lessons whose type the button completes.';

create or replace function private.merge_progress()
  returns trigger
  language plpgsql
  set search_path to ''
as $$
declare
  lesson record;
  begins boolean := tg_op = 'INSERT';
begin
  new.position_at := least(new.position_at, now());
  select private.video_of(l.video_provider, l.video_asset_id) as video, l.duration_sec, l.video_start_sec, l.content_type
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
  if new.auto_completed_at is null and private.button_completes(lesson.content_type)
    and private.watched_share(new.watched, new.duration_sec, lesson.duration_sec, lesson.video_start_sec) >= 0.9 then
    new.auto_completed_at := now();
  end if;
  return new;
end
$$;
comment on function private.merge_progress() is 'Row trigger: adds watched seconds to the earlier ones of the same video, or starts again if the lesson has another video now; ignores a report about a video that the lesson does not have. Sets auto_completed_at the first time that 90 % of the part of the video that the lesson shows has been watched, if the button completes the type of the lesson (rules/learning#watched).';

create or replace function public.complete_late(
  lesson_id uuid,
  age_sec numeric,
  as_user uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
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
    and private.button_completes(l.content_type);
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
$$;

-- When work is due ------------------------------------------------------------------------------------------------

create function private.person_dues(person uuid, moment timestamptz)
  returns table (lesson_id uuid, course_id uuid, due_at timestamptz, time_zone text, cohort_id uuid, paused boolean, extended boolean, shut_at timestamptz)
language sql stable as $$
  with held as materialized (
    select g.course_id, g.cohort_id, c.starts_on + m.shift_days as first_day, c.time_zone, coalesce(m.state = 'PAUSED', false) as paused
    from private.grants_open(person, moment) g
    left join public.cohorts c on c.id = g.cohort_id
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
  ), due as (
    -- The later date of two cohorts applies. While the person pauses in one of them, there is no date. An extension overrides
    -- both.
    select distinct on (a.lesson_id) a.lesson_id, h.course_id, h.cohort_id, a.late, a.cutoff_days,
      case when x.due_at is not null then x.due_at when not bool_or(h.paused) over (partition by a.lesson_id) then at.due_at end as due_at,
      coalesce(h.time_zone, (select p.time_zone from public.preferences p where p.user_id = person), 'UTC') as time_zone,
      x.due_at is null and bool_or(h.paused) over (partition by a.lesson_id) as paused, x.due_at is not null as extended
    from held h
    join public.modules m on m.course_id = h.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
    join public.assignments a on a.lesson_id = l.id
    left join public.cohort_dues d on d.cohort_id = h.cohort_id and d.lesson_id = l.id
    left join public.extensions x on x.lesson_id = l.id and x.user_id = person
    cross join lateral (
      select private.local_moment(h.first_day + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), h.time_zone) as due_at) at
    order by a.lesson_id, at.due_at desc nulls last, h.cohort_id
  )
  select d.lesson_id, d.course_id, d.due_at, d.time_zone, d.cohort_id, d.paused, d.extended,
    case when d.late = 'SHUT' then private.last_second(private.local_day(d.due_at, d.time_zone) + coalesce(d.cutoff_days, 0), d.time_zone) end
  from due d
$$;
comment on function private.person_dues(uuid, timestamptz) is
  'Takes a person and a moment; returns the assignments of the courses to which the person has access at that moment: when each is due (null: never, or while the person pauses), the time zone and the cohort of that date, whether the person pauses, whether the date is an extension, and the last second at which work is accepted (null: late work is accepted) (rules/assignments#due).';
revoke all on function private.person_dues(uuid, timestamptz) from public;

create function private.due_of(person uuid, lesson uuid)
  returns table (due_at timestamptz, day date, at_time time, zone text, cohort_id uuid, paused boolean, extended boolean, shut_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.due_at, private.local_day(d.due_at, d.time_zone), (d.due_at at time zone d.time_zone)::time, d.time_zone, d.cohort_id, d.paused, d.extended, d.shut_at
    from private.person_dues(person, now()) d where d.lesson_id = lesson;
end
$$;
comment on function private.due_of(uuid, uuid) is
  'Takes a person and an assignment; returns when it is due for them now, as a moment and as day and time of day in its time zone, and the rest as person_dues() does. No row without access (rules/assignments#due).';
revoke all on function private.due_of(uuid, uuid) from public;

create function private.passed_second(moment timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select date_trunc('second', now()) > moment
$$;
comment on function private.passed_second(timestamptz) is 'Takes a moment; true once the second of that moment is over, because work that arrives within that second is in time. Null for null.';
revoke all on function private.passed_second(timestamptz) from public;

create function public.save_dues(cohort_id uuid, changes jsonb) returns void
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.check_cohort_right('releases', 'update', save_dues.cohort_id);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Change fewer due dates.';
  end if;
  delete from public.cohort_dues d
  using jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time)
  where d.cohort_id = save_dues.cohort_id and x.lesson_id = d.lesson_id and x.day is null and x.at_time is null;
  insert into public.cohort_dues as d (cohort_id, lesson_id, day, at_time)
  select save_dues.cohort_id, x.lesson_id, x.day, x.at_time
  from jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time) where x.day is not null or x.at_time is not null
  on conflict on constraint cohort_dues_pkey do update set day = excluded.day, at_time = excluded.at_time
    where (d.day, d.at_time) is distinct from (excluded.day, excluded.at_time);
end
$$;
comment on function public.save_dues(uuid, jsonb) is
  'Takes a cohort and at most 2,000 due dates of its own [{lesson_id, day, at_time}]; saves all of them or none. A null day or time is that of the assignment, and a date without day and time is removed. The same call again changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, and 23514 for a day that is out of range (rules/assignments#due).';
revoke all on function public.save_dues(uuid, jsonb) from public;
grant execute on function public.save_dues(uuid, jsonb) to authenticated, service_role;
