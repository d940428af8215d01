-- Why: the dashboard opens every administrator's day. Its cards and the newest records are one answer,
-- computed where the rows are.

create function public.dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
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
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'who', coalesce(nullif(p.name, ''), p.email, a.actor), 'created_at', a.created_at)
        order by a.created_at desc, a.id desc), '[]')
      from (select * from public.audit_logs l order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id) end);
end
$$;
comment on function public.dashboard() is
  'Counts courses by status, members, creators and open invites, and gives the ten newest audit records; for whoever holds the dashboard for their own alone: their courses and invites, with members and activity null (rules/access#role-table). Row security applies besides. Raises 42501.';
grant execute on function public.dashboard() to authenticated;
