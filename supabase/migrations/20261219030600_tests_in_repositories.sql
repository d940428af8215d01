-- Why: Work in repositories is tested, and the results of tests count

set check_function_bodies = off;

create table private.submission_secret (
  id boolean not null default true,
  secret bytea not null,
  constraint submission_secret_pkey primary key (id),
  constraint submission_secret_length check (octet_length(secret) = 32),
  constraint submission_secret_single_row check (id)
);

create table public.repositories (
  lesson_id uuid not null,
  user_id uuid not null,
  host text not null,
  owner text not null,
  name text not null,
  repository_id text,
  default_branch text,
  asked_at timestamptz not null default now(),
  connected_at timestamptz,
  constraint repositories_pkey primary key (lesson_id, user_id),
  constraint repositories_connected check ((connected_at is null) = (repository_id is null) and (connected_at is null) = (default_branch is null)),
  constraint repositories_default_branch_length check (default_branch <> '' and char_length(default_branch) <= 255),
  constraint repositories_host_known check (host = any ('{github.com}'::text[])),
  constraint repositories_name_form check (name ~ '^[A-Za-z0-9_.-]{1,100}$'),
  constraint repositories_owner_form check (owner ~ '^[A-Za-z0-9_.-]{1,100}$'),
  constraint repositories_repository_id_form check (repository_id ~ '^[0-9]{1,20}$'),
  constraint repositories_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint repositories_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint repositories_once unique (lesson_id, host, repository_id)
);

create table private.submission_keys (
  lesson_id uuid not null,
  user_id uuid not null,
  key_hash bytea not null,
  made_at timestamptz not null default now(),
  constraint submission_keys_pkey primary key (lesson_id, user_id),
  constraint submission_keys_hash_key unique (key_hash),
  constraint submission_keys_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint submission_keys_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);

create table public.repository_results (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  user_id uuid not null,
  host text not null,
  repository_id text not null,
  owner text not null,
  name text not null,
  sha text not null,
  ref text not null,
  suite text not null,
  run_id text not null,
  run_attempt integer not null,
  verdict public.run_verdict not null,
  results jsonb not null,
  missing text[] not null default '{}'::text[],
  tests integer not null,
  failed integer not null,
  trial boolean not null default false,
  received_at timestamptz not null default now(),
  pushed_at timestamptz,
  again_at timestamptz,
  jti text not null,
  constraint repository_results_pkey primary key (id),
  constraint repository_results_ended check (verdict <> 'PENDING'),
  constraint repository_results_host_known check (host = any ('{github.com}'::text[])),
  constraint repository_results_jti_length check (char_length(jti) between 1 and 200),
  constraint repository_results_missing_form check (private.is_test_list(missing)),
  constraint repository_results_name_form check (name ~ '^[A-Za-z0-9_.-]{1,100}$'),
  constraint repository_results_owner_form check (owner ~ '^[A-Za-z0-9_.-]{1,100}$'),
  constraint repository_results_pushed_at_range check (
    pushed_at >= '1970-01-01 00:00:00+00'::timestamptz
    and pushed_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint repository_results_ref_length check (char_length(ref) <= 300),
  constraint repository_results_repository_id_form check (repository_id ~ '^[0-9]{1,20}$'),
  constraint repository_results_results_form check (
    private.matches_schema(results, '{"type": "array", "items": {"type": "object", "required": ["name", "ok"], "properties": {"name": {"type": "string", "maxLength": 300}, "ok": {"type": "boolean"}, "skipped": {"type": "boolean"}, "message": {"type": "string", "maxLength": 2000}, "ms": {"type": "number", "minimum": 0, "maximum": 1000000000}}}, "maxItems": 500}'::jsonb)
  ),
  constraint repository_results_results_length check (octet_length(results::text) <= 262144),
  constraint repository_results_run_id_form check (run_id ~ '^[0-9]{1,20}$'),
  constraint repository_results_sha_form check (sha ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  constraint repository_results_judged check (verdict <> 'ERROR'),
  constraint repository_results_suite_length check (char_length(suite) <= 60),
  constraint repository_results_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint repository_results_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint repository_results_jti_key unique (jti)
);

alter table private.submission_secret enable row level security;

alter table public.repositories enable row level security;

alter table private.submission_keys enable row level security;

alter table public.repository_results enable row level security;

alter table public.assignments add column grader_new_sha text;

alter table public.assignments add column grader_seen_at timestamp with time zone;

alter table public.assignments add column grader text;

alter table public.assignments add column grader_sha text;

alter table public.assignments add column template_url text;

alter table public.assignments add column suite text;

alter table public.assignments add column paths text[] not null default '{}'::text[];

alter table public.assignments add column expected text[] not null default '{}'::text[];

alter table public.assignments add column tests_do public.tests_do not null default 'SHOW'::public.tests_do;

alter table public.assignments add column push_hands_in boolean not null default false;

create or replace function public.lesson_repositories(
  lesson_id uuid,
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
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  course constant uuid := private.course_of_lesson(lesson_repositories.lesson_id);
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  only_cohorts uuid[];
begin
  if not private.can_on_course('submissions', 'list', course) then
    only_cohorts := private.my_cohorts_where_allowed('submissions', 'list', course);
    if only_cohorts is null then
      perform private.refuse('You may not review work.');
    end if;
  end if;
  return (
    with reached as materialized (
      select e.user_id from public.entitlements e
      where only_cohorts is null and cohort is null and e.course_id = course and private.grant_is_open(e.expires_at)
      union
      select m.user_id from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = course
      where m.state <> 'LEFT' and (only_cohorts is null or m.cohort_id = any (only_cohorts)) and (cohort is null or m.cohort_id = cohort)
    ), person as materialized (
      select r.user_id, p as repository, t as result,
        case when p.lesson_id is null then 'NEVER' when p.connected_at is null then 'CONNECTING' else 'CONNECTED' end as state
      from reached r
      left join public.repositories p on p.lesson_id = lesson_repositories.lesson_id and p.user_id = r.user_id
      left join lateral private.newest_result(p.lesson_id, p.user_id) t on p.connected_at is not null
      where r.user_id <> private.uid()
    ), found as (
      select p.*, f.name, f.email, count(*) over () as total
      from person p join public.profiles f on f.id = p.user_id
      where case filter ->> 'state'
        when 'CONNECTED' then p.state = 'CONNECTED' when 'CONNECTING' then p.state = 'CONNECTING' when 'NEVER' then p.state = 'NEVER'
        when 'FAILING' then (p.result).verdict = 'FAIL' when 'PASSING' then (p.result).verdict = 'PASS' else true end
    ), listed as (
      select f.* from found f order by f.name, f.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from found),
      'counts', (
        select jsonb_build_object('CONNECTED', count(*) filter (where p.state = 'CONNECTED'), 'FAILING', count(*) filter (where (p.result).verdict = 'FAIL'),
          'PASSING', count(*) filter (where (p.result).verdict = 'PASS'), 'CONNECTING', count(*) filter (where p.state = 'CONNECTING'),
          'NEVER', count(*) filter (where p.state = 'NEVER'))
        from person p),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'person', jsonb_build_object('id', l.user_id, 'name', private.shown_name(l.name, l.email),
            'email', case when private.can('profiles', 'list', 'assigned') and private.reaches(l.user_id) then l.email end),
          'repository', private.repository_facts(l.repository),
          'result', case when (l.result).id is not null then jsonb_build_object('id', (l.result).id, 'verdict', (l.result).verdict, 'sha', (l.result).sha,
            'commit_url', private.result_facts(l.result) ->> 'commit_url', 'received_at', (l.result).received_at, 'failed', (l.result).failed,
            'first_failed', coalesce((
              select e.value ->> 'name' from jsonb_array_elements((l.result).results) with ordinality e (value, place)
              where e.value -> 'ok' = 'false' order by e.place limit 1), (l.result).missing[1])) end) order by l.name, l.user_id), '[]')
        from listed l)));
end
$function$;

