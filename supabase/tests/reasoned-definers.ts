/** Functions that run with their owner's rights on purpose; each checks its caller first. */
export const REASONED_DEFINERS = [
  'accept_answer', // the asker's own, or calls moderates_question(); only functions write questions
  'accept_invite', // redeems for the caller, to whose email the invite must have been sent
  'add_cohort_people', // calls check_cohort_right(); adds people whose profiles row security hides
  'add_community_member', // calls check_community_rights(); left_at is granted to no one
  'allow_mail', // calls can('profiles', 'correct'); the table is granted to no one
  'analytics', // calls check_analytics_rights(); counts everyone, from tables that are granted to no one
  'answer_question', // calls lock_question(), which asks reads_question(); only functions write answers
  'ask_extension', // the caller’s own; requests are granted to no one
  'ask_question', // calls opens_lesson(); only functions write questions
  'ask_repository', // calls check_hand_in() or can_on_course(); repositories are written by functions alone
  'assign_purchase', // calls can('purchases', 'assign'); purchases are granted to no one
  'assignment', // the caller’s own work; names reviewers, and places among others’ work
  'assignment_figures', // restates the scope; counts everyone’s work, which row security hides from staff
  'assignment_tests', // calls can_on_course(); counts repositories and results, which are granted to no one
  'audit_choices', // calls can('audit_logs', 'read'); walks an index past row security
  'audit_list', // the same; row security would keep the merge from its indexes
  'audit_names', // calls can('audit_logs', 'read'), and who may read records may read what they are about
  'ban_from_questions', // calls may_ban_from_questions(); bans are granted to no one
  'ban_member', // community moderator or administrator
  'before_user_created', // the auth service's alone; reads invites for people who have no account yet
  'begin_export', // calls export_source(); writes the record without which no row is returned
  'begin_link_check', // calls can_on_course(); counts against the caller's limit, which is granted to no one
  'begin_uploads', // calls can('lesson_files', 'create', 'own'); what was sent is granted to no one
  'begin_work_uploads', // calls check_hand_in(); what was sent is granted to no one
  'calendar_of', // the service role's alone; the addresses are granted to no one
  'cancel_invite', // calls my_invite()
  'change_access', // calls check_access_rights(); writes many people's grants
  'change_cohort_people', // calls check_cohort_right(); keeps the answer of an operation, which is granted to no one
  'change_invites', // calls invite_batch() and invite_verdicts(); update of invites is granted to no one
  'check_course', // calls can_on_course(); looks where links to other courses lead
  'check_invites', // calls check_invite(); says what create_invites() would do
  'check_session', // yes or no, about the caller's own session; sessions belong to the auth service
  'claim_due_mails', // the service role's alone; the table has no grants
  'claim_due_runs', // the same
  'claim_invite_mail', // calls my_invite(); the counts are granted to no one
  'claim_submission', // calls check_work_right(); claims are granted to no one
  'clear_behind', // calls check_cohort_right(); the notes are granted to no one
  'cohort', // calls check_cohort_right(); names staff, whose profiles row security hides
  'cohort_behind', // calls check_cohort_right(); works out what people did
  'cohort_by_link', // the service role's alone; the link is the right
  'cohort_history', // calls can('audit_logs', 'read'); row security would keep the expression from its index
  'cohort_link', // calls check_cohort_right(); the links are granted to no one
  'cohort_list', // calls can('cohorts', 'read', 'assigned') and restates the scope; the same
  'cohort_mates', // the caller's own cohorts; names people, by name alone
  'cohort_member_list', // calls check_cohort_right(); the same, of members
  'cohort_message_list', // calls check_cohort_right(); names senders and counts what people read
  'cohort_message_readers', // the same
  'cohort_progress', // the same
  'cohort_questions', // calls can_on_cohort(); names who asked, whose profiles row security hides
  'cohort_schedule', // calls check_cohort_right(); moderators read no course row
  'community_candidates', // calls check_community_rights(); row security keeps text operators from their index
  'community_feed', // calls community_membership(); names authors, whose profiles row security hides
  'community_impact', // calls can('communities', 'delete'); says whom delete_community() touches
  'community_news', // calls community_membership(); counts
  'community_people', // for moderators; names people, by name alone
  'community_reports', // for moderators; names authors, not reporters
  'community_thread', // calls community_membership(); names authors
  'complete_late', // the caller's own; row security hides lessons whose access has ended
  'correct_person', // calls can('profiles', 'correct'); the address belongs to the auth service
  'count_access', // calls check_access_act(); says what change_access() would come to
  'count_cohort_message', // calls check_cohort_right(); says what send_cohort_message() would do
  'count_invites', // calls invite_verdicts(); says what change_invites() would come to
  'count_killed_run', // the service role's alone; what people had run is granted to no one
  'course_exercise_figures', // restates the scope; calls exercise_figures()
  'course_history', // calls can_on_course(); the audit is administrators' alone, this leaves out addresses and people
  'course_impact', // calls can_on_course()
  'course_learners', // restates the scope; names id and name alone
  'course_outline', // names locked lessons, which row security hides
  'course_titles', // calls can('courses', 'list'); moderators read no course row
  'create_invite', // calls check_invite(); insert into invites is granted to no one
  'create_invites', // calls check_invite(); many at once
  'decline_extension', // calls check_extension(); requests are granted to no one
  'delete_answer', // calls may_delete_words(); only functions write answers
  'delete_community', // calls can('communities', 'delete'); may run longer than other calls
  'delete_course', // calls can_on_course(); marks a branch
  'delete_lesson', // calls can_on_course()
  'delete_module', // calls can_on_course()
  'delete_my_account', // the caller's own, after the password
  'delete_post', // author, community moderator or administrator
  'delete_question', // calls may_delete_words(); only functions write questions
  'deleted_content', // calls can_on_course(); names deleted rows, which row security hides
  'deleted_courses', // calls can('courses', 'restore'); the same
  'disable_impact', // calls can('profiles', 'disable'); says whom set_disabled() touches
  'disconnect_repository', // the caller's own; repositories are written by functions alone
  'dismiss_purchase_notice', // calls can('purchases', 'dismiss'); the table has no grants
  'due_work_list', // calls can('due_work', 'read'); the table has no grants
  'edit_answer', // the caller's own; only functions write answers
  'edit_notification', // calls can('notifications', 'update'); the recipients cannot change
  'edit_question', // the caller's own; only functions write questions
  'end_calendar', // the caller's own; the addresses are granted to no one
  'end_extension', // calls check_extension(); extensions are written by functions alone
  'end_mail', // the service role's alone; the table has no grants
  'end_session', // deletes the caller's own alone; sessions belong to the auth service
  'exercise_figures', // calls can_on_course() or restates the scope; counts everyone's runs, which row security hides from staff
  'exercise_of', // the caller's own; the versions of exercises are granted to no one
  'exercise_run', // the caller's own, or calls can_on_runs(); row security hides runs from staff
  'exercise_runs_of', // calls can_on_runs(); row security hides runs from staff
  'exercise_solution', // the caller's own runs decide; solutions are granted to no one
  'exercise_to_edit', // calls can_on_course(); hidden tests and solutions are granted to no one
  'exercise_to_prove', // the service role's alone; the same
  'export_rows', // the caller's own export alone; asks export_source() again
  'extension_list', // calls extension_may_be_given(); names people, whose profiles row security hides
  'finish_inbox_row', // calls check_inbox() and can_have_inbox_row(); the marks are granted to no one
  'follow_question', // calls reads_question(), which row security does not know
  'forget_attempt', // the service role's alone; versions are granted to no one
  'free_previews', // calls can('lessons', 'read', 'assigned'); names courses, which row security shows to holders alone
  'give_extension', // calls check_extension(); extensions are written by functions alone
  'hand_in_run', // calls check_practice(); runs are written by functions alone
  'hand_over', // calls check_work_right(); claims and offers are granted to no one
  'hand_over_inbox_row', // calls check_inbox() and can_have_inbox_row() for both people; writes to another person's bell
  'has_communities', // yes or no, about the caller
  'inbox_colleagues', // calls check_inbox() and can_have_inbox_row(); names staff, whose profiles row security hides
  'invite_by_token', // the token is the right
  'invite_list', // calls can('invites', 'read', 'own'); row security keeps text operators from their index
  'invite_mailed', // calls my_invite(); the table of due work has no grants
  'join_by_link', // the link is the right; memberships are granted to staff
  'join_community', // calls open_community_ids(); left_at is granted to no one
  'judge_again', // calls check_work_right() or can_on_work(); results are written by functions alone
  'keep_link_states', // the service role's alone; the states are granted to no one
  'keep_round_commit', // the service role's alone; it has no policy on the rounds of others
  'leave_community', // stamps left_at, on one's own row
  'legal_texts', // two columns of a row that visitors may not read
  'lesson_impact', // calls can_on_course(); counts
  'lesson_questions', // calls opens_lesson() and restates the scope; names authors, by name alone
  'lesson_repositories', // calls can_on_course() and restates the scope; names people, whose profiles row security hides
  'lesson_version_list', // calls can_on_course(); names authors, whose profiles row security hides
  'library', // names courses whose access has ended
  'make_calendar_address', // the caller's own; the addresses are granted to no one
  'make_cohort_link', // calls check_cohort_right(); the links are granted to no one
  'make_invite_proof', // the service role's alone; the table has no grants
  'make_recovery_codes', // the caller's own, at aal2; the codes are in private
  'managed_communities', // calls check_community_rights(); counts memberships and reports
  'managed_community', // the same
  'managed_members', // calls check_community_rights(); row security keeps text operators from their index
  'mark_community_seen', // joined communities alone; visits are granted to no one
  'member_access', // calls can('entitlements', 'read') and can('courses', 'list'); moderators read no course row
  'member_analytics', // calls check_analytics_rights(); moderators read no course row
  'member_by_address', // calls can('profiles', 'read'); an exact address, which no log of addresses holds
  'members', // calls can('profiles', 'read'); row security keeps text operators from their index
  'members_by_address', // the same; many exact addresses at once
  'merge_questions', // calls moderates_question() for both; only functions write questions
  'module_impact', // calls can_on_course(); counts
  'move_cohort', // calls check_cohort_right(); writes the cohort for moderators who may change its schedule
  'my_account_state', // tells people why the gate refuses them
  'my_calendar', // the caller's own; the addresses are granted to no one
  'my_cohort_schedule', // the caller's own cohorts; names lessons that are not open yet, as the outline does
  'my_communities', // names communities that are closed to the caller or from which they are banned
  'my_data', // the caller's own rows of every table
  'my_factors_state', // the caller's own; the factors belong to the auth service
  'my_news', // the caller's own work, and questions that they follow and may read
  'my_open_invite', // invites to the caller's own confirmed email; no one else lists a token
  'my_permissions', // the role table itself is granted to no one
  'my_sessions', // the caller's own; sessions belong to the auth service
  'my_week', // the caller's own cohorts; names lessons that are not open yet
  'new_in_communities', // the caller's own communities; visits are granted to no one
  'next_review', // calls queue_condition(); claims and offers are granted to no one
  'notification_feed', // the caller's own and everybody's, from indexes that row security keeps from being used
  'notification_list', // calls can('notifications', 'read'); row security keeps text operators from their index
  'person', // calls check_person(); moderators read no profile row
  'person_access', // calls check_access_reading(); works out another person's rights
  'person_audit', // calls can('audit_logs', 'read'); row security keeps the expression from its index
  'person_cohorts', // calls can('cohort_members', 'read', 'assigned') and restates the scope
  'person_exercises', // calls can_on_runs(); standings are granted to no one
  'person_invites', // calls check_person(), restates the scope; row security keeps the address from its index
  'person_lessons', // the same
  'person_sessions', // calls can('sessions', 'read'); sessions belong to the auth service
  'person_work', // calls can_on_work(); hides whose work a blind assignment is
  'prove_exercise', // calls check_exercise_right(); versions are granted to no one
  'public_settings', // the public part of a row that visitors may not read
  'publish_review', // calls check_work_right(); writes review, state and completion in one transaction
  'purchase_list', // calls can('purchases', 'read'); row security keeps text operators from their index
  'question', // calls reads_question(); names authors, by name alone
  'question_bans', // calls may_ban_from_questions() for each; names people, by name alone
  'questions_like', // calls my_open_lesson_ids() and restates the scope; row security keeps words from their index
  'questions_to_merge', // calls moderates_question() and can_on_questions() for each; row security keeps words from their index
  'readable_work_files', // calls can_on_work(); the files are granted to no one
  'record_purchase', // calls can('purchases', 'create'); purchases are granted to no one
  'record_purchase_event', // the service role's alone; writes purchase and grant in one transaction
  'record_session', // the caller's own session, once
  'refund_impact', // calls can('purchases', 'refund'); says what refund_purchase() would do
  'refund_purchase', // the same; purchases are granted to no one
  'refuse_purchase_event', // the service role's alone; the table has no grants
  'release_claim', // the caller’s own claim; claims are granted to no one
  'reopen_question', // the asker's own, or calls moderates_question(); only functions write questions
  'reorder_course', // calls can_on_course(); writes a whole order
  'report_question', // calls reads_question(); reports are granted to no one
  'resend_invite', // calls my_invite() and check_invite()
  'reset_factors', // calls can('profiles', 'reset_factors')
  'resolve_reports', // community moderator or administrator
  'restore_answer', // calls may_delete_words(); only functions write answers
  'restore_course', // calls can_on_course()
  'restore_inbox_row', // calls check_inbox(); the caller's own marks, which are granted to no one
  'restore_lesson', // calls can_on_course()
  'restore_module', // calls can_on_course()
  'restore_post', // only the person who deleted it
  'restore_question', // calls may_delete_words(); only functions write questions
  'retry_due_work', // calls can('due_work', 'retry'); the table has no grants
  'review', // calls check_work_right(); hides whose work a blind assignment is
  'review_queue', // calls queue_condition(); hides whose work a blind assignment is
  'reviewers', // calls check_work_right(); names staff, whose profiles row security hides
  'role_impact', // calls can('profiles', 'set_role'); says what set_role() changes
  'run_to_verify', // the service role's alone; hidden tests are granted to no one
  'save_access', // calls check_access_rights(); one difference in one transaction
  'save_exercise', // calls check_exercise_right(); versions are granted to no one
  'save_exercise_draft', // calls check_practice(); drafts are written by functions alone
  'save_review_draft', // calls check_work_right(); drafts and claims are granted to no one
  'save_work_draft', // calls check_hand_in(); drafts are written by functions alone
  'search', // calls can('courses', 'read', 'assigned'); row security keeps indexes of words from being used
  'search_questions', // calls can('questions', 'read', 'own'), works out the caller's lessons, and restates the scope; row security keeps words from their index
  'send_cohort_message', // calls check_cohort_right(); writes to the bells of many people
  'send_global_notification', // calls can('notifications', 'create'); the sender is the caller
  'send_lessons', // calls can('courses', 'create', 'own'); the pieces are granted to no one
  'send_user_notification', // the same
  'set_cohort_link', // calls check_cohort_right(); the links are granted to no one
  'set_disabled', // calls can('profiles', 'disable')
  'set_role', // calls can('profiles', 'set_role')
  'settings_preview', // calls can('settings', 'update'); counts accounts of the auth service
  'settle_due_mail', // the service role's alone; the table has no grants
  'settle_proof', // the service role's alone; versions are granted to no one
  'settle_question_reports', // calls moderates_question(); reports are granted to no one
  'settle_repository_result', // the service role's alone; writes result, round, and completion in one transaction
  'settle_run', // the service role's alone; writes verdict and completion in one transaction
  'sign_up_confirmed', // yes or no, about a sign-up of the last day; accounts belong to the auth service
  'snooze_inbox_row', // calls check_inbox() and can_have_inbox_row(); the marks are granted to no one
  'staff_inbox', // reads my_permissions() and restates the scope of each kind; hides whose work a blind assignment is
  'submit_round', // calls check_hand_in(); rounds are written by functions alone
  'take_grader_commit', // calls can_on_course(); the commit that waits is granted to no one
  'unsubscribe', // the service role's alone; the secrets are granted to no one
  'use_recovery_code', // the caller's own; tries are counted
  'waive_late', // calls check_work_right(); rounds are written by functions alone
  'where_course_is_hard', // restates the scope; counts what people did, from tables that are granted to no one
  'withdraw_review', // calls check_work_right(); takes review, state and completion back in one transaction
]
