-- Why: whom somebody has asked, and who has come, is taken along as a file like every other list.

create function private.export_invites(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
begin
  -- No token: whoever holds it holds the invite.
  columns := array['id', 'email', 'role', 'status', 'courses', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', coalesce(nullif(btrim(s.name), ''), s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$$;
comment on function private.export_invites(jsonb) is
  'Takes {search, status} as invite_list() has them; gives columns and query of the invites'' export. Without the tokens, which are the right to accept.';
insert into private.export_lists (list, resource, personal) values ('invites', 'invites', '{search}');
