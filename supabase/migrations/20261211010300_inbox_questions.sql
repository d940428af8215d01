-- Why: a question that nobody has answered waits for staff as work does, and is answered in the inbox (rules/inbox#rows). What
-- readers report under a lesson is there, too: nothing else tells those who may settle the reports.

create index questions_waiting_idx on public.questions (waiting_since, id)
  where waiting_since is not null and deleted_at is null and merged_into_id is null;

create function private.inbox_questions() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := private.can('questions', 'moderate');
  cohorts uuid[];
  lessons uuid[];
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('questions', 'moderate')));
    if cardinality(cohorts) + cardinality(lessons) = 0 then
      return private.inbox_part(null, null);
    end if;
  end if;
  execute format($sql$
    select array(
      select q.id from public.questions q
      where q.waiting_since is not null and q.deleted_at is null and q.merged_into_id is null and %1$s
        and q.author_id is distinct from %2$L
        and exists (
          select from public.lessons l
          join public.modules m on m.id = l.module_id and m.deleted_at is null
          join public.courses c on c.id = m.course_id and c.deleted_at is null
          where l.id = q.lesson_id and l.deleted_at is null)
        and not exists (
          select from private.inbox_marks k
          where k.user_id = %2$L and k.kind = 'QUESTION' and k.subject_id = q.id and k.version = extract(epoch from q.waiting_since)::text
            and (k.until is null or k.until > now()))
      order by q.waiting_since, q.id limit %3$s)$sql$,
    case when everywhere then 'true' else '(q.cohort_id = any ($1) or q.lesson_id = any ($2))' end, me, private.inbox_most() + 1)
  into ids using cohorts, lessons;
  return private.inbox_part(ids, (
    select jsonb_agg(jsonb_build_object('kind', 'QUESTION', 'act', 'ANSWER', 'subject_id', q.id, 'version', extract(epoch from q.waiting_since)::text,
      'title', q.title,
      'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) end,
      'course', jsonb_build_object('id', c.id, 'title', c.title),
      'cohort', case when k.id is not null then jsonb_build_object('id', k.id, 'title', k.title) end,
      'since', q.waiting_since, 'promise_at', q.waiting_since + private.inbox_promise(),
      'facts', jsonb_build_object('lesson', l.title, 'slug', c.slug, 'lesson_id', l.id, 'audience', q.audience, 'body', left(q.body, 1000), 'cut', char_length(q.body) > 1000, 'answers', q.answers)))
    from public.questions q
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join public.profiles p on p.id = q.author_id
    where q.id = any (ids[1:50])));
end
$$;
comment on function private.inbox_questions() is
  'Returns the part of the inbox with the questions of others that wait for an answer and that the caller may moderate, {total, rows}.';

create index question_reports_open_idx on private.question_reports (created_at) where resolved_at is null;

create function private.inbox_open_reports() returns table (question_id uuid, reports bigint, first_at timestamptz, last_at timestamptz)
language sql stable set search_path = '' as $$
  select q.id, count(*), min(r.created_at), max(r.created_at)
  from private.question_reports r
  left join public.answers a on a.id = r.answer_id and a.deleted_at is null
  join public.questions q on q.id = coalesce(r.question_id, a.question_id) and q.merged_into_id is null
  where r.resolved_at is null and (r.question_id is null or q.deleted_at is null)
  group by q.id
$$;
comment on function private.inbox_open_reports() is
  'Returns the questions with open reports of themselves or of their answers: how many, and when the first and the last was made. Without what was deleted or merged. Checks no rights.';

create function private.inbox_question_reports() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := private.can('questions', 'moderate');
  cohorts uuid[];
  modules uuid[];
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    modules := array(select k from private.my_module_ids('questions', 'moderate') k);
    if cardinality(cohorts) + cardinality(modules) = 0 then
      return private.inbox_part(null, null);
    end if;
  end if;
  ids := array(
    select q.id
    from private.inbox_open_reports() r
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    where (everywhere or q.cohort_id = any (cohorts) or l.module_id = any (modules))
      and not exists (
        select from private.inbox_marks k
        where k.user_id = me and k.kind = 'QUESTION_REPORT' and k.subject_id = q.id and k.version = extract(epoch from r.last_at)::text
          and (k.until is null or k.until > now()))
    order by r.first_at, q.id limit private.inbox_most() + 1);
  return private.inbox_part(ids, (
    select jsonb_agg(jsonb_build_object('kind', 'QUESTION_REPORT', 'act', 'MODERATE', 'subject_id', q.id, 'version', extract(epoch from r.last_at)::text,
      'title', l.title, 'person', null, 'course', jsonb_build_object('id', c.id, 'title', c.title),
      'cohort', case when k.id is not null then jsonb_build_object('id', k.id, 'title', k.title) end,
      'since', r.first_at, 'promise_at', r.first_at + private.inbox_promise(),
      'facts', jsonb_build_object('slug', c.slug, 'lesson_id', l.id, 'reports', r.reports)))
    from private.inbox_open_reports() r
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    where q.id = any (ids[1:50])));
end
$$;
comment on function private.inbox_question_reports() is
  'Returns the part of the inbox with the questions that were reported, or whose answers were, and that the caller may moderate, {total, rows}. Neither what was written nor who wrote or reported it is among it.';
revoke all on function private.inbox_questions(), private.inbox_open_reports(), private.inbox_question_reports() from public;

