-- Why: every way of coming to a course, in every state. Invites d1…, their tokens dd…, purchases d2….
-- An invite lives for 48 hours; number 03 was sent again, so its expiry is later than that.

insert into public.invites (id, token, email, role, invited_by_id, created_at, expires_at, redeemed_at, redeemed_by_id, cancelled_at)
select
  ('d1000000-0000-4000-8000-0000000000' || i.n)::uuid,
  ('dd000000-0000-4000-8000-0000000000' || i.n)::uuid,
  i.email, i.role::public.user_role,
  ('a0000000-0000-4000-8000-0000000000' || i.sender)::uuid,
  now() - i.sent::interval,
  now() - i.sent::interval + i.lives::interval,
  now() - i.redeemed::interval,
  ('a0000000-0000-4000-8000-0000000000' || i.redeemer)::uuid,
  now() - i.cancelled::interval
from (values
  -- active
  ('01', 'nora.beck@example.org',   'MEMBER',    '03', '6 hours',          '48 hours',  null,              null, null),
  ('02', 'helen.park@example.org',  'MODERATOR', '01', '20 hours',         '48 hours',  null,              null, null),
  ('03', 'tom.baker@example.org',   'MEMBER',    '03', '4 days',           '126 hours', null,              null, null),
  -- redeemed
  ('04', 'grace.kim@rookies.test',  'MEMBER',    '03', '5 days',           '48 hours',  '3 days 20 hours', '20', null),
  ('05', 'Freya.Sorensen@rookies.test', 'MEMBER', '01', '9 days 7 hours',  '48 hours',  '9 days',          '18', null),
  ('06', 'siobhan.obrien@rookies.test', 'MEMBER', '02', '42 days',         '48 hours',  '41 days',         '15', null),
  -- expired
  ('07', 'paul.weber@example.org',  'MEMBER',    '03', '6 days',           '48 hours',  null,              null, null),
  ('08', 'ines.costa@example.org',  'CREATOR',   '01', '20 days',          '48 hours',  null,              null, null),
  ('09', 'ravi.menon@example.org',  'MEMBER',    '02', '40 days',          '48 hours',  null,              null, null),
  -- cancelled, one of them because of a slip of the pen
  ('10', 'maya.lopez@exmaple.org',  'MEMBER',    '01', '11 days',          '48 hours',  null,              null, '10 days 23 hours 48 minutes'),
  ('11', 'olga.petrova@example.org', 'MEMBER',   '03', '1 day 3 hours',    '48 hours',  null,              null, '22 hours')
) as i (n, email, role, sender, sent, lives, redeemed, redeemer, cancelled);

insert into public.invite_courses (invite_id, course_id)
select ('d1000000-0000-4000-8000-0000000000' || i.n)::uuid, ('c0000000-0000-4000-8000-00000000000' || i.course)::uuid
from (values
  ('01', 1), ('01', 2), ('03', 1), ('04', 1), ('04', 3), ('05', 1), ('05', 2),
  ('06', 1), ('07', 2), ('09', 1), ('10', 1), ('11', 3)
) as i (n, course);

-- Amounts in cents. The references have the form that the providers give them, and lead nowhere.
insert into public.purchases (id, user_id, course_id, amount_cents, currency, provider, provider_ref, status, created_at, updated_at)
select
  ('d2000000-0000-4000-8000-0000000000' || p.n)::uuid,
  ('a0000000-0000-4000-8000-0000000000' || p.buyer)::uuid,
  ('c0000000-0000-4000-8000-00000000000' || p.course)::uuid,
  p.cents, p.currency, p.provider, p.ref, p.status::public.purchase_status,
  now() - p.made::interval,
  now() - p.settled::interval
from (values
  ('01', '06', 1,  9900, 'EUR', 'stripe', 'pi_demo_3QwZ06C1', 'COMPLETED', '196 days 1 minute', '196 days'),
  ('02', '07', 2, 13900, 'EUR', 'stripe', 'pi_demo_3QwJ07C2', 'COMPLETED', '160 days 1 minute', '160 days'),
  ('03', '08', 3, 14900, 'EUR', 'stripe', 'pi_demo_3QwL08C3', 'REFUNDED',  '148 days',          '139 days'),
  ('04', '14', 1,  9900, 'USD', 'paypal', 'PAYID-DEMO-14C1',  'REFUNDED',  '141 days',          '138 days'),
  ('05', '09', 3, 14900, 'USD', 'stripe', 'pi_demo_3QwM09C3', 'COMPLETED', '95 days 2 minutes', '95 days'),
  ('06', '10', 3, 14900, 'USD', 'paypal', 'PAYID-DEMO-10C3',  'COMPLETED', '80 days 3 minutes', '80 days'),
  ('07', '11', 3, 14900, 'EUR', 'stripe', 'pi_demo_3QwH11C3', 'FAILED',    '31 days',           '31 days'),
  ('08', '16', 2, 14900, 'USD', 'stripe', 'pi_demo_3QwA16X1', 'FAILED',    '25 days 9 minutes', '25 days 8 minutes'),
  ('09', '16', 2, 14900, 'USD', 'stripe', 'pi_demo_3QwA16C2', 'COMPLETED', '25 days 1 minute',  '25 days'),
  ('10', '04', 3, 14900, 'USD', 'stripe', 'pi_demo_3QwS04X1', 'FAILED',    '2 days 6 minutes',  '2 days 5 minutes'),
  ('11', '04', 3, 14900, 'USD', 'stripe', 'pi_demo_3QwS04C3', 'COMPLETED', '2 days 1 minute',   '2 days'),
  ('12', '18', 3, 13900, 'EUR', 'paypal', 'PAYID-DEMO-18C3',  'PENDING',   '5 hours',           '5 hours'),
  ('13', '17', 2, 14900, 'USD', 'stripe', 'pi_demo_3QwC17C2', 'PENDING',   '40 minutes',        '40 minutes')
) as p (n, buyer, course, cents, currency, provider, ref, status, made, settled);