create or replace function public.settle_repository_result(report jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('report', report, 4000000);
  its_owner constant text := split_part(report ->> 'repository', '/', 1);
  its_name constant text := split_part(report ->> 'repository', '/', 2);
  its_id constant text := report ->> 'repository_id';
  told_by constant record := private.grader_of(report ->> 'grader_ref');
  pushed constant timestamptz := case when pg_input_is_valid(report ->> 'pushed_at', 'timestamptz')
    then least(greatest((report ->> 'pushed_at')::timestamptz, now() - interval '24 hours'), now()) end;
  person uuid;
  lesson public.lessons;
  task public.assignments;
  mine public.repositories;
  is_trial boolean := false;
  judged record;
  stored public.repository_results;
  work public.submissions;
  given public.submission_rounds;
  why_not text;
begin
  if report ->> 'host' is distinct from 'github.com' or (its_owner || '/' || its_name) is distinct from report ->> 'repository'
    or its_id is null or report ->> 'jti' is null or coalesce(report ->> 'sha', '') !~ '^[0-9a-f]{40}([0-9a-f]{24})?$' then
    perform private.refuse_field('report', 'This is no report of a grader.');
  end if;
  if exists (select from public.repository_results t where t.jti = report ->> 'jti') then
    return '{"refused": "REPLAYED"}';
  end if;
  select k.user_id, k.lesson_id into person, task.lesson_id from private.submission_keys k
  where k.key_hash = sha256(convert_to(private.key_in_line(report ->> 'line'), 'UTF8'));
  if person is null then
    -- A report of a connected repository needs no line, unless the repository is connected for several assignments with
    -- this grader.
    select min(p.user_id::text)::uuid, min(p.lesson_id::text)::uuid into person, task.lesson_id
    from public.repositories p
    join public.assignments a on a.lesson_id = p.lesson_id
    cross join lateral private.grader_of(a.grader) g
    where p.repository_id = its_id and p.connected_at is not null and g = told_by
    having count(*) = 1;
  end if;
  select l.* into lesson from public.lessons l where l.id = task.lesson_id and l.content_type = 'ASSIGNMENT' and l.deleted_at is null;
  if person is null or lesson.id is null then
    return '{"refused": "UNKNOWN_LINE"}';
  end if;
  -- With these locks, reports about the same person or the same repository are settled one after another.
  perform private.lock_rounds(person);
  perform pg_advisory_xact_lock(hashtextextended('repository ' || lesson.id || its_id, 0));
  -- While this row is locked, nobody can change the grader or its commit.
  select a.* into task from public.assignments a where a.lesson_id = lesson.id for share;
  if private.grader_of(task.grader) is distinct from told_by then
    return '{"refused": "OTHER_GRADER"}';
  elsif task.grader_sha is distinct from report ->> 'grader_sha' then
    perform private.keep_new_grader(task, report ->> 'grader_sha');
    return '{"refused": "GRADER_MOVED"}';
  elsif task.suite is distinct from report ->> 'suite' then
    return '{"refused": "OTHER_SUITE"}';
  end if;
  select p.* into mine from public.repositories p where p.lesson_id = lesson.id and p.user_id = person for no key update;
  if mine.lesson_id is null then
    return '{"refused": "NOT_ASKED"}';
  elsif mine.repository_id <> its_id
    -- A connected repository is known by its number, because another repository can get its name later. For one
    -- assignment, a repository can be connected to only one person.
    or mine.repository_id is null and (lower(mine.owner || '/' || mine.name) <> lower(report ->> 'repository') or exists (
      select from public.repositories p where p.lesson_id = lesson.id and p.host = mine.host and p.repository_id = its_id)) then
    return '{"refused": "OTHER_REPOSITORY"}';
  elsif report ->> 'ref' is distinct from 'refs/heads/' || coalesce(mine.default_branch, report ->> 'default_branch') then
    return '{"refused": "OTHER_BRANCH"}';
  end if;
  if not private.person_may(person, 'submissions', 'create', 'own') or private.why_not_hand_in(person, lesson.id, pushed) is not null then
    work.lesson_id := lesson.id;
    is_trial := private.person_may(person, 'lessons', 'update')
      or private.person_may(person, 'lessons', 'update', 'own') and private.work_is_of_own_course(person, work);
    if not is_trial then
      return '{"refused": "NO_ACCESS"}';
    end if;
  elsif exists (
    select from private.due_of(person, lesson.id, private.moment_of_work(person, private.course_of_lesson(lesson.id), pushed)) d
    where private.is_second_over(d.shut_at, coalesce(pushed, now()))) then
    return '{"refused": "SHUT"}';
  end if;
  if exists (
    select from public.repository_results t
    where t.lesson_id = lesson.id and t.repository_id = its_id and t.sha = report ->> 'sha' and t.suite = task.suite and t.again_at is null) then
    return '{"refused": "JUDGED_ALREADY"}';
  elsif jsonb_typeof(report -> 'results') is distinct from 'array' or report -> 'results' = '[]' then
    return '{"refused": "NO_RESULTS"}';
  elsif jsonb_array_length(report -> 'results') > 5000 then
    perform private.refuse_field('report', 'A report has at most 5,000 tests.');
  end if;
  judged := private.judge_tests(report -> 'results', task.expected);
  insert into public.repository_results as t (lesson_id, user_id, host, repository_id, owner, name, sha, ref, suite, run_id, run_attempt, verdict, results,
    missing, tests, failed, trial, pushed_at, jti)
  values (lesson.id, person, mine.host, its_id, its_owner, its_name, report ->> 'sha', report ->> 'ref', task.suite, report ->> 'run_id',
    coalesce((report ->> 'run_attempt')::int, 1), judged.verdict, judged.results, judged.missing, judged.tests, judged.failed, is_trial, pushed, report ->> 'jti')
  on conflict on constraint repository_results_jti_key do nothing
  returning t.* into stored;
  if stored.id is null then
    return '{"refused": "REPLAYED"}';
  end if;
  update public.repositories p set owner = its_owner, name = its_name, repository_id = its_id,
    default_branch = coalesce(p.default_branch, report ->> 'default_branch'), connected_at = coalesce(p.connected_at, now())
  where p.lesson_id = lesson.id and p.user_id = person
    and (p.owner, p.name, p.repository_id) is distinct from (its_owner, its_name, its_id);
  perform private.prune_results(person, lesson.id);
  if not is_trial then
    select s.* into work from public.submissions s where s.lesson_id = lesson.id and s.user_id = person;
    select r.* into given from public.submission_rounds r where r.submission_id = work.id and r.commit_sha = stored.sha order by r.round desc limit 1;
    if task.push_hands_in and given.id is null then
      why_not := case when work.state = 'PASSED' then 'PASSED' when task.tests_do = 'GATE' and stored.verdict = 'FAIL' then 'TESTS_FAIL'
        when private.has_many_rounds(person) then 'TOO_MANY' end;
      if why_not is null then
        given.repo_url := private.repository_url(its_owner, its_name);
        given.commit_sha := stored.sha;
        given.made_at := pushed;
        given := private.add_round(person, lesson.id, given, coalesce(pushed, now()), false);
        work.id := given.submission_id;
      end if;
    end if;
  end if;
  perform private.signal_people('submission', array[person]);
  perform private.signal_staff('submissions');
  return jsonb_build_object('accepted', true, 'verdict', stored.verdict, 'tests', stored.tests, 'failed', stored.failed, 'missing', stored.missing,
    'first_failed', judged.first_failed, 'handed_in', given.round, 'why_not_handed_in', why_not, 'connected_now', mine.connected_at is null,
    'passed', not is_trial and private.pass_by_tests(work.id), 'trial', is_trial, 'lesson', lesson.title);
end
$function$;

create or replace function private.text_list(list jsonb)
  returns text[]
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(list) = 'array' then array(select btrim(e.value #>> '{}') from jsonb_array_elements(list) with ordinality e (value, place) order by e.place) end
$function$;

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

create or replace function private.has_many_rounds(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*) >= 30 from public.submissions s join public.submission_rounds r on r.submission_id = s.id
  where s.user_id = person and r.submitted_at > now() - interval '1 hour'
$function$;

create or replace function private.lock_rounds(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$ select pg_advisory_xact_lock(hashtextextended('rounds ' || person, 0)) $function$;

create or replace function private.assignment_as_wanted(was jsonb, wanted jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when n.now_is ->> 'grader' is null
    then n.now_is || '{"grader": null, "grader_sha": null, "template_url": null, "suite": null, "paths": [], "expected": [], "tests_do": "SHOW", "push_hands_in": false}'
    -- If the grader changes, no result counts until somebody accepts a commit of the new grader.
    when n.now_is -> 'grader' <> was -> 'grader' and not wanted ? 'grader_sha' then n.now_is || '{"grader_sha": null}'
    else n.now_is end
  from (select was || wanted as now_is) n
$function$;

create or replace function private.forget_new_grader()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if new.grader is distinct from old.grader or new.grader_sha = new.grader_new_sha then
    new.grader_new_sha := null;
    new.grader_seen_at := null;
  end if;
  return new;
end
$function$;

create or replace function private.is_second_over(moment timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select private.is_second_over(moment, now())
$function$;
create or replace function private.is_second_over(moment timestamptz, at timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select date_trunc('second', at, 'UTC') > moment
$function$;

create or replace function private.tell_of_verdict(
  work public.submissions,
  verdict public.review_verdict,
  made public.reviews default null
)
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
  -- The review, or the round whose tests pass, has an audit record, so the notification gets none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, source, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case tell_of_verdict.verdict when 'PASS' then 'Passed' when 'AGAIN' then 'Your work came back' end,
    format(case tell_of_verdict.verdict when 'PASS' then '"%s" has passed.' when 'AGAIN' then '"%s" was reviewed. Please go on with it.' end, place.title),
    private.notice_source(made.reviewer_id, work.cohort_id),
    case tell_of_verdict.verdict when 'PASS' then 'success' when 'AGAIN' then 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), case when made.id is not null then 'Open the review' else 'Open the assignment' end, made.id);
  perform private.record_at_once(false);
end
$function$;

create or replace function private.end_waiting(
  work public.submissions,
  verdict public.review_verdict
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.submissions s set state = case end_waiting.verdict when 'PASS' then 'PASSED' when 'AGAIN' then 'RETURNED' end::public.submission_state,
    awaiting_since = null, came_back = false, passed_at = case end_waiting.verdict when 'PASS' then now() end
  where s.id = work.id;
  if end_waiting.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id) values (work.user_id, work.lesson_id) on conflict do nothing;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  delete from private.review_offers o where o.submission_id = work.id;
end
$function$;

create or replace function private.pass_by_tests(submission uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  if not exists (
    select from public.submissions s join public.assignments a on a.lesson_id = s.lesson_id and a.grader is not null and a.tests_do = 'PASS'
    where s.id = submission) then
    return false;
  end if;
  select s.* into work from public.submissions s where s.id = submission for no key update;
  if work.state <> 'WAITING' or not exists (
    select from public.submission_rounds r
    join public.assignments a on a.lesson_id = work.lesson_id
    join public.repository_results t on t.user_id = work.user_id and t.lesson_id = work.lesson_id and t.sha = r.commit_sha and t.suite = a.suite
      and t.verdict = 'PASS' and t.again_at is null and not t.trial
      -- The link of a round can lead to any repository. Work passes only at the repository in which the commit was tested.
      and private.leads_to_repository(r.repo_url, t.host, t.owner, t.name)
    where r.submission_id = work.id and r.round = work.round) then
    return false;
  end if;
  perform private.end_waiting(work, 'PASS');
  delete from public.review_drafts d using public.submission_rounds r where r.submission_id = work.id and r.round = work.round and d.round_id = r.id;
  perform private.tell_of_verdict(work, 'PASS');
  return true;
end
$function$;

create or replace function private.prune_results(person uuid, lesson uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  update public.repository_results t set results = '[]'
  from (
    select k.id from public.repository_results k where k.user_id = person and k.lesson_id = lesson order by k.received_at desc offset 20) old
  where t.id = old.id and t.results <> '[]' and not exists (
    select from public.submissions s join public.submission_rounds r on r.submission_id = s.id
    where s.user_id = person and s.lesson_id = lesson and r.commit_sha = t.sha)
$function$;

create or replace function private.repository_facts(r public.repositories)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when r.lesson_id is not null then jsonb_build_object('owner', r.owner, 'name', r.name, 'url', private.repository_url(r.owner, r.name),
    'connected_at', r.connected_at, 'default_branch', r.default_branch) end
$function$;

create or replace function private.repository_line(lesson uuid, person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'rookies: rk_' || left(encode(extensions.hmac(convert_to(lesson || ' ' || person, 'UTF8'), s.secret, 'sha256'), 'hex'), 40)
  from private.submission_secret s
$function$;

create or replace function private.repository_url(owner text, name text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$ select 'https://github.com/' || owner || '/' || name $function$;

create or replace function private.result_facts(t public.repository_results)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when t.id is not null then jsonb_build_object('id', t.id, 'verdict', t.verdict, 'sha', t.sha,
    'commit_url', private.repository_url(t.owner, t.name) || '/commit/' || t.sha, 'suite', t.suite, 'tests', t.tests, 'failed', t.failed,
    'missing', t.missing, 'results', t.results, 'received_at', t.received_at, 'pushed_at', t.pushed_at,
    'run_url', private.repository_url(t.owner, t.name) || '/actions/runs/' || t.run_id || '/attempts/' || t.run_attempt) end
$function$;

create or replace function private.round_is_connected(r public.submission_rounds)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if r.repo_url is null then
    return false;
  end if;
  return (
    select exists (
        select from public.repository_results t where t.user_id = s.user_id and t.lesson_id = s.lesson_id and t.sha = r.commit_sha and not t.trial)
      or exists (
        select from public.repositories p
        where p.lesson_id = s.lesson_id and p.user_id = s.user_id and p.connected_at is not null
          and private.leads_to_repository(r.repo_url, p.host, p.owner, p.name))
    from public.submissions s where s.id = r.submission_id);
end
$function$;

create or replace function private.first_bytes(text text, most integer)
  returns text
  language sql
  immutable strict
  set search_path to ''
as $function$
  -- A character has up to four bytes. The text ends before a character that does not fit as a whole.
  select case when octet_length(text) <= most then text else convert_from(substring(b.bytes for (
    select max(k) from generate_series(most - 3, most) k where get_byte(b.bytes, k) & 192 <> 128)), 'UTF8') end
  from (select convert_to(text, 'UTF8') as bytes) b
$function$;

create or replace function private.grader_of(reference text, out workflow text, out ref text)
  returns record
  language sql
  immutable
  set search_path to ''
as $function$
  -- The host ignores the difference of uppercase and lowercase letters in names of owners and repositories, but not in
  -- paths.
  select lower(g[1] collate "C") || '/' || g[2], regexp_replace(g[3], '^refs/(heads|tags)/', '')
  from regexp_match(reference, '^([^/@]+/[^/@]+)/([^@]+)@(.+)$') g
$function$;

create or replace function private.judge_tests(
  given jsonb,
  expected text[],
  out verdict public.run_verdict,
  out results jsonb,
  out missing text[],
  out tests integer,
  out failed integer,
  out first_failed text
)
  returns record
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  most constant int := 262144;
begin
  with listed as materialized (
    select coalesce(nullif(btrim(t.value ->> 'name'), ''), '(a test without a name)') as name, t.place,
      coalesce(t.value -> 'skipped' = 'true', false) as skipped, coalesce(t.value -> 'ok' = 'true', false) as ok, t.value
    from jsonb_array_elements(given) with ordinality t (value, place)
  ), one as materialized (
    -- If several tests have the same name, only one counts: a failed one if there is any, otherwise a skipped one if
    -- there is any.
    select distinct on (l.name) l.name, min(l.place) over (partition by l.name) as place,
      l.skipped, l.ok and not l.skipped or l.skipped and e.name is null as ok,
      private.first_bytes(nullif(l.value ->> 'message', ''), 2000) as message,
      case when jsonb_typeof(l.value -> 'ms') = 'number' then least(greatest((l.value ->> 'ms')::numeric, 0), 1000000000) end as ms
    from listed l left join unnest(expected) e (name) on e.name = l.name
    order by l.name, l.ok or l.skipped, not l.skipped, l.place
  ), kept as (
    select o.ok, o.place, jsonb_strip_nulls(jsonb_build_object('name', left(o.name, 300), 'ok', o.ok, 'skipped', nullif(o.skipped, false), 'ms', o.ms)) as bare, o.message
    from one o order by o.ok, o.place limit 500
  ), measured as (
    select k.*, sum(octet_length(k.bare::text) + 2) over (order by k.ok, k.place) as bare_bytes,
      sum(octet_length(k.bare::text) + 2) over () + sum(coalesce(octet_length(to_jsonb(k.message)::text) + 13, 0)) over (order by k.ok, k.place) as bytes
    from kept k
  )
  select (
      select coalesce(jsonb_agg(m.bare || case when m.message is not null and m.bytes < most then jsonb_build_object('message', m.message) else '{}' end
        order by m.ok, m.place), '[]')
      from measured m where m.bare_bytes < most),
    array(select n.name from unnest(expected) with ordinality n (name, place) where n.name not in (select o.name from one o) order by n.place),
    (select count(*) from one), (select count(*) from one o where not o.ok),
    (select left(o.name, 300) from one o where not o.ok order by o.place limit 1)
  into results, missing, tests, failed, first_failed;
  first_failed := coalesce(first_failed, missing[1]);
  verdict := case when tests > 0 and failed = 0 and missing = '{}' then 'PASS' else 'FAIL' end;
end
$function$;

create or replace function private.key_in_line(line text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select case when octet_length(line) <= 200 then substring(line from '(?n)^[ \t]*(?:rookies:[ \t]*)?(rk_[0-9a-f]{40})[ \t\r]*$') end
$function$;

create or replace function private.keep_new_grader(task public.assignments, sha text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- No person edited the assignment, so the change gets no audit record.
  perform private.record_at_once(true);
  update public.assignments a set grader_new_sha = keep_new_grader.sha, grader_seen_at = now()
  where a.lesson_id = task.lesson_id and a.grader_new_sha is distinct from keep_new_grader.sha and keep_new_grader.sha ~ '^[0-9a-f]{40}$';
  if found then
    perform private.signal_staff('submissions');
  end if;
  perform private.record_at_once(false);
end
$function$;

create or replace function private.leads_to_repository(
  link text,
  host text,
  owner text,
  name text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select exists (
    select from private.repository_of(leads_to_repository.link) o
    where o.host = leads_to_repository.host and lower(o.path) = lower(leads_to_repository.owner || '/' || leads_to_repository.name))
$function$;

create or replace function private.newest_result(lesson uuid, person uuid)
  returns public.repository_results
  language sql
  stable security definer
  set search_path to ''
as $function$
  select t from public.repositories p
  join public.assignments a on a.lesson_id = p.lesson_id
  join public.repository_results t on t.user_id = p.user_id and t.lesson_id = p.lesson_id and t.host = p.host and t.repository_id = p.repository_id
    and t.suite = a.suite and t.again_at is null and not t.trial
  where p.lesson_id = lesson and p.user_id = person
  order by t.received_at desc limit 1
$function$;

create or replace function private.test_figures(lesson uuid, cohorts uuid[], since timestamptz)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  with judged as materialized (
    select t.results, t.missing from public.repository_results t
    where t.lesson_id = lesson and t.received_at >= since and t.again_at is null and not t.trial
      and (cohorts is null or t.user_id in (select m.user_id from public.cohort_members m where m.cohort_id = any (cohorts) and m.state <> 'LEFT'))
    order by t.received_at desc limit 200
  ), test as (
    select e ->> 'name' as name, e -> 'ok' = 'false' as failed from judged j cross join lateral jsonb_array_elements(j.results) e
    union all
    select n, true from judged j cross join lateral unnest(j.missing) n
  ), worst as (
    select t.name, count(*) as judged, count(*) filter (where t.failed) as failed from test t
    group by t.name having count(*) filter (where t.failed) > 0 order by 3 desc, 1 limit 5
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'judged', w.judged, 'failed', w.failed) order by w.failed desc, w.name), '[]') from worst w
$function$;

create or replace function private.tests_of(
  task public.assignments,
  person uuid,
  is_open boolean
)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('template_url', case when is_open then task.template_url end, 'suite', task.suite, 'paths', task.paths,
    'tests_do', task.tests_do, 'push_hands_in', task.push_hands_in,
    'line', case when is_open then private.repository_line(task.lesson_id, person) end,
    'repository', (select private.repository_facts(p) from public.repositories p where p.lesson_id = task.lesson_id and p.user_id = person),
    'result', private.result_facts(private.newest_result(task.lesson_id, person)))
$function$;

create or replace function private.tests_of_round(r public.submission_rounds)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if r.repo_url is null or r.commit_sha is null then
    return null;
  end if;
  return (
    select private.result_facts(t) from public.submissions s
    join public.repository_results t on t.user_id = s.user_id and t.lesson_id = s.lesson_id and t.sha = r.commit_sha and t.again_at is null and not t.trial
    where s.id = r.submission_id order by t.received_at desc limit 1);
end
$function$;

create or replace function private.with_tested_commit(
  task public.assignments,
  person uuid,
  given public.submission_rounds
)
  returns public.submission_rounds
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  mine public.repositories;
  newest public.repository_results;
begin
  if task.grader is null then
    return given;
  end if;
  select p.* into mine from public.repositories p
  where p.lesson_id = task.lesson_id and p.user_id = person and p.connected_at is not null
    and (given.repo_url is null or private.leads_to_repository(given.repo_url, p.host, p.owner, p.name));
  if mine.lesson_id is null then
    if task.tests_do = 'GATE' then
      raise exception using errcode = 'PT409', hint = 'NOT_CONNECTED',
        message = 'Connect your repository first: its tests have to pass before you hand in.';
    end if;
    return given;
  end if;
  newest := private.newest_result(task.lesson_id, person);
  if task.tests_do = 'GATE' and newest.id is null then
    raise exception using errcode = 'PT409', hint = 'NOT_JUDGED', message = 'No commit has been tested yet. Push first, and wait for the tests.';
  elsif task.tests_do = 'GATE' and newest.verdict = 'FAIL' then
    raise exception using errcode = 'PT409', hint = 'TESTS_FAIL', message = 'The tests of your newest commit fail. Push again when they pass.';
  end if;
  given.repo_url := private.repository_url(mine.owner, mine.name);
  given.commit_sha := coalesce(newest.sha, given.commit_sha);
  return given;
end
$function$;

create or replace function public.ask_repository(lesson_id uuid, repo_url text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('repo_url', repo_url, 1000);
  me uuid := private.uid();
  named constant record := private.repository_of(btrim(repo_url));
  mine public.repositories;
begin
  if me is null or not private.can('submissions', 'create', 'own') then
    perform private.refuse('You may not connect a repository.');
  end if;
  -- People who may edit the lesson connect a repository to try its tests. They do not need the access of a learner.
  if not private.can_on_course('lessons', 'update', private.course_of_lesson(ask_repository.lesson_id)) then
    perform private.check_hand_in(me, ask_repository.lesson_id);
  end if;
  if not exists (
    select from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT' and l.deleted_at is null
    where a.lesson_id = ask_repository.lesson_id and a.grader is not null) then
    raise exception using errcode = 'PT409', hint = 'NOT_TESTED', message = 'Nothing is tested here. Hand in the address of your repository.';
  end if;
  if named.host is distinct from 'github.com' then
    perform private.refuse_field('repo_url', 'Paste the address of a repository at github.com.');
  end if;
  insert into public.repositories as p (lesson_id, user_id, host, owner, name)
  values (ask_repository.lesson_id, me, named.host, split_part(named.path, '/', 1), split_part(named.path, '/', 2))
  on conflict on constraint repositories_pkey do update set owner = excluded.owner, name = excluded.name, asked_at = now()
    where p.connected_at is null
  returning p.* into mine;
  if mine.lesson_id is null then
    select p.* into mine from public.repositories p where p.lesson_id = ask_repository.lesson_id and p.user_id = me;
    if lower(named.path) <> lower(mine.owner || '/' || mine.name) then
      raise exception using errcode = 'PT409', hint = 'CONNECTED', message = 'A repository is connected already. Disconnect it first.';
    end if;
  end if;
  insert into private.submission_keys (lesson_id, user_id, key_hash)
  values (ask_repository.lesson_id, me, sha256(convert_to(private.key_in_line(private.repository_line(ask_repository.lesson_id, me)), 'UTF8')))
  on conflict on constraint submission_keys_pkey do update set key_hash = excluded.key_hash, made_at = now()
    where submission_keys.key_hash <> excluded.key_hash;
  perform private.signal_people('submission', array[me]);
  perform private.signal_staff('submissions');
  return private.repository_facts(mine);
end
$function$;

create or replace function public.assignment_tests(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
begin
  if not private.can_on_course('lessons', 'update', private.course_of_lesson(assignment_tests.lesson_id)) then
    perform private.refuse('You may not change this lesson.');
  end if;
  return (
    select jsonb_build_object('grader_new_sha', a.grader_new_sha, 'grader_seen_at', a.grader_seen_at,
      'line', private.repository_line(a.lesson_id, me),
      'repository', (select private.repository_facts(p) from public.repositories p where p.lesson_id = a.lesson_id and p.user_id = me),
      'trial', (
        select private.result_facts(t) from public.repository_results t
        where t.user_id = me and t.lesson_id = a.lesson_id and t.trial and t.again_at is null order by t.received_at desc limit 1),
      'connected', (select count(*) from public.repositories p where p.lesson_id = a.lesson_id and p.connected_at is not null and p.user_id <> me),
      'judged', (select count(*) from public.repository_results t where t.lesson_id = a.lesson_id and not t.trial))
    from public.assignments a where a.lesson_id = assignment_tests.lesson_id);
end
$function$;

create or replace function public.disconnect_repository(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('submissions', 'create', 'own') then
    perform private.refuse('You may not disconnect a repository.');
  end if;
  delete from public.repositories p where p.lesson_id = disconnect_repository.lesson_id and p.user_id = private.uid();
  if found then
    perform private.signal_people('submission', array[private.uid()]);
    perform private.signal_staff('submissions');
  end if;
end
$function$;

create or replace function public.judge_again(result_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  old public.repository_results;
  work public.submissions;
begin
  select t.* into old from public.repository_results t where t.id = judge_again.result_id;
  select s.* into work from public.submissions s where s.lesson_id = old.lesson_id and s.user_id = old.user_id;
  if old.trial and old.user_id = me and private.can_on_course('lessons', 'update', private.course_of_lesson(old.lesson_id)) then
    null;
  elsif work.id is not null then
    perform private.check_work_right('review', work.id);
  else
    work.lesson_id := old.lesson_id;
    work.user_id := old.user_id;
    if old.id is null or old.user_id = me or not private.can_on_work('review', work) then
      perform private.refuse('You may not review this work.');
    end if;
  end if;
  update public.repository_results t set again_at = now() where t.id = old.id and t.again_at is null;
  if found then
    perform private.signal_people('submission', array[old.user_id]);
    perform private.signal_staff('submissions');
    perform private.record_act('submission.judge_again', coalesce(work.id, old.id)::text, jsonb_build_object('lesson_id', old.lesson_id),
      (private.content_place('lesson', old.lesson_id)).title);
  end if;
end
$function$;

create or replace function public.take_grader_commit(lesson_id uuid, sha text default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('sha', sha, 1000);
  task public.assignments;
begin
  if not private.can_on_course('lessons', 'update', private.course_of_lesson(take_grader_commit.lesson_id)) then
    perform private.refuse('You may not change this lesson.');
  end if;
  select a.* into task from public.assignments a where a.lesson_id = take_grader_commit.lesson_id for no key update;
  if task.grader_sha = take_grader_commit.sha then
    return;
  elsif task.grader_new_sha is null or task.grader_new_sha <> take_grader_commit.sha then
    raise exception using errcode = 'PT409', hint = 'OTHER_COMMIT', message = 'The grader has moved again. Look at the newest commit first.';
  end if;
  perform private.save_assignment(take_grader_commit.lesson_id, jsonb_build_object('grader_sha', task.grader_new_sha));
end
$function$;

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

create or replace function private.save_assignment(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  was constant jsonb := private.assignment_fields(save_assignment.lesson);
  now_is jsonb;
  kept uuid[];
begin
  if was is null or wanted is null or jsonb_typeof(wanted) = 'null' then
    return;
  end if;
  perform private.check_assignment(wanted);
  now_is := private.assignment_as_wanted(was, wanted);
  -- The check constraints of the table raise no sentence that a form can show, so the values are compared here.
  if (now_is ->> 'blind')::boolean and now_is -> 'accepts' ?| array['LINK', 'REPOSITORY'] then
    perform private.refuse_field('blind', 'A blind assignment takes no link and no repository, because they name their owner.');
  elsif now_is ->> 'grader' is not null then
    if not now_is -> 'accepts' ? 'REPOSITORY' then
      perform private.refuse_field('grader', 'Only repositories can be tested. Let people hand in a repository.');
    elsif now_is ->> 'suite' is null then
      perform private.refuse_field('suite', 'Name the suite whose tests are run.');
    elsif now_is ->> 'tests_do' <> 'SHOW' and now_is -> 'expected' = '[]' then
      perform private.refuse_field('expected', 'Name the tests that have to pass. Otherwise, a run that ends early would pass, too.');
    end if;
  end if;
  update public.assignments a set accepts = w.accepts, due_day = w.due_day, due_time = w.due_time, late = w.late, cutoff_days = w.cutoff_days, blind = w.blind,
    grader = w.grader, grader_sha = w.grader_sha, template_url = w.template_url, suite = w.suite, paths = w.paths, expected = w.expected, tests_do = w.tests_do,
    push_hands_in = w.push_hands_in
  from (
    select array(select k::public.work_kind from jsonb_array_elements_text(now_is -> 'accepts') k group by 1 order by 1) as accepts,
      (now_is ->> 'due_day')::int as due_day, (now_is ->> 'due_time')::time as due_time, (now_is ->> 'late')::public.late_rule as late,
      case when now_is ->> 'late' = 'SHUT' then (now_is ->> 'cutoff_days')::int end as cutoff_days, (now_is ->> 'blind')::boolean as blind,
      now_is ->> 'grader' as grader, now_is ->> 'grader_sha' as grader_sha, now_is ->> 'template_url' as template_url, now_is ->> 'suite' as suite,
      private.text_list(now_is -> 'paths') as paths, private.text_list(now_is -> 'expected') as expected,
      (now_is ->> 'tests_do')::public.tests_do as tests_do, (now_is ->> 'push_hands_in')::boolean as push_hands_in) w
  where a.lesson_id = save_assignment.lesson
    and (a.accepts, a.due_day, a.due_time, a.late, a.cutoff_days, a.blind, a.grader, a.grader_sha, a.template_url, a.suite, a.paths, a.expected, a.tests_do,
      a.push_hands_in)
      is distinct from (w.accepts, w.due_day, w.due_time, w.late, w.cutoff_days, w.blind, w.grader, w.grader_sha, w.template_url, w.suite, w.paths, w.expected,
      w.tests_do, w.push_hands_in);
  if wanted ? 'rubric' then
    -- A criterion is found by its id. If it has no id, as in a course folder, it is found by its title.
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
      -- If two listed criteria match the same row, the second is inserted as a new criterion.
      or kept[e.place] = any (kept[1 : e.place::int - 1]);
  end if;
  if private.assignment_fields(save_assignment.lesson) is distinct from was then
    perform private.keep_assignment_version(save_assignment.lesson, was);
  end if;
end
$function$;

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

create or replace function private.assignment_fields(lesson uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('accepts', a.accepts, 'due_day', a.due_day, 'due_time', to_char(a.due_time, 'HH24:MI'), 'late', a.late,
    'cutoff_days', a.cutoff_days, 'blind', a.blind, 'grader', a.grader, 'grader_sha', a.grader_sha, 'template_url', a.template_url, 'suite', a.suite,
    'paths', a.paths, 'expected', a.expected, 'tests_do', a.tests_do, 'push_hands_in', a.push_hands_in, 'rubric', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', private.plain_levels(c.levels))
        order by c.position, c.title, c.id)
      from public.rubric_criteria c where c.lesson_id = a.lesson_id), '[]'))
  from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment_fields.lesson
$function$;

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
  if jsonb_typeof(wanted -> 'grader') <> 'null' and private.is_grader(wanted ->> 'grader') is not true then
    perform private.refuse_field('grader', 'A grader is written like school/grading/.github/workflows/tests.yml@v1.');
  end if;
  if jsonb_typeof(wanted -> 'grader_sha') <> 'null' and not wanted ->> 'grader_sha' ~ '^[0-9a-f]{40}$' then
    perform private.refuse_field('grader_sha', 'A commit is written with 40 digits, from 0 to 9 and from a to f.');
  end if;
  if jsonb_typeof(wanted -> 'template_url') <> 'null' and private.is_web_link(wanted ->> 'template_url') is not true then
    perform private.refuse_field('template_url', 'Please enter a valid URL');
  end if;
  if jsonb_typeof(wanted -> 'suite') <> 'null' and not (wanted ->> 'suite' ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(wanted ->> 'suite') <= 60) then
    perform private.refuse_field('suite', 'The name of a suite has lowercase letters, digits, and hyphens.');
  end if;
  if wanted ? 'paths' and private.is_path_list(private.text_list(wanted -> 'paths')) is not true then
    perform private.refuse_field('paths', 'At most 50 paths are taken, each written like src or src/main.js.');
  end if;
  if wanted ? 'expected' and private.is_test_list(private.text_list(wanted -> 'expected')) is not true then
    perform private.refuse_field('expected', 'At most 500 different tests are named, with at most 300 characters each.');
  end if;
  if coalesce(wanted ->> 'tests_do', 'SHOW') <> all (enum_range(null::public.tests_do)::text[]) then
    perform private.refuse_field('tests_do', 'Results are shown, needed to hand in, or pass the work.');
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
        -- In a small cohort, the figures would reveal whose hidden work waits. Work that was reviewed before counts,
        -- because staff know whose it is.
        and (cohorts is null or s.cohort_id = any (cohorts) and (s.came_back or not private.work_is_hidden(s)))
    ), judged as (
      -- A criterion counts as failed if the review gave it the lowest level.
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
        from (select * from judged j where j.failed > 0 order by j.failed desc, j.title limit 5) j),
      'tested', exists (select from public.assignments a where a.lesson_id = lesson and a.grader is not null),
      'tests', private.test_figures(lesson, cohorts, since)));
end
$function$;

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
    -- Staff and people with a free preview may read the assignment without handing in. Rights of staff may require a
    -- session with a second factor, which access_of() does not check.
    opens := private.access_of(me, private.course_of_lesson(assignment.lesson_id), assignment.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can always read what they handed in. The brief and the rubric are hidden once the lesson is closed to them.
  if task.lesson_id is null or not is_open and work.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  end if;
  select d.* into due from private.due_of(me, assignment.lesson_id) d;
  return jsonb_build_object('lesson_id', task.lesson_id, 'open', is_open,
    'accepts', task.accepts, 'blind', task.blind, 'late', task.late, 'cutoff_days', task.cutoff_days,
    'due', case when due.zone is not null then jsonb_build_object('at', due.due_at, 'day', due.day, 'at_time', to_char(due.at_time, 'HH24:MI'), 'zone', due.zone,
      'extended', due.extended, 'paused', due.paused, 'shut_at', due.shut_at, 'shut', coalesce(private.is_second_over(due.shut_at), false)) end,
    'can_hand_in', may_hand_in and work.state is distinct from 'PASSED'
      and not coalesce(private.is_second_over(due.shut_at), false),
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
      select private.asked_time(q) from private.extension_requests q where q.user_id = me and q.lesson_id = assignment.lesson_id),
    'tests', case when task.grader is not null then private.tests_of(task, me, is_open) end);
end
$function$;

create or replace function private.tell_of_review(made public.reviews, work public.submissions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.tell_of_verdict(work, made.verdict, made);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- The mail waits one more minute, because a call of withdraw_review() that began in time can run for 30 seconds.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;

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
  own := private.operation_row_id(publish_review.operation_id, 'review');
  select v.* into made from public.reviews v where v.id = own;
  if made.id is not null then
    if made.round_id <> publish_review.round_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was published already, for another round.';
    end if;
    return private.published_facts(made);
  end if;
  -- With this lock, no other request can hand in a round of this work, or publish or withdraw a review of it.
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
  elsif private.is_for_another_reviewer(me, work) then
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
  perform private.end_waiting(work, publish_review.verdict);
  delete from public.review_drafts d where d.round_id = of_round.id and d.reviewer_id = me;
  perform private.tell_of_review(made, work);
  return private.published_facts(made);
end
$function$;

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
    'paths', (select a.paths from public.assignments a where a.lesson_id = work.lesson_id and a.grader is not null),
    'rubric', private.rubric_of(work.lesson_id),
    'can_review', private.can_on_work('review', work),
    'can_withdraw', private.can('submissions', 'withdraw'),
    'due', case when due.zone is not null and not hidden then jsonb_build_object('at', due.due_at, 'zone', due.zone, 'extended', due.extended, 'shut_at', due.shut_at) end,
    'extension', (
      select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at)
      from public.extensions x where x.lesson_id = work.lesson_id and x.user_id = work.user_id and not hidden),
    'extension_request', case when not hidden then (
      select private.asked_time(q) from private.open_extension_requests() q where q.lesson_id = work.lesson_id and q.user_id = work.user_id
        and private.extension_may_be_given(q.user_id, q.lesson_id)) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r)
        -- Due dates of a person and names of files can reveal whose work it is.
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

create or replace function private.work_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'work', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'state', s.state, 'passed_at', s.passed_at, 'rounds', (
        select jsonb_agg(private.round_facts(r) - 'id' order by r.round) from public.submission_rounds r where r.submission_id = s.id)) order by c.title, m.index, l.index)
    from public.submissions s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'work_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.submission_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'extensions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at) order by x.given_at)
    from public.extensions x join public.lessons l on l.id = x.lesson_id where x.user_id = person)
  union all
  select 'extension_requests', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'note', q.note, 'days', q.days, 'asked_at', q.asked_at, 'answered_at', q.answered_at,
      'declined_because', q.declined_because) order by q.asked_at)
    from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.user_id = person)
  union all
  select 'repositories', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'line', private.repository_line(p.lesson_id, person), 'asked_at', p.asked_at) || private.repository_facts(p)
      order by p.asked_at)
    from public.repositories p join public.lessons l on l.id = p.lesson_id where p.user_id = person)
  union all
  select 'repository_results', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'ref', t.ref, 'trial', t.trial) || private.result_facts(t) - 'id' order by t.received_at)
    from public.repository_results t join public.lessons l on l.id = t.lesson_id where t.user_id = person)
  union all
  select 'saved_replies', (
    select jsonb_agg(jsonb_build_object('title', r.title, 'body', r.body) order by r.position, r.title) from public.saved_replies r where r.user_id = person)
  union all
  -- The owner of the work is left out, because exports contain no data of other people.
  select 'reviews_given', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'verdict', v.verdict, 'comment', v.comment, 'published_at', v.published_at, 'withdrawn_at', v.withdrawn_at,
      'remarks', (select coalesce(jsonb_agg(k.body order by k.line_from, k.id), '[]') from public.review_remarks k where k.review_id = v.id)) order by v.published_at)
    from (select * from public.reviews v where v.reviewer_id = person order by v.published_at desc limit 1000) v
    join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id)
  union all
  select 'review_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'updated_at', d.updated_at) order by d.updated_at)
    from public.review_drafts d
    join public.submission_rounds r on r.id = d.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
    where d.reviewer_id = person)
