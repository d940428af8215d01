-- Repositories that people connect to assignments, and the results of the tests of their commits.
set check_function_bodies = off;

-- TABLES

create table private.submission_secret (
  id boolean not null default true,
  secret bytea not null,
  constraint submission_secret_pkey primary key (id),
  constraint submission_secret_length check (octet_length(secret) = 32),
  constraint submission_secret_single_row check (id)
);
alter table private.submission_secret enable row level security;
comment on table private.submission_secret is 'One row: the secret from which the line for the file .rookies is computed for each person and assignment. Only hashes of these lines are stored, so a page that shows a line computes the line again. No grants.';
insert into private.submission_secret (secret) values (extensions.gen_random_bytes(32));

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
alter table private.submission_keys enable row level security;
create index submission_keys_user_id_idx on private.submission_keys (user_id);
comment on table private.submission_keys is 'The person and the assignment that a line in the file .rookies stands for, with the hash of the key in that line. No grants: ask_repository() adds the rows (rules/repositories#connect).';

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
alter table public.repositories enable row level security;
create index repositories_repository_id_idx on public.repositories (repository_id);
create index repositories_user_id_idx on public.repositories (user_id);
grant delete, insert, select, update on public.repositories to service_role;
comment on table public.repositories is 'The repository that a person named for an assignment, and since when it is connected. People and staff read it through functions (rules/repositories#connect).';
comment on column public.repositories.owner is 'The login of the owner at the host: from the address that the person typed, and later from the latest result.';
comment on column public.repositories.repository_id is 'The number that the host gave the repository, which stays the same when the repository is renamed; null: not connected yet.';
comment on column public.repositories.default_branch is 'The branch that was the default branch when the first result arrived. Only results of this branch count. Null: not connected yet.';

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
alter table public.repository_results enable row level security;
create unique index repository_results_first on public.repository_results (lesson_id, repository_id, sha, suite) where (again_at is null);
create index repository_results_lesson_idx on public.repository_results (lesson_id, received_at desc);
create index repository_results_person_idx on public.repository_results (user_id, lesson_id, received_at desc);
grant delete, insert, select, update on public.repository_results to service_role;
comment on table public.repository_results is 'The results of the tests of each judged commit. A commit has one result, unless staff let the commit be judged again. People and staff read it through functions (rules/repositories#results).';
comment on column public.repository_results.results is 'The tests, failed ones before the others: [{name, ok, skipped, message, ms}], at most 500. Empty for old commits that were not handed in.';
comment on column public.repository_results.missing is 'The expected tests that the results do not have.';
comment on column public.repository_results.tests is 'How many tests of different names the report had.';
comment on column public.repository_results.failed is 'How many tests failed, or were skipped although the assignment expects them.';
comment on column public.repository_results.trial is 'Whether the result comes from an author who tries the tests. Such a result hands nothing in.';
comment on column public.repository_results.pushed_at is 'When the host received the commit, at most one day before received_at; null: unknown.';
comment on column public.repository_results.again_at is 'When staff let the commit be judged again, so that this result does not count any more; null: the result counts.';
comment on column public.repository_results.jti is 'The id of the token that proved the result. A token is accepted once.';

-- FUNCTIONS

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
comment on function private.first_bytes(text,integer) is 'Takes a text and a number of bytes, at least 3; returns the longest beginning of the text that fits into this number of bytes.';

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
comment on function private.grader_of(text) is 'Takes the reference of a grader as an assignment or a token writes it; returns the workflow, and the branch, tag or commit. Both are null for other texts.';

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
comment on function private.judge_tests(jsonb,text[]) is 'Takes the tests of a report [{name, ok, skipped, message, ms}] and the names that are expected; returns the verdict, the tests as they are stored, the expected names that are missing, how many tests there are and how many of them failed, and the name of the first that failed or is missing (rules/repositories#results).';

