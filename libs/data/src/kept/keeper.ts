import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { DataClient } from '../client'
import { courseKeys } from '../course-viewing/keys'
import type { LessonBody } from '../course-viewing/lesson-query'
import type { CourseOutline } from '../course-viewing/outline'
import type { FileStore } from '../files/file-store'
import { type LibraryCourse, libraryKeys, libraryQuery } from '../library/library-query'
import type { Note } from '../notes/note'
import { noteKeys } from '../notes/notes-query'
import { forgetAnswers } from '../session/kept-keys'
import { accessKeys, sessionKeys } from '../session/keys'
import type { SessionUser } from '../session/session-query'
import { keepFiles } from './keep-files'
import { parseKeptFileName } from './kept-files'
import { dropKept, dropOthers, type KeptAnswer, keptHashes, putKept } from './kept-store'
import { keptLibrary, keptOutline, readAhead } from './read-ahead'
import { storedUser } from './stored-user'
import {
  type Keepable,
  keepableKind,
  keptCourses,
  keptLessons,
  worthKeeping,
} from './worth-keeping'

/** Answers come together; they are kept together. */
const GATHERED_MS = 1_000
/** After what the visit itself waits for. */
const QUIET_MS = 2_000

interface KeeperParts {
  client: DataClient
  queries: QueryClient
  store: FileStore
  /** Whether texts may be fetched that nobody has asked for: not where data is dear. */
  mayReadAhead: () => boolean
}

/**
 * Keeps on this device what the signed-in person may read without a connection, from what the portal is
 * answered and, quietly, from what it asks for on its own: the library, and outlines, texts and
 * small files of the courses in progress (rules/data#kept). What the newest answers do not open any more goes. Out: the end of it.
 */
export function startKeeping(parts: KeeperParts): () => void {
  const keeper = new Keeper(parts)
  return keeper.start()
}

class Keeper {
  readonly #waiting = new Set<string>()
  /** One piece of work after another. */
  #work: Promise<unknown> = Promise.resolve()
  #gathering: ReturnType<typeof setTimeout> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined
  #user: string | null = null
  /** Reading ahead waits for the library to be read at all. */
  #held = false

  constructor(private readonly parts: KeeperParts) {}

