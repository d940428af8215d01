import type { QueryClient } from '@tanstack/react-query'
import type { LessonBody } from '../course-viewing/lesson-query'
import {
  type CourseOutline,
  courseKeys,
  lessonById,
  type OutlineLesson,
  outlineQuery,
} from '../course-viewing/outline'
import { paneMessages } from '../course-viewing/pane-messages'
import { closedAccount, deliverBy, isRefusal } from '../delivery/deliver-by'
import { libraryKeys } from '../library/library-query'
import { type EntryDelivery, type OutboxKind, type OutboxPage, ofKind } from '../outbox/kind'
import { formatCount } from '../wording'
import {
  completeLate,
  completeLesson,
  completionFailure,
  isLost,
  lostCompletion,
  undoCompletion,
} from './complete-lesson'
import { markLesson, markWatched } from './overlay'
import { type CompletionChange, queueCompletion } from './queued-completions'
import { recordProgress, type WatchAnswer, type WatchChange } from './record-progress'
import { watchedPercent, watchStateOf } from './watch-state'

/** How completions and their undos are sent from the outbox (rules/learning#complete). */
export const completionKind: OutboxKind<CompletionChange> = {
  /**
   * If the server refuses a completion because access has ended, sends it again with its time, because the person may
   * have completed the lesson before access ended (rules/learning#completed-in-time).
   */
  async deliver(client, { user, at, change }) {
    const lesson = { user_id: user, lesson_id: change.lessonId }
    const saved: EntryDelivery = { kind: 'saved', answer: ({ queries }) => mark(queries, change) }
    const delivery = await deliverBy(client, async (signal) => {
      if (change.done) {
        await completeLesson(client, lesson, signal)
      } else if (!(await undoCompletion(client, lesson, signal))) {
        // A refusal can also mean that the account may not do anything now. Both cases look the same, so the account is
        // checked.
        const closed = await closedAccount(client, signal)
        if (closed) return closed
      }
      return saved
    })
    if (delivery.kind !== 'refused' || !isRefusal(delivery.error) || !change.done) return delivery
    const late = await deliverBy(client, async (signal) => {
      await completeLate(client, lesson, at, signal)
      return saved
    })
    // An older database does not have `complete_late()`. Then the first refusal is final.
    return late.kind === 'refused' && !isLost(late.error) ? delivery : late
  },

  refused(page, change, error) {
    const { messages } = page
    const lost = isLost(error)
    messages.takenBack(change.lessonId)
    if (lost) messages.failed(lostCompletion(change, error))
    if (lost || isRefusal(error)) void reportLostAccess(page, change.slug)
    else messages.failed(completionFailure(error))
  },

  settledElsewhere(queries, change) {
    mark(queries, change)
    void queries.invalidateQueries({ queryKey: courseKeys.outline(change.slug) })
  },

  takeBack: ({ messages }, { lessonId }) => messages.takenBack(lessonId),

  unsent: (count) => formatCount(count, 'completed lesson'),
}

/** How positions and played seconds are sent from the outbox (rules/learning#watched). */
export const watchKind: OutboxKind<WatchChange> = {
  deliver: (client, entry) =>
    deliverBy(client, async (signal) => {
      const answer = await recordProgress(client, entry, signal)
      return { kind: 'saved', answer: (page) => show(page, entry.change, answer) }
    }),

  refused(page, { slug }, error) {
    if (isLost(error) || isRefusal(error)) void reportLostAccess(page, slug)
    else console.error(error)
  },

  unsent: () => 'Your place in a video',
}

function show(
  { outbox, queries, messages, flush }: OutboxPage,
  { slug, lessonId }: WatchChange,
  { completed }: WatchAnswer,
): void {
  const changed = ofKind<CompletionChange>(outbox.all(), 'completion').some(
    ({ change }) => change.lessonId === lessonId,
  )
  const outline = queries.getQueryData<CourseOutline | null>(courseKeys.outline(slug))
  const lesson = outline && lessonById(outline, lessonId)
  if (!completed) {
    // The library is read again, because it contains the position at which a video resumes.
    void queries.invalidateQueries({ queryKey: libraryKeys.all })
    if (outline && lesson) showWatched(queries, outline, lesson)
  }
  if (!completed || changed || !lesson || lesson.done) return
  mark(queries, { slug, lessonId, done: true })
  messages.completed(lesson, () => {
    queueCompletion(outbox, { lessonId, slug, done: false })
    flush()
  })
}

/** Updates the watched percentage in the outline from the lesson in React Query's cache. */
function showWatched(
  queries: QueryClient,
  outline: CourseOutline,
  { id, sec }: OutlineLesson,
): void {
  const body = queries.getQueryData<LessonBody | null>(courseKeys.lesson(id))
  const state = body && watchStateOf(body)
  if (!state) return
  const percent = watchedPercent(state.watched, state.durationSec || sec, body.video_start_sec)
  queries.setQueryData(courseKeys.outline(outline.slug), markWatched(outline, id, percent))
}

/** Marks a lesson as completed or not in the cached outline, and reads the library again. */
function mark(
  queries: QueryClient,
  { slug, lessonId, done }: Pick<CompletionChange, 'slug' | 'lessonId' | 'done'>,
): void {
  const queryKey = courseKeys.outline(slug)
  const known = queries.getQueryData<CourseOutline | null>(queryKey)
  const cancelled = queries.cancelQueries({ queryKey })
  if (known) queries.setQueryData(queryKey, markLesson(known, lessonId, done))
  // Without this, a query that was cancelled during its first fetch would stay pending.
  else void cancelled.then(() => queries.refetchQueries({ queryKey }))
  void queries.invalidateQueries({ queryKey: libraryKeys.all })
}

const REPORT_PAUSE_MS = 30_000

/**
 * Reports only once for all refused entries of a course whether the person lost access to the lesson or to the course.
 */
async function reportLostAccess(
  { client, queries, messages, reportedAt }: OutboxPage,
  slug: string,
): Promise<void> {
  if (Date.now() - (reportedAt.get(slug) ?? 0) < REPORT_PAUSE_MS) return
  reportedAt.set(slug, Date.now())
  const outline = await queries
    .fetchQuery({ ...outlineQuery(client, slug), staleTime: 0 })
    .catch(() => null)
  messages.failed(outline?.entitled ? paneMessages.lessonDenied : paneMessages.courseDenied)
  void queries.invalidateQueries({ queryKey: courseKeys.all })
}
