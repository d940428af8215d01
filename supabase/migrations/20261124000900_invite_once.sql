-- Why: when the answer to an invite is lost, the person who pressed does not know whether it was made,
-- and presses again. The same invite again, from the same person and while the first is fresh, is that
-- one: nobody gets two links, and no list shows the address twice.

create or replace function public.create_invite(email text, role public.user_role default 'MEMBER', course_ids uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text := btrim(create_invite.email);
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i
  where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
    and i.created_at > now() - interval '10 minutes'
    and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
    and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
         from public.invite_courses c where c.invite_id = i.id)
      = (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}')
         from unnest(course_ids) wanted(id))
  order by i.created_at desc limit 1;
  if invite.id is null then
    insert into public.invites (email, role, invited_by_id)
    values (address, create_invite.role, private.uid())
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select distinct invite.id, wanted.id from unnest(course_ids) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$$;
comment on function public.create_invite(text, public.user_role, uuid[]) is
  'Takes an address, a role to give and courses; makes an invite that lasts 48 hours and answers it with its token. The same again from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, 23514 for an address that is none.';