$function$;

alter table public.assignments add constraint assignments_grader_form CHECK (private.is_grader(grader));

alter table public.assignments add constraint assignments_expected_form CHECK (private.is_test_list(expected));

alter table public.assignments add constraint assignments_grader_needs_repository CHECK (((grader IS NULL) OR (accepts @> '{REPOSITORY}'::public.work_kind[])));

alter table public.assignments add constraint assignments_grader_new_sha_form CHECK ((grader_new_sha ~ '^[0-9a-f]{40}$'::text));

alter table public.assignments add constraint assignments_grader_sha_form CHECK ((grader_sha ~ '^[0-9a-f]{40}$'::text));

alter table public.assignments add constraint assignments_paths_form CHECK (private.is_path_list(paths));

alter table public.assignments add constraint assignments_suite_form CHECK (((suite ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(suite) <= 60)));

alter table public.assignments add constraint assignments_template_url_form CHECK (private.is_web_link(template_url));

alter table public.lesson_versions drop constraint lesson_versions_assignment_form, add constraint lesson_versions_assignment_form CHECK (private.matches_schema(assignment, '{"type": "object", "required": ["accepts", "due_day", "due_time", "late", "cutoff_days", "blind", "rubric"], "properties": {"late": {"enum": ["MARKED", "SHUT"], "type": "string"}, "blind": {"type": "boolean"}, "paths": {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 50}, "suite": {"type": ["string", "null"], "maxLength": 60}, "grader": {"type": ["string", "null"], "maxLength": 300}, "rubric": {"type": "array", "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "levels": {"type": "array", "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "maximum": 1000, "minimum": 0}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}, "maxItems": 6}, "essential": {"type": "boolean"}}}, "maxItems": 100}, "accepts": {"type": "array", "items": {"enum": ["TEXT", "CODE", "LINK", "REPOSITORY", "FILE"], "type": "string"}, "maxItems": 5}, "due_day": {"type": ["integer", "null"], "maximum": 3650, "minimum": 0}, "due_time": {"type": ["string", "null"], "maxLength": 8}, "expected": {"type": "array", "items": {"type": "string", "maxLength": 300}, "maxItems": 500}, "tests_do": {"enum": ["SHOW", "GATE", "PASS"], "type": "string"}, "grader_sha": {"type": ["string", "null"], "maxLength": 40}, "cutoff_days": {"type": ["integer", "null"], "maximum": 365, "minimum": 0}, "template_url": {"type": ["string", "null"], "maxLength": 2000}, "push_hands_in": {"type": "boolean"}}}'::jsonb));

