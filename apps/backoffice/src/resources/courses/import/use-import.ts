import { courseProblems } from '@rookies/course-format/course-problems'
import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import { applyChoices } from '@rookies/data/course-import/complete-course'
import {
  importCheckQuery,
  importSendingQuery,
} from '@rookies/data/course-import/import-check-query'
import {
  type ImportReport,
  isContentMissing,
  isStaleImport,
  type MissingChoice,
} from '@rookies/data/course-import/import-course'
import { importDifferenceQuery } from '@rookies/data/course-import/import-difference'
import { proposedSlug } from '@rookies/data/course-import/proposed-slug'
import type { SendingProgress } from '@rookies/data/course-import/send-lessons'
import type { ActInput } from '@rookies/data/refine/acts'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useBackend } from '../../../app/backend'
import { usePerson } from '../../../app/person'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'
import type { ReadResult } from './use-course-reader'

/** The options of an import. */
export interface ImportChoiceValues {
  title: string
  slug: string
  missing: MissingChoice
  publish: boolean
}

/** Milliseconds after the last changed option before the server checks the import. */
const PAUSE_MS = 400

/**
 * Imports a folder as a course: uploads its files and lessons, asks the server what the import would change, and
 * imports. The import is refused if the course has changed since that check.
 */
export function useImport(
  { read, assets, number }: ReadResult,
  onDone: (report: ImportReport, missing: MissingChoice) => void,
) {
  const { client, project } = useBackend()
  const { account } = usePerson()
  const [chosen, setChosen] = useState<Partial<ImportChoiceValues>>({})
  const { title, missing = 'keep', publish = false } = chosen
  const isUnnamed = read.course.course.slug === ''
  const titles = useRead('courses/titles', { enabled: isUnnamed })
  const named = title ?? read.course.course.title
  const proposed =
    isUnnamed && titles.data ? slugFromTitle(named) || proposedSlug(named, titles.data) : undefined
  const slug = chosen.slug ?? proposed

  const choices = useMemo(() => ({ title, slug, publish }), [title, slug, publish])
  const settled = useSettled(choices, PAUSE_MS)
  const wanted = useMemo(() => applyChoices(read, settled), [read, settled])
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const possible = courseProblems(wanted.course).length === 0
  // TanStack Query is used directly, because `useCustom` would put the whole folder into the query key, and cannot
  // report progress.
  const sending = useQuery({
    ...importSendingQuery({ client, project }, { read, assets }, number, setProgress),
    enabled: possible,
    retry: false,
  })
  // The query key contains the number of the reading instead of the whole folder.
  const check = useQuery({
    ...importCheckQuery(client, wanted, sending.data, number, account.name),
    enabled: possible && sending.data !== undefined,
    // The figures of the last check are kept during a new one. If they vanished, the content below would move under
    // the pointer.
    ...(possible && { placeholderData: keepPreviousData }),
    retry: false,
  })
  /** Repeats the check; first uploads files and lessons again that did not arrive or were deleted since. */
  const again = (error: unknown) =>
    sending.isError || isContentMissing(error) ? sending.refetch() : check.refetch()

  const apply = useAct({
    act: (input: ActInput<'courses/import'>) => ({ name: 'courses/import', input }),
    onSuccess: (report) => onDone(report, missing),
    onError: (error) => {
      // The course has changed, so the figures on screen are out of date.
      if (isStaleImport(error) || isContentMissing(error)) return again(error)
      return undefined
    },
  })
  const start = () => {
    if (!check.data || !sending.data) return
    const { payload, report } = check.data
    apply.mutate({
      payload,
      sent: sending.data,
      mode: { dryRun: false, missing, unchangedSince: report.version },
    })
  }

  const shownTitle = title ?? check.data?.payload.course.title ?? read.course.course.title
  const shownSlug = slug ?? read.course.course.slug
  const values: ImportChoiceValues = useMemo(
    () => ({ title: shownTitle, slug: shownSlug, missing, publish }),
    [shownTitle, shownSlug, missing, publish],
  )

  return {
    check,
    /** The progress of an upload that is under way; otherwise null. */
    progress: sending.isFetching && progress?.done !== progress?.total ? progress : null,
    failure: sending.error ?? check.error,
    retry: () => again(check.error),
    wanted,
    apply,
    start,
    /** The query for the changes of a lesson; null until the check has succeeded. */
    difference: (path: string) =>
      check.data && sending.data
        ? importDifferenceQuery(client, check.data, sending.data, path)
        : null,
    checking: sending.isFetching || check.isFetching || settled !== choices,
    values,
    choose: (part: Partial<ImportChoiceValues>) => setChosen((before) => ({ ...before, ...part })),
    /** Whether publishing would be the only change. */
    publishes: check.data?.report.course.status === 'updated' && publish,
  }
}

export type Importing = ReturnType<typeof useImport>