create or replace function private.inbox_parts() returns table (kind text, part jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select w.kind, w.part from private.inbox_work() w
    union all values
    ('QUESTION', private.inbox_questions()), ('QUESTION_REPORT', private.inbox_question_reports()), ('BEHIND', private.inbox_behind()),
    ('REPORT', private.inbox_reports()), ('PURCHASE', private.inbox_purchases()), ('EVENT', private.inbox_events()),
    ('MAIL', private.inbox_jobs()), ('INVITE', private.inbox_invites());
end
$$;
comment on function private.inbox_parts() is 'Returns each kind of row of the caller''s inbox with its part, {total, rows}.';

comment on function public.staff_inbox() is
  'Returns what waits for the caller, {rows: [{kind: WORK, APPEAL, QUESTION, QUESTION_REPORT, BEHIND, REPORT, PURCHASE, EVENT, MAIL or INVITE, act: REVIEW, ANSWER, CLEAR, MODERATE, OPEN, ASSIGN, DISMISS, RETRY or RESEND, subject_id, version: what the row says now, title, person: {id, name} or null, course: {id, title} or null, cohort: {id, title} or null, since, promise_at, facts: more about it by kind, holder: to whom it was handed over {id, name, by: a name, mine, note: for the two of them, at} or null}], at most 50 of each kind, by their promise, counts: {kind: how many, counted to 1,001}, changes_at: when the next snoozed row comes back, stopped: whether no worker does background jobs, for those who read them}. Each kind only for callers who may do its act, in their scope. What the caller put away is left out. Raises 42501 (rules/inbox#rows).';

create function private.inbox_moderates(person uuid, q public.questions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.person_may(person, 'questions', 'moderate')
    or private.person_may(person, 'questions', 'moderate', 'own')
      and exists (select from public.courses c where c.id = private.course_of_lesson(q.lesson_id) and c.created_by_id = person)
    or private.person_may(person, 'questions', 'moderate', 'assigned')
      and exists (select from public.cohort_staff s where s.cohort_id = q.cohort_id and s.user_id = person);
end
$$;
comment on function private.inbox_moderates(uuid, public.questions) is 'Takes a person and a question; as moderates_question(), for any person, without regard to sessions.';
revoke all on function private.inbox_moderates(uuid, public.questions) from public;

create or replace function private.reaches_inbox_row(person uuid, kind text, subject uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.person_may(person, 'inbox', 'enter') or private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned'))
    and case reaches_inbox_row.kind
      when 'WORK' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'APPEAL' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'BEHIND' then exists (
        select from private.behind_people b where b.id = subject and (private.person_may(person, 'cohort_members', 'update')
          or private.person_may(person, 'cohort_members', 'update', 'assigned')
            and exists (select from public.cohort_staff s where s.cohort_id = b.cohort_id and s.user_id = person)))
      when 'QUESTION' then exists (
        select from public.questions q
        where q.id = subject and q.deleted_at is null and q.merged_into_id is null and q.author_id is distinct from person
          and private.inbox_moderates(person, q))
      when 'QUESTION_REPORT' then exists (
        select from public.questions q where q.id = subject and q.merged_into_id is null and private.inbox_moderates(person, q))
      when 'REPORT' then exists (
        select from public.community_posts p where p.id = subject and (private.person_may(person, 'community_posts', 'delete')
          or exists (select from public.community_members m where m.community_id = p.community_id and m.user_id = person and m.role = 'MODERATOR'
            and private.membership_is_active(m.left_at, m.banned))))
      when 'PURCHASE' then private.person_may(person, 'purchases', 'assign') and exists (select from public.purchases p where p.id = subject)
      when 'EVENT' then private.person_may(person, 'purchases', 'dismiss') and exists (select from private.purchase_notices n where n.id = subject)
      when 'MAIL' then private.person_may(person, 'due_work', 'retry') and exists (select from private.due_work w where w.id = subject)
      when 'INVITE' then exists (
        select from public.invites i where i.id = subject and (private.person_may(person, 'invites', 'resend')
          or private.person_may(person, 'invites', 'resend', 'own') and i.invited_by_id = person))
      else false end;
end
$$;
comment on function private.reaches_inbox_row(uuid, text, uuid) is
  'Takes a person, a kind of row of the inbox and what the row is about; true if the row can be in the inbox of this person, by the same rights and scope as in staff_inbox().';

create or replace function private.inbox_row_words(kind text, subject uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case inbox_row_words.kind
    when 'WORK' then (select format('Work on "%s" waits for a review.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'APPEAL' then (select format('Work on "%s" needs a second opinion.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'QUESTION' then (select format('A question about "%s" waits for an answer.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'QUESTION_REPORT' then (select format('A question about "%s" was reported, or an answer to it.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'BEHIND' then (select format('Somebody has fallen behind in "%s".', c.title) from private.behind_people b join public.cohorts c on c.id = b.cohort_id where b.id = subject)
    when 'REPORT' then (select format('A post in "%s" was reported.', c.name) from public.community_posts p join public.communities c on c.id = p.community_id where p.id = subject)
    when 'PURCHASE' then 'A purchase needs attention.'
    when 'EVENT' then 'An event of the payment provider needs attention.'
    when 'MAIL' then 'A background job failed.'
    else 'An invite is about to end.' end
$$;
comment on function private.inbox_row_words(text, uuid) is 'Takes a row of the inbox; says in a sentence what it is about, without naming a person.';

create trigger questions_forget_inbox_row after delete on public.questions for each row execute function private.forget_inbox_row();
