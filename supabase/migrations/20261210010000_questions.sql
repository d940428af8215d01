-- Why: people ask about a lesson where they are stuck, and everybody who may open the lesson can answer (rules/questions#asking).
-- A question can be for the asker's cohort or for staff alone, and answers name their authors, so only functions read what others
-- wrote. The row policies show a person no more than their own (rules/questions#audience).

create type public.question_audience as enum ('EVERYONE', 'COHORT', 'STAFF');
create type public.question_state as enum ('OPEN', 'ANSWERED', 'CLOSED');

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'questions', 'list', 'any'),
  ('CREATOR', 'questions', 'list', 'own'),
  ('MODERATOR', 'questions', 'list', 'assigned'),
  ('ADMIN', 'questions', 'moderate', 'any'),
  ('CREATOR', 'questions', 'moderate', 'own'),
  ('MODERATOR', 'questions', 'moderate', 'assigned'),
  ('MEMBER', 'questions', 'create', 'own'),
  ('MEMBER', 'questions', 'read', 'own'),
  ('MEMBER', 'questions', 'update', 'own'),
  ('MEMBER', 'questions', 'delete', 'own'),
  ('MEMBER', 'questions', 'report', 'assigned');

create table public.questions (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  cohort_id uuid references public.cohorts (id) on delete set null,
  author_id uuid default private.uid() references public.profiles (id) on delete set null,
  title text not null constraint questions_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  body text not null default '' constraint questions_body_length check (char_length(body) <= 10000),
  at_seconds integer constraint questions_at_seconds_range check (at_seconds between 0 and 86400),
  at_heading text constraint questions_at_heading_length check (btrim(at_heading) <> '' and char_length(at_heading) <= 200),
  audience public.question_audience not null default 'EVERYONE',
  state public.question_state not null default 'OPEN',
  answer_id uuid,
  answers integer not null default 0 constraint questions_answers_positive check (answers >= 0),
  waiting_since timestamptz default now(),
  closes_at timestamptz,
  reopened_at timestamptz,
  merged_into_id uuid references public.questions (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid references public.profiles (id) on delete set null,
  constraint questions_waiting check ((state = 'OPEN') = (waiting_since is not null)),
  constraint questions_one_moment check (num_nonnulls(at_seconds, at_heading) <= 1)
);
alter table public.questions enable row level security;
create index questions_lesson_id_idx on public.questions (lesson_id, created_at desc, id desc);
create index questions_everyone_idx on public.questions (lesson_id, created_at desc, id desc) where audience = 'EVERYONE' and merged_into_id is null;
create index questions_cohort_id_idx on public.questions (cohort_id, lesson_id, created_at desc, id desc);
create index questions_author_id_idx on public.questions (author_id, lesson_id, created_at desc, id desc);
create index questions_accepted_idx on public.questions (id, answer_id);
create index questions_merged_into_id_idx on public.questions (merged_into_id);
create index questions_deleted_by_id_idx on public.questions (deleted_by_id);
create policy questions_select on public.questions for select to authenticated
  using (deleted_at is null and author_id = (select private.uid()) and (select private.can('questions', 'read', 'own')));
comment on policy questions_select on public.questions is 'One''s own. Functions show the questions of others, by their audience and without ids of people.';
grant select on public.questions to authenticated;
grant select, insert, update, delete on public.questions to service_role;
comment on table public.questions is 'What people asked about a lesson, at a second of its video or under a heading of its text (rules/questions#asking).';
comment on column public.questions.cohort_id is 'The cohort in which the asker takes the course, whose staff look after the question; null: none.';
comment on column public.questions.state is 'As it was stored last. A question whose closes_at has passed counts as closed (rules/questions#states).';
comment on column public.questions.answer_id is 'The accepted answer. The foreign key makes it an answer of this question.';
comment on column public.questions.answers is 'How many answers it has, without deleted ones.';
comment on column public.questions.waiting_since is 'Since when the question waits for an answer; null: it does not wait.';
comment on column public.questions.closes_at is 'When the question closes if nobody writes until then; null: it stays as it is.';
comment on column public.questions.merged_into_id is 'The question into which this one was merged, which has its answers now.';
comment on column public.questions.deleted_by_id is 'Who deleted it: only they may restore it.';

create table public.answers (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null references public.questions (id) on delete cascade,
  author_id uuid default private.uid() references public.profiles (id) on delete set null,
  body text not null constraint answers_body_length check (btrim(body) <> '' and char_length(body) <= 10000),
  staff boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid references public.profiles (id) on delete set null,
  constraint answers_of_question unique (question_id, id)
);
alter table public.answers enable row level security;
create index answers_question_id_idx on public.answers (question_id, created_at, id);
create index answers_author_id_idx on public.answers (author_id, created_at);
create index answers_deleted_by_id_idx on public.answers (deleted_by_id);
create policy answers_select on public.answers for select to authenticated
  using (deleted_at is null and author_id = (select private.uid()) and (select private.can('questions', 'read', 'own')));
comment on policy answers_select on public.answers is 'One''s own. Functions show the answers of others to everybody who may read the question.';
grant select on public.answers to authenticated;
grant select, insert, update, delete on public.answers to service_role;
comment on table public.answers is 'What people wrote to a question (rules/questions#answering).';
comment on column public.answers.staff is 'Whether the author could moderate the question when they wrote it, and had not asked it.';
comment on column public.answers.deleted_by_id is 'Who deleted it: only they may restore it.';

alter table public.questions add constraint questions_accepted foreign key (id, answer_id)
  references public.answers (question_id, id) on delete set null (answer_id);

create table public.question_follows (
  question_id uuid not null references public.questions (id) on delete cascade,
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (question_id, user_id)
);
alter table public.question_follows enable row level security;
create index question_follows_user_id_idx on public.question_follows (user_id);
create policy question_follows_select on public.question_follows for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('questions', 'read', 'own')));
comment on policy question_follows_select on public.question_follows is 'One''s own.';
grant select on public.question_follows to authenticated;
grant select, insert, update, delete on public.question_follows to service_role;
comment on table public.question_follows is 'Who is told of the answers to a question (rules/questions#following).';

