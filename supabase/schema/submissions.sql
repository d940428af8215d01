-- Work that is handed in: its rounds, files, and commits.
set check_function_bodies = off;

-- TYPES

create type public.submission_state as enum ('WAITING', 'RETURNED', 'PASSED');

create type public.work_kind as enum ('TEXT', 'LINK', 'REPOSITORY', 'CODE', 'FILE');

-- FUNCTIONS THAT ITS TABLES USE

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

-- TABLES

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
comment on column public.submissions.cohort_id is 'The cohort by whose due date the latest round was handed in; null: none.';
comment on column public.submissions.round is 'The number of the latest round.';
comment on column public.submissions.awaiting_since is 'When the first of the rounds that wait for a review was handed in; null: none waits.';
comment on column public.submissions.came_back is 'Whether the waiting round follows a review. Such work comes first in the queue (rules/assignments#queue).';

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
  constraint submission_rounds_files_form check (private.is_handed_files(files)),
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
comment on table public.submission_rounds is 'The rounds of work: what was handed in each time. A round is not changed, except that its commit is set once and that staff can waive its lateness (rules/assignments#rounds).';
comment on column public.submission_rounds.code is 'Pasted code: [{name, body}].';
comment on column public.submission_rounds.commit_sha is 'The latest commit of the repository when the round was handed in, or the commit in the address itself; null: unknown.';
comment on column public.submission_rounds.files is 'Uploaded files: [{path, name, bytes}].';
comment on column public.submission_rounds.made_at is 'When the work was handed in on the device, by the clock of the device, if it was made offline; when the commit was pushed, by the clock of its host, if the push handed it in. Otherwise null.';
comment on column public.submission_rounds.due_at_then is 'The due date at the time it was handed in; null: none.';
comment on column public.submission_rounds.late is 'Whether it arrived after due_at_then. Decided when it arrives; staff can waive it.';
comment on column public.submission_rounds.draft_revision is 'The revision of the draft from which it was made. save_work_draft() ignores this revision if a device sends it again.';

create table private.work_files (
  path text not null,
  round_id uuid not null,
  type text not null default 'application/octet-stream',
  constraint work_files_pkey primary key (path, round_id),
  constraint work_files_path_length check (char_length(path) <= 255),
  constraint work_files_type_length check (char_length(type) <= 255),
  constraint work_files_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade
);
alter table private.work_files enable row level security;
create index work_files_round_id_idx on private.work_files (round_id);
comment on table private.work_files is 'The files of each round, by their path. No grants: a trigger of submission_rounds adds the rows, and they are deleted with the round.';
comment on column private.work_files.type is 'The type of the file, which the sending app found from its content. It decides only how a page shows the file; storage serves all files as plain bytes that browsers only download.';

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
  ),
  constraint submission_drafts_body_length check (octet_length(body::text) <= 524288),
  constraint submission_drafts_kept_form check (
    private.matches_schema(kept, '{"type": "array", "items": {"type": "object", "required": ["body", "revision", "updated_at"], "properties": {"body": true, "revision": {"type": "string", "maxLength": 36}, "updated_at": {"type": "string", "maxLength": 64}}}, "maxItems": 3}'::jsonb)
  ),
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

-- FOREIGN KEYS OF EARLIER TABLES

alter table private.withheld_records add constraint withheld_records_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade;

-- FUNCTIONS

-- If the given round has no commit yet, a job asks the host of the repository for the newest one.
create or replace function private.add_round(
  person uuid,
  lesson uuid,
  given public.submission_rounds,
  arrived_at timestamptz,
  second_opinion boolean
)
  returns public.submission_rounds
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
  due record;
  earlier uuid;
