-- Why: people search for words of an answer, and only words of questions were found. A word that most questions have cost up to 25 ms,
-- because the index lists every question with that word.

create table private.answer_documents (
  answer_id uuid primary key references public.answers(id) on delete cascade,
  question_id uuid not null references public.questions(id) on delete cascade,
  lesson_id uuid not null references public.lessons(id) on delete cascade,
  words tsvector not null
);
alter table private.answer_documents enable row level security;
comment on table private.answer_documents is
  'The words by which a question is found in an answer (C). Answers that were deleted have none. A row for each answer, so that writing one costs the same however many its question has. No grants: read by search_questions() alone.';

insert into private.answer_documents (answer_id, question_id, lesson_id, words)
select a.id, a.question_id, q.lesson_id, private.search_vector(private.plain_text(left(a.body, 4000)), 'C')
from public.answers a join public.questions q on q.id = a.question_id where a.deleted_at is null;
create index answer_documents_words_idx on private.answer_documents using gin (words) with (fastupdate = on, gin_pending_list_limit = 256);
create index answer_documents_question_id_idx on private.answer_documents (question_id);
create index answer_documents_lesson_id_idx on private.answer_documents (lesson_id);
create index questions_newest_idx on public.questions (created_at desc, id desc) where deleted_at is null and merged_into_id is null;

create function private.index_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.body = old.body and new.deleted_at is not distinct from old.deleted_at then
    -- A merge gives the answer another question, and its words stay the same.
    update private.answer_documents d set question_id = new.question_id,
      lesson_id = (select q.lesson_id from public.questions q where q.id = new.question_id)
    where d.answer_id = new.id;
    return null;
  end if;
  delete from private.answer_documents d where d.answer_id = new.id;
  if new.deleted_at is null then
    insert into private.answer_documents (answer_id, question_id, lesson_id, words)
    select new.id, q.id, q.lesson_id, private.search_vector(private.plain_text(left(new.body, 4000)), 'C')
    from public.questions q where q.id = new.question_id;
  end if;
  return null;
end
$$;
comment on function private.index_answer() is 'Row trigger: updates the words by which a question is found in an answer. Of a long text, the first 4,000 characters count.';
revoke all on function private.index_answer() from public;

create trigger answers_index_insert after insert on public.answers for each row execute function private.index_answer();
create trigger answers_index_update after update of body, deleted_at, question_id on public.answers for each row
  when (old.body is distinct from new.body or old.deleted_at is distinct from new.deleted_at or old.question_id is distinct from new.question_id)
  execute function private.index_answer();

create function private.matches_in_sample(question tsquery, in_answers boolean) returns int
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set enable_sort = 'off' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
begin
  if in_answers then
    return (select count(*) filter (where s.words @@ question) from (
      select d.words from private.answer_documents d order by d.answer_id limit 50) s);
  end if;
  return (select count(*) filter (where s.words @@ question) from (
    select d.words from private.question_documents d order by d.question_id limit 50) s);
end
$$;
comment on function private.matches_in_sample(tsquery, boolean) is
  'Takes a query of words, and whether to look in answers; returns how many of 50 questions, or of 50 answers, have the words. Ids are random, so that the first ones are a sample of all.';
revoke all on function private.matches_in_sample(tsquery, boolean) from public;

create function private.lessons_asked(narrow tsquery) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
  most constant int := 300;
  places uuid[];
begin
  places := array(
    select w.lesson_id from (
      select d.lesson_id from private.question_documents d where d.words @@ narrow
      union all
      select d.lesson_id from private.answer_documents d where d.words @@ narrow) w
    limit most + 1);
  return case when cardinality(places) <= most then array(select distinct p from unnest(places) p) end;
end
$$;
comment on function private.lessons_asked(tsquery) is
  'Takes a query of words; returns the lessons of the questions and answers that have them, or null if these are more than 300. Checks no rights.';
revoke all on function private.lessons_asked(tsquery) from public;

