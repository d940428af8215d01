import type { importDifferenceQuery } from '@rookies/data/course-import/import-difference'
import { importFailure } from '@rookies/data/course-import/import-report'
import { useQuery } from '@tanstack/react-query'
import { ChangesLater } from '../../../ui/changes-later'
import { ReadFailed } from '../../../ui/read-failed'
import { Waiting } from '../../../ui/waiting'
import typography from '../typography.module.css'

/** What an import would change in a lesson, field by field (rules/courses#import). */
export function ImportDifference({ query }: { query: ReturnType<typeof importDifferenceQuery> }) {
  // TanStack Query is used directly, because `useCustom` would put the whole folder into the query key.
  const { data, isError, error, isFetching, refetch } = useQuery({ ...query, retry: false })
  if (!data && isError) {
    return (
      <ReadFailed title={importFailure(error)} retrying={isFetching} onRetry={() => refetch()} />
    )
  }
  if (!data) return <Waiting rows={2} />
  if (data.length === 0) return <p className={typography.muted}>Nothing that people see changes.</p>
  return <ChangesLater changes={data} />
}
