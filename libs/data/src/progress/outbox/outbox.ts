import type { WorkDraft } from '../../assignments/my-draft'
import type { DeviceStore } from '../../device/store'
import type { DataError } from '../../errors'
import type { ExerciseFile } from '../../exercises/exercise-part'
import type { RunVerdict } from '../../exercises/exercise-run'
import type { QuestionWords } from '../../questions/question'
import { mergeRanges, type Ranges } from '../ranges'

const PREFIX = 'rookies-outbox:'

/**
 * One person's changes that the server has not acknowledged (rules/learning#complete). They are in local storage, which
 * is written synchronously, even while a page is left, is shared by all tabs, and survives a crash. Each entry has its
 * own key, which only its refusal overwrites, so that tabs cannot overwrite each other. Of several completions of a lesson
 * only the last counts. Entries that the browser does not store last as long as the page.
 */
export class Outbox {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
  ) {}

  /** All queued changes in the order in which they were made; of each lesson only the last completion. */
  all(): Queued[] {
    const queued = this.#every().filter(({ refused }) => refused === undefined)
    return queued.filter(
      (entry, at) => !queued.slice(at + 1).some((later) => replaces(later.change, entry.change)),
    )
  }

  /** The refused questions and answers, which are drafts now (rules/questions#offline). */
  refused(): Queued[] {
    return this.#every().filter(({ refused }) => refused !== undefined)
  }

  /** Queues that a lesson was completed, or that its completion was reverted. */
  putCompletion(change: Omit<CompletionChange, 'kind' | 'was'>): Queued {
    const earlier = this.#every().find(({ change: { kind, lessonId } }) => {
      return kind === 'completion' && lessonId === change.lessonId
    })?.change
    const was = earlier?.kind === 'completion' ? earlier.was : !change.done
    return this.put({ kind: 'completion', was, ...change })
  }

  /** Queues a position and played seconds, merged with those that this tab has queued for the lesson's video. */
  putWatch(change: Omit<WatchChange, 'kind'>): Queued {
    const earlier = this.#every().filter(({ change: other, id }) => {
      return (
        other.kind === 'watch' &&
        other.lessonId === change.lessonId &&
        other.video === change.video &&
        id.startsWith(TAB)
      )
    })
    const ranges = earlier.flatMap((entry) =>
      entry.change.kind === 'watch' ? entry.change.ranges : [],
    )
    const entry = this.put({
      kind: 'watch',
      ...change,
      ranges: mergeRanges([...ranges, ...change.ranges]),
    })
    for (const { id } of earlier) this.#remove(id)
    return entry
  }

  /**
   * Removes an acknowledged entry and the entries that it replaced. Returns false if a later change has replaced it,
   * which still must be sent.
   */
  settle(entry: Queued): boolean {
    const queued = this.#every()
    for (const other of queued) {
      const replaced = other.at < entry.at && replaces(entry.change, other.change)
      if (replaced || other.id === entry.id) this.#remove(other.id)
    }
    announce()
    return !queued.some(({ at, change }) => at > entry.at && replaces(change, entry.change))
  }

  /**
   * Removes a refused entry, because the server would refuse it again. A question or an answer stays with the reason, as
   * a draft that is not sent. Returns the same as `settle`.
   */
  refuse(entry: Queued, error: DataError): boolean {
    if (!isWords(entry.change)) return this.settle(entry)
    this.#write({ ...entry, refused: refusalOf(error) })
    return true
  }

  /** Queues a change without merging it with others. */
  put(change: Change): Queued {
    const last = this.#every().at(-1)?.at ?? 0
    const id = `${TAB}${random()}${random()}`
    // The order stays correct even if the clock was set back.
    const entry = { id, user: this.user, at: Math.max(Date.now(), last + 1), change }
    this.#write(entry)
    return entry
  }

  #write(entry: Queued): void {
    this.store.setItem(this.#key(entry.id), JSON.stringify(entry))
    announce()
  }

  #remove(id: string): void {
    this.store.removeItem(this.#key(id))
  }

  #every(): Queued[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(this.#key('')))
      .flatMap((key) => parseQueued(this.store.getItem(key)) ?? [])
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  }

  #key(id: string): string {
    return `${PREFIX}${this.user}:${id}`
  }
}

