-- Why: what people do with their own account from the profile (see where they are signed in, take their
-- data with them), what visitors read before they make one, and the invite that a sign-up could
-- not redeem (decisions, sections 7 and 10).

-- What visitors read ----------------------------------------------------------------------------------

create function public.legal_texts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('terms', s.terms_text, 'privacy', s.privacy_text) from public.settings s
$$;
comment on function public.legal_texts() is
  'The terms of use and the privacy policy as Markdown, each empty while none is written. Apart from public_settings(), which every visitor loads. Exempt from the gate: they are read before there is an account (decisions, section 7).';
grant execute on function public.legal_texts() to anon, authenticated;

-- Whose address it is ---------------------------------------------------------------------------------

-- An account that was let in unproven has to be told from one whose owner has opened a mail.
create or replace function private.confirm_without_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null
     and not (select s.require_email_verification from public.settings s) then
    new.email_confirmed_at := 'epoch';
  end if;
  return new;
end
$$;
comment on function private.confirm_without_verification() is
  'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (decisions, section 10). The moment is 1970, which says that nobody has proven it.';

create function private.address_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from auth.users u where u.id = private.uid() and u.email_confirmed_at > 'epoch')
    or exists (select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
      where a ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup'));
end
$$;
comment on function private.address_proven() is
  'True when the caller has opened a mail at their address, once or to begin this session. An account made while verification was not required has not.';

create function public.my_open_invite() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invite_token uuid;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  if not private.address_proven() then
    return null;
  end if;
  select i.token into invite_token
  from public.invites i
  where lower(i.email) = (select lower(u.email) from auth.users u where u.id = private.uid())
    and private.invite_state(i) = 'ACTIVE'
  order by i.created_at desc, i.id
  limit 1;
  if invite_token is null then
    return null;
  end if;
  return public.invite_by_token(invite_token::text) || jsonb_build_object('token', invite_token);
end
$$;
comment on function public.my_open_invite() is
  'The newest invite that waits for the caller''s own, proven address, as its screen shows it, and its token; null without one. It is how an invite is offered that a second sign-up of the same address could not redeem (decisions, section 10). Raises 42501 for those who are not let in.';

-- Where one is signed in ------------------------------------------------------------------------------

create function public.my_sessions()
returns table (id uuid, created_at timestamptz, active_at timestamptz, user_agent text, current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  return query
    select s.id, s.created_at,
      greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      left(s.user_agent, 500),
      s.id::text = coalesce(private.claims() ->> 'session_id', '')
    from auth.sessions s
    where s.user_id = private.uid() and (s.not_after is null or s.not_after > now())
    order by 5 desc, 3 desc, 1
    limit 50;
end
$$;
comment on function public.my_sessions() is
  'Where the caller is signed in: this session first, then the others by when they were last heard of, 50 at most. Raises 42501 for those who are not let in.';

create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = private.uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'This device is signed out already.', hint = 'NO_SESSION';
  end if;
end
$$;
comment on function public.end_session(uuid) is
  'Takes a session of the caller''s own and ends it: its device is signed out when its access token runs out, within the hour. Raises PT404 NO_SESSION for one that is gone, and for somebody else''s alike; 42501 for those who are not let in.';

-- What is kept about a person -------------------------------------------------------------------------

create function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.uid();
  answer jsonb;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  select jsonb_build_object(
    'exported_at', now(),
    'profile', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
        'last_sign_in_at', u.last_sign_in_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = person),
    'consent', (
      select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person),
    'entitlements', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
        'expires_at', e.expires_at) order by e.created_at)
      from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person), '[]'),
    'completions', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'completed_at', lc.completed_at)
        order by lc.completed_at)
      from public.lesson_completions lc
      join public.lessons l on l.id = lc.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lc.user_id = person), '[]'),
    'progress', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'position_sec', lp.position_sec,
        'duration_sec', lp.duration_sec, 'watched_sec', lp.watched::text, 'updated_at', lp.updated_at)
        order by lp.updated_at)
      from public.lesson_progress lp
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lp.user_id = person), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
        'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
        'created_at', p.created_at) order by p.created_at)
      from public.purchases p
      left join public.courses c on c.id = p.course_id
      left join public.communities k on k.id = p.community_id
      where p.user_id = person), '[]'),
    'communities', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
        'joined_at', m.joined_at, 'left_at', m.left_at) order by m.joined_at)
      from public.community_members m join public.communities k on k.id = m.community_id where m.user_id = person), '[]'),
    'posts', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
        'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
      from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
      from public.community_post_reports r where r.reporter_id = person), '[]'),
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'created_at', n.created_at)
        order by n.created_at)
      from public.notifications n
      where n.recipient_id = person and (n.publish_at is null or n.publish_at <= now())), '[]'),
    'notification_reads', coalesce((
      select jsonb_agg(jsonb_build_object('notification', n.title, 'read_at', r.read_at) order by r.read_at)
      from public.notification_reads r join public.notifications n on n.id = r.notification_id where r.user_id = person), '[]'),
    'invites_accepted', coalesce((
      select jsonb_agg(jsonb_build_object('email', i.email, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at)
        order by i.redeemed_at)
      from public.invites i where i.redeemed_by_id = person), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at,
        'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
        'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = person), '[]'))
  into answer;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return answer;
end
$$;
comment on function public.my_data() is
  'Everything that is kept about the caller, in words rather than ids: profile, consent, access, completions, progress, purchases, communities, posts, reports, notifications, invites and sessions; lists are empty, never missing. Each export is recorded as data.export (decisions, section 7). Raises 42501 for those who are not let in.';

grant execute on function public.my_open_invite(), public.my_sessions(), public.end_session(uuid), public.my_data()
  to authenticated;
