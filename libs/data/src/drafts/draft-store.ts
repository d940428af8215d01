import { newId } from '../device/new-id'
import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'

/** A draft for a lesson that was written in this browser and that the server has not acknowledged. */
export interface QueuedDraft<B> {
  /** Identifies this version of the draft. Every change gets a new id. */
  id: string
  /** The id of the author. The draft is sent only while this person is signed in. */
  user: string
  /** When it was written, in milliseconds by this browser's clock. */
  at: number
  lessonId: string
  body: B
  /** The ids of the earlier versions from which this one was made. The server may have stored one of them. */
  basedOn: string[]
  /** The revisions of versions from other devices that the person has discarded. */
  dropped: string[]
  /** Whether this version was sent, so that the server may have stored it. */
  sent: boolean
  /** Why the server refused this version, which is then not sent again; null if it did not refuse. */
  refused: string | null
}

interface DraftChange<B> {
  lessonId: string
  body: B
  /** The revision of the server's draft on which the change is based; null if there is none. */
  from: string | null
  /** The revision of a version from another device that the person discards with this change. */
  drop?: string
  /** Why the server did not accept the text when it was handed in. */
  refused?: string
}

/** The maximum length of `basedOn` and of `dropped`. The database has the same limit. */
const MAX_REVISIONS = 100

/**
 * The drafts of one person that the server has not acknowledged (rules/assignments#drafts, rules/exercises#drafts), at
 * most one for each lesson. They are in local storage under keys that begin with `prefix`, and all tabs share them. A
 * draft that the browser does not store exists until the page is closed.
 */
export class DraftStore<B> {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
    private readonly prefix: string,
  ) {}

  every(): QueuedDraft<B>[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(this.#key('')))
      .flatMap((key) => parseQueued<B>(this.store.getItem(key)) ?? [])
      .sort((a, b) => a.at - b.at)
  }

  /** Returns the drafts that must be sent: all except the refused ones. */
  all(): QueuedDraft<B>[] {
    return this.every().filter(({ refused }) => refused === null)
  }

  of(lessonId: string): QueuedDraft<B> | null {
    return parseQueued(this.store.getItem(this.#key(lessonId)))
  }

  /**
   * Stores a change. Returns false if the browser did not store it, so that it exists only until the page is closed.
   */
  put({ lessonId, body, from, drop, refused }: DraftChange<B>): boolean {
    const earlier = this.of(lessonId)
    const basedOn = earlier ? [...earlier.basedOn] : []
    if (earlier?.sent) basedOn.unshift(earlier.id)
    if (!earlier && from !== null) basedOn.unshift(from)
    return this.#write({
      id: newId(),
      user: this.user,
      at: Date.now(),
      lessonId,
      body,
      basedOn: basedOn.slice(0, MAX_REVISIONS),
      dropped: [...(earlier?.dropped ?? []), ...(drop === undefined ? [] : [drop])].slice(
        -MAX_REVISIONS,
      ),
      sent: false,
      refused: refused ?? null,
    })
  }

  /** Marks a draft as sent, unless it has changed since. */
  markSent(entry: QueuedDraft<B>): void {
    if (this.of(entry.lessonId)?.id === entry.id) this.#write({ ...entry, sent: true })
  }

  /** Deletes the draft of a lesson, because it was handed in or discarded. */
  forget(lessonId: string): void {
    this.store.removeItem(this.#key(lessonId))
    announce()
  }

  settle(entry: QueuedDraft<B>): boolean {
    const now = this.of(entry.lessonId)
    if (now?.id !== entry.id) return now === null
    this.forget(entry.lessonId)
    return true
  }

  refuse(entry: QueuedDraft<B>, error: DataError): boolean {
    if (this.of(entry.lessonId)?.id !== entry.id) return false
    this.#write({ ...entry, refused: error.message })
    return true
  }

  #write(entry: QueuedDraft<B>): boolean {
    const persisted = persist(this.#key(entry.lessonId), JSON.stringify(entry), this.store)
    announce()
    return persisted
  }

  #key(lessonId: string): string {
    return `${this.prefix}${this.user}:${lessonId}`
  }
}

function parseQueued<B>(text: string | null): QueuedDraft<B> | null {
  try {
    const entry: QueuedDraft<B> | null = JSON.parse(text || 'null')
    return typeof entry?.lessonId === 'string' && entry.body ? entry : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** Calls `listener` when a draft under this prefix is written or sent, in this tab or another. */
export function watchDraftStores(prefix: string, listener: () => void): void {
  listeners.add(listener)
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) listener()
  })
}

function announce(): void {
  for (const listener of listeners) listener()
}
