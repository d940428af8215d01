-- Why: the welcome page and the pages at the door are a bootcamp's own. Its name and words came from the settings, its
-- colour did not. The colours are a fixed list, since each has to be read in both themes (rules/settings#accent).

create type public.site_accent as enum ('green', 'teal', 'blue', 'violet', 'plum', 'copper');
comment on type public.site_accent is 'Colours for the welcome and sign-in pages; what they look like is the applications'' to say.';

alter table public.settings add column accent public.site_accent not null default 'green';
comment on column public.settings.accent is 'The colour of the welcome and sign-in pages (rules/settings#accent).';
grant update (accent) on public.settings to authenticated;

create or replace function public.public_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'accent', s.accent,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$$;