create unique index repository_results_first on public.repository_results (lesson_id, repository_id, sha, suite) where (again_at is null);

create index repository_results_person_idx on public.repository_results (user_id, lesson_id, received_at desc);

create index repository_results_lesson_idx on public.repository_results (lesson_id, received_at desc);

create index repositories_repository_id_idx on public.repositories (repository_id);

create index submission_keys_user_id_idx on private.submission_keys (user_id);

create index repositories_user_id_idx on public.repositories (user_id);

grant SELECT on public.repositories to service_role;

grant INSERT on public.repositories to service_role;

grant UPDATE on public.repositories to service_role;

grant DELETE on public.repositories to service_role;

grant SELECT on public.repository_results to service_role;

grant INSERT on public.repository_results to service_role;

grant UPDATE on public.repository_results to service_role;

grant DELETE on public.repository_results to service_role;

grant UPDATE (grader) on public.assignments to authenticated;

grant UPDATE (grader_sha) on public.assignments to authenticated;

grant UPDATE (template_url) on public.assignments to authenticated;

grant UPDATE (suite) on public.assignments to authenticated;

grant UPDATE (paths) on public.assignments to authenticated;

grant UPDATE (expected) on public.assignments to authenticated;

grant UPDATE (tests_do) on public.assignments to authenticated;

