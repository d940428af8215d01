-- These functions took each value that they did not name for one that they know: a third verdict of a review would have
-- returned the work, a further kind of inbox row would have been an invite in the notification of a hand-over, and its title
-- would have gone into the morning mail, whatever it contains. Now each value is named. A verdict that is not fails, because
-- the columns must not be null, and the mail leaves out the title.

create or replace function private.inbox_row_words(kind text, subject uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
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
    when 'INVITE' then 'An invite is about to end.' end
$function$;

create or replace function private.morning_rows(person uuid, inbox jsonb, zone text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'title', k.title,
    'person', nullif(p.name, ''), 'place', coalesce(r.facts #>> '{course,title}', r.facts #>> '{cohort,title}'),
    'holder', case when not coalesce((r.facts #>> '{holder,mine}')::boolean, true) then coalesce(nullif(h.name, ''), 'A colleague') end,
    'overdue_hours', case when w.promise <= now() then floor(extract(epoch from now() - w.promise) / 3600)::int end,
    'until', to_char(w.promise at time zone zone, 'FMDy, HH24:MI'),
    'path', coalesce(case
      when k.kind in ('WORK', 'APPEAL') then format('%s/reviews/%s', i.panel, k.subject)
      when k.kind in ('QUESTION', 'QUESTION_REPORT') then format('/app/courses/%s/lesson/%s?question=%s', k.more ->> 'slug', k.more ->> 'lesson_id', k.subject)
      when k.kind = 'BEHIND' then format('%s/members/%s', i.panel, p.id)
      when k.kind = 'REPORT' then format('/admin/communities/%s?view=reports', k.more ->> 'community_id')
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      when k.kind = 'INVITE' then private.invites_path(person) end, i.panel)) order by r.place), '[]')
  from jsonb_array_elements(inbox -> 'rows') with ordinality r (facts, place)
  cross join lateral (select private.panel_path(person) as panel) i
  cross join lateral (select (r.facts ->> 'promise_at')::timestamptz as promise) w
  cross join lateral (
    select r.facts ->> 'kind' as kind, r.facts ->> 'subject_id' as subject, r.facts -> 'facts' as more,
      -- The mail must not contain emails, names of a payment provider, or texts that people wrote, and other titles do.
      case
        when r.facts ->> 'kind' in ('WORK', 'APPEAL', 'QUESTION_REPORT', 'REPORT', 'MAIL') then r.facts ->> 'title'
        when r.facts ->> 'kind' = 'QUESTION' then r.facts #>> '{facts,lesson}'
        when r.facts ->> 'kind' = 'PURCHASE' then r.facts #>> '{facts,item}'
        when r.facts ->> 'kind' in ('BEHIND', 'EVENT', 'INVITE') then null end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
  where r.place <= 10
$function$;

create or replace function private.tell_of_review(made public.reviews, work public.submissions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = work.lesson_id;
  -- The review has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case made.verdict when 'PASS' then 'Passed' when 'AGAIN' then 'Your work came back' end,
    format(case made.verdict when 'PASS' then '"%s" has passed.' when 'AGAIN' then '"%s" was reviewed. Please go on with it.' end, place.title),
    case made.verdict when 'PASS' then 'success' when 'AGAIN' then 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), 'Open the review', made.id);
  perform private.record_at_once(false);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- A call of withdraw_review() that begins at the last moment ends within this minute, because it runs for 30 seconds at most.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;

create or replace function public.publish_review(
  round_id uuid,
  verdict public.review_verdict,
  levels jsonb default '{}'::jsonb,
  comment text default null,
  remarks jsonb default '[]'::jsonb,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('levels', levels, 20000)
    and private.at_most('comment', comment, 100000)
    and private.at_most('remarks', remarks, 4000000);
  me uuid := private.uid();
  own uuid;
  work public.submissions;
  of_round public.submission_rounds;
  made public.reviews;
  rubric jsonb;
  held jsonb;
begin
  select r.* into of_round from public.submission_rounds r where r.id = publish_review.round_id;
  work := private.check_work_right('review', of_round.submission_id);
  own := private.made_under(publish_review.operation_id, 'review');
  select v.* into made from public.reviews v where v.id = own;
  if made.id is not null then
    if made.round_id <> publish_review.round_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was published already, for another round.';
    end if;
    return private.published_facts(made);
  end if;
  -- From here on, no other request can hand in a round of this work, or publish or take back a review of it.
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.round > of_round.round then
    raise exception using errcode = 'PT409', hint = 'NEWER_ROUND',
      message = 'A newer round was handed in meanwhile. What you wrote is kept.';
  elsif work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since. What you wrote is kept.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED',
      message = format('%s is reviewing this already. What you wrote is kept.', held ->> 'reviewer');
  elsif private.goes_to_others(me, work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  rubric := private.rubric_of(work.lesson_id);
  perform private.check_levels(rubric, coalesce(publish_review.levels, '{}'), publish_review.verdict);
  if char_length(publish_review.comment) > 20000 then
    perform private.refuse_field('comment', 'A comment must be less than 20,000 characters');
  end if;
  if jsonb_typeof(coalesce(publish_review.remarks, '[]')) <> 'array' or jsonb_array_length(coalesce(publish_review.remarks, '[]')) > 200 then
    perform private.refuse_field('remarks', 'At most 200 remarks');
  end if;
  insert into public.reviews as v (id, round_id, reviewer_id, verdict, levels, rubric, comment, operation_id)
  values (own, of_round.id, me, publish_review.verdict, coalesce(publish_review.levels, '{}'), rubric, nullif(btrim(publish_review.comment), ''),
    publish_review.operation_id)
  returning v.* into made;
  insert into public.review_remarks (review_id, path, line_from, line_to, body)
  select made.id, x.path, x.line_from, coalesce(x.line_to, x.line_from), btrim(x.body)
  from jsonb_to_recordset(publish_review.remarks) x (path text, line_from integer, line_to integer, body text)
  where btrim(x.body) <> '';
  insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec)
  values (made.id, work.lesson_id, work.cohort_id, greatest(extract(epoch from now() - coalesce(work.awaiting_since, of_round.submitted_at)), 0)::int);
  update public.submissions s set state = case publish_review.verdict when 'PASS' then 'PASSED' when 'AGAIN' then 'RETURNED' end::public.submission_state,
    awaiting_since = null, came_back = false, passed_at = case publish_review.verdict when 'PASS' then now() end
  where s.id = work.id;
  if publish_review.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id) values (work.user_id, work.lesson_id) on conflict do nothing;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  delete from private.review_offers o where o.submission_id = work.id;
  delete from public.review_drafts d where d.round_id = of_round.id and d.reviewer_id = me;
  perform private.tell_of_review(made, work);
  return private.published_facts(made);
end
$function$;
