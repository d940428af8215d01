import { newId } from '../device/new-id'
import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'

/** A draft of a lesson that was written in this browser and that the server has not acknowledged. */
export interface QueuedDraft<B> {
  /** Identifies this text. Every change gets a new id. */
  id: string
  /** The author. The draft is sent only as this person. */
  user: string
  /** When it was written, in milliseconds by this browser's clock. */
  at: number
  lessonId: string
  body: B
  /** Ids of the earlier texts that this one was made from. The server may have one of them. */
  basedOn: string[]
  /** Revisions of texts from other devices that the person discarded. */
  dropped: string[]
  /** Whether this text was sent, so that the server may have it. */
  sent: boolean
  /** Why the server refused this text, which is then not sent again; null if it did not. */
  refused: string | null
}

interface DraftChange<B> {
  lessonId: string
  body: B
  /** The revision of the server's draft that the person sees; null for none. */
  from: string | null
  /** The revision of a text from another device that the person discards with this change. */
  drop?: string
  /** Why the server refused to accept this text when it was handed in. */
  refused?: string
}

/** The limit of `basedOn` and `dropped`, which the database has too: more are never sent before the server answers. */
const MOST_REVISIONS = 100

/**
 * One person's drafts that the server has not acknowledged (rules/assignments#drafts, rules/exercises#drafts), one for
 * each lesson. They are in local storage under keys that begin with `prefix`, which all tabs share; those that the
 * browser does not store last as long as the page.
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

  /** The drafts that must be sent: all but the refused ones. */
  all(): QueuedDraft<B>[] {
    return this.every().filter(({ refused }) => refused === null)
  }

  of(lessonId: string): QueuedDraft<B> | null {
    return parseQueued(this.store.getItem(this.#key(lessonId)))
  }

  /** Stores a change. Returns false if the browser did not store it, so that it lasts as long as the page. */
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
      basedOn: basedOn.slice(0, MOST_REVISIONS),
      dropped: [...(earlier?.dropped ?? []), ...(drop === undefined ? [] : [drop])].slice(
        -MOST_REVISIONS,
      ),
      sent: false,
      refused: refused ?? null,
    })
  }

  /** Marks a draft as sent, unless it has changed meanwhile. */
  markSent(entry: QueuedDraft<B>): void {
    if (this.of(entry.lessonId)?.id === entry.id) this.#write({ ...entry, sent: true })
  }

  /** Removes the draft of a lesson that was handed in or discarded. */
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

/** Calls `listener` when a draft under this prefix was written or sent, in this tab or another. */
export function watchDraftStores(prefix: string, listener: () => void): void {
  listeners.add(listener)
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) listener()
  })
}

function announce(): void {
  for (const listener of listeners) listener()
}
