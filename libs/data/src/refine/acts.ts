import type { Role } from '../access/roles'
import type { ExtensionOf, GivenTime } from '../assignments/extension-list'
import type { ReviewToPublish } from '../assignments/review-acts'
import type { SavedReply } from '../assignments/review-replies'
import type { ReviewDraft } from '../assignments/review-work'
import type { CohortAgain } from '../cohorts/cohort'
import type { PeopleChange } from '../cohorts/cohort-members'
import type { Clearing } from '../cohorts/falling-behind'
import type { StoredChange } from '../cohorts/schedule'
import type { MessageToSend } from '../cohorts/sent-messages'
import { resolveReports, restorePost } from '../communities/post-acts'
import { setCourseStatus } from '../course-editing/course-list'
import type { CourseOrder } from '../course-editing/course-order'
import { type Content, restoreContent } from '../course-editing/delete-content'
import { duplicateContent } from '../course-editing/duplicate-content'
import type { LessonTarget } from '../course-editing/edited-lesson'
import type { AttachmentValues } from '../course-editing/lesson-attachments'
import type { LessonColumns } from '../course-editing/lesson-form'
import { reorderCourse } from '../course-editing/reorder-course'
import { type ImportMode, importCourse } from '../course-import/import-course'
import type { ImportPayload } from '../course-import/payload'
import type { Sent } from '../course-import/send-lessons'
import type { FileFacts } from '../files/begin-uploads'
import type { HandingOver, RowKey } from '../inbox/inbox'
import { checkInvites } from '../invites/import-invites'
import type { InviteLine } from '../invites/read-invite-list'
import { cancelInvite, mailInvite, resendInvite } from '../invites/send-invite'
import { allowMail, resetFactors, setDisabled, setRole } from '../members/change-account'
import { type Contact, correctContact } from '../members/correct-contact'
import { type AccessChange, saveAccess } from '../members/member-access'
import { deleteNotifications } from '../notifications/delete-notifications'
import { assignPurchase, refundPurchase } from '../purchases/by-hand'
import { dismissNotice } from '../purchases/notices'
import type { BanChange } from '../questions/question-moderation'
import type { Source } from './source'

/**
 * The named acts of Refine's `custom`: acts on more than one row, and acts that a database function performs instead of
 * a verb. The module of each act says what it throws.
 */
