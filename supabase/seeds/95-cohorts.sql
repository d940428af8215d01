-- Why: the demo data has a cohort for each stage: one in its third week, one that begins soon, and one that has ended, each with
-- people who pause, have fallen behind, or are ahead. chidi.nwosu@rookies.test holds courses only by the running cohort. The ids
-- of cohorts begin with d8. Runs after the history, to which it adds what happened in the cohorts.

insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, created_by_id, created_at)
select
  ('d8000000-0000-4000-8000-00000000000' || c.n)::uuid,
  c.slug, c.title, c.zone,
  c.first_day, c.first_day + c.days, c.first_day + c.days + c.access, c.seats,
  'a0000000-0000-4000-8000-000000000001',
  c.first_day - interval '40 days'
from (values
  (1, 'autumn-evenings', 'Autumn Evenings', 'Europe/Vienna', date_trunc('week', now())::date - 14, 32, 60, 12),
  (2, 'winter-mornings', 'Winter Mornings', 'America/New_York', date_trunc('week', now())::date + 14, 39, null, 20),
  (3, 'spring-evenings', 'Spring Evenings', 'Europe/Vienna', date_trunc('week', now())::date - 119, 39, 150, null)
) as c (n, slug, title, zone, first_day, days, access, seats);

insert into public.cohort_courses (cohort_id, course_id, position)
select ('d8000000-0000-4000-8000-00000000000' || c.cohort)::uuid, ('c0000000-0000-4000-8000-00000000000' || c.course)::uuid, c.position
from (values (1, 3, 0), (2, 1, 0), (2, 2, 1), (3, 2, 0)) as c (cohort, course, position);

insert into public.cohort_staff (cohort_id, user_id, duty, added_at)
select c.id, ('a0000000-0000-4000-8000-0000000000' || s.person)::uuid, s.duty::public.cohort_duty, c.created_at + interval '1 day'
from (values (1, '03', 'LEAD'), (1, '01', 'COACH'), (2, '01', 'LEAD'), (3, '03', 'LEAD')) as s (cohort, person, duty)
join public.cohorts c on c.id = ('d8000000-0000-4000-8000-00000000000' || s.cohort)::uuid;

-- A module opens each week at nine in the morning, and the last lesson of the running cohort's third module on the Thursday.
insert into public.releases (cohort_id, module_id, day, at_time)
select k.cohort_id, m.id, m.index * 7 + case when k.position = 0 then 0 else 28 end, '09:00'
from public.cohort_courses k join public.modules m on m.course_id = k.course_id;

insert into public.releases (cohort_id, lesson_id, day, at_time)
select 'd8000000-0000-4000-8000-000000000001', l.id, 17, '18:00'
from public.lessons l where l.module_id = 'b0000000-0000-4000-8000-000000000303'
order by l.index desc limit 1;

insert into public.cohort_members (cohort_id, user_id, joined_at, shift_days, open_all)
select c.id, ('a0000000-0000-4000-8000-0000000000' || p.person)::uuid, c.starts_on - p.before::interval, p.shift, p.everything
from (values
  (1, '06', '20 days', 0, false),
  (1, '08', '25 days', 0, false),
  (1, '11', '18 days', 0, false),
  (1, '12', '12 days', 0, false),
  (1, '15', '9 days',  0, true),
  (1, '16', '6 days',  7, false),
  (1, '17', '3 days',  0, false),
  (1, '18', '1 day',   0, false),
  (2, '09', '24 days', 0, false),
  (2, '10', '22 days', 0, true),
  (2, '12', '21 days', 0, false),
  (3, '06', '30 days', 0, false),
  (3, '07', '28 days', 0, true),
  (3, '12', '10 days', 0, false),
  (3, '14', '19 days', 0, false),
  (3, '16', '11 days', 7, false)
) as p (cohort, person, before, shift, everything)
join public.cohorts c on c.id = ('d8000000-0000-4000-8000-00000000000' || p.cohort)::uuid;

