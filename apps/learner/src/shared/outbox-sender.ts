import { type Account, accountNotice } from '@rookies/data/access/account-state'
import { bootQuery } from '@rookies/data/access/boot'
import type { DataClient } from '@rookies/data/client'
import { courseKeys } from '@rookies/data/courses/keys'
import { lessonById } from '@rookies/data/courses/lesson-order'
import { courseMessages } from '@rookies/data/courses/messages'
import type { CourseOutline } from '@rookies/data/courses/outline'
import { outlineQuery } from '@rookies/data/courses/outline-query'
import type { DataError } from '@rookies/data/errors'
import { libraryKeys } from '@rookies/data/library/keys'
import { completionFailure, isRefusal } from '@rookies/data/progress/failure'
import { markLesson } from '@rookies/data/progress/mark-lesson'
import type { Queued } from '@rookies/data/progress/outbox/change'
import { deliver } from '@rookies/data/progress/outbox/deliver'
import { isOutboxKey, type Outbox, parseQueued } from '@rookies/data/progress/outbox/outbox'
import { Sender } from '@rookies/data/progress/outbox/sender'
import { signOut } from '@rookies/data/session/sign-out'
import type { QueryClient } from '@tanstack/react-query'
import { showError, showToast } from '../ui/toast-store'
import { takeBackCompletionToast, tellCompletion } from './completion-toast'
import { ownOutbox, setSilent, settledUnheard } from './outbox'

interface Running {
  client: DataClient
  user: string
  sender: Sender
  rest: () => void
}

let running: Running | null = null

/** Sends what the signed-in person has waiting, now and whenever the connection returns. */
export function wake(client: DataClient, queries: QueryClient): void {
  const outbox = ownOutbox(queries)
  if (running && (running.user !== outbox?.user || running.client !== client)) {
    running.sender.stop()
    running.rest()
    running = null
  }
  if (!outbox) return
  running ??= begin(client, queries, outbox)
  void running.sender.flush()
}

function begin(client: DataClient, queries: QueryClient, outbox: Outbox): Running {
  const saved = new Saved(client, queries, outbox, () => void sender.flush())
  const sender: Sender = new Sender({
    outbox,
    deliver: (entry) => deliver(client, entry),
    currentUser: async () => {
      const { data, error } = await client.auth.getSession()
      return data.session?.user.id ?? (error ? undefined : null)
    },
    exclusively: async (work) => {
      if (navigator.locks) await navigator.locks.request(`rookies-outbox:${outbox.user}`, work)
      else await work()
    },
    online: () => navigator.onLine,
    later: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    onSaved: (entry, answer) => saved.acknowledged(entry, answer?.completed ?? false),
    onRefused: (entry, error) => saved.refused(entry, error),
    onDisabled: () => void leaveDisabled(client, queries, outbox),
    onWaiting: setSilent,
  })

  const again = () => void sender.flush()
  const seen = () => {
    if (document.visibilityState === 'visible') again()
  }
  const elsewhere = (event: StorageEvent) => {
    const settled = isOutboxKey(event.key) && event.newValue === null
    const entry = settled ? parseQueued(event.oldValue) : null
    if (entry?.user === outbox.user) saved.settledElsewhere(entry)
  }
  addEventListener('online', again)
  addEventListener('storage', elsewhere)
  // This code may come late, after a time without a connection; another tab may have been quicker.
  for (const entry of settledUnheard(outbox)) saved.settledElsewhere(entry)
  document.addEventListener('visibilitychange', seen)
  const rest = () => {
    removeEventListener('online', again)
    removeEventListener('storage', elsewhere)
    document.removeEventListener('visibilitychange', seen)
  }
  return { client, user: outbox.user, sender, rest }
}

/**
 * The account has been disabled while it was in use: says so, takes back what was shown as saved, and
 * leads to the sign-in screen. Where Auth cannot be told, the account's own screen stands instead.
 */
async function leaveDisabled(
  client: DataClient,
  queries: QueryClient,
  outbox: Outbox,
): Promise<void> {
  running?.rest()
  running = null
  for (const entry of outbox.all()) {
    if (entry.change.kind !== 'completion') continue
    outbox.settle(entry)
    takeBackCompletionToast(entry.change.lessonId)
  }
  const boot = queries.getQueryData(bootQuery(client).queryKey)
  if (boot?.account) {
    const account: Account = { ...boot.account, state: 'DISABLED' }
    const notice = accountNotice(account, boot.settings)
    if (notice) showToast({ tone: 'error', ...notice })
    queries.setQueryData(bootQuery(client).queryKey, { ...boot, account })
  }
  await signOut(client, queries).catch(() => undefined)
}

/** What follows on screen from what the server said. */
class Saved {
  readonly #told = new Map<string, number>()

  constructor(
    private readonly client: DataClient,
    private readonly queries: QueryClient,
    private readonly outbox: Outbox,
    private readonly flush: () => void,
  ) {}

  acknowledged({ change }: Queued, completed: boolean): void {
    const { slug, lessonId } = change
    if (change.kind === 'completion') {
      this.#mark(slug, lessonId, change.done)
      return
    }
    const changed = this.outbox
      .all()
      .some(({ change: other }) => other.kind === 'completion' && other.lessonId === lessonId)
    const outline = this.queries.getQueryData<CourseOutline | null>(courseKeys.outline(slug))
    const lesson = outline && lessonById(outline, lessonId)
    if (!completed || changed || !lesson || lesson.done) return
    this.#mark(slug, lessonId, true)
    tellCompletion(lesson, () => {
      this.outbox.putCompletion({ lessonId, slug, done: false })
      this.flush()
    })
  }

  /** Another tab has sent it, and was told yes or no: the server knows which. */
  settledElsewhere({ change }: Queued): void {
    if (change.kind !== 'completion') return
    this.#mark(change.slug, change.lessonId, change.done)
    void this.queries.invalidateQueries({ queryKey: courseKeys.outline(change.slug) })
  }

  refused({ change }: Queued, error: DataError): void {
    if (change.kind === 'completion') takeBackCompletionToast(change.lessonId)
    if (isRefusal(error)) void this.#tellLostAccess(change.slug)
    else if (change.kind === 'completion') showError(completionFailure(error))
    else console.error(error)
  }

  #mark(slug: string, lessonId: string, done: boolean): void {
    const queryKey = courseKeys.outline(slug)
    const known = this.queries.getQueryData<CourseOutline | null>(queryKey)
    const cancelled = this.queries.cancelQueries({ queryKey })
    if (known) this.queries.setQueryData(queryKey, markLesson(known, lessonId, done))
    // What was being read for the first time would else never come.
    else void cancelled.then(() => this.queries.refetchQueries({ queryKey }))
    void this.queries.invalidateQueries({ queryKey: libraryKeys.all })
  }

  /** Once for all that is refused together: whether the lesson is lost, or the course. */
  async #tellLostAccess(slug: string): Promise<void> {
    if (Date.now() - (this.#told.get(slug) ?? 0) < TOLD_FOR_MS) return
    this.#told.set(slug, Date.now())
    const outline = await this.queries
      .fetchQuery({ ...outlineQuery(this.client, slug), staleTime: 0 })
      .catch(() => null)
    showError(outline?.entitled ? courseMessages.lessonDenied : courseMessages.courseDenied)
    void this.queries.invalidateQueries({ queryKey: courseKeys.all })
  }
}

const TOLD_FOR_MS = 30_000
