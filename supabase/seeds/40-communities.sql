-- Why: places to talk, one of each kind. Communities d4…, posts d5…. The Common Room is open to all,
-- with somebody banned, somebody who left, a post taken down and one reported; the Noticeboard is open
-- to all and read-only; two are for the learners of a course, one for buyers, one by invitation.

insert into public.communities (id, name, slug, description, access_type, read_only, course_id, created_by_id, created_at, updated_at) values
('d4000000-0000-4000-8000-000000000001', 'The Common Room', 'common-room',
 'Questions, small victories and the occasional photo of bread. Open to everybody; there are no stupid questions here.',
 'FREE', false, null, 'a0000000-0000-4000-8000-000000000001', now() - interval '300 days', now() - interval '300 days'),
('d4000000-0000-4000-8000-000000000002', 'HTML and CSS Workshop', 'html-css-workshop',
 'For everybody who takes "HTML and CSS: Pages That Hold". Show what you build, and ask before you add !important.',
 'COURSE', false, 'c0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', now() - interval '240 days', now() - interval '240 days'),
('d4000000-0000-4000-8000-000000000003', 'Noticeboard', 'noticeboard',
 'What is new: courses, office hours and the odd maintenance night.',
 'FREE', true, null, 'a0000000-0000-4000-8000-000000000001', now() - interval '300 days', now() - interval '300 days'),
('d4000000-0000-4000-8000-000000000004', 'JavaScript Circle', 'javascript-circle',
 'For learners of the JavaScript course: small riddles, big "aha"s.',
 'COURSE', false, 'c0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', now() - interval '120 days', now() - interval '120 days'),
('d4000000-0000-4000-8000-000000000005', 'Portfolio Clinic', 'portfolio-clinic',
 'Bring your portfolio, leave with three things to mend. Miriam answers every Thursday.',
 'PAID', false, null, 'a0000000-0000-4000-8000-000000000001', now() - interval '60 days', now() - interval '60 days'),
('d4000000-0000-4000-8000-000000000006', 'First Readers', 'first-readers',
 'People who read new lessons before everybody else, and say where they stumbled.',
 'INVITE', false, null, 'a0000000-0000-4000-8000-000000000001', now() - interval '45 days', now() - interval '45 days');

-- Two people have bought a place in the clinic.
insert into public.purchases (id, user_id, community_id, amount_cents, currency, provider, provider_ref, status, created_at, updated_at) values
('d2000000-0000-4000-8000-000000000021', 'a0000000-0000-4000-8000-000000000004', 'd4000000-0000-4000-8000-000000000005',
 2900, 'EUR', 'stripe', 'pi_demo_3QwS04K5', 'COMPLETED', now() - interval '21 days', now() - interval '21 days'),
('d2000000-0000-4000-8000-000000000022', 'a0000000-0000-4000-8000-000000000006', 'd4000000-0000-4000-8000-000000000005',
 2900, 'EUR', 'stripe', 'pi_demo_3QwZ06K5', 'COMPLETED', now() - interval '34 days', now() - interval '34 days');

insert into public.community_members (community_id, user_id, role, banned, joined_at, left_at)
select
  ('d4000000-0000-4000-8000-00000000000' || m.community)::uuid,
  ('a0000000-0000-4000-8000-0000000000' || m.person)::uuid,
  m.role::public.community_role, m.banned,
  now() - m.joined::interval,
  now() - m.gone::interval
