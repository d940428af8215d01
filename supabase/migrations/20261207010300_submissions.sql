-- Why: people hand in work until it passes. Each time adds a round, which is not changed afterwards. What a person is writing is
-- saved for all their devices (rules/assignments#rounds, rules/assignments#drafts).

-- Tables ----------------------------------------------------------------------------------------------------------

create function private.is_handed_code(files jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(jsonb_typeof(f -> 'name') = 'string' and btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'body') = 'string', false)
      and f - array['name', 'body'] = '{}'::jsonb)
      and count(distinct f ->> 'name') = count(*) and sum(octet_length(f ->> 'body')) <= 204800
    from jsonb_array_elements(files) f) else false end
$$;
comment on function private.is_handed_code(jsonb) is
  'Takes the code that was handed in; true if it is a list of one to twenty of {name, body} with different names and 200 kB in all. Null for null.';
revoke all on function private.is_handed_code(jsonb) from public;
grant execute on function private.is_handed_code(jsonb) to authenticated, service_role;

create function private.is_handed_files(files jsonb) returns boolean
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(files) = 'array' and jsonb_array_length(files) between 1 and 20 then (
    select bool_and(jsonb_typeof(f) = 'object'
      and coalesce(private.is_stored_file('work-files/' || (f ->> 'path'), 'work-files'), false)
      and coalesce(btrim(f ->> 'name') <> '' and char_length(f ->> 'name') <= 255, false)
      and coalesce(jsonb_typeof(f -> 'bytes') = 'number', false)
      and f - array['path', 'name', 'bytes'] = '{}'::jsonb)
    from jsonb_array_elements(files) f) else false end
$$;
comment on function private.is_handed_files(jsonb) is 'Takes the files that were handed in; true if they are a list of one to twenty of {path, name, bytes}. Null for null.';
revoke all on function private.is_handed_files(jsonb) from public;
grant execute on function private.is_handed_files(jsonb) to authenticated, service_role;

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
create index submissions_waiting_cohort_idx on public.submissions (cohort_id, came_back desc, awaiting_since, id) where state = 'WAITING';
create index submissions_waiting_lesson_idx on public.submissions (lesson_id, came_back desc, awaiting_since, id) where state = 'WAITING';
create policy submissions_select on public.submissions for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own')));
comment on policy submissions_select on public.submissions is 'One''s own. Staff read through functions, which hide whose work it is if the assignment is blind.';
grant select on public.submissions to authenticated;
grant select, insert, update, delete on public.submissions to service_role;
comment on table public.submissions is 'The work of one person on one assignment, over all its rounds (rules/assignments#states).';
comment on column public.submissions.cohort_id is 'The cohort whose due date applied when the latest round was handed in; null: none.';
comment on column public.submissions.round is 'The number of the latest round.';
comment on column public.submissions.awaiting_since is 'When the first of the waiting rounds was handed in; null: no round waits.';
comment on column public.submissions.came_back is 'Whether the waiting round follows a review. Such work comes first in the queue (rules/assignments#queue).';

