-- The large data set, the same every time: 100,000 profiles, 200 courses, 20,000 lessons, 1 million
-- entitlements, 5 million completions, 1 million notifications, 1 million audit rows, 100,000 purchases,
-- 100,000 invites, work of a million rounds, and 100,000 questions.
-- If the setting rookies.people is lower, the script creates that many people and their share of the rows;
-- rookies.courses does the same for courses. The number of courses must be even and no multiple of 19, so that the
-- courses of a person, and those of a cohort, differ. All tables about people and courses have to be empty.
-- Ids are derived from numbers, so that a benchmark can ask for person 7 or course 3. Triggers are off while
-- the script runs.
set session_replication_role = replica;
set synchronous_commit = off;

create function pg_temp.people(times int default 1) returns bigint language sql stable as
  $$ select coalesce(nullif(current_setting('rookies.people', true), ''), '100000')::bigint * times $$;
create function pg_temp.courses() returns int language sql stable as
  $$ select coalesce(nullif(current_setting('rookies.courses', true), ''), '200')::int $$;
create function pg_temp.id(kind text, n bigint) returns uuid language sql immutable as
  $$ select md5(kind || n)::uuid $$;

insert into auth.users (id, email, email_confirmed_at, created_at, updated_at, aud, role, raw_app_meta_data, raw_user_meta_data)
select pg_temp.id('person', n), 'person' || n || '@scale.test', now(), now() - n * interval '5 minutes', now(), 'authenticated', 'authenticated', '{}', '{}'
from generate_series(1, pg_temp.people()) n;

insert into public.profiles (id, name, email, role, created_at)
select pg_temp.id('person', n),
  (array['Ada','Grace','Linus','Margaret','Alan','Edsger','Barbara','Donald','Radia','Tim'])[1 + n % 10] || ' ' ||
  (array['Okafor','Silva','Nowak','Haddad','Kim','Larsen','Moreau','Patel','Rossi','Tanaka','Weber'])[1 + n % 11] || ' ' || n,
  'person' || n || '@scale.test',
  case when n = 1 then 'ADMIN' when n = 2 then 'MODERATOR' else 'MEMBER' end::public.user_role,
  now() - n * interval '5 minutes'
from generate_series(1, pg_temp.people()) n;

-- Everybody gets an open session, because a person without one has no rights.
insert into auth.sessions (id, user_id, created_at, updated_at, aal)
select pg_temp.id('session', n), pg_temp.id('person', n), now(), now(), 'aal1'
from generate_series(1, pg_temp.people()) n;

insert into public.courses (id, title, slug, description, author_name, status, created_by_id, updated_at)
select pg_temp.id('course', n), 'Course number ' || n, 'scale-course-' || n,
  'A course of five modules and a hundred lessons that a hundred thousand people study.', 'Ida Instructor', 'PUBLISHED',
  pg_temp.id('person', 1), now() - n * interval '1 hour'
from generate_series(1, pg_temp.courses()) n;

insert into public.modules (id, course_id, title, index)
select pg_temp.id('module', (c - 1) * 5 + m), pg_temp.id('course', c), 'Module ' || m, m - 1
from generate_series(1, pg_temp.courses()) c, generate_series(1, 5) m;

-- Texts of four thousand characters, from four thousand words of which few are common and most are rare, as
-- in any language, because the cost of a search depends on how often its words occur.
create function pg_temp.share(what text) returns double precision language sql immutable as
  $$ select ('x' || left(md5(what), 7))::bit(28)::int / 268435456.0 $$;
create temp table scale_words as
select n, string_agg((array['ba','ce','di','fo','gu','ha','ki','lo','me','nu','pa','re','si','to','va','ze'])[1 + floor(16 * pg_temp.share(n || '/' || s))::int], '' order by s) as word
from generate_series(0, 3999) n, generate_series(1, 4) s where s <= 2 + n % 3
group by n;
create unique index on scale_words (n);
create temp table scale_paragraphs as
select p, string_agg(w.word, ' ' order by place) || '.' as text
from generate_series(0, 999) p cross join generate_series(1, 60) place
join scale_words w on w.n = floor(4000 * power(pg_temp.share(p || ':' || place), 3))
group by p;
create unique index on scale_paragraphs (p);
analyze scale_words, scale_paragraphs;