begin
  -- Rounds of one person are added one after the other, so that each one counts the earlier ones, and only the first
  -- one inserts the work.
  perform private.lock_rounds(person);
  if private.has_many_rounds(person) then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  select s.* into work from public.submissions s where s.user_id = person and s.lesson_id = lesson for no key update;
  if work.state = 'PASSED' then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already. There is nothing more to hand in.';
  end if;
  if second_opinion and work.state is distinct from 'RETURNED' then
    perform private.refuse_field('second_opinion', 'There is no review with which you could disagree.');
  end if;
  select d.* into due from private.due_of(person, lesson, private.moment_of_work(person, private.course_of_lesson(lesson), given.made_at)) d;
  if not found then
    -- The access ended after it was checked above. Work without a due date would count as in time, so an error is
    -- raised.
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif private.is_second_over(due.shut_at, arrived_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (lesson, person, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- If an earlier round waits, the new round takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (coalesce(given.id, gen_random_uuid()), work.id, work.round, given.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha,
    given.files, given.note, given.made_at, due.due_at, due.zone, coalesce(private.is_second_over(due.due_at, arrived_at), false), given.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, person)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  -- People who do not review the earlier, waiting round do not review this one either.
  insert into private.second_opinions (submission_id, round, not_by_id)
  select o.submission_id, given.round, o.not_by_id from private.second_opinions o
  where o.submission_id = work.id and o.round = given.round - 1 and not exists (
    select from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id and r.round = given.round - 1);
  if second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The work is offered for a day to the reviewer of the first reviewed round, who knows it.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) and not private.is_for_another_reviewer(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '24 hours')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return given;
end
$function$;
comment on function private.add_round(uuid,uuid,public.submission_rounds,timestamp with time zone,boolean) is 'Takes a person, an assignment that is open to them, a checked round without its number, when it arrived, and whether the person wants another reviewer; adds the round to the person''s work, and returns it. Raises PT403 NO_ACCESS, PT409 PASSED and SHUT, PT422 with hint second_opinion, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';

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
comment on function private.can_on_work(text,public.submissions) is 'Takes an action of staff and somebody''s work; true if the caller may do this to it, by a right for all work, for work in their own courses, or for work of people assigned to them.';

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
comment on function private.check_hand_in(uuid,uuid,timestamp with time zone) is 'Takes the arguments of why_not_hand_in(); raises PT404 NO_LESSON, PT403 NO_ACCESS or PT403 NOT_OPEN_YET if that function returns a reason.';

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
  -- Outside of read-only transactions, the row of cohort_staff that gives the right is locked until the transaction
  -- ends.
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
comment on function private.check_work_right(text,uuid) is 'Takes an action and somebody''s work; returns the work if the caller may do this to it. Raises 42501 for other work, for unknown work, and for the caller''s own work. Outside of read-only transactions, locks the row of cohort_staff that gives the right until the transaction ends.';

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
    -- After an hour, the commit is not looked up any more, because the repository may have changed since.
    and r.submitted_at > now() - interval '1 hour'
$function$;
comment on function private.due_round_commit(private.due_work) is 'Job: returns the repository whose host is asked for the commit of a round, {round_id, host, path, branch: null if the address names none}; null if the commit is known, a newer round was handed in, or an hour has passed (rules/assignments#commits).';

create or replace function private.has_many_rounds(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*) >= 30 from public.submissions s join public.submission_rounds r on r.submission_id = s.id
  where s.user_id = person and r.submitted_at > now() - interval '1 hour'
$function$;
comment on function private.has_many_rounds(uuid) is 'Takes a person; true if they handed in 30 rounds within an hour and have to wait.';

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

create or replace function private.keep_work_files()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- No lock is needed, because submit_round() runs the requests of one person one after the other.
  if exists (
    select from jsonb_array_elements(new.files) f
    join private.work_files w on w.path = f ->> 'path'
    join public.submission_rounds r on r.id = w.round_id
    where r.submission_id <> new.submission_id) then
    raise exception using errcode = 'PT422', hint = 'files', message = 'One of these files was handed in already. Choose it again.';
  end if;
  insert into private.work_files (path, round_id, type)
  select distinct f ->> 'path', new.id, coalesce(
    (select u.type from private.uploads u where u.bucket = 'work-files' and u.path = f ->> 'path'),
    -- Rows of uploads are deleted after some time, so an earlier round may be the only one that knows the type.
    (select min(w.type) from private.work_files w where w.path = f ->> 'path'), 'application/octet-stream')
  from jsonb_array_elements(new.files) f;
  return null;
end
$function$;
comment on function private.keep_work_files() is 'Row trigger: stores the files of a new round with their types. Raises PT422, hint files, for a file that was handed in with another assignment.';

create or replace function private.lock_rounds(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$ select pg_advisory_xact_lock(hashtextextended('rounds ' || person, 0)) $function$;
comment on function private.lock_rounds(uuid) is 'Locks the rounds of a person until the transaction ends, so that transactions that add rounds for this person run one after another.';

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
comment on function private.my_earned_lesson_ids() is 'Returns the lessons that the caller completed by passing instead of with the button. The caller cannot undo these completions.';
grant execute on function private.my_earned_lesson_ids() to authenticated, service_role;

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
  -- At GitLab, groups can be nested, so the path can have any length. There, a hyphen comes before these words.
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
comment on function private.repository_of(text) is 'Takes an address of a repository; returns its host, its path on the host, the branch or tag in the address together with the path after it (null: none), and the commit if the address has its full hash (null: none). All are null for other hosts and for other addresses than those of a repository, a branch, or a commit (rules/assignments#commits).';

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
      'commit_sought', r.commit_sha is null and r.submitted_at > now() - interval '1 hour'
        and exists (select from private.due_work w where w.key = 'round_commit:' || r.id and w.done_at is null),
      'files', case when jsonb_typeof(r.files) = 'array' then (
        select jsonb_agg(f.value || jsonb_build_object('type', w.type) order by f.place)
        from jsonb_array_elements(r.files) with ordinality f (value, place)
        left join private.work_files w on w.path = f.value ->> 'path' and w.round_id = r.id) else r.files end,
      'note', r.note, 'submitted_at', r.submitted_at, 'made_at', r.made_at, 'due_at_then', r.due_at_then, 'due_zone', r.due_zone,
      'late', r.late, 'waived_at', r.waived_at,
      'connected', coalesce(private.round_is_connected(r), false), 'tests', private.tests_of_round(r),
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = r.submission_id and o.round = r.round),
      'review', (select private.review_facts(v) from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)));
