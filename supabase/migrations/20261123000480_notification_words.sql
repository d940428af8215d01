-- Why: two words that each many notifications have and none has together were looked for one by one in all of
-- them: 4 s among a million. And a search read its index twice, once to count and once for the page. Now a look
-- at the newest says which way is the shorter one, and what was counted is what the page is taken from.

create function private.notifications_found(query text, type public.notification_type, audience text, size int) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  words text := private.notifications_where(notifications_found.query, null, null);
  looked constant int := 200;
  seen int;
  ids uuid[];
begin
  execute format('select count(*) from (select n.title, n.message from public.notifications n where %s order by n.created_at desc, n.id desc limit %s) n where %s',
    scope, looked, words) into seen;
  -- What one in a hundred has is found soonest by walking from the newest. What is seldom is found by its letters: the
  -- sum keeps the planner from walking in the hope that it is not.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$$;
comment on function private.notifications_found(text, public.notification_type, text, int) is
  'Takes words, a type and an audience as notifications_where() does, and how many; gives the ids of the newest that match, newest first.';

create or replace function public.notification_list(query text default '', type public.notification_type default null, audience text default null,
  after text default null, before text default null, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.notifications_where(query, notification_list.type, audience);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 1000;
  place text[] := regexp_match(coalesce(before, after),
    '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
  searched boolean := btrim(coalesce(query, '')) <> '';
  backwards boolean := before is not null and place is not null;
  found uuid[];
  counted bigint;
  ids uuid[];
  answer jsonb;
begin
  if not private.can('notifications', 'read') then
    raise exception using errcode = '42501', message = 'You may not read all notifications.';
  end if;
  if not searched then
    select coalesce(sum(s.notifications), 0) into counted from private.notification_sums s
    where (notification_list.type is null or s.type = notification_list.type)
      and (audience is null or audience not in ('global', 'specific') or s.is_global = (audience = 'global'));
  else
    found := private.notifications_found(query, notification_list.type, audience, bound + 1);
    counted := cardinality(found);
    -- All that there is: a page is a part of it.
    if counted <= bound then
      condition := 'n.id = any ($1)';
    end if;
  end if;
  for attempt in 1..2 loop
    if searched and place is null then
      ids := found[1:size + 1];
    else
      execute format('select array(select n.id from public.notifications n where %s %s order by n.created_at %3$s, n.id %3$s limit %4$s)',
        condition,
        case when place is null then '' else format('and (n.created_at, n.id) %s (%L, %L)', case when backwards then '>' else '<' end, place[1], place[2]) end,
        case when backwards then 'asc' else 'desc' end, size + 1) into ids using found;
    end if;
    exit when not backwards or cardinality(ids) > size;
    -- The beginning: a whole page of it.
    backwards := false;
    place := null;
  end loop;
  select jsonb_build_object('total', case when searched then least(counted, bound) else counted end, 'bounded', searched and counted > bound,
    'newer', case when backwards then cardinality(ids) > size else place is not null end,
    'older', backwards or cardinality(ids) > size,
    'sums', (
      select jsonb_build_object('total', coalesce(sum(s.notifications), 0),
        'global', coalesce(sum(s.notifications) filter (where s.is_global), 0),
        'specific', coalesce(sum(s.notifications) filter (where not s.is_global), 0),
        'recent', (select count(*) from public.notifications r where r.created_at > now() - interval '24 hours'))
      from private.notification_sums s),
    'notifications', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
        'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
        'publish_at', n.publish_at, 'expires_at', n.expires_at, 'created_at', n.created_at, 'updated_at', n.updated_at,
        'recipient', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) end,
        'sender', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) end,
        -- Of one to everybody it would take counting everybody.
        'read_at', case when not n.is_global then (select d.read_at from public.notification_reads d
          where d.user_id = n.recipient_id and d.notification_id = n.id) end)
      order by n.created_at desc, n.id desc), '[]'))
  into answer
  from public.notifications n
  left join public.profiles r on r.id = n.recipient_id
  left join public.profiles s on s.id = n.sender_id
  where n.id = any (ids[1:size]);
  return answer;
end
$$;