create table private.question_reports (
  question_id uuid references public.questions (id) on delete cascade,
  answer_id uuid references public.answers (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text constraint question_reports_reason_length check (char_length(reason) <= 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by_id uuid references public.profiles (id) on delete set null,
  constraint question_reports_of_one check (num_nonnulls(question_id, answer_id) = 1),
  constraint question_reports_question_once unique (question_id, reporter_id),
  constraint question_reports_answer_once unique (answer_id, reporter_id)
);
alter table private.question_reports enable row level security;
create index question_reports_reporter_id_idx on private.question_reports (reporter_id);
create index question_reports_resolved_by_id_idx on private.question_reports (resolved_by_id);
comment on table private.question_reports is
  'Reports of questions and answers, one for each person. No grants: written by report_question() and settle_question_reports(), and nobody is told who reported.';

create table private.question_bans (
  course_id uuid not null references public.courses (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  banned_by_id uuid references public.profiles (id) on delete set null,
  banned_at timestamptz not null default now(),
  primary key (course_id, user_id)
);
alter table private.question_bans enable row level security;
create index question_bans_user_id_idx on private.question_bans (user_id);
create index question_bans_banned_by_id_idx on private.question_bans (banned_by_id);
comment on table private.question_bans is
  'Who may neither read nor write questions of a course (rules/questions#banned). No grants: written by ban_from_questions().';

create table private.question_documents (
  question_id uuid primary key references public.questions (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  words tsvector not null
);
alter table private.question_documents enable row level security;
create index question_documents_lesson_id_idx on private.question_documents (lesson_id);
create index question_documents_words_idx on private.question_documents using gin (words) with (fastupdate='on', gin_pending_list_limit='256');
comment on table private.question_documents is
  'The words by which a question is found: title (A) and body (B). Questions that were deleted or merged have none. No grants: read by questions_like() alone.';

alter table public.notifications add column answer_id uuid references public.answers (id) on delete cascade,
  add constraint notifications_answer_once unique (answer_id, recipient_id);
comment on column public.notifications.answer_id is 'The answer that the notification announces, once to each follower. If the answer is deleted, the notification is deleted.';

create function private.index_question() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.question_documents d where d.question_id = new.id;
  if new.deleted_at is null and new.merged_into_id is null then
    insert into private.question_documents (question_id, lesson_id, words)
    values (new.id, new.lesson_id, private.search_vector(new.title, 'A') || private.search_vector(private.plain_text(left(new.body, 4000)), 'B'));
  end if;
  return null;
end
$$;
comment on function private.index_question() is 'Row trigger: updates the words by which a question is found. Of a long text, the first 4,000 characters count.';
revoke all on function private.index_question() from public;
create trigger questions_index_insert after insert on public.questions for each row execute function private.index_question();
create trigger questions_index_update after update of title, body, deleted_at, merged_into_id on public.questions for each row
  when ((old.title, old.body, old.deleted_at, old.merged_into_id) is distinct from (new.title, new.body, new.deleted_at, new.merged_into_id))
  execute function private.index_question();

-- Staff hear that questions changed. Other people receive a signal of their own for the questions that they follow.
select private.signal_table('public.questions');
select private.audit_table('public.questions', 'question',
  '{"insert": "ask", "about": ["lesson_id"], "omit": ["title", "body", "at_heading", "waiting_since", "closes_at"], "update": null, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["merge", "merged_into_id", "set"], ["reopen", "reopened_at", "set"], ["reopen", "reopened_at", "changed"], ["accept", "answer_id", "set"], ["accept", "answer_id", "changed"], ["unaccept", "answer_id", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]]}');
select private.audit_title('public.questions', '{"of": "lesson", "in": "lesson_id"}');
select private.audit_table('public.answers', 'answer',
  '{"insert": "write", "about": ["question_id"], "omit": ["body"], "update": null, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]]}');
