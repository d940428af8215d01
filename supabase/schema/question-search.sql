-- Search for questions and answers and for similar questions, and merging questions.
set check_function_bodies = off;

-- TABLES

create table private.answer_documents (
  answer_id uuid not null,
  question_id uuid not null,
  lesson_id uuid not null,
  words tsvector not null,
  constraint answer_documents_pkey primary key (answer_id),
  constraint answer_documents_answer_id_fkey foreign key (answer_id) references public.answers(id) on delete cascade,
  constraint answer_documents_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint answer_documents_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade
);
alter table private.answer_documents enable row level security;
create index answer_documents_lesson_id_idx on private.answer_documents (lesson_id);
create index answer_documents_question_id_idx on private.answer_documents (question_id);
create index answer_documents_words_idx on private.answer_documents using gin (words) with (fastupdate='on', gin_pending_list_limit='256');
comment on table private.answer_documents is 'The words by which a question is found in an answer (C). Deleted answers have no row. There is one row for each answer, so that writing an answer costs the same, however many the question has. No grants: read by search_questions() alone.';

create table private.question_documents (
  question_id uuid not null,
  lesson_id uuid not null,
  words tsvector not null,
  constraint question_documents_pkey primary key (question_id),
  constraint question_documents_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint question_documents_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade
);
alter table private.question_documents enable row level security;
create index question_documents_lesson_id_idx on private.question_documents (lesson_id);
create index question_documents_words_idx on private.question_documents using gin (words) with (fastupdate='on', gin_pending_list_limit='256');
comment on table private.question_documents is 'The words by which a question is found: title (A) and body (B). Deleted and merged questions have no row. No grants: read by questions_like() alone.';

-- FUNCTIONS

create or replace function private.frequent_found(
  lessons uuid[],
  everywhere uuid[],
  mine uuid[],
  staffed uuid[],
  question tsquery,
  in_answers boolean,
  without uuid[]
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_sort to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
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
$function$;
comment on function private.frequent_found(uuid[],uuid[],uuid[],uuid[],tsquery,boolean,uuid[]) is 'Takes what questions_found() takes, without the query for the index; returns the matching questions, or answers, that the caller may read, out of at most 300: the newest 60 of each lesson. Null if too few of these match and there may be others. It must return nothing that the caller may not read, because its result is not checked again.';

create or replace function private.index_answer()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'UPDATE' and new.body = old.body and new.deleted_at is not distinct from old.deleted_at then
    -- A merge only moves the answer to another question, so its words need not be computed again.
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
comment on function private.index_answer() is 'Row trigger: updates the words by which a question is found through this answer. Only the first 4,000 characters of a text are indexed.';

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
comment on function private.index_question() is 'Row trigger: updates the words by which a question is found. Only the first 4,000 characters of a text are indexed.';

create or replace function private.lessons_asked(narrow tsquery)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
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
$function$;
comment on function private.lessons_asked(tsquery) is 'Takes a query of words; returns the lessons of questions and answers with these words, or null if there are more than 300. Checks no rights.';

create or replace function private.matches_in_sample(question tsquery, in_answers boolean)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_sort to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  if in_answers then
    return (select count(*) filter (where s.words @@ question) from (
      select d.words from private.answer_documents d order by d.answer_id limit 50) s);
  end if;
  return (select count(*) filter (where s.words @@ question) from (
    select d.words from private.question_documents d order by d.question_id limit 50) s);
end
$function$;
comment on function private.matches_in_sample(tsquery,boolean) is 'Takes a query of words, and whether to look in answers; returns how many of 50 questions, or of 50 answers, have the words. Ids are random, so the first 50 are a random sample.';

create or replace function private.narrowing_query(each tsquery[])
  returns tsquery
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
  with frequent as materialized (
    -- These are the statistics of the planner. The array of frequencies has three more entries than the array of words.
    select array_to_tsvector(array[w.word]) as word, w.frequency
    from pg_catalog.pg_stats s cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) w (word, frequency)
    where s.schemaname = 'private' and s.tablename = 'question_documents' and s.attname = 'words' and w.word is not null and w.frequency > 0.02
  ), term as materialized (
    select t.query, t.n, coalesce((select sum(f.frequency) from frequent f where f.word @@ t.query), 0) as frequency
    from unnest(each) with ordinality t (query, n)
  )
  select string_agg('(' || t.query::text || ')', ' & ' order by t.n)::tsquery
  from term t where t.frequency = 0 or t.n = (select r.n from term r order by r.frequency, r.n limit 1));
