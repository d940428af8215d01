-- Deleting and restoring questions and answers, their reports, and people who are banned from questions.
set check_function_bodies = off;

-- TABLES

create table private.question_bans (
  course_id uuid not null,
  user_id uuid not null,
  banned_by_id uuid,
  banned_at timestamptz not null default now(),
  constraint question_bans_pkey primary key (course_id, user_id),
  constraint question_bans_banned_by_id_fkey foreign key (banned_by_id) references public.profiles(id) on delete set null,
  constraint question_bans_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  constraint question_bans_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.question_bans enable row level security;
create index question_bans_banned_by_id_idx on private.question_bans (banned_by_id);
create index question_bans_user_id_idx on private.question_bans (user_id);
comment on table private.question_bans is 'People who may neither read nor write questions of a course (rules/questions#banned). No grants: written by ban_from_questions().';

create table private.question_reports (
  question_id uuid,
  answer_id uuid,
  reporter_id uuid not null,
  reason text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by_id uuid,
  constraint question_reports_of_one check (num_nonnulls(question_id, answer_id) = 1),
  constraint question_reports_reason_length check (char_length(reason) <= 1000),
  constraint question_reports_answer_id_fkey foreign key (answer_id) references public.answers(id) on delete cascade,
  constraint question_reports_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade,
  constraint question_reports_reporter_id_fkey foreign key (reporter_id) references public.profiles(id) on delete cascade,
  constraint question_reports_resolved_by_id_fkey foreign key (resolved_by_id) references public.profiles(id) on delete set null,
  constraint question_reports_answer_once unique (answer_id, reporter_id),
  constraint question_reports_question_once unique (question_id, reporter_id)
);
alter table private.question_reports enable row level security;
create index question_reports_open_idx on private.question_reports (created_at) where (resolved_at is null);
create index question_reports_reporter_id_idx on private.question_reports (reporter_id);
create index question_reports_resolved_by_id_idx on private.question_reports (resolved_by_id);
comment on table private.question_reports is 'Reports of questions and answers, one for each person. No grants: written by report_question() and settle_question_reports(). No function returns who reported.';

-- FUNCTIONS

create or replace function private.is_banned_from_questions(person uuid, course uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select from private.question_bans b
    where b.course_id = is_banned_from_questions.course and b.user_id = is_banned_from_questions.person);
end
$function$;
comment on function private.is_banned_from_questions(uuid,uuid) is 'Takes a person and a course; true if the person is banned from its questions (rules/questions#banned).';

create or replace function private.may_ban_from_questions(course uuid, person uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can_on_course('questions', 'moderate', course) and (private.takes_course(person, course)
      -- A person without the course may have asked about a free preview.
      or exists (
        select from public.questions q where q.author_id = person and private.course_of_lesson(q.lesson_id) = may_ban_from_questions.course)
      or exists (
        select from public.answers a join public.questions q on q.id = a.question_id
        where a.author_id = person and private.course_of_lesson(q.lesson_id) = may_ban_from_questions.course))
    or exists (
      select from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = may_ban_from_questions.course
      where m.user_id = person and m.state <> 'LEFT' and m.cohort_id in (select private.staffed_cohort_ids('questions', 'moderate')));
end
$function$;
comment on function private.may_ban_from_questions(uuid,uuid) is 'Takes a course and a person; true if the caller may ban them from its questions: as moderator of all its questions, if the person takes or took the course or wrote there, or as moderator of a cohort in which the person takes the course.';

create or replace function private.may_delete_words(author uuid, q public.questions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return author = private.uid() and private.can('questions', 'delete', 'own') or q.id is not null and private.moderates_question(q);
end
$function$;
comment on function private.may_delete_words(uuid,public.questions) is 'Takes the author of a question or answer, and the question; true if the caller may delete it: because it is the caller''s own, or as a moderator.';

create or replace function private.moderates_question(q public.questions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can_on_questions('moderate', private.course_of_lesson(q.lesson_id), q.cohort_id);
end
$function$;
comment on function private.moderates_question(public.questions) is 'Takes a question; true if the caller may moderate it: answer as staff, accept, reopen, merge, delete, and settle reports.';

create or replace function public.ban_from_questions(
  course_id uuid,
  user_id uuid,
  banned boolean default true
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
begin
  if ban_from_questions.user_id = me or not exists (select from public.profiles p where p.id = ban_from_questions.user_id)
    or not exists (select from public.courses c where c.id = ban_from_questions.course_id)
    or not private.may_ban_from_questions(ban_from_questions.course_id, ban_from_questions.user_id) then
    perform private.refuse('You may not ban this person.');
  end if;
  if ban_from_questions.banned then
    insert into private.question_bans (course_id, user_id, banned_by_id) values (ban_from_questions.course_id, ban_from_questions.user_id, me) on conflict do nothing;
  else
    delete from private.question_bans b where b.course_id = ban_from_questions.course_id and b.user_id = ban_from_questions.user_id;
  end if;
  if found then
    perform private.record_act(case when ban_from_questions.banned then 'question.ban' else 'question.unban' end, ban_from_questions.user_id::text,
      jsonb_build_object('course_id', ban_from_questions.course_id));
    perform private.signal_staff('questions');
    perform private.signal_people('question', array[ban_from_questions.user_id]);
  end if;
end
$function$;
comment on function public.ban_from_questions(uuid,uuid,boolean) is 'Takes a course, a person, and whether the person is banned from its questions from now on. Nobody can ban themselves. For staff who moderate the questions of the course, or of a cohort in which the person takes it. Earlier questions and answers of the person stay. Raises 42501. Definer, because bans are granted to no one (rules/questions#banned).';
grant execute on function public.ban_from_questions(uuid,uuid,boolean) to authenticated, service_role;

create or replace function public.delete_answer(answer_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  perform private.tell_of_deleted_answers(q.id);
  perform private.refresh_question(q.id);
end
$function$;
comment on function public.delete_answer(uuid) is 'Takes an answer; deletes it, also from notifications, and if staff delete it, settles its reports. If it was the accepted answer, the question has none then. For its author, and for staff who moderate the question. Raises PT429 TOO_MANY after 600 changes in an hour, 42501. Definer, because only functions write answers (rules/questions#own).';
grant execute on function public.delete_answer(uuid) to authenticated, service_role;

create or replace function public.delete_question(question_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function public.delete_question(uuid) is 'Takes a question; deletes it, and if staff delete it, settles its reports. Its answers stay, under a deleted question. For the asker, and for staff who moderate the question. Raises PT429 TOO_MANY after 600 changes in an hour, 42501. Definer, because only functions write questions (rules/questions#own).';
grant execute on function public.delete_question(uuid) to authenticated, service_role;

create or replace function public.cohort_questions(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_cohort('questions', 'moderate', cohort_questions.cohort_id) then
    perform private.refuse('You may not read the questions of this cohort.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'title', q.title, 'lesson_id', q.lesson_id, 'lesson', l.title, 'slug', c.slug,
        'author', case when p.id is not null then jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) end,
        'waiting_since', q.waiting_since, 'answers', q.answers) order by q.waiting_since, q.id), '[]')
    from (
      select o.* from public.questions o
      where o.cohort_id = cohort_questions.cohort_id and o.waiting_since is not null and o.deleted_at is null and o.merged_into_id is null
      order by o.waiting_since, o.id limit 100) q
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    left join public.profiles p on p.id = q.author_id);
end
$function$;
comment on function public.cohort_questions(uuid) is 'Takes a cohort; returns its questions that wait for an answer, at most 100, those that have waited longest first: [{id, title, lesson_id, lesson, slug: of the course, author: {id, name} or null, waiting_since, answers}]. For those who moderate questions there; raises 42501 (rules/questions#of-a-cohort).';
grant execute on function public.cohort_questions(uuid) to authenticated, service_role;

create or replace function public.question_bans(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('questions', 'moderate', 'own') and not private.can('questions', 'moderate', 'assigned') then
    perform private.refuse('You may not read who is banned.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', b.user_id, 'name', p.name, 'banned_at', b.banned_at, 'by', s.name) order by b.banned_at desc, b.user_id), '[]')
    from private.question_bans b join public.profiles p on p.id = b.user_id left join public.profiles s on s.id = b.banned_by_id
    where b.course_id = question_bans.course_id and private.may_ban_from_questions(b.course_id, b.user_id));
end
$function$;
comment on function public.question_bans(uuid) is 'Takes a course; returns who is banned from its questions, [{user_id, name, banned_at, by: the name of who banned them, or null}], for people whom the caller could ban. For staff; raises 42501. Definer, because it returns names of people, and nothing else about them (rules/questions#banned).';
grant execute on function public.question_bans(uuid) to authenticated, service_role;

create or replace function public.report_question(
  question_id uuid,
  answer_id uuid default null,
  reason text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
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
$function$;
comment on function public.report_question(uuid,uuid,text) is 'Takes a question that the caller may read, one of its answers or null for the question itself, and a reason; reports it once to the staff who moderate it. Nobody is told who reported it. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT422 with hint reason. Definer, because reports are granted to no one (rules/questions#own).';
grant execute on function public.report_question(uuid,uuid,text) to authenticated, service_role;

create or replace function public.restore_answer(answer_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function public.restore_answer(uuid) is 'Takes an answer that the caller deleted less than ten minutes ago and restores it, with its reports. Nobody is notified again. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, also if another person deleted it. Definer, because only functions write answers (rules/questions#own).';
grant execute on function public.restore_answer(uuid) to authenticated, service_role;

create or replace function public.restore_question(question_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function public.restore_question(uuid) is 'Takes a question that the caller deleted less than ten minutes ago and restores it, with its reports. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, also if another person deleted it. Definer, because only functions write questions (rules/questions#own).';
grant execute on function public.restore_question(uuid) to authenticated, service_role;

create or replace function public.settle_question_reports(
  question_id uuid,
  answer_id uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
  settled bigint;
begin
  select x.* into q from public.questions x where x.id = settle_question_reports.question_id;
  if q.id is null or not private.moderates_question(q) then
    perform private.refuse('You may not settle these reports.');
  end if;
  update private.question_reports r set resolved_at = now(), resolved_by_id = private.uid()
  where r.resolved_at is null
    and case when settle_question_reports.answer_id is null then r.question_id = q.id
      else r.answer_id = settle_question_reports.answer_id and exists (
        select from public.answers a where a.id = r.answer_id and a.question_id = q.id) end;
  get diagnostics settled = row_count;
  if settled > 0 then
    perform private.record_act(case when settle_question_reports.answer_id is null then 'question.settle' else 'answer.settle' end,
      coalesce(settle_question_reports.answer_id, q.id)::text, jsonb_build_object('question_id', q.id, 'reports', settled));
    perform private.signal_staff('questions');
  end if;
end
$function$;
comment on function public.settle_question_reports(uuid,uuid) is 'Takes a question, and one of its answers or null for the question itself; settles its open reports without changing it. For staff who moderate the question. Raises 42501. Definer, because reports are granted to no one (rules/questions#own).';
grant execute on function public.settle_question_reports(uuid,uuid) to authenticated, service_role;
