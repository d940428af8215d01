-- Why: Say what functions, tables, and policies are for in plain words, and name eleven private functions by what they do

set check_function_bodies = off;

revoke EXECUTE on function private.made_under(uuid,text) from authenticated;

revoke EXECUTE on function private.run_letters() from authenticated;

revoke EXECUTE on function private.made_under(uuid,text) from service_role;

revoke EXECUTE on function private.run_letters() from service_role;

comment on function private.given_up(timestamp with time zone) is null;

comment on function private.made_under(uuid,text) is null;

comment on function private.my_cohorts_with(text,text,uuid) is null;

comment on function private.inbox_most() is null;

comment on function private.inbox_away(uuid) is null;

comment on function private.morning(date,text) is null;

comment on function private.reaches_inbox_row(uuid,text,uuid) is null;

comment on function private.is_run(text) is null;

comment on function private.run_letters() is null;

comment on function private.passed_second(timestamp with time zone) is null;

comment on function private.would_tell_owner(uuid,uuid) is null;

comment on function private.goes_to_others(uuid,public.submissions) is null;

create or replace function private.morning_mail_times(
  day date,
  zone text,
  out begins timestamptz,
  out ends timestamptz
)
  returns record
  language sql
  immutable
  set search_path to ''
as $function$
  select private.local_moment(day, '08:00', zone), private.local_moment(day, '12:00', zone)
$function$;

create or replace function private.jobs_given_up(morning timestamptz)
  returns table(label text, pieces bigint)
  language sql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
  select k.label, count(*) from private.due_work w join private.due_kinds k on k.kind = w.kind
  where w.outcome = 'FAILED' and w.done_at >= date_trunc('day', morning) - interval '1 day' and w.done_at < date_trunc('day', morning)
    -- After two days, only the list of jobs shows them.
    and now() < date_trunc('day', morning) + interval '2 days'
  group by k.label order by count(*) desc, k.label
$function$;

create or replace function private.operation_row_id(operation_id uuid, act text)
  returns uuid
  language plpgsql
  set search_path to ''
as $function$
declare
  -- The caller is part of the id, so that another person with the same operation id gets another row.
  made uuid := md5(act || ' ' || operation_id::text || ' ' || coalesce(private.uid()::text, ''))::uuid;
begin
  -- A second request with the same operation id waits for the first one.
  perform pg_advisory_xact_lock(hashtextextended('making ' || made::text, 0));
  return coalesce(made, gen_random_uuid());
end
$function$;

create or replace function private.my_cohorts_where_allowed(resource text, action text, course uuid)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can(my_cohorts_where_allowed.resource, my_cohorts_where_allowed.action, 'assigned') then
    return null;
  end if;
  return array(
    select k.cohort_id from public.cohort_courses k
    join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.course_id = course and k.cohort_id in (select s from private.staffed_cohort_ids(my_cohorts_where_allowed.resource, my_cohorts_where_allowed.action) s));
end
$function$;

create or replace function private.is_for_another_reviewer(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = person)
    -- If nobody else may review the work, the same reviewer can review it again.
    and exists (
      select from private.reviewers_of(work) r (id)
      where not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id));
end
$function$;

create or replace function private.is_second_over(moment timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select date_trunc('second', now(), 'UTC') > moment
$function$;

create or replace function private.would_reveal_owner(person uuid, submission uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select from public.submissions s
    where s.id = would_reveal_owner.submission and private.work_is_hidden(s) and (
      exists (select from public.submissions o where o.lesson_id = s.lesson_id and o.user_id = would_reveal_owner.person)
      or exists (select from public.entitlements e where e.user_id = would_reveal_owner.person and e.course_id = private.course_of_lesson(s.lesson_id))
      or not (private.person_may(would_reveal_owner.person, 'submissions', 'review')
        or private.person_may(would_reveal_owner.person, 'submissions', 'review', 'own') and private.work_is_of_own_course(would_reveal_owner.person, s))))
$function$;

create or replace function private.inbox_rows_put_away(me uuid)
  returns setof private.inbox_marks
  language sql
  stable
as $function$
  select k.* from private.inbox_marks k where k.user_id = inbox_rows_put_away.me and (k.until is null or k.until > now())
$function$;

create or replace function private.inbox_count_limit()
  returns integer
  language sql
  immutable
  set search_path to ''
as $function$ select 1000 $function$;

create or replace function private.can_have_inbox_row(person uuid, kind text, subject uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (private.person_may(person, 'inbox', 'enter') or private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned'))
    and case can_have_inbox_row.kind
      when 'WORK' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.is_for_another_reviewer(person, s))
      when 'APPEAL' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.is_for_another_reviewer(person, s))
      when 'EXTENSION' then exists (
        select from private.open_extension_requests() q where q.id = subject and private.person_may_give_time(person, q.user_id, q.lesson_id))
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
        select from public.community_posts p where p.id = subject and p.deleted_at is null and (private.person_may(person, 'community_posts', 'delete')
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
$function$;

create or replace function private.unspaced_letters()
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ebc-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u1100-\u11ff'
    || '\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff'
    || '\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff'
$function$;

create or replace function private.is_unspaced(term text)
  returns boolean
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return octet_length(is_unspaced.term) <> char_length(is_unspaced.term) and is_unspaced.term ~ ('^[' || private.unspaced_letters() || ']');
end
$function$;

create or replace function public.search_questions(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
  most constant int := 6;
  many constant int := 5;
  me uuid := private.uid();
  terms text[] := private.search_terms(search_questions.query);
  begins text[] := '{}';
  word text;
  words text;
  indexed text;
  pattern text;
  question tsquery;
  narrow tsquery;
  in_sample int;
  in_sample_of_answers int;
  open uuid[];
  closed uuid[];
  made uuid[];
  unread uuid[];
  places uuid[];
  lessons uuid[];
  everywhere uuid[] := '{}';
  mine uuid[] := '{}';
  staffed uuid[] := '{}';
  asked uuid[];
  answered uuid[];
begin
  if not private.can('questions', 'read', 'own') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return '[]';
  end if;
  for i in 1 .. cardinality(terms) loop
    begins := begins || case when private.is_unspaced(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    word := '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')';
    words := concat_ws(' & ', words, word);
    -- Long unspaced text has many pairs of letters. The index looks up only three of them, and the rows that it finds
    -- are compared with the whole text, which is faster than to look up all pairs.
    indexed := concat_ws(' & ', indexed, case when private.is_unspaced(terms[i]) and char_length(terms[i]) >= 6
      then (select string_agg(quote_literal(substr(terms[i], n, 2)), ' & ') from generate_series(1, char_length(terms[i]) - 1, char_length(terms[i]) / 3) n)
      else word end);
  end loop;
  question := words::tsquery;
  narrow := indexed::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')' into pattern from unnest(begins) b;

  in_sample := private.matches_in_sample(question, false);
  in_sample_of_answers := private.matches_in_sample(question, true);
  -- For rare words, rights are checked only for the lessons in which the words occur.
  if in_sample + in_sample_of_answers = 0 then
    places := private.lessons_asked(narrow);
    if places = '{}' then
      return '[]';
    end if;
  end if;

  if not private.can('questions', 'list') then
    select o.library || o.to_all, o.closed into open, closed from private.open_to_search() o;
    -- Rights on courses and cohorts are looked up only for people who made a course or look after a cohort, which are
    -- few.
    made := array(select m from private.made_course_ids(me) m);
    if made <> '{}' and not private.can('questions', 'list', 'own') then
      made := '{}';
    end if;
    staffed := array(select s.cohort_id from public.cohort_staff s where s.user_id = me);
    if staffed <> '{}' and not private.can('questions', 'list', 'assigned') then
      staffed := '{}';
    end if;
    mine := array(select private.my_cohort_ids());
    unread := array(select b.course_id from private.question_bans b where b.user_id = me and b.course_id <> all (made));
    if places is null then
      lessons := array(
        select l.id from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
        where m.course_id = any (open) and m.course_id <> all (unread) and m.deleted_at is null
          -- The second part of the union adds the free previews that a schedule has not opened yet.
          and l.id not in (select u from unnest(closed) u)
        union all
        select l.id from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
        join public.courses c on c.id = m.course_id
        where l.free_preview and l.deleted_at is null and private.course_is_published(c.status, c.deleted_at)
          and c.id <> all (unread) and (c.id <> all (open) or l.id in (select u from unnest(closed) u)));
      everywhere := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = any (made));
    else
      lessons := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
        join public.courses c on c.id = m.course_id
        where l.id = any (places) and l.deleted_at is null and c.id <> all (unread)
          and (c.id = any (open) and l.id not in (select u from unnest(closed) u)
            or l.free_preview and private.course_is_published(c.status, c.deleted_at)));
      everywhere := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id
        where l.id = any (places) and m.course_id = any (made));
    end if;
    if lessons = '{}' then
      return '[]';
    end if;
  end if;

  -- For frequent words, the index would list too many matches. So the newest questions of each lesson are compared
  -- first.
  if in_sample >= many then
    asked := private.frequent_found(lessons, everywhere, mine, staffed, question, false, '{}');
  end if;
  if asked is null then
    asked := array(select f from private.questions_found(lessons, everywhere, mine, staffed, narrow, question, false, '{}') f);
  end if;
  -- Questions that contain the words themselves come first. Answers are searched only if there are too few of these.
  if cardinality(asked) >= most then
    answered := '{}';
  elsif in_sample_of_answers >= many then
    answered := private.frequent_found(lessons, everywhere, mine, staffed, question, true, asked);
  end if;
  if answered is null then
    answered := array(select f from private.questions_found(lessons, everywhere, mine, staffed, narrow, question, true, asked) f);
  end if;

  return (
    with asked_best as materialized (
      select h.id, q.created_at, ts_rank(d.words, question, 1) as score
      from unnest(asked) h (id)
      cross join lateral (select o.words from private.question_documents o where o.question_id = h.id offset 0) d
      cross join lateral (select o.created_at from public.questions o where o.id = h.id offset 0) q
      order by score desc, q.created_at desc, h.id limit most
    ), answered_best as materialized (
      select distinct on (x.id) x.* from (
        select q.id, q.created_at, d.answer_id, d.answer_id = q.answer_id as accepted, ts_rank(d.words, question, 1) as score
        from unnest(answered) h (id)
        cross join lateral (select o.answer_id, o.question_id, o.words from private.answer_documents o where o.answer_id = h.id offset 0) d
        cross join lateral (select o.id, o.created_at, o.answer_id from public.questions o where o.id = d.question_id offset 0) q
      ) x
      order by x.id, x.accepted desc nulls last, x.score desc, x.answer_id
    ), best as materialized (
      select a.id, a.created_at, true as itself, null::uuid as answer_id, a.score from asked_best a
      union all
      select a.id, a.created_at, false, a.answer_id, a.score from answered_best a
      order by itself desc, score desc, created_at desc, id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'lesson_id', q.lesson_id, 'slug', c.slug, 'lesson', l.title, 'course', c.title,
        'title', private.highlighted(q.title, '^' || pattern),
        'snippet', private.snippet(private.people_text(case when b.itself then q.body else a.body end), begins, pattern, null),
        'state', private.question_state_now(q.state, q.closes_at), 'answers', q.answers, 'accepted', q.answer_id is not null,
        'answer_id', a.id, 'answer_accepted', a.id is not null and a.id is not distinct from q.answer_id)
      order by b.itself desc, b.score desc, b.created_at desc, b.id), '[]')
    from best b
    join public.questions q on q.id = b.id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    left join public.answers a on a.id = b.answer_id and a.deleted_at is null);
end
$function$;

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
  -- Other reviewers have only few pieces of work. A list of their ids costs less than joins.
  others := array(select c.submission_id from public.review_claims c where c.until > now() and c.reviewer_id <> me limit 1000)
    || array(select o.submission_id from private.review_offers o where o.until > now() and o.reviewer_id <> me limit 1000);
  -- Reads as many more pieces of work as are left out below.
  left_out := cardinality(others)
    + (select count(*) from (select from private.inbox_rows_put_away(me) k where k.kind in ('WORK', 'APPEAL') limit 1000) n);
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
        and case when w.id in (select k.subject_id from private.inbox_rows_put_away(%2$L) k where k.kind in ('WORK', 'APPEAL')) then not exists (
          select from private.inbox_rows_put_away(%2$L) k
          where k.kind = case when o.submission_id is not null and w.round > 1 then 'APPEAL' else 'WORK' end
            and k.subject_id = w.id and k.version = w.round::text) else true end
        and case when o.not_mine then not private.is_for_another_reviewer(%2$L, (select s from public.submissions s where s.id = w.id)) else true end
      order by w.awaiting_since, w.id) n$sql$,
    scope.condition, me, private.inbox_count_limit() + 1 + left_out, private.inbox_count_limit() + 1)
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

create or replace function public.hand_in_run(
  lesson_id uuid,
  operation_id uuid,
  files jsonb,
  claimed public.run_verdict default null,
  made_at timestamptz default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 400000);
  most constant int := 30;
  me uuid := private.uid();
  own uuid;
  made public.exercise_runs;
  recent timestamptz[];
  at timestamptz;
begin
  if me is null or me <> coalesce(hand_in_run.as_user, me) or not private.can('exercise_runs', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function hand_in_run';
  end if;
  own := private.operation_row_id(hand_in_run.operation_id, 'run');
  select r.* into made from public.exercise_runs r where r.id = own;
  if made.id is not null then
    if made.lesson_id <> hand_in_run.lesson_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another exercise.';
    end if;
    return private.run_facts(made);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  at := case when hand_in_run.made_at >= '1970-01-01 00:00:00+00' then least(hand_in_run.made_at, now()) end;
  perform private.check_practice(me, hand_in_run.lesson_id, at);
  at := private.moment_of_work(me, private.course_of_lesson(hand_in_run.lesson_id), at);
  if private.is_page_exercise(hand_in_run.lesson_id) then
    raise exception using errcode = 'PT409', hint = 'NOT_HANDED_IN',
      message = 'A page is not handed in. Mark the lesson as complete when you are done.';
  end if;
  if private.is_exercise_files(hand_in_run.files) is not true then
    perform private.refuse_field('files', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  if hand_in_run.claimed = 'PENDING' then
    perform private.refuse_field('claimed', 'A claimed verdict is PASS, FAIL or ERROR.');
  end if;
  -- Requests of one person run one after the other, so that each one counts the runs of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('runs ' || me, 0));
  recent := coalesce((
    select array(select t from unnest(h.times) t where t > now() - interval '1 hour' order by t) from private.exercise_hours h where h.user_id = me), '{}');
  if cardinality(recent) >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  insert into private.exercise_hours as h (user_id, times) values (me, recent || now())
  on conflict on constraint exercise_hours_pkey do update set times = excluded.times;
  insert into private.exercise_standings as s (user_id, lesson_id, runs) values (me, hand_in_run.lesson_id, 1)
  on conflict on constraint exercise_standings_pkey do update set runs = s.runs + 1, last_at = now()
  returning s.runs into made.no;
  insert into public.exercise_runs as r (id, operation_id, user_id, lesson_id, tests_version, no, files, claimed, made_at)
  select own, hand_in_run.operation_id, me, x.lesson_id, x.version, made.no, hand_in_run.files, hand_in_run.claimed, case when at < now() then at end
  from public.exercises x where x.lesson_id = hand_in_run.lesson_id
  returning r.* into made;
  -- The browser requests the verdict at once. If the browser cannot, this job requests it a minute later.
  perform private.enqueue_job('run_check', made.id::text, now() + interval '1 minute', made.id, me);
  perform private.prune_runs(me, hand_in_run.lesson_id);
  return private.run_facts(made);
end
$function$;

create or replace function private.due_failures(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  failed bigint;
  kinds text;
  recipients uuid[];
begin
  select sum(g.pieces), string_agg(g.label || ' (' || g.pieces || ')', ', ') into failed, kinds from private.jobs_given_up(work.due_at) g;
  if failed is null then
    return 'DROPPED';
  end if;
  recipients := array(
    select p.id from public.profiles p
    where p.disabled_at is null
      and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any'));
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A background job failed' else failed || ' background jobs failed' end,
    left(kinds || '. See why and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Background jobs'
  from unnest(recipients) r (id);
  perform private.enqueue_job('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$function$;

create or replace function private.due_failures_mail(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('to', a.address, 'kinds', g.kinds, 'path', '/admin/due-work?state=FAILED')
  from private.mail_address(work.user_id) a (address),
    (select jsonb_agg(jsonb_build_object('label', g.label, 'pieces', g.pieces)) as kinds from private.jobs_given_up(work.due_at) g) g
  where a.address is not null and g.kinds is not null and private.person_may(work.user_id, 'due_work', 'read')
$function$;

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
  bounded constant boolean := private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000)
    and private.at_most('note', note, 10000);
  me constant uuid := private.uid();
  note constant text := btrim(coalesce(hand_over_inbox_row.note, ''));
  -- Another colleague may have handed over a newer version than the one on the caller's screen.
  current text;
  held private.inbox_hand_overs;
begin
  perform private.check_inbox();
  -- If several people hand over the same row at the same moment, one of them succeeds.
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || hand_over_inbox_row.kind || hand_over_inbox_row.subject_id, 0));
  current := private.inbox_version(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id);
  if current is null or not private.can_have_inbox_row(me, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT404', hint = 'NO_ROW', message = 'This is no longer in your inbox.';
  end if;
  if char_length(note) > 500 then
    raise exception using errcode = 'PT422', hint = 'note', message = 'The note is too long. Use at most 500 characters.';
  end if;
  if hand_over_inbox_row.to_id = me or not private.can_have_inbox_row(hand_over_inbox_row.to_id, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id)
    or private.would_reveal_owner(hand_over_inbox_row.to_id, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT422', hint = 'to_id', message = 'This person cannot see it. Choose somebody else.';
  end if;
  select * into held from private.inbox_hand_overs h
  where h.kind = hand_over_inbox_row.kind and h.subject_id = hand_over_inbox_row.subject_id and h.version = current;
  if held.to_id = hand_over_inbox_row.to_id and held.by_id = me then
    return;
  end if;
  if held.to_id is distinct from held_by and held.to_id is not null then
    raise exception using errcode = 'PT409', hint = 'HANDED_OVER', message = format('%s has it now. Your note was not sent.',
      (select private.shown_name(p.name, p.email) from public.profiles p where p.id = held.to_id));
  end if;
  insert into private.inbox_hand_overs as h (kind, subject_id, version, to_id, by_id, note)
  values (hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, current, hand_over_inbox_row.to_id, me, note)
  on conflict on constraint inbox_hand_overs_pkey do update
    set version = excluded.version, to_id = excluded.to_id, by_id = excluded.by_id, note = excluded.note, handed_at = now();
  delete from private.inbox_marks k
  where k.user_id = hand_over_inbox_row.to_id and k.kind = hand_over_inbox_row.kind and k.subject_id = hand_over_inbox_row.subject_id;
  perform private.put_away(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, hand_over_inbox_row.version, null);
  perform private.signal_people('inbox', array_remove(array[hand_over_inbox_row.to_id, held.to_id], null));
  -- The hand-over has an audit record, so the notification gets none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  values ('Handed over to you', private.inbox_row_words(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id), 'info', me, hand_over_inbox_row.to_id,
    case (select p.role from public.profiles p where p.id = hand_over_inbox_row.to_id) when 'MODERATOR' then '/moderator' else '/admin' end, 'Open the inbox');
  perform private.record_at_once(false);
  perform private.record_act('inbox.hand_over', hand_over_inbox_row.subject_id::text,
    jsonb_build_object('kind', hand_over_inbox_row.kind, 'to_id', hand_over_inbox_row.to_id));
end
$function$;

create or replace function public.inbox_colleagues(kind text, subject_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000);
  perform private.check_inbox();
  if not private.can_have_inbox_row(private.uid(), inbox_colleagues.kind, inbox_colleagues.subject_id) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) order by p.name, p.id), '[]')
    from public.profiles p
    where p.role <> 'MEMBER' and p.id <> private.uid()
      and private.can_have_inbox_row(p.id, inbox_colleagues.kind, inbox_colleagues.subject_id)
      and not private.would_reveal_owner(p.id, inbox_colleagues.subject_id));
end
$function$;

create or replace function public.create_module(
  course_id uuid,
  title text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000);
  own uuid := private.operation_row_id(create_module.operation_id, 'module ' || create_module.course_id);
  made public.modules;
begin
  select m.* into made from public.modules m where m.id = own;
  if made.id is not null then
    update public.modules m set title = btrim(create_module.title) where m.id = own and m.title <> btrim(create_module.title);
    return jsonb_build_object('id', made.id, 'index', made.index);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('adding ' || create_module.course_id, 0));
  for attempt in 1..5 loop
    begin
      insert into public.modules (id, course_id, title, index)
      select own, create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when unique_violation then
      perform private.refuse_made();
    when exclusion_violation then
      -- Another transaction took the last position at the same moment; the next attempt finds a free one.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;

create or replace function public.duplicate_course(course_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.courses;
  copy uuid := private.operation_row_id(duplicate_course.operation_id, 'copy of ' || duplicate_course.course_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.courses x where x.id = copy);
  modules jsonb;
begin
  if made is not null then
    return made;
  end if;
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  perform private.record_copy('course', duplicate_course.course_id, copy, private.copy_title(original.title), duplicate_course.course_id);
  -- The lock makes moves and deletions wait, so that the copy has the state of one moment.
  perform private.lock_course(duplicate_course.course_id);
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this course.');
  end if;
  for attempt in 1..5 loop
    begin
      insert into public.courses (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id)
      values (copy, private.copy_title(original.title), private.copy_slug(original.slug), original.description, original.author_name,
        original.author_description, original.thumbnail_url, original.category, private.uid());
      exit;
    exception when unique_violation then
      -- Another transaction took the slug at the same moment; the next attempt finds a free one.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  select coalesce(jsonb_object_agg(m.id, gen_random_uuid()), '{}') into modules
  from public.modules m where m.course_id = duplicate_course.course_id;
  insert into public.modules (id, course_id, title, index, source_path)
  select (modules ->> m.id::text)::uuid, copy, m.title, m.index, m.source_path
  from public.modules m where m.course_id = duplicate_course.course_id;
  perform private.copy_lessons(modules, true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

create or replace function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := private.operation_row_id(duplicate_lesson.operation_id, 'copy of ' || duplicate_lesson.lesson_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.lessons x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  perform private.record_copy('lesson', duplicate_lesson.lesson_id, copy,
    private.copy_title((select l.title from public.lessons l where l.id = duplicate_lesson.lesson_id)), course);
  perform private.lock_course(course);
  select l.* into original from public.lessons l where l.id = duplicate_lesson.lesson_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this lesson.');
  end if;
  perform private.make_room_in_bin(course, original.module_id, original.index);
  perform set_config('rookies.files_as_held', 'on', true);
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = original.module_id and l.index > original.index;
      insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
        external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
      values (copy, original.module_id, private.copy_title(original.title), original.index + 1, original.content_type,
        original.video_provider, original.video_asset_id, original.video_start_sec, original.external_url, original.description,
        original.content, original.file_key, original.file_name, original.file_size, original.duration_sec, original.free_preview);
      exit;
    exception when exclusion_violation then
      -- Adding a lesson takes no lock, so another transaction may have taken the position meanwhile.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select copy, a.title, a.url, a.sort_order from public.lesson_attachments a where a.lesson_id = original.id;
  perform private.copy_assignments(jsonb_build_object(original.id, copy));
  perform private.copy_exercises(jsonb_build_object(original.id, copy));
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

create or replace function public.duplicate_module(module_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.modules;
  copy uuid := private.operation_row_id(duplicate_module.operation_id, 'copy of ' || duplicate_module.module_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.modules x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  perform private.record_copy('module', duplicate_module.module_id, copy, private.copy_title(original.title), original.course_id);
  perform private.lock_course(original.course_id);
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this module.');
  end if;
  perform private.make_room_in_bin(original.course_id, null, original.index);
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = original.course_id and m.index > original.index;
      insert into public.modules (id, course_id, title, index)
      values (copy, original.course_id, private.copy_title(original.title), original.index + 1);
      exit;
    exception when exclusion_violation then
      if attempt = 5 then raise; end if;
    end;
  end loop;
  perform private.copy_lessons(jsonb_build_object(original.id, copy), false);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;

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
  bounded constant boolean := private.at_most('text', text, 200000)
    and private.at_most('code', code, 400000)
    and private.at_most('url', url, 1000)
    and private.at_most('repo_url', repo_url, 1000)
    and private.at_most('files', files, 100000)
    and private.at_most('note', note, 10000);
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
  given.id := private.operation_row_id(submit_round.operation_id, 'round');
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
  -- The lock keeps `blind` of the assignment from being changed at this moment.
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
  -- Requests of one person run one after the other, so that each one counts the rounds of the earlier ones, and only
  -- the first one inserts the work.
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
    -- The access ended after it was checked above. Work without a due date would count as in time, so an error is
    -- raised.
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif private.is_second_over(due.shut_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (submit_round.lesson_id, me, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- If an earlier round waits, the new round takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha, given.files,
    given.note, given.made_at, due.due_at, due.zone, coalesce(private.is_second_over(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, me)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  -- People who do not review the earlier, waiting round do not review this one either.
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
    -- The work is offered for a day to the reviewer of the first reviewed round, who knows it.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) and not private.is_for_another_reviewer(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '24 hours')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$function$;

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lesson', lesson, 4000000)
    and private.at_most('attachments', attachments, 1000000);
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
  own uuid;
  again boolean := false;
begin
  if wanted.id is null then
    own := private.operation_row_id(save_lesson.operation_id, 'lesson ' || wanted.module_id);
    -- If this operation created a lesson before, that lesson is updated to what is sent now.
    select l.id into wanted.id from public.lessons l where l.id = own;
    again := wanted.id is not null;
  end if;
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select own, wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when unique_violation then
        perform private.refuse_made();
      when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- If the caller sends no file_key, the lesson keeps its file.
      file_key = case when lesson ? 'file_key' then wanted.file_key else l.file_key end,
      file_name = case when lesson ? 'file_key' then wanted.file_name else l.file_name end,
      file_size = case when lesson ? 'file_key' then wanted.file_size else l.file_size end,
      duration_sec = coalesce(wanted.duration_sec, 0), free_preview = coalesce(wanted.free_preview, false)
    where l.id = wanted.id and (unchanged_since is null or l.updated_at = unchanged_since)
    returning * into saved;
    if saved.id is null then
      if unchanged_since is not null and exists (select 1 from public.lessons l where l.id = wanted.id and l.updated_at <> unchanged_since) then
        raise exception using errcode = 'PT409', hint = 'STALE_LESSON', message = 'Someone else has saved this lesson.';
      end if;
      perform private.refuse('You may not change this lesson, or it has been deleted.');
    end if;
  end if;
  perform private.save_assignment(saved.id, lesson -> 'assignment');
  if saved.content_type = 'EXERCISE' and jsonb_typeof(lesson -> 'exercise') = 'object' then
    perform private.take_exercise(saved.id, lesson -> 'exercise', (lesson ->> 'exercise_version')::int);
  end if;
  -- If an operation is repeated, attachments are compared by title and address, because new ones were sent without ids.
  if attachments is not null and (case when again and jsonb_typeof(attachments) = 'array' then (
      select jsonb_agg(jsonb_build_array(a.title, a.url) order by a.sort_order)
      from public.lesson_attachments a where a.lesson_id = saved.id)
    is distinct from (
      select jsonb_agg(jsonb_build_array(btrim(e.value ->> 'title'), btrim(e.value ->> 'url')) order by e.ordinality)
      from jsonb_array_elements(attachments) with ordinality e) else true end) then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$function$;

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
        select jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) from public.profiles p where p.id = work.user_id) end,
      'late', r.late and not hidden, 'submitted_at', r.submitted_at,
      'unreadable', not coalesce(private.is_handed_files(r.files), true) or not coalesce(private.is_handed_code(r.code), true),
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round),
      'not_mine', private.is_for_another_reviewer(private.uid(), work),
      'claim', private.claim_facts(work.id),
      'offer', (
        select jsonb_build_object('reviewer', private.shown_name(p.name, p.email), 'until', o.until, 'mine', o.reviewer_id = private.uid(),
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = o.by_id))
        from private.review_offers o join public.profiles p on p.id = o.reviewer_id where o.submission_id = work.id and o.until > now()))
    from public.lessons l
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.submission_rounds r on r.submission_id = work.id and r.round = work.round
    where l.id = work.lesson_id);
end
$function$;

create or replace function public.assignment(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  task public.assignments;
  due record;
  work public.submissions;
  may_hand_in boolean;
  is_open boolean;
  opens jsonb;
begin
  if me is null or not private.can('submissions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function assignment';
  end if;
  select a.* into task from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment.lesson_id;
  select s.* into work from public.submissions s where s.lesson_id = assignment.lesson_id and s.user_id = me;
  may_hand_in := private.why_not_hand_in(me, assignment.lesson_id, null) is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview may read the assignment without handing in. Rights of staff may require a
    -- session with a second factor, which access_of() does not check.
    opens := private.access_of(me, private.course_of_lesson(assignment.lesson_id), assignment.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can always read what they handed in. The brief and the rubric are hidden once the lesson is closed to them.
  if task.lesson_id is null or not is_open and work.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  end if;
  select d.* into due from private.due_of(me, assignment.lesson_id) d;
  return jsonb_build_object('lesson_id', task.lesson_id, 'open', is_open,
    'accepts', task.accepts, 'blind', task.blind, 'late', task.late, 'cutoff_days', task.cutoff_days,
    'due', case when due.zone is not null then jsonb_build_object('at', due.due_at, 'day', due.day, 'at_time', to_char(due.at_time, 'HH24:MI'), 'zone', due.zone,
      'extended', due.extended, 'paused', due.paused, 'shut_at', due.shut_at, 'shut', coalesce(private.is_second_over(due.shut_at), false)) end,
    'can_hand_in', may_hand_in and work.state is distinct from 'PASSED'
      and not coalesce(private.is_second_over(due.shut_at), false),
    'rubric', case when is_open then private.rubric_of(assignment.lesson_id) else '[]' end,
    'submission', case when work.id is not null then jsonb_build_object('id', work.id, 'state', work.state, 'round', work.round,
      'awaiting_since', work.awaiting_since, 'passed_at', work.passed_at) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r) order by r.round), '[]') from public.submission_rounds r where r.submission_id = work.id),
    'draft', (
      select jsonb_build_object('body', d.body, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.submission_drafts d where d.user_id = me and d.lesson_id = assignment.lesson_id),
    'place', private.place_in_queue(work),
    'usual', private.usual_wait(coalesce(work.cohort_id, due.cohort_id), assignment.lesson_id),
    'extension_request', (
      select private.asked_time(q) from private.extension_requests q where q.user_id = me and q.lesson_id = assignment.lesson_id));
end
$function$;

create or replace function public.assignment_figures(
  course_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  since constant timestamptz := now() - interval '90 days';
  only_cohorts uuid[];
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      only_cohorts := private.my_cohorts_where_allowed('submissions', 'list', assignment_figures.course_id);
      if only_cohorts is null then
        perform private.refuse('You may not read these figures.');
      end if;
    end if;
  elsif cohort_id is not null then
    perform private.check_cohort_right('submissions', 'list', assignment_figures.cohort_id);
    only_cohorts := array[assignment_figures.cohort_id];
  elsif not private.can('submissions', 'list') then
    perform private.refuse('You may not read these figures.');
  end if;
  return (
    select jsonb_build_object('since', since, 'assignments', coalesce(jsonb_agg(
      jsonb_build_object('lesson', jsonb_build_object('id', f.id, 'title', f.title), 'course', jsonb_build_object('id', f.course_id, 'title', f.course, 'slug', f.slug))
        || private.lesson_figures(f.id, only_cohorts, since) order by f.course, f.course_id, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (only_cohorts is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = any (only_cohorts)))
      order by c.title, c.id, m.index, l.index limit 100) f);
end
$function$;

create or replace function public.next_review(
  after uuid default null,
  filter jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  scope record := private.queue_condition(filter);
  found uuid;
begin
  execute format(
    'select s.id from private.review_offers o join public.submissions s on s.id = o.submission_id
     where o.reviewer_id = %2$L and o.until > now() and s.state = ''WAITING'' and %1$s and s.id is distinct from $4
       and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
       and not private.is_for_another_reviewer(%2$L, s)
     order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
  into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  if found is null then
    execute format(
      'select s.id from public.submissions s
       where s.state = ''WAITING'' and %1$s and s.id is distinct from $4
         and not exists (select from private.review_offers o where o.submission_id = s.id and o.until > now() and o.reviewer_id <> %2$L)
         and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
         and not private.is_for_another_reviewer(%2$L, s)
       order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
    into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  end if;
  return found;
end
$function$;

create or replace function public.create_cohort(
  title text,
  slug text,
  time_zone text,
  starts_on date,
  ends_on date,
  access_ends_on date default null,
  seats integer default null,
  draft boolean default false,
  course_ids uuid[] default '{}'::uuid[],
  with_community boolean default false,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000)
    and private.at_most('time_zone', time_zone, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  own uuid := private.operation_row_id(create_cohort.operation_id, 'cohort');
  wanted public.cohorts;
begin
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    wanted.id := own;
    wanted.slug := create_cohort.slug;
    wanted.title := create_cohort.title;
    wanted.time_zone := create_cohort.time_zone;
    wanted.starts_on := create_cohort.starts_on;
    wanted.ends_on := create_cohort.ends_on;
    wanted.access_ends_on := create_cohort.access_ends_on;
    wanted.seats := create_cohort.seats;
    wanted.draft := coalesce(create_cohort.draft, false);
    perform private.write_cohort(wanted);
    perform public.set_cohort_courses(own, create_cohort.course_ids);
    if with_community then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;

create or replace function public.start_cohort_again(
  cohort_id uuid,
  starts_on date,
  title text,
  slug text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000);
  -- Without an operation id, one is computed from the arguments, so that the same request creates only one cohort.
  own uuid := private.operation_row_id(
    coalesce(start_cohort_again.operation_id, md5(concat_ws(' ', start_cohort_again.cohort_id, start_cohort_again.starts_on, btrim(start_cohort_again.slug)))::uuid),
    'cohort again');
  was public.cohorts;
begin
  perform private.check_cohort_right('cohorts', 'read', start_cohort_again.cohort_id);
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    select c.* into was from public.cohorts c where c.id = start_cohort_again.cohort_id;
    was.id := own;
    was.slug := start_cohort_again.slug;
    was.title := start_cohort_again.title;
    was.ends_on := start_cohort_again.starts_on + (was.ends_on - was.starts_on);
    was.access_ends_on := start_cohort_again.starts_on + (was.access_ends_on - was.starts_on);
    was.starts_on := start_cohort_again.starts_on;
    was.draft := false;
    perform private.write_cohort(was);
    insert into public.cohort_courses (cohort_id, course_id, position)
    select own, k.course_id, k.position from public.cohort_courses k where k.cohort_id = start_cohort_again.cohort_id;
    insert into public.releases (cohort_id, module_id, lesson_id, day, at_time)
    select own, r.module_id, r.lesson_id, r.day, r.at_time from public.releases r where r.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_dues (cohort_id, lesson_id, day, at_time)
    select own, d.lesson_id, d.day, d.at_time from public.cohort_dues d where d.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_staff (cohort_id, user_id, duty)
    select own, s.user_id, s.duty from public.cohort_staff s where s.cohort_id = start_cohort_again.cohort_id;
    if exists (select from public.cohorts c where c.id = start_cohort_again.cohort_id and c.community_id is not null) then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;

create or replace function public.create_invite(
  email text,
  role public.user_role default 'MEMBER',
  course_ids uuid[] default '{}'::uuid[],
  operation_id uuid default null,
  cohort_id uuid default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('email', email, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  address text := btrim(create_invite.email);
  gives uuid[] := (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}') from unnest(course_ids) wanted(id));
  own uuid := private.operation_row_id(create_invite.operation_id, concat_ws(' ', 'invite', lower(address), role, gives, create_invite.cohort_id, create_invite.days));
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  perform private.check_invite_cohort(create_invite.cohort_id);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  if days not between 1 and 90 then
    perform private.refuse_field('days', 'Choose between 1 and 90 days.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i where i.id = own and i.invited_by_id = private.uid();
  if invite.id is null then
    select i.* into invite from public.invites i
    where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
      and i.cohort_id is not distinct from create_invite.cohort_id and i.days is not distinct from create_invite.days
      and i.created_at > now() - interval '10 minutes'
      and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
           from public.invite_courses c where c.invite_id = i.id) = gives
    order by i.created_at desc limit 1;
  end if;
  if invite.id is null then
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, expires_at)
    values (own, address, create_invite.role, private.uid(), create_invite.cohort_id, create_invite.days,
      private.invite_ends(create_invite.days, create_invite.cohort_id))
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select invite.id, wanted.id from unnest(gives) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached_from, m.reached_at, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = me and m.state <> 'LEFT' and c.id in (select k from private.my_cohort_ids() k)
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock
          or exists (select from unnest(mine.reached_from, mine.reached_at) r (first_day, at)
            where private.local_moment(r.first_day + p.day, p.at_time, mine.time_zone) <= r.at)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) opening
    ), tally as (
      select q.cohort_id, count(*) as total, count(*) filter (where q.is_open) as open, count(*) filter (where q.is_done) as done,
        min(q.opens_at) filter (where not q.is_open) as changes_at
      from planned q group by q.cohort_id
    ), opened as (
      -- What opened within a week and is not completed, the newest first.
      select q.*, row_number() over (partition by q.cohort_id order by q.opens_at desc, q.course_place, q.module_place, q.lesson_place) as place
      from planned q where q.is_open and not q.is_done and q.opens_at > now() - interval '7 days' and q.opens_at <= now()
    ), ahead as (
      -- Lessons of one module that open at the same moment are one line.
      select q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id, (array_agg(q.lesson_id))[1] as lesson_id, count(*) as lessons,
        row_number() over (partition by q.cohort_id order by q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q where not q.is_open
      group by q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id
    ), due as (
      -- Assignments that the person still has to hand in, the earliest due date first: the work does not wait for a
      -- review, has not passed, and is still accepted.
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, q.course, q.course_slug, s.state,
        row_number() over (partition by d.cohort_id order by d.due_at, q.course_place, q.module_place, q.lesson_place) as place
      from private.person_dues(me, now()) d
      join planned q on q.cohort_id = d.cohort_id and q.lesson_id = d.lesson_id
      left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
      -- The ids are given as a list, so that person_dues() computes no dates of other lessons.
      where d.lesson_id = any (array(select o.lesson_id from planned o where o.is_open and not o.is_done)) and q.is_open and not q.is_done
        and d.due_at is not null and s.state is distinct from 'WAITING' and s.state is distinct from 'PASSED' and not coalesce(private.is_second_over(d.shut_at), false)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone,
        'starts_on', c.starts_on, 'ends_on', c.ends_on, 'state', c.now_is, 'my_state', c.my_state,
        'day', private.local_day(now(), c.time_zone) - c.starts_on - c.shift_days,
        'community', (select k.slug from public.communities k where k.id = c.community_id),
        'total', coalesce(t.total, 0), 'open', coalesce(t.open, 0), 'done', coalesce(t.done, 0),
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, me) b),
        'changes_at', case when c.my_state <> 'PAUSED' then t.changes_at end,
        'opened', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.lesson_id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
            'course', o.course, 'slug', o.course_slug, 'opens_at', o.opens_at) order by o.place)
          -- `offset 0` makes the planner look up each lesson. Without it, it would read all lessons.
          from opened o cross join lateral (select k.title, k.content_type, k.duration_sec from public.lessons k where k.id = o.lesson_id offset 0) l
          where o.cohort_id = c.id and o.place <= 6), '[]'),
        'next', case when c.my_state = 'PAUSED' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('title', case when a.lessons = 1 then (select l.title from public.lessons l where l.id = a.lesson_id)
              else (select m.title from public.modules m where m.id = a.module_id) end,
            'lessons', a.lessons, 'course', a.course, 'slug', a.course_slug, 'opens_at', a.opens_at) order by a.place)
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end,
        'due', coalesce((
          select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', (select l.title from public.lessons l where l.id = d.lesson_id),
            'course', d.course, 'slug', d.course_slug, 'at', d.due_at, 'zone', d.time_zone, 'came_back', coalesce(d.state = 'RETURNED', false)) order by d.place)
          from due d where d.cohort_id = c.id and d.place <= 6), '[]'))
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c left join tally t on t.cohort_id = c.id);
end
$function$;

