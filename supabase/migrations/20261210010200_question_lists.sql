-- Why: what people read: the questions of a lesson, one question with its answers, and questions like the one that they are
-- typing. Answers name authors, by name alone, and leave out what is not for the caller (rules/questions#audience).

create function private.my_question_rights(course uuid, out reads boolean, out lists boolean, out moderates boolean, out listed uuid[], out moderated uuid[]) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  made boolean := exists (select from public.courses c where c.id = my_question_rights.course and c.created_by_id = private.uid());
  strong boolean := private.meets_required_aal();
  staffed boolean[];
begin
  -- One reading of the role table instead of one for each right, because the page of a lesson needs all of them.
  select coalesce(bool_or(r.action = 'read'), false),
    coalesce(bool_or(r.action = 'list' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    coalesce(bool_or(r.action = 'moderate' and (r.scope = 'any' or r.scope = 'own' and made)), false),
    array[coalesce(bool_or(r.action = 'list' and r.scope <> 'own'), false), coalesce(bool_or(r.action = 'moderate' and r.scope <> 'own'), false)]
  into reads, lists, moderates, staffed
  from private.rights_of(private.active_role()) r where r.resource = 'questions' and (r.role = 'MEMBER' or strong);
  listed := case when staffed[1] then array(select s.cohort_id from public.cohort_staff s where s.user_id = private.uid()) else '{}' end;
  moderated := case when staffed[2] then listed else '{}' end;
end
$$;
comment on function private.my_question_rights(uuid) is
  'Takes a course; returns the rights of the caller on its questions: whether they read by audience, list every question, and moderate every question, and the cohorts whose questions they list and moderate. The same rights as can_on_questions() returns one by one.';
revoke all on function private.my_question_rights(uuid) from public;

create function public.lesson_questions(lesson_id uuid, before uuid default null, page_size integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
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
  if private.active_role() is null or not rights.reads then
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
  mine := array(select private.my_cohort_ids());
  if lesson_questions.before is not null then
    -- A question of another lesson ends the list.
    select coalesce(max(q.created_at), '-infinity') into edge_at
    from public.questions q where q.id = lesson_questions.before and q.lesson_id = lesson_questions.lesson_id;
    edge_id := lesson_questions.before;
  end if;
  return (
    with found as (
      -- Each branch reads the newest in the order of its own index.
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
$$;
comment on function public.lesson_questions(uuid, uuid, integer) is
  'Takes a lesson, the last question that one has, and how many more to give (20, at most 50); returns {can_ask, banned, moderates: every question of the course, cohort: the title of the cohort that can be an audience or null, questions: [question_view() with 280 characters of the text], the newest first, next: the question to go on from, or null}. Of the questions those that the caller may read, without merged ones, and deleted ones only while they have answers. Raises 42501, PT404 NO_LESSON. Definer, because it names authors, by name alone (rules/questions#audience).';
revoke all on function public.lesson_questions(uuid, uuid, integer) from public;
grant execute on function public.lesson_questions(uuid, uuid, integer) to authenticated, service_role;

create function public.question(question_id uuid, after uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
  select l.title as lesson, c.slug, c.title as course into place
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
    )
    select jsonb_build_object('lesson', place.lesson, 'slug', place.slug, 'course', place.course,
      'question', private.question_view(q.id, moderates),
      -- The accepted answer comes first, wherever it stands.
      'accepted', (select private.answer_view(a, q.answer_id, moderates) from public.answers a where a.id = q.answer_id and a.deleted_at is null),
      'answers', (select coalesce(jsonb_agg(private.answer_view(a, q.answer_id, moderates) order by a.created_at, a.id), '[]')
        from public.answers a where a.id in (select s.id from shown s)),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at desc, s.id desc limit 1) end)
  );
end
$$;
comment on function public.question(uuid, uuid) is
  'Takes a question that the caller may read, and the last answer that one has; returns {lesson, slug, course, question: question_view(), accepted: answer_view() of the accepted answer or null, answers: [answer_view()], 50 at a time, the oldest first, next: the answer to go on from, or null}. Of a merged question {merged_into: the other question, lesson_id}. Raises 42501, PT404 NO_QUESTION. Definer, because it names authors, by name alone (rules/questions#audience).';
revoke all on function public.question(uuid, uuid) from public;
grant execute on function public.question(uuid, uuid) to authenticated, service_role;

create function private.questions_matching(lessons uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set enable_indexscan = 'off' set plan_cache_mode = 'force_custom_plan' set jit = 'off' as $$
begin
  return query select d.question_id from private.question_documents d where d.words @@ question and d.lesson_id = any (lessons) limit 80;
end
$$;
comment on function private.questions_matching(uuid[], tsquery) is
  'Takes lessons and a query of words; returns at most 80 questions about these lessons that match. By bitmaps alone, because the planner would test every question of a lesson that has many.';
revoke all on function private.questions_matching(uuid[], tsquery) from public;

create function public.questions_like(lesson_id uuid, words text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
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
  -- Words such as "a" and "is" would make every question alike.
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
      select w as question_id from private.questions_matching(lessons, all_of_them) w
    ), recent as materialized (
      -- Words that nearly every question has match too much, so that of questions with some of the words only the newest count.
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
comment on function public.questions_like(uuid, text) is
  'Takes a lesson that is open to the caller, and what they type, of which 100 characters and eight words count; returns the five questions of the course that are most like it, [{id, title, lesson_id, lesson, answers, state, accepted}], of those that the caller may read in lessons that are open to them. A question has at least half of the words with three letters and more. Raises 42501, PT404 NO_LESSON. Definer, because row security keeps indexes of words from being used (rules/questions#asking).';
revoke all on function public.questions_like(uuid, text) from public;
grant execute on function public.questions_like(uuid, text) to authenticated, service_role;
