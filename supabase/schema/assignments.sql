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
comment on table private.extension_requests is 'Who asked for more time, and whether staff have answered. No grants: written by ask_extension(), give_extension() and decline_extension().';

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
comment on table private.review_offers is 'To whom waiting work is offered first, and until when: the reviewer of its first reviewed round, or the person to whom by_id handed it over. No grants: written by submit_round() and hand_over().';

create table private.review_waits (
  review_id uuid not null,
  lesson_id uuid not null,
  cohort_id uuid,
  waited_sec integer not null,
  reviewed_at timestamptz not null default now(),
  constraint review_waits_pkey primary key (review_id),
  constraint review_waits_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint review_waits_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint review_waits_review_id_fkey foreign key (review_id) references public.reviews(id) on delete cascade
);
alter table private.review_waits enable row level security;
create index review_waits_cohort_idx on private.review_waits (cohort_id, reviewed_at desc);
create index review_waits_lesson_idx on private.review_waits (lesson_id, reviewed_at desc);
comment on table private.review_waits is 'How long the work of each published review had waited. No grants: written by publish_review() and withdraw_review().';

create table private.second_opinions (
  submission_id uuid not null,
  round integer not null,
  not_by_id uuid,
  asked_at timestamptz not null default now(),
  constraint second_opinions_not_by_id_fkey foreign key (not_by_id) references public.profiles(id) on delete cascade,
  constraint second_opinions_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade,
  constraint second_opinions_once unique nulls not distinct (submission_id, round, not_by_id)
);
alter table private.second_opinions enable row level security;
create index second_opinions_not_by_id_idx on private.second_opinions (not_by_id);
comment on table private.second_opinions is 'By whom a round is not reviewed, as long as somebody else may review it; rows are only added (rules/assignments#second-opinion). A row without a person says that a second opinion is wanted. No grants: written by submit_round() and hand_over().';

create table private.work_files (
  path text not null,
  round_id uuid not null,
  constraint work_files_pkey primary key (path, round_id),
  constraint work_files_path_length check (char_length(path) <= 255),
  constraint work_files_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade
);
alter table private.work_files enable row level security;
create index work_files_round_id_idx on private.work_files (round_id);
comment on table private.work_files is 'The files of each round, by their path. No grants: a trigger of submission_rounds adds the rows, and they are deleted with the round.';

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
comment on table public.assignments is 'What an assignment accepts and when it is due. The row is added when a lesson gets this type, and stays when the type changes (rules/assignments#assignment).';
comment on column public.assignments.due_day is 'Days after the first day of the cohort, which is day 0; null: no due date, unless a cohort sets one.';
comment on column public.assignments.due_time is 'The time of day in the cohort''s time zone; null: the last second of the day.';
comment on column public.assignments.late is 'MARKED: late work is accepted and marked. SHUT: nothing is accepted after cutoff_days.';
comment on column public.assignments.cutoff_days is 'How many days after the due date the assignment shuts, at the end of that day; null: at the end of the day on which it is due.';
comment on column public.assignments.blind is 'Whether reviewers learn whose work it is only when they have published their review (rules/assignments#blind).';

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
comment on table public.extensions is 'When an assignment is due for one person. Overrides the due dates of their cohorts (rules/assignments#extension).';

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
grant select on public.review_claims to authenticated;
grant delete, insert, select, update on public.review_claims to service_role;
comment on table public.review_claims is 'Who is reviewing which work, and until when nobody else can review it. Functions show the claims of others (rules/assignments#claim).';

create table public.review_drafts (
  round_id uuid not null,
  reviewer_id uuid not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  constraint review_drafts_pkey primary key (round_id, reviewer_id),
  constraint review_drafts_body_form check (
    private.matches_schema(body, '{"type": "object", "required": [], "properties": {"levels": {"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "maximum": 9, "minimum": 0}}, "comment": {"type": ["string", "null"], "maxLength": 200000}, "remarks": {"type": "array", "items": {"type": "object", "required": ["body"], "properties": {"key": {"type": ["string", "null"], "maxLength": 200}, "body": {"type": "string", "maxLength": 200000}, "path": {"type": ["string", "null"], "maxLength": 255}, "line_to": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 1}, "line_from": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 1}}}, "maxItems": 1000}, "verdict": {"enum": ["PASS", "AGAIN"], "type": ["string", "null"]}}}'::jsonb)
  ) not valid,
  constraint review_drafts_body_length check (octet_length(body::text) <= 262144),
  constraint review_drafts_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_drafts_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade
);
alter table public.review_drafts enable row level security;
create index review_drafts_reviewer_id_idx on public.review_drafts (reviewer_id);
grant select on public.review_drafts to authenticated;
grant delete, insert, select, update on public.review_drafts to service_role;
comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Only its writer can read it.';

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
comment on table public.review_remarks is 'What a review says about lines of the text or of a file of the code, or about all of it.';
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
  constraint reviews_levels_form check (
    private.matches_schema(levels, '{"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "maximum": 9, "minimum": 0}}'::jsonb)
  ) not valid,
  constraint reviews_levels_length check (octet_length(levels::text) <= 4096),
  constraint reviews_rubric_form check (
    private.matches_schema(rubric, '{"type": "array", "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "levels": {"type": "array", "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "maximum": 1000, "minimum": 0}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}, "maxItems": 6}, "essential": {"type": "boolean"}}}, "maxItems": 100}'::jsonb)
  ) not valid,
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
comment on table public.reviews is 'What a reviewer said about a round, with the rubric as it was then (rules/assignments#review).';
comment on column public.reviews.levels is 'The level of each criterion: {id of the criterion: its level, counted from 0}.';
comment on column public.reviews.rubric is 'The rubric by which the round was judged: [{id, title, essential, levels}].';

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
grant insert (lesson_id, "position", title, levels, essential) on public.rubric_criteria to authenticated;
grant update ("position", title, levels, essential) on public.rubric_criteria to authenticated;
grant delete, insert, select, update on public.rubric_criteria to service_role;
comment on table public.rubric_criteria is 'The criteria by which an assignment is judged, in order. A review stores its own copy (rules/assignments#rubric).';
comment on column public.rubric_criteria.levels is 'The levels, from the lowest to the highest: [{title, points, meaning}].';
comment on column public.rubric_criteria.essential is 'Whether work cannot pass if it is at the lowest level of this criterion.';

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
grant insert (user_id, title, body, "position") on public.saved_replies to authenticated;
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
  constraint submission_drafts_body_form check (
    private.matches_schema(body, '{"type": "object", "required": [], "properties": {"url": {"type": "string", "maxLength": 524288}, "code": {"type": "array", "items": {"type": "object", "required": ["name", "body"], "properties": {"body": {"type": "string", "maxLength": 524288}, "name": {"type": "string", "maxLength": 1000}}}, "maxItems": 100}, "note": {"type": "string", "maxLength": 524288}, "text": {"type": "string", "maxLength": 524288}, "files": {"type": "array", "items": {"type": "object", "required": ["path", "name", "bytes"], "properties": {"name": {"type": "string", "pattern": "\\S", "maxLength": 255}, "path": {"type": "string", "maxLength": 1000}, "bytes": {"type": "integer", "maximum": 20971520, "minimum": 0}}}, "maxItems": 100}, "repo_url": {"type": "string", "maxLength": 524288}}}'::jsonb)
  ) not valid,
  constraint submission_drafts_body_length check (octet_length(body::text) <= 524288),
  constraint submission_drafts_kept_form check (
    private.matches_schema(kept, '{"type": "array", "items": {"type": "object", "required": ["body", "revision", "updated_at"], "properties": {"body": true, "revision": {"type": "string", "maxLength": 36}, "updated_at": {"type": "string", "maxLength": 64}}}, "maxItems": 3}'::jsonb)
  ) not valid,
  constraint submission_drafts_kept_length check (octet_length(kept::text) <= 2097152),
  constraint submission_drafts_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint submission_drafts_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.submission_drafts enable row level security;
