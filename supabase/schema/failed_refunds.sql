-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.taken_grants (
  purchase_id uuid not null,
  grant_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  taken_at timestamp with time zone not null default now(),
  constraint taken_grants_pkey PRIMARY KEY (purchase_id),
  constraint taken_grants_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES public.purchases(id) ON DELETE CASCADE
);
alter table private.taken_grants enable row level security;
comment on table private.taken_grants is 'What a refund took from the buyer of its purchase, as it was, so that it can be given back. grant_id is null where the refund came before anything was granted. No grants: settle_purchase() writes.';

CREATE OR REPLACE FUNCTION private.gone_back(provider text, ref text, OUT known boolean, OUT whole boolean, OUT cents numeric)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with event as materialized (
    select e.kind, coalesce(e.about, e.event_id) as about, coalesce(e.amount_cents, 0) as cents, e.whole, e.occurred_at, e.received_at
    from private.purchase_events e where e.provider = gone_back.provider and e.ref = gone_back.ref
  ), failed as (
    select distinct on (e.about) e.cents, e.occurred_at, e.received_at
    from event e where e.kind = 'REFUND_FAILED' order by e.about, e.occurred_at, e.received_at
  ), refunded as (
    select e.*, row_number() over (order by e.occurred_at, e.received_at) = 1 as is_first from event e where e.kind = 'REFUND'
  ), standing as (
    -- Each gives the sum so far, with what failed later. What failed was made before, whatever comes in first.
    select r.whole and f.cents is null as whole, r.cents - coalesce(f.cents, 0) as cents
    from refunded r cross join lateral (
      select sum(f.cents) as cents from failed f where r.is_first or (f.occurred_at, f.received_at) > (r.occurred_at, r.received_at)) f
  ), dispute as (
    select distinct on (e.about) e.kind, e.cents
    from event e where e.kind in ('DISPUTE_LOST', 'DISPUTE_WON') order by e.about, e.occurred_at desc, e.received_at desc
  )
  select exists (select from event e where e.kind in ('REFUND', 'DISPUTE_LOST')),
    coalesce((select bool_or(s.whole) from standing s), false),
    greatest(coalesce((select max(s.cents) from standing s), 0), 0)
      + coalesce((select sum(d.cents) from dispute d where d.kind = 'DISPUTE_LOST'), 0)
$function$;
comment on function private.gone_back(text,text) is 'Takes a provider and a payment; what has gone back to the buyer and stayed there, by its events in any order: whether any went back at all, whether all of it did, and the sum. A refund gives the sum so far, less what failed; a lost dispute its own amount, unless it was won later.';
