-- Why: a search in Chinese, Japanese, Korean or Thai took two to three times as long as one in Latin letters, because each result
-- folded its whole text to find the place of the words, and normalization is most of the cost of folding.

create or replace function private.search_fold(text text)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- NFKC splits one vowel of Thai and one of Lao, and the end of this function joins them again. For the test, a consonant
  -- replaces each of them.
  vowels constant text := U&'\0E33\0EB3';
  consonants constant text := U&'\0E01\0E81';
  folded text;
begin
  -- Testing whether a text is normalized is much cheaper than normalizing it, and most texts already are.
  if octet_length(search_fold.text) <> char_length(search_fold.text)
      and translate(search_fold.text, vowels, consonants) is nfkc normalized then
    folded := lower(extensions.unaccent('extensions.unaccent', search_fold.text));
  else
    folded := private.fold(search_fold.text);
  end if;
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- As two characters, these vowels would shift the positions in a text.
  return replace(replace(folded, U&'\0E4D\0E32', U&'\0E33'), U&'\0ECD\0EB2', U&'\0EB3');
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
  -- The excerpt begins behind this character, where the heading with the words stands.
  before int := greatest(strpos(snippet.body, private.plain_text(snippet.heading)) - 1, 0);
  characters constant int := char_length(snippet.body);
  -- Before folding, a letter with separate accents takes up to three characters.
  longest constant int := 3 * (select max(char_length(b)) from unnest(begins) b);
  piece_start int := greatest(before, 1);
  size int := 400;
  folded text;
  hit int;
  at int;
  start int;
  cut text;
begin
  if snippet.body = '' then
    return null;
  end if;
  -- The text is folded piece by piece, because folding is most of the work and the words are usually near the beginning.
  while piece_start <= characters and hit is null loop
    folded := private.search_fold(substr(snippet.body, piece_start, size + longest));
    hit := (select min(nullif(strpos(folded, ltrim(b, '=')), 0)) from unnest(begins) b);
    at := piece_start - 1 + hit;
    -- The next piece begins one character earlier, because that character says whether a match is in the middle of a word.
    piece_start := piece_start + size - 1;
    size := 2 * size;
  end loop;
  -- The slower search is needed only for a match in the middle of a word.
  if hit > 1 and substr(folded, hit - 1, 1) ~ '[[:alnum:]]' and substr(folded, hit, 1) !~ run then
    at := regexp_instr(private.search_fold(snippet.body), '(?:\m|(?=' || run || '))' || replace(snippet.pattern, '$', '\M'));
  end if;
  start := greatest(1, at - lead);
  cut := substr(snippet.body, start, width);
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
