-- Why: an excerpt that was cut at dots of the text showed them beside its own ellipsis. Now it ends
-- with one (rules/learning#search).
create or replace function private.snippet(body text, begins text[], pattern text, heading text) returns text
  language plpgsql stable set search_path = '' as $$
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
    cut := regexp_replace(cut, '^(?:\.{2,}|…)[\s.…]*', '');
  end if;
  if char_length(snippet.body) >= start + width then
    cut := regexp_replace(cut, '\s+(?:(?!' || run || ')\S)*$', '');
    cut := regexp_replace(cut, '[\s.…]+$', '');
  end if;
  return case when start > 1 then '…' else '' end || private.highlighted(cut, '^' || snippet.pattern)
    || case when char_length(snippet.body) >= start + width then '…' else '' end;
end
$$;
comment on function private.snippet(text,text[],text,text) is 'Takes a text, the prefixes of the words to find, as prefixes() gives them and as a pattern, and a heading of the text or null; returns about 150 characters around the first such word, from the heading on, or from the beginning, highlighted, with one ellipsis where it was cut. Null when there is no text.';
revoke all on function private.snippet(text, text[], text, text) from public;