create index submission_drafts_lesson_id_idx on public.submission_drafts (lesson_id);
grant select on public.submission_drafts to authenticated;
grant delete, insert, select, update on public.submission_drafts to service_role;
comment on table public.submission_drafts is 'What a person is writing and has not handed in. If two devices write at the same time, the later text becomes the draft, and the other is kept beside it (rules/assignments#drafts).';
comment on column public.submission_drafts.revision is 'Identifies the current text. The browser makes a new revision with each edit.';
comment on column public.submission_drafts.kept is 'Texts of other devices that did not become the draft, the latest first: [{body, revision, updated_at}].';

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
  draft_revision uuid,
  constraint submission_rounds_pkey primary key (id),
  constraint submission_rounds_code_form check (private.is_handed_code(code)),
  constraint submission_rounds_commit_sha_form check (commit_sha ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  constraint submission_rounds_due_zone_length check (char_length(due_zone) <= 100),
  constraint submission_rounds_files_form check (private.is_handed_files(files)) not valid,
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
comment on table public.submission_rounds is 'What was handed in, each time. A round is not changed, except that its commit is set once and that staff can waive its lateness (rules/assignments#rounds).';
comment on column public.submission_rounds.code is 'Pasted code: [{name, body}].';
comment on column public.submission_rounds.commit_sha is 'The latest commit of the repository when the round was handed in, or the commit that the address names; null: not pinned.';
comment on column public.submission_rounds.files is 'Uploaded files: [{path, name, bytes}].';
comment on column public.submission_rounds.made_at is 'When the device made it, by the device''s clock. Set only for work that was made without a connection.';
comment on column public.submission_rounds.due_at_then is 'The due date at the time it was handed in; null: none.';
comment on column public.submission_rounds.late is 'Whether it arrived after due_at_then. Decided when it arrives; staff can waive it.';
comment on column public.submission_rounds.draft_revision is 'The revision of the draft from which it was made. save_work_draft() ignores this draft if a device sends it again.';

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
create index submissions_awaiting_idx on public.submissions (awaiting_since, id) include (user_id, round) where (state = 'WAITING');
create index submissions_cohort_id_idx on public.submissions (cohort_id);
create index submissions_queue_idx on public.submissions (came_back desc, awaiting_since, id) where (state = 'WAITING');
create index submissions_returned_idx on public.submissions (user_id) where (state = 'RETURNED');
create index submissions_user_id_idx on public.submissions (user_id);
create index submissions_waiting_cohort_idx on public.submissions (cohort_id, came_back desc, awaiting_since, id) where (state = 'WAITING');
create index submissions_waiting_lesson_idx on public.submissions (lesson_id, came_back desc, awaiting_since, id) where (state = 'WAITING');
grant select on public.submissions to authenticated;
grant delete, insert, select, update on public.submissions to service_role;
comment on table public.submissions is 'The work of one person on one assignment, over all its rounds (rules/assignments#states).';
comment on column public.submissions.cohort_id is 'The cohort whose due date applied when the latest round was handed in; null: none.';
comment on column public.submissions.round is 'The number of the latest round.';
comment on column public.submissions.awaiting_since is 'When the first of the waiting rounds was handed in; null: no round waits.';
comment on column public.submissions.came_back is 'Whether the waiting round follows a review. Such work comes first in the queue (rules/assignments#queue).';

-- TRIGGERS

create trigger second_opinions_keep before delete or update on private.second_opinions
  for each row execute function private.keep_second_opinions();

create trigger work_files_gone after delete on private.work_files
  for each row execute function private.work_file_gone();

create trigger assignments_audit_update after update on public.assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('assignment', '{"key": "lesson_id", "omit": ["updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": null, "identity": ["lesson_id"]}');

create trigger assignments_keep_blind before update of blind on public.assignments
  for each row
  when (old.blind <> new.blind)
  execute function private.keep_blind();

create trigger assignments_touch before update on public.assignments
  for each row execute function private.touch_updated_at();

create trigger extensions_audit_delete after delete on public.extensions
  referencing old table as old_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger extensions_audit_insert after insert on public.extensions
  referencing new table as new_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger extensions_audit_update after update on public.extensions
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger extensions_not_behind after insert or delete or update on public.extensions
  for each row execute function private.work_not_behind();

create trigger reviews_audit_delete after delete on public.reviews
  referencing old table as old_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_audit_insert after insert on public.reviews
  referencing new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_audit_update after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_complete_records after insert on public.reviews
  for each row execute function private.complete_records();

create trigger rubric_criteria_audit_delete after delete on public.rubric_criteria
  referencing old table as old_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_insert after insert on public.rubric_criteria
  referencing new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_update after update on public.rubric_criteria
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_audit_delete after delete on public.saved_replies
  referencing old table as old_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_audit_insert after insert on public.saved_replies
  referencing new table as new_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_audit_update after update on public.saved_replies
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_touch before update on public.saved_replies
  for each row execute function private.touch_updated_at();

create trigger submission_rounds_audit_delete after delete on public.submission_rounds
  referencing old table as old_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_audit_insert after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_audit_update after update on public.submission_rounds
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_files after insert on public.submission_rounds
  for each row
  when (new.files is not null)
  execute function private.keep_work_files();

create trigger submission_rounds_keep before update on public.submission_rounds
  for each row execute function private.keep_round();

create trigger submission_rounds_withhold after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.withhold_new_records();

create trigger submissions_forget_inbox_row after delete on public.submissions
  for each row execute function private.forget_inbox_row();

create trigger submissions_in_cohort before insert on public.submissions
  for each row
  when (new.cohort_id is not null)
  execute function private.keep_in_cohort('user_id');

create trigger submissions_not_behind after insert or update of state, round on public.submissions
  for each row execute function private.work_not_behind();

create trigger submissions_signal_delete after delete on public.submissions
  referencing old table as old_rows
  for each statement execute function private.signal_change('submissions');

create trigger submissions_signal_insert after insert on public.submissions
  referencing new table as new_rows
  for each statement execute function private.signal_change('submissions');

create trigger submissions_signal_person after insert or update on public.submissions
  for each row execute function private.signal_submission();

create trigger submissions_signal_update after update on public.submissions
  referencing new table as new_rows
  for each statement execute function private.signal_change('submissions');

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
          or (
            (select private.can('assignments', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy assignments_select on public.assignments is 'Staff who may read all of them, and everybody who may read the lesson, which the lesson''s own policy decides.';

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
comment on policy extensions_select on public.extensions is 'One''s own. Staff read them through functions.';

create policy review_claims_select on public.review_claims
  for select to authenticated
  using (
    reviewer_id = (select private.uid())
    and (
      (select private.can('submissions', 'list', 'own'))
      or (select private.can('submissions', 'list', 'assigned'))
    )
  );
comment on policy review_claims_select on public.review_claims is 'One''s own. Functions show the claims of others.';

create policy review_drafts_select on public.review_drafts
  for select to authenticated
  using (
    reviewer_id = (select private.uid())
    and (
      (select private.can('submissions', 'list', 'own'))
      or (select private.can('submissions', 'list', 'assigned'))
    )
  );
comment on policy review_drafts_select on public.review_drafts is 'One''s own. Nobody else reads what was not published.';

create policy review_remarks_select on public.review_remarks
  for select to authenticated
  using (
    (select private.can('submissions', 'read', 'own'))
    and exists (select 1 from public.reviews v where v.id = review_remarks.review_id)
  );
comment on policy review_remarks_select on public.review_remarks is 'Those of reviews that one may read, which the reviews'' own policy decides.';

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
          or (
            (select private.can('assignments', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy rubric_criteria_select on public.rubric_criteria is 'Staff who may read all of them, and everybody who may read the lesson, which the lesson''s own policy decides.';

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
comment on policy submission_rounds_select on public.submission_rounds is 'One''s own, even if the lesson is no longer open.';

create policy submissions_select on public.submissions
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('submissions', 'read', 'own'))
  );
comment on policy submissions_select on public.submissions is 'One''s own. Staff read through functions, which hide whose work it is if the assignment is blind.';

-- FUNCTIONS

create or replace function private.add_assignment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.assignments (lesson_id) values (new.id) on conflict do nothing;
  return null;
end
$function$;
comment on function private.add_assignment() is 'Row trigger on lessons that become assignments: adds the row that the type needs, unless the lesson has one from before.';

create or replace function private.assignment_fields(lesson uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('accepts', a.accepts, 'due_day', a.due_day, 'due_time', to_char(a.due_time, 'HH24:MI'), 'late', a.late,
    'cutoff_days', a.cutoff_days, 'blind', a.blind, 'rubric', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', private.plain_levels(c.levels))
        order by c.position, c.title, c.id)
      from public.rubric_criteria c where c.lesson_id = a.lesson_id), '[]'))
  from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment_fields.lesson
$function$;
comment on function private.assignment_fields(uuid) is 'Takes a lesson; returns what makes it an assignment, {accepts, due_day, due_time: HH:MM, late, cutoff_days, blind, rubric: [{id, title, essential, levels}]}. Null for a lesson of another type. Runs as its caller.';
grant execute on function private.assignment_fields(uuid) to authenticated, service_role;

create or replace function private.assignment_part(lesson uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce((
    select jsonb_build_object('assignment', f.fields || jsonb_build_object('rubric', coalesce((
      select jsonb_agg(c.value - 'id' order by c.place) from jsonb_array_elements(f.fields -> 'rubric') with ordinality c (value, place)), '[]')))
    from (select private.assignment_fields(assignment_part.lesson) as fields) f where f.fields is not null), '{}')
$function$;
comment on function private.assignment_part(uuid) is 'Takes a lesson; returns {assignment: its assignment_fields() without the ids of criteria} for an export. An empty object for a lesson of another type. Runs as its caller.';
grant execute on function private.assignment_part(uuid) to authenticated, service_role;

create or replace function private.button_completes(type public.lesson_content_type)
  returns boolean
  language sql
  immutable parallel safe
as $function$
  select type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK')
$function$;
comment on function private.button_completes(public.lesson_content_type) is 'Takes the type of a lesson; true if people complete lessons of this type themselves. A lesson of another type is completed when its work passes (rules/assignments#completion).';
grant execute on function private.button_completes(public.lesson_content_type) to authenticated, service_role;

create or replace function private.button_completes(lesson uuid, type public.lesson_content_type)
  returns boolean
  language sql
  stable parallel safe
  set search_path to ''
as $function$
  select private.button_completes(type) or type = 'EXERCISE' and private.is_page_exercise(lesson)
$function$;
comment on function private.button_completes(uuid,public.lesson_content_type) is 'Takes a lesson and its type; true if people complete it themselves: the button completes the type, or it is an exercise of the language PAGE. Runs as its caller.';
grant execute on function private.button_completes(uuid,public.lesson_content_type) to authenticated, service_role;

create or replace function private.can_on_work(action text, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can_on_course('submissions', action, private.course_of_lesson(work.lesson_id))
    or private.can('submissions', action, 'assigned') and private.work_is_assigned(private.uid(), work);
end
$function$;
comment on function private.can_on_work(text,public.submissions) is 'Takes an action of staff and somebody''s work; true if the caller may do this to it: to all work, to the work in their own courses, or to the work of the people assigned to them.';

create or replace function private.check_assignment(wanted jsonb)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
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
$function$;
comment on function private.check_assignment(jsonb) is 'Takes an assignment as a form or a folder gives it; raises PT422 with the field as hint for a value that is not valid.';
grant execute on function private.check_assignment(jsonb) to authenticated, service_role;

create or replace function private.check_extension(person uuid, lesson uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if person = private.uid() or not private.extension_may_be_given(person, lesson) then
    -- Only callers who may give more time for all assignments learn that one does not exist.
    if private.can('extensions', 'give') and not exists (select from public.lessons l where l.id = lesson) then
      perform private.refuse_assignment();
    end if;
    perform private.refuse('You may not give this person more time.');
  end if;
  if current_setting('transaction_read_only') = 'off' and not private.can('extensions', 'give') then
    -- The duty that gives the right is locked until the transaction ends.
    perform 1 from public.cohort_staff s where s.user_id = private.uid() order by s.cohort_id for key share;
    if not private.extension_may_be_given(person, lesson) then
      perform private.refuse('You may not give this person more time.');
    end if;
  end if;
  if not exists (select from public.lessons l where l.id = lesson and l.content_type = 'ASSIGNMENT' and l.deleted_at is null) then
    perform private.refuse_assignment();
  end if;
end
$function$;
comment on function private.check_extension(uuid,uuid) is 'Takes a person and an assignment; raises 42501 unless the caller may give this person more time and is somebody else, also for an unknown person, and PT404 NO_LESSON for an unknown assignment. For an act, the duty that gives the right is locked until the transaction ends.';

create or replace function private.check_hand_in(
  person uuid,
  lesson uuid,
  made_at timestamptz default null
)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  reason text := private.why_not_hand_in(person, lesson, check_hand_in.made_at);
begin
  if reason = 'NO_LESSON' then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  elsif reason is not null then
    raise exception using errcode = 'PT403', hint = reason,
      message = case reason when 'NO_ACCESS' then 'You no longer have access to it.' else 'It is not open yet.' end;
  end if;
end
$function$;
comment on function private.check_hand_in(uuid,uuid,timestamp with time zone) is 'Takes the same as why_not_hand_in(); raises PT404 NO_LESSON, PT403 NO_ACCESS or PT403 NOT_OPEN_YET if that returns a reason.';

create or replace function private.check_levels(
  rubric jsonb,
  levels jsonb,
  verdict public.review_verdict
)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  criterion record;
begin
  if jsonb_typeof(levels) is distinct from 'object' or exists (
    select from jsonb_each(levels) l
    where not exists (
      select from jsonb_array_elements(rubric) c
      where c ->> 'id' = l.key and jsonb_typeof(l.value) = 'number' and l.value::text ~ '^\d$' and l.value::int < jsonb_array_length(c -> 'levels'))) then
    perform private.refuse_field('levels', 'The rubric has changed. Please judge it again.');
  end if;
  if verdict = 'PASS' then
    for criterion in
      select c ->> 'title' as title from jsonb_array_elements(rubric) c
      where (c ->> 'essential')::boolean and coalesce((levels ->> (c ->> 'id'))::int, 0) = 0
    loop
      raise exception using errcode = 'PT422', hint = 'ESSENTIAL',
        message = format('%s is essential, and not met. This cannot pass.', criterion.title);
    end loop;
  end if;
end
$function$;
comment on function private.check_levels(jsonb,jsonb,public.review_verdict) is 'Takes a rubric, the level of each criterion and a verdict; raises PT422, hint levels, for criteria and levels that the rubric does not have, and PT422 ESSENTIAL if the verdict is PASS and an essential criterion is at its lowest level or was not judged (rules/assignments#rubric).';

create or replace function private.check_own_files(person uuid, files jsonb)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if exists (
    select from jsonb_array_elements(files) f
    where not exists (
      select from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
      where u.bucket = 'work-files' and u.path = f ->> 'path' and u.user_id = person)
    and not exists (
      select from private.work_files w
      join public.submission_rounds r on r.id = w.round_id
      join public.submissions s on s.id = r.submission_id
      where w.path = f ->> 'path' and s.user_id = person)) then
    perform private.refuse_field('files', 'One of these files has not arrived. Choose it again.');
  end if;
end
$function$;
comment on function private.check_own_files(uuid,jsonb) is 'Takes a person and the files that they hand in; raises PT422, hint files, for a file that they have neither uploaded nor handed in before.';

create or replace function private.check_work(
  accepts public.work_kind[],
  work public.submission_rounds
)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  kind record;
  anything boolean := false;
begin
  for kind in
    select * from (values
      ('TEXT'::public.work_kind, 'text', work.text is not null, 'This assignment takes no text.'),
      ('CODE', 'code', work.code is not null, 'This assignment takes no code.'),
      ('LINK', 'url', work.url is not null, 'This assignment takes no link.'),
      ('REPOSITORY', 'repo_url', work.repo_url is not null, 'This assignment takes no repository.'),
      ('FILE', 'files', work.files is not null, 'This assignment takes no files.')) k (kind, field, given, sentence)
    where k.given
  loop
    anything := true;
    if kind.kind <> all (accepts) then
      perform private.refuse_field(kind.field, kind.sentence);
    end if;
  end loop;
  if not anything then
    raise exception using errcode = 'PT422', hint = 'NOTHING', message = 'There is nothing to hand in yet.';
  end if;
  if char_length(work.text) > 50000 then perform private.refuse_field('text', 'Text must be less than 50,000 characters'); end if;
  if char_length(work.note) > 2000 then perform private.refuse_field('note', 'A note must be less than 2,000 characters'); end if;
  if not private.is_web_link(work.url) then perform private.refuse_field('url', 'Please enter a valid URL'); end if;
  if not private.is_web_link(work.repo_url) then perform private.refuse_field('repo_url', 'Please enter a valid URL'); end if;
  if not private.is_handed_code(work.code) then
    perform private.refuse_field('code', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  if not private.is_handed_files(work.files) then perform private.refuse_field('files', 'At most 20 files are handed in'); end if;
end
$function$;
comment on function private.check_work(public.work_kind[],public.submission_rounds) is 'Takes what an assignment accepts, and a round; raises PT422 with the field as hint for what the assignment does not accept or what is not valid, and PT422 NOTHING for an empty round.';

create or replace function private.check_work_right(action text, submission uuid)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  select s.* into work from public.submissions s where s.id = check_work_right.submission;
  if work.id is null or not private.can_on_work(check_work_right.action, work) then
    perform private.refuse('You may not review this work.');
  end if;
  if work.user_id = private.uid() then
    perform private.refuse('You may not review your own work.');
  end if;
  -- For an act, the duty that gives the right is locked until the transaction ends.
  if current_setting('transaction_read_only') = 'off' and action <> 'list'
    and not private.can_on_course('submissions', action, private.course_of_lesson(work.lesson_id)) then
    perform 1 from public.cohort_staff s where s.user_id = private.uid() order by s.cohort_id for key share;
    if not private.work_is_assigned(private.uid(), work) then
      perform private.refuse('You may not review this work.');
    end if;
  end if;
  return work;
end
$function$;
comment on function private.check_work_right(text,uuid) is 'Takes an action and somebody''s work; returns the work if the caller may do this to it. Raises 42501 for other work, for unknown work, and for the caller''s own. For an act, the duty that gives the right is locked until the transaction ends.';

create or replace function private.claim_facts(submission uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('reviewer', private.shown_name(p.name, p.email), 'until', c.until, 'mine', c.reviewer_id = private.uid())
    from public.review_claims c join public.profiles p on p.id = c.reviewer_id
    where c.submission_id = claim_facts.submission and c.until > now());
end
$function$;
comment on function private.claim_facts(uuid) is 'Takes somebody''s work; returns the claim on it, {reviewer: a name, until, mine: whether it is the caller''s}. Null if nobody claims it.';

create or replace function private.claim_length()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '30 minutes' $function$;
comment on function private.claim_length() is 'How long a claim lasts after the reviewer last typed (rules/assignments#claim).';

create or replace function private.commit_page(repo_url text, sha text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  if commit_page.sha is null then
    return null;
  end if;
  return (
    select 'https://' || p.host || '/' || p.path
      || case p.host when 'gitlab.com' then '/-/commit/' when 'bitbucket.org' then '/commits/' else '/commit/' end || commit_page.sha
    from private.repository_of(commit_page.repo_url) p);
end
$function$;
comment on function private.commit_page(text,text) is 'Takes an address of a repository and a commit; returns the address of the page of that commit at the host. Null without a commit.';

create or replace function private.copy_assignments(copies jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.save_assignment(k.value::uuid, private.assignment_part(k.key::uuid) -> 'assignment')
  from jsonb_each_text(copies) k;
end
$function$;
comment on function private.copy_assignments(jsonb) is 'Takes {lesson: its copy}; copies what makes each of these lessons an assignment to its copy. Runs as its caller.';
grant execute on function private.copy_assignments(jsonb) to authenticated, service_role;

create or replace function private.due_of(
  person uuid,
  lesson uuid,
  moment timestamptz default now()
)
  returns table(
    due_at timestamptz,
    day date,
    at_time time without time zone,
    zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select d.due_at, private.local_day(d.due_at, d.time_zone), (d.due_at at time zone d.time_zone)::time, d.time_zone, d.cohort_id, d.paused, d.extended, d.shut_at
    from private.person_dues(person, moment) d where d.lesson_id = lesson;
end
$function$;
comment on function private.due_of(uuid,uuid,timestamp with time zone) is 'Takes a person, an assignment, and a moment; returns when it is due for them by the access of that moment, as a moment and as day and time of day in its time zone, and the rest as person_dues() does. No row without access at that moment (rules/assignments#due).';

create or replace function private.due_review_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient text := private.mail_address(work.user_id);
  given record;
begin
  select v.verdict, l.id as lesson_id, l.title, c.title as course, c.slug into given
  from public.reviews v
  join public.submission_rounds r on r.id = v.round_id
  -- A person who has handed in the next round has read the review of this one.
  join public.submissions s on s.id = r.submission_id and s.round = r.round
  join public.lessons l on l.id = s.lesson_id and l.deleted_at is null
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null
  where v.id = work.subject_id and v.withdrawn_at is null;
  if given is null or recipient is null or not private.wants_mail(work.user_id, 'review_mails') then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'lesson', given.title, 'course', given.course, 'passed', given.verdict = 'PASS',
    'path', format('/app/courses/%s/lesson/%s', given.slug, given.lesson_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'review_mails'));
end
$function$;
comment on function private.due_review_mail(private.due_work) is 'Job: returns the mail that tells a person that their work was reviewed, {to, lesson, course, passed, path: of the assignment, unsubscribe: the secret that ends such mails for them}. It contains nothing that the reviewer or the person wrote. Null if the review was taken back, the next round was handed in, the assignment is in the bin, or the person does not want such mails, is disabled, or has no confirmed email.';

create or replace function private.due_round_commit(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('round_id', r.id, 'host', p.host, 'path', p.path, 'branch', p.branch)
  from public.submission_rounds r
  join public.submissions s on s.id = r.submission_id and s.round = r.round
  cross join lateral private.repository_of(r.repo_url) p
  where r.id = work.subject_id and r.commit_sha is null and p.host is not null
    -- An hour later, the repository may have changed.
    and r.submitted_at > now() - interval '1 hour'
$function$;
comment on function private.due_round_commit(private.due_work) is 'Job: returns the repository whose host is asked for the commit of a round, {round_id, host, path, branch: null if the address names none}; null if the commit is known, a newer round was handed in, or an hour has passed (rules/assignments#commits).';

create or replace function private.export_reviews(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  scope record := private.queue_condition(filter);
begin
  columns := array['id', 'assignment', 'course', 'cohort', 'person', 'round', 'state', 'handed_in', 'due', 'late', 'waiting_since',
    'verdict', 'reviewed', 'reviewer'];
  source := format($sql$
    -- The rows are ordered by the first round, because its time does not change while the file is read and further rounds are
    -- handed in.
    select o.submitted_at as at, s.id as key, jsonb_build_object('id', s.id, 'assignment', l.title, 'course', c.title, 'cohort', k.title,
      'person', case when not h.hidden then nullif(p.name, '') end,
      'round', s.round, 'state', case s.state when 'WAITING' then 'Waiting' when 'RETURNED' then 'Please go on' else 'Passed' end,
      'handed_in', r.submitted_at, 'due', case when not h.hidden then r.due_at_then end, 'late', case when h.hidden then null when r.late then 'Yes' else 'No' end,
      'waiting_since', s.awaiting_since)
      || coalesce((
        select jsonb_build_object('verdict', case v.verdict when 'PASS' then 'Passed' else 'Please go on' end, 'reviewed', v.published_at,
          'reviewer', (select coalesce(nullif(b.name, ''), 'A reviewer') from public.profiles b where b.id = v.reviewer_id))
        from public.submission_rounds g join public.reviews v on v.round_id = g.id and v.withdrawn_at is null
        where g.submission_id = s.id order by g.round desc limit 1), '{}') as row
    from public.submissions s
    join public.submission_rounds o on o.submission_id = s.id and o.round = 1
    join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
    join public.profiles p on p.id = s.user_id
    join public.assignments a on a.lesson_id = s.lesson_id
    join public.lessons l on l.id = s.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    cross join lateral (select a.blind and s.state = 'WAITING' as hidden) h
    left join public.cohorts k on k.id = s.cohort_id and not h.hidden
    where s.state = %L and %s$sql$,
    case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end,
    replace(replace(replace(scope.condition, '$1', format('%L::uuid[]', scope.cohorts)), '$2', format('%L::uuid[]', scope.lessons)),
      '$3', format('%L::uuid[]', scope.others)));
end
$function$;
comment on function private.export_reviews(jsonb) is 'Takes a filter as review_queue() does; returns the columns and the query of the export of the work that the caller may review. While work is hidden, the export has neither its owner nor the cohort nor when it was due. Raises 42501 (rules/assignments#blind).';

create or replace function private.extension_may_be_given(person uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  work.lesson_id := extension_may_be_given.lesson;
  work.user_id := extension_may_be_given.person;
  return private.can_on_course('extensions', 'give', private.course_of_lesson(extension_may_be_given.lesson))
      and private.takes_course(extension_may_be_given.person, private.course_of_lesson(extension_may_be_given.lesson))
    or private.can('extensions', 'give', 'assigned') and private.work_is_assigned(private.uid(), work);
end
$function$;
comment on function private.extension_may_be_given(uuid,uuid) is 'Takes a person and an assignment; true if the caller may give this person more time for it: to everybody who takes or took the course, in the caller''s own courses, or to the people assigned to the caller.';

create or replace function private.goes_to_others(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = person)
    -- If nobody else may review it, the same reviewer reads it again.
    and exists (
      select from private.reviewers_of(work) r (id)
      where not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id));
end
$function$;
comment on function private.goes_to_others(uuid,public.submissions) is 'Takes a person and somebody''s waiting work; true if this person may not review it, and somebody who may is left (rules/assignments#second-opinion).';

create or replace function private.is_handed_code(files jsonb)
  returns boolean
  language sql
  immutable strict
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
comment on function private.is_handed_code(jsonb) is 'Takes the code that was handed in; true if it is a list of one to twenty of {name, body} with different names and 200 kB in all. Null for null.';
grant execute on function private.is_handed_code(jsonb) to authenticated, service_role;

create or replace function private.is_handed_files(files jsonb)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select case when private.matches_schema(files, '{"type": "array", "minItems": 1, "maxItems": 20, "items": {"type": "object", "required": ["path", "name", "bytes"], "properties": {"path": {"type": "string", "maxLength": 1000}, "name": {"type": "string", "maxLength": 255, "pattern": "\\S"}, "bytes": {"type": "integer", "minimum": 0, "maximum": 20971520}}}}') then (
    select bool_and(private.is_stored_file('work-files/' || (f ->> 'path'), 'work-files'))
    from jsonb_array_elements(files) f) else false end
$function$;
comment on function private.is_handed_files(jsonb) is 'Takes the files that were handed in; true if they are a list of one to twenty of {path, name, bytes: at most 20 MB}. Null for null.';
grant execute on function private.is_handed_files(jsonb) to authenticated, service_role;

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
comment on function private.is_rubric_levels(jsonb) is 'Takes the levels of a criterion; true if they are a list of two to six of {title: at most 60 characters, points: 0 to 1,000, meaning: at most 500 characters}. Points and meaning can be null or missing.';
grant execute on function private.is_rubric_levels(jsonb) to authenticated, service_role;

create or replace function private.keep_assignment_version(lesson uuid, was jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.keep_assignment_version(uuid,jsonb) is 'Takes a lesson whose assignment was changed, and its assignment_fields() before the change; adds the change to the version that the same save made, or to a new one. Raises 42501 unless the caller may change the lesson (rules/courses#versions).';
grant execute on function private.keep_assignment_version(uuid,jsonb) to authenticated, service_role;

create or replace function private.keep_blind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.submissions s where s.lesson_id = new.lesson_id and s.state = 'WAITING') then
    perform private.refuse_field('blind', 'Work waits for a review. Whether the assignment is blind changes only when none does.');
  end if;
  return new;
end
$function$;
comment on function private.keep_blind() is 'Row trigger: refuses with PT422, hint blind, to change whether an assignment is blind while work of it waits, because reviewers and owners rely on it (rules/assignments#blind).';

create or replace function private.keep_round()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if to_jsonb(new) - array['late', 'waived_at', 'commit_sha'] <> to_jsonb(old) - array['late', 'waived_at', 'commit_sha']
    or old.commit_sha is not null and new.commit_sha is distinct from old.commit_sha
    or new.late and not old.late then
    raise exception using errcode = '42501', message = 'What was handed in is not changed any more.';
  end if;
  return new;
end
$function$;
comment on function private.keep_round() is 'Row trigger: refuses with 42501 every change of a round, except that its commit is set once and that its lateness is waived (rules/assignments#rounds).';

create or replace function private.keep_second_opinions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'UPDATE' or exists (select from public.submissions s where s.id = old.submission_id)
    and (old.not_by_id is null or exists (select from public.profiles p where p.id = old.not_by_id)) then
    raise exception using errcode = '42501', message = 'Who may not review a round stays so.';
  end if;
  return old;
end
$function$;
comment on function private.keep_second_opinions() is 'Row trigger: refuses with 42501 to change or delete who may not review a round, except together with the work or the person.';

create or replace function private.keep_work_files()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This needs no lock, because submit_round() runs the requests of one person one after the other.
  if exists (
    select from jsonb_array_elements(new.files) f
    join private.work_files w on w.path = f ->> 'path'
    join public.submission_rounds r on r.id = w.round_id
    where r.submission_id <> new.submission_id) then
    raise exception using errcode = 'PT422', hint = 'files', message = 'One of these files was handed in already. Choose it again.';
  end if;
  insert into private.work_files (path, round_id) select distinct f ->> 'path', new.id from jsonb_array_elements(new.files) f;
  return null;
end
$function$;
comment on function private.keep_work_files() is 'Row trigger: stores which files a new round has. Raises PT422, hint files, for a file that was handed in with another assignment.';

create or replace function private.last_reviewer(submission uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select v.reviewer_id from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = submission order by r.round desc limit 1);
end
$function$;
comment on function private.last_reviewer(uuid) is 'Takes somebody''s work; returns the reviewer of the latest round that has a review. Null before the first review.';

create or replace function private.lesson_figures(lesson uuid, cohorts uuid[], since timestamptz)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with waits as materialized (
      select w.review_id, w.waited_sec from private.review_waits w
      where w.lesson_id = lesson and w.reviewed_at >= since and (cohorts is null or w.cohort_id = any (cohorts))
      order by w.reviewed_at desc limit 500
    ), work as materialized (
      select s.state, s.round from public.submissions s
      where s.lesson_id = lesson
        -- The figures of a small cohort would say whose hidden work waits. From its first review on, staff know.
        and (cohorts is null or s.cohort_id = any (cohorts) and (s.came_back or not private.work_is_hidden(s)))
    ), judged as (
      -- A criterion fails when its level is the lowest one.
      select c ->> 'id' as id, c ->> 'title' as title, count(*) as judged, count(*) filter (where (v.levels ->> (c ->> 'id'))::int = 0) as failed
      from waits w join public.reviews v on v.id = w.review_id cross join lateral jsonb_array_elements(v.rubric) c
      where v.levels ? (c ->> 'id') group by 1, 2
    )
    select jsonb_build_object(
      'handed_in', (select count(*) from work), 'waiting', (select count(*) from work w where w.state = 'WAITING'),
      'passed', (select count(*) from work w where w.state = 'PASSED'),
      'rounds', (select round(avg(w.round), 1) from work w where w.state = 'PASSED'),
      'reviews', (select count(*) from waits),
      'median_hours', (select round((percentile_cont(0.5) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'p90_hours', (select round((percentile_cont(0.9) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'criteria', (
        select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'title', j.title, 'judged', j.judged, 'failed', j.failed) order by j.failed desc, j.title), '[]')
        from (select * from judged j where j.failed > 0 order by j.failed desc, j.title limit 5) j)));
end
$function$;
comment on function private.lesson_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people, in cohorts without hidden work that was never reviewed, waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}]}.';

create or replace function private.lock_claims()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The requests of one reviewer run one after the other, so that each counts the claims of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('claims ' || private.uid(), 0));
end
$function$;
comment on function private.lock_claims() is 'Locks the claims of the caller until the transaction ends, so that requests that claim work for the same caller run one after the other.';

create or replace function private.my_earned_lesson_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select d.lesson_id from public.lesson_completions d join public.lessons l on l.id = d.lesson_id
    where d.user_id = private.uid() and not private.button_completes(l.id, l.content_type)
      and (select private.can('lesson_completions', 'read', 'own'));
end
$function$;
comment on function private.my_earned_lesson_ids() is 'The lessons that the caller completed and that the button does not complete. The caller cannot revert these completions.';
grant execute on function private.my_earned_lesson_ids() to authenticated, service_role;

create or replace function private.passed_second(moment timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select date_trunc('second', now(), 'UTC') > moment
$function$;
comment on function private.passed_second(timestamp with time zone) is 'Takes a moment; true once the second of that moment is over, because work that arrives within that second is in time. Null for null.';

create or replace function private.person_dues(person uuid, moment timestamptz)
  returns table(
    lesson_id uuid,
    course_id uuid,
    due_at timestamptz,
    time_zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language sql
  stable
as $function$
  with held as materialized (
    select g.course_id, g.cohort_id, c.starts_on + m.shift_days as first_day, c.time_zone,
      coalesce(m.state = 'PAUSED' and private.grant_is_open(g.expires_at, moment), false) as paused
    from public.entitlements g
    left join public.cohorts c on c.id = g.cohort_id
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    -- The dates of a cohort stay when its access has ended, if the person has the course by another grant.
    where g.user_id = person and g.created_at <= moment and g.course_id in (select o.course_id from private.grants_open(person, moment) o)
  ), due as (
    -- The later date of two cohorts applies. While the person pauses in one of them, there is no date. An extension overrides
    -- both.
    select distinct on (a.lesson_id) a.lesson_id, h.course_id, h.cohort_id, a.late, a.cutoff_days,
      case when x.due_at is not null then x.due_at when not bool_or(h.paused) over (partition by a.lesson_id) then at.due_at end as due_at,
      coalesce(h.time_zone, (select s.time_zone from public.settings s)) as time_zone,
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
$function$;
comment on function private.person_dues(uuid,timestamp with time zone) is 'Takes a person and a moment; returns the assignments of the courses to which the person has access at that moment: when each is due (null: never, or while the person pauses), the time zone of that date, which without a cohort is the school''s, the cohort, whether the person pauses, whether the date is an extension, and the last second at which work is accepted (null: late work is accepted) (rules/assignments#due).';

create or replace function private.person_may_review(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return person <> work.user_id and (
    private.person_may(person, 'submissions', 'review')
    or private.person_may(person, 'submissions', 'review', 'own') and private.work_is_of_own_course(person, work)
    or private.person_may(person, 'submissions', 'review', 'assigned') and private.work_is_assigned(person, work));
end
$function$;
comment on function private.person_may_review(uuid,public.submissions) is 'Takes a person and somebody''s work; true if this person may review it, by the same rule as can_on_work(), and it is not their own.';

create or replace function private.place_in_queue(work public.submissions)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when work.state = 'WAITING' then (
      select jsonb_build_object(
        'place', 1 + count(*) filter (where (not s.came_back, s.awaiting_since, s.id) < (not work.came_back, work.awaiting_since, work.id)), 'of', count(*))
      from public.submissions s
      where s.state = 'WAITING'
        and case when work.cohort_id is null then s.lesson_id = work.lesson_id and s.cohort_id is null else s.cohort_id = work.cohort_id end) end);
end
$function$;
comment on function private.place_in_queue(public.submissions) is 'Takes somebody''s work; returns its place among the work that waits in its cohort, or in its assignment if it has no cohort, {place: from 1, of: how much waits}. Null if it does not wait (rules/assignments#queue).';

create or replace function private.plain_levels(levels jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(levels) = 'array' then coalesce((
    select jsonb_agg(case when jsonb_typeof(v.value) = 'object' then jsonb_build_object('title', btrim(coalesce(v.value ->> 'title', '')),
      'points', coalesce(v.value -> 'points', 'null'), 'meaning', btrim(coalesce(v.value ->> 'meaning', ''))) else v.value end order by v.place)
    from jsonb_array_elements(levels) with ordinality v (value, place)), '[]') else levels end
$function$;
comment on function private.plain_levels(jsonb) is 'Takes the levels of a criterion as a form or a folder gives them; returns them with every field of a level, and with texts trimmed. Values of other types are returned unchanged.';
grant execute on function private.plain_levels(jsonb) to authenticated, service_role;

create or replace function private.published_facts(v public.reviews)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('id', v.id, 'verdict', v.verdict, 'published_at', v.published_at, 'undo_until', v.published_at + interval '10 minutes',
      'submission_id', s.id, 'state', s.state, 'person', (select p.name from public.profiles p where p.id = s.user_id))
    from public.submission_rounds r join public.submissions s on s.id = r.submission_id where r.id = v.round_id);
end
$function$;
comment on function private.published_facts(public.reviews) is 'Takes a published review; returns {id, verdict, published_at, undo_until, submission_id, state, person: the name of the owner, who is known now even if the assignment is blind}.';

create or replace function private.queue_condition(
  filter jsonb,
  out condition text,
  out cohorts uuid[],
  out lessons uuid[],
  out others uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  hidden constant text := 's.state = ''WAITING'' and s.lesson_id in (select a.lesson_id from public.assignments a where a.blind)';
begin
  if not (private.can('submissions', 'list') or private.can('submissions', 'list', 'own') or private.can('submissions', 'list', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  condition := format('s.user_id <> %L', me);
  if not private.can('submissions', 'list') then
    cohorts := array(select k from private.staffed_cohort_ids('submissions', 'list') k);
    lessons := array(
      select l.id from public.lessons l where l.content_type = 'ASSIGNMENT' and l.module_id in (select private.my_module_ids('submissions', 'list')));
    -- Work that people of these cohorts handed in for another cohort, or for none.
    others := array(
      select w.id from public.cohort_members m
      join public.submissions w on w.user_id = m.user_id and (w.cohort_id is null or w.cohort_id <> all (cohorts))
      where m.cohort_id = any (cohorts) and m.state <> 'LEFT' and exists (
        select from public.lessons l
        join public.modules d on d.id = l.module_id
        join public.cohort_courses k on k.course_id = d.course_id and k.cohort_id = m.cohort_id
        where l.id = w.lesson_id));
    condition := condition || ' and (s.cohort_id = any ($1) or s.lesson_id = any ($2) or s.id = any ($3))';
  end if;
  if pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then
    condition := condition || format(' and s.lesson_id = %L', filter ->> 'lesson_id');
  end if;
  if pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then
    -- Hidden work is in every cohort that takes its course.
    condition := condition || format(' and (s.cohort_id = %2$L and not (%1$s) or s.state = ''WAITING'' and s.lesson_id = any (%3$L::uuid[]))', hidden,
      filter ->> 'cohort_id', array(
        select a.lesson_id from public.cohort_courses k
        join public.modules m on m.course_id = k.course_id
        join public.lessons l on l.module_id = m.id
        join public.assignments a on a.lesson_id = l.id and a.blind
        where k.cohort_id = (filter ->> 'cohort_id')::uuid));
  end if;
  if pg_input_is_valid(filter ->> 'course_id', 'uuid') then
    condition := condition || format(' and s.lesson_id in (select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = %L)',
      filter ->> 'course_id');
  end if;
  if filter ->> 'late' = 'true' then
    condition := condition || format(' and not (%s) and exists (select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.late)', hidden);
  end if;
  if filter ->> 'mine' = 'true' then
    condition := condition || format(' and (s.id in (select c.submission_id from public.review_claims c where c.reviewer_id = %1$L and c.until > now())
      or s.id in (select o.submission_id from private.review_offers o where o.reviewer_id = %1$L and o.until > now()))', me);
  end if;
end
$function$;
comment on function private.queue_condition(jsonb) is 'Takes a filter {lesson_id, course_id, cohort_id, late, mine}; returns the SQL condition that somebody''s work s is in the caller''s queue, and the values of its parameters: $1 the cohorts, $2 the lessons, and $3 other work that the caller may list. Hidden work is never late here, and in every cohort that takes its course. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';

create or replace function private.refuse_assignment()
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment no longer exists.';
end
$function$;
comment on function private.refuse_assignment() is 'Raises PT404 NO_LESSON.';

create or replace function private.repository_of(
  address text,
  out host text,
  out path text,
  out branch text,
  out sha text
)
  returns record
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  given text[] := regexp_match(address, '^[Hh][Tt][Tt][Pp][Ss]://(?:[Ww]{3}\.)?([A-Za-z.]+)/([^?#]+)');
  at_host text := lower(given[1] collate "C");
  -- In an address of a repository, the name of a branch, a tag, or a commit follows one of these words.
  pages text[] := case at_host
    when 'github.com' then '{tree,blob,blame,raw,edit,commit,commits}'
    when 'gitlab.com' then '{tree,blob,blame,raw,edit,commit,commits}'
    when 'bitbucket.org' then '{src,branch,commits}'
  end;
  pieces text[] := string_to_array(rtrim(given[2], '/'), '/');
  -- At GitLab, a group can be inside another, so the path can have any length. A hyphen separates it from these words.
  names int := case at_host when 'gitlab.com' then coalesce(array_position(pieces, '-') - 1, cardinality(pieces)) else 2 end;
  named text := array_to_string(pieces[:names], '/');
  page text[] := pieces[case at_host when 'gitlab.com' then names + 2 else names + 1 end:];
begin
  if pages is null or named !~ '^[A-Za-z0-9_.][A-Za-z0-9_.-]*(/[A-Za-z0-9_.][A-Za-z0-9_.-]*)+$' or named ~ '(^|/)\.+(/|$)' or page[1] <> all (pages) then
    return;
  end if;
  host := at_host;
  path := regexp_replace(named, '([^/])\.git$', '\1');
  sha := lower(substring(page[2] from '^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$'));
  if sha is null then
    branch := nullif(array_to_string(page[case when page[1:2] = '{commits,branch}' and at_host = 'bitbucket.org' then 3 else 2 end:], '/'), '');
  end if;
end
$function$;
comment on function private.repository_of(text) is 'Takes an address of a repository; returns its host, its path there, the branch or tag that the address names, together with a path that follows it (null: none), and the commit that the address names in full (null: none). All are null for another host and for an address that is not that of a repository, a branch, or a commit (rules/assignments#commits).';

create or replace function private.review_facts(v public.reviews)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when v.id is not null then jsonb_build_object('id', v.id, 'verdict', v.verdict, 'comment', v.comment, 'levels', v.levels, 'rubric', v.rubric,
      'published_at', v.published_at,
      'reviewer', (select coalesce(nullif(p.name, ''), 'A reviewer') from public.profiles p where p.id = v.reviewer_id),
      'remarks', coalesce((
        select jsonb_agg(jsonb_build_object('id', k.id, 'path', k.path, 'line_from', k.line_from, 'line_to', k.line_to, 'body', k.body)
          order by k.path nulls first, k.line_from nulls first, k.id)
        from public.review_remarks k where k.review_id = v.id), '[]')) end);
end
$function$;
comment on function private.review_facts(public.reviews) is 'Takes a review; returns {id, verdict, comment, levels, rubric: the one by which the round was judged, published_at, reviewer: a name, null for an erased account, remarks: [{id, path, line_from, line_to, body}]}. Null for null.';

create or replace function private.review_promise()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '48 hours' $function$;
comment on function private.review_promise() is 'The time within which a review is promised (rules/assignments#queue).';

create or replace function private.reviewers_of(work public.submissions)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select p.id from public.profiles p
    where p.role <> 'MEMBER' and p.id <> work.user_id and private.person_may_review(p.id, work);
end
$function$;
comment on function private.reviewers_of(public.submissions) is 'Takes somebody''s work; returns everybody who may review it.';

create or replace function private.round_facts(r public.submission_rounds)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('id', r.id, 'round', r.round, 'text', r.text, 'code', r.code, 'url', r.url, 'repo_url', r.repo_url, 'commit_sha', r.commit_sha,
      'commit_url', private.commit_page(r.repo_url, r.commit_sha),
      'files', r.files, 'note', r.note, 'submitted_at', r.submitted_at, 'made_at', r.made_at, 'due_at_then', r.due_at_then, 'due_zone', r.due_zone,
      'late', r.late, 'waived_at', r.waived_at,
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = r.submission_id and o.round = r.round),
      'review', (select private.review_facts(v) from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)));
end
$function$;
comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is not pinned, commit_url: its page at the host, files: [{path, name, bytes}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';

create or replace function private.rubric_of(lesson uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', c.levels) order by c.position, c.title, c.id), '[]')
    from public.rubric_criteria c where c.lesson_id = rubric_of.lesson);
end
$function$;
comment on function private.rubric_of(uuid) is 'Takes an assignment; returns its rubric in order, [{id, title, essential, levels: [{title, points, meaning}]}].';

create or replace function private.save_assignment(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
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
$function$;
comment on function private.save_assignment(uuid,jsonb) is 'Takes a lesson and what makes it an assignment, as assignment_fields() returns it; changes the fields that are given, of which the rubric replaces the whole rubric, and keeps a version. Does nothing for a lesson of another type. Runs as its caller; raises PT422 with the field as hint (rules/assignments#rubric).';
grant execute on function private.save_assignment(uuid,jsonb) to authenticated, service_role;

create or replace function private.signal_submission()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('submission', array[new.user_id]);
  -- The places of the others in the queue have changed, too. In a long queue, only the first 100 people receive the signal.
  if tg_op = 'UPDATE' and (old.state = 'WAITING') <> (new.state = 'WAITING') then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s
      where s.state = 'WAITING' and s.user_id <> new.user_id
        and case when new.cohort_id is null then s.lesson_id = new.lesson_id and s.cohort_id is null else s.cohort_id = new.cohort_id end
      order by s.came_back desc, s.awaiting_since limit 100));
  end if;
  return null;
end
$function$;
comment on function private.signal_submission() is 'Row trigger: signals to a person that their work changed. If an update makes the work join or leave the queue, the first 100 other people in the queue receive the signal too.';

create or replace function private.take_claim(work public.submissions)
  returns timestamptz
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 3;
  me uuid := private.uid();
  taken public.review_claims;
  renewed boolean;
begin
  perform private.lock_claims();
  renewed := exists (select from public.review_claims c where c.submission_id = work.id and c.reviewer_id = me and c.until > now());
  -- This one statement decides: the work must wait, and nobody else may have a claim on it that has not ended. It locks the work,
  -- so that a review of it is published either before or after this.
  with waits as (
    select s.id from public.submissions s where s.id = work.id and s.state = 'WAITING' for share
  )
  insert into public.review_claims as c (submission_id, reviewer_id, until)
  select w.id, me, clock_timestamp() + private.claim_length() from waits w
  where (select count(*) from public.review_claims o where o.reviewer_id = me and o.submission_id <> w.id and o.until > now()) < most
  on conflict (submission_id) do update set reviewer_id = excluded.reviewer_id, until = excluded.until
    where c.reviewer_id = me or c.until <= clock_timestamp()
  returning c.* into taken;
  if taken.submission_id is not null and not renewed then
    perform private.signal_staff('submissions');
  end if;
  return taken.until;
end
$function$;
comment on function private.take_claim(public.submissions) is 'Takes somebody''s work; claims it for the caller for 30 minutes from now, or renews the caller''s claim, and returns when the claim ends. Null if the work does not wait, if somebody else claims it, or if the caller has three other claims (rules/assignments#claim).';

create or replace function private.tell_of_review(made public.reviews, work public.submissions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = work.lesson_id;
  -- The review has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case made.verdict when 'PASS' then 'Passed' when 'AGAIN' then 'Your work came back' end,
    format(case made.verdict when 'PASS' then '"%s" has passed.' when 'AGAIN' then '"%s" was reviewed. Please go on with it.' end, place.title),
    case made.verdict when 'PASS' then 'success' when 'AGAIN' then 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), 'Open the review', made.id);
  perform private.record_at_once(false);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- A call of withdraw_review() that begins at the last moment ends within this minute, because it runs for 30 seconds at most.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;
comment on function private.tell_of_review(public.reviews,public.submissions) is 'Takes a review that was just published, and the work; adds a notification for the owner, and plans a mail for the time when the review can no longer be taken back. The notification is deleted if the review is taken back.';

create or replace function private.usual_wait(cohort uuid, lesson uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when count(*) > 0 then jsonb_build_object('reviews', count(*),
      'median_hours', round((percentile_cont(0.5) within group (order by w.waited_sec) / 3600)::numeric, 1),
      'p90_hours', round((percentile_cont(0.9) within group (order by w.waited_sec) / 3600)::numeric, 1)) end
    from (
      (select o.waited_sec from private.review_waits o where cohort is not null and o.cohort_id = cohort order by o.reviewed_at desc limit 20)
      union all
      (select o.waited_sec from private.review_waits o where cohort is null and o.lesson_id = lesson order by o.reviewed_at desc limit 20)) w);
end
$function$;
comment on function private.usual_wait(uuid,uuid) is 'Takes a cohort, or null and an assignment; returns how long work waited there for the last 20 reviews, {reviews: how many, median_hours, p90_hours: within which 90 % were given}. Null before the first review.';

create or replace function private.wanted_assignment(base jsonb, listed jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  -- A field that is not listed keeps its value.
  select base || (listed - 'rubric') || case when jsonb_typeof(listed -> 'rubric') = 'array' then jsonb_build_object('rubric', coalesce((
    select jsonb_agg(jsonb_build_object('title', btrim(coalesce(c.value ->> 'title', '')), 'essential', coalesce((c.value ->> 'essential')::boolean, false),
      'levels', private.plain_levels(c.value -> 'levels')) order by c.place)
    from jsonb_array_elements(listed -> 'rubric') with ordinality c (value, place)), '[]')) else '{}' end
$function$;
comment on function private.wanted_assignment(jsonb,jsonb) is 'Takes an assignment as assignment_part() returns it, and the fields that a folder lists; returns the assignment with these fields. A listed rubric replaces the whole rubric.';
grant execute on function private.wanted_assignment(jsonb,jsonb) to authenticated, service_role;

create or replace function private.why_not_hand_in(person uuid, lesson uuid, made_at timestamptz)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.why_not_open(person, lesson, why_not_hand_in.made_at, 'ASSIGNMENT');
end
$function$;
comment on function private.why_not_hand_in(uuid,uuid,timestamp with time zone) is 'Takes a person, an assignment, and when the work was made (null: now); returns null if the person may hand in work for it, otherwise the answer of why_not_open() (rules/assignments#rounds).';

create or replace function private.work_facts(work public.submissions)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  hidden constant boolean := private.work_is_hidden(work);
begin
  return (
    select jsonb_build_object('submission_id', work.id, 'state', work.state, 'round', work.round, 'awaiting_since', work.awaiting_since,
      'promise_at', work.awaiting_since + private.review_promise(), 'came_back', work.came_back, 'passed_at', work.passed_at,
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'cohort', (select jsonb_build_object('id', k.id, 'title', k.title, 'time_zone', k.time_zone) from public.cohorts k where k.id = work.cohort_id and not hidden),
      'blind', a.blind,
      'person', case when not hidden then (
        select jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) from public.profiles p where p.id = work.user_id) end,
      'late', r.late and not hidden, 'submitted_at', r.submitted_at,
      'unreadable', not coalesce(private.is_handed_files(r.files), true) or not coalesce(private.is_handed_code(r.code), true),
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round),
      'not_mine', private.goes_to_others(private.uid(), work),
      'claim', private.claim_facts(work.id),
      'offer', (
        select jsonb_build_object('reviewer', private.shown_name(p.name, p.email), 'until', o.until, 'mine', o.reviewer_id = private.uid(),
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = o.by_id))
        from private.review_offers o join public.profiles p on p.id = o.reviewer_id where o.submission_id = work.id and o.until > now()))
    from public.lessons l
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.submission_rounds r on r.submission_id = work.id and r.round = work.round
    where l.id = work.lesson_id);
end
$function$;
comment on function private.work_facts(public.submissions) is 'Takes somebody''s work; returns what the queue shows of it, {submission_id, state, round, awaiting_since, promise_at, came_back, passed_at, lesson: {id, title}, course: {id, title, slug}, cohort: {id, title, time_zone} or null, blind, person: {id, name}, late, submitted_at: of the latest round, unreadable: whether its code or files cannot be read, second_opinion, not_mine: somebody else has to read it, claim: {reviewer, until, mine} or null, offer: {reviewer, until, mine, by: who handed it over} or null}. While work is hidden, cohort and person are null, and late is false (rules/assignments#blind).';

create or replace function private.work_file_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not exists (select from private.work_files w where w.path = old.path) then
    perform private.enqueue_file_removal('work-files/' || old.path, now());
  end if;
  return null;
end
$function$;
comment on function private.work_file_gone() is 'Row trigger: removes a file from storage when its last round is deleted.';

create or replace function private.work_is_assigned(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select exists (select from public.cohort_staff s where s.user_id = person and s.cohort_id = work.cohort_id)
      or exists (
        select from public.cohort_staff s
        join public.cohort_members m on m.cohort_id = s.cohort_id and m.user_id = work.user_id and m.state <> 'LEFT'
        join public.cohort_courses k on k.cohort_id = s.cohort_id and k.course_id = private.course_of_lesson(work.lesson_id)
        where s.user_id = person));
end
$function$;
comment on function private.work_is_assigned(uuid,public.submissions) is 'Takes a person and somebody''s work; true if the person looks after the cohort for which it was handed in, or a cohort in which its owner takes the course.';

create or replace function private.work_is_hidden(work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return work.state = 'WAITING' and exists (select from public.assignments a where a.lesson_id = work.lesson_id and a.blind);
end
$function$;
comment on function private.work_is_hidden(public.submissions) is 'Takes somebody''s work; true while it waits and its assignment is blind, so that nothing may tell whose it is (rules/assignments#blind).';

create or replace function private.work_is_of_own_course(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select exists (select from public.courses c where c.id = private.course_of_lesson(work.lesson_id) and c.created_by_id = person));
end
$function$;
comment on function private.work_is_of_own_course(uuid,public.submissions) is 'Takes a person and somebody''s work; true if the person created its course.';

create or replace function private.would_tell_owner(person uuid, submission uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select from public.submissions s
    where s.id = would_tell_owner.submission and private.work_is_hidden(s) and (
      exists (select from public.submissions o where o.lesson_id = s.lesson_id and o.user_id = would_tell_owner.person)
      or exists (select from public.entitlements e where e.user_id = would_tell_owner.person and e.course_id = private.course_of_lesson(s.lesson_id))
      or not (private.person_may(would_tell_owner.person, 'submissions', 'review')
        or private.person_may(would_tell_owner.person, 'submissions', 'review', 'own') and private.work_is_of_own_course(would_tell_owner.person, s))))
$function$;
comment on function private.would_tell_owner(uuid,uuid) is 'Takes a person and somebody''s work; true if the work is hidden, and that the person may review it would say something about its owner: the person could be the owner, or reviews the work of certain people only. To such a person, work is not handed over by name.';

create or replace function public.ask_extension(lesson_id uuid, note text default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('note', note, 10000);
  me uuid := private.uid();
  asked private.extension_requests;
begin
  if me is null or not private.can('extensions', 'ask', 'own') then
    perform private.refuse('You may not ask for more time.');
  end if;
  perform private.check_hand_in(me, ask_extension.lesson_id);
  if exists (select from public.submissions s where s.user_id = me and s.lesson_id = ask_extension.lesson_id and s.state = 'PASSED') then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already.';
  end if;
  if not exists (select from private.due_of(me, ask_extension.lesson_id) d where d.due_at is not null) then
    raise exception using errcode = 'PT409', hint = 'NO_DUE', message = 'This has no due date.';
  end if;
  if char_length(ask_extension.note) > 500 then
    perform private.refuse_field('note', 'A note must be less than 500 characters');
  end if;
  insert into private.extension_requests as q (lesson_id, user_id, note) values (ask_extension.lesson_id, me, btrim(coalesce(ask_extension.note, '')))
  on conflict on constraint extension_requests_pkey do update set note = excluded.note,
    asked_at = case when q.answered_at is null then q.asked_at else now() end, answered_at = null
  returning q.* into asked;
  perform private.signal_staff('submissions');
  return jsonb_build_object('note', asked.note, 'asked_at', asked.asked_at, 'answered_at', asked.answered_at);
end
$function$;
comment on function public.ask_extension(uuid,text) is 'Takes an assignment and a note; asks staff for more time, or changes the note of a request that has no answer yet. Returns {note, asked_at, answered_at}. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED and NO_DUE, PT422 with hint note (rules/assignments#extension).';
grant execute on function public.ask_extension(uuid,text) to authenticated, service_role;

create or replace function public.assignment(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  task public.assignments;
  due record;
  work public.submissions;
  may_hand_in boolean;
  is_open boolean;
  opens jsonb;
begin
  if me is null or not private.can('submissions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function assignment';
  end if;
  select a.* into task from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment.lesson_id;
  select s.* into work from public.submissions s where s.lesson_id = assignment.lesson_id and s.user_id = me;
  may_hand_in := private.why_not_hand_in(me, assignment.lesson_id, null) is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview read it without handing in. The rights of staff require a session with a second
    -- factor while the setting asks for one, and access_of() does not know the session.
    opens := private.access_of(me, private.course_of_lesson(assignment.lesson_id), assignment.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- What a person handed in stays readable to them, but not the brief and the rubric.
  if task.lesson_id is null or not is_open and work.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  end if;
  select d.* into due from private.due_of(me, assignment.lesson_id) d;
  return jsonb_build_object('lesson_id', task.lesson_id, 'open', is_open,
    'accepts', task.accepts, 'blind', task.blind, 'late', task.late, 'cutoff_days', task.cutoff_days,
    'due', case when due.zone is not null then jsonb_build_object('at', due.due_at, 'day', due.day, 'at_time', to_char(due.at_time, 'HH24:MI'), 'zone', due.zone,
      'extended', due.extended, 'paused', due.paused, 'shut_at', due.shut_at, 'shut', coalesce(private.passed_second(due.shut_at), false)) end,
    'can_hand_in', may_hand_in and work.state is distinct from 'PASSED'
      and not coalesce(private.passed_second(due.shut_at), false),
    'rubric', case when is_open then private.rubric_of(assignment.lesson_id) else '[]' end,
    'submission', case when work.id is not null then jsonb_build_object('id', work.id, 'state', work.state, 'round', work.round,
      'awaiting_since', work.awaiting_since, 'passed_at', work.passed_at) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r) order by r.round), '[]') from public.submission_rounds r where r.submission_id = work.id),
    'draft', (
      select jsonb_build_object('body', d.body, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.submission_drafts d where d.user_id = me and d.lesson_id = assignment.lesson_id),
    'place', private.place_in_queue(work),
    'usual', private.usual_wait(coalesce(work.cohort_id, due.cohort_id), assignment.lesson_id),
    'extension_request', (
      select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
      from private.extension_requests q where q.user_id = me and q.lesson_id = assignment.lesson_id));
end
$function$;
comment on function public.assignment(uuid) is 'Takes an assignment; returns what its page shows the caller in addition to the lesson: {lesson_id, open, accepts, blind, late, cutoff_days, due: {at: null for never, day, at_time: HH:MM, zone, extended, paused, shut_at, shut} or null without access, can_hand_in, rubric: [{id, title, essential, levels}], submission: {id, state, round, awaiting_since, passed_at} or null, rounds: [round_facts()], draft: {body, revision, updated_at, kept} or null, place: {place, of} in the queue or null, usual: {reviews, median_hours, p90_hours} or null, extension_request: {note, asked_at, answered_at} or null}. What the caller handed in stays readable when the lesson closes, but not the rubric. Raises 42501, PT404 NO_LESSON.';
grant execute on function public.assignment(uuid) to authenticated, service_role;

create or replace function public.assignment_figures(
  course_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  since constant timestamptz := now() - interval '90 days';
  only_cohorts uuid[];
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      only_cohorts := private.my_cohorts_with('submissions', 'list', assignment_figures.course_id);
      if only_cohorts is null then
        perform private.refuse('You may not read these figures.');
      end if;
    end if;
  elsif cohort_id is not null then
    perform private.check_cohort_right('submissions', 'list', assignment_figures.cohort_id);
    only_cohorts := array[assignment_figures.cohort_id];
  elsif not private.can('submissions', 'list') then
    perform private.refuse('You may not read these figures.');
  end if;
  return (
    select jsonb_build_object('since', since, 'assignments', coalesce(jsonb_agg(
      jsonb_build_object('lesson', jsonb_build_object('id', f.id, 'title', f.title), 'course', jsonb_build_object('id', f.course_id, 'title', f.course, 'slug', f.slug))
        || private.lesson_figures(f.id, only_cohorts, since) order by f.course, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (only_cohorts is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = any (only_cohorts)))
      order by c.title, m.index, l.index limit 100) f);
end
$function$;
comment on function public.assignment_figures(uuid,uuid) is 'Takes a course, a cohort, or neither for all assignments; returns {since: the moment from which reviews count, 90 days ago, assignments: at most 100 [{lesson: {id, title}, course: {id, title, slug}, handed_in, waiting, passed, rounds, reviews, median_hours, p90_hours, criteria: [{id, title, judged, failed}]}]}. Moderators who see only people assigned to them get the figures of their cohorts, and no assignments if none of these takes the course. Raises 42501, PT404 NO_COHORT (rules/assignments#figures).';
grant execute on function public.assignment_figures(uuid,uuid) to authenticated, service_role;

create or replace function public.begin_work_uploads(lesson_id uuid, files jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 100000);
  taken constant storage.buckets := (select b from storage.buckets b where b.id = 'work-files');
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  begun text;
  answer jsonb := '[]';
begin
  if not private.can('submissions', 'create', 'own') then
    perform private.refuse('You may not upload files.');
  end if;
  perform private.check_hand_in(private.uid(), begin_work_uploads.lesson_id);
  if not exists (select from public.assignments a where a.lesson_id = begin_work_uploads.lesson_id and 'FILE' = any (a.accepts)) then
    perform private.refuse_field('files', 'This assignment takes no files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 20 then
    perform private.refuse_field('files', 'At most 20 files are handed in');
  end if;
  perform private.forget_old_uploads();
  for wanted in select e.value from jsonb_array_elements(files) e loop
    called := private.check_upload(wanted, taken);
    insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
    values ('work-files', private.file_path(
        -- The name that the owner gave the file can name the owner, and the assignment can become blind.
        'file' || coalesce(lower(substring(called from '\.[A-Za-z0-9]{1,8}$')), '')),
      sending, private.uid(), called, (wanted ->> 'size')::bigint, wanted ->> 'type', '')
    returning path into begun;
    answer := answer || jsonb_build_object('path', begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', 'Too many of your files wait to be handed in. Try again tomorrow.');
  end if;
  if exists (select from private.uploads u where u.batch = sending) then
    perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending);
  end if;
  return answer;
end
$function$;
comment on function public.begin_work_uploads(uuid,jsonb) is 'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type}], 20 at most; returns, in the same order, [{path: where to send it, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';
grant execute on function public.begin_work_uploads(uuid,jsonb) to authenticated, service_role;

create or replace function public.claim_submission(submission_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('review', claim_submission.submission_id);
  until timestamptz;
  held jsonb;
begin
  if private.goes_to_others(private.uid(), work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  until := private.take_claim(work);
  if until is not null then
    return jsonb_build_object('until', until);
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  elsif not exists (select from public.submissions s where s.id = work.id and s.state = 'WAITING') then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  raise exception using errcode = 'PT409', hint = 'TOO_MANY', message = 'You are reviewing three others. Finish or release one first.';
end
$function$;
comment on function public.claim_submission(uuid) is 'Takes somebody''s waiting work; claims it for the caller, or renews the caller''s claim, and returns {until: 30 minutes from now}. Raises 42501, and PT409 CLAIMED with the name of the reviewer who claims it, NOT_WAITING, TOO_MANY if the caller has three other claims, and SECOND_OPINION (rules/assignments#claim).';
grant execute on function public.claim_submission(uuid) to authenticated, service_role;

create or replace function public.decline_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_extension(decline_extension.user_id, decline_extension.lesson_id);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = decline_extension.lesson_id and q.user_id = decline_extension.user_id and q.answered_at is null;
  if found then
    perform private.signal_people('submission', array[decline_extension.user_id]);
    perform private.signal_staff('submissions');
    perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id));
  end if;
end
$function$;
comment on function public.decline_extension(uuid,uuid) is 'Takes an assignment and a person who asked for more time; marks the request as answered. The due date does not change. Raises 42501, PT404 NO_LESSON.';
grant execute on function public.decline_extension(uuid,uuid) to authenticated, service_role;

create or replace function public.end_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_extension(end_extension.user_id, end_extension.lesson_id);
  delete from public.extensions x where x.lesson_id = end_extension.lesson_id and x.user_id = end_extension.user_id;
  if found then
    perform private.signal_people('submission', array[end_extension.user_id]);
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.end_extension(uuid,uuid) is 'Takes an assignment and a person; deletes their extension, so that the due date of their cohorts applies again. Raises 42501, PT404 NO_LESSON.';
grant execute on function public.end_extension(uuid,uuid) to authenticated, service_role;

create or replace function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, 1000);
  lesson constant uuid := case when pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then (filter ->> 'lesson_id')::uuid end;
  only_person constant uuid := case when pg_input_is_valid(filter ->> 'user_id', 'uuid') then (filter ->> 'user_id')::uuid end;
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  given constant boolean := coalesce(filter ->> 'given' = 'true', false);
begin
  if not (private.can('extensions', 'give') or private.can('extensions', 'give', 'own') or private.can('extensions', 'give', 'assigned')) then
    perform private.refuse('You may not give more time.');
  end if;
  return (
    with found as materialized (
      select q.lesson_id, q.user_id, q.asked_at as at from private.extension_requests q
      where not given and q.answered_at is null and (lesson is null or q.lesson_id = lesson) and (only_person is null or q.user_id = only_person)
      union all
      select x.lesson_id, x.user_id, x.given_at from public.extensions x
      where given and (lesson is null or x.lesson_id = lesson) and (only_person is null or x.user_id = only_person)
    ), reached as materialized (
      select f.* from found f
      where (cohort is null or exists (
          select from public.cohort_members m
          join public.cohort_courses k on k.cohort_id = m.cohort_id
          join public.modules md on md.course_id = k.course_id
          join public.lessons n on n.module_id = md.id
          where m.cohort_id = cohort and m.user_id = f.user_id and m.state <> 'LEFT' and n.id = f.lesson_id))
        and (private.can('extensions', 'give') or private.extension_may_be_given(f.user_id, f.lesson_id))
    ), listed as (
      select r.* from reached r order by case when given then null else r.at end, r.at desc, r.lesson_id, r.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from reached), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'person', jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)),
      'request', (
        select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
        from private.extension_requests q where q.lesson_id = f.lesson_id and q.user_id = f.user_id),
      'extension', (
        select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at,
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = x.given_by_id))
        from public.extensions x where x.lesson_id = f.lesson_id and x.user_id = f.user_id),
      'due', (select jsonb_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) from private.due_of(f.user_id, f.lesson_id) d))
      order by case when given then null else f.at end, f.at desc, f.lesson_id, f.user_id), '[]'))
    from listed f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = f.user_id);
end
$function$;
comment on function public.extension_list(jsonb,integer,integer) is 'Takes a filter {given: true for extensions, otherwise requests without an answer, lesson_id, user_id, cohort_id: people of this cohort, in its courses}, a page and its size (at most 100); returns {total, rows: [{lesson: {id, title}, course: {id, title, slug}, person: {id, name}, request: {note, asked_at, answered_at} or null, extension: {due_at, reason, given_at, by} or null, due: {at, zone, extended} or null}]} for the people to whom the caller may give more time. The oldest request or the newest extension comes first. Raises 42501.';
grant execute on function public.extension_list(jsonb,integer,integer) to authenticated, service_role;

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
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  due record;
  wanted timestamptz := give_extension.due_at;
  zone text;
  given public.extensions;
begin
  perform private.check_extension(give_extension.user_id, give_extension.lesson_id);
  if (wanted is null) = (give_extension.days is null) then
    perform private.refuse_field('due_at', 'Choose when it is due.');
  end if;
  select d.* into due from private.due_of(give_extension.user_id, give_extension.lesson_id) d;
  if give_extension.days is not null then
    if due.due_at is null then
      perform private.refuse_field('days', 'This has no due date. Choose when it is due.');
    elsif give_extension.days not between 1 and 365 then
      perform private.refuse_field('days', 'Choose at most a year.');
    end if;
    -- Days are counted in the time zone of the due date, from today if the due date has passed.
    wanted := private.local_moment(greatest(due.day, private.local_day(now(), due.zone)) + give_extension.days, due.at_time, due.zone);
  end if;
  if wanted not between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00' then
    perform private.refuse_field('due_at', 'This day is too far away.');
  elsif wanted <= now() then
    perform private.refuse_field('due_at', 'More time cannot end in the past.');
  elsif char_length(give_extension.reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  perform private.signal_people('submission', array[give_extension.user_id]);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', coalesce(due.zone, (select s.time_zone from public.settings s)));
end
$function$;
comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) is 'Takes an assignment, a person, either a new due date or a number of days, and a reason; gives the person this due date, which overrides every other, and answers their request. Days are counted from the due date, or from today if it has passed, at the same time of day in the same time zone. Work that was late stays late. Returns {due_at, zone}. Raises 42501, also for the caller''s own work, PT404 NO_LESSON, PT422 with the field as hint (rules/assignments#extension).';
grant execute on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) to authenticated, service_role;

create or replace function public.hand_over(submission_id uuid, to_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  work public.submissions := private.check_work_right('review', hand_over.submission_id);
  held jsonb;
begin
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean and not private.can('submissions', 'withdraw') then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  end if;
  if to_id is null then
    if not exists (
      select from private.reviewers_of(work) r (id)
      where r.id <> me and not private.would_tell_owner(r.id, work.id)
        and not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_once do nothing;
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.goes_to_others(to_id, work)
      or private.would_tell_owner(to_id, work.id) then
      raise exception using errcode = 'PT422', hint = 'NOT_REVIEWER', message = 'This person may not review this work.';
    end if;
    insert into private.review_offers as o (submission_id, reviewer_id, until, by_id) values (work.id, to_id, now() + interval '1 day', me)
    on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = excluded.by_id;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  perform private.signal_staff('submissions');
  perform private.record_act('submission.hand_over', work.id::text, jsonb_build_object('to_id', to_id));
end
$function$;
comment on function public.hand_over(uuid,uuid) is 'Takes somebody''s waiting work, and either a person, to whom it is then offered first for a day, or null, after which the caller does not review it either, besides those who already do not. Ends the claim on the work: the caller''s own or, for administrators, anybody''s. Raises 42501, PT409 NOT_WAITING and CLAIMED, PT422 NOT_REVIEWER and NOBODY (rules/assignments#hand-over).';
grant execute on function public.hand_over(uuid,uuid) to authenticated, service_role;

create or replace function public.keep_round_commit(round_id uuid, sha text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('sha', sha, 1000);
  update public.submission_rounds r set commit_sha = keep_round_commit.sha
  where r.id = keep_round_commit.round_id and r.commit_sha is null and r.repo_url is not null;
  if found then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s join public.submission_rounds r on r.submission_id = s.id where r.id = keep_round_commit.round_id));
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.keep_round_commit(uuid,text) is 'Takes a round and the latest commit of its repository; stores the commit and signals it to the owner and to staff, unless the round has a commit already. Only for the worker (rules/assignments#commits).';
grant execute on function public.keep_round_commit(uuid,text) to service_role;

create or replace function public.next_review(
  after uuid default null,
  filter jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  scope record := private.queue_condition(filter);
  found uuid;
begin
  execute format(
    'select s.id from private.review_offers o join public.submissions s on s.id = o.submission_id
     where o.reviewer_id = %2$L and o.until > now() and s.state = ''WAITING'' and %1$s and s.id is distinct from $4
       and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
       and not private.goes_to_others(%2$L, s)
     order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
  into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  if found is null then
    execute format(
      'select s.id from public.submissions s
       where s.state = ''WAITING'' and %1$s and s.id is distinct from $4
         and not exists (select from private.review_offers o where o.submission_id = s.id and o.until > now() and o.reviewer_id <> %2$L)
         and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
         and not private.goes_to_others(%2$L, s)
       order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
    into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  end if;
  return found;
end
$function$;
comment on function public.next_review(uuid,jsonb) is 'Takes the work that the caller is reviewing (null: none) and a filter as review_queue() does; returns the id of the next work for the caller: it is not claimed by others, not offered to others, and does not need the opinion of somebody else. Null if there is none. Raises 42501.';
grant execute on function public.next_review(uuid,jsonb) to authenticated, service_role;

create or replace function public.person_work(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 100;
begin
  if not (private.can('submissions', 'list') or private.can('submissions', 'list', 'own') or private.can('submissions', 'list', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  return (
    select coalesce(jsonb_agg(private.work_facts(f.work) order by f.latest desc, (f.work).id), '[]')
    from (
      select w as work, r.submitted_at as latest
      from public.submissions w
      join public.submission_rounds r on r.submission_id = w.id and r.round = w.round
      join public.assignments a on a.lesson_id = w.lesson_id
      where w.user_id = person_work.user_id and w.user_id <> private.uid()
        -- On the page of a person, even the fact that blind work waits would show whose work it is.
        and not (a.blind and w.state = 'WAITING')
        and private.can_on_work('list', w)
      order by r.submitted_at desc, w.id limit most) f);
end
$function$;
comment on function public.person_work(uuid) is 'Takes a person; returns their work that the caller may review, [work_facts()], the latest first, at most 100, without blind work that waits. Empty for the caller. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';
grant execute on function public.person_work(uuid) to authenticated, service_role;

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
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('levels', levels, 20000)
    and private.at_most('comment', comment, 100000)
    and private.at_most('remarks', remarks, 4000000);
  me uuid := private.uid();
  own uuid;
  work public.submissions;
  of_round public.submission_rounds;
  made public.reviews;
  rubric jsonb;
  held jsonb;
begin
  select r.* into of_round from public.submission_rounds r where r.id = publish_review.round_id;
  work := private.check_work_right('review', of_round.submission_id);
  own := private.made_under(publish_review.operation_id, 'review');
  select v.* into made from public.reviews v where v.id = own;
  if made.id is not null then
    if made.round_id <> publish_review.round_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was published already, for another round.';
    end if;
    return private.published_facts(made);
  end if;
  -- From here on, no other request can hand in a round of this work, or publish or take back a review of it.
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.round > of_round.round then
    raise exception using errcode = 'PT409', hint = 'NEWER_ROUND',
      message = 'A newer round was handed in meanwhile. What you wrote is kept.';
  elsif work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since. What you wrote is kept.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED',
      message = format('%s is reviewing this already. What you wrote is kept.', held ->> 'reviewer');
  elsif private.goes_to_others(me, work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  rubric := private.rubric_of(work.lesson_id);
  perform private.check_levels(rubric, coalesce(publish_review.levels, '{}'), publish_review.verdict);
  if char_length(publish_review.comment) > 20000 then
    perform private.refuse_field('comment', 'A comment must be less than 20,000 characters');
  end if;
  if jsonb_typeof(coalesce(publish_review.remarks, '[]')) <> 'array' or jsonb_array_length(coalesce(publish_review.remarks, '[]')) > 200 then
    perform private.refuse_field('remarks', 'At most 200 remarks');
  end if;
  insert into public.reviews as v (id, round_id, reviewer_id, verdict, levels, rubric, comment, operation_id)
  values (own, of_round.id, me, publish_review.verdict, coalesce(publish_review.levels, '{}'), rubric, nullif(btrim(publish_review.comment), ''),
    publish_review.operation_id)
  returning v.* into made;
  insert into public.review_remarks (review_id, path, line_from, line_to, body)
  select made.id, x.path, x.line_from, coalesce(x.line_to, x.line_from), btrim(x.body)
  from jsonb_to_recordset(publish_review.remarks) x (path text, line_from integer, line_to integer, body text)
  where btrim(x.body) <> '';
  insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec)
  values (made.id, work.lesson_id, work.cohort_id, greatest(extract(epoch from now() - coalesce(work.awaiting_since, of_round.submitted_at)), 0)::int);
  update public.submissions s set state = case publish_review.verdict when 'PASS' then 'PASSED' when 'AGAIN' then 'RETURNED' end::public.submission_state,
    awaiting_since = null, came_back = false, passed_at = case publish_review.verdict when 'PASS' then now() end
  where s.id = work.id;
  if publish_review.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id) values (work.user_id, work.lesson_id) on conflict do nothing;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  delete from private.review_offers o where o.submission_id = work.id;
  delete from public.review_drafts d where d.round_id = of_round.id and d.reviewer_id = me;
  perform private.tell_of_review(made, work);
  return private.published_facts(made);
end
$function$;
comment on function public.publish_review(uuid,public.review_verdict,jsonb,text,jsonb,uuid) is 'Takes the latest round of waiting work, a verdict (PASS, AGAIN), the level of each criterion {id: level from 0}, a comment, remarks [{path: a file of the code, null for the text, line_from, line_to, body}] and an operation id; publishes the review with the rubric as it is now, and completes the lesson if the verdict is PASS. Returns {id, verdict, published_at, undo_until, submission_id, state, person}; the same operation again returns the same review. Raises 42501, also for one''s own work, PT409 NEWER_ROUND, NOT_WAITING, CLAIMED, SECOND_OPINION and MADE_ALREADY, all of which keep the caller''s draft, PT422 ESSENTIAL or with the field as hint (rules/assignments#review).';
grant execute on function public.publish_review(uuid,public.review_verdict,jsonb,text,jsonb,uuid) to authenticated, service_role;

create or replace function public.readable_work_files(paths text[])
  returns text[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('paths', paths, 1000);
  if not private.active() then
    perform private.refuse('You may not fetch these files.');
  end if;
  return (
    select coalesce(array_agg(f.path), '{}')
    from (
      select w.path
      from private.work_files w
      join public.submission_rounds r on r.id = w.round_id
      join public.submissions s on s.id = r.submission_id
      where w.path = any (readable_work_files.paths)
        and (s.user_id = private.uid() and private.can('submissions', 'read', 'own') or s.user_id <> private.uid() and private.can_on_work('list', s))
      union
      select u.path from private.uploads u
      where u.bucket = 'work-files' and u.path = any (readable_work_files.paths) and u.user_id = private.uid()
        and private.can('submissions', 'create', 'own')) f);
end
$function$;
comment on function public.readable_work_files(text[]) is 'Takes paths of files that were handed in; returns those that the caller may fetch: their own, and those of work that they may review. Raises 42501 for callers who are not let in (rules/assignments#files).';
grant execute on function public.readable_work_files(text[]) to authenticated, service_role;

create or replace function public.release_claim(submission_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not (private.can('submissions', 'review') or private.can('submissions', 'review', 'own') or private.can('submissions', 'review', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  delete from public.review_claims c where c.submission_id = release_claim.submission_id and c.reviewer_id = private.uid();
  if found then
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.release_claim(uuid) is 'Takes somebody''s work; ends the caller''s claim on it, if there is one. The caller''s draft stays. Raises 42501.';
grant execute on function public.release_claim(uuid) to authenticated, service_role;

create or replace function public.review(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', review.submission_id);
  hidden constant boolean := private.work_is_hidden(work);
  due record;
begin
  select d.* into due from private.due_of(work.user_id, work.lesson_id) d;
  return private.work_facts(work) || jsonb_build_object(
    'brief', (select l.content from public.lessons l where l.id = work.lesson_id),
    'accepts', (select a.accepts from public.assignments a where a.lesson_id = work.lesson_id),
    'rubric', private.rubric_of(work.lesson_id),
    'can_review', private.can_on_work('review', work),
    'can_withdraw', private.can('submissions', 'withdraw'),
    'due', case when due.zone is not null and not hidden then jsonb_build_object('at', due.due_at, 'zone', due.zone, 'extended', due.extended, 'shut_at', due.shut_at) end,
    'extension', (
      select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at)
      from public.extensions x where x.lesson_id = work.lesson_id and x.user_id = work.user_id and not hidden),
    'extension_request', case when not hidden then (
      select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
      from private.extension_requests q where q.lesson_id = work.lesson_id and q.user_id = work.user_id) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r)
        -- Dates of a person tell who it is, and so can the name of a file.
        || case when hidden then '{"due_at_then": null, "due_zone": null, "late": false, "waived_at": null}'::jsonb else '{}' end
        || case when hidden and r.files is not null then jsonb_build_object('files', (
          select jsonb_agg(jsonb_build_object('path', f.value ->> 'path', 'bytes', f.value -> 'bytes',
            'name', 'File ' || f.place || coalesce(lower(substring(f.value ->> 'name' from '\.[A-Za-z0-9]{1,8}$')), '')) order by f.place)
          from jsonb_array_elements(r.files) with ordinality f (value, place))) else '{}' end
        || jsonb_build_object('mine', exists (
          select from public.reviews v where v.round_id = r.id and v.withdrawn_at is null and v.reviewer_id = private.uid()))
        order by r.round), '[]')
      from public.submission_rounds r where r.submission_id = work.id),
    'withdrawn', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'round', r.round, 'verdict', v.verdict, 'published_at', v.published_at,
        'withdrawn_at', v.withdrawn_at, 'reason', v.withdraw_reason,
        'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = v.withdrawn_by_id)) order by v.withdrawn_at), '[]')
      from public.reviews v join public.submission_rounds r on r.id = v.round_id where r.submission_id = work.id and v.withdrawn_at is not null),
    'draft', (
      select jsonb_build_object('round', r.round, 'round_id', d.round_id, 'body', d.body, 'updated_at', d.updated_at)
      from public.review_drafts d join public.submission_rounds r on r.id = d.round_id
      where r.submission_id = work.id and d.reviewer_id = private.uid() order by r.round desc limit 1));
end
$function$;
comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: {note, asked_at, answered_at} or null, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were taken back [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round for which there is one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing here says whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';
grant execute on function public.review(uuid) to authenticated, service_role;

create or replace function public.review_queue(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  state constant text := case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end;
  scope record := private.queue_condition(filter);
  total int;
  firsts uuid[] := '{}';
  ids uuid[];
begin
  execute format('select count(*) from (select from public.submissions s where s.state = %L and %s limit %s) n', state, scope.condition, most + 1)
  into total using scope.cohorts, scope.lessons, scope.others;
  if state = 'WAITING' then
    -- Work that is offered to the caller comes first.
    execute format(
      'select array(select s.id from private.review_offers o join public.submissions s on s.id = o.submission_id
         where o.reviewer_id = %L and o.until > now() and s.state = ''WAITING'' and %s order by s.came_back desc, s.awaiting_since, s.id limit 100)',
      private.uid(), scope.condition) into firsts using scope.cohorts, scope.lessons, scope.others;
    execute format(
      'select array(select s.id from public.submissions s where s.state = ''WAITING'' and %s and s.id <> all ($4)
         order by s.came_back desc, s.awaiting_since, s.id limit %s)', scope.condition, skipped + size)
    into ids using scope.cohorts, scope.lessons, scope.others, firsts;
    ids := (firsts || ids)[skipped + 1 : skipped + size];
  else
    execute format(
      'select array(select s.id from public.submissions s where s.state = %L and %s order by s.passed_at desc nulls last, s.id limit %s offset %s)',
      state, scope.condition, size, skipped) into ids using scope.cohorts, scope.lessons, scope.others;
  end if;
  return jsonb_build_object('total', total, 'rows', (
    select coalesce(jsonb_agg(private.work_facts(s) order by w.place), '[]')
    from unnest(ids) with ordinality w (id, place) join public.submissions s on s.id = w.id));
end
$function$;
comment on function public.review_queue(jsonb,integer,integer) is 'Takes a filter {state: WAITING (default), RETURNED or PASSED, lesson_id, course_id, cohort_id, late: true, mine: true: claimed by or offered to the caller}, a page and its size (at most 100); returns the work that the caller may review, except their own, {total: counted up to 1,001, rows: [work_facts()]}. Work that is offered to the caller comes first, then work that was returned before, then the work that has waited longest. Raises 42501 (rules/assignments#queue).';
grant execute on function public.review_queue(jsonb,integer,integer) to authenticated, service_role;

create or replace function public.reviewers(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', reviewers.submission_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email),
      'claims', (select count(*) from public.review_claims c where c.reviewer_id = p.id and c.until > now())) order by p.name, p.id), '[]')
    from private.reviewers_of(work) r (id) join public.profiles p on p.id = r.id
    where p.id <> private.uid() and not private.goes_to_others(p.id, work) and not private.would_tell_owner(p.id, work.id));
end
$function$;
comment on function public.reviewers(uuid) is 'Takes somebody''s work; returns the other people who may review it and to whom it can be handed over, [{id, name, claims: how many they have}]; for blind work only people who may review all work of the assignment and do not take the course. Raises 42501.';
grant execute on function public.reviewers(uuid) to authenticated, service_role;

create or replace function public.save_dues(cohort_id uuid, changes jsonb)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('changes', changes, 1000000);
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
$function$;
comment on function public.save_dues(uuid,jsonb) is 'Takes a cohort and at most 2,000 due dates of its own [{lesson_id, day, at_time}]; saves all of them or none. A null day or time is that of the assignment, and a date without day and time is removed. The same call again changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, and 23514 for a day that is out of range (rules/assignments#due).';
grant execute on function public.save_dues(uuid,jsonb) to authenticated, service_role;

create or replace function public.save_review_draft(round_id uuid, body jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 600000);
  work public.submissions := private.check_work_right('review',
    (select r.submission_id from public.submission_rounds r where r.id = save_review_draft.round_id));
  until timestamptz;
begin
  if jsonb_typeof(body) is distinct from 'object' or octet_length(body::text) > 262144 then
    perform private.refuse_field('body', 'A review must be less than 250 kB.');
  end if;
  -- The work is locked before the draft, in the same order as in publish_review().
  if not private.goes_to_others(private.uid(), work) then
    until := private.take_claim(work);
  end if;
  insert into public.review_drafts as d (round_id, reviewer_id, body) values (save_review_draft.round_id, private.uid(), save_review_draft.body)
  on conflict on constraint review_drafts_pkey do update set body = excluded.body, updated_at = now();
  -- The draft is saved even if another reviewer has the claim.
  return jsonb_build_object('saved_at', now(), 'until', until, 'claim', private.claim_facts(work.id),
    'newer_round', (select s.round from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where r.id = save_review_draft.round_id and s.round > r.round));
end
$function$;
comment on function public.save_review_draft(uuid,jsonb) is 'Takes a round and what the caller is writing about it; saves it, and claims the work or renews the claim. Returns {saved_at, until: null if the caller has no claim, claim: {reviewer, until, mine} or null, newer_round: the number of a round that was handed in since, or null}. The text is saved even if the caller gets no claim. Raises 42501, PT422 with hint body (rules/assignments#claim).';
grant execute on function public.save_review_draft(uuid,jsonb) to authenticated, service_role;

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
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 600000)
    and private.at_most('based_on', based_on, 100)
    and private.at_most('drop_kept', drop_kept, 100);
  most constant int := 3;
  me uuid := private.uid();
  edited timestamptz := now() - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.submission_drafts;
  other jsonb;
begin
  if me is null or me <> coalesce(save_work_draft.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function save_work_draft';
  end if;
  perform private.check_hand_in(me, save_work_draft.lesson_id, edited);
  if jsonb_typeof(body) is distinct from 'object' or save_work_draft.revision is null then
    perform private.refuse_field('body', 'A draft is an object with a revision.');
  end if;
  if octet_length(body::text) > 524288 then
    perform private.refuse_field('body', 'A draft must be less than 500 kB.');
  end if;
  -- Two devices can send at the same time.
  perform pg_advisory_xact_lock(hashtextextended('drafts ' || me, 0));
  if exists (select from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and s.lesson_id = save_work_draft.lesson_id and r.draft_revision = save_work_draft.revision) then
    -- This draft has been handed in already.
    return jsonb_build_object('revision', save_work_draft.revision, 'kept', '[]'::jsonb, 'handed_in', true);
  end if;
  select d.* into stored from public.submission_drafts d where d.user_id = me and d.lesson_id = save_work_draft.lesson_id;
  if stored.user_id is null then
    insert into public.submission_drafts as d (user_id, lesson_id, body, revision, updated_at)
    values (me, save_work_draft.lesson_id, save_work_draft.body, save_work_draft.revision, edited) returning d.* into stored;
  else
    stored.kept := (select coalesce(jsonb_agg(k.value order by k.place), '[]') from jsonb_array_elements(stored.kept) with ordinality k (value, place)
      where k.value ->> 'revision' <> all (array(select x::text from unnest(save_work_draft.drop_kept) x)));
    if stored.revision <> save_work_draft.revision and stored.body <> save_work_draft.body then
      if stored.revision = any (save_work_draft.based_on) or edited >= stored.updated_at then
        if stored.revision <> all (save_work_draft.based_on) then
          other := jsonb_build_object('body', stored.body, 'revision', stored.revision, 'updated_at', stored.updated_at);
        end if;
        stored.body := save_work_draft.body;
        stored.revision := save_work_draft.revision;
        stored.updated_at := edited;
      elsif not exists (select from jsonb_array_elements(stored.kept) k where k ->> 'revision' = save_work_draft.revision::text) then
        other := jsonb_build_object('body', save_work_draft.body, 'revision', save_work_draft.revision, 'updated_at', edited);
      end if;
      if other is not null then
        stored.kept := (select jsonb_agg(k.value order by k.place)
          from jsonb_array_elements(jsonb_build_array(other) || stored.kept) with ordinality k (value, place) where k.place <= most);
      end if;
    end if;
    update public.submission_drafts d set body = stored.body, revision = stored.revision, updated_at = stored.updated_at, kept = stored.kept
    where d.user_id = me and d.lesson_id = save_work_draft.lesson_id;
  end if;
  return jsonb_build_object('revision', stored.revision, 'kept', stored.kept, 'handed_in', false)
    || case when stored.revision <> save_work_draft.revision and stored.body <> save_work_draft.body then jsonb_build_object('body', stored.body) else '{}' end;
end
$function$;
comment on function public.save_work_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) is 'Saves what the caller is writing for an assignment. `revision` identifies this draft, and `based_on` lists the revisions from which it was made. The same call can be sent again. If the stored draft is none of these, two devices wrote: the later text becomes the draft, and the other is kept beside it. `age_sec` says how many seconds ago this text was written. `drop_kept` lists revisions of kept texts to delete. Returns {revision: the stored one, kept: at most three [{body, revision, updated_at}], handed_in: whether this draft was handed in already and is not stored, body: the stored one, only if it differs from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint body (rules/assignments#drafts).';
grant execute on function public.save_work_draft(uuid,jsonb,uuid,uuid[],uuid[],numeric,uuid) to authenticated, service_role;

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
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('text', text, 200000)
    and private.at_most('code', code, 400000)
    and private.at_most('url', url, 1000)
    and private.at_most('repo_url', repo_url, 1000)
    and private.at_most('files', files, 100000)
    and private.at_most('note', note, 10000);
  most constant int := 30;
  me uuid := private.uid();
  task public.assignments;
  work public.submissions;
  due record;
  given public.submission_rounds;
  was public.submission_rounds;
  earlier uuid;
begin
  if me is null or me <> coalesce(submit_round.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function submit_round';
  end if;
  given.id := private.made_under(submit_round.operation_id, 'round');
  select r.* into was from public.submission_rounds r where r.id = given.id;
  if was.id is not null then
    if not exists (select from public.submissions s where s.id = was.submission_id and s.lesson_id = submit_round.lesson_id) then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another assignment.';
    end if;
    return private.round_facts(was);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  given.made_at := case when submit_round.made_at >= '1970-01-01 00:00:00+00' then least(submit_round.made_at, now()) end;
  perform private.check_hand_in(me, submit_round.lesson_id, given.made_at);
  -- The lock lets nobody change at this moment whether it is blind.
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id for share;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
  given.commit_sha := (private.repository_of(given.repo_url)).sha;
  -- The requests of one person run one after the other, so that each counts the rounds of the earlier ones, and only the first
  -- inserts the row of the work.
  perform pg_advisory_xact_lock(hashtextextended('rounds ' || me, 0));
  if (select count(*) from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and r.submitted_at > now() - interval '1 hour') >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  select s.* into work from public.submissions s where s.user_id = me and s.lesson_id = submit_round.lesson_id for no key update;
  if work.state = 'PASSED' then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already. There is nothing more to hand in.';
  end if;
  if submit_round.second_opinion and work.state is distinct from 'RETURNED' then
    perform private.refuse_field('second_opinion', 'There is no review with which you could disagree.');
  end if;
  select d.* into due from private.due_of(me, submit_round.lesson_id,
    private.moment_of_work(me, private.course_of_lesson(submit_round.lesson_id), given.made_at)) d;
  if not found then
    -- Access has ended since it was checked above. Without access there is no due date, which does not mean that it is in time.
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif private.passed_second(due.shut_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (submit_round.lesson_id, me, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- A round that is handed in while an earlier one waits takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha, given.files,
    given.note, given.made_at, due.due_at, due.zone, coalesce(private.passed_second(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, me)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  -- A round that takes the place of a waiting one is not reviewed by the same people.
  insert into private.second_opinions (submission_id, round, not_by_id)
  select o.submission_id, given.round, o.not_by_id from private.second_opinions o
  where o.submission_id = work.id and o.round = given.round - 1 and not exists (
    select from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id and r.round = given.round - 1);
  if submit_round.second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The reviewer of the first round knows the work, and it is offered to them for a day.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) and not private.goes_to_others(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '24 hours')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$function$;
comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is 'Hands in a round. Takes an assignment, an operation id, and what the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when a device made it without a connection. `second_opinion`: the caller disagrees with the review, and another reviewer reads this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';
grant execute on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) to authenticated, service_role;

create or replace function public.waive_late(round_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work constant public.submissions := private.check_work_right('review', (select r.submission_id from public.submission_rounds r where r.id = waive_late.round_id));
begin
  if private.work_is_hidden(work) then
    raise exception using errcode = 'PT409', hint = 'BLIND', message = 'Whether blind work is late shows when its review is published. You can do this then.';
  end if;
  update public.submission_rounds r set late = false, waived_at = now() where r.id = waive_late.round_id and r.late;
  if found then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s join public.submission_rounds r on r.submission_id = s.id where r.id = waive_late.round_id));
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.waive_late(uuid) is 'Takes a round that is late, which then counts as in time. The same call again changes nothing. Raises 42501, and PT409 BLIND while the work is hidden (rules/assignments#late).';
grant execute on function public.waive_late(uuid) to authenticated, service_role;

create or replace function public.withdraw_review(review_id uuid, reason text default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  me uuid := private.uid();
  gone public.reviews;
  of_round public.submission_rounds;
  work public.submissions;
  everybodys constant boolean := private.can('submissions', 'withdraw');
  late boolean;
begin
  select v.* into gone from public.reviews v where v.id = withdraw_review.review_id;
  select r.* into of_round from public.submission_rounds r where r.id = gone.round_id;
  work := private.check_work_right('review', of_round.submission_id);
  -- take_claim(), which is called below, takes this lock before it locks the work. Here the order is the same.
  perform private.lock_claims();
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  select v.* into gone from public.reviews v where v.id = withdraw_review.review_id;
  if gone.reviewer_id is distinct from me and not everybodys then
    perform private.refuse('You may take back your own reviews only.');
  end if;
  if gone.withdrawn_at is not null then
    return jsonb_build_object('submission_id', work.id, 'state', work.state);
  end if;
  late := gone.reviewer_id is distinct from me or gone.published_at <= now() - interval '10 minutes';
  if late and not everybodys then
    raise exception using errcode = 'PT409', hint = 'TOO_LATE',
      message = 'A review can be taken back for 10 minutes. An administrator can still do it.';
  elsif late and btrim(coalesce(reason, '')) = '' then
    perform private.refuse_field('reason', 'Please give a reason.');
  elsif char_length(reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  elsif work.round > of_round.round then
    raise exception using errcode = 'PT409', hint = 'NEWER_ROUND', message = 'The next round was handed in already. Review that one instead.';
  end if;
  update public.reviews v set withdrawn_at = now(), withdrawn_by_id = me, withdraw_reason = nullif(btrim(withdraw_review.reason), '') where v.id = gone.id;
  delete from private.review_waits w where w.review_id = gone.id;
  -- The withdrawal has an audit record, so deleting the notification needs none.
  perform private.record_at_once(true);
  delete from public.notifications n where n.review_id = gone.id;
  perform private.record_at_once(false);
  if gone.verdict = 'PASS' then
    -- A completion from before the lesson was an assignment stays.
    delete from public.lesson_completions d
    where d.user_id = work.user_id and d.lesson_id = work.lesson_id and d.completed_at >= gone.published_at;
  end if;
  update public.submissions s set state = 'WAITING', passed_at = null,
    -- The waiting time counts from the first round after the latest remaining review, as if this review had not been given.
    awaiting_since = (
      select min(r.submitted_at) from public.submission_rounds r
      where r.submission_id = s.id and r.round > coalesce((
        select max(o.round) from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null
        where o.submission_id = s.id), 0)),
    came_back = exists (
      select from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null where o.submission_id = s.id)
  where s.id = work.id returning s.* into work;
  if not late then
    -- A reviewer who takes back their own review in time gets its text as a draft.
    insert into public.review_drafts as d (round_id, reviewer_id, body)
    values (of_round.id, me, jsonb_build_object('verdict', gone.verdict, 'levels', gone.levels, 'comment', coalesce(gone.comment, ''), 'remarks', (
      select coalesce(jsonb_agg(jsonb_build_object('path', k.path, 'line_from', k.line_from, 'line_to', k.line_to, 'body', k.body)
        order by k.path nulls first, k.line_from nulls first, k.id), '[]')
      from public.review_remarks k where k.review_id = gone.id)))
    on conflict on constraint review_drafts_pkey do nothing;
    perform private.take_claim(work);
  end if;
  return jsonb_build_object('submission_id', work.id, 'state', work.state);
end
$function$;
comment on function public.withdraw_review(uuid,text) is 'Takes a published review and a reason; takes the review back. The work waits again in its former place, and the completion and the notification that the review caused are deleted. Its reviewer can do this for 10 minutes, without a reason, and gets the text back as a draft and a claim on the work. Callers who may withdraw can do it to any review at any time, with a reason. Returns {submission_id, state}; the same call again changes nothing. Raises 42501, PT409 TOO_LATE and NEWER_ROUND, PT422 with hint reason (rules/assignments#taking-back).';
grant execute on function public.withdraw_review(uuid,text) to authenticated, service_role;