  start(): () => void {
    const cache = this.parts.queries.getQueryCache()
    const stop = cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'success') this.#answered(query)
      const isCounted = action.type === 'invalidate' && query.queryHash === LIBRARY
      // Its counts are wrong since a lesson was completed, though no screen shows them.
      if (isCounted && navigator.onLine) this.#later()
    })
    this.#meet()
    for (const query of cache.getAll()) if (query.state.data !== undefined) this.#answered(query)
    return () => {
      stop()
      clearTimeout(this.#gathering)
      clearTimeout(this.#quiet)
    }
  }

  #answered(query: Query): void {
    if (query.queryKey[0] === sessionKeys.current()[0]) this.#meet()
    if (keepableKind(query.queryKey) === null) return
    if (this.#held && query.queryHash === LIBRARY) this.#later()
    this.#waiting.add(query.queryHash)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#inTurn(() => this.#keep())
    }, GATHERED_MS)
  }

  /** Whoever has come or gone. */
  #meet(): void {
    const user = this.#signedIn()
    if (user === this.#user) return
    this.#user = user
    this.#waiting.clear()
    if (user === null) return
    this.#inTurn(() => dropOthers(user))
    this.#later()
  }

  #later(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#inTurn(() => this.#readAhead()), QUIET_MS)
  }

  /** A browser that keeps nothing, or has no room, is no fault that anybody could mend. */
  #inTurn(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => undefined)
  }

  async #keep(): Promise<void> {
    const { queries } = this.parts
    const user = this.#signedIn()
    const boot = queries.getQueryData<Boot>(accessKeys.boot())
    // What an account is told that may not enter says nothing of what it may open.
    if (user === null || boot?.account?.id !== user) return
    const { state } = boot.account
    if (state === 'DISABLED' || state === 'NO_PROFILE') forgetAnswers()
    if (state !== 'ACTIVE') return

    const answers = new Map<string, KeptAnswer>()
    let contact: number | null = null
    for (const hash of this.#waiting) {
      const query = queries.getQueryCache().get(hash)
      // What came from here is here, as old as it is.
      if (!query || query.state.isInvalidated) continue
      const answer = this.#keepable(query.queryKey)
      if (!answer) continue
      const at = query.state.dataUpdatedAt
      // Of these two nothing but the server's answer is ever set.
      if (answer.kind === 'library' || answer.kind === 'outline')
        contact = Math.max(contact ?? 0, at)
      const data = worthKeeping(answer)
      if (data !== null) answers.set(hash, { text: JSON.stringify(data), at })
    }
    this.#waiting.clear()
    // Signed out in another tab: what is written now would stay.
    if (storedUser()?.id !== user) return
    if (answers.size > 0) await putKept(user, answers, contact)
    await this.#tidy(user)
  }

  /** Forgets what the newest library and outlines do not open. */
  async #tidy(user: string): Promise<void> {
    const hashes = await keptHashes(user)
    const library = await keptLibrary(user)
    if (!library) return
    const lessons = new Set<string>()
    const stays = new Set([LIBRARY, hashKey(accessKeys.boot())])
    for (const { slug } of keptCourses(library)) {
      const key = courseKeys.outline(slug)
      const known = this.parts.queries.getQueryData<CourseOutline | null>(key)
      const outline = known === null ? null : (await keptOutline(user, slug))?.outline
      if (!outline) continue
      stays.add(hashKey(key))
      for (const { id } of keptLessons(outline)) {
        lessons.add(id)
        stays.add(hashKey(courseKeys.lesson(id))).add(hashKey(noteKeys.ofLesson(id)))
      }
    }
    const gone = hashes.filter((hash) => {
      const file = parseKeptFileName(hash)
      return file ? !lessons.has(file.lessonId) : !stays.has(hash)
    })
    if (gone.length > 0) await dropKept(user, gone)
  }

  async #readAhead(): Promise<void> {
    const { client, queries, store, mayReadAhead } = this.parts
    const user = this.#signedIn()
    if (user === null || !navigator.onLine) return
    this.#held = true
    // What a screen says that could not be read is left to its own button.
    if (queries.getQueryState(libraryKeys.courses())?.status === 'error') return
    // Asked in any case: it says what may no longer be opened.
    const library = await queries.fetchQuery(libraryQuery(client))
    this.#held = false
    await this.#keep()
    if (!mayReadAhead()) return
    const isHere = () => navigator.onLine && storedUser()?.id === user
    await readAhead({ client, queries, user, library, isHere, keep: () => this.#keep() })
    await keepFiles({ user, store, isHere })
  }

  #keepable(key: QueryKey): Keepable | null {
    const { queries } = this.parts
    const kind = keepableKind(key)
    switch (kind) {
      case 'boot': {
        const data = queries.getQueryData<Boot>(key)
        return data ? { kind, data } : null
      }
      case 'library': {
        const data = queries.getQueryData<LibraryCourse[]>(key)
        return data ? { kind, data } : null
      }
      case 'outline':
        return { kind, data: queries.getQueryData<CourseOutline | null>(key) ?? null }
      case 'lesson':
        return { kind, data: queries.getQueryData<LessonBody | null>(key) ?? null }
      case 'notes': {
        const data = queries.getQueryData<Note[]>(key)
        return data ? { kind, data } : null
      }
      case null:
        return null
    }
  }

  #signedIn(): string | null {
    const { queries } = this.parts
    return queries.getQueryData<SessionUser | null>(sessionKeys.current())?.id ?? null
  }
}

const LIBRARY = hashKey(libraryKeys.courses())