/** About eleven letters, enough not to collide with the ids of other tabs. */
const random = () => Math.random().toString(36).slice(2)

/** The ids of everything that this tab queues begin with this. */
const TAB = `${random()}:`

function replaces(later: Change, earlier: Change): boolean {
  return (
    later.kind === 'completion' &&
    earlier.kind === 'completion' &&
    later.lessonId === earlier.lessonId
  )
}

/** Returns why the server refused a question or an answer: its own sentence if it wrote one for people. */
export function refusalOf({ code, message }: DataError): string {
  return code.startsWith('PT4') ? message : 'You no longer have permission to do this here.'
}

const isWords = ({ kind }: Change) => kind === 'question' || kind === 'answer'

/** Parses a stored entry; returns null for anything else. */
export function parseQueued(text: string | null): Queued | null {
  try {
    const entry: Queued | null = JSON.parse(text || 'null')
    return typeof entry?.change?.lessonId === 'string' ? entry : null
  } catch {
    return null
  }
}

/** Returns whether a key of local storage belongs to an outbox. */
export function isOutboxKey(key: string | null): boolean {
  return key?.startsWith(PREFIX) ?? false
}

const listeners = new Set<() => void>()

/**
 * Calls `listener` when an entry was queued or settled, in this tab or another. Returns a function that unsubscribes.
 */
export function watchOutboxes(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null || isOutboxKey(event.key)) listener()
  }
  listeners.add(listener)
  addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', elsewhere)
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** A lesson was completed, or its completion was reverted. Only the last change of a lesson counts. */
export interface CompletionChange {
  kind: 'completion'
  lessonId: string
  done: boolean
  /** The state in the database when the first change was queued; the counts on screen are computed from it. */
  was: boolean
  /** The course of the lesson, for refreshing its queries and for messages. */
  slug: string
  /** The title of the lesson, for the message that its completion is lost. */
  title?: string
}

/** The position in a video, and the seconds that were played since the last save. */
export interface WatchChange {
  kind: 'watch'
  lessonId: string
  /**
   * The name of the watched video (`videoOf`), because the lesson may have another video when this is sent. Older
   * builds left it out.
   */
  video?: string | null
  slug: string
  positionSec: number
  /** Null if the player has not reported it. */
  durationSec: number | null
  ranges: Ranges
}

/** A round of work that was handed in (rules/assignments#rounds). */
export interface WorkChange {
  kind: 'work'
  lessonId: string
  slug: string
  title: string
  work: WorkDraft
  /** The database accepts one round with this id. */
  operationId: string
  /** The revision of the draft that it was made of; null for none. */
  draftRevision: string | null
  /** Whether the person disagrees with the review (rules/assignments#second-opinion). */
  secondOpinion: boolean
}

/** Code that was handed in for an exercise (rules/exercises#runs). */
export interface RunChange {
  kind: 'run'
  lessonId: string
  slug: string
  title: string
  files: ExerciseFile[]
  /** The verdict of this browser, which decides nothing; null if it did not run the tests. */
  claimed: Exclude<RunVerdict, 'PENDING'> | null
  /** The database accepts one run with this id. */
  operationId: string
}

/** A question that was written without a connection (rules/questions#offline). */
export interface QuestionChange {
  kind: 'question'
  lessonId: string
  slug: string
  words: QuestionWords
  /** The database accepts one question with this id. */
  operationId: string
}

/** An answer that was written without a connection (rules/questions#offline). */
export interface AnswerChange {
  kind: 'answer'
  lessonId: string
  slug: string
  questionId: string
  body: string
  /** The database accepts one answer with this id. */
  operationId: string
}

export type Change =
  | CompletionChange
  | WatchChange
  | WorkChange
  | RunChange
  | QuestionChange
  | AnswerChange

/** A change that is not acknowledged yet. */
export interface Queued<C extends Change = Change> {
  /** Every replacement gets a new id, so that an acknowledgement never settles a later change. */
  id: string
  /** The person who made the change. The change is never sent as anybody else. */
  user: string
  /** When the change was made, in milliseconds by this browser's clock. Changes are sent in this order. */
  at: number
  change: C
  /** Why the server refused the question or answer, which is not sent again. */
  refused?: string
}
