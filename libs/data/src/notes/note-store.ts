import { newId } from '../device/new-id'
import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'
import type { NotePlace } from './note'

/** A note that was created, changed or deleted in this browser, which the server has not acknowledged. */
export interface QueuedNote {
  /**
   * Identifies this version. Every change gets a new id, so that the acknowledgement of an earlier one does not delete
   * it.
   */
  id: string
  /** The id of the author. The note is sent only while this person is signed in. */
  user: string
  /** When the note was changed, in milliseconds by this browser's clock. */
  at: number
  noteId: string
  place: NotePlace
  /** The text of the note; null if the note is to be deleted. */
  body: string | null
  /** The ids of the earlier versions from which this one was made. The server may have stored one of them. */
  basedOn: string[]
  /**
   * Why the server refused the note, which is sent again only if the person asks for that; null if it did not refuse.
   */
  refused: string | null
}

/** A change of a note. `from` is the id of the version that the person began to edit; null for a new note. */
export interface NoteChange {
  noteId: string
  place: NotePlace
  body: string | null
  from: string | null
}

const PREFIX = 'rookies-notes:'

/** The maximum length of `basedOn`. Nobody changes a note so often while offline. */
const MAX_ANCESTORS = 100

/**
 * The notes of one person that the server has not acknowledged (rules/learning#notes). They are in local storage, one
 * entry for each note. Refused notes stay until the author sends them again or discards them. A note that the browser
 * does not store exists until the page is closed.
 */
export class NoteStore {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
  ) {}

  /** Returns all notes that the server has not acknowledged, in the order in which they were changed. */
  every(): QueuedNote[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(this.#key('')))
      .flatMap((key) => parseQueued(this.store.getItem(key)) ?? [])
      .sort((a, b) => a.at - b.at)
  }

  /** Returns the notes that must be sent: all except the refused ones. */
  all(): QueuedNote[] {
    return this.every().filter(({ refused }) => refused === null)
  }

  /**
   * Stores a change. Returns false if it exists only until the page is closed. If another tab has queued a version that
   * the person did not see, that version becomes a separate note.
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
      basedOn: basedOn.slice(-MAX_ANCESTORS),
      refused: null,
    })
  }

  /** Deletes a queued change, for example one that the server has refused. */
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

/** Calls `listener` when a note is changed or sent, in this tab or another. Returns a function that unsubscribes. */
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
