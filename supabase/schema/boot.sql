-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION public.boot()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'account', public.my_account_state(),
    'permissions', coalesce((select jsonb_agg(to_jsonb(p)) from public.my_permissions() p), '[]'),
    'settings', public.public_settings(),
    'communities', public.has_communities(),
    'bell', public.notification_feed())
$function$;
comment on function public.boot() is 'Everything an app asks once when it opens: account, permissions, public settings, whether there are communities to go to, and the bell as notification_feed() gives it, in one call.';
grant execute on function public.boot() to anon, authenticated, service_role;
