-- Why: the portal's search finds questions, by the rule by which they are read (rules/questions#searching).

create function private.questions_found(lessons uuid[], everywhere uuid[], mine uuid[], staffed uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
  me uuid := private.uid();
begin
  return query
    with matching as materialized (
      select d.question_id, d.lesson_id from private.question_documents d where d.words @@ question
    )
    select w.question_id from matching w
    -- `offset 0` makes the planner look up each question by its id, and only until there are enough.
    cross join lateral (select q.audience, q.author_id, q.cohort_id from public.questions q where q.id = w.question_id offset 0) q
    -- A list as a subquery is looked up in a hash, and not planned entry by entry.
    where (lessons is null or w.lesson_id in (select o from unnest(lessons) o))
      and (lessons is null or q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id = any (mine)
        or q.cohort_id = any (staffed) or w.lesson_id in (select o from unnest(everywhere) o))
    limit 100;
end
$$;
comment on function private.questions_found(uuid[], uuid[], uuid[], uuid[], tsquery) is
  'Takes lessons that are open to the caller, or null for staff who read every question, those of them whose questions the caller reads all, the cohorts of the caller, those whose questions they look after, and a query of words; returns at most 100 questions that match and are for the caller. It must not return any other, because nothing is asked after it.';
revoke all on function private.questions_found(uuid[], uuid[], uuid[], uuid[], tsquery) from public;

create function public.search_questions(query text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set jit = 'off' as $$
declare
  most constant int := 6;
  me uuid := private.uid();
  terms text[] := private.search_terms(search_questions.query);
  begins text[] := '{}';
  words text;
  pattern text;
  question tsquery;
  library uuid[];
  to_all uuid[];
  unread uuid[];
  listed uuid[];
  closed uuid[];
  lessons uuid[];
  everywhere uuid[] := '{}';
begin
  if not private.can('questions', 'read', 'own') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return '[]';
  end if;
  for i in 1 .. cardinality(terms) loop
    begins := begins || case when private.is_run(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    words := concat_ws(' & ', words, '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')');
  end loop;
  question := words::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')' into pattern from unnest(begins) b;

  if not private.can('questions', 'list') then
    library := array(select private.entitled_course_ids());
    to_all := array(
      select c.id from public.courses c where c.deleted_at is null and private.can('courses', 'update') and private.can('lessons', 'read')
      union
      select o.id from private.my_course_ids('courses', 'update') o (id) where private.can('lessons', 'read', 'own')
      union
      select s from private.my_staffed_course_ids() s);
    listed := array(select o.id from private.my_course_ids('questions', 'list') o (id));
    unread := array(select b.course_id from private.question_bans b where b.user_id = me and b.course_id <> all (listed));
    closed := array(
      select u.lesson_id from private.unreleased_lessons(me, now()) u join public.lessons l on l.id = u.lesson_id
      where u.course_id <> all (to_all) and not l.free_preview);
    lessons := array(
      select l.id from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where m.course_id = any (library || to_all) and m.course_id <> all (unread) and m.deleted_at is null
        and l.id not in (select u from unnest(closed) u)
      union all
      select l.id from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where l.free_preview and l.deleted_at is null and private.course_is_published(c.status, c.deleted_at) and c.id <> all (unread));
    everywhere := array(
      select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = any (listed));
  end if;

  return (
    with best as materialized (
      select h.id, q.created_at, ts_rank(d.words, question, 1) as score
      from private.questions_found(lessons, everywhere, array(select private.my_cohort_ids()),
        array(select private.staffed_cohort_ids('questions', 'list')), question) h (id)
      cross join lateral (select o.words from private.question_documents o where o.question_id = h.id offset 0) d
      cross join lateral (select o.created_at from public.questions o
        where o.id = h.id and o.deleted_at is null and o.merged_into_id is null offset 0) q
      order by score desc, q.created_at desc, h.id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'lesson_id', q.lesson_id, 'slug', c.slug, 'lesson', l.title, 'course', c.title,
        'title', private.highlighted(q.title, '^' || pattern), 'snippet', private.snippet(private.plain_text(q.body), begins, pattern, null),
        'state', private.question_state_now(q.state, q.closes_at), 'answers', q.answers, 'accepted', q.answer_id is not null)
      order by b.score desc, b.created_at desc, b.id), '[]')
    from best b
    join public.questions q on q.id = b.id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null);
end
$$;
comment on function public.search_questions(text) is
  'Takes a query, of which 100 characters and eight words count; returns the six questions that match best, [{id, lesson_id, slug, lesson, course, title, snippet, state, answers, accepted}], of those that the caller may read in lessons that are open to them. In title and snippet the characters 2 and 3 stand around what was found. All words must be found as they were typed. Definer, because row security keeps indexes of words from being used; it works out the lessons and the cohorts of the caller first (rules/questions#searching).';
revoke all on function public.search_questions(text) from public;
grant execute on function public.search_questions(text) to authenticated, service_role;
