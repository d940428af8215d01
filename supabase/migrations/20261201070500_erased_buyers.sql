-- Why: a sale without a member holds its buyer's address. When an account with that address is deleted, it goes there too
-- (rules/accounts#erasure).

create or replace function private.erase_from_purchases(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_logs l set before = l.before - array['reason', 'refund_reason'], after = l.after - array['reason', 'refund_reason']
  where l.target_type = 'purchase' and l.target_id in (select p.id::text from public.purchases p where p.user_id = person)
    and (l.before ?| array['reason', 'refund_reason'] or l.after ?| array['reason', 'refund_reason']);
  -- A purchase by hand has to have a reason.
  update public.purchases p
  set reason = case when p.reason is not null then 'Deleted account' end,
    refund_reason = case when p.refund_reason is not null then 'Deleted account' end
  where p.user_id = person and (p.reason is not null or p.refund_reason is not null);
  -- Of an account that was never confirmed nobody has shown that the address is theirs.
  update public.purchases p set buyer_email = null
  from public.profiles q join auth.users u on u.id = q.id
  where q.id = person and u.email_confirmed_at > 'epoch' and lower(p.buyer_email) = lower(q.email);
end
$$;
comment on function private.erase_from_purchases(uuid) is
  'Takes a person; why their purchases were recorded or refunded by hand is said no more, there and in the records, and sales without a member hold their address no more.';
