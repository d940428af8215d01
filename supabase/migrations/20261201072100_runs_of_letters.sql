-- Words of Chinese, Japanese, Korean and Thai stand in runs without blanks, or with endings: what is sought is
-- found in the middle of one (rules/learning#search-in-runs). Such a run is indexed as its pairs of letters, each pair
-- a word, by one function for what is indexed and for what is asked. An index of letters in threes would not help:
-- most words of these scripts have two.

create function private.run_letters() returns text
  language sql immutable set search_path = ''
as $$
  select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ebc-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u1100-\u11ff'
    || '\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff'
    || '\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff'
$$;
comment on function private.run_letters() is
  'The letters, and the signs on them, of scripts whose words stand in runs (Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean), as the inside of a bracket of a regular expression.';

create function private.pairs(folded text) returns text[]
  language plpgsql immutable set search_path = ''
as $$
declare
  runs text;
begin
  if octet_length(pairs.folded) = char_length(pairs.folded) then
    return '{}';
  end if;
  select string_agg(m[1], ' ') into runs
  from regexp_matches(pairs.folded, '([' || private.run_letters() || ']+)', 'g') m;
  return array(
    select p.pair
    from (
      select s.c || coalesce(nullif(lead(s.c) over (order by s.n), ' '), '') as pair, s.n
      from string_to_table(runs, null) with ordinality s (c, n)
    ) p
    where p.pair not like ' %'
    group by p.pair
    order by min(p.n)
    -- A text that has more of them is none of these languages, and its index would grow beyond what one may be.
    limit 40000);
end
$$;
comment on function private.pairs(text) is
  'Takes a folded text; gives each two neighbouring letters of its runs once, and the last letter of each run alone, in order.';

create function private.search_fold(text text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  folded text := private.fold(search_fold.text);
begin
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- A vowel of Thai and Lao that folding takes apart: the places of a text would move.
  return replace(replace(folded, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
end
$$;
comment on function private.search_fold(text) is
  'As fold(), with the vowels of Thai and Lao in one piece, as people type them.';

create or replace function private.search_vector(text text, weight "char") returns tsvector
  language plpgsql stable set search_path = ''
as $$
declare
  folded text := private.search_fold(search_vector.text);
  pairs text[] := private.pairs(folded);
  words tsvector;
begin
  if pairs = '{}' then
    return setweight(to_tsvector('simple', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), search_vector.weight);
  end if;
  words := to_tsvector('simple', regexp_replace(folded, '(?:[^[:alnum:]]|[' || private.run_letters() || '])+', ' ', 'g'));
  return setweight(words || (
    select string_agg(format('%L:%s', p.pair, least(p.n, 16383)), ' ' order by p.n)::tsvector
    from unnest(pairs) with ordinality p (pair, n)), search_vector.weight);
end
$$;
comment on function private.search_vector(text, "char") is
  'Takes a text and a weight (A to D); gives its folded words, and the pairs of its runs. Signs that join words part them here, so that `array.map` has a `map`.';

create or replace function private.search_terms(query text) returns text[]
  language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.search_terms(text) is
  'Takes a query; gives its first eight folded words and runs, out of its first 100 characters.';

create function private.is_run(term text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return octet_length(is_run.term) <> char_length(is_run.term) and is_run.term ~ ('^[' || private.run_letters() || ']');
end
$$;
comment on function private.is_run(text) is 'Takes a term of search_terms(); whether it is a run.';

create function private.term_query(term text, is_last boolean) returns tsquery
  language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_run(term) then
    return private.prefix_query(private.prefixes(term, is_last));
  end if;
  return (
    select string_agg(quote_literal(p.pair) || case when char_length(term) = 1 then ':*' else '' end, ' & ')::tsquery
    from unnest(private.pairs(term)) p (pair)
    -- The last letter alone is the end of a text's run, not of what is sought.
    where char_length(term) = 1 or char_length(p.pair) = 2);
end
$$;
comment on function private.term_query(text, boolean) is
  'Takes a term and whether it is the last of the query; gives it as a query of the index: what a matching word begins with, or all pairs of a run.';

create or replace function private.highlighted(text text, pattern text) returns text
  language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.highlighted(text, text) is
  'Takes a text and a pattern of folded words; gives the text with each such word, and each such piece of a run, between the characters 2 and 3.';

create or replace function private.snippet(body text, begins text[], pattern text)
  returns text
  language plpgsql
  stable
  set search_path = ''
as $$
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
$$;
comment on function private.snippet(text,text[],text) is 'Takes a text, and the prefixes of the words to find, as prefixes() gives them and as a pattern; gives about 150 characters around the first such word, or from the beginning, highlighted. Null when there is no text.';

create or replace function private.search_results(open uuid[], library uuid[], terms text[], all_of_them boolean)
  returns jsonb
  language plpgsql
  stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  set jit = off
as $$
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
$$;
comment on function private.search_results(uuid[],uuid[],text[],boolean) is 'Takes the courses that are open to the caller, those of their library, the terms, and whether all of them must be found or any will do. Gives the best four courses, three categories and twelve lessons. Of documents that match equally often only so many are ranked, titles apart: ranking reads them whole.';

create or replace function private.corrected_term(open uuid[], term text, is_last boolean)
  returns text
  language plpgsql
  stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
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
$$;
comment on function private.corrected_term(uuid[],text,boolean) is 'Takes the courses that are open to the caller, a term, and whether it is the last. Gives the term, or where nothing that they may open has it, the nearest word that something has: one slip away, two in words of seven letters and more.';

create or replace function private.person_key(name text, email text, phone text)
  returns text
  language sql
  immutable
  set search_path = ''
as $$
  select ' ' || k.name || ' ' || lower(email) || ' ' || coalesce(regexp_replace(phone, '[^0-9+]', '', 'g'), '')
    || coalesce(' ' || nullif(array_to_string(private.pairs(k.name), ' '), ''), '')
  from lower(extensions.unaccent('extensions.unaccent', normalize(coalesce(person_key.name, ''), nfkc))) k (name)
$$;
comment on function private.person_key(text,text,text) is 'What a person is found by: name without accents, address, and the digits of the phone, in small letters, each word, and each pair of a run, behind a space. Called immutable, although a dictionary could be edited, so that an index can hold it.';

create function private.note_key(words text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  folded text := private.fold(note_key.words);
begin
  return ' ' || regexp_replace(folded, '\s+', ' ', 'g') || ' ' || array_to_string(private.pairs(folded), ' ');
end
$$;
comment on function private.note_key(text) is
  'Takes what a note is found by; gives its words, and the pairs of its runs, each behind a space, for person_patterns().';
grant execute on function private.note_key(text) to authenticated, service_role;

create or replace function public.my_notes(lesson uuid default null, query text default null, before jsonb default null, page_size integer default 50)
  returns jsonb
  language plpgsql
  stable
  set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := private.uid();
  patterns text[] := private.person_patterns(coalesce(query, ''));
  wanted integer := least(greatest(coalesce(page_size, 50), 1), 500);
begin
  if me is null or not private.can('notes', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function my_notes';
  end if;
  return (
    with page as materialized (
      select n.*
      from public.notes n
      where n.user_id = me
        and (my_notes.lesson is null or n.lesson_id = my_notes.lesson)
        and (before is null or (n.updated_at, n.id) < ((before ->> 'updated_at')::timestamptz, (before ->> 'id')::uuid))
        and (cardinality(patterns) = 0 or private.note_key(concat_ws(' ', n.body, n.quote, n.lesson_title, n.course_title)) like all (patterns))
      order by n.updated_at desc, n.id desc
      limit wanted + 1
    ), listed as materialized (
      select * from page order by updated_at desc, id desc limit wanted
    )
    select jsonb_build_object(
      'notes', coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'lesson_id', n.lesson_id, 'slug', p.slug,
        'course_title', coalesce(p.course_title, n.course_title), 'lesson_title', coalesce(p.lesson_title, n.lesson_title),
        'at_seconds', n.at_seconds, 'quote', n.quote, 'body', n.body, 'revision', n.revision,
        'updated_at', n.updated_at, 'created_at', n.created_at,
        'open', l.id is not null) order by n.updated_at desc, n.id desc), '[]'),
      'more', (select count(*) from page) > wanted)
    from listed n
    left join public.lessons l on l.id = n.lesson_id
    left join lateral private.lesson_place(l.id) p on l.id is not null
  );
end
$$;
comment on function public.my_notes(uuid,text,jsonb,integer) is 'The caller''s notes, the last edited first: of a lesson, or all; with the words of `query` in them or in their titles; older than the note `before` (`updated_at`, `id`); `page_size` of them, 500 at most. `open`: whether the lesson may be opened, without which a note is read only and has no `slug`. `more`: whether older ones follow. Raises 42501 (rules/learning#notes).';

grant execute on function private.run_letters(), private.pairs(text) to authenticated, service_role;

-- What is there already: only what has such a run is indexed again.
select private.index_lessons(array(
  select d.lesson_id from private.lesson_documents d join public.lessons l on l.id = d.lesson_id
  where l.title ~ ('[' || private.run_letters() || ']')
    or (octet_length(d.body) <> char_length(d.body) and d.body ~ ('[' || private.run_letters() || ']'))));
select private.index_courses(array(
  select c.id from public.courses c
  where concat_ws(' ', c.title, c.category, c.author_name, c.description) ~ ('[' || private.run_letters() || ']')));
update private.people k set search_key = private.person_key(p.name, p.email, p.phone), name_key = private.person_key(p.name, p.email, null)
from public.profiles p
where p.id = k.id and p.name ~ ('[' || private.run_letters() || ']');
