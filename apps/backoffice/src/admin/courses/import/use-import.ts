import { applyChoices } from '@rookies/data/course-import/apply-choices'
import { courseProblems } from '@rookies/data/course-import/course-problems'
import {
  importCheckQuery,
  importSendingQuery,
} from '@rookies/data/course-import/import-check-query'
import {
  type ImportReport,
  importCourse,
  isContentMissing,
  isStaleImport,
  type MissingChoice,
} from '@rookies/data/course-import/import-course'
import type { ReadCourse } from '@rookies/data/course-import/read-course-folder'
import type { SendingProgress } from '@rookies/data/course-import/send-lessons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useBackend } from '../../../app/backend'
import { usePerson } from '../../../app/person'
import { useSettled } from '../lesson-dialog/use-settled'
import { useRefreshCatalogue } from '../use-refresh-catalogue'

/** The check follows what is typed once it has stood still for so long. */
const PAUSE_MS = 400

/**
 * A folder on its way into a course: what was chosen, its lessons on their way to the server, what the
 * server says would happen, and the import itself, which goes through only while the course is as it
 * was checked.
 */
export function useImport(
  read: ReadCourse,
  number: number,
  onDone: (report: ImportReport, missing: MissingChoice) => void,
) {
  const { client } = useBackend()
  const { account } = usePerson()
  const refresh = useRefreshCatalogue()
  const [title, setTitle] = useState<string>()
  const [slug, setSlug] = useState<string>()
  const [missing, setMissing] = useState<MissingChoice>('keep')
  const [publish, setPublish] = useState(false)

  const choices = useMemo(() => ({ title, slug, publish }), [title, slug, publish])
  const settled = useSettled(choices, PAUSE_MS)
  const wanted = useMemo(() => applyChoices(read, settled), [read, settled])
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const possible = courseProblems(wanted.course).length === 0
  const sending = useQuery({
    ...importSendingQuery(client, read, number, setProgress),
    enabled: possible,
    retry: false,
  })
  const check = useQuery({
    ...importCheckQuery(client, wanted, sending.data, number, account.name),
    enabled: possible && sending.data !== undefined,
    retry: false,
  })
  /** Asks once more; what did not arrive, or is gone by now, is sent once more before that. */
  const again = (error: unknown) =>
    sending.isError || isContentMissing(error) ? sending.refetch() : check.refetch()

  const apply = useMutation({
    mutationFn: async () => {
      if (!check.data || !sending.data) throw new Error('nothing was checked')
      const { payload, report } = check.data
      return importCourse(client, payload, sending.data, {
        dryRun: false,
        missing,
        unchangedSince: report.version,
      })
    },
    onSuccess: async (report) => {
      onDone(report, missing)
      await refresh()
    },
    onError: (error) => {
      // The figures on screen are of a course that is another by now.
      if (isStaleImport(error) || isContentMissing(error)) return again(error)
      return undefined
    },
  })

  return {
    check,
    /** How far the lessons are on their way; null when they are there, or on their way at once. */
    progress: sending.isFetching && progress?.done !== progress?.total ? progress : null,
    failure: sending.error ?? check.error,
    retry: () => again(check.error),
    wanted,
    apply,
    start: () => apply.mutate(),
    checking: sending.isFetching || check.isFetching || settled !== choices,
    title: title ?? check.data?.payload.course.title ?? read.course.course.title,
    slug: slug ?? read.course.course.slug,
    missing,
    publish,
    /** Publishing is all that the import would do. */
    publishes: check.data?.report.course.status === 'updated' && publish,
    setTitle,
    setSlug,
    setMissing,
    setPublish,
  }
}

export type Importing = ReturnType<typeof useImport>
