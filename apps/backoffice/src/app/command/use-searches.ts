import { type BaseRecord, type HttpError, type UseListProps, useList } from '@refinedev/core'
import { COHORT_LIST, type Cohort } from '@rookies/data/cohorts/cohort-list'
import {
  COURSE_SEARCH_COLUMNS,
  COURSE_SEARCH_LIMIT,
  courseSearchFilters,
  type FoundCourse,
} from '@rookies/data/course-editing/course-search'
import { listFilters } from '@rookies/data/lists/list-state'
import { MEMBER_LIST, type Member } from '@rookies/data/members/member-list'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '../may'
import { usePerson } from '../person'

/** Milliseconds without typing before a search is sent. */
const PAUSE_MS = 150

export interface SearchResults<T> {
  rows: T[]
  /** Whether the results belong to the current text of the field. */
  settled: boolean
  failed: boolean
  retry: () => void
}

/** Returns the text of the field, with a delay until typing pauses. */
function usePause(text: string): string {
  const [searched, setSearched] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return searched
}

interface Question<T extends BaseRecord> {
  /** The text of the field, and the text of the latest search. */
  text: string
  searched: string
  enabled: boolean
  list: UseListProps<T, HttpError, T>
  /** Whether a result of the previous search also matches the new text; decided without the server. */
  fits: (row: T) => boolean
}

/**
 * Searches on the server. Each text has its own query, so a late answer is never shown for another text. Until the
 * answer arrives, previous results that match the new text too stay visible.
 */
function useSearch<T extends BaseRecord>(question: Question<T>): SearchResults<T> {
  const { text, searched, enabled, list, fits } = question
  const { query } = useList<T, HttpError, T>({
    ...list,
    pagination: { currentPage: 1, pageSize: COURSE_SEARCH_LIMIT },
    queryOptions: { enabled, placeholderData: keepPreviousData, retry: 1 },
    // Results must not move while a person is about to choose one.
    liveMode: 'off',
    // The palette shows the error itself.
    errorNotification: false,
  })
  const current = searched === text
  const fresh = current && !query.isPlaceholderData
  return {
    rows: enabled ? (query.data?.data ?? []).filter((row) => fresh || fits(row)) : [],
    settled: !enabled || (fresh && query.isSuccess),
    failed: enabled && current && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Finds courses that this person may edit, by title. An empty text finds the courses that were changed last. */
export function useCourseSearch(typed: string): SearchResults<FoundCourse> {
  const person = usePerson()
  const mayUpdate = useMay('courses', 'update')
  const text = typed.trim()
  const searched = usePause(text)
  return useSearch<FoundCourse>({
    text,
    searched,
    enabled: mayUpdate,
    list: {
      resource: 'courses',
      filters: courseSearchFilters(searched, person.permissions, person.account.id),
      sorters: [
        { field: 'updated_at', order: 'desc' },
        { field: 'id', order: 'asc' },
      ],
      meta: { select: COURSE_SEARCH_COLUMNS },
    },
    fits: ({ title }) => title.toLowerCase().includes(text.toLowerCase()),
  })
}

/** Finds people by name or email, and for administrators by phone too. An empty text finds none. */
export function useMemberSearch(typed: string): SearchResults<Member> {
  const mayList = useMay('profiles', 'list')
  const text = typed.trim()
  const searched = usePause(text)
  return useSearch<Member>({
    text,
    searched,
    // Only people who may list all members can search; others see only their own learners.
    enabled: mayList && text !== '',
    list: {
      resource: 'profiles',
      filters: listFilters(MEMBER_LIST, { q: searched }),
    },
    fits: () => false,
  })
}

/** Finds cohorts that this person looks after, by title or slug. An empty text finds none. */
export function useCohortSearch(typed: string): SearchResults<Cohort> {
  // Members may read their own cohorts, but only in the learner portal.
  const mayLook = useMay('cohort_members', 'update')
  const text = typed.trim()
  const searched = usePause(text)
  return useSearch<Cohort>({
    text,
    searched,
    enabled: mayLook && text !== '',
    list: {
      resource: 'cohorts',
      filters: listFilters(COHORT_LIST, { q: searched }),
    },
    fits: ({ title }) => title.toLowerCase().includes(text.toLowerCase()),
  })
}
