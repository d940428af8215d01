-- Questions about a lesson: asking, answering, accepting, following, and who is notified of answers.
set check_function_bodies = off;

-- TYPES

create type public.question_audience as enum ('EVERYONE', 'COHORT', 'STAFF');

create type public.question_state as enum ('OPEN', 'ANSWERED', 'CLOSED');

-- TABLES

create table private.question_acts (
  user_id uuid not null,
  hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  acts integer not null default 1,
  constraint question_acts_pkey primary key (user_id),
  constraint question_acts_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.question_acts enable row level security;
comment on table private.question_acts is 'How many changes to questions each person made in the hour in which they made the last one. No grants: written by count_question_act().';

create table public.questions (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  cohort_id uuid,
  author_id uuid default private.uid(),
  title text not null,
  body text not null default '',
  at_seconds integer,
  at_heading text,
  audience public.question_audience not null default 'EVERYONE',
  state public.question_state not null default 'OPEN',
  answer_id uuid,
  answers integer not null default 0,
  waiting_since timestamptz default now(),
  closes_at timestamptz,
  reopened_at timestamptz,
  merged_into_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid,
  constraint questions_pkey primary key (id),
  constraint questions_answers_positive check (answers >= 0),
  constraint questions_at_heading_length check (
    btrim(at_heading) <> ''
    and char_length(at_heading) <= 200
  ),
  constraint questions_at_seconds_range check (at_seconds >= 0 and at_seconds <= 86400),
  constraint questions_body_length check (char_length(body) <= 10000),
  constraint questions_one_moment check (num_nonnulls(at_seconds, at_heading) <= 1),
  constraint questions_title_length check (btrim(title) <> '' and char_length(title) <= 200),
  constraint questions_waiting check ((state = 'OPEN') = (waiting_since is not null)),
  constraint questions_author_id_fkey foreign key (author_id) references public.profiles(id) on delete set null,
  constraint questions_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete set null,
  constraint questions_deleted_by_id_fkey foreign key (deleted_by_id) references public.profiles(id) on delete set null,
  constraint questions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint questions_merged_into_id_fkey foreign key (merged_into_id) references public.questions(id) on delete set null
);
alter table public.questions enable row level security;
create index questions_accepted_idx on public.questions (id, answer_id);
create index questions_author_id_idx on public.questions (author_id, lesson_id, created_at desc, id desc);
create index questions_cohort_id_idx on public.questions (cohort_id, lesson_id, created_at desc, id desc);
create index questions_deleted_by_id_idx on public.questions (deleted_by_id);
create index questions_everyone_idx on public.questions (lesson_id, created_at desc, id desc) where ((audience = 'EVERYONE') and (merged_into_id is null));
create index questions_lesson_id_idx on public.questions (lesson_id, created_at desc, id desc);
create index questions_merged_into_id_idx on public.questions (merged_into_id);
create index questions_newest_idx on public.questions (created_at desc, id desc) where ((deleted_at is null) and (merged_into_id is null));
-- Waiting questions by their author. There are few of them, whereas the index of all questions of a person has many
-- more entries.
create index questions_waiting_author_idx on public.questions (author_id) where ((waiting_since is not null) and (deleted_at is null) and (merged_into_id is null));
create index questions_waiting_cohort_idx on public.questions (cohort_id, waiting_since, id) where ((waiting_since is not null) and (deleted_at is null) and (merged_into_id is null));
create index questions_waiting_idx on public.questions (waiting_since, id) include (author_id, lesson_id) where ((waiting_since is not null) and (deleted_at is null) and (merged_into_id is null));
create index questions_waiting_lesson_idx on public.questions (lesson_id, waiting_since, id) where ((waiting_since is not null) and (deleted_at is null) and (merged_into_id is null));
grant select on public.questions to authenticated;
grant delete, insert, select, update on public.questions to service_role;
comment on table public.questions is 'Questions about a lesson, at a second of its video or under a heading of its text (rules/questions#asking).';
comment on column public.questions.cohort_id is 'The cohort in which the asker takes the course, whose staff look after the question; null: none.';
comment on column public.questions.state is 'The stored state. A question whose closes_at has passed is closed, whatever state is stored (rules/questions#states).';
comment on column public.questions.answer_id is 'The accepted answer. The foreign key makes it an answer of this question.';
comment on column public.questions.answers is 'How many answers it has, without deleted ones.';
comment on column public.questions.waiting_since is 'Since when the question waits for an answer; null: it does not wait.';
comment on column public.questions.closes_at is 'When the question closes if nobody writes until then; null: never.';
comment on column public.questions.merged_into_id is 'The question into which this one was merged, which has its answers now.';
comment on column public.questions.deleted_by_id is 'The person who deleted the question. Only this person may restore it.';

create table public.answers (
  id uuid not null default gen_random_uuid(),
  question_id uuid not null,
  author_id uuid default private.uid(),
  body text not null,
  staff boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid,
  constraint answers_pkey primary key (id),
  constraint answers_body_length check (btrim(body) <> '' and char_length(body) <= 10000),
  constraint answers_author_id_fkey foreign key (author_id) references public.profiles(id) on delete set null,
  constraint answers_deleted_by_id_fkey foreign key (deleted_by_id) references public.profiles(id) on delete set null,
  constraint answers_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade,
  constraint answers_of_question unique (question_id, id)
);
alter table public.answers enable row level security;
create index answers_author_id_idx on public.answers (author_id, created_at);
create index answers_deleted_by_id_idx on public.answers (deleted_by_id);
create index answers_question_id_idx on public.answers (question_id, created_at, id);
grant select on public.answers to authenticated;
grant delete, insert, select, update on public.answers to service_role;
comment on table public.answers is 'Answers to questions (rules/questions#answering).';
comment on column public.answers.staff is 'Whether the answer is from staff: the author could moderate the question at that time, and had not asked it.';
comment on column public.answers.deleted_by_id is 'The person who deleted the answer. Only this person may restore it.';

create table public.question_follows (
  question_id uuid not null,
  user_id uuid not null default private.uid(),
  followed_at timestamptz not null default now(),
  constraint question_follows_pkey primary key (question_id, user_id),
  constraint question_follows_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade,
  constraint question_follows_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.question_follows enable row level security;
create index question_follows_user_id_idx on public.question_follows (user_id);
grant select on public.question_follows to authenticated;
grant delete, insert, select, update on public.question_follows to service_role;
comment on table public.question_follows is 'The people who get notifications of answers to a question (rules/questions#following).';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.questions add constraint questions_accepted foreign key (id, answer_id) references public.answers(question_id, id) on delete set null (answer_id);

-- FUNCTIONS

create or replace function private.answer_view(a public.answers, accepted uuid, staff boolean)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  author public.profiles;
begin
  select p.* into author from public.profiles p where p.id = a.author_id;
  return jsonb_build_object('id', a.id, 'question_id', a.question_id, 'body', a.body, 'author', author.name, 'former', author.id is null,
    'mine', coalesce(a.author_id = private.uid(), false), 'staff', a.staff, 'accepted', coalesce(a.id = answer_view.accepted, false),
    'created_at', a.created_at, 'edited', a.edited_at is not null,
    'reported', exists (select from private.question_reports r where r.answer_id = a.id and r.reporter_id = private.uid()))
    || case when answer_view.staff then jsonb_build_object('author_id', a.author_id, 'reasons', (
      select coalesce(jsonb_agg(coalesce(r.reason, '') order by r.created_at), '[]') from private.question_reports r
      where r.answer_id = a.id and r.resolved_at is null)) else '{}' end;
end
$function$;
comment on function private.answer_view(public.answers,uuid,boolean) is 'Takes an answer, the accepted one of its question, and whether the caller moderates the question; returns {id, question_id, body, author: a name, former, mine, staff, accepted, created_at, edited, reported: by the caller}, for moderators also {author_id, reasons: those of open reports}.';

create or replace function private.can_on_questions(action text, course uuid, cohort uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can_on_course('questions', action, course)
    or exists (select from private.staffed_cohort_ids('questions', action) k (id) where k.id = cohort);
end
$function$;
comment on function private.can_on_questions(text,uuid,uuid) is 'Takes an action of staff, a course, and the cohort of a question or null; true if the caller may do this to such questions, by a right for all questions, for questions in their own courses, or for questions of cohorts that they look after.';

create or replace function private.check_may_write(person uuid, course uuid, staff boolean)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not staff and private.is_banned_from_questions(person, course) then
    raise exception using errcode = 'PT403', hint = 'BANNED', message = 'You may not write here any more. Please ask the people who run this course.';
  end if;
end
$function$;
comment on function private.check_may_write(uuid,uuid,boolean) is 'Takes a person, a course, and whether the person moderates its questions; raises PT403 BANNED if the person is banned and does not moderate.';

create or replace function private.check_question_words(title text, body text, of_question boolean)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if of_question and (title is null or btrim(title) = '') then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(title) > 200 then perform private.refuse_field('title', 'Title must be less than 200 characters'); end if;
  if not of_question and (body is null or btrim(body) = '') then perform private.refuse_field('body', 'Answer is required'); end if;
  if char_length(body) > 10000 then perform private.refuse_field('body', 'Text must be less than 10,000 characters'); end if;
end
$function$;
comment on function private.check_question_words(text,text,boolean) is 'Takes title and text of a question, or the text of an answer; raises PT422 with the field as hint if they are missing or too long.';

create or replace function private.cohort_of_asker(person uuid, course uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    select m.cohort_id
    from public.cohort_members m
    join public.cohorts c on c.id = m.cohort_id and not c.draft
    join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = cohort_of_asker.course
    where m.user_id = cohort_of_asker.person and m.state <> 'LEFT'
    order by m.joined_at desc, m.cohort_id limit 1);
end
$function$;
comment on function private.cohort_of_asker(uuid,uuid) is 'Takes a person and a course; returns the cohort in which the person takes it; if there are several, the one that they joined last. Null for none.';

create or replace function private.count_question_act()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 600;
  made int;
begin
  insert into private.question_acts as x (user_id) select p.id from public.profiles p where p.id = private.uid()
  on conflict (user_id) do update set hour = excluded.hour, acts = case when x.hour = excluded.hour then x.acts + 1 else 1 end
  returning x.acts into made;
  if made > most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have changed questions 600 times within an hour. Please wait a little.';
  end if;
  return made;
end
$function$;
comment on function private.count_question_act() is 'Counts a change that the caller makes to questions, and returns how many they made in this hour; raises PT429 TOO_MANY after 600. Each function calls it before it locks anything else, so that two calls of one person cannot deadlock.';

create or replace function private.follow(question uuid, person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into public.question_follows (question_id, user_id) values (follow.question, follow.person) on conflict do nothing
$function$;
comment on function private.follow(uuid,uuid) is 'Takes a question and a person; lets the person follow the question.';

create or replace function private.grants_of_lesson(lesson uuid, people uuid[])
  returns table(user_id uuid, released boolean)
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return query
    select e.user_id, bool_or(e.cohort_id is null or coalesce(k.open_all, false)
      or not coalesce(opening.opens_at > least(k.paused_at, now())
        -- Lessons that opened before an earlier pause stay open.
        and not exists (select from unnest(k.reached_from, k.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + rule.day, rule.at_time, c.time_zone) <= r.at), false))
    from public.lessons l
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses s on s.id = m.course_id and private.course_is_published(s.status, s.deleted_at)
    join public.entitlements e on e.course_id = s.id and e.user_id = any (people) and private.grant_is_open(e.expires_at, now())
    left join public.cohort_members k on k.cohort_id = e.cohort_id and k.user_id = e.user_id
    left join public.cohorts c on c.id = e.cohort_id
    left join public.releases own on own.cohort_id = e.cohort_id and own.lesson_id = l.id
    left join public.releases whole on whole.cohort_id = e.cohort_id and whole.module_id = m.id
    cross join lateral (select coalesce(own.day, whole.day, 0) as day, coalesce(own.at_time, whole.at_time, '00:00') as at_time) rule
    cross join lateral (select private.local_moment(c.starts_on + k.shift_days + rule.day, rule.at_time, c.time_zone) as opens_at) opening
    where l.id = grants_of_lesson.lesson and l.deleted_at is null
    group by e.user_id;
end
$function$;
comment on function private.grants_of_lesson(uuid,uuid[]) is 'Takes a lesson and people; returns the people with an open grant of its course, and for each whether the schedule of one of their cohorts, or a grant without a cohort, opens the lesson (rules/cohorts#schedule). Ignores that completed lessons stay open.';

create or replace function private.lesson_is_released(person uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  -- Returns early for people without a cohort, who are most.
  if not exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return true;
  end if;
  return coalesce((select g.released from private.grants_of_lesson(lesson, array[person]) g), false)
    or exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = lesson_is_released.lesson);
end
$function$;
comment on function private.lesson_is_released(uuid,uuid) is 'Takes a person with a grant of the course, and a lesson of it; true unless the schedule of their cohorts has not opened it yet. The same rule as in unreleased_lesson_ids(), which computes all lessons of all their courses.';

create or replace function private.lock_question(question uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  select x.* into q from public.questions x where x.id = lock_question.question;
  -- The right is checked before the lock, so that nobody can lock a question that they may not read.
  if q.deleted_at is not null or not private.reads_question(q) then
    perform private.refuse_question();
  end if;
  select x.* into q from public.questions x where x.id = lock_question.question for no key update;
  if q.id is null or q.deleted_at is not null then
    perform private.refuse_question();
  end if;
  if q.merged_into_id is not null then
    raise exception using errcode = 'PT409', hint = 'MERGED', message = 'This question was merged into another one. Please continue there.';
  end if;
  return q;
end
$function$;
comment on function private.lock_question(uuid) is 'Takes a question that the caller may read; locks it until the transaction ends, and returns it. Raises PT404 NO_QUESTION, and PT409 MERGED for a question that was merged into another.';

create or replace function private.lock_question_of(answer uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  question uuid;
  q public.questions;
begin
  -- While this waits for the lock, a merge can move the answer to another question. So the loop repeats until the
  -- locked question is the one of the answer.
  loop
    select a.question_id into question from public.answers a where a.id = lock_question_of.answer;
    exit when question is not distinct from q.id;
    select x.* into q from public.questions x where x.id = question for no key update;
  end loop;
  return q;
end
$function$;
comment on function private.lock_question_of(uuid) is 'Takes an answer; locks its question until the transaction ends, and returns the question. Checks no rights.';

create or replace function private.my_open_lesson_ids(course uuid, only_lesson uuid default null)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  subject public.courses;
  all_of_it boolean;
  held boolean := false;
begin
  select c.* into subject from public.courses c where c.id = my_open_lesson_ids.course and c.deleted_at is null;
  if not found then
    return;
  end if;
  all_of_it := private.can_on_course('lessons', 'read', subject.id);
  if not all_of_it then
    if not private.can('lessons', 'read', 'assigned') then
      return;
    end if;
    all_of_it := subject.id in (select private.my_staffed_course_ids());
    held := subject.id in (select private.entitled_course_ids());
  end if;
  return query
    select l.id from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where m.course_id = subject.id and m.deleted_at is null and (only_lesson is null or l.id = only_lesson)
      and (all_of_it
        or l.free_preview and private.course_is_published(subject.status, subject.deleted_at)
        or held and l.id not in (select private.my_unreleased_lesson_ids()));
end
$function$;
comment on function private.my_open_lesson_ids(uuid,uuid) is 'Takes a course, and one of its lessons or null for all; returns those that the caller may open now, by the same rule as the policy on lessons. Functions call it once to filter rows of many lessons.';

create or replace function private.my_question_rights(
  course uuid,
  out reads boolean,
  out lists boolean,
  out moderates boolean,
  out listed uuid[],
  out moderated uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  caller_role constant public.user_role := private.active_role();
  made boolean := exists (select from public.courses c where c.id = my_question_rights.course and c.created_by_id = private.uid());
  strong boolean := private.meets_required_aal();
  staffed boolean[];
  cohorts uuid[] := '{}';
begin
  -- The page of a lesson needs all of these rights, so one query reads them from the role table.
  select coalesce(bool_or(r.action = 'read'), false),
    coalesce(bool_or(r.action = 'list' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    coalesce(bool_or(r.action = 'moderate' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    array[coalesce(bool_or(r.action = 'list' and r.scope <> 'own'), false), coalesce(bool_or(r.action = 'moderate' and r.scope <> 'own'), false)]
  into reads, lists, moderates, staffed
  from private.rights_of(caller_role) r where caller_role is not null and r.resource = 'questions' and (r.role = 'MEMBER' or strong);
  if staffed[1] and not (lists and moderates) then
    cohorts := array(select s.cohort_id from public.cohort_staff s where s.user_id = private.uid());
  end if;
  listed := case when lists then '{}' else cohorts end;
  moderated := case when staffed[2] and not moderates then cohorts else '{}' end;
end
$function$;
comment on function private.my_question_rights(uuid) is 'Takes a course; returns the rights of the caller on its questions: whether they read questions by their audience, list every question, and moderate every question; if not every question, the cohorts whose questions they list and moderate. can_on_questions() returns the same rights one by one. No rights while the caller has no role.';

create or replace function private.opens_lesson(lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(opens_lesson.lesson);
begin
  -- This check comes first, because it is cheap and most callers are learners with the course.
  if course in (select private.entitled_course_ids()) and private.can('lessons', 'read', 'assigned')
    and private.lesson_is_released(private.uid(), opens_lesson.lesson)
    and exists (
      select from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
      where l.id = opens_lesson.lesson and l.deleted_at is null) then
    return true;
  end if;
  return exists (select from private.my_open_lesson_ids(course, opens_lesson.lesson));
end
$function$;
comment on function private.opens_lesson(uuid) is 'Takes a lesson; true if the caller may open the lesson now.';

create or replace function private.question_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'questions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'title', q.title, 'body', q.body, 'audience', q.audience, 'state', q.state,
      'at_seconds', q.at_seconds, 'at_heading', q.at_heading, 'created_at', q.created_at, 'edited_at', q.edited_at, 'deleted_at', q.deleted_at) order by q.created_at)
    from public.questions q join public.lessons l on l.id = q.lesson_id where q.author_id = person)
  union all
  select 'answers', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'body', a.body, 'as_staff', a.staff, 'created_at', a.created_at, 'edited_at', a.edited_at,
      'deleted_at', a.deleted_at) order by a.created_at)
    from (select * from public.answers a where a.author_id = person order by a.created_at desc limit 1000) a
    join public.questions q on q.id = a.question_id join public.lessons l on l.id = q.lesson_id)
  union all
  -- The title of the question is left out, because another person wrote it.
  select 'followed_questions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'followed_at', f.followed_at) order by f.followed_at)
    from public.question_follows f join public.questions q on q.id = f.question_id join public.lessons l on l.id = q.lesson_id where f.user_id = person)
  union all
  select 'question_reports', (
    select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
    from private.question_reports r where r.reporter_id = person)
  union all
  select 'question_bans', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'banned_at', b.banned_at) order by b.banned_at)
    from private.question_bans b join public.courses c on c.id = b.course_id where b.user_id = person)
$function$;
comment on function private.question_data(uuid) is 'Takes a person; returns lists by name (null: empty): what they asked, the newest 1,000 answers that they wrote, the questions that they follow, what they reported, and the courses from whose questions they are banned.';

-- The function has no `set` clause, so that PostgreSQL can inline it into queries.
create or replace function private.question_state_now(
  state public.question_state,
  closes_at timestamptz
)
  returns public.question_state
  language sql
  stable
as $function$
  select case when closes_at <= now() then 'CLOSED' else state end
$function$;
comment on function private.question_state_now(public.question_state,timestamp with time zone) is 'Takes the stored state of a question and when it closes; returns its state now (rules/questions#states).';

create or replace function private.question_view(question uuid, staff boolean)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (select v.view from private.question_views(array[question_view.question], private.uid(), question_view.staff, '{}', 10000) v);
end
$function$;
comment on function private.question_view(uuid,boolean) is 'Takes a question, and whether the caller moderates it; returns it as question_views() does, with the whole text.';

create or replace function private.question_views(
  question_ids uuid[],
  me uuid,
  all_moderated boolean,
  moderated uuid[],
  characters integer
)
  returns table(id uuid, view jsonb)
  language sql
  stable
as $function$
  select q.id, case when q.deleted_at is not null
    then jsonb_build_object('id', q.id, 'lesson_id', q.lesson_id, 'gone', true, 'answers', q.answers, 'created_at', q.created_at)
    else jsonb_build_object('id', q.id, 'lesson_id', q.lesson_id, 'gone', false, 'title', q.title,
      'body', left(q.body, question_views.characters), 'cut', char_length(q.body) > question_views.characters,
      'author', (select p.name from public.profiles p where p.id = q.author_id), 'former', q.author_id is null, 'mine', coalesce(q.author_id = question_views.me, false),
      'at_seconds', q.at_seconds, 'at_heading', q.at_heading, 'audience', q.audience,
      'state', private.question_state_now(q.state, q.closes_at), 'closes_at', q.closes_at,
      'answers', q.answers, 'accepted', q.answer_id, 'created_at', q.created_at, 'edited', q.edited_at is not null,
      'following', exists (select from public.question_follows f where f.question_id = q.id and f.user_id = question_views.me),
      'reported', exists (select from private.question_reports r where r.question_id = q.id and r.reporter_id = question_views.me),
      'moderates', s.staff)
      || case when s.staff then jsonb_build_object('author_id', q.author_id, 'reasons', (
        select coalesce(jsonb_agg(coalesce(r.reason, '') order by r.created_at), '[]') from private.question_reports r
        where r.question_id = q.id and r.resolved_at is null)) else '{}' end end
  from public.questions q
  cross join lateral (select question_views.all_moderated or coalesce(q.cohort_id = any (question_views.moderated), false) as staff) s
  where q.id = any (question_views.question_ids)
$function$;
comment on function private.question_views(uuid[],uuid,boolean,uuid[],integer) is 'Takes questions, the caller, whether the caller moderates all of these questions, or the cohorts whose questions the caller moderates, and how many characters of each text to return; returns each as screens show it: {id, lesson_id, gone, title, body, cut, author: a name, former, mine, at_seconds, at_heading, audience, state, closes_at, answers, accepted: the id of the answer or null, created_at, edited, following, reported: by the caller, moderates}, for moderators also {author_id, reasons: those of open reports}. For a deleted question, only {id, lesson_id, gone, answers, created_at}. Checks no rights.';

create or replace function private.questions_for(
  lessons uuid[],
  everywhere uuid[],
  mine uuid[],
  staffed uuid[],
  me uuid
)
  returns setof public.questions
  language sql
  stable
as $function$
  select q.* from public.questions q
  where q.deleted_at is null and q.merged_into_id is null
    and case
      when lessons is null then exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = q.lesson_id and l.deleted_at is null and m.deleted_at is null and c.deleted_at is null offset 0)
      else q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id = any (mine)
        or q.cohort_id = any (staffed) or q.lesson_id in (select o from unnest(everywhere) o)
    end
$function$;
comment on function private.questions_for(uuid[],uuid[],uuid[],uuid[],uuid) is 'Takes lessons that are open to a person (null for staff who read every question), lessons whose questions the person may all read, the cohorts of the person, the cohorts whose questions they look after, and the person. Returns the questions that the person may read by their audience, without deleted and merged ones. The calling function has to check that their lessons are open. For staff who read every question, questions of deleted lessons are left out.';

create or replace function private.readers_of_question(q public.questions, people uuid[])
  returns setof uuid
  language sql
  stable
  set search_path to ''
as $function$
  with place as materialized (
    select l.id as lesson_id, l.free_preview, m.id as module_id, c.id as course_id, c.created_by_id,
      private.course_is_published(c.status, c.deleted_at) as published
    from public.lessons l
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    where l.id = q.lesson_id and l.deleted_at is null
  ), course as materialized (
    select private.course_of_lesson(q.lesson_id) as id
  ), person as materialized (
    select a.id, st.role
    from unnest(people) a (id) cross join lateral private.account_state(a.id) st
    where st.state = 'ACTIVE' and st.role is not null
  ), rights as materialized (
    select r.role,
      bool_or(x.resource = 'questions' and x.action = 'list' and x.scope = 'any') as lists_any,
      bool_or(x.resource = 'questions' and x.action = 'list' and x.scope in ('any', 'own')) as lists_own,
      bool_or(x.resource = 'questions' and x.action = 'list' and x.scope in ('any', 'assigned')) as lists_assigned,
      bool_or(x.resource = 'questions' and x.action = 'read' and x.scope in ('any', 'own')) as reads,
      bool_or(x.resource = 'lessons' and x.action = 'read' and x.scope = 'any') as opens_any,
      bool_or(x.resource = 'lessons' and x.action = 'read' and x.scope in ('any', 'own')) as opens_own,
      bool_or(x.resource = 'lessons' and x.action = 'read' and x.scope in ('any', 'assigned')) as previews,
      bool_or(x.resource = 'lessons' and x.action = 'read' and x.scope in ('any', 'assigned'))
        and bool_or(x.resource = 'courses' and x.action = 'read' and x.scope in ('any', 'assigned')) as opens_assigned
    from (select distinct p.role from person p) r cross join lateral private.rights_of(r.role) x
    group by r.role
  ), granted as materialized (
    select g.user_id, g.released from private.grants_of_lesson(q.lesson_id, people) g
  )
  select p.id
  from person p
  join rights r on r.role = p.role
  cross join course
  left join place on true
  left join granted g on g.user_id = p.id
  where r.lists_any
    or r.lists_own and exists (select from public.courses c where c.id = course.id and c.created_by_id = p.id)
    or r.lists_assigned and exists (select from public.cohort_staff s where s.user_id = p.id and s.cohort_id = q.cohort_id)
    or r.reads
      and (q.audience = 'EVERYONE' or q.author_id = p.id
        or q.audience = 'COHORT' and exists (
          select from public.cohort_members m join public.cohorts c on c.id = m.cohort_id and not c.draft
          where m.cohort_id = q.cohort_id and m.user_id = p.id and m.state <> 'LEFT'))
      and not exists (select from private.question_bans b where b.course_id = course.id and b.user_id = p.id)
      and place.lesson_id is not null
      and (r.opens_any
        or r.opens_own and place.created_by_id = p.id
        or r.opens_assigned and g.user_id is not null
          and (g.released or exists (select from public.lesson_completions d where d.user_id = p.id and d.lesson_id = place.lesson_id))
        or r.previews and place.free_preview and place.published
        or r.opens_assigned and place.published and exists (
          select from public.cohort_staff s join public.cohort_courses k on k.cohort_id = s.cohort_id
          where s.user_id = p.id and k.course_id = place.course_id))
$function$;
comment on function private.readers_of_question(public.questions,uuid[]) is 'Takes a question and people; returns those who may read it, by the same rule as reads_question(). Sessions are not checked.';

create or replace function private.reads_question(q public.questions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  course uuid := private.course_of_lesson(q.lesson_id);
begin
  if q.id is null then
    return false;
  end if;
  -- A comparison with a missing cohort or author is null, which must not count as a right.
  return coalesce(private.can_on_questions('list', course, q.cohort_id)
    or private.can('questions', 'read', 'own')
      and (q.audience = 'EVERYONE' or q.author_id = private.uid()
        or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
      and not private.is_banned_from_questions(private.uid(), course)
      and private.opens_lesson(q.lesson_id), false);
end
$function$;
comment on function private.reads_question(public.questions) is 'Takes a question; true if the caller may read it: staff who look after it, and people of its audience to whom its lesson is open, unless they are banned (rules/questions#audience). Does not check whether the question is deleted.';

create or replace function private.refresh_question(question uuid)
  returns public.questions
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  silence constant interval := interval '168 hours';
  q public.questions;
  written record;
  answered boolean;
begin
  select x.* into q from public.questions x where x.id = refresh_question.question;
  select count(*)::int as answers, max(a.created_at) as latest,
    max(a.created_at) filter (where a.staff and a.created_at > coalesce(q.reopened_at, '-infinity')) as by_staff,
    max(a.created_at) filter (where a.author_id = q.author_id) as by_asker
  into written
  from public.answers a where a.question_id = q.id and a.deleted_at is null;
  -- If the asker writes after staff did, the question waits for an answer again.
  answered := q.answer_id is not null or coalesce(written.by_staff > coalesce(written.by_asker, '-infinity'), false);
  update public.questions x set answers = written.answers,
    state = case when x.merged_into_id is not null then 'CLOSED' when answered then 'ANSWERED' else 'OPEN' end::public.question_state,
    waiting_since = case when not answered and x.merged_into_id is null then coalesce(x.waiting_since, now()) end,
    closes_at = case when answered and written.by_staff is not null then written.latest + silence end
  where x.id = q.id
  returning x.* into q;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
  return q;
end
$function$;
comment on function private.refresh_question(uuid) is 'Takes a locked question; updates from its answers their number, the state of the question, since when it waits, and when it closes. Signals the change to its followers, and returns the question (rules/questions#states).';

create or replace function private.refuse_question()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT404', hint = 'NO_QUESTION', message = 'This question was deleted, or is not open to you.';
end
$function$;
comment on function private.refuse_question() is 'Raises PT404 NO_QUESTION, both for unknown questions and for those that the caller may not read.';

create or replace function private.tell_of_answer(a public.answers, q public.questions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  readers constant uuid[] := array(
    select private.readers_of_question(q, array(
      select x.user_id from public.question_follows x where x.question_id = q.id and x.user_id is distinct from a.author_id)));
begin
  -- The answer has an audit record, so the notifications get none. They contain nothing that people wrote.
  perform private.record_at_once(true);
  with told as (
    update public.notifications n set title = w.title, message = w.message, action_url = w.action_url, action_label = w.action_label,
      created_at = clock_timestamp()
    from unnest(readers) f (id)
    cross join lateral (
      select o.id, o.answer_id from public.notifications o
      where o.question_id = q.id and o.recipient_id = f.id
        and not exists (select from public.notification_reads r where r.notification_id = o.id and r.user_id = f.id)
      order by o.created_at desc limit 1) unread
    cross join lateral private.words_on_answers(q, f.id, unread.answer_id) w
    where n.id = unread.id
    returning n.recipient_id
  )
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, answer_id, question_id)
  select w.title, w.message, null, f.id, w.action_url, w.action_label, a.id, q.id
  from unnest(readers) f (id) cross join lateral private.words_on_answers(q, f.id, a.id) w
  where f.id not in (select t.recipient_id from told t)
  on conflict on constraint notifications_answer_once do nothing;
  perform private.record_at_once(false);
end
$function$;
comment on function private.tell_of_answer(public.answers,public.questions) is 'Takes a new answer and its question; notifies each person who follows the question and may still read it, except the author of the answer. If the person has an unread notification about the question, it announces this answer, too; otherwise they get a new one (rules/questions#following).';

create or replace function private.tell_of_deleted_answers(question uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  perform private.record_at_once(true);
  update public.notifications n
  set answer_id = o.first_id, title = w.title, message = w.message, action_url = w.action_url, action_label = w.action_label
  from public.questions q
  cross join lateral (
    select r.id, r.recipient_id, (
      select x.id from public.answers x, public.answers f
      where f.id = r.answer_id and x.question_id = q.id and x.deleted_at is null and x.author_id is distinct from r.recipient_id
        and (x.created_at, x.id) >= (f.created_at, f.id)
      order by x.created_at, x.id limit 1) as first_id
    from public.notifications r
    where r.question_id = q.id and not exists (
      select from public.notification_reads d where d.notification_id = r.id and d.user_id = r.recipient_id)) o
  cross join lateral private.words_on_answers(q, o.recipient_id, o.first_id) w
  where q.id = question and n.id = o.id and o.first_id is not null and (n.answer_id, n.title) is distinct from (o.first_id, w.title);
  delete from public.notifications n using public.answers a
  where n.question_id = question and a.id = n.answer_id and a.deleted_at is not null;
  perform private.record_at_once(recorded);
end
$function$;
comment on function private.tell_of_deleted_answers(uuid) is 'Takes a question of which answers were just deleted; unread notifications announce only the other answers from now on, and notifications without an answer are deleted.';

create or replace function private.words_on_answers(
  q public.questions,
  person uuid,
  first_answer uuid,
  out title text,
  out message text,
  out action_url text,
  out action_label text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  asked constant boolean := person is not distinct from q.author_id;
  answers int;
  place record;
begin
  select count(*) into answers
  from public.answers f join public.answers x on x.question_id = q.id and (x.created_at, x.id) >= (f.created_at, f.id)
  where f.id = first_answer and x.deleted_at is null and x.author_id is distinct from person;
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  title := case when answers = 1 and asked then 'Your question was answered'
    when answers = 1 then 'A question that you follow was answered'
    else format('%s answers to %s', answers, case when asked then 'your question' else 'a question that you follow' end) end;
  message := format(case when answers = 1 then 'There is a new answer in the lesson "%s".' else 'There are new answers in the lesson "%s".' end, place.title);
  action_url := format('/app/courses/%s/lesson/%s?question=%s&answer=%s', place.slug, q.lesson_id, q.id, first_answer);
  action_label := case when answers = 1 then 'Read the answer' else 'Read the answers' end;
end
$function$;
comment on function private.words_on_answers(public.questions,uuid,uuid) is 'Takes a question, a person, and the first answer that they have not read; returns texts and link of the notification about this answer and later answers of others; the link leads to the first.';

create or replace function public.accept_answer(question_id uuid, answer_id uuid default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  counted constant int := private.count_question_act();
  q public.questions := private.lock_question(accept_answer.question_id);
  staff boolean := private.moderates_question(q);
begin
  if not staff and not (q.author_id = private.uid() and private.can('questions', 'update', 'own')) then
    perform private.refuse('You may not accept an answer to this question.');
  end if;
  if accept_answer.answer_id is not null and not exists (
      select from public.answers a where a.id = accept_answer.answer_id and a.question_id = q.id and a.deleted_at is null) then
    raise exception using errcode = 'PT404', hint = 'NO_ANSWER', message = 'This answer was deleted.';
  end if;
  update public.questions x set answer_id = accept_answer.answer_id where x.id = q.id and x.answer_id is distinct from accept_answer.answer_id;
  perform private.refresh_question(q.id);
  return private.question_view(q.id, staff);
end
$function$;
comment on function public.accept_answer(uuid,uuid) is 'Takes a question and one of its answers; accepts this answer, or none for null. For the asker, and for staff who moderate the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT409 MERGED. Definer, because only functions write questions (rules/questions#accepting).';
grant execute on function public.accept_answer(uuid,uuid) to authenticated, service_role;

create or replace function public.answer_question(
  question_id uuid,
  body text,
  operation_id uuid default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 100000);
  most constant int := 60;
  me uuid := private.uid();
  own uuid;
  staff boolean;
  q public.questions;
  made public.answers;
begin
  if me is null or me <> coalesce(answer_question.as_user, me) or not private.can('questions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function answer_question';
  end if;
  own := private.operation_row_id(answer_question.operation_id, 'answer');
  select a.* into made from public.answers a where a.id = own;
  if made.id is not null then
    select x.* into q from public.questions x where x.id = answer_question.question_id;
    -- If the question was merged after the answer was first sent, the answer belongs to the other question now.
    if made.question_id is distinct from q.id and made.question_id is distinct from q.merged_into_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was written already, as an answer to another question.';
    end if;
    return private.answer_view(made, (select x.answer_id from public.questions x where x.id = made.question_id), private.moderates_question(q));
  end if;
  q := private.lock_question(answer_question.question_id);
  staff := private.moderates_question(q);
  perform private.check_may_write(me, private.course_of_lesson(q.lesson_id), staff);
  if private.question_state_now(q.state, q.closes_at) = 'CLOSED' then
    raise exception using errcode = 'PT409', hint = 'CLOSED', message = 'This question is closed. Reopen it, or ask a new one.';
  end if;
  perform private.check_question_words(null, answer_question.body, false);
  perform pg_advisory_xact_lock(hashtextextended('answers ' || me, 0));
  if (select count(*) from (
      select from public.answers a where a.author_id = me and a.created_at > now() - interval '1 hour' limit most) recent) >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have written 60 answers within an hour. Please wait a little.';
  end if;
  -- created_at is the time of the clock, not of the transaction, because the lock may have made this transaction wait
  -- for one that began later.
  insert into public.answers as a (id, question_id, author_id, body, staff, created_at)
  values (own, q.id, me, btrim(answer_question.body), staff and q.author_id is distinct from me, clock_timestamp())
  returning a.* into made;
  perform private.follow(q.id, me);
  q := private.refresh_question(q.id);
  perform private.tell_of_answer(made, q);
  return private.answer_view(made, q.answer_id, staff);
end
$function$;
comment on function public.answer_question(uuid,text,uuid,uuid) is 'Takes a question that the caller may read, and a text; adds it as an answer, makes the caller follow the question, and notifies its other followers. Returns answer_view(); the same operation again returns the same answer. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_QUESTION, PT403 BANNED, PT409 MERGED, CLOSED and MADE_ALREADY, PT422 with hint body, and PT429 TOO_MANY after 60 answers in an hour. Definer, because only functions write answers (rules/questions#answering).';
grant execute on function public.answer_question(uuid,text,uuid,uuid) to authenticated, service_role;

create or replace function public.ask_question(
  lesson_id uuid,
  title text,
  body text default '',
  audience public.question_audience default 'EVERYONE',
  at_seconds integer default null,
  at_heading text default null,
  operation_id uuid default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('body', body, 100000)
    and private.at_most('at_heading', at_heading, 1000);
  most constant int := 20;
  me uuid := private.uid();
  own uuid;
  course uuid;
  staff boolean;
  q public.questions;
begin
  if me is null or me <> coalesce(ask_question.as_user, me) or not private.can('questions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function ask_question';
  end if;
  own := private.operation_row_id(ask_question.operation_id, 'question');
  select x.* into q from public.questions x where x.id = own;
  if q.id is not null then
    if q.lesson_id <> ask_question.lesson_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was asked already, in another lesson.';
    end if;
    return private.question_view(q.id, private.moderates_question(q));
  end if;
  course := private.course_of_lesson(ask_question.lesson_id);
  if not private.opens_lesson(ask_question.lesson_id) then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This lesson is not open to you.';
  end if;
  q.cohort_id := private.cohort_of_asker(me, course);
  staff := private.can_on_questions('moderate', course, q.cohort_id);
  perform private.check_may_write(me, course, staff);
  perform private.check_question_words(ask_question.title, ask_question.body, true);
  if ask_question.audience = 'COHORT' and q.cohort_id is null then
    perform private.refuse_field('audience', 'You are in no cohort of this course. Please choose who sees the question.');
  end if;
  -- Requests of one person run one after the other, so that each one counts the questions of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('questions ' || me, 0));
  if (select count(*) from (
      select from public.questions x where x.author_id = me and x.created_at > now() - interval '1 hour' limit most) recent) >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have asked 20 questions within an hour. Please wait a little.';
  end if;
  insert into public.questions as x (id, lesson_id, cohort_id, author_id, title, body, audience, at_seconds, at_heading)
  values (own, ask_question.lesson_id, q.cohort_id, me, btrim(ask_question.title), btrim(coalesce(ask_question.body, '')), coalesce(ask_question.audience, 'EVERYONE'),
    case when ask_question.at_seconds is not null then least(greatest(ask_question.at_seconds, 0), 86400) end,
    case when ask_question.at_seconds is null then left(nullif(btrim(ask_question.at_heading), ''), 200) end)
  returning x.* into q;
  perform private.follow(q.id, me);
  return private.question_view(q.id, staff);
end
$function$;
comment on function public.ask_question(uuid,text,text,public.question_audience,integer,text,uuid,uuid) is 'Asks a question about a lesson that is open to the caller. Takes title, text, who can read it, and the second of the video or the heading of the text to which it belongs. Returns question_view(); the same operation again returns the same question. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 BANNED, PT409 MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 20 questions in an hour. Definer, because only functions write questions (rules/questions#asking).';
grant execute on function public.ask_question(uuid,text,text,public.question_audience,integer,text,uuid,uuid) to authenticated, service_role;

create or replace function public.edit_answer(answer_id uuid, body text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 100000);
  counted constant int := private.count_question_act();
  a public.answers;
  q public.questions;
begin
  if not exists (select from public.answers x where x.id = edit_answer.answer_id and x.author_id = private.uid() and x.deleted_at is null)
    or not private.can('questions', 'update', 'own') then
    perform private.refuse('You may not edit this answer.');
  end if;
  q := private.lock_question_of(edit_answer.answer_id);
  select x.* into a from public.answers x where x.id = edit_answer.answer_id;
  if a.deleted_at is not null or q.deleted_at is not null or not private.reads_question(q) then
    perform private.refuse_question();
  end if;
  perform private.check_question_words(null, edit_answer.body, false);
  update public.answers x set body = btrim(edit_answer.body), edited_at = now()
  where x.id = a.id and x.body <> btrim(edit_answer.body);
  select x.* into a from public.answers x where x.id = a.id;
  perform private.refresh_question(q.id);
  return private.answer_view(a, q.answer_id, private.moderates_question(q));
end
$function$;
comment on function public.edit_answer(uuid,text) is 'Takes an answer of the caller and a text; replaces the text of the answer. Returns answer_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT422 with hint body. Definer, because only functions write answers (rules/questions#own).';
grant execute on function public.edit_answer(uuid,text) to authenticated, service_role;

create or replace function public.edit_question(question_id uuid, title text, body text default '')
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('body', body, 100000);
  counted constant int := private.count_question_act();
  q public.questions := private.lock_question(edit_question.question_id);
  staff boolean := private.moderates_question(q);
begin
  if q.author_id is distinct from private.uid() or not private.can('questions', 'update', 'own') then
    perform private.refuse('You may not edit this question.');
  end if;
  perform private.check_question_words(edit_question.title, edit_question.body, true);
  update public.questions x set title = btrim(edit_question.title), body = btrim(coalesce(edit_question.body, '')), edited_at = now()
  where x.id = q.id and (x.title, x.body) is distinct from (btrim(edit_question.title), btrim(coalesce(edit_question.body, '')));
  perform private.refresh_question(edit_question.question_id);
  return private.question_view(edit_question.question_id, staff);
end
$function$;
comment on function public.edit_question(uuid,text,text) is 'Takes a question of the caller, a title and a text; replaces those of the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 with the field as hint. Definer, because only functions write questions (rules/questions#own).';
grant execute on function public.edit_question(uuid,text,text) to authenticated, service_role;

create or replace function public.follow_question(question_id uuid, follows boolean default true)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  counted constant int := private.count_question_act();
  q public.questions;
begin
  if not private.can('questions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function follow_question';
  end if;
  if not follow_question.follows then
    delete from public.question_follows f where f.question_id = follow_question.question_id and f.user_id = private.uid();
    return;
  end if;
  select x.* into q from public.questions x where x.id = follow_question.question_id and x.deleted_at is null;
  if not private.reads_question(q) then
    perform private.refuse_question();
  end if;
  perform private.follow(q.id, private.uid());
end
$function$;
comment on function public.follow_question(uuid,boolean) is 'Takes a question, and whether the caller follows it from now on. A person can stop following a question even if they may no longer read it. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION. Definer, because a function decides who may read a question (rules/questions#following).';
grant execute on function public.follow_question(uuid,boolean) to authenticated, service_role;

create or replace function public.lesson_questions(
  lesson_id uuid,
  before uuid default null,
  page_size integer default 20
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  size constant integer := least(greatest(coalesce(lesson_questions.page_size, 20), 1), 50);
  me uuid := private.uid();
  course uuid := private.course_of_lesson(lesson_questions.lesson_id);
  rights record;
  everywhere boolean;
  moderates boolean;
  staffed uuid[];
  moderated uuid[];
  mine uuid[];
  opens boolean;
  banned boolean;
  edge_at timestamptz := 'infinity';
  edge_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  select r.* into rights from private.my_question_rights(course) r;
  if not rights.reads then
    raise exception using errcode = '42501', message = 'permission denied for function lesson_questions';
  end if;
  everywhere := rights.lists;
  moderates := rights.moderates;
  staffed := rights.listed;
  moderated := rights.moderated;
  opens := private.opens_lesson(lesson_questions.lesson_id);
  if not opens and not everywhere and cardinality(staffed) = 0 then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This lesson is not open to you.';
  end if;
  banned := not everywhere and private.is_banned_from_questions(me, course);
  mine := case when everywhere then '{}' else array(select private.my_cohort_ids()) end;
  if lesson_questions.before is not null then
    -- If `before` is a question of another lesson, the page is empty.
    select coalesce(max(q.created_at), '-infinity') into edge_at
    from public.questions q where q.id = lesson_questions.before and q.lesson_id = lesson_questions.lesson_id;
    edge_id := lesson_questions.before;
  end if;
  return (
    with found as (
      -- Each branch has its own index, which returns the newest questions first.
      (select q.id, q.created_at from public.questions q
        where everywhere and q.lesson_id = lesson_questions.lesson_id and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
      union
      (select q.id, q.created_at from public.questions q
        where not everywhere and opens and not banned and q.lesson_id = lesson_questions.lesson_id and q.audience = 'EVERYONE'
          and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
      union
      (select q.id, q.created_at from unnest(mine) c (id) cross join lateral (
          select x.id, x.created_at from public.questions x
          where x.cohort_id = c.id and x.lesson_id = lesson_questions.lesson_id and x.audience = 'COHORT'
            and x.merged_into_id is null and (x.deleted_at is null or x.answers > 0)
            and (x.created_at, x.id) < (edge_at, edge_id) order by x.created_at desc, x.id desc limit size + 1) q
        where not everywhere and opens and not banned)
      union
      (select q.id, q.created_at from unnest(staffed) c (id) cross join lateral (
          select x.id, x.created_at from public.questions x
          where x.cohort_id = c.id and x.lesson_id = lesson_questions.lesson_id
            and x.merged_into_id is null and (x.deleted_at is null or x.answers > 0)
            and (x.created_at, x.id) < (edge_at, edge_id) order by x.created_at desc, x.id desc limit size + 1) q
        where not everywhere)
      union
      (select q.id, q.created_at from public.questions q
        where not everywhere and opens and not banned and q.author_id = me and q.lesson_id = lesson_questions.lesson_id
          and q.merged_into_id is null and (q.deleted_at is null or q.answers > 0)
          and (q.created_at, q.id) < (edge_at, edge_id) order by q.created_at desc, q.id desc limit size + 1)
    ), page as (
      select f.id, f.created_at from found f order by f.created_at desc, f.id desc limit size + 1
    ), shown as (
      select p.id, p.created_at from page p order by p.created_at desc, p.id desc limit size
    )
    select jsonb_build_object(
      'can_ask', opens and not banned, 'banned', banned, 'moderates', moderates,
      'cohort', (select c.title from public.cohorts c where c.id = private.cohort_of_asker(me, course)),
      'questions', (
        select coalesce(jsonb_agg(v.view order by s.created_at desc, s.id desc), '[]')
        from private.question_views(array(select x.id from shown x), me, moderates, moderated, 280) v join shown s on s.id = v.id),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at, s.id limit 1) end)
  );
end
$function$;
comment on function public.lesson_questions(uuid,uuid,integer) is 'Takes a lesson, the last question that the caller has, and how many more to return (20, at most 50); returns {can_ask, banned, moderates: whether the caller moderates every question of the course, cohort: the title of the cohort that can be an audience or null, questions: [question_view() with 280 characters of the text], the newest first, next: the question after which more follow, or null}. The questions are those that the caller may read, without merged ones, and with deleted ones only while they have answers. Raises 42501, PT404 NO_LESSON. Definer, because it returns names of authors, and nothing else about them (rules/questions#audience).';
grant execute on function public.lesson_questions(uuid,uuid,integer) to authenticated, service_role;

create or replace function public.question(question_id uuid, after uuid default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := 50;
  q public.questions;
  moderates boolean;
  place record;
  edge_at timestamptz := '-infinity';
  edge_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'permission denied for function question';
  end if;
  select x.* into q from public.questions x where x.id = question.question_id;
  if not private.reads_question(q) or q.deleted_at is not null and q.answers = 0 then
    perform private.refuse_question();
  end if;
  if q.merged_into_id is not null then
    return jsonb_build_object('merged_into', q.merged_into_id, 'lesson_id', q.lesson_id);
  end if;
  moderates := private.moderates_question(q);
  select l.title as lesson, c.id as course_id, c.slug, c.title as course into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  if question.after is not null then
    select coalesce(max(a.created_at), 'infinity') into edge_at from public.answers a where a.id = question.after and a.question_id = q.id;
    edge_id := question.after;
  end if;
  return (
    with page as materialized (
      select a.* from public.answers a
      where a.question_id = q.id and a.deleted_at is null and (a.created_at, a.id) > (edge_at, edge_id)
      order by a.created_at, a.id limit size + 1
    ), shown as materialized (
      select p.* from page p order by p.created_at, p.id limit size
    ), accepted as materialized (
      select a.* from public.answers a where a.id = q.answer_id and a.deleted_at is null
    ), writer as materialized (
      -- Authors who answered as staff are left out, because a ban does not keep people from questions that they
      -- moderate.
      select w.id from (
        select q.author_id as id where q.deleted_at is null
        union select s.author_id from shown s where not s.staff
        union select a.author_id from accepted a where not a.staff) w
      where moderates and w.id <> private.uid() and private.may_ban_from_questions(place.course_id, w.id)
    )
    select jsonb_build_object('lesson', place.lesson, 'slug', place.slug, 'course', place.course,
      'question', private.question_view(q.id, moderates),
      -- The accepted answer is returned with every page, before the other answers.
      'accepted', (select private.answer_view(a, q.answer_id, moderates) from public.answers a where a.id in (select c.id from accepted c)),
      'answers', (select coalesce(jsonb_agg(private.answer_view(a, q.answer_id, moderates) order by a.created_at, a.id), '[]')
        from public.answers a where a.id in (select s.id from shown s)),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at desc, s.id desc limit 1) end)
      || case when moderates then jsonb_build_object('moderation', jsonb_build_object('course_id', place.course_id, 'writers', (
        select coalesce(jsonb_object_agg(w.id, private.is_banned_from_questions(w.id, place.course_id)), '{}') from writer w))) else '{}' end
  );
end
$function$;
comment on function public.question(uuid,uuid) is 'Takes a question that the caller may read, and the last answer that the caller has; returns {lesson, slug, course, question: question_view(), accepted: answer_view() of the accepted answer or null, answers: [answer_view()], 50 at a time, the oldest first, next: the answer after which more follow, or null}, for moderators also moderation: {course_id, writers: by the id of each author whom the caller may ban, whether they are banned}. For a merged question, {merged_into: the other question, lesson_id}. Raises 42501, PT404 NO_QUESTION. Definer, because it returns names of authors, and nothing else about them (rules/questions#audience).';
grant execute on function public.question(uuid,uuid) to authenticated, service_role;

create or replace function public.reopen_question(question_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  counted constant int := private.count_question_act();
  q public.questions := private.lock_question(reopen_question.question_id);
  staff boolean := private.moderates_question(q);
begin
  if not staff and not (q.author_id = private.uid() and private.can('questions', 'update', 'own')) then
    perform private.refuse('You may not reopen this question.');
  end if;
  if private.question_state_now(q.state, q.closes_at) <> 'OPEN' then
    update public.questions x set reopened_at = clock_timestamp(), answer_id = null where x.id = q.id;
    q := private.refresh_question(q.id);
  end if;
  return private.question_view(q.id, staff);
end
$function$;
comment on function public.reopen_question(uuid) is 'Takes a question; if it is answered or closed, makes it wait for an answer again without an accepted answer. For the asker, and for staff who moderate the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED. Definer, because only functions write questions (rules/questions#states).';
grant execute on function public.reopen_question(uuid) to authenticated, service_role;

-- TRIGGERS

create trigger answers_audit_delete after delete on public.answers
  referencing old table as old_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

create trigger answers_audit_insert after insert on public.answers
  referencing new table as new_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

create trigger answers_audit_update after update on public.answers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

create trigger questions_audit_delete after delete on public.questions
  referencing old table as old_rows
  for each statement execute function private.audit('question', '{"key": "id", "omit": ["title", "body", "at_heading", "waiting_since", "closes_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["merge", "merged_into_id", "set"], ["reopen", "reopened_at", "set"], ["reopen", "reopened_at", "changed"], ["accept", "answer_id", "set"], ["accept", "answer_id", "changed"], ["unaccept", "answer_id", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "ask", "update": null, "identity": ["id"]}');

create trigger questions_audit_insert after insert on public.questions
  referencing new table as new_rows
  for each statement execute function private.audit('question', '{"key": "id", "omit": ["title", "body", "at_heading", "waiting_since", "closes_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["merge", "merged_into_id", "set"], ["reopen", "reopened_at", "set"], ["reopen", "reopened_at", "changed"], ["accept", "answer_id", "set"], ["accept", "answer_id", "changed"], ["unaccept", "answer_id", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "ask", "update": null, "identity": ["id"]}');

create trigger questions_audit_update after update on public.questions
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('question', '{"key": "id", "omit": ["title", "body", "at_heading", "waiting_since", "closes_at", "updated_at"], "about": ["lesson_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["merge", "merged_into_id", "set"], ["reopen", "reopened_at", "set"], ["reopen", "reopened_at", "changed"], ["accept", "answer_id", "set"], ["accept", "answer_id", "changed"], ["unaccept", "answer_id", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "ask", "update": null, "identity": ["id"]}');

create trigger questions_in_cohort before insert on public.questions
  for each row
  when (new.cohort_id is not null)
  execute function private.keep_in_cohort('author_id');

create trigger questions_signal_delete after delete on public.questions
  referencing old table as old_rows
  for each statement execute function private.signal_change('questions');

create trigger questions_signal_insert after insert on public.questions
  referencing new table as new_rows
  for each statement execute function private.signal_change('questions');

create trigger questions_signal_update after update on public.questions
  referencing new table as new_rows
  for each statement execute function private.signal_change('questions');

-- POLICIES

create policy answers_select on public.answers
  for select to authenticated
  using (
    deleted_at is null
    and author_id = (select private.uid())
    and (select private.can('questions', 'read', 'own'))
  );
comment on policy answers_select on public.answers is 'The caller''s own answers. Functions return the answers of others to everybody who may read the question.';

create policy question_follows_select on public.question_follows
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('questions', 'read', 'own'))
  );
comment on policy question_follows_select on public.question_follows is 'The caller''s own rows.';

create policy questions_select on public.questions
  for select to authenticated
  using (
    deleted_at is null
    and author_id = (select private.uid())
    and (select private.can('questions', 'read', 'own'))
  );
comment on policy questions_select on public.questions is 'The caller''s own questions. Functions return the questions of others, by their audience and without ids of people.';