insert into public.lessons (id, module_id, title, index, content_type, content, duration_sec, free_preview)
select pg_temp.id('lesson', (m - 1) * 20 + l), pg_temp.id('module', m), 'Lesson ' || l || ' of module ' || m || ', ' || w.word, l - 1, 'TEXT',
  (select string_agg(p.text, E'\n\n') from scale_paragraphs p where p.p = any (array(select (m * 7919 + l * 131 + k * 97) % 1000 from generate_series(1, 10) k))),
  300 + l, l = 1
from generate_series(1, pg_temp.courses() * 5) m cross join generate_series(1, 20) l
join scale_words w on w.n = (m * 31 + l * 17) % 4000;

-- The search documents are joined from the vectors of the paragraphs. The result is the same as from the
-- whole texts, and takes seconds instead of minutes.
create aggregate pg_temp.joined (tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');
alter table scale_paragraphs add words tsvector;
update scale_paragraphs set words = private.search_vector(text, 'C');
alter index private.lesson_documents_words_idx set (gin_pending_list_limit = 2000000);
alter index private.lesson_documents_title_words_idx set (gin_pending_list_limit = 2000000);
insert into private.lesson_documents (lesson_id, course_id, free_preview, title_words, words, body)
select l.id, m.course_id, l.free_preview, t.words,
  t.words || (select pg_temp.joined(p.words) from scale_paragraphs p where p.p = any (places.p)), l.content
from generate_series(1, pg_temp.courses() * 5) n cross join generate_series(1, 20) k
join public.lessons l on l.id = pg_temp.id('lesson', (n - 1) * 20 + k)
join public.modules m on m.id = l.module_id
cross join lateral (select private.search_vector(l.title, 'A') as words) t
cross join lateral (select array(select (n * 7919 + k * 131 + i * 97) % 1000 from generate_series(1, 10) i) as p) places;
select private.add_known_words(array(select words from scale_paragraphs));
select private.index_courses(array(select id from public.courses));
select gin_clean_pending_list('private.lesson_documents_words_idx'), gin_clean_pending_list('private.lesson_documents_title_words_idx');
alter index private.lesson_documents_words_idx set (gin_pending_list_limit = 256);
alter index private.lesson_documents_title_words_idx set (gin_pending_list_limit = 256);

insert into public.entitlements (user_id, course_id, created_at, granted_by_id)
select pg_temp.id('person', p), pg_temp.id('course', 1 + (p * 7 + c * 19) % pg_temp.courses()), now() - c * interval '1 day', pg_temp.id('person', 1)
from generate_series(1, pg_temp.people()) p, generate_series(1, least(10, pg_temp.courses())) c;

-- Each person has fifty completions: the first five lessons of each of their ten courses.
insert into public.lesson_completions (user_id, lesson_id, completed_at)
select pg_temp.id('person', p), pg_temp.id('lesson', ((p * 7 + c * 19) % pg_temp.courses()) * 100 + l), now() - (c * 5 + l) * interval '1 hour'
from generate_series(1, pg_temp.people()) p, generate_series(1, least(10, pg_temp.courses())) c, generate_series(1, 5) l;

-- Most notifications are news and few are errors; some have expired, a few are scheduled, and every second
-- one was read.
insert into public.notifications (id, title, message, type, recipient_id, is_global, publish_at, expires_at, created_at)
select pg_temp.id('notification', n),
  (array['A new lesson', 'Your payment', 'A course of yours', 'A short break'])[1 + n % 4] || ' ' || n,
  'Something happened that is worth a sentence, with the word ' || left(md5('word' || n % 20000), 6) || ' in it.',
  (case when n % 100 = 0 then 'error' when n % 10 = 0 then 'warning' when n % 5 < 2 then 'success' else 'info' end)::public.notification_type,
  case when n > 100 then pg_temp.id('person', 1 + n % pg_temp.people()) end, n <= 100,
  case when n % 1000 = 7 then now() + (n % 70 + 1) * interval '1 day' end,
  case when n % 50 = 3 then now() - n * interval '10 seconds' + interval '1 hour' when n % 1000 = 7 then now() + interval '90 days' end,
  now() - n * interval '10 seconds'
from generate_series(1, pg_temp.people(10)) n;
insert into public.notification_reads (user_id, notification_id)
select n.recipient_id, n.id from public.notifications n where not n.is_global and extract(minute from n.created_at)::int % 2 = 0;

-- The mix resembles real use: half of the records are sign-ins and sign-outs, many are grants, and some kinds
-- occur once in a thousand. The first three people cause most records, and everybody causes some.
create temp table scale_acts as
select row_number() over () - 1 as n, act[1] as target_type, act[2] as action
from (values
  (250, 'session', 'auth.login'), (240, 'session', 'auth.logout'), (150, 'entitlement', 'entitlement.grant'),
  (40, 'entitlement', 'entitlement.revoke'), (80, 'lesson', 'lesson.update'), (30, 'lesson', 'lesson.create'), (10, 'lesson', 'lesson.delete'),
  (5, 'module', 'lesson.reorder'), (40, 'course', 'course.update'), (4, 'course', 'course.create'), (4, 'course', 'course.publish'),
  (3, 'course', 'course.unpublish'), (2, 'course', 'course.delete'), (2, 'course', 'module.reorder'), (5, 'module', 'module.create'),
  (5, 'module', 'module.update'), (3, 'module', 'module.delete'), (20, 'invite', 'invite.create'), (5, 'invite', 'invite.resend'),
  (15, 'invite', 'invite.redeem'), (2, 'invite', 'invite.cancel'), (20, 'user', 'user.update'), (2, 'user', 'user.role_change'),
  (2, 'user', 'user.disable'), (1, 'user', 'user.enable'), (20, 'purchase', 'purchase.create'), (15, 'purchase', 'purchase.update'),
  (10, 'community', 'community.join'), (4, 'community', 'community.leave'), (1, 'community', 'community.ban'), (5, 'notification', 'notification.create'),
  (3, 'list', 'data.export'), (1, 'user', 'data.export'), (1, 'settings', 'settings.update')) a (times, target, verb)
cross join lateral (select array[a.target, a.verb] as act from generate_series(1, a.times)) each;
create unique index on scale_acts (n);
analyze scale_acts;

-- Records about access name the person whose access it was.
insert into public.audit_logs (user_id, action, target_type, target_id, after, created_at)
select pg_temp.id('person', case when i % 10 < 8 then 1 + i % 3 else 1 + (i * 7919) % pg_temp.people() end), a.action, a.target_type,
  case when a.target_type = 'session' then pg_temp.id('session', i) else pg_temp.id('course', 1 + i % pg_temp.courses()) end::text, 
  case when a.target_type = 'entitlement' then jsonb_build_object('user_id', pg_temp.id('person', 1 + (i * 31) % pg_temp.people()), 'course_id', pg_temp.id('course', 1 + i % pg_temp.courses()))
    else '{"fields": []}' end, now() - i * interval '20 seconds'
from generate_series(1, pg_temp.people(10)) i
join scale_acts a on a.n = (i * 7919) % 1000
order by i desc;

insert into public.purchases (id, user_id, course_id, amount_cents, currency, provider, provider_ref, status, created_at)
select pg_temp.id('purchase', n), pg_temp.id('person', n), pg_temp.id('course', 1 + n % pg_temp.courses()), 4900 + n % 20 * 500,
  (array['EUR','USD','EUR','JPY'])[1 + n % 4], 'stripe', 'pi_' || md5('payment' || n),
  (array['COMPLETED','COMPLETED','COMPLETED','COMPLETED','COMPLETED','COMPLETED','PENDING','FAILED','REFUNDED','COMPLETED'])[1 + n % 10]::public.purchase_status,
  now() - n * interval '5 minutes'
from generate_series(1, pg_temp.people()) n;

insert into public.invites (id, email, invited_by_id, created_at, expires_at, redeemed_at, redeemed_by_id)
select pg_temp.id('invite', n), 'person' || n || '@scale.test', pg_temp.id('person', 1 + n % 2),
  now() - n * interval '5 minutes', now() - n * interval '5 minutes' + interval '48 hours',
  case when n % 3 > 0 then now() - n * interval '4 minutes' end, case when n % 3 > 0 then pg_temp.id('person', n) end
from generate_series(1, pg_temp.people()) n;

-- Everybody joins one community.
insert into public.communities (id, name, slug, access_type) values (pg_temp.id('community', 1), 'Everybody', 'everybody', 'FREE');
insert into public.community_members (community_id, user_id, role, joined_at)
select pg_temp.id('community', 1), pg_temp.id('person', n), case when n % 1000 = 0 then 'MODERATOR' else 'MEMBER' end::public.community_role,
  now() - n * interval '4 minutes'
from generate_series(1, pg_temp.people()) n;

-- One cohort of sixty people for every fifty people: two fifths of all people are in two cohorts, and a fifth are in
-- none. The cohorts begin over four months, in five time zones, with two courses each, and with days for each module and
-- every fifth lesson. Some people pause, have graduated, have left, come later, or have everything open. Person 2 is
-- staff of the first twenty cohorts, and person 1 of the others.
insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, created_by_id)
select pg_temp.id('cohort', n), 'scale-cohort-' || n, 'Cohort number ' || n,
  (array['Europe/Vienna','America/New_York','Asia/Tokyo','America/Sao_Paulo','UTC'])[1 + n % 5],
  current_date + 20 - (n % 120)::int, current_date + 104 - (n % 120)::int, current_date + 140 - (n % 120)::int, 100, pg_temp.id('person', 1)