create or replace function public.my_news()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  most constant int := 6;
  me constant uuid := private.uid();
  since constant timestamptz := now() - interval '7 days';
begin
  return (
    with news as materialized (
      select case s.state when 'PASSED' then 'PASSED' else 'RETURNED' end as kind, s.lesson_id as id, null as title, s.lesson_id, v.published_at as at,
        null::boolean as mine, 1::bigint as times
      from public.submissions s
      join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
      join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
      where s.user_id = me and (s.state = 'RETURNED' or s.state = 'PASSED' and v.published_at > since)
        and private.can('submissions', 'read', 'own')
      union all
      select 'ANSWERED', q.id, q.title, q.lesson_id, n.at, q.author_id is not distinct from me, n.times
      from public.question_follows f
      join public.questions q on q.id = f.question_id and q.deleted_at is null and q.merged_into_id is null
      cross join lateral (
        select count(*) as times, max(a.created_at) as at from public.answers a
        where a.question_id = q.id and a.deleted_at is null and a.created_at > since and a.author_id is distinct from me) n
      where f.user_id = me and n.times > 0 and private.can('questions', 'read', 'own')
        and (q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
        and not private.is_banned_from_questions(me, private.course_of_lesson(q.lesson_id))
    ), shut as materialized (
      -- This is read once, and only if there is any news.
      select u as lesson_id from private.my_unreleased_lesson_ids() u where exists (select from news)
    ), held as materialized (
      select h as course_id from private.entitled_course_ids() h where exists (select from news)
    ), placed as (
      select n.*, coalesce(n.title, l.title) as shown, l.title as lesson, c.title as course, c.slug,
        row_number() over (partition by n.kind order by n.at desc, n.id) as place
      from news n
      -- The lateral join with `offset 0` looks up each lesson. The planner overestimates the news, and would read all
      -- lessons.
      cross join lateral (select o.* from public.lessons o where o.id = n.lesson_id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where private.course_is_published(c.status, c.deleted_at)
        and (l.free_preview and n.kind <> 'RETURNED' or c.id in (select h.course_id from held h) and l.id not in (select s.lesson_id from shut s))
        -- Returned work is left out if the assignment no longer accepts work.
        and (n.kind <> 'RETURNED' or not exists (select from public.assignments a where a.lesson_id = l.id and a.late = 'SHUT')
          or not exists (select from private.person_dues(me, now()) d where d.lesson_id = l.id and private.is_second_over(d.shut_at)))
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'title', p.shown, 'lesson_id', p.lesson_id, 'lesson', p.lesson,
      'course', p.course, 'slug', p.slug, 'at', p.at, 'mine', coalesce(p.mine, true), 'times', p.times) order by p.at desc, p.id), '[]')
    from placed p where p.place <= most);
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
  own := private.operation_row_id(publish_review.operation_id, 'review');
  select v.* into made from public.reviews v where v.id = own;
  if made.id is not null then
    if made.round_id <> publish_review.round_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was published already, for another round.';
    end if;
    return private.published_facts(made);
  end if;
  -- With this lock, no other request can hand in a round of this work, or publish or withdraw a review of it.
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
  elsif private.is_for_another_reviewer(me, work) then
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

create or replace function public.send_cohort_message(
  cohort_id uuid,
  title text,
  message text,
  operation_id uuid default null,
  user_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000);
  own uuid := private.operation_row_id(send_cohort_message.operation_id, 'cohort message');
  slug text;
  sent public.cohort_messages;
begin
  perform private.check_cohort_right('cohort_messages', 'create', send_cohort_message.cohort_id);
  select m.* into sent from public.cohort_messages m where m.id = own;
  if sent.id is not null then
    if (sent.cohort_id, sent.user_id, sent.title, sent.message) is distinct from
       (send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message)) then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  else
    -- This check comes before the insert, so that an unknown person gets the same error as a person outside the cohort.
    if not exists (select from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY',
        message = case when send_cohort_message.user_id is null then 'Nobody is in this cohort yet.' else 'This person is not in the cohort any more.' end;
    end if;
    insert into public.cohort_messages (id, cohort_id, user_id, title, message, people, mails)
    select own, send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message),
      count(*), count(*) filter (where a.by_mail)
    from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id) a
    returning * into sent;
    -- The message has an audit record of its own, so the notifications that it makes need none.
    perform private.record_at_once(true);
    insert into public.notifications (title, message, source, sender_id, recipient_id, cohort_message_id)
    select sent.title, sent.message, private.notice_source(private.uid(), sent.cohort_id), private.uid(), a.user_id, sent.id from private.cohort_audience(sent.cohort_id, sent.user_id) a;
    perform private.record_at_once(false);
    perform private.enqueue_job('cohort_message_mail', sent.id || ':' || a.user_id, now(), sent.id, a.user_id)
    from private.cohort_audience(sent.cohort_id, sent.user_id) a where a.by_mail;
  end if;
  return jsonb_build_object('id', sent.id, 'people', sent.people, 'mails', sent.mails);
end
$function$;

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
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email),
      'claims', (select count(*) from public.review_claims c where c.reviewer_id = p.id and c.until > now())) order by p.name, p.id), '[]')
    from private.reviewers_of(work) r (id) join public.profiles p on p.id = r.id
    where p.id <> private.uid() and not private.is_for_another_reviewer(p.id, work) and not private.would_reveal_owner(p.id, work.id));
end
$function$;

create or replace function public.claim_submission(submission_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('review', claim_submission.submission_id);
  until timestamptz;
  held jsonb;
begin
  if private.is_for_another_reviewer(private.uid(), work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  until := private.take_claim(work);
  if until is not null then
    return jsonb_build_object('until', until);
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  elsif not exists (select from public.submissions s where s.id = work.id and s.state = 'WAITING') then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  raise exception using errcode = 'PT409', hint = 'TOO_MANY', message = 'You are reviewing three others. Finish or release one first.';
end
$function$;

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
      where r.id <> me and not private.would_reveal_owner(r.id, work.id)
        and not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_once do nothing;
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.is_for_another_reviewer(to_id, work)
      or private.would_reveal_owner(to_id, work.id) then
      raise exception using errcode = 'PT422', hint = 'NOT_REVIEWER', message = 'This person may not review this work.';
    end if;
    insert into private.review_offers as o (submission_id, reviewer_id, until, by_id) values (work.id, to_id, now() + interval '1 day', me)
    on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = excluded.by_id;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  perform private.signal_staff('submissions');
  perform private.record_act('submission.hand_over', work.id::text, jsonb_build_object('to_id', to_id), (private.content_place('submission', work.id)).title);
end
$function$;

create or replace function public.save_review_draft(round_id uuid, body jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 600000);
  work public.submissions := private.check_work_right('review',
    (select r.submission_id from public.submission_rounds r where r.id = save_review_draft.round_id));
  until timestamptz;
begin
  if jsonb_typeof(body) is distinct from 'object' or octet_length(body::text) > 262144 then
    perform private.refuse_field('body', 'A review must be less than 250 kB.');
  end if;
  -- The work is locked before the draft, in the same order as in publish_review().
  if not private.is_for_another_reviewer(private.uid(), work) then
    until := private.take_claim(work);
  end if;
  insert into public.review_drafts as d (round_id, reviewer_id, body) values (save_review_draft.round_id, private.uid(), save_review_draft.body)
  on conflict on constraint review_drafts_pkey do update set body = excluded.body, updated_at = now();
  -- The draft was saved even if another reviewer has the claim.
  return jsonb_build_object('saved_at', now(), 'until', until, 'claim', private.claim_facts(work.id),
    'newer_round', (select s.round from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where r.id = save_review_draft.round_id and s.round > r.round));
end
$function$;

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

create or replace function public.questions_like(lesson_id uuid, words text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('words', words, 10000);
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
  -- Words of one or two letters, such as "a" and "is", are in nearly every question, so they are left out.
  if exists (select from unnest(terms) t where char_length(t) > 2) then
    terms := array(select t.term from unnest(terms) with ordinality t (term, n) where char_length(t.term) > 2 or private.is_unspaced(t.term) order by t.n);
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
      -- Frequent words match too many questions. So those with only some of the words are looked for only among the
      -- newest questions.
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
$function$;

create or replace function public.snooze_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  until timestamptz
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000);
  perform private.check_inbox();
  if coalesce(until <= now() or until > now() + interval '31 days', true) then
    raise exception using errcode = 'PT422', hint = 'until', message = 'Choose a moment within the next month.';
  end if;
  if private.can_have_inbox_row(private.uid(), snooze_inbox_row.kind, snooze_inbox_row.subject_id) then
    perform private.put_away(snooze_inbox_row.kind, snooze_inbox_row.subject_id, snooze_inbox_row.version, snooze_inbox_row.until);
  end if;
end
$function$;

create or replace function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date, facts jsonb)
  language plpgsql
  stable security definer rows 20
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  return query
    with c as materialized (
      select k.*, private.local_day(now(), k.time_zone) as today
      from public.cohorts k where k.id = cohort and private.cohort_state(k) = 'RUNNING'
    ), plan as materialized (
      select p.* from c cross join lateral private.cohort_plan(c.id) p
    ), person as materialized (
      select m.*, greatest(c.starts_on + m.shift_days, private.local_day(m.joined_at, c.time_zone)) as first_day
      from c join public.cohort_members m on m.cohort_id = c.id and m.state = 'ACTIVE'
      join public.profiles f on f.id = m.user_id and f.disabled_at is null
      where only_person is null or m.user_id = only_person
    ), did as materialized (
      -- Reads all completions of each person, because the planner would look up every lesson of the cohort for each person.
      select p.user_id, d.lesson_id, d.completed_at from person p join public.lesson_completions d on d.user_id = p.user_id
    ), done as materialized (
      select d.user_id, d.lesson_id, private.local_day(d.completed_at, c.time_zone) as day
      from c cross join did d join plan l on l.lesson_id = d.lesson_id
    ), pace as materialized (
      select p.shift_days, p.open_all, p.reached_from, p.reached_at, array_agg(p.user_id) as people from person p group by 1, 2, 3, 4
    ), opened as materialized (
      select q.people, count(*) as lessons, array_agg(l.lesson_id) as ids
      from pace q cross join c cross join plan l
      where q.open_all or private.local_moment(c.starts_on + q.shift_days + l.day, l.at_time, c.time_zone) <= now()
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + l.day, l.at_time, c.time_zone) <= r.at)
      group by q.people
    ), waiting as (
      select p.user_id from person p join opened o on p.user_id = any (o.people)
      where o.lessons > (select count(*) from done d where d.user_id = p.user_id and d.lesson_id = any (o.ids))
    ), gap as (
      select t.user_id, t.day - lag(t.day) over (partition by t.user_id order by t.day) as days
      from (select distinct d.user_id, d.day from done d) t
    ), rhythm as materialized (
      -- The usual gap is the median of at least three gaps, for which a person needs completions on four days.
      select g.user_id, round(percentile_cont(0.5) within group (order by g.days)::numeric, 1) as usual
      from gap g where g.days is not null group by g.user_id having count(*) >= 3
    ), last_active as (
      select p.user_id, greatest(max(d.day), (
        select max(private.local_day(nullif(k.last_at, '-infinity'), c.time_zone))
        from private.learner_courses k join public.cohort_courses o on o.course_id = k.course_id and o.cohort_id = c.id
        where k.user_id = p.user_id)) as day
      from c cross join person p join done d on d.user_id = p.user_id
      where p.user_id in (select r.user_id from rhythm r)
      group by p.user_id, c.id, c.time_zone
    ), task as materialized (
      -- Blind assignments do not count, because a person who appears on the list or leaves it would be known as the
      -- owner of the work.
      select l.lesson_id, coalesce(d.day, a.due_day) as day, coalesce(d.at_time, a.due_time, '23:59:59') as at_time
      from c cross join plan l
      -- `offset 0` makes the planner look up each lesson instead of reading all assignments.
      cross join lateral (
        select k.due_day, k.due_time from public.assignments k join public.lessons s on s.id = k.lesson_id and s.content_type = 'ASSIGNMENT'
        where k.lesson_id = l.lesson_id and not k.blind
          and (select private.course_is_published(o.status, o.deleted_at) from public.courses o where o.id = l.course_id) offset 0) a
      left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.lesson_id
    ), who as materialized (
      select p.user_id, p.joined_at, array(select s.lesson_id from public.submissions s where s.user_id = p.user_id) as handed_in
      from person p where exists (select from task)
    ), extra as materialized (
      select x.user_id, x.lesson_id, x.due_at from person p join public.extensions x on x.user_id = p.user_id where exists (select from task)
    ), due as materialized (
      select o.people, t.lesson_id, private.local_moment(c.starts_on + q.shift_days + t.day, t.at_time, c.time_zone) as due_at
      from c cross join pace q join opened o on o.people = q.people join task t on t.lesson_id = any (o.ids)
    ), missing as materialized (
      -- Assignments that were due in this cohort and were not handed in.
      select n.user_id, n.lesson_id, n.due_at from (
        select p.user_id, d.lesson_id, coalesce(x.due_at, d.due_at) as due_at, count(*) over (partition by p.user_id) as times
        from due d join who p on p.user_id = any (d.people) and d.lesson_id <> all (p.handed_in)
        left join extra x on x.user_id = p.user_id and x.lesson_id = d.lesson_id
        where coalesce(x.due_at, d.due_at) < now() and coalesce(x.due_at, d.due_at) > p.joined_at
          and not exists (select from public.lesson_completions e where e.user_id = p.user_id and e.lesson_id = d.lesson_id)) n
      where n.times >= 2 and private.is_second_over(n.due_at)
    ), elsewhere as materialized (
      -- People who also take one of the courses in another cohort can have a later due date there, so person_dues()
      -- decides for them.
      select m.user_id, array_agg(m.lesson_id) as lessons
      from c cross join missing m
      -- A scalar subquery makes the planner look up the grants of each person instead of reading all grants.
      where (
        select true from public.entitlements e
        where e.user_id = m.user_id and e.cohort_id <> c.id and e.course_id in (select l.course_id from plan l) limit 1)
      group by m.user_id
    ), proof as (
      select m.user_id, 'MISSED_DUES' as reason, m.lesson_id as id, m.due_at as at, null::bigint as times
      from missing m where m.user_id not in (select e.user_id from elsewhere e)
      union all
      select m.user_id, 'MISSED_DUES', d.lesson_id, d.due_at, null
      from c cross join elsewhere m cross join lateral private.person_dues(m.user_id, now()) d
      where d.lesson_id = any (m.lessons) and d.cohort_id = c.id and private.is_second_over(d.due_at)
      union all
      select w.user_id, 'RETURNED_TWICE', w.lesson_id, r.at, r.times
      from c cross join who p
      cross join lateral (select s.* from public.submissions s where s.user_id = p.user_id and s.state = 'RETURNED' and s.round > 1 offset 0) w
      join task t on t.lesson_id = w.lesson_id
      cross join lateral (
        select count(*) as times, max(v.published_at) as at
        from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null and v.verdict = 'AGAIN'
        where o.submission_id = w.id) r
      where coalesce(w.cohort_id, c.id) = c.id and r.times > 1
      union all
      select p.user_id, 'NOT_ANSWERED', q.id, q.waiting_since, null
      from c cross join person p
      cross join lateral (
        select a.* from public.questions a
        where a.author_id = p.user_id and a.waiting_since <= now() - interval '1 day' and a.deleted_at is null and a.merged_into_id is null offset 0) q
      join plan l on l.lesson_id = q.lesson_id
      where q.cohort_id = c.id
    ), cleared as materialized (
      select x.user_id, x.reason, x.facts, private.local_day(x.cleared_at, c.time_zone) as day
      from c cross join person p join private.cohort_clearings x on x.cohort_id = c.id and x.user_id = p.user_id
    ), proved as (
      -- Staff clear each returned work and each question separately, but two missed due dates together.
      select f.user_id, f.reason, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'at', f.at, 'times', f.times)) order by f.at, f.id) as facts,
        (array_agg(f.at order by f.at))[case f.reason when 'MISSED_DUES' then 2 else 1 end] as since_at
      from (
        select n.*, exists (
          select from cleared x
          where x.user_id = n.user_id and x.reason = n.reason and n.id || ' ' || extract(epoch from n.at) = any (x.facts)) as is_cleared
        from proof n) f
      where f.reason = 'MISSED_DUES' or not f.is_cleared
      group by f.user_id, f.reason
      having f.reason <> 'MISSED_DUES' or count(*) >= 2 and not bool_and(f.is_cleared)
    ), found as (
      select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
      from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
      where c.today - a.day > 2 * r.usual
      union all
      select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
      from c cross join person p
      where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
    )
    select f.user_id, f.reason, f.days, f.usual, f.since, '[]'::jsonb
    from found f
    where f.user_id in (select w.user_id from waiting w)
      and not exists (select from cleared x where x.user_id = f.user_id and x.reason = f.reason and x.day >= f.since)
    union all
    select f.user_id, f.reason, c.today - s.since, null, s.since, f.facts
    from c cross join proved f cross join lateral (select private.local_day(f.since_at, c.time_zone) as since) s;
end
$function$;

create or replace function private.due_morning_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient constant text := private.mail_address(work.user_id);
  -- The person may have changed their time zone since the mail was planned. The day of the mail stays the same.
  zone constant text := coalesce((select w.time_zone from public.preferences w where w.user_id = work.user_id), 'UTC');
  morning record;
  inbox jsonb;
begin
  morning := private.morning_mail_times(split_part(work.key, ':', 3)::date, zone);
  if recipient is null or now() >= morning.ends or not private.wants_mail(work.user_id, 'morning_mails') then
    return null;
  end if;
  if now() < morning.begins then
    return jsonb_build_object('wait', morning.begins);
  end if;
  inbox := private.inbox_of(work.user_id);
  if inbox is null or inbox -> 'rows' = '[]' then
    return null;
  end if;
  return jsonb_build_object('to', recipient,
    -- If there are more rows than are counted, the number of their people is not known either.
    'counts', inbox -> 'counts' || case when (inbox #>> '{counts,BEHIND}')::int <= private.inbox_count_limit() then jsonb_build_object('BEHIND', inbox -> 'behind') else '{}' end,
    'rows', private.morning_rows(work.user_id, inbox, zone),
    'path', private.panel_path(work.user_id), 'unsubscribe', private.make_unsubscribe_token(work.user_id, 'morning_mails'));
end
$function$;

create or replace function private.inbox_question_reports(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  modules uuid[];
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    modules := array(select k from private.my_module_ids('questions', 'moderate') k);
    if cardinality(cohorts) + cardinality(modules) = 0 then
      return;
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
        select from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION_REPORT' and k.subject_id = q.id and k.version = extract(epoch from r.last_at)::text)
    order by r.first_at, q.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'QUESTION_REPORT', cardinality(ids), v.promise_at, q.id,
      private.inbox_row('QUESTION_REPORT', 'MODERATE', q.id, v.version, l.title, null, private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), r.first_at, v.promise_at,
        json_build_object('slug', c.slug, 'lesson_id', l.id, 'reports', r.reports), h.holder)
    from private.inbox_open_reports() r
    cross join lateral (select extract(epoch from r.last_at)::text as version, r.first_at + private.inbox_promise() as promise_at) v
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join lateral private.inbox_holder('QUESTION_REPORT', q.id, v.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_behind_ids(rights text[])
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'cohort_members update any' = any (rights);
  cohorts constant uuid[] := case when not everywhere then array(select k from private.staffed_cohort_ids('cohort_members', 'update') k) end;
  -- Reads as many more people as the caller has put away, because these are left out below.
  most bigint;
begin
  if not everywhere and cardinality(cohorts) = 0 then
    return '{}';
  end if;
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'BEHIND');
  return array(
    select q.id from (
      (select b.id, b.found_at from private.behind_people b where everywhere order by b.found_at, b.id limit most)
      union all
      select w.id, w.found_at
      from unnest(cohorts) c (id) cross join lateral (
        select b.id, b.found_at from private.behind_people b where b.cohort_id = c.id order by b.found_at, b.id limit most) w
      where not everywhere) q
    where case when q.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'BEHIND') then not exists (
      select from private.inbox_rows_put_away(me) k join private.behind_people b on b.id = k.subject_id
      where k.kind = 'BEHIND' and k.subject_id = q.id and k.version = private.behind_version(b)) else true end
    order by q.found_at, q.id limit private.inbox_count_limit() + 1);
end
$function$;

