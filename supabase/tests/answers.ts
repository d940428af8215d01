import { parseAccountState } from '../../libs/data/src/access/account-state'
import { parseBoot, parseSettings } from '../../libs/data/src/access/boot'
import { parseExtensionList, parseGivenTime } from '../../libs/data/src/assignments/extension-list'
import { parseAssignmentFigures } from '../../libs/data/src/assignments/figures'
import { parseBegunWork } from '../../libs/data/src/assignments/hand-in-files'
import { parseAssignment, parseSavedDraft } from '../../libs/data/src/assignments/my-assignment'
import { parsePersonWork, QUEUE_LIST } from '../../libs/data/src/assignments/queue'
import {
  parseAssignmentTests,
  parseLessonRepositories,
} from '../../libs/data/src/assignments/repositories'
import { parseRepository } from '../../libs/data/src/assignments/result'
import {
  parseClaimed,
  parseKeptDraft,
  parsePublished,
  parseReviewers,
  parseTakenBack,
} from '../../libs/data/src/assignments/review-acts'
import { parseReviewedWork } from '../../libs/data/src/assignments/review-work'
import { parseRound } from '../../libs/data/src/assignments/round'
import { AUDIT_LIST, parseAuditChoices } from '../../libs/data/src/audit/audit-list'
import { parseAuditNames } from '../../libs/data/src/audit/audit-names'
import { parseCalendar, parseNewCalendar } from '../../libs/data/src/cohorts/calendar'
import { parseCohortDetails, parseMadeCohort } from '../../libs/data/src/cohorts/cohort'
import {
  parseCohortLink,
  parseLink,
  parseNewJoinLink,
} from '../../libs/data/src/cohorts/cohort-link'
import { COHORT_LIST } from '../../libs/data/src/cohorts/cohort-list'
import {
  COHORT_MEMBER_LIST,
  parseAddedPeople,
  parseChangedPeople,
} from '../../libs/data/src/cohorts/cohort-members'
import { parseCohortBehind } from '../../libs/data/src/cohorts/falling-behind'
import { parseJoinedCohort } from '../../libs/data/src/cohorts/join-link'
import { parseCohortMove } from '../../libs/data/src/cohorts/move-cohort'
import { parseCohortSchedule, parseMates } from '../../libs/data/src/cohorts/my-cohorts'
import { parsePersonCohorts } from '../../libs/data/src/cohorts/person-cohorts'
import { parseCohortProgress } from '../../libs/data/src/cohorts/progress'
import { parseSchedule } from '../../libs/data/src/cohorts/schedule'
import {
  COHORT_MESSAGE_LIST,
  parseMessageReach,
  parseMessageReaders,
} from '../../libs/data/src/cohorts/sent-messages'
import { parseCommunityImpact } from '../../libs/data/src/communities/community-impact'
import { parseFeed as parseCommunityFeed } from '../../libs/data/src/communities/feed-query'
import {
  COMMUNITY_LIST,
  parseManagedCommunity,
} from '../../libs/data/src/communities/managed-communities'
import {
  COMMUNITY_MEMBER_LIST,
  parseCandidates,
} from '../../libs/data/src/communities/managed-members'
import { parseMyCommunities } from '../../libs/data/src/communities/my-communities-query'
import { parseCommunityPeople } from '../../libs/data/src/communities/people-query'
import { parseReports } from '../../libs/data/src/communities/reports-query'
import { parseThreadPage } from '../../libs/data/src/communities/thread-query'
import { parseContentImpact } from '../../libs/data/src/course-editing/content-impact'
import { parseCourseCheck } from '../../libs/data/src/course-editing/course-check'
import { parseCourseContent } from '../../libs/data/src/course-editing/course-content'
import { parseCourseHistory } from '../../libs/data/src/course-editing/course-history'
import { parseMadeModule } from '../../libs/data/src/course-editing/course-modules'
import { parseCopy } from '../../libs/data/src/course-editing/duplicate-content'
import { parseSavedLesson } from '../../libs/data/src/course-editing/edited-lesson'
import {
  parseLessonVersions,
  parseRestoredVersion,
  parseShownVersion,
} from '../../libs/data/src/course-editing/lesson-versions'
import { parseWhereHard } from '../../libs/data/src/course-editing/where-hard'
import { parseExport, parseLessonExport } from '../../libs/data/src/course-export/exported-course'
import { parseImportReport } from '../../libs/data/src/course-import/import-course'
import { parseDifference } from '../../libs/data/src/course-import/import-difference'
import { parseImportToUndo } from '../../libs/data/src/course-import/undo-import'
import { parseOutline } from '../../libs/data/src/course-viewing/outline'
import { parseDashboard } from '../../libs/data/src/dashboard/read-dashboard'
import type { Database, Json } from '../../libs/data/src/database.gen'
import { JOB_LIST } from '../../libs/data/src/due-work/job-list'
import type { DataError } from '../../libs/data/src/errors'
import {
  parseExerciseToEdit,
  parseExerciseVersion,
} from '../../libs/data/src/exercises/edit-exercise'
import {
  parseCourseExercises,
  parseExerciseFigures,
  parsePersonExercises,
  parseRunsOf,
} from '../../libs/data/src/exercises/exercise-figures'
import { parseFiles } from '../../libs/data/src/exercises/exercise-part'
import { parseRun, parseWholeRun } from '../../libs/data/src/exercises/exercise-run'
import { parseMyExercise, parseSavedCode } from '../../libs/data/src/exercises/my-exercise'
import { parseBegunExport, parseExportRows } from '../../libs/data/src/exports/export-csv'
import { parseCodes } from '../../libs/data/src/factors/factors-query'
import { parseRedeemed } from '../../libs/data/src/factors/recovery-codes'
import { parseBegun } from '../../libs/data/src/files/begin-uploads'
import { parseCourseFiles } from '../../libs/data/src/files/course-files'
import { parseDisableImpact, parseRoleImpact } from '../../libs/data/src/impact/person-impact'
import { parseColleagues, parseInbox } from '../../libs/data/src/inbox/inbox'
import { parseInviteCount, parseInvitePiece } from '../../libs/data/src/invites/change-invites'
import { parseCheckedLines, parseCreatedLines } from '../../libs/data/src/invites/import-invites'
import { INVITE_LIST } from '../../libs/data/src/invites/invite-list'
import { parseInvite } from '../../libs/data/src/invites/invite-query'
import { parseOpenInvite } from '../../libs/data/src/invites/open-invite-query'
import { parseCreatedInvite } from '../../libs/data/src/invites/send-invite'
import type { Schema } from '../../libs/data/src/json'
import { parseLegalTexts } from '../../libs/data/src/legal/legal-texts-query'
import { parseFreePreviews } from '../../libs/data/src/library/free-previews-query'
import { parseLibrary } from '../../libs/data/src/library/library-query'
import { parseNews } from '../../libs/data/src/library/my-news'
import { parseWeek } from '../../libs/data/src/library/my-week'
import { parseBulkCount, parseBulkPiece } from '../../libs/data/src/members/bulk-access'
import { parseMemberAccess } from '../../libs/data/src/members/member-access'
import { ANALYTICS_LIST, parseMemberAnalytics } from '../../libs/data/src/members/member-analytics'
import { parseMemberFound } from '../../libs/data/src/members/member-by-address'
import { MEMBER_LIST } from '../../libs/data/src/members/member-list'
import { parseFoundAddresses } from '../../libs/data/src/members/members-by-address'
import { parsePerson } from '../../libs/data/src/members/person'
import { parsePersonAccess, parsePersonLessons } from '../../libs/data/src/members/person-access'
import { parsePersonInvites, parsePersonRecords } from '../../libs/data/src/members/person-lists'
import { parseNotes } from '../../libs/data/src/notes/note'
import { parseSavedNote } from '../../libs/data/src/notes/save-note'
import { parseFeed } from '../../libs/data/src/notifications/notice'
import { NOTIFICATION_LIST } from '../../libs/data/src/notifications/notification-list'
import { parseWatchAnswer } from '../../libs/data/src/progress/record-progress'
import {
  parseAssignedPurchase,
  parseRecordedPurchase,
  parseRefundImpact,
} from '../../libs/data/src/purchases/by-hand'
import { PURCHASE_LIST } from '../../libs/data/src/purchases/purchase-list'
import { parseAnswer, parseQuestion } from '../../libs/data/src/questions/question'
import {
  parseCohortQuestions,
  parseMergeTargets,
  parseQuestionBans,
} from '../../libs/data/src/questions/question-moderation'
import {
  parseLessonQuestions,
  parseLikeQuestions,
  parseThread,
} from '../../libs/data/src/questions/question-queries'
import { parseCohortHistory } from '../../libs/data/src/refine/audit-log'
import {
  parseFoundQuestions,
  parseAnswer as parseSearchAnswer,
} from '../../libs/data/src/search/search-query'
import { parsePreview } from '../../libs/data/src/settings/settings-preview'

