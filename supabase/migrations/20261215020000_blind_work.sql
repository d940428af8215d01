-- Why: while work of a blind assignment waits, no answer and no record may differ by whose work it is (rules/assignments#blind).
-- And who may not review a round was one person, whom the next one replaced. Now it is a set that only grows
-- (rules/assignments#second-opinion, #hand-over).

-- WHO MAY NOT REVIEW A ROUND

alter table private.second_opinions
  drop constraint second_opinions_pkey,
  add constraint second_opinions_once unique nulls not distinct (submission_id, round, not_by_id);
comment on table private.second_opinions is 'By whom a round is not reviewed, as long as somebody else may review it; rows are only added (rules/assignments#second-opinion). A row without a person says that a second opinion is wanted. No grants: written by submit_round() and hand_over().';

create function private.keep_second_opinions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' or exists (select from public.submissions s where s.id = old.submission_id)
    and (old.not_by_id is null or exists (select from public.profiles p where p.id = old.not_by_id)) then
    raise exception using errcode = '42501', message = 'Who may not review a round stays so.';
  end if;
  return old;
end
$$;
comment on function private.keep_second_opinions() is 'Row trigger: refuses with 42501 to change or delete who may not review a round, except together with the work or the person.';
revoke all on function private.keep_second_opinions() from public;
create trigger second_opinions_keep before update or delete on private.second_opinions
  for each row execute function private.keep_second_opinions();

create or replace function private.goes_to_others(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = person)
    -- If nobody else may review it, the same reviewer reads it again.
    and exists (
      select from private.reviewers_of(work) r (id)
      where not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id));
end
$function$;
comment on function private.goes_to_others(uuid,public.submissions) is 'Takes a person and somebody''s waiting work; true if this person may not review it, and somebody who may is left (rules/assignments#second-opinion).';

-- WHOSE BLIND WORK IT IS

create function private.work_is_hidden(work public.submissions) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return work.state = 'WAITING' and exists (select from public.assignments a where a.lesson_id = work.lesson_id and a.blind);
end
$$;
comment on function private.work_is_hidden(public.submissions) is 'Takes somebody''s work; true while it waits and its assignment is blind, so that nothing may tell whose it is (rules/assignments#blind).';
revoke all on function private.work_is_hidden(public.submissions) from public;

create function private.would_tell_owner(person uuid, submission uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.submissions s
    where s.id = would_tell_owner.submission and private.work_is_hidden(s) and (
      exists (select from public.submissions o where o.lesson_id = s.lesson_id and o.user_id = would_tell_owner.person)
      or exists (select from public.entitlements e where e.user_id = would_tell_owner.person and e.course_id = private.course_of_lesson(s.lesson_id))
      or not (private.person_may(would_tell_owner.person, 'submissions', 'review')
        or private.person_may(would_tell_owner.person, 'submissions', 'review', 'own') and private.work_is_of_own_course(would_tell_owner.person, s))))
$$;
comment on function private.would_tell_owner(uuid, uuid) is 'Takes a person and somebody''s work; true if the work is hidden, and that the person may review it would say something about its owner: the person could be the owner, or reviews the work of certain people only. To such a person, work is not handed over by name.';
revoke all on function private.would_tell_owner(uuid, uuid) from public;

create or replace function public.reviewers(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', reviewers.submission_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email),
      'claims', (select count(*) from public.review_claims c where c.reviewer_id = p.id and c.until > now())) order by p.name, p.id), '[]')
    from private.reviewers_of(work) r (id) join public.profiles p on p.id = r.id
    where p.id <> private.uid() and not private.goes_to_others(p.id, work) and not private.would_tell_owner(p.id, work.id));
end
$function$;
comment on function public.reviewers(uuid) is 'Takes somebody''s work; returns the other people who may review it and to whom it can be handed over, [{id, name, claims: how many they have}]; for blind work only people who may review all work of the assignment and do not take the course. Raises 42501.';

