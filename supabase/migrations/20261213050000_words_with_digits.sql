-- Why: a word such as 877e0e0b could not be found. The parser takes digits around an "e" for a number, and cut the word after it.

create or replace function private.search_vector(text text, weight "char") returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  folded text := private.search_fold(search_vector.text);
  pairs text[] := private.pairs(folded);
  spaced text := regexp_replace(folded,
    case when pairs = '{}' then '[^[:alnum:]]+' else '(?:[^[:alnum:]]|[' || private.run_letters() || '])+' end, ' ', 'g');
  words tsvector;
begin
  -- The parser takes digits around an "e" for a number, and would cut a word such as 877e0e0b after 877e0. Few texts have one.
  if spaced ~ '[0-9]e[0-9]' then
    words := (
      -- The index takes words of up to 2,046 bytes.
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
$$;

select private.index_courses(array(
  select c.id from public.courses c
  where concat_ws(' ', c.title, c.category, c.author_name, c.description) ~* '[0-9]e[0-9]'));
select private.index_lessons(array(
  select l.id from public.lessons l
  where l.deleted_at is null and concat_ws(' ', l.title, l.description, l.content) ~* '[0-9]e[0-9]'));
update private.question_documents d
set words = private.search_vector(q.title, 'A') || private.search_vector(private.plain_text(left(q.body, 4000)), 'B')
from public.questions q
where q.id = d.question_id and q.title || ' ' || q.body ~* '[0-9]e[0-9]';
