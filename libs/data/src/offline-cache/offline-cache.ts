import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { MyAssignment } from '../assignments/my-assignment'
import { assignmentKeys } from '../assignments/my-keys'
import type { DataClient } from '../client'
import type { LessonBody } from '../course-viewing/lesson-query'
import { type CourseOutline, courseKeys } from '../course-viewing/outline'
import type { MyExercise } from '../exercises/my-exercise'
import { exerciseKeys } from '../exercises/my-keys'
import type { FileStore } from '../files/file-store'
import { type LibraryCourse, libraryKeys, libraryQuery } from '../library/library-query'
import type { News } from '../library/my-news'
import type { CohortWeek } from '../library/my-week'
import type { Note } from '../notes/note'
import { noteKeys } from '../notes/notes-query'
import { clearOfflineCache } from '../session/clear-device'
import { accessKeys, sessionKeys } from '../session/keys'
import type { SessionUser } from '../session/session-query'
import { cacheFiles } from './cache-files'
import {
  type CachedAnswer,
  cachedHashes,
  dropCached,
  dropOthers,
  putCached,
  storedUser,
} from './cache-store'
import {
  type Cacheable,
  cacheableData,
  cacheableKind,
  cachedCourses,
  cachedLessons,
  isInCohort,
} from './cacheable'
import { parseCachedFileName } from './cached-files'
import { cachedLibrary, cachedOutline, readAhead } from './read-ahead'

/** Answers that arrive within this time are stored in one transaction, in milliseconds. */
const BATCH_MS = 1_000
/** How long requests in the background wait, in milliseconds, so that they do not delay the requests of the screen. */
const DELAY_MS = 2_000

interface OfflineCacheParts {
  client: DataClient
  queries: QueryClient
  store: FileStore
  /** Returns whether texts may be fetched in advance; false if the person's browser is set to save data. */
  mayReadAhead: () => boolean
}

/**
 * Fills the offline cache for the signed-in person: stores the answers that the portal receives, and fetches in the
 * background the library, the week in a cohort, and the outlines, texts and small files of the courses in progress
 * (rules/data#kept). Deletes cached data that the person may no longer open. Returns a function that stops it.
 */
export function startOfflineCache(parts: OfflineCacheParts): () => void {
  return new OfflineCache(parts).start()
}

class OfflineCache {
  /** The hashes of queries whose answers were received and not stored yet. */
  readonly #unsaved = new Set<string>()
  /** The end of the queue of tasks, which are executed one after another. */
  #work: Promise<unknown> = Promise.resolve()
  #gathering: ReturnType<typeof setTimeout> | undefined
  #delay: ReturnType<typeof setTimeout> | undefined
  #user: string | null = null
  /** Whether fetching in advance must wait, because the library was not read yet. */
  #awaitsLibrary = false

  constructor(private readonly parts: OfflineCacheParts) {}