create or replace function public.hand_over(submission_id uuid, to_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  work public.submissions := private.check_work_right('review', hand_over.submission_id);
  held jsonb;
begin
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean and not private.can('submissions', 'withdraw') then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  end if;
  if to_id is null then
    if not exists (
      select from private.reviewers_of(work) r (id)
      where r.id <> me and not private.would_tell_owner(r.id, work.id)
        and not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_once do nothing;
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.goes_to_others(to_id, work)
      or private.would_tell_owner(to_id, work.id) then
      raise exception using errcode = 'PT422', hint = 'NOT_REVIEWER', message = 'This person may not review this work.';
    end if;
    insert into private.review_offers as o (submission_id, reviewer_id, until, by_id) values (work.id, to_id, now() + interval '1 day', me)
    on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = excluded.by_id;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  perform private.signal_staff('submissions');
  perform private.record_act('submission.hand_over', work.id::text, jsonb_build_object('to_id', to_id));
end
$function$;
comment on function public.hand_over(uuid,uuid) is 'Takes somebody''s waiting work, and either a person, to whom it is then offered first for a day, or null, after which the caller does not review it either, besides those who already do not. Ends the claim on the work: the caller''s own or, for administrators, anybody''s. Raises 42501, PT409 NOT_WAITING and CLAIMED, PT422 NOT_REVIEWER and NOBODY (rules/assignments#hand-over).';

create or replace function public.hand_over_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  to_id uuid,
  note text default '',
  held_by uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me constant uuid := private.uid();
  note constant text := btrim(coalesce(hand_over_inbox_row.note, ''));
  -- Another colleague may have handed over a newer version than the one on the caller's screen.
  current text;
  held private.inbox_hand_overs;
begin
  perform private.check_inbox();
  -- Several people can hand over one row at the same moment, and one of them succeeds.
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || hand_over_inbox_row.kind || hand_over_inbox_row.subject_id, 0));
  current := private.inbox_version(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id);
  if current is null or not private.reaches_inbox_row(me, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT404', hint = 'NO_ROW', message = 'This is no longer in your inbox.';
  end if;
  if char_length(note) > 500 then
    raise exception using errcode = 'PT422', hint = 'note', message = 'The note is too long. Use at most 500 characters.';
  end if;
  if hand_over_inbox_row.to_id = me or not private.reaches_inbox_row(hand_over_inbox_row.to_id, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id)
    or private.would_tell_owner(hand_over_inbox_row.to_id, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT422', hint = 'to_id', message = 'This person cannot see it. Choose somebody else.';
  end if;
  select * into held from private.inbox_hand_overs h
  where h.kind = hand_over_inbox_row.kind and h.subject_id = hand_over_inbox_row.subject_id and h.version = current;
  -- The same request again does nothing more.
  if held.to_id = hand_over_inbox_row.to_id and held.by_id = me then
    return;
  end if;
  if held.to_id is distinct from held_by and held.to_id is not null then
    raise exception using errcode = 'PT409', hint = 'HANDED_OVER', message = format('%s has it now. Your note was not sent.',
      (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = held.to_id));
  end if;
  insert into private.inbox_hand_overs as h (kind, subject_id, version, to_id, by_id, note)
  values (hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, current, hand_over_inbox_row.to_id, me, note)
  on conflict on constraint inbox_hand_overs_pkey do update
    set version = excluded.version, to_id = excluded.to_id, by_id = excluded.by_id, note = excluded.note, handed_at = now();
  delete from private.inbox_marks k
  where k.user_id = hand_over_inbox_row.to_id and k.kind = hand_over_inbox_row.kind and k.subject_id = hand_over_inbox_row.subject_id;
  perform private.put_away(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, hand_over_inbox_row.version, null);
  perform private.signal_people('inbox', array_remove(array[hand_over_inbox_row.to_id, held.to_id], null));
  -- The act has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  values ('Handed over to you', private.inbox_row_words(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id), 'info', me, hand_over_inbox_row.to_id,
    case (select p.role from public.profiles p where p.id = hand_over_inbox_row.to_id) when 'MODERATOR' then '/moderator' else '/admin' end, 'Open the inbox');
  perform private.record_at_once(false);
  perform private.record_act('inbox.hand_over', hand_over_inbox_row.subject_id::text,
    jsonb_build_object('kind', hand_over_inbox_row.kind, 'to_id', hand_over_inbox_row.to_id));
end
$function$;
comment on function public.hand_over_inbox_row(text,uuid,text,uuid,text,uuid) is 'Takes a row of the inbox, the version that the caller saw, a colleague, a note of 500 characters at most, and who had the row on the caller''s screen (null: nobody); hands the row as it is now to the colleague, notifies them, and marks it as done for the caller. The same request again does nothing. Raises 42501, PT404 NO_ROW, PT409 HANDED_OVER if somebody else has got it since, PT422 with `to_id` or `note` as hint (rules/inbox#hand-over).';

create or replace function public.inbox_colleagues(kind text, subject_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_inbox();
  if not private.reaches_inbox_row(private.uid(), inbox_colleagues.kind, inbox_colleagues.subject_id) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) order by p.name, p.id), '[]')
    from public.profiles p
    where p.role <> 'MEMBER' and p.id <> private.uid()
      and private.reaches_inbox_row(p.id, inbox_colleagues.kind, inbox_colleagues.subject_id)
      and not private.would_tell_owner(p.id, inbox_colleagues.subject_id));