create or replace function private.inbox_events(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'purchases dismiss any' <> all (rights) then
    return;
  end if;
  ids := array(
    select n.id from private.purchase_notices n
    where n.dealt_at is null and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'EVENT' and k.subject_id = n.id and k.version = md5(n.reasons::text))
    order by n.told_at, n.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'EVENT', cardinality(ids), r.promise_at, n.id,
      private.inbox_row('EVENT', 'DISMISS', n.id, r.version, n.event_id, null, null, null, n.told_at, r.promise_at,
        json_build_object('provider', n.provider, 'type', n.type, 'reasons', n.reasons, 'ref', n.ref, 'times', n.times), h.holder)
    from private.purchase_notices n
    cross join lateral (select md5(n.reasons::text) as version, n.told_at + private.inbox_promise() as promise_at) r
    left join lateral private.inbox_holder('EVENT', n.id, r.version, me) h on true
    where n.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_extensions(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'extensions give any' = any (rights);
  lessons uuid[];
  people uuid[];
  ids uuid[];
begin
  if not rights && array['extensions give any', 'extensions give own', 'extensions give assigned'] then
    return;
  end if;
  if not everywhere then
    -- Limits the requests to a few candidates, because extension_may_be_given() checks each of them.
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('extensions', 'give')));
    people := array(select p from private.assigned_person_ids() p);
  end if;
  ids := array(
    select q.id from private.open_extension_requests() q
    where q.user_id <> me and (everywhere or q.lesson_id = any (lessons) or q.user_id = any (people))
      and not exists (
        select from private.inbox_rows_put_away(me) k where k.kind = 'EXTENSION' and k.subject_id = q.id and k.version = private.asked_version(q))
      and private.extension_may_be_given(q.user_id, q.lesson_id)
    order by q.asked_at, q.id limit private.inbox_count_limit() + 1);
  return query
    select 'EXTENSION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('EXTENSION', 'GIVE', q.id, r.version, l.title, private.inbox_person(p.id, p.name, p.email), private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), q.asked_at, r.promise_at,
        json_build_object('lesson_id', l.id, 'days', q.days, 'note', q.note,
          'due', case when d.due_at is not null then json_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) end), h.holder)
    from private.extension_requests q
    cross join lateral (select private.asked_version(q) as version, q.asked_at + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = q.user_id
    left join lateral private.due_of(q.user_id, q.lesson_id) d on true
    left join public.cohorts k on k.id = d.cohort_id
    left join lateral private.inbox_holder('EXTENSION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_invites(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'invites resend any' = any (rights);
  ids uuid[];
begin
  if not everywhere and 'invites resend own' <> all (rights) then
    return;
  end if;
  ids := array(
    select i.id from (
      select w.* from public.invites w where everywhere
      union all
      select w.* from public.invites w where not everywhere and w.invited_by_id = me) i
    where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day'
      and not exists (
        select from private.inbox_rows_put_away(me) k where k.kind = 'INVITE' and k.subject_id = i.id and k.version = extract(epoch from i.expires_at)::text)
    order by i.expires_at, i.id limit private.inbox_count_limit() + 1);
  return query
    select 'INVITE', cardinality(ids), i.expires_at, i.id,
      private.inbox_row('INVITE', 'RESEND', i.id, r.version, i.email, null, null, private.inbox_place(k.id, k.title), i.created_at, i.expires_at,
        json_build_object('by', case when p.id is not null then private.shown_name(p.name, p.email) end), h.holder)
    from public.invites i
    cross join lateral (select extract(epoch from i.expires_at)::text as version) r
    left join public.cohorts k on k.id = i.cohort_id
    left join public.profiles p on p.id = i.invited_by_id
    left join lateral private.inbox_holder('INVITE', i.id, r.version, me) h on true
    where i.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_jobs(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'due_work retry any' <> all (rights) then
    return;
  end if;
  ids := array(
    select w.id from private.due_work w
    where w.outcome = 'FAILED' and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'MAIL' and k.subject_id = w.id and k.version = extract(epoch from w.done_at)::text)
    order by w.done_at, w.id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'MAIL', cardinality(ids), r.promise_at, w.id,
      private.inbox_row('MAIL', 'RETRY', w.id, r.version, d.label, private.inbox_person(p.id, p.name, p.email), null, null, w.done_at, r.promise_at,
        json_build_object('error', w.error, 'attempts', w.attempts), h.holder)
    from private.due_work w
    cross join lateral (select extract(epoch from w.done_at)::text as version, w.done_at + private.inbox_promise() as promise_at) r
    join private.due_kinds d on d.kind = w.kind
    left join public.profiles p on p.id = w.user_id
    left join lateral private.inbox_holder('MAIL', w.id, r.version, me) h on true
    where w.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_purchases(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  -- Reads as many more purchases as the caller has put away, because these are left out below.
  most bigint;
  ids uuid[];
begin
  if 'purchases assign any' <> all (rights) then
    return;
  end if;
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE');
  ids := array(
    select w.id from (
      (select p.id, p.created_at, p.status from public.purchases p where p.status = 'PENDING' order by p.created_at, p.id limit most)
      union all
      (select p.id, p.created_at, p.status from public.purchases p
       where p.needs_member and p.status = 'COMPLETED' order by p.created_at, p.id limit most)) w
    where case when w.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE') then not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'PURCHASE' and k.subject_id = w.id and k.version = w.status::text) else true end
    order by w.created_at, w.id limit private.inbox_count_limit() + 1);
  return query
    select 'PURCHASE', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('PURCHASE', case p.status when 'PENDING' then 'OPEN' else 'ASSIGN' end, p.id, p.status::text,
        coalesce(c.title, m.name, p.provider_ref), private.inbox_person(b.id, b.name, b.email), private.inbox_place(c.id, c.title), null,
        p.created_at, r.promise_at,
        json_build_object('status', p.status, 'item', coalesce(c.title, m.name), 'amount_cents', p.amount_cents, 'currency', p.currency,
          'ref', p.provider_ref, 'buyer_email', p.buyer_email), h.holder)
    from public.purchases p
    cross join lateral (select p.created_at + private.inbox_promise() as promise_at) r
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id
    left join public.profiles b on b.id = p.user_id
    left join lateral private.inbox_holder('PURCHASE', p.id, p.status::text, me) h on true
    where p.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_questions(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  lessons uuid[];
  binned uuid[];
  -- Reads as many more questions as the caller has put away, because these are left out below.
  most bigint;
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('questions', 'moderate')));
    if cardinality(cohorts) + cardinality(lessons) = 0 then
      return;
    end if;
  end if;
  binned := array(select b from private.binned_lesson_ids() b);
  most := private.inbox_count_limit() + 1 + (select count(*) from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION');
  ids := array(
    select q.id from (
      -- Each branch has its own index, which returns the questions that have waited longest first.
      (select w.id, w.waiting_since from private.inbox_waiting(me, binned) w where everywhere order by w.waiting_since, w.id limit most)
      union all (
        select w.id, w.waiting_since
        from unnest(cohorts) c (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.cohort_id = c.id order by x.waiting_since, x.id limit most) w
        where not everywhere
        union
        select w.id, w.waiting_since
        from unnest(lessons) l (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.lesson_id = l.id order by x.waiting_since, x.id limit most) w
        where not everywhere)) q
    where case when q.id in (select k.subject_id from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION') then not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'QUESTION' and k.subject_id = q.id and k.version = extract(epoch from q.waiting_since)::text) else true end
    order by q.waiting_since, q.id limit private.inbox_count_limit() + 1);
  return query
    select 'QUESTION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('QUESTION', 'ANSWER', q.id, r.version, q.title, private.inbox_person(p.id, p.name, p.email),
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), q.waiting_since, r.promise_at,
        json_build_object('lesson', l.title, 'slug', c.slug, 'lesson_id', l.id, 'audience', q.audience, 'body', left(q.body, 1000),
          'cut', char_length(q.body) > 1000, 'answers', q.answers), h.holder)
    from public.questions q
    cross join lateral (
      select extract(epoch from q.waiting_since)::text as version, q.waiting_since + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join public.profiles p on p.id = q.author_id
    left join lateral private.inbox_holder('QUESTION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_reports(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'community_posts delete any' = any (rights);
  communities constant uuid[] := case when not everywhere then array(select k from private.joined_community_ids('MODERATOR') k) end;
  ids uuid[];
begin
  if not everywhere and cardinality(communities) = 0 then
    return;
  end if;
  ids := array(
    select r.post_id
    from (select o.post_id, min(o.created_at) as first_at, count(*)::text as version
      from public.community_post_reports o where o.resolved_at is null group by 1) r
    join public.community_posts p on p.id = r.post_id and p.deleted_at is null
    where (everywhere or p.community_id = any (communities)) and not exists (
      select from private.inbox_rows_put_away(me) k where k.kind = 'REPORT' and k.subject_id = r.post_id and k.version = r.version)
    order by r.first_at, r.post_id limit private.inbox_count_limit() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'REPORT', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('REPORT', 'MODERATE', p.id, r.reports::text, c.name, null, null, null, r.first_at, r.promise_at,
        json_build_object('community_id', c.id, 'slug', c.slug, 'reports', r.reports), h.holder)
    from public.community_posts p
    join public.communities c on c.id = p.community_id
    cross join lateral (
      select min(o.created_at) as first_at, min(o.created_at) + private.inbox_promise() as promise_at, count(*) as reports
      from public.community_post_reports o where o.post_id = p.id and o.resolved_at is null) r
    left join lateral private.inbox_holder('REPORT', p.id, r.reports::text, me) h on true
    where p.id = any (ids[1:50]);
end
$function$;

create or replace function private.plan_morning_mails(moment timestamptz default now())
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('morning_mail', p.id || ':' || t.day, t.begins, null, p.id)
  from public.profiles p
  left join public.preferences w on w.user_id = p.id
  cross join lateral (select coalesce(w.time_zone, 'UTC') as zone) z
  cross join lateral (select private.local_day(moment + interval '1 hour', z.zone) as day) d
  cross join lateral (select d.day, m.begins, m.ends from private.morning_mail_times(d.day, z.zone) m) t
  where p.role <> 'MEMBER' and p.disabled_at is null and coalesce(w.morning_mails, true)
    and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'inbox' and rp.action = 'enter')
    and t.begins <= moment + interval '1 hour' and moment < t.ends
    -- A person who changed their time zone may have got the mail of another day shortly before.
    and not exists (
      select from private.due_work k
      where k.user_id = p.id and k.kind = 'morning_mail' and greatest(k.due_at, k.done_at) > t.begins - interval '12 hours')
$function$;

create or replace function public.finish_inbox_row(kind text, subject_id uuid, version text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('kind', kind, 1000)
    and private.at_most('version', version, 1000);
  perform private.check_inbox();
  if private.can_have_inbox_row(private.uid(), finish_inbox_row.kind, finish_inbox_row.subject_id) then
    perform private.put_away(finish_inbox_row.kind, finish_inbox_row.subject_id, finish_inbox_row.version, null);
  end if;
end
$function$;

create or replace function private.search_results(
  open uuid[],
  library uuid[],
  closed uuid[],
  terms text[],
  all_of_them boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  joined constant text := case when all_of_them then ' & ' else ' | ' end;
  begins text[] := '{}';
  is_unspaced boolean;
  term text;
  in_names text;
  in_text text;
  in_title text;
  pattern text;
  question tsquery;
  deep tsquery;
  literal tsquery;
begin
  for i in 1 .. cardinality(terms) loop
    is_unspaced := private.is_unspaced(terms[i]);
    -- In texts, too many words begin with the same two letters, so a term of two letters has to be a whole word there.
    term := '(' || private.term_query(terms[i], false)::text || ')';
    in_text := concat_ws(joined, in_text, term);
    begins := begins || case when is_unspaced then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    in_names := concat_ws(joined, in_names,
      case when is_unspaced then term else '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')' end);
    in_title := concat_ws(joined, in_title, case when is_unspaced then term else quote_literal(terms[i]) || ':*' end);
  end loop;
  question := in_names::tsquery;
  deep := in_text::tsquery;
  literal := in_title::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')'
  into pattern from unnest(begins) b;

  return (
    with course as (
      select c.slug, c.title, c.category, c.description,
        ts_rank(d.words, question) + case when d.words @@ literal then 1 else 0 end as score
      from private.course_documents d join public.courses c on c.id = d.course_id
      where d.course_id = any (open) and c.deleted_at is null and d.words @@ question
      order by score desc, c.title, c.id limit 4
    ), category as (
      select c.category, count(*) as courses
      from public.courses c
      where c.id = any (library) and c.category is not null
        and private.search_vector(c.category, 'A') @@ question
      group by c.category order by courses desc, c.category limit 3
    ), hit as (
      select w.id, true as in_title from private.lessons_titled(open, closed, question) w (id)
      union all
      select w.id, false from private.lessons_matching(open, closed, deep) w (id)
    ), candidate as (
      select hit.id, bool_or(hit.in_title) as in_title from hit group by hit.id
    ), open_lesson as materialized (
      select l.id, l.title, l.content_type, c.slug, c.title as course, d.body, m.index as module_index, l.index,
        l.content, d.title_words, d.words,
        case when not candidate.in_title then 0 when ts_filter(d.title_words, '{a}') @@ question then 10 else 5 end as for_title,
        case when d.title_words @@ literal and ts_filter(d.title_words, '{a}') @@ literal then 5 else 0 end as for_letters
      from candidate
      -- `offset 0` makes the planner look up each document and each lesson by its id. It cannot estimate that there are
      -- few, and would read all of them, above all in tables without statistics, as after a large import.
      cross join lateral (select * from private.lesson_documents o where o.lesson_id = candidate.id offset 0) d
      cross join lateral (
        select o.id, o.title, o.content, o.content_type, o.index, o.module_id, o.free_preview
        from public.lessons o where o.id = candidate.id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
    ), lesson as (
      select o.*, ts_rank(o.words, question, 1) + o.for_title + o.for_letters as score
      from open_lesson o
      -- A rank is at most 1. So a lesson whose title scores less than the twelfth best title cannot be among the first
      -- twelve.
      where o.for_title + o.for_letters >= coalesce(
        (select t.for_title + t.for_letters from open_lesson t order by 1 desc offset 11 limit 1), 0)
      order by score desc, o.course, o.module_index, o.index, o.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern, null)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.highlighted(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern, case when ts_filter(title_words, '{b}') @@ question then (
          select h.heading from unnest(private.headings(content)) with ordinality h (heading, n)
          where private.search_vector(private.plain_text(h.heading), 'B') @@ question order by h.n limit 1) end))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$function$;

create or replace function private.corrected_term(
  open uuid[],
  closed uuid[],
  term text,
  is_last boolean
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  question tsquery := private.prefix_query(private.prefixes(term, false));
  near text;
  longest int := case when char_length(term) >= 7 then 2 else 1 end;
begin
  -- Unspaced text is not corrected, because its pairs of letters do not show typing errors.
  if char_length(term) < 3 or private.is_unspaced(term) or term ~ '^[0-9]+$' or private.any_lesson_matches(open, closed, question) or exists (
    select 1 from private.course_documents d where d.words @@ question and d.course_id = any (open)
  ) then
    return term;
  end if;
  -- The threshold is lower than the default, so that a word with two swapped letters is still found.
  perform set_config('pg_trgm.word_similarity_threshold', '0.2', true);
  -- The most similar words are tried first, until one of them occurs in content that the caller may open.
  for near in
    select k.word
    from (
      select c.word, least(
        extensions.levenshtein_less_equal(term, c.word, longest + 1),
        -- The last term may be unfinished, so it is compared with the beginning of the word.
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term)), longest + 1) end,
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term) + 1), longest + 1) end,
        -- Two swapped neighbouring letters count as one error.
        case when char_length(c.word) = char_length(term) then (
          select 1 from generate_series(1, char_length(term) - 1) i
          where c.word = left(term, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) limit 1) end) as slips
      from (
        -- There are two queries, so that the first one can use the trigram index.
        select w.word from private.known_words w where term operator(extensions.<%) w.word
        union
        select w.word from private.known_words w
        where char_length(term) < 5 and w.word collate "C" like left(term, 1) || '%' and char_length(w.word) <= 5
      ) c
    ) k
    where k.slips <= longest
    order by k.slips, extensions.similarity(term, k.word) desc, k.word
  loop
    if private.any_lesson_matches(open, closed, quote_literal(near)::tsquery) or exists (
      select 1 from private.course_documents d
      where d.words @@ quote_literal(near)::tsquery and d.course_id = any (open)
    ) then
      return near;
    end if;
  end loop;
  return term;
end
$function$;

create or replace function private.highlighted(text text, pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  spoken text := translate(highlighted.text, E'\x02\x03', '');
  run constant text := '[' || private.unspaced_letters() || ']';
  word constant text := '(?:(?!' || run || ')[[:alnum:]])';
  piece constant text := '(' || run || '+|' || word || '+|(?:(?!' || run || ')[^[:alnum:]])+)';
  words constant text := substr(pattern, 2);
  whole text;
  parts text[];
  folded text[];
begin
  -- A text with only ASCII characters, as most are, is highlighted by one replacement.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(words, '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  -- Testing whether a text is normalized is much cheaper than normalizing it.
  if spoken is not nfc normalized then
    spoken := normalize(spoken, nfc);
  end if;
  whole := private.search_fold(spoken);
  -- In unspaced text, a match can be anywhere, and the letters next to it belong to other words. In other text, a match
  -- begins at the beginning of a word.
  if whole = lower(spoken) then
    return regexp_replace(spoken, case
        when words ~ ('^\(\?:[' || private.unspaced_letters() || '|]+\)$') then '(' || words || ')'
        else '((?=' || run || ')' || replace(words, '$', '(?!' || run || ')')
          || '|(?:(?<![[:alnum:]])|(?<=' || run || '))(?!' || run || ')' || replace(words, '$', '(?!' || word || ')') || word || '*)' end,
      E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, piece, 'g') m);
  folded := array(select m[1] from regexp_matches(whole, piece, 'g') m);
  -- If a character is folded to several words, the two lists have different lengths, and nothing is highlighted.
  if cardinality(parts) <> cardinality(folded) then
    return spoken;
  end if;
  return (
    select string_agg(case
        when p ~ run then regexp_replace(p, '(' || words || ')', E'\x02\\1\x03', 'g')
        when f ~ pattern then E'\x02' || p || E'\x03' else p end, '' order by n)
    from unnest(parts, folded) with ordinality u (p, f, n));
end
$function$;

create or replace function private.pairs(folded text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  runs text;
begin
  if octet_length(pairs.folded) = char_length(pairs.folded) then
    return '{}';
  end if;
  select string_agg(m[1], ' ') into runs
  from regexp_matches(pairs.folded, '([' || private.unspaced_letters() || ']+)', 'g') m;
  return array(
    select p.pair
    from (
      select s.c || coalesce(nullif(lead(s.c) over (order by s.n), ' '), '') as pair, s.n
      from string_to_table(runs, null) with ordinality s (c, n)
    ) p
    where p.pair not like ' %'
    group by p.pair
    order by min(p.n)
    -- A real text has fewer pairs. The limit keeps the index entry of other texts from becoming too large.
    limit 40000);
end
$function$;

create or replace function private.search_terms(query text)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  run constant text := '[' || private.unspaced_letters() || ']';
begin
  return (
    select coalesce(array_agg(w.word order by w.n), '{}')
    from (
      select s.m[1] as word, min(s.n) as n
      from regexp_matches(private.search_fold(left(search_terms.query, 100)),
        '(' || run || '+|(?:(?!' || run || ')[[:alnum:]])+)', 'g') with ordinality s (m, n)
      group by s.m[1] order by 2 limit 8
    ) w);
end
$function$;

create or replace function private.search_vector(text text, weight "char")
  returns tsvector
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  folded text := private.search_fold(search_vector.text);
  pairs text[] := private.pairs(folded);
  spaced text := regexp_replace(folded,
    case when pairs = '{}' then '[^[:alnum:]]+' else '(?:[^[:alnum:]]|[' || private.unspaced_letters() || '])+' end, ' ', 'g');
  words tsvector;
begin
  -- The parser reads digits around an "e" as a number, and would split a word such as 877e0e0b after 877e0. Few texts
  -- contain such words.
  if spaced ~ '[0-9]e[0-9]' then
    words := (
      -- The index accepts words of at most 2,046 bytes.
      select coalesce(string_agg(format('%L:%s', w.word, least(w.n, 16383)), ' ' order by w.n) filter (where char_length(w.word) between 1 and 500), '')::tsvector
      from string_to_table(btrim(spaced), ' ') with ordinality w (word, n));
  else
    words := to_tsvector('simple', spaced);
  end if;
  if pairs <> '{}' then
    words := words || (
      select string_agg(format('%L:%s', p.pair, least(p.n, 16383)), ' ' order by p.n)::tsvector
      from unnest(pairs) with ordinality p (pair, n));
  end if;
  return setweight(words, search_vector.weight);
end
$function$;

create or replace function private.snippet(body text, begins text[], pattern text, heading text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  width constant int := 150;
  lead constant int := 40;
  run constant text := '[' || private.unspaced_letters() || ']';
  -- As a new value, a long text is read only once from where its table stores long values.
  whole constant text := snippet.body || '';
  -- The excerpt begins after this position, where the heading with the words is.
  before int := case when snippet.heading is null then 0 else greatest(strpos(whole, private.plain_text(snippet.heading)) - 1, 0) end;
  characters constant int := char_length(whole);
  is_ascii constant boolean := octet_length(whole) = characters;
  longest int := 0;
  term text;
  piece_start int := greatest(before, 1);
  size int := 400;
  folded text;
  hit int;
  at int;
  start int;
  cut text;
begin
  if whole = '' then
    return null;
  end if;
  -- Folding text with only ASCII characters only changes capital letters.
  if is_ascii then
    folded := lower(substr(whole, piece_start) collate "C");
    foreach term in array begins loop
      hit := least(hit, nullif(strpos(folded, ltrim(term, '=')), 0));
    end loop;
    at := piece_start - 1 + hit;
    piece_start := characters + 1;
  else
    foreach term in array begins loop
      -- Before folding, a letter and its accents can be up to three characters.
      longest := greatest(longest, 3 * char_length(term));
    end loop;
  end if;
  -- Other text is folded in pieces, because folding takes most of the time and the words are usually near the
  -- beginning.
  while piece_start <= characters and hit is null loop
    folded := private.search_fold(substr(whole, piece_start, size + longest));
    foreach term in array begins loop
      hit := least(hit, nullif(strpos(folded, ltrim(term, '=')), 0));
    end loop;
    at := piece_start - 1 + hit;
    -- The next piece begins one character earlier, because this character shows whether a match is in the middle of a
    -- word.
    piece_start := piece_start + size - 1;
    size := 2 * size;
  end loop;
  -- The slower comparison is needed only if the first match may be in the middle of a word.
  if hit > 1 and substr(folded, hit - 1, 1) ~ '[[:alnum:]]' and substr(folded, hit, 1) !~ run then
    at := case when is_ascii then regexp_instr(lower(whole collate "C"), '\m' || replace(snippet.pattern, '$', '\M'))
      else regexp_instr(private.search_fold(whole), '(?:\m|(?=' || run || '))' || replace(snippet.pattern, '$', '\M')) end;
  end if;
  start := greatest(1, at - lead);
  cut := substr(whole, start, width);
  -- Words that were cut at either end are removed, but unspaced text remains readable when it is cut.
  if start > 1 then
    cut := regexp_replace(cut, '^(?:(?!' || run || ')\S)*\s+', '');
    cut := regexp_replace(cut, '^(?:\.{2,}|…)[\s.…]*', '');
  end if;
  if characters >= start + width then
    cut := regexp_replace(cut, '\s+(?:(?!' || run || ')\S)*$', '');
    cut := regexp_replace(cut, '[\s.…]+$', '');
  end if;
  return case when start > 1 then '…' else '' end || private.highlighted(cut, '^' || snippet.pattern)
    || case when characters >= start + width then '…' else '' end;
end
$function$;

create or replace function private.term_query(term text, is_last boolean)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if not private.is_unspaced(term) then
    return private.prefix_query(private.prefixes(term, is_last));
  end if;
  return (
    select string_agg(quote_literal(p.pair) || case when char_length(term) = 1 then ':*' else '' end, ' & ')::tsquery
    from unnest(private.pairs(term)) p (pair)
    -- pairs() also returns the last letter alone. It is left out, because the end of the term need not be the end of
    -- the unspaced text.
    where char_length(term) = 1 or char_length(p.pair) = 2);
end
$function$;

create or replace function private.notifications_found(
  query text,
  type public.notification_type,
  audience text,
  size integer
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- If each of two words is frequent but no row has both, reading a million rows in order of time takes seconds. So the
  -- newest rows are used to estimate how frequent the words are.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  pairs text[];
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- A word that at least one row in twenty has is only compared with rows that the other words find: `|| ''` keeps the
  -- planner from using the index for it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- The trigram index does not find words of two letters, but most Chinese, Japanese and Korean words have two. Another
  -- index has their pairs of letters.
  pairs := array(
    select substr(p, 2, 2) from unnest(patterns) p
    where p ~ ('^%[' || private.unspaced_letters() || ']{2}%$') and (p <> all (common) or common @> patterns));
  if seen * 100 < looked and pairs <> '{}' then
    words := words || format(' and octet_length(n.title || n.message) <> char_length(n.title || n.message)'
      ' and private.pairs(lower(n.title || '' '' || n.message)) @> %L', pairs);
  end if;
  -- If at least one row in a hundred matches, reading from the newest row on is fastest. Otherwise the trigram index
  -- is: the added interval keeps the planner from reading in order of time.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$function$;

create or replace function public.where_course_is_hard(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  only_cohorts uuid[];
begin
  if not private.can_on_course('submissions', 'list', where_course_is_hard.course_id) then
    only_cohorts := private.my_cohorts_where_allowed('submissions', 'list', where_course_is_hard.course_id);
    if only_cohorts is null then
      perform private.refuse('You may not read these figures.');
    elsif only_cohorts = '{}' then
      return jsonb_build_object('nobody', true);
    end if;
  end if;
  return (
    with lesson as materialized (
      select * from private.hard_lessons(where_course_is_hard.course_id, only_cohorts)
    ), row as (
      select * from lesson l
      where l.questions > 0 or num_nonnulls(l.stopped, l.rounds, l.criterion, l.failed_runs) > 0
      order by cardinality(l.high) desc, l.stopped desc nulls last, l.questions desc, l.place limit 100
    )
    select jsonb_build_object(
      'slug', (select c.slug from public.courses c where c.id = where_course_is_hard.course_id),
      'lessons', (select count(*) from lesson),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by cardinality(r.high) desc, r.stopped desc nulls last, r.questions desc, r.place), '[]') from row r)));
end
$function$;

grant EXECUTE on function private.operation_row_id(uuid,text) to authenticated;

grant EXECUTE on function private.unspaced_letters() to authenticated;

grant EXECUTE on function private.operation_row_id(uuid,text) to service_role;

grant EXECUTE on function private.unspaced_letters() to service_role;

comment on function private.morning_mail_times(date,text) is 'Takes a day and an IANA time zone; returns from when to when the morning mail of that day is sent in that time zone (rules/inbox#morning-mail).';

comment on function private.jobs_given_up(timestamp with time zone) is 'Takes a morning; returns how many jobs of each kind were given up on the day before (UTC) and not retried; none after two days.';

comment on function private.operation_row_id(uuid,text) is 'Takes an operation id and what the operation creates; returns the id of the row that the caller creates, or has created already, in this operation. A random id without an operation id. Locks the id until the transaction ends (rules/data#idempotent).';

comment on function private.my_cohorts_where_allowed(text,text,uuid) is 'Takes a resource, an action and a course; returns the cohorts that the caller looks after and that take the course; none unless the course is published. Null if the role table does not allow the action on what is assigned to the caller.';

comment on function private.is_for_another_reviewer(uuid,public.submissions) is 'Takes a person and somebody''s waiting work; true if this person should not review it and somebody else may (rules/assignments#second-opinion).';

comment on function private.is_second_over(timestamp with time zone) is 'Takes a moment; true once the second of that moment is over, because work that arrives within that second is in time. Null for null.';

comment on function private.would_reveal_owner(uuid,uuid) is 'Takes a person and somebody''s work; true if the work is hidden and the list of its reviewers would reveal something about its owner if the person were in it: the person could be the owner, or may review only the work of certain people. Work cannot be handed over to such a person by name.';

comment on function private.inbox_rows_put_away(uuid) is 'Takes the caller; returns the rows of the inbox that the caller has marked as done or that are still snoozed, each with the version that was marked. Checks no rights.';

comment on function private.inbox_count_limit() is 'Returns the number up to which rows of one kind are counted.';

comment on function private.can_have_inbox_row(uuid,text,uuid) is 'Takes a person, a kind of row of the inbox and its subject; true if the row can be in the inbox of this person, by the same rights and scopes as in staff_inbox().';

comment on function private.unspaced_letters() is 'Returns the letters, and the signs on them, of scripts in which search treats text as unspaced (Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean), for use in a bracket of a regular expression.';

comment on function private.is_unspaced(text) is 'Takes a term of search_terms(); true if it is unspaced text: text in a script that puts no spaces between words, such as Chinese or Thai.';

comment on table public.role_permissions is 'What each role may do. The scope of a right: any row; own (rows that the person made or that are about them); assigned (through access to a course, a membership, or a cohort that they look after). Every role also has the rows of MEMBER. A setting decides which scope rows of MODERATOR count as: see private.rights_of(). Only migrations write it: no API role has a grant, not even service_role.';

comment on table private.row_counts is 'Row counts of each part of a long list. A count is the sum of all rows of the part, because each change of the list adds a row with the difference. No grants: written by update_row_counts(), read by row_count().';

comment on table public.settings is 'One row with all settings, which the database enforces. Visitors read the public ones through public_settings(); only administrators can read the row.';

comment on table public.list_changes is 'Signals to open apps: at the moment `at`, a transaction changed rows of `resource`. Realtime publishes the rows. They are kept for five minutes, which is longer than any request may run.';

comment on table private.recovery_codes is 'One-time codes that replace a lost second factor, as SHA-256 of person and code; a code has 80 random bits, so a slow hash is not needed. Only functions read and write it; no API role has a grant.';

comment on table private.corrected_addresses is 'Accounts whose email was changed without a mail to the new email, for example when an administrator corrected it, and since when. A session that was opened with the earlier password does not confirm the new email of such an account. The row is deleted when a change of the email is confirmed by mail, or when the earlier password ends. Triggers on auth.users write the rows; no API role has a grant.';

comment on table private.due_work is 'Jobs: mails and other work that is done at a later moment, once for each key (rules/due-work#once). No grants: enqueue_job() writes them, run_due_work() does them, due_work_list() shows them.';

comment on table private.motor is 'One row: when a worker last took jobs, and when one last took mails.';

comment on table public.profiles is 'A person. The transaction that creates an account also creates its profile, so that every account has one.';

comment on table private.unsubscribe_tokens is 'The secrets of links with which a person ends a kind of mail, as SHA-256 hashes: one for each mail, made when it is sent, valid for a year. No grants: written by make_unsubscribe_token(), read by unsubscribe().';

comment on table private.withheld_records is 'The parts of audit records that are hidden while blind work waits, and that are added to the records when its review is published (rules/records#blind-records). record_id references nothing, so that the audit log can be emptied. No grants: written by withhold_records() and deleted by complete_records().';

comment on table public.preferences is 'The time zone that a person chose and which mails they want. Without a row, the defaults apply.';

comment on table private.recovery_tries is 'Wrong recovery codes that a person entered within the last 15 minutes. No API role has a grant.';

comment on table public.audit_logs is 'One record for each act: who did it, to what, and the values before and after. actor is the database user if no signed-in person did it. user_agent and ip_address come from the caller''s request, unverified.';

comment on table public.courses is 'A course. New courses are drafts; learners see only published ones.';

comment on table private.course_sizes is 'How many lessons a course has, how many seconds they take, and whether it counts: published and not deleted. Triggers keep it up to date. No grants: read by functions.';

comment on table public.course_slugs is 'Slugs that courses once had, so that old links still lead to them. Written by a trigger and read only by course_outline(): no grants, no policies.';

comment on table public.lessons is 'A lesson with its text and its video. A person who may read a row may open the lesson; what others see of a lesson comes from course_outline() (rules/learning#open-lessons).';

comment on table private.link_checks is 'When a person checked links, for the limit of checks in an hour. Rows are kept for an hour. No grants.';

comment on table private.link_states is 'How an address responded when it was last checked. Rows are kept for an hour. No grants: written by keep_link_states(), read by begin_link_check().';

comment on table private.uploads is 'Files that a person may upload, or has uploaded, to a path that the database chose. The row is deleted after 30 days, except for a cover that its course still has. If no lesson and no course names the file by then, the file is removed, too. No grants: written by begin_uploads().';

comment on table private.unheld_files is 'Files that the text of a lesson names but that the lesson does not get, because the person who added the name may not add these files. No grants: written by sync_lesson_files().';

comment on table public.lesson_files is 'The files of a lesson: those that its text, its attachments or its file_key name. Several lessons may have the same path; the file is removed with the last of these rows.';

comment on table public.submission_rounds is 'The rounds of work: what was handed in each time. A round is not changed, except that its commit is set once and that staff can waive its lateness (rules/assignments#rounds).';

comment on table public.extensions is 'When an assignment is due for one person. It overrides the due dates of the person''s cohorts (rules/assignments#extension).';

comment on table private.extension_requests is 'Requests for more time, and whether staff have answered them. No grants: written by ask_extension(), give_extension() and decline_extension().';

comment on table public.notes is 'Notes of people about a lesson, at a second of its video, at a quote of its text, or without a place. Only the writer can read a note, and no audit record is made of it (rules/learning#notes).';

comment on table private.undone_completions is 'When a person last undid a completion. A row is kept for at least eight days, because a completion may arrive up to a week late, and deleted at a later undo of the person. No grants: written by a trigger, read by complete_late().';

comment on table public.lesson_completions is 'Lessons that people completed. There is at most one row for a person and a lesson, even if the request is sent again.';

comment on table public.lesson_progress is 'The progress of a person in a video: position in seconds, watched seconds as ranges, and whether watching has completed the lesson before (rules/learning#watched).';

comment on table public.invites is 'An invite by mail. Its status is computed: redeemed, cancelled, expired or active (rules/invites#invite-status).';

comment on table private.ended_mail is 'Emails, in small letters, at which mail bounced or was reported as spam, kept only if they belong to an account or an invite (rules/due-work#ended-mail). No grants: written by end_mail() and allow_mail(), and deleted when an account gets the email or no longer has it.';

comment on table private.people is 'The texts by which people are found: search_key with the phone, name_key without it (see person_key()), and the columns that filter and sort lists of people. A trigger on profiles keeps the rows up to date; they are deleted with the profiles. No grants: only functions read them.';

comment on table private.awaited_joins is 'Sign-ups by the join link of a cohort whose email is not confirmed yet, with the hash of the link by which they came (rules/cohorts#link). No grants: written by await_join(), deleted by join_as_signed_up().';

comment on table private.cohort_clearings is 'The notes with which staff cleared a reason for which a person had fallen behind. A note applies to the facts of that moment: until there are new facts, or until the person has been active and falls behind again. No grants: written by clear_behind().';

comment on table private.cohort_moves is 'The last move of each cohort: by how many days, and, if the cohort had begun, which openings were moved. A move back by as many days moves exactly these openings, even those that are in the past by then. No grants: written by move_cohort().';

comment on table public.cohort_members is 'The people of a cohort. The row of a person who leaves is kept (rules/cohorts#people).';

comment on table public.releases is 'The schedule of a cohort: on which of its days, and when, a module or a lesson opens. A lesson without a row opens with its module; if the module has no row either, it opens at the beginning of the first day (rules/cohorts#schedule).';

comment on table private.review_offers is 'The person to whom waiting work is offered first, and until when: the reviewer of its first reviewed round, or the person to whom by_id handed it over. No grants: written by submit_round() and hand_over().';

comment on table public.reviews is 'Reviews of rounds, with the rubric as it was then (rules/assignments#review).';

comment on table private.second_opinions is 'The people who do not review a round, as long as somebody else may review it; rows are only added (rules/assignments#second-opinion). A row without a person means that a second opinion is wanted. No grants: written by submit_round() and hand_over().';

comment on table public.review_claims is 'Which reviewer has claimed which work, and until when nobody else can review it. Functions return the claims of others (rules/assignments#claim).';

comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Only the reviewer can read it.';

comment on table public.review_remarks is 'Remarks of a review about lines of the text or of a code file, or about the whole text or file.';

comment on table public.exercises is 'The version of an exercise that learners get: the last one that is proved. The row is added when a lesson gets this type, and stays when the type changes. Functions save and prove versions (rules/exercises#exercise, rules/exercises#proof).';

comment on table private.exercise_hours is 'Recent runs and proofs of each person, also of deleted runs, for the limits. No grants: functions read and write it (rules/exercises#limits, rules/exercises#turns).';

comment on table private.question_acts is 'How many changes to questions each person made in the hour in which they made the last one. No grants: written by count_question_act().';

comment on table private.question_reports is 'Reports of questions and answers, one for each person. No grants: written by report_question() and settle_question_reports(). No function returns who reported.';

comment on table public.question_follows is 'The people who get notifications of answers to a question (rules/questions#following).';

comment on table private.answer_documents is 'The words by which a question is found in an answer (C). Deleted answers have no row. There is one row for each answer, so that writing an answer costs the same, however many the question has. No grants: read by search_questions() alone.';

comment on table private.question_documents is 'The words by which a question is found: title (A) and body (B). Deleted and merged questions have no row. No grants: read by questions_like() alone.';

comment on table private.question_bans is 'People who may neither read nor write questions of a course (rules/questions#banned). No grants: written by ban_from_questions().';

comment on table private.inbox_hand_overs is 'The last time that each row of the inbox was handed over to a colleague, with a note. No grants: written by hand_over_inbox_row().';

comment on table private.inbox_marks is 'The rows that a person has marked as done or snoozed in their inbox. No grants: written by finish_inbox_row(), snooze_inbox_row() and hand_over_inbox_row().';

comment on table private.behind_looks is 'The day, in the time zone of the cohort, on which find_all_behind() last looked for people who have fallen behind in it. A change of the cohort deletes the row, so that it is looked at again. No grants.';

comment on table private.behind_people is 'The people who have fallen behind in running cohorts, as find_behind() found them on this day of the cohort. No grants: written by find_all_behind() and triggers.';

comment on table private.behind_told is 'When a person last got a notification that they fell behind; they get at most one within three days. Rows are kept for five days. No grants: written by tell_behind() and find_all_behind().';

comment on table private.reminder_looks is 'When remind() checks a cohort next: as soon as one of its people is to be reminded, and twice a day while it runs. No grants.';

comment on table private.reminders is 'The reminders that people got: of an assignment that is due, a module whose lessons open, or a cohort that begins, with the moment. A row is deleted a day after that moment, with its notification. No grants: written by remind() (rules/notifications#reminders).';

comment on table public.community_members is 'Memberships of communities. When a person leaves, only left_at is set, so that a ban stays in force.';

comment on table private.purchase_events is 'Every event of a payment provider, stored once, with its outcome. A refund that arrives before its purchase waits here. Contains nothing about the buyer. No grants.';

comment on table private.purchase_sums is 'How many purchases there are in each status and currency, and the sum of their amounts. No grants: written by count_purchases().';

comment on table public.purchases is 'What was paid, in cents. Written by the webhook of the payment provider as service role, and by the functions for purchases by hand.';

comment on table private.taken_grants is 'The grant that a refund deleted, so that it can be restored if the refund fails. grant_id is null if the refund came before anything was granted. No grants: written by settle_purchase().';

comment on table private.purchase_notices is 'Events of a payment provider that a person has to look at, one row for each event: its type at the provider, the reasons, its payment, how often it arrived, and when staff dealt with it. Contains nothing about the buyer. No grants: written by add_purchase_notice().';

comment on table private.course_documents is 'The words by which search finds a course: title (A), category (B), teacher and description (C). No grants: only search() reads it.';

comment on table private.known_words is 'Every word that was ever in a document, for the correction of typing errors. Words that no document contains any more do no harm, because search() suggests only words from content that the caller may open.';

comment on table private.lesson_documents is 'The words by which search finds a lesson: title (A), headings and description (B) and content (C), and its plain text for snippets. No grants: only search() reads it.';

comment on table private.notification_sums is 'How many notifications there are of each type, global and to single people. No grants: written by count_notifications().';

comment on table public.notification_mutes is 'Types of notification that a person does not want to see. Important notifications are shown even if their type is muted (rules/notifications#important).';

comment on table public.notification_reads is 'Which notifications each person has read. A notification that one person marks as read stays unread for others (rules/notifications#own-read-state).';

comment on table private.learner_courses is 'One row for each person and course: how many of its present lessons the person completed, their last activity (-infinity: none), since when the course is granted and until when it is open (infinity: without end; null: not granted), and whether they have finished it. Triggers keep it up to date. No grants: read by functions.';

comment on table private.learners is 'One row for each person, over all courses that count (published and not deleted): completed lessons, the last activity, and for unfinished courses, since when the first is granted and until when the last is open (null: none, or the account is disabled). Triggers keep it up to date. No grants: read by functions.';

comment on table private.import_undos is 'The latest import that changed a course, and the state before it, kept for 30 days (rules/courses#import). Only functions read and write it.';

comment on table private.export_lists is 'What can be exported: the list''s name, the right that the export requires, and the keys of its filter that may contain a person''s name or email; the audit record only says that these keys were set. Written by migrations.';

comment on table private.sent_lessons is 'Lessons that were sent for an import, kept for a day: by whom, in which upload, at which position of the course. bytes is the length of their texts. No grants: written by send_lessons(), read by import_course().';

comment on table private.exports is 'Exports that were begun within the last hour: by whom, of which list, with which filter. No grants: written by begin_export(), read by export_rows().';

comment on column public.settings.moderators_see_everybody is 'If false, moderators reach only the people of the cohorts that they look after (rules/access#moderators-see-everybody).';

comment on column public.settings.time_zone is 'The school''s time zone, an IANA name, which applies to due dates of people without a cohort (rules/settings#time-zone).';

comment on column public.settings.logo is 'The school''s logo as covers/<path>; empty if it has none. The name of the file ends with its size in pixels, -<width>x<height>.png, so that pages can reserve space for it (rules/settings#logo).';

comment on column private.due_kinds.mail is 'Whether the work is done outside the database, such as sending a mail or removing a file from storage. Then private.due_<kind>() returns what the worker needs (jsonb; for a mail with `to`), {wait: a moment} if it must not be done earlier, or null if it is no longer needed; workers get it from claim_due_mails().';

comment on column private.corrected_addresses.account_confirmed is 'Whether an earlier email of the account had been confirmed; then the account keeps the invite with which it was made (rules/invites#free-again).';

comment on column public.preferences.time_zone is 'An IANA name: the time zone of the browser at the first visit, until the person chooses another one; null: before the first visit.';

comment on column public.preferences.morning_mails is 'Whether the person gets a mail in the morning about what waits in their inbox. Used only for people who have an inbox.';

comment on column public.preferences.quiet_from is 'The time of day, in the person''s time zone, from which no reminder is mailed until quiet_to. If both are the same, reminders are mailed at any hour.';

comment on column public.audit_logs.course_id is 'The course that the target belongs to, or belonged to. There is no foreign key, because the course may be deleted.';

comment on column public.lesson_versions.author_id is 'The person who saved it; null if no person saved it, or if the account was deleted.';

comment on column private.unheld_files.named_by_id is 'The person who added the name, whose rights are checked again at each save; null if it is not known who, as in a text that was copied or restored.';

comment on column private.unheld_files.left_at is 'When the name was removed from the lesson. Another person may still have the earlier text in an open dialog and save it. So for 30 days, the name counts as newly added only if the person who removed it adds it again.';

comment on column public.lesson_files.name is 'The name that learners see, and the name of a downloaded file.';

comment on column public.submissions.cohort_id is 'The cohort by whose due date the latest round was handed in; null: none.';

comment on column public.submissions.awaiting_since is 'When the first of the rounds that wait for a review was handed in; null: none waits.';

comment on column public.submission_rounds.commit_sha is 'The latest commit of the repository when the round was handed in, or the commit in the address itself; null: unknown.';

comment on column public.submission_rounds.made_at is 'When the work was handed in on the device, by the clock of the device. Set only for work that was made offline.';

comment on column public.submission_rounds.draft_revision is 'The revision of the draft from which it was made. save_work_draft() ignores this revision if a device sends it again.';

comment on column private.work_files.type is 'The type of the file, which the sending app found from its content. It decides only how a page shows the file; storage serves all files as plain bytes that browsers only download.';

comment on column private.extension_requests.days is 'How many more days the person asked for; null if they named no number, as in requests from before the form had this field.';

comment on column public.assignments.blind is 'Whether the review screen hides whose work it is until the review is published (rules/assignments#blind).';

comment on column public.lesson_progress.position_at is 'When the person was at this position, which may be long before the report arrived.';

comment on column public.lesson_progress.video is 'The video to which position and watched seconds belong. They do not count if the lesson has another video now (rules/learning#watched).';

comment on column public.notes.revision is 'Identifies the present text. The browser makes a new revision with each edit.';

comment on column public.cohorts.draft is 'Whether it is a draft, which gives its people no access and which they do not see.';

comment on column public.invites.name is 'The name of the invited person, from the pasted list. The mail greets them with it, and the sign-up form has it filled in.';

comment on column private.invite_proofs.expires_at is 'The end of the invite when the mail was sent. An invite that is sent again has another end, which makes the proof invalid.';

comment on column private.ended_mail.allowed_at is 'When an administrator allowed mail again, null while no mail is sent. Earlier events, which the provider may send late, no longer count.';

comment on column public.cohort_members.reached_from is 'For each moment of reached_at, the first day of the cohort plus the shift that the person had then.';

comment on column public.cohort_members.reached_at is 'The moments at which earlier pauses began. Lessons that had opened by one of these moments stay open. A moment is left out if another one keeps all of its lessons open.';

comment on column public.releases.at_time is 'The time of day in the cohort''s time zone.';

comment on column public.review_remarks.path is 'The name of the code file; null: the text.';

comment on column private.exercise_keys.attempts is 'How many proofs were begun that did not end.';

comment on column private.exercise_hours.turn_at is 'When the worker last took a run of the person, or a proof that they requested.';

comment on column private.exercise_hours.times is 'The times at which the person handed in within the last hour.';

comment on column private.exercise_hours.proofs is 'The times at which the person requested proofs within the last hour, and the future times of proofs that an import requested.';

comment on column private.exercise_hours.killed is 'The times at which runs of the person had to be killed within the last day.';

comment on column private.exercise_standings.runs_to_pass is 'The number of the first run that passed; null: none passed.';

comment on column private.exercise_standings.looked_at is 'When the person first looked at the solution before they had passed; null: they did not look.';

comment on column public.exercise_runs.tried_at is 'When the last verification was begun; null: none was begun.';

comment on column public.exercise_runs.made_at is 'When the code was handed in on the device, if access has ended since. The completion gets this time (rules/learning#completed-in-time).';

comment on column public.exercise_runs.attempts is 'How many verifications were begun that did not settle the run.';

comment on column public.questions.deleted_by_id is 'The person who deleted the question. Only this person may restore it.';

comment on column public.questions.state is 'The stored state. A question whose closes_at has passed is closed, whatever state is stored (rules/questions#states).';

comment on column public.answers.deleted_by_id is 'The person who deleted the answer. Only this person may restore it.';

comment on column public.answers.staff is 'Whether the answer is from staff: the author could moderate the question at that time, and had not asked it.';

comment on column private.inbox_marks.version is 'The version of the row when the person marked it. Once the row has another version, it is shown again.';

comment on column private.behind_people.newest_at is 'The moment of the newest fact there has been, from which the version of the inbox row is made. It does not change when that fact ends. Null without facts.';

comment on column private.behind_people.facts is 'The facts that led to the reason, the earliest first, [{id: of an assignment or a question, at, times: for returned work}]. Titles are not stored, because they can change. Empty for SILENT and NOT_STARTED.';

comment on column public.purchases.amount_cents is 'In the currency''s smallest unit. Numbers in JSON are exact in a browser up to 2^53 - 1 (rules/purchases#money).';

comment on column public.purchases.reason is 'Why it was recorded by hand; null for purchases of a payment provider. The buyer may read it; the audit record says who wrote it.';

comment on column public.purchases.buyer_email is 'The email that the payment provider reported, kept while no member is known; cleared when the purchase is assigned to a member, and after 90 days (due_purchase_address()). Audit records do not contain it.';

comment on column public.purchases.refunded_cents is 'How much was refunded to the buyer. After a partial refund, the purchase stays COMPLETED and the access stays open.';

comment on column public.purchases.needs_member is 'Whether no member is known who paid it. False once the purchase was assigned to a member, even if that account was deleted later.';

comment on column public.notifications.review_id is 'The review that the notification announces. If the review is withdrawn, the notification is deleted.';

comment on column public.notifications.reminder_id is 'The reminder that the notification shows. The notification is deleted when the thing is done or moves, or the person leaves the cohort.';

comment on column public.notifications.question_id is 'The question whose answers the notification announces: all answers since the last notification that the person read, in one notification.';

comment on column public.notifications.source is 'The sender and the cohort as the bell shows them: Grace Kim · Autumn; null: nothing is shown. Set to null when the account of the sender is deleted.';

comment on column private.export_lists.action is 'The action on the resource that the export requires.';

comment on column private.export_lists.scope is 'The scope of the right that the export requires: assigned if the list leaves out people whom the caller does not reach; null if any scope is enough, because the list contains only rows that the caller may read.';

comment on type public.site_accent is 'Colours for the welcome and sign-in pages; the apps define the exact colours.';

comment on function private.active() is 'True if the caller passes the gate: their session is open, their account may be used, and the session has shown the second factor if the account has one.';

comment on function private.active_role() is 'Like admitted_role(), but also null while the account has a second factor that this session has not shown.';

comment on function private.admitted_role() is 'Returns the role of the caller, or null if they may do nothing: their session is over, they have no profile, their account is disabled, or unverified while verification is required, or the product is in maintenance and they are not an administrator. A creator counts as a member while creators may not use the admin panel. The second factor is not checked, so only functions with which people show, replace or remove a second factor may call this.';

comment on function private.assigned_person_ids() is 'Returns the people of the cohorts that the caller looks after, without those who left. Checks no rights: callers also call can().';

comment on function private.can(text,text,public.permission_scope) is 'Takes a resource, an action and a scope; true if the role of the caller has this right in this scope or for any row. Policies check rights only with this function.';

comment on function private.claims() is 'Returns the claims of the caller''s token, or an empty object without a token.';

comment on function private.entitled_course_ids() is 'Returns the published courses to which the caller has access now.';

comment on function private.entitled_module_ids() is 'Returns the modules of entitled_course_ids().';

comment on function private.is_slug(text) is 'True if a text can be a slug: 1 to 50 lowercase letters, digits and hyphens.';

comment on function private.is_stored_file(text,text) is 'Takes the address of a file, as in a text or a field, and a bucket; true if it is the address of a file in this bucket (rules/files#truth).';

comment on function private.made_course_ids(uuid) is 'Takes a person; returns the courses that they made.';

comment on function private.meets_required_aal() is 'True if the session allows rights on rows of other people: while the setting requires a second factor, only a session of level aal2 does (rules/access#second-factor-for-staff).';

comment on function private.my_course_ids(text,text) is 'Takes a resource and an action; returns the courses that the caller made, if the role table allows the action on their own.';

comment on function private.my_module_ids(text,text) is 'Returns the modules of my_course_ids().';

comment on function private.my_staffed_course_ids() is 'Returns the published courses of cohorts that the caller looks after, which are open to them regardless of the schedule (rules/cohorts#staff).';

comment on function private.my_staffed_module_ids() is 'Returns the modules of my_staffed_course_ids().';

comment on function private.my_unreleased_lesson_ids() is 'Returns unreleased_lesson_ids() for the caller at this moment.';

comment on function private.person_keeps(uuid,text,text,public.permission_scope) is 'Like person_may(), but maintenance does not take the right away, so that invites and other acts that staff have begun stay valid. Sessions are not checked.';

comment on function private.person_may(uuid,text,text,public.permission_scope) is 'Like can(), but for any person: true if they have this right once they are signed in, with a second factor if one is required. Sessions are not checked.';

comment on function private.preview_module_ids() is 'Returns the modules of published courses that contain a free-preview lesson, if the caller is active (rules/learning#open-lessons).';

comment on function private.rights_of(public.user_role) is 'Takes a role; returns its rows of the role table and those of MEMBER, which every role has (rules/access#four-roles), each with the scope that applies now: while the setting lets moderators see everybody, rows of MODERATOR with the scope assigned apply as any; otherwise, its rows about people, their access, their completions and analytics apply as assigned (rules/access#moderators-see-everybody).';

comment on function private.uid() is 'Returns the id of the caller, or null for a visitor. Unlike auth.uid(), it returns null for a malformed claim instead of raising an error.';

comment on function public.my_permissions() is 'Returns what the caller may do now, as (resource, action, scope); nothing for visitors and for accounts that are not active. The function can() of both apps uses it (rules/access#role-table).';

comment on function private.at_most(text,anyarray,integer) is 'Takes the name of an argument, its value and the maximum number of items; returns true, or raises PT422 with the name as hint if it has more items, or more than 1,000 bytes for each allowed item.';

comment on function private.at_most(text,jsonb,integer) is 'Takes the name of an argument, its value and the maximum number of bytes; returns true, or raises PT422 with the name as hint if the JSON is larger or not is_plain_json().';

comment on function private.at_most(text,text,integer) is 'Takes the name of an argument, its value and the maximum number of characters; returns true, or raises PT422 with the name as hint if the text is longer.';

comment on function private.invites_count(text) is 'Takes a status as invite_state() returns it (null: any); returns how many invites have it.';

comment on function private.like_pattern(text) is 'Takes a search text; returns a pattern in lower case that finds it anywhere, with special characters escaped.';

comment on function private.matches_schema(jsonb,jsonb) is 'Takes JSON and a JSON Schema; true if the JSON matches. Null for SQL''s null. Knows type, enum, maxLength, pattern, minimum, maximum, minItems, maxItems, items, required, properties, additionalProperties and maxProperties. Stricter than the standard: every string, number and list needs a maximum, and an object with a key that is not in the schema does not match.';

comment on function private.page_in_order(text,text,integer,bigint) is 'Takes a condition on profiles p as people_where() gives it, an order for which there is an index, the size of a page and how many rows to skip; returns the ids of the page. Reads the list by that index instead of sorting it, even if the planner estimates that sorting is cheaper.';

comment on function private.people_count(public.user_role,text) is 'Takes a role, and active, disabled or staff, as people_where() does (null: any); returns how many people these are.';

comment on function private.plain_like(text,text) is 'Takes a column, as SQL, whose texts are nearly all ASCII, and a pattern in lower case; returns the SQL condition that a text matches the pattern. A pattern with non-ASCII letters is compared only with texts that have such letters, for which each of these columns has an index.';

comment on function private.rebuild_row_counts() is 'Recounts the rows of every list. Call it after rows were added without triggers, for example when a data set was loaded.';

comment on function public.legal_texts() is 'Returns the terms of use and the privacy policy as Markdown, each empty if there is none. They are not part of public_settings(), because every visitor loads that. Callable without passing the gate, because people read them before they have an account (rules/settings#legal-texts).';

comment on function private.by_hand(text) is 'Takes a purchase''s provider; true if it is not a payment provider, but a way of payment that an administrator entered.';

comment on function public.search_questions(text) is 'Takes a query, of which the first 100 characters and eight words count; returns the six best matching questions, [{id, lesson_id, slug, lesson, course, title, snippet, state, answers, accepted, answer_id, answer_accepted}], out of those that the caller may read in lessons that are open to them: first questions with all the words, as they were typed, in title and text, then questions with such an answer, whose id is answer_id and from which the snippet is taken. In title and snippet, matches are between the characters 2 and 3. Definer, because PostgreSQL does not use indexes of words under row security; it first finds the lessons and cohorts of the caller (rules/questions#searching).';

comment on function private.refuse(text) is 'Takes a sentence; raises 42501 with it. Callers use it both for rows that the caller may not change and for unknown rows.';

comment on function private.refuse_field(text,text) is 'Takes a field and a sentence; raises PT422 with the sentence, and the field as hint, at which the form shows the sentence.';

comment on function private.row_count(text,text[]) is 'Takes a list and some of its parts (null: all); returns how many rows they have.';

comment on function private.signal_change() is 'Statement trigger: if any row changed, adds one signal for its argument in this transaction, and deletes up to 20 old signals.';

comment on function private.signal_people(text,uuid[]) is 'Takes a resource and people; tells the apps of only these people that the resource changed.';

comment on function private.signal_staff(text) is 'Takes a resource; tells the apps of staff that it changed. For tables whose trigger would signal too often.';

comment on function private.signal_table(regclass) is 'For migrations: adds triggers to a table, so that each change adds a signal with the name of the table. Not for tables that learners change all day, because lists would be read again for each watched lesson.';

comment on function private.touch_updated_at() is 'Row trigger: sets updated_at.';

comment on function private.watched_resources() is 'Returns the resources of which the caller may list or read more than a member may: all rows, their own, or for a moderator the rows of people in their cohorts; and the inbox for callers who have one. None for members.';

comment on function public.public_settings() is 'Returns the settings that the app of every visitor needs. Callable without passing the gate (rules/access#gate).';

comment on function public.settings_preview() is 'Returns how many people each setting would affect now, without disabled accounts: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (at most five), unverified, creators, creator_courses, moderators, moderators_without_cohort (who look after none), recent_sign_ups (30 days), open_invites, me_without_factor and me_unverified (whether the caller would be affected)}. For callers who may change the settings; raises 42501.';

comment on function private.check_access_act(text,uuid[],timestamp with time zone) is 'Takes an act (grant, revoke or end), courses and an end. Raises 42501 unless the caller may do this, and PT422 BAD_ACT, TOO_MANY (1 to 200 courses), NO_COURSE, END_PAST and END_FAR.';

comment on function private.check_new_end() is 'Row trigger on new grants: if a signed-in person inserts the grant, raises as check_end() does for an end that is past or too far away.';

comment on function private.grant_access(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and an end (null: without end); grants each course to each person who has no open grant of it (grants of cohorts do not count), and returns how many grants it made. A grant that is open keeps its end.';

comment on function private.moment_of_work(uuid,uuid,timestamp with time zone) is 'Takes a person, a course, and when work was made (null: now). Returns the moment by which openings and due dates are worked out for this work: now while a grant is open, otherwise the moment at which the work was made, if a grant was open then and that was within a week. Null if the work is not accepted.';

comment on function private.without_other_cohorts(jsonb) is 'Takes an answer of access_of(); returns the same answer without the cohorts that the caller may not read.';

comment on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) is 'Opens courses to many people (grant, until ends_at or without end), closes them (revoke) or changes when the access ends (end; null: it no longer ends), in pieces of at most 20,000 pairs: to those named, whom the caller reaches, or to those whom members() finds for the search, role, state, course and quiet, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT422 TOO_MANY, NO_COURSE, BAD_ACT, BAD_FILTER, END_PAST and END_FAR; a refused piece has changed nothing.';

comment on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) is 'Counts what change_access() would do with the same act, courses, end and people; changes nothing. Gives {people: how many were found, touched: for how many of them something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, for a revocation also {ended: how many touched people had no open grant of these courses any more, keeps: how many can still open some of the courses afterwards, by their role or because they made them}. Raises as change_access() does (rules/members#touched).';

comment on function public.check_session() is 'PostgREST calls this function before each request. Sets the session''s time zone to UTC, whatever the request asks for. Raises PT401 SESSION_OVER (status 401) if the session in the caller''s token has ended: the app then tries once to refresh the token, gets the refusal of the auth service, and opens the sign-in page. Requests without a session, or of visitors, continue; row security gives them no rights.';

comment on function public.end_session(uuid) is 'Takes a session of the caller and ends it: its device has no rights from its next request on. Raises PT404 NO_SESSION if it has ended already or belongs to another person, and 42501 for callers whom the gate refuses.';

comment on function private.inbox_work(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the work that waits for the caller, as WORK, or as APPEAL if a second opinion is wanted: the first 50 of each, and how many there are, counted to 1,001. The work is in the caller''s queue, is not claimed by or offered to others, and does not need a review by somebody else. Looks at the 1,001 pieces of work that have waited longest. Empty for callers who may not review.';

comment on function private.plan_look(uuid) is 'Takes a cohort that changed; plans its reminders, and adds a job that looks for people who have fallen behind in it once the change is committed, unless such a job waits already (rules/due-work#again).';

comment on function public.save_access(uuid,uuid[],uuid[],jsonb) is 'Takes a person, courses to open and courses to close to them, and ends of access [{course_id, expires_at, was}]: for a course that is opened, its end; for one that is open already, the new end and the end that the caller saw (null: none). Saves everything in one transaction and returns the counts {granted, revoked, changed}. The same call again changes nothing. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE, NO_COURSE, END_PAST and END_FAR, PT409 STALE_END when the stored end is not the one that the caller saw.';

comment on function private.factor_missing() is 'True if the caller has a second factor that this session has not shown.';

comment on function private.remove_factors(uuid,text,text) is 'Takes a person, the session that stays open (null: none) and the means (such as a recovery code or an administrator); removes the second factors of the person, ends their other sessions and writes an audit record. Returns how many verified factors there were. Callers have to check rights first.';

comment on function private.session_aal() is 'Returns the level of the caller''s session as the auth service stores it: aal1, or aal2 with a second factor; null if the session has ended, belongs to another person, or is not named in the token. The claim `aal` of the token is ignored. While inbox_of() runs, aal2.';

comment on function private.strong_session() is 'True if the caller''s session is open and has shown a second factor, by what the auth service stores. The claim `aal` of the token is ignored.';

comment on function private.verified_factors(uuid) is 'Takes a person; returns how many verified second factors they have.';

comment on function public.boot() is 'Returns everything that an app needs when it opens, in one call: account, permissions, public settings, whether the caller has communities and how many new posts these have, and the bell as notification_feed() returns it.';

comment on function private.question_not_behind() is 'Row trigger: checks the reason NOT_ANSWERED again when a question was answered, deleted or merged.';

comment on function public.ban_member(uuid,uuid,boolean) is 'Takes a community, a person in it and whether they are banned from now on: administrators can ban anybody, and moderators of the community can ban members who are not moderators, but not themselves. Raises 42501. Definer, because only administrators hold the update policy (rules/communities#banned).';

comment on function public.make_recovery_codes() is 'Makes ten recovery codes for the caller, which replace the earlier ones, and returns them; they cannot be read again. Raises PT403 SECOND_FACTOR_NEEDED unless the session is aal2, and 42501 for callers whom the gate refuses.';

comment on function public.my_account_state() is 'Returns the caller''s account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, the time zone that they chose (null: the browser''s), whether mail to their email has ended, and whether a setting requires a second factor that this session has not shown for rights of staff. SECOND_FACTOR: the account has a second factor, and this session has not shown it. Null for visitors. Raises PT401 SESSION_OVER for a session that has ended. Callable without passing the gate, because it tells people why the gate refuses them.';

comment on function public.my_factors_state() is 'Returns what the profile shows of the caller''s two-factor sign-in: how many verified factors and unused recovery codes there are, and when the codes were made (null: never). Raises 42501 for callers whom the gate refuses.';

comment on function public.my_sessions() is 'Returns the caller''s open sessions: this session first, then the last active ones, at most 50. Raises 42501 for callers whom the gate refuses.';

comment on function public.reset_factors(uuid) is 'Takes a person; removes their second factors and recovery codes and signs them out everywhere. Only for administrators, and not for their own account. Raises 42501, PT409 OWN_ACCOUNT or PT404 NO_PERSON.';

comment on function public.use_recovery_code(text) is 'Takes a recovery code of the signed-in caller. Returns RESET with codes_left if the code is right: it is used up, the second factors are removed and all other sessions end. Returns WRONG with tries_left, after five wrong codes within 15 minutes TOO_MANY with retry_at, and NO_FACTOR if there is no second factor. Raises 42501 for callers whom the gate refuses.';

comment on function private.runs_code(text) is 'Takes a kind of jobs; true if jobs of this kind run code that people wrote. Such jobs have a queue of their own (rules/due-work#runs).';

comment on function private.retry_delay(integer) is 'Takes how many attempts failed before; returns how long to wait after the next failure: one minute, two, four, and so on up to an hour.';

comment on function public.before_user_created(jsonb) is 'Hook that the auth service calls before it creates an account: takes {user: {email, user_metadata}}, returns an empty object or {error: {http_code, message}}. Checks the sign-up with check_sign_up(). Only the auth service may call it.';

comment on function private.claim_job(private.due_work) is 'Takes a due job that is done outside the database; locks it for ten minutes and returns [{id, attempt, kind, key, content}], or [] if it is not done now.';

comment on function private.due_failures(private.due_work) is 'Job: tells those who may read jobs, in the bell and by mail, which jobs were given up on the day before (UTC). Dropped if all of them have been retried, or after two days (rules/due-work#kinds).';

comment on function private.end_job(uuid,integer,text) is 'Takes a job, how often it was tried, and DONE or DROPPED; ends the job with this outcome.';

comment on function private.enqueue_job(text,text,timestamp with time zone,uuid,uuid) is 'Takes a kind, a key within that kind, a moment, and the subject and the person of the job; adds the job. A job runs once for each key, however often it is added.';

comment on function private.fail_job(uuid,integer,text,boolean) is 'Takes a job, how often it was tried, the error, and whether another attempt is useless; schedules another attempt after a pause, or gives the job up a day after the first attempt (rules/due-work#failing).';

comment on function private.run_due_work(integer) is 'Takes how many jobs to do; does jobs that are due and are done in the database, the longest due first, each in its own savepoint; returns how many it took. A job that fails is tried again with growing pauses, and given up after a day with its reason. Jobs that other workers have locked are skipped. Adds the job of the next hour for each hourly kind without an open job (rules/due-work#hourly). Jobs that ended 30 days ago are deleted (rules/due-work#failing).';

comment on function private.worker_stopped() is 'True if no worker has taken jobs, or none has taken mails, for ten minutes.';

comment on function public.claim_due_mails(integer,text[]) is 'Takes how many, at most 10, and of which kinds (null: all that run no code); claims jobs that are done outside the database and are due, the longest due first, and returns {taken: how many it looked at, mails: [{id, attempt, kind, key, content: what the template of that kind needs, with `to`}]}. It locks them against other workers for ten minutes. Only for the function that sends mails (rules/due-work#mails).';

comment on function public.claim_due_runs(integer) is 'Takes how many, at most 10; claims runs and proofs that wait, one of each person, and returns them as claim_due_mails() does. The person whose last turn is the longest ago comes first. Only for the function that has them verified (rules/due-work#runs).';

comment on function public.due_work_list(text,text,integer,integer) is 'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended and not given up), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title, or an invited email; for a round, the title of its assignment, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether no worker runs}. Raises 42501.';

comment on function public.retry_due_work(uuid) is 'Takes a job that failed; the worker tries it again as soon as possible, and then for a day. Recorded as due_work.retry. Raises 42501, or PT404 if the job has been done since.';

comment on function private.keep_an_administrator(uuid) is 'Takes the person who is about to stop being an active administrator; raises PT409 LAST_ADMIN if no other would be left.';

comment on function private.last_administrator(uuid) is 'Takes a person; true if they are the only active administrator. Other callers wait until the transaction ends, so that two administrators cannot step down at the same moment.';

comment on function private.limit_metadata() is 'Trigger on auth.users: refuses user metadata above 16 kB, because every token of the person contains them.';

comment on function private.make_unsubscribe_token(uuid,text) is 'Takes a person and a kind of mail (the name of its column in preferences); makes and returns a secret with which the person can end this kind of mail, valid for a year, and deletes up to 100 secrets that are older than a year.';

comment on function private.name_pattern(text) is 'Takes a name; returns a regular expression that finds the whole name in a text, its words joined by a space, a dot, a dash, an underscore or nothing. Null for no name.';

comment on function public.settle_due_mail(uuid,integer,text,boolean) is 'Takes a claimed mail by its id and attempt, the error (null: it was sent), and whether another attempt is useless; ends the job, or schedules another attempt after a pause. Does nothing if the job has ended. Only for the function that sends mails.';

comment on function private.address_pattern(text) is 'Takes an email; returns a regular expression that finds the whole email in a text. Null for null.';

comment on function private.address_proven() is 'True if the caller has shown that they can read mail to their present email: by confirming it at any time, or, for a corrected email, by opening this session from a mail. An account that was made while verification was not required has not shown this (rules/accounts#address-proof).';

comment on function private.check_not_self(uuid,text) is 'Takes a person and a sentence; raises PT409 OWN_ACCOUNT with the sentence if the person is the caller.';

comment on function private.confirm_without_verification() is 'Trigger on auth.users: while verification is not required, marks the email as confirmed when the account is made (rules/accounts#verification). The time is set to 1970, which means that no mail to this email was opened.';

comment on function private.create_profile() is 'Trigger on auth.users: creates the profile, always with the role MEMBER, in the same transaction. Refuses with PT422 and a whole sentence, which the auth service passes on (rules/accounts#sign-up-refusal).';

comment on function private.delete_profile() is 'Trigger on auth.users: deletes the profile of an account that the auth service marks as deleted without deleting the row.';

comment on function private.due_address_mail(private.due_work) is 'Job: returns {to}, the email to which the worker lets the auth service send a confirmation. Null once the email is confirmed or changed, or the account is disabled.';

comment on function private.erase_from_communities(uuid) is 'Takes a person; deletes the reports about their posts, questions and answers, and replaces the texts of their posts. The posts stay as deleted ones, so that replies of other people keep their place.';

comment on function private.erase_from_courses(uuid,text) is 'Takes a person and the pattern of their name; removes their name as author from courses that they made, and from stored states to which an import can be undone.';

comment on function private.erase_from_files(uuid,text) is 'Takes a person and the pattern of their name or email; replaces matches in the names of files that they added, in every lesson that has these files, and in the audit records about the files. Must run while the audit records still name the person.';

comment on function private.erase_from_invites(uuid,text) is 'Takes a person and their email (null if it was never confirmed); removes the email and the name from invites that they accepted or that were sent to the email, and cancels open ones.';

comment on function private.erase_from_notifications(uuid,text) is 'Takes a person and their email (null if it was never confirmed); removes the person as the source of notifications, and the email from notifications to others, such as those about invites that were not accepted, and from messages to cohorts.';

comment on function private.erase_from_purchases(uuid) is 'Takes a person; removes the reasons for which their purchases were recorded or refunded by hand, in purchases and in audit records, and their email from purchases without a member.';

comment on function private.erase_from_reviews(uuid,text) is 'Takes a person and the pattern of their name or email; replaces matches in the reviews that they gave or withdrew and in the reasons of the extensions that they gave. What they handed in is deleted with their profile.';

comment on function private.erase_row() is 'Row trigger on auth.users and on profiles: erases the person before the row is deleted, and writes one audit record for the whole erasure.';

comment on function private.is_email(text) is 'True if an account can be made for an email: it has the form that the auth service and mail servers accept, by the same rule as isEmail() of the apps (rules/accounts#address). An existing account keeps its email even if this returns false.';

comment on function private.is_time_zone(text) is 'Takes a name; true if it is an IANA time zone that the database knows, and not also an abbreviation, such as CET, because PostgreSQL ignores clock changes for abbreviations (rules/cohorts#moments). UTC is allowed, because zone and abbreviation mean the same.';

comment on function private.on_address_set() is 'Trigger on auth.users, which runs after reset_email_confirmation(): updates corrected_addresses. A person whose email is unconfirmed now is signed out everywhere, and if verification is required, asked by mail to confirm it.';

comment on function private.on_mailbox_proved() is 'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link shows that the email is the person''s. So gives the invited role that waited for this, and adds the person to the cohort of a join link (rules/invites#role-needs-mailbox, rules/cohorts#link).';

comment on function private.record_without_person(jsonb,text,text) is 'Takes the before or after of an audit record, a regular expression, and the type of the target; returns it without the person''s name or email in the names of files and attachments.';

comment on function private.reset_email_confirmation() is 'Trigger on auth.users: if an email is changed without a mail to the new one, removes the confirmation, or, while verification is not required, sets it to 1970, so that the password still works. Two changes keep the confirmation: one that the person confirmed by mail, and one by a server with the secret key that confirms the email in the same transaction.';

comment on function private.session_is_of_address(uuid) is 'Takes a session; false if it began before the present email of the account was set, because then the mail that opened it was sent to an earlier email.';

comment on function private.void_mailed_links() is 'Trigger on auth.users: when the email changes, makes links and codes invalid that were mailed to the earlier email, such as those for a new password.';

comment on function private.wants_mail(uuid,text) is 'Takes a person and a kind of mail (the name of its column in preferences, or reminder_mails for any reminders); true if the person wants such mails, which is the default.';

comment on function private.without_person(text,text) is 'Takes a text and a regular expression for a name or email; returns the text with neutral words in place of each match.';

comment on function public.sign_up_confirmed(uuid) is 'Takes the id that Auth answered to a sign-up of the last day; true once its email is confirmed, on whichever device. For an email that had an account before, Auth returned a random id, so the answer reveals nothing about other accounts (rules/accounts#sign-up-then-in, #who-has-an-account).';

comment on function public.correct_person(uuid,text,text) is 'Takes a person and a new email or phone; null leaves one as it is, an empty phone removes it. A new email is unconfirmed: the person is signed out everywhere. If verification is required, they are asked by mail to confirm it; otherwise they can sign in with it at once (rules/accounts#correct-person). Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN or LAST_ADMIN, PT422 EMAIL_FORM or PHONE_FORM.';

comment on function public.delete_my_account() is 'Deletes the caller''s own account, also if it is disabled; purchases and audit records stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT403 SECOND_FACTOR_NEEDED while it has not shown the account''s second factor, PT409 LAST_ADMIN for the last administrator (rules/accounts#delete-account).';

comment on function public.note_time_zone(text) is 'Takes the time zone of the caller''s browser; stores it unless the caller has one already, and returns the stored one. Raises 42501, PT422 with `time_zone` as hint (rules/accounts#preferences).';

comment on function public.set_disabled(uuid,boolean) is 'Takes a person and whether their account is disabled from now on. Raises as set_role() does. A disabled person can read nothing from their next request on (rules/access#disabled).';

comment on function private.lock_course(uuid) is 'Takes a course; locks it until the transaction ends, after transactions that reorder, delete or restore content of it. Callers have to read again what they read before the lock.';

comment on function private.open_extension_requests() is 'Returns the requests for more time that wait for an answer: leaves out requests for work that has passed, and for lessons in the bin. Checks no rights.';

comment on function private.person_may_give_time(uuid,uuid,uuid) is 'Takes a person, a second person who wants more time, and an assignment; true if the first may give it to the second, by the same rule as extension_may_be_given(). False if both are the same.';

comment on function private.refuse_answered() is 'Raises PT409 ANSWERED, because the request for more time was answered already.';

comment on function public.set_role(uuid,public.user_role) is 'Takes a person and a role; gives them this role. Only for administrators, who cannot change their own role; at least one active administrator must remain. Raises 42501, PT409 (OWN_ACCOUNT, LAST_ADMIN) or PT404 (rules/access#last-administrator).';

comment on function public.unsubscribe(text,boolean) is 'Takes the secret of a mail, and whether to end this kind of mail for its recipient; returns {mail: its kind, wanted: whether the recipient still gets it}. Null for a secret that is unknown, older than a year, or of a disabled account. Only for the edge function `unsubscribe`.';

comment on function private.audit() is 'Statement trigger on every audited table, attached by audit_table(). Arguments: the action''s first word, and options. Writes nothing while recorded_at_once() is true.';

comment on function private.audit_kind(text) is 'Takes an action; returns its kind: CREATE for an action that creates something (also a grant, or joining), DELETE for one that ends something (also a revoked grant or a cancelled invite), LOGIN, LOGOUT and EXPORT, and UPDATE for every other change (rules/records#audit-filters).';

comment on function private.audit_options(regclass,jsonb) is 'For migrations: sets further options of a table''s audit; they replace earlier options of the same name. Besides those of audit_table(): `about`, columns that the record of an update always contains, because they tell which person or thing it is about; `update` null: updates to which no verb applies are not recorded; `place` as audit_title() has it, with `unless`, the column that, when it is set, leaves the title out.';

comment on function private.audit_password() is 'Trigger on auth.users: writes one audit record when the password of a confirmed account changes, and how: in a session that a mailed link opened (mail), in another session of the owner (own), or without a session (administrator). The password itself is not recorded.';

comment on function private.audit_people(text) is 'Takes an id, its first eight characters or more, or words of a name or email; returns the people who match, at most eleven.';

comment on function private.audit_table(regclass,text,jsonb) is 'For migrations: attaches the audit to a table. Takes the first word of its actions, which is the target type too, and options: `key`, the column of the target''s id (id); `identity`, the columns that tell rows apart (the key); `insert` and `delete`, the last words of those actions (create, delete; null: not recorded); `omit`, columns that no record holds; `shorten`, a column of which 2,000 characters are kept; `verbs`, [word, column, what it becomes: set, cleared, changed, or a value], of which the first that matches becomes the name of an update; `order`, {position, parent, parent_type, moving} of rows that are reordered, `moving` being the columns that change when a row only moves.';

comment on function private.audit_title(regclass,jsonb) is 'For migrations: gives the audit records of a table a title and a course. Takes the table and its place: `title`, the column with its title (left out: the title of the course, module or lesson that it belongs to), and `of` (course, module or lesson) with `in`, the column with that content''s id (left out: it belongs to no course).';

comment on function private.audit_verb(jsonb,text[],jsonb,jsonb) is 'Takes a table''s verbs as audit_table() has them, the columns that change when a row only moves (null: rows have no order), and a row before and after; gives the last word of the action''s name. A function can set another name for its own update, in the setting rookies.verb of its transaction.';

comment on function private.audit_view(jsonb,text[],text) is 'Takes a row, the columns to leave out and the one of which 2,000 characters are kept (null: none); returns the row without values that the audit log must not store: personal data, which has to be erasable, and tokens (rules/records#audit-without-people).';

comment on function private.content_place(text,uuid) is 'Takes course, module, lesson, community, cohort, submission, round or question and its id; returns its title and its course, even if it is deleted; for work and questions, only the title of the lesson. Nulls for another kind or id.';

comment on function private.record_act(text,text,jsonb,text) is 'Takes an action, whose first word is the target''s type, the target''s id, details and the target''s title; writes an audit record in the caller''s name. For actions that no trigger on a table can record, such as exports.';

comment on function private.record_at_once(boolean) is 'Takes whether the calling function writes one audit record itself; if so, audit triggers write no records for the other changes of this statement.';

comment on function private.recorded_at_once() is 'True if the calling function writes one audit record for the whole statement, so that triggers write none.';

comment on function private.request_header(text) is 'Takes the name of a header; returns its value in the caller''s request, cut at 500 characters; null outside a request.';

comment on function private.withhold_new_records() is 'Statement trigger: removes from new audit records whose hidden work was handed in. It runs after the audit triggers, because PostgreSQL runs triggers in the order of their names.';

comment on function private.withhold_records(uuid[]) is 'Takes rounds; reduces the audit records of hidden rounds to which work was handed in and when, and stores the removed parts for complete_records().';

comment on function public.audit_list(text,text,text,text,timestamp with time zone,timestamp with time zone,text,text,integer,uuid) is 'Takes a kind (CREATE, UPDATE, DELETE, LOGIN, LOGOUT, EXPORT), an action, a target type, a person (id, the beginning of one, or words of name or email), from when and until before when, the record (`created_at,id`) after which (`after`: older ones) or before which (`before`: newer ones) the page begins, the size of the page (at most 100), and a course whose records alone are listed (null: all). Returns {count: exact up to 10,000, more: beyond that, newer, older: whether there are any, many_people: the person may mean more than ten, records: [{id, action, target_type, target_id, title, course_id, created_at, user_id, who, actor, ip_address, detailed}]}, newest first. Raises 42501 (rules/records#audit-filters).';

comment on function public.audit_names(uuid[]) is 'Takes at most 500 ids from audit records; returns {id: its present name or title} for people, courses, modules, lessons, cohorts and communities. Raises 42501 (rules/records#history).';

comment on function public.person_audit(uuid) is 'Takes a person; the newest 50 records of what was done to their account and their access, as audit_list() has them, with the present title of a course where the record has none. audit_list() with the person returns what the person did. Raises 42501 and PT404 NO_PERSON.';

comment on function public.record_session(text) is 'Takes login or logout; records it once for each session, even if it is called again (rules/records#sign-in-records). Raises PT409 SESSION_OPEN for the sign-out of a session that is still open.';

comment on function public.hand_over_inbox_row(text,uuid,text,uuid,text,uuid) is 'Takes a row of the inbox, the version that the caller saw, a colleague, a note of 500 characters at most, and who had the row on the caller''s screen (null: nobody); hands the present version of the row to the colleague, notifies them, and marks the row as done for the caller. The same request again does nothing. Raises 42501, PT404 NO_ROW, PT409 HANDED_OVER if somebody else has got it since, PT422 with `to_id` or `note` as hint (rules/inbox#hand-over).';

comment on function public.inbox_colleagues(text,uuid) is 'Takes a row of the caller''s inbox; returns the other people to whom it can be handed over, because they can have it in their inbox, too, [{id, name}]; for blind work only people who may review all work of the assignment and do not take the course. Empty for a row that is not in it. Raises 42501.';

comment on function private.binned_lesson_ids() is 'Returns the lessons in the bin, whether they were deleted by themselves or with their module or course. A lesson can be returned several times.';

comment on function private.remember_slug() is 'Trigger: stores the earlier slug of a course, so that it still leads to the course (rules/courses#slug-moves).';

comment on function public.course_learners(uuid) is 'Takes a course (null: all courses); returns id and name of its learners, but no email, phone or role. Creators get only those of their own courses (rules/access#role-table).';

comment on function public.course_titles() is 'Returns id, title, slug and status of the courses that Manage Access and invites offer: all for administrators and moderators, their own for creators (rules/access#role-table).';

comment on function private.course_targets(uuid) is 'Takes a course; returns the links and videos of its lessons: {module_id, lesson_id, kind: link, image, page, attachment or video, label, target: an address, or PROVIDER:id for a video}.';

comment on function private.leads_inside(text,uuid) is 'Takes a path of the portal and the course whose text has it; true if it leads to a course that learners can open, or to a lesson of such a course.';

comment on function private.links_in(text) is 'Takes Markdown without code; returns its links and images: {kind: link or image, label: its text, target}.';

comment on function private.plan_reminders_of_member() is 'Row trigger: when a person joins, pauses, comes back or leaves, or gets another due date, plans the reminders of their cohorts.';

comment on function private.quiet_hours(timestamp with time zone,text,time without time zone,time without time zone) is 'Takes a moment, a time zone, and the times of day between which a person gets no reminder; returns when the quiet hours around the moment begin and end, nulls if the moment is not in quiet hours.';

comment on function private.remind(uuid[]) is 'Takes cohorts; sends their people the notifications of reminders that are due, each once, plans the mail of the day for those who want it, deletes notifications about things that were done or moved, or of people who paused or left, and adds the next jobs for these cohorts.';

comment on function private.reminder_hours(uuid,uuid) is 'Takes a person and their cohort; returns the time zone of the person (null: not known), the time zone for reminders (that of the person, otherwise that of the cohort), the times of day between which they get none, and which kinds they want by mail.';

comment on function private.prose(text) is 'Takes the Markdown of a lesson; returns it without code.';

comment on function public.begin_link_check(uuid) is 'Takes a course; counts a check of its links, of which each person has 30 an hour, and returns the links [{target: an address, or PROVIDER:id for a video, kind, lesson_id, lesson, state: how it responded within the last hour, or null}]. For callers who may edit the course; raises 42501 and PT422 TOO_MANY_CHECKS (rules/courses#check-links).';

comment on function public.check_course(uuid) is 'Takes a course; returns what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address that the remark is about}]}. For callers who may edit the course; raises 42501.';

comment on function public.keep_link_states(jsonb) is 'Takes [{target, state}] and stores how the addresses responded. Only for the service role, because other callers could store that a broken link works.';

comment on function private.make_room_in_bin(uuid,uuid,integer) is 'Takes a course, one of its modules or null, and a position; moves deleted lessons of the module, or deleted modules of the course, from this position on by one. Raises 42501.';

comment on function private.order_members(jsonb) is 'Takes an order as course_order() returns it; returns its modules and lessons as a sorted list with duplicates, so that two orders of the same content give the same list.';

comment on function private.keep_lesson_version() is 'Row trigger: stores the new texts of a lesson as a version; if the lesson has no version yet, also its former texts. Deletes versions that are older than a year and not among the newest 50 (rules/courses#versions).';

comment on function public.course_content(uuid) is 'Takes a course; returns all modules and lessons that the editor lists, in order, in one answer of any size: [{id, title, index, updated_at, lessons: [{id, title, index, content_type, video_provider, duration_sec, free_preview, description}]}], without texts and video ids. Row security decides what the caller sees: nothing if they may read no module (rules/courses#many-lessons).';

comment on function public.course_history(uuid,text) is 'Takes a course, and the record (`created_at,id`) after which to read; returns its newest 50 audit records, of the course, its modules, lessons, attachments and files [{id, action, title, created_at, who: a name, by: PERSON, GONE (a person whose account was deleted) or SYSTEM, before, after, lesson_id, version: the version of that lesson that the change added, or null}]. For callers who may read the history of every course, or of their own courses; raises 42501.';

comment on function public.deleted_content(uuid) is 'Takes a course; returns its modules and lessons that can still be restored (30 days), the latest first. Lessons that were deleted with their module are not listed, because they are restored with it. Raises 42501.';

comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content, assignment: assignment_fields() or null, exercise: key_fields() or null}, earlier: the texts of the version before it, or null, now: the present texts of the lesson, updated_at: of the lesson}. Row security decides what the caller may read; raises 42501.';

comment on function public.lesson_version_list(uuid,integer) is 'Takes a lesson, and the `no` of the version after which to read; returns its newest 50 versions without their texts [{id, no, created_at, who: a name, fields, growth, restores}]. For callers who may read versions of every lesson, or of lessons in their own courses; raises 42501.';

comment on function private.work_is_of_own_course(uuid,public.submissions) is 'Takes a person and somebody''s work; true if the person made its course.';

comment on function public.begin_work_uploads(uuid,jsonb) is 'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type: of its content}], at most 20; returns, in the same order, [{path: where to send it, as application/octet-stream, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';

comment on function public.restore_lesson_version(uuid,timestamp with time zone) is 'Takes a version, and the updated_at of the lesson as the caller read it; saves the texts of the version as save_lesson() does, which adds a new version, and records lesson.restore_version. Returns {lesson_id, updated_at, before: the version with the texts from before, which undoes this}. Raises PT409 STALE_LESSON, PT422 with the field''s sentence, 42501.';

comment on function private.can_on_course(text,text,uuid) is 'Takes a resource, an action and a course, also a deleted one; true if the caller has this right for everything, or has it for their own content and made the course.';

comment on function private.check_course() is 'Trigger: refuses an invalid course with the sentence of the course form, because the error of a constraint has no such sentence (rules/courses#course-form).';

comment on function private.copy_lessons(jsonb,boolean) is 'Takes {module: its copy}, and whether to copy source paths (they are unique in a course); copies the lessons with their attachments and files, at the same positions. Links between the lessons lead to the copies. Runs as its caller.';

comment on function private.copy_slug(text) is 'Takes the slug of a course; returns a slug for its copy that no course has or had, of at most 50 characters. Null if a thousand candidates are taken.';

comment on function private.copy_title(text) is 'Takes a title; returns the title of a copy, of at most 100 characters.';

comment on function private.due_bin(private.due_work) is 'Job: removes a course, module or lesson for good that was deleted 30 days ago, with everything in it; purchases and audit records stay. Dropped if it was restored, or if it was deleted together with its course or module (rules/courses#bin).';

comment on function private.enqueue_bin_removal() is 'Statement trigger: schedules the removal of deleted rows in 30 days.';

comment on function private.free_places(integer[],bigint) is 'Takes the positions that are taken, and how many free ones are wanted; returns at least that many free positions, from 0.';

comment on function private.record_copy(text,uuid,uuid,text,uuid) is 'Takes course, module or lesson, the original, the id of its copy, the copy''s title and the course of the original; writes an audit record that the caller duplicated it. Raises 42501 unless they may read the original as staff and create such content.';

comment on function private.refuse_made() is 'Raises PT409 MADE_ALREADY, if the operation created a row before that the caller can no longer see (rules/data#idempotent).';

comment on function public.create_module(uuid,text,uuid) is 'Takes a course, a title, and an operation id; adds a module after the last one and returns {id, index}. The same operation again adds no other module, but gives it the new title. Row security decides. Raises 42501, PT422 with the title''s sentence, PT409 MADE_ALREADY (rules/data#idempotent).';

comment on function public.deleted_courses() is 'Returns the courses that the caller may still restore (30 days), the latest first, with the lessons that are restored with each.';

comment on function public.duplicate_course(uuid,uuid) is 'Takes a course and an operation id; creates a copy with all its modules, lessons and attachments: a draft that belongs to the caller, with a slug of its own, without learners, progress or purchases. Returns {id, title}. The same operation again returns the same copy. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';

comment on function public.duplicate_lesson(uuid,uuid) is 'Takes a lesson and an operation id; adds a copy with its attachments right after it, without progress, and returns {id, title}. The same operation again returns the same copy. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';

comment on function public.duplicate_module(uuid,uuid) is 'Takes a module and an operation id; adds a copy with all its lessons right after it and returns {id, title}. The same operation again returns the same copy. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';

comment on function public.reorder_course(uuid,jsonb,jsonb) is 'Takes a course, the wanted order, and the order from which it was made, both [{id, lessons: [ids]}] with everything that is not deleted; saves the order of modules and lessons, also moves between modules, in one transaction. The same call again changes nothing. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when a module or lesson is missing, listed twice, or of another course (rules/courses#reorder).';

comment on function public.submit_round(uuid,uuid,text,jsonb,text,text,jsonb,text,timestamp with time zone,boolean,uuid,uuid) is 'Hands in a round. Takes an assignment, an operation id, and the kinds of work that the assignment accepts: text, code [{name, body}], url, repo_url, files [{path, name, bytes}], and a note. `made_at`: when it was handed in on a device without a connection. `second_opinion`: the caller disagrees with the review and wants another reviewer for this round. `draft_revision`: the draft from which it was made, which is deleted. Returns round_facts(); the same operation again returns the same round. Whether it is late is decided when it arrives, and stored. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED, SHUT and MADE_ALREADY, PT422 NOTHING or with the field as hint, and PT429 TOO_MANY after 30 rounds in an hour (rules/assignments#rounds).';

comment on function private.button_completes(uuid,public.lesson_content_type) is 'Takes a lesson and its type; true if people complete it with the button that marks a lesson complete: lessons of this type have the button, and so has an exercise of the language PAGE. Runs as its caller.';

comment on function private.check_extension(uuid,uuid) is 'Takes a person and an assignment; raises 42501 unless the caller may give this person more time (also for the caller themselves and for an unknown person), and PT404 NO_LESSON for an unknown assignment. Outside of read-only transactions, locks the row of cohort_staff that gives the right until the transaction ends.';

comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at of the lesson as the caller read it, and for a new lesson an operation id; in the lesson, `assignment` has the assignment_fields() that change, `exercise` the key_fields() that change, and `exercise_version` the version of the exercise that the caller read. Saves everything in one transaction and returns {id, module_id, updated_at}. The same operation again saves the lesson that it created. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, STALE_EXERCISE and MADE_ALREADY, 42501 (rules/data#idempotent).';

comment on function private.carry_files(jsonb) is 'Takes {lesson: its copy}; gives each copy the files that its lesson has and names. Raises 42501 unless the caller may add files to lessons of both courses.';

comment on function private.check_upload(jsonb,storage.buckets) is 'Takes a file that is to be sent, {name, size: bytes, type}, and its bucket; returns the name as it is stored. Raises PT422 with hint files if the bucket does not accept the file.';

comment on function private.cover_gone() is 'Row trigger: its argument is the column of a cover or logo. Schedules the removal of the former picture in 30 days.';

comment on function private.due_file_removal(private.due_work) is 'Job: returns the file that has to be removed from storage, {bucket, path}; null if the file is in use again.';

comment on function private.due_lesson_file(private.due_work) is 'Job: removes a file from a lesson that has not named it for 30 days. Dropped if the lesson names it again; postponed while a version of the text names it.';

comment on function private.due_uploads(private.due_work) is 'Job: deletes the uploads that were begun together 30 days ago, and schedules the removal of files that no lesson and no course names.';

comment on function private.files_named(public.lessons) is 'Takes a lesson; returns the paths of files that its text, its file_key and its attachments name.';

comment on function private.forget_old_uploads() is 'Deletes uploads that the caller began more than a day ago and never sent. Other calls of the same person wait until the transaction ends.';

comment on function private.is_file_used(text) is 'Takes bucket/path; true while a lesson has the file, a course (also in the bin) has it as its cover, the school has it as its logo, or a round has it.';

comment on function private.lesson_file_gone() is 'Row trigger: schedules the removal of a file when the last lesson loses it.';

comment on function private.may_send_file(text,text,jsonb) is 'Takes bucket, path and the metadata that storage has of a file before it arrives; true if the caller has asked for this path and for a file of at least this size, and has enough free space.';

comment on function private.my_uploads() is 'Returns uploads that the caller has sent or may send, and that no lesson names yet. None if the caller may no longer edit any course.';

comment on function private.sync_lesson_files(uuid) is 'Takes a lesson; adds the files that its texts newly name and that the caller may add, and stores which of its files it no longer names (rules/files#named). While the setting rookies.files_as_held is on, adds none.';

comment on function private.upload_room() is 'Returns how many files, and how many bytes, the caller may upload before a lesson, a course or a round names them (rules/files#room).';

comment on function private.waiting_uploads() is 'Returns figures of the caller''s uploads that no lesson, course, round or setting names yet: how many were begun, their bytes as storage measured them or as the caller announced them, and the bytes that have arrived.';

comment on function public.begin_uploads(text,jsonb,uuid) is 'Takes a bucket (lesson-files, covers), the files to send [{name, size: bytes, type, width?, height?, alt?, sha256?, lesson_id?, source_path?: of the lesson that names it}], and the course for which they are (null: none); returns in the same order [{path: where to send the file, known: whether it is stored already}]. For callers who may edit a course; raises 42501, PT422 for files that the bucket does not accept (rules/files#send).';

comment on function public.course_files(uuid) is 'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, said: whether the text shows it with a text alternative, silent: whether the text shows it without one}], unused_since}]. Row security decides what the caller may read.';

comment on function public.describe_file(uuid,text,text) is 'Takes a course, the path of a file of its lessons, and what the picture shows; stores this as the alternative text in all lessons of the course that have the picture, and returns how many these are. Row security decides what the caller may change; raises 42501.';

comment on function public.readable_files(text[]) is 'Takes paths of lesson files; returns those that the caller may fetch: files that a lesson names which they may open, files of a lesson that they may edit, even if it no longer names them, and files that they have uploaded. Row security decides (rules/files#fetch).';

comment on function private.can_on_work(text,public.submissions) is 'Takes an action of staff and somebody''s work; true if the caller may do this to it, by a right for all work, for work in their own courses, or for work of people assigned to them.';

comment on function private.check_hand_in(uuid,uuid,timestamp with time zone) is 'Takes the arguments of why_not_hand_in(); raises PT404 NO_LESSON, PT403 NO_ACCESS or PT403 NOT_OPEN_YET if that function returns a reason.';

comment on function private.copy_assignments(jsonb) is 'Takes {lesson: its copy}; copies the assignment of each of these lessons to its copy. Runs as its caller.';

comment on function private.check_work_right(text,uuid) is 'Takes an action and somebody''s work; returns the work if the caller may do this to it. Raises 42501 for other work, for unknown work, and for the caller''s own work. Outside of read-only transactions, locks the row of cohort_staff that gives the right until the transaction ends.';

comment on function private.keep_work_files() is 'Row trigger: stores the files of a new round with their types. Raises PT422, hint files, for a file that was handed in with another assignment.';

comment on function private.my_earned_lesson_ids() is 'Returns the lessons that the caller completed by passing instead of with the button. The caller cannot undo these completions.';

comment on function private.repository_of(text) is 'Takes an address of a repository; returns its host, its path on the host, the branch or tag in the address together with the path after it (null: none), and the commit if the address has its full hash (null: none). All are null for other hosts and for other addresses than those of a repository, a branch, or a commit (rules/assignments#commits).';

comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is unknown, commit_url: its page at the host, commit_sought: whether the host will still be asked for the commit, files: [{path, name, bytes, type: null if it cannot be read}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';

comment on function private.signal_submission() is 'Row trigger: tells the apps of a person that their work changed, and if somebody else changed it, that their week changed. If the work joins or leaves the queue, the apps of the first 100 other people in the queue are told, too.';

comment on function private.work_facts(public.submissions) is 'Takes somebody''s work; returns its fields as the queue shows them, {submission_id, state, round, awaiting_since, promise_at, came_back, passed_at, lesson: {id, title}, course: {id, title, slug}, cohort: {id, title, time_zone} or null, blind, person: {id, name}, late, submitted_at: of the latest round, unreadable: whether its code or files cannot be read, second_opinion, not_mine: whether somebody else has to review it, claim: {reviewer, until, mine} or null, offer: {reviewer, until, mine, by: who handed it over} or null}. While work is hidden, cohort and person are null, and late is false (rules/assignments#blind).';

comment on function private.work_file_gone() is 'Row trigger: schedules the removal of a file from storage when its last round is deleted.';

comment on function private.work_is_hidden(public.submissions) is 'Takes somebody''s work; true while it waits for a review and its assignment is blind, so that nothing may reveal whose it is (rules/assignments#blind).';

comment on function public.person_work(uuid) is 'Takes a person; returns their work that the caller may review, [work_facts()], the latest first, at most 100, without blind work that waits. Empty if the person is the caller. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';

comment on function public.readable_work_files(text[]) is 'Takes paths of files that were handed in; returns those that the caller may fetch: their own, and those of work that they may review. Raises 42501 for callers whom the gate refuses (rules/assignments#files).';

comment on function public.waive_late(uuid) is 'Takes a late round; lets it count as in time from now on. The same call again changes nothing. Raises 42501, and PT409 BLIND while the work is hidden (rules/assignments#late).';

comment on function private.add_assignment() is 'Row trigger on lessons that become assignments: adds a row to assignments, unless the lesson was an assignment before and still has one.';

comment on function private.asked_time(private.extension_requests) is 'Takes a request for more time; returns it as the person and the staff who may answer it see it, {note, days, asked_at, answered_at, declined_because: null if it was not declined}.';

comment on function private.assignment_fields(uuid) is 'Takes a lesson; returns the fields of its assignment, {accepts, due_day, due_time: HH:MM, late, cutoff_days, blind, rubric: [{id, title, essential, levels}]}. Null for a lesson of another type. Runs as its caller.';

comment on function private.button_completes(public.lesson_content_type) is 'Takes the type of a lesson; true if people complete lessons of this type with the button that marks a lesson complete. A lesson of another type is completed when its work passes (rules/assignments#completion).';

comment on function private.due_of(uuid,uuid,timestamp with time zone) is 'Takes a person, an assignment, and a moment; returns when it is due for the person by their access at that moment: the moment, and its day and time of day in its time zone; the other columns are as in person_dues(). No row without access at that moment (rules/assignments#due).';

comment on function private.extension_may_be_given(uuid,uuid) is 'Takes a person and an assignment; true if the caller may give this person more time for it: by a right for everybody who takes or took the course, for the caller''s own courses, or for the people assigned to the caller.';

comment on function private.lesson_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people handed in (for cohorts without hidden work that was never reviewed), waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}]}.';

comment on function private.usual_wait(uuid,uuid) is 'Takes a cohort, or null and an assignment; returns how long the work of the last 20 reviews had waited, {reviews: how many, median_hours, p90_hours: the time within which 90 % of the reviews were given}. Null before the first review.';

comment on function private.plain_levels(jsonb) is 'Takes the levels of a criterion as a form or a folder gives them; returns them with all fields of each level and with trimmed texts. JSON that is no list is returned unchanged.';

comment on function private.save_assignment(uuid,jsonb) is 'Takes a lesson and fields of its assignment, as assignment_fields() returns them; changes the given fields (a given rubric replaces the whole rubric), and stores a version of the lesson. Does nothing for a lesson of another type. Runs as its caller; raises PT422 with the field as hint (rules/assignments#rubric).';

comment on function private.tell_of_time(uuid,uuid,text,text) is 'Takes a person who asked for more time, the assignment, a title, and the rest of a sentence that begins with the name of the assignment; sends them a notification with the answer.';

comment on function public.ask_extension(uuid,text,integer) is 'Takes an assignment, a note, and a number of days; asks staff for that many days more, or changes a request that has no answer yet. Returns asked_time(). Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED and NO_DUE, PT422 with the field as hint (rules/assignments#extension).';

comment on function private.check_note() is 'Row trigger: stores the titles of lesson and course with a note, sets a time of editing in the future to now, and refuses the 5,001st note of a person with PT409 TOO_MANY_NOTES.';

comment on function private.complete_watched() is 'Row trigger: marks the lesson complete, in the person''s name, when auto_completed_at has just been set. It is set only once, so that a completion that the person undid does not return.';

comment on function private.keep_undone() is 'Statement trigger on completions: stores when they were undone.';

comment on function private.take_cohort_token() is 'Trigger on auth.users: allows a sign-up with an open join link, and removes the secret of the link from the metadata, because every access token contains these.';

comment on function public.end_extension(uuid,uuid) is 'Takes an assignment and a person; deletes the person''s extension, so that the due date of their cohorts applies again. Raises 42501, PT404 NO_LESSON.';

comment on function private.cohort_row(public.cohorts) is 'Takes a cohort; returns what lists show of it: {id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, state, draft, archived_at, updated_at, people: how many did not leave, courses: [{id, title, slug}], staff: [{id, name, duty}]}.';

comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) is 'Takes an assignment, a person, either a new due date or a number of days, a reason, and whether to give it only if a request waits for an answer; gives the person this due date, which overrides every other, and answers their request with a notification. Days are counted from the due date, or from today if it has passed, at the same time of day in the same time zone. Work that was late stays late. Returns {due_at, zone}. Raises 42501, also for the caller''s own work, PT404 NO_LESSON, PT409 ANSWERED, PT422 with the field as hint (rules/assignments#extension).';

comment on function private.range_count(int4multirange) is 'Takes a set of ranges of seconds; returns how many separate ranges it has.';

comment on function private.cohorts_where(text,text) is 'Takes a search over title and slug, and a state (null: all but archived ones); returns the SQL condition on `public.cohorts c` that finds the cohorts that the caller may read.';

comment on function private.end_duties() is 'Row trigger on profiles: deletes a person from the staff of all cohorts when their new role cannot look after cohorts (rules/cohorts#staff).';

comment on function public.move_cohort(uuid,integer,boolean,uuid) is 'Takes a cohort, by how many days everything comes later (negative: earlier), whether this is a dry run, which changes nothing, and an operation id: the same operation moves the cohort only once. A cohort that has not begun moves with its first day. In one that has begun, the openings and due dates that lie ahead, the last day and the end of access move. Returns {moves and stays: how many openings, dues_move and dues_stay: how many due dates, begun, starts_on, ends_on, access_ends_on, people}, and as a dry run also names: of the first five people, and changes: the first five openings and due dates [{kind: OPENING or DUE, title, from, to: days of the calendar}]. A move back by the same number of days undoes it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';

comment on function private.merge_progress() is 'Row trigger: adds watched seconds to the earlier ones of the same video, or begins with new ones if the lesson has another video now; ignores a report about a video that the lesson does not have. Sets auto_completed_at the first time that 90 % of the part of the video that the lesson shows has been watched, if the button completes the type of the lesson (rules/learning#watched).';

comment on function private.progress_percent(bigint,bigint) is 'Takes completed lessons and the lessons there are; returns whole percent: 100 only if all are completed, and 0 only if none is (rules/learning#progress-percent).';

comment on function private.recount_lessons(uuid[],uuid[]) is 'Takes people and, at the same places, lessons in which they did something; recounts what each person did in the course of that lesson.';

comment on function private.refresh_counts_of_completions() is 'Statement trigger on completions, and on progress that began or was deleted: recounts the courses of these people.';

comment on function private.refresh_counts_of_progress() is 'Statement trigger on progress: recounts the course of the person once for each minute of watching, because that is an activity.';

comment on function private.watched_share(int4multirange,numeric,integer,integer) is 'Takes watched seconds, the length that the player reported, the length that the editor entered, and the second at which the video of the lesson begins; returns the share of the video from this second to the end that was watched, 0 to 1; null if none was watched or the length is unknown (rules/learning#watched).';

comment on function public.complete_late(uuid,numeric,uuid) is 'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), if they had access then and it has ended by its date since. The completion has that earlier time. It replaces neither a completion that exists nor a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with a hint: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, NOT_OPEN_YET where the schedule of a cohort had not opened it, or NO_ACCESS in every other case, also for lessons that do not exist (rules/learning#completed-in-time).';

comment on function public.course_outline(text) is 'Takes a slug, also an earlier one. Returns to any active person what the outline of a published course shows: for each lesson its title, type, seconds, completion, the whole percent that the caller watched of an unfinished video (left out if it is 0 or unknown), whether the caller may open it, `opens_at` if the schedule of a cohort has not opened it yet (null while the person pauses), `due` {at, zone} for an assignment with a due date that has not passed, `in_preparation` for an exercise of which no version is proved, and `page` for an exercise of the language PAGE, which people complete themselves. For the course, `in_cohort`: whether the caller takes it in a cohort; `changes_at`: when the next lesson opens, null for none; `time_zone`: of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never returns texts, video ids or links. Null both for unknown slugs and for drafts that the caller may not edit (rules/learning#outline).';

comment on function public.library() is 'Returns the caller''s courses as the library shows them, unfinished and most recently studied first: counts, the next unfinished lesson that is open, whether access has ended, whether one of their cohorts with the course has not ended (`in_cohort`), and when the next lesson opens (`opens_at`, in the `time_zone` of its cohort); for the first unfinished course also the lesson where the caller stopped, and the second of its video. Durations are in seconds. Definer, because it also returns titles of courses whose access has ended; it reads only rows of the caller (rules/learning#library).';

comment on function private.follow_cohorts() is 'Statement trigger on cohorts: refuses fewer seats than people, updates the grants when access_ends_on, time_zone or draft changes, and notifies the people of a draft that is published.';

comment on function private.local_moment(date,time without time zone,text) is 'Takes a day, a time of day and an IANA time zone; returns the moment at which clocks there show this day and time. If a clock change repeats the time, this is the later moment. If it skips the time, this is the moment at which clocks show the time plus the skipped period (rules/cohorts#moments).';

comment on function private.make_cohort_community(uuid) is 'Creates a community for a cohort, with the title of the cohort, which only people of the cohort can enter (rules/cohorts#community).';

comment on function public.my_notes(uuid,text,jsonb,integer) is 'Returns the caller''s notes, the last edited first: those of a lesson, or all (null); only notes with the words of `query` in their text or titles; only notes older than `before` (`updated_at`, `id`); at most `page_size`, up to 500. `open`: whether the caller may open the lesson; if not, the note cannot be changed and has no `slug`. `more`: whether older notes follow. Raises 42501 (rules/learning#notes).';

comment on function public.record_progress(uuid,numeric,numeric,int4multirange,numeric,uuid,text) is 'Stores the caller''s progress in a video: position and length in seconds, and the whole seconds that were played since the last report. `age_sec` says how long ago that was, so that a late report does not move the caller back; `as_user` refuses a report that another person queued in the same browser; `video` identifies the video (provider, colon, id), and a report about a video that the lesson does not have now is ignored. Watched seconds are merged, so the same report may arrive twice. Returns whether the lesson is complete now (rules/learning#watched).';

comment on function private.staffed_cohort_ids(text,text) is 'Takes a resource and an action; returns the cohorts that the caller looks after, if the role table allows the action on what is assigned to the caller. Otherwise none.';

comment on function private.unreleased_lesson_ids(uuid,timestamp with time zone) is 'Takes a person and a moment; returns the ids of lessons that the schedules of their cohorts have not opened yet (rules/cohorts#schedule).';

comment on function public.save_note(uuid,uuid,text,uuid,uuid[],integer,text,numeric,uuid) is 'Saves the caller''s note on a lesson. `revision` identifies this text, and `based_on` lists the revisions from which it was made. The same call can be sent again. If the stored text is none of these, two devices edited the note: the later edit is stored (`age_sec` says how many seconds ago this one was made), and the other becomes a separate note, whose id is `copy`. Returns the stored revision. `as_user` refuses what another person queued in the same browser. Raises 42501 for a lesson the caller may not open, PT409 TOO_MANY_NOTES, 23514 for a text that is empty or too long (rules/learning#notes).';

comment on function private.can_on_cohort(text,text,uuid) is 'Takes a resource, an action and a cohort; true if the caller has this right for this cohort, either for all cohorts or as its staff.';

comment on function private.check_cohort_right(text,text,uuid) is 'Takes a resource, an action and a cohort; raises 42501 unless the caller has this right for this cohort, either for all cohorts or as its staff, and PT404 NO_COHORT if it does not exist. For other actions than read, locks the row of cohort_staff that gives the right until the transaction ends.';

comment on function private.cohort_data(uuid) is 'Takes a person; returns lists by name (null: empty): the cohorts to which they belong or belonged, the notes of staff about them there, the cohorts that they look after, the newest 1,000 messages that they sent to cohorts and that were sent only to them, and their preferences.';

comment on function private.sync_cohort_community(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); adds the people of a cohort to its community, and ends the community membership of those who left the cohort. Bans stay (rules/cohorts#community).';

comment on function private.sync_cohort_grants(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); updates the grants of the cohorts'' courses: one grant for each course and each person who has not left, until the last second of the day on which access ends, plus the shift of the person. A draft has no grants (rules/cohorts#grants).';

comment on function private.write_cohort(public.cohorts) is 'Takes a cohort; inserts it with the caller''s rights. Raises PT422, hint slug, if another cohort has the slug.';

comment on function public.cohort(uuid) is 'Takes a cohort; returns the fields of cohort_list(), and {members: how many by state, invited: how many open invites, lessons and openings: how many, community: {id, name, slug}, last_move: {days, at} or null, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';

comment on function private.refuse_invite(text) is 'Takes the reason for which an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED, WITHDRAWN, FULL); raises PT422 with a sentence, and INVITE_ followed by the reason as hint.';

comment on function private.usable_invite(text,text) is 'Takes a token and an email; returns the invite if this email can redeem it now; otherwise raises as refuse_invite() does. Does not redeem it.';

comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs, cohort: slug, days, name}] and how many lines are allowed; returns for each line whether an invite can be made of it. The answer reveals nothing that the caller may not read: for a creator, a course of another person is unknown; that an email has an account is told only to callers who may list people and reach this person; and that another sender has invited it, only to callers who may read all invites. Raises 42501, PT422 TOO_MANY.';

comment on function public.create_cohort(text,text,text,date,date,date,integer,boolean,uuid[],boolean,uuid) is 'Takes the fields of a cohort, its courses in order, whether it gets a community, and an operation id; creates the cohort and returns {id, slug}. The same operation id again returns the same cohort. Raises 42501, PT422 with the field as hint (slug, time_zone), 23514.';

comment on function public.set_cohort_courses(uuid,uuid[]) is 'Takes a cohort and its courses in order; people of the cohort get access to added courses and lose it to those that are left out. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY.';

comment on function public.start_cohort_again(uuid,date,text,text,uuid) is 'Takes a cohort, and first day, title and slug of a new one; creates it with the same courses, schedule, due dates, staff, seats and lengths, with its own community if the other has one, and without people. Returns {id, slug}. The same call again returns the same cohort. Raises 42501, PT404 NO_COHORT, PT422 with the field as hint (rules/cohorts#again).';

comment on function private.check_invite(public.user_role,uuid[]) is 'Takes a role and courses; raises 42501 unless the caller may send an invite with these: creators may give their own courses, moderators and administrators any course; a role other than MEMBER needs the right to give roles (rules/access#role-table).';

comment on function private.enqueue_invites_ending() is 'Statement trigger: schedules the message to the sender on the day before an invite ends.';

comment on function private.invite_mail_wait(uuid,text) is 'Takes a sender and an email; returns why a mail of theirs to it has to wait, and until when: {for: ADDRESS if an invite was mailed to this email less than a minute ago, SENDER if this person has mailed 2,000 in the last hour, until}. Null if it can be sent now.';

comment on function private.export_invites(jsonb) is 'Takes {search, status} as invite_list() has them; gives columns and query of the invites'' export. Without the tokens, because whoever has a token can accept the invite.';

comment on function private.free_invite() is 'Trigger on auth.users: makes an invite usable again when the account that redeemed it is deleted and its email was never confirmed (rules/invites#free-again).';

comment on function private.give_invited_role(uuid,uuid) is 'Takes a person who has opened a mail to their email, and the session that was opened by the mail, if the email is not confirmed otherwise; gives the person the roles of invites to this email that they redeemed. A role is never lowered. If only that session shows that the email is theirs, the account is confirmed from now on, and its password and its other sessions end (rules/invites#role-needs-mailbox).';

comment on function private.invite_admits(public.invites) is 'Takes an invite; true while its sender may still invite. An invite whose sender may no longer invite gives nothing.';

comment on function private.invite_batch(text,uuid[],text,text,boolean,uuid,integer) is 'Returns the ids of the invites to change: the given ones, at most 20,000, or a limited number of those that invite_list() finds for the search and status, in the order of their ids after `after`. Raises 42501 unless the caller may do this at least to their own invites, PT422 UNKNOWN_ACT, TOO_MANY.';

comment on function private.invite_ends(integer,uuid) is 'Takes how many days an invite lasts (null: two, or until the end of the first day of its cohort if that is later) and its cohort (null: none); returns when it ends if it is sent now (rules/invites#invite-lasts).';

comment on function private.invite_of_token(text) is 'Takes a token; returns the invite with this token, or a row of nulls. A malformed token is treated like an unknown one.';

comment on function private.invite_state(public.invites) is 'Takes an invite; returns its status: REDEEMED, CANCELLED, EXPIRED or ACTIVE (rules/invites#invite-status).';

comment on function private.invite_verdicts(text,uuid[]) is 'Takes resend or cancel, and invites; returns for each invite to which the caller may do this: READY, REDEEMED or CANCELLED, and for resending ROLE_DENIED, COURSE_DENIED or COHORT_DENIED if the caller could no longer give its role, courses or cohort. Other invites are left out.';

comment on function private.invited_cohort(public.invites) is 'Takes an invite; returns its cohort, if its sender may still add people to it. Otherwise every field is null.';

comment on function private.invited_course_ids(public.invites) is 'Takes an invite; returns the courses that it gives now: those to which its sender may still invite, without the courses of its cohort.';

comment on function private.invites_of(uuid) is 'Takes a person; returns the invites to their email and those that they accepted, if the caller may read them.';

comment on function private.invites_where(text,text,boolean) is 'Takes a part of an email, a status as invite_state() returns it (null: any), and whether only the caller''s own invites are wanted; returns the condition on invites i as SQL with every value quoted. Callers who may not read all invites always get only their own.';

comment on function private.redeem_invite(text,uuid,text) is 'Takes a token, a person and their email; redeems the invite exactly once: grants those of its courses that its sender may still give, and adds the person to its cohort. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN, _FULL, _REMOVED; PT409 COHORT_FULL if another person takes the last seat at the same moment.';

comment on function public.members(text,public.user_role,text,text,integer,integer,text,text) is 'Takes a search over name and email, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; lists only people whom they reach; raises 42501, and what learning_where() raises.';

comment on function public.accept_invite(text) is 'Takes a token; redeems the invite for the signed-in caller, to whose email it must have been sent, and returns the courses that it opened, also those of its cohort. Raises as redeem_invite() does, and 42501 for visitors.';

comment on function public.cancel_invite(uuid) is 'Takes an invite and cancels it. Raises 42501 for callers who may not do this, and PT409 INVITE_CLOSED if it is closed already.';

comment on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) is 'Sends invites again (they last for their days from now and keep their links; the edge function sends the mails), in pieces of 100, or cancels them, in pieces of 2,000: the given invites, or those that invite_list() finds, in the order of their ids after `after`. Returns {invites: how many it looked at, verdicts: [{id, email, state: DONE, or why the invite was not changed, as in count_invites(), token}], last: the `after` of the next piece, null at the end}. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (rules/members#bulk).';

comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs, cohort: slug, days: how many, name}]: [{line, email, role, courses: titles, unknown: slugs, cohort: title, seats: as seats_to_tell() says of the cohort, state}] in their order; state is VALID, INVALID (no email), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, UNKNOWN_COHORT, MEMBER, JOINS (a member who will be added to the cohort), IN_COHORT or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';

comment on function public.count_invites(text,uuid[],text,text,boolean) is 'Takes resend or cancel, and invites by id or as invite_list() finds them; returns what change_invites() would do, {states: {READY: how many, REDEEMED, CANCELLED, ROLE_DENIED, COURSE_DENIED}}, only for invites to which the caller may do this. Changes nothing. Raises as invite_batch() does.';

comment on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) is 'Takes an email, a role to give, courses, an operation id, a cohort to join, and how many days it lasts (1 to 90; null: as invite_ends() says); makes an invite and returns it with its token. The same operation id again, or the same request of the same person within ten minutes, returns the first invite while it is open. Raises 42501 as check_invite() does, PT422 with hint email or days.';

comment on function private.invite_withheld(public.invites) is 'Takes an invite; returns which of its contents the invite no longer gives, because its sender may no longer give them: {all: whether the sender may not invite at all, role, courses: titles, cohort: title}. Null if it gives everything, and if it was used or cancelled.';

