-- Why: whoever invites keeps track of whom they have asked and who has come, and a class of two hundred is
-- invited from its list in one go: every line is judged before anything is sent, and what is made is made
-- in pieces that can be sent again (decisions, sections 4 and 10, Bulk).

-- Finding invites -----------------------------------------------------------------------------------

drop index public.invites_invited_by_id_idx, public.invites_created_at_idx;
create index invites_newest_idx on public.invites (created_at desc, id desc);
create index invites_sender_idx on public.invites (invited_by_id, created_at desc, id desc);
create index invites_email_trgm_idx on public.invites using gin (lower(email) extensions.gin_trgm_ops);
create index invites_open_idx on public.invites (expires_at, id) where redeemed_at is null and cancelled_at is null;
-- Two thousand addresses at once are looked up by it.
create index profiles_address_idx on public.profiles (lower(email));

create function private.invites_where(query text, state text, mine boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := lower(btrim(left(coalesce(invites_where.query, ''), 320)));
begin
  return concat_ws(' and ', 'true',
    case when wanted <> '' then format('lower(i.email) like %L',
      '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%') end,
    case when invites_where.mine or not private.can('invites', 'read') then format('i.invited_by_id = %L', private.uid()) end,
    case invites_where.state
      when 'REDEEMED' then 'i.redeemed_at is not null'
      when 'CANCELLED' then 'i.redeemed_at is null and i.cancelled_at is not null'
      when 'EXPIRED' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at <= now()'
      when 'ACTIVE' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()' end);
end
$$;
comment on function private.invites_where(text, text, boolean) is
  'Takes a part of an address, a derived status (null: any) and whether only one''s own are wanted; gives the condition on invites i as SQL, every value quoted. Whoever may not read all of them gets their own, whatever they ask for.';

create function public.invite_list(query text default '', state text default null, sort text default 'newest',
  mine boolean default false, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  execute format('select count(*) from public.invites i where %s', condition) into total;
  execute format($sql$
    select coalesce(jsonb_agg(p.row order by p.place), '[]') from (
      select row_number() over (order by %2$s) as place, jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id,
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) as row
      from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) p$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$$;
comment on function public.invite_list(text, text, text, boolean, int, int) is
  'Takes a part of an address, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, inviter, courses}]}, the token of active ones alone, courses as titles. All for administrators, their own for creators and moderators (decisions, section 3); raises 42501.';

-- Many at once --------------------------------------------------------------------------------------

create function private.judge_invites(lines jsonb, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  any_course boolean := private.can('entitlements', 'create');
  any_invite boolean := private.can('invites', 'read');
  any_person boolean := private.can('profiles', 'read');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'state', case
        when r.email !~ '^[^@[:space:],;<>"()]+@[^@[:space:],;<>"()]+\.[^@[:space:],;<>"().]+$' or char_length(r.email) > 320 then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when any_person and exists (select 1 from public.profiles p where lower(p.email) = r.address) then 'MEMBER'
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$$;
comment on function private.judge_invites(jsonb, int) is
  'Takes lines [{email, role, courses: slugs}] and how many are allowed; says of each what would come of it. Nobody learns by it what they may not read: a course of somebody else''s is an unknown one to a creator, and only those who read all profiles or all invites hear that a person is there or was asked by somebody else. Raises 42501, PT422 TOO_MANY.';

create function public.check_invites(lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  return (
    select jsonb_agg(v.verdict - 'course_ids' order by v.place)
    from jsonb_array_elements(private.judge_invites(check_invites.lines, 2000)) with ordinality v (verdict, place));
end
$$;
comment on function public.check_invites(jsonb) is
  'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs}]: [{line, email, role, courses: titles, unknown: slugs, state}] in their order, state being VALID, INVALID (no address), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, MEMBER or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';

create function public.create_invites(operation_id uuid, piece int, lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- The caller is part of the name: nobody reads what somebody else's operation came to.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- Judged again: since the dry run somebody may have signed up, or been invited.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid()) else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.judge_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid()
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$$;
comment on function public.create_invites(uuid, int, jsonb) is
  'Makes invites of up to 200 lines as check_invites() takes them and answers as it does, with id and token where the state is CREATED; lines that cannot be made are left alone and say why. A piece sent again under the same operation and number answers what it came to the first time and makes nothing more. Raises 42501, PT422 TOO_MANY (decisions, section 10, Bulk).';

grant execute on function public.invite_list(text, text, text, boolean, int, int), public.check_invites(jsonb),
  public.create_invites(uuid, int, jsonb) to authenticated;
