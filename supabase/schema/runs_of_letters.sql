-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.is_run(term text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return octet_length(is_run.term) <> char_length(is_run.term) and is_run.term ~ ('^[' || private.run_letters() || ']');
end
$function$;
comment on function private.is_run(text) is 'Takes a term of search_terms(); whether it is a run.';

CREATE OR REPLACE FUNCTION private.note_key(words text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  folded text := private.fold(note_key.words);
begin
  return ' ' || regexp_replace(folded, '\s+', ' ', 'g') || ' ' || array_to_string(private.pairs(folded), ' ');
end
$function$;
comment on function private.note_key(text) is 'Takes what a note is found by; gives its words, and the pairs of its runs, each behind a space, for person_patterns().';
grant execute on function private.note_key(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.pairs(folded text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.pairs(text) is 'Takes a folded text; gives each two neighbouring letters of its runs once, and the last letter of each run alone, in order.';
grant execute on function private.pairs(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.run_letters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ebc-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u1100-\u11ff'
    || '\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff'
    || '\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff'
$function$;
comment on function private.run_letters() is 'The letters, and the signs on them, of scripts whose words stand in runs (Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean), as the inside of a bracket of a regular expression.';
grant execute on function private.run_letters() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_fold(text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  folded text := private.fold(search_fold.text);
begin
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- A vowel of Thai and Lao that folding takes apart: the places of a text would move.
  return replace(replace(folded, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
end
$function$;
comment on function private.search_fold(text) is 'As fold(), with the vowels of Thai and Lao in one piece, as people type them.';

CREATE OR REPLACE FUNCTION private.term_query(term text, is_last boolean)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.term_query(text,boolean) is 'Takes a term and whether it is the last of the query; gives it as a query of the index: what a matching word begins with, or all pairs of a run.';
