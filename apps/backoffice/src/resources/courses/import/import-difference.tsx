import type { importDifferenceQuery } from '@rookies/data/course-import/import-difference'
import { importFailure } from '@rookies/data/course-import/import-failure'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { ChangesLater } from '../../../ui/changes-later'
import { Waiting } from '../../../ui/waiting'
import typography from '../typography.module.css'

/** What an import would change in a lesson, field by field (rules/courses#import). */
export function ImportDifference({ query }: { query: ReturnType<typeof importDifferenceQuery> }) {
  // TanStack Query is used directly, because `useCustom` would put the whole folder into the query key.
  const { data, isError, error, isFetching, refetch } = useQuery({ ...query, retry: false })
  if (!data && isError) {
    return (
      <Alert
        type="error"
        message={importFailure(error)}
        action={
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    )
  }
  if (!data) return <Waiting rows={2} />
  if (data.length === 0) return <p className={typography.muted}>Nothing that people see changes.</p>
  return <ChangesLater changes={data} />
}