end
$function$;
comment on function public.inbox_colleagues(text,uuid) is 'Takes a row of the caller''s inbox; returns the other people to whom it can be handed over, because it can be in their inbox, too, [{id, name}]; for blind work only people who may review all work of the assignment and do not take the course. Empty for a row that is not in it. Raises 42501.';

drop function private.may_be_blind_author(uuid, uuid);

create or replace function private.work_facts(work public.submissions)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  hidden constant boolean := private.work_is_hidden(work);
begin
  return (
    select jsonb_build_object('submission_id', work.id, 'state', work.state, 'round', work.round, 'awaiting_since', work.awaiting_since,
      'promise_at', work.awaiting_since + private.review_promise(), 'came_back', work.came_back, 'passed_at', work.passed_at,
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'cohort', (select jsonb_build_object('id', k.id, 'title', k.title, 'time_zone', k.time_zone) from public.cohorts k where k.id = work.cohort_id and not hidden),
      'blind', a.blind,
      'person', case when not hidden then (
        select jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) from public.profiles p where p.id = work.user_id) end,
      'late', r.late and not hidden, 'submitted_at', r.submitted_at,
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round),
      'not_mine', private.goes_to_others(private.uid(), work),
      'claim', private.claim_facts(work.id),
      'offer', (
        select jsonb_build_object('reviewer', coalesce(nullif(p.name, ''), p.email), 'until', o.until, 'mine', o.reviewer_id = private.uid(),
          'by', (select coalesce(nullif(b.name, ''), b.email) from public.profiles b where b.id = o.by_id))
        from private.review_offers o join public.profiles p on p.id = o.reviewer_id where o.submission_id = work.id and o.until > now()))
    from public.lessons l
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.submission_rounds r on r.submission_id = work.id and r.round = work.round
    where l.id = work.lesson_id);
end
$function$;
comment on function private.work_facts(public.submissions) is 'Takes somebody''s work; returns what the queue shows of it, {submission_id, state, round, awaiting_since, promise_at, came_back, passed_at, lesson: {id, title}, course: {id, title, slug}, cohort: {id, title, time_zone} or null, blind, person: {id, name}, late, submitted_at: of the latest round, second_opinion, not_mine: somebody else has to read it, claim: {reviewer, until, mine} or null, offer: {reviewer, until, mine, by: who handed it over} or null}. While work is hidden, cohort and person are null, and late is false (rules/assignments#blind).';

create or replace function public.review(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', review.submission_id);
  hidden constant boolean := private.work_is_hidden(work);
  due record;
begin
  select d.* into due from private.due_of(work.user_id, work.lesson_id) d;
  return private.work_facts(work) || jsonb_build_object(
    'brief', (select l.content from public.lessons l where l.id = work.lesson_id),
    'accepts', (select a.accepts from public.assignments a where a.lesson_id = work.lesson_id),
    'rubric', private.rubric_of(work.lesson_id),
    'can_review', private.can_on_work('review', work),
    'can_withdraw', private.can('submissions', 'withdraw'),
    'due', case when due.zone is not null and not hidden then jsonb_build_object('at', due.due_at, 'zone', due.zone, 'extended', due.extended, 'shut_at', due.shut_at) end,
    'extension', (
      select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at)
      from public.extensions x where x.lesson_id = work.lesson_id and x.user_id = work.user_id and not hidden),
    'extension_request', case when not hidden then (
      select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
      from private.extension_requests q where q.lesson_id = work.lesson_id and q.user_id = work.user_id) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r)
        -- Dates of a person tell who it is, and so can the name of a file.
        || case when hidden then '{"due_at_then": null, "due_zone": null, "late": false, "waived_at": null}'::jsonb else '{}' end
        || case when hidden and r.files is not null then jsonb_build_object('files', (
          select jsonb_agg(jsonb_build_object('path', f.value ->> 'path', 'bytes', f.value -> 'bytes',
            'name', 'File ' || f.place || coalesce(lower(substring(f.value ->> 'name' from '\.[A-Za-z0-9]{1,8}$')), '')) order by f.place)
          from jsonb_array_elements(r.files) with ordinality f (value, place))) else '{}' end
        || jsonb_build_object('mine', exists (
          select from public.reviews v where v.round_id = r.id and v.withdrawn_at is null and v.reviewer_id = private.uid()))
        order by r.round), '[]')
      from public.submission_rounds r where r.submission_id = work.id),
    'withdrawn', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'round', r.round, 'verdict', v.verdict, 'published_at', v.published_at,
        'withdrawn_at', v.withdrawn_at, 'reason', v.withdraw_reason,
        'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = v.withdrawn_by_id)) order by v.withdrawn_at), '[]')
      from public.reviews v join public.submission_rounds r on r.id = v.round_id where r.submission_id = work.id and v.withdrawn_at is not null),
    'draft', (
      select jsonb_build_object('round', r.round, 'round_id', d.round_id, 'body', d.body, 'updated_at', d.updated_at)
      from public.review_drafts d join public.submission_rounds r on r.id = d.round_id
      where r.submission_id = work.id and d.reviewer_id = private.uid() order by r.round desc limit 1));
