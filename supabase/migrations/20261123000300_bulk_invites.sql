-- Why: what is done to one invite is done to two hundred as well: sent again, or cancelled, by selection or
-- by whatever the list's filter finds, with a count first and in pieces that can be sent again (decisions,
-- section 10, Bulk). And whoever invites somebody who is a member already is told so before.

create function private.invite_verdicts(act text, batch uuid[]) returns table (id uuid, state text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  any_invite boolean := private.can('invites', invite_verdicts.act);
  own_invite boolean := private.can('invites', invite_verdicts.act, 'own');
  any_role boolean := private.can('invites', 'give_role');
  any_course boolean := private.can('entitlements', 'create');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- Sent again it gives once more what it gives: by today's rights, as resend_invite() has it.
      when i.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
      when exists (
        select 1 from public.invite_courses ic
        where ic.invite_id = i.id and not exists (
          select 1 from public.courses c
          where c.id = ic.course_id and c.deleted_at is null
            and (any_course or c.id in (select private.my_course_ids('invites', 'create'))))
      ) then 'COURSE_DENIED'
      else 'READY' end
    from public.invites i
    where i.id = any (batch) and (any_invite or (own_invite and i.invited_by_id = me));
end
$$;
comment on function private.invite_verdicts(text, uuid[]) is
  'Takes resend or cancel and invites; says of each that is the caller''s to do it to: READY, REDEEMED, CANCELLED, and of resending ROLE_DENIED or COURSE_DENIED when the caller could not give that any more. Of all others nothing.';

create function private.invite_batch(act text, invite_ids uuid[], query text, state text, mine boolean, after uuid, most int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  batch uuid[];
begin
  if act is null or act not in ('resend', 'cancel') then
    raise exception using errcode = 'PT422', hint = 'UNKNOWN_ACT', message = 'Invites are sent again or cancelled.';
  end if;
  if not private.can('invites', act, 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  if invite_ids is not null then
    if cardinality(invite_ids) > 20000 then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer invites.';
    end if;
    return invite_ids;
  end if;
  execute format('select array(select i.id from public.invites i where %s and ($1 is null or i.id > $1) order by i.id limit $2)',
    private.invites_where(query, state, coalesce(mine, false))) into batch using after, most;
  return batch;
end
$$;
comment on function private.invite_batch(text, uuid[], text, text, boolean, uuid, int) is
  'The invites that are meant: those named, at most 20,000, or so many of those that invite_list() finds for the search and status, in the order of their ids behind `after`. Raises 42501 unless the caller may do that to their own at least, PT422 UNKNOWN_ACT, TOO_MANY.';

create function public.count_invites(act text, invite_ids uuid[] default null, query text default null, state text default null,
  mine boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  batch uuid[] := private.invite_batch(act, invite_ids, query, count_invites.state, mine, null, null);
begin
  return jsonb_build_object('states', (
    select coalesce(jsonb_object_agg(v.state, v.invites), '{}')
    from (select w.state, count(*) as invites from private.invite_verdicts(act, batch) w group by w.state) v));
end
$$;
comment on function public.count_invites(text, uuid[], text, text, boolean) is
  'What change_invites() would come to: takes resend or cancel, and invites by id or as invite_list() finds them; gives {states: {READY: how many, REDEEMED, CANCELLED, ROLE_DENIED, COURSE_DENIED}}, of those alone that the caller may do it to. Changes nothing. Raises as invite_batch() does.';

create function public.change_invites(operation_id uuid, piece int, act text, invite_ids uuid[] default null, query text default null,
  state text default null, mine boolean default false, after uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- Each that is sent again is e-mailed before the next piece begins.
  size int := case act when 'resend' then 100 else 2000 end;
  -- The caller is part of the name: nobody reads what somebody else's operation came to.
  name uuid := md5('change-invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  batch uuid[];
  result jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = change_invites.piece;
  if result is null then
    if cardinality(invite_ids) > size then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('At most %s invites at once, please.', size);
    end if;
    batch := private.invite_batch(act, invite_ids, query, change_invites.state, mine, after, size);
    -- In one order, so that two who are at it do not wait for each other; and whoever redeems one comes before or after.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then now() + interval '48 hours' else i.expires_at end,
      cancelled_at = case act when 'cancel' then now() else i.cancelled_at end
    from jsonb_array_elements(result -> 'verdicts') v
    where i.id = (v ->> 0)::uuid and v ->> 1 = 'DONE';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, change_invites.piece, result);
  end if;
  return result - 'verdicts' || jsonb_build_object('verdicts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'state', v ->> 1,
      'token', case when act = 'resend' and v ->> 1 = 'DONE' then i.token end) order by lower(i.email), i.id), '[]')
    from jsonb_array_elements(result -> 'verdicts') v join public.invites i on i.id = (v ->> 0)::uuid));
end
$$;
comment on function public.change_invites(uuid, int, text, uuid[], text, text, boolean, uuid) is
  'Sends invites again (48 hours from now, under the same links; the e-mails are the edge function''s) or cancels them, in pieces of 100 and of 2,000: those named, or those that invite_list() finds, in the order of their ids behind `after`. Gives {invites: how many it looked at, verdicts: [{id, email, state, token}], last}, state being DONE or why it was left as it was (see count_invites()), last the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (decisions, section 10, Bulk).';

-- A session keeps the plan that it made for its first change, of one row: it pairs before and after by
-- trying each with each, which takes a thousand invites fifteen seconds. By hash it takes 0.2 s, and one row no longer.
alter function private.audit() set enable_nestloop = off;

-- Before inviting --------------------------------------------------------------------------------------

create function public.member_by_address(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
    from public.profiles p where lower(p.email) = lower(btrim(address)) order by p.created_at limit 1);
end
$$;
comment on function public.member_by_address(text) is
  'Takes an address; the member who has it, as members() shows them, or null. For whoever may read every profile, and for nobody else: an address could be probed by it. Raises 42501.';

grant execute on function public.count_invites(text, uuid[], text, text, boolean),
  public.change_invites(uuid, int, text, uuid[], text, text, boolean, uuid), public.member_by_address(text) to authenticated;