grant UPDATE (push_hands_in) on public.assignments to authenticated;

grant EXECUTE on function public.lesson_repositories(uuid,jsonb,integer,integer) to authenticated;

grant EXECUTE on function private.text_list(jsonb) to authenticated;

grant EXECUTE on function private.assignment_as_wanted(jsonb,jsonb) to authenticated;

grant EXECUTE on function public.ask_repository(uuid,text) to authenticated;

grant EXECUTE on function public.assignment_tests(uuid) to authenticated;

grant EXECUTE on function public.disconnect_repository(uuid) to authenticated;

grant EXECUTE on function public.judge_again(uuid) to authenticated;

grant EXECUTE on function public.take_grader_commit(uuid,text) to authenticated;

grant EXECUTE on function public.lesson_repositories(uuid,jsonb,integer,integer) to service_role;

grant EXECUTE on function public.settle_repository_result(jsonb) to service_role;

grant EXECUTE on function private.text_list(jsonb) to service_role;

grant EXECUTE on function private.assignment_as_wanted(jsonb,jsonb) to service_role;

grant EXECUTE on function public.ask_repository(uuid,text) to service_role;

grant EXECUTE on function public.assignment_tests(uuid) to service_role;

grant EXECUTE on function public.disconnect_repository(uuid) to service_role;

