import type { Note } from '@rookies/data/notes/note'
import { foundNotesQuery } from '@rookies/data/notes/notes-query'
import { type SearchAnswer, searchQuery } from '@rookies/data/search/search-query'
import { isSearchable, searchText } from '@rookies/data/search/search-text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../../shared/data-context'

/** Long enough to let a word be typed, short enough not to be noticed. */
const PAUSE_MS = 120

export interface SearchState {
  /** What is, or is about to be, asked. */
  text: string
  /** Nothing worth asking was typed. */
  idle: boolean
  /** The latest answer, kept while the next is on its way: nothing flickers. */
  answer: SearchAnswer | undefined
  /** The person's own notes that have these words; none where they could not be asked for. */
  notes: Note[]
  /** The answer is to what stands in the box now. */
  settled: boolean
  failed: Error | null
  retry: () => void
}

/**
 * Asks for what is typed, after a pause. Each text has its own answer, so that one that comes late is
 * never shown for another.
 */
export function useSearch(typed: string): SearchState {
  const client = useData()
  const text = searchText(typed)
  const idle = !isSearchable(text)
  const [asked, setAsked] = useState(text)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  const query = useQuery({
    ...searchQuery(client, asked),
    enabled: isSearchable(asked),
    placeholderData: keepPreviousData,
    retry: 1,
  })

  // Beside the search, whose own rules about spelling and order they do not touch.
  const notes = useQuery({
    ...foundNotesQuery(client, asked),
    enabled: isSearchable(asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const notesHere = notes.isError || (notes.isSuccess && !notes.isPlaceholderData)

  return {
    text,
    idle,
    answer: idle ? undefined : query.data,
    notes: idle ? [] : (notes.data ?? []),
    settled: !idle && asked === text && query.isSuccess && !query.isPlaceholderData && notesHere,
    failed: !idle && asked === text && query.isError && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}
