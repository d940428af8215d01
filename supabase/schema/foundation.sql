-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

create type public.course_status as enum ('DRAFT', 'PUBLISHED');

create type public.entitlement_source as enum ('MANUAL', 'INVITE', 'PURCHASE');

create type public.lesson_content_type as enum ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');

create type public.notification_type as enum ('success', 'warning', 'error', 'info');

create type public.permission_scope as enum ('any', 'own', 'assigned');

create type public.purchase_status as enum ('COMPLETED', 'PENDING', 'FAILED', 'REFUNDED');

create type public.user_role as enum ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER');

create type public.video_provider as enum ('NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER');

CREATE OR REPLACE FUNCTION private.is_app_path(link text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(link) <= 2000 and link ~ '^/(?![/\\])[^[:space:][:cntrl:]\\<>"]*$'
$function$;
comment on function private.is_app_path(text) is 'Takes a link; true when it is a route on this origin: one leading slash, never two (rules/courses#links).';
grant execute on function private.is_app_path(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$function$;
comment on function private.is_slug(text) is 'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_video_asset(provider public.video_provider, asset_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case provider
    when 'NONE' then asset_id is null
    when 'YOUTUBE' then asset_id ~ '^[A-Za-z0-9_-]{11}$'
    when 'VIMEO' then asset_id ~ '^[0-9]{1,12}(/[0-9a-f]{6,20})?$'
    when 'LOOM' then asset_id ~ '^[0-9a-f]{32}$'
    when 'CF' then asset_id ~ '^[A-Za-z0-9_-]{10,64}$'
    when 'MUX' then asset_id ~ '^[A-Za-z0-9]{10,128}$'
  end
$function$;
comment on function private.is_video_asset(public.video_provider,text) is 'Takes a provider and an id; true when the id has that provider''s form, so that no token or address can pose as one (rules/courses#video-providers).';
grant execute on function private.is_video_asset(public.video_provider,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_web_link(link text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(link) <= 2000
     and link ~* '^https?://[^[:space:][:cntrl:]/?#@:\\<>"]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\<>"]*)?$'
$function$;
comment on function private.is_web_link(text) is 'Takes a link; true when it is http(s) with a host, without user info, blanks or quotes, 2,000 characters at most (rules/courses#links).';
grant execute on function private.is_web_link(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;
comment on function private.touch_updated_at() is 'Row trigger: stamps updated_at.';