grant EXECUTE on function public.judge_again(uuid) to service_role;

grant EXECUTE on function public.take_grader_commit(uuid,text) to service_role;

create trigger assignments_grader before update of grader, grader_sha on public.assignments
  for each row
  when (old.grader is distinct from new.grader or old.grader_sha is distinct from new.grader_sha)
  execute function private.forget_new_grader();

comment on table private.submission_secret is 'One row: the secret from which the line for the file .rookies is computed for each person and assignment. Only hashes of these lines are stored, so a page that shows a line computes the line again. No grants.';

comment on table private.submission_keys is 'The person and the assignment that a line in the file .rookies stands for, with the hash of the key in that line. No grants: ask_repository() adds the rows (rules/repositories#connect).';

comment on table public.repositories is 'The repository that a person named for an assignment, and since when it is connected. People and staff read it through functions (rules/repositories#connect).';

comment on table public.repository_results is 'The results of the tests of each judged commit. A commit has one result, unless staff let the commit be judged again. People and staff read it through functions (rules/repositories#results).';

comment on column public.assignments.grader_new_sha is 'The latest commit of the grader that sent a result and was not accepted yet. Somebody who may edit the lesson can accept this commit. Null: no commit waits. Written by settle_repository_result().';

comment on column public.assignments.grader_seen_at is 'When grader_new_sha first sent a result.';