end
$function$;
comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is unknown, commit_url: its page at the host, commit_sought: whether the host will still be asked for the commit, files: [{path, name, bytes, type: null if it cannot be read}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, connected: whether its repository is the connected one, tests: result_facts() of its commit or null, second_opinion, review: review_facts() or null}.';

create or replace function private.signal_submission()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('submission', array[new.user_id]);
  -- The week and the outline show what was returned or passed. The device on which the person handed in knows of it
  -- already.
  if new.user_id is distinct from private.uid() then
    perform private.signal_people('dates', array[new.user_id]);
  end if;
  -- The places of other people in the queue changed, too. In a long queue, only the first 100 people get the signal.
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
comment on function private.signal_submission() is 'Row trigger: tells the apps of a person that their work changed, and if somebody else changed it, that their week changed. If the work joins or leaves the queue, the apps of the first 100 other people in the queue are told, too.';

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
      'not_mine', private.is_for_another_reviewer(private.uid(), work),
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
comment on function private.work_facts(public.submissions) is 'Takes somebody''s work; returns its fields as the queue shows them, {submission_id, state, round, awaiting_since, promise_at, came_back, passed_at, lesson: {id, title}, course: {id, title, slug}, cohort: {id, title, time_zone} or null, blind, person: {id, name}, late, submitted_at: of the latest round, unreadable: whether its code or files cannot be read, second_opinion, not_mine: whether somebody else has to review it, claim: {reviewer, until, mine} or null, offer: {reviewer, until, mine, by: who handed it over} or null}. While work is hidden, cohort and person are null, and late is false (rules/assignments#blind).';

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
comment on function private.work_file_gone() is 'Row trigger: schedules the removal of a file from storage when its last round is deleted.';

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
comment on function private.work_is_hidden(public.submissions) is 'Takes somebody''s work; true while it waits for a review and its assignment is blind, so that nothing may reveal whose it is (rules/assignments#blind).';

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
comment on function private.work_is_of_own_course(uuid,public.submissions) is 'Takes a person and somebody''s work; true if the person made its course.';

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
    called := private.check_upload(wanted || '{"type": "application/octet-stream"}', taken);
    insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
    values ('work-files', private.file_path(
        -- The path does not contain the name that the owner gave the file, because it may reveal the owner, and the
        -- assignment may become blind.
        'file' || coalesce(lower(substring(called from '\.[A-Za-z0-9]{1,8}$')), '')),
      sending, private.uid(), called, (wanted ->> 'size')::bigint,
      coalesce(substring(wanted ->> 'type' from '^[a-z]+/[a-z0-9.+-]{1,100}$'), 'application/octet-stream'), '')
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
comment on function public.begin_work_uploads(uuid,jsonb) is 'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type: of its content}], at most 20; returns, in the same order, [{path: where to send it, as application/octet-stream, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';
grant execute on function public.begin_work_uploads(uuid,jsonb) to authenticated, service_role;

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
    perform private.pass_by_tests((select r.submission_id from public.submission_rounds r where r.id = keep_round_commit.round_id));
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s join public.submission_rounds r on r.submission_id = s.id where r.id = keep_round_commit.round_id));
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.keep_round_commit(uuid,text) is 'Takes a round and the latest commit of its repository; stores the commit and signals it to the owner and to staff, unless the round has a commit already. Only for the worker (rules/assignments#commits).';
grant execute on function public.keep_round_commit(uuid,text) to service_role;

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
        -- On the page of a person, even the number of pieces of blind work that wait would reveal whose work they are.
        and not (a.blind and w.state = 'WAITING')
        and private.can_on_work('list', w)
      order by r.submitted_at desc, w.id limit most) f);
