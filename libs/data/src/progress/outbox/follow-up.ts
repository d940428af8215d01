import { type AccountNotice, accountNotice } from '../../access/account-notice'
import type { Account } from '../../access/account-state'
import { bootQuery } from '../../access/boot'
import { assignmentKeys } from '../../assignments/my-keys'
import type { LessonBody } from '../../course-viewing/lesson-query'
import {
  type CourseOutline,
  courseKeys,
  lessonById,
  type OutlineLesson,
  outlineQuery,
} from '../../course-viewing/outline'
import { paneMessages } from '../../course-viewing/pane-messages'
import type { SyncContext, SyncMessages } from '../../delivery/browser-sender'
import { isRefusal } from '../../delivery/deliver-by'
import type { DataError } from '../../errors'
import { exerciseKeys } from '../../exercises/my-keys'
import { libraryKeys } from '../../library/library-query'
import { questionKeys } from '../../questions/question-queries'
import { signOut } from '../../session/sign-out'
import { completionFailure, isLost, lostCompletion } from '../complete-lesson'
import { watchedPercent, watchStateOf } from '../watch-state'
import type { EntryAnswer } from './deliver'
import { type Outbox, type Queued, refusalOf } from './outbox'
import { markLesson, markWatched } from './overlay'

/** The messages about the outbox's entries, which the application shows. */
export interface OutboxMessages extends SyncMessages {
  /** A lesson is complete; `undo` reverts that. */
  completed: (lesson: Pick<OutlineLesson, 'id' | 'title'>, undo: () => void) => void
  /** An earlier message about this lesson is no longer true. */
  takenBack: (lessonId: string) => void
  accountClosed: (notice: AccountNotice) => void
}

export type OutboxContext = SyncContext<OutboxMessages>

const TOLD_FOR_MS = 30_000

/** Updates the query cache, and shows messages, after the server has answered an entry. */
export class FollowUp {
  readonly #toldAt = new Map<string, number>()

  constructor(
    private readonly context: OutboxContext,
    private readonly outbox: Outbox,
    private readonly flush: () => void,
  ) {}

  /** `answer` is what the server accepted, or says whether the lesson of a watched video is now complete. */
  acknowledged({ change }: Queued, answer: EntryAnswer): void {
    const { slug, lessonId } = change
    if (answer && 'show' in answer) {
      answer.show(this.context.queries)
      return
    }
    if (change.kind === 'completion') {
      this.#mark(slug, lessonId, change.done)
      return
    }
    const completed = answer?.completed ?? false
    const changed = this.outbox
      .all()
      .some(({ change: other }) => other.kind === 'completion' && other.lessonId === lessonId)
    const { messages, queries } = this.context
    const outline = queries.getQueryData<CourseOutline | null>(courseKeys.outline(slug))
    const lesson = outline && lessonById(outline, lessonId)
    if (!completed) {
      // The library contains the position at which the video resumes.
      void queries.invalidateQueries({ queryKey: libraryKeys.all })
      if (outline && lesson) this.#markWatched(outline, lesson)
    }
    if (!completed || changed || !lesson || lesson.done) return
    this.#mark(slug, lessonId, true)
    messages.completed(lesson, () => {
      this.outbox.putCompletion({ lessonId, slug, done: false })
      this.flush()
    })
  }

  /** Another tab has sent the entry and knows the answer, so this tab reads the result from the server. */
  settledElsewhere({ change }: Queued): void {
    if (change.kind === 'work') {
      void this.context.queries.invalidateQueries({
        queryKey: assignmentKeys.mine(change.lessonId),
      })
    }
    if (change.kind === 'run') {
      void this.context.queries.invalidateQueries({ queryKey: exerciseKeys.mine(change.lessonId) })
    }
    if (change.kind === 'question' || change.kind === 'answer') {
      void this.context.queries.invalidateQueries({ queryKey: questionKeys.all })
    }
    if (change.kind !== 'completion') return
    this.#mark(change.slug, change.lessonId, change.done)
    void this.context.queries.invalidateQueries({ queryKey: courseKeys.outline(change.slug) })
  }

