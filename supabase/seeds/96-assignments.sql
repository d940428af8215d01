-- Why: work in every state: drafts, waiting, late, returned, waiting again, and passed, and requests for more time and time that
-- was given. The running cohort takes the JavaScript course, and two of its lessons that end with exercises are the assignments.
-- The ids of work begin with db, of rounds with dc, and of reviews with dd. Runs after the cohorts.

update public.lessons set content_type = 'ASSIGNMENT'
where id in ('e0000000-0000-4000-8000-000000030203', 'e0000000-0000-4000-8000-000000030303');

update public.assignments a set accepts = s.accepts::public.work_kind[], due_day = s.day, due_time = '18:00', late = s.late::public.late_rule, cutoff_days = s.days
from (values
  ('e0000000-0000-4000-8000-000000030203', '{TEXT,CODE,REPOSITORY}', 12, 'MARKED', null),
  ('e0000000-0000-4000-8000-000000030303', '{CODE,LINK}', 18, 'SHUT', 7)
) as s (lesson, accepts, day, late, days)
where a.lesson_id = s.lesson::uuid;

-- The first one is also done in a repository, whose tests the school runs.
update public.assignments set grader = 'rookies-school/grading/.github/workflows/rotate-node.yml@v1', grader_sha = repeat('c', 40),
  template_url = 'https://github.com/rookies-school/rotate-template', suite = 'rotate-node', paths = '{src}',
  expected = '{"turns a list by one","turns a list by more than its length","leaves an empty list empty","does not change the list it was given"}',
  tests_do = 'GATE', push_hands_in = true
where lesson_id = 'e0000000-0000-4000-8000-000000030203';

insert into public.rubric_criteria (lesson_id, position, title, essential, levels)
select r.lesson::uuid, r.position, r.title, r.essential,
  jsonb_build_array(
    jsonb_build_object('title', 'Not yet', 'points', 0, 'meaning', r.low),
    jsonb_build_object('title', 'Nearly', 'points', 1, 'meaning', r.middle),
    jsonb_build_object('title', 'Met', 'points', 2, 'meaning', r.high))
from (values
  ('e0000000-0000-4000-8000-000000030203', 0, 'It runs', true, 'An error stops it.', 'It runs for the easy cases.', 'It runs, also for an empty list.'),
  ('e0000000-0000-4000-8000-000000030203', 1, 'The counter remembers', false, 'It begins again with each call.', 'Two counters share one number.', 'Each counter has its own number.'),
  ('e0000000-0000-4000-8000-000000030203', 2, 'Names say what things are', false, 'One letter each.', 'Some do.', 'All do.'),
  ('e0000000-0000-4000-8000-000000030303', 0, 'The old object stays as it was', true, 'It is changed.', 'A list inside it is changed.', 'Nothing of it is changed.'),
  ('e0000000-0000-4000-8000-000000030303', 1, 'It is proved', false, 'Nothing shows it.', 'It is said in words.', 'A comparison shows it.')
) as r (lesson, position, title, essential, low, middle, high);

-- In the running cohort, Łukasz handed in late, Siobhán has passed both assignments, and two others have not passed both yet.
insert into public.submissions (id, lesson_id, user_id, cohort_id, state, round, awaiting_since, came_back, passed_at)
select ('db000000-0000-4000-8000-0000000000' || w.n)::uuid, ('e0000000-0000-4000-8000-0000000' || w.lesson)::uuid,
  ('a0000000-0000-4000-8000-0000000000' || w.person)::uuid, 'd8000000-0000-4000-8000-000000000001', w.state::public.submission_state, w.round,
  case w.state when 'WAITING' then now() - w.ago::interval end, w.state = 'WAITING' and w.round > 1,
  case w.state when 'PASSED' then now() - w.ago::interval end
from (values
  ('01', '30203', '15', 'PASSED',   1, '5 days'),
  ('02', '30203', '17', 'PASSED',   2, '3 days'),
  ('03', '30203', '08', 'WAITING',  1, '30 hours'),
  ('04', '30203', '18', 'RETURNED', 1, '1 day'),
  ('05', '30303', '15', 'PASSED',   1, '4 hours'),
  ('06', '30303', '17', 'WAITING',  2, '2 hours'),
  ('07', '30303', '18', 'WAITING',  1, '6 hours')
) as w (n, lesson, person, state, round, ago);

