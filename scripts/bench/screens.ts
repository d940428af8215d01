/** A screen and the statement that PostgREST sends for it. `$1` is the number of a person of the data set. */
interface ScreenCall {
  sql: string
  /** The role that runs the statement: the person, or staff for lists of all people. */
  as: 'person' | 'moderator' | 'admin'
  /** The highest allowed 95th percentile in milliseconds. */
  target: number
}

/** The numbers of the staff members who request lists of all people, by role. */
export const STAFF: Partial<Record<ScreenCall['as'], number>> = { admin: 1, moderator: 2 }

/** SQL for the number of courses in the data set; the connection has to set it. */
const COURSES = `current_setting('rookies.courses')::int`

/** SQL for a cohort of the data set. Below: the first course of the cohort to which a person belongs. */
const COHORT = `md5('cohort' || (1 + $1::int % (select count(*) from public.cohorts)))::uuid`
const COHORT_COURSE = `(1 + (1 + ($1::int - 1) / 60) % ${COURSES})`

/**
 * SQL for the number of a cohort, for an assignment of its course, and for the work of its second person on that
 * assignment.
 */
const COHORT_NUMBER = '(1 + $1::int % (select count(*) * 2 / 3 from public.cohorts)::int)'
const ASSIGNMENT = `md5('lesson' || (${COHORT_NUMBER} % ${COURSES} * 100 + 20 * (1 + $1::int % 4)))::uuid`
const WORK = `md5('work' || ${ASSIGNMENT} || md5('person' || (${COHORT_NUMBER} * 60 - 58))::uuid)::uuid`

