-- Why: the figures above the list say what was earned and what is open. Narrowed to one status they would
-- say nothing: they follow the search and the days alone, and the list says how many it found.

create or replace function public.purchase_list(query text default '', status public.purchase_status default null,
  since timestamptz default null, until timestamptz default null, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.purchases_where(query, purchase_list.status, since, until);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  sums jsonb;
  rows jsonb;
begin
  if not private.can('purchases', 'read') then
    raise exception using errcode = '42501', message = 'You may not read purchases.';
  end if;
  execute format($sql$
    select jsonb_build_object('found', coalesce(sum(g.n) filter (where %1$L is null or g.status = %1$L), 0),
      'total', coalesce(sum(g.n), 0),
      'completed', coalesce(sum(g.n) filter (where g.status = 'COMPLETED'), 0),
      'pending', coalesce(sum(g.n) filter (where g.status = 'PENDING'), 0),
      -- Two currencies have no sum.
      'revenue', coalesce(jsonb_agg(jsonb_build_object('currency', g.currency, 'cents', g.cents) order by g.cents desc, g.currency)
        filter (where g.status = 'COMPLETED'), '[]'))
    from (%2$s) g$sql$,
    purchase_list.status,
    case when btrim(coalesce(query, '')) = '' and since is null and until is null then
      'select s.status, s.currency, s.purchases as n, s.cents from private.purchase_sums s where s.purchases > 0'
    else
      format('select p.status, p.currency, count(*) as n, sum(p.amount_cents) as cents from public.purchases p where %s group by p.status, p.currency',
        private.purchases_where(query, null, since, until))
    end) into sums;
  execute format($sql$
    with page as materialized (
      select p.id from public.purchases p where %s order by p.created_at desc, p.id desc limit %s offset %s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'amount_cents', p.amount_cents, 'refunded_cents', p.refunded_cents, 'currency', p.currency,
        'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status, 'created_at', p.created_at,
        'member', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end,
        'item', coalesce(c.title, m.name))
      order by p.created_at desc, p.id desc), '[]')
    from page join public.purchases p on p.id = page.id
    left join public.profiles u on u.id = p.user_id
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id$sql$,
    condition, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return sums || jsonb_build_object('purchases', rows);
end
$$;
comment on function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int) is
  'Takes a search over the buyer''s name and address and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100); gives {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, item}]}, newest first. found counts what the list holds on all pages; the other counts and sums are of the search and the days, in any status; revenue is of what was COMPLETED, by currency. For whoever may read every purchase; raises 42501.';
