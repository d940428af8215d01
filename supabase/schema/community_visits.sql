-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.community_visits (
  user_id uuid not null,
  community_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint community_visits_pkey PRIMARY KEY (user_id, community_id),
  constraint community_visits_seen_at_range CHECK (((seen_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (seen_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint community_visits_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.communities(id) ON DELETE CASCADE,
  constraint community_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.community_visits enable row level security;
CREATE INDEX community_visits_community_id_idx ON private.community_visits USING btree (community_id);
comment on table private.community_visits is 'Up to which moment a person has seen what is said in a community (rules/communities#news).';

CREATE OR REPLACE FUNCTION private.new_posts()
 RETURNS TABLE(community_id uuid, posts integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.community_id, fresh.posts
    from public.community_members m
    left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
    cross join lateral (
      select count(*)::int as posts from (
        select 1 from public.community_posts p
        where p.community_id = m.community_id and p.created_at > greatest(m.joined_at, v.seen_at)
          and p.deleted_at is null and p.author_id is distinct from m.user_id
        limit 10) latest
    ) fresh
    where m.user_id = private.uid() and m.left_at is null and not m.banned
      and m.community_id in (select private.open_community_ids());
end
$function$;
comment on function private.new_posts() is 'For each open community that the caller has joined, how many posts and replies of others came since they looked at it or joined, ten at most.';

CREATE OR REPLACE FUNCTION public.new_in_communities()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from (
      select 1
      from public.community_members m
      left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
      cross join lateral (
        -- Bounded, so that each community is one look into the index of its feed.
        select 1 from public.community_posts p
        where p.community_id = m.community_id and p.created_at > greatest(m.joined_at, v.seen_at)
          and p.deleted_at is null and p.author_id is distinct from m.user_id
        limit 10
      ) fresh
      where m.user_id = private.uid() and m.left_at is null and not m.banned
        and m.community_id in (select private.open_community_ids())
      limit 10
    ) latest
  );
end
$function$;
comment on function public.new_in_communities() is 'How many posts and replies of others the caller''s communities hold since they looked, ten at most; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.new_in_communities() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.see_community(slug text, seen timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.community_visits as v (user_id, community_id, seen_at)
  select private.uid(), c.id, least(see_community.seen, now())
  from public.communities c
  where c.slug = see_community.slug and c.id in (select private.joined_community_ids())
  -- Two pages may say it in any order.
  on conflict (user_id, community_id) do update set seen_at = excluded.seen_at where v.seen_at < excluded.seen_at;
  return public.new_in_communities();
end
$function$;
comment on function public.see_community(text,timestamp with time zone) is 'Takes a community''s slug and the moment up to which the caller has seen what is said there; what came before is no news any more. Nothing happens for who has not joined it. Answers new_in_communities() afterwards. Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.see_community(text,timestamp with time zone) to authenticated, service_role;