  start(): () => void {
    const cache = this.parts.queries.getQueryCache()
    const stop = cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'success') this.#onAnswer(query)
      const isCounted = action.type === 'invalidate' && query.queryHash === LIBRARY
      // Completing a lesson changes the counts in the library, which is fetched again even if no screen shows it.
      if (isCounted && navigator.onLine) this.#planReadAhead()
    })
    this.#checkPerson()
    for (const query of cache.getAll()) if (query.state.data !== undefined) this.#onAnswer(query)
    return () => {
      stop()
      clearTimeout(this.#gathering)
      clearTimeout(this.#delay)
    }
  }

  #onAnswer(query: Query): void {
    if (query.queryKey[0] === sessionKeys.current()[0]) this.#checkPerson()
    if (cacheableKind(query.queryKey) === null) return
    if (this.#awaitsLibrary && query.queryHash === LIBRARY) this.#planReadAhead()
    this.#unsaved.add(query.queryHash)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#enqueue(() => this.#storeAnswers())
    }, BATCH_MS)
  }

  /** Reacts if a person has signed in or out. */
  #checkPerson(): void {
    const user = this.#signedIn()
    if (user === this.#user) return
    this.#user = user
    this.#unsaved.clear()
    if (user === null) return
    this.#enqueue(() => dropOthers(user))
    this.#planReadAhead()
  }

  #planReadAhead(): void {
    clearTimeout(this.#delay)
    this.#delay = setTimeout(() => this.#enqueue(() => this.#readAhead()), DELAY_MS)
  }

  /**
   * Adds a task to the queue. Its errors are ignored: the person cannot repair the browser's storage, and screens
   * report failed requests themselves.
   */
  #enqueue(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => undefined)
  }

  async #storeAnswers(): Promise<void> {
    const { queries } = this.parts
    const user = this.#signedIn()
    const boot = queries.getQueryData<Boot>(accessKeys.boot())
    // While the account may not enter, empty answers do not mean that the person lost access to anything.
    if (user === null || boot?.account?.id !== user) return
    const { state } = boot.account
    if (state === 'DISABLED' || state === 'NO_PROFILE') clearOfflineCache()
    if (state !== 'ACTIVE') return

    const answers = new Map<string, CachedAnswer>()
    let contact: number | null = null
    for (const hash of this.#unsaved) {
      const query = queries.getQueryCache().get(hash)
      // `restoreCached` has put this answer into React Query's cache and marked it as invalid, so it is not new.
      if (!query || query.state.isInvalidated) continue
      const answer = this.#answerOf(query.queryKey)
      if (!answer) continue
      const at = query.state.dataUpdatedAt
      // Only answers of the server set these two queries, so they show when the server last answered.
      if (answer.kind === 'library' || answer.kind === 'outline')
        contact = Math.max(contact ?? 0, at)
      const data = cacheableData(answer)
      if (data !== null) answers.set(hash, { text: JSON.stringify(data), at })
    }
    this.#unsaved.clear()
    // After a sign-out in another tab, which has deleted the cache, nothing may be stored.
    if (storedUser()?.id !== user) return
    if (answers.size > 0) await putCached(user, answers, contact)
    await this.#removeOutdated(user)
  }

  /** Deletes cached data that the newest library and outlines no longer contain. */
  async #removeOutdated(user: string): Promise<void> {
    const hashes = await cachedHashes(user)
    const library = await cachedLibrary(user)
    if (!library) return
    const lessons = new Set<string>()
    const stays = new Set([LIBRARY, hashKey(accessKeys.boot()), hashKey(libraryKeys.news())])
    if (isInCohort(library)) stays.add(hashKey(libraryKeys.week()))
    for (const { slug } of cachedCourses(library)) {
      const key = courseKeys.outline(slug)
      const known = this.parts.queries.getQueryData<CourseOutline | null>(key)
      const outline = known === null ? null : (await cachedOutline(user, slug))?.outline
      if (!outline) continue
      stays.add(hashKey(key))
      for (const { id } of cachedLessons(outline)) {
        lessons.add(id)
        stays
          .add(hashKey(courseKeys.lesson(id)))
          .add(hashKey(noteKeys.ofLesson(id)))
          .add(hashKey(assignmentKeys.mine(id)))
          .add(hashKey(exerciseKeys.mine(id)))
      }
    }
    const gone = hashes.filter((hash) => {
      const file = parseCachedFileName(hash)
      return file ? !lessons.has(file.lessonId) : !stays.has(hash)
    })
    if (gone.length > 0) await dropCached(user, gone)
  }

  async #readAhead(): Promise<void> {
    const { client, queries, store, mayReadAhead } = this.parts
    const user = this.#signedIn()
    if (user === null || !navigator.onLine) return
    this.#awaitsLibrary = true
    // The screen shows this error with a button to try again, which must not disappear.
    if (queries.getQueryState(libraryKeys.courses())?.status === 'error') return
    // The library is always fetched, because it shows to which courses the person has lost access.
    const library = await queries.fetchQuery(libraryQuery(client))
    this.#awaitsLibrary = false
    await this.#storeAnswers()
    if (!mayReadAhead()) return
    const isHere = () => navigator.onLine && storedUser()?.id === user
    await readAhead({
      client,
      queries,
      user,
      library,
      isHere,
      storeAnswers: () => this.#storeAnswers(),
    })
    await cacheFiles({ user, store, isHere })
  }

  #answerOf(key: QueryKey): Cacheable | null {
    const { queries } = this.parts
    const kind = cacheableKind(key)
    switch (kind) {
      case 'boot': {
        const data = queries.getQueryData<Boot>(key)
        return data ? { kind, data } : null
      }
      case 'library': {
        const data = queries.getQueryData<LibraryCourse[]>(key)
        return data ? { kind, data } : null
      }
      case 'week': {
        const data = queries.getQueryData<CohortWeek[]>(key)
        return data ? { kind, data } : null
      }
      case 'news': {
        const data = queries.getQueryData<News[]>(key)
        return data ? { kind, data } : null
      }
      case 'outline':
        return { kind, data: queries.getQueryData<CourseOutline | null>(key) ?? null }
      case 'lesson':
        return { kind, data: queries.getQueryData<LessonBody | null>(key) ?? null }
      case 'assignment': {
        const data = queries.getQueryData<MyAssignment>(key)
        return data ? { kind, data } : null
      }
      case 'exercise': {
        const data = queries.getQueryData<MyExercise>(key)
        return data ? { kind, data } : null
      }
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
