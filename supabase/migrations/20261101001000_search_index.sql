-- Why: each lesson and course has a document beside it, kept by triggers: its text without markup, and the
-- words of that text as PostgreSQL indexes them. Words are folded (small letters, no accents) and kept
-- without stemming and without stop words: `this`, `where` and `if` are what people look for in a course
-- on programming.

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

create function private.search_vector(text text, weight "char") returns tsvector
language plpgsql stable set search_path = '' as $$
begin
  return setweight(to_tsvector('simple', regexp_replace(private.fold(search_vector.text), '[^[:alnum:]]+', ' ', 'g')), search_vector.weight);
end
$$;
comment on function private.search_vector(text, "char") is
  'Takes a text and a weight (A to D); gives its folded words. Signs that join words part them here, so that `array.map` has a `map`.';

create table private.course_documents (
  course_id uuid primary key references public.courses (id) on delete cascade,
  words tsvector not null
);
alter table private.course_documents enable row level security;
comment on table private.course_documents is
  'What a course is found by: title (A), category (B), teacher and description (C). No grants: read by search() alone.';

create table private.lesson_documents (
  lesson_id uuid primary key references public.lessons (id) on delete cascade,
  -- Both only narrow a search; whether a lesson may be opened is asked of the lesson itself.
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

-- A lesson has hundreds of entries, and one by one they cost ten times as much as together. Each search
-- reads through the list of pending ones, which is therefore kept short (kB).
create index lesson_documents_title_words_idx on private.lesson_documents using gin (title_words)
  with (fastupdate = on, gin_pending_list_limit = 256);
create index lesson_documents_words_idx on private.lesson_documents using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- Words and bodies are stored apart from the rows, so that a search passes over rows quickly.
alter table private.lesson_documents set (toast_tuple_target = 128);

create table private.known_words (
  id bigint generated always as identity primary key,
  word text not null
);
alter table private.known_words enable row level security;
comment on table private.known_words is
  'Every word that a document ever had, to correct typing errors by. A word that is no longer anywhere does no harm: search() takes only those that stand in what the caller may open.';

-- Not unique on purpose: two people who save lessons at once would wait for each other over a word.
create index known_words_word_idx on private.known_words (word collate "C");
create index known_words_similar_idx on private.known_words using gin (word extensions.gin_trgm_ops);

create function private.add_known_words(documents tsvector[]) returns void
language sql volatile set search_path = '' as $$
  with found as materialized (
    select distinct w.word
    from unnest(add_known_words.documents) d (words), unnest(tsvector_to_array(d.words)) w (word)
  )
  insert into private.known_words (word)
  select f.word from found f
  where char_length(f.word) between 3 and 30 and f.word ~ '[^0-9]'
    and not exists (select 1 from private.known_words k where k.word = f.word collate "C")
$$;
comment on function private.add_known_words(tsvector[]) is 'Takes the words of documents and keeps those that are new.';

create function private.index_courses(ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.course_documents (course_id, words)
  select c.id, private.search_vector(c.title, 'A') || private.search_vector(coalesce(c.category, ''), 'B')
    || private.search_vector(concat_ws(' ', c.author_name, c.description), 'C')
  from public.courses c where c.id = any (ids)
  on conflict (course_id) do update set words = excluded.words;
  perform private.add_known_words(array(select d.words from private.course_documents d where d.course_id = any (ids)));
end
$$;
comment on function private.index_courses(uuid[]) is 'Takes courses and writes what they are found by.';

create function private.index_lessons(ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
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
