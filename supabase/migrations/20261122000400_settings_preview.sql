-- Why: a switch that shuts people out says whom before it is turned (decisions, section 2): the figures
-- that stand beside the switches, computed where the rows are.

create function public.settings_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at, u.email_confirmed_at is null as unverified,
        coalesce(nullif(btrim(p.name), ''), p.email) as name,
        p.role <> 'MEMBER' and not exists (
          select 1 from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factor_missing
      from public.profiles p join auth.users u on u.id = p.id
      where p.disabled_at is null
    ), counted as (
      select count(*) filter (where role = 'ADMIN') as administrators,
        count(*) filter (where role <> 'ADMIN') as others,
        count(*) filter (where role <> 'MEMBER') as staff,
        count(*) filter (where factor_missing) as factor_missing,
        (array_agg(name order by role, name) filter (where factor_missing))[1:5] as factor_missing_names,
        count(*) filter (where unverified) as unverified,
        count(*) filter (where role = 'CREATOR') as creators,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$$;
comment on function public.settings_preview() is
  'Whom each switch of the settings would touch at this moment, disabled accounts left out: {administrators, others, others_today (not administrators, with a session used within a day), staff, factor_missing, factor_missing_names (five at most), unverified, creators, creator_courses, recent_sign_ups (30 days), open_invites, me_without_factor, me_unverified}. For whoever may change the settings; raises 42501.';
grant execute on function public.settings_preview() to authenticated;
