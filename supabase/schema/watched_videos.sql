-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.video_of(provider public.video_provider, asset_id text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select provider || ':' || asset_id
$function$;
comment on function private.video_of(public.video_provider,text) is 'Takes a lesson''s provider and id; the name of its video, as progress keeps it; null without one.';
grant execute on function private.video_of(public.video_provider,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.watched_share(watched int4multirange, duration_sec numeric, typed_sec integer, start_sec integer)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select least(1, sum(upper(piece) - lower(piece))::numeric / (film.seconds - film.start))
  from (
    -- The length that the editor typed stands in until the player says it. A start behind the end is none.
    select length.seconds, case when start_sec < length.seconds then start_sec else 0 end as start
    from (select nullif(floor(coalesce(nullif(duration_sec, 0), typed_sec)), 0) as seconds) length
  ) film
  cross join lateral unnest(watched * int4multirange(int4range(film.start, null))) piece
  where film.seconds > 0
  group by film.seconds, film.start
$function$;
comment on function private.watched_share(int4multirange,numeric,integer,integer) is 'Takes watched seconds, the length that the player said, the one that was typed, and the second at which the lesson''s video begins; which share of what is shown, from there to the end, was watched: 0 to 1, null where that is nothing or the length is not known (rules/learning#watched).';
grant execute on function private.watched_share(int4multirange,numeric,integer,integer) to authenticated, service_role;
