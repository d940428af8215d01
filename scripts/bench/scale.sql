-- The data set of budgets.md, the same every time: 100,000 profiles, 200 courses, 20,000 lessons,
-- 1 million entitlements, 5 million completions, 1 million notifications, 1 million audit rows; or a
-- share of the people and what is theirs, when rookies.people is set lower before.
-- Ids are made from numbers, so that a run can ask for person 7 or course 3. Triggers rest meanwhile.
set session_replication_role = replica;
set synchronous_commit = off;

create function pg_temp.people(times int default 1) returns bigint language sql stable as
  $$ select coalesce(nullif(current_setting('rookies.people', true), ''), '100000')::bigint * times $$;
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

insert into public.courses (id, title, slug, description, author_name, status, created_by_id, updated_at)
select pg_temp.id('course', n), 'Course number ' || n, 'scale-course-' || n,
  'A course of five modules and a hundred lessons that a hundred thousand people study.', 'Ida Instructor', 'PUBLISHED',
  pg_temp.id('person', 1), now() - n * interval '1 hour'
from generate_series(1, 200) n;

insert into public.modules (id, course_id, title, index)
select pg_temp.id('module', (c - 1) * 5 + m), pg_temp.id('course', c), 'Module ' || m, m - 1
from generate_series(1, 200) c, generate_series(1, 5) m;

insert into public.lessons (id, module_id, title, index, content_type, content, duration_sec, free_preview)
select pg_temp.id('lesson', (m - 1) * 20 + l), pg_temp.id('module', m), 'Lesson ' || l || ' of module ' || m, l - 1, 'TEXT',
  repeat('Words that explain something at length. ', 100), 300 + l, l = 1
from generate_series(1, 1000) m, generate_series(1, 20) l;

insert into public.entitlements (user_id, course_id, created_at, granted_by_id)
select pg_temp.id('person', p), pg_temp.id('course', 1 + (p * 7 + c * 19) % 200), now() - c * interval '1 day', pg_temp.id('person', 1)
from generate_series(1, pg_temp.people()) p, generate_series(1, 10) c;

-- Fifty completions a person: the first five lessons of each of their ten courses.
insert into public.lesson_completions (user_id, lesson_id, completed_at)
select pg_temp.id('person', p), pg_temp.id('lesson', ((p * 7 + c * 19) % 200) * 100 + l), now() - (c * 5 + l) * interval '1 hour'
from generate_series(1, pg_temp.people()) p, generate_series(1, 10) c, generate_series(1, 5) l;

insert into public.notifications (id, title, message, recipient_id, is_global, created_at)
select pg_temp.id('notification', n), 'Notification ' || n, 'Something happened that is worth a sentence.',
  case when n > 100 then pg_temp.id('person', 1 + n % pg_temp.people()) end, n <= 100, now() - n * interval '10 seconds'
from generate_series(1, pg_temp.people(10)) n;

insert into public.audit_logs (user_id, action, target_type, target_id, after, created_at)
select pg_temp.id('person', 1 + n % 3), (array['course.update','lesson.update','entitlement.grant','auth.login'])[1 + n % 4],
  (array['course','lesson','entitlement','session'])[1 + n % 4],
  case when n % 4 = 3 then pg_temp.id('session', n) else pg_temp.id('course', 1 + n % 200) end::text, '{"fields": []}', now() - n * interval '20 seconds'
from generate_series(1, pg_temp.people(10)) n;

set session_replication_role = origin;
analyze;
