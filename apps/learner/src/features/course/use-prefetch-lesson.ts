import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../shared/data-context'
import { markdown } from './markdown'

const QUIET_MS = 400

/** Prefetches the lesson that is likely next when the browser is idle. */
export function usePrefetchLesson(lesson: OutlineLesson | null): void {
  const client = useData()
  const queries = useQueryClient()
  const id = lesson?.open ? lesson.id : null
  const isText = lesson?.type === 'TEXT'

  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      void queries.prefetchQuery(lessonQuery(client, id))
      if (isText) markdown.preload()
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [client, queries, id, isText])
}