from generate_series(1, pg_temp.people() / 50) n;
insert into public.cohort_courses (cohort_id, course_id, position)
select pg_temp.id('cohort', n), pg_temp.id('course', 1 + (n * k + (k - 1) / 2) % pg_temp.courses()), (k - 1) / 6
from generate_series(1, pg_temp.people() / 50) n, unnest(array[1, 7]) k;
insert into public.cohort_staff (cohort_id, user_id, duty)
select pg_temp.id('cohort', n), pg_temp.id('person', case when n <= 20 then 2 else 1 end), 'LEAD' from generate_series(1, pg_temp.people() / 50) n;
insert into public.cohort_members (cohort_id, user_id, state, joined_at, left_at, shift_days, open_all, paused_on, paused_at)
select pg_temp.id('cohort', n), pg_temp.id('person', 1 + ((n - 1) * 60 + k) % (pg_temp.people() * 4 / 5)),
  (case k when 5 then 'PAUSED' when 15 then 'GRADUATED' when 25 then 'LEFT' else 'ACTIVE' end)::public.cohort_member_state,
  now() - (n % 120) * interval '1 day', case when k = 25 then now() end, case when k % 10 = 3 then 7 else 0 end, k % 30 = 4,
  case when k = 5 then current_date - 3 end, case when k = 5 then current_date - interval '3 days' end
