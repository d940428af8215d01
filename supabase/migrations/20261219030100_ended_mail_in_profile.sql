-- Why: A person whose mail has ended learns why nothing arrives

set check_function_bodies = off;

create or replace function public.my_account_state()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform public.check_session();
  return case when private.uid() is null then null else (
    select case when p.id is null then jsonb_build_object('state', 'NO_PROFILE', 'id', private.uid())
      else jsonb_build_object(
        'state', case
          when p.disabled_at is not null then 'DISABLED'
          when u.email_confirmed_at is null and s.require_email_verification then 'UNVERIFIED'
          when s.maintenance_mode and p.role <> 'ADMIN' then 'MAINTENANCE'
          when private.factor_missing() then 'SECOND_FACTOR'
          else 'ACTIVE' end,
        'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at, 'time_zone', (select w.time_zone from public.preferences w where w.user_id = p.id),
        'mail_ended', private.mail_ended(p.email) is not null,
        'aal_required', private.admitted_role() <> 'MEMBER' and not private.meets_required_aal())
      end
    from (select 1) one
    left join public.profiles p on p.id = private.uid()
    left join auth.users u on u.id = p.id
    cross join public.settings s
  ) end;
end
$function$;

comment on function public.my_account_state() is 'The caller''s own account: state (ACTIVE, DISABLED, UNVERIFIED, MAINTENANCE, SECOND_FACTOR, NO_PROFILE), profile fields, the time zone that they chose (null: the browser''s), whether mail to their email has ended, and whether the setting still wants a second factor of this session for its rights as staff. SECOND_FACTOR: the account has one, and this session has not shown it. Null for visitors. Raises PT401 SESSION_OVER for a session that is over. Exempt from the gate: it is what tells people why they are not let in.';
