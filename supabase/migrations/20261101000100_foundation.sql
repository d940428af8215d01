-- Why: a hosted project starts permissive: everything created in `public` is granted to every API role.
-- Here nothing is granted by default. Each migration says what it gives, and to whom.
--
-- Schema `public` is what the API shows; `private` holds helpers and is not exposed.

alter default privileges in schema public revoke all on tables from anon, authenticated, public;

alter default privileges in schema public revoke all on sequences from anon, authenticated, public;

alter default privileges in schema public revoke all on functions from anon, authenticated, public;

-- Executing a new function is PUBLIC's by a global default, which a per-schema rule cannot take away.
alter default privileges revoke execute on functions from public;

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

create schema private;

comment on schema private is
  'Helpers of policies and functions. Not exposed by the API; callers need usage because policies run as them.';
grant usage on schema private to anon, authenticated, service_role;

create type public.user_role as enum ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER');

create type public.permission_scope as enum ('any', 'own', 'assigned');

create type public.course_status as enum ('DRAFT', 'PUBLISHED');

create type public.lesson_content_type as enum ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');

create type public.video_provider as enum ('NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER');

create type public.entitlement_source as enum ('MANUAL', 'INVITE', 'PURCHASE');

create type public.purchase_status as enum ('COMPLETED', 'PENDING', 'FAILED', 'REFUNDED');

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

create type public.notification_type as enum ('success', 'warning', 'error', 'info');

-- Links that people type (rules/courses#links). Checked here because the browser is not to be trusted.
create function private.is_web_link(link text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(link) <= 2000
     and link ~* '^https?://[^[:space:][:cntrl:]/?#@:\\<>"]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\<>"]*)?$'
$$;
comment on function private.is_web_link(text) is
  'Takes a link; true when it is http(s) with a host, without user info, blanks or quotes, 2,000 characters at most (rules/courses#links).';
grant execute on function private.is_web_link(text) to authenticated, service_role;

create function private.is_app_path(link text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(link) <= 2000 and link ~ '^/(?![/\\])[^[:space:][:cntrl:]\\<>"]*$'
$$;
comment on function private.is_app_path(text) is
  'Takes a link; true when it is a route on this origin: one leading slash, never two (rules/courses#links).';
grant execute on function private.is_app_path(text) to authenticated, service_role;

create function private.is_slug(slug text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$$;
comment on function private.is_slug(text) is
  'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';
grant execute on function private.is_slug(text) to authenticated, service_role;

create function private.is_video_asset(provider public.video_provider, asset_id text) returns boolean
language sql immutable set search_path = '' as $$
  select case provider
    when 'NONE' then asset_id is null
    when 'YOUTUBE' then asset_id ~ '^[A-Za-z0-9_-]{11}$'
    when 'VIMEO' then asset_id ~ '^[0-9]{1,12}(/[0-9a-f]{6,20})?$'
    when 'LOOM' then asset_id ~ '^[0-9a-f]{32}$'
    when 'CF' then asset_id ~ '^[A-Za-z0-9_-]{10,64}$'
    when 'MUX' then asset_id ~ '^[A-Za-z0-9]{10,128}$'
  end
$$;
comment on function private.is_video_asset(public.video_provider, text) is
  'Takes a provider and an id; true when the id has that provider''s form, so that no token or address can pose as one (rules/courses#video-providers).';
grant execute on function private.is_video_asset(public.video_provider, text) to authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Row trigger: stamps updated_at.';
