-- Why: a search read all documents to rank a hundred of them, and all words that are known to put one right. A search
-- of notifications looked for the common word of a query through an index, which takes longer than looking for the
-- rare one and reading what that finds.

create or replace function private.fold(text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if octet_length(fold.text) = char_length(fold.text) then
    -- Nothing but ASCII, of which the letters are known without a table.
    return lower(fold.text collate "C");
  end if;
  return lower(extensions.unaccent('extensions.unaccent', normalize(fold.text, nfkc)));
end
$$;

create or replace function private.search_results(open uuid[], library uuid[], terms text[], all_of_them boolean) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  joined constant text := case when all_of_them then ' & ' else ' | ' end;
  begins text[] := '{}';
  in_names text;
  in_text text;
  literal text;
  pattern text;
  question tsquery;
  deep tsquery;
begin
  for i in 1 .. cardinality(terms) loop
    begins := begins || private.prefixes(terms[i], i = cardinality(terms));
    in_names := concat_ws(joined, in_names, '(' || private.prefix_query(private.prefixes(terms[i], i = cardinality(terms)))::text || ')');
    -- Two letters begin too many words of a text; there they stand for a whole word.
    in_text := concat_ws(joined, in_text, '(' || private.prefix_query(private.prefixes(terms[i], false))::text || ')');
    literal := concat_ws(joined, literal, quote_literal(terms[i]) || ':*');
  end loop;
  question := in_names::tsquery;
  deep := in_text::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')'
  into pattern from unnest(begins) b;

  return (
    with course as (
      select c.slug, c.title, c.category, c.description,
        ts_rank(d.words, question) + case when d.words @@ literal::tsquery then 1 else 0 end as score
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
      (select w.id, true as in_title from private.lessons_titled(open, question) w (id) order by w.id limit 100)
      union all
      (select w.id, false from private.lessons_matching(open, deep) w (id) order by w.id limit 100)
    ), candidate as (
      select hit.id, bool_or(hit.in_title) as in_title from hit group by hit.id
    ), lesson as (
      select l.id, l.title, l.content_type, c.slug, c.title as course, d.body, m.index as module_index, l.index,
        ts_rank(d.words, question, 1) + case when candidate.in_title then 10 else 0 end
          + case when d.title_words @@ literal::tsquery then 5 else 0 end as score
      from candidate
      -- Looked up one by one: the planner, who cannot know how few they are, would read all documents.
      cross join lateral (select * from private.lesson_documents o where o.lesson_id = candidate.id offset 0) d
      join public.lessons l on l.id = d.lesson_id and l.deleted_at is null
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
      order by score desc, c.title, m.index, l.index, l.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.highlighted(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$$;

create function private.any_lesson_matches(open uuid[], question tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return exists (
    select from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null))));
end
$$;
comment on function private.any_lesson_matches(uuid[], tsquery) is 'As lessons_matching(): whether there is any.';

create or replace function private.corrected_term(open uuid[], term text, is_last boolean) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  question tsquery := private.prefix_query(private.prefixes(term, false));
  near text;
  longest int := case when char_length(term) >= 7 then 2 else 1 end;
begin
  if char_length(term) < 3 or term ~ '^[0-9]+$' or private.any_lesson_matches(open, question) or exists (
    select 1 from private.course_documents d where d.words @@ question and d.course_id = any (open)
  ) then
    return term;
  end if;
  -- Looser than the default, so that two letters that changed places are still near.
  perform set_config('pg_trgm.word_similarity_threshold', '0.2', true);
  -- From the nearest on, until one stands in what they may open.
  for near in
    select k.word
    from (
      select c.word, least(
        extensions.levenshtein_less_equal(term, c.word, longest + 1),
        -- Still being typed: as near as the word's beginning is.
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term)), longest + 1) end,
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(c.word, char_length(term) + 1), longest + 1) end,
        -- Two neighbours that changed places are one slip and not two.
        case when char_length(c.word) = char_length(term) then (
          select 1 from generate_series(1, char_length(term) - 1) i
          where c.word = left(term, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) limit 1) end) as slips
      from (
        -- Two questions, because an index of letters answers the first.
        select w.word from private.known_words w where term operator(extensions.<%) w.word
        union
        select w.word from private.known_words w
        where char_length(term) < 5 and w.word collate "C" like left(term, 1) || '%' and char_length(w.word) <= 5
      ) c
    ) k
    where k.slips <= longest
    order by k.slips, extensions.similarity(term, k.word) desc, k.word
  loop
    if private.any_lesson_matches(open, quote_literal(near)::tsquery) or exists (
      select 1 from private.course_documents d
      where d.words @@ quote_literal(near)::tsquery and d.course_id = any (open)
    ) then
      return near;
    end if;
  end loop;
  return term;
end
$$;

create function private.notification_patterns(query text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(left(notification_patterns.query, 100)), ' ') w (word) where w.word <> '' limit 6);
end
$$;
comment on function private.notification_patterns(text) is
  'Takes words; gives patterns of the first six, taken literally, all of which title and message of a notification have to match in small letters.';

create or replace function private.notifications_where(query text, type public.notification_type, audience text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    (select string_agg(format('lower(n.title || '' '' || n.message) like %L', pattern), ' and ')
      from unnest(private.notification_patterns(coalesce(notifications_where.query, ''))) pattern),
    'n.type = ' || quote_literal(notifications_where.type),
    case notifications_where.audience when 'global' then 'n.is_global' when 'specific' then 'not n.is_global' end);
end
$$;

create or replace function private.notifications_found(query text, type public.notification_type, audience text, size int) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  -- Two words that many rows have, but none has both, would take seconds among a million rows in order of time.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- What one in twenty has is asked of the rows that the other words find: what is added keeps the index from it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- What one in a hundred has is found soonest from the newest on. What is rare is found by the index of letters,
  -- to which the added interval forces the planner.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$$;
