-- Recent activity tells the database itself from people, as a course's history does, and names no database user.

create or replace function public.dashboard()
  returns jsonb language plpgsql stable set search_path = ''
as $$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name), 'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$$;
comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles and who did them (`by`: PERSON, GONE or SYSTEM); for those who hold it for their own alone: their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies besides. Raises 42501.';
