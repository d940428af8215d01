import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Note, type NotesPage, parseNotes } from './note'

/** The maximum number of notes in an answer of `my_notes()`. */
const MAX_NOTES = 500

interface Asked {
  lesson?: string
  query?: string
  before?: Note | null
  size: number
}

/** Reads all of the person's notes on a lesson, the last edited first. Fails with a DataError. */
export function lessonNotesQuery(client: DataClient, lessonId: string) {
  return queryOptions({
    queryKey: noteKeys.ofLesson(lessonId),
    meta: { oftenEmpty: true },
    queryFn: ({ signal }) => readAll(client, { lesson: lessonId }, signal),
  })
}

/**
 * Reads all of the person's notes page by page, the last edited first. With `query`, only notes whose text or titles
 * contain every word. Fails with a DataError.
 */
export function notesQuery(client: DataClient, query: string) {
  return infiniteQueryOptions({
    queryKey: noteKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      readPage(client, { query, before: pageParam, size: 50 }, signal),
    initialPageParam: null as Note | null,
    getNextPageParam: ({ notes, more }: NotesPage) => (more ? notes.at(-1) : undefined),
    select: ({ pages }) => pages.flatMap(({ notes }) => notes),
  })
}

/** Reads the first few notes that contain every word of a search (rules/learning#notes). Fails with a DataError. */
export function foundNotesQuery(client: DataClient, query: string) {
  return queryOptions({
    queryKey: noteKeys.found(query),
    meta: { oftenEmpty: true },
    queryFn: async ({ signal }) => (await readPage(client, { query, size: 5 }, signal)).notes,
  })
}

/** Reads all of the person's notes for an export. Throws DataError. */
export function readAllNotes(client: DataClient, signal: AbortSignal): Promise<Note[]> {
  return readAll(client, {}, signal)
}

async function readAll(
  client: DataClient,
  asked: Omit<Asked, 'size' | 'before'>,
  signal: AbortSignal,
): Promise<Note[]> {
  const notes: Note[] = []
  for (;;) {
    const before = notes.at(-1) ?? null
    const page = await readPage(client, { ...asked, before, size: MAX_NOTES }, signal)
    notes.push(...page.notes)
    if (!page.more) return notes
  }
}

async function readPage(
  client: DataClient,
  { lesson, query, before, size }: Asked,
  signal: AbortSignal,
): Promise<NotesPage> {
  return parseNotes(
    unwrap(
      await client
        .rpc('my_notes', {
          ...(lesson !== undefined && { lesson }),
          ...(query && { query }),
          ...(before && { before: { updated_at: before.updated_at, id: before.id } }),
          page_size: size,
        })
        .abortSignal(signal),
    ),
  )
}

/** Query keys of notes. Every saved or deleted note must invalidate `all`. */
export const noteKeys = {
  all: ['notes'] as const,
  lessons: () => [...noteKeys.all, 'lesson'] as const,
  ofLesson: (lessonId: string) => [...noteKeys.lessons(), lessonId] as const,
  lists: () => [...noteKeys.all, 'list'] as const,
  list: (query: string) => [...noteKeys.lists(), query] as const,
  found: (query: string) => [...noteKeys.all, 'found', query] as const,
}