comment on column public.assignments.grader is 'The workflow of the school that tests commits, as owner/repository/.github/workflows/name.yml@ref; null: nothing is tested (rules/repositories#assignment).';

comment on column public.assignments.grader_sha is 'The commit of the grader whose results are believed; null: none yet (rules/repositories#believe).';

comment on column public.assignments.template_url is 'The address of the repository that people copy before they begin.';

comment on column public.assignments.suite is 'The name of the tests that the grader runs.';

comment on column public.assignments.paths is 'The files and folders that the grader takes from a commit. All other files of a test run come from the school.';

comment on column public.assignments.expected is 'The names of the tests that a result must contain, and that must pass. A missing test counts as failed.';

comment on column public.assignments.tests_do is 'SHOW: results are shown. GATE: work is handed in only if the tests of its commit pass. PASS: work passes by itself if they pass (rules/repositories#effects).';

comment on column public.assignments.push_hands_in is 'Whether each judged commit is handed in as a round.';

comment on column public.repositories.owner is 'The login of the owner at the host: from the address that the person typed, and later from the latest result.';

comment on column public.repositories.repository_id is 'The number that the host gave the repository, which stays the same when the repository is renamed; null: not connected yet.';

comment on column public.repositories.default_branch is 'The branch that was the default branch when the first result arrived. Only results of this branch count. Null: not connected yet.';

comment on column public.repository_results.results is 'The tests, failed ones before the others: [{name, ok, skipped, message, ms}], at most 500. Empty for old commits that were not handed in.';

comment on column public.repository_results.tests is 'How many tests of different names the report had.';

comment on column public.repository_results.failed is 'How many tests failed, or were skipped although the assignment expects them.';

comment on column public.repository_results.pushed_at is 'When the host received the commit, at most one day before received_at; null: unknown.';

comment on column public.repository_results.again_at is 'When staff let the commit be judged again, so that this result does not count any more; null: the result counts.';

comment on column public.repository_results.jti is 'The id of the token that proved the result. A token is accepted once.';

comment on column public.repository_results.missing is 'The expected tests that the results do not have.';

comment on column public.repository_results.trial is 'Whether the result comes from an author who tries the tests. Such a result hands nothing in.';

comment on function public.lesson_repositories(uuid,jsonb,integer,integer) is 'Takes an assignment, a filter {state: CONNECTED, FAILING or PASSING: connected, and the newest result fails or passes, CONNECTING: named, but not connected yet, NEVER: no repository named, cohort_id}, a page and its size (at most 100); returns the people who take the course and whose work the caller may list, except the caller, by name: {total, counts: {CONNECTED, FAILING, PASSING, CONNECTING, NEVER}: without the filter by state, rows: [{person: {id, name, email: null if the caller may not see it}, repository: repository_facts() or null, result: {id, verdict, sha, commit_url, received_at, failed, first_failed: the name of a test} or null}]}. Raises 42501 (rules/repositories#table).';

comment on function public.settle_repository_result(jsonb) is 'Takes a report that a grader sent and whose token was checked: {host, repository: owner/name, repository_id, sha, ref, grader_ref and grader_sha: the workflow that sent it, run_id, run_attempt, jti, line: the content of the file .rookies or null, default_branch, pushed_at, suite, results: at most 5,000 [{name, ok, skipped, message, ms}]}; stores the first result of the commit, connects the repository, and does what the assignment says. Returns {accepted: true, verdict, tests, failed, missing, first_failed: a name or null, handed_in: the number of the round with this commit or null, why_not_handed_in: PASSED, TESTS_FAIL, TOO_MANY or null, connected_now, passed: whether the work passed now, trial, lesson: its title} or {refused: UNKNOWN_LINE, OTHER_REPOSITORY, NOT_ASKED, OTHER_GRADER, GRADER_MOVED, OTHER_SUITE, OTHER_BRANCH, JUDGED_ALREADY, REPLAYED, NO_ACCESS, SHUT or NO_RESULTS}. The answer names no person. Only for the worker. Raises PT422 with hint report (rules/repositories#believe).';

comment on function private.text_list(jsonb) is 'Takes a list of texts as JSON; returns the trimmed texts in order. Null for anything else.';

comment on function private.add_round(uuid,uuid,public.submission_rounds,timestamp with time zone,boolean) is 'Takes a person, an assignment that is open to them, a checked round without its number, when it arrived, and whether the person wants another reviewer; adds the round to the person''s work, and returns it. Raises PT403 NO_ACCESS, PT409 PASSED and SHUT, PT422 with hint second_opinion, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';

comment on function private.has_many_rounds(uuid) is 'Takes a person; true if they handed in 30 rounds within an hour and have to wait.';

comment on function private.lock_rounds(uuid) is 'Locks the rounds of a person until the transaction ends, so that transactions that add rounds for this person run one after another.';

comment on function private.assignment_as_wanted(jsonb,jsonb) is 'Takes the assignment_fields() of an assignment, and the fields that change; returns all fields with these changes. Without a grader, the other fields about tests have their defaults.';

comment on function private.forget_new_grader() is 'Row trigger: if an assignment gets another grader, or if the waiting commit of its grader is accepted, clears grader_new_sha and grader_seen_at.';

comment on function private.is_second_over(timestamp with time zone,timestamp with time zone) is 'Takes two moments; true if the whole second in which the first moment lies was over at the second moment. Null for null.';

comment on function private.tell_of_verdict(public.submissions,public.review_verdict,public.reviews) is 'Takes somebody''s work, its verdict, and the review that gives the verdict (null: the tests passed); notifies the owner.';

comment on function private.end_waiting(public.submissions,public.review_verdict) is 'Takes waiting work that the caller has locked, and a verdict; marks the work as returned to its owner or as passed, which completes the lesson, and deletes the claims and offers of reviewers (rules/assignments#completion).';