export const screens: Record<string, ScreenCall> = {
  'Library, p95 in the database': { sql: 'select public.library()', as: 'person', target: 3 },
  'Free previews, p95 in the database': {
    sql: 'select public.free_previews()',
    as: 'person',
    target: 3,
  },
  'Course outline, p95 in the database': {
    sql: `select public.course_outline('scale-course-' || (1 + ($1::int * 7 + 19) % ${COURSES}))`,
    as: 'person',
    target: 3,
  },
  'Account, permissions and settings, p95 in the database': {
    sql: 'select public.boot()',
    as: 'person',
    target: 3,
  },
  'Bell, p95 in the database': {
    sql: 'select public.notification_feed()',
    as: 'person',
    target: 3,
  },
  // A word that every lesson contains, a rare word, two words together, and a word with a typing error.
  'Search, p95 in the database': {
    sql: `select public.search((array['tomesiki', 'zesiva', 'module 17', 'tomeisiki'])[1 + $1::int % 4])`,
    as: 'person',
    target: 10,
  },
  'Search for Korean and Thai, p95 in the database': {
    sql: `select public.search((array['가운데로', 'ตรงกลางหน้าเว็บ'])[1 + $1::int % 2])`,
    as: 'person',
    target: 10,
  },
  'Search for questions, p95 in the database': {
    sql: `select public.search_questions((array['zesiva', 'layout', '가운데로', 'ตรงกลางหน้าเว็บ'])[1 + $1::int % 4])`,
    as: 'person',
    target: 10,
  },
  'Lesson body, p95 in the database': {
    sql: `select id, content from public.lessons where id = md5('lesson' || (($1::int * 7 + 19) % ${COURSES} * 100 + 3))::uuid`,
    as: 'person',
    target: 3,
  },
  'This week of a person in cohorts, p95 in the database': {
    sql: 'select public.my_week()',
    as: 'person',
    target: 3,
  },
  'What came back to a person and was answered, p95 in the database': {
    sql: 'select public.my_news()',
    as: 'person',
    target: 3,
  },
  'Course outline with a schedule, p95 in the database': {
    sql: `select public.course_outline('scale-course-' || ${COHORT_COURSE})`,
    as: 'person',
    target: 3,
  },
  // Most people can open the third lesson of the course, and few can open the last one.
  'Lesson with a schedule, p95 in the database': {
    sql: `select id, content from public.lessons where id = md5('lesson' || ((${COHORT_COURSE} - 1) * 100 + case $1::int % 2 when 0 then 3 else 100 end))::uuid`,
    as: 'person',
    target: 3,
  },
  'The others of a cohort, p95 in the database': {
    sql: `select public.cohort_mates(m.cohort_id) from (select cohort_id from public.cohort_members where user_id = private.uid() and state <> 'LEFT' limit 1) m`,
    as: 'person',
    target: 3,
  },
  'An assignment with rounds and reviews, p95 in the database': {
    sql: `select public.assignment(w.lesson_id) from (select lesson_id from public.submissions where user_id = private.uid() limit 1) w`,
    as: 'person',
    target: 3,
  },
  // Without a filter, for one course, and for one assignment.
  'Queue of reviews, p95 in the database': {
    sql: `select public.review_queue(case $1::int % 3 when 0 then '{}' when 1 then jsonb_build_object('course_id', md5('course' || (1 + ${COHORT_NUMBER} % ${COURSES}))::uuid)
      else jsonb_build_object('lesson_id', ${ASSIGNMENT}) end, 1 + $1::int % 5)`,
    as: 'admin',
    target: 10,
  },
  "Queue of a moderator's cohorts, p95 in the database": {
    sql: `select public.review_queue('{}', 1 + $1::int % 5)`,
    as: 'moderator',
    target: 10,
  },
  'A review, p95 in the database': {
    sql: `select public.review(${WORK})`,
    as: 'admin',
    target: 10,
  },
  'The next review, p95 in the database': {
    sql: `select public.next_review()`,
    as: 'admin',
    target: 10,
  },
  // A lesson that has half of all questions; administrators may read the questions of every course.
  'Questions of a lesson, p95 in the database': {
    sql: `select public.lesson_questions(md5('lesson3')::uuid)`,
    as: 'admin',
    target: 3,
  },
  'A question with its answers, p95 in the database': {
    sql: `select public.question(md5('question' || (2 * (1 + $1::int / 2)))::uuid)`,
    as: 'admin',
    target: 3,
  },
  'Questions like one, p95 in the database': {
    sql: `select public.questions_like(md5('lesson3')::uuid, (array['why does tomesiki not change', 'zesiva change', '사진을 가운데로', 'จัดรูปภาพ'])[1 + $1::int % 4])`,
    as: 'admin',
    target: 10,
  },
  'Inbox of an administrator, p95 in the database': {
    sql: 'select public.staff_inbox()',
    as: 'admin',
    target: 10,
  },
  'Inbox of a moderator, p95 in the database': {
    sql: 'select public.staff_inbox()',
    as: 'moderator',
    target: 10,
  },
  'Work of a person, p95 in the database': {
    sql: `select public.person_work(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Figures of the assignments of a course, p95 in the database': {
    sql: `select public.assignment_figures(course_id => md5('course' || (1 + ${COHORT_NUMBER} % ${COURSES}))::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Where a course is hard, p95 in the database': {
    sql: `select public.where_course_is_hard(md5('course' || (1 + ${COHORT_NUMBER} % ${COURSES}))::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Cohorts, p95 in the database': {
    sql: `select public.cohort_list(query => (array['', 'number ' || $1])[1 + $1::int % 2], state => (array[null, 'RUNNING', 'UPCOMING', 'ENDED'])[1 + $1::int % 4],
      sort => (array['newest', 'oldest', 'title'])[1 + $1::int % 3], page => 1 + $1::int % 5)`,
    as: 'admin',
    target: 10,
  },
  'A cohort, p95 in the database': {
    sql: `select public.cohort(${COHORT})`,
    as: 'admin',
    target: 10,
  },
  'People of a cohort, p95 in the database': {
    sql: `select public.cohort_member_list(${COHORT}, query => (array['', 'okafor'])[1 + $1::int % 2])`,
    as: 'admin',
    target: 10,
  },
  'Schedule of a cohort, p95 in the database': {
    sql: `select public.cohort_schedule(${COHORT})`,
    as: 'admin',
    target: 10,
  },
  'Progress of a cohort, p95 in the database': {
    sql: `select public.cohort_progress(${COHORT})`,
    as: 'admin',
    target: 10,
  },
  'Who is behind in a cohort, p95 in the database': {
    sql: `select public.cohort_behind(${COHORT})`,
    as: 'admin',
    target: 10,
  },
  'Messages to a cohort, p95 in the database': {
    sql: `select public.cohort_message_list(${COHORT})`,
    as: 'admin',
    target: 10,
  },
  'Cohorts of a person, p95 in the database': {
    sql: `select public.person_cohorts(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Lessons with a schedule that a person can open, p95 in the database': {
    sql: `select public.person_lessons(md5('person' || $1)::uuid, md5('course' || ${COHORT_COURSE})::uuid)`,
    as: 'moderator',
    target: 10,
  },
  "One member's analytics, p95 in the database": {
    sql: `select public.member_analytics(md5('person' || $1)::uuid)`,
    as: 'moderator',
    target: 10,
  },
  "A person's page, p95 in the database": {
    sql: `select public.person(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'What a person can open, p95 in the database': {
    sql: `select public.person_access(md5('person' || $1)::uuid)`,
    as: 'moderator',
    target: 10,
  },
  'Lessons that a person can open, p95 in the database': {
    sql: `select public.person_lessons(md5('person' || $1)::uuid, md5('course' || (1 + $1::int % ${COURSES}))::uuid)`,
    as: 'moderator',
    target: 10,
  },
  'What was done to a person, p95 in the database': {
    sql: `select public.person_audit(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Invites of a person, p95 in the database': {
    sql: `select public.person_invites(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Sessions of a person, p95 in the database': {
    sql: `select public.person_sessions(md5('person' || $1)::uuid)`,
    as: 'admin',
    target: 10,
  },
  'Purchases of a person, p95 in the database': {
    sql: `select id, status, provider_ref from public.purchases where user_id = md5('person' || $1)::uuid order by created_at desc limit 50`,
    as: 'admin',
    target: 10,
  },
  'Analytics, latest first, p95 in the database': {
    sql: `select public.analytics(page => 1 + $1::int % 20)`,
    as: 'moderator',
    target: 10,
  },
  'Analytics by name or lessons, p95 in the database': {
    sql: `select public.analytics(sort => (array['name', '-name', 'completed', '-completed'])[1 + $1::int % 4])`,
    as: 'moderator',
    target: 10,
  },
  'Analytics, search, p95 in the database': {
    sql: `select public.analytics(query => 'person' || $1)`,
    as: 'moderator',
    target: 10,
  },
  'Analytics, gone quiet, p95 in the database': {
    sql: `select public.analytics(quiet => (array['7', '14', '30', 'never'])[1 + $1::int % 4])`,
    as: 'moderator',
    target: 10,
  },
  'Analytics of one course, p95 in the database': {
    sql: `select public.analytics(course_id => md5('course' || (1 + $1::int % ${COURSES}))::uuid, quiet => (array[null, '7'])[1 + $1::int % 2], sort => (array['active', 'completed'])[1 + $1::int % 2])`,
    as: 'moderator',
    target: 10,
  },
  'Members, p95 in the database': {
    sql: `select public.members(role => (array[null, 'MODERATOR']::public.user_role[])[1 + $1::int % 2], sort => (array['newest', 'oldest', 'name'])[1 + $1::int % 3], page => 1 + $1::int % 20)`,
    as: 'moderator',
    target: 10,
  },
  // People with a course, without a course, inactive in any course and in one course, people who never started, and
  // people of one role.
  'Members by course and activity, p95 in the database': {
    sql: `select public.members(course => (array[md5('course' || (1 + $1::int % ${COURSES}))::uuid::text, 'none', null, md5('course7')::uuid::text, null])[1 + $1::int % 5],
      quiet => (array[null, null, '7', '14', 'never'])[1 + $1::int % 5], role => (array[null, 'MEMBER']::public.user_role[])[1 + $1::int % 2], page => 1 + $1::int % 5)`,
    as: 'moderator',
    target: 10,
  },
  'Members, search, p95 in the database': {
    sql: `select public.members(query => 'person' || $1)`,
    as: 'moderator',
    target: 10,
  },
  // A name that nine thousand people have, a name of two letters, and two words together.
  'Members, a common name, p95 in the database': {
    sql: `select public.members(query => (array['okafor', 'ma', 'ada 1'])[1 + $1::int % 3], page => 1 + $1::int % 20)`,
    as: 'moderator',
    target: 10,
  },
  // Names in alphabetical order, on pages near the beginning and at the end.
  'Members, a common name, in order of names, p95 in the database': {
    sql: `select public.members(query => (array['grace', 'tim', 'ada 1'])[1 + $1::int % 3], sort => 'name')`,
    as: 'moderator',
    target: 10,
  },
  'Analytics, a common name, p95 in the database': {
    sql: `select public.analytics(query => (array['okafor', 'ma', 'ada 1'])[1 + $1::int % 3], page => 1 + $1::int % 20)`,
    as: 'moderator',
    target: 10,
  },
  'Purchases and their sums, p95 in the database': {
    sql: `select public.purchase_list(page => 1 + $1::int % 20)`,
    as: 'admin',
    target: 10,
  },
  'Purchases, narrowed, p95 in the database': {
    sql: `select public.purchase_list(status => (array[null, 'PENDING', 'REFUNDED']::public.purchase_status[])[1 + $1::int % 3], since => now() - interval '40 days', until => now() - interval '10 days')`,
    as: 'admin',
    target: 10,
  },
  'Purchases, search, p95 in the database': {
    sql: `select public.purchase_list(query => case when $1::int % 2 = 0 then 'pi_' || left(md5('payment' || $1), 10) else 'person' || $1 || '@scale' end)`,
    as: 'admin',
    target: 10,
  },
  // Every filter by kind, target, person and time, on the first pages and on a late page.
  'Audit, any filters, p95 in the database': {
    sql: `select public.audit_list(
      kind => (array[null, 'CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT', 'EXPORT'])[1 + $1::int % 7],
      target => (array[null, 'course', 'user', 'session', 'list'])[1 + $1::int % 5],
      person => (array[null, md5('person1')::uuid::text, md5('person' || $1)::uuid::text])[1 + $1::int % 3],
      since => (array[null, now() - interval '110 days'])[1 + $1::int % 2],
      after => (array[null, to_char(now() - interval '100 days', 'YYYY-MM-DD"T"HH24:MI:SSOF') || ',1'])[1 + $1::int % 4])`,
    as: 'admin',
    target: 10,
  },
  'Audit, by name, p95 in the database': {
    sql: `select public.audit_list(person => 'person' || $1 || '@scale.test')`,
    as: 'admin',
    target: 10,
  },
  'Audit, what there is to choose, p95 in the database': {
    sql: 'select public.audit_choices()',
    as: 'admin',
    target: 10,
  },
  // Every filter by type and recipients, on the first pages and on a late page.
  'Notifications, any filters, p95 in the database': {
    sql: `select public.notification_list(
      type => (array[null, 'info', 'warning', 'error']::public.notification_type[])[1 + $1::int % 4],
      audience => (array[null, 'global', 'specific'])[1 + $1::int % 3],
      after => (array[null, to_char(now() - interval '60 days', 'YYYY-MM-DD"T"HH24:MI:SSOF') || ',00000000-0000-0000-0000-000000000000'])[1 + $1::int % 2])`,
    as: 'admin',
    target: 10,
  },
  // A number, a rare word, and a word that every notification contains.
  'Notifications, search, p95 in the database': {
    sql: `select public.notification_list(
      query => (array['payment ' || $1, left(md5('word' || $1::int % 20000), 6), 'worth a sentence'])[1 + $1::int % 3],
      type => (array[null, 'success']::public.notification_type[])[1 + $1::int % 2])`,
    as: 'admin',
    target: 10,
  },
  // A word of two letters, which a trigram index cannot find.
  'Notifications, invites and payments, a word in Chinese, p95 in the database': {
    sql: `select public.notification_list(query => '函数'), public.invite_list(query => '函数'), public.purchase_list(query => '函数')`,
    as: 'admin',
    target: 30,
  },
  'Invites, p95 in the database': {
    sql: `select public.invite_list(state => (array[null, 'ACTIVE', 'EXPIRED', 'REDEEMED'])[1 + $1::int % 4], sort => (array['newest', 'oldest', 'email'])[1 + $1::int % 3], page => 1 + $1::int % 20)`,
    as: 'admin',
    target: 10,
  },
  'Invites, search, p95 in the database': {
    sql: `select public.invite_list(query => 'person' || $1)`,
    as: 'admin',
    target: 10,
  },
  'Communities, p95 in the database': {
    sql: 'select public.managed_communities()',
    as: 'admin',
    target: 10,
  },
  'Members of a community, p95 in the database': {
    sql: `select public.managed_members(md5('community1')::uuid, state => (array[null, 'moderators'])[1 + $1::int % 2], page => 1 + $1::int % 20)`,
    as: 'admin',
    target: 10,
  },
  'Members of a community, search, p95 in the database': {
    sql: `select public.managed_members(md5('community1')::uuid, query => 'person' || $1)`,
    as: 'admin',
    target: 10,
  },
}

/** SQL for a cohort that has begun: the thirtieth, or the last one of a small data set. */
const STARTED = `md5('cohort' || least(30, (select count(*) from public.cohorts)))::uuid`

/** Paged lists: each label in the table with the administrator's call. */
export const pages = {
  'Members, page of 50': 'select public.members()',
  'Purchases, page of 50': 'select public.purchase_list()',
  'Invites, page of 50': 'select public.invite_list()',
  'Audit, page of 50': 'select public.audit_list()',
  'Notifications, page of 50': 'select public.notification_list()',
  'Bell of ten': 'select public.notification_feed()',
  'Analytics, page of 50': 'select public.analytics()',
  "One member's analytics": `select public.member_analytics(md5('person' || 7)::uuid)`,
  'Members of a community, page of 50': `select public.managed_members(md5('community1')::uuid)`,
  'Queue of reviews, page of 25': 'select public.review_queue()',
  'Cohorts, page of 50': 'select public.cohort_list()',
  'People of a cohort, page of 50': `select public.cohort_member_list(${STARTED})`,
  'Progress of a cohort of sixty': `select public.cohort_progress(${STARTED})`,
}