end
$function$;
comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: {note, asked_at, answered_at} or null, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were taken back [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round for which there is one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing here says whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';

create or replace function public.waive_late(round_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work constant public.submissions := private.check_work_right('review', (select r.submission_id from public.submission_rounds r where r.id = waive_late.round_id));
begin
  if private.work_is_hidden(work) then
    raise exception using errcode = 'PT409', hint = 'BLIND', message = 'Whether blind work is late shows when its review is published. You can do this then.';
  end if;
  update public.submission_rounds r set late = false, waived_at = now() where r.id = waive_late.round_id and r.late;
  if found then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s join public.submission_rounds r on r.submission_id = s.id where r.id = waive_late.round_id));
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.waive_late(uuid) is 'Takes a round that is late, which then counts as in time. The same call again changes nothing. Raises 42501, and PT409 BLIND while the work is hidden (rules/assignments#late).';

create or replace function private.export_reviews(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  scope record := private.queue_condition(filter);
begin
  columns := array['id', 'assignment', 'course', 'cohort', 'person', 'round', 'state', 'handed_in', 'due', 'late', 'waiting_since',
    'verdict', 'reviewed', 'reviewer'];
  source := format($sql$
    -- The rows are ordered by the first round, because its time does not change while the file is read and further rounds are
    -- handed in.
    select o.submitted_at as at, s.id as key, jsonb_build_object('id', s.id, 'assignment', l.title, 'course', c.title, 'cohort', k.title,
      'person', case when not h.hidden then nullif(p.name, '') end,
      'round', s.round, 'state', case s.state when 'WAITING' then 'Waiting' when 'RETURNED' then 'Please go on' else 'Passed' end,
      'handed_in', r.submitted_at, 'due', case when not h.hidden then r.due_at_then end, 'late', case when h.hidden then null when r.late then 'Yes' else 'No' end,
      'waiting_since', s.awaiting_since)
      || coalesce((
        select jsonb_build_object('verdict', case v.verdict when 'PASS' then 'Passed' else 'Please go on' end, 'reviewed', v.published_at,
          'reviewer', (select coalesce(nullif(b.name, ''), 'A reviewer') from public.profiles b where b.id = v.reviewer_id))
        from public.submission_rounds g join public.reviews v on v.round_id = g.id and v.withdrawn_at is null
        where g.submission_id = s.id order by g.round desc limit 1), '{}') as row
    from public.submissions s
    join public.submission_rounds o on o.submission_id = s.id and o.round = 1
    join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
    join public.profiles p on p.id = s.user_id
    join public.assignments a on a.lesson_id = s.lesson_id
    join public.lessons l on l.id = s.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    cross join lateral (select a.blind and s.state = 'WAITING' as hidden) h
    left join public.cohorts k on k.id = s.cohort_id and not h.hidden
    where s.state = %L and %s$sql$,
    case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end,
    replace(replace(replace(scope.condition, '$1', format('%L::uuid[]', scope.cohorts)), '$2', format('%L::uuid[]', scope.lessons)),
      '$3', format('%L::uuid[]', scope.others)));
end
$function$;
comment on function private.export_reviews(jsonb) is 'Takes a filter as review_queue() does; returns the columns and the query of the export of the work that the caller may review. While work is hidden, the export has neither its owner nor the cohort nor when it was due. Raises 42501 (rules/assignments#blind).';

create or replace function private.queue_condition(
  filter jsonb,
  out condition text,
  out cohorts uuid[],
  out lessons uuid[],
  out others uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  hidden constant text := 's.state = ''WAITING'' and s.lesson_id in (select a.lesson_id from public.assignments a where a.blind)';
begin
  if not (private.can('submissions', 'list') or private.can('submissions', 'list', 'own') or private.can('submissions', 'list', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  condition := format('s.user_id <> %L', me);
  if not private.can('submissions', 'list') then
    cohorts := array(select k from private.staffed_cohort_ids('submissions', 'list') k);
    lessons := array(
      select l.id from public.lessons l where l.content_type = 'ASSIGNMENT' and l.module_id in (select private.my_module_ids('submissions', 'list')));
    -- Work that people of these cohorts handed in for another cohort, or for none.
    others := array(
      select w.id from public.cohort_members m
      join public.submissions w on w.user_id = m.user_id and (w.cohort_id is null or w.cohort_id <> all (cohorts))
      where m.cohort_id = any (cohorts) and m.state <> 'LEFT' and exists (
        select from public.lessons l
        join public.modules d on d.id = l.module_id
        join public.cohort_courses k on k.course_id = d.course_id and k.cohort_id = m.cohort_id
        where l.id = w.lesson_id));
    condition := condition || ' and (s.cohort_id = any ($1) or s.lesson_id = any ($2) or s.id = any ($3))';
  end if;
  if pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then
    condition := condition || format(' and s.lesson_id = %L', filter ->> 'lesson_id');
  end if;
  if pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then
    -- Hidden work is in every cohort that takes its course.
    condition := condition || format(' and (s.cohort_id = %2$L and not (%1$s) or s.state = ''WAITING'' and s.lesson_id = any (%3$L::uuid[]))', hidden,
      filter ->> 'cohort_id', array(
        select a.lesson_id from public.cohort_courses k
        join public.modules m on m.course_id = k.course_id
        join public.lessons l on l.module_id = m.id
        join public.assignments a on a.lesson_id = l.id and a.blind
        where k.cohort_id = (filter ->> 'cohort_id')::uuid));
  end if;
  if pg_input_is_valid(filter ->> 'course_id', 'uuid') then
    condition := condition || format(' and s.lesson_id in (select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = %L)',
      filter ->> 'course_id');
  end if;
  if filter ->> 'late' = 'true' then
    condition := condition || format(' and not (%s) and exists (select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.late)', hidden);
  end if;
  if filter ->> 'mine' = 'true' then
    condition := condition || format(' and (s.id in (select c.submission_id from public.review_claims c where c.reviewer_id = %1$L and c.until > now())
      or s.id in (select o.submission_id from private.review_offers o where o.reviewer_id = %1$L and o.until > now()))', me);
  end if;
end
$function$;
comment on function private.queue_condition(jsonb) is 'Takes a filter {lesson_id, course_id, cohort_id, late, mine}; returns the SQL condition that somebody''s work s is in the caller''s queue, and the values of its parameters: $1 the cohorts, $2 the lessons, and $3 other work that the caller may list. Hidden work is never late here, and in every cohort that takes its course. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';

create or replace function private.lesson_figures(lesson uuid, cohorts uuid[], since timestamptz)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with waits as materialized (
      select w.review_id, w.waited_sec from private.review_waits w
      where w.lesson_id = lesson and w.reviewed_at >= since and (cohorts is null or w.cohort_id = any (cohorts))
      order by w.reviewed_at desc limit 500
    ), work as materialized (
      select s.state, s.round from public.submissions s
      where s.lesson_id = lesson
        -- The figures of a small cohort would say whose hidden work waits. From its first review on, staff know.
        and (cohorts is null or s.cohort_id = any (cohorts) and (s.came_back or not private.work_is_hidden(s)))
    ), judged as (
      -- A criterion fails when its level is the lowest one.
      select c ->> 'id' as id, c ->> 'title' as title, count(*) as judged, count(*) filter (where (v.levels ->> (c ->> 'id'))::int = 0) as failed
      from waits w join public.reviews v on v.id = w.review_id cross join lateral jsonb_array_elements(v.rubric) c
      where v.levels ? (c ->> 'id') group by 1, 2
    )
    select jsonb_build_object(
      'handed_in', (select count(*) from work), 'waiting', (select count(*) from work w where w.state = 'WAITING'),
      'passed', (select count(*) from work w where w.state = 'PASSED'),
      'rounds', (select round(avg(w.round), 1) from work w where w.state = 'PASSED'),
      'reviews', (select count(*) from waits),
      'median_hours', (select round((percentile_cont(0.5) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'p90_hours', (select round((percentile_cont(0.9) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'criteria', (
        select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'title', j.title, 'judged', j.judged, 'failed', j.failed) order by j.failed desc, j.title), '[]')
        from (select * from judged j where j.failed > 0 order by j.failed desc, j.title limit 5) j)));
end
$function$;
comment on function private.lesson_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people, in cohorts without hidden work that was never reviewed, waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}]}.';

create or replace function private.inbox_work(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 100
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  scope record;
  others uuid[];
  left_out bigint;
  work uuid[];
  appeals uuid[];
begin
  if not rights && array['submissions review any', 'submissions review own', 'submissions review assigned'] then
    return;
  end if;
  scope := private.queue_condition('{}');
  -- Few works are with other reviewers. A list of their ids costs less than joins.
  others := array(select c.submission_id from public.review_claims c where c.until > now() and c.reviewer_id <> me limit 1000)
    || array(select o.submission_id from private.review_offers o where o.until > now() and o.reviewer_id <> me limit 1000);
  -- As many more works are read as are left out below.
  left_out := cardinality(others)
    + (select count(*) from (select from private.inbox_away(me) k where k.kind in ('WORK', 'APPEAL') limit 1000) n);
  execute format($sql$
    select (array_agg(n.id) filter (where not n.appeal))[1:%4$s], (array_agg(n.id) filter (where n.appeal))[1:%4$s]
    from (
      select w.id, o.submission_id is not null and w.round > 1 as appeal
      from (
        select s.id, s.round, s.awaiting_since from public.submissions s
        where s.state = 'WAITING' and %1$s order by s.awaiting_since, s.id limit %3$s) w
      left join lateral (
        select o.submission_id, bool_or(o.not_by_id = %2$L) as not_mine from private.second_opinions o
        where o.submission_id = w.id and o.round = w.round group by o.submission_id) o on true
      where w.id not in (select x from unnest($4) x)
        and case when w.id in (select k.subject_id from private.inbox_away(%2$L) k where k.kind in ('WORK', 'APPEAL')) then not exists (
          select from private.inbox_away(%2$L) k
          where k.kind = case when o.submission_id is not null and w.round > 1 then 'APPEAL' else 'WORK' end
            and k.subject_id = w.id and k.version = w.round::text) else true end
        and case when o.not_mine then not private.goes_to_others(%2$L, (select s from public.submissions s where s.id = w.id)) else true end
      order by w.awaiting_since, w.id) n$sql$,
    scope.condition, me, private.inbox_most() + 1 + left_out, private.inbox_most() + 1)
  into work, appeals using scope.cohorts, scope.lessons, scope.others, others;
  return query
    select n.kind, cardinality(n.ids), r.promise_at, s.id,
      private.inbox_row(n.kind, 'REVIEW', s.id, s.round::text, l.title,
        -- Until a review is published, a blind assignment hides whose work it is.
        case when not a.blind then private.inbox_person(p.id, p.name, p.email) end,
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), s.awaiting_since, r.promise_at,
        json_build_object('round', s.round, 'late', coalesce(d.late, false)), h.holder)
    from (values ('WORK', work), ('APPEAL', appeals)) n (kind, ids)
    join public.submissions s on s.id = any (n.ids[1:50])
    cross join lateral (select s.awaiting_since + private.review_promise() as promise_at) r
    join public.lessons l on l.id = s.lesson_id
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = s.user_id
    left join public.cohorts k on k.id = s.cohort_id and not a.blind
    left join public.submission_rounds d on d.submission_id = s.id and d.round = s.round and not a.blind
    left join lateral private.inbox_holder(n.kind, s.id, s.round::text, me) h on true;
end
$function$;
comment on function private.inbox_work(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the work that waits for them, WORK and APPEAL (a second opinion is wanted), the first 50 of each, with how many there are, counted to 1,001. It is in their queue, not claimed by or offered to others, and does not need the opinion of somebody else. Looks at the 1,001 pieces of work that have waited longest. Empty for callers who may not review.';

create or replace function private.work_not_behind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Blind work does not count, and a look at this moment would say whose it is.
  if not exists (select from public.assignments a where a.lesson_id = coalesce(new.lesson_id, old.lesson_id) and a.blind) then
    perform private.recheck_behind(coalesce(new.user_id, old.user_id));
  end if;
  return null;
end
$function$;
comment on function private.work_not_behind() is 'Row trigger: who handed work in, or got more time, is no longer behind with it.';

-- A BLIND ASSIGNMENT STAYS BLIND WHILE WORK WAITS

create function private.keep_blind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.submissions s where s.lesson_id = new.lesson_id and s.state = 'WAITING') then
    perform private.refuse_field('blind', 'Work waits for a review. Whether the assignment is blind changes only when none does.');
  end if;
  return new;
end
$$;
comment on function private.keep_blind() is 'Row trigger: refuses with PT422, hint blind, to change whether an assignment is blind while work of it waits, because reviewers and owners rely on it (rules/assignments#blind).';
revoke all on function private.keep_blind() from public;
create trigger assignments_keep_blind before update of blind on public.assignments
  for each row when (old.blind <> new.blind) execute function private.keep_blind();

create or replace function public.submit_round(
  lesson_id uuid,
  operation_id uuid,
  text text default null,
  code jsonb default null,
  url text default null,
  repo_url text default null,
  files jsonb default null,
  note text default null,
  made_at timestamptz default null,
  second_opinion boolean default false,
  draft_revision uuid default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  most constant int := 30;
  me uuid := private.uid();
  task public.assignments;
  work public.submissions;
  due record;
  given public.submission_rounds;
  was public.submission_rounds;
  earlier uuid;
begin
  if me is null or me <> coalesce(submit_round.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function submit_round';
  end if;
  given.id := private.made_under(submit_round.operation_id, 'round');
  select r.* into was from public.submission_rounds r where r.id = given.id;
  if was.id is not null then
    if not exists (select from public.submissions s where s.id = was.submission_id and s.lesson_id = submit_round.lesson_id) then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another assignment.';
    end if;
    return private.round_facts(was);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  given.made_at := case when submit_round.made_at >= '1970-01-01 00:00:00+00' then least(submit_round.made_at, now()) end;
  perform private.check_hand_in(me, submit_round.lesson_id, given.made_at);
  -- The lock lets nobody change at this moment whether it is blind.
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id for share;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
  given.commit_sha := (private.repository_of(given.repo_url)).sha;
  -- The requests of one person run one after the other, so that each counts the rounds of the earlier ones, and only the first
  -- inserts the row of the work.
  perform pg_advisory_xact_lock(hashtextextended('rounds ' || me, 0));
  if (select count(*) from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and r.submitted_at > now() - interval '1 hour') >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  select s.* into work from public.submissions s where s.user_id = me and s.lesson_id = submit_round.lesson_id for no key update;
  if work.state = 'PASSED' then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already. There is nothing more to hand in.';
  end if;
  if submit_round.second_opinion and work.state is distinct from 'RETURNED' then
    perform private.refuse_field('second_opinion', 'There is no review with which you could disagree.');
  end if;
  select d.* into due from private.due_of(me, submit_round.lesson_id,
    private.moment_of_work(me, private.course_of_lesson(submit_round.lesson_id), given.made_at)) d;
  if not found then
    -- Access has ended since it was checked above. Without access there is no due date, which does not mean that it is in time.
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif private.passed_second(due.shut_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (submit_round.lesson_id, me, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- A round that is handed in while an earlier one waits takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha, given.files,
    given.note, given.made_at, due.due_at, due.zone, coalesce(private.passed_second(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, me)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  -- A round that takes the place of a waiting one is not reviewed by the same people.
  insert into private.second_opinions (submission_id, round, not_by_id)
  select o.submission_id, given.round, o.not_by_id from private.second_opinions o
  where o.submission_id = work.id and o.round = given.round - 1 and not exists (
    select from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id and r.round = given.round - 1);
  if submit_round.second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The reviewer of the first round knows the work, and it is offered to them for a day.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) and not private.goes_to_others(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '24 hours')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$function$;
comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is 'Hands in a round. Takes an assignment, an operation id, and what the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when a device made it without a connection. `second_opinion`: the caller disagrees with the review, and another reviewer reads this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';

create or replace function public.begin_work_uploads(lesson_id uuid, files jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  taken constant storage.buckets := (select b from storage.buckets b where b.id = 'work-files');
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  begun text;
  answer jsonb := '[]';
begin
  if not private.can('submissions', 'create', 'own') then
    perform private.refuse('You may not upload files.');
  end if;
  perform private.check_hand_in(private.uid(), begin_work_uploads.lesson_id);
  if not exists (select from public.assignments a where a.lesson_id = begin_work_uploads.lesson_id and 'FILE' = any (a.accepts)) then
    perform private.refuse_field('files', 'This assignment takes no files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 20 then
    perform private.refuse_field('files', 'At most 20 files are handed in');
  end if;
  perform private.forget_old_uploads();
  for wanted in select e.value from jsonb_array_elements(files) e loop
    called := private.check_upload(wanted, taken);
    insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
    values ('work-files', private.file_path(
        -- The name that the owner gave the file can name the owner, and the assignment can become blind.
        'file' || coalesce(lower(substring(called from '\.[A-Za-z0-9]{1,8}$')), '')),
      sending, private.uid(), called, (wanted ->> 'size')::bigint, wanted ->> 'type', '')
    returning path into begun;
    answer := answer || jsonb_build_object('path', begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', 'Too many of your files wait to be handed in. Try again tomorrow.');
  end if;
  if exists (select from private.uploads u where u.batch = sending) then
    perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending);
  end if;
  return answer;
end
$function$;
comment on function public.begin_work_uploads(uuid,jsonb) is 'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type}], 20 at most; returns, in the same order, [{path: where to send it, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';

-- RECORDS ABOUT HIDDEN WORK

create table private.withheld_records (
  record_id bigint not null,
  submission_id uuid not null,
  record jsonb not null,
  constraint withheld_records_pkey primary key (record_id),
  constraint withheld_records_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table private.withheld_records enable row level security;
create index withheld_records_submission_id_idx on private.withheld_records (submission_id);
comment on table private.withheld_records is 'What the audit records of hidden work say once its review is published (rules/records#blind-records). record_id references nothing, so that the audit log can be emptied. No grants: written by withhold_records() and deleted by complete_records().';
comment on column public.audit_logs.actor is 'The database user, if no signed-in person did it; HIDDEN while the record must not say whose blind work it is (rules/records#blind-records).';

create function private.withhold_records(rounds uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with hidden as materialized (
    select r.id, r.submission_id
    from public.submission_rounds r
    join public.submissions s on s.id = r.submission_id and s.state = 'WAITING'
    join public.assignments a on a.lesson_id = s.lesson_id and a.blind
    where r.id = any (rounds)
  ), taken as (
    insert into private.withheld_records as w (record_id, submission_id, record)
    select l.id, h.submission_id, to_jsonb(l)
    from hidden h
    -- A lateral query, so that the planner looks up the records of each work instead of reading all records.
    cross join lateral (
      select o.* from public.audit_logs o
      where o.target_type = 'submission' and o.target_id = h.submission_id::text and o.action = 'submission.hand_in' and o.after ->> 'id' = h.id::text
      offset 0) l
    returning w.record_id
  )
  -- The id of a round is made from the operation id and the person, so together they would tell the person.
  update public.audit_logs l set user_id = null, actor = 'HIDDEN', user_agent = null, ip_address = null,
    after = jsonb_build_object('submission_id', l.after -> 'submission_id', 'round', l.after -> 'round')
  from taken t where l.id = t.record_id;
end
$$;
comment on function private.withhold_records(uuid[]) is 'Takes rounds; leaves in the audit records of those that are hidden only which work was handed in, and when, and keeps the rest for complete_records().';
revoke all on function private.withhold_records(uuid[]) from public;

create function private.withhold_new_records() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withhold_records(array(select n.id from new_rows n));
  return null;
end
$$;
comment on function private.withhold_new_records() is 'Statement trigger: withholds whose hidden work was handed in. It runs after the audit, because triggers run by name.';
revoke all on function private.withhold_new_records() from public;
create trigger submission_rounds_withhold after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.withhold_new_records();

create function private.complete_records() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with told as (
    delete from private.withheld_records w
    where w.submission_id = (select r.submission_id from public.submission_rounds r where r.id = new.round_id)
    returning w.record_id, w.record
  )
  update public.audit_logs l set user_id = f.user_id, actor = f.actor, user_agent = f.user_agent, ip_address = f.ip_address, after = f.after
  from told t, jsonb_populate_record(null::public.audit_logs, t.record) f
  where l.id = t.record_id and l.actor = 'HIDDEN';
  return null;
end
$$;
comment on function private.complete_records() is 'Row trigger: completes the audit records of work when a review of it is published.';
revoke all on function private.complete_records() from public;
create trigger reviews_complete_records after insert on public.reviews
  for each row execute function private.complete_records();

-- What waits now.
select private.withhold_records(array(
  select r.id from public.submission_rounds r
  where not exists (select from public.reviews v where v.round_id = r.id)));

create or replace function public.dashboard()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name),
        'fields', case when jsonb_typeof(a.after -> 'fields') = 'array' then a.after -> 'fields' else '[]' end,
        'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' when a.actor = 'HIDDEN' then 'HIDDEN' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$function$;
comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles, the names of changed fields and who did them (`by`: PERSON, GONE, SYSTEM, or HIDDEN while blind work waits); for those who hold it for their own alone: their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies besides. Raises 42501.';
