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

export interface Jumps<T> {
  rows: T[]
  /** Whether the results belong to the text that is in the field now. */
  settled: boolean
  failed: boolean
  retry: () => void
}

/** The text in the field, once typing pauses. */
function usePause(text: string): string {
  const [searched, setSearched] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return searched
}

interface Question<T extends BaseRecord> {
  /** The text in the field, and the text that was searched. */
  text: string
  searched: string
  enabled: boolean
  list: UseListProps<T, HttpError, T>
  /** Whether a result of the previous search also matches the new text, as far as the browser can tell. */
  fits: (row: T) => boolean
}

/**
 * Searches on the server. Each text has its own query, so a late answer is never shown for another text. Until an
 * answer arrives, the previous results that still match stay on screen.
 */
function useJumps<T extends BaseRecord>(question: Question<T>): Jumps<T> {
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

/** Courses that this person may edit, by title. An empty text gives the courses that were changed last. */
export function useCourseJumps(typed: string): Jumps<FoundCourse> {
  const person = usePerson()
  const mayUpdate = useMay('courses', 'update')
  const text = typed.trim()
  const searched = usePause(text)
  return useJumps<FoundCourse>({
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

/** People by name or email, for administrators also by phone. An empty text gives none. */
export function useMemberJumps(typed: string): Jumps<Member> {
  const mayList = useMay('profiles', 'list')
  const text = typed.trim()
  const searched = usePause(text)
  return useJumps<Member>({
    text,
    searched,
    // Only people who may list all members can search, not those who see their own learners alone.
    enabled: mayList && text !== '',
    list: {
      resource: 'profiles',
      filters: listFilters(MEMBER_LIST, { q: searched }),
    },
    fits: () => false,
  })
}

/** Cohorts that this person looks after, by title or slug. An empty text gives none. */
export function useCohortJumps(typed: string): Jumps<Cohort> {
  // Members may read cohorts of their own, in the portal.
  const mayLook = useMay('cohort_members', 'update')
  const text = typed.trim()
  const searched = usePause(text)
  return useJumps<Cohort>({
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
