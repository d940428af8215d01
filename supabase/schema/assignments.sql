-- Work that is handed in: assignments, rounds, the queue, reviews, and more time.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TYPES

create type public.late_rule as enum ('MARKED', 'SHUT');

create type public.review_verdict as enum ('PASS', 'AGAIN');

create type public.submission_state as enum ('WAITING', 'RETURNED', 'PASSED');

create type public.work_kind as enum ('TEXT', 'LINK', 'REPOSITORY', 'CODE', 'FILE');

-- TABLES

create table private.extension_requests (
  lesson_id uuid not null,
  user_id uuid not null,
  note text not null default '',
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint extension_requests_pkey primary key (lesson_id, user_id),
  constraint extension_requests_note_length check (char_length(note) <= 500),
  constraint extension_requests_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint extension_requests_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.extension_requests enable row level security;
create index extension_requests_open_idx on private.extension_requests (asked_at) where (answered_at is null);
create index extension_requests_user_id_idx on private.extension_requests (user_id);
comment on table private.extension_requests is 'Who asked for more time, and whether staff have answered. No grants: written by ask_extension(), give_extension() and answer_extension().';

create table private.review_offers (
  submission_id uuid not null,
  reviewer_id uuid not null,
  until timestamptz not null,
  by_id uuid,
  constraint review_offers_pkey primary key (submission_id),
  constraint review_offers_by_id_fkey foreign key (by_id) references public.profiles(id) on delete set null,
  constraint review_offers_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_offers_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table private.review_offers enable row level security;
create index review_offers_by_id_idx on private.review_offers (by_id);
create index review_offers_reviewer_id_idx on private.review_offers (reviewer_id);
comment on table private.review_offers is 'To whom waiting work is offered first, and until when: who reviewed the round before, or to whom it was handed over (by_id). No grants: written by submit_round() and hand_over().';

create table private.second_opinions (
  submission_id uuid not null,
  round integer not null,
  not_by_id uuid,
  asked_at timestamptz not null default now(),
  constraint second_opinions_pkey primary key (submission_id, round),
  constraint second_opinions_not_by_id_fkey foreign key (not_by_id) references public.profiles(id) on delete cascade,
  constraint second_opinions_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table private.second_opinions enable row level security;
create index second_opinions_not_by_id_idx on private.second_opinions (not_by_id);
comment on table private.second_opinions is 'Rounds that go to somebody else than not_by_id, as long as anybody else may review them (rules/assignments#second-opinion). No grants: written by submit_round() and hand_over().';

create table public.assignments (
  lesson_id uuid not null,
  accepts public.work_kind[] not null default '{TEXT}'::public.work_kind[],
  due_day integer,
  due_time time without time zone default '18:00:00'::time without time zone,
  late public.late_rule not null default 'MARKED',
  cutoff_days integer,
  blind boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint assignments_pkey primary key (lesson_id),
  constraint assignments_accepts_something check (
    cardinality(accepts) >= 1
    and cardinality(accepts) <= 5
  ),
  constraint assignments_blind_without_owners check (
    not blind
    or not accepts && '{LINK,REPOSITORY}'::public.work_kind[]
  ),
  constraint assignments_cutoff_days_range check (cutoff_days >= 0 and cutoff_days <= 365),
  constraint assignments_cutoff_when_shut check (late = 'SHUT' or cutoff_days is null),
  constraint assignments_due_day_range check (due_day >= 0 and due_day <= 3650),
  constraint assignments_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table public.assignments enable row level security;
grant select on public.assignments to authenticated;
grant update (accepts, due_day, due_time, late, cutoff_days, blind) on public.assignments to authenticated;
grant delete, insert, select, update on public.assignments to service_role;
comment on table public.assignments is 'What an assignment accepts and when it is due. Made with a lesson of that type, and kept when the type changes (rules/assignments#assignment).';
comment on column public.assignments.due_day is 'Days after the first day of the cohort, which is day 0; null: no due date, unless a cohort sets one.';
comment on column public.assignments.due_time is 'On the clocks of the cohort''s zone; null: the last second of the day.';
comment on column public.assignments.late is 'MARKED: late work is accepted and marked. SHUT: nothing is accepted any more after cutoff_days.';
comment on column public.assignments.cutoff_days is 'After how many days late work is shut out, at the end of that day; null: on the day itself.';
comment on column public.assignments.blind is 'Whether reviewers learn whose work it is only once they have published (rules/assignments#blind).';

create table public.extensions (
  lesson_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  reason text not null default '',
  given_by_id uuid default private.uid(),
  given_at timestamptz not null default now(),
  constraint extensions_pkey primary key (lesson_id, user_id),
  constraint extensions_due_at_range check (
    due_at >= '1970-01-01 00:00:00+00'::timestamptz
    and due_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint extensions_reason_length check (char_length(reason) <= 500),
  constraint extensions_given_by_id_fkey foreign key (given_by_id) references public.profiles(id) on delete set null,
  constraint extensions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint extensions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.extensions enable row level security;
create index extensions_given_by_id_idx on public.extensions (given_by_id);
create index extensions_user_id_idx on public.extensions (user_id);
grant select on public.extensions to authenticated;
grant delete, insert, select, update on public.extensions to service_role;
comment on table public.extensions is 'When an assignment is due for one person, whatever their cohorts say.';

create table public.review_claims (
  submission_id uuid not null,
  reviewer_id uuid not null,
  until timestamptz not null,
  constraint review_claims_pkey primary key (submission_id),
  constraint review_claims_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_claims_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table public.review_claims enable row level security;
create index review_claims_reviewer_id_idx on public.review_claims (reviewer_id);
grant delete, insert, select, update on public.review_claims to service_role;
comment on table public.review_claims is 'Who reviews which work now, and until when nobody else can. Staff read it by functions (rules/assignments#claim).';

create table public.review_drafts (
  round_id uuid not null,
  reviewer_id uuid not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  constraint review_drafts_pkey primary key (round_id, reviewer_id),
  constraint review_drafts_body_length check (octet_length(body::text) <= 262144),
  constraint review_drafts_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_drafts_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade
);
alter table public.review_drafts enable row level security;
create index review_drafts_reviewer_id_idx on public.review_drafts (reviewer_id);
grant delete, insert, select, update on public.review_drafts to service_role;
comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Read by its writer alone, by functions.';

create table public.review_remarks (
  id uuid not null default gen_random_uuid(),
  review_id uuid not null,
  path text,
  line_from integer,
  line_to integer,
  body text not null,
  constraint review_remarks_pkey primary key (id),
  constraint review_remarks_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint review_remarks_line_from_range check (line_from >= 1 and line_from <= 100000),
  constraint review_remarks_line_to_range check (line_to >= 1 and line_to <= 100000),
  constraint review_remarks_lines check (
    line_to >= line_from
    and (line_from is null) = (line_to is null)
  ),
  constraint review_remarks_path_length check (char_length(path) <= 255),
  constraint review_remarks_review_id_fkey foreign key (review_id) references public.reviews(id) on delete cascade
);
alter table public.review_remarks enable row level security;
create index review_remarks_review_id_idx on public.review_remarks (review_id);
grant select on public.review_remarks to authenticated;
grant delete, insert, select, update on public.review_remarks to service_role;
comment on table public.review_remarks is 'What a review says about lines of a text or a file of the round, or about all of it.';
comment on column public.review_remarks.path is 'The name of a file of the code; null: the text.';

create table public.reviews (
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  reviewer_id uuid default private.uid(),
  verdict public.review_verdict not null,
  levels jsonb not null default '{}'::jsonb,
  rubric jsonb not null default '[]'::jsonb,
  comment text,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by_id uuid,
  withdraw_reason text,
  operation_id uuid,
  constraint reviews_pkey primary key (id),
  constraint reviews_comment_length check (char_length(comment) <= 20000),
  constraint reviews_levels_length check (octet_length(levels::text) <= 4096),
  constraint reviews_rubric_length check (octet_length(rubric::text) <= 131072),
  constraint reviews_withdraw_reason_length check (char_length(withdraw_reason) <= 500),
  constraint reviews_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete set null,
  constraint reviews_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade,
  constraint reviews_withdrawn_by_id_fkey foreign key (withdrawn_by_id) references public.profiles(id) on delete set null
);
alter table public.reviews enable row level security;
create unique index reviews_one_for_a_round on public.reviews (round_id) where (withdrawn_at is null);
create index reviews_reviewer_id_idx on public.reviews (reviewer_id);
create index reviews_round_id_idx on public.reviews (round_id);
create index reviews_withdrawn_by_id_idx on public.reviews (withdrawn_by_id);
grant select on public.reviews to authenticated;
grant delete, insert, select, update on public.reviews to service_role;
comment on table public.reviews is 'What somebody said about a round, with the rubric as it was (rules/assignments#review).';
comment on column public.reviews.levels is 'The level of each criterion: {id of the criterion: its level, from 0}.';
comment on column public.reviews.rubric is 'By what it was judged: [{id, title, essential, levels}].';

create table public.rubric_criteria (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  "position" integer not null default 0,
  title text not null,
  levels jsonb not null,
  essential boolean not null default false,
  constraint rubric_criteria_pkey primary key (id),
  constraint rubric_criteria_levels_form check (private.is_rubric_levels(levels)),
  constraint rubric_criteria_position_range check ("position" >= 0 and "position" <= 1000),
  constraint rubric_criteria_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint rubric_criteria_lesson_id_fkey foreign key (lesson_id) references public.assignments(lesson_id) on delete cascade
);
alter table public.rubric_criteria enable row level security;
create index rubric_criteria_lesson_id_idx on public.rubric_criteria (lesson_id, "position");
grant delete, select on public.rubric_criteria to authenticated;
grant insert (id, lesson_id, "position", title, levels, essential) on public.rubric_criteria to authenticated;
grant update ("position", title, levels, essential) on public.rubric_criteria to authenticated;
grant delete, insert, select, update on public.rubric_criteria to service_role;
comment on table public.rubric_criteria is 'By what an assignment is judged, in order. A review keeps its own copy (rules/assignments#rubric).';
comment on column public.rubric_criteria.levels is 'From the lowest to the highest: [{title, points, meaning}].';
comment on column public.rubric_criteria.essential is 'Whether work that is at the lowest level of it cannot pass.';

create table public.saved_replies (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default private.uid(),
  title text not null,
  body text not null,
  "position" integer not null default 0,
  updated_at timestamptz not null default now(),
  constraint saved_replies_pkey primary key (id),
  constraint saved_replies_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint saved_replies_position_range check ("position" >= 0 and "position" <= 1000),
  constraint saved_replies_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint saved_replies_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.saved_replies enable row level security;
create index saved_replies_user_id_idx on public.saved_replies (user_id, "position");
grant delete, select on public.saved_replies to authenticated;
grant insert (id, user_id, title, body, "position") on public.saved_replies to authenticated;
grant update (title, body, "position") on public.saved_replies to authenticated;
grant delete, insert, select, update on public.saved_replies to service_role;
comment on table public.saved_replies is 'Texts that a reviewer writes often.';

create table public.submission_drafts (
  user_id uuid not null default private.uid(),
  lesson_id uuid not null,
  body jsonb not null,
  revision uuid not null,
  updated_at timestamptz not null default now(),
  kept jsonb not null default '[]'::jsonb,
  constraint submission_drafts_pkey primary key (user_id, lesson_id),
  constraint submission_drafts_body_length check (octet_length(body::text) <= 524288),
  constraint submission_drafts_kept_length check (octet_length(kept::text) <= 2097152),
  constraint submission_drafts_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint submission_drafts_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.submission_drafts enable row level security;
create index submission_drafts_lesson_id_idx on public.submission_drafts (lesson_id);
grant select on public.submission_drafts to authenticated;
grant delete, insert, select, update on public.submission_drafts to service_role;
comment on table public.submission_drafts is 'What a person is writing and has not handed in. The later of two devices wins, the other text is kept beside it (rules/assignments#drafts).';
comment on column public.submission_drafts.revision is 'Names the draft as it is: made by the browser with each edit.';
comment on column public.submission_drafts.kept is 'Drafts that a later one replaced without having seen them, the latest first: [{body, revision, updated_at}].';

create table public.submission_rounds (
  id uuid not null default gen_random_uuid(),
  submission_id uuid not null,
  round integer not null,
  operation_id uuid,
  text text,
  code jsonb,
  url text,
  repo_url text,
  commit_sha text,
  files jsonb,
  note text,
  submitted_at timestamptz not null default now(),
  made_at timestamptz,
  due_at_then timestamptz,
  due_zone text,
  late boolean not null default false,
  waived_at timestamptz,
  constraint submission_rounds_pkey primary key (id),
  constraint submission_rounds_code_form check (private.are_named_texts(code)),
  constraint submission_rounds_commit_sha_length check (
    char_length(commit_sha) >= 40
    and char_length(commit_sha) <= 64
    and commit_sha ~ '^[0-9a-f]+$'
  ),
  constraint submission_rounds_due_zone_length check (char_length(due_zone) <= 100),
  constraint submission_rounds_files_form check (private.are_handed_files(files)),
  constraint submission_rounds_made_at_range check (
    made_at >= '1970-01-01 00:00:00+00'::timestamptz
    and made_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint submission_rounds_note_length check (char_length(note) <= 2000),
  constraint submission_rounds_repo_url_form check (private.is_web_link(repo_url)),
  constraint submission_rounds_round_positive check (round > 0),
  constraint submission_rounds_text_length check (char_length(text) <= 50000),
  constraint submission_rounds_url_form check (private.is_web_link(url)),
  constraint submission_rounds_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade,
  constraint submission_rounds_once unique (submission_id, round),
  constraint submission_rounds_operation_once unique (submission_id, operation_id)
);
alter table public.submission_rounds enable row level security;
grant select on public.submission_rounds to authenticated;
grant delete, insert, select, update on public.submission_rounds to service_role;
comment on table public.submission_rounds is 'What was handed in, each time. Nothing changes a round but that its commit is found out once and that staff waive that it is late (rules/assignments#rounds).';
comment on column public.submission_rounds.code is 'Pasted code: [{name, body}].';
comment on column public.submission_rounds.commit_sha is 'The commit at which the repository stood; null: not pinned.';
comment on column public.submission_rounds.files is 'Uploaded files: [{path, name, bytes}].';
comment on column public.submission_rounds.made_at is 'When it was made by the device''s clock, for what was made without a connection.';
comment on column public.submission_rounds.due_at_then is 'When it was due as it was handed in; null: no due date.';
comment on column public.submission_rounds.late is 'Whether it arrived after due_at_then. Decided once; staff can waive it.';

create table public.submissions (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  user_id uuid not null default private.uid(),
  cohort_id uuid,
  state public.submission_state not null default 'WAITING',
  round integer not null default 1,
  awaiting_since timestamptz default now(),
  came_back boolean not null default false,
  passed_at timestamptz,
  constraint submissions_pkey primary key (id),
  constraint submissions_passed check ((state = 'PASSED') = (passed_at is not null)),
  constraint submissions_round_positive check (round > 0),
  constraint submissions_waiting check ((state = 'WAITING') = (awaiting_since is not null)),
  constraint submissions_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete set null,
  constraint submissions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint submissions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint submissions_once unique (lesson_id, user_id)
);
alter table public.submissions enable row level security;
create index submissions_cohort_id_idx on public.submissions (cohort_id);
create index submissions_queue_idx on public.submissions (came_back desc, awaiting_since, id) where (state = 'WAITING');
create index submissions_user_id_idx on public.submissions (user_id);
create index submissions_waiting_lesson_idx on public.submissions (lesson_id) where (state = 'WAITING');
grant select on public.submissions to authenticated;
grant delete, insert, select, update on public.submissions to service_role;
comment on table public.submissions is 'One person''s work on one assignment, through all its rounds (rules/assignments#states).';
comment on column public.submissions.cohort_id is 'The cohort whose due date held when the latest round was handed in.';
comment on column public.submissions.round is 'The number of the latest round.';
comment on column public.submissions.awaiting_since is 'Since when the first round waits that nobody has reviewed; null: nothing waits.';
comment on column public.submissions.came_back is 'Whether the waiting round answers a review: such work goes first (rules/assignments#queue).';

-- TRIGGERS

create trigger assignments_audit_update after update on public.assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('assignment', '{"key": "lesson_id", "omit": ["updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": null, "identity": ["lesson_id"]}');

create trigger assignments_touch before update on public.assignments
  for each row execute function private.touch_updated_at();

create trigger rubric_criteria_audit_delete after delete on public.rubric_criteria
  referencing old table as old_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_insert after insert on public.rubric_criteria
  referencing new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_update after update on public.rubric_criteria
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_touch before update on public.saved_replies
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy assignments_select on public.assignments
  for select to authenticated
  using (
    (select private.can('assignments', 'read'))
    or exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          l.module_id in (select private.my_module_ids('assignments', 'read'))
          or (select private.can('assignments', 'read', 'assigned'))
        )
    )
  );
comment on policy assignments_select on public.assignments is 'Moderators, and those who may read the lesson: the lesson''s own policy decides.';

create policy assignments_update on public.assignments
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy assignments_update on public.assignments is 'Those who may build the lesson.';

create policy extensions_select on public.extensions
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('extensions', 'read', 'own'))
  );
comment on policy extensions_select on public.extensions is 'One''s own. Staff read them by functions.';

create policy review_remarks_select on public.review_remarks
  for select to authenticated
  using (
    (select private.can('submissions', 'read', 'own'))
    and exists (select 1 from public.reviews v where v.id = review_remarks.review_id)
  );
comment on policy review_remarks_select on public.review_remarks is 'Those of reviews that one may read: their own policy decides.';

create policy reviews_select on public.reviews
  for select to authenticated
  using (
    withdrawn_at is null
    and exists (
      select 1
      from public.submission_rounds r join public.submissions s on s.id = r.submission_id
      where r.id = reviews.round_id
        and s.user_id = (select private.uid())
        and (select private.can('submissions', 'read', 'own'))
    )
  );
comment on policy reviews_select on public.reviews is 'Those of one''s own work that were not taken back.';

create policy rubric_criteria_delete on public.rubric_criteria
  for delete to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_delete on public.rubric_criteria is 'Under a lesson that the caller may build.';

create policy rubric_criteria_insert on public.rubric_criteria
  for insert to authenticated
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_insert on public.rubric_criteria is 'Under a lesson that the caller may build.';

create policy rubric_criteria_select on public.rubric_criteria
  for select to authenticated
  using (
    (select private.can('assignments', 'read'))
    or exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          l.module_id in (select private.my_module_ids('assignments', 'read'))
          or (select private.can('assignments', 'read', 'assigned'))
        )
    )
  );
comment on policy rubric_criteria_select on public.rubric_criteria is 'Moderators, and those who may read the lesson: the lesson''s own policy decides.';

create policy rubric_criteria_update on public.rubric_criteria
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_update on public.rubric_criteria is 'Under a lesson that the caller may build.';

create policy saved_replies_delete on public.saved_replies
  for delete to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'delete', 'own'))
  );
comment on policy saved_replies_delete on public.saved_replies is 'One''s own.';

create policy saved_replies_insert on public.saved_replies
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'create', 'own'))
  );