end
$function$;
comment on function private.narrowing_query(tsquery[]) is 'Takes the terms of a search for questions; returns the rare terms, or the least frequent one, as one query. The index reads an entry for every row with a word that begins like a term, so frequent terms cost more time than they save. Definer, because only the owner of the table can read the statistics.';

create or replace function private.questions_found(
  lessons uuid[],
  everywhere uuid[],
  mine uuid[],
  staffed uuid[],
  narrow tsquery,
  question tsquery,
  in_answers boolean,
  without uuid[]
)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
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
          -- `offset 0` makes the planner begin with the index of words, instead of with each lesson or every question.
          offset 0
        ) w
        cross join lateral (
          select o.answer_id from private.questions_for(lessons, everywhere, mine, staffed, me) o where o.id = w.question_id offset 0) q
        -- The list is a subquery, because the planner then builds a hash of it instead of planning each entry.
        where (lessons is null or w.lesson_id in (select o from unnest(lessons) o))
          and w.question_id <> all (without)
          and (narrow::text = question::text or w.words @@ question)
        limit case when in_answers then 2000 else 100 end) r) f
    -- At most 20 answers of each question, so that one with hundreds of answers does not fill the result.
    where f.nth <= 20
    limit 200;
end
$function$;
comment on function private.questions_found(uuid[],uuid[],uuid[],uuid[],tsquery,tsquery,boolean,uuid[]) is 'Takes lessons that are open to the caller (null for staff who read every question), lessons whose questions the caller may all read, the cohorts of the caller, the cohorts whose questions they look after, a query for the index, a query of words that is the same or narrower, whether to look in answers, and questions to leave out; returns at most 100 matching questions that the caller may read, or at most 200 answers to such questions, up to 20 of each. It must return nothing that the caller may not read, because its result is not checked again.';

create or replace function private.questions_matching(
  lessons uuid[],
  narrow tsquery,
  question tsquery
)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
as $function$
begin
  return query
    select d.question_id from private.question_documents d
    where d.words @@ narrow
      -- The whole query stands in a `case`, so that the index is used only for the rare words, and the rest is compared
      -- only for questions about these lessons.
      and case when d.lesson_id = any (lessons) then d.words @@ question else false end
    limit 80;
end
$function$;
comment on function private.questions_matching(uuid[],tsquery,tsquery) is 'Takes lessons, a query of the rare words of a search, and the whole query; returns at most 80 matching questions about these lessons. Forces a bitmap scan, because the planner would otherwise compare every question of these lessons.';