type Functions = Database['public']['Functions']
/** The functions of the API that answer `jsonb`, whose type PostgreSQL does not know. */
type JsonFunction = {
  [Name in keyof Functions]: Json extends Functions[Name]['Returns'] ? Name : never
}[keyof Functions]

/** Why an answer has no schema: an edge function reads it, which checks each field that it uses. */
const EDGE = 'An edge function reads it.'
/** The page only waits for the act, and reads again what it changed. */
const UNUSED = 'Nothing reads it.'

/**
 * Describes the answer of each function that answers `jsonb`, or says why none of our pages reads it. The database's tests
 * compare each answer that they get with its schema, so that SQL and TypeScript agree (docs/decisions/0019-answers.md).
 */
const ANSWERS: Record<JsonFunction, Schema<unknown> | string> = {
  accept_answer: UNUSED,
  accept_invite: UNUSED,
  add_cohort_people: parseAddedPeople,
  analytics: ANALYTICS_LIST.parse,
  answer_question: parseAnswer,
  ask_extension: UNUSED,
  ask_question: parseQuestion,
  ask_repository: parseRepository,
  assign_purchase: parseAssignedPurchase,
  assignment: parseAssignment,
  assignment_figures: parseAssignmentFigures,
  assignment_tests: parseAssignmentTests,
  audit_choices: parseAuditChoices,
  audit_list: AUDIT_LIST.parse,
  audit_names: parseAuditNames,
  before_user_created: 'Auth reads it.',
  begin_export: parseBegunExport,
  begin_link_check: EDGE,
  begin_uploads: parseBegun,
  begin_work_uploads: parseBegunWork,
  boot: parseBoot,
  calendar_of: EDGE,
  change_access: parseBulkPiece,
  change_cohort_people: parseChangedPeople,
  change_invites: parseInvitePiece,
  check_course: parseCourseCheck,
  check_invites: parseCheckedLines,
  claim_due_mails: EDGE,
  claim_due_runs: EDGE,
  claim_invite_mail: EDGE,
  claim_submission: parseClaimed,
  cohort: parseCohortDetails,
  cohort_behind: parseCohortBehind,
  cohort_by_link: EDGE,
  cohort_history: parseCohortHistory,
  cohort_link: parseCohortLink,
  cohort_list: COHORT_LIST.parse,
  cohort_mates: parseMates,
  cohort_member_list: COHORT_MEMBER_LIST.parse,
  cohort_message_list: COHORT_MESSAGE_LIST.parse,
  cohort_message_readers: parseMessageReaders,
  cohort_progress: parseCohortProgress,
  cohort_questions: parseCohortQuestions,
  cohort_schedule: parseSchedule,
  community_candidates: parseCandidates,
  community_feed: parseCommunityFeed,
  community_impact: parseCommunityImpact,
  community_people: parseCommunityPeople,
  community_reports: parseReports,
  community_thread: parseThreadPage,
  count_access: parseBulkCount,
  count_cohort_message: parseMessageReach,
  count_invites: parseInviteCount,
  course_content: parseCourseContent,
  course_exercise_figures: parseCourseExercises,
  course_files: parseCourseFiles,
  course_history: parseCourseHistory,
  course_impact: parseContentImpact,
  course_outline: parseOutline,
  create_cohort: parseMadeCohort,
  create_invite: parseCreatedInvite,
  create_invites: parseCreatedLines,
  create_module: parseMadeModule,
  dashboard: parseDashboard,
  disable_impact: parseDisableImpact,
  due_work_list: JOB_LIST.parse,
  duplicate_course: parseCopy,
  duplicate_lesson: parseCopy,
  duplicate_module: parseCopy,
  edit_answer: UNUSED,
  edit_question: UNUSED,
  exercise_figures: parseExerciseFigures,
  exercise_of: parseMyExercise,
  exercise_run: parseWholeRun,
  exercise_runs_of: parseRunsOf,
  exercise_solution: parseFiles,
  exercise_to_edit: parseExerciseToEdit,
  exercise_to_prove: EDGE,
  export_course: parseExport,
  export_lesson: parseLessonExport,
  export_rows: parseExportRows,
  extension_list: parseExtensionList,
  free_previews: parseFreePreviews,
  give_extension: parseGivenTime,
  hand_in_run: parseRun,
  import_course: parseImportReport,
  import_difference: parseDifference,
  import_to_undo: parseImportToUndo,
  inbox_colleagues: parseColleagues,
  invite_by_token: parseInvite,
  invite_list: INVITE_LIST.parse,
  join_by_link: parseJoinedCohort,
  legal_texts: parseLegalTexts,
  lesson_impact: parseContentImpact,
  lesson_questions: parseLessonQuestions,
  lesson_repositories: parseLessonRepositories,
  lesson_version: parseShownVersion,
  lesson_version_list: parseLessonVersions,
  library: parseLibrary,
  make_calendar_address: parseNewCalendar,
  make_cohort_link: parseNewJoinLink,
  managed_communities: COMMUNITY_LIST.parse,
  managed_community: parseManagedCommunity,
  managed_members: COMMUNITY_MEMBER_LIST.parse,
  member_access: parseMemberAccess,
  member_analytics: parseMemberAnalytics,
  member_by_address: parseMemberFound,
  members: MEMBER_LIST.parse,
  members_by_address: parseFoundAddresses,
  merge_questions: UNUSED,
  module_impact: parseContentImpact,
  move_cohort: parseCohortMove,
  my_account_state: parseAccountState,
  my_calendar: parseCalendar,
  my_cohort_schedule: parseCohortSchedule,
  my_communities: parseMyCommunities,
  my_data: 'It is written to a file unchanged.',
  my_factors_state: parseCodes,
  my_news: parseNews,
  my_notes: parseNotes,
  my_open_invite: parseOpenInvite,
  my_week: parseWeek,
  notification_feed: parseFeed,
  notification_list: NOTIFICATION_LIST.parse,
  person: parsePerson,
  person_access: parsePersonAccess,
  person_audit: parsePersonRecords,
  person_cohorts: parsePersonCohorts,
  person_exercises: parsePersonExercises,
  person_invites: parsePersonInvites,
  person_lessons: parsePersonLessons,
  person_work: parsePersonWork,
  prove_exercise: parseExerciseVersion,
  public_settings: parseSettings,
  publish_review: parsePublished,
  purchase_list: PURCHASE_LIST.parse,
  question: parseThread,
  question_bans: parseQuestionBans,
  questions_like: parseLikeQuestions,
  questions_to_merge: parseMergeTargets,
  record_progress: parseWatchAnswer,
  record_purchase: parseRecordedPurchase,
  record_purchase_event: EDGE,
  refund_impact: parseRefundImpact,
  refund_purchase: UNUSED,
  reopen_question: UNUSED,
  resend_invite: parseCreatedInvite,
  restore_lesson_version: parseRestoredVersion,
  review: parseReviewedWork,
  review_queue: QUEUE_LIST.parse,
  reviewers: parseReviewers,
  role_impact: parseRoleImpact,
  run_to_verify: EDGE,
  save_access: UNUSED,
  save_exercise: UNUSED,
  save_exercise_draft: parseSavedCode,
  save_lesson: parseSavedLesson,
  save_note: parseSavedNote,
  save_review_draft: parseKeptDraft,
  save_work_draft: parseSavedDraft,
  search: parseSearchAnswer,
  search_questions: parseFoundQuestions,
  send_cohort_message: parseMessageReach,
  set_cohort_link: parseLink,
  settings_preview: parsePreview,
  settle_proof: EDGE,
  settle_repository_result: EDGE,
  staff_inbox: parseInbox,
  start_cohort_again: parseMadeCohort,
  submit_round: parseRound,
  unsubscribe: EDGE,
  use_recovery_code: parseRedeemed,
  where_course_is_hard: parseWhereHard,
  withdraw_review: parseTakenBack,
}

/** A statement that only calls a function of the API. */
const CALL = /^\s*select public\.(\w+)\([\s\S]*\)(?: as \w+)?\s*$/

/**
 * Compares what a statement answered with the schema of the function that it calls. Statements that do more with an answer
 * are left alone.
 * @throws Error that names the function and the place in its answer
 */
export function compareWithSchema(sql: string, rows: readonly Record<string, unknown>[]): void {
  const [, name = ''] = CALL.exec(sql) ?? []
  const schema = Object.entries(ANSWERS).find(([known]) => known === name)?.[1]
  if (typeof schema !== 'function' || rows.length !== 1 || /->|\)\s*::/.test(sql)) return
  const [answer] = Object.values(rows[0] ?? {})
  try {
    schema(answer as Json)
  } catch (error) {
    const { hint = 'its whole' } = error as DataError
    throw new Error(
      `The schema of ${name}() does not describe ${hint} of ${JSON.stringify(answer)}`,
    )
  }
}
