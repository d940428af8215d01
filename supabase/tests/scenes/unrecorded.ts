/** Functions that write without a record about their caller, each with the reason. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  begin_link_check: 'Changes nothing that people see.',
  begin_uploads: 'A file is recorded once a lesson names it; what none does goes after 30 days.',
  claim_invite_mail: 'Belongs to the sending of an invite, whose making or resending is recorded.',
  complete_late: 'What a person learns is their own affair.',
  delete_my_account: 'Its record outlives the caller; 142-erasure asks for it.',
  end_calendar: 'Takes an address of the caller’s own away; its making is recorded.',
  import_difference: 'Tells what an import would change, and changes nothing.',
  invite_mailed: 'Belongs to the sending of an invite, as claim_invite_mail does.',
  mark_all_notifications_read: 'What a person has read is their own affair.',
  mark_community_seen: 'The same.',
  mark_notification_read: 'The same.',
  record_progress: 'What a person learns is their own affair.',
  refund_impact: 'Tells what a refund would do; it locks what it reads.',
  save_note: 'A person’s notes are theirs alone.',
  see_community: 'The same, under its earlier name.',
  send_lessons: 'Parts of an import, which is recorded when it is made of them.',
}

/** Tables that signed-in people write without a record, each with the reason. */
export const UNRECORDED_TABLES: Readonly<Record<string, string>> = {
  'community_post_reports insert': 'Who reported a post is told to no one.',
  'community_posts insert': 'What people write themselves stands in the community.',
  'lesson_completions insert': 'What a person learns is their own affair.',
  'lesson_completions delete': 'The same.',
  'lesson_progress insert': 'The same.',
  'lesson_progress update': 'The same.',
  'notes insert': 'A person’s notes are theirs alone.',
  'notes update': 'The same.',
  'notes delete': 'The same.',
  'notification_mutes insert': 'What a person wants to see is their own affair.',
  'notification_mutes delete': 'The same.',
  'notification_reads insert': 'The same.',
  'preferences insert': 'The same.',
  'preferences update': 'The same.',
}
