-- Why: a lesson that mentions a word in passing stood above one whose heading names it, the excerpt did not show that
-- heading, and it could show a drawing of a block of code. Headings are indexed with the title, and prose comes before
-- blocks of code.

create function private.headings(markdown text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(heading.found[1] order by fence.n, heading.n), '{}')
  from string_to_table(left(headings.markdown, 100000), '```') with ordinality fence (part, n)
  cross join lateral regexp_matches(fence.part, '^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$', 'gn') with ordinality heading (found, n)
  where fence.n % 2 = 1
$$;
comment on function private.headings(text) is
  'Takes Markdown; returns the headings in its first 100,000 characters, outside of blocks of code, with their markup.';

create or replace function private.plain_text(markdown text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
declare
  -- Signs that Markdown and code both use are set aside while markup is removed.
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

comment on function private.plain_text(text) is
  'Takes Markdown; returns the first 100,000 characters of it as one line of text without its markup, addresses and drawn lines, with the texts of its footnotes. Blocks of code come last, so that an excerpt is of prose where it can be.';

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
    -- `offset 0` keeps the planner from computing each text twice, which is most of the work.
    offset 0
  ) p
  where l.id = any (ids) and l.deleted_at is null
  on conflict (lesson_id) do update set course_id = excluded.course_id, free_preview = excluded.free_preview,
    title_words = excluded.title_words, words = excluded.words, body = excluded.body;
  perform private.add_known_words(array(select d.words from private.lesson_documents d where d.lesson_id = any (ids)));
end
$function$;

drop function private.snippet(text, text[], text);
create or replace function private.snippet(body text, begins text[], pattern text, heading text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  width constant int := 150;
  lead constant int := 40;
  folded text := private.search_fold(snippet.body);
  run constant text := '[' || private.run_letters() || ']';
  -- The excerpt begins behind this character, where the heading with the words stands.
  before int := greatest(strpos(snippet.body, private.plain_text(snippet.heading)) - 1, 0);
  at int := (select before + min(nullif(strpos(substr(folded, before + 1), ltrim(b, '=')), 0)) from unnest(begins) b);
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
  -- Words that were cut at either end are dropped; a part of a run remains readable.
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

comment on function private.snippet(text, text[], text, text) is
  'Takes a text, the prefixes of the words to find, as prefixes() gives them and as a pattern, and a heading of the text or null; returns about 150 characters around the first such word, from the heading on, or from the beginning, highlighted. Null when there is no text.';

create or replace function private.search_results(
  open uuid[],
  library uuid[],
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
    -- Too many words in texts begin with the same two letters, so that there a term of two letters is a whole word.
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
        l.content,
        ts_rank(d.words, question, 1)
          + case when not candidate.in_title then 0 when ts_filter(d.title_words, '{a}') @@ question then 10 else 5 end
          + case when ts_filter(d.title_words, '{a}') @@ literal::tsquery then 5 else 0 end as score
      from candidate
      -- `offset 0` makes the planner look up each document and each lesson by its id: it cannot know how few they are,
      -- and would read all, above all in tables that were never analysed, as after a large import.
      cross join lateral (select * from private.lesson_documents o where o.lesson_id = candidate.id offset 0) d
      cross join lateral (
        select o.id, o.title, o.content, o.content_type, o.index, o.module_id, o.free_preview
        from public.lessons o where o.id = candidate.id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where c.id = any (open) or (l.free_preview and c.status = 'PUBLISHED')
      order by score desc, c.title, m.index, l.index, l.id limit 12
    )
    select jsonb_build_object(
      'courses', coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'category', category, 'snippet', private.snippet(coalesce(description, ''), begins, pattern, null)) order by score desc, title) from course), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', category, 'title', private.highlighted(category, '^' || pattern),
        'courses', courses) order by courses desc, category) from category), '[]'),
      'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', private.highlighted(title, '^' || pattern),
        'course', course, 'type', content_type, 'snippet', private.snippet(body, begins, pattern, (
          select h.heading from unnest(private.headings(content)) with ordinality h (heading, n)
          where private.search_vector(private.plain_text(h.heading), 'B') @@ question order by h.n limit 1)))
        order by score desc, course, module_index, index, id) from lesson), '[]')));
end
$function$;

comment on function private.lessons_titled(uuid[], tsquery) is 'As lessons_matching(), of titles and headings alone.';
comment on table private.lesson_documents is
  'The texts by which search finds a lesson: title (A), headings and description (B) and content (C), and its plain text for snippets. No grants: read by search() alone.';

select private.index_lessons(array(select l.id from public.lessons l));