insert into public.submission_rounds (id, submission_id, round, text, code, repo_url, url, note, submitted_at, made_at, due_at_then, due_zone, late)
select ('dc000000-0000-4000-8000-00000000' || r.work || '0' || r.round)::uuid, s.id, r.round, r.text,
  case when r.code is not null then jsonb_build_array(jsonb_build_object('name', r.file, 'body', r.code)) end, r.repo, r.url, r.note,
  now() - r.ago::interval, case when r.offline then now() - r.ago::interval - interval '3 hours' end,
  case when r.late then now() - r.ago::interval - interval '9 hours' else private.local_moment(c.starts_on + a.due_day + 3, '18:00', c.time_zone) end,
  c.time_zone, r.late
from (values
  ('01', 1, null, 'counter.js', E'function makeCounter() {\n  let count = 0\n  return () => ++count\n}', null, null, null, '6 days', false, false),
  ('02', 1, null, 'counter.js', E'let count = 0\nfunction makeCounter() {\n  return () => ++count\n}', null, null, 'Is this a closure already?', '5 days', false, false),
  ('02', 2, null, 'counter.js', E'function makeCounter() {\n  let count = 0\n  return () => ++count\n}', null, null, null, '4 days', false, false),
  ('03', 1, 'A closure is a function that keeps the names around it. I tried it with a counter.', null, null, null, null, 'Sorry that it is late: I was travelling.', '30 hours', true, true),
  ('04', 1, null, null, null, 'https://github.com/rookies-demo/counter', null, null, '2 days', false, false),
  ('05', 1, null, 'rename.js', E'const rename = (person, name) => ({ ...person, name })', null, null, null, '9 hours', false, false),
  ('06', 1, null, 'rename.js', E'function rename(person, name) {\n  person.name = name\n  return person\n}', null, null, null, '8 hours', false, false),
  ('06', 2, null, 'rename.js', E'function rename(person, name) {\n  return { ...person, name }\n}\n\nconsole.log(rename(ada, "Ida") === ada) // false', null, null, 'With a new object now.', '2 hours', false, false),
  ('07', 1, null, null, null, null, 'https://example.org/rename', null, '6 hours', false, false)
) as r (work, round, text, file, code, repo, url, note, ago, offline, late)
join public.submissions s on s.id = ('db000000-0000-4000-8000-0000000000' || r.work)::uuid
join public.assignments a on a.lesson_id = s.lesson_id
join public.cohorts c on c.id = s.cohort_id;

-- The round of the fourth was handed in by a push that passed; the one before it failed. Leila has named her repository and not pushed.
insert into public.repositories (lesson_id, user_id, host, owner, name, repository_id, default_branch, asked_at, connected_at) values
  ('e0000000-0000-4000-8000-000000030203', 'a0000000-0000-4000-8000-000000000018', 'github.com', 'rookies-demo', 'counter', '900100200', 'main',
   now() - interval '3 days', now() - interval '50 hours'),
  ('e0000000-0000-4000-8000-000000030203', 'a0000000-0000-4000-8000-000000000011', 'github.com', 'leila-demo', 'rotate', null, null,
   now() - interval '30 minutes', null);
insert into private.submission_keys (lesson_id, user_id, key_hash, made_at)
select p.lesson_id, p.user_id, sha256(convert_to(private.key_in_line(private.repository_line(p.lesson_id, p.user_id)), 'UTF8')), p.asked_at
from public.repositories p;
insert into public.repository_results (lesson_id, user_id, host, repository_id, owner, name, sha, ref, suite, run_id, run_attempt, verdict, results, tests, failed,
  received_at, pushed_at, jti)
select p.lesson_id, p.user_id, p.host, p.repository_id, p.owner, p.name, r.sha, 'refs/heads/main', 'rotate-node', r.run, 1, j.verdict, j.results, j.tests, j.failed,
  now() - r.ago::interval, now() - r.ago::interval - interval '1 minute', 'seed ' || r.run
from (values
  (repeat('a1', 20), '7001', '50 hours', '[{"name": "turns a list by one", "ok": true, "ms": 2}, {"name": "turns a list by more than its length", "ok": false, "ms": 4, "message": "expected [3, 1, 2] to equal [2, 3, 1]\n    at rotate (src/rotate.js:4:10)\n    at test (tests/rotate.test.js:12:3)"}, {"name": "leaves an empty list empty", "ok": false, "ms": 1, "message": "TypeError: Cannot read properties of undefined\n    at rotate (src/rotate.js:3:18)"}, {"name": "does not change the list it was given", "ok": true, "ms": 1}]'),
  (repeat('b2', 20), '7002', '48 hours', '[{"name": "turns a list by one", "ok": true, "ms": 2}, {"name": "turns a list by more than its length", "ok": true, "ms": 2}, {"name": "leaves an empty list empty", "ok": true, "ms": 1}, {"name": "does not change the list it was given", "ok": true, "ms": 1}]')
) as r (sha, run, ago, tests)
join public.repositories p on p.connected_at is not null
join public.assignments a on a.lesson_id = p.lesson_id
cross join lateral private.judge_tests(r.tests::jsonb, a.expected) j;
update public.submission_rounds set commit_sha = repeat('b2', 20) where id = 'dc000000-0000-4000-8000-000000000401';

