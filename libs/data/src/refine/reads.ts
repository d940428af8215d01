import type { Role } from '../access/roles'
import type { ExtensionFilter } from '../assignments/extension-list'
import type { QueueFilter } from '../assignments/queue'
import { readAuditChoices } from '../audit/audit-list'
import { readCommunityImpact } from '../communities/community-impact'
import { readCandidates } from '../communities/managed-members'
import { readReports } from '../communities/reports-query'
import { readContentImpact } from '../course-editing/content-impact'
import { readCourseHistory } from '../course-editing/course-history'
import { readCourseTitles } from '../course-editing/course-list'
import type { Content } from '../course-editing/delete-content'
import { readBin } from '../course-editing/deleted-content'
import type { RowKey } from '../inbox/inbox'
import { countInvites, type InviteChange } from '../invites/change-invites'
import { type BulkRequest, countAccess } from '../members/bulk-access'
import { membersByAddress } from '../members/members-by-address'
import { readPersonAccess, readPersonLessons } from '../members/person-access'
import {
  readPersonCommunities,
  readPersonInvites,
  readPersonPurchases,
  readPersonRecords,
  readPersonSessions,
} from '../members/person-lists'
import { readRefundImpact } from '../purchases/by-hand'
import { readSender } from '../settings/sender'
import { readSettingsPreview } from '../settings/settings-preview'
import type { Source } from './source'

/**
 * The named reads of Refine's `custom` with the method `get`, for what is neither a list nor a record. The module of
 * each read says what it throws.
 */
