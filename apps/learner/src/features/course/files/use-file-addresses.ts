import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { dataProject } from '@rookies/data/env'
import { createFileStore } from '@rookies/data/files/file-store'
import { lessonAddresses } from '@rookies/data/files/lesson-addresses'
import { cachedFiles } from '@rookies/data/offline-cache/cached-files'
import { currentUserId } from '@rookies/data/session/current-user'
import type { ReadAddresses } from '@rookies/ui/markdown/text-file'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useData } from '../../../shared/data-context'

/**
 * Returns a function that gets the addresses of a lesson's files: signed ones, or those of the offline cache if the
 * server does not answer (rules/files#offline). All parts of a lesson share the signed addresses.
 */
export function useFileAddresses(lesson: LessonBody): ReadAddresses {
  const client = useData()
  const queries = useQueryClient()
  const { current: shown } = useRef(new Map<string, string>())

  // The offline cache's object URLs are valid until the lesson is closed.
  useEffect(
    () => () => {
      for (const address of shown.values()) URL.revokeObjectURL(address)
      shown.clear()
    },
    [shown],
  )

  return async (failed) => {
    const store = createFileStore(dataProject(import.meta.env, location.origin), client)
    const signed = await lessonAddresses(queries, store, lesson, failed)
    if (signed) return { found: signed, away: false }
    const user = currentUserId(queries)
    const kept = user ? await cachedFiles(user, lesson) : new Map<string, Blob>()
    for (const [path, file] of kept) {
      if (!shown.has(path)) shown.set(path, URL.createObjectURL(file))
    }
    return { found: new Map(shown), away: true }
  }
}
