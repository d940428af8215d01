-- Why: acts on questions that no limit counted can be repeated without end (rules/questions#acts), and an answer asked for
-- each follower alone whether they may still read the question, which takes seconds for a thousand (rules/questions#following).
-- Screens with many questions worked out more than they show.

-- One limit for the acts on questions ------------------------------------------------------------------------------

create table private.question_acts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  hour timestamptz not null default date_trunc('hour', now()),
  acts int not null default 1
);
alter table private.question_acts enable row level security;
comment on table private.question_acts is 'How often each person acted on questions in the hour in which they last did. No grants: written by count_question_act().';

create function private.count_question_act() returns int
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.count_question_act() is
  'Counts an act on questions by the caller in this hour, and returns how many they are; raises PT429 TOO_MANY after 600. Each function calls it before it locks anything else, so that two acts of one person cannot wait for each other.';
revoke all on function private.count_question_act() from public;

-- These functions are unchanged, except that each counts its call first.

create or replace function public.accept_answer(question_id uuid, answer_id uuid default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
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
$$;
comment on function public.accept_answer(uuid,uuid) is
  'Takes a question and one of its answers; accepts this answer, or none for null. For the asker, and for staff who look after the question. Returns question_view(). Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT409 MERGED. Definer, because only functions write questions (rules/questions#accepting).';

create or replace function public.delete_answer(answer_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  counted constant int := private.count_question_act();
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
  'Takes an answer; deletes it with its notifications, and if staff do so, settles its reports. If it was accepted, no answer is. For its author, and for staff who look after the question. Raises PT429 TOO_MANY after 600 acts in an hour, 42501. Definer, because only functions write answers (rules/questions#own).';

create or replace function public.delete_question(question_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  counted constant int := private.count_question_act();
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
  'Takes a question; deletes it, and if staff do so, settles its reports. Its answers stay, under a deleted question. For the asker, and for staff who look after the question. Raises PT429 TOO_MANY after 600 acts in an hour, 42501. Definer, because only functions write questions (rules/questions#own).';

create or replace function public.edit_answer(answer_id uuid, body text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
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
$$;
comment on function public.edit_answer(uuid,text) is
  'Takes an answer of the caller and a text; replaces the text of the answer. Returns answer_view(). Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION, PT422 with hint body. Definer, because only functions write answers (rules/questions#own).';

create or replace function public.edit_question(question_id uuid, title text, body text default '')
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
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
$$;
comment on function public.edit_question(uuid,text,text) is
  'Takes a question of the caller, a title and a text; replaces those of the question. Returns question_view(). Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 with the field as hint. Definer, because only functions write questions (rules/questions#own).';

create or replace function public.follow_question(question_id uuid, follows boolean default true)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
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
$$;
comment on function public.follow_question(uuid,boolean) is
  'Takes a question, and whether the caller follows it from now on. People can stop following a question that they may no longer read. Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION. Definer, because a function decides who may read a question (rules/questions#following).';

create or replace function public.reopen_question(question_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
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
$$;
comment on function public.reopen_question(uuid) is
  'Takes a question; if it is answered or closed, makes it wait for an answer again, and accepts no answer. For the asker, and for staff who look after the question. Returns question_view(). Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED. Definer, because only functions write questions (rules/questions#states).';

create or replace function public.report_question(
  question_id uuid,
  answer_id uuid default null,
  reason text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  counted constant int := private.count_question_act();
  me uuid := private.uid();
  q public.questions;
begin
  if not private.can('questions', 'report', 'assigned') then
    raise exception using errcode = '42501', message = 'permission denied for function report_question';
  end if;
  select x.* into q from public.questions x where x.id = report_question.question_id;
  if not private.reads_question(q) or q.deleted_at is not null and report_question.answer_id is null then
    perform private.refuse_question();
  end if;
  if report_question.answer_id is not null and not exists (
      select from public.answers a where a.id = report_question.answer_id and a.question_id = q.id and a.deleted_at is null) then
    raise exception using errcode = 'PT404', hint = 'NO_ANSWER', message = 'This answer was deleted.';
  end if;
  if char_length(report_question.reason) > 1000 then
    perform private.refuse_field('reason', 'A reason must be less than 1,000 characters');
  end if;
  insert into private.question_reports (question_id, answer_id, reporter_id, reason)
  values (case when report_question.answer_id is null then q.id end, report_question.answer_id, me, nullif(btrim(report_question.reason), ''))
  on conflict do nothing;
  if found then
    perform private.signal_staff('questions');
  end if;
end
$$;
comment on function public.report_question(uuid,uuid,text) is
  'Takes a question that the caller may read, one of its answers or null for the question itself, and a reason; reports it to the staff who look after it, once. Nobody sees who reported. Raises PT429 TOO_MANY after 600 acts in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT422 with hint reason. Definer, because reports are granted to no one (rules/questions#own).';

create or replace function public.restore_answer(answer_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  counted constant int := private.count_question_act();
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
  'Takes an answer that the caller deleted less than ten minutes ago and restores it, with its reports. Nobody is notified again. Raises PT429 TOO_MANY after 600 acts in an hour, 42501, also if another person deleted it. Definer, because only functions write answers (rules/questions#own).';

create or replace function public.restore_question(question_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  counted constant int := private.count_question_act();
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
  'Takes a question that the caller deleted less than ten minutes ago and restores it, with its reports. Raises PT429 TOO_MANY after 600 acts in an hour, 42501, also if another person deleted it. Definer, because only functions write questions (rules/questions#own).';

-- All followers at once --------------------------------------------------------------------------------------------

create function private.grants_of_lesson(lesson uuid, people uuid[]) returns table (user_id uuid, released boolean)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
    select e.user_id, bool_or(e.cohort_id is null or coalesce(k.open_all, false)
      or not coalesce(opening.opens_at > least(k.paused_at, now())
        -- What opened before an earlier pause stays open.
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
$$;
comment on function private.grants_of_lesson(uuid, uuid[]) is
  'Takes a lesson and people; returns those with a grant that opens its course now, and whether the schedule of one of their cohorts, or a grant without a cohort, opens the lesson (rules/cohorts#schedule). Does not look at completed lessons, which stay open.';
revoke all on function private.grants_of_lesson(uuid, uuid[]) from public;

create function private.readers_of_question(q public.questions, people uuid[]) returns setof uuid
language sql stable set search_path = '' as $$
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
$$;
comment on function private.readers_of_question(public.questions, uuid[]) is
  'Takes a question and people; returns those who may read it, as reads_question() decides for each of them, but without regard to sessions.';
revoke all on function private.readers_of_question(public.questions, uuid[]) from public;

create or replace function private.tell_of_answer(a public.answers, q public.questions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  -- The answer has an audit record, so the notifications need none. They contain nothing that people wrote.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, answer_id)
  select case when f.id = q.author_id then 'Your question was answered' else 'A question that you follow was answered' end,
    format('There is a new answer in the lesson "%s".', place.title), null, f.id,
    format('/app/courses/%s/lesson/%s?question=%s', place.slug, q.lesson_id, q.id), 'Read the answer', a.id
  from private.readers_of_question(q, array(
    select x.user_id from public.question_follows x where x.question_id = q.id and x.user_id is distinct from a.author_id)) f (id)
  on conflict on constraint notifications_answer_once do nothing;
  perform private.record_at_once(false);
end
$$;

drop function private.person_reads_question(uuid, public.questions);

-- Quicker answers --------------------------------------------------------------------------------------------------

create function private.narrowing_query(each tsquery[]) returns tsquery
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  with frequent as materialized (
    -- The statistics of the planner. The list of frequencies has three entries more than the list of words.
    select array_to_tsvector(array[w.word]) as word, w.frequency
    from pg_catalog.pg_stats s cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) w (word, frequency)
    where s.schemaname = 'private' and s.tablename = 'question_documents' and s.attname = 'words' and w.word is not null and w.frequency > 0.02
  ), term as materialized (
    select t.query, t.n, coalesce((select sum(f.frequency) from frequent f where f.word @@ t.query), 0) as frequency
    from unnest(each) with ordinality t (query, n)
  )
  select string_agg('(' || t.query::text || ')', ' & ' order by t.n)::tsquery
  from term t where t.frequency = 0 or t.n = (select r.n from term r order by r.frequency, r.n limit 1));
end
$$;
comment on function private.narrowing_query(tsquery[]) is
  'Takes the terms of a search for questions; returns those that are rare, or the least frequent one, as one query. An index reads every place of a word that begins like a term, so that frequent words cost more than they leave out. Definer, because the statistics are shown to the owner of the table alone.';
revoke all on function private.narrowing_query(tsquery[]) from public;

drop function private.questions_matching(uuid[], tsquery);
create function private.questions_matching(lessons uuid[], narrow tsquery, question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set enable_indexscan = 'off' set plan_cache_mode = 'force_custom_plan' set jit = 'off' as $$
begin
  return query
    select d.question_id from private.question_documents d
    where d.words @@ narrow
      -- Within a `case`, the index is not used for the whole query, which is checked only for questions about these lessons.
      and case when d.lesson_id = any (lessons) then d.words @@ question else false end
    limit 80;
end
$$;
comment on function private.questions_matching(uuid[], tsquery, tsquery) is
  'Takes lessons, a query of the rare words of a search, and the whole query; returns at most 80 questions about these lessons that match. Forces a bitmap scan, because the planner would test every question of a lesson that has many.';
revoke all on function private.questions_matching(uuid[], tsquery, tsquery) from public;

create or replace function public.questions_like(lesson_id uuid, words text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $$
declare
  most constant int := 5;
  me uuid := private.uid();
  course uuid := private.course_of_lesson(questions_like.lesson_id);
  everywhere boolean := private.can_on_course('questions', 'list', course);
  terms text[] := private.search_terms(questions_like.words);
  each tsquery[];
  all_of_them tsquery;
  any_of_them tsquery;
  lessons uuid[];
  staffed uuid[];
  mine uuid[];
begin
  if not private.can('questions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function questions_like';
  end if;
  lessons := array(select private.my_open_lesson_ids(course));
  if not questions_like.lesson_id = any (lessons) then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This lesson is not open to you.';
  end if;
  -- Words such as "a" and "is" are in nearly every question.
  if exists (select from unnest(terms) t where char_length(t) > 2) then
    terms := array(select t.term from unnest(terms) with ordinality t (term, n) where char_length(t.term) > 2 or private.is_run(t.term) order by t.n);
  end if;
  each := array(select private.term_query(t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
  if cardinality(each) = 0 or not everywhere and private.is_banned_from_questions(me, course) then
    return '[]';
  end if;
  all_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' & ')::tsquery;
  any_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' | ')::tsquery;
  staffed := array(select private.staffed_cohort_ids('questions', 'list'));
  mine := array(select private.my_cohort_ids());
  return (
    with whole as materialized (
      select w as question_id from private.questions_matching(lessons, private.narrowing_query(each), all_of_them) w
    ), recent as materialized (
      -- Frequent words match too many questions. Of those with only some of the words, the newest count.
      select x.id from unnest(lessons) l (id) cross join lateral (
        select q.id, q.created_at from public.questions q where q.lesson_id = l.id and q.merged_into_id is null and q.deleted_at is null
        order by q.created_at desc, q.id desc limit 50) x
      order by x.created_at desc limit 200
    ), part as materialized (
      -- `offset 0` makes the planner look up each document by its id.
      select r.id as question_id from recent r
      cross join lateral (select o.words from private.question_documents o where o.question_id = r.id offset 0) d where d.words @@ any_of_them
    ), hit as (
      select w.question_id from whole w union select p.question_id from part p
    ), ranked as (
      select q.id, q.created_at,
        (select count(*) from unnest(each) e where d.words @@ e) as found,
        ts_rank(d.words, any_of_them, 1) as score, q.lesson_id = questions_like.lesson_id as here
      from hit h
      cross join lateral (select o.words from private.question_documents o where o.question_id = h.question_id offset 0) d
      cross join lateral (select o.* from public.questions o where o.id = h.question_id offset 0) q
      where q.deleted_at is null and q.merged_into_id is null
        and (everywhere or q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id = any (mine) or q.cohort_id = any (staffed))
    ), best as (
      select r.* from ranked r
      where r.found * 2 >= cardinality(each)
      order by r.found desc, r.here desc, r.score desc, r.created_at desc, r.id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'title', q.title, 'lesson_id', q.lesson_id, 'lesson', l.title,
      'answers', q.answers, 'state', private.question_state_now(q.state, q.closes_at), 'accepted', q.answer_id is not null)
      order by b.found desc, b.here desc, b.score desc, b.created_at desc, b.id), '[]')
    from best b join public.questions q on q.id = b.id join public.lessons l on l.id = q.lesson_id);
end
$$;

create function private.lesson_is_released(person uuid, lesson uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  -- A quick answer: most people belong to no cohort.
  if not exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return true;
  end if;
  return coalesce((select g.released from private.grants_of_lesson(lesson, array[person]) g), false)
    or exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = lesson_is_released.lesson);
end
$$;
comment on function private.lesson_is_released(uuid, uuid) is
  'Takes a person with a grant of the course, and a lesson of it; true unless the schedule of their cohorts has not opened it yet. As unreleased_lesson_ids(), which works out all lessons of all their courses.';
revoke all on function private.lesson_is_released(uuid, uuid) from public;

create or replace function private.opens_lesson(lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $$
declare
  course uuid := private.course_of_lesson(opens_lesson.lesson);
begin
  -- Most callers are learners with the course, and this check is cheaper.
  if course in (select private.entitled_course_ids()) and private.can('lessons', 'read', 'assigned')
    and private.lesson_is_released(private.uid(), opens_lesson.lesson)
    and exists (
      select from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
      where l.id = opens_lesson.lesson and l.deleted_at is null) then
    return true;
  end if;
  return exists (select from private.my_open_lesson_ids(course, opens_lesson.lesson));
end
$$;

create or replace function private.inbox_open_reports()
  returns table(question_id uuid, reports bigint, first_at timestamptz, last_at timestamptz)
  language plpgsql
  stable
  rows 10
  set search_path to ''
as $$
begin
  return query
  select q.id, count(*), min(r.created_at), max(r.created_at)
  from (
    select o.created_at, coalesce(o.question_id, a.question_id) as question_id, o.question_id is null as of_answer
    from private.question_reports o
    -- `offset 0` makes the planner look up each row by its id: it cannot know how few the open reports are.
    left join lateral (select x.question_id from public.answers x where x.id = o.answer_id and x.deleted_at is null offset 0) a on true
    where o.resolved_at is null) r
  cross join lateral (
    select x.id from public.questions x
    where x.id = r.question_id and x.merged_into_id is null and (r.of_answer or x.deleted_at is null) offset 0) q
  group by q.id;
end
$$;
alter function private.inbox_question_reports() set plan_cache_mode = 'force_generic_plan';