insert into public.reviews (id, round_id, reviewer_id, verdict, levels, rubric, comment, published_at)
select ('dd000000-0000-4000-8000-00000000' || v.work || '0' || v.round)::uuid, r.id, 'a0000000-0000-4000-8000-000000000003', v.verdict::public.review_verdict,
  (select jsonb_object_agg(c.id, v.levels[c.position + 1]) from public.rubric_criteria c where c.lesson_id = s.lesson_id),
  private.rubric_of(s.lesson_id), v.comment, now() - v.ago::interval
from (values
  ('01', 1, 'PASS',  '{2,2,2}'::int[], 'Short, and it does what it should.', '5 days'),
  ('02', 1, 'AGAIN', '{2,0,2}',        'Make two counters and call each of them. What do they count?', '4 days 6 hours'),
  ('02', 2, 'PASS',  '{2,2,2}',        'Yes: now each has its own.', '3 days'),
  ('04', 1, 'AGAIN', '{1,1,2}',        'It stops when the list is empty. Please have a look at line 4.', '1 day'),
  ('05', 1, 'PASS',  '{2,1}',          'Very good. A comparison would have shown it.', '4 hours'),
  ('06', 1, 'AGAIN', '{0,0}',          'After this, the old person has the new name, too.', '5 hours')
) as v (work, round, verdict, levels, comment, ago)
join public.submissions s on s.id = ('db000000-0000-4000-8000-0000000000' || v.work)::uuid
join public.submission_rounds r on r.submission_id = s.id and r.round = v.round;

insert into public.review_remarks (review_id, path, line_from, line_to, body) values
  ('dd000000-0000-4000-8000-000000000201', 'counter.js', 1, 1, 'Where does this name live: in the function, or outside?'),
  ('dd000000-0000-4000-8000-000000000601', 'rename.js', 2, 3, 'This is the same object, under a second name.');

insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec, reviewed_at)
select v.id, s.lesson_id, s.cohort_id, extract(epoch from v.published_at - r.submitted_at)::int, v.published_at
from public.reviews v join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id;

insert into private.review_offers (submission_id, reviewer_id, until) values
  ('db000000-0000-4000-8000-000000000006', 'a0000000-0000-4000-8000-000000000003', now() + interval '22 hours');

insert into public.lesson_completions (user_id, lesson_id, completed_at)
select s.user_id, s.lesson_id, s.passed_at from public.submissions s where s.state = 'PASSED' on conflict do nothing;

-- Leila is still writing and has asked for more time. Anil joined later and was given more time.
insert into public.submission_drafts (user_id, lesson_id, body, revision, updated_at) values
  ('a0000000-0000-4000-8000-000000000011', 'e0000000-0000-4000-8000-000000030203',
   '{"text": "A closure is a function that"}', 'df000000-0000-4000-8000-000000000001', now() - interval '20 minutes');
insert into private.extension_requests (lesson_id, user_id, note, asked_at) values
  ('e0000000-0000-4000-8000-000000030203', 'a0000000-0000-4000-8000-000000000011', 'I had a cold. Could I have until the weekend?', now() - interval '1 hour');
insert into public.extensions (lesson_id, user_id, due_at, reason, given_by_id, given_at) values
  ('e0000000-0000-4000-8000-000000030303', 'a0000000-0000-4000-8000-000000000016', now() + interval '9 days', 'Joined a week later.',
   'a0000000-0000-4000-8000-000000000003', now() - interval '2 days');

insert into public.saved_replies (user_id, title, body, position) values
  ('a0000000-0000-4000-8000-000000000003', 'Names', 'Please give your names more letters: what is `x`?', 0),
  ('a0000000-0000-4000-8000-000000000003', 'Try it', 'Try it with an empty list. What happens?', 1);

-- The triggers have written audit records that date all of this to the present.
delete from public.audit_logs where created_at > now() - interval '10 minutes';