create or replace function public.merge_questions(question_id uuid, into_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
  t public.questions;
begin
  -- The questions are locked in the order of their ids, so that two merges at the same moment do not deadlock.
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
  -- Both questions must have the same readers. Otherwise people would see answers that were not meant for them.
  if q.lesson_id <> t.lesson_id or q.audience <> t.audience
    or q.audience = 'COHORT' and q.cohort_id is distinct from t.cohort_id
    or q.audience = 'STAFF' and q.author_id is distinct from t.author_id then
    raise exception using errcode = 'PT422', hint = 'OTHER_READERS', message = 'Only questions of one lesson that the same people can read can be merged.';
  end if;
  update public.questions x set merged_into_id = t.id, answer_id = null, state = 'CLOSED', waiting_since = null, closes_at = null where x.id = q.id;
  update public.answers a set question_id = t.id where a.question_id = q.id;
  update public.notifications n set question_id = t.id where n.question_id = q.id;
  update public.questions x set answer_id = q.answer_id where x.id = t.id and x.answer_id is null and q.answer_id is not null;
  -- Followers of the merged question follow the other question from now on.
  insert into public.question_follows (question_id, user_id, followed_at)
  select t.id, f.user_id, f.followed_at from public.question_follows f where f.question_id = q.id on conflict do nothing;
  -- Questions that were merged into this one before now lead to the other one.
  update public.questions x set merged_into_id = t.id where x.merged_into_id = q.id;
  perform private.refresh_question(q.id);
  perform private.refresh_question(t.id);
  return private.question_view(t.id, true);
end
$function$;
comment on function public.merge_questions(uuid,uuid) is 'Takes a question, and another one of the same lesson that the same people can read; moves its answers and followers to the other question, to which it leads from now on. An accepted answer stays accepted if the other question has none. Returns question_view() of the other question. For staff who moderate both. Raises 42501, PT404 NO_QUESTION, PT409 MERGED, PT422 OTHER_READERS or with hint into_id. Definer, because only functions write questions (rules/questions#merging).';
grant execute on function public.merge_questions(uuid,uuid) to authenticated, service_role;

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
comment on function public.questions_like(uuid,text) is 'Takes a lesson that is open to the caller, and a text, of which the first 100 characters and eight words count; returns the five most similar questions of the course, [{id, title, lesson_id, lesson, answers, state, accepted}], out of those that the caller may read in lessons that are open to them. Each has at least half of the words; words of one or two letters count only if there are no longer ones. Raises 42501, PT404 NO_LESSON. Definer, because PostgreSQL does not use indexes of words under row security (rules/questions#asking).';
grant execute on function public.questions_like(uuid,text) to authenticated, service_role;

create or replace function public.questions_to_merge(question_id uuid, words text default '')
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('words', words, 10000);
  most constant int := 10;
  q public.questions;
  searched boolean := btrim(questions_to_merge.words) <> '';
  terms text[];
  each tsquery[];
  all_of_them tsquery;
begin
  select x.* into q from public.questions x where x.id = questions_to_merge.question_id and x.deleted_at is null;
  if q.id is null or not private.moderates_question(q) then
    perform private.refuse('You may not merge this question.');
  end if;
  terms := private.search_terms(case when searched then questions_to_merge.words else q.title end);
  each := array(select private.term_query(t.term, searched and t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
  if searched and cardinality(each) = 0 then
    return '[]';
  end if;
  all_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' & ')::tsquery;
  return (
    with near as materialized (
      select w as id from private.questions_matching(array[q.lesson_id], private.narrowing_query(each), all_of_them) w
      union
      (select x.id from public.questions x where x.lesson_id = q.lesson_id order by x.created_at desc, x.id desc limit 200)
    ), found as (
      select x.*, (select count(*) from unnest(each) e where d.words @@ e) as hits
      from near n
      cross join lateral (select o.* from public.questions o where o.id = n.id offset 0) x
      cross join lateral (select o.words from private.question_documents o where o.question_id = n.id offset 0) d
      -- Both questions must have the same readers, as merge_questions() requires.
      where x.id <> q.id and x.lesson_id = q.lesson_id and x.deleted_at is null and x.merged_into_id is null and x.audience = q.audience
        and (x.audience <> 'COHORT' or x.cohort_id is not distinct from q.cohort_id)
        and (x.audience <> 'STAFF' or x.author_id is not distinct from q.author_id)
    ), best as (
      select f.* from found f
      where not searched or f.hits = cardinality(each)
      order by f.hits desc, f.created_at desc, f.id limit 40
    ), allowed as (
      select b.* from best b
      where private.can_on_questions('moderate', private.course_of_lesson(q.lesson_id), b.cohort_id)
      order by b.hits desc, b.created_at desc, b.id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'author', p.name, 'former', a.author_id is null, 'created_at', a.created_at,
      'answers', a.answers, 'state', private.question_state_now(a.state, a.closes_at), 'accepted', a.answer_id is not null)
      order by a.hits desc, a.created_at desc, a.id), '[]')
    from allowed a left join public.profiles p on p.id = a.author_id);
end
$function$;
comment on function public.questions_to_merge(uuid,text) is 'Takes a question, and words or an empty text; returns ten questions of its lesson into which the caller can merge it, [{id, title, author: a name, former, created_at, answers, state, accepted}]: those with all the words, or without words, the most similar ones and then the newest. For staff who moderate the question; raises 42501. Definer, because PostgreSQL does not use indexes of words under row security (rules/questions#merging).';
grant execute on function public.questions_to_merge(uuid,text) to authenticated, service_role;

-- TRIGGERS

create trigger answers_index_insert after insert on public.answers
  for each row execute function private.index_answer();

create trigger answers_index_update after update of body, deleted_at, question_id on public.answers
  for each row
  when (old.body is distinct from new.body or old.deleted_at is distinct from new.deleted_at or old.question_id is distinct from new.question_id)
  execute function private.index_answer();

create trigger questions_index_insert after insert on public.questions
  for each row execute function private.index_question();

create trigger questions_index_update after update of title, body, deleted_at, merged_into_id on public.questions
  for each row
  when ((old.title, old.body, old.deleted_at, old.merged_into_id) is distinct from (new.title, new.body, new.deleted_at, new.merged_into_id))
  execute function private.index_question();
