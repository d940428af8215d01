-- Why: duplicates are merged, readers report what does not belong, and staff settle reports and ban, as in communities
-- (rules/questions#merging, rules/questions#banned).

create function public.merge_questions(question_id uuid, into_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  q public.questions;
  t public.questions;
begin
  -- In the order of their ids, so that two merges at the same moment do not wait for each other.
  if merge_questions.question_id < merge_questions.into_id then
    q := private.lock_question(merge_questions.question_id);
    t := private.lock_question(merge_questions.into_id);
  else
    t := private.lock_question(merge_questions.into_id);
    q := private.lock_question(merge_questions.question_id);
  end if;
  if not private.moderates_question(q) or not private.moderates_question(t) then
    perform private.refuse('You may not merge these questions.');
  end if;
  if q.id = t.id then
    perform private.refuse_field('into_id', 'Choose another question.');
  end if;
  -- Otherwise the answers would be shown to people for whom they were not written.
  if q.lesson_id <> t.lesson_id or q.audience <> t.audience
    or q.audience = 'COHORT' and q.cohort_id is distinct from t.cohort_id
    or q.audience = 'STAFF' and q.author_id is distinct from t.author_id then
    raise exception using errcode = 'PT422', hint = 'OTHER_READERS', message = 'Only questions of one lesson that the same people can read can be merged.';
  end if;
  update public.questions x set merged_into_id = t.id, answer_id = null, state = 'CLOSED', waiting_since = null, closes_at = null where x.id = q.id;
  update public.answers a set question_id = t.id where a.question_id = q.id;
  update public.questions x set answer_id = q.answer_id where x.id = t.id and x.answer_id is null and q.answer_id is not null;
  -- Who asked the other one meanwhile follows this one instead, as do those who followed it.
  insert into public.question_follows (question_id, user_id, followed_at)
  select t.id, f.user_id, f.followed_at from public.question_follows f where f.question_id = q.id on conflict do nothing;
  -- What was merged earlier into the one leads to the other.
  update public.questions x set merged_into_id = t.id where x.merged_into_id = q.id;
  perform private.refresh_question(q.id);
  perform private.refresh_question(t.id);
  return private.question_view(t.id, true);
end
$$;
comment on function public.merge_questions(uuid, uuid) is
  'Takes a question, and another one of the same lesson that the same people can read; moves its answers and followers to the other one, to which it leads from then on. An accepted answer stays accepted if the other question has none. Returns question_view() of the other one. For staff who look after both. Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 OTHER_READERS or with hint into_id. Definer, because only functions write questions (rules/questions#merging).';
revoke all on function public.merge_questions(uuid, uuid) from public;
grant execute on function public.merge_questions(uuid, uuid) to authenticated, service_role;

create function public.report_question(question_id uuid, answer_id uuid default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
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
comment on function public.report_question(uuid, uuid, text) is
  'Takes a question that the caller may read, one of its answers or null for the question itself, and a reason; reports it to the staff who look after it, once. Nobody is told who reported. Raises 42501, PT404 NO_QUESTION and NO_ANSWER, PT422 with hint reason. Definer, because reports are granted to no one (rules/questions#own).';
revoke all on function public.report_question(uuid, uuid, text) from public;
grant execute on function public.report_question(uuid, uuid, text) to authenticated, service_role;

create function public.settle_question_reports(question_id uuid, answer_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.settle_question_reports(uuid, uuid) is
  'Takes a question, and one of its answers or null for the question itself; settles its open reports, and it stays as it is. For staff who look after the question. Raises 42501. Definer, because reports are granted to no one (rules/questions#own).';
revoke all on function public.settle_question_reports(uuid, uuid) from public;
grant execute on function public.settle_question_reports(uuid, uuid) to authenticated, service_role;

create function private.may_ban_from_questions(course uuid, person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can_on_course('questions', 'moderate', course)
    or exists (
      select from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = may_ban_from_questions.course
      where m.user_id = person and m.cohort_id in (select private.staffed_cohort_ids('questions', 'moderate')));
end
$$;
comment on function private.may_ban_from_questions(uuid, uuid) is
  'Takes a course and a person; true if the caller may ban them from its questions: as moderator of all its questions, or of a cohort in which the person takes the course.';
revoke all on function private.may_ban_from_questions(uuid, uuid) from public;

create function public.ban_from_questions(course_id uuid, user_id uuid, banned boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.ban_from_questions(uuid, uuid, boolean) is
  'Takes a course, a person, and whether they are banned from its questions from now on; nobody bans themselves. For staff who look after the questions of the course, or of a cohort in which the person takes it. What the person wrote stays. Raises 42501. Definer, because bans are granted to no one (rules/questions#banned).';
revoke all on function public.ban_from_questions(uuid, uuid, boolean) from public;
grant execute on function public.ban_from_questions(uuid, uuid, boolean) to authenticated, service_role;

create function public.question_bans(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('questions', 'moderate', 'own') and not private.can('questions', 'moderate', 'assigned') then
    perform private.refuse('You may not read who is banned.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', b.user_id, 'name', p.name, 'banned_at', b.banned_at) order by b.banned_at desc, b.user_id), '[]')
    from private.question_bans b join public.profiles p on p.id = b.user_id
    where b.course_id = question_bans.course_id and private.may_ban_from_questions(b.course_id, b.user_id));
end
$$;
comment on function public.question_bans(uuid) is
  'Takes a course; returns who is banned from its questions, [{user_id, name, banned_at}], of those whom the caller could ban. For staff; raises 42501. Definer, because it names people, by name alone (rules/questions#banned).';
revoke all on function public.question_bans(uuid) from public;
grant execute on function public.question_bans(uuid) to authenticated, service_role;