create or replace function private.key_in_line(line text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select case when octet_length(line) <= 200 then substring(line from '(?n)^[ \t]*(?:rookies:[ \t]*)?(rk_[0-9a-f]{40})[ \t\r]*$') end
$function$;
comment on function private.key_in_line(text) is 'Takes the content of the file .rookies; returns the key that stands alone on a line, with or without "rookies:" before it. Null without one, and for a file of more than 200 bytes.';

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
comment on function private.keep_new_grader(public.assignments,text) is 'Takes an assignment, and a commit of its grader that nobody accepted yet; stores the commit, so that somebody who may edit the lesson can accept the commit.';

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
comment on function private.leads_to_repository(text,text,text,text) is 'Takes a link, and the host, owner and name of a repository; true if the link leads to this repository or to a page of it. False for null.';

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
comment on function private.newest_result(uuid,uuid) is 'Takes an assignment and a person; returns the newest result of the person''s connected repository that counts. Null if there is none.';

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
comment on function private.pass_by_tests(uuid) is 'Takes somebody''s work. If the tests of its waiting round pass, and the assignment says that such work passes by itself, lets the work pass, completes the lesson and notifies the owner. Returns whether the work passed in this call (rules/repositories#effects).';

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
comment on function private.prune_results(uuid,uuid) is 'Takes a person and an assignment; deletes the list of tests in old results, except in the last 20 and in results of commits that were handed in. The rows with their verdicts and counts stay, so that an old commit is not judged a second time.';

create or replace function private.repository_facts(r public.repositories)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when r.lesson_id is not null then jsonb_build_object('owner', r.owner, 'name', r.name, 'url', private.repository_url(r.owner, r.name),
    'connected_at', r.connected_at, 'default_branch', r.default_branch) end
$function$;
comment on function private.repository_facts(public.repositories) is 'Takes the repository of a person; returns {owner, name, url, connected_at: null if it is not connected yet, default_branch}. Null for null.';

create or replace function private.repository_line(lesson uuid, person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'rookies: rk_' || left(encode(extensions.hmac(convert_to(lesson || ' ' || person, 'UTF8'), s.secret, 'sha256'), 'hex'), 40)
  from private.submission_secret s
$function$;
comment on function private.repository_line(uuid,uuid) is 'Takes an assignment and a person; returns the line that the person writes into the file .rookies of their repository (rules/repositories#connect).';

create or replace function private.repository_url(owner text, name text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$ select 'https://github.com/' || owner || '/' || name $function$;
comment on function private.repository_url(text,text) is 'Takes the owner and the name of a repository; returns its address.';

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
comment on function private.result_facts(public.repository_results) is 'Takes a result; returns {id, verdict: PASS or FAIL, sha, commit_url, suite, tests and failed: how many, missing: expected names, results: [{name, ok, skipped, message, ms}], received_at, pushed_at, run_url}. Null for null.';

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
comment on function private.round_is_connected(public.submission_rounds) is 'Takes a round; true if its link leads to the repository that the owner of the work connected, by the present name of that repository, or if the commit of the round was judged for the owner and the assignment.';

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
comment on function private.test_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which results count (the last 200 at most); returns the five tests that fail most often, [{name, judged: how many results contain the test or lack the test although it is expected, failed: in how many of these results the test failed or is missing}].';

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
comment on function private.tests_of(public.assignments,uuid,boolean) is 'Takes an assignment with a grader, a person, and whether the lesson is open to them; returns {template_url, suite, paths, tests_do, push_hands_in, line, repository: repository_facts() or null, result: result_facts() of the newest result, or null}. The template and the line are null while the lesson is closed.';

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
comment on function private.tests_of_round(public.submission_rounds) is 'Takes a round; returns result_facts() of its commit. Null if the commit was not judged.';

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
comment on function private.with_tested_commit(public.assignments,uuid,public.submission_rounds) is 'Takes an assignment, a person, and a round that they hand in; returns the round with the connected repository and its newest judged commit if the round names no other repository. Raises PT409 NOT_CONNECTED, NOT_JUDGED and TESTS_FAIL if the assignment takes only commits whose tests pass (rules/repositories#effects).';

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
comment on function public.ask_repository(uuid,text) is 'Takes an assignment with a grader and the address of a repository at github.com; stores that the caller wants to connect this repository. The first judged commit of the repository connects it. Authors can call this function, too, to try the tests. The same call again changes nothing. Returns repository_facts(). Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 CONNECTED and NOT_TESTED, PT422 with hint repo_url (rules/repositories#connect).';
grant execute on function public.ask_repository(uuid,text) to authenticated, service_role;

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
comment on function public.assignment_tests(uuid) is 'Takes an assignment that the caller may edit; returns {grader_new_sha: a commit of the grader that waits to be accepted, or null, grader_seen_at, line: for the caller''s own repository, repository: repository_facts() of it or null, trial: result_facts() of the caller''s newest trial or null, connected: how many others connected a repository, judged: how many results there are}. Null for a lesson that was never an assignment. Raises 42501 (rules/repositories#assignment).';
grant execute on function public.assignment_tests(uuid) to authenticated, service_role;

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
comment on function public.disconnect_repository(uuid) is 'Takes an assignment; forgets which repository the caller connected or named. Results and rounds stay. The same call again changes nothing. Raises 42501 (rules/repositories#connect).';
grant execute on function public.disconnect_repository(uuid) to authenticated, service_role;

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
comment on function public.judge_again(uuid) is 'Takes a result, which then does not count any more, so that the next result of the same commit is accepted. For reviewers of the work, and for the author''s own trial. The same call again changes nothing. Raises 42501, also for one''s own work (rules/repositories#again).';
grant execute on function public.judge_again(uuid) to authenticated, service_role;

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
comment on function public.lesson_repositories(uuid,jsonb,integer,integer) is 'Takes an assignment, a filter {state: CONNECTED, FAILING or PASSING: connected, and the newest result fails or passes, CONNECTING: named, but not connected yet, NEVER: no repository named, cohort_id}, a page and its size (at most 100); returns the people who take the course and whose work the caller may list, except the caller, by name: {total, counts: {CONNECTED, FAILING, PASSING, CONNECTING, NEVER}: without the filter by state, rows: [{person: {id, name, email: null if the caller may not see it}, repository: repository_facts() or null, result: {id, verdict, sha, commit_url, received_at, failed, first_failed: the name of a test} or null}]}. Raises 42501 (rules/repositories#table).';
grant execute on function public.lesson_repositories(uuid,jsonb,integer,integer) to authenticated, service_role;

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
comment on function public.settle_repository_result(jsonb) is 'Takes a report that a grader sent and whose token was checked: {host, repository: owner/name, repository_id, sha, ref, grader_ref and grader_sha: the workflow that sent it, run_id, run_attempt, jti, line: the content of the file .rookies or null, default_branch, pushed_at, suite, results: at most 5,000 [{name, ok, skipped, message, ms}]}; stores the first result of the commit, connects the repository, and does what the assignment says. Returns {accepted: true, verdict, tests, failed, missing, first_failed: a name or null, handed_in: the number of the round with this commit or null, why_not_handed_in: PASSED, TESTS_FAIL, TOO_MANY or null, connected_now, passed: whether the work passed now, trial, lesson: its title} or {refused: UNKNOWN_LINE, OTHER_REPOSITORY, NOT_ASKED, OTHER_GRADER, GRADER_MOVED, OTHER_SUITE, OTHER_BRANCH, JUDGED_ALREADY, REPLAYED, NO_ACCESS, SHUT or NO_RESULTS}. The answer names no person. Only for the worker. Raises PT422 with hint report (rules/repositories#believe).';
grant execute on function public.settle_repository_result(jsonb) to service_role;

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
comment on function public.take_grader_commit(uuid,text) is 'Takes an assignment that the caller may edit, and the commit that the caller saw (null: any); lets the results of the commit that waits count from now on. The same call again changes nothing. Raises 42501, PT409 OTHER_COMMIT (rules/repositories#believe).';
grant execute on function public.take_grader_commit(uuid,text) to authenticated, service_role;
