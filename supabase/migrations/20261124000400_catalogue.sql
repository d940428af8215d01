-- Why: what the forms take the database takes too, and what they refuse it refuses with the same words:
-- slugs of lowercase letters, digits and hyphens wherever the hyphens stand, pictures beside the
-- application, and SERVER as a word for a lesson without a video.

create or replace function private.is_slug(slug text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(slug) <= 50 and slug ~ '^[a-z0-9-]+$'
$$;
comment on function private.is_slug(text) is
  'Whether a text may be a slug: 1 to 50 lowercase letters, digits and hyphens.';

-- Authors' names are names of people.
update public.courses c set author_name = nullif(btrim(private.visible_name(c.author_name)), '')
where c.author_name <> private.visible_name(c.author_name);

create or replace function private.check_course() returns trigger
language plpgsql set search_path = '' as $$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if new.slug = '' then perform private.refuse_field('slug', 'Slug is required'); end if;
  if char_length(new.slug) > 50 then perform private.refuse_field('slug', 'Slug must be less than 50 characters'); end if;
  if not private.is_slug(new.slug) then
    perform private.refuse_field('slug', 'Slug can only contain lowercase letters, numbers, and hyphens');
  end if;
  if char_length(new.description) > 500 then
    perform private.refuse_field('description', 'Description must be less than 500 characters');
  end if;
  -- Null is let through: an imported folder may name nobody, and readers see the fallback.
  if btrim(new.author_name) = '' then perform private.refuse_field('author_name', 'Author name is required'); end if;
  if char_length(new.author_name) > 100 then
    perform private.refuse_field('author_name', 'Author name must be less than 100 characters');
  end if;
  if new.author_name <> private.visible_name(new.author_name) then
    perform private.refuse_field('author_name', 'Author name must not contain invisible characters');
  end if;
  if char_length(new.author_description) > 300 then
    perform private.refuse_field('author_description', 'Author description must be less than 300 characters');
  end if;
  -- A picture may lie beside the application.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url)) then perform private.refuse_field('thumbnail_url', 'Please enter a valid URL'); end if;
  return new;
end
$$;

-- Sent, and never stored: the trigger makes NONE of it before a row is written.
alter type public.video_provider add value if not exists 'SERVER';

create or replace function private.check_lesson() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A video on one's own server has no player: such a lesson is one without a video.
  if new.video_provider::text = 'SERVER' then
    new.video_provider := 'NONE';
    new.video_asset_id := null;
    new.video_start_sec := 0;
  end if;
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Lesson title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if char_length(new.description) > 2000 then
    perform private.refuse_field('description', 'Description must be less than 2000 characters');
  end if;
  if char_length(new.content) > 500000 then
    perform private.refuse_field('content', 'Text must be less than 500,000 characters');
  end if;
  if not private.is_video_asset(new.video_provider, new.video_asset_id) then
    perform private.refuse_field('video_asset_id', 'No valid video URL provided');
  end if;
  if not private.is_web_link(new.external_url) then perform private.refuse_field('external_url', 'Please enter a valid URL'); end if;
  if new.duration_sec not between 0 and 864000 then
    perform private.refuse_field('duration_sec', 'Duration must be between 0 seconds and 10 days');
  end if;
  return new;
end
$$;
