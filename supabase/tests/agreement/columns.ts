import type { Database } from '@rookies/data/database.gen'

export type TableName = keyof Database['public']['Tables'] & string

interface Writable {
  insert: readonly string[]
  update: readonly string[]
}

const nothing: Writable = { insert: [], update: [] }

const courseForm = [
  'title',
  'slug',
  'description',
  'author_name',
  'author_description',
  'thumbnail_url',
  'category',
]
const lessonForm = [
  'module_id',
  'title',
  'index',
  'content_type',
  'video_provider',
  'video_asset_id',
  'video_start_sec',
  'external_url',
  'description',
  'content',
  'file_key',
  'file_name',
  'file_size',
  'duration_sec',
  'free_preview',
]
const communityForm = [
  'name',
  'slug',
  'description',
  'cover_url',
  'access_type',
  'read_only',
  'course_id',
]

/**
 * The columns that a signed-in person may write, listed by hand; only functions can change the others. A
 * table without an entry does not compile.
 */
/** What people choose about their mails. */
const CHOICES = [
  ...['time_zone', 'cohort_mails', 'review_mails', 'morning_mails', 'due_mails', 'opening_mails'],
  ...['start_mails', 'quiet_from', 'quiet_to'],
]

export const WRITABLE: Record<TableName, Writable> = {
  // Administrators change role, email, phone and the disabled state through functions.
  profiles: { insert: [], update: ['name'] },
  settings: {
    insert: [],
    update: [
      'site_name',
      'site_description',
      'contact_email',
      'allow_registration',
      'require_email_verification',
      'enable_two_factor',
      'maintenance_mode',
      'creators_admin_panel',
      'moderators_see_everybody',
      'accent',
      'logo',
      'time_zone',
      'terms_text',
      'privacy_text',
    ],
  },
  // The owner never changes, and deleting uses a function.
  courses: { insert: ['id', ...courseForm, 'created_by_id'], update: [...courseForm, 'status'] },
  modules: {
    insert: ['id', 'course_id', 'title', 'index', 'source_path'],
    update: ['title', 'index', 'source_path'],
  },
  lessons: {
    insert: ['id', ...lessonForm, 'source_path'],
    update: [...lessonForm, 'source_path'],
  },
  lesson_attachments: {
    insert: ['id', 'lesson_id', 'title', 'url', 'sort_order'],
    update: ['title', 'url', 'sort_order'],
  },
  // The moments of a membership are not listed: the database sets them.
  cohorts: {
    insert: [
      'id',
      'slug',
      'title',
      'time_zone',
      'starts_on',
      'ends_on',
      'access_ends_on',
      'seats',
      'draft',
      'community_id',
    ],
    update: [
      'slug',
      'title',
      'time_zone',
      'starts_on',
      'ends_on',
      'access_ends_on',
      'seats',
      'draft',
      'archived_at',
      'community_id',
    ],
  },
  cohort_courses: { insert: ['cohort_id', 'course_id', 'position'], update: ['position'] },
  cohort_members: {
    insert: ['cohort_id', 'user_id', 'shift_days', 'open_all'],
    update: ['state', 'shift_days', 'open_all'],
  },
  cohort_staff: { insert: ['cohort_id', 'user_id', 'duty'], update: ['duty'] },
  cohort_messages: nothing,
  releases: {
    insert: ['cohort_id', 'module_id', 'lesson_id', 'day', 'at_time'],
    update: ['day', 'at_time'],
  },
  cohort_dues: { insert: ['cohort_id', 'lesson_id', 'day', 'at_time'], update: ['day', 'at_time'] },
  // The row is made with the lesson.
  assignments: {
    insert: [],
    update: [
      ...['accepts', 'due_day', 'due_time', 'late', 'cutoff_days', 'blind', 'grader', 'grader_sha'],
      ...['template_url', 'suite', 'paths', 'expected', 'tests_do', 'push_hands_in'],
    ],
  },
  rubric_criteria: {
    insert: ['lesson_id', 'position', 'title', 'levels', 'essential'],
    update: ['position', 'title', 'levels', 'essential'],
  },
  // Only functions write work and reviews.
  submissions: nothing,
  submission_rounds: nothing,
  submission_drafts: nothing,
  repositories: nothing,
  repository_results: nothing,
  // Only functions write exercises and runs.
  exercises: nothing,
  exercise_runs: nothing,
  exercise_drafts: nothing,
  reviews: nothing,
  review_remarks: nothing,
  review_claims: nothing,
  review_drafts: nothing,
  extensions: nothing,
  saved_replies: {
    insert: ['user_id', 'title', 'body', 'position'],
    update: ['title', 'body', 'position'],
  },
  // Only functions write questions.
  questions: nothing,
  answers: nothing,
  question_follows: nothing,
  preferences: {
    insert: ['user_id', ...CHOICES],
    update: CHOICES,
  },
  // The database sets source and granter.
  entitlements: { insert: ['user_id', 'course_id', 'expires_at'], update: [] },
  lesson_completions: { insert: ['user_id', 'lesson_id'], update: [] },
  lesson_progress: {
    insert: [
      'user_id',
      'lesson_id',
      'position_sec',
      'position_at',
      'duration_sec',
      'watched',
      'video',
    ],
    update: ['position_sec', 'position_at', 'duration_sec', 'watched', 'video'],
  },
  // The rows follow the texts that name the files.
  lesson_files: { insert: [], update: ['name', 'alt'] },
  notes: {
    insert: ['user_id', 'id', 'lesson_id', 'at_seconds', 'quote', 'body', 'revision', 'updated_at'],
    update: ['body', 'revision', 'updated_at'],
  },
  communities: { insert: ['id', ...communityForm, 'created_by_id'], update: communityForm },
  community_members: { insert: ['community_id', 'user_id'], update: ['role', 'banned'] },
  community_posts: {
    insert: ['id', 'community_id', 'author_id', 'parent_id', 'body'],
    update: ['body'],
  },
  community_post_reports: { insert: ['post_id', 'reporter_id', 'reason'], update: [] },
  notification_reads: { insert: ['user_id', 'notification_id'], update: [] },
  notification_mutes: { insert: ['user_id', 'type'], update: [] },
  notifications: nothing,
  invites: nothing,
  invite_courses: nothing,
  purchases: nothing,
  audit_logs: nothing,
  course_slugs: nothing,
  lesson_versions: nothing,
  list_changes: nothing,
  role_permissions: nothing,
}
