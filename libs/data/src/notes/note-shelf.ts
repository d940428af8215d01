import { newId } from '../device/new-id'
import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import type { DataError } from '../errors'
import type { NotePlace } from './note'

/** A note that was written, changed or deleted here and is not known to the server. */
export interface QueuedNote {
  /** Names this text: new with each change, so that what is acknowledged is this one and no later one. */
  id: string
  /** Whose it is. Never sent as anybody else. */
  user: string
  /** When it was written, in milliseconds by this browser's clock. */
  at: number
  noteId: string
  place: NotePlace
  /** Null: the note is deleted. */
  body: string | null
  /** The texts that it was made from, as far as the server may have one of them. */
  basedOn: string[]
  /** Why the server refused it; then it waits for the person. Null before that. */
  refused: string | null
}

/** What a change is made of. `from`: the text that the person began with; null for a new note. */
export interface NoteChange {
  noteId: string
  place: NotePlace
  body: string | null
  from: string | null
}

const PREFIX = 'rookies-notes:'

/** More than a person makes of one note without a connection. */
const MOST_ANCESTORS = 100

/**
 * What one person has noted down and the server has not acknowledged (rules/learning#notes). Kept in local storage, one
 * entry a note, and never lost: what the server refuses stays until its writer does something about it. What the
 * device does not take lives as long as the page does.
 */
export class NoteShelf {
  constructor(
    readonly user: string,
    private readonly store: DeviceStore,
  ) {}

  /** All that is not known to the server, in the order in which it was written. */
  every(): QueuedNote[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(this.#key('')))
      .flatMap((key) => parseQueued(this.store.getItem(key)) ?? [])
      .sort((a, b) => a.at - b.at)
  }

  /** What is to be sent. */
  all(): QueuedNote[] {
    return this.every().filter(({ refused }) => refused === null)
  }

  /**
   * Takes a change in. Out: false when it is kept in this page alone. A text that waits already and that
   * the person did not begin with was written in another tab: it becomes a note of its own.
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

  /** Forgets a change that the server refused, or sends it again. */
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

/** Calls `listener` when anything was written or sent, here or in another tab. Out: the end of it. */
export function watchShelves(listener: () => void): () => void {
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
