-- Why: what is kept about a person stands in the data that they take away, so also why their purchases were recorded
-- and refunded by hand (rules/purchases#by-hand).

create or replace function private.learning_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'entitlements', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
      'expires_at', e.expires_at) order by e.created_at)
    from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person)
  union all
  select 'completions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'completed_at', d.completed_at) order by d.completed_at)
    from public.lesson_completions d join lesson l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'progress', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'position_sec', w.position_sec,
      'duration_sec', w.duration_sec, 'watched_sec', w.watched::text, 'updated_at', w.updated_at) order by w.updated_at)
    from public.lesson_progress w join lesson l on l.id = w.lesson_id where w.user_id = person)
  union all
  select 'purchases', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
      'reason', p.reason, 'refund_reason', p.refund_reason, 'created_at', p.created_at) order by p.created_at)
    from public.purchases p
    left join public.courses c on c.id = p.course_id
    left join public.communities k on k.id = p.community_id
    where p.user_id = person)
$$;
