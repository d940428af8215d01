import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'
import type { AnyChange, Queued, WaitingRules } from './kind'

const PREFIX = 'rookies-outbox:'

/**
 * The changes of one person that the server has not acknowledged (rules/learning#complete). They are in local storage,
 * which can be written even while a page is being closed, is shared by all tabs, and survives a crash. Each entry has
 * its own key, so that tabs cannot overwrite each other's entries. An entry that the browser does not store exists
 * until the page is closed.
 */
export class Outbox {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
    private readonly rules: Readonly<Record<string, WaitingRules<AnyChange> | undefined>>,
  ) {}

  /** Returns the queued changes in the order in which they were made, without those that a later change replaces. */
  all(): Queued[] {
    const queued = this.#every().filter(({ refused }) => refused === undefined)
    return queued.filter(
      (entry, at) =>
        !queued.slice(at + 1).some((later) => this.#replaces(later.change, entry.change)),
    )
  }

  /** Returns the refused entries that stay in the outbox as drafts. */
  refused(): Queued[] {
    return this.#every().filter(({ refused }) => refused !== undefined)
  }

  /** Returns the changes that this tab has queued. */
  ofThisTab(): Queued[] {
    return this.all().filter(({ id }) => id.startsWith(TAB))
  }

  /**
   * Deletes an acknowledged entry and the entries that it replaced. Returns false if a later change, which must still
   * be sent, has replaced the entry.
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
   * Deletes an entry that the server has refused, or keeps it with the reason if the rules of its kind say so. Returns
   * the same as `settle`.
   */
  refuse(entry: Queued, error: DataError): boolean {
    const refused = this.rules[entry.change.kind]?.keptRefused?.(error)
    if (refused === undefined) return this.settle(entry)
    this.#write({ ...entry, refused })
    return true
  }

  /** Queues a change in place of the entries whose content it includes (`contained`). */
  put<C extends AnyChange>(change: C, contained: readonly Queued[] = []): Queued<C> {
    const last = this.#every().at(-1)?.at ?? 0
    const id = `${TAB}${random()}${random()}`
    // The time must be later than that of the last entry, even if the clock was set back.
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

/** Returns about eleven random letters, enough to differ from the ids of other tabs. */
const random = () => Math.random().toString(36).slice(2)

/** The beginning of the ids of all entries that this tab queues. */
const TAB = `${random()}:`

/** Parses a stored entry. Returns null for data of another shape. */
export function parseQueued(text: string | null): Queued | null {
  try {
    const entry: Queued | null = JSON.parse(text || 'null')
    return typeof entry?.change?.lessonId === 'string' ? entry : null
  } catch {
    return null
  }
}

/** Returns whether a key in local storage belongs to an outbox. */
export function isOutboxKey(key: string | null): boolean {
  return key?.startsWith(PREFIX) ?? false
}

const listeners = new Set<() => void>()

/**
 * Calls `listener` when an entry is queued or deleted, in this tab or another. Returns a function that unsubscribes.
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
