-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.made_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'courses_made', (
    select jsonb_agg(jsonb_build_object('title', c.title, 'author_name', c.author_name, 'author_description', c.author_description,
      'created_at', c.created_at, 'deleted_at', c.deleted_at) order by c.created_at)
    from (select * from public.courses c where c.created_by_id = person order by c.created_at desc limit 1000) c)
  union all
  select 'files', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'name', f.name, 'alt', f.alt, 'size', f.size,
      'type', f.type, 'created_at', f.created_at) order by f.created_at)
    from (select * from public.lesson_files f where f.created_by_id = person order by f.created_at desc limit 1000) f
    join lesson l on l.id = f.lesson_id)
  union all
  select 'files_sent', (
    select jsonb_agg(jsonb_build_object('name', u.name, 'alt', u.alt, 'size', u.size, 'type', u.type, 'created_at', u.created_at)
      order by u.created_at)
    from (select * from private.uploads u where u.user_id = person order by u.created_at desc limit 1000) u)
  union all
  select 'lesson_versions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', v.title, 'no', v.no, 'fields', v.fields, 'created_at', v.created_at)
      order by v.created_at)
    from (select * from public.lesson_versions v where v.author_id = person order by v.created_at desc limit 1000) v
    join lesson l on l.id = v.lesson_id)
  union all
  -- To whom they went is another person's address.
  select 'invites_sent', (
    select jsonb_agg(jsonb_build_object('role', i.role, 'state', private.invite_state(i), 'created_at', i.created_at,
      'expires_at', i.expires_at) order by i.created_at)
    from (select * from public.invites i where i.invited_by_id = person order by i.created_at desc, i.id desc limit 1000) i)
  union all
  select 'notifications_sent', (
    select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'is_global', n.is_global, 'created_at', n.created_at)
      order by n.created_at)
    from (select * from public.notifications n where n.sender_id = person order by n.created_at desc limit 1000) n)
$function$;
comment on function private.made_data(uuid) is 'Takes a person; what they made for others: courses, files, versions of lessons (by what they are; their texts are the course''s), invites, without the address, and notifications, the newest 1,000 of each, each list by its name (null: empty).';

CREATE OR REPLACE FUNCTION private.record_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'records_of_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'target_type', r.target_type, 'title', r.title, 'created_at', r.created_at,
      'user_agent', r.user_agent, 'ip_address', r.ip_address) order by r.created_at, r.id)
    from (select * from public.audit_logs a where a.user_id = person order by a.created_at desc, a.id desc limit 1000) r)
  union all
  -- Who did it is another person.
  select 'records_about_me', (
    select jsonb_agg(jsonb_build_object('action', r.action, 'title', r.title, 'created_at', r.created_at) order by r.created_at, r.id)
    from (
      select * from public.audit_logs a
      where (a.target_type = 'user' and a.target_id = person::text
          or a.target_type = 'entitlement' and coalesce(a.after, a.before) ->> 'user_id' = person::text)
        and a.user_id is distinct from person
      order by a.created_at desc, a.id desc limit 1000) r)
$function$;
comment on function private.record_data(uuid) is 'Takes a person; what the record says that they did, and what others did to their account and their access: the newest 1,000 of each, each list by its name (null: empty).';
