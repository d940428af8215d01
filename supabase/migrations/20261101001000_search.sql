-- Why: the search finds courses, categories and lessons by title and text. A person finds what they may
-- open; what is locked has no part in whether, where or how anything is found (rules/learning#search).
--
-- How: each lesson and course has a document beside it, kept by triggers: its text without markup, and the
-- words of that text as PostgreSQL indexes them. Words are folded (small letters, no accents) and kept
-- without stemming and without stop words: `this`, `where` and `if` are what people look for in a course
-- on programming. A word of the query is looked for as the beginning of words, also in its English
-- stem, so that `queries` finds `query`. Typing errors are put right from a list of all words, by those
-- alone that stand in something the person may open.

create extension if not exists unaccent with schema extensions;

create extension if not exists fuzzystrmatch with schema extensions;

create function private.fold(text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if octet_length(fold.text) = char_length(fold.text) then
    return lower(fold.text);
  end if;
  return lower(extensions.unaccent('extensions.unaccent', normalize(fold.text, nfkc)));
end
$$;
comment on function private.fold(text) is
  'Takes a text; gives it in small letters, without accents and with ligatures and wide letters as plain ones.';

create function private.plain_text(markdown text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- What means something in Markdown and something else in code stands aside while markup is taken out.
  signs constant text := '<>[]()*_|#&~!-+:';
  aside constant text := U&'\E000\E001\E002\E003\E004\E005\E006\E007\E008\E009\E00A\E00B\E00C\E00D\E00E\E00F';
  plain text;
begin
  select string_agg(
      case when fence.n % 2 = 0 then translate(regexp_replace(fence.part, '^[^\n]*\n', ''), signs, aside)
        else (
          select string_agg(case when tick.n % 2 = 0 then translate(tick.part, signs, aside) else tick.part end, '' order by tick.n)
          from string_to_table(fence.part, '`') with ordinality tick (part, n)) end,
      ' ' order by fence.n)
    into plain
    from string_to_table(left(markdown, 100000), '```') with ordinality fence (part, n);
  plain := regexp_replace(plain, '<!--.*?-->|</?[a-zA-Z][^>]*>', ' ', 'g');
  plain := regexp_replace(plain, '!?\[([^][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)', '\1', 'g');
  plain := regexp_replace(plain, '^\s*(?:\[[^]]+\]:\s.*|\|?[ :|-]*-{3}[ :|-]*)$', ' ', 'gn');
  plain := regexp_replace(plain, '^\s*(?:#{1,6}\s|>\s?(?:\[![A-Z]+\])?|[-*+]\s+(?:\[[ xX]\]\s)?|\d+[.)]\s)|\{:[^}]*\}', ' ', 'gn');
  plain := regexp_replace(plain, '\*\*|__|~~|\||\m_|_\M|\*(?=[[:alnum:]])|(?<=[[:alnum:].,!?])\*|https?://\S+', ' ', 'g');
  plain := replace(replace(replace(replace(plain, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
  plain := regexp_replace(translate(plain, aside, signs), '[[:space:][:cntrl:]]+', ' ', 'g');
  return coalesce(btrim(regexp_replace(plain, ' +([.,;:!?])(?= |$)', '\1', 'g')), '');
end
$$;
comment on function private.plain_text(text) is
  'Takes Markdown; gives the first 100,000 characters of it as one line of text without its markup and addresses.';

create function private.words_of(text text, weight "char") returns tsvector
language plpgsql stable set search_path = '' as $$
begin
  return setweight(to_tsvector('simple', regexp_replace(private.fold(words_of.text), '[^[:alnum:]]+', ' ', 'g')), words_of.weight);
end
$$;
comment on function private.words_of(text, "char") is
  'Takes a text and a weight (A to D); gives its folded words. Whatever joins words parts them here, so that `array.map` has a `map`.';

create table private.course_documents (
  course_id uuid primary key references public.courses (id) on delete cascade,
  words tsvector not null
);
alter table private.course_documents enable row level security;
comment on table private.course_documents is
  'What a course is found by: title (A), category (B), teacher and description (C). No grants: read by search() alone.';

create table private.lesson_documents (
  lesson_id uuid primary key references public.lessons (id) on delete cascade,
  -- Both only narrow a search down; whether a lesson may be opened is asked of the lesson itself.
  course_id uuid not null references public.courses (id) on delete cascade,
  free_preview boolean not null,
  title_words tsvector not null,
  words tsvector not null,
  body text not null
);
alter table private.lesson_documents enable row level security;
comment on table private.lesson_documents is
  'What a lesson is found by: title (A), description (B) and content (C), and its plain text, out of which snippets are cut. No grants: read by search() alone.';
create index lesson_documents_course_id_idx on private.lesson_documents (course_id);
create index lesson_documents_free_preview_idx on private.lesson_documents (lesson_id) where free_preview;

-- New entries wait in a list and are sorted in together: a lesson has hundreds, and one by one they
-- cost ten times as much. Each search reads through that list, which is therefore kept short (kB).
create index lesson_documents_title_words_idx on private.lesson_documents using gin (title_words)
  with (fastupdate = on, gin_pending_list_limit = 256);
create index lesson_documents_words_idx on private.lesson_documents using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- Lists of words and bodies apart from the rows, which a search then passes over quickly.
alter table private.lesson_documents set (toast_tuple_target = 128);

create table private.known_words (
  id bigint generated always as identity primary key,
  word text not null
);
alter table private.known_words enable row level security;
comment on table private.known_words is
  'Every word that a document ever had, to find what was meant by a mistyped one. A word that is no longer anywhere does no harm: search() takes out only those that stand in what the caller may open.';

-- Not unique on purpose: two people who save lessons at once would wait for each other over a word.
create index known_words_word_idx on private.known_words (word collate "C");
create index known_words_similar_idx on private.known_words using gin (word extensions.gin_trgm_ops);

create function private.learn_words(documents tsvector[]) returns void
language sql volatile set search_path = '' as $$
  with found as materialized (
    select distinct w.word
    from unnest(learn_words.documents) d (words), unnest(tsvector_to_array(d.words)) w (word)
  )
  insert into private.known_words (word)
  select f.word from found f
  where char_length(f.word) between 3 and 30 and f.word ~ '[^0-9]'
    and not exists (select 1 from private.known_words k where k.word = f.word collate "C")
$$;
comment on function private.learn_words(tsvector[]) is 'Takes the words of documents and keeps those that are new.';

create function private.index_courses(ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.course_documents (course_id, words)
  select c.id, private.words_of(c.title, 'A') || private.words_of(coalesce(c.category, ''), 'B')
    || private.words_of(concat_ws(' ', c.author_name, c.description), 'C')
  from public.courses c where c.id = any (ids)
  on conflict (course_id) do update set words = excluded.words;
  perform private.learn_words(array(select d.words from private.course_documents d where d.course_id = any (ids)));
end
$$;
comment on function private.index_courses(uuid[]) is 'Takes courses and writes what they are found by.';

create function private.index_lessons(ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.lesson_documents d using public.lessons l
  where l.id = d.lesson_id and l.id = any (ids) and l.deleted_at is not null;
  insert into private.lesson_documents (lesson_id, course_id, free_preview, title_words, words, body)
  select l.id, m.course_id, l.free_preview, t.words, t.words || private.words_of(p.description, 'B') || private.words_of(p.content, 'C'),
    btrim(p.description || ' ' || p.content)
  from public.lessons l
  join public.modules m on m.id = l.module_id
  cross join lateral (select private.words_of(l.title, 'A') as words) t
  cross join lateral (
    select private.plain_text(coalesce(l.description, '')) as description, private.plain_text(coalesce(l.content, '')) as content
    -- Or the planner works each of them out twice, and they are most of the work.
    offset 0
  ) p
  where l.id = any (ids) and l.deleted_at is null
  on conflict (lesson_id) do update set course_id = excluded.course_id, free_preview = excluded.free_preview,
    title_words = excluded.title_words, words = excluded.words, body = excluded.body;
  perform private.learn_words(array(select d.words from private.lesson_documents d where d.lesson_id = any (ids)));
end
$$;
comment on function private.index_lessons(uuid[]) is
  'Takes lessons and writes what they are found by; those that are deleted lose it.';

create function private.courses_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_courses(array[new.id]);
  return null;
end
$$;
comment on function private.courses_changed() is 'Trigger: keeps what a course is found by.';

create trigger courses_index_insert after insert on public.courses
  for each row execute function private.courses_changed();

create trigger courses_index_update after update of title, category, author_name, description on public.courses
  for each row when ((old.title, old.category, old.author_name, old.description)
    is distinct from (new.title, new.category, new.author_name, new.description))
  execute function private.courses_changed();

-- By statement, because an import brings hundreds of lessons in one, and they share most words.
create function private.lessons_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o on o.id = n.id
      where (o.title, o.module_id, o.free_preview, o.deleted_at) is distinct from (n.title, n.module_id, n.free_preview, n.deleted_at)
        or o.description is distinct from n.description or o.content is distinct from n.content);
  end if;
  if changed <> '{}' then
    perform private.index_lessons(changed);
  end if;
  return null;
end
$$;
comment on function private.lessons_changed() is 'Statement trigger: keeps what lessons are found by.';

create trigger lessons_index_insert after insert on public.lessons referencing new table as new_rows
  for each statement execute function private.lessons_changed();

create trigger lessons_index_update after update on public.lessons referencing old table as old_rows new table as new_rows
  for each statement execute function private.lessons_changed();

create function private.terms_of(query text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(w.word order by w.n), '{}')
    from (
      select s.word, min(s.n) as n
      from regexp_split_to_table(private.fold(left(terms_of.query, 100)), '[^[:alnum:]]+') with ordinality s (word, n)
      where s.word <> ''
      group by s.word order by 2 limit 8
    ) w);
end
$$;
comment on function private.terms_of(text) is
  'Takes what somebody typed; gives its first eight folded words, out of its first 100 characters.';

create function private.beginnings(term text, is_last boolean) returns text[]
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.beginnings(text, boolean) is
  'Takes a term and whether it is the last of the query; gives what a word has to begin with to be meant by it, or to be where it opens with an equals sign. The English stem of `queries` finds `query`.';

create function private.ask_for(beginnings text[]) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(
      case when b like '=%' then quote_literal(substr(b, 2)) else quote_literal(b) || ':*' end, ' | ')::tsquery
    from unnest(ask_for.beginnings) b);
end
$$;
comment on function private.ask_for(text[]) is 'Takes beginnings(); gives them as a question to the index.';

create function private.marked(text text, pattern text) returns text
language plpgsql stable set search_path = '' as $$
declare
  spoken text := normalize(translate(marked.text, E'\x02\x03', ''), nfc);
  parts text[];
  folded text[];
begin
  -- Without accents, as most text is, all of it is marked in one go.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(substr(pattern, 2), '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, '[[:alnum:]]+|[^[:alnum:]]+', 'g') m);
  folded := array(select m[1] from regexp_matches(private.fold(spoken), '[[:alnum:]]+|[^[:alnum:]]+', 'g') m);
  -- A sign that folds into several words puts the two out of step; then nothing is marked.
  if cardinality(parts) <> cardinality(folded) then
    return spoken;
  end if;
  return (
    select string_agg(case when f ~ pattern then E'\x02' || p || E'\x03' else p end, '' order by n)
    from unnest(parts, folded) with ordinality u (p, f, n));
end
$$;
comment on function private.marked(text, text) is
  'Takes a text and a pattern of folded words; gives the text with each such word between the characters 2 and 3.';

create function private.snippet(body text, begins text[], pattern text) returns text
language plpgsql stable set search_path = '' as $$
declare
  width constant int := 150;
  lead constant int := 40;
  folded text := private.fold(snippet.body);
  at int := (select min(nullif(strpos(folded, ltrim(b, '=')), 0)) from unnest(begins) b);
  start int;
  cut text;
begin
  if snippet.body = '' then
    return null;
  end if;
  -- Found in the middle of a word: only then is the slower search worth its time.
  if at > 1 and substr(folded, at - 1, 1) ~ '[[:alnum:]]' then
    at := regexp_instr(folded, '\m' || replace(snippet.pattern, '$', '\M'));
  end if;
  start := greatest(1, at - lead);
  cut := substr(snippet.body, start, width);
  -- Whole words: what was cut at either end goes.
  if start > 1 then
    cut := regexp_replace(cut, '^\S*\s+', '');
  end if;
  if char_length(snippet.body) >= start + width then
    cut := regexp_replace(cut, '\s+\S*$', '');
  end if;
  return case when start > 1 then '…' else '' end || private.marked(cut, '^' || snippet.pattern)
    || case when char_length(snippet.body) >= start + width then '…' else '' end;
end
$$;
comment on function private.snippet(text, text[], text) is
  'Takes a text, and what its words are to begin with as beginnings() gives it and as a pattern; gives about 150 characters around the first of them, or from the beginning, marked. Null when there is no text.';

-- Only ever by the indexes: a plan that looks at the words of each row in turn reads all of them, and
-- looks cheaper to the planner than it is. Such plans look so dear to it that a server with a compiler
-- for plans would compile them each time.
create function private.lessons_with(open uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null)));
end
$$;
comment on function private.lessons_with(uuid[], tsquery) is
  'Takes the courses that are open to the caller and a question; gives the lessons of these, and the free previews of published courses, that have it in title or text. Nothing else may come out: what is found is also what typing errors are put right with.';

create function private.lessons_titled(open uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.title_words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where c.status = 'PUBLISHED' and c.deleted_at is null)));
end
$$;
comment on function private.lessons_titled(uuid[], tsquery) is 'As lessons_with(), of titles alone.';

create function private.find(open uuid[], library uuid[], terms text[], all_of_them boolean) returns jsonb
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
    begins := begins || private.beginnings(terms[i], i = cardinality(terms));
    in_names := concat_ws(joined, in_names, '(' || private.ask_for(private.beginnings(terms[i], i = cardinality(terms)))::text || ')');
    -- Two letters begin too many words of a text; there they are a word of their own.
    in_text := concat_ws(joined, in_text, '(' || private.ask_for(private.beginnings(terms[i], false))::text || ')');
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
        and private.words_of(c.category, 'A') @@ question
      group by c.category order by courses desc, c.category limit 3
    ), hit as (
      (select w.id, true as in_title from private.lessons_titled(open, question) w (id) order by w.id limit 100)
      union all
      (select w.id, false from private.lessons_with(open, deep) w (id) order by w.id limit 100)
    ), candidate as (
      select hit.id, bool_or(hit.in_title) as in_title from hit group by hit.id
    ), lesson as (
      select l.id, l.title, l.content_type, c.slug, c.title as course, d.body, m.index as module_index, l.index,
        ts_rank(d.words, question, 1) + case when candidate.in_title then 10 else 0 end
          + case when d.title_words @@ literal::tsquery then 5 else 0 end as score
      from candidate
      join private.lesson_documents d on d.lesson_id = candidate.id
      join public.lessons l on l.id = d.lesson_id and l.deleted_at is null
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
      order by score desc, c.title, m.index, l.index, l.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.marked(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.marked(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.marked(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$$;
comment on function private.find(uuid[], uuid[], text[], boolean) is
  'Takes the courses that are open to the caller, those of their library, the terms, and whether all of them must be found or any will do. Gives the best four courses, three categories and twelve lessons. Of documents that match equally often only so many are ranked, titles apart: ranking reads them whole.';

create function private.meant(open uuid[], term text, is_last boolean) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  question tsquery := private.ask_for(private.beginnings(term, false));
  longest int := case when char_length(term) >= 7 then 2 else 1 end;
begin
  if char_length(term) < 3 or term ~ '^[0-9]+$' or exists (
    select 1 from private.lessons_with(open, question)
  ) or exists (
    select 1 from private.course_documents d where d.words @@ question and d.course_id = any (open)
  ) then
    return term;
  end if;
  -- Looser than the default, so that two letters that changed places are still near.
  perform set_config('pg_trgm.word_similarity_threshold', '0.2', true);
  return coalesce((
    select near.word
    from (
      select distinct on (k.word) k.word, least(
        extensions.levenshtein_less_equal(term, k.word, longest + 1),
        -- Still being typed: as near as the word's beginning is.
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(k.word, char_length(term)), longest + 1) end,
        case when is_last and char_length(term) >= 5
          then extensions.levenshtein_less_equal(term, left(k.word, char_length(term) + 1), longest + 1) end,
        -- Two neighbours that changed places are one slip and not two.
        (select 1 from generate_series(1, char_length(term) - 1) i
         where k.word = left(term, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) limit 1)) as slips
      from private.known_words k
      where (term operator(extensions.<%) k.word
          or (char_length(term) < 5 and k.word collate "C" like left(term, 1) || '%' and char_length(k.word) <= 5))
    ) near
    where near.slips <= longest and (
      exists (select 1 from private.lessons_with(open, quote_literal(near.word)::tsquery))
      or exists (
        select 1 from private.course_documents d
        where d.words @@ quote_literal(near.word)::tsquery and d.course_id = any (open)))
    order by near.slips, extensions.similarity(term, near.word) desc, near.word
    limit 1
  ), term);
end
$$;
comment on function private.meant(uuid[], text, boolean) is
  'Takes the courses that are open to the caller, a term, and whether it is the last. Gives the term, or where nothing that they may open has it, the nearest word that something has: one slip away, two in words of seven letters and more.';

create function public.search(query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  library uuid[];
  open uuid[];
  terms text[] := private.terms_of(query);
  meant text[];
  nothing constant jsonb := '{"courses": [], "categories": [], "lessons": []}';
  found jsonb;
begin
  if not private.can('courses', 'read', 'assigned') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return nothing || '{"meant": null}';
  end if;
  library := array(select private.entitled_course_ids());
  open := library || array(
    select c.id from public.courses c
    where c.deleted_at is null and private.can('courses', 'update') and private.can('lessons', 'read')
    union
    select o.id from private.my_course_ids('courses', 'update') o (id) where private.can('lessons', 'read', 'own'));

  found := private.find(open, library, terms, true);
  if found = nothing then
    meant := array(
      select private.meant(open, t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
    if meant <> terms then
      found := private.find(open, library, meant, true);
    end if;
    if found = nothing and cardinality(meant) > 1 then
      found := private.find(open, library, meant, false);
    end if;
  end if;
  return found || jsonb_build_object('meant', case when found <> nothing and meant <> terms then array_to_string(meant, ' ') end);
end
$$;
comment on function public.search(text) is
  'Takes what somebody typed, of which 100 characters and eight words count. Gives courses, categories and lessons that the caller may open (entitled to, free previews of published courses, or their own to edit), best first, 19 at most: in titles and snippets the characters 2 and 3 stand around what was found. `meant` is what was looked for instead when nothing had the words as typed. Definer, because row security keeps indexes of words from being used; it works out the caller''s courses first, and asks each lesson again (rules/learning#search).';
grant execute on function public.search(text) to authenticated;