export const ACTS = {
  'access/change': ({ client }: Source, { id, change }: { id: string; change: AccessChange }) =>
    saveAccess(client, id, change),
  'cohort_members/add': async (
    { client }: Source,
    { id, people }: { id: string; people: readonly string[] },
  ) => (await import('../cohorts/cohort-members')).addCohortPeople(client, id, people),
  'cohort_members/change': async ({ client }: Source, change: PeopleChange) =>
    (await import('../cohorts/cohort-members')).changeCohortPeople(client, change),
  'cohort_members/clear_behind': async ({ client }: Source, clearing: Clearing) =>
    (await import('../cohorts/falling-behind')).clearBehind(client, clearing),
  'cohort_messages/send': async ({ client }: Source, sent: MessageToSend) =>
    (await import('../cohorts/sent-messages')).sendCohortMessage(client, sent),
  'cohorts/again': async ({ client }: Source, again: CohortAgain) =>
    (await import('../cohorts/cohort')).startCohortAgain(client, again),
  'cohorts/archive': async ({ client }: Source, { id }: { id: string }) =>
    (await import('../cohorts/cohort')).archiveCohort(client, id, new Date().toISOString()),
  'cohorts/unarchive': async ({ client }: Source, { id }: { id: string }) =>
    (await import('../cohorts/cohort')).archiveCohort(client, id, null),
  'cohorts/make_link': async ({ client }: Source, wanted: { id: string; endsOn: string | null }) =>
    (await import('../cohorts/cohort-link')).makeJoinLink(client, wanted),
  'cohorts/set_link': async (
    { client }: Source,
    wanted: { id: string; active: boolean; endsOn: string | null },
  ) => (await import('../cohorts/cohort-link')).setJoinLink(client, wanted),
  'cohorts/move': async (
    { client }: Source,
    moved: { id: string; days: number; operationId: string },
  ) => (await import('../cohorts/move-cohort')).moveCohort(client, moved),
  'cohorts/set_courses': async (
    { client }: Source,
    { id, courseIds }: { id: string; courseIds: readonly string[] },
  ) => (await import('../cohorts/cohort')).setCohortCourses(client, id, courseIds),
  'community_posts/dismiss': ({ client }: Source, { id }: { id: string }) =>
    resolveReports(client, id),
  'community_posts/restore': ({ client }: Source, { id }: { id: string }) =>
    restorePost(client, id),
  'content/duplicate': ({ client }: Source, content: Content & { operationId: string }) =>
    duplicateContent(client, content),
  'content/restore': ({ client }: Source, content: Content) => restoreContent(client, content),
  'courses/check_links': async ({ functions }: Source, { id }: { id: string }) => {
    const { checkLinks } = await import('../course-editing/course-check')
    return checkLinks(functions, id)
  },
  'courses/describe_file': async (
    { client }: Source,
    described: { courseId: string; path: string; alt: string },
  ) => {
    const { describeFile } = await import('../files/course-files')
    return describeFile(client, described)
  },
  'courses/export': async ({ project, client }: Source, { id }: { id: string }) => {
    const { exportCourse } = await import('../course-export/export-course')
    return exportCourse({ project, client }, id)
  },
  'courses/import': (
    { client }: Source,
    { payload, sent, mode }: { payload: ImportPayload; sent: Sent; mode: ImportMode },
  ) => importCourse(client, payload, sent, mode),
  'courses/undo_import': async ({ client }: Source, course: { id: string }) =>
    (await import('../course-import/undo-import')).undoImport(client, course),
  'courses/publish': ({ client }: Source, { id }: { id: string }) =>
    setCourseStatus(client, id, 'PUBLISHED'),
  'courses/reorder': (
    { client }: Source,
    { id, wanted, expected }: { id: string; wanted: CourseOrder; expected: CourseOrder },
  ) => reorderCourse(client, id, wanted, expected),
  'courses/unpublish': ({ client }: Source, { id }: { id: string }) =>
    setCourseStatus(client, id, 'DRAFT'),
  'exercises/prove': async ({ client, functions }: Source, asked: { id: string }) =>
    (await import('../exercises/edit-exercise')).proveExercise(client, functions, asked),
  'extensions/give': async ({ client }: Source, given: GivenTime) =>
    (await import('../assignments/extension-list')).giveExtension(client, given),
  'extensions/end': async ({ client }: Source, of: ExtensionOf) =>
    (await import('../assignments/extension-list')).endExtension(client, of),
  'extensions/decline': async ({ client }: Source, answer: ExtensionOf & { reason: string }) =>
    (await import('../assignments/extension-list')).declineExtension(client, answer),
  'files/begin': async ({ client }: Source, { files }: { files: readonly FileFacts[] }) => {
    const { beginUploads } = await import('../files/begin-uploads')
    return beginUploads(client, 'lesson-files', files)
  },
  'inbox/answer': async (
    { client }: Source,
    { questionId, body, operationId }: { questionId: string; body: string; operationId: string },
  ) => {
    const { answerQuestion, editAnswer } = await import('../questions/question-acts')
    const made = await answerQuestion(client, questionId, body, { operationId })
    // An earlier try arrived, its response was lost, and the text was changed since.
    if (made.body.trim() !== body.trim()) await editAnswer(client, made.id, body)
    return made
  },
  'inbox/finish': async ({ client }: Source, row: RowKey) =>
    (await import('../inbox/inbox')).finishRow(client, row),
  'inbox/hand_over': async ({ client }: Source, handing: HandingOver) =>
    (await import('../inbox/inbox')).handOverRow(client, handing),
  'inbox/restore': async ({ client }: Source, row: RowKey) =>
    (await import('../inbox/inbox')).restoreRow(client, row),
  'inbox/snooze': async ({ client }: Source, snoozed: { row: RowKey; until: string }) =>
    (await import('../inbox/inbox')).snoozeRow(client, snoozed),
  'invites/check': ({ client }: Source, { lines }: { lines: readonly InviteLine[] }) =>
    checkInvites(client, lines),
  'invites/cancel': ({ client }: Source, { id }: { id: string }) => cancelInvite(client, id),
  /** Renews the invite and mails it. */
  'invites/resend': async ({ client, functions }: Source, { id }: { id: string }) => ({
    invite: await resendInvite(client, id),
    mailing: await mailInvite(functions, id),
  }),
  'lessons/export': async ({ client }: Source, { id }: { id: string }) => {
    const { exportLesson } = await import('../course-export/export-course')
    return exportLesson(client, id)
  },
  'lessons/restore_version': async (
    { client }: Source,
    wanted: { id: string; unchangedSince: string },
  ) => {
    const { restoreLessonVersion } = await import('../course-editing/lesson-versions')
    return restoreLessonVersion(client, wanted)
  },
  'lessons/save': async (
    { client }: Source,
    {
      target,
      columns,
      attachments,
    }: {
      target: LessonTarget
      columns: LessonColumns
      attachments: readonly AttachmentValues[]
    },
  ) =>
    (await import('../course-editing/edited-lesson')).saveLesson(
      client,
      target,
      columns,
      attachments,
    ),
  'due_work/retry': async ({ client }: Source, { id }: { id: string }) =>
    (await import('../due-work/due-work-list')).retryDueWork(client, id),
  'releases/save': async (
    { client }: Source,
    { id, changes }: { id: string; changes: readonly StoredChange[] },
  ) => (await import('../cohorts/schedule')).saveSchedule(client, id, changes),
  'notifications/delete': ({ client }: Source, { ids }: { ids: readonly string[] }) =>
    deleteNotifications(client, ids),
  'profiles/allow_mail': ({ client }: Source, { id }: { id: string }) => allowMail(client, id),
  'profiles/correct': (
    { client }: Source,
    { id, change }: { id: string; change: Partial<Contact> },
  ) => correctContact(client, id, change),
  'profiles/disable': ({ client }: Source, { id }: { id: string }) => setDisabled(client, id, true),
  'profiles/enable': ({ client }: Source, { id }: { id: string }) => setDisabled(client, id, false),
  'profiles/reset_factors': ({ client }: Source, { id }: { id: string }) =>
    resetFactors(client, id),
  'profiles/set_role': ({ client }: Source, { id, role }: { id: string; role: Role }) =>
    setRole(client, id, role),
  'saved_replies/delete': async ({ client }: Source, { id }: { id: string }) =>
    (await import('../assignments/review-replies')).deleteReply(client, { id }),
  'saved_replies/save': async (
    { client }: Source,
    reply: Omit<SavedReply, 'id'> & { id: string | null },
  ) => (await import('../assignments/review-replies')).saveReply(client, reply),
  'submissions/hand_over': async (
    { client }: Source,
    handing: { id: string; toId: string | null },
  ) => (await import('../assignments/review-acts')).handOver(client, handing),
  'submissions/publish': async ({ client }: Source, review: ReviewToPublish) =>
    (await import('../assignments/review-acts')).publishReview(client, review),
  'submissions/release': async ({ client }: Source, { id }: { id: string }) =>
    (await import('../assignments/review-acts')).releaseClaim(client, id),
  'submissions/save_draft': async (
    { client }: Source,
    written: { id: string; roundId: string; draft: ReviewDraft },
  ) => (await import('../assignments/review-acts')).saveReviewDraft(client, written),
  'submissions/waive_late': async ({ client }: Source, { roundId }: { roundId: string }) =>
    (await import('../assignments/review-acts')).waiveLate(client, roundId),
  'submissions/withdraw': async ({ client }: Source, review: { id: string; reason?: string }) =>
    (await import('../assignments/review-acts')).withdrawReview(client, review),
  'purchases/assign': ({ client }: Source, { id, personId }: { id: string; personId: string }) =>
    assignPurchase(client, id, personId),
  'purchases/dismiss_notice': ({ client }: Source, { id }: { id: string }) =>
    dismissNotice(client, id),
  'purchases/refund': ({ client }: Source, { id, reason }: { id: string; reason: string }) =>
    refundPurchase(client, id, reason),
  'questions/ban': async ({ client }: Source, change: BanChange) =>
    (await import('../questions/question-moderation')).banFromQuestions(client, change),
}

type Acts = typeof ACTS
export type ActName = keyof Acts
export type ActInput<N extends ActName> = Parameters<Acts[N]>[1]
export type ActAnswer<N extends ActName> = Awaited<ReturnType<Acts[N]>>
