-- Why: people who learn write down what they want to find again, at the second of a video or at a sentence of a text
-- (rules/learning#notes). A note is its writer's alone, is often written without a connection, and outlives the access
-- to the lesson and the lesson itself.

insert into public.role_permissions (role, resource, action, scope)
select 'MEMBER', 'notes', a.action, 'own' from unnest('{read,create,update,delete}'::text[]) a (action);

create table public.notes (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  -- Made by the browser, so that a note that is sent twice is one; two people's may be alike.
  id uuid not null,
  lesson_id uuid references public.lessons (id) on delete set null,
  -- As they were at the last save: what a note was about is known when the lesson is gone.
  course_title text not null default '',
  lesson_title text not null default '',
  at_seconds integer,
  quote text,
  body text not null,
  revision uuid not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint notes_at_seconds_range check (at_seconds between 0 and 864000),
  constraint notes_quote_length check (char_length(quote) between 1 and 1000),
  constraint notes_body_length check (char_length(body) <= 10000 and body ~ '\S'),
  constraint notes_one_place check (at_seconds is null or quote is null)
);
create index notes_list_idx on public.notes (user_id, updated_at desc, id);
create index notes_lesson_id_idx on public.notes (lesson_id);
alter table public.notes enable row level security;
comment on table public.notes is
  'What a person noted down about a lesson, at a second of its video, at a quote of its text, or at neither. Read by its writer alone; no audit record is made of it (rules/learning#notes).';
comment on column public.notes.revision is 'Names the text as it is: made by the browser with each edit.';
comment on column public.notes.updated_at is 'When the person wrote this, which may be long before it arrived.';

create policy notes_select on public.notes for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('notes', 'read', 'own')));
comment on policy notes_select on public.notes is 'One''s own, whether or not the lesson still opens.';
create policy notes_insert on public.notes for insert to authenticated
  with check (user_id = (select private.uid()) and (select private.can('notes', 'create', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_id));
comment on policy notes_insert on public.notes is 'For oneself, about lessons one may open.';
create policy notes_update on public.notes for update to authenticated
  using (user_id = (select private.uid()) and (select private.can('notes', 'update', 'own')))
  with check (user_id = (select private.uid()) and (select private.can('notes', 'update', 'own'))
    and exists (select 1 from public.lessons l where l.id = lesson_id));
comment on policy notes_update on public.notes is 'One''s own, about lessons one may still open.';
create policy notes_delete on public.notes for delete to authenticated
  using (user_id = (select private.uid()) and (select private.can('notes', 'delete', 'own')));
comment on policy notes_delete on public.notes is 'One''s own, always.';
grant select, delete on public.notes to authenticated;
grant insert (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at) on public.notes to authenticated;
grant update (body, revision, updated_at) on public.notes to authenticated;

create function private.lesson_place(lesson uuid, out slug text, out course_title text, out lesson_title text)
language sql stable security definer set search_path = '' as $$
  select c.slug, c.title, l.title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = lesson_place.lesson and (select private.active())
$$;
comment on function private.lesson_place(uuid) is
  'Takes a lesson; the address of its course and both titles. Definer, because who may open a free preview need not read its course; asked for lessons alone that the caller may open.';
grant execute on function private.lesson_place(uuid) to authenticated;

create function private.check_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := least(new.updated_at, now());
  select c.title, l.title into new.course_title, new.lesson_title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = new.lesson_id;
  if tg_op = 'INSERT' then
    -- Two at the same moment come one after the other, so that none escapes the count.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
    if (select count(*) from public.notes n where n.user_id = new.user_id) >= 5000 then
      raise exception using errcode = 'PT409', hint = 'TOO_MANY_NOTES',
        message = 'You have 5,000 notes, and there is no room for more. Delete some to add others.';
    end if;
  end if;
  return new;
end
$$;
comment on function private.check_note() is
  'Row trigger: keeps the titles of a note''s lesson and course with it, lets no edit lie in the future, and refuses the 5,001st note of a person with PT409 TOO_MANY_NOTES.';
create trigger notes_check before insert or update of body, revision on public.notes
  for each row execute function private.check_note();

create function public.save_note(note uuid, lesson uuid, body text, revision uuid, based_on uuid[] default '{}',
  at_seconds integer default null, quote text default null, age_sec numeric default 0, as_user uuid default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.uid();
  edited timestamptz := now()
    - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.notes;
  copied uuid;
begin
  if me is null or me <> coalesce(as_user, me) then
    raise exception using errcode = '42501', message = 'permission denied for function save_note';
  end if;
  -- Two devices may send the same note at once.
  perform pg_advisory_xact_lock(hashtextextended('notes ' || me, 0));
  select n.* into stored from public.notes n where n.user_id = me and n.id = save_note.note;
  if stored.id is null then
    insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
    values (me, save_note.note, save_note.lesson, save_note.at_seconds, save_note.quote, save_note.body,
      save_note.revision, edited);
    return jsonb_build_object('revision', save_note.revision, 'copy', null);
  end if;
  if stored.revision = save_note.revision or stored.body = save_note.body then
    return jsonb_build_object('revision', stored.revision, 'copy', null);
  end if;
  if stored.revision = any (save_note.based_on) or edited >= stored.updated_at then
    if stored.revision <> all (save_note.based_on) then
      copied := md5(save_note.note || ':' || stored.revision)::uuid;
    end if;
    update public.notes n set body = save_note.body, revision = save_note.revision, updated_at = edited
    where n.user_id = me and n.id = save_note.note;
    if not found then
      raise exception using errcode = '42501', message = 'You may not change this note.';
    end if;
    if copied is not null then
      insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
      values (me, copied, stored.lesson_id, stored.at_seconds, stored.quote, stored.body, stored.revision, stored.updated_at)
      on conflict do nothing;
    end if;
    return jsonb_build_object('revision', save_note.revision, 'copy', copied);
  end if;
  copied := md5(save_note.note || ':' || save_note.revision)::uuid;
  insert into public.notes (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at)
  values (me, copied, stored.lesson_id, stored.at_seconds, stored.quote, save_note.body, save_note.revision, edited)
  on conflict do nothing;
  return jsonb_build_object('revision', stored.revision, 'copy', copied);
end
$$;
comment on function public.save_note(uuid, uuid, text, uuid, uuid[], integer, text, numeric, uuid) is
  'Saves the caller''s note on a lesson. `revision` names this text, `based_on` those it was made from; may be sent again. Where the stored text is none of these, two devices edited it: the later edit, by `age_sec` seconds ago, wins, and the other is kept as a note of its own, named in `copy`. Answers the revision that is stored. `as_user` refuses what another person queued in the same browser. Raises 42501 for a lesson the caller may not open, PT409 TOO_MANY_NOTES, 23514 for a text that is empty or too long (rules/learning#notes).';
grant execute on function public.save_note(uuid, uuid, text, uuid, uuid[], integer, text, numeric, uuid) to authenticated, service_role;

grant execute on function private.person_patterns(text), private.fold(text) to authenticated;

create function public.my_notes(lesson uuid default null, query text default null, before jsonb default null,
  page_size integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.uid();
  patterns text[] := private.person_patterns(coalesce(query, ''));
  wanted integer := least(greatest(coalesce(page_size, 50), 1), 500);
begin
  if me is null or not private.can('notes', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function my_notes';
  end if;
  return (
    with page as materialized (
      select n.*
      from public.notes n
      where n.user_id = me
        and (my_notes.lesson is null or n.lesson_id = my_notes.lesson)
        and (before is null or (n.updated_at, n.id) < ((before ->> 'updated_at')::timestamptz, (before ->> 'id')::uuid))
        and (cardinality(patterns) = 0 or ' ' || regexp_replace(
          private.fold(concat_ws(' ', n.body, n.quote, n.lesson_title, n.course_title)), '\s+', ' ', 'g') like all (patterns))
      order by n.updated_at desc, n.id desc
      limit wanted + 1
    ), listed as materialized (
      select * from page order by updated_at desc, id desc limit wanted
    )
    select jsonb_build_object(
      'notes', coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'lesson_id', n.lesson_id, 'slug', p.slug,
        'course_title', coalesce(p.course_title, n.course_title), 'lesson_title', coalesce(p.lesson_title, n.lesson_title),
        'at_seconds', n.at_seconds, 'quote', n.quote, 'body', n.body, 'revision', n.revision,
        'updated_at', n.updated_at, 'created_at', n.created_at,
        'open', l.id is not null) order by n.updated_at desc, n.id desc), '[]'),
      'more', (select count(*) from page) > wanted)
    from listed n
    left join public.lessons l on l.id = n.lesson_id
    left join lateral private.lesson_place(l.id) p on l.id is not null
  );
end
$$;
comment on function public.my_notes(uuid, text, jsonb, integer) is
  'The caller''s notes, the last edited first: of a lesson, or all; with the words of `query` in them or in their titles; older than the note `before` (`updated_at`, `id`); `page_size` of them, 500 at most. `open`: whether the lesson may be opened, without which a note is read only and has no `slug`. `more`: whether older ones follow. Raises 42501 (rules/learning#notes).';
grant execute on function public.my_notes(uuid, text, jsonb, integer) to authenticated, service_role;

create or replace function private.learning_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'entitlements', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
      'expires_at', e.expires_at) order by e.created_at)
    from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person)
  union all
  select 'completions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'completed_at', d.completed_at) order by d.completed_at)
    from public.lesson_completions d join lesson l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'progress', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'position_sec', w.position_sec,
      'duration_sec', w.duration_sec, 'watched_sec', w.watched::text, 'updated_at', w.updated_at) order by w.updated_at)
    from public.lesson_progress w join lesson l on l.id = w.lesson_id where w.user_id = person)
  union all
  -- Not joined with the lesson, which a note outlives.
  select 'notes', (
    select jsonb_agg(jsonb_build_object('course', n.course_title, 'lesson', n.lesson_title, 'at_seconds', n.at_seconds,
      'quote', n.quote, 'body', n.body, 'created_at', n.created_at, 'updated_at', n.updated_at) order by n.created_at)
    from public.notes n where n.user_id = person)
  union all
  select 'purchases', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
      'reason', p.reason, 'refund_reason', p.refund_reason, 'created_at', p.created_at) order by p.created_at)
    from public.purchases p
    left join public.courses c on c.id = p.course_id
    left join public.communities k on k.id = p.community_id
    where p.user_id = person)
$$;
comment on function private.learning_data(uuid) is
  'Takes a person; what is kept about their courses: access, completions, progress, notes, purchases, each list by its name (null: empty).';
comment on function public.my_data() is
  'Everything that is kept about the caller, in words rather than ids: profile, consent, access, completions, progress, notes, purchases, communities, posts, reports, notifications, what they mute, invites and sessions; lists are empty, never missing. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