from generate_series(1, pg_temp.people() / 50) n, generate_series(0, 59) k;
insert into public.entitlements (user_id, course_id, cohort_id, source, created_at, expires_at)
select m.user_id, k.course_id, m.cohort_id, 'COHORT', m.joined_at, private.last_second(c.access_ends_on + m.shift_days, c.time_zone)
from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.cohort_courses k on k.cohort_id = c.id
where m.state <> 'LEFT' order by m.user_id;
insert into public.releases (cohort_id, module_id, day, at_time)
select k.cohort_id, m.id, 7 * m.index, '09:00'
from public.cohort_courses k join public.modules m on m.course_id = k.course_id where k.cohort_id in (select pg_temp.id('cohort', n) from generate_series(1, pg_temp.people() / 50) n);
insert into public.releases (cohort_id, lesson_id, day, at_time)
select k.cohort_id, l.id, 7 * m.index + l.index / 4, '14:00'
from public.cohort_courses k join public.modules m on m.course_id = k.course_id join public.lessons l on l.module_id = m.id and l.index % 5 = 4
where k.cohort_id in (select pg_temp.id('cohort', n) from generate_series(1, pg_temp.people() / 50) n);

-- A million rounds of work: each course has four assignments, and everybody in a cohort has handed in all of them, every
-- seventh twice. Most of this work has passed. About six thousand submissions wait, half of them in their second round.
update public.lessons l set content_type = 'ASSIGNMENT' from public.modules m where m.id = l.module_id and m.index < 4 and l.index = 19;
insert into public.assignments (lesson_id, accepts, due_day)
select l.id, '{TEXT,CODE}', 7 * m.index + 6 from public.lessons l join public.modules m on m.id = l.module_id where l.content_type = 'ASSIGNMENT';
insert into public.rubric_criteria (id, lesson_id, position, title, levels)
select md5('criterion' || a.lesson_id || c)::uuid, a.lesson_id, c, 'Criterion ' || c,
  '[{"title": "Not yet", "points": 0, "meaning": "Something is missing."}, {"title": "Met", "points": 2, "meaning": "It is as asked."}]'
