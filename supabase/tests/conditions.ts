interface Condition {
  /** A table with an alias, and a call of the function on its columns. */
  from: string
  asked: string
  /** The same condition without the function. */
  written: string
}

/**
 * Conditions that many queries use, as functions that the planner inlines. They set no search path, because that would
 * prevent inlining. They use no name whose meaning depends on the search path.
 */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  button_completes: {
    from: 'public.lessons l',
    asked: 'private.button_completes(l.content_type)',
    written: `l.content_type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK')`,
  },
  cohort_state: {
    from: 'public.cohorts c',
    asked: `private.cohort_state(c) = 'RUNNING'`,
    written: `case when c.archived_at is not null then 'ARCHIVED' when c.draft then 'DRAFT'
      when (now() at time zone c.time_zone)::date < c.starts_on then 'UPCOMING'
      when (now() at time zone c.time_zone)::date <= c.ends_on then 'RUNNING' else 'ENDED' end = 'RUNNING'`,
  },
  course_is_published: {
    from: 'public.courses c',
    asked: 'private.course_is_published(c.status, c.deleted_at)',
    written: `c.status = 'PUBLISHED' and c.deleted_at is null`,
  },
  grant_is_open: {
    from: 'public.entitlements e',
    asked: 'private.grant_is_open(e.expires_at)',
    written: 'e.expires_at is null or e.expires_at > now()',
  },
  invite_is_active: {
    from: 'public.invites i',
    asked: 'private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)',
    written: 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()',
  },
  last_second: {
    from: 'public.cohorts c',
    asked: 'private.last_second(c.access_ends_on, c.time_zone) > now()',
    written: `((c.access_ends_on + 1 + time '00:00') at time zone c.time_zone) - interval '1 second' > now()`,
  },
  local_day: {
    from: 'public.cohorts c',
    asked: 'private.local_day(now(), c.time_zone) < c.starts_on',
    written: '(now() at time zone c.time_zone)::date < c.starts_on',
  },
  local_moment: {
    from: 'public.cohorts c',
    asked: `private.local_moment(c.starts_on, '09:00', c.time_zone) > now()`,
    written: `(c.starts_on + time '09:00') at time zone c.time_zone > now()`,
  },
  membership_is_active: {
    from: 'public.community_members m',
    asked: 'private.membership_is_active(m.left_at, m.banned)',
    written: 'm.left_at is null and not m.banned',
  },
  notification_is_visible: {
    from: 'public.notifications n',
    asked: 'private.notification_is_visible(n.publish_at, n.expires_at)',
    written:
      '(n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())',
  },
  session_is_open: {
    from: 'auth.sessions s',
    asked: 'private.session_is_open(s.not_after)',
    written: 's.not_after is null or s.not_after > now()',
  },
}
