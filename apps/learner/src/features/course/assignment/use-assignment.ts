import { type MyAssignment, myAssignmentQuery } from '@rookies/data/assignments/my-assignment'
import { assignmentKeys } from '@rookies/data/assignments/my-keys'
import { courseKeys } from '@rookies/data/course-viewing/outline'
import { dataProject } from '@rookies/data/env'
import { watchOwnChanges } from '@rookies/data/live/own-changes'
import { assignmentWith, queuedRounds } from '@rookies/data/progress/outbox/hand-in-overlay'
import type { Queued, WorkChange } from '@rookies/data/progress/outbox/outbox'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../../shared/data-context'
import { useOutboxState } from '../../../shared/use-outbox-state'

export interface ReadAssignment {
  /** The assignment, whose state includes the queued rounds; undefined until it has loaded. */
  known: MyAssignment | undefined
  queued: Queued<WorkChange>[]
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

/** While `wanted`, reads the work again when its review, place in the queue or due date changes (docs/realtime.md). */
export function useLiveWork(wanted: boolean): void {
  const client = useData()
  const queries = useQueryClient()
  const person = currentUserId(queries)
  useEffect(() => {
    if (!wanted || person === undefined) return
    const project = dataProject(import.meta.env, location.origin)
    return watchOwnChanges(client, queries, project, person, assignmentKeys.all)
  }, [wanted, client, queries, person])
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
