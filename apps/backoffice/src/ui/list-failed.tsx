import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button } from 'antd'
import { CloudOff } from 'lucide-react'

interface ListFailedProps {
  title: string
  read: { isFetching: boolean; refetch: () => unknown }
}

/** Shown in place of a list that could not be read; offers another try. */
export function ListFailed({ title, read }: ListFailedProps) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={title}
      actions={
        <Button type="primary" loading={read.isFetching} onClick={() => read.refetch()}>
          Try Again
        </Button>
      }
    />
  )
}