comment on policy saved_replies_insert on public.saved_replies is 'For oneself.';

create policy saved_replies_select on public.saved_replies
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'read', 'own'))
  );
comment on policy saved_replies_select on public.saved_replies is 'One''s own.';

create policy saved_replies_update on public.saved_replies
  for update to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'update', 'own'))
  )
  with check (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'update', 'own'))
  );
comment on policy saved_replies_update on public.saved_replies is 'One''s own.';

create policy submission_drafts_select on public.submission_drafts
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('submissions', 'read', 'own'))
  );
comment on policy submission_drafts_select on public.submission_drafts is 'One''s own. Nobody else reads what was not handed in.';

create policy submission_rounds_select on public.submission_rounds
  for select to authenticated
  using (
    exists (
      select 1
      from public.submissions s
      where s.id = submission_rounds.submission_id
        and s.user_id = (select private.uid())
        and (select private.can('submissions', 'read', 'own'))
    )
  );
comment on policy submission_rounds_select on public.submission_rounds is 'One''s own, also when the lesson is no longer open.';

create policy submissions_select on public.submissions
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('submissions', 'read', 'own'))
  );
comment on policy submissions_select on public.submissions is 'One''s own. Staff read by functions, which hide whose work it is where the assignment is blind.';

-- FUNCTIONS

