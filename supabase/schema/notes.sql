-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.notes (
  user_id uuid not null default private.uid(),
  id uuid not null,
  lesson_id uuid,
  course_title text not null default ''::text,
  lesson_title text not null default ''::text,
  at_seconds integer,
  quote text,
  body text not null,
  revision uuid not null,
  updated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint notes_pkey PRIMARY KEY (user_id, id),
  constraint notes_at_seconds_range CHECK (((at_seconds >= 0) AND (at_seconds <= 864000))),
  constraint notes_body_length CHECK (((char_length(body) <= 10000) AND (body ~ '\S'::text))),
  constraint notes_one_place CHECK (((at_seconds IS NULL) OR (quote IS NULL))),
  constraint notes_quote_length CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 1000))),
  constraint notes_updated_at_range CHECK (((updated_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint notes_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE SET NULL,
  constraint notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table public.notes enable row level security;
CREATE INDEX notes_lesson_id_idx ON public.notes USING btree (lesson_id);
CREATE INDEX notes_list_idx ON public.notes USING btree (user_id, updated_at DESC, id);
create policy notes_delete on public.notes for delete to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notes'::text, 'delete'::text, 'own'::public.permission_scope) AS can)));
comment on policy notes_delete on public.notes is 'One''s own, always.';
create policy notes_insert on public.notes for insert to authenticated
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notes'::text, 'create'::text, 'own'::public.permission_scope) AS can) AND (EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE (l.id = notes.lesson_id)))));
comment on policy notes_insert on public.notes is 'For oneself, about lessons one may open.';
create policy notes_select on public.notes for select to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notes'::text, 'read'::text, 'own'::public.permission_scope) AS can)));
comment on policy notes_select on public.notes is 'One''s own, whether or not the lesson still opens.';
create policy notes_update on public.notes for update to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notes'::text, 'update'::text, 'own'::public.permission_scope) AS can)))
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notes'::text, 'update'::text, 'own'::public.permission_scope) AS can) AND (EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE (l.id = notes.lesson_id)))));
comment on policy notes_update on public.notes is 'One''s own, about lessons one may still open.';
grant delete, select on public.notes to authenticated;
grant insert (user_id, id, lesson_id, at_seconds, quote, body, revision, updated_at) on public.notes to authenticated;
grant update (body, revision, updated_at) on public.notes to authenticated;
grant delete, insert, select, update on public.notes to service_role;
CREATE TRIGGER notes_check BEFORE INSERT OR UPDATE OF body, revision ON public.notes FOR EACH ROW EXECUTE FUNCTION private.check_note();
comment on table public.notes is 'What a person noted down about a lesson, at a second of its video, at a quote of its text, or at neither. Read by its writer alone; no audit record is made of it (rules/learning#notes).';
comment on column public.notes.revision is 'Names the text as it is: made by the browser with each edit.';
comment on column public.notes.updated_at is 'When the person wrote this, which may be long before it arrived.';

CREATE OR REPLACE FUNCTION private.check_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := least(new.updated_at, now());
  select c.title, l.title into new.course_title, new.lesson_title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = new.lesson_id;
  -- It runs before the policy, which refuses a note of another person: until then nothing may tell of theirs.
  if tg_op = 'INSERT' and new.user_id = coalesce(private.uid(), new.user_id) then
    -- Two at the same moment come one after the other, so that none escapes the count.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
    if (select count(*) from public.notes n where n.user_id = new.user_id) >= 5000 then
      raise exception using errcode = 'PT409', hint = 'TOO_MANY_NOTES',
        message = 'You have 5,000 notes, and there is no room for more. Delete some to add others.';
    end if;
  end if;
  return new;
end
$function$;
comment on function private.check_note() is 'Row trigger: keeps the titles of a note''s lesson and course with it, lets no edit lie in the future, and refuses the 5,001st note of a person with PT409 TOO_MANY_NOTES.';

CREATE OR REPLACE FUNCTION private.lesson_place(lesson uuid, OUT slug text, OUT course_title text, OUT lesson_title text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.slug, c.title, l.title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = lesson_place.lesson and (select private.active())
$function$;
comment on function private.lesson_place(uuid) is 'Takes a lesson; the address of its course and both titles. Definer, because who may open a free preview need not read its course; asked for lessons alone that the caller may open.';
grant execute on function private.lesson_place(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_notes(lesson uuid DEFAULT NULL::uuid, query text DEFAULT NULL::text, before jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
        and (cardinality(patterns) = 0 or private.note_key(concat_ws(' ', n.body, n.quote, n.lesson_title, n.course_title)) like all (patterns))
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
$function$;
comment on function public.my_notes(uuid,text,jsonb,integer) is 'The caller''s notes, the last edited first: of a lesson, or all; with the words of `query` in them or in their titles; older than the note `before` (`updated_at`, `id`); `page_size` of them, 500 at most. `open`: whether the lesson may be opened, without which a note is read only and has no `slug`. `more`: whether older ones follow. Raises 42501 (rules/learning#notes).';
grant execute on function public.my_notes(uuid,text,jsonb,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_note(note uuid, lesson uuid, body text, revision uuid, based_on uuid[] DEFAULT '{}'::uuid[], at_seconds integer DEFAULT NULL::integer, quote text DEFAULT NULL::text, age_sec numeric DEFAULT 0, as_user uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.save_note(uuid,uuid,text,uuid,uuid[],integer,text,numeric,uuid) is 'Saves the caller''s note on a lesson. `revision` names this text, `based_on` those it was made from; may be sent again. Where the stored text is none of these, two devices edited it: the later edit, by `age_sec` seconds ago, wins, and the other is kept as a note of its own, named in `copy`. Answers the revision that is stored. `as_user` refuses what another person queued in the same browser. Raises 42501 for a lesson the caller may not open, PT409 TOO_MANY_NOTES, 23514 for a text that is empty or too long (rules/learning#notes).';
grant execute on function public.save_note(uuid,uuid,text,uuid,uuid[],integer,text,numeric,uuid) to authenticated, service_role;
