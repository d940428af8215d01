-- Why: PostgreSQL plans the query of a function in SQL anew at each call, but that of one in PL/pgSQL once a
-- connection. These are asked at every opening of an application or, claims(), by each question for a right; planning
-- took longer than answering. They answer as before, and keep their comments and grants.

create or replace function private.claims() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
end
$$;

create or replace function public.my_permissions()
returns table (resource text, action text, scope public.permission_scope)
language plpgsql stable security definer set search_path = '' as $$
declare
  mine public.user_role := private.active_role();
begin
  if mine is not null then
    return query
      select distinct rp.resource, rp.action, rp.scope
      from public.role_permissions rp
      where rp.role = 'MEMBER' or (rp.role = mine and (select private.assured()))
      order by 1, 2, 3;
  end if;
end
$$;

create or replace function public.public_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$$;

create or replace function public.has_communities() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can('communities', 'read', 'assigned') and (
    exists (select 1 from private.open_community_ids())
    or exists (select 1 from public.community_members m where m.user_id = private.uid() and (m.banned or m.left_at is null))
    or (private.can('communities', 'read') and exists (select 1 from public.communities)));
end
$$;

create or replace function private.unread_notifications(person uuid, joined timestamptz, muted public.notification_type[]) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(100, (
    -- Stops at a hundred: the badge says 99+.
    select count(*) from (
      select 1 from public.notifications n
      where n.recipient_id = person
        and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) o)
    + (select count(*) from (
      select 1 from public.notifications n
      where n.is_global and coalesce(n.publish_at, n.created_at) >= joined
        and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) e))::int;
end
$$;

create or replace function public.boot() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return jsonb_build_object(
    'account', public.my_account_state(),
    'permissions', coalesce((select jsonb_agg(to_jsonb(p)) from public.my_permissions() p), '[]'),
    'settings', public.public_settings(),
    'communities', public.has_communities(),
    'bell', public.notification_feed());
end
$$;