end
$function$;
comment on function public.person_work(uuid) is 'Takes a person; returns their work that the caller may review, [work_facts()], the latest first, at most 100, without blind work that waits. Empty if the person is the caller. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';
grant execute on function public.person_work(uuid) to authenticated, service_role;

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
comment on function public.readable_work_files(text[]) is 'Takes paths of files that were handed in; returns those that the caller may fetch: their own, and those of work that they may review. Raises 42501 for callers whom the gate refuses (rules/assignments#files).';
grant execute on function public.readable_work_files(text[]) to authenticated, service_role;

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
  perform private.signal_people('draft', array[me]);
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
  me uuid := private.uid();
  task public.assignments;
  given public.submission_rounds;
  was public.submission_rounds;
begin
  if me is null or me <> coalesce(submit_round.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function submit_round';
  end if;
  given.id := private.operation_row_id(submit_round.operation_id, 'round');
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
  -- The lock keeps `blind` of the assignment from being changed at this moment.
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id for share;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  given.commit_sha := (private.repository_of(given.repo_url)).sha;
  given := private.with_tested_commit(task, me, given);
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
  given.operation_id := submit_round.operation_id;
  given.draft_revision := submit_round.draft_revision;
  given := private.add_round(me, submit_round.lesson_id, given, now(), submit_round.second_opinion);
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  perform private.pass_by_tests(given.submission_id);
  return private.round_facts(given);
end
$function$;
comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is 'Hands in a round. Takes an assignment, an operation id, and the kinds of work that the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when it was handed in on a device without a connection. `second_opinion`: the caller disagrees with the review and wants another reviewer for this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT409 NOT_CONNECTED, NOT_JUDGED and TESTS_FAIL if the assignment takes only tested commits, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';
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
comment on function public.waive_late(uuid) is 'Takes a late round; lets it count as in time from now on. The same call again changes nothing. Raises 42501, and PT409 BLIND while the work is hidden (rules/assignments#late).';
grant execute on function public.waive_late(uuid) to authenticated, service_role;

-- TRIGGERS

create trigger work_files_gone after delete on private.work_files
  for each row execute function private.work_file_gone();

create trigger submission_rounds_audit_delete after delete on public.submission_rounds
  referencing old table as old_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_audit_insert after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_audit_update after update on public.submission_rounds
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

create trigger submission_rounds_files after insert on public.submission_rounds
  for each row
  when (new.files is not null)
  execute function private.keep_work_files();

create trigger submission_rounds_keep before update on public.submission_rounds
  for each row execute function private.keep_round();

create trigger submission_rounds_withhold after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.withhold_new_records();

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

create policy submission_drafts_select on public.submission_drafts
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('submissions', 'read', 'own'))
  );
comment on policy submission_drafts_select on public.submission_drafts is 'The caller''s own drafts. Nobody else can read what was not handed in.';

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
comment on policy submission_rounds_select on public.submission_rounds is 'Rounds of the caller''s own work, even if the lesson is no longer open.';

create policy submissions_select on public.submissions
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('submissions', 'read', 'own'))
  );
comment on policy submissions_select on public.submissions is 'The caller''s own work. Staff read work through functions, which hide whose work it is if the assignment is blind.';
