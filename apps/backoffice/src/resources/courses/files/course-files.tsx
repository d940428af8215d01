import { lacksAlt } from '@rookies/data/files/course-files'
import {
  FILE_FILTERS,
  type FileFilter,
  fileFilter,
  filesShown,
  filesSummary,
} from '@rookies/data/files/file-list'
import { createFileStore, SIGNED_SECONDS } from '@rookies/data/files/file-store'
import { isPicture } from '@rookies/data/files/file-types'
import { formatNumber } from '@rookies/data/wording'
import { useQuery } from '@tanstack/react-query'
import { Flex, Segmented } from 'antd'
import { Files } from 'lucide-react'
import { useMemo } from 'react'
import { useBackend } from '../../../app/backend'
import { useAddressState } from '../../../app/use-address-state'
import { useRead } from '../../../app/use-read'
import { ListTable } from '../../../kit/list-table'
import { pageCount } from '../../../ui/page-count'
import { useNow } from '../../../ui/use-now'
import { FILES_PARAM } from '../course-address'
import { LESSON_PARAM } from '../lesson-dialog/lesson-address'
import { fileColumns } from './file-columns'

const PAGE_SIZE = 50

const LABELS: Record<FileFilter, string> = {
  '': 'All',
  lacking: 'No Alt Text',
  unused: 'Unused',
}

/** Title and text for an empty list, by filter. */
const EMPTY: Record<FileFilter, { title: string; text: string }> = {
  '': {
    title: 'No files yet',
    text: 'Pictures in lessons and files that learners download are listed here. Add them to a lesson, or import them with a course.',
  },
  lacking: {
    title: 'All pictures have alt text',
    text: 'The alt text is in the lesson or here.',
  },
  unused: {
    title: 'No unused files',
    text: 'Files that no lesson uses any more are listed here for 30 days and then removed.',
  },
}

/** The Files tab of the editor: the files of the course's lessons, and where they are used (rules/files#media). */
export default function CourseFiles({ courseId }: { courseId: string }) {
  const { params, page, change, addressWith, pageAddress } = useAddressState()
  const filter = fileFilter(params.get(FILES_PARAM))
  const now = useNow()
  const read = useRead('courses/files', {
    input: { id: courseId },
    // The list is always read again, because a lesson may just have saved files.
    staleTime: 0,
  })
  const all = read.data
  const found = useMemo(() => all && filesShown(all, filter), [all, filter])
  const pages = pageCount(found?.length ?? 0, PAGE_SIZE)
  const at = Math.min(page, pages)
  const shown = useMemo(
    () =>
      found
        ?.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE)
        .map((file) => ({ ...file, id: file.path })),
    [found, at],
  )
  const pictures = useMemo(() => shown?.filter(isPicture).map(({ path }) => path) ?? [], [shown])
  const signed = useSignedFiles(pictures)
  const counts: Record<FileFilter, number> = {
    '': all?.length ?? 0,
    lacking: all?.filter(lacksAlt).length ?? 0,
    unused: all?.filter(({ unused_since }) => unused_since !== null).length ?? 0,
  }

  return (
    <Flex vertical gap="small">
      {counts[''] > 0 && (
        <Segmented
          aria-label="Which files"
          name="files"
          value={filter}
          style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
          onChange={(wanted) => change({ [FILES_PARAM]: wanted, page: null })}
          options={FILE_FILTERS.map((value) => ({
            value,
            label: `${LABELS[value]} (${formatNumber(counts[value])})`,
          }))}
        />
      )}
      <ListTable
        label="Files"
        columns={fileColumns({
          courseId,
          signed,
          lessonAddress: (id) => addressWith({ [LESSON_PARAM]: id }),
          now,
        })}
        query={read}
        records={shown}
        failed="Failed to load the files"
        {...(all && all.length > 0 && { count: filesSummary(all) })}
        empty={{ icon: <Files />, ...EMPTY[filter] }}
        paging={{ page: at, pages, to: pageAddress }}
      />
    </Flex>
  )
}

/** Signed addresses are renewed five minutes before they expire. */
const FRESH_MS = (SIGNED_SECONDS - 5 * 60) * 1000

/**
 * Returns the signed addresses of lesson files by path, requested in one call (rules/files#fetch). Undefined while
 * loading; files that the reader may not fetch are left out.
 */
function useSignedFiles(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const { client, project } = useBackend()
  // TanStack Query is used directly, because an edge function signs addresses, not Refine's data provider.
  const { data } = useQuery({
    queryKey: ['files', 'signed', paths],
    queryFn: () => createFileStore(project, client).sign(paths),
    enabled: paths.length > 0,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
  return data
}