from public.assignments a, generate_series(0, 3) c;
insert into public.submissions (id, lesson_id, user_id, cohort_id, state, round, awaiting_since, came_back, passed_at)
select w.id, w.lesson_id, w.user_id, w.cohort_id, w.state::public.submission_state, w.round,
  case w.state when 'WAITING' then w.at end, w.state = 'WAITING' and w.round > 1, case w.state when 'PASSED' then w.at end
from (
  select distinct on (l.id, g.user_id) md5('work' || l.id || g.user_id)::uuid as id, l.id as lesson_id, g.user_id, g.cohort_id,
    case when h.share < 0.006 then 'WAITING' when h.share < 0.05 then 'RETURNED' else 'PASSED' end as state,
    case when h.share < 0.003 or h.share > 0.86 then 2 else 1 end as round, now() - h.share * 1000 * interval '3 hours' as at
  from public.entitlements g
  join public.modules m on m.course_id = g.course_id
  join public.lessons l on l.module_id = m.id and l.content_type = 'ASSIGNMENT'
  cross join lateral (select pg_temp.share('work' || l.id || g.user_id) as share) h
  where g.cohort_id is not null) w;
insert into public.submission_rounds (id, submission_id, round, operation_id, text, submitted_at)
select md5('round' || w.id || r)::uuid, w.id, r, md5('handed in' || w.id || r)::uuid, repeat('I built what the brief asks for. ', 10),
  coalesce(w.awaiting_since, w.passed_at, now() - interval '40 days') - (w.round - r) * interval '2 days' - case when w.state = 'WAITING' then interval '0' else interval '9 hours' end
from public.submissions w, generate_series(1, w.round) r;
insert into public.reviews (id, round_id, reviewer_id, verdict, levels, comment, published_at)
select md5('review' || r.id)::uuid, r.id, pg_temp.id('person', 1 + ('x' || left(md5(r.id::text), 4))::bit(16)::int % 2),
  case when w.state = 'PASSED' and r.round = w.round then 'PASS' else 'AGAIN' end::public.review_verdict,
  (select jsonb_object_agg(c.id, case when c.position = r.round % 4 and r.round < w.round then 0 else 1 end) from public.rubric_criteria c where c.lesson_id = w.lesson_id),
  'What I read in it.', r.submitted_at + interval '9 hours'
from public.submission_rounds r join public.submissions w on w.id = r.submission_id
where r.round < w.round or w.state <> 'WAITING';
insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec, reviewed_at)
select v.id, w.lesson_id, w.cohort_id, 9 * 3600, v.published_at
from public.reviews v join public.submission_rounds r on r.id = v.round_id join public.submissions w on w.id = r.submission_id;