comment on function private.invites_ending(uuid,timestamp with time zone) is 'Takes a person and a day; returns the emails of their invites that end on the day after (UTC) and were not accepted, the first to end first.';

comment on function private.invites_path(uuid) is 'Takes a person; returns the path in the back-office of the invites that they sent, or null if they may not manage invites.';

comment on function private.on_address_verified() is 'Trigger on auth.users: when an email is confirmed, gives the person the invited role, and adds them to the cohort by whose link they signed up.';

comment on function private.take_invite_proof() is 'Trigger on auth.users: marks the email of a new account as confirmed if the metadata contain the proof of an invite to this email, and removes the proof from the metadata. It also runs on updates, because Auth writes the metadata of a sign-up again after the insert.';

comment on function private.use_invite_proof(text,text,text) is 'Takes the token of an invite, a proof and an email; deletes the proof if it is the one in the newest mail of this open invite to this email, and returns whether it was.';

comment on function public.create_invites(uuid,integer,jsonb) is 'Makes invites from up to 200 lines as check_invites() takes them. Returns the same as check_invites(), with id and token for the state CREATED. A member in a line with a cohort is added to the cohort (JOINED). Other lines change nothing, and their state says why. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT409 COHORT_FULL, PT422 TOO_MANY (rules/members#bulk).';

