-- Why: leaving stamps left_at and coming back clears it, so that a ban outlives both; the record of who
-- did what called either an update. They are acts with names of their own (product, section 3).

create or replace function private.audit_update_action(tbl text, b jsonb, a jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when tbl in ('courses', 'modules', 'lessons') and b ->> 'deleted_at' is null and a ->> 'deleted_at' is not null then 'delete'
    when tbl in ('courses', 'modules', 'lessons') and b ->> 'deleted_at' is not null and a ->> 'deleted_at' is null then 'restore'
    when tbl = 'courses' and b ->> 'status' <> a ->> 'status' then case a ->> 'status' when 'PUBLISHED' then 'publish' else 'unpublish' end
    when tbl = 'modules' and b - array['index', 'updated_at'] = a - array['index', 'updated_at'] then 'reorder'
    when tbl = 'lessons' and b - array['index', 'module_id', 'updated_at'] = a - array['index', 'module_id', 'updated_at'] then 'reorder'
    when tbl = 'lesson_attachments' and b - 'sort_order' = a - 'sort_order' then 'reorder'
    when tbl = 'profiles' and b ->> 'role' <> a ->> 'role' then 'role_change'
    when tbl = 'profiles' and b ->> 'disabled_at' is null and a ->> 'disabled_at' is not null then 'disable'
    when tbl = 'profiles' and b ->> 'disabled_at' is not null and a ->> 'disabled_at' is null then 'enable'
    when tbl = 'invites' and b ->> 'redeemed_at' is null and a ->> 'redeemed_at' is not null then 'redeem'
    when tbl = 'invites' and b ->> 'cancelled_at' is null and a ->> 'cancelled_at' is not null then 'cancel'
    when tbl = 'invites' and b ->> 'expires_at' <> a ->> 'expires_at' then 'resend'
    when tbl = 'community_members' and (b ->> 'banned')::boolean <> (a ->> 'banned')::boolean then case when (a ->> 'banned')::boolean then 'ban' else 'unban' end
    -- Before the role, which coming back sets too.
    when tbl = 'community_members' and b ->> 'left_at' is null and a ->> 'left_at' is not null then 'leave'
    when tbl = 'community_members' and b ->> 'left_at' is not null and a ->> 'left_at' is null then 'join'
    when tbl = 'community_members' and b ->> 'role' <> a ->> 'role' then 'member_role'
    else 'update'
  end
$$;
