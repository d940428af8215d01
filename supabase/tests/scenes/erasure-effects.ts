/**
 * What happens to a column when its person is deleted. GONE: the row is deleted. CLEARED: it becomes null.
 * REPLACED: it gets another text. KEPT: it may still say something about the person, for the reason in the
 * rule. OTHER: it is not about a person.
 */
export type ErasureEffect = 'GONE' | 'CLEARED' | 'REPLACED' | 'KEPT' | 'OTHER'

/**
 * Every column that can contain a text, an id, a network address or a document; a new one belongs here and in
 * the rule.
 */
export const ERASURE_EFFECTS: Record<string, Partial<Record<ErasureEffect, string>>> = {
  'private.bulk_pieces': { REPLACED: 'result', OTHER: 'operation_id' },
  'private.calendar_addresses': { GONE: 'hash user_id' },
  'private.cohort_clearings': { GONE: 'cohort_id note reason user_id', CLEARED: 'cleared_by_id' },
  'private.cohort_links': { OTHER: 'cohort_id hash' },
  'private.cohort_moves': { OTHER: 'cohort_id releases' },
  'private.corrected_addresses': { GONE: 'user_id' },
  'private.community_visits': { GONE: 'community_id user_id' },
  'private.course_documents': { CLEARED: 'words', OTHER: 'course_id' },
  'private.course_sizes': { OTHER: 'course_id' },
  'private.due_kinds': { OTHER: 'kind label' },
  'private.due_work': { GONE: 'error id key kind outcome subject_id user_id' },
  'private.export_lists': { OTHER: 'action list personal resource' },
  'private.exports': { GONE: 'id list user_id', KEPT: 'filter' },
  'private.import_undos': { CLEARED: 'before user_id', OTHER: 'course_id version' },
  'private.invite_mails': { GONE: 'invite_id sender_id' },
  'private.invite_proofs': { OTHER: 'hash invite_id' },
  'private.known_words': { KEPT: 'word' },
  'private.learner_courses': { GONE: 'course_id user_id' },
  'private.learners': { GONE: 'user_id' },
  'private.lesson_documents': { KEPT: 'body title_words words', OTHER: 'course_id lesson_id' },
  'private.link_checks': { GONE: 'user_id' },
  'private.link_states': { OTHER: 'state target' },
  'private.people': { GONE: 'id name name_key search_key' },
  'private.purchase_events': { KEPT: 'about ref', OTHER: 'event_id kind provider result' },
  'private.purchase_notices': { KEPT: 'ref', OTHER: 'event_id id provider reasons type' },
  'private.purchase_sums': { OTHER: 'currency' },
  'private.recovery_codes': { GONE: 'code_hash user_id' },
  'private.recovery_tries': { GONE: 'user_id' },
  'private.schedule_changes': { OTHER: 'cohort_id' },
  'private.sent_lessons': { GONE: 'listed sending user_id' },
  'private.taken_grants': { OTHER: 'grant_id purchase_id' },
  'private.row_counts': { OTHER: 'list part' },
  'private.undone_completions': { GONE: 'lesson_id user_id' },
  'private.unsubscribe_tokens': { GONE: 'hash mail user_id' },
  'private.unheld_files': { CLEARED: 'left_by_id named_by_id', KEPT: 'path', OTHER: 'lesson_id' },
  'private.uploads': {
    CLEARED: 'user_id',
    REPLACED: 'alt name',
    KEPT: 'path',
    OTHER: 'batch bucket sha256 type',
  },
  'public.audit_logs': {
    CLEARED: 'ip_address user_agent user_id',
    REPLACED: 'title',
    KEPT: 'after before target_id',
    OTHER: 'action actor course_id target_type',
  },
  'public.cohort_courses': { OTHER: 'cohort_id course_id' },
  'public.cohort_members': { GONE: 'cohort_id reached_at reached_from user_id' },
  'public.cohort_messages': {
    CLEARED: 'sender_id',
    REPLACED: 'message title',
    OTHER: 'cohort_id id',
  },
  'public.cohort_staff': { GONE: 'cohort_id user_id' },
  'public.cohorts': {
    CLEARED: 'created_by_id',
    KEPT: 'title',
    OTHER: 'community_id id slug time_zone',
  },
  'public.communities': {
    CLEARED: 'created_by_id',
    KEPT: 'description name',
    OTHER: 'course_id cover_url id slug',
  },
  'public.community_members': { GONE: 'community_id user_id' },
  'public.community_post_reports': {
    GONE: 'post_id reason reporter_id',
    CLEARED: 'resolved_by_id',
  },
  'public.community_posts': {
    CLEARED: 'author_id deleted_by_id',
    REPLACED: 'body',
    OTHER: 'community_id id parent_id',
  },
  'public.course_slugs': { OTHER: 'course_id slug' },
  'public.courses': {
    CLEARED: 'author_description author_name created_by_id',
    KEPT: 'category description slug title',
    OTHER: 'id thumbnail_url',
  },
  'public.entitlements': {
    GONE: 'cohort_id course_id id invite_id purchase_id user_id',
    CLEARED: 'granted_by_id',
  },
  'public.invite_courses': { OTHER: 'course_id invite_id' },
  'public.invites': {
    CLEARED: 'invited_by_id redeemed_by_id',
    REPLACED: 'email',
    OTHER: 'cohort_id id token',
  },
  'public.lesson_attachments': { REPLACED: 'title', KEPT: 'url', OTHER: 'id lesson_id' },
  'public.lesson_completions': { GONE: 'lesson_id user_id' },
  'public.lesson_files': {
    CLEARED: 'created_by_id',
    REPLACED: 'alt name',
    KEPT: 'path',
    OTHER: 'bucket id lesson_id sha256 type',
  },
  'public.lesson_progress': { GONE: 'lesson_id user_id video' },
  'public.lesson_versions': {
    CLEARED: 'author_id',
    KEPT: 'content description title',
    OTHER: 'fields id lesson_id',
  },
  'public.lessons': {
    REPLACED: 'file_name',
    KEPT: 'content description external_url file_key source_path title',
    OTHER: 'id module_id video_asset_id',
  },
  'public.list_changes': { OTHER: 'id resource' },
  'public.modules': { KEPT: 'source_path title', OTHER: 'course_id id' },
  'public.notes': {
    GONE: 'body course_title id lesson_id lesson_title quote revision user_id',
  },
  'public.notification_mutes': { GONE: 'user_id' },
  'public.notification_reads': { GONE: 'id notification_id user_id' },
  'public.notifications': {
    GONE: 'recipient_id',
    CLEARED: 'sender_id',
    REPLACED: 'message title',
    KEPT: 'action_label action_url',
    OTHER: 'cohort_message_id id',
  },
  'public.preferences': { GONE: 'time_zone user_id' },
  'public.profiles': { GONE: 'email id name phone' },
  'public.purchases': {
    CLEARED: 'buyer_email user_id',
    REPLACED: 'reason refund_reason',
    KEPT: 'provider_ref',
    OTHER: 'community_id course_id currency id provider',
  },
  'public.releases': { OTHER: 'cohort_id id lesson_id module_id' },
  'public.role_permissions': { OTHER: 'action resource' },
  'public.settings': { KEPT: 'contact_email privacy_text site_description site_name terms_text' },
}