comment on function private.pass_by_tests(uuid) is 'Takes somebody''s work. If the tests of its waiting round pass, and the assignment says that such work passes by itself, lets the work pass, completes the lesson and notifies the owner. Returns whether the work passed in this call (rules/repositories#effects).';

comment on function private.prune_results(uuid,uuid) is 'Takes a person and an assignment; deletes the list of tests in old results, except in the last 20 and in results of commits that were handed in. The rows with their verdicts and counts stay, so that an old commit is not judged a second time.';

comment on function private.repository_facts(public.repositories) is 'Takes the repository of a person; returns {owner, name, url, connected_at: null if it is not connected yet, default_branch}. Null for null.';

comment on function private.repository_line(uuid,uuid) is 'Takes an assignment and a person; returns the line that the person writes into the file .rookies of their repository (rules/repositories#connect).';

comment on function private.repository_url(text,text) is 'Takes the owner and the name of a repository; returns its address.';

comment on function private.result_facts(public.repository_results) is 'Takes a result; returns {id, verdict: PASS or FAIL, sha, commit_url, suite, tests and failed: how many, missing: expected names, results: [{name, ok, skipped, message, ms}], received_at, pushed_at, run_url}. Null for null.';

comment on function private.round_is_connected(public.submission_rounds) is 'Takes a round; true if its link leads to the repository that the owner of the work connected, by the present name of that repository, or if the commit of the round was judged for the owner and the assignment.';

comment on function private.first_bytes(text,integer) is 'Takes a text and a number of bytes, at least 3; returns the longest beginning of the text that fits into this number of bytes.';

comment on function private.grader_of(text) is 'Takes the reference of a grader as an assignment or a token writes it; returns the workflow, and the branch, tag or commit. Both are null for other texts.';

comment on function private.judge_tests(jsonb,text[]) is 'Takes the tests of a report [{name, ok, skipped, message, ms}] and the names that are expected; returns the verdict, the tests as they are stored, the expected names that are missing, how many tests there are and how many of them failed, and the name of the first that failed or is missing (rules/repositories#results).';

comment on function private.key_in_line(text) is 'Takes the content of the file .rookies; returns the key that stands alone on a line, with or without "rookies:" before it. Null without one, and for a file of more than 200 bytes.';

comment on function private.keep_new_grader(public.assignments,text) is 'Takes an assignment, and a commit of its grader that nobody accepted yet; stores the commit, so that somebody who may edit the lesson can accept the commit.';

comment on function private.leads_to_repository(text,text,text,text) is 'Takes a link, and the host, owner and name of a repository; true if the link leads to this repository or to a page of it. False for null.';
comment on function private.newest_result(uuid,uuid) is 'Takes an assignment and a person; returns the newest result of the person''s connected repository that counts. Null if there is none.';

comment on function private.test_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which results count (the last 200 at most); returns the five tests that fail most often, [{name, judged: how many results contain the test or lack the test although it is expected, failed: in how many of these results the test failed or is missing}].';

comment on function private.tests_of(public.assignments,uuid,boolean) is 'Takes an assignment with a grader, a person, and whether the lesson is open to them; returns {template_url, suite, paths, tests_do, push_hands_in, line, repository: repository_facts() or null, result: result_facts() of the newest result, or null}. The template and the line are null while the lesson is closed.';

comment on function private.tests_of_round(public.submission_rounds) is 'Takes a round; returns result_facts() of its commit. Null if the commit was not judged.';

comment on function private.with_tested_commit(public.assignments,uuid,public.submission_rounds) is 'Takes an assignment, a person, and a round that they hand in; returns the round with the connected repository and its newest judged commit if the round names no other repository. Raises PT409 NOT_CONNECTED, NOT_JUDGED and TESTS_FAIL if the assignment takes only commits whose tests pass (rules/repositories#effects).';

comment on function public.ask_repository(uuid,text) is 'Takes an assignment with a grader and the address of a repository at github.com; stores that the caller wants to connect this repository. The first judged commit of the repository connects it. Authors can call this function, too, to try the tests. The same call again changes nothing. Returns repository_facts(). Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 CONNECTED and NOT_TESTED, PT422 with hint repo_url (rules/repositories#connect).';

comment on function public.assignment_tests(uuid) is 'Takes an assignment that the caller may edit; returns {grader_new_sha: a commit of the grader that waits to be accepted, or null, grader_seen_at, line: for the caller''s own repository, repository: repository_facts() of it or null, trial: result_facts() of the caller''s newest trial or null, connected: how many others connected a repository, judged: how many results there are}. Null for a lesson that was never an assignment. Raises 42501 (rules/repositories#assignment).';

comment on function public.disconnect_repository(uuid) is 'Takes an assignment; forgets which repository the caller connected or named. Results and rounds stay. The same call again changes nothing. Raises 42501 (rules/repositories#connect).';

comment on function public.judge_again(uuid) is 'Takes a result, which then does not count any more, so that the next result of the same commit is accepted. For reviewers of the work, and for the author''s own trial. The same call again changes nothing. Raises 42501, also for one''s own work (rules/repositories#again).';

comment on function public.take_grader_commit(uuid,text) is 'Takes an assignment that the caller may edit, and the commit that the caller saw (null: any); lets the results of the commit that waits count from now on. The same call again changes nothing. Raises 42501, PT409 OTHER_COMMIT (rules/repositories#believe).';

comment on column public.submission_rounds.made_at is 'When the work was handed in on the device, by the clock of the device, if it was made offline; when the commit was pushed, by the clock of its host, if the push handed it in. Otherwise null.';

comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is 'Hands in a round. Takes an assignment, an operation id, and the kinds of work that the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when it was handed in on a device without a connection. `second_opinion`: the caller disagrees with the review and wants another reviewer for this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT409 NOT_CONNECTED, NOT_JUDGED and TESTS_FAIL if the assignment takes only tested commits, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';

comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is unknown, commit_url: its page at the host, commit_sought: whether the host will still be asked for the commit, files: [{path, name, bytes, type: null if it cannot be read}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, connected: whether its repository is the connected one, tests: result_facts() of its commit or null, second_opinion, review: review_facts() or null}.';

comment on function private.assignment_fields(uuid) is 'Takes a lesson; returns the fields of its assignment, {accepts, due_day, due_time: HH:MM, late, cutoff_days, blind, grader, grader_sha, template_url, suite, paths, expected, tests_do, push_hands_in, rubric: [{id, title, essential, levels}]}. Null for a lesson of another type. Runs as its caller.';

comment on function private.lesson_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people handed in (for cohorts without hidden work that was never reviewed), waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}], tested: whether it has a grader, tests: test_figures()}.';

comment on function public.assignment(uuid) is 'Takes an assignment; returns what its page shows the caller in addition to the lesson: {lesson_id, open, accepts, blind, late, cutoff_days, due: {at: null for never, day, at_time: HH:MM, zone, extended, paused, shut_at, shut} or null without access, can_hand_in, rubric: [{id, title, essential, levels}], submission: {id, state, round, awaiting_since, passed_at} or null, rounds: [round_facts()], draft: {body, revision, updated_at, kept} or null, place: {place, of} in the queue or null, usual: {reviews, median_hours, p90_hours} or null, extension_request: asked_time() or null, tests: tests_of() or null if nothing is tested}. What the caller handed in stays readable when the lesson closes, but not the rubric. Raises 42501, PT404 NO_LESSON.';

comment on function public.assignment_figures(uuid,uuid) is 'Takes a course, a cohort, or neither for all assignments; returns {since: the moment from which reviews count, 90 days ago, assignments: at most 100 [{lesson: {id, title}, course: {id, title, slug}, handed_in, waiting, passed, rounds, reviews, median_hours, p90_hours, criteria: [{id, title, judged, failed}], tested, tests: [{name, judged, failed}]}]}. Moderators who see only people assigned to them get the figures of their cohorts, and no assignments if none of these takes the course. Raises 42501, PT404 NO_COHORT (rules/assignments#figures).';

comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, paths: what tests take from a commit, or null if nothing is tested, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: asked_time() of a request that the caller may answer, or null, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were withdrawn [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round that has one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing in the answer reveals whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';

comment on function private.work_data(uuid) is 'Takes a person; returns lists by name (null: empty): what they handed in, with its reviews, their drafts, the extensions that they asked for and were given, their repositories and the results of the tests, their saved replies, and the newest 1,000 reviews that they gave.';

insert into private.submission_secret (secret) values (extensions.gen_random_bytes(32));

-- Versions from before say that nothing was tested, so that restoring one also restores this.
update public.lesson_versions set assignment = assignment
  || '{"grader": null, "grader_sha": null, "template_url": null, "suite": null, "paths": [], "expected": [], "tests_do": "SHOW", "push_hands_in": false}'
where assignment is not null and not assignment ? 'grader';