comment on function public.invite_by_token(text) is 'Takes the token of an invite. For an active invite, returns email, inviter, titles of its courses, the name of the person from the pasted list, the cohort {title, starts_on, time_zone, courses: titles, full: whether no seat is left for the caller}, opens: the slug of the course if it gives exactly one and that is published, otherwise null, what it no longer gives (as invite_withheld()), its end, and whether the email is the caller''s own. For any other, returns only the state (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor who could sign up only by this invite, if its sender may no longer invite). Visitors may call it, because the token itself is the permission.';

comment on function public.allow_mail(uuid) is 'Takes a person to whose email no mail is sent any more; allows mail to it again. Does nothing if mail is sent already. Recorded as user.mail_allow. Raises 42501 for callers who may not correct accounts, and PT404 NO_PERSON (rules/due-work#ended-mail).';

comment on function private.check_person(uuid) is 'Takes a person; raises 42501 unless the caller may list people, and PT404 NO_PERSON unless the person exists and the caller reaches them.';

comment on function public.invite_list(text,text,text,boolean,integer,integer,uuid) is 'Takes a part of an email, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only the caller''s own are wanted, a page from 1 and its size (at most 100), and a cohort (null: any); gives {total, invites: [{id, email, name, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses, cohort}]}, with the token only for active invites, and courses and cohort as titles. Administrators get all invites, creators and moderators their own (rules/invites#own-invites); raises 42501.';

comment on function public.my_open_invite() is 'Returns the newest open invite to the caller''s own, confirmed email, as its screen shows it, with its token; null if there is none. So a person who has an account can accept an invite that a second sign-up with the same email could not redeem (rules/invites#accept-signed-in). Raises 42501 for callers whom the gate refuses.';

comment on function public.resend_invite(uuid) is 'Takes an invite; extends it by its number of days from now, with the same link. If its sender may no longer give everything in it, the caller becomes its sender. Raises 42501 for callers who may not do this, and PT409 INVITE_CLOSED if it was used or cancelled.';

comment on function private.drop_invite_proof() is 'Trigger on auth.identities: Auth copies the metadata of a sign-up to this table, so the proof of an invite is removed here, too.';

comment on function private.due_invite_mail(private.due_work) is 'Job: returns the mail of an invite, with what invite_by_token() returns, {to, token, proof: from make_invite_proof()}, or {wait: the moment before which it must not be sent}. Null if the invite is closed or was sent again, or if its sender may no longer invite.';

comment on function private.due_invites_ending(private.due_work) is 'Job: once a day, tells the sender of invites, in the bell and by mail, which of them end on the next day (UTC) without having been accepted. Dropped if there are none, or if the sender may no longer manage them (rules/invites#ending).';

comment on function private.reach_is_narrowed() is 'True if the caller may list only people who are assigned to them. For such a caller, other people do not exist.';

comment on function public.claim_invite_mail(uuid) is 'Takes an invite that is about to be mailed; counts this mail for the limits, and keeps the worker from sending it for two minutes. Returns {state: READY, key: the key of the mail}, {state: SENT} if it was sent already, {state: ENDED} when no mail is sent to this email any more (rules/due-work#ended-mail), or {state: WAIT, for: ADDRESS if an invite was mailed to this email less than a minute ago, SENDER if the caller has mailed 2,000 in the last hour, until}. Raises 42501 for callers who may not send the invite again.';

comment on function public.invite_mailed(uuid) is 'Takes an invite whose mail was sent; the worker does not send it again. Raises 42501 for callers who may not send it.';

comment on function public.make_invite_proof(uuid) is 'Takes an invite whose mail is about to be sent; returns the proof for the link in that mail, which replaces the earlier one. Null if the invite is closed. Only for the functions that send mails: a person who has the proof can sign up without a confirmation (rules/invites#invite-proof).';

comment on function private.reaches(uuid) is 'Takes a person; true if a caller who may list people reaches this person: the caller reaches everybody, or the person is among assigned_person_ids().';

comment on function private.rebuild_people() is 'Rebuilds private.people. Call it after rows were added without the trigger, for example when a data set was loaded.';

comment on function private.shown_name(text,text) is 'Takes the name and the email of a person; returns the name. If the name is missing, returns the email to administrators and a neutral name to others. Null without a person.';

comment on function private.takes_course(uuid,uuid) is 'Takes a person and a course; true if the person takes or took it: they have or had a grant of it, have learned in it, or are in a cohort with it (rules/access#acts-on-people).';

comment on function private.learning_where(text,text) is 'Takes a course''s id, `none` or nothing, and 7, 14, 30 (days), `never` or nothing; returns a table k and a condition, as SQL with every value quoted. The matching rows have, as k.user_id, the people to whom this course is open now, to whom no course is open, or who have been inactive for so long, as in analytics(). Nulls if neither is given. Raises 42501 for callers who may not read what is asked for, PT422 BAD_FILTER, and 22P02 for a malformed id.';

comment on function private.people_total(public.user_role,text,text,text) is 'Takes what people_where() takes, without a search and with a course or a time of inactivity; returns how many people match, and how the list should be read: `few` if people found by learning_where() should be looked up one by one, or `walked` if the list should be read in its order until the page is full. If neither, each row of the list is checked while it is read.';

comment on function private.people_where(text,public.user_role,text,text,text,boolean) is 'Takes a search, a role, active, disabled or staff (null: any; staff: active people whose role can look after a cohort), what learning_where() takes, and whether this finds so few people that they are looked up one by one; returns the condition on people_from() p as SQL with every value quoted, so that the planner chooses the index for each combination of filters. The condition leaves out people whom the caller does not reach. Lists, exports and bulk acts all use it.';

comment on function private.person_key(text,text,text) is 'Returns the text by which a person is found: name without accents, email, and the digits of the phone, in small letters, with a space before each word and before each pair of letters of unspaced text (see is_unspaced()). Declared immutable, although its dictionary could be edited, so that an index can use it.';

comment on function private.person_patterns(text) is 'Takes a search text; returns patterns for person_key(), all of which have to match: the first six words, with special characters escaped.';

comment on function public.members_by_address(text[]) is 'Takes at most 2,000 emails; returns [{address, id}] for those that belong to members, in small letters, each once. Only for callers who may list people, and about those whom they reach, because the answer reveals who has an account. Raises 42501 and PT422 TOO_MANY.';

comment on function public.person(uuid) is 'Takes a person; {id, name, email, role, created_at, disabled_at, verified, mail_ended: as private.mail_ended(), courses: how many are open, phone, factors: verified second factors, last_at: when they last learned, counts: {purchases, invites, communities, sessions}}. Fields that the caller may not read are null. Raises 42501 and PT404 NO_PERSON (rules/members#person-page).';

comment on function public.person_access(uuid,timestamp with time zone) is 'Takes a person and a future moment (null or a past one: now); returns every course [{id, title, slug, open, reason, schedule?, ...}] with the answer of private.access_of(); courses that were granted to the person or made by them come first. `schedule` is given if a cohort has not opened all lessons of the course: {lessons, shut: how many of them are not open, opens_at: when the next opens (null while the person pauses), day, cohort: null if the caller may not read it}. For callers who may list people and courses and read grants; raises 42501 and PT404 NO_PERSON (rules/members#why).';

comment on function private.await_join(uuid,text) is 'Takes a new person and their email; if they signed up with a join link, which take_cohort_token() has checked in this transaction, stores that they join its cohort once they confirm the email, on whichever device.';

comment on function private.change_membership() is 'Row trigger: records when a person left, whether somebody else removed them, when they joined again, and when a pause began, and adds the days of a pause to the shift of the person when the pause ends. Raises PT409 LEFT if the shift or open_all of a person who has left is changed (rules/cohorts#people, #pause, #removed).';

comment on function private.check_seats(uuid[]) is 'Takes cohorts; raises PT409 COHORT_FULL if one of them has more people than seats (rules/cohorts#seats).';

comment on function private.cohort_members_where(uuid,text,text) is 'Takes a cohort, a search as members() does, and a state (null: all who did not leave); returns the SQL condition on `public.cohort_members m join private.people p` that finds the people. Callers who see only people assigned to them find people who left only by name.';

comment on function public.person_invites(uuid) is 'Takes a person; returns the newest 50 invites to their email or accepted by them: [{id, email, role, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, state, withheld: as invite_withheld(), courses: titles}], never a token. Callers who may read only their own invites get only these. Raises 42501 and PT404 NO_PERSON.';

comment on function public.person_lessons(uuid,uuid,timestamp with time zone) is 'Like person_access(), for the lessons of one course: [{id, title, module, open, reason, ...}] in their order. None for a draft whose lessons the caller may not read. Raises 42501 and PT404 NO_PERSON (rules/members#why).';

comment on function public.person_sessions(uuid) is 'Takes a person; returns their open sessions, the last active first, at most 50, without tokens. For callers who may read sessions; raises 42501 and PT404 NO_PERSON.';

comment on function private.export_cohort_members(jsonb) is 'Takes {cohort, search, state} as cohort_member_list() has them; gives columns and query of the export of a cohort''s people with their progress and the reasons for which they have fallen behind; people who joined last come first. Raises 42501 and PT404 NO_COHORT.';

comment on function private.follow_who_left() is 'Statement trigger on memberships: removes the work and the questions of people who leave from the cohort, and puts them back when these people join again (rules/cohorts#left).';

comment on function private.join_cohort(uuid,uuid[],timestamp with time zone) is 'Takes a cohort, people, and when they were invited (null: staff add them now); adds those who are not in it, also people who left, but nobody whom staff removed after they were invited. People whom staff add are notified. Returns who joined. Raises PT409 COHORT_FULL.';

comment on function private.seats_to_tell(uuid) is 'Takes a cohort; returns {left: how many seats are free, invited: how many open invites there are, which reserve no seat}. Null for a cohort without a limit (rules/cohorts#seats).';

comment on function private.join_as_signed_up(uuid) is 'Takes a person who has confirmed their email; adds them to the cohort by whose join link they signed up, once, if the link still works. Otherwise a notification says why not (rules/cohorts#link).';

comment on function private.keep_in_cohort() is 'Row trigger; its argument is the column of the person. Sets cohort_id to null for work or a question of a person who has left the cohort, even if they leave at the same moment (rules/cohorts#left).';

comment on function private.leave_work(uuid[],uuid[]) is 'Takes cohorts and, at the same places, people who have left them; removes their work and their questions from the cohort, except questions whose audience is the cohort. Ends claims on this work and offers of it for reviewers who may no longer review it (rules/cohorts#left).';

comment on function private.link_hash(text) is 'Takes the secret of a join link; returns its hash, or null if the text does not have the form of a secret.';

comment on function private.link_view(uuid) is 'Takes a cohort; returns what staff see of its join link, {active, ends_on, made_at, joined: how many people by this or an earlier link}, null if there is none.';

comment on function private.moments_reached(date[],timestamp with time zone[],date,timestamp with time zone,text) is 'Takes the first days and moments of earlier pauses, the first day and moment of one more, and the time zone of the cohort; returns all of them without moments whose lessons another one keeps open.';

comment on function private.refuse_link(text) is 'Takes the reason for which a cohort cannot be joined by a link (UNKNOWN, OFF, ENDED, FULL, UNVERIFIED); raises PT422 with a sentence, and LINK_ followed by the reason as hint.';

comment on function private.refuse_removed(text,uuid,uuid) is 'Takes LINK or INVITE, a cohort and a person; if staff removed the person from the cohort, raises PT422 with LINK_REMOVED or INVITE_REMOVED as hint and a sentence that names staff of the cohort whom to ask (rules/cohorts#removed).';

comment on function private.take_seat(public.cohorts,text,uuid) is 'Takes the cohort and the state of a join link, as cohort_of_hash() gives them, and a person who has confirmed their email; adds the person to the cohort. Raises PT422 as refuse_link() and refuse_removed() do, and PT409 COHORT_FULL.';

comment on function public.add_cohort_people(uuid,uuid[]) is 'Takes a cohort and people, 2,000 at most; adds those whom the caller reaches and who are not in it. Returns {added: how many, people: how many are in the cohort now}. The same call again adds nobody. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 TOO_MANY.';

comment on function public.change_cohort_people(uuid,uuid[],text,integer,uuid) is 'Takes a cohort, people of it, 2,000 at most, an act (pause, resume, leave, return, graduate, shift by days, open: everything at once, close: by the schedule again), and an operation id; applies the act to those whose state allows it, and returns {changed: how many}. The same operation id again returns the same answer and changes nothing. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 BAD_ACT and TOO_MANY (rules/cohorts#people).';

comment on function public.my_calendar() is 'Returns when the address of the caller''s calendar was made, {made_at}; null if there is none. Raises 42501.';

comment on function public.clear_behind(uuid,uuid,text,text) is 'Takes a cohort, a person who has fallen behind in it, the reason as cohort_behind() names it, and a note of 500 characters at most; clears the reason until there are new facts, or until the person has been active and falls behind again. Does nothing if the person has not fallen behind for this reason. Raises 42501, PT404 NO_COHORT, 23514 (rules/cohorts#behind).';

comment on function public.cohort_behind(uuid) is 'Takes a cohort; returns the people whom find_behind() finds, with the reason as in behind_view(), [{id, name, email, reason, days, usual, since, facts}]; those who have been behind longest come first. Raises 42501 and PT404 NO_COHORT.';

comment on function public.cohort_link(uuid) is 'Takes a cohort; returns its join link as link_view() does, never its secret. Raises 42501 and PT404 NO_COHORT.';

comment on function public.my_week() is 'Returns the caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, minus the caller''s shift, community: its slug, total, open and done: how many lessons, behind: the reasons for which the caller has fallen behind, as behind_view() shows them [{reason, days, usual, since, facts}], changes_at: when the next lesson opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}], due: six assignments that are open and that the caller still has to hand in, in the order in which they are due [{id, title, course, slug, at, zone, came_back: whether the work was returned}]}]. Empty without a cohort (rules/cohorts#this-week).';

comment on function public.join_by_link(text) is 'Takes the secret of a join link; adds the signed-in caller to its cohort, if their email is verified. Returns {title, starts_on, time_zone, courses: [{slug, title}]}. The same call again changes nothing. Raises 42501, PT422 LINK_UNKNOWN, LINK_OFF, LINK_ENDED, LINK_FULL, LINK_UNVERIFIED, LINK_REMOVED, and PT409 COHORT_FULL if another person takes the last seat at the same moment (rules/cohorts#link).';

comment on function public.make_cohort_link(uuid,date) is 'Takes a cohort and the last day of a link (null: none); makes a new link, which replaces the earlier one, and returns it as link_view() does, with its secret `token`, which cannot be read again. Raises 42501 and PT404 NO_COHORT.';

comment on function public.set_cohort_link(uuid,boolean,date) is 'Takes a cohort, whether its link is switched on, and its last day (null: none); changes both and returns link_view(). Raises 42501, PT404 NO_COHORT and NO_LINK.';

comment on function private.cohort_plan(uuid) is 'Takes a cohort; returns its lessons with the positions of course, module and lesson, and the day and time at which each opens for people without a shift (rules/cohorts#schedule).';

comment on function private.release_facts(public.cohorts,public.releases) is 'Takes a cohort and an opening of it (null: none); returns {id, day, at_time: HH:MM in the cohort''s zone, opens_at: for people without a shift}, or null.';

comment on function private.signal_dates() is 'Statement trigger: signals to the people of changed cohorts that openings or due dates changed. Its argument is the column with the cohort.';

comment on function private.signal_dates_of_course() is 'Row trigger: signals to the people of all cohorts that take the course that a due date changed.';

comment on function private.signal_dates_of_person() is 'Row trigger: signals to a person that their openings or due dates changed.';

comment on function private.unreleased_lessons(uuid,timestamp with time zone) is 'Takes a person and a moment; returns lessons that the schedules of their cohorts have not opened at that moment, with when they open (null while the person pauses), by which cohort and on which of its days. Lessons that the person completed, or that a grant without a cohort opens, are left out (rules/cohorts#schedule).';

comment on function public.calendar_of(text) is 'Takes the secret of a calendar; returns the openings and due dates of the cohorts of its person, {cohorts: [{id, title, time_zone, starts_on, ends_on: both minus the shift of the person, changed_at, openings: [{event_id: does not change when the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}], dues: without those of passed work, [{lesson_id, title, course, slug, due_at, time_zone, handed_in: whether the work waits for a review, changed_at}]}]}. Null for an unknown secret and for an account that is not active. Only for the edge function `calendar` (rules/cohorts#calendar).';

comment on function public.cohort_schedule(uuid) is 'Takes a cohort; returns {starts_on, ends_on, time_zone, today: in that time zone, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release, due: {said: the date of the assignment, own: the date of the cohort, or null}, or null for other types}]}]}]} in their order; `release` as release_facts() returns it, said and own as {day, at_time}. Where a field of own is null, the field of said applies; where a field of said is null, there is none. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';

comment on function public.make_calendar_address() is 'Makes a secret for the caller''s calendar, which replaces the earlier one, and returns {token, made_at}. The token cannot be read again. Raises 42501.';

comment on function public.my_news() is 'Returns the caller''s news, the newest first, six of each kind: [{kind: RETURNED: work that was returned to them and not handed in again, PASSED: work that passed within seven days, ANSWERED: a question that they follow, with answers of others within seven days, id: of the assignment or question, title, lesson_id, lesson: its title, course: its title, slug: of the course, at: of the review or the newest answer, mine: whether they asked the question, times: how many answers}]. Only in lessons that are open to them. Empty if there is nothing (rules/learning#news).';

comment on function public.my_cohort_schedule(uuid) is 'Takes a cohort of the caller; returns {openings: in their order [{day: of the schedule, 0 is the first, opens_at: with the caller''s shift, null while they pause, open, lessons: how many, done, title: of the module, or of the only lesson, id: of the first lesson, course, slug: of the course}], dues: [{id, title, course, slug, at, zone, day, open, state: of the work, or null}], shift: by how many days everything is later for the caller, messages: the newest 50 [{id, title, message, created_at, sender: a name or null}]}. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#weeks).';

comment on function public.save_releases(uuid,jsonb) is 'Takes a cohort and changes of its schedule [{module_id or lesson_id, day, at_time}], at most 2,000; a day that is null removes the opening. Saves all of them or none. The same call again changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, 23514 for a day out of range (rules/cohorts#schedule).';

comment on function private.cohort_audience(uuid,uuid) is 'Takes a cohort, and the only recipient of a message (null: everybody in the cohort); returns the people who get the message, and whether each gets it by mail, too. Leaves out people who left and disabled accounts.';

comment on function private.cohort_begins(public.cohorts) is 'Takes a cohort; returns the text for a person who was added to it: when it begins or began, and what to do. Null for a draft, an archived cohort, and one that has ended.';

comment on function private.due_cohort_added_mail(private.due_work) is 'Job: returns the mail to a person whom staff added to a cohort, {to, cohort: its title, begins: as cohort_begins() says it, path: of its page, unsubscribe}; null if the person left since, does not want mails of cohorts, is disabled, or has no confirmed email, or if the cohort has ended, is a draft, or is archived.';

comment on function private.due_cohort_message_mail(private.due_work) is 'Job: returns the mail with which one person of a cohort gets a message to the cohort, {to, title, message, cohort, sender, unsubscribe: the secret that ends such mails for them}; null if the person left, does not want such mails, is disabled, or has no confirmed email.';

comment on function private.tell_added(uuid,uuid[]) is 'Takes a cohort and people of it whom staff added; notifies them in the bell and by mail when the cohort begins and what to do. Nobody is notified about a draft or twice, and the caller is not notified (rules/cohorts#added).';

comment on function public.cohort_message_readers(uuid) is 'Takes a message to a cohort; the people who got it, [{id, name, read_at: null for those who have not read it}], the first readers first. Raises 42501, also for an unknown message, or PT404 NO_COHORT if the caller may read all messages.';

comment on function public.count_cohort_message(uuid,uuid) is 'Takes a cohort, and the only recipient of a message (null: everybody in the cohort); returns {people: how many would get a message, mails: how many of them also by mail}. Raises 42501 and PT404 NO_COHORT.';

comment on function public.send_cohort_message(uuid,text,text,uuid,uuid) is 'Takes a cohort, title and text, an operation id, and the only recipient (null: everybody in the cohort); sends the message to the bell of each, and by mail to those who want it; returns {id, people, mails}. Sent again under the same operation id, it sends nothing more. Raises 42501, PT404 NO_COHORT, PT409 SENT_ALREADY with another text, PT422 NOBODY, 23514 for texts that do not fit (rules/cohorts#messages).';

comment on function private.claim_length() is 'Returns how long a claim lasts after the reviewer last typed (rules/assignments#claim).';

comment on function private.due_review_mail(private.due_work) is 'Job: returns the mail that tells a person that their work was reviewed, {to, lesson, course, passed, path: of the assignment, unsubscribe: the secret that ends such mails for them}. It contains nothing that the reviewer or the person wrote. Null if the review was withdrawn, the next round was handed in, the assignment is in the bin, or the person does not want such mails, is disabled, or has no confirmed email.';

comment on function private.keep_blind() is 'Row trigger: raises PT422, hint blind, if `blind` of an assignment is changed while its work waits for a review, because reviewers and owners rely on it (rules/assignments#blind).';

comment on function private.keep_second_opinions() is 'Row trigger: raises 42501 if a row of second_opinions is changed or deleted, unless its work or its person is deleted.';

comment on function private.place_in_queue(public.submissions) is 'Takes somebody''s work; returns its place among the work that waits in its cohort, or in its assignment if it has no cohort, {place: from 1, of: how many pieces of work wait}. Null if it does not wait (rules/assignments#queue).';

comment on function private.queue_condition(jsonb) is 'Takes a filter {lesson_id, course_id, cohort_id, late, mine}; returns the SQL condition that somebody''s work s is in the caller''s queue, and the values of its parameters: $1 the cohorts, $2 the lessons, and $3 other work that the caller may list. Hidden work never counts as late, and is found by every cohort that takes its course. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';

comment on function private.review_promise() is 'Returns the time within which a review is promised (rules/assignments#queue).';

comment on function private.reviewers_of(public.submissions) is 'Takes somebody''s work; returns all people who may review it.';

comment on function private.tell_of_review(public.reviews,public.submissions) is 'Takes a review that was just published, and the work; notifies the owner, and plans a mail for the time when the reviewer can no longer withdraw the review. If it is withdrawn, the notification is deleted.';

comment on function public.hand_over(uuid,uuid) is 'Takes somebody''s waiting work, and either a person, to whom it is then offered first for a day, or null, after which the caller does not review it either, like the people who already do not. Ends the claim on the work: the caller''s own or, for administrators, anybody''s. Raises 42501, PT409 NOT_WAITING and CLAIMED, PT422 NOT_REVIEWER and NOBODY (rules/assignments#hand-over).';

comment on function private.due_exercise_proof(private.due_work) is 'Job: returns {lesson_id, user_id: who asked} of an exercise whose newest version waits for its proof, or {wait} while another request proves it or runs of this person have to wait. Null if no proof is pending (rules/exercises#proof).';

comment on function private.exercise_at(uuid,integer) is 'Takes a lesson and the number of a version of its exercise; returns its key_fields(). Null for callers who may not update the exercise, and if the number is null.';

comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: asked_time() of a request that the caller may answer, or null, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were withdrawn [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round that has one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing in the answer reveals whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';

comment on function public.withdraw_review(uuid,text) is 'Takes a published review and a reason; withdraws the review. The work waits again in its former place in the queue, and the completion and the notification of the review are deleted. Its reviewer can do this for 10 minutes, without a reason, and gets the text back as a draft and a claim on the work. Callers who may withdraw can do it to any review at any time, with a reason. Returns {submission_id, state}; the same call again changes nothing. Raises 42501, PT409 TOO_LATE and NEWER_ROUND, PT422 with hint reason (rules/assignments#taking-back).';

comment on function private.is_exercise_files(jsonb,integer) is 'Takes files of an exercise and the minimum number of files; true if they are a list of at most twenty {path, text} with different paths and at most 200 kB of text together. A path has only letters, digits, dots, hyphens, underscores and slashes, and must not be that of the tests. Null for null (rules/exercises#limits).';

comment on function private.add_exercise() is 'Row trigger on lessons that become exercises: adds rows to exercises and exercise_keys, unless they exist.';

comment on function private.ask_for_proof(private.exercise_keys,boolean) is 'Takes the newest version of an exercise, and whether its proof may be delayed; enqueues the proof, unless the version is proved or its proof is pending. Returns the version with its new state. Beyond 30 proofs within an hour, a proof that may be delayed begins as soon as the limit allows it, and any other raises PT429 TOO_MANY (rules/exercises#limits).';

comment on function private.copy_exercises(jsonb) is 'Takes {lesson: its copy}; copies the exercises with their proof to lesson copies that were created in this transaction. Leaves out exercises that the caller may not update.';

comment on function public.prove_exercise(uuid) is 'Takes an exercise; enqueues the proof of its newest version, unless it is proved (a page always is), and returns {version, proved_version, proof: {state, problems}}. Raises 42501, and PT429 TOO_MANY after 30 proofs in an hour (rules/exercises#proof).';

comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit. A page needs no proof, and learners get it at once. If the caller''s version is null, no STALE_EXERCISE is raised. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

comment on function public.exercise_to_prove(uuid,uuid) is 'Takes an exercise whose proof is pending, and who asked for it (null: nobody known); begins a proof of its newest version and returns {lesson_id, version, language, files, tests, hidden, solution, time_ms}. Null if no proof is pending, and {wait: until when} if another proof began within the last two minutes, if an import requested more proofs than the limit allows, or if runs of this person were killed. If two proofs have begun and none has ended, the proof is refused. Only for the worker (rules/exercises#proof).';

comment on function public.save_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the fields that change, out of {language, files, tests, hidden, solution, time_ms, hints, solution_after}; saves a new version and returns {version, proved_version, proof: {state, problems}}. Learners get the version once it is proved. Raises 42501, PT409 STALE_EXERCISE if somebody else has saved meanwhile, PT422 with the field as hint (rules/exercises#exercise).';

comment on function public.settle_proof(uuid,integer,boolean,jsonb) is 'Takes an exercise, a version of it, whether it is proved, and the problems if not, [{file, line, message}]; stores the result once. Learners get the version if it is proved. Returns {version: the newest, proved_version, proof: {state, problems}}. Only for the worker (rules/exercises#proof).';

comment on function private.can_on_runs(text,uuid,uuid) is 'Takes an action of staff, a person and an exercise; true if the caller may do this to the runs of the person: by a right for all runs, for runs in their own courses, or for people of a cohort with the course that they look after.';

comment on function private.check_practice(uuid,uuid,timestamp with time zone) is 'Takes a person, an exercise, and when the code was written (null: now); raises PT404 NO_LESSON, PT403 NO_ACCESS or NOT_OPEN_YET if the exercise is not open to the person, and PT409 IN_PREPARATION while no version of it is proved.';

comment on function private.count_killed(uuid) is 'Takes a person; stores that a run of theirs had to be killed.';

comment on function private.due_run_check(private.due_work) is 'Job: returns {run_id, user_id: whose it is} of a run that waits for its verdict, or {wait} while another request verifies it or runs of this person have to wait. Null if the run is settled (rules/exercises#verdict).';

comment on function public.exercise_solution(uuid) is 'Takes an exercise; returns its solution, [{path, text}], once the caller has passed, or as many of their runs have failed as `solution_after` says; the solution of a page once the caller has completed the lesson. If the caller has not passed yet, stores that they looked at it. Those who may update the lesson get the newest solution. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';

comment on function private.prune_runs(uuid,uuid) is 'Takes a person and an exercise; deletes their runs except the last 20, the first that passed, and those that wait for their verdict.';

comment on function private.verification_lease() is 'Returns how long a verification may take. After that time, another one can begin.';

comment on function private.waits_until(uuid) is 'Takes a person; returns until when their runs have to wait, because runs of theirs were killed within the last day: 30 seconds after the last killed run, twice as long for each earlier one, up to an hour. Null if none was killed (rules/exercises#turns).';

comment on function public.count_killed_run(uuid) is 'Takes a person; stores that a run of theirs had to be killed, so that their next runs wait. Only for the worker (rules/exercises#turns).';

comment on function public.course_exercise_figures(uuid) is 'Takes a course; returns its exercises in order, each with the fields of exercise_figures() except the people, and {title, proved: whether learners have a version, language: of that version, completed: how many of the people who tried it completed the lesson}. Raises 42501 for callers who may read no runs of the course (rules/exercises#figures).';

comment on function public.exercise_figures(uuid) is 'Takes an exercise; returns, for the people whose runs the caller may read, {lesson_id, tried, passed, median_runs: until the first pass, or null, looked: how many looked at the solution before they passed, tests: those that fail most often in the last 1,000 failed runs [{name, hidden, failed, people, actual: the most frequent wrong value, or null}], people: the last 100 who handed in [{user_id, name, runs, failed_runs, passed_at, runs_to_pass, looked_at, last_at}]}. Raises 42501 (rules/exercises#figures).';

comment on function public.forget_attempt(uuid,uuid) is 'Takes a run, or an exercise whose proof is pending; takes back the attempt that was counted when the server was too busy to run it. Only for the worker (rules/exercises#verdict).';

comment on function public.exercise_of(uuid) is 'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in: false for a page, can_write: whether drafts are kept, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after (the fields from language to solution_after are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';

comment on function public.exercise_runs_of(uuid,uuid) is 'Takes an exercise and a person; returns {runs, failed_runs, passed_at, runs_to_pass, looked_at, kept: [run_facts()], the latest first}. exercise_run() returns the files of a run. Raises 42501 unless the caller may read the person''s runs (rules/exercises#figures).';

comment on function public.run_to_verify(uuid) is 'Takes a run; begins a verification and returns {lesson_id, language, version, files, tests, hidden, time_ms}. Null if the run is settled. Returns {wait: until when} if another verification began within the last 30 seconds, or if runs of this person were killed. If two verifications have begun and none has ended, the run becomes ERROR. Only for the worker (rules/exercises#verdict).';

comment on function private.can_on_questions(text,uuid,uuid) is 'Takes an action of staff, a course, and the cohort of a question or null; true if the caller may do this to such questions, by a right for all questions, for questions in their own courses, or for questions of cohorts that they look after.';

comment on function private.check_may_write(uuid,uuid,boolean) is 'Takes a person, a course, and whether the person moderates its questions; raises PT403 BANNED if the person is banned and does not moderate.';

comment on function private.cohort_of_asker(uuid,uuid) is 'Takes a person and a course; returns the cohort in which the person takes it; if there are several, the one that they joined last. Null for none.';

comment on function private.count_question_act() is 'Counts a change that the caller makes to questions, and returns how many they made in this hour; raises PT429 TOO_MANY after 600. Each function calls it before it locks anything else, so that two calls of one person cannot deadlock.';

comment on function private.follow(uuid,uuid) is 'Takes a question and a person; lets the person follow the question.';

comment on function private.grants_of_lesson(uuid,uuid[]) is 'Takes a lesson and people; returns the people with an open grant of its course, and for each whether the schedule of one of their cohorts, or a grant without a cohort, opens the lesson (rules/cohorts#schedule). Ignores that completed lessons stay open.';

comment on function private.lesson_is_released(uuid,uuid) is 'Takes a person with a grant of the course, and a lesson of it; true unless the schedule of their cohorts has not opened it yet. The same rule as in unreleased_lesson_ids(), which computes all lessons of all their courses.';

comment on function private.my_open_lesson_ids(uuid,uuid) is 'Takes a course, and one of its lessons or null for all; returns those that the caller may open now, by the same rule as the policy on lessons. Functions call it once to filter rows of many lessons.';

comment on function private.my_question_rights(uuid) is 'Takes a course; returns the rights of the caller on its questions: whether they read questions by their audience, list every question, and moderate every question; if not every question, the cohorts whose questions they list and moderate. can_on_questions() returns the same rights one by one. No rights while the caller has no role.';

comment on function private.opens_lesson(uuid) is 'Takes a lesson; true if the caller may open the lesson now.';

comment on function private.question_view(uuid,boolean) is 'Takes a question, and whether the caller moderates it; returns it as question_views() does, with the whole text.';

comment on function private.question_views(uuid[],uuid,boolean,uuid[],integer) is 'Takes questions, the caller, whether the caller moderates all of these questions, or the cohorts whose questions the caller moderates, and how many characters of each text to return; returns each as screens show it: {id, lesson_id, gone, title, body, cut, author: a name, former, mine, at_seconds, at_heading, audience, state, closes_at, answers, accepted: the id of the answer or null, created_at, edited, following, reported: by the caller, moderates}, for moderators also {author_id, reasons: those of open reports}. For a deleted question, only {id, lesson_id, gone, answers, created_at}. Checks no rights.';

comment on function private.questions_for(uuid[],uuid[],uuid[],uuid[],uuid) is 'Takes lessons that are open to a person (null for staff who read every question), lessons whose questions the person may all read, the cohorts of the person, the cohorts whose questions they look after, and the person. Returns the questions that the person may read by their audience, without deleted and merged ones. The calling function has to check that their lessons are open. For staff who read every question, questions of deleted lessons are left out.';

comment on function private.readers_of_question(public.questions,uuid[]) is 'Takes a question and people; returns those who may read it, by the same rule as reads_question(). Sessions are not checked.';

comment on function private.reads_question(public.questions) is 'Takes a question; true if the caller may read it: staff who look after it, and people of its audience to whom its lesson is open, unless they are banned (rules/questions#audience). Does not check whether the question is deleted.';

comment on function private.refresh_question(uuid) is 'Takes a locked question; updates from its answers their number, the state of the question, since when it waits, and when it closes. Signals the change to its followers, and returns the question (rules/questions#states).';

comment on function private.tell_of_answer(public.answers,public.questions) is 'Takes a new answer and its question; notifies each person who follows the question and may still read it, except the author of the answer. If the person has an unread notification about the question, it announces this answer, too; otherwise they get a new one (rules/questions#following).';

comment on function private.tell_of_deleted_answers(uuid) is 'Takes a question of which answers were just deleted; unread notifications announce only the other answers from now on, and notifications without an answer are deleted.';

comment on function private.words_on_answers(public.questions,uuid,uuid) is 'Takes a question, a person, and the first answer that they have not read; returns texts and link of the notification about this answer and later answers of others; the link leads to the first.';

comment on function public.accept_answer(uuid,uuid) is 'Takes a question and one of its answers; accepts this answer, or none for null. For the asker, and for staff who moderate the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT409 MERGED. Definer, because only functions write questions (rules/questions#accepting).';

comment on function public.ask_question(uuid,text,text,public.question_audience,integer,text,uuid,uuid) is 'Asks a question about a lesson that is open to the caller. Takes title, text, who can read it, and the second of the video or the heading of the text to which it belongs. Returns question_view(); the same operation again returns the same question. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 BANNED, PT409 MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 20 questions in an hour. Definer, because only functions write questions (rules/questions#asking).';

comment on function public.edit_answer(uuid,text) is 'Takes an answer of the caller and a text; replaces the text of the answer. Returns answer_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT422 with hint body. Definer, because only functions write answers (rules/questions#own).';

comment on function public.edit_question(uuid,text,text) is 'Takes a question of the caller, a title and a text; replaces those of the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 with the field as hint. Definer, because only functions write questions (rules/questions#own).';

comment on function public.follow_question(uuid,boolean) is 'Takes a question, and whether the caller follows it from now on. A person can stop following a question even if they may no longer read it. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION. Definer, because a function decides who may read a question (rules/questions#following).';

comment on function public.lesson_questions(uuid,uuid,integer) is 'Takes a lesson, the last question that the caller has, and how many more to return (20, at most 50); returns {can_ask, banned, moderates: whether the caller moderates every question of the course, cohort: the title of the cohort that can be an audience or null, questions: [question_view() with 280 characters of the text], the newest first, next: the question after which more follow, or null}. The questions are those that the caller may read, without merged ones, and with deleted ones only while they have answers. Raises 42501, PT404 NO_LESSON. Definer, because it returns names of authors, and nothing else about them (rules/questions#audience).';

comment on function private.narrowing_query(tsquery[]) is 'Takes the terms of a search for questions; returns the rare terms, or the least frequent one, as one query. The index reads an entry for every row with a word that begins like a term, so frequent terms cost more time than they save. Definer, because only the owner of the table can read the statistics.';

comment on function private.questions_found(uuid[],uuid[],uuid[],uuid[],tsquery,tsquery,boolean,uuid[]) is 'Takes lessons that are open to the caller (null for staff who read every question), lessons whose questions the caller may all read, the cohorts of the caller, the cohorts whose questions they look after, a query for the index, a query of words that is the same or narrower, whether to look in answers, and questions to leave out; returns at most 100 matching questions that the caller may read, or at most 200 answers to such questions, up to 20 of each. It must return nothing that the caller may not read, because its result is not checked again.';

comment on function private.questions_matching(uuid[],tsquery,tsquery) is 'Takes lessons, a query of the rare words of a search, and the whole query; returns at most 80 matching questions about these lessons. Forces a bitmap scan, because the planner would otherwise compare every question of these lessons.';

comment on function public.restore_inbox_row(text,uuid) is 'Takes a row that the caller marked as done or snoozed; shows it again. Raises 42501.';

comment on function public.question(uuid,uuid) is 'Takes a question that the caller may read, and the last answer that the caller has; returns {lesson, slug, course, question: question_view(), accepted: answer_view() of the accepted answer or null, answers: [answer_view()], 50 at a time, the oldest first, next: the answer after which more follow, or null}, for moderators also moderation: {course_id, writers: by the id of each author whom the caller may ban, whether they are banned}. For a merged question, {merged_into: the other question, lesson_id}. Raises 42501, PT404 NO_QUESTION. Definer, because it returns names of authors, and nothing else about them (rules/questions#audience).';

comment on function public.reopen_question(uuid) is 'Takes a question; if it is answered or closed, makes it wait for an answer again without an accepted answer. For the asker, and for staff who moderate the question. Returns question_view(). Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION, PT409 MERGED. Definer, because only functions write questions (rules/questions#states).';

comment on function private.frequent_found(uuid[],uuid[],uuid[],uuid[],tsquery,boolean,uuid[]) is 'Takes what questions_found() takes, without the query for the index; returns the matching questions, or answers, that the caller may read, out of at most 300: the newest 60 of each lesson. Null if too few of these match and there may be others. It must return nothing that the caller may not read, because its result is not checked again.';

comment on function private.index_answer() is 'Row trigger: updates the words by which a question is found through this answer. Only the first 4,000 characters of a text are indexed.';

comment on function private.index_question() is 'Row trigger: updates the words by which a question is found. Only the first 4,000 characters of a text are indexed.';

comment on function private.lessons_asked(tsquery) is 'Takes a query of words; returns the lessons of questions and answers with these words, or null if there are more than 300. Checks no rights.';

comment on function private.matches_in_sample(tsquery,boolean) is 'Takes a query of words, and whether to look in answers; returns how many of 50 questions, or of 50 answers, have the words. Ids are random, so the first 50 are a random sample.';

comment on function public.merge_questions(uuid,uuid) is 'Takes a question, and another one of the same lesson that the same people can read; moves its answers and followers to the other question, to which it leads from now on. An accepted answer stays accepted if the other question has none. Returns question_view() of the other question. For staff who moderate both. Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 OTHER_READERS or with hint into_id. Definer, because only functions write questions (rules/questions#merging).';

comment on function public.questions_like(uuid,text) is 'Takes a lesson that is open to the caller, and a text, of which the first 100 characters and eight words count; returns the five most similar questions of the course, [{id, title, lesson_id, lesson, answers, state, accepted}], out of those that the caller may read in lessons that are open to them. Each has at least half of the words; words of one or two letters count only if there are no longer ones. Raises 42501, PT404 NO_LESSON. Definer, because PostgreSQL does not use indexes of words under row security (rules/questions#asking).';

comment on function public.questions_to_merge(uuid,text) is 'Takes a question, and words or an empty text; returns ten questions of its lesson into which the caller can merge it, [{id, title, author: a name, former, created_at, answers, state, accepted}]: those with all the words, or without words, the most similar ones and then the newest. For staff who moderate the question; raises 42501. Definer, because PostgreSQL does not use indexes of words under row security (rules/questions#merging).';

comment on function private.may_delete_words(uuid,public.questions) is 'Takes the author of a question or answer, and the question; true if the caller may delete it: because it is the caller''s own, or as a moderator.';

comment on function public.ban_from_questions(uuid,uuid,boolean) is 'Takes a course, a person, and whether the person is banned from its questions from now on. Nobody can ban themselves. For staff who moderate the questions of the course, or of a cohort in which the person takes it. Earlier questions and answers of the person stay. Raises 42501. Definer, because bans are granted to no one (rules/questions#banned).';

comment on function public.delete_answer(uuid) is 'Takes an answer; deletes it, also from notifications, and if staff delete it, settles its reports. If it was the accepted answer, the question has none then. For its author, and for staff who moderate the question. Raises PT429 TOO_MANY after 600 changes in an hour, 42501. Definer, because only functions write answers (rules/questions#own).';

comment on function public.delete_question(uuid) is 'Takes a question; deletes it, and if staff delete it, settles its reports. Its answers stay, under a deleted question. For the asker, and for staff who moderate the question. Raises PT429 TOO_MANY after 600 changes in an hour, 42501. Definer, because only functions write questions (rules/questions#own).';

comment on function public.question_bans(uuid) is 'Takes a course; returns who is banned from its questions, [{user_id, name, banned_at, by: the name of who banned them, or null}], for people whom the caller could ban. For staff; raises 42501. Definer, because it returns names of people, and nothing else about them (rules/questions#banned).';

comment on function private.end_behind(uuid[]) is 'Takes rows of behind_people whose reason has ended; deletes these rows with their notifications. Skips rows that another transaction has locked: that transaction deletes them, or the next search does.';

comment on function private.find_all_behind(integer) is 'Takes how many cohorts to look at; looks for people who have fallen behind in running cohorts that were not looked at on the present day of the cohort. Returns how many cohorts it looked at.';

comment on function private.lock_notification_sums() is 'Locks the rows of notification_sums that every notification to one person changes. Jobs that lock people who have fallen behind call it first.';

comment on function private.look_again() is 'Row trigger: plans a new search for people who have fallen behind in a cohort whose dates, time zone or state changed.';

comment on function private.look_again_at_dues() is 'Row trigger: plans a new search for people who have fallen behind in a cohort whose due dates moved, for everybody or for a person whose shift changed.';

comment on function private.member_not_active() is 'Row trigger: deletes people who pause, leave or graduate from behind_people.';

comment on function public.report_question(uuid,uuid,text) is 'Takes a question that the caller may read, one of its answers or null for the question itself, and a reason; reports it once to the staff who moderate it. Nobody is told who reported it. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, PT404 NO_QUESTION and NO_ANSWER, PT422 with hint reason. Definer, because reports are granted to no one (rules/questions#own).';

comment on function public.restore_answer(uuid) is 'Takes an answer that the caller deleted less than ten minutes ago and restores it, with its reports. Nobody is notified again. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, also if another person deleted it. Definer, because only functions write answers (rules/questions#own).';

comment on function public.restore_question(uuid) is 'Takes a question that the caller deleted less than ten minutes ago and restores it, with its reports. Raises PT429 TOO_MANY after 600 changes in an hour, 42501, also if another person deleted it. Definer, because only functions write questions (rules/questions#own).';

comment on function private.no_longer_behind() is 'Row trigger on the progress of a person in a course: any activity ends the reason SILENT, and a completed lesson ends NOT_STARTED.';

comment on function private.joined_community_ids(public.community_role) is 'Returns the open communities that the caller has joined, or of which they are a moderator.';

comment on function public.settle_question_reports(uuid,uuid) is 'Takes a question, and one of its answers or null for the question itself; settles its open reports without changing it. For staff who moderate the question. Raises 42501. Definer, because reports are granted to no one (rules/questions#own).';

comment on function private.asked_version(private.extension_requests) is 'Takes a request for more time; returns the version of its row in the inbox, which changes when the person asks again or changes the request.';

comment on function private.due_morning(private.due_work) is 'Job: plans the morning mails of each hour.';

comment on function private.due_morning_mail(private.due_work) is 'Job: returns the mail that tells a person of staff what waits in their inbox, {to, counts: {kind: how many, counted to 1,001; for BEHIND, how many people}, rows: as morning_rows() has them, path: of the inbox, unsubscribe: the secret that ends such mails for them}. {wait} before 08:00 of the day in their time zone. Null after noon, if nothing waits, or if the person has no inbox, does not want such mails, is disabled, or has no confirmed email.';

comment on function private.forget_inbox_row() is 'Row trigger: deletes the marks and hand-overs of an inbox row when its subject is deleted, or belongs to another person or to nobody.';

comment on function private.inbox_behind(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the people who have fallen behind in cohorts whose people the caller may change: the first 50, and how many there are, counted to 1,001.';

comment on function private.inbox_behind_ids(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the rows of behind_people in cohorts whose people the caller may change, without those that the caller put away, in the order in which they were found, at most 1,001.';

comment on function private.inbox_holder(text,uuid,text,uuid) is 'Takes kind, subject and version of a row of the inbox, and the caller; returns to whom the row was handed over, as staff_inbox() shows it. No row if it was not handed over.';

comment on function private.inbox_jobs(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the mails and other jobs that were given up, for callers who may retry them: the first 50, with how many there are, counted to 1,001.';

comment on function private.inbox_moderates(uuid,public.questions) is 'Takes a person and a question; like moderates_question(), but for any person. Sessions are not checked.';

comment on function private.inbox_of(uuid) is 'Takes a person; returns what staff_inbox() would return to them once they are signed in, with a second factor if one is required, and `behind`: how many people the rows of BEHIND are about, because a person can have several. Null for a person without an inbox. No grants: only for jobs.';

comment on function private.inbox_open_reports() is 'Returns the questions with open reports of themselves or of their answers: how many, and when the first and the last report was made. Leaves out deleted and merged questions and deleted answers. Checks no rights.';

comment on function private.inbox_person(uuid,text,text) is 'Takes a person; returns {id, name} as rows of the inbox show it, or null without a person.';

comment on function private.inbox_place(uuid,text) is 'Takes a course or a cohort; returns {id, title} as rows of the inbox show it, or null without one.';

comment on function private.inbox_promise() is 'Returns the time within which staff should act on a row of the inbox, if its kind has no other promised time (rules/inbox#order).';

comment on function private.inbox_purchases(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the pending purchases, and paid purchases without a known member, for callers who may assign a purchase to a member: the first 50, with how many there are, counted to 1,001.';

comment on function private.inbox_row_words(text,uuid) is 'Takes the kind and the subject of a row of the inbox; returns a sentence about the row, without names of people.';

comment on function private.inbox_version(text,uuid) is 'Takes a kind of row of the inbox and its subject; returns the present version of the row in staff_inbox(). Null if there is no such row now.';

comment on function private.inbox_waiting(uuid,uuid[]) is 'Takes the caller, and the lessons in the bin; returns the questions that wait for an answer, without the caller''s own and those under lessons in the bin. Checks no rights.';

comment on function private.morning_rows(uuid,jsonb,text) is 'Takes a person, their inbox as inbox_of() returns it, and their time zone; returns its first ten rows for a mail, with people who fell behind in the same cohort as one row, [{kind, title: null for some kinds, person: a name or null, people: how many fell behind, otherwise 1, reasons: the reason of each of their rows, place: a title or null, holder: the name of a colleague who has the row, or null, overdue_hours: null if it is not overdue, until: when it is promised, zone: of the person, path}]. It contains neither emails nor texts that people wrote.';

comment on function private.plan_morning_mails(timestamp with time zone) is 'Takes a moment; adds the jobs of the morning mails that are due within the hour after it, or were due this morning and were not planned yet. A person gets at most one for each day in their time zone, and at most one within 12 hours. The job of the mail finds out later whether anything waits.';

comment on function private.put_away(text,uuid,text,timestamp with time zone) is 'Takes a row of the caller''s inbox, its version, and until when it is snoozed (null: it is done); marks it as done or snoozed for the caller, and deletes marks of the caller that are older than 90 days.';

comment on function private.signal_given_up() is 'Row trigger: signals to staff that a job was given up or is retried.';

comment on function public.finish_inbox_row(text,uuid,text) is 'Takes a row of the inbox and the version that the caller saw; marks the row as done for the caller until it has another version. Does nothing for a row that is not in their inbox. Raises 42501 (rules/inbox#done).';

comment on function public.staff_inbox() is 'Returns what waits for the caller, {rows: [{kind: WORK, APPEAL, QUESTION, QUESTION_REPORT, EXTENSION, BEHIND, REPORT, PURCHASE, EVENT, MAIL or INVITE, act: REVIEW, ANSWER, GIVE, CLEAR, MODERATE, OPEN, ASSIGN, DISMISS, RETRY or RESEND, subject_id, version: changes when there is something new, title, person: {id, name} or null, course: {id, title} or null, cohort: {id, title} or null, since, promise_at, facts: more about it by kind, holder: to whom it was handed over {id, name, by: a name, mine, note: only for these two people, at} or null}], at most 50 of each kind, in the order of promise_at, counts: {kind: how many, counted to 1,001}, changes_at: when the next snoozed row is shown again, stopped: whether no worker does background jobs, for callers who may read jobs}. Each kind is returned only to callers who may do its act, in their scope. Rows that the caller put away are left out. Raises 42501 (rules/inbox#rows).';

comment on function private.account_disabled() is 'Row trigger: deletes the person from behind_people when the account is disabled.';

comment on function private.behind_cleared() is 'Row trigger: deletes a person from behind_people when staff clear the reason.';

comment on function private.behind_keys(jsonb) is 'Takes the facts of a reason as find_behind() returns them; returns a key for each fact. The key is a different one if the due date moved, the work was returned again, or the question waits again.';

comment on function private.behind_version(private.behind_people) is 'Takes a person who has fallen behind; returns the version of their inbox row, which changes when there is a new fact.';

comment on function private.behind_view(text,integer,numeric,date,jsonb,text) is 'Takes a reason with its facts as find_behind() returns it, and the time zone of the cohort; returns it as screens show it, {reason, days, usual, since, facts: [{id: of the assignment or question, title, lesson_id, slug: of the course, on: the day, times: how often the work came back}]}. Checks no rights.';

comment on function private.behind_words(uuid) is 'Takes a row of behind_people; returns the texts of the notification to the person, with a link to the lesson to go on with. They contain titles of lessons and of the cohort, but nothing else that people wrote. Nulls if there is no notification, because no lesson is open to the person.';

comment on function private.due_behind(private.due_work) is 'Job: every hour, and after a change of a cohort, looks for people who have fallen behind in up to 20 cohorts in which a new day has begun or which changed. Enqueues another job if more cohorts may be left (rules/inbox#behind).';

comment on function private.recheck_behind(uuid) is 'Takes a person; deletes the person''s reasons for having fallen behind that their work and questions no longer give, with the notifications. For people without such a reason, this costs one lookup.';

comment on function private.refresh_behind(uuid) is 'Takes a cohort; stores who has fallen behind in it now, records that the cohort was looked at today, and notifies people (rules/inbox#behind). A person who stays behind keeps their row.';

comment on function private.retell_behind(uuid[]) is 'Takes rows of behind_people; rewrites their notifications if the text is no longer true, and deletes those that have no text any more. A notification that was read stays read.';

comment on function private.tell_behind(uuid) is 'Takes a cohort; rewrites notifications about having fallen behind that are no longer true, and notifies people who have none, about one reason each, unless they got such a notification within three days.';

comment on function private.untell_behind() is 'Row trigger: deletes the notification about a reason for having fallen behind when that reason ends.';

comment on function private.work_not_behind() is 'Row trigger: checks the reasons of a person again who handed in work or got more time.';

comment on function private.day_words(date) is 'Takes a day; returns it as text, such as Fri 21 Nov, with its year if that is not the present one.';

comment on function public.has_communities() is 'True if the caller''s page of communities would list any. Apps show the link to that page only then.';

comment on function private.due_reminder_mail(private.due_work) is 'Job: returns the mail with all reminders of a day to a person, {to, things: [{kind: DUE, OPENS or BEGINS, title, place: the course, lessons: how many open, when: the moment as text, path}], unsubscribe: the secret that ends such mails for them}, the earliest first, with present dates and without the kinds that the person turned off. {wait} in their quiet hours. Null if no reminder is left, or if the person does not want such mails, is disabled, or has no confirmed email.';

comment on function private.due_reminders(private.due_work) is 'Job: every hour, when somebody is to be reminded, and after a change of a cohort (its subject), reminds the people of up to 20 cohorts that are due by reminder_looks. Enqueues another job if more cohorts may be left.';

comment on function private.handed_in_before_due() is 'Row trigger: deletes the notification that reminds a person of work when they hand it in.';

comment on function private.moment_words(timestamp with time zone,text,text) is 'Takes a moment, the time zone that applies to it, and that of the reader (null: not known); returns it as text, such as Fri 21 Nov, 18:00 Vienna (12:00 yours).';

comment on function private.person_reminders(uuid) is 'Takes a person; returns the reminders that apply to them until reminders_until(): assignments of their cohorts that are due and not handed in, lessons that open (those of one module at one moment together), and cohorts that begin, each with the cohort that decides the moment. `remind_at`: a day before, or if that is in quiet hours, an hour before these begin; `at_words`: the moment as text; `by_mail`: whether the person wants such mails. Leaves out cohorts in which the person is not active, courses that are closed to them, and assignments that no longer accept work when they are due (rules/notifications#reminders).';

comment on function private.plan_reminders(uuid) is 'Takes a cohort that changed; adds a job that reminds its people once the change is committed, unless such a job waits already (rules/due-work#again).';

comment on function private.plan_reminders_of_lesson() is 'Row trigger: when the due date of an assignment changes, plans the reminders of all cohorts that take its course.';

comment on function private.reminder_people(uuid[]) is 'Takes cohorts; returns their active people for whom something may be due, open or begin until reminders_until(). person_reminders() then decides exactly.';

comment on function private.reminder_words(text,text,text,integer,text) is 'Takes a reminder as person_reminders() returns it; returns the texts of the notification.';

comment on function private.reminders_until() is 'Returns until when remind() looks ahead: a day, plus quiet hours before it, plus the time until its next check.';

comment on function private.check_community_rights(text) is 'Takes read or create; raises 42501 unless the caller may do this to every membership and may read every community.';

comment on function private.community_header(uuid,text,boolean,boolean,integer) is 'Takes a community, the caller''s membership and how many characters of the description to return; returns what a screen shows of the community. A banned person sees only its name.';

comment on function private.community_membership(uuid) is 'Takes a community, or null for all; returns the caller''s state in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (an administrator to whom it is not open), and whether they may read, moderate and post, by the same rules as the policies. No row for a community that is hidden from the caller.';

comment on function private.managed_view(public.communities,integer) is 'Takes a community and up to which number to count its members; returns the community as administrators see it, with the number of its reported posts.';

comment on function private.membership_is_active(timestamp with time zone,boolean) is 'Takes when a member left a community and whether they are banned; true if they are a member now.';

comment on function private.open_community_ids() is 'Returns communities that are open to the caller by their access type, without those from which the caller is banned.';

comment on function public.add_community_member(uuid,uuid) is 'Takes a community and a person and makes them a member, also if they left before. Nothing changes for members. Raises 42501, PT404 GONE, PT409 BANNED. Definer, because left_at is granted to no role (rules/communities#open-to).';

comment on function public.managed_community(uuid) is 'Takes a community; returns the fields of managed_communities(), with the whole description and exact counts, and the number of its posts, which the question before a deletion shows. Null when there is none. For administrators; raises 42501.';

comment on function public.community_candidates(uuid,text) is 'Takes a community and a search as members() does; returns the first ten people whom it finds, by name, each with OUTSIDE, MEMBER or BANNED; none for an empty search. Disabled accounts are left out. For callers who may add members; raises 42501.';

comment on function public.community_people(text,integer) is 'Takes a community''s slug and how many people to skip; returns to its moderators and to administrators the next fifty members and banned people, moderators first, then by name, and how many of each there are. Null for everyone else. Definer, because it returns names of people, and nothing else about them (rules/communities#feed).';

comment on function public.delete_community(uuid) is 'Takes a community and deletes it for good, with its memberships, bans, posts and reports; purchases stay. It may run longer than other calls, because the audit log gets a record of each membership. Raises 42501, PT404 GONE.';

comment on function public.join_community(uuid) is 'Takes a community that is open to the caller and makes them a member, also if they left before. Nothing changes for members. Raises 42501, also for banned people. Definer, because left_at is granted to no role (rules/communities#open-to).';

comment on function public.leave_community(uuid,uuid) is 'Takes a community, and for administrators a person other than the caller; ends the membership. The row stays, so that a ban stays in force (rules/communities#banned). Raises 42501.';

comment on function public.managed_members(uuid,text,text,integer,integer) is 'Takes a community, a search as members() does, a filter (moderators or banned; null: everyone in it, also banned people), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, banned, joined_at}]}, people who joined last come first. For administrators; raises 42501.';

comment on function public.my_communities() is 'Returns the communities that are open to the caller, that they joined, or from which they are banned: the first hundred, joined ones first. Definer, because it also returns the name, and nothing else, of closed communities and of those from which the caller is banned (rules/communities#banned).';

comment on function private.is_thread(uuid,uuid) is 'Takes a post and a community; true if the post is in this community, is not a reply, and people can reply to it.';

comment on function private.limit_posting() is 'Row trigger: raises PT429 TOO_FAST if a person writes more than ten posts and replies within a minute. Deleted ones count, too.';

comment on function private.new_posts() is 'Returns, for each open community that the caller has joined, how many posts and replies others wrote since the caller last looked at it or joined, at most ten.';

comment on function private.post_views(uuid[],integer,boolean) is 'Takes posts, how many characters of each to return, and whether the caller moderates; returns each post as screens show it, with the name of the author and nothing else about them. For a deleted post, only the fact that there was one.';

comment on function private.stamp_edit() is 'Row trigger: sets edited_at.';

comment on function public.community_feed(text,uuid,integer) is 'Takes a community''s slug, the last thread that the caller has and how many more to return (20, at most 50); returns the community and the caller''s membership, and to those who may read it, its newest threads with their two latest replies. A page ends early at 11 kB. `next` is the thread after which more follow, null at the end. Null for a community that is hidden from the caller. Definer, because it returns names of authors, and nothing else about them (rules/communities#feed).';

comment on function public.community_news(text,timestamp with time zone) is 'Takes a community''s slug and a moment; returns how many posts and replies of others came after it, at most 100, and 0 for callers who may not read them. Definer, so that one index answers this frequent query.';

comment on function public.community_reports(text) is 'Takes a community''s slug; returns to its moderators and to administrators the eight posts with the oldest open reports, with up to three of the reasons, but not who reported them. Null if there is none, and for everyone else. Definer, because it returns names of authors, and to callers who may list people also the ids of authors whom they reach.';

comment on function public.community_thread(uuid,uuid) is 'Takes a post or a reply, and the last reply that the caller has; returns the whole post with its replies, the oldest first, in pages of 50 replies or 11 kB. Null if the caller may not read it or it does not exist. Definer, because it returns names of authors, and nothing else about them (rules/communities#feed).';

comment on function public.delete_post(uuid) is 'Takes a post and removes it from the feed. For its author, a moderator of the community, or an administrator; if one of the latter two deletes it, its reports are settled. Replies stay. Raises 42501 (rules/communities#own-posts).';

comment on function public.mark_community_seen(text,timestamp with time zone) is 'Takes a community''s slug and the moment up to which the caller has seen its posts; marks earlier posts as seen, if the caller is a member. Returns new_in_communities(). Definer, because visits are granted to no one (rules/communities#news).';

comment on function public.new_in_communities() is 'Returns how many posts and replies others wrote in the caller''s communities since the caller last looked, at most ten; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';

comment on function public.resolve_reports(uuid) is 'Takes a post and settles its open reports; the post itself does not change. For moderators of the community and administrators. Raises 42501 (rules/communities#own-posts).';

comment on function public.restore_post(uuid) is 'Takes a post that the caller deleted less than ten minutes ago and restores it with its reports. Raises 42501, also if another person deleted it.';

comment on function private.add_purchase_notice(text,text,text,text[],text) is 'Takes a provider, its event''s id and type, the reasons for which a person has to look at it, and its payment (null: unknown); stores it. If the event is sent again, the row counts it, and is shown to staff again only if the reasons differ.';

comment on function private.check_reason(text) is 'Takes a reason as it was typed; returns it trimmed. Raises PT422 NO_REASON.';

comment on function private.due_purchase_address(private.due_work) is 'Job: deletes the buyer''s email of a purchase that was assigned to no member within 90 days. Dropped if it was assigned (rules/purchases#without-member).';

comment on function private.open_purchase_notices(integer) is 'Takes how many; returns the newest events that a person has to look at: [{id, provider, event_id, type, reasons, ref, told_at, times}].';

comment on function private.purchase_rank(public.purchase_status) is 'Takes a status; returns its rank. Events only raise the status of a purchase, in whatever order they arrive: a paid purchase does not become FAILED, and a refunded one does not become COMPLETED.';

comment on function private.purchases_where(text,public.purchase_status,timestamp with time zone,timestamp with time zone) is 'Takes a search over the buyer''s name and email (also of purchases without a member) and the Ref, a status, and from when until before when (null: any); gives the condition on purchases p as SQL, every value quoted.';

comment on function private.refund_state(text,text) is 'Takes a provider and a payment; returns how much was refunded, from its events in any order: whether any money went back, whether all of it did, and the sum. A refund event has the sum so far, from which failed refunds are subtracted; a lost dispute adds its amount, unless it was won later.';

comment on function private.settle_purchase(uuid,public.purchase_status) is 'Takes a purchase and its status before the change (null: it is new); applies refunds, grants the course when it becomes COMPLETED, deletes its grant when it becomes REFUNDED, and restores the grant when the refund failed. Returns what was done: GRANTED, REFUNDED, GIVEN_BACK, NOT_GIVEN_BACK (the grant could not be restored), or RECORDED.';

comment on function public.assign_purchase(uuid,uuid) is 'Takes a paid purchase without a known member, and a person; assigns the purchase to the person, opens its course or community, and deletes the buyer''s email, in one transaction (rules/purchases#without-member). Returns {id, replayed: whether it was assigned to this person already, and nothing was done, opened: false if the course or community no longer exists}. Raises 42501, PT404 NO_PURCHASE and NO_PERSON, PT409 HAS_MEMBER, PT422 NOT_PAID.';

comment on function private.add_known_words(tsvector[]) is 'Takes the words of documents; adds new ones to known_words.';

comment on function private.any_lesson_matches(uuid[],uuid[],tsquery) is 'Like lessons_matching(), but returns only whether any lesson matches.';

comment on function private.search_fold(text) is 'Like fold(), but keeps the Thai and Lao vowels that NFKC splits as one character, as people type them.';

comment on function public.dismiss_purchase_notice(uuid) is 'Takes an event that a person had to look at; marks it as dealt with, and records purchase_notice.dismiss. The same call again changes nothing. Raises 42501, PT404 NO_NOTICE.';

comment on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) is 'Takes a search over the buyer''s name and email and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100), and whether only paid purchases without a known member are listed; returns {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, needs_member, buyer_email, item, reason, refund_reason}], notices: the 50 newest events to look at, as open_purchase_notices() gives them}, newest first. found counts the rows of the list on all pages; the other counts are of the same search and days, in any status; revenue is the sum of COMPLETED purchases by currency. For callers who may read every purchase; raises 42501.';

comment on function public.record_purchase(uuid,uuid,uuid,bigint,text,text,text) is 'Records a purchase that no payment provider reports, and opens its course, in one transaction (rules/purchases#by-hand). Takes a key that the caller chose, so that the same call again records nothing more, the person, the course, the amount in the currency''s smallest unit (0 to 2^53 - 1), the currency, the kind (bank_transfer, scholarship, other) and a reason; gives {id, replayed}. Raises 42501, PT404 NO_PERSON, PT422 BAD_PURCHASE, NO_REASON and NO_COURSE, PT409 RECORDED_ALREADY if other values were recorded with this key.';

comment on function private.lessons_changed() is 'Statement trigger: updates lesson_documents.';

comment on function private.lessons_matching(uuid[],uuid[],tsquery) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, and a query of the index; returns the first 100 lessons, by id, that match in title or text: of these courses without those lessons, and free previews of published courses. It must not return any other lesson, because the schedule is not checked again afterwards.';

comment on function private.lessons_titled(uuid[],uuid[],tsquery) is 'Like lessons_matching(), but searches only titles and headings.';

comment on function private.note_key(text) is 'Takes the text of a note; returns its words, and the pairs of letters of its unspaced text, with a space before each, for person_patterns().';

comment on function private.notification_patterns(text) is 'Takes words; returns patterns of the first six, with special characters escaped. Title and message of a notification in lower case have to match all of them.';

comment on function private.search_results(uuid[],uuid[],uuid[],text[],boolean) is 'Takes the courses that are open to the caller, those of their library, lessons that the schedule of a cohort has not opened yet, the terms, and whether all of them must match or one is enough. Returns the best four courses, three categories and twelve lessons. Only 100 lessons that match by title and 100 that match by text are ranked, because ranking reads whole documents.';

comment on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) is 'Records an event of a payment provider and applies it, in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that was refunded so far, `whole` if it is all; REFUND_FAILED: the amount that failed; DISPUTE; DISPUTE_LOST: the amount that was lost; DISPUTE_WON), its payment, when it happened, the checkout session by which the sale may be known so far, who bought which course or community (ids, or the slug of the course or community), its refund or dispute, the buyer''s email (stored only while no member is known) and the type of the event at the provider. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. Each event counts once, and events can arrive in any order. Raises PT422 BAD_EVENT. Only for the service role, also during maintenance (rules/purchases#signed-events).';

comment on function public.refund_purchase(uuid,text) is 'Refunds a purchase by hand: sets its status, and revokes only the grant that it made, in one transaction (rules/purchases#refund). Takes the purchase and a reason; returns {id, replayed: whether it was refunded already, and nothing was done}. Raises 42501, PT404 NO_PURCHASE, PT422 AT_PROVIDER and NO_REASON.';

comment on function public.refuse_purchase_event(text,text,text,text,text) is 'Stores that an event could not be recorded, so that administrators look at it (rules/purchases#refused-events). Takes the provider, the event''s id and type, a reason (BAD_AMOUNT, BAD_CURRENCY, BAD_EVENT; FAILED: the provider sends it again) and its payment. Raises PT422 BAD_EVENT. Only for the service role.';

comment on function private.corrected_term(uuid[],uuid[],text,boolean) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, a term, and whether it is the last. Returns the term if content that the caller may open contains it. Otherwise returns the most similar word that such content contains, with one typing error, or two in words of seven letters and more.';

comment on function private.courses_changed() is 'Trigger: updates course_documents.';

comment on function private.fold(text) is 'Takes a text; returns it in lower case, without accents, and with ligatures and wide letters replaced by plain ones.';

comment on function private.headings(text) is 'Takes Markdown; returns the headings in its first 100,000 characters, without those in code blocks, with their markup.';

comment on function private.highlighted(text,text) is 'Takes a text and a pattern of folded words; returns the text with each match, a word or a part of unspaced text, between the characters 2 and 3.';

comment on function private.index_courses(uuid[]) is 'Takes courses; updates their rows in course_documents.';

comment on function private.index_lessons(uuid[]) is 'Takes lessons; updates their rows in lesson_documents, and deletes those of deleted lessons.';

comment on function private.open_to_search() is 'Returns what the caller''s searches may find: whether they may read courses at all, the published courses that they are entitled to, those that are open to them regardless of a schedule (all, or their own to edit, and those of cohorts that they look after), and the lessons that the schedule of a cohort has not opened to them yet. Free previews are open even if they are in this list. Not a definer, because only the search functions call it.';

comment on function private.pairs(text) is 'Takes a folded text; returns the pairs of neighbouring letters in its unspaced text (see is_unspaced()), each once, and the last letter of each piece of unspaced text, in order.';

comment on function private.people_text(text) is 'Like plain_text(), but for Markdown that people write to each other, in which tags are text (rules/courses#text-of-people).';

comment on function private.plain_text(text) is 'Takes Markdown; returns its first 100,000 characters as one line of text without markup, addresses and drawn lines, but with the texts of footnotes. Code blocks come last, so that an excerpt shows prose if possible.';

comment on function private.prefix_query(text[]) is 'Takes the result of prefixes(); returns it as a query of the index.';

comment on function private.prefixes(text,boolean) is 'Takes a term and whether it is the last of the query; returns prefixes; a word matches if it begins with one of them. A prefix that begins with an equals sign stands for the whole word. The English stem of `queries` finds `query`.';

comment on function private.search_terms(text) is 'Takes a query; returns the first eight folded words, or pieces of unspaced text, of its first 100 characters.';

comment on function private.search_vector(text,"char") is 'Takes a text and a weight (A to D); returns its folded words, and the pairs of letters of its unspaced text. Punctuation separates words, so that `map` is found in `array.map`.';

comment on function private.snippet(text,text[],text,text) is 'Takes a text, the prefixes of the words to find, as prefixes() gives them and as a pattern, and a heading of the text or null; returns an excerpt of about 150 characters around the first match (or from the heading, or from the beginning), with matches highlighted and an ellipsis where it was cut. Null if there is no text.';

comment on function private.term_query(text,boolean) is 'Takes a term and whether it is the last of the query; returns it as a query of the index: prefixes of matching words, or all pairs of letters of unspaced text.';

comment on function public.search(text) is 'Takes a query, of which the first 100 characters and eight words count. Returns at most 19 courses, categories and lessons that the caller may open (with access, and opened by the schedule of their cohort; free previews of published courses; courses of cohorts that they look after; their own to edit), the best first. In titles and snippets, matches are between the characters 2 and 3. `corrected` is the query that was used instead, if nothing contains the words as typed. Definer, because PostgreSQL does not use indexes of words under row security; it first finds the courses that are open to the caller, and checks each lesson again (rules/learning#search).';

comment on function private.check_notification(text,text,timestamp with time zone,timestamp with time zone) is 'Takes link, label, beginning and end of a notification; raises PT422 LABEL_WITHOUT_LINK, ENDED (the end is past) or ENDS_FIRST (it ends before it begins), with a sentence.';

comment on function private.notice_source(uuid,uuid) is 'Takes the sender of a notification and its cohort (null: none); returns what the bell shows of both, such as Grace Kim · Autumn; null if neither is known.';

comment on function private.notifications_where(text,public.notification_type,text) is 'Takes words, a type, and global or specific (null: any); gives the condition on notifications n as SQL, every value quoted: each of the first six words has to be in title or message.';

comment on function public.is_read(public.notifications) is 'A computed column of each notification: false if the caller''s bell counts it as unread; true for notifications that they have read, for global ones from before they joined, and for types that they mute. A query has to select it by name, as in select=id,is_read.';

comment on function private.send_notification(uuid,public.notifications) is 'Takes the id of the operation (null: a random one) and the notification; sends it in the caller''s name and returns the id of the row. The same notification with the same id again sends nothing and returns the same id. Raises 42501, PT422, PT409 SENT_ALREADY if something else was sent with this id, 23503 for an unknown person, and 23514 for texts and links that are not valid.';

comment on function private.unread_notifications(uuid,timestamp with time zone,public.notification_type[]) is 'Takes a person, when they joined and which types they mute; returns how many notifications are unread for them, at most 100, which means 100 or more.';

comment on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) is 'Takes a notification and its new texts, link and times; open screens show the change at once. The recipients cannot change, and after the notification has appeared, neither can its beginning. Raises 42501; PT404 NO_NOTIFICATION; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; 23514 (rules/notifications#edit-and-delete).';

comment on function public.community_impact(uuid) is 'Takes a community; returns whom delete_community() affects: {touched: {count, names} of its members, posts: how many posts and replies are deleted with it}. Changes nothing; raises as delete_community() does (rules/members#touched).';

comment on function public.mark_notification_read(uuid) is 'Takes a notification and marks it as read, only for the caller. The same call again is no error. Raises 42501 for a notification that the caller cannot see.';

comment on function public.notification_feed(integer) is 'Takes how many notifications (default 10, at most 100); returns the caller''s bell: {notifications: [{id, title, message, source, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, both the caller''s own and global ones; more: whether there are older ones; unread: at most 100, which means more than 99; muted: [type]; next_change_at: when the next notification appears or ends, null for never; now: the time of the database}. Notifications of muted types are left out and not counted unless they are important; global ones from before the person joined count as read. Null for callers whom the gate refuses (rules/notifications#bell).';

comment on function public.notification_list(text,public.notification_type,text,text,text,integer) is 'Takes words to look for in title and message, a type, an audience (global or specific), the row (`created_at,id`) after which (`after`: older ones) or before which (`before`: newer ones) the page begins, and the size of the page (at most 100). Returns {total: for a search at most 1,000, bounded: whether there are more, newer, older: whether there are newer or older ones, sums: {total, global, specific, recent: of the last 24 hours}, notifications: [{id, title, message, type, is_global, important, action_url, action_label, publish_at, expires_at, created_at, updated_at, recipient: {id, name, email}, sender: {id, name, email}, read_at: when its one recipient read it}]}, newest first. Raises 42501.';

comment on function public.send_global_notification(text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes a notification to all members, from when until when it is shown, and an operation id, so that the same call again sends nothing; returns the id of the row. sender_id is ignored, because the sender is the caller. Raises 42501; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23514 for texts and links that do not fit (rules/notifications#sender).';

comment on function public.send_user_notification(uuid,text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes a person, a notification to them, from when until when it is shown, and an operation id, so that the same call again sends nothing; returns the id of the row. sender_id is ignored, because the sender is the caller. Raises 42501; PT422 NO_RECIPIENT, LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23503 for an unknown person; 23514 for texts and links that do not fit (rules/notifications#sender).';

comment on function private.hard_lessons(uuid,uuid[]) is 'Takes a course, and cohorts (null: count everybody; otherwise only the people of these cohorts); returns for each lesson how many people stopped before it (of the 2,000 who became inactive last), questions (counted to 101), handed_in and rounds (the median, of 300 people at most), the criterion that fails most in the last 50 reviews of 90 days {title, judged, failed}, passed and failed_runs (the median of runs before the first pass, of 300 people at most), and high: which of these figures say that the lesson is hard. Figures about fewer than three people are null. Checks no rights.';

comment on function private.learners_found(text,text,integer,bigint) is 'Takes a condition on private.people p, an order of private.learners k, the size of a page and how many rows to skip; returns how many people match, and the ids of the page in that order. Every person has a row in private.learners.';

comment on function private.learners_where(text,uuid,text) is 'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted. The condition leaves out people whom the caller does not reach.';

comment on function private.own_courses() is 'The ten courses that the caller made and that changed last [{id, title, status, learners, quiet}]: to how many each is open, and how many of those have not finished it and did nothing for 14 days. Empty for callers who may not read such figures of their own courses.';

comment on function private.rebuild_analytics() is 'Recounts every course and every learner. Call it after rows were added without triggers, for example when a data set was loaded.';

comment on function private.recount_course_sizes(uuid[]) is 'Takes courses; recounts their lessons and seconds, and whether they count: published and not deleted.';

comment on function private.recount_grants(uuid[],uuid[]) is 'Like recount_pairs(), but only for changed grants, which can be thousands at once. It does not read what people did, because a person who did something in a course has a row already.';

comment on function private.recount_pairs(uuid[],uuid[]) is 'Takes people and, at the same places, courses; recounts what each person did in that course. Stores the last activity to the minute, so that the reports of a video player rarely change a row.';

comment on function private.to_do() is 'Returns which learners stopped: how many had no activity for 14 days, counted to 1,001, and drop_off_lessons(). Null for callers who may not read the whole dashboard. Tasks for administrators are in staff_inbox().';

comment on function public.analytics(text,uuid,text,text,integer,integer) is 'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; in each case only people with an unfinished course that is open to them, whose account is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. `courses` counts courses that are granted, published and not deleted, and `ended` those of them whose access has ended. `completed` and `total` count lessons that exist now, because nobody can complete deleted ones. `last_at` is the last completion or watched minute, even in a lesson that was deleted since, because an editor''s change must not make a learner inactive. Callers see only people whom they reach. Raises 42501 (rules/members#analytics).';

comment on function public.module_impact(uuid) is 'Takes a module; returns whom its deletion affects: {lessons, open: whether its course is published, touched: {count, names} of people to whom grants open the course while it is published, learners_with_progress: how many people have completed any lesson of it}. Raises 42501.';

comment on function public.refund_impact(uuid) is 'Takes a purchase by hand; returns what its refund would do: {status, revokes: whether its grant is open and would be revoked, keeps: whether the course stays open to the person by another grant}. Changes nothing. Raises as refund_purchase() does.';

comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles, the names of changed fields and who did them (`by`: PERSON, GONE, SYSTEM, or HIDDEN while blind work waits); callers who have this right only for their own courses get their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies, too. Raises 42501.';

comment on function public.member_analytics(uuid) is 'Takes a person; their courses [{id, title, slug, published, completed, total, last_at, access, expires_at}], open ones first, then those whose access ENDED, then those whose access was REVOKED after they had done something there. Completed and total count the lessons that are there now; last_at is the last completion or watched minute in any lesson of it. A course that is not published is listed with published false, but counts in no other figure; deleted courses are left out. A person whom the caller does not reach has none. Raises 42501 (rules/members#analytics).';

comment on function private.learners_of(uuid) is 'Takes a course; returns the people to whom only a grant opens it while it is published: without disabled people, and without those who can open it by their role or because they made it.';

comment on function private.may_name(boolean) is 'Takes whether the people are learners of a course that the caller may edit; true if the caller may read the names of the people.';

comment on function private.readers_of_all() is 'Returns the roles that may read every course, whatever its status and without a grant.';

comment on function private.rights_after(public.user_role) is 'Takes a role; returns what a person with this role may do under the present settings. A right to any row is also listed as a right to own rows.';

comment on function public.course_impact(uuid) is 'Takes a course; returns whom publishing, unpublishing or deleting it affects: {open: whether it is published, touched: {count, names} of people to whom grants open it while it is published, learners: how many, midst: how many of them began and have not finished, communities: {count, names} of communities that are open to people with the course, modules, lessons, learners_with_progress: how many people have completed something}. Raises 42501 (rules/members#touched).';

comment on function public.disable_impact(uuid) is 'Takes a person; returns what set_disabled() affects: {open: courses that their grants open now, sessions: in how many they are signed in, courses: {count, names} that they made, communities: {count, names} that they moderate, invites: open ones that they sent}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';

comment on function public.lesson_impact(uuid) is 'Takes a lesson; returns whom its deletion affects: {open: whether its course is published, touched: {count, names} of people to whom grants open the course while it is published, learners_with_progress: how many people have completed the lesson}. Raises 42501.';

comment on function public.role_impact(uuid,public.user_role) is 'Takes a person and a role; returns what set_role() changes for the person: {gains, loses: rights as resource.action.scope, courses: {count, names} of courses that they made, builds: true if they can edit these from then on, false if they no longer can, null if that does not change, invites: how many of their open invites they can no longer manage}. Changes nothing. Raises 42501 and PT404 NO_PERSON (rules/members#touched).';

comment on function private.attachment_list(uuid) is 'Takes a lesson; returns its attachments in order, [{title, url}]. Runs as its caller.';

comment on function private.check_import(jsonb,text) is 'Takes the arguments of import_course(). Raises 42501 unless the caller may create courses, PT422 for a payload that is incomplete, too large or has a path twice, and PT422 IMPORT_NOT_SENT if lessons that were sent are no longer stored.';

comment on function private.course_before(public.courses,jsonb) is 'Takes the course that an import changes (all null for a new one) and the plan of the import; returns the value for import_undos.before. Runs as its caller.';

comment on function private.course_version(uuid) is 'Takes a course; returns a text that is a different one after every change of the course or its content. Runs as its caller. Returns "new" for a course that does not exist.';

comment on function private.exported_lessons(uuid,uuid) is 'Takes a course, and a lesson of it (null: all); returns each as in an export, with all fields of the editor, its module, its position in it from 1, and how many lessons the module has. Runs as its caller: row security decides.';

comment on function private.import_learners(uuid,jsonb) is 'Takes a course and its plan; returns the counts {with_access, completed_updated, completed_absent}: learners with access, and learners who completed a lesson that the import changes, or that it does not contain. Null for a new course.';

comment on function private.import_target(text,boolean) is 'Takes a slug and whether this is a dry run; returns the course that an import changes, locked until the end of the transaction, all null for a new one. Raises 42501 SLUG_NOT_YOURS.';

comment on function private.import_undo(uuid) is 'Takes a course; returns its latest import of the last 30 days, as long as everything that the import deleted is still in the bin; all null if there is none. Raises 42501 unless the course exists and the caller may change it.';

comment on function private.keep_undo(uuid,jsonb,text) is 'Takes a course, its state before an import and the version after it; stores both, in place of those of the previous import, and deletes rows of imports that can no longer be undone. Raises 42501.';

comment on function private.lesson_fields(public.lessons) is 'Takes a lesson; returns its id and all fields of the editor except attachments, as in an export.';

comment on function private.lesson_links(jsonb,jsonb) is 'Takes what import_course() takes and its lessons as planned, [{no, id}]; returns {id of a lesson in the payload: its id in the database}.';

comment on function private.listed_lessons(jsonb) is 'Takes what import_course() takes; returns its lessons, both those in the payload and those that were sent before, numbered through the course, with their position in their module.';

comment on function private.plain_attachments(jsonb) is 'Takes attachments as a folder lists them; returns them as save_attachments() stores them.';

comment on function private.plan_import(jsonb,uuid) is 'Takes what import_course() takes and the course, null for a new one; returns the plan: {modules, lessons, reordered: whether the order of the modules changes, reordered_modules: ids of modules whose lessons change their order, absent_modules, absent_lessons}. Changes nothing.';

comment on function private.restore_lessons_before_import(uuid,jsonb) is 'Takes a course whose modules are restored already, and its state before an import; restores its lessons to that state, and moves the lessons that the import added to the bin.';

comment on function private.record_export(uuid,uuid) is 'Takes a course, and one of its lessons, or null for all; writes an audit record that the caller exported it (rules/records#exports). Raises 42501 unless they may edit the course.';

comment on function private.restore_modules_before_import(uuid,jsonb) is 'Takes a course and its state before an import; restores its modules to that state, except those that the import added.';

comment on function private.slug_taken(text) is 'Takes a slug; true if a course has it, even one that the caller cannot see.';

comment on function private.trash_missing(jsonb) is 'Takes the plan of an import; moves modules and lessons that are not in the folder to the bin.';

comment on function private.wanted_lesson(public.lessons,jsonb,text,jsonb) is 'Takes a lesson, null for a new one, the fields that a folder gives it, the slug of the course, and {id in texts: id in the database}; returns the lesson with these fields, and with links to the ids in the database. An empty text becomes null.';

comment on function public.import_to_undo(uuid) is 'Takes a course; returns its latest import, {at, who: a name, or null if the caller may not know it, made: whether the import created the course}. Null if the course has changed since (rules/courses#import). Raises 42501.';

comment on function private.with_lesson_links(text,text,jsonb) is 'Takes a lesson''s text, the slug of its course, and {id of a lesson in the text: its id in the database}; returns the text with its links changed to these ids (rules/courses#links-inside).';

comment on function private.write_lessons(uuid,jsonb,jsonb) is 'Takes a course, its lessons as plan_lessons() gives them, and the payload of import_course(); saves them and their attachments. Lessons that are not in the folder go to the end of their module.';

comment on function private.write_modules(uuid,jsonb) is 'Takes a course and its modules as plan_modules() gives them; saves them. Modules that are not in the folder go to the end.';

comment on function public.export_course(uuid) is 'Takes a course; returns all of it that can be edited, {course, modules: [{id, title, lessons: [{id, …, attachments}]}]}, in order, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course.';

comment on function public.export_lesson(uuid) is 'Takes a lesson; returns {place: its position in the module, from 1, of: how many lessons the module has, lesson: as in export_course()}, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course (rules/courses#export).';

comment on function public.import_course(jsonb,boolean,text,text) is 'Takes a course with its modules in order and their lessons, which are part of the modules or were sent before (sent: {sending, lessons: how many}), each found by its id or otherwise by its source_path; whether this is a dry run; whether lessons that are not listed are kept at the end or moved to the bin; and the version that a dry run returned. Returns the status (created, updated, unchanged) of the course, each module and each lesson, what moves, what is not in the list, the version of the course, and how many learners have access or have completed lessons that change or are not in the list. Saves everything in one transaction, under the policies of the caller. Raises 42501 for callers who may not do this, PT409 STALE_IMPORT if the course has changed since the dry run, PT422 IMPORT_NOT_SENT if lessons that were sent are missing, and a sentence or the error of a constraint for values that are not valid.';

comment on function public.import_difference(jsonb,text) is 'Takes what import_course() takes, and the path of a lesson in it; returns {before: null for a new lesson, after}, both as in an export. Changes nothing. Raises as import_course() does.';

comment on function public.undo_import(uuid) is 'Takes a course; restores its texts, order, attachments, cover and status from before its latest import. Content that the import added is moved to the bin, content that it moved there is restored, and a course that it created is moved to the bin (rules/courses#import). Saves everything in one transaction, under the policies of the caller. Raises 42501 for callers who may not do this, and PT409 IMPORT_PAST if the course has changed since the import, or there was none.';

comment on function private.account_data(uuid) is 'Takes a person; returns their profile, consent, sessions, second factors and recovery codes, each by its name, without the secrets of factors and codes.';

comment on function private.community_data(uuid) is 'Takes a person; returns lists by name (null: empty): their memberships, posts and reports in communities, and question_data().';

comment on function private.due_exports(private.due_work) is 'Job: deletes an export after an hour, when nobody can read it any more (rules/records#exports).';

comment on function private.enqueue_export_removal() is 'Row trigger: schedules the deletion of an export in an hour.';

comment on function private.export_source(text,jsonb) is 'Takes a list and a filter; returns the columns that the caller may export, in order, and a query of (at, key, row): at and key are the sort order, newest first, and row is the row as an object. Raises 42501, both for unknown lists and for callers who may not read the list.';

comment on function private.learning_data(uuid) is 'Takes a person; returns lists by name (null: empty): their access to courses, completions, progress, notes and purchases.';

comment on function private.message_data(uuid) is 'Takes a person; returns lists by name (null: empty): notifications to them, which they have read, which types they mute, invites that they accepted, and inbox rows that they put away, handed over, or were given.';

comment on function private.record_my_data(uuid) is 'Takes the caller; records that they export their data. Because an export reads everything, it is limited to one a minute and ten a day: raises PT429 TOO_SOON, TOO_MANY.';

comment on function public.begin_export(text,jsonb) is 'Takes a list and its filter; records data.export with list, filter and count, and returns {id: for export_rows(), total, columns: those that the caller may export}. Raises 42501 (rules/records#exports).';

comment on function public.export_rows(uuid,jsonb) is 'Takes an export that the caller began within the last hour, and the row after which to read; returns {rows, next}: a thousand rows as objects, newest first, and the `after` of the next call, null at the end. Each call checks the rights of the caller again. Raises 42501.';

comment on function public.my_data() is 'Returns everything that is stored about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, work handed in, exercises, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing; lists of what staff create have the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';

comment on policy list_changes_select on public.list_changes is 'Staff, for resources that they may read; and each person, for signals only to them.';

comment on policy settings_select on public.settings is 'Administrators can read the whole row. Everybody else calls public_settings().';

comment on policy entitlements_delete on public.entitlements is 'Callers who may revoke access: any grant, or grants of the people assigned to them. Grants of a cohort cannot be deleted here, because they end with the membership.';

comment on policy entitlements_insert on public.entitlements is 'Callers who may grant access can insert grants by hand, in their own name.';

comment on policy entitlements_select on public.entitlements is 'Grants of the caller, all grants, or those of the people assigned to the caller.';

comment on policy preferences_insert on public.preferences is 'The caller''s own preferences.';

comment on policy preferences_select on public.preferences is 'The caller''s own preferences.';

comment on policy preferences_update on public.preferences is 'The caller''s own preferences.';

comment on policy profiles_select on public.profiles is 'The caller''s own profile; all profiles, with phone numbers, for administrators. Moderators read people through functions that leave the phone out.';

comment on policy profiles_update on public.profiles is 'The caller''s own profile. By the column grants, only the name can be changed.';

comment on policy audit_logs_select on public.audit_logs is 'Administrators can read all records.';

comment on policy courses_insert on public.courses is 'Callers who may create courses, in their own name only.';

comment on policy courses_select on public.courses is 'All courses for callers with that right; otherwise courses that the caller made, has access to, or whose cohorts they look after. Moderators read other titles through a function.';

comment on policy courses_update on public.courses is 'All courses, or those that the caller made. The owner of a course cannot be changed.';

comment on policy lesson_attachments_delete on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

comment on policy lesson_attachments_insert on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

comment on policy lesson_attachments_select on public.lesson_attachments is 'Attachments of lessons that the caller may read by the policy on lessons.';

comment on policy lesson_attachments_update on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

comment on policy lessons_insert on public.lessons is 'Lessons in a module that is not deleted and that the caller may edit.';

comment on policy lessons_select on public.lessons is 'Callers who may open the lesson: people with access once the schedule of their cohort has opened it, everybody for a free preview of a published course, the staff of the course''s cohorts, and staff who edit. The cheapest conditions come first, so that the expensive ones are rarely computed.';

comment on policy lessons_update on public.lessons is 'All lessons, or those of courses that the caller made. A lesson that moves to another module has to meet this before and after the move.';

comment on policy modules_insert on public.modules is 'Modules of a course that is not deleted and that the caller may edit.';

comment on policy modules_select on public.modules is 'Modules of courses that the caller may read.';

comment on policy modules_update on public.modules is 'Modules of courses that the caller may edit. Only title and position can be changed.';

comment on policy lesson_versions_select on public.lesson_versions is 'Versions of lessons that the caller may edit and that are not in the bin.';

comment on policy lesson_files_select on public.lesson_files is 'Files of lessons that the caller may read by the policy on lessons. Files that the lesson no longer names only for callers who may edit it.';

comment on policy lesson_files_update on public.lesson_files is 'Files of a lesson that the caller may edit.';

comment on policy submission_drafts_select on public.submission_drafts is 'The caller''s own drafts. Nobody else can read what was not handed in.';

comment on policy submission_rounds_select on public.submission_rounds is 'Rounds of the caller''s own work, even if the lesson is no longer open.';

comment on policy submissions_select on public.submissions is 'The caller''s own work. Staff read work through functions, which hide whose work it is if the assignment is blind.';

comment on policy assignments_select on public.assignments is 'Staff who may read all assignments, and everybody who may read the lesson by the policy on lessons.';

comment on policy assignments_update on public.assignments is 'Callers who may edit the lesson.';

comment on policy extensions_select on public.extensions is 'The caller''s own extensions. Staff read extensions through functions.';

comment on policy rubric_criteria_delete on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';

comment on policy rubric_criteria_insert on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';

comment on policy rubric_criteria_select on public.rubric_criteria is 'Staff who may read all criteria, and everybody who may read the lesson by the policy on lessons.';

comment on policy rubric_criteria_update on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';

comment on policy lesson_completions_delete on public.lesson_completions is 'The caller''s own completions, of lessons that are completed with the button.';

comment on policy lesson_completions_insert on public.lesson_completions is 'Completions in the caller''s own name, of lessons that they may open by the policy on lessons and that are completed with the button.';

comment on policy lesson_completions_select on public.lesson_completions is 'The caller''s own completions, all, those in courses that the caller made, or those of people assigned to the caller.';

comment on policy lesson_progress_insert on public.lesson_progress is 'The caller''s own progress, in lessons that they may open.';

comment on policy lesson_progress_select on public.lesson_progress is 'The caller''s own progress, or all.';

comment on policy lesson_progress_update on public.lesson_progress is 'The caller''s own progress, in lessons that they may still open.';

comment on policy notes_delete on public.notes is 'The caller''s own notes, even if the lesson is no longer open.';

comment on policy notes_insert on public.notes is 'Notes in the caller''s own name, on lessons that they may open.';

comment on policy notes_select on public.notes is 'The caller''s own notes, even if the lesson is no longer open.';

comment on policy notes_update on public.notes is 'The caller''s own notes, on lessons that they may still open.';

comment on policy cohort_courses_delete on public.cohort_courses is 'Callers who may change cohorts.';

comment on policy cohort_courses_insert on public.cohort_courses is 'Callers who may change cohorts.';

comment on policy cohort_courses_select on public.cohort_courses is 'Callers who may read the cohort.';

comment on policy cohort_courses_update on public.cohort_courses is 'Callers who may change cohorts. Only the order can be changed.';

comment on policy cohort_staff_delete on public.cohort_staff is 'Callers who may change the staff of cohorts.';

comment on policy cohort_staff_insert on public.cohort_staff is 'Callers who may change the staff of cohorts.';

comment on policy cohort_staff_select on public.cohort_staff is 'All staff, or staff of cohorts that the caller looks after. Members read the names through a function.';

comment on policy cohort_staff_update on public.cohort_staff is 'Callers who may change the staff of cohorts. Only the duty can be changed.';

comment on policy cohorts_delete on public.cohorts is 'Callers who may delete cohorts. A trigger refuses to delete a cohort that has or had people.';

comment on policy cohorts_insert on public.cohorts is 'Callers who may create cohorts.';

comment on policy cohorts_select on public.cohorts is 'All cohorts, those that the caller looks after, and those to which the caller belongs.';

comment on policy cohorts_update on public.cohorts is 'Callers who may change cohorts.';

comment on policy invite_courses_select on public.invite_courses is 'Courses of invites that the caller may read by the policy on invites.';

comment on policy invites_select on public.invites is 'All invites, or those that the caller sent. Nobody else can list tokens.';

comment on policy cohort_members_delete on public.cohort_members is 'Callers who may delete memberships. The row of a person who leaves is not deleted.';

comment on policy cohort_members_insert on public.cohort_members is 'Callers with a right on all cohorts can add everybody. Others can add only people who are assigned to them already, to cohorts that they look after, so that a moderator cannot gain access to a person by adding them.';

comment on policy cohort_members_select on public.cohort_members is 'The caller''s own memberships, all, or those of cohorts that the caller looks after.';

comment on policy cohort_members_update on public.cohort_members is 'Callers who may change people of the cohort. Column grants keep cohort and person from being changed.';

comment on policy cohort_dues_delete on public.cohort_dues is 'Callers who may change the schedule. Without a row, the due date of the assignment applies.';

comment on policy cohort_dues_insert on public.cohort_dues is 'Rows of any cohort, or of cohorts that the caller looks after.';

comment on policy cohort_dues_select on public.cohort_dues is 'All rows, or those of cohorts that the caller looks after. Members read the due dates of their work through functions.';

comment on policy cohort_dues_update on public.cohort_dues is 'Callers who may change the schedule. Only day and time can be changed.';

comment on policy releases_delete on public.releases is 'Callers who may change the schedule. Without a row, a lesson opens with its module, and a module at the beginning of the first day.';

comment on policy releases_insert on public.releases is 'Rows of any cohort, or of cohorts that the caller looks after.';

comment on policy releases_select on public.releases is 'All rows, or those of cohorts that the caller looks after. Members read the openings of their lessons through functions.';

comment on policy releases_update on public.releases is 'Callers who may change the schedule. Only day and time can be changed.';

comment on policy cohort_messages_select on public.cohort_messages is 'All messages, or those to cohorts that the caller looks after.';

comment on policy review_claims_select on public.review_claims is 'The caller''s own claims. Functions return the claims of others.';

comment on policy review_drafts_select on public.review_drafts is 'The caller''s own drafts. Nobody else can read a review that was not published.';

comment on policy review_remarks_select on public.review_remarks is 'Remarks of reviews that the caller may read by the policy on reviews.';

comment on policy reviews_select on public.reviews is 'Reviews of the caller''s own work that were not withdrawn.';

comment on policy saved_replies_delete on public.saved_replies is 'The caller''s own replies.';

comment on policy saved_replies_insert on public.saved_replies is 'Replies in the caller''s own name.';

comment on policy saved_replies_select on public.saved_replies is 'The caller''s own replies.';

comment on policy saved_replies_update on public.saved_replies is 'The caller''s own replies.';

comment on policy exercises_select on public.exercises is 'Staff who may read all exercises, and people who may read the lesson by the policy on lessons.';

comment on policy exercise_drafts_select on public.exercise_drafts is 'The caller''s own drafts. Nobody else can read code that was not handed in.';

comment on policy exercise_runs_select on public.exercise_runs is 'The caller''s own runs, even if the lesson is no longer open. Staff read runs through functions.';

comment on policy answers_select on public.answers is 'The caller''s own answers. Functions return the answers of others to everybody who may read the question.';

comment on policy question_follows_select on public.question_follows is 'The caller''s own rows.';

comment on policy questions_select on public.questions is 'The caller''s own questions. Functions return the questions of others, by their audience and without ids of people.';

comment on policy communities_select on public.communities is 'All communities, or those that are open to the caller.';

comment on policy community_members_insert on public.community_members is 'Callers can add themselves to a community that is open to them; administrators can add anybody.';

comment on policy community_members_select on public.community_members is 'All memberships, the caller''s own, or those of communities that the caller moderates.';

comment on policy community_members_update on public.community_members is 'Administrators can promote, demote, ban and unban members.';

comment on policy community_post_reports_insert on public.community_post_reports is 'Reports of posts that the caller can read, in their own name.';

comment on policy community_post_reports_select on public.community_post_reports is 'The caller''s own reports, or all of them.';

comment on policy community_posts_insert on public.community_posts is 'Posts in the caller''s own name, in communities that they have joined. In a read-only community, only moderators can post. Replies have to answer a post of the same community.';

comment on policy community_posts_select on public.community_posts is 'Members of the community, unless they are banned.';

comment on policy community_posts_update on public.community_posts is 'Authors can edit their own posts.';

comment on policy purchases_select on public.purchases is 'All purchases, or those of the caller.';

comment on policy notification_mutes_delete on public.notification_mutes is 'The caller''s own rows.';

comment on policy notification_mutes_insert on public.notification_mutes is 'Rows in the caller''s own name.';

comment on policy notification_mutes_select on public.notification_mutes is 'The caller''s own rows.';

comment on policy notification_reads_insert on public.notification_reads is 'Rows in the caller''s own name, for notifications that the caller can see.';

comment on policy notification_reads_select on public.notification_reads is 'The caller''s own rows.';

comment on policy notifications_select on public.notifications is 'Notifications to the caller and global ones while they are visible; all notifications for callers with that right.';

drop routine private.given_up(timestamp with time zone);

drop routine private.made_under(uuid,text);

drop routine private.my_cohorts_with(text,text,uuid);

drop routine private.inbox_most();

drop routine private.inbox_away(uuid);

drop routine private.morning(date,text);

drop routine private.reaches_inbox_row(uuid,text,uuid);

drop routine private.is_run(text);

drop routine private.run_letters();

drop routine private.passed_second(timestamp with time zone);

drop routine private.would_tell_owner(uuid,uuid);

drop routine private.goes_to_others(uuid,public.submissions);
