-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.corrected_term(open uuid[], term text, is_last boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  question tsquery := private.prefix_query(private.prefixes(term, false));
  near text;
  longest int := case when char_length(term) >= 7 then 2 else 1 end;
begin
  -- A run has no slips that its pairs would show.
  if char_length(term) < 3 or private.is_run(term) or term ~ '^[0-9]+$' or private.any_lesson_matches(open, question) or exists (
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
$function$;
comment on function private.corrected_term(uuid[],text,boolean) is 'Takes the courses that are open to the caller, a term, and whether it is the last. Gives the term, or where nothing that they may open has it, the nearest word that something has: one slip away, two in words of seven letters and more.';

CREATE OR REPLACE FUNCTION private.highlighted(text text, pattern text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  spoken text := normalize(translate(highlighted.text, E'\x02\x03', ''), nfc);
  run constant text := '[' || private.run_letters() || ']';
  piece constant text := '(' || run || '+|(?:(?!' || run || ')[[:alnum:]])+|(?:(?!' || run || ')[^[:alnum:]])+)';
  parts text[];
  folded text[];
begin
  -- Text without accents, which most is, is highlighted in one pass.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(substr(pattern, 2), '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, piece, 'g') m);
  folded := array(select m[1] from regexp_matches(private.search_fold(spoken), piece, 'g') m);
  -- A sign that folds into several words puts the two out of step; then nothing is highlighted.
  if cardinality(parts) <> cardinality(folded) then
    return spoken;
  end if;
  return (
    select string_agg(case
        -- In a run it stands anywhere, and what stands beside it is not of its word.
        when p ~ run then regexp_replace(p, '(' || substr(pattern, 2) || ')', E'\x02\\1\x03', 'g')
        when f ~ pattern then E'\x02' || p || E'\x03' else p end, '' order by n)
    from unnest(parts, folded) with ordinality u (p, f, n));
end
$function$;
comment on function private.highlighted(text,text) is 'Takes a text and a pattern of folded words; gives the text with each such word, and each such piece of a run, between the characters 2 and 3.';

CREATE OR REPLACE FUNCTION private.lessons_matching(open uuid[], question tsquery)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null)));
end
$function$;
comment on function private.lessons_matching(uuid[],tsquery) is 'Takes the courses that are open to the caller and a question; gives the lessons of these, and the free previews of published courses, that have it in title or text. Nothing else may come out: what is found is also what typing errors are put right with.';

CREATE OR REPLACE FUNCTION private.lessons_titled(open uuid[], question tsquery)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.title_words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null)));
end
$function$;
comment on function private.lessons_titled(uuid[],tsquery) is 'As lessons_matching(), of titles alone.';

CREATE OR REPLACE FUNCTION private.prefix_query(prefixes text[])
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select string_agg(
      case when b like '=%' then quote_literal(substr(b, 2)) else quote_literal(b) || ':*' end, ' | ')::tsquery
    from unnest(prefix_query.prefixes) b);
end
$function$;
comment on function private.prefix_query(text[]) is 'Takes what prefixes() gives; gives it as a query of the index.';

