-- Why: an assignment is a lesson with more: what it accepts, a rubric, and when it is due (rules/assignments#assignment). The row
-- comes with the lesson's type and stays when the type changes, so that nothing is lost. Due dates are worked out when they are
-- read, as openings are (rules/assignments#due).

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
      and (l.module_id in (select private.my_module_ids('assignments', 'read')) or (select private.can('assignments', 'read', 'assigned')))));
comment on policy assignments_select on public.assignments is 'Moderators, and those who may read the lesson: the lesson''s own policy decides.';
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
comment on table public.assignments is 'What an assignment accepts and when it is due. Made with a lesson of that type, and kept when the type changes (rules/assignments#assignment).';
comment on column public.assignments.due_day is 'Days after the first day of the cohort, which is day 0; null: no due date, unless a cohort sets one.';
comment on column public.assignments.due_time is 'On the clocks of the cohort''s zone; null: the last second of the day.';
comment on column public.assignments.late is 'MARKED: late work is accepted and marked. SHUT: nothing is accepted any more after cutoff_days.';
comment on column public.assignments.cutoff_days is 'After how many days late work is shut out, at the end of that day; null: on the day itself.';
comment on column public.assignments.blind is 'Whether reviewers learn whose work it is only once they have published (rules/assignments#blind).';
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
  'Takes the levels of a criterion; true for two to six of {title: 60 characters, points: 0 to 1,000 or null, meaning: 500 characters}.';
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
      and (l.module_id in (select private.my_module_ids('assignments', 'read')) or (select private.can('assignments', 'read', 'assigned')))));
comment on policy rubric_criteria_select on public.rubric_criteria is 'Moderators, and those who may read the lesson: the lesson''s own policy decides.';
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
grant insert (id, lesson_id, position, title, levels, essential) on public.rubric_criteria to authenticated;
grant update (position, title, levels, essential) on public.rubric_criteria to authenticated;
grant select, insert, update, delete on public.rubric_criteria to service_role;
comment on table public.rubric_criteria is 'By what an assignment is judged, in order. A review keeps its own copy (rules/assignments#rubric).';
comment on column public.rubric_criteria.levels is 'From the lowest to the highest: [{title, points, meaning}].';
comment on column public.rubric_criteria.essential is 'Whether work that is at the lowest level of it cannot pass.';

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
comment on policy cohort_dues_select on public.cohort_dues is 'All, or those of cohorts that one looks after. Members read when their work is due by functions.';
create policy cohort_dues_insert on public.cohort_dues for insert to authenticated
  with check ((select private.can('releases', 'create')) or cohort_id in (select private.staffed_cohort_ids('releases', 'create')));
comment on policy cohort_dues_insert on public.cohort_dues is 'For every cohort, or for those that one looks after.';
create policy cohort_dues_update on public.cohort_dues for update to authenticated
  using ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')))
  with check ((select private.can('releases', 'update')) or cohort_id in (select private.staffed_cohort_ids('releases', 'update')));
comment on policy cohort_dues_update on public.cohort_dues is 'Day and time.';
create policy cohort_dues_delete on public.cohort_dues for delete to authenticated
  using ((select private.can('releases', 'delete')) or cohort_id in (select private.staffed_cohort_ids('releases', 'delete')));
comment on policy cohort_dues_delete on public.cohort_dues is 'Without its row, work is due when the assignment says.';
grant select, delete on public.cohort_dues to authenticated;
grant insert (cohort_id, lesson_id, day, at_time) on public.cohort_dues to authenticated;
grant update (day, at_time) on public.cohort_dues to authenticated;
grant select, insert, update, delete on public.cohort_dues to service_role;
comment on table public.cohort_dues is 'When an assignment is due in one cohort, instead of when it says (rules/assignments#due).';
comment on column public.cohort_dues.day is 'Days after the first day of the cohort, which is day 0; null: as the assignment says.';
comment on column public.cohort_dues.at_time is 'On the clocks of the cohort''s zone; null: as the assignment says.';

select private.audit_table('public.assignments', 'assignment', '{"key": "lesson_id", "insert": null, "delete": null}');
select private.audit_title('public.assignments', '{"of": "lesson", "in": "lesson_id"}');
select private.audit_table('public.rubric_criteria', 'rubric_criterion', '{"about": ["lesson_id"], "order": {"position": "position", "parent": "lesson_id", "parent_type": "lesson", "moving": ["position"]}}');
select private.audit_title('public.rubric_criteria', '{"of": "lesson", "in": "lesson_id", "title": "title"}');
select private.audit_table('public.cohort_dues', 'due', '{"key": "cohort_id", "identity": ["cohort_id", "lesson_id"], "about": ["cohort_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]]}');
create trigger cohort_dues_signal_insert after insert on public.cohort_dues
  referencing new table as new_rows for each statement execute function private.signal_change('releases');
create trigger cohort_dues_signal_update after update on public.cohort_dues
  referencing new table as new_rows for each statement execute function private.signal_change('releases');
create trigger cohort_dues_signal_delete after delete on public.cohort_dues
  referencing old table as old_rows for each statement execute function private.signal_change('releases');