export const READS = {
  'access/count': ({ client, signal }: Source, request: BulkRequest) =>
    countAccess(client, request, signal),
  'assignments/figures': async (
    { client, signal }: Source,
    of: { courseId: string } | { cohortId: string },
  ) => (await import('../assignments/figures')).readAssignmentFigures(client, of, signal),
  'exercises/figures': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../exercises/exercise-figures')).readExerciseFigures(client, asked, signal),
  'exercises/in_course': async ({ client, signal }: Source, asked: { courseId: string }) =>
    (await import('../exercises/exercise-figures')).readCourseExercises(client, asked, signal),
  'exercises/of_person': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../exercises/exercise-figures')).readPersonExercises(client, asked, signal),
  'exercises/run': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../exercises/exercise-run')).readRun(client, asked, signal),
  'exercises/runs_of': async (
    { client, signal }: Source,
    asked: { lessonId: string; userId: string },
  ) => (await import('../exercises/exercise-figures')).readRunsOf(client, asked, signal),
  'extensions/learners': async (
    { client, signal }: Source,
    asked: { courseId: string; name: string },
  ) => (await import('../assignments/extension-list')).readLearners(client, asked, signal),
  'extensions/list': async ({ client, signal }: Source, filter: ExtensionFilter) =>
    (await import('../assignments/extension-list')).readExtensions(client, filter, signal),
  'cohort_messages/count': async (
    { client, signal }: Source,
    asked: { id: string; personId?: string },
  ) => (await import('../cohorts/sent-messages')).countCohortMessage(client, asked, signal),
  'cohort_messages/readers': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/sent-messages')).readMessageReaders(client, asked, signal),
  'cohorts/behind': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/falling-behind')).readCohortBehind(client, asked, signal),
  'cohorts/link': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/cohort-link')).readJoinLink(client, asked, signal),
  'cohorts/move': async ({ client, signal }: Source, asked: { id: string; days: number }) =>
    (await import('../cohorts/move-cohort')).previewMove(client, asked, signal),
  'cohorts/progress': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/progress')).readCohortProgress(client, asked, signal),
  'cohorts/schedule': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/schedule')).readSchedule(client, asked, signal),
  'courses/where_hard': async ({ client, signal }: Source, asked: { courseId: string }) =>
    (await import('../course-editing/where-hard')).readWhereHard(client, asked, signal),
  'communities/impact': ({ client, signal }: Source, { id }: { id: string }) =>
    readCommunityImpact(client, id, signal),
  'community_members/candidates': (
    { client, signal }: Source,
    { communityId, search }: { communityId: string; search: string },
  ) => readCandidates(client, communityId, search, signal),
  'community_posts/reports': ({ client, signal }: Source, { slug }: { slug: string }) =>
    readReports(client, slug, signal),
  'courses/bin': ({ client }: Source, { courseId }: { courseId: string | null }) =>
    readBin(client, courseId),
  /** The code of the check is loaded only when a course is checked. */
  'courses/check': async ({ client, signal }: Source, { id }: { id: string }) => {
    const { readCourseCheck } = await import('../course-editing/course-check')
    return readCourseCheck(client, id, signal)
  },
  /** The code that lists files is loaded only with its page. */
  'courses/files': async ({ client, signal }: Source, { id }: { id: string }) => {
    const { readCourseFiles } = await import('../files/course-files')
    return readCourseFiles(client, id, signal)
  },
  'courses/history': (
    { client, signal }: Source,
    asked: { courseId: string; after: string | null },
  ) => readCourseHistory(client, asked, signal),
  'courses/import_to_undo': async ({ client, signal }: Source, course: { id: string }) => {
    const { readImportToUndo } = await import('../course-import/undo-import')
    return { latest: await readImportToUndo(client, course, signal) }
  },
  'courses/impact': ({ client }: Source, content: Content) => readContentImpact(client, content),
  'courses/titles': ({ client, signal }: Source) => readCourseTitles(client, signal),
  'invites/count': (
    { client }: Source,
    { act, audience }: Pick<InviteChange, 'act' | 'audience' | 'operationId'>,
  ) => countInvites(client, { act, audience }),
  /** The code that reads a lesson or its versions is loaded only with their dialogs. */
  'lessons/edited': async ({ client, signal }: Source, { id }: { id: string }) => {
    const { readEditedLesson } = await import('../course-editing/edited-lesson')
    return { lesson: await readEditedLesson(client, id, signal) }
  },
  'lessons/version': async ({ client, signal }: Source, asked: { id: string }) => {
    const { readLessonVersion } = await import('../course-editing/lesson-versions')
    return readLessonVersion(client, asked, signal)
  },
  'inbox/colleagues': async ({ client, signal }: Source, row: RowKey) =>
    (await import('../inbox/inbox')).readColleagues(client, row, signal),
  'inbox/rows': async ({ client, signal }: Source) =>
    (await import('../inbox/inbox')).readInbox(client, signal),
  'lessons/versions': async (
    { client, signal }: Source,
    asked: { lessonId: string; before: number | null },
  ) => {
    const { readLessonVersions } = await import('../course-editing/lesson-versions')
    return readLessonVersions(client, asked, signal)
  },
  'profiles/by_address': (
    { client, signal }: Source,
    { addresses }: { addresses: readonly string[] },
  ) => membersByAddress(client, addresses, signal),
  'purchases/refund_impact': ({ client, signal }: Source, { id }: { id: string }) =>
    readRefundImpact(client, id, signal),
  'profiles/access': ({ client, signal }: Source, asked: { id: string; day: string }) =>
    readPersonAccess(client, asked, signal),
  'profiles/cohorts': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../cohorts/person-cohorts')).readPersonCohorts(client, asked, signal),
  'profiles/communities': ({ client, signal }: Source, asked: { id: string }) =>
    readPersonCommunities(client, asked, signal),
  /** The code of impacts is loaded only when one is read. */
  'profiles/disable_impact': async ({ client, signal }: Source, { id }: { id: string }) => {
    const { readDisableImpact } = await import('../impact/person-impact')
    return readDisableImpact(client, id, signal)
  },
  'profiles/invites': ({ client, signal }: Source, asked: { id: string }) =>
    readPersonInvites(client, asked, signal),
  'profiles/lessons': (
    { client, signal }: Source,
    asked: { id: string; day: string; courseId: string },
  ) => readPersonLessons(client, asked, signal),
  'profiles/purchases': ({ client, signal }: Source, asked: { id: string }) =>
    readPersonPurchases(client, asked, signal),
  'profiles/records': ({ client, signal }: Source, asked: { id: string }) =>
    readPersonRecords(client, asked, signal),
  'profiles/role_impact': async ({ client, signal }: Source, asked: { id: string; role: Role }) => {
    const { readRoleImpact } = await import('../impact/person-impact')
    return readRoleImpact(client, asked, signal)
  },
  'profiles/sessions': ({ client, signal }: Source, asked: { id: string }) =>
    readPersonSessions(client, asked, signal),
  'profiles/work': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../assignments/queue')).readPersonWork(client, asked, signal),
  'saved_replies/own': async ({ client, signal }: Source) =>
    (await import('../assignments/review-replies')).readSavedReplies(client, signal),
  'submissions/assignments': async ({ client, signal }: Source) =>
    (await import('../assignments/queue')).readAssignmentTitles(client, signal),
  'submissions/files': async (
    { client, project }: Source,
    { paths }: { paths: readonly string[] },
  ) => {
    const { createFileStore } = await import('../files/file-store')
    return { addresses: await createFileStore(project, client, 'work-files').sign(paths) }
  },
  'submissions/next': async (
    { client, signal }: Source,
    asked: { after: string | null; filter: QueueFilter },
  ) => (await import('../assignments/queue')).readNextReview(client, asked, signal),
  'submissions/reviewers': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../assignments/review-acts')).readReviewers(client, asked, signal),
  'questions/of_cohort': async ({ client, signal }: Source, asked: { id: string }) =>
    (await import('../questions/question-moderation')).readCohortQuestions(client, asked, signal),
  'questions/bans': async ({ client, signal }: Source, asked: { courseId: string }) =>
    (await import('../questions/question-moderation')).readQuestionBans(client, asked, signal),
  'questions/thread': async (
    { client, signal }: Source,
    asked: { id: string; after: string | null },
  ) => (await import('../questions/question-queries')).readThread(client, asked, signal),
  'settings/preview': ({ client, signal }: Source) => readSettingsPreview(client, signal),
  'settings/sender': ({ functions }: Source) => readSender(functions),
  'audit_logs/names': async ({ client, signal }: Source, asked: { ids: string[] }) =>
    (await import('../audit/audit-names')).readAuditNames(client, asked, signal),
  'audit_logs/choices': ({ client, signal }: Source) => readAuditChoices(client, signal),
}

type Reads = typeof READS
export type ReadName = keyof Reads
export type ReadInput<N extends ReadName> = Parameters<Reads[N]>[1]
export type ReadAnswer<N extends ReadName> = Awaited<ReturnType<Reads[N]>>