create or replace function private.are_handed_files(files jsonb)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(private.is_stored_file('work-files/' || (f ->> 'path'), 'work-files'), false)
      and coalesce(btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'bytes') = 'number', false)
      and f - array['path', 'name', 'bytes'] = '{}'::jsonb)
    from jsonb_array_elements(files) f) else false end
$function$;
comment on function private.are_handed_files(jsonb) is 'Takes the files that were handed in; true for one to twenty of {path, name, bytes}.';
grant execute on function private.are_handed_files(jsonb) to authenticated, service_role;

create or replace function private.are_named_texts(files jsonb)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(jsonb_typeof(f -> 'name') = 'string' and btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'body') = 'string', false)
      and f - array['name', 'body'] = '{}'::jsonb)
      and count(distinct f ->> 'name') = count(*) and sum(octet_length(f ->> 'body')) <= 204800
    from jsonb_array_elements(files) f) else false end
$function$;
comment on function private.are_named_texts(jsonb) is 'Takes the code that was handed in; true for one to twenty of {name, body}, each name once, 200 kB in all.';
grant execute on function private.are_named_texts(jsonb) to authenticated, service_role;

create or replace function private.is_rubric_levels(levels jsonb)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) between 2 and 6 then (
    select bool_and(jsonb_typeof(v) = 'object'
      and coalesce(jsonb_typeof(v -> 'title') = 'string' and btrim(v ->> 'title') <> '' and char_length(v ->> 'title') <= 60, false)
      and case jsonb_typeof(v -> 'points') when 'number' then (v ->> 'points')::numeric between 0 and 1000 when 'null' then true else not v ? 'points' end
      and case jsonb_typeof(v -> 'meaning') when 'string' then char_length(v ->> 'meaning') <= 500 when 'null' then true else not v ? 'meaning' end
      and v - array['title', 'points', 'meaning'] = '{}'::jsonb)
    from jsonb_array_elements(levels) v) else false end
