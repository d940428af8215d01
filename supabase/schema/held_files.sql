-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.unheld_files (
  lesson_id uuid not null,
  path text not null,
  named_by_id uuid,
  left_at timestamp with time zone,
  left_by_id uuid,
  constraint unheld_files_pkey PRIMARY KEY (lesson_id, path),
  constraint unheld_files_path_length CHECK ((char_length(path) <= 255)),
  constraint unheld_files_left_by_id_fkey FOREIGN KEY (left_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint unheld_files_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint unheld_files_named_by_id_fkey FOREIGN KEY (named_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table private.unheld_files enable row level security;
CREATE INDEX unheld_files_left_by_id_idx ON private.unheld_files USING btree (left_by_id);
CREATE INDEX unheld_files_named_by_id_idx ON private.unheld_files USING btree (named_by_id);
comment on table private.unheld_files is 'Files that a lesson names and does not hold: who put the name there may not give them. No grants: written by follow_files().';
comment on column private.unheld_files.named_by_id is 'Who put the name there, for whom it is asked again; null where nobody is known, as in a text that was copied or brought back.';
comment on column private.unheld_files.left_at is 'When the lesson named it no more. Somebody may still hold the text of before, in a dialog that is open: for 30 days only who took the name out puts a new one in.';
comment on column private.unheld_files.left_by_id is 'Who took it out.';

CREATE OR REPLACE FUNCTION private.carry_files(copies jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from (
      select distinct m.course_id
      from jsonb_each_text(carry_files.copies) c
      cross join lateral (values (c.key::uuid), (c.value::uuid)) both_of (lesson_id)
      join public.lessons l on l.id = both_of.lesson_id
      join public.modules m on m.id = l.module_id) course
    where not private.can_on_course('lesson_files', 'create', course.course_id)) then
    perform private.refuse('You may not copy the files of this lesson.');
  end if;
  insert into public.lesson_files (lesson_id, path, name, size, type, width, height, alt, sha256)
  select c.value::uuid, f.path, f.name, f.size, f.type, f.width, f.height, f.alt, f.sha256
  from jsonb_each_text(carry_files.copies) c
  join public.lesson_files f on f.lesson_id = c.key::uuid
  where f.unused_since is null
  on conflict on constraint lesson_files_once do nothing;
  delete from private.unheld_files u
  using jsonb_each_text(carry_files.copies) c, public.lesson_files f
  where u.lesson_id = c.value::uuid and f.lesson_id = u.lesson_id and f.path = u.path;
end
$function$;
comment on function private.carry_files(jsonb) is 'Takes {lesson: its copy}; each copy holds the files that its lesson holds and names. Raises 42501 unless the caller may give files to lessons of both courses.';
grant execute on function private.carry_files(jsonb) to authenticated, service_role;
