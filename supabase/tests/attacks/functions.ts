import type { Victim } from './secrets'

/** How a call may end for somebody who has no business with what it is about. */
export type Ending =
  /** 42501, and nothing happens. */
  | 'refused'
  /** An answer that holds nothing: null, an empty list, zero. */
  | 'empty'
  /** An answer, with nothing of anybody else in it. */
  | 'answers'
  /** Another refusal, by its code. */
  | `PT${number}`

export interface Expectation {
  args: Record<string, unknown>
  visitor: Ending
  member: Ending
  disabled: Ending
}

const staffOnly = { visitor: 'refused', member: 'refused', disabled: 'refused' } as const

/** Every function that the API shows, written by hand. A new one fails the suite until it has a line here. */
export function expectations(victim: Victim): Record<string, Expectation> {
  const { course, draft, deleted } = victim
  const people = (args: Record<string, unknown>) => ({ args, ...staffOnly })
  const forMembers = (args: Record<string, unknown>, member: Ending, disabled: Ending) => ({
    args,
    visitor: 'refused' as const,
    member,
    disabled,
  })
  const forAll = (args: Record<string, unknown>) => ({
    args,
    visitor: 'answers' as const,
    member: 'answers' as const,
    disabled: 'answers' as const,
  })
  return {
    // For everybody who asks.
    boot: forAll({}),
    my_account_state: { args: {}, visitor: 'empty', member: 'answers', disabled: 'answers' },
    my_permissions: { args: {}, visitor: 'empty', member: 'answers', disabled: 'empty' },
    public_settings: forAll({}),
    invite_by_token: forAll({ token: victim.invite }),

    // For people with an account, about themselves.
    accept_invite: forMembers({ token: victim.inviteToken }, 'PT422', 'refused'),
    course_outline: forMembers({ slug: draft.slug }, 'empty', 'empty'),
    library: forMembers({}, 'empty', 'empty'),
    mark_all_notifications_read: forMembers({}, 'empty', 'empty'),
    mark_notification_read: people({ notification_id: victim.notification }),
    my_factors_state: forMembers({}, 'answers', 'refused'),
    make_recovery_codes: forMembers({}, 'PT403', 'refused'),
    use_recovery_code: forMembers({ code: '00000-00000-00000-00000' }, 'answers', 'refused'),
    record_session: people({ event: 'anything else' }),
    // Without the password of a moment ago; a disabled person may go too.
    delete_my_account: forMembers({}, 'PT403', 'PT403'),

    // For those who teach.
    course_titles: forMembers({}, 'empty', 'empty'),
    course_weight: people({ course_id: course.course }),
    course_learners: { args: {}, visitor: 'refused', member: 'empty', disabled: 'empty' },
    leave_community: people({ community_id: victim.community, user_id: victim.id }),
    delete_post: people({ post_id: victim.post }),
    delete_course: people({ course_id: course.course }),
    delete_module: people({ module_id: course.module }),
    delete_lesson: people({ lesson_id: course.lesson }),
    restore_course: people({ course_id: deleted.course }),
    restore_module: people({ module_id: deleted.module }),
    restore_lesson: people({ lesson_id: deleted.lesson }),
    import_course: people({
      payload: { course: { title: 'x', slug: course.slug, publish: true }, modules: [] },
      dry_run: false,
    }),

    // For those who invite.
    create_invite: people({ email: 'x@example.test', course_ids: [draft.course] }),
    resend_invite: people({ invite_id: victim.invite }),
    cancel_invite: people({ invite_id: victim.invite }),

    // For administrators.
    set_role: people({ user_id: victim.id, role: 'ADMIN' }),
    set_disabled: people({ user_id: victim.id, disabled: true }),
    correct_person: people({ user_id: victim.id, email: 'x@example.test' }),
    reset_factors: people({ user_id: victim.id }),
    send_global_notification: people({ title: 'x', message: 'x' }),
    send_user_notification: people({ recipient_id: victim.id, title: 'x', message: 'x' }),

    // For the auth service alone.
    before_user_created: people({ event: { user: { email: victim.email } } }),
  }
}
