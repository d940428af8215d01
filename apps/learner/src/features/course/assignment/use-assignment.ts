import { type MyAssignment, myAssignmentQuery } from '@rookies/data/assignments/my-assignment'
import {
  assignmentWith,
  type QueuedRound,
  queuedRounds,
} from '@rookies/data/assignments/queued-rounds'
import { courseKeys } from '@rookies/data/course-viewing/outline'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../../shared/data-context'
import { useOutboxState } from '../../../shared/use-outbox-state'

export interface ReadAssignment {
  /** The assignment, whose state includes the queued rounds; undefined until it has loaded. */
  known: MyAssignment | undefined
  queued: QueuedRound[]
  /** Whether the queued rounds wait for a connection. */
  offline: boolean
  error: unknown
  busy: boolean
  retry: () => void
}

/** Reads an assignment with the person's work, and again when the person returns to the window. */
export function useAssignment(lessonId: string): ReadAssignment {
  const client = useData()
  const query = useQuery({
    ...myAssignmentQuery(client, lessonId),
    refetchOnWindowFocus: 'always',
  })
  const { entries, offline } = useOutboxState()
  const queued = queuedRounds(entries, lessonId)
  return {
    known: query.data && assignmentWith(query.data, queued),
    queued,
    offline,
    error: query.error,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Reads the outline again if it does not match the work: a review has completed the lesson, or was taken back. */
export function usePassedOutline(slug: string, isDone: boolean, known: MyAssignment | undefined) {
  const queries = useQueryClient()
  const state = known?.submission?.state
  const differs = state !== undefined && (state === 'PASSED') !== isDone
  useEffect(() => {
    if (differs) void queries.invalidateQueries({ queryKey: courseKeys.outline(slug) })
  }, [differs, queries, slug])
}