CREATE OR REPLACE FUNCTION private.prefixes(term text, is_last boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stem text := (pg_catalog.ts_lexize('english_stem', term))[1];
begin
  -- Short words stand for themselves; the last one may still be being typed.
  if char_length(term) < 2 or (char_length(term) = 2 and not is_last) then
    return array['=' || term];
  end if;
  if char_length(stem) < 3 or stem is null then
    return array[term];
  end if;
  return array[stem]
    || case when right(stem, 1) = 'i' then array[left(stem, -1) || 'y'] else '{}' end
    || case when starts_with(term, stem) then '{}' else array[term] end;
end
$function$;
comment on function private.prefixes(text,boolean) is 'Takes a term and whether it is the last of the query; gives what a matching word begins with, or is where a prefix opens with an equals sign. The English stem of `queries` finds `query`.';

CREATE OR REPLACE FUNCTION private.search_results(open uuid[], library uuid[], terms text[], all_of_them boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
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
    begins := begins || case when private.is_run(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    in_names := concat_ws(joined, in_names, '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')');
    -- Two letters begin too many words of a text; there they stand for a whole word.
    in_text := concat_ws(joined, in_text, '(' || private.term_query(terms[i], false)::text || ')');
    literal := concat_ws(joined, literal,
      case when private.is_run(terms[i]) then '(' || private.term_query(terms[i], false)::text || ')' else quote_literal(terms[i]) || ':*' end);
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
$function$;
comment on function private.search_results(uuid[],uuid[],text[],boolean) is 'Takes the courses that are open to the caller, those of their library, the terms, and whether all of them must be found or any will do. Gives the best four courses, three categories and twelve lessons. Of documents that match equally often only so many are ranked, titles apart: ranking reads them whole.';

CREATE OR REPLACE FUNCTION private.search_terms(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  run constant text := '[' || private.run_letters() || ']';
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
comment on function private.search_terms(text) is 'Takes a query; gives its first eight folded words and runs, out of its first 100 characters.';

CREATE OR REPLACE FUNCTION private.snippet(body text, begins text[], pattern text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  width constant int := 150;
  lead constant int := 40;
  folded text := private.search_fold(snippet.body);
  run constant text := '[' || private.run_letters() || ']';
  at int := (select min(nullif(strpos(folded, ltrim(b, '=')), 0)) from unnest(begins) b);
  start int;
  cut text;
begin
  if snippet.body = '' then
    return null;
  end if;
  -- The slower search is needed only for a match in the middle of a word.
  if at > 1 and substr(folded, at - 1, 1) ~ '[[:alnum:]]' and substr(folded, at, 1) !~ run then
    at := regexp_instr(folded, '(?:\m|(?=' || run || '))' || replace(snippet.pattern, '$', '\M'));
  end if;
  start := greatest(1, at - lead);
  cut := substr(snippet.body, start, width);
  -- Words that were cut at either end are dropped; of a run any piece can be read.
  if start > 1 then
    cut := regexp_replace(cut, '^(?:(?!' || run || ')\S)*\s+', '');
  end if;
  if char_length(snippet.body) >= start + width then
    cut := regexp_replace(cut, '\s+(?:(?!' || run || ')\S)*$', '');
  end if;
  return case when start > 1 then '…' else '' end || private.highlighted(cut, '^' || snippet.pattern)
    || case when char_length(snippet.body) >= start + width then '…' else '' end;
end
$function$;
comment on function private.snippet(text,text[],text) is 'Takes a text, and the prefixes of the words to find, as prefixes() gives them and as a pattern; gives about 150 characters around the first such word, or from the beginning, highlighted. Null when there is no text.';

CREATE OR REPLACE FUNCTION public.search(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  library uuid[];
  open uuid[];
  terms text[] := private.search_terms(query);
  corrected text[];
  nothing constant jsonb := '{"courses": [], "categories": [], "lessons": []}';
  found jsonb;
begin
  if not private.can('courses', 'read', 'assigned') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return nothing || '{"corrected": null}';
  end if;
  library := array(select private.entitled_course_ids());
  open := library || array(
    select c.id from public.courses c
    where c.deleted_at is null and private.can('courses', 'update') and private.can('lessons', 'read')
    union
    select o.id from private.my_course_ids('courses', 'update') o (id) where private.can('lessons', 'read', 'own'));

  found := private.search_results(open, library, terms, true);
  if found = nothing then
    corrected := array(
      select private.corrected_term(open, t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
    if corrected <> terms then
      found := private.search_results(open, library, corrected, true);
    end if;
    if found = nothing and cardinality(corrected) > 1 then
      found := private.search_results(open, library, corrected, false);
    end if;
  end if;
  return found || jsonb_build_object('corrected', case when found <> nothing and corrected <> terms then array_to_string(corrected, ' ') end);
end
$function$;
comment on function public.search(text) is 'Takes a query, of which 100 characters and eight words count. Gives courses, categories and lessons that the caller may open (entitled to, free previews of published courses, or their own to edit), best first, 19 at most: in titles and snippets the characters 2 and 3 stand around what was found. `corrected` is what was searched instead when nothing had the words as typed. Definer, because row security keeps indexes of words from being used; it works out the caller''s courses first, and asks each lesson again (rules/learning#search).';
grant execute on function public.search(text) to authenticated, service_role;
