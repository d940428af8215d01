-- Why: members at every stage. member@rookies.test has finished Git, is in the middle of HTML and CSS
-- (with a video half watched), and has JavaScript still before them; newcomer@rookies.test has nothing.
-- Entitlements d6…: by hand, by invite and by purchase; one has ended, one ends in three days.

insert into public.entitlements (id, user_id, course_id, source, created_at, granted_by_id, purchase_id, invite_id, expires_at)
select
  ('d6000000-0000-4000-8000-0000000000' || e.n)::uuid,
  ('a0000000-0000-4000-8000-0000000000' || e.person)::uuid,
  ('c0000000-0000-4000-8000-00000000000' || e.course)::uuid,
  e.source::public.entitlement_source,
  now() - e.since::interval,
  ('a0000000-0000-4000-8000-0000000000' || e.giver)::uuid,
  ('d2000000-0000-4000-8000-0000000000' || e.purchase)::uuid,
  ('d1000000-0000-4000-8000-0000000000' || e.invite)::uuid,
  now() + e.ends::interval
from (values
  ('01', '04', 1, 'MANUAL',   '120 days',        '03', null, null, null),
  ('02', '04', 2, 'MANUAL',   '58 days',         '03', null, null, null),
  ('03', '04', 3, 'PURCHASE', '2 days',          null, '11', null, null),
  ('04', '06', 1, 'PURCHASE', '196 days',        null, '01', null, null),
  ('05', '06', 2, 'MANUAL',   '90 days',         '03', null, null, '3 days'),
  ('06', '07', 2, 'PURCHASE', '160 days',        null, '02', null, null),
  ('07', '07', 1, 'MANUAL',   '101 days',        '01', null, null, null),
  ('08', '08', 1, 'MANUAL',   '150 days',        '03', null, null, null),
  ('09', '09', 3, 'PURCHASE', '95 days',         null, '05', null, null),
  ('10', '09', 2, 'MANUAL',   '40 days',         '03', null, null, null),
  ('11', '10', 3, 'PURCHASE', '80 days',         null, '06', null, null),
  ('12', '11', 1, 'MANUAL',   '70 days',         '03', null, null, null),
  ('13', '11', 2, 'MANUAL',   '70 days',         '03', null, null, null),
  ('14', '12', 2, 'MANUAL',   '60 days',         '03', null, null, null),
  ('15', '13', 1, 'MANUAL',   '55 days',         '03', null, null, '-10 days'),
  ('16', '13', 2, 'MANUAL',   '20 days',         '03', null, null, null),
  ('17', '14', 2, 'MANUAL',   '140 days',        '03', null, null, null),
  ('18', '15', 1, 'INVITE',   '41 days',         '02', null, '06', null),
  ('19', '16', 2, 'PURCHASE', '25 days',         null, '09', null, null),
  ('20', '17', 1, 'MANUAL',   '15 days',         '03', null, null, null),
  ('21', '18', 1, 'INVITE',   '9 days',          '01', null, '05', null),
  ('22', '18', 2, 'INVITE',   '9 days',          '01', null, '05', null),
  ('23', '20', 1, 'INVITE',   '3 days 20 hours', '03', null, '04', null),
  ('24', '20', 3, 'INVITE',   '3 days 20 hours', '03', null, '04', null),
  ('25', '03', 3, 'MANUAL',   '200 days',        '01', null, null, null)
) as e (n, person, course, source, since, giver, purchase, invite, ends);

-- Who has completed how many lessons, from the beginning of the course, and between which two moments.
insert into public.lesson_completions (user_id, lesson_id, completed_at)
select
  ('a0000000-0000-4000-8000-0000000000' || p.person)::uuid,
  l.id,
  now() - (p.began::interval - (p.began::interval - p.latest::interval) * ((l.place - 1)::float8 / greatest(least(p.done, l.total) - 1, 1)))
    -- People don't study by the clock: each lesson after the first moves up to four hours back.
    - ((l.place - 1) * 7919 % 240) * interval '1 minute'
from (values
  ('04', 1, 99, '119 days',        '63 days'),
  ('04', 2, 10, '57 days',         '1 day 3 hours'),
  ('03', 3, 99, '199 days',        '150 days'),
  ('06', 1, 99, '195 days',        '120 days'),
  ('06', 2, 14, '88 days',         '2 days'),
  ('07', 2, 99, '158 days',        '102 days'),
  ('07', 1, 16, '99 days',         '6 hours'),
  ('08', 1,  6, '149 days',        '19 days'),
  ('09', 3, 13, '94 days',         '1 day'),
  ('09', 2,  3, '30 days',         '12 days'),
  ('10', 3, 99, '79 days',         '30 days'),
  ('11', 1,  9, '69 days',         '8 days'),
  ('11', 2,  1, '69 days',         '69 days'),
  ('12', 2,  5, '59 days',         '12 days'),
  ('13', 1,  4, '54 days',         '33 days'),
  ('14', 2,  7, '139 days',        '41 days'),
  ('15', 1, 18, '40 days',         '5 hours'),
  ('16', 2, 11, '24 days',         '3 days'),
  ('17', 1,  5, '14 days',         '20 hours'),
  ('18', 1,  3, '8 days',          '9 hours'),
  ('20', 1,  2, '3 days 18 hours', '3 days'),
  ('20', 3,  1, '2 days',          '2 days')
) as p (person, course, done, began, latest)
join (
  select m.course_id, lesson.id,
    row_number() over (partition by m.course_id order by m.index, lesson.index) as place,
    count(*) over (partition by m.course_id) as total
  from public.lessons lesson join public.modules m on m.id = lesson.module_id
) as l on l.course_id = ('c0000000-0000-4000-8000-00000000000' || p.course)::uuid and l.place <= p.done;

-- A completed video has been watched to its end, from where its link begins.
insert into public.lesson_progress (user_id, lesson_id, position_sec, duration_sec, watched, auto_completed_at, updated_at)
select
  c.user_id, c.lesson_id, l.duration_sec, l.duration_sec,
  int4multirange(int4range(l.video_start_sec, l.duration_sec)),
  c.completed_at,
  c.completed_at
from public.lesson_completions c
join public.lessons l on l.id = c.lesson_id
where l.content_type = 'VIDEO' and l.duration_sec > 0;

-- Videos that somebody is in the middle of. The first is where member@rookies.test goes on.
insert into public.lesson_progress (user_id, lesson_id, position_sec, duration_sec, watched, updated_at) values
('a0000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000020304', 431.5, 1199, '{[0,180),[195,432)}', now() - interval '1 day 2 hours'),
('a0000000-0000-4000-8000-000000000017', 'e0000000-0000-4000-8000-000000010204', 1250, 1961, '{[0,1250)}', now() - interval '19 hours'),
('a0000000-0000-4000-8000-000000000020', 'e0000000-0000-4000-8000-000000030204', 96.25, 1796, '{[0,97)}', now() - interval '7 hours');
