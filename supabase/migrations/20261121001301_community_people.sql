-- Why: whoever moderates a community has to know who is in it, and to be able to keep somebody out
-- (decisions, section 6). Row security gives moderators the memberships but no profile; what a screen
-- shows leaves the database here, by name alone.

create function public.community_people(slug text, skip integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first integer := greatest(coalesce(community_people.skip, 0), 0);
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_standing(c.id) s
  where c.slug = community_people.slug and s.moderates and s.state <> 'BANNED';
  if not found then
    return null;
  end if;
  return (
    with person as materialized (
      select m.user_id, p.name, m.role = 'MODERATOR' as leads, m.banned, m.joined_at,
        row_number() over (order by m.role = 'MODERATOR' desc, lower(p.name) nulls last, m.user_id) as place
      from public.community_members m join public.profiles p on p.id = m.user_id
      -- Whoever was banned stays on the list after leaving: the ban does too.
      where m.community_id = here.community_id and (m.left_at is null or m.banned)
    )
    select jsonb_build_object(
      'community', private.community_head(here.community_id, here.state, here.moderates, here.posts, 500),
      'total', (select count(*)::int from person),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.name, 'leads', p.leads, 'banned', p.banned,
          'joined_at', p.joined_at, 'mine', p.user_id = private.uid()) order by p.place)
        from person p where p.place > first and p.place <= first + 50), '[]'))
  );
end
$$;
comment on function public.community_people(text, integer) is
  'Takes a community''s slug and how many people one has already; for its moderators and for administrators the next fifty members and banned people, moderators first, then by name, and how many there are. Null for everybody else. Definer, because it names people, by name alone (decisions, section 6).';

create function public.ban_member(community_id uuid, user_id uuid, banned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.community_members m
    where m.community_id = ban_member.community_id and m.user_id = ban_member.user_id
      and (private.can('community_members', 'update')
        or (m.community_id in (select private.joined_community_ids('MODERATOR'))
          and m.role = 'MEMBER' and m.user_id <> private.uid()))
  ) then
    perform private.refuse('You may not ban this member.');
  end if;
  update public.community_members m set banned = ban_member.banned
  where m.community_id = ban_member.community_id and m.user_id = ban_member.user_id and m.banned <> ban_member.banned;
end
$$;
comment on function public.ban_member(uuid, uuid, boolean) is
  'Takes a community, a person in it and whether they are banned from now on: administrators anybody, moderators of the community its plain members and never themselves. Raises 42501. Definer, because only administrators hold the update policy (decisions, section 6).';

grant execute on function public.community_people(text, integer), public.ban_member(uuid, uuid, boolean) to authenticated;
