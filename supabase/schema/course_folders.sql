-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.sent_lessons (
  user_id uuid not null,
  sending uuid not null,
  module_no integer not null,
  place integer not null,
  listed jsonb not null,
  bytes integer not null,
  sent_at timestamp with time zone not null default now(),
  constraint sent_lessons_pkey PRIMARY KEY (user_id, sending, module_no, place),
  constraint sent_lessons_listed_size CHECK (((char_length((listed ->> 'content'::text)) <= 500000) AND (octet_length(((listed - 'content'::text))::text) <= 100000))),
  constraint sent_lessons_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.sent_lessons enable row level security;
CREATE INDEX sent_lessons_sent_at_idx ON private.sent_lessons USING btree (sent_at);
comment on table private.sent_lessons is 'Lessons sent for an import, kept for a day: by whom, in which sending, at which place in the course. bytes is the length of their texts. No grants: send_lessons() writes, import_course() reads.';

CREATE OR REPLACE FUNCTION private.course_version(course_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(md5(string_agg(part, ' ' order by part)), 'new') from (
      select c.id || ' ' || c.updated_at as part from public.courses c where c.id = course_version.course_id
      union all
      select m.id || ' ' || m.updated_at from public.modules m where m.course_id = course_version.course_id
      union all
      select l.id || ' ' || l.updated_at from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id
      union all
      select a.lesson_id || ' ' || a.sort_order || ' ' || md5(a.title || ' ' || a.url)
      from public.lesson_attachments a join public.lessons l on l.id = a.lesson_id join public.modules m on m.id = l.module_id
      where m.course_id = course_version.course_id) parts);
end
$function$;
comment on function private.course_version(uuid) is 'Takes a course; a word that is another as soon as anything in the course has changed. Runs as its caller; "new" for a course that is not there.';
grant execute on function private.course_version(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.listed_lessons(payload jsonb)
 RETURNS TABLE(module_no integer, lesson_no integer, place integer, id uuid, source_path text, listed jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.module_no, (row_number() over (order by l.module_no, l.place))::int, l.place,
    case when pg_input_is_valid(l.listed ->> 'id', 'uuid') then (l.listed ->> 'id')::uuid end,
    l.listed ->> 'source_path', l.listed
  from (
    select m.ordinality::int as module_no, l.ordinality::int - 1 as place, l.value as listed
    from jsonb_array_elements(payload -> 'modules') with ordinality m
    cross join lateral jsonb_array_elements(m.value -> 'lessons') with ordinality l
    union all
    select s.module_no, s.place, s.listed
    from private.my_sent_lessons(case when pg_input_is_valid(payload #>> '{sent,sending}', 'uuid')
      then (payload #>> '{sent,sending}')::uuid end) s
  ) l
$function$;
comment on function private.listed_lessons(jsonb) is 'Takes what import_course() takes; its lessons, those in the modules and those that were sent before, numbered through the course, with their place in their module.';
grant execute on function private.listed_lessons(jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.my_sent_lessons(sending uuid)
 RETURNS TABLE(module_no integer, place integer, listed jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.module_no, s.place, s.listed from private.sent_lessons s
  where s.user_id = private.uid() and s.sending = my_sent_lessons.sending
$function$;
comment on function private.my_sent_lessons(uuid) is 'Takes a sending; its lessons, if the caller sent them.';
grant execute on function private.my_sent_lessons(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.record_export(course_id uuid, lesson_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject constant text := case when lesson_id is null then 'course' else 'lesson' end;
  target constant uuid := coalesce(lesson_id, course_id);
begin
  if not private.can_on_course('courses', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = record_export.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not export this %s.', subject));
  end if;
  -- Without the course: its history tells what was changed, and an export changes nothing.
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address, title)
  values (private.uid(), 'data.export', subject, target::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    (select p.title from private.content_place(subject, target) p));
end
$function$;
comment on function private.record_export(uuid,uuid) is 'Takes a course, and a lesson of it where that alone is meant; writes down that the caller exports it (rules/records#exports). Raises 42501 unless they may edit the course.';
grant execute on function private.record_export(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.slug_taken(slug text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from public.courses c where c.slug = slug_taken.slug and c.deleted_at is null);
end
$function$;
comment on function private.slug_taken(text) is 'Takes a slug; true when a course has it, one that the caller cannot see too.';
grant execute on function private.slug_taken(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.export_course(course_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
begin
  perform private.record_export(course_id);
  return (
    select jsonb_build_object(
      'course', jsonb_build_object('title', c.title, 'slug', c.slug, 'description', c.description,
        'author_name', c.author_name, 'author_description', c.author_description,
        'thumbnail_url', c.thumbnail_url, 'category', c.category),
      'modules', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title,
          'lessons', coalesce(held.lessons, '[]')) order by m.index), '[]')
        from public.modules m
        left join (
          select e.module_id, jsonb_agg(e.lesson order by e.place) as lessons
          from private.exported_lessons(c.id) e group by e.module_id) held on held.module_id = m.id
        where m.course_id = c.id))
    from public.courses c where c.id = export_course.course_id);
end
$function$;
comment on function public.export_course(uuid) is 'Takes a course; gives all of it that the editor edits, {course, modules: [{id, title, lessons: [{id, …, attachments}]}]}, in order, and records data.export. Row security decides what is read; raises 42501 for callers who may not edit the course.';
grant execute on function public.export_course(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.send_lessons(sending uuid, lessons jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  long record;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if sending is null or jsonb_typeof(lessons) is distinct from 'array'
     or exists (select 1 from jsonb_array_elements(lessons) l where jsonb_typeof(l.value -> 'lesson') is distinct from 'object') then
    raise exception using errcode = 'PT422', message = 'There are no lessons to send.';
  end if;
  select l.module_no, l.place into long
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  where char_length(l.lesson ->> 'content') > 500000 or octet_length((l.lesson - 'content')::text) > 100000
  order by 1, 2 limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('Lesson %s of module %s is too long: a text has at most 500,000 characters, and all that stands around it 100 kB.',
        long.place + 1, long.module_no);
  end if;
  -- One person's pieces come one after the other, so that two never share the same room.
  perform pg_advisory_xact_lock(hashtextextended('send_lessons ' || private.uid()::text, 0));
  delete from private.sent_lessons s where s.sent_at < now() - interval '1 day';
  -- Two sendings besides this one, for two more tabs: never more than three courses are kept.
  delete from private.sent_lessons s where s.user_id = private.uid() and s.sending <> send_lessons.sending
    and s.sending not in (
      select o.sending from private.sent_lessons o where o.user_id = private.uid() and o.sending <> send_lessons.sending
      group by o.sending order by max(o.sent_at) desc limit 2);
  insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes)
  select private.uid(), send_lessons.sending, l.module_no, l.place, l.lesson,
    coalesce(octet_length(l.lesson ->> 'content'), 0) + coalesce(octet_length(l.lesson ->> 'description'), 0)
      -- Titles, links and the like are small; where they are not, they count as text.
      + greatest(octet_length((l.lesson - '{content,description}'::text[])::text) - 4096, 0)
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  -- A piece whose answer was lost is sent again.
  on conflict do nothing;
  if (select sum(s.bytes) > 32 * 1024 * 1024 or count(*) > 5000 from private.sent_lessons s
      where s.user_id = private.uid() and s.sending = send_lessons.sending) then
    raise exception using errcode = 'PT422', message = 'A course has at most 5,000 lessons and 32 MB of text.';
  end if;
end
$function$;
comment on function public.send_lessons(uuid,jsonb) is 'Takes the name of a sending, a random one, and some of its lessons, [{module_no from 1, place from 0, lesson}]; keeps them for a day for import_course(). A lesson sent again is kept once; a fourth sending takes the place of the oldest. Raises 42501 for callers who may not create courses, PT422 for more than a course can hold.';
grant execute on function public.send_lessons(uuid,jsonb) to authenticated, service_role;