from (values
  (1, '01', 'MEMBER',    false, '300 days', null),
  (1, '02', 'MEMBER',    false, '299 days', null),
  (1, '03', 'MODERATOR', false, '298 days', null),
  (1, '04', 'MEMBER',    false, '118 days', null),
  (1, '06', 'MEMBER',    false, '190 days', null),
  (1, '07', 'MEMBER',    false, '150 days', null),
  (1, '08', 'MEMBER',    false, '149 days', '25 days'),
  (1, '09', 'MEMBER',    false, '96 days',  null),
  (1, '10', 'MEMBER',    false, '85 days',  null),
  (1, '11', 'MEMBER',    false, '72 days',  null),
  (1, '15', 'MEMBER',    false, '40 days',  null),
  (1, '16', 'MEMBER',    true,  '27 days',  null),
  (1, '17', 'MEMBER',    false, '16 days',  null),
  (1, '18', 'MEMBER',    false, '8 days',   null),
  (1, '20', 'MEMBER',    false, '3 days',   null),
  (2, '01', 'MEMBER',    false, '240 days', null),
  (2, '04', 'MEMBER',    false, '56 days',  null),
  (2, '06', 'MODERATOR', false, '88 days',  null),
  (2, '07', 'MEMBER',    false, '150 days', null),
  (2, '09', 'MEMBER',    false, '38 days',  null),
  (2, '11', 'MEMBER',    false, '70 days',  null),
  (2, '12', 'MEMBER',    false, '58 days',  null),
  (2, '16', 'MEMBER',    false, '24 days',  null),
  (2, '18', 'MEMBER',    false, '7 days',   null),
  (3, '01', 'MODERATOR', false, '300 days', null),
  (3, '03', 'MODERATOR', false, '298 days', null),
  (3, '04', 'MEMBER',    false, '118 days', null),
  (3, '06', 'MEMBER',    false, '190 days', null),
  (4, '02', 'MODERATOR', false, '118 days', null),
  (4, '09', 'MEMBER',    false, '90 days',  null),
  (4, '10', 'MEMBER',    false, '78 days',  null),
  (5, '04', 'MEMBER',    false, '21 days',  null),
  (5, '06', 'MEMBER',    false, '34 days',  null),
  (6, '03', 'MODERATOR', false, '45 days',  null),
  (6, '07', 'MEMBER',    false, '40 days',  null),
  (6, '15', 'MEMBER',    false, '38 days',  null)
) as m (community, person, role, banned, joined, gone);

insert into public.community_posts (id, community_id, author_id, parent_id, body, created_at, edited_at, deleted_at)
select
  ('d5000000-0000-4000-8000-0000000000' || p.n)::uuid,
  ('d4000000-0000-4000-8000-00000000000' || p.community)::uuid,
  ('a0000000-0000-4000-8000-0000000000' || p.author)::uuid,
  ('d5000000-0000-4000-8000-0000000000' || p.answers)::uuid,
  p.body,
  now() - p.said::interval,
  now() - p.edited::interval,
  now() - p.removed::interval
