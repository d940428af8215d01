-- Why: Search lost the tags that people write in questions and answers

set check_function_bodies = off;

create or replace function private.people_text(markdown text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  -- plain_text() removes tags, and makes this character a sign again at its end.
  return private.plain_text(replace(people_text.markdown, '<', U&'\E000'));
end
$function$;

create or replace function private.index_answer()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
    select new.id, q.id, q.lesson_id, private.search_vector(private.people_text(left(new.body, 4000)), 'C')
    from public.questions q where q.id = new.question_id;
  end if;
  return null;
end
$function$;

create or replace function private.index_question()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from private.question_documents d where d.question_id = new.id;
  if new.deleted_at is null and new.merged_into_id is null then
    insert into private.question_documents (question_id, lesson_id, words)
    values (new.id, new.lesson_id, private.search_vector(new.title, 'A') || private.search_vector(private.people_text(left(new.body, 4000)), 'B'));
  end if;
  return null;
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

comment on function private.people_text(text) is 'As plain_text(), for Markdown that people write to each other, in which a tag is text (rules/courses#text-of-people).';

-- The words of questions and answers with tags are written again.
update private.question_documents d
set words = private.search_vector(q.title, 'A') || private.search_vector(private.people_text(left(q.body, 4000)), 'B')
from public.questions q
where q.id = d.question_id and q.body like '%<%';

update private.answer_documents d
set words = private.search_vector(private.people_text(left(a.body, 4000)), 'C')
from public.answers a
where a.id = d.answer_id and a.body like '%<%';