drop function private.questions_found(uuid[], uuid[], uuid[], uuid[], tsquery);
create function private.questions_for(lessons uuid[], everywhere uuid[], mine uuid[], staffed uuid[], me uuid) returns setof public.questions
language sql stable as $$
  select q.* from public.questions q
  where q.deleted_at is null and q.merged_into_id is null
    and case
      when lessons is null then exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = q.lesson_id and l.deleted_at is null and m.deleted_at is null and c.deleted_at is null offset 0)
      else q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id = any (mine)
        or q.cohort_id = any (staffed) or q.lesson_id in (select o from unnest(everywhere) o)
    end
$$;
comment on function private.questions_for(uuid[], uuid[], uuid[], uuid[], uuid) is
  'Takes lessons that are open to a person, or null for staff who read every question; those of these lessons whose questions the person reads all; the cohorts of the person; those whose questions they look after; and the person. Returns the questions for them that are neither deleted nor merged, by audience alone: the caller of this function compares their lessons with the open ones. Of staff who read every question, it leaves out those of deleted lessons.';
revoke all on function private.questions_for(uuid[], uuid[], uuid[], uuid[], uuid) from public;

create function private.questions_found(
  lessons uuid[], everywhere uuid[], mine uuid[], staffed uuid[], narrow tsquery, question tsquery, in_answers boolean, without uuid[]) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
  me uuid := private.uid();
begin
  return query
    select f.id
    from (
      select r.id, row_number() over (partition by r.question_id order by r.accepted desc nulls last) as nth
      from (
        select w.id, w.question_id, w.id = q.answer_id as accepted
        from (
          select d.question_id as id, d.question_id, d.lesson_id, d.words from private.question_documents d where not in_answers and d.words @@ narrow
          union all
          select d.answer_id, d.question_id, d.lesson_id, d.words from private.answer_documents d where in_answers and d.words @@ narrow
          -- `offset 0` keeps the planner from looking up each lesson, or every question, instead.
          offset 0
        ) w
        cross join lateral (
          select o.answer_id from private.questions_for(lessons, everywhere, mine, staffed, me) o where o.id = w.question_id offset 0) q
        -- The list is a subquery, because the planner builds a hash of it then, and does not plan each entry.
        where (lessons is null or w.lesson_id in (select o from unnest(lessons) o))
          and w.question_id <> all (without)
          and (narrow::text = question::text or w.words @@ question)
        limit case when in_answers then 2000 else 100 end) r) f
    -- Otherwise a question with hundreds of answers would hide the others.
    where f.nth <= 20
    limit 200;
end
$$;
comment on function private.questions_found(uuid[], uuid[], uuid[], uuid[], tsquery, tsquery, boolean, uuid[]) is
  'Takes lessons that are open to the caller, or null for staff who read every question, those of them whose questions the caller reads all, the cohorts of the caller, those whose questions they look after, a query for the index, a query of words that is the same or narrower, whether to look in answers, and questions to leave out; returns at most 100 questions that match and are for the caller, or at most 200 answers to such questions, up to 20 of each. It must not return any other, because nothing is asked after it.';
revoke all on function private.questions_found(uuid[], uuid[], uuid[], uuid[], tsquery, tsquery, boolean, uuid[]) from public;