from (values
  ('01', 1, '03', null, 'Welcome, everybody! This room is for questions of every size. Three habits keep it pleasant: say what you have tried, paste code as text, and thank whoever helped. I look in every morning.', '297 days', '296 days', null),
  ('02', 1, '06', null, 'Small victory: I untangled my first merge conflict today without copying the folder first. It really is only a question.', '140 days', null, null),
  ('03', 1, '07', '02', 'Congratulations! My first one took an hour and a walk around the block.', '139 days 20 hours', null, null),
  ('04', 1, '04', null, 'How long do you all study in one sitting? I make it to about forty minutes, then the words start to swim.', '30 days', null, null),
  ('05', 1, '09', '04', 'Twenty-five minutes with a timer, then tea. Three rounds are a good evening.', '29 days 22 hours', null, null),
  ('06', 1, '10', '04', 'One lesson on the train to work and one on the way back. The tunnels are my breaks.', '29 days 9 hours', null, null),
  ('07', 1, '16', null, 'Earn money while you learn!!! Message me for the link!!!', '22 days', null, '21 days 23 hours'),
  ('08', 1, '15', null, 'Does anybody else read error messages aloud? My cat now leaves the room when I say "undefined".', '12 days', null, null),
  ('09', 1, '03', '08', 'It''s the best debugging trick there is, and cheaper than the rubber duck.', '11 days 20 hours', null, null),
  ('10', 1, '17', null, 'What is the difference between git restore and git reset? I keep mixing them up, although I have done the lesson on the three places twice.', '1 day 4 hours', null, null),
  ('11', 1, '02', '10', 'Restore works on files: it brings back what a file looked like. Reset moves the branch label to another commit. If you only want your file back, it is never reset. Draw the three places once more and write both commands onto the arrows; after that it stays.', '1 day 1 hour', '1 day', null),
  ('12', 1, '17', '10', 'Onto the arrows! Now it makes sense. Thank you.', '23 hours', null, null),
  ('13', 1, '20', null, 'Hello from Busan. I started this week and have made two commits so far, both with typing mistakes in the message. Amend is my friend.', '2 days', null, null),
  ('14', 1, '18', '13', 'Welcome, Grace! Mine said "frist commit" for a month.', '1 day 22 hours', null, null),
  ('15', 2, '06', null, 'Post your page here when you have been through the "Ship it" checklist. I unplug my mouse and try to break it, with love.', '87 days', null, null),
  ('16', 2, '07', '15', 'Mine is a page about my grandmother''s recipes. The contrast of the headings was 2.9, and I had thought it elegant. It is 6.1 now, and she can read it too.', '80 days', null, null),
  ('17', 2, '04', null, 'My grid has a horizontal scroll bar at 320 pixels, and I can''t find who makes it. minmax(20rem, 1fr), nothing special.', '5 days', null, null),
  ('18', 2, '06', '17', 'That is the one: 20rem is 320 pixels, and your page has some padding too, so it doesn''t fit. Try minmax(min(20rem, 100%), 1fr).', '4 days 21 hours', null, null),
  ('19', 2, '04', '17', 'Gone! I would have searched for another hour.', '4 days 20 hours', null, null),
  ('20', 2, '09', null, 'Question about labels: my search field only has an icon. Is aria-label enough, or does it need a word that one can see?', '10 hours', null, null),
  ('21', 3, '01', null, 'Office hours move to Thursdays, 18:00 in London. Bring a question or just listen. The link is the same as ever: https://example.org/office-hours', '6 days', null, null),
  ('22', 3, '03', null, 'The Git course has grown a lesson about undoing things. Start there if you have ever copied a folder to be safe.', '33 days', '32 days', null),
  ('23', 3, '01', null, 'Welcome to the Noticeboard. Only we write here, so it stays short. Talk about anything in the Common Room.', '299 days', null, null),
  ('24', 4, '09', null, E'Why does this print 3 three times?\n\nfor (var i = 0; i < 3; i++) {\n  setTimeout(() => console.log(i))\n}', '2 days', null, null),
  ('25', 4, '02', '24', 'There is only one i, and by the time the timers run the loop has finished with it. With let, each round gets its own.', '1 day 22 hours', null, null),
  ('26', 5, '06', null, 'Mine is up: https://example.org/zoe. Be honest about the colours.', '20 days', null, null),
  ('27', 5, '04', '26', 'The colours are lovely. The menu covers the heading on my phone, though.', '19 days 20 hours', null, null),
  ('28', 6, '15', null, 'I stumbled over "detached HEAD" in the new lesson. A picture would help.', '4 days', null, null)
) as p (n, community, author, answers, body, said, edited, removed);

insert into public.community_post_reports (post_id, reporter_id, reason, created_at, resolved_at, resolved_by_id) values
('d5000000-0000-4000-8000-000000000007', 'a0000000-0000-4000-8000-000000000004', 'Advertising, and it asks for private messages.', now() - interval '21 days 23 hours 30 minutes', now() - interval '21 days 23 hours', 'a0000000-0000-4000-8000-000000000001'),
('d5000000-0000-4000-8000-000000000008', 'a0000000-0000-4000-8000-000000000018', 'Nothing bad, I pressed the wrong button. Sorry!', now() - interval '6 days', null, null);
