import { newId } from '../device/new-id'
import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'
import type { NotePlace } from './note'

/** A note that was written, changed or deleted in this browser and not acknowledged by the server. */
export interface QueuedNote {
  /** Identifies this text. Every change gets a new id, so that an acknowledgement never settles a later change. */
  id: string
  /** The author. The note is never sent as anybody else. */
  user: string
  /** When the note was written, in milliseconds by this browser's clock. */
  at: number
  noteId: string
  place: NotePlace
  /** Null deletes the note. */
  body: string | null
  /** Ids of the earlier texts that this one was made from, one of which the server may have. */
  basedOn: string[]
  /** Why the server refused the note, which then waits for a decision of the person; null before that. */
  refused: string | null
}

/** A change of a note. `from` is the id of the text that the person began with; null for a new note. */
export interface NoteChange {
  noteId: string
  place: NotePlace
  body: string | null
  from: string | null
}

const PREFIX = 'rookies-notes:'

/** More changes than a person makes to one note while offline. */
const MOST_ANCESTORS = 100

/**
 * One person's notes that the server has not acknowledged (rules/learning#notes). They are in local storage, one entry
 * per note. Refused notes stay until the author sends them again or discards them. Notes that the browser does not
 * store last as long as the page.
 */
export class NoteStore {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
  ) {}

  /** All notes that the server does not have, in the order in which they were written. */
  every(): QueuedNote[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(this.#key('')))
      .flatMap((key) => parseQueued(this.store.getItem(key)) ?? [])
      .sort((a, b) => a.at - b.at)
  }

  /** The notes that must be sent: all but the refused ones. */
  all(): QueuedNote[] {
    return this.every().filter(({ refused }) => refused === null)
  }

  /**
   * Stores a change. Returns false if it lasts no longer than this page. If another tab has queued a text that the
   * person did not begin with, that text becomes a note of its own.
   */
  put({ noteId, place, body, from }: NoteChange): boolean {
    const earlier = this.#read(noteId)
    const basedOn = from === null ? [] : [from]
    if (earlier && earlier.id === from) basedOn.unshift(...earlier.basedOn)
    else if (earlier && earlier.body !== null && body !== null) {
      this.#write({ ...earlier, noteId: newId(), basedOn: [] })
    }
    return this.#write({
      id: newId(),
      user: this.user,
      at: Date.now(),
      noteId,
      place,
      body,
      basedOn: basedOn.slice(-MOST_ANCESTORS),
      refused: null,
    })
  }

  /** Removes a queued change, for example one that the server refused. */
  forget(noteId: string): void {
    this.#remove(noteId)
  }

  settle(entry: QueuedNote): boolean {
    const now = this.#read(entry.noteId)
    if (now?.id !== entry.id) return now === null
    this.#remove(entry.noteId)
    return true
  }

  refuse(entry: QueuedNote, error: DataError): boolean {
    if (this.#read(entry.noteId)?.id !== entry.id) return false
    this.#write({ ...entry, refused: error.message })
    return true
  }

  #read(noteId: string): QueuedNote | null {
    return parseQueued(this.store.getItem(this.#key(noteId)))
  }

  #write(entry: QueuedNote): boolean {
    const persisted = persist(this.#key(entry.noteId), JSON.stringify(entry), this.store)
    announce()
    return persisted
  }

  #remove(noteId: string): void {
    this.store.removeItem(this.#key(noteId))
    announce()
  }

  #key(noteId: string): string {
    return `${PREFIX}${this.user}:${noteId}`
  }
}

function parseQueued(text: string | null): QueuedNote | null {
  try {
    const entry: QueuedNote | null = JSON.parse(text || 'null')
    return typeof entry?.noteId === 'string' && entry.place ? entry : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** Calls `listener` when a note was written or sent, in this tab or another. Returns a function that unsubscribes. */
export function watchNoteStores(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PREFIX)) listener()
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