create function private.frequent_found(
  lessons uuid[], everywhere uuid[], mine uuid[], staffed uuid[], question tsquery, in_answers boolean, without uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set enable_sort = 'off' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
  most constant int := 300;
  in_lesson constant int := 60;
  enough constant int := case when in_answers then 12 else 30 end;
  me uuid := private.uid();
  found uuid[];
  found_questions int;
  looked_at_all boolean;
begin
  with looked_at as materialized (
    (select x.id, x.id as question_id, x.lesson_id from public.questions x
    where lessons is null and not in_answers and x.deleted_at is null and x.merged_into_id is null
    order by x.created_at desc, x.id desc limit most)
    union all
    (select x.answer_id, x.question_id, x.lesson_id from private.answer_documents x where lessons is null and in_answers limit most)
    union all
    (select q.id, q.id, o.id from unnest(lessons) o (id)
    cross join lateral (
      select x.id from public.questions x
      where x.lesson_id = o.id and x.deleted_at is null and x.merged_into_id is null
      order by x.created_at desc, x.id desc limit in_lesson) q
    where not in_answers limit most)
    union all
    (select a.answer_id, a.question_id, o.id from unnest(lessons) o (id)
    cross join lateral (select x.answer_id, x.question_id from private.answer_documents x where x.lesson_id = o.id limit in_lesson) a
    where in_answers limit most)
  ), readable as (
    select s.id, s.question_id from looked_at s
    cross join lateral (
      select o.id from private.questions_for(lessons, everywhere, mine, staffed, me) o where o.id = s.question_id offset 0) q
    where s.question_id <> all (without)
  ), matching as materialized (
    (select r.id, r.question_id from readable r
    cross join lateral (select x.words from private.question_documents x where x.question_id = r.id offset 0) d
    where not in_answers and d.words @@ question limit 100)
    union all
    (select r.id, r.question_id from readable r
    cross join lateral (select x.words from private.answer_documents x where x.answer_id = r.id offset 0) d
    where in_answers and d.words @@ question limit 200)
  )
  select array(select m.id from matching m), (select count(distinct m.question_id) from matching m),
    (select count(*) from looked_at) < most
      and (lessons is null or not exists (select from looked_at s group by s.lesson_id having count(*) >= in_lesson))
  into found, found_questions, looked_at_all;
  return case when looked_at_all or found_questions >= enough then found end;
end
$$;
comment on function private.frequent_found(uuid[], uuid[], uuid[], uuid[], tsquery, boolean, uuid[]) is
  'Takes what questions_found() takes, without the query for the index; returns the questions, or the answers, that match and are for the caller, of up to 300: of each lesson the newest 60 questions, or 60 answers. Null if these are few and there may be others. It must not return any other, because nothing is asked after it.';
revoke all on function private.frequent_found(uuid[], uuid[], uuid[], uuid[], tsquery, boolean, uuid[]) from public;

create or replace function public.search_questions(query text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
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
    begins := begins || case when private.is_run(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    word := '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')';
    words := concat_ws(' & ', words, word);
    -- A long run has many pairs of letters. The index looks up three of them, and what it finds is compared with the whole run, which
    -- takes less time than to look up all pairs.
    indexed := concat_ws(' & ', indexed, case when private.is_run(terms[i]) and char_length(terms[i]) >= 6
      then (select string_agg(quote_literal(substr(terms[i], n, 2)), ' & ') from generate_series(1, char_length(terms[i]) - 1, char_length(terms[i]) / 3) n)
      else word end);
  end loop;
  question := words::tsquery;
  narrow := indexed::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')' into pattern from unnest(begins) b;

  in_sample := private.matches_in_sample(question, false);
  in_sample_of_answers := private.matches_in_sample(question, true);
  -- For rare words, rights are worked out only for the lessons in which the words occur.
  if in_sample + in_sample_of_answers = 0 then
    places := private.lessons_asked(narrow);
    if places = '{}' then
      return '[]';
    end if;
  end if;

  if not private.can('questions', 'list') then
    select o.library || o.to_all, o.closed into open, closed from private.open_to_search() o;
    -- Most people made no course and look after no cohort. Only of those who did are the rights on these asked for.
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
          -- The second list has the free previews that a schedule has not opened yet.
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

  -- The index lists every match, which takes long for a frequent word. Then some questions are compared first.
  if in_sample >= many then
    asked := private.frequent_found(lessons, everywhere, mine, staffed, question, false, '{}');
  end if;
  if asked is null then
    asked := array(select f from private.questions_found(lessons, everywhere, mine, staffed, narrow, question, false, '{}') f);
  end if;
  -- Questions that have the words themselves come first. Answers are searched only if these are fewer than are returned.
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
        'snippet', private.snippet(private.plain_text(case when b.itself then q.body else a.body end), begins, pattern, null),
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
$$;
comment on function public.search_questions(text) is
  'Takes a query, of which 100 characters and eight words count; returns the six questions that match best, [{id, lesson_id, slug, lesson, course, title, snippet, state, answers, accepted, answer_id, answer_accepted}], of those that the caller may read in lessons that are open to them: first those that have all the words, as they were typed, in title and text, then those with an answer that has them, whose id is answer_id, and of which the snippet is. In title and snippet the characters 2 and 3 stand around what was found. Definer, because row security keeps indexes of words from being used; it works out the lessons and the cohorts of the caller first (rules/questions#searching).';
