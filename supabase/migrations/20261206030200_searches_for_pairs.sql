-- Why: trigrams do not find words of two letters, and most Chinese, Japanese and Korean words have two. A search of a million
-- notifications for a word that none of them contains took more than a second, and a search of payments or invites read the whole
-- table.

create index notifications_pairs_idx on public.notifications using gin (private.pairs(lower(title || ' ' || message)))
  where octet_length(title || message) <> char_length(title || message);

create or replace function private.notifications_found(
  query text,
  type public.notification_type,
  audience text,
  size integer
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- If many rows have each of two words and none has both, reading a million rows in order of time takes seconds. So the
  -- newest rows tell how frequent the words are.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  pairs text[];
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- A word that one row in twenty has is checked on the rows that the other words find: `|| ''` keeps the planner from
  -- searching the index for it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- The index of trigrams does not find words of two letters, and most Chinese, Japanese and Korean words have two. They have an
  -- index of their own.
  pairs := array(
    select substr(p, 2, 2) from unnest(patterns) p
    where p ~ ('^%[' || private.run_letters() || ']{2}%$') and (p <> all (common) or common @> patterns));
  if seen * 100 < looked and pairs <> '{}' then
    words := words || format(' and octet_length(n.title || n.message) <> char_length(n.title || n.message)'
      ' and private.pairs(lower(n.title || '' '' || n.message)) @> %L', pairs);
  end if;
  -- If one row in a hundred matches, reading from the newest on is fastest. If fewer match, the index of trigrams is
  -- fastest: the added interval keeps the planner from reading in order of time.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$function$;

-- The indexed number is 0 if all letters are ASCII. The planner would not use a partial index, because it expects such an index
-- to hold almost all rows.
create index purchases_ref_letters_idx on public.purchases ((octet_length(provider_ref) - char_length(provider_ref)));
create index purchases_buyer_letters_idx on public.purchases ((octet_length(buyer_email) - char_length(buyer_email))) where buyer_email is not null;
create index invites_email_letters_idx on public.invites ((octet_length(email) - char_length(email)));

create or replace function private.plain_like(column_name text, pattern text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  return format('lower(%s) like %L', column_name, pattern)
    || case when octet_length(pattern) <> char_length(pattern)
      then format(' and octet_length(%1$s) - char_length(%1$s) > 0', column_name) else '' end;
end
$function$;
revoke execute on function private.plain_like(text, text) from public;
comment on function private.plain_like(text,text) is 'Takes a column, as SQL, whose texts are nearly all ASCII, and a pattern in lower case; returns the SQL condition that a text matches the pattern. A pattern with non-ASCII letters is looked for only among texts that have such letters, because each such column has an index of these texts.';

create or replace function private.purchases_where(
  query text,
  status public.purchase_status,
  since timestamptz,
  until timestamptz
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return concat_ws(' and ', 'true',
    'p.status = ' || quote_literal(purchases_where.status),
    'p.created_at >= ' || quote_literal(since),
    'p.created_at < ' || quote_literal(until),
    -- Each part has its own index.
    case when btrim(query) <> '' then format($sql$p.id in (
      select r.id from public.purchases r where %1$s
      union all
      select w.id from public.purchases w where %2$s and w.buyer_email is not null
      union all
      select b.id from private.people u join public.purchases b on b.user_id = u.id where %3$s)$sql$,
      private.plain_like('r.provider_ref', private.like_pattern(query)), private.plain_like('w.buyer_email', private.like_pattern(query)),
      coalesce(private.found_by(query, 'u'), 'true')) end);
end
$function$;

create or replace function private.invites_where(query text, state text, mine boolean)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  wanted text := lower(btrim(left(coalesce(invites_where.query, ''), 320)));
begin
  return concat_ws(' and ', 'true',
    case when wanted <> '' then private.plain_like('i.email',
      '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%') end,
    case when invites_where.mine or not private.can('invites', 'read') then format('i.invited_by_id = %L', private.uid()) end,
    case invites_where.state
      when 'REDEEMED' then 'i.redeemed_at is not null'
      when 'CANCELLED' then 'i.redeemed_at is null and i.cancelled_at is not null'
      when 'EXPIRED' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at <= now()'
      when 'ACTIVE' then 'private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)' end);
end
$function$;

-- Without statistics of the new expressions, the planner would not use their indexes.
analyze public.notifications, public.purchases, public.invites;
