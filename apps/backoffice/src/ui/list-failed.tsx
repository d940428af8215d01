import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button } from 'antd'
import { CloudOff } from 'lucide-react'

interface ListFailedProps {
  title: string
  retrying: boolean
  onRetry: () => void
}

/** Replaces a list that could not be read; offers another try. */
export function ListFailed({ title, retrying, onRetry }: ListFailedProps) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={title}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}
