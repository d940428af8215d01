-- Why: what a person takes along is everything that is kept about them (rules/accounts#my-data): what the record says of
-- them, and what they made for others, too.

create or replace function private.account_data(person uuid) returns table(list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'profile', (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
      'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
      'last_sign_in_at', u.last_sign_in_at)
    from public.profiles p join auth.users u on u.id = p.id where p.id = person)
  union all
  select 'consent', (
    select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person)
  union all
  select 'sessions', (
    select jsonb_agg(jsonb_build_object('created_at', s.created_at,
      'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
    from auth.sessions s where s.user_id = person)
  union all
  select 'second_factors', (
    select jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'created_at', f.created_at)
      order by f.created_at)
    from auth.mfa_factors f where f.user_id = person)
  union all
  select 'recovery_codes', (
    select jsonb_agg(jsonb_build_object('created_at', c.created_at, 'used_at', c.used_at) order by c.created_at, c.used_at)
    from private.recovery_codes c where c.user_id = person)
$$;
comment on function private.account_data(uuid) is
  'Takes a person; their profile, consent, sessions, second factors and recovery codes (neither of which can be used by what is given), each by its name.';

create function private.record_data(person uuid) returns table(list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.record_data(uuid) is
  'Takes a person; what the record says that they did, and what others did to their account and their access: the newest 1,000 of each, each list by its name (null: empty).';

create function private.made_data(person uuid) returns table(list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.made_data(uuid) is
  'Takes a person; what they made for others: courses, files, versions of lessons (by what they are; their texts are the course''s), invites, without the address, and notifications, the newest 1,000 of each, each list by its name (null: empty).';

create or replace function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  person uuid := private.uid();
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  perform private.record_my_data(person);
  return (
    select jsonb_object_agg(d.list, coalesce(d.rows, '[]')) || jsonb_build_object('exported_at', now())
    from (
      select * from private.account_data(person)
      union all select * from private.learning_data(person)
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$$;
comment on function public.my_data() is
  'Everything that is kept about the caller, in words rather than ids: profile, consent, second factors, access, completions, progress, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and what the record says of them; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
