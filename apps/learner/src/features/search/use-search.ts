import type { Note } from '@rookies/data/notes/note'
import { foundNotesQuery } from '@rookies/data/notes/notes-query'
import {
  type FoundQuestion,
  type SearchAnswer,
  searchQuery,
  searchQuestionsQuery,
} from '@rookies/data/search/search-query'
import { isSearchable, searchText } from '@rookies/data/search/search-text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData } from '../../shared/data-context'

/** Milliseconds without typing after which the search starts; too short to notice. */
const PAUSE_MS = 120

export interface SearchState {
  /** The text of the current or next request. */
  text: string
  /** True if the text is too short to search for. */
  idle: boolean
  /** The latest answer. It stays until the next one arrives, so that nothing flickers. */
  answer: SearchAnswer | undefined
  /** The person's own notes that match; none if they could not be searched. */
  notes: Note[]
  /** The questions that match; none if they could not be searched. */
  questions: FoundQuestion[]
  /** True if the answer belongs to the current text. */
  settled: boolean
  failed: Error | null
  retry: () => void
}

/**
 * Searches for the typed text after a pause. Each text has its own query, so that a late answer is never shown for
 * another text.
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

  // Notes are a separate query, because they are neither searched with corrected spelling nor sorted by relevance.
  const notes = useQuery({
    ...foundNotesQuery(client, asked),
    enabled: isSearchable(asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const notesHere = notes.isError || (notes.isSuccess && !notes.isPlaceholderData)

  const questions = useQuery({
    ...searchQuestionsQuery(client, asked),
    enabled: isSearchable(asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const questionsHere = questions.isError || (questions.isSuccess && !questions.isPlaceholderData)

  return {
    text,
    idle,
    answer: idle ? undefined : query.data,
    notes: idle ? [] : (notes.data ?? []),
    questions: idle ? [] : (questions.data ?? []),
    settled:
      !idle &&
      asked === text &&
      query.isSuccess &&
      !query.isPlaceholderData &&
      notesHere &&
      questionsHere,
    failed: !idle && asked === text && query.isError && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}