create table public.submission_rounds (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.submissions (id) on delete cascade,
  round integer not null constraint submission_rounds_round_positive check (round > 0),
  operation_id uuid,
  text text constraint submission_rounds_text_length check (char_length(text) <= 50000),
  code jsonb constraint submission_rounds_code_form check (private.is_handed_code(code)),
  url text constraint submission_rounds_url_form check (private.is_web_link(url)),
  repo_url text constraint submission_rounds_repo_url_form check (private.is_web_link(repo_url)),
  commit_sha text constraint submission_rounds_commit_sha_form check (commit_sha ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  files jsonb constraint submission_rounds_files_form check (private.is_handed_files(files)),
  note text constraint submission_rounds_note_length check (char_length(note) <= 2000),
  submitted_at timestamptz not null default now(),
  made_at timestamptz constraint submission_rounds_made_at_range check (made_at between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  due_at_then timestamptz,
  due_zone text constraint submission_rounds_due_zone_length check (char_length(due_zone) <= 100),
  late boolean not null default false,
  waived_at timestamptz,
  draft_revision uuid,
  constraint submission_rounds_once unique (submission_id, round),
  constraint submission_rounds_operation_once unique (submission_id, operation_id)
);
alter table public.submission_rounds enable row level security;
create policy submission_rounds_select on public.submission_rounds for select to authenticated
  using (exists (select 1 from public.submissions s
    where s.id = submission_rounds.submission_id and s.user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own'))));
comment on policy submission_rounds_select on public.submission_rounds is 'One''s own, even if the lesson is no longer open.';
grant select on public.submission_rounds to authenticated;
grant select, insert, update, delete on public.submission_rounds to service_role;
comment on table public.submission_rounds is 'What was handed in, each time. A round is not changed, except that its commit is set once and that staff can waive its lateness (rules/assignments#rounds).';
comment on column public.submission_rounds.code is 'Pasted code: [{name, body}].';
comment on column public.submission_rounds.commit_sha is 'The latest commit of the repository when the round was handed in, or the commit that the address names; null: not pinned.';
comment on column public.submission_rounds.files is 'Uploaded files: [{path, name, bytes}].';
comment on column public.submission_rounds.made_at is 'When the device made it, by the device''s clock. Set only for work that was made without a connection.';
comment on column public.submission_rounds.due_at_then is 'The due date at the time it was handed in; null: none.';
comment on column public.submission_rounds.draft_revision is 'The revision of the draft from which it was made. save_work_draft() ignores this draft if a device sends it again.';
comment on column public.submission_rounds.late is 'Whether it arrived after due_at_then. Decided when it arrives; staff can waive it.';

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
comment on table public.submission_drafts is 'What a person is writing and has not handed in. If two devices write at the same time, the later text becomes the draft, and the other is kept beside it (rules/assignments#drafts).';
comment on column public.submission_drafts.revision is 'Identifies the current text. The browser makes a new revision with each edit.';
comment on column public.submission_drafts.kept is 'Texts of other devices that did not become the draft, the latest first: [{body, revision, updated_at}].';


create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  round_id uuid not null references public.submission_rounds (id) on delete cascade,
  reviewer_id uuid default private.uid() references public.profiles (id) on delete set null,
  verdict public.review_verdict not null,
  levels jsonb not null default '{}' constraint reviews_levels_length check (octet_length(levels::text) <= 4096),
  rubric jsonb not null default '[]' constraint reviews_rubric_length check (octet_length(rubric::text) <= 131072),
  comment text constraint reviews_comment_length check (char_length(comment) <= 20000),
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by_id uuid references public.profiles (id) on delete set null,
  withdraw_reason text constraint reviews_withdraw_reason_length check (char_length(withdraw_reason) <= 500),
  operation_id uuid
);
alter table public.reviews enable row level security;
create unique index reviews_one_for_a_round on public.reviews (round_id) where withdrawn_at is null;
create index reviews_round_id_idx on public.reviews (round_id);
create index reviews_reviewer_id_idx on public.reviews (reviewer_id);
create index reviews_withdrawn_by_id_idx on public.reviews (withdrawn_by_id);
create policy reviews_select on public.reviews for select to authenticated
  using (withdrawn_at is null and exists (
    select 1 from public.submission_rounds r join public.submissions s on s.id = r.submission_id
    where r.id = reviews.round_id and s.user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own'))));
comment on policy reviews_select on public.reviews is 'Those of one''s own work that were not taken back.';
grant select on public.reviews to authenticated;
grant select, insert, update, delete on public.reviews to service_role;
comment on table public.reviews is 'What a reviewer said about a round, with the rubric as it was then (rules/assignments#review).';
comment on column public.reviews.levels is 'The level of each criterion: {id of the criterion: its level, counted from 0}.';
comment on column public.reviews.rubric is 'The rubric by which the round was judged: [{id, title, essential, levels}].';

create table public.review_remarks (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  path text constraint review_remarks_path_length check (char_length(path) <= 255),
  line_from integer constraint review_remarks_line_from_range check (line_from between 1 and 100000),
  line_to integer constraint review_remarks_line_to_range check (line_to between 1 and 100000),
  body text not null constraint review_remarks_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint review_remarks_lines check (line_to >= line_from and (line_from is null) = (line_to is null))
);
alter table public.review_remarks enable row level security;
create index review_remarks_review_id_idx on public.review_remarks (review_id);
create policy review_remarks_select on public.review_remarks for select to authenticated
  using ((select private.can('submissions', 'read', 'own')) and exists (select 1 from public.reviews v where v.id = review_remarks.review_id));
comment on policy review_remarks_select on public.review_remarks is 'Those of reviews that one may read, which the reviews'' own policy decides.';
grant select on public.review_remarks to authenticated;
grant select, insert, update, delete on public.review_remarks to service_role;
comment on table public.review_remarks is 'What a review says about lines of the text or of a file of the code, or about all of it.';
comment on column public.review_remarks.path is 'The name of a file of the code; null: the text.';

create table public.review_claims (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null
);
alter table public.review_claims enable row level security;
create index review_claims_reviewer_id_idx on public.review_claims (reviewer_id);
create policy review_claims_select on public.review_claims for select to authenticated
  using (reviewer_id = (select private.uid()) and ((select private.can('submissions', 'list', 'own')) or (select private.can('submissions', 'list', 'assigned'))));
comment on policy review_claims_select on public.review_claims is 'One''s own. Functions show the claims of others.';
grant select on public.review_claims to authenticated;
grant select, insert, update, delete on public.review_claims to service_role;
comment on table public.review_claims is 'Who is reviewing which work, and until when nobody else can review it. Functions show the claims of others (rules/assignments#claim).';

create table public.review_drafts (
  round_id uuid not null references public.submission_rounds (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  body jsonb not null constraint review_drafts_body_length check (octet_length(body::text) <= 262144),
  updated_at timestamptz not null default now(),
  primary key (round_id, reviewer_id)
);
alter table public.review_drafts enable row level security;
create index review_drafts_reviewer_id_idx on public.review_drafts (reviewer_id);
create policy review_drafts_select on public.review_drafts for select to authenticated
  using (reviewer_id = (select private.uid()) and ((select private.can('submissions', 'list', 'own')) or (select private.can('submissions', 'list', 'assigned'))));
comment on policy review_drafts_select on public.review_drafts is 'One''s own. Nobody else reads what was not published.';
grant select on public.review_drafts to authenticated;
grant select, insert, update, delete on public.review_drafts to service_role;
comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Only its writer can read it.';

create table private.review_waits (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  cohort_id uuid references public.cohorts (id) on delete cascade,
  waited_sec integer not null,
  reviewed_at timestamptz not null default now()
);
alter table private.review_waits enable row level security;
create index review_waits_lesson_idx on private.review_waits (lesson_id, reviewed_at desc);
create index review_waits_cohort_idx on private.review_waits (cohort_id, reviewed_at desc);
comment on table private.review_waits is
  'How long the work of each published review had waited. No grants: written by publish_review() and withdraw_review().';

create table private.review_offers (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null,
  by_id uuid references public.profiles (id) on delete set null
);
alter table private.review_offers enable row level security;
create index review_offers_reviewer_id_idx on private.review_offers (reviewer_id);
create index review_offers_by_id_idx on private.review_offers (by_id);
comment on table private.review_offers is 'To whom waiting work is offered first, and until when: the reviewer of its first reviewed round, or the person to whom by_id handed it over. No grants: written by submit_round() and hand_over().';

create table private.second_opinions (
  submission_id uuid not null references public.submissions (id) on delete cascade,
  round integer not null,
  not_by_id uuid references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  primary key (submission_id, round)
);
alter table private.second_opinions enable row level security;
create index second_opinions_not_by_id_idx on private.second_opinions (not_by_id);
comment on table private.second_opinions is 'Rounds that somebody other than not_by_id has to review, as long as somebody else may review them (rules/assignments#second-opinion). No grants: written by submit_round() and hand_over().';

create table private.extension_requests (
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  note text not null default '' constraint extension_requests_note_length check (char_length(note) <= 500),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (lesson_id, user_id)
);
alter table private.extension_requests enable row level security;
create index extension_requests_user_id_idx on private.extension_requests (user_id);
create index extension_requests_open_idx on private.extension_requests (asked_at) where answered_at is null;
comment on table private.extension_requests is 'Who asked for more time, and whether staff have answered. No grants: written by ask_extension(), give_extension() and decline_extension().';


alter table public.notifications add column review_id uuid references public.reviews (id) on delete cascade,
  add constraint notifications_review_once unique (review_id);
comment on column public.notifications.review_id is 'The review that the notification announces. If the review is taken back, the notification is deleted.';

-- Rounds are not changed ------------------------------------------------------------------------------------------

create function private.keep_round() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) - array['late', 'waived_at', 'commit_sha'] <> to_jsonb(old) - array['late', 'waived_at', 'commit_sha']
    or old.commit_sha is not null and new.commit_sha is distinct from old.commit_sha
    or new.late and not old.late then
    raise exception using errcode = '42501', message = 'What was handed in is not changed any more.';
  end if;
  return new;
end
$$;
comment on function private.keep_round() is
  'Row trigger: refuses with 42501 every change of a round, except that its commit is set once and that its lateness is waived (rules/assignments#rounds).';
revoke all on function private.keep_round() from public;
create trigger submission_rounds_keep before update on public.submission_rounds for each row execute function private.keep_round();

-- Records and signals ---------------------------------------------------------------------------------------------

select private.audit_table('public.submission_rounds', 'submission',
  '{"key": "submission_id", "identity": ["id"], "insert": "hand_in", "about": ["submission_id", "round"], "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha"], "update": null, "verbs": [["waive_late", "late", "false"]]}');
select private.audit_table('public.reviews', 'review',
  '{"insert": "publish", "about": ["round_id"], "omit": ["comment", "levels", "rubric", "withdraw_reason"], "update": null, "verbs": [["withdraw", "withdrawn_at", "set"]]}');
select private.signal_table('public.submissions');

-- A change that concerns one person is signalled only to that person.
alter table public.list_changes add column user_id uuid references public.profiles (id) on delete cascade;
create index list_changes_user_id_idx on public.list_changes (user_id);
comment on column public.list_changes.user_id is 'The only person who receives the signal; null: everybody who may read the resource.';
alter policy list_changes_select on public.list_changes
  using ((select private.active()) and (
    (user_id is null and resource in (select private.watched_resources()))
    or (user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own')))));
comment on policy list_changes_select on public.list_changes is
  'Staff, for the resources that they may read. Each person, for the signals to them alone.';

create function private.signal_people(resource text, people uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.list_changes (resource, user_id)
  select signal_people.resource, p.id from public.profiles p where p.id = any (people)
$$;
comment on function private.signal_people(text, uuid[]) is 'Takes a resource and people; signals only to these people that the resource changed.';
revoke all on function private.signal_people(text, uuid[]) from public;

create function private.signal_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.signal_submission() is
  'Row trigger: signals to a person that their work changed. If an update makes the work join or leave the queue, the first 100 other people in the queue receive the signal too.';
revoke all on function private.signal_submission() from public;
create trigger submissions_signal_person after insert or update on public.submissions for each row execute function private.signal_submission();

-- Reading own work ------------------------------------------------------------------------------------------------

create function private.rubric_of(lesson uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', c.levels) order by c.position, c.title, c.id), '[]')
    from public.rubric_criteria c where c.lesson_id = rubric_of.lesson);
end
$$;
comment on function private.rubric_of(uuid) is 'Takes an assignment; returns its rubric in order, [{id, title, essential, levels: [{title, points, meaning}]}].';
revoke all on function private.rubric_of(uuid) from public;

create function private.review_facts(v public.reviews) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.review_facts(public.reviews) is
  'Takes a review; returns {id, verdict, comment, levels, rubric: the one by which the round was judged, published_at, reviewer: a name, null for an erased account, remarks: [{id, path, line_from, line_to, body}]}. Null for null.';
revoke all on function private.review_facts(public.reviews) from public;

create function private.round_facts(r public.submission_rounds) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', r.id, 'round', r.round, 'text', r.text, 'code', r.code, 'url', r.url, 'repo_url', r.repo_url, 'commit_sha', r.commit_sha,
      'files', r.files, 'note', r.note, 'submitted_at', r.submitted_at, 'made_at', r.made_at, 'due_at_then', r.due_at_then, 'due_zone', r.due_zone,
      'late', r.late, 'waived_at', r.waived_at,
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = r.submission_id and o.round = r.round),
      'review', (select private.review_facts(v) from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)));
end
$$;
comment on function private.round_facts(public.submission_rounds) is
  'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is not pinned, files: [{path, name, bytes}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';
revoke all on function private.round_facts(public.submission_rounds) from public;

create function private.usual_wait(cohort uuid, lesson uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.usual_wait(uuid, uuid) is
  'Takes a cohort, or null and an assignment; returns how long work waited there for the last 20 reviews, {reviews: how many, median_hours, p90_hours: within which 90 % were given}. Null before the first review.';
revoke all on function private.usual_wait(uuid, uuid) from public;

create function private.place_in_queue(work public.submissions) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when work.state = 'WAITING' then (
      select jsonb_build_object(
        'place', 1 + count(*) filter (where (not s.came_back, s.awaiting_since, s.id) < (not work.came_back, work.awaiting_since, work.id)), 'of', count(*))
      from public.submissions s
      where s.state = 'WAITING'
        and case when work.cohort_id is null then s.lesson_id = work.lesson_id and s.cohort_id is null else s.cohort_id = work.cohort_id end) end);
end
$$;
comment on function private.place_in_queue(public.submissions) is
  'Takes somebody''s work; returns its place among the work that waits in its cohort, or in its assignment if it has no cohort, {place: from 1, of: how much waits}. Null if it does not wait (rules/assignments#queue).';
revoke all on function private.place_in_queue(public.submissions) from public;

create function public.assignment(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;

comment on function public.assignment(uuid) is
  'Takes an assignment; returns what its page shows the caller in addition to the lesson: {lesson_id, open, accepts, blind, late, cutoff_days, due: {at: null for never, day, at_time: HH:MM, zone, extended, paused, shut_at, shut} or null without access, can_hand_in, rubric: [{id, title, essential, levels}], submission: {id, state, round, awaiting_since, passed_at} or null, rounds: [round_facts()], draft: {body, revision, updated_at, kept} or null, place: {place, of} in the queue or null, usual: {reviews, median_hours, p90_hours} or null, extension_request: {note, asked_at, answered_at} or null}. What the caller handed in stays readable when the lesson closes, but not the rubric. Raises 42501, PT404 NO_LESSON.';
revoke all on function public.assignment(uuid) from public;
grant execute on function public.assignment(uuid) to authenticated, service_role;

-- Handing in ------------------------------------------------------------------------------------------------------

create function private.why_not_hand_in(person uuid, lesson uuid, made_at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  course uuid;
  held record;
begin
  select m.course_id into course
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  where l.id = lesson and l.deleted_at is null and l.content_type = 'ASSIGNMENT';
  -- Work that was made without a connection while the access was open is accepted for a week, as completions are.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(made_at > now() - interval '7 days' and e.created_at <= made_at and e.expires_at > made_at) as in_time
  into held
  from public.entitlements e where e.user_id = person and e.course_id = course;
  if course is null or not held.ever then
    return 'NO_LESSON';
  elsif not held.live and held.in_time is not true then
    return 'NO_ACCESS';
  elsif exists (select from private.unreleased_lesson_ids(person, case when held.live then now() else made_at end) u where u = lesson) then
    return 'NOT_OPEN_YET';
  end if;
  return null;
end
$$;
comment on function private.why_not_hand_in(uuid, uuid, timestamptz) is
  'Takes a person, an assignment, and when the work was made (null: now); returns null if the person has access to the course and the assignment is open to them, otherwise NO_LESSON, NO_ACCESS or NOT_OPEN_YET. Everybody can read a free preview, but only people with access to the course can hand in work for it (rules/assignments#rounds).';
revoke all on function private.why_not_hand_in(uuid, uuid, timestamptz) from public;

create function private.check_hand_in(person uuid, lesson uuid, made_at timestamptz default null) returns void
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.check_hand_in(uuid, uuid, timestamptz) is 'Takes the same as why_not_hand_in(); raises PT404 NO_LESSON, PT403 NO_ACCESS or PT403 NOT_OPEN_YET if that returns a reason.';
revoke all on function private.check_hand_in(uuid, uuid, timestamptz) from public;

create function private.check_work(accepts public.work_kind[], work public.submission_rounds) returns void
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.check_work(public.work_kind[], public.submission_rounds) is
  'Takes what an assignment accepts, and a round; raises PT422 with the field as hint for what the assignment does not accept or what is not valid, and PT422 NOTHING for an empty round.';
revoke all on function private.check_work(public.work_kind[], public.submission_rounds) from public;

create function public.submit_round(
  lesson_id uuid, operation_id uuid, text text default null, code jsonb default null, url text default null, repo_url text default null,
  files jsonb default null, note text default null, made_at timestamptz default null, second_opinion boolean default false,
  draft_revision uuid default null, as_user uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
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
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
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
  select d.* into due from private.due_of(me, submit_round.lesson_id) d;
  if private.passed_second(due.shut_at) then
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
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, files, note, made_at, due_at_then, due_zone,
    late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.files, given.note,
    given.made_at, due.due_at, due.zone, coalesce(private.passed_second(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  if submit_round.second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The reviewer of the first round knows the work, and it is offered to them for a day.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '1 day')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$$;

comment on function public.submit_round(uuid, uuid, text, jsonb, text, text, jsonb, text, timestamptz, boolean, uuid, uuid) is
  'Hands in a round. Takes an assignment, an operation id, and what the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when a device made it without a connection. `second_opinion`: the caller disagrees with the review, and another reviewer reads this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';
revoke all on function public.submit_round(uuid, uuid, text, jsonb, text, text, jsonb, text, timestamptz, boolean, uuid, uuid) from public;
grant execute on function public.submit_round(uuid, uuid, text, jsonb, text, text, jsonb, text, timestamptz, boolean, uuid, uuid) to authenticated, service_role;

-- Drafts ----------------------------------------------------------------------------------------------------------

create function public.save_work_draft(
  lesson_id uuid, body jsonb, revision uuid, based_on uuid[] default '{}', drop_kept uuid[] default '{}', age_sec numeric default 0, as_user uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.save_work_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) is
  'Saves what the caller is writing for an assignment. `revision` identifies this draft, and `based_on` lists the revisions from which it was made. The same call can be sent again. If the stored draft is none of these, two devices wrote: the later text becomes the draft, and the other is kept beside it. `age_sec` says how many seconds ago this text was written. `drop_kept` lists revisions of kept texts to delete. Returns {revision: the stored one, kept: at most three [{body, revision, updated_at}], handed_in: whether this draft was handed in already and is not stored, body: the stored one, only if it differs from what was sent}. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint body (rules/assignments#drafts).';
revoke all on function public.save_work_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) from public;
grant execute on function public.save_work_draft(uuid, jsonb, uuid, uuid[], uuid[], numeric, uuid) to authenticated, service_role;
