-- Why: a bell that has something to say. Notifications d3…: to everybody and to single people, in all
-- four types, with links inside and outside, one important, one scheduled, one that is over. Four of
-- them are still unread for member@rookies.test: 02, 03, 13 and 14.

insert into public.notifications (id, title, message, type, sender_id, recipient_id, is_global, important, action_url, action_label, publish_at, expires_at, created_at, updated_at)
select
  ('d3000000-0000-4000-8000-0000000000' || n.n)::uuid,
  n.title, n.message, n.type::public.notification_type,
  'a0000000-0000-4000-8000-000000000001',
  ('a0000000-0000-4000-8000-0000000000' || n.recipient)::uuid,
  n.recipient is null, n.important, n.url, n.label,
  now() + n.starts::interval,
  now() + n.ends::interval,
  now() - n.sent::interval,
  now() - n.sent::interval
from (values
  -- to everybody
  ('01', null, 'info',    'Welcome to the new Rookies', 'Your courses, your progress and your notifications now live in one place. Have a look around; everything you had completed is still there.', '/app/dashboard', 'Open the library', false, null, null, '60 days'),
  ('02', null, 'success', 'New lesson: colour, contrast and the dark', 'HTML and CSS has a new lesson about colours that everybody can read, by day and by night.', '/app/courses/html-css-pages-that-hold/lesson/e0000000-0000-4000-8000-000000020402', 'Open the lesson', false, null, null, '3 days'),
  ('03', null, 'warning', 'A short break for maintenance', 'On ' || to_char(now() + interval '3 days', 'FMDay') || ' from 06:00 to 06:30 UTC we move to a larger machine. Videos and lessons won''t open during that time. Completions you make offline are kept and sent afterwards.', null, null, true, null, '4 days', '1 day'),
  ('04', null, 'info',    'Worth reading: the MDN curriculum', 'Mozilla has written down what a front-end developer should know. Compare it with what you can do already; you may be surprised.', 'https://developer.mozilla.org/en-US/curriculum/', 'Read it on MDN', false, null, null, '9 days'),
  ('05', null, 'info',    'Coming soon: Databases and SQL', 'Jonas is putting the last touches to his new course. You''ll find it in the library as soon as it is there.', '/app/dashboard', 'Open the library', false, '2 days', null, '5 hours'),
  ('06', null, 'error',   'Videos on Vimeo are not playing', 'Vimeo has a disturbance at the moment. It isn''t your connection. Texts and other videos work as usual.', 'https://www.vimeostatus.com/', 'Vimeo status', false, null, '-33 days', '34 days'),
  -- to one person
  ('11', '04', 'success', 'You have finished Git from the First Commit', 'Twenty lessons, start to end. Well done, Sam! The lessons stay open for you whenever you want to look something up.', '/app/courses/git-from-the-first-commit', 'Look back', false, null, null, '63 days'),
  ('12', '04', 'error',   'Your payment didn''t go through', 'The bank declined the card for JavaScript: Thinking in Functions. Nothing was charged. You can try again, with another card too.', null, null, false, null, null, '2 days 5 minutes'),
  ('13', '04', 'success', 'JavaScript: Thinking in Functions is yours', 'Thank you! The course is in your library, and there is no rush: it doesn''t expire.', '/app/courses/javascript-thinking-in-functions', 'Start the course', false, null, null, '2 days'),
  ('14', '04', 'info',    'A page that may help with flexbox', 'You are in the middle of the lesson on flexbox. This guide has a picture for every property; keep it open beside the video.', 'https://css-tricks.com/snippets/css/a-guide-to-flexbox/', 'Open the guide', false, null, null, '20 hours'),
  ('15', '05', 'info',    'Welcome, Lena', 'Your account is ready. Until somebody gives you a course, you are welcome to read the lessons that are open to everybody. This is a good one to begin with.', '/app/courses/git-from-the-first-commit/lesson/e0000000-0000-4000-8000-000000010101', 'Open the first lesson', false, null, null, '4 hours 50 minutes'),
  ('16', '06', 'warning', 'Your access ends in three days', 'HTML and CSS: Pages That Hold closes for you soon. Four lessons are left. Write to us if you need more time.', '/app/courses/html-css-pages-that-hold', 'Go on learning', true, null, null, '4 hours'),
  ('17', '07', 'success', 'Four lessons to go', 'You have done sixteen of twenty lessons in Git from the First Commit. Among the rest is "When something goes wrong": read it today, while nothing has.', '/app/courses/git-from-the-first-commit', 'Go on', false, null, null, '6 hours'),
  ('18', '11', 'error',   'Your payment didn''t go through', 'The bank declined the card for JavaScript: Thinking in Functions. Nothing was charged.', null, null, false, null, null, '31 days')
) as n (n, recipient, type, title, message, url, label, important, starts, ends, sent);

insert into public.notification_reads (user_id, notification_id, read_at)
select
  ('a0000000-0000-4000-8000-0000000000' || r.person)::uuid,
  ('d3000000-0000-4000-8000-0000000000' || r.notification)::uuid,
  now() - r.ago::interval
from (values
  ('04', '01', '59 days'), ('04', '04', '8 days'), ('04', '11', '62 days'), ('04', '12', '2 days 4 minutes'),
  ('03', '01', '60 days'), ('03', '02', '2 days 20 hours'), ('03', '03', '22 hours'), ('03', '04', '9 days'),
  ('06', '01', '58 days'), ('06', '02', '2 days'),
  ('07', '01', '57 days'), ('07', '03', '6 hours'),
  ('11', '18', '30 days')
) as r (person, notification, ago);
