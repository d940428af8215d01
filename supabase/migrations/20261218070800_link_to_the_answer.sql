-- Why: A notification about an answer led to the beginning of a thread, and an answer on a later page was not shown

set check_function_bodies = off;

create or replace function private.tell_of_answer(a public.answers, q public.questions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
    format('/app/courses/%s/lesson/%s?question=%s&answer=%s', place.slug, q.lesson_id, q.id, a.id), 'Read the answer', a.id
  from private.readers_of_question(q, array(
    select x.user_id from public.question_follows x where x.question_id = q.id and x.user_id is distinct from a.author_id)) f (id)
  on conflict on constraint notifications_answer_once do nothing;
  perform private.record_at_once(false);
end
$function$;
