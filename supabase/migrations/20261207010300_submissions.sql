-- Why: people hand in, again and again until it passes. Each handing-in is a round that nothing changes any more, and what a person
-- is typing is kept for all their devices (rules/assignments#rounds, rules/assignments#drafts).

-- Tables ----------------------------------------------------------------------------------------------------------

create function private.are_named_texts(files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(jsonb_typeof(f -> 'name') = 'string' and btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'body') = 'string', false)
      and f - array['name', 'body'] = '{}'::jsonb)
      and count(distinct f ->> 'name') = count(*) and sum(octet_length(f ->> 'body')) <= 204800
    from jsonb_array_elements(files) f) else false end
$$;
comment on function private.are_named_texts(jsonb) is
  'Takes the code that was handed in; true for one to twenty of {name, body}, each name once, 200 kB in all.';
revoke all on function private.are_named_texts(jsonb) from public;
grant execute on function private.are_named_texts(jsonb) to authenticated, service_role;

create function private.are_handed_files(files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(private.is_stored_file('work-files/' || (f ->> 'path'), 'work-files'), false)
      and coalesce(btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'bytes') = 'number', false)
      and f - array['path', 'name', 'bytes'] = '{}'::jsonb)
    from jsonb_array_elements(files) f) else false end
$$;
comment on function private.are_handed_files(jsonb) is 'Takes the files that were handed in; true for one to twenty of {path, name, bytes}.';
revoke all on function private.are_handed_files(jsonb) from public;
grant execute on function private.are_handed_files(jsonb) to authenticated, service_role;

create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  cohort_id uuid references public.cohorts (id) on delete set null,
  state public.submission_state not null default 'WAITING',
  round integer not null default 1 constraint submissions_round_positive check (round > 0),
  awaiting_since timestamptz default now(),
  came_back boolean not null default false,
  passed_at timestamptz,
  constraint submissions_once unique (lesson_id, user_id),
  constraint submissions_waiting check ((state = 'WAITING') = (awaiting_since is not null)),
  constraint submissions_passed check ((state = 'PASSED') = (passed_at is not null))
);
alter table public.submissions enable row level security;
create index submissions_user_id_idx on public.submissions (user_id);
create index submissions_cohort_id_idx on public.submissions (cohort_id);
create index submissions_queue_idx on public.submissions (came_back desc, awaiting_since, id) where state = 'WAITING';
create index submissions_waiting_lesson_idx on public.submissions (lesson_id) where state = 'WAITING';
create policy submissions_select on public.submissions for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own')));
comment on policy submissions_select on public.submissions is 'One''s own. Staff read by functions, which hide whose work it is where the assignment is blind.';
grant select on public.submissions to authenticated;
grant select, insert, update, delete on public.submissions to service_role;
comment on table public.submissions is 'One person''s work on one assignment, through all its rounds (rules/assignments#states).';
comment on column public.submissions.cohort_id is 'The cohort whose due date held when the latest round was handed in.';
comment on column public.submissions.round is 'The number of the latest round.';
comment on column public.submissions.awaiting_since is 'Since when the first round waits that nobody has reviewed; null: nothing waits.';
comment on column public.submissions.came_back is 'Whether the waiting round answers a review: such work goes first (rules/assignments#queue).';

create table public.submission_rounds (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  round integer not null constraint submission_rounds_round_positive check (round > 0),
  operation_id uuid,
  text text constraint submission_rounds_text_length check (char_length(text) <= 50000),
  code jsonb constraint submission_rounds_code_form check (private.are_named_texts(code)),
  url text constraint submission_rounds_url_form check (private.is_web_link(url)),
  repo_url text constraint submission_rounds_repo_url_form check (private.is_web_link(repo_url)),
  commit_sha text constraint submission_rounds_commit_sha_length check (char_length(commit_sha) between 40 and 64 and commit_sha ~ '^[0-9a-f]+$'),
  files jsonb constraint submission_rounds_files_form check (private.are_handed_files(files)),
  note text constraint submission_rounds_note_length check (char_length(note) <= 2000),
  submitted_at timestamptz not null default now(),
  made_at timestamptz constraint submission_rounds_made_at_range check (made_at between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  due_at_then timestamptz,
  due_zone text constraint submission_rounds_due_zone_length check (char_length(due_zone) <= 100),
  late boolean not null default false,
  waived_at timestamptz,
  constraint submission_rounds_once unique (submission_id, round),
  constraint submission_rounds_operation_once unique (submission_id, operation_id)
);
alter table public.submission_rounds enable row level security;
create policy submission_rounds_select on public.submission_rounds for select to authenticated
  using (exists (select 1 from public.submissions s
    where s.id = submission_rounds.submission_id and s.user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own'))));
comment on policy submission_rounds_select on public.submission_rounds is 'One''s own, also when the lesson is no longer open.';
grant select on public.submission_rounds to authenticated;
grant select, insert, update, delete on public.submission_rounds to service_role;
comment on table public.submission_rounds is 'What was handed in, each time. Nothing changes a round but that its commit is found out once and that staff waive that it is late (rules/assignments#rounds).';
comment on column public.submission_rounds.code is 'Pasted code: [{name, body}].';
comment on column public.submission_rounds.commit_sha is 'The commit at which the repository stood; null: not pinned.';
comment on column public.submission_rounds.files is 'Uploaded files: [{path, name, bytes}].';
comment on column public.submission_rounds.made_at is 'When it was made by the device''s clock, for what was made without a connection.';
comment on column public.submission_rounds.due_at_then is 'When it was due as it was handed in; null: no due date.';
comment on column public.submission_rounds.late is 'Whether it arrived after due_at_then. Decided once; staff can waive it.';

create table public.submission_drafts (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  body jsonb not null constraint submission_drafts_body_length check (octet_length(body::text) <= 524288),
  revision uuid not null,
  updated_at timestamptz not null default now(),
  kept jsonb not null default '[]' constraint submission_drafts_kept_length check (octet_length(kept::text) <= 2097152),
  primary key (user_id, lesson_id)
);
alter table public.submission_drafts enable row level security;
create index submission_drafts_lesson_id_idx on public.submission_drafts (lesson_id);
create policy submission_drafts_select on public.submission_drafts for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own')));
comment on policy submission_drafts_select on public.submission_drafts is 'One''s own. Nobody else reads what was not handed in.';
grant select on public.submission_drafts to authenticated;
grant select, insert, update, delete on public.submission_drafts to service_role;
comment on table public.submission_drafts is 'What a person is writing and has not handed in. The later of two devices wins, the other text is kept beside it (rules/assignments#drafts).';
comment on column public.submission_drafts.revision is 'Names the draft as it is: made by the browser with each edit.';
comment on column public.submission_drafts.kept is 'Drafts that a later one replaced without having seen them, the latest first: [{body, revision, updated_at}].';

-- Signatures ------------------------------------------------------------------------------------------------------

create function public.assignment(lesson_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.save_work_draft(lesson_id uuid, body jsonb, revision uuid, based_on uuid[] default '{}', drop_kept uuid[] default '{}', age_sec numeric default 0, as_user uuid default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.submit_round(lesson_id uuid, operation_id uuid, text text default null, code jsonb default null, url text default null, repo_url text default null, files jsonb default null, note text default null, made_at timestamptz default null, second_opinion boolean default false, draft_revision uuid default null, as_user uuid default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.begin_work_uploads(lesson_id uuid, files jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.readable_work_files(paths text[]) returns text[] language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.save_dues(cohort_id uuid, changes jsonb) returns void language plpgsql set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
