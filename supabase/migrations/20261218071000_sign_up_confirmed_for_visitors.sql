-- Why: Only the page that waits for a sign-up learns that it was confirmed.

set check_function_bodies = off;

create or replace function public.sign_up_confirmed(sign_up uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  -- The page that asks is a visitor's, so that nobody who is signed in learns anything about the ids that they know.
  select private.uid() is null and exists (
    select 1 from auth.users u join public.profiles p on p.id = u.id
    where u.id = sign_up and u.email_confirmed_at > 'epoch' and p.created_at > now() - interval '1 day')
$function$;
