-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create type public.site_accent as enum ('green', 'teal', 'blue', 'violet', 'plum', 'copper');