update public.cohort_members m set
  state = p.state::public.cohort_member_state,
  left_at = case when p.state = 'LEFT' then c.starts_on + p.day end,
  paused_on = case when p.state = 'PAUSED' then c.starts_on + p.day end
from (values
  (1, '06', 'LEFT', 5),
  (1, '12', 'PAUSED', 10),
  (2, '12', 'PAUSED', -16),
  (3, '06', 'GRADUATED', null),
  (3, '07', 'GRADUATED', null),
  (3, '14', 'LEFT', 12),
  (3, '16', 'PAUSED', 20)
) as p (cohort, person, state, day)
join public.cohorts c on c.id = ('d8000000-0000-4000-8000-00000000000' || p.cohort)::uuid
where m.cohort_id = c.id and m.user_id = ('a0000000-0000-4000-8000-0000000000' || p.person)::uuid;

update public.entitlements e set created_at = m.joined_at
from public.cohort_members m where m.cohort_id = e.cohort_id and m.user_id = e.user_id;

-- How far the people of the running cohort are: Łukasz was quick and fell silent, Leila has not begun, Siobhán is ahead.
insert into public.lesson_completions (user_id, lesson_id, completed_at)
select ('a0000000-0000-4000-8000-0000000000' || p.person)::uuid, l.id, c.starts_on + p.first_day + interval '19 hours' + (l.place - 1) * p.pause::interval
from (values
  ('08', 5,  0, '20 hours'),
  ('12', 4,  1, '2 days'),
  ('15', 14, 0, '22 hours'),
  ('16', 3,  8, '1 day 6 hours'),
  ('17', 7,  0, '1 day 20 hours'),
  ('18', 6,  1, '2 days')
) as p (person, lessons, first_day, pause)
join public.cohorts c on c.slug = 'autumn-evenings'
join (
  select lesson.id, row_number() over (order by m.index, lesson.index) as place
  from public.lessons lesson join public.modules m on m.id = lesson.module_id
  where m.course_id = 'c0000000-0000-4000-8000-000000000003'
) as l on l.place <= p.lessons
where c.starts_on + p.first_day + interval '19 hours' + (l.place - 1) * p.pause::interval < now();

insert into public.cohort_messages (id, cohort_id, title, message, people, mails, sender_id, created_at)
select 'd9000000-0000-4000-8000-000000000001', c.id, 'Welcome to Autumn Evenings',
  'We begin on Monday at nine. A module opens each week; you can take its lessons in any order. Write to us if something is unclear.',
  8, 0, 'a0000000-0000-4000-8000-000000000003', c.starts_on - interval '6 hours'
from public.cohorts c where c.slug = 'autumn-evenings';

insert into public.notifications (title, message, sender_id, recipient_id, cohort_message_id, publish_at, created_at, updated_at)
select s.title, s.message, s.sender_id, m.user_id, s.id, s.created_at, s.created_at, s.created_at
from public.cohort_messages s join public.cohort_members m on m.cohort_id = s.cohort_id;

-- The triggers have recorded that all of this was made now. These records say when it happened.
delete from public.audit_logs where created_at > now() - interval '10 minutes';

insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, created_at, title)
select h.user_id, h.action, h.target_type, h.target_id, h.after,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', '203.0.113.10', h.created_at, h.title
from (
  select c.created_by_id as user_id, 'cohort.create' as action, 'cohort' as target_type, c.id::text as target_id,
    to_jsonb(c) - 'updated_at' as after, c.created_at, c.title
  from public.cohorts c
  union all
  select c.created_by_id, 'cohort_staff.create', 'cohort_staff', s.cohort_id::text, to_jsonb(s), s.added_at, null
  from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id
  union all
  select c.created_by_id, 'cohort_member.join', 'cohort_member', m.cohort_id::text,
    to_jsonb(m) - array['paused_at', 'reached'] || '{"state": "ACTIVE", "left_at": null, "paused_on": null}', m.joined_at, null
  from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
) as h
where h.created_at < now()
order by h.created_at;
