import type { Victim } from './secrets'

/** How a call may end for a person without a right to its subject. */
export type Ending =
  /** Error 42501, without an effect. */
  | 'refused'
  /** An empty answer: null, an empty list, zero. */
  | 'empty'
  /** An answer without data of other people. */
  | 'answers'
  /** Another refusal, by its code. */
  | `PT${number}`

export interface Expectation {
  args: Record<string, unknown>
  visitor: Ending
  member: Ending
  disabled: Ending
  /** The audit action that the call records about its caller; nothing else may change. */
  records?: string
}

const staffOnly = { visitor: 'refused', member: 'refused', disabled: 'refused' } as const

/** All functions of the API, listed by hand; the tests fail for a new one until it has an entry. */
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
    // For everybody, including visitors.
    boot: forAll({}),
    check_session: { args: {}, visitor: 'empty', member: 'empty', disabled: 'empty' },
    my_account_state: { args: {}, visitor: 'empty', member: 'answers', disabled: 'answers' },
    my_permissions: { args: {}, visitor: 'empty', member: 'answers', disabled: 'empty' },
    // Visitors and people without access to the product have no bell.
    notification_feed: { args: {}, visitor: 'empty', member: 'answers', disabled: 'empty' },
    public_settings: forAll({}),
    has_communities: forAll({}),
    new_in_communities: { args: {}, visitor: 'empty', member: 'empty', disabled: 'empty' },
    legal_texts: forAll({}),
    invite_by_token: forAll({ token: victim.invite }),

    // For people with an account, about themselves.
    accept_invite: forMembers({ token: victim.inviteToken }, 'PT422', 'refused'),
    course_outline: forMembers({ slug: draft.slug }, 'empty', 'empty'),
    library: forMembers({}, 'empty', 'empty'),
    free_previews: forMembers({}, 'answers', 'empty'),
    // The query is the word that all private rows contain; the answers must not contain them.
    search: forMembers({ query: victim.name }, 'answers', 'answers'),
    mark_all_notifications_read: forMembers({}, 'empty', 'empty'),
    my_communities: forMembers({}, 'answers', 'empty'),
    community_feed: forMembers({ slug: `c-${victim.community}` }, 'empty', 'empty'),
    community_thread: forMembers({ post_id: victim.post }, 'empty', 'empty'),
    mark_community_seen: forMembers(
      { slug: `c-${victim.community}`, seen: '2100-01-01' },
      'empty',
      'empty',
    ),
    // The earlier name of mark_community_seen().
    see_community: forMembers(
      { slug: `c-${victim.community}`, seen: '2100-01-01' },
      'empty',
      'empty',
    ),
    community_news: forMembers(
      { slug: `c-${victim.community}`, since: '2000-01-01' },
      'empty',
      'empty',
    ),
    community_reports: forMembers({ slug: `c-${victim.community}` }, 'empty', 'empty'),
    community_people: forMembers({ slug: `c-${victim.community}` }, 'empty', 'empty'),
    is_read: forMembers({ notification: { id: victim.notification } }, 'answers', 'answers'),
    mark_notification_read: people({ notification_id: victim.notification }),
    my_factors_state: forMembers({}, 'answers', 'refused'),
    my_data: { ...forMembers({}, 'answers', 'refused'), records: 'data.export' },
    my_open_invite: forMembers({}, 'empty', 'refused'),
    my_sessions: forMembers({}, 'answers', 'refused'),
    end_session: forMembers({ session_id: victim.session }, 'PT404', 'refused'),
    make_recovery_codes: forMembers({}, 'PT403', 'refused'),
    use_recovery_code: forMembers({ code: '00000-00000-00000-00000' }, 'answers', 'refused'),
    save_note: people({
      note: victim.note,
      lesson: course.lesson,
      body: 'x',
      revision: victim.note,
    }),
    my_notes: forMembers({}, 'answers', 'refused'),
    complete_late: forMembers({ lesson_id: course.lesson, age_sec: 60 }, 'PT403', 'refused'),
    record_progress: people({ lesson_id: course.lesson, position_sec: 1, ranges: '{[0,1)}' }),
    record_session: people({ event: 'anything else' }),
    // The session is older than the required recent password; a disabled person may delete the account too.
    delete_my_account: forMembers({}, 'PT403', 'PT403'),

    my_week: forMembers({}, 'empty', 'empty'),
    my_calendar: forMembers({}, 'empty', 'refused'),
    make_calendar_address: { ...forMembers({}, 'answers', 'refused'), records: 'user.calendar' },
    // This call removes what the previous one made.
    end_calendar: forMembers({}, 'empty', 'refused'),
    cohort_mates: people({ cohort_id: victim.cohort }),
    join_by_link: forMembers({ token: victim.name }, 'PT422', 'refused'),

    assignment: forMembers({ lesson_id: victim.task }, 'PT404', 'refused'),
    save_work_draft: forMembers(
      { lesson_id: victim.task, body: {}, revision: victim.note },
      'PT404',
      'refused',
    ),
    submit_round: forMembers(
      { lesson_id: victim.task, operation_id: victim.note, text: 'x' },
      'PT404',
      'refused',
    ),
    ask_extension: forMembers({ lesson_id: victim.task }, 'PT404', 'refused'),
    begin_work_uploads: forMembers({ lesson_id: victim.task, files: [] }, 'PT404', 'refused'),
    readable_work_files: forMembers({ paths: [victim.file] }, 'empty', 'refused'),

    // For creators.
    course_titles: forMembers({}, 'empty', 'empty'),
    course_content: forMembers({ course_id: course.course }, 'empty', 'empty'),
    course_history: people({ course_id: course.course }),
    course_impact: people({ course_id: course.course }),
    check_course: people({ course_id: course.course }),
    begin_uploads: people({
      bucket: 'lesson-files',
      files: [{ name: 'a.png', size: 1, type: 'image/png' }],
    }),
    course_files: forMembers({ course_id: course.course }, 'empty', 'empty'),
    readable_files: forMembers({ paths: [victim.file] }, 'empty', 'empty'),
    describe_file: people({ course_id: course.course, path: 'x', alt: 'x' }),
    begin_link_check: people({ course_id: course.course }),
    dashboard: people({}),
    course_learners: { args: {}, visitor: 'refused', member: 'empty', disabled: 'empty' },
    leave_community: people({ community_id: victim.community, user_id: victim.id }),
    delete_post: people({ post_id: victim.post }),
    join_community: people({ community_id: victim.community }),
    restore_post: people({ post_id: victim.post }),
    resolve_reports: people({ post_id: victim.post }),
    ban_member: people({ community_id: victim.community, user_id: victim.id, banned: true }),
    delete_course: people({ course_id: course.course }),
    delete_module: people({ module_id: course.module }),
    delete_lesson: people({ lesson_id: course.lesson }),
    reorder_course: people({ course_id: course.course, wanted: [], expected: [] }),
    restore_course: people({ course_id: deleted.course }),
    restore_module: people({ module_id: deleted.module }),
    restore_lesson: people({ lesson_id: deleted.lesson }),
    create_module: people({ course_id: course.course, title: 'x' }),
    duplicate_course: people({ course_id: course.course }),
    duplicate_module: people({ module_id: course.module }),
    duplicate_lesson: people({ lesson_id: course.lesson }),
    save_lesson: people({
      lesson: { id: course.lesson, title: 'x' },
      attachments: [],
    }),
    lesson_version_list: people({ lesson_id: course.lesson }),
    lesson_version: people({ version_id: victim.version }),
    restore_lesson_version: people({
      version_id: victim.version,
      unchanged_since: '2026-01-01T00:00:00Z',
    }),
    module_impact: people({ module_id: course.module }),
    lesson_impact: people({ lesson_id: course.lesson }),
    deleted_courses: forMembers({}, 'empty', 'empty'),
    deleted_content: people({ course_id: course.course }),
    export_course: people({ course_id: course.course }),
    export_lesson: people({ lesson_id: course.lesson }),
    send_lessons: people({
      sending: victim.id,
      lessons: [{ module_no: 1, place: 0, lesson: { title: 'x' } }],
    }),
    import_course: people({
      payload: { course: { title: 'x', slug: course.slug, publish: true }, modules: [] },
      dry_run: false,
    }),
    import_difference: people({
      payload: { course: { title: 'x', slug: course.slug }, modules: [] },
      source_path: 'x',
    }),
    import_to_undo: people({ course_id: course.course }),
    undo_import: people({ course_id: course.course }),

    // For people who invite.
    create_invite: people({ email: 'x@example.test', course_ids: [draft.course] }),
    check_invites: people({ lines: [{ email: victim.email }] }),
    create_invites: people({
      operation_id: victim.id,
      piece: 0,
      lines: [{ email: 'x@example.test', courses: [draft.slug] }],
    }),
    invite_list: people({}),
    resend_invite: people({ invite_id: victim.invite }),
    cancel_invite: people({ invite_id: victim.invite }),
    claim_invite_mail: people({ invite_id: victim.invite }),
    invite_mailed: people({ invite_id: victim.invite }),
    count_invites: people({ act: 'cancel', invite_ids: [victim.invite] }),
    change_invites: people({
      operation_id: victim.id,
      piece: 0,
      act: 'cancel',
      invite_ids: [victim.invite],
    }),
    member_by_address: people({ address: victim.email }),

    // For people who manage members.
    members: people({}),
    begin_export: people({ list: 'members', filter: {} }),
    export_rows: people({ export_id: victim.id }),
    member_access: people({ user_id: victim.id }),
    analytics: people({}),
    member_analytics: people({ user_id: victim.id }),
    person: people({ user_id: victim.id }),
    person_invites: people({ user_id: victim.id }),
    person_access: people({ user_id: victim.id }),
    person_lessons: people({ user_id: victim.id, course_id: course.course }),
    save_access: people({
      user_id: victim.id,
      to_grant: [draft.course],
      to_revoke: [course.course],
    }),
    change_access: people({
      operation_id: victim.id,
      piece: 0,
      course_ids: [draft.course],
      act: 'grant',
      people: [victim.id],
    }),

    count_access: people({ act: 'grant', course_ids: [draft.course], people: [victim.id] }),
    members_by_address: people({ addresses: [victim.email] }),

    // For those who look after cohorts.
    cohort_list: people({}),
    cohort: people({ cohort_id: victim.cohort }),
    cohort_member_list: people({ cohort_id: victim.cohort }),
    cohort_schedule: people({ cohort_id: victim.cohort }),
    cohort_progress: people({ cohort_id: victim.cohort }),
    cohort_behind: people({ cohort_id: victim.cohort }),
    who_is_behind: people({}),
    clear_behind: people({ cohort_id: victim.cohort, user_id: victim.id, reason: 'SILENT' }),
    person_cohorts: people({ user_id: victim.id }),
    create_cohort: people({
      ...{
        title: 'x',
        slug: 'x',
        time_zone: 'UTC',
        starts_on: '2090-01-01',
        ends_on: '2090-02-01',
      },
      course_ids: [course.course],
    }),
    start_cohort_again: people({
      ...{ cohort_id: victim.cohort, starts_on: '2090-01-01', title: 'x', slug: 'x' },
    }),
    set_cohort_courses: people({ cohort_id: victim.cohort, course_ids: [course.course] }),
    add_cohort_people: people({ cohort_id: victim.cohort, people: [victim.id] }),
    change_cohort_people: people({ cohort_id: victim.cohort, people: [victim.id], act: 'pause' }),
    move_cohort: people({ cohort_id: victim.cohort, days: 7, dry_run: false }),
    save_releases: people({
      cohort_id: victim.cohort,
      changes: [{ lesson_id: course.lesson, day: 3 }],
    }),
    cohort_link: people({ cohort_id: victim.cohort }),
    make_cohort_link: people({ cohort_id: victim.cohort }),
    set_cohort_link: people({ cohort_id: victim.cohort, active: false }),
    count_cohort_message: people({ cohort_id: victim.cohort }),
    send_cohort_message: people({ cohort_id: victim.cohort, title: 'x', message: 'x' }),
    cohort_message_list: people({ cohort_id: victim.cohort }),
    cohort_message_readers: people({ message_id: victim.cohortMessage }),

    // For reviewers.
    review_queue: people({}),
    next_review: people({}),
    longest_waiting: people({}),
    person_work: people({ user_id: victim.id }),
    assignment_figures: people({ cohort_id: victim.cohort }),
    extension_list: people({}),
    review: people({ submission_id: victim.work }),
    reviewers: people({ submission_id: victim.work }),
    claim_submission: people({ submission_id: victim.work }),
    release_claim: people({ submission_id: victim.work }),
    hand_over: people({ submission_id: victim.work }),
    save_review_draft: people({ round_id: victim.round, body: {} }),
    publish_review: people({ round_id: victim.round, verdict: 'PASS' }),
    withdraw_review: people({ review_id: victim.review, reason: 'x' }),
    waive_late: people({ round_id: victim.round }),
    give_extension: people({ lesson_id: victim.task, user_id: victim.id, days: 2 }),
    end_extension: people({ lesson_id: victim.task, user_id: victim.id }),
    decline_extension: people({ lesson_id: victim.task, user_id: victim.id }),
    save_dues: people({ cohort_id: victim.cohort, changes: [{ lesson_id: victim.task, day: 3 }] }),

    // For administrators.
    settings_preview: people({}),
    managed_communities: people({}),
    managed_community: people({ community_id: victim.community }),
    managed_members: people({ community_id: victim.community }),
    community_candidates: people({ community_id: victim.community, query: victim.name }),
    add_community_member: people({ community_id: victim.community, user_id: victim.id }),
    delete_community: people({ community_id: victim.community }),
    set_role: people({ user_id: victim.id, role: 'ADMIN' }),
    set_disabled: people({ user_id: victim.id, disabled: true }),
    correct_person: people({ user_id: victim.id, email: 'x@example.test' }),
    reset_factors: people({ user_id: victim.id }),
    send_global_notification: people({ title: 'x', message: 'x' }),
    send_user_notification: people({ recipient_id: victim.id, title: 'x', message: 'x' }),

    edit_notification: people({
      notification_id: victim.notification,
      title: 'x',
      message: 'x',
      type: 'info',
    }),
    community_impact: people({ community_id: victim.community }),
    disable_impact: people({ user_id: victim.id }),
    role_impact: people({ user_id: victim.id, role: 'ADMIN' }),
    notification_list: people({}),
    purchase_list: people({}),
    due_work_list: people({}),
    retry_due_work: people({ work_id: victim.id }),
    record_purchase: people({
      key: victim.id,
      user_id: victim.id,
      course_id: draft.course,
      amount_cents: 0,
      currency: 'USD',
      kind: 'scholarship',
      reason: 'x',
    }),
    refund_impact: people({ purchase_id: victim.purchase }),
    refund_purchase: people({ purchase_id: victim.purchase, reason: 'x' }),
    assign_purchase: people({ purchase_id: victim.purchase, user_id: victim.id }),
    dismiss_purchase_notice: people({ notice_id: victim.id }),
    audit_list: people({ person: victim.id }),
    person_audit: people({ user_id: victim.id }),
    person_sessions: people({ user_id: victim.id }),
    audit_choices: people({}),

    // For the service role only.
    calendar_of: people({ token: victim.secret }),
    unsubscribe: people({ token: victim.secret, really: true }),
    cohort_by_link: people({ token: victim.secret }),
    keep_link_states: people({ states: [] }),
    keep_round_commit: people({ round_id: victim.id, sha: 'a'.repeat(40) }),
    claim_due_mails: people({}),
    make_invite_proof: people({ invite_id: victim.invite }),
    settle_due_mail: people({ work_id: victim.id, attempt: 1 }),
    refuse_purchase_event: people({
      provider: 'stripe',
      event_id: 'evt_attack',
      type: 'checkout.session.completed',
      reason: 'BAD_AMOUNT',
    }),
    record_purchase_event: people({
      provider: 'stripe',
      event_id: 'evt_attack',
      kind: 'COMPLETED',
      ref: 'pi_attack',
      occurred_at: '2026-01-01T00:00:00Z',
      member_id: victim.id,
      course: draft.course,
      amount_cents: 1,
      currency: 'USD',
    }),

    // For Auth only.
    before_user_created: people({ event: { user: { email: victim.email } } }),
  }
}