  refused({ change }: Queued, error: DataError): void {
    const { messages, queries } = this.context
    if (change.kind === 'work') {
      // The module was already loaded to send the round.
      void import('./hand-in').then(({ keepRefused }) => keepRefused(queries, change, error))
      messages.failed(`“${change.title}” was not handed in. ${error.message}`)
      return
    }
    if (change.kind === 'run') {
      void import('./hand-in-run').then(({ keepRefusedCode }) =>
        keepRefusedCode(queries, change, error),
      )
      messages.failed(`“${change.title}” was not handed in. ${error.message}`)
      return
    }
    if (change.kind === 'question' || change.kind === 'answer') {
      const what = change.kind === 'question' ? `“${change.words.title}”` : 'Your answer'
      messages.failed(`${what} was not sent. ${refusalOf(error)} Your text is kept as a draft.`)
      void queries.invalidateQueries({ queryKey: questionKeys.all })
      return
    }
    const lost = isLost(error)
    if (change.kind === 'completion') {
      messages.takenBack(change.lessonId)
      if (lost) messages.failed(lostCompletion(change, error))
    }
    if (lost || isRefusal(error)) void this.#tellLostAccess(change.slug)
    else if (change.kind === 'completion') messages.failed(completionFailure(error))
    else console.error(error)
  }

  /**
   * Reports that the account was disabled while it was in use: reverts what was shown as saved and opens the sign-in
   * screen. If Auth cannot be reached, the screen of the disabled account is shown instead.
   */
  async disabled(): Promise<void> {
    const { client, queries, messages } = this.context
    for (const entry of this.outbox.all()) {
      if (entry.change.kind !== 'completion') continue
      this.outbox.settle(entry)
      messages.takenBack(entry.change.lessonId)
    }
    const { queryKey } = bootQuery(client)
    const boot = queries.getQueryData(queryKey)
    if (boot?.account) {
      const account: Account = { ...boot.account, state: 'DISABLED' }
      const notice = accountNotice(account, boot.settings)
      if (notice) messages.accountClosed(notice)
      queries.setQueryData(queryKey, { ...boot, account })
    }
    await signOut(client, queries).catch(() => undefined)
  }

  #mark(slug: string, lessonId: string, done: boolean): void {
    const { queries } = this.context
    const queryKey = courseKeys.outline(slug)
    const known = queries.getQueryData<CourseOutline | null>(queryKey)
    const cancelled = queries.cancelQueries({ queryKey })
    if (known) queries.setQueryData(queryKey, markLesson(known, lessonId, done))
    // Otherwise queries that were cancelled during their first fetch would stay pending.
    else void cancelled.then(() => queries.refetchQueries({ queryKey }))
    void queries.invalidateQueries({ queryKey: libraryKeys.all })
  }

  /** Updates the watched share in the outline from what this browser knows about the lesson. */
  #markWatched(outline: CourseOutline, { id, sec }: OutlineLesson): void {
    const { queries } = this.context
    const body = queries.getQueryData<LessonBody | null>(courseKeys.lesson(id))
    const state = body && watchStateOf(body)
    if (!state) return
    const percent = watchedPercent(state.watched, state.durationSec || sec, body.video_start_sec)
    queries.setQueryData(courseKeys.outline(outline.slug), markWatched(outline, id, percent))
  }

  /** Says once for all refused entries of a course whether the lesson or the whole course is no longer open. */
  async #tellLostAccess(slug: string): Promise<void> {
    if (Date.now() - (this.#toldAt.get(slug) ?? 0) < TOLD_FOR_MS) return
    this.#toldAt.set(slug, Date.now())
    const { client, queries, messages } = this.context
    const outline = await queries
      .fetchQuery({ ...outlineQuery(client, slug), staleTime: 0 })
      .catch(() => null)
    messages.failed(outline?.entitled ? paneMessages.lessonDenied : paneMessages.courseDenied)
    void queries.invalidateQueries({ queryKey: courseKeys.all })
  }
}
