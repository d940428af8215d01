-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.course_documents (
  course_id uuid not null,
  words tsvector not null,
  constraint course_documents_pkey PRIMARY KEY (course_id),
  constraint course_documents_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE
);
alter table private.course_documents enable row level security;
comment on table private.course_documents is 'What a course is found by: title (A), category (B), teacher and description (C). No grants: read by search() alone.';

create table private.known_words (
  id bigint not null generated always as identity,
  word text not null,
  constraint known_words_pkey PRIMARY KEY (id)
);
alter table private.known_words enable row level security;
CREATE INDEX known_words_similar_idx ON private.known_words USING gin (word extensions.gin_trgm_ops);
CREATE INDEX known_words_word_idx ON private.known_words USING btree (word COLLATE "C");
comment on table private.known_words is 'Every word that a document ever had, to correct typing errors by. A word that is no longer anywhere does no harm: search() takes only those that stand in what the caller may open.';

create table private.lesson_documents (
  lesson_id uuid not null,
  course_id uuid not null,
  free_preview boolean not null,
  title_words tsvector not null,
  words tsvector not null,
  body text not null,
  constraint lesson_documents_pkey PRIMARY KEY (lesson_id),
  constraint lesson_documents_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint lesson_documents_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE
);
alter table private.lesson_documents enable row level security;
CREATE INDEX lesson_documents_course_id_idx ON private.lesson_documents USING btree (course_id);
CREATE INDEX lesson_documents_free_preview_idx ON private.lesson_documents USING btree (lesson_id) WHERE free_preview;
CREATE INDEX lesson_documents_title_words_idx ON private.lesson_documents USING gin (title_words) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX lesson_documents_words_idx ON private.lesson_documents USING gin (words) WITH (fastupdate='on', gin_pending_list_limit='256');
comment on table private.lesson_documents is 'What a lesson is found by: title (A), description (B) and content (C), and its plain text, out of which snippets are cut. No grants: read by search() alone.';

CREATE OR REPLACE FUNCTION private.add_known_words(documents tsvector[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with found as materialized (
    select distinct w.word
    from unnest(add_known_words.documents) d (words), unnest(tsvector_to_array(d.words)) w (word)
  )
  insert into private.known_words (word)
  select f.word from found f
  where char_length(f.word) between 3 and 30 and f.word ~ '[^0-9]'
    and not exists (select 1 from private.known_words k where k.word = f.word collate "C")
$function$;
comment on function private.add_known_words(tsvector[]) is 'Takes the words of documents and keeps those that are new.';

CREATE OR REPLACE FUNCTION private.courses_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.index_courses(array[new.id]);
  return null;
end
$function$;
comment on function private.courses_changed() is 'Trigger: keeps what a course is found by.';

CREATE OR REPLACE FUNCTION private.fold(text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if octet_length(fold.text) = char_length(fold.text) then
    -- Nothing but ASCII, of which the letters are known without a table.
    return lower(fold.text collate "C");
  end if;
  return lower(extensions.unaccent('extensions.unaccent', normalize(fold.text, nfkc)));
end
$function$;
comment on function private.fold(text) is 'Takes a text; gives it in small letters, without accents and with ligatures and wide letters as plain ones.';
grant execute on function private.fold(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.index_courses(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.course_documents (course_id, words)
  select c.id, private.search_vector(c.title, 'A') || private.search_vector(coalesce(c.category, ''), 'B')
    || private.search_vector(concat_ws(' ', c.author_name, c.description), 'C')
  from public.courses c where c.id = any (ids)
  on conflict (course_id) do update set words = excluded.words;
  perform private.add_known_words(array(select d.words from private.course_documents d where d.course_id = any (ids)));
end
$function$;
comment on function private.index_courses(uuid[]) is 'Takes courses and writes what they are found by.';

CREATE OR REPLACE FUNCTION private.index_lessons(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from private.lesson_documents d using public.lessons l
  where l.id = d.lesson_id and l.id = any (ids) and l.deleted_at is not null;
  insert into private.lesson_documents (lesson_id, course_id, free_preview, title_words, words, body)
  select l.id, m.course_id, l.free_preview, t.words, t.words || private.search_vector(p.description, 'B') || private.search_vector(p.content, 'C'),
    btrim(p.description || ' ' || p.content)
  from public.lessons l
  join public.modules m on m.id = l.module_id
  cross join lateral (select private.search_vector(l.title, 'A') as words) t
  cross join lateral (
    select private.plain_text(coalesce(l.description, '')) as description, private.plain_text(coalesce(l.content, '')) as content
    -- Materialised: the planner would compute each twice, and they are most of the work.
    offset 0
  ) p
  where l.id = any (ids) and l.deleted_at is null
  on conflict (lesson_id) do update set course_id = excluded.course_id, free_preview = excluded.free_preview,
    title_words = excluded.title_words, words = excluded.words, body = excluded.body;
  perform private.add_known_words(array(select d.words from private.lesson_documents d where d.lesson_id = any (ids)));
end
$function$;
comment on function private.index_lessons(uuid[]) is 'Takes lessons and writes what they are found by; those that are deleted lose it.';

CREATE OR REPLACE FUNCTION private.lessons_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
comment on function private.lessons_changed() is 'Statement trigger: keeps what lessons are found by.';

CREATE OR REPLACE FUNCTION private.plain_text(markdown text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
      ' ' order by fence.n)
    into plain
    from string_to_table(left(markdown, 100000), '```') with ordinality fence (part, n);
  plain := regexp_replace(plain, '<!--.*?-->|</?[a-zA-Z][^>]*>', ' ', 'g');
  plain := regexp_replace(plain, '!?\[([^][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)', '\1', 'g');
  plain := regexp_replace(plain, '\[\^[^]\s]+\]:?', '', 'g');
  plain := regexp_replace(plain, '^\s*(?:\[[^]^][^]]*\]:\s.*|\|?[ :|-]*-{3}[ :|-]*)$', ' ', 'gn');
  plain := regexp_replace(plain, '^\s*(?:#{1,6}\s|>\s?(?:\[![A-Z]+\])?|[-*+]\s+(?:\[[ xX]\]\s)?|\d+[.)]\s)|\{:[^}]*\}', ' ', 'gn');
  plain := regexp_replace(plain, '\*\*|__|~~|\||\m_|_\M|\*(?=[[:alnum:]])|(?<=[[:alnum:].,!?])\*|https?://\S+', ' ', 'g');
  plain := replace(replace(replace(replace(plain, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
  plain := regexp_replace(translate(plain, aside, signs), '[[:space:][:cntrl:]]+', ' ', 'g');
  return coalesce(btrim(regexp_replace(plain, ' +([.,;:!?])(?= |$)', '\1', 'g')), '');
end
$function$;
comment on function private.plain_text(text) is 'Takes Markdown; gives the first 100,000 characters of it as one line of text without its markup and addresses, with what its footnotes say.';

CREATE OR REPLACE FUNCTION private.search_vector(text text, weight "char")
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.search_vector(text,"char") is 'Takes a text and a weight (A to D); gives its folded words, and the pairs of its runs. Signs that join words part them here, so that `array.map` has a `map`.';
