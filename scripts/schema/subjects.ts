/** One file of `supabase/schema`. */
export interface Subject {
  /** What the file is about, as its first line. */
  about: string
  /** Names of types, tables, views and functions; a policy, trigger or row is filed with its table. */
  names: string
}

/**
 * The subject of everything that the database holds: the file `supabase/schema/<subject>.sql`. A name
 * without its schema stands for both, `*` for any letters. A name comes before a pattern.
 */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  access: {
    about:
      'Roles and their rights, the gate in front of every right, and what is open to whom until when.',
    names: `
      user_role permission_scope role_permissions
      active active_role admitted_role account_state meets_required_aal can claims uid my_permissions
      rights_of person_may person_keeps
      entitlement_source entitlements bulk_pieces
      entitled_course_ids entitled_module_ids made_course_ids modules_with_previews
      my_course_ids my_module_ids preview_module_ids
      access_of grant_facts grant_is_open grants_open moment_of_work grant_access revoke_access change_access save_access member_access
      without_other_cohorts
      change_ends count_access check_access_* check_courses check_end check_new_end
    `,
  },
  sessions: {
    about:
      'Sessions, the second factor with its recovery codes, and what an app asks when it opens.',
    names: `
      boot check_session end_session my_sessions session_aal session_is_open strong_session
      factor_missing verified_factors remove_factors reset_factors my_account_state my_factors_state
      recovery_* make_recovery_codes use_recovery_code
    `,
  },
  people: {
    about: 'Accounts: signing up, names and roles, proven addresses, the end of an account.',
    names: `
      profiles create_profile check_sign_up before_user_created confirm_without_verification limit_metadata
      visible_name is_email check_not_self keep_an_administrator last_administrator
      correct_person set_disabled set_role
      corrected_addresses address_proven due_address_mail enqueue_address_mail reset_email_confirmation on_address_set
      on_mailbox_proved session_is_of_address void_mailed_links sync_profile_email sync_confirmations
      delete_my_account delete_profile preferences check_time_zone is_time_zone unsubscribe unsubscribe_tokens
      make_unsubscribe_token wants_mail erase_* address_pattern name_pattern record_without_person without_person
    `,
  },
  members: {
    about: 'The list of members, how people are found in it, and the page of one person.',
    names: `
      people members member_by_address members_by_address export_members
      found_by sync_people people_from people_total people_where person_key person_patterns rebuild_people
      learning_where person person_access person_invites person_lessons person_sessions check_person
      assigned_person_ids reach_is_narrowed reaches takes_course shown_name invites_of
    `,
  },
  impact: {
    about: 'Whom an act touches, as the question before it says.',
    names: `
      community_impact course_impact disable_impact lesson_impact module_impact refund_impact role_impact
      learners_of readers_of_all rights_after open_invites_by may_name people_summary titles_summary
    `,
  },
  catalogue: {
    about: 'Courses, modules and lessons, and who may read them.',
    names: `
      course_status lesson_content_type video_provider
      courses course_slugs course_sizes modules lessons lesson_attachments
      course_is_published remember_slug course_of_lesson course_of_module binned_lesson_ids course_titles course_learners free_previews
      is_app_path is_slug is_video_asset is_web_link
    `,
  },
  editing: {
    about: 'Building a course: the editor, copies, the bin, what is checked, earlier versions.',
    names: `
      can_on_course private.check_course check_module check_lesson check_attachment guard_publish
      create_module made_under refuse_made reorder_course save_lesson save_attachments lock_course course_order
      order_members free_places make_room_in_bin
      duplicate_* copy_* record_copy
      delete_course delete_lesson delete_module deleted_content deleted_courses
      restore_course restore_lesson restore_module due_bin enqueue_bin_removal
      public.check_course begin_link_check keep_link_states link_checks link_states course_targets
      leads_inside links_in prose
      course_content course_history lesson_versions lesson_version lesson_version_list keep_lesson_version
      restore_lesson_version
    `,
  },
  transfer: {
    about: 'Courses as folders: export, import, and taking an import back.',
    names: `
      export_course export_lesson exported_lessons record_export course_version lesson_links with_lesson_links
      import_course check_import import_learners import_target plan_* write_* wanted_lesson attachment_list
      plain_attachments trash_missing slug_taken
      sent_lessons send_lessons listed_lessons my_sent_lessons
      import_undo import_undos undo_import import_difference import_to_undo keep_undo course_before
      lesson_fields restore_*_before_import
    `,
  },
  learning: {
    about: 'The library, the outline of a course, progress, completions and notes.',
    names: `
      library course_outline lesson_place
      lesson_completions lesson_progress record_progress merge_progress complete_watched range_count
      refresh_counts_of_completions refresh_counts_of_progress refresh_counts_of_durations recount_lessons
      notes my_notes save_note check_note
      undone_completions keep_undone complete_late progress_percent video_of watched_share
    `,
  },
  cohorts: {
    about:
      'Cohorts: their courses, people and staff, the schedule, and what it has not opened yet.',
    names: `
      cohort* releases release_facts save_releases unreleased_lesson* my_unreleased_lesson_ids my_week my_news
      due_cohort_message_mail count_cohort_message send_cohort_message
      staffed_* my_staffed_* my_cohort_ids my_cohorts_with can_on_cohort
      check_cohort check_cohort_* check_seats change_membership moments_reached keep_cohort_people end_duties
      follow_cohort* follow_who_left leave_work keep_in_cohort refuse_removed sync_cohort_* create_cohort write_cohort make_cohort_community set_cohort_courses join_cohort
      calendar_addresses calendar_of my_calendar make_calendar_address end_calendar schedule_changes stamp_schedule
      find_behind clear_behind export_cohorts export_cohort_members person_cohorts link_view make_cohort_link set_cohort_link refuse_link join_by_link take_cohort_token drop_cohort_token
      person_may_add add_cohort_people change_cohort_people move_cohort start_cohort_again local_moment local_day last_second
    `,
  },
  assignments: {
    about: 'Work that is handed in: assignments, rounds, the queue, reviews, and more time.',
    names: `
      work_kind late_rule assignment* rubric_criteria is_rubric_levels is_handed_code is_handed_files
      submission* submit_round save_work_draft begin_work_uploads readable_work_files save_dues
      review* claim_submission release_claim hand_over next_review second_opinions keep_second_opinions keep_blind save_review_draft publish_review
      withdraw_review waive_late saved_replies person_work
      extension* ask_extension give_extension end_extension decline_extension check_extension refuse_assignment
      add_assignment button_completes my_earned_lesson_ids person_dues due_of passed_second rubric_of round_facts
      usual_wait place_in_queue why_not_hand_in check_hand_in check_work check_own_files keep_round keep_work_files
      work_file* work_is_* work_facts can_on_work check_work_right person_may_review would_tell_owner last_reviewer goes_to_others
      claim_facts claim_length lock_claims take_claim check_levels published_facts tell_of_review due_review_mail queue_condition export_reviews
      lesson_figures signal_submission plain_levels wanted_assignment check_assignment save_assignment copy_assignments
      keep_assignment_version repository_of commit_page due_round_commit keep_round_commit
    `,
  },
  exercises: {
    about:
      'Exercises: their versions, tests and proof, the code that people hand in, and the verdict.',
    names: `
      exercise* run_verdict proof_state is_exercise_* is_page_exercise add_exercise why_not_open check_practice can_on_runs run_facts latest_key
      prune_runs hand_in_run verification_lease plain_results end_run run_to_verify settle_run due_run_check save_exercise_draft
      key_fields key_facts check_exercise check_exercise_right publish_key ask_for_proof write_exercise take_exercise save_exercise prove_exercise
      count_killed count_killed_run waits_until forget_attempt
      plain_problems settle_proof due_exercise_proof person_exercises course_exercise_figures
      record_exercise keep_exercise_version copy_exercises
    `,
  },
  inbox: {
    about: 'The inbox of staff, and the people who have fallen behind, whom it lists.',
    names: `
      staff_inbox inbox_* check_inbox reaches_inbox_row put_away forget_inbox_row signal_given_up
      finish_inbox_row snooze_inbox_row restore_inbox_row hand_over_inbox_row
      morning* plan_morning_mails due_morning* panel_path
      behind_* refresh_behind recheck_behind find_all_behind due_behind look_again look_again_at_dues no_longer_behind work_not_behind
      question_not_behind member_not_active account_disabled tell_behind retell_behind untell_behind end_behind lesson_to_go_on_with
      plan_look lock_notification_sums
    `,
  },
  questions: {
    about: 'Questions under a lesson: asking, answering, following, merging, reports, and bans.',
    names: `
      question* answers ask_question answer_question answer_view accept_answer reopen_question edit_question edit_answer
      delete_question restore_question delete_answer restore_answer follow_question follow merge_questions
      lesson_questions report_question settle_question_reports ban_from_questions may_ban_from_questions
      is_banned_from_questions my_open_lesson_ids opens_lesson can_on_questions my_question_rights reads_question readers_of_question
      refuse_question lock_question* moderates_question check_question_words check_may_write refresh_question
      tell_of_answer count_question_act narrowing_query grants_of_lesson lesson_is_released cohort_of_asker may_delete_words index_question
      answer_documents index_answer matches_in_sample lessons_asked frequent_found
    `,
  },
  analytics: {
    about:
      'Figures for staff: learners and what is open to them, counted as it changes; the dashboard.',
    names: `
      analytics dashboard member_analytics export_analytics check_analytics_rights rebuild_analytics
      learners learner_courses learner_totals learners_found learners_where
      refresh_counts_of_* lock_course_counts lock_learner_counts
      recount_course_sizes recount_courses recount_grants recount_learners recount_pairs
      own_courses drop_off_lessons hard_lessons where_course_is_hard to_do
    `,
  },
  search: {
    about: 'Search over courses, lessons, people and notifications, and what is indexed for it.',
    names: `
      search search_* known_words add_known_words course_documents lesson_documents index_* courses_changed
      lessons_changed fold plain_text headings snippet highlighted prefixes prefix_query corrected_term
      lessons_matching lessons_titled any_lesson_matches open_to_search notification_patterns
      is_run run_letters pairs note_key term_query
    `,
  },
  invites: {
    about: 'Invites: who sends and accepts them, their list, their mails.',
    names: `
      invited_cohort check_invite_cohort
      invites invite_* invited_course_ids invites_where invites_path invites_ending
      accept_invite cancel_invite create_invite create_invites change_invites check_invite check_invites
      claim_invite_mail count_invites export_invites free_invite give_invited_role my_invite my_open_invite
      on_address_verified redeem_invite refuse_invite resend_invite usable_invite validate_invites
      due_invite* enqueue_invite* make_invite_proof use_invite_proof take_invite_proof drop_invite_proof
    `,
  },
  communities: {
    about: 'Communities: members, posts, reports, and their management.',
    names: `
      community_* communities is_thread has_communities join_community leave_community my_communities
      joined_community_ids open_community_ids new_in_communities new_posts mark_community_seen see_community
      membership_is_active post_views stamp_edit limit_posting delete_post restore_post
      managed_* add_community_member ban_member check_community_rights delete_community resolve_reports
    `,
  },
  purchases: {
    about: 'Purchases, what the payment provider reports, and refunds.',
    names: `
      purchase_* purchases purchases_where export_purchases count_purchases taken_grants refund_state
      record_purchase record_purchase_event refuse_purchase_event settle_purchase refund_purchase
      by_hand by_hand_for_refund check_reason assign_purchase due_purchase_address
      open_purchase_notices add_purchase_notice dismiss_purchase_notice
    `,
  },
  notifications: {
    about: 'Notifications: sending, the bell, what is read and muted.',
    names: `
      notification_type notification_feed notification_is_visible notification_list notification_mutes notification_reads
      notification_sums notifications notifications_found notifications_where
      unread_notifications is_read mark_*
      send_notification send_global_notification send_user_notification edit_notification check_notification
      count_notifications export_notifications
    `,
  },
  audit: {
    about: 'The record of who did what.',
    names: `
      audit audit_* withh* complete_records person_audit content_place request_header export_audit_logs record_act record_at_once
      record_own_act record_session recorded_at_once
    `,
  },
  exports: {
    about: 'Lists as files, and what one person may have of their own data.',
    names: `
      export_lists export_rows export_source exports begin_export due_exports enqueue_export_removal
      my_data account_data community_data learning_data made_data message_data record_data record_my_data work_data
    `,
  },
  files: {
    about: 'Files of lessons and covers: sending, who may fetch them, when they go.',
    names: `
      storage.objects storage.buckets
      lesson_file_gone lesson_files sync_files_of_changed_lesson uploads begin_uploads check_upload forget_old_uploads my_uploads waiting_uploads
      upload_room may_send_file readable_files describe_file course_files files_named sync_lesson_files
      is_file_used is_stored_file file_path cover_gone carry_files unheld_files
      due_file_removal enqueue_file_removal due_lesson_file due_uploads
    `,
  },
  jobs: {
    about: 'What the database does later and by itself, and the mails among it.',
    names: `
      due_kinds due_work due_work_list run_due_work retry_due_work enqueue_job retry_delay motor worker_stopped
      fail_job due_failures due_failures_mail end_job enqueue_failures given_up mail_address
      claim_due_mails claim_due_runs claim_job runs_code settle_due_mail
    `,
  },
  settings: {
    about: 'The settings of the site.',
    names: `
      settings settings_preview site_accent public_settings legal_texts
    `,
  },
  shared: {
    about:
      'What many subjects use: lists that are counted, searched and told of changes; refusals; stamps.',
    names: `
      list_changes signal_change signal_people signal_staff signal_table watched_resources page_in_order
      like_pattern plain_like
      row_counts update_row_counts row_count keep_row_counts rebuild_row_counts people_count invites_count
      refuse refuse_field touch_updated_at
      matches_schema at_most is_plain_json
    `,
  },
}
