-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.lesson_versions (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  no integer not null,
  created_at timestamp with time zone not null default now(),
  author_id uuid,
  title text not null,
  description text,
  content text,
  fields text[] not null default '{}'::text[],
  growth integer not null default 0,
  restores timestamp with time zone,
  constraint lesson_versions_pkey PRIMARY KEY (id),
  constraint lesson_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint lesson_versions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint lesson_versions_place_key UNIQUE (lesson_id, no)
);
alter table public.lesson_versions enable row level security;
CREATE INDEX lesson_versions_author_idx ON public.lesson_versions USING btree (author_id);
create policy lesson_versions_select on public.lesson_versions for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_versions.lesson_id) AND (( SELECT private.can('lesson_versions'::text, 'read'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_versions'::text, 'read'::text) AS my_module_ids)))))));
comment on policy lesson_versions_select on public.lesson_versions is 'Under a lesson that the caller may build, and that is not in the bin.';
grant select on public.lesson_versions to authenticated;
grant delete, insert, select, update on public.lesson_versions to service_role;
comment on table public.lesson_versions is 'What a lesson said after each save that changed it, and first of all before the first such save. The newest is what it says now.';
comment on column public.lesson_versions.no is 'Its place among the versions of the lesson, from 1, the newest last.';
comment on column public.lesson_versions.author_id is 'Who saved it; null where that was no person, or one who has gone.';
comment on column public.lesson_versions.fields is 'What differs from the version before: title, description, content. Empty for the first.';
comment on column public.lesson_versions.growth is 'Characters more than in the version before; negative where they are fewer.';
comment on column public.lesson_versions.restores is 'created_at of the earlier version that this one brought back; null for an ordinary save.';

CREATE OR REPLACE FUNCTION private.keep_lesson_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A change locks the lesson's row, so that no two give a version the same number.
  latest int := (select max(v.no) from public.lesson_versions v where v.lesson_id = new.id);
begin
  if latest is null then
    latest := 1;
    -- What stood there before anything was kept, with who wrote it where the audit knows.
    insert into public.lesson_versions (lesson_id, no, created_at, author_id, title, description, content)
    select old.id, latest, coalesce(written.created_at, old.updated_at), written.user_id, old.title, old.description, old.content
    from (values (true)) first (kept)
    left join lateral (
      select a.created_at, a.user_id from public.audit_logs a
      where a.target_type = 'lesson' and a.target_id = old.id::text and a.created_at <= old.updated_at
        and (a.action in ('lesson.create', 'lesson.duplicate') or a.after -> 'fields' ?| array['title', 'description', 'content'])
      order by a.created_at desc, a.id desc limit 1) written on true;
  end if;

  insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, growth, restores)
  values (new.id, latest + 1, (select p.id from public.profiles p where p.id = private.uid()), new.title, new.description, new.content,
    array_remove(array[
      case when new.title is distinct from old.title then 'title' end,
      case when new.description is distinct from old.description then 'description' end,
      case when new.content is distinct from old.content then 'content' end], null),
    char_length(new.title) - char_length(old.title)
      + coalesce(char_length(new.description), 0) - coalesce(char_length(old.description), 0)
      + coalesce(char_length(new.content), 0) - coalesce(char_length(old.content), 0),
    nullif(current_setting('rookies.restores', true), '')::timestamptz);

  delete from public.lesson_versions v
  where v.lesson_id = new.id and v.created_at < now() - interval '1 year'
    and v.no < (
      select k.no from public.lesson_versions k where k.lesson_id = new.id order by k.no desc offset 49 limit 1);
  return null;
end
$function$;
comment on function private.keep_lesson_version() is 'Row trigger: keeps the texts of a lesson that a save changed, and before the first those that it replaced; takes away what is older than a year and not among the newest 50 (rules/courses#versions).';

CREATE OR REPLACE FUNCTION public.lesson_version(version_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted public.lesson_versions;
  earlier jsonb;
begin
  select v.* into wanted from public.lesson_versions v where v.id = lesson_version.version_id;
  if wanted.id is null then
    perform private.refuse('You may not read this version, or it is kept no longer.');
  end if;
  select jsonb_build_object('title', v.title, 'description', v.description, 'content', v.content) into earlier
  from public.lesson_versions v where v.lesson_id = wanted.lesson_id and v.no < wanted.no order by v.no desc limit 1;
  return (
    select jsonb_build_object('id', wanted.id, 'lesson_id', wanted.lesson_id, 'created_at', wanted.created_at,
      'texts', jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content),
      'earlier', earlier,
      'now', jsonb_build_object('title', l.title, 'description', l.description, 'content', l.content),
      'updated_at', l.updated_at)
    from public.lessons l where l.id = wanted.lesson_id);
end
$function$;
comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content}, earlier: those of the version before it, or null, now: those of the lesson, updated_at: of the lesson}. Row security decides; raises 42501.';
grant execute on function public.lesson_version(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.lesson_version_list(lesson_id uuid, before integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can_on_course('lesson_versions', 'read', private.course_of_lesson(lesson_version_list.lesson_id))
     or not exists (select 1 from public.lessons l where l.id = lesson_version_list.lesson_id and l.deleted_at is null) then
    perform private.refuse('You may not read the versions of this lesson.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'no', v.no, 'created_at', v.created_at, 'who', nullif(p.name, ''),
        'fields', v.fields, 'growth', v.growth, 'restores', v.restores) order by v.no desc), '[]')
    from (
      select k.id, k.no, k.created_at, k.author_id, k.fields, k.growth, k.restores from public.lesson_versions k
      where k.lesson_id = lesson_version_list.lesson_id and (lesson_version_list.before is null or k.no < lesson_version_list.before)
      order by k.no desc limit 50) v
    left join public.profiles p on p.id = v.author_id);
end
$function$;
comment on function public.lesson_version_list(uuid,integer) is 'Takes a lesson, and the `no` of the version behind which to read; gives its newest 50 versions without their texts [{id, no, created_at, who: a name, fields, growth, restores}]. For those who may read every lesson''s versions, or those of their own courses; raises 42501.';
grant execute on function public.lesson_version_list(uuid,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.restore_lesson_version(version_id uuid, unchanged_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  wanted public.lesson_versions;
  lesson public.lessons;
  saved timestamptz;
begin
  select v.* into wanted from public.lesson_versions v where v.id = restore_lesson_version.version_id;
  select l.* into lesson from public.lessons l where l.id = wanted.lesson_id;
  if lesson.id is null or not (private.can('lesson_versions', 'restore')
     or lesson.module_id in (select private.my_module_ids('lesson_versions', 'restore'))) then
    perform private.refuse('You may not restore this version, or it is kept no longer.');
  end if;
  saved := lesson.updated_at;
  -- Sent again because the answer was lost: it is done already.
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content) then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content),
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
end
$function$;
comment on function public.restore_lesson_version(uuid,timestamp with time zone) is 'Takes a version and the updated_at of the lesson that was read; saves its texts as save_lesson() does, which makes a new version, and records lesson.restore_version. Answers {lesson_id, updated_at, before: the version that stood there, with which it is undone}. Raises PT409 STALE_LESSON, PT422 with the field''s sentence, 42501.';
grant execute on function public.restore_lesson_version(uuid,timestamp with time zone) to authenticated, service_role;
