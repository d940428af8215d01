-- Why: at 100,000 people the portal's search took up to 16 ms of CPU time. Much of it went into comparing each lesson found with each
-- lesson that the schedule had not opened yet, into asking for the same rights several times, into reading long texts several times,
-- and into looking for headings where there are none.

create function private.open_to_search(out may_read boolean, out library uuid[], out to_all uuid[], out closed uuid[])
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
  -- Most people made no course and look after none, so that rights on these are asked for last.
  if private.can('courses', 'update') and private.can('lessons', 'read') then
    to_all := array(select c.id from public.courses c where c.deleted_at is null);
  else
    -- Functions are called in `from`, because there the planner inlines them, and they are not planned at each call.
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
comment on function private.open_to_search() is 'Returns what the caller''s searches may find: whether they may read courses at all, the published courses that they are entitled to, those that are open to them regardless of a schedule (all, or their own to edit, and those of cohorts that they look after), and the lessons that the schedule of a cohort has not opened to them yet. Free previews are open even if they are among these. Not a definer: only the searches call it.';
revoke all on function private.open_to_search() from public;

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
      -- A list as a subquery is looked up in a hash, and not compared entry by entry.
      and (d.free_preview or d.lesson_id not in (select o from unnest(closed) o))
    order by d.lesson_id limit 100;
end
$function$;
comment on function private.lessons_matching(uuid[],uuid[],tsquery) is 'Takes the courses that are open to the caller, lessons that the schedule of a cohort has not opened yet, and a query of the index; returns the first 100 lessons, by id, that match in title or text: of these courses without those lessons, and free previews of published courses. It must not return any other lesson, because nothing asks after it whether the schedule has opened one.';


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

create or replace function private.highlighted(text text, pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  spoken text := translate(highlighted.text, E'\x02\x03', '');
  run constant text := '[' || private.run_letters() || ']';
  word constant text := '(?:(?!' || run || ')[[:alnum:]])';
  piece constant text := '(' || run || '+|' || word || '+|(?:(?!' || run || ')[^[:alnum:]])+)';
  words constant text := substr(pattern, 2);
  whole text;
  parts text[];
  folded text[];
begin
  -- Most texts have no accents, and one pass highlights them.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(words, '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  -- Testing whether a text is normalized is much cheaper than normalizing it.
  if spoken is not nfc normalized then
    spoken := normalize(spoken, nfc);
  end if;
  whole := private.search_fold(spoken);
  -- In a run, a match may be anywhere, and the letters next to it belong to other words. Other words match from their beginning.
  if whole = lower(spoken) then
    return regexp_replace(spoken, case
        when words ~ ('^\(\?:[' || private.run_letters() || '|]+\)$') then '(' || words || ')'
        else '((?=' || run || ')' || replace(words, '$', '(?!' || run || ')')
          || '|(?:(?<![[:alnum:]])|(?<=' || run || '))(?!' || run || ')' || replace(words, '$', '(?!' || word || ')') || word || '*)' end,
      E'\x02\\1\x03', 'gi');
  end if;
  parts := array(select m[1] from regexp_matches(spoken, piece, 'g') m);
  folded := array(select m[1] from regexp_matches(whole, piece, 'g') m);
  -- A character that folds into several words makes the two lists differ in length; then nothing is highlighted.
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
  is_run boolean;
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
    is_run := private.is_run(terms[i]);
    -- Too many words in texts begin with the same two letters, so that there a term of two letters is a whole word.
    term := '(' || private.term_query(terms[i], false)::text || ')';
    in_text := concat_ws(joined, in_text, term);
    begins := begins || case when is_run then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    in_names := concat_ws(joined, in_names,
      case when is_run then term else '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')' end);
    in_title := concat_ws(joined, in_title, case when is_run then term else quote_literal(terms[i]) || ':*' end);
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
      -- `offset 0` makes the planner look up each document and each lesson by its id: it cannot know how few they are,
      -- and would read all, above all in tables that were never analysed, as after a large import.
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
      -- A rank is at most 1. A lesson whose title counts for less than the twelfth best title cannot reach the first twelve.
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

create or replace function private.snippet(body text, begins text[], pattern text, heading text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  width constant int := 150;
  lead constant int := 40;
  run constant text := '[' || private.run_letters() || ']';
  -- As a value of its own, a long text is read from its table once.
  whole constant text := snippet.body || '';
  -- The excerpt begins behind this character, where the heading with the words stands.
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
  -- Text in ASCII only loses its capital letters.
  if is_ascii then
    folded := lower(substr(whole, piece_start) collate "C");
    foreach term in array begins loop
      hit := least(hit, nullif(strpos(folded, ltrim(term, '=')), 0));
    end loop;
    at := piece_start - 1 + hit;
    piece_start := characters + 1;
  else
    foreach term in array begins loop
      -- Before folding, a letter with separate accents takes up to three characters.
      longest := greatest(longest, 3 * char_length(term));
    end loop;
  end if;
  -- Other text is folded piece by piece, because folding is most of the work and the words are usually near the beginning.
  while piece_start <= characters and hit is null loop
    folded := private.search_fold(substr(whole, piece_start, size + longest));
    foreach term in array begins loop
      hit := least(hit, nullif(strpos(folded, ltrim(term, '=')), 0));
    end loop;
    at := piece_start - 1 + hit;
    -- The next piece begins one character earlier, because that character says whether a match is in the middle of a word.
    piece_start := piece_start + size - 1;
    size := 2 * size;
  end loop;
  -- The slower search is needed only for a match in the middle of a word.
  if hit > 1 and substr(folded, hit - 1, 1) ~ '[[:alnum:]]' and substr(folded, hit, 1) !~ run then
    at := case when is_ascii then regexp_instr(lower(whole collate "C"), '\m' || replace(snippet.pattern, '$', '\M'))
      else regexp_instr(private.search_fold(whole), '(?:\m|(?=' || run || '))' || replace(snippet.pattern, '$', '\M')) end;
  end if;
  start := greatest(1, at - lead);
  cut := substr(whole, start, width);
  -- Words that were cut at either end are dropped; a part of a run remains readable.
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

create or replace function public.search(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
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

create or replace function public.search_questions(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
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
    select o.library, o.to_all, o.closed into library, to_all, closed from private.open_to_search() o;
    listed := array(select o.id from private.my_course_ids('questions', 'list') o (id));
    unread := array(select b.course_id from private.question_bans b where b.user_id = me and b.course_id <> all (listed));
    lessons := array(
      select l.id from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where m.course_id = any (library || to_all) and m.course_id <> all (unread) and m.deleted_at is null
        -- Free previews that a schedule has not opened are in the other list.
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
$function$;