$function$;
comment on function private.is_rubric_levels(jsonb) is 'Takes the levels of a criterion; true for two to six of {title: 60 characters, points: 0 to 1,000 or null, meaning: 500 characters}.';
grant execute on function private.is_rubric_levels(jsonb) to authenticated, service_role;

create or replace function public.ask_extension(lesson_id uuid, note text default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.ask_extension(uuid,text) is NULL;

create or replace function public.assignment(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.assignment(uuid) is NULL;

create or replace function public.assignment_figures(
  course_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.assignment_figures(uuid,uuid) is NULL;

create or replace function public.begin_work_uploads(lesson_id uuid, files jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.begin_work_uploads(uuid,jsonb) is NULL;

create or replace function public.claim_submission(submission_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.claim_submission(uuid) is NULL;

create or replace function public.decline_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.decline_extension(uuid,uuid) is NULL;

create or replace function public.end_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.end_extension(uuid,uuid) is NULL;

create or replace function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.extension_list(jsonb,integer,integer) is NULL;

create or replace function public.give_extension(
  lesson_id uuid,
  user_id uuid,
  due_at timestamptz default null,
  reason text default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) is NULL;

create or replace function public.hand_over(submission_id uuid, to_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.hand_over(uuid,uuid) is NULL;

create or replace function public.longest_waiting()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.longest_waiting() is NULL;

create or replace function public.next_review(
  after uuid default null,
  filter jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.next_review(uuid,jsonb) is NULL;

create or replace function public.publish_review(
  round_id uuid,
  verdict public.review_verdict,
  levels jsonb default '{}'::jsonb,
  comment text default null,
  remarks jsonb default '[]'::jsonb,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.publish_review(uuid,public.review_verdict,jsonb,text,jsonb,uuid) is NULL;

create or replace function public.readable_work_files(paths text[])
  returns text[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.readable_work_files(text[]) is NULL;

create or replace function public.release_claim(submission_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.release_claim(uuid) is NULL;

create or replace function public.review(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.review(uuid) is NULL;

create or replace function public.review_queue(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.review_queue(jsonb,integer,integer) is NULL;

create or replace function public.reviewers(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.reviewers(uuid) is NULL;

create or replace function public.save_dues(cohort_id uuid, changes jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.save_dues(uuid,jsonb) is NULL;

create or replace function public.save_review_draft(round_id uuid, body jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.save_review_draft(uuid,jsonb) is NULL;

create or replace function public.save_work_draft(
  lesson_id uuid,
  body jsonb,
  revision uuid,
  based_on uuid[] default '{}'::uuid[],
  drop_kept uuid[] default '{}'::uuid[],
  age_sec numeric default 0,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.save_work_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) is NULL;

create or replace function public.submit_round(
  lesson_id uuid,
  operation_id uuid,
  text text default null,
  code jsonb default null,
  url text default null,
  repo_url text default null,
  files jsonb default null,
  note text default null,
  made_at timestamptz default null,
  second_opinion boolean default false,
  draft_revision uuid default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is NULL;

create or replace function public.waive_late(round_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.waive_late(uuid) is NULL;

create or replace function public.withdraw_review(review_id uuid, reason text default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$ begin raise exception using errcode = '0A000', message = 'not yet'; end $function$;
comment on function public.withdraw_review(uuid,text) is NULL;