-- A question for each person. Half of them are about lesson 3 of the first course, and the others about the lessons of
-- the courses of cohorts. Some are in Korean or Thai, and each second one has an answer of staff.
create temp table scale_questions as
select i as n, 1 + i % (pg_temp.people() / 50) as cohort,
  case i % 20
    when 7 then '반응형 레이아웃에서 사진을 어떻게 가운데로 옮기나요? ' || i
    when 9 then 'จะจัดรูปภาพให้อยู่ตรงกลางหน้าเว็บได้อย่างไร ' || i
    else 'Why does ' || a.word || ' ' || b.word || ' not change ' || c.word || '? (' || i || ')' end as title,
  left(t.text, 300) as body
from generate_series(1, pg_temp.people()) i
join scale_words a on a.n = floor(4000 * power(pg_temp.share('a' || i), 3))
join scale_words b on b.n = floor(4000 * power(pg_temp.share('b' || i), 3))
join scale_words c on c.n = floor(4000 * power(pg_temp.share('c' || i), 3))
join scale_paragraphs t on t.p = i % 1000;
insert into public.questions (id, lesson_id, cohort_id, author_id, title, body, audience, state, answers, waiting_since, closes_at, created_at)
select pg_temp.id('question', n),
  case when n % 2 = 0 then pg_temp.id('lesson', 3) else pg_temp.id('lesson', cohort % pg_temp.courses() * 100 + 1 + n / 2 % 100) end,
  pg_temp.id('cohort', cohort), pg_temp.id('person', 1 + ((cohort - 1) * 60 + 2) % (pg_temp.people() * 4 / 5)), title, body,
  (case n % 10 when 3 then 'COHORT' when 4 then 'STAFF' else 'EVERYONE' end)::public.question_audience,
  (case when n % 2 = 0 then 'ANSWERED' else 'OPEN' end)::public.question_state, 1 - (n % 2)::int,
  case when n % 2 = 1 then now() - n * interval '1 minute' end, case when n % 2 = 0 then now() - n * interval '1 minute' + interval '7 days' end,
  now() - n * interval '1 minute'
from scale_questions;
insert into public.answers (id, question_id, author_id, body, staff, created_at)
select pg_temp.id('answer', n), pg_temp.id('question', n), pg_temp.id('person', 2), 'Because of what the lesson says: ' || left(t.text, 200), true,
  now() - n * interval '1 minute'
from scale_questions q join scale_paragraphs t on t.p = (q.n + 500) % 1000 where n % 2 = 0;
insert into public.question_follows (question_id, user_id)
select q.id, q.author_id from public.questions q;
alter index private.question_documents_words_idx set (gin_pending_list_limit = 2000000);
insert into private.question_documents (question_id, lesson_id, words)
select q.id, q.lesson_id, private.search_vector(q.title, 'A') || private.search_vector(q.body, 'B') from public.questions q;
select gin_clean_pending_list('private.question_documents_words_idx');
alter index private.question_documents_words_idx set (gin_pending_list_limit = 256);
alter index private.answer_documents_words_idx set (gin_pending_list_limit = 2000000);
insert into private.answer_documents (answer_id, question_id, lesson_id, words)
select a.id, q.id, q.lesson_id, private.search_vector(a.body, 'C') from public.answers a join public.questions q on q.id = a.question_id;
select gin_clean_pending_list('private.answer_documents_words_idx');
alter index private.answer_documents_words_idx set (gin_pending_list_limit = 256);

truncate private.notification_sums;
insert into private.notification_sums (type, is_global, notifications)
select n.type, n.is_global, count(*) from public.notifications n group by 1, 2;
truncate private.purchase_sums;
insert into private.purchase_sums (status, currency, purchases, cents)
select p.status, p.currency, count(*), sum(p.amount_cents) from public.purchases p group by 1, 2;

set session_replication_role = origin;
analyze;
-- Fills the tables that triggers fill otherwise.
select private.rebuild_people();
analyze private.people;
select private.rebuild_row_counts();
select private.rebuild_analytics();
-- Almost everybody in this data is behind, because hardly anybody has begun with a course of a cohort. Finding the next
-- lesson of a person takes some milliseconds, so only a seventh of the running cohorts is examined.
select private.find_all_behind((pg_temp.people() / 500)::int);
analyze private.course_sizes, private.learner_courses, private.learners, private.behind_people;
