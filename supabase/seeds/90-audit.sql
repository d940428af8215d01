-- Why: a history that reads like use. The triggers have just recorded every row above as made at this
-- moment by the database user; that is true and tells nobody anything. So the record is written anew:
-- what the data itself knows (who gave which access, who sent which invite, and when), and beside it
-- some everyday changes that have left no other trace. Runs last.

truncate public.audit_logs restart identity;

insert into public.audit_logs (user_id, actor, action, target_type, target_id, before, after, user_agent, ip_address, created_at)
select
  h.user_id,
  case when h.user_id is null then coalesce(h.actor, 'postgres') end,
  h.action, h.target_type, h.target_id, h.before, h.after,
  case when h.user_id is not null then d.user_agent end,
  case when h.user_id is not null then d.ip_address end,
  h.created_at
from (
  -- What the data knows ------------------------------------------------------------------------------
  select c.created_by_id as user_id, null as actor, 'course.create' as action, 'course' as target_type, c.id::text as target_id,
    null::jsonb as before, to_jsonb(c) - 'updated_at' || '{"status": "DRAFT"}' as after, c.created_at
  from public.courses c
  union all
  select c.created_by_id, null, 'course.publish', 'course', c.id::text,
    '{"status": "DRAFT"}', '{"status": "PUBLISHED", "fields": ["status"]}', c.created_at + interval '9 days 3 hours'
  from public.courses c where c.status = 'PUBLISHED'
  union all
  select c.created_by_id, null, 'module.create', 'module', m.id::text,
    null, to_jsonb(m) - 'updated_at', c.created_at + interval '20 minutes' + m.index * interval '25 minutes'
  from public.modules m join public.courses c on c.id = m.course_id
  union all
  select e.granted_by_id, case e.source when 'PURCHASE' then 'authenticator' else 'supabase_auth_admin' end,
    'entitlement.grant', 'entitlement', e.id::text, null, to_jsonb(e) - 'updated_at', e.created_at
  from (
    select id, user_id, course_id, created_at, source, case when source = 'MANUAL' then granted_by_id end as granted_by_id, purchase_id, invite_id, expires_at
    from public.entitlements
  ) e
  union all
  select i.invited_by_id, null, 'invite.create', 'invite', i.id::text,
    null, to_jsonb(i) - array['token', 'email', 'updated_at'] || '{"redeemed_at": null, "redeemed_by_id": null, "cancelled_at": null}', i.created_at
  from public.invites i
  union all
  select null, 'supabase_auth_admin', 'invite.redeem', 'invite', i.id::text,
    '{"redeemed_at": null, "redeemed_by_id": null}',
    jsonb_build_object('redeemed_at', i.redeemed_at, 'redeemed_by_id', i.redeemed_by_id, 'fields', jsonb_build_array('redeemed_at', 'redeemed_by_id')),
    i.redeemed_at
  from public.invites i where i.redeemed_at is not null
  union all
  select i.invited_by_id, null, 'invite.cancel', 'invite', i.id::text,
    '{"cancelled_at": null}', jsonb_build_object('cancelled_at', i.cancelled_at, 'fields', jsonb_build_array('cancelled_at')), i.cancelled_at
  from public.invites i where i.cancelled_at is not null
  union all
  select i.invited_by_id, null, 'invite.resend', 'invite', i.id::text,
    jsonb_build_object('expires_at', i.created_at + interval '48 hours'),
    jsonb_build_object('expires_at', i.expires_at, 'fields', jsonb_build_array('expires_at')), i.expires_at - interval '48 hours'
  from public.invites i where i.expires_at > i.created_at + interval '48 hours'
  union all
  select null, 'authenticator', 'purchase.create', 'purchase', p.id::text,
    null, to_jsonb(p) - 'updated_at' || '{"status": "PENDING"}', p.created_at
  from public.purchases p
  union all
  select null, 'authenticator', 'purchase.update', 'purchase', p.id::text,
    jsonb_build_object('status', case p.status when 'REFUNDED' then 'COMPLETED' else 'PENDING' end),
    jsonb_build_object('status', p.status, 'fields', jsonb_build_array('status')), p.updated_at
  from public.purchases p where p.status <> 'PENDING'
  union all
  select c.created_by_id, null, 'community.create', 'community', c.id::text, null, to_jsonb(c) - 'updated_at', c.created_at
  from public.communities c
  union all
  select 'a0000000-0000-4000-8000-000000000001', null, 'community.member_role', 'community', m.community_id::text,
    '{"role": "MEMBER"}', '{"role": "MODERATOR", "fields": ["role"]}', m.joined_at + interval '2 days'
  from public.community_members m where m.role = 'MODERATOR'
  union all
  select 'a0000000-0000-4000-8000-000000000001', null, 'community.ban', 'community', m.community_id::text,
    '{"banned": false}', '{"banned": true, "fields": ["banned"]}', now() - interval '21 days 23 hours'
  from public.community_members m where m.banned
  union all
  select n.sender_id, null, 'notification.create', 'notification', n.id::text, null, to_jsonb(n) - 'updated_at', n.created_at
  from public.notifications n
  union all
  select 'a0000000-0000-4000-8000-000000000001', null, 'user.disable', 'user', p.id::text,
    '{"disabled_at": null}', jsonb_build_object('disabled_at', p.disabled_at, 'fields', jsonb_build_array('disabled_at')), p.disabled_at
  from public.profiles p where p.disabled_at is not null
  union all
  select s.user_id, null, s.action, 'session', s.session, null, null, now() - s.ago
  from (values
    ('a0000000-0000-4000-8000-000000000001'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000001', interval '35 minutes'),
    ('a0000000-0000-4000-8000-000000000003'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000002', interval '50 minutes'),
    ('a0000000-0000-4000-8000-000000000002'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000003', interval '5 hours 10 minutes'),
    ('a0000000-0000-4000-8000-000000000002'::uuid, 'auth.logout', 'da000000-0000-4000-8000-000000000003', interval '3 hours'),
    ('a0000000-0000-4000-8000-000000000005'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000004', interval '4 hours 55 minutes'),
    ('a0000000-0000-4000-8000-000000000004'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000005', interval '1 day 8 hours'),
    ('a0000000-0000-4000-8000-000000000004'::uuid, 'auth.logout', 'da000000-0000-4000-8000-000000000005', interval '1 day 2 hours'),
    ('a0000000-0000-4000-8000-000000000001'::uuid, 'auth.login',  'da000000-0000-4000-8000-000000000006', interval '1 day 1 hour'),
    ('a0000000-0000-4000-8000-000000000001'::uuid, 'auth.logout', 'da000000-0000-4000-8000-000000000006', interval '20 hours')
  ) as s (user_id, action, session, ago)

  -- What has left no other trace ---------------------------------------------------------------------
  union all
  select c.user_id, c.actor, c.action, c.target_type, c.target_id, c.before::jsonb, c.after::jsonb, now() - c.ago::interval
  from (values
    (null::uuid, 'postgres', 'user.role_change', 'user', 'a0000000-0000-4000-8000-000000000001',
      '{"role": "MEMBER"}', '{"role": "ADMIN", "fields": ["role"]}', '410 days'),
    ('a0000000-0000-4000-8000-000000000001', null, 'settings.update', 'settings', 'true',
      '{"site_name": "My academy", "contact_email": ""}', '{"site_name": "Rookies", "contact_email": "support@rookies.test", "fields": ["contact_email", "site_name"]}', '409 days 22 hours'),
    ('a0000000-0000-4000-8000-000000000001', null, 'user.role_change', 'user', 'a0000000-0000-4000-8000-000000000002',
      '{"role": "MEMBER"}', '{"role": "CREATOR", "fields": ["role"]}', '391 days'),
    ('a0000000-0000-4000-8000-000000000001', null, 'settings.update', 'settings', 'true',
      '{"creators_admin_panel": false}', '{"creators_admin_panel": true, "fields": ["creators_admin_panel"]}', '390 days'),
    ('a0000000-0000-4000-8000-000000000001', null, 'user.role_change', 'user', 'a0000000-0000-4000-8000-000000000003',
      '{"role": "MEMBER"}', '{"role": "MODERATOR", "fields": ["role"]}', '309 days'),
    ('a0000000-0000-4000-8000-000000000002', null, 'course.update', 'course', 'c0000000-0000-4000-8000-000000000001',
      '{"slug": "git-basics", "title": "Git Basics"}', '{"slug": "git-from-the-first-commit", "title": "Git from the First Commit", "fields": ["slug", "title"]}', '345 days'),
    (null, 'authenticator', 'entitlement.revoke', 'entitlement', 'd6000000-0000-4000-8000-000000000091',
      '{"user_id": "a0000000-0000-4000-8000-000000000008", "course_id": "c0000000-0000-4000-8000-000000000003", "source": "PURCHASE"}', null, '139 days'),
    (null, 'authenticator', 'entitlement.revoke', 'entitlement', 'd6000000-0000-4000-8000-000000000092',
      '{"user_id": "a0000000-0000-4000-8000-000000000014", "course_id": "c0000000-0000-4000-8000-000000000001", "source": "PURCHASE"}', null, '138 days'),
    ('a0000000-0000-4000-8000-000000000003', null, 'entitlement.revoke', 'entitlement', 'd6000000-0000-4000-8000-000000000093',
      '{"user_id": "a0000000-0000-4000-8000-000000000012", "course_id": "c0000000-0000-4000-8000-000000000003", "source": "MANUAL"}', null, '52 days'),
    ('a0000000-0000-4000-8000-000000000001', null, 'course.unpublish', 'course', 'c0000000-0000-4000-8000-000000000003',
      '{"status": "PUBLISHED"}', '{"status": "DRAFT", "fields": ["status"]}', '27 days 2 hours'),
    ('a0000000-0000-4000-8000-000000000001', null, 'lesson.update', 'lesson', 'e0000000-0000-4000-8000-000000030405',
      '{"duration_sec": 900}', '{"duration_sec": 1800, "fields": ["content", "duration_sec"]}', '27 days 1 hour'),
    ('a0000000-0000-4000-8000-000000000001', null, 'module.reorder', 'course', 'c0000000-0000-4000-8000-000000000003',
      '{"order": ["b0000000-0000-4000-8000-000000000301", "b0000000-0000-4000-8000-000000000303", "b0000000-0000-4000-8000-000000000302", "b0000000-0000-4000-8000-000000000304"]}',
      '{"order": ["b0000000-0000-4000-8000-000000000301", "b0000000-0000-4000-8000-000000000302", "b0000000-0000-4000-8000-000000000303", "b0000000-0000-4000-8000-000000000304"]}', '27 days 30 minutes'),
    ('a0000000-0000-4000-8000-000000000001', null, 'course.publish', 'course', 'c0000000-0000-4000-8000-000000000003',
      '{"status": "DRAFT"}', '{"status": "PUBLISHED", "fields": ["status"]}', '27 days'),
    ('a0000000-0000-4000-8000-000000000001', null, 'user.disable', 'user', 'a0000000-0000-4000-8000-000000000012',
      '{"disabled_at": null}', '{"fields": ["disabled_at"]}', '38 days 10 minutes'),
    ('a0000000-0000-4000-8000-000000000001', null, 'user.enable', 'user', 'a0000000-0000-4000-8000-000000000012',
      '{}', '{"disabled_at": null, "fields": ["disabled_at"]}', '38 days 8 minutes'),
    ('a0000000-0000-4000-8000-000000000001', null, 'settings.update', 'settings', 'true',
      '{"creators_admin_panel": true}', '{"creators_admin_panel": false, "fields": ["creators_admin_panel"]}', '4 hours'),
    ('a0000000-0000-4000-8000-000000000001', null, 'settings.update', 'settings', 'true',
      '{"maintenance_mode": false}', '{"maintenance_mode": true, "fields": ["maintenance_mode"]}', '14 days 2 hours'),
    ('a0000000-0000-4000-8000-000000000001', null, 'settings.update', 'settings', 'true',
      '{"maintenance_mode": true}', '{"maintenance_mode": false, "fields": ["maintenance_mode"]}', '14 days 1 hour 20 minutes'),
    ('a0000000-0000-4000-8000-000000000002', null, 'lesson.update', 'lesson', 'e0000000-0000-4000-8000-000000010205',
      '{"title": "Cheat sheet"}', '{"title": "Cheat sheet: Git on one page", "fields": ["title"]}', '12 days'),
    ('a0000000-0000-4000-8000-000000000002', null, 'lesson_attachment.create', 'lesson_attachment', 'f0000000-0000-4000-8000-000001020501',
      null, '{"title": "Git cheat sheet (PDF, GitHub Education)", "lesson_id": "e0000000-0000-4000-8000-000000010205", "sort_order": 0}', '11 days 23 hours 55 minutes'),
    ('a0000000-0000-4000-8000-000000000001', null, 'lesson.create', 'lesson', 'e0000000-0000-4000-8000-000000020402',
      null, '{"title": "Colour, contrast and the dark", "module_id": "b0000000-0000-4000-8000-000000000204", "content_type": "TEXT"}', '3 days 1 hour'),
    ('a0000000-0000-4000-8000-000000000001', null, 'lesson.reorder', 'module', 'b0000000-0000-4000-8000-000000000204',
      '{"order": ["e0000000-0000-4000-8000-000000020401", "e0000000-0000-4000-8000-000000020403", "e0000000-0000-4000-8000-000000020404", "e0000000-0000-4000-8000-000000020405", "e0000000-0000-4000-8000-000000020402"]}',
      '{"order": ["e0000000-0000-4000-8000-000000020401", "e0000000-0000-4000-8000-000000020402", "e0000000-0000-4000-8000-000000020403", "e0000000-0000-4000-8000-000000020404", "e0000000-0000-4000-8000-000000020405"]}', '3 days 55 minutes'),
    ('a0000000-0000-4000-8000-000000000002', null, 'lesson.delete', 'lesson', 'e0000000-0000-4000-8000-000000040399',
      '{"deleted_at": null}', '{"fields": ["deleted_at"]}', '5 hours 5 minutes'),
    ('a0000000-0000-4000-8000-000000000002', null, 'course.update', 'course', 'c0000000-0000-4000-8000-000000000004',
      '{"title": "SQL"}', '{"title": "Databases and SQL", "fields": ["description", "title"]}', '5 hours'),
    ('a0000000-0000-4000-8000-000000000003', null, 'data.export', 'user', null,
      null, '{"rows": 20, "columns": ["name", "email", "role", "created_at"]}', '30 minutes')
  ) as c (user_id, actor, action, target_type, target_id, before, after, ago)
) as h
-- Each person works from one place; the addresses are the ones kept free for examples.
left join (values
  ('a0000000-0000-4000-8000-000000000001'::uuid, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', '203.0.113.10'),
  ('a0000000-0000-4000-8000-000000000002'::uuid, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', '203.0.113.24'),
  ('a0000000-0000-4000-8000-000000000003'::uuid, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', '198.51.100.7'),
  ('a0000000-0000-4000-8000-000000000004'::uuid, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', '192.0.2.44'),
  ('a0000000-0000-4000-8000-000000000005'::uuid, 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36', '192.0.2.101')
) as d (user_id, user_agent, ip_address) on d.user_id = h.user_id
order by h.created_at, h.action desc;

-- What things are called ---------------------------------------------------------------------------------
update public.audit_logs l set title = p.title, course_id = p.course_id
from public.audit_logs a
cross join lateral private.content_place(a.target_type, a.target_id::uuid) p
where l.id = a.id and a.target_type in ('course', 'module', 'lesson');

update public.audit_logs l set title = p.title, course_id = p.course_id
from public.audit_logs a
cross join lateral private.content_place('course', (coalesce(a.after, a.before) ->> 'course_id')::uuid) p
where l.id = a.id and a.target_type in ('entitlement', 'purchase');

update public.audit_logs l set title = coalesce(n.title, c.name)
from public.audit_logs a
left join public.notifications n on a.target_type = 'notification' and n.id::text = a.target_id
left join public.communities c on a.target_type = 'community' and c.id::text = a.target_id
where l.id = a.id and a.target_type in ('notification', 'community');

-- Of the invites above the senders have been told, as far as this story goes.
delete from private.due_work where kind = 'invites_ending';
