import type { DeviceStore } from '../../device/store'
import { mergeRanges, type Ranges } from '../ranges'

const PREFIX = 'rookies-outbox:'

/**
 * What one person has done and the server has not acknowledged (rules/learning#complete). Kept in local storage:
 * it is written at once, even while a page is being left, every tab sees it, and it outlives a crash.
 * Each entry has a key of its own that is never written twice, so that tabs cannot overwrite each
 * other; of several completions of a lesson the last counts. What the device
 * does not take lives as long as the page does.
 */
export class Outbox {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
  ) {}

  /** Everything that waits, in the order in which it was made: one completion a lesson, the last. */
  all(): Queued[] {
    const queued = this.#every()
    return queued.filter(
      (entry, at) => !queued.slice(at + 1).some((later) => replaces(later.change, entry.change)),
    )
  }

  /** Queues that a lesson is finished, or is not any more. */
  putCompletion(change: Omit<CompletionChange, 'kind' | 'was'>): Queued {
    const earlier = this.#every().find(({ change: { kind, lessonId } }) => {
      return kind === 'completion' && lessonId === change.lessonId
    })?.change
    const was = earlier?.kind === 'completion' ? earlier.was : !change.done
    return this.#put({ kind: 'completion', was, ...change })
  }

  /** Queues a position and played seconds, together with those of this lesson's video that wait already. */
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
    const entry = this.#put({
      kind: 'watch',
      ...change,
      ranges: mergeRanges([...ranges, ...change.ranges]),
    })
    for (const { id } of earlier) this.#remove(id)
    return entry
  }

  /**
   * Takes an entry out that has been dealt with, and those it had replaced. Out: false when a later
   * change has taken its place, which is still to be sent.
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

  /** What was refused would be refused again: it is taken out, and told. */
  refuse(entry: Queued): boolean {
    return this.settle(entry)
  }

  #put(change: Change): Queued {
    const last = this.#every().at(-1)?.at ?? 0
    const id = `${TAB}${random()}${random()}`
    // Never before what waits already, even when the clock has been turned back.
    const entry = { id, user: this.user, at: Math.max(Date.now(), last + 1), change }
    this.store.setItem(this.#key(id), JSON.stringify(entry))
    announce()
    return entry
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

/** Eleven letters or so: an id of another tab's is not in the way. */
const random = () => Math.random().toString(36).slice(2)

/** What this tab queued begins with it. */
const TAB = `${random()}:`

function replaces(later: Change, earlier: Change): boolean {
  return (
    later.kind === 'completion' &&
    earlier.kind === 'completion' &&
    later.lessonId === earlier.lessonId
  )
}

/** Reads an entry as it was stored; null for anything else. */
export function parseQueued(text: string | null): Queued | null {
  try {
    const entry: Queued | null = JSON.parse(text || 'null')
    return typeof entry?.change?.lessonId === 'string' ? entry : null
  } catch {
    return null
  }
}

/** Whether a key of local storage belongs to an outbox. */
export function isOutboxKey(key: string | null): boolean {
  return key?.startsWith(PREFIX) ?? false
}

const listeners = new Set<() => void>()

/** Tells `listener` when anything was queued or settled, here or in another tab. Out: the end of it. */
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

/** A lesson marked complete, or taken back. The last one made for a lesson is the one that counts. */
export interface CompletionChange {
  kind: 'completion'
  lessonId: string
  done: boolean
  /** What the database held when the first of these was queued, so that counts can be shown truly. */
  was: boolean
  /** The course it belongs to, for refreshing and telling. */
  slug: string
  /** Of the lesson, for telling that its completion is lost. */
  title?: string
}

/** Where a person is in a video, and the seconds that were played since the last save. */
export interface WatchChange {
  kind: 'watch'
  lessonId: string
  /** What was watched (`videoOf`): the lesson may have another one when this is sent. Earlier builds did not say. */
  video?: string | null
  slug: string
  positionSec: number
  /** Null when the player has not said. */
  durationSec: number | null
  ranges: Ranges
}

export type Change = CompletionChange | WatchChange

/** A change that waits to be sent. */
export interface Queued<C extends Change = Change> {
  /** New whenever the change is replaced: what is acknowledged is this one and no later one. */
  id: string
  /** Whose it is. Never sent as anybody else. */
  user: string
  /** When it was made, in milliseconds by this browser's clock; the order of sending. */
  at: number
  change: C
}
