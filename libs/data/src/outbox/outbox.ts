import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'
import type { AnyChange, Queued, WaitingRules } from './kind'

const PREFIX = 'rookies-outbox:'

/**
 * One person's changes that the server has not acknowledged (rules/learning#complete). They are in local storage, which
 * is written synchronously, even while a page is left, is shared by all tabs, and survives a crash. Each entry has its
 * own key, which only its refusal overwrites, so that tabs cannot overwrite each other. Entries that the browser does not
 * store last as long as the page.
 */
export class Outbox {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
    private readonly rules: Readonly<Record<string, WaitingRules<AnyChange> | undefined>>,
  ) {}

  /** All queued changes in the order in which they were made, without those that a later one replaces. */
  all(): Queued[] {
    const queued = this.#every().filter(({ refused }) => refused === undefined)
    return queued.filter(
      (entry, at) =>
        !queued.slice(at + 1).some((later) => this.#replaces(later.change, entry.change)),
    )
  }

  /** The refused entries that stay, which are drafts now. */
  refused(): Queued[] {
    return this.#every().filter(({ refused }) => refused !== undefined)
  }

  /** The queued changes of this tab. */
  ofThisTab(): Queued[] {
    return this.all().filter(({ id }) => id.startsWith(TAB))
  }

  /**
   * Removes an acknowledged entry and the entries that it replaced. Returns false if a later change has replaced it,
   * which still must be sent.
   */
  settle(entry: Queued): boolean {
    const queued = this.#every()
    for (const other of queued) {
      const replaced = other.at < entry.at && this.#replaces(entry.change, other.change)
      if (replaced || other.id === entry.id) this.#remove(other.id)
    }
    announce()
    return !queued.some(({ at, change }) => at > entry.at && this.#replaces(change, entry.change))
  }

  /**
   * Removes a refused entry, because the server would refuse it again, or keeps it with the reason if its kind says so.
   * Returns the same as `settle`.
   */
  refuse(entry: Queued, error: DataError): boolean {
    const refused = this.rules[entry.change.kind]?.keptRefused?.(error)
    if (refused === undefined) return this.settle(entry)
    this.#write({ ...entry, refused })
    return true
  }

  /** Queues a change, which takes the place of entries that it contains. */
  put<C extends AnyChange>(change: C, contained: readonly Queued[] = []): Queued<C> {
    const last = this.#every().at(-1)?.at ?? 0
    const id = `${TAB}${random()}${random()}`
    // The order stays correct even if the clock was set back.
    const entry = { id, user: this.user, at: Math.max(Date.now(), last + 1), change }
    this.#write(entry)
    for (const other of contained) this.#remove(other.id)
    return entry
  }

  #replaces(later: AnyChange, earlier: AnyChange): boolean {
    const isAlike = later.kind === earlier.kind
    return isAlike && (this.rules[later.kind]?.replaces?.(later, earlier) ?? false)
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
