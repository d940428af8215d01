-- Why: highlighting took most of the time of a search in Korean and Thai, because each text was cut into its words and put together
-- again. That is needed only if folding changes more than capital letters.

create or replace function private.highlighted(text text, pattern text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  spoken text := normalize(translate(highlighted.text, E'\x02\x03', ''), nfc);
  run constant text := '[' || private.run_letters() || ']';
  word constant text := '(?:(?!' || run || ')[[:alnum:]])';
  piece constant text := '(' || run || '+|' || word || '+|(?:(?!' || run || ')[^[:alnum:]])+)';
  words constant text := substr(pattern, 2);
  whole text;
  parts text[];
  folded text[];
begin
  -- Text without accents, which most is, is highlighted in one pass.
  if octet_length(spoken) = char_length(spoken) then
    return regexp_replace(spoken,
      '(?<![[:alnum:]])(' || replace(words, '$', '(?![[:alnum:]])') || '[[:alnum:]]*)', E'\x02\\1\x03', 'gi');
  end if;
  whole := private.search_fold(spoken);
  -- In a run, a match may be anywhere, and the letters next to it belong to other words. Other words match from their beginning.
  if whole = lower(spoken) then
    return regexp_replace(spoken,
      '((?=' || run || ')' || replace(words, '$', '(?!' || run || ')')
      || '|(?:(?<![[:alnum:]])|(?<=' || run || '))(?!' || run || ')' || replace(words, '$', '(?!' || word || ')') || word || '*)',
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
