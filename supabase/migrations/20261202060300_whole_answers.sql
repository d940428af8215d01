-- Why: staff read answers that were not the whole truth. Access that a refund ended was said to be revoked, the dashboard
-- did not say what an update changed, and a picture that is attached was said to be described by a text.

create or replace function private.access_of(
  person uuid,
  course uuid,
  lesson uuid,
  moment timestamptz
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  resource text := case when lesson is null then 'courses' else 'lessons' end;
  standing record;
  subject public.courses;
  of_lesson public.lessons;
  fact public.entitlements;
  taken public.audit_logs;
begin
  select * into standing from private.account_state(person);
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_PROFILE');
  elsif standing.state <> 'ACTIVE' then
    return jsonb_build_object('open', false, 'reason', standing.state);
  end if;
  select c.* into subject from public.courses c where c.id = course and c.deleted_at is null;
  if not found then
    return jsonb_build_object('open', false, 'reason', 'NO_COURSE');
  end if;
  if lesson is not null then
    select l.* into of_lesson
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where l.id = lesson and m.course_id = course and l.deleted_at is null;
    if not found then
      return jsonb_build_object('open', false, 'reason', 'NO_LESSON');
    end if;
  end if;

  -- These are the branches of the policies on courses and lessons, in the same order.
  if private.person_may(person, resource, 'read') then
    return jsonb_build_object('open', true, 'reason', 'ROLE', 'role', standing.role);
  end if;
  if exists (select 1 from private.made_course_ids(person) c (id) where c.id = subject.id) and private.person_may(person, resource, 'read', 'own') then
    return jsonb_build_object('open', true, 'reason', 'OWN_COURSE');
  end if;
  if private.person_may(person, 'courses', 'read', 'assigned') and private.person_may(person, resource, 'read', 'assigned') then
    select g.* into fact from private.grants_open(person, moment) g
    where g.course_id = course order by g.expires_at desc nulls first, g.created_at limit 1;
    if found then
      return jsonb_build_object('open', true, 'reason', 'GRANTED', 'grant', private.grant_facts(fact));
    end if;
  end if;
  if of_lesson.free_preview and private.person_may(person, 'lessons', 'read', 'assigned')
     and exists (select 1 from private.modules_with_previews() m where m.id = of_lesson.module_id) then
    return jsonb_build_object('open', true, 'reason', 'PREVIEW');
  end if;

  -- The lesson or course is closed. The reason is what would have to change first.
  select e.* into fact from public.entitlements e
  where e.user_id = person and e.course_id = course order by e.expires_at desc nulls first, e.created_at limit 1;
  if subject.status <> 'PUBLISHED' then
    return jsonb_build_object('open', false, 'reason', 'DRAFT', 'grant', private.grant_facts(fact));
  end if;
  if fact.id is not null then
    return jsonb_build_object('open', false, 'reason', 'ENDED', 'grant', private.grant_facts(fact));
  end if;
  if subject.created_by_id = person then
    return jsonb_build_object('open', false, 'reason', 'NOT_LET_IN');
  end if;
  select l.* into taken from public.audit_logs l
  where l.target_type = 'entitlement' and coalesce(l.after, l.before) ->> 'user_id' = person::text
    and l.action = 'entitlement.revoke' and l.before ->> 'course_id' = course::text
  order by l.created_at desc, l.id desc limit 1;
  if found then
    return jsonb_build_object('open', false, 'at', taken.created_at,
      -- A refund takes the access in its own transaction.
      'reason', case when exists (
        select 1 from public.audit_logs r
        where r.action = 'purchase.refund' and r.created_at = taken.created_at and r.course_id = course
          and coalesce(r.after, r.before) ->> 'user_id' = person::text) then 'REFUNDED' else 'REVOKED' end,
      'by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = taken.user_id));
  end if;
  return jsonb_build_object('open', false, 'reason', 'NEVER_GRANTED');
end
$function$;
comment on function private.access_of(uuid,uuid,uuid,timestamp with time zone) is 'Takes a person, a course, a lesson of it or null, and a moment; says whether the policies let the person read it at that moment, and why: {open, reason, grant?, role?, at?, by?}. Reasons: NO_PROFILE, DISABLED, UNVERIFIED, MAINTENANCE, NO_COURSE, NO_LESSON, ROLE, OWN_COURSE, GRANTED, PREVIEW, DRAFT, ENDED, NOT_LET_IN, REVOKED, REFUNDED, NEVER_GRANTED. The moment counts for grants; accounts and courses are as they are now (rules/members#why).';

create or replace function public.dashboard()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name),
        'fields', case when jsonb_typeof(a.after -> 'fields') = 'array' then a.after -> 'fields' else '[]' end,
        'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$function$;
comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles, the names of changed fields and who did them (`by`: PERSON, GONE or SYSTEM); for those who hold it for their own alone: their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies besides. Raises 42501.';

create or replace function public.course_files(course_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set statement_timeout to '30s'
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
    'height', f.height, 'alt', f.alt, 'lessons', f.lessons, 'unused_since', f.unused_since) order by lower(f.name), f.path), '[]')
  from (
    select f.path, min(f.name) as name, min(f.size) as size, min(f.type) as type, min(f.width) as width, min(f.height) as height, min(f.alt) as alt,
      -- A file is in use while at least one lesson uses it.
      case when bool_and(f.unused_since is not null) then max(f.unused_since) end as unused_since,
      jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'module_id', l.module_id, 'used', f.unused_since is null,
        -- Whether the text shows the picture, with a text alternative of its own and without one.
        'said', shown.said, 'silent', shown.silent)
        order by m.index, l.index) as lessons
    from public.lesson_files f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    cross join lateral (
      select coalesce(bool_or(btrim(p.label) <> ''), false) as said, coalesce(bool_or(btrim(p.label) = ''), false) as silent
      from private.links_in(private.prose(case when l.content ~ '(!\[|<img\s)' then l.content end)) p
      where p.kind = 'image' and p.target = 'lesson-files/' || f.path) shown
    where m.course_id = course_files.course_id
    group by f.path) f
$function$;
comment on function public.course_files(uuid) is 'Takes a course; the files of its lessons that the caller may read, by name [{path, name, size: bytes, type, width, height, alt, lessons: [{id, title, module_id, used, said: the text shows it with a text alternative, silent: without one}], unused_since}]. Row security decides.';
