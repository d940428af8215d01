-- Why: the number of people of a community counted banned people, who are not members (rules/communities#banned). The list
-- has them, so their number is told apart.

create or replace function public.community_people(slug text, skip integer default 0)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  first integer := greatest(coalesce(community_people.skip, 0), 0);
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_membership(c.id) s
  where c.slug = community_people.slug and s.moderates and s.state <> 'BANNED';
  if not found then
    return null;
  end if;
  return (
    with person as materialized (
      select m.user_id, p.name, m.role = 'MODERATOR' as leads, m.banned, m.joined_at,
        row_number() over (order by m.role = 'MODERATOR' desc, lower(p.name) nulls last, m.user_id) as place
      from public.community_members m join public.profiles p on p.id = m.user_id
      -- A ban stays when the person leaves, so the person stays on the list.
      where m.community_id = here.community_id and (m.left_at is null or m.banned)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'total', (select count(*)::int from person where not person.banned),
      'banned', (select count(*)::int from person where person.banned),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.name, 'leads', p.leads, 'banned', p.banned,
          'joined_at', p.joined_at, 'mine', p.user_id = private.uid()) order by p.place)
        from person p where p.place > first and p.place <= first + 50), '[]'))
  );
end
$function$;
comment on function public.community_people(text,integer) is 'Takes a community''s slug and how many people one has already; for its moderators and for administrators the next fifty members and banned people, moderators first, then by name, and how many of each there are. Null for everyone else. Definer, because it names people, by name alone (rules/communities#feed).';
revoke all on function public.community_people(text, integer) from public, anon;
grant execute on function public.community_people(text, integer) to authenticated, service_role;
