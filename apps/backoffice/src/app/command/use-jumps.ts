import { type BaseRecord, type HttpError, type UseListProps, useList } from '@refinedev/core'
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

/** Long enough to let a word be typed, short enough not to be noticed. */
const PAUSE_MS = 150

export interface Jumps<T> {
  rows: T[]
  /** The answer is to what stands in the box now. */
  settled: boolean
  failed: boolean
  retry: () => void
}

/** What stands in the box, once typing pauses. */
function usePause(text: string): string {
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return asked
}

interface Question<T extends BaseRecord> {
  /** What stands in the box, and what was asked for. */
  text: string
  asked: string
  enabled: boolean
  list: UseListProps<T, HttpError, T>
  /** Whether a row of an older answer is one of the next, as far as one can see. */
  fits: (row: T) => boolean
}

/**
 * Asks the server, each text having its own answer, so that one that comes late is never taken for
 * another; while the next is on its way, those rows of the last stay that fit it too.
 */
function useJumps<T extends BaseRecord>(question: Question<T>): Jumps<T> {
  const { text, asked, enabled, list, fits } = question
  const { query } = useList<T, HttpError, T>({
    ...list,
    pagination: { currentPage: 1, pageSize: COURSE_SEARCH_LIMIT },
    queryOptions: { enabled, placeholderData: keepPreviousData, retry: 1 },
    // Nothing moves from under a finger.
    liveMode: 'off',
    // The palette says it itself.
    errorNotification: false,
  })
  const current = asked === text
  const fresh = current && !query.isPlaceholderData
  return {
    rows: enabled ? (query.data?.data ?? []).filter((row) => fresh || fits(row)) : [],
    settled: !enabled || (fresh && query.isSuccess),
    failed: enabled && current && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Courses that this person may edit, by their title; for no text those changed last. */
export function useCourseJumps(typed: string): Jumps<FoundCourse> {
  const person = usePerson()
  const mayUpdate = useMay('courses', 'update')
  const text = typed.trim()
  const asked = usePause(text)
  return useJumps<FoundCourse>({
    text,
    asked,
    enabled: mayUpdate,
    list: {
      resource: 'courses',
      filters: courseSearchFilters(asked, person.permissions, person.account.id),
      sorters: [
        { field: 'updated_at', order: 'desc' },
        { field: 'id', order: 'asc' },
      ],
      meta: { select: COURSE_SEARCH_COLUMNS },
    },
    fits: ({ title }) => title.toLowerCase().includes(text.toLowerCase()),
  })
}

/** People by name or address, for administrators by phone too; none for no text. */
export function useMemberJumps(typed: string): Jumps<Member> {
  const mayList = useMay('profiles', 'list', {})
  const text = typed.trim()
  const asked = usePause(text)
  return useJumps<Member>({
    text,
    asked,
    // Anybody's, and not only their own learners'.
    enabled: mayList && text !== '',
    list: {
      resource: 'profiles',
      filters: listFilters(MEMBER_LIST, { q: asked }),
    },
    fits: () => false,
  })
}
