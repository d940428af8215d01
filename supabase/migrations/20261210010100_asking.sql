-- Why: who may read a question, and what people do with it: ask, answer, accept, reopen, follow, edit, and delete
-- (rules/questions#asking, rules/questions#answering, rules/questions#states). Each act that changes a question or its answers
-- locks the question first, so that two acts at the same moment run one after the other.

-- Who may read ----------------------------------------------------------------------------------------------------

create function private.my_open_lesson_ids(course uuid, only_lesson uuid default null) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.my_open_lesson_ids(uuid, uuid) is
  'Takes a course, and one of its lessons or null for all; returns those that the caller may open now, by the same rule as the policy on lessons. For functions that would ask for many rows of other tables, one for each lesson.';
revoke all on function private.my_open_lesson_ids(uuid, uuid) from public;

create function private.opens_lesson(lesson uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  course uuid := private.course_of_lesson(opens_lesson.lesson);
begin
  -- The quick answer for learners.
  if course in (select private.entitled_course_ids()) and private.can('lessons', 'read', 'assigned')
    and not exists (select from private.my_unreleased_lesson_ids() u where u = opens_lesson.lesson)
    and exists (
      select from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
      where l.id = opens_lesson.lesson and l.deleted_at is null) then
    return true;
  end if;
  return exists (select from private.my_open_lesson_ids(course, opens_lesson.lesson));
end
$$;
comment on function private.opens_lesson(uuid) is 'Takes a lesson; true if the caller may open it now.';
revoke all on function private.opens_lesson(uuid) from public;

create function private.can_on_questions(action text, course uuid, cohort uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can_on_course('questions', action, course)
    or exists (select from private.staffed_cohort_ids('questions', action) k (id) where k.id = cohort);
end
$$;
comment on function private.can_on_questions(text, uuid, uuid) is
  'Takes an action of staff, a course, and the cohort of a question or null; true if the caller may do this to such questions: everywhere, in their own courses, or in the cohorts that they look after.';
revoke all on function private.can_on_questions(text, uuid, uuid) from public;

create function private.is_banned_from_questions(person uuid, course uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.question_bans b where b.course_id = is_banned_from_questions.course and b.user_id = person)
$$;
comment on function private.is_banned_from_questions(uuid, uuid) is 'Takes a person and a course; true if the person is banned from its questions (rules/questions#banned).';
revoke all on function private.is_banned_from_questions(uuid, uuid) from public;

create function private.reads_question(q public.questions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  course uuid := private.course_of_lesson(q.lesson_id);
begin
  if q.id is null then
    return false;
  end if;
  -- A question can have no cohort and no author, and what is unknown is no right.
  return coalesce(private.can_on_questions('list', course, q.cohort_id)
    or private.can('questions', 'read', 'own')
      and (q.audience = 'EVERYONE' or q.author_id = private.uid()
        or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
      and not private.is_banned_from_questions(private.uid(), course)
      and private.opens_lesson(q.lesson_id), false);
end
$$;
comment on function private.reads_question(public.questions) is
  'Takes a question; true if the caller may read it: staff who look after it, and people to whom its lesson is open and for whom it is, unless they are banned (rules/questions#audience). Says nothing about deleted ones.';
revoke all on function private.reads_question(public.questions) from public;

create function private.person_reads_question(person uuid, q public.questions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  course uuid := private.course_of_lesson(q.lesson_id);
begin
  return private.person_may(person, 'questions', 'list')
    or private.person_may(person, 'questions', 'list', 'own')
      and exists (select from public.courses c where c.id = course and c.created_by_id = person)
    or private.person_may(person, 'questions', 'list', 'assigned')
      and exists (select from public.cohort_staff s where s.user_id = person and s.cohort_id = q.cohort_id)
    or private.person_may(person, 'questions', 'read', 'own')
      and (q.audience = 'EVERYONE' or q.author_id = person
        or q.audience = 'COHORT' and exists (
          select from public.cohort_members m join public.cohorts c on c.id = m.cohort_id and not c.draft
          where m.cohort_id = q.cohort_id and m.user_id = person and m.state <> 'LEFT'))
      and not private.is_banned_from_questions(person, course)
      and (private.access_of(person, course, q.lesson_id, now()) ->> 'open')::boolean;
end
$$;
comment on function private.person_reads_question(uuid, public.questions) is
  'Takes a person and a question; as reads_question(), for any person, without regard to sessions.';
revoke all on function private.person_reads_question(uuid, public.questions) from public;

create function private.question_state_now(state public.question_state, closes_at timestamptz) returns public.question_state
language sql stable set search_path = '' as $$
  select case when closes_at <= now() then 'CLOSED' else state end
$$;
comment on function private.question_state_now(public.question_state, timestamptz) is
  'Takes the stored state of a question and when it closes; returns its state now (rules/questions#states).';
revoke all on function private.question_state_now(public.question_state, timestamptz) from public;

-- What screens show -----------------------------------------------------------------------------------------------

create function private.question_views(question_ids uuid[], me uuid, all_moderated boolean, moderated uuid[], characters integer)
returns table (id uuid, view jsonb)
language sql stable as $$
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
$$;
comment on function private.question_views(uuid[], uuid, boolean, uuid[], integer) is
  'Takes questions, the caller, whether they moderate all of these, or the cohorts whose questions they moderate, and how many characters of each text to give; returns each as screens show it: {id, lesson_id, gone, title, body, cut, author: a name, former, mine, at_seconds, at_heading, audience, state, closes_at, answers, accepted: the id of the answer or null, created_at, edited, following, reported: by the caller, moderates}, for moderators also {author_id, reasons: those of open reports}. Of a deleted one only {id, lesson_id, gone, answers, created_at}. Checks no rights.';
revoke all on function private.question_views(uuid[], uuid, boolean, uuid[], integer) from public;

create function private.question_view(question uuid, staff boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select v.view from private.question_views(array[question_view.question], private.uid(), question_view.staff, '{}', 10000) v);
end
$$;
comment on function private.question_view(uuid, boolean) is 'Takes a question, and whether the caller moderates it; returns it whole, as question_views() does.';
revoke all on function private.question_view(uuid, boolean) from public;

create function private.answer_view(a public.answers, accepted uuid, staff boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.answer_view(public.answers, uuid, boolean) is
  'Takes an answer, the accepted one of its question, and whether the caller moderates the question; returns {id, question_id, body, author: a name, former, mine, staff, accepted, created_at, edited, reported: by the caller}, for moderators also {author_id, reasons: those of open reports}.';
revoke all on function private.answer_view(public.answers, uuid, boolean) from public;

-- Checks ----------------------------------------------------------------------------------------------------------

create function private.refuse_question() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = 'PT404', hint = 'NO_QUESTION', message = 'This question was deleted, or is not open to you.';
end
$$;
comment on function private.refuse_question() is 'Raises PT404 NO_QUESTION, both for unknown questions and for those that the caller may not read.';
revoke all on function private.refuse_question() from public;

create function private.lock_question(question uuid) returns public.questions
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  select x.* into q from public.questions x where x.id = lock_question.question;
  -- Whoever may not read the question must not be able to lock it.
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
$$;
comment on function private.lock_question(uuid) is
  'Takes a question that the caller may read; locks it until the transaction ends, and returns it. Raises PT404 NO_QUESTION, and PT409 MERGED for a question that was merged into another.';
revoke all on function private.lock_question(uuid) from public;

create function private.moderates_question(q public.questions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can_on_questions('moderate', private.course_of_lesson(q.lesson_id), q.cohort_id);
end
$$;
comment on function private.moderates_question(public.questions) is 'Takes a question; true if the caller may moderate it: answer as staff, accept, reopen, merge, delete, and settle reports.';
revoke all on function private.moderates_question(public.questions) from public;

create function private.check_question_words(title text, body text, of_question boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if of_question and (title is null or btrim(title) = '') then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(title) > 200 then perform private.refuse_field('title', 'Title must be less than 200 characters'); end if;
  if not of_question and (body is null or btrim(body) = '') then perform private.refuse_field('body', 'Answer is required'); end if;
  if char_length(body) > 10000 then perform private.refuse_field('body', 'Text must be less than 10,000 characters'); end if;
end
$$;
comment on function private.check_question_words(text, text, boolean) is
  'Takes title and text of a question, or the text of an answer; raises PT422 with the field as hint if they are missing or too long.';
revoke all on function private.check_question_words(text, text, boolean) from public;

create function private.check_may_write(person uuid, course uuid, staff boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not staff and private.is_banned_from_questions(person, course) then
    raise exception using errcode = 'PT403', hint = 'BANNED', message = 'You may not write here any more. Please ask the people who run this course.';
  end if;
end
$$;
comment on function private.check_may_write(uuid, uuid, boolean) is 'Takes a person, a course, and whether the person moderates its questions; raises PT403 BANNED for banned people.';
revoke all on function private.check_may_write(uuid, uuid, boolean) from public;

create function private.follow(question uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.question_follows (question_id, user_id) values (follow.question, follow.person) on conflict do nothing
$$;
comment on function private.follow(uuid, uuid) is 'Takes a question and a person; makes them follow it.';
revoke all on function private.follow(uuid, uuid) from public;

create function private.refresh_question(question uuid) returns public.questions
language plpgsql security definer set search_path = '' as $$
declare
  silence constant interval := interval '7 days';
  q public.questions;
  said record;
  answered boolean;
begin
  select x.* into q from public.questions x where x.id = refresh_question.question;
  select count(*)::int as answers, max(a.created_at) as latest,
    max(a.created_at) filter (where a.staff and a.created_at > coalesce(q.reopened_at, '-infinity')) as by_staff,
    max(a.created_at) filter (where a.author_id = q.author_id) as by_asker
  into said
  from public.answers a where a.question_id = q.id and a.deleted_at is null;
  -- Who asked, and writes again after staff, waits again.
  answered := q.answer_id is not null or coalesce(said.by_staff > coalesce(said.by_asker, '-infinity'), false);
  update public.questions x set answers = said.answers,
    state = case when x.merged_into_id is not null then 'CLOSED' when answered then 'ANSWERED' else 'OPEN' end::public.question_state,
    waiting_since = case when not answered and x.merged_into_id is null then coalesce(x.waiting_since, now()) end,
    closes_at = case when answered and said.by_staff is not null then said.latest + silence end
  where x.id = q.id
  returning x.* into q;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
  return q;
end
$$;
comment on function private.refresh_question(uuid) is
  'Takes a locked question; works out from its answers how many there are, its state, since when it waits, and when it closes, and signals the change to those who follow it. Returns the question (rules/questions#states).';
revoke all on function private.refresh_question(uuid) from public;

create function private.tell_of_answer(a public.answers, q public.questions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  -- The answer has an audit record, so the notifications need none. They contain nothing that people wrote.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, answer_id)
  select case when f.user_id = q.author_id then 'Your question was answered' else 'A question that you follow was answered' end,
    format('There is a new answer in the lesson "%s".', place.title), null, f.user_id,
    format('/app/courses/%s/lesson/%s?question=%s', place.slug, q.lesson_id, q.id), 'Read the answer', a.id
  from public.question_follows f
  where f.question_id = q.id and f.user_id is distinct from a.author_id and private.person_reads_question(f.user_id, q)
  on conflict on constraint notifications_answer_once do nothing;
  perform private.record_at_once(false);
end
$$;
comment on function private.tell_of_answer(public.answers, public.questions) is
  'Takes a new answer and its question; adds a notification for each person who follows the question and may still read it, except the author of the answer, once for each of them (rules/questions#following).';
revoke all on function private.tell_of_answer(public.answers, public.questions) from public;

-- Asking and answering --------------------------------------------------------------------------------------------

create function private.cohort_of_asker(person uuid, course uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.cohort_id
  from public.cohort_members m
  join public.cohorts c on c.id = m.cohort_id and not c.draft
  join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = cohort_of_asker.course
  where m.user_id = person and m.state <> 'LEFT'
  order by m.joined_at desc, m.cohort_id limit 1
$$;
comment on function private.cohort_of_asker(uuid, uuid) is 'Takes a person and a course; returns the cohort in which the person takes it, of several the one that they joined last. Null for none.';
revoke all on function private.cohort_of_asker(uuid, uuid) from public;

create function public.ask_question(
  lesson_id uuid, title text, body text default '', audience public.question_audience default 'EVERYONE',
  at_seconds integer default null, at_heading text default null, operation_id uuid default null, as_user uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
  own := private.made_under(ask_question.operation_id, 'question');
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
  -- The requests of one person run one after the other, so that each counts the questions of the earlier ones.
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
$$;
comment on function public.ask_question(uuid, text, text, public.question_audience, integer, text, uuid, uuid) is
  'Asks about a lesson that is open to the caller. Takes title, text, who sees it, and the second of the video or the heading of the text to which it belongs. Returns question_view(); the same operation again returns the same question. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 BANNED, PT409 MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 20 questions in an hour. Definer, because only functions write questions (rules/questions#asking).';
revoke all on function public.ask_question(uuid, text, text, public.question_audience, integer, text, uuid, uuid) from public;
grant execute on function public.ask_question(uuid, text, text, public.question_audience, integer, text, uuid, uuid) to authenticated, service_role;

create function public.answer_question(question_id uuid, body text, operation_id uuid default null, as_user uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
  own := private.made_under(answer_question.operation_id, 'answer');
  select a.* into made from public.answers a where a.id = own;
  if made.id is not null then
    select x.* into q from public.questions x where x.id = answer_question.question_id;
    -- An answer that was sent before its question was merged belongs to the other question now.
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
  -- The time of the clock, because the lock can make this transaction wait for one that began later.
  insert into public.answers as a (id, question_id, author_id, body, staff, created_at)
  values (own, q.id, me, btrim(answer_question.body), staff and q.author_id is distinct from me, clock_timestamp())
  returning a.* into made;
  perform private.follow(q.id, me);
  q := private.refresh_question(q.id);
  perform private.tell_of_answer(made, q);
  return private.answer_view(made, q.answer_id, staff);
end
$$;
comment on function public.answer_question(uuid, text, uuid, uuid) is
  'Takes a question that the caller may read, and a text; adds it as an answer, makes the caller follow the question, and tells the others who follow it. Returns answer_view(); the same operation again returns the same answer. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_QUESTION, PT403 BANNED, PT409 MERGED, CLOSED and MADE_ALREADY, PT422 with hint body, and PT429 TOO_MANY after 60 answers in an hour. Definer, because only functions write answers (rules/questions#answering).';
revoke all on function public.answer_question(uuid, text, uuid, uuid) from public;
grant execute on function public.answer_question(uuid, text, uuid, uuid) to authenticated, service_role;

create function public.accept_answer(question_id uuid, answer_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.accept_answer(uuid, uuid) is
  'Takes a question and one of its answers, or null to accept none; who asked it and staff who look after it say which answer helped. Returns question_view(). Raises 42501, PT404 NO_QUESTION and NO_ANSWER, PT409 MERGED. Definer, because only functions write questions (rules/questions#accepting).';
revoke all on function public.accept_answer(uuid, uuid) from public;
grant execute on function public.accept_answer(uuid, uuid) to authenticated, service_role;

create function public.reopen_question(question_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.reopen_question(uuid) is
  'Takes a question that is answered or closed; who asked it and staff who look after it make it wait for an answer again. No answer is accepted after that. Returns question_view(); nothing changes for a question that waits. Raises 42501, PT404 NO_QUESTION, PT409 MERGED. Definer, because only functions write questions (rules/questions#states).';
revoke all on function public.reopen_question(uuid) from public;
grant execute on function public.reopen_question(uuid) to authenticated, service_role;

create function public.follow_question(question_id uuid, follows boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.follow_question(uuid, boolean) is
  'Takes a question that the caller may read, and whether they are told of its answers; ending it is possible for every question. Raises 42501, PT404 NO_QUESTION. Definer, because what one may read is decided by functions (rules/questions#following).';
revoke all on function public.follow_question(uuid, boolean) from public;
grant execute on function public.follow_question(uuid, boolean) to authenticated, service_role;

-- Editing and deleting --------------------------------------------------------------------------------------------

create function public.edit_question(question_id uuid, title text, body text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.edit_question(uuid, text, text) is
  'Takes a question of the caller''s, a title and a text; replaces its own. Returns question_view(). Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 with the field as hint. Definer, because only functions write questions (rules/questions#own).';
revoke all on function public.edit_question(uuid, text, text) from public;
grant execute on function public.edit_question(uuid, text, text) to authenticated, service_role;

create function private.lock_question_of(answer uuid) returns public.questions
language plpgsql security definer set search_path = '' as $$
declare
  question uuid;
  q public.questions;
begin
  -- A merge can move the answer while this waits for the question.
  loop
    select a.question_id into question from public.answers a where a.id = lock_question_of.answer;
    exit when question is not distinct from q.id;
    select x.* into q from public.questions x where x.id = question for no key update;
  end loop;
  return q;
end
$$;
comment on function private.lock_question_of(uuid) is 'Takes an answer; locks its question until the transaction ends, and returns the question. Checks no rights.';
revoke all on function private.lock_question_of(uuid) from public;

create function public.edit_answer(answer_id uuid, body text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
$$;
comment on function public.edit_answer(uuid, text) is
  'Takes an answer of the caller''s and a text; replaces its own. Returns answer_view(). Raises 42501, PT404 NO_QUESTION, PT422 with hint body. Definer, because only functions write answers (rules/questions#own).';
revoke all on function public.edit_answer(uuid, text) from public;
grant execute on function public.edit_answer(uuid, text) to authenticated, service_role;

create function private.may_delete_words(author uuid, q public.questions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return author = private.uid() and private.can('questions', 'delete', 'own') or q.id is not null and private.moderates_question(q);
end
$$;
comment on function private.may_delete_words(uuid, public.questions) is
  'Takes the author of a question or answer, and the question; true if the caller may delete it: their own, or as a moderator.';
revoke all on function private.may_delete_words(uuid, public.questions) from public;

create function public.delete_question(question_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions;
begin
  select x.* into q from public.questions x where x.id = delete_question.question_id and x.deleted_at is null;
  if private.may_delete_words(q.author_id, q) is not true then
    perform private.refuse('You may not delete this question.');
  end if;
  update public.questions x set deleted_at = now(), deleted_by_id = private.uid() where x.id = q.id and x.deleted_at is null;
  if q.author_id is distinct from private.uid() then
    update private.question_reports r set resolved_at = now(), resolved_by_id = private.uid() where r.question_id = q.id and r.resolved_at is null;
  end if;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
end
$$;
comment on function public.delete_question(uuid) is
  'Takes a question and deletes it: who asked it, or staff who look after it; by staff its reports are settled. Its answers stay, under a deleted question. Raises 42501. Definer, because only functions write questions (rules/questions#own).';
revoke all on function public.delete_question(uuid) from public;
grant execute on function public.delete_question(uuid) to authenticated, service_role;

create function public.restore_question(question_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions;
begin
  select x.* into q from public.questions x
  where x.id = restore_question.question_id and x.deleted_by_id = private.uid() and x.deleted_at > now() - interval '10 minutes' for no key update;
  if q.id is null or private.may_delete_words(q.author_id, q) is not true then
    perform private.refuse('You may not restore this question.');
  end if;
  update public.questions x set deleted_at = null, deleted_by_id = null where x.id = q.id;
  update private.question_reports r set resolved_at = null, resolved_by_id = null where r.question_id = q.id and r.resolved_at = q.deleted_at;
  perform private.signal_people('question', array(select f.user_id from public.question_follows f where f.question_id = q.id));
end
$$;
comment on function public.restore_question(uuid) is
  'Takes a question that the caller deleted less than ten minutes ago and restores it, with its reports. Raises 42501, also if another person deleted it. Definer, because only functions write questions (rules/questions#own).';
revoke all on function public.restore_question(uuid) from public;
grant execute on function public.restore_question(uuid) to authenticated, service_role;

create function public.delete_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  a public.answers;
  q public.questions;
begin
  select x.* into a from public.answers x where x.id = delete_answer.answer_id and x.deleted_at is null;
  select x.* into q from public.questions x where x.id = a.question_id;
  if private.may_delete_words(a.author_id, q) is not true then
    perform private.refuse('You may not delete this answer.');
  end if;
  q := private.lock_question_of(delete_answer.answer_id);
  select x.* into a from public.answers x where x.id = delete_answer.answer_id;
  if q.answer_id = a.id then
    update public.questions x set answer_id = null where x.id = q.id;
  end if;
  update public.answers x set deleted_at = now(), deleted_by_id = private.uid() where x.id = a.id and x.deleted_at is null;
  if a.author_id is distinct from private.uid() then
    update private.question_reports r set resolved_at = now(), resolved_by_id = private.uid() where r.answer_id = a.id and r.resolved_at is null;
  end if;
  perform private.record_at_once(true);
  delete from public.notifications n where n.answer_id = a.id;
  perform private.record_at_once(false);
  perform private.refresh_question(q.id);
end
$$;
comment on function public.delete_answer(uuid) is
  'Takes an answer and deletes it, with the notifications that announced it: its author, or staff who look after the question; by staff its reports are settled. If it was accepted, no answer is. Raises 42501. Definer, because only functions write answers (rules/questions#own).';
revoke all on function public.delete_answer(uuid) from public;
grant execute on function public.delete_answer(uuid) to authenticated, service_role;

create function public.restore_answer(answer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  a public.answers;
  q public.questions;
begin
  select x.* into a from public.answers x
  where x.id = restore_answer.answer_id and x.deleted_by_id = private.uid() and x.deleted_at > now() - interval '10 minutes';
  select x.* into q from public.questions x where x.id = a.question_id;
  if private.may_delete_words(a.author_id, q) is not true then
    perform private.refuse('You may not restore this answer.');
  end if;
  q := private.lock_question_of(restore_answer.answer_id);
  select x.* into a from public.answers x where x.id = restore_answer.answer_id;
  update public.answers x set deleted_at = null, deleted_by_id = null where x.id = a.id;
  update private.question_reports r set resolved_at = null, resolved_by_id = null where r.answer_id = a.id and r.resolved_at = a.deleted_at;
  perform private.refresh_question(q.id);
end
$$;
comment on function public.restore_answer(uuid) is
  'Takes an answer that the caller deleted less than ten minutes ago and restores it, with its reports; nobody is told of it again. Raises 42501, also if another person deleted it. Definer, because only functions write answers (rules/questions#own).';
revoke all on function public.restore_answer(uuid) from public;
grant execute on function public.restore_answer(uuid) to authenticated, service_role;
