-- Why: The school has a logo

set check_function_bodies = off;

alter table public.settings add column logo text not null default ''::text;

create or replace function public.public_settings()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'accent', s.accent,
      'logo', s.logo,
      'time_zone', s.time_zone,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$function$;

create or replace function private.is_file_used(file text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (select from public.lesson_files f where 'lesson-files/' || f.path = file)
    or exists (select from public.courses c where c.thumbnail_url = file)
    or exists (select from public.settings s where s.logo = file)
    or exists (select from private.work_files w where 'work-files/' || w.path = file)
$function$;

create or replace function private.cover_gone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Until then, an administrator can restore the picture from the audit record.
  perform private.enqueue_file_removal(to_jsonb(old) ->> tg_argv[0], now() + interval '30 days');
  return null;
end
$function$;

create or replace function private.waiting_uploads(
  out files integer,
  out bytes bigint,
  out arrived bigint
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*), coalesce(sum(coalesce((o.metadata ->> 'size')::bigint, u.size)), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint), 0)
  from private.uploads u
  left join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
  where u.user_id = private.uid()
    and not exists (select from public.lesson_files f where u.bucket = 'lesson-files' and f.path = u.path)
    and not exists (select from public.courses c where u.bucket = 'covers' and c.thumbnail_url = 'covers/' || u.path)
    and not exists (select from public.settings s where u.bucket = 'covers' and s.logo = 'covers/' || u.path)
    and not exists (select from private.work_files w where u.bucket = 'work-files' and w.path = u.path)
$function$;

alter table public.settings add constraint settings_logo_form CHECK (((logo = ''::text) OR (private.is_stored_file(logo, 'covers'::text) AND (logo ~ '-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\.png$'::text))));

grant UPDATE (logo) on public.settings to authenticated;

create trigger settings_logo_update after update of logo on public.settings
  for each row
  when (old.logo <> '' and old.logo <> new.logo)
  execute function private.cover_gone('logo');

drop trigger courses_cover_delete on public.courses;
create trigger courses_cover_delete after delete on public.courses
  for each row
  when (old.thumbnail_url ~~ 'covers/%')
  execute function private.cover_gone('thumbnail_url');

drop trigger courses_cover_update on public.courses;
create trigger courses_cover_update after update of thumbnail_url on public.courses
  for each row
  when (old.thumbnail_url ~~ 'covers/%' and old.thumbnail_url is distinct from new.thumbnail_url)
  execute function private.cover_gone('thumbnail_url');

comment on column public.settings.logo is 'The school''s logo as covers/<path>; empty if it has none. The name of the file ends with its size in pixels, -<width>x<height>.png, by which pages lay it out (rules/settings#logo).';

comment on function private.is_file_used(text) is 'Takes bucket/path; true while a lesson holds the file, a course, in the bin too, has it as its cover, the school has it as its logo, or a round has it.';

comment on function private.cover_gone() is 'Row trigger: takes the column of a cover or logo, and schedules the removal of the picture that it no longer names, in 30 days.';

comment on function private.waiting_uploads() is 'The caller''s uploads that no lesson, no course, no round and no setting names yet: how many were begun, their bytes as storage measured them or else as the caller announced them, and the bytes that have arrived.';
