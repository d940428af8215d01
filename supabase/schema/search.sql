-- Search over courses, lessons, people and notifications, and what is indexed for it.
set check_function_bodies = off;

-- TABLES

create table private.course_documents (
  course_id uuid not null,
  words tsvector not null,
  constraint course_documents_pkey primary key (course_id),
  constraint course_documents_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade
);
alter table private.course_documents enable row level security;
comment on table private.course_documents is 'The words by which search finds a course: title (A), category (B), teacher and description (C). No grants: only search() reads it.';

create table private.known_words (
  id bigint not null generated always as identity,
  word text not null,
  constraint known_words_pkey primary key (id)
);
alter table private.known_words enable row level security;
create index known_words_similar_idx on private.known_words using gin (word extensions.gin_trgm_ops);
-- The index is not unique, because two people who save lessons at the same moment would wait for each other if both add
-- the same word.
create index known_words_word_idx on private.known_words (word collate "C");
comment on table private.known_words is 'Every word that was ever in a document, for the correction of typing errors. Words that no document contains any more do no harm, because search() suggests only words from content that the caller may open.';

create table private.lesson_documents (
  lesson_id uuid not null,
  -- These two columns only narrow the search. Whether the caller may open a lesson is checked with the lesson itself.
  course_id uuid not null,
  free_preview boolean not null,
  title_words tsvector not null,
  words tsvector not null,
  body text not null,
  constraint lesson_documents_pkey primary key (lesson_id),
  constraint lesson_documents_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  constraint lesson_documents_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table private.lesson_documents enable row level security;
create index lesson_documents_course_id_idx on private.lesson_documents (course_id);
create index lesson_documents_free_preview_idx on private.lesson_documents (lesson_id) where free_preview;
-- A lesson has hundreds of index entries; to add them one by one takes ten times as long as in one batch, so fastupdate
-- is on. Each search reads the pending list, so the list is limited (in kB).
create index lesson_documents_title_words_idx on private.lesson_documents using gin (title_words) with (fastupdate='on', gin_pending_list_limit='256');
create index lesson_documents_words_idx on private.lesson_documents using gin (words) with (fastupdate='on', gin_pending_list_limit='256');
comment on table private.lesson_documents is 'The words by which search finds a lesson: title (A), headings and description (B) and content (C), and its plain text for snippets. No grants: only search() reads it.';
-- Words and texts are stored outside of the rows, so that a scan of the rows is fast.
alter table private.lesson_documents set (toast_tuple_target = 128);

-- FUNCTIONS

create or replace function private.add_known_words(documents tsvector[])
  returns void
  language sql
  set search_path to ''
as $function$
  with found as materialized (
    select distinct w.word
    from unnest(add_known_words.documents) d (words), unnest(tsvector_to_array(d.words)) w (word)
  )
  insert into private.known_words (word)
  select f.word from found f
  where char_length(f.word) between 3 and 30 and f.word ~ '[^0-9]'
    and not exists (select 1 from private.known_words k where k.word = f.word collate "C")
$function$;
comment on function private.add_known_words(tsvector[]) is 'Takes the words of documents; adds new ones to known_words.';

create or replace function private.any_lesson_matches(open uuid[], closed uuid[], question tsquery)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return exists (
    select from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      and (d.free_preview or d.lesson_id not in (select o from unnest(closed) o)));
end
$function$;
comment on function private.any_lesson_matches(uuid[],uuid[],tsquery) is 'Like lessons_matching(), but returns only whether any lesson matches.';

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
comment on function private.corrected_term(uuid[],uuid[],text,boolean) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, a term, and whether it is the last. Returns the term if content that the caller may open contains it. Otherwise returns the most similar word that such content contains, with one typing error, or two in words of seven letters and more.';

create or replace function private.courses_changed()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.index_courses(array[new.id]);
  return null;
end
$function$;
comment on function private.courses_changed() is 'Trigger: updates course_documents.';

create or replace function private.fold(text text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if octet_length(fold.text) = char_length(fold.text) then
    -- A text with only ASCII characters needs no table of accents.
    return lower(fold.text collate "C");
  end if;
  return lower(extensions.unaccent('extensions.unaccent', normalize(fold.text, nfkc)));
end
$function$;
comment on function private.fold(text) is 'Takes a text; returns it in lower case, without accents, and with ligatures and wide letters replaced by plain ones.';
grant execute on function private.fold(text) to authenticated, service_role;

create or replace function private.headings(markdown text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return (
    select coalesce(array_agg(heading.found[1] order by fence.n, heading.n), '{}')
    from string_to_table(left(headings.markdown, 100000), '```') with ordinality fence (part, n)
    cross join lateral regexp_matches(fence.part, '^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$', 'gn') with ordinality heading (found, n)
    where fence.n % 2 = 1);
end
$function$;
comment on function private.headings(text) is 'Takes Markdown; returns the headings in its first 100,000 characters, without those in code blocks, with their markup.';

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
comment on function private.highlighted(text,text) is 'Takes a text and a pattern of folded words; returns the text with each match, a word or a part of unspaced text, between the characters 2 and 3.';

create or replace function private.index_courses(ids uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  insert into private.course_documents (course_id, words)
  select c.id, private.search_vector(c.title, 'A') || private.search_vector(coalesce(c.category, ''), 'B')
    || private.search_vector(concat_ws(' ', c.author_name, c.description), 'C')
  from public.courses c where c.id = any (ids)
  on conflict (course_id) do update set words = excluded.words;
  perform private.add_known_words(array(select d.words from private.course_documents d where d.course_id = any (ids)));
end
$function$;
comment on function private.index_courses(uuid[]) is 'Takes courses; updates their rows in course_documents.';

create or replace function private.index_lessons(ids uuid[])
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  delete from private.lesson_documents d using public.lessons l
  where l.id = d.lesson_id and l.id = any (ids) and l.deleted_at is not null;
  insert into private.lesson_documents (lesson_id, course_id, free_preview, title_words, words, body)
  select l.id, m.course_id, l.free_preview, t.words, t.words || private.search_vector(p.description, 'B') || private.search_vector(p.content, 'C'),
    btrim(p.description || ' ' || p.content)
  from public.lessons l
  join public.modules m on m.id = l.module_id
  cross join lateral (
    select private.search_vector(l.title, 'A')
      || private.search_vector(private.plain_text(array_to_string(private.headings(l.content), E'\n')), 'B') as words) t
  cross join lateral (
    select private.plain_text(coalesce(l.description, '')) as description, private.plain_text(coalesce(l.content, '')) as content
    -- `offset 0` keeps the planner from computing each text twice, which would take most of the time.
    offset 0
  ) p
  where l.id = any (ids) and l.deleted_at is null
  on conflict (lesson_id) do update set course_id = excluded.course_id, free_preview = excluded.free_preview,
    title_words = excluded.title_words, words = excluded.words, body = excluded.body;
  perform private.add_known_words(array(select d.words from private.lesson_documents d where d.lesson_id = any (ids)));
end
$function$;
comment on function private.index_lessons(uuid[]) is 'Takes lessons; updates their rows in lesson_documents, and deletes those of deleted lessons.';

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
comment on function private.is_unspaced(text) is 'Takes a term of search_terms(); true if it is unspaced text: text in a script that puts no spaces between words, such as Chinese or Thai.';

-- A statement trigger, because an import inserts hundreds of lessons in one statement, and they share most words.
create or replace function private.lessons_changed()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.lessons_changed() is 'Statement trigger: updates lesson_documents.';

-- Sequential scans are switched off, because they read the words of every row, which is slower than the planner
-- estimates. JIT is switched off, because the estimated costs become so high that a server would compile the plan each
-- time.
create or replace function private.lessons_matching(open uuid[], closed uuid[], question tsquery)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      -- As a subquery, the list is looked up in a hash instead of entry by entry.
      and (d.free_preview or d.lesson_id not in (select o from unnest(closed) o))
    order by d.lesson_id limit 100;
end
$function$;
comment on function private.lessons_matching(uuid[],uuid[],tsquery) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, and a query of the index; returns the first 100 lessons, by id, that match in title or text: of these courses without those lessons, and free previews of published courses. It must not return any other lesson, because the schedule is not checked again afterwards.';

create or replace function private.lessons_titled(open uuid[], closed uuid[], question tsquery)
  returns setof uuid
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_indexscan to 'off'
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.title_words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))))
      and (d.free_preview or d.lesson_id not in (select o from unnest(closed) o))
    order by d.lesson_id limit 100;
