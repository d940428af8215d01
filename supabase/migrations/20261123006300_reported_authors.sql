-- Why: who deals with a report wants to know what else is with its author. A name leads to a person's page
-- (rules/members#person-page), which takes their id: for those alone who may list people. Others go on learning of an
-- author nothing but the name (rules/communities#feed).

create or replace function public.community_reports(slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with open_report as materialized (
      select r.post_id, min(r.created_at) as first_at, count(*)::int as reports,
        (array_agg(left(r.reason, 300) order by r.created_at) filter (where btrim(r.reason) <> ''))[1:3] as reasons
      from public.communities c
      cross join lateral private.community_membership(c.id) s
      join public.community_posts p on p.community_id = c.id and p.deleted_at is null
      join public.community_post_reports r on r.post_id = p.id and r.resolved_at is null
      where c.slug = community_reports.slug and s.moderates and s.state <> 'BANNED'
      group by r.post_id
    ), page as (
      select o.* from open_report o order by o.first_at, o.post_id limit 8
    )
    select jsonb_build_object('total', (select count(*)::int from open_report),
      'items', jsonb_agg(jsonb_build_object('post', v.view, 'reasons', to_jsonb(coalesce(p.reasons, '{}')),
          'author_id', case when (select private.can('profiles', 'list')) then w.author_id end)
        order by p.first_at, p.post_id))
    from page p
    join public.community_posts w on w.id = p.post_id
    join private.post_views(array(select q.post_id from page q), 500, true) v on v.id = p.post_id
    having count(*) > 0
  );
end
$$;
comment on function public.community_reports(text) is
  'Takes a community''s slug; for its moderators and for administrators the eight posts that were reported first and not dealt with, with up to three of the reasons; not who reported them. Null when there is none, and for everyone else. Definer, because it names authors: by name, and for those who may list people by id.';