end
$function$;
comment on function private.lessons_titled(uuid[],uuid[],tsquery) is 'Like lessons_matching(), but searches only titles and headings.';

create or replace function private.note_key(words text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  folded text := private.fold(note_key.words);
begin
  return ' ' || regexp_replace(folded, '\s+', ' ', 'g') || ' ' || array_to_string(private.pairs(folded), ' ');
end
$function$;
comment on function private.note_key(text) is 'Takes the text of a note; returns its words, and the pairs of letters of its unspaced text, with a space before each, for person_patterns().';
grant execute on function private.note_key(text) to authenticated, service_role;

create or replace function private.notification_patterns(query text)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return array(
    select '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(left(notification_patterns.query, 100)), ' ') w (word) where w.word <> '' limit 6);
end
$function$;
comment on function private.notification_patterns(text) is 'Takes words; returns patterns of the first six, with special characters escaped. Title and message of a notification in lower case have to match all of them.';

create or replace function private.open_to_search(
  out may_read boolean,
  out library uuid[],
  out to_all uuid[],
  out closed uuid[]
)
  returns record
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  me uuid := private.uid();
  made uuid[] := '{}';
  staffed uuid[] := '{}';
begin
  may_read := private.can('courses', 'read', 'assigned');
  library := case when may_read then array(select g.course_id from private.grants_open(me, now()) g) else '{}' end;
  -- Most people made no course and look after no cohort, so these rights are checked last.
  if private.can('courses', 'update') and private.can('lessons', 'read') then
    to_all := array(select c.id from public.courses c where c.deleted_at is null);
  else
    -- Functions are called in `from`, where the planner inlines them, so that they are not planned at each call.
    made := array(select m from private.made_course_ids(me) m);
    if made <> '{}' and not (private.can('courses', 'update', 'own') and private.can('lessons', 'read', 'own')) then
      made := '{}';
    end if;
    staffed := array(select s from private.staffed_course_ids(me) s);
    if staffed <> '{}' and not (may_read and private.meets_required_aal()) then
      staffed := '{}';
    end if;
    to_all := made || staffed;
  end if;
  closed := array(select u.lesson_id from private.unreleased_lessons(me, now()) u where u.course_id <> all (to_all));
end
$function$;
comment on function private.open_to_search() is 'Returns what the caller''s searches may find: whether they may read courses at all, the published courses that they are entitled to, those that are open to them regardless of a schedule (all, or their own to edit, and those of cohorts that they look after), and the lessons that the schedule of a cohort has not opened to them yet. Free previews are open even if they are in this list. Not a definer, because only the search functions call it.';

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
comment on function private.pairs(text) is 'Takes a folded text; returns the pairs of neighbouring letters in its unspaced text (see is_unspaced()), each once, and the last letter of each piece of unspaced text, in order.';
grant execute on function private.pairs(text) to authenticated, service_role;

create or replace function private.people_text(markdown text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  -- plain_text() removes tags, so each < becomes a private character, which plain_text() replaces by < again at its
  -- end.
  return private.plain_text(replace(people_text.markdown, '<', U&'\E000'));
end
$function$;
comment on function private.people_text(text) is 'Like plain_text(), but for Markdown that people write to each other, in which tags are text (rules/courses#text-of-people).';

create or replace function private.plain_text(markdown text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  -- Characters in code that are also Markdown are replaced by private characters while markup is removed.
  signs constant text := '<>[]()*_|#&~!-+:';
  aside constant text := U&'\E000\E001\E002\E003\E004\E005\E006\E007\E008\E009\E00A\E00B\E00C\E00D\E00E\E00F';
  plain text;
begin
  select string_agg(
      case when fence.n % 2 = 0 then translate(regexp_replace(fence.part, '^[^\n]*\n', ''), signs, aside)
        else (
          select string_agg(case when tick.n % 2 = 0 then translate(tick.part, signs, aside) else tick.part end, '' order by tick.n)
          from string_to_table(fence.part, '`') with ordinality tick (part, n)) end,
      ' ' order by fence.n % 2 = 0, fence.n)
    into plain
    from string_to_table(left(markdown, 100000), '```') with ordinality fence (part, n);
  plain := regexp_replace(plain, '<!--.*?-->|</?[a-zA-Z][^>]*>', ' ', 'g');
  plain := regexp_replace(plain, '!?\[([^][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)', '\1', 'g');
  plain := regexp_replace(plain, '\[\^[^]\s]+\]:?', '', 'g');
  plain := regexp_replace(plain, '^\s*(?:\[[^]^][^]]*\]:\s.*|\|?[ :|-]*-{3}[ :|-]*)$', ' ', 'gn');
  plain := regexp_replace(plain, '^\s*(?:#{1,6}\s|>\s?(?:\[![A-Z]+\])?|[-*+]\s+(?:\[[ xX]\]\s)?|\d+[.)]\s)|\{:[^}]*\}', ' ', 'gn');
  plain := regexp_replace(plain, '\*\*|__|~~|\||\m_|_\M|\*(?=[[:alnum:]])|(?<=[[:alnum:].,!?])\*|https?://\S+', ' ', 'g');
  plain := replace(replace(replace(replace(plain, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
  plain := regexp_replace(translate(plain, aside, signs), '[[:space:][:cntrl:]\u2500-\u259F]+', ' ', 'g');
  return coalesce(btrim(regexp_replace(plain, ' +([.,;:!?])(?= |$)', '\1', 'g')), '');
end
$function$;
comment on function private.plain_text(text) is 'Takes Markdown; returns its first 100,000 characters as one line of text without markup, addresses and drawn lines, but with the texts of footnotes. Code blocks come last, so that an excerpt shows prose if possible.';

create or replace function private.prefix_query(prefixes text[])
  returns tsquery
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return (
    select string_agg(
      case when b like '=%' then quote_literal(substr(b, 2)) else quote_literal(b) || ':*' end, ' | ')::tsquery
    from unnest(prefix_query.prefixes) b);
end
$function$;
comment on function private.prefix_query(text[]) is 'Takes the result of prefixes(); returns it as a query of the index.';

create or replace function private.prefixes(term text, is_last boolean)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  stem text := (pg_catalog.ts_lexize('english_stem', term))[1];
begin
  -- Short terms match only the whole word, except a last term, which may be unfinished.
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
comment on function private.prefixes(text,boolean) is 'Takes a term and whether it is the last of the query; returns prefixes; a word matches if it begins with one of them. A prefix that begins with an equals sign stands for the whole word. The English stem of `queries` finds `query`.';

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
comment on function private.unspaced_letters() is 'Returns the letters, and the signs on them, of scripts in which search treats text as unspaced (Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean), for use in a bracket of a regular expression.';
grant execute on function private.unspaced_letters() to authenticated, service_role;

create or replace function private.search_fold(text text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- NFKC splits one Thai and one Lao vowel in two, and the end of this function joins them again. To test whether a
  -- text is normalized, a consonant replaces each of them.
  vowels constant text := U&'\0E33\0EB3';
  consonants constant text := U&'\0E01\0E81';
  folded text;
begin
  -- To test whether a text is normalized is much cheaper than to normalize it, and most texts are already.
  if octet_length(search_fold.text) <> char_length(search_fold.text)
      and translate(search_fold.text, vowels, consonants) is nfkc normalized then
    folded := lower(extensions.unaccent('extensions.unaccent', search_fold.text));
  else
    folded := private.fold(search_fold.text);
  end if;
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- The vowels are joined again, because as two characters they would shift positions in the text.
  return replace(replace(folded, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
end
$function$;
comment on function private.search_fold(text) is 'Like fold(), but keeps the Thai and Lao vowels that NFKC splits as one character, as people type them.';

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
comment on function private.search_results(uuid[],uuid[],uuid[],text[],boolean) is 'Takes the courses that are open to the caller, those of their library, lessons that the schedule of a cohort has not opened yet, the terms, and whether all of them must match or one is enough. Returns the best four courses, three categories and twelve lessons. Only 100 lessons that match by title and 100 that match by text are ranked, because ranking reads whole documents.';

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
comment on function private.search_terms(text) is 'Takes a query; returns the first eight folded words, or pieces of unspaced text, of its first 100 characters.';

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
comment on function private.search_vector(text,"char") is 'Takes a text and a weight (A to D); returns its folded words, and the pairs of letters of its unspaced text. Punctuation separates words, so that `map` is found in `array.map`.';

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
comment on function private.snippet(text,text[],text,text) is 'Takes a text, the prefixes of the words to find, as prefixes() gives them and as a pattern, and a heading of the text or null; returns an excerpt of about 150 characters around the first match (or from the heading, or from the beginning), with matches highlighted and an ellipsis where it was cut. Null if there is no text.';

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
comment on function private.term_query(text,boolean) is 'Takes a term and whether it is the last of the query; returns it as a query of the index: prefixes of matching words, or all pairs of letters of unspaced text.';

create or replace function public.search(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
  may_read boolean;
  library uuid[];
  to_all uuid[];
  closed uuid[];
  open uuid[];
  terms text[] := private.search_terms(query);
  corrected text[];
  nothing constant jsonb := '{"courses": [], "categories": [], "lessons": []}';
  found jsonb;
begin
  if coalesce(char_length(array_to_string(terms, '')), 0) >= 2 then
    select * into may_read, library, to_all, closed from private.open_to_search();
  end if;
  if may_read is not true then
    return nothing || '{"corrected": null}';
  end if;
  open := library || to_all;

  found := private.search_results(open, library, closed, terms, true);
  if found = nothing then
    corrected := array(
      select private.corrected_term(open, closed, t.term, t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
    if corrected <> terms then
      found := private.search_results(open, library, closed, corrected, true);
    end if;
    if found = nothing and cardinality(corrected) > 1 then
      found := private.search_results(open, library, closed, corrected, false);
    end if;
  end if;
  return found || jsonb_build_object('corrected', case when found <> nothing and corrected <> terms then array_to_string(corrected, ' ') end);
end
$function$;
comment on function public.search(text) is 'Takes a query, of which the first 100 characters and eight words count. Returns at most 19 courses, categories and lessons that the caller may open (with access, and opened by the schedule of their cohort; free previews of published courses; courses of cohorts that they look after; their own to edit), the best first. In titles and snippets, matches are between the characters 2 and 3. `corrected` is the query that was used instead, if nothing contains the words as typed. Definer, because PostgreSQL does not use indexes of words under row security; it first finds the courses that are open to the caller, and checks each lesson again (rules/learning#search).';
grant execute on function public.search(text) to authenticated, service_role;

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
comment on function public.search_questions(text) is 'Takes a query, of which the first 100 characters and eight words count; returns the six best matching questions, [{id, lesson_id, slug, lesson, course, title, snippet, state, answers, accepted, answer_id, answer_accepted}], out of those that the caller may read in lessons that are open to them: first questions with all the words, as they were typed, in title and text, then questions with such an answer, whose id is answer_id and from which the snippet is taken. In title and snippet, matches are between the characters 2 and 3. Definer, because PostgreSQL does not use indexes of words under row security; it first finds the lessons and cohorts of the caller (rules/questions#searching).';
grant execute on function public.search_questions(text) to authenticated, service_role;

-- TRIGGERS

create trigger courses_index_insert after insert on public.courses
  for each row execute function private.courses_changed();

create trigger courses_index_update after update of title, category, author_name, description on public.courses
  for each row
  when ((old.title, old.category, old.author_name, old.description) is distinct from (new.title, new.category, new.author_name, new.description))
  execute function private.courses_changed();

create trigger lessons_index_insert after insert on public.lessons
  referencing new table as new_rows
  for each statement execute function private.lessons_changed();

create trigger lessons_index_update after update on public.lessons
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.lessons_changed();
